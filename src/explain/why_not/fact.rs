//! Value of a fact in the current state of the board, with its reasons.

use super::{Inquiry, Reason};
use sandtable_board::Place;
use sandtable_ir::NONE;
use sandtable_model::{FactId, Type};

/// A fact that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Its value in words.
    pub words: String,
    /// Whether it holds, if it is yes or no.
    pub holds: Option<bool>,
    /// Sections that say what it is.
    pub citations: Vec<String>,
    /// The reasons; none for a fact that is not yes or no.
    pub reasons: Vec<Reason>,
    /// Places that settle it.
    pub places: Vec<Place>,
}

impl Inquiry<'_> {
    /// The value of a derived fact, about these places or units, while the registers stand like this. `None` if it is
    /// not worked out, or cannot be.
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
