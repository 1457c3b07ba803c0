//! The list of keywords is that of the grammar.

use std::collections::BTreeSet;

use sandtable::syntax::{KEYWORDS, Keyword, KeywordKind, keywords};

const GRAMMAR: &str = include_str!("../../grammar/rules.pest");

fn words(of: impl Fn(&Keyword) -> bool) -> BTreeSet<&'static str> {
    let keywords = KEYWORDS.iter().filter(|keyword| of(keyword));
    keywords.map(|keyword| keyword.word).collect()
}

/// The words of the rules `kw_…` that the grammar uses, but for comments.
fn used() -> BTreeSet<&'static str> {
    let code = GRAMMAR.lines().filter_map(|line| line.split("//").next());
    let uses = code.flat_map(|line| line.split("kw_").skip(1));
    uses.filter_map(|rest| {
        rest.split(|letter: char| !letter.is_ascii_lowercase())
            .next()
    })
    .collect()
}

#[test]
fn every_keyword_of_the_grammar_is_listed_once() {
    let used = used();
    assert!(used.len() > 150, "the keywords are not found");
    assert_eq!(words(|keyword| !keyword.is(KeywordKind::Mark)), used);
    assert_eq!(words(|_| true).len(), KEYWORDS.len());
}

/// A word that begins something and that the grammar does not know would be offered and then refused.
#[test]
fn every_word_with_a_place_is_in_the_grammar() {
    let used = used();
    let kinds = [
        KeywordKind::Declaration,
        KeywordKind::KindLine,
        KeywordKind::TriggerLine,
        KeywordKind::ExampleLine,
        KeywordKind::Statement,
        KeywordKind::Operator,
        KeywordKind::Value,
        KeywordKind::Clause,
        KeywordKind::Selection,
        KeywordKind::Dice,
        KeywordKind::Former,
    ];
    for word in kinds.into_iter().flat_map(keywords) {
        assert!(used.contains(word), "{word}");
    }
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
