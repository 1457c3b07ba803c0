//! Interpretations of single rules, which are kept over edits and shared by the analyses of a run.
//!
//! The interpretation of a rule depends on its text, and on what it reads: the results of the rules that it calls, the values
//! that stats have, the arguments that it is narrowed to. It holds as long as these are the same, also if a rule below it has changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Records, ValueAnalysis};
use crate::domain::ValueSet;
use sandtable_model::fingerprint::{Fingerprints, Memoised};
use sandtable_model::kept::{Fingerprint, Placed};
use sandtable_model::{Callable, FieldId, Kinds, ProcedureId};
use sandtable_source::Span;

/// The interpretations of the last run.
pub(crate) type KeptRules<'a> = Memoised<'a, Interpretation>;

/// The inputs of the interpretation of a rule: results of other rules, stats of units.
#[derive(Debug, Clone, Default)]
pub(super) struct Reads {
    results: BTreeMap<Callable, Option<ValueSet>>,
    /// Formulas that were expanded.
    bodies: BTreeMap<ProcedureId, Fingerprint>,
    stats: BTreeMap<(u64, FieldId), (Kinds, ValueSet)>,
    ground: BTreeMap<(bool, FieldId), Option<ValueSet>>,
    /// Units and maps as a whole.
    roster: Option<Fingerprint>,
}

/// The results of the interpretation of one rule.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interpretation {
    /// The arguments that were assumed, by parameter.
    narrowed: Vec<(usize, ValueSet)>,
    reads: Reads,
    result: Option<ValueSet>,
    records: Arc<Records>,
    passed: BTreeMap<(ProcedureId, usize), ValueSet>,
    is_truncated: bool,
}

impl Placed for Interpretation {
    fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        let Self {
            narrowed,
            reads,
            result,
            records,
            passed,
            is_truncated: _,
        } = self;
        let Reads {
            results,
            bodies: _,
            stats,
            ground,
            roster: _,
        } = reads;
        let values = narrowed.iter_mut().map(|(_, values)| values);
        let values = values.chain(results.values_mut().flatten());
        let values = values.chain(stats.values_mut().map(|(_, values)| values));
        let values = values.chain(ground.values_mut().flatten());
        let values = values.chain(result).chain(passed.values_mut());
        values.for_each(|values| values.each_span(visit));
        Arc::make_mut(records).each_span(visit);
    }
}

impl<'a> ValueAnalysis<'a> {
    /// Interprets a rule, or takes its interpretation over from another analysis or from the last run.
    pub(super) fn node(&mut self, node: Callable) {
        let kept = self.kept.filter(|_| !matches!(node, Callable::Fact(_)));
        let Some(kept) = kept else {
            return self.interpret_rule(node);
        };
        let narrowed = self.narrowed_of(node);
        let of_rule = kept.fingerprints.with_heads(node);
        let key = Fingerprint::of(&(kept.fingerprints.common, of_rule, self.by_roster));
        let mut memo = kept.memo.lock();
        let known = memo.get(&key, kept.moves, |known| {
            known.narrowed == narrowed && self.reads_the_same(&known.reads, kept.fingerprints)
        });
        if let Some(known) = known {
            self.take_over(node, known);
            return;
        }
        drop(memo);
        let passed = std::mem::take(&mut self.passed);
        self.reads = Some(Reads::default());
        let n_truncated = self.truncated.len();
        self.interpret_rule(node);
        let interpretation = Interpretation {
            narrowed,
            reads: self.reads.take().unwrap_or_default(),
            result: self.known_result(node).cloned(),
            records: Arc::new(std::mem::take(&mut self.current)),
            passed: std::mem::replace(&mut self.passed, passed),
            is_truncated: self.truncated.len() > n_truncated,
        };
        self.finished.push(Arc::clone(&interpretation.records));
        self.pass_all(&interpretation.passed);
        kept.memo.lock().insert(key, interpretation);
    }

    /// Returns the arguments that a rule is narrowed to.
    fn narrowed_of(&self, node: Callable) -> Vec<(usize, ValueSet)> {
        let Callable::Procedure(id) = node else {
            return Vec::new();
        };
        let narrowed = self.narrowed.range((id, 0)..=(id, usize::MAX));
        narrowed
            .map(|((_, at), values)| (*at, values.clone()))
            .collect()
    }

    /// Whether everything that an interpretation read is as it was.
    fn reads_the_same(&mut self, reads: &Reads, fingerprints: &Fingerprints) -> bool {
        let mut bodies = reads.bodies.iter();
        reads
            .roster
            .is_none_or(|known| known == fingerprints.roster)
            && bodies.all(|(id, known)| fingerprints.own(Callable::Procedure(*id)) == *known)
            && reads
                .results
                .iter()
                .all(|(rule, known)| self.known_result(*rule) == known.as_ref())
            && reads
                .stats
                .iter()
                .all(|((_, field), (kinds, known))| self.stat(*kinds, *field) == *known)
            && reads
                .ground
                .iter()
                .all(|((of_sides, field), known)| self.ground_of_maps(*of_sides, *field) == *known)
    }

    fn take_over(&mut self, node: Callable, known: &Interpretation) {
        self.finished.push(Arc::clone(&known.records));
        self.pass_all(&known.passed);
        self.set_result(node, known.result.clone());
        if known.is_truncated {
            let book = self.book;
            let naming = match node {
                Callable::Procedure(id) => book.procedures.get(id.at()).map(|one| &one.naming),
                Callable::Table(id) => book.tables.get(id.at()).map(|one| &one.naming),
                Callable::Modifiers(id) => book.modifiers.get(id.at()).map(|one| &one.naming),
                Callable::Fact(id) => book.facts.get(id.at()).map(|one| &one.naming),
            };
            self.truncated.extend(naming);
        }
    }

    fn pass_all(&mut self, passed: &BTreeMap<(ProcedureId, usize), ValueSet>) {
        for (key, values) in passed {
            let known = self.passed.get(key);
            let all = known.map_or_else(|| values.clone(), |known| known.join(values));
            self.passed.insert(*key, all);
        }
    }

    fn known_result(&self, rule: Callable) -> Option<&ValueSet> {
        match rule {
            Callable::Procedure(id) => self.results.get(id.at())?.as_ref(),
            Callable::Table(id) => self.tables.get(id.at())?.as_ref(),
            Callable::Modifiers(id) => self.totals.get(id.at())?.as_ref(),
            Callable::Fact(_) => None,
        }
    }

    fn set_result(&mut self, rule: Callable, result: Option<ValueSet>) {
        let known = match rule {
            Callable::Procedure(id) => self.results.get_mut(id.at()),
            Callable::Table(id) => self.tables.get_mut(id.at()),
            Callable::Modifiers(id) => self.totals.get_mut(id.at()),
            Callable::Fact(_) => None,
        };
        if let Some(known) = known {
            *known = result;
        }
    }

    /// Returns the result of a rule that the current one calls.
    pub(super) fn read_result(&mut self, rule: Callable) -> Option<ValueSet> {
        let result = self.known_result(rule).cloned();
        if let Some(reads) = &mut self.reads {
            let known = reads.results.entry(rule);
            known.or_insert_with(|| result.clone());
        }
        result
    }

    /// Notes that the current rule expands a formula.
    pub(super) fn read_body(&mut self, formula: ProcedureId) {
        let known = self.kept.map(|kept| kept.fingerprints);
        if let (Some(reads), Some(known)) = (&mut self.reads, known) {
            let own = known.own(Callable::Procedure(formula));
            reads.bodies.insert(formula, own);
        }
    }

    /// Notes that the current rule reads units one by one.
    pub(super) fn read_roster(&mut self) {
        let roster = self.kept.map(|kept| kept.fingerprints.roster);
        if let Some(reads) = &mut self.reads {
            reads.roster = roster;
        }
    }

    /// Returns the values that a stat of units of some kinds has, for the current rule.
    pub(super) fn read_stat(&mut self, kinds: Kinds, field: FieldId) -> ValueSet {
        let values = self.stat(kinds, field);
        if let Some(reads) = &mut self.reads {
            let known = reads.stats.entry((kinds.bits(), field));
            known.or_insert_with(|| (kinds, values.clone()));
        }
        values
    }

    fn stat(&mut self, kinds: Kinds, field: FieldId) -> ValueSet {
        let key = (kinds.bits(), field);
        if let Some(known) = self.stats.get(&key) {
            return known.clone();
        }
        let values = self.field(kinds, field);
        self.stats.insert(key, values.clone());
        values
    }

    /// Returns the values that a stat of hexes or hexsides has on the maps, for the current rule.
    pub(super) fn read_ground(&mut self, of_sides: bool, field: FieldId) -> Option<ValueSet> {
        let values = self.ground_of_maps(of_sides, field);
        if let Some(reads) = &mut self.reads {
            let known = reads.ground.entry((of_sides, field));
            known.or_insert_with(|| values.clone());
        }
        values
    }
}
