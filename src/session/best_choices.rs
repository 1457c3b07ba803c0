//! Optimal choices of a side, with the value of each option.

use std::cell::RefCell;

use num_traits::One;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::mdp::{Asks, Interest, Solution, advise};
use sandtable_eval::wording::face_word;
use sandtable_explain::scripted::Wording;
use sandtable_ir::{DecisionId, OutcomePart, Program, optimise};

use super::assumed::Assumed;
use super::library::QuestionError;
use super::question::Question;
use super::ready::{PreparedQuestion, resolve};
use super::solve::{Failed, Session, goes_on};
use super::watch::{Progress, Work};

/// Goal of a side, and the number of decisions to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// The side that chooses: its name, a unit of it, or `all` for every decision.
    pub side: String,
    /// Goal to maximise: a condition, or a number as `UNIT.TRACK`.
    pub by: String,
    /// Whether all other choices minimise the goal; otherwise they are made by stated worth or by the policy of the question.
    pub is_against: bool,
    /// Number of decisions to show, nearest first.
    pub n_decisions: usize,
}

/// The quantity that worths measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Chances, from 0 to 1.
    Chance,
    /// Means of a number.
    Mean,
}

/// Optimal choices of a side.
#[derive(Debug, Clone)]
pub struct Advice {
    /// The ruleset, or the scenario.
    pub ruleset: String,
    /// Text of the question.
    pub title: String,
    /// Goal that was asked for.
    pub aim: Aim,
    /// Measure of the worths.
    pub measure: Measure,
    /// Worth of the question with the best choices.
    pub worth: Worth,
    /// Facts that were not given and are answered by their defaults.
    pub assumed: Vec<Assumed>,
    /// The greatest worth of any reachable outcome.
    pub most: f64,
    /// The decisions that are reachable by optimal choices, nearest first.
    pub decisions: Vec<Decision>,
    /// Number of further decisions.
    pub n_more: usize,
}

/// Expected value of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    /// A chance, or a mean.
    pub number: f64,
    /// The exact value as a reduced fraction, if it is known: `5/9`.
    pub fraction: Option<String>,
}

/// A choice of the side.
#[derive(Debug, Clone)]
pub struct Decision {
    /// Title of the decision.
    pub title: String,
    /// The title of the unit whose choice it is.
    pub by: Option<String>,
    /// Events before it: `d6 3 or 4, target Sherman`; empty for the first.
    pub after: String,
    /// Every legal answer, in the order of the offer.
    pub choices: Vec<Choice>,
}

/// An answer to a decision.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Text of the answer.
    pub answer: String,
    /// Its value when followed by optimal choices.
    pub worth: Worth,
    /// Whether it has the highest worth; of equals, the first has.
    pub is_best: bool,
}

impl Session<'_> {
    /// Computes the optimal choices.
    ///
    /// Errors: the question cannot be resolved; there is no such side; the goal is neither a condition nor a number; the state space
    /// exceeds the budget.
    pub fn advise(&mut self, question: &Question, aim: &Aim) -> Result<Advice, QuestionError> {
        let (library, solver) = self.apart(question);
        let mut ready = resolve(library, question, solver.watch)?;
        let Some(ours) = ours(&ready, &aim.side) else {
            return Err(ready.unanswered_for(nobody(&ready, &aim.side)));
        };
        let wanted = Question {
            only: None,
            tracks: vec![aim.by.clone()],
            condition: None,
            ..question.clone()
        };
        let lowered = ready.lower_end(&wanted);
        let lowered = lowered.map_err(|found| ready.ruleset.question_error(found))?;
        let (measure, parts_of_one) = match lowered.parts.get(1) {
            Some(OutcomePart::Condition) => (Measure::Chance, 1),
            Some(OutcomePart::Value(shown)) if let Some(parts_of_one) = shown.parts_of_one() => {
                (Measure::Mean, parts_of_one)
            }
            _ => {
                let finding = Diagnostic::new(
                    Code::BadArgument,
                    format!("`{}` is neither a condition nor a number", aim.by),
                )
                .help(
                    "give the goal: `--by \"target is destroyed\"`, or a number to maximise: `--by \
                    target.hits`",
                );
                return Err(ready.unanswered_for(finding));
            }
        };
        let program = optimise::run(&lowered.program);
        let interest = Interest {
            ours,
            is_against: aim.is_against,
            unstated: question.unstated,
        };
        solver.watch.begin(Work::Advice, 1);
        let watch = RefCell::new(&mut *solver.watch);
        let tell = |progress: Progress| {
            let mut watch = watch.borrow_mut();
            watch.progress(Work::Advice, progress, None);
            goes_on(&mut **watch, Work::Advice)
        };
        let found = advise(&program, &interest, &solver.budget, &tell);
        solver.watch.end();
        let solved = found.map_err(|fault| Failed::of(&fault, &program).question_error(&ready))?;
        let names = ready.situation.unit_names(&ready.ruleset.book);
        let words = Words {
            ready: &ready,
            program: &program,
            solved: &solved,
            names: &names,
            parts_of_one,
        };
        Ok(words.advice(aim, measure))
    }
}

/// Returns for each unit of the cast whether its choices are those of a side; `None` for an unknown side.
fn ours(ready: &PreparedQuestion<'_>, side: &str) -> Option<Vec<bool>> {
    let cast = &ready.situation.cast;
    if side == "all" {
        return Some(vec![true; cast.len()]);
    }
    let place = cast
        .iter()
        .position(|unit| unit.parameter == side && unit.owner.is_none())?;
    let book = &ready.ruleset.book;
    let track = book.side_track();
    let side_of = |at: usize| {
        let unit = cast.get(at)?;
        let (_, side) = unit.starts.iter().find(|(of, _)| Some(*of) == track)?;
        usize::try_from(*side).ok()
    };
    let is_side = |at: usize| {
        let kind = cast.get(at).map(|unit| unit.kind);
        kind.is_some() && kind == book.side_kind()
    };
    let own = if is_side(place) {
        Some(place)
    } else {
        side_of(place)
    };
    let is_ours =
        |at: usize| at == place || own.is_some_and(|own| at == own || side_of(at) == Some(own));
    Some((0..cast.len()).map(is_ours).collect())
}

fn nobody(ready: &PreparedQuestion<'_>, side: &str) -> Diagnostic {
    let cast = ready.situation.cast.iter();
    let names: Vec<&str> = cast
        .filter(|unit| unit.owner.is_none())
        .map(|unit| unit.parameter.as_str())
        .collect();
    Diagnostic::new(
        Code::BadArgument,
        format!("there is no side or unit `{side}`"),
    )
    .suggest(side, names.iter().copied())
    .help(format!(
        "name a side or one of its units: {}; or `all` for both sides",
        names.join(", ")
    ))
}

/// Text of solved decisions.
struct Words<'a> {
    ready: &'a PreparedQuestion<'a>,
    program: &'a Program,
    solved: &'a Solution,
    names: &'a [String],
    /// The number of counted units in one.
    parts_of_one: i32,
}

impl Words<'_> {
    fn advice(&self, aim: &Aim, measure: Measure) -> Advice {
        let choices = self.solved.choices();
        let told = choices.iter().take(aim.n_decisions);
        let worths = self.solved.nodes.iter().map(|node| node.worth);
        Advice {
            ruleset: self.ready.name.clone(),
            title: self.ready.title.clone(),
            aim: aim.clone(),
            measure,
            worth: self.worth(self.solved.worth(), 0),
            assumed: self.ready.assumptions(),
            most: match measure {
                Measure::Chance => 1.0,
                Measure::Mean => worths
                    .map(|worth| worth / f64::from(self.parts_of_one))
                    .fold(f64::MIN_POSITIVE, f64::max),
            },
            decisions: told.filter_map(|node| self.decision(*node)).collect(),
            n_more: choices.len().saturating_sub(aim.n_decisions),
        }
    }

    fn worth(&self, number: f64, node: u32) -> Worth {
        let fraction = self.solved.fraction(node);
        let fraction = fraction.map(|(mut numerator, denominator)| {
            // The parts of one are a power of two.
            let mut parts = self.parts_of_one;
            while parts > 1 && !numerator.bit(0) {
                (numerator, parts) = (numerator / 2, parts / 2);
            }
            (numerator, denominator * parts.unsigned_abs())
        });
        Worth {
            number: number / f64::from(self.parts_of_one),
            fraction: fraction.map(|(numerator, denominator)| match denominator.is_one() {
                true => numerator.to_string(),
                false => format!("{numerator}/{denominator}"),
            }),
        }
    }

    fn decision(&self, node: u32) -> Option<Decision> {
        let known = self.solved.nodes.get(node as usize)?;
        let by = known.by.and_then(|by| self.ready.units.get(by));
        let best = self.solved.best(node);
        let options = self.solved.options(node).into_iter().enumerate();
        let choice = |(at, (answer, worth, to)): (usize, (i32, f64, u32))| Choice {
            answer: self.answer(known.asks, answer),
            worth: self.worth(worth, to),
            is_best: at == best,
        };
        Some(Decision {
            title: self.title(known.asks),
            by: by.cloned(),
            after: self.led(node),
            choices: options.map(choice).collect(),
        })
    }

    fn wording(&self, decision: DecisionId) -> Option<Wording<'_>> {
        Some(Wording {
            decision: self.program.decisions.get(decision.0 as usize)?,
            units: &self.ready.units,
            names: self.names,
        })
    }

    fn answer(&self, asks: Asks, answer: i32) -> String {
        match asks {
            Asks::Roll(pool) => {
                let pool = self.program.pools.get(pool.0 as usize);
                pool.map_or_else(String::new, |pool| face_word(pool, answer))
            }
            Asks::Ours(decision) | Asks::Theirs(decision) | Asks::Drawn(decision) => {
                let wording = self.wording(decision);
                wording.map_or_else(String::new, |wording| wording.answer(answer))
            }
            Asks::Nothing => String::new(),
        }
    }

    fn title(&self, asks: Asks) -> String {
        match asks {
            Asks::Roll(pool) => {
                let pool = self.program.pools.get(pool.0 as usize);
                pool.map_or_else(String::new, |pool| pool.name.clone())
            }
            Asks::Ours(decision) | Asks::Theirs(decision) | Asks::Drawn(decision) => {
                let known = self.program.decisions.get(decision.0 as usize);
                known.map_or_else(String::new, |known| known.title.clone())
            }
            Asks::Nothing => String::new(),
        }
    }

    /// Returns the text of the events that lead to a state: `d6 3 or 4; target: Sherman`.
    fn led(&self, node: u32) -> String {
        let trail = self.solved.trail(node);
        let mut steps = Vec::new();
        for (from, to) in trail.iter().zip(trail.iter().skip(1)) {
            let Some(known) = self.solved.nodes.get(*from as usize) else {
                continue;
            };
            let there: Vec<i32> = known
                .ways
                .iter()
                .filter(|way| way.to == *to)
                .map(|way| way.answer)
                .collect();
            if there.len() == known.ways.len() {
                continue;
            }
            let title = self.title(known.asks);
            steps.push(format!("{title} {}", self.several(known.asks, &there)));
        }
        steps.join(", ")
    }

    /// Returns some answers as text; consecutive numbers become a range.
    fn several(&self, asks: Asks, answers: &[i32]) -> String {
        let in_a_row = answers
            .windows(2)
            .all(|pair| matches!(pair, [one, next] if i64::from(*next) == i64::from(*one) + 1));
        match (answers.first(), answers.last(), asks) {
            (Some(first), Some(last), Asks::Roll(_)) if answers.len() > 2 && in_a_row => {
                format!(
                    "{} to {}",
                    self.answer(asks, *first),
                    self.answer(asks, *last)
                )
            }
            _ => {
                let words = answers.iter().map(|answer| self.answer(asks, *answer));
                words.collect::<Vec<_>>().join(" or ")
            }
        }
    }
}
