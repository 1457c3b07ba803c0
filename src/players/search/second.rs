//! The second look at an answer that seems better than the policy's: both are played out to the end by the policy alone, with the same dice.
//!
//! The first look estimates answers by values of positions, which may be biased, and by playouts that vary for other reasons than the
//! answer. In pairs of playouts without any noise, most of the luck is common to both (common random numbers), and no value is needed. The
//! estimates are combined as independent normal ones of the gain, with a prior: other answers than the policy's are usually worse.

use sandtable_eval::FaultKind;
use sandtable_eval::dice::Dice;
use sandtable_eval::machine::{Answers, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::simulator::Driver;
use sandtable_ir::{Options, PoolId, Program};

use super::root::{Root, of_image};
use super::{Candidate, Fault, PLAYOUT_BITS, SearchBudget, Searcher, cost_of_playout};
use crate::game::Verdict;

/// Part of the budget of a turn that is kept for second looks, and part of what is left of it that one of them may take.
pub(super) const PART: f64 = 0.5;
/// Pairs of playouts at most.
const MOST_PAIRS: u32 = 64;
/// The number of the first pair: their dice are not those of the first look.
const FIRST_PAIR: u64 = 1 << (PLAYOUT_BITS - 1);
/// Standard deviation of the error of a gain by values, beyond that of its playouts.
const BIAS: f64 = 0.07;
/// The mean loss by another answer than the policy's, divided by the variance of the losses: 4 points with a standard deviation of 6.3.
const PRIOR: f64 = 10.0;

/// The gain of an answer over another by pairs of playouts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pairs {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Pairs {
    fn add(&mut self, gain: f64) {
        self.n += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn gain(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    /// The square of the standard error of the gain. One more pair with different results is added, so that equal ones are not taken for
    /// certain.
    fn variance(&self) -> f64 {
        let n = self.n.max(1.0);
        let variance = (self.squares / n - self.gain().powi(2)).max(0.0);
        (variance + 1.0 / (n + 1.0)) / n
    }

    /// Whether a gain is to be expected, from these pairs and from what the first look has found; not if all pairs ended alike.
    pub(super) fn confirm(&self, best: &Candidate, usual: &Candidate) -> bool {
        if self.n > 0.0 && self.squares == 0.0 {
            return false;
        }
        let cut = 1.0 - best.part_ended().min(usual.part_ended());
        let error = best.error().hypot(usual.error());
        let bias = BIAS * cut;
        let first = (best.value() - usual.value()) / (error * error + bias * bias);
        let second = match self.n > 0.0 {
            true => self.gain() / self.variance(),
            false => 0.0,
        };
        first + second > PRIOR
    }
}

impl Searcher<'_> {
    /// Whether answers that seem better than the policy's get a second look: in games with dice whose rules advise.
    pub(super) fn looks_twice(&self) -> bool {
        !self.is_flat && self.model.is_advised()
    }

    /// Puts the best candidate first. That of the policy stays in front of others that are not clearly better.
    ///
    /// Errors: a line of play raises a fault.
    pub(super) fn put_best_first(
        &mut self,
        root: &Root<'_>,
        budget: SearchBudget,
        alive: &[usize],
    ) -> Result<(), Fault> {
        let best = alive
            .first()
            .and_then(|at| self.candidates.get(*at))
            .copied();
        self.candidates.sort_by(|a, b| {
            let is_known = b.is_valued().cmp(&a.is_valued());
            is_known.then(a.best_first(b))
        });
        let mut usual = self.candidates.iter().copied();
        let usual = usual.find(|one| one.is_usual);
        let chosen = match (best, usual) {
            (Some(best), Some(usual)) => match self.is_preferred(root, budget, &best, &usual)? {
                true => best,
                false => usual,
            },
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(()),
        };
        if let Some(at) = self
            .candidates
            .iter()
            .position(|one| (one.label, one.then) == (chosen.label, chosen.then))
        {
            let chosen = self.candidates.remove(at);
            self.candidates.insert(0, chosen);
        }
        Ok(())
    }

    /// Whether a candidate is preferred to that of the policy, after a second look where it is not proven to be better.
    fn is_preferred(
        &mut self,
        root: &Root<'_>,
        budget: SearchBudget,
        best: &Candidate,
        usual: &Candidate,
    ) -> Result<bool, Fault> {
        if best.is_usual || !best.is_clearly_better(usual, self.margin()) {
            return Ok(false);
        }
        if !self.looks_twice() || best.is_won() || usual.is_lost() {
            return Ok(true);
        }
        let pairs = self.look_again(root, budget, best, usual)?;
        Ok(pairs.confirm(best, usual))
    }

    /// Plays out two candidates in pairs, within what is left of the budget for this.
    ///
    /// Errors: a line of play raises a fault.
    pub(super) fn look_again(
        &mut self,
        root: &Root<'_>,
        budget: SearchBudget,
        best: &Candidate,
        usual: &Candidate,
    ) -> Result<Pairs, Fault> {
        let began = self.timer.seconds();
        let most = self.reserve * PART;
        let mut pairs = Pairs::default();
        let mut cost = 0.0;
        for number in 0..MOST_PAIRS {
            let of_next = match pairs.n > 0.0 {
                true => cost / pairs.n,
                false => 2.0,
            };
            let is_spent = match budget {
                SearchBudget::Playouts(_) => cost + of_next > most,
                SearchBudget::Milliseconds(_) => self.timer.seconds() - began > most,
            };
            if is_spent {
                break;
            }
            let (ours, cost_of_ours) = self.played_by_policy(root, best, number)?;
            let (theirs, cost_of_theirs) = self.played_by_policy(root, usual, number)?;
            pairs.add(ours - theirs);
            cost += cost_of_ours + cost_of_theirs;
        }
        self.reserve -= match budget {
            SearchBudget::Playouts(_) => cost,
            SearchBudget::Milliseconds(_) => self.timer.seconds() - began,
        };
        Ok(pairs)
    }

    /// The payoff of a candidate after which everybody follows the policy, with the dice of this number, and what it takes of a budget.
    fn played_by_policy(
        &mut self,
        root: &Root<'_>,
        candidate: &Candidate,
        number: u32,
    ) -> Result<(f64, f64), Fault> {
        let image = self.start_playout(root, candidate, FIRST_PAIR + u64::from(number));
        let mut playout = ByPolicy {
            dice: &mut self.dice,
            image: image.as_deref(),
            forced: candidate.then,
            n_questions: 0,
        };
        let pause = self.simulator.run(&mut playout);
        let cost = cost_of_playout(playout.n_questions);
        let machine = self.simulator.machine();
        let verdict = match pause {
            Pause::Done => self.model.verdict(machine),
            // A fault after a redrawn state may be unreachable; it counts as a draw.
            Pause::Fault(_) | Pause::Roll(_) | Pause::Choose(_) => Verdict::Unended,
            Pause::Judge(_) => return Err(FaultKind::NotGiven.at(machine.pc)),
        };
        Ok((self.model.payoff(verdict, self.seat), cost))
    }
}

/// A playout in which everybody follows the policy.
struct ByPolicy<'s> {
    dice: &'s mut Dice,
    image: Option<&'s [usize]>,
    /// The answer to the first decision, if it is that of a pair.
    forced: Option<i32>,
    n_questions: u32,
}

impl Driver for ByPolicy<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.n_questions += 1;
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.n_questions += 1;
        if offer.decision.is_drawn {
            return offer.draw(self.dice);
        }
        let Some(label) = self.forced.take() else {
            return Unstated::First.answer(offer);
        };
        let answer = match self.image {
            Some(image) if offer.decision.options == Options::Units => of_image(label, image),
            Some(_) | None => label,
        };
        match offer.allows(answer) {
            true => Some(answer),
            false => Unstated::First.answer(offer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Pairs};

    /// A candidate with playouts that were cut off and all have this value.
    fn valued(value: f64) -> Candidate {
        let mut candidate = Candidate::new(0, 0);
        (0..100).for_each(|_| candidate.add(value, false));
        candidate
    }

    /// Numbers of pairs that the answer alone won, and that the other alone won.
    fn pairs(n: u32, won: u32, lost: u32) -> Pairs {
        let mut pairs = Pairs::default();
        (0..n).for_each(|at| {
            let is_won = f64::from(u8::from(at < won));
            pairs.add(is_won - f64::from(u8::from(at >= n - lost)));
        });
        pairs
    }

    fn confirms(pairs: Pairs, gain: f64) -> bool {
        pairs.confirm(&valued(0.5 + gain), &valued(0.5))
    }

    /// By hand: half of 100 pairs won are a gain of 1/2 with a variance of (1/4 + 1/101) / 100 = 0.0026, and 0.5 / 0.0026 is far more than 10.
    #[test]
    fn pairs_alone_confirm_a_gain() {
        assert!(confirms(pairs(100, 50, 0), 0.0));
        assert!(!confirms(pairs(100, 0, 50), 0.0));
    }

    /// By hand: the error of each value is 0.005 (see `candidate`), so the variance of a gain is 2 * 0.005^2 + 0.07^2 = 0.005, and 0.1 / 0.005 = 20
    /// is more than 10, but 0.02 / 0.005 = 4 is not. Of 100 pairs, 40 won and 60 lost are a gain of -0.2 with a variance of
    /// (1 - 0.04 + 1/101) / 100 = 0.0097: -0.2 / 0.0097 = -21.
    #[test]
    fn both_looks_count() {
        assert!(confirms(pairs(100, 50, 50), 0.1));
        assert!(!confirms(pairs(100, 50, 50), 0.02));
        assert!(!confirms(pairs(100, 40, 60), 0.1));
        assert!(confirms(Pairs::default(), 0.1));
    }

    #[test]
    fn an_answer_without_a_difference_is_not_confirmed() {
        assert!(!confirms(pairs(1, 0, 0), 0.1));
        assert!(!confirms(pairs(50, 0, 0), 0.1));
    }
}
