//! Measures of games: tracks of the sides, sums over their pieces, and what matters on the map.

use std::collections::BTreeMap;

use sandtable_ir::{Lowered, Reg};
use sandtable_model::{KindTrack, Question, RuleBook, TrackId, Type};
use sandtable_players::game::GameModel;
use sandtable_players::observe::{Counts, Gauge, Owner, Plan, Watched};

/// A list of words that is longer is not measured word by word.
const MOST_WORDS: usize = 8;
/// Maximum number of measures.
const MOST_MEASURES: usize = 64;

/// Builds a plan.
pub(super) struct Planner<'a> {
    book: &'a RuleBook,
    situation: &'a Question,
    model: &'a GameModel,
    numbers: BTreeMap<(TrackId, bool, Option<i32>), usize>,
    titles: Vec<String>,
    gauges: Vec<Gauge>,
}

/// The plan of a game, and the title of each measure.
pub(super) fn of(book: &RuleBook, situation: &Question, model: &GameModel) -> (Plan, Vec<String>) {
    let mut planner = Planner {
        book,
        situation,
        model,
        numbers: BTreeMap::new(),
        titles: Vec::new(),
        gauges: Vec::new(),
    };
    let watched = planner.watched();
    for unit in 0..situation.cast.len() {
        planner.measure(unit);
    }
    let plan = Plan {
        n_measures: planner.titles.len(),
        gauges: planner.gauges,
        watched,
        rounds: Vec::new(),
    };
    (plan, planner.titles)
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
        if known.owner.is_some() || !(is_side || book.pieces().has(known.kind)) {
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
        // Tracks 0 and 1 are `destroyed` and `removed`.
        let is_end = track.track.at() < 2;
        let gone = [0, 1].map(|at| self.slot(unit, TrackId::new(at)));
        let gone = match gone {
            [Some(destroyed), Some(removed)] if !is_end && !is_side => Some([destroyed, removed]),
            _ => None,
        };
        let shown = track.naming.shown().to_owned();
        let add = |planner: &mut Self, counts: Counts, title: String, word: Option<i32>| {
            let key = (track.track, is_side, word);
            let measure = match planner.numbers.get(&key) {
                Some(known) => *known,
                None if planner.titles.len() >= MOST_MEASURES => return,
                None => {
                    let at = planner.titles.len();
                    planner.titles.push(title);
                    planner.numbers.insert(key, at);
                    at
                }
            };
            planner.gauges.push(Gauge {
                reg,
                measure,
                counts,
                owner,
                gone,
            });
        };
        match ty {
            Type::Number(_) | Type::Flag => {
                let title = match (is_side, is_end) {
                    (true, _) => format!("`{shown}`"),
                    (false, true) => format!("pieces {shown}"),
                    (false, false) => format!("`{shown}` of its pieces"),
                };
                add(self, Counts::Value, title, None);
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
                    let title = match is_side {
                        true => format!("`{shown}` {word}"),
                        false => format!("pieces with `{shown}` {word}"),
                    };
                    add(self, Counts::Is(value), title, Some(value));
                }
            }
            Type::Place if Some(track.track) == self.book.at_track() => {
                add(
                    self,
                    Counts::Something,
                    "pieces on the map".to_owned(),
                    None,
                );
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
        let Some(at_track) = book.at_track() else {
            return watched;
        };
        let mut set = |reg: Option<Reg>, as_what: Watched| {
            if let Some(place) = reg.and_then(|reg| watched.get_mut(reg.0 as usize)) {
                *place = as_what;
            }
        };
        for (unit, known) in self.situation.cast.iter().enumerate() {
            let Some(kind) = book.kinds.get(known.kind.at()) else {
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
