//! Construction of a question from a scenario: its sides, units and starting values are added to the cast.
//!
//! Reports: E0202, E0401 to E0404, E0406, E0408, E0512, E0514.

use std::sync::Arc;

use super::units::with_units_known;
use super::{Binding, QuestionBuilder, entry_expr, with_outlines};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::Entry;
use sandtable_model::board::GameMap;
use sandtable_model::sides::unknown_side;
use sandtable_model::{
    Expr, GAME, KindId, Kinds, NONE, Naming, Procedure, ProcedureId, Profile, ProfileId, Question,
    RuleBook, SIDE, TrackId, Type,
};
use sandtable_roster::{PLACE_KEYS, Scenario, Standing, Stat, Unit, Value, read_standing};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Maximum number of equal units that one line of a scenario adds.
const MOST_OF_A_KIND: i64 = 64;

/// Builds a question from a scenario; `None` after an error, which is reported.
pub fn set_up(
    book: &RuleBook,
    scenario: &Scenario,
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let mut found = Diagnostics::default();
    let procedure = played(book, &scenario.play, &mut found);
    let mut stager = Stager {
        builder: QuestionBuilder::new(book, &mut found),
        waiting: Vec::new(),
        waiting_about: Vec::new(),
        placed: Vec::new(),
    };
    // Anything below may name a place.
    stager.map(scenario);
    stager.sides(scenario);
    stager.game(scenario);
    stager.places(scenario);
    stager.pieces_of_the_map();
    for unit in &scenario.units {
        let standing = stager.standing(unit);
        stager.unit(unit, &standing, true);
    }
    stager.report_missing_map();
    stager.hold_each_other();
    let (facts, particular) = stager.facts(&scenario.facts);
    let options = stager.options(&scenario.options);
    let mut builder = stager.builder;
    builder.sides_of_parts();
    if let Some(procedure) = procedure {
        builder.spares(Entry::Procedure(procedure), scenario.play.span);
        builder.join_cards(Entry::Procedure(procedure), 0, scenario.play.span);
    }
    builder.report_unlocated();
    let (cast, named, map) = (builder.cast, builder.named, builder.map);
    if !found.is_empty() {
        diagnostics.extend(found.iter().cloned());
        return None;
    }
    let procedure = procedure?;
    let kind = |place: usize| cast.get(place).map(|unit| unit.kind);
    Some(Question {
        entry: entry_expr(
            book,
            Entry::Procedure(procedure),
            Vec::new(),
            scenario.play.span,
        ),
        procedure: Some(procedure),
        arguments: named
            .iter()
            .map(|(_, place)| i32::try_from(*place).unwrap_or(0))
            .collect(),
        sets: Vec::new(),
        named: named
            .iter()
            .filter_map(|(name, place)| Some((name.clone(), kind(*place)?)))
            .collect(),
        board_instance: map
            .as_ref()
            .map(|map| Arc::new(with_outlines(&map.board_instance, &cast, 0, book))),
        map,
        cast,
        facts,
        judged: Vec::new(),
        particular,
        is_played: true,
        options,
        phase: None,
        row: None,
        script: None,
    })
}

/// Returns, for each piece that a scenario places, its index in the cast and the question whether the rules allow it to be there.
pub fn placement_checks<'q>(
    book: &RuleBook,
    staged: &'q Question,
) -> impl Iterator<Item = (usize, Expr)> + use<'q> {
    let named = book.stands.as_ref().map(|named| named.value);
    let formula = named.and_then(|named| {
        let parameter = book.procedures.get(named.at())?.parameters.first()?;
        let nobody = Expr::constant(0, parameter.ty, parameter.span);
        let entry = entry_expr(book, Entry::Procedure(named), vec![nobody], parameter.span);
        Some((parameter.ty, entry))
    });
    let pieces = staged.cast.iter().enumerate();
    formula.into_iter().flat_map(move |(ty, entry)| {
        pieces.clone().filter_map(move |(at, unit)| {
            let span = unit.stands_at?;
            let is_meant = matches!(ty, Type::Unit(kinds) if kinds.has(unit.kind));
            let place = i32::try_from(at).ok().filter(|_| is_meant)?;
            let (procedure, _) = entry.call()?;
            let argument = Expr::constant(place, ty, span);
            let call = Expr {
                or_none: entry.or_none,
                ..Expr::call_of(procedure, vec![argument], entry.ty, span)
            };
            Some((at, call))
        })
    })
}

/// Returns the question that evaluates a call in the state of a game that is set up.
pub fn asked_of(staged: &Question, call: &Expr) -> Question {
    let called = call.call();
    let arguments = called.map_or(&[][..], |(_, arguments)| arguments);
    let arguments = arguments.iter().filter_map(Expr::constant_value);
    Question {
        entry: call.clone(),
        procedure: called.map(|(procedure, _)| procedure),
        arguments: arguments.collect(),
        named: Vec::new(),
        ..staged.clone()
    }
}

/// Returns the sequence or action that a scenario plays; it may have no parameters.
fn played(
    book: &RuleBook,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<ProcedureId> {
    let alone =
        |naming: &Naming, n_parameters: usize| n_parameters == 0 && naming.name == name.value;
    let found = book
        .procedures
        .iter()
        .position(|known| known.is_declared() && alone(&known.naming, known.parameters.len()));
    if let Some(at) = found {
        return Some(ProcedureId::new(at));
    }
    let known = book.procedures.iter().map(AsRef::as_ref);
    let of_name = |known: &&Procedure| known.naming.name == name.value;
    if let Some(procedure) = known.clone().find(of_name) {
        let names: Vec<&str> = procedure
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str())
            .collect();
        diagnostics.push(
            Diagnostic::new(
                Code::MissingArgument,
                format!("`{}` needs {}", name.value, names.join(" and ")),
            )
            .label(name.span, "")
            .label(procedure.naming.span, "declared here")
            .help("choose a sequence without parameters for the scenario"),
        );
        return None;
    }
    let playable = known
        .filter(|known| known.is_declared() && known.parameters.is_empty())
        .map(|known| known.naming.name.as_str());
    diagnostics.push(
        Diagnostic::new(
            Code::UnknownProcedure,
            format!("there is no sequence `{}` to play", name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, playable)
        .help("name a sequence of the ruleset"),
    );
    None
}

/// Whether the starting values that a map gives for its places can be read in every question; those that cannot are reported. Values
/// that name pieces, or sides that only scenarios name, are read with each question alone.
pub(crate) fn starts_are_sound(
    book: &RuleBook,
    map: &GameMap,
    diagnostics: &mut Diagnostics,
) -> bool {
    if map.starts.iter().all(Vec::is_empty) {
        return true;
    }
    let mut found = Diagnostics::default();
    let mut builder = QuestionBuilder {
        map: Some(Arc::new(map.clone())),
        ..QuestionBuilder::new(book, &mut found)
    };
    builder.set_up(&[], map.naming.span);
    let mut stager = Stager {
        builder,
        waiting: Vec::new(),
        waiting_about: Vec::new(),
        placed: Vec::new(),
    };
    stager.join_places();
    stager.keep_what_names_sides();
    stager.hold_each_other();
    let is_sound = found.is_empty();
    diagnostics.extend(found.iter().cloned());
    is_sound
}

impl<'a> QuestionBuilder<'a> {
    /// Adds the pieces that come with the map.
    pub(super) fn with_map(self) -> Self {
        let mut stager = Stager {
            builder: self,
            waiting: Vec::new(),
            waiting_about: Vec::new(),
            placed: Vec::new(),
        };
        stager.join_places();
        stager.pieces_of_the_map();
        stager.hold_each_other();
        stager.builder
    }
}

pub(super) struct Stager<'a> {
    pub(super) builder: QuestionBuilder<'a>,
    /// Tracks that hold a unit, with its name; resolved when the cast is complete, since the unit may be added later.
    waiting: Vec<(usize, TrackId, Spanned<String>)>,
    /// Tracks with a value for each unit.
    pub(super) waiting_about: Vec<BeginsAbout>,
    /// Places of units in a scenario without a map.
    placed: Vec<Span>,
}

/// A starting value of a track of one unit about another unit, by index in the cast.
pub(super) struct BeginsAbout {
    pub(super) place: usize,
    pub(super) track: Spanned<String>,
    pub(super) about: Spanned<String>,
    pub(super) value: Spanned<Literal>,
}

impl Stager<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.builder.diagnostics.push(diagnostic);
    }

    fn sides(&mut self, scenario: &Scenario) {
        let Some(kind) = self.builder.book.side_kind() else {
            if let Some(side) = scenario.sides.first() {
                self.report(
                    Diagnostic::new(Code::UnknownKind, "this ruleset has no sides")
                        .label(side.id.span, "")
                        .help("declare them in a rule file: `kind side \"Side\"`"),
                );
            }
            return;
        };
        if !self.builder.book.sides.is_empty() {
            return self.named_sides(scenario, kind);
        }
        for side in &scenario.sides {
            let place = self.special(kind, &side.id);
            if let Some(place) = place {
                self.builder.sides.push(place);
                self.begins(place, side.title.as_ref(), &side.stats);
            }
        }
        if scenario.sides.is_empty() {
            self.report(
                Diagnostic::new(Code::MissingStat, "this scenario has no sides")
                    .label(scenario.span, "")
                    .help("give each side a heading: `[side.red]`"),
            );
        }
    }

    /// Adds the sides that the ruleset names; the scenario may give their starting values.
    fn named_sides(&mut self, scenario: &Scenario, kind: KindId) {
        let book = self.builder.book;
        for naming in &book.sides {
            let mut written = scenario.sides.iter();
            let written = written.find(|side| side.id.value == naming.name);
            let span = written.map_or(scenario.span, |side| side.id.span);
            let place = self.special(kind, &Spanned::new(naming.name.clone(), span));
            let Some(place) = place else {
                continue;
            };
            self.builder.sides.push(place);
            if let Some(side) = written {
                self.begins(place, side.title.as_ref(), &side.stats);
            }
        }
        let names: Vec<String> = book.sides.iter().map(|side| side.name.clone()).collect();
        for side in &scenario.sides {
            if !names.contains(&side.id.value) {
                self.report(unknown_side(&side.id.value, side.id.span, &names));
            }
        }
    }

    fn game(&mut self, scenario: &Scenario) {
        let first = scenario.game.first();
        match (self.builder.book.game_kind(), first) {
            (Some(kind), _) => {
                let name = Spanned::new(GAME.to_owned(), scenario.span);
                if let Some(place) = self.special(kind, &name) {
                    self.begins(place, None, &scenario.game);
                }
            }
            (None, Some(stat)) => {
                let span = stat.key.span;
                self.report(
                    Diagnostic::new(Code::UnknownKind, "this ruleset has no kind `game`")
                        .label(span, "")
                        .help(
                            "declare it in a rule file: `kind game`, with its stats and tracks \
                            below it",
                        ),
                );
            }
            (None, None) => {}
        }
    }

    /// Adds a side or the game to the cast, with the stats of its unit file, else of its kind.
    fn special(&mut self, kind: KindId, name: &Spanned<String>) -> Option<usize> {
        let profiles = || self.builder.book.profiles.iter();
        let own = profiles().position(|known| known.kind == kind && known.id == name.value);
        let any = profiles().position(|known| known.kind == kind);
        let profile = ProfileId::new(own.or(any)?);
        let place = self.builder.join(profile, &name.value, None, name.span)?;
        if own.is_none()
            && let Some(unit) = self.builder.cast.get_mut(place)
        {
            unit.title.clone_from(&name.value);
        }
        self.name(name, place);
        Some(place)
    }

    fn name(&mut self, name: &Spanned<String>, place: usize) {
        if let Some(finding) = self.builder.taken(name) {
            self.report(finding);
            return;
        }
        self.builder.named.push((name.value.clone(), place));
    }

    /// Resolves the place and facing of a unit of the scenario.
    fn standing(&mut self, unit: &Unit) -> Standing {
        let board = self
            .builder
            .map
            .as_ref()
            .map(|map| map.board_instance.board.clone());
        if let Some(board) = board {
            return read_standing(unit, &board, self.builder.diagnostics);
        }
        let has_board = self.builder.book.board.is_some();
        let mut stats = unit.stats.iter().filter(|_| has_board);
        let said = stats.find(|stat| stat.key.value == "at");
        self.placed.extend(said.map(|stat| stat.key.span));
        Standing::default()
    }

    /// Reports: E0401.
    fn report_missing_map(&mut self) {
        let Some(first) = self.placed.first().copied() else {
            return;
        };
        let message = match self.placed.len() {
            1 => "this scenario places a unit, but has no map".to_owned(),
            n => format!("this scenario places {n} units, but has no map"),
        };
        self.report(
            Diagnostic::new(Code::UnknownKey, message)
                .label(first, "")
                .help("name one at the top: `map = \"ridge\"`"),
        );
    }

    /// Sets the starting place, facing and outline of a piece.
    fn stand(&mut self, place: usize, standing: &Standing) {
        let book = self.builder.book;
        let board_instance = self
            .builder
            .map
            .as_ref()
            .map(|map| map.board_instance.clone());
        if let Some(facing) = &standing.facing
            && let Some(amiss) =
                book.facing_amiss(facing.value, facing.span, board_instance.as_deref())
        {
            self.report(amiss);
        }
        let Some(piece) = self.builder.cast.get_mut(place) else {
            return;
        };
        if let (Some(track), Some(at)) = (book.at_track(), &standing.at) {
            piece.starts.push((track, at.value));
            piece.stands_at = Some(at.span);
        }
        if let (Some(track), Some(facing)) = (book.facing_track(), &standing.facing) {
            piece.starts.push((track, facing.value));
        }
        if let Some(shape) = &standing.shape {
            piece.shape = Some(shape.value.clone());
        }
    }

    /// Adds the units of `[unit.hicks]`. With `whose`, the unit must name its side; without, as in a map, it may.
    pub(super) fn unit(&mut self, unit: &Unit, standing: &Standing, whose: bool) {
        let word = |key: &str| match unit.stat(key).map(|stat| &stat.value) {
            Some(Spanned {
                value: Value::Word(word),
                span,
            }) => Some(Spanned::new(word.clone(), *span)),
            _ => None,
        };
        let Some(is) = word("is") else {
            self.report(
                Diagnostic::new(
                    Code::MissingStat,
                    format!("`{}` does not name its unit", unit.id.value),
                )
                .label(unit.head(), "")
                .help("name a unit of the unit files: `is = \"rifle-squad\"`"),
            );
            return;
        };
        let n_units = match unit
            .stat("count")
            .map(|stat| (&stat.value.value, stat.value.span))
        {
            None => 1,
            Some((Value::Number(n), _)) if (1..=MOST_OF_A_KIND).contains(n) => *n,
            Some((_, span)) => {
                self.report(
                    Diagnostic::new(Code::WrongValue, "`count` is not a number of units")
                        .label(span, format!("from 1 to {MOST_OF_A_KIND}")),
                );
                1
            }
        };
        let side = match (whose, word(SIDE)) {
            (false, None) => self.builder.book.side_kind().map(|_| NONE),
            (_, side) => self.side_of(unit, side),
        };
        let is_placed = self.builder.book.board.is_some();
        let stats: Vec<Stat> = unit
            .stats
            .iter()
            .filter(|stat| !matches!(stat.key.value.as_str(), "is" | SIDE | "count"))
            .filter(|stat| !is_placed || !PLACE_KEYS.contains(&stat.key.value.as_str()))
            .cloned()
            .collect();
        for number in 1..=n_units {
            let id = match n_units {
                1 => unit.id.value.clone(),
                _ => format!("{}-{number}", unit.id.value),
            };
            let id = Spanned::new(id, unit.id.span);
            let Some(place) = self.piece(&id, &is) else {
                return;
            };
            if let (Some(track), Some(side)) = (self.builder.book.side_track(), side)
                && let Some(piece) = self.builder.cast.get_mut(place)
            {
                piece.starts.push((track, side));
            }
            self.begins(place, unit.title.as_ref(), &stats);
            self.stand(place, standing);
            let is_placed = standing.at.is_some() || self.builder.map.is_none();
            if let (false, Some(finding)) = (is_placed, self.builder.off_the_map(place)) {
                self.report(
                    finding
                        .label(unit.head(), "")
                        .help("place it: `at = \"C4\"`; or delete `always on the map` in its kind"),
                );
            }
            if n_units > 1
                && let Some(piece) = self.builder.cast.get_mut(place)
            {
                piece.title = format!("{} {number}", piece.title);
            }
        }
    }

    /// Returns the index in the cast of the side that a piece names; [`NONE`] for the word `none`.
    fn side_of(&mut self, unit: &Unit, side: Option<Spanned<String>>) -> Option<i32> {
        self.builder.book.side_kind()?;
        let Some(side) = side else {
            let sides = self.builder.named.iter();
            let sides = sides.filter(|(_, at)| self.builder.sides.contains(at));
            let sides: Vec<String> = sides.map(|(name, _)| format!("`\"{name}\"`")).collect();
            let known = match sides.as_slice() {
                [] => "a side of this scenario, which names none yet".to_owned(),
                sides => format!("a side of this scenario, {}", sides.join(", ")),
            };
            self.report(
                Diagnostic::new(
                    Code::MissingStat,
                    format!("`{}` has no side", unit.id.value),
                )
                .label(unit.head(), "")
                .help(format!(
                    "write `side = …` with {known}; for no side write `\"none\"`"
                )),
            );
            return None;
        };
        let sides = &self.builder.sides;
        let named = self
            .builder
            .named
            .iter()
            .filter(|(_, at)| sides.contains(at));
        if let Some((_, place)) = named.clone().find(|(known, _)| *known == side.value) {
            return i32::try_from(*place).ok();
        }
        if side.value == "none" {
            return Some(NONE);
        }
        let known: Vec<String> = named.map(|(name, _)| name.clone()).collect();
        self.report(
            Diagnostic::new(
                Code::UnknownUnit,
                format!("there is no side `{}`", side.value),
            )
            .label(side.span, "")
            .suggest(&side.value, known.iter().map(String::as_str))
            .help(format!("sides of this scenario: {}", known.join(", "))),
        );
        None
    }

    /// Adds a unit of the unit files to the cast under a name.
    fn piece(&mut self, id: &Spanned<String>, is: &Spanned<String>) -> Option<usize> {
        let book = self.builder.book;
        let pieces = book.pieces();
        let mut profiles = book.profiles.iter();
        let known = |profile: &&Profile| !profile.id.is_empty() && pieces.has(profile.kind);
        let found = profiles.position(|profile| known(&profile) && profile.id == is.value);
        let Some(at) = found else {
            let known = book.profiles.iter().filter(known);
            let diagnostic = Diagnostic::new(
                Code::UnknownUnit,
                format!("there is no unit `{}`", is.value),
            )
            .label(is.span, "")
            .suggest(&is.value, known.map(|profile| profile.id.as_str()));
            self.report(with_units_known(diagnostic, book));
            return None;
        };
        let profile = ProfileId::new(at);
        let place = self.builder.join(profile, &id.value, None, id.span)?;
        self.name(id, place);
        Some(place)
    }

    /// Sets the starting stats, traits and tracks of a unit.
    pub(super) fn begins(&mut self, place: usize, title: Option<&Spanned<String>>, stats: &[Stat]) {
        if let (Some(title), Some(unit)) = (title, self.builder.cast.get_mut(place)) {
            unit.title.clone_from(&title.value);
        }
        for stat in stats {
            match (
                self.builder.unit_track(place, &stat.key.value),
                &stat.value.value,
            ) {
                (Some(track), Value::Word(name)) => {
                    let name = Spanned::new(name.clone(), stat.value.span);
                    self.waiting.push((place, track, name));
                }
                (None, Value::List(entries)) if self.builder.is_about(place, &stat.key.value) => {
                    for entry in entries {
                        self.begins_about(place, &stat.key, entry);
                    }
                }
                (None, Value::Inline(entries)) if self.builder.is_about(place, &stat.key.value) => {
                    self.begins_about_each(place, &stat.key, entries);
                }
                (None, Value::Inline(entries))
                    if self.builder.names_part(place, &stat.key.value) =>
                {
                    if let Some(part) = self.builder.part_called(place, &stat.key) {
                        self.begins(part, None, entries);
                    }
                }
                _ => {
                    if let Some(value) = self.literal(&stat.value) {
                        self.builder.stat(place, &stat.key, &value);
                    }
                }
            }
        }
    }

    /// Drops starting values that name other units than words and the sides of the ruleset.
    fn keep_what_names_sides(&mut self) {
        let book = self.builder.book;
        let sides = book.side_kind().filter(|_| !book.sides.is_empty());
        let sides = sides.map_or(Kinds::NONE, Kinds::one);
        let track = |track: &TrackId| book.tracks.get(track.at());
        self.waiting
            .retain(|(_, held, _)| track(held).is_some_and(|track| track.ty.kinds().within(sides)));
        let builder = &self.builder;
        self.waiting_about.retain(|begins| {
            builder
                .index_of(begins.place, &begins.track.value)
                .within(sides)
        });
    }

    /// Resolves tracks that hold a unit or have a value for each unit; all units must be in the cast.
    fn hold_each_other(&mut self) {
        for (place, track, name) in std::mem::take(&mut self.waiting) {
            self.builder.hold(place, track, &name);
        }
        for begins in std::mem::take(&mut self.waiting_about) {
            let about = std::slice::from_ref(&begins.about);
            self.builder
                .begins_about(begins.place, &begins.track, about, &begins.value);
        }
    }

    /// Returns a value of a unit file as a literal of a rule file.
    pub(super) fn literal(&mut self, value: &Spanned<Value>) -> Option<Spanned<Literal>> {
        let literal = match &value.value {
            Value::Number(number) => Literal::Number(i32::try_from(*number).unwrap_or(i32::MAX)),
            Value::Flag(true) => Literal::Word("yes".to_owned()),
            Value::Flag(false) => Literal::Word("no".to_owned()),
            Value::Word(word) => Literal::Word(word.clone()),
            Value::Decimal(decimal) => Literal::Word(decimal.clone()),
            Value::Unreadable => return None,
            Value::List(_) | Value::Inline(_) | Value::Other(_) => {
                self.report(
                    Diagnostic::new(Code::WrongValue, "expected one value")
                        .label(value.span, format!("this is {}", value.value.type_name()))
                        .help("write a number, a word in quotes, `true` or `false`"),
                );
                return None;
            }
        };
        Some(Spanned::new(literal, value.span))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a key of a scenario names the values that it takes; every other one is reported"
    )]
    fn options(&mut self, stats: &[Stat]) -> Vec<i32> {
        let options = self.builder.book.options.iter();
        let mut set: Vec<i32> = options.map(|known| known.default).collect();
        let mut given = Vec::new();
        for stat in stats {
            let word = match &stat.value.value {
                Value::Flag(true) => "on".to_owned(),
                Value::Flag(false) => "off".to_owned(),
                Value::Word(word) => word.clone(),
                _ => {
                    let name = &stat.key.value;
                    self.report(
                        Diagnostic::new(
                            Code::WrongValue,
                            "an optional rule is on or off, or has one of its words",
                        )
                        .label(stat.value.span, "")
                        .help(format!("write `{name} = true`, or its word in quotes")),
                    );
                    continue;
                }
            };
            given.push((stat.key.clone(), Spanned::new(word, stat.value.span)));
        }
        let none: [Binding; 0] = [];
        self.builder.options(&mut set, &none, &given);
        set
    }
}
