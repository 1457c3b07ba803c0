//! Parts of a book that other lints did not analyse, with the reasons.
//!
//! Reports: E0617.

use super::Context;
use super::distribution::{MAX_CELLS, is_ordered};
use super::trial::{Reason, Skipped};
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic, Diagnostics};
use sandtable_model::{Meaning, NONE, Naming, Table, TableId};

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for naming in &context.values.truncated {
        diagnostics.push(truncated(naming));
    }
    for (id, table) in context.tables() {
        diagnostics.extend(table_cells(context, (id, table)));
    }
    let mut all = context.skipped();
    all.sort();
    skipped(&all, diagnostics);
}

/// Reports a rule that takes too many evaluations to be interpreted.
fn truncated(naming: &Naming) -> Diagnostic {
    Diagnostic::new(
        Code::NotFullyChecked,
        format!("`{}` is too complex to check fully", naming.name),
    )
    .label(naming.span, "not every branch was checked")
    .help("name intermediate values, or move them into formulas")
    .cite(naming.citations.iter().map(String::as_str))
}

/// Reports a table with an order whose cells have not all been compared.
fn table_cells(context: &Context<'_>, (id, table): (TableId, &Table)) -> Option<Diagnostic> {
    let book = context.book;
    let mut keys = table.keys.iter();
    let is_comparable = is_ordered(book, table.result.ty)
        && keys.any(|key| key.dice.is_none() && is_ordered(book, key.ty));
    let reason = is_comparable.then(|| obstacle(context, (id, table)))??;
    let naming = &table.naming;
    Some(
        Diagnostic::new(
            Code::NotFullyChecked,
            format!("not all cells of `{}` were compared: {reason}", naming.name),
        )
        .label(naming.span, "")
        .help("check yourself that a better key never gives a worse result")
        .cite(naming.citations.iter().map(String::as_str)),
    )
}

/// Returns why not all cells of a table can be compared.
fn obstacle(context: &Context<'_>, (id, table): (TableId, &Table)) -> Option<String> {
    let n_cells = table.cells.len();
    if n_cells > MAX_CELLS {
        return Some(format!("it has {n_cells}, more than {MAX_CELLS}"));
    }
    let Some(known) = context.distributions(id) else {
        return Some("its keys use too many dice".to_owned());
    };
    let is_nothing = |meaning: &Meaning| matches!(meaning, Meaning::Value(NONE));
    if table.meanings.iter().any(is_nothing) || table.keys.iter().any(|key| key.dice.is_some()) {
        return None;
    }
    let words: Vec<String> = table
        .meanings
        .iter()
        .enumerate()
        .filter_map(|(at, meaning)| match meaning {
            Meaning::Where { word, .. } => {
                let mut cells = table.cells.iter().enumerate();
                let is_known =
                    cells.any(|(place, cell)| *cell as usize == at && known.contains_key(&place));
                (!is_known).then(|| format!("`{word}`"))
            }
            Meaning::Value(_) => None,
        })
        .collect();
    (!words.is_empty()).then(|| format!("{} depends on more than one die", words.join(" and ")))
}

/// Reports what the other lints have skipped.
fn skipped(skipped: &Skipped, diagnostics: &mut Diagnostics) {
    for tables in &skipped.tables {
        let (name, second_name) = (&tables.one.name, &tables.other.name);
        let message = format!(
            "`{name}` and `{second_name}` have the same keys, but were not compared: they have \
             more than {} results",
            tables.limit
        );
        diagnostics.push(
            Diagnostic::new(Code::NotFullyChecked, message)
                .label(tables.other.span, "")
                .label(tables.one.span, "")
                .help("check yourself that they do not contradict each other"),
        );
    }
    for table in &skipped.swaps {
        let message = format!(
            "no exchanged cells were looked for in `{}`: it has too many that are neighbours",
            table.name
        );
        diagnostics.push(
            Diagnostic::new(Code::NotFullyChecked, message)
                .label(table.span, "")
                .help("where a better key gives a worse result, compare the cells with the book"),
        );
    }
    for (reason, rules) in &skipped.rules {
        let (why, help) = match reason {
            Reason::NoUnit => (
                "there is no unit to try it with",
                "add a unit of that kind to a unit file",
            ),
            Reason::Undecided => (
                "players decide something without a `worth`",
                "give the options a `worth`",
            ),
            Reason::TooLarge => (
                "it has too many game states for this check",
                "use `sandtable odds`, which allows more",
            ),
            Reason::NoResult => ("it gives nothing that can be compared", ""),
        };
        let names: Vec<String> = rules
            .iter()
            .map(|naming| match naming.name.contains(' ') {
                // An option that is no rule of its own.
                true => format!("\"{}\"", naming.shown()),
                false => format!("`{}`", naming.name),
            })
            .collect();
        let message = format!(
            "the results of {} were not compared: {why}",
            names.join(", ")
        );
        diagnostics.push(not_compared(message, rules, help));
    }
    let message = match skipped.unfinished.len() {
        0 => return,
        1 => "one rule was compared in only a few situations".to_owned(),
        n => format!("{n} rules were compared in only a few situations"),
    };
    let finding = not_compared(message, &skipped.unfinished, "");
    diagnostics.push(finding.help_by(CommandHelp::Thorough));
}

fn not_compared(message: String, rules: &[Naming], help: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::NotFullyChecked, message);
    let labelled = rules.iter().take(MAX_LABELS);
    let finding = labelled.fold(finding, |finding, naming| finding.label(naming.span, ""));
    match help {
        "" => finding,
        help => finding.help(help),
    }
}
