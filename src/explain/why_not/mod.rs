//! Why not: which part of a condition does not hold, in the author's words, with the values that it reads.
//!
//! A statement that is being carried out has a [`Site`]: what it asks is asked again, part by part, each part by a small
//! program of its own that starts from the current state. So only the parts in question are evaluated, and the semantics of
//! an expression is defined in one place only, by the machine.

mod call;
mod condition;
mod fact;
mod option;
mod sum;

use std::cell::RefCell;
use std::collections::BTreeMap;

pub use fact::Answered;
use sandtable_board::Place;
use sandtable_diagnostic::grouped;
use sandtable_eval::machine::{Answers, Machine, Pause};
use sandtable_eval::wording::show;
use sandtable_ir::{Block, JudgementId, OutputSpec, Program, Site, Within, lower, shown_on};
use sandtable_model::{Expr, NONE, Question, RuleBook, Statement, Type, walk_statements};
use sandtable_source::{SourceMap, Span};

/// Most steps that one part of a condition may take.
const STEPS: u64 = 2_000_000;
/// Maximum number of lines of a reason; the others are counted.
const REASON_LINES: usize = 12;

/// One line of a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The number of reasons above it in the hierarchy.
    pub depth: usize,
    /// The part that does not hold, and the values that it reads.
    pub text: String,
    /// Sections of the book that say so.
    pub citations: Vec<String>,
    /// Its span in the rules.
    pub span: Span,
}

/// Can say why something does not hold in a run of a question.
#[derive(Debug)]
pub struct Inquiry<'a> {
    book: &'a RuleBook,
    sources: &'a SourceMap,
    /// With the values of the names for arguments, and nothing to run.
    question: RefCell<Question>,
    units: Vec<String>,
    /// The judgements of facts: which, about whom, and the value; the last one holds.
    judged: RefCell<Vec<(String, Vec<i32>, i32)>>,
}

/// A rule at a certain moment.
#[derive(Debug, Clone, Default)]
struct Scene<'a> {
    /// The values of the rule's names, by place.
    values: Vec<i32>,
    /// The members of its parameters with several units, by place.
    sets: BTreeMap<usize, Vec<i32>>,
    /// The expressions that are kept under them, where the rule works that out.
    kept: BTreeMap<usize, &'a Expr>,
    /// Sections of the rule.
    citations: &'a [String],
}

/// The reasons found so far, line by line.
struct Finding<'i, 'a> {
    inquiry: &'i Inquiry<'a>,
    /// The machine's registers, the state first.
    state: &'i [i32],
    reasons: Vec<Reason>,
    /// The number of lines for which there was no room.
    n_more: usize,
    /// The places that settle it, and those of units.
    places: Vec<Place>,
}

impl<'a> Inquiry<'a> {
    /// For runs of this question.
    pub fn new(book: &'a RuleBook, sources: &'a SourceMap, question: &Question) -> Self {
        let nothing = Expr {
            or_none: true,
            ..Expr::constant(NONE, Type::Flag, question.entry.span)
        };
        Self {
            book,
            sources,
            units: question.unit_titles(),
            question: RefCell::new(Question {
                entry: nothing,
                procedure: None,
                ..question.clone()
            }),
            judged: RefCell::default(),
        }
    }

    /// A run begins: nothing has been judged yet.
    pub(crate) fn begins(&self) {
        self.judged.borrow_mut().clear();
    }

    /// A run goes on after these judgements.
    pub(crate) fn recall(&self, judged: Vec<(String, Vec<i32>, i32)>) {
        *self.judged.borrow_mut() = judged;
    }

    /// The judgements so far: the fact, the units, the value.
    pub(crate) fn judgements(&self) -> Vec<(String, Vec<i32>, i32)> {
        self.judged.borrow().clone()
    }

    /// Takes note of how a fact was judged.
    pub(crate) fn hears(&self, fact: &str, about: &[i32], value: i32) {
        let mut judged = self.judged.borrow_mut();
        judged.retain(|(known, of, _)| known != fact || of != about);
        judged.push((fact.to_owned(), about.to_vec(), value));
    }

    /// The reasons for which a `needs` or `once each` refuses.
    pub fn refused(&self, site: &Site, registers: &[i32]) -> Vec<Reason> {
        let mut finding = self.finding(registers);
        if let Some((scene, statement)) = self.at(site, registers) {
            finding.refusal(&scene, statement, 0);
        }
        finding.told()
    }

    fn finding<'i>(&'i self, state: &'i [i32]) -> Finding<'i, 'a> {
        Finding {
            inquiry: self,
            state,
            reasons: Vec::new(),
            n_more: 0,
            places: Vec::new(),
        }
    }

    /// The rule and the statement that are meant.
    fn at(&self, site: &Site, registers: &[i32]) -> Option<(Scene<'a>, &'a Statement)> {
        let book = self.book;
        let (naming, body, names) = match site.within {
            Within::Procedure(id) => {
                let rule = book.procedures.get(id.at())?;
                (&rule.naming, &rule.body, &rule.locals)
            }
            Within::Reaction(id) => {
                let rule = book.reactions.get(id.at())?;
                (&rule.naming, &rule.body, &rule.locals)
            }
            Within::When(trigger, line) => {
                let rule = book.triggers.get(trigger)?;
                (&rule.naming, &rule.whens.get(line)?.body, &rule.locals)
            }
        };
        let mut found = None;
        let mut kept = BTreeMap::new();
        walk_statements(body, &mut |statement| {
            if let Some((local, value)) = statement.binding() {
                kept.insert(local.at(), value);
            }
            if statement.span == site.span {
                found = Some(statement);
            }
            found.is_none()
        });
        let value = |at: usize| {
            let bound = site.bound.iter().rev();
            let mut bound = bound.filter(|(local, _)| local.at() == at);
            let own = || Some(site.locals.0 as usize + at);
            let reg = bound.next().map(|(_, reg)| reg.0 as usize).or_else(own);
            reg.and_then(|reg| registers.get(reg)).copied()
        };
        let statement = found?;
        let citations = match statement.citations.as_slice() {
            [] => &naming.citations,
            own => own,
        };
        let scene = Scene {
            values: (0..names.len())
                .map(|at| value(at).unwrap_or(NONE))
                .collect(),
            sets: site
                .sets
                .iter()
                .map(|(local, block)| (local.at(), members(*block, registers)))
                .collect(),
            kept,
            citations,
        };
        Some((scene, statement))
    }

    /// The value of an expression; `None` if that cannot be found out without rolling or asking.
    fn value(&self, expr: &Expr, scene: &Scene<'_>, state: &[i32]) -> Option<i32> {
        let reads_unknown_set = |part: &Expr| {
            let aggregation = part.aggregation();
            let set = aggregation.and_then(|one| one.selection.set_parameter());
            set.is_some_and(|set| !scene.sets.contains_key(&set.at()))
        };
        if expr.any(reads_unknown_set) {
            return None;
        }
        let program = {
            let mut question = self.question.borrow_mut();
            question.arguments.clone_from(&scene.values);
            let sets = scene.sets.iter();
            question.sets = sets.map(|(at, members)| (*at, members.clone())).collect();
            lower::run(self.book, &question, OutputSpec::Conditions(&[Some(expr)])).program
        };
        let mut machine = Machine::new(&program);
        for ((register, _), value) in machine.registers.iter_mut().zip(&program.slots).zip(state) {
            *register = *value;
        }
        let mut steps = STEPS;
        let mut answers = Remembered(self);
        match machine.run(&program, &mut answers, &mut steps) {
            Pause::Done => program.outcome.last().map(|reg| machine.get(*reg)),
            Pause::Roll(_) | Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_) => None,
        }
    }

    /// The board on which it is played.
    pub fn board(&self) -> Option<std::sync::Arc<sandtable_model::board::BoardInstance>> {
        self.question.borrow().board_instance.clone()
    }

    /// A value in words.
    fn shown(&self, value: i32, ty: Type) -> String {
        let question = self.question.borrow();
        let shown = shown_on(self.book, question.board_instance.as_ref(), ty);
        show(value, &shown, &self.units)
    }

    /// Returns the source text of a span on one line, without comments.
    fn words(&self, span: Span) -> String {
        let lines = self.sources.text(span).lines();
        let lines = lines.map(|line| line.split(" #").next().unwrap_or(line));
        let words = lines.flat_map(str::split_whitespace);
        words.collect::<Vec<&str>>().join(" ")
    }
}

/// Returns the units whose flags are set in a block of registers.
fn members(block: Block, registers: &[i32]) -> Vec<i32> {
    let flags = registers.iter().skip(block.first.0 as usize);
    let flags = (0..).zip(flags.take(block.n as usize));
    flags
        .filter(|(_, flag)| **flag != 0)
        .map(|(unit, _)| unit)
        .collect()
}

/// Answers out of what has been judged before.
struct Remembered<'i, 'a>(&'i Inquiry<'a>);

impl Answers for Remembered<'_, '_> {
    fn judge(
        &mut self,
        program: &Program,
        judgement: JudgementId,
        about: &[i32],
        _state: &[i32],
    ) -> Option<i32> {
        let judgement = program.judgements.get(judgement.0 as usize)?;
        let judged = self.0.judged.borrow();
        let mut known = judged.iter();
        let known = known.find(|(fact, of, _)| *fact == judgement.fact && of == about);
        known.map(|(.., value)| *value)
    }
}

impl<'i, 'a> Finding<'i, 'a> {
    fn value(&self, expr: &Expr, scene: &Scene<'_>) -> Option<i32> {
        self.inquiry.value(expr, scene, self.state)
    }

    /// The lines that were found, and behind them the number of those for which there was no room.
    fn told(mut self) -> Vec<Reason> {
        if let Some(last) = self.reasons.last().filter(|_| self.n_more > 0) {
            let lines = if self.n_more == 1 { "line" } else { "lines" };
            self.reasons.push(Reason {
                depth: 0,
                text: format!("and {} more {lines}", grouped(self.n_more as u64)),
                citations: Vec::new(),
                span: last.span,
            });
        }
        self.reasons
    }

    /// Adds lines that were found out apart.
    fn below(&mut self, depth: usize, reasons: Vec<Reason>) {
        let n_left = REASON_LINES.saturating_sub(self.reasons.len());
        self.n_more += reasons.len().saturating_sub(n_left);
        let reasons = reasons.into_iter().map(|reason| Reason {
            depth: reason.depth + depth,
            ..reason
        });
        self.reasons.extend(reasons.take(n_left));
    }

    /// Adds a line, as long as there are not too many.
    fn line(&mut self, depth: usize, text: String, scene: &Scene<'_>, span: Span) {
        let is_known = |known: &Reason| known.text == text && known.depth == depth;
        if self.reasons.iter().any(is_known) {
            return;
        }
        if self.reasons.len() >= REASON_LINES {
            self.n_more += 1;
            return;
        }
        self.reasons.push(Reason {
            depth,
            text,
            citations: scene.citations.to_vec(),
            span,
        });
    }
}

/// A line and the reason for it: on one line if that is one; nothing without a reason.
pub(crate) fn under(text: String, reasons: Vec<Reason>) -> Vec<Reason> {
    let Some(first) = reasons.first() else {
        return Vec::new();
    };
    let mut head = Reason {
        depth: 0,
        text,
        ..first.clone()
    };
    if let [only] = reasons.as_slice() {
        head.text = format!("{}: {}", head.text, only.text);
        return vec![head];
    }
    let deeper = reasons.into_iter().map(|reason| Reason {
        depth: reason.depth + 1,
        ..reason
    });
    std::iter::once(head).chain(deeper).collect()
}
