//! The keys of a table cut into pieces, and the answers of every combination of them.

use std::collections::BTreeMap;

use crate::Checker;
use sandtable_diagnostic::Diagnostic;
use sandtable_model::literals::words_of;
use sandtable_model::{Expr, Key, RuleBook, Table, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Most combinations of keys of a table, and most values that a key may run over.
pub(super) const MOST_CELLS: usize = 1_000_000;

/// Into how many pieces the rows may cut one key: lines of cells are numbered by 16 bits.
pub(super) const MOST_PIECES: usize = 65_000;

/// Values of one key, as ranges with their ends included.
pub(super) type Ranges = Vec<(i64, i64)>;

/// The combinations that one cell answers: values for every key.
pub(super) struct CellAnswer<'a> {
    pub(super) keys: Vec<Ranges>,
    pub(super) cell: &'a Spanned<ast::Cell>,
    /// Places of the keys.
    pub(super) places: Vec<Span>,
    /// Its row, from 0.
    pub(super) row: usize,
}

/// The keys of a table, cut where any row begins or ends.
pub(super) struct Grid {
    /// Starts of the pieces of each key, and one past the end of the last.
    pub(super) cuts: Vec<Vec<i64>>,
    /// Number of pieces of each key.
    pub(super) sizes: Vec<usize>,
}

/// Maximum number of recorded duplicate answers.
const MOST_KEPT: usize = 1_000_000;

/// Answers of every combination of keys.
pub(super) struct Filled {
    /// The answer that is drawn first; `u32::MAX` for none.
    pub(super) first: Vec<u32>,
    /// Duplicate answers of a combination, in drawn order; at most [`MOST_KEPT`].
    pub(super) more: Vec<(usize, u32)>,
    /// Result where several rows answer, if it is not the first: an index of the table's meanings.
    pub(super) settled: BTreeMap<usize, u32>,
    /// For each answer, how many combinations it has, and for how many it counts.
    pub(super) counts: Vec<(usize, usize)>,
    /// Number of combinations that have an answer.
    n_answered: usize,
    /// Whether duplicate answers were dropped.
    is_cut: bool,
    /// Whether there are duplicate answers, recorded or not.
    is_doubled: bool,
}

impl Filled {
    pub(super) fn new(n_cells: usize, n_answers: usize) -> Self {
        Self {
            first: vec![u32::MAX; n_cells],
            more: Vec::new(),
            settled: BTreeMap::new(),
            counts: vec![(0, 0); n_answers],
            n_answered: 0,
            is_cut: false,
            is_doubled: false,
        }
    }

    /// Takes an answer for combinations.
    pub(super) fn answer(&mut self, places: &Boxed, answer: usize) {
        let Some((n_all, n_counting)) = self.counts.get_mut(answer) else {
            return;
        };
        let number = u32::try_from(answer).unwrap_or(u32::MAX);
        *n_all += places.len();
        for at in places.iter() {
            let Some(place) = self.first.get_mut(at) else {
                continue;
            };
            if *place == u32::MAX {
                *place = number;
                *n_counting += 1;
            } else if self.more.len() < MOST_KEPT {
                self.more.push((at, number));
            } else {
                self.is_cut = true;
            }
        }
        self.n_answered += *n_counting;
    }

    /// As [`Self::answer`], for tables in which only the first answer counts: duplicates are not recorded.
    pub(super) fn answer_first(&mut self, places: &Boxed, answer: usize) {
        let Some((n_all, n_counting)) = self.counts.get_mut(answer) else {
            return;
        };
        *n_all += places.len();
        if self.n_answered == self.first.len() {
            self.is_doubled |= *n_all > 0;
            return;
        }
        let number = u32::try_from(answer).unwrap_or(u32::MAX);
        for at in places.iter() {
            if let Some(place) = self.first.get_mut(at).filter(|place| **place == u32::MAX) {
                *place = number;
                *n_counting += 1;
            }
        }
        self.n_answered += *n_counting;
        self.is_doubled |= *n_counting < *n_all;
    }

    /// Whether duplicate answers were dropped.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(super) fn has_clash(&self) -> bool {
        self.is_doubled || !self.more.is_empty()
    }

    /// Combinations that nothing answers.
    pub(super) fn missing(&self) -> Vec<bool> {
        self.first.iter().map(|first| *first == u32::MAX).collect()
    }

    /// Combinations that several rows answer.
    pub(super) fn doubled(&self) -> Vec<bool> {
        let mut doubled = vec![false; self.first.len()];
        for (at, _) in &self.more {
            if let Some(place) = doubled.get_mut(*at) {
                *place = true;
            }
        }
        doubled
    }

    /// The first two answers of a combination.
    pub(super) fn pair(&self, at: usize) -> Option<(usize, usize)> {
        let first = self.first(at)?;
        let (_, second) = self.more.iter().find(|(place, _)| *place == at)?;
        Some((first, *second as usize))
    }

    /// The second answer of each combination that has several.
    pub(super) fn seconds(&self) -> BTreeMap<usize, u32> {
        let mut seconds = BTreeMap::new();
        for (at, answer) in &self.more {
            seconds.entry(*at).or_insert(*answer);
        }
        seconds
    }

    /// The answer of a combination that is drawn first.
    pub(super) fn first(&self, at: usize) -> Option<usize> {
        let first = self.first.get(at).filter(|first| **first != u32::MAX)?;
        Some(*first as usize)
    }

    /// Returns the results of all combinations, as indices of the table's meanings; 0 for none.
    pub(super) fn meanings(&self, read: &[Option<u32>]) -> Vec<u32> {
        let meaning = |(at, first): (usize, &u32)| {
            let own = || read.get(*first as usize).copied().flatten();
            self.settled.get(&at).copied().or_else(own).unwrap_or(0)
        };
        self.first.iter().enumerate().map(meaning).collect()
    }

    /// The answer that is drawn first, for every combination.
    pub(super) fn drawn_by(&self) -> Vec<u32> {
        self.first.clone()
    }
}

/// The indices of all combinations of pieces in a box, in order: each of `outer` plus each of `inner`, so that a box of a million
/// combinations takes some thousand numbers.
pub(super) struct Boxed {
    outer: Vec<usize>,
    inner: Vec<usize>,
}

/// Most places of the inner part of a box, but for a single key with more pieces.
const MOST_INNER: usize = 1024;

impl Boxed {
    pub(super) fn len(&self) -> usize {
        self.outer.len() * self.inner.len()
    }

    pub(super) fn first(&self) -> Option<usize> {
        Some(self.outer.first()? + self.inner.first()?)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let with = |outer: &usize| {
            let outer = *outer;
            self.inner.iter().map(move |inner| outer + inner)
        };
        self.outer.iter().flat_map(with)
    }
}

/// Returns the indices of all combinations of pieces in a box.
pub(super) fn boxed(grid: &Grid, keys: &[Ranges]) -> Boxed {
    let (mut inner, mut outer) = (vec![0], vec![0]);
    let (mut stride, mut is_inner) = (1, true);
    let keys = grid.cuts.iter().zip(&grid.sizes).zip(keys);
    for ((cuts, size), ranges) in keys.rev() {
        let mut inside: Vec<usize> = ranges
            .iter()
            .flat_map(|(low, high)| {
                let first = cuts.partition_point(|start| start < low);
                let end = cuts.partition_point(|start| start <= high);
                first..end.min(*size)
            })
            .collect();
        inside.sort_unstable();
        inside.dedup();
        is_inner &= inner.len() == 1 || inner.len() * inside.len() <= MOST_INNER;
        let part = if is_inner { &mut inner } else { &mut outer };
        *part = inside
            .iter()
            .flat_map(|at| part.iter().map(move |place| at * stride + place))
            .collect();
        stride *= size;
    }
    Boxed { outer, inner }
}

/// The values that a key can have: those of its type, in its range.
pub(super) fn domain(book: &RuleBook, key: &Key) -> (i64, i64) {
    match key.ty {
        Type::Flag => (0, 1),
        Type::Words(_) => {
            let n_words = words_of(book, key.ty).len();
            (0, i64::try_from(n_words).unwrap_or(1) - 1)
        }
        Type::Face(id) => {
            let faces = book
                .dice
                .get(id.at())
                .map(|die| die.faces.as_slice())
                .unwrap_or_default();
            let low = faces.iter().min().copied().unwrap_or(0);
            let high = faces.iter().max().copied().unwrap_or(0);
            (i64::from(low), i64::from(high))
        }
        Type::Number(_) | Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            (i64::from(key.low), i64::from(key.high))
        }
    }
}

/// Starts of the pieces of a key, first to last, within its domain; and one past its end.
pub(super) fn pieces(domain: (i64, i64), ranges: impl Iterator<Item = (i64, i64)>) -> Vec<i64> {
    let mut cuts = vec![domain.0, domain.1 + 1];
    for (low, high) in ranges {
        cuts.extend([low, high + 1]);
    }
    cuts.retain(|cut| (domain.0..=domain.1 + 1).contains(cut));
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

pub(super) fn report(checker: &mut Checker<'_>, table: &Table, diagnostic: Diagnostic) {
    let diagnostic = diagnostic.cite(table.naming.citations.iter().map(String::as_str));
    checker.diagnostics.push(diagnostic);
}

/// `where` lines, each with its value as built.
pub(super) type Wheres<'a> = Vec<(&'a ast::Where, Expr)>;
