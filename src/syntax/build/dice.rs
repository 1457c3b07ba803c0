//! Construction of dice and their modifications.

use super::expression::{build, value_in};
use super::number;
use crate::ast::{
    Count, End, FaceItem, Match, OpposedRoll, Pool, PoolDie, Roll, Treatment, expr_of_name,
    expr_of_number,
};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Spanned;

/// Dice of an expression.
pub(super) enum BuiltRoll {
    /// Dice that are added up.
    Plain {
        /// The number of dice.
        count: u32,
        /// Faces of each.
        sides: u32,
    },
    /// Anything more.
    Pool(Box<Roll>),
}

/// `2d6`, as how many of how many sides; what cannot be rolled is reported and read as a d6.
pub(super) fn build_dice(node: &Node<'_>, diagnostics: &mut Diagnostics) -> (u32, u32) {
    let text = node.text();
    let (count, sides) = text.split_once('d').unwrap_or(("", text));
    let count = if count.is_empty() { "1" } else { count };
    match (count.parse(), sides.parse()) {
        (Ok::<u32, _>(_), Ok::<u32, _>(66)) => {
            diagnostics.push(
                Diagnostic::new(Code::NotAllowedHere, "a d66 is two dice: tens and ones")
                    .label(node.span(), "")
                    .help(
                        "roll it alone: `roll d66`; for a table, write two keys: `(tens: d6, \
                        ones: d6)`",
                    ),
            );
            (1, 6)
        }
        (Ok(count @ 1..=1000), Ok(sides @ 1..=1_000)) => (count, sides),
        _ => {
            diagnostics.push(
                Diagnostic::new(Code::NumberTooLarge, format!("`{text}` cannot be rolled"))
                    .label(node.span(), "")
                    .help("roll 1 to 1,000 dice with 1 to 1,000 sides each"),
            );
            (1, 6)
        }
    }
}

/// Reports dice that are thrown: they are rolled.
pub(super) fn former_keyword(node: &Node<'_>, diagnostics: &mut Diagnostics) {
    if let Some(word) = node.find(Rule::kw_throw) {
        diagnostics.push(
            Diagnostic::new(
                Code::FormerKeyword,
                "dice are rolled: `throw` is now `roll`",
            )
            .label(word.span(), "")
            .help("write `roll`; `sandtable fmt` does so everywhere in a file")
            .instead("roll"),
        );
    }
}

/// Builds the rules `pool`, `thrown` with several dice, and `best_of`; adds the nesting depths of the values inside to `depths`.
pub(super) fn rolled(
    node: &Node<'_>,
    depths: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<BuiltRoll> {
    let picked = node.rule() == Rule::best_of;
    let inner = match picked {
        true => node.children().last()?,
        false => node.clone(),
    };
    let pick = picked.then(|| match node.has(Rule::kw_best) {
        true => End::Highest,
        false => End::Lowest,
    });
    let pool = pool(&inner, depths, diagnostics)?;
    let opposed = match inner.find(Rule::against) {
        Some(opposed) => Some(self::build_opposed(&opposed, depths, diagnostics)?),
        None => None,
    };
    Some(match (pick, &opposed, &pool) {
        (
            None,
            None,
            Pool {
                count: Count::Number(count),
                die: PoolDie::Sides(sides),
                treatments,
            },
        ) if treatments.is_empty() => BuiltRoll::Plain {
            count: *count,
            sides: *sides,
        },
        _ => BuiltRoll::Pool(Box::new(Roll {
            pick,
            pool,
            opposed,
        })),
    })
}

fn pool(node: &Node<'_>, depths: &mut Vec<usize>, diagnostics: &mut Diagnostics) -> Option<Pool> {
    former_keyword(node, diagnostics);
    let keyed = match node.find(Rule::of_which) {
        Some(which) => Some((node.clone(), which)),
        None => node
            .find(Rule::handful)
            .and_then(|keyed| Some((keyed.find(Rule::n_dice)?, keyed.find(Rule::of_which)?))),
    };
    let (count, die) = match (keyed, node.find(Rule::dice)) {
        (Some((count, which)), _) => self::build_keyed_pool(&count, &which, depths, diagnostics)?,
        (None, Some(node)) => {
            let (count, sides) = build_dice(&node, diagnostics);
            (Count::Number(count), PoolDie::Sides(sides))
        }
        (None, None) => {
            let count = count(&node.find(Rule::number)?, diagnostics);
            let die = PoolDie::Named(node.find(Rule::name)?.spanned());
            (Count::Number(count), die)
        }
    };
    let mut treatments = Vec::new();
    for node in node.all(Rule::treatment) {
        let span = node.span();
        let treatment = treatment(&node.first()?, depths, diagnostics)?;
        treatments.push(Spanned::new(treatment, span));
    }
    Some(Pool {
        count,
        die,
        treatments,
    })
}

/// `firer.men dice of d6`: what says how many, and what says which.
fn build_keyed_pool(
    how_many: &Node<'_>,
    which: &Node<'_>,
    depths: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<(Count, PoolDie)> {
    let count = match how_many.find(Rule::number) {
        Some(number) => Count::Number(count(&number, diagnostics)),
        None => {
            let built = value_in(how_many, diagnostics)?;
            depths.push(built.depth);
            Count::Value(built.expr)
        }
    };
    let which = which.find(Rule::which_die)?;
    let die = match which.find(Rule::dice) {
        Some(node) => match build_dice(&node, diagnostics) {
            (1, sides) => PoolDie::Sides(sides),
            (count, sides) => {
                let found = format!("this is {count} dice, but one die is needed");
                diagnostics.push(
                    Diagnostic::new(Code::NotAllowedHere, found)
                        .label(node.span(), "")
                        .help(format!("write how many in front of it: `dice of d{sides}`")),
                );
                return None;
            }
        },
        None => {
            let built = value_in(&which, diagnostics)?;
            depths.push(built.depth);
            match built.expr.value.name() {
                Some(name) => PoolDie::Named(Spanned::new(name.to_owned(), built.expr.span)),
                None => PoolDie::Value(built.expr),
            }
        }
    };
    Some((count, die))
}

/// Number of dice, or of times: from 1 to 1,000.
fn count(node: &Node<'_>, diagnostics: &mut Diagnostics) -> u32 {
    match node.text().parse() {
        Ok(count @ 1..=1000) => count,
        _ => {
            diagnostics.push(
                Diagnostic::new(
                    Code::NumberTooLarge,
                    format!("`{}` is not from 1 to 1,000", node.text()),
                )
                .label(node.span(), "")
                .help("roll 1 to 1,000 dice at once, and reroll them at most 1,000 times"),
            );
            1
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn treatment(
    node: &Node<'_>,
    depths: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Treatment> {
    let end = match node.has(Rule::kw_highest) {
        true => End::Highest,
        false => End::Lowest,
    };
    let faces = match node.find(Rule::face_list) {
        Some(list) => faces(&list, depths, diagnostics)?,
        None => Vec::new(),
    };
    let bound = node.find(Rule::bound).map(|bound| {
        let number = bound.find(Rule::number);
        number.map_or(1, |number| count(&number, diagnostics))
    });
    let n = node.find(Rule::number);
    let treatment = match node.rule() {
        Rule::keep => Treatment::Keep(end, count(&n?, diagnostics)),
        Rule::drop => Treatment::Drop(end, count(&n?, diagnostics)),
        Rule::explode => Treatment::Explode(faces, bound),
        Rule::reroll => Treatment::Reroll(faces, bound),
        _ => Treatment::Count(faces, node.has(Rule::kw_each)),
    };
    let Some(condition) = node.find(Rule::treated_if) else {
        return Some(treatment);
    };
    let condition = build(&condition.find(Rule::disjunction)?, diagnostics)?;
    depths.push(condition.depth);
    Some(Treatment::Conditional(Box::new(treatment), condition.expr))
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn faces(
    list: &Node<'_>,
    depths: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<FaceItem>> {
    let mut items = Vec::new();
    for item in list.all(Rule::face_item) {
        let inner = item.first()?;
        items.push(match inner.rule() {
            Rule::face_up => FaceItem::Up(digits(inner.text().trim_end_matches('+'))?),
            Rule::face_range => {
                let (low, high) = inner.text().split_once('-')?;
                FaceItem::Numbers(digits(low)?, digits(high)?)
            }
            Rule::number => FaceItem::Number(number(&inner, diagnostics)),
            Rule::face_below => match inner.find(Rule::number) {
                Some(end) => {
                    let number = number(&end, diagnostics);
                    FaceItem::Below(expr_of_number(Spanned::new(number, end.span())))
                }
                None => {
                    let built = value_in(&inner, diagnostics)?;
                    depths.push(built.depth);
                    FaceItem::Below(built.expr)
                }
            },
            Rule::face_value => {
                let built = value_in(&inner, diagnostics)?;
                depths.push(built.depth);
                FaceItem::UpBy(built.expr)
            }
            Rule::face_from => {
                let name = inner.find(Rule::name)?;
                FaceItem::UpBy(expr_of_name(&name.spanned()))
            }
            _ => FaceItem::Word(inner.spanned()),
        });
    }
    Some(items)
}

/// No die shows more than the largest number.
fn digits(text: &str) -> Option<i32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(i32::MAX))
}

fn build_opposed(
    node: &Node<'_>,
    depths: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<OpposedRoll> {
    Some(OpposedRoll {
        pool: pool(node, depths, diagnostics)?,
        how: match node.has(Rule::kw_pairs) {
            true => Match::Pairs,
            false => Match::Dice,
        },
        ties_win: node.has(Rule::kw_win),
    })
}
