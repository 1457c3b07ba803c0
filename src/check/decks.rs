//! Decks: the line of a kind that makes its units cards.
//!
//! Reports: E0201 to E0203, E0206, E0215, E0217.

use super::Checker;
use super::declare::twice;
use super::types::{list_of, pieces};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::deck::has_alike;
use sandtable_model::{
    CopiesOf, Deck, Dimension, Kind, KindId, KindTrack, Kinds, NONE, Naming, PILE, Pile, SIDE,
    Symbol, Track, TrackId, TrackOrigin, Type,
};
use sandtable_source::Spanned;
use sandtable_syntax::ast;

/// Most cards of one unit in a deck.
const MOST_COPIES: i32 = 64;

/// The ends of the order of a deck.
const FARTHEST: i32 = 1_000_000;

/// Reads a line `deck orders, copies of each` of a kind, whose stats and tracks are known.
pub(super) fn check_deck(
    checker: &mut Checker<'_>,
    id: KindId,
    kind: &mut Kind,
    line: &Spanned<ast::KindLine>,
) {
    let ast::KindLine::Deck {
        name,
        of_each,
        copies,
        title,
        citations,
    } = &line.value
    else {
        return;
    };
    if !pieces(checker).has(id) {
        let text = format!("`{}` cannot be cards", kind.naming.name);
        checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, text)
                .label(name.span, "")
                .help("declare a kind of its own for the cards"),
        );
        return;
    }
    let known = checker.book.decks.iter();
    let mut known = known.filter(|deck| deck.naming.name == name.value || deck.kind == id);
    if let Some(first) = known.next() {
        let (is_same_name, span) = (first.naming.name == name.value, first.naming.span);
        let finding = match is_same_name {
            true => twice(&name.value, name.span, span),
            false => Diagnostic::new(Code::DeclaredTwice, "this kind has two decks")
                .label(name.span, "here again")
                .label(span, "first here")
                .help("declare a kind for each deck, or use one deck for all cards"),
        };
        checker.diagnostics.push(finding);
        return;
    }
    let copies = copies.as_ref();
    let copies = copies.map_or(Some(CopiesOf::Number(1)), |copies| {
        n_copies(checker, kind, copies)
    });
    let words: Vec<ast::Name> = Pile::ALL
        .iter()
        .map(|pile| Spanned::new(pile.word().to_owned(), name.span))
        .collect();
    let words = list_of(checker, &words, name.span);
    let pile = shared_track(checker, PILE, Type::Words(words));
    // With spaces in it: no track of a rule file has such a name.
    let order = shared_track(checker, "order in the deck", Type::Number(Dimension::Plain));
    let ends = [
        (pile, TrackOrigin::Given, 0, Pile::ALL.len() as i32 - 1),
        (order, TrackOrigin::Internal, -FARTHEST, FARTHEST),
    ];
    for (track, origin, low, high) in ends {
        let known = checker.book.tracks.get(track.at());
        let name = known.map_or("", |known| known.name.as_str());
        kind.tracks.push(KindTrack {
            origin,
            ..KindTrack::internal(track, name, (low, high), kind.naming.span)
        });
    }
    let sides = match checker.types.get(SIDE) {
        Some(super::NamedType::Kind(side)) => Some(Kinds::one(*side)),
        _ => None,
    };
    let home = of_each
        .as_ref()
        .and_then(|each| home_track(checker, kind, each, sides));
    let known = sides.map(|sides| known_track(checker, kind, sides));
    checker.declares(name.span, Symbol::Deck(checker.book.decks.len()));
    checker.book.decks.push(Deck {
        naming: Naming {
            name: name.value.clone(),
            title: title.as_ref().map(|title| title.value.clone()),
            citations: super::sections(citations),
            span: name.span,
        },
        kind: id,
        copies: copies.unwrap_or(CopiesOf::Number(1)),
        pile,
        order,
        home,
        known,
        has_alike: false,
    });
}

/// The track of the side whose deck a card belongs to; `None` if it is no kind of sides, which is reported.
fn home_track(
    checker: &mut Checker<'_>,
    kind: &mut Kind,
    each: &ast::Name,
    sides: Option<Kinds>,
) -> Option<TrackId> {
    let sides = sides.filter(|_| each.value == SIDE);
    let Some(sides) = sides else {
        let text = match each.value == SIDE {
            true => "this ruleset has no sides".to_owned(),
            false => "only sides can have decks of their own".to_owned(),
        };
        let cure = match each.value == SIDE {
            true => "declare them: `kind side \"Side\"`; or delete `for each side`",
            false => "write `for each side`, or delete it: there is one deck then",
        };
        checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, text)
                .label(each.span, "")
                .help(cure),
        );
        return None;
    };
    if let Some(super::NamedType::Kind(side)) = checker.types.get(SIDE).copied() {
        checker.refers(each.span, Symbol::Kind(side));
    }
    // With spaces in it: no track of a rule file has such a name.
    let name = "side of the deck";
    let track = shared_track(checker, name, Type::Unit(sides));
    if let Some(known) = checker.book.tracks.get_mut(track.at()) {
        known.or_none = true;
    }
    kind.tracks.push(KindTrack {
        start: NONE,
        ..KindTrack::internal(track, name, (0, i32::MAX), kind.naming.span)
    });
    Some(track)
}

/// Returns the internal track with a name; cards of all decks share one per name.
fn shared_track(checker: &mut Checker<'_>, name: &str, ty: Type) -> TrackId {
    let tracks = &mut checker.book.tracks;
    if let Some(at) = tracks.iter().position(|known| known.name == name) {
        return TrackId::new(at);
    }
    tracks.push(Track {
        name: name.to_owned(),
        ty,
        or_none: false,
        index: None,
    });
    TrackId::new(tracks.len() - 1)
}

/// The track that says for each side whether it knows which card it is.
fn known_track(checker: &mut Checker<'_>, kind: &mut Kind, sides: Kinds) -> TrackId {
    // With spaces in it: no track of a rule file has such a name.
    let name = "known to";
    let track = shared_track(checker, name, Type::Flag);
    if let Some(known) = checker.book.tracks.get_mut(track.at()) {
        known.index = Some(sides);
    }
    let built = KindTrack::internal(track, name, (0, 1), kind.naming.span);
    kind.tracks.push(built);
    track
}

/// The number of cards of each unit; `None` if that is no number, which is reported.
fn n_copies(
    checker: &mut Checker<'_>,
    kind: &Kind,
    copies: &Spanned<ast::Copies>,
) -> Option<CopiesOf> {
    let out_of_range = |checker: &mut Checker<'_>, text: String| {
        checker.diagnostics.push(
            Diagnostic::new(Code::OutOfRange, text)
                .label(copies.span, format!("1 to {MOST_COPIES} is allowed")),
        );
    };
    let stat = match &copies.value {
        ast::Copies::Number(number) if (1..=MOST_COPIES).contains(number) => {
            return Some(CopiesOf::Number(number.unsigned_abs()));
        }
        ast::Copies::Number(number) => {
            out_of_range(checker, format!("{number} is out of range"));
            return None;
        }
        ast::Copies::Stat(stat) => stat,
    };
    let declared = kind.stats.iter().find(|known| known.naming.name == *stat);
    let Some(declared) = declared else {
        let stats = kind.stats.iter().map(|stat| stat.naming.name.as_str());
        let text = format!("`{}` has no stat `{stat}`", kind.naming.name);
        let finding = Diagnostic::new(Code::UnknownName, text)
            .label(copies.span, "")
            .suggest(stat, stats)
            .help(format!(
                "declare it, `{stat} 1..6`, or write a number: `3 of each`"
            ));
        checker.unresolved(stat, finding);
        return None;
    };
    let field = checker.book.fields.get(declared.field.at());
    let is_number = field.is_some_and(|field| matches!(field.ty, Type::Number(_)));
    if !is_number || declared.optional {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "the number of cards is a number")
                .label(copies.span, "")
                .label(declared.naming.span, "declared here")
                .help(format!("declare it as a range: `{stat} 1..6`")),
        );
        return None;
    }
    if declared.low < 0 || declared.high > MOST_COPIES {
        let (low, high) = (declared.low, declared.high);
        out_of_range(checker, format!("`{stat}` can be {low} to {high}"));
        return None;
    }
    let mut name = copies.span;
    name.end = name.start + stat.len();
    checker.refers(name, Symbol::Member(Kinds::one(kind_id(checker, kind)?)));
    checker.used.fields.insert(declared.field);
    Some(CopiesOf::Stat(declared.field))
}

fn kind_id(checker: &Checker<'_>, kind: &Kind) -> Option<KindId> {
    match checker.types.get(&kind.naming.name) {
        Some(super::NamedType::Kind(id)) => Some(*id),
        _ => None,
    }
}

/// Finds the decks in which cards of one unit are interchangeable, once all rules are known.
pub(super) fn find_alike(book: &mut sandtable_model::RuleBook) {
    let alike: Vec<bool> = book
        .decks
        .iter()
        .map(|deck| has_alike(book, deck))
        .collect();
    for (deck, is_alike) in book.decks.iter_mut().zip(alike) {
        deck.has_alike = is_alike;
    }
}
