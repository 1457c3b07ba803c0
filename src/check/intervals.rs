//! Interval analysis of expressions: the least and the most that a number can be.

use super::scope::Scope;
use sandtable_model::{Arithmetic, Expr, ExprKind, NONE, ProcedureId, Type, walk_statements};
use sandtable_syntax::ast::{Order, Rounding};

/// Maximum depth of formula calls that are followed to bound a value.
const MOST_CALLS: usize = 4;

impl Scope<'_, '_> {
    /// The range that a number is sure to be in, whatever it is made of.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression has the range of its type, or none"
    )]
    pub(super) fn range_of(&self, expr: &Expr) -> Option<(i32, i32)> {
        match &expr.kind {
            ExprKind::Dice { count, sides } => {
                let (count, sides) = (i32::try_from(*count).ok()?, i32::try_from(*sides).ok()?);
                Some((count, count.checked_mul(sides)?))
            }
            ExprKind::Pool(pool) => {
                let (low, high) = pool.ends();
                Some((low.try_into().ok()?, high.try_into().ok()?))
            }
            ExprKind::Limit { low, high, .. } => Some((*low, *high)),
            ExprKind::Local(id) => self.ranges.get(id).copied(),
            ExprKind::Fact { fact, .. } => {
                let fact = self.checker.book.facts.get(fact.at())?;
                Some((fact.low, fact.high))
            }
            _ => None,
        }
    }

    /// Returns an interval that contains every value of an expression; `None` if none can be derived.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression has the range of its type, or none"
    )]
    pub(super) fn bounds(&self, expr: &Expr) -> Option<(i32, i32)> {
        match &expr.kind {
            ExprKind::Constant(value) => (*value != NONE).then_some((*value, *value)),
            ExprKind::Local(id) => self
                .range_of(expr)
                .or_else(|| self.parameter_ranges.get(id.at()).copied())
                .filter(is_bounded),
            ExprKind::Field { field, .. } | ExprKind::Ground { field, .. } => {
                let kinds = self.checker.book.kinds.iter();
                let stats = kinds.flat_map(|kind| &kind.stats);
                stats
                    .filter(|stat| stat.field == *field)
                    .map(|stat| (stat.low, stat.high))
                    .reduce(hull)
                    .filter(is_bounded)
            }
            ExprKind::Track { track, .. } => {
                let kinds = self.checker.book.kinds.iter();
                let tracks = kinds.flat_map(|kind| &kind.tracks);
                tracks
                    .filter(|known| known.track == *track)
                    .map(|known| (known.low, known.high))
                    .reduce(hull)
                    .filter(is_bounded)
            }
            ExprKind::Table { table, .. } => self.checker.book.tables.get(table.at())?.ends(),
            ExprKind::Negate(inner) => {
                let (low, high) = self.bounds(inner)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            ExprKind::Binary { op, left, right } => {
                joined_bounds(*op, self.bounds(left)?, self.bounds(right)?)
            }
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => divided_bounds(self.bounds(left)?, self.bounds(right)?, *rounding),
            ExprKind::If {
                then, otherwise, ..
            } => Some(hull(self.bounds(then)?, self.bounds(otherwise)?)),
            ExprKind::Call { procedure, .. } => {
                // What is declared holds: anything else is a fault.
                let rule = self.checker.book.procedures.get(procedure.at())?;
                let declared = Some(rule.range).filter(is_bounded);
                declared
                    .or_else(|| self.range_of(expr).filter(is_bounded))
                    .or_else(|| self.bounds_of_results(*procedure, 0))
            }
            _ => self.range_of(expr).filter(is_bounded),
        }
    }

    /// Returns the interval of a formula's results, whatever its arguments are.
    fn bounds_of_results(&self, id: ProcedureId, depth: usize) -> Option<(i32, i32)> {
        let procedure = self.checker.book.procedures.get(id.at());
        let procedure = procedure.filter(|_| depth < MOST_CALLS)?;
        let mut bounds = Vec::new();
        walk_statements(&procedure.body, &mut |statement| {
            let result = statement.result();
            bounds.extend(result.map(|value| self.closed_bounds(value, depth)));
            true
        });
        let bounds: Vec<(i32, i32)> = bounds.into_iter().collect::<Option<_>>()?;
        let bounds = bounds.into_iter();
        bounds.reduce(hull)
    }

    /// As [`Self::bounds`], for an expression of another rule, whose names are not known here.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression has the range of its type, or none"
    )]
    fn closed_bounds(&self, expr: &Expr, depth: usize) -> Option<(i32, i32)> {
        match &expr.kind {
            ExprKind::Limit { low, high, .. } => Some((*low, *high)),
            ExprKind::If {
                then, otherwise, ..
            } => {
                let one = self.closed_bounds(then, depth)?;
                Some(hull(one, self.closed_bounds(otherwise, depth)?))
            }
            ExprKind::Constant(_)
            | ExprKind::Field { .. }
            | ExprKind::Track { .. }
            | ExprKind::Table { .. } => self.bounds(expr),
            ExprKind::Call { procedure, .. } => {
                let rule = self.checker.book.procedures.get(procedure.at())?;
                match rule.deep {
                    // Its own results are not needed: what is declared holds.
                    Some(_) => Some(rule.range).filter(is_bounded),
                    None => self.bounds_of_results(*procedure, depth + 1),
                }
            }
            ExprKind::Binary { op, left, right } => joined_bounds(
                *op,
                self.closed_bounds(left, depth)?,
                self.closed_bounds(right, depth)?,
            ),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => divided_bounds(
                self.closed_bounds(left, depth)?,
                self.closed_bounds(right, depth)?,
                *rounding,
            ),
            _ => None,
        }
    }

    /// Whether interval analysis proves a condition false.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression has the range of its type, or none"
    )]
    pub(super) fn never_holds(&self, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Constant(value) => *value == 0 && condition.ty == Type::Flag,
            ExprKind::Binary {
                op: Arithmetic::And,
                left,
                right,
            } => self.never_holds(left) || self.never_holds(right),
            ExprKind::Binary {
                op: Arithmetic::Or,
                left,
                right,
            } => self.never_holds(left) && self.never_holds(right),
            // Of a value that can be missing the interval is only that of the others.
            ExprKind::Compare { left, right, .. } if left.or_none || right.or_none => false,
            ExprKind::Compare { order, left, right } => {
                let (Some((low, high)), Some((least, most))) =
                    (self.bounds(left), self.bounds(right))
                else {
                    return false;
                };
                match order {
                    Order::Equal => high < least || most < low,
                    Order::NotEqual => low == high && least == most && low == least,
                    Order::Less => low >= most,
                    Order::LessOrEqual => low > most,
                    Order::Greater => high <= least,
                    Order::GreaterOrEqual => high < least,
                }
            }
            _ => false,
        }
    }
}

/// Whether an interval has a declared end on both sides.
fn is_bounded((low, high): &(i32, i32)) -> bool {
    *low > NONE + 1 && *high < i32::MAX
}

/// Returns the least interval that contains two.
fn hull(one: (i32, i32), other: (i32, i32)) -> (i32, i32) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// Returns the interval of two joined numbers.
fn joined_bounds(op: Arithmetic, left: (i32, i32), right: (i32, i32)) -> Option<(i32, i32)> {
    match op {
        Arithmetic::Add => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
        Arithmetic::Subtract => Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?)),
        Arithmetic::Lower => Some((left.0.min(right.0), left.1.min(right.1))),
        Arithmetic::Higher => Some((left.0.max(right.0), left.1.max(right.1))),
        Arithmetic::Multiply => {
            let corners = [
                left.0.checked_mul(right.0)?,
                left.0.checked_mul(right.1)?,
                left.1.checked_mul(right.0)?,
                left.1.checked_mul(right.1)?,
            ];
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
        Arithmetic::Remainder if right.0 >= 1 && left.0 >= 0 => {
            Some((0, left.1.min(right.1.checked_sub(1)?)))
        }
        Arithmetic::Remainder if right.0 >= 1 => Some((0, right.1.checked_sub(1)?)),
        Arithmetic::And | Arithmetic::Or | Arithmetic::Remainder => None,
    }
}

/// Returns the interval of a quotient by a positive number.
fn divided_bounds(left: (i32, i32), right: (i32, i32), rounding: Rounding) -> Option<(i32, i32)> {
    if right.0 < 1 {
        return None;
    }
    let divide = |one: i32, other: i32| {
        let (one, other) = (i64::from(one), i64::from(other));
        let rounded = match rounding {
            Rounding::Down => one.div_euclid(other),
            Rounding::Up => -(-one).div_euclid(other),
            Rounding::Nearest => (2 * one + other).div_euclid(2 * other),
        };
        i32::try_from(rounded).ok()
    };
    let corners = [
        divide(left.0, right.0)?,
        divide(left.0, right.1)?,
        divide(left.1, right.0)?,
        divide(left.1, right.1)?,
    ];
    Some((corners.into_iter().min()?, corners.into_iter().max()?))
}
