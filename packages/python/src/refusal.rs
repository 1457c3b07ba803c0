//! Exceptions: the class is written in Python, which reads the findings.

use pyo3::prelude::*;
use sandtable::diagnostic::{Diagnostic, Diagnostics};
use sandtable::present::json::findings;
use sandtable::session::library::QuestionError;
use sandtable::source::SourceMap;
use serde_json::Value;

/// Returns the exception of a sentence and a document of findings.
pub(crate) fn refusal(py: Python<'_>, message: &str, document: Option<&Value>) -> PyErr {
    let document = document.map(Value::to_string);
    let made = py
        .import("sandtable.errors")
        .and_then(|module| module.getattr("refusal"))
        .and_then(|make| make.call1((message, document)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Returns the exception of some findings.
pub(crate) fn of_findings(py: Python<'_>, found: &Diagnostics, sources: &SourceMap) -> PyErr {
    let document = findings::document(found, sources).ok();
    refusal(py, findings::first_message(found), document.as_ref())
}

/// Returns the exception of one finding.
pub(crate) fn of_finding(py: Python<'_>, finding: Diagnostic, sources: &SourceMap) -> PyErr {
    let mut found = Diagnostics::default();
    found.push(finding);
    of_findings(py, &found, sources)
}

/// Returns the exception of a question without an answer.
pub(crate) fn of_question(py: Python<'_>, error: &QuestionError) -> PyErr {
    match error.findings() {
        Ok((found, sources)) => of_findings(py, &found, &sources),
        Err(sentence) => refusal(py, sentence, None),
    }
}
