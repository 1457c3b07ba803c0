//! Rendering of findings, whatever they are about.

use sandtable::diagnostic::{Code, Diagnostic};
use sandtable::present::findings::{Style, render};
use sandtable::present::json::findings::Finding;
use sandtable::source::{FileId, SourceMap, Span};

const RULES: &str = "roll to-hit (firer)\n  throw d6\n  hit when d6 >= 7\n  miss otherwise\n";

fn sources(text: &str) -> (SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add("fire.rules", text);
    (sources, file)
}

/// The place of `part` in `text`.
fn place(file: FileId, text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    Span::new(file, start, start + part.len())
}

#[test]
fn labels_citations_and_help() {
    let (sources, file) = sources(RULES);
    let finding = Diagnostic::new(Code::NeverReached, "`hit` can never happen")
        .label(place(file, RULES, "7"), "a d6 never shows 7")
        .label(place(file, RULES, "d6"), "")
        .cite(["5.3.2", "18"])
        .help("use a number from 2 to 6, which is a long sentence that goes on behind the end of the line with pak-40");
    insta::assert_snapshot!(render(&finding, &sources, Style::Plain), @r"
    E0214 never-reached, rules 5.3.2, 18

      ⚠ `hit` can never happen
       ╭─[fire.rules:3:18]
     1 │ roll to-hit (firer)
     2 │   throw d6
       ·         ──
     3 │   hit when d6 >= 7
       ·                  ┬
       ·                  ╰── a d6 never shows 7
     4 │   miss otherwise
       ╰────
      help: use a number from 2 to 6, which is a long sentence that goes on behind
            the end of the line with pak-40
    ");
}

#[test]
fn a_place_over_several_lines_is_labelled_on_the_first() {
    let (sources, file) = sources(RULES);
    let finding = Diagnostic::new(Code::NoResult, "this roll may end without an outcome")
        .label(Span::new(file, 0, RULES.len()), "the roll");
    insta::assert_snapshot!(render(&finding, &sources, Style::Plain), @r"
    E0210 no-result

      × this roll may end without an outcome
       ╭─[fire.rules:1:1]
     1 │ roll to-hit (firer)
       · ─────────┬─────────
       ·          ╰── the roll
     2 │   throw d6
       ╰────
    ");
}

#[test]
fn places_at_the_end_of_a_text_and_beyond_do_no_harm() {
    for text in ["a", "a\n", "a\r\n\r\n", "é"] {
        let (sources, file) = sources(text);
        for start in 0..text.len() + 3 {
            for end in start..text.len() + 5 {
                let finding = Diagnostic::new(Code::NoResult, "message")
                    .label(Span::new(file, start, end), "label");
                let drawn = render(&finding, &sources, Style::Plain);
                assert!(
                    drawn.contains("label") && !drawn.contains("Failed"),
                    "{text:?} {start} {end}\n{drawn}"
                );
            }
        }
    }
}

#[test]
fn columns_count_characters() {
    let text = "rôle = \"é\" x\n";
    let (sources, file) = sources(text);
    let finding =
        Diagnostic::new(Code::UnexpectedText, "text").label(place(file, text, "x"), "here");
    assert!(render(&finding, &sources, Style::Plain).contains("fire.rules:1:12]"));
    let json = serde_json::to_value(Finding::new(&finding, &sources)).unwrap();
    assert_eq!(json["labels"][0]["column"], 12);
    assert_eq!(json["labels"][0]["end_column"], 13);
    assert_eq!(json["labels"][0]["start"], 13);
}

#[test]
fn a_strange_file_cannot_steer_the_terminal() {
    let text = "a \u{1b}[2J b \u{9b}1m \u{202e}c\n";
    let (sources, file) = sources(text);
    let finding = Diagnostic::new(Code::UnexpectedText, format!("`{text}`"))
        .label(place(file, text, "b"), text);
    let drawn = render(&finding, &sources, Style::Plain);
    assert!(
        !drawn.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
        "{drawn:?}"
    );
}
