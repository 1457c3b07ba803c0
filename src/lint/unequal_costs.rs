//! Costs that are checked at one place and not at another one of the same rule, options that take without asking though the others ask, and
//! options that ask for a price and take nothing.
//!
//! Reports: E0681.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::cost_of_call::costs_of_calls;
use super::readings::{is_read_in, reads_track};
use super::unchecked_cost::{Required, amounts_required};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Change, Choice, Expr, Line, Naming, RuleBook, Statement, TrackId, Type, blocks, walk_own,
    walk_statements,
};
use sandtable_source::Span;

/// Least amount of a price: with less, a condition may only ask whether there is any.
const MIN_PRICE: i32 = 2;
/// Least number of rules that require a track and pay from it, for one that pays nothing to be odd.
const MIN_PAYING: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut payments = Payments::default();
        payments.block(body, &mut Vec::new());
        let odd = payments.odd_one(book, naming);
        let place = |finding: &Diagnostic| finding.labels.first().map(|label| label.span);
        walk_statements(body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            let found = lines.and_then(|lines| unasked(book, naming, body, lines));
            let is_odd = |found: &Diagnostic| odd.as_ref().map(place) == Some(place(found));
            diagnostics.extend(found.filter(|found| !is_odd(found)));
            true
        });
        diagnostics.extend(odd);
    }
    let mut prices = None;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            for line in lines.into_iter().flatten() {
                let asked = line.condition.iter().flat_map(amounts_required);
                let mut asked = asked.filter(|(_, _, least, _)| *least >= MIN_PRICE);
                if asked.next().is_some() {
                    let prices = prices.get_or_insert_with(|| Prices::new(book));
                    diagnostics.extend(prices.unpaid(book, naming, line));
                }
            }
            true
        });
    }
}

/// A cost: the track, its unit in canonical form, and the amount.
type Cost = (TrackId, String, i32);

/// The costs of a rule, each with its places, and whether a condition around a place reads the track.
#[derive(Default)]
struct Payments {
    costs: BTreeMap<Cost, Vec<(Span, bool)>>,
    /// The tracks that conditions read before a cost in the same block, as `needs` and early ends.
    read: BTreeSet<TrackId>,
}

impl Payments {
    fn block<'b>(&mut self, block: &'b [Statement], around: &mut Vec<&'b Expr>) {
        let n_around = around.len();
        for statement in block {
            if let Some((cost, amount)) = cost_of(statement) {
                let mut asked = around
                    .iter()
                    .flat_map(|condition| amounts_required(condition));
                let is_checked =
                    asked.any(|(track, _, least, _)| (track, least) == (cost.0, amount));
                let is_read = around
                    .iter()
                    .any(|condition| reads_track(condition, cost.0));
                // Another condition may be the reason why there is enough.
                if is_checked || !is_read {
                    let places = self.costs.entry(cost).or_default();
                    places.push((statement.span, is_checked));
                }
            } else if statement.change().is_none()
                && statement.branch().is_none()
                && !has_lines(statement)
            {
                walk_own(statement, &mut |expr| {
                    expr.any(|part| {
                        self.read.extend(part.track().map(|read| read.track));
                        false
                    });
                });
            }
            around.extend(statement.needs().or(statement.early_end()));
            let lines = statement.choice().and_then(Choice::lines);
            for (at, inner) in blocks(statement).enumerate() {
                let line = lines.and_then(|lines| lines.get(at));
                let own = line.and_then(|line| line.condition.as_ref());
                let condition = statement.branch().map(|(condition, ..)| condition);
                let n_outside = around.len();
                around.extend(own.or(condition));
                self.block(inner, around);
                around.truncate(n_outside);
            }
        }
        around.truncate(n_around);
    }

    /// Returns the finding about a cost that is paid without a test at one place, although all others have one.
    fn odd_one(&self, book: &RuleBook, naming: &Naming) -> Option<Diagnostic> {
        let (cost, places) = self.costs.iter().find(|(cost, places)| {
            let unchecked = places.iter().filter(|(_, is_checked)| !is_checked).count();
            places.len() > 1 && unchecked == 1 && !self.read.contains(&cost.0)
        })?;
        let (odd, _) = places.iter().find(|(_, is_checked)| !is_checked)?;
        let (other, _) = places.iter().find(|(_, is_checked)| *is_checked)?;
        let name = book.track_name(cost.0);
        Some(
            Diagnostic::new(
                Code::UncheckedCost,
                format!("this cost is paid without checking whether there is enough `{name}`"),
            )
            .label(*odd, "takes only what there is")
            .label(*other, "checked here")
            .help("write the same condition around it; if it is not limited, ignore this")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        )
    }
}

/// Returns the cost that a statement takes, with its amount.
fn cost_of(statement: &Statement) -> Option<(Cost, i32)> {
    let change = statement.change()?;
    let is_cost = change.how == Change::Take
        && change.index.is_none()
        && change.transfer.is_none()
        && matches!(change.amount.ty, Type::Number(_));
    let amount = change.amount.literal().filter(|_| is_cost)?;
    Some((
        (change.track, canonical_form(change.unit, &[])?, amount),
        amount,
    ))
}

/// A track that an option takes from, the statement that does it, and the call by which it is reached.
struct Taken {
    track: TrackId,
    place: Span,
    call: Option<Span>,
}

/// Returns the finding about the only option that takes from a track without asking for it.
fn unasked(
    book: &RuleBook,
    naming: &Naming,
    body: &[Statement],
    lines: &[Line],
) -> Option<Diagnostic> {
    let mut asking = Vec::new();
    let mut silent = Vec::new();
    let mut is_price = false;
    for line in lines {
        let mut all = taken(book, &line.body);
        if let (Some(taken), true) = (all.pop(), all.is_empty()) {
            let reads = |expr: &Expr| reads_track(expr, taken.track);
            match &line.condition {
                Some(condition) if reads(condition) => {
                    is_price |= asks_its_price(book, line, condition);
                    asking.push(condition.span);
                }
                Some(_) | None if !is_read_in(&line.body, taken.track) => {
                    silent.push((line, taken));
                }
                Some(_) | None => {}
            }
        }
    }
    let [(line, taken)] = silent.as_slice() else {
        return None;
    };
    if is_asked_above(book, (naming, body), lines, taken.track) {
        return None;
    }
    let costs = costs_of(book, &line.body);
    // One that asks for exactly what it takes shows that it is a price.
    let has_others = asking.len() > 1 || is_price && !costs.is_empty();
    let other = asking.first().filter(|_| has_others)?;
    let name = book.track_name(taken.track);
    let mut costs = costs.iter().filter(|cost| cost.0 == taken.track);
    let least = costs.next().filter(|(_, _, amount)| *amount > 1);
    let least = least.map_or_else(|| "> 0".to_owned(), |(_, _, amount)| format!(">= {amount}"));
    let finding = Diagnostic::new(
        Code::UncheckedCost,
        format!(
            "`{}` takes from `{name}` without asking whether there is any, as the other options do",
            line.title
        ),
    );
    let finding = match taken.call {
        Some(call) => finding
            .label(call, "the option")
            .label(taken.place, "takes only what there is"),
        None => finding.label(taken.place, "takes only what there is"),
    };
    Some(
        finding
            .label(*other, "another option asks")
            .help(format!(
                "add the condition to the option: `if ….{name} {least}`; if intended, ignore this"
            ))
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}

/// Whether a rule asks for a track above a choice or around it, or a rule that calls it does: that may leave enough for an option.
fn is_asked_above(
    book: &RuleBook,
    (naming, body): (&Naming, &[Statement]),
    lines: &[Line],
    track: TrackId,
) -> bool {
    let mut is_asked = false;
    walk_statements(body, &mut |statement| {
        let condition = statement.needs().or(statement.early_end());
        is_asked |= condition.is_some_and(|condition| reads_track(condition, track));
        !is_asked
    });
    let is_choice = |statement: &Statement| {
        let own = statement.choice().and_then(Choice::lines);
        own.is_some_and(|own| std::ptr::eq(own, lines))
    };
    let calls = |statement: &Statement| {
        let called = statement.evaluated().and_then(Expr::call);
        let called = called.and_then(|(called, _)| book.procedures.get(called.at()));
        called.is_some_and(|called| called.naming.span == naming.span)
    };
    is_asked
        || is_asked_around(body, &is_choice, track)
        || book
            .bodies()
            .any(|(_, body)| is_asked_around(body, &calls, track))
}

/// Whether a block has a statement that is sought below or within a condition that reads a track.
fn is_asked_around(
    block: &[Statement],
    is_sought: &impl Fn(&Statement) -> bool,
    track: TrackId,
) -> bool {
    let has_it = |block: &[Statement]| {
        let mut has_it = false;
        walk_statements(block, &mut |statement| {
            has_it |= is_sought(statement);
            !has_it
        });
        has_it
    };
    let mut is_asked = false;
    for statement in block {
        if is_asked && has_it(std::slice::from_ref(statement)) {
            return true;
        }
        let mut reads = false;
        // The conditions of options are each about one of them.
        if !has_lines(statement) {
            walk_own(statement, &mut |expr| reads |= reads_track(expr, track));
        }
        let lines = statement.choice().and_then(Choice::lines);
        for (at, inner) in blocks(statement).enumerate() {
            let line = lines.and_then(|lines| lines.get(at));
            let own = line.and_then(|line| line.condition.as_ref());
            let reads = reads || own.is_some_and(|condition| reads_track(condition, track));
            if reads && has_it(inner) || is_asked_around(inner, is_sought, track) {
                return true;
            }
        }
        let condition = statement.needs().or(statement.early_end());
        is_asked |= condition.is_some_and(|condition| reads_track(condition, track));
    }
    false
}

/// Returns the costs that a block pays, itself or at the top of the actions that it calls.
fn costs_of(book: &RuleBook, block: &[Statement]) -> Vec<Cost> {
    let own = block.iter().filter_map(cost_of).map(|(cost, _)| cost);
    let called = costs_of_calls(book, block).into_iter();
    own.chain(called.map(|cost| (cost.track, cost.unit, cost.amount)))
        .collect()
}

/// Whether the condition of an option requires exactly the amount that the option takes.
fn asks_its_price(book: &RuleBook, line: &Line, condition: &Expr) -> bool {
    let asked = amounts_required(condition);
    let costs = costs_of(book, &line.body);
    costs.iter().any(|(track, unit, amount)| {
        let mut asked = asked.iter();
        asked.any(|one| one.0 == *track && one.1 == *unit && one.2 == *amount)
    })
}

/// Whether a statement is a choice of options, whose conditions are about their own blocks.
fn has_lines(statement: &Statement) -> bool {
    statement.choice().and_then(Choice::lines).is_some()
}

/// Returns the tracks that a block takes from, each once.
fn taken(book: &RuleBook, block: &[Statement]) -> Vec<Taken> {
    let mut found: Vec<Taken> = Vec::new();
    let mut add = |one: Taken| {
        if found.iter().all(|known| known.track != one.track) {
            found.push(one);
        }
    };
    walk_statements(block, &mut |statement| {
        let change = statement.change();
        if let Some(change) =
            change.filter(|change| change.how == Change::Take && change.index.is_none())
        {
            add(Taken {
                track: change.track,
                place: statement.span,
                call: None,
            });
        }
        true
    });
    for cost in costs_of_calls(book, block) {
        add(Taken {
            track: cost.track,
            place: cost.taken,
            call: Some(cost.call),
        });
    }
    found
}

/// The tracks from which rules pay what they require, with the number of these rules and a place where one pays a price.
struct Prices {
    paid: BTreeMap<TrackId, (usize, Option<Span>)>,
}

impl Prices {
    fn new(book: &RuleBook) -> Self {
        let mut paid: BTreeMap<TrackId, (usize, Option<Span>)> = BTreeMap::new();
        for (_, body) in book.bodies() {
            let asked = all_required(body);
            let mut own: BTreeMap<TrackId, Option<Span>> = BTreeMap::new();
            walk_statements(body, &mut |statement| {
                let change = statement.change();
                if let Some(change) = change.filter(|change| change.how == Change::Take) {
                    let amount = change.amount.literal();
                    let is_price = |(track, _, least, _): &&Required| {
                        *track == change.track && *least >= MIN_PRICE && amount == Some(*least)
                    };
                    let price = asked.iter().find(is_price).map(|_| statement.span);
                    if asked.iter().any(|(track, ..)| *track == change.track) {
                        let known = own.entry(change.track).or_default();
                        *known = known.or(price);
                    }
                }
                true
            });
            for (track, price) in own {
                let known = paid.entry(track).or_default();
                known.0 += 1;
                known.1 = known.1.or(price);
            }
        }
        Self { paid }
    }

    /// Returns the finding about an option that requires a price and takes nothing.
    fn unpaid(&self, book: &RuleBook, naming: &Naming, line: &Line) -> Option<Diagnostic> {
        let asked = amounts_required(line.condition.as_ref()?);
        let (track, _, least, place) = asked.iter().find(|(track, _, least, _)| {
            let known = self.paid.get(track);
            let is_price = known.is_some_and(|(n, price)| *n >= MIN_PAYING && price.is_some());
            is_price && *least >= MIN_PRICE
        })?;
        let mut is_changed = false;
        visit_reached(book, &line.body, &mut |statement| {
            is_changed |= statement
                .change()
                .is_some_and(|change| change.track == *track);
        });
        let (_, other) = self.paid.get(track).filter(|_| !is_changed)?;
        let name = book.track_name(*track);
        Some(
            Diagnostic::new(
                Code::UncheckedCost,
                format!("`{}` requires {least} `{name}` but takes none", line.title),
            )
            .label(*place, "required here")
            .label((*other)?, "another rule pays what it requires")
            .help(format!("add the cost to the option: `take {least} from ….{name}`; if it is free, ignore this"))
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        )
    }
}

/// Returns the amounts that any condition of a rule requires, those of its selections too.
fn all_required(body: &[Statement]) -> Vec<Required> {
    let mut asked = Vec::new();
    walk_statements(body, &mut |statement| {
        let branch = statement.branch().map(|(condition, ..)| condition);
        let members = statement
            .selection()
            .and_then(|members| members.condition.as_deref());
        let conditions = [statement.needs(), branch, members];
        for condition in conditions.into_iter().flatten() {
            asked.extend(amounts_required(condition));
        }
        let lines = statement.choice().and_then(Choice::lines);
        let lines = lines.into_iter().flatten();
        for condition in lines.filter_map(|line| line.condition.as_ref()) {
            asked.extend(amounts_required(condition));
        }
        true
    });
    asked
}
