//! Fingerprints of the rules of a book: what of its text a rule was made of.
//!
//! The own fingerprint of a rule is that of the texts that its checked form has spans in. It covers all of the rule if the names
//! of the book and the heads of what it refers to are the same; so both are part of what a result is keyed by.

use std::collections::{BTreeMap, BTreeSet};

use super::kept::{Fingerprint, Moves, SharedMemo, Texts};
use super::{
    Callable, Expr, FactId, Meaning, ModifiersId, NONE, Naming, Procedure, ProcedureId, RuleBook,
    Statement, TableId, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::{SourceMap, Span, Spanned};
use sandtable_syntax::ast;

/// The fingerprints of a book.
#[derive(Debug, Default)]
pub struct Fingerprints {
    /// Of all that every rule may depend on: names, types, kinds, options, facts.
    pub common: Fingerprint,
    /// Of units and maps.
    pub roster: Fingerprint,
    /// Of what runs by itself: triggers and reactions, with all that they reach.
    pub events: Fingerprint,
    rules: BTreeMap<Callable, OfRule>,
}

#[derive(Debug, Clone, Copy, Default)]
struct OfRule {
    own: Fingerprint,
    with_heads: Fingerprint,
    reached: Fingerprint,
}

impl Fingerprints {
    /// Returns the fingerprints of a book that is checked up to its bodies; `roster` is that of its units and maps.
    pub fn new(book: &RuleBook, rules: &[ast::File], texts: &Texts, roster: Fingerprint) -> Self {
        let mut graph = BTreeMap::new();
        for node in nodes(book) {
            graph.insert(node, Parts::of(book, node, texts));
        }
        let everything =
            Fingerprint::of(&graph.values().map(|parts| parts.own).collect::<Vec<_>>());
        let mut all = Self {
            common: match book.has_values_of_units {
                true => Fingerprint::of(&(common(book, rules, texts), roster)),
                false => common(book, rules, texts),
            },
            roster,
            ..Self::default()
        };
        for node in &book.call_order {
            all.reach(*node, &graph, everything);
        }
        // Rules on cycles, which are in no order.
        for node in graph.keys() {
            if !all.rules.contains_key(node) {
                all.reach(*node, &graph, everything);
            }
        }
        all.events = all.events(book, texts, everything);
        all
    }

    fn reach(
        &mut self,
        node: Callable,
        graph: &BTreeMap<Callable, Parts>,
        everything: Fingerprint,
    ) {
        let Some(parts) = graph.get(&node) else {
            return;
        };
        let callees = || parts.callees.iter();
        let head = |one: &Callable| {
            let parts = graph.get(one)?;
            let reached = self.rules.get(one).map_or(everything, |one| one.reached);
            // Without a declared range its callers go by what its body gives.
            Some(if parts.is_unbounded {
                reached
            } else {
                parts.own
            })
        };
        let heads: Vec<Option<Fingerprint>> = callees().map(head).collect();
        let reached =
            callees().map(|one| self.rules.get(one).map_or(everything, |one| one.reached));
        let reached: Vec<Fingerprint> = reached.collect();
        let of_rule = OfRule {
            own: parts.own,
            with_heads: Fingerprint::of(&(parts.own, heads)),
            reached: Fingerprint::of(&(parts.own, reached)),
        };
        self.rules.insert(node, of_rule);
    }

    fn events(&self, book: &RuleBook, texts: &Texts, everything: Fingerprint) -> Fingerprint {
        let mut parts = Parts::default();
        let mut collector = Collector::new(texts, &mut parts);
        for trigger in &book.triggers {
            collector.naming(&trigger.naming);
            for when in &trigger.whens {
                collector.expr(&when.watched);
                collector.expr(&when.level);
                collector.block(&when.body);
            }
        }
        for reaction in &book.reactions {
            collector.naming(&reaction.naming);
            reaction
                .by
                .iter()
                .chain(&reaction.worth)
                .for_each(|expr| collector.expr(expr));
            collector.block(&reaction.body);
        }
        let own = collector.finish();
        let reached = parts.callees.iter();
        let reached = reached.map(|one| self.rules.get(one).map_or(everything, |one| one.reached));
        Fingerprint::of(&(own, reached.collect::<Vec<_>>()))
    }

    /// Returns the fingerprint of a procedure that is made of parts of a rule, and of all rules that it calls, directly or not.
    pub fn of_option(&self, option: &Procedure, texts: &Texts) -> Fingerprint {
        let mut parts = Parts::default();
        let mut collector = Collector::new(texts, &mut parts);
        collector.naming(&option.naming);
        collector.block(&option.body);
        let own = collector.finish();
        let reached = parts.callees.iter().map(|one| self.reached(*one));
        Fingerprint::of(&(own, reached.collect::<Vec<_>>()))
    }

    /// Returns the fingerprint of the texts of a rule alone.
    pub fn own(&self, rule: Callable) -> Fingerprint {
        self.of(rule).own
    }

    /// Returns the fingerprint of a rule and of the texts of those that it calls itself.
    pub fn with_heads(&self, rule: Callable) -> Fingerprint {
        self.of(rule).with_heads
    }

    /// Returns the fingerprint of a rule and of all rules that it calls, directly or not.
    pub fn reached(&self, rule: Callable) -> Fingerprint {
        self.of(rule).reached
    }

    fn of(&self, rule: Callable) -> OfRule {
        let known = self.rules.get(&rule).copied();
        debug_assert!(known.is_some(), "no fingerprint of {rule:?}");
        known.unwrap_or_default()
    }
}

/// A memo table, with the fingerprints that its keys are made of and the moves of spans since the last run.
#[derive(Debug)]
pub struct Memoised<'a, V> {
    /// The texts of this run.
    pub texts: &'a Texts,
    /// The fingerprints of its rules.
    pub fingerprints: &'a Fingerprints,
    /// The moves of spans from the last run to this one.
    pub moves: &'a Moves<'a>,
    /// The results.
    pub memo: &'a SharedMemo<Fingerprint, V>,
}

impl<V> Clone for Memoised<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Memoised<'_, V> {}

/// Iterates over the rules with a body.
fn nodes(book: &RuleBook) -> impl Iterator<Item = Callable> {
    let procedures = (0..book.procedures.len()).map(|at| Callable::Procedure(ProcedureId::new(at)));
    let tables = (0..book.tables.len()).map(|at| Callable::Table(TableId::new(at)));
    let modifiers = (0..book.modifiers.len()).map(|at| Callable::Modifiers(ModifiersId::new(at)));
    let facts = (0..book.facts.len()).map(|at| Callable::Fact(FactId::new(at)));
    procedures.chain(tables).chain(modifiers).chain(facts)
}

/// Returns the fingerprint of what every rule may depend on.
fn common(book: &RuleBook, rules: &[ast::File], texts: &Texts) -> Fingerprint {
    let items = rules.iter().flat_map(|file| &file.items);
    let declared = items.filter(|item| match &item.value {
        ast::Item::Procedure(_)
        | ast::Item::Table(_)
        | ast::Item::Modifiers(_)
        | ast::Item::Trigger(_)
        | ast::Item::Reaction(_)
        | ast::Item::Example(_) => false,
        ast::Item::Ruleset(_)
        | ast::Item::Scale(_)
        | ast::Item::Die(_)
        | ast::Item::Kind(_)
        | ast::Item::Fact(_)
        | ast::Item::Option(_)
        | ast::Item::Window(_)
        | ast::Item::Policy(_)
        | ast::Item::Variant(_)
        | ast::Item::Replace(_)
        | ast::Item::Amend(_)
        | ast::Item::Remove(_) => true,
    });
    let declared: Vec<_> = declared.map(|item| texts.of(item.span)).collect();
    let words: Vec<_> = book
        .words
        .iter()
        .map(|list| (&list.name, &list.words))
        .collect();
    let name = |naming: &Naming| naming.name.clone();
    let names: Vec<Vec<String>> = vec![
        book.fields.iter().map(|one| one.name.clone()).collect(),
        book.tracks.iter().map(|one| one.name.clone()).collect(),
        book.dice.iter().map(|one| name(&one.naming)).collect(),
        book.kinds.iter().map(|one| name(&one.naming)).collect(),
        book.tables.iter().map(|one| name(&one.naming)).collect(),
        book.rows.iter().map(|one| name(&one.naming)).collect(),
        book.modifiers.iter().map(|one| name(&one.naming)).collect(),
        book.facts.iter().map(|one| name(&one.naming)).collect(),
        book.options.iter().map(|one| name(&one.naming)).collect(),
        book.procedures
            .iter()
            .map(|one| name(&one.naming))
            .collect(),
        book.triggers.iter().map(|one| name(&one.naming)).collect(),
        book.windows.iter().map(|one| name(&one.naming)).collect(),
        book.reactions.iter().map(|one| name(&one.naming)).collect(),
        book.policies.iter().map(name).collect(),
        book.sides.iter().map(name).collect(),
        book.phases().map(|(_, naming)| name(naming)).collect(),
    ];
    Fingerprint::of(&(declared, words, names))
}

/// Whether a procedure has no declared range: then callers go by what its body gives.
pub fn is_unbounded(procedure: &Procedure) -> bool {
    let (low, high) = procedure.range;
    low <= NONE + 1 || high == i32::MAX
}

/// Returns the rules that a procedure calls itself.
pub fn callees(procedure: &Procedure) -> BTreeSet<Callable> {
    let mut found = BTreeSet::new();
    let mut add = |expr: &Expr| walk_within(expr, &mut |inner| found.extend(inner.callee()));
    for statement in &procedure.body {
        walk_statement(statement, &mut add);
    }
    procedure.report.iter().flatten().for_each(add);
    found
}

/// Returns the fingerprint of the heads of all rules and of all other declarations: of what a body may refer to. `units` is that of
/// all units.
pub fn of_heads(rules: &[ast::File], sources: &SourceMap, units: Fingerprint) -> Fingerprint {
    let items = rules.iter().flat_map(|file| {
        let items = file.items.iter().filter_map(move |item| head(file, item));
        items.map(move |head| sources.text(head))
    });
    Fingerprint::of(&(items.collect::<Vec<_>>(), units))
}

/// Returns what others see of a declaration; nothing of an example.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every declaration that is no rule is seen as a whole"
)]
fn head(file: &ast::File, item: &Spanned<ast::Item>) -> Option<Span> {
    Some(match &item.value {
        ast::Item::Example(_) => return None,
        ast::Item::Procedure(rule) => {
            // A rule can begin and end on one line.
            let body = rule.body.first().map(|first| first.kind.span.start);
            let body = body.filter(|body| *body < item.span.end);
            Span {
                end: body.unwrap_or(item.span.end),
                ..item.span
            }
        }
        ast::Item::Table(_)
        | ast::Item::Modifiers(_)
        | ast::Item::Trigger(_)
        | ast::Item::Reaction(_) => item.span,
        _ => {
            let mut extents = file.extents.iter();
            let whole = extents.find(|extent| extent.start == item.span.start);
            whole.copied().unwrap_or(item.span)
        }
    })
}

/// The texts and the callees of a rule.
#[derive(Debug, Default)]
struct Parts {
    own: Fingerprint,
    /// It gives numbers of no declared range.
    is_unbounded: bool,
    callees: BTreeSet<Callable>,
}

impl Parts {
    fn of(book: &RuleBook, node: Callable, texts: &Texts) -> Self {
        let mut parts = Self::default();
        let mut collector = Collector::new(texts, &mut parts);
        match node {
            Callable::Procedure(id) => {
                if let Some(procedure) = book.procedures.get(id.at()) {
                    collector.naming(&procedure.naming);
                    // A result that is not declared has the type of what the body says.
                    collector.result = format!("{:?}", (procedure.result, procedure.range));
                    collector.parts.is_unbounded = is_unbounded(procedure);
                    collector.block(&procedure.body);
                    let reported = procedure.report.iter().flatten();
                    reported.for_each(|value| collector.expr(value));
                }
            }
            Callable::Table(id) => {
                if let Some(table) = book.tables.get(id.at()) {
                    collector.naming(&table.naming);
                    for meaning in &table.meanings {
                        if let Meaning::Where { value, .. } = meaning {
                            collector.expr(value);
                        }
                    }
                }
            }
            Callable::Modifiers(id) => {
                if let Some(list) = book.modifiers.get(id.at()) {
                    collector.naming(&list.naming);
                    let parts = list.lines.iter();
                    let parts = parts.flat_map(|line| line.per.iter().chain(&line.condition));
                    parts.for_each(|part| collector.expr(part));
                }
            }
            Callable::Fact(id) => {
                if let Some(fact) = book.facts.get(id.at()) {
                    collector.naming(&fact.naming);
                    let in_play = fact.in_play.iter();
                    in_play.for_each(|in_play| collector.expr(&in_play.value));
                }
            }
        }
        let own = collector.finish();
        Self { own, ..parts }
    }
}

/// Collects the texts that the spans of a rule are in.
struct Collector<'c> {
    texts: &'c Texts,
    parts: &'c mut Parts,
    /// The text that the last span was in.
    last: Option<Span>,
    /// Names, citations and texts of the declarations, and the places of the names in these.
    named: Vec<Fingerprint>,
    /// Texts, with the place of the first span in each: a declaration can be several rules, such as the conditions of a kind.
    found: Vec<(usize, Fingerprint)>,
    result: String,
}

impl<'c> Collector<'c> {
    fn new(texts: &'c Texts, parts: &'c mut Parts) -> Self {
        Self {
            texts,
            parts,
            last: None,
            named: Vec::new(),
            found: Vec::new(),
            result: String::new(),
        }
    }

    fn finish(self) -> Fingerprint {
        Fingerprint::of(&(self.named, self.found, self.result))
    }

    fn naming(&mut self, naming: &Naming) {
        let known = self.texts.containing(naming.span);
        let of_text = known.map(|(text, known)| (naming.span.start - text.start, known));
        let named = (&naming.name, &naming.citations, of_text);
        self.named.push(Fingerprint::of(&named));
    }

    fn span(&mut self, span: Span) {
        let is_within =
            |text: Span| text.file == span.file && text.start <= span.start && span.end <= text.end;
        if self.last.is_some_and(is_within) || span == Span::nowhere() {
            return;
        }
        let known = self.texts.containing(span);
        self.last = known.map(|(text, _)| text);
        // A text that is no declaration is known by its place alone.
        let found = match known {
            Some((text, known)) => (span.start - text.start, known),
            None => (0, Fingerprint::of(&span)),
        };
        if self.found.iter().all(|(_, known)| *known != found.1) {
            self.found.push(found);
        }
    }

    fn block(&mut self, block: &[Statement]) {
        walk_statements(block, &mut |statement| {
            self.span(statement.span);
            walk_own(statement, &mut |expr| self.expr(expr));
            true
        });
    }

    fn expr(&mut self, expr: &Expr) {
        walk_within(expr, &mut |inner| {
            self.span(inner.span);
            self.parts.callees.extend(inner.callee());
        });
    }
}
