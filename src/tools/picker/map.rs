//! The board beside the answers: positions of the answers, and the effect of arrow keys.

use crate::present::picture::Drawing;

/// A coordinate to the right, and one downwards.
pub type Position = (i32, i32);

/// Returns the position that a text denotes.
pub type Locate<'a> = Box<dyn Fn(&str) -> Option<Position> + 'a>;

/// The board, with the answers that are places on it.
pub struct Map<'a> {
    /// Draws the board, at most this number of columns wide, with the answer of this index marked.
    pub draw: Box<dyn Fn(Option<usize>, usize) -> Drawing + 'a>,
    /// The position of each answer; `None` for one that is no place; empty unless answers are places.
    pub positions: Vec<Option<Position>>,
    /// The distance to an adjacent place, to the right and downwards.
    pub stride: Position,
    /// Returns the position of a typed text, if any point of a table may be typed and the nearest answer is taken.
    pub locate: Option<Locate<'a>>,
}

/// The direction of an arrow key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Returns the distance between two positions in this direction, and the distance across it.
    fn measure(self, from: Position, to: Position) -> (i64, i64) {
        let right = i64::from(to.0) - i64::from(from.0);
        let down = i64::from(to.1) - i64::from(from.1);
        match self {
            Self::Up => (-down, right),
            Self::Down => (down, right),
            Self::Left => (-right, down),
            Self::Right => (right, down),
        }
    }

    /// Returns the next aim: the coordinate of the reached place along this direction, and that of the former aim across it.
    pub(super) fn keeping(self, aim: Position, there: Position) -> Position {
        match self {
            Self::Up | Self::Down => (aim.0, there.1),
            Self::Left | Self::Right => (there.0, aim.1),
        }
    }
}

impl Map<'_> {
    /// Returns the position of an answer.
    pub(super) fn position(&self, answer: usize) -> Option<Position> {
        self.positions.get(answer).copied().flatten()
    }

    /// Returns the answer, of these, that is nearest to a position.
    pub(super) fn nearest(&self, answers: &[usize], from: Position) -> Option<usize> {
        let placed = answers
            .iter()
            .filter_map(|at| Some((*at, self.position(*at)?)));
        let nearest = placed.min_by_key(|(_, there)| apart(from, *there));
        nearest.map(|(at, _)| at)
    }

    /// Returns all answers with positions, sorted by distance to a typed point; `None` if the text is no point of a table.
    pub(super) fn by_distance(&self, typed: &str) -> Option<Vec<usize>> {
        let from = self.locate.as_ref().and_then(|locate| locate(typed))?;
        let mut placed: Vec<(i64, usize)> = (0..self.positions.len())
            .filter_map(|at| Some((apart(from, self.position(at)?), at)))
            .collect();
        placed.sort_unstable();
        Some(placed.into_iter().map(|(_, at)| at).collect())
    }

    /// Returns the answer, of these, to which an arrow key moves: more in its direction than across it, and the nearest to the point
    /// `times` strides away. `aim` is the position to which earlier keys have moved, which keeps the column or row.
    pub(super) fn towards(
        &self,
        answers: &[usize],
        here: Position,
        aim: Position,
        direction: Direction,
        times: i32,
    ) -> Option<usize> {
        let stride = match direction {
            Direction::Up | Direction::Down => self.stride.1,
            Direction::Left | Direction::Right => self.stride.0,
        };
        let stride = i64::from(stride) * i64::from(times);
        let candidates = answers.iter().filter_map(|at| {
            let there = self.position(*at)?;
            let (ahead, _) = direction.measure(here, there);
            let (_, aside) = direction.measure(aim, there);
            let aside = aside.abs();
            (ahead > 0).then(|| {
                let missed = (ahead - stride).abs();
                let is_close = ahead * 2 < stride;
                (
                    (is_close, aside > ahead, missed * missed + aside * aside),
                    *at,
                )
            })
        });
        candidates.min().map(|(_, at)| at)
    }
}

/// Returns the square of the distance between two positions.
fn apart(a: Position, b: Position) -> i64 {
    let (right, down) = Direction::Right.measure(a, b);
    right * right + down * down
}
