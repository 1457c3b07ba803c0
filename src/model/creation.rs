//! Units that a question may bring into play.

use crate::cast::{MOST_UNITS, alone};
use crate::{
    CastUnit, Entry, Expr, Kinds, ProcedureId, ProfileId, RuleBook, Statement, TrackId, Value,
    walk_statement, walk_statements, walk_within,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Units that the procedures of a book create, and the procedures they call; computed once, since every question needs them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Creating {
    /// Creations of triggers and reactions, which can occur in every question.
    anywhere: CreationSearch,
    /// By procedure: its own creations and calls.
    procedures: Vec<CreationSearch>,
    /// Spare units without parts: by profile, in order of their numbers.
    spares: BTreeMap<ProfileId, Vec<CastUnit>>,
    /// Units that can occur when a procedure is run; computed on first use.
    by_entry: Vec<OnceLock<Reached>>,
}

/// Units that a rule and its callees may bring into play.
#[derive(Debug, Clone)]
struct Reached {
    /// Profiles that may be created, without duplicates.
    created: Vec<(ProfileId, u32)>,
    /// Kinds over which selections range.
    selected: Kinds,
}

#[derive(Debug, Clone)]
struct CreationSearch {
    created: Vec<(ProfileId, u32)>,
    /// Kinds over which selections range.
    selected: Kinds,
    /// Called procedures without duplicates, in order of their last call.
    called: Vec<ProcedureId>,
}

/// Returns the units that a question may create, each with the maximum number.
pub fn profiles_created(book: &RuleBook, entry: Entry) -> Cow<'_, [(ProfileId, u32)]> {
    let Entry::Procedure(entry) = entry else {
        return Cow::Borrowed(&[]);
    };
    let creating = book.creating.get_or_init(|| Creating::of(book));
    match creating.by_entry.get(entry.at()) {
        Some(known) => Cow::Borrowed(&known.get_or_init(|| creating.from(entry)).created),
        None => Cow::Owned(creating.from(entry).created),
    }
}

/// Returns the kinds over which the selections of a question range.
pub fn kinds_selected(book: &RuleBook, entry: Entry) -> Kinds {
    let creating = book.creating.get_or_init(|| Creating::of(book));
    let Entry::Procedure(entry) = entry else {
        return creating.anywhere.selected;
    };
    match creating.by_entry.get(entry.at()) {
        Some(known) => known.get_or_init(|| creating.from(entry)).selected,
        None => creating.from(entry).selected,
    }
}

/// Returns the spare units of a profile, in order of their numbers; none if it has parts.
pub fn spares(book: &RuleBook, profile: ProfileId) -> &[CastUnit] {
    let creating = book.creating.get_or_init(|| Creating::of(book));
    let spares = creating.spares.get(&profile);
    spares.map_or(&[], Vec::as_slice)
}

/// Makes a unit a spare: out of play, with its number appended to the title.
pub fn stand_by(unit: &mut CastUnit, number: u32) {
    unit.is_spare = true;
    unit.title = format!("{} {number}", unit.title);
    unit.starts.push((TrackId::REMOVED, 1));
}

impl Creating {
    /// Returns the units that can occur when this procedure is run.
    fn from(&self, entry: ProcedureId) -> Reached {
        let mut all: Vec<(ProfileId, u32)> = Vec::new();
        let mut selected = self.anywhere.selected;
        let mut take_in = |created: &[(ProfileId, u32)]| {
            for (profile, most) in created {
                match all.iter_mut().find(|(known, _)| known == profile) {
                    Some((_, known)) => *known = (*known).max(*most),
                    None => all.push((*profile, *most)),
                }
            }
        };
        take_in(&self.anywhere.created);
        let mut open = vec![entry];
        open.extend(&self.anywhere.called);
        let mut is_seen = vec![false; self.procedures.len()];
        while let Some(id) = open.pop() {
            let is_new = is_seen.get_mut(id.at()).filter(|is_seen| !**is_seen);
            if let (Some(is_new), Some(found)) = (is_new, self.procedures.get(id.at())) {
                *is_new = true;
                selected = selected.or(found.selected);
                take_in(&found.created);
                open.extend(&found.called);
            }
        }
        Reached {
            created: all,
            selected,
        }
    }

    fn of(book: &RuleBook) -> Self {
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let whens = whens.map(|when| when.body.as_slice());
        let reactions = book.reactions.iter();
        let mut anywhere = CreationSearch::default();
        for body in whens.chain(reactions.map(|reaction| reaction.body.as_slice())) {
            anywhere.block(body);
        }
        let lines = book.modifiers.iter().flat_map(|list| &list.lines);
        let values = lines.flat_map(|line| line.per.iter().chain(&line.condition));
        let facts = book.facts.iter().flat_map(|fact| &fact.in_play);
        for value in values.chain(facts.map(|in_play| &in_play.value)) {
            anywhere.expr(value);
        }
        let of_procedure = |body: &[Statement]| {
            let mut found = CreationSearch::default();
            found.block(body);
            found
        };
        let procedures = book.procedures.iter();
        let procedures: Vec<CreationSearch> = procedures
            .map(|procedure| of_procedure(&procedure.body))
            .collect();
        let mut most_of = BTreeMap::new();
        for found in procedures.iter().chain([&anywhere]) {
            for (profile, most) in &found.created {
                let known = most_of.entry(*profile).or_insert(*most);
                *known = (*known).max(*most);
            }
        }
        let spares = most_of.into_iter();
        let spares =
            spares.filter_map(|(profile, most)| Some((profile, standing_by(book, profile, most)?)));
        Self {
            spares: spares.collect(),
            by_entry: vec![OnceLock::new(); procedures.len()],
            anywhere,
            procedures,
        }
    }
}

/// Returns the spare units of a profile, numbered; `None` if it has parts.
fn standing_by(book: &RuleBook, profile: ProfileId, most: u32) -> Option<Vec<CastUnit>> {
    let known = book.profiles.get(profile.at())?;
    let has_parts = |value: &Value| matches!(value, Value::Parts(_));
    if known.values.iter().any(|(_, value)| has_parts(value)) {
        return None;
    }
    let unit = |number| {
        let mut unit = alone(book, profile, &spare_name(book, profile, number), None)?;
        stand_by(&mut unit, number);
        Some(unit)
    };
    (1..=most.min(MOST_UNITS as u32)).map(unit).collect()
}

/// Returns the name of a spare unit in a question.
pub fn spare_name(book: &RuleBook, profile: ProfileId, number: u32) -> String {
    let id = book.profiles.get(profile.at());
    format!("{} {number}", id.map_or("", |profile| profile.id.as_str()))
}

impl CreationSearch {
    fn block(&mut self, block: &[Statement]) {
        walk_statements(block, &mut |statement| {
            self.created.extend(statement.spares());
            if let Some(selection) = statement.selection() {
                self.selected = self.selected.or(selection.kinds);
            }
            true
        });
        for statement in block {
            walk_statement(statement, &mut |expr| self.expr(expr));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        walk_within(expr, &mut |inner| {
            if let Some((procedure, _)) = inner.call() {
                // The last call determines the position.
                self.called.retain(|known| *known != procedure);
                self.called.push(procedure);
            }
            if let Some(members) = inner.aggregation() {
                self.selected = self.selected.or(members.selection.kinds);
            }
        });
    }
}

impl Default for CreationSearch {
    fn default() -> Self {
        Self {
            created: Vec::new(),
            selected: Kinds::NONE,
            called: Vec::new(),
        }
    }
}
