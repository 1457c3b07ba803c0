//! Canonical forms of expressions: texts without spans, equal for expressions that are equal up to bound names, the order of
//! the operands of commutative operators and the direction of comparisons.
//!
//! `a and b` and `b and a` have the same form, as have `range > 2`, `not range <= 2` and `range >= 3`. An expression that
//! rolls dice has none: two rolls are independent.

use super::board::{Region, RegionShape, Way};
use super::{Arithmetic, Expr, ExprKind, LocalId, NONE, Selection};
use sandtable_syntax::ast::Order;

/// Canonical forms of the first locals of a body, by id; `None` for one whose value rolls dice.
pub type Substitution = Vec<Option<String>>;

/// Returns the substitution that exchanges two locals.
pub fn exchanged(one: LocalId, other: LocalId) -> Substitution {
    let last = one.at().max(other.at());
    let mut forms: Substitution = (0..=last).map(|at| Some(form_of_local(at))).collect();
    forms.swap(one.at(), other.at());
    forms
}

fn form_of_local(at: usize) -> String {
    format!("l{at}")
}

/// Returns the canonical form of an expression, its first locals replaced; `None` if it rolls dice.
pub fn canonical_form(expr: &Expr, substitution: &[Option<String>]) -> Option<String> {
    let mut writer = Writer {
        substitution,
        bound: Vec::new(),
    };
    writer.expr(expr)
}

/// Whether two expressions of one body always have the same value.
pub fn are_equivalent(one: &Expr, other: &Expr) -> bool {
    let one = canonical_form(one, &[]);
    one.is_some() && one == canonical_form(other, &[])
}

struct Writer<'s> {
    substitution: &'s [Option<String>],
    /// Bound names of the enclosing selections, the outermost first; they are numbered like de Bruijn levels.
    bound: Vec<LocalId>,
}

impl Writer<'_> {
    fn expr(&mut self, expr: &Expr) -> Option<String> {
        Some(match &expr.kind {
            ExprKind::Constant(value) => format!("c{value}"),
            ExprKind::Local(id) => self.local(*id)?,
            ExprKind::Field { unit, field } => {
                self.tagged(&format!("f{}", field.at()), [unit.as_ref()])?
            }
            ExprKind::Ground { place, field } => {
                self.tagged(&format!("g{}", field.at()), [place.as_ref()])?
            }
            ExprKind::AreaUnit(place) => self.tagged("area", [place.as_ref()])?,
            ExprKind::AreaPlace(unit) => self.tagged("place", [unit.as_ref()])?,
            ExprKind::Track { unit, track, index } => {
                let parts = std::iter::once(unit.as_ref()).chain(index.as_deref());
                self.tagged(&format!("t{}", track.at()), parts)?
            }
            ExprKind::Fact { fact, arguments } => {
                self.tagged(&format!("q{}", fact.at()), arguments)?
            }
            ExprKind::Option(id) => format!("o{}", id.at()),
            ExprKind::Call {
                procedure,
                arguments,
            } => self.tagged(&format!("p{}", procedure.at()), arguments)?,
            ExprKind::Can { action, arguments } => {
                self.tagged(&format!("can{}", action.at()), arguments)?
            }
            ExprKind::Table { table, arguments } => {
                self.tagged(&format!("table{}", table.at()), arguments)?
            }
            ExprKind::Modifiers { list, arguments } => {
                self.tagged(&format!("list{}", list.at()), arguments)?
            }
            ExprKind::Not { .. }
            | ExprKind::Negate { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Divide { .. }
            | ExprKind::Compare { .. }
            | ExprKind::Member { .. }
            | ExprKind::Meets { .. }
            | ExprKind::Shift { .. }
            | ExprKind::RestOf { .. }
            | ExprKind::Ratio { .. }
            | ExprKind::Widen { .. }
            | ExprKind::Limit { .. }
            | ExprKind::If { .. } => self.operator(expr)?,
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => {
                let from = self.selection(selection)?;
                self.bound.push(selection.local);
                let of = self.inside(selection, value.as_deref());
                let by = ordering.as_ref().map(|ordering| ordering.by.as_ref());
                let by = of.and_then(|of| Some(format!("{of},{}", self.all(by)?)));
                self.bound.pop();
                let first = ordering.as_ref().map(|ordering| ordering.highest);
                format!("{aggregate:?}({from},{},{first:?})", by?)
            }
            ExprKind::Measured {
                primitive,
                arguments,
                way,
                whole,
            } => {
                let way = self.way(way.as_ref())?;
                self.tagged(&format!("{primitive:?}{way}{whole:?}"), arguments)?
            }
            ExprKind::Game => "game".to_owned(),
            ExprKind::NamedSide(side) => format!("side{side}"),
            ExprKind::Winner => "winner".to_owned(),
            ExprKind::Ended => "ended".to_owned(),
            ExprKind::Outcome => "outcome".to_owned(),
            ExprKind::Last(id) => format!("last{}", id.at()),
            ExprKind::Refused => "refused".to_owned(),
            ExprKind::Offered(id) => format!("offered{}", id.at()),
            ExprKind::Dice { .. }
            | ExprKind::Roll(_)
            | ExprKind::Pool(_)
            | ExprKind::RollOf { .. } => return None,
        })
    }

    /// Writes arithmetic, logic and shifts.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn operator(&mut self, expr: &Expr) -> Option<String> {
        Some(match &expr.kind {
            ExprKind::Not(inner) => self.negation(inner)?,
            ExprKind::Negate(inner) => self.tagged("minus", [inner.as_ref()])?,
            ExprKind::Binary { op, left, right } => {
                let (mut left, mut right) = (self.expr(left)?, self.expr(right)?);
                let is_ordered = matches!(op, Arithmetic::Subtract | Arithmetic::Remainder);
                if !is_ordered && left > right {
                    std::mem::swap(&mut left, &mut right);
                }
                format!("{op:?}({left},{right})")
            }
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => self.tagged(&format!("{rounding:?}"), [left.as_ref(), right])?,
            ExprKind::Compare { order, left, right } => self.comparison(*order, left, right)?,
            ExprKind::Member { value, set } => self.tagged(&format!("m{set}"), [value.as_ref()])?,
            ExprKind::Meets { face, need, sets } => {
                self.tagged(&format!("meets{sets:?}"), [face.as_ref(), need])?
            }
            ExprKind::Shift {
                value, by, down, ..
            } => self.tagged(&format!("shift{down}"), [value.as_ref(), by])?,
            ExprKind::RestOf {
                value, by, down, ..
            } => self.tagged(&format!("rest{down}"), [value.as_ref(), by])?,
            ExprKind::Ratio {
                left, right, rungs, ..
            } => self.tagged(&format!("{rungs:?}"), [left.as_ref(), right])?,
            ExprKind::Widen { value, places } => {
                self.tagged(&format!("widen{places:?}"), [value.as_ref()])?
            }
            ExprKind::Limit { value, low, high } => {
                self.tagged(&format!("limit{low}..{high}"), [value.as_ref()])?
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.tagged("if", [condition.as_ref(), then, otherwise])?,
            _ => return None,
        })
    }

    fn local(&self, id: LocalId) -> Option<String> {
        if let Some(at) = self.bound.iter().rposition(|known| *known == id) {
            return Some(format!("b{at}"));
        }
        match self.substitution.get(id.at()) {
            Some(known) => known.clone(),
            None => Some(form_of_local(id.at())),
        }
    }

    /// Writes the parts in order, separated by commas.
    fn all<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>) -> Option<String> {
        let parts = parts.into_iter().map(|part| self.expr(part));
        Some(parts.collect::<Option<Vec<_>>>()?.join(","))
    }

    /// Writes a tag and, in brackets, its parts.
    fn tagged<'e>(
        &mut self,
        tag: &str,
        parts: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<String> {
        Some(format!("{tag}({})", self.all(parts)?))
    }

    /// Writes a negation, pushed into comparisons; a double one is dropped.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is compared as it is written"
    )]
    fn negation(&mut self, inner: &Expr) -> Option<String> {
        match &inner.kind {
            ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Compare { order, left, right } => {
                self.comparison(order.negated(), left, right)
            }
            _ => self.tagged("not", [inner]),
        }
    }

    /// Writes a comparison with `>=` or `=` wherever an equivalent one exists.
    fn comparison(&mut self, order: Order, left: &Expr, right: &Expr) -> Option<String> {
        let (left_text, right_text) = (self.expr(left)?, self.expr(right)?);
        if let ExprKind::Constant(value) = right.kind
            && value != NONE
        {
            let (order, value) = match order {
                Order::Greater => (Order::GreaterOrEqual, i64::from(value) + 1),
                Order::Less => (Order::LessOrEqual, i64::from(value) - 1),
                Order::Equal | Order::NotEqual | Order::LessOrEqual | Order::GreaterOrEqual => {
                    (order, i64::from(value))
                }
            };
            return Some(format!("{order:?}({left_text},c{value})"));
        }
        let is_mirrored = match order {
            Order::Less | Order::LessOrEqual => true,
            Order::Equal | Order::NotEqual => left_text > right_text,
            Order::Greater | Order::GreaterOrEqual => false,
        };
        Some(match is_mirrored {
            true => format!("{:?}({right_text},{left_text})", order.mirrored()),
            false => format!("{order:?}({left_text},{right_text})"),
        })
    }

    /// Writes a selection without its condition.
    fn selection(&mut self, selection: &Selection) -> Option<String> {
        let owner = self.all(selection.owner.as_deref())?;
        let region = match &selection.region {
            Some(region) => self.region(region)?,
            None => String::new(),
        };
        let (kinds, out) = (selection.kinds, (selection.destroyed, selection.removed));
        Some(format!("{}{out:?}{owner}{region}", kinds.bits()))
    }

    /// Writes the condition of a selection and the value that is calculated for each of its members.
    fn inside(&mut self, selection: &Selection, value: Option<&Expr>) -> Option<String> {
        let condition = self.all(selection.condition.as_deref())?;
        Some(format!("{condition};{}", self.all(value)?))
    }

    fn region(&mut self, region: &Region) -> Option<String> {
        let mark = match &region.region_shape {
            RegionShape::All => "all".to_owned(),
            RegionShape::Within { .. } => "within".to_owned(),
            RegionShape::Between { .. } => "between".to_owned(),
            RegionShape::Reached { way, .. } => format!("reached{}", way.procedure.at()),
            RegionShape::Along { way, .. } => format!("along{}", way.procedure.at()),
        };
        self.tagged(&format!("{mark}{}", region.sides), region.parts())
    }

    fn way(&mut self, way: Option<&Way>) -> Option<String> {
        match way {
            Some(way) => self.tagged(&format!("way{}", way.procedure.at()), &way.arguments),
            None => Some(String::new()),
        }
    }
}
