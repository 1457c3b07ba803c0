//! The tree as canonical text: one way to write each tree, with no more brackets than it needs.
//!
//! Comments are not in the tree, so they are not in the text. Lines are not folded, except the lists of an example.

use super::ast::{
    Ability, Arm, Binary, Block, Cell, CellItem, Change, Die, Example, Expr, ExprKind, Fact, File,
    Given, Head, Item, Kind, KindLine, Literal, Measure, Modifier, Modifiers, Name, OptionalRule,
    Order, Parameter, Procedure, ResultType, Rounding, Ruleset, Scale, Statement, StatementKind,
    Table, Trigger, Type, When,
};
use crate::source::Spanned;

/// The whole file; parsing the text gives the same tree.
pub fn print(file: &File) -> String {
    let mut page = Page::default();
    for (at, item) in file.items.iter().enumerate() {
        if at > 0 {
            page.text.push('\n');
        }
        print_item(&mut page, &item.value);
    }
    page.text
}

/// Where the lists of an example go on in a further line.
const WIDTH: usize = 100;

/// The text so far, and how deep the next line stands.
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

fn print_item(page: &mut Page, item: &Item) {
    match item {
        Item::Ruleset(ruleset) => print_ruleset(page, ruleset),
        Item::Scale(scale) => print_scale(page, scale),
        Item::Die(die) => print_die(page, die),
        Item::Kind(kind) => print_kind(page, kind),
        Item::Table(table) => print_table(page, table),
        Item::Modifiers(modifiers) => print_modifiers(page, modifiers),
        Item::Fact(fact) => print_fact(page, fact),
        Item::Option(option) => print_option(page, option),
        Item::Procedure(procedure) => print_procedure(page, procedure),
        Item::Trigger(trigger) => print_trigger(page, trigger),
        Item::Example(example) => print_example(page, example),
    }
}

fn print_ruleset(page: &mut Page, ruleset: &Ruleset) {
    page.line(&head("ruleset", &ruleset.head));
    if let Some(index) = &ruleset.index {
        page.indented(|page| page.line(&format!("index {}", quoted(index))));
    }
}

fn print_scale(page: &mut Page, scale: &Scale) {
    let words = list(&scale.words, " < ");
    page.line(&format!("{}: {words}", head("scale", &scale.head)));
}

fn print_die(page: &mut Page, die: &Die) {
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

fn print_kind(page: &mut Page, kind: &Kind) {
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
            ty,
            starts,
            title,
            citations,
        } => {
            let mut rest = format!("{}: {}", list(names, ", "), type_text(&ty.value));
            push_literal(&mut rest, ", starts ", starts.as_ref());
            push_title(&mut rest, title.as_ref());
            push_citations(&mut rest, citations);
            ("track", rest)
        }
        KindLine::Formula { head, value } => {
            let mut rest = head_without_keyword(head);
            rest.push_str(" = ");
            push_expr(&mut rest, value, Level::Choice);
            ("formula", rest)
        }
    }
}

fn print_table(page: &mut Page, table: &Table) {
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
        let width = widest(table.wheres.iter().map(|line| &line.word.value));
        for line in &table.wheres {
            let word = &line.word.value;
            let mut text = format!("where {word:width$} = ");
            push_expr(&mut text, &line.value, Level::Choice);
            push_citations(&mut text, &line.citations);
            page.line(&text);
        }
    });
}

fn print_modifiers(page: &mut Page, modifiers: &Modifiers) {
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

/// What counts and when; then label and citations, with a blank in front.
fn modifier_columns(modifier: &Modifier) -> (String, String) {
    let mut what = format!("{:+}", modifier.amount);
    if let Some(per) = &modifier.per {
        what.push_str(" per ");
        push_expr(&mut what, per, COUNT);
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

fn print_fact(page: &mut Page, fact: &Fact) {
    let mut line = format!(
        "{}: {}",
        head("fact", &fact.head),
        type_text(&fact.ty.value)
    );
    push_literal(&mut line, ", default ", fact.default.as_ref());
    page.line(&line);
}

fn print_option(page: &mut Page, option: &OptionalRule) {
    let state = on_or_off(option.on);
    page.line(&format!("{}: {state}", head("option", &option.head)));
}

fn print_procedure(page: &mut Page, procedure: &Procedure) {
    let keyword = match procedure.ability {
        Ability::Formula => "formula",
        Ability::Roll => "roll",
        Ability::Action => "action",
    };
    let mut line = head(keyword, &procedure.head);
    if procedure.ability == Ability::Formula
        && let [only] = procedure.body.as_slice()
        && only.citations.is_empty()
        && let StatementKind::Result(value) = &only.kind.value
    {
        line.push_str(" = ");
        push_expr(&mut line, value, Level::Choice);
        page.line(&line);
    } else {
        page.line(&line);
        print_below(page, &procedure.body);
    }
}

fn print_trigger(page: &mut Page, trigger: &Trigger) {
    page.line(&head("trigger", &trigger.head));
    page.indented(|page| {
        for when in &trigger.whens {
            print_when(page, &when.value);
        }
    });
}

fn print_when(page: &mut Page, when: &When) {
    let mut line = "when ".to_owned();
    push_expr(&mut line, &when.watched, COUNT);
    line.push_str(if when.rising {
        " reaches "
    } else {
        " falls to "
    });
    push_expr(&mut line, &when.level, COUNT);
    print_behind_colon(page, line, &when.body);
}

fn print_example(page: &mut Page, example: &Example) {
    let mut line = "example".to_owned();
    push_title(&mut line, example.title.as_ref());
    push_citations(&mut line, &example.citations);
    page.line(&line);
    page.indented(|page| {
        print_folded(page, "given", example.given.iter().map(given_text));
        for (name, on) in &example.options {
            let state = on_or_off(*on);
            page.line(&format!("option  {} = {state}", name.value));
        }
        if let Some(run) = &example.run {
            page.line(&format!("run     {}", run.value));
        }
        if let Some(dice) = &example.dice {
            let faces: Vec<String> = dice.value.iter().map(|d| literal(&d.value)).collect();
            page.line(&format!("dice    {}", faces.join(", ")));
        }
        let expects = example.expects.iter().map(|e| expr_text(e, Level::Choice));
        print_folded(page, "expect", expects);
        for (condition, chance) in &example.odds {
            let condition = expr_text(condition, CONDITION);
            let (above, below) = (chance.value.numerator, chance.value.denominator);
            page.line(&format!("odds    {condition}: {above}/{below}"));
        }
    });
}

fn given_text(given: &Given) -> String {
    let value = literal(&given.value.value);
    format!("{} = {value}", list(&given.place, "."))
}

/// As many entries on each line as fit.
fn print_folded(page: &mut Page, keyword: &str, entries: impl Iterator<Item = String>) {
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

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

// --- Statements

fn print_below(page: &mut Page, block: &Block) {
    page.indented(|page| {
        for statement in block {
            print_statement(page, statement);
        }
    });
}

/// A lone simple statement stands behind the colon, all else below it.
fn print_behind_colon(page: &mut Page, mut line: String, block: &Block) {
    line.push(':');
    if let [only] = block.as_slice()
        && let Some(text) = simple_statement(only)
    {
        page.line(&format!("{line} {text}"));
    } else {
        page.line(&line);
        print_below(page, block);
    }
}

fn print_statement(page: &mut Page, statement: &Statement) {
    if let Some(line) = simple_statement(statement) {
        page.line(&line);
    } else {
        print_block_statement(page, &statement.kind.value);
    }
}

/// The line of a statement that has no block; `None` for those that have one.
fn simple_statement(statement: &Statement) -> Option<String> {
    let mut line = String::new();
    match &statement.kind.value {
        StatementKind::Let { name, value } => {
            line.push_str(&name.value);
            line.push_str(" = ");
            push_expr(&mut line, value, Level::Choice);
        }
        StatementKind::Throw(die) => line = format!("throw {}", die.value),
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
        StatementKind::Change { how, amount, place } => {
            line = change(*how, amount, place);
        }
        StatementKind::Destroy(unit) => {
            line.push_str("destroy ");
            push_expr(&mut line, unit, Level::Atom);
        }
        StatementKind::Call(call) => push_expr(&mut line, call, Level::Atom),
        StatementKind::Stop => line.push_str("stop"),
        StatementKind::Report(values) => {
            line.push_str("report ");
            push_exprs(&mut line, values);
        }
        StatementKind::If { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatUntil { .. }
        | StatementKind::Count { .. }
        | StatementKind::Depending { .. } => return None,
    }
    push_citations(&mut line, &statement.citations);
    Some(line)
}

fn change(how: Change, amount: &Expr, place: &Expr) -> String {
    let place = expr_text(place, Level::Atom);
    match how {
        Change::Add => format!("add {} to {place}", expr_text(amount, COUNT)),
        Change::Take => format!("take {} from {place}", expr_text(amount, COUNT)),
        Change::Set => format!("set {place} to {}", expr_text(amount, Level::Choice)),
    }
}

fn print_block_statement(page: &mut Page, kind: &StatementKind) {
    match kind {
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => print_if(page, condition, then, otherwise.as_ref()),
        StatementKind::Repeat { times, body } => {
            page.line(&format!("repeat {} times", expr_text(times, COUNT)));
            print_below(page, body);
        }
        StatementKind::RepeatUntil { until, most, body } => {
            let until = expr_text(until, CONDITION);
            let most = expr_text(most, COUNT);
            page.line(&format!("repeat until {until}, at most {most} times"));
            print_below(page, body);
        }
        StatementKind::Count {
            name,
            from,
            to,
            body,
        } => {
            let from = expr_text(from, COUNT);
            let to = expr_text(to, COUNT);
            page.line(&format!("count {} from {from} to {to}", name.value));
            print_below(page, body);
        }
        StatementKind::Depending { value, arms } => {
            let value = expr_text(value, Level::Choice);
            page.line(&format!("depending on {value}"));
            page.indented(|page| {
                for arm in arms {
                    print_arm(page, &arm.value);
                }
            });
        }
        StatementKind::Let { .. }
        | StatementKind::Throw(_)
        | StatementKind::Outcome { .. }
        | StatementKind::Result(_)
        | StatementKind::Needs { .. }
        | StatementKind::Change { .. }
        | StatementKind::Destroy(_)
        | StatementKind::Call(_)
        | StatementKind::Stop
        | StatementKind::Report(_) => {}
    }
}

fn print_if(page: &mut Page, condition: &Expr, then: &Block, otherwise: Option<&Block>) {
    let first = format!("if {}", expr_text(condition, CONDITION));
    print_behind_colon(page, first, then);
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
            print_behind_colon(page, line, then);
            rest = otherwise.as_ref();
        } else {
            print_behind_colon(page, "else".to_owned(), block);
            rest = None;
        }
    }
}

fn print_arm(page: &mut Page, arm: &Arm) {
    let values = arm
        .values
        .as_ref()
        .map_or_else(|| "otherwise".to_owned(), |values| cell_text(&values.value));
    print_behind_colon(page, values, &arm.body);
}

// --- Parts of lines

fn head(keyword: &str, head: &Head) -> String {
    format!("{keyword} {}", head_without_keyword(head))
}

/// `name "Title" (parameters) -> result [citations]`
fn head_without_keyword(head: &Head) -> String {
    let mut line = head.name.value.clone();
    push_title(&mut line, head.title.as_ref());
    if let Some(parameters) = &head.parameters {
        let parameters: Vec<String> = parameters.iter().map(parameter).collect();
        line.push_str(&format!(" ({})", parameters.join(", ")));
    }
    match &head.result {
        None => {}
        Some(ResultType::Outcomes(words)) => line.push_str(&format!(" -> {}", list(words, ", "))),
        Some(ResultType::Type(ty)) => line.push_str(&format!(" -> {}", type_text(&ty.value))),
    }
    push_citations(&mut line, &head.citations);
    line
}

fn parameter(parameter: &Parameter) -> String {
    let name = &parameter.name.value;
    match &parameter.ty {
        None => name.clone(),
        Some(ty) => format!("{name}: {}", type_text(&ty.value)),
    }
}

fn type_text(ty: &Type) -> String {
    let (mut text, or_none) = match ty {
        Type::Number {
            low,
            high,
            measure,
            or_none,
        } => (number_type(*low, *high, *measure), *or_none),
        Type::Words { words, or_none } => (list(words, " or "), *or_none),
        Type::List(kind) => (format!("list of {}", kind.value), false),
        Type::PartOf { kind, owner } => (format!("{} of {}", kind.value, owner.value), false),
        Type::Dice { count, sides } => (dice(*count, *sides), false),
    };
    if or_none {
        text.push_str(" or none");
    }
    text
}

fn number_type(low: Option<i32>, high: Option<i32>, measure: Option<Measure>) -> String {
    let has_ends = low.is_some() || high.is_some();
    match measure.map(measure_word) {
        None if has_ends => range(low, high),
        None => "number".to_owned(),
        Some(word) if has_ends => format!("{} {word}", range(low, high)),
        Some(word) => word.to_owned(),
    }
}

fn measure_word(measure: Measure) -> &'static str {
    match measure {
        Measure::Hexes => "hexes",
        Measure::Inches => "inches",
    }
}

/// `0..4`, `0..`, `..4`
fn range(low: Option<i32>, high: Option<i32>) -> String {
    let end = |end: Option<i32>| end.map(|number| number.to_string()).unwrap_or_default();
    format!("{}..{}", end(low), end(high))
}

fn dice(count: u32, sides: u32) -> String {
    if count == 1 {
        format!("d{sides}")
    } else {
        format!("{count}d{sides}")
    }
}

fn cell_text(cell: &Cell) -> String {
    let items: Vec<String> = cell.iter().map(cell_item).collect();
    items.join(", ")
}

fn cell_item(item: &CellItem) -> String {
    match item {
        CellItem::Number(number) => number.to_string(),
        // `-2-0` would be hard to read, `-3--1` more so.
        CellItem::Numbers {
            low: Some(low),
            high: Some(high),
        } if *low >= 0 && *high >= 0 => format!("{low}-{high}"),
        CellItem::Numbers { low, high } => ends(low.as_ref(), high.as_ref()),
        CellItem::Word(word) => word.clone(),
        CellItem::Words { low, high } => ends(low.as_ref(), high.as_ref()),
        CellItem::Any => "any".to_owned(),
        CellItem::Dash => "-".to_owned(),
    }
}

/// `L to H`, `M+`, `M or less`
fn ends<T: std::fmt::Display>(low: Option<&T>, high: Option<&T>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low}+"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "any".to_owned(),
    }
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Number(number) => number.to_string(),
        Literal::Word(word) => word.clone(),
    }
}

fn quoted(title: &Spanned<String>) -> String {
    format!("\"{}\"", title.value)
}

fn list(names: &[Name], between: &str) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
    names.join(between)
}

fn push_literal(line: &mut String, before: &str, value: Option<&Spanned<Literal>>) {
    if let Some(value) = value {
        line.push_str(before);
        line.push_str(&literal(&value.value));
    }
}

fn push_title(line: &mut String, title: Option<&Spanned<String>>) {
    if let Some(title) = title {
        line.push(' ');
        line.push_str(&quoted(title));
    }
}

fn push_citations(line: &mut String, citations: &[Spanned<String>]) {
    if !citations.is_empty() {
        line.push_str(&format!(" [{}]", list(citations, ", ")));
    }
}

fn widest<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> usize {
    texts
        .map(|text| text.as_ref().chars().count())
        .max()
        .unwrap_or(0)
}

// --- Expressions

/// How tightly an expression holds together, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// `A if C otherwise B`
    Choice,
    /// `or`
    Or,
    /// `and`
    And,
    /// `not`
    Not,
    /// `=`, `is`, `has`, `meets`: do not chain
    Comparison,
    /// `raised by`, `lowered by`, `limited to`
    Shift,
    /// `+ -`
    Sum,
    /// `* /`
    Product,
    /// `-x`
    Sign,
    /// Needs no brackets anywhere.
    Atom,
}

/// Where a condition is asked, behind `if` or `when`: a choice there stands in brackets.
const CONDITION: Level = Level::Or;

/// Where a number stands between other words: anything looser than a sum stands in brackets there.
const COUNT: Level = Level::Sum;

fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::If { .. } => Level::Choice,
        ExprKind::Binary { op, .. } => binary(*op).1,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Compare { .. }
        | ExprKind::Is { .. }
        | ExprKind::Has { .. }
        | ExprKind::Meets { .. } => Level::Comparison,
        ExprKind::Shift { .. } | ExprKind::Limit { .. } => Level::Shift,
        ExprKind::Divide { .. } => Level::Product,
        ExprKind::Negate(_) => Level::Sign,
        ExprKind::Number { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Throw(_)
        | ExprKind::Flag(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Call { .. } => Level::Atom,
    }
}

/// The word, its level, and the level its right side must have; the left side has the level of the word itself.
fn binary(op: Binary) -> (&'static str, Level, Level) {
    match op {
        Binary::Or => (" or ", Level::Or, Level::And),
        Binary::And => (" and ", Level::And, Level::Not),
        Binary::Add => (" + ", Level::Sum, Level::Product),
        Binary::Subtract => (" - ", Level::Sum, Level::Product),
        Binary::Multiply => (" * ", Level::Product, Level::Sign),
    }
}

fn expr_text(expr: &Expr, at_least: Level) -> String {
    let mut text = String::new();
    push_expr(&mut text, expr, at_least);
    text
}

fn push_exprs(line: &mut String, exprs: &[Expr]) {
    for (at, expr) in exprs.iter().enumerate() {
        if at > 0 {
            line.push_str(", ");
        }
        push_expr(line, expr, Level::Choice);
    }
}

/// In brackets if the expression is looser than its place allows.
fn push_expr(line: &mut String, expr: &Expr, at_least: Level) {
    if level(&expr.value) < at_least {
        push_bracketed(line, expr);
    } else {
        push_kind(line, &expr.value);
    }
}

fn push_bracketed(line: &mut String, expr: &Expr) {
    line.push('(');
    push_kind(line, &expr.value);
    line.push(')');
}

fn push_kind(line: &mut String, kind: &ExprKind) {
    match kind {
        ExprKind::Number { value, measure } => {
            line.push_str(&value.to_string());
            if let Some(measure) = measure {
                line.push(' ');
                line.push_str(measure_word(*measure));
            }
        }
        ExprKind::Dice { count, sides } => line.push_str(&dice(*count, *sides)),
        ExprKind::Throw(die) => line.push_str(&format!("throw {}", die.value)),
        ExprKind::Flag(flag) => line.push_str(if *flag { "yes" } else { "no" }),
        ExprKind::Name(name) => line.push_str(name),
        ExprKind::Member { unit, name } => {
            push_unit(line, unit);
            line.push('.');
            line.push_str(&name.value);
        }
        ExprKind::Call { name, arguments } => {
            line.push_str(&name.value);
            line.push('(');
            push_exprs(line, arguments);
            line.push(')');
        }
        ExprKind::Not(inner) => {
            line.push_str("not ");
            push_expr(line, inner, Level::Not);
        }
        ExprKind::Negate(inner) => {
            line.push('-');
            push_expr(line, inner, Level::Sign);
        }
        ExprKind::Binary {
            op: Binary::Or,
            left,
            right,
        } => push_or(line, left, right),
        ExprKind::Binary { op, left, right } => {
            let (word, own_level, right_level) = binary(*op);
            push_expr(line, left, own_level);
            line.push_str(word);
            push_expr(line, right, right_level);
        }
        ExprKind::Divide {
            left,
            right,
            rounding,
        } => {
            push_expr(line, left, Level::Product);
            line.push_str(" / ");
            push_expr(line, right, Level::Sign);
            line.push_str(match rounding {
                None => "",
                Some(Rounding::Down) => " rounded down",
                Some(Rounding::Up) => " rounded up",
                Some(Rounding::Nearest) => " rounded to nearest",
            });
        }
        ExprKind::Compare { order, left, right } => {
            push_expr(line, left, Level::Shift);
            line.push_str(order_word(*order));
            push_expr(line, right, Level::Shift);
        }
        ExprKind::Is {
            value,
            negated,
            words,
        } => {
            push_expr(line, value, Level::Shift);
            line.push_str(if *negated { " is not " } else { " is " });
            line.push_str(&list(words, " or "));
        }
        ExprKind::Has {
            unit,
            negated,
            traits,
        } => {
            push_expr(line, unit, Level::Shift);
            line.push_str(if *negated { " has not " } else { " has " });
            line.push_str(&list(traits, " or "));
        }
        ExprKind::Meets { face, need } => {
            push_expr(line, face, Level::Shift);
            line.push_str(" meets ");
            push_expr(line, need, Level::Shift);
        }
        ExprKind::Shift { value, up, by } => {
            push_expr(line, value, Level::Shift);
            line.push_str(if *up { " raised by " } else { " lowered by " });
            push_expr(line, by, Level::Sum);
        }
        ExprKind::Limit { value, low, high } => {
            push_expr(line, value, Level::Shift);
            line.push_str(" limited to ");
            line.push_str(&range(*low, *high));
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            push_expr(line, then, Level::Or);
            line.push_str(" if ");
            push_expr(line, condition, Level::Or);
            line.push_str(" otherwise ");
            push_expr(line, otherwise, Level::Choice);
        }
    }
}

fn order_word(order: Order) -> &'static str {
    match order {
        Order::Equal => " = ",
        Order::NotEqual => " != ",
        Order::Less => " < ",
        Order::LessOrEqual => " <= ",
        Order::Greater => " > ",
        Order::GreaterOrEqual => " >= ",
    }
}

/// What stands in front of a dot: a name, a member or a call, all else in brackets.
fn push_unit(line: &mut String, unit: &Expr) {
    if matches!(
        *unit.value,
        ExprKind::Name(_) | ExprKind::Member { .. } | ExprKind::Call { .. }
    ) {
        push_kind(line, &unit.value);
    } else {
        push_bracketed(line, unit);
    }
}

/// `a or b or c`. In `x is a or b` the `b` is one more word for `x`, so a list of words stands last or in brackets.
fn push_or(line: &mut String, left: &Expr, right: &Expr) {
    let mut behind = vec![right];
    let mut first = left;
    while let ExprKind::Binary {
        op: Binary::Or,
        left,
        right,
    } = &*first.value
    {
        behind.push(right);
        first = left;
    }
    let mut operand = first;
    while let Some(next) = behind.pop() {
        if ends_in_word_list(&operand.value) {
            push_bracketed(line, operand);
        } else {
            push_expr(line, operand, Level::And);
        }
        line.push_str(" or ");
        operand = next;
    }
    push_expr(line, operand, Level::And);
}

/// Whether a further `or NAME` would be read as part of it.
fn ends_in_word_list(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Is { .. } | ExprKind::Has { .. } => true,
        ExprKind::Not(inner) => {
            level(&inner.value) >= Level::Not && ends_in_word_list(&inner.value)
        }
        ExprKind::Binary {
            op: Binary::And,
            right,
            ..
        } => level(&right.value) > Level::And && ends_in_word_list(&right.value),
        ExprKind::Binary { .. }
        | ExprKind::Number { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Throw(_)
        | ExprKind::Flag(_)
        | ExprKind::Name(_)
        | ExprKind::Member { .. }
        | ExprKind::Call { .. }
        | ExprKind::Negate(_)
        | ExprKind::Divide { .. }
        | ExprKind::Compare { .. }
        | ExprKind::Meets { .. }
        | ExprKind::Shift { .. }
        | ExprKind::Limit { .. }
        | ExprKind::If { .. } => false,
    }
}
