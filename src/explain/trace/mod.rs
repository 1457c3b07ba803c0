//! Driver with given or rolled faces, which records every step with its citation.

mod answers;
mod derived;
mod excerpt;
mod notes;
mod reasons;
mod run;
mod secluded;
mod steps;
mod story;
mod withheld;

use crate::scripted::{Player, Script};
pub use excerpt::{STEPS_SHOWN, STEPS_SHOWN_OF_A_GAME, Shown as ShownStep, excerpt_of};
pub use run::{Run, Table, play};
use sandtable_eval::coverage::{self, Reached};
pub use sandtable_eval::modifier_sum::{Sum, SumLine};
use sandtable_ir::{PoolId, Program, Secrets};
use sandtable_model::board::BoardInstance;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub use story::{Decided, Faces, Fallen, NoAnswer, Step, Story, Trouble};
use withheld::Block;

/// The steps that a story keeps.
pub const STEPS_KEPT: usize = 200_000;
/// Maximum size of the texts of a story in characters: of steps, and as much of the answers of decisions.
pub const CHARACTERS_KEPT: usize = 16_000_000;
/// The rolled dice that a story keeps one by one.
pub const DICE_KEPT: usize = 500_000;
/// A list of faces or options that is longer is not kept.
pub const ANSWERS_KEPT: usize = 100;

/// The secrets of a program, and the side to which a run is shown, by its index in the cast.
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
    let script = script.into();
    script.why.iter().for_each(|why| why.inquiry.begins());
    let mut run = Run::new(program, steps);
    run.state.story.judged = vec![false; script.judged.len()];
    let mut reached = Reached::default();
    let mut writer = TraceWriter {
        units,
        script,
        player: None,
        seen_by: None,
        is_shared: false,
        state: std::mem::take(&mut run.state),
    };
    let (machine, left) = (&mut run.machine, &mut run.left);
    let pause = coverage::run(program, machine, &mut writer, left, &mut reached);
    run.state = writer.state;
    run.stop_at(program, pause);
    run.state.story.reached = reached;
    run.into_story()
}

/// Records one run: answers from its player, or else from its script.
struct TraceWriter<'a, 'u> {
    units: &'u [String],
    script: Script<'a>,
    /// The player who is asked instead of the script.
    player: Option<&'a mut dyn Player>,
    /// The side to which it is shown, and the secrets of the program.
    seen_by: Option<SeenBy<'a>>,
    /// Whether several persons play at one screen.
    is_shared: bool,
    state: TraceState,
}

/// State of a [`TraceWriter`] between two pauses of its run.
#[derive(Debug, Default)]
struct TraceState {
    /// Titles of the cast as known to the side that the run is shown to; empty if it is shown to nobody in particular.
    masked: Vec<String>,
    /// By unit of the cast, whether it is hidden from that side; empty if nothing can be.
    hidden: Vec<bool>,
    /// Values derived from hidden ones.
    derived: derived::Derived,
    /// Whether the last step was left out, so that nothing is added to it.
    is_left_out: bool,
    n_used: usize,
    /// Whether the last choice was asked for.
    was_asked: bool,
    /// Sections of the active rules, outermost first.
    rules: Vec<Vec<String>>,
    /// Names of the active rules.
    names: Vec<String>,
    /// The arguments of each active rule, in the words of its first step.
    arguments: Vec<Vec<String>>,
    /// The board of the program.
    board: Option<Arc<BoardInstance>>,
    /// Units of each active rule.
    acting: Vec<Acting>,
    /// Number of active formulas, lists of modifiers included.
    n_formulas: usize,
    /// Table rows already in the story.
    rows: Vec<String>,
    /// The table of the last step, if that is a row that was in the story before.
    told_again: Option<String>,
    /// The row of a table with several results that was read last.
    open_row: Option<OpenRow>,
    /// Units whose turn it is.
    turns: Vec<Turn>,
    /// The block `at the same time` that is evaluated, of a run that is shown to a side.
    block: Option<Block>,
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
    /// The first step that is new or was changed since the run last stopped.
    first_changed: usize,
    story: Story,
}

/// The turn of a unit in a loop over a selection.
#[derive(Debug)]
struct Turn {
    /// Name of the loop's local.
    name: String,
    /// The unit.
    unit: Option<usize>,
    /// Its step; `None` if that was left out.
    opening: Option<Opening>,
    /// Whether it is the turn of a unit that the viewer does not know.
    is_hidden: bool,
}

/// The step with which a turn or a rule begins.
#[derive(Debug, Clone, Copy)]
struct Opening {
    /// Its number.
    at: usize,
    /// Whether it is among the withheld ones.
    is_withheld: bool,
}

/// A row of a table with several results in the story, to which further results are added.
#[derive(Debug)]
struct OpenRow {
    /// The number of its step.
    at: usize,
    /// The beginning of the step: the table and its keys.
    row: String,
    /// The names of its results that the step tells: one that is read again is of another lookup.
    results: BTreeSet<String>,
}

/// The units of a rule, by their places in the cast.
#[derive(Debug, Default)]
struct Acting {
    /// Its arguments.
    given: Vec<usize>,
    /// The one that was chosen last in it, and in which choice; until that choice is asked again.
    chosen: Option<(String, usize)>,
    /// Its first step, if one of its arguments is hidden from the viewer: without an event in it that step is left out.
    opening: Option<Opening>,
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
