//! Kinds: stats, traits, tracks; their formulas get ids here and bodies later.
//!
//! Reports: E0201, E0202, E0203, E0206.

use std::collections::BTreeMap;

use super::decks;
use super::declare::twice;
use super::hidden;
use super::musts::{must_of_kind, must_text, reads_as_stat};
use super::on_map;
use super::policies::add_policy_track;
use super::procedure_stubs::formula_of_kind;
use super::tracks::{
    TrackIndex, TrackLine, start_value, track, track_by_word, track_index, track_stat,
};
use super::types::{list_of, pieces, resolve, result_range, result_type};
use super::{Checker, NamedType, naming, sections};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{AT, FACING, Ground, Measure};
use sandtable_model::literals::Ranged;
use sandtable_model::{
    Dimension, Field, FieldId, Kind, KindId, KindStat, KindTrack, Kinds, NONE, Naming, PILE, SIDE,
    Symbol, Track, TrackId, TrackOrigin, Type,
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

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other line was read before"
)]
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
            ast::KindLine::Deck { .. } => decks::check_deck(checker, id, &mut built, line),
            ast::KindLine::OnMap { name } => {
                on_map::check_on_map(checker, id, &mut built, name);
            }
            ast::KindLine::Hidden {
                name,
                off_map,
                flag,
            } => {
                hidden::check_hidden(
                    checker,
                    id,
                    &mut built,
                    (name, off_map.as_ref(), flag.as_ref()),
                );
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
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other type has the ends of a number"
)]
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
            start: if let Type::Place = track.ty { NONE } else { 0 },
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
            if is_of_links(checker, kind) {
                refuse_tracks_of_links(checker, fresh);
                return;
            }
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

/// Whether a kind is that of the sides between hexes or squares, or of the links between areas.
fn is_of_links(checker: &Checker<'_>, kind: &Kind) -> bool {
    checker.book.has_sides_of_places() && kind.naming.name == checker.book.ground().link
}

/// Reports tracks of what lies between two places.
fn refuse_tracks_of_links(checker: &mut Checker<'_>, names: &[&ast::Name]) {
    let Some(first) = names.first() else {
        return;
    };
    let ground = checker.book.ground();
    let text = format!(
        "`{}` is a track, but a {} does not change",
        first.value, ground.link_in_words
    );
    checker.diagnostics.push(
        Diagnostic::new(Code::NotAllowedHere, text)
            .label(first.span, "")
            .help(format!(
                "declare the track in `kind {}`, for the place on each side; or put a piece there",
                ground.place
            )),
    );
    for name in names {
        checker.book.poison.add(name.value.clone());
    }
}

/// Returns the finding about a stat of places that would be a unit: a map is read before there are any.
fn unit_on_the_map(checker: &Checker<'_>, kind: &Kind, stat: &str) -> Diagnostic {
    let of = &kind.naming.name;
    let finding = Diagnostic::new(
        Code::NotAllowedHere,
        format!("a stat of `{of}` cannot be a unit or a side: a map is read before there are any"),
    );
    match checker.book.has_sides_of_places() && *of == checker.book.ground().place {
        true => finding.help(format!(
            "declare a track, `track {stat}: side or none`: the map can say what it starts with, `{stat} = \"ID\"`, and so can a \
             scenario, below `[{of}.NAME]`"
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
    if ranged.ty == Type::Side {
        let link = checker.book.ground().link;
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, format!("a stat cannot be a {link}"))
                .label(ty.span, "")
                .help(format!(
                    "declare a stat for each of the two places, `{0}-from place` and `{0}-to place`, and write `{link}({0}-from, {0}-to)`",
                    naming.name
                )),
        );
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
