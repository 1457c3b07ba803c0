//! A recorded run that stops at questions and goes on from there.

use super::story::{Faces, Story, Trouble};
use super::{SeenBy, TraceState, TraceWriter};
use crate::scripted::{Player, Script, Why};
use sandtable_eval::FaultKind;
use sandtable_eval::machine::{Machine, Pause};
use sandtable_ir::{Op, Program};

/// A game as far as its players have answered. It goes on where it stopped.
#[derive(Debug)]
pub struct Run {
    pub(super) machine: Machine,
    /// Rest of the budget, in steps of the machine.
    pub(super) left: u64,
    pub(super) state: TraceState,
    /// Judgements of facts so far, for reasons: which, about whom, and the value.
    judged: Vec<(String, Vec<i32>, i32)>,
}

/// Cast of a game and the settings of its trace.
pub struct Table<'a> {
    /// Titles of the cast.
    pub units: &'a [String],
    /// The name of each unit besides its title.
    pub names: &'a [String],
    /// The source of reasons for which something does not hold.
    pub why: Option<Why<'a>>,
    /// The side to which the game is shown: units hidden from it appear as it sees them, and choices of others at the same time follow
    /// when all have chosen.
    pub seen_by: Option<SeenBy<'a>>,
    /// Whether several persons play at one screen: what is done at the same time is shown when all have chosen.
    pub is_shared: bool,
}

impl Run {
    /// A run at its beginning, with a budget in steps of the machine.
    pub fn new(program: &Program, steps: u64) -> Self {
        Self {
            machine: Machine::new(program),
            left: steps,
            state: TraceState {
                board: program.board.clone(),
                ..TraceState::default()
            },
            judged: Vec::new(),
        }
    }

    /// Plays on until a question that the player leaves open, the end, or a fault. The program has its notes, and is the one the run began with.
    pub fn advance(&mut self, program: &Program, table: &Table<'_>, player: &mut dyn Player) {
        let inquiry = table.why.map(|why| why.inquiry);
        if let Some(inquiry) = inquiry {
            inquiry.recall(std::mem::take(&mut self.judged));
        }
        let mut state = std::mem::take(&mut self.state);
        state.first_changed = state.story.steps.len();
        state.story.trouble = None;
        let mut writer = TraceWriter {
            units: table.units,
            script: Script {
                names: table.names,
                why: table.why,
                ..Script::from(Faces::Given(&[]))
            },
            player: Some(player),
            seen_by: table.seen_by,
            is_shared: table.is_shared,
            state,
        };
        // Values on the way through a game are never asked for, and noting them takes longer than playing.
        let pause = match writer.secretive() {
            None => self.machine.run(program, &mut writer, &mut self.left),
            Some(_) => followed(program, &mut self.machine, &mut writer, &mut self.left),
        };
        self.state = writer.state;
        if let Some(inquiry) = inquiry {
            self.judged = inquiry.judgements();
        }
        self.stop_at(program, pause);
    }

    /// Everything that has happened so far.
    pub fn story(&self) -> &Story {
        &self.state.story
    }

    /// The first step that is new or was changed when it was last advanced; the number of steps if there is none.
    pub fn first_changed(&self) -> usize {
        self.state.first_changed
    }

    /// The story, when the run is not needed any more.
    pub fn into_story(self) -> Story {
        self.state.story
    }

    /// Completes the story up to a pause of the machine.
    pub(super) fn stop_at(&mut self, program: &Program, pause: Pause) {
        if matches!(pause, Pause::Done | Pause::Fault(_)) {
            self.state.end_block();
        }
        let (machine, story) = (&self.machine, &mut self.state.story);
        let span = program.origins.get(machine.pc.0 as usize);
        let span = span.map(|origin| origin.span);
        match pause {
            Pause::Done => story.outcome = Some(machine.outcome(program)),
            Pause::Fault(fault) => story.trouble = Some(Trouble::Fault(fault)),
            Pause::Choose(decision) => match &mut story.trouble {
                Some(Trouble::Unchosen(_, _, place) | Trouble::Undrawn(_, _, place)) => {
                    *place = span;
                }
                Some(_) => {}
                none => {
                    let fault = FaultKind::Undecided(decision).at(machine.pc);
                    *none = Some(Trouble::Fault(fault));
                }
            },
            Pause::Roll(_) => {
                if let Some(Trouble::RanOut(_, place)) = &mut story.trouble {
                    *place = span;
                }
            }
            Pause::Judge(_) => {
                story.trouble = Some(Trouble::Fault(FaultKind::NotGiven.at(machine.pc)));
            }
        }
        story.state.clone_from(&machine.registers);
        if story.rolled.is_empty() {
            story.before_dice = story.sums.len();
        }
        self.state.count_passed_over();
    }
}

/// As [`Machine::run`], following values that are derived from hidden ones.
fn followed(
    program: &Program,
    machine: &mut Machine,
    writer: &mut TraceWriter<'_, '_>,
    steps: &mut u64,
) -> Pause {
    while *steps > 0 {
        writer.follow(program, machine);
        let mut one = 1;
        let rolled = match program.ops.get(machine.pc.0 as usize) {
            Some(Op::Roll { pool, .. }) => program.pool(*pool).steps(),
            Some(_) | None => 0,
        };
        *steps = (*steps - 1).saturating_sub(rolled);
        let pause = machine.run(program, writer, &mut one);
        if !matches!(pause, Pause::Fault(fault) if fault.kind == FaultKind::TooManySteps) {
            return pause;
        }
    }
    Pause::Fault(FaultKind::TooManySteps.at(machine.pc))
}

/// Plays a program that has its notes, to its end or to the first question that the player leaves open; `steps` is its budget.
pub fn play(program: &Program, table: &Table<'_>, player: &mut dyn Player, steps: u64) -> Story {
    let mut run = Run::new(program, steps);
    run.advance(program, table, player);
    run.into_story()
}
