//! Counters and cards as pictures: the title, and the numbers of a unit.

use super::escaped;
use crate::chart::shortened;
use sandtable_model::{
    Deck, DiceValue, Dimension, Kinds, NONE, Profile, ProfileId, RuleBook, Type, Value, is_numeric,
    words_by_value,
};

/// Most numbers on a counter.
const MOST_NUMBERS: usize = 4;
/// Most letters in a line of a counter.
const MOST_LETTERS: usize = 12;
/// Side of a counter, in pixels.
pub(super) const COUNTER_SIZE: u32 = 75;
/// Width of a card, in pixels.
pub(super) const CARD_WIDTH: u32 = 180;
/// Height of a card, in pixels.
pub(super) const CARD_HEIGHT: u32 = 252;

/// A counter of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// The id of the unit in its file.
    pub id: String,
    /// The title of the unit.
    pub title: String,
    /// Title of its kind.
    pub kind: String,
    /// Numeric stats with their titles.
    pub numbers: Vec<(String, String)>,
    /// It can be broken or reduced, and so has a reverse.
    pub has_reverse: bool,
}

/// A card of a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFace {
    /// The id of the unit in its file.
    pub id: String,
    /// The title of the card.
    pub title: String,
    /// Stats with their titles.
    pub values: Vec<(String, String)>,
    /// Number of such cards in the deck.
    pub copies: usize,
}

/// Returns a counter of each unit that is a piece on the table: not of parts, cards, sides and places.
pub fn counters(book: &RuleBook) -> Vec<Counter> {
    let pieces = book
        .pieces()
        .without(book.cards())
        .without(kinds_of_parts(book));
    let profiles = book.profiles.iter();
    let profiles = profiles.filter(|profile| !profile.id.is_empty() && pieces.has(profile.kind));
    profiles
        .map(|profile| {
            let kind = book.kinds.get(profile.kind.at());
            Counter {
                id: profile.id.clone(),
                title: profile.title.clone(),
                kind: kind.map_or_else(String::new, |kind| kind.naming.shown().to_owned()),
                numbers: values_of(book, profile, true),
                has_reverse: kind.is_some_and(|kind| {
                    kind.tracks
                        .iter()
                        .any(|track| !track.is_internal() && track.track.at() > 1)
                }),
            }
        })
        .collect()
}

/// The kinds whose units are parts of other units.
fn kinds_of_parts(book: &RuleBook) -> Kinds {
    let lists = book.fields.iter().filter(|field| field.is_list);
    lists
        .map(|field| field.ty.kinds())
        .fold(Kinds::NONE, Kinds::or)
}

/// Returns the cards of a deck.
pub fn cards(book: &RuleBook, deck: &Deck) -> Vec<CardFace> {
    let profiles = book.profiles.iter().enumerate();
    let profiles = profiles.filter(|(_, profile)| profile.kind == deck.kind);
    profiles
        .map(|(at, profile)| CardFace {
            id: profile.id.clone(),
            title: profile.title.clone(),
            values: values_of(book, profile, false),
            copies: book.n_copies(deck, ProfileId::new(at)),
        })
        .collect()
}

/// Returns the stats of a unit as texts, with their titles; of a counter numbers only.
pub(super) fn values_of(
    book: &RuleBook,
    profile: &Profile,
    only_numbers: bool,
) -> Vec<(String, String)> {
    let Some(kind) = book.kinds.get(profile.kind.at()) else {
        return Vec::new();
    };
    let stats = kind.stats.iter().filter_map(|stat| {
        let ty = book.fields.get(stat.field.at())?.ty;
        let is_number = matches!(ty, Type::Number(_));
        if only_numbers && !is_number {
            return None;
        }
        let text = value_text(book, profile.value(stat.field)?, ty);
        let is_said = !text.is_empty();
        is_said.then(|| (stat.naming.shown().to_owned(), text))
    });
    stats.collect()
}

/// Returns a stat as a text; parts by their ids.
pub(super) fn value_text(book: &RuleBook, value: &Value, ty: Type) -> String {
    match value {
        Value::Single(value) if *value == NONE => String::new(),
        Value::Single(value) => match ty {
            Type::Number(Dimension::Parts(parts)) => parts.text(*value),
            Type::Number(_) => value.to_string(),
            Type::Dice => {
                DiceValue::of_value(*value).map_or_else(String::new, |dice| dice.to_string())
            }
            Type::Flag | Type::Words(_) | Type::Face(_) if !is_numeric(book, ty) => {
                let words = words_by_value(book, ty);
                let at = usize::try_from(*value).ok();
                at.and_then(|at| words.get(at).cloned()).unwrap_or_default()
            }
            Type::Unit(_) => {
                let at = usize::try_from(*value).ok();
                let known = at.and_then(|at| book.profiles.get(at));
                known.map_or_else(String::new, |known| known.title.clone())
            }
            Type::Flag
            | Type::Words(_)
            | Type::Face(_)
            | Type::Place
            | Type::Side
            | Type::Unknown => value.to_string(),
        },
        Value::Place(place) => place.value.clone(),
        Value::Parts(parts) => {
            let titles = parts.iter().filter_map(|part| book.profiles.get(part.at()));
            let titles: Vec<&str> = titles.map(|part| part.title.as_str()).collect();
            titles.join("; ")
        }
    }
}

impl Counter {
    /// Its picture; the reverse is the same on a darker ground.
    pub fn svg(&self, is_reverse: bool) -> String {
        let size = COUNTER_SIZE;
        let (ground, ink) = if is_reverse {
            ("#6b675e", "#ffffff")
        } else {
            ("#f3efe4", "#222222")
        };
        let mut body = format!(
            "<rect x=\"1\" y=\"1\" width=\"{0}\" height=\"{0}\" fill=\"{ground}\" stroke=\"#222222\" stroke-width=\"2\"/>\n",
            size - 2
        );
        let mut y = 16;
        for line in lines_of(&self.title, MOST_LETTERS, 2) {
            body.push_str(&text_line(size / 2, y, 10, ink, "middle", &line));
            y += 12;
        }
        body.push_str(&text_line(
            size / 2,
            y,
            7,
            ink,
            "middle",
            &shortened(&self.kind, 16),
        ));
        let numbers = self.numbers.iter().take(MOST_NUMBERS);
        let numbers: Vec<&str> = numbers.map(|(_, number)| number.as_str()).collect();
        body.push_str(&text_line(
            size / 2,
            size - 8,
            14,
            ink,
            "middle",
            &numbers.join("-"),
        ));
        svg(size, size, &body)
    }
}

impl CardFace {
    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = (CARD_WIDTH, CARD_HEIGHT);
        let mut body = format!(
            "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"#ffffff\" stroke=\"#222222\" stroke-width=\"2\"/>\n",
            width - 2,
            height - 2
        );
        let mut y = 30;
        for line in lines_of(&self.title, 20, 3) {
            body.push_str(&text_line(width / 2, y, 15, "#222222", "middle", &line));
            y += 18;
        }
        y += 10;
        for (title, value) in &self.values {
            for line in lines_of(&format!("{title}: {value}"), 30, 2) {
                if y < height - 10 {
                    body.push_str(&text_line(14, y, 10, "#222222", "start", &line));
                }
                y += 13;
            }
        }
        svg(width, height, &body)
    }
}

/// Returns the back of the cards of a deck.
pub(super) fn card_back(title: &str) -> String {
    let (width, height) = (CARD_WIDTH, CARD_HEIGHT);
    let mut body = format!(
        "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"#3c5a70\" stroke=\"#222222\" stroke-width=\"2\"/>\n",
        width - 2,
        height - 2
    );
    body.push_str(&text_line(
        width / 2,
        height / 2,
        16,
        "#ffffff",
        "middle",
        &shortened(title, 18),
    ));
    svg(width, height, &body)
}

/// Returns a picture of this size.
pub(super) fn svg(width: u32, height: u32, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n{body}</svg>\n"
    )
}

/// Returns a line of a picture.
pub(super) fn text_line(x: u32, y: u32, size: u32, ink: &str, anchor: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\" text-anchor=\"{anchor}\">{}</text>\n",
        escaped(text)
    )
}

/// Breaks a text into lines of at most this many letters; of more lines the last is shortened.
pub(super) fn lines_of(text: &str, letters: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_full = lines.len() >= most;
        match lines.last_mut() {
            Some(line) if is_full || line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
        .iter()
        .map(|line| shortened(line, letters + letters / 3))
        .collect()
}
