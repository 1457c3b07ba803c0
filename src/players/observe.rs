//! Observation of games: the result of each game, and counts over many.
//!
//! A [`Plan`] states what is measured; an [`Onlooker`] observes games one after the other. Counts do not depend on the order of games.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_ir::{NONE, Note, NoteId, Options, Program, Reg};

use super::game::{GameModel, Verdict};
use super::history::History;
use super::table::{Compared, Observer};

/// Maximum number of snapshots of the measures of one game; the stride doubles when it is reached.
const MOST_SNAPSHOTS: usize = 32;

/// A register that contributes to a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauge {
    /// The register of the state.
    pub reg: Reg,
    /// The index of the measure.
    pub measure: usize,
    /// Its contribution.
    pub counts: Counts,
    /// The side that it counts for.
    pub owner: Owner,
    /// The flags `destroyed` and `removed` of its unit, which exclude it when set; `None` if it always counts.
    pub gone: Option<[Reg; 2]>,
}

/// The contribution of a register to a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Its value.
    Value,
    /// 1 if it has this value.
    Is(i32),
    /// 1 if it has any value.
    Something,
}

/// The side that a register counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The side in this seat.
    Seat(usize),
    /// The side that this register names.
    Named(Reg),
}

/// The meaning of a register of the state for the statistics of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Watched {
    /// None.
    #[default]
    Nothing,
    /// The place of a unit.
    Place(usize),
    /// The pile of a card.
    Card(usize),
    /// The flag that puts a unit out of play.
    Gone(usize),
    /// The side of a unit.
    Side(usize),
    /// Another track of a unit.
    Track(usize),
}

/// Registers and rules that an observer watches.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Number of measures.
    pub n_measures: usize,
    /// The registers that contribute to measures.
    pub gauges: Vec<Gauge>,
    /// By register of the state: its meaning.
    pub watched: Vec<Watched>,
    /// By note: whether the consequences of earlier decisions end there, as a turn or phase begins or tracks are reset.
    pub settles: Vec<bool>,
    /// The notes that mark the beginning of a round.
    pub rounds: Vec<NoteId>,
}

/// Record of one game.
#[derive(Debug, Clone, Default)]
pub struct GameRecord {
    /// Its result.
    pub verdict: Verdict,
    /// The note of the statement that ended or refused it.
    pub ended_by: Option<NoteId>,
    /// Number of rolls and draws.
    pub n_rolls: u32,
    /// Number of decisions.
    pub n_choices: u32,
    /// Number of turns: decisions of one side in a row.
    pub n_turns: u32,
    /// Number of rounds; 0 if no notes mark rounds.
    pub n_rounds: u32,
    /// The side that decided first.
    pub first: Option<usize>,
    /// The measures of each side, seat by seat, at the beginning of rounds and at the end.
    pub history: History,
    /// Number of rounds from one of these beginnings to the next, a power of two.
    pub stride: u32,
}

/// Counts of one decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecisionTally {
    /// Times that it was asked.
    pub asked: u64,
    /// By seat: times that the side was asked.
    pub asked_of: Vec<u64>,
    /// Total number of legal answers.
    pub answers: u64,
    /// Times that two answers shared the highest worth.
    pub ties: u64,
    /// Times that a player looked ahead and compared several answers.
    pub compared: u64,
    /// Times that the second best of these was within the error of the comparison.
    pub close: u64,
    /// By option: times offered and times taken; declining is last.
    pub options: Vec<[u64; 2]>,
    /// By option: times that it was the only answer, and so was not asked; declining is last.
    pub forced: Vec<u64>,
}

impl DecisionTally {
    /// The index of an answer among the options.
    fn place(&self, answer: i32) -> usize {
        let declining = self.options.len().saturating_sub(1);
        usize::try_from(answer).unwrap_or(declining)
    }
}

/// Counts over many games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tallies {
    /// By note: the number of games that passed it.
    pub notes: Vec<u64>,
    /// By decision: its counts.
    pub decisions: Vec<DecisionTally>,
    /// By place and seat: decisions of other sides that changed a unit of the side there.
    pub hits: BTreeMap<i32, Vec<u64>>,
    /// By place and seat: units of the side that went out of play there, or that left the map there for good.
    pub losses: BTreeMap<i32, Vec<u64>>,
    /// By unit: the number of games in which its side chose it or it moved; of a card, in which it was put into a pile.
    pub units: Vec<u64>,
    /// Places at which a unit was.
    pub occupied: BTreeSet<i32>,
}

/// A value that is not [`NONE`].
fn some(value: i32) -> Option<i32> {
    (value != NONE).then_some(value)
}

/// Observer that counts over games.
pub struct Onlooker<'m> {
    model: &'m GameModel,
    plan: &'m Plan,
    is_round: Vec<bool>,
    /// Record of the current game.
    record: GameRecord,
    passed: Vec<bool>,
    used: Vec<bool>,
    places: Vec<i32>,
    /// By unit that has left the map: its last place, and the seat of its side.
    left: Vec<Option<(i32, usize)>>,
    owners: Vec<Option<usize>>,
    /// By unit: the number of the answer that last changed it.
    changed_by: Vec<u32>,
    /// Number of answers so far, those included that were the only ones.
    n_answers: u32,
    /// The side whose decision is carried out; `None` after decisions at the same time, and where the rules act by themselves.
    acting: Option<usize>,
    last_seat: Option<usize>,
    /// Number of rounds from one snapshot to the next.
    stride: u32,
    /// Counts over all games.
    tallies: Tallies,
}

impl<'m> Onlooker<'m> {
    /// Returns an observer without counts.
    pub fn new(model: &'m GameModel, plan: &'m Plan) -> Self {
        let program = &model.lowered.program;
        let n_units = program.n_units as usize;
        let mut is_round = vec![false; program.notes.len()];
        for note in &plan.rounds {
            if let Some(flag) = is_round.get_mut(note.0 as usize) {
                *flag = true;
            }
        }
        let decisions = program.decisions.iter().map(|decision| DecisionTally {
            options: vec![[0, 0]; decision.n_options as usize + 1],
            forced: vec![0; decision.n_options as usize + 1],
            asked_of: vec![0; model.n_seats()],
            ..DecisionTally::default()
        });
        Self {
            is_round,
            record: GameRecord::default(),
            passed: vec![false; program.notes.len()],
            used: vec![false; n_units],
            places: vec![NONE; n_units],
            left: vec![None; n_units],
            owners: vec![None; n_units],
            changed_by: vec![0; n_units],
            n_answers: 0,
            acting: None,
            last_seat: None,
            stride: 1,
            tallies: Tallies {
                notes: vec![0; program.notes.len()],
                decisions: decisions.collect(),
                units: vec![0; n_units],
                ..Tallies::default()
            },
            model,
            plan,
        }
    }

    /// Begins a game.
    pub fn begin(&mut self) {
        self.record = GameRecord {
            history: History::new(self.plan.n_measures * self.model.n_seats()),
            ..GameRecord::default()
        };
        self.passed.fill(false);
        self.used.fill(false);
        self.places.fill(NONE);
        self.left.fill(None);
        self.changed_by.fill(0);
        self.n_answers = 0;
        self.acting = None;
        self.last_seat = None;
        self.stride = 1;
        for (unit, owner) in self.owners.iter_mut().enumerate() {
            *owner = self.model.seat_of(unit);
        }
        let slots = &self.model.lowered.program.slots;
        for (slot, watched) in slots.iter().zip(&self.plan.watched) {
            if let Watched::Place(unit) = *watched
                && let Some(place) = self.places.get_mut(unit)
            {
                *place = slot.start;
                self.tallies.occupied.extend(some(slot.start));
            }
        }
    }

    /// Ends the current game, whose final state is in the machine, and returns its record.
    pub fn end(&mut self, verdict: Verdict, machine: &Machine) -> GameRecord {
        self.snapshot(machine, true);
        for (count, passed) in self.tallies.notes.iter_mut().zip(&self.passed) {
            *count += u64::from(*passed);
        }
        for (count, used) in self.tallies.units.iter_mut().zip(&self.used) {
            *count += u64::from(*used);
        }
        for (place, seat) in std::mem::take(&mut self.left).into_iter().flatten() {
            self.count_at(place, seat, true);
        }
        self.left.resize(self.places.len(), None);
        self.record.verdict = verdict;
        self.record.stride = self.stride;
        std::mem::take(&mut self.record)
    }

    /// Returns the counts.
    pub fn tallies(self) -> Tallies {
        self.tallies
    }

    /// Adds a snapshot of the measures; beyond the maximum, drops every second one.
    fn snapshot(&mut self, machine: &Machine, is_last: bool) {
        if !is_last && !self.record.n_rounds.is_multiple_of(self.stride) {
            return;
        }
        let n_seats = self.model.n_seats();
        let values = self.record.history.add();
        for gauge in &self.plan.gauges {
            let is_gone = gauge
                .gone
                .is_some_and(|[a, b]| machine.get(a) != 0 || machine.get(b) != 0);
            if is_gone {
                continue;
            }
            let seat = match gauge.owner {
                Owner::Seat(seat) => Some(seat),
                Owner::Named(reg) => {
                    let side = usize::try_from(machine.get(reg)).ok();
                    side.and_then(|side| self.model.seat_of(side))
                }
            };
            let value = machine.get(gauge.reg);
            let value = match gauge.counts {
                Counts::Value if value == NONE => 0,
                Counts::Value => value,
                Counts::Is(wanted) => i32::from(value == wanted),
                Counts::Something => i32::from(value != NONE),
            };
            let at = seat.map(|seat| gauge.measure * n_seats + seat);
            if let Some(sum) = at.and_then(|at| values.get_mut(at)) {
                *sum = sum.saturating_add(value);
            }
        }
        if !is_last && self.record.history.len() >= MOST_SNAPSHOTS {
            self.record.history.halve();
            self.stride *= 2;
        }
    }

    /// Notes that a side carries out an answer, that its player gave or that was the only one.
    fn acts(&mut self, offer: Offer<'_>, seat: Option<usize>, answer: i32) {
        self.n_answers += 1;
        self.acting = match offer.decision.is_simultaneous {
            true => None,
            false => seat.or(self.acting),
        };
        let has_units = offer.decision.options == Options::Units;
        if has_units
            && let Ok(unit) = usize::try_from(answer)
            && self.owners.get(unit).copied().flatten() == seat
            && let Some(used) = self.used.get_mut(unit)
        {
            *used = true;
        }
    }

    /// Returns the place that a unit leaves, and the seat of its side.
    fn leaves(&mut self, unit: usize) -> Option<(i32, usize)> {
        let place = std::mem::replace(self.places.get_mut(unit)?, NONE);
        let seat = self.owners.get(unit).copied().flatten()?;
        (place != NONE).then_some((place, seat))
    }

    fn count_at(&mut self, place: i32, seat: usize, is_loss: bool) {
        let n_seats = self.model.n_seats();
        let counts = match is_loss {
            true => &mut self.tallies.losses,
            false => &mut self.tallies.hits,
        };
        let counts = counts.entry(place).or_insert_with(|| vec![0; n_seats]);
        if let Some(count) = counts.get_mut(seat) {
            *count += 1;
        }
    }
}

impl Observer for Onlooker<'_> {
    #[inline]
    fn rolled(&mut self) {
        self.record.n_rolls += 1;
    }

    fn chose(&mut self, offer: Offer<'_>, seat: Option<usize>, answer: i32) {
        self.record.n_choices += 1;
        self.acts(offer, seat, answer);
        if seat.is_some() && seat != self.last_seat {
            self.record.n_turns += 1;
            self.last_seat = seat;
        }
        self.record.first = self.record.first.or(seat);
        let decision = self.model.decision_of(offer);
        let Some(tally) = self.tallies.decisions.get_mut(decision.0 as usize) else {
            return;
        };
        tally.asked += 1;
        if let Some(asked) = seat.and_then(|seat| tally.asked_of.get_mut(seat)) {
            *asked += 1;
        }
        let (mut best, mut second) = (i32::MIN, i32::MIN);
        for option in offer.answers() {
            tally.answers += 1;
            if let Some(worth) = offer.worth(option) {
                if worth > best {
                    (best, second) = (worth, best);
                } else {
                    second = second.max(worth);
                }
            }
            let at = tally.place(option);
            if let Some([offered, _]) = tally.options.get_mut(at) {
                *offered += 1;
            }
        }
        tally.ties += u64::from(best == second && best != i32::MIN);
        let at = tally.place(answer);
        if let Some([_, taken]) = tally.options.get_mut(at) {
            *taken += 1;
        }
    }

    fn settled(&mut self, offer: Offer<'_>, seat: Option<usize>, answer: i32) {
        self.acts(offer, seat, answer);
        let decision = self.model.decision_of(offer);
        let tally = self.tallies.decisions.get_mut(decision.0 as usize);
        let count = tally.and_then(|tally| {
            let at = tally.place(answer);
            tally.forced.get_mut(at)
        });
        if let Some(count) = count {
            *count += 1;
        }
    }

    fn compared(&mut self, _machine: &Machine, compared: Compared<'_>) {
        let tallies = &mut self.tallies.decisions;
        let tally = tallies.get_mut(compared.decision.0 as usize);
        if let ([first, second, ..], Some(tally)) = (compared.candidates, tally)
            && first.is_valued()
            && second.is_valued()
        {
            tally.compared += 1;
            let error = first.error().hypot(second.error());
            tally.close += u64::from(first.value() - second.value() <= error);
        }
    }

    fn noted(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        let at = note.0 as usize;
        if let Some(passed) = self.passed.get_mut(at) {
            *passed = true;
        }
        if self.plan.settles.get(at).copied().unwrap_or(false) {
            self.acting = None;
        }
        if self.is_round.get(at).copied().unwrap_or(false) {
            self.snapshot(machine, false);
            self.record.n_rounds += 1;
        }
        if let Some(Note::GameEnds { .. } | Note::Refused { .. }) = program.notes.get(at) {
            self.record.ended_by = Some(note);
        }
    }

    #[inline]
    fn changed(&mut self, slot: Reg, value: i32) {
        let watched = self.plan.watched.get(slot.0 as usize);
        match watched.copied().unwrap_or_default() {
            Watched::Nothing => {}
            Watched::Place(unit) => {
                let left = match value {
                    NONE => self.leaves(unit),
                    _ => None,
                };
                if let Some(last) = self.left.get_mut(unit) {
                    // A unit that is carried by another one comes back.
                    *last = left;
                }
                if value != NONE
                    && let Some(place) = self.places.get_mut(unit)
                {
                    *place = value;
                    self.tallies.occupied.insert(value);
                    if let Some(used) = self.used.get_mut(unit) {
                        *used = true;
                    }
                }
            }
            Watched::Card(card) => {
                if let Some(used) = self.used.get_mut(card) {
                    *used = true;
                }
            }
            Watched::Gone(unit) => {
                if value != 0
                    && let Some((place, seat)) = self.leaves(unit)
                {
                    self.count_at(place, seat, true);
                }
            }
            Watched::Side(unit) => {
                let side = usize::try_from(value).ok();
                let seat = side.and_then(|side| self.model.seat_of(side));
                if let Some(owner) = self.owners.get_mut(unit) {
                    *owner = seat;
                }
            }
            Watched::Track(unit) => {
                let owner = self.owners.get(unit).copied().flatten();
                let place = self.places.get(unit).copied().unwrap_or(NONE);
                let of_other = owner.filter(|_| self.acting.is_some() && owner != self.acting);
                let now = self.n_answers;
                if place != NONE
                    && let Some(seat) = of_other
                    && let Some(last) = self.changed_by.get_mut(unit)
                    && std::mem::replace(last, now) != now
                {
                    self.count_at(place, seat, false);
                }
            }
        }
    }
}

impl Tallies {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        let sum = |to: &mut Vec<u64>, from: &[u64]| {
            to.resize(to.len().max(from.len()), 0);
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        };
        sum(&mut self.notes, &other.notes);
        sum(&mut self.units, &other.units);
        self.occupied.extend(&other.occupied);
        for (to, from) in [
            (&mut self.hits, &other.hits),
            (&mut self.losses, &other.losses),
        ] {
            for (place, counts) in from {
                sum(to.entry(*place).or_default(), counts);
            }
        }
        let n = self.decisions.len().max(other.decisions.len());
        self.decisions.resize(n, DecisionTally::default());
        for (to, from) in self.decisions.iter_mut().zip(&other.decisions) {
            to.asked += from.asked;
            sum(&mut to.asked_of, &from.asked_of);
            to.compared += from.compared;
            to.close += from.close;
            to.answers += from.answers;
            to.ties += from.ties;
            sum(&mut to.forced, &from.forced);
            let n = to.options.len().max(from.options.len());
            to.options.resize(n, [0, 0]);
            for (to, from) in to.options.iter_mut().zip(&from.options) {
                for (to, from) in to.iter_mut().zip(from) {
                    *to += from;
                }
            }
        }
    }
}

/// Finds the loop whose iterations are the rounds of the game.
pub struct LoopFinder {
    n_choices: u32,
    /// By note: the number of iterations, and the numbers of decisions before the first and before the last.
    loops: Vec<[u64; 3]>,
    /// The same, for the current game.
    current: Vec<[u64; 3]>,
}

impl LoopFinder {
    /// Returns a finder without observations.
    pub fn new(model: &GameModel) -> Self {
        let n_notes = model.lowered.program.notes.len();
        Self {
            n_choices: 0,
            loops: vec![[0; 3]; n_notes],
            current: vec![[0; 3]; n_notes],
        }
    }

    /// Ends the current game.
    pub fn end(&mut self) {
        for (sum, current) in self.loops.iter_mut().zip(&mut self.current) {
            for (sum, current) in sum.iter_mut().zip(std::mem::take(current)) {
                *sum += current;
            }
        }
        self.n_choices = 0;
    }

    /// Returns the note of the loop that spans nearly as many decisions as any does, with the fewest iterations among those; `None`
    /// without loops.
    pub fn found(&self, n_games: u64) -> Option<NoteId> {
        let loops = self.loops.iter().zip(0..);
        let loops = loops.filter(|([rounds, ..], _)| *rounds > n_games);
        let span = |[_, first, last]: &[u64; 3]| last.saturating_sub(*first);
        let longest = loops.clone().map(|(one, _)| span(one)).max()?;
        let mut loops: Vec<_> = loops
            .filter(|(one, _)| span(one) as f64 >= 0.7 * longest as f64)
            .collect();
        loops.sort_by_key(|([rounds, ..], _)| *rounds);
        loops.first().map(|(_, at)| NoteId(*at))
    }
}

impl Observer for LoopFinder {
    fn chose(&mut self, _offer: Offer<'_>, _seat: Option<usize>, _answer: i32) {
        self.n_choices += 1;
    }

    fn rolled(&mut self) {
        self.n_choices += 1;
    }

    fn noted(&mut self, program: &Program, _machine: &Machine, note: NoteId) {
        let at = note.0 as usize;
        match program.notes.get(at) {
            Some(Note::NextRound { .. } | Note::Round { .. }) => {}
            _ => return,
        }
        if let Some([rounds, first, last]) = self.current.get_mut(at) {
            if *rounds == 0 {
                *first = u64::from(self.n_choices);
            }
            *rounds += 1;
            *last = u64::from(self.n_choices);
        }
    }
}
