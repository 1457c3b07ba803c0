//! Ways over hexes: what can be reached at which cost, and how.

use super::{Board, CostOf, Place};

/// What can be reached from a place, at which cost, and on which way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    from: Place,
    /// One per hex.
    reached: Vec<Reached>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    cost: i32,
    steps: u32,
    /// The hex before it on the way.
    before: Place,
}

const NOT_REACHED: Reached = Reached {
    cost: i32::MAX,
    steps: u32::MAX,
    before: -1,
};

impl Field {
    /// What it costs to reach a place; `None` if it is out of reach.
    pub fn cost(&self, place: Place) -> Option<i32> {
        if self.reached.is_empty() && place == self.from {
            return Some(0);
        }
        self.at(place).map(|reached| reached.cost)
    }

    /// The places reached with what they cost, in the order of their numbers; the start is one of them.
    pub fn places(&self) -> impl Iterator<Item = (Place, i32)> {
        let places = (0..).zip(&self.reached);
        let alone = self.reached.is_empty().then_some((self.from, 0));
        places
            .filter(|(_, reached)| **reached != NOT_REACHED)
            .map(|(place, reached)| (place, reached.cost))
            .chain(alone)
    }

    /// The way to a place: each hex on it, without the start, with the place itself.
    pub fn way(&self, to: Place) -> Option<Vec<Place>> {
        self.cost(to)?;
        let mut way = Vec::new();
        let mut at = to;
        while at != self.from {
            way.push(at);
            at = self.at(at)?.before;
        }
        way.reverse();
        Some(way)
    }

    fn at(&self, place: Place) -> Option<&Reached> {
        let found = self.reached.get(usize::try_from(place).ok()?)?;
        (*found != NOT_REACHED).then_some(found)
    }
}

/// The cheapest ways from a hex, up to a cost of `most`; as far as `goal` if there is one.
///
/// Errors: those of `cost_of`.
pub(super) fn field<E>(
    board: &Board,
    from: Place,
    most: i32,
    goal: Option<Place>,
    cost_of: &mut CostOf<'_, E>,
) -> Result<Field, E> {
    let Board::Hexes(map) = board else {
        return Ok(Field {
            from,
            reached: Vec::new(),
        });
    };
    let mut field = Field {
        from,
        reached: vec![NOT_REACHED; map.n_hexes()],
    };
    let mut open = Queue::default();
    if most >= 0 && board.holds(from) {
        field.improve(from, 0, 0, from);
        open.push((0, 0, from));
    }
    while let Some((cost, steps, at)) = open.pop() {
        if goal == Some(at) {
            break;
        }
        if !field.is_at(at, cost, steps) {
            continue;
        }
        for next in map.neighbours(at).into_iter().flatten() {
            if field.is_better(next, cost, steps) {
                continue;
            }
            let Some(step) = cost_of(at, next)? else {
                continue;
            };
            let Some(total) = cost.checked_add(step.max(0)).filter(|total| *total <= most) else {
                continue;
            };
            if field.improve(next, total, steps + 1, at) {
                open.push((total, steps + 1, next));
            }
        }
    }
    Ok(field)
}

impl Field {
    /// Whether the place is known to be reached just so.
    fn is_at(&self, place: Place, cost: i32, steps: u32) -> bool {
        self.at(place)
            .is_some_and(|known| (known.cost, known.steps) == (cost, steps))
    }

    /// Whether no step from a place reached so can be an improvement, since a step costs at least 0.
    fn is_better(&self, place: Place, cost: i32, steps: u32) -> bool {
        self.at(place)
            .is_some_and(|known| (known.cost, known.steps) <= (cost, steps + 1))
    }

    fn improve(&mut self, place: Place, cost: i32, steps: u32, before: Place) -> bool {
        let slot = usize::try_from(place)
            .ok()
            .and_then(|place| self.reached.get_mut(place));
        let Some(known) = slot.filter(|known| (cost, steps) < (known.cost, known.steps)) else {
            return false;
        };
        *known = Reached {
            cost,
            steps,
            before,
        };
        true
    }
}

/// A place to go on from: its cost, its steps, itself.
type Open = (i32, u32, Place);

/// How many costs are told apart at a time.
const SPAN: usize = 4_096;

/// Places to go on from, cheapest first: a list for each cost. What costs more than the lists reach waits, and what is
/// pushed is never cheaper than what was last popped.
#[derive(Default)]
struct Queue {
    /// The cost of the first list.
    base: i32,
    /// The list from which is popped.
    at: usize,
    /// The last node of each list, or -1.
    lists: Vec<i32>,
    /// An open place, and the node before it in its list.
    nodes: Vec<(Open, i32)>,
    waiting: Vec<Open>,
}

impl Queue {
    fn push(&mut self, open: Open) {
        let Some(list) = usize::try_from(open.0 - self.base)
            .ok()
            .filter(|list| *list < SPAN)
        else {
            self.waiting.push(open);
            return;
        };
        if list >= self.lists.len() {
            self.lists.resize(list + 1, -1);
        }
        if let (Some(last), Ok(node)) = (self.lists.get_mut(list), i32::try_from(self.nodes.len()))
        {
            self.nodes.push((open, std::mem::replace(last, node)));
        }
    }

    fn pop(&mut self) -> Option<Open> {
        loop {
            while let Some(last) = self.lists.get_mut(self.at) {
                if let Some((open, before)) = usize::try_from(*last)
                    .ok()
                    .and_then(|node| self.nodes.get(node))
                {
                    *last = *before;
                    return Some(*open);
                }
                self.at += 1;
            }
            self.base = self.waiting.iter().map(|open| open.0).min()?;
            self.at = 0;
            self.lists.clear();
            self.nodes.clear();
            for open in std::mem::take(&mut self.waiting) {
                self.push(open);
            }
        }
    }
}
