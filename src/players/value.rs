//! The author's value of positions, as chances to win.
//!
//! A value is a number for each side; higher is better, on a scale of the author's. The chance that side `i` wins is taken as
//! `exp(b v_i + c_i m_i) / sum_j exp(b v_j + c_j m_j)`, where `m_i` is 1 for the side that is to decide and 0 for all others. The factors are
//! fitted by maximum likelihood to games in which all sides follow the policy of playouts (logistic regression; Bradley and Terry 1952). A value that
//! says nothing about who wins gets `b = 0` and is not used.

use std::sync::OnceLock;

use sandtable_eval::machine::Pause;
use sandtable_eval::offer::Offer;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{Lowered, OutcomePart, OutputSpec, Pc, PoolId, Program, Reg, lower};
use sandtable_model::{Expr, Question, RuleBook};

/// Maximum number of steps of one evaluation.
const VALUE_STEPS: u64 = 2_000_000;
/// Largest exponent.
const MOST_EXPONENT: f64 = 30.0;

/// The programs that value positions, one for each seat.
pub struct PositionValue {
    seats: Vec<SeatProgram>,
    /// The factors in exponents; fitted on first use.
    factors: OnceLock<Factors>,
}

/// The factors of logistic regression.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Factors {
    /// Of the value; 0 if it says nothing about who wins.
    pub(crate) value: f64,
    /// Of being the side that is to decide, by seat: it may have had a turn less than the others, or as many.
    pub(crate) movers: Vec<f64>,
}

struct SeatProgram {
    program: Program,
    /// Registers of the game's program and of this one that hold the same track of the same unit.
    shared: Vec<(Reg, Reg)>,
    /// The register of the value.
    result: Reg,
}

impl PositionValue {
    /// The programs of the value that a book declares, for these sides; `None` without one.
    pub(crate) fn new(
        book: &RuleBook,
        situation: &Question,
        lowered: &Lowered,
        sides: &[usize],
    ) -> Option<Self> {
        let value = book.value?;
        let known = book.procedures.get(value.at())?;
        let ty = known.result?.ty;
        let seats = sides.iter().map(|side| {
            let span = known.naming.span;
            let side_type = known.parameters.first().map_or(ty, |one| one.ty);
            let argument = Expr::constant(i32::try_from(*side).ok()?, side_type, span);
            let question = Question {
                entry: Expr::call_of(value, vec![argument], ty, span),
                procedure: Some(value),
                ..situation.clone()
            };
            let valued = lower::for_any_state(book, &question, OutputSpec::Outcome);
            let mut parts = valued.parts.iter().zip(&valued.program.outcome);
            let result = parts.find(|(part, _)| matches!(part, OutcomePart::Value(_)));
            let result = result.map(|(_, reg)| *reg)?;
            let program = valued.program;
            let shared = program.slots.iter().zip(0..).filter_map(|(slot, at)| {
                let unit = i32::try_from(slot.unit).ok()?;
                let of_game = lowered.program.slot_of_unit(unit, slot.track)?;
                Some((of_game, Reg(at)))
            });
            let shared = shared.collect();
            Some(SeatProgram {
                program,
                shared,
                result,
            })
        });
        Some(Self {
            seats: seats.collect::<Option<_>>()?,
            factors: OnceLock::new(),
        })
    }

    /// The factors by which values become chances; `fit` finds them when they are first asked for.
    pub(crate) fn factors(&self, fit: impl FnOnce() -> Factors) -> &Factors {
        self.factors.get_or_init(fit)
    }
}

/// Evaluates positions of one game; for one thread.
pub(crate) struct Valuer<'m> {
    seats: Vec<(&'m SeatProgram, Simulator<'m>, Vec<i32>)>,
    factors: Factors,
}

impl<'m> Valuer<'m> {
    /// An evaluator with these factors.
    pub(crate) fn with_factors(value: &'m PositionValue, factors: Factors) -> Self {
        let seats = value.seats.iter().map(|seat| {
            let simulator = Simulator::new(&seat.program, VALUE_STEPS);
            let start = simulator.machine().registers.clone();
            (seat, simulator, start)
        });
        Self {
            seats: seats.collect(),
            factors,
        }
    }

    /// The value of the state of a game for each side; `None` if an evaluation fails.
    pub(crate) fn values(&mut self, state: &[i32]) -> Option<Vec<f64>> {
        let seats = self.seats.iter_mut();
        let values = seats.map(|(seat, simulator, start)| {
            for (of_game, own) in &seat.shared {
                let value = state.get(of_game.0 as usize)?;
                *start.get_mut(own.0 as usize)? = *value;
            }
            simulator.load_registers(Pc(0), start);
            match simulator.run(&mut NoAnswers) {
                Pause::Done => Some(f64::from(simulator.machine().get(seat.result))),
                Pause::Fault(_) | Pause::Roll(_) | Pause::Choose(_) | Pause::Judge(_) => None,
            }
        });
        values.collect()
    }

    /// The chance of each side to win from the state of a game in which a side is to decide, as the value says; `None` if it cannot be
    /// evaluated.
    pub(crate) fn chances(&mut self, state: &[i32], mover: Option<usize>) -> Option<Vec<f64>> {
        let values = self.values(state)?;
        Some(shares(&values, mover, &self.factors))
    }
}

/// Leaves every question open; a formula asks none.
pub(crate) struct NoAnswers;

impl Driver for NoAnswers {
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }
}

/// `exp(b v_i + c_i m_i) / sum_j exp(b v_j + c_j m_j)`
pub(crate) fn shares(values: &[f64], mover: Option<usize>, factors: &Factors) -> Vec<f64> {
    let exponent = |(seat, value): (usize, &f64)| {
        let of_mover = factors.movers.get(seat).filter(|_| Some(seat) == mover);
        factors.value * value + of_mover.copied().unwrap_or(0.0)
    };
    let exponents: Vec<f64> = values.iter().enumerate().map(exponent).collect();
    let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |exponent: &f64| (exponent - most).max(-MOST_EXPONENT).exp();
    let weights: Vec<f64> = exponents.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}
