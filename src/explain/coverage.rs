//! Coverage of a book by its ruleset: which numbered rules are encoded, left to the players, or missing.

use std::collections::BTreeMap;

use crate::examples;
use crate::exercised::Exercised;
use sandtable_model::{Naming, RuleBook, walk_statements};
use sandtable_roster::{Force, Index, NumberedRule};
use sandtable_source::Span;
use sandtable_syntax::{Does, ast, citations_in, citations_of};

/// Classification of a numbered rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// A declaration or statement that runs cites it.
    Encoded,
    /// The players judge it: a fact or a choice cites it.
    Judged,
    /// The rule has no effect to encode.
    Advice,
    /// No declaration or statement that runs cites it.
    Missing,
}

/// One numbered rule of the book.
#[derive(Debug)]
pub struct CoverageEntry<'a> {
    /// The rule in the index.
    pub rule: &'a NumberedRule,
    /// Its classification.
    pub fate: Fate,
    /// Whether the run of an example reaches a statement that cites it.
    pub exercised: bool,
    /// Spans of the statements and questions that cite it, in the order of the files.
    pub places: Vec<Span>,
}

/// A selection of the numbered rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverageGroup {
    /// A declaration or statement that runs cites it.
    Encoded,
    /// Encoded and reached by an example.
    Exercised,
    /// Encoded and reached by no example.
    Unexercised,
    /// The players judge it: a fact or a choice cites it.
    Judged,
    /// The rule has no effect to encode.
    Advice,
    /// No declaration or statement that runs cites it.
    Missing,
    /// The index marks the rule as unclear.
    Unclear,
    /// The index marks the rule as contradictory.
    Contradictions,
}

impl CoverageGroup {
    /// All groups, in the order in which they are described.
    pub const ALL: [Self; 8] = [
        Self::Encoded,
        Self::Exercised,
        Self::Unexercised,
        Self::Judged,
        Self::Advice,
        Self::Missing,
        Self::Unclear,
        Self::Contradictions,
    ];

    /// Returns the word that selects the group, and a description of its rules.
    pub fn describe(self) -> (&'static str, &'static str) {
        match self {
            Self::Encoded => ("encoded", "A rule cites it"),
            Self::Exercised => ("exercised", "Encoded and tested by an example"),
            Self::Unexercised => ("unexercised", "Encoded, but not tested"),
            Self::Judged => (
                "judged",
                "Judged by the players, through a fact or a choice",
            ),
            Self::Advice => ("advice", "Advice without an effect"),
            Self::Missing => ("missing", "Not implemented"),
            Self::Unclear => ("unclear", "Left open by the book"),
            Self::Contradictions => ("contradictions", "Contradicted in the book"),
        }
    }

    /// Whether a rule belongs to the group.
    pub fn has(self, entry: &CoverageEntry<'_>) -> bool {
        match self {
            Self::Encoded => entry.fate == Fate::Encoded,
            Self::Exercised => entry.fate == Fate::Encoded && entry.exercised,
            Self::Unexercised => entry.fate == Fate::Encoded && !entry.exercised,
            Self::Judged => entry.fate == Fate::Judged,
            Self::Advice => entry.fate == Fate::Advice,
            Self::Missing => entry.fate == Fate::Missing,
            Self::Unclear => entry.rule.unclear.is_some(),
            Self::Contradictions => entry.rule.contradiction.is_some(),
        }
    }
}

/// Coverage of a book by its ruleset.
#[derive(Debug)]
pub struct Coverage<'a> {
    /// Every numbered rule, in the order of the index.
    pub entries: Vec<CoverageEntry<'a>>,
    /// Declarations that cite no section, in the order of the files.
    pub house: Vec<HouseRule<'a>>,
    /// Cited sections that the index lacks, sorted, each with the spans of its citations.
    pub unknown: BTreeMap<&'a str, Vec<Span>>,
    /// Titles of the examples whose lines of play are too many to be followed completely.
    pub partly_followed: Vec<String>,
}

impl<'a> Coverage<'a> {
    /// Compares the rules in force with the index of their book; runs all examples.
    pub fn new(book: &RuleBook, rules: &'a [ast::File], index: &'a Index) -> Self {
        let exercised = exercised(book);
        Self {
            entries: entries(index, rules, &exercised),
            house: house_rules(rules),
            unknown: unknown_sections(book, rules, index),
            partly_followed: exercised.partly_followed.into_iter().collect(),
        }
    }

    /// Returns the rules of a group, in the order of the index.
    pub fn group(&self, group: CoverageGroup) -> impl Iterator<Item = &CoverageEntry<'a>> {
        self.entries.iter().filter(move |entry| group.has(entry))
    }
}

fn unknown_sections<'a>(
    book: &RuleBook,
    rules: &'a [ast::File],
    index: &Index,
) -> BTreeMap<&'a str, Vec<Span>> {
    let titles = index.titles();
    let mut found: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for citation in rules.iter().flat_map(citations_in) {
        let section = citation.section;
        if !titles.contains_key(&section.value) && !book.sections.contains_key(&section.value) {
            let places = found.entry(&section.value).or_default();
            places.push(section.span);
        }
    }
    found
}

/// Returns the union of what all examples exercise.
pub fn exercised(book: &RuleBook) -> Exercised {
    let mut all = Exercised::default();
    for example in book.examples.iter() {
        all.extend(examples::exercised(book, example));
    }
    all
}

/// A declaration that has an effect or defines values, and cites no section of the book.
#[derive(Debug)]
pub struct HouseRule<'a> {
    /// `table`, `roll`
    pub sort: &'static str,
    /// Its name and title.
    pub head: &'a ast::Head,
}

/// The house rules of a ruleset, in the order of its files.
pub fn house_rules(rules: &[ast::File]) -> Vec<HouseRule<'_>> {
    let items = rules.iter().flat_map(|file| &file.items);
    let of_the_house = items.filter_map(|item| {
        let sort = item.value.sort()?;
        let head = item.value.head()?;
        let carries_out = [
            "table",
            "modifiers",
            "formula",
            "roll",
            "action",
            "sequence",
            "trigger",
        ];
        let cites = citations_of(&item.value);
        (carries_out.contains(&sort) && cites.is_empty()).then_some(HouseRule { sort, head })
    });
    of_the_house.collect()
}

/// Returns every numbered rule of the index, in order.
pub fn entries<'a>(
    index: &'a Index,
    rules: &[ast::File],
    exercised: &Exercised,
) -> Vec<CoverageEntry<'a>> {
    let mut cited: BTreeMap<&str, Vec<(Does, Span)>> = BTreeMap::new();
    for citation in rules.iter().flat_map(citations_in) {
        let places = cited.entry(citation.section.value.as_str()).or_default();
        places.push((citation.does, citation.section.span));
    }
    let entry = |rule: &'a NumberedRule| {
        let places = cited.get(rule.id.as_str()).cloned().unwrap_or_default();
        let has = |wanted: Does| places.iter().any(|(does, _)| *does == wanted);
        let fate = if has(Does::CarriesOut) {
            Fate::Encoded
        } else if has(Does::Asks) {
            Fate::Judged
        } else if rule.force == Force::Advice {
            Fate::Advice
        } else {
            Fate::Missing
        };
        let places = places
            .iter()
            .filter(|(does, _)| *does != Does::Mentions)
            .map(|(_, place)| *place);
        CoverageEntry {
            rule,
            fate,
            exercised: matches!(fate, Fate::Encoded | Fate::Judged)
                && exercised.sections.contains(&rule.id),
            places: places.collect(),
        }
    };
    index.rules.iter().map(entry).collect()
}

/// A kind of gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A whole rule, table, list of modifiers or trigger; an optional rule that is never on.
    Rule,
    /// A statement of a rule that runs.
    Step,
    /// A line of modifiers that never applies, or of a trigger that never fires.
    Line,
    /// A cell of a table that is looked up.
    Cell,
}

/// Something that no example exercises.
#[derive(Debug, Clone)]
pub struct Gap {
    /// The category of the gap.
    pub part: Part,
    /// The name of the rule, table or list.
    pub rule: String,
    /// Span of the statement, line or declaration.
    pub place: Span,
    /// Spans of the keys of a cell; empty for other gaps.
    pub keys: Vec<Span>,
}

/// Returns all gaps: whole rules first, then the gaps inside rules that run.
pub fn gaps(book: &RuleBook, exercised: &Exercised) -> Vec<Gap> {
    let mut search = CoverageSearch {
        exercised,
        gaps: Vec::new(),
    };
    search.procedures(book);
    search.lists(book);
    search.triggers(book);
    search.reactions(book);
    search.tables(book);
    for option in &book.options {
        search.runs(&option.naming, &option.naming.name);
    }
    let mut gaps = search.gaps;
    gaps.sort_by_key(|gap| (gap.part, gap.place));
    gaps
}

struct CoverageSearch<'a> {
    exercised: &'a Exercised,
    gaps: Vec<Gap>,
}

impl CoverageSearch<'_> {
    fn gap(&mut self, part: Part, rule: &str, place: Span) {
        self.gaps.push(Gap {
            part,
            rule: rule.to_owned(),
            place,
            keys: Vec::new(),
        });
    }

    /// Whether a rule runs at all; if it does not, adds a gap.
    fn runs(&mut self, naming: &Naming, shown: &str) -> bool {
        let runs = self.exercised.places.contains(&naming.span);
        if !runs {
            self.gap(Part::Rule, shown, naming.span);
        }
        runs
    }

    fn procedures(&mut self, book: &RuleBook) {
        for procedure in &book.procedures {
            let name = &procedure.naming.name;
            let kind = procedure.of_kind.and_then(|kind| book.kinds.get(kind.at()));
            let shown = match kind {
                Some(kind) => format!("{}.{name}", kind.naming.name),
                None if procedure.is_generated => procedure.naming.shown().to_owned(),
                None => name.clone(),
            };
            if !self.runs(&procedure.naming, &shown) {
                continue;
            }
            walk_statements(&procedure.body, &mut |statement| {
                let came_by = self.exercised.came_by(statement.span);
                if !came_by {
                    self.gap(Part::Step, &shown, statement.span);
                }
                came_by
            });
        }
    }

    fn lists(&mut self, book: &RuleBook) {
        for list in &book.modifiers {
            let name = &list.naming.name;
            if self.runs(&list.naming, name) {
                for line in &list.lines {
                    if !self.exercised.lines.contains(&line.span) {
                        self.gap(Part::Line, name, line.span);
                    }
                }
            }
        }
    }

    fn triggers(&mut self, book: &RuleBook) {
        for trigger in &book.triggers {
            let name = &trigger.naming.name;
            let fires = |span: &Span| self.exercised.lines.contains(span);
            if !trigger.whens.iter().any(|when| fires(&when.span)) {
                self.gap(Part::Rule, name, trigger.naming.span);
                continue;
            }
            for when in &trigger.whens {
                if !self.exercised.lines.contains(&when.span) {
                    self.gap(Part::Line, name, when.span);
                    continue;
                }
                walk_statements(&when.body, &mut |statement| {
                    let came_by = self.exercised.came_by(statement.span);
                    if !came_by {
                        self.gap(Part::Step, name, statement.span);
                    }
                    came_by
                });
            }
        }
    }

    fn reactions(&mut self, book: &RuleBook) {
        for reaction in &book.reactions {
            let name = &reaction.naming.name;
            if !self.runs(&reaction.naming, name) {
                continue;
            }
            walk_statements(&reaction.body, &mut |statement| {
                let came_by = self.exercised.came_by(statement.span);
                if !came_by {
                    self.gap(Part::Step, name, statement.span);
                }
                came_by
            });
        }
    }

    fn tables(&mut self, book: &RuleBook) {
        for (at, table) in book.tables.iter().enumerate() {
            if !self.runs(&table.naming, &table.naming.name) {
                continue;
            }
            for (number, cell) in table.drawn.iter().enumerate() {
                if !self.exercised.cells.contains(&(at, number)) {
                    self.gaps.push(Gap {
                        part: Part::Cell,
                        rule: table.naming.name.clone(),
                        place: cell.span,
                        keys: cell.keys.clone(),
                    });
                }
            }
        }
    }
}
