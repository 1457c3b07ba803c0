//! Decisions that a question leaves to the `worth` of their options.

use std::borrow::Cow;

use sandtable_eval::budget::Budget;
use sandtable_eval::dice::Dice;
use sandtable_eval::policy::Unstated;
use sandtable_explain::scripted::{Choices, Script};
use sandtable_explain::trace::{Faces, Story, explain};

use super::ready::PreparedQuestion;

/// Runs with different dice that are searched for the decisions of one question.
pub(crate) const N_RUNS: u64 = 12;

/// A decision that was made by the worth of its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByWorth {
    /// Title of the decision.
    pub title: String,
    /// The answer, as a choice of an example; `None` if it depends on dice, or differs from one time to the next.
    pub answer: Option<String>,
}

impl ByWorth {
    /// Adds a decision to others. With another answer it is not always the same.
    fn add(self, found: &mut Vec<Self>) {
        match found.iter_mut().find(|known| known.title == self.title) {
            Some(known) if known.answer != self.answer => known.answer = None,
            Some(_) => {}
            None => found.push(self),
        }
    }

    /// Adds the decisions of another question.
    pub fn add_all(more: Vec<Self>, found: &mut Vec<Self>) {
        more.into_iter().for_each(|one| one.add(found));
    }
}

impl PreparedQuestion<'_> {
    /// Lists the decisions that are made by worth in `n_runs` runs with arbitrary dice, in the order in which they are asked; none of the
    /// game of a scenario, in which each side plays by worth. `first` is the run with the first dice, if it is known.
    pub(crate) fn decided_by_worth(
        &self,
        unstated: Unstated,
        first: Option<&Story>,
        n_runs: u64,
    ) -> Vec<ByWorth> {
        let mut decisions = self.lowered.program.decisions.iter();
        let is_asked = decisions.any(|decision| decision.has_worth && !decision.is_drawn);
        if self.is_game || !is_asked {
            return Vec::new();
        }
        let mut found: Vec<ByWorth> = Vec::new();
        for seed in 0..n_runs {
            let story = match first.filter(|_| seed == 0) {
                Some(story) => Cow::Borrowed(story),
                None => Cow::Owned(self.story(unstated, seed)),
            };
            for decided in story.chosen.iter().filter(|decided| decided.has_worth) {
                let answer = decided.is_before_dice.then(|| decided.answer.clone());
                let one = ByWorth {
                    title: decided.title.clone(),
                    answer,
                };
                one.add(&mut found);
            }
        }
        found
    }

    /// Returns a story with arbitrary dice.
    pub(crate) fn story(&self, unstated: Unstated, seed: u64) -> Story {
        let script = Script {
            choices: Choices::Policy(unstated, Dice::new(seed)),
            ..Script::from(Faces::Rolled(Dice::new(seed)))
        };
        explain(&self.lowered.program, &self.units, script, Budget::STEPS)
    }
}
