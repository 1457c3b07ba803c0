//! Findings in a scenario that is set up without errors: sides, turns, relations between units, and the ground they begin on.
//!
//! Conditions of the rules are evaluated on the initial state, as far as it determines them ([`start_state`]). Movement is found
//! by evaluating the step costs of the rules. This module takes the scenario as written, for spans, and as a question, for values.

mod arrival;
mod bearings;
mod clock;
mod counts;
mod extremes;
mod fixed_facts;
mod full_track;
mod gains;
mod ground;
mod left_out;
mod losses;
mod musts;
mod named_twice;
pub(super) mod on_map;
mod pairings;
mod part;
mod rows;
mod sides;
pub(super) mod start_state;
mod victory;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{CastUnit, NONE, Question, RuleBook};
use sandtable_roster::{Scenario, Unit};
use sandtable_source::Span;
use start_state::StartState;

/// Reports findings about a scenario of a book without errors.
///
/// Reports: E0409, E0560 to E0569, E0626.
pub fn check_start(
    book: &RuleBook,
    written: &Scenario,
    staged: &Question,
    diagnostics: &mut Diagnostics,
) {
    let staging = Staging {
        book,
        written,
        staged,
        start: StartState::new(book, staged),
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    sides::check_sides(&staging, &mut found);
    clock::check_turns(&staging, &mut found);
    full_track::check_tracks(&staging, &mut found);
    losses::check_losses(&staging, &mut found);
    counts::check_counts(&staging, &mut found);
    rows::check_rows(&staging, &mut found);
    fixed_facts::check_fixed_facts(&staging, &mut found);
    if !found
        .iter()
        .any(|finding| finding.code == Code::OverAtTheStart)
    {
        victory::check_victory(&staging, &mut found);
    }
    ground::check_ground(&staging, &mut found);
    left_out::check_left_out(&staging, &mut found);
    named_twice::check_named_twice(&staging, &mut found);
    bearings::check_bearings(&staging, &mut found);
    musts::check_musts(&staging, &mut found);
    pairings::check_pairings(&staging, &mut found);
    found.extend(part::check_part(&staging));
    diagnostics.extend(found);
}

/// A scenario as written, and as the question built from it.
struct Staging<'a> {
    book: &'a RuleBook,
    written: &'a Scenario,
    staged: &'a Question,
    start: StartState<'a>,
}

impl<'a> Staging<'a> {
    /// Iterates over the pieces of the cast that begin in play or arrive later, with their indices in it.
    fn pieces(&self) -> impl Iterator<Item = (usize, &'a CastUnit)> {
        let (book, cast) = (self.book, self.staged.cast.iter().enumerate());
        let cards = book.cards();
        cast.filter(move |(_, unit)| {
            book.is_piece(unit) && !unit.is_spare && !unit.is_card && !cards.has(unit.kind)
        })
    }

    /// Iterates over the sides, with their indices in the cast.
    fn sides(&self) -> impl Iterator<Item = (usize, &'a CastUnit)> {
        let kind = self.book.side_kind();
        let cast = self.staged.cast.iter().enumerate();
        cast.filter(move |(_, unit)| Some(unit.kind) == kind)
    }

    /// Returns the side of a piece, as its index in the cast.
    fn side_of(&self, at: usize) -> Option<usize> {
        let side = self.start.track(at, self.book.side_track()?)?;
        usize::try_from(side).ok().filter(|_| side != NONE)
    }

    /// Returns the unit of the scenario file that a unit of the cast comes from.
    fn unit_written(&self, unit: &CastUnit) -> Option<&'a Unit> {
        let own = self.written.units.iter();
        let mut all = own.chain(&self.written.sides).chain(&self.written.places);
        all.find(|one| one.id.value == unit.parameter)
    }

    /// Returns the span of a unit in the scenario file.
    fn head_of(&self, unit: &CastUnit) -> Option<Span> {
        self.unit_written(unit).map(Unit::head)
    }

    /// Returns the span of the key that gives a unit a value, else the span of the unit.
    fn place_of(&self, unit: &CastUnit, key: &str) -> Option<Span> {
        let written = self.unit_written(unit)?;
        let stat = written.stat(key);
        Some(stat.map_or(written.head(), |stat| stat.value.span))
    }

    /// Returns the span of a value of the game itself.
    fn game_place(&self, key: &str) -> Option<Span> {
        let mut stats = self.written.game.iter();
        let stat = stats.find(|stat| stat.key.value == key)?;
        Some(stat.value.span)
    }
}
