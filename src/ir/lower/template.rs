//! Templates: one program for questions that differ only in numbers, lowered once.
//!
//! The cells of a table of odds differ only in units and distances. [`have_one_template`] decides whether questions lower to
//! the same ops; [`Template::of`] lowers one of them and records the places of its numbers; [`Template::batch`] reads the numbers of
//! all of them without lowering them again.

use super::super::batch::{Batch, Numbers};
use super::super::id::{Pc, Reg};
use super::super::op::Op;
use super::super::program::Program;
use super::super::secrets::Secrets;
use super::{Lowerer, OutcomePart, OutputSpec, count};
use sandtable_model::{CastUnit, Entry, Expr, FactId, LocalId, Question, RuleBook, Type};
use std::sync::Arc;

/// A number of a question that an op sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// The argument with this place.
    Argument(usize),
    /// The value of a fact.
    Fact(FactId),
    /// The value of a fact about certain units: its place among those of the question.
    Particular(usize),
}

impl Given {
    fn value(self, question: &Question) -> Option<i32> {
        match self {
            Self::Argument(at) => question.arguments.get(at).copied(),
            Self::Fact(id) => question.facts.get(id.at()).copied().flatten(),
            Self::Particular(at) => question.particular.get(at).map(|(_, _, value)| *value),
        }
    }
}

/// The program of a question, with the places of its numbers.
#[derive(Debug, Clone)]
pub struct Template {
    program: Program,
    parts: Vec<OutcomePart>,
    given: Vec<(Pc, Given)>,
}

impl Template {
    /// Lowers a question.
    pub fn of(book: &RuleBook, question: &Question, wanted: OutputSpec<'_>) -> Self {
        let mut lowerer = Lowerer::new(book, question);
        lowerer.is_template = true;
        let parts = lowerer.question(wanted);
        Self {
            given: std::mem::take(&mut lowerer.given),
            parts,
            program: lowerer.finish(&Secrets::default()),
        }
    }

    /// One program for several questions; `None` if one of them has another template.
    pub fn batch(&self, book: &RuleBook, questions: &[&Question]) -> Option<Batch> {
        let numbers = questions.iter().map(|one| self.numbers(book, one));
        let numbers: Vec<Numbers> = numbers.collect::<Option<_>>()?;
        let places: Vec<Pc> = self.given.iter().map(|(at, _)| *at).collect();
        Some(Batch::of(&self.program, &places, &numbers))
    }

    /// The meaning of each number of an outcome of a question; `None` if it has another template.
    pub fn parts(&self, book: &RuleBook, question: &Question) -> Option<Vec<OutcomePart>> {
        let mut parts = self.parts.clone();
        let is_track = |part: &OutcomePart| matches!(part, OutcomePart::Track { .. });
        if !parts.iter().any(is_track) {
            return Some(parts);
        }
        let starts = self.numbers(book, question)?.starts;
        for (part, Reg(reg)) in parts.iter_mut().zip(&self.program.outcome) {
            if let OutcomePart::Track { start, .. } = part {
                *start = *starts.get(*reg as usize)?;
            }
        }
        Some(parts)
    }

    /// The numbers of a question; `None` if it has another template.
    fn numbers(&self, book: &RuleBook, question: &Question) -> Option<Numbers> {
        let laid_out = Lowerer::new(book, question).program;
        let given = self.given.iter().map(|(_, given)| given.value(question));
        let given = given.collect::<Option<_>>();
        let is_alike = laid_out.slot_of == self.program.slot_of
            && laid_out.constants.len() == self.program.constants.len();
        debug_assert!(is_alike && given.is_some(), "a question with this template");
        Some(Numbers {
            given: given.filter(|_| is_alike)?,
            starts: laid_out.slots.iter().map(|slot| slot.start).collect(),
            constants: laid_out.constants,
        })
    }
}

impl Lowerer<'_> {
    /// Sets a number of the question.
    pub(super) fn set_given(&mut self, to: Reg, value: i32, given: Given) {
        let at = Pc(count(self.program.ops.len()));
        self.given.push((at, given));
        self.emit(Op::Set { to, value });
    }
}

/// A call in which arguments that may be other numbers are read from the registers of the question.
pub(super) fn with_locals(entry: &Expr) -> Expr {
    let mut entry = entry.clone();
    let arguments = entry.arguments_mut().into_iter().flatten();
    for (at, argument) in arguments.enumerate() {
        if is_number(argument) {
            *argument = Expr {
                or_none: argument.or_none,
                ..Expr::of_local(LocalId::new(at), argument.ty, argument.span)
            };
        }
    }
    entry
}

/// Whether an argument may be another number in a question with the same template.
fn is_number(argument: &Expr) -> bool {
    argument.constant_value().is_some() && !matches!(argument.ty, Type::Unit(_) | Type::Dice)
}

/// Whether two questions lower to the same ops, but for numbers that they give: arguments, facts, stats, and where tracks start.
///
/// Their entries, the kinds of their units, their boards and options must be the same, and everything of a unit by which ops are
/// chosen: dice, ends of tracks, starts to which tracks return.
pub fn have_one_template(book: &RuleBook, one: &Question, other: &Question) -> bool {
    let boards = match (&one.board_instance, &other.board_instance) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (Some(_), None) | (None, Some(_)) => false,
    };
    let given = |question: &Question| -> Vec<bool> {
        let facts = question.facts.iter();
        facts.map(Option::is_some).collect()
    };
    let about = |question: &Question| -> Vec<(FactId, Vec<i32>)> {
        let facts = question.particular.iter();
        facts
            .map(|(fact, units, _)| (*fact, units.clone()))
            .collect()
    };
    boards
        && one.row.is_none()
        && other.row.is_none()
        && one.script.is_none()
        && other.script.is_none()
        && one.cast.len() == other.cast.len()
        && have_one_entry(one, other)
        && one.options == other.options
        && one.judged == other.judged
        && one.is_played == other.is_played
        && one.phase == other.phase
        && one.named == other.named
        && given(one) == given(other)
        && about(one) == about(other)
        && one
            .cast
            .iter()
            .zip(&other.cast)
            .all(|(one, other)| are_alike(book, one, other))
}

fn have_one_entry(one: &Question, other: &Question) -> bool {
    let called = Entry::called_by(&one.entry).zip(Entry::called_by(&other.entry));
    let Some(((entry, first), (same, second))) = called else {
        return false;
    };
    let is_settled = |argument: &Expr, other: &Expr| {
        let settled = |one: &Expr| (one.constant_value(), one.numbered_dice());
        is_number(argument) && is_number(other)
            || settled(argument) != (None, None) && settled(argument) == settled(other)
    };
    entry == same
        && one.procedure == other.procedure
        && first.len() == second.len()
        && first
            .iter()
            .zip(second)
            .all(|(one, other)| is_settled(one, other))
        && one.arguments.get(first.len()..) == other.arguments.get(first.len()..)
}

/// Whether two units choose the same ops.
fn are_alike(book: &RuleBook, one: &CastUnit, other: &CastUnit) -> bool {
    let fields = |unit: &CastUnit| {
        let fields = book.fields.iter().zip(unit.fields.iter());
        let dice = fields.filter(|(field, _)| field.ty == Type::Dice);
        dice.map(|(_, value)| *value).collect::<Vec<i32>>()
    };
    // Rules name sides, new units and cards.
    let is_named = one.is_spare
        || Some(one.kind) == book.side_kind()
        || book.decks.iter().any(|deck| deck.kind == one.kind);
    let kind = book.kinds.get(one.kind.at());
    let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
    (one.kind, one.owner, one.is_spare, one.is_card)
        == (other.kind, other.owner, other.is_spare, other.is_card)
        && (one.profile == other.profile || !is_named)
        && one.parameter == other.parameter
        && one.shape == other.shape
        && fields(one) == fields(other)
        && tracks.all(|track| {
            let returns = one.is_spare || track.lasts.is_some();
            track.high_of(&one.fields) == track.high_of(&other.fields)
                && (!returns || track.start_of(&one.fields) == track.start_of(&other.fields))
        })
}
