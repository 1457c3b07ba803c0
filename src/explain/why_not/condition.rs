//! Explanation of conditions, part by part.

use super::{Finding, Scene, under};
use sandtable_board::Place;
use sandtable_ir::NONE;
use sandtable_model::{
    Arithmetic, Expr, ExprKind, Selection, Statement, TrackRead, Type, walk_expr, walk_statement,
    walk_within,
};
use sandtable_syntax::ast::{Aggregate, Order};

/// Maximum depth of a reason, counted in calls of formulas.
pub(super) const MOST_DEEP: usize = 4;
/// Maximum number of pieces that are explained one by one; of more, only the number is given.
const FEW: usize = 3;

impl<'a> Finding<'_, 'a> {
    /// Adds the reasons why a first line of an action, `needs` or `once each`, refuses it; returns whether it does.
    pub(super) fn refusal(
        &mut self,
        scene: &Scene<'a>,
        statement: &'a Statement,
        depth: usize,
    ) -> bool {
        if let Some(condition) = statement.needs() {
            let is_refused = self.value(condition, scene) == Some(0);
            if is_refused {
                self.why(condition, scene, false, depth);
            }
            return is_refused;
        }
        if let Some(TrackRead { unit, track, index }) = statement.mark() {
            let mark = Expr {
                span: statement.span,
                ..Expr::of_track(unit.clone(), track, index.cloned(), Type::Flag)
            };
            let is_refused = self.value(&mark, scene).is_some_and(|done| done != 0);
            if is_refused {
                let text = format!("`{}` is done", self.inquiry.words(statement.span));
                self.line(depth, text, scene, statement.span);
            }
            return is_refused;
        }
        false
    }

    /// Adds the reasons why a condition has this value.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    pub(super) fn why(&mut self, expr: &'a Expr, scene: &Scene<'a>, holds: bool, depth: usize) {
        match &expr.kind {
            ExprKind::Not(inner) if !has_reasons(inner) && !self.is_existence(inner, scene) => {
                self.plain(expr, scene, holds, depth);
            }
            ExprKind::Not(inner) => self.why(inner, scene, !holds, depth),
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                ..
            } => self.several(*op, expr, scene, holds, depth),
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let Some(taken) = self.value(condition, scene) else {
                    return self.plain(expr, scene, holds, depth);
                };
                self.why(condition, scene, taken != 0, depth);
                let branch = if taken != 0 { then } else { otherwise };
                if !matches!(branch.kind, ExprKind::Constant(_)) {
                    self.why(branch, scene, holds, depth);
                }
            }
            ExprKind::Aggregate {
                aggregate: Aggregate::Any,
                selection,
                ..
            } => self.any(expr, selection, scene, holds, depth),
            ExprKind::Compare { order, left, right } => {
                match self.existence(*order, left, right, scene) {
                    Some((selection, is_one)) => {
                        self.any(expr, selection, scene, holds == is_one, depth);
                    }
                    None => self.plain(expr, scene, holds, depth),
                }
            }
            ExprKind::Call { .. } | ExprKind::Can { .. } | ExprKind::Fact { .. }
                if depth < MOST_DEEP =>
            {
                self.called(expr, scene, holds, depth);
            }
            _ => self.plain(expr, scene, holds, depth),
        }
    }

    /// `A and B`, `A or B`: explains the operands that determine the value.
    fn several(
        &mut self,
        op: Arithmetic,
        expr: &'a Expr,
        scene: &Scene<'a>,
        holds: bool,
        depth: usize,
    ) {
        let mut parts = Vec::new();
        expr.chain(op, &mut |part| parts.push(part));
        // Explains the operands that determine the value alone; without any, all of them.
        let (n_before, n_more_before) = (self.reasons.len(), self.n_more);
        let is_none_of = op == Arithmetic::Or && !holds;
        if is_none_of {
            self.line(depth, "none of these is met:".to_owned(), scene, expr.span);
        }
        let depth = depth + usize::from(is_none_of);
        for part in parts {
            if self.value(part, scene) == Some(i32::from(holds)) {
                self.why(part, scene, holds, depth);
            }
        }
        let is_full = self.n_more > n_more_before;
        if !is_full && self.reasons.len() == n_before + usize::from(is_none_of) {
            self.reasons.truncate(n_before);
            self.plain(expr, scene, holds, depth);
        }
    }

    /// `any foe: car where …`: names the members, or explains why each candidate is none.
    fn any(
        &mut self,
        expr: &'a Expr,
        selection: &'a Selection,
        scene: &Scene<'a>,
        holds: bool,
        depth: usize,
    ) {
        let words = self.inquiry.words(expr.span);
        if holds {
            let first = aggregate(Aggregate::First, selection.clone(), selection.ty(), expr);
            let witness = self.value(&first, scene).filter(|found| *found != NONE);
            let Some(witness) = witness else {
                return self.plain(expr, scene, holds, depth);
            };
            let name = self.inquiry.shown(witness, selection.ty());
            let text = format!("`{words}`: there is {name}");
            self.line(depth, text, scene, expr.span);
            self.places
                .extend(self.place_of(witness, selection.ty(), expr));
            self.member(selection, scene, witness, true, depth + 1);
            return;
        }
        let all = Selection {
            condition: None,
            ..selection.clone()
        };
        let count = aggregate(Aggregate::Number, all.clone(), Type::Unknown, expr);
        let n_members = self.value(&count, scene).unwrap_or(0);
        let text = match n_members {
            0 => format!("`{words}`: there are none"),
            1 => format!("`{words}`: there is none"),
            n => format!("`{words}`: none of {n} meets it"),
        };
        self.line(depth, text, scene, expr.span);
        if selection.region.is_some() || selection.condition.is_none() {
            return;
        }
        let units = 0..i32::try_from(self.inquiry.units.len()).unwrap_or(0);
        let members = units.filter(|unit| self.is_among(&all, scene, *unit, expr));
        let nearest = self.nearest(selection, scene, members);
        if nearest.len() > FEW {
            return;
        }
        for unit in nearest {
            let mut finding = self.inquiry.finding(self.state);
            finding.member(selection, scene, unit, false, 0);
            let name = self.inquiry.shown(unit, selection.ty());
            self.below(depth + 1, under(name, finding.told()));
        }
    }

    fn is_existence(&self, expr: &'a Expr, scene: &Scene<'a>) -> bool {
        let ExprKind::Compare { order, left, right } = &expr.kind else {
            return false;
        };
        self.existence(*order, left, right, scene).is_some()
    }

    /// Returns the selection of a comparison that tests whether it has a member, and whether the comparison holds if it has one:
    /// its first member against `none`, or its number of members against 0 or 1.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    fn existence(
        &self,
        order: Order,
        left: &'a Expr,
        right: &'a Expr,
        scene: &Scene<'a>,
    ) -> Option<(&'a Selection, bool)> {
        let asked = match &left.kind {
            ExprKind::Local(local) => scene.kept.get(&local.at()).copied()?,
            _ => left,
        };
        let ExprKind::Aggregate {
            aggregate,
            selection,
            ..
        } = &asked.kind
        else {
            return None;
        };
        let is_one = match (aggregate, order, right.literal()?) {
            (Aggregate::First | Aggregate::Last, Order::Equal, NONE)
            | (Aggregate::Number, Order::Equal | Order::LessOrEqual, 0)
            | (Aggregate::Number, Order::Less, 1) => false,
            (Aggregate::First | Aggregate::Last, Order::NotEqual, NONE)
            | (Aggregate::Number, Order::NotEqual | Order::Greater, 0)
            | (Aggregate::Number, Order::GreaterOrEqual, 1) => true,
            _ => return None,
        };
        Some((selection, is_one))
    }

    /// Returns the candidates that come closest to a selection's condition. A part that play cannot change, such as the side, weighs
    /// more than any other.
    pub(super) fn nearest(
        &self,
        selection: &'a Selection,
        scene: &Scene<'a>,
        candidates: impl Iterator<Item = i32>,
    ) -> Vec<i32> {
        let mut parts = Vec::new();
        if let Some(condition) = &selection.condition {
            condition.chain(Arithmetic::And, &mut |part| parts.push(part));
        }
        let mut named = Vec::new();
        for part in &parts {
            walk_within(part, &mut |expr| {
                if let (ExprKind::Local(local), Type::Unit(_)) = (&expr.kind, expr.ty)
                    && *local != selection.local
                {
                    named.extend(scene.values.get(local.at()).copied());
                }
            });
        }
        let candidates: Vec<(i32, (usize, bool, usize))> = candidates
            .map(|unit| {
                let is_named = named.contains(&unit);
                let scene = scene.with(selection.local.at(), unit);
                let fails = |part: &&&Expr| self.value(part, &scene) == Some(0);
                let failing: Vec<&&Expr> = parts.iter().filter(fails).collect();
                let fixed = failing
                    .iter()
                    .filter(|part| self.is_fixed(part, MOST_DEEP))
                    .count();
                (unit, (fixed, is_named, failing.len()))
            })
            .collect();
        let least = candidates.iter().map(|(_, failing)| *failing).min();
        let nearest = candidates
            .iter()
            .filter(|(_, failing)| Some(*failing) == least);
        nearest.map(|(unit, _)| *unit).collect()
    }

    /// Whether an expression reads only what play cannot change: stats, traits, kinds and sides.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    fn is_fixed(&self, expr: &Expr, depth: usize) -> bool {
        let book = self.inquiry.book;
        let is_own_fixed = match &expr.kind {
            ExprKind::Track { track, .. } => book.side_track() == Some(*track),
            ExprKind::Call { procedure, .. } => {
                let rule = book.procedures.get(procedure.at());
                let body = rule.map(|rule| &rule.body);
                let mut is_fixed = depth > 0 && rule.is_some_and(|rule| rule.deep.is_none());
                for statement in body.into_iter().flatten() {
                    walk_statement(statement, &mut |expr| {
                        is_fixed = is_fixed && self.is_fixed(expr, depth - 1);
                    });
                }
                is_fixed
            }
            ExprKind::Fact { .. }
            | ExprKind::Measured { .. }
            | ExprKind::Ground { .. }
            | ExprKind::Aggregate { .. }
            | ExprKind::Can { .. }
            | ExprKind::Modifiers { .. } => false,
            _ => true,
        };
        let mut is_fixed = is_own_fixed;
        walk_expr(expr, &mut |part| {
            is_fixed = is_fixed && self.is_fixed(part, depth);
        });
        is_fixed
    }

    /// Returns a value of place type, or the place of a unit.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    fn place_of(&self, found: i32, ty: Type, near: &Expr) -> Option<Place> {
        let standing = ExprKind::Track {
            unit: Box::new(Expr {
                kind: ExprKind::Constant(found),
                ty,
                or_none: false,
                span: near.span,
            }),
            track: self.inquiry.book.at_track()?,
            index: None,
        };
        let place = match ty {
            Type::Place => found,
            _ => self.value(
                &Expr {
                    kind: standing,
                    ty: Type::Place,
                    or_none: true,
                    span: near.span,
                },
                &Scene::default(),
            )?,
        };
        Some(place).filter(|place| *place != NONE)
    }

    /// Whether a value is a member of a selection.
    pub(super) fn is_among(
        &self,
        selection: &Selection,
        scene: &Scene<'_>,
        member: i32,
        near: &Expr,
    ) -> bool {
        let constant = |kind, ty| Expr {
            kind,
            ty,
            or_none: false,
            span: near.span,
        };
        let is_it = ExprKind::Compare {
            order: Order::Equal,
            left: Box::new(constant(ExprKind::Local(selection.local), selection.ty())),
            right: Box::new(constant(ExprKind::Constant(member), selection.ty())),
        };
        let only = Selection {
            condition: Some(Box::new(constant(is_it, Type::Flag))),
            ..selection.clone()
        };
        let any = aggregate(Aggregate::Any, only, Type::Flag, near);
        self.value(&any, scene) == Some(1)
    }

    /// Adds the reasons why the condition of a selection holds or fails for one member.
    pub(super) fn member(
        &mut self,
        selection: &'a Selection,
        scene: &Scene<'a>,
        member: i32,
        holds: bool,
        depth: usize,
    ) {
        let Some(condition) = &selection.condition else {
            return;
        };
        let scene = scene.with(selection.local.at(), member);
        self.why(condition, &scene, holds, depth);
    }

    /// Adds a condition without parts: its text, and the values that it reads.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    pub(super) fn plain(&mut self, expr: &Expr, scene: &Scene<'_>, holds: bool, depth: usize) {
        let words = self.inquiry.words(expr.span);
        let mut values = Vec::new();
        let asked = match &expr.kind {
            ExprKind::Not(inner) => inner,
            _ => expr,
        };
        if let ExprKind::Compare { .. } | ExprKind::Member { .. } | ExprKind::Meets { .. } =
            asked.kind
        {
            walk_expr(asked, &mut |part| self.reads(part, scene, &mut values));
        }
        let is_met = if holds { "is met" } else { "is not met" };
        let text = match values.as_slice() {
            [] => format!("`{words}` {is_met}"),
            values => format!("`{words}` {is_met}: {}", values.join(", ")),
        };
        self.line(depth, text, scene, expr.span);
    }

    /// Adds the values that an expression reads: `range is 5 hexes`.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "expressions with parts are named; every other one is shown as a whole, with the values that it reads"
    )]
    pub(super) fn reads(&self, expr: &Expr, scene: &Scene<'_>, values: &mut Vec<String>) {
        if let ExprKind::Constant(_) | ExprKind::NamedSide(_) = expr.kind {
            return;
        }
        if let ExprKind::Widen { value, .. } = &expr.kind {
            return self.reads(value, scene, values);
        }
        // A whole number that is counted in halves is what it was before.
        if let ExprKind::Binary { .. } | ExprKind::Divide { .. } = expr.kind {
            let mut counted = parts(expr).into_iter();
            let counted = counted
                .find(|part| part.span == expr.span && !matches!(part.kind, ExprKind::Constant(_)));
            if let Some(counted) = counted {
                return self.reads(&counted, scene, values);
            }
        }
        let has_parts = matches!(
            expr.kind,
            ExprKind::Binary { .. }
                | ExprKind::Divide { .. }
                | ExprKind::Negate(_)
                | ExprKind::Limit { .. }
                | ExprKind::Shift { .. }
        );
        let kept = match &expr.kind {
            ExprKind::Local(local) => scene.kept.get(&local.at()).copied(),
            ExprKind::Table { .. } => Some(expr),
            _ => None,
        };
        if let Some(value) = self.value(expr, scene) {
            let value = self.inquiry.shown(value, expr.ty);
            let words = self.inquiry.words(expr.span);
            let text = match has_parts || matches!(expr.kind, ExprKind::If { .. }) {
                true => format!("`{words}` is {value}"),
                false => format!("{words} is {value}"),
            };
            if !values.contains(&text) {
                values.push(text);
            }
        }
        let from = kept.or(has_parts.then_some(expr));
        for part in &from.map_or_else(Vec::new, parts) {
            if !matches!(part.ty, Type::Unit(_)) {
                self.reads(part, scene, values);
            }
        }
    }
}

impl<'a> Scene<'a> {
    /// Returns the scene with another value for one local.
    pub(super) fn with(&self, at: usize, value: i32) -> Self {
        let mut scene = self.clone();
        if scene.values.len() <= at {
            scene.values.resize(at + 1, NONE);
        }
        if let Some(place) = scene.values.get_mut(at) {
            *place = value;
        }
        scene
    }

    /// Returns the scene with the sections of a statement, if it has any.
    pub(super) fn at(&self, statement: &'a Statement) -> Self {
        match statement.citations.as_slice() {
            [] => self.clone(),
            own => Self {
                citations: own,
                ..self.clone()
            },
        }
    }
}

/// Returns the operands of an expression.
fn parts(expr: &Expr) -> Vec<Expr> {
    let mut parts = Vec::new();
    walk_expr(expr, &mut |part| parts.push(part.clone()));
    parts
}

/// Whether the value of a condition has reasons to explain: it has operands, or another declaration determines it.
fn has_reasons(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::If { .. }
            | ExprKind::Aggregate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Can { .. }
            | ExprKind::Fact { .. }
    )
}

fn aggregate(aggregate: Aggregate, selection: Selection, ty: Type, near: &Expr) -> Expr {
    Expr {
        kind: ExprKind::Aggregate {
            aggregate,
            value: None,
            selection: Box::new(selection),
            ordering: None,
        },
        ty,
        or_none: aggregate == Aggregate::First,
        span: near.span,
    }
}
