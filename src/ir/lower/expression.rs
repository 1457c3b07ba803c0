//! Expressions: each leaves its value in a register.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::super::program::{Axis, Grid, Pool};
use super::{Callee, Frame, Lowerer, offset};
use sandtable_diagnostic::{Code, a};
use sandtable_model::{
    Arithmetic, DiceValue, DieId, Expr, ExprKind, FieldId, NONE, Ratio, Type, Value,
};
use sandtable_syntax::ast::{Order, Rounding};

impl Lowerer<'_> {
    /// Lowers an expression; returns the register of its value.
    pub(super) fn expr(&mut self, expr: &Expr, frame: Frame) -> Reg {
        let span = std::mem::replace(&mut self.span, expr.span);
        let reg = self.expr_at(expr, frame);
        self.span = span;
        reg
    }

    /// Fails where places are read without a map.
    fn without_places(&mut self) -> Reg {
        let place = a(self.book.ground().place);
        let message = format!("the rules read what {place} has, but there is no map");
        self.fail(Code::NoBoard, message);
        self.set(NONE)
    }

    /// Fails if a place is none.
    fn fail_off_map(&mut self, place: Reg) {
        let on_map = self.label();
        self.emit(Op::JumpCompareValue {
            a: place,
            value: NONE,
            order: Order::NotEqual,
            to: Self::to(on_map),
        });
        let message = "this reads a place of something that is not on the map";
        self.fail(Code::OffTheBoard, message.to_owned());
        self.place(on_map);
    }

    /// Whether a stat is a place, and there is no map to find it on. One that may be left out is none if no unit of the cast names it.
    fn is_unlocated(&self, field: FieldId) -> bool {
        let book = self.book;
        let known = book.fields.get(field.at());
        let Some(known) = known.filter(|known| known.ty == Type::Place) else {
            return false;
        };
        let mut cast = self.question.cast.iter();
        let mut is_named = || {
            cast.any(|unit| {
                let profile = book.profiles.get(unit.profile.at());
                let value = profile.and_then(|profile| profile.value(field));
                matches!(value, Some(Value::Place(_)))
            })
        };
        self.question.board_instance.is_none() && (!known.or_none || is_named())
    }

    /// The place in the cast of the unit of the first area.
    fn first_place(&self) -> Option<usize> {
        let kind = self.book.changing_places()?;
        let mut cast = self.question.cast.iter();
        cast.position(|unit| unit.kind == kind)
    }

    fn expr_at(&mut self, expr: &Expr, frame: Frame) -> Reg {
        match &expr.kind {
            ExprKind::Constant(value) => self.set(*value),
            ExprKind::Local(local) => self.local(*local, frame),
            ExprKind::Field { .. }
            | ExprKind::Ground { .. }
            | ExprKind::Measured { .. }
            | ExprKind::Track { .. }
            | ExprKind::AreaUnit { .. }
            | ExprKind::AreaPlace { .. }
            | ExprKind::Game
            | ExprKind::NamedSide { .. } => self.state_at(expr, frame),
            ExprKind::Not { .. }
            | ExprKind::Negate { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Divide { .. }
            | ExprKind::Compare { .. }
            | ExprKind::Member { .. }
            | ExprKind::Meets { .. }
            | ExprKind::Shift { .. }
            | ExprKind::Widen { .. }
            | ExprKind::Limit { .. }
            | ExprKind::If { .. } => self.operator_at(expr, frame),
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => self.aggregated(expr, frame, |lowerer| {
                let value = value.as_deref();
                lowerer.aggregate(*aggregate, value, selection, ordering.as_ref(), frame)
            }),
            ExprKind::Call {
                procedure,
                arguments,
            } => self.call(Callee::Procedure(*procedure), arguments, frame),
            ExprKind::Refused => self.refused,
            ExprKind::Offered(reaction) => match self.offered.get(reaction).copied() {
                Some(offered) => offered,
                None => self.set(0),
            },
            ExprKind::Can { action, arguments } => {
                self.call(Callee::Can(*action), arguments, frame)
            }
            ExprKind::Modifiers { list, arguments } => {
                self.call(Callee::Modifiers(*list), arguments, frame)
            }
            ExprKind::Table { table, arguments } => self.lookup(*table, arguments, frame),
            ExprKind::Fact { fact, arguments } => self.lower_fact(*fact, arguments, frame),
            ExprKind::Option(id) => self.option(id.at()),
            ExprKind::Dice { count, sides } => self.dice(*count, *sides),
            ExprKind::Roll(die) => self.roll(*die),
            ExprKind::Pool(keyed_pool) => self.keyed_pool(keyed_pool, frame),
            ExprKind::RollOf { die, rungs } => self.roll_of(die, rungs, frame),
            ExprKind::RestOf {
                value,
                by,
                down,
                top,
            } => self.rest_of(value, by, *down, *top, frame),
            ExprKind::Ratio {
                left,
                right,
                rungs,
                up,
            } => self.ratio(left, right, rungs, *up, frame),
            ExprKind::Last(procedure) => self.last.get(procedure).copied().unwrap_or(frame.result),
            ExprKind::Winner => self.sole_winner(),
            ExprKind::Ended => self.has_ended(),
            ExprKind::Outcome => self.outcome,
        }
    }

    /// Lowers reads of units, tracks, places and measures.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn state_at(&mut self, expr: &Expr, frame: Frame) -> Reg {
        match &expr.kind {
            ExprKind::Field { unit, field } => {
                if self.is_unlocated(*field) {
                    let message = "the rules read a place of the map, but there is no map";
                    self.fail(Code::NoBoard, message.to_owned());
                    return self.set(NONE);
                }
                let unit = self.expr(unit, frame);
                let to = self.reg();
                self.emit(Op::Stat {
                    to,
                    unit,
                    field: super::count(field.at()),
                });
                to
            }
            ExprKind::Ground { place, field } => {
                let of_side = place.ty == Type::Side;
                let place = self.expr(place, frame);
                let field = super::count(field.at());
                self.unary(|to| Op::Ground {
                    to,
                    place,
                    field,
                    of_side,
                })
            }
            ExprKind::Measured {
                primitive,
                arguments,
                way,
                whole,
            } => self.measured(*primitive, arguments, way.as_ref(), *whole, frame),
            ExprKind::Track { unit, track, index } => {
                let unit = self.expr(unit, frame);
                let index = index.as_ref().map(|index| self.expr(index, frame));
                self.load(unit, *track, index)
            }
            ExprKind::AreaPlace(unit) => {
                let unit = self.expr(unit, frame);
                let Some(first) = self.first_place() else {
                    return self.without_places();
                };
                self.unary(|to| Op::AddValue {
                    to,
                    a: unit,
                    value: -super::value(first),
                })
            }
            ExprKind::AreaUnit(of) => {
                let place = self.expr(of, frame);
                let Some(first) = self.first_place() else {
                    return self.without_places();
                };
                if of.or_none {
                    self.fail_off_map(place);
                }
                self.unary(|to| Op::AddValue {
                    to,
                    a: place,
                    value: super::value(first),
                })
            }
            ExprKind::Game => {
                let game = self.book.game_kind();
                let mut cast = self.question.cast.iter();
                let place = cast.position(|unit| Some(unit.kind) == game);
                self.set(place.map_or(NONE, super::value))
            }
            ExprKind::NamedSide(side) => {
                let place = self.book.named_side(*side, &self.question.cast);
                self.set(place.map_or(NONE, super::value))
            }
            _ => self.set(0),
        }
    }

    /// Lowers arithmetic and logic.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn operator_at(&mut self, expr: &Expr, frame: Frame) -> Reg {
        match &expr.kind {
            ExprKind::Not(inner) => {
                let from = self.expr(inner, frame);
                self.unary(|to| Op::Not { to, from })
            }
            ExprKind::Negate(inner) => {
                let from = self.expr(inner, frame);
                self.unary(|to| Op::Negate { to, from })
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, frame),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => {
                let (a, b) = (self.expr(left, frame), self.expr(right, frame));
                let rounding = *rounding;
                self.unary(|to| Op::Divide { to, a, b, rounding })
            }
            ExprKind::Compare { order, left, right } => {
                if let Some(unit) = Expr::beside_winner(left, right) {
                    let won = self.has_won(unit, frame);
                    return match order {
                        Order::Equal => won,
                        _ => self.unary(|to| Op::Not { to, from: won }),
                    };
                }
                let (a, b) = (self.expr(left, frame), self.expr(right, frame));
                let order = *order;
                self.unary(|to| Op::Compare { to, a, b, order })
            }
            ExprKind::Member { value, set } => {
                let from = self.expr(value, frame);
                let set = *set;
                self.unary(|to| Op::Member { to, from, set })
            }
            ExprKind::Meets { face, need, sets } => self.meets(face, need, sets, frame),
            ExprKind::Shift {
                value,
                by,
                down,
                top,
            } => {
                let from = self.expr(value, frame);
                let mut by = self.expr(by, frame);
                if *down {
                    by = self.unary(|to| Op::Negate { to, from: by });
                }
                let top = *top;
                self.unary(|to| Op::Shift { to, from, by, top })
            }
            ExprKind::Widen { value, places } => self.widened(value, places, frame),
            ExprKind::Limit { value, low, high } => {
                let from = self.expr(value, frame);
                let (low, high) = (*low, *high);
                self.unary(|to| Op::Limit {
                    to,
                    from,
                    low,
                    high,
                })
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.choice(condition, then, otherwise, frame),
            _ => self.set(0),
        }
    }

    pub(super) fn unary(&mut self, op: impl FnOnce(Reg) -> Op) -> Reg {
        let to = self.reg();
        self.emit(op(to));
        to
    }

    fn binary(&mut self, op: Arithmetic, left: &Expr, right: &Expr, frame: Frame) -> Reg {
        let a = self.expr(left, frame);
        if matches!(op, Arithmetic::And | Arithmetic::Or) {
            let to = self.reg();
            let end = self.label();
            self.emit(Op::Copy { to, from: a });
            self.jump_if(to, op == Arithmetic::Or, end);
            let b = self.expr(right, frame);
            self.emit(Op::Copy { to, from: b });
            self.place(end);
            return to;
        }
        let b = self.expr(right, frame);
        match op {
            Arithmetic::Lower => self.extreme(a, b, Order::LessOrEqual),
            Arithmetic::Higher => self.extreme(a, b, Order::GreaterOrEqual),
            Arithmetic::Subtract => self.unary(|to| Op::Subtract { to, a, b }),
            Arithmetic::Multiply => self.unary(|to| Op::Multiply { to, a, b }),
            Arithmetic::Remainder => {
                let rounding = Rounding::Down;
                let quotient = self.unary(|to| Op::Divide { to, a, b, rounding });
                let whole = self.unary(|to| Op::Multiply { to, a: quotient, b });
                self.unary(|to| Op::Subtract { to, a, b: whole })
            }
            Arithmetic::Add | Arithmetic::And | Arithmetic::Or => {
                self.unary(|to| Op::Add { to, a, b })
            }
        }
    }

    /// Returns `a` if it is in the relation `order` to `b`, else `b`.
    fn extreme(&mut self, a: Reg, b: Reg, order: Order) -> Reg {
        let to = self.reg();
        let end = self.label();
        self.emit(Op::Copy { to, from: a });
        self.emit(Op::JumpCompare {
            a,
            b,
            order,
            to: Self::to(end),
        });
        self.emit(Op::Copy { to, from: b });
        self.place(end);
        to
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, frame: Frame) -> Reg {
        let to = self.reg();
        let (no, end) = (self.label(), self.label());
        self.jump_unless(condition, frame, no);
        let from = self.expr(then, frame);
        self.emit(Op::Copy { to, from });
        self.jump(end);
        self.place(no);
        let from = self.expr(otherwise, frame);
        self.emit(Op::Copy { to, from });
        self.place(end);
        to
    }

    /// Lowers arguments to consecutive registers, as look-ups and judgements need them.
    pub(super) fn side_by_side(&mut self, arguments: &[Expr], frame: Frame) -> Reg {
        let values: Vec<Reg> = arguments
            .iter()
            .map(|argument| self.expr(argument, frame))
            .collect();
        let first = self.regs(values.len());
        for (at, from) in values.into_iter().enumerate() {
            self.emit(Op::Copy {
                to: offset(first, at),
                from,
            });
        }
        first
    }

    /// Whether a face is in the set of a need. No need is met by no face.
    fn meets(&mut self, face: &Expr, need: &Expr, sets: &[u64], frame: Frame) -> Reg {
        let (face, need) = (self.expr(face, frame), self.expr(need, frame));
        let n_faces = 64 - sets.iter().fold(0, |all, set| all | set).leading_zeros();
        let grid = self.grid(format!("meets {sets:?}"), || Grid {
            name: "meets".to_owned(),
            axes: vec![
                whole_axis("need", sets.len()),
                Axis {
                    above: u16::try_from(n_faces).ok(),
                    n_lines: n_faces + 1,
                    ..whole_axis("face", n_faces as usize)
                },
            ],
            cells: sets
                .iter()
                .flat_map(|set| {
                    (0..=n_faces).map(move |face| (set.checked_shr(face).unwrap_or(0) & 1) as i32)
                })
                .collect(),
        });
        let to = self.set(0);
        let end = self.label();
        self.jump_if_none(need, true, end);
        let keys = self.regs(2);
        self.emit(Op::Copy {
            to: keys,
            from: need,
        });
        self.emit(Op::Copy {
            to: offset(keys, 1),
            from: face,
        });
        self.emit(Op::Lookup { to, grid, keys });
        self.place(end);
        to
    }

    /// The place that a word of one list has in another.
    fn widened(&mut self, value: &Expr, places: &[i32], frame: Frame) -> Reg {
        let from = self.expr(value, frame);
        let grid = self.grid(format!("widen {places:?}"), || Grid {
            name: "words".to_owned(),
            axes: vec![whole_axis("word", places.len())],
            cells: places.to_vec(),
        });
        let to = self.set(NONE);
        let end = self.label();
        if value.or_none {
            self.jump_if_none(from, true, end);
        }
        let keys = self.regs(1);
        self.emit(Op::Copy { to: keys, from });
        self.emit(Op::Lookup { to, grid, keys });
        self.place(end);
        to
    }

    fn dice(&mut self, count: u32, sides: u32) -> Reg {
        let name = if count == 1 {
            format!("d{sides}")
        } else {
            format!("{count}d{sides}")
        };
        let pool = self.pool(Pool {
            name,
            faces: (1..=super::value(sides as usize)).collect(),
            count,
            words: Vec::new(),
            modified: None,
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Number(sandtable_model::Dimension::Plain));
        self.note(Note::Rolled { pool, value });
        to
    }

    /// Throws what a value says: one of the rungs of a ladder, or any of the dice that units of the cast have.
    fn roll_of(&mut self, die: &Expr, rungs: &[DiceValue], frame: Frame) -> Reg {
        let asked = self.expr(die, frame);
        let values: Vec<(i32, DiceValue)> = match rungs {
            [] => self.dice_of_the_cast(),
            rungs => (0..).zip(rungs.iter().copied()).collect(),
        };
        let to = self.reg();
        let end = self.label();
        for (value, rolled) in values {
            let next = self.label();
            self.emit(Op::JumpCompareValue {
                a: asked,
                value,
                order: Order::NotEqual,
                to: Self::to(next),
            });
            if rolled.count == 0 {
                self.emit(Op::Set {
                    to,
                    value: rolled.plus,
                });
            } else {
                let shown = self.dice(rolled.count, rolled.sides);
                self.emit(Op::AddValue {
                    to,
                    a: shown,
                    value: rolled.plus,
                });
            }
            self.jump(end);
            self.place(next);
        }
        self.fail(Code::NoUnit, "no unit here has these dice".to_owned());
        self.place(end);
        to
    }

    /// The dice that are stats of the units in the cast, each once.
    fn dice_of_the_cast(&self) -> Vec<(i32, DiceValue)> {
        let fields = self.book.fields.iter().enumerate();
        let fields = fields.filter(|(_, field)| field.ty == Type::Dice);
        let mut values: Vec<(i32, DiceValue)> = fields
            .flat_map(|(at, _)| {
                self.question
                    .cast
                    .iter()
                    .map(move |unit| unit.fields.get(at))
            })
            .flatten()
            .filter_map(|value| Some((*value, DiceValue::of_value(*value)?)))
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns the steps of a shift beyond the end of the scale: the requested steps less those taken.
    fn rest_of(&mut self, value: &Expr, by: &Expr, down: bool, top: i32, frame: Frame) -> Reg {
        let from = self.expr(value, frame);
        let by = self.expr(by, frame);
        let by = match down {
            true => self.unary(|to| Op::Negate { to, from: by }),
            false => by,
        };
        let stopped = self.unary(|to| Op::Shift { to, from, by, top });
        let wanted = self.unary(|to| Op::Add { to, a: from, b: by });
        let (a, b) = match down {
            true => (stopped, wanted),
            false => (wanted, stopped),
        };
        let rest = self.unary(|to| Op::Subtract { to, a, b });
        self.unary(|to| Op::Limit {
            to,
            from: rest,
            low: 0,
            high: i32::MAX,
        })
    }

    /// The rung that two numbers reach: the last whose ratio is not more, or the first whose ratio is not less. Beyond
    /// the ends it is the end.
    fn ratio(&mut self, left: &Expr, right: &Expr, rungs: &[Ratio], up: bool, frame: Frame) -> Reg {
        let left = self.expr(left, frame);
        let left = self.unary(|to| Op::Copy { to, from: left });
        let right = self.expr(right, frame);
        let right = self.unary(|to| Op::Copy { to, from: right });
        let n_rungs = super::value(rungs.len());
        let found = self.set(if up { 0 } else { n_rungs - 1 });
        let end = self.label();
        // Of the rungs from the farthest on, the first that is reached.
        let asked: Vec<(i32, Ratio)> = (0..).zip(rungs.iter().copied()).collect();
        let asked: Vec<(i32, Ratio)> = match up {
            true => asked,
            false => asked.into_iter().rev().collect(),
        };
        for (at, (rung, ratio)) in (1..).zip(&asked) {
            if at == n_rungs {
                self.emit(Op::Set {
                    to: found,
                    value: *rung,
                });
                break;
            }
            let of_left = self.times(left, ratio.right);
            let of_right = self.times(right, ratio.left);
            self.emit(Op::Set {
                to: found,
                value: *rung,
            });
            self.emit(Op::JumpCompare {
                a: of_left,
                b: of_right,
                order: match up {
                    true => Order::LessOrEqual,
                    false => Order::GreaterOrEqual,
                },
                to: Self::to(end),
            });
        }
        self.place(end);
        found
    }

    fn times(&mut self, a: Reg, times: i32) -> Reg {
        if times == 1 {
            return a;
        }
        let b = self.set(times);
        self.unary(|to| Op::Multiply { to, a, b })
    }

    fn roll(&mut self, id: DieId) -> Reg {
        let Some(die) = self.book.dice.get(id.at()) else {
            return self.set(0);
        };
        let pool = self.pool(Pool {
            name: die.naming.name.clone(),
            faces: die.faces.clone(),
            count: 1,
            words: die.words.clone(),
            modified: None,
        });
        let to = self.reg();
        self.emit(Op::Roll { to, pool });
        let value = self.reading(to, Type::Face(id));
        self.note(Note::Rolled { pool, value });
        to
    }
}

/// A key whose values from 0 on are its lines.
fn whole_axis(name: &str, n_lines: usize) -> Axis {
    Axis {
        name: name.to_owned(),
        lowest: 0,
        lines: (0..n_lines)
            .filter_map(|line| u16::try_from(line).ok())
            .collect(),
        below: None,
        above: None,
        n_lines: super::count(n_lines),
    }
}
