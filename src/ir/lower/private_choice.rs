//! Choices after which nothing but hidden tracks changes: an information flow analysis of bodies (Denning and Denning 1977), with explicit flows
//! by locals and implicit ones by branches.
//!
//! Other sides must not see their answers: they would tell what is written on a hidden unit.

use super::Lowerer;
use sandtable_model::{
    Ability, Block, Choice, Expr, KindId, Kinds, LocalId, ProcedureId, RuleBook, Statement,
    TrackId, blocks, walk_own, walk_statements,
};
use sandtable_source::Span;
use std::collections::BTreeSet;

/// Maximum number of nested calls that are followed.
const MAX_CALLS: usize = 4;

/// The statements that follow a place in a body: last those of its own block, before them those after each block around it.
type Rest<'b> = Vec<&'b [Statement]>;

impl Lowerer<'_> {
    /// The spans of the choices of the book whose answers reach nothing but tracks of units that are hidden.
    pub(super) fn find_private_choices(&self) -> BTreeSet<Span> {
        let book = self.book;
        let kinds = book.kinds.iter().enumerate();
        let secretive = kinds.filter(|(_, kind)| kind.hidden.is_some());
        let secretive = secretive.map(|(at, _)| Kinds::one(KindId::new(at)));
        let secretive = secretive.fold(Kinds::NONE, Kinds::or);
        let mut private = BTreeSet::new();
        if secretive.is_empty() || !self.is_traced {
            return private;
        }
        let flow = Flow {
            book,
            secretive,
            is_private: &|track| self.is_private(track),
        };
        for (_, body) in book.bodies() {
            flow.find(body, &mut Rest::new(), &mut private);
        }
        private
    }
}

/// The flow of answers within bodies.
struct Flow<'b, 'p> {
    book: &'b RuleBook,
    /// Kinds whose units can be hidden.
    secretive: Kinds,
    is_private: &'p dyn Fn(TrackId) -> bool,
}

/// The state of the analysis of one answer.
#[derive(Default)]
struct Answer {
    /// Locals whose values depend on it.
    locals: BTreeSet<LocalId>,
    /// Whether a hidden track depends on it.
    is_written: bool,
    /// Whether the rest of the body is executed or not depending on it.
    ends_rule: bool,
}

impl<'b> Flow<'b, '_> {
    /// Adds the choices in a block. `after` are the statements after it.
    fn find(&self, block: &'b [Statement], after: &mut Rest<'b>, private: &mut BTreeSet<Span>) {
        for (at, statement) in block.iter().enumerate() {
            after.push(block.get(at + 1..).unwrap_or_default());
            if let Some(choice) = statement.choice()
                && self.is_private_choice(choice, after)
            {
                private.insert(statement.span);
            }
            for inner in blocks(statement) {
                self.find(inner, after, private);
            }
            after.pop();
        }
    }

    fn is_private_choice(&self, choice: &Choice, after: &Rest<'_>) -> bool {
        let mut answer = Answer::default();
        let is_unseen = match (choice.lines(), choice.values()) {
            (Some(lines), _) => {
                let mut lines = lines.iter();
                lines.all(|line| self.is_unseen_block(&line.body, true, &mut answer, 0))
            }
            (None, Some((local, _))) => answer.locals.insert(local),
            (None, None) => false,
        };
        let mut after = after.iter().rev();
        let is_unseen = is_unseen
            && after.all(|block| {
                let is_controlled = answer.ends_rule;
                self.is_unseen_block(block, is_controlled, &mut answer, 0)
            });
        is_unseen && answer.is_written
    }

    /// Whether nothing that other sides see depends on the answer in some statements, which are executed or not depending on it if they are controlled.
    fn is_unseen_block(
        &self,
        block: &[Statement],
        is_controlled: bool,
        answer: &mut Answer,
        depth: usize,
    ) -> bool {
        block.iter().all(|statement| {
            let is_controlled = is_controlled || answer.ends_rule;
            self.is_unseen(statement, is_controlled, answer, depth)
        })
    }

    fn is_unseen(
        &self,
        statement: &Statement,
        is_controlled: bool,
        answer: &mut Answer,
        depth: usize,
    ) -> bool {
        let mut is_read = false;
        walk_own(statement, &mut |expr| {
            is_read |= expr.any(|part| part.local().is_some_and(|of| answer.locals.contains(&of)));
        });
        let depends = is_controlled || is_read;
        if let Some(change) = statement.change() {
            let is_private = self.hides(change.unit) && (self.is_private)(change.track);
            answer.is_written |= depends && is_private;
            return !depends || is_private;
        }
        if let Some((procedure, arguments)) = statement.called_action(self.book) {
            return !depends
                || self.is_unseen_call(procedure, arguments, is_controlled, answer, depth);
        }
        if let Some((local, value)) = statement.binding() {
            if depends {
                answer.locals.insert(local);
            }
            // A trace leaves out values that are derived from the answer, but names units.
            return !depends || is_read && value.ty.of_units().is_none();
        }
        let in_blocks = |answer: &mut Answer, depends: bool| {
            blocks(statement).all(|block| self.is_unseen_block(block, depends, answer, depth))
        };
        if statement.branch().is_some() || statement.cases().is_some() {
            return in_blocks(answer, depends);
        }
        if let Some(choice) = statement.choice().filter(|_| depends) {
            let local = choice.values().map(|(local, _)| local);
            answer.locals.extend(local);
            return in_blocks(answer, true);
        }
        if let Some(each) = statement.each().filter(|_| depends) {
            let is_hidden = each.selection.kinds.within(self.secretive);
            return is_hidden && each.selection.region.is_none() && in_blocks(answer, true);
        }
        if statement.is_stop() {
            answer.ends_rule |= depends;
            return true;
        }
        statement.is_nothing() || !depends && in_blocks(answer, false)
    }

    /// Whether a unit can be hidden, whatever it is.
    fn hides(&self, unit: &Expr) -> bool {
        let kinds = unit.ty.kinds();
        !kinds.is_empty() && kinds.within(self.secretive)
    }

    /// Whether a call of an action that depends on the answer is about a unit that can be hidden, so that its rule is not shown, and changes nothing
    /// else.
    fn is_unseen_call(
        &self,
        procedure: ProcedureId,
        arguments: &[Expr],
        is_controlled: bool,
        answer: &mut Answer,
        depth: usize,
    ) -> bool {
        let called = self.book.procedures.get(procedure.at());
        let called = called.filter(|called| called.ability == Ability::Action);
        let is_about_hidden = arguments.iter().any(|argument| self.hides(argument));
        let Some(called) = called.filter(|_| is_about_hidden && depth < MAX_CALLS) else {
            return false;
        };
        let is_given = |argument: &Expr| {
            argument.any(|part| part.local().is_some_and(|of| answer.locals.contains(&of)))
        };
        let given = arguments.iter().enumerate();
        let given = given.filter(|(_, argument)| is_given(argument));
        let mut within = Answer {
            locals: given.map(|(at, _)| LocalId::new(at)).collect(),
            ..Answer::default()
        };
        let is_unseen = self.is_unseen_block(&called.body, is_controlled, &mut within, depth + 1);
        answer.is_written |= within.is_written;
        is_unseen && !ends_game(&called.body)
    }
}

/// Whether a body can end the game, whatever the answer.
fn ends_game(body: &Block) -> bool {
    let mut ends = false;
    walk_statements(body, &mut |statement| {
        ends |= statement.ends_game();
        !ends
    });
    ends
}
