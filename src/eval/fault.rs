//! Faults of a run, reported to the author at their place in the rules.

use crate::budget::Limit;
use sandtable_board::Board;
use sandtable_diagnostic::{Code, Diagnostic, grouped};
use sandtable_ir::{DecisionId, FaultId, Grid, NONE, Op, Pc, Program};

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The budget of steps is used up.
    TooManySteps,
    /// A number is larger than any the program knows.
    Overflow,
    /// Something was divided by zero.
    DivisionByZero,
    /// A lookup off the table: the index of the key, and its value.
    OffTheTable(u16, i32),
    /// A unit without that track; a check is missing.
    NoSuchTrack,
    /// A stat of an absent unit.
    NoUnit,
    /// A judgement without an answer.
    NotGiven,
    /// A choice without a legal answer.
    NoOption(DecisionId),
    /// A choice without a decider: no worth is stated.
    Undecided(DecisionId),
    /// A repetition from which no roll leads out.
    NoWayOut,
    /// The exact odds have more to follow than the budget allows; how many states they had found by then.
    TooManyStates(u64, Limit),
    /// The program has more ops and registers than can be analysed.
    TooLargeAProgram,
    /// The distribution of dice that are rolled together is too large to be computed.
    TooManySums,
    /// The search for the best choices exceeds the budget: the number of states found, and the depth
    /// in rolls and choices.
    TooDeep(u64, u32, Limit),
    /// The watcher ended the work; how many states had been expanded by then.
    Cancelled(u64),
    /// The fractions of the chances are too long to be computed: their number of digits.
    TooLong(u64),
    /// A place that is asked for is not on the board.
    OffTheBoard,
    /// Two places that are not adjacent.
    NotAdjacent,
    /// A measurement without a board.
    NoBoard,
    /// A value is out of the range that is declared for it.
    OutOfRange(FaultId, i32),
    /// A `Fail` op of the program.
    Stated(FaultId),
    /// An internal error, not one of the rules.
    Ours(&'static str),
}

impl FaultKind {
    /// Returns the fault at an op.
    pub fn at(self, at: Pc) -> Fault {
        Fault { kind: self, at }
    }

    /// Off the table by the first key that it does not answer.
    #[cold]
    pub(super) fn off_the_table(grid: &Grid, keys: &[i32]) -> Self {
        let off = (0..).zip(grid.axes.iter().zip(keys));
        let first = off
            .into_iter()
            .find(|(_, (axis, key))| axis.line(**key).is_none());
        first.map_or(Self::OffTheTable(0, NONE), |(at, (_, key))| {
            Self::OffTheTable(at, *key)
        })
    }
}

/// A fault, and the op at which it happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// The op that raised it.
    pub at: Pc,
}

impl Fault {
    /// Whether it is caused by the rules, rather than by the budget, the watcher or an internal error.
    pub(super) fn is_of_the_rules(&self) -> bool {
        !matches!(
            self.kind,
            FaultKind::TooManyStates(..)
                | FaultKind::TooLargeAProgram
                | FaultKind::TooManySums
                | FaultKind::TooDeep(..)
                | FaultKind::TooLong(_)
                | FaultKind::Cancelled(_)
                | FaultKind::Ours(_)
        )
    }

    /// Whether the fault is about the run itself, not about an answer that is missing.
    pub(super) fn is_of_the_run(&self) -> bool {
        !matches!(
            self.kind,
            FaultKind::Undecided(_) | FaultKind::NotGiven | FaultKind::Ours(_)
        )
    }

    fn off_the_table(&self, program: &Program, axis: u16, value: i32) -> Diagnostic {
        let grid = match program.ops.get(self.at.0 as usize) {
            Some(Op::Lookup { grid, .. }) => program.grids.get(grid.0 as usize),
            _ => None,
        };
        let name = grid.map_or("", |grid| grid.name.as_str());
        let key = grid.and_then(|grid| grid.axes.get(usize::from(axis)));
        let message = match (key, value) {
            (Some(key), NONE) => format!("`{name}` is used without `{}`", key.name),
            (Some(key), _) => format!("`{name}` has no row for `{}` {value}", key.name),
            (None, _) => format!("`{name}` has no row for this"),
        };
        Diagnostic::new(Code::OffTheTable, message).help(
            "add a row for it (`40+`), limit the number to the table's range (`… limited to \
             0..40`), or check first",
        )
    }

    /// Returns the finding for the author of the rules.
    pub fn diagnostic(&self, program: &Program) -> Diagnostic {
        let diagnostic = match self.kind {
            FaultKind::TooManySteps => {
                Diagnostic::new(Code::TooManySteps, "this run takes too many steps").help(
                    "let something in every loop change its condition; or lower the number of rounds, `repeat … times` \
                    and `at most`, since nested repetitions multiply them",
                )
            }
            FaultKind::Overflow => {
                Diagnostic::new(Code::NumberOverflow, "this number is too large").help(
                    "check for a repeated multiplication: numbers go from -2,147,483,647 to \
                2,147,483,647",
                )
            }
            FaultKind::DivisionByZero => {
                Diagnostic::new(Code::DivisionByZero, "this is a division by zero")
                    .help("handle this case before it: `if … = 0: …`")
            }
            FaultKind::OffTheTable(axis, value) => self.off_the_table(program, axis, value),
            FaultKind::NoUnit | FaultKind::NoSuchTrack => {
                Diagnostic::new(Code::NoUnit, "there is no unit and no side here").help(
                    "it left the game, or the piece never had a side: check `is none` directly before it, or name the unit: `NAME = …`",
                )
            }
            FaultKind::NotGiven => not_given(self.at, program),
            FaultKind::NoOption(decision) => no_option(program, decision),
            FaultKind::Undecided(decision) => undecided(program, decision),
            FaultKind::NoWayOut => Diagnostic::new(
                Code::TooManySteps,
                "this repeats endlessly, whatever the dice show",
            )
            .help("end the repetition when nothing can change any more"),
            FaultKind::TooLargeAProgram => Diagnostic::new(
                Code::TooManyStates,
                "this question uses too many rules for exact odds",
            )
            .help(
                "narrow the question to a roll or action that is part of it, lower the `at most … deep` of \
                triggers and actions that lead to each other, or sample: `odds … --sample 100000`",
            ),
            FaultKind::TooManyStates(states, limit) => too_many_states(states, limit),
            FaultKind::TooDeep(situations, deep, limit) => too_deep(situations, deep, limit),
            FaultKind::Cancelled(states) => Diagnostic::new(
                Code::TooManyStates,
                format!("stopped early, after {} game states", grouped(states)),
            )
            .help("narrow the question, or approximate: `--float`, `--sample 100000`"),
            FaultKind::TooLong(digits) => too_long(digits),
            FaultKind::TooManySums => Diagnostic::new(
                Code::TooManyStates,
                "these dice have too many results to calculate",
            )
            .help(
                "roll fewer dice at once, or reroll less often; or sample: `odds … --sample 1000`",
            ),
            FaultKind::OffTheBoard => off_the_board(program),
            FaultKind::NotAdjacent => not_adjacent(program),
            FaultKind::NoBoard => no_board(),
            FaultKind::OutOfRange(id, value) => out_of_range(program, id, value),
            FaultKind::Stated(id) => {
                let fault = program.fault(id);
                let diagnostic = Diagnostic::new(fault.code, fault.message.clone());
                match cure(fault.code) {
                    Some(cure) => diagnostic.help(cure),
                    None => diagnostic,
                }
            }
            FaultKind::Ours(what) => Diagnostic::new(Code::InternalError, what),
        };
        let Some(origin) = program.origins.get(self.at.0 as usize) else {
            return diagnostic;
        };
        let diagnostic = diagnostic.label(origin.span, "");
        match program.rules.get(origin.rule as usize) {
            Some(rule) => diagnostic.cite(rule.citations.iter().map(String::as_str)),
            None => diagnostic,
        }
    }
}

/// Returns the finding for a measurement from or to a unit without a place.
fn off_the_board(program: &Program) -> Diagnostic {
    let message = "this measures to something that is not on the map";
    Diagnostic::new(Code::OffTheBoard, message).help(match program.is_always_on_map {
        true => {
            "check first: `if unit is removed: …`, or, unless its kind is `always on the map`, `if unit.at is none: …`; or \
             place it, in an example with `given unit.at = C4`"
        }
        false => {
            "check first: `if unit.at is none: …`; or place it, in an example with `given unit.at = C4`"
        }
    })
}

/// Returns the finding for a value that is out of its declared range.
fn out_of_range(program: &Program, id: FaultId, value: i32) -> Diagnostic {
    let fault = program.fault(id);
    let value = match fault.parts {
        Some(parts) => parts.text(value),
        None => value.to_string(),
    };
    let message = format!("{}, but this is {value}", fault.message);
    Diagnostic::new(fault.code, message).help(match &fault.limits {
        Some(limits) => {
            format!("declare a wider range, or limit it: `… limited to {limits}`")
        }
        None => "declare a wider range".to_owned(),
    })
}

/// Returns the finding for a choice without a legal option.
fn no_option(program: &Program, decision: DecisionId) -> Diagnostic {
    let what = program.decision(decision).title.as_str();
    Diagnostic::new(Code::NoOption, format!("there is no legal option: {what}"))
        .help("add `… or none`, or an option without a condition")
}

/// Returns the finding for a choice without a decider.
fn undecided(program: &Program, decision: DecisionId) -> Diagnostic {
    let what = program.decision(decision).title.as_str();
    Diagnostic::new(
        Code::Undecided,
        format!("the rules do not decide this choice: {what}"),
    )
    .help(
        "give its options a `worth …`, or use `--policy first` or `--policy \
                        random`",
    )
}

/// Returns the finding for exact odds beyond the budget.
fn too_many_states(states: u64, limit: Limit) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyStates,
        format!(
            "too many game states for exact odds: stopped after {}, {}",
            grouped(states),
            limit_words(limit)
        ),
    )
    .help(match limit {
        Limit::Memory(_) => {
            "narrow the question, approximate (`--float`), sample (`--sample 100000`), or \
                    allow more memory (`--memory 4G`)"
        }
        Limit::Steps | Limit::Equations => {
            "narrow the question, or approximate: `--float`, `--sample 100000`"
        }
    })
}

/// Returns the finding for best choices beyond the budget.
fn too_deep(situations: u64, deep: u32, limit: Limit) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyStates,
        format!(
            "too many game states to find the best choices: stopped after {}, {deep} rolls \
                    and choices deep, {}",
            grouped(situations),
            limit_words(limit)
        ),
    )
    .help(
        "use a later situation, fewer units or fewer rounds; or let every side follow \
                `worth …`, and sample: `sandtable sample`",
    )
}

/// Returns the finding for chances that are too long.
fn too_long(digits: u64) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyStates,
        format!("the exact odds are fractions of up to {digits} digits, too long to calculate"),
    )
    .help(
        "ask for one thing, `--only CONDITION`, or for fewer rounds; or approximate: \
                `--float`, `--sample 100000`",
    )
}

/// Returns the finding for two places without a link.
fn not_adjacent(program: &Program) -> Diagnostic {
    Diagnostic::new(
        Code::OffTheBoard,
        match program
            .board
            .as_deref()
            .map(|board_instance| board_instance.board.as_ref())
        {
            Some(Board::Areas(_)) => "these two areas are not adjacent, so no link joins them",
            Some(Board::Grid(map)) if map.is_square() => {
                "these two squares are not adjacent, so they share no side"
            }
            Some(Board::Grid(_) | Board::Table(_)) | None => {
                "these two hexes are not adjacent, so they share no side"
            }
        },
    )
    .help("check first: `distance(here, there) = 1`")
}

/// Returns the finding for a measure without a map.
fn no_board() -> Diagnostic {
    Diagnostic::new(
        Code::NoBoard,
        "this measures on a board, but the question has no map",
    )
    .help(
        "name a map: `map ridge` in an example, `map=ridge` on the command line, `map = \
                \"ridge\"` in a scenario; or use a fact, which can be given: `fact range (firer, \
                target): 0..40 hexes`, and below it `in play = distance(firer, target)`",
    )
}

/// The cure of a fault that a rule states, if it is the same wherever it is.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the rules state faults of few codes"
)]
fn cure(code: Code) -> Option<&'static str> {
    match code {
        Code::CallsTooDeep => {
            Some("allow more nested calls in its first line, or end the chain sooner")
        }
        Code::MustBroken => Some("correct the rules that lead to this state, or the condition"),
        Code::NoBoard => Some(
            "name a map: `map ridge` in an example, `map=ridge` on the command line, `map = \"ridge\"` in a scenario",
        ),
        Code::TooMuchMoved => Some(
            "let one side move first, on lines of their own; or divide what there is before the block",
        ),
        Code::SetTwice => {
            Some("set it after the block; or use `add` and `take`, which are summed up")
        }
        _ => None,
    }
}

/// `which take more than 1 GiB of memory`
fn limit_words(limit: Limit) -> String {
    match limit {
        Limit::Memory(mib) if mib % 1024 == 0 && mib > 0 => {
            format!("which take more than {} GiB of memory", mib / 1024)
        }
        Limit::Memory(mib) => format!("which take more than {mib} MiB of memory"),
        Limit::Steps => "because the rules take too many steps".to_owned(),
        Limit::Equations => "because they repeat in too many ways to be summed".to_owned(),
    }
}

fn not_given(at: Pc, program: &Program) -> Diagnostic {
    let judgement = match program.ops.get(at.0 as usize) {
        Some(Op::Judge { judgement, .. }) => program.judgements.get(judgement.0 as usize),
        _ => None,
    };
    let fact = judgement.map_or("", |judgement| judgement.fact.as_str());
    Diagnostic::new(
        Code::FactNotGiven,
        format!("the fact `{fact}` is not given and has no default"),
    )
    .help(format!("give it: `{fact}=…`"))
}
