//! Measures of games: tracks of the sides, sums over their pieces, and what matters on the map.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_ir::{Lowered, Note, Reg};
use sandtable_model::{Ability, KindTrack, Kinds, Pile, Question, RuleBook, TrackId, Type};
use sandtable_players::game::GameModel;
use sandtable_players::observe::{Counts, Gauge, Owner, Plan, Watched};

use crate::deciding::tracks_that_decide;

/// A list of words that is longer is not measured word by word.
const MOST_WORDS: usize = 8;
/// Maximum number of measures.
const MOST_MEASURES: usize = 64;

/// Key of a measure: the kind, unless it covers all pieces or sides; the track; whether sides have it; the counted word.
type Key = (Option<usize>, TrackId, bool, Option<i32>);

/// A measure in words.
#[derive(Debug, Clone)]
pub(super) struct Measure {
    /// `pieces destroyed`
    pub(super) title: String,
    /// Whether it is a number of things, so that one has fewer of it and not less.
    pub(super) is_count: bool,
    /// Whether the rules ask for it where a side wins.
    pub(super) decides: bool,
}

/// Builds a plan.
pub(super) struct Planner<'a> {
    book: &'a RuleBook,
    situation: &'a Question,
    model: &'a GameModel,
    numbers: BTreeMap<Key, usize>,
    measures: Vec<Measure>,
    /// The tracks of sides that decide who wins.
    deciding: BTreeSet<TrackId>,
    gauges: Vec<Gauge>,
}

/// The plan of a game, and its measures.
pub(super) fn of(book: &RuleBook, situation: &Question, model: &GameModel) -> (Plan, Vec<Measure>) {
    let mut planner = Planner {
        book,
        situation,
        model,
        numbers: BTreeMap::new(),
        measures: Vec::new(),
        deciding: tracks_that_decide(book),
        gauges: Vec::new(),
    };
    let watched = planner.watched();
    for unit in 0..situation.cast.len() {
        planner.measure(unit);
        planner.measure_holders(unit);
        planner.measure_hand(unit);
    }
    let plan = Plan {
        n_measures: planner.measures.len(),
        gauges: planner.gauges,
        watched,
        settles: settles(book, model),
        rounds: Vec::new(),
    };
    (plan, planner.measures)
}

/// Returns for each note whether no earlier decision is carried out from there on: a sequence or phase begins, or tracks are reset.
fn settles(book: &RuleBook, model: &GameModel) -> Vec<bool> {
    let is_sequence = |name: &str| {
        let mut known = book.procedures.iter();
        known.any(|one| one.ability == Ability::Sequence && one.naming.name == name)
    };
    let notes = model.lowered.program.notes.iter();
    let settles = notes.map(|note| {
        matches!(note, Note::Phase { .. } | Note::Resets)
            || matches!(note, Note::Enter { name, .. } if is_sequence(name))
    });
    settles.collect()
}

impl Measure {
    fn count(title: String) -> Self {
        Self {
            title,
            is_count: true,
            decides: false,
        }
    }

    fn amount(title: String) -> Self {
        Self {
            title,
            is_count: false,
            decides: false,
        }
    }
}

impl Planner<'_> {
    fn lowered(&self) -> &Lowered {
        &self.model.lowered
    }

    fn slot(&self, unit: usize, track: TrackId) -> Option<Reg> {
        self.lowered().slot(unit, track)
    }

    /// Adds the measures of a unit's tracks.
    fn measure(&mut self, unit: usize) {
        let book = self.book;
        let Some(known) = self.situation.cast.get(unit) else {
            return;
        };
        let is_side = book.side_kind() == Some(known.kind);
        let is_card = book.deck_of(known.kind).is_some();
        let is_measured = is_side || (book.pieces().has(known.kind) && !is_card);
        if known.owner.is_some() || !is_measured {
            return;
        }
        let owner = match is_side {
            true => self.model.seat_of(unit).map(Owner::Seat),
            false => book
                .side_track()
                .and_then(|track| self.slot(unit, track))
                .map(Owner::Named),
        };
        let Some(owner) = owner else {
            return;
        };
        let Some(kind) = book.kinds.get(known.kind.at()) else {
            return;
        };
        for track in &kind.tracks {
            // A spare unit is removed until the rules bring it into play.
            if known.is_spare && track.track == TrackId::REMOVED {
                continue;
            }
            // Tracks that are reset with each phase say nothing about who is ahead.
            let is_of_itself = track.is_internal()
                || track.lasts.is_some()
                || [book.side_track(), book.facing_track()].contains(&Some(track.track));
            let of = book.tracks.get(track.track.at());
            let Some(of) = of.filter(|of| !is_of_itself && of.index.is_none()) else {
                continue;
            };
            self.measure_track(unit, track, of.ty, owner, is_side);
        }
    }

    /// Adds the sides that tracks of a unit name, such as the holder of a flag.
    fn measure_holders(&mut self, unit: usize) {
        let book = self.book;
        let Some((known, side)) = self.situation.cast.get(unit).zip(book.side_kind()) else {
            return;
        };
        let is_measured = known.owner.is_none() && known.kind != side;
        let Some(kind) = book.kinds.get(known.kind.at()).filter(|_| is_measured) else {
            return;
        };
        for track in &kind.tracks {
            let is_of_itself = track.is_internal()
                || track.lasts.is_some()
                || book.side_track() == Some(track.track);
            let of = book.tracks.get(track.track.at());
            let names_a_side = of.is_some_and(|of| {
                of.index.is_none() && of.ty == Type::Unit(Kinds::one(side)) && !is_of_itself
            });
            let Some(reg) = self.slot(unit, track.track).filter(|_| names_a_side) else {
                continue;
            };
            let title = format!("`{}` (`{}`)", kind.naming.shown(), track.naming.shown());
            let key = (Some(known.kind.at()), track.track, false, None);
            let gauge = Gauge {
                reg,
                measure: 0,
                counts: Counts::Something,
                owner: Owner::Named(reg),
                gone: self.gone(unit),
            };
            self.add(key, Measure::count(title), gauge);
        }
    }

    /// Adds a card to the hand of its side.
    fn measure_hand(&mut self, unit: usize) {
        let book = self.book;
        let Some(known) = self.situation.cast.get(unit) else {
            return;
        };
        let Some(deck) = book.deck_of(known.kind) else {
            return;
        };
        let pile = self.slot(unit, deck.pile);
        let side = book.side_track().and_then(|track| self.slot(unit, track));
        let Some((reg, side)) = pile.zip(side) else {
            return;
        };
        let title = match book.decks.len() {
            1 => "cards in hand".to_owned(),
            _ => format!("cards of `{}` in hand", deck.naming.shown()),
        };
        let key = (Some(known.kind.at()), deck.pile, false, None);
        let gauge = Gauge {
            reg,
            measure: 0,
            counts: Counts::Is(Pile::Hand.value()),
            owner: Owner::Named(side),
            gone: None,
        };
        self.add(key, Measure::count(title), gauge);
    }

    /// The flags that put a unit out of play.
    fn gone(&self, unit: usize) -> Option<[Reg; 2]> {
        match [TrackId::DESTROYED, TrackId::REMOVED].map(|track| self.slot(unit, track)) {
            [Some(destroyed), Some(removed)] => Some([destroyed, removed]),
            _ => None,
        }
    }

    /// Adds a register to the measure under a key, which is new or not.
    fn add(&mut self, key: Key, measure: Measure, gauge: Gauge) {
        let known = self.numbers.get(&key).copied();
        if known.is_none() && self.measures.len() >= MOST_MEASURES {
            return;
        }
        let at = known.unwrap_or_else(|| {
            self.measures.push(measure);
            self.numbers.insert(key, self.measures.len() - 1);
            self.measures.len() - 1
        });
        self.gauges.push(Gauge {
            measure: at,
            ..gauge
        });
    }

    fn measure_track(
        &mut self,
        unit: usize,
        track: &KindTrack,
        ty: Type,
        owner: Owner,
        is_side: bool,
    ) {
        let Some(reg) = self.slot(unit, track.track) else {
            return;
        };
        let is_end = [TrackId::DESTROYED, TrackId::REMOVED].contains(&track.track);
        let gone = self.gone(unit).filter(|_| !is_end && !is_side);
        let shown = track.naming.shown().to_owned();
        let add = |planner: &mut Self, counts: Counts, measure: Measure, word: Option<i32>| {
            let gauge = Gauge {
                reg,
                measure: 0,
                counts,
                owner,
                gone,
            };
            planner.add((None, track.track, is_side, word), measure, gauge);
        };
        match ty {
            Type::Number(_) | Type::Flag => {
                let measure = match (is_side, is_end) {
                    (true, _) => Measure::amount(format!("`{shown}`")),
                    (false, true) => Measure::count(format!("pieces {shown}")),
                    (false, false) => Measure::amount(format!("`{shown}` of its pieces")),
                };
                let decides = is_side && self.deciding.contains(&track.track);
                add(self, Counts::Value, Measure { decides, ..measure }, None);
            }
            Type::Words(words) => {
                let book = self.book;
                let words = book
                    .words
                    .get(words.at())
                    .map_or(&[][..], |known| &known.words);
                if words.len() > MOST_WORDS {
                    return;
                }
                for (value, word) in (0..).zip(words) {
                    let measure = match is_side {
                        true => Measure::amount(format!("`{shown}` {word}")),
                        false => Measure::count(format!("pieces with `{shown}` {word}")),
                    };
                    add(self, Counts::Is(value), measure, Some(value));
                }
            }
            Type::Place if Some(track.track) == self.book.at_track() => {
                let measure = Measure::count("pieces on the map".to_owned());
                add(self, Counts::Something, measure, None);
            }
            Type::Place
            | Type::Face(_)
            | Type::Dice
            | Type::Unit(_)
            | Type::Side
            | Type::Unknown => {}
        }
    }

    /// The meaning of each register of the state for the map.
    fn watched(&self) -> Vec<Watched> {
        let book = self.book;
        let mut watched = vec![Watched::Nothing; self.lowered().program.slots.len()];
        let mut set = |reg: Option<Reg>, as_what: Watched| {
            if let Some(place) = reg.and_then(|reg| watched.get_mut(reg.0 as usize)) {
                *place = as_what;
            }
        };
        for (unit, known) in self.situation.cast.iter().enumerate() {
            let Some(kind) = book.kinds.get(known.kind.at()) else {
                continue;
            };
            if let Some(deck) = book.deck_of(known.kind) {
                // A shuffle does not take a card out of its deck.
                set(self.slot(unit, deck.pile), Watched::Card(unit));
                continue;
            }
            let Some(at_track) = book.at_track() else {
                continue;
            };
            if !book.pieces().has(known.kind) || self.slot(unit, at_track).is_none() {
                continue;
            }
            for track in kind.tracks.iter().filter(|track| !track.is_internal()) {
                let is_plain = book
                    .tracks
                    .get(track.track.at())
                    .is_some_and(|of| of.index.is_none());
                let what = if track.track == at_track {
                    Watched::Place(unit)
                } else if track.track.at() < 2 {
                    Watched::Gone(unit)
                } else if Some(track.track) == book.side_track() {
                    Watched::Side(unit)
                } else if Some(track.track) == book.facing_track() || !is_plain {
                    Watched::Nothing
                } else {
                    Watched::Track(unit)
                };
                set(self.slot(unit, track.track), what);
            }
        }
        watched
    }
}
