//! The fit of the author's value of positions to results: logistic regression on games in which all sides follow the policy of playouts.

use sandtable_eval::dice::Dice;
use sandtable_eval::machine::{Answers, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{PoolId, Program};

use super::game::{GameModel, STEPS_OF_PLAYOUT};
use super::rollout;
use super::value::{Factors, PositionValue, Valuer, shares};

/// Number of games to which chances are fitted.
const GAMES: u64 = 64;
/// Maximum number of positions of a game: of those that were taken every second one is dropped when there are more, so they are spread
/// over the whole game.
const POSITIONS: usize = 24;
/// Seed of these games.
const SEED: u64 = 0x7a1e_0000_0000_0000;
/// Rounds of the fit, each with a step for every factor.
const ROUNDS: usize = 200;
/// Largest step of a factor.
const MOST_STEP: f64 = 2.0;

/// Returns an evaluator of the author's value; `None` if there is none, or if it says nothing about who wins.
pub(crate) fn fitted(model: &GameModel) -> Option<Valuer<'_>> {
    let value = model.value()?;
    let factors = value.factors(|| fit(&positions(value, model)));
    (factors.value > 0.0).then(|| Valuer::with_factors(value, factors.clone()))
}

/// A position of a game.
struct Position {
    /// By seat.
    values: Vec<f64>,
    /// The side that was to decide.
    mover: Option<usize>,
    /// The payoff of each side at the end.
    payoffs: Vec<f64>,
}

/// Positions of games in which all sides follow the policy of playouts.
fn positions(value: &PositionValue, model: &GameModel) -> Vec<Position> {
    let mut valuer = Valuer::with_factors(value, Factors::default());
    let mut simulator = Simulator::new(&model.lowered.program, STEPS_OF_PLAYOUT);
    let mut found = Vec::new();
    for game in 0..GAMES {
        let mut dice = Dice::new(SEED);
        let mut fates = Dice::new(SEED ^ u64::MAX);
        dice.set_stream(game);
        fates.set_stream(game);
        simulator.restart();
        let mut of_game: Vec<(Vec<f64>, Option<usize>)> = Vec::new();
        let mut stride = 1;
        loop {
            let mut playing = Playing {
                model,
                dice: &mut dice,
                fates: &mut fates,
                left: stride,
            };
            match simulator.run(&mut playing) {
                Pause::Choose(_) => {}
                Pause::Done => {
                    let verdict = model.verdict(simulator.machine());
                    let payoffs = (0..model.n_seats()).map(|seat| model.payoff(verdict, seat));
                    let payoffs: Vec<f64> = payoffs.collect();
                    found.extend(of_game.into_iter().map(|(values, mover)| Position {
                        values,
                        mover,
                        payoffs: payoffs.clone(),
                    }));
                    break;
                }
                Pause::Fault(_) | Pause::Roll(_) | Pause::Judge(_) => break,
            }
            let offer = simulator.offer();
            let mover = offer.and_then(|offer| model.chooser(offer));
            let values = valuer.values(&simulator.machine().registers);
            of_game.extend(values.map(|values| (values, mover)));
            if of_game.len() > POSITIONS {
                let mut is_kept = false;
                of_game.retain(|_| {
                    is_kept = !is_kept;
                    is_kept
                });
                stride *= 2;
            }
            let answer =
                offer.and_then(|offer| rollout::answer_of_playout(model, offer, &mut fates));
            let Some(answer) = answer else {
                break;
            };
            simulator.answer(answer);
        }
    }
    found
}

/// Plays by the policy of playouts, and stops at the choice after some others.
struct Playing<'g> {
    model: &'g GameModel,
    dice: &'g mut Dice,
    fates: &'g mut Dice,
    left: u32,
}

impl Driver for Playing<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if offer.decision.is_drawn {
            return offer.draw(self.dice);
        }
        self.left = self.left.saturating_sub(1);
        match self.left {
            0 => None,
            _ => rollout::answer_of_playout(self.model, offer, self.fates),
        }
    }
}

/// Returns the factors with the greatest likelihood, by coordinate ascent with Newton's method; the likelihood is concave. That of the value
/// is never below 0.
fn fit(positions: &[Position]) -> Factors {
    let n_seats = positions.iter().map(|one| one.values.len()).max();
    let n_seats = n_seats.unwrap_or(0);
    let mut scale = 0.0_f64;
    for position in positions {
        let values = position.values.iter().copied();
        let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
        let least = values.fold(f64::INFINITY, f64::min);
        scale = scale.max(most - least);
    }
    let mut factors = Factors {
        value: 0.0,
        movers: vec![0.0; n_seats],
    };
    if scale <= 0.0 {
        return factors;
    }
    for _ in 0..ROUNDS {
        let step = newton_step(positions, &factors, |seat, one| {
            one.values.get(seat).map_or(0.0, |value| value / scale)
        });
        factors.value += step / scale;
        let mut moved = step.abs();
        for of in 0..n_seats {
            let step = newton_step(positions, &factors, |seat, one| {
                f64::from(u8::from(seat == of && one.mover == Some(of)))
            });
            if let Some(factor) = factors.movers.get_mut(of) {
                *factor += step;
            }
            moved = moved.max(step.abs());
        }
        if moved < 1e-7 {
            break;
        }
    }
    factors.value = factors.value.max(0.0);
    factors
}

/// The step of Newton's method for the factor of one feature of the sides. One more drawn position keeps it finite.
fn newton_step(
    positions: &[Position],
    factors: &Factors,
    feature: impl Fn(usize, &Position) -> f64,
) -> f64 {
    let (mut slope, mut curve) = (0.0, 0.25);
    for one in positions {
        let shares = shares(&one.values, one.mover, factors);
        let (mut mean, mut square) = (0.0, 0.0);
        for (seat, (share, payoff)) in shares.iter().zip(&one.payoffs).enumerate() {
            let feature = feature(seat, one);
            slope += (payoff - share) * feature;
            mean += share * feature;
            square += share * feature * feature;
        }
        curve += square - mean * mean;
    }
    (slope / curve).clamp(-MOST_STEP, MOST_STEP)
}

#[cfg(test)]
mod tests {
    use super::{Factors, Position, fit, shares};

    fn position(values: [f64; 2], mover: usize, first_wins: bool) -> Position {
        let won = f64::from(u8::from(first_wins));
        Position {
            values: values.to_vec(),
            mover: Some(mover),
            payoffs: vec![won, 1.0 - won],
        }
    }

    /// By hand: with a difference of 1, the better side has 3 of 4 games whoever moves: `exp(b) / (exp(b) + 1) = 3/4`, so `b = ln 3`.
    #[test]
    fn a_value_that_tells_three_wins_of_four_is_fitted() {
        let positions: Vec<Position> = (0..800)
            .map(|at| position([1.0, 0.0], at / 4 % 2, at % 4 != 0))
            .chain((0..800).map(|at| position([0.0, 1.0], at / 4 % 2, at % 4 == 0)))
            .collect();
        let factors = fit(&positions);
        assert!((factors.value - 3.0_f64.ln()).abs() < 0.01, "{factors:?}");
        let only_value = Factors {
            value: 3.0_f64.ln(),
            movers: vec![1.0, 1.0],
        };
        let shares = shares(&[1.0, 0.0], None, &only_value);
        assert!((shares[0] - 0.75).abs() < 1e-12);
    }

    /// By hand: the first side is even when it is to move, the second when it is to move and one point behind, since it has had a turn less. With
    /// one point more than that either has 3 of 4 games, so a point is `ln 3`, and the turn of the second side the same.
    #[test]
    fn a_turn_that_is_still_to_come_is_kept_apart() {
        let cases = [
            ([0.0, 0.0], 0, 2),
            ([1.0, 0.0], 0, 3),
            ([1.0, 0.0], 1, 2),
            ([2.0, 0.0], 1, 3),
        ];
        let positions = cases.iter().flat_map(|(values, mover, won)| {
            (0..400).map(move |at| position(*values, *mover, at % 4 < *won))
        });
        let factors = fit(&positions.collect::<Vec<_>>());
        let point = 3.0_f64.ln();
        assert!((factors.value - point).abs() < 0.05, "{factors:?}");
        assert!((factors.movers[1] - point).abs() < 0.05, "{factors:?}");
        assert!(factors.movers[0].abs() < 0.05, "{factors:?}");
    }

    #[test]
    fn a_value_that_says_nothing_or_the_contrary_is_not_used() {
        assert_eq!(fit(&[position([2.0, 2.0], 0, true)]).value, 0.0);
        let contrary: Vec<Position> = (0..10).map(|_| position([1.0, 0.0], 0, false)).collect();
        let both = contrary
            .into_iter()
            .chain((0..10).map(|_| position([1.0, 0.0], 1, false)));
        assert_eq!(fit(&both.collect::<Vec<_>>()).value, 0.0);
    }
}
