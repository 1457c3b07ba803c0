//! Lists of words that the checks know without the manuscript, from `vocabulary.txt`, which says what each is for.

use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("vocabulary.txt");

/// The words of a list; none if there is no such list.
pub fn vocabulary(list: &str) -> &'static [&'static str] {
    static LISTS: OnceLock<BTreeMap<&'static str, Vec<&'static str>>> = OnceLock::new();
    let lists = LISTS.get_or_init(read);
    lists.get(list).map_or(&[], Vec::as_slice)
}

fn read() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line;
        if let Some((head, rest)) = line.split_once(':') {
            (name, words) = (head, rest);
        }
        let list = lists.entry(name).or_default();
        list.extend(words.split_whitespace());
    }
    lists
}
