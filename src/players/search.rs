//! Search: sequential halving over the answers at the root (Karnin, Koren and Somekh 2013), an open-loop tree below it, playouts to the
//! end. One budget is shared by all decisions of a turn. Hidden units are redrawn for each playout, from what the side may know, by a
//! generator of its own. Each playout of one answer has the dice of that of the others.

mod together;

use sandtable_eval::dice::Dice;
use sandtable_eval::knowledge::{canonical, permute, shuffle};
use sandtable_eval::machine::{Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_eval::{Fault, FaultKind};
use sandtable_ir::{Note, NoteId, Options, PoolId, Program};

use super::exact::{NotSolved, Solver, best};
use super::fit;
use super::game::{GameModel, STEPS, Verdict};
use super::rollout;
use super::spec::{PLAYOUTS, SearchBudget, Timer};
use super::tree::{Selected, Tree, child};
use super::value::Valuer;
pub(crate) use together::{Block, Given};

/// Maximum number of answers at the root: half of them the best by `worth`, half at random.
const WIDEST: usize = 32;
/// States that an exact look-ahead may add for each question of the playouts of the budget.
const STATES_OF_QUESTION: usize = 4;
/// Playouts that are no longer than this many questions are followed by an attempt to look ahead exactly.
const SHORT: u32 = 14;
/// Standard errors by which another answer must be better than that of the policy.
const MARGIN: f64 = 0.5;
/// Bits of the number of a playout in the number of a stream.
const PLAYOUT_BITS: u32 = 24;

/// An answer that a search compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The answer that is valued.
    pub answer: i32,
    /// Its number in the view of the side: of a unit that the side does not know, that of another like it.
    label: i32,
    /// Number of playouts, of an exact look-ahead 0.
    pub playouts: f64,
    /// Sum of their payoffs.
    sum: f64,
    /// Sum of their squares.
    squares: f64,
    /// How many of them went to the end of the game.
    ended: f64,
    /// Whether the value is exact.
    pub is_exact: bool,
}

impl Candidate {
    /// The estimated chance to win; draws are divided.
    pub fn value(&self) -> f64 {
        self.sum / self.playouts.max(1.0)
    }

    /// The standard error of the estimate.
    pub fn error(&self) -> f64 {
        let n = self.playouts.max(1.0);
        let mean = self.sum / n;
        // One more win and one more loss among those that ended, so that equal results are not taken for certain ones.
        let prior = self.ended / n / (n + 2.0);
        let variance = (self.squares / n - mean * mean).max(0.0) + prior;
        (variance / n).sqrt()
    }
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
    /// The answers compared at the last decision, the best first.
    candidates: Vec<Candidate>,
    /// Whether answers are valued without a tree.
    is_flat: bool,
    /// Evaluates positions at which playouts are cut off, if the author says what they are worth; made at the first decision.
    valuer: Option<Option<Valuer<'m>>>,
}

/// Sums over a series of playouts.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    playouts: f64,
    /// Decisions of the side before any other side decides, the one at the root among them.
    of_turn: f64,
    longest: u32,
}

impl<'m> Searcher<'m> {
    /// A player for the side in a seat.
    pub fn new(model: &'m GameModel, seat: usize, timer: &'m dyn Timer) -> Self {
        Self {
            simulator: Simulator::new(&model.lowered.program, STEPS),
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
            candidates: Vec::new(),
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
            self.key = 0;
            self.left = match budget {
                SearchBudget::Playouts(playouts) => f64::from(playouts),
                SearchBudget::Milliseconds(time) => f64::from(time) / 1000.0,
            };
        }
        self.n_decisions += 1;
        let model = self.model;
        let Some(offer) = machine.offer(&model.lowered.program) else {
            return Err(FaultKind::Ours("a search at no choice").at(machine.pc));
        };
        let root = Root::new(model, self.seat, machine, offer);
        self.candidates = self.root_candidates(&root, offer);
        let preferred = offer.best().map(|answer| root.label(answer));
        if self.candidates.len() > 1 {
            self.compare(&root, budget, preferred)?;
        }
        let chosen = self.candidates.first().copied();
        let Some(chosen) = chosen else {
            return Err(FaultKind::Ours("a choice without an answer").at(machine.pc));
        };
        self.key = child(self.key, root.decision, chosen.label);
        Ok(chosen.answer)
    }

    /// Decides by the value of each answer alone: an equal number of playouts each, without memory between decisions.
    ///
    /// Errors: a line of play raises a fault.
    pub fn value_each(&mut self, machine: &Machine, budget: SearchBudget) -> Result<i32, Fault> {
        self.turn = None;
        self.is_flat = true;
        let chosen = self.choose(machine, budget, 0);
        self.is_flat = false;
        chosen
    }

    /// Returns the compared answers: all, or if there are very many, the best by worth and some random ones. Answers that were tried
    /// in this turn before start with half of their counts.
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
        let tried = self.tree.tried(self.key);
        let candidates = answers.into_iter().map(|(label, answer)| {
            let known = tried.iter().find(|tried| tried.label == label);
            let (n, sum) = known.map_or((0.0, 0.0), |tried| (tried.n / 2.0, tried.sum / 2.0));
            Candidate {
                answer,
                label,
                playouts: n,
                sum,
                squares: sum,
                ended: n,
                is_exact: false,
            }
        });
        candidates.collect()
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
        let mut done = 0.0;
        let mut number = 0;
        // Every candidate once, as long as the budget allows: so it is known how long playouts are.
        let left = self.left;
        let timer = self.timer;
        let affords = |done: f64| match budget {
            SearchBudget::Playouts(_) => done + 1.0 <= left,
            SearchBudget::Milliseconds(_) => timer.seconds() - began < left,
        };
        for at in 0..alive.len() {
            if !affords(done) {
                break;
            }
            self.play(root, at, number, &mut lengths)?;
            done += 1.0;
        }
        number += 1;
        let is_short = lengths.longest <= SHORT && lengths.playouts > 0.0;
        if is_short
            && !self.is_flat
            && self.looks_through(root, budget, lengths.longest, preferred)?
        {
            return Ok(());
        }
        let of_turn = match self.is_flat {
            true => 1.0,
            false => (lengths.of_turn / lengths.playouts.max(1.0)).max(1.0),
        };
        let total = self.allotted(budget, began, done, of_turn);
        let mut rounds_left = match self.is_flat {
            true => 1.0,
            false => f64::from(alive.len().max(2).ilog2() + 1),
        };
        while alive.len() > 1 && rounds_left > 0.0 {
            let of_round = (total - done).max(0.0) / rounds_left;
            let each = (of_round / alive.len() as f64).floor();
            let mut played = 0.0;
            while played < each {
                for at in alive.clone() {
                    if !affords(done) {
                        break;
                    }
                    self.play(root, at, number, &mut lengths)?;
                    done += 1.0;
                }
                number += 1;
                played += 1.0;
            }
            rounds_left -= 1.0;
            if self.is_flat {
                break;
            }
            let value = |at: &usize| self.candidates.get(*at).map_or(0.0, Candidate::value);
            alive.sort_by(|a, b| value(b).total_cmp(&value(a)));
            alive.truncate(alive.len().div_ceil(2));
        }
        self.left -= match budget {
            SearchBudget::Playouts(_) => done,
            SearchBudget::Milliseconds(_) => self.timer.seconds() - began,
        };
        let value = |at: &usize| self.candidates.get(*at).map_or(0.0, Candidate::value);
        alive.sort_by(|a, b| value(b).total_cmp(&value(a)));
        self.put_best_first(&alive, preferred);
        Ok(())
    }

    /// The number of playouts for this decision: its share of the budget of the turn.
    fn allotted(&self, budget: SearchBudget, began: f64, done: f64, of_turn: f64) -> f64 {
        let share = match budget {
            SearchBudget::Playouts(_) => self.left / of_turn,
            SearchBudget::Milliseconds(time) => {
                let spent = self.timer.seconds() - began;
                match spent > 0.0 {
                    true => self.left / of_turn / (spent / done.max(1.0)),
                    false => f64::from(PLAYOUTS) * f64::from(time) / 1000.0 / of_turn,
                }
            }
        };
        share.max(done).floor()
    }

    /// Puts the best candidate first. That of the policy stays in front of others that are not clearly better.
    fn put_best_first(&mut self, alive: &[usize], preferred: Option<i32>) {
        let best = alive
            .first()
            .and_then(|at| self.candidates.get(*at))
            .copied();
        let mut usual = self.candidates.iter().copied();
        let usual = usual.rfind(|one| Some(one.label) == preferred);
        self.candidates.sort_by(|a, b| {
            let by_value = b.value().total_cmp(&a.value());
            let is_known = (b.playouts > 0.0).cmp(&(a.playouts > 0.0));
            is_known.then(by_value)
        });
        let chosen = match (best, usual) {
            (Some(best), Some(usual)) => {
                let error = best.error().hypot(usual.error());
                let is_clear = best.value() - usual.value() > MARGIN * error;
                if is_clear && best.playouts > 0.0 {
                    best
                } else {
                    usual
                }
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        if let Some(at) = self
            .candidates
            .iter()
            .position(|one| one.label == chosen.label)
        {
            let chosen = self.candidates.remove(at);
            self.candidates.insert(0, chosen);
        }
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
        let most = playouts as usize * longest as usize * STATES_OF_QUESTION;
        let answers = match solver.answers(root.machine, self.seat, most) {
            Ok(answers) => answers,
            Err(NotSolved::TooLarge) => return Ok(false),
            Err(NotSolved::Fault(fault)) => return Err(fault),
        };
        // Where all is lost or won, the answer of the policy, if it is one of the best.
        let usual = best(&answers).find(|answer| Some(*answer) == preferred);
        let Some(first) = usual.or_else(|| best(&answers).next()) else {
            return Ok(false);
        };
        self.candidates = answers
            .iter()
            .map(|(answer, value)| Candidate {
                answer: *answer,
                label: *answer,
                playouts: 0.0,
                sum: *value,
                squares: *value,
                ended: 0.0,
                is_exact: true,
            })
            .collect();
        self.candidates.sort_by(|a, b| {
            let is_first = (b.answer == first).cmp(&(a.answer == first));
            is_first.then(b.sum.total_cmp(&a.sum))
        });
        Ok(true)
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
        let stream = (self.n_decisions << PLAYOUT_BITS) | (number + 1);
        for dice in [&mut self.dice, &mut self.fates, &mut self.deal] {
            dice.set_stream(stream);
        }
        let answer;
        let image = match &root.hidden {
            None => {
                self.simulator.load(root.machine);
                answer = candidate.answer;
                None
            }
            Some(hidden) => {
                let image = shuffle(&self.model.lowered, &hidden.groups, &mut self.deal);
                let state = permute(&self.model.lowered, &hidden.state, &image);
                self.simulator.load_registers(root.machine.pc, &state);
                answer = root.relabelled(candidate.label, &image);
                Some(image)
            }
        };
        self.simulator.answer(answer);
        let root_key = self.key;
        self.tree.visit(root_key);
        let model = self.model;
        let valuer = self.valuer.get_or_insert_with(|| fit::fitted(model));
        // With a value, a playout ends when every other side has had a turn below the tree; a greedy one with the turn itself.
        let turns_left = match (&valuer, self.is_flat) {
            (None, _) => u32::MAX,
            (Some(_), true) => 1,
            (Some(_), false) => u32::try_from(model.n_seats()).unwrap_or(1),
        };
        let mut playout = Playout {
            model: self.model,
            seat: self.seat,
            tree: &mut self.tree,
            dice: &mut self.dice,
            fates: &mut self.fates,
            inverse: image.as_deref().map(inverted),
            image,
            key: child(root_key, root.decision, candidate.label),
            path: Vec::new(),
            is_in_tree: !self.is_flat,
            of_turn: 1,
            is_own_turn: true,
            n_questions: 0,
            block: None,
            mover: Some(self.seat),
            turns_left,
        };
        let pause = self.simulator.run(&mut playout);
        let (is_cut, mover) = (playout.turns_left == 0, playout.mover);
        let (path, of_turn) = (playout.path, playout.of_turn);
        lengths.longest = lengths.longest.max(playout.n_questions);
        lengths.playouts += 1.0;
        lengths.of_turn += f64::from(of_turn);
        let verdict = match pause {
            Pause::Done => self.model.verdict(self.simulator.machine()),
            // A fault after a redrawn state may be unreachable; it counts as a draw.
            Pause::Fault(_) | Pause::Roll(_) | Pause::Choose(_) => Verdict::Unended,
            Pause::Judge(_) => return Err(FaultKind::NotGiven.at(self.simulator.machine().pc)),
        };
        let state = &self.simulator.machine().registers;
        let chances = valuer.as_mut().filter(|_| is_cut);
        let chances = chances.and_then(|valuer| valuer.chances(state, mover));
        let payoff_of = |seat: usize| {
            let chances = chances.as_ref();
            let chance = chances.and_then(|chances| chances.get(seat).copied());
            chance.unwrap_or_else(|| model.payoff(verdict, seat))
        };
        let payoff = payoff_of(self.seat);
        self.tree.add(root_key, candidate.label, payoff);
        for (key, seat, label) in path {
            self.tree.add(key, label, payoff_of(seat));
        }
        if let Some(candidate) = self.candidates.get_mut(at) {
            candidate.playouts += 1.0;
            candidate.sum += payoff;
            candidate.squares += payoff * payoff;
            candidate.ended += f64::from(u8::from(chances.is_none()));
        }
        Ok(())
    }
}

/// The choice that is searched.
struct Root<'s> {
    machine: &'s Machine,
    decision: u32,
    has_units: bool,
    hidden: Option<Hidden>,
}

/// The state as the side knows it.
struct Hidden {
    groups: Vec<Vec<usize>>,
    /// The place of each unit in the canonical order.
    image: Vec<usize>,
    /// The state in that order.
    state: Vec<i32>,
}

impl<'s> Root<'s> {
    fn new(model: &GameModel, seat: usize, machine: &'s Machine, offer: Offer<'_>) -> Self {
        let groups = model.unknown_to(seat, &machine.registers);
        let hidden = (!groups.is_empty()).then(|| {
            let image = canonical(&model.lowered, &machine.registers, &groups);
            Hidden {
                state: permute(&model.lowered, &machine.registers, &image),
                image,
                groups,
            }
        });
        Self {
            machine,
            decision: model.decision_of(offer).0,
            has_units: offer.decision.options == Options::Units,
            hidden,
        }
    }

    /// The number of an answer in the view of the side.
    fn label(&self, answer: i32) -> i32 {
        match &self.hidden {
            Some(hidden) => self.relabelled(answer, &hidden.image),
            None => answer,
        }
    }

    /// The image of an answer that is a unit; others are their own.
    fn relabelled(&self, answer: i32, image: &[usize]) -> i32 {
        if !self.has_units {
            return answer;
        }
        of_image(answer, image)
    }
}

/// Returns the image of a unit under the permutation; other values are unchanged.
fn of_image(answer: i32, image: &[usize]) -> i32 {
    let image = usize::try_from(answer).ok().and_then(|at| image.get(at));
    image
        .and_then(|to| i32::try_from(*to).ok())
        .unwrap_or(answer)
}

/// The inverse of a permutation.
fn inverted(image: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; image.len()];
    for (from, to) in image.iter().enumerate() {
        if let Some(place) = inverse.get_mut(*to) {
            *place = from;
        }
    }
    inverse
}

/// One playout: within the tree by its statistics, then by the policy of playouts.
struct Playout<'s> {
    model: &'s GameModel,
    seat: usize,
    tree: &'s mut Tree,
    dice: &'s mut Dice,
    fates: &'s mut Dice,
    /// Permutation of hidden units, and its inverse.
    image: Option<Vec<usize>>,
    inverse: Option<Vec<usize>>,
    key: u64,
    /// Nodes of the tree, each with the side that chose there and its answer.
    path: Vec<(u64, usize, i32)>,
    is_in_tree: bool,
    of_turn: u32,
    is_own_turn: bool,
    n_questions: u32,
    /// In a block `at the same time`: the node at its beginning, and what each side has answered in it.
    block: Option<(u64, Vec<u64>)>,
    /// The side that decided last.
    mover: Option<usize>,
    /// Changes of the deciding side below the tree after which the position is valued.
    turns_left: u32,
}

impl Playout<'_> {
    fn label(&self, offer: Offer<'_>, answer: i32) -> i32 {
        match &self.inverse {
            Some(inverse) if offer.decision.options == Options::Units => of_image(answer, inverse),
            Some(_) | None => answer,
        }
    }

    fn answer(&self, offer: Offer<'_>, label: i32) -> i32 {
        match &self.image {
            Some(image) if offer.decision.options == Options::Units => of_image(label, image),
            Some(_) | None => label,
        }
    }

    /// The node at which a side decides: after all answers so far, or in a block `at the same time` after its own.
    fn node(&mut self, offer: Offer<'_>, seat: usize) -> u64 {
        if !offer.decision.is_simultaneous {
            self.block = None;
            return self.key;
        }
        let key = self.key;
        let n_seats = self.model.n_seats();
        let (start, own) = self.block.get_or_insert_with(|| (key, vec![0; n_seats]));
        *start ^ own.get(seat).copied().unwrap_or(0)
    }

    /// An answer by the tree, which grows by one node.
    fn by_tree(&mut self, offer: Offer<'_>, seat: usize) -> Option<i32> {
        let node = self.node(offer, seat);
        let key = child(node, seat as u32, offer.decision.n_options as i32);
        self.is_in_tree = self.tree.visit(key);
        let n_legal = offer.answers().count();
        let is_legal = |label: i32| offer.allows(self.answer(offer, label));
        let answer = match self.tree.select(key, n_legal, is_legal) {
            Selected::Known(label) => self.answer(offer, label),
            Selected::New => {
                let preferred = rollout::answer(offer, self.fates)?;
                let label = self.label(offer, preferred);
                let tried = self.tree.tried(key);
                let is_tried = |label: i32| tried.iter().any(|known| known.label == label);
                let is_new = !is_tried(label);
                let another = || {
                    let mut answers = offer.answers();
                    answers.find(|answer| !is_tried(self.label(offer, *answer)))
                };
                if is_new {
                    preferred
                } else {
                    another().unwrap_or(preferred)
                }
            }
        };
        let label = self.label(offer, answer);
        self.path.push((key, seat, label));
        match self.block.as_mut().and_then(|(_, own)| own.get_mut(seat)) {
            Some(own) => {
                *own = child(*own, 1, label);
                self.key = child(self.key, seat as u32, label);
            }
            None => self.key = child(key, 0, label),
        }
        Some(answer)
    }
}

impl Driver for Playout<'_> {
    fn note(&mut self, program: &Program, _machine: &Machine, note: NoteId) {
        if let Some(Note::Together) = program.notes.get(note.0 as usize) {
            self.block = None;
        }
    }

    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.n_questions += 1;
        let pool = program.pools.get(pool.0 as usize)?;
        Some(self.dice.roll_pool(pool))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.n_questions += 1;
        if offer.decision.is_drawn {
            return offer.draw(self.dice);
        }
        let seat = self.model.chooser(offer);
        self.is_own_turn &= seat == Some(self.seat);
        self.of_turn += u32::from(self.is_own_turn);
        if seat.is_some() && seat != self.mover {
            self.mover = seat;
            if !self.is_in_tree {
                self.turns_left = self.turns_left.saturating_sub(1);
                if self.turns_left == 0 {
                    return None;
                }
            }
        }
        match seat.filter(|_| self.is_in_tree) {
            Some(seat) => self.by_tree(offer, seat),
            None => rollout::answer(offer, self.fates),
        }
    }
}
