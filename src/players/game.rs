//! The model of a game: its program, its sides, and its result.

use sandtable_eval::budget::Budget;
use sandtable_eval::knowledge::interchangeable;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::{Decision, DecisionId, Lowered, OutcomePart, Reg};
use sandtable_model::{Question, RuleBook};

use super::value::PositionValue;

/// Maximum number of machine steps of one game, and of each playout of a player that looks ahead.
pub const STEPS: u64 = Budget::STEPS_OF_A_GAME;

/// Maximum number of machine steps of one playout of a search: a turn has some hundred of them.
pub(crate) const STEPS_OF_PLAYOUT: u64 = 50_000_000;

/// A program that plays a scenario, with its sides. The seat of a side is its index among the sides, from 0.
pub struct GameModel {
    /// The program, and the meaning of its outcome.
    pub lowered: Lowered,
    /// By seat: the index of the side in the cast.
    sides: Vec<usize>,
    /// The seat of the side of each unit of the cast at the start.
    seat_of: Vec<Option<usize>>,
    /// The register of the winner, if the rules can end the game.
    winner: Option<Reg>,
    /// The register of whether the game was refused.
    refused: Option<Reg>,
    /// The author's value of positions.
    value: Option<PositionValue>,
    /// Whether dice or draws make games differ in which all answers are the same.
    has_chance: bool,
    /// Whether the rules state a worth for any decision.
    has_advice: bool,
}

/// The result of a game or playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Verdict {
    /// The side in this seat has won.
    Won(usize),
    /// Several sides have won together.
    Together(Seats),
    /// The rules ended the game without a winner.
    Drawn,
    /// The sequence completed, but the rules did not end the game.
    #[default]
    Unended,
    /// Its first rule was refused.
    Refused,
}

/// The seats of sides that win together: a bit for each, as programs hold it (see [`sandtable_ir::winners`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Seats(u32);

impl Seats {
    /// Whether a seat is in the set.
    pub fn has(self, seat: usize) -> bool {
        seat < 32 && self.0 >> seat & 1 == 1
    }

    /// Returns the seats, the first first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |seat| self.has(*seat))
    }
}

impl FromIterator<usize> for Seats {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Self {
        let seats = seats.into_iter();
        Self(seats.fold(0, |set, seat| {
            debug_assert!(seat < 32, "programs hold no other joint winners");
            set | 1 << seat
        }))
    }
}

impl Verdict {
    /// Returns the seats of the sides that have won, the first first.
    pub fn winners(self) -> impl Iterator<Item = usize> {
        let (alone, together) = match self {
            Self::Won(seat) => (Some(seat), Seats::default()),
            Self::Together(seats) => (None, seats),
            Self::Drawn | Self::Unended | Self::Refused => (None, Seats::default()),
        };
        alone.into_iter().chain(together.iter())
    }

    /// Whether any side has won, alone or with others.
    pub fn is_won(self) -> bool {
        matches!(self, Self::Won(_) | Self::Together(_))
    }

    /// Whether the side in a seat has won, alone or with others.
    pub fn has_won(self, seat: usize) -> bool {
        match self {
            Self::Won(winner) => winner == seat,
            Self::Together(seats) => seats.has(seat),
            Self::Drawn | Self::Unended | Self::Refused => false,
        }
    }
}

impl GameModel {
    /// Builds the model of a scenario of a book for a program lowered from it.
    pub fn new(book: &RuleBook, situation: &Question, lowered: Lowered) -> Self {
        let is_side = |kind| book.side_kind() == Some(kind);
        let cast = situation.cast.iter().enumerate();
        let sides: Vec<usize> = cast
            .filter(|(_, unit)| is_side(unit.kind))
            .map(|(at, _)| at)
            .collect();
        let track = book.side_track();
        let seat_of = situation.cast.iter().enumerate().map(|(at, unit)| {
            let owner = unit.starts.iter().find(|(of, _)| Some(*of) == track);
            let owner = owner.and_then(|(_, owner)| usize::try_from(*owner).ok());
            let side = if is_side(unit.kind) { Some(at) } else { owner };
            sides.iter().position(|known| Some(*known) == side)
        });
        let seat_of = seat_of.collect();
        let part = |wanted: OutcomePart| {
            let parts = lowered.parts.iter().zip(&lowered.program.outcome);
            let mut parts = parts.filter(|(part, _)| **part == wanted);
            parts.next().map(|(_, reg)| *reg)
        };
        let program = &lowered.program;
        let has_draws = program.decisions.iter().any(|one| one.is_drawn);
        Self {
            has_advice: program
                .decisions
                .iter()
                .any(|one| one.has_worth && !one.is_drawn),
            has_chance: has_draws || !program.pools.is_empty(),
            winner: part(OutcomePart::Ended),
            refused: part(OutcomePart::Refused),
            value: PositionValue::new(book, situation, &lowered, &sides),
            seat_of,
            sides,
            lowered,
        }
    }

    /// The author's value of positions, if the rules declare one.
    pub(crate) fn value(&self) -> Option<&PositionValue> {
        self.value.as_ref()
    }

    /// Returns the number of sides.
    pub fn n_seats(&self) -> usize {
        self.sides.len()
    }

    /// Returns the index of a side in the cast.
    pub fn side(&self, seat: usize) -> Option<usize> {
        self.sides.get(seat).copied()
    }

    /// Returns the seat of the side of a unit of the cast at the start.
    pub fn seat_of(&self, unit: usize) -> Option<usize> {
        self.seat_of.get(unit).copied().flatten()
    }

    /// Returns the seat of the side that makes a choice; `None` if the decision names no side.
    pub fn chooser(&self, offer: Offer<'_>) -> Option<usize> {
        self.seat_of(offer.by()?)
    }

    /// Returns the id of the decision of an offer of this program.
    pub fn decision_of(&self, offer: Offer<'_>) -> DecisionId {
        // Decisions are stored in one slice, so that the address of one gives its index.
        let first = self.lowered.program.decisions.as_ptr().addr();
        let this = std::ptr::from_ref(offer.decision).addr();
        let at = this.wrapping_sub(first) / size_of::<Decision>();
        DecisionId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Whether every side knows the whole state at each of its decisions: no units are hidden, and no answers are given at the same
    /// time.
    pub(crate) fn is_open(&self) -> bool {
        let mut decisions = self.lowered.program.decisions.iter();
        let is_hidden = |one: &Decision| one.is_simultaneous && !one.is_drawn;
        self.lowered.secrets.units.is_empty() && !decisions.any(is_hidden)
    }

    /// Whether dice or draws make games differ in which all answers are the same.
    pub(crate) fn has_chance(&self) -> bool {
        self.has_chance
    }

    /// Whether the policy of a game with dice is an advised one: the rules say what something is worth.
    pub(crate) fn is_advised(&self) -> bool {
        self.has_chance && self.has_advice
    }

    /// Whether the rules can end the game.
    pub fn can_end(&self) -> bool {
        self.winner.is_some()
    }

    /// Returns the result of a machine that has stopped.
    pub fn verdict(&self, machine: &Machine) -> Verdict {
        if self.refused.is_some_and(|reg| machine.get(reg) != 0) {
            return Verdict::Refused;
        }
        match self.winner.map(|reg| machine.get(reg)) {
            None => Verdict::Unended,
            Some(value) => self.ended(value),
        }
    }

    /// Returns the verdict that the value of the winner encodes.
    pub(crate) fn ended(&self, winner: i32) -> Verdict {
        if winner == sandtable_ir::NONE {
            return Verdict::Unended;
        }
        let units = sandtable_ir::winners(winner).into_iter();
        let seats: Vec<usize> = units.filter_map(|unit| self.seat_of(unit)).collect();
        match seats.as_slice() {
            [] => Verdict::Drawn,
            [seat] => Verdict::Won(*seat),
            several => Verdict::Together(several.iter().copied().collect()),
        }
    }

    /// Returns the payoff of a result for a side: 1 for a win, alone or with others, 0 for a loss; a draw is divided equally among
    /// the sides.
    pub fn payoff(&self, verdict: Verdict, seat: usize) -> f64 {
        match verdict {
            Verdict::Won(_) | Verdict::Together(_) => f64::from(u8::from(verdict.has_won(seat))),
            Verdict::Drawn | Verdict::Unended | Verdict::Refused => {
                1.0 / self.n_seats().max(1) as f64
            }
        }
    }

    /// Returns the groups of units that a side cannot tell apart in the state of `registers`; empty under complete information.
    pub fn unknown_to(&self, seat: usize, registers: &[i32]) -> Vec<Vec<usize>> {
        let Some(viewer) = self.side(seat) else {
            return Vec::new();
        };
        if self.lowered.secrets.units.is_empty() {
            return Vec::new();
        }
        let mut groups = interchangeable(&self.lowered, registers, viewer);
        groups.retain(|group| group.len() > 1);
        groups
    }
}
