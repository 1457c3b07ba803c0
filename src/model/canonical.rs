//! What an expression asks, as text without its places: two that have the same text ask the same.
//!
//! What is written in another order (`a and b`, `b and a`) or the other way round (`range > 2`, `not range <= 2`,
//! `range >= 3`) has the same text. Only what is thrown has none: two throws are never the same.

use super::scene::{opposite, turned};
use sandtable_model::board::{Region, Way, Which};
use sandtable_model::{Arithmetic, Expr, ExprKind, LocalId, NONE, Selection};
use sandtable_syntax::ast::Order;

/// What stands for a name: the text of what it was handed.
pub(super) type Handed = Vec<Option<String>>;

/// Writes what an expression asks; `None` if something is thrown for it. `handed` is what the first names stand for.
pub(super) fn shape(expr: &Expr, handed: &[Option<String>]) -> Option<String> {
    let mut writer = Writer {
        handed,
        bound: Vec::new(),
    };
    writer.expr(expr)
}

struct Writer<'h> {
    handed: &'h [Option<String>],
    /// Names of the selections around, the outermost first: what they are called says nothing.
    bound: Vec<LocalId>,
}

impl Writer<'_> {
    fn expr(&mut self, expr: &Expr) -> Option<String> {
        Some(match &expr.kind {
            ExprKind::Constant(value) => format!("c{value}"),
            ExprKind::Local(id) => self.local(*id)?,
            ExprKind::Field { unit, field } => {
                self.marked(&format!("f{}", field.at()), [unit.as_ref()])?
            }
            ExprKind::Ground { place, field } => {
                self.marked(&format!("g{}", field.at()), [place.as_ref()])?
            }
            ExprKind::Track { unit, track, index } => {
                let parts = std::iter::once(unit.as_ref()).chain(index.as_deref());
                self.marked(&format!("t{}", track.at()), parts)?
            }
            ExprKind::Fact { fact, arguments } => {
                self.marked(&format!("q{}", fact.at()), arguments)?
            }
            ExprKind::Option(id) => format!("o{}", id.at()),
            ExprKind::Call {
                procedure,
                arguments,
            } => self.marked(&format!("p{}", procedure.at()), arguments)?,
            ExprKind::Can { action, arguments } => {
                self.marked(&format!("can{}", action.at()), arguments)?
            }
            ExprKind::Table { table, arguments } => {
                self.marked(&format!("table{}", table.at()), arguments)?
            }
            ExprKind::Modifiers { list, arguments } => {
                self.marked(&format!("list{}", list.at()), arguments)?
            }
            ExprKind::Not(inner) => self.not(inner)?,
            ExprKind::Negate(inner) => self.marked("minus", [inner.as_ref()])?,
            ExprKind::Binary { op, left, right } => {
                let (mut left, mut right) = (self.expr(left)?, self.expr(right)?);
                if *op != Arithmetic::Subtract && left > right {
                    std::mem::swap(&mut left, &mut right);
                }
                format!("{op:?}({left},{right})")
            }
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => self.marked(&format!("{rounding:?}"), [left.as_ref(), right])?,
            ExprKind::Compare { order, left, right } => self.compared(*order, left, right)?,
            ExprKind::Member { value, set } => self.marked(&format!("m{set}"), [value.as_ref()])?,
            ExprKind::Meets { face, need, sets } => {
                self.marked(&format!("meets{sets:?}"), [face.as_ref(), need])?
            }
            ExprKind::Shift {
                value, by, down, ..
            } => self.marked(&format!("shift{down}"), [value.as_ref(), by])?,
            ExprKind::RestOf {
                value, by, down, ..
            } => self.marked(&format!("rest{down}"), [value.as_ref(), by])?,
            ExprKind::Ratio {
                left, right, rungs, ..
            } => self.marked(&format!("{rungs:?}"), [left.as_ref(), right])?,
            ExprKind::Limit { value, low, high } => {
                self.marked(&format!("limit{low}..{high}"), [value.as_ref()])?
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.marked("if", [condition.as_ref(), then, otherwise])?,
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => {
                let from = self.selected(selection)?;
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
                self.marked(&format!("{primitive:?}{way}{whole:?}"), arguments)?
            }
            ExprKind::Game => "game".to_owned(),
            ExprKind::Winner => "winner".to_owned(),
            ExprKind::Ended => "ended".to_owned(),
            ExprKind::Outcome => "outcome".to_owned(),
            ExprKind::Last(id) => format!("last{}", id.at()),
            ExprKind::Offered(id) => format!("offered{}", id.at()),
            ExprKind::Dice { .. }
            | ExprKind::Throw(_)
            | ExprKind::Pool(_)
            | ExprKind::ThrowOf { .. } => return None,
        })
    }

    fn local(&self, id: LocalId) -> Option<String> {
        if let Some(at) = self.bound.iter().rposition(|known| *known == id) {
            return Some(format!("b{at}"));
        }
        match self.handed.get(id.at()) {
            Some(known) => known.clone(),
            None => Some(format!("l{}", id.at())),
        }
    }

    /// Parts behind each other.
    fn all<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>) -> Option<String> {
        let parts = parts.into_iter().map(|part| self.expr(part));
        Some(parts.collect::<Option<Vec<_>>>()?.join(","))
    }

    fn marked<'e>(
        &mut self,
        mark: &str,
        parts: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<String> {
        Some(format!("{mark}({})", self.all(parts)?))
    }

    fn not(&mut self, inner: &Expr) -> Option<String> {
        match &inner.kind {
            ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Compare { order, left, right } => {
                self.compared(opposite(*order), left, right)
            }
            _ => self.marked("not", [inner]),
        }
    }

    /// With `>=` or `=` wherever that says the same.
    fn compared(&mut self, order: Order, left: &Expr, right: &Expr) -> Option<String> {
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
        let is_turned = match order {
            Order::Less | Order::LessOrEqual => true,
            Order::Equal | Order::NotEqual => left_text > right_text,
            Order::Greater | Order::GreaterOrEqual => false,
        };
        Some(match is_turned {
            true => format!("{:?}({right_text},{left_text})", turned(order)),
            false => format!("{order:?}({left_text},{right_text})"),
        })
    }

    /// What a selection says outside of its condition.
    fn selected(&mut self, selection: &Selection) -> Option<String> {
        let owner = self.all(selection.owner.as_deref())?;
        let region = match &selection.region {
            Some(region) => self.region(region)?,
            None => String::new(),
        };
        let (kinds, out) = (selection.kinds, (selection.destroyed, selection.removed));
        Some(format!("{}{out:?}{owner}{region}", kinds.bits()))
    }

    /// The condition of a selection, and what is worked out for each of it.
    fn inside(&mut self, selection: &Selection, value: Option<&Expr>) -> Option<String> {
        let condition = self.all(selection.condition.as_deref())?;
        Some(format!("{condition};{}", self.all(value)?))
    }

    fn region(&mut self, region: &Region) -> Option<String> {
        let mark = match &region.which {
            Which::All => "all".to_owned(),
            Which::Within { .. } => "within".to_owned(),
            Which::Between { .. } => "between".to_owned(),
            Which::Reached { way, .. } => format!("reached{}", way.procedure.at()),
            Which::Along { way, .. } => format!("along{}", way.procedure.at()),
        };
        self.marked(&format!("{mark}{}", region.sides), region.parts())
    }

    fn way(&mut self, way: Option<&Way>) -> Option<String> {
        match way {
            Some(way) => self.marked(&format!("way{}", way.procedure.at()), &way.arguments),
            None => Some(String::new()),
        }
    }
}
