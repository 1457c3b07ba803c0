//! The lines below `example`.

use super::declaration::{optional_literal, set_to};
use super::expression::build_expression;
use super::{literal, names, path_names, title};
use crate::ast::{
    CaseSort, Choices, Event, Expectation, Expr, Given, Literal, Name, Picked, PickedIf, Piece,
    Shown, WrittenChance,
};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// A line below `example`.
pub(crate) enum ExampleLine {
    Units(Vec<Piece>),
    Given(Vec<Given>),
    Options(Vec<(Name, Name)>),
    Map(Name),
    Run(Name),
    Dice(Spanned<Vec<Shown>>),
    Choices(Spanned<Choices>),
    Judged(Vec<Given>),
    Expect(Vec<Expectation>),
    Table(CaseSort),
    Odds(Expr, Spanned<Option<WrittenChance>>),
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn example_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<ExampleLine> {
    let line = node.first()?;
    Some(match line.rule() {
        Rule::map => ExampleLine::Map(line.find(Rule::word)?.spanned()),
        Rule::units => ExampleLine::Units(
            line.all(Rule::piece)
                .filter_map(|piece| {
                    let mut words = names(&piece, Rule::word).into_iter();
                    Some(Piece {
                        name: words.next()?,
                        profile: words.next()?,
                        side: words.next(),
                    })
                })
                .collect(),
        ),
        Rule::given => ExampleLine::Given(given(&line, diagnostics)),
        Rule::judged => ExampleLine::Judged(given(&line, diagnostics)),
        Rule::choices => ExampleLine::Choices(choices(&line, diagnostics)),
        Rule::odds_table => ExampleLine::Table(CaseSort::Odds {
            of: match line.find(Rule::expression) {
                Some(condition) => Some(build_expression(&condition, diagnostics)?),
                None => None,
            },
            parts: line
                .find(Rule::parts)
                .map(|parts| number_of_parts(&parts, diagnostics)),
        }),
        Rule::cases_table => ExampleLine::Table(CaseSort::Cases),
        Rule::options => ExampleLine::Options(
            line.all(Rule::option_item)
                .filter_map(|item| Some((item.find(Rule::name)?.spanned(), set_to(&item)?)))
                .collect(),
        ),
        Rule::run => ExampleLine::Run(line.find(Rule::name)?.spanned()),
        Rule::dice_line => ExampleLine::Dice(Spanned::new(dice(&line, diagnostics), line.span())),
        Rule::expect => ExampleLine::Expect(match line.find(Rule::event_order) {
            Some(order) => vec![Expectation::Order(
                order
                    .all(Rule::event)
                    .map(|event| match title(&event) {
                        Some(title) => Spanned::new(Event::Words(title.value), event.span()),
                        None => Spanned::new(Event::Name(event.text().to_owned()), event.span()),
                    })
                    .collect(),
            )],
            None => line
                .all(Rule::expectation)
                .map(|value| expectation(&value, diagnostics))
                .collect::<Option<_>>()?,
        }),
        _ => ExampleLine::Odds(
            build_expression(&line.find(Rule::expression)?, diagnostics)?,
            match line.find(Rule::unknown) {
                Some(unknown) => Spanned::new(None, unknown.span()),
                None => {
                    let written = fraction(&line.find(Rule::fraction)?, diagnostics);
                    Spanned::new(Some(written.value), written.span)
                }
            },
        ),
    })
}

/// Builds the faces of dice with their labels.
pub(crate) fn dice(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Vec<Shown> {
    line.all(Rule::shown)
        .filter_map(|shown| {
            Some(Shown {
                label: shown.find(Rule::name).map(|name| name.spanned()),
                face: picked_face(&shown.find(Rule::picked)?, diagnostics)?,
            })
        })
        .collect()
}

/// The cells of a line of a table of an example, as written.
pub(crate) fn case_cells(node: &Node<'_>) -> Vec<Spanned<String>> {
    let cells = node.all(Rule::case_cell);
    let trimmed = cells.map(|cell| {
        let (text, span) = (cell.text(), cell.span());
        let start = span.start + text.len() - text.trim_start().len();
        let end = start + text.trim().len();
        let words: Vec<&str> = text.split_whitespace().collect();
        Spanned::new(words.join(" "), Span::new(span.file, start, end))
    });
    trimmed.collect()
}

pub(crate) fn choices(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<Choices> {
    let picked = line.all(Rule::picked);
    let mut choices = Choices {
        picked: picked
            .filter_map(|value| picked_face(&value, diagnostics))
            .collect(),
        conditions: Vec::new(),
        rest_by_policy: line.has(Rule::policy),
    };
    for choice in line.all(Rule::picked_if) {
        let mut answers = choice.all(Rule::picked);
        let answer = answers.next();
        let Some(answer) = answer.and_then(|one| picked_face(&one, diagnostics)) else {
            continue;
        };
        let condition = choice.find(Rule::only_if);
        let condition = condition.and_then(|only_if| only_if.find(Rule::expression));
        let condition = condition.and_then(|one| build_expression(&one, diagnostics));
        choices.conditions.extend(condition.map(|condition| {
            PickedIf {
                at: choices.picked.len(),
                condition,
                otherwise: answers
                    .next()
                    .and_then(|one| picked_face(&one, diagnostics)),
            }
        }));
        choices.picked.push(answer);
    }
    Spanned::new(choices, line.span())
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn expectation(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Expectation> {
    let inner = node.first()?;
    Some(match inner.rule() {
        Rule::refused_by => Expectation::RefusedBy(title(&inner)?),
        Rule::option_offered => Expectation::Offered {
            option: title(&inner)?,
            negated: inner.has(Rule::kw_not),
        },
        _ => Expectation::Holds(build_expression(&inner, diagnostics)?),
    })
}

/// `36ths`
fn number_of_parts(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<u64> {
    let text = node.text();
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| *number > 0);
    let number = number.unwrap_or_else(|| {
        diagnostics.push(
            Diagnostic::new(
                Code::NumberTooLarge,
                format!("`{text}` is not a number of parts"),
            )
            .label(node.span(), "")
            .help("write how many make a whole: `odds in 36ths`"),
        );
        1
    });
    Spanned::new(number, node.span())
}

pub(crate) fn given(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Vec<Given> {
    line.all(Rule::given_item)
        .chain(line.all(Rule::judged_item))
        .filter_map(|item| {
            Some(Given {
                place: path_names(&item),
                about: item
                    .find(Rule::about)
                    .map_or_else(Vec::new, |about| names(&about, Rule::word)),
                value: given_value(&item, diagnostics)?,
            })
        })
        .collect()
}

/// A value that is given; several are one word with commas.
fn given_value(item: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<Literal>> {
    let Some(values) = item.find(Rule::given_value) else {
        return optional_literal(item, diagnostics);
    };
    several_values(&values, diagnostics)
}

/// `alpha, bravo`, as one word with commas.
pub(crate) fn several_values(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Literal>> {
    let literals: Vec<Node<'_>> = node.all(Rule::literal).collect();
    match literals.as_slice() {
        [only] => literal(only, diagnostics),
        several => {
            let words: Vec<&str> = several.iter().map(|one| one.text()).collect();
            Some(Spanned::new(Literal::Word(words.join(", ")), node.span()))
        }
    }
}

fn picked_face(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<Picked>> {
    match title(node) {
        Some(title) => Some(Spanned::new(Picked::Title(title.value), node.span())),
        None => {
            let value = optional_literal(node, diagnostics)?;
            Some(Spanned::new(Picked::Literal(value.value), node.span()))
        }
    }
}

fn fraction(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<WrittenChance> {
    let numbers: Vec<String> = node
        .all(Rule::number)
        .map(|part| digits(part.text()))
        .collect();
    let (numerator, denominator) = match numbers.as_slice() {
        [whole] => (whole.clone(), "1".to_owned()),
        [numerator, denominator] if denominator != "0" => (numerator.clone(), denominator.clone()),
        _ => {
            diagnostics.push(
                Diagnostic::new(
                    Code::NumberTooLarge,
                    format!("`{}` is not a chance", node.text()),
                )
                .label(node.span(), "")
                .help("write a fraction like `5/6`, without 0 below the line"),
            );
            ("1".to_owned(), "1".to_owned())
        }
    };
    Spanned::new(
        WrittenChance {
            numerator,
            denominator,
        },
        node.span(),
    )
}

/// The digits of a number without leading zeros.
fn digits(text: &str) -> String {
    match text.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}
