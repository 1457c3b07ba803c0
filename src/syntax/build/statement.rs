//! Statements: one line at a time; the caller hangs blocks below them.

use super::dice::former_keyword;
use super::expression::{build_expression, call_expression, value_in};
use super::selection::{build_selection, optional_ordering, set_of_units};
use super::{cell, citations, number, shown, title};
use crate::ast::{
    Among, Arm, Block, Change, Chooser, Expr, Name, Offered, Ordering, PileMove, RerolledDice,
    RollCondition, Rolled, Statement, StatementKind, Ties, expr_of_name,
};
use crate::grammar::Rule;
use crate::pair_cursor::Node;
use sandtable_diagnostic::Diagnostics;
use sandtable_source::{Span, Spanned};

/// The first line of a statement; the blocks below it are still empty.
pub(crate) struct Head {
    /// Relation to the statement above.
    pub(crate) join: Join,
    /// The statement; of `else:` one without effect.
    pub(crate) statement: Statement,
    /// The statement after the colon.
    pub(crate) inline: Option<Statement>,
}

/// Relation of a line to the statement above it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// A statement of its own.
    None,
    /// `else if …:`
    ElseIf,
    /// `else:`
    Else,
}

/// Builds the first line of a statement; `span` is that of the whole line.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
pub(crate) fn statement_line(
    node: &Node<'_>,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Head> {
    let line = node.first()?;
    let join = match line.rule() {
        Rule::else_if => Join::ElseIf,
        Rule::else_ => Join::Else,
        _ => Join::None,
    };
    let Some(kind) = block_kind(&line, diagnostics)? else {
        return Some(Head {
            join,
            statement: inline(&line, diagnostics)?,
            inline: None,
        });
    };
    // An option has what its line cites.
    let citations = if let Rule::may = line.rule() {
        Vec::new()
    } else {
        citations(&line)
    };
    Some(Head {
        join,
        statement: Statement {
            kind: Spanned::new(kind, span),
            citations,
            in_brackets: false,
        },
        inline: optional_inline(&line, diagnostics)?,
    })
}

/// The expressions directly in a line, in written order.
fn values(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<std::vec::IntoIter<Expr>> {
    let rules = [Rule::expression, Rule::sum, Rule::postfix];
    // The value by which is ranked has a place of its own in the tree.
    let has_shifted = node.rule() != Rule::rank;
    let is_value = |rule| rules.contains(&rule) || has_shifted && rule == Rule::shifted;
    let values = node.children().filter(|child| is_value(child.rule()));
    let values = values.map(|value| build_expression(&value, diagnostics));
    Some(values.collect::<Option<Vec<_>>>()?.into_iter())
}

/// A statement with a block below it, which is still empty; `Some(None)` for a statement without one.
#[expect(
    clippy::option_option,
    reason = "a statement that could not be built differs from none"
)]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn block_kind(line: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Option<StatementKind>> {
    let body = Block::new();
    let kind = match line.rule() {
        Rule::each => StatementKind::Each {
            selection: build_selection(&line.find(Rule::selection)?, diagnostics)?,
            ordering: optional_ordering(line, diagnostics)?,
            body,
        },
        Rule::each_die => StatementKind::EachDie {
            dice: build_expression(&line.find(Rule::rolled_value)?, diagnostics)?,
            name: line.find(Rule::name)?.spanned(),
            body,
        },
        Rule::alternate => StatementKind::Alternate {
            selection: build_selection(&line.find(Rule::selection)?, diagnostics)?,
            ordering: optional_ordering(line, diagnostics)?,
            condition: values(line, diagnostics)?.next()?,
            body,
        },
        Rule::simultaneous => StatementKind::Simultaneous { body },
        Rule::phase => StatementKind::Phase {
            name: line.find(Rule::name)?.spanned(),
            title: title(line),
            body,
        },
        Rule::if_ | Rule::else_if => StatementKind::If {
            condition: values(line, diagnostics)?.next()?,
            then: body,
            otherwise: None,
        },
        Rule::else_ => StatementKind::Nothing,
        Rule::repeat => StatementKind::Repeat {
            times: values(line, diagnostics)?.next()?,
            body,
        },
        Rule::repeat_until => {
            let mut values = values(line, diagnostics)?;
            StatementKind::RepeatUntil {
                until: values.next()?,
                most: values.next(),
                body,
            }
        }
        Rule::count => {
            let mut values = values(line, diagnostics)?;
            StatementKind::Count {
                from: values.next()?,
                to: values.next()?,
                name: line.find(Rule::name)?.spanned(),
                body,
            }
        }
        Rule::depending => StatementKind::Depending {
            value: values(line, diagnostics)?.next()?,
            arms: Vec::new(),
        },
        Rule::on_ => StatementKind::On {
            shown: Some(shows(&line.find(Rule::on_what)?, diagnostics)?),
            body,
        },
        Rule::on_else => StatementKind::On { shown: None, body },
        Rule::choice => StatementKind::ChooseOne {
            by: chooser(line, diagnostics)?,
            weight: part(line, Rule::weight, diagnostics)?,
            title: title(line),
            options: Vec::new(),
        },
        Rule::choose_each => choose_several(&line.find(Rule::choose_several)?, diagnostics)?,
        Rule::may => StatementKind::May {
            by: part(line, Rule::by, diagnostics)?,
            option: offered(line, diagnostics)?,
        },
        _ => return Some(None),
    };
    Some(Some(kind))
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

/// `by firer.side`, `at random`; `Some(None)` without either.
#[expect(
    clippy::option_option,
    reason = "a part that could not be built differs from none"
)]
fn chooser(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Option<Chooser>> {
    if node.has(Rule::at_random) {
        return Some(Some(Chooser::Chance));
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
        if_any: node.has(Rule::if_any),
        by: chooser(node, diagnostics)?,
        weight: part(node, Rule::weight, diagnostics)?,
        worth: part(node, Rule::worth, diagnostics)?,
        title: title(node),
    })
}

/// `may reroll shown with team-reroll(player), worth 4 - shown`
fn may_reroll(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let roll = node.find(Rule::name);
    let roll = roll.map(|name| expr_of_name(&name.spanned()));
    let dice = match node.find(Rule::rerolled_dice) {
        None => RerolledDice::All,
        Some(dice) => {
            let name = dice.find(Rule::name)?.spanned();
            match dice.has(Rule::kw_one) {
                true => RerolledDice::One(name),
                false => RerolledDice::Any(name),
            }
        }
    };
    Some(StatementKind::MayReroll {
        by: part(node, Rule::by, diagnostics)?,
        roll,
        call: call_expression(&node.find(Rule::call)?, diagnostics)?,
        condition: part(node, Rule::only_if, diagnostics)?,
        dice,
        worth: part(node, Rule::worth, diagnostics)?,
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
        weight: part(node, Rule::weight, diagnostics)?,
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

/// One arm of `depending on`, with the statement after its colon for a body.
pub(crate) fn arm_line(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Arm> {
    let body: Block = optional_inline(node, diagnostics)?.into_iter().collect();
    Some(Arm {
        values: node
            .find(Rule::cell)
            .map(|values| cell(&values, diagnostics)),
        body,
    })
}

/// `Some(None)` where nothing is after the colon.
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
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
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
            let simple = node.first()?;
            let kind = simple_kind(&simple, diagnostics)?;
            return Some(Statement {
                kind: Spanned::new(kind, node.span()),
                citations,
                in_brackets: is_in_brackets(&simple),
            });
        }
    };
    Some(Statement {
        kind: Spanned::new(kind, node.span()),
        citations: Vec::new(),
        in_brackets: false,
    })
}

/// Whether a line is a word and one value in brackets.
fn is_in_brackets(line: &Node<'_>) -> bool {
    let word = line.first();
    let mut values = line.children().skip(1);
    let (Some(_), Some(mut value), None) = (word, values.next(), values.next()) else {
        return false;
    };
    while value.rule() != Rule::bracketed {
        let only = {
            let mut parts = value.children();
            parts.next().filter(|_| parts.next().is_none())
        };
        match only {
            Some(only) => value = only,
            None => return false,
        }
    }
    true
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

/// The unit that a new one is like: its name, or the text of the value that says which.
fn profile(node: &Node<'_>) -> Option<Name> {
    let written = node
        .find(Rule::like_value)
        .or_else(|| node.find(Rule::word));
    written.map(|written| written.spanned())
}

/// The value that says which unit a new one is like; `Some(None)` if it is named.
fn like(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Option<Expr>> {
    match node.find(Rule::like_value) {
        Some(value) => value_in(&value, diagnostics).map(|built| Some(built.expr)),
        None => Some(None),
    }
}

/// The number of spares of a new unit.
fn most(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<i32>> {
    let most = node.find(Rule::number)?;
    Some(Spanned::new(number(&most, diagnostics), most.span()))
}

/// `rank side by side.points, highest first, ties d6, into side.place`
fn rank(node: &Node<'_>, place: Expr, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    Some(StatementKind::Rank {
        selection: build_selection(&node.find(Rule::selection)?, diagnostics)?,
        ordering: Ordering {
            by: build_expression(&node.find(Rule::shifted)?, diagnostics)?,
            highest: node.has(Rule::kw_highest),
        },
        ties: match node.find(Rule::ties) {
            Some(ties) => Some(self::ties(&ties, diagnostics)?),
            None => None,
        },
        place,
    })
}

/// `open strike-declared(firer, target), if cancelled result 0`
fn open(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let call = call_expression(&node.find(Rule::call)?, diagnostics)?;
    let (window, arguments) = call.value.call()?;
    let cancelled = match node.find(Rule::if_cancelled) {
        Some(cancelled) => {
            let value = cancelled.find(Rule::expression)?;
            Some(build_expression(&value, diagnostics)?)
        }
        None => None,
    };
    Some(StatementKind::Open {
        window: window.clone(),
        arguments: arguments.to_vec(),
        cancelled,
    })
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn simple_kind(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    match node.rule() {
        Rule::choose => return choose(node, diagnostics),
        Rule::choose_several => return choose_several(node, diagnostics),
        Rule::named if !node.has(Rule::equals) => {
            return call_expression(node, diagnostics).map(StatementKind::Call);
        }
        Rule::roll_ => {
            former_keyword(node, diagnostics);
            let rolls = node.all(Rule::rolled);
            let rolls = rolls.map(|roll| rolled(&roll, diagnostics));
            return Some(StatementKind::Roll(rolls.collect::<Option<Vec<_>>>()?));
        }
        Rule::draw | Rule::look | Rule::shuffle | Rule::pile_move => {
            return card_kind(node, diagnostics);
        }
        Rule::change => return change(node, diagnostics),
        Rule::end_game => return end_game(node, diagnostics),
        Rule::may_reroll => return may_reroll(node, diagnostics),
        _ => {}
    }
    let mut values = values(node, diagnostics)?;
    Some(match node.rule() {
        Rule::stop => StatementKind::Stop,
        Rule::nothing => StatementKind::Nothing,
        Rule::next => StatementKind::Next,
        Rule::done => StatementKind::Done,
        Rule::cancel => StatementKind::Cancel,
        Rule::rank => rank(node, values.next()?, diagnostics)?,
        Rule::result_ => StatementKind::Result(values.next()?),
        Rule::needs => StatementKind::Needs {
            condition: values.next()?,
            why: title(node),
        },
        Rule::must_ => StatementKind::Must {
            condition: values.next()?,
            why: title(node),
        },
        Rule::destroy => StatementKind::Destroy(values.next()?),
        Rule::remove => StatementKind::Remove(values.next()?),
        Rule::move_ => StatementKind::Move {
            amount: values.next()?,
            from: values.next()?,
            to: values.next()?,
        },
        Rule::create => StatementKind::Create {
            profile: profile(node)?,
            like: like(node, diagnostics)?,
            owner: values.next(),
            most: most(node, diagnostics)?,
            name: node.find(Rule::name)?.spanned(),
        },
        Rule::replace_ => StatementKind::Replace {
            unit: values.next()?,
            profile: profile(node)?,
            like: like(node, diagnostics)?,
            most: most(node, diagnostics)?,
            name: node.find(Rule::name)?.spanned(),
        },
        Rule::once_each => StatementKind::OnceEach {
            span: node.find(Rule::name)?.spanned(),
            unit: values.next()?,
            index: values.next(),
            why: title(node),
        },
        Rule::open_ => open(node, diagnostics)?,
        Rule::at_ => StatementKind::At {
            must: node.has(Rule::kw_must),
            window: node.find(Rule::name)?.spanned(),
            by: part(node, Rule::by, diagnostics)?,
        },
        Rule::worth_ => StatementKind::Worth(values.next()?),
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
            value: values.next()?,
            name: node.find(Rule::name)?.spanned(),
        },
    })
}

/// `end game`, `end game won by france, austria`, `end game won by each side where side.ally`
fn end_game(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let winners = match node.find(Rule::winners_of) {
        Some(each) => vec![set_of_units(&each, diagnostics)?.expr],
        None => values(node, diagnostics)?.collect(),
    };
    Some(StatementKind::EndGame { winners })
}

/// Statements about the cards of a deck.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the grammar has no other rules here"
)]
fn card_kind(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let mut values = values(node, diagnostics)?;
    let mut names = node.all(Rule::name);
    Some(match node.rule() {
        Rule::draw => {
            let name = names.next()?.spanned();
            StatementKind::Draw {
                deck: names.next()?.spanned(),
                whose: part(node, Rule::deck_of, diagnostics)?,
                owner: values.next(),
                name,
            }
        }
        Rule::look => StatementKind::LookAt {
            n_cards: values.next()?,
            deck: names.next()?.spanned(),
            whose: part(node, Rule::deck_of, diagnostics)?,
            by: part(node, Rule::by, diagnostics)?,
        },
        Rule::shuffle => StatementKind::Shuffle {
            deck: names.next()?.spanned(),
            whose: part(node, Rule::deck_of, diagnostics)?,
            with_discards: node.has(Rule::kw_reshuffle),
        },
        _ => StatementKind::MoveCard {
            card: values.next()?,
            to: match values.next() {
                Some(side) => PileMove::Hand(side),
                None if node.has(Rule::kw_play) => PileMove::Play,
                None if node.has(Rule::kw_discard) => PileMove::Discards,
                None if node.has(Rule::kw_top) => PileMove::Top,
                None => PileMove::Bottom,
            },
        },
    })
}

/// `add 1 to target.hits`, `take 1 from target.hits`, `set target.hits to 1`
fn change(node: &Node<'_>, diagnostics: &mut Diagnostics) -> Option<StatementKind> {
    let mut values = values(node, diagnostics)?;
    let (first, second) = (values.next()?, values.next()?);
    let (how, amount, place) = match (node.has(Rule::kw_set), node.has(Rule::kw_add)) {
        (true, _) => (Change::Set, second, first),
        (_, true) => (Change::Add, first, second),
        _ => (Change::Take, first, second),
    };
    Some(StatementKind::Change { how, amount, place })
}
