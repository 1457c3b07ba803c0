//! Kinds: stats, traits, tracks; their formulas get ids here and bodies later.
//!
//! Reports: E0202, E0203, E0206, E0404.

use std::collections::BTreeMap;

use super::cards;
use super::declare::twice;
use super::hidden;
use super::musts::{must_of_kind, must_text, reads_as_stat};
use super::on_map;
use super::policies::add_policy_track;
use super::procedure_stubs::formula_of_kind;
use super::types::{list_of, pieces, resolve, result_range, result_type};
use super::{Checker, NamedType, naming, sections};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{AT, FACING, Ground, Measure};
use sandtable_model::literals::{Ranged, literal};
use sandtable_model::{
    Dimension, Field, FieldId, Kind, KindId, KindStat, KindTrack, Kinds, NONE, Naming, PILE, SIDE,
    Symbol, Track, TrackId, TrackOrigin, TracksByWord, Type, WordsId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Keys of unit files and states of units with a meaning of their own.
const RESERVED: [&str; 6] = ["name", "note", "traits", "kind", "destroyed", "removed"];

/// Fills in every kind.
pub(super) fn check_kinds(checker: &mut Checker<'_>) {
    let names: Vec<ast::Name> = checker
        .kinds
        .iter()
        .map(|kind| kind.head.name.clone())
        .collect();
    if let Some(first) = names.first() {
        let id = list_of(checker, &names, first.span);
        add_field(checker, "kind", Type::Words(id), false, false);
    } else {
        add_field(checker, "kind", Type::Unknown, false, false);
    }
    for name in ["destroyed", "removed"] {
        checker.book.tracks.push(Track {
            name: name.to_owned(),
            ty: Type::Flag,
            or_none: false,
            index: None,
        });
    }
    if let Some(NamedType::Kind(side)) = checker.types.get(SIDE) {
        let side = Track {
            name: SIDE.to_owned(),
            ty: Type::Unit(Kinds::one(*side)),
            or_none: false,
            index: None,
        };
        checker.book.tracks.push(side);
    }
    if checker.book.board.is_some() {
        let place = (AT, Type::Place, true);
        let facing = (FACING, Type::Number(Dimension::Degrees), false);
        // Areas do not lie in any direction from each other.
        let has_facing = checker.book.board != Some(Measure::Areas);
        for (name, ty, or_none) in [place].into_iter().chain(has_facing.then_some(facing)) {
            checker.book.tracks.push(Track {
                name: name.to_owned(),
                ty,
                or_none,
                index: None,
            });
        }
    }
    checker.n_given_tracks = checker.book.tracks.len();
    for (at, kind) in checker.kinds.clone().into_iter().enumerate() {
        let built = the_kind(checker, KindId::new(at), kind);
        checker.book.kinds.push(built);
    }
    add_policy_track(checker);
}

fn add_field(
    checker: &mut Checker<'_>,
    name: &str,
    ty: Type,
    is_list: bool,
    is_trait: bool,
) -> FieldId {
    let id = FieldId::new(checker.book.fields.len());
    checker.book.fields.push(Field {
        name: name.to_owned(),
        ty,
        or_none: false,
        is_list,
        is_trait,
    });
    checker.fields.insert(name.to_owned(), id);
    id
}

fn the_kind<'a>(checker: &mut Checker<'a>, id: KindId, kind: &'a ast::Kind) -> Kind {
    let mut built = Kind {
        naming: naming(&kind.head),
        stats: Vec::new(),
        tracks: given_tracks(checker, id, kind),
        by_word: Vec::new(),
        traits: Vec::new(),
        formulas: Vec::new(),
        hidden: None,
        on_map: None,
        musts: Vec::new(),
    };
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for line in &kind.lines {
        let names = line.value.names();
        let mut fresh = Vec::new();
        for name in names {
            let is_given = |given: &KindTrack| given.naming.name == name.value;
            let is_pile = is_card(kind) && name.value == PILE;
            if RESERVED.contains(&name.value.as_str())
                || is_pile
                || built.tracks.iter().any(is_given)
            {
                checker.diagnostics.push(
                    Diagnostic::new(
                        Code::DeclaredTwice,
                        format!("`{}` is a built-in name in unit files", name.value),
                    )
                    .label(name.span, "")
                    .help("give it another name"),
                );
            } else if let Some(first) = seen.insert(&name.value, name.span) {
                checker
                    .diagnostics
                    .push(twice(&name.value, name.span, first));
            } else {
                fresh.push(name);
            }
        }
        if reads_as_stat(checker, kind, &line.value) {
            continue;
        }
        let is_member = !matches!(
            line.value,
            ast::KindLine::Deck { .. }
                | ast::KindLine::Hidden { .. }
                | ast::KindLine::OnMap { .. }
                | ast::KindLine::Must { .. }
        );
        for name in fresh.iter().filter(|_| is_member) {
            checker.declares(name.span, Symbol::Member(Kinds::one(id)));
        }
        line_of(checker, id, &mut built, &line.value, &fresh);
    }
    // Lines that may refer to stats and tracks declared below them.
    for line in &kind.lines {
        match &line.value {
            ast::KindLine::Deck { .. } => cards::check_deck(checker, id, &mut built, line),
            ast::KindLine::OnMap { name } => {
                on_map::check_on_map(checker, id, &mut built, name);
            }
            ast::KindLine::Hidden { name, flag } => {
                hidden::check_hidden(checker, id, &mut built, name, flag.as_ref());
            }
            ast::KindLine::Track {
                names,
                starts_at,
                ends_at,
                ..
            } => {
                let ends = [(starts_at, true), (ends_at, false)];
                for (stat, is_start) in ends
                    .into_iter()
                    .filter_map(|(stat, is_start)| Some((stat.as_ref()?, is_start)))
                {
                    track_stat(checker, id, &mut built, names, stat, is_start);
                }
            }
            _ => {}
        }
    }
    built
}

/// Whether the units of a kind are cards.
fn is_card(kind: &ast::Kind) -> bool {
    let mut lines = kind.lines.iter();
    lines.any(|line| matches!(line.value, ast::KindLine::Deck { .. }))
}

/// The tracks that a kind has without saying so.
fn given_tracks(checker: &Checker<'_>, id: KindId, kind: &ast::Kind) -> Vec<KindTrack> {
    let span = kind.head.name.span;
    let is_card = is_card(kind);
    let is_piece = pieces(checker).has(id);
    let n_given = checker.n_given_tracks;
    let Ground { place, link, .. } = checker.book.ground();
    let is_ground = [place, link].iter().any(
        |name| matches!(checker.types.get(*name), Some(NamedType::Kind(known)) if *known == id),
    );
    let tracks = checker.book.tracks.iter().enumerate();
    tracks
        .take(match (is_ground, is_piece) {
            (true, _) => 0,
            (false, true) => n_given,
            (false, false) => 2,
        })
        // Cards are in piles, not on the map.
        .filter(|(_, track)| !is_card || ![AT, FACING].contains(&track.name.as_str()))
        .map(|(at, track)| KindTrack {
            track: TrackId::new(at),
            origin: TrackOrigin::Given,
            low: 0,
            high: match track.ty {
                Type::Flag => 1,
                Type::Number(_) => 359,
                _ => i32::MAX,
            },
            start: match track.ty {
                Type::Place => NONE,
                _ => 0,
            },
            starts_at: None,
            ends_at: None,
            lasts: None,
            naming: Naming {
                name: track.name.clone(),
                title: None,
                citations: Vec::new(),
                span,
            },
        })
        .collect()
}

fn line_of<'a>(
    checker: &mut Checker<'a>,
    id: KindId,
    kind: &mut Kind,
    line: &'a ast::KindLine,
    fresh: &[&'a ast::Name],
) {
    match line {
        ast::KindLine::Stat {
            name,
            ty,
            default,
            optional,
            title,
            citations,
        } => {
            if fresh.is_empty() {
                return;
            }
            let naming = named(name, title.as_ref(), citations);
            stat(checker, kind, naming, ty, default.as_ref(), *optional);
        }
        ast::KindLine::Traits(_) => {
            for name in fresh {
                if let Some(field) =
                    shared_field(checker, &name.value, Type::Flag, false, true, name.span)
                {
                    kind.traits.push(field);
                }
            }
        }
        ast::KindLine::Track {
            index,
            ty,
            starts,
            lasts,
            title,
            citations,
            ..
        } => {
            let index = index.as_ref().and_then(|index| track_index(checker, index));
            for name in fresh {
                let written = |naming, index| TrackLine {
                    naming,
                    index,
                    ty,
                    starts: starts.as_ref(),
                    lasts: lasts.as_ref(),
                };
                let naming = named(name, title.as_ref(), citations);
                match index {
                    Some(TrackIndex::Words(words)) => {
                        track_by_word(checker, kind, words, &naming, |naming| {
                            written(naming, None)
                        });
                    }
                    Some(TrackIndex::Units(kinds)) => {
                        track(checker, kind, written(naming, Some(kinds)));
                    }
                    None => track(checker, kind, written(naming, None)),
                }
            }
        }
        // Read when the stats of the kind are known.
        ast::KindLine::Deck { .. } | ast::KindLine::Hidden { .. } | ast::KindLine::OnMap { .. } => {
        }
        ast::KindLine::Formula { head, value } if !fresh.is_empty() => {
            formula(checker, id, kind, head, value);
        }
        ast::KindLine::Formula { .. } => {}
        ast::KindLine::Must {
            name,
            condition,
            why,
            citations,
        } => {
            let naming = named(name, why.as_ref(), citations);
            let text = must_text(condition, why.as_ref());
            must_of_kind(checker, id, kind, naming, condition, text);
        }
    }
}

/// A formula of a kind, without its body.
fn formula<'a>(
    checker: &mut Checker<'a>,
    id: KindId,
    kind: &mut Kind,
    head: &'a ast::Head,
    value: &'a ast::Expr,
) {
    let declared = result_type(checker, head.result.as_ref()).map(|(result, _)| result);
    let range = result_range(checker, head.result.as_ref());
    let procedure = formula_of_kind(checker, id, value, naming(head), (declared, range));
    kind.formulas.push((head.name.value.clone(), procedure));
}

fn named(
    name: &ast::Name,
    title: Option<&Spanned<String>>,
    citations: &[Spanned<String>],
) -> Naming {
    Naming {
        name: name.value.clone(),
        title: title.map(|title| title.value.clone()),
        citations: sections(citations),
        span: name.span,
    }
}

/// The field of a name; kinds share it, so they must agree on its type.
fn shared_field(
    checker: &mut Checker<'_>,
    name: &str,
    ty: Type,
    is_list: bool,
    is_trait: bool,
    span: Span,
) -> Option<FieldId> {
    let Some(id) = checker.fields.get(name).copied() else {
        return Some(add_field(checker, name, ty, is_list, is_trait));
    };
    let field = checker.book.fields.get(id.at())?;
    if field.ty == ty && field.is_list == is_list && field.is_trait == is_trait {
        return Some(id);
    }
    let first = checker.book.kinds.iter().find_map(|kind| {
        let stat = kind.stats.iter().find(|stat| stat.field == id)?;
        Some(stat.naming.span)
    });
    let mut diagnostic = Diagnostic::new(
        Code::WrongType,
        format!("two kinds declare different types for `{name}`"),
    )
    .label(span, "this one");
    if let Some(first) = first {
        diagnostic = diagnostic.label(first, "that one");
    }
    checker
        .diagnostics
        .push(diagnostic.help("rename one of them, so that rules about any unit see one type"));
    None
}

/// Whether the stats of a kind are those of the places of a map or of what joins them.
fn is_on_the_map(checker: &Checker<'_>, kind: &Kind) -> bool {
    let ground = checker.book.ground();
    let is_ground = [ground.place, ground.link].contains(&kind.naming.name.as_str());
    checker.book.board.is_some() && is_ground
}

/// Returns the finding about a stat of places that would be a unit: a map is read before there are any.
fn unit_on_the_map(checker: &Checker<'_>, kind: &Kind, stat: &str) -> Diagnostic {
    let of = &kind.naming.name;
    let finding = Diagnostic::new(
        Code::NotAllowedHere,
        format!(
            "a map cannot name a unit or a side, so this stat of `{of}` would never have a value"
        ),
    );
    match checker.book.board == Some(Measure::Areas) && *of == checker.book.ground().place {
        true => finding.help(format!(
            "declare a track, `track {stat}: side or none`, and say in the scenario what it starts with: below `[area.NAME]` \
             `{stat} = \"ID\"`"
        )),
        false => finding.help(format!("write words of your own: `{stat}  red or blue`")),
    }
}

fn stat(
    checker: &mut Checker<'_>,
    kind: &mut Kind,
    naming: Naming,
    ty: &Spanned<ast::Type>,
    default: Option<&Spanned<ast::Literal>>,
    optional: bool,
) {
    let (ranged, is_list) = match &ty.value {
        ast::Type::List(name) => match checker.types.get(&name.value) {
            Some(NamedType::Kind(id)) => {
                let id = *id;
                checker.refers(name.span, Symbol::Kind(id));
                (Ranged::any(Type::Unit(Kinds::one(id))), true)
            }
            _ => {
                let known = checker
                    .types
                    .iter()
                    .filter(|(_, named)| matches!(named, NamedType::Kind(_)))
                    .map(|(name, _)| name.as_str());
                let finding = Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no kind `{}`", name.value),
                )
                .label(name.span, "")
                .suggest(&name.value, known)
                .help(format!(
                    "declare it: `kind {}`, with its stats below",
                    name.value
                ));
                checker.unresolved(&name.value, finding);
                checker.book.poison.add(naming.name);
                return;
            }
        },
        ast::Type::Number { .. }
        | ast::Type::Words { .. }
        | ast::Type::PartOf { .. }
        | ast::Type::Dice { .. } => (resolve(checker, ty), false),
    };
    if matches!(ranged.ty, Type::Unit(_)) && is_on_the_map(checker, kind) {
        let finding = unit_on_the_map(checker, kind, &naming.name).label(ty.span, "");
        checker.diagnostics.push(finding);
        checker.book.poison.add(naming.name);
        return;
    }
    if ranged.or_none {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "a stat of a unit is never `none`")
                .label(ty.span, "")
                .help("if it may be missing, write `, optional` instead of `or none`"),
        );
    }
    let Some(field) = shared_field(
        checker,
        &naming.name,
        ranged.ty,
        is_list,
        false,
        naming.span,
    ) else {
        return;
    };
    if optional && let Some(entry) = checker.book.fields.get_mut(field.at()) {
        entry.or_none = true;
    }
    let default = start_value(checker, default, ranged, ty.span);
    kind.stats.push(KindStat {
        field,
        low: ranged.low,
        high: ranged.high,
        default,
        optional,
        naming,
    });
}

fn start_value(
    checker: &mut Checker<'_>,
    value: Option<&Spanned<ast::Literal>>,
    ranged: Ranged,
    ty: Span,
) -> Option<i32> {
    let value = value?;
    if let ast::Literal::Word(word) = &value.value {
        checker.refers_to_word(value.span, word, ranged.ty);
    }
    match literal(&checker.book, value, ranged) {
        Ok(value) => Some(value),
        Err(diagnostic) => {
            checker
                .diagnostics
                .push(diagnostic.label(ty, "declared here"));
            None
        }
    }
}

/// Reads the stat at which tracks start or end, once the stats of the kind are known.
fn track_stat(
    checker: &mut Checker<'_>,
    id: KindId,
    kind: &mut Kind,
    names: &[ast::Name],
    stat: &ast::Name,
    is_start: bool,
) {
    let known = kind.stats.iter();
    let declared = known.clone().find(|known| known.naming.name == stat.value);
    let Some(declared) = declared else {
        let text = format!("`{}` has no stat `{}`", kind.naming.name, stat.value);
        let help = match is_start {
            true => format!(
                "declare it: `{} 1..6`; or write a number: `starts 4`",
                stat.value
            ),
            false => format!("declare it: `{} 1..6`", stat.value),
        };
        let finding = Diagnostic::new(Code::UnknownName, text)
            .label(stat.span, "")
            .suggest(&stat.value, known.map(|known| known.naming.name.as_str()));
        let finding = match finding.help {
            Some(_) => finding,
            None => finding.help(help),
        };
        checker.unresolved(&stat.value, finding);
        return;
    };
    let (field, optional) = (declared.field, declared.optional);
    let (low, high) = (declared.low, declared.high);
    let ty = checker.book.fields.get(field.at()).map(|known| known.ty);
    checker.refers(stat.span, Symbol::Member(Kinds::one(id)));
    checker.used.fields.insert(field);
    for name in names {
        let by_word = kind.by_word.iter().find(|known| known.name == name.value);
        let of_words = by_word
            .map(|known| known.tracks.clone())
            .unwrap_or_default();
        let mut tracks = kind
            .tracks
            .iter_mut()
            .filter(|track| track.naming.name == name.value || of_words.contains(&track.track));
        let Some(track) = tracks.next() else {
            continue;
        };
        let of = checker
            .book
            .tracks
            .get(track.track.at())
            .map(|known| known.ty);
        if !matches!(of, Some(Type::Number(_))) || of != ty || optional {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    format!(
                        "`{}` is not a number that `{}` can have",
                        stat.value, name.value
                    ),
                )
                .label(stat.span, "")
                .help("use a stat that every unit has, with the same measure as the track"),
            );
            return;
        }
        if low < track.low || high > track.high {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::OutOfRange,
                    format!("`{}` can be {low} to {high}", stat.value),
                )
                .label(
                    stat.span,
                    format!("`{}` is {} to {}", name.value, track.low, track.high),
                )
                .help("declare a wider range for the track"),
            );
            return;
        }
        for track in std::iter::once(track).chain(tracks) {
            match is_start {
                true => track.starts_at = Some(field),
                false => track.ends_at = Some(field),
            }
        }
    }
}

/// A track as written.
struct TrackLine<'a> {
    naming: Naming,
    index: Option<Kinds>,
    ty: &'a Spanned<ast::Type>,
    starts: Option<&'a Spanned<ast::Literal>>,
    lasts: Option<&'a ast::Name>,
}

/// The index of a track, in brackets after its name.
#[derive(Debug, Clone, Copy)]
enum TrackIndex {
    /// `(target: vehicle)`: one for each unit of these kinds.
    Units(Kinds),
    /// `(spot: location)`: one for each word of a list.
    Words(WordsId),
}

/// Declares a track for each word of a list.
fn track_by_word<'a>(
    checker: &mut Checker<'_>,
    kind: &mut Kind,
    words: WordsId,
    naming: &Naming,
    written: impl Fn(Naming) -> TrackLine<'a>,
) {
    let list = checker.book.words.get(words.at());
    let list = list.map(|list| list.words.clone()).unwrap_or_default();
    let mut tracks = Vec::new();
    for word in &list {
        let n_before = kind.tracks.len();
        let title = naming.title.as_deref();
        let one = Naming {
            name: TracksByWord::name_of(&naming.name, word),
            title: title.map(|title| format!("{title} ({word})")),
            ..naming.clone()
        };
        track(checker, kind, written(one));
        if n_before == kind.tracks.len() {
            // The same would be reported of every word.
            return;
        }
        tracks.extend(kind.tracks.last().map(|track| track.track));
    }
    kind.by_word.push(TracksByWord {
        name: naming.name.clone(),
        words,
        tracks,
    });
}

/// Units or words that index the values of a track.
fn track_index(checker: &mut Checker<'_>, index: &[ast::Parameter]) -> Option<TrackIndex> {
    if let [only] = index {
        let name = only.name.span;
        checker.declares(name, Symbol::Local(name));
        let ranged = match &only.ty {
            Some(ty) => resolve(checker, ty),
            None => Ranged::any(implied_index(checker, &only.name)),
        };
        match ranged.ty {
            Type::Unit(kinds) => return Some(TrackIndex::Units(kinds)),
            Type::Words(words) if !ranged.or_none => return Some(TrackIndex::Words(words)),
            _ => {}
        }
        if ranged.ty == Type::Unknown {
            return None;
        }
    }
    if let Some(first) = index.first() {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "a track takes one kind of unit, or one list of words")
                .label(first.name.span, "")
                .help("name it in the brackets: `track fired-at (target: vehicle): yes or no`, `track damage (spot: location): 0..4`"),
        );
    }
    None
}

/// The type of an index without one: sides or the words of a list by their name, else pieces.
fn implied_index(checker: &Checker<'_>, name: &ast::Name) -> Type {
    match checker.types.get(&name.value) {
        Some(NamedType::Scale(words)) => Type::Words(*words),
        Some(NamedType::Kind(kind)) if name.value == SIDE => Type::Unit(Kinds::one(*kind)),
        _ => Type::Unit(pieces(checker)),
    }
}

fn track(checker: &mut Checker<'_>, kind: &mut Kind, written: TrackLine<'_>) {
    let TrackLine {
        naming, index, ty, ..
    } = written;
    let ranged = resolve(checker, ty);
    let up_to = |high| Ranged {
        low: 0,
        high,
        ..ranged
    };
    let (ranged, default) = match ranged.ty {
        Type::Number(_) if !ranged.or_none => (ranged, ranged.low.max(0)),
        Type::Flag => (up_to(1), 0),
        Type::Words(id) if !ranged.or_none => {
            let list = checker.book.words.get(id.at());
            let n_words = list.map_or(0, |list| list.words.len());
            (up_to(i32::try_from(n_words).unwrap_or(i32::MAX) - 1), 0)
        }
        Type::Unit(_) | Type::Place if ranged.or_none => (up_to(i32::MAX), NONE),
        Type::Unknown => {
            checker.book.poison.add(naming.name);
            return;
        }
        Type::Unit(_) => {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    "a track that holds a unit must allow `none`",
                )
                .label(ty.span, "")
                .help("add `or none` after it: `track target: vehicle or none`"),
            );
            return;
        }
        Type::Place => {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    "a track that holds a place must allow `none`",
                )
                .label(ty.span, "")
                .help("add `or none` after it: `track goal: place or none`"),
            );
            return;
        }
        Type::Number(_) | Type::Words(_) | Type::Face(_) | Type::Dice | Type::Side => {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    "a track is a number, one of some words, a unit or a place",
                )
                .label(ty.span, "")
                .help("write a range like `0..4`, `yes or no`, words with `or` between them, a scale, or `vehicle or none`"),
            );
            return;
        }
    };
    let start = start_value(checker, written.starts, ranged, ty.span).unwrap_or(default);
    let this = Track {
        name: naming.name.clone(),
        ty: ranged.ty,
        or_none: ranged.or_none,
        index,
    };
    let known = checker.book.tracks.iter();
    let known = known.enumerate().find(|(_, track)| track.name == this.name);
    let id = match known {
        None => {
            checker.book.tracks.push(this);
            TrackId::new(checker.book.tracks.len() - 1)
        }
        Some((at, known)) => {
            if known.ty != this.ty || known.or_none != this.or_none || known.index != this.index {
                checker.diagnostics.push(
                    Diagnostic::new(
                        Code::WrongType,
                        format!("two kinds declare different tracks `{}`", naming.name),
                    )
                    .label(naming.span, "")
                    .help("rename one of the tracks"),
                );
                return;
            }
            TrackId::new(at)
        }
    };
    kind.tracks.push(KindTrack {
        track: id,
        origin: TrackOrigin::Declared,
        low: ranged.low,
        high: ranged.high,
        start,
        starts_at: None,
        ends_at: None,
        lasts: written.lasts.cloned(),
        naming,
    });
}
