//! Driver with given or rolled faces, which records every step with its citation.

mod answers;
mod excerpt;
mod notes;
mod reasons;
mod story;

use crate::scripted::{Player, Script, Why};
pub use excerpt::{STEPS_SHOWN, STEPS_SHOWN_OF_A_GAME, Shown as ShownStep, excerpt_of};
use sandtable_eval::coverage::{self, Reached};
use sandtable_eval::machine::{Machine, Pause};
pub use sandtable_eval::modifier_sum::{Sum, SumLine};
use sandtable_ir::{PoolId, Program, Secrets};
use sandtable_model::board::BoardInstance;
use std::collections::BTreeMap;
use std::sync::Arc;
pub use story::{Decided, Faces, Fallen, Step, Story, Trouble};

/// The steps that a story keeps.
pub const STEPS_KEPT: usize = 200_000;
/// Maximum size of the texts of a story in characters: of steps, and as much of the answers of decisions.
pub const CHARACTERS_KEPT: usize = 16_000_000;
/// The rolled dice that a story keeps one by one.
pub const DICE_KEPT: usize = 500_000;
/// A list of faces or options that is longer is not kept.
pub const ANSWERS_KEPT: usize = 100;

/// The units that can be hidden, and the side to which a run is shown, by its index in the cast.
pub type SeenBy<'a> = (&'a Secrets, usize);

/// Runs a program that has its notes once.
///
/// `units` are the titles of the cast; `steps` is the budget of one run. Faces alone are a script too.
pub fn explain<'a>(
    program: &Program,
    units: &[String],
    script: impl Into<Script<'a>>,
    steps: u64,
) -> Story {
    tell(program, units, script.into(), None, steps)
}

/// Plays a program that has its notes: whoever plays is asked at every question. `names` is what each unit of the cast
/// is called besides its title. Units that are hidden from the side in `seen_by` are shown as that side sees them.
pub fn play(
    program: &Program,
    units: &[String],
    names: &[String],
    why: Option<Why<'_>>,
    player: &mut dyn Player,
    seen_by: Option<SeenBy<'_>>,
    steps: u64,
) -> Story {
    let script = Script {
        names,
        why,
        ..Script::from(Faces::Given(&[]))
    };
    tell(program, units, script, Some((player, seen_by)), steps)
}

fn tell<'a>(
    program: &Program,
    units: &[String],
    script: Script<'a>,
    player: Option<(&'a mut dyn Player, Option<SeenBy<'a>>)>,
    steps: u64,
) -> Story {
    let (player, seen_by) = match player {
        Some((player, seen_by)) => (Some(player), seen_by),
        None => (None, None),
    };
    let n_judged = script.judged.len();
    script.why.iter().for_each(|why| why.inquiry.begins());
    let mut writer = TraceWriter {
        units,
        script,
        player,
        seen_by,
        masked: Vec::new(),
        was_asked: false,
        n_used: 0,
        rules: Vec::new(),
        acting: Vec::new(),
        n_formulas: 0,
        rows: Vec::new(),
        turns: Vec::new(),
        rounds: BTreeMap::new(),
        names: Vec::new(),
        board: program.board.clone(),
        faces: Vec::new(),
        lines: Vec::new(),
        last: Vec::new(),
        last_labels: Vec::new(),
        told: 0,
        listed: 0,
        n_passed_over: 0,
        cut_at: None,
        story: Story {
            judged: vec![false; n_judged],
            ..Story::default()
        },
    };
    let mut machine = Machine::new(program);
    let mut left = steps;
    let mut reached = Reached::default();
    // Coverage of a game is not needed, and recording it takes longer than the play.
    let pause = match writer.player.is_some() {
        true => machine.run(program, &mut writer, &mut left),
        false => coverage::run(program, &mut machine, &mut writer, &mut left, &mut reached),
    };
    match pause {
        Pause::Done => {
            writer.story.outcome = Some(
                program
                    .outcome
                    .iter()
                    .map(|reg| machine.get(*reg))
                    .collect(),
            );
        }
        Pause::Fault(fault) => writer.story.trouble = Some(Trouble::Fault(fault)),
        Pause::Choose(decision) => {
            let origin = program.origins.get(machine.pc.0 as usize);
            match &mut writer.story.trouble {
                Some(Trouble::Unchosen(_, _, span) | Trouble::Undrawn(_, _, span)) => {
                    *span = origin.map(|origin| origin.span);
                }
                Some(_) => {}
                none => {
                    *none = Some(Trouble::Fault(
                        sandtable_eval::FaultKind::Undecided(decision).at(machine.pc),
                    ));
                }
            }
        }
        Pause::Roll(_) => {
            let origin = program.origins.get(machine.pc.0 as usize);
            if let Some(Trouble::RanOut(_, span)) = &mut writer.story.trouble {
                *span = origin.map(|origin| origin.span);
            }
        }
        Pause::Judge(_) => {
            writer.story.trouble = Some(Trouble::Fault(
                sandtable_eval::FaultKind::NotGiven.at(machine.pc),
            ));
        }
    }
    writer.counts_passed_over();
    writer.story.reached = reached;
    writer.story.state = machine.registers;
    if writer.story.rolled.is_empty() {
        writer.story.before_dice = writer.story.sums.len();
    }
    writer.story
}

struct TraceWriter<'a, 'u> {
    units: &'u [String],
    script: Script<'a>,
    /// The player who is asked instead of the script.
    player: Option<&'a mut dyn Player>,
    /// The side to which it is shown, and the units that can be hidden from it.
    seen_by: Option<SeenBy<'a>>,
    /// Titles of the cast as that side knows them now; empty if there is none.
    masked: Vec<String>,
    n_used: usize,
    /// Whether the last choice was asked for.
    was_asked: bool,
    /// Sections of the active rules, outermost first.
    rules: Vec<Vec<String>>,
    /// Names of the active rules.
    names: Vec<String>,
    /// The board of the program.
    board: Option<Arc<BoardInstance>>,
    /// Units of each active rule.
    acting: Vec<Acting>,
    /// Number of active formulas, lists of modifiers included.
    n_formulas: usize,
    /// Table rows already in the story.
    rows: Vec<String>,
    /// Units whose turn it is: the name of each, and the number of its step.
    turns: Vec<(String, usize)>,
    /// Rounds so far of loops without a limit, by their numbers.
    rounds: BTreeMap<u32, u64>,
    /// The words of the faces of each die that was rolled: of its pool, and of these values.
    faces: Vec<(PoolId, Vec<i32>, Arc<[String]>)>,
    /// Modifier lines since the last total.
    lines: Vec<SumLine>,
    /// Single faces of the last roll.
    last: Vec<String>,
    /// Labels of those faces: the purpose of each roll.
    last_labels: Vec<String>,
    /// Size of the texts of its steps so far, in characters.
    told: usize,
    /// Size of the answers of its decisions so far, in characters.
    listed: usize,
    /// Number of notes that would have been steps, after the story was cut.
    n_passed_over: usize,
    /// The step that says that the story is cut.
    cut_at: Option<usize>,
    story: Story,
}

/// The units of a rule, by their places in the cast.
#[derive(Debug, Default)]
struct Acting {
    /// Its arguments.
    given: Vec<usize>,
    /// The one that was chosen last in it, and in which choice; until that choice is asked again.
    chosen: Option<(String, usize)>,
}

impl Acting {
    fn units(&self) -> Vec<usize> {
        let chosen = self.chosen.iter().map(|(_, unit)| *unit);
        chosen.chain(self.given.iter().copied()).collect()
    }
}

/// Iterates over the indices in the cast among these values.
fn places(values: impl Iterator<Item = i32>) -> impl Iterator<Item = usize> {
    values.filter_map(|value| usize::try_from(value).ok())
}
