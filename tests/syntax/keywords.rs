//! The list of keywords is that of the grammar.

use std::collections::BTreeSet;

use sandtable::syntax::{KEYWORDS, Keyword, KeywordKind};

const GRAMMAR: &str = include_str!("../../grammar/rules.pest");

fn words(of: impl Fn(&Keyword) -> bool) -> BTreeSet<&'static str> {
    let keywords = KEYWORDS.iter().filter(|keyword| of(keyword));
    keywords.map(|keyword| keyword.word).collect()
}

/// Texts between the first quotes of each line of the grammar that starts like this.
fn quoted(begins: &str) -> BTreeSet<&'static str> {
    let lines = GRAMMAR.lines().filter(|line| line.starts_with(begins));
    lines.filter_map(|line| line.split('"').nth(1)).collect()
}

#[test]
fn every_keyword_of_the_grammar_is_listed_once() {
    let written = quoted("kw_");
    assert!(written.len() > 150, "the keywords are not found");
    assert_eq!(words(|keyword| !keyword.is(KeywordKind::Mark)), written);
    assert_eq!(words(|_| true).len(), KEYWORDS.len());
}

#[test]
fn every_mark_of_the_grammar_is_listed() {
    let (_, marks) = GRAMMAR.split_once("colon    =").unwrap();
    let (marks, _) = marks.split_once("\n\n").unwrap();
    let marks = marks.lines().map(|line| line.split_once('"').unwrap().1);
    let marks: BTreeSet<String> = marks
        .map(|mark| match mark.strip_prefix("\\\"") {
            Some(_) => "\"".to_owned(),
            None => mark.split('"').next().unwrap().to_owned(),
        })
        .collect();
    let listed = words(|keyword| keyword.is(KeywordKind::Mark));
    assert_eq!(
        listed
            .into_iter()
            .map(str::to_owned)
            .collect::<BTreeSet<_>>(),
        marks
    );
}

#[test]
fn reserved_are_the_words_that_the_grammar_takes_for_no_name() {
    let lines = GRAMMAR
        .lines()
        .filter(|line| line.starts_with("glued ") || line.starts_with("reserved "));
    let refused: BTreeSet<&str> = lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|word| word.len() > 1)
        .collect();
    assert_eq!(words(Keyword::is_reserved), refused);
}
