//! The cast of a question: the units that take part, with their parts, stats and tracks.

use std::sync::Arc;

use super::unknown_values::{no_such_stat, value_for_each};
use super::{Binding, QuestionBuilder};
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic};
use sandtable_model::cast::{MOST_UNITS, alone};
use sandtable_model::literals::words_of;
use sandtable_model::{
    CastUnit, FieldId, Kind, Kinds, NONE, Parameter, ProfileId, RuleBook, SIDE, TrackId,
    TracksByWord, Type, Value, with_id,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Adds to a finding about an unknown unit how to see the units, or where to write them if there are none.
pub(super) fn with_units_known(finding: Diagnostic, book: &RuleBook) -> Diagnostic {
    match book.profiles.iter().any(|profile| !profile.id.is_empty()) {
        true => finding.help_by(CommandHelp::Units),
        false => finding.help(
            "there are no units: write them in TOML files, `units/RULESET/NAME.toml` beside \
             `rules`; in a draft, in a block that starts with ```toml",
        ),
    }
}

impl QuestionBuilder<'_> {
    /// Adds a unit of the roster, with its parts, to the cast.
    pub(super) fn unit(
        &mut self,
        parameter: &Parameter,
        kinds: Kinds,
        value: &Spanned<Literal>,
    ) -> Option<i32> {
        let id = value.value.text();
        let named = self.named.iter().find(|(known, _)| *known == id);
        if let Some((_, place)) = named
            && self
                .cast
                .get(*place)
                .is_some_and(|unit| kinds.has(unit.kind))
        {
            let place = *place;
            self.named.push((parameter.name.clone(), place));
            return i32::try_from(place).ok();
        }
        self.of_unit_files(parameter, kinds, value)
    }

    /// Adds a unit to the cast by its id: of a side or the game, or of the unit files.
    pub(super) fn of_unit_files(
        &mut self,
        parameter: &Parameter,
        kinds: Kinds,
        value: &Spanned<Literal>,
    ) -> Option<i32> {
        let id = value.value.text();
        let special = [self.book.side_kind(), self.book.game_kind()];
        if let Some(kind) = special
            .into_iter()
            .flatten()
            .find(|kind| kinds == Kinds::one(*kind))
        {
            let place = match Some(kind) == self.book.side_kind() {
                true => self.side(&id, value.span),
                false => None,
            }?;
            self.named.push((parameter.name.clone(), place));
            return i32::try_from(place).ok();
        }
        let profiles = &self.book.profiles;
        let found = profiles
            .iter()
            .position(|profile| !profile.id.is_empty() && profile.id == id);
        if let Some(several) = self.is_several(&id, value.span) {
            self.diagnostics.push(several);
            return None;
        }
        let Some(at) = found else {
            let known = profiles
                .iter()
                .filter(|profile| !profile.id.is_empty() && kinds.has(profile.kind))
                .map(|profile| profile.id.as_str());
            let finding = Diagnostic::new(Code::UnknownUnit, format!("there is no unit `{id}`"))
                .label(value.span, "")
                .suggest(&id, known);
            let finding = with_units_known(finding, self.book);
            self.diagnostics.push(finding);
            return None;
        };
        let kind = profiles.get(at).map(|profile| profile.kind)?;
        if !kinds.has(kind) {
            let wanted = words_of(self.book, Type::Unit(kinds)).join(" or ");
            let is = self
                .book
                .kinds
                .get(kind.at())
                .map_or("", |kind| kind.naming.name.as_str());
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadArgument,
                    format!("`{}` is a {wanted}", parameter.name),
                )
                .label(value.span, format!("`{id}` is a {is}")),
            );
            return None;
        }
        let place = self.join(ProfileId::new(at), &parameter.name, None, value.span)?;
        self.named.push((parameter.name.clone(), place));
        i32::try_from(place).ok()
    }

    /// Returns one of the parts of a unit in the cast; the first if none is named.
    pub(super) fn part(
        &mut self,
        parameter: &Parameter,
        kinds: Kinds,
        owner: Option<i32>,
        value: Option<&Spanned<Literal>>,
    ) -> Option<i32> {
        let owner = owner.and_then(|owner| usize::try_from(owner).ok())?;
        let unit = self.cast.get(owner)?;
        let parts: Vec<(usize, &str)> = self
            .cast
            .iter()
            .enumerate()
            .filter(|(_, part)| part.owner == Some(owner) && kinds.has(part.kind))
            .map(|(at, part)| {
                let profile = self.book.profiles.get(part.profile.at());
                let id = profile.map_or("", |profile| profile.id.as_str());
                (
                    at,
                    if id.is_empty() {
                        part.title.as_str()
                    } else {
                        id
                    },
                )
            })
            .collect();
        let wanted = value.map(|value| value.value.text());
        let before = self.earlier.iter();
        let before = before.filter(|(name, _)| wanted.is_none() && *name == parameter.name);
        let before: Vec<usize> = before.map(|(_, at)| *at).collect();
        let found = match &wanted {
            None => parts
                .iter()
                .find(|(at, _)| before.contains(at))
                .or_else(|| parts.first()),
            Some(wanted) => with_id(parts.iter(), wanted, |(_, id)| *id),
        };
        if let Some((at, _)) = found {
            self.named.push((parameter.name.clone(), *at));
            return i32::try_from(*at).ok();
        }
        let kind = words_of(self.book, Type::Unit(kinds)).join(" or ");
        let ids: Vec<&str> = parts.iter().map(|(_, id)| *id).collect();
        let diagnostic = match (value, wanted) {
            (Some(value), Some(wanted)) => Diagnostic::new(
                Code::BadArgument,
                format!("{} has no {kind} `{wanted}`", unit.title),
            )
            .label(value.span, "")
            .suggest(&wanted, ids.iter().copied())
            .help(if ids.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", ids.join(", "))
            }),
            _ => {
                let profile = self.book.profiles.get(unit.profile.at());
                let diagnostic = Diagnostic::new(
                    Code::MissingArgument,
                    format!("{} has no {kind}", unit.title),
                );
                match profile {
                    Some(profile) => diagnostic.label(profile.span, "this unit"),
                    None => diagnostic,
                }
            }
        };
        self.diagnostics.push(diagnostic);
        None
    }

    /// Adds a unit and its parts to the cast.
    pub(super) fn join(
        &mut self,
        profile: ProfileId,
        parameter: &str,
        owner: Option<usize>,
        span: Span,
    ) -> Option<usize> {
        let known = self.book.profiles.get(profile.at())?;
        let unit = alone(self.book, profile, parameter, owner)?;
        let place = self.take_in(unit, span)?;
        for (field, value) in &known.values {
            let value = match value {
                Value::Single(_) | Value::Place(_) => continue,
                Value::Parts(parts) => {
                    let mut first = NONE;
                    for part in parts {
                        let at = self.join(*part, parameter, Some(place), span)?;
                        if first == NONE {
                            first = i32::try_from(at).unwrap_or(NONE);
                        }
                    }
                    first
                }
            };
            let unit = self.cast.get_mut(place)?;
            if let Some(slot) = Arc::make_mut(&mut unit.fields).get_mut(field.at()) {
                *slot = value;
            }
        }
        Some(place)
    }

    /// Returns the number of units in the cast other than places of the map.
    pub(super) fn n_pieces(&self) -> usize {
        let places = self.book.changing_places();
        let pieces = self.cast.iter();
        pieces.filter(|unit| Some(unit.kind) != places).count()
    }

    /// Adds a unit to the cast and returns its index; `None` if the cast is full, which is reported.
    pub(super) fn take_in(&mut self, unit: CastUnit, span: Span) -> Option<usize> {
        let place = self.cast.len();
        let is_place = Some(unit.kind) == self.book.changing_places();
        if !is_place && self.n_pieces() >= MOST_UNITS {
            let finding = match unit.owner {
                Some(_) => Diagnostic::new(
                    Code::TooMany,
                    format!("with this unit's parts there are more than {MOST_UNITS} units"),
                )
                .help("check whether a part is a part of itself"),
                None => Diagnostic::new(
                    Code::TooMany,
                    format!("there are more than {MOST_UNITS} units"),
                )
                .help(
                    "put fewer on the table, or count pieces that are alike by a track of one unit",
                ),
            };
            self.diagnostics.push(finding.label(span, ""));
            return None;
        }
        let profile = self.book.profiles.get(unit.profile.at());
        self.cast.push(unit);
        for (field, value) in profile.into_iter().flat_map(|profile| &profile.values) {
            if let Value::Place(text) = value {
                self.locate(place, *field, text);
            }
        }
        Some(place)
    }

    /// Returns the index of the unit of a place, by the name of the place on the map.
    pub(super) fn place_called(&self, name: &str) -> Option<usize> {
        let kind = self.book.changing_places()?;
        let mut cast = self.cast.iter();
        cast.position(|unit| unit.kind == kind && unit.parameter == name)
    }

    /// Iterates over the names of the places of the map that are units.
    pub(super) fn names_of_places(&self) -> impl Iterator<Item = &str> + Clone {
        let kind = self.book.changing_places();
        let places = self.cast.iter();
        let places = places.filter(move |unit| Some(unit.kind) == kind);
        places.map(|unit| unit.parameter.as_str())
    }

    /// Sets starting values of units from bindings such as `target.hits = 1` and `target.armour = M`.
    pub(super) fn stats(&mut self, bindings: &[Binding]) {
        for binding in bindings {
            let (Some((owner, rest)), true) =
                (binding.place.split_first(), binding.place.len() > 1)
            else {
                continue;
            };
            let Some((name, parts)) = rest.split_last() else {
                continue;
            };
            let place = self
                .named
                .iter()
                .find(|(known, _)| *known == owner.value)
                .map(|(_, at)| *at)
                .or_else(|| self.place_called(&owner.value));
            let Some(place) = place else {
                if self.parameters.contains(&owner.value) {
                    continue;
                }
                self.diagnostics.push(self.no_such_unit(owner, bindings));
                continue;
            };
            let place = parts
                .iter()
                .try_fold(place, |place, part| self.part_called(place, part));
            // The side of a unit is set by `whose`, when the cast is complete.
            let is_whose = name.value == SIDE && self.book.side_kind().is_some();
            let (Some(place), false) = (place, is_whose) else {
                continue;
            };
            if !binding.about.is_empty() {
                self.begins_about(place, name, &binding.about, &binding.value);
                continue;
            }
            match (self.unit_track(place, &name.value), &binding.value.value) {
                (Some(track), Literal::Word(word)) => {
                    let held = Spanned::new(word.clone(), binding.value.span);
                    self.hold(place, track, &held);
                }
                _ => self.stat(place, name, &binding.value),
            }
        }
    }

    /// Returns the part in `firer.gun`: the unit in a stat that holds one, or one of several parts by its id.
    pub(super) fn part_called(&mut self, place: usize, name: &Spanned<String>) -> Option<usize> {
        let book = self.book;
        let unit = self.cast.get(place)?;
        let kind = book.kinds.get(unit.kind.at())?;
        let singles = self.single_parts(kind);
        if let Some((_, field)) = singles.iter().find(|(known, _)| *known == name.value) {
            let value = unit.fields.get(field.at()).copied().unwrap_or(NONE);
            return usize::try_from(value).ok();
        }
        let n_equal = self.parts(place).filter(|(_, id)| *id == name.value);
        let n_equal = n_equal.count();
        if n_equal > 1 {
            let (kind, part) = (&kind.naming.name, &name.value);
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadArgument,
                    format!("the {kind} has {n_equal} parts `{part}`"),
                )
                .label(name.span, "one of them must be meant")
                .help(format!(
                    "write its number, `{part}-1` to `{part}-{n_equal}`"
                )),
            );
            return None;
        }
        if let Some(part) = self.part_with_id(place, &name.value) {
            return Some(part);
        }
        let parts = self.parts(place).map(|(_, id)| id);
        let known: Vec<&str> = singles
            .iter()
            .map(|(known, _)| *known)
            .chain(parts)
            .collect();
        let mut finding = Diagnostic::new(
            Code::BadArgument,
            format!("the {} has no part `{}`", kind.naming.name, name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, known.iter().copied());
        if !known.is_empty() {
            finding = finding.help(format!("parts here: {}", known.join(", ")));
        } else if name.value == SIDE {
            finding = finding.help(
                "name the side itself, as `first` or as the scenario calls it: `SIDE.track = 0`",
            );
        }
        self.diagnostics.push(finding);
        None
    }

    /// Iterates over the parts of a unit that have ids, with their indices.
    fn parts(&self, place: usize) -> impl Iterator<Item = (usize, &str)> + Clone {
        let parts = self.cast.iter().enumerate();
        let parts = parts.filter(move |(_, part)| part.owner == Some(place));
        parts.filter_map(|(at, part)| {
            let id = self.book.profiles.get(part.profile.at())?.id.as_str();
            (!id.is_empty()).then_some((at, id))
        })
    }

    fn part_with_id(&self, place: usize, id: &str) -> Option<usize> {
        with_id(self.parts(place), id, |(_, known)| *known).map(|(at, _)| at)
    }

    /// Whether a name denotes parts of a unit.
    pub(super) fn names_part(&self, place: usize, name: &str) -> bool {
        let kind = self.cast.get(place).map(|unit| unit.kind);
        let kind = kind.and_then(|kind| self.book.kinds.get(kind.at()));
        let mut singles = kind
            .map_or_else(Vec::new, |kind| self.single_parts(kind))
            .into_iter();
        singles.any(|(known, _)| known == name) || self.part_with_id(place, name).is_some()
    }

    /// Returns the stats of a kind that hold one unit, with their names.
    fn single_parts<'k>(&self, kind: &'k Kind) -> Vec<(&'k str, FieldId)> {
        let stats = kind.stats.iter().filter(|stat| {
            let field = self.book.fields.get(stat.field.at());
            field.is_some_and(|field| !field.is_list && !field.ty.kinds().is_empty())
        });
        stats
            .map(|stat| (stat.naming.name.as_str(), stat.field))
            .collect()
    }

    /// Whether a track of a unit has a value for each unit or word.
    pub(super) fn is_about(&self, place: usize, name: &str) -> bool {
        !self.index_of(place, name).is_empty() || self.by_word(place, name).is_some()
    }

    /// Returns the kinds of the units about which a track of a unit has values; none if it has one value, or one for each word.
    pub(super) fn index_of(&self, place: usize, name: &str) -> Kinds {
        let kind = self.cast.get(place).map(|unit| unit.kind);
        let kind = kind.and_then(|kind| self.book.kinds.get(kind.at()));
        let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
        let track = tracks.find(|track| track.naming.name == name);
        let known = track.and_then(|track| self.book.tracks.get(track.track.at()));
        known.and_then(|known| known.index).unwrap_or(Kinds::NONE)
    }

    /// Returns the tracks of a unit with a value for each word.
    fn by_word(&self, place: usize, name: &str) -> Option<&TracksByWord> {
        let kind = self.book.kinds.get(self.cast.get(place)?.kind.at())?;
        kind.by_word.iter().find(|known| known.name == name)
    }

    /// Sets the starting value of a track with a value for each unit, for one of them: `unit.fired-at(target) = 1`.
    pub(super) fn begins_about(
        &mut self,
        place: usize,
        name: &Spanned<String>,
        about: &[Spanned<String>],
        value: &Spanned<Literal>,
    ) {
        let book = self.book;
        if let (Some(by_word), [word]) = (self.by_word(place, &name.value), about) {
            let words = words_of(book, Type::Words(by_word.words));
            if !words.contains(&word.value) {
                let words = words.iter().map(String::as_str);
                let message = format!("`{}` has no value for `{}`", name.value, word.value);
                let finding = Diagnostic::new(Code::BadArgument, message)
                    .label(word.span, "")
                    .suggest(&word.value, words.clone())
                    .help(format!("it has {}", words.collect::<Vec<_>>().join(", ")));
                self.diagnostics.push(finding);
                return;
            }
            let one = TracksByWord::name_of(&name.value, &word.value);
            return self.stat(place, &Spanned::new(one, name.span), value);
        }
        let kind = self.cast.get(place).map(|unit| unit.kind);
        let kind = kind.and_then(|kind| book.kinds.get(kind.at()));
        let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
        let track = tracks.find(|track| track.naming.name == name.value);
        let known = track.and_then(|track| book.tracks.get(track.track.at()));
        let (Some(track), Some(known), [other]) = (track, known, about) else {
            return self.no_track_about(name);
        };
        let Some(kinds) = known.index else {
            return self.no_track_about(name);
        };
        let Some(at) = self.place_of(other) else {
            return;
        };
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        if !self.cast.get(at).is_some_and(|unit| kinds.has(unit.kind)) {
            return self.no_track_about(name);
        }
        match self.read(value, known.ty, track.low, track.high) {
            Err(finding) => self.diagnostics.push(finding),
            Ok(value) => {
                if let Some(unit) = self.cast.get_mut(place) {
                    unit.begin_about(track.track, at, value);
                }
            }
        }
    }

    fn no_track_about(&mut self, name: &Spanned<String>) {
        let message = format!("`{}` has no value for this unit", name.value);
        let finding = Diagnostic::new(Code::BadArgument, message)
            .label(name.span, "")
            .help(
                "for a value for each unit, declare the track with a unit in brackets: `track \
                fired-at (target: vehicle): 0..3`",
            );
        self.diagnostics.push(finding);
    }

    /// Sets a track that holds a unit to a unit of this question, by its name or the id of an own part.
    pub(super) fn hold(&mut self, place: usize, track: TrackId, name: &Spanned<String>) {
        let book = self.book;
        let held = book.tracks.get(track.at());
        let held = held.map_or(Kinds::NONE, |track| track.ty.kinds());
        let is_meant = |at: &usize| self.cast.get(*at).is_some_and(|unit| held.has(unit.kind));
        let named = self.named.iter().find(|(known, _)| *known == name.value);
        let other = named.map(|(_, at)| *at).filter(is_meant);
        let other = other.or_else(|| self.part_with_id(place, &name.value).filter(is_meant));
        let value = match other {
            Some(other) => i32::try_from(other).ok(),
            None if name.value == "none" => Some(NONE),
            None => None,
        };
        if let (Some(value), Some(unit)) = (value, self.cast.get_mut(place)) {
            unit.begin(track, value);
            return;
        }
        let text = sandtable_model::literals::describe(book, Type::Unit(held));
        let known = self.named.iter().map(|(name, _)| name.as_str());
        let known = known.chain(self.parts(place).map(|(_, id)| id));
        let finding = Diagnostic::new(
            Code::UnknownUnit,
            format!("`{}` is not {text} of this question", name.value),
        )
        .label(name.span, "")
        .suggest(&name.value, known)
        .help(self.named_here());
        self.diagnostics.push(finding);
    }

    /// Returns a track of a unit that holds one unit.
    pub(super) fn unit_track(&self, place: usize, name: &str) -> Option<TrackId> {
        let kind = self.cast.get(place)?.kind;
        let kind = self.book.kinds.get(kind.at())?;
        let track = kind.tracks.iter().find(|track| track.naming.name == name)?;
        let known = self.book.tracks.get(track.track.at())?;
        (matches!(known.ty, Type::Unit(_)) && known.index.is_none()).then_some(track.track)
    }

    pub(super) fn stat(&mut self, place: usize, name: &Spanned<String>, value: &Spanned<Literal>) {
        let book = self.book;
        let kind = self.cast.get(place).map(|unit| unit.kind);
        let Some(kind) = kind.and_then(|kind| book.kinds.get(kind.at())) else {
            return;
        };
        let index = self.index_of(place, &name.value);
        if !index.is_empty() {
            self.diagnostics
                .push(value_for_each(self.book, index, name, value));
            return;
        }
        let track = kind
            .tracks
            .iter()
            .find(|track| track.naming.name == name.value);
        let stat = kind
            .stats
            .iter()
            .find(|stat| stat.naming.name == name.value);
        let named_trait = kind.traits.iter().copied().find(|field| {
            book.fields
                .get(field.at())
                .is_some_and(|field| field.name == name.value)
        });
        let (ty, low, high) = match (track, stat, named_trait) {
            (Some(track), _, _) => {
                let ty = book
                    .tracks
                    .get(track.track.at())
                    .map_or(Type::Unknown, |track| track.ty);
                let own = self.cast.get(place);
                let high = own.map_or(track.high, |unit| track.high_of(&unit.fields));
                (ty, track.low, high)
            }
            (None, Some(stat), _) => {
                let ty = book
                    .fields
                    .get(stat.field.at())
                    .map_or(Type::Unknown, |field| field.ty);
                (ty, stat.low, stat.high)
            }
            (None, None, Some(_)) => (Type::Flag, 0, 1),
            (None, None, None) => {
                self.diagnostics.push(no_such_stat(book, kind, name, value));
                return;
            }
        };
        let may_be_none = track.is_none() && stat.is_some_and(|stat| stat.optional);
        let read = match may_be_none && value.value.text() == "none" {
            true => Ok(NONE),
            false => self.read(value, ty, low, high),
        };
        if let Ok(facing) = &read
            && track.is_some_and(|track| Some(track.track) == self.book.facing_track())
        {
            let board_instance = self.map.as_ref().map(|map| map.board_instance.as_ref());
            let amiss = self.book.facing_amiss(*facing, value.span, board_instance);
            amiss
                .into_iter()
                .for_each(|amiss| self.diagnostics.push(amiss));
        }
        let Some(unit) = self.cast.get_mut(place) else {
            return;
        };
        match read {
            Err(finding) => {
                let end = track.and_then(|track| book.fields.get(track.ends_at?.at()));
                let is_beyond = finding.code == Code::OutOfRange;
                self.diagnostics.push(match end.filter(|_| is_beyond) {
                    Some(end) => finding.help(format!(
                        "`{}` ends at the `{}` of each unit",
                        name.value, end.name
                    )),
                    None => finding,
                });
            }
            Ok(value) => match (track, stat.map(|stat| stat.field).or(named_trait)) {
                (Some(track), _) => unit.begin(track.track, value),
                (None, Some(field)) => {
                    self.unlocated
                        .retain(|(at, known, _)| (*at, *known) != (place, field));
                    if let Some(slot) = Arc::make_mut(&mut unit.fields).get_mut(field.at()) {
                        *slot = value;
                    }
                }
                (None, None) => {}
            },
        }
    }
}
