//! Makes the parser out of `rules.pest`, when the layer `syntax` is built.
//!
//! Keywords are regular, so the grammar does not declare them: for each `kw_WORD` that it uses, this adds the rule
//! `kw_WORD = @{ "WORD" ~ edge }`, in the order of use, and a row of the list that `src/syntax/keyword.rs` reads.

#![expect(
    clippy::disallowed_methods,
    reason = "a build script reads its input and writes into the folder that cargo gives it"
)]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

const GRAMMAR: &str = "../../grammar/rules.pest";

/// The line of the grammar below which the rules of its keywords are put.
const PLACE: &str = "// Here the build puts a rule for each keyword.\n";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    println!("cargo::rerun-if-changed=../../grammar/build.rs");
    let written = fs::read_to_string(GRAMMAR)?;
    let words = keywords(&written);
    let rules: Vec<String> = words
        .iter()
        .map(|word| format!("kw_{word} = @{{ \"{word}\" ~ edge }}\n"))
        .collect();
    let (before, after) = written
        .split_once(PLACE)
        .ok_or("the grammar has no place for keywords")?;
    let grammar = format!("{before}{}{after}", rules.concat());

    let folder = env::var("OUT_DIR")?;
    let derive = format!("#[grammar_inline = {grammar:?}]\nstruct Grammar;");
    let parser = pest_generator::derive_parser(derive.parse()?, false);
    let wordings = wordings(&written)?;
    fs::write(
        Path::new(&folder).join("parser.rs"),
        format!(
            "/// The parser that pest generates.\npub(super) struct Grammar;\n{parser}\n{wordings}"
        ),
    )?;
    fs::write(Path::new(&folder).join("words.rs"), list(&words))?;
    Ok(())
}

/// The words of the rules `kw_…` that a grammar uses, in the order of first use.
fn keywords(grammar: &str) -> Vec<&str> {
    let code = grammar
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let uses = code.flat_map(|line| line.split("kw_").skip(1));
    let words = uses.map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_lowercase());
        rest.split_at(end.unwrap_or(rest.len())).0
    });
    let mut seen = BTreeSet::new();
    words.filter(|word| seen.insert(*word)).collect()
}

/// Rust source: the wording of each rule in findings, from the lines `//= …` of a grammar.
fn wordings(grammar: &str) -> Result<String, String> {
    let mut wording = None;
    let mut arms = vec!["        Rule::EOI => \"the end of the line\",\n".to_owned()];
    for line in grammar.lines() {
        if let Some(words) = line.strip_prefix("//= ") {
            wording = Some(if words == "-" { "" } else { words });
        } else if let Some((rule, _)) = line.split_once('=')
            && rule.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            let rule = rule.trim_end();
            let words = wording.ok_or(format!("no wording for the rule `{rule}`"))?;
            arms.push(format!("        Rule::{rule} => {words:?},\n"));
        }
    }
    Ok(format!(
        "pub(super) fn wording(rule: Rule) -> &'static str {{\n    match rule {{\n{}        _ => \"\",\n    }}\n}}\n",
        arms.concat()
    ))
}

/// Rust source: the constant `WORDS`, every keyword with its rule.
fn list(words: &[&str]) -> String {
    let rows: Vec<String> = words
        .iter()
        .map(|word| format!("    ({word:?}, Rule::kw_{word}),\n"))
        .collect();
    format!(
        "/// Every keyword with its rule, in the order of the grammar.\nconst WORDS: &[(&str, Rule)] = &[\n{}];\n",
        rows.concat()
    )
}
