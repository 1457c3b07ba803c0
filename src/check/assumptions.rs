//! Facts that conditions establish for the lines below them: the kinds of units, and values that are not none.
//!
//! Reports: E0213.

use super::scope::{Assumption, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{Arithmetic, Comparison, Expr, GAME, KindId, Kinds, NONE, TrackId};
use sandtable_syntax::ast::Order;

impl Scope<'_, '_> {
    /// Whether a question has settled that an expression is not none.
    pub(super) fn is_some(&self, expr: &Expr) -> bool {
        some_path(expr).is_some_and(|path| self.known.contains(&path))
    }

    /// A track has changed: what was settled about it no longer holds.
    pub(super) fn forget(&mut self, track: TrackId) {
        for known in &mut self.known {
            if matches!(known, Assumption::SomeTrack(_, of) if *of == track) {
                *known = Assumption::Withdrawn;
            }
        }
    }

    /// From here on, `condition` is known to hold (or not to).
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool) {
        let joined = match holds {
            true => condition.operands(Arithmetic::And),
            false => condition.operands(Arithmetic::Or),
        };
        if let Some(inner) = condition.negated() {
            self.assume(inner, !holds);
        } else if let Some((left, right)) = joined {
            self.assume(left, holds);
            self.assume(right, holds);
        } else if let Some(Comparison { order, left, right }) = condition.comparison() {
            let is_some = matches!(order, Order::NotEqual) == holds;
            if is_some && right.constant_value() == Some(NONE) {
                self.known.extend(some_path(left));
            }
        } else if let Some((value, set)) = condition.member() {
            self.assume_member(value, set, holds);
        }
    }

    /// Reports that an expression may be none, once of a name and of a value that cannot be checked without a name for it.
    pub(super) fn report_unhandled_none(&mut self, expr: &Expr) {
        let can_be_checked = some_path(expr).is_some();
        if expr.local().is_some() || !can_be_checked {
            let mut before = self.unhandled_none.iter();
            if before.any(|known| are_equivalent(known, expr)) {
                return;
            }
            self.unhandled_none.push(expr.clone());
        }
        let name = self.name_first(expr).filter(|_| !can_be_checked);
        let help = match name {
            Some((name, first)) => format!("{first}; then check the name: `if {name} is none: …`"),
            None => "check first: `if … is none: …`; if it is calculated, name it on a line above: `NAME = …`".to_owned(),
        };
        let message = "this may be `none`, which the rule does not handle";
        let finding = Diagnostic::new(Code::MayBeNone, message);
        self.report(finding.label(expr.span, "").help(help));
    }

    /// Returns a name for a stat or track, and the help to name it before it is checked; `None` for a name and for calculated values.
    pub(super) fn name_first(&self, expr: &Expr) -> Option<(String, String)> {
        let read = self.path_text(expr)?;
        let (_, name) = read.rsplit_once('.')?;
        let help = format!("name it first: `{name} = {read}`");
        Some((name.to_owned(), help))
    }

    /// Returns the text of a stat or track with the names in front of it: `unit.at.holder`.
    pub(super) fn path_text(&self, expr: &Expr) -> Option<String> {
        if let Some(local) = expr.local() {
            let local = self.locals.get(local.at())?;
            return (!local.name.is_empty()).then(|| local.name.clone());
        }
        if let Some(place) = expr.place_of_unit() {
            return self.path_text(place);
        }
        let book = &self.checker.book;
        let (unit, name) = match (expr.track(), expr.field().or(expr.ground())) {
            (Some(read), _) if read.index.is_none() => {
                (read.unit, &book.tracks.get(read.track.at())?.name)
            }
            (_, Some((unit, field))) => (unit, &book.fields.get(field.at())?.name),
            (_, None) => return None,
        };
        let owner = match unit.is_game() {
            true => GAME.to_owned(),
            false => self.path_text(unit)?,
        };
        Some(format!("{owner}.{name}"))
    }

    fn assume_member(&mut self, value: &Expr, set: u64, holds: bool) {
        if let Some((unit, field)) = value.field()
            && field.at() == 0
        {
            if let Some(local) = unit.local() {
                let kinds = (0..self.checker.book.kinds.len()).filter(|at| set >> at & 1 == 1);
                let kinds = kinds.map(|at| Kinds::one(KindId::new(at)));
                let named = kinds.fold(Kinds::NONE, Kinds::or);
                self.known.push(match holds {
                    true => Assumption::Kinds(local, named),
                    false => Assumption::Kinds(local, Kinds::ALL.without(named)),
                });
            }
        } else if holds {
            // A value that is one of some words is not none.
            self.known.extend(some_path(value));
        }
    }
}

/// A path that can be known not to be none: a local, a stat or track of a local, a track of the game.
fn some_path(expr: &Expr) -> Option<Assumption> {
    if let Some(local) = expr.local() {
        return Some(Assumption::Some(local));
    }
    if let Some((unit, field)) = expr.field().or(expr.ground()) {
        return Some(Assumption::SomeField(unit.local()?, field));
    }
    let read = expr.track().filter(|read| read.index.is_none())?;
    let place = read.unit.place_of_unit();
    match place.unwrap_or(read.unit).local() {
        None if read.unit.is_game() => Some(Assumption::SomeTrack(None, read.track)),
        local => Some(Assumption::SomeTrack(Some(local?), read.track)),
    }
}
