//! What ops measure on the board, and searches for ways over it.
//!
//! All of it is geometry out of [`crate::board`]; what a step costs is worked out by the program, between the steps of a
//! search (see [`crate::ir::search`]).

use super::fault::FaultKind;
use crate::board::{Board, Place, Rounding, Shape, turned};
use crate::ir::search::{
    COST, COUNT, CURSOR, FARTHEST, FROM, GOAL, ITEMS, LEVEL, MOST, SPEND, START, TO,
};
use crate::ir::{Found, Measure, NONE, Program};
use crate::model::board::{Laid, Primitive};
use crate::syntax::ast;

/// How many hexes a step's origin takes in a packed way.
const PACKED: i32 = 1 << 14;

fn laid(program: &Program) -> Result<&Laid, FaultKind> {
    program.board.as_deref().ok_or(FaultKind::NoBoard)
}

fn rounding(rounding: ast::Rounding) -> Rounding {
    match rounding {
        ast::Rounding::Down => Rounding::Down,
        ast::Rounding::Up => Rounding::Up,
        ast::Rounding::Nearest => Rounding::Nearest,
    }
}

/// What stands where a place is asked for, unless that is nothing.
fn on(laid: &Laid, place: Option<&i32>) -> Result<Place, FaultKind> {
    let place = place.copied().unwrap_or(NONE);
    match place != NONE && laid.board.holds(place) {
        true => Ok(place),
        false => Err(FaultKind::OffTheBoard),
    }
}

fn shape<'l>(laid: &'l Laid, unit: Option<&i32>) -> Result<&'l Shape, FaultKind> {
    let at = unit.and_then(|unit| usize::try_from(*unit).ok());
    at.and_then(|at| laid.shapes.get(at))
        .ok_or(FaultKind::NoUnit)
}

/// What is measured, of what stands in a row of registers.
pub(super) fn measure(program: &Program, what: Measure, about: &[i32]) -> Result<i32, FaultKind> {
    let (primitive, rounded) = match what {
        Measure::Primitive(primitive, rounded) => (primitive, rounding(rounded)),
        Measure::SpotOf => {
            let spot = about.first().and_then(|place| {
                let laid = program.board.as_deref()?;
                laid.board.spot_of(*place)
            });
            return Ok(spot
                .and_then(|spot| i32::try_from(spot).ok())
                .unwrap_or(NONE));
        }
        Measure::Spot => {
            let place = about.first().and_then(|spot| {
                let laid = program.board.as_deref()?;
                laid.board.spot(usize::try_from(*spot).ok()?)
            });
            return Ok(place.unwrap_or(NONE));
        }
    };
    if primitive == Primitive::Turned {
        let [direction, degrees] = *about else {
            return Ok(NONE);
        };
        return Ok(turned(direction, degrees));
    }
    let laid = laid(program)?;
    let board = &laid.board;
    let place = |at: usize| on(laid, about.get(at));
    let number = |at: usize| about.get(at).copied().unwrap_or(0);
    let flag = |holds: bool| Ok(i32::from(holds));
    let or_none = |place: Option<i32>| Ok(place.unwrap_or(NONE));
    match primitive {
        Primitive::Distance => Ok(board.distance(place(0)?, place(1)?, rounded)),
        Primitive::Bearing => Ok(board.bearing(place(0)?, place(1)?)),
        Primitive::InArc => flag(board.in_arc(place(0)?, number(1), number(2), place(3)?)),
        Primitive::Ahead => or_none(board.ahead(place(0)?, number(1), number(2))),
        Primitive::Twin => or_none(board.twin(place(0)?, place(1)?, place(2)?)),
        Primitive::Hexside => match board.side(place(0)?, place(1)?) {
            Some(side) => Ok(side),
            None => Err(FaultKind::NotAdjacent),
        },
        Primitive::Gap => {
            let (one, other) = (shape(laid, about.first())?, shape(laid, about.get(2))?);
            Ok(board.gap(place(1)?, one, place(3)?, other, rounded))
        }
        Primitive::Inside => {
            let outline = shape(laid, about.get(1))?;
            flag(board.inside(place(0)?, place(2)?, outline))
        }
        Primitive::Crosses => {
            let outline = shape(laid, about.get(2))?;
            flag(board.crosses(place(0)?, place(1)?, place(3)?, outline))
        }
        Primitive::Through => {
            let outline = shape(laid, about.get(2))?;
            Ok(board.through(place(0)?, place(1)?, place(3)?, outline, rounded))
        }
        Primitive::Turned | Primitive::Cost | Primitive::Farthest => Ok(NONE),
    }
}

/// What a hex or one of its sides says.
pub(super) fn ground(
    program: &Program,
    place: i32,
    field: u32,
    of_side: bool,
) -> Result<i32, FaultKind> {
    let laid = laid(program)?;
    let said = match of_side {
        true => laid.side(place, field),
        false => laid.hex(place, field),
    };
    said.ok_or(FaultKind::OffTheBoard)
}

/// The next place of the grid behind `last`, not farther away than `about` says, if anything.
pub(super) fn next_spot(program: &Program, last: i32, about: &[i32]) -> Result<i32, FaultKind> {
    let laid = laid(program)?;
    let board = &laid.board;
    let center = match about {
        [center, distance] => Some((on(laid, Some(center))?, *distance)),
        _ => None,
    };
    let first = match last {
        NONE => 0,
        last => board.spot_of(last).map_or(usize::MAX, |spot| spot + 1),
    };
    let mut spots = (first..board.n_spots()).filter_map(|spot| board.spot(spot));
    let found = spots
        .find(|spot| center.is_none_or(|(center, distance)| board.within(center, *spot, distance)));
    Ok(found.unwrap_or(NONE))
}

/// Writes a list into a block: how many first.
fn list(block: &mut [i32], found: &[i32]) -> Result<(), FaultKind> {
    block.fill(NONE);
    let n_found = i32::try_from(found.len()).unwrap_or(i32::MAX);
    if let Some(count) = block.get_mut(COUNT) {
        *count = n_found;
    }
    let room = block.get_mut(ITEMS..).unwrap_or_default();
    if room.len() < found.len() {
        return Err(FaultKind::TooManySteps);
    }
    for (place, item) in room.iter_mut().zip(found) {
        *place = *item;
    }
    Ok(())
}

/// What the line between two places passes.
pub(super) fn trace(
    program: &Program,
    sides: bool,
    about: &[i32],
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let laid = laid(program)?;
    let (from, to) = (on(laid, about.first())?, on(laid, about.get(1))?);
    let found = match sides {
        true => laid.board.sides_between(from, to),
        false => laid.board.between(from, to),
    };
    list(block, &found)
}

/// A search in its block.
struct Search<'b> {
    board: &'b Board,
    block: &'b mut [i32],
}

impl Search<'_> {
    fn get(&self, at: usize) -> i32 {
        self.block.get(at).copied().unwrap_or(NONE)
    }

    fn set(&mut self, at: usize, value: i32) {
        if let Some(place) = self.block.get_mut(at) {
            *place = value;
        }
    }

    fn n_hexes(&self) -> usize {
        match self.board {
            Board::Hexes(map) => map.n_hexes(),
            Board::Table(_) => 0,
        }
    }

    /// What it costs to reach a hex; [`NONE`] if it is not reached.
    fn cost(&self, hex: i32) -> i32 {
        usize::try_from(hex).map_or(NONE, |hex| self.get(ITEMS + hex))
    }

    /// How many steps lead to a hex, and from where.
    fn before(&self, hex: i32) -> (i32, i32) {
        let packed = usize::try_from(hex).map_or(0, |hex| self.get(ITEMS + self.n_hexes() + hex));
        (packed / PACKED, packed % PACKED)
    }

    /// Whether a way to a hex is better than what is known.
    fn improve(&mut self, hex: i32, cost: i32, steps: i32, from: i32) {
        let (Ok(at), known) = (usize::try_from(hex), self.cost(hex)) else {
            return;
        };
        if known != NONE && (known, self.before(hex).0) <= (cost, steps) {
            return;
        }
        let n_hexes = self.n_hexes();
        self.set(ITEMS + at, cost);
        self.set(ITEMS + n_hexes + at, steps.min(PACKED) * PACKED + from);
        // A step without a cost may lead to a hex that has been passed over.
        if cost == self.get(LEVEL) && 8 * hex < self.get(CURSOR) {
            self.set(CURSOR, 8 * hex);
        }
    }

    /// Hexes: takes in the cost of the last step and names the next.
    fn step_hexes(&mut self) {
        let (from, to, cost) = (self.get(FROM), self.get(TO), self.get(COST));
        if from != NONE && cost != NONE {
            let total = self.cost(from).saturating_add(cost.max(0));
            if self.get(MOST) == NONE || total <= self.get(MOST) {
                let steps = self.before(from).0 + 1;
                self.improve(to, total, steps, from);
            }
        }
        self.set(FROM, NONE);
        let n_hexes = i32::try_from(self.n_hexes()).unwrap_or(i32::MAX / 8);
        let goal = self.get(GOAL);
        loop {
            let level = self.get(LEVEL);
            while self.get(CURSOR) < 8 * n_hexes {
                let (hex, direction) = (self.get(CURSOR) / 8, self.get(CURSOR) % 8);
                if direction >= 6 || self.cost(hex) != level {
                    self.set(CURSOR, 8 * (hex + 1));
                    continue;
                }
                self.set(CURSOR, self.get(CURSOR) + 1);
                let next = usize::try_from(direction).ok();
                let neighbours = self.board.neighbours(hex);
                let next = next.and_then(|next| neighbours.get(next).copied().flatten());
                // What is reached at less or as little needs no other way.
                let open = next.filter(|next| self.cost(*next) == NONE || self.cost(*next) > level);
                if let Some(next) = open {
                    self.set(FROM, hex);
                    self.set(TO, next);
                    return;
                }
            }
            let is_there = goal != NONE && self.cost(goal) != NONE && self.cost(goal) <= level;
            let costs = (0..n_hexes).map(|hex| self.cost(hex));
            let dearer = costs.filter(|cost| *cost != NONE && *cost > level).min();
            match dearer {
                Some(dearer) if !is_there => {
                    self.set(LEVEL, dearer);
                    self.set(CURSOR, 0);
                }
                _ => return,
            }
        }
    }

    /// A table: takes in what an inch of the last stretch costs and names the next stretch.
    fn step_table(&mut self) {
        let done = self.get(COUNT);
        let (from, to, cost) = (self.get(FROM), self.get(TO), self.get(COST));
        if from != NONE {
            if cost == NONE {
                self.set(FROM, NONE);
                self.set(FARTHEST, NONE);
                self.set(LEVEL, NONE);
                return;
            }
            let start = self.get(START);
            let behind = |place: i32| self.board.length(start, place);
            let (gone, ends) = (behind(from), behind(to));
            let spent = i64::from(self.get(LEVEL));
            let price = i64::from(cost.max(0));
            let left = 100 * i64::from(self.get(SPEND).max(0)) - spent;
            let total = spent + price * (ends - gone);
            if self.get(FARTHEST) == NONE && self.get(SPEND) != NONE && total - spent > left {
                let runs_out = gone + left.max(0) / price.max(1);
                let place = self.board.part_way(start, self.get(GOAL), runs_out);
                self.set(FARTHEST, place);
            }
            self.set(LEVEL, i32::try_from(total).unwrap_or(i32::MAX));
            self.set(COUNT, done + 1);
        }
        let done = usize::try_from(self.get(COUNT)).unwrap_or(0);
        let n_stretches = usize::try_from(self.get(CURSOR)).unwrap_or(0);
        if done >= n_stretches {
            self.set(FROM, NONE);
            return;
        }
        let from = match done {
            0 => self.get(START),
            done => self.get(ITEMS + done - 1),
        };
        self.set(FROM, from);
        self.set(TO, self.get(ITEMS + done));
    }

    /// The hexes of the way to one, without the start.
    fn way(&self, to: i32) -> Vec<i32> {
        let mut way = Vec::new();
        let mut at = to;
        while at != self.get(START) && way.len() <= self.n_hexes() {
            way.push(at);
            at = self.before(at).1;
        }
        way.reverse();
        way
    }

    fn end_hexes(&mut self, found: Found) -> Result<(), FaultKind> {
        let goal = self.get(GOAL);
        let total = if goal == NONE { NONE } else { self.cost(goal) };
        let way = if total == NONE {
            Vec::new()
        } else {
            self.way(goal)
        };
        let spend = self.get(SPEND);
        let farthest = match (total, spend) {
            (NONE, _) | (_, NONE) => NONE,
            _ => {
                let afforded = way.iter().take_while(|hex| self.cost(**hex) <= spend);
                afforded.last().copied().unwrap_or(self.get(START))
            }
        };
        let places = match found {
            Found::Way => way,
            Found::Reached => {
                let hexes = (0..).take(self.n_hexes());
                hexes.filter(|hex| self.cost(*hex) != NONE).collect()
            }
        };
        list(self.block, &places)?;
        self.set(COST, total);
        self.set(FARTHEST, farthest);
        Ok(())
    }

    fn end_table(&mut self, rounded: Rounding) -> Result<(), FaultKind> {
        let (level, farthest, goal) = (self.get(LEVEL), self.get(FARTHEST), self.get(GOAL));
        let total = match (level, rounded) {
            (NONE, _) => NONE,
            (level, Rounding::Down) => level / 100,
            (level, Rounding::Up) => level.saturating_add(99) / 100,
            (level, Rounding::Nearest) => level.saturating_add(50) / 100,
        };
        let n_stretches = usize::try_from(self.get(CURSOR)).unwrap_or(0);
        let places: Vec<i32> = match level {
            NONE => Vec::new(),
            _ => (0..n_stretches).map(|at| self.get(ITEMS + at)).collect(),
        };
        list(self.block, &places)?;
        self.set(COST, total);
        let farthest = match (level, farthest) {
            (NONE, _) => NONE,
            (_, NONE) => goal,
            (_, farthest) => farthest,
        };
        self.set(FARTHEST, farthest);
        Ok(())
    }
}

/// Lays a search out: from where, where to, what it may cost, what is to be spent, and where cutting units stand.
pub(super) fn search_start(
    program: &Program,
    about: &[i32],
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let laid = laid(program)?;
    let start = on(laid, about.first())?;
    let goal = match about.get(1).copied() {
        None | Some(NONE) => NONE,
        Some(_) => on(laid, about.get(1))?,
    };
    block.fill(NONE);
    let mut search = Search {
        board: &laid.board,
        block,
    };
    search.set(START, start);
    search.set(GOAL, goal);
    search.set(MOST, about.get(2).copied().unwrap_or(NONE));
    search.set(SPEND, about.get(3).copied().unwrap_or(NONE));
    search.set(LEVEL, 0);
    search.set(CURSOR, 0);
    if let Board::Hexes(_) = laid.board {
        search.set(LEVEL, -1);
        search.improve(start, 0, 0, start);
        search.set(LEVEL, 0);
        return Ok(());
    }
    let standing = laid.cutting.iter().zip(about.get(4..).unwrap_or_default());
    let shapes: Vec<(Place, &Shape)> = standing
        .filter(|(_, at)| laid.board.holds(**at))
        .filter_map(|(unit, at)| Some((*at, laid.shapes.get(*unit as usize)?)))
        .collect();
    let goal = if goal == NONE { start } else { goal };
    let stretches = laid.board.inch_by_inch(start, goal, &shapes);
    if search.block.len() < ITEMS + stretches.len() {
        return Err(FaultKind::TooManySteps);
    }
    for (at, place) in stretches.iter().enumerate() {
        search.set(ITEMS + at, *place);
    }
    search.set(CURSOR, i32::try_from(stretches.len()).unwrap_or(0));
    search.set(COUNT, 0);
    Ok(())
}

/// Takes in what the last step costs and names the next.
pub(super) fn search_step(program: &Program, block: &mut [i32]) -> Result<(), FaultKind> {
    let laid = laid(program)?;
    let mut search = Search {
        board: &laid.board,
        block,
    };
    match laid.board {
        Board::Hexes(_) => search.step_hexes(),
        Board::Table(_) => search.step_table(),
    }
    Ok(())
}

/// Leaves what was found.
pub(super) fn search_end(
    program: &Program,
    found: Found,
    rounded: ast::Rounding,
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let laid = laid(program)?;
    let mut search = Search {
        board: &laid.board,
        block,
    };
    match laid.board {
        Board::Hexes(_) => search.end_hexes(found),
        Board::Table(_) => search.end_table(rounding(rounded)),
    }
}
