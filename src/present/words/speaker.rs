//! Names of a rulebook in English: kinds, stats, tracks, values, and what a rule calls its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::english::{
    about_owner, can_be_collective, head_of, humanise, is_noun, is_noun_phrase, is_relation,
    join_with, lower_first, number, plural, possessive, predicate_of, quoted, tidy, with_article,
};
use super::text::reference;
use sandtable_board::Board;
use sandtable_model::{
    DiceValue, Dimension, Expr, FieldId, KindId, Kinds, Local, LocalId, NONE, Naming, Parameter,
    RuleBook, TrackId, Type, Words, WordsId, is_numeric, words_by_value,
};
use sandtable_syntax::ast::Measure;

/// Turns the parts of one rule into English.
pub(super) struct Speaker<'a> {
    /// The rulebook.
    pub(super) book: &'a RuleBook,
    /// Names of locals.
    locals: BTreeMap<LocalId, String>,
    /// Lists of the locals that are words.
    lists: BTreeMap<LocalId, WordsId>,
    /// Locals whose names are used without an article.
    proper: BTreeSet<LocalId>,
    /// Titles of the units of an example, by their places in its cast.
    pub(super) cast: Vec<String>,
    /// The map of an example, for the names of its places.
    pub(super) board: Option<Arc<Board>>,
    /// Locals of the selections whose conditions are being said.
    pub(super) selected: Vec<LocalId>,
    /// Tracks of the first word of a list that are written in place of those of all its words.
    pub(super) of_words: BTreeSet<TrackId>,
}

/// The title of a stat or track, and how it is read.
#[derive(Debug, Clone)]
pub(super) struct Titled {
    /// As the author wrote it.
    pub(super) title: String,
    /// Its type.
    pub(super) ty: Type,
    /// Whether the author gave it a title; else it is its name.
    pub(super) has_title: bool,
}

impl<'a> Speaker<'a> {
    /// A speaker for a rule without locals.
    pub(super) fn new(book: &'a RuleBook) -> Self {
        Self {
            book,
            locals: BTreeMap::new(),
            lists: BTreeMap::new(),
            proper: BTreeSet::new(),
            cast: Vec::new(),
            board: None,
            selected: Vec::new(),
            of_words: BTreeSet::new(),
        }
    }

    /// Names the locals of a procedure.
    pub(super) fn with_locals(mut self, locals: &[Local]) -> Self {
        for (at, local) in locals.iter().enumerate() {
            let id = LocalId::new(at);
            self.locals.insert(id, local.name.clone());
            if let Type::Words(list) = local.ty {
                self.lists.insert(id, list);
            }
        }
        self
    }

    /// The list whose words a local is.
    pub(super) fn list_of(&self, local: LocalId) -> Option<&'a Words> {
        self.book.words.get(self.lists.get(&local)?.at())
    }

    /// Names parameters, which are the first locals.
    pub(super) fn with_parameters(mut self, parameters: &[Parameter]) -> Self {
        for (at, parameter) in parameters.iter().enumerate() {
            self.locals.insert(LocalId::new(at), parameter.name.clone());
        }
        self
    }

    /// Names a local.
    pub(super) fn name_local(&mut self, local: LocalId, name: &str) {
        if !name.is_empty() {
            self.locals.insert(local, name.to_owned());
        }
    }

    /// Calls a local by the title of a unit.
    pub(super) fn call_local(&mut self, local: LocalId, title: &str) {
        self.locals.insert(local, title.to_owned());
        self.proper.insert(local);
    }

    /// The bare name of a local: `foe`.
    pub(super) fn local_noun(&self, local: LocalId) -> String {
        let name = self.locals.get(&local).map(String::as_str);
        match name.unwrap_or_default() {
            "" => "one".to_owned(),
            name if self.proper.contains(&local) => name.to_owned(),
            name => self.bare_noun(name),
        }
    }

    /// The noun for a name: the title of a kind of that name, else the name as words.
    pub(super) fn bare_noun(&self, name: &str) -> String {
        match self.book.kind_named(name) {
            Some(kind) => self.kind_noun(kind),
            None => humanise(name),
        }
    }

    /// A local in a sentence: `the foe`.
    pub(super) fn local(&self, local: LocalId) -> String {
        match self.local_noun(local).as_str() {
            "it" => "it".to_owned(),
            name if self.proper.contains(&local) => name.to_owned(),
            noun if !is_noun(noun) => quoted(noun),
            noun => format!("the {noun}"),
        }
    }

    /// The name of a local as written.
    pub(super) fn local_name(&self, local: LocalId) -> &str {
        self.locals.get(&local).map_or("", String::as_str)
    }

    /// A title that is a noun without an article.
    pub(super) fn title_noun(&self, naming: &Naming) -> String {
        match &naming.title {
            Some(title) => {
                let title = tidy(title);
                let bare = ["The ", "A ", "An "].iter();
                let bare = bare.fold(title.as_str(), |title, article| {
                    title.strip_prefix(article).unwrap_or(title)
                });
                lower_first(bare)
            }
            None => humanise(&naming.name),
        }
    }

    /// The title as a heading.
    pub(super) fn title(&self, naming: &Naming) -> String {
        naming
            .title
            .as_deref()
            .map_or_else(|| humanise(&naming.name), tidy)
    }

    /// A kind: `vehicle`.
    pub(super) fn kind_noun(&self, kind: KindId) -> String {
        let known = self.book.kinds.get(kind.at());
        known.map_or_else(String::new, |kind| self.title_noun(&kind.naming))
    }

    /// A set of kinds: `vehicle or squad`.
    pub(super) fn kinds_noun(&self, kinds: Kinds, is_plural: bool) -> String {
        let pieces = self.book.pieces();
        let kinds_of_book = (0..self.book.kinds.len()).map(KindId::new);
        let all: Vec<KindId> = kinds_of_book.filter(|kind| kinds.has(*kind)).collect();
        let nouns: Vec<String> = if all.len() > 1 && pieces.within(kinds) {
            vec!["piece".to_owned()]
        } else {
            all.iter().map(|kind| self.kind_noun(*kind)).collect()
        };
        let nouns: Vec<String> = nouns
            .iter()
            .map(|noun| {
                if is_plural {
                    self.plural_of(noun)
                } else {
                    noun.clone()
                }
            })
            .collect();
        match nouns.as_slice() {
            [] => if is_plural { "pieces" } else { "piece" }.to_owned(),
            _ => join_with(&nouns, "or"),
        }
    }

    /// The plural of a noun; a collective has none.
    pub(super) fn plural_of(&self, noun: &str) -> String {
        if self.is_collective(noun) {
            noun.to_owned()
        } else {
            plural(noun)
        }
    }

    /// A noun with the indefinite article; a collective has none.
    pub(super) fn one_of(&self, noun: &str) -> String {
        let first = noun.split(" or ").next().unwrap_or(noun);
        let first = first.split(", ").next().unwrap_or(first);
        let word = head_of(first).rsplit(' ').next().unwrap_or(first);
        if self.is_collective(first) || word.eq_ignore_ascii_case("dice") {
            noun.to_owned()
        } else {
            with_article(noun)
        }
    }

    /// Whether the author never counts a noun that can be a collective.
    fn is_collective(&self, noun: &str) -> bool {
        let word = head_of(noun).rsplit(' ').next().unwrap_or(noun);
        if !can_be_collective(word) {
            return false;
        }
        let word = word.to_lowercase();
        let many = plural(&word);
        let kinds = self.book.kinds.iter();
        let within = kinds.flat_map(|kind| {
            let stats = kind.stats.iter().map(|stat| &stat.naming);
            stats.chain(kind.tracks.iter().map(|track| &track.naming))
        });
        let rules = self.book.procedures.iter().map(|known| &known.naming);
        let facts = self.book.facts.iter().map(|fact| &fact.naming);
        let titles = within.chain(rules).chain(facts);
        let titles = titles.filter_map(|naming| naming.title.as_deref());
        let lists = self.book.modifiers.iter().flat_map(|list| &list.lines);
        let mut texts = titles.chain(lists.map(|line| line.label.as_str()));
        let is_counted = |text: &str| {
            let text = text.to_lowercase();
            let words: Vec<&str> = text
                .split(|letter: char| !letter.is_alphanumeric())
                .collect();
            words.contains(&many.as_str())
                || words.windows(2).any(|pair| {
                    matches!(pair, ["a" | "an" | "one" | "each" | "every", last] if *last == word)
                })
        };
        !texts.any(is_counted)
    }

    /// The title of a scale or list of words.
    pub(super) fn list_title(&self, words: &Words) -> String {
        match &words.title {
            Some(title) => tidy(title),
            None => humanise(&words.name),
        }
    }

    /// The noun for a place of the board.
    pub(super) fn place_noun(&self) -> String {
        if let Some(kind) = self.book.place_kind() {
            return self.kind_noun(kind);
        }
        match self.book.board {
            Some(Measure::Inches) => "point of the table".to_owned(),
            Some(Measure::Hexes | Measure::Squares | Measure::Areas) => {
                self.book.ground().place.to_owned()
            }
            None => "place".to_owned(),
        }
    }

    /// The noun for a side between two places.
    pub(super) fn side_noun(&self) -> String {
        match self.book.link_kind() {
            Some(kind) => self.kind_noun(kind),
            None => self.book.ground().link_in_words.to_owned(),
        }
    }

    /// The noun for the units of a type.
    pub(super) fn type_noun(&self, ty: Type) -> String {
        match ty {
            Type::Unit(kinds) => self.kinds_noun(kinds, false),
            Type::Place => self.place_noun(),
            Type::Side => self.side_noun(),
            Type::Number(_) => "number".to_owned(),
            Type::Flag => "yes or no".to_owned(),
            Type::Words(_) | Type::Face(_) | Type::Dice | Type::Unknown => "value".to_owned(),
        }
    }

    /// A word of a list, in quotation marks unless it is one plain word.
    pub(super) fn word(&self, word: &str) -> String {
        if word == "-" {
            return "–".to_owned();
        }
        let text = humanise(word);
        let is_plain = !text.contains(' ') && text.chars().all(char::is_alphanumeric);
        let is_plain = is_plain && !matches!(text.as_str(), "a" | "an" | "the" | "no" | "none");
        if is_plain { text } else { quoted(&text) }
    }

    /// A value of a type.
    pub(super) fn constant(&self, value: i32, ty: Type) -> String {
        if value == NONE {
            return "nothing".to_owned();
        }
        match ty {
            Type::Number(Dimension::Parts(parts)) => parts.text(value).replace('-', "−"),
            Type::Number(dimension) => with_unit(&number(value), value == 1, dimension),
            Type::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
            Type::Words(_) | Type::Face(_) => {
                let words = words_by_value(self.book, ty);
                let at = usize::try_from(value).ok();
                match at.and_then(|at| words.get(at)) {
                    Some(word) if !is_numeric(self.book, ty) => self.word(word),
                    Some(_) | None => number(value),
                }
            }
            Type::Dice => DiceValue::of_value(value).map_or_else(|| number(value), dice_text),
            Type::Unit(_) => {
                let at = usize::try_from(value).ok();
                let unit = at.and_then(|at| self.cast.get(at));
                unit.map_or_else(|| format!("unit {}", number(value)), Clone::clone)
            }
            Type::Place => match &self.board {
                Some(board) => format!("{} {}", self.place_noun(), tidy(&board.name(value))),
                None => format!("{} number {}", self.place_noun(), number(value)),
            },
            Type::Side => match &self.board {
                Some(board) => {
                    let ends = board.side_name(value).replace('/', " and ");
                    format!("{} between {}", self.side_noun(), tidy(&ends))
                }
                None => format!("{} number {}", self.side_noun(), number(value)),
            },
            Type::Unknown => number(value),
        }
    }

    /// A range of values of a type: `3 to 6`.
    pub(super) fn range(&self, low: i32, high: i32, ty: Type) -> String {
        let is_open = high == i32::MAX;
        let is_bottomless = low <= NONE + 1;
        let is_words = matches!(ty, Type::Words(_) | Type::Face(_)) && !is_numeric(self.book, ty);
        if low == high {
            return self.constant(low, ty);
        }
        if is_words || ty == Type::Flag {
            let words: Vec<String> = (low..=high.min(low.saturating_add(64)))
                .map(|value| self.constant(value, ty))
                .collect();
            return join_with(&words, "or");
        }
        let parts = ty.parts();
        let plain = match parts {
            Some(_) => ty,
            None => Type::Number(Dimension::Plain),
        };
        let bare = |value| self.constant(value, plain);
        match (is_bottomless, is_open) {
            (true, true) => "any number".to_owned(),
            (true, false) => format!("{} or less", self.constant(high, ty)),
            (false, true) => format!("{} or more", self.constant(low, ty)),
            (false, false) => {
                let parts = parts.map_or_else(String::new, |parts| format!(" in {}", parts.word()));
                format!("{} to {}{parts}", bare(low), self.constant(high, ty))
            }
        }
    }

    /// Values that bits of a set are: `flank or rear`.
    pub(super) fn members(&self, set: u64, ty: Type) -> Vec<String> {
        let values = (0..64).filter(|bit| set & (1 << bit) != 0);
        values.map(|value| self.constant(value, ty)).collect()
    }

    /// The title of a stat, of the first of these kinds that has it.
    pub(super) fn field(&self, field: FieldId, kinds: Kinds) -> Titled {
        let known = self.book.fields.get(field.at());
        let stats = self.kinds_in(kinds).flat_map(|kind| &kind.stats);
        let mut stats = stats.filter(|stat| stat.field == field);
        let naming = stats.next().map(|stat| &stat.naming);
        Titled {
            title: match naming {
                Some(naming) => self.title(naming),
                None => known.map_or_else(String::new, |field| humanise(&field.name)),
            },
            ty: known.map_or(Type::Unknown, |field| field.ty),
            has_title: naming.is_some_and(|naming| naming.title.is_some()),
        }
    }

    /// The title of a track, of the first of these kinds that has it.
    pub(super) fn track(&self, track: TrackId, kinds: Kinds) -> Titled {
        let known = self.book.tracks.get(track.at());
        let tracks = self.kinds_in(kinds).flat_map(|kind| &kind.tracks);
        let mut tracks = tracks.filter(|one| one.track == track);
        let naming = tracks.next().map(|one| &one.naming);
        let title = match naming {
            Some(naming) => self.title(naming),
            None => known.map_or_else(String::new, |track| humanise(&tidy(&track.name))),
        };
        Titled {
            title: self.without_word(track, kinds).unwrap_or(title),
            ty: known.map_or(Type::Unknown, |track| track.ty),
            has_title: naming.is_some_and(|naming| naming.title.is_some()),
        }
    }

    pub(super) fn kinds_in(&self, kinds: Kinds) -> impl Iterator<Item = &'a sandtable_model::Kind> {
        let all = self.book.kinds.iter().enumerate();
        all.filter(move |(at, _)| kinds.has(KindId::new(*at)))
            .map(|(_, kind)| kind)
    }

    /// The relation that a track or stat with a unit as its value is: `rides in`.
    pub(super) fn relation(&self, titled: &Titled) -> Option<super::english::Predicate> {
        if !matches!(titled.ty, Type::Unit(_)) {
            return None;
        }
        let predicate = predicate_of(&titled.title, true)?;
        is_relation(&predicate.yes).then_some(predicate)
    }

    /// A stat or track of an owner: `the vehicle’s armour`.
    pub(super) fn owned(&self, titled: &Titled, owner: &str) -> String {
        if let Some(relation) = self.relation(titled) {
            let noun = self.type_noun(titled.ty);
            return format!("the {noun} that {owner} {}", relation.yes);
        }
        if titled.title.contains([':', ';', '?', '!']) {
            return format!("{} {}", possessive(owner), quoted(&titled.title));
        }
        let is_impersonal = owner == "the game" && titled.title.contains(" it");
        if is_impersonal {
            return quoted(&titled.title);
        }
        if let Some(text) = about_owner(&titled.title, owner) {
            return text;
        }
        let bare = ["The ", "A ", "An "].iter();
        let bare = bare.fold(titled.title.as_str(), |title, article| {
            title.strip_prefix(article).unwrap_or(title)
        });
        let noun = if is_noun_phrase(bare) {
            lower_first(bare)
        } else {
            quoted(bare)
        };
        let is_long = owner.matches(' ').count() > 3
            || owner.matches('’').count() > 1
            || owner.ends_with('”');
        if is_long {
            format!("the {noun} of {owner}")
        } else {
            format!("{} {noun}", possessive(owner))
        }
    }

    /// A stat or track of an owner by its title, for what is written down in it.
    pub(super) fn entry(&self, titled: &Titled, owner: &str) -> String {
        let first = titled.title.split(' ').next().unwrap_or_default();
        let is_question = matches!(first, "What" | "Where" | "How" | "Which" | "Who" | "Whose");
        if is_question && owner != "the game" {
            return format!("{} {}", possessive(owner), quoted(&titled.title));
        }
        self.owned(titled, owner)
    }

    /// A reference to a rule by its anchor.
    pub(super) fn refer(&self, sort: &str, naming: &Naming) -> String {
        if naming.citations.is_empty() {
            return String::new();
        }
        reference(&anchor_of(sort, &naming.name))
    }

    /// The kinds of units that an expression may be.
    pub(super) fn kinds_of(&self, expr: &Expr) -> Kinds {
        expr.ty.of_units().unwrap_or(Kinds::ALL)
    }
}

/// The anchor of a declaration: `table-cannon-need`.
pub(super) fn anchor_of(sort: &str, name: &str) -> String {
    format!("{sort}-{name}")
}

/// Dice in words: `2d6 plus 3`.
pub(super) fn dice_text(dice: DiceValue) -> String {
    let plain = DiceValue { plus: 0, ..dice };
    match dice.plus {
        _ if dice.count == 0 => number(dice.plus),
        0 => plain.to_string(),
        plus if plus < 0 => format!("{plain} minus {}", plus.unsigned_abs()),
        plus => format!("{plain} plus {plus}"),
    }
}

/// A number with its unit of measure.
pub(super) fn with_unit(text: &str, is_one: bool, dimension: Dimension) -> String {
    match dimension {
        Dimension::Measured(measure) if is_one => format!("{text} {}", measure.singular()),
        Dimension::Measured(_)
        | Dimension::Parts(_)
        | Dimension::Any
        | Dimension::Plain
        | Dimension::Degrees => match dimension.unit() {
            Some(unit) => format!("{text} {unit}"),
            None => text.to_owned(),
        },
    }
}
