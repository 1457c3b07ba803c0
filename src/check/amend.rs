//! Amendments of single units by variants: the one place where rule files and unit files meet before the check.
//!
//! Reports: E0250, E0252.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_roster::{Roster, Unit, Value};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{Amend, Amendment, Literal, Name};
use sandtable_syntax::overlay::{Overlaid, Override};

/// Applies the stats of units that variants set, and removes the units that they remove.
///
/// Returns the overrides, without the names of the layers that own the units.
pub fn amend_units(
    roster: &mut Roster,
    overlaid: &Overlaid,
    diagnostics: &mut Diagnostics,
) -> Vec<Override> {
    let mut overrides = Vec::new();
    for (variant, amend) in &overlaid.units {
        amend_unit(roster, variant, &amend.value, &mut overrides, diagnostics);
    }
    for (variant, removal) in &overlaid.removed_units {
        let name = &removal.value.name;
        match roster.remove(&name.value) {
            Some(unit) => overrides.push(Override {
                what: format!("unit {}", name.value),
                does: "removes",
                winner: variant.clone(),
                winner_place: removal.span,
                loser: String::new(),
                loser_place: unit.head(),
                citations: sections(&removal.value.citations),
            }),
            None => diagnostics.extend(no_unit(roster, name)),
        }
    }
    overrides
}

fn sections(citations: &[Name]) -> Vec<String> {
    citations.iter().map(|one| one.value.clone()).collect()
}

/// The finding about a unit that the base does not have; `None` if a part of its files cannot be read that may say it.
fn no_unit(roster: &Roster, name: &Name) -> Option<Diagnostic> {
    let mut unread = roster.unread().iter();
    if unread.any(|part| part.words.contains(&name.value)) {
        return None;
    }
    let known = roster.units().iter().map(|unit| unit.id.value.as_str());
    let finding = Diagnostic::new(
        Code::NotInBase,
        format!("the base has no unit `{}`", name.value),
    );
    Some(
        finding
            .label(name.span, "")
            .suggest(&name.value, known)
            .help("name a unit by its id, the word after the dot in `[vehicle.panther]`"),
    )
}

fn amend_unit(
    roster: &mut Roster,
    variant: &str,
    amend: &Amend,
    overrides: &mut Vec<Override>,
    diagnostics: &mut Diagnostics,
) {
    let Some(unit) = roster.get_mut(&amend.name.value) else {
        diagnostics.extend(no_unit(roster, &amend.name));
        return;
    };
    for line in &amend.lines {
        let Amendment::Stat { name, values } = &line.value else {
            continue;
        };
        let (old, is_same) = set(unit, name, values, line.span);
        if is_same {
            diagnostics.push(
                Diagnostic::new(Code::ChangesNothing, "this changes nothing")
                    .label(line.span, "the same in the variant")
                    .label(old, "as in the unit file")
                    .help("delete it, or write the change that you want"),
            );
            continue;
        }
        overrides.push(Override {
            what: format!("unit {}, {}", amend.name.value, name.value),
            does: "replaces",
            winner: variant.to_owned(),
            winner_place: line.span,
            loser: String::new(),
            loser_place: old,
            citations: sections(&amend.citations),
        });
    }
}

/// Sets a stat; returns the span of the old one, or of the unit if it had none, and whether the value was the same.
fn set(unit: &mut Unit, name: &Name, values: &[Spanned<Literal>], span: Span) -> (Span, bool) {
    let head = unit.head();
    let old = unit
        .stats
        .iter_mut()
        .find(|stat| stat.key.value == name.value);
    let was_list = old
        .as_ref()
        .is_some_and(|stat| matches!(stat.value.value, Value::List(_)));
    let new = value(values, was_list || name.value == "traits");
    let new = Spanned::new(new, values.first().map_or(span, |first| first.span));
    match old {
        Some(stat) => {
            let (place, is_same) = (stat.key.span, stat.value == new);
            stat.value = new;
            (place, is_same)
        }
        None => {
            unit.stats.push(sandtable_roster::Stat {
                key: name.clone(),
                value: new,
            });
            (head, false)
        }
    }
}

fn value(values: &[Spanned<Literal>], is_list: bool) -> Value {
    let one = |literal: &Spanned<Literal>| match &literal.value {
        Literal::Number(number) => Value::Number(i64::from(*number)),
        Literal::Word(word) => match word.as_str() {
            "yes" => Value::Flag(true),
            "no" => Value::Flag(false),
            _ => Value::Word(word.clone()),
        },
    };
    match values {
        [only] if !is_list => one(only),
        several => Value::List(
            several
                .iter()
                .map(|literal| Spanned::new(one(literal), literal.span))
                .collect(),
        ),
    }
}
