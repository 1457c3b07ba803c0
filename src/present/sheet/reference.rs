//! The quick reference: the sequence of play on two sides, each step with its rule, its dice, its modifiers and numbers.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{
    Callable, Expr, ModifiersId, Naming, Procedure, ProcedureId, RuleBook, Statement, TableId,
    blocks, walk_own, walk_within,
};
use sandtable_syntax::ast::{self, Ability, Item};

use super::block::Block;
use super::chart::{Charts, signed};
use super::flow::{Frame, compose};
use super::grid::{Cell, Grid};
use super::names::{capital, words};
use super::paper::Paper;
use super::placed::{Align, Page};
use super::text::Text;

/// Most pages: the two sides of a sheet.
const MOST_PAGES: usize = 2;

/// Amount that is shown; less where more does not fit.
#[derive(Debug, Clone, Copy)]
struct Detail {
    /// Steps within steps.
    depth: usize,
    /// The lines of lists of modifiers.
    has_lines: bool,
    n_columns: usize,
}

const DETAILS: [Detail; 7] = [
    detail(4, true, 2),
    detail(4, true, 3),
    detail(3, true, 3),
    detail(3, false, 3),
    detail(2, true, 3),
    detail(2, false, 3),
    detail(1, false, 3),
];

const fn detail(depth: usize, has_lines: bool, n_columns: usize) -> Detail {
    Detail {
        depth,
        has_lines,
        n_columns,
    }
}

/// The quick reference of a book.
struct ReferenceSheet<'a> {
    /// None for a book without a sequence.
    pages: Vec<Page>,
    /// Tables and lists of modifiers that a step names; a table of several parts by one of them.
    named: BTreeSet<Callable>,
    /// Names of tables that a step names.
    tables: BTreeSet<&'a str>,
}

/// The pages of the quick reference; none for a book without a sequence.
pub(super) fn pages(charts: &Charts<'_>, paper: Paper) -> Vec<Page> {
    lay_out(charts, paper).pages
}

fn lay_out<'a>(charts: &Charts<'a>, paper: Paper) -> ReferenceSheet<'a> {
    let frame = Frame {
        paper,
        book: charts.source.title(),
        title: "Quick reference".to_owned(),
    };
    let mut last = ReferenceSheet {
        pages: Vec::new(),
        named: BTreeSet::new(),
        tables: BTreeSet::new(),
    };
    for detail in DETAILS {
        let mut reference = Reference::new(charts, detail);
        reference.sequences();
        if reference.blocks.is_empty() {
            return last;
        }
        last = ReferenceSheet {
            pages: compose(&frame, detail.n_columns, reference.blocks),
            named: reference.named,
            tables: reference.tables,
        };
        if last.pages.len() <= MOST_PAGES {
            break;
        }
    }
    last
}

/// Reports tables and lists of modifiers that rules read and that no step of the quick reference names, in written order; nothing for
/// those that triggers read, nor for a book without a sequence.
///
/// Reports: E0580.
pub fn check(charts: &Charts<'_>, paper: Paper) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let sheet = lay_out(charts, paper);
    if sheet.pages.is_empty() {
        return diagnostics;
    }
    let book = charts.source.book;
    let of_triggers = read_by_triggers(book);
    let is_lacking = |rule: Callable| {
        let is_named = sheet.named.contains(&rule) || of_triggers.contains(&rule);
        charts.usage.readers.contains_key(&rule) && !is_named
    };
    for (at, list) in book.modifiers.iter().enumerate() {
        if is_lacking(Callable::Modifiers(ModifiersId::new(at))) {
            diagnostics.push(missing("list of modifiers", &list.naming));
        }
    }
    for (at, table) in book.tables.iter().enumerate() {
        let is_named = sheet.tables.contains(table.naming.name.as_str());
        if table.part_of.is_none() && !is_named && is_lacking(Callable::Table(TableId::new(at))) {
            diagnostics.push(missing("table", &table.naming));
        }
    }
    diagnostics
}

/// Returns the tables and lists that triggers read, and the rules that they call: these run by themselves, in no phase.
fn read_by_triggers(book: &RuleBook) -> BTreeSet<Callable> {
    let mut found = Found::default();
    let bodies = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    for statement in bodies.flat_map(|when| &when.body) {
        sandtable_model::walk_statement(statement, &mut |expr| found.add(expr));
    }
    let mut seen: BTreeSet<ProcedureId> = BTreeSet::new();
    let mut open: Vec<ProcedureId> = found.formulas.iter().copied().collect();
    while let Some(id) = open.pop() {
        if let Some(rule) = book.procedures.get(id.at()).filter(|_| seen.insert(id)) {
            for statement in &rule.body {
                sandtable_model::walk_statement(statement, &mut |expr| found.add(expr));
            }
            open.extend(found.formulas.iter().filter(|id| !seen.contains(id)));
        }
    }
    found.reads.into_iter().collect()
}

fn missing(sort: &str, naming: &Naming) -> Diagnostic {
    let message = format!("`{}` is missing on the quick reference", naming.name);
    Diagnostic::new(Code::NotOnTheReference, message)
        .label(
            naming.span,
            format!("no step of a sequence reads this {sort}"),
        )
        .help(
            "call the rule that reads it in a phase; if intended, ignore this: it is on the charts",
        )
}

struct Reference<'c, 'a> {
    charts: &'c Charts<'a>,
    detail: Detail,
    rows: Vec<Vec<Cell>>,
    blocks: Vec<Block>,
    /// Steps that were shown.
    shown: BTreeSet<ProcedureId>,
    /// Steps that were shown since the last heading, or found there again.
    under_heading: BTreeSet<ProcedureId>,
    /// Lists whose lines were shown.
    listed: BTreeSet<Callable>,
    lists: BTreeMap<&'a str, &'a ast::Modifiers>,
    named: BTreeSet<Callable>,
    tables: BTreeSet<&'a str>,
}

impl<'c, 'a> Reference<'c, 'a> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only lists are looked up")]
    fn new(charts: &'c Charts<'a>, detail: Detail) -> Self {
        let lists = charts.source.items().filter_map(|item| match item {
            Item::Modifiers(list) => Some((list.head.name.value.as_str(), list)),
            _ => None,
        });
        Self {
            charts,
            detail,
            rows: Vec::new(),
            blocks: Vec::new(),
            shown: BTreeSet::new(),
            under_heading: BTreeSet::new(),
            listed: BTreeSet::new(),
            lists: lists.collect(),
            named: BTreeSet::new(),
            tables: BTreeSet::new(),
        }
    }

    fn book(&self) -> &'a RuleBook {
        self.charts.source.book
    }

    /// Adds the steps of every sequence that no rule calls.
    fn sequences(&mut self) {
        let book = self.book();
        let mut called = BTreeSet::new();
        for rule in &book.procedures {
            for statement in &rule.body {
                sandtable_model::walk_statement(statement, &mut |expr| {
                    sandtable_model::walk_calls(expr, &mut |id| {
                        called.insert(id);
                    });
                });
            }
        }
        for (at, rule) in book.procedures.iter().enumerate() {
            let id = ProcedureId::new(at);
            if rule.ability == Ability::Sequence && !called.contains(&id) && self.shown.insert(id) {
                self.heading(&rule.naming, 2);
                self.own_factors(&rule.body);
                self.statements(&rule.body, 0);
                self.flush();
            }
        }
    }

    fn heading(&mut self, naming: &Naming, level: u8) {
        self.flush();
        self.under_heading.clear();
        self.blocks.push(Block::Heading {
            level,
            text: Text::bold(capital(&words(naming.shown()))),
            sections: naming.citations.clone(),
            anchor: None,
        });
    }

    /// Sets the rows so far as a table.
    fn flush(&mut self) {
        if !self.rows.is_empty() {
            self.blocks.push(Block::Table(Grid {
                rows: std::mem::take(&mut self.rows),
                n_keys: 1,
                is_full: true,
                ..Grid::default()
            }));
        }
    }

    fn statements(&mut self, block: &[Statement], depth: usize) {
        for statement in block {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        if let Some(naming) = statement.phase() {
            self.heading(naming, 3);
            for inner in blocks(statement) {
                self.own_factors(inner);
            }
        }
        let mut calls = Vec::new();
        walk_own(statement, &mut |expr| super::order::calls(expr, &mut calls));
        for call in calls {
            if let Callable::Procedure(id) = call {
                self.step(id, depth);
            }
        }
        if let Some(window) = statement.window() {
            self.reactions(window, depth);
        }
        for inner in blocks(statement) {
            self.statements(inner, depth);
        }
    }

    /// A row with the dice and factors of statements that are in no phase and no step of their own.
    fn own_factors(&mut self, block: &[Statement]) {
        let own = block.iter().filter(|statement| statement.phase().is_none());
        let own: Vec<Statement> = own.cloned().collect();
        let about = self.about(&own, 0);
        if !about.is_empty() {
            self.rows
                .push(vec![Cell::new(joined(about), Align::Left).over(2)]);
        }
    }

    fn reactions(&mut self, window: sandtable_model::WindowId, depth: usize) {
        let book = self.book();
        let Some(window) = book.windows.get(window.at()) else {
            return;
        };
        for reaction in &window.reactions {
            let Some(reaction) = book.reactions.get(reaction.at()) else {
                continue;
            };
            let known = self.rows.iter().any(|row| {
                row.first()
                    .is_some_and(|cell| cell.text.letters().ends_with(reaction.naming.shown()))
            });
            if !known && depth < self.detail.depth {
                let about = self.about(&reaction.body, depth);
                self.row(&reaction.naming, depth, about, "Reaction: ");
                self.statements(&reaction.body, depth + 1);
            }
        }
    }

    /// A step and those within it. A rule without a title is no step of its own, but leads to some.
    fn step(&mut self, id: ProcedureId, depth: usize) {
        let book = self.book();
        let Some(rule) = book.procedures.get(id.at()) else {
            return;
        };
        if depth >= self.detail.depth {
            return;
        }
        let is_new_here = self.under_heading.insert(id);
        if !self.shown.insert(id) {
            if depth == 0 && is_new_here {
                self.step_again(rule);
            }
            return;
        }
        let is_titled = rule.naming.title.is_some();
        match rule.ability {
            Ability::Sequence if is_titled => {
                self.heading(&rule.naming, 2);
                self.own_factors(&rule.body);
                self.statements(&rule.body, 0);
            }
            Ability::Action | Ability::Roll if is_titled => {
                let about = self.about(&rule.body, depth);
                self.row(&rule.naming, depth, about, "");
                self.statements(&rule.body, depth + 1);
            }
            Ability::Sequence | Ability::Action | Ability::Roll => {
                self.statements(&rule.body, depth)
            }
            Ability::Formula => {}
        }
    }

    /// A step that was shown under an earlier heading: its title alone.
    fn step_again(&mut self, rule: &Procedure) {
        match rule.ability {
            Ability::Sequence | Ability::Action | Ability::Roll if is_step(rule) => {
                self.row(&rule.naming, 0, Vec::new(), "As above: ");
            }
            Ability::Sequence | Ability::Action | Ability::Roll => self.statements(&rule.body, 0),
            Ability::Formula => {}
        }
    }

    fn row(&mut self, naming: &Naming, depth: usize, about: Vec<Text>, prefix: &str) {
        let indent = "– ".repeat(depth);
        let title = format!("{indent}{prefix}{}", capital(&words(naming.shown())));
        let sections = naming
            .citations
            .iter()
            .take(2)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        let mut text = match depth {
            0 => Text::bold(title),
            _ => Text::plain(title),
        };
        if !about.is_empty() {
            text = text.plus(Text::plain("\n")).plus(joined(about));
        }
        self.rows.push(vec![
            Cell::new(text, Align::Left),
            Cell::new(Text::plain(sections), Align::Left),
        ]);
    }

    /// Dice, tables and modifiers of a rule, with those of the formulas and of the rules without a title that it calls; of a step without
    /// room for further ones below it, with those of all rules that it calls.
    fn about(&mut self, block: &[Statement], depth: usize) -> Vec<Text> {
        let is_deepest = depth + 1 >= self.detail.depth;
        let book = self.book();
        let mut found = Found::default();
        for statement in block {
            sandtable_model::walk_statement(statement, &mut |expr| found.add(expr));
        }
        let mut open: Vec<ProcedureId> = found.formulas.iter().copied().collect();
        let mut seen: BTreeSet<ProcedureId> = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(rule) = book
                .procedures
                .get(id.at())
                .filter(|rule| is_deepest || !is_step(rule))
            else {
                continue;
            };
            if !seen.insert(id) {
                continue;
            }
            for statement in &rule.body {
                sandtable_model::walk_statement(statement, &mut |expr| found.add(expr));
            }
            open.extend(found.formulas.iter().filter(|id| !seen.contains(id)));
        }
        let mut about = Vec::new();
        if !found.dice.is_empty() {
            let mut dice = found.dice.clone();
            dice.extend(found.named_dice.iter().filter_map(|id| {
                let die = book.dice.get(id.at())?;
                Some(die.naming.shown().to_owned())
            }));
            about.push(Text::plain(format!("roll {}", dice.join(", "))));
        } else if !found.named_dice.is_empty() {
            let dice = found
                .named_dice
                .iter()
                .filter_map(|id| book.dice.get(id.at()));
            let dice: Vec<&str> = dice.map(|die| die.naming.shown()).collect();
            about.push(Text::plain(format!("roll {}", dice.join(", "))));
        }
        for read in &found.reads {
            about.extend(self.factor(*read));
        }
        about
    }

    /// A table or list by its title; a list with its lines where it is first named.
    fn factor(&mut self, rule: Callable) -> Option<Text> {
        let book = self.book();
        let names = &self.charts.source.names;
        self.named.insert(rule);
        match rule {
            Callable::Table(id) => {
                let table = book.tables.get(id.at())?;
                let name = table.part_of.as_deref().unwrap_or(&table.naming.name);
                self.tables.insert(name);
                let sections = first_section(&table.naming);
                Some(Text::bold(names.title(name)).plus(Text::plain(sections)))
            }
            Callable::Modifiers(id) => {
                let list = book.modifiers.get(id.at())?;
                let title = Text::bold(names.title(&list.naming.name))
                    .plus(Text::plain(first_section(&list.naming)));
                let written = self.lists.get(list.naming.name.as_str()).copied();
                if !self.detail.has_lines || !self.listed.insert(rule) {
                    return Some(title);
                }
                let Some(written) = written else {
                    return Some(title);
                };
                let texts = self.charts.modifier_texts(written, false);
                let lines = written.lines.iter().zip(texts);
                let lines: Vec<String> = lines
                    .map(|(line, said)| format!("{} {said}", signed(line.value.amount)))
                    .collect();
                Some(title.plus(Text::plain(format!(": {}", lines.join("; ")))))
            }
            Callable::Procedure(_) | Callable::Fact(_) => None,
        }
    }
}

/// Whether a rule has a row of its own: it is carried out, and has a title.
fn is_step(rule: &Procedure) -> bool {
    rule.ability != Ability::Formula && rule.naming.title.is_some()
}

/// Texts between semicolons.
fn joined(parts: Vec<Text>) -> Text {
    let mut all = Text::default();
    for (at, part) in parts.into_iter().enumerate() {
        let between = if at == 0 { "" } else { "; " };
        all = all.plus(Text::plain(between)).plus(part);
    }
    all
}

fn first_section(naming: &Naming) -> String {
    naming
        .citations
        .first()
        .map_or(String::new(), |section| format!(" [{section}]"))
}

/// Dice and tables of a rule.
#[derive(Default)]
struct Found {
    dice: Vec<String>,
    named_dice: BTreeSet<sandtable_model::DieId>,
    reads: Vec<Callable>,
    formulas: BTreeSet<ProcedureId>,
}

impl Found {
    fn add(&mut self, expr: &Expr) {
        walk_within(expr, &mut |inner| {
            if let Some((count, sides)) = inner.numbered_dice() {
                let dice = match count {
                    1 => format!("d{sides}"),
                    count => format!("{count}d{sides}"),
                };
                if !self.dice.contains(&dice) {
                    self.dice.push(dice);
                }
            }
            self.named_dice.extend(inner.rolled_die());
            match inner.callee() {
                Some(read @ (Callable::Table(_) | Callable::Modifiers(_)))
                    if !self.reads.contains(&read) =>
                {
                    self.reads.push(read);
                }
                Some(Callable::Procedure(id)) => {
                    self.formulas.insert(id);
                }
                Some(Callable::Table(_) | Callable::Modifiers(_) | Callable::Fact(_)) | None => {}
            }
        });
    }
}
