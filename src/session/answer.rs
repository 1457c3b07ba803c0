//! Answers to a question: the chances of all outcomes, exact, sampled, or in floating point.

use std::collections::BTreeMap;

use sandtable_eval::approximate::Bounds;
use sandtable_eval::chance::{Chance, Distribution};
use sandtable_eval::sample::blocks::Histogram;
use sandtable_ir::{NONE, OutcomePart};

/// An outcome with its chance.
#[derive(Debug, Clone)]
pub struct Row {
    /// Values of the outcome, in the order of the program's outcome parts.
    pub outcome: Vec<i32>,
    /// Its chance; in a sample, its relative frequency.
    pub chance: Chance,
    /// Bounds of the true chance in percent, for sampled or truncated answers.
    pub between: Option<Between>,
}

/// Lower and upper bound, in percent.
pub type Between = (f64, f64);

/// The share of the cases that satisfy the condition of a question.
#[derive(Debug, Clone)]
pub struct Share {
    /// Chance of these cases.
    pub chance: Chance,
    /// As for a [`Row`].
    pub between: Option<Between>,
}

/// All outcomes with their chances.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Sorted by values, until they are reordered.
    pub rows: Vec<Row>,
    /// Method that gave the answer.
    pub how: How,
    /// The share of the cases that satisfy the condition, if there is one.
    pub given: Option<Share>,
}

/// Method that gave an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum How {
    /// By exact exploration of every line of play.
    Exact {
        /// Number of distinct states.
        states: u64,
    },
    /// By sampling.
    Counted {
        /// Number of runs.
        runs: u64,
        /// Number of runs that meet the given condition.
        looked_at: u64,
        /// Number of runs requested, if the time limit was reached before.
        of: Option<u64>,
    },
    /// By exploration of the likely states in floating point.
    Floats {
        /// Number of states that were explored.
        situations: u64,
        /// The probability of the lines of play that were cut off.
        open: f64,
        /// Lower bound of the chance that the condition is satisfied.
        looked_at: f64,
    },
}

/// Cut-off probabilities below this are rounding errors.
const LOST: f64 = 1e-12;

/// Mean and standard deviation of an outcome that is a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub std_dev: f64,
}

impl Answer {
    /// Returns the answer with the exact chances of a distribution.
    pub fn exact(distribution: &Distribution) -> Self {
        let rows = distribution.outcomes().iter();
        Self {
            rows: rows
                .map(|(outcome, chance)| Row {
                    outcome: outcome.clone(),
                    chance: chance.clone(),
                    between: None,
                })
                .collect(),
            how: How::Exact {
                states: distribution.states(),
            },
            given: None,
        }
    }

    /// Returns the answer with chances in floating point; `is_given` as for [`Self::exact_given`].
    pub fn floats(bounds: &Bounds, is_given: bool) -> Self {
        let counts = |outcome: &[i32]| !is_given || outcome.last().is_some_and(|holds| *holds != 0);
        let outcomes = || {
            bounds
                .outcomes
                .iter()
                .filter(|(outcome, _)| counts(outcome))
        };
        let looked_at: f64 = match is_given {
            true => outcomes().map(|(_, chance)| chance).sum(),
            false => 1.0 - bounds.open,
        };
        let how = How::Floats {
            situations: bounds.states,
            open: bounds.open,
            looked_at,
        };
        let rows = outcomes().map(|(outcome, chance)| {
            let share = chance / looked_at;
            Row {
                outcome: match is_given {
                    true => outcome
                        .split_last()
                        .map_or(&[][..], |(_, before)| before)
                        .to_vec(),
                    false => outcome.clone(),
                },
                chance: Chance::of_float(share),
                between: how.between(share),
            }
        });
        let whole = How::Floats {
            situations: bounds.states,
            open: bounds.open,
            looked_at: 1.0 - bounds.open,
        };
        Self {
            rows: rows.collect(),
            how,
            given: is_given.then(|| Share {
                chance: Chance::of_float(looked_at / (1.0 - bounds.open)),
                between: whole.between(looked_at / (1.0 - bounds.open)),
            }),
        }
    }

    /// As [`Self::exact`], conditional on the last value of an outcome not being 0; that value is removed.
    pub fn exact_given(distribution: &Distribution) -> Self {
        let all = Self::exact(distribution);
        let rows: Vec<Row> = all.rows.into_iter().filter_map(given).collect();
        let share = rows
            .iter()
            .fold(Chance::zero(), |sum, row| sum.sum(&row.chance));
        let of_those = |row: Row| {
            Some(Row {
                chance: row.chance.share_of(&share)?,
                ..row
            })
        };
        Self {
            rows: rows.into_iter().filter_map(of_those).collect(),
            given: Some(Share {
                chance: share,
                between: None,
            }),
            ..all
        }
    }

    /// Returns the answer with the counts of a sample.
    pub fn counted(counted: &Histogram) -> Self {
        let counts = counted.outcomes.clone().into_iter();
        Self::of_counts(counts, counted.runs, None)
    }

    /// As [`Self::counted`], for the runs whose last value is not 0; that value is removed.
    pub fn counted_given(counted: &Histogram) -> Self {
        let counts = counted.outcomes.clone().into_iter();
        let counts: Vec<(Vec<i32>, u64)> = counts
            .filter_map(|(mut outcome, count)| {
                let holds = outcome.pop()?;
                (holds != 0).then_some((outcome, count))
            })
            .collect();
        let runs = counts.iter().map(|(_, count)| count).sum();
        let share = Chance::from_parts(runs, counted.runs).map(|chance| Share {
            chance,
            between: Some(between(runs, counted.runs)),
        });
        let answer = Self::of_counts(counts.into_iter(), runs, share);
        Self {
            how: How::Counted {
                runs: counted.runs,
                looked_at: runs,
                of: None,
            },
            ..answer
        }
    }

    fn of_counts(
        counts: impl Iterator<Item = (Vec<i32>, u64)>,
        runs: u64,
        given: Option<Share>,
    ) -> Self {
        Self {
            rows: counts
                .filter_map(|(outcome, count)| {
                    Some(Row {
                        outcome,
                        chance: Chance::from_parts(count, runs)?,
                        between: Some(between(count, runs)),
                    })
                })
                .collect(),
            how: How::Counted {
                runs,
                looked_at: runs,
                of: None,
            },
            given,
        }
    }

    /// Returns the counts of a sample that was ended before `wanted` runs by the time limit.
    pub fn cut(mut self, wanted: u64) -> Self {
        if let How::Counted { of, .. } = &mut self.how {
            *of = Some(wanted);
        }
        self
    }

    /// Returns the answer about one of several values of its outcomes, by its place in them, from 1.
    pub fn of_value(&self, at: usize) -> Self {
        let mut chances: BTreeMap<Vec<i32>, Chance> = BTreeMap::new();
        for row in &self.rows {
            let chance = chances
                .entry(of_value(&row.outcome, at))
                .or_insert_with(Chance::zero);
            *chance = chance.sum(&row.chance);
        }
        let rows = chances.into_iter().map(|(outcome, chance)| Row {
            outcome,
            between: self.how.between(chance.percent() / 100.0),
            chance,
        });
        Self {
            rows: rows.collect(),
            how: self.how,
            given: self.given.clone(),
        }
    }

    /// Returns the number of each row, if every outcome is one number.
    fn numbers(&self, parts: &[OutcomePart]) -> Option<Vec<f64>> {
        let [OutcomePart::Refused, OutcomePart::Value(shown), behind @ ..] = parts else {
            return None;
        };
        if !behind.iter().all(|part| *part == OutcomePart::Condition) {
            return None;
        }
        let number = |row: &Row| row.outcome.get(1).copied().filter(|number| *number != NONE);
        let refused = |row: &Row| row.outcome.first() != Some(&0);
        if self.rows.is_empty() || self.rows.iter().any(refused) {
            return None;
        }
        let unit = f64::from(shown.parts_of_one()?);
        let numbers = self.rows.iter().map(number);
        numbers
            .map(|number| Some(f64::from(number?) / unit))
            .collect()
    }

    /// Returns mean and standard deviation, if every outcome is one number.
    pub fn moments(&self, parts: &[OutcomePart]) -> Option<Moments> {
        let numbers = self.numbers(parts)?;
        let chances = self.rows.iter().map(|row| row.chance.percent() / 100.0);
        let weighed: Vec<(f64, f64)> = numbers.into_iter().zip(chances).collect();
        let mean: f64 = weighed.iter().map(|(number, chance)| number * chance).sum();
        let variance: f64 = weighed
            .iter()
            .map(|(number, chance)| (number - mean).powi(2) * chance)
            .sum();
        Some(Moments {
            mean,
            std_dev: variance.sqrt(),
        })
    }

    /// Returns for each row the chance of it or any later row, in percent. Rows must be sorted by their numbers.
    pub fn or_behind(&self) -> Vec<f64> {
        let mut sums = summed(self.rows.iter().rev());
        sums.reverse();
        sums
    }

    /// Returns for each row the chance of it or any earlier row, in percent.
    pub fn or_before(&self) -> Vec<f64> {
        summed(self.rows.iter())
    }

    /// Returns the chance of all rows that meet a predicate.
    pub fn chance_that(&self, holds: impl Fn(&[i32]) -> bool) -> Chance {
        let rows = self.rows.iter().filter(|row| holds(&row.outcome));
        rows.fold(Chance::zero(), |sum, row| sum.sum(&row.chance))
    }

    /// Returns bounds of the true chance of the rows that meet a predicate, as for a [`Row`].
    pub fn between_that(&self, holds: impl Fn(&[i32]) -> bool) -> Option<Between> {
        self.how.between(self.chance_that(holds).percent() / 100.0)
    }
}

impl How {
    /// Returns bounds of the true chance for an observed share, as for a [`Row`].
    fn between(self, share: f64) -> Option<Between> {
        match self {
            Self::Exact { .. } => None,
            Self::Counted { looked_at, .. } => {
                let count = (share * looked_at as f64).round() as u64;
                Some(between(count, looked_at))
            }
            // All of the cut-off cases may satisfy the condition, and of these all or none the predicate.
            Self::Floats {
                open, looked_at, ..
            } => {
                let open = if open > LOST { open } else { 0.0 };
                let (found, most) = (share * looked_at, looked_at + open);
                let least = 100.0 * (found / most).min(1.0);
                Some((least, 100.0 * ((found + open) / most).min(1.0)))
            }
        }
    }

    /// Returns the number of runs of a sampled answer.
    pub fn runs(self) -> Option<u64> {
        match self {
            Self::Counted { runs, .. } => Some(runs),
            Self::Exact { .. } | Self::Floats { .. } => None,
        }
    }

    /// Returns the numbers of runs done and requested, if the time limit was reached before.
    pub fn cut(self) -> Option<(u64, u64)> {
        match self {
            Self::Counted { runs, of, .. } => Some((runs, of?)),
            Self::Exact { .. } | Self::Floats { .. } => None,
        }
    }

    /// Returns the number of distinct states; 0 for a sampled answer.
    pub fn states(self) -> u64 {
        match self {
            Self::Exact { states } => states,
            Self::Floats { situations, .. } => situations,
            Self::Counted { .. } => 0,
        }
    }

    /// Returns the probability of the lines of play that were cut off, in floating point.
    pub fn open(self) -> Option<f64> {
        match self {
            Self::Floats { open, .. } => Some(if open > LOST { open } else { 0.0 }),
            Self::Exact { .. } | Self::Counted { .. } => None,
        }
    }
}

/// Returns cumulative chances in percent, in floating point, since exact fractions with long denominators are slow.
fn summed<'r>(rows: impl Iterator<Item = &'r Row>) -> Vec<f64> {
    rows.scan(0.0, |sum, row| {
        *sum += row.chance.percent();
        Some(f64::min(*sum, 100.0))
    })
    .collect()
}

/// Returns whether an outcome is refused, and one of its values.
pub(crate) fn of_value(outcome: &[i32], at: usize) -> Vec<i32> {
    let parts = [0, at].into_iter().filter_map(|at| outcome.get(at));
    parts.copied().collect()
}

/// Returns a row without its last value, if that is not 0.
fn given(mut row: Row) -> Option<Row> {
    let holds = row.outcome.pop()?;
    (holds != 0).then_some(row)
}

/// Returns both bounds as text, or one number with more digits if they are equal.
pub fn between_words((low, high): Between) -> String {
    match high > low {
        true => format!("{low:.2} to {high:.2} %"),
        false => format!("{low:.10} %"),
    }
}

/// Returns the Wilson score interval of a share at a confidence level of 95 percent, in percent (Wilson 1927).
pub fn between(count: u64, runs: u64) -> Between {
    if runs == 0 {
        return (0.0, 100.0);
    }
    const Z: f64 = 1.959_964;
    let (count, runs) = (count as f64, runs as f64);
    let share = count / runs;
    let spread = Z * Z / runs;
    let middle = (share + spread / 2.0) / (1.0 + spread);
    let half = Z / (1.0 + spread) * (share * (1.0 - share) / runs + spread / (4.0 * runs)).sqrt();
    (
        100.0 * (middle - half).max(0.0),
        100.0 * (middle + half).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::between;

    /// By hand, with z = 1.96: share 0.5, spread z²/100 = 0.0384; middle 0.5; half = 1.96/1.0384 *
    /// sqrt(0.0025 + 0.000096) = 0.0962.
    #[test]
    fn fifty_of_a_hundred_lie_between_40_and_60() {
        let (low, high) = between(50, 100);
        assert!((low - 40.38).abs() < 0.01, "{low}");
        assert!((high - 59.62).abs() < 0.01, "{high}");
    }

    #[test]
    fn never_is_not_impossible() {
        let (low, high) = between(0, 100);
        assert!(low.abs() < 1e-9);
        assert!((high - 3.70).abs() < 0.01, "{high}");
    }
}
