//! Expressions.

use super::dice::{self, BuiltThrow};
use super::selection::aggregate;
use super::{measure, number, range};
use crate::ast::{Binary, Expr, ExprKind, Order, Rounding};
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
    fn leaf(kind: ExprKind, span: Span) -> Self {
        Self {
            expr: Spanned::new(Box::new(kind), span),
            depth: 1,
        }
    }
}

/// An expression of any of the rules from `expression` down to `postfix`.
pub(crate) fn build_expression(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let built = build(node, diagnostics)?;
    if built.depth > DEEPEST {
        diagnostics.push(
            Diagnostic::new(
                Code::TooDeep,
                format!("this works out more than {DEEPEST} things inside each other"),
            )
            .label(node.span(), "")
            .help("give parts of it a name on lines of their own"),
        );
        return None;
    }
    Some(built.expr)
}

pub(super) fn build(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    match node.rule() {
        Rule::expression => choice(node, diagnostics),
        Rule::disjunction => chain(node, Rule::conjunction, diagnostics),
        Rule::conjunction => chain(node, Rule::negation, diagnostics),
        Rule::negation => prefixed(node, Rule::kw_not, Rule::relation, diagnostics),
        Rule::relation => relation(node, diagnostics),
        Rule::shifted => shifted(node, diagnostics),
        Rule::sum if node.has(Rule::extreme) => extreme(&node.first()?, diagnostics),
        Rule::sum => chain(node, Rule::product, diagnostics),
        Rule::product => product(node, diagnostics),
        Rule::factor => prefixed(node, Rule::minus, Rule::postfix, diagnostics),
        Rule::postfix => postfix(node, diagnostics),
        Rule::atom => atom(node, diagnostics),
        _ => None,
    }
}

/// Joins what was built into one expression, one deeper than its deepest part.
pub(super) fn join(span: Span, parts: &[usize], kind: ExprKind) -> Built {
    Built {
        expr: Spanned::new(Box::new(kind), span),
        depth: parts.iter().copied().max().unwrap_or(0) + 1,
    }
}

fn choice(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut parts = node
        .children()
        .filter(|child| matches!(child.rule(), Rule::disjunction | Rule::expression));
    let then = build(&parts.next()?, diagnostics)?;
    let Some(condition) = parts.next() else {
        return Some(then);
    };
    let condition = build(&condition, diagnostics)?;
    let otherwise = build(&parts.next()?, diagnostics)?;
    Some(join(
        node.span(),
        &[then.depth, condition.depth, otherwise.depth],
        ExprKind::If {
            condition: condition.expr,
            then: then.expr,
            otherwise: otherwise.expr,
        },
    ))
}

/// `a or b or c`, `a and b`, `a + b - c`: from the left.
fn chain(node: &Node<'_>, part: Rule, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut op = Binary::Add;
    let mut left: Option<Built> = None;
    for child in node.children() {
        if child.rule() != part {
            op = match (child.rule(), child.text()) {
                (Rule::kw_or, _) => Binary::Or,
                (Rule::kw_and, _) => Binary::And,
                (_, "-") => Binary::Subtract,
                _ => Binary::Add,
            };
            continue;
        }
        let right = build(&child, diagnostics)?;
        left = Some(match left {
            None => right,
            Some(left) => join(
                left.expr.span.to(right.expr.span),
                &[left.depth, right.depth],
                ExprKind::Binary {
                    op,
                    left: left.expr,
                    right: right.expr,
                },
            ),
        });
    }
    left
}

/// `not not a`, `--a`.
fn prefixed(
    node: &Node<'_>,
    mark: Rule,
    rest: Rule,
    diagnostics: &mut Diagnostics,
) -> Option<Built> {
    let inner = build(&node.find(rest)?, diagnostics)?;
    Some((0..node.all(mark).count()).fold(inner, |inner, _| {
        let kind = if mark == Rule::kw_not {
            ExprKind::Not(inner.expr)
        } else {
            ExprKind::Negate(inner.expr)
        };
        join(node.span(), &[inner.depth], kind)
    }))
}

fn relation(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut children = node.children();
    let left = build(&children.next()?, diagnostics)?;
    let Some(asked) = children.next() else {
        return Some(left);
    };
    let negated = asked.has(Rule::kw_not);
    let words = asked.find(Rule::word_list).map_or_else(Vec::new, |list| {
        let words = list.children();
        let words = words.filter(|word| matches!(word.rule(), Rule::word | Rule::point));
        words.map(|word| word.spanned()).collect()
    });
    let right = match (asked.find(Rule::shifted), asked.find(Rule::same_as)) {
        (Some(right), _) => Some(build(&right, diagnostics)?),
        (None, Some(other)) => Some(path(&other, diagnostics)?),
        (None, None) => None,
    };
    let depths = [left.depth, right.as_ref().map_or(0, |right| right.depth)];
    let kind = match (asked.rule(), right) {
        (Rule::comparison, Some(right)) => ExprKind::Compare {
            order: order(&asked.find(Rule::order)?),
            left: left.expr,
            right: right.expr,
        },
        (Rule::meeting, Some(right)) => ExprKind::Meets {
            face: left.expr,
            need: right.expr,
        },
        (Rule::membership, Some(other)) => ExprKind::Same {
            value: left.expr,
            negated,
            other: other.expr,
        },
        (Rule::membership, None) => ExprKind::Is {
            value: left.expr,
            negated,
            words,
        },
        _ => ExprKind::Has {
            unit: left.expr,
            negated,
            traits: words,
        },
    };
    Some(join(node.span(), &depths, kind))
}

fn order(node: &Node<'_>) -> Order {
    match node.text() {
        "=" => Order::Equal,
        "!=" => Order::NotEqual,
        "<" => Order::Less,
        "<=" => Order::LessOrEqual,
        ">" => Order::Greater,
        _ => Order::GreaterOrEqual,
    }
}

/// `a raised by b limited to 0..4`: from the left.
fn shifted(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut left = build(&node.first()?, diagnostics)?;
    for child in node.children().skip(1) {
        let span = left.expr.span.to(child.span());
        left = if child.rule() == Rule::limit {
            let (low, high) = range(&child.find(Rule::range)?, diagnostics);
            join(
                span,
                &[left.depth],
                ExprKind::Limit {
                    value: left.expr,
                    low,
                    high,
                },
            )
        } else {
            let by = build(&child.find(Rule::sum)?, diagnostics)?;
            join(
                span,
                &[left.depth, by.depth],
                ExprKind::Shift {
                    value: left.expr,
                    up: child.has(Rule::kw_raised),
                    by: by.expr,
                },
            )
        };
    }
    Some(left)
}

/// `a * b / c rounded down`: from the left. What is rounded is a division, or else a factor.
fn product(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let children: Vec<Node<'_>> = node.children().collect();
    let mut left = build(children.first()?, diagnostics)?;
    if let Some(next) = children.get(1).filter(|next| next.rule() == Rule::rounded) {
        left = rounded_factor(left, next);
    }
    let mut divides = false;
    for (at, child) in children.iter().enumerate().skip(1) {
        match child.rule() {
            Rule::product_op => divides = child.text() == "/",
            Rule::factor => {
                let right = build(child, diagnostics)?;
                let rounding = children
                    .get(at + 1)
                    .filter(|next| next.rule() == Rule::rounded);
                let end = rounding.map_or(right.expr.span, Node::span);
                let depths = [left.depth, right.depth];
                let span = left.expr.span.to(end);
                let kind = if divides {
                    ExprKind::Divide {
                        left: left.expr,
                        right: right.expr,
                        rounding: rounding.map(rounded),
                    }
                } else {
                    let right = match rounding {
                        Some(rounding) => rounded_factor(right, rounding),
                        None => right,
                    };
                    ExprKind::Binary {
                        op: Binary::Multiply,
                        left: left.expr,
                        right: right.expr,
                    }
                };
                left = join(span, &depths, kind);
            }
            _ => {}
        }
    }
    Some(left)
}

/// `the lower of a and b`
fn extreme(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
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

fn rounded_factor(factor: Built, rounding: &Node<'_>) -> Built {
    let span = factor.expr.span.to(rounding.span());
    let kind = ExprKind::Rounded {
        value: factor.expr,
        rounding: rounded(rounding),
    };
    join(span, &[factor.depth], kind)
}

fn rounded(node: &Node<'_>) -> Rounding {
    if node.has(Rule::kw_down) {
        Rounding::Down
    } else if node.has(Rule::kw_up) {
        Rounding::Up
    } else {
        Rounding::Nearest
    }
}

fn postfix(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut children = node.children();
    let atom = build(&children.next()?, diagnostics)?;
    members(atom, children, diagnostics)
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
            (Rule::name, kind) => join(
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

/// Dice of which there are several, or with which more is done than throwing them.
fn throw(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut depths = vec![0];
    let kind = match dice::thrown(node, &mut depths, diagnostics)? {
        BuiltThrow::Plain { count, sides } => ExprKind::Dice { count, sides },
        BuiltThrow::Pool(throw) => ExprKind::Pool(throw),
    };
    Some(join(node.span(), &depths, kind))
}

/// The `member` or what is `bracketed` among the parts of a line.
pub(super) fn value_in(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    if let Some(bracketed) = node.find(Rule::bracketed) {
        return build(&bracketed.find(Rule::expression)?, diagnostics);
    }
    let member = node.find(Rule::member)?;
    let mut children = member.children();
    let first = children.next()?;
    let first = match first.rule() {
        Rule::call => call(&first, diagnostics)?,
        _ => Built::leaf(ExprKind::Name(first.text().to_owned()), first.span()),
    };
    members(first, children, diagnostics)
}

/// `target.side`, as it stands behind `is`.
fn path(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut children = node.children();
    let first = children.next()?;
    let first = match first.rule() {
        Rule::call => call(&first, diagnostics)?,
        _ => Built::leaf(ExprKind::Name(first.text().to_owned()), first.span()),
    };
    members(first, children, diagnostics)
}

fn can(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let call = call(&node.find(Rule::call)?, diagnostics)?;
    let depth = call.depth;
    match *call.expr.value {
        ExprKind::Call { name, arguments } => Some(Built {
            expr: Spanned::new(
                Box::new(ExprKind::Can {
                    action: name,
                    arguments,
                }),
                node.span(),
            ),
            depth,
        }),
        _ => None,
    }
}

fn atom(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let inner = node.first()?;
    let span = inner.span();
    let kind = match inner.rule() {
        Rule::pool | Rule::best_of => return throw(&inner, diagnostics),
        Rule::quantity => ExprKind::Number {
            value: number(&inner.find(Rule::number)?, diagnostics),
            measure: inner.find(Rule::measure).map(|word| measure(&word)),
        },
        Rule::thrown if inner.has(Rule::number) || inner.has(Rule::of_which) => {
            return throw(&inner, diagnostics);
        }
        Rule::thrown => {
            let die = value_in(&inner, diagnostics)?;
            match *die.expr.value {
                ExprKind::Name(name) if !inner.has(Rule::bracketed) => {
                    ExprKind::Throw(Spanned::new(name, die.expr.span))
                }
                value => {
                    let value = Spanned::new(Box::new(value), die.expr.span);
                    return Some(join(span, &[die.depth], ExprKind::ThrowOf(value)));
                }
            }
        }
        Rule::rest_of => {
            let shift = build(&inner.find(Rule::expression)?, diagnostics)?;
            return Some(join(span, &[shift.depth], ExprKind::RestOf(shift.expr)));
        }
        Rule::kw_yes => ExprKind::Flag(true),
        Rule::kw_no => ExprKind::Flag(false),
        Rule::aggregate => return aggregate(&inner, diagnostics),
        Rule::bracketed => return build(&inner.find(Rule::expression)?, diagnostics),
        Rule::call => return call(&inner, diagnostics),
        Rule::offered => ExprKind::Offered(inner.find(Rule::name)?.spanned()),
        Rule::can => return can(&inner, diagnostics),
        _ => ExprKind::Name(inner.text().to_owned()),
    };
    Some(Built::leaf(kind, span))
}

/// `name(a, b)` as an expression of its own.
pub(super) fn call_expression(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Expr> {
    call(node, diagnostics).map(|built| built.expr)
}

pub(super) fn call(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut arguments = Vec::new();
    let mut depths = vec![0];
    for argument in node.all(Rule::expression) {
        let built = build(&argument, diagnostics)?;
        depths.push(built.depth);
        arguments.push(built.expr);
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
