//! Conditions of two units, evaluated for the case that both are the same unit.

use sandtable_model::board::Primitive;
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Ability, Arithmetic, Block, Comparison, Expr, LocalId, NONE, Procedure, RuleBook, Statement,
    Type, walk_statement,
};
use sandtable_syntax::ast::Order;

/// Depth to which formulas are followed.
const MAX_DEPTH: usize = 4;

/// The truth of a condition if both units are the same.
///
/// Variants are in order of decreasing certainty: `and` keeps the later of two undecided ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Truth {
    /// Never met.
    No,
    /// Always met.
    Yes,
    /// Not about both: it may be met.
    Open,
    /// About both by a measurement on the board: it may well be met.
    Measured,
    /// It may tell the two apart.
    Unknown,
}

impl Truth {
    fn of(is_met: bool) -> Self {
        if is_met { Self::Yes } else { Self::No }
    }

    pub(super) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Yes => Self::No,
            Self::Open | Self::Measured | Self::Unknown => self,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, one) | (one, Self::Yes) => one,
            (one, other) => one.max(other),
        }
    }

    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Returns the truth of one of two values, by a condition.
    fn either(condition: Self, then: Self, otherwise: Self) -> Self {
        match condition {
            Self::Yes => then,
            Self::No => otherwise,
            _ if then == otherwise => then,
            Self::Open | Self::Measured | Self::Unknown => {
                condition.and(then).or(condition.and(otherwise))
            }
        }
    }
}

/// The locals of a body for the case that two of its units are the same.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// Canonical forms, equal for both units.
    forms: Substitution,
    /// For each local, by two bits, whether its value depends on one of the units, and on the other.
    masks: Vec<u8>,
}

/// The mask of values that depend on the acting unit.
const ACTOR: u8 = 1;
/// The mask of values that depend on the other unit.
const OTHER: u8 = 2;
/// The mask of values that depend on both.
const BOTH: u8 = ACTOR | OTHER;

impl Frame {
    /// Returns the locals of a body for an acting unit and another one that is the same.
    pub(super) fn of_pair(actor: LocalId, other: LocalId) -> Self {
        let mut frame = Self::default();
        for (local, mask) in [(actor, ACTOR), (other, OTHER)] {
            frame.set(local, Some("pair".to_owned()), mask);
        }
        frame
    }

    fn of_call(arguments: &[Expr], around: &Self) -> Self {
        let mut frame = Self::default();
        for (at, argument) in arguments.iter().enumerate() {
            frame.set(
                LocalId::new(at),
                around.form(argument),
                around.mask(argument),
            );
        }
        frame
    }

    fn set(&mut self, local: LocalId, form: Option<String>, mask: u8) {
        while self.masks.len() <= local.at() {
            self.forms.push(Some(format!("l{}", self.masks.len())));
            self.masks.push(0);
        }
        if let (Some(known), Some(known_mask)) = (
            self.forms.get_mut(local.at()),
            self.masks.get_mut(local.at()),
        ) {
            *known = form;
            *known_mask = mask;
        }
    }

    /// Takes the names that statements give to values.
    pub(super) fn bind(&mut self, statement: &Statement) {
        if let Some((local, value)) = statement.binding() {
            let (form, mask) = (self.form(value), self.mask(value));
            self.set(local, form, mask);
        }
    }

    fn form(&self, expr: &Expr) -> Option<String> {
        canonical_form(expr, &self.forms)
    }

    fn mask(&self, expr: &Expr) -> u8 {
        let mut mask = 0;
        expr.any(|part| {
            let of_local = part.local().and_then(|local| self.masks.get(local.at()));
            mask |= of_local.copied().unwrap_or_default();
            false
        });
        mask
    }
}

/// The evaluation of conditions.
pub(super) struct PairConditions<'b> {
    pub(super) book: &'b RuleBook,
    /// Whether a condition asks for units of one side.
    pub(super) asks_for_friend: bool,
    /// Whether a condition asks whether both are the same: then that is meant.
    pub(super) asks_for_itself: bool,
}

impl PairConditions<'_> {
    pub(super) fn truth(&mut self, expr: &Expr, frame: &Frame) -> Truth {
        self.of_expr(expr, frame, MAX_DEPTH)
    }

    /// Returns whether the first lines of an action let it happen.
    pub(super) fn allows(
        &mut self,
        action: &Procedure,
        arguments: &[Expr],
        frame: &Frame,
    ) -> Truth {
        let mut frame = Frame::of_call(arguments, frame);
        let mut truth = Truth::Yes;
        for statement in &action.body {
            frame.bind(statement);
            if let Some(condition) = statement.needs() {
                truth = truth.and(self.truth(condition, &frame));
            } else if let Some(condition) = statement.early_end() {
                truth = truth.and(self.truth(condition, &frame).not());
            } else if statement.binding().is_none() {
                break;
            }
        }
        truth
    }

    fn of_expr(&mut self, expr: &Expr, frame: &Frame, depth: usize) -> Truth {
        if let Some(value) = expr.constant_value() {
            return Truth::of(value != 0);
        }
        if let Some(inner) = expr.negated() {
            return self.of_expr(inner, frame, depth).not();
        }
        if let Some((one, other)) = expr.operands(Arithmetic::And) {
            let one = self.of_expr(one, frame, depth);
            return one.and(self.of_expr(other, frame, depth));
        }
        if let Some((one, other)) = expr.operands(Arithmetic::Or) {
            let one = self.of_expr(one, frame, depth);
            return one.or(self.of_expr(other, frame, depth));
        }
        if let Some(compared) = expr.comparison() {
            return self.compared(expr, &compared, frame);
        }
        if let Some(either) = expr.conditional() {
            let condition = self.of_expr(either.condition, frame, depth);
            let then = self.of_expr(either.then, frame, depth);
            let otherwise = self.of_expr(either.otherwise, frame, depth);
            return Truth::either(condition, then, otherwise);
        }
        if let Some((called, arguments)) = expr.call()
            && let Some(called) = self.book.procedures.get(called.at())
            && called.ability == Ability::Formula
            && depth > 0
        {
            let frame = Frame::of_call(arguments, frame);
            return self.of_body(&called.body, frame, depth - 1);
        }
        if let Some((fact, arguments)) = expr.fact()
            && let Some(fact) = self.book.facts.get(fact.at())
            && let Some(in_play) = fact.in_play.as_ref().filter(|_| depth > 0)
        {
            let frame = Frame::of_call(arguments, frame);
            return self.of_expr(&in_play.value, &frame, depth - 1);
        }
        self.of_other(expr, frame)
    }

    /// Returns the truth of an expression that is not evaluated.
    fn of_other(&self, expr: &Expr, frame: &Frame) -> Truth {
        let mask = frame.mask(expr);
        let is_measured = expr.measurement().is_some() || expr.aggregation().is_some();
        if self.mentions_side(expr, frame) || compares_members(expr) {
            Truth::Unknown
        } else if mask == BOTH && is_measured {
            Truth::Measured
        } else {
            about(mask)
        }
    }

    /// Whether an expression reads the side of one of the units.
    fn mentions_side(&self, expr: &Expr, frame: &Frame) -> bool {
        let side = self.book.side_track();
        expr.any(|part| {
            let read = part.track().filter(|read| Some(read.track) == side);
            read.is_some_and(|read| frame.mask(read.unit) > 0)
        })
    }

    fn compared(&mut self, expr: &Expr, compared: &Comparison<'_>, frame: &Frame) -> Truth {
        let Comparison { order, left, right } = *compared;
        let (one, other) = (frame.form(left), frame.form(right));
        if one.is_some() && one == other {
            let truth = Truth::of(matches!(
                order,
                Order::Equal | Order::LessOrEqual | Order::GreaterOrEqual
            ));
            self.asks_for_itself |= left.local().is_some() && right.local().is_some();
            self.asks_for_friend |= truth == Truth::Yes && self.mentions_side(expr, frame);
            return truth;
        }
        let is_enemy = |enemy: &Expr, other: &Option<String>| {
            let own = enemy.enemy_of().map(|own| frame.form(own));
            own.is_some_and(|own| own.is_some() && own == *other)
        };
        if is_enemy(left, &other) || is_enemy(right, &one) {
            return Truth::of(order == Order::NotEqual);
        }
        if let Some(truth) = self.of_distance(compared, frame) {
            return truth;
        }
        let is_of_places = |expr: &Expr| expr.ty == Type::Place && expr.literal() != Some(NONE);
        if is_of_places(left) && is_of_places(right) && frame.mask(expr) > 0 {
            return Truth::Unknown;
        }
        let is_of_none = left.literal() == Some(NONE) || right.literal() == Some(NONE);
        match self.mentions_side(expr, frame) {
            true => Truth::Unknown,
            false if is_of_none && frame.mask(expr) != BOTH => Truth::Open,
            false => about(frame.mask(expr)),
        }
    }

    /// Returns the truth of a comparison of the distance of the two, which is 0.
    fn of_distance(&self, compared: &Comparison<'_>, frame: &Frame) -> Option<Truth> {
        let (order, other) = if self.is_zero(compared.left, frame, MAX_DEPTH) {
            (compared.order, compared.right)
        } else if self.is_zero(compared.right, frame, MAX_DEPTH) {
            (compared.order.mirrored(), compared.left)
        } else {
            return None;
        };
        Some(match (other.literal(), order) {
            (Some(number), order) => Truth::of(order.holds(&0, &number)),
            // A reach is hardly below 0.
            (None, Order::Less | Order::LessOrEqual) => Truth::Measured,
            (None, _) => Truth::Unknown,
        })
    }

    /// Whether a number is the distance of the two, also by way of formulas and facts; the last result of a formula counts.
    fn is_zero(&self, expr: &Expr, frame: &Frame, depth: usize) -> bool {
        if let Some(measured) = expr.measurement() {
            let is_distance = matches!(measured.primitive, Primitive::Distance | Primitive::Gap);
            let mut forms = measured.arguments.iter().map(|one| frame.form(one));
            let first = forms.next().flatten();
            return is_distance && first.is_some() && forms.next() == Some(first);
        }
        if depth == 0 {
            return false;
        }
        if let Some((called, arguments)) = expr.call()
            && let Some(called) = self.book.procedures.get(called.at())
            && called.ability == Ability::Formula
        {
            let frame = Frame::of_call(arguments, frame);
            let last = called.body.last().and_then(Statement::result);
            return last.is_some_and(|last| self.is_zero(last, &frame, depth - 1));
        }
        if let Some((fact, arguments)) = expr.fact()
            && let Some(fact) = self.book.facts.get(fact.at())
            && let Some(in_play) = &fact.in_play
        {
            let frame = Frame::of_call(arguments, frame);
            return self.is_zero(&in_play.value, &frame, depth - 1);
        }
        false
    }

    /// Returns the result of the body of a formula.
    fn of_body(&mut self, body: &Block, mut frame: Frame, depth: usize) -> Truth {
        let mut ends = Vec::new();
        let mut last = Truth::Unknown;
        for statement in body {
            frame.bind(statement);
            if let Some(value) = statement.result() {
                last = self.of_expr(value, &frame, depth);
                break;
            }
            if let Some((condition, then, otherwise)) = statement.branch()
                && otherwise.is_empty()
                && let [only] = then.as_slice()
                && let Some(value) = only.result()
            {
                let condition = self.of_expr(condition, &frame, depth);
                ends.push((condition, self.of_expr(value, &frame, depth)));
            } else if let Some((_, arms)) = statement.cases() {
                let arms = arms.iter();
                let results = arms.map(|arm| self.of_body(&arm.body, frame.clone(), depth));
                let results: Vec<Truth> = results.collect();
                let all_same = results.windows(2).all(|pair| pair.first() == pair.last());
                last = match results.first() {
                    Some(first) if all_same => *first,
                    Some(_) | None => self.of_rest(std::slice::from_ref(statement), &frame),
                };
                break;
            } else if statement.binding().is_none() {
                last = self.of_rest(std::slice::from_ref(statement), &frame);
                break;
            }
        }
        let ends = ends.into_iter().rev();
        ends.fold(last, |rest, (condition, result)| {
            Truth::either(condition, result, rest)
        })
    }

    /// Returns the truth of the result of statements that are not evaluated.
    fn of_rest(&self, block: &[Statement], frame: &Frame) -> Truth {
        let mut may_tell = false;
        for statement in block {
            walk_statement(statement, &mut |expr| {
                let is_about = frame.mask(expr) & OTHER != 0 || expr.call().is_some();
                may_tell |= is_about || self.mentions_side(expr, frame);
            });
        }
        if may_tell {
            Truth::Unknown
        } else {
            Truth::Open
        }
    }
}

/// Whether an expression compares units of a selection by identity: that tells them apart from both.
fn compares_members(expr: &Expr) -> bool {
    let is_unit = |expr: &Expr| matches!(expr.ty, Type::Unit(_)) && expr.literal() != Some(NONE);
    expr.aggregation().is_some()
        && expr.any(|part| {
            let compared = part.comparison();
            compared.is_some_and(|one| is_unit(one.left) && is_unit(one.right))
        })
}

/// Returns the truth of a condition by the units that it depends on. What is asked of the other unit may be what the acting one is not: a place, a
/// state, a trait.
fn about(mask: u8) -> Truth {
    if mask & OTHER == 0 {
        Truth::Open
    } else {
        Truth::Unknown
    }
}
