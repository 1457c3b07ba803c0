//! Comparisons that do not say who wins ties: sides and units in an order, opposed rolls whose tie is left to `otherwise`, and
//! two branches for one and the other of two values.
//!
//! Reports: E0653.

mod orders;
mod two_branches;

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::readings::{self, Names};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Aggregate, Callable, Change, Comparison, Expr, KindId, Naming, Ordering, Procedure, RuleBook,
    Selection, Statement, Ties, TrackId, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for procedure in &book.procedures {
        diagnostics.extend(opposed_rolls(book, procedure));
    }
    two_branches::check(book, diagnostics);
    orders::check(book, diagnostics);
    if let Some(side) = book.side_kind() {
        let ties = TiedTracks::new(book);
        for (naming, body) in book.bodies() {
            let mut orders = Vec::new();
            for statement in body {
                walk_statements(std::slice::from_ref(statement), &mut |statement| {
                    orders.extend(order_of_turns(statement, side, &ties));
                    true
                });
                walk_statement(statement, &mut |expr| {
                    walk_within(expr, &mut |inner| {
                        orders.extend(first_of_sides(inner, side))
                    });
                });
            }
            orders.retain(|order| !ties.is_ranked(order.by) && !is_tie_checked(body, order));
            let mut seen = BTreeSet::new();
            orders.retain(|order| seen.insert(order.span));
            diagnostics.extend(orders.into_iter().map(|order| finding(naming, &order)));
        }
    }
}

/// The thing by which sides are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Measure {
    Track(TrackId),
    /// A formula, roll, fact or list of modifiers: its sort and number.
    Called(Callable),
}

/// An order of sides.
struct SideOrder {
    span: Span,
    by: Measure,
    /// Whether only the first of them is relevant.
    is_first: bool,
}

/// Returns the order whose first side an expression takes.
fn first_of_sides(expr: &Expr, side: KindId) -> Option<SideOrder> {
    let members = expr.aggregation()?;
    let ordering = members
        .ordering
        .filter(|_| matches!(members.aggregate, Aggregate::First | Aggregate::Last));
    side_order(members.selection, ordering?, side, true)
}

/// Returns the order in which a statement gives turns to sides, if dice determine it.
fn order_of_turns(statement: &Statement, side: KindId, ties: &TiedTracks) -> Option<SideOrder> {
    let (selection, order) = statement.turns()?;
    let order = order?;
    let order = side_order(selection, &order.ordering, side, false)?;
    Some(order).filter(|order| ties.is_rolled(order.by))
}

fn side_order(
    selection: &Selection,
    ordering: &Ordering,
    side: KindId,
    is_first: bool,
) -> Option<SideOrder> {
    if !selection.kinds.has(side) || selection.region.is_some() {
        return None;
    }
    let by = measure(&ordering.by)?;
    let span = ordering.by.span;
    Some(SideOrder { span, by, is_first })
}

/// Returns the track or the rule that a value is.
fn measure(expr: &Expr) -> Option<Measure> {
    let track = expr.track().map(|read| Measure::Track(read.track));
    let call = expr.call().map(|(id, _)| Callable::Procedure(id));
    let fact = expr.fact().map(|(id, _)| Callable::Fact(id));
    let sum = expr.modifier_sum().map(|(id, _)| Callable::Modifiers(id));
    track.or(call.or(fact).or(sum).map(Measure::Called))
}

/// Whether a rule compares two sides by what orders them.
fn is_tie_checked(body: &[sandtable_model::Statement], order: &SideOrder) -> bool {
    let reads = |expr: &Expr| expr.any(|part| measure(part) == Some(order.by));
    let mut is_checked = false;
    for statement in body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                let compared = inner.comparison();
                is_checked |= compared.is_some_and(|one| reads(one.left) && reads(one.right));
            });
        });
    }
    is_checked
}

/// Returns the track that a loop rolls until two sides differ in it: `repeat until red.initiative != blue.initiative`.
fn rolled_until_different(statement: &Statement) -> Option<TrackId> {
    let compared = statement.repetition()?.until?.comparison()?;
    let (one, other) = compared.left.track().zip(compared.right.track())?;
    (compared.order == Order::NotEqual && one.track == other.track).then_some(one.track)
}

/// Tracks that give sides an order.
struct TiedTracks {
    /// Set by a ranking that breaks ties, or rolled until there is none.
    ranked: BTreeSet<TrackId>,
    /// Set by dice.
    rolled: BTreeSet<TrackId>,
}

impl TiedTracks {
    fn new(book: &RuleBook) -> Self {
        let (mut ranked, mut rolled) = (BTreeSet::new(), BTreeSet::new());
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                if let Some(rank) = statement.rank()
                    && !matches!(rank.ties, Ties::Shared)
                {
                    ranked.insert(rank.track);
                }
                ranked.extend(rolled_until_different(statement));
                if let Some(change) = statement.change()
                    && change.how != Change::Take
                    && readings::rolls(book, change.amount)
                {
                    rolled.insert(change.track);
                }
                true
            });
        }
        Self { ranked, rolled }
    }

    fn is_ranked(&self, by: Measure) -> bool {
        matches!(by, Measure::Track(track) if self.ranked.contains(&track))
    }

    fn is_rolled(&self, by: Measure) -> bool {
        matches!(by, Measure::Track(track) if self.rolled.contains(&track))
    }
}

fn finding(naming: &Naming, order: &SideOrder) -> Diagnostic {
    let label = match order.is_first {
        true => "on a tie, the side listed first is taken",
        false => "on a tie, the side listed first goes first",
    };
    Diagnostic::new(Code::TiesNotStated, "this order does not break ties")
        .label(order.span, label)
        .help(
            "roll off ties: `rank side by …, highest first, ties d6, into side.place`, and use \
            `side.place`; or check whether another side has as much",
        )
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Whether a value rolls dice, by itself or by way of names and rolls that it calls.
fn rolls(book: &RuleBook, names: &Names<'_>, expr: &Expr) -> bool {
    expr.any(|part| {
        let value = part.local().and_then(|local| names.get(&local));
        let value = value.filter(|value| value.span != expr.span);
        readings::rolls(book, part) || value.is_some_and(|value| readings::rolls(book, value))
    })
}

/// Reports outcomes for one of two rolls that is higher, if only `otherwise` is left for a tie.
fn opposed_rolls(book: &RuleBook, procedure: &Procedure) -> Option<Diagnostic> {
    procedure.outcomes?;
    let mut names = Names::new();
    let mut compared: BTreeMap<[Option<String>; 2], Vec<(Order, Span)>> = BTreeMap::new();
    let mut rest = None;
    walk_statements(&procedure.body, &mut |statement| {
        names.extend(statement.binding());
        if let Some((_, None)) = statement.outcome() {
            rest = Some(statement.span);
        }
        true
    });
    let mut others = BTreeSet::new();
    walk_statements(&procedure.body, &mut |statement| {
        let branch = || statement.branch().map(|(condition, ..)| condition);
        let condition = statement.outcome().map_or_else(branch, |(_, when)| when);
        let Some(condition) = condition else {
            return true;
        };
        walk_within(condition, &mut |inner| {
            let Some(Comparison { order, left, right }) = inner.comparison() else {
                return;
            };
            let mut key = [canonical_form(left, &[]), canonical_form(right, &[])];
            key.sort();
            let is_opposed = rolls(book, &names, left)
                && rolls(book, &names, right)
                && statement.outcome().is_some()
                && inner.span == condition.span;
            match is_opposed {
                true => compared.entry(key).or_default().push((order, inner.span)),
                false => _ = others.insert(key),
            }
        });
        true
    });
    let rest = rest?;
    let mut strict = compared.iter().filter_map(|(key, comparisons)| {
        let &[(Order::Greater | Order::Less, span)] = comparisons.as_slice() else {
            return None;
        };
        (!others.contains(key)).then_some(span)
    });
    let span = strict.next()?;
    let naming = &procedure.naming;
    Some(
        Diagnostic::new(Code::TiesNotStated, "this opposed roll does not break ties")
            .label(span, "not met by a tie")
            .label(rest, "so a tie ends here")
            .help("add a line for ties above it: `… when ours = theirs`; or compare with `>=`")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}
