//! Construction of expressions.

use super::dice::{self, BuiltRoll};
use super::operators::Row;
use super::selection::{aggregate, set_of_units};
use super::{measure, number};
use crate::ast::{Binary, Expr, ExprKind, Parts, Rounding};
use crate::grammar::Rule;
use crate::layout::DEEPEST;
use crate::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// An expression and how deep it nests.
pub(super) struct Built {
    pub(super) expr: Expr,
    pub(super) depth: usize,
}

impl Built {
    pub(super) fn leaf(kind: ExprKind, span: Span) -> Self {
        Self {
            expr: Spanned::new(Box::new(kind), span),
            depth: 1,
        }
    }
}

/// An expression of any of the rules `expression`, `disjunction`, `shifted`, `sum`, `factor` and `postfix`.
pub(crate) fn build_expression(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let built = build(node, diagnostics)?;
    if built.depth > DEEPEST {
        diagnostics.push(
            Diagnostic::new(
                Code::TooDeep,
                format!("this calculation is nested more than {DEEPEST} deep"),
            )
            .label(node.span(), "")
            .help("name parts of it on lines of their own: `part = …`"),
        );
        return None;
    }
    Some(built.expr)
}

pub(super) fn build(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if node.rule() == Rule::postfix {
        return postfix(node, diagnostics);
    }
    let mut row = Row {
        parts: node.children().peekable(),
        diagnostics,
    };
    row.choice(node.span())
}

/// Joins subexpressions to one expression, one level deeper than the deepest of them.
pub(super) fn join(span: Span, parts: &[usize], kind: ExprKind) -> Built {
    Built {
        expr: Spanned::new(Box::new(kind), span),
        depth: parts.iter().copied().max().unwrap_or(0) + 1,
    }
}

/// `the lower of a and b`
pub(super) fn extreme(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut factors = node.all(Rule::factor);
    let left = build(&factors.next()?, diagnostics)?;
    let right = build(&factors.next()?, diagnostics)?;
    let op = match node.has(Rule::kw_lower) {
        true => Binary::Lower,
        false => Binary::Higher,
    };
    Some(join(
        node.span(),
        &[left.depth, right.depth],
        ExprKind::Binary {
            op,
            left: left.expr,
            right: right.expr,
        },
    ))
}

/// `remainder of a / b`
fn remainder(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut factors = node.all(Rule::factor);
    let left = build(&factors.next()?, diagnostics)?;
    let right = build(&factors.next()?, diagnostics)?;
    let kind = ExprKind::Binary {
        op: Binary::Remainder,
        left: left.expr,
        right: right.expr,
    };
    Some(join(node.span(), &[left.depth, right.depth], kind))
}

pub(super) fn rounded_factor(factor: Built, rounding: &Node<'_>) -> Built {
    let span = factor.expr.span.to(rounding.span());
    let kind = ExprKind::Rounded {
        value: factor.expr,
        rounding: rounded(rounding),
    };
    join(span, &[factor.depth], kind)
}

pub(super) fn rounded(node: &Node<'_>) -> Rounding {
    if node.has(Rule::kw_down) {
        Rounding::Down
    } else if node.has(Rule::kw_up) {
        Rounding::Up
    } else {
        Rounding::Nearest
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn postfix(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut parts = node.children().peekable();
    let first = parts.next()?;
    let is_called =
        first.rule() == Rule::name && parts.next_if(|part| part.rule() == Rule::open).is_some();
    let atom = match is_called {
        false => atom(&first, diagnostics)?,
        true => {
            let mut arguments = Vec::new();
            let mut depths = vec![0];
            let mut end = first.span();
            for part in parts.by_ref() {
                match part.rule() {
                    Rule::close => {
                        end = part.span();
                        break;
                    }
                    Rule::expression | Rule::set_of_units => {
                        let built = argument(&part, diagnostics)?;
                        depths.push(built.depth);
                        arguments.push(built.expr);
                    }
                    _ => {}
                }
            }
            let name = first.spanned();
            let kind = ExprKind::Call { name, arguments };
            join(first.span().to(end), &depths, kind)
        }
    };
    members(atom, parts, diagnostics)
}

/// `.name` and `.name(about)`, from the left.
fn members<'n>(
    first: Built,
    rest: impl Iterator<Item = Node<'n>>,
    diagnostics: &mut Diagnostics,
) -> Option<Built> {
    let mut built = first;
    for part in rest {
        built = match (part.rule(), *built.expr.value) {
            (Rule::name | Rule::part_name, kind) => join(
                built.expr.span.to(part.span()),
                &[built.depth],
                ExprKind::Member {
                    unit: Spanned::new(Box::new(kind), built.expr.span),
                    name: part.spanned(),
                },
            ),
            (Rule::arguments, ExprKind::Member { unit, name }) => {
                let mut depths = vec![built.depth];
                let mut about = Vec::new();
                for argument in part.all(Rule::expression) {
                    let argument = build(&argument, diagnostics)?;
                    depths.push(argument.depth);
                    about.push(argument.expr);
                }
                join(
                    built.expr.span.to(part.span()),
                    &depths,
                    ExprKind::Indexed { unit, name, about },
                )
            }
            (_, kind) => Built {
                expr: Spanned::new(Box::new(kind), built.expr.span),
                depth: built.depth,
            },
        };
    }
    Some(built)
}

/// Several dice, or dice that are treated after the roll.
fn roll(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if node.text().trim_end() == "d66" {
        return Some(tens_and_ones(node.span()));
    }
    let mut depths = vec![0];
    let kind = match dice::rolled(node, &mut depths, diagnostics)? {
        BuiltRoll::Plain { count, sides } => ExprKind::Dice {
            count,
            sides,
            measure: None,
        },
        BuiltRoll::Pool(roll) => ExprKind::Pool(roll),
    };
    Some(join(node.span(), &depths, kind))
}

/// `d66`: one die for the tens and one for the ones.
fn tens_and_ones(span: Span) -> Built {
    let leaf = |kind| Spanned::new(Box::new(kind), span);
    let die = || {
        leaf(ExprKind::Dice {
            count: 1,
            sides: 6,
            measure: None,
        })
    };
    let tens = leaf(ExprKind::Binary {
        op: Binary::Multiply,
        left: leaf(ExprKind::Number {
            value: 10,
            measure: None,
        }),
        right: die(),
    });
    let both = ExprKind::Binary {
        op: Binary::Add,
        left: tens,
        right: die(),
    };
    Built {
        expr: leaf(both),
        depth: 3,
    }
}

/// Dice that are rolled, of the rules `thrown` and `rolled_dice`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn rolled_dice(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if let Some(measured) = node.find(Rule::measured_dice) {
        return atom(&measured, diagnostics);
    }
    let whole = [Rule::pool, Rule::best_of]
        .into_iter()
        .find_map(|rule| node.find(rule));
    if let Some(whole) = whole {
        return roll(&whole, diagnostics);
    }
    if node.has(Rule::number) || node.has(Rule::of_which) {
        return roll(node, diagnostics);
    }
    dice::former_keyword(node, diagnostics);
    let die = value_in(node, diagnostics)?;
    Some(match *die.expr.value {
        ExprKind::Name(name) if !node.has(Rule::bracketed) => {
            let name = Spanned::new(name, die.expr.span);
            Built::leaf(ExprKind::Roll(name), node.span())
        }
        value => {
            let value = Spanned::new(Box::new(value), die.expr.span);
            join(node.span(), &[die.depth], ExprKind::RollOf(value))
        }
    })
}

/// Builds the `member` or the `bracketed` value among the parts of a line.
pub(super) fn value_in(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if let Some(bracketed) = node.find(Rule::bracketed) {
        return build(&bracketed.find(Rule::expression)?, diagnostics);
    }
    let member = node.find(Rule::member)?;
    let mut children = member.children();
    let first = children.next()?;
    let first = if let Rule::call = first.rule() {
        call(&first, diagnostics)?
    } else {
        Built::leaf(ExprKind::Name(first.text().to_owned()), first.span())
    };
    members(first, children, diagnostics)
}

/// `enemy of unit.side`
fn enemy_of(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let side = postfix(&node.find(Rule::postfix)?, diagnostics)?;
    Some(join(
        node.span(),
        &[side.depth],
        ExprKind::EnemyOf(side.expr),
    ))
}

/// `target.side`, after `is`.
pub(super) fn path(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut children = node.children();
    let first = children.next()?;
    if first.rule() == Rule::enemy_of {
        return enemy_of(&first, diagnostics);
    }
    if first.rule() == Rule::bracketed {
        return build(&first.find(Rule::expression)?, diagnostics);
    }
    let first = if let Rule::call = first.rule() {
        call(&first, diagnostics)?
    } else {
        Built::leaf(ExprKind::Name(first.text().to_owned()), first.span())
    };
    members(first, children, diagnostics)
}

fn can(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let call = call(&node.find(Rule::call)?, diagnostics)?;
    let depth = call.depth;
    if let ExprKind::Call { name, arguments } = *call.expr.value {
        Some(Built {
            expr: Spanned::new(
                Box::new(ExprKind::Can {
                    action: name,
                    arguments,
                }),
                node.span(),
            ),
            depth,
        })
    } else {
        None
    }
}

/// `choose face among faces by side, worth face`
fn choose_face(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut depths = vec![0];
    let mut part = |rule, value| {
        let Some(part) = node.find(rule) else {
            return Some(None);
        };
        let built = build(&part.find(value)?, diagnostics)?;
        depths.push(built.depth);
        Some(Some(built.expr))
    };
    let by = part(Rule::by, Rule::postfix)?;
    let worth = part(Rule::worth, Rule::expression)?;
    let mut names = node.all(Rule::name);
    let name = names.next()?.spanned();
    let dice = names.next()?.spanned();
    let kind = ExprKind::ChooseFace {
        by,
        dice,
        name,
        worth,
    };
    Some(join(node.span(), &depths, kind))
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn atom(inner: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let span = inner.span();
    let kind = match inner.rule() {
        Rule::pool | Rule::best_of => return roll(inner, diagnostics),
        Rule::measured_dice => {
            let (count, sides) = dice::build_dice(&inner.find(Rule::dice)?, diagnostics);
            ExprKind::Dice {
                count,
                sides,
                measure: inner.find(Rule::measure).map(|word| measure(&word)),
            }
        }
        Rule::quantity => ExprKind::Number {
            value: number(&inner.find(Rule::number)?, diagnostics),
            measure: inner.find(Rule::measure).map(|word| measure(&word)),
        },
        Rule::in_parts => {
            let text = inner.text();
            let below = text
                .rsplit_once('/')
                .and_then(|(_, below)| below.parse().ok());
            let parts = Parts::of(below?)?;
            let value = parts.read(text).unwrap_or_else(|| {
                diagnostics.push(
                    Diagnostic::new(Code::NumberTooLarge, format!("`{text}` is too large"))
                        .label(span, ""),
                );
                0
            });
            let (value, parts) = parts.reduced(value);
            ExprKind::Fraction { value, parts }
        }
        Rule::thrown => return rolled_dice(inner, diagnostics),
        Rule::rest_of => {
            let shift = build(&inner.find(Rule::expression)?, diagnostics)?;
            return Some(join(span, &[shift.depth], ExprKind::RestOf(shift.expr)));
        }
        Rule::remainder_of => return remainder(inner, diagnostics),
        Rule::enemy_of => return enemy_of(inner, diagnostics),
        Rule::kw_yes => ExprKind::Flag(true),
        Rule::kw_no => ExprKind::Flag(false),
        Rule::aggregate => return aggregate(inner, diagnostics),
        Rule::bracketed => return build(&inner.find(Rule::expression)?, diagnostics),
        Rule::offered => ExprKind::Offered(inner.find(Rule::name)?.spanned()),
        Rule::can => return can(inner, diagnostics),
        Rule::choose_face => return choose_face(inner, diagnostics),
        _ => ExprKind::Name(inner.text().to_owned()),
    };
    Some(Built::leaf(kind, span))
}

/// `name(a, b)` as an expression of its own.
pub(super) fn call_expression(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Expr> {
    call(node, diagnostics).map(|built| built.expr)
}

/// An argument of a call.
fn argument(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if let Rule::set_of_units = node.rule() {
        set_of_units(node, diagnostics)
    } else {
        build(node, diagnostics)
    }
}

pub(super) fn call(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut arguments = Vec::new();
    let mut depths = vec![0];
    for part in node.children() {
        if matches!(part.rule(), Rule::expression | Rule::set_of_units) {
            let built = argument(&part, diagnostics)?;
            depths.push(built.depth);
            arguments.push(built.expr);
        }
    }
    Some(join(
        node.span(),
        &depths,
        ExprKind::Call {
            name: node.find(Rule::name)?.spanned(),
            arguments,
        },
    ))
}
