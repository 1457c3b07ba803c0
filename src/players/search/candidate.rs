//! An answer that a search compares, with its estimated or proven value.

use std::cmp::Ordering;

use crate::tree::Tried;

/// Weight of the counts of an answer that was tried before dice were rolled.
const OLD: f64 = 0.5;
/// Variance that playouts that were cut off are taken to have in one more win and one more loss, as a part of that of those that ended.
const CUT: f64 = 0.25;

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
    /// Whether it is what the policy answers, to both decisions of a pair.
    pub(super) is_usual: bool,
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
            is_usual: false,
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
        Self {
            playouts: tried.n * weight,
            sum: tried.sum * weight,
            squares: tried.squares * weight,
            ended: tried.ended * weight,
            ..Self::new(answer, tried.label)
        }
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
        // One more win and one more loss, so that equal results are not taken for certain ones; cut off, they are less far apart.
        let ended = self.ended / n;
        let prior = (ended + CUT * (1.0 - ended)) / (n + 2.0);
        let variance = (self.squares / n - mean * mean).max(0.0) + prior;
        (variance / n).sqrt()
    }

    /// The part of its playouts that reached a terminal state.
    pub(super) fn part_ended(&self) -> f64 {
        self.ended / self.playouts.max(1.0)
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

#[cfg(test)]
mod tests {
    use super::Candidate;

    fn cut_off(playouts: u32, payoff: f64) -> Candidate {
        let mut candidate = Candidate::new(0, 0);
        (0..playouts).for_each(|_| candidate.add(payoff, false));
        candidate
    }

    /// By hand: after one playout that was cut off, the error is `sqrt(0.25 / 3) = 0.29`, so a gain of 0.1 may be chance; after 100 of the same
    /// value `sqrt(0.25 / 102 / 100) = 0.005`.
    #[test]
    fn one_playout_that_was_cut_off_proves_nothing() {
        let better = |playouts: u32| {
            let (one, other) = (cut_off(playouts, 0.6), cut_off(playouts, 0.5));
            one.is_clearly_better(&other, 2.0)
        };
        assert!((cut_off(1, 0.6).error() - 0.289).abs() < 0.001);
        assert!((cut_off(100, 0.6).error() - 0.005).abs() < 0.0001);
        assert_eq!([1, 100].map(better), [false, true]);
    }
}
