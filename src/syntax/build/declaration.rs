//! Declarations and the lines below them.

use super::amend;
use super::expression::build_expression;
use super::statement::{optional_inline, part};
use super::{cell, citations, literal, measure, names, number, range, title, type_};
use crate::ast::{
    Ability, AdvisedOption, AdvisedQuestion, CellItem, Copies, Crossing, Example, FaceGroup,
    Facings, Fact, Head, InPlay, Item, Kind, KindLine, Literal, Measure, Modifier, Modifiers, Name,
    NamedSide, OTHERWISE, OptionValues, OptionalRule, Parameter, Policy, Procedure, Reaction,
    ResultType, Row, Ruleset, Scale, Several, Statement, Table, Trigger, When, Where, Window,
};
use crate::ast::{Block, Die};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Spanned;

/// The head line of a declaration; its block is still empty.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn item(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Item> {
    let line = node.first()?;
    match line.rule() {
        Rule::variant => amend::variant(&line, diagnostics),
        Rule::replaced => amend::replaced(&line, diagnostics),
        Rule::amend => amend::build_amend(&line),
        Rule::removed => amend::removed(&line),
        _ => declared(&line, diagnostics),
    }
}

/// A declaration of a ruleset.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn declared(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Item> {
    if line.rule() == Rule::example {
        return Some(Item::Example(Example {
            title: title(line),
            citations: citations(line),
            ..Example::default()
        }));
    }
    if line.rule() == Rule::policy_ {
        return policy(line, diagnostics).map(Item::Policy);
    }
    let rules = [Rule::head, Rule::rule_head, Rule::table_head];
    let head = rules.into_iter().find_map(|rule| line.find(rule))?;
    let head = self::head(&head, diagnostics)?;
    Some(match line.rule() {
        Rule::ruleset => Item::Ruleset(Ruleset {
            head,
            language: line
                .find(Rule::language)
                .map(|edition| language(&edition, diagnostics)),
            index: None,
            board: None,
            diagonals: false,
            stands: None,
            facings: None,
            sides: Vec::new(),
        }),
        Rule::scale | Rule::unordered => Item::Scale(Scale {
            head,
            words: names(line, Rule::word),
            is_ordered: line.rule() == Rule::scale,
        }),
        Rule::die => Item::Die(Die {
            head,
            faces: Vec::new(),
            groups: Vec::new(),
        }),
        Rule::kind => Item::Kind(Kind {
            head,
            lines: Vec::new(),
        }),
        Rule::table => Item::Table(Table {
            head,
            rows: Vec::new(),
            wheres: Vec::new(),
            several: None,
        }),
        Rule::modifiers => Item::Modifiers(Modifiers {
            head,
            lines: Vec::new(),
            limit: None,
        }),
        Rule::fact => Item::Fact(Fact {
            head,
            ty: type_(&line.find(Rule::type_)?, diagnostics)?,
            default: optional_literal(line, diagnostics),
            in_play: None,
        }),
        Rule::option => Item::Option(OptionalRule {
            head,
            values: option_values(line)?,
        }),
        Rule::formula | Rule::valuation => formula(line, head, diagnostics)?,
        Rule::window => Item::Window(Window {
            head,
            one_of: line
                .find(Rule::how_many)
                .map(|how_many| how_many.has(Rule::kw_one)),
            deep: line
                .find(Rule::deep)
                .and_then(|deep| deep.find(Rule::number))
                .map(|deep| Spanned::new(number(&deep, diagnostics), deep.span())),
            order: line
                .find(Rule::in_order)
                .map_or_else(Vec::new, |order| names(&order, Rule::name)),
        }),
        Rule::reaction => Item::Reaction(Reaction {
            head,
            body: Block::new(),
        }),
        Rule::trigger => Item::Trigger(Trigger {
            head,
            whens: Vec::new(),
        }),
        rule => Item::Procedure(Procedure {
            ability: match rule {
                Rule::roll => Ability::Roll,
                Rule::sequence => Ability::Sequence,
                _ => Ability::Action,
            },
            is_value: false,
            head,
            body: Block::new(),
        }),
    })
}

fn option_values(line: &Node<'_>) -> Option<OptionValues> {
    let Some(list) = line.find(Rule::option_words) else {
        return Some(OptionValues::Switch(line.has(Rule::kw_on)));
    };
    let mut words = names(&list, Rule::word);
    let default = words.pop()?;
    Some(OptionValues::Words { words, default })
}

/// The `on`, `off` or word behind the `=`.
pub(super) fn set_to(item: &Node<'_>) -> Option<Name> {
    let value = [Rule::kw_on, Rule::kw_off, Rule::word];
    value
        .into_iter()
        .find_map(|rule| item.find(rule))
        .map(|value| value.spanned())
}

fn formula(line: &Node<'_>, head: Head, diagnostics: &mut Diagnostics) -> Option<Item> {
    let body = match line.find(Rule::expression) {
        None => Block::new(),
        Some(value) => {
            let value = build_expression(&value, diagnostics)?;
            let span = value.span;
            vec![Statement::give(value, span)]
        }
    };
    Some(Item::Procedure(Procedure {
        ability: Ability::Formula,
        is_value: line.rule() == Rule::valuation,
        head,
        body,
    }))
}

/// `policy careful "Careful"`, `policy`
fn policy(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Policy> {
    let head = match line.find(Rule::head) {
        Some(head) => self::head(&head, diagnostics)?,
        None => Head {
            name: Spanned::new(Policy::UNNAMED.to_owned(), line.span()),
            title: None,
            parameters: None,
            result: None,
            deep: None,
            citations: Vec::new(),
        },
    };
    if line.has(Rule::head) && head.name.value == Policy::UNNAMED {
        diagnostics.push(
            Diagnostic::new(Code::UnexpectedText, "a policy cannot be called `policy`")
                .label(head.name.span, "")
                .help("write `policy` alone for the advice that all players get, or choose another name"),
        );
    }
    Some(Policy {
        head,
        questions: Vec::new(),
    })
}

/// `in run-on "what to do"`
pub(crate) fn policy_line(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<AdvisedQuestion> {
    Some(AdvisedQuestion {
        rule: node.find(Rule::name)?.spanned(),
        question: title(node),
        worth: part(node, Rule::worth, diagnostics)?,
        options: Vec::new(),
    })
}

/// `"run", worth 3`
pub(crate) fn advice_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<AdvisedOption> {
    Some(AdvisedOption {
        title: title(node)?,
        worth: part(node, Rule::worth, diagnostics)??,
    })
}

pub(super) fn optional_literal(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Literal>> {
    node.find(Rule::literal)
        .and_then(|value| literal(&value, diagnostics))
}

pub(super) fn head(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Head> {
    Some(Head {
        name: node.find(Rule::name)?.spanned(),
        title: title(node),
        parameters: parameters(node, diagnostics),
        result: match node
            .find(Rule::result)
            .or_else(|| node.find(Rule::table_result))
        {
            Some(result) => Some(result_type(&result, diagnostics)?),
            None => None,
        },
        deep: node
            .find(Rule::calls_deep)
            .and_then(|deep| deep.find(Rule::number))
            .map(|deep| Spanned::new(number(&deep, diagnostics), deep.span())),
        citations: citations(node),
    })
}

fn parameters(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Vec<Parameter>> {
    let list = node.find(Rule::parameters)?;
    let parameters = list.all(Rule::parameter);
    Some(
        parameters
            .filter_map(|one| parameter(&one, diagnostics))
            .collect(),
    )
}

fn parameter(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Parameter> {
    Some(Parameter {
        name: node.find(Rule::name)?.spanned(),
        is_several: node.has(Rule::several_of),
        ty: node
            .find(Rule::type_)
            .and_then(|ty| type_(&ty, diagnostics)),
    })
}

/// The newest edition of the language; `docs/changes.md` lists them.
pub const NEWEST_LANGUAGE: i32 = 2;

/// `, language 1`; an edition that does not exist is reported.
fn language(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<i32> {
    let edition = node.find(Rule::number);
    let edition = edition.map_or(NEWEST_LANGUAGE, |edition| number(&edition, diagnostics));
    if !(1..=NEWEST_LANGUAGE).contains(&edition) {
        diagnostics.push(
            Diagnostic::new(
                Code::UnexpectedText,
                format!("there is no language {edition}"),
            )
            .label(node.span(), "")
            .help(format!(
                "write `language {NEWEST_LANGUAGE}` for the language of this version, or delete it"
            )),
        );
    }
    Spanned::new(edition, node.span())
}

fn result_type(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<ResultType> {
    let several: Vec<Parameter> = node
        .all(Rule::named_result)
        .filter_map(|one| parameter(&one, diagnostics))
        .collect();
    if !several.is_empty() {
        return Some(ResultType::Several(several));
    }
    match node.find(Rule::outcomes) {
        Some(list) => Some(ResultType::Outcomes(names(&list, Rule::name))),
        None => type_(&node.find(Rule::type_)?, diagnostics).map(ResultType::Type),
    }
}

/// `in play = gap(firer, target)`
pub(crate) fn fact_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<InPlay> {
    Some(InPlay {
        value: build_expression(&node.find(Rule::expression)?, diagnostics)?,
        citations: citations(node),
    })
}

/// A line below `ruleset`.
pub(crate) enum RulesetLine {
    Index(Spanned<String>),
    Board(Spanned<Measure>, bool),
    Stands(Name),
    Facings(Spanned<Facings>),
    Sides(Vec<NamedSide>),
}

pub(crate) fn ruleset_line(node: &Node<'_>) -> Option<RulesetLine> {
    if let Some(board) = node.find(Rule::board) {
        let word = board.find(Rule::measure)?;
        let diagonals = board.find(Rule::kw_diagonals).is_some();
        let board = Spanned::new(measure(&word), board.span());
        return Some(RulesetLine::Board(board, diagonals));
    }
    if let Some(facings) = node.find(Rule::facings) {
        let of_cells = |sides: Node<'_>| match sides.find(Rule::kw_squaresides) {
            Some(_) => Measure::Squares,
            None => Measure::Hexes,
        };
        let which = Facings {
            sides: facings.find(Rule::cell_sides).map(of_cells),
            corners: facings.find(Rule::kw_corners).is_some(),
        };
        return Some(RulesetLine::Facings(Spanned::new(which, facings.span())));
    }
    if let Some(sides) = node.find(Rule::sides) {
        let sides = sides.all(Rule::named_side).filter_map(|side| {
            Some(NamedSide {
                name: side.find(Rule::name)?.spanned(),
                title: title(&side),
            })
        });
        return Some(RulesetLine::Sides(sides.collect()));
    }
    match node.find(Rule::stands) {
        Some(stands) => Some(RulesetLine::Stands(stands.find(Rule::name)?.spanned())),
        None => title(node).map(RulesetLine::Index),
    }
}

/// The faces (`Ok`) or a group of faces (`Err`).
pub(crate) fn die_line(node: &Node<'_>) -> Option<Result<Vec<Name>, FaceGroup>> {
    let line = node.first()?;
    let mut words = names(&line, Rule::word);
    if line.rule() == Rule::faces {
        return Some(Ok(words));
    }
    let name = words.first().cloned()?;
    Some(Err(FaceGroup {
        name,
        faces: words.split_off(1),
    }))
}

pub(crate) fn kind_line(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<KindLine>> {
    kind_line_of(&node.first()?, diagnostics)
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn kind_line_of(
    line: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<KindLine>> {
    let kind = match line.rule() {
        Rule::traits => KindLine::Traits(names(line, Rule::word)),
        Rule::track => KindLine::Track {
            names: names(line, Rule::name),
            index: parameters(line, diagnostics),
            ty: type_(&line.find(Rule::type_)?, diagnostics)?,
            starts: optional_literal(line, diagnostics),
            starts_at: named_in(line, Rule::starts_at),
            ends_at: named_in(line, Rule::ends_at),
            lasts: line
                .find(Rule::lasts)
                .and_then(|lasts| lasts.find(Rule::name))
                .map(|name| name.spanned()),
            title: title(line),
            citations: citations(line),
        },
        Rule::kind_formula => KindLine::Formula {
            head: head(&line.find(Rule::head)?, diagnostics)?,
            value: build_expression(&line.find(Rule::expression)?, diagnostics)?,
        },
        Rule::kind_must => KindLine::Must {
            name: line.find(Rule::kw_must)?.spanned(),
            condition: build_expression(&line.find(Rule::expression)?, diagnostics)?,
            why: title(line),
            citations: citations(line),
        },
        Rule::on_map => KindLine::OnMap {
            name: line.find(Rule::kw_always)?.spanned(),
        },
        Rule::hidden => KindLine::Hidden {
            name: line.find(Rule::kw_hidden)?.spanned(),
            off_map: line.find(Rule::kw_off).map(|word| word.spanned()),
            flag: line.find(Rule::name).map(|name| name.spanned()),
        },
        Rule::deck => KindLine::Deck {
            name: line.find(Rule::name)?.spanned(),
            of_each: line
                .find(Rule::of_each)
                .and_then(|each| Some(each.find(Rule::name)?.spanned())),
            copies: line.find(Rule::copies).and_then(|copies| {
                let span = copies.span();
                let written = match copies.find(Rule::number) {
                    Some(n) => Copies::Number(number(&n, diagnostics)),
                    None => Copies::Stat(copies.find(Rule::name)?.spanned().value),
                };
                Some(Spanned::new(written, span))
            }),
            title: title(line),
            citations: citations(line),
        },
        _ => KindLine::Stat {
            name: line.find(Rule::name)?.spanned(),
            ty: type_(&line.find(Rule::type_)?, diagnostics)?,
            default: line
                .find(Rule::stat_default)
                .and_then(|default| optional_literal(&default, diagnostics)),
            optional: line.has(Rule::kw_optional),
            title: title(line),
            citations: citations(line),
        },
    };
    Some(Spanned::new(kind, line.span()))
}

/// The name in a part of a line.
fn named_in(line: &Node<'_>, part: Rule) -> Option<Name> {
    let name = line.find(part)?.find(Rule::name)?;
    Some(name.spanned())
}

/// A line below `table`.
pub(crate) enum TableLine {
    Row(Spanned<Row>),
    /// `forest, town: 2`: a row of a table without a header.
    Short(Spanned<Row>),
    Where(Where),
    Several(Spanned<Several>),
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn table_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<TableLine> {
    let line = node.first()?;
    Some(match line.rule() {
        Rule::row if line.has(Rule::colon) => TableLine::Short(row(&line, diagnostics)),
        Rule::row => TableLine::Row(row(&line, diagnostics)),
        Rule::several => TableLine::Several(several(&line, diagnostics)?),
        _ => TableLine::Where(where_(&line, diagnostics)?),
    })
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(super) fn row(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Spanned<Row> {
    let cells = node.children().filter_map(|part| match part.rule() {
        Rule::cell => Some(cell(&part, diagnostics)),
        Rule::rest_cell => {
            let item = CellItem::Word(OTHERWISE.to_owned());
            Some(Spanned::new(vec![item], part.span()))
        }
        _ => None,
    });
    let cells = cells.collect();
    Spanned::new(Row { cells }, node.span())
}

pub(super) fn where_(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Where> {
    let word = node.find(Rule::word).or_else(|| node.find(Rule::dash))?;
    Some(Where {
        word: word.spanned(),
        value: build_expression(&node.find(Rule::expression)?, diagnostics)?,
        citations: citations(node),
    })
}

fn several(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<Several>> {
    let word = line.find(Rule::word)?;
    let known = Several::ALL.iter().find(|(known, _)| *known == word.text());
    if let Some((_, several)) = known {
        return Some(Spanned::new(*several, line.span()));
    }
    let words = Several::ALL.map(|(word, _)| word);
    diagnostics.push(
        Diagnostic::new(
            Code::UnknownWord,
            format!("`{}` is no way to choose between several rows", word.text()),
        )
        .label(word.span(), "")
        .suggest(word.text(), words)
        .help(
            "write `any` (they agree), `first`, `sum`, `best` (the highest) or `worst` (the \
            lowest)",
        ),
    );
    None
}

/// A line below `modifiers`.
pub(crate) enum ModifierLine {
    Modifier(Spanned<Modifier>),
    Limit(Spanned<(Option<i32>, Option<i32>)>),
}

pub(crate) fn modifier_line(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<ModifierLine> {
    let line = node.first()?;
    if line.rule() == Rule::limit_line {
        return limit(&line, diagnostics).map(ModifierLine::Limit);
    }
    modifier(&line, diagnostics).map(ModifierLine::Modifier)
}

pub(super) fn limit(
    line: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<(Option<i32>, Option<i32>)>> {
    let ends = range(&line.find(Rule::range)?, diagnostics);
    Some(Spanned::new(ends, line.span()))
}

pub(super) fn modifier(
    line: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Modifier>> {
    let modifier = Modifier {
        amount: number(&line.find(Rule::signed)?, diagnostics),
        per: part(line, Rule::per, diagnostics)?,
        most: line
            .find(Rule::at_most)
            .and_then(|most| most.find(Rule::number))
            .map(|most| number(&most, diagnostics)),
        condition: part(line, Rule::only_if, diagnostics)?,
        once: line
            .find(Rule::once)
            .and_then(|once| once.find(Rule::name))
            .map(|name| name.spanned()),
        label: title(line),
        citations: citations(line),
    };
    Some(Spanned::new(modifier, line.span()))
}

/// The head of a `when`, with the statement behind its colon for a body.
pub(crate) fn trigger_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<When> {
    let mut values = node.all(Rule::shifted);
    let (watched, level) = (values.next()?, values.next()?);
    Some(When {
        watched: build_expression(&watched, diagnostics)?,
        crossing: if node.has(Rule::kw_reaches) {
            Crossing::Reaches
        } else if node.has(Rule::kw_falls) {
            Crossing::FallsTo
        } else {
            Crossing::Becomes
        },
        level: build_expression(&level, diagnostics)?,
        body: optional_inline(node, diagnostics)?.into_iter().collect(),
    })
}
