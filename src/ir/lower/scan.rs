//! Selections as scans: the leading conditions of a selection that compare tracks, stats and measures of the unit with
//! loop-invariant values are one op over all units.
//!
//! Only for programs without notes. Tests keep the order of the conditions, and short-circuit as these do.

use super::super::id::{FilterId, Reg};
use super::super::op::{Measure, Op};
use super::super::program::{Filter, Operand, Relation, Subject, Test};
use super::{Frame, Label, Lowerer, count, value};
use sandtable_board::Whole;
use sandtable_model::board::{Measured, Primitive};
use sandtable_model::{
    Arithmetic, Chosen, Expr, ExprKind, LocalId, NONE, Selection, TrackId, Type,
};
use sandtable_syntax::ast::{Order, Rounding};

/// Maximum depth of formulas that are expanded in a test.
const MOST_DEEP: usize = 4;

/// The names of the expression that is turned into tests.
enum Scope<'s> {
    /// Of the rule with the selection, in which this name is bound to the unit.
    Selection(LocalId, Frame),
    /// Of a formula that is expanded: its arguments.
    Formula(&'s [Operand]),
}

/// The tests found in a selection.
struct Tests {
    clauses: Vec<Vec<Test>>,
    /// Registers with values to compare with.
    about: Vec<Reg>,
    /// Whether the loop over the selection leaves tracks unchanged.
    is_pure: bool,
    depth: usize,
}

impl Tests {
    /// Adds a clause of one test; `false` if its left operand is none that a test has.
    fn push(&mut self, subject: Option<Subject>, relation: Relation, holds: bool) -> bool {
        let test = subject.map(|subject| Test {
            subject,
            relation,
            holds,
        });
        let is_test = test.is_some();
        self.clauses.extend(test.map(|test| vec![test]));
        is_test
    }

    fn about(&mut self, reg: Reg) -> Operand {
        let known = self.about.iter().position(|known| *known == reg);
        let at = known.unwrap_or_else(|| {
            self.about.push(reg);
            self.about.len() - 1
        });
        Operand::About(count(at))
    }
}

impl Lowerer<'_> {
    /// Goes through the units of a selection by a scan. `is_pure` if nothing changes meanwhile.
    pub(super) fn scan_selection(
        &mut self,
        selection: &Selection,
        is_pure: bool,
        end: Label,
        frame: Frame,
        each: impl FnOnce(&mut Self, Reg, Label, Label),
    ) {
        let mut tests = Tests {
            clauses: Vec::new(),
            about: Vec::new(),
            is_pure,
            depth: 0,
        };
        if let Some(owner) = &selection.owner {
            let owner = self.expr(owner, frame);
            let owner = tests.about(owner);
            self.owner_test(owner, &mut tests);
        }
        self.play_tests(selection, &mut tests);
        let scope = Scope::Selection(selection.local, frame);
        let mut conditions = Vec::new();
        if let Some(condition) = &selection.condition {
            conjuncts(condition, &mut conditions);
        }
        let n_tests = conditions
            .iter()
            .take_while(|condition| self.add_test(condition, true, &scope, &mut tests))
            .count();
        let about = self.row_of(&tests.about);
        let filter = self.filter(selection, tests);
        let member = self.set(-1);
        self.members.push(member);
        let next = self.label();
        self.place(next);
        self.emit(Op::Scan {
            to: member,
            last: member,
            filter,
            about,
        });
        self.jump_if_none(member, true, end);
        if selection.set_parameter().is_some() {
            self.in_set(selection, member, next, frame);
        }
        self.with_member(selection, member, frame, |lowerer| {
            for condition in conditions.iter().skip(n_tests) {
                lowerer.jump_unless_looked_up(condition, frame, next);
            }
            each(lowerer, member, next, end);
        });
        self.jump(next);
    }

    /// The parts of one owner.
    fn owner_test(&mut self, owner: Operand, tests: &mut Tests) {
        let owners = self.question.cast.iter();
        let owners = owners.map(|unit| unit.owner.map_or(NONE, value)).collect();
        tests.push(
            Some(Subject::Listed(owners)),
            Relation::Order(Order::Equal, owner),
            true,
        );
    }

    /// Units in play, and chosen if that is asked.
    fn play_tests(&mut self, selection: &Selection, tests: &mut Tests) {
        let mut test = |track, order, with| {
            let relation = Relation::Order(order, Operand::Constant(with));
            let subject = Subject::Value(Operand::Track(track));
            tests.push(Some(subject), relation, true);
        };
        let asked = [
            (selection.destroyed, TrackId::DESTROYED),
            (selection.removed, TrackId::REMOVED),
        ];
        for (_, track) in asked.into_iter().filter(|(included, _)| !included) {
            test(self.track_number(track), Order::Equal, 0);
        }
        if let Some(Chosen::Marked { mark, .. }) = &selection.chosen {
            test(self.track_number(*mark), Order::NotEqual, NONE);
        }
    }

    fn filter(&mut self, selection: &Selection, tests: Tests) -> FilterId {
        let filter = Filter {
            next: self.next_units(|unit| selection.takes(unit) && selection.kinds.has(unit.kind)),
            n_about: count(tests.about.len()),
            clauses: tests.clauses,
        };
        let known = self.program.filters.iter();
        let known = known.enumerate().find(|(_, known)| **known == filter);
        let at = known.map(|(at, _)| at);
        let at = at.unwrap_or_else(|| {
            self.program.filters.push(filter);
            self.program.filters.len() - 1
        });
        FilterId(count(at))
    }

    /// Adds a condition to the tests; `false` if it is none, and nothing is added.
    fn add_test(
        &mut self,
        condition: &Expr,
        holds: bool,
        scope: &Scope<'_>,
        tests: &mut Tests,
    ) -> bool {
        let n_before = tests.clauses.len();
        let is_test = self.try_test(condition, holds, scope, tests);
        if !is_test {
            tests.clauses.truncate(n_before);
        }
        is_test
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the expressions that are tests are named; every other one is worked out for each unit"
    )]
    fn try_test(
        &mut self,
        condition: &Expr,
        holds: bool,
        scope: &Scope<'_>,
        tests: &mut Tests,
    ) -> bool {
        match &condition.kind {
            ExprKind::Not(inner) => self.try_test(inner, !holds, scope, tests),
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                left,
                right,
            } if (*op == Arithmetic::And) == holds => {
                self.try_test(left, holds, scope, tests)
                    && self.try_test(right, holds, scope, tests)
            }
            ExprKind::Binary {
                op: Arithmetic::And | Arithmetic::Or,
                left,
                right,
            } => self.any_test(&[(left, holds), (right, holds)], scope, tests),
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                // The guarded operand is evaluated only if the condition holds.
                self.any_test(&[(condition, false), (then, holds)], scope, tests)
                    && self.any_test(&[(condition, true), (otherwise, holds)], scope, tests)
            }
            ExprKind::Compare { order, left, right } => {
                let (subject, order, with) = match self.subject(left, scope, tests) {
                    Some(subject) => (subject, *order, right),
                    None => match self.subject(right, scope, tests) {
                        Some(subject) => (subject, order.mirrored(), left),
                        None => return false,
                    },
                };
                let Some(with) = self.operand(with, scope, tests) else {
                    return false;
                };
                tests.push(Some(subject), Relation::Order(order, with), holds)
            }
            ExprKind::Member { value, set } => {
                let subject = self.subject(value, scope, tests);
                let relation = Relation::Set(*set);
                tests.push(subject, relation, holds)
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => self.expanded(*procedure, arguments, holds, scope, tests),
            _ if condition.ty == Type::Flag => {
                let subject = self.subject(condition, scope, tests);
                let relation = Relation::Order(Order::NotEqual, Operand::Constant(0));
                tests.push(subject, relation, holds)
            }
            _ => false,
        }
    }

    /// Adds a clause that is met if any of some conditions is. Only the last may be a conjunction: the conditions before it are
    /// then repeated for each of its operands.
    fn any_test(
        &mut self,
        conditions: &[(&Expr, bool)],
        scope: &Scope<'_>,
        tests: &mut Tests,
    ) -> bool {
        let mut clause: Vec<Test> = Vec::new();
        for (at, (condition, holds)) in conditions.iter().enumerate() {
            let n_before = tests.clauses.len();
            if !self.try_test(condition, *holds, scope, tests) {
                return false;
            }
            let found: Vec<Vec<Test>> = tests.clauses.drain(n_before..).collect();
            if at + 1 == conditions.len() {
                for rest in found {
                    let all = clause.iter().cloned().chain(rest);
                    tests.clauses.push(all.collect());
                }
                return true;
            }
            let Ok([found]) = <[Vec<Test>; 1]>::try_from(found) else {
                return false;
            };
            clause.extend(found);
        }
        true
    }

    /// Adds the value of a formula that is a single condition.
    fn expanded(
        &mut self,
        procedure: sandtable_model::ProcedureId,
        arguments: &[Expr],
        holds: bool,
        scope: &Scope<'_>,
        tests: &mut Tests,
    ) -> bool {
        let book = self.book;
        let Some(called) = book.procedures.get(procedure.at()) else {
            return false;
        };
        let mut parameters = called.parameters.iter();
        if tests.depth >= MOST_DEEP || parameters.any(|one| matches!(one.ty, Type::Number(_))) {
            return false;
        }
        let Some(result) = self
            .single_result(procedure)
            .filter(|one| one.ty == Type::Flag)
        else {
            return false;
        };
        let operands: Option<Vec<Operand>> = arguments
            .iter()
            .map(|argument| self.operand(argument, scope, tests))
            .collect();
        let Some(operands) = operands else {
            return false;
        };
        tests.depth += 1;
        let is_test = self.try_test(&result, holds, &Scope::Formula(&operands), tests);
        tests.depth -= 1;
        is_test
    }

    fn subject(&mut self, expr: &Expr, scope: &Scope<'_>, tests: &mut Tests) -> Option<Subject> {
        if let ExprKind::Measured {
            primitive,
            arguments,
            way: None,
            whole,
        } = &expr.kind
        {
            let whole = whole.unwrap_or(Rounding::Nearest.into());
            return self.measure(*primitive, arguments, whole, scope, tests);
        }
        self.operand(expr, scope, tests).map(Subject::Value)
    }

    fn measure(
        &mut self,
        primitive: Primitive,
        arguments: &[Expr],
        whole: Whole,
        scope: &Scope<'_>,
        tests: &mut Tests,
    ) -> Option<Subject> {
        let at = self.book.at_track()?;
        let mut row = Vec::new();
        for (argument, wanted) in arguments.iter().zip(primitive.wants()) {
            let operand = self.operand(argument, scope, tests)?;
            match wanted {
                Measured::OutlineOrPoint if argument.ty == Type::Place => {
                    row.extend([Operand::Constant(NONE), operand, Operand::Constant(0)]);
                }
                Measured::Outline | Measured::OutlineOrPoint => {
                    let facing = match self.turning {
                        Some(facing) => self.track_of(operand, facing, tests)?,
                        None => Operand::Constant(0),
                    };
                    row.extend([operand, self.track_of(operand, at, tests)?, facing]);
                }
                Measured::LineEnd if argument.ty == Type::Side => return None,
                Measured::Way => return None,
                Measured::LineEnd
                | Measured::Place
                | Measured::Direction
                | Measured::Degrees
                | Measured::Distance
                | Measured::Points => row.push(operand),
            }
        }
        let what = Measure::Primitive(primitive, whole);
        (row.len() == what.n_about() as usize).then_some(Subject::Measure(what, row))
    }

    /// A value that costs nothing to find for each unit; emits ops that find it once for all of them.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the expressions that are tests are named; every other one is worked out for each unit"
    )]
    fn operand(&mut self, expr: &Expr, scope: &Scope<'_>, tests: &mut Tests) -> Option<Operand> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(Operand::Constant(*value)),
            ExprKind::Option(id) => Some(Operand::Constant(self.option_value(id.at()))),
            ExprKind::NamedSide(_) | ExprKind::Game => {
                let place = match expr.kind {
                    ExprKind::NamedSide(side) => self.book.named_side(side, &self.question.cast),
                    _ => {
                        let game = self.book.game_kind();
                        let mut cast = self.question.cast.iter();
                        cast.position(|unit| Some(unit.kind) == game)
                    }
                };
                Some(Operand::Constant(place.map_or(NONE, value)))
            }
            ExprKind::Local(local) => match scope {
                Scope::Selection(member, _) if member == local => Some(Operand::Itself),
                Scope::Selection(_, frame) => {
                    let reg = self.local(*local, *frame);
                    Some(tests.about(reg))
                }
                Scope::Formula(operands) => operands.get(local.at()).copied(),
            },
            ExprKind::Track {
                unit,
                track,
                index: None,
            } => {
                let unit = self.operand(unit, scope, tests)?;
                self.track_of(unit, *track, tests)
            }
            ExprKind::Field { unit, field } => {
                let unit = self.operand(unit, scope, tests)?;
                let field = count(field.at());
                match unit {
                    Operand::Itself => Some(Operand::Stat(field)),
                    Operand::About(_) | Operand::Constant(_) => {
                        let read = |to, unit| Op::Stat { to, unit, field };
                        Some(self.read_once(unit, tests, read))
                    }
                    Operand::Track(_) | Operand::Stat(_) => None,
                }
            }
            _ => None,
        }
    }

    fn track_of(&mut self, unit: Operand, track: TrackId, tests: &mut Tests) -> Option<Operand> {
        let track = self.track_number(track);
        match unit {
            Operand::Itself => Some(Operand::Track(track)),
            Operand::About(_) | Operand::Constant(_) if tests.is_pure => {
                Some(self.read_once(unit, tests, |to, unit| Op::Load { to, unit, track }))
            }
            Operand::About(_) | Operand::Constant(_) | Operand::Track(_) | Operand::Stat(_) => None,
        }
    }

    /// Evaluates a property of a unit before the scan; [`NONE`] without a unit, since a test before it may check that.
    fn read_once(
        &mut self,
        unit: Operand,
        tests: &mut Tests,
        read: impl FnOnce(Reg, Reg) -> Op,
    ) -> Operand {
        let unit = match unit {
            Operand::About(at) => tests.about.get(at as usize).copied(),
            Operand::Constant(value) => Some(self.set(value)),
            Operand::Itself | Operand::Track(_) | Operand::Stat(_) => None,
        };
        let to = self.set(NONE);
        let end = self.label();
        if let Some(unit) = unit {
            self.jump_if_none(unit, true, end);
            self.emit(read(to, unit));
        }
        self.place(end);
        tests.about(to)
    }
}

/// The parts of a conjunction, in order.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the expressions that are tests are named; every other one is worked out for each unit"
)]
fn conjuncts<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Binary {
            op: Arithmetic::And,
            left,
            right,
        } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(condition),
    }
}
