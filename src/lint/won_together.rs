//! Checks of one side after the other whether it has won, after all of them have scored: of two that have, the one listed first wins.
//!
//! Reports: E0683.

use std::collections::BTreeSet;

use super::Context;
use super::call_graph::calls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Arithmetic, Comparison, Expr, Iteration, Kinds, LocalId, Naming, ProcedureId, RuleBook,
    Statement, TrackId, blocks, walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(sides) = book.side_kind().map(Kinds::one) else {
        return;
    };
    let turns = Turns::new(book, sides);
    for (at, procedure) in book.procedures.iter().enumerate() {
        // After the turn of one side, it alone has scored.
        if turns.called.contains(&ProcedureId::new(at)) {
            continue;
        }
        let mut search = Search {
            sides,
            turns: &turns,
            naming: &procedure.naming,
            body: &procedure.body,
            found: Vec::new(),
        };
        search.block(&procedure.body);
        diagnostics.extend(search.found);
    }
}

/// Everything that happens in loops over sides.
struct Turns {
    /// Rules that such a loop calls, directly or by way of other rules.
    called: BTreeSet<ProcedureId>,
    /// Tracks that such a loop changes.
    changed: BTreeSet<TrackId>,
    /// Tracks that a ranking sets: one side is the first.
    ranked: BTreeSet<TrackId>,
}

impl Turns {
    fn new(book: &RuleBook, sides: Kinds) -> Self {
        let (mut called, mut changed) = (BTreeSet::new(), BTreeSet::new());
        let mut ranked = BTreeSet::new();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                ranked.extend(statement.rank().map(|rank| rank.track));
                let each = statement.each();
                if let Some(each) = each.filter(|each| each.selection.kinds == sides) {
                    visit_reached(book, each.body, &mut |inner| {
                        changed.extend(inner.change().map(|change| change.track));
                        called.extend(calls(std::slice::from_ref(inner)));
                    });
                }
                true
            });
        }
        Self {
            called,
            changed,
            ranked,
        }
    }

    /// Whether the condition of a loop asks for the place of its member in a ranking.
    fn is_ranked(&self, each: &Iteration<'_>) -> bool {
        let condition = each.selection.condition.as_deref();
        condition.is_some_and(|condition| {
            condition.any(|part| {
                let read = part.track();
                read.is_some_and(|read| self.ranked.contains(&read.track))
            })
        })
    }
}

struct Search<'b> {
    sides: Kinds,
    turns: &'b Turns,
    naming: &'b Naming,
    /// The body of the rule.
    body: &'b [Statement],
    found: Vec<Diagnostic>,
}

impl<'b> Search<'b> {
    /// Searches a block that is in no loop over sides.
    fn block(&mut self, block: &'b [Statement]) {
        for statement in block {
            let each = statement.each();
            let Some(each) = each.filter(|each| each.selection.kinds == self.sides) else {
                for inner in blocks(statement) {
                    self.block(inner);
                }
                continue;
            };
            let wins = |one: &Statement| {
                let winner = one.winner();
                winner.is_some_and(|winner| winner.is_local(each.selection.local))
            };
            if let [only] = each.body.as_slice()
                && wins(only)
                && each.order.is_none()
                && !names_side(&each)
                && !self.turns.is_ranked(&each)
            {
                self.found.push(self.first_wins(only.span));
            }
            if each.order.is_none() && each.selection.condition.is_none() && is_check(each.body) {
                let side = each.selection.local;
                let goal = each.body.iter().find_map(|one| self.goal(one, side));
                self.found.extend(goal.map(|goal| self.finding(goal)));
            }
        }
    }

    /// Returns the comparison with which a side wins, if several can meet it.
    fn goal(&self, statement: &Statement, side: LocalId) -> Option<Span> {
        let (condition, then, _) = statement.branch()?;
        let wins = |one: &Statement| one.winner().is_some_and(|winner| winner.is_local(side));
        if !then.iter().any(wins) {
            return None;
        }
        let mut goal = None;
        let mut is_alone = false;
        condition.chain(Arithmetic::And, &mut |part| {
            match self.goal_of(part, side) {
                Some(track) if !self.is_tie_checked(track) => goal = Some(part.span),
                Some(_) => is_alone = true,
                // A further condition may be met by one side alone.
                None => is_alone = true,
            }
        });
        goal.filter(|_| !is_alone)
    }

    /// Returns the track of the side that a comparison with a fixed goal reads.
    fn goal_of(&self, part: &Expr, side: LocalId) -> Option<TrackId> {
        let Comparison { order, left, right } = part.comparison()?;
        let is_open = matches!(order, Order::GreaterOrEqual | Order::Greater);
        let read = left.track().filter(|read| read.unit.is_local(side))?;
        let is_fixed = right.literal().is_some() || right.field().is_some();
        (is_open && is_fixed && self.turns.changed.contains(&read.track)).then_some(read.track)
    }

    /// Whether the rule looks at the track of several sides at once.
    fn is_tie_checked(&self, track: TrackId) -> bool {
        let mut is_checked = false;
        walk_statements(self.body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let members = inner.aggregation();
                    let is_of_sides = members.is_some_and(|one| one.selection.kinds == self.sides);
                    is_checked |= is_of_sides && inner.any(|part| part.is_track(track));
                });
            });
            !is_checked
        });
        is_checked
    }

    fn first_wins(&self, end: Span) -> Diagnostic {
        Diagnostic::new(
            Code::TieByListing,
            "the game ends with the first of these sides: the others do not win",
        )
        .label(end, "ends the game for the first")
        .help(
            "for sides that win together, write `end game won by each side where …`; if one side alone can be meant, ignore this",
        )
        .cite(self.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
    }

    fn finding(&self, goal: Span) -> Diagnostic {
        Diagnostic::new(
            Code::TieByListing,
            "two sides can both meet this when it is checked: the one listed first wins",
        )
        .label(goal, "checked for one side after the other")
        .help(
            "state what happens then, on a line above: `if (number of side where …) > 1: …`; if only one side can meet it, ignore this",
        )
        .cite(self.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
    }
}

/// Whether the condition of a loop compares its member with another side: of two sides one is left.
fn names_side(each: &Iteration<'_>) -> bool {
    let condition = each.selection.condition.as_deref();
    condition.is_some_and(|condition| {
        condition.any(|part| {
            let compared = part.comparison();
            compared.is_some_and(|compared| {
                [compared.left, compared.right]
                    .iter()
                    .any(|value| value.is_local(each.selection.local))
            })
        })
    })
}

/// Whether a block only compares values and ends the game.
fn is_check(block: &[Statement]) -> bool {
    block.iter().all(|statement| {
        let ends = statement.ends_game();
        let is_test = statement.binding().is_some() || statement.branch().is_some();
        ends || is_test && blocks(statement).all(is_check)
    })
}
