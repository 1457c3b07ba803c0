//! The list of statements, expressions and keywords in `docs/language.md` is that of the construct table.

use sandtable::syntax::construct::{Construct, EXPRESSIONS, STATEMENTS};
use sandtable::syntax::{KEYWORDS, Keyword, KeywordKind};

const PAGE: &str = "docs/language.md";
const HEADING: &str = "## All statements, expressions and keywords\n";

/// Words as a list in backticks, in alphabetical order.
fn words(of: impl Fn(&Keyword) -> bool) -> String {
    let keywords = KEYWORDS.iter().filter(|keyword| of(keyword));
    let mut words: Vec<&str> = keywords.map(|keyword| keyword.word).collect();
    words.sort_unstable();
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

fn rows(table: &[Construct]) -> String {
    let row = |row: &Construct| {
        let forms: Vec<String> = row
            .forms
            .iter()
            .map(|form| format!("`{}`", form.replace('|', "\\|")))
            .collect();
        let acts = match row.in_actions {
            Some(_) => " Only in actions.",
            None => "",
        };
        format!("| {} | {}{acts} |\n", forms.join("<br>"), row.doc.trim())
    };
    table.iter().map(row).collect()
}

/// The section as it has to be, up to its mistake.
fn section() -> String {
    let reserved = words(Keyword::is_reserved);
    let others =
        words(|keyword| !keyword.is_reserved() && !keyword.kinds.contains(&KeywordKind::Mark));
    format!(
        "{HEADING}\nThese words cannot be names: {reserved}, and dice like `d6`.\n\nThese words mean something in their \
         places and can be names elsewhere: {others}.\n\n| Statement | Effect |\n| --- | --- |\n{}\n| Expression | Value |\n\
         | --- | --- |\n{}\n",
        rows(STATEMENTS),
        rows(EXPRESSIONS),
    )
}

#[test]
fn the_list_is_that_of_the_construct_table() {
    let text = super::read(PAGE);
    let (before, rest) = text.split_once(HEADING).unwrap();
    let (written, after) = rest.split_once("```rules,mistake").unwrap();
    let wanted = section();
    if format!("{HEADING}{written}") == wanted {
        return;
    }
    if std::env::var_os("ACCEPT_DOCS").is_some() {
        std::fs::write(
            super::path(PAGE),
            format!("{before}{wanted}```rules,mistake{after}"),
        )
        .unwrap();
        return;
    }
    panic!("`ACCEPT_DOCS=1 cargo test --test main docs::words` renews the list of {PAGE}");
}

/// Every word of a form that is no part of an author's own is a keyword: here those of three forms, by hand.
#[test]
fn the_words_of_forms_are_keywords() {
    for word in [
        "repeat",
        "until",
        "most",
        "times",
        "alternate",
        "while",
        "once",
        "for",
    ] {
        assert!(sandtable::syntax::is_keyword(word), "{word}");
    }
    for row in STATEMENTS {
        for word in row.first_words() {
            let is_rule = ["need", "hit", "miss", "damage"].contains(&word);
            assert!(is_rule || sandtable::syntax::is_keyword(word), "{word}");
        }
    }
}
