//! The form of a question: the values that can be given, with their types and defaults.
//!
//! A rule depends on the facts that it reads, directly or by way of the rules that it refers to: the closure of the
//! reference graph, whose nodes are declarations and whose edges are the names in them. It is an over-approximation: a fact
//! may be listed that no line of play reads.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_eval::wording::show;
use sandtable_ir::{Shown, shown};
use sandtable_model::{
    Dimension, Entry, EveryValue, FactId, KindTrack, Kinds, Naming, OptionalRule, Parameter,
    ProcedureId, Profile, Role, RuleBook, Symbol, TrackOrigin, Type, words_of,
};
use sandtable_source::{FileId, SourceMap};

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// A unit of the unit files.
    Unit,
    /// One of a closed list of words.
    Word,
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// A place of a map, or other text.
    Text,
}

/// The role of a field in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRole {
    /// A parameter of the rule that is asked.
    Parameter,
    /// A fact that it reads.
    Fact,
    /// The state of the unit that is given for a parameter.
    Track,
}

/// A value of a closed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldValue {
    /// The value in the notation of questions.
    pub value: String,
    /// The value as displayed.
    pub title: String,
}

/// A value that can be given to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The key in the notation of questions: `range`, `target.hits`.
    pub key: String,
    /// Title of the field; the key if it has none.
    pub title: String,
    /// Its role in the question.
    pub role: FieldRole,
    /// Its type.
    pub ty: FieldType,
    /// Every value, if the type is a closed list; otherwise empty.
    pub values: Vec<FieldValue>,
    /// Bounds of a number.
    pub range: Option<(i32, i32)>,
    /// The unit of measurement of a number.
    pub measure: Option<&'static str>,
    /// The default in the notation of questions; `None` if a value is required.
    pub default: Option<String>,
    /// Whether it may be omitted without a default: a key of a table that is rolled, or the first part of a unit.
    pub is_optional: bool,
    /// Whether its value is a set of units, `alpha,bravo`; `none` is the empty one.
    pub is_several: bool,
    /// The sections that its declaration cites.
    pub citations: Vec<String>,
}

/// Returns the values that can be given to a rule: its parameters, the facts that it may read, and the tracks of given units.
/// `given` returns the value of a key that is given already.
pub fn fields<'a>(
    book: &RuleBook,
    sources: &SourceMap,
    entry: Entry,
    given: impl Fn(&str) -> Option<&'a str>,
) -> Vec<Field> {
    let parameters = book.parameters(entry);
    let of_parameters = parameters
        .iter()
        .map(|parameter| of_parameter(book, entry, parameter, &given));
    let mut fields: Vec<Field> = of_parameters.collect();
    let read = read_by(book, sources, entry);
    for id in read.facts {
        let Some(fact) = book.facts.get(id.at()) else {
            continue;
        };
        if fields.iter().any(|known| known.key == fact.naming.name) {
            continue;
        }
        let default = fact.default.map(|value| written(book, fact.ty, value));
        fields.push(Field {
            role: FieldRole::Fact,
            default,
            citations: fact.naming.citations.clone(),
            ..of_type(
                book,
                &fact.naming.name,
                fact.naming.shown(),
                fact.ty,
                (fact.low, fact.high),
            )
        });
    }
    for parameter in &parameters {
        let Some(unit) = given(&parameter.name) else {
            continue;
        };
        let of_unit = tracks(book, parameter, unit);
        let is_read = |(track, _): &(&str, Field)| read.members.contains(track);
        fields.extend(of_unit.filter(is_read).map(|(_, field)| field));
    }
    fields
}

fn of_parameter<'a>(
    book: &RuleBook,
    entry: Entry,
    parameter: &Parameter,
    given: &impl Fn(&str) -> Option<&'a str>,
) -> Field {
    let title = words(&parameter.name);
    let limits = (parameter.low, parameter.high);
    let mut field = of_type(book, &parameter.name, &title, parameter.ty, limits);
    field.is_several = parameter.is_several;
    field.is_optional = parameter.part_of.is_some() || parameter.dice.is_some();
    if parameter.part_of.is_some() {
        let parts = book.every(entry, &parameter.name, given);
        if let Some(EveryValue::Listed(parts)) = parts {
            field.values = parts.into_iter().map(plain).collect();
        }
    }
    if parameter.or_none {
        // No number is none.
        match field.ty {
            FieldType::Number => field.ty = FieldType::Text,
            FieldType::Text => {}
            FieldType::Unit | FieldType::Flag | FieldType::Word => {
                field.values.push(plain("none".to_owned()));
            }
        }
    }
    field
}

/// Returns a field of this type with its possible values.
fn of_type(book: &RuleBook, key: &str, title: &str, ty: Type, limits: (i32, i32)) -> Field {
    let (kind, values) = match ty {
        Type::Unit(kinds) => (FieldType::Unit, units(book, kinds)),
        Type::Flag => {
            let values = words_of(book, ty);
            (FieldType::Flag, values.into_iter().map(plain).collect())
        }
        Type::Words(id) => {
            let list = book.words.get(id.at());
            let listed = list.map_or(&[][..], |list| list.words.as_slice());
            (FieldType::Word, listed.iter().cloned().map(plain).collect())
        }
        Type::Face(id) => {
            let die = book.dice.get(id.at());
            let faces = words_of(book, ty);
            match die.is_some_and(|die| die.is_numeric()) {
                true => (FieldType::Number, faces.into_iter().map(plain).collect()),
                false => (FieldType::Word, faces.into_iter().map(plain).collect()),
            }
        }
        Type::Number(Dimension::Parts(_)) => (FieldType::Text, Vec::new()),
        Type::Number(_) => (FieldType::Number, Vec::new()),
        Type::Dice | Type::Place | Type::Side | Type::Unknown => (FieldType::Text, Vec::new()),
    };
    let dimension = ty.dimension().filter(|_| ty.parts().is_none());
    let is_direction = dimension == Some(Dimension::Degrees);
    Field {
        key: key.to_owned(),
        title: title.to_owned(),
        role: FieldRole::Parameter,
        ty: kind,
        values,
        range: dimension.filter(|_| !is_direction).map(|_| limits),
        measure: dimension.and_then(Dimension::unit),
        default: None,
        is_optional: false,
        is_several: false,
        citations: Vec::new(),
    }
}

/// Returns the tracks of a kind of units, by name, as fields of the parameter for which a unit is given.
fn tracks<'b>(
    book: &'b RuleBook,
    parameter: &Parameter,
    unit: &str,
) -> impl Iterator<Item = (&'b str, Field)> {
    let is_unit = matches!(parameter.ty, Type::Unit(_));
    let mut profiles = book.profiles.iter().filter(|_| is_unit);
    let known = profiles.find(|profile| profile.id == unit);
    let kind = known.and_then(|profile| book.kinds.get(profile.kind.at()));
    let tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
    let declared = tracks.filter(|track| {
        let known = book.tracks.get(track.track.at());
        track.origin == TrackOrigin::Declared
            && !track.is_internal()
            && known.is_some_and(|known| known.index.is_none())
    });
    let parameter = parameter.name.clone();
    let field = move |track: &'b KindTrack| {
        let ty = book.tracks.get(track.track.at())?.ty;
        let key = format!("{parameter}.{}", track.naming.name);
        let title = format!("{}: {}", words(&parameter), track.naming.shown());
        let field = of_type(book, &key, &title, ty, (track.low, track.high));
        let is_listed = matches!(
            field.ty,
            FieldType::Number | FieldType::Word | FieldType::Flag
        );
        let field = Field {
            role: FieldRole::Track,
            default: Some(written(book, ty, track.start)),
            citations: track.naming.citations.clone(),
            ..field
        };
        is_listed.then_some((track.naming.name.as_str(), field))
    };
    declared.filter_map(field)
}

/// Returns the units that can be added to a question beyond its parameters, in the order of their files.
pub fn further_units(book: &RuleBook) -> Vec<FieldValue> {
    units(book, book.pieces())
}

/// Returns the sides of such a unit: those of the rules, else those of the unit files.
pub fn sides(book: &RuleBook) -> Vec<FieldValue> {
    let Some(kind) = book.side_kind() else {
        return Vec::new();
    };
    if !book.sides.is_empty() {
        let value = |naming: &Naming| FieldValue {
            value: naming.name.clone(),
            title: naming.shown().to_owned(),
        };
        return book.sides.iter().map(value).collect();
    }
    units(book, Kinds::one(kind))
}

/// Returns the units of these kinds, in the order of their files.
fn units(book: &RuleBook, kinds: Kinds) -> Vec<FieldValue> {
    let of_kind = |unit: &&Profile| !unit.id.is_empty() && kinds.has(unit.kind);
    let value = |unit: &Profile| FieldValue {
        value: unit.id.clone(),
        title: match unit.title.is_empty() {
            true => unit.id.clone(),
            false => unit.title.clone(),
        },
    };
    book.profiles.iter().filter(of_kind).map(value).collect()
}

fn plain(word: String) -> FieldValue {
    FieldValue {
        title: word.clone(),
        value: word,
    }
}

/// Returns `target-unit` as `Target unit`.
fn words(name: &str) -> String {
    let spaced = name.replace('-', " ");
    let mut letters = spaced.chars();
    let first = letters.next();
    first.map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns the facts and tracks that an entry may read, directly or through rules that it refers to.
pub(crate) fn read_by<'s>(book: &RuleBook, sources: &'s SourceMap, entry: Entry) -> Reads<'s> {
    Dependencies::new(book, sources).read_by(symbol(book, entry))
}

fn symbol(book: &RuleBook, entry: Entry) -> Symbol {
    match entry {
        Entry::Procedure(id) => Symbol::Procedure(id),
        Entry::Table(id) => Symbol::Table(id),
        Entry::Modifiers(id) => Symbol::Modifiers(id),
        Entry::Row(at) => book.first_result(at).map_or(Symbol::BuiltIn, Symbol::Table),
    }
}

/// The reference graph of a book: edges from each declaration to those that its names refer to.
struct Dependencies<'s> {
    edges: BTreeMap<Symbol, BTreeSet<Symbol>>,
    /// The stats, traits, tracks and formulas of units that each declaration names.
    members: BTreeMap<Symbol, BTreeSet<&'s str>>,
}

/// Facts and members of units that a rule may read, directly or through other rules.
pub(crate) struct Reads<'s> {
    /// Facts in the order of their declaration.
    pub(crate) facts: Vec<FactId>,
    /// Names of stats, traits, tracks and formulas.
    members: BTreeSet<&'s str>,
}

impl<'s> Dependencies<'s> {
    fn new(book: &RuleBook, sources: &'s SourceMap) -> Self {
        // The declaration that begins at each offset.
        let mut owners: BTreeMap<(FileId, usize), Symbol> = BTreeMap::new();
        for reference in book.references.iter() {
            if reference.role == Role::Declares && is_declaration(reference.symbol) {
                let place = (reference.span.file, reference.span.start);
                owners.insert(place, reference.symbol);
            }
        }
        // The formulas with one name over all kinds.
        let mut formulas: BTreeMap<&str, Vec<Symbol>> = BTreeMap::new();
        for (at, procedure) in book.procedures.iter().enumerate() {
            let (naming, symbol) = (&procedure.naming, Symbol::Procedure(ProcedureId::new(at)));
            owners.insert((naming.span.file, naming.span.start), symbol);
            if procedure.of_kind.is_some() {
                formulas.entry(&naming.name).or_default().push(symbol);
            }
        }
        let mut edges: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
        let mut members: BTreeMap<Symbol, BTreeSet<&str>> = BTreeMap::new();
        for reference in book.references.iter() {
            let span = reference.span;
            let before = (span.file, 0)..=(span.file, span.start);
            let owner = owners.range(before).next_back();
            let Some((_, owner)) = owner.filter(|_| reference.role != Role::Declares) else {
                continue;
            };
            let to = edges.entry(*owner).or_default();
            if let Symbol::Member(_) = reference.symbol {
                let text = sources.text(span);
                to.extend(formulas.get(text).into_iter().flatten());
                members.entry(*owner).or_default().insert(text);
            } else if is_declaration(reference.symbol) {
                to.insert(reference.symbol);
            }
        }
        Self { edges, members }
    }

    /// Returns what is read by the transitive closure of a declaration in the reference graph.
    fn read_by(&self, from: Symbol) -> Reads<'s> {
        let mut reached = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(symbol) = open.pop() {
            for to in self.edges.get(&symbol).into_iter().flatten() {
                if reached.insert(*to) {
                    open.push(*to);
                }
            }
        }
        let facts = reached.iter().filter_map(|symbol| {
            let Symbol::Fact(id) = symbol else {
                return None;
            };
            Some(*id)
        });
        let members = reached.iter().filter_map(|symbol| self.members.get(symbol));
        Reads {
            facts: facts.collect(),
            members: members.flatten().copied().collect(),
        }
    }
}

/// Whether a symbol is a declaration in a rule file that can be a node of the graph.
fn is_declaration(symbol: Symbol) -> bool {
    match symbol {
        Symbol::Table(_)
        | Symbol::Modifiers(_)
        | Symbol::Fact(_)
        | Symbol::Procedure(_)
        | Symbol::Trigger(_)
        | Symbol::Window(_)
        | Symbol::Reaction(_)
        | Symbol::Policy(_)
        | Symbol::Kind(_)
        | Symbol::Deck(_)
        | Symbol::Die(_)
        | Symbol::Option(_)
        | Symbol::Scale(_)
        | Symbol::Ruleset => true,
        Symbol::Word(..)
        | Symbol::Face(_)
        | Symbol::Member(_)
        | Symbol::Once(_)
        | Symbol::Phase
        | Symbol::Unit
        | Symbol::Local(_)
        | Symbol::BuiltIn => false,
    }
}

/// Returns the values of an optional rule in the notation of questions.
pub fn option_values(book: &RuleBook, option: &OptionalRule) -> Vec<String> {
    match option.ty == Type::Flag {
        true => vec!["off".to_owned(), "on".to_owned()],
        false => words_of(book, option.ty),
    }
}

/// Returns the default of an optional rule.
pub fn option_default(book: &RuleBook, option: &OptionalRule) -> String {
    match (option.ty == Type::Flag, option.default) {
        (true, 0) => "off".to_owned(),
        (true, _) => "on".to_owned(),
        (false, default) => written(book, option.ty, default),
    }
}

/// Returns a value in the notation of questions.
fn written(book: &RuleBook, ty: Type, value: i32) -> String {
    let shown = shown(book, ty);
    match matches!(shown, Shown::Number(_)) {
        true => value.to_string(),
        false => show(value, &shown, &[]),
    }
}
