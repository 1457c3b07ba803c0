//! Tracks of kinds, also with a value for each unit or word.
//!
//! Reports: E0201, E0203, E0404.

use super::types::{pieces, resolve};
use super::{Checker, NamedType};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::{Ranged, literal};
use sandtable_model::{
    Kind, KindId, KindTrack, Kinds, NONE, Naming, SIDE, Symbol, Track, TrackId, TrackOrigin,
    TracksByWord, Type, WordsId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Reads the value with which a stat or track begins; `None` after a finding.
pub(super) fn start_value(
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
            let diagnostic = diagnostic.label(ty, "declared here");
            let diagnostic = with_stat_as_start(diagnostic, value, ranged.ty);
            checker.diagnostics.push(diagnostic);
            None
        }
    }
}

/// Adds the cure if a number starts with a word, which may be meant as a stat.
fn with_stat_as_start(finding: Diagnostic, value: &Spanned<ast::Literal>, ty: Type) -> Diagnostic {
    let ast::Literal::Word(word) = &value.value else {
        return finding;
    };
    if !matches!(ty, Type::Number(_)) {
        return finding;
    }
    finding.help(format!(
        "write a number, or `starts at {word}` for a stat of the kind"
    ))
}

/// Reads the stat at which tracks start or end, once the stats of the kind are known.
pub(super) fn track_stat(
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
pub(super) struct TrackLine<'a> {
    pub(super) naming: Naming,
    pub(super) index: Option<Kinds>,
    pub(super) ty: &'a Spanned<ast::Type>,
    pub(super) starts: Option<&'a Spanned<ast::Literal>>,
    pub(super) lasts: Option<&'a ast::Name>,
}

/// The index of a track, in brackets after its name.
#[derive(Debug, Clone, Copy)]
pub(super) enum TrackIndex {
    /// `(target: vehicle)`: one for each unit of these kinds.
    Units(Kinds),
    /// `(spot: location)`: one for each word of a list.
    Words(WordsId),
}

/// Declares a track for each word of a list.
pub(super) fn track_by_word<'a>(
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
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other type is reported"
)]
pub(super) fn track_index(
    checker: &mut Checker<'_>,
    index: &[ast::Parameter],
) -> Option<TrackIndex> {
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
                .help("name it in the brackets: `track fired-at (target: vehicle): yes or no`, `track damage (spot: location): 0..4`; for two, declare a \
                    track for each word of the one, or keep pieces of a kind of their own"),
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

pub(super) fn track(checker: &mut Checker<'_>, kind: &mut Kind, written: TrackLine<'_>) {
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
