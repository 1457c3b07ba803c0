//! Ways over a board, step by step: who searches is asked what each step costs.
//!
//! On hexes steps lead to adjacent hexes, and ways are the cheapest; on a table a way is the straight line, and a step is a
//! stretch of it. All that a search knows stands in one slice of numbers, so that a program can keep it in its registers
//! and work out the costs itself: [`Search::begin`], then [`Search::step`] names a step in [`FROM`] and [`TO`], its cost
//! goes into [`COST`], and so on until [`FROM`] is nothing; [`Search::end`] leaves what was found.

use super::{Board, HexMap, Place, Shape, Whole};

/// Stands for "nothing" in a search.
pub const NOTHING: i32 = i32::MIN;

/// Where the step begins; nothing at the end.
pub const FROM: usize = 0;
/// Where the step ends.
pub const TO: usize = 1;
/// What the step costs, on a table an inch of it; nothing if it cannot be gone. At the end what the whole way costs.
pub const COST: usize = 2;
/// Where the search begins.
const START: usize = 3;
/// Where it goes; nothing if anywhere.
const GOAL: usize = 4;
/// What a way may cost; nothing if any.
const MOST: usize = 5;
/// What is to be spent on the way; nothing if that is not asked.
const SPEND: usize = 6;
/// Hexes: the cost that is looked at. A table: what the way has cost so far, in hundredths; nothing if it is barred.
const LEVEL: usize = 7;
/// Hexes: the hex that is looked at, times 8, and the direction. A table: how many stretches there are.
const CURSOR: usize = 8;
/// At the end: where what is to be spent runs out, or the goal.
pub const FARTHEST: usize = 9;
/// A table: how many stretches are gone. At the end: how many places are listed.
pub const COUNT: usize = 10;
/// Hexes: what each costs to reach, then for each how many steps and from where. A table: the ends of the stretches. At
/// the end: the places.
pub const ITEMS: usize = 11;

/// More than a map has hexes: a hex and a number of steps are packed into one number.
const PACKED: i32 = 1 << 14;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sought {
    /// Where ways begin.
    pub from: Place,
    /// Where they lead; without one everything is looked for that can be reached. A table has no other ways.
    pub goal: Option<Place>,
    /// What a way may cost at most.
    pub most: Option<i32>,
    /// What is spent on the way to the goal, to find out how far that goes.
    pub spend: Option<i32>,
}

/// What a search lists at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The places of the way, without its beginning.
    Way,
    /// Every place that is reached.
    Reached,
}

/// How many numbers a search over a board needs, with these shapes in its way; a line of places needs no more.
pub fn n_registers<'s>(board: &Board, shapes: impl Iterator<Item = &'s Shape>) -> usize {
    ITEMS
        + match board {
            Board::Hexes(map) => 2 * map.n_hexes(),
            Board::Table(table) => {
                let inches = usize::try_from((table.width() + table.height()) / 100).unwrap_or(0);
                let cuts = shapes.map(|shape| match shape {
                    Shape::Disc { .. } => 2,
                    Shape::Polygon { points } => 2 * points.len(),
                });
                inches + 2 + cuts.sum::<usize>()
            }
        }
}

/// Writes a list of places, and how many they are; `false` if there is no room for them.
#[must_use]
pub fn list(block: &mut [i32], places: &[Place]) -> bool {
    block.fill(NOTHING);
    if let Some(count) = block.get_mut(COUNT) {
        *count = i32::try_from(places.len()).unwrap_or(i32::MAX);
    }
    let room = block.get_mut(ITEMS..).unwrap_or_default();
    for (room, place) in room.iter_mut().zip(places) {
        *room = *place;
    }
    places.len() <= room.len()
}

/// A search in its slice.
#[derive(Debug)]
pub struct Search<'b> {
    board: &'b Board,
    block: &'b mut [i32],
}

impl<'b> Search<'b> {
    /// Begins a search; `None` if there is no room for it. `shapes` cut a line over a table into stretches.
    pub fn begin(
        board: &'b Board,
        block: &'b mut [i32],
        sought: Sought,
        shapes: &[(Place, &Shape)],
    ) -> Option<Self> {
        let mut search = Self { board, block };
        match board {
            Board::Hexes(map) => {
                if search.block.len() < ITEMS + 2 * map.n_hexes() {
                    return None;
                }
                search.block.fill(NOTHING);
                search.reach(map, sought.from, 0, 0, sought.from);
                search.set(CURSOR, 0);
            }
            Board::Table(_) => {
                let goal = sought.goal.unwrap_or(sought.from);
                let stretches = board.inch_by_inch(sought.from, goal, shapes);
                if !list(search.block, &stretches) {
                    return None;
                }
                search.set(CURSOR, search.get(COUNT));
                search.set(COUNT, 0);
            }
        }
        search.set(START, sought.from);
        search.set(GOAL, sought.goal.unwrap_or(NOTHING));
        search.set(MOST, sought.most.unwrap_or(NOTHING));
        search.set(SPEND, sought.spend.unwrap_or(NOTHING));
        search.set(LEVEL, 0);
        Some(search)
    }

    /// The search that has begun in this slice.
    pub fn resume(board: &'b Board, block: &'b mut [i32]) -> Self {
        Self { board, block }
    }

    /// Takes in what the last step costs, and names the next.
    pub fn step(&mut self) {
        match self.board {
            Board::Hexes(map) => self.step_hexes(map),
            Board::Table(_) => self.step_table(),
        }
    }

    /// Leaves what was found; `false` if there is no room for the list. What a way over a table costs is made whole.
    #[must_use]
    pub fn end(&mut self, found: Found, whole: impl Into<Whole>) -> bool {
        match self.board {
            Board::Hexes(map) => self.end_hexes(map, found),
            Board::Table(_) => self.end_table(whole.into()),
        }
    }

    #[inline]
    fn get(&self, at: usize) -> i32 {
        self.block.get(at).copied().unwrap_or(NOTHING)
    }

    #[inline]
    fn set(&mut self, at: usize, value: i32) {
        if let Some(place) = self.block.get_mut(at) {
            *place = value;
        }
    }

    /// What it costs to reach a hex; [`NOTHING`] if it is not reached.
    #[inline]
    fn cost(&self, hex: Place) -> i32 {
        usize::try_from(hex).map_or(NOTHING, |hex| self.get(ITEMS + hex))
    }

    /// How many steps lead to a hex, and from where.
    #[inline]
    fn before(&self, map: &HexMap, hex: Place) -> (i32, Place) {
        let packed = usize::try_from(hex).map_or(0, |hex| self.get(ITEMS + map.n_hexes() + hex));
        (packed / PACKED, packed % PACKED)
    }

    /// A hex is reached, unless a way is known that is as cheap and not longer.
    fn reach(&mut self, map: &HexMap, hex: Place, cost: i32, steps: i32, from: Place) {
        let (Ok(at), known) = (usize::try_from(hex), self.cost(hex)) else {
            return;
        };
        if known != NOTHING && (known, self.before(map, hex).0) <= (cost, steps) {
            return;
        }
        self.set(ITEMS + at, cost);
        self.set(
            ITEMS + map.n_hexes() + at,
            steps.min(PACKED) * PACKED + from,
        );
        // A step without a cost may lead to a hex that has been passed over.
        if cost == self.get(LEVEL) && 8 * hex < self.get(CURSOR) {
            self.set(CURSOR, 8 * hex);
        }
    }

    fn step_hexes(&mut self, map: &HexMap) {
        let (from, cost) = (self.get(FROM), self.get(COST));
        if from != NOTHING && cost != NOTHING {
            let total = self.cost(from).saturating_add(cost.max(0));
            if self.get(MOST) == NOTHING || total <= self.get(MOST) {
                let steps = self.before(map, from).0 + 1;
                self.reach(map, self.get(TO), total, steps, from);
            }
        }
        self.set(FROM, NOTHING);
        loop {
            if let Some((hex, next)) = self.next_step(map) {
                self.set(FROM, hex);
                self.set(TO, next);
                return;
            }
            let level = self.get(LEVEL);
            let goal = self.get(GOAL);
            let is_there =
                goal != NOTHING && self.cost(goal) != NOTHING && self.cost(goal) <= level;
            // What is not reached is less than any cost.
            let costs = self.block.iter().skip(ITEMS).take(map.n_hexes());
            match costs.filter(|cost| **cost > level).min() {
                Some(dearer) if !is_there => {
                    let dearer = *dearer;
                    self.set(LEVEL, dearer);
                    self.set(CURSOR, 0);
                }
                _ => return,
            }
        }
    }

    /// The next step from a hex that costs as much as is looked at, to one that may be reached more cheaply by it.
    fn next_step(&mut self, map: &HexMap) -> Option<(Place, Place)> {
        let level = self.get(LEVEL);
        let (mut hex, mut first) = (self.get(CURSOR) / 8, self.get(CURSOR) % 8);
        let n_hexes = i32::try_from(map.n_hexes()).unwrap_or(0);
        while hex < n_hexes {
            if self.cost(hex) == level {
                let sides = (0..).zip(map.neighbours(hex));
                let mut open = sides
                    .skip_while(|(side, _)| *side < first)
                    .filter_map(|(side, next)| Some((side, next?)));
                // What is not reached is less than any cost.
                let is_open = |next: Place| (self.cost(next) == NOTHING) || self.cost(next) > level;
                if let Some((side, next)) = open.find(|(_, next)| is_open(*next)) {
                    self.set(CURSOR, 8 * hex + side + 1);
                    return Some((hex, next));
                }
            }
            (hex, first) = (hex + 1, 0);
        }
        self.set(CURSOR, 8 * hex);
        None
    }

    fn step_table(&mut self) {
        let from = self.get(FROM);
        if from != NOTHING && !self.go(from, self.get(TO), self.get(COST)) {
            self.set(FROM, NOTHING);
            return;
        }
        let gone = usize::try_from(self.get(COUNT)).unwrap_or(0);
        if self.get(COUNT) >= self.get(CURSOR) {
            self.set(FROM, NOTHING);
            return;
        }
        let from = match gone.checked_sub(1) {
            None => self.get(START),
            Some(last) => self.get(ITEMS + last),
        };
        self.set(FROM, from);
        self.set(TO, self.get(ITEMS + gone));
    }

    /// Goes a stretch at so many points an inch; `false` if it is barred.
    fn go(&mut self, from: Place, to: Place, price: i32) -> bool {
        if price == NOTHING {
            self.set(LEVEL, NOTHING);
            return false;
        }
        let (start, price) = (self.get(START), i64::from(price.max(0)));
        // Each length is a difference of lengths from the start, so that together they are the whole one.
        let (begins, ends) = (self.board.length(start, from), self.board.length(start, to));
        let (spent, cost) = (i64::from(self.get(LEVEL)), price * (ends - begins));
        let left = (100 * i64::from(self.get(SPEND)) - spent).max(0);
        let asks = self.get(SPEND) != NOTHING && self.get(FARTHEST) == NOTHING;
        if asks && cost > left {
            let runs_out = begins + left / price.max(1);
            let place = self.board.part_way(start, self.get(GOAL), runs_out);
            self.set(FARTHEST, place);
        }
        self.set(LEVEL, i32::try_from(spent + cost).unwrap_or(i32::MAX));
        self.set(COUNT, self.get(COUNT) + 1);
        true
    }

    fn end_hexes(&mut self, map: &HexMap, found: Found) -> bool {
        let (start, goal, spend) = (self.get(START), self.get(GOAL), self.get(SPEND));
        let total = self.cost(goal);
        let mut way = Vec::new();
        let mut at = if total == NOTHING { start } else { goal };
        while at != start && way.len() < map.n_hexes() {
            way.push(at);
            at = self.before(map, at).1;
        }
        way.reverse();
        let farthest = match total {
            NOTHING => NOTHING,
            _ => {
                let afforded = way.iter().take_while(|hex| self.cost(**hex) <= spend);
                afforded.last().copied().unwrap_or(start)
            }
        };
        let places = match found {
            Found::Way => way,
            Found::Reached => {
                let hexes = (0..).take(map.n_hexes());
                hexes.filter(|hex| self.cost(*hex) != NOTHING).collect()
            }
        };
        let has_room = list(self.block, &places);
        self.set(COST, total);
        self.set(FARTHEST, farthest);
        has_room
    }

    fn end_table(&mut self, whole: Whole) -> bool {
        let (level, farthest, goal) = (self.get(LEVEL), self.get(FARTHEST), self.get(GOAL));
        let n_stretches = usize::try_from(self.get(CURSOR)).unwrap_or(0);
        let (total, farthest, n_places) = match (level, farthest) {
            (NOTHING, _) => (NOTHING, NOTHING, 0),
            (_, NOTHING) => (whole.of(i128::from(level), 100), goal, n_stretches),
            (_, farthest) => (whole.of(i128::from(level), 100), farthest, n_stretches),
        };
        let ends = self.block.iter().skip(ITEMS).take(n_places);
        let places: Vec<Place> = ends.copied().collect();
        let has_room = list(self.block, &places);
        self.set(COST, total);
        self.set(FARTHEST, farthest);
        has_room
    }
}
