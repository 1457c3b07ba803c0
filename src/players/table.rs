//! A table at which games are played: a player for each side, dice, and an observer.

use sandtable_eval::FaultKind;
use sandtable_eval::budget::Budget;
use sandtable_eval::dice::Dice;
use sandtable_eval::machine::{Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{DecisionId, NONE, Note, NoteId, Options, PoolId, Program, Reg};

use super::game::{GameModel, STEPS, Verdict};
use super::mind::{Failure, Mind};
use super::search::{Block, Candidate, Given};
use super::spec::{PlayerSpec, Timer};

/// Observes a game.
pub trait Observer {
    /// A roll or draw was made.
    #[inline]
    fn rolled(&mut self) {}

    /// A side chose, in a seat if it is known.
    #[inline]
    fn chose(&mut self, _offer: Offer<'_>, _seat: Option<usize>, _answer: i32) {}

    /// A side, in a seat if it is known, had only this answer.
    #[inline]
    fn settled(&mut self, _offer: Offer<'_>, _seat: Option<usize>, _answer: i32) {}

    /// A player that looked ahead compared answers to the choice at which a machine stopped, the best first, and decided.
    #[inline]
    fn compared(&mut self, _machine: &Machine, _compared: Compared<'_>) {}

    /// A milestone was passed.
    #[inline]
    fn noted(&mut self, _program: &Program, _machine: &Machine, _note: NoteId) {}

    /// A register of the state was written.
    #[inline]
    fn changed(&mut self, _slot: Reg, _value: i32) {}
}

/// The comparison of answers by a player that looks ahead.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// Its choice.
    pub offer: Offer<'a>,
    /// The decision of the offer.
    pub decision: DecisionId,
    /// The answers that it compared, the best first.
    pub candidates: &'a [Candidate],
    /// Its answer.
    pub answer: i32,
}

/// Observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// Answers that a side may give only if it has no other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restriction {
    /// The seat of the side.
    pub seat: usize,
    /// The forbidden options.
    pub options: Vec<Forbidden>,
}

/// A forbidden option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forbidden {
    /// An option of one decision.
    Option(DecisionId, i32),
    /// A unit, wherever units are chosen.
    Unit(usize),
    /// A place of the board by its number, wherever places are chosen.
    Place(i32),
}

impl Restriction {
    fn forbids(&self, offer: Offer<'_>, decision: DecisionId, answer: i32) -> bool {
        let has_units = offer.decision.options == Options::Units;
        let has_places = matches!(offer.decision.options, Options::Places(_));
        self.options.iter().any(|forbidden| match *forbidden {
            Forbidden::Option(of, option) => of == decision && option == answer,
            Forbidden::Unit(unit) => has_units && usize::try_from(answer) == Ok(unit),
            Forbidden::Place(place) => has_places && answer == place,
        })
    }

    /// Iterates over the answers that are not forbidden.
    fn allowed(&self, offer: Offer<'_>, decision: DecisionId) -> impl Iterator<Item = i32> {
        let answers = offer.answers();
        answers.filter(move |answer| !self.forbids(offer, decision, *answer))
    }

    /// Returns a random answer among those that are not forbidden, each as likely; of all, if everything is forbidden.
    fn random_answer(
        &self,
        offer: Offer<'_>,
        decision: DecisionId,
        dice: &mut Dice,
    ) -> Option<i32> {
        let usual = offer.draw(dice)?;
        if !self.forbids(offer, decision, usual) {
            return Some(usual);
        }
        let n_left = self.allowed(offer, decision).count();
        if n_left == 0 {
            return Some(usual);
        }
        let at = dice.face(u32::try_from(n_left).ok()?) as usize;
        self.allowed(offer, decision).nth(at)
    }

    /// Returns the policy's answer among those that are not forbidden; `None` if nothing is forbidden, or everything is.
    fn answer(&self, offer: Offer<'_>, decision: DecisionId) -> Option<i32> {
        let usual = Unstated::First.answer(offer)?;
        if !self.forbids(offer, decision, usual) {
            return Some(usual);
        }
        let left = self.allowed(offer, decision);
        let worth = |answer: i32| match answer {
            NONE => 0,
            _ => offer.worth(answer).unwrap_or(0),
        };
        // The first of equals; declining precedes the options.
        let mut best: Option<(i32, i32)> = None;
        for answer in left {
            let this = worth(answer);
            let is_better =
                best.is_none_or(|(most, _)| this > most || (this == most && answer == NONE));
            if is_better {
                best = Some((this, answer));
            }
        }
        best.map(|(_, answer)| answer).or(Some(usual))
    }
}

/// Plays games of one model with the same players.
pub struct Table<'m> {
    model: &'m GameModel,
    simulator: Simulator<'m>,
    seats: Vec<Mind<'m>>,
    dice: Dice,
    fates: Dice,
    /// The seed of the generators.
    seed: Option<u64>,
    restriction: Option<&'m Restriction>,
    /// The last block `at the same time`, if players look ahead.
    block: Option<Block>,
}

impl<'m> Table<'m> {
    /// Returns a table with a player for each seat. Choices of no side are made by policy.
    pub fn new(model: &'m GameModel, players: &[PlayerSpec], timer: &'m dyn Timer) -> Self {
        let seats = players.iter().enumerate();
        let seats = seats.map(|(seat, player)| Mind::new(model, seat, *player, timer));
        Self {
            simulator: Simulator::new(&model.lowered.program, STEPS),
            seats: seats.collect(),
            dice: Dice::new(0),
            fates: Dice::new(0),
            seed: None,
            model,
            restriction: None,
            block: None,
        }
    }

    /// Forbids a side certain answers, as long as it has others; for players without look-ahead only. A restricted game may not
    /// terminate, so its number of steps is bounded more tightly.
    pub fn restrict(&mut self, restriction: &'m Restriction) {
        if self.restriction.replace(restriction).is_none() {
            self.simulator = Simulator::new(&self.model.lowered.program, Budget::STEPS);
        }
    }

    /// Plays the game of this seed and number to its end: with number 0 the game that `play` plays with that seed.
    ///
    /// Errors: a run raises a fault, or the game is too large for a player.
    pub fn play(
        &mut self,
        seed: u64,
        number: u64,
        observer: &mut impl Observer,
    ) -> Result<Verdict, Failure> {
        if self.seed != Some(seed) {
            self.dice = Dice::new(seed);
            self.fates = Dice::new(seed ^ u64::MAX);
            self.seed = Some(seed);
        }
        self.dice.set_stream(number);
        self.fates.set_stream(number);
        for (seat, player) in self.seats.iter_mut().enumerate() {
            player.begin(seat, seed, number);
        }
        self.simulator.restart();
        self.block = None;
        let looks_ahead = |mind: &Mind<'_>| !matches!(mind, Mind::Simple(_));
        let has_thinkers = self.seats.iter().any(looks_ahead);
        let mut turn = (None, 0);
        loop {
            let mut playing = Playing {
                model: self.model,
                seats: &self.seats,
                dice: &mut self.dice,
                fates: &mut self.fates,
                restriction: self.restriction,
                observer,
                turn: &mut turn,
                block: has_thinkers.then_some(&mut self.block),
            };
            let fault = match self.simulator.run(&mut playing) {
                Pause::Done => return Ok(self.model.verdict(self.simulator.machine())),
                Pause::Fault(fault) => fault,
                Pause::Roll(_) | Pause::Judge(_) => {
                    FaultKind::NotGiven.at(self.simulator.machine().pc)
                }
                Pause::Choose(_) => {
                    self.think(observer, &mut turn)?;
                    continue;
                }
            };
            return Err(Failure::Fault(fault));
        }
    }

    /// Computes the answer of the side that is to choose, and gives it to the machine.
    fn think(&mut self, observer: &mut impl Observer, turn: &mut Turns) -> Result<(), Failure> {
        let machine = self.simulator.machine();
        let nobody = Failure::Fault(FaultKind::Ours("a choice without a player").at(machine.pc));
        let offer = self.simulator.offer().ok_or(nobody)?;
        let seat = self.model.chooser(offer).ok_or(nobody)?;
        let player = self.seats.get_mut(seat).ok_or(nobody)?;
        let answer = player.answer(machine, offer, seat, turn.1, self.block.as_ref())?;
        let compared = Compared {
            offer,
            decision: self.model.decision_of(offer),
            candidates: player.candidates(),
            answer,
        };
        observer.compared(machine, compared);
        observer.chose(offer, Some(seat), answer);
        if offer.decision.is_simultaneous {
            let given = self.block.as_mut();
            let given = given.and_then(|block| block.given.get_mut(seat));
            given.into_iter().for_each(|given| {
                given.push(Given::new(self.model, offer, answer));
            });
        }
        self.simulator.answer(answer);
        Ok(())
    }

    /// Returns the values of the outcome of the last game; empty if it did not complete.
    pub fn outcome(&self) -> Vec<i32> {
        self.simulator.outcome()
    }

    /// Returns the machine in the final state of the last game.
    pub fn machine(&self) -> &Machine {
        self.simulator.machine()
    }

    /// Returns the answers that the player in a seat compared at its last decision, the best first.
    pub fn candidates(&self, seat: usize) -> &[Candidate] {
        self.seats.get(seat).map_or(&[], Mind::candidates)
    }
}

/// The seat that chose last, and the number of its turn.
type Turns = (Option<usize>, u64);

/// Rolls dice, and answers for players without look-ahead.
struct Playing<'g, 'm, O> {
    model: &'m GameModel,
    seats: &'g [Mind<'m>],
    dice: &'g mut Dice,
    fates: &'g mut Dice,
    restriction: Option<&'m Restriction>,
    observer: &'g mut O,
    turn: &'g mut Turns,
    /// If players look ahead: the last block `at the same time`.
    block: Option<&'g mut Option<Block>>,
}

impl<O: Observer> Driver for Playing<'_, '_, O> {
    #[inline]
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        self.observer.rolled();
        let pool = program.pools.get(pool.0 as usize)?;
        Some(self.dice.roll_pool(pool))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if offer.decision.is_drawn {
            self.observer.rolled();
            return offer.draw(self.dice);
        }
        let seat = self.model.chooser(offer);
        if seat != self.turn.0 {
            *self.turn = (seat, self.turn.1 + 1);
        }
        let player = seat.and_then(|seat| self.seats.get(seat));
        let restriction = self.restriction.filter(|one| Some(one.seat) == seat);
        let restriction = restriction.map(|one| (one, self.model.decision_of(offer)));
        let answer = match (player, restriction) {
            (Some(Mind::Simple(PlayerSpec::Random)), None) => offer.draw(self.fates),
            (Some(Mind::Simple(PlayerSpec::Random)), Some((restriction, decision))) => {
                restriction.random_answer(offer, decision, self.fates)
            }
            (None | Some(Mind::Simple(_)), None) => Unstated::First.answer(offer),
            (None | Some(Mind::Simple(_)), Some((restriction, decision))) => {
                restriction.answer(offer, decision)
            }
            (Some(_), _) => return None,
        }?;
        self.observer.chose(offer, seat, answer);
        Some(answer)
    }

    #[inline]
    fn settled(&mut self, offer: Offer<'_>, answer: i32) {
        if !offer.decision.is_drawn {
            let seat = self.model.chooser(offer);
            self.observer.settled(offer, seat, answer);
        }
    }

    #[inline]
    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        if let Some(block) = &mut self.block
            && let Some(Note::Together) = program.notes.get(note.0 as usize)
        {
            **block = Some(Block::new(machine, self.model.n_seats()));
        }
        self.observer.noted(program, machine, note);
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        self.observer.changed(slot, value);
    }
}
