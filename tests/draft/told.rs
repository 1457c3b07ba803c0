//! How the findings of a manuscript are handed to other programs, and how they are allowed.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::word::archive;
use crate::service::Client;

const W: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;

/// A Word document: a heading, a sentence, and a table with a gap at 3; a comment at the row beside the gap. Its text has five lines.
fn word(last: &str, comment: Option<&str>) -> Vec<u8> {
    let run = |text: &str| format!(r#"<w:r><w:t xml:space="preserve">{text}</w:t></w:r>"#);
    let paragraph = |text: &str| format!("<w:p>{}</w:p>", run(text));
    let row = |one: &str, other: &str| {
        format!(
            "<w:tr><w:tc>{one}</w:tc><w:tc>{}</w:tc></w:tr>",
            paragraph(other)
        )
    };
    let commented = match comment {
        Some(_) => format!(
            r#"<w:p><w:commentRangeStart w:id="0"/>{}<w:commentRangeEnd w:id="0"/></w:p>"#,
            run(last)
        ),
        None => paragraph(last),
    };
    let heading = format!(
        r#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>{}</w:p>"#,
        run("1 Fire")
    );
    let table =
        row(&paragraph("d6"), "Result") + &row(&paragraph("1-2"), "miss") + &row(&commented, "hit");
    let document = format!(
        "<w:document {W}><w:body>{heading}{}<w:tbl>{table}</w:tbl><w:p/></w:body></w:document>",
        paragraph("Roll a d6 and read the table.")
    );
    let styles = format!(
        r#"<w:styles {W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>"#
    );
    let comments = format!(
        r#"<w:comments {W}><w:comment w:id="0" w:author="A"><w:p>{}</w:p></w:comment></w:comments>"#,
        run(comment.unwrap_or_default())
    );
    archive(&[
        ("word/document.xml", document.as_str()),
        ("word/styles.xml", styles.as_str()),
        ("word/comments.xml", comments.as_str()),
    ])
}

/// Runs the program on files in a folder of its own; returns what it prints, and its exit code.
fn run(name: &str, files: &[(&str, &[u8])], arguments: &[&str]) -> (String, i32) {
    let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(&folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text, output.status.code().unwrap())
}

fn sarif(name: &str, bytes: &[u8]) -> Vec<Value> {
    let arguments = ["check", "rules.docx", "--format", "sarif"];
    let (text, code) = run(name, &[("rules.docx", bytes)], &arguments);
    assert_eq!(code, 0, "a warning is no error");
    let log: Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap().iter();
    // That no text explains the results of the table is a note.
    let no_notes = results.filter(|result| result["level"] != "note");
    no_notes.cloned().collect()
}

#[test]
fn code_hosts_are_given_the_line_of_the_text() {
    let (text, code) = run(
        "github",
        &[("rules.docx", &word("4-6", None))],
        &["check", "rules.docx", "--format", "github"],
    );
    assert_eq!(code, 0);
    let lines: Vec<&str> = text.lines().collect();
    // `4-6` is the first cell of the fifth line: columns 1 to 3, the end is the column after it.
    assert!(
        lines[0].starts_with("::warning file=rules.docx,line=5,endLine=5,col=1,endColumn=4,title=E0706 gap-in-printed-table::no row gives a result for 3"),
        "{text}"
    );
    assert_eq!(lines[1..], ["1 warning in 1 file"]);
    let (text, _) = run(
        "github-fine",
        &[("rules.docx", &word("3-6", None))],
        &["check", "rules.docx", "--format", "github"],
    );
    assert!(!text.contains("::"), "{text}");
}

#[test]
fn a_log_has_the_line_and_the_reason_of_an_allowance() {
    let results = sarif("sarif", &word("4-6", None));
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "E0706");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "rules.docx");
    assert_eq!(place["region"]["startLine"], 5);
    assert!(
        results[0]["suppressions"]
            .as_array()
            .is_none_or(Vec::is_empty)
    );
    let allowed = word("4-6", Some("allow E0706: a 3 has no effect"));
    let results = sarif("sarif-allowed", &allowed);
    assert_eq!(results.len(), 1);
    let suppression = &results[0]["suppressions"][0];
    assert_eq!(suppression["justification"], "a 3 has no effect");
}

#[test]
fn an_allowance_in_word_that_nothing_needs_is_told() {
    let results = sarif("idle", &word("3-6", Some("allow E0706: a 3 has no effect")));
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "E0640");
    let results = sarif("silent", &word("4-6", Some("allow E0706")));
    let codes: Vec<&Value> = results.iter().map(|result| &result["ruleId"]).collect();
    assert_eq!(codes.len(), 2, "without a reason nothing is allowed");
    assert!(codes.contains(&&Value::from("E0640")) && codes.contains(&&Value::from("E0706")));
}

#[test]
fn a_manuscript_that_cannot_be_read_is_an_error() {
    let (text, code) = run(
        "broken",
        &[("rules.docx", b"%PDF-1.7")],
        &["check", "rules.docx", "--format", "github"],
    );
    assert_eq!(code, 1, "{text}");
    assert!(
        text.starts_with("::error title=E0700") || text.starts_with("::error file"),
        "{text}"
    );
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let six = usize::try_from(bits >> (18 - 6 * at) & 63).unwrap();
            text.push(match at <= group.len() {
                true => char::from(alphabet[six]),
                false => '=',
            });
        }
    }
    text
}

#[test]
fn a_page_hands_in_bytes_and_gets_findings_tables_and_a_rule() {
    let mut client = Client::new(&[]);
    let bytes = base64(&word("4-6", None));
    let asked = json!({ "name": "rules.docx", "base64": bytes });
    let answer = client.request("sandtable/manuscript", asked)["result"].take();
    assert_eq!(answer["schema"], "sandtable/manuscript/1");
    assert_eq!(
        answer["text"].as_str().unwrap().lines().nth(4),
        Some("4-6 | hit")
    );
    let codes = answer["findings"].as_array().unwrap().iter();
    let codes: Vec<&Value> = codes.map(|finding| &finding["code"]).collect();
    assert!(codes.contains(&&Value::from("E0706")), "{codes:?}");
    let table = &answer["tables"][0];
    // The table has the lines 3 to 5 of the text.
    assert_eq!((&table["line"], &table["end"]), (&json!(3), &json!(5)));
    let asked = json!({ "name": "rules.docx", "base64": bytes, "table": table["table"] });
    let answer = client.request("sandtable/declaration", asked)["result"].take();
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("1-2") && text.contains("miss"), "{text}");
    let asked = json!({ "name": "rules.docx", "base64": "not*base64" });
    let answer = client.request("sandtable/manuscript", asked);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("base64"),
        "{answer}"
    );
}

const GAME: &str = "ruleset game \"Game\"\n  index \"index.toml\"\n\ntable fire \"Fire\" (rolled: d6) -> miss or hit [1]\n  rolled | result\n  1-3    | miss\n  4-6    | hit\n\nroll roll-fire \"Fire, rolled\" -> miss or hit [1]\n  result fire(d6)\n\nexample \"A five\" [1]\n  run    roll-fire\n  dice   5\n  expect roll-fire is hit\n";

const INDEX: &str = "draft = \"../../rules.docx\"\n\n[[rule]]\nid = \"1\"\ntitle = \"Fire\"\n\n[tables]\n\"1\" = \"fire\"\n";

/// The finding of the prose, and that the rules give a hit from 2 on: both can be allowed in the index.
#[test]
fn an_allowance_in_the_index_holds_for_the_prose_and_for_the_comparison() {
    let rules = GAME.replace("1-3    | miss\n  4-6", "1      | miss\n  2-6");
    let codes = |name: &str, last: &str, index: &str| {
        let files: [(&str, &[u8]); 3] = [
            ("rules.docx", &word(last, None)),
            ("rules/game/game.rules", rules.as_bytes()),
            ("rules/game/index.toml", index.as_bytes()),
        ];
        let (text, code) = run(name, &files, &["check", "game", "--format", "json"]);
        assert_eq!(code, 0, "{text}");
        let document: Value = serde_json::from_str(&text).unwrap();
        let findings = document["findings"].as_array().unwrap().iter();
        let codes = findings.map(|finding| finding["code"].as_str().unwrap().to_owned());
        let mut codes: Vec<String> = codes.collect();
        codes.sort();
        codes
    };
    assert_eq!(codes("index", "4-6", INDEX), ["E0706", "E0731"]);
    let one = format!("{INDEX}\n[allow]\n\"1\" = \"E0706: a 3 has no effect\"\n");
    assert_eq!(codes("index-one", "4-6", &one), ["E0731"]);
    let both = format!("{INDEX}\n[allow]\n\"1\" = \"E0706, E0731: a 3 has no effect\"\n");
    assert_eq!(codes("index-both", "4-6", &both), Vec::<String>::new());
    let idle = both.replace("E0706, E0731", "E0706");
    let same = codes("index-idle", "4-6", &idle.replace("E0706", "E0719"));
    assert_eq!(same, ["E0640", "E0706", "E0731"]);
}

const DRAFT: &str = "# 1 Fire\n\nRoll a d6 and read the table.\n\n| d6 | Result |\n| --- | --- |\n| 1 | miss |\n| 2 | miss |\n| 3 | miss |\n| 4 | hit |\n| 5 | hit |\n| 6 | hit |\n\nExample: The Guard rolls a 5: a hit.\n\n# 2 Weather\n\n| d6 | Weather |\n| --- | --- |\n| 1-5 | fair |\n| 6 | rain |\n";

/// Compares a manuscript with rules that no index ties it to; returns the codes, and what is said beside them.
fn compared(name: &str, draft: &str) -> (Vec<String>, String) {
    let rules = GAME.replace("  index \"index.toml\"\n", "");
    let files: [(&str, &[u8]); 2] = [
        ("first.md", draft.as_bytes()),
        ("rules/game/game.rules", rules.as_bytes()),
    ];
    let folder = format!("compared-{name}");
    let arguments = ["compare", "first.md", "--rules", "game"];
    let (text, code) = run(&folder, &files, &arguments);
    assert_eq!(code, 0, "{text}");
    let (json, _) = run(
        &folder,
        &files,
        &[arguments.as_slice(), &["--format", "json"]].concat(),
    );
    let document: Value = serde_json::from_str(&json).unwrap();
    let findings = document["findings"].as_array().unwrap().iter();
    let codes = findings.map(|finding| finding["code"].as_str().unwrap().to_owned());
    (codes.collect(), text)
}

#[test]
fn a_manuscript_is_compared_with_rules_that_nothing_ties_it_to() {
    assert_eq!(compared("same", DRAFT).0, Vec::<String>::new());
    let (codes, text) = compared("cell", &DRAFT.replace("| 3 | miss |", "| 3 | hit |"));
    assert_eq!(codes, ["E0731"], "{text}");
    assert!(text.contains("differ in one place"), "{text}");
    // The example gives a miss for 5; the table of the rules gives a hit.
    let example = DRAFT.replace("rolls a 5: a hit", "rolls a 5: a miss");
    assert_eq!(compared("example", &example).0, ["E0734"]);
}
