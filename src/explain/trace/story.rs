//! Record of one run.

use crate::why_not::Reason;
use sandtable_eval::Fault;
use sandtable_eval::coverage::Reached;
use sandtable_eval::dice::Dice;
use sandtable_eval::modifier_sum::Sum;
use sandtable_source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The source of the faces.
#[derive(Debug)]
pub enum Faces<'a> {
    /// As written down, in the order in which they are rolled: one for each single die.
    Given(&'a [String]),
    /// Rolled.
    Rolled(Dice),
    /// As written down as far as that goes, then rolled. A face is rolled for each that is given, too, so that later ones do
    /// not depend on how many are given.
    Begun(&'a [String], Dice),
}

/// A die as it fell, or a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    /// As the rules name it.
    pub die: String,
    /// Its face.
    pub face: String,
    /// Its faces, each once, in order; of a draw what could be drawn. None of very many.
    pub faces: Arc<[String]>,
}

/// A decision that was asked, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// Title of the decision.
    pub title: String,
    /// As a script writes it.
    pub answer: String,
    /// The legal answers, in order, as a script writes them. None of very many.
    pub options: Vec<String>,
}

/// One line of what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The depth of rules at which it happened.
    pub depth: usize,
    /// In the players' words.
    pub text: String,
    /// Sections of the book that say so.
    pub citations: Vec<String>,
    /// They are those of the rule it happened in.
    pub is_cited_above: bool,
    /// Looked up on the way; a short account leaves it out.
    pub is_detail: bool,
    /// Its span in the rules.
    pub span: Span,
}

/// The beginning of a step that tells of a refusal.
pub(super) const REFUSED: &str = "refused";

impl Step {
    /// Whether it tells that a `needs` is not met.
    pub fn is_refusal(&self) -> bool {
        self.text == REFUSED || self.text.starts_with("refused: ")
    }
}

/// The reason for which a story ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The rules cannot go on.
    Fault(Fault),
    /// More dice are rolled than were given: which, and where.
    RanOut(String, Option<Span>),
    /// More is drawn than was given: what, what can be drawn, and where.
    Undrawn(String, Vec<String>, Option<Span>),
    /// An answer that cannot be drawn: its place among the dice given, the decision, the answers that can be.
    Undrawable(usize, String, Vec<String>),
    /// A face that the die does not have: its place among those given, the die, its faces.
    Impossible(usize, String, Vec<String>),
    /// More is to be chosen than was given: what, the answers that are allowed, and where.
    Unchosen(String, Vec<String>, Option<Span>),
    /// A die that is rolled for something else than its label says: its place among those given, and the dice.
    Mislabelled(usize, String),
    /// A choice that is not allowed: its place among those given, what is decided, the answers that are allowed, and why
    /// it is not one of them, as far as that is known. Of places the nearest come first, and it says so.
    NotAllowed(usize, String, Vec<String>, Vec<Reason>, bool),
}

/// The story of one run.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// In order.
    pub steps: Vec<Step>,
    /// Sums of modifiers, in order; `before_dice` of them before any die was rolled.
    pub sums: Vec<Sum>,
    /// The number of sums that were settled before any die was rolled.
    pub before_dice: usize,
    /// Every single die as it fell.
    pub rolled: Vec<Fallen>,
    /// The number of dice that fell after those, and are not kept.
    pub n_more_rolled: usize,
    /// The number of given choices that were made.
    pub n_chosen: usize,
    /// All decisions that were asked. Of a game none.
    pub chosen: Vec<Decided>,
    /// Decisions that were settled since one answer was left: how many given choices had been made, what was decided, the
    /// answer. Of a game none.
    pub settled: Vec<(usize, String, String)>,
    /// Every answer that was on offer in some decision, as a script writes it and as it is shown. Of a game none.
    pub offered: BTreeSet<String>,
    /// The names of rules and phases that begin: the step that tells it, and the name. Of a game none.
    pub events: Vec<(usize, String)>,
    /// Whether each of the given judgements was asked for.
    pub judged: Vec<bool>,
    /// The numbers of the outcome, if it got that far.
    pub outcome: Option<Vec<i32>>,
    /// Every register where it ended.
    pub state: Vec<i32>,
    /// The reason for which it did not.
    pub trouble: Option<Trouble>,
    /// Everything that the run came by; of a game nothing.
    pub reached: Reached,
}
