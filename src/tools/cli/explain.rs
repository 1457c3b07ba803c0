//! `sandtable explain`: the page of a code.

use serde_json::json;

use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, suggest};
use crate::source::SourceMap;

/// Which page.
#[derive(Debug, clap::Args)]
#[command(after_help = "Without CODE, all codes are listed.\n\nExample: sandtable explain E0203")]
pub(super) struct Arguments {
    /// As findings show it: E0203, or wrong-type
    code: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let Some(word) = &arguments.code else {
        list(output);
        return Exit::Fine;
    };
    match find(word) {
        Some(code) => {
            page(code, output);
            Exit::Fine
        }
        None => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(unknown(word));
            output.findings(&diagnostics, &SourceMap::default());
            Exit::Usage
        }
    }
}

/// The code of a number or slug, whatever the case.
fn find(word: &str) -> Option<Code> {
    Code::ALL.iter().copied().find(|code| {
        word.eq_ignore_ascii_case(code.number()) || word.eq_ignore_ascii_case(code.slug())
    })
}

fn page(code: Code, output: &Output) {
    match output.format() {
        Format::Human => output.text(code.page()),
        Format::Json => {
            let mut body = row(code);
            if let Some(fields) = body.as_object_mut() {
                fields.insert("page".to_owned(), json!(code.page()));
            }
            output.json("explain", body);
        }
    }
}

fn list(output: &Output) {
    match output.format() {
        Format::Human => {
            let lines: String = Code::ALL
                .iter()
                .map(|code| format!("{}  {}\n", code.number(), code.slug()))
                .collect();
            output.text(&lines);
        }
        Format::Json => {
            let codes: Vec<_> = Code::ALL.iter().map(|code| row(*code)).collect();
            output.json("explain", json!({ "codes": codes }));
        }
    }
}

fn row(code: Code) -> serde_json::Value {
    json!({
        "code": code.number(),
        "slug": code.slug(),
        "severity": match code.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
    })
}

fn unknown(word: &str) -> Diagnostic {
    let known = Code::ALL
        .iter()
        .flat_map(|code| [code.number(), code.slug()]);
    let diagnostic = Diagnostic::new(Code::UnknownCode, format!("there is no finding `{word}`"));
    match suggest::nearest(word, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("`sandtable explain` lists them all"),
    }
}
