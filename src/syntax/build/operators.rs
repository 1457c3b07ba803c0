//! Construction of expressions with operators: a row of operands, by the precedence of what joins them.

use super::expression::{
    Built, build, extreme, join, path, postfix, rolled_dice, rounded, rounded_factor,
};
use super::{number, range};
use crate::ast::{Binary, Expr, ExprKind, Name, Order};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::Diagnostics;
use sandtable_source::Span;
use std::iter::Peekable;
/// An expression built from a stretch of a row, and the span of the stretch: the brackets around an expression do not belong to its
/// own span.
struct Stretch {
    built: Built,
    span: Span,
}

/// A row of operands and operators. Each method builds the longest stretch on its level of precedence.
pub(super) struct Row<'d, 'n, I: Iterator<Item = Node<'n>>> {
    pub(super) parts: Peekable<I>,
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl<'n, I: Iterator<Item = Node<'n>>> Row<'_, 'n, I> {
    fn next_if(&mut self, rule: Rule) -> Option<Node<'n>> {
        self.parts.next_if(|part| part.rule() == rule)
    }

    /// `a if b otherwise c`; `whole` is the span of the row.
    pub(super) fn choice(&mut self, whole: Span) -> Option<Built> {
        let then = self.disjunction()?.built;
        if self.next_if(Rule::kw_if).is_none() {
            return Some(then);
        }
        let condition = self.disjunction()?.built;
        self.next_if(Rule::kw_otherwise)?;
        let otherwise = build(&self.parts.next()?, self.diagnostics)?;
        Some(join(
            whole,
            &[then.depth, condition.depth, otherwise.depth],
            ExprKind::If {
                condition: condition.expr,
                then: then.expr,
                otherwise: otherwise.expr,
            },
        ))
    }

    /// `a or b or c`: from the left.
    fn disjunction(&mut self) -> Option<Stretch> {
        let mut left = self.conjunction()?;
        while self.next_joiner("or") {
            left = binary(Binary::Or, left, self.conjunction()?);
        }
        Some(left)
    }

    /// `a and b and c`: from the left.
    fn conjunction(&mut self) -> Option<Stretch> {
        let mut left = self.negation()?;
        while self.next_joiner("and") {
            left = binary(Binary::And, left, self.negation()?);
        }
        Some(left)
    }

    fn next_joiner(&mut self, word: &str) -> bool {
        let is_sought = |part: &Node<'_>| part.rule() == Rule::joiner && part.text() == word;
        self.parts.next_if(is_sought).is_some()
    }

    /// `not not a`
    fn negation(&mut self) -> Option<Stretch> {
        let (n_marks, first) = self.marks(Rule::kw_not);
        let inner = self.relation()?;
        Some(prefixed(n_marks, first, inner, ExprKind::Not))
    }

    /// Number of marks before an operand, and the place of the first.
    fn marks(&mut self, mark: Rule) -> (usize, Option<Span>) {
        let (mut n_marks, mut first) = (0, None);
        while let Some(node) = self.next_if(mark) {
            n_marks += 1;
            first = first.or_else(|| Some(node.span()));
        }
        (n_marks, first)
    }

    /// `a < b`, `a is b`, `a has b`, `a meets b`
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar has no other rules here"
    )]
    fn relation(&mut self) -> Option<Stretch> {
        let left = self.shifted()?;
        let rules = [
            Rule::order,
            Rule::membership,
            Rule::possession,
            Rule::kw_meets,
        ];
        let Some(asked) = self.parts.next_if(|part| rules.contains(&part.rule())) else {
            return Some(left);
        };
        let (right, end) = match asked.rule() {
            Rule::order | Rule::kw_meets => {
                let right = self.shifted()?;
                (Some(right.built), right.span)
            }
            Rule::membership => match asked.find(Rule::same_as) {
                Some(other) => (Some(path(&other, self.diagnostics)?), asked.span()),
                None => (None, asked.span()),
            },
            _ => (None, asked.span()),
        };
        let span = left.span.to(end);
        let left = left.built;
        let depths = [left.depth, right.as_ref().map_or(0, |right| right.depth)];
        let kind = match (asked.rule(), right) {
            (Rule::order, Some(right)) => ExprKind::Compare {
                order: order(&asked)?,
                left: left.expr,
                right: right.expr,
            },
            (Rule::kw_meets, Some(right)) => ExprKind::Meets {
                face: left.expr,
                need: right.expr,
            },
            (Rule::membership, Some(other)) => ExprKind::Same {
                value: left.expr,
                negated: asked.has(Rule::kw_not),
                other: other.expr,
            },
            (Rule::membership, None) => ExprKind::Is {
                value: left.expr,
                negated: asked.has(Rule::kw_not),
                words: words(&asked),
            },
            (Rule::possession, None) => ExprKind::Has {
                unit: left.expr,
                negated: asked.has(Rule::kw_not),
                traits: words(&asked),
            },
            _ => return None,
        };
        let built = join(span, &depths, kind);
        Some(Stretch { built, span })
    }

    /// `a raised by b limited to 0..4`: from the left.
    fn shifted(&mut self) -> Option<Stretch> {
        let Stretch {
            built: mut left,
            mut span,
        } = self.sum()?;
        let rules = [Rule::limit, Rule::kw_raised, Rule::kw_lowered];
        while let Some(next) = self.parts.next_if(|part| rules.contains(&part.rule())) {
            if next.rule() == Rule::limit {
                span = span.to(next.span());
                if let Some(limits) = next.find(Rule::limits) {
                    left = self.limited(left, &limits, span)?;
                    continue;
                }
                let (low, high) = range(&next.find(Rule::range)?, self.diagnostics);
                left = join(
                    span,
                    &[left.depth],
                    ExprKind::Limit {
                        value: left.expr,
                        low,
                        high,
                    },
                );
            } else {
                self.next_if(Rule::kw_by)?;
                let by = self.sum()?;
                span = span.to(by.span);
                left = join(
                    span,
                    &[left.depth, by.built.depth],
                    ExprKind::Shift {
                        value: left.expr,
                        up: next.rule() == Rule::kw_raised,
                        by: by.built.expr,
                    },
                );
            }
        }
        Some(Stretch { built: left, span })
    }

    /// `a limited to 0..b`; `whole` is the span of all of it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar has no other rules here"
    )]
    fn limited(&mut self, value: Built, limits: &Node<'_>, whole: Span) -> Option<Built> {
        let (mut ends, mut is_past) = ([None, None], false);
        for child in limits.children() {
            let end = match child.rule() {
                Rule::dots | Rule::dots_to => {
                    is_past = true;
                    continue;
                }
                Rule::end_value => build(&child.first()?, self.diagnostics)?,
                _ => {
                    let number = number(&child, self.diagnostics);
                    let (value, measure) = (i64::from(number).abs(), None);
                    let value = i32::try_from(value).unwrap_or(i32::MAX);
                    let literal = Built::leaf(ExprKind::Number { value, measure }, child.span());
                    match number < 0 {
                        true => join(
                            child.span(),
                            &[literal.depth],
                            ExprKind::Negate(literal.expr),
                        ),
                        false => literal,
                    }
                }
            };
            let [low, high] = &mut ends;
            *(if is_past { high } else { low }) = Some(end);
        }
        let depths: Vec<usize> = ends.iter().flatten().map(|end| end.depth).collect();
        let depth = depths.into_iter().max().unwrap_or(0).max(value.depth);
        let [low, high] = ends.map(|end| end.map(|end| end.expr));
        let kind = ExprKind::LimitTo {
            value: value.expr,
            low,
            high,
        };
        Some(join(whole, &[depth], kind))
    }

    /// `a + b - c`: from the left.
    fn sum(&mut self) -> Option<Stretch> {
        if let Some(node) = self.next_if(Rule::extreme) {
            let (built, span) = (extreme(&node, self.diagnostics)?, node.span());
            return Some(Stretch { built, span });
        }
        let mut left = self.product()?;
        while let Some(op) = self.next_if(Rule::sum_op) {
            let op = match op.text() {
                "+" => Binary::Add,
                "-" => Binary::Subtract,
                _ => return None,
            };
            left = binary(op, left, self.product()?);
        }
        Some(left)
    }

    /// Builds `a * b / c rounded down`, left-associative. The rounding applies to a division, otherwise to a factor.
    fn product(&mut self) -> Option<Stretch> {
        let Stretch {
            built: mut left,
            mut span,
        } = self.factor()?;
        if let Some(rounding) = self.next_if(Rule::rounded) {
            span = span.to(rounding.span());
            left = rounded_factor(left, &rounding);
        }
        while let Some(op) = self.next_if(Rule::product_op) {
            let right = self.factor()?;
            let rounding = self.next_if(Rule::rounded);
            span = span.to(rounding.as_ref().map_or(right.span, Node::span));
            let right = right.built;
            left = match (op.text(), rounding) {
                ("/", rounding) => join(
                    span,
                    &[left.depth, right.depth],
                    ExprKind::Divide {
                        left: left.expr,
                        right: right.expr,
                        rounding: rounding.as_ref().map(rounded),
                    },
                ),
                ("*", rounding) => {
                    let right = match rounding {
                        Some(rounding) => rounded_factor(right, &rounding),
                        None => right,
                    };
                    joined(Binary::Multiply, left, right, span)
                }
                _ => return None,
            };
        }
        Some(Stretch { built: left, span })
    }

    /// `--a`
    fn factor(&mut self) -> Option<Stretch> {
        let (n_marks, first) = self.marks(Rule::minus);
        let operand = [Rule::postfix, Rule::rolled_dice];
        let operand = operand.into_iter().find_map(|rule| self.next_if(rule))?;
        let (built, span) = if let Rule::postfix = operand.rule() {
            (postfix(&operand, self.diagnostics)?, operand.span())
        } else {
            (rolled_dice(&operand, self.diagnostics)?, operand.span())
        };
        let inner = Stretch { built, span };
        Some(prefixed(n_marks, first, inner, ExprKind::Negate))
    }
}

/// `left op right`
fn binary(op: Binary, left: Stretch, right: Stretch) -> Stretch {
    let span = left.span.to(right.span);
    let built = joined(op, left.built, right.built, span);
    Stretch { built, span }
}

/// `left op right`; `whole` is the span of all of it, with the brackets around an operand.
fn joined(op: Binary, left: Built, right: Built, whole: Span) -> Built {
    join(
        whole,
        &[left.depth, right.depth],
        ExprKind::Binary {
            op,
            left: left.expr,
            right: right.expr,
        },
    )
}

/// Wraps an operand once for each mark before it; `first` is the span of the first mark.
fn prefixed(
    n_marks: usize,
    first: Option<Span>,
    inner: Stretch,
    kind: fn(Expr) -> ExprKind,
) -> Stretch {
    let span = first.map_or(inner.span, |first| first.to(inner.span));
    let wrap = |inner: Built, _| join(span, &[inner.depth], kind(inner.expr));
    let built = (0..n_marks).fold(inner.built, wrap);
    Stretch { built, span }
}

/// The words after `is` or `has`.
fn words(asked: &Node<'_>) -> Vec<Name> {
    asked.find(Rule::word_list).map_or_else(Vec::new, |list| {
        let words = list.children();
        let words = words.filter(|word| matches!(word.rule(), Rule::word | Rule::point));
        words.map(|word| word.spanned()).collect()
    })
}

fn order(node: &Node<'_>) -> Option<Order> {
    Some(match node.text() {
        "=" => Order::Equal,
        "!=" => Order::NotEqual,
        "<" => Order::Less,
        "<=" => Order::LessOrEqual,
        ">" => Order::Greater,
        ">=" => Order::GreaterOrEqual,
        _ => return None,
    })
}
