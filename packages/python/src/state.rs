//! States of games as values: applying an answer makes another state, so a copy is a reference and undoing is forgetting.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use sandtable::eval::knowledge::{look_alikes, view};
use sandtable::eval::machine::{Machine, Pause};
use sandtable::eval::offer::Offer;
use sandtable::eval::policy::Unstated;
use sandtable::eval::wording::{ending_words, face_word};
use sandtable::eval::{FaultKind, roll_chances};
use sandtable::explain::scripted::Wording;
use sandtable::ir::{DecisionId, JudgementId, Options, PoolId, Secret};
use sandtable::players::game::{STEPS, Verdict};
use sandtable::session::players::{fact_value, fact_word};
use sandtable::session::side_view::seen_units;

use crate::dice::Dice;
use crate::game::{GameData, NONE};
use crate::refusal::{of_finding, refusal};

/// Most values of a fact that are listed as answers.
const MOST_VALUES: i64 = 10_000;

/// A state of a game: at a question, or at the end. It never changes.
#[pyclass(frozen, module = "sandtable._sandtable")]
pub(crate) struct State {
    data: Arc<GameData>,
    machine: Machine,
    at: At,
}

/// The question of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Choice(DecisionId),
    Draw(DecisionId),
    Roll(PoolId),
    Fact(JudgementId),
    Over,
}

/// The title of a unit, whether it is hidden, and its tracks with their values.
type Seen = (String, bool, Vec<(String, String)>);

impl State {
    /// Runs a machine to its next question.
    pub(crate) fn run(py: Python<'_>, data: Arc<GameData>, mut machine: Machine) -> PyResult<Self> {
        let program = &data.model.lowered.program;
        let pause = py.detach(|| data.run(&mut machine));
        let at = match pause {
            Pause::Done => At::Over,
            Pause::Roll(pool) => At::Roll(pool),
            Pause::Judge(judgement) => At::Fact(judgement),
            Pause::Choose(decision) if program.decision(decision).is_drawn => At::Draw(decision),
            Pause::Choose(decision) => At::Choice(decision),
            Pause::Fault(fault) => {
                return Err(of_finding(py, fault.diagnostic(program), &data.sources));
            }
        };
        Ok(Self { data, machine, at })
    }

    fn offer(&self) -> Option<Offer<'_>> {
        self.machine.offer(&self.data.model.lowered.program)
    }

    /// The place in the cast of the side in a seat.
    fn viewer(&self, seat: usize) -> PyResult<usize> {
        let side = self.data.model.side(seat);
        side.ok_or_else(|| PyIndexError::new_err(format!("there is no side {seat}")))
    }

    fn fact(&self, judgement: JudgementId) -> Option<&str> {
        let judgements = &self.data.model.lowered.program.judgements;
        let judgement = judgements.get(judgement.0 as usize)?;
        Some(&judgement.fact)
    }

    /// Every legal answer; of a roll each sum that it can show.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        match self.at {
            At::Over => Ok(Vec::new()),
            At::Choice(_) => Ok(self
                .offer()
                .map_or_else(Vec::new, |o| o.answers().collect())),
            At::Draw(_) | At::Roll(_) => {
                let chances = self.shares(py)?.into_iter();
                Ok(chances.map(|(answer, _)| answer).collect())
            }
            At::Fact(judgement) => self.values(py, judgement),
        }
    }

    /// The values of a fact.
    fn values(&self, py: Python<'_>, judgement: JudgementId) -> PyResult<Vec<i32>> {
        let name = self.fact(judgement).unwrap_or_default();
        let mut facts = self.data.book.facts.iter();
        let fact = facts.find(|fact| fact.naming.name == name);
        let range = fact.map(|fact| (fact.low, fact.high));
        match range {
            Some((low, high)) if i64::from(high) - i64::from(low) < MOST_VALUES => {
                Ok((low..=high).collect())
            }
            _ => {
                let message = format!("`{name}` has too many values to be listed");
                Err(refusal(py, &message, None))
            }
        }
    }

    /// The answers that chance can give, with the fractions of their chances.
    fn shares(&self, py: Python<'_>) -> PyResult<Vec<(i32, String)>> {
        let program = &self.data.model.lowered.program;
        match self.at {
            At::Roll(pool) => match roll_chances(program.pool(pool), STEPS) {
                Some(chances) => Ok(chances
                    .into_iter()
                    .map(|(sum, chance)| {
                        let (numerator, denominator) = (chance.numerator(), chance.denominator());
                        (sum, format!("{numerator}/{denominator}"))
                    })
                    .collect()),
                None => {
                    let fault = FaultKind::TooManySums.at(self.machine.pc);
                    Err(of_finding(
                        py,
                        fault.diagnostic(program),
                        &self.data.sources,
                    ))
                }
            },
            At::Draw(_) => {
                let Some(offer) = self.offer() else {
                    return Ok(Vec::new());
                };
                let total = offer.total_weight();
                let answers = offer.answers().map(|answer| (answer, offer.weight(answer)));
                let likely = answers.filter(|(_, weight)| *weight > 0);
                Ok(likely
                    .map(|(answer, weight)| (answer, format!("{weight}/{total}")))
                    .collect())
            }
            At::Choice(_) | At::Fact(_) | At::Over => Ok(Vec::new()),
        }
    }

    /// Every legal answer to a choice or draw, with its words.
    fn offered(&self, offer: Offer<'_>) -> Vec<(String, i32)> {
        let words: Vec<String> = self.worded(offer, |wording| match offer.decision.options {
            // No two places have one name, so none is numbered.
            Options::Places(_) => offer.answers().map(|one| wording.answer(one)).collect(),
            Options::Named(_) | Options::Numbers(_) | Options::Units | Options::YesOrNo => {
                wording.allowed(offer)
            }
        });
        let offered = words.into_iter().zip(offer.answers());
        offered
            .filter(|(_, answer)| offer.weight(*answer) > 0)
            .collect()
    }

    /// Calls a function with the wording of an offer: titles and names of the cast as the side knows them whose choice it is.
    fn worded<T>(&self, offer: Offer<'_>, call: impl FnOnce(Wording<'_>) -> T) -> T {
        let data = &*self.data;
        let secrets = &data.model.lowered.secrets;
        let state = offer.state();
        let viewer = offer.by().filter(|_| !offer.decision.is_drawn);
        let viewer = viewer.filter(|viewer| secrets.hidden(state, *viewer).next().is_some());
        let (units, names): (Cow<'_, [String]>, Cow<'_, [String]>) = match viewer {
            None => ((&data.units).into(), (&data.names).into()),
            Some(viewer) => {
                let title = |secret: &Secret| secret.title.clone();
                let name = |secret: &Secret| secret.name.clone();
                (
                    secrets.masked(&data.units, state, viewer, title).into(),
                    secrets.masked(&data.names, state, viewer, name).into(),
                )
            }
        };
        call(Wording {
            decision: offer.decision,
            units: &units,
            names: &names,
        })
    }
}

#[pymethods]
impl State {
    /// What is asked: `choice`, `draw`, `roll`, `fact`, or `over` at the end.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.at {
            At::Choice(_) => intern!(py, "choice"),
            At::Draw(_) => intern!(py, "draw"),
            At::Roll(_) => intern!(py, "roll"),
            At::Fact(_) => intern!(py, "fact"),
            At::Over => intern!(py, "over"),
        }
    }

    /// The question in words: a decision, the dice, or a fact; empty at the end.
    #[getter]
    fn title(&self) -> String {
        let program = &self.data.model.lowered.program;
        match self.at {
            At::Choice(id) | At::Draw(id) => program.decision(id).title.clone(),
            At::Roll(pool) => program.pool(pool).name.clone(),
            At::Fact(judgement) => self.fact(judgement).unwrap_or_default().to_owned(),
            At::Over => String::new(),
        }
    }

    /// The number of the decision; `None` if nothing is chosen or drawn.
    #[getter]
    fn decision(&self) -> Option<u32> {
        match self.at {
            At::Choice(id) | At::Draw(id) => Some(id.0),
            At::Roll(_) | At::Fact(_) | At::Over => None,
        }
    }

    /// The seat of the side whose choice it is; `None` if it is nobody's, or the rules do not say whose.
    #[getter]
    fn side(&self) -> Option<usize> {
        match self.at {
            At::Choice(_) => self.data.model.chooser(self.offer()?),
            At::Draw(_) | At::Roll(_) | At::Fact(_) | At::Over => None,
        }
    }

    /// The answer to a choice that no side decides, as at a table of simulated players: by worth if the rules state it, else the first;
    /// `None` for every other question.
    #[getter]
    fn answer_of_nobody(&self) -> Option<i32> {
        match self.at {
            At::Choice(_) if self.side().is_none() => Unstated::First.answer(self.offer()?),
            At::Choice(_) | At::Draw(_) | At::Roll(_) | At::Fact(_) | At::Over => None,
        }
    }

    /// The number of legal answers to a choice.
    #[getter]
    fn n_answers(&self) -> usize {
        self.offer().map_or(0, |offer| offer.answers().count())
    }

    /// Every legal answer as a number, in order; none at the end.
    ///
    /// Errors: `SandtableError` if there are too many to be listed.
    fn answers(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        self.legal(py)
    }

    /// Every legal answer in words, in the same order; units that the side whose choice it is does not know by their kind.
    ///
    /// Errors: as `answers`.
    fn words(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let program = &self.data.model.lowered.program;
        match self.at {
            At::Over => Ok(Vec::new()),
            At::Choice(_) | At::Draw(_) => {
                let Some(offer) = self.offer() else {
                    return Ok(Vec::new());
                };
                let words = self.offered(offer).into_iter();
                Ok(words.map(|(word, _)| word).collect())
            }
            At::Roll(pool) => {
                let sums = self.legal(py)?.into_iter();
                Ok(sums.map(|sum| face_word(program.pool(pool), sum)).collect())
            }
            At::Fact(judgement) => {
                let fact = self.fact(judgement).unwrap_or_default();
                let values = self.legal(py)?.into_iter();
                Ok(values
                    .map(|value| fact_word(&self.data.book, fact, value))
                    .collect())
            }
        }
    }

    /// A legal answer in words, as `words` has it; empty at the end.
    fn word(&self, answer: i32) -> String {
        let program = &self.data.model.lowered.program;
        match self.at {
            At::Over => String::new(),
            At::Choice(_) | At::Draw(_) => self.offer().map_or_else(String::new, |offer| {
                self.worded(offer, |wording| wording.written(answer, offer))
            }),
            At::Roll(pool) => face_word(program.pool(pool), answer),
            At::Fact(judgement) => {
                let fact = self.fact(judgement).unwrap_or_default();
                fact_word(&self.data.book, fact, answer)
            }
        }
    }

    /// The legal answer that has these words, or the value of a fact that they name; `None` if there is none.
    fn number_of(&self, word: &str) -> Option<i32> {
        let program = &self.data.model.lowered.program;
        match self.at {
            At::Over => None,
            At::Choice(_) | At::Draw(_) => {
                let mut words = self.offered(self.offer()?).into_iter();
                words
                    .find(|(known, _)| known == word)
                    .map(|(_, answer)| answer)
            }
            At::Roll(pool) => {
                let chances = roll_chances(program.pool(pool), STEPS)?;
                let mut sums = chances.into_iter().map(|(sum, _)| sum);
                sums.find(|sum| face_word(program.pool(pool), *sum) == word)
            }
            At::Fact(judgement) => fact_value(&self.data.book, self.fact(judgement)?, word),
        }
    }

    /// By legal answer to a choice, whether it is a unit that the side whose choice it is does not know.
    fn hidden(&self) -> Vec<bool> {
        let Some(offer) = self.offer() else {
            return Vec::new();
        };
        let secrets = &self.data.model.lowered.secrets;
        let mut hidden: Vec<usize> = Vec::new();
        if let (Some(viewer), Options::Units) = (offer.by(), &offer.decision.options) {
            let unknown = secrets.hidden(offer.state(), viewer);
            hidden.extend(unknown.map(|secret| secret.unit));
        }
        let is_hidden = |answer| usize::try_from(answer).is_ok_and(|unit| hidden.contains(&unit));
        offer.answers().map(is_hidden).collect()
    }

    /// By legal answer to a choice, the class of a unit that the side whose choice it is does not know: units of one class look the same
    /// to it. `None` for every other answer.
    fn looks(&self) -> Vec<Option<usize>> {
        let Some(offer) = self.offer() else {
            return Vec::new();
        };
        let mut classes = Vec::new();
        if let (Some(viewer), Options::Units) = (offer.by(), &offer.decision.options) {
            classes = look_alikes(&self.data.model.lowered, offer.state(), viewer);
        }
        let class = |answer| classes.get(usize::try_from(answer).ok()?).copied()?;
        offer.answers().map(class).collect()
    }

    /// The answers that chance can give, each with its chance as the text of a fraction; none if it is not chance's turn.
    ///
    /// Errors: `SandtableError` for dice with too many different sums.
    fn chances(&self, py: Python<'_>) -> PyResult<Vec<(i32, String)>> {
        self.shares(py)
    }

    /// The state after an answer.
    ///
    /// Errors: `SandtableError` if the answer is not legal, or a rule fails.
    fn after(&self, py: Python<'_>, answer: i32) -> PyResult<Self> {
        let is_legal = match self.at {
            At::Choice(_) | At::Draw(_) => self
                .offer()
                .is_some_and(|offer| offer.allows(answer) && offer.weight(answer) > 0),
            At::Roll(_) | At::Fact(_) => self.legal(py)?.contains(&answer),
            At::Over => false,
        };
        if !is_legal {
            let message = match self.at {
                At::Over => "the game is over".to_owned(),
                At::Choice(_) | At::Draw(_) | At::Roll(_) | At::Fact(_) => {
                    format!("{answer} is not a legal answer to `{}`", self.title())
                }
            };
            return Err(refusal(py, &message, None));
        }
        self.moved(py, answer)
    }

    /// The state after the roll or draw that dice make; after a choice or fact each of whose answers is as likely.
    ///
    /// Errors: `SandtableError` if the game is over, or a rule fails.
    fn rolled(&self, py: Python<'_>, dice: &Dice) -> PyResult<(i32, Self)> {
        let program = &self.data.model.lowered.program;
        let answer = match self.at {
            At::Roll(pool) => Some(dice.lock().roll_pool(program.pool(pool))),
            At::Choice(_) | At::Draw(_) => {
                self.offer().and_then(|offer| offer.draw(&mut dice.lock()))
            }
            At::Fact(_) => {
                let values = self.legal(py)?;
                let n = u32::try_from(values.len()).unwrap_or(0);
                values.get(dice.lock().face(n) as usize).copied()
            }
            At::Over => None,
        };
        match answer {
            Some(answer) => Ok((answer, self.moved(py, answer)?)),
            None => Err(refusal(py, "the game is over", None)),
        }
    }

    /// The game as the side in a seat knows it, as 32-bit numbers in the order of the machine: the number of the decision, or -1; the
    /// seat whose choice it is, or -1; then for each unit of the cast 1 if the side knows which unit it is, else 0, and the values of
    /// its tracks. Units that the side does not know are in no order that tells them apart.
    ///
    /// Errors: `IndexError` if there is no such seat.
    fn observation<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let viewer = self.viewer(seat)?;
        let number = |n: Option<usize>| n.and_then(|n| i32::try_from(n).ok()).unwrap_or(-1);
        let decision = match self.at {
            At::Choice(id) => Some(id.0 as usize),
            At::Draw(_) | At::Roll(_) | At::Fact(_) | At::Over => None,
        };
        let mut observed = vec![number(decision), number(self.side())];
        if self.is_open_to(viewer) {
            self.observe_open(&mut observed);
        } else {
            self.observe_masked(viewer, &mut observed);
        }
        let bytes: Vec<u8> = observed.into_iter().flat_map(i32::to_ne_bytes).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// Every unit as the side in a seat sees it: title, whether it does not know which unit it is, and tracks with their values in
    /// words.
    ///
    /// Errors: `IndexError` if there is no such seat.
    fn seen_by(&self, seat: usize) -> PyResult<Vec<Seen>> {
        let data = &*self.data;
        let seen = seen_units(
            &data.book,
            &data.situation,
            &data.model.lowered,
            &data.units,
            &self.machine.registers,
            self.viewer(seat)?,
        );
        let seen = seen.into_iter();
        Ok(seen
            .map(|unit| (unit.title, unit.is_hidden, unit.tracks))
            .collect())
    }

    /// How the game ended, in words; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let lowered = &self.data.model.lowered;
        if self.at != At::Over {
            return None;
        }
        let values: Vec<i32> = lowered
            .program
            .outcome
            .iter()
            .map(|reg| self.machine.get(*reg))
            .collect();
        Some(ending_words(&lowered.parts, &values, &self.data.units))
    }

    /// How the game ended: `won`, `drawn`, `unended` if its sequence ended first, or `refused` by its first rule; `None` while it
    /// goes on. Beside it the seat of the winner.
    #[getter]
    fn verdict(&self) -> Option<(&'static str, Option<usize>)> {
        if self.at != At::Over {
            return None;
        }
        Some(match self.data.model.verdict(&self.machine) {
            Verdict::Won(seat) => ("won", Some(seat)),
            Verdict::Together(_) => ("won", None),
            Verdict::Drawn => ("drawn", None),
            Verdict::Unended => ("unended", None),
            Verdict::Refused => ("refused", None),
        })
    }

    /// The seats of the sides that have won, several if they win together; empty without a winner and while the game goes on.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        if self.at != At::Over {
            return Vec::new();
        }
        let verdict = self.data.model.verdict(&self.machine);
        verdict.winners().collect()
    }

    /// Itself: it never changes.
    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    /// Itself: it never changes.
    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.machine == other.machine
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.machine.hash(&mut hasher);
        hasher.finish()
    }
}

impl State {
    /// Whether a side knows every unit and the value of every track.
    fn is_open_to(&self, viewer: usize) -> bool {
        let secrets = &self.data.model.lowered.secrets;
        let mut hidden = secrets.hidden(&self.machine.registers, viewer);
        secrets.deferred.is_empty() && hidden.next().is_none()
    }

    /// Appends the observation of a side that knows every unit and track.
    fn observe_open(&self, observed: &mut Vec<i32>) {
        let registers = &self.machine.registers;
        let values = self.data.open_view.iter().map(|place| match place {
            Some(reg) => registers.get(*reg).copied().unwrap_or(NONE),
            None => 1,
        });
        observed.extend(values);
    }

    /// Appends the observation of any side; units that it does not know are without their values.
    fn observe_masked(&self, viewer: usize, observed: &mut Vec<i32>) {
        let data = &*self.data;
        let mut seen = view(&data.model.lowered, &self.machine.registers, viewer);
        let mut rows: Vec<(i32, Vec<i32>)> = vec![(0, Vec::new()); data.n_values.len()];
        for (unit, values) in seen.seen {
            if let Some(row) = rows.get_mut(unit) {
                *row = (1, values);
            }
        }
        for unit in seen.among {
            let kind = data.hidden_kinds.get(unit).copied().flatten();
            let next = seen.hidden.iter().position(|(of, _)| Some(*of) == kind);
            if let (Some(row), Some(next)) = (rows.get_mut(unit), next) {
                *row = (0, seen.hidden.remove(next).1);
            }
        }
        for ((is_known, mut values), n) in rows.into_iter().zip(&data.n_values) {
            observed.push(is_known);
            // INVARIANT: units of one kind have the same tracks, so nothing is filled up or cut.
            values.resize(*n, NONE);
            observed.append(&mut values);
        }
    }

    /// The state after an answer that is known to be legal.
    fn moved(&self, py: Python<'_>, answer: i32) -> PyResult<Self> {
        let mut machine = self.machine.clone();
        machine.answer(&self.data.model.lowered.program, answer);
        Self::run(py, self.data.clone(), machine)
    }
}
