//! The shares of dice and of decisions in the variance of results, estimated by replaying positions.
//!
//! The chance to win is a martingale over the questions of a game, so the variance of the result is the sum of the variances that the
//! answers to its questions add. Of each game one roll and one decision are taken, each with the same chance. The position after two of its
//! answers is played on twice, which gives an unbiased estimate of what that question adds; times the number of such questions it is one of
//! what all of them add.

use sandtable_eval::dice::Dice;
use sandtable_eval::machine::{Answers, Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{PoolId, Program};

use super::game::{GameModel, STEPS, Verdict};
use super::rollout;

/// Playouts after each of two answers.
const EACH: usize = 2;

/// What the questions of one game add to the variance of the result, summed over the sides.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Variances {
    /// Rolls and draws.
    pub dice: f64,
    /// Decisions, of players that follow the policy of playouts.
    pub decisions: f64,
}

/// Estimates what the questions of the game of a seed add to the variance of its result; `None` if a run fails. Players follow the author's
/// policy, with a tenth of their choices left to chance; all of them where no worth is stated.
pub fn variances(model: &GameModel, seed: u64) -> Option<Variances> {
    let mut replay = Replay {
        model,
        simulator: Simulator::new(&model.lowered.program, STEPS),
        dice: Dice::new(seed),
        fates: Dice::new(seed ^ u64::MAX),
        seed,
    };
    let counts = replay.to(None)?.1;
    let mut pick = Dice::new(seed.rotate_left(17));
    let mut of = |kind: Kind, n: u32| -> Option<f64> {
        match n {
            0 => Some(0.0),
            n => Some(f64::from(n) * replay.added(kind, pick.face(n))?),
        }
    };
    Some(Variances {
        dice: of(Kind::Roll, counts.rolls)?,
        decisions: of(Kind::Decision, counts.decisions)?,
    })
}

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Roll,
    Decision,
}

/// Number of questions so far.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    rolls: u32,
    decisions: u32,
}

/// Plays one game again up to a question, and on from there with other generators.
struct Replay<'m> {
    model: &'m GameModel,
    simulator: Simulator<'m>,
    dice: Dice,
    fates: Dice,
    seed: u64,
}

impl Replay<'_> {
    /// Plays the game from its beginning to a question, or to its end; counts the questions.
    fn to(&mut self, stop: Option<(Kind, u32)>) -> Option<(Pause, Counts)> {
        self.dice.set_stream(0);
        self.fates.set_stream(0);
        self.simulator.restart();
        self.run(stop)
    }

    fn run(&mut self, stop: Option<(Kind, u32)>) -> Option<(Pause, Counts)> {
        let mut driver = Counting {
            dice: &mut self.dice,
            fates: &mut self.fates,
            counts: Counts::default(),
            stop,
        };
        let pause = self.simulator.run(&mut driver);
        let counts = driver.counts;
        match pause {
            Pause::Fault(_) | Pause::Judge(_) => None,
            Pause::Done | Pause::Roll(_) | Pause::Choose(_) => Some((pause, counts)),
        }
    }

    /// The payoff of each side at the end of a game that goes on from a state with the generators as they are.
    fn payoffs(&mut self, from: &Machine) -> Option<Vec<f64>> {
        self.simulator.load(from);
        let (pause, _) = self.run(None)?;
        let verdict: Verdict = match pause {
            Pause::Done => self.model.verdict(self.simulator.machine()),
            Pause::Roll(_) | Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_) => return None,
        };
        let seats = 0..self.model.n_seats();
        Some(seats.map(|seat| self.model.payoff(verdict, seat)).collect())
    }

    /// An unbiased estimate of the variance that the answer to one question adds, summed over the sides.
    fn added(&mut self, kind: Kind, number: u32) -> Option<f64> {
        self.to(Some((kind, number)))?;
        let asked = self.simulator.machine().clone();
        let mut results: Vec<Vec<Vec<f64>>> = Vec::new();
        for answer in 1..3 {
            self.dice = Dice::new(self.seed.wrapping_add(answer).rotate_left(31));
            self.fates = Dice::new(self.seed.wrapping_add(answer).rotate_left(47));
            self.simulator.load(&asked);
            let given = self.answer()?;
            self.simulator.answer(given);
            let answered = self.simulator.machine().clone();
            let played = (0..EACH).map(|_| self.payoffs(&answered));
            results.push(played.collect::<Option<_>>()?);
        }
        self.dice = Dice::new(self.seed);
        self.fates = Dice::new(self.seed ^ u64::MAX);
        let seats = 0..self.model.n_seats();
        let of_seat = seats.map(|seat| {
            let groups = results.iter().map(|group| {
                let payoffs = group.iter().map(|payoffs| payoffs.get(seat).copied());
                let payoffs: Vec<f64> = payoffs.collect::<Option<_>>()?;
                <[f64; EACH]>::try_from(payoffs).ok()
            });
            let groups: Vec<[f64; EACH]> = groups.collect::<Option<_>>()?;
            between_groups(&groups)
        });
        of_seat.sum()
    }

    /// A random answer to the question at which the game stopped.
    fn answer(&mut self) -> Option<i32> {
        if let Some(offer) = self.simulator.offer() {
            return match offer.decision.is_drawn {
                true => offer.draw(&mut self.dice),
                false => rollout::answer(offer, &mut self.fates),
            };
        }
        let program = self.simulator.program();
        let op = program.ops.get(self.simulator.machine().pc.0 as usize)?;
        let sandtable_ir::Op::Roll { pool, .. } = *op else {
            return None;
        };
        self.dice.roll(program, pool)
    }
}

/// The variance between two groups of two values: `(a - b)^2 / 2` of their means, less what the variance within them adds to that; `None`
/// unless there are two groups.
fn between_groups(groups: &[[f64; EACH]]) -> Option<f64> {
    let [first, second] = groups else {
        return None;
    };
    let mean = |group: &[f64; EACH]| group.iter().sum::<f64>() / EACH as f64;
    let within = |[a, b]: &[f64; EACH]| (a - b).powi(2) / 2.0;
    let between = (mean(first) - mean(second)).powi(2) / 2.0;
    Some(between - f64::midpoint(within(first), within(second)) / EACH as f64)
}

/// Plays by the policy of playouts, counts questions, and stops at one.
struct Counting<'g> {
    dice: &'g mut Dice,
    fates: &'g mut Dice,
    counts: Counts,
    stop: Option<(Kind, u32)>,
}

impl Counting<'_> {
    /// Counts a question; whether it is the one at which the run stops.
    fn stops(&mut self, kind: Kind) -> bool {
        let count = match kind {
            Kind::Roll => &mut self.counts.rolls,
            Kind::Decision => &mut self.counts.decisions,
        };
        *count += 1;
        self.stop == Some((kind, *count - 1))
    }
}

impl Driver for Counting<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        if self.stops(Kind::Roll) {
            return None;
        }
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if offer.decision.is_drawn {
            let stops = self.stops(Kind::Roll);
            return if stops { None } else { offer.draw(self.dice) };
        }
        let stops = self.stops(Kind::Decision);
        if stops {
            None
        } else {
            rollout::answer(offer, self.fates)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::between_groups;

    /// By hand: means 1 and 0 differ by 1, which is a variance of 1/2; within each group nothing differs. With 1, 0 and 1, 0 the means are
    /// equal, and half of the 1/2 within is taken off.
    #[test]
    fn variance_between_groups() {
        let between = |groups: [[f64; 2]; 2]| between_groups(&groups).unwrap();
        assert!((between([[1.0, 1.0], [0.0, 0.0]]) - 0.5).abs() < 1e-12);
        assert!((between([[1.0, 0.0], [1.0, 0.0]]) + 0.25).abs() < 1e-12);
    }
}
