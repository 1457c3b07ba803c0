//! Parts of a book that the other lints have not looked at, and why.
//!
//! Reports: E0617.

use super::Context;
use super::distribution::{MAX_CELLS, is_ordered};
use super::trial::{Reason, Skipped};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
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
    skipped(&context.skipped.borrow(), diagnostics);
}

/// Reports a rule that takes too many evaluations to be interpreted.
fn truncated(naming: &Naming) -> Diagnostic {
    Diagnostic::new(
        Code::NotLookedThrough,
        format!("`{}` is too involved to be looked through", naming.name),
    )
    .label(naming.span, "not every way through this rule was followed")
    .help("keep what is worked out under names, or make formulas of it")
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
            Code::NotLookedThrough,
            format!("the cells of `{}` were not all compared: {reason}", naming.name),
        )
        .label(naming.span, "")
        .help("whether a better key gives a worse result, and where its steps are steep, is for you to see")
        .cite(naming.citations.iter().map(String::as_str)),
    )
}

/// Returns why not all cells of a table can be compared.
fn obstacle(context: &Context<'_>, (id, table): (TableId, &Table)) -> Option<String> {
    let n_cells = table.cells.len();
    if n_cells > MAX_CELLS {
        return Some(format!("it has {n_cells}, and {MAX_CELLS} are the most"));
    }
    let Some(known) = context.distributions(id) else {
        return Some("its keys are rolled with too many dice".to_owned());
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
    (!words.is_empty()).then(|| {
        format!(
            "what {} stands for rests on more than one die",
            words.join(" and ")
        )
    })
}

/// Reports what the other lints have skipped.
fn skipped(skipped: &Skipped, diagnostics: &mut Diagnostics) {
    for tables in &skipped.tables {
        let (name, second_name) = (&tables.one.name, &tables.other.name);
        let message = format!(
            "`{name}` and `{second_name}` have the same keys and were not compared: they have more than {} answers",
            tables.limit
        );
        diagnostics.push(
            Diagnostic::new(Code::NotLookedThrough, message)
                .label(tables.other.span, "")
                .label(tables.one.span, "")
                .help("whether one of them says otherwise what the other says is for you to see"),
        );
    }
    for (reason, rules) in &skipped.rules {
        let (why, help) = match reason {
            Reason::NoUnit => (
                "there is no unit to ask it with",
                "write a unit of that kind into a unit file",
            ),
            Reason::Undecided => (
                "players decide on the way, and `worth` does not say how",
                "say what the options are `worth`",
            ),
            Reason::TooLarge => (
                "more can happen in it than is followed here",
                "`sandtable odds` has a larger budget",
            ),
            Reason::NoResult => ("it comes to nothing that can be compared", ""),
        };
        let names: Vec<String> = rules
            .iter()
            .map(|naming| match naming.name.contains(' ') {
                // An option that is no rule of its own.
                true => format!("\"{}\"", naming.shown()),
                false => format!("`{}`", naming.name),
            })
            .collect();
        let message = format!("what {} comes to was not compared: {why}", names.join(", "));
        diagnostics.push(not_compared(message, rules, help));
    }
    let message = match skipped.unfinished.len() {
        0 => return,
        1 => "one rule was compared in few situations only".to_owned(),
        n => format!("{n} rules were compared in few situations only"),
    };
    let help = "`sandtable check --thorough` compares them in more";
    diagnostics.push(not_compared(message, &skipped.unfinished, help));
}

fn not_compared(message: String, rules: &[Naming], help: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::NotLookedThrough, message);
    let labelled = rules.iter().take(MAX_LABELS);
    let finding = labelled.fold(finding, |finding, naming| finding.label(naming.span, ""));
    match help {
        "" => finding,
        help => finding.help(help),
    }
}
