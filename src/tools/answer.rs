//! The chances of all outcomes of a question, exact or counted.

use crate::eval::chance::{Chance, Distribution};
use crate::eval::sample::Tally;

/// One outcome.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its numbers, as the program's outcome parts say.
    pub outcome: Vec<i32>,
    /// Its chance; how often it came, if it is counted.
    pub chance: Chance,
    /// What the true chance lies between, in percent, if it is counted.
    pub between: Option<(f64, f64)>,
}

/// All outcomes.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Least numbers first, until they are put in another order.
    pub rows: Vec<Row>,
    /// How many situations were told apart; 0 if it is counted.
    pub states: u64,
}

impl Answer {
    /// Exact chances.
    pub fn exact(distribution: &Distribution) -> Self {
        Self {
            states: distribution.states(),
            rows: distribution
                .outcomes()
                .iter()
                .map(|(outcome, chance)| Row {
                    outcome: outcome.clone(),
                    chance: chance.clone(),
                    between: None,
                })
                .collect(),
        }
    }

    /// Counts of a sample.
    pub fn counted(tally: &Tally) -> Self {
        let runs = tally.runs();
        let row = |(outcome, count): &(Vec<i32>, u64)| {
            Some(Row {
                outcome: outcome.clone(),
                chance: Chance::from_parts(*count, runs)?,
                between: Some(between(*count, runs)),
            })
        };
        Self {
            states: 0,
            rows: tally.counts().iter().filter_map(row).collect(),
        }
    }
}

/// Wilson's interval: what the true chance lies between in 95 of 100 samples, in percent.
fn between(count: u64, runs: u64) -> (f64, f64) {
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
