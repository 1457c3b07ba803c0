//! The findings of a check, as programs read them.

use sandtable_diagnostic::Allowed;
use serde::Serialize;

use super::findings::Finding;
use crate::check::{Report, n_files, remarks, tally};

/// The document of `check`.
#[derive(Debug, Serialize)]
pub struct CheckDocument<'a> {
    findings: Vec<Finding<'a>>,
    errors: usize,
    warnings: usize,
    failing: usize,
    files: usize,
    notes: Vec<Finding<'a>>,
    allowed: Vec<AllowedFinding<'a>>,
    failing_examples: Vec<&'a str>,
    remarks: Vec<String>,
}

/// A finding that a file allows.
#[derive(Debug, Serialize)]
struct AllowedFinding<'a> {
    #[serde(flatten)]
    finding: Finding<'a>,
    reason: &'a str,
}

impl<'a> CheckDocument<'a> {
    /// Describes the findings of all rulesets.
    pub fn new(reports: &'a [Report]) -> Self {
        let tally = tally(reports);
        let findings = reports
            .iter()
            .flat_map(|report| Finding::all(report.diagnostics.iter(), &report.sources));
        let notes = reports
            .iter()
            .flat_map(|report| Finding::all(report.diagnostics.notes(), &report.sources));
        let allowed = reports.iter().flat_map(|report| {
            let allowed = report.diagnostics.allowed().iter();
            allowed.map(|allowed: &Allowed| AllowedFinding {
                finding: Finding::new(&allowed.finding, &report.sources),
                reason: &allowed.reason,
            })
        });
        Self {
            findings: findings.collect(),
            errors: tally.n_errors,
            warnings: tally.n_warnings,
            failing: reports.iter().map(|report| report.failing.len()).sum(),
            files: n_files(reports),
            notes: notes.collect(),
            allowed: allowed.collect(),
            failing_examples: reports
                .iter()
                .flat_map(|report| report.failing.iter().map(|one| one.title.as_str()))
                .collect(),
            remarks: remarks(reports),
        }
    }
}
