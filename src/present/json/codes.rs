//! The codes of findings, as programs read them.

use sandtable_diagnostic::Code;
use serde::Serialize;

use super::findings::severity_word;

/// The document of `explain` without a code.
#[derive(Debug, Serialize)]
pub struct CodesDocument {
    codes: Vec<CodeRow>,
}

/// The document of `explain` with a code.
#[derive(Debug, Serialize)]
pub struct CodeDocument {
    #[serde(flatten)]
    row: CodeRow,
    page: &'static str,
}

#[derive(Debug, Serialize)]
struct CodeRow {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
}

impl CodesDocument {
    /// Describes all codes.
    pub fn of_all() -> Self {
        Self {
            codes: Code::ALL.iter().map(|code| CodeRow::new(*code)).collect(),
        }
    }
}

impl CodeDocument {
    /// Describes a code with its page.
    pub fn new(code: Code) -> Self {
        Self {
            row: CodeRow::new(code),
            page: code.page(),
        }
    }
}

impl CodeRow {
    fn new(code: Code) -> Self {
        Self {
            code: code.number(),
            slug: code.slug(),
            severity: severity_word(code.severity()),
        }
    }
}
