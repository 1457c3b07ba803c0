//! The chances of all outcomes of a question, exact or counted.

use crate::eval::blocks::Counted;
use crate::eval::chance::{Chance, Distribution};
use crate::ir::{NONE, OutcomePart, Shown};

/// One outcome.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its numbers, as the program's outcome parts say.
    pub outcome: Vec<i32>,
    /// Its chance; how often it came, if it is counted.
    pub chance: Chance,
    /// What the true chance lies between, in percent, if it is counted.
    pub between: Option<Between>,
}

/// From this to that, in percent.
pub type Between = (f64, f64);

/// The share of all cases that an answer is about.
#[derive(Debug, Clone)]
pub struct Share {
    /// Of all cases.
    pub chance: Chance,
    /// As for a [`Row`].
    pub between: Option<Between>,
}

/// All outcomes.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Least numbers first, until they are put in another order.
    pub rows: Vec<Row>,
    /// How many situations were told apart; 0 if it is counted.
    pub states: u64,
    /// The cases that count, if not all do.
    pub given: Option<Share>,
    /// How many runs were thrown, if it is counted.
    pub runs: Option<u64>,
    /// How many of them count.
    looked_at: Option<u64>,
}

/// The middle of an outcome that is a number, and how far it strays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// On average.
    pub mean: f64,
    /// The standard deviation.
    pub spread: f64,
}

impl Answer {
    /// Exact chances.
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
            states: distribution.states(),
            given: None,
            runs: None,
            looked_at: None,
        }
    }

    /// As [`Self::exact`], of those cases only whose last number is not 0; that number is left off.
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

    /// Counts of a sample.
    pub fn counted(counted: &Counted) -> Self {
        let counts = counted.outcomes.clone().into_iter();
        Self::of_counts(counts, counted.runs, None)
    }

    /// As [`Self::counted`], of those runs only whose last number is not 0; that number is left off.
    pub fn counted_given(counted: &Counted) -> Self {
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
        Self {
            runs: Some(counted.runs),
            ..Self::of_counts(counts.into_iter(), runs, share)
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
            states: 0,
            given,
            runs: Some(runs),
            looked_at: Some(runs),
        }
    }

    /// The number of each row, if the outcome is one number and always comes about.
    pub fn numbers(&self, parts: &[OutcomePart]) -> Option<Vec<i32>> {
        let [
            OutcomePart::Refused,
            OutcomePart::Value(Shown::Number(_)),
            behind @ ..,
        ] = parts
        else {
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
        self.rows.iter().map(number).collect()
    }

    /// Mean and spread of an outcome that is one number.
    pub fn moments(&self, parts: &[OutcomePart]) -> Option<Moments> {
        let numbers = self.numbers(parts)?;
        let chances = self.rows.iter().map(|row| row.chance.percent() / 100.0);
        let weighed: Vec<(f64, f64)> = numbers.into_iter().map(f64::from).zip(chances).collect();
        let mean: f64 = weighed.iter().map(|(number, chance)| number * chance).sum();
        let variance: f64 = weighed
            .iter()
            .map(|(number, chance)| (number - mean).powi(2) * chance)
            .sum();
        Some(Moments {
            mean,
            spread: variance.sqrt(),
        })
    }

    /// For each row the chance of it or any row behind it. Rows must be in order of their numbers.
    pub fn or_behind(&self) -> Vec<Chance> {
        let mut sums: Vec<Chance> = summed(self.rows.iter().rev());
        sums.reverse();
        sums
    }

    /// For each row the chance of it or any row before it.
    pub fn or_before(&self) -> Vec<Chance> {
        summed(self.rows.iter())
    }

    /// The chance of all rows for which something holds.
    pub fn chance_that(&self, holds: impl Fn(&[i32]) -> bool) -> Chance {
        let rows = self.rows.iter().filter(|row| holds(&row.outcome));
        rows.fold(Chance::zero(), |sum, row| sum.sum(&row.chance))
    }

    /// What the true chance of those rows lies between, if they are counted.
    pub fn between_that(&self, holds: impl Fn(&[i32]) -> bool) -> Option<Between> {
        let runs = self.looked_at?;
        let share = self.chance_that(holds).percent() / 100.0;
        Some(between((share * runs as f64).round() as u64, runs))
    }
}

fn summed<'r>(rows: impl Iterator<Item = &'r Row>) -> Vec<Chance> {
    rows.scan(Chance::zero(), |sum, row| {
        *sum = sum.sum(&row.chance);
        Some(sum.clone())
    })
    .collect()
}

/// A row without its last number, if that is not 0.
fn given(mut row: Row) -> Option<Row> {
    let holds = row.outcome.pop()?;
    (holds != 0).then_some(row)
}

/// Wilson's interval: what the true chance lies between in 95 of 100 samples, in percent.
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
