//! Costs that are paid without a test that they can be paid, although another rule tests it.
//!
//! Reports: E0681.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::readings::{names_of, reads_track, reads_track_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Arithmetic, Change, Choice, Comparison, Expr, Kinds, Line, LocalId, Naming, Procedure,
    ProcedureId, RuleBook, Statement, TrackChange, TrackId, TrackRead, Type, blocks, walk_own,
    walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            let lines = lines.into_iter().flatten();
            diagnostics.extend(lines.filter_map(|line| of_line(book, naming, line)));
            true
        });
    }
    unpaid(context, diagnostics);
    asked_only(context, diagnostics);
    for procedure in &book.procedures {
        let needs = procedure.body.iter().filter_map(Statement::needs);
        let asked: Vec<Required> = needs.flat_map(amounts_required).collect();
        let body = &procedure.body;
        diagnostics.extend(paid_from_another(book, &procedure.naming, &asked, body));
    }
    let required = required(book);
    let outright = called_outright(book);
    for (at, procedure) in book.procedures.iter().enumerate() {
        let is_called = outright.contains(&ProcedureId::new(at));
        if procedure.ability != Ability::Action || procedure.parameters.is_empty() {
            continue;
        }
        for statement in &procedure.body {
            let Some(change) = own_payment(statement) else {
                continue;
            };
            if is_own_by_name(change.unit, &procedure.body) {
                diagnostics.extend(asked_otherwise(book, procedure, &change, statement.span));
            }
            let elsewhere = required.get(&change.track).copied();
            // Paid for a new unit: a price, even if no other action checks the track.
            let is_price = || procedure.body.iter().any(|one| one.created().is_some());
            if elsewhere.is_none() && !(is_side(book, change.unit) && is_price()) {
                continue;
            }
            if is_number(change.amount) && is_own_by_name(change.unit, &procedure.body) {
                let paid = Payment {
                    amount: change.amount,
                    unit: change.unit,
                    track: change.track,
                    span: statement.span,
                };
                diagnostics.extend(of_payment(book, procedure, &paid, elsewhere, is_called));
            }
        }
    }
}

/// Least number of actions that require a track and pay from it, for one that pays nothing to be odd.
const MIN_PAYING: usize = 2;

/// Reports the only action that requires some of a track without taking any, although all others do.
fn unpaid(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut by_track: BTreeMap<TrackId, Vec<Requirement<'_>>> = BTreeMap::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        if procedure.ability != Ability::Action {
            continue;
        }
        for (track, least, span) in requirements(procedure) {
            let own = procedure.body.iter();
            let mut own = own.filter(|statement| changes(statement, track, true));
            let id = ProcedureId::new(at);
            let reached = context.call_graph.reachable(id);
            let mut reached = reached.iter().filter_map(|id| book.procedures.get(id.at()));
            by_track.entry(track).or_default().push(Requirement {
                procedure,
                span,
                least,
                paid: own.next().map(|statement| statement.span),
                is_changed: reached.any(|called| {
                    let mut statements = called.body.iter();
                    statements.any(|statement| changes(statement, track, false))
                }),
            });
        }
    }
    for (track, required) in by_track {
        let paying = required.iter().filter_map(|one| one.paid);
        let paying: Vec<Span> = paying.collect();
        let n_prices = required.iter().filter(|one| one.least >= MIN_AMOUNT);
        let (are_prices, are_alike) = (
            n_prices.count() == required.len(),
            required.windows(2).all(|pair| match pair {
                [one, other] => reason(one) == reason(other),
                _ => true,
            }),
        );
        let is_odd = paying.len() >= MIN_PAYING || are_prices && are_alike;
        let mut free = required.iter().filter(|one| !one.is_changed);
        let (Some(odd), None) = (free.next(), free.next()) else {
            continue;
        };
        let name = book.tracks.get(track.at()).map(|track| &track.name);
        if let (Some(first), Some(name), true) = (paying.first(), name, is_odd) {
            let own = &odd.procedure.naming;
            diagnostics.push(
                Diagnostic::new(
                    Code::UncheckedCost,
                    format!(
                        "`{}` requires `{name}` but takes none: every other action that requires it does",
                        own.name
                    ),
                )
                .label(odd.span, "required here")
                .label(*first, "paid here, for example")
                .help(format!(
                    "add the cost: `take {} from ….{name}`; if it is free, ignore this",
                    odd.least
                ))
                .cite(own.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Reports an action that asks whether another one which has a cost is possible and never calls it, although others do both.
fn asked_only(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut asking: BTreeMap<ProcedureId, Vec<(ProcedureId, Span)>> = BTreeMap::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        for condition in procedure.body.iter().filter_map(Statement::needs) {
            condition.chain(Arithmetic::And, &mut |part| {
                if let Some((asked, _)) = part.action_test() {
                    let own = asking.entry(asked).or_default();
                    own.push((ProcedureId::new(at), part.span));
                }
            });
        }
    }
    let calls =
        |id: ProcedureId, sought: ProcedureId| context.call_graph.reachable(id).contains(&sought);
    for (asked, own) in asking {
        let named = book.procedures.get(asked.at());
        let cost = named.and_then(|named| named.body.iter().find_map(own_payment));
        let (Some(named), true) = (named, cost.is_some()) else {
            continue;
        };
        // A caller may pay first.
        let is_paid_above = |id: ProcedureId| {
            let callers = context.call_graph.reaching(BTreeSet::from([id]));
            callers.into_iter().any(|caller| {
                let body = book
                    .procedures
                    .get(caller.at())
                    .map(|one| one.body.as_slice());
                let called = super::call_graph::calls(body.unwrap_or_default());
                called.contains(&asked)
            })
        };
        let both = own.iter().find(|(id, _)| calls(*id, asked));
        let mut only = own
            .iter()
            .filter(|(id, _)| !calls(*id, asked) && !is_paid_above(*id));
        if let (Some((both, _)), Some((id, place)), None) = (both, only.next(), only.next())
            && let (Some(odd), Some(other)) =
                (book.procedures.get(id.at()), book.procedures.get(both.at()))
        {
            let (odd, other) = (&odd.naming, &other.naming.name);
            let name = &named.naming.name;
            diagnostics.push(
                Diagnostic::new(
                    Code::UncheckedCost,
                    format!(
                        "`{}` asks whether `{name}` is possible, but never calls it, as `{other}` does",
                        odd.name
                    ),
                )
                .label(*place, "so its cost is never paid")
                .help(format!("add the call: `{name}(…)`; if it is free, ignore this"))
                .cite(odd.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Returns the finding about an action that requires the amount of a formula which nothing pays, and takes a number.
fn asked_otherwise(
    book: &RuleBook,
    procedure: &Procedure,
    change: &TrackChange<'_>,
    taken: Span,
) -> Option<Diagnostic> {
    let amount = change.amount.literal()?;
    let mut found = None;
    for condition in procedure.body.iter().filter_map(Statement::needs) {
        condition.chain(Arithmetic::And, &mut |part| {
            if let Some(Comparison { order, left, right }) = part.comparison()
                && order == Order::GreaterOrEqual
                && left.track().is_some_and(|read| {
                    read.track == change.track
                        && canonical_form(read.unit, &[]) == canonical_form(change.unit, &[])
                })
                && let Some((formula, _)) = right.call()
            {
                found = found.or(Some((formula, part.span)));
            }
        });
    }
    let (formula, place) = found?;
    let called = book.procedures.get(formula.at())?;
    let mut is_used = called.ability != Ability::Formula || called.range == (amount, amount);
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let amount = statement.change().map(|change| change.amount);
            let value = statement.binding().map(|(_, value)| value);
            let mut values = amount.into_iter().chain(value);
            is_used |= values.any(|value| {
                value.any(|part| part.call().is_some_and(|(called, _)| called == formula))
            });
            true
        });
    }
    let (price, name) = (&called.naming.name, book.track_name(change.track));
    let finding = Diagnostic::new(
        Code::UncheckedCost,
        format!("this takes {amount} from `{name}`, though `{price}` is required"),
    )
    .label(taken, "takes a number")
    .label(place, "requires the value of the formula")
    .help(format!(
        "take what is required: `take {price}(…) from ….{name}`; if intended, ignore this"
    ))
    .cite(procedure.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely);
    (!is_used).then_some(finding)
}

/// An action that requires some of a track.
struct Requirement<'b> {
    procedure: &'b Procedure,
    span: Span,
    /// The least amount.
    least: i32,
    /// The statement that takes from the track whatever happens.
    paid: Option<Span>,
    /// Whether the action, or one that it calls, changes the track.
    is_changed: bool,
}

/// Returns the text of the line that requires it.
fn reason<'b>(required: &Requirement<'b>) -> Option<&'b str> {
    let lines = required.procedure.body.iter();
    let mut lines = lines.filter(|line| {
        let condition = line.needs();
        condition.is_some_and(|condition| condition.any(|part| part.span == required.span))
    });
    lines.next().and_then(Statement::requirement)
}

/// Returns each track of the acting unit that an action requires to be at least 1, with that amount and the place of the condition.
fn requirements(procedure: &Procedure) -> Vec<(TrackId, i32, Span)> {
    let mut found = Vec::new();
    for statement in &procedure.body {
        let Some(condition) = statement.needs() else {
            continue;
        };
        condition.chain(Arithmetic::And, &mut |part| {
            if let Some((read, least)) = least_required(part)
                && is_own(read.unit)
                && least > 0
            {
                found.push((read.track, least, part.span));
            }
        });
    }
    found
}

/// Whether a statement changes a track; with `takes`, whether it lowers it itself, outside of a block.
fn changes(statement: &Statement, track: TrackId, takes: bool) -> bool {
    let own = statement
        .change()
        .is_some_and(|change| change.track == track && (!takes || change.how == Change::Take));
    let mut inner = blocks(statement).flatten();
    own || !takes && inner.any(|inner| changes(inner, track, takes))
}

/// An option whose condition asks for less than the option costs.
fn of_line(book: &RuleBook, naming: &Naming, line: &Line) -> Option<Diagnostic> {
    let asked = amounts_required(line.condition.as_ref()?);
    if let Some(other) = paid_from_another(book, naming, &asked, &line.body) {
        return Some(other);
    }
    line.body.iter().find_map(|statement| {
        let change = own_payment(statement)?;
        let (track, amount) = (change.track, change.amount.literal()?);
        let unit = canonical_form(change.unit, &[])?;
        let mut asked = asked.iter();
        let (_, _, least, place) = asked
            .find(|(of, whose, least, _)| *of == track && *whose == unit && *least < amount)?;
        let name = book.tracks.get(track.at())?.name.as_str();
        Some(
            Diagnostic::new(
                Code::UncheckedCost,
                format!("this costs {amount} `{name}`, but only {least} is required"),
            )
            .label(statement.span, "takes only what there is")
            .label(*place, "requires less")
            .help("correct one of the two numbers")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        )
    })
}

/// A track, the unit in canonical form, the amount that a condition requires of it, and the condition.
pub(super) type Required = (TrackId, String, i32, Span);

/// Returns the amounts that a condition requires.
pub(super) fn amounts_required(condition: &Expr) -> Vec<Required> {
    let mut asked = Vec::new();
    condition.chain(Arithmetic::And, &mut |part| {
        if let Some((read, least)) = least_required(part)
            && let Some(unit) = canonical_form(read.unit, &[])
        {
            asked.push((read.track, unit, least, part.span));
        }
    });
    asked
}

/// Least amount for which a requirement and a payment of it from another track are taken for one cost.
const MIN_AMOUNT: i32 = 2;

/// Reports a block that takes from one track the amount that its condition requires of another one of the same unit.
fn paid_from_another(
    book: &RuleBook,
    naming: &Naming,
    asked: &[Required],
    block: &[Statement],
) -> Option<Diagnostic> {
    block.iter().find_map(|statement| {
        let change = own_payment(statement)?;
        let amount = change
            .amount
            .literal()
            .filter(|amount| *amount >= MIN_AMOUNT)?;
        let unit = canonical_form(change.unit, &[])?;
        if asked.iter().any(|(track, ..)| *track == change.track) {
            return None;
        }
        let (track, _, _, place) = asked.iter().find(|(track, whose, least, _)| {
            let is_paid = || block.iter().any(|inner| changes(inner, *track, false));
            *whose == unit && *least == amount && !is_paid()
        })?;
        let name = |track: TrackId| Some(book.tracks.get(track.at())?.name.as_str());
        let (required, paid) = (name(*track)?, name(change.track)?);
        Some(
            Diagnostic::new(
                Code::UncheckedCost,
                format!("this requires {amount} `{required}` and takes {amount} `{paid}`"),
            )
            .label(statement.span, "paid from this")
            .label(*place, "required of this")
            .help("name the same track in both; if both are meant, ignore this")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        )
    })
}

/// Returns the change with which a statement itself takes from a track; `None` for a track of many values.
fn own_payment(statement: &Statement) -> Option<TrackChange<'_>> {
    let change = statement.change()?;
    (change.how == Change::Take && change.index.is_none()).then_some(change)
}

struct Payment<'b> {
    amount: &'b Expr,
    unit: &'b Expr,
    track: TrackId,
    span: Span,
}

/// Whether an expression is a side.
pub(super) fn is_side(book: &RuleBook, unit: &Expr) -> bool {
    let kinds = unit.ty.kinds();
    book.side_kind()
        .is_some_and(|side| kinds == Kinds::one(side))
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Number(_))
}

/// Whether an expression is the first unit of the parameters of a rule, its side, or the game.
pub(super) fn is_own(unit: &Expr) -> bool {
    let of_track = unit.track().map(|read| read.unit);
    let owner = of_track.or(unit.field().map(|(unit, _)| unit));
    unit.is_game() || unit.is_local(LocalId::new(0)) || owner.is_some_and(is_own)
}

/// As [`is_own`], also by a name that is given above: `mine = army.side`.
fn is_own_by_name(unit: &Expr, body: &[Statement]) -> bool {
    let named = unit
        .local()
        .and_then(|local| names_of(body).get(&local).copied());
    named.is_some_and(is_own) || is_own(unit)
}

/// Returns the tracks for which `needs` lines of actions, or conditions of what pays from them, require an amount, each with the span of
/// such a line.
fn required(book: &RuleBook) -> BTreeMap<TrackId, Span> {
    let mut required = BTreeMap::new();
    for procedure in &book.procedures {
        if procedure.ability != Ability::Action {
            continue;
        }
        let mut paid: Vec<TrackId> = Vec::new();
        walk_statements(&procedure.body, &mut |statement| {
            let change = statement.change();
            let change = change.filter(|change| change.how == Change::Take);
            paid.extend(change.map(|change| change.track));
            true
        });
        walk_statements(&procedure.body, &mut |statement| {
            let lines = statement.choice().and_then(Choice::lines);
            let lines = lines.into_iter().flatten();
            let lines = lines.filter_map(|line| Some((line.condition.as_ref()?, &line.body)));
            let then = statement
                .branch()
                .map(|(condition, then, _)| (condition, then));
            for (condition, block) in lines.chain(then) {
                for (track, _, _, place) in amounts_required(condition) {
                    if block.iter().any(|inner| changes(inner, track, true)) {
                        required.entry(track).or_insert(place);
                    }
                }
            }
            true
        });
        for statement in &procedure.body {
            if let Some(condition) = statement.needs() {
                walk_within(condition, &mut |inner| {
                    if let Some(Comparison { order, left, .. }) = inner.comparison()
                        && matches!(order, Order::GreaterOrEqual | Order::Greater)
                        && let Some(read) = left.track()
                        && paid.contains(&read.track)
                    {
                        required.entry(read.track).or_insert(inner.span);
                    }
                });
            }
        }
    }
    required
}

/// Returns the procedures that a line calls which is no option of a choice: nothing asks first whether they can be done.
fn called_outright(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut found = BTreeSet::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let call = statement.evaluated().and_then(Expr::call);
            found.extend(call.map(|(procedure, _)| procedure));
            statement.choice().is_none() && statement.branch().is_none()
        });
    }
    found
}

fn of_payment(
    book: &RuleBook,
    procedure: &Procedure,
    paid: &Payment<'_>,
    elsewhere: Option<Span>,
    is_called: bool,
) -> Option<Diagnostic> {
    let name = book.tracks.get(paid.track.at())?.name.as_str();
    let finding = |message: String, label: &str, place: Option<Span>| {
        let finding = Diagnostic::new(Code::UncheckedCost, message)
            .label(paid.span, "takes only what there is");
        let finding = match place {
            Some(place) => finding.label(place, label),
            None => finding,
        };
        finding
            .help(match is_called {
                // A call that is refused ends the game.
                true => format!("add a line above it: `if ….{name} < …: stop`"),
                false => format!("add a line above it: `needs ….{name} >= …`"),
            })
            .cite(procedure.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely)
    };
    let unit = canonical_form(paid.unit, &[]);
    let names = names_of(&procedure.body);
    let mut is_read = reads_track(paid.amount, paid.track);
    walk_within(paid.amount, &mut |inner| {
        // An amount in a local may have been calculated from the track.
        is_read |= inner
            .local()
            .is_some_and(|local| names.contains_key(&local));
    });
    let mut checked: Option<(i32, Span)> = None;
    // What the same rule adds above it is there.
    let amount = canonical_form(paid.amount, &[]);
    walk_statements(&procedure.body, &mut |statement| {
        let added = statement
            .change()
            .filter(|change| change.how == Change::Add);
        is_read |= added.is_some_and(|change| {
            statement.span.start < paid.span.start
                && change.track == paid.track
                && canonical_form(change.unit, &[]) == unit
                && amount.is_some()
                && canonical_form(change.amount, &[]) == amount
        });
        true
    });
    walk_all(&procedure.body, &mut |expr| {
        // The unit of a name may be read without that name.
        let reads = match paid.unit.local() {
            Some(local) if names.contains_key(&local) => reads_track(expr, paid.track),
            Some(_) | None => reads_track_of(expr, paid.track, unit.as_deref()),
        };
        if reads {
            is_read = true;
            walk_within(expr, &mut |inner| {
                checked = checked.or(least_checked(inner, paid.track))
            });
        }
    });
    match (checked, paid.amount.literal()) {
        (Some((least, place)), Some(amount)) if least < amount && least > 0 => {
            let message = format!("this costs {amount} `{name}`, but only {least} is required");
            Some(finding(message, "requires less", Some(place)))
        }
        _ if is_read => None,
        // Without another action that checks it, a caller may compare it for another reason.
        _ if elsewhere.is_none() && !is_required_by_callers(book, procedure, paid.track) => {
            let message =
                format!("this price is paid without checking whether there is enough `{name}`");
            Some(finding(message, "", None))
        }
        _ if is_checked_by_callers(book, procedure, paid.track) => None,
        _ => {
            let message =
                format!("this cost is paid without checking whether there is enough `{name}`");
            Some(finding(message, "another action checks it", elsewhere))
        }
    }
}

/// Returns the track for which a comparison is a lower bound, and the bound; `None` for a track with an index.
fn least_required(expr: &Expr) -> Option<(TrackRead<'_>, i32)> {
    let read = expr.comparison()?.left.track()?;
    let (least, _) = least_checked(expr, read.track)?;
    read.index.is_none().then_some((read, least))
}

/// Returns the least value of a track that a comparison with a number requires, and its span.
fn least_checked(expr: &Expr, track: TrackId) -> Option<(i32, Span)> {
    let Comparison { order, left, right } = expr.comparison()?;
    let number = right.literal().filter(|_| left.is_track(track))?;
    match order {
        Order::GreaterOrEqual => Some((number, expr.span)),
        Order::Greater => Some((number.checked_add(1)?, expr.span)),
        Order::Equal | Order::NotEqual | Order::Less | Order::LessOrEqual => None,
    }
}

fn walk_all(block: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    for statement in block {
        walk_own(statement, visit);
        for inner in blocks(statement) {
            walk_all(inner, visit);
        }
    }
}

/// Whether a rule that calls the action compares the track with a number, or hands it to a rule.
fn is_required_by_callers(book: &RuleBook, action: &Procedure, track: TrackId) -> bool {
    is_known_to_callers(book, action, &|expr| {
        let compared = |part: &Expr| {
            let bound = part.bound();
            bound.is_some_and(|bound| reads_track(bound.subject, track))
        };
        let is_asked = |part: &Expr| {
            let mut arguments = part.arguments().into_iter().flatten();
            arguments.any(|one| reads_track(one, track))
        };
        expr.any(|part| compared(part) || is_asked(part))
    })
}

/// Whether a rule that calls the action reads the track.
pub(super) fn is_checked_by_callers(book: &RuleBook, action: &Procedure, track: TrackId) -> bool {
    is_known_to_callers(book, action, &|expr| reads_track(expr, track))
}

/// Whether a rule that calls the action has an expression with a property.
fn is_known_to_callers(
    book: &RuleBook,
    action: &Procedure,
    is_sought: &impl Fn(&Expr) -> bool,
) -> bool {
    let mut bodies = book
        .bodies()
        .filter(|(caller, _)| caller.span != action.naming.span);
    bodies.any(|(_, body)| {
        let (mut calls, mut reads) = (false, false);
        let mut look = |expr: &Expr| {
            reads |= is_sought(expr);
            walk_within(expr, &mut |inner| {
                if let Some((procedure, _)) = inner.call() {
                    let called = book.procedures.get(procedure.at());
                    calls |= called.is_some_and(|called| called.naming.span == action.naming.span);
                }
            });
        };
        walk_all(body, &mut look);
        let mut lines = Vec::new();
        walk_statements(body, &mut |statement| {
            let offered = statement.choice().and_then(Choice::lines);
            let offered = offered.into_iter().flatten();
            lines.extend(offered.filter_map(|line| line.condition.as_ref()));
            true
        });
        lines.into_iter().for_each(look);
        calls && reads
    })
}
