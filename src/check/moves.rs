//! `move 2 of crate.rounds to gun.rounds`: reduced to two changes of tracks.
//!
//! Reports: E0203, E0206.

use super::expression::joined;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::describe;
use sandtable_model::{
    Arithmetic, Change, Expr, KindTrack, Statement, TrackId, TrackRead, Transfer, Type,
    WrittenTransfer,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// An end of the range of a track.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl Scope<'_, '_> {
    /// Builds a transfer of points: its amount, limited by the source and by the capacity of the target, then the changes of both
    /// tracks. The sum of the tracks is unchanged.
    pub(super) fn move_points(
        &mut self,
        amount: &ast::Expr,
        from: &ast::Expr,
        to: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Statement>> {
        let mut steps = Vec::new();
        let from = self.counted_track(from);
        let to = self.counted_track(to);
        let (mut from, to) = (from?, to?);
        let ty = from.ty;
        let mut to = self.fit(to, ty);
        let amount = self.expr_of_type(amount, ty);
        let written = WrittenTransfer {
            amount: amount.clone(),
            from: from.clone(),
            to: to.clone(),
        };
        for place in [&mut from, &mut to] {
            for unit in place.track_units_mut() {
                self.calculate_once(unit, &mut steps, span);
            }
        }
        let lower = |one, other| joined(Arithmetic::Lower, one, other, ty, span);
        let minus = |one, other| joined(Arithmetic::Subtract, one, other, ty, span);
        let mut moved = amount;
        if let Some(low) = self.track_end(&from, End::Low) {
            moved = lower(moved, minus(from.clone(), low));
        }
        if let Some(high) = self.track_end(&to, End::High) {
            moved = lower(moved, minus(high, to.clone()));
        }
        let limited = Expr::clamped(moved, (0, i32::MAX), ty, span);
        let local = self.hidden(String::new(), span, ty);
        steps.push(Statement::bind(local, limited, span));
        let halves = [
            (Change::Take, from, Transfer::Out(Box::new(written))),
            (Change::Add, to, Transfer::In),
        ];
        for (how, place, half) in halves {
            self.forget(place.track()?.track);
            let amount = Expr::of_local(local, ty, span);
            steps.push(Statement::change_of(place, how, amount, span)?.half_of(half));
        }
        Some(steps)
    }

    /// A track that counts.
    fn counted_track(&mut self, place: &ast::Expr) -> Option<Expr> {
        let built = self.expr(place, None);
        let built = self.changed_track(built, place.span)?;
        if !matches!(built.ty, Type::Number(_) | Type::Unknown) {
            let text = describe(&self.checker.book, built.ty);
            self.report(
                Diagnostic::new(Code::WrongType, "only points of a track can be moved")
                    .label(place.span, format!("this is {text}"))
                    .help("to change it, write `set … to …`"),
            );
            return None;
        }
        Some(built)
    }

    /// Binds a unit to a local in a step before any change, unless it is one.
    fn calculate_once(&mut self, unit: &mut Expr, steps: &mut Vec<Statement>, span: Span) {
        if unit.local().is_some() {
            return;
        }
        let local = self.hidden(String::new(), unit.span, unit.ty);
        let read = Expr::of_local(local, unit.ty, unit.span);
        let value = std::mem::replace(unit, read);
        steps.push(Statement::bind(local, value, span));
    }

    /// Returns a limit of a track: a number, the stat that defines it, or one of these by the kind of the unit; `None`
    /// without such a limit.
    fn track_end(&self, place: &Expr, end: End) -> Option<Expr> {
        let TrackRead { unit, track, .. } = place.track()?;
        let (ty, span) = (place.ty, place.span);
        let value = |known: &KindTrack| match (end, known.ends_at) {
            (End::Low, _) => Expr::constant(known.low, ty, span),
            // Far from the largest number, so that subtracting from it cannot overflow.
            (End::High, None) => Expr::constant(known.high.min(i32::MAX / 2), ty, span),
            (End::High, Some(field)) => Expr::of_field(unit.clone(), field, ty, span),
        };
        let is_same = |one: &KindTrack, other: &KindTrack| match end {
            End::Low => one.low == other.low,
            End::High => (one.high, one.ends_at) == (other.high, other.ends_at),
        };
        let ends = self.ranges_by_kind(unit.ty, track);
        let ((_, last), others) = ends.split_last()?;
        let is_open = |known: &KindTrack| {
            end == End::High && known.high == i32::MAX && known.ends_at.is_none()
        };
        if ends.iter().all(|(_, known)| is_open(known)) {
            return None;
        }
        let kind_field = self.checker.fields.get("kind").copied();
        let mut chosen = value(last);
        for (kind, known) in others.iter().filter(|(_, known)| !is_same(known, last)) {
            let field = kind_field?;
            let ty = self.checker.book.fields.get(field.at())?.ty;
            let of = Expr::of_field(unit.clone(), field, ty, span);
            let index = Expr::constant(i32::try_from(*kind).ok()?, ty, span);
            let is_kind = Expr::compare(ast::Order::Equal, of, index, span);
            chosen = Expr::choice_of(is_kind, value(known), chosen, span);
        }
        Some(chosen)
    }

    /// The kinds of a type of units that have a track, by index, with its range in each.
    fn ranges_by_kind(&self, unit: Type, track: TrackId) -> Vec<(usize, &KindTrack)> {
        let kinds = self.checker.book.kinds.iter().enumerate();
        kinds
            .filter(|(at, _)| unit.kinds().has(sandtable_model::KindId::new(*at)))
            .filter_map(|(at, kind)| {
                let known = kind.tracks.iter().find(|known| known.track == track);
                Some((at, known?))
            })
            .collect()
    }
}
