//! Exploration from question to question, as every driver does it that does not only roll: the questions of a program,
//! the locations at which a run can stop, and the run from one to the next.

use super::fault::{Fault, FaultKind};
use super::machine::{Answers, Machine, Pause};
use sandtable_ir::{DecisionId, IndexVec, Op, Pc, PoolId, Program, Reg};

sandtable_ir::define_ids! {
    /// The number of a question, in the order of the ops.
    pub(super) struct QuestionId;
}

/// A control location at which a run stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Location {
    /// The end of the program.
    End,
    /// An open question.
    Question(QuestionId),
}

impl Location {
    /// The location as a number, in keys of states: -1 for the end.
    #[inline]
    pub(super) fn code(self) -> i32 {
        match self {
            Self::End => -1,
            Self::Question(question) => question.0 as i32,
        }
    }

    /// Returns the location with a code.
    #[inline]
    pub(super) fn of_code(code: i32) -> Self {
        match code {
            -1 => Self::End,
            _ => Self::Question(QuestionId(code as u32)),
        }
    }
}

/// An op that asks a question whose answer depends on chance or on a decider.
#[derive(Debug)]
pub(super) struct OpenQuestion {
    /// The op of the question.
    pub(super) at: Pc,
    /// The register that the answer goes to.
    pub(super) to: Reg,
    /// The pool that is rolled; `None` where something is chosen.
    pub(super) pool: Option<PoolId>,
    /// The registers that are live when the answer is given.
    pub(super) live: Vec<Reg>,
}

/// The questions of a program.
#[derive(Debug)]
pub(super) struct Questions {
    list: IndexVec<QuestionId, OpenQuestion>,
    of_op: IndexVec<Pc, Option<QuestionId>>,
}

impl Questions {
    /// Rolls and choices; `live` are the registers that are live at each op that asks.
    pub(super) fn of(program: &Program, live: Vec<(Pc, Vec<Reg>)>) -> Self {
        let mut all = Self {
            list: IndexVec::new(),
            of_op: IndexVec::from(vec![None; program.ops.len()]),
        };
        for (at, live) in live {
            all.add(program, at, live);
        }
        all
    }

    /// As [`Self::of`], less the choices: for policies that make each of them.
    pub(super) fn of_rolls(program: &Program, live: Vec<(Pc, Vec<Reg>)>) -> Self {
        let is_roll = |at: &Pc| matches!(program.op(*at), Op::Roll { .. });
        let live = live.into_iter().filter(|(at, _)| is_roll(at));
        Self::of(program, live.collect())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "judgements are not followed, and no other op asks"
    )]
    fn add(&mut self, program: &Program, at: Pc, live: Vec<Reg>) {
        let (to, pool) = match *program.op(at) {
            Op::Roll { to, pool } => (to, Some(pool)),
            Op::Choose { to, .. } => (to, None),
            _ => return,
        };
        let question = self.list.push(OpenQuestion { at, to, pool, live });
        self.of_op[at] = Some(question);
    }

    /// All questions, in the order of the ops.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenQuestion> {
        self.list.iter()
    }

    /// The number of items.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The question that an op asks; `None` if it asks none.
    #[inline]
    pub(super) fn at(&self, at: Pc) -> Option<QuestionId> {
        self.of_op[at]
    }

    /// The numbers of live registers: at the end, then at each question.
    pub(super) fn n_live(&self, program: &Program) -> Vec<usize> {
        let questions = self.iter().map(|question| question.live.len());
        std::iter::once(program.outcome.len())
            .chain(questions)
            .collect()
    }

    /// The registers that are live at a location.
    #[inline]
    pub(super) fn live<'a>(&'a self, program: &'a Program, location: Location) -> &'a [Reg] {
        match location {
            Location::End => &program.outcome,
            Location::Question(question) => &self[question].live,
        }
    }

    /// Runs a machine to the next question or the end. `is_open` says which decisions are questions.
    ///
    /// Errors: a fault; a judgement, since it has no answer; a decision that is not open.
    #[inline]
    pub(super) fn run_to_next<A: Answers>(
        &self,
        program: &Program,
        machine: &mut Machine,
        answers: &mut A,
        is_open: impl FnOnce(DecisionId) -> bool,
        steps: &mut u64,
    ) -> Result<Location, Fault> {
        let pause = machine.run(program, answers, steps);
        self.location(machine, pause, is_open)
    }

    /// The location of a machine that has paused.
    ///
    /// Errors: as [`Self::run_to_next`].
    #[inline]
    pub(super) fn location(
        &self,
        machine: &Machine,
        pause: Pause,
        is_open: impl FnOnce(DecisionId) -> bool,
    ) -> Result<Location, Fault> {
        let at = machine.pc;
        match pause {
            Pause::Done => Ok(Location::End),
            Pause::Choose(decision) if !is_open(decision) => {
                Err(FaultKind::Undecided(decision).at(at))
            }
            Pause::Roll(_) | Pause::Choose(_) => match self.at(at) {
                Some(question) => Ok(Location::Question(question)),
                None => Err(FaultKind::Ours("a question that was not listed").at(at)),
            },
            Pause::Judge(_) => Err(FaultKind::NotGiven.at(at)),
            Pause::Fault(fault) => Err(fault),
        }
    }
}

impl std::ops::Index<QuestionId> for Questions {
    type Output = OpenQuestion;

    #[inline]
    fn index(&self, question: QuestionId) -> &OpenQuestion {
        &self.list[question]
    }
}

/// Returns every answer to the current choice of the machine, with its weight.
///
/// Errors: the machine is not at a choice, which is an internal error.
pub(super) fn choices(program: &Program, machine: &Machine) -> Result<Vec<(i32, u64)>, Fault> {
    match machine.offer(program) {
        Some(offer) => {
            let answers = offer.answers();
            Ok(answers
                .map(|answer| (answer, offer.weight(answer)))
                .collect())
        }
        None => Err(FaultKind::Ours("a choice without an offer").at(machine.pc)),
    }
}
