//! Joins rule files and units into a rule book: the passes, in order.
//!
//! Names first, then what depends on names alone (scales, dice, kinds, heads), then bodies in the order in which they need
//! each other, then what runs by itself, units and examples. Every pass reports what it finds and carries on with what
//! is sound.

mod amend;
mod assumptions;
mod avoiding;
mod between_sides;
mod bodies;
mod call_graph;
mod cards;
mod changes;
mod choice_conditions;
mod choice_if_any;
mod control_flow;
mod creation;
mod decisions;
mod decks;
mod declare;
mod derived_facts;
mod durations;
mod each_die;
mod examples;
mod expression;
mod facings;
mod gathered;
mod hexsides;
mod hidden;
mod intervals;
mod kept_bodies;
mod kinds;
mod loops;
mod match_arms;
mod moves;
mod musts;
mod on_lines;
mod on_map;
mod places;
mod policies;
mod procedure_stubs;
mod profiles;
mod recursion;
mod repeated_dice;
mod rerolls;
mod rerolls_below;
mod rolls;
mod scope;
mod selections;
mod sequences;
mod set_twice;
mod sets;
mod several_results;
mod signatures;
mod simultaneous;
mod statements;
mod tables;
mod tracks;
mod types;
mod unknown_names;
mod unused;
mod windows;
mod word_loops;

pub use amend::amend_units;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use derived_facts::mark_map_use;
use examples::{Checked, KeptExamples};
use gathered::declare_gathered;
use kept_bodies::{CheckedBody, KeptBodies};
use sandtable_ask::maps::check_maps;
use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_model::fingerprint::Fingerprints;
use sandtable_model::kept::{Fingerprint, Memo, Moves, SharedMemo, Texts};
use sandtable_model::{
    Callable, DieId, Expr, FactId, FieldId, KindId, ModifiersId, Naming, OptionId, ProcedureId,
    Question, Reference, Role, RuleBook, Symbol, TableId, Type, WindowId, WordsId, board,
};
use sandtable_roster::Roster;
use sandtable_source::Span;
use sandtable_syntax::{Poison, ast};

/// Memoised results of a check, for the next one after an edit.
#[derive(Debug, Default)]
pub struct Kept {
    /// The texts that the last check was about.
    texts: Texts,
    bodies: RefCell<Memo<Fingerprint, CheckedBody>>,
    examples: SharedMemo<Fingerprint, Checked>,
}

/// The texts of a ruleset, and what is kept of its last check.
pub struct Incremental<'a> {
    /// The texts of its declarations, and of its unit files and maps as a whole.
    pub texts: &'a Texts,
    /// The fingerprint of all units and maps.
    pub roster: Fingerprint,
    /// The fingerprint of the heads of all rules and of all other declarations.
    pub heads: Fingerprint,
    /// Results of the last check; afterwards those of this one.
    pub kept: &'a mut Kept,
}

/// Checks a ruleset: all its rule files, its units, and the titles of the book's sections by id, if it has an index.
///
/// Reports: see [`run_incremental`].
pub fn run(
    files: &[ast::File],
    roster: &Roster,
    sections: Option<BTreeMap<String, String>>,
    diagnostics: &mut Diagnostics,
) -> RuleBook {
    let incremental = Incremental {
        texts: &Texts::default(),
        roster: Fingerprint::default(),
        heads: Fingerprint::default(),
        kept: &mut Kept::default(),
    };
    run_incremental(files, roster, sections, incremental, diagnostics).0
}

/// As [`run`]; what the last check of the ruleset found out is taken over where it still holds. Returns also the fingerprints of
/// the rules.
///
/// Reports: E0201 to E0252, E0301 to E0305, E0401 to E0427, E0553, E0573, E0601 to E0604, E0606, E0612.
pub fn run_incremental(
    files: &[ast::File],
    roster: &Roster,
    sections: Option<BTreeMap<String, String>>,
    incremental: Incremental<'_>,
    diagnostics: &mut Diagnostics,
) -> (RuleBook, Fingerprints) {
    let Incremental {
        texts,
        roster: of_roster,
        heads,
        kept,
    } = incremental;
    let poison = poison(files, roster);
    // While a line cannot be read, the last run without such a line is kept.
    let is_kept = poison.is_empty() && !texts.is_empty();
    let mut alone = Kept::default();
    let kept = if is_kept { kept } else { &mut alone };
    let before = std::mem::take(&mut kept.texts);
    let moves = Moves::new(&before, texts).unwrap_or_else(|| {
        *kept = Kept::default();
        Moves::none(&before)
    });
    kept.texts = texts.clone();
    let mut found = Diagnostics::default();
    let expanded = several_results::Expanded::new(files, &mut found);
    let has_expanded = !expanded.is_empty();
    let mut checker = Checker::new(&mut found);
    checker.expanded = Some(&expanded);
    let has_index = sections.is_some();
    checker.book.sections = sections.unwrap_or_default();
    checker.book.poison = poison;
    let order = check_heads(&mut checker, files, roster);
    let reached = RefCell::default();
    let kept_bodies = KeptBodies {
        texts,
        heads,
        conditions: checker.fingerprint_of_conditions(),
        moves: &moves,
        memo: &kept.bodies,
        reached: &reached,
    };
    kept_bodies::check_bodies(&mut checker, &order, is_kept.then_some(kept_bodies));
    checker.book.call_order = order;
    bodies::triggers(&mut checker);
    windows::reactions(&mut checker);
    policies::check_policies(&mut checker);
    call_graph::trigger_circles(&mut checker);
    recursion::check_recursion(&mut checker);
    declare_gathered(&mut checker.book);
    simultaneous::check_simultaneous(&checker.book, checker.diagnostics);
    set_twice::check_set_twice(&checker.book, checker.diagnostics);
    decks::find_alike(&mut checker.book);
    mark_map_use(&mut checker.book);
    let is_complete = checker.book.poison.is_empty();
    if is_complete {
        sequences::endless(&mut checker);
    }
    sequences::times(&mut checker);
    profiles::check_profiles(&mut checker, roster);
    check_maps(&mut checker.book, roster, checker.diagnostics);
    let fingerprints = match texts.is_empty() {
        true => Fingerprints::default(),
        false => Fingerprints::new(&checker.book, files, texts, of_roster),
    };
    let kept_examples = KeptExamples {
        texts,
        fingerprints: &fingerprints,
        moves: &moves,
        memo: &kept.examples,
    };
    examples::check_examples(&mut checker, is_kept.then_some(kept_examples));
    if !checker.diagnostics.has_errors() {
        unused::usage(&mut checker, files, has_index);
        if is_complete {
            loops::check_loops(&checker.book, checker.diagnostics);
        }
        facings::check_facings(&checker.book, checker.diagnostics);
        between_sides::check_aheads(&checker.book, checker.diagnostics);
        hexsides::check_hexsides(&checker.book, checker.diagnostics);
    }
    checker.book.references = Arc::new(std::mem::take(&mut checker.references));
    checker.book.advice = std::mem::take(&mut checker.used.advised.worths);
    let used = checker.used.names.iter().filter_map(Named::procedure);
    checker.book.formulas_used = used.collect();
    let book = checker.book;
    // A mistake in a row of several results is one in each of them, at the same places.
    let mut seen = BTreeSet::new();
    let mut is_first = |finding: &Diagnostic| {
        let places = finding.labels.iter().map(|label| label.span);
        !has_expanded || seen.insert((finding.code, places.collect::<Vec<Span>>()))
    };
    let all = found.iter().chain(found.notes());
    let all = all.filter(|one| !book.poison.is_consequence(one));
    diagnostics.extend(all.filter(|one| is_first(one)).cloned());
    kept.bodies.get_mut().end_run();
    kept.examples.lock().end_run();
    (book, fingerprints)
}

/// Checks names and what depends on them alone; returns the rules, callees before their callers.
fn check_heads<'a>(
    checker: &mut Checker<'a>,
    files: &'a [ast::File],
    roster: &Roster,
) -> Vec<Callable> {
    declare::collect(checker, files);
    declare::of_boards(checker);
    declare::scales_and_dice(checker);
    kinds::check_kinds(checker);
    checker.roster_units = profiles::units(checker, roster);
    signatures::heads(checker);
    declare::resolve_placement_rule(checker);
    declare::sides(checker);
    windows::check_windows(checker);
    call_graph::order(checker)
}

/// Names and declarations that unread lines of rule files and unit files make uncertain.
fn poison(files: &[ast::File], roster: &Roster) -> Poison {
    let mut poison = Poison::new(files.iter());
    for part in roster.unread() {
        poison.add_unread(part.span, part.words.iter().cloned());
    }
    if poison.is_board_unread() {
        for name in board::names() {
            poison.add(name);
        }
    }
    poison
}

/// A condition about the end of a question, read as an `expect` of an example that runs `name`; `None` denotes
/// `refused`.
///
/// Reports: what expressions report. What is reported makes the condition useless.
pub fn condition(
    book: &mut RuleBook,
    name: &str,
    question: &Question,
    written: &ast::Expr,
    diagnostics: &mut Diagnostics,
) -> Option<Expr> {
    let mut checker = Checker::of(std::mem::take(book), diagnostics);
    let built = examples::condition_of(&mut checker, name, question, written);
    *book = checker.book;
    built
}

/// A value at the end of a question that runs `name`: a track, or anything that an `expect` of an example may name.
///
/// Reports: what expressions report. What is reported makes the value useless.
pub fn value(
    book: &mut RuleBook,
    name: &str,
    question: &Question,
    written: &ast::Expr,
    diagnostics: &mut Diagnostics,
) -> Expr {
    let mut checker = Checker::of(std::mem::take(book), diagnostics);
    let built = examples::value_of(&mut checker, name, question, written);
    *book = checker.book;
    built
}

/// The declaration that a name of a value or rule refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    Table(TableId),
    Modifiers(ModifiersId),
    Fact(FactId),
    Option(OptionId),
    Procedure(ProcedureId),
    /// A side, by its place among those of the ruleset.
    Side(usize),
}

impl Named {
    fn procedure(&self) -> Option<ProcedureId> {
        match self {
            Self::Procedure(id) => Some(*id),
            Self::Table(_)
            | Self::Modifiers(_)
            | Self::Fact(_)
            | Self::Option(_)
            | Self::Side(_) => None,
        }
    }
}

/// The declaration that a name of a type refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedType {
    Scale(WordsId),
    Kind(KindId),
    Die(DieId),
}

/// Source of a procedure.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ProcedureSource<'a> {
    Declared(&'a ast::Procedure),
    OfKind(&'a ast::Expr),
}

/// The book checked so far, and the declaration of each part.
pub(crate) struct Checker<'a> {
    pub(crate) book: RuleBook,
    pub(crate) diagnostics: &'a mut Diagnostics,
    pub(crate) names: BTreeMap<String, Named>,
    pub(crate) types: BTreeMap<String, NamedType>,
    /// Declarations so far: namespace, name, place.
    pub(crate) declared: Vec<(&'static str, String, Span)>,
    /// The formula that checks placements.
    pub(crate) stands: Option<ast::Name>,
    /// Tables of one result each, of tables with several.
    pub(crate) expanded: Option<&'a several_results::Expanded>,
    /// Tables with several results by name: their results, and the table of each.
    pub(crate) several: BTreeMap<String, Vec<(ast::Name, TableId)>>,
    /// The names of the table being checked are recorded already, by another of its results.
    pub(crate) is_repeated: bool,
    /// Number of tracks pieces have without saying so; the first ones of the book.
    pub(crate) n_given_tracks: usize,
    /// Inline lists of words: the same words are the same list.
    pub(crate) lists: BTreeMap<Vec<String>, WordsId>,
    /// Number of the lists of words when their fingerprint was last asked for, and the fingerprint.
    known_words: (usize, Fingerprint),
    /// Stats and traits by name.
    pub(crate) fields: BTreeMap<String, FieldId>,
    pub(crate) scales: Vec<&'a ast::Scale>,
    pub(crate) dice: Vec<&'a ast::Die>,
    pub(crate) kinds: Vec<&'a ast::Kind>,
    pub(crate) tables: Vec<&'a ast::Table>,
    pub(crate) modifiers: Vec<&'a ast::Modifiers>,
    pub(crate) facts: Vec<&'a ast::Fact>,
    pub(crate) options: Vec<&'a ast::OptionalRule>,
    /// Advice of the author.
    pub(crate) policies: policies::Policies<'a>,
    /// Parallel to `book.procedures`.
    pub(crate) procedures: Vec<ProcedureSource<'a>>,
    pub(crate) triggers: Vec<&'a ast::Trigger>,
    pub(crate) windows: Vec<&'a ast::Window>,
    pub(crate) reactions: Vec<&'a ast::Reaction>,
    pub(crate) examples: Vec<(&'a ast::Example, Span)>,
    /// Choices of examples that have a condition.
    pub(crate) conditional_choices: Vec<choice_conditions::Written<'a>>,
    /// Ids and kinds of the units of the unit files, in the order of the profiles they become.
    pub(crate) roster_units: Vec<(String, KindId)>,
    /// Names that have been resolved.
    pub(crate) references: Vec<Reference>,
    /// Names that nothing declares, and where the first use of each has been reported.
    undeclared: BTreeMap<String, Span>,
    /// Everything that some rule reads: facts, options, lists of modifiers and stats by name; the questions that it asks.
    pub(crate) used: Used,
}

/// Everything that some rule reads, and the questions that it asks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Used {
    pub(crate) names: std::collections::BTreeSet<Named>,
    pub(crate) fields: std::collections::BTreeSet<FieldId>,
    pub(crate) windows: std::collections::BTreeSet<WindowId>,
    pub(crate) advised: policies::Advised,
    /// Conditions of choices in examples, checked at the decisions.
    pub(crate) conditions: Vec<choice_conditions::Checked>,
}

impl Used {
    /// Adds what others read.
    fn extend(&mut self, others: &Self) {
        self.names.extend(&others.names);
        self.fields.extend(&others.fields);
        self.windows.extend(&others.windows);
        self.advised.extend(&others.advised);
        self.conditions.extend(others.conditions.iter().cloned());
    }
}

impl<'a> Checker<'a> {
    /// Returns the fingerprint of all lists of words so far.
    pub(crate) fn fingerprint_of_words(&mut self) -> Fingerprint {
        let lists = &self.book.words;
        if self.known_words.0 != lists.len() {
            let words: Vec<_> = lists.iter().map(|list| (&list.name, &list.words)).collect();
            self.known_words = (lists.len(), Fingerprint::of(&words));
        }
        self.known_words.1
    }

    /// A checker that knows the names of a finished book, and none of its texts.
    fn of(book: RuleBook, diagnostics: &'a mut Diagnostics) -> Self {
        let mut checker = Self::new(diagnostics);
        for (at, list) in book
            .words
            .iter()
            .enumerate()
            .filter(|(_, list)| list.is_declared)
        {
            let named = NamedType::Scale(WordsId::new(at));
            checker.types.insert(list.name.clone(), named);
        }
        for (at, die) in book.dice.iter().enumerate() {
            let named = NamedType::Die(DieId::new(at));
            checker.types.insert(die.naming.name.clone(), named);
        }
        for (at, kind) in book.kinds.iter().enumerate() {
            let named = NamedType::Kind(KindId::new(at));
            checker.types.insert(kind.naming.name.clone(), named);
        }
        for (at, field) in book.fields.iter().enumerate() {
            checker.fields.insert(field.name.clone(), FieldId::new(at));
        }
        let tables = book.tables.iter().enumerate();
        let tables = tables.map(|(at, one)| (&one.naming, Named::Table(TableId::new(at))));
        let lists = book.modifiers.iter().enumerate();
        let lists = lists.map(|(at, one)| (&one.naming, Named::Modifiers(ModifiersId::new(at))));
        let facts = book.facts.iter().enumerate();
        let facts = facts.map(|(at, one)| (&one.naming, Named::Fact(FactId::new(at))));
        let options = book.options.iter().enumerate();
        let options = options.map(|(at, one)| (&one.naming, Named::Option(OptionId::new(at))));
        let procedures = book.procedures.iter().enumerate();
        let procedures = procedures
            .filter(|(_, one)| one.is_declared())
            .map(|(at, one)| (&one.naming, Named::Procedure(ProcedureId::new(at))));
        let sides = book.sides.iter().enumerate();
        let sides = sides.map(|(at, naming)| (naming, Named::Side(at)));
        let named = tables
            .chain(sides)
            .chain(lists)
            .chain(facts)
            .chain(options)
            .chain(procedures);
        checker.names = named
            .map(|(naming, named)| (naming.name.clone(), named))
            .collect();
        for row in &book.rows {
            if let Some((_, first)) = row.results.first() {
                let name = row.naming.name.clone();
                checker.names.insert(name.clone(), Named::Table(*first));
                checker.several.insert(name, row.results.clone());
            }
        }
        checker.book = book;
        checker
    }

    fn new(diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            book: RuleBook::default(),
            diagnostics,
            names: BTreeMap::new(),
            types: BTreeMap::new(),
            declared: Vec::new(),
            stands: None,
            expanded: None,
            several: BTreeMap::new(),
            is_repeated: false,
            n_given_tracks: 0,
            lists: BTreeMap::new(),
            known_words: Default::default(),
            fields: BTreeMap::new(),
            scales: Vec::new(),
            dice: Vec::new(),
            kinds: Vec::new(),
            tables: Vec::new(),
            modifiers: Vec::new(),
            facts: Vec::new(),
            options: Vec::new(),
            policies: policies::Policies::default(),
            procedures: Vec::new(),
            triggers: Vec::new(),
            windows: Vec::new(),
            reactions: Vec::new(),
            examples: Vec::new(),
            conditional_choices: Vec::new(),
            roster_units: Vec::new(),
            references: Vec::new(),
            undeclared: BTreeMap::new(),
            used: Used::default(),
        }
    }

    /// Reports a name that nothing declares, once for all its uses. If an unread line may declare it, the declaration that
    /// holds the name is tainted instead.
    pub(crate) fn unresolved(&mut self, name: &str, finding: Diagnostic) {
        if !self.book.poison.has(name) {
            let place = finding.labels.first().map(|label| label.span);
            match (self.undeclared.get(name), place) {
                (Some(first), _) => self.diagnostics.join(*first, finding),
                // While a line is unread, the first finding may be dropped as its consequence.
                (None, Some(place)) if self.book.poison.is_empty() && self.is_undeclared(name) => {
                    self.undeclared.insert(name.to_owned(), place);
                    self.diagnostics.push(finding);
                }
                (None, _) => self.diagnostics.push(finding),
            }
            return;
        }
        for label in finding.labels {
            self.book.poison.taint(label.span);
        }
    }

    /// Forgets which undeclared names have been reported, and returns them.
    pub(crate) fn take_undeclared(&mut self) -> BTreeMap<String, Span> {
        std::mem::take(&mut self.undeclared)
    }

    /// Gives back which undeclared names have been reported.
    pub(crate) fn give_back_undeclared(&mut self, undeclared: BTreeMap<String, Span>) {
        self.undeclared = undeclared;
    }

    /// Whether nothing in the book has a name. A name that something has can be wrong in each place for another reason.
    fn is_undeclared(&self, name: &str) -> bool {
        let mut kinds = self.book.kinds.iter();
        let is_member = self.fields.contains_key(name)
            || self.book.tracks.iter().any(|track| track.name == name)
            || kinds.any(|kind| kind.formulas.iter().any(|(known, _)| known == name));
        !is_member && !self.names.contains_key(name) && !self.types.contains_key(name)
    }

    /// Records that a name refers to a symbol.
    pub(crate) fn refers(&mut self, span: Span, symbol: Symbol) {
        if self.is_repeated {
            return;
        }
        let role = Role::Refers;
        self.references.push(Reference { span, symbol, role });
    }

    /// Records that a name declares a symbol. A type that was found at the same place is what the declaration implies.
    pub(crate) fn declares(&mut self, span: Span, symbol: Symbol) {
        if self.is_repeated {
            return;
        }
        for before in self.references.iter_mut().rev() {
            if before.span != span {
                break;
            }
            before.role = Role::Implies;
        }
        let role = Role::Declares;
        self.references.push(Reference { span, symbol, role });
    }

    /// Records that a name that declares something takes its type from a symbol of the same name.
    pub(crate) fn implies(&mut self, span: Span, symbol: Symbol) {
        let role = Role::Implies;
        self.references.push(Reference { span, symbol, role });
    }

    /// Records a word as a value of a type, if it is one.
    pub(crate) fn refers_to_word(&mut self, span: Span, word: &str, ty: Type) {
        match ty {
            Type::Words(id) => {
                let list = self.book.words.get(id.at());
                if let Some(at) = list.and_then(|list| list.value(word)) {
                    self.refers(span, Symbol::Word(id, at));
                }
            }
            Type::Face(id) => self.refers(span, Symbol::Face(id)),
            Type::Number(_)
            | Type::Flag
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown => {}
        }
    }

    /// Records the words of an item of a cell or of a line of `depending on`.
    pub(crate) fn refers_to_item(&mut self, span: Span, item: &ast::CellItem, ty: Type) {
        match item {
            ast::CellItem::Word(word) => self.refers_to_word(span, word, ty),
            ast::CellItem::Words { low, high } => {
                for word in [low, high].into_iter().flatten() {
                    self.refers_to_word(span, word, ty);
                }
            }
            ast::CellItem::Number(number) if matches!(ty, Type::Words(_)) => {
                self.refers_to_word(span, &number.to_string(), ty);
            }
            ast::CellItem::Numbers { .. } if matches!(ty, Type::Words(_)) => {
                if let Some(word) = item.as_word() {
                    self.refers_to_word(span, &word, ty);
                }
            }
            ast::CellItem::Number(_)
            | ast::CellItem::Numbers { .. }
            | ast::CellItem::Any
            | ast::CellItem::Dash => {}
        }
    }
}

impl From<Named> for Symbol {
    fn from(named: Named) -> Self {
        match named {
            Named::Table(id) => Self::Table(id),
            Named::Modifiers(id) => Self::Modifiers(id),
            Named::Fact(id) => Self::Fact(id),
            Named::Option(id) => Self::Option(id),
            Named::Procedure(id) => Self::Procedure(id),
            Named::Side(_) => Self::Unit,
        }
    }
}

impl From<NamedType> for Symbol {
    fn from(named: NamedType) -> Self {
        match named {
            NamedType::Scale(id) => Self::Scale(id),
            NamedType::Kind(id) => Self::Kind(id),
            NamedType::Die(id) => Self::Die(id),
        }
    }
}

/// Name, title and citations of a declaration.
pub(crate) fn naming(head: &ast::Head) -> Naming {
    Naming {
        name: head.name.value.clone(),
        title: head.title.as_ref().map(|title| title.value.clone()),
        citations: sections(&head.citations),
        span: head.name.span,
    }
}

/// The texts of citations.
pub(crate) fn sections(citations: &[sandtable_source::Spanned<String>]) -> Vec<String> {
    citations
        .iter()
        .map(|section| section.value.clone())
        .collect()
}
