//! Search for cheapest paths, step by step: the caller is asked for the cost of each step.
//!
//! On hexes, squares and areas steps lead to adjacent places, and paths are the cheapest ones; on a table the path is the straight
//! line, and a step is a
//! section of it. The whole state of a search is one slice of numbers, so that a program can store it in its registers
//! and compute the costs itself: [`Search::begin`], then [`Search::step`] writes a step to [`FROM`] and [`TO`], its cost
//! is written to [`COST`], and so on until [`FROM`] is [`NOTHING`]; [`Search::end`] writes the result. If the
//! [classes](StepClasses) of steps with equal costs are known, only one step of each class is asked for.

use super::{Board, Graph, Place, Shape, StepClasses, Whole};

/// The value of an absent place in a search.
pub const NOTHING: i32 = i32::MIN;

/// Start of the step; [`NOTHING`] at the end.
pub const FROM: usize = 0;
/// End of the step.
pub const TO: usize = 1;
/// Cost of the step, on a table per inch; [`NOTHING`] if it is impossible. At the end the cost of the whole path.
pub const COST: usize = 2;
/// Start of the search.
const START: usize = 3;
/// Goal; [`NOTHING`] for every place.
const GOAL: usize = 4;
/// Maximum cost of a path; [`NOTHING`] without a limit.
const MOST: usize = 5;
/// Cost to be spent on the path; [`NOTHING`] if not asked for.
const SPEND: usize = 6;
/// On a graph: the cost that is being expanded. On a table: the cost of the path so far, in hundredths; [`NOTHING`] if it is blocked.
const LEVEL: usize = 7;
/// On a graph: the place that is being expanded, times [`PACKED`], plus the index of its edge. On a table: the number of sections.
const CURSOR: usize = 8;
/// At the end: the place at which the cost to be spent is used up, or the goal.
pub const FARTHEST: usize = 9;
/// On a table: the number of sections passed. At the end: the number of places listed.
pub const COUNT: usize = 10;
/// On a graph: the cost of each place, then for each the number of steps and the predecessor, then the cost of a step of each class,
/// then
/// a bit for each place without a class. On a table: the ends of the sections. At the end: the places.
pub const ITEMS: usize = 11;

/// The value of a cost that is not known yet.
const UNKNOWN: i32 = i32::MAX;

/// Number of places whose bits share one number.
const BITS: usize = 32;

/// Exceeds the number of places of a map and of edges of a place: a place is packed with a number of steps, or an edge, into one
/// number.
const PACKED: i32 = 1 << 14;

/// Goal of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sought {
    /// Start of the paths.
    pub from: Place,
    /// Goal of the paths; without one every reachable place is searched. A table has no other paths.
    pub goal: Option<Place>,
    /// The most a path may cost.
    pub most: Option<i32>,
    /// Cost spent on the path to the goal, to find the place that it reaches.
    pub spend: Option<i32>,
}

/// Result of a search, listed at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The places of the way, without its beginning.
    Way,
    /// Every place that is reached.
    Reached,
}

/// Size of the state of a search over a board, with these shapes in its way.
pub fn n_registers<'s>(board: &Board, shapes: impl Iterator<Item = &'s Shape>) -> usize {
    ITEMS
        + match board {
            Board::Grid(_) | Board::Areas(_) => {
                let n_of = |graph: &Graph| bits_at(graph) - ITEMS + graph.n_places().div_ceil(BITS);
                board.graph().map_or(0, n_of)
            }
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

/// Size of a list of what a line passes: of every column and line of a drawing two hexes at most, and of
/// them two sides.
pub fn n_of_line(board: &Board) -> usize {
    ITEMS
        + match board {
            Board::Grid(map) => {
                let (lines, columns) = map.drawn_size();
                usize::try_from(4 * (lines + columns)).unwrap_or(0)
            }
            Board::Areas(_) | Board::Table(_) => 0,
        }
}

/// Offset of the costs of step classes.
fn classes_at(graph: &Graph) -> usize {
    ITEMS + 2 * graph.n_places()
}

/// Offset of the bits of places without a class.
fn bits_at(graph: &Graph) -> usize {
    classes_at(graph) + StepClasses::most(graph)
}

/// Writes a list of places and their number; `false` if it does not fit.
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
    /// Begins a search; `None` if its state does not fit. `shapes` divide a line over a table into sections.
    pub fn begin(
        board: &'b Board,
        block: &'b mut [i32],
        sought: Sought,
        shapes: &[(Place, &Shape)],
    ) -> Option<Self> {
        let mut search = Self { board, block };
        match board.graph() {
            Some(graph) => {
                let (classes, bits) = (classes_at(graph), bits_at(graph));
                search.block.fill(NOTHING);
                search.block.get_mut(classes..bits)?.fill(UNKNOWN);
                let n_bits = graph.n_places().div_ceil(BITS);
                search.block.get_mut(bits..bits + n_bits)?.fill(0);
                search.reach(graph, sought.from, 0, 0, sought.from);
                search.set(CURSOR, 0);
            }
            None => {
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

    /// Steps from and to this place are of no sort: what each costs is asked.
    pub fn single_out(&mut self, place: Place) {
        if let Some(graph) = self.board.graph()
            && let Some((at, bit)) = bit_of(graph, place)
        {
            self.set(at, self.get(at) | bit);
        }
    }

    /// Processes the cost of the last step, and writes the next one. Steps of a class with a known cost are not asked for.
    pub fn step(&mut self, classes: Option<&StepClasses>) {
        match self.board.graph() {
            Some(graph) => self.step_graph(graph, classes),
            None => self.step_table(),
        }
    }

    /// Writes the result; `false` if the list does not fit. The cost of a path over a table is rounded.
    #[must_use]
    pub fn end(&mut self, found: Found, whole: impl Into<Whole>) -> bool {
        match self.board.graph() {
            Some(graph) => self.end_graph(graph, found),
            None => self.end_table(whole.into()),
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

    /// Cost of reaching a place; [`NOTHING`] if it is not reached.
    #[inline]
    fn cost(&self, place: Place) -> i32 {
        usize::try_from(place).map_or(NOTHING, |place| self.get(ITEMS + place))
    }

    /// Number of steps to a place, and the place before it.
    #[inline]
    fn before(&self, graph: &Graph, place: Place) -> (i32, Place) {
        let packed =
            usize::try_from(place).map_or(0, |place| self.get(ITEMS + graph.n_places() + place));
        (packed / PACKED, packed % PACKED)
    }

    /// A place is reached, unless a way is known that is as cheap and not longer.
    fn reach(&mut self, graph: &Graph, place: Place, cost: i32, steps: i32, from: Place) {
        let (Ok(at), known) = (usize::try_from(place), self.cost(place)) else {
            return;
        };
        if known != NOTHING && (known, self.before(graph, place).0) <= (cost, steps) {
            return;
        }
        self.set(ITEMS + at, cost);
        self.set(
            ITEMS + graph.n_places() + at,
            steps.min(PACKED) * PACKED + from,
        );
        // A step without a cost may lead to a place that has been passed over.
        if cost == self.get(LEVEL) && PACKED * place < self.get(CURSOR) {
            self.set(CURSOR, PACKED * place);
        }
    }

    fn step_graph(&mut self, graph: &Graph, classes: Option<&StepClasses>) {
        if let Some(class) = classes.and_then(|classes| self.class(graph, classes)) {
            self.set(class, self.get(COST));
        }
        loop {
            self.take_in(graph);
            self.name_next(graph);
            let Some(class) = classes.and_then(|classes| self.class(graph, classes)) else {
                return;
            };
            match self.get(class) {
                UNKNOWN => return,
                cost => self.set(COST, cost),
            }
        }
    }

    /// Index of the cost of the step that is named, if it is of a class.
    fn class(&self, graph: &Graph, classes: &StepClasses) -> Option<usize> {
        let (from, to) = (self.get(FROM), self.get(TO));
        if from == NOTHING || self.is_single(graph, from) || self.is_single(graph, to) {
            return None;
        }
        // The cursor is past the edge of the step.
        let own = usize::try_from(self.get(CURSOR) % PACKED)
            .ok()?
            .checked_sub(1)?;
        Some(classes_at(graph) + classes.of(from, graph.first_edge(from) + own, to)?)
    }

    #[inline]
    fn is_single(&self, graph: &Graph, place: Place) -> bool {
        bit_of(graph, place).is_none_or(|(at, bit)| self.get(at) & bit != 0)
    }

    /// Processes the cost of the last step.
    fn take_in(&mut self, graph: &Graph) {
        let (from, cost) = (self.get(FROM), self.get(COST));
        if from != NOTHING && cost != NOTHING {
            let total = self.cost(from).saturating_add(cost.max(0));
            if self.get(MOST) == NOTHING || total <= self.get(MOST) {
                let steps = self.before(graph, from).0 + 1;
                self.reach(graph, self.get(TO), total, steps, from);
            }
        }
    }

    /// Names the next step; none at the end.
    fn name_next(&mut self, graph: &Graph) {
        self.set(FROM, NOTHING);
        loop {
            if let Some((place, next)) = self.next_step(graph) {
                self.set(FROM, place);
                self.set(TO, next);
                return;
            }
            let level = self.get(LEVEL);
            let goal = self.get(GOAL);
            let is_there =
                goal != NOTHING && self.cost(goal) != NOTHING && self.cost(goal) <= level;
            // An unreached place has a value below any cost.
            let dearer = self.costs(graph).iter().filter(|cost| **cost > level).min();
            match dearer {
                Some(dearer) if !is_there => {
                    let dearer = *dearer;
                    self.set(LEVEL, dearer);
                    self.set(CURSOR, 0);
                }
                _ => return,
            }
        }
    }

    /// Costs of reaching each place.
    #[inline]
    fn costs(&self, graph: &Graph) -> &[i32] {
        let costs = self.block.get(ITEMS..ITEMS + graph.n_places());
        costs.unwrap_or_default()
    }

    /// Returns the next step from a place of the current cost to one that it may reach more cheaply.
    fn next_step(&mut self, graph: &Graph) -> Option<(Place, Place)> {
        let (level, cursor) = (self.get(LEVEL), self.get(CURSOR));
        let of_cursor = |part: i32| usize::try_from(part).unwrap_or(0);
        let (mut at, mut first) = (of_cursor(cursor / PACKED), of_cursor(cursor % PACKED));
        loop {
            let behind = self.costs(graph).get(at..).unwrap_or_default();
            let Some(skipped) = behind.iter().position(|cost| *cost == level) else {
                self.set(
                    CURSOR,
                    PACKED * i32::try_from(graph.n_places()).unwrap_or(0),
                );
                return None;
            };
            if skipped > 0 {
                (at, first) = (at + skipped, 0);
            }
            let place = Place::try_from(at).unwrap_or(0);
            // An unreached place has a value below any cost.
            let is_open = |next: Place| {
                let cost = self.cost(next);
                cost == NOTHING || cost > level
            };
            let edges = graph.neighbours(place).get(first..).unwrap_or_default();
            if let Some(skipped) = edges.iter().position(|next| is_open(*next)) {
                let edge = i32::try_from(first + skipped).unwrap_or(0);
                self.set(CURSOR, PACKED * place + edge + 1);
                return edges.get(skipped).map(|next| (place, *next));
            }
            (at, first) = (at + 1, 0);
        }
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

    /// Moves along a stretch at a price in points for each inch; `false` if it is barred.
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

    fn end_graph(&mut self, graph: &Graph, found: Found) -> bool {
        let (start, goal, spend) = (self.get(START), self.get(GOAL), self.get(SPEND));
        let total = self.cost(goal);
        let mut way = Vec::new();
        let mut at = if total == NOTHING { start } else { goal };
        while at != start && way.len() < graph.n_places() {
            way.push(at);
            at = self.before(graph, at).1;
        }
        way.reverse();
        let farthest = match total {
            NOTHING => NOTHING,
            _ => {
                let afforded = way.iter().take_while(|place| self.cost(**place) <= spend);
                afforded.last().copied().unwrap_or(start)
            }
        };
        let places = match found {
            Found::Way => way,
            Found::Reached => {
                let hexes = (0..).take(graph.n_places());
                hexes.filter(|place| self.cost(*place) != NOTHING).collect()
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

/// The number that has the bit of a place, and the bit.
#[inline]
fn bit_of(graph: &Graph, place: Place) -> Option<(usize, i32)> {
    let place = usize::try_from(place).ok()?;
    Some((bits_at(graph) + place / BITS, 1 << (place % BITS)))
}
