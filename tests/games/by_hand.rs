//! The games as a programmer would write them, without the rule files.

/// A square: row from the top, column from the left.
pub(crate) type Square = (i8, i8);

/// `B3`
pub(crate) fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    ((bytes[0] - b'A') as i8, (bytes[1] - b'1') as i8)
}

/// The number of marks of a side in a straight line through a square, in a direction and its opposite.
fn in_line(at: Square, (down, right): (i8, i8), is_mine: &dyn Fn(Square) -> bool) -> usize {
    let from = |sign: i8| {
        let squares = (1..).map(move |n| (at.0 + n * sign * down, at.1 + n * sign * right));
        squares.take_while(|square| is_mine(*square)).count()
    };
    1 + from(1) + from(-1)
}

fn makes_row(at: Square, length: usize, is_mine: &dyn Fn(Square) -> bool) -> bool {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    directions
        .iter()
        .any(|way| in_line(at, *way, is_mine) >= length)
}

/// Marks that are placed in turn, and win in a row of some length.
#[derive(Clone)]
pub(crate) struct Row {
    rows: i8,
    columns: i8,
    /// What makes a row.
    length: usize,
    /// Marks fall down.
    falls: bool,
    marks: Vec<(Square, usize)>,
    pub(crate) to_move: usize,
    pub(crate) winner: Option<usize>,
}

impl Row {
    pub(crate) fn tic_tac_toe() -> Self {
        Self {
            rows: 3,
            columns: 3,
            length: 3,
            falls: false,
            marks: Vec::new(),
            to_move: 0,
            winner: None,
        }
    }

    pub(crate) fn connect_four() -> Self {
        Self {
            rows: 6,
            columns: 7,
            length: 4,
            falls: true,
            ..Self::tic_tac_toe()
        }
    }

    fn is_free(&self, square: Square) -> bool {
        let is_inside = (0..self.rows).contains(&square.0) && (0..self.columns).contains(&square.1);
        is_inside && self.marks.iter().all(|(of, _)| *of != square)
    }

    /// The squares that can be named: of columns the uppermost.
    pub(crate) fn legal(&self) -> Vec<Square> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let rows = if self.falls { 0..1 } else { 0..self.rows };
        let squares = rows.flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        squares.filter(|square| self.is_free(*square)).collect()
    }

    pub(crate) fn place(&mut self, mut at: Square) {
        while self.falls && self.is_free((at.0 + 1, at.1)) {
            at.0 += 1;
        }
        let side = self.to_move;
        self.marks.push((at, side));
        let is_mine = |square| self.marks.contains(&(square, side));
        self.winner = makes_row(at, self.length, &is_mine).then_some(side);
        self.to_move = 1 - side;
    }
}

/// Pieces that move forward, one square straight or diagonally.
#[derive(Clone)]
pub(crate) struct Race {
    size: i8,
    /// Directions of the steps of both sides.
    steps: [[(i8, i8); 3]; 2],
    /// The first of the steps takes nothing; without it pieces of one's own are taken, too.
    is_straight_step_peaceful: bool,
    /// Squares, sides and numbers of the pieces; without a square when taken.
    pub(crate) pieces: Vec<(Option<Square>, usize, i32)>,
    pub(crate) to_move: usize,
    pub(crate) winner: Option<usize>,
}

impl Race {
    /// Black above, and first.
    pub(crate) fn breakthrough() -> Self {
        let row = |row, side| (0..8).map(move |column| (Some((row, column)), side, 0));
        let black = row(0, 0).chain(row(1, 0));
        Self {
            size: 8,
            steps: [[(1, 0), (1, 1), (1, -1)], [(-1, 0), (-1, 1), (-1, -1)]],
            is_straight_step_peaceful: true,
            pieces: black.chain(row(6, 1)).chain(row(7, 1)).collect(),
            to_move: 0,
            winner: None,
        }
    }

    /// Black in the corner above and left, and first; stones in order from left to right and from above.
    pub(crate) fn einstein() -> Self {
        let all = || (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
        let stones = |squares: Vec<Square>, side| {
            let numbered = squares.into_iter().zip(1..);
            numbered.map(move |(square, number)| (Some(square), side, number))
        };
        let black = stones(all().filter(|(row, column)| row + column <= 2).collect(), 0);
        let white = stones(all().filter(|(row, column)| row + column >= 6).collect(), 1);
        Self {
            size: 5,
            steps: [[(1, 1), (1, 0), (0, 1)], [(-1, -1), (-1, 0), (0, -1)]],
            is_straight_step_peaceful: false,
            pieces: black.chain(white).collect(),
            to_move: 0,
            winner: None,
        }
    }

    fn standing(&self, at: Square) -> Option<usize> {
        self.pieces
            .iter()
            .position(|(square, ..)| *square == Some(at))
    }

    /// The squares to which a piece can go.
    pub(crate) fn goals(&self, piece: usize) -> Vec<Square> {
        let (Some(from), side, _) = self.pieces[piece] else {
            return Vec::new();
        };
        let steps = self.steps[side].iter().enumerate();
        let goals = steps.filter_map(|(step, (down, right))| {
            let to = (from.0 + down, from.1 + right);
            let is_inside = (0..self.size).contains(&to.0) && (0..self.size).contains(&to.1);
            let other = self.standing(to).map(|other| self.pieces[other].1);
            let is_legal = !self.is_straight_step_peaceful
                || other.is_none_or(|other| step != 0 && other != side);
            (is_inside && is_legal).then_some(to)
        });
        let mut goals: Vec<Square> = goals.collect();
        goals.sort_unstable();
        goals
    }

    /// The pieces that can be moved after a roll; every one without a roll.
    pub(crate) fn movable(&self, rolled: Option<i32>) -> Vec<usize> {
        let of_side = |piece: &usize| {
            let (square, side, _) = self.pieces[*piece];
            square.is_some() && side == self.to_move
        };
        let mine: Vec<usize> = (0..self.pieces.len()).filter(of_side).collect();
        let Some(rolled) = rolled else {
            let can_move = |piece: &usize| !self.goals(*piece).is_empty();
            return mine.into_iter().filter(can_move).collect();
        };
        let number = |piece: &usize| self.pieces[*piece].2;
        let lower = mine.iter().filter(|piece| number(piece) <= rolled);
        let higher = mine.iter().filter(|piece| number(piece) >= rolled);
        let nearest = [
            lower.max_by_key(|piece| number(piece)),
            higher.min_by_key(|piece| number(piece)),
        ];
        let mut nearest: Vec<usize> = nearest.into_iter().flatten().copied().collect();
        nearest.dedup();
        nearest
    }

    pub(crate) fn go(&mut self, piece: usize, to: Square) {
        let side = self.to_move;
        if let Some(taken) = self.standing(to) {
            self.pieces[taken].0 = None;
        }
        self.pieces[piece].0 = Some(to);
        let last = if side == 0 { self.size - 1 } else { 0 };
        let is_through = match self.is_straight_step_peaceful {
            true => to.0 == last,
            false => to == (last, last),
        };
        let has_foes = self
            .pieces
            .iter()
            .any(|(square, of, _)| square.is_some() && *of != side);
        self.winner = (is_through || !has_foes).then_some(side);
        self.to_move = 1 - side;
    }
}
