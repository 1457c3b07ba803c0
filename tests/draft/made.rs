//! Rulesets made of manuscripts: they check, and their tables give what is printed.

use std::fs;

use sandtable::diagnostic::Severity;
use sandtable::draft::Manuscript;
use sandtable::session::encode::{Encoded, Origin, encode_grid, encode_manuscript};
use sandtable::session::example_runs::{Chosen, run_examples};
use sandtable::session::watch::Unwatched;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Analysis, Effort, Workspace};
use std::sync::Arc;

use super::word::archive;

const W: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;

fn made(name: &str, bytes: &[u8]) -> Encoded {
    let manuscript = Manuscript::read([(name, bytes)]);
    let files = [format!("../../{name}")];
    let origin = Origin {
        name,
        files: &files,
    };
    encode_manuscript(&manuscript.document, "game", &origin)
}

fn analysed(encoded: &Encoded) -> Arc<Analysis> {
    let memory: Memory = encoded.files.iter().cloned().collect();
    let analysis = Workspace::new(memory).analyse("game", &[], Effort::Quick);
    let errors: Vec<String> = analysis
        .diagnostics()
        .iter()
        .filter(|finding| finding.severity() == Severity::Error)
        .map(|finding| finding.message.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", encoded.files[0].1);
    analysis
}

fn page(name: &str) -> Encoded {
    let path = format!("{}/tests/draft/made/{name}", env!("CARGO_MANIFEST_DIR"));
    made(name, &fs::read(path).unwrap())
}

/// Counted by hand: nine tables are looked up by numbers or dice (fire, range, combat, morale, results, roll, weather, and by words
/// terrain, which is none of the nine, so eight less one: fire, range, combat, morale, 7, 8, 9).
#[test]
fn a_skirmish_game_becomes_rules() {
    let encoded = page("skirmish.md");
    let counts = encoded.counts;
    assert_eq!(
        (counts.n_keyed_grids, counts.n_equal_tables),
        (7, 7),
        "{}",
        encoded.files[0].1
    );
    assert_eq!(counts.n_modifier_lists, 1);
    assert_eq!(counts.n_units, 2);
    assert_eq!(counts.n_phases, 2);
    assert_eq!(counts.n_sections, 11);
    assert_eq!(counts.n_examples, 1);
    let analysis = analysed(&encoded);
    let runs = run_examples(&analysis, &Chosen::default(), &mut Unwatched).unwrap();
    assert_eq!(runs.n_failed(), 0);
    assert_eq!(runs.runs.len(), 1);
}

/// The Guard rolls 4 + 5 - 2 = 7, which is a hit in the rows 6 to 9. Once the rules make it a critical hit from 7 on, the example fails.
#[test]
fn an_example_of_play_fails_when_the_rule_is_another() {
    let mut encoded = page("skirmish.md");
    let (_, rules) = encoded.files.first_mut().unwrap();
    let changed = rules.replacen("6-9    | hit", "6      | hit", 1);
    let changed = changed.replacen("10-12  | critical-hit", "7-12   | critical-hit", 1);
    assert_ne!(*rules, changed, "{rules}");
    *rules = changed;
    let analysis = analysed(&encoded);
    let runs = run_examples(&analysis, &Chosen::default(), &mut Unwatched).unwrap();
    assert_eq!(runs.n_failed(), 1);
}

const SIEGE: &str = "# 1 Pursuit\n\nRoll 2d6 on the Pursuit table.\n\n| 2d6 | Pursuit |\n| --- | --- |\n| 2-6 | none |\n| 7-9 | one block lost |\n| 10-12 | hands hurt: Crew -1 |\n\n*Example.* The Estates roll a 3 and a 4: one block is lost. Then the Crown rolls a 6 and a 5, so its hands are hurt.\n";

/// Two look-ups in one example of play: 3 + 4 = 7, and 6 + 5 = 11.
#[test]
fn an_example_of_play_runs_step_by_step() {
    let encoded = made("siege.md", SIEGE.as_bytes());
    let (_, rules) = encoded.files.first().unwrap();
    assert_eq!(encoded.counts.n_examples, 1, "{rules}");
    assert_eq!(rules.matches("  run     ").count(), 2, "{rules}");
    assert!(
        rules.contains("  dice    3, 4") && rules.contains("  dice    6, 5"),
        "{rules}"
    );
    let analysis = analysed(&encoded);
    let runs = run_examples(&analysis, &Chosen::default(), &mut Unwatched).unwrap();
    assert_eq!((runs.runs.len(), runs.n_failed()), (1, 0), "{rules}");
    // The second step says what the table does not give: the rule is right, the example fails.
    let wrong = SIEGE.replace("its hands are hurt", "one block is lost");
    let analysis = analysed(&made("siege.md", wrong.as_bytes()));
    let runs = run_examples(&analysis, &Chosen::default(), &mut Unwatched).unwrap();
    assert_eq!(runs.n_failed(), 1);
}

/// Every table has a place where readers stumble: rows as heads, words in keys, gaps, groups, `00`, two sections of one name.
#[test]
fn odd_tables_become_rules_or_questions() {
    let encoded = page("chaos.md");
    analysed(&encoded);
    let counts = encoded.counts;
    assert_eq!(
        (counts.n_keyed_grids, counts.n_equal_tables),
        (8, 8),
        "{}",
        encoded.files[0].1
    );
    let open: Vec<&str> = encoded.open.iter().map(|one| one.what.as_str()).collect();
    for words in [
        "how much is `-1 or -2`",
        "two rows answer the same value",
        "two sections have the number panic",
    ] {
        assert!(
            open.iter().any(|what| what.contains(words)),
            "{words}: {open:?}"
        );
    }
}

/// A Word document with a merged cell over two heads: the result of 4 at long range is a miss.
#[test]
fn merged_heads_of_a_word_document_are_one_table() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let table = [
        row(&[
            cell(r#"<w:vMerge w:val="restart"/>"#, "d6"),
            cell(r#"<w:gridSpan w:val="2"/>"#, "Range"),
        ]),
        row(&[cell("<w:vMerge/>", ""), cell("", "near"), cell("", "far")]),
        row(&[cell("", "1-3"), cell("", "miss"), cell("", "miss")]),
        row(&[cell("", "4"), cell("", "hit"), cell("", "miss")]),
        row(&[cell("", "5-6"), cell("", "hit"), cell("", "hit")]),
    ];
    let body = format!(
        r#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Shooting</w:t></w:r></w:p><w:tbl>{}</w:tbl><w:p/>"#,
        table.concat()
    );
    let styles = r#"<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>"#;
    let document = format!("<w:document {W}><w:body>{body}</w:body></w:document>");
    let styles = format!("<w:styles {W}>{styles}</w:styles>");
    let bytes = archive(&[
        ("word/document.xml", document.as_str()),
        ("word/styles.xml", styles.as_str()),
    ]);
    let encoded = made("rules.docx", &bytes);
    let counts = encoded.counts;
    assert_eq!(
        (counts.n_keyed_grids, counts.n_equal_tables, counts.n_rolls),
        (1, 1, 1)
    );
    let analysis = analysed(&encoded);
    let table = &analysis.book().tables[0];
    assert_eq!(table.keys.len(), 2);
    assert!(
        encoded.files[0].1.contains("range-near or range-far"),
        "{}",
        encoded.files[0].1
    );
}

#[test]
fn one_table_becomes_a_declaration() {
    let text =
        "## 2 Fire\n\n| d6 | Result |\n| --- | --- |\n| 1-4 | miss |\n| 5-6 | hit |\n\nThe end.\n";
    let manuscript = Manuscript::read([("a.md", text.as_bytes())]);
    let (block, _) = manuscript.document.tables().next().unwrap();
    let encoded = encode_grid(&manuscript.document, block).unwrap();
    assert_eq!(encoded.name, "fire");
    let table = "table fire \"Fire\" (rolled: d6) -> miss or hit [2]\n  rolled | result\n  1-4    | miss\n  5-6    | hit\n";
    assert!(encoded.text.starts_with(table), "{}", encoded.text);
    assert!(encode_grid(&manuscript.document, 0).is_err());
}
