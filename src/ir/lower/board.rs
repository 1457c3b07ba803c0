//! Boards: measures, loops over places, and searches for paths.

use std::sync::Arc;

use super::super::debug_info::Note;
use super::super::id::{Reg, StepsId};
use super::super::op::{Block, Found, Measure, Op};
use super::steps::StepCost;
use super::{Callee, Frame, Label, Lowerer, count, offset};
use sandtable_board::{Shape, Whole, search};
use sandtable_model::board::{Measured, Primitive, Region, RegionShape, Way};
use sandtable_model::{
    CastUnit, Expr, NONE, Question, RuleBook, Selection, TrackId, Type, walk_changes,
};
use sandtable_syntax::ast::{Order, Rounding};

/// The request of a search.
struct Searched<'e> {
    way: &'e Way,
    from: Reg,
    /// The goal; nothing if anywhere.
    goal: Option<Reg>,
    /// The most that it may cost; nothing if anything.
    most: Option<Reg>,
    /// The amount that is to be spent.
    spend: Option<Reg>,
    found: Found,
    whole: Whole,
}

impl Lowerer<'_> {
    /// Lowers a primitive with its arguments.
    pub(super) fn measured(
        &mut self,
        primitive: Primitive,
        arguments: &[Expr],
        way: Option<&Way>,
        whole: Option<Whole>,
        frame: Frame,
    ) -> Reg {
        let values: Vec<Reg> = arguments
            .iter()
            .map(|argument| {
                let value = self.expr(argument, frame);
                self.unary(|to| Op::Copy { to, from: value })
            })
            .collect();
        let whole = whole.unwrap_or(Rounding::Nearest.into());
        if let (Some(way), [from, goal, rest @ ..]) = (way, values.as_slice()) {
            let spend = rest.first().copied();
            let block = self.search(
                &Searched {
                    way,
                    from: *from,
                    goal: Some(*goal),
                    most: None,
                    spend,
                    found: Found::Way,
                    whole,
                },
                frame,
            );
            let from = offset(
                block.first,
                match spend {
                    Some(_) => search::FARTHEST,
                    None => search::COST,
                },
            );
            return self.unary(|to| Op::Copy { to, from });
        }
        let mut row = Vec::new();
        let asked = values.iter().zip(arguments).zip(primitive.wants());
        for ((value, argument), wanted) in asked {
            match wanted {
                Measured::OutlineOrPoint if argument.ty == Type::Place => {
                    row.extend([self.set(NONE), *value, self.set(0)]);
                }
                Measured::Outline | Measured::OutlineOrPoint => {
                    row.extend([*value, self.standing(*value), self.heading(*value)]);
                }
                Measured::LineEnd => row.push(self.line_end(*value, argument)),
                Measured::Place
                | Measured::Direction
                | Measured::Degrees
                | Measured::Distance
                | Measured::Points
                | Measured::Way => row.push(*value),
            }
        }
        let about = self.row_of(&row);
        let what = Measure::Primitive(primitive, whole);
        self.unary(|to| Op::Measure { to, what, about })
    }

    /// The place of a unit.
    fn standing(&mut self, unit: Reg) -> Reg {
        match self.book.at_track() {
            Some(track) => self.load(unit, track, None),
            None => self.set(NONE),
        }
    }

    /// The direction of a unit, if an outline can turn.
    fn heading(&mut self, unit: Reg) -> Reg {
        match self.turning {
            Some(track) => self.load(unit, track, None),
            None => self.set(0),
        }
    }

    /// The code of the end of a line; see [`sandtable_board::LineEnd::of_code`].
    fn line_end(&mut self, value: Reg, end: &Expr) -> Reg {
        if end.ty != Type::Side {
            return value;
        }
        let below = self.set(-1);
        self.unary(|to| Op::Subtract {
            to,
            a: below,
            b: value,
        })
    }

    /// Copies values to consecutive registers and returns the first.
    pub(super) fn row_of(&mut self, values: &[Reg]) -> Reg {
        let row = self.regs(values.len());
        for (at, from) in values.iter().enumerate() {
            self.emit(Op::Copy {
                to: offset(row, at),
                from: *from,
            });
        }
        row
    }

    /// Room for a search, or for a list of places.
    fn block_of(&mut self, n: usize) -> Block {
        Block {
            first: self.regs(n),
            n: count(n),
        }
    }

    /// Registers the step cost of a search; `is_place` marks the arguments that are places.
    fn stepping(&mut self, callee: Callee, is_place: &[bool]) -> StepsId {
        let (entry, called) = self.called(callee);
        let argument = |at: usize| offset(called.locals, at);
        let places = is_place
            .iter()
            .enumerate()
            .filter(|(_, is_place)| **is_place);
        self.stepping.push(StepCost {
            entry,
            places: places.map(|(at, _)| argument(at)).collect(),
            ends: [argument(is_place.len()), argument(is_place.len() + 1)],
        });
        StepsId(count(self.stepping.len()) - 1)
    }

    /// Lowers a search for a path; the block holds the path that was found.
    fn search(&mut self, searched: &Searched<'_>, frame: Frame) -> Block {
        let arguments = searched.way.arguments.iter();
        let own: Vec<Reg> = arguments
            .map(|argument| {
                let value = self.expr(argument, frame);
                self.unary(|to| Op::Copy { to, from: value })
            })
            .collect();
        let mut row = vec![searched.from];
        for value in [searched.goal, searched.most, searched.spend] {
            let value = value.unwrap_or_else(|| self.set(NONE));
            row.push(value);
        }
        let board_instance = self.question.board_instance.clone();
        for unit in board_instance
            .iter()
            .flat_map(|board_instance| &board_instance.cutting)
        {
            let unit = self.set(super::value(*unit as usize));
            row.extend([self.standing(unit), self.heading(unit)]);
        }
        let of_way = searched.way.arguments.iter().map(|argument| argument.ty);
        let is_place: Vec<bool> = of_way.map(|ty| ty == Type::Place).collect();
        let places = own.iter().zip(&is_place).filter(|(_, is_place)| **is_place);
        row.extend(places.map(|(value, _)| *value));
        let about = self.row_of(&row);
        let board_instance = self.question.board_instance.as_ref();
        let block = self.block_of(
            board_instance.map_or(search::ITEMS, |board_instance| board_instance.n_searching()),
        );
        let callee = Callee::Procedure(searched.way.procedure);
        let steps = self.stepping(callee, &is_place);
        self.emit(Op::SearchStart {
            block,
            about,
            steps,
        });
        let (again, end) = (self.label(), self.label());
        self.note(Note::LookUp);
        self.place(again);
        self.emit(Op::SearchStep { block, steps });
        let (from, to) = (
            offset(block.first, search::FROM),
            offset(block.first, search::TO),
        );
        self.jump_if_none(from, true, end);
        let arguments: Vec<Reg> = own.into_iter().chain([from, to]).collect();
        let cost = self.call_with(callee, &arguments);
        self.emit(Op::Copy {
            to: offset(block.first, search::COST),
            from: cost,
        });
        self.jump(again);
        self.place(end);
        self.note(Note::LookedUp);
        self.emit(Op::SearchEnd {
            block,
            found: searched.found,
            whole: searched.whole,
        });
        block
    }

    /// Emits a loop over places, which leaves to `end`.
    pub(super) fn places(
        &mut self,
        region: &Region,
        end: Label,
        frame: Frame,
        each: impl FnOnce(&mut Self, Reg, Label),
    ) {
        match &region.region_shape {
            RegionShape::All => self.spots(None, end, each),
            RegionShape::Within { distance, of } => {
                let (of, distance) = (self.expr(of, frame), self.expr(distance, frame));
                let about = self.row_of(&[of, distance]);
                self.spots(Some(about), end, each);
            }
            RegionShape::Between { ends } => {
                let ends = ends.iter().map(|end| {
                    let value = self.expr(end, frame);
                    self.line_end(value, end)
                });
                let ends: Vec<Reg> = ends.collect();
                let about = self.row_of(&ends);
                let board_instance = self.question.board_instance.as_ref();
                let block = self.block_of(
                    board_instance
                        .map_or(search::ITEMS, |board_instance| board_instance.n_of_line()),
                );
                self.emit(Op::Trace {
                    block,
                    sides: region.sides,
                    about,
                });
                self.listed(block, end, each);
            }
            RegionShape::Along { way, ends } => {
                let [from, goal] = ends.as_ref();
                let (from, goal) = (self.expr(from, frame), self.expr(goal, frame));
                let block = self.search(
                    &Searched {
                        way,
                        from,
                        goal: Some(goal),
                        most: None,
                        spend: None,
                        found: Found::Way,
                        whole: Rounding::Up.into(),
                    },
                    frame,
                );
                self.listed(block, end, each);
            }
            RegionShape::Reached { way, from, within } => {
                let (from, within) = (self.expr(from, frame), self.expr(within, frame));
                self.reached(way, from, within, end, frame, each);
            }
        }
    }

    /// The places that a way reaches: on hexes, squares and areas of one search, on a table each point that is near enough by itself.
    fn reached(
        &mut self,
        way: &Way,
        from: Reg,
        within: Reg,
        end: Label,
        frame: Frame,
        each: impl FnOnce(&mut Self, Reg, Label),
    ) {
        let mut searched = Searched {
            way,
            from,
            goal: None,
            most: Some(within),
            spend: None,
            found: Found::Reached,
            whole: Rounding::Up.into(),
        };
        if self.book.board != Some(sandtable_model::board::Measure::Inches) {
            let block = self.search(&searched, frame);
            self.listed(block, end, each);
            return;
        }
        let about = self.row_of(&[from, within]);
        self.spots(Some(about), end, |lowerer, spot, next| {
            searched.goal = Some(spot);
            searched.most = None;
            searched.found = Found::Way;
            let block = lowerer.search(&searched, frame);
            let cost = offset(block.first, search::COST);
            lowerer.jump_if_none(cost, true, next);
            lowerer.emit(Op::JumpCompare {
                a: cost,
                b: within,
                order: Order::Greater,
                to: Self::to(next),
            });
            each(lowerer, spot, next);
        });
    }

    /// Goes through the places of the grid, or those of them that are near enough.
    fn spots(&mut self, within: Option<Reg>, end: Label, each: impl FnOnce(&mut Self, Reg, Label)) {
        let spot = self.set(NONE);
        let next = self.label();
        self.place(next);
        self.emit(Op::NextSpot {
            to: spot,
            last: spot,
            within: within.is_some(),
            about: within.unwrap_or(spot),
        });
        self.jump_if_none(spot, true, end);
        each(self, spot, next);
        self.jump(next);
    }

    /// Goes through what a block lists.
    fn listed(&mut self, block: Block, end: Label, each: impl FnOnce(&mut Self, Reg, Label)) {
        let count = self.unary(|to| Op::Copy {
            to,
            from: offset(block.first, search::COUNT),
        });
        let at = self.set(-1);
        let next = self.label();
        self.place(next);
        self.emit(Op::AddValue {
            to: at,
            a: at,
            value: 1,
        });
        self.emit(Op::JumpCompare {
            a: at,
            b: count,
            order: Order::GreaterOrEqual,
            to: Self::to(end),
        });
        let items = Block {
            first: offset(block.first, search::ITEMS),
            n: block.n.saturating_sub(super::count(search::ITEMS)),
        };
        let place = self.unary(|to| Op::Pick {
            to,
            block: items,
            index: at,
        });
        each(self, place, next);
        self.jump(next);
    }

    /// The names of the places that can be chosen.
    pub(super) fn names_of_places(&mut self) -> Arc<[String]> {
        if let Some(known) = &self.places {
            return known.clone();
        }
        let board = self
            .question
            .board_instance
            .as_ref()
            .map(|board_instance| &board_instance.board);
        let names: Arc<[String]> = board.map_or_else(
            || Arc::from(Vec::new()),
            |board| {
                let spots = (0..board.n_spots()).filter_map(|spot| board.spot(spot));
                spots.map(|spot| board.name(spot)).collect()
            },
        );
        self.places = Some(names.clone());
        names
    }

    /// Lowers the options of a choice of places, and the worth of each.
    pub(super) fn place_options(
        &mut self,
        room: (Reg, usize),
        selection: &Selection,
        worth: Option<&Expr>,
        local: Reg,
        frame: Frame,
    ) {
        let offered = self.nothing_offered(room, worth.is_some());
        let Some(region) = &selection.region else {
            return;
        };
        let end = self.label();
        self.places(region, end, frame, |lowerer, place, next| {
            lowerer.emit(Op::Copy {
                to: local,
                from: place,
            });
            if let Some(condition) = &selection.condition {
                lowerer.jump_unless_looked_up(condition, frame, next);
            }
            let index = lowerer.unary(|to| Op::Measure {
                to,
                what: Measure::SpotOf,
                about: place,
            });
            lowerer.jump_if_none(index, true, next);
            lowerer.offer_at(offered, index, worth, frame);
        });
        self.place(end);
    }
}

/// The track of directions, if an outline can turn: a unit that has one begins turned, or the rules turn units.
pub(super) fn turning_track(book: &RuleBook, question: &Question) -> Option<TrackId> {
    let track = book.facing_track()?;
    let is_outlined = |unit: &&CastUnit| matches!(unit.shape, Some(Shape::Polygon { .. }));
    let mut outlined = question.cast.iter().filter(is_outlined).peekable();
    outlined.peek()?;
    let begins_turned = outlined.any(|unit| unit.start(track, 0) != 0);
    let turns = || {
        book.bodies().any(|(_, body)| {
            let mut is_turned = false;
            for statement in body {
                walk_changes(statement, &mut |_, changed| is_turned |= changed == track);
            }
            is_turned
        })
    };
    (begins_turned || turns()).then_some(track)
}
