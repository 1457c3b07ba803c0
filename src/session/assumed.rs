//! Facts that a question leaves to their defaults.

use std::collections::BTreeSet;

use sandtable_eval::wording::show;
use sandtable_explain::trace::Story;
use sandtable_ir::{InputKind, Note, NoteId, Op, Program, Shown, reached, shown_on};
use sandtable_model::{Dimension, FactId, Question as ModelQuestion, RuleBook, Type};

use super::ready::PreparedQuestion;

/// A fact that was read and had its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumed {
    /// Name of the fact.
    pub fact: String,
    /// Title of the fact, else its name.
    pub title: String,
    /// The default, as it would be given.
    pub value: String,
    /// The name of a given fact with the same measure, if the default is 0.
    pub beside: Option<String>,
    /// Whether it would be derived if there were a map.
    pub lacks_map: bool,
}

impl PreparedQuestion<'_> {
    /// Lists the facts that some line of play reads and that are answered by their defaults, as declared.
    pub fn assumptions(&self) -> Vec<Assumed> {
        let program = &self.lowered.program;
        let facts = assumed_facts(program, reached::notes(program));
        self.assumed_of(&facts)
    }

    /// Lists the facts that a run read and that were answered by their defaults, as declared.
    pub(crate) fn assumptions_in(&self, story: &Story) -> Vec<Assumed> {
        let program = &self.lowered.program;
        let notes = story.reached.ops().filter_map(|at| {
            let Op::Note { note } = program.ops.get(at.0 as usize)? else {
                return None;
            };
            Some(*note)
        });
        self.assumed_of(&assumed_facts(program, notes))
    }

    /// Describes facts that are answered by their defaults.
    fn assumed_of(&self, facts: &BTreeSet<FactId>) -> Vec<Assumed> {
        let book = &self.ruleset.book;
        let describe = |id: &FactId| {
            let fact = book.facts.get(id.at())?;
            let default = fact.default?;
            let shown = shown_on(book, self.situation.board_instance.as_ref(), fact.ty);
            Some(Assumed {
                fact: fact.naming.name.clone(),
                title: fact.naming.shown().to_owned(),
                value: match matches!(shown, Shown::Number(_)) {
                    true => default.to_string(),
                    false => show(default, &shown, &[]),
                },
                beside: given_beside(book, &self.situation, *id),
                lacks_map: self.situation.lacks_map_for(book, *id),
            })
        };
        facts.iter().filter_map(describe).collect()
    }
}

/// The facts that notes read by their defaults.
fn assumed_facts(program: &Program, notes: impl IntoIterator<Item = NoteId>) -> BTreeSet<FactId> {
    let read = notes.into_iter().filter_map(|id| {
        let Note::Fact {
            asked: InputKind::Fact(fact),
            default: true,
            ..
        } = program.notes.get(id.0 as usize)?
        else {
            return None;
        };
        Some(*fact)
    });
    read.collect()
}

/// Returns the name of a given fact about as many units, with a distance of the same measure, if the default is 0.
fn given_beside(book: &RuleBook, situation: &ModelQuestion, id: FactId) -> Option<String> {
    let fact = book.facts.get(id.at())?;
    let is_distance =
        matches!(fact.ty, Type::Number(Dimension::Measured(_))) && fact.default == Some(0);
    let mut given = (0..).zip(&book.facts).filter(|(at, other)| {
        let is_given = situation.facts.get(*at).copied().flatten().is_some();
        let mut particular = situation.particular.iter();
        (is_given || particular.any(|(of, ..)| of.at() == *at))
            && other.ty == fact.ty
            && other.parameters.len() == fact.parameters.len()
    });
    let (_, other) = given.next().filter(|_| is_distance)?;
    Some(other.naming.name.clone())
}
