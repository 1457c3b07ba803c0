//! The journal of a run: every answer that it was given, in order. Program, start and journal give the run again;
//! a shorter journal goes back to an earlier question.

use super::decide::Offer;
use super::machine::{Answers, Machine};
use crate::ir::{DecisionId, JudgementId, NoteId, PoolId, Program};

/// One answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// What dice came to.
    Thrown(i32),
    /// Which option was chosen, by its index; [`NONE`](crate::ir::NONE) if they were declined.
    Chosen(i32),
    /// How a fact was judged.
    Judged(i32),
}

/// Answers out of a journal first; then as another does, and writes down what that one answers.
#[derive(Debug)]
pub struct Recorded<A> {
    /// Who answers what is not yet in the journal.
    pub answers: A,
    journal: Vec<Answer>,
    /// How many answers have been given again.
    n_given: usize,
}

impl<A> Recorded<A> {
    /// With the answers of an earlier run, or of none.
    pub fn new(answers: A, journal: Vec<Answer>) -> Self {
        Self {
            answers,
            journal,
            n_given: 0,
        }
    }

    /// Every answer so far, and those that were not asked for yet.
    pub fn journal(&self) -> &[Answer] {
        &self.journal
    }

    /// How many answers of the journal have been given.
    pub fn n_given(&self) -> usize {
        self.n_given
    }

    fn next(
        &mut self,
        is_meant: impl Fn(Answer) -> Option<i32>,
        wrap: impl Fn(i32) -> Answer,
        ask: impl FnOnce(&mut A) -> Option<i32>,
    ) -> Option<i32> {
        let value = match self.journal.get(self.n_given) {
            // An answer of another sort: the journal is of another version of the rules.
            Some(known) => is_meant(*known)?,
            None => {
                let value = ask(&mut self.answers)?;
                self.journal.push(wrap(value));
                value
            }
        };
        self.n_given += 1;
        Some(value)
    }
}

impl<A: Answers> Answers for Recorded<A> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let thrown = |answer| match answer {
            Answer::Thrown(value) => Some(value),
            Answer::Chosen(_) | Answer::Judged(_) => None,
        };
        self.next(thrown, Answer::Thrown, |answers| {
            answers.roll(program, pool)
        })
    }

    fn choose(&mut self, program: &Program, decision: DecisionId, offer: Offer<'_>) -> Option<i32> {
        let chosen = |answer| match answer {
            Answer::Chosen(value) => Some(value),
            Answer::Thrown(_) | Answer::Judged(_) => None,
        };
        self.next(chosen, Answer::Chosen, |answers| {
            answers.choose(program, decision, offer)
        })
    }

    fn judge(&mut self, program: &Program, judgement: JudgementId, about: &[i32]) -> Option<i32> {
        let judged = |answer| match answer {
            Answer::Judged(value) => Some(value),
            Answer::Thrown(_) | Answer::Chosen(_) => None,
        };
        self.next(judged, Answer::Judged, |answers| {
            answers.judge(program, judgement, about)
        })
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        self.answers.note(program, machine, note);
    }
}
