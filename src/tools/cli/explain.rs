//! `sandtable explain`: the page of a code.

use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::present::codes;
use crate::present::json::codes::{CodeDocument, CodesDocument};
use crate::source::SourceMap;

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Without CODE, all codes are listed.\n\nExample: sandtable explain E0203")]
pub(super) struct Arguments {
    /// Code or name of a finding: E0203 or wrong-type
    code: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let Some(word) = &arguments.code else {
        match output.format() {
            Format::Human => output.text(&codes::text()),
            Format::Json => output.json("explain", CodesDocument::of_all()),
        }
        return Exit::Fine;
    };
    let Some(code) = Code::with_name(word) else {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(unknown(word));
        output.findings(&diagnostics, &SourceMap::default());
        return Exit::Usage;
    };
    match output.format() {
        Format::Human => output.text(code.page()),
        Format::Json => output.json("explain", CodeDocument::new(code)),
    }
    Exit::Fine
}

/// Returns the finding about a word that is no code, with the nearest one.
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
