//! Two branches, one for each of two values that is higher: nothing happens if they are equal.

use super::super::readings::rolls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Arithmetic, Block, Comparison, Expr, Naming, RuleBook, Statement, blocks};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        block(book, naming, body, diagnostics);
    }
}

fn block(book: &RuleBook, naming: &Naming, body: &[Statement], diagnostics: &mut Diagnostics) {
    for (at, statement) in body.iter().enumerate() {
        if let Some(next) = body.get(at + 1) {
            diagnostics.extend(both_on_a_tie(naming, [statement, next]));
        }
        if let Some((condition, then, otherwise)) = statement.branch()
            && let Some(one) = strictly(condition)
        {
            // The second branch is the next statement, or is below `otherwise`.
            let second = match otherwise.as_slice() {
                [] => body.get(at + 1).map(|next| (next, body.get(at + 2..))),
                [inner] => Some((inner, body.get(at + 1..))),
                _ => None,
            };
            if let Some((next, rest)) = second
                && let Some((other_condition, other_then, [])) = next
                    .branch()
                    .map(|(one, then, otherwise)| (one, then, otherwise.as_slice()))
                && let Some(other) = strictly(other_condition)
                && one.is_mirrored(&other)
            {
                let rest = rest.unwrap_or_default();
                if !is_told(book, rest, &one) {
                    let decides = decides(then) && decides(other_then);
                    diagnostics.push(finding(naming, [one.span, other.span], decides));
                }
            }
        }
        for inner in blocks(statement) {
            block(book, naming, inner, diagnostics);
        }
    }
}

/// Returns the finding about two lines in a row whose conditions are both met if two names have the same value.
fn both_on_a_tie(naming: &Naming, lines: [&Statement; 2]) -> Option<Diagnostic> {
    let [one, other] = lines.map(|line| {
        let (condition, then, otherwise) = line.branch()?;
        let Comparison { order, left, right } = condition.comparison()?;
        let (left, right) = (left.local()?, right.local()?);
        let goes_on = otherwise.is_empty() && then.iter().all(|one| one.change().is_some());
        let higher = match order {
            Order::GreaterOrEqual => Some((left, right, condition.span)),
            Order::LessOrEqual => Some((right, left, condition.span)),
            Order::Equal | Order::NotEqual | Order::Less | Order::Greater => None,
        };
        higher.filter(|_| goes_on)
    });
    let (one, other) = (one?, other?);
    let finding = Diagnostic::new(Code::TiesNotStated, "both of these lines apply on a tie")
        .label(one.2, "met by a tie")
        .label(other.2, "so is this")
        .help("compare one of them with `>`; if both apply, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible);
    ((one.0, one.1) == (other.1, other.0)).then_some(finding)
}

/// The values of a strict comparison.
struct Strict {
    higher: String,
    lower: String,
    span: Span,
}

impl Strict {
    fn is_mirrored(&self, other: &Self) -> bool {
        self.higher == other.lower && self.lower == other.higher
    }
}

/// Returns the values of a condition that is one strict comparison of two calculated numbers.
fn strictly(condition: &Expr) -> Option<Strict> {
    let Comparison { order, left, right } = condition.comparison()?;
    let (higher, lower) = match order {
        Order::Greater => (left, right),
        Order::Less => (right, left),
        Order::Equal | Order::NotEqual | Order::LessOrEqual | Order::GreaterOrEqual => return None,
    };
    // A number has two sides without a tie between them: below 3, above 3.
    if left.literal().is_some() || right.literal().is_some() {
        return None;
    }
    Some(Strict {
        higher: canonical_form(higher, &[])?,
        lower: canonical_form(lower, &[])?,
        span: condition.span,
    })
}

/// Whether what follows two branches says what a tie does: it compares the values again, or ends the rule by itself after
/// branches that end it.
fn is_told(book: &RuleBook, rest: &[Statement], one: &Strict) -> bool {
    let compares = |expr: &Expr| {
        let mut found = false;
        expr.chain(Arithmetic::And, &mut |part| {
            if let Some(Comparison { left, right, .. }) = part.comparison() {
                let sides = [canonical_form(left, &[]), canonical_form(right, &[])];
                let mut sides: Vec<String> = sides.into_iter().flatten().collect();
                let mut known = vec![one.higher.clone(), one.lower.clone()];
                sides.sort();
                known.sort();
                found |= sides == known;
            }
        });
        found
    };
    rest.iter().any(|statement| {
        let branch = statement.branch();
        statement.result().is_some()
            || statement.outcome().is_some()
            || statement.ends_game()
            || branch.is_some_and(|(condition, ..)| compares(condition) || rolls(book, condition))
    })
}

/// Whether a block decides something for good: it ends the game or gives a result.
fn decides(block: &Block) -> bool {
    let mut found = false;
    sandtable_model::walk_statements(block, &mut |statement| {
        found |= statement.ends_game() || statement.result().is_some();
        true
    });
    found
}

fn finding(naming: &Naming, [one, other]: [Span; 2], decides: bool) -> Diagnostic {
    let confidence = match decides {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    Diagnostic::new(Code::TiesNotStated, "nothing happens on a tie")
        .label(one, "not met by a tie")
        .label(other, "neither is this")
        .help("say what a tie does: compare one of them with `>=`, or add `if … = …: …`; if a tie does nothing, write `nothing`: `if … = …: nothing`")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(confidence)
}
