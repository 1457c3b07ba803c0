//! The symbol index: every name in rule files and TOML with the symbol that it refers to.
//!
//! Takes the names that the check of the rules has resolved ([`sandtable_model::Reference`]), and resolves those that the check
//! does not record: the lists of examples ([`examples`]), references of a variant to its base ([`variants`]), and TOML ([`toml`]). It
//! knows neither findings nor execution.

mod cast;
mod examples;
mod kinds;
mod toml;
mod variants;

pub use kinds::SymbolKind;

use std::collections::BTreeMap;

use sandtable_model::{DieId, Kinds, ModifiersId, Reference, Role, RuleBook, Symbol as Resolved};
use sandtable_roster::{Index, Roster, Scenario};
use sandtable_source::{FileId, SourceMap, Span};
use sandtable_syntax::{ast, citations_in};

/// Identifies a symbol of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(u32);

/// A named declaration.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// The kind of the symbol.
    pub kind: SymbolKind,
    /// The name, as written.
    pub name: String,
    /// The spans of its declarations: one, or several if kinds share a name or a list is written several times. Empty for a
    /// built-in name.
    pub declarations: Vec<Declaration>,
    key: Key,
}

/// A declaration of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// The span of the name.
    pub span: Span,
    /// For a stat, trait, track or formula: the kinds that have it.
    pub kinds: Kinds,
}

/// An occurrence of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The span of the name, without quotation marks.
    pub span: Span,
    /// The symbol that it refers to.
    pub symbol: SymbolId,
    /// Whether it declares the symbol.
    pub role: Role,
    /// For a stat, trait, track or formula: the kinds of the unit whose member it is.
    pub kinds: Kinds,
}

/// The identity of a symbol.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// A symbol with an index in the model: its kind, its index, and for a word also the index of the word.
    Numbered(SymbolKind, usize, i32),
    /// A face or group of a die.
    Face(DieId, String),
    /// A group of modifiers.
    Once(ModifiersId, String),
    /// A stat, trait, track or formula.
    Member(String),
    Phase(String),
    Unit(String),
    Map(String),
    Section(String),
    BuiltIn(String),
    /// The ruleset, or one that a variant names.
    Ruleset(String),
    /// A local name, by the span of its declaration.
    Local(Span),
    /// A piece of an example, map or scenario, by the span of the example, or of the beginning of the file.
    Piece(Span, String),
    /// A declaration of a base that is not in force: its keyword and name.
    Removed(String, String),
}

/// The inputs of an index.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// Every text.
    pub sources: &'a SourceMap,
    /// The trees in force.
    pub rules: &'a [ast::File],
    /// The trees as written, of all layers.
    pub written: &'a [ast::File],
    /// The checked rules.
    pub book: &'a RuleBook,
    /// The units in force.
    pub roster: &'a Roster,
    /// The numbered rules of the book and of its base.
    pub indexes: &'a [Index],
    /// The scenarios of the ruleset.
    pub scenarios: &'a [Scenario],
}

/// Every name of a ruleset with its symbol.
#[derive(Debug, Clone, Default)]
pub struct SymbolIndex {
    symbols: Vec<Symbol>,
    by_key: BTreeMap<Key, SymbolId>,
    /// Sorted by span; two have the same span if a name declares one symbol and takes its type from another.
    occurrences: Vec<Occurrence>,
    /// The length of the longest name, in bytes.
    longest: usize,
}

impl SymbolIndex {
    /// Resolves every name.
    pub fn new(inputs: &Inputs<'_>) -> Self {
        let mut builder = Builder {
            inputs: *inputs,
            index: Self::default(),
            examples: examples::spans(inputs.rules),
        };
        for reference in inputs.book.references.iter() {
            builder.resolved(reference);
        }
        builder.citations();
        builder.add_examples();
        builder.add_toml();
        builder.add_variants();
        let mut index = builder.index;
        let order = |one: &Occurrence| (one.span, one.symbol, one.role, one.kinds.bits());
        index.occurrences.sort_by_key(order);
        index.occurrences.dedup();
        let lengths = index
            .occurrences
            .iter()
            .map(|one| one.span.end - one.span.start);
        index.longest = lengths.max().unwrap_or(0);
        index
    }

    /// Returns the symbol of an id.
    pub fn get(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id.0 as usize)
    }

    /// Iterates over all symbols.
    pub fn all(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        (0..).map(SymbolId).zip(&self.symbols)
    }

    /// Returns all occurrences, sorted by span.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// Returns the names that cover an offset of a file or end there; a reference precedes a name that only implies its
    /// symbol.
    pub fn at(&self, file: FileId, offset: usize) -> Vec<&Occurrence> {
        let of_file = self.of_file(file);
        let n_before = of_file.partition_point(|one| one.span.start <= offset);
        let before = of_file.get(..n_before).unwrap_or_default().iter().rev();
        let near = before.take_while(|one| offset - one.span.start <= self.longest);
        let mut found: Vec<&Occurrence> = near.filter(|one| offset <= one.span.end).collect();
        // Of two adjacent names, the one that begins at the offset.
        if found.iter().any(|one| one.span.start == offset) {
            found.retain(|one| one.span.start == offset);
        }
        found.sort_by_key(|one| one.role);
        found
    }

    /// Returns the occurrences in a file, sorted by span.
    pub fn of_file(&self, file: FileId) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|one| one.span.file < file);
        let end = self
            .occurrences
            .partition_point(|one| one.span.file <= file);
        self.occurrences.get(start..end).unwrap_or_default()
    }

    /// Returns the declarations of the names at an offset; for a stat, those for the kinds of its unit.
    pub fn definition(&self, file: FileId, offset: usize) -> Vec<Span> {
        let mut places: Vec<Span> = Vec::new();
        for occurrence in self.at(file, offset) {
            let Some(symbol) = self.get(occurrence.symbol) else {
                continue;
            };
            let fits = |one: &&Declaration| {
                one.kinds.is_empty() || !one.kinds.and(occurrence.kinds).is_empty()
            };
            let fitting: Vec<Span> = symbol
                .declarations
                .iter()
                .filter(fits)
                .map(|one| one.span)
                .collect();
            for place in fitting {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        // A name that declares a symbol and takes its type from another leads to the other.
        if places.len() > 1 {
            places.retain(|place| {
                !(place.file == file && place.start <= offset && offset <= place.end)
            });
        }
        places
    }

    /// Returns every occurrence of the symbols at an offset, with declarations.
    pub fn references(&self, file: FileId, offset: usize) -> Vec<Span> {
        let ids: Vec<SymbolId> = self.at(file, offset).iter().map(|one| one.symbol).collect();
        let mut places: Vec<Span> = self
            .occurrences
            .iter()
            .filter(|one| ids.contains(&one.symbol))
            .map(|one| one.span)
            .collect();
        places.dedup();
        places
    }

    /// Iterates over the occurrences of a symbol, sorted by span.
    pub fn of_symbol(&self, id: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |one| one.symbol == id)
    }

    /// Returns kind and index of a symbol that is numbered in the model.
    pub fn number(&self, id: SymbolId) -> Option<(SymbolKind, usize)> {
        match &self.get(id)?.key {
            Key::Numbered(kind, at, _) => Some((*kind, *at)),
            Key::Face(..)
            | Key::Once(..)
            | Key::Member(_)
            | Key::Phase(_)
            | Key::Unit(_)
            | Key::Map(_)
            | Key::Section(_)
            | Key::BuiltIn(_)
            | Key::Ruleset(_)
            | Key::Local(_)
            | Key::Piece(..)
            | Key::Removed(..) => None,
        }
    }
}

/// Builds an index.
struct Builder<'a> {
    inputs: Inputs<'a>,
    index: SymbolIndex,
    /// The span of the head of each example, with the example.
    examples: Vec<(Span, &'a ast::Example)>,
}

impl<'a> Builder<'a> {
    fn text(&self, span: Span) -> &'a str {
        self.inputs.sources.text(span)
    }

    fn id(&mut self, key: Key, kind: SymbolKind, name: &str) -> SymbolId {
        if let Some(id) = self.index.by_key.get(&key) {
            return *id;
        }
        let id = SymbolId(u32::try_from(self.index.symbols.len()).unwrap_or(u32::MAX));
        self.index.symbols.push(Symbol {
            kind,
            name: name.to_owned(),
            declarations: Vec::new(),
            key: key.clone(),
        });
        self.index.by_key.insert(key, id);
        id
    }

    /// Adds a name in a span that is the name alone or contains it.
    fn add(
        &mut self,
        span: Span,
        key: Key,
        kind: SymbolKind,
        name: &str,
        role: Role,
        kinds: Kinds,
    ) {
        let places = self.places(span, name);
        if places.is_empty() {
            return;
        }
        let symbol = self.id(key, kind, name);
        for span in places {
            self.index.occurrences.push(Occurrence {
                span,
                symbol,
                role,
                kinds,
            });
            if role == Role::Declares
                && let Some(known) = self.index.symbols.get_mut(symbol.0 as usize)
                && !known.declarations.iter().any(|one| one.span == span)
            {
                known.declarations.push(Declaration { span, kinds });
            }
        }
    }

    /// Adds a reference to a symbol without kinds.
    fn refer(&mut self, span: Span, key: Key, kind: SymbolKind, name: &str) {
        self.add(span, key, kind, name, Role::Refers, Kinds::ALL);
    }

    /// Adds a declaration of a symbol without kinds.
    fn declare(&mut self, span: Span, key: Key, kind: SymbolKind, name: &str) {
        self.add(span, key, kind, name, Role::Declares, Kinds::NONE);
    }

    /// Returns the spans of a name in a span: the span itself, or each of its words that is the name.
    fn places(&self, span: Span, name: &str) -> Vec<Span> {
        let text = self.text(span);
        if text == name {
            return vec![span];
        }
        let is_of_a_word = |one: char| one.is_alphanumeric() || "-_:'".contains(one);
        let found = text.match_indices(name).filter(|(at, _)| {
            let before = text
                .get(..*at)
                .and_then(|before| before.chars().next_back());
            let after = text
                .get(at + name.len()..)
                .and_then(|after| after.chars().next());
            !before.is_some_and(is_of_a_word) && !after.is_some_and(is_of_a_word)
        });
        found
            .map(|(at, _)| Span::new(span.file, span.start + at, span.start + at + name.len()))
            .collect()
    }

    /// Adds a name that the check resolved.
    fn resolved(&mut self, reference: &Reference) {
        let Reference { span, symbol, role } = *reference;
        let book = self.inputs.book;
        let written = self.text(span).to_owned();
        let (key, kind, name) = match symbol {
            Resolved::Word(list, at) => {
                let words = book.words.get(list.at()).map(|list| list.words.as_slice());
                let place = usize::try_from(at).ok();
                let word = words.and_then(|words| words.get(place?));
                let Some(word) = word else { return };
                let key = Key::Numbered(SymbolKind::Word, list.at(), at);
                (key, SymbolKind::Word, word.clone())
            }
            Resolved::Local(declared) => match self.local(declared, &written) {
                Some(known) => known,
                None => return,
            },
            Resolved::Face(die) => return self.faces(span, die, role),
            Resolved::Once(list) => (Key::Once(list, written.clone()), SymbolKind::Once, written),
            Resolved::Member(_) => {
                let kind = self.member_kind(&written);
                (Key::Member(written.clone()), kind, written)
            }
            Resolved::Phase => (Key::Phase(written.clone()), SymbolKind::Phase, written),
            Resolved::Unit => (Key::Unit(written.clone()), SymbolKind::Unit, written),
            Resolved::BuiltIn => (Key::BuiltIn(written.clone()), SymbolKind::BuiltIn, written),
            Resolved::Ruleset => (Key::Ruleset(written.clone()), SymbolKind::Ruleset, written),
            Resolved::Scale(id) => {
                let list = book.words.get(id.at());
                let kind = match list.is_some_and(|list| list.ordered) {
                    true => SymbolKind::Scale,
                    false => SymbolKind::Words,
                };
                numbered(kind, id.at(), written)
            }
            Resolved::Die(id) => numbered(SymbolKind::Die, id.at(), written),
            Resolved::Kind(id) => numbered(SymbolKind::Kind, id.at(), written),
            Resolved::Deck(at) => numbered(SymbolKind::Deck, at, written),
            Resolved::Table(id) => numbered(SymbolKind::Table, id.at(), written),
            Resolved::Modifiers(id) => numbered(SymbolKind::Modifiers, id.at(), written),
            Resolved::Fact(id) => numbered(SymbolKind::Fact, id.at(), written),
            Resolved::Option(id) => numbered(SymbolKind::Option, id.at(), written),
            Resolved::Procedure(id) => {
                let kind = kinds::of_procedure(book, id);
                numbered(kind, id.at(), written)
            }
            Resolved::Trigger(at) => numbered(SymbolKind::Trigger, at, written),
            Resolved::Window(id) => numbered(SymbolKind::Window, id.at(), written),
            Resolved::Reaction(id) => numbered(SymbolKind::Reaction, id.at(), written),
            Resolved::Policy(at) => numbered(SymbolKind::Policy, at, written),
        };
        let kinds = match (symbol, role) {
            (Resolved::Member(kinds), _) => kinds,
            (_, Role::Declares) => Kinds::NONE,
            (_, Role::Refers | Role::Implies) => Kinds::ALL,
        };
        self.add(span, key, kind, &name, role, kinds);
    }

    /// Returns the symbol of a local by the span of its declaration.
    fn local(&self, declared: Span, written: &str) -> Option<(Key, SymbolKind, String)> {
        let name = self.text(declared);
        if self.examples.iter().any(|(span, _)| *span == declared) {
            let (key, kind) = self.piece(declared, written);
            return Some((key, kind, written.to_owned()));
        }
        // An implicit `unit`, of a formula of a kind or of a trigger, has no declaration.
        if written == "unit" && name != written {
            let key = Key::BuiltIn(written.to_owned());
            return Some((key, SymbolKind::BuiltIn, written.to_owned()));
        }
        Some((Key::Local(declared), SymbolKind::Local, name.to_owned()))
    }

    /// Adds the words of a span that are faces of a die, or groups of them.
    fn faces(&mut self, span: Span, die: DieId, role: Role) {
        let Some(known) = self.inputs.book.dice.get(die.at()) else {
            return;
        };
        let groups = known.groups.iter().map(|group| &group.name);
        let mut names: Vec<&String> = known.words.iter().chain(groups).collect();
        names.sort_unstable();
        names.dedup();
        let kinds = match role {
            Role::Declares => Kinds::NONE,
            Role::Refers | Role::Implies => Kinds::ALL,
        };
        for name in names {
            let key = Key::Face(die, name.clone());
            self.add(span, key, SymbolKind::Face, name, role, kinds);
        }
    }

    /// Adds the sections of the book: in the index, and in citations.
    fn citations(&mut self) {
        for rule in self.inputs.indexes.iter().flat_map(|index| &index.rules) {
            if let Some(span) = rule.span {
                self.declare(
                    span,
                    Key::Section(rule.id.clone()),
                    SymbolKind::Section,
                    &rule.id,
                );
            }
        }
        for citation in self.inputs.written.iter().flat_map(citations_in) {
            let section = citation.section;
            let key = Key::Section(section.value.clone());
            self.refer(section.span, key, SymbolKind::Section, &section.value);
        }
    }

    /// Returns the kind of a member by its name: a stat if no kind of units has it.
    fn member_kind(&self, name: &str) -> SymbolKind {
        kinds::of_member(self.inputs.book, name)
    }

    /// Adds a reference to a stat, trait, track or formula.
    fn member(&mut self, span: Span, name: &str, kinds: Kinds) {
        let kind = self.member_kind(name);
        let key = Key::Member(name.to_owned());
        self.add(span, key, kind, name, Role::Refers, kinds);
    }
}

fn numbered(kind: SymbolKind, at: usize, name: String) -> (Key, SymbolKind, String) {
    (Key::Numbered(kind, at, 0), kind, name)
}
