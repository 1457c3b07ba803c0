//! Manuscripts: readers of each format, and a folder of cases for each finding.

mod documents;
mod linked;
mod made;
mod revised;
mod told;
mod unreadable;
mod with_rules;
mod word;

use std::collections::BTreeSet;

use sandtable::diagnostic::Code;
use sandtable::draft::{WordList, lists};

use crate::harness::manuscript_codes as codes;

/// Blocks of a page in one language.
pub(crate) fn blocks(code: Code) -> Vec<&'static str> {
    let pages = code.page().split("```markdown\n").skip(1);
    pages
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_wrong_example_of_a_page_has_its_code_and_the_cured_one_none() {
    let mut wrong = Vec::new();
    for code in Code::ALL
        .iter()
        .filter(|code| code.number().starts_with("E07"))
    {
        let blocks = blocks(*code);
        let [first, last] = blocks.as_slice() else {
            // Findings beside rules need both; `linked` shows them.
            let has_example =
                ["E0700", "E0722"].contains(&code.number()) || code.number().starts_with("E073");
            assert!(has_example, "{} has no example", code.number());
            continue;
        };
        let found = codes("page.md", first.as_bytes());
        if found != BTreeSet::from([code.number()]) {
            wrong.push(format!("{}: {found:?}", code.number()));
        }
        let found = codes("page.md", last.as_bytes());
        if !found.is_empty() {
            wrong.push(format!("{}, cured: {found:?}", code.number()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A list that is misspelt in the file would be empty, and its check silent.
#[test]
fn every_list_of_words_is_in_the_file_and_no_other() {
    for list in WordList::ALL {
        let words = list.words();
        let once: BTreeSet<&&str> = words.iter().collect();
        assert!(words.len() > 3 && once.len() == words.len(), "{list:?}");
    }
    let written: BTreeSet<&str> = lists().keys().copied().collect();
    assert_eq!(written, WordList::ALL.map(WordList::name).into());
}
