//! Players with look-ahead in a game that is played elsewhere: a follower receives every answer of that game, and decides
//! when it is its turn.

use std::collections::VecDeque;

use sandtable_eval::FaultKind;
use sandtable_eval::machine::{Machine, Pause};
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{JudgementId, Note, NoteId, PoolId, Program};

use super::game::{GameModel, STEPS};
use super::mind::{Failure, Mind};
use super::search::{self, Block, Candidate};
use super::spec::{PlayerSpec, Timer};

/// An answer that was given in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// The face of one die.
    Face(i32),
    /// The answer to a choice or draw.
    Answer(i32),
    /// The value of a fact.
    Judged(i32),
}

/// Follows one game.
pub struct Follower<'m> {
    model: &'m GameModel,
    simulator: Simulator<'m>,
    minds: Vec<Mind<'m>>,
    given: VecDeque<Given>,
    turn: (Option<usize>, u64),
    /// The last block `at the same time`.
    block: Option<Block>,
}

impl<'m> Follower<'m> {
    /// A follower of the game of a seed from its beginning, with a player for each seat. It plays as those of a
    /// [`super::table::Table`] in game 0 of that seed.
    pub fn new(
        model: &'m GameModel,
        players: &[PlayerSpec],
        seed: u64,
        timer: &'m dyn Timer,
    ) -> Self {
        let minds = players.iter().enumerate().map(|(seat, player)| {
            let mut mind = Mind::new(model, seat, *player, timer);
            mind.begin(seat, seed, 0);
            mind
        });
        Self {
            minds: minds.collect(),
            simulator: Simulator::new(&model.lowered.program, STEPS),
            model,
            given: VecDeque::new(),
            turn: (None, 0),
            block: None,
        }
    }

    /// Receives the next answer of the game.
    pub fn give(&mut self, given: Given) {
        self.given.push_back(given);
    }

    /// The answer of the side whose choice is open in the game.
    ///
    /// Errors: a run fails; the game is too large for the player.
    pub fn think(&mut self) -> Result<i32, Failure> {
        let mut following = Following {
            model: self.model,
            given: &mut self.given,
            turn: &mut self.turn,
            block: &mut self.block,
        };
        let pause = self.simulator.run(&mut following);
        let machine = self.simulator.machine();
        let lost = Failure::Fault(FaultKind::Ours("a game that cannot be followed").at(machine.pc));
        match pause {
            Pause::Choose(_) => {}
            Pause::Fault(fault) => return Err(Failure::Fault(fault)),
            Pause::Roll(_) | Pause::Judge(_) | Pause::Done => return Err(lost),
        }
        let offer = self.simulator.offer().ok_or(lost)?;
        let seat = self.model.chooser(offer).ok_or(lost)?;
        let mind = self.minds.get_mut(seat).ok_or(lost)?;
        mind.answer(machine, offer, seat, self.turn.1, self.block.as_ref())
    }

    /// The answers that the player in a seat compared at its last choice, the best first.
    pub fn candidates(&self, seat: usize) -> &[Candidate] {
        self.minds.get(seat).map_or(&[], Mind::candidates)
    }
}

/// Replays the answers of the game.
struct Following<'f> {
    model: &'f GameModel,
    given: &'f mut VecDeque<Given>,
    turn: &'f mut (Option<usize>, u64),
    block: &'f mut Option<Block>,
}

impl Driver for Following<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pools.get(pool.0 as usize)?;
        let mut next = |_: &[i32]| match self.given.pop_front()? {
            Given::Face(face) => Some(face),
            Given::Answer(_) | Given::Judged(_) => None,
        };
        pool.roll(&mut next, &mut Default::default())
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if !offer.decision.is_drawn {
            let seat = self.model.chooser(offer);
            if seat != self.turn.0 {
                *self.turn = (seat, self.turn.1 + 1);
            }
        }
        let Given::Answer(answer) = self.given.pop_front()? else {
            return None;
        };
        if offer.decision.is_simultaneous
            && let Some(seat) = self.model.chooser(offer)
            && let Some(given) = self
                .block
                .as_mut()
                .and_then(|block| block.given.get_mut(seat))
        {
            given.push(search::Given::new(self.model, offer, answer));
        }
        Some(answer)
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        if let Some(Note::Together) = program.notes.get(note.0 as usize) {
            *self.block = Some(Block::new(machine, self.model.n_seats()));
        }
    }

    fn judge(&mut self, _program: &Program, _judgement: JudgementId) -> Option<i32> {
        match self.given.pop_front()? {
            Given::Judged(value) => Some(value),
            Given::Face(_) | Given::Answer(_) => None,
        }
    }
}
