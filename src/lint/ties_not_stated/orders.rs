//! Orders of the units of several sides by a stat that two units of the roster share: the one listed first goes first.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    FieldId, LocalId, NONE, Naming, Profile, RuleBook, Selection, Statement, Value, blocks,
    walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        let mut found = Vec::new();
        walk_statements(body, &mut |statement| {
            found.extend(of_statement(book, naming, statement));
            true
        });
        diagnostics.extend(found);
    }
}

fn of_statement(book: &RuleBook, naming: &Naming, statement: &Statement) -> Option<Diagnostic> {
    let (selection, order) = statement.turns()?;
    let by = order?.ordering.by.as_ref();
    let (unit, field) = by.field()?;
    let is_member = unit.is_local(selection.local);
    let special = [book.side_kind(), book.game_kind()];
    let is_of_units = selection.region.is_none()
        && selection.owner.is_none()
        && !special
            .into_iter()
            .flatten()
            .any(|kind| selection.kinds.has(kind));
    // The units of one side are resolved in any order that its player likes.
    if !is_member
        || !is_of_units
        || is_of_one_side(book, selection)
        || !blocks(statement).any(|body| changes_others(book, selection, body))
    {
        return None;
    }
    let [one, other] = equals(book, selection, field)?;
    Some(finding(book, naming, (by.span, field), [one, other]))
}

/// Whether the condition of a selection is about the side of its members.
fn is_of_one_side(book: &RuleBook, selection: &Selection) -> bool {
    let condition = selection.condition.as_ref().zip(book.side_track());
    condition.is_some_and(|(condition, side)| condition.any(|part| part.is_track(side)))
}

/// Whether the turn of a unit can change another one: it calls an action, or changes what is not the unit's own.
fn changes_others(book: &RuleBook, selection: &Selection, body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        let mut decides = false;
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                if let Some((procedure, _)) = inner.call() {
                    let called = book.procedures.get(procedure.at());
                    decides |= called.is_some_and(|called| changes_parameters(&called.body));
                }
            });
        });
        let changes = statement
            .change()
            .is_some_and(|change| !change.unit.is_local(selection.local));
        let mut inner = blocks(statement);
        decides || changes || inner.any(|inner| changes_others(book, selection, inner))
    })
}

/// Whether an action changes a unit other than the one that is its first parameter.
fn changes_parameters(body: &[Statement]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |statement| {
        found |= statement
            .change()
            .is_some_and(|change| !change.unit.is_local(LocalId::new(0)));
        found |= statement.evaluated().is_some() || statement.created().is_some();
        !found
    });
    found
}

/// Returns two units of the roster with the same value of a stat.
fn equals<'b>(
    book: &'b RuleBook,
    selection: &Selection,
    field: FieldId,
) -> Option<[&'b Profile; 2]> {
    let mut first: BTreeMap<i32, &Profile> = BTreeMap::new();
    let units = book.profiles.iter();
    for unit in units.filter(|unit| selection.kinds.has(unit.kind) && !unit.id.is_empty()) {
        let Some(Value::Single(value)) = unit.value(field) else {
            continue;
        };
        if *value == NONE {
            continue;
        }
        if let Some(other) = first.insert(*value, unit) {
            return Some([other, unit]);
        }
    }
    None
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    (span, field): (Span, FieldId),
    [one, other]: [&Profile; 2],
) -> Diagnostic {
    let name = book.field_name(field);
    Diagnostic::new(
        Code::TiesNotStated,
        format!("units with the same `{name}` go in the order of the scenario"),
    )
    .label(span, "does not break ties")
    .label(one.span, format!("as much `{name}` as `{}`", other.id))
    .help(
        "roll off ties: `rank unit by …, highest first, ties d6, into unit.place`, and use \
        `unit.place`; if the order among them is nothing to the rules, ignore this",
    )
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
