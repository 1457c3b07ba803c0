//! Least and greatest values of expressions in all states of the game of a scenario, from its units, its map and the ranges of tracks.

use std::collections::{BTreeMap, BTreeSet};

use super::Staging;
use super::left_out::changed_tracks;
use super::start_state::Values;
use sandtable_model::{
    Ability, Aggregate, Aggregation, Arithmetic, Comparison, Expr, ExprKind, LocalId, NONE,
    Selection, Statement, Table, TrackId, TrackRead, Type,
};
use sandtable_syntax::ast::Order;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;
/// Maximum number of expressions that one value may look at.
const MAX_STEPS: usize = 20_000;

/// A least and a greatest value.
pub(super) type Range = (i64, i64);
/// Ranges of names.
pub(super) type Ranges = BTreeMap<LocalId, Range>;

/// Any flag.
const OPEN: Range = (0, 1);

/// The evaluation of expressions to ranges.
pub(super) struct Extremes<'s, 'a> {
    staging: &'s Staging<'a>,
    /// Tracks that any rule changes: all others stay as they start.
    changed: BTreeSet<TrackId>,
    steps: usize,
}

impl<'s, 'a> Extremes<'s, 'a> {
    pub(super) fn new(staging: &'s Staging<'a>) -> Self {
        Self {
            staging,
            changed: changed_tracks(staging),
            steps: 0,
        }
    }

    /// Returns the range of an expression; `None` if it has no known limits.
    pub(super) fn range(&mut self, expr: &Expr, ranges: &Ranges) -> Option<Range> {
        self.steps = 0;
        self.value(expr, ranges, MAX_DEPTH)
    }

    fn value(&mut self, expr: &Expr, ranges: &Ranges, depth: usize) -> Option<Range> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let known = self.known(expr, ranges, depth);
        known.or((expr.ty == Type::Flag).then_some(OPEN))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn known(&mut self, expr: &Expr, ranges: &Ranges, depth: usize) -> Option<Range> {
        match &expr.kind {
            ExprKind::Constant(value) => number(*value),
            ExprKind::Local(local) => ranges.get(local).copied(),
            ExprKind::Game
            | ExprKind::NamedSide(_)
            | ExprKind::AreaUnit(_)
            | ExprKind::AreaPlace(_)
            | ExprKind::Option(_)
            | ExprKind::Ground { .. } => {
                let values = ranges.iter().filter_map(|(local, (low, high))| {
                    let value = i32::try_from(*low).ok()?;
                    (low == high).then_some((*local, value))
                });
                let values: Values = values.collect();
                number(self.staging.start.fixed(expr, &values)?)
            }
            ExprKind::Field { unit, field } => {
                let (low, high) = self.value(unit, ranges, depth)?;
                let unit = usize::try_from(low).ok().filter(|_| low == high)?;
                let unit = self.staging.staged.cast.get(unit)?;
                number(*unit.fields.get(field.at())?)
            }
            ExprKind::Track { index: None, .. } => self.track(expr.track()?, ranges, depth),
            ExprKind::Not(inner) => {
                let (low, high) = self.value(inner, ranges, depth)?;
                Some((1 - high, 1 - low))
            }
            ExprKind::Negate(inner) => {
                let (low, high) = self.value(inner, ranges, depth)?;
                Some((-high, -low))
            }
            ExprKind::Binary { op, left, right } => {
                let left = self.value(left, ranges, depth)?;
                let right = self.value(right, ranges, depth)?;
                combined(*op, left, right)
            }
            ExprKind::Divide { left, right, .. } => {
                let (low, high) = self.value(left, ranges, depth)?;
                let (by, same) = self.value(right, ranges, depth)?;
                (by == same && by > 0).then(|| (low.div_euclid(by), (high + by - 1).div_euclid(by)))
            }
            ExprKind::Limit { value, low, high } => {
                let (least, most) = (i64::from(*low), i64::from(*high));
                let within = self.value(value, ranges, depth).unwrap_or((least, most));
                let is_sound = least <= most;
                is_sound.then(|| (within.0.clamp(least, most), within.1.clamp(least, most)))
            }
            ExprKind::Compare { .. } => self.comparison(expr.comparison()?, ranges, depth),
            ExprKind::Member { value, set } => {
                let (low, high) = self.value(value, ranges, depth)?;
                let mut values = (low..=high).take(64);
                let is_one = |value: i64| (0..64).contains(&value) && set >> value & 1 == 1;
                let is_open = high - low >= 64 || values.any(is_one);
                Some((0, i64::from(is_open)))
            }
            ExprKind::Aggregate { .. } => self.aggregate(expr.aggregation()?, ranges, depth),
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => match self.value(condition, ranges, depth)? {
                (1.., _) => self.value(then, ranges, depth),
                (_, ..=0) => self.value(otherwise, ranges, depth),
                _ => {
                    let then = self.value(then, ranges, depth)?;
                    Some(hull(then, self.value(otherwise, ranges, depth)?))
                }
            },
            ExprKind::Call { .. } => self.call(expr, ranges, depth.checked_sub(1)?),
            ExprKind::Table { table, .. } => {
                let ends = self.staging.book.tables.get(table.at());
                let (least, most) = ends.and_then(Table::ends)?;
                Some((i64::from(least), i64::from(most)))
            }
            ExprKind::Modifiers { list, .. } => {
                let list = self.staging.book.modifiers.get(list.at())?;
                declared(list.limit)
            }
            ExprKind::Dice { count, sides } => {
                let count = i64::from(*count);
                Some((count, count * i64::from(*sides)))
            }
            _ => None,
        }
    }

    /// Returns the range of a track: its start if no rule changes it, else the values that it can hold.
    fn track(&mut self, read: TrackRead<'_>, ranges: &Ranges, depth: usize) -> Option<Range> {
        let unit = self.value(read.unit, ranges, depth);
        let unit = unit.filter(|(low, high)| low == high);
        let at = unit.and_then(|(at, _)| usize::try_from(at).ok());
        if let Some(at) = at.filter(|_| !self.changed.contains(&read.track)) {
            let unit = self.staging.staged.cast.get(at)?;
            let start = self.staging.start.track(at, read.track);
            return number(start.filter(|_| !unit.is_spare)?);
        }
        let book = self.staging.book;
        let known = book.tracks.get(read.track.at())?;
        if !matches!(known.ty, Type::Number(_)) {
            return None;
        }
        let kinds = read.unit.ty.kinds().members();
        let kinds = kinds.filter_map(|kind| book.kinds.get(kind.at()));
        let lines = kinds.flat_map(|kind| &kind.tracks);
        let lines = lines.filter(|line| line.track == read.track);
        lines
            .map(|line| (i64::from(line.low), i64::from(line.high)))
            .reduce(hull)
    }

    fn comparison(
        &mut self,
        asked: Comparison<'_>,
        ranges: &Ranges,
        depth: usize,
    ) -> Option<Range> {
        let left = self.value(asked.left, ranges, depth)?;
        let right = self.value(asked.right, ranges, depth)?;
        let (is_met, is_unmet) = decided(asked.order, left, right);
        let is_open = asked.left.or_none || asked.right.or_none;
        Some(match (is_met, is_unmet) {
            (true, _) if !is_open => (1, 1),
            (_, true) if !is_open || asked.order == Order::Equal => (0, 0),
            _ => OPEN,
        })
    }

    fn aggregate(
        &mut self,
        asked: Aggregation<'_>,
        ranges: &Ranges,
        depth: usize,
    ) -> Option<Range> {
        let members = self.members(asked.selection, ranges, depth)?;
        match asked.aggregate {
            Aggregate::Number => Some((0, i64::try_from(members.len()).ok()?)),
            Aggregate::Any => Some((0, i64::from(!members.is_empty()))),
            Aggregate::Total | Aggregate::Highest | Aggregate::Lowest => {
                let mut all = Vec::new();
                let mut inside = ranges.clone();
                for member in members {
                    inside.insert(asked.selection.local, (member, member));
                    all.push(self.value(asked.value?, &inside, depth)?);
                }
                if asked.aggregate != Aggregate::Total {
                    return all.into_iter().reduce(hull);
                }
                // Any of them can be missing.
                let low = all.iter().map(|(low, _)| (*low).min(0)).sum();
                let high = all.iter().map(|(_, high)| (*high).max(0)).sum();
                Some((low, high))
            }
            Aggregate::First | Aggregate::Last | Aggregate::Set => None,
        }
    }

    fn members(
        &mut self,
        selection: &Selection,
        ranges: &Ranges,
        depth: usize,
    ) -> Option<Vec<i64>> {
        let candidates = self.candidates(selection)?;
        let Some(condition) = selection.condition.as_deref() else {
            return Some(candidates);
        };
        let mut inside = ranges.clone();
        let mut members = Vec::new();
        for candidate in candidates {
            inside.insert(selection.local, (candidate, candidate));
            let met = self.value(condition, &inside, depth);
            if self.steps > MAX_STEPS {
                return None;
            }
            members.extend((met.is_none_or(|(_, high)| high > 0)).then_some(candidate));
        }
        Some(members)
    }

    /// Returns what a selection selects among, without its condition: also pieces out of play.
    fn candidates(&self, selection: &Selection) -> Option<Vec<i64>> {
        let start = &self.staging.start;
        match &selection.region {
            Some(region) if region.sides => None,
            Some(_) => Some((0..start.n_places()?).collect()),
            None if selection.owner.is_some() || selection.chosen.is_some() => None,
            None => {
                let cast = self.staging.staged.cast.iter().enumerate();
                let cast =
                    cast.filter(|(_, unit)| selection.kinds.has(unit.kind) && unit.owner.is_none());
                cast.map(|(at, _)| i64::try_from(at).ok()).collect()
            }
        }
    }

    fn call(&mut self, expr: &Expr, ranges: &Ranges, depth: usize) -> Option<Range> {
        let (id, arguments) = expr.call()?;
        let called = self.staging.book.procedures.get(id.at())?;
        let stated = declared(called.range).filter(|_| matches!(expr.ty, Type::Number(_)));
        if called.ability != Ability::Formula {
            return stated;
        }
        let mut own = Ranges::new();
        for (at, argument) in arguments.iter().enumerate() {
            let range = self.value(argument, ranges, depth);
            own.extend(range.map(|range| (LocalId::new(at), range)));
        }
        let mut results = Vec::new();
        let found = match self.block(&called.body, own, depth, &mut results) {
            Some(_) => results.into_iter().reduce(hull),
            None => None,
        };
        match (found, stated) {
            (Some(found), Some(stated)) => {
                let both = (found.0.max(stated.0), found.1.min(stated.1));
                Some(if both.0 <= both.1 { both } else { stated })
            }
            (found, stated) => found.or(stated),
        }
    }

    /// Adds the ranges of the results of a block; returns whether it can be left at its end, and `None` if a result is not known.
    fn block(
        &mut self,
        block: &[Statement],
        mut ranges: Ranges,
        depth: usize,
        results: &mut Vec<Range>,
    ) -> Option<bool> {
        for statement in block {
            if let Some((local, value)) = statement.binding() {
                match self.value(value, &ranges, depth) {
                    Some(range) => _ = ranges.insert(local, range),
                    None => _ = ranges.remove(&local),
                }
            } else if let Some(value) = statement.result() {
                results.push(self.value(value, &ranges, depth)?);
                return Some(false);
            } else if let Some((condition, then, otherwise)) = statement.branch() {
                let met = self.value(condition, &ranges, depth).unwrap_or(OPEN);
                let mut goes_on = false;
                for (inner, can_be) in [(then, met.1 > 0), (otherwise, met.0 <= 0)] {
                    goes_on |= can_be && self.block(inner, ranges.clone(), depth, results)?;
                }
                if !goes_on {
                    return Some(false);
                }
            } else if let Some((_, arms)) = statement.cases() {
                for arm in arms {
                    self.block(&arm.body, ranges.clone(), depth, results)?;
                }
            } else if !statement.is_nothing() {
                return None;
            }
        }
        Some(true)
    }
}

fn number(value: i32) -> Option<Range> {
    let range = (i64::from(value), i64::from(value));
    (value != NONE).then_some(range)
}

/// Returns a declared range, if both ends are declared.
pub(super) fn declared((low, high): (i32, i32)) -> Option<Range> {
    let is_limited = low > NONE + 1 && high < i32::MAX && low <= high;
    is_limited.then(|| (i64::from(low), i64::from(high)))
}

fn hull(one: Range, other: Range) -> Range {
    (one.0.min(other.0), one.1.max(other.1))
}

fn combined(op: Arithmetic, left: Range, right: Range) -> Option<Range> {
    let ends = [left.0, left.1];
    match op {
        Arithmetic::Add => Some((left.0 + right.0, left.1 + right.1)),
        Arithmetic::Subtract => Some((left.0 - right.1, left.1 - right.0)),
        Arithmetic::Multiply => {
            let products = ends.iter().flat_map(|end| {
                let others = [right.0, right.1].into_iter();
                others.map(move |other| end.checked_mul(other))
            });
            let products: Vec<i64> = products.collect::<Option<_>>()?;
            Some((*products.iter().min()?, *products.iter().max()?))
        }
        Arithmetic::Lower | Arithmetic::And => Some((left.0.min(right.0), left.1.min(right.1))),
        Arithmetic::Higher | Arithmetic::Or => Some((left.0.max(right.0), left.1.max(right.1))),
        Arithmetic::Remainder => None,
    }
}

/// Whether a comparison is met by all values of two ranges, and whether by none.
fn decided(order: Order, left: Range, right: Range) -> (bool, bool) {
    let holds = |left: i64, right: i64| order.holds(&left, &right);
    match order {
        Order::Less | Order::LessOrEqual => (holds(left.1, right.0), !holds(left.0, right.1)),
        Order::Greater | Order::GreaterOrEqual => (holds(left.0, right.1), !holds(left.1, right.0)),
        Order::Equal | Order::NotEqual => {
            let are_apart = left.1 < right.0 || right.1 < left.0;
            let are_one = left.0 == left.1 && left == right;
            if order == Order::Equal {
                (are_one, are_apart)
            } else {
                (are_apart, are_one)
            }
        }
    }
}
