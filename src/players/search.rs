//! Search: sequential halving over the answers at the root (Karnin, Koren and Somekh 2013), an open-loop tree below it, playouts to the
//! end. One budget is shared by all decisions of a turn, in proportion to the answers that are compared; later decisions start from what
//! earlier ones found. Hidden units are redrawn for each playout, from what the side may know, by a
//! generator of its own. Each playout of one answer has the dice of that of the others.

mod candidate;
mod playout;
mod root;
mod second;
mod simultaneous;

use hashbrown::HashSet;
use sandtable_eval::dice::Dice;
use sandtable_eval::knowledge::{permute, shuffle};
use sandtable_eval::machine::{Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::Simulator;
use sandtable_eval::{Fault, FaultKind};

use super::exact::{NotSolved, Solver, best};
use super::fit;
use super::game::{GameModel, STEPS_OF_PLAYOUT, Verdict};
use super::spec::{
    PLAYOUTS, SearchBudget, Timer, cost_for_option, cost_of_cut_playout, cost_of_playout,
};
use super::tree::{Tree, child, node};
use super::value::{NoAnswers, Valuer};
pub use candidate::Candidate;
use playout::{Playout, Step, weight};
use root::{Hidden, Root, inverted, of_image};
pub(crate) use simultaneous::{Block, Given};

/// Maximum number of answers at the root: half of them the best by `worth`, half at random.
const WIDEST: usize = 32;
/// Work of an exact look-ahead for each question of the playouts of the budget, as [`Solver::answers`] counts it.
const WORK_OF_QUESTION: usize = 8;
/// Playouts that are no longer than this many questions are followed by an attempt to look ahead exactly.
const SHORT: u32 = 14;
/// Standard errors by which another answer must be better than that of the policy in a game without dice.
const MARGIN: f64 = 0.5;
/// Part of the most that chance makes the best of equal answers look better, by which another answer must be better than that of the policy
/// in a game with dice. All of it would be the test of a significant difference; but to keep a worse answer costs as much as to take one, and of
/// 200 playouts few differences are significant.
const DOUBT: f64 = 0.4;
/// The same where the answer gets a second look.
const DOUBT_BEFORE_SECOND: f64 = 0.2;
/// Turns of each side below the tree after which a position is valued: the reply to a reply, since much pays only a turn later.
const TURNS: usize = 2;
/// Bits of the number of a playout in the number of a stream.
const PLAYOUT_BITS: u32 = 24;

/// Changes of the deciding side after which a playout is valued.
fn turns_of_playout(model: &GameModel) -> u32 {
    u32::try_from(TURNS * model.n_seats()).unwrap_or(1)
}

/// A player that searches for one side in one game.
pub struct Searcher<'m> {
    model: &'m GameModel,
    seat: usize,
    simulator: Simulator<'m>,
    tree: Tree,
    solver: Option<Box<Solver<'m>>>,
    dice: Dice,
    fates: Dice,
    deal: Dice,
    timer: &'m dyn Timer,
    /// Number of decisions so far in the game.
    n_decisions: u64,
    /// The turn of the last decision.
    turn: Option<u64>,
    /// The node of the tree at which this turn has arrived.
    key: u64,
    /// The part of the budget that is left for this turn.
    left: f64,
    /// The part that is left of it for second looks.
    reserve: f64,
    /// The answers compared at the last decision, the best first.
    candidates: Vec<Candidate>,
    /// The answer to the next decision, if the last one was compared with it, and the state at which it is given.
    planned: Option<(i32, Vec<i32>)>,
    /// Whether answers are valued without a tree.
    is_flat: bool,
    /// Evaluates positions at which playouts are cut off, if the author says what they are worth; made at the first decision.
    valuer: Option<Option<Valuer<'m>>>,
}

/// Sums over a series of playouts.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    playouts: f64,
    /// Their share of the budget.
    cost: f64,
    /// Weights of the decisions of the side after the one at the root and before any other side decides.
    of_turn: f64,
    longest: u32,
}

impl Lengths {
    /// The mean share of the budget that a playout takes.
    fn mean_cost(&self) -> f64 {
        match self.playouts > 0.0 {
            true => self.cost / self.playouts,
            false => 1.0,
        }
    }
}

impl<'m> Searcher<'m> {
    /// A player for the side in a seat.
    pub fn new(model: &'m GameModel, seat: usize, timer: &'m dyn Timer) -> Self {
        Self {
            simulator: Simulator::new(&model.lowered.program, STEPS_OF_PLAYOUT),
            model,
            seat,
            tree: Tree::default(),
            solver: None,
            dice: Dice::new(0),
            fates: Dice::new(0),
            deal: Dice::new(0),
            timer,
            n_decisions: 0,
            turn: None,
            key: 0,
            left: 0.0,
            reserve: 0.0,
            candidates: Vec::new(),
            planned: None,
            is_flat: false,
            valuer: None,
        }
    }

    /// Begins a game: forgets the last, and seeds its generators from the seed and the number of the game.
    pub fn begin(&mut self, seed: u64, game: u64) {
        let generator = |purpose: u8| {
            let mut bytes = [0; 32];
            let words = seed.to_le_bytes().into_iter().chain(game.to_le_bytes());
            let seat = (self.seat as u64).to_le_bytes();
            let words = words.chain(seat).chain([purpose; 8]);
            for (byte, from) in bytes.iter_mut().zip(words) {
                *byte = from;
            }
            Dice::from_bytes(bytes)
        };
        (self.dice, self.fates, self.deal) = (generator(1), generator(2), generator(3));
        self.n_decisions = 0;
        self.turn = None;
        self.planned = None;
        self.tree.clear();
    }

    /// The answers that were compared at the last decision, the best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Decides the choice at which a machine stopped. `turn` is the number of the turn: consecutive decisions of one side are one
    /// turn.
    ///
    /// Errors: a line of play raises a fault.
    pub fn choose(
        &mut self,
        machine: &Machine,
        budget: SearchBudget,
        turn: u64,
    ) -> Result<i32, Fault> {
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            self.tree.clear();
            self.planned = None;
            self.key = 0;
            self.left = match budget {
                SearchBudget::Playouts(playouts) => f64::from(playouts),
                SearchBudget::Milliseconds(time) => f64::from(time) / 1000.0,
            };
            self.reserve = match self.looks_twice() {
                true => self.left * second::PART,
                false => 0.0,
            };
            self.left -= self.reserve;
        }
        self.n_decisions += 1;
        let model = self.model;
        let Some(offer) = machine.offer(&model.lowered.program) else {
            return Err(FaultKind::Ours("a search at no choice").at(machine.pc));
        };
        let root = Root::new(model, self.seat, machine, offer);
        self.key = node(self.key, self.seat, offer);
        self.candidates = self.root_candidates(&root, offer);
        if self.is_flat {
            self.left *= self.candidates.len() as f64;
        }
        if !self.follow_plan(machine) && self.candidates.len() > 1 {
            let preferred = self.usual(&root, offer);
            for one in &mut self.candidates {
                one.is_usual = Some(one.answer) == preferred;
            }
            self.pair(&root);
            self.compare(&root, budget, preferred)?;
            self.plan(&root);
        }
        let chosen = self.candidates.first().copied();
        let Some(chosen) = chosen else {
            return Err(FaultKind::Ours("a choice without an answer").at(machine.pc));
        };
        self.key = child(self.key, 0, chosen.label);
        Ok(chosen.answer)
    }

    /// Decides by the value of each answer alone: the same number of playouts each, fewer if they are very long, without memory between decisions.
    ///
    /// Errors: a line of play raises a fault.
    pub fn value_each(&mut self, machine: &Machine, playouts: u32) -> Result<i32, Fault> {
        self.turn = None;
        self.is_flat = true;
        let chosen = self.choose(machine, SearchBudget::Playouts(playouts), 0);
        self.is_flat = false;
        chosen
    }

    /// Returns the compared answers: all, or if there are very many, the best by worth and some random ones. Answers that were tried
    /// in this turn before start with their counts, or a part of them.
    fn root_candidates(&mut self, root: &Root<'_>, offer: Offer<'_>) -> Vec<Candidate> {
        let mut answers: Vec<(i32, i32)> = offer
            .answers()
            .map(|answer| (root.label(answer), answer))
            .collect();
        // By label, so that the order depends on the view alone.
        answers.sort_unstable();
        let worth = |answer: i32| offer.worth(answer).unwrap_or(0);
        answers.sort_by_key(|(_, answer)| std::cmp::Reverse(worth(*answer)));
        if answers.len() > WIDEST {
            let mut others = answers.split_off(WIDEST / 2);
            self.fates.set_stream(self.n_decisions << PLAYOUT_BITS);
            while answers.len() < WIDEST && !others.is_empty() {
                let at = self.fates.face(others.len() as u32) as usize;
                answers.push(others.swap_remove(at));
            }
        }
        let candidates = answers.into_iter();
        let candidates = candidates.map(|(label, answer)| self.known(self.key, answer, label));
        candidates.collect()
    }

    /// An answer at a node with what is known about it.
    fn known(&self, key: u64, answer: i32, label: i32) -> Candidate {
        let mut tried = self.tree.tried(key).iter();
        let Some(known) = tried.find(|tried| tried.label == label) else {
            return Candidate::new(answer, label);
        };
        let mut candidate = Candidate::of_tried(answer, known, self.tree.is_certain(key));
        if let Some(verdict) = known.proven {
            candidate.prove(self.model.payoff(verdict, self.seat));
        }
        candidate
    }

    /// The answer of the policy. Where the rules do not advise, it is the first, of units that the side cannot tell apart by their numbers in its
    /// view; in a game that advises nothing there is none.
    fn usual(&self, root: &Root<'_>, offer: Offer<'_>) -> Option<i32> {
        if offer.decision.has_worth || !self.model.is_advised() {
            return offer.best();
        }
        let first = offer.options().min_by_key(|answer| root.label(*answer));
        first.or_else(|| offer.answers().next())
    }

    /// Replaces each answer after which the side decides again, without a chance node between, by its pairs with the answers to that
    /// decision, if there are few: the value of the first answer is the maximum over the second ones, not their mean.
    fn pair(&mut self, root: &Root<'_>) {
        if self.is_flat || !root.is_certain {
            return;
        }
        let mut pairs = Vec::new();
        for first in &self.candidates {
            self.simulator.load(root.machine);
            self.simulator.answer(first.answer);
            self.simulator.run(&mut NoAnswers);
            let offer = self.simulator.offer();
            let offer = offer.filter(|offer| !offer.decision.is_drawn);
            match offer.filter(|offer| self.model.chooser(*offer) == Some(self.seat)) {
                None => pairs.push(*first),
                Some(offer) => {
                    let key = node(child(self.key, 0, first.label), self.seat, offer);
                    let usual = self.usual(root, offer);
                    pairs.extend(offer.answers().map(|then| {
                        let mut pair = self.known(key, then, then).after(first);
                        pair.is_usual = first.is_usual && Some(then) == usual;
                        pair
                    }));
                }
            }
            if pairs.len() > WIDEST {
                return;
            }
        }
        self.candidates = pairs;
    }

    /// Keeps the best pair for each first answer, and plans its second answer, which the first one leads to.
    fn plan(&mut self, root: &Root<'_>) {
        let mut seen = HashSet::new();
        self.candidates.retain(|one| seen.insert(one.label));
        let Some((first, then)) = self
            .candidates
            .first()
            .and_then(|one| Some((one, one.then?)))
        else {
            return;
        };
        self.simulator.load(root.machine);
        self.simulator.answer(first.answer);
        self.simulator.run(&mut NoAnswers);
        self.planned = Some((then, self.state_of(self.simulator.machine())));
    }

    /// Puts the planned answer first, if there is one for this state; returns whether there is.
    fn follow_plan(&mut self, machine: &Machine) -> bool {
        let Some((planned, state)) = self.planned.take() else {
            return false;
        };
        let mut candidates = self.candidates.iter();
        let Some(at) = candidates.position(|one| one.label == planned) else {
            return false;
        };
        if state != self.state_of(machine) {
            return false;
        }
        self.candidates.sort_by(Candidate::best_first);
        let mut candidates = self.candidates.iter();
        let at = candidates
            .position(|one| one.label == planned)
            .unwrap_or(at);
        let planned = self.candidates.remove(at);
        self.candidates.insert(0, planned);
        true
    }

    /// The values of all tracks.
    fn state_of(&self, machine: &Machine) -> Vec<i32> {
        let n_slots = self.model.lowered.program.slots.len();
        machine.registers.iter().take(n_slots).copied().collect()
    }

    /// Compares the candidates within the budget, and puts the best first.
    fn compare(
        &mut self,
        root: &Root<'_>,
        budget: SearchBudget,
        preferred: Option<i32>,
    ) -> Result<(), Fault> {
        let began = self.timer.seconds();
        let mut alive: Vec<usize> = (0..self.candidates.len()).collect();
        let mut lengths = Lengths::default();
        let mut number = 0;
        // Every candidate once, as long as the budget allows: so it is known how long playouts are.
        let left = self.left;
        let timer = self.timer;
        let affords = |lengths: &Lengths| match budget {
            SearchBudget::Playouts(_) => lengths.cost + lengths.mean_cost() <= left,
            SearchBudget::Milliseconds(_) => timer.seconds() - began < left,
        };
        for at in 0..alive.len() {
            if !affords(&lengths) || self.is_won() {
                break;
            }
            if self.is_open(at) {
                self.play(root, at, number, &mut lengths)?;
            }
        }
        number += 1;
        let is_short = lengths.longest <= SHORT && lengths.playouts > 0.0;
        if is_short
            && !self.is_flat
            && !self.is_won()
            && self.looks_through(root, budget, lengths.longest, preferred)?
        {
            return Ok(());
        }
        let total = self.allotted(budget, began, lengths);
        let mut rounds_left = match self.is_flat {
            true => 1.0,
            false => f64::from(alive.len().max(2).ilog2() + 1),
        };
        while rounds_left > 0.0 {
            // What is proven to be lost is out, unless all is.
            let is_lost = |at: &usize| self.candidate(*at).is_some_and(Candidate::is_lost);
            if !alive.iter().all(is_lost) {
                alive.retain(|at| !is_lost(at));
            }
            let n_open = alive.iter().filter(|at| self.is_open(**at)).count();
            if alive.len() <= 1 || n_open == 0 || self.is_won() {
                break;
            }
            let of_round = (total - lengths.cost).max(0.0) / rounds_left;
            let each = (of_round / n_open as f64 / lengths.mean_cost()).floor();
            let mut played = 0.0;
            while played < each && !self.is_won() {
                for at in alive.iter().copied() {
                    if !affords(&lengths) {
                        break;
                    }
                    if self.is_open(at) {
                        self.play(root, at, number, &mut lengths)?;
                    }
                }
                number += 1;
                played += 1.0;
            }
            rounds_left -= 1.0;
            if self.is_flat {
                break;
            }
            self.sort(&mut alive);
            self.halve(&mut alive);
        }
        self.left -= match budget {
            SearchBudget::Playouts(_) => lengths.cost,
            SearchBudget::Milliseconds(_) => self.timer.seconds() - began,
        };
        self.sort(&mut alive);
        self.put_best_first(root, budget, &alive)
    }

    /// Standard errors by which another answer must be better than that of the policy. With dice it grows with the number of answers, as the
    /// best of that many equal ones does above their mean, `sqrt(2 ln n)`.
    fn margin(&self) -> f64 {
        let n = self.candidates.len().max(1) as f64;
        match self.model.has_chance() {
            true => {
                let doubt = match self.looks_twice() {
                    true => DOUBT_BEFORE_SECOND,
                    false => DOUBT,
                };
                doubt * (2.0 * n.ln()).sqrt()
            }
            false => MARGIN,
        }
    }

    /// Drops the worse half of sorted candidates; with dice never the answer of the policy, which the best one has to beat.
    fn halve(&self, alive: &mut Vec<usize>) {
        let is_usual = |at: &usize| self.candidate(*at).is_some_and(|one| one.is_usual);
        let dropped = alive.split_off(alive.len().div_ceil(2));
        if self.model.has_chance() && !alive.iter().any(is_usual) {
            alive.extend(dropped.into_iter().find(is_usual));
        }
    }

    fn candidate(&self, at: usize) -> Option<&Candidate> {
        self.candidates.get(at)
    }

    /// Whether playouts can say more about a candidate.
    fn is_open(&self, at: usize) -> bool {
        self.candidate(at).is_some_and(|one| !one.is_exact())
    }

    /// Whether an answer is proven to win.
    fn is_won(&self) -> bool {
        self.candidates.iter().any(Candidate::is_won)
    }

    /// Sorts candidates, the best first.
    fn sort(&self, alive: &mut [usize]) {
        alive.sort_by(|a, b| match (self.candidate(*a), self.candidate(*b)) {
            (Some(a), Some(b)) => a.best_first(b),
            _ => std::cmp::Ordering::Equal,
        });
    }

    /// The playouts for this decision, by their cost: its share of the budget of the turn.
    fn allotted(&self, budget: SearchBudget, began: f64, lengths: Lengths) -> f64 {
        let later = match self.is_flat {
            true => 0.0,
            false => lengths.of_turn / lengths.playouts.max(1.0),
        };
        let of_turn = 1.0 + later / weight(self.candidates.len());
        let done = lengths.cost;
        let share = match budget {
            SearchBudget::Playouts(_) => self.left / of_turn,
            SearchBudget::Milliseconds(time) => {
                let spent = self.timer.seconds() - began;
                match spent > 0.0 {
                    true => self.left / of_turn / (spent / done.max(lengths.mean_cost())),
                    false => f64::from(PLAYOUTS) * f64::from(time) / 1000.0 / of_turn,
                }
            }
        };
        share.max(done).floor()
    }

    /// Tries exhaustive search of all continuations; returns whether it completed.
    ///
    /// Errors: a line of play raises a fault.
    fn looks_through(
        &mut self,
        root: &Root<'_>,
        budget: SearchBudget,
        longest: u32,
        preferred: Option<i32>,
    ) -> Result<bool, Fault> {
        let SearchBudget::Playouts(playouts) = budget else {
            return Ok(false);
        };
        let model = self.model;
        let solver = self
            .solver
            .get_or_insert_with(|| Box::new(Solver::new(model)));
        let most = playouts as usize * longest as usize * WORK_OF_QUESTION;
        let answers = match solver.answers(root.machine, self.seat, most) {
            Ok(answers) => answers,
            Err(NotSolved::TooLarge | NotSolved::NotOpen | NotSolved::Repeats) => return Ok(false),
            Err(NotSolved::Fault(fault)) => return Err(fault),
        };
        // Where all is lost or won, the answer of the policy, if it is one of the best.
        let usual = best(&answers).find(|answer| Some(*answer) == preferred);
        let Some(first) = usual.or_else(|| best(&answers).next()) else {
            return Ok(false);
        };
        self.candidates = answers
            .iter()
            .map(|(answer, value)| {
                let mut candidate = Candidate::new(*answer, *answer);
                candidate.prove(*value);
                candidate
            })
            .collect();
        self.candidates.sort_by(|a, b| {
            let is_first = (b.answer == first).cmp(&(a.answer == first));
            is_first.then(a.best_first(b))
        });
        Ok(true)
    }

    /// Puts the simulator behind a candidate, with the dice of a playout's number and what is hidden redrawn with them. Returns the permutation
    /// of hidden units.
    fn start_playout(
        &mut self,
        root: &Root<'_>,
        candidate: &Candidate,
        number: u64,
    ) -> Option<Vec<usize>> {
        let stream = (self.n_decisions << PLAYOUT_BITS) | number;
        for dice in [&mut self.dice, &mut self.fates, &mut self.deal] {
            dice.set_stream(stream);
        }
        let Some(hidden) = &root.hidden else {
            self.simulator.load(root.machine);
            self.simulator.answer(candidate.answer);
            return None;
        };
        let image = shuffle(&self.model.lowered, &hidden.groups, &mut self.deal);
        let state = permute(&self.model.lowered, &hidden.state, &image);
        self.simulator.load_registers(root.machine.pc, &state);
        let answer = root.relabelled(candidate.label, &image);
        self.simulator.answer(answer);
        Some(image)
    }

    /// Plays a candidate out once, with the dice of this number.
    fn play(
        &mut self,
        root: &Root<'_>,
        at: usize,
        number: u64,
        lengths: &mut Lengths,
    ) -> Result<(), Fault> {
        let Some(candidate) = self.candidates.get(at).copied() else {
            return Ok(());
        };
        let image = self.start_playout(root, &candidate, number + 1);
        let root_key = self.key;
        self.tree.visit(root_key, root.is_certain);
        let model = self.model;
        let valuer = self.valuer.get_or_insert_with(|| fit::fitted(model));
        // With a value, a playout ends after some turns of every side below the tree; a greedy one with the turn itself.
        let turns_left = match (&valuer, self.is_flat) {
            (None, _) => u32::MAX,
            (Some(_), true) => 1,
            (Some(_), false) => turns_of_playout(model),
        };
        let mut playout = Playout {
            model: self.model,
            seat: self.seat,
            tree: &mut self.tree,
            dice: &mut self.dice,
            fates: &mut self.fates,
            inverse: image.as_deref().map(inverted),
            image,
            key: child(root_key, 0, candidate.label),
            path: Vec::new(),
            is_in_tree: !self.is_flat,
            is_certain: root.is_certain,
            settled: None,
            forced: candidate.then,
            growing: None,
            of_turn: 0.0,
            is_own_turn: true,
            n_questions: 0,
            block: None,
            mover: Some(self.seat),
            turns_left,
        };
        let pause = self.simulator.run(&mut playout);
        let (is_cut, mover) = (playout.turns_left == 0, playout.mover);
        let (settled, is_certain) = (playout.settled, playout.is_certain);
        let path = playout.path;
        lengths.longest = lengths.longest.max(match is_cut {
            true => u32::MAX,
            false => playout.n_questions,
        });
        lengths.playouts += 1.0;
        lengths.cost += match self.is_flat {
            true => cost_for_option(playout.n_questions, self.candidates.len()),
            false if is_cut => cost_of_cut_playout(playout.n_questions),
            false => cost_of_playout(playout.n_questions),
        };
        lengths.of_turn += playout.of_turn;
        let verdict = match (settled, pause) {
            (Some(verdict), _) => verdict,
            (None, Pause::Done) => self.model.verdict(self.simulator.machine()),
            // A fault after a redrawn state may be unreachable; it counts as a draw.
            (None, Pause::Fault(_) | Pause::Roll(_) | Pause::Choose(_)) => Verdict::Unended,
            (None, Pause::Judge(_)) => {
                return Err(FaultKind::NotGiven.at(self.simulator.machine().pc));
            }
        };
        let is_ended = settled.is_some() || pause == Pause::Done;
        let state = &self.simulator.machine().registers;
        let chances = valuer.as_mut().filter(|_| is_cut && settled.is_none());
        let chances = chances.and_then(|valuer| valuer.chances(state, mover));
        let payoff_of = |seat: usize| {
            let chances = chances.as_ref();
            let chance = chances.and_then(|chances| chances.get(seat).copied());
            chance.unwrap_or_else(|| model.payoff(verdict, seat))
        };
        let payoff = payoff_of(self.seat);
        let is_played_out = chances.is_none();
        self.tree
            .add(root_key, candidate.label, payoff, is_played_out);
        for step in &path {
            self.tree
                .add(step.key, step.label, payoff_of(step.seat), is_played_out);
        }
        let proven = match is_certain && is_ended {
            true => self.proven(&path, verdict, candidate.then.is_some()),
            false => None,
        };
        if let Some(candidate) = self.candidates.get_mut(at) {
            candidate.add(payoff, is_played_out);
            if let Some(verdict) = proven {
                candidate.prove(model.payoff(verdict, self.seat));
            }
        }
        Ok(())
    }

    /// Backs up a proven result along a path without chance nodes (MCTS-Solver, Winands and others 2008); returns the result of the
    /// candidate at its beginning, if it is proven by that. The first step of a path after a pair is the second answer of the pair.
    fn proven(&mut self, path: &[Step], result: Verdict, is_pair: bool) -> Option<Verdict> {
        // Whoever has not won a game without a winner has drawn it.
        let mut verdict = match result {
            Verdict::Won(_) | Verdict::Together(_) => result,
            Verdict::Drawn | Verdict::Unended | Verdict::Refused => Verdict::Drawn,
        };
        for (at, step) in path.iter().enumerate().rev() {
            let payoff = |verdict: Verdict| self.model.payoff(verdict, step.seat);
            let proven = self
                .tree
                .prove(step.key, step.label, verdict, step.n_legal, payoff);
            if at > 0 || !is_pair {
                verdict = proven?;
            }
        }
        Some(verdict)
    }
}
