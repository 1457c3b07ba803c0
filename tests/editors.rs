//! The grammar of the extension for Visual Studio Code is made from the list of keywords.

use std::path::Path;

use sandtable::syntax::{KeywordKind, keywords};
use serde_json::{Value, json};

/// Words that begin a declaration, as one alternative each, the longest first.
fn words(kinds: &[KeywordKind]) -> String {
    let mut words: Vec<&str> = kinds.iter().flat_map(|kind| keywords(*kind)).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words.join("|")
}

fn grammar() -> Value {
    // A name may hold hyphens: `re-roll` is no `re`.
    let whole = |words: &str| format!("(?<![\\p{{L}}\\d-])(?:{words})(?![\\p{{L}}\\d-])");
    let declarations = words(&[KeywordKind::Declaration]);
    let others = words(&[
        KeywordKind::KindLine,
        KeywordKind::TriggerLine,
        KeywordKind::ExampleLine,
        KeywordKind::Statement,
        KeywordKind::Operator,
        KeywordKind::Clause,
        KeywordKind::Selection,
        KeywordKind::Dice,
    ]);
    let values = words(&[KeywordKind::Value]);
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Sandtable rules",
        "scopeName": "source.sandtable",
        "patterns": [
            { "name": "comment.line.number-sign.sandtable", "match": "#.*$" },
            { "name": "string.quoted.double.sandtable", "match": "\"[^\"\\n]*\"" },
            {
                "match": format!("^({declarations})(?![\\p{{L}}\\d-])\\s*([\\p{{L}}\\d-]+)?"),
                "captures": {
                    "1": { "name": "keyword.control.declaration.sandtable" },
                    "2": { "name": "entity.name.function.sandtable" }
                }
            },
            {
                "name": "markup.underline.link.sandtable",
                "match": "\\[[^\\]\\n]*\\](?=\\s*(?:#.*)?$)"
            },
            {
                "name": "constant.numeric.dice.sandtable",
                "match": whole("\\d*d\\d+")
            },
            { "name": "constant.numeric.sandtable", "match": whole("\\d+(?:\\.\\d+)?") },
            { "name": "constant.language.sandtable", "match": whole(&values) },
            { "name": "keyword.control.sandtable", "match": whole(&others) },
            { "name": "keyword.operator.sandtable", "match": "->|\\.\\.|[<>]=?|[=|*/+]" }
        ]
    })
}

#[test]
fn the_grammar_has_every_keyword() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/syntaxes");
    let path = folder.join("sandtable.tmLanguage.json");
    let made = format!("{:#}\n", grammar());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "`INSTA_UPDATE=always cargo test --test main -- editors` renews {}",
        path.display()
    );
}

/// A word of each kind and a mark, by hand.
#[test]
fn a_word_of_each_kind_is_in_it() {
    let text = grammar().to_string();
    for word in ["ruleset", "track", "repeat", "otherwise", "where", "reroll"] {
        assert!(text.contains(word), "{word}");
    }
}
