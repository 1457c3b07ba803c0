//! Two costs in a block `at the same time` that are paid from one track, each with a test that there is enough for it alone, or two uses of
//! what can be used once: both tests read the state before the block.
//!
//! Reports: E0681.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Ability, Arithmetic, Change, Choice, Comparison, Expr, Kinds, LocalId, NONE, Naming, RuleBook,
    Statement, TrackId, Type, blocks, walk_own, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let Some(block) = statement.simultaneous() else {
                return true;
            };
            let mut search = Search {
                book,
                payments: Vec::new(),
                n_names: 0,
            };
            let scope = Scope {
                owners: outer_owners(body, block),
                place: None,
                depth: MAX_DEPTH,
            };
            search.block(block, &scope, &State::default());
            let found = search.finding(naming, |track| is_asked_above(body, block, track));
            diagnostics.extend(found);
            false
        });
    }
}

/// The owner of a track: equal names denote the same unit.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owner {
    name: String,
    /// Number of loops in the block in whose rounds it is another unit.
    loops: usize,
    /// Whether it is one that belongs to a member: its side, its commander.
    is_derived: bool,
}

impl Owner {
    /// An owner that is the same in all rounds.
    fn outer(name: String) -> Self {
        Self {
            name,
            loops: 0,
            is_derived: false,
        }
    }
}

/// By local.
type Owners = BTreeMap<LocalId, Owner>;

/// A body that is searched.
struct Scope {
    owners: Owners,
    /// The statement that calls it; `None` in the rule of the block.
    place: Option<Span>,
    /// Depth to which calls in it are followed.
    depth: usize,
}

/// A test that there is enough on a track.
#[derive(Clone)]
struct Guard<'b> {
    owner: Owner,
    track: TrackId,
    needed: Needed<'b>,
}

/// The value of a track that a test asks for.
#[derive(Clone)]
enum Needed<'b> {
    /// At least this amount.
    Least(Amount<'b>),
    /// The track has this value: a flag is not set, a reference is `none`.
    Value(i32),
}

/// An amount, with one more if the comparison is strict.
#[derive(Clone)]
struct Amount<'b> {
    value: &'b Expr,
    more: i32,
}

/// The conditions and loops around a statement.
#[derive(Clone, Default)]
struct State<'b> {
    guards: Vec<Guard<'b>>,
    /// The blocks of alternatives around it.
    path: Vec<(Span, usize)>,
    loops: usize,
}

/// A cost that is paid if there is enough for it.
struct Payment<'b> {
    owner: Owner,
    track: TrackId,
    /// The kinds of the owner.
    kinds: Kinds,
    amount: &'b Expr,
    /// The amount that is required, if it is a number.
    least: Option<i32>,
    /// Whether it is no cost, but sets a flag or a holder that must not be set.
    is_claim: bool,
    path: Vec<(Span, usize)>,
    /// Whether another round of a loop pays it again.
    is_repeated: bool,
    /// Whether the rule of the block pays it from a unit that it names: its second test is a finding of another lint.
    is_direct: bool,
    span: Span,
}

struct Search<'b> {
    book: &'b RuleBook,
    payments: Vec<Payment<'b>>,
    /// Number of names that were made up.
    n_names: usize,
}

impl<'b> Search<'b> {
    /// Collects the payments of a block.
    fn block(&mut self, block: &'b [Statement], scope: &Scope, around: &State<'b>) {
        let (mut state, mut owners) = (around.clone(), scope.owners.clone());
        for statement in block {
            let here = Scope {
                owners: owners.clone(),
                ..*scope
            };
            if let Some(condition) = statement.needs() {
                self.add_guards(condition, true, &here, &mut state);
            }
            if let Some(condition) = statement.early_end() {
                self.add_guards(condition, false, &here, &mut state);
            }
            if let Some((local, value)) = statement.binding()
                && let Some(owner) = owner_of(value, &owners)
            {
                owners.insert(local, owner);
            }
            let has_effects = block.iter().filter(|one| is_effect(one)).count() > 1;
            let paid = payment(statement, &here, &state);
            // A flag that several set is set: only what else they do counts.
            self.payments
                .extend(paid.filter(|paid| has_effects || !paid.is_claim));
            self.call(statement, &here, &state);
            for (at, inner) in blocks(statement).enumerate() {
                let mut inside = state.clone();
                let mut here = Scope {
                    owners: owners.clone(),
                    ..*scope
                };
                if statement.is_loop() {
                    inside.loops += 1;
                    if let Some((selection, _)) = statement.turns() {
                        let member = self.made_up(inside.loops);
                        here.owners.insert(selection.local, member);
                        let condition = selection.condition.as_deref();
                        if let Some(condition) = condition {
                            self.add_guards(condition, true, &here, &mut inside);
                        }
                    }
                } else {
                    inside.path.push((statement.span, at));
                }
                if let Some((condition, ..)) = statement.branch() {
                    self.add_guards(condition, at == 0, &here, &mut inside);
                }
                let lines = statement.choice().and_then(Choice::lines);
                let line = lines.and_then(|lines| lines.get(at));
                if let Some(condition) = line.and_then(|line| line.condition.as_ref()) {
                    self.add_guards(condition, true, &here, &mut inside);
                }
                self.block(inner, &here, &inside);
            }
        }
    }

    /// Collects the payments of an action that a statement calls.
    fn call(&mut self, statement: &'b Statement, scope: &Scope, state: &State<'b>) {
        let Some((id, arguments)) = statement.called_action(self.book) else {
            return;
        };
        let called = self.book.procedures.get(id.at());
        let Some(called) = called.filter(|called| called.ability == Ability::Action) else {
            return;
        };
        if scope.depth == 0 {
            return;
        }
        let handed = arguments.iter().enumerate();
        let owners = handed.filter_map(|(at, argument)| {
            Some((LocalId::new(at), owner_of(argument, &scope.owners)?))
        });
        let inside = Scope {
            owners: owners.collect(),
            place: scope.place.or(Some(statement.span)),
            depth: scope.depth - 1,
        };
        self.block(&called.body, &inside, state);
    }

    fn made_up(&mut self, loops: usize) -> Owner {
        self.n_names += 1;
        Owner {
            name: format!("#{}", self.n_names),
            loops,
            is_derived: false,
        }
    }

    /// Adds the tests of a condition that is met, or is not.
    fn add_guards(&self, condition: &'b Expr, is_met: bool, scope: &Scope, state: &mut State<'b>) {
        let chain = match is_met {
            true => Arithmetic::And,
            false => Arithmetic::Or,
        };
        condition.chain(chain, &mut |part| {
            let owners = &scope.owners;
            let compared = part.comparison();
            let guard = compared.and_then(|compared| guard_of(compared, is_met, owners));
            state
                .guards
                .extend(guard.or_else(|| flag_of(part, is_met, owners)));
        });
    }

    /// Returns the finding about the first two payments that can be more than there is.
    fn finding(&self, naming: &Naming, is_asked: impl Fn(TrackId) -> bool) -> Option<Diagnostic> {
        let pairs = self.payments.iter().enumerate();
        let mut pairs = pairs.filter_map(|(at, one)| {
            let mut later = self.payments.iter().skip(at + 1);
            let other = later.find(|other| exceed(one, other));
            other
                .or(one.is_repeated.then_some(one))
                .map(|other| (one, other))
        });
        let (one, other) = pairs.find(|(one, _)| !is_asked(one.track))?;
        let track = self.book.track_name(one.track);
        // Each of the members may have a commander of its own, but hardly a side.
        let is_side = self.book.side_kind().map(Kinds::one) == Some(one.kinds);
        let confidence = match one.is_repeated && one.owner.is_derived && !is_side {
            true => Confidence::Possible,
            false => Confidence::Likely,
        };
        let finding = |message: String| {
            Diagnostic::new(Code::UncheckedCost, message)
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(confidence)
        };
        let help = format!(
            "pay one after the other, without `at the same time`; or check above the block that there is enough `{track}` for all"
        );
        if one.is_claim {
            let message = format!(
                "`{track}` is asked for as it was before the block, so it can be used more than once"
            );
            let finding =
                finding(message).label(one.span, "asked and set without what the others do");
            let finding = match one.span == other.span {
                true => finding,
                false => finding.label(other.span, "likewise"),
            };
            return Some(finding.help("decide before the block who uses it; or write `once each game for …`, which takes effect at once"));
        }
        Some(match one.span == other.span {
            true => finding(format!(
                "every round pays from the `{track}` that there was before the block, so all can cost more than there is"
            ))
            .label(one.span, "checked and paid without what other rounds pay")
            .help(help),
            false => finding(format!(
                "both costs are paid from the `{track}` that there was before the block, so both can cost more than there is"
            ))
            .label(one.span, "checked and paid without the other")
            .label(other.span, "likewise")
            .help(help),
        })
    }
}

/// Whether two payments can be made together, although their tests together require less than both cost.
fn exceed(one: &Payment<'_>, other: &Payment<'_>) -> bool {
    let is_same =
        (&one.owner, one.track, one.is_claim) == (&other.owner, other.track, other.is_claim);
    if !is_same || one.is_direct && other.is_direct {
        return false;
    }
    let mut alternatives = one.path.iter();
    let are_exclusive = alternatives.any(|(place, at)| {
        let mut others = other.path.iter();
        others.any(|(other, branch)| other == place && branch != at)
    });
    let costs = one.amount.literal().zip(other.amount.literal());
    let required = one.least.zip(other.least);
    let is_enough = costs
        .zip(required)
        .is_some_and(|((a, b), (one, other))| a.saturating_add(b) <= one.max(other));
    !are_exclusive && !is_enough
}

/// Whether a statement changes something, itself or by an action.
fn is_effect(statement: &Statement) -> bool {
    statement.change().is_some() || statement.evaluated().is_some()
}

/// Returns the cost that a statement pays, or what it uses up, if a test is around it that this is there.
fn payment<'b>(statement: &'b Statement, scope: &Scope, state: &State<'b>) -> Option<Payment<'b>> {
    let change = statement.change().filter(|change| change.index.is_none())?;
    let owner = owner_of(change.unit, &scope.owners)?;
    let guards = state.guards.iter();
    let guards = guards.filter(|guard| guard.owner == owner && guard.track == change.track);
    let (least, is_claim) = match change.how {
        Change::Take
            if matches!(change.amount.ty, Type::Number(_)) && change.transfer.is_none() =>
        {
            let covering = guards.filter_map(|guard| match &guard.needed {
                Needed::Least(least) if covers(least, change.amount) => Some(least.number()),
                Needed::Least(_) | Needed::Value(_) => None,
            });
            (covering.max()?, false)
        }
        Change::Set => {
            let mut needed = guards.filter_map(|guard| match guard.needed {
                Needed::Value(value) => Some(value),
                Needed::Least(_) => None,
            });
            let is_used = |value| change.amount.constant_value() != Some(value);
            needed.find(|value| is_used(*value))?;
            (None, true)
        }
        Change::Take | Change::Add => return None,
    };
    Some(Payment {
        is_repeated: state.loops > owner.loops,
        is_direct: scope.place.is_none() && change.unit.local().is_some(),
        owner,
        track: change.track,
        kinds: change.unit.ty.kinds(),
        amount: change.amount,
        least,
        is_claim,
        path: state.path.clone(),
        span: scope.place.unwrap_or(statement.span),
    })
}

impl Amount<'_> {
    fn number(&self) -> Option<i32> {
        self.value.literal()?.checked_add(self.more)
    }
}

/// Whether a test that there is some amount covers a cost.
fn covers(least: &Amount<'_>, cost: &Expr) -> bool {
    match least.number().zip(cost.literal()) {
        Some((least, cost)) => cost > 0 && least >= cost,
        None => are_equivalent(least.value, cost),
    }
}

/// Returns the test of a comparison that is met, or is not: `side.gold >= 2`.
fn guard_of<'b>(compared: Comparison<'b>, is_met: bool, owners: &Owners) -> Option<Guard<'b>> {
    let Comparison { order, left, right } = compared;
    let (order, read, value) = match (left.track(), right.track()) {
        (Some(read), _) => (order, read, right),
        (None, Some(read)) => (order.mirrored(), read, left),
        (None, None) => return None,
    };
    let more = match (order, is_met) {
        (Order::GreaterOrEqual, true) | (Order::Less, false) => 0,
        (Order::Greater, true) | (Order::LessOrEqual, false) => 1,
        (Order::GreaterOrEqual | Order::Greater, false)
        | (Order::Less | Order::LessOrEqual, true)
        | (Order::Equal | Order::NotEqual, _) => return None,
    };
    let owner = owner_of(read.unit, owners).filter(|_| read.index.is_none())?;
    Some(Guard {
        owner,
        track: read.track,
        needed: Needed::Least(Amount { value, more }),
    })
}

/// Returns the test that a flag is not set, or that a reference is none: `not side.leader-used`, `prize.holder is none`.
fn flag_of<'b>(part: &'b Expr, is_met: bool, owners: &Owners) -> Option<Guard<'b>> {
    let flag = match part.negated() {
        Some(flag) if is_met => Some((flag, 0)),
        Some(_) => None,
        None if part.ty == Type::Flag && !is_met => Some((part, 0)),
        None => None,
    };
    let is_none = |compared: Comparison<'b>| {
        let value = compared.right.constant_value()?;
        let is_it = matches!(compared.order, Order::Equal) == is_met;
        (is_it && value == NONE).then_some((compared.left, value))
    };
    let (read, value) = flag.or(part.comparison().and_then(is_none))?;
    let read = read.track().filter(|read| read.index.is_none())?;
    Some(Guard {
        owner: owner_of(read.unit, owners)?,
        track: read.track,
        needed: Needed::Value(value),
    })
}

/// Returns the owner that an expression denotes; `None` if it is unknown.
fn owner_of(unit: &Expr, owners: &Owners) -> Option<Owner> {
    if let Some(local) = unit.local() {
        return owners.get(&local).cloned();
    }
    let outer = |name: String| Some(Owner::outer(name));
    if unit.is_game() {
        return outer("game".to_owned());
    }
    if let Some(side) = unit.named_side() {
        return outer(format!("side {side}"));
    }
    // Several members can have the same side, or the same commander.
    let read = unit.track().filter(|read| read.index.is_none())?;
    let of = owner_of(read.unit, owners)?;
    Some(Owner {
        name: format!("{}.{}", of.name, read.track.at()),
        loops: of.loops.saturating_sub(1),
        is_derived: true,
    })
}

/// Returns the owners that the locals denote which a body has before a block.
fn outer_owners(body: &[Statement], block: &[Statement]) -> Owners {
    let mut inner = Vec::new();
    walk_statements(block, &mut |statement| {
        inner.extend(statement.bound_local());
        true
    });
    let mut owners = Owners::new();
    let mut add = |local: LocalId| {
        owners.insert(local, Owner::outer(format!("local {}", local.at())));
    };
    walk_statements(body, &mut |statement| {
        statement
            .bound_local()
            .into_iter()
            .filter(|local| !inner.contains(local))
            .for_each(&mut add);
        // Parameters are bound by no statement.
        walk_own(statement, &mut |expr| {
            sandtable_model::walk_within(expr, &mut |part| {
                let local = part.local().filter(|local| !inner.contains(local));
                local.into_iter().for_each(&mut add);
            });
        });
        true
    });
    owners
}

/// Whether a body reads a track outside of a block: it may check there that there is enough.
fn is_asked_above(body: &[Statement], block: &[Statement], track: TrackId) -> bool {
    let mut is_asked = false;
    walk_statements(body, &mut |statement| {
        walk_own(statement, &mut |expr| {
            is_asked |= expr.any(|part| part.is_track(track));
        });
        // The block itself is no part of what is above it.
        statement
            .simultaneous()
            .is_none_or(|inner| !std::ptr::eq(inner.as_slice(), block))
    });
    is_asked
}
