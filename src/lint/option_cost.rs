//! Options that cost more than is required: what an action takes that an option calls, and what a line above the choice leaves, `if unit.points = 0: stop`.
//!
//! Reports: E0681.

use super::Context;
use super::cost_of_call::costs_of_calls;
use super::readings::{forget, reads_track};
use super::unchecked_cost::{Required, amounts_required};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Arithmetic, Change, Choice, Expr, Line, Naming, RuleBook, Statement, TrackId, blocks,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        let mut search = Search {
            book: context.book,
            naming,
            diagnostics: &mut *diagnostics,
        };
        search.block(body, Vec::new());
    }
}

/// A cost of an option.
struct OptionCost {
    track: TrackId,
    /// The unit in canonical form.
    unit: String,
    amount: i32,
    taken: Span,
    /// The call by which it is paid, if the option does not take it itself.
    call: Option<Span>,
}

struct Search<'b, 'd> {
    book: &'b RuleBook,
    naming: &'b Naming,
    diagnostics: &'d mut Diagnostics,
}

impl Search<'_, '_> {
    /// Searches a block; `left` are the amounts that the lines above leave at least.
    fn block(&mut self, block: &[Statement], mut left: Vec<Required>) {
        for statement in block {
            let lines = statement.choice().and_then(Choice::lines);
            self.lines(lines.unwrap_or_default(), &left);
            for inner in blocks(statement) {
                // What a round has taken, the next one misses.
                let inside = match statement.is_loop() {
                    true => Vec::new(),
                    false => left.clone(),
                };
                self.block(inner, inside);
            }
            forget(self.book, statement, &mut left, &|one: &Required| one.0);
            let early = statement.early_end();
            left.extend(early.into_iter().flat_map(|one| self.amounts_left(one)));
        }
    }

    fn lines(&mut self, lines: &[Line], left: &[Required]) {
        for line in lines {
            let asked = line.condition.iter().flat_map(amounts_required);
            let asked: Vec<Required> = asked.collect();
            for cost in self.costs(line) {
                let reads = |condition: &Expr| reads_track(condition, cost.track);
                let is_asked = line.condition.as_ref().is_some_and(reads);
                let mut conditions = lines.iter().filter_map(|line| line.condition.as_ref());
                let required = match is_asked {
                    // An option that takes by itself is the matter of another lint.
                    true => least(&asked, &cost).filter(|_| cost.call.is_some()),
                    // If others ask, that this one does not is a finding of its own.
                    false => least(left, &cost).filter(|_| !conditions.any(reads)),
                };
                if let Some((_, _, least, place)) = required.filter(|one| one.2 < cost.amount) {
                    // Whether there is any, is also asked to take all that is left.
                    let is_price = is_asked && !asks_for_any(line, *place);
                    self.report(&cost, (*least, *place), is_price);
                }
            }
        }
    }

    /// Returns the costs that an option pays whatever happens.
    fn costs(&self, line: &Line) -> Vec<OptionCost> {
        let own = line.body.iter().filter_map(|statement| {
            let taken = statement.change();
            let taken = taken.filter(|one| one.how == Change::Take && one.index.is_none())?;
            Some(OptionCost {
                track: taken.track,
                unit: canonical_form(taken.unit, &[])?,
                amount: taken.amount.literal()?,
                taken: statement.span,
                call: None,
            })
        });
        let called = costs_of_calls(self.book, &line.body).into_iter();
        let called = called.map(|cost| OptionCost {
            track: cost.track,
            unit: cost.unit,
            amount: cost.amount,
            taken: cost.taken,
            call: Some(cost.call),
        });
        own.chain(called).collect()
    }

    /// Reports a cost; `is_price` if a price is required, and not only that something is left.
    fn report(&mut self, cost: &OptionCost, (least, place): (i32, Span), is_price: bool) {
        let name = self.book.track_name(cost.track);
        let amount = cost.amount;
        let finding = Diagnostic::new(
            Code::UncheckedCost,
            format!("this costs {amount} `{name}`, but only {least} is required"),
        );
        let finding = match cost.call {
            Some(call) => finding
                .label(call, "the option")
                .label(cost.taken, "takes only what there is"),
            None => finding.label(cost.taken, "takes only what there is"),
        };
        let help = format!("add the condition to the option: `if ….{name} >= {amount}`");
        let (help, confidence) = match is_price {
            true => (help, Confidence::Likely),
            false => (
                format!("{help}; if it takes only what is left, ignore this"),
                Confidence::Possible,
            ),
        };
        self.diagnostics.push(
            finding
                .label(place, "requires less")
                .help(help)
                .cite(self.naming.citations.iter().map(String::as_str))
                .confidence(confidence),
        );
    }

    /// Returns the amounts that are left below a line that ends the rule under a condition.
    fn amounts_left(&self, condition: &Expr) -> Vec<Required> {
        let mut left = Vec::new();
        condition.chain(Arithmetic::Or, &mut |part| {
            let Some(bound) = part.bound() else { return };
            let read = bound.subject.track().filter(|read| read.index.is_none());
            let Some(read) = read else { return };
            let least = match bound.order {
                Order::Less => Some(bound.number),
                Order::LessOrEqual => bound.number.checked_add(1),
                Order::Equal if self.is_minimum(read.track, bound.number) => {
                    bound.number.checked_add(1)
                }
                Order::Equal | Order::NotEqual | Order::Greater | Order::GreaterOrEqual => None,
            };
            if let (Some(least), Some(unit)) = (least, canonical_form(read.unit, &[])) {
                left.push((read.track, unit, least, part.span));
            }
        });
        left
    }

    /// Whether a number is the minimum of a track for every kind that has it.
    fn is_minimum(&self, track: TrackId, number: i32) -> bool {
        let lines = self.book.kinds.iter().flat_map(|kind| &kind.tracks);
        let mut lines = lines.filter(|line| line.track == track);
        lines.all(|line| line.low == number)
    }
}

/// Whether the condition of an option asks at a place only whether there is any: `> 0`.
fn asks_for_any(line: &Line, place: Span) -> bool {
    line.condition.as_ref().is_some_and(|condition| {
        condition.any(|part| {
            let bound = part.bound().filter(|_| part.span == place);
            bound.is_some_and(|bound| bound.order == Order::Greater)
        })
    })
}

/// Returns the greatest amount that is required of the track that a cost is paid from.
fn least<'r>(required: &'r [Required], cost: &OptionCost) -> Option<&'r Required> {
    let its = required
        .iter()
        .filter(|(track, unit, ..)| *track == cost.track && *unit == cost.unit);
    its.max_by_key(|(_, _, least, _)| *least)
}
