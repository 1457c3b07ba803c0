//! Twin results of two pieces that both change the same one: `ours = blows(attacker)`, `theirs = blows(defender)`, both added to
//! `defender.hits`. Also points moved out of a track by the number that is missing in it: `move 6 - unit.fuel of unit.fuel to …`.
//!
//! Reports: E0654.

use super::Context;
use super::readings::{Names, named, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form, exchanged};
use sandtable_model::{
    Ability, Arithmetic, Change, Naming, RuleBook, Statement, Transfer, Type, walk_blocks,
    walk_changes,
};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let names = names_of(body);
        walk_blocks(body, &mut |block| {
            for (at, statement) in block.iter().enumerate() {
                diagnostics.extend(missing_taken(naming, statement, &names));
                for other in block.iter().skip(at + 1) {
                    let pair = [statement, other];
                    diagnostics.extend(both_on_one(book, naming, (body, &names), pair));
                }
            }
        });
    }
}

fn finding(message: String, naming: &Naming) -> Diagnostic {
    Diagnostic::new(Code::SwappedArguments, message)
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Returns the finding about two changes of one piece by the results of one rule, once for it and once for another piece.
fn both_on_one(
    book: &RuleBook,
    naming: &Naming,
    (body, names): (&[Statement], &Names<'_>),
    pair: [&Statement; 2],
) -> Option<Diagnostic> {
    let [one, other] = [pair[0].change()?, pair[1].change()?];
    let unit = one.unit.local()?;
    let is_same = one.track == other.track
        && one.how == other.how
        && one.how != Change::Set
        && one.index.is_none()
        && other.index.is_none()
        && other.unit.is_local(unit);
    let (first, second) = (named(one.amount, names), named(other.amount, names));
    let ((called, ours), (also, theirs)) = (first.call()?, second.call()?);
    let rule = book.procedures.get(called.at())?;
    let is_result = matches!(rule.ability, Ability::Roll | Ability::Formula);
    if !is_same || !is_result || also != called || first.span == second.span {
        return None;
    }
    let mut others = ours.iter().chain(theirs).filter_map(|argument| {
        let is_alike =
            matches!(argument.ty, Type::Unit(kinds) if !kinds.and(one.unit.ty.kinds()).is_empty());
        argument.local().filter(|local| is_alike && *local != unit)
    });
    let twin = others.next()?;
    let second_form = canonical_form(second, &exchanged(unit, twin));
    let mut is_changed = false;
    for statement in body {
        walk_changes(statement, &mut |of, track| {
            is_changed |= track == one.track && of.is_local(twin);
        });
    }
    if is_changed || second_form.is_none() || canonical_form(first, &[]) != second_form {
        return None;
    }
    let (rule, track) = (&rule.naming.name, book.track_name(one.track));
    let finding = finding(
        format!("the results of `{rule}` for both pieces change `{track}` of the same one"),
        naming,
    );
    Some(
        finding
            .label(pair[0].span, "changed here")
            .label(pair[1].span, "and here")
            .label(second.span, "the result for the other piece")
            .help("let one of the two lines change the other piece; if intended, ignore this"),
    )
}

/// Returns the finding about points that are taken from a track as far as they are missing there.
fn missing_taken(naming: &Naming, statement: &Statement, names: &Names<'_>) -> Option<Diagnostic> {
    let change = statement
        .change()
        .filter(|change| change.how == Change::Take)?;
    let Some(Transfer::Out(written)) = change.transfer else {
        return None;
    };
    let (full, left) = named(&written.amount, names).operands(Arithmetic::Subtract)?;
    let is_full = full.literal().is_some() || full.field().is_some();
    if !is_full || !are_equivalent(left, &written.from) {
        return None;
    }
    Some(
        finding(
            "this moves out of a track what is missing in it".to_owned(),
            naming,
        )
        .label(written.from.span, "moved from here")
        .label(written.amount.span, "the more, the less is left")
        .help("exchange the two tracks, so that it is filled; if intended, ignore this"),
    )
}
