//! Units that are chosen for an action of another unit, and can be that unit itself: `choose other: unit …`, `strike(unit, other)`.
//!
//! Reports: E0654.

use super::Context;
use super::pair_condition::{Frame, PairConditions, Truth};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Arm, Choice, Expr, Kinds, LocalId, Procedure, ProcedureId, RuleBook, Selection,
    Statement, Type, blocks,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut found = Vec::new();
    for procedure in &context.book.procedures {
        let mut search = Search {
            book: context.book,
            procedure,
            found: &mut found,
        };
        let units = procedure.parameters.iter().enumerate();
        let units = units.filter(|(_, one)| matches!(one.ty, Type::Unit(_)));
        let mut scope: Vec<LocalId> = units.map(|(at, _)| LocalId::new(at)).collect();
        search.block(&procedure.body, &mut scope);
    }
    for target in &found {
        let is_open = matches!(target.truth, Truth::Yes | Truth::Open);
        let mut others = found.iter().filter(|other| {
            other.truth == Truth::No
                && other.called == target.called
                && !target.kinds.and(other.kinds).is_empty()
        });
        let other = others.next().filter(|_| !target.asks_for_friend);
        if is_open || target.truth == Truth::Measured && other.is_some() {
            diagnostics.push(finding(target, other));
        }
    }
}

/// A unit that is chosen for an action of another unit.
struct Target<'b> {
    procedure: &'b Procedure,
    selection: &'b Selection,
    /// The other unit.
    actor: LocalId,
    kinds: Kinds,
    /// The action.
    called: ProcedureId,
    /// The choice and the call.
    places: [Span; 2],
    /// Whether all conditions are met by the actor itself.
    truth: Truth,
    asks_for_friend: bool,
}

struct Search<'b, 'f> {
    book: &'b RuleBook,
    procedure: &'b Procedure,
    found: &'f mut Vec<Target<'b>>,
}

impl<'b> Search<'b, '_> {
    /// Searches a block; `scope` are the units that have names there.
    fn block(&mut self, block: &'b [Statement], scope: &mut Vec<LocalId>) {
        let n_around = scope.len();
        for (at, statement) in block.iter().enumerate() {
            let chosen = statement.choice().filter(|choice| choice.several.is_none());
            if let Some(selection) = chosen.and_then(Choice::units) {
                let is_of_all = selection.region.is_none()
                    && selection.chosen.is_none()
                    && selection.owner.is_none();
                let rest = block.get(at + 1..).unwrap_or_default();
                for actor in scope.iter().filter(|_| is_of_all) {
                    self.target(selection, *actor, statement.span, rest);
                }
                scope.push(selection.local);
            }
            let each = statement.turns().map(|(selection, _)| selection);
            let each = each.filter(|selection| matches!(selection.ty(), Type::Unit(_)));
            let n_outside = scope.len();
            scope.extend(each.map(|selection| selection.local));
            for inner in blocks(statement) {
                self.block(inner, scope);
            }
            scope.truncate(n_outside);
        }
        scope.truncate(n_around);
    }

    /// Adds the first call of an action that hands over the chosen unit beside the other one.
    fn target(
        &mut self,
        selection: &'b Selection,
        actor: LocalId,
        chosen: Span,
        rest: &'b [Statement],
    ) {
        let kinds = self.procedure.locals.get(actor.at());
        let kinds = kinds.map_or(Kinds::NONE, |local| local.ty.kinds());
        let kinds = kinds.and(selection.kinds);
        if kinds.is_empty() {
            return;
        }
        let mut conditions = PairConditions {
            book: self.book,
            asks_for_friend: false,
            asks_for_itself: false,
        };
        let mut frame = Frame::of_pair(actor, selection.local);
        for statement in &self.procedure.body {
            bind_all(&mut frame, statement);
        }
        let condition = selection.condition.as_deref();
        let truth = condition.map_or(Truth::Yes, |one| conditions.truth(one, &frame));
        let pair = (actor, selection.local);
        let call = self.call(rest, pair, &frame, truth, &mut conditions);
        if let Some((call, called, truth)) = call {
            self.found.push(Target {
                procedure: self.procedure,
                selection,
                actor,
                kinds,
                called,
                places: [chosen, call],
                // A condition that allows it means it.
                truth: match truth {
                    Truth::No => Truth::No,
                    _ if conditions.asks_for_itself => Truth::Unknown,
                    Truth::Yes | Truth::Open | Truth::Measured | Truth::Unknown => truth,
                },
                asks_for_friend: conditions.asks_for_friend,
            });
        }
    }

    /// Returns the call, its action, and whether it is reached if both units are the same.
    fn call(
        &self,
        block: &[Statement],
        pair: (LocalId, LocalId),
        frame: &Frame,
        mut truth: Truth,
        conditions: &mut PairConditions<'_>,
    ) -> Option<(Span, ProcedureId, Truth)> {
        for statement in block {
            if let Some((id, arguments)) = statement.called_action(self.book)
                && hands_over(arguments, pair.0)
                && hands_over(arguments, pair.1)
                && let Some(called) = self.book.procedures.get(id.at())
                && called.ability == Ability::Action
            {
                let allowed = conditions.allows(called, arguments, frame);
                return Some((statement.span, id, truth.and(allowed)));
            }
            if let Some(condition) = statement.needs() {
                truth = truth.and(conditions.truth(condition, frame));
            }
            for (at, inner) in blocks(statement).enumerate() {
                let met = truth_of_block(statement, at, frame, conditions);
                let found = self.call(inner, pair, frame, truth.and(met), conditions);
                if found.is_some() {
                    return found;
                }
            }
            if let Some(condition) = statement.early_end() {
                truth = truth.and(conditions.truth(condition, frame).not());
            }
        }
        None
    }
}

/// Returns whether a block of a statement is executed if both units are the same.
fn truth_of_block(
    statement: &Statement,
    at: usize,
    frame: &Frame,
    conditions: &mut PairConditions<'_>,
) -> Truth {
    if let Some((condition, ..)) = statement.branch() {
        let met = conditions.truth(condition, frame);
        return if at == 0 { met } else { met.not() };
    }
    if let Some(until) = statement.repetition().and_then(|one| one.until) {
        return conditions.truth(until, frame).not();
    }
    if let Some((value, arms)) = statement.cases() {
        let met = conditions.truth(value, frame);
        if value.ty != Type::Flag {
            return match met {
                Truth::Yes | Truth::No => Truth::Open,
                Truth::Open | Truth::Measured | Truth::Unknown => met,
            };
        }
        let has = |arm: &Arm, number: i32| {
            let mut ranges = arm.ranges.iter();
            ranges.any(|(low, high)| (*low..=*high).contains(&number))
        };
        // The last line has the rest.
        let is_for = |number: i32| match arms.get(at) {
            Some(arm) if arm.ranges.is_empty() => !arms.iter().any(|arm| has(arm, number)),
            Some(arm) => has(arm, number),
            None => false,
        };
        return match (is_for(1), is_for(0)) {
            (true, true) => Truth::Yes,
            (true, false) => met,
            (false, true) => met.not(),
            (false, false) => Truth::No,
        };
    }
    let lines = statement.choice().and_then(Choice::lines);
    let line = lines.and_then(|lines| lines.get(at));
    let asked = line.and_then(|line| line.condition.as_ref());
    asked.map_or(Truth::Yes, |one| conditions.truth(one, frame))
}

fn bind_all(frame: &mut Frame, statement: &Statement) {
    frame.bind(statement);
    for inner in blocks(statement).flatten() {
        bind_all(frame, inner);
    }
}

fn hands_over(arguments: &[Expr], unit: LocalId) -> bool {
    arguments.iter().any(|one| one.is_local(unit))
}

fn finding(target: &Target<'_>, other: Option<&Target<'_>>) -> Diagnostic {
    let actor = target.procedure.locals.get(target.actor.at());
    let actor = actor.map_or("the other unit", |local| local.name.as_str());
    let name = &target.selection.name;
    let [chosen, call] = target.places;
    let finding = Diagnostic::new(
        Code::SwappedArguments,
        format!("`{name}` can be `{actor}` itself: no condition tells them apart"),
    )
    .label(chosen, "chosen here")
    .label(call, "handed over together");
    let finding = match other {
        Some(other) => finding.label(other.places[0], "this choice excludes it"),
        None => finding,
    };
    finding
        .help(format!(
            "add a condition to the choice: `where {name} is not {actor}`, or `where {name}.side is not {actor}.side`; if intended, ignore this"
        ))
        .cite(target.procedure.naming.citations.iter().map(String::as_str))
        .confidence(match other {
            Some(_) => Confidence::Likely,
            None => Confidence::Possible,
        })
}
