//! Construction of expressions.

use super::dice::{self, BuiltRoll};
use super::selection::{aggregate, set_of_units};
use super::{measure, number, range};
use crate::ast::{Binary, Expr, ExprKind, Name, Order, Parts, Rounding};
use crate::grammar::Rule;
use crate::layout::DEEPEST;
use crate::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};
use std::iter::Peekable;

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

/// An expression built from a stretch of a row, and the span of the stretch: the brackets around an expression do not belong to its
/// own span.
struct Stretch {
    built: Built,
    span: Span,
}

/// A row of operands and operators. Each method builds the longest stretch on its level of precedence.
struct Row<'d, 'n, I: Iterator<Item = Node<'n>>> {
    parts: Peekable<I>,
    diagnostics: &'d mut Diagnostics,
}

impl<'n, I: Iterator<Item = Node<'n>>> Row<'_, 'n, I> {
    fn next_if(&mut self, rule: Rule) -> Option<Node<'n>> {
        self.parts.next_if(|part| part.rule() == rule)
    }

    /// `a if b otherwise c`; `whole` is the span of the row.
    fn choice(&mut self, whole: Span) -> Option<Built> {
        let then = self.disjunction()?;
        if self.next_if(Rule::kw_if).is_none() {
            return Some(then);
        }
        let condition = self.disjunction()?;
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
    fn disjunction(&mut self) -> Option<Built> {
        let mut left = self.conjunction()?;
        while self.next_joiner("or") {
            left = binary(Binary::Or, left, self.conjunction()?);
        }
        Some(left)
    }

    /// `a and b and c`: from the left.
    fn conjunction(&mut self) -> Option<Built> {
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
    fn negation(&mut self) -> Option<Built> {
        let (n_marks, first) = self.marks(Rule::kw_not);
        let inner = self.relation()?;
        Some(prefixed(n_marks, first, inner, ExprKind::Not).built)
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
            _ => match asked.find(Rule::same_as) {
                Some(other) => (Some(path(&other, self.diagnostics)?), asked.span()),
                None => (None, asked.span()),
            },
        };
        let span = left.span.to(end);
        let left = left.built;
        let depths = [left.depth, right.as_ref().map_or(0, |right| right.depth)];
        let kind = match (asked.rule(), right) {
            (Rule::order, Some(right)) => ExprKind::Compare {
                order: order(&asked),
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
            _ => ExprKind::Has {
                unit: left.expr,
                negated: asked.has(Rule::kw_not),
                traits: words(&asked),
            },
        };
        let built = join(span, &depths, kind);
        Some(Stretch { built, span })
    }

    /// `a raised by b limited to 0..4`: from the left.
    fn shifted(&mut self) -> Option<Stretch> {
        let Stretch { built, mut span } = self.sum()?;
        let mut left = built;
        let rules = [Rule::limit, Rule::kw_raised, Rule::kw_lowered];
        while let Some(next) = self.parts.next_if(|part| rules.contains(&part.rule())) {
            if next.rule() == Rule::limit {
                span = span.to(next.span());
                if let Some(limits) = next.find(Rule::limits) {
                    left = self.limited(left, &limits)?;
                    continue;
                }
                let (low, high) = range(&next.find(Rule::range)?, self.diagnostics);
                left = join(
                    left.expr.span.to(next.span()),
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
                    left.expr.span.to(by.span),
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

    /// `a limited to 0..b`
    fn limited(&mut self, value: Built, limits: &Node<'_>) -> Option<Built> {
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
        let span = value.expr.span.to(limits.span());
        let kind = ExprKind::LimitTo {
            value: value.expr,
            low,
            high,
        };
        Some(join(span, &[depth], kind))
    }

    /// `a + b - c`: from the left.
    fn sum(&mut self) -> Option<Stretch> {
        if let Some(node) = self.next_if(Rule::extreme) {
            let (built, span) = (extreme(&node, self.diagnostics)?, node.span());
            return Some(Stretch { built, span });
        }
        let Stretch { built, mut span } = self.product()?;
        let mut left = built;
        while let Some(op) = self.next_if(Rule::sum_op) {
            let op = match op.text() {
                "-" => Binary::Subtract,
                _ => Binary::Add,
            };
            let right = self.product()?;
            span = span.to(right.span);
            left = binary(op, left, right.built);
        }
        Some(Stretch { built: left, span })
    }

    /// Builds `a * b / c rounded down`, left-associative. The rounding applies to a division, otherwise to a factor.
    fn product(&mut self) -> Option<Stretch> {
        let Stretch { built, mut span } = self.factor()?;
        let mut left = built;
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
                ("/", rounding) => {
                    let end = rounding.as_ref().map_or(right.expr.span, Node::span);
                    join(
                        left.expr.span.to(end),
                        &[left.depth, right.depth],
                        ExprKind::Divide {
                            left: left.expr,
                            right: right.expr,
                            rounding: rounding.as_ref().map(rounded),
                        },
                    )
                }
                (_, Some(rounding)) => {
                    binary(Binary::Multiply, left, rounded_factor(right, &rounding))
                }
                (_, None) => binary(Binary::Multiply, left, right),
            };
        }
        Some(Stretch { built: left, span })
    }

    /// `--a`
    fn factor(&mut self) -> Option<Stretch> {
        let (n_marks, first) = self.marks(Rule::minus);
        let operand = [Rule::postfix, Rule::rolled_dice];
        let operand = operand.into_iter().find_map(|rule| self.next_if(rule))?;
        let (built, span) = match operand.rule() {
            Rule::postfix => (postfix(&operand, self.diagnostics)?, operand.span()),
            _ => (rolled_dice(&operand, self.diagnostics)?, operand.span()),
        };
        let inner = Stretch { built, span };
        Some(prefixed(n_marks, first, inner, ExprKind::Negate))
    }
}

/// `left op right`
fn binary(op: Binary, left: Built, right: Built) -> Built {
    join(
        left.expr.span.to(right.expr.span),
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
fn rolled_dice(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
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
    let first = match first.rule() {
        Rule::call => call(&first, diagnostics)?,
        _ => Built::leaf(ExprKind::Name(first.text().to_owned()), first.span()),
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
fn path(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Built> {
    let mut children = node.children();
    let first = children.next()?;
    if first.rule() == Rule::enemy_of {
        return enemy_of(&first, diagnostics);
    }
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
    match node.rule() {
        Rule::set_of_units => set_of_units(node, diagnostics),
        _ => build(node, diagnostics),
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
