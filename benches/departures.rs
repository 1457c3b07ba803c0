//! Gains of the decisions of a player over the policy, by replays.
//!
//! The chance of a player to win, less that of the policy in its seat, is the sum over its decisions of what its answer gains over the policy's, if
//! the policy decides everything after it (the performance difference lemma: Kakade and Langford 2002). Where both answer alike it is nothing;
//! elsewhere the position is played on from both answers many times with the same dice. The sum has the same mean as the result of the game, and
//! far less variance (as AIVAT: Burch and others 2018).

use std::collections::BTreeMap;

use sandtable::eval::dice::Dice;
use sandtable::eval::machine::{Machine, Pause};
use sandtable::eval::offer::Offer;
use sandtable::eval::policy::Unstated;
use sandtable::eval::simulator::{Driver, Simulator};
use sandtable::ir::{DecisionId, PoolId, Program};
use sandtable::players::game::{GameModel, STEPS};
use sandtable::players::table::{Compared, Observer};

/// Gains of departures from the policy at one decision of the rules.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Gains {
    /// Choices with several answers.
    pub(crate) choices: u64,
    pub(crate) departures: u64,
    /// Sum of what the player believed to gain, where it has compared both answers.
    pub(crate) claimed: f64,
    /// Departures of which both answers were compared.
    pub(crate) n_claimed: u64,
    /// Sum of what replays say.
    pub(crate) gained: f64,
    /// Sum of its squares.
    pub(crate) squares: f64,
}

/// Replays departures of one player from the policy.
pub(crate) struct Departures<'m> {
    model: &'m GameModel,
    seat: usize,
    simulator: Simulator<'m>,
    /// Replays of each answer.
    replays: u32,
    n_replayed: u64,
    /// The sum of the gains in this game.
    pub(crate) of_game: f64,
    pub(crate) gains: BTreeMap<DecisionId, Gains>,
}

impl<'m> Departures<'m> {
    pub(crate) fn new(model: &'m GameModel, replays: u32) -> Self {
        Self {
            model,
            seat: 0,
            simulator: Simulator::new(&model.lowered.program, STEPS),
            replays,
            n_replayed: 0,
            of_game: 0.0,
            gains: BTreeMap::new(),
        }
    }

    /// Begins a game of the player in another seat.
    pub(crate) fn begin(&mut self, seat: usize) {
        self.seat = seat;
        self.of_game = 0.0;
    }

    /// The mean payoff of an answer; replay `n` of every answer to the same choice has the same dice.
    fn played_on(&mut self, machine: &Machine, answer: i32) -> f64 {
        let mut sum = 0.0;
        let mut dice = Dice::new(0xdeba_7e00_0000_0000 ^ self.n_replayed);
        for replay in 0..self.replays {
            dice.set_stream(u64::from(replay));
            self.simulator.load(machine);
            self.simulator.answer(answer);
            let pause = self.simulator.run(&mut ByPolicy { dice: &mut dice });
            assert_eq!(pause, Pause::Done, "a game is played to its end");
            let verdict = self.model.verdict(self.simulator.machine());
            sum += self.model.payoff(verdict, self.seat);
        }
        sum / f64::from(self.replays)
    }
}

impl Observer for Departures<'_> {
    fn compared(&mut self, machine: &Machine, compared: Compared<'_>) {
        let Some(usual) = Unstated::First.answer(compared.offer) else {
            return;
        };
        let mut gains = self.gains.remove(&compared.decision).unwrap_or_default();
        gains.choices += u64::from(compared.offer.answers().nth(1).is_some());
        if usual != compared.answer {
            let value = |answer: i32| {
                let mut candidates = compared.candidates.iter();
                let found = candidates.find(|one| one.answer == answer);
                found.filter(|one| one.is_valued()).map(|one| one.value())
            };
            let claimed = value(compared.answer).zip(value(usual));
            let gained = self.played_on(machine, compared.answer) - self.played_on(machine, usual);
            self.n_replayed += 1;
            self.of_game += gained;
            gains.departures += 1;
            if let Some((ours, usual)) = claimed {
                gains.n_claimed += 1;
                gains.claimed += ours - usual;
            }
            gains.gained += gained;
            gains.squares += gained * gained;
        }
        self.gains.insert(compared.decision, gains);
    }
}

/// Every side follows the policy.
struct ByPolicy<'d> {
    dice: &'d mut Dice,
}

impl Driver for ByPolicy<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        Some(self.dice.roll_pool(&program.pools[pool.0 as usize]))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        match offer.decision.is_drawn {
            true => offer.draw(self.dice),
            false => Unstated::First.answer(offer),
        }
    }
}
