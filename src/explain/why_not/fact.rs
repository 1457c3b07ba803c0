//! Value of a fact in the current state of the board, with its reasons.

use super::{Inquiry, Reason};
use sandtable_board::Place;
use sandtable_ir::NONE;
use sandtable_model::{FactId, Type};

/// The value of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Text of the value.
    pub words: String,
    /// Its truth value, if the fact is a flag.
    pub holds: Option<bool>,
    /// Sections of the book that define it.
    pub citations: Vec<String>,
    /// The reasons; empty unless the fact is a flag.
    pub reasons: Vec<Reason>,
    /// Places that determine it.
    pub places: Vec<Place>,
}

impl Inquiry<'_> {
    /// Returns the value of a derived fact with these arguments, in the state of `registers`; `None` if the fact is not derived or its
    /// value cannot be computed.
    pub fn derived_fact(&self, fact: FactId, about: &[i32], registers: &[i32]) -> Option<Answered> {
        let known = self.book.facts.get(fact.at())?;
        let in_play = known.in_play.as_ref()?;
        let mut finding = self.finding(registers);
        let scene = finding.fact_scene(known, in_play, about);
        let value = finding.value(&in_play.value, &scene)?;
        let holds = (known.ty == Type::Flag && value != NONE).then_some(value != 0);
        if let Some(holds) = holds {
            finding.why(&in_play.value, &scene, holds, 0);
        }
        let places = std::mem::take(&mut finding.places);
        Some(Answered {
            words: self.shown(value, known.ty),
            holds,
            citations: scene.citations.to_vec(),
            reasons: finding.told(),
            places,
        })
    }
}
