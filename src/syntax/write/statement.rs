//! Statements and the blocks below them.

use super::Page;
use super::dice::{push_rolls, shows_text};
use super::expression::{
    CONDITION, COUNT, Level, ends_in_selection, expr_text, push_bracketed, push_expr, push_exprs,
};
use super::parts::{cell_text, push_citations, push_title};
use super::phrases::{push_like, push_side};
use super::selection::{
    push_condition, push_members, push_name, push_ordering, push_rank, push_selection,
};
use crate::ast::{
    Among, Arm, Block, Change, Chooser, Expr, Offered, PileMove, RerolledDice, Statement,
    StatementKind,
};
use sandtable_source::Spanned;

pub(super) fn write_below(page: &mut Page, block: &Block) {
    page.indented(|page| {
        for statement in block {
            write_statement(page, statement);
        }
    });
}

/// A lone simple statement is after the colon, all else below it.
pub(super) fn write_behind_colon(page: &mut Page, mut line: String, block: &Block) {
    line.push(':');
    // `number of unit: squad = 3` is a comparison: a name that is kept is below.
    if let [only] = block.as_slice()
        && !matches!(only.kind.value, StatementKind::Let { .. })
        && let Some(text) = simple_statement(only)
    {
        page.line(&format!("{line} {text}"));
    } else {
        page.line(&line);
        write_below(page, block);
    }
}

pub(super) fn write_statement(page: &mut Page, statement: &Statement) {
    if let Some(line) = simple_statement(statement) {
        page.line(&line);
    } else {
        write_block_statement(page, statement);
    }
}

/// The line of a statement that has no block; `None` for those that have one.
pub(super) fn simple_statement(statement: &Statement) -> Option<String> {
    let kind = &statement.kind.value;
    let parts = [step_line, change_line, card_line, decision_line];
    let mut line = parts.into_iter().find_map(|line_of| line_of(kind))?;
    if let Some((word, value)) = line.split_once(' ')
        && statement.as_call().is_some()
        && !is_bracketed(value)
    {
        line = format!("{word} ({value})");
    }
    push_citations(&mut line, &statement.citations);
    Some(line)
}

/// Whether the bracket with which a text begins closes at its end.
fn is_bracketed(text: &str) -> bool {
    let mut depth = 0_u32;
    let end = text.char_indices().find(|(_, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.is_some_and(|(at, letter)| letter == ')' && at + 1 == text.len())
}

/// Names, rolls, outcomes and results, and lines that end something.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other statements are written elsewhere"
)]
fn step_line(kind: &StatementKind) -> Option<String> {
    let mut line = String::new();
    match kind {
        StatementKind::Let { name, value } => {
            line.push_str(&name.value);
            line.push_str(" = ");
            push_expr(&mut line, value, Level::Choice);
        }
        StatementKind::Roll(rolls) => push_rolls(&mut line, rolls),
        StatementKind::OutcomeOn { word, shown } => {
            line = format!("{} on {}", word.value, shows_text(shown));
        }
        StatementKind::Outcome { word, when } => {
            line.push_str(&word.value);
            if let Some(condition) = when {
                line.push_str(" when ");
                push_expr(&mut line, condition, CONDITION);
            } else {
                line.push_str(" otherwise");
            }
        }
        StatementKind::Result(value) => {
            line.push_str("result ");
            push_expr(&mut line, value, Level::Choice);
        }
        StatementKind::Needs { condition, why } => {
            line.push_str("needs ");
            push_expr(&mut line, condition, CONDITION);
            push_title(&mut line, why.as_ref());
        }
        StatementKind::Must { condition, why } => {
            line.push_str("must ");
            push_expr(&mut line, condition, CONDITION);
            push_title(&mut line, why.as_ref());
        }
        StatementKind::Call(call) => push_expr(&mut line, call, Level::Atom),
        StatementKind::Rank {
            selection,
            ordering,
            ties,
            place,
        } => push_rank(&mut line, selection, ordering, ties.as_ref(), place),
        StatementKind::EndGame { winners } => {
            line.push_str("end game");
            for (at, winner) in winners.iter().enumerate() {
                line.push_str(if at == 0 { " won by " } else { ", " });
                if winner.value.set_of_units().is_some() {
                    line.push_str("each ");
                }
                push_expr(&mut line, winner, Level::Atom);
            }
        }
        StatementKind::Stop => line.push_str("stop"),
        StatementKind::Nothing => line.push_str("nothing"),
        StatementKind::Next => line.push_str("next"),
        StatementKind::Done => line.push_str("done"),
        StatementKind::Report(values) => {
            line.push_str("report ");
            push_exprs(&mut line, values);
        }
        _ => return None,
    }
    Some(line)
}

/// Changes of units and their tracks.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other statements are written elsewhere"
)]
fn change_line(kind: &StatementKind) -> Option<String> {
    let mut line = String::new();
    match kind {
        StatementKind::Change { how, amount, place } => {
            line = change(*how, amount, place);
        }
        StatementKind::Move { amount, from, to } => {
            let amount = match ends_in_selection(&amount.value) {
                true => format!("({})", expr_text(amount, COUNT)),
                false => expr_text(amount, COUNT),
            };
            let (from, to) = (expr_text(from, Level::Atom), expr_text(to, Level::Atom));
            line = format!("move {amount} of {from} to {to}");
        }
        StatementKind::Destroy(unit) => {
            line.push_str("destroy ");
            push_expr(&mut line, unit, Level::Atom);
        }
        StatementKind::Remove(unit) => {
            line.push_str("remove ");
            push_expr(&mut line, unit, Level::Atom);
        }
        StatementKind::Replace {
            unit,
            profile,
            like,
            most,
            name,
        } => {
            line.push_str("replace ");
            push_expr(&mut line, unit, Level::Atom);
            line.push_str(&format!(" by {} like ", name.value));
            push_like(&mut line, profile, like.as_ref());
            line.push_str(&format!(", at most {}", most.value));
        }
        StatementKind::Create {
            name,
            profile,
            like,
            owner,
            most,
        } => {
            line.push_str(&format!("create {} like ", name.value));
            push_like(&mut line, profile, like.as_ref());
            if let Some(owner) = owner {
                line.push_str(" for ");
                push_expr(&mut line, owner, Level::Atom);
            }
            line.push_str(&format!(", at most {}", most.value));
        }
        _ => return None,
    }
    Some(line)
}

/// Statements about cards.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other statements are written elsewhere"
)]
fn card_line(kind: &StatementKind) -> Option<String> {
    let mut line = String::new();
    match kind {
        StatementKind::Draw {
            name,
            deck,
            whose,
            owner,
        } => {
            line.push_str(&format!("draw {} from {}", name.value, deck.value));
            push_side(&mut line, " of ", whose.as_ref());
            push_side(&mut line, " for ", owner.as_ref());
        }
        StatementKind::LookAt {
            n_cards,
            deck,
            whose,
            by,
        } => {
            line.push_str("look at ");
            // `number of alpha of deck` would be one selection.
            match ends_in_selection(&n_cards.value) {
                true => push_bracketed(&mut line, n_cards),
                false => push_expr(&mut line, n_cards, COUNT),
            }
            line.push_str(&format!(" of {}", deck.value));
            push_side(&mut line, " of ", whose.as_ref());
            push_side(&mut line, " by ", by.as_ref());
        }
        StatementKind::Shuffle {
            deck,
            whose,
            with_discards,
        } => {
            line.push_str(if *with_discards {
                "reshuffle "
            } else {
                "shuffle "
            });
            line.push_str(&deck.value);
            push_side(&mut line, " of ", whose.as_ref());
        }
        StatementKind::MoveCard { card, to } => {
            let (verb, rest) = match to {
                PileMove::Hand(_) => ("give ", " to "),
                PileMove::Play => ("play ", ""),
                PileMove::Discards => ("discard ", ""),
                PileMove::Top => ("put ", " on top"),
                PileMove::Bottom => ("put ", " on bottom"),
            };
            line.push_str(verb);
            push_expr(&mut line, card, Level::Atom);
            line.push_str(rest);
            if let PileMove::Hand(side) = to {
                push_expr(&mut line, side, Level::Atom);
            }
        }
        _ => return None,
    }
    Some(line)
}

/// Decisions, windows and reactions.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other statements are written elsewhere"
)]
fn decision_line(kind: &StatementKind) -> Option<String> {
    let mut line = String::new();
    match kind {
        StatementKind::OnceEach {
            span,
            unit,
            index,
            why,
        } => {
            line.push_str(&format!("once each {} for ", span.value));
            push_expr(&mut line, unit, Level::Atom);
            if let Some(index) = index {
                line.push_str(" and ");
                push_expr(&mut line, index, Level::Atom);
            }
            push_title(&mut line, why.as_ref());
        }
        StatementKind::Choose {
            among,
            or_none,
            if_any,
            by,
            weight,
            worth,
            title,
        } => {
            line = "choose ".to_owned();
            push_among(&mut line, among, *or_none);
            if *if_any {
                line.push_str(", if any");
            }
            push_chooser(&mut line, by.as_ref(), weight.as_ref());
            push_worth(&mut line, worth.as_ref());
            push_title(&mut line, title.as_ref());
        }
        StatementKind::MayReroll { .. } => line = reroll_line(kind)?,
        StatementKind::Open {
            window,
            arguments,
            cancelled,
        } => {
            line.push_str(&format!("open {}(", window.value));
            push_exprs(&mut line, arguments);
            line.push(')');
            if let Some(result) = cancelled {
                line.push_str(", if cancelled result ");
                push_exprs(&mut line, std::slice::from_ref(result));
            }
        }
        StatementKind::At { must, window, by } => {
            line.push_str(if *must { "must at " } else { "at " });
            line.push_str(&window.value);
            push_by(&mut line, by.as_ref());
        }
        StatementKind::Worth(worth) => {
            line.push_str("worth ");
            push_expr(&mut line, worth, Level::Choice);
        }
        StatementKind::Cancel => line.push_str("cancel"),
        several @ StatementKind::ChooseSeveral { body, .. } if body.is_empty() => {
            push_several(&mut line, several);
        }
        _ => return None,
    }
    Some(line)
}

fn push_among(line: &mut String, among: &Among, or_none: bool) {
    let none = if or_none { " or none" } else { "" };
    match among {
        Among::Numbers { name, from, to } => {
            line.push_str(&name.value);
            let (from, to) = (expr_text(from, Level::Shift), expr_text(to, Level::Shift));
            line.push_str(&format!(" from {from} to {to}{none}"));
        }
        Among::Listed(selection) => {
            push_name(line, selection);
            push_members(line, selection);
            line.push_str(none);
            push_condition(line, selection);
        }
    }
}

/// `choose up to 3 squad where … by side, worth … "who rallies"`; nothing for other statements.
fn push_several(line: &mut String, kind: &StatementKind) {
    let StatementKind::ChooseSeveral {
        most,
        selection,
        by,
        weight,
        worth,
        title,
        ..
    } = kind
    else {
        return;
    };
    match most {
        Some(most) if ends_in_selection(&most.value) => {
            line.push_str(&format!("choose up to ({}) ", expr_text(most, COUNT)));
        }
        Some(most) => line.push_str(&format!("choose up to {} ", expr_text(most, COUNT))),
        None => line.push_str("choose any number of "),
    }
    push_selection(line, selection);
    push_chooser(line, by.as_ref(), weight.as_ref());
    push_worth(line, worth.as_ref());
    push_title(line, title.as_ref());
}

fn push_chooser(line: &mut String, chooser: Option<&Chooser>, weight: Option<&Expr>) {
    match chooser {
        Some(Chooser::Side(side)) => push_by(line, Some(side)),
        Some(Chooser::Chance) => line.push_str(" at random"),
        None => {}
    }
    if let Some(weight) = weight {
        line.push_str(" weighted by ");
        push_expr(line, weight, Level::Choice);
    }
}

/// `may by side reroll one die of shown with command-reroll(unit), worth 4 - die`
fn reroll_line(kind: &StatementKind) -> Option<String> {
    let StatementKind::MayReroll {
        by,
        roll,
        call,
        condition,
        dice,
        worth,
    } = kind
    else {
        return None;
    };
    let mut line = "may".to_owned();
    push_by(&mut line, by.as_ref());
    line.push_str(" reroll");
    match dice {
        RerolledDice::All => {}
        RerolledDice::One(name) => line.push_str(&format!(" one {} of", name.value)),
        RerolledDice::Any(name) => line.push_str(&format!(" any {} of", name.value)),
    }
    if let Some(roll) = roll {
        line.push(' ');
        push_expr(&mut line, roll, Level::Atom);
    }
    line.push_str(" with ");
    push_expr(&mut line, call, Level::Atom);
    if let Some(condition) = condition {
        line.push_str(" if ");
        push_expr(&mut line, condition, CONDITION);
    }
    push_worth(&mut line, worth.as_ref());
    Some(line)
}

fn push_by(line: &mut String, by: Option<&Expr>) {
    if let Some(by) = by {
        line.push_str(" by ");
        push_expr(line, by, Level::Atom);
    }
}

pub(super) fn push_worth(line: &mut String, worth: Option<&Expr>) {
    if let Some(worth) = worth {
        line.push_str(", worth ");
        push_expr(line, worth, Level::Choice);
    }
}

fn write_option(page: &mut Page, mut line: String, option: &Offered) {
    let title: &Spanned<String> = &option.title;
    push_title(&mut line, Some(title));
    push_citations(&mut line, &option.citations);
    if let Some(condition) = &option.condition {
        line.push_str(" if ");
        push_expr(&mut line, condition, CONDITION);
    }
    push_worth(&mut line, option.worth.as_ref());
    let line = line.trim_start().to_owned();
    write_behind_colon(page, line, &option.body);
}

pub(super) fn change(how: Change, amount: &Expr, place: &Expr) -> String {
    let place = expr_text(place, Level::Atom);
    match how {
        Change::Add => format!("add {} to {place}", expr_text(amount, COUNT)),
        Change::Take => format!("take {} from {place}", expr_text(amount, COUNT)),
        Change::Set => format!("set {place} to {}", expr_text(amount, Level::Choice)),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "statements without a block are written elsewhere"
)]
pub(super) fn write_block_statement(page: &mut Page, statement: &Statement) {
    match &statement.kind.value {
        StatementKind::ChooseOne {
            by,
            weight,
            title,
            options,
        } => {
            let mut line = "choose".to_owned();
            push_chooser(&mut line, by.as_ref(), weight.as_ref());
            push_title(&mut line, title.as_ref());
            push_citations(&mut line, &statement.citations);
            page.line(&line);
            page.indented(|page| {
                for option in options {
                    write_option(page, String::new(), &option.value);
                }
            });
        }
        kind @ StatementKind::ChooseSeveral { body, .. } => {
            let mut line = String::new();
            push_several(&mut line, kind);
            push_citations(&mut line, &statement.citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::May { by, option } => {
            let mut line = "may".to_owned();
            push_by(&mut line, by.as_ref());
            write_option(page, line, option);
        }
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => write_if(
            page,
            condition,
            (&statement.citations, then),
            otherwise.as_ref(),
        ),
        StatementKind::On { shown, body } => {
            let head = match shown {
                Some(shown) => format!("on {}", shows_text(shown)),
                None => "otherwise".to_owned(),
            };
            write_cited(page, head, &statement.citations, body);
        }
        StatementKind::Alternate {
            selection,
            ordering,
            condition,
            body,
        } => {
            let mut line = "alternate ".to_owned();
            push_selection(&mut line, selection);
            push_ordering(&mut line, ordering.as_ref());
            line.push_str(" while ");
            push_expr(&mut line, condition, CONDITION);
            push_citations(&mut line, &statement.citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::Phase { name, title, body } => {
            let mut line = format!("phase {}", name.value);
            push_title(&mut line, title.as_ref());
            push_citations(&mut line, &statement.citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::Depending { value, arms } => {
            let mut line = format!("depending on {}", expr_text(value, Level::Choice));
            push_citations(&mut line, &statement.citations);
            page.line(&line);
            page.indented(|page| {
                for arm in arms {
                    write_arm(page, &arm.value);
                }
            });
        }
        _ => write_each(page, statement),
    }
}

/// Loops; nothing for other statements.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other statements are written elsewhere"
)]
fn write_each(page: &mut Page, statement: &Statement) {
    let citations = &statement.citations;
    match &statement.kind.value {
        StatementKind::Repeat { times, body } => {
            let mut line = format!("repeat {} times", expr_text(times, COUNT));
            push_citations(&mut line, citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::RepeatUntil { until, most, body } => {
            let mut line = format!("repeat until {}", expr_text(until, CONDITION));
            if let Some(most) = most {
                line.push_str(&format!(", at most {} times", expr_text(most, COUNT)));
            }
            push_citations(&mut line, citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::Simultaneous { body } => {
            let mut line = "at the same time".to_owned();
            push_citations(&mut line, citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::Count {
            name,
            from,
            to,
            body,
        } => {
            let from = expr_text(from, COUNT);
            let to = expr_text(to, COUNT);
            let mut line = format!("count {} from {from} to {to}", name.value);
            push_citations(&mut line, citations);
            page.line(&line);
            write_below(page, body);
        }
        StatementKind::Each {
            selection,
            ordering,
            body,
        } => {
            let mut line = "each ".to_owned();
            push_selection(&mut line, selection);
            push_ordering(&mut line, ordering.as_ref());
            // Behind the colon a word that is no keyword everywhere reads as a kind.
            match body.as_slice() {
                [only]
                    if citations.is_empty()
                        && simple_statement(only).is_some()
                        && !matches!(
                            only.kind.value,
                            StatementKind::Let { .. } | StatementKind::At { must: true, .. }
                        ) =>
                {
                    write_behind_colon(page, line, body);
                }
                _ => {
                    push_citations(&mut line, citations);
                    page.line(&line);
                    write_below(page, body);
                }
            }
        }
        StatementKind::EachDie { name, dice, body } => {
            let dice = expr_text(dice, Level::Shift);
            let begins_with_digit =
                |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
            let is_dice =
                begins_with_digit(&dice) || dice.strip_prefix('d').is_some_and(begins_with_digit);
            // Anything else would be a kind of units: `each die of roll best of 3d6`.
            let roll = match is_dice || dice.starts_with("roll ") {
                true => "",
                false => "roll ",
            };
            let mut line = format!("each {} of {roll}{dice}", name.value);
            push_citations(&mut line, citations);
            page.line(&line);
            write_below(page, body);
        }
        // Those without a block are written by `simple_statement`.
        _ => {}
    }
}

/// As [`write_behind_colon`]; a line that cites has all that follows from it below.
fn write_cited(page: &mut Page, mut line: String, citations: &[Spanned<String>], block: &Block) {
    if citations.is_empty() {
        return write_behind_colon(page, line, block);
    }
    line.push(':');
    push_citations(&mut line, citations);
    page.line(&line);
    write_below(page, block);
}

fn write_if(
    page: &mut Page,
    condition: &Expr,
    (citations, then): (&[Spanned<String>], &Block),
    otherwise: Option<&Block>,
) {
    let first = format!("if {}", expr_text(condition, CONDITION));
    write_cited(page, first, citations, then);
    let mut rest = otherwise;
    // A long chain of `else if` is a loop here: it is deep in the tree but flat in the text.
    while let Some(block) = rest {
        if let [only] = block.as_slice()
            && let StatementKind::If {
                condition,
                then,
                otherwise,
            } = &only.kind.value
        {
            let line = format!("else if {}", expr_text(condition, CONDITION));
            write_cited(page, line, &only.citations, then);
            rest = otherwise.as_ref();
        } else {
            write_behind_colon(page, "else".to_owned(), block);
            rest = None;
        }
    }
}

pub(super) fn write_arm(page: &mut Page, arm: &Arm) {
    let values = arm
        .values
        .as_ref()
        .map_or_else(|| "otherwise".to_owned(), |values| cell_text(&values.value));
    write_behind_colon(page, values, &arm.body);
}

// --- Parts of lines
