//! The order of play: when the rules that a sequence leads to are first reached, and in which phase.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::{
    Callable, Expr, FactId, ModifiersId, ProcedureId, RuleBook, Statement, TableId, WindowId,
    blocks, walk_own, walk_within,
};
use sandtable_syntax::ast::Ability;

/// A phase of a sequence, or the stage of rules outside of any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayStage {
    /// Title of the phase.
    pub title: String,
    /// Sections of the book.
    pub sections: Vec<String>,
}

/// The order of play of a book.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// Phases, in the order of play; what no sequence leads to is in the last.
    pub stages: Vec<PlayStage>,
    /// Of each rule that a sequence leads to: its phase, and its place in the order.
    pub reached: BTreeMap<Callable, (usize, usize)>,
}

/// Title of the stage of rules that no phase holds.
const OTHER: &str = "Other tables";
/// Title of the stage of rules that run by themselves.
const TRIGGERS: &str = "At any time";

impl Order {
    /// Follows every sequence of a book from its beginning; books without one begin with what no rule calls.
    pub fn of(book: &RuleBook) -> Self {
        let mut walk = Walk {
            book,
            order: Self::default(),
            stage: 0,
            seen: BTreeSet::new(),
        };
        let called = called(book);
        let is_root = |at: usize| !called.contains(&ProcedureId::new(at));
        let procedures = || book.procedures.iter().enumerate();
        let sequences = procedures().filter(|(_, rule)| rule.ability == Ability::Sequence);
        let mut roots: Vec<usize> = sequences
            .map(|(at, _)| at)
            .filter(|at| is_root(*at))
            .collect();
        if roots.is_empty() {
            let others = procedures().filter(|(_, rule)| rule.ability != Ability::Formula);
            roots = others.map(|(at, _)| at).filter(|at| is_root(*at)).collect();
        }
        let title = |naming: Option<&sandtable_model::Naming>| PlayStage {
            title: naming.map_or(OTHER, |naming| naming.shown()).to_owned(),
            sections: naming.map_or_else(Vec::new, |naming| naming.citations.clone()),
        };
        for root in roots {
            if let Some(rule) = book.procedures.get(root) {
                walk.begin(title(Some(&rule.naming)));
            }
            walk.procedure(ProcedureId::new(root));
        }
        walk.begin(PlayStage {
            title: TRIGGERS.to_owned(),
            sections: Vec::new(),
        });
        for trigger in &book.triggers {
            for when in &trigger.whens {
                walk.expr(&when.watched);
                walk.expr(&when.level);
                walk.block(&when.body);
            }
        }
        walk.begin(title(None));
        walk.order
    }

    /// The phase of a rule; the last if no sequence leads to it.
    pub fn stage_of(&self, rule: Callable) -> usize {
        let last = self.stages.len().saturating_sub(1);
        self.reached.get(&rule).map_or(last, |(stage, _)| *stage)
    }

    /// The place of a rule in the order; the last if no sequence leads to it.
    pub fn place(&self, rule: Callable) -> usize {
        self.reached
            .get(&rule)
            .map_or(usize::MAX, |(_, place)| *place)
    }
}

/// Procedures that another one calls.
fn called(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut called = BTreeSet::new();
    for (at, rule) in book.procedures.iter().enumerate() {
        for statement in &rule.body {
            sandtable_model::walk_statement(statement, &mut |expr| {
                sandtable_model::walk_calls(expr, &mut |id| {
                    if id != ProcedureId::new(at) {
                        called.insert(id);
                    }
                });
            });
        }
    }
    called
}

struct Walk<'b> {
    book: &'b RuleBook,
    order: Order,
    stage: usize,
    seen: BTreeSet<(u8, usize)>,
}

impl Walk<'_> {
    /// Begins a stage; an existing one with the same title is continued.
    fn begin(&mut self, stage: PlayStage) {
        let known = self.order.stages.iter();
        let mut known = known
            .enumerate()
            .filter(|(_, known)| known.title == stage.title);
        self.stage = match known.next() {
            Some((at, _)) => at,
            None => {
                self.order.stages.push(stage);
                self.order.stages.len() - 1
            }
        };
    }

    fn reach(&mut self, rule: Callable) -> bool {
        let place = self.order.reached.len();
        let is_new = !self.order.reached.contains_key(&rule);
        self.order
            .reached
            .entry(rule)
            .or_insert((self.stage, place));
        is_new
    }

    fn procedure(&mut self, id: ProcedureId) {
        let book = self.book;
        if self.reach(Callable::Procedure(id))
            && let Some(rule) = book.procedures.get(id.at())
        {
            self.block(&rule.body);
        }
    }

    fn table(&mut self, id: TableId) {
        let book = self.book;
        if self.reach(Callable::Table(id))
            && let Some(table) = book.tables.get(id.at())
        {
            for meaning in &table.meanings {
                if let sandtable_model::Meaning::Where { value, .. } = meaning {
                    self.expr(value);
                }
            }
        }
    }

    fn modifiers(&mut self, id: ModifiersId) {
        let book = self.book;
        if self.reach(Callable::Modifiers(id))
            && let Some(list) = book.modifiers.get(id.at())
        {
            for line in &list.lines {
                line.per
                    .iter()
                    .chain(&line.condition)
                    .for_each(|part| self.expr(part));
            }
        }
    }

    fn fact(&mut self, id: FactId) {
        let book = self.book;
        if self.reach(Callable::Fact(id))
            && let Some(fact) = book.facts.get(id.at())
        {
            fact.in_play
                .iter()
                .for_each(|in_play| self.expr(&in_play.value));
        }
    }

    fn window(&mut self, id: WindowId) {
        let book = self.book;
        if !self.seen.insert((0, id.at())) {
            return;
        }
        let Some(window) = book.windows.get(id.at()) else {
            return;
        };
        for reaction in &window.reactions {
            if let Some(reaction) = book.reactions.get(reaction.at()) {
                self.block(&reaction.body);
            }
        }
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let before = self.stage;
        if let Some(naming) = statement.phase() {
            self.begin(PlayStage {
                title: naming.shown().to_owned(),
                sections: naming.citations.clone(),
            });
        }
        let mut own = Vec::new();
        walk_own(statement, &mut |expr| calls(expr, &mut own));
        self.all(own);
        if let Some(window) = statement.window() {
            self.window(window);
        }
        for inner in blocks(statement) {
            self.block(inner);
        }
        self.stage = before;
    }

    fn expr(&mut self, expr: &Expr) {
        let mut own = Vec::new();
        calls(expr, &mut own);
        self.all(own);
    }

    fn all(&mut self, rules: Vec<Callable>) {
        for rule in rules {
            match rule {
                Callable::Procedure(id) => self.procedure(id),
                Callable::Table(id) => self.table(id),
                Callable::Modifiers(id) => self.modifiers(id),
                Callable::Fact(id) => self.fact(id),
            }
        }
    }
}

/// Adds every rule that an expression reads or calls, in the order in which it does.
pub fn calls(expr: &Expr, found: &mut Vec<Callable>) {
    walk_within(expr, &mut |inner| {
        found.extend(inner.callee());
    });
}
