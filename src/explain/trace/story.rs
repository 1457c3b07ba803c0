//! The record of one run.

use crate::why_not::Reason;
use sandtable_eval::Fault;
use sandtable_eval::coverage::Reached;
use sandtable_eval::dice::Dice;
use sandtable_eval::modifier_sum::Sum;
use sandtable_source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The source of faces.
#[derive(Debug)]
pub enum Faces<'a> {
    /// Given, in the order in which they are rolled: one for each single die.
    Given(&'a [String]),
    /// Random.
    Rolled(Dice),
    /// Given as far as they go, then random. A random face is also consumed for each given one, so that later faces do not depend on
    /// how many are given.
    Begun(&'a [String], Dice),
}

/// A die that was rolled, or a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    /// Name of the die in the rules.
    pub die: String,
    /// Its face.
    pub face: String,
    /// The distinct faces in order, or the possible results of a draw; empty if there are very many.
    pub faces: Arc<[String]>,
}

/// A decision that was asked, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// Title of the decision.
    pub title: String,
    /// The answer in script notation.
    pub answer: String,
    /// The legal answers in order, in script notation; empty if there are very many.
    pub options: Vec<String>,
    /// Whether its options have a worth.
    pub has_worth: bool,
    /// Whether nothing was rolled or drawn before it.
    pub is_before_dice: bool,
}

/// One line of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Call depth of the rule in which it happened.
    pub depth: usize,
    /// Text in the words of the hobby.
    pub text: String,
    /// Sections of the book that state it.
    pub citations: Vec<String>,
    /// Whether the sections are those of the enclosing rule.
    pub is_cited_above: bool,
    /// Whether it is a detail, such as a lookup, that a short account omits.
    pub is_detail: bool,
    /// Its span in the rules.
    pub span: Span,
    /// The units that it is about, by their index in the cast: those that a rule is given, the one that changes, the one that is chosen.
    /// None that the side to which the run is shown does not know.
    pub units: Vec<u32>,
    /// The place to which the first of them goes.
    pub to: Option<i32>,
}

/// First word of a step that reports a refusal.
pub(super) const REFUSED: &str = "refused";

impl Step {
    /// Whether it reports that a `needs` is not met.
    pub fn is_refusal(&self) -> bool {
        self.text == REFUSED || self.text.starts_with("refused: ")
    }
}

/// The reason why a story ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The rules raise a fault.
    Fault(Fault),
    /// More dice are rolled than given: the die, and the span of the roll.
    RanOut(String, Option<Span>),
    /// More draws are made than given: the draw, its possible results, and its span.
    Undrawn(String, Vec<String>, Option<Span>),
    /// An impossible result of a draw: its index among the given dice, the draw, its possible results.
    Undrawable(usize, String, Vec<String>),
    /// An impossible face: its index among the given ones, the die, its faces.
    Impossible(usize, String, Vec<String>),
    /// More choices are made than given: the decision, its legal answers, and its span.
    Unchosen(String, Vec<String>, Option<Span>),
    /// A choice with a condition gives no answer to a decision without a worth: its index among the given ones, the decision, its legal
    /// answers, and the cause.
    Unanswered(usize, String, Vec<String>, NoAnswer),
    /// A die that is rolled for another purpose than its label names: its index among the given ones, and the purpose of the roll.
    Mislabelled(usize, String),
    /// An illegal choice: its index among the given ones, the decision, the legal answers, the known reasons why it is illegal, and
    /// whether the answers are places, sorted by distance.
    NotAllowed(usize, String, Vec<String>, Vec<Reason>, bool),
}

/// The reason why a choice with a condition gives no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// The condition names something that the rule that asks does not know: the choice is that of a later decision.
    Unknown,
    /// The condition does not hold.
    NotMet,
}

/// The story of one run.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// Its lines, in order.
    pub steps: Vec<Step>,
    /// Sums of modifiers, in order; `before_dice` of them before any die was rolled.
    pub sums: Vec<Sum>,
    /// The number of sums that were final before any die was rolled.
    pub before_dice: usize,
    /// Every single die in the order of rolling.
    pub rolled: Vec<Fallen>,
    /// The number of further dice, which are not recorded.
    pub n_more_rolled: usize,
    /// The number of given choices that were made.
    pub n_chosen: usize,
    /// All decisions that were asked; empty for a game.
    pub chosen: Vec<Decided>,
    /// Decisions that were made without asking, since they had one legal answer: the number of given choices before, the decision, the
    /// answer. Empty for a game.
    pub settled: Vec<(usize, String, String)>,
    /// Every answer that some decision offered, in script notation and as shown; empty for a game.
    pub offered: BTreeSet<String>,
    /// The rules and phases that began: the index of their step, and the name. Empty for a game.
    pub events: Vec<(usize, String)>,
    /// Whether each of the given judgements was asked for.
    pub judged: Vec<bool>,
    /// Values of the outcome, if the run completed.
    pub outcome: Option<Vec<i32>>,
    /// Every register in the final state.
    pub state: Vec<i32>,
    /// The reason why the run did not complete.
    pub trouble: Option<Trouble>,
    /// Every op that the run reached; empty for a game.
    pub reached: Reached,
}

impl Story {
    /// Whether a number of given choices are those that the run asks for.
    pub fn fits(&self, n_choices: usize) -> bool {
        match &self.trouble {
            Some(Trouble::Unchosen(..) | Trouble::NotAllowed(..) | Trouble::Unanswered(..)) => {
                false
            }
            Some(
                Trouble::Fault(..)
                | Trouble::RanOut(..)
                | Trouble::Undrawn(..)
                | Trouble::Undrawable(..)
                | Trouble::Impossible(..)
                | Trouble::Mislabelled(..),
            ) => true,
            None => self.n_chosen >= n_choices,
        }
    }
}
