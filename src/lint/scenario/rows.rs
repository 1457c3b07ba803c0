//! Stats and numbers that name a row or column beyond those of the map of a scenario.
//!
//! Reports: E0564.

use std::collections::BTreeSet;

use super::Staging;
use crate::readings::{Names, named, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::board::Primitive;
use sandtable_model::{CastUnit, Expr, FieldId, NONE, walk_statement, walk_within};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check_rows(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    let Some(last) = last_lines(staging) else {
        return;
    };
    let mut search = Search {
        staging,
        last,
        seen: BTreeSet::new(),
        seen_numbers: BTreeSet::new(),
        found,
    };
    for (_, body) in staging.book.bodies() {
        let names = names_of(body);
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |part| _ = search.comparison(part, &names));
            });
        }
    }
}

/// Returns the numbers of the last row and the last column of the map.
fn last_lines(staging: &Staging<'_>) -> Option<(i32, i32)> {
    let board = &staging.staged.board_instance.as_ref()?.board;
    let n_places = i32::try_from(staging.start.n_places()?).ok()?;
    let places = (0..n_places).map(|place| board.row_and_column(place));
    let last = places.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))?;
    (last.0 > 0 && last.1 > 0).then_some(last)
}

struct Search<'s, 'a> {
    staging: &'s Staging<'a>,
    /// The last row and the last column.
    last: (i32, i32),
    seen: BTreeSet<(String, FieldId)>,
    seen_numbers: BTreeSet<Span>,
    found: &'s mut Vec<Diagnostic>,
}

impl Search<'_, '_> {
    /// Reports a row or column that is compared with a number beyond the last one.
    fn comparison(&mut self, expr: &Expr, names: &Names<'_>) -> Option<()> {
        let asked = expr.comparison()?;
        let (measured, other, order) = match line(asked.left, names) {
            Some(measured) => (measured, asked.right, asked.order),
            None => (
                line(asked.right, names)?,
                asked.left,
                asked.order.mirrored(),
            ),
        };
        let (word, last) = if measured == Primitive::Row {
            ("row", self.last.0)
        } else {
            ("column", self.last.1)
        };
        let other = named(other, names);
        if let Some(number) = other.literal() {
            // Beyond a number there may be nothing on a small map.
            let is_off = order == Order::Equal && number > last;
            if is_off && self.seen_numbers.insert(expr.span) {
                let message = format!("{word} {number} is not on the map of this scenario");
                let place = self.staging.written.play.span;
                self.report(message, place, (word, last), expr.span);
            }
            return None;
        }
        let is_least = match order {
            Order::Equal | Order::GreaterOrEqual | Order::Greater => true,
            Order::NotEqual | Order::Less | Order::LessOrEqual => false,
        };
        let (unit, field) = other.field().filter(|_| is_least)?;
        let side = unit.named_side();
        let side = side.map(|side| {
            self.staging
                .book
                .named_side(side, &self.staging.staged.cast)
        });
        let cast = self.staging.staged.cast.iter().enumerate();
        let units = cast.filter(|(at, one)| {
            unit.ty.kinds().has(one.kind)
                && one.owner.is_none()
                && !one.is_spare
                && side.is_none_or(|side| side == Some(*at))
        });
        for (_, one) in units {
            let value = one.fields.get(field.at()).copied().unwrap_or(NONE);
            if value > last && self.seen.insert((one.title.clone(), field)) {
                self.stat(one, (field, value), (word, last), expr.span);
            }
        }
        None
    }

    fn stat(
        &mut self,
        unit: &CastUnit,
        (field, value): (FieldId, i32),
        lines: (&str, i32),
        compared: Span,
    ) {
        let name = self.staging.book.field_name(field);
        let message = format!(
            "`{name}` of `{}` is {value}: the map of this scenario has no such {}",
            unit.parameter, lines.0
        );
        let place = self.staging.place_of(unit, name);
        let place = place.unwrap_or(self.staging.written.play.span);
        self.report(message, place, lines, compared);
    }

    fn report(&mut self, message: String, place: Span, (word, last): (&str, i32), compared: Span) {
        self.found.push(
            Diagnostic::new(Code::Nowhere, message)
                .label(place, format!("the last {word} is {last}"))
                .label(compared, "asked for here")
                .help("correct the number, or play on a map that has it")
                .confidence(Confidence::Likely),
        );
    }
}

/// Returns the primitive of an expression that gives the row or column of a place.
fn line(expr: &Expr, names: &Names<'_>) -> Option<Primitive> {
    let measured = named(expr, names).measurement()?.primitive;
    matches!(measured, Primitive::Row | Primitive::Column).then_some(measured)
}
