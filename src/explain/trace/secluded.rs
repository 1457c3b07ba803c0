//! Rules and turns about units that are hidden from the side to which a run is shown.
//!
//! Their values, rolls, choices and calls would tell what the unit is, where it is or what it is ordered to do. So only events are shown: changes that
//! the viewer sees, its own choices, and the end of the game. A rule or a turn without an event is left out as a whole.

use super::{Opening, TraceWriter, withheld};
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::{Options, Reading};

impl TraceWriter<'_, '_> {
    /// Whether a unit of the cast is hidden from the viewer.
    pub(super) fn is_hidden(&self, unit: usize) -> bool {
        self.state.hidden.get(unit).copied().unwrap_or(false)
    }

    /// Whether the value is a unit that is hidden from the viewer.
    pub(super) fn is_of_hidden(&self, machine: &Machine, reading: &Reading) -> bool {
        let unit = usize::try_from(machine.get(reading.reg));
        reading.is_of_unit() && unit.is_ok_and(|unit| self.is_hidden(unit))
    }

    /// Whether an active rule or turn is about a unit that is hidden from the viewer now.
    pub(super) fn is_secluded(&self) -> bool {
        if !self.state.hidden.contains(&true) {
            return false;
        }
        let given = self.state.acting.iter().flat_map(|rule| &rule.given);
        let of_turns = self
            .state
            .turns
            .iter()
            .filter_map(|turn| turn.unit.as_ref());
        given.chain(of_turns).any(|unit| self.is_hidden(*unit))
    }

    /// The place of the next step, if it is shown.
    pub(super) fn opening(&self) -> Option<Opening> {
        (!self.is_secluded()).then(|| Opening {
            at: self.state.steps().len(),
            is_withheld: self.state.is_withholding(),
        })
    }

    /// Notes that the innermost rule begins with a step, if it is about a hidden unit.
    pub(super) fn opens_rule(&mut self, opening: Option<Opening>) {
        if !self.is_secluded() {
            return;
        }
        if let Some(rule) = self.state.acting.last_mut() {
            rule.opening = opening;
        }
    }

    /// Leaves out the first step of the innermost rule if it is about a hidden unit and nothing happened in it.
    pub(super) fn close_rule(&mut self) {
        let opening = self.state.acting.last().and_then(|rule| rule.opening);
        let Some(Opening { at, is_withheld }) = opening else {
            return;
        };
        let (steps, is_shown) = withheld::sink(&mut self.state.block, &mut self.state.story);
        let mut within = steps.iter().skip(at + 1);
        if is_shown == is_withheld || !within.all(|step| step.is_detail) {
            return;
        }
        steps.truncate(at);
        let row = self.state.open_row.take();
        self.state.open_row = row.filter(|row| row.at < at);
        if is_shown {
            self.state.first_changed = self.state.first_changed.min(at);
        }
    }

    /// Whether the viewer is not to see a choice: one about a hidden unit, one that is only written on hidden units, or of a place, where pieces can
    /// be off its map. Its own choices are always shown.
    pub(super) fn is_choice_left_out(&self, offer: Offer<'_>, was_asked: bool) -> bool {
        let Some((secrets, viewer)) = self.secretive() else {
            return false;
        };
        let is_asked = was_asked && !offer.decision.is_drawn;
        if offer.by() == Some(viewer) || (is_asked && offer.by().is_none()) {
            return false;
        }
        let is_place = matches!(offer.decision.options, Options::Places(_));
        let mut off_map = secrets.units.iter().filter(|secret| secret.is_off_map);
        let is_written_only = offer.decision.is_private && self.state.hidden.contains(&true);
        self.is_secluded()
            || is_written_only
            || is_place && off_map.any(|secret| self.is_hidden(secret.unit))
    }
}
