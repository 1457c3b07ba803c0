//! The sides, the game as a unit, pieces that no parameter names, and the side of each piece.

use super::{Binding, QuestionBuilder};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::cast::MOST_UNITS;
use sandtable_model::creation::{profiles_created, spare_name, spares, stand_by};
use sandtable_model::sides::unknown_side;
use sandtable_model::{
    CastUnit, Entry, KindId, NONE, Naming, Parameter, ProfileId, RuleBook, SIDE, Type,
    walk_statements,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// A piece on the table that no parameter names: `red-1 = marine of first`.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its name in this question.
    pub name: Spanned<String>,
    /// A unit of the unit files.
    pub profile: Spanned<String>,
    /// Its owner.
    pub side: Option<Spanned<String>>,
}

/// Names of the first two sides, whatever their ids.
const ORDINALS: [&str; 2] = ["first", "second"];

impl QuestionBuilder<'_> {
    /// Adds the sides and the game to the cast, then the named pieces.
    pub(super) fn set_up(&mut self, pieces: &[Piece], span: Span) {
        let book = self.book;
        let of_kind = |kind: KindId| {
            let profiles = book.profiles.iter().enumerate();
            profiles.filter(move |(_, profile)| profile.kind == kind)
        };
        for kind in [book.side_kind(), book.game_kind()].into_iter().flatten() {
            let is_side = Some(kind) == book.side_kind();
            let profiles: Vec<_> = match is_side && !book.sides.is_empty() {
                true => {
                    let named = |naming: &Naming| {
                        of_kind(kind).find(|(_, profile)| profile.id == naming.name)
                    };
                    book.sides.iter().filter_map(named).collect()
                }
                false => of_kind(kind).take(if is_side { 2 } else { 1 }).collect(),
            };
            for (at, profile) in profiles {
                let name = match ORDINALS.get(self.sides.len()) {
                    Some(ordinal) if is_side && book.sides.is_empty() => ordinal,
                    _ => profile.id.as_str(),
                };
                if let Some(place) = self.join(ProfileId::new(at), name, None, span) {
                    self.named.push((name.to_owned(), place));
                    if is_side {
                        self.sides.push(place);
                    }
                }
            }
        }
        for piece in pieces {
            if let Some(finding) = self.taken(&piece.name) {
                self.diagnostics.push(finding);
                continue;
            }
            let parameter = Parameter {
                name: piece.name.value.clone(),
                ty: Type::Unit(book.pieces()),
                low: 0,
                high: i32::MAX,
                or_none: false,
                is_several: false,
                part_of: None,
                dice: None,
                span: piece.name.span,
            };
            let profile = &piece.profile;
            let id = Spanned::new(Literal::Word(profile.value.clone()), profile.span);
            self.unit(&parameter, book.pieces(), &id);
        }
    }

    /// Returns the finding about a name that another unit has, or a side.
    pub(crate) fn taken(&self, name: &Spanned<String>) -> Option<Diagnostic> {
        let mut named = self.named.iter();
        let (text, place) = named.find(|(known, _)| *known == name.value)?;
        let finding = match self.sides.contains(place) {
            true => Diagnostic::new(
                Code::DeclaredTwice,
                format!("`{text}` is the name of a side"),
            )
            .label(name.span, "here of a unit")
            .help("give the unit another name"),
            false => Diagnostic::new(Code::DeclaredTwice, format!("there are two `{text}`"))
                .label(name.span, "here again")
                .help("give one of them another name"),
        };
        Some(finding)
    }

    /// Returns the index in the cast of a side or the game, by its id or its number among the sides; adds it to the cast if missing.
    pub(super) fn side(&mut self, id: &str, span: Span) -> Option<usize> {
        if let Some((_, place)) = self.named.iter().find(|(known, _)| known == id) {
            return Some(*place);
        }
        let ordinal = ORDINALS.iter().position(|ordinal| *ordinal == id);
        if let Some(place) = ordinal.and_then(|at| self.sides.get(at)) {
            return Some(*place);
        }
        let book = self.book;
        let known = |place: &&usize| {
            let unit = self.cast.get(**place);
            let profile = unit.and_then(|unit| book.profiles.get(unit.profile.at()));
            profile.is_some_and(|profile| profile.id == id)
        };
        if let Some(place) = self.sides.iter().find(known) {
            return Some(*place);
        }
        let side = book.side_kind()?;
        let mut profiles = book.profiles.iter();
        let found = profiles.position(|profile| profile.kind == side && profile.id == id);
        if found.is_none() && !book.sides.is_empty() {
            let names: Vec<String> = book.sides.iter().map(|side| side.name.clone()).collect();
            self.diagnostics.push(unknown_side(id, span, &names));
            return None;
        }
        let Some(at) = found else {
            let ids = book.profiles.iter().filter(|profile| profile.kind == side);
            let names: Vec<&str> = ids
                .map(|profile| profile.id.as_str())
                .chain(ORDINALS)
                .collect();
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownUnit, format!("there is no side `{id}`"))
                    .label(span, "")
                    .suggest(id, names.iter().copied())
                    .help(
                        "name the sides `first` and `second`, or declare them in a unit file: \
                        `[side.red]`",
                    ),
            );
            return None;
        };
        let place = self.join(ProfileId::new(at), id, None, span)?;
        self.sides.push(place);
        Some(place)
    }

    /// Sets the side of every piece: the given one; otherwise the first side for the unit of the first parameter, and the second
    /// side for all others. A part has the side of its owner.
    ///
    /// Units whose index in the cast is below `n_earlier` keep their side unless another is given.
    pub(super) fn whose(&mut self, bindings: &[Binding], pieces: &[Piece], n_earlier: usize) {
        let Some(track) = self.book.side_track() else {
            return;
        };
        let kinds = self.book.pieces();
        let of_parameters: Vec<usize> = self
            .named
            .iter()
            .filter(|(name, _)| self.parameters.contains(name))
            .map(|(_, place)| *place)
            .collect();
        let is_piece = |unit: &CastUnit| unit.owner.is_none() && kinds.has(unit.kind);
        let first = of_parameters
            .into_iter()
            .find(|place| self.cast.get(*place).is_some_and(is_piece));
        let mut owners: Vec<(usize, i32)> = Vec::new();
        for (at, unit) in self.cast.iter().enumerate().skip(n_earlier) {
            let usual = self.sides.get(usize::from(Some(at) != first));
            if is_piece(unit) {
                owners.extend(usual.map(|side| (at, index(*side))));
            }
        }
        let of_pieces = pieces.iter().filter_map(|piece| {
            let side = piece.side.as_ref()?;
            Some((piece.name.value.as_str(), side.value.as_str(), side.span))
        });
        let of_bindings = bindings.iter().filter_map(|binding| {
            let [unit, stat] = binding.place.as_slice() else {
                return None;
            };
            match &binding.value.value {
                Literal::Word(id) if stat.value == SIDE => {
                    Some((unit.value.as_str(), id.as_str(), binding.value.span))
                }
                Literal::Word(_) | Literal::Number(_) => None,
            }
        });
        for (unit, side, span) in of_pieces.chain(of_bindings) {
            let side = match side {
                "none" => Some(NONE),
                side => self.side(side, span).map(index),
            };
            if let (Some(place), Some(side)) = (self.place_named(unit), side) {
                owners.retain(|(of, _)| *of != place);
                owners.push((place, side));
            }
        }
        for (at, side) in owners {
            if let Some(unit) = self.cast.get_mut(at) {
                unit.starts.push((track, side));
            }
        }
        self.sides_of_parts();
    }

    /// Gives every part the side of its owner.
    pub(super) fn sides_of_parts(&mut self) {
        let Some(track) = self.book.side_track() else {
            return;
        };
        for at in 0..self.cast.len() {
            // Owners precede their parts in the cast, so the owner's side is known.
            let owner = self.cast.get(at).and_then(|unit| unit.owner);
            let side = owner
                .and_then(|owner| self.cast.get(owner))
                .and_then(|owner| owner.starts.iter().find(|(of, _)| *of == track).copied());
            if let (Some(side), Some(part)) = (side, self.cast.get_mut(at)) {
                part.starts.push(side);
            }
        }
    }

    fn place_named(&self, name: &str) -> Option<usize> {
        let named = self.named.iter().find(|(known, _)| known == name);
        named.map(|(_, place)| *place)
    }

    /// Adds the units that the question may bring into play to the cast; they begin out of play.
    pub(super) fn spares(&mut self, entry: Entry, span: Span) {
        let created = profiles_created(self.book, entry);
        // Spare units of an earlier question are in the cast already, in play or not.
        let known_of = |cast: &[CastUnit], profile: ProfileId| {
            let is_known = |unit: &&CastUnit| unit.is_spare && unit.profile == profile;
            cast.iter().filter(is_known).count()
        };
        let n_new = created.iter().map(|(profile, most)| {
            let most = usize::try_from(*most).unwrap_or(usize::MAX);
            most.saturating_sub(known_of(&self.cast, *profile))
        });
        let n_new: usize = n_new.sum();
        if self.n_pieces().saturating_add(n_new) > MOST_UNITS {
            self.diagnostics.push(too_many_spares(
                self.book,
                &created,
                (n_new, self.n_pieces()),
                span,
            ));
            return;
        }
        for (profile, most) in created.iter().copied() {
            let n_known = known_of(&self.cast, profile);
            let all = (1..=most).zip(padded(spares(self.book, profile)));
            for (number, ready) in all.skip(n_known) {
                let place = match ready {
                    Some(unit) => self.take_in(unit.clone(), span),
                    None => {
                        let name = spare_name(self.book, profile, number);
                        self.join(profile, &name, None, span)
                    }
                };
                let Some(place) = place else {
                    return;
                };
                if let (Some(unit), None) = (self.cast.get_mut(place), ready) {
                    stand_by(unit, number);
                }
            }
        }
    }
}

/// Returns the finding about rules that may create more units than a question can have.
fn too_many_spares(
    book: &RuleBook,
    created: &[(ProfileId, u32)],
    (n_new, n_pieces): (usize, usize),
    span: Span,
) -> Diagnostic {
    let mut most: Option<(u32, Span)> = None;
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let spares = statement.spares();
            let spares = spares.filter(|one| created.contains(one));
            if let Some((_, n)) = spares
                && most.is_none_or(|(known, _)| n > known)
            {
                most = Some((n, statement.span));
            }
            true
        });
    }
    let finding = Diagnostic::new(
        Code::TooMany,
        format!("{n_new} units may be created here, and {n_pieces} are there from the start: more than {MOST_UNITS}"),
    )
    .label(span, "")
    .help("lower `at most`, which counts for each unit of the unit files that may be created");
    match most {
        Some((n, place)) => finding.label(place, format!("{n} of each unit")),
        None => finding,
    }
}

/// Iterates over the units, each as `Some`, then yields `None` without end.
fn padded(units: &[CastUnit]) -> impl Iterator<Item = Option<&CastUnit>> {
    units.iter().map(Some).chain(std::iter::repeat(None))
}

/// Returns an index in the cast as the value of a track.
fn index(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(0)
}
