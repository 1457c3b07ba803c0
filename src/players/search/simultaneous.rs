//! Choices that sides make at the same time: regret matching (Hart and Mas-Colell 2000) over playouts from the beginning of the block, each
//! side by what it has chosen itself (Lanctot, Lisý and Winands 2013).
//!
//! The program asks one side after the other, but no side knows the answers of the others. So playouts begin where the block begins, the
//! earlier answers of the side itself are given again, and those of the others are chosen anew. The average strategy tends to an equilibrium; the
//! answer is drawn from it.

use hashbrown::HashMap;
use sandtable_eval::dice::Dice;
use sandtable_eval::knowledge::{canonical, permute, shuffle};
use sandtable_eval::machine::{Answers, Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::Driver;
use sandtable_eval::{Fault, FaultKind};
use sandtable_ir::{DecisionId, Options, PoolId, Program};

use super::{Candidate, Hidden, PLAYOUT_BITS, Searcher, inverted, of_image};
use crate::fit;
use crate::game::{GameModel, Verdict};
use crate::rollout;
use crate::spec::{PLAYOUTS, SearchBudget, cost_of_playout};
use crate::tree::child;

/// Part of the answers that are tried whatever is known about them.
const EXPLORATION: f64 = 0.1;
/// Playouts after which it is known whether another side chooses in the block.
const PILOTS: u64 = 16;
/// Answers with a smaller part in the average strategy are not given.
const LEAST_PART: f64 = 0.03;
/// Steps of a random number from 0 to 1.
const FINE: u32 = 1 << 20;

/// A block `at the same time` of a game: the machine at its beginning, and what each side has answered in it so far.
pub(crate) struct Block {
    pub(crate) machine: Machine,
    /// By seat.
    pub(crate) given: Vec<Vec<Given>>,
}

/// An answer in a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    pub(crate) decision: DecisionId,
    pub(crate) has_units: bool,
    pub(crate) answer: i32,
}

impl Given {
    /// What a side has answered to an offer.
    pub(crate) fn new(model: &GameModel, offer: Offer<'_>, answer: i32) -> Self {
        Self {
            decision: model.decision_of(offer),
            has_units: offer.decision.options == Options::Units,
            answer,
        }
    }
}

impl Block {
    /// A block that begins.
    pub(crate) fn new(machine: &Machine, n_seats: usize) -> Self {
        Self {
            machine: machine.clone(),
            given: vec![Vec::new(); n_seats],
        }
    }
}

/// What is known about the answers to one question of a block.
#[derive(Default)]
struct Node {
    labels: Vec<i32>,
    regrets: Vec<f64>,
    /// Sums of the strategies so far.
    parts: Vec<f64>,
    /// Number and sum of the payoffs of each answer.
    payoffs: Vec<(f64, f64)>,
    visits: f64,
    sum: f64,
}

impl Node {
    /// Takes in an answer that was not legal before.
    fn add(&mut self, label: i32) {
        self.labels.push(label);
        self.regrets.push(0.0);
        self.parts.push(0.0);
        self.payoffs.push((0.0, 0.0));
    }

    /// The part of each answer: in proportion to its regret, if any is regretted.
    fn strategy(&self, is_legal: &[bool]) -> Vec<f64> {
        let regret = |(regret, is_legal): (&f64, &bool)| match is_legal {
            true => regret.max(0.0),
            false => 0.0,
        };
        let positive: Vec<f64> = self.regrets.iter().zip(is_legal).map(regret).collect();
        let sum: f64 = positive.iter().sum();
        let n_legal = is_legal.iter().filter(|is_legal| **is_legal).count().max(1) as f64;
        let part = |(regret, is_legal): (f64, &bool)| match (sum > 0.0, is_legal) {
            (true, _) => regret / sum,
            (false, true) => 1.0 / n_legal,
            (false, false) => 0.0,
        };
        positive.into_iter().zip(is_legal).map(part).collect()
    }

    /// Updates regrets by the payoff of an answer that had a chance. The mean payoff is taken off, which lowers the variance.
    fn update(&mut self, at: usize, chance: f64, payoff: f64, is_legal: &[bool]) {
        let mean = match self.visits > 0.0 {
            true => self.sum / self.visits,
            false => payoff,
        };
        self.visits += 1.0;
        self.sum += payoff;
        let gain = payoff - mean;
        for (other, (regret, is_legal)) in self.regrets.iter_mut().zip(is_legal).enumerate() {
            if !is_legal {
                continue;
            }
            let its = if other == at { gain / chance } else { 0.0 };
            *regret += its - gain;
        }
        if let Some((n, sum)) = self.payoffs.get_mut(at) {
            *n += 1.0;
            *sum += payoff;
        }
    }
}

impl Searcher<'_> {
    /// Decides a choice that sides make at the same time; `None` if no other side chooses in the block, so that nothing is unknown.
    ///
    /// Errors: a line of play raises a fault.
    pub(crate) fn choose_together(
        &mut self,
        block: &Block,
        offer: Offer<'_>,
        budget: SearchBudget,
    ) -> Result<Option<i32>, Fault> {
        let model = self.model;
        self.n_decisions += 1;
        self.turn = None;
        self.tree.clear();
        let groups = model.unknown_to(self.seat, &block.machine.registers);
        let hidden = (!groups.is_empty()).then(|| {
            let image = canonical(&model.lowered, &block.machine.registers, &groups);
            Hidden {
                state: permute(&model.lowered, &block.machine.registers, &image),
                image,
                groups,
            }
        });
        let label = |answer: i32, has_units: bool| match &hidden {
            Some(hidden) if has_units => of_image(answer, &hidden.image),
            Some(_) | None => answer,
        };
        let given = block.given.get(self.seat).map_or(&[][..], Vec::as_slice);
        let own: Vec<i32> = given
            .iter()
            .map(|one| label(one.answer, one.has_units))
            .collect();
        let path = given.iter().zip(&own);
        let path = path.fold(0, |key, (one, label)| child(key, one.decision.0, *label));
        let root = child(path, self.seat as u32, model.decision_of(offer).0 as i32);
        let began = self.timer.seconds();
        let mut nodes: HashMap<u64, Node> = HashMap::new();
        let mut has_others = false;
        let mut number = 0;
        let mut cost = 0.0;
        loop {
            let is_spent = match budget {
                SearchBudget::Playouts(playouts) => cost >= f64::from(playouts.max(2)),
                SearchBudget::Milliseconds(time) => {
                    let spent = self.timer.seconds() - began;
                    spent * 1000.0 >= f64::from(time)
                        || spent <= 0.0 && number >= u64::from(PLAYOUTS)
                }
            };
            if is_spent {
                break;
            }
            let played = self.play_together(block, hidden.as_ref(), &own, number, &mut nodes)?;
            has_others |= played.has_others;
            cost += cost_of_playout(played.n_questions);
            number += 1;
            if number == PILOTS && !has_others {
                return Ok(None);
            }
        }
        if !has_others {
            return Ok(None);
        }
        let has_units = offer.decision.options == Options::Units;
        let answers: Vec<(i32, i32)> = offer
            .answers()
            .map(|answer| (label(answer, has_units), answer))
            .collect();
        self.candidates = candidates(nodes.get(&root), &answers);
        let chosen = self.drawn(nodes.get(&root), &answers);
        let fault = FaultKind::Ours("a choice without an answer").at(block.machine.pc);
        let chosen = chosen.ok_or(fault)?;
        if let Some(at) = self.candidates.iter().position(|one| one.answer == chosen) {
            let chosen = self.candidates.remove(at);
            self.candidates.insert(0, chosen);
        }
        Ok(Some(chosen))
    }

    /// Draws an answer from the average strategy of a node.
    fn drawn(&mut self, node: Option<&Node>, answers: &[(i32, i32)]) -> Option<i32> {
        let part = |label: i32| {
            let node = node?;
            let at = node.labels.iter().position(|known| *known == label)?;
            let sum: f64 = node.parts.iter().sum();
            let part = node.parts.get(at).copied()? / sum.max(f64::MIN_POSITIVE);
            (part >= LEAST_PART).then_some(part)
        };
        let mut sorted = answers.to_vec();
        sorted.sort_unstable();
        let parts: Vec<f64> = sorted
            .iter()
            .map(|(label, _)| part(*label).unwrap_or(0.0))
            .collect();
        let sum: f64 = parts.iter().sum();
        self.fates.set_stream(self.n_decisions << PLAYOUT_BITS);
        if sum <= 0.0 {
            let at = self.fates.face(u32::try_from(sorted.len()).ok()?) as usize;
            return sorted.get(at).map(|(_, answer)| *answer);
        }
        let mut left = sum * f64::from(self.fates.face(FINE)) / f64::from(FINE);
        for ((_, answer), part) in sorted.iter().zip(&parts) {
            left -= part;
            if left < 0.0 {
                return Some(*answer);
            }
        }
        let last = sorted.iter().zip(&parts).rfind(|(_, part)| **part > 0.0);
        last.map(|((_, answer), _)| *answer)
    }

    /// Plays the block and what follows once.
    fn play_together(
        &mut self,
        block: &Block,
        hidden: Option<&Hidden>,
        own: &[i32],
        number: u64,
        nodes: &mut HashMap<u64, Node>,
    ) -> Result<Played, Fault> {
        let model = self.model;
        let stream = (self.n_decisions << PLAYOUT_BITS) | (number + 1);
        for dice in [&mut self.dice, &mut self.fates, &mut self.deal] {
            dice.set_stream(stream);
        }
        let image = match hidden {
            None => {
                self.simulator.load(&block.machine);
                None
            }
            Some(hidden) => {
                let image = shuffle(&model.lowered, &hidden.groups, &mut self.deal);
                let state = permute(&model.lowered, &hidden.state, &image);
                self.simulator.load_registers(block.machine.pc, &state);
                Some(image)
            }
        };
        let valuer = self.valuer.get_or_insert_with(|| fit::fitted(model));
        let mut playout = Playout {
            model,
            seat: self.seat,
            dice: &mut self.dice,
            fates: &mut self.fates,
            inverse: image.as_deref().map(inverted),
            image,
            own,
            n_own: 0,
            keys: vec![0; model.n_seats()],
            nodes,
            path: Vec::new(),
            played: Played::default(),
            is_over: false,
            mover: None,
            turns_left: match valuer {
                Some(_) => u32::try_from(model.n_seats()).unwrap_or(1),
                None => u32::MAX,
            },
        };
        let pause = self.simulator.run(&mut playout);
        let (path, played) = (playout.path, playout.played);
        let (is_cut, mover) = (playout.turns_left == 0, playout.mover);
        let verdict = match pause {
            Pause::Done => model.verdict(self.simulator.machine()),
            // A fault after a redrawn state may be unreachable; it counts as a draw.
            Pause::Fault(_) | Pause::Roll(_) | Pause::Choose(_) => Verdict::Unended,
            Pause::Judge(_) => return Err(FaultKind::NotGiven.at(self.simulator.machine().pc)),
        };
        let state = &self.simulator.machine().registers;
        let chances = valuer.as_mut().filter(|_| is_cut);
        let chances = chances.and_then(|valuer| valuer.chances(state, mover));
        for step in path {
            let chance = chances.as_ref();
            let chance = chance.and_then(|chances| chances.get(step.seat).copied());
            let payoff = chance.unwrap_or_else(|| model.payoff(verdict, step.seat));
            if let Some(node) = nodes.get_mut(&step.key) {
                node.update(step.at, step.chance, payoff, &step.is_legal);
            }
        }
        Ok(played)
    }
}

/// The answers to a question with their mean payoffs, the best first.
fn candidates(node: Option<&Node>, answers: &[(i32, i32)]) -> Vec<Candidate> {
    let candidate = |(label, answer): &(i32, i32)| {
        let at = node.and_then(|node| node.labels.iter().position(|known| known == label));
        let payoffs = node.zip(at).and_then(|(node, at)| node.payoffs.get(at));
        let (playouts, sum) = payoffs.copied().unwrap_or_default();
        Candidate::with_payoffs(*answer, *label, playouts, sum)
    };
    let mut candidates: Vec<Candidate> = answers.iter().map(candidate).collect();
    candidates.sort_by(|a, b| b.value().total_cmp(&a.value()));
    candidates
}

/// Summary of a playout.
#[derive(Debug, Clone, Copy, Default)]
struct Played {
    /// Whether another side had a choice in the block.
    has_others: bool,
    /// The number of rolls and decisions.
    n_questions: u32,
}

/// A choice in a block.
struct Step {
    key: u64,
    seat: usize,
    at: usize,
    chance: f64,
    is_legal: Vec<bool>,
}

/// One playout from the beginning of a block: within it by regret matching, then by the policy of playouts.
struct Playout<'s> {
    model: &'s GameModel,
    seat: usize,
    dice: &'s mut Dice,
    fates: &'s mut Dice,
    image: Option<Vec<usize>>,
    inverse: Option<Vec<usize>>,
    /// What the searching side has answered in the block.
    own: &'s [i32],
    n_own: usize,
    /// By seat, what it has answered in this playout of the block.
    keys: Vec<u64>,
    nodes: &'s mut HashMap<u64, Node>,
    path: Vec<Step>,
    played: Played,
    is_over: bool,
    /// As in a playout of a tree: the side that decided last, and the changes of side that are left.
    mover: Option<usize>,
    turns_left: u32,
}

impl Playout<'_> {
    fn mapped(map: Option<&Vec<usize>>, offer: Offer<'_>, answer: i32) -> i32 {
        match map {
            Some(map) if offer.decision.options == Options::Units => of_image(answer, map),
            Some(_) | None => answer,
        }
    }

    /// The answer of a side in the block.
    fn in_block(&mut self, offer: Offer<'_>, seat: usize) -> Option<i32> {
        let decision = self.model.decision_of(offer).0;
        let key = *self.keys.get(seat)?;
        let label = match self.own.get(self.n_own).filter(|_| seat == self.seat) {
            Some(label) => {
                self.n_own += 1;
                *label
            }
            None => {
                self.played.has_others |= seat != self.seat;
                self.sampled(offer, seat, child(key, seat as u32, decision as i32))?
            }
        };
        if let Some(own) = self.keys.get_mut(seat) {
            *own = child(key, decision, label);
        }
        let answer = Self::mapped(self.image.as_ref(), offer, label);
        match offer.allows(answer) {
            true => Some(answer),
            false => rollout::answer_of_playout(self.model, offer, self.fates),
        }
    }

    /// Draws an answer by the regrets so far.
    fn sampled(&mut self, offer: Offer<'_>, seat: usize, key: u64) -> Option<i32> {
        let labels = offer
            .answers()
            .map(|answer| Self::mapped(self.inverse.as_ref(), offer, answer));
        let mut labels: Vec<i32> = labels.collect();
        labels.sort_unstable();
        let node = self.nodes.entry(key).or_default();
        for label in &labels {
            if !node.labels.contains(label) {
                node.add(*label);
            }
        }
        let is_legal: Vec<bool> = node
            .labels
            .iter()
            .map(|label| labels.binary_search(label).is_ok())
            .collect();
        let strategy = node.strategy(&is_legal);
        // Later strategies count more.
        let weight = node.visits + 1.0;
        for (sum, part) in node.parts.iter_mut().zip(&strategy) {
            *sum += weight * part;
        }
        let n_legal = labels.len().max(1) as f64;
        let chance = |at: usize| match is_legal.get(at) {
            Some(true) => {
                let part = strategy.get(at).copied().unwrap_or(0.0);
                (1.0 - EXPLORATION) * part + EXPLORATION / n_legal
            }
            Some(false) | None => 0.0,
        };
        let mut left = f64::from(self.fates.face(FINE)) / f64::from(FINE);
        let mut chosen = is_legal.iter().rposition(|is_legal| *is_legal)?;
        for at in 0..node.labels.len() {
            left -= chance(at);
            if left < 0.0 {
                chosen = at;
                break;
            }
        }
        let label = node.labels.get(chosen).copied();
        let chance = chance(chosen);
        self.path.push(Step {
            key,
            seat,
            at: chosen,
            chance,
            is_legal,
        });
        label
    }
}

impl Driver for Playout<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.played.n_questions += 1;
        self.dice.roll(program, pool)
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.played.n_questions += 1;
        if offer.decision.is_drawn {
            return offer.draw(self.dice);
        }
        let seat = self.model.chooser(offer);
        if let Some(seat) = seat
            && offer.decision.is_simultaneous
            && !self.is_over
        {
            return self.in_block(offer, seat);
        }
        self.is_over = true;
        if seat.is_some() && seat != self.mover {
            self.mover = seat;
            self.turns_left = self.turns_left.saturating_sub(1);
            if self.turns_left == 0 {
                return None;
            }
        }
        rollout::answer_of_playout(self.model, offer, self.fates)
    }
}

#[cfg(test)]
mod tests {
    use super::Node;

    /// Matching pennies in which a match of heads pays the first side 1, one of tails 1/2, and no match 0. By hand: if it plays heads with p, the
    /// other loses p by heads and (1 - p) / 2 by tails, so p = 1/3; so does the other side.
    #[test]
    fn regret_matching_finds_the_mixed_strategy() {
        let pays = |a: usize, b: usize| match (a, b) {
            (0, 0) => 1.0,
            (1, 1) => 0.5,
            _ => 0.0,
        };
        let mut nodes = [Node::default(), Node::default()];
        for node in &mut nodes {
            node.add(0);
            node.add(1);
        }
        let legal = [true, true];
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut uniform = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..20_000 {
            let picked = [0, 1].map(|seat: usize| {
                let node = &mut nodes[seat];
                let strategy = node.strategy(&legal);
                let weight = node.visits + 1.0;
                node.parts
                    .iter_mut()
                    .zip(&strategy)
                    .for_each(|(sum, part)| *sum += weight * part);
                let heads = 0.9 * strategy[0] + 0.05;
                match uniform() < heads {
                    true => (0, heads),
                    false => (1, 1.0 - heads),
                }
            });
            let payoff = pays(picked[0].0, picked[1].0);
            nodes[0].update(picked[0].0, picked[0].1, payoff, &legal);
            nodes[1].update(picked[1].0, picked[1].1, 1.0 - payoff, &legal);
        }
        for node in &nodes {
            let heads = node.parts[0] / node.parts.iter().sum::<f64>();
            assert!((heads - 1.0 / 3.0).abs() < 0.06, "{heads}");
        }
    }
}
