//! Statements: one line at a time; the caller hangs blocks below them.

use super::dice::former_keyword;
use super::expression::{build_expression, call_expression, value_in};
use super::selection::{build_selection, optional_ordering};
use super::{cell, citations, number, shown, title};
use crate::ast::{
    Among, Block, Cell, Change, Chooser, Expr, ExprKind, Name, Offered, Ordering, PileMove,
    RollCondition, Rolled, Selection, Statement, StatementKind, Ties,
};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::Diagnostics;
use sandtable_source::Spanned;

/// The first line of a statement.
pub(crate) enum Head {
    /// A whole statement.
    Simple(Statement),
    /// `if …:` or `else if …:`, perhaps with a statement behind it
    If {
        is_else: bool,
        condition: Expr,
        inline: Option<Statement>,
    },
    /// `else:`, perhaps with a statement behind it
    Else(Option<Statement>),
    /// `repeat … times`, perhaps with a statement behind a colon
    Repeat(Expr, Option<Statement>),
    /// `repeat until …, at most … times`, perhaps with a statement behind a colon
    RepeatUntil(Expr, Option<Expr>, Option<Statement>),
    /// `count … from … to …`, perhaps with a statement behind a colon
    Count(Name, Expr, Expr, Option<Statement>),
    /// `each …`, perhaps with a statement behind a colon
    Each {
        selection: Selection,
        ordering: Option<Ordering>,
        inline: Option<Statement>,
    },
    /// `each die of …`, perhaps with a statement behind a colon
    EachDie(Name, Expr, Option<Statement>),
    /// `at the same time`, perhaps with a statement behind a colon
    Simultaneous(Option<Statement>),
    /// `alternate …`
    Alternate {
        selection: Selection,
        ordering: Option<Ordering>,
        condition: Expr,
    },
    /// `phase …`
    Phase {
        name: Name,
        title: Option<Spanned<String>>,
        citations: Vec<Spanned<String>>,
    },
    /// `depending on …`
    Depending(Expr),
    /// `on …:` or `otherwise:`, perhaps with a statement behind it
    On(Option<RollCondition>, Option<Statement>),
    /// `choose by … "…"`
    ChooseOne(
        Option<Chooser>,
        Option<Spanned<String>>,
        Vec<Spanned<String>>,
    ),
    /// `choose up to …`, perhaps with a statement behind a colon
    ChooseSeveral {
        choice: Box<StatementKind>,
        citations: Vec<Spanned<String>>,
        inline: Option<Statement>,
    },
    /// `may by … "…":`, perhaps with a statement behind it
    May(Option<Expr>, Offered),
}

/// The first line of an arm of `depending on`.
pub(crate) struct ArmHead {
    /// `None` for `otherwise`.
    pub(crate) values: Option<Spanned<Cell>>,
    /// The statement behind the colon.
    pub(crate) inline: Option<Statement>,
}

pub(crate) fn statement_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Head> {
    let line = node.first()?;
    let mut values = line
        .children()
        .filter(|child| matches!(child.rule(), Rule::expression | Rule::sum))
        .map(|value| build_expression(&value, diagnostics))
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    Some(match line.rule() {
        Rule::each => Head::Each {
            selection: build_selection(&line.find(Rule::selection)?, diagnostics)?,
            ordering: optional_ordering(&line, diagnostics)?,
            inline: optional_inline(&line, diagnostics)?,
        },
        Rule::each_die => Head::EachDie(
            line.find(Rule::name)?.spanned(),
            build_expression(&line.find(Rule::rolled_value)?, diagnostics)?,
            optional_inline(&line, diagnostics)?,
        ),
        Rule::alternate => Head::Alternate {
            selection: build_selection(&line.find(Rule::selection)?, diagnostics)?,
            ordering: optional_ordering(&line, diagnostics)?,
            condition: values.next()?,
        },
        Rule::simultaneous => Head::Simultaneous(optional_inline(&line, diagnostics)?),
        Rule::phase => Head::Phase {
            name: line.find(Rule::name)?.spanned(),
            title: title(&line),
            citations: citations(&line),
        },
        Rule::if_ | Rule::else_if => Head::If {
            is_else: line.rule() == Rule::else_if,
            condition: values.next()?,
            inline: optional_inline(&line, diagnostics)?,
        },
        Rule::else_ => Head::Else(optional_inline(&line, diagnostics)?),
        Rule::repeat => Head::Repeat(values.next()?, optional_inline(&line, diagnostics)?),
        Rule::repeat_until => Head::RepeatUntil(
            values.next()?,
            values.next(),
            optional_inline(&line, diagnostics)?,
        ),
        Rule::count => Head::Count(
            line.find(Rule::name)?.spanned(),
            values.next()?,
            values.next()?,
            optional_inline(&line, diagnostics)?,
        ),
        Rule::depending => Head::Depending(values.next()?),
        Rule::on_ => Head::On(
            Some(shows(&line.find(Rule::on_what)?, diagnostics)?),
            optional_inline(&line, diagnostics)?,
        ),
        Rule::on_else => Head::On(None, optional_inline(&line, diagnostics)?),
        Rule::choice => {
            Head::ChooseOne(chooser(&line, diagnostics)?, title(&line), citations(&line))
        }
        Rule::choose_each => Head::ChooseSeveral {
            choice: Box::new(choose_several(
                &line.find(Rule::choose_several)?,
                diagnostics,
            )?),
            citations: citations(&line),
            inline: optional_inline(&line, diagnostics)?,
        },
        Rule::may => Head::May(
            part(&line, Rule::by, diagnostics)?,
            offered(&line, diagnostics)?,
        ),
        _ => Head::Simple(inline(&line, diagnostics)?),
    })
}

/// The expression inside a part of a line; `Some(None)` where the part is left out.
#[expect(
    clippy::option_option,
    reason = "a part that could not be built differs from none"
)]
pub(super) fn part(
    node: &Node<'_>,
    rule: Rule,
    diagnostics: &mut Diagnostics,
) -> Option<Option<Expr>> {
    let Some(found) = node.find(rule) else {
        return Some(None);
    };
    let value = found
        .find(Rule::expression)
        .or_else(|| found.find(Rule::postfix))?;
    build_expression(&value, diagnostics).map(Some)
}

/// One option, with the statement behind its colon for a body.
pub(crate) fn offered(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Offered> {
    let body: Block = optional_inline(node, diagnostics)?.into_iter().collect();
    Some(Offered {
        title: title(node)?,
        citations: citations(node),
        condition: part(node, Rule::only_if, diagnostics)?,
        worth: part(node, Rule::worth, diagnostics)?,
        body,
    })
}

/// `by firer.side`, `at random weighted by card.copies`; `Some(None)` where neither is said.
#[expect(
    clippy::option_option,
    reason = "a part that could not be built differs from none"
)]
fn chooser(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Option<Chooser>> {
    if node.has(Rule::at_random) {
        let weight = part(node, Rule::weight, diagnostics)?;
        return Some(Some(weight.map_or(Chooser::Chance, Chooser::Weighted)));
    }
    let side = part(node, Rule::by, diagnostics)?;
    Some(side.map(Chooser::Side))
}

/// `choose target: vehicle where …`
fn choose(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let mut ends = node
        .all(Rule::shifted)
        .map(|end| build_expression(&end, diagnostics))
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    let mut selection = build_selection(node, diagnostics)?;
    let kinds = &mut selection.kinds;
    let says_none = kinds.len() > 1 && kinds.last().is_some_and(|word| word.value == "none");
    if says_none {
        kinds.pop();
    }
    let among = match (ends.next(), ends.next()) {
        (Some(from), Some(to)) => Among::Numbers {
            name: selection.name,
            from,
            to,
        },
        _ => Among::Listed(selection),
    };
    Some(StatementKind::Choose {
        among,
        or_none: says_none || node.has(Rule::or_none),
        by: chooser(node, diagnostics)?,
        worth: part(node, Rule::worth, diagnostics)?,
        title: title(node),
    })
}

/// `choose up to 3 squad where …`
fn choose_several(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let most = match node.find(Rule::up_to) {
        Some(most) => Some(build_expression(&most.find(Rule::sum)?, diagnostics)?),
        None => None,
    };
    Some(StatementKind::ChooseSeveral {
        most,
        selection: build_selection(node, diagnostics)?,
        by: chooser(node, diagnostics)?,
        worth: part(node, Rule::worth, diagnostics)?,
        title: title(node),
        body: Block::new(),
    })
}

/// `5+`, `1 or 6`, `firer.skill+`
fn shows(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<RollCondition> {
    Some(match node.find(Rule::on_threshold) {
        Some(threshold) => RollCondition::AtLeast(value_in(&threshold, diagnostics)?.expr),
        None => RollCondition::Cell(shown(node, diagnostics)),
    })
}

pub(crate) fn arm_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<ArmHead> {
    Some(ArmHead {
        values: node
            .find(Rule::cell)
            .map(|values| cell(&values, diagnostics)),
        inline: optional_inline(node, diagnostics)?,
    })
}

/// `Some(None)` where nothing stands behind the colon.
#[expect(
    clippy::option_option,
    reason = "a statement that could not be built differs from none"
)]
pub(super) fn optional_inline(
    node: &Node<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Option<Statement>> {
    match node.find(Rule::inline) {
        None => Some(None),
        Some(found) => inline(&found, diagnostics).map(Some),
    }
}

pub(super) fn inline(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Statement> {
    within(&node.first()?, citations(node), diagnostics)
}

/// A statement and what it asks before, in the same line; the innermost has what the line cites.
fn within(
    node: &Node<'_>,
    citations: Vec<Spanned<String>>,
    diagnostics: &mut Diagnostics,
) -> Option<Statement> {
    let inner = |diagnostics: &mut Diagnostics, citations| {
        let rules = [Rule::if_inside, Rule::simple];
        let inner = rules.into_iter().find_map(|rule| node.find(rule))?;
        Some(vec![within(&inner, citations, diagnostics)?])
    };
    let kind = match node.rule() {
        Rule::each_inside => StatementKind::Each {
            selection: build_selection(&node.find(Rule::selection)?, diagnostics)?,
            ordering: optional_ordering(node, diagnostics)?,
            body: inner(diagnostics, citations)?,
        },
        Rule::if_inside => StatementKind::If {
            condition: build_expression(&node.find(Rule::expression)?, diagnostics)?,
            then: inner(diagnostics, citations)?,
            otherwise: None,
        },
        _ => {
            let kind = simple_kind(&node.first()?, diagnostics)?;
            return Some(Statement {
                kind: Spanned::new(kind, node.span()),
                citations,
            });
        }
    };
    Some(Statement {
        kind: Spanned::new(kind, node.span()),
        citations: Vec::new(),
    })
}

fn ties(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Ties> {
    Some(match node.find(Rule::sum) {
        Some(rolled) => Ties::Roll(build_expression(&rolled, diagnostics)?),
        None if node.has(Rule::kw_shared) => Ties::Shared,
        None => Ties::AsListed,
    })
}

/// `2d6 + bonus as attack`
fn rolled(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Rolled> {
    Some(Rolled {
        value: build_expression(&node.find(Rule::rolled_value)?, diagnostics)?,
        name: node.find(Rule::name).map(|name| name.spanned()),
    })
}

fn simple_kind(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    if node.rule() == Rule::choose {
        return choose(node, diagnostics);
    }
    if node.rule() == Rule::choose_several {
        return choose_several(node, diagnostics);
    }
    if node.rule() == Rule::named && !node.has(Rule::equals) {
        return call_expression(node, diagnostics).map(StatementKind::Call);
    }
    let mut values = node
        .children()
        .filter(|child| matches!(child.rule(), Rule::expression | Rule::sum | Rule::postfix))
        .map(|value| build_expression(&value, diagnostics))
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    Some(match node.rule() {
        Rule::stop => StatementKind::Stop,
        Rule::nothing => StatementKind::Nothing,
        Rule::next => StatementKind::Next,
        Rule::done => StatementKind::Done,
        Rule::end_game => StatementKind::EndGame {
            winner: values.next(),
        },
        Rule::rank => StatementKind::Rank {
            selection: build_selection(&node.find(Rule::selection)?, diagnostics)?,
            ordering: Ordering {
                by: build_expression(&node.find(Rule::shifted)?, diagnostics)?,
                highest: node.has(Rule::kw_highest),
            },
            ties: match node.find(Rule::ties) {
                Some(ties) => Some(self::ties(&ties, diagnostics)?),
                None => None,
            },
            place: values.next()?,
        },
        Rule::result_ => StatementKind::Result(values.next()?),
        Rule::needs => StatementKind::Needs {
            condition: values.next()?,
            why: title(node),
        },
        Rule::roll_ => {
            former_keyword(node, diagnostics);
            let rolls = node.all(Rule::rolled);
            let rolls = rolls.map(|roll| rolled(&roll, diagnostics));
            StatementKind::Roll(rolls.collect::<Option<Vec<_>>>()?)
        }
        Rule::destroy => StatementKind::Destroy(values.next()?),
        Rule::remove => StatementKind::Remove(values.next()?),
        Rule::create => StatementKind::Create {
            name: node.find(Rule::name)?.spanned(),
            profile: node.find(Rule::word)?.spanned(),
            owner: values.next(),
            most: {
                let most = node.find(Rule::number)?;
                Spanned::new(number(&most, diagnostics), most.span())
            },
        },
        Rule::draw => {
            let mut names = node.all(Rule::name);
            StatementKind::Draw {
                name: names.next()?.spanned(),
                deck: names.next()?.spanned(),
                owner: values.next(),
            }
        }
        Rule::look => StatementKind::LookAt {
            n_cards: values.next()?,
            deck: node.find(Rule::name)?.spanned(),
            by: part(node, Rule::by, diagnostics)?,
        },
        Rule::shuffle => StatementKind::Shuffle {
            deck: node.find(Rule::name)?.spanned(),
            with_discards: node.has(Rule::kw_reshuffle),
        },
        Rule::pile_move => StatementKind::MoveCard {
            card: values.next()?,
            to: match values.next() {
                Some(side) => PileMove::Hand(side),
                None if node.has(Rule::kw_play) => PileMove::Play,
                None if node.has(Rule::kw_discard) => PileMove::Discards,
                None if node.has(Rule::kw_top) => PileMove::Top,
                None => PileMove::Bottom,
            },
        },
        Rule::once_each => StatementKind::OnceEach {
            span: node.find(Rule::name)?.spanned(),
            unit: values.next()?,
            index: values.next(),
            why: title(node),
        },
        Rule::change => {
            let (first, second) = (values.next()?, values.next()?);
            if node.has(Rule::kw_set) {
                StatementKind::Change {
                    how: Change::Set,
                    amount: second,
                    place: first,
                }
            } else {
                StatementKind::Change {
                    how: if node.has(Rule::kw_add) {
                        Change::Add
                    } else {
                        Change::Take
                    },
                    amount: first,
                    place: second,
                }
            }
        }
        Rule::open_ => match *call_expression(&node.find(Rule::call)?, diagnostics)?.value {
            ExprKind::Call { name, arguments } => StatementKind::Open {
                window: name,
                arguments,
            },
            _ => return None,
        },
        Rule::at_ => StatementKind::At {
            must: node.has(Rule::kw_must),
            window: node.find(Rule::name)?.spanned(),
            by: part(node, Rule::by, diagnostics)?,
        },
        Rule::worth_ => StatementKind::Worth(values.next()?),
        Rule::cancel => StatementKind::Cancel,
        Rule::report => StatementKind::Report(values.collect()),
        Rule::outcome if node.has(Rule::on_what) => StatementKind::OutcomeOn {
            word: node.find(Rule::name)?.spanned(),
            shown: shows(&node.find(Rule::on_what)?, diagnostics)?,
        },
        Rule::outcome => StatementKind::Outcome {
            word: node.find(Rule::name)?.spanned(),
            when: values.next(),
        },
        _ => StatementKind::Let {
            name: node.find(Rule::name)?.spanned(),
            value: values.next()?,
        },
    })
}
