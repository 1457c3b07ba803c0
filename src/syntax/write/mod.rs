//! The tree as canonical text: one way to write each tree, with no more brackets than it needs.
//!
//! Comments are not in the tree, so they are not in the text. Lines are not folded, except the lists of an example.

mod amend;
mod dice;
mod expression;
mod grid;
mod members;
mod parts;
mod phrases;
mod readable;
mod selection;
mod statement;

use super::ast::{self, CaseSort, Event, ExampleStep, Expectation, Window};
use super::ast::{
    Ability, Copies, Crossing, Die, Example, Fact, File, Given, Item, Kind, KindLine, Modifier,
    Modifiers, NamedSide, OptionValues, OptionalRule, Picked, PickedIf, Piece, Policy, Procedure,
    Ruleset, Scale, Table, Trigger, When, Where,
};
pub(super) use amend::{first_line, first_line_of_arm, quoted_line};
pub use dice::rolled as dice_text;
use expression::{
    CONDITION, COUNT, Level, ends_in_treatment, expr_text, is_test, push_bracketed, push_expr,
};
pub use grid::{Grid, GridRow, GridSort, RowEdit, grids};
pub use members::{Member, MemberList, MemberSort, block_around, member_lists};
pub(super) use parts::cell_text;
use parts::{
    head, head_without_keyword, list, parameters_text, push_citations, push_literal, push_title,
    quoted, range, type_text, widest,
};
use sandtable_source::Spanned;
use statement::{push_worth, write_behind_colon, write_below};

/// The whole file; parsing the text gives the same tree.
pub fn rules_text(file: &File) -> String {
    let mut page = Page::default();
    for (at, item) in file.items.iter().enumerate() {
        if at > 0 {
            page.text.push('\n');
        }
        write_item(&mut page, &item.value);
    }
    page.text
}

/// Column at which the lists of an example continue in a further line.
const WIDTH: usize = 100;

/// The text so far, and the depth of the next line.
#[derive(Default)]
struct Page {
    text: String,
    depth: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }
}

fn write_item(page: &mut Page, item: &Item) {
    match item {
        Item::Ruleset(ruleset) => write_ruleset(page, ruleset),
        Item::Scale(scale) => write_scale(page, scale),
        Item::Die(die) => write_die(page, die),
        Item::Kind(kind) => write_kind(page, kind),
        Item::Table(table) => write_table(page, table),
        Item::Modifiers(modifiers) => write_modifiers(page, modifiers),
        Item::Fact(fact) => write_fact(page, fact),
        Item::Option(option) => write_option(page, option),
        Item::Procedure(procedure) => write_procedure(page, procedure),
        Item::Trigger(trigger) => write_trigger(page, trigger),
        Item::Window(window) => write_window(page, window),
        Item::Reaction(reaction) => {
            page.line(&head("reaction", &reaction.head));
            write_below(page, &reaction.body);
        }
        Item::Policy(policy) => write_policy(page, policy),
        Item::Example(example) => write_example(page, example),
        Item::Variant(variant) => amend::write_variant(page, variant),
        Item::Replace(item) => amend::write_replaced(page, item),
        Item::Amend(amend) => amend::write_amend(page, amend),
        Item::Remove(removal) => amend::write_removal(page, removal),
    }
}

fn write_ruleset(page: &mut Page, ruleset: &Ruleset) {
    let mut line = head("ruleset", &ruleset.head);
    if let Some(edition) = &ruleset.language {
        line.push_str(&format!(", language {}", edition.value));
    }
    page.line(&line);
    page.indented(|page| {
        if let Some(index) = &ruleset.index {
            page.line(&format!("index {}", quoted(index)));
        }
        if let Some(board) = &ruleset.board {
            let diagonals = if ruleset.diagonals {
                " with diagonals"
            } else {
                ""
            };
            page.line(&format!("board {}{diagonals}", board.value.word()));
        }
        if let Some(stands) = &ruleset.stands {
            page.line(&format!("stands {}", stands.value));
        }
        if let Some(facings) = &ruleset.facings {
            page.line(&format!("facings {}", facings.value.words()));
        }
        let side = |side: &NamedSide| match &side.title {
            Some(title) => format!("{} {}", side.name.value, quoted(title)),
            None => side.name.value.clone(),
        };
        let sides: Vec<String> = ruleset.sides.iter().map(side).collect();
        if !sides.is_empty() {
            page.line(&format!("sides {}", sides.join(", ")));
        }
    });
}

fn write_scale(page: &mut Page, scale: &Scale) {
    let (keyword, mark) = match scale.is_ordered {
        true => ("scale", " < "),
        false => ("words", ", "),
    };
    let words = list(&scale.words, mark);
    page.line(&format!("{}: {words}", head(keyword, &scale.head)));
}

fn write_die(page: &mut Page, die: &Die) {
    let names = die.groups.iter().map(|group| &group.name.value);
    let width = widest(names);
    page.line(&head("die", &die.head));
    page.indented(|page| {
        page.line(&format!("faces {}", list(&die.faces, ", ")));
        for group in &die.groups {
            let name = &group.name.value;
            let faces = list(&group.faces, ", ");
            page.line(&format!("{name:width$} = {faces}"));
        }
    });
}

fn write_kind(page: &mut Page, kind: &Kind) {
    page.line(&head("kind", &kind.head));
    let lines: Vec<(&str, String)> = kind
        .lines
        .iter()
        .map(|line| kind_line(&line.value))
        .collect();
    let width = widest(lines.iter().map(|(first, _)| first));
    page.indented(|page| {
        for (first, rest) in &lines {
            page.line(&format!("{first:width$} {rest}"));
        }
    });
}

/// The first word of a line, and the rest.
fn kind_line(line: &KindLine) -> (&str, String) {
    match line {
        KindLine::Stat {
            name,
            ty,
            default,
            optional,
            title,
            citations,
        } => {
            let mut rest = type_text(&ty.value);
            push_literal(&mut rest, ", default ", default.as_ref());
            if *optional {
                rest.push_str(", optional");
            }
            push_title(&mut rest, title.as_ref());
            push_citations(&mut rest, citations);
            (&name.value, rest)
        }
        KindLine::Traits(names) => ("traits", list(names, ", ")),
        KindLine::Track {
            names,
            index,
            ty,
            starts,
            starts_at,
            ends_at,
            lasts,
            title,
            citations,
        } => {
            let mut rest = list(names, ", ");
            if let Some(index) = index {
                rest.push_str(&parameters_text(index));
            }
            rest.push_str(": ");
            rest.push_str(&type_text(&ty.value));
            push_literal(&mut rest, ", starts ", starts.as_ref());
            for (word, stat) in [("starts", starts_at), ("ends", ends_at)] {
                if let Some(stat) = stat {
                    rest.push_str(&format!(", {word} at {}", stat.value));
                }
            }
            if let Some(lasts) = lasts {
                rest.push_str(&format!(", until end of {}", lasts.value));
            }
            push_title(&mut rest, title.as_ref());
            push_citations(&mut rest, citations);
            ("track", rest)
        }
        KindLine::OnMap { .. } => ("always", "on the map".to_owned()),
        KindLine::Hidden { off_map, flag, .. } => {
            let place = off_map.as_ref().map(|_| "off the map".to_owned());
            let during = flag.as_ref().map(|flag| format!("while {}", flag.value));
            let words: Vec<String> = place.into_iter().chain(during).collect();
            ("hidden", words.join(" "))
        }
        KindLine::Deck {
            name,
            of_each,
            copies,
            title,
            citations,
        } => {
            let mut rest = name.value.clone();
            if let Some(kind) = of_each {
                rest.push_str(&format!(" for each {}", kind.value));
            }
            match copies.as_ref().map(|copies| &copies.value) {
                Some(Copies::Number(n)) => rest.push_str(&format!(", {n} of each")),
                Some(Copies::Stat(stat)) => rest.push_str(&format!(", {stat} of each")),
                None => {}
            }
            push_title(&mut rest, title.as_ref());
            push_citations(&mut rest, citations);
            ("deck", rest)
        }
        KindLine::Must {
            condition,
            why,
            citations,
            ..
        } => {
            let mut rest = String::new();
            push_must(&mut rest, condition);
            push_title(&mut rest, why.as_ref());
            push_citations(&mut rest, citations);
            ("must", rest)
        }
        KindLine::Formula { head, value } => {
            let mut rest = head_without_keyword(head);
            rest.push_str(" = ");
            push_expr(&mut rest, value, Level::Choice);
            ("formula", rest)
        }
    }
}

/// Writes the condition of a `must` line of a kind, in brackets where its words alone would be read as a stat.
fn push_must(line: &mut String, condition: &ast::Expr) {
    if is_test(&condition.value) {
        push_expr(line, condition, CONDITION);
    } else {
        push_bracketed(line, condition);
    }
}

fn write_table(page: &mut Page, table: &Table) {
    page.line(&head("table", &table.head));
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            let cells = row.value.cells.iter();
            cells.map(|cell| cell_text(&cell.value)).collect()
        })
        .collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| widest(rows.iter().filter_map(|row| row.get(column))))
        .collect();
    page.indented(|page| {
        for row in &rows {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            page.line(&cells.join(" | "));
        }
        if let Some(several) = &table.several {
            page.line(&format!("several rows: {}", several.value.word()));
        }
        let width = widest(table.wheres.iter().map(|line| &line.word.value));
        for line in &table.wheres {
            page.line(&where_text(line, width));
        }
    });
}

/// Meaning of a word; the word is as wide as the others.
fn where_text(line: &Where, width: usize) -> String {
    let word = &line.word.value;
    let mut text = format!("where {word:width$} = ");
    push_expr(&mut text, &line.value, Level::Choice);
    push_citations(&mut text, &line.citations);
    text
}

fn write_modifiers(page: &mut Page, modifiers: &Modifiers) {
    page.line(&head("modifiers", &modifiers.head));
    let lines: Vec<(String, String)> = modifiers
        .lines
        .iter()
        .map(|line| modifier_columns(&line.value))
        .collect();
    let width = widest(lines.iter().map(|(what, _)| what));
    page.indented(|page| {
        for (what, label) in &lines {
            page.line(&format!("{what:width$}{label}"));
        }
        if let Some(limit) = &modifiers.limit {
            let (low, high) = limit.value;
            page.line(&format!("limit {}", range(low, high)));
        }
    });
}

/// The amount and its condition; then label and citations, with a space in front.
fn modifier_columns(modifier: &Modifier) -> (String, String) {
    let mut what = format!("{:+}", modifier.amount);
    if let Some(per) = &modifier.per {
        what.push_str(" per ");
        match modifier.condition.is_some() && ends_in_treatment(&per.value) {
            true => push_bracketed(&mut what, per),
            false => push_expr(&mut what, per, COUNT),
        }
    }
    if let Some(most) = modifier.most {
        what.push_str(&format!(" at most {most}"));
    }
    if let Some(condition) = &modifier.condition {
        what.push_str(" if ");
        push_expr(&mut what, condition, CONDITION);
    }
    if let Some(once) = &modifier.once {
        what.push_str(&format!(" once {}", once.value));
    }
    let mut label = String::new();
    push_title(&mut label, modifier.label.as_ref());
    push_citations(&mut label, &modifier.citations);
    (what, label)
}

fn write_fact(page: &mut Page, fact: &Fact) {
    let mut line = format!(
        "{}: {}",
        head("fact", &fact.head),
        type_text(&fact.ty.value)
    );
    push_literal(&mut line, ", default ", fact.default.as_ref());
    page.line(&line);
    if let Some(in_play) = &fact.in_play {
        let mut line = "in play = ".to_owned();
        push_expr(&mut line, &in_play.value, Level::Choice);
        push_citations(&mut line, &in_play.citations);
        page.indented(|page| page.line(&line));
    }
}

fn write_option(page: &mut Page, option: &OptionalRule) {
    let values = match &option.values {
        OptionValues::Switch(true) => "on".to_owned(),
        OptionValues::Switch(false) => "off".to_owned(),
        OptionValues::Words { words, default } => {
            format!("{}, default {}", list(words, " or "), default.value)
        }
    };
    page.line(&format!("{}: {values}", head("option", &option.head)));
}

fn write_procedure(page: &mut Page, procedure: &Procedure) {
    let keyword = match procedure.ability {
        Ability::Formula if procedure.is_value => "value",
        Ability::Formula => "formula",
        Ability::Roll => "roll",
        Ability::Action => "action",
        Ability::Sequence => "sequence",
    };
    let mut line = head(keyword, &procedure.head);
    if procedure.ability == Ability::Formula
        && let [only] = procedure.body.as_slice()
        && only.citations.is_empty()
        && let Some(value) = only.result()
    {
        line.push_str(" = ");
        push_expr(&mut line, value, Level::Choice);
        page.line(&line);
    } else {
        page.line(&line);
        write_below(page, &procedure.body);
    }
}

fn write_policy(page: &mut Page, policy: &Policy) {
    let line = match policy.is_named() {
        true => head("policy", &policy.head),
        false => "policy".to_owned(),
    };
    page.line(&line);
    page.indented(|page| {
        for question in &policy.questions {
            let question = &question.value;
            let mut line = format!("in {}", question.rule.value);
            push_title(&mut line, question.question.as_ref());
            push_worth(&mut line, question.worth.as_ref());
            page.line(&line);
            page.indented(|page| {
                for option in &question.options {
                    let mut line = quoted(&option.title);
                    push_worth(&mut line, Some(&option.worth));
                    page.line(&line);
                }
            });
        }
    });
}

fn write_trigger(page: &mut Page, trigger: &Trigger) {
    page.line(&head("trigger", &trigger.head));
    page.indented(|page| {
        for when in &trigger.whens {
            write_when(page, &when.value);
        }
    });
}

fn write_window(page: &mut Page, window: &Window) {
    let mut said: Vec<String> = Vec::new();
    if let Some(one_of) = window.one_of {
        said.push(if one_of { "one of" } else { "each" }.to_owned());
    }
    if let Some(deep) = &window.deep {
        said.push(format!("up to {} deep", deep.value));
    }
    if !window.order.is_empty() {
        said.push(format!("in order {}", list(&window.order, ", ")));
    }
    let head = head("window", &window.head);
    match said.is_empty() {
        true => page.line(&head),
        false => page.line(&format!("{head}: {}", said.join(", "))),
    }
}

fn write_when(page: &mut Page, when: &When) {
    let mut line = "when ".to_owned();
    push_expr(&mut line, &when.watched, COUNT);
    line.push_str(match when.crossing {
        Crossing::Reaches => " reaches ",
        Crossing::FallsTo => " falls to ",
        Crossing::Becomes => " becomes ",
    });
    push_expr(&mut line, &when.level, COUNT);
    write_behind_colon(page, line, &when.body);
}

fn write_example(page: &mut Page, example: &Example) {
    let mut line = "example".to_owned();
    push_title(&mut line, example.title.as_ref());
    push_citations(&mut line, &example.citations);
    page.line(&line);
    page.indented(|page| {
        if let Some(map) = &example.map {
            page.line(&format!("map     {}", map.value));
        }
        write_folded(page, "units", example.units.iter().map(piece_text));
        example.steps.iter().for_each(|step| write_step(page, step));
    });
}

fn write_step(page: &mut Page, step: &ExampleStep) {
    write_folded(page, "given", step.given.iter().map(given_text));
    for (name, value) in &step.options {
        page.line(&format!("option  {} = {}", name.value, value.value));
    }
    if let Some(run) = &step.run {
        page.line(&format!("run     {}", run.value));
    }
    if let Some(dice) = &step.dice {
        let faces: Vec<String> = dice.value.iter().map(shown_text).collect();
        page.line(&format!("dice    {}", faces.join(", ")));
    }
    if let Some(choices) = &step.choices {
        let rest = choices
            .value
            .rest_by_policy
            .then(|| "rest by policy".to_owned());
        let picked = choices.value.picked.iter().enumerate();
        let picked = picked.map(|(at, picked)| {
            let mut conditions = choices.value.conditions.iter();
            let only_if = conditions.find(|given| given.at == at);
            format!(
                "{}{}",
                picked_text(picked),
                only_if.map_or_else(String::new, only_if_text)
            )
        });
        let choices = picked.chain(rest);
        page.line(&format!(
            "choices {}",
            choices.collect::<Vec<_>>().join(", ")
        ));
    }
    write_folded(page, "judged", step.judged.iter().map(given_text));
    let is_order = |expected: &&Expectation| matches!(expected, Expectation::Order(_));
    let conditions = step.expects.iter().filter(|expected| !is_order(expected));
    write_folded(page, "expect", conditions.map(expectation_text));
    for order in step.expects.iter().filter(is_order) {
        page.line(&format!("expect  {}", expectation_text(order)));
    }
    for (condition, chance) in &step.odds {
        let condition = expr_text(condition, CONDITION);
        let chance = match &chance.value {
            Some(chance) => format!("{}/{}", chance.numerator, chance.denominator),
            None => "?".to_owned(),
        };
        page.line(&format!("odds    {condition}: {chance}"));
    }
    for table in &step.tables {
        page.line(&match &table.value.sort {
            CaseSort::Odds { of, parts } => {
                let of = of
                    .as_ref()
                    .map(|of| format!("of {}", expr_text(of, Level::Choice)));
                let parts = parts.as_ref().map(|parts| format!("in {}ths", parts.value));
                let words: Vec<String> = of.into_iter().chain(parts).collect();
                format!("odds    {}", words.join(" "))
            }
            CaseSort::Cases => "cases".to_owned(),
        });
        page.indented(|page| {
            for row in &table.value.rows {
                page.line(&list(row, " | "));
            }
        });
    }
}

fn expectation_text(expected: &Expectation) -> String {
    match expected {
        Expectation::Holds(condition) => expr_text(condition, Level::Choice),
        Expectation::RefusedBy(why) => format!("refused by {}", quoted(why)),
        Expectation::Offered { option, negated } => {
            let not = if *negated { "not " } else { "" };
            format!("{not}offered {}", quoted(option))
        }
        Expectation::Order(events) => {
            let events = events.iter().map(|event| match &event.value {
                Event::Name(name) => name.clone(),
                Event::Words(words) => format!("\"{words}\""),
            });
            format!("order: {}", events.collect::<Vec<_>>().join(", "))
        }
    }
}

fn shown_text(shown: &ast::Shown) -> String {
    let face = picked_text(&shown.face);
    match &shown.label {
        Some(label) => format!("{} {face}", label.value),
        None => face,
    }
}

fn piece_text(piece: &Piece) -> String {
    let text = format!("{} = {}", piece.name.value, piece.profile.value);
    match &piece.side {
        Some(side) => format!("{text} of {}", side.value),
        None => text,
    }
}

fn picked_text(picked: &Spanned<Picked>) -> String {
    match &picked.value {
        Picked::Literal(value) => value.text(),
        Picked::Title(title) => format!("\"{title}\""),
    }
}

/// ` if shown < 4 otherwise no`
fn only_if_text(given: &PickedIf) -> String {
    let mut text = format!(" if {}", value_text(&given.condition));
    if let Some(other) = &given.otherwise {
        text.push_str(&format!(" otherwise {}", picked_text(other)));
    }
    text
}

fn given_text(given: &Given) -> String {
    let value = given.value.value.text();
    let about = match given.about.is_empty() {
        true => String::new(),
        false => format!("({})", list(&given.about, ", ")),
    };
    format!("{}{about} = {value}", list(&given.place, "."))
}

/// As many entries on each line as fit.
fn write_folded(page: &mut Page, keyword: &str, entries: impl Iterator<Item = String>) {
    let mut line = String::new();
    for entry in entries {
        if !line.is_empty() && line.chars().count() + entry.chars().count() > WIDTH {
            page.line(&line);
            line.clear();
        }
        if line.is_empty() {
            line = format!("{keyword:8}{entry}");
        } else {
            line.push_str(", ");
            line.push_str(&entry);
        }
    }
    if !line.is_empty() {
        page.line(&line);
    }
}

// --- Statements

/// The text of an expression.
pub fn value_text(expr: &crate::ast::Expr) -> String {
    expression::expr_text(expr, expression::Level::Choice)
}
