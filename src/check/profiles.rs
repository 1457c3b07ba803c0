//! Units of the roster against their kinds.
//!
//! Reports: E0401 to E0404, E0406, E0408.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Checker, NamedType};
use sandtable_ask::stats::StatReader;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::Measure;
use sandtable_model::literals::words_of;
use sandtable_model::sides::unknown_side;
use sandtable_model::{
    FieldId, GAME, Kind, KindId, NONE, Profile, ProfileId, RuleBook, SIDE, Type, Value,
};
use sandtable_roster::{self as roster, Roster};
use sandtable_source::{Span, Spanned};

/// Ids and kinds of the units that become profiles, in their order. Units of a kind that may be unread are poisoned.
pub(super) fn units(checker: &mut Checker<'_>, roster: &Roster) -> Vec<(String, KindId)> {
    let mut units = Vec::new();
    for unit in roster.units() {
        match checker.types.get(&unit.kind.value) {
            Some(NamedType::Kind(kind)) => units.push((unit.id.value.clone(), *kind)),
            _ => {
                if checker.book.poison.has(&unit.kind.value) {
                    checker.book.poison.add(&*unit.id.value);
                }
            }
        }
    }
    units
}

/// The two sides and the game, where no unit file has them: they begin as their kinds say.
fn given_units(checker: &mut Checker<'_>) {
    let sides = checker.book.side_kind();
    let has = |checker: &Checker<'_>, kind: KindId| {
        let profiles = checker.book.profiles.iter();
        profiles.filter(|profile| profile.kind == kind).count()
    };
    let mut wanted: Vec<(KindId, String, String)> = Vec::new();
    if let Some(side) = sides {
        wanted.extend(missing_sides(checker, side));
    }
    if let Some(game) = checker.book.game_kind()
        && has(checker, game) == 0
    {
        let known = checker.book.kinds.get(game.at());
        let title = known.map_or(GAME, |known| known.naming.shown());
        wanted.push((game, GAME.to_owned(), title.to_lowercase()));
    }
    for (kind, id, title) in wanted {
        let Some(known) = checker.book.kinds.get(kind.at()).cloned() else {
            continue;
        };
        let mut values = Vec::new();
        for stat in &known.stats {
            match (stat.default, stat.optional) {
                (Some(value), _) => values.push((stat.field, Value::Single(value))),
                (None, true) => values.push((stat.field, Value::Single(NONE))),
                // An unread unit may say it.
                (None, false) if checker.book.poison.mentions(&known.naming.name) => {}
                (None, false) => checker.diagnostics.push(
                    Diagnostic::new(
                        Code::MissingStat,
                        format!(
                            "no unit file gives the `{}` of the {id} {}",
                            stat.naming.name, known.naming.name
                        ),
                    )
                    .label(stat.naming.span, "")
                    .help(format!(
                        "give it a default; or write a unit file with `[{}.…]`",
                        known.naming.name
                    )),
                ),
            }
        }
        checker.book.profiles.push(Profile {
            id,
            title,
            text: String::new(),
            kind,
            values,
            shape: None,
            span: known.naming.span,
            constants: OnceLock::new(),
        });
    }
}

/// Areas that change in play are units without a file.
fn areas(checker: &mut Checker<'_>) {
    let Some(kind) = checker.book.changing_places() else {
        return;
    };
    let Some(known) = checker.book.kinds.get(kind.at()) else {
        return;
    };
    checker.book.profiles.push(Profile {
        id: String::new(),
        title: known.naming.shown().to_owned(),
        text: String::new(),
        kind,
        values: Vec::new(),
        shape: None,
        span: known.naming.span,
        constants: OnceLock::new(),
    });
}

/// The sides that no unit file has, with their titles: those that the ruleset names, else two.
fn missing_sides(checker: &mut Checker<'_>, side: KindId) -> Vec<(KindId, String, String)> {
    let profiles = checker.book.profiles.iter();
    let known: Vec<(String, Span)> = profiles
        .filter(|profile| profile.kind == side)
        .map(|profile| (profile.id.clone(), profile.span))
        .collect();
    let kind = checker.book.kinds.get(side.at());
    let kind = kind.map_or(SIDE, |kind| kind.naming.shown()).to_lowercase();
    if checker.book.sides.is_empty() {
        let missing = ["first", "second"].iter().skip(known.len());
        return missing
            .map(|name| (side, (*name).to_owned(), format!("{name} {kind}")))
            .collect();
    }
    let names: Vec<String> = checker
        .book
        .sides
        .iter()
        .map(|side| side.name.clone())
        .collect();
    for (id, span) in &known {
        if !names.contains(id) {
            checker.diagnostics.push(unknown_side(id, *span, &names));
        }
    }
    let sides = checker.book.sides.iter();
    sides
        .filter(|naming| !known.iter().any(|(id, _)| *id == naming.name))
        .map(|naming| (side, naming.name.clone(), naming.shown().to_owned()))
        .collect()
}

/// Every unit of the roster as a profile. Units that are faulty are kept as far as they are sound.
pub(super) fn check_profiles(checker: &mut Checker<'_>, roster: &Roster) {
    // Ids first: parts may be before or after their owners.
    let mut ids: BTreeMap<&str, ProfileId> = BTreeMap::new();
    let mut known: Vec<(&roster::Unit, KindId)> = Vec::new();
    for unit in roster.units() {
        let Some(kind) = kind_of(checker, &unit.kind) else {
            continue;
        };
        ids.insert(&unit.id.value, ProfileId::new(known.len()));
        known.push((unit, kind));
    }
    checker.book.profiles = known
        .iter()
        .map(|(unit, kind)| Profile {
            id: unit.id.value.clone(),
            title: title(&checker.book, unit, *kind),
            text: String::new(),
            kind: *kind,
            values: Vec::new(),
            shape: None,
            span: unit.head(),
            constants: OnceLock::new(),
        })
        .collect();
    let kinds = checker.book.kinds.clone();
    for (at, (unit, kind)) in known.iter().enumerate() {
        let mut reader = StatReader {
            book: &mut checker.book,
            kinds: &kinds,
            diagnostics: checker.diagnostics,
            ids: &ids,
        };
        let values = reader.values(*kind, &unit.stats, unit.shown(), unit.head());
        let shape = match checker.book.board {
            Some(Measure::Inches) => roster::base(unit, checker.diagnostics),
            Some(Measure::Hexes | Measure::Squares | Measure::Areas) | None => None,
        };
        let text = card_text(unit, kinds.get(kind.at()), checker.diagnostics);
        if let Some(profile) = checker.book.profiles.get_mut(at) {
            profile.text = text;
            profile.values = values;
            profile.shape = shape.map(|shape| shape.value);
        }
    }
    report_starts_beyond_ends(checker);
    given_units(checker);
    areas(checker);
}

/// The title of a unit; a side without one in the unit files has that of the ruleset.
fn title(book: &RuleBook, unit: &roster::Unit, kind: KindId) -> String {
    let mut sides = book.sides.iter();
    let side = sides.find(|side| book.side_kind() == Some(kind) && side.name == unit.id.value);
    match side.filter(|_| unit.title.is_none()) {
        Some(side) => side.shown().to_owned(),
        None => unit.shown().to_owned(),
    }
}

/// The text of the card of a unit: its key `text`, unless that is a stat of its kind.
///
/// Reports: E0403.
fn card_text(unit: &roster::Unit, kind: Option<&Kind>, diagnostics: &mut Diagnostics) -> String {
    let declared = kind.into_iter().flat_map(|kind| &kind.stats);
    let is_stat = declared.into_iter().any(|stat| stat.naming.name == "text");
    let Some(stat) = unit.stat("text").filter(|_| !is_stat) else {
        return String::new();
    };
    if let roster::Value::Word(text) = &stat.value.value {
        return text.clone();
    }
    diagnostics.push(
        Diagnostic::new(
            Code::WrongValue,
            "`text` must be a text: it is printed on the card",
        )
        .label(stat.value.span, "not a text")
        .help("put it in quotes: `text = \"Draw two cards.\"`"),
    );
    String::new()
}

/// Reports units with a stat at which a track starts that is beyond the stat at which it ends. A start that all units share is
/// limited to the end of each.
fn report_starts_beyond_ends(checker: &mut Checker<'_>) {
    let book = &checker.book;
    let mut found = Vec::new();
    for profile in &book.profiles {
        let kind = book.kinds.get(profile.kind.at());
        let number = |field: FieldId| match profile.value(field) {
            Some(Value::Single(number)) => Some(*number),
            Some(Value::Parts(_) | Value::Place(_)) | None => None,
        };
        let name = |field: FieldId| book.field_name(field);
        for track in kind.into_iter().flat_map(|kind| &kind.tracks) {
            let Some((first, last)) = track.starts_at.zip(track.ends_at) else {
                continue;
            };
            let (Some(start), Some(end)) = (number(first), number(last)) else {
                continue;
            };
            if start <= end {
                continue;
            }
            let (first, last) = (name(first), name(last));
            let message = format!(
                "{} would start with `{}` at its `{first}`, {start}, but its `{last}` is {end}",
                profile.title, track.naming.name,
            );
            found.push(
                Diagnostic::new(Code::OutOfRange, message)
                    .label(profile.span, "")
                    .label(track.naming.span, "the track")
                    .help(format!("raise its `{last}`, or lower its `{first}`")),
            );
        }
    }
    checker.diagnostics.extend(found);
}

fn kind_of(checker: &mut Checker<'_>, kind: &Spanned<String>) -> Option<KindId> {
    if let Some(NamedType::Kind(id)) = checker.types.get(&kind.value) {
        return Some(*id);
    }
    let known = words_of(&checker.book, Type::Unit(sandtable_model::Kinds::ALL));
    let list = known.join(", ");
    let diagnostic = Diagnostic::new(
        Code::UnknownKind,
        format!("the rules know no kind `{}`", kind.value),
    )
    .label(kind.span, "")
    .suggest(&kind.value, known.iter().map(String::as_str))
    .help(format!("kinds of this ruleset: {list}"));
    checker.unresolved(&kind.value, diagnostic);
    None
}
