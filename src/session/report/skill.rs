//! Skill: games of players of unequal effort, in pairs with the same dice and seats swapped.

use sandtable_players::luck::{Variances, variances};
use sandtable_players::spec::{PlayerSpec, SearchBudget};
use sandtable_players::table::{Table, Unobserved};

use super::run::Match;
use super::{Luck, Skill};
use crate::contest::{Contest, WorkersClock};
use crate::statistics::{Estimate, Moments};
use crate::watch::Watch;

/// The player whose effort is doubled, in playouts.
const PLAYOUTS: u32 = 50;

/// Plays policy against chance, search against policy, and search against search with twice the playouts.
pub(super) fn of(table: &Match<'_>, n_games: u64, watch: &mut dyn Watch) -> Vec<Skill> {
    let search = PlayerSpec::Search(SearchBudget::Playouts(PLAYOUTS));
    let mut pairs = vec![
        (PlayerSpec::Policy, PlayerSpec::Random),
        (search, PlayerSpec::Policy),
    ];
    pairs.extend(search.doubled().map(|doubled| (doubled, search)));
    let found = pairs
        .into_iter()
        .map_while(|(better, other)| compare(table, better, other, n_games, watch));
    found.collect()
}

/// Games whose positions are replayed, for each game of a comparison.
const REPLAYED: u64 = 10;

/// The share of the variance of results that dice explain, by replaying positions; `None` if the watcher ended it, a game failed, or results
/// hardly differ.
pub(super) fn luck(table: &Match<'_>, n_games: u64, watch: &mut dyn Watch) -> Option<Luck> {
    let n_games = n_games.saturating_mul(REPLAYED);
    let contest = Contest {
        workers: table.workers,
        before: 0,
        total: n_games,
    };
    let first = table.seeds.first();
    let play = |(): &mut (), number: u64| variances(table.model, first.wrapping_add(number));
    let (results, _) = contest.play(0..n_games, watch, || (), play, drop);
    if results.len() as u64 != n_games {
        return None;
    }
    let results: Vec<Variances> = results.into_iter().collect::<Option<_>>()?;
    let dice = share_of_dice(&results)?;
    Some(Luck { dice, n_games })
}

/// The ratio of the means of what dice add and of what all questions add, with its interval by the delta method.
fn share_of_dice(results: &[Variances]) -> Option<Estimate> {
    let n = results.len() as f64;
    let total = |one: &Variances| one.dice + one.decisions;
    let all: f64 = results.iter().map(total).sum();
    let dice: f64 = results.iter().map(|one| one.dice).sum();
    if n < 2.0 || all <= 0.0 {
        return None;
    }
    let ratio = dice / all;
    let squares = results
        .iter()
        .map(|one| (one.dice - ratio * total(one)).powi(2));
    let error = (squares.sum::<f64>() / (n * (n - 1.0))).sqrt() / (all / n);
    let estimate = Estimate::normal(ratio, error);
    let within = |share: f64| share.clamp(0.0, 1.0);
    Some(Estimate {
        mean: within(estimate.mean),
        low: within(estimate.low),
        high: within(estimate.high),
    })
}

/// The share of one player against another; `None` if the watcher ended it or a game failed.
fn compare(
    table: &Match<'_>,
    better: PlayerSpec,
    other: PlayerSpec,
    n_games: u64,
    watch: &mut dyn Watch,
) -> Option<Skill> {
    let n_seats = table.model.n_seats();
    let n_pairs = n_games.div_ceil(n_seats.max(1) as u64).max(1);
    let clock = WorkersClock(table.workers);
    let contest = Contest {
        workers: table.workers,
        before: 0,
        total: n_pairs,
    };
    let play = |(): &mut (), number: u64| {
        let mut sum = 0.0;
        for seat in 0..n_seats {
            let players: Vec<PlayerSpec> = (0..n_seats)
                .map(|at| if at == seat { better } else { other })
                .collect();
            let mut at = Table::new(table.model, &players, &clock);
            let seed = table.seeds.first().wrapping_add(number);
            let verdict = at.play(seed, 0, &mut Unobserved).ok()?;
            sum += table.model.payoff(verdict, seat);
        }
        Some(sum / n_seats.max(1) as f64)
    };
    let (results, _) = contest.play(0..n_pairs, watch, || (), play, drop);
    if results.len() as u64 != n_pairs {
        return None;
    }
    let mut moments = Moments::default();
    for result in results {
        moments.add(result?);
    }
    let share = moments.estimate(0.25);
    let share = Estimate {
        low: share.low.max(0.0),
        high: share.high.min(1.0),
        ..share
    };
    let fair = 1.0 / n_seats.max(1) as f64;
    Some(Skill {
        better: better.to_string(),
        other: other.to_string(),
        elo: Estimate {
            mean: elo(share.mean, fair),
            low: elo(share.low, fair),
            high: elo(share.high, fair),
        },
        share,
        n_games: n_pairs * n_seats as u64,
    })
}

/// The difference in Elo points behind a share of the games, where `fair` is that of equal players.
fn elo(share: f64, fair: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    let odds = share / (1.0 - share) * (1.0 - fair) / fair;
    400.0 * odds.log10()
}

#[cfg(test)]
mod tests {
    use super::{elo, share_of_dice};
    use sandtable_players::luck::Variances;

    /// By hand: dice add 3 of 4 in every game, so the share is certain; no variance at all has no share.
    #[test]
    fn dice_have_a_share() {
        let one = |dice: f64, decisions: f64| Variances { dice, decisions };
        let share = share_of_dice(&[one(3.0, 1.0), one(0.75, 0.25)]).unwrap();
        assert!((share.mean - 0.75).abs() < 1e-12 && (share.high - share.low) < 1e-9);
        assert!(share_of_dice(&[one(0.0, 0.0), one(0.0, 0.0)]).is_none());
    }

    /// By hand: 10/11 of the games of two players are odds of 10 to 1, so 400 points; equal shares are none.
    #[test]
    fn shares_are_points() {
        assert!((elo(10.0 / 11.0, 0.5) - 400.0).abs() < 1e-9);
        assert!(elo(0.5, 0.5).abs() < 1e-9);
        assert!(elo(0.25, 0.25).abs() < 1e-9);
    }
}
