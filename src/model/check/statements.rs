//! Statements: what they may do where, and that every way through a rule ends as it should.
//!
//! Reports: E0201 to E0203, E0206, E0209 to E0211, E0214, E0219.

use super::scope::Scope;
use super::sections;
use super::types::{describe, words_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Ability, Among, Arm, Block, Dimension, Expr, ExprKind, ResultType, Statement, StatementKind,
    TrackId, Type, WordsId,
};
use crate::source::{Span, Spanned};
use crate::syntax::ast;

/// How many numbers a `depending on` is checked for one by one.
const MOST_NUMBERS: i64 = 1000;
/// How many values without a line are named.
const MOST_NAMED: usize = 8;

impl Scope<'_, '_> {
    /// The statements of a block, with its own names.
    pub(super) fn block(&mut self, block: &ast::Block) -> Block {
        let mark = self.enter();
        let mut built = Block::new();
        let mut ended: Option<Span> = None;
        for statement in block {
            if let Some(end) = ended.take() {
                self.report(
                    Diagnostic::new(Code::NeverReached, "this is never reached")
                        .label(statement.kind.span, "")
                        .label(end, "the rule has ended here")
                        .help("move it up, or take it out"),
                );
            }
            built.extend(self.statement(statement));
            if ends(&built)
                && built
                    .last()
                    .is_some_and(|last| ends(std::slice::from_ref(last)))
            {
                ended = Some(statement.kind.span);
            }
        }
        self.leave(mark);
        built
    }

    fn statement(&mut self, statement: &ast::Statement) -> Option<Statement> {
        let span = statement.kind.span;
        let kind = match &statement.kind.value {
            ast::StatementKind::Let { name, value } => self.keep(name, value),
            ast::StatementKind::Throw(name) => {
                let thrown = Spanned::new(Box::new(ast::ExprKind::Throw(name.clone())), name.span);
                let value = self.expr(&thrown, None);
                let local = self.declare(&name.value, value.ty, false);
                StatementKind::Let { local, value }
            }
            ast::StatementKind::Outcome { word, when } => self.outcome(word, when.as_ref())?,
            ast::StatementKind::Result(value) => self.result_line(value, span),
            ast::StatementKind::Needs { condition, why } => {
                self.only_actions(span, "`needs`");
                let condition = self.condition(condition);
                self.assume(&condition, true);
                let why = why
                    .as_ref()
                    .map_or_else(String::new, |why| why.value.clone());
                StatementKind::Needs { condition, why }
            }
            ast::StatementKind::If {
                condition,
                then,
                otherwise,
            } => self.if_(condition, then, otherwise.as_ref()),
            ast::StatementKind::Repeat { times, body } => StatementKind::Repeat {
                until: None,
                times: self.count(times),
                body: self.block(body),
            },
            ast::StatementKind::RepeatUntil { until, most, body } => StatementKind::Repeat {
                until: Some(self.condition(until)),
                times: self.count(most),
                body: self.block(body),
            },
            ast::StatementKind::Count {
                name,
                from,
                to,
                body,
            } => {
                let (from, to) = (self.count(from), self.count(to));
                let mark = self.enter();
                self.fresh(name);
                let local = self.declare(&name.value, Type::Number(Dimension::Plain), false);
                let body = self.block(body);
                self.leave(mark);
                StatementKind::Count {
                    local,
                    from,
                    to,
                    body,
                }
            }
            ast::StatementKind::Each {
                selection,
                ordering,
                body,
            } => self.each(selection, ordering.as_ref(), body),
            ast::StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body,
            } => self.alternate(selection, ordering.as_ref(), condition, body, span),
            ast::StatementKind::Phase { name, title, body } => self.phase(
                name,
                title.as_ref(),
                sections(&statement.citations),
                body,
                span,
            ),
            ast::StatementKind::Rank {
                selection,
                ordering,
                ties,
                place,
            } => self.rank(selection, ordering, ties.as_ref(), place, span)?,
            ast::StatementKind::EndGame { winner } => self.end_game(winner.as_ref(), span),
            ast::StatementKind::Depending { value, arms } => self.depending(value, arms, span),
            ast::StatementKind::Change { how, amount, place } => {
                self.change(*how, amount, place, span)?
            }
            ast::StatementKind::Destroy(unit) => {
                self.only_actions(span, "`destroy`");
                let unit = self.unit(unit);
                StatementKind::Change {
                    how: ast::Change::Set,
                    amount: super::expression::constant(1, Type::Flag, span),
                    unit,
                    track: TrackId::DESTROYED,
                    index: None,
                }
            }
            ast::StatementKind::Remove(unit) => {
                self.only_actions(span, "`remove`");
                StatementKind::Change {
                    how: ast::Change::Set,
                    amount: super::expression::constant(1, Type::Flag, span),
                    unit: self.unit(unit),
                    track: TrackId::REMOVED,
                    index: None,
                }
            }
            ast::StatementKind::Create {
                name,
                profile,
                owner,
                most,
            } => self.create(name, profile, owner.as_ref(), most, span),
            ast::StatementKind::OnceEach {
                span: time,
                unit,
                index,
                why,
            } => {
                let why = why.as_ref().map(|why| why.value.as_str());
                self.once_each(time, unit, index.as_ref(), why, span)
            }
            choose @ ast::StatementKind::Choose { .. } => self.choose(choose, span)?,
            ast::StatementKind::ChooseOne { by, title, options } => {
                self.choose_one(by.as_ref(), title.as_ref(), options, span)
            }
            ast::StatementKind::May { by, option } => self.may(by.as_ref(), option, span),
            ast::StatementKind::Open { window, arguments } => self.open(window, arguments, span)?,
            ast::StatementKind::Cancel => self.cancel(span),
            ast::StatementKind::At { .. } => {
                self.misplaced_at(span);
                return None;
            }
            ast::StatementKind::Worth(_) => {
                self.misplaced_worth(span);
                return None;
            }
            ast::StatementKind::Call(call) => self.call_line(call),
            ast::StatementKind::Stop => {
                self.only_actions(span, "`stop`");
                if self.result.is_some() {
                    self.report(
                        Diagnostic::new(Code::NoResult, "this ends without a result")
                            .label(span, "")
                            .help("write `result …` instead of `stop`"),
                    );
                }
                StatementKind::Stop
            }
            // Read by `body`, which checks it against the parameters alone.
            ast::StatementKind::Report(_) => return None,
        };
        Some(Statement {
            kind,
            citations: sections(&statement.citations),
            span,
        })
    }

    pub(super) fn only_actions(&mut self, span: Span, thing: &str) {
        if self.ability != Ability::Action {
            let what = self.what;
            self.report(
                Diagnostic::new(Code::NotAllowedHere, format!("{what} has no {thing}"))
                    .label(span, "")
                    .help("only actions and triggers change the state, are refused or stop; a roll ends with an outcome or a `result`"),
            );
        }
    }

    /// Reports a name that is taken: a name keeps one value.
    pub(super) fn fresh(&mut self, name: &ast::Name) {
        if self.local(&name.value).is_some() {
            self.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("`{}` already has a value", name.value),
                )
                .label(name.span, "")
                .help("a name keeps one value; use another name"),
            );
        }
    }

    fn keep(&mut self, name: &ast::Name, value: &ast::Expr) -> StatementKind {
        let value = self.expr(value, None);
        self.fresh(name);
        if matches!(value.kind, ExprKind::Call { .. })
            && value.ty == Type::Unknown
            && self.ability == Ability::Action
        {
            let says_nothing = match &value.kind {
                ExprKind::Call { procedure, .. } => self
                    .checker
                    .book
                    .procedures
                    .get(procedure.at())
                    .is_some_and(|procedure| {
                        procedure.result.is_none() && procedure.ability >= Ability::Action
                    }),
                _ => false,
            };
            if says_nothing {
                self.report(
                    Diagnostic::new(Code::WrongType, "this action comes to no value")
                        .label(value.span, "")
                        .help("write it on a line of its own, or let it come to something: `-> …`"),
                );
            }
        }
        let local = self.declare(&name.value, value.ty, value.or_none);
        if let Some(range) = self.range_of(&value) {
            self.ranges.insert(local, range);
        }
        StatementKind::Let { local, value }
    }

    fn outcome(&mut self, word: &ast::Name, when: Option<&ast::Expr>) -> Option<StatementKind> {
        let Some((words, list)) = self.outcomes() else {
            // That a roll does not say how it can end has been reported at its name.
            if self.what == "a roll" && self.result.is_none() {
                return None;
            }
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "only a roll with outcomes of its own ends so",
                )
                .label(word.span, "")
                .help("name the outcomes: `roll … -> hit, miss`; a value is given by `result …`"),
            );
            return None;
        };
        let Some(at) = list.iter().position(|known| *known == word.value) else {
            self.report(
                Diagnostic::new(
                    Code::UnknownWord,
                    format!("this roll never ends in `{}`", word.value),
                )
                .label(word.span, "")
                .suggest(&word.value, list.iter().map(String::as_str))
                .help(format!("its outcomes are {}", list.join(", "))),
            );
            return None;
        };
        let when = when.map(|when| self.condition(when));
        if let Some(condition) = &when {
            let condition = condition.clone();
            self.assume(&condition, false);
        }
        Some(StatementKind::Outcome {
            words,
            value: i32::try_from(at).unwrap_or(0),
            when,
        })
    }

    /// The outcomes that the roll being checked names.
    fn outcomes(&self) -> Option<(WordsId, Vec<String>)> {
        match self.result?.ty {
            Type::Words(id) if self.names_outcomes => {
                Some((id, words_of(&self.checker.book, Type::Words(id))))
            }
            _ => None,
        }
    }

    fn result_line(&mut self, value: &ast::Expr, span: Span) -> StatementKind {
        let Some(result) = self.result else {
            let value = self.expr(value, self.found.first().map(|(result, _)| result.ty));
            if self.what == "a formula" {
                self.infer_result(&value);
            } else if self.what != "a roll" {
                let what = self.what;
                self.report(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        format!("{what} does not say that it comes to a value"),
                    )
                    .label(span, "")
                    .help("declare it behind the name: `-> 0..8`; or end it with `stop`"),
                );
            }
            return StatementKind::Result(value);
        };
        if self.names_outcomes {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "this roll ends in one of its outcomes",
                )
                .label(span, "")
                .help("write `hit when …` or `hit otherwise`"),
            );
        }
        let built = self.expr(value, Some(result.ty));
        let built = if result.or_none {
            built
        } else {
            self.some(built)
        };
        let built = self.fit(built, result.ty);
        let (low, high) = self.result_range;
        self.in_range(&built, low, high);
        StatementKind::Result(built)
    }

    /// A formula that does not declare its result comes to what its first `result` does.
    fn infer_result(&mut self, value: &Expr) {
        let result = ResultType {
            ty: value.ty,
            or_none: value.or_none,
        };
        let first = self.found.first().copied();
        if let Some((first, place)) = first
            && first.ty != value.ty
            && first.ty != Type::Unknown
            && value.ty != Type::Unknown
            && !matches!((first.ty, value.ty), (Type::Number(a), Type::Number(b)) if a.join(b).is_some())
        {
            let text = describe(&self.checker.book, first.ty);
            let found = describe(&self.checker.book, value.ty);
            self.report(
                Diagnostic::new(Code::WrongType, format!("{text} is wanted here"))
                    .label(value.span, format!("this is {found}"))
                    .label(place, "as here")
                    .help("every `result` of a rule is of the same sort"),
            );
        }
        self.found.push((result, value.span));
    }

    fn if_(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Block>,
    ) -> StatementKind {
        let condition = self.condition(condition);
        let mark = self.enter();
        self.assume(&condition, true);
        let then = self.block(then);
        self.leave(mark);
        let mark = self.enter();
        self.assume(&condition, false);
        let otherwise = otherwise.map_or_else(Block::new, |block| self.block(block));
        self.leave(mark);
        if ends(&then) {
            self.assume(&condition, false);
        } else if ends(&otherwise) {
            self.assume(&condition, true);
        }
        StatementKind::If {
            condition,
            then,
            otherwise,
        }
    }

    pub(super) fn unit(&mut self, unit: &ast::Expr) -> Expr {
        let unit = self.expr(unit, None);
        let unit = self.some(unit);
        if !matches!(unit.ty, Type::Unit(_)) {
            self.wrong_type(unit.span, unit.ty, "a unit");
        }
        unit
    }

    fn change(
        &mut self,
        how: ast::Change,
        amount: &ast::Expr,
        place: &ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        self.only_actions(span, "statement that changes a track");
        let built = self.expr(place, None);
        let ExprKind::Track { unit, track, index } = built.kind else {
            if built.ty != Type::Unknown {
                self.report(
                    Diagnostic::new(Code::NotAllowedHere, "only tracks change")
                        .label(place.span, "this is not a track")
                        .help(
                            "declare it in its kind: `track hits: 0..4`; then write `target.hits`",
                        ),
                );
            }
            return None;
        };
        let amount = match (how, built.ty) {
            (ast::Change::Set, ty) if self.may_be_none(track) => {
                let amount = self.expr(amount, Some(ty));
                self.fit(amount, ty)
            }
            (ast::Change::Set, ty) => {
                let amount = self.wanted(amount, ty);
                if let Some((low, high)) = self.track_range(unit.ty, track) {
                    self.in_range(&amount, low, high);
                }
                amount
            }
            (_, ty @ Type::Number(_)) => self.wanted(amount, ty),
            (_, found) => {
                let text = describe(&self.checker.book, found);
                self.report(
                    Diagnostic::new(Code::WrongType, "only a count is added to or taken from")
                        .label(place.span, format!("this is {text}"))
                        .help("write `set … to …`"),
                );
                return None;
            }
        };
        self.forget(track);
        Some(StatementKind::Change {
            how,
            amount,
            unit: *unit,
            track,
            index: index.map(|index| *index),
        })
    }

    fn may_be_none(&self, track: TrackId) -> bool {
        let track = self.checker.book.tracks.get(track.at());
        track.is_some_and(|track| track.or_none)
    }

    /// What a track may be for any unit of a type.
    fn track_range(&self, unit: Type, track: TrackId) -> Option<(i32, i32)> {
        let kinds = self.checker.book.kinds.iter().enumerate();
        kinds
            .filter(|(at, _)| unit.kinds().has(crate::model::KindId::new(*at)))
            .filter_map(|(_, kind)| kind.tracks.iter().find(|known| known.track == track))
            .map(|known| (known.low, known.high))
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    fn call_line(&mut self, call: &ast::Expr) -> StatementKind {
        let call = self.expr(call, None);
        let does = match &call.kind {
            ExprKind::Call { procedure, .. } => self
                .checker
                .book
                .procedures
                .get(procedure.at())
                .is_some_and(|procedure| procedure.ability > Ability::Formula),
            ExprKind::Constant(_) => true,
            _ => false,
        };
        if !does {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "this only looks something up; nothing happens",
                )
                .label(call.span, "")
                .help("keep it under a name: `NAME = …`, or take the line out"),
            );
        }
        StatementKind::Call(call)
    }

    fn depending(
        &mut self,
        value: &ast::Expr,
        arms: &[Spanned<ast::Arm>],
        span: Span,
    ) -> StatementKind {
        let value = self.expr(value, None);
        let value = self.some(value);
        let values = self.arm_values(&value);
        let mut left: Vec<(i32, String)> = values.clone();
        let mut built: Vec<Arm> = Vec::new();
        let mut taken: Vec<((i32, i32), Span)> = Vec::new();
        let mut otherwise: Option<Span> = None;
        for arm in arms {
            let ranges = match &arm.value.values {
                None => {
                    if let Some(first) = otherwise {
                        self.report(super::declare::twice("otherwise", arm.span, first));
                    }
                    otherwise = Some(arm.span);
                    Vec::new()
                }
                Some(cell) => self.arm_ranges(cell, value.ty),
            };
            for range in &ranges {
                let clash = taken
                    .iter()
                    .find(|((low, high), _)| *low <= range.1 && range.0 <= *high);
                if let Some((_, first)) = clash {
                    let first = *first;
                    self.report(
                        Diagnostic::new(
                            Code::TableOverlap,
                            "a value that an earlier line already takes",
                        )
                        .label(arm.span, "here again")
                        .label(first, "first here")
                        .help("take it out of one of the lines"),
                    );
                }
                left.retain(|(value, _)| *value < range.0 || *value > range.1);
            }
            taken.extend(ranges.iter().map(|range| (*range, arm.span)));
            let body = self.block(&arm.value.body);
            built.push(Arm {
                ranges,
                body,
                span: arm.span,
            });
        }
        built.sort_by_key(|arm| arm.ranges.is_empty());
        let open = values.is_empty() && value.ty != Type::Unknown;
        if otherwise.is_none() && (open || !left.is_empty()) {
            let mut words: Vec<&str> = left.iter().map(|(_, word)| word.as_str()).collect();
            if words.len() > MOST_NAMED {
                words.truncate(MOST_NAMED);
                words.push("…");
            }
            let message = if open {
                "some values are not handled".to_owned()
            } else {
                let verb = if words.len() == 1 { "is" } else { "are" };
                format!("`{}` {verb} not handled", words.join("`, `"))
            };
            self.report(
                Diagnostic::new(Code::UnhandledOutcome, message)
                    .label(span, "")
                    .help(if open {
                        "add a line `otherwise: …` for all other numbers"
                    } else {
                        "add a line for it, or `otherwise: …` for all the rest"
                    }),
            );
        }
        if let Some(place) = otherwise
            && !values.is_empty()
            && left.is_empty()
        {
            self.report(
                Diagnostic::new(Code::NeverReached, "nothing is left for `otherwise`")
                    .label(place, "")
                    .help("take it out: every value has its line"),
            );
        }
        StatementKind::Depending { value, arms: built }
    }

    /// All that a value may be, with its words; empty if that is too much to name.
    fn arm_values(&self, value: &Expr) -> Vec<(i32, String)> {
        let book = &self.checker.book;
        match value.ty {
            Type::Number(_) => match self.range_of(value) {
                Some((low, high)) if i64::from(high) - i64::from(low) < MOST_NUMBERS => (low
                    ..=high)
                    .map(|number| (number, number.to_string()))
                    .collect(),
                _ => Vec::new(),
            },
            Type::Words(_) => words_of(book, value.ty)
                .into_iter()
                .enumerate()
                .map(|(at, word)| (i32::try_from(at).unwrap_or(0), word))
                .collect(),
            Type::Flag => vec![(1, "yes".to_owned()), (0, "no".to_owned())],
            Type::Face(id) => book.dice.get(id.at()).map_or_else(Vec::new, |die| {
                let mut faces = die.faces.clone();
                faces.sort_unstable();
                faces.dedup();
                faces
                    .into_iter()
                    .map(|face| {
                        let word = usize::try_from(face)
                            .ok()
                            .and_then(|at| die.words.get(at).cloned());
                        (face, word.unwrap_or_else(|| face.to_string()))
                    })
                    .collect()
            }),
            Type::Dice | Type::Unit(_) | Type::Unknown | Type::Place | Type::Side => Vec::new(),
        }
    }

    fn arm_ranges(&mut self, cell: &Spanned<ast::Cell>, ty: Type) -> Vec<(i32, i32)> {
        let mut ranges = Vec::new();
        for item in &cell.value {
            match super::tables::item_values(&self.checker.book, item, ty) {
                Some(found) => ranges.extend(found),
                None => {
                    let known = words_of(&self.checker.book, ty);
                    let text = describe(&self.checker.book, ty);
                    let word = match item {
                        ast::CellItem::Word(word) => word.as_str(),
                        _ => "",
                    };
                    let message = match word {
                        "" => format!("this is not {text}"),
                        word => format!("`{word}` is not {text}"),
                    };
                    let diagnostic = Diagnostic::new(Code::UnknownWord, message)
                        .label(cell.span, "")
                        .suggest(word, known.iter().map(String::as_str));
                    self.report(match known.is_empty() {
                        true => diagnostic.help("write `7`, `4-6` or `10+`"),
                        false => diagnostic.help(format!("its words are {}", known.join(", "))),
                    });
                }
            }
        }
        if ranges.is_empty() && !matches!(ty, Type::Unknown) {
            // Keeps the line from looking like an `otherwise`.
            ranges.push((i32::MAX, i32::MAX));
        }
        ranges
    }

    /// Reports ways through a rule that do not come to its result.
    pub(super) fn must_end(&mut self, body: &[Statement], head: Span) {
        if self.result.is_none() && self.what != "a formula" || ends(body) || body.is_empty() {
            return;
        }
        let cure = if self.names_outcomes {
            "end it with `… otherwise`"
        } else {
            "end it with `result …`"
        };
        self.report(
            Diagnostic::new(
                Code::NoResult,
                "there is a way through this rule that comes to nothing",
            )
            .label(head, "")
            .help(cure),
        );
    }
}

/// Whether every way through a block ends the rule.
pub(super) fn ends(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Result(_)
        | StatementKind::Stop
        | StatementKind::Cancel
        | StatementKind::EndGame { .. } => true,
        StatementKind::Phase { body, .. } => ends(body),
        StatementKind::Outcome { when, .. } => when.is_none(),
        StatementKind::If {
            then, otherwise, ..
        } => ends(then) && ends(otherwise),
        StatementKind::Depending { arms, .. } => {
            !arms.is_empty() && arms.iter().all(|arm| ends(&arm.body))
        }
        StatementKind::Choose(choice) => match &choice.among {
            Among::Lines(lines) => {
                !choice.or_none && !lines.is_empty() && lines.iter().all(|line| ends(&line.body))
            }
            Among::Values { .. } => false,
        },
        StatementKind::Let { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Count { .. }
        | StatementKind::Each { .. }
        | StatementKind::Alternate { .. }
        | StatementKind::Rank(_)
        | StatementKind::Change { .. }
        | StatementKind::OnceEach { .. }
        | StatementKind::Create { .. }
        | StatementKind::Open { .. }
        | StatementKind::Call(_) => false,
    })
}
