//! A manuscript beside its rules: what the index ties to each other must say the same.
//!
//! The index names the manuscript and ties its tables, numbers and percentages to tables, values and questions of the rules. [`check`] adds
//! a finding for every difference, with both places: its first place is in the manuscript, so that the manuscript's author can allow it.
//! Examples of play are looked up in the tied tables. Reads no file: the manuscript is handed in.

mod examples;
pub(crate) mod grids;
pub(crate) mod places;
mod sections;
mod tables;
mod values;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, GivenAllowance};
use sandtable_draft::{Document, Manuscript};
use sandtable_model::RuleBook;
use sandtable_roster::{Tie, Ties};
use sandtable_source::Span;
use sandtable_workspace::Analysis;

use super::solve::Session;

pub use places::reference_to as reference_to_table;

/// Most findings about one tied table that are labelled.
const MOST_LABELS: usize = 4;

/// The parts of a comparison.
struct Linked<'a> {
    document: &'a Document,
    book: &'a RuleBook,
    ties: &'a Ties,
    /// The ruleset by the name under which it is asked.
    ruleset: &'a str,
}

/// Compares a manuscript with the rules that its index ties it to, and sets aside what the index allows.
///
/// The texts of the manuscript must be among its sources beside those of the analysis. `ruleset` is the name under which the session
/// knows the rules.
///
/// Reports: E0730 to E0736, E0640.
pub fn check(
    analysis: &Analysis,
    ruleset: &str,
    manuscript: &mut Manuscript,
    session: &mut Session<'_>,
) {
    if analysis.index().is_some() {
        run(analysis, ruleset, manuscript, session, false);
    } else {
        manuscript.allow(&[], false);
    }
}

/// Compares a manuscript with rules that need not be tied to it: as [`check`], and tables that agree with a declaration in most cells are
/// compared with it as if they were tied.
///
/// Reports: E0730 to E0736, E0640.
pub fn compare(
    analysis: &Analysis,
    ruleset: &str,
    manuscript: &mut Manuscript,
    session: &mut Session<'_>,
) -> Compared {
    run(analysis, ruleset, manuscript, session, true)
}

/// The extent of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// Number of tables that were compared.
    pub n_tables: usize,
    /// Tables that are like no declaration, as an index refers to them.
    pub other_tables: Vec<String>,
    /// Number of numbers in sentences that were compared.
    pub n_numbers: usize,
    /// Number of percentages that were compared.
    pub n_chances: usize,
}

/// Compares; with `untied` also the tables that no tie names.
fn run(
    analysis: &Analysis,
    ruleset: &str,
    manuscript: &mut Manuscript,
    session: &mut Session<'_>,
    untied: bool,
) -> Compared {
    let none = Ties::default();
    let ties = analysis.index().map_or(&none, |index| &index.ties);
    let linked = Linked {
        document: &manuscript.document,
        book: analysis.book(),
        ties,
        ruleset,
    };
    let mut found = Diagnostics::default();
    let mut compared = Compared::default();
    let is_compared = !analysis.diagnostics().has_errors();
    if is_compared {
        let mut tied = tables::check(&linked, &mut found);
        let like = tables::like(&linked, &tied);
        match untied {
            true => tied.extend(tables::check_like(&linked, like, &mut found)),
            false => tables::propose(&linked, &like, &mut found),
        }
        compared.n_numbers = values::numbers(&linked, session, &mut found);
        compared.n_chances = values::chances(&linked, session, &mut found);
        examples::check(&linked, &tied, &mut found);
        compared.n_tables = tied.len();
        compared.other_tables = tables::others(&linked, &tied);
    }
    if let Some(index) = analysis.index() {
        sections::check(&linked, index, &mut found);
    }
    let allowances = allowances(&linked, &mut found);
    manuscript.diagnostics.append(&found);
    manuscript.allow(&allowances, is_compared);
    compared
}

/// Findings that the index allows.
///
/// Reports: E0730.
fn allowances(linked: &Linked<'_>, found: &mut Diagnostics) -> Vec<GivenAllowance> {
    let mut given = Vec::new();
    for tie in &linked.ties.allowed {
        let document = linked.document;
        let table = places::grid_at(document, &tie.place.value);
        let section = places::section_at(document, &tie.place.value);
        let section = section.and_then(|at| document.sections.get(at));
        let reach = match (section, &table) {
            (Some(section), _) => document.reach_of(section),
            (None, Ok(block)) => document.blocks.get(*block).map(|block| block.span),
            (None, Err(_)) => None,
        };
        match reach {
            Some(reach) => given.push(GivenAllowance {
                text: tie.rule.value.clone(),
                place: tie.rule.span,
                reach,
            }),
            None => {
                let why = format!("the manuscript has no section `{}`", tie.place.value);
                found.push(unknown_place(tie, &why));
            }
        }
    }
    given
}

/// The finding about a file of a manuscript that an index names and that is not there, or is no manuscript.
pub fn missing_manuscript(path: &str, named: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownTie, format!("there is no manuscript `{path}`"))
        .label(named, "named here")
        .help("correct the path: it is read from the folder of the index")
}

/// A tie whose place in the manuscript cannot be found.
fn unknown_place(tie: &Tie, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTie, why.to_owned())
        .label(tie.place.span, "tied here")
        .help("correct the place: a section `5.3`, a table `Table 4` or `5.3 table 2`; for numbers also the words around them, `5.3: may move 6 hexes`")
}

/// A tie to something that the rules do not have.
fn unknown_rule(tie: &Tie, why: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownTie, why.to_owned())
        .label(tie.rule.span, "tied to this")
        .help("name a table, a list of modifiers or a kind of units for a table; `unit.stat`, `list: label` or a question for a number; a question and its outcome for a percentage")
}
