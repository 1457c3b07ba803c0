//! Facts, places and roles that a question leaves to their defaults.

use std::collections::BTreeSet;

use sandtable_eval::wording::show;
use sandtable_explain::trace::Story;
use sandtable_ir::{InputKind, Note, NoteId, Op, Pc, Program, Shown, reached, shown_on};
use sandtable_model::{
    Callable, CastUnit, Dimension, Expr, FactId, KindId, Meaning, NONE, Question as ModelQuestion,
    RuleBook, TrackId, Type, walk_changes, walk_statement, walk_within,
};

use super::ready::PreparedQuestion;

/// A fact that was read and had its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumed {
    /// Name of the fact.
    pub fact: String,
    /// Title of the fact, else its name.
    pub title: String,
    /// The default, as it would be given.
    pub value: String,
    /// The name of a given fact with the same measure, if the default is 0.
    pub beside: Option<String>,
    /// Whether it would be derived if there were a map.
    pub lacks_map: bool,
}

impl PreparedQuestion<'_> {
    /// Lists what some line of play reads and is answered by its default, as declared.
    pub fn assumptions(&self) -> Vec<Assumed> {
        self.assumed_at(&reached::ops(&self.lowered.program))
    }

    /// Lists what a run read and was answered by its default, as declared.
    pub(crate) fn assumptions_in(&self, story: &Story) -> Vec<Assumed> {
        let ops: Vec<Pc> = story.reached.ops().collect();
        self.assumed_at(&ops)
    }

    fn assumed_at(&self, ops: &[Pc]) -> Vec<Assumed> {
        let program = &self.lowered.program;
        let notes = ops.iter().filter_map(|at| {
            let Op::Note { note } = program.ops.get(at.0 as usize)? else {
                return None;
            };
            Some(*note)
        });
        let mut assumed = self.assumed_of(&assumed_facts(program, notes));
        assumed.extend(self.nowhere(ops));
        assumed
    }

    /// Lists what some ops read and nothing has set: the places of pieces, and units and places that the game or a side holds. A rule
    /// that counts neighbours answers as if there were none.
    fn nowhere(&self, ops: &[Pc]) -> Vec<Assumed> {
        let (book, situation) = (&self.ruleset.book, &self.situation);
        if self.is_game {
            return Vec::new();
        }
        let at = book.at_track();
        let Reading { read, changed, .. } = Reading::of(book, situation);
        let mut assumed = Vec::new();
        for unit in &situation.cast {
            let kind = book.kinds.get(unit.kind.at());
            for line in kind.into_iter().flat_map(|kind| &kind.tracks) {
                let is_place = at == Some(line.track)
                    && is_in_play(book, unit)
                    && situation.board_instance.is_some();
                let is_given = unit.starts.iter().any(|(track, _)| *track == line.track);
                let is_open = line.start == NONE && !is_given && read.contains(&line.track);
                // What the rules set themselves needs no start.
                let is_role = !line.is_internal()
                    && holds_roles(book, unit.kind)
                    && !changed.contains(&line.track);
                if is_open && (is_place || is_role) && self.lowered.uses_at(line.track, ops) {
                    assumed.push(Assumed {
                        fact: format!("{}.{}", unit.parameter, line.naming.name),
                        title: format!("{}: {}", unit.title, line.naming.shown()),
                        value: "none".to_owned(),
                        beside: None,
                        lacks_map: false,
                    });
                }
            }
        }
        assumed
    }

    /// Describes facts that are answered by their defaults.
    fn assumed_of(&self, facts: &BTreeSet<FactId>) -> Vec<Assumed> {
        let book = &self.ruleset.book;
        let describe = |id: &FactId| {
            let fact = book.facts.get(id.at())?;
            let default = fact.default?;
            let shown = shown_on(book, self.situation.board_instance.as_ref(), fact.ty);
            Some(Assumed {
                fact: fact.naming.name.clone(),
                title: fact.naming.shown().to_owned(),
                value: match matches!(shown, Shown::Number(_)) {
                    true => default.to_string(),
                    false => show(default, &shown, &[]),
                },
                beside: given_beside(book, &self.situation, *id),
                lacks_map: self.situation.lacks_map_for(book, *id),
            })
        };
        facts.iter().filter_map(describe).collect()
    }
}

/// The facts that notes read by their defaults.
fn assumed_facts(program: &Program, notes: impl IntoIterator<Item = NoteId>) -> BTreeSet<FactId> {
    let read = notes.into_iter().filter_map(|id| {
        let Note::Fact {
            asked: InputKind::Fact(fact),
            default: true,
            ..
        } = program.notes.get(id.0 as usize)?
        else {
            return None;
        };
        Some(*fact)
    });
    read.collect()
}

/// Returns the name of a given fact about as many units, with a distance of the same measure, if the default is 0.
fn given_beside(book: &RuleBook, situation: &ModelQuestion, id: FactId) -> Option<String> {
    let fact = book.facts.get(id.at())?;
    let is_distance =
        matches!(fact.ty, Type::Number(Dimension::Measured(_))) && fact.default == Some(0);
    let mut given = (0..).zip(&book.facts).filter(|(at, other)| {
        let is_given = situation.facts.get(*at).copied().flatten().is_some();
        let mut particular = situation.particular.iter();
        (is_given || particular.any(|(of, ..)| of.at() == *at))
            && other.ty == fact.ty
            && other.parameters.len() == fact.parameters.len()
    });
    let (_, other) = given.next().filter(|_| is_distance)?;
    Some(other.naming.name.clone())
}

/// Whether a kind is that of sides or of the game.
fn holds_roles(book: &RuleBook, kind: KindId) -> bool {
    [book.side_kind(), book.game_kind()].contains(&Some(kind))
}

/// Whether a unit is a piece that is in play when the question begins.
fn is_in_play(book: &RuleBook, unit: &CastUnit) -> bool {
    let is_out = |track| unit.start(track, 0) != 0;
    book.is_piece(unit)
        && !unit.is_spare
        && !unit.is_card
        && !is_out(TrackId::DESTROYED)
        && !is_out(TrackId::REMOVED)
}

/// The tracks that a question uses, directly or through the rules that it calls.
struct Reading<'a> {
    book: &'a RuleBook,
    situation: &'a ModelQuestion,
    /// Tracks without an index that expressions read.
    read: BTreeSet<TrackId>,
    /// Tracks that statements change.
    changed: BTreeSet<TrackId>,
    seen: BTreeSet<Callable>,
}

impl<'a> Reading<'a> {
    fn of(book: &'a RuleBook, situation: &'a ModelQuestion) -> Self {
        let mut search = Self {
            book,
            situation,
            read: BTreeSet::new(),
            changed: BTreeSet::new(),
            seen: BTreeSet::new(),
        };
        search.expr(&situation.entry);
        search
    }

    fn expr(&mut self, expr: &Expr) {
        let mut called = Vec::new();
        walk_within(expr, &mut |inner| {
            let read = inner.track().filter(|read| read.index.is_none());
            self.read.extend(read.map(|read| read.track));
            // Reads within tests of actions and costs of paths are excluded: no parameter names them.
            let is_hidden = inner.action_test().is_some() || inner.measurement().is_some();
            called.extend(inner.callee().filter(|_| !is_hidden));
        });
        for callable in called {
            if self.seen.insert(callable) {
                self.rule(callable);
            }
        }
    }

    fn rule(&mut self, callable: Callable) {
        let book = self.book;
        match callable {
            Callable::Procedure(id) => {
                let procedure = book.procedures.get(id.at());
                for statement in procedure.into_iter().flat_map(|one| &one.body) {
                    walk_statement(statement, &mut |expr| self.expr(expr));
                    walk_changes(statement, &mut |_, track| _ = self.changed.insert(track));
                }
            }
            Callable::Modifiers(id) => {
                let list = book.modifiers.get(id.at());
                for line in list.into_iter().flat_map(|list| &list.lines) {
                    for expr in line.condition.iter().chain(&line.per) {
                        self.expr(expr);
                    }
                }
            }
            Callable::Table(id) => {
                let table = book.tables.get(id.at());
                for meaning in table.into_iter().flat_map(|table| &table.meanings) {
                    if let Meaning::Where { value, .. } = meaning {
                        self.expr(value);
                    }
                }
            }
            Callable::Fact(id) => {
                let in_play = book
                    .facts
                    .get(id.at())
                    .and_then(|fact| fact.in_play.as_ref());
                if let Some(in_play) = in_play.filter(|_| self.situation.calculates(book, id)) {
                    self.expr(&in_play.value);
                }
            }
        }
    }
}
