//! An answer that a search compares, with its estimated or proven value.

use std::cmp::Ordering;

use crate::tree::Tried;

/// Weight of the counts of an answer that was tried before dice were rolled.
const OLD: f64 = 0.5;

/// An answer that a search compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The answer that is valued.
    pub answer: i32,
    /// Its number in the view of the side: of a unit that the side does not know, that of another like it.
    pub(super) label: i32,
    /// The answer to the side's next decision that is valued with it, if no dice are rolled before.
    pub(super) then: Option<i32>,
    /// Number of playouts, of an exact look-ahead 0.
    pub playouts: f64,
    /// Sum of their payoffs.
    sum: f64,
    /// Sum of their squares.
    squares: f64,
    /// Number of playouts that reached a terminal state.
    ended: f64,
    /// The exact value, if it is known.
    exact: Option<f64>,
}

impl Candidate {
    /// An answer without playouts.
    pub(super) fn new(answer: i32, label: i32) -> Self {
        Self {
            answer,
            label,
            then: None,
            playouts: 0.0,
            sum: 0.0,
            squares: 0.0,
            ended: 0.0,
            exact: None,
        }
    }

    /// An answer with a mean payoff; its squares are taken as if every payoff had been 0 or 1.
    pub(super) fn with_payoffs(answer: i32, label: i32, playouts: f64, sum: f64) -> Self {
        Self {
            playouts,
            sum,
            squares: sum,
            ended: playouts,
            ..Self::new(answer, label)
        }
    }

    /// An answer that was tried earlier in the turn; unless the present state `is_certain` to be the one in which it was, with a part
    /// of its counts.
    pub(super) fn of_tried(answer: i32, tried: &Tried, is_certain: bool) -> Self {
        let weight = if is_certain { 1.0 } else { OLD };
        Self::with_payoffs(answer, tried.label, tried.n * weight, tried.sum * weight)
    }

    /// The same with an answer before it, so that a pair is valued.
    pub(super) fn after(self, first: &Self) -> Self {
        Self {
            answer: first.answer,
            label: first.label,
            then: Some(self.label),
            ..self
        }
    }

    /// Adds the payoff of a playout; `is_ended` unless it was cut off.
    pub(super) fn add(&mut self, payoff: f64, is_ended: bool) {
        self.playouts += 1.0;
        self.sum += payoff;
        self.squares += payoff * payoff;
        self.ended += f64::from(u8::from(is_ended));
    }

    /// Sets the exact value.
    pub(super) fn prove(&mut self, value: f64) {
        self.exact = Some(value);
    }

    /// Whether the value is exact.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// Whether it is proven to win.
    pub(super) fn is_won(&self) -> bool {
        self.exact.is_some_and(|value| value >= 1.0)
    }

    /// Whether it is proven to lose.
    pub(super) fn is_lost(&self) -> bool {
        self.exact.is_some_and(|value| value <= 0.0)
    }

    /// Whether anything is known of its value.
    pub fn is_valued(&self) -> bool {
        self.is_exact() || self.playouts > 0.0
    }

    /// The chance to win, exact or estimated; draws are divided.
    pub fn value(&self) -> f64 {
        self.exact.unwrap_or_else(|| self.mean())
    }

    /// The mean payoff of the playouts.
    fn mean(&self) -> f64 {
        self.sum / self.playouts.max(1.0)
    }

    /// The standard error of the value.
    pub fn error(&self) -> f64 {
        if self.is_exact() {
            return 0.0;
        }
        let n = self.playouts.max(1.0);
        let mean = self.sum / n;
        // One more win and one more loss among those that ended, so that equal results are not taken for certain ones.
        let prior = self.ended / n / (n + 2.0);
        let variance = (self.squares / n - mean * mean).max(0.0) + prior;
        (variance / n).sqrt()
    }

    /// Whether it is better than the usual answer by more than a number of standard errors.
    pub(super) fn is_clearly_better(&self, usual: &Self, margin: f64) -> bool {
        let gain = self.value() - usual.value();
        let is_proven = self.is_won() || usual.is_lost();
        self.is_valued()
            && gain > 0.0
            && (is_proven || gain > margin * self.error().hypot(usual.error()))
    }

    /// Lower confidence bound of the value: the value less its standard error; -1 without a playout.
    fn sure_value(&self) -> f64 {
        match self.is_valued() {
            true => self.value() - self.error(),
            false => -1.0,
        }
    }

    /// Orders by the lower confidence bound, descending; ties by the mean payoff, since an opponent may miss the proof of a loss.
    pub(super) fn best_first(&self, other: &Self) -> Ordering {
        let by_value = other.sure_value().total_cmp(&self.sure_value());
        by_value.then(other.mean().total_cmp(&self.mean()))
    }
}
