//! Rerolls that a side decides on: `may reroll shown with team-reroll(player)`.
//!
//! Such a line is reduced to a decision: whether to run the action, and to roll the dice into the same locals again.
//!
//! Reports: E0206.

use super::ProcedureSource;
use super::expression::joined;
use super::on_lines::within;
use super::policies::{AskedOption, deciding};
use super::rerolls_below::{after_declaration, stale_read, stale_read_below};
use super::rolls::with_value;
use super::scope::{OnLines, Rerollable, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Among, Arithmetic, Block, Choice, Chooser, Expr, Line, LocalId, Statement, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, RerolledDice};

/// Title of the line of a choice that leaves all dice as they are.
const KEEP: &str = "keep";

/// A reroll whose parts are checked.
struct Reroll {
    /// Name of the action, as players read it.
    title: String,
    by: Option<Chooser>,
    /// Whether it can be used.
    condition: Expr,
    /// Call of the action.
    call: Expr,
    /// The local of the roll, and its dice.
    shown: LocalId,
    again: Rerollable,
    span: Span,
}

impl Scope<'_, '_> {
    /// Builds the decision about a reroll, and its steps.
    pub(super) fn may_reroll(
        &mut self,
        statement: &ast::StatementKind,
        rest: &[ast::Statement],
        span: Span,
    ) -> Vec<Statement> {
        let ast::StatementKind::MayReroll {
            by,
            roll,
            call,
            condition,
            dice,
            worth,
        } = statement
        else {
            return Vec::new();
        };
        let Some(reroll) = self.reroll(
            by.as_ref(),
            roll.as_ref(),
            call,
            condition.as_ref(),
            rest,
            span,
        ) else {
            return Vec::new();
        };
        match dice {
            RerolledDice::All => {
                let conditions = self.conditions_here(span);
                let mut choice = self.reroll_all(&reroll, worth.as_ref());
                self.keep_conditions(conditions, &mut choice);
                vec![Statement::decide(choice, span)]
            }
            RerolledDice::One(name) => {
                let conditions = self.conditions_here(span);
                let Some(mut choice) = self.reroll_one(&reroll, name, worth.as_ref()) else {
                    return Vec::new();
                };
                self.keep_conditions(conditions, &mut choice);
                vec![Statement::decide(choice, span)]
            }
            RerolledDice::Any(name) => self.reroll_any(&reroll, name, worth.as_ref()),
        }
    }

    /// Checks the parts that all rerolls have; `None` if something is wrong, which is reported.
    fn reroll(
        &mut self,
        by: Option<&ast::Expr>,
        roll: Option<&ast::Expr>,
        call: &ast::Expr,
        condition: Option<&ast::Expr>,
        rest: &[ast::Statement],
        span: Span,
    ) -> Option<Reroll> {
        let by = self.by(by);
        let at = self.roll_above(roll, span);
        let used = self.used_action(call);
        let condition = condition.map(|condition| self.asked(condition));
        let (at, (procedure, arguments)) = (at?, used?);
        let last = self.rolled.get_mut(at)?;
        // What was asked of the roll before is of the old dice.
        last.taken.clear();
        last.asked = OnLines::default();
        let (shown, again) = (last.shown?, last.again.clone());
        self.calculated_before(at, &again, rest, span);
        let known = self.checker.book.procedures.get(procedure.at())?;
        let title = known.naming.shown().to_owned();
        let result = known.result.map_or(Type::Unknown, |result| result.ty);
        let first_unit = || {
            arguments
                .iter()
                .find(|argument| matches!(argument.ty, Type::Unit(_)))
                .cloned()
        };
        let by = by.or_else(first_unit).map(Chooser::Side);
        let can = Expr::can_do(procedure, arguments.clone(), call.span);
        let unused = again
            .rerolled
            .map(|flag| Expr::negation(Expr::of_local(flag, Type::Flag, span)));
        let conditions = unused.into_iter().chain(condition).chain([can]);
        let condition = Expr::all_of(conditions, span)?;
        Some(Reroll {
            title,
            by,
            condition,
            call: Expr::call_of(procedure, arguments, result, call.span),
            shown,
            again,
            span,
        })
    }

    /// The place of the roll that a reroll is for among those above it.
    fn roll_above(&mut self, roll: Option<&ast::Expr>, span: Span) -> Option<usize> {
        let can_be_rerolled = |last: &super::scope::LastRoll| last.again.value.is_some();
        let Some(roll) = roll else {
            let found = self
                .rolled
                .len()
                .checked_sub(1)
                .filter(|at| self.rolled.get(*at).is_some_and(can_be_rerolled));
            if found.is_none() {
                self.report(
                    Diagnostic::new(Code::NotAllowedHere, "this reroll has no roll above it")
                        .label(span, "")
                        .help("write the roll on a line above, with a name: `roll 2d6 as shown`; then `may reroll shown with …`"),
                );
            }
            return found;
        };
        let name = roll.value.name()?;
        let local = self.local(name);
        if let Some(local) = local {
            self.refers_to_local(roll.span, local);
        }
        let found = self
            .rolled
            .iter()
            .rposition(|last| last.shown == local && can_be_rerolled(last))
            .filter(|_| local.is_some());
        if found.is_none() {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("`{name}` is no roll that can be rerolled"),
                )
                .label(roll.span, "")
                .help(format!(
                    "roll the dice on a line of their own above: `roll 2d6 as {name}`"
                )),
            );
        }
        found
    }

    /// Resolves the call after `with` to the action that pays for the reroll, with its checked arguments.
    fn used_action(
        &mut self,
        call: &ast::Expr,
    ) -> Option<(sandtable_model::ProcedureId, Vec<Expr>)> {
        let (name, arguments) = call.value.call()?;
        let is_known = self.checker.names.contains_key(&name.value);
        // That only actions decide is reported for the line.
        let ability = std::mem::replace(&mut self.ability, ast::Ability::Action);
        let built = self.check_call(name, arguments, call.span);
        self.ability = ability;
        if let Some((procedure, arguments)) = built.into_call() {
            let known = self.checker.book.procedures.get(procedure.at());
            if known.is_some_and(|known| known.ability == ast::Ability::Action) {
                return Some((procedure, arguments));
            }
        }
        if is_known {
            let text = &name.value;
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a reroll needs an action")
                    .label(name.span, "not an action")
                    .help(format!(
                        "declare what a reroll costs and how often it may be used: `action {text} (unit: …)`, with its `needs`, \
                         `once each turn for …` and `take 1 from …`"
                    )),
            );
        }
        None
    }

    /// Reports names that were calculated from the old dice, and are read on a path after the reroll.
    fn calculated_before(
        &mut self,
        at: usize,
        again: &Rerollable,
        rest: &[ast::Statement],
        span: Span,
    ) {
        // The results of a row have one name.
        let mut told: Vec<Span> = Vec::new();
        for (local, name) in &again.calculated {
            if told.contains(&name.span) {
                continue;
            }
            let is_row = self.local(&name.value).is_none() && self.is_row(&name.value);
            if self.local(&name.value) != Some(*local) && !is_row {
                continue;
            }
            let bodies = self.checker.procedures.iter().copied();
            let known_in = bodies
                .filter_map(|source| match source {
                    ProcedureSource::Declared(declared) => Some(&declared.body),
                    ProcedureSource::OfKind(_) => None,
                })
                .find_map(|body| after_declaration(body, name.span));
            let read = match known_in {
                Some(known_in) => stale_read(known_in, &name.value, span),
                None => stale_read_below(rest, &name.value),
            };
            let Some(read) = read else {
                continue;
            };
            told.push(name.span);
            let text = &name.value;
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("`{text}` is calculated before the reroll, and keeps the old number"),
                )
                .label(name.span, "")
                .label(read, "read after the reroll")
                .help(format!(
                    "calculate `{text}` below the `may reroll` line; to keep the old number, name the roll alone: `first = …`"
                )),
            );
            // Once for each name, however many rerolls there are.
            if let Some(last) = self.rolled.get_mut(at) {
                let is_told = |known: &ast::Name| known.span == name.span;
                last.again.calculated.retain(|(_, known)| !is_told(known));
            }
        }
    }

    /// Notes that a name is calculated from rolls, directly or through other names; a copy of a roll is an old number on purpose.
    pub(super) fn note_calculated(&mut self, name: &ast::Name, local: LocalId, value: &Expr) {
        for last in &mut self.rolled {
            let Some(shown) = last.shown.filter(|_| last.again.value.is_some()) else {
                continue;
            };
            let calculated = &mut last.again.calculated;
            let is_copy = value.is_local(shown);
            let is_derived = value.reads_local(shown)
                || calculated
                    .iter()
                    .any(|(known, _)| value.reads_local(*known));
            if is_derived && !is_copy {
                calculated.push((local, name.clone()));
            }
        }
    }

    /// `may reroll shown with …`
    fn reroll_all(&mut self, reroll: &Reroll, worth: Option<&ast::Expr>) -> Choice {
        let worth = worth.map(|worth| self.worth(worth, None));
        let worth = self.advised_reroll(reroll, &reroll.title, &reroll.title, worth);
        let mut body = reroll.paid();
        for die in &reroll.again.dice {
            body.extend(reroll.roll_die(*die));
        }
        body.extend(reroll.roll_total());
        reroll.may(&reroll.title, reroll.condition.clone(), worth, body)
    }

    /// `may reroll one die of shown with …, worth 4 - die`: a line for each face, since equal dice are one option.
    fn reroll_one(
        &mut self,
        reroll: &Reroll,
        name: &ast::Name,
        worth: Option<&ast::Expr>,
    ) -> Option<Choice> {
        let first = *reroll.again.dice.first().or_else(|| {
            self.no_single_dice(reroll);
            None
        })?;
        let (ty, span) = (self.local_type(first), reroll.span);
        let (low, high) = *self.ranges.get(&first)?;
        let mark = self.enter();
        self.fresh(name);
        let option = self.declare(name, ty, false);
        self.ranges.insert(option, (low, high));
        let worth = worth.map(|worth| self.worth(worth, Some(option)));
        self.leave(mark);
        // Of equal worths the first is taken: the dice stay unless a reroll is worth more than nothing.
        let mut lines = vec![reroll.line(KEEP.to_owned(), None, None, Vec::new())];
        for face in low..=high {
            let title = face.to_string();
            let of_face = worth.as_ref().map(|worth| with_value(worth, option, face));
            if let Some(None) = of_face {
                self.report(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        "this `worth` does more than calculate",
                    )
                    .label(span, "")
                    .help("use the die in a calculation: `worth 4 - die`"),
                );
                return None;
            }
            let worth = self.advised_reroll(reroll, &reroll.title, &title, of_face.flatten());
            let shows = |die: &LocalId| within(*die, ty, (face, face), span);
            let is_there = Expr::any_of(reroll.again.dice.iter().map(shows), span)?;
            let mut rolled = Block::new();
            for die in reroll.again.dice.iter().rev() {
                let then: Block = reroll.roll_die(*die).into_iter().collect();
                let condition = shows(die);
                rolled = vec![Statement::if_else(condition, then, rolled, span)];
            }
            let mut body = reroll.paid();
            body.extend(rolled);
            body.extend(reroll.roll_total());
            let condition = reroll.condition.clone();
            lines.push(reroll.line(
                title,
                Some(joined(
                    Arithmetic::And,
                    is_there,
                    condition,
                    Type::Flag,
                    span,
                )),
                worth,
                body,
            ));
        }
        let (title, by) = (reroll.title.clone(), reroll.by.clone());
        Some(Choice::new(title, by, Among::Lines(lines)))
    }

    /// `may reroll any die of shown with …, worth 4 - die`: a decision about each die before any of them is rolled.
    fn reroll_any(
        &mut self,
        reroll: &Reroll,
        name: &ast::Name,
        worth: Option<&ast::Expr>,
    ) -> Vec<Statement> {
        let dice = &reroll.again.dice;
        let Some(first) = dice.first() else {
            self.no_single_dice(reroll);
            return Vec::new();
        };
        let (ty, span) = (self.local_type(*first), reroll.span);
        let range = self.ranges.get(first).copied();
        let mark = self.enter();
        self.fresh(name);
        let option = self.declare(name, ty, false);
        if let Some(range) = range {
            self.ranges.insert(option, range);
        }
        let worth = worth.map(|worth| self.worth(worth, None));
        let mut steps = Vec::new();
        let mut picked = Vec::new();
        for (at, die) in dice.iter().enumerate() {
            let title = format!("{}: die {}", reroll.title, at + 1);
            let is_picked = self.hidden(format!("die {} again", at + 1), span, Type::Flag);
            let flag = |value| Statement::bind(is_picked, Expr::flag(value, span), span);
            let shown = Expr::of_local(*die, ty, span);
            steps.push(Statement::bind(option, shown, span));
            steps.push(flag(false));
            let worth = self.advised_reroll(reroll, &reroll.title, &reroll.title, worth.clone());
            let body = vec![flag(true)];
            let mut choice = reroll.may(&title, reroll.condition.clone(), worth, body);
            let conditions = self.conditions_here(span);
            self.keep_conditions(conditions, &mut choice);
            steps.push(Statement::decide(choice, span));
            picked.push((*die, Expr::of_local(is_picked, Type::Flag, span)));
        }
        self.leave(mark);
        let mut then = reroll.paid();
        for (die, is_picked) in &picked {
            let rolled = reroll.roll_die(*die).into_iter().collect();
            let step = Statement::if_else(is_picked.clone(), rolled, Block::new(), span);
            then.push(step);
        }
        then.extend(reroll.roll_total());
        let any = picked.into_iter().map(|(_, is_picked)| is_picked);
        let any = Expr::any_of(any, span);
        steps.extend(any.map(|any| Statement::if_else(any, then, Block::new(), span)));
        steps
    }

    /// The worth of an option, with the advice of policies.
    fn advised_reroll(
        &mut self,
        reroll: &Reroll,
        question: &str,
        option: &str,
        worth: Option<Expr>,
    ) -> Option<Expr> {
        let asked = AskedOption {
            question: Some(question),
            option: Some(option),
            local: None,
            by: deciding(reroll.by.as_ref()),
        };
        self.advised(&asked, worth)
    }

    fn no_single_dice(&mut self, reroll: &Reroll) {
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                "single dice of this roll cannot be rerolled",
            )
            .label(reroll.span, "")
            .help(format!(
                "roll from 2 to {} ordinary dice, without `keep`, `count` and the like: `roll 3d6 as shown`; or reroll all of them: `may reroll shown with …`",
                super::rolls::MOST_COMPARED
            )),
        );
    }
}

impl Reroll {
    /// The action, and the note that the roll was rerolled.
    fn paid(&self) -> Block {
        let span = self.span;
        let mut steps = vec![Statement::evaluate(self.call.clone(), span)];
        let rerolled = self.again.rerolled;
        steps.extend(rerolled.map(|flag| Statement::bind(flag, Expr::flag(true, span), span)));
        steps
    }

    fn roll_die(&self, die: LocalId) -> Option<Statement> {
        let value = self.again.die.clone()?;
        Some(Statement::bind(die, value, self.span))
    }

    fn roll_total(&self) -> Option<Statement> {
        let (local, value) = (self.shown, self.again.value.clone()?);
        Some(Statement::bind(local, value, self.span))
    }

    fn line(
        &self,
        title: String,
        condition: Option<Expr>,
        worth: Option<Expr>,
        body: Block,
    ) -> Line {
        Line {
            title,
            condition,
            worth,
            body,
            citations: Vec::new(),
            span: self.span,
        }
    }

    fn may(&self, title: &str, condition: Expr, worth: Option<Expr>, body: Block) -> Choice {
        let line = self.line(title.to_owned(), Some(condition), worth, body);
        let choice = Choice::new(title.to_owned(), self.by.clone(), Among::Lines(vec![line]));
        Choice {
            or_none: true,
            ..choice
        }
    }
}
