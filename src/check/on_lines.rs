//! Lines that ask what a roll shows: `hit on 9+`, `on doubles: …`.
//!
//! Reports: E0206, E0302, E0606.

use super::control_flow::ends;
use super::expression::joined;
use super::rolls::MOST_COMPARED;
use super::scope::{OnLines, Scope};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Arithmetic, Block, Dimension, Expr, LocalId, NONE, Statement, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Dice that show the same face, as a rule names them, and how many.
const ALIKE: [(&str, usize); 2] = [("doubles", 2), ("triples", 3)];

impl Scope<'_, '_> {
    /// Builds `on 1-3: take 1 from unit.men`; without a condition, the block after all `on` lines.
    pub(super) fn on(
        &mut self,
        shown: Option<&ast::RollCondition>,
        body: &ast::Block,
        span: Span,
    ) -> Vec<Statement> {
        let Some(shown) = shown else {
            return self.on_otherwise(body, span);
        };
        let at = shown.span();
        let (condition, ranges) = self.shows(shown);
        let mut clash = None;
        let mut closed = None;
        if let Some(last) = self.rolled.last_mut() {
            let taken = last
                .taken
                .iter()
                .find(|((low, high), _)| ranges.iter().any(|(from, to)| from <= high && low <= to));
            clash = taken.map(|(_, span)| *span);
            last.taken.extend(ranges.iter().map(|range| (*range, at)));
            closed = last.asked.otherwise;
        }
        if let Some(otherwise) = closed {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "this `on` comes after `otherwise`")
                    .label(at, "")
                    .label(otherwise, "for all other results")
                    .help("move it above the `otherwise`"),
            );
        } else if let Some(first) = clash {
            self.report(
                Diagnostic::new(
                    Code::TableOverlap,
                    "an earlier `on` of this roll covers some of these numbers",
                )
                .label(at, "here again")
                .label(first, "first here")
                .help("put every number into one line only: both lines would apply"),
            );
        }
        let then = self.block(body);
        if let Some(last) = self.rolled.last_mut() {
            let asked = (condition.clone(), ends(&then));
            last.asked.conditions.push(asked);
        }
        vec![Statement::if_else(condition, then, Block::new(), span)]
    }

    /// Builds `otherwise: stop` after `on` lines. Those that end need no condition.
    fn on_otherwise(&mut self, body: &ast::Block, span: Span) -> Vec<Statement> {
        let mut asked = Vec::new();
        if let Some(last) = self.rolled.last_mut() {
            asked.clone_from(&last.asked.conditions);
            last.asked.otherwise = Some(span);
        }
        if asked.is_empty() {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "this `otherwise` has no `on` line above it",
                )
                .label(span, "")
                .help("write the other results above it: `on 5+: …`"),
            );
            self.block(body);
            return Vec::new();
        }
        let body = self.block(body);
        // A line that ends is not met here.
        let open = asked.into_iter().filter(|(_, ends)| !ends);
        let Some(any) = Expr::any_of(open.map(|(condition, _)| condition), span) else {
            return body;
        };
        let none = Expr {
            span,
            ..Expr::negation(any)
        };
        vec![Statement::if_else(none, body, Block::new(), span)]
    }

    /// Takes the `on` lines of the blocks around one that begins: its `otherwise` does not count them.
    pub(super) fn asked_around(&mut self) -> Option<OnLines> {
        let last = self.rolled.last_mut()?;
        Some(std::mem::take(&mut last.asked))
    }

    /// Returns to the `on` lines of the enclosing block.
    pub(super) fn back_to(&mut self, around: Option<OnLines>) {
        if let (Some(last), Some(around)) = (self.rolled.last_mut(), around) {
            last.asked = around;
        }
    }

    /// The condition of a line, and for numbers and words the ranges of their values.
    pub(super) fn shows(&mut self, shown: &ast::RollCondition) -> (Expr, Vec<(i32, i32)>) {
        match shown {
            ast::RollCondition::Cell(cell) => self.shows_cell(cell),
            ast::RollCondition::AtLeast(least) => (self.shows_at_least(least), Vec::new()),
        }
    }

    /// The name of a value in `need+`.
    fn named_threshold<'t>(&self, item: &'t ast::CellItem) -> Option<&'t str> {
        let ast::CellItem::Words {
            low: Some(name),
            high: None,
        } = item
        else {
            return None;
        };
        let is_known = self.local(name).is_some() || self.checker.names.contains_key(name.as_str());
        is_known.then_some(name)
    }

    /// `firer.skill+`
    fn shows_at_least(&mut self, least: &ast::Expr) -> Expr {
        let span = least.span;
        let Some((local, _)) = self.asked_roll(span) else {
            return Expr::flag(false, span);
        };
        let ty = self.local_type(local);
        if !matches!(ty, Type::Number(_) | Type::Unknown) {
            self.wrong_type(span, ty, "a roll of numbers");
            return Expr::flag(false, span);
        }
        let least = self.expr_of_type(least, ty);
        let shown = Expr::of_local(local, ty, span);
        Expr::compare(ast::Order::GreaterOrEqual, shown, least, span)
    }

    /// Returns the roll that an `on` tests, and its single dice; `None` if there is none, which is reported.
    fn asked_roll(&mut self, span: Span) -> Option<(LocalId, Vec<LocalId>)> {
        let Some(last) = self.rolled.last() else {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "this `on` has no roll before it")
                    .label(span, "")
                    .help("write a roll on a line above: `roll d6`"),
            );
            return None;
        };
        let (dice, rolled) = (last.again.dice.clone(), last.span);
        let Some(local) = last.shown else {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`on` needs one roll, but there are several")
                    .label(span, "")
                    .label(rolled, "several dice")
                    .help("name them and compare them: `roll d6 as attack, d6 as defence`, then `hit when attack > defence`"),
            );
            return None;
        };
        Some((local, dice))
    }

    /// Whether the last roll shows one of some numbers or words, and these as ranges of values.
    fn shows_cell(&mut self, shown: &Spanned<ast::Cell>) -> (Expr, Vec<(i32, i32)>) {
        let span = shown.span;
        let never = Expr::flag(false, span);
        let Some((local, dice)) = self.asked_roll(span) else {
            return (never, Vec::new());
        };
        let rolled = self.rolled.last().map_or(span, |last| last.span);
        let ty = self.local_type(local);
        let is_alike =
            |item: &ast::CellItem| matches!((ty, alike(item)), (Type::Number(_), Some(_)));
        let (same, others): (Vec<_>, Vec<_>) = shown.value.iter().cloned().partition(is_alike);
        let (thresholds, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|item| {
            matches!(ty, Type::Number(_)) && self.named_threshold(item).is_some()
        });
        let mut parts = Vec::new();
        for item in &thresholds {
            if let Some(name) = self.named_threshold(item) {
                let name = ast::expr_of_name(&Spanned::new(name.to_owned(), span));
                parts.push(self.shows_at_least(&name));
            }
        }
        for n in same.iter().filter_map(alike) {
            match self.alike(&dice, n, span) {
                Some(condition) => parts.push(condition),
                None => self.report(
                    Diagnostic::new(
                        Code::NotAllowedHere,
                        format!("the roll above cannot show {n} dice alike"),
                    )
                    .label(span, "")
                    .label(rolled, "the roll")
                    .help(format!(
                        "roll from {n} to {MOST_COMPARED} ordinary dice together: `roll {n}d6`"
                    )),
                ),
            }
        }
        let mut ranges = Vec::new();
        if !others.is_empty() {
            ranges = self.arm_ranges(&Spanned::new(others, span), ty);
            self.beyond_the_roll(&ranges, local, span, rolled);
            parts.extend(
                ranges
                    .iter()
                    .filter(|range| **range != (i32::MAX, i32::MAX))
                    .map(|range| within(local, ty, self.needed(local, *range), span)),
            );
        }
        (Expr::any_of(parts, span).unwrap_or(never), ranges)
    }

    /// Reports a range that reaches beyond what a roll can show. One that is wholly beyond it is a condition that is never met.
    fn beyond_the_roll(&mut self, ranges: &[(i32, i32)], local: LocalId, span: Span, rolled: Span) {
        let Some((least, most)) = self.ranges.get(&local).copied() else {
            return;
        };
        let reached = ranges
            .iter()
            .filter(|(low, high)| *low <= most && *high >= least);
        let beyond = reached.filter_map(|(low, high)| match (*low, *high) {
            (low, _) if low > NONE + 1 && low < least => Some(low),
            (_, high) if high < i32::MAX && high > most => Some(high),
            _ => None,
        });
        for number in beyond {
            let diagnostic = Diagnostic::new(
                Code::OutsideOfTheKey,
                format!("the roll above never shows {number}"),
            );
            self.report(
                diagnostic
                    .label(span, "")
                    .label(rolled, format!("{least} to {most}"))
                    .help("correct the numbers, or the dice"),
            );
        }
    }

    /// A range of what a roll shows, without an end that every roll is within, unless that holds for both.
    fn needed(&self, local: LocalId, (low, high): (i32, i32)) -> (i32, i32) {
        match self.ranges.get(&local) {
            Some((least, most)) if low != high && (low > *least || high < *most) => (
                if low <= *least { NONE + 1 } else { low },
                if high >= *most { i32::MAX } else { high },
            ),
            _ => (low, high),
        }
    }

    /// Whether `n` of some dice show the same face; `None` if they are fewer.
    fn alike(&self, dice: &[LocalId], n: usize, span: Span) -> Option<Expr> {
        let shown = |die: LocalId| Expr::of_local(die, self.local_type(die), span);
        let equal = |(one, other): (&LocalId, &LocalId)| {
            Expr::compare(ast::Order::Equal, shown(*one), shown(*other), span)
        };
        let groups = groups_of(dice, n).into_iter().filter_map(|group| {
            let pairs = group.iter().zip(group.iter().skip(1)).map(equal);
            Expr::all_of(pairs, span)
        });
        Expr::any_of(groups, span)
    }
}

/// The number of dice that must be alike, if an item asks for that.
pub(super) fn alike(item: &ast::CellItem) -> Option<usize> {
    let ast::CellItem::Word(word) = item else {
        return None;
    };
    let found = ALIKE.iter().find(|(known, _)| known == word);
    found.map(|(_, n)| *n)
}

/// Returns all combinations of `n` of the dice.
fn groups_of(dice: &[LocalId], n: usize) -> Vec<Vec<LocalId>> {
    let Some((first, rest)) = dice.split_first().filter(|_| n > 0) else {
        return match n {
            0 => vec![Vec::new()],
            _ => Vec::new(),
        };
    };
    let with_first = groups_of(rest, n - 1).into_iter().map(|mut group| {
        group.insert(0, *first);
        group
    });
    with_first.chain(groups_of(rest, n)).collect()
}

/// Whether a value is in a range.
pub(super) fn within(local: LocalId, ty: Type, (low, high): (i32, i32), span: Span) -> Expr {
    let ty = if let Type::Number(_) = ty {
        ty
    } else {
        Type::Number(Dimension::Any)
    };
    let compared = |order, number| {
        let shown = Expr::of_local(local, ty, span);
        Expr::compare(order, shown, Expr::constant(number, ty, span), span)
    };
    if low == high {
        return compared(ast::Order::Equal, low);
    }
    let from = (low > NONE + 1).then(|| compared(ast::Order::GreaterOrEqual, low));
    let to = (high < i32::MAX).then(|| compared(ast::Order::LessOrEqual, high));
    match (from, to) {
        (Some(from), Some(to)) => joined(Arithmetic::And, from, to, Type::Flag, span),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Expr::flag(true, span),
    }
}
