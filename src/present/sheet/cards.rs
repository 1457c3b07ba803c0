//! Cards: those of decks as often as the deck has them, and one for each unit; and counters.

use sandtable_model::{Deck, KindId, ProfileId};

use super::Options;
use super::cut::{Cut, Piece};
use super::face::{Face, centred, set};
use super::font::POINT;
use super::names::{capital, uncapital, words};
use super::paper::Area;
use super::placed::{Align, Shape, Sheet, Stroke};
use super::records::tracks_in_words;
use super::source::Source;
use super::symbol::Symbol;
use super::text::Text;
use super::unit_lists::part_words;
use super::unit_values::{DASH, Stat, kinds, known, parts, stats, telling_words, traits, units};

/// Most cards of a file; further ones are in files of their own.
const MOST_CARDS: usize = 72;
/// Most counters of a file.
const MOST_COUNTERS: usize = 320;
/// Most cards of a deck that are printed.
const MOST_OF_DECK: usize = 500;

/// Ground of backs.
const BACK: &str = "#e3e3de";

/// The cards of decks and of units.
pub(super) fn sheets(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    let book = source.book;
    let cut = Cut {
        paper: options.paper,
        size: options.card.size(),
        bleed: options.bleed,
        backs: options.backs,
    };
    let mut sheets = Vec::new();
    for (deck, title, side) in book.decks_on_table() {
        let title = match side {
            None => source.names.title(deck.naming.shown()),
            Some(_) => title,
        };
        let side = side.map_or_else(String::new, |side| format!("-{side}"));
        let cards = units(book, deck.kind).into_iter().flat_map(|card| {
            let piece = card_of_deck(source, deck, card, cut.size);
            std::iter::repeat_n(piece, book.n_copies(deck, card))
        });
        let cards: Vec<Piece> = cards.take(MOST_OF_DECK).collect();
        sheets.extend(chunked(
            cut,
            &format!("deck-{}{side}", deck.naming.name),
            &title,
            cards,
            MOST_CARDS,
        ));
    }
    for (frame, kind) in kinds(book).into_iter().enumerate() {
        let cards = units(book, kind)
            .into_iter()
            .map(|unit| unit_card(source, unit, frame, cut.size));
        let (name, title) = named(source, kind);
        let title = format!("Unit cards: {title}");
        sheets.extend(chunked(
            cut,
            &format!("cards-{name}"),
            &title,
            cards.collect(),
            MOST_CARDS,
        ));
    }
    sheets
}

fn named(source: &Source<'_>, kind: KindId) -> (String, String) {
    let kind = source.book.kinds.get(kind.at());
    kind.map_or_else(Default::default, |kind| {
        (
            kind.naming.name.clone(),
            capital(&words(kind.naming.shown())),
        )
    })
}

fn chunked(cut: Cut, name: &str, title: &str, pieces: Vec<Piece>, most: usize) -> Vec<Sheet> {
    let chunks = pieces.chunks(most).enumerate();
    let sheets = chunks.map(|(at, chunk)| {
        let (name, title) = match at {
            0 => (name.to_owned(), title.to_owned()),
            at => (
                format!("{name}-{}", at + 1),
                format!("{title} ({})", at + 1),
            ),
        };
        cut.sheet(&name, &title, chunk.to_vec())
    });
    sheets.collect()
}

fn card_of_deck(source: &Source<'_>, deck: &Deck, id: ProfileId, size: (f64, f64)) -> Piece {
    let book = source.book;
    let deck_title = source.names.title(deck.naming.shown());
    let title = book
        .profiles
        .get(id.at())
        .map_or(String::new(), |card| card.title.clone());
    let face = Face {
        title: title.clone(),
        subtitle: deck_title.clone(),
        symbol: picture(source, id, Face::symbol_area(size)).unwrap_or_default(),
        values: shown_values(source, id),
        texts: texts(source, id),
    };
    Piece {
        label: format!("Card: {title}"),
        front: face.shapes(size),
        back: back_of_deck(&deck_title, &source.title(), size),
        front_ground: Some("#ffffff"),
        back_ground: Some(BACK),
    }
}

fn back_of_deck(deck: &str, book: &str, (width, height): (f64, f64)) -> Vec<Shape> {
    let frame = Area {
        x: 3.0,
        y: 3.0,
        w: width - 6.0,
        h: height - 6.0,
    };
    let mut shapes = vec![Shape::rect(
        frame,
        Some("#ffffff"),
        Some(Stroke::black(0.5)),
    )];
    let middle = (width / 2.0, height * 0.4);
    let y = centred(&mut shapes, &Text::bold(deck), 13.0, middle, width - 10.0);
    centred(
        &mut shapes,
        &Text::plain(book),
        7.0,
        (width / 2.0, y + 1.5),
        width - 10.0,
    );
    shapes
}

fn unit_card(source: &Source<'_>, id: ProfileId, frame: usize, size: (f64, f64)) -> Piece {
    let Some((unit, kind)) = known(source.book, id) else {
        return Piece::default();
    };
    let face = Face {
        title: unit.title.clone(),
        subtitle: capital(&words(kind.naming.shown())),
        symbol: symbol(source, id, frame, Face::symbol_area(size)),
        values: shown_values(source, id),
        texts: texts(source, id),
    };
    let back = Face {
        title: unit.title.clone(),
        subtitle: source.title(),
        symbol: symbol(source, id, frame, Face::symbol_area(size)),
        values: tracks_in_words(source, id),
        texts: Vec::new(),
    };
    Piece {
        label: format!("Card: {}", unit.title),
        front: face.shapes(size),
        back: back.shapes(size),
        front_ground: Some("#ffffff"),
        back_ground: Some(BACK),
    }
}

/// The picture of the author for a unit, if there is one.
fn picture(source: &Source<'_>, id: ProfileId, area: Area) -> Option<Vec<Shape>> {
    let unit = source.book.profiles.get(id.at())?;
    source.pictures.contains_key(&unit.id).then(|| {
        vec![Shape::Picture {
            area,
            name: unit.id.clone(),
        }]
    })
}

fn symbol(source: &Source<'_>, id: ProfileId, frame: usize, area: Area) -> Vec<Shape> {
    if let Some(picture) = picture(source, id, area) {
        return picture;
    }
    let title = source
        .book
        .profiles
        .get(id.at())
        .map_or("", |unit| unit.title.as_str());
    let symbol = Symbol {
        frame,
        words: &telling_words(source.book, id),
        title,
    };
    symbol.shapes(area)
}

/// The stats that a unit has; flags only where they are set.
fn shown_values(source: &Source<'_>, id: ProfileId) -> Vec<(String, String)> {
    let shown = stats(source, id)
        .into_iter()
        .filter(|stat| stat.value != DASH && stat.value != "no" && !stat.is_usual_zero);
    shown.map(|stat| (stat.title, stat.value)).collect()
}

/// The author's text, the traits and the parts of a unit, a text each.
fn texts(source: &Source<'_>, id: ProfileId) -> Vec<Text> {
    let unit = source.book.profiles.get(id.at());
    let text = unit.map_or("", |unit| unit.text.trim());
    let paragraphs = text.split('\n').filter(|part| !part.trim().is_empty());
    let mut texts: Vec<Text> = paragraphs.map(Text::plain).collect();
    let traits = traits(source.book, id);
    if !traits.is_empty() {
        texts.push(Text::plain(format!("{}.", capital(&traits.join(", ")))));
    }
    for (list, parts) in parts(source, id) {
        let parts: Vec<String> = parts
            .into_iter()
            .map(|part| part_in_full(source, part))
            .collect();
        texts.push(Text::bold(list).plus(Text::plain(format!(": {}.", parts.join("; ")))));
    }
    texts
}

/// A part with the values that it says itself.
fn part_in_full(source: &Source<'_>, id: ProfileId) -> String {
    let name = part_words(source, id);
    let is_named = source
        .book
        .profiles
        .get(id.at())
        .is_some_and(|part| !part.id.is_empty());
    if !is_named {
        return name;
    }
    let own: Vec<Stat> = stats(source, id)
        .into_iter()
        .filter(|stat| stat.is_own_number)
        .collect();
    let own: Vec<String> = own
        .into_iter()
        .map(|stat| format!("{}: {}", uncapital(&stat.title), stat.value))
        .collect();
    match own.as_slice() {
        [] => name,
        own => format!("{name} ({})", own.join(", ")),
    }
}

/// Counters of all units, a file or more for each kind.
pub(super) fn counter_sheets(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    let book = source.book;
    let cut = Cut {
        paper: options.paper,
        size: (options.counter, options.counter),
        bleed: options.bleed,
        backs: options.backs,
    };
    let mut sheets = Vec::new();
    for (frame, kind) in kinds(book).into_iter().enumerate() {
        let units = units(book, kind);
        let columns = counter_columns(source, &units);
        let counters = units.iter().flat_map(|unit| {
            let piece = counter(source, *unit, frame, &columns, options.counter);
            std::iter::repeat_n(piece, n_needed(source, *unit))
        });
        let (name, title) = named(source, kind);
        let key = match columns.as_slice() {
            [] => String::new(),
            some => {
                let titles: Vec<&str> = some.iter().map(|(_, title)| title.as_str()).collect();
                format!(", numbers from the left: {}", titles.join(", "))
            }
        };
        let title = format!("Counters: {title}{key}");
        sheets.extend(chunked(
            cut,
            &format!("counters-{name}"),
            &title,
            counters.collect(),
            MOST_COUNTERS,
        ));
    }
    sheets
}

/// The number of counters of a unit: as many as the scenario needs that has most of them, at least one.
fn n_needed(source: &Source<'_>, id: ProfileId) -> usize {
    /// Most counters of one unit.
    const MOST: usize = 60;
    let name = source
        .book
        .profiles
        .get(id.at())
        .map_or("", |unit| unit.id.as_str());
    let needed = source.scenarios.iter().map(|(_, scenario)| {
        let own = scenario.units.iter().filter(|unit| {
            let is = unit.stat("is").and_then(|is| is.value.value.word());
            is == Some(name)
        });
        let counts = own.map(
            |unit| match unit.stat("count").map(|count| &count.value.value) {
                Some(sandtable_roster::Value::Number(n)) => usize::try_from(*n).unwrap_or(1),
                Some(_) | None => 1,
            },
        );
        counts.sum::<usize>()
    });
    needed.max().unwrap_or(1).clamp(1, MOST)
}

/// The numbers on the counters of a kind: the first three that tell its units apart, by their place among the stats.
fn counter_columns(source: &Source<'_>, units: &[ProfileId]) -> Vec<(usize, String)> {
    /// Most numbers on a counter, and most letters of one.
    const MOST: usize = 3;
    const LETTERS: usize = 4;
    let all: Vec<Vec<Stat>> = units.iter().map(|unit| stats(source, *unit)).collect();
    let n_stats = all.first().map_or(0, Vec::len);
    let is_shown = |at: &usize| {
        let values = || all.iter().filter_map(|stats| stats.get(*at));
        let is_short = values().all(|stat| stat.value.chars().count() <= LETTERS);
        let is_number = values().any(|stat| stat.is_own_number);
        is_short && is_number
    };
    let title = |at: usize| {
        let stat = all.first().and_then(|stats| stats.get(at));
        stat.map_or(String::new(), |stat| stat.title.clone())
    };
    (0..n_stats)
        .filter(is_shown)
        .take(MOST)
        .map(|at| (at, title(at)))
        .collect()
}

fn counter(
    source: &Source<'_>,
    id: ProfileId,
    frame: usize,
    columns: &[(usize, String)],
    side: f64,
) -> Piece {
    let Some((unit, kind)) = known(source.book, id) else {
        return Piece::default();
    };
    let stats = stats(source, id);
    let numbers: Vec<&str> = columns
        .iter()
        .filter_map(|(at, _)| Some(stats.get(*at)?.value.as_str()))
        .collect();
    let face = |top: Option<&str>| {
        let mut shapes = Vec::new();
        let room = side - 1.6;
        let name = name_lines(&unit.title, room, side * 0.26);
        let mut y = 0.7;
        if let Some(top) = top {
            let band = Area {
                x: 0.0,
                y: 0.0,
                w: side,
                h: side * 0.13,
            };
            shapes.push(Shape::rect(band, Some("#000000"), None));
            let text = Text::bold(top);
            let size = fitting(&text, 6.0, room, side * 0.12);
            let line = text.wrap(size, room).into_iter().next().unwrap_or_default();
            shapes.push(Shape::Label {
                at: (side / 2.0, side * 0.1),
                align: Align::Centre,
                size,
                fill: "#ffffff",
                line,
            });
            y = side * 0.15;
        }
        y = set(&mut shapes, name.0, name.1, (side / 2.0, y), Align::Centre);
        let below = if numbers.is_empty() { 0.7 } else { side * 0.24 };
        let h = (side - y - below - 0.4).max(1.0);
        let w = (h * 1.4).min(side - 2.0);
        let area = Area {
            x: (side - w) / 2.0,
            y: y + 0.2,
            w,
            h,
        };
        shapes.extend(symbol(source, id, frame, area));
        let text = Text::bold(numbers.join("  "));
        let size = fitting(&text, side * 0.62, room, side * 0.22);
        let lines = text.wrap(size, room);
        set(
            &mut shapes,
            lines,
            size,
            (side / 2.0, side * 0.765),
            Align::Centre,
        );
        shapes
    };
    let state = first_state(kind);
    Piece {
        label: format!("Counter: {}, {}", unit.title, numbers.join(" ")),
        front: face(None),
        back: face(Some(&state)),
        front_ground: Some("#ffffff"),
        back_ground: Some(BACK),
    }
}

/// The word of the first state of a kind that is set or not; what a reverse shows.
fn first_state(kind: &sandtable_model::Kind) -> String {
    let mut declared = kind
        .tracks
        .iter()
        .filter(|track| track.origin == sandtable_model::TrackOrigin::Declared);
    let flag = declared
        .clone()
        .find(|track| (track.low, track.high) == (0, 1));
    let state = flag.or_else(|| declared.next());
    state.map_or("Reverse".to_owned(), |track| {
        capital(&words(track.naming.shown()))
    })
}

/// The largest size at which a text has one line of a width and a height in mm.
fn fitting(text: &Text, most: f64, room: f64, height: f64) -> f64 {
    let natural = text.width(1.0).max(0.001);
    most.min(room / natural)
        .min(height / (POINT * super::block::LEADING))
        .max(1.5)
}

/// A name in at most two lines, and its size.
fn name_lines(name: &str, room: f64, height: f64) -> (Vec<super::text::Line>, f64) {
    let text = Text::bold(name);
    let mut size = 6.5;
    loop {
        let lines = text.wrap(size, room);
        let used = size * super::block::LEADING * POINT * lines.len() as f64;
        let is_whole = text.widest_word(size) <= room;
        if (used <= height && is_whole) || size <= 1.8 {
            return (lines, size);
        }
        size -= 0.3;
    }
}
