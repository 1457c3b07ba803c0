//! Blocks `at the same time` in a run that is shown to a side: what other sides do in a block is shown at its end. If several persons
//! play at one screen, all of it is.
//!
//! Steps are withheld from the turn of another side, or its choice, until the next turn of the viewer in the same loop or an outer one.
//! So whatever follows from a choice of another side, a roll or a further question, is withheld with it.

use super::story::{Step, Story};
use super::{SeenBy, TraceState, TraceWriter};
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::{Note, Reading, Reg};

/// A block `at the same time` that is evaluated.
#[derive(Debug)]
pub(super) struct Block {
    /// Number of rules active around it.
    depth: usize,
    /// While another side acts: the number of loops that it acts in. Steps are withheld then.
    loops: Option<usize>,
    /// Withheld steps, in order.
    steps: Vec<Step>,
}

/// The steps to which the next one is added, and whether they are shown.
pub(super) fn sink<'s>(
    block: &'s mut Option<Block>,
    story: &'s mut Story,
) -> (&'s mut Vec<Step>, bool) {
    match block {
        Some(block) if block.loops.is_some() => (&mut block.steps, false),
        Some(_) | None => (&mut story.steps, true),
    }
}

impl TraceState {
    /// Whether the next step is withheld.
    pub(super) fn is_withholding(&self) -> bool {
        let block = self.block.as_ref();
        block.is_some_and(|block| block.loops.is_some())
    }

    /// The steps to which the next one is added.
    pub(super) fn steps(&self) -> &[Step] {
        match &self.block {
            Some(block) if block.loops.is_some() => &block.steps,
            Some(_) | None => &self.story.steps,
        }
    }

    /// As [`Self::steps`].
    pub(super) fn steps_mut(&mut self) -> &mut Vec<Step> {
        sink(&mut self.block, &mut self.story).0
    }

    /// Withholds the next steps, of another side that acts in this number of loops, or shows them.
    pub(super) fn withhold(&mut self, loops: Option<usize>) {
        if let Some(block) = &mut self.block
            && block.loops != loops
        {
            block.loops = loops;
            self.open_row = None;
        }
    }

    /// Ends the block: appends the withheld steps to the story.
    pub(super) fn end_block(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        let n_shown = self.story.steps.len();
        self.story.steps.extend(block.steps);
        let of_turns = self.turns.iter_mut().map(|turn| &mut turn.opening);
        let of_rules = self.acting.iter_mut().map(|rule| &mut rule.opening);
        let openings = of_turns.chain(of_rules).flatten();
        for opening in openings.filter(|opening| opening.is_withheld) {
            opening.at += n_shown;
            opening.is_withheld = false;
        }
        self.open_row = None;
    }
}

impl<'a> TraceWriter<'a, '_> {
    /// The side to which the run is shown, with the units that can be hidden from it; `None` if none can be.
    pub(super) fn secretive(&self) -> Option<SeenBy<'a>> {
        self.seen_by
            .filter(|(secrets, _)| !secrets.units.is_empty())
    }
}

impl TraceWriter<'_, '_> {
    /// Whether a side, by its index in the cast, is another than the viewer, so that its options may be hidden.
    pub(super) fn keeps_from_viewer(&self, side: Option<usize>) -> bool {
        let viewer = self.secretive().map(|(_, viewer)| viewer);
        side.is_some() && viewer.is_some() && side != viewer
    }

    /// Whether the viewer does not see a track of the unit in a register, which is hidden from it.
    pub(super) fn keeps_track(&self, machine: &Machine, unit: Reg, track: u32) -> bool {
        let unit = usize::try_from(machine.get(unit)).ok();
        unit.zip(self.secretive())
            .is_some_and(|(unit, (secrets, viewer))| {
                secrets.hides((unit, track), &machine.registers, viewer)
            })
    }

    /// Notes that a block `at the same time` begins.
    pub(super) fn begin_block(&mut self) {
        let depth = self.state.rules.len();
        let is_withheld = self.seen_by.is_some() || self.is_shared;
        self.state.block = is_withheld.then(|| Block {
            depth,
            loops: self.is_shared.then_some(0),
            steps: Vec::new(),
        });
    }

    /// Ends the block, if the rule that it is in has ended before it, or the game ends.
    pub(super) fn leave_block(&mut self, note: &Note) {
        let depth = self.state.block.as_ref().map(|block| block.depth);
        let is_left = depth.is_some_and(|depth| self.state.rules.len() < depth);
        if is_left || matches!(note, Note::GameEnds { .. }) {
            self.state.end_block();
        }
    }

    /// Begins or ends withholding at the turn of a unit, before its step.
    pub(super) fn attribute_turn(&mut self, machine: &Machine, member: &Reading) {
        let (Some(block), Some((secrets, viewer))) = (&self.state.block, self.seen_by) else {
            return;
        };
        let loops = self.state.turns.len() + 1;
        let is_outer = block.loops.is_none_or(|known| loops <= known);
        let unit = Some(machine.get(member.reg)).filter(|_| member.is_of_unit());
        let unit = unit.and_then(|unit| usize::try_from(unit).ok());
        let owner = unit.and_then(|unit| secrets.owner(unit, &machine.registers));
        if let (true, Some(owner)) = (is_outer, owner) {
            self.state.withhold(Some(loops).filter(|_| owner != viewer));
        }
    }

    /// Begins withholding at a choice of another side, before its step; a choice of the viewer is shown. Returns what to continue with
    /// after it.
    pub(super) fn attribute_choice(&mut self, offer: Offer<'_>) -> Option<usize> {
        let block = self.state.block.as_ref()?;
        let known = block.loops;
        let (_, viewer) = self.seen_by?;
        match offer.by() {
            Some(by) if by == viewer => {
                self.state.withhold(None);
                known
            }
            Some(_) => {
                let loops = known.or(Some(self.state.turns.len()));
                self.state.withhold(loops);
                loops
            }
            None => known,
        }
    }
}
