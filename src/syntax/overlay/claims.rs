//! Conflicts of variants that amend the same line without a declared order.

use super::order::LayerOrder;
use super::{Layer, tables};
use crate::ast::{Amendment, Item, KindLine, Row, Step, space};
use crate::write::{cell_text, quoted_line};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// Something of the base that a variant says otherwise: `table`, `save`, `row small-gun`.
struct Claim {
    /// The longer, the less of the base.
    path: Vec<String>,
    layer: usize,
    span: Span,
}

/// Reports two amendments of the same thing. Within a variant none repeats; of two variants, one must declare that
/// it follows the other.
///
/// Reports: E0251.
pub(super) fn conflicts(layers: &[Layer], order: &LayerOrder, diagnostics: &mut Diagnostics) {
    let mut claims: Vec<Claim> = Vec::new();
    for (at, layer) in layers.iter().enumerate().skip(1) {
        for item in layer.files.iter().flat_map(|file| &file.items) {
            claims_of(layers, item, at, &mut claims);
        }
    }
    let mut sorted: Vec<&Claim> = claims.iter().collect();
    sorted.sort_by(|one, other| one.path.cmp(&other.path));
    // What a claim contains follows it directly.
    for (at, claim) in sorted.iter().enumerate() {
        let within = sorted.iter().skip(at + 1);
        for other in within.take_while(|other| other.path.starts_with(&claim.path)) {
            if claim.layer == other.layer || !order.is_said(claim.layer, other.layer) {
                diagnostics.push(conflict(layers, claim, other));
            }
        }
    }
}

fn conflict(layers: &[Layer], one: &Claim, other: &Claim) -> Diagnostic {
    let name = |claim: &Claim| {
        let layer = layers.get(claim.layer);
        layer.map_or("", |layer| layer.name.as_str())
    };
    let what = one.path.join(" ");
    let finding = if one.layer == other.layer {
        Diagnostic::new(
            Code::ConflictingVariants,
            format!("this variant changes {what} twice"),
        )
        .label(other.span, "here again")
        .label(one.span, "first here")
        .help("delete one of them")
    } else {
        let (first, second) = (name(one), name(other));
        Diagnostic::new(
            Code::ConflictingVariants,
            format!("two variants change {what}, and neither is declared to come after the other"),
        )
        .label(one.span, format!("`{first}` changes it here"))
        .label(other.span, format!("`{second}` here"))
        .help(format!(
            "write `after {first}` below the `variant` line of `{second}`, or the other way \
             round; the later one applies"
        ))
    };
    match one.span.file == other.span.file && one.span.start > other.span.start {
        true => Diagnostic {
            labels: finding.labels.iter().rev().cloned().collect(),
            ..finding
        },
        false => finding,
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
)]
fn claims_of(layers: &[Layer], item: &Spanned<Item>, layer: usize, claims: &mut Vec<Claim>) {
    let mut claim = |path: Vec<String>, span: Span| claims.push(Claim { path, layer, span });
    let path = |sort: &str, name: &str| vec![said_sort(sort).to_owned(), format!("`{name}`")];
    match &item.value {
        Item::Amend(amend) => {
            let whole = path(&amend.sort.value, &amend.name.value);
            let n_keys = n_keys(layers, &amend.name.value);
            for line in &amend.lines {
                for part in parts(&line.value, n_keys) {
                    claim(whole.iter().cloned().chain(part).collect(), line.span);
                }
            }
        }
        Item::Remove(removal) => claim(
            path(&removal.sort.value, &removal.name.value),
            removal.name.span,
        ),
        value => {
            if let (Some(sort), Some(head)) = (sort_of(value), value.head()) {
                claim(path(sort, &head.name.value), head.name.span);
            }
        }
    }
}

fn sort_of(item: &Item) -> Option<&'static str> {
    if let Item::Replace(inner) = item {
        return inner.sort();
    }
    item.sort()
}

/// Sorts that share their names are one.
fn said_sort(sort: &str) -> &str {
    match space(sort) {
        _ if sort == "unit" => "the unit",
        "type" => "the type",
        "trigger" => "the trigger",
        "window" => "the window",
        "reaction" => "the reaction",
        _ => "the rule",
    }
}

/// Number of cells of a row that are its keys.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
)]
fn n_keys(layers: &[Layer], name: &str) -> usize {
    let files = layers.iter().flat_map(|layer| &layer.files);
    let items = files.flat_map(|file| &file.items);
    let mut tables = items.filter_map(|item| match &item.value {
        Item::Table(table) if table.head.name.value == name => Some(tables::n_keys(table)),
        _ => None,
    });
    tables.next().unwrap_or(1)
}

/// The keys of a row; then, for a cell, the column.
fn row(row: &Row, n_keys: usize) -> Vec<String> {
    let texts: Vec<String> = row
        .cells
        .iter()
        .map(|cell| cell_text(&cell.value))
        .collect();
    let (keys, column) = texts.split_at(n_keys.min(texts.len()));
    let mut path = vec![format!("row {}", keys.join(" | "))];
    path.extend(column.iter().cloned());
    path
}

/// Parts of a declaration that a line is about.
fn parts(line: &Amendment, n_keys: usize) -> Vec<Vec<String>> {
    let one = |text: String| vec![vec![text]];
    match line {
        Amendment::Row(_, written) => {
            let whole = row(&written.value, n_keys);
            vec![whole.into_iter().take(1).collect()]
        }
        Amendment::Cell { place, .. } => vec![row(&place.value, n_keys)],
        Amendment::Where(_, meaning) => one(format!("where {}", meaning.word.value)),
        Amendment::RemoveWhere(word) => one(format!("where {}", word.value)),
        Amendment::Limit(..) => one("limit".to_owned()),
        Amendment::AddModifier(modifier) => {
            let label = modifier.value.label.as_ref();
            label.map_or_else(Vec::new, |label| one(format!("\"{}\"", label.value)))
        }
        Amendment::ReplaceModifier(label, _) | Amendment::RemoveModifier(label) => {
            one(format!("\"{}\"", label.value))
        }
        Amendment::KindLine(_, line) => match &line.value {
            KindLine::Stat { name, .. }
            | KindLine::Deck { name, .. }
            | KindLine::Hidden { name, .. }
            | KindLine::OnMap { name } => one(name.value.clone()),
            KindLine::Formula { head, .. } => one(head.name.value.clone()),
            // A further check takes no other's place.
            KindLine::Must { .. } => Vec::new(),
            KindLine::Traits(names) | KindLine::Track { names, .. } => {
                names.iter().map(|name| vec![name.value.clone()]).collect()
            }
        },
        Amendment::RemoveTraits(names) => {
            names.iter().map(|name| vec![name.value.clone()]).collect()
        }
        Amendment::RemoveOfKind(name) | Amendment::Stat { name, .. } => one(name.value.clone()),
        Amendment::Line { step, line, .. } => {
            let text = quoted_line(line);
            vec![match step {
                Step::Replace | Step::Remove => vec![text],
                Step::Before => vec![text, "before".to_owned()],
                Step::After => vec![text, "after".to_owned()],
            }]
        }
        Amendment::AtStart(_) => one("start".to_owned()),
        Amendment::AtEnd(_) => one("end".to_owned()),
    }
}
