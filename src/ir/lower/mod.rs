//! Lowering of a question about a checked rulebook to a flat program.
//!
//! Cannot fail: every construct that passes the checks has a meaning. Each declaration that the question reaches is lowered to a
//! subroutine with its own registers; the question itself comes first. Debug information is emitted between the ops as notes.

mod alike;
mod board;
mod calls;
mod cards;
mod condition;
mod decision;
mod dice;
mod display;
mod expand;
mod expression;
mod fact;
mod lowered;
mod musts;
mod outcome;
mod players;
mod private_choice;
mod remember;
mod rule;
mod scan;
mod scripted;
mod secrets;
mod selection;
mod sequence;
mod set;
mod simultaneous;
mod state;
mod statement;
mod steps;
mod strict;
mod table;
mod template;
mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

pub use alike::for_odds;
pub use display::{shown, shown_on};
pub use lowered::{Lowered, NO_WINNER, OutcomePart, together, winners};
pub use players::{for_any_state, for_observing, for_searching, for_watching_tables};
pub use template::{Template, have_one_template};

use super::debug_info::{Note, Reading, Shown};
use super::id::{FaultId, GridId, NoteId, Pc, PoolId, Reg};
use super::op::{Block, Flow, Op};
use super::optimise;
use super::program::{Fault, Grid, Origin, Pool, Program, RuleName, Slot};
use super::purity::Candidate;
use super::secrets::Secrets;
use sandtable_diagnostic::Code;
use sandtable_model::{
    CastUnit, Change, Expr, FactId, KindTrack, Kinds, LocalId, ModifiersId, NONE, Naming,
    ProcedureId, Question, ReactionId, RuleBook, TableId, TrackId, Type, WindowId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Order;

/// The registers that a program outputs.
#[derive(Debug, Clone, Copy)]
pub enum OutputSpec<'a> {
    /// The result of the question: its value, what it reports, or what it changes.
    Outcome,
    /// These values at the end, mostly truth values of conditions; `None` is whether the run was refused.
    Conditions(&'a [Option<&'a Expr>]),
    /// The result of the question, followed by these values.
    OutcomeAnd(&'a [Option<&'a Expr>]),
    /// The end of the run and its reports, without other changes, followed by these values.
    Ending(&'a [Option<&'a Expr>]),
}

impl<'a> OutputSpec<'a> {
    /// Returns the expressions whose values are output.
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

/// Lowers a question to a program with trace notes.
pub fn run(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    build_program(Lowerer::new(book, question), outputs)
}

/// Lowers a question for many runs without a trace: with scans instead of loops over units, and with memoised results of pure
/// procedures. Outcomes equal those of [`run`], roll by roll and choice by choice, but static analyses are less precise on the result.
pub fn for_playing(book: &RuleBook, question: &Question, outputs: OutputSpec<'_>) -> Lowered {
    let mut lowerer = Lowerer::new(book, question);
    lowerer.is_traced = false;
    build_program(lowerer, outputs)
}

fn build_program(lowerer: Lowerer<'_>, outputs: OutputSpec<'_>) -> Lowered {
    build_ordered(lowerer, outputs).0
}

/// As [`build_program`], with the kinds over whose units something runs that may depend on their order.
fn build_ordered(mut lowerer: Lowerer<'_>, outputs: OutputSpec<'_>) -> (Lowered, Kinds) {
    lowerer.private_choices = lowerer.find_private_choices();
    let parts = lowerer.question(outputs);
    let secrets = lowerer.find_secrets();
    let ordered = lowerer.ordered;
    if lowerer.keeps_state {
        // Observers and values of positions also read tracks that are dead by liveness.
        let slots = 0..count(lowerer.program.slots.len());
        lowerer.program.outcome.extend(slots.map(Reg));
    }
    let lowered = Lowered {
        numbers: lowerer.numbers.clone(),
        program: lowerer.finish(&secrets),
        secrets,
        parts,
    };
    (lowered, ordered)
}

/// A declaration that is lowered to a subroutine at its first call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    Procedure(ProcedureId),
    Modifiers(ModifiersId),
    /// A lookup in a table whose cells are expressions.
    Table(TableId),
    /// Whether the first lines of an action allow it.
    Can(ProcedureId),
    /// The offers at a window for reactions.
    Window(WindowId),
    /// The body of a reaction.
    Reaction(ReactionId),
    /// The value of a derived fact.
    Fact(FactId),
    /// The body of a line of a trigger: indices of the trigger and of the line.
    When(usize, usize),
    /// The conditions that units must meet.
    Musts,
}

/// The calling context of a subroutine, as far as its code depends on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Context {
    /// The open windows, with the number of times that each is open.
    windows: BTreeMap<WindowId, u32>,
    /// The number of nested calls of each recursive procedure.
    calls: BTreeMap<ProcedureId, u32>,
    /// The number of nested firings of the triggers of each circle that may set each other off, by the first of them.
    firings: BTreeMap<usize, u32>,
    /// Whether changes are deferred until the end of a block `at the same time`.
    is_gathering: bool,
    /// Whether triggers wait for the next wave: a block `at the same time` has set off the one that is executed.
    is_firing: bool,
}

/// Registers of a subroutine.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// Base register of the locals: local `n` is in this register plus `n`.
    locals: Reg,
    /// The result.
    result: Reg,
    /// The return address.
    back: Reg,
    /// Label of the end of the subroutine.
    end: Label,
    /// The subroutine; `None` for the question itself.
    callee: Option<Callee>,
}

/// A jump target whose op is not yet placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label(u32);

/// A loop whose body is being lowered.
#[derive(Debug, Clone, Copy)]
struct Loop {
    /// Label of the next iteration.
    next: Label,
    /// Label of the op after the loop.
    end: Label,
    /// The number of enclosing phases.
    n_phases: usize,
}

struct Lowerer<'a> {
    /// Kinds over whose units something runs that may depend on their order.
    ordered: Kinds,
    /// For each unit of the cast, the first of the cards that are drawn as one option with it; empty if only cards of one profile are.
    alike: Vec<usize>,
    /// Whether the program is a template whose constants can be replaced for other numbers.
    is_template: bool,
    /// Ops that load numbers of the question.
    given: Vec<(Pc, template::Given)>,
    /// Whether the program is for traces; if not, no notes are emitted.
    is_traced: bool,
    /// Whether notes for observers are emitted without a trace.
    is_observed: bool,
    /// Whether lookups in tables are noted without a trace.
    watches_tables: bool,
    /// Whether notes say where blocks `at the same time` begin.
    is_searched: bool,
    /// The track of directions, if outlines can turn.
    turning: Option<TrackId>,
    /// Whether tracks can have any value at the start.
    has_any_state: bool,
    /// Whether all tracks of the final state are outputs.
    keeps_state: bool,
    /// Calls of procedures that may be pure, with the indices of the ops that would read and write the memo.
    candidates: Vec<(Candidate, [usize; 2])>,
    /// Current nesting depth of formulas expanded in place.
    n_expanded: usize,
    /// Memo: the value of each formula that is a single expression, `None` for other formulas.
    results: BTreeMap<ProcedureId, Option<Rc<Expr>>>,
    /// Spans of the choices whose answers reach nothing but hidden tracks.
    private_choices: BTreeSet<Span>,
    /// Whether the choice that is being lowered is one of them.
    is_private_choice: bool,
    /// Registers that hold the members over which selections range.
    members: Vec<Reg>,
    book: &'a RuleBook,
    question: &'a Question,
    program: Program,
    /// The op of each label, once placed. Targets of jumps are label numbers until `finish`.
    labels: Vec<Option<Pc>>,
    /// Subroutines by declaration and context: one for each context on which its code depends.
    callees: BTreeMap<(Callee, Context), (Label, Frame)>,
    /// Whether the loop that is being lowered tells every side which card a card is.
    is_told_to_all: bool,
    /// Worklist of subroutines that are called and not yet lowered.
    open: Vec<(Callee, Context)>,
    /// Context of the subroutine that is being lowered.
    context: Context,
    pools: BTreeMap<String, PoolId>,
    grids: BTreeMap<String, GridId>,
    /// Registers of the last results of procedures, read by conditions.
    last: BTreeMap<ProcedureId, Reg>,
    /// Registers that record whether a reaction was offered, read by conditions.
    offered: BTreeMap<ReactionId, Reg>,
    /// Registers that count the nested firings of triggers that set each other off.
    firings: BTreeMap<usize, Reg>,
    /// The change that is being lowered, with its amount or value if that is a constant.
    constant_change: Option<(Change, Option<i32>)>,
    /// Answers that are compiled in.
    script: Option<Rc<scripted::Script>>,
    /// Names bound by loops over selections whose bodies are being lowered: the frame, the local, and its register.
    bound: Vec<(Reg, Reg, LocalId, Reg)>,
    /// The sets of each frame: its first local, the parameter, and the flags of the units.
    sets: BTreeMap<(Reg, LocalId), Block>,
    /// The first slot of each track of the book in the program.
    numbers: Vec<u32>,
    /// Phases of the procedure being lowered that enclose the current op, outermost first.
    phases: Vec<Naming>,
    /// Loops of the procedure being lowered that enclose the current op, outermost first.
    loops: Vec<Loop>,
    /// The register of the winner: a unit, [`NO_WINNER`], or [`NONE`] before the end. Present only if the game can end, or the
    /// question reads it.
    winner: Option<Reg>,
    /// Names of the places that can be chosen; computed on first use.
    places: Option<Arc<[String]>>,
    /// The step cost of each search, by its number.
    stepping: Vec<steps::StepCost>,
    rule: u32,
    span: Span,
    refused: Reg,
    refuse: Label,
    /// The value of a table or list of modifiers, if the question asks for one.
    outcome: Reg,
    /// Each result of the table with several, if the question asks for one: the span of its name, its type, its value.
    row: Vec<(Spanned<String>, Type, Reg)>,
}

impl<'a> Lowerer<'a> {
    fn new(book: &'a RuleBook, question: &'a Question) -> Self {
        let mut lowerer = Self {
            ordered: Kinds::NONE,
            alike: Vec::new(),
            is_template: false,
            given: Vec::new(),
            is_traced: true,
            is_observed: false,
            watches_tables: false,
            is_searched: false,
            turning: board::turning_track(book, question),
            has_any_state: false,
            keeps_state: false,
            candidates: Vec::new(),
            n_expanded: 0,
            results: BTreeMap::new(),
            private_choices: BTreeSet::new(),
            is_private_choice: false,
            book,
            question,
            program: Program::default(),
            labels: Vec::new(),
            callees: BTreeMap::new(),
            is_told_to_all: false,
            open: Vec::new(),
            context: Context::default(),
            offered: BTreeMap::new(),
            pools: BTreeMap::new(),
            grids: BTreeMap::new(),
            last: BTreeMap::new(),
            firings: BTreeMap::new(),
            constant_change: None,
            script: None,
            bound: Vec::new(),
            sets: BTreeMap::new(),
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
            row: Vec::new(),
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

    /// Emits the state and the constants of the cast.
    fn state(&mut self) {
        let book = self.book;
        let cast = &self.question.cast;
        self.program.board.clone_from(&self.question.board_instance);
        self.program.n_units = count(cast.len());
        self.program.n_fields = count(book.fields.len());
        let kinds = || {
            cast.iter()
                .filter_map(|unit| book.kinds.get(unit.kind.at()))
        };
        self.program.is_always_on_map = kinds().any(|kind| kind.on_map.is_some());
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

    /// Returns the number of values of a type that are numbered from 0: units of the cast, places of a map; `None` for other types.
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

    /// Returns the default starting value of a track of a unit.
    fn usual_start(&self, track: &KindTrack, unit: &CastUnit) -> i32 {
        let board_instance = self.question.board_instance.as_deref();
        let declared = track.start_of(&unit.fields);
        self.book.usual_start(track.track, declared, board_instance)
    }

    /// Returns the slot of a track in the program; for a track with a value for each unit, the first one.
    #[expect(
        clippy::indexing_slicing,
        reason = "every track of the book has a number"
    )]
    fn track_number(&self, track: TrackId) -> u32 {
        self.numbers[track.at()]
    }

    /// Resolves labels to jump targets, and optimises the program unless it is for traces.
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
            // Hidden units may be permuted between two ops that ask.
            let is_specialised = secrets.units.is_empty() && !self.has_any_state;
            match (self.watches_tables, is_specialised) {
                // Notes read registers that no op reads.
                (true, _) => optimise::lay_out(&mut self.program),
                (false, true) => optimise::for_playing(&mut self.program),
                (false, false) => optimise::compact(&mut self.program),
            }
        }
        self.program
    }

    // -------------------------------------------------------------- building blocks

    fn reg(&mut self) -> Reg {
        self.regs(1)
    }

    /// Allocates consecutive registers and returns the first.
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

    /// Returns a label as a jump target, to be resolved by `finish`.
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

    /// Jumps to a label if a register is [`NONE`], or if it is not.
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
        self.program.faults.push(Fault {
            code,
            message,
            parts: None,
            limits: None,
        });
        fault
    }

    fn set(&mut self, value: i32) -> Reg {
        let to = self.reg();
        self.emit(Op::Set { to, value });
        to
    }

    fn note(&mut self, note: Note) {
        let is_block = self.is_searched && matches!(note, Note::Together);
        let is_lookup = self.watches_tables && matches!(note, Note::Row { .. });
        let is_milestone = self.is_observed && note.is_milestone();
        let is_kept = self.is_traced || is_milestone || is_lookup || is_block;
        if !is_kept {
            return;
        }
        let id = NoteId(count(self.program.notes.len()));
        self.program.notes.push(note);
        self.emit(Op::Note { note: id });
    }

    /// Notes a round of a loop of alternating turns at its first turn, for observers only.
    fn observe_first_turn(&mut self, has_moved: Reg, of: Label) {
        if !self.is_observed {
            return;
        }
        let known = self.label();
        self.jump_if(has_moved, true, known);
        self.note(Note::NextRound { of: of.0 });
        self.place(known);
    }

    /// Notes that tracks are reset at the end of a sequence or phase, for observers only.
    fn observe_resets(&mut self) {
        if self.is_observed {
            self.note(Note::Resets);
        }
    }

    /// Returns the index of a rule in the table of origins of ops.
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

    /// Returns the id of a grid, which is built once for each key.
    fn grid(&mut self, key: String, grid: impl FnOnce() -> Grid) -> GridId {
        if let Some(id) = self.grids.get(&key) {
            return *id;
        }
        let id = GridId(count(self.program.grids.len()));
        self.program.grids.push(grid());
        self.grids.insert(key, id);
        id
    }

    fn shown(&self, ty: Type) -> Shown {
        shown_on(self.book, self.question.board_instance.as_ref(), ty)
    }

    fn reading(&self, reg: Reg, ty: Type) -> Reading {
        Reading {
            reg,
            shown: self.shown(ty),
            set_of: None,
        }
    }
}

/// Returns the op at which a label was placed.
#[expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a label is given out and placed by the same function"
)]
fn placed(labels: &[Option<Pc>], label: Pc) -> Pc {
    labels[label.0 as usize].expect("every label is placed")
}

/// Returns the register `n` after another.
fn offset(reg: Reg, n: usize) -> Reg {
    Reg(reg.0 + count(n))
}

/// Converts a size to an index of a program.
#[expect(
    clippy::expect_used,
    reason = "a rule file is smaller than 4 MB, and programs are limited to a few thousand pieces"
)]
fn count(n: usize) -> u32 {
    u32::try_from(n).expect("whatever is counted in a program fits")
}

/// Converts a size or index to a value of the program.
#[expect(
    clippy::expect_used,
    reason = "a rule file is smaller than 4 MB, and programs are limited to a few thousand pieces"
)]
fn value(n: usize) -> i32 {
    i32::try_from(n).expect("whatever is counted in a program fits")
}
