//! A question about a checked rule book to a flat program.
//!
//! Cannot fail: what the checks let through has a meaning. Every rule that the question reaches becomes a piece of
//! program with registers of its own; the piece that asks comes first. Debug information is emitted between the
//! ops as notes.

mod board;
mod cards;
mod condition;
mod decision;
mod dice;
mod expand;
mod expression;
mod fact;
mod lowered;
mod outcome;
mod remember;
mod rule;
mod scan;
mod scripted;
mod secrets;
mod selection;
mod sequence;
mod simultaneous;
mod state;
mod statement;
mod steps;
mod template;
mod window;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

pub use lowered::{Lowered, NO_WINNER, OutcomePart};
pub use template::{Template, have_one_template};

use super::debug_info::{Note, Places, Reading, Shown};
use super::id::{FaultId, GridId, JudgementId, NoteId, Pc, PoolId, Reg};
use super::op::{Flow, Op};
use super::optimise;
use super::program::{Fault, Grid, Judgement, Origin, Pool, Program, RuleName, Slot};
use super::purity::Candidate;
use super::secrets::Secrets;
use sandtable_diagnostic::Code;
use sandtable_model::board::BoardInstance;
use sandtable_model::{
    CastUnit, Expr, FactId, KindTrack, LocalId, ModifiersId, NONE, Naming, ProcedureId, Question,
    ReactionId, RuleBook, TableId, TrackId, Type, WindowId,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// The outcome that is wanted of a run.
#[derive(Debug, Clone, Copy)]
pub enum OutputSpec<'a> {
    /// Its result: its value, what it reports, or what it changes.
    Outcome,
    /// These values at the end, mostly whether conditions hold; `None` asks whether it was refused.
    Conditions(&'a [Option<&'a Expr>]),
    /// Its result, and behind that these values.
    OutcomeAnd(&'a [Option<&'a Expr>]),
    /// Its end and what it reports, whatever else it changes, and behind that these values.
    Ending(&'a [Option<&'a Expr>]),
}

impl<'a> OutputSpec<'a> {
    /// The rule that is asked for by name.
    pub(super) fn conditions(self) -> &'a [Option<&'a Expr>] {
        match self {
            Self::Outcome => &[],
            Self::Conditions(conditions)
            | Self::OutcomeAnd(conditions)
            | Self::Ending(conditions) => conditions,
        }
    }

    fn with_outcome(self) -> bool {
        matches!(self, Self::Outcome | Self::OutcomeAnd(_) | Self::Ending(_))
    }
}

/// Makes the program that answers a question.
pub fn run(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    build_program(Lowerer::new(book, question), outputs)
}

/// Lowers a question for many runs without a trace: with scans instead of loops over units,
/// and with the results of pure procedures remembered. The outcomes are those of [`run`], roll by roll and choice by choice, but
/// analyses learn less from it than from that of [`run`].
pub fn for_playing(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    build_program(lowerer, outputs)
}

/// As [`for_playing`], with notes for observers: the rules that begin, rounds, phases and the end of the game. Their registers hold
/// nothing that can be relied on. The state at the end is behind what the parts describe.
pub fn for_observing(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    lowerer.is_observed = true;
    build_program(lowerer, outputs)
}

fn build_program(mut lowerer: Lowerer<'_>, outputs: OutputSpec<'_>) -> Lowered {
    let parts = lowerer.question(outputs);
    let secrets = lowerer.find_secrets();
    if lowerer.is_observed {
        // Observers read tracks that no rule may read any more.
        let slots = 0..count(lowerer.program.slots.len());
        lowerer.program.outcome.extend(slots.map(Reg));
    }
    Lowered {
        numbers: lowerer.numbers.clone(),
        program: lowerer.finish(&secrets),
        secrets,
        parts,
    }
}

/// A rule of its own: lowered when it is first called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    Procedure(ProcedureId),
    Modifiers(ModifiersId),
    /// A table whose cells have meanings.
    Table(TableId),
    /// Whether the first lines of an action refuse it.
    Can(ProcedureId),
    /// The offers at a window.
    Window(WindowId),
    /// The body of a reaction.
    Reaction(ReactionId),
    /// The value of a fact in play.
    Fact(FactId),
    /// The body of a trigger's `when`: trigger and line.
    When(usize, usize),
}

/// The calls around a piece, as far as they matter to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Context {
    /// The windows that are open, and how often.
    windows: BTreeMap<WindowId, u32>,
    /// Nested calls so far of each rule that calls itself.
    calls: BTreeMap<ProcedureId, u32>,
    /// Changes are kept until the end of a block `at the same time`.
    is_gathering: bool,
}

/// Registers of a piece.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// Local `n` is this plus `n`.
    locals: Reg,
    /// The result of the piece.
    result: Reg,
    /// The way back.
    back: Reg,
    /// The label of its end.
    end: Label,
    /// The piece; the question itself is none.
    callee: Option<Callee>,
}

/// A place in the program that is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label(u32);

/// A loop whose body is being lowered.
#[derive(Debug, Clone, Copy)]
struct Loop {
    /// The op of its next round.
    next: Label,
    /// The op after it.
    end: Label,
    /// The number of phases around it.
    n_phases: usize,
}

struct Lowerer<'a> {
    /// Whether the program may be that of other numbers, too.
    is_template: bool,
    /// Ops that set numbers of the question.
    given: Vec<(Pc, template::Given)>,
    /// Whether the program is for traces; if not, no notes are emitted.
    is_traced: bool,
    /// Whether milestones are noted where nothing else is.
    is_observed: bool,
    /// Procedures that may be pure, with the ops at which they would be recalled and remembered.
    candidates: Vec<(Candidate, [usize; 2])>,
    /// The number of formulas that are just being expanded in one another.
    n_expanded: usize,
    /// The values of formulas that are a single expression, as far as they were asked for.
    results: BTreeMap<ProcedureId, Option<Rc<Expr>>>,
    /// Registers that hold the units over which selections range.
    members: Vec<Reg>,
    book: &'a RuleBook,
    question: &'a Question,
    program: Program,
    /// The op of each label, once it is placed. Targets of jumps are label numbers until `finish`.
    labels: Vec<Option<Pc>>,
    /// A piece is lowered once for each context that matters to it.
    callees: BTreeMap<(Callee, Context), (Label, Frame)>,
    /// Pieces that are called and not yet lowered.
    open: Vec<(Callee, Context)>,
    /// Of the piece that is being lowered.
    context: Context,
    pools: BTreeMap<String, PoolId>,
    grids: BTreeMap<String, GridId>,
    /// Registers that keep the last results of procedures, for conditions.
    last: BTreeMap<ProcedureId, Reg>,
    /// Registers that keep whether reactions were offered, for conditions.
    offered: BTreeMap<ReactionId, Reg>,
    /// Answers that are given beforehand.
    script: Option<Rc<scripted::Script>>,
    /// Names bound by loops over selections whose bodies are being lowered: the frame, the local, and its register.
    bound: Vec<(Reg, Reg, LocalId, Reg)>,
    /// The number of each track of the book in the program.
    numbers: Vec<u32>,
    /// Phases of the procedure being lowered that enclose the current op, outermost first.
    phases: Vec<Naming>,
    /// Loops of the procedure being lowered that enclose the current op, outermost first.
    loops: Vec<Loop>,
    /// The winner: a unit, [`NO_WINNER`], or nothing while the game goes on. Present only if the game can end, or the question asks for it.
    winner: Option<Reg>,
    /// Names of the places that can be chosen, worked out when first needed.
    places: Option<Arc<[String]>>,
    /// The procedure that each search calls, in order of its number.
    stepping: Vec<steps::StepCost>,
    rule: u32,
    span: Span,
    refused: Reg,
    refuse: Label,
    /// The value of a table or list of modifiers that is asked for.
    outcome: Reg,
}

impl<'a> Lowerer<'a> {
    fn new(book: &'a RuleBook, question: &'a Question) -> Self {
        let mut lowerer = Self {
            is_template: false,
            given: Vec::new(),
            is_traced: true,
            is_observed: false,
            candidates: Vec::new(),
            n_expanded: 0,
            results: BTreeMap::new(),
            book,
            question,
            program: Program::default(),
            labels: Vec::new(),
            callees: BTreeMap::new(),
            open: Vec::new(),
            context: Context::default(),
            offered: BTreeMap::new(),
            pools: BTreeMap::new(),
            grids: BTreeMap::new(),
            last: BTreeMap::new(),
            script: None,
            bound: Vec::new(),
            numbers: Vec::new(),
            phases: Vec::new(),
            loops: Vec::new(),
            winner: None,
            places: None,
            stepping: Vec::new(),
            rule: 0,
            span: question.entry.span,
            refused: Reg(0),
            members: Vec::new(),
            refuse: Label(0),
            outcome: Reg(0),
        };
        lowerer.state();
        lowerer.refused = lowerer.reg();
        lowerer.outcome = lowerer.reg();
        lowerer.refuse = lowerer.label();
        lowerer.program.rules.push(RuleName {
            name: String::new(),
            citations: Vec::new(),
        });
        lowerer
    }

    /// Lays out the state and the constants of the cast.
    fn state(&mut self) {
        let book = self.book;
        let cast = &self.question.cast;
        self.program.board.clone_from(&self.question.board_instance);
        self.program.n_units = count(cast.len());
        self.program.n_fields = count(book.fields.len());
        let mut n_tracks = 0;
        for track in &book.tracks {
            self.numbers.push(n_tracks);
            n_tracks += track.index.map_or(1, |_| count(cast.len()));
        }
        self.program.n_tracks = n_tracks;
        self.program.constants = cast
            .iter()
            .flat_map(|unit| unit.fields.iter().copied())
            .collect();
        self.program.slot_of = vec![None; cast.len() * n_tracks as usize];
        for (at, unit) in cast.iter().enumerate() {
            let Some(kind) = book.kinds.get(unit.kind.at()) else {
                continue;
            };
            for track in &kind.tracks {
                let known = book.tracks.get(track.track.at());
                let n_numbered = known.and_then(|known| self.n_numbered(known.ty));
                let start = unit.start(track.track, self.usual_start(track, unit));
                let slot = |number, start| Slot {
                    unit: count(at),
                    track: number,
                    low: track.low,
                    high: match n_numbered {
                        Some(n) => value(n) - 1,
                        None => track.high_of(&unit.fields),
                    },
                    start,
                };
                let first = self.track_number(track.track);
                match known.and_then(|known| known.index) {
                    None => self.slot(slot(first, start)),
                    Some(kinds) => {
                        let others = (first..).zip(cast.iter().enumerate());
                        for (number, (other, about)) in others {
                            if kinds.has(about.kind) {
                                let start = unit.start_about(track.track, other, start);
                                self.slot(slot(number, start));
                            }
                        }
                    }
                }
            }
        }
        self.program.n_registers = count(self.program.slots.len());
    }

    /// The number of values of a type that are numbered from 0: units of the cast, places of a map.
    fn n_numbered(&self, ty: Type) -> Option<usize> {
        match ty {
            Type::Unit(_) => Some(self.question.cast.len()),
            Type::Place => self.question.board_instance.as_ref()?.board.n_numbered(),
            Type::Number(_)
            | Type::Flag
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Side
            | Type::Unknown => None,
        }
    }

    /// Returns the start of a track that nothing sets.
    fn usual_start(&self, track: &KindTrack, unit: &CastUnit) -> i32 {
        let board_instance = self.question.board_instance.as_deref();
        let declared = track.start_of(&unit.fields);
        self.book.usual_start(track.track, declared, board_instance)
    }

    fn slot(&mut self, slot: Slot) {
        let place = slot.unit as usize * self.program.n_tracks as usize + slot.track as usize;
        if let Some(known) = self.program.slot_of.get_mut(place) {
            *known = Some(Reg(count(self.program.slots.len())));
        }
        self.program.slots.push(slot);
    }

    /// The number of a track in the program; of one with a value for each unit, the first.
    #[expect(
        clippy::indexing_slicing,
        reason = "every track of the book has a number"
    )]
    fn track_number(&self, track: TrackId) -> u32 {
        self.numbers[track.at()]
    }

    /// Puts jumps where their labels are, and makes a program for playing faster.
    fn finish(mut self, secrets: &Secrets) -> Program {
        let labels = std::mem::take(&mut self.labels);
        let real = |to: Pc| -> Pc { placed(&labels, to) };
        for op in &mut self.program.ops {
            if matches!(op.flow(), Flow::To(_) | Flow::Either(_) | Flow::Call(_))
                && let Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpCompare { to, .. }
                | Op::JumpCompareValue { to, .. }
                | Op::JumpMember { to, .. }
                | Op::Call { to, .. } = op
            {
                *to = real(*to);
            }
        }
        let kept = self.last.values().copied().collect();
        let mut known = steps::KnownSorts::new();
        for stepping in &self.stepping {
            let entry = real(Self::to(stepping.entry));
            let steps = steps::of_search(&self.program, stepping, entry, &kept, &mut known);
            self.program.steps.push(steps);
        }
        if !self.is_traced {
            self.remember_formulas();
            // Between two ops that ask, units that are hidden may be exchanged for others.
            match secrets.units.is_empty() {
                true => optimise::for_playing(&mut self.program),
                false => optimise::compact(&mut self.program),
            }
        }
        self.program
    }

    // -------------------------------------------------------------- building blocks

    fn reg(&mut self) -> Reg {
        self.regs(1)
    }

    /// Registers side by side.
    fn regs(&mut self, n: usize) -> Reg {
        let first = Reg(self.program.n_registers);
        self.program.n_registers += count(n);
        first
    }

    fn emit(&mut self, op: Op) {
        self.program.ops.push(op);
        self.program.origins.push(Origin {
            span: self.span,
            rule: self.rule,
        });
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(count(self.labels.len()) - 1)
    }

    fn place(&mut self, label: Label) {
        let here = Pc(count(self.program.ops.len()));
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            *place = Some(here);
        }
    }

    /// The target of a jump, until labels are known.
    fn to(label: Label) -> Pc {
        Pc(label.0)
    }

    fn jump(&mut self, label: Label) {
        self.emit(Op::Jump {
            to: Self::to(label),
        });
    }

    fn jump_if(&mut self, a: Reg, when: bool, label: Label) {
        self.emit(Op::JumpIf {
            a,
            when,
            to: Self::to(label),
        });
    }

    /// Goes on at a label if a register holds nothing, or if it holds something.
    fn jump_if_none(&mut self, a: Reg, when: bool, label: Label) {
        self.emit(Op::JumpCompareValue {
            a,
            value: NONE,
            order: if when { Order::Equal } else { Order::NotEqual },
            to: Self::to(label),
        });
    }

    /// Ends the run with a fault.
    fn fail(&mut self, code: Code, message: String) {
        let fault = self.fault(code, message);
        self.emit(Op::Fail { fault });
    }

    fn fault(&mut self, code: Code, message: String) -> FaultId {
        let fault = FaultId(count(self.program.faults.len()));
        self.program.faults.push(Fault { code, message });
        fault
    }

    fn set(&mut self, value: i32) -> Reg {
        let to = self.reg();
        self.emit(Op::Set { to, value });
        to
    }

    fn note(&mut self, note: Note) {
        let is_kept = self.is_traced || (self.is_observed && note.is_milestone());
        if !is_kept {
            return;
        }
        let id = NoteId(count(self.program.notes.len()));
        self.program.notes.push(note);
        self.emit(Op::Note { note: id });
    }

    /// Notes a round of a loop of turns at its first turn, for observers only.
    fn observe_first_turn(&mut self, has_moved: Reg, of: Label) {
        if !self.is_observed {
            return;
        }
        let known = self.label();
        self.jump_if(has_moved, true, known);
        self.note(Note::NextRound { of: of.0 });
        self.place(known);
    }

    /// The number of a rule among those that ops belong to.
    fn rule_of(&mut self, name: &str, citations: &[String]) -> u32 {
        let rule = RuleName {
            name: name.to_owned(),
            citations: citations.to_vec(),
        };
        let known = self.program.rules.iter().position(|known| *known == rule);
        let at = known.unwrap_or_else(|| {
            self.program.rules.push(rule);
            self.program.rules.len() - 1
        });
        count(at)
    }

    fn rule_named(&mut self, naming: &Naming) -> u32 {
        self.rule_of(&naming.name, &naming.citations)
    }

    fn pool(&mut self, pool: Pool) -> PoolId {
        if let Some(id) = self.pools.get(&pool.name) {
            return *id;
        }
        let id = PoolId(count(self.program.pools.len()));
        self.pools.insert(pool.name.clone(), id);
        self.program.pools.push(pool);
        id
    }

    /// A grid under a key that tells it apart from others.
    fn grid(&mut self, key: String, grid: impl FnOnce() -> Grid) -> GridId {
        if let Some(id) = self.grids.get(&key) {
            return *id;
        }
        let id = GridId(count(self.program.grids.len()));
        self.program.grids.push(grid());
        self.grids.insert(key, id);
        id
    }

    fn judgement(&mut self, fact: &str, n_about: usize) -> JudgementId {
        let known = self
            .program
            .judgements
            .iter()
            .position(|known| known.fact == fact);
        let at = known.unwrap_or_else(|| {
            self.program.judgements.push(Judgement {
                fact: fact.to_owned(),
                n_about: count(n_about),
            });
            self.program.judgements.len() - 1
        });
        JudgementId(count(at))
    }

    fn shown(&self, ty: Type) -> Shown {
        shown_on(self.book, self.question.board_instance.as_ref(), ty)
    }

    fn reading(&self, reg: Reg, ty: Type) -> Reading {
        Reading {
            reg,
            shown: self.shown(ty),
        }
    }
}

/// Returns the format for values of a type where there is no board.
pub fn shown(book: &RuleBook, ty: Type) -> Shown {
    shown_on(book, None, ty)
}

/// The way in which values of a type are shown; places by their names on a board.
pub fn shown_on(book: &RuleBook, board_instance: Option<&Arc<BoardInstance>>, ty: Type) -> Shown {
    match ty {
        Type::Number(dimension) => Shown::Number(dimension.unit()),
        Type::Flag => Shown::Flag,
        Type::Words(id) => Shown::Words(
            book.words
                .get(id.at())
                .map_or_else(Vec::new, |list| list.words.clone()),
        ),
        Type::Face(id) => match book.dice.get(id.at()) {
            Some(die) if !die.is_numeric() => Shown::Words(die.words.clone()),
            _ => Shown::Number(None),
        },
        Type::Dice => Shown::Dice,
        Type::Unit(_) => Shown::Unit,
        Type::Place => Shown::Place(board_instance.cloned().map(Places)),
        Type::Side => Shown::Number(None),
        Type::Unknown => Shown::Number(None),
    }
}

/// The op at which a label was placed.
#[expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a label is given out and placed by the same function"
)]
fn placed(labels: &[Option<Pc>], label: Pc) -> Pc {
    labels[label.0 as usize].expect("every label is placed")
}

/// The register `n` places behind another.
fn offset(reg: Reg, n: usize) -> Reg {
    Reg(reg.0 + count(n))
}

/// A size as an index into a program.
#[expect(
    clippy::expect_used,
    reason = "a rule file is smaller than 4 MB, and programs are limited to a few thousand pieces"
)]
fn count(n: usize) -> u32 {
    u32::try_from(n).expect("whatever is counted in a program fits")
}

/// A size or index as a value of the program.
#[expect(
    clippy::expect_used,
    reason = "a rule file is smaller than 4 MB, and programs are limited to a few thousand pieces"
)]
fn value(n: usize) -> i32 {
    i32::try_from(n).expect("whatever is counted in a program fits")
}
