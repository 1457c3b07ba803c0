//! Construction of the tree from pairs: one function per rule of the grammar, with the same name.
//!
//! A function returns `None` for a pair that the grammar excludes; the line is then omitted from the tree. Numbers
//! that are too large and expressions that nest too deep are reported here.
//!
//! Reports: E0101, E0110, E0112.
mod amend;
pub(super) mod declaration;
mod dice;
mod example;
mod expression;
mod operators;
mod selection;
mod statement;

pub(super) use amend::{
    StepsLine, amend_kind_line, amend_modifiers_line, amend_steps_line, amend_table_line,
    amend_unit_line, variant_line,
};
pub(super) use declaration::{
    ModifierLine, RulesetLine, TableLine, advice_line, die_line, fact_line, item, kind_line,
    modifier_line, policy_line, ruleset_line, table_line, trigger_line,
};
pub(super) use example::{
    ExampleLine, case_cells, choices, dice, example_line, given, several_values,
};
pub(super) use expression::build_expression;
pub(super) use statement::{Head, Join, arm_line, offered, statement_line};

use super::ast::{Cell, CellItem, Literal, Measure, Name, Parts, Type};
use super::grammar::Rule;
use super::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Spanned;

/// `7`, `-2`; a number that is too large is reported and read as 0.
fn number(node: &Node<'_>, diagnostics: &mut Diagnostics) -> i32 {
    let text = node.text().trim_start_matches('+');
    match text.parse::<i32>() {
        Ok(value) if value != i32::MIN => value,
        Ok(_) | Err(_) => {
            diagnostics.push(
                Diagnostic::new(
                    Code::NumberTooLarge,
                    format!("the number `{text}` is too large"),
                )
                .label(node.span(), "")
                .help("use numbers from -2,147,483,647 to 2,147,483,647"),
            );
            0
        }
    }
}

fn measure(node: &Node<'_>) -> Measure {
    let text = node.text();
    let is_of = |measure: &Measure| text == measure.word() || text == measure.singular();
    let found = Measure::ALL.into_iter().find(is_of);
    found.unwrap_or(Measure::Inches)
}

/// `0..4` as its ends.
fn range(node: &Node<'_>, diagnostics: &mut Diagnostics) -> (Option<i32>, Option<i32>) {
    let (mut low, mut high, mut past) = (None, None, false);
    for child in node.children() {
        match child.rule() == Rule::dots {
            true => past = true,
            false if past => high = Some(number(&child, diagnostics)),
            false => low = Some(number(&child, diagnostics)),
        }
    }
    (low, high)
}

pub(super) fn literal(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<Literal>> {
    let child = node.first()?;
    let value = if child.rule() == Rule::signed {
        Literal::Number(number(&child, diagnostics))
    } else {
        Literal::Word(child.text().to_owned())
    };
    Some(Spanned::new(value, node.span()))
}

fn title(node: &Node<'_>) -> Option<Spanned<String>> {
    node.find(Rule::title)
        .and_then(|title| title.find(Rule::text))
        .map(|text| text.spanned())
}

fn citations(node: &Node<'_>) -> Vec<Spanned<String>> {
    node.find(Rule::citations).map_or_else(Vec::new, |list| {
        list.all(Rule::section)
            .map(|section| section.spanned())
            .collect()
    })
}

/// The names of a path, those of parts too.
pub(super) fn path_names(node: &Node<'_>) -> Vec<Name> {
    let names = node.children();
    let names = names.filter(|part| matches!(part.rule(), Rule::name | Rule::part_name));
    names.map(|name| name.spanned()).collect()
}

pub(super) fn names(node: &Node<'_>, rule: Rule) -> Vec<Name> {
    node.all(rule).map(|name| name.spanned()).collect()
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn type_(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<Type>> {
    let inner = node.first()?;
    let ty = match inner.rule() {
        Rule::list_type => Type::List(inner.find(Rule::name)?.spanned()),
        Rule::part_type => {
            let mut names = inner.all(Rule::name);
            Type::PartOf {
                kind: names.next()?.spanned(),
                owner: names.next()?.spanned(),
            }
        }
        Rule::dice_type => {
            let (count, sides) = dice::build_dice(&inner.first()?, diagnostics);
            Type::Dice { count, sides }
        }
        Rule::number_type => {
            let (low, high) = inner
                .find(Rule::range)
                .map_or((None, None), |ends| range(&ends, diagnostics));
            Type::Number {
                low,
                high,
                measure: inner.find(Rule::measure).map(|word| measure(&word)),
                parts: inner.find(Rule::by_parts).and_then(|by| {
                    let one = by.find(Rule::one_part)?;
                    let (_, below) = one.text().split_once('/')?;
                    Parts::of(below.parse().ok()?)
                }),
                or_none: inner.has(Rule::or_none),
            }
        }
        _ => {
            let mut words = names(&inner, Rule::word);
            let or_none = words.len() > 1 && words.last().is_some_and(|word| word.value == "none");
            if or_none {
                words.pop();
            }
            if let [only] = words.as_slice()
                && let Some((low, high)) = only.value.split_once('-')
                && let (Ok(low), Ok(high)) = (low.parse::<u32>(), high.parse::<u32>())
            {
                diagnostics.push(range_as_word(only, low, high));
                return None;
            }
            Type::Words { words, or_none }
        }
    };
    Some(Spanned::new(ty, node.span()))
}

fn range_as_word(word: &Name, low: u32, high: u32) -> Diagnostic {
    let message = format!("`{}` is not a type", word.value);
    Diagnostic::new(Code::UnexpectedText, message)
        .label(word.span, "")
        .help(format!("write a range with two dots: `{low}..{high}`"))
}

pub(super) fn cell(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<Cell> {
    let items = node
        .all(Rule::item)
        .filter_map(|item| cell_item(&item, diagnostics))
        .collect();
    Spanned::new(items, node.span())
}

/// `5+`, `1 or 6`, `doubles`
fn shown(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<Cell> {
    let items = node
        .all(Rule::on_item)
        .filter_map(|item| cell_item(&item, diagnostics))
        .collect();
    Spanned::new(items, node.span())
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn cell_item(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<CellItem> {
    let inner = node.first()?;
    let mut numbers = |rule: Rule| -> Vec<i32> {
        inner
            .children()
            .filter(|child| child.rule() == rule || child.rule() == Rule::number)
            .map(|child| number(&child, diagnostics))
            .collect()
    };
    Some(match inner.rule() {
        Rule::one_number => CellItem::Number(numbers(Rule::signed).first().copied()?),
        Rule::number_to => {
            let ends = numbers(Rule::signed);
            CellItem::Numbers {
                low: ends.first().copied(),
                high: ends.last().copied(),
            }
        }
        Rule::number_up => CellItem::Numbers {
            low: numbers(Rule::signed).first().copied(),
            high: None,
        },
        Rule::number_down => CellItem::Numbers {
            low: None,
            high: numbers(Rule::signed).first().copied(),
        },
        Rule::kw_any => CellItem::Any,
        Rule::word_to => CellItem::Words {
            low: inner
                .all(Rule::word)
                .next()
                .map(|word| word.text().to_owned()),
            high: inner
                .all(Rule::word)
                .nth(1)
                .map(|word| word.text().to_owned()),
        },
        Rule::word_up => CellItem::Words {
            low: inner.find(Rule::word).map(|word| word.text().to_owned()),
            high: None,
        },
        Rule::word_down => CellItem::Words {
            low: None,
            high: inner.find(Rule::word).map(|word| word.text().to_owned()),
        },
        Rule::dash => CellItem::Dash,
        _ => CellItem::Word(inner.text().to_owned()),
    })
}
