//! A game as a side sees it: the units that it knows, and the places of the others.

use std::collections::BTreeSet;

use super::game::Game;
use sandtable_eval::dice::Dice;
use sandtable_eval::knowledge::determinise;
use sandtable_eval::wording::{Outcome, outcome_lines, show};
use sandtable_explain::trace::SeenBy;
use sandtable_ir::{Lowered, OutcomePart, Secret, shown_on};
use sandtable_model::{Question, RuleBook};

/// A unit as a side sees it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeenUnit {
    /// Title; of a unit that the side does not know, that of its kind.
    pub title: String,
    /// Whether the side does not know which unit it is.
    pub is_hidden: bool,
    /// Tracks by name, with their values in words.
    pub tracks: Vec<(String, String)>,
}

impl Game<'_> {
    /// The secrets of the game, and the side to which it is shown; `None` if all is shown.
    pub(crate) fn hidden_from(&self) -> Option<SeenBy<'_>> {
        Some(&self.lowered.secrets).zip(self.viewer())
    }

    /// Whether any unit is hidden from the side to which the game is shown.
    pub(crate) fn hides_any(&self, state: &[i32]) -> bool {
        let seen_by = self.hidden_from();
        seen_by.is_some_and(|(secrets, viewer)| secrets.hidden(state, viewer).next().is_some())
    }

    /// Titles of the cast at a state, as the side knows them to which the game is shown.
    pub(crate) fn titles(&self, state: &[i32]) -> Vec<String> {
        let title = |secret: &Secret| secret.title.clone();
        match self.hidden_from() {
            Some((secrets, viewer)) => secrets.masked(&self.units, state, viewer, title),
            None => self.units.clone(),
        }
    }

    /// The place of a side in the cast, by its name.
    pub fn side_named(&self, name: &str) -> Option<usize> {
        let side = self.scenario.ruleset.book.side_kind();
        let mut cast = self.scenario.situation.cast.iter();
        cast.position(|unit| Some(unit.kind) == side && unit.parameter == name)
    }

    /// Returns every unit in a state as a side sees it; unknown ones last, in an order that reveals nothing.
    pub fn seen_by(&self, state: &[i32], viewer: usize) -> Vec<SeenUnit> {
        let book = &self.scenario.ruleset.book;
        let situation = &self.scenario.situation;
        seen_units(book, situation, &self.lowered, &self.units, state, viewer)
    }

    /// The lines of an outcome as the side sees it to which the game is shown: without the tracks that it does not see, and with hidden
    /// units last, in an order that does not tell which they are.
    pub(crate) fn outcome_lines(&self, outcome: &[i32], state: &[i32]) -> Vec<String> {
        let (parts, titles) = (&self.lowered.parts, self.titles(state));
        let Some((secrets, viewer)) = self.hidden_from() else {
            return outcome_lines(parts, outcome, &titles);
        };
        let hidden: BTreeSet<usize> = secrets.hidden(state, viewer).map(|one| one.unit).collect();
        let program = &self.lowered.program;
        let (mut seen, mut unknown) = (Vec::new(), Vec::new());
        for ((part, value), reg) in parts.iter().zip(outcome).zip(&program.outcome) {
            let of_unit = match part {
                OutcomePart::Track { unit, .. } => hidden.get(unit),
                OutcomePart::Refused
                | OutcomePart::Ended
                | OutcomePart::Value(_)
                | OutcomePart::Reported { .. }
                | OutcomePart::Condition => None,
            };
            let slot = program.slots.get(reg.0 as usize);
            if of_unit.is_none() {
                seen.push((part.clone(), *value));
            } else if slot.is_some_and(|slot| !secrets.keeps(slot.unit as usize, slot.track)) {
                unknown.push((part.clone(), *value));
            }
        }
        let (of_unknown, values): (Vec<OutcomePart>, Vec<i32>) = unknown.into_iter().unzip();
        let mut unknown = Outcome::of(&of_unknown, &values, &titles).told();
        unknown.sort();
        let (of_seen, values): (Vec<OutcomePart>, Vec<i32>) = seen.into_iter().unzip();
        match unknown.is_empty() {
            true => outcome_lines(&of_seen, &values, &titles),
            false => {
                let seen = Outcome::of(&of_seen, &values, &titles);
                seen.told().into_iter().chain(unknown).collect()
            }
        }
    }

    /// Returns a random state that is consistent with the view of a side; the same seed gives the same one.
    pub fn determinised(&self, state: &[i32], viewer: usize, seed: u64) -> Vec<i32> {
        determinise(&self.lowered, state, viewer, &mut Dice::new(seed))
    }
}

/// Every unit of a situation at a state of its program as a side sees it; those that it does not know last, in an order that tells
/// nothing, without their tracks. `titles` are those of the cast.
pub fn seen_units(
    book: &RuleBook,
    situation: &Question,
    lowered: &Lowered,
    titles: &[String],
    state: &[i32],
    viewer: usize,
) -> Vec<SeenUnit> {
    let secrets = &lowered.secrets;
    let title = |secret: &Secret| secret.title.clone();
    let titles = secrets.masked(titles, state, viewer, title);
    let hidden: Vec<usize> = secrets.hidden(state, viewer).map(|one| one.unit).collect();
    let mut seen = Vec::new();
    for (at, (unit, title)) in situation.cast.iter().zip(&titles).enumerate() {
        let kind = book.kinds.get(unit.kind.at());
        let tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
        let tracks = tracks.filter(|track| !track.is_internal());
        let tracks = tracks.filter_map(|track| {
            let known = book.tracks.get(track.track.at())?;
            let reg = lowered.slot(at, track.track)?;
            let number = lowered.program.slots.get(reg.0 as usize)?.track;
            if hidden.contains(&at) && secrets.keeps(at, number) {
                return None;
            }
            let value = *state.get(reg.0 as usize)?;
            let shown = shown_on(book, situation.board_instance.as_ref(), known.ty);
            Some((track.naming.name.clone(), show(value, &shown, &titles)))
        });
        seen.push(SeenUnit {
            title: title.clone(),
            is_hidden: hidden.contains(&at),
            tracks: tracks.collect(),
        });
    }
    let (mut unknown, mut units): (Vec<SeenUnit>, Vec<SeenUnit>) =
        seen.into_iter().partition(|unit| unit.is_hidden);
    unknown.sort();
    units.append(&mut unknown);
    units
}
