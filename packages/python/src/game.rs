//! Scenarios as models: what a game of them has, whatever its state.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use sandtable::eval::dice::Dice;
use sandtable::eval::knowledge;
use sandtable::eval::machine::{Machine, Pause};
use sandtable::eval::offer::Offer;
use sandtable::eval::simulator::{Driver, Memory, Simulator};
use sandtable::ir::{PoolId, Program};
use sandtable::model::{Question, RuleBook};
use sandtable::players::game::{GameModel, STEPS};
use sandtable::session::scenario::Scenario;
use sandtable::source::SourceMap;

use crate::state::State;

/// The value of a track that has none, and the answer that declines.
pub(crate) const NONE: i32 = sandtable::ir::NONE;
/// The value of a track that holds a unit which the observer does not know.
pub(crate) const HIDDEN: i32 = knowledge::HIDDEN;

/// All that the states of a game share.
pub(crate) struct GameData {
    pub(crate) title: String,
    pub(crate) mark: String,
    pub(crate) model: GameModel,
    pub(crate) book: Arc<RuleBook>,
    pub(crate) situation: Question,
    pub(crate) sources: SourceMap,
    /// Titles of the cast.
    pub(crate) units: Vec<String>,
    /// Further names of the cast.
    pub(crate) names: Vec<String>,
    pub(crate) sides: Vec<String>,
    /// By unit, the number of its tracks.
    pub(crate) n_values: Vec<usize>,
    /// By place of an observation in which nothing is hidden, from its units on: the register of the value; `None` where it says that the
    /// unit is known.
    pub(crate) open_view: Vec<Option<usize>>,
    /// By unit, the kind that it is while it is hidden.
    pub(crate) hidden_kinds: Vec<Option<usize>>,
    /// Memories that no thread is using.
    memories: Mutex<Vec<Memory>>,
}

impl GameData {
    pub(crate) fn new(scenario: &Scenario<'_>) -> Self {
        let book = &scenario.ruleset.book;
        let situation = &scenario.situation;
        let model = scenario.model();
        let n_units = model.lowered.program.n_units as usize;
        let mut views = vec![vec![None]; n_units];
        for (reg, slot) in model.lowered.program.slots.iter().enumerate() {
            if let Some(view) = views.get_mut(slot.unit as usize) {
                view.push(Some(reg));
            }
        }
        let n_values = views.iter().map(|view| view.len() - 1).collect();
        let mut hidden_kinds = vec![None; n_units];
        for secret in &model.lowered.secrets.units {
            if let Some(kind) = hidden_kinds.get_mut(secret.unit) {
                *kind = Some(secret.kind);
            }
        }
        Self {
            title: scenario.title.clone(),
            mark: scenario.mark.clone(),
            units: situation.unit_titles(),
            names: situation.unit_names(book),
            sides: scenario.sides().into_iter().map(str::to_owned).collect(),
            sources: scenario.ruleset.sources.clone(),
            book: book.clone(),
            situation: situation.clone(),
            model,
            n_values,
            open_view: views.concat(),
            hidden_kinds,
            memories: Mutex::default(),
        }
    }

    /// Runs a machine to its next question. Threads run beside each other, each with a memory of its own.
    pub(crate) fn run(&self, machine: &mut Machine) -> Pause {
        let program = &self.model.lowered.program;
        let known = self.idle().pop();
        let mut memory = known.unwrap_or_else(|| Memory::new(program));
        let pause = memory.run(program, machine, STEPS);
        self.idle().push(memory);
        pause
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Memory>> {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves all to chance, and counts its answers.
struct Counting {
    dice: Dice,
    given: u32,
}

impl Driver for Counting {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.given += 1;
        Some(self.dice.roll_pool(program.pool(pool)))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.given += 1;
        offer.draw(&mut self.dice)
    }
}

/// A scenario that can be played: its sides, and what bounds its observations and answers.
#[pyclass(frozen, module = "sandtable._sandtable")]
pub(crate) struct Model(Arc<GameData>);

impl Model {
    pub(crate) fn new(data: GameData) -> Self {
        Self(Arc::new(data))
    }
}

#[pymethods]
impl Model {
    /// The title of the scenario.
    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// Tells the rules, units and scenario apart from changed ones.
    #[getter]
    fn mark(&self) -> &str {
        &self.0.mark
    }

    /// The names of the sides, by seat.
    #[getter]
    fn sides(&self) -> Vec<String> {
        self.0.sides.clone()
    }

    /// The titles of the sides, by seat.
    #[getter]
    fn side_titles(&self) -> Vec<String> {
        let seats = 0..self.0.model.n_seats();
        let side = |seat| self.0.units.get(self.0.model.side(seat)?).cloned();
        seats.map(|seat| side(seat).unwrap_or_default()).collect()
    }

    /// The most answers that a decision of a player can have.
    #[getter]
    fn max_answers(&self) -> u32 {
        let decisions = self.0.model.lowered.program.decisions.iter();
        let asked = decisions.filter(|decision| !decision.is_drawn);
        let most = asked.map(|decision| decision.n_options + u32::from(decision.may_decline));
        most.max().unwrap_or(0)
    }

    /// The most answers that a roll or draw can have.
    #[getter]
    fn max_chance_outcomes(&self) -> i64 {
        let program = &self.0.model.lowered.program;
        let sums = program.pools.iter().map(|pool| {
            let (least, most) = pool.ends();
            most - least + 1
        });
        let decisions = program.decisions.iter();
        let drawn = decisions.filter(|decision| decision.is_drawn);
        let options = drawn.map(|decision| i64::from(decision.n_options) + 1);
        sums.chain(options).max().unwrap_or(0)
    }

    /// Whether a unit can be hidden from a side.
    #[getter]
    fn has_secrets(&self) -> bool {
        !self.0.model.lowered.secrets.units.is_empty()
    }

    /// The number of decisions of the program, by which `State.decision` is bounded.
    #[getter]
    fn n_decisions(&self) -> usize {
        self.0.model.lowered.program.decisions.len()
    }

    /// The length of an observation.
    #[getter]
    fn n_observed(&self) -> usize {
        2 + self.0.n_values.len() + self.0.n_values.iter().sum::<usize>()
    }

    /// Whether the rules say when the game ends.
    #[getter]
    fn can_end(&self) -> bool {
        self.0.model.can_end()
    }

    /// Answers a second that the library gives by itself in random games, each of them one run without a pause: the measure for what the
    /// module adds.
    fn library_rate(&self, py: Python<'_>, answers: u32) -> f64 {
        py.detach(|| {
            let mut simulator = Simulator::new(&self.0.model.lowered.program, STEPS);
            let mut chance = Counting {
                dice: Dice::new(0),
                given: 0,
            };
            let began = Instant::now();
            while chance.given < answers {
                simulator.restart();
                if simulator.run(&mut chance) != Pause::Done {
                    return 0.0;
                }
            }
            f64::from(chance.given) / began.elapsed().as_secs_f64()
        })
    }

    /// The state at the first question.
    ///
    /// Errors: `SandtableError`.
    fn start(&self, py: Python<'_>) -> PyResult<State> {
        let machine = Machine::new(&self.0.model.lowered.program);
        State::run(py, self.0.clone(), machine)
    }
}
