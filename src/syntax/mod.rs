//! Text to tree as written.
//!
//! [`layout`] cuts the text into blocks of logical lines, [`grammar`] parses one line, [`build`] makes the tree of it,
//! and this module hangs the lines together. Every broken line is reported, the rest is still read. No name is
//! looked up here.

mod amending;
pub mod ast;
mod build;
mod citations;
pub mod dice;
mod format;
mod grammar;
mod layout;
pub mod markdown;
mod marks;
mod moves;
mod node;
pub mod overlay;
mod print;
mod slips;

pub use citations::{Citation, Does, citations, citations_of};
pub use format::format;
pub use grammar::{declaration_keywords, is_keyword};
pub use moves::parse_moves;
pub use print::{dice_text, print};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::source::{FileId, Span, Spanned};
use ast::{Arm, Block, Item, Offered, Statement, StatementKind};
use build::{ExampleLine, Head, ModifierLine, RulesetLine, TableLine};
use grammar::Rule;
use layout::{DEEPEST, Line};
use node::Node;

/// The largest rule file that is read, in bytes.
pub const LARGEST_FILE: usize = 4 << 20;

/// Reads one rule file.
///
/// Reports: E0101 to E0112.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> ast::File {
    if text.len() > LARGEST_FILE {
        diagnostics.push(
            Diagnostic::new(Code::TooLong, "this rule file is larger than 4 MB")
                .label(Span::new(file, 0, 0), "")
                .help("split it; all rule files of a folder are one ruleset"),
        );
        return ast::File::default();
    }
    let layout = layout::layout(file, text, diagnostics);
    let mut reader = Reader::new(file, &layout.text, diagnostics);
    ast::File {
        items: reader.items(&layout.lines),
    }
}

/// The ruleset that a rule file is a variant of, if it says so. Broken lines are left to [`parse`].
pub fn base_of(file: FileId, text: &str) -> Option<ast::Name> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default().trim_end();
        if code.starts_with("variant ") {
            let span = Span::new(file, start, start + code.len());
            let pair = grammar::parse_line(Rule::declaration_line, code, span).ok()?;
            let item = build::item(&Node::new(pair, file, start), &mut Diagnostics::default())?;
            return if let Item::Variant(variant) = item {
                Some(variant.base)
            } else {
                None
            };
        }
        start += line.len();
    }
    None
}

/// Reads one condition, as an `expect` of an example has it; `text` is all of `file`.
///
/// Reports: E0101 to E0112.
pub fn parse_condition(
    file: FileId,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ast::Expr> {
    let layout = layout::layout(file, text, diagnostics);
    let mut reader = Reader::new(file, &layout.text, diagnostics);
    let line = layout.lines.first()?;
    let node = reader.line(Rule::condition_line, line)?;
    build::expression(&node.find(Rule::expression)?, reader.diagnostics)
}

/// Walks the blocks of one file.
struct Reader<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    /// How many `else if` lead to the statement that is read, over all blocks around it.
    n_elses: usize,
    /// The line that is read is one of the base: what stands below it is not its block.
    is_quoting: bool,
}

impl<'a> Reader<'a> {
    fn new(file: FileId, text: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            file,
            text,
            diagnostics,
            n_elses: 0,
            is_quoting: false,
        }
    }

    fn span(&self, line: &Line) -> Span {
        Span::new(self.file, line.start, line.end)
    }

    /// Parses one line by a rule; reports it if it is broken.
    fn line(&mut self, rule: Rule, line: &Line) -> Option<Node<'a>> {
        if !line.sound || self.diagnostics.is_full() {
            return None;
        }
        let text = self.text.get(line.start..line.end)?;
        match grammar::parse_line(rule, text, self.span(line)) {
            Ok(pair) => Some(Node::new(pair, self.file, line.start)),
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    fn items(&mut self, lines: &[Line]) -> Vec<Spanned<Item>> {
        let mut items = Vec::new();
        let mut unknown: Option<usize> = None;
        for line in lines {
            let begins_with =
                grammar::found(self.text.get(line.start..line.end).unwrap_or_default());
            let known = grammar::beginnings(Rule::declaration_line).unwrap_or_default();
            let is_known = known.contains(&begins_with);
            // A paragraph, or a block that is not indented: one finding for all of it.
            let goes_on = !is_known
                && line.block.is_empty()
                && unknown.is_some_and(|end| self.is_next_line(end, line.start));
            if !goes_on {
                items.extend(self.item(line));
            }
            unknown = (!is_known && line.block.is_empty() || goes_on).then_some(line.end);
        }
        items
    }

    /// Whether only one end of line stands between two places.
    fn is_next_line(&self, end: usize, start: usize) -> bool {
        let between = self.text.get(end..start).unwrap_or_default();
        between.matches('\n').count() == 1
    }

    fn item(&mut self, line: &Line) -> Option<Spanned<Item>> {
        let Some(node) = self.line(Rule::declaration_line, line) else {
            self.unread(line);
            return None;
        };
        let mut item = build::item(&node, self.diagnostics)?;
        self.block(&mut item, line);
        Some(Spanned::new(item, self.span(line)))
    }

    /// Below a broken head line, what can be parsed without knowing what it is, is still looked at: the sort of block is
    /// guessed from the keyword it begins with.
    fn unread(&mut self, line: &Line) {
        let text = self.text.get(line.start..line.end).unwrap_or_default();
        let keyword = text.split_whitespace().next().unwrap_or_default();
        let known = grammar::beginnings(Rule::declaration_line).unwrap_or_default();
        let rule = match suggest::nearest(keyword, known.iter().copied()).unwrap_or(keyword) {
            "kind" => Rule::kind_line,
            "fact" => Rule::fact_line,
            "table" => Rule::table_line,
            "die" => Rule::die_line,
            "modifiers" => Rule::modifier_line,
            "example" => Rule::example_line,
            "roll" | "action" | "sequence" | "formula" | "reaction" => {
                self.statements(&line.block);
                return;
            }
            _ => return,
        };
        for below in &line.block {
            let _ = self.line(rule, below);
        }
    }

    fn block(&mut self, item: &mut Item, line: &Line) {
        match item {
            Item::Ruleset(ruleset) => {
                for below in &line.block {
                    if let Some(node) = self.line(Rule::ruleset_line, below) {
                        match build::ruleset_line(&node) {
                            Some(RulesetLine::Index(index)) => ruleset.index = Some(index),
                            Some(RulesetLine::Board(board)) => {
                                self.once(&mut ruleset.board, board, below);
                            }
                            Some(RulesetLine::Stands(name)) => {
                                self.once(&mut ruleset.stands, name, below);
                            }
                            None => {}
                        }
                    }
                    self.nothing_below(below);
                }
            }
            Item::Die(die) => {
                self.must_have_block(line, "its faces: `faces 1, 2, 3`");
                for below in &line.block {
                    let node = self.line(Rule::die_line, below);
                    match node.and_then(|node| build::die_line(&node)) {
                        Some(Ok(faces)) => die.faces.extend(faces),
                        Some(Err(group)) => die.groups.push(group),
                        None => {}
                    }
                    self.nothing_below(below);
                }
            }
            Item::Kind(kind) => {
                for below in &line.block {
                    let node = self.line(Rule::kind_line, below);
                    kind.lines
                        .extend(node.and_then(|node| build::kind_line(&node, self.diagnostics)));
                    self.nothing_below(below);
                }
            }
            Item::Table(table) => {
                self.must_have_block(line, "its rows: `range | A | B`");
                self.table(table, line);
            }
            Item::Modifiers(modifiers) => {
                self.must_have_block(line, "its lines: `-1 if … \"label\"`");
                for below in &line.block {
                    let node = self.line(Rule::modifier_line, below);
                    match node.and_then(|node| build::modifier_line(&node, self.diagnostics)) {
                        Some(ModifierLine::Modifier(modifier)) => modifiers.lines.push(modifier),
                        Some(ModifierLine::Limit(limit)) => modifiers.limit = Some(limit),
                        None => {}
                    }
                    self.nothing_below(below);
                }
            }
            Item::Procedure(procedure) => {
                if procedure.body.is_empty() {
                    self.must_have_block(line, "what it does");
                    procedure.body = self.statements(&line.block);
                } else {
                    self.nothing_below(line);
                }
            }
            Item::Window(_) => self.nothing_below(line),
            Item::Reaction(reaction) => {
                self.must_have_block(
                    line,
                    "`at` and the window: `at strike-declared by target.side`",
                );
                reaction.body = self.statements(&line.block);
            }
            Item::Trigger(trigger) => {
                self.must_have_block(line, "`when … reaches 4: …`");
                for below in &line.block {
                    let Some(node) = self.line(Rule::trigger_line, below) else {
                        continue;
                    };
                    let Some(mut when) = build::trigger_line(&node, self.diagnostics) else {
                        continue;
                    };
                    when.body = self.body(below, when.body.pop());
                    trigger.whens.push(Spanned::new(when, self.span(below)));
                }
            }
            Item::Example(example) => {
                self.must_have_block(line, "`run …` and `expect …`");
                self.example(example, line);
            }
            Item::Variant(variant) => self.variant(variant, line),
            Item::Replace(item) => self.block(item, line),
            Item::Amend(amend) => self.amend(amend, line),
            Item::Remove(removal) => {
                self.known_sort(&removal.sort);
                self.nothing_below(line);
            }
            Item::Fact(fact) => {
                for below in &line.block {
                    let node = self.line(Rule::fact_line, below);
                    let in_play = node.and_then(|node| build::fact_line(&node, self.diagnostics));
                    if let Some(in_play) = in_play {
                        self.once(&mut fact.in_play, in_play, below);
                    }
                    self.nothing_below(below);
                }
            }
            Item::Scale(_) | Item::Option(_) => self.nothing_below(line),
        }
    }

    fn table(&mut self, table: &mut ast::Table, line: &Line) {
        let mut ragged = self.framed(&line.block);
        if ragged {
            return;
        }
        for below in &line.block {
            let node = self.line(Rule::table_line, below);
            match node.and_then(|node| build::table_line(&node, self.diagnostics)) {
                Some(TableLine::Row(row)) => {
                    let header = table
                        .rows
                        .first()
                        .map_or(row.value.cells.len(), |header| header.value.cells.len());
                    if row.value.cells.len() == header {
                        table.rows.push(row);
                    } else {
                        ragged = true;
                        self.ragged(&row, header, table.rows.first().map(|header| header.span));
                    }
                }
                Some(TableLine::Where(meaning)) => table.wheres.push(meaning),
                Some(TableLine::Several(several)) => {
                    self.once(&mut table.several, several, below);
                }
                None => ragged = true,
            }
            self.nothing_below(below);
        }
        if !ragged && table.rows.len() == 1 {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBlock, "a table with a header and no rows")
                    .label(self.span(line), "")
                    .help("write its rows below the header"),
            );
        }
        if ragged {
            // A table with a row missing would only be reported again, as a gap.
            table.rows.clear();
        }
    }

    /// Reports rows with a `|` in front of the first or behind the last cell.
    fn framed(&mut self, lines: &[Line]) -> bool {
        let headless: Vec<Span> = lines
            .iter()
            .flat_map(|line| &line.block)
            .filter(|line| self.begins_with_bar(line))
            .map(|line| self.span(line))
            .collect();
        for row in &headless {
            self.diagnostics.push(
                Diagnostic::new(Code::RaggedRow, "this row begins with an empty cell")
                    .label(*row, "")
                    .help("every row says its keys, also where they are those of the row above"),
            );
        }
        let framed: Vec<Span> = lines
            .iter()
            .filter(|line| {
                let text = self.text.get(line.start..line.end).unwrap_or_default();
                self.begins_with_bar(line) || text.ends_with('|')
            })
            .map(|line| self.span(line))
            .collect();
        let Some(first) = framed.first() else {
            return !headless.is_empty();
        };
        let message = match framed.len() {
            1 => "a row of a table has no `|` around it".to_owned(),
            n => format!("the rows of a table have no `|` around them, here are {n} that do"),
        };
        self.diagnostics.push(
            Diagnostic::new(Code::RaggedRow, message)
                .label(*first, "the first")
                .help("leave out the `|` in front of the first cell and behind the last"),
        );
        true
    }

    fn begins_with_bar(&self, line: &Line) -> bool {
        let text = self.text.get(line.start..line.end);
        text.is_some_and(|text| text.starts_with('|'))
    }

    fn ragged(&mut self, row: &Spanned<ast::Row>, wanted: usize, header: Option<Span>) {
        let found = row.value.cells.len();
        let mut diagnostic = Diagnostic::new(
            Code::RaggedRow,
            format!("this row has {}, the header has {wanted}", cells(found)),
        )
        .label(row.span, format!("{} here", cells(found)));
        if let Some(header) = header {
            diagnostic = diagnostic.label(header, format!("{} here", cells(wanted)));
        }
        self.diagnostics.push(diagnostic.help(if found < wanted {
            "add the missing cells; write `-` where nothing is possible"
        } else {
            "take cells out, or add columns to the header"
        }));
    }

    fn example(&mut self, example: &mut ast::Example, line: &Line) {
        for below in &line.block {
            let node = self.line(Rule::example_line, below);
            match node.and_then(|node| build::example_line(&node, self.diagnostics)) {
                Some(ExampleLine::Map(map)) => self.once(&mut example.map, map, below),
                Some(ExampleLine::Units(units)) => example.units.extend(units),
                Some(ExampleLine::Given(given)) => example.given.extend(given),
                Some(ExampleLine::Options(options)) => example.options.extend(options),
                Some(ExampleLine::Run(name)) => self.once(&mut example.run, name, below),
                Some(ExampleLine::Dice(dice)) => self.once(&mut example.dice, dice, below),
                Some(ExampleLine::Choices(choices)) => {
                    self.once(&mut example.choices, choices, below);
                }
                Some(ExampleLine::Judged(judged)) => example.judged.extend(judged),
                Some(ExampleLine::Expect(expects)) => example.expects.extend(expects),
                Some(ExampleLine::Odds(condition, chance)) => {
                    example.odds.push((condition, chance));
                }
                None => {}
            }
            self.nothing_below(below);
        }
    }

    fn once<T>(&mut self, place: &mut Option<T>, value: T, line: &Line) {
        if place.is_some() {
            self.diagnostics.push(
                Diagnostic::new(Code::DeclaredTwice, "this line stands twice")
                    .label(self.span(line), "the second")
                    .help("put it into one line"),
            );
        }
        *place = Some(value);
    }

    /// The statements of a block; `else` is joined to the `if` before it.
    fn statements(&mut self, lines: &[Line]) -> Block {
        let outer = self.n_elses;
        let mut block = Block::new();
        for line in lines {
            let Some(node) = self.line(Rule::statement_line, line) else {
                let text = self.text.get(line.start..line.end).unwrap_or_default();
                if text.starts_with("depending") {
                    self.arms(line);
                } else if text.starts_with("choose") {
                    self.options(line);
                } else {
                    self.statements(&line.block);
                }
                continue;
            };
            let Some(head) = build::statement_line(&node, self.diagnostics) else {
                continue;
            };
            if matches!(head, Head::If { is_else: true, .. }) {
                self.n_elses += 1;
            } else if !matches!(head, Head::Else(_)) {
                self.n_elses = outer;
            }
            if self.n_elses > DEEPEST {
                self.too_many_elses(line);
                break;
            }
            self.statement(head, line, &mut block);
        }
        self.n_elses = outer;
        block
    }

    fn too_many_elses(&mut self, line: &Line) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::TooDeep,
                format!("more than {DEEPEST} `else if` behind one `if`"),
            )
            .label(self.span(line), "")
            .help("make a table of it, or write `depending on`"),
        );
    }

    fn statement(&mut self, head: Head, line: &Line, block: &mut Block) {
        let span = self.span(line);
        let kind = match head {
            Head::Simple(statement) => {
                self.nothing_below(line);
                block.push(statement);
                return;
            }
            Head::If {
                is_else,
                condition,
                inline,
            } => {
                let kind = StatementKind::If {
                    condition,
                    then: self.body(line, inline),
                    otherwise: None,
                };
                if is_else {
                    self.otherwise(vec![statement(kind, span)], line, block);
                    return;
                }
                kind
            }
            Head::Else(inline) => {
                let body = self.body(line, inline);
                self.otherwise(body, line, block);
                return;
            }
            Head::Repeat(times) => StatementKind::Repeat {
                times,
                body: self.body(line, None),
            },
            Head::RepeatUntil(until, most) => StatementKind::RepeatUntil {
                until,
                most,
                body: self.body(line, None),
            },
            Head::Count(name, from, to) => StatementKind::Count {
                name,
                from,
                to,
                body: self.body(line, None),
            },
            Head::Each {
                selection,
                ordering,
                inline,
            } => StatementKind::Each {
                selection,
                ordering,
                body: self.body(line, inline),
            },
            Head::Alternate {
                selection,
                ordering,
                condition,
            } => StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body: self.body(line, None),
            },
            Head::Phase {
                name,
                title,
                citations,
            } => {
                let kind = StatementKind::Phase {
                    name,
                    title,
                    body: self.body(line, None),
                };
                block.push(Statement {
                    kind: Spanned::new(kind, span),
                    citations,
                });
                return;
            }
            Head::Depending(value) => StatementKind::Depending {
                value,
                arms: self.arms(line),
            },
            Head::ChooseOne(by, title, citations) => {
                self.must_have_block(line, "a line for each option: `\"fire\": …`");
                let options = self.options(line);
                block.push(Statement {
                    kind: Spanned::new(StatementKind::ChooseOne { by, title, options }, span),
                    citations,
                });
                return;
            }
            Head::May(by, mut option) => {
                option.body = self.body(line, option.body.pop());
                StatementKind::May { by, option }
            }
        };
        block.push(statement(kind, span));
    }

    /// Hangs an `else` to the end of the `if` that stands last in the block.
    fn otherwise(&mut self, body: Block, line: &Line, block: &mut Block) {
        let mut place = block.last_mut();
        while let Some(last) = place {
            let StatementKind::If { otherwise, .. } = &mut last.kind.value else {
                break;
            };
            match otherwise {
                None => {
                    *otherwise = Some(body);
                    return;
                }
                Some(inner) => {
                    place = if inner.len() == 1 {
                        inner.last_mut()
                    } else {
                        None
                    };
                }
            }
        }
        self.diagnostics.push(
            Diagnostic::new(Code::UnexpectedText, "an `else` without an `if` above it")
                .label(self.span(line), "")
                .help("it must stand right below the block of its `if`, as deep as the `if`"),
        );
    }

    fn arms(&mut self, line: &Line) -> Vec<Spanned<Arm>> {
        self.must_have_block(line, "a line for each value: `red: …`");
        let mut arms = Vec::new();
        for below in &line.block {
            let Some(node) = self.line(Rule::arm_line, below) else {
                continue;
            };
            let Some(head) = build::arm_line(&node, self.diagnostics) else {
                continue;
            };
            arms.push(Spanned::new(
                Arm {
                    values: head.values,
                    body: self.body(below, head.inline),
                },
                self.span(below),
            ));
        }
        arms
    }

    /// The lines below `choose by …`.
    fn options(&mut self, line: &Line) -> Vec<Spanned<Offered>> {
        let mut options = Vec::new();
        for below in &line.block {
            let Some(node) = self.line(Rule::option_line, below) else {
                continue;
            };
            let Some(mut option) = build::offered(&node, self.diagnostics) else {
                continue;
            };
            option.body = self.body(below, option.body.pop());
            options.push(Spanned::new(option, self.span(below)));
        }
        options
    }

    /// What stands behind a colon or below its line: one or the other.
    fn body(&mut self, line: &Line, inline: Option<Statement>) -> Block {
        match inline {
            Some(statement) => {
                self.nothing_below(line);
                vec![statement]
            }
            None => {
                self.must_have_block(line, "what then happens");
                self.statements(&line.block)
            }
        }
    }

    fn must_have_block(&mut self, line: &Line, what: &str) {
        if line.block.is_empty() && !self.is_quoting {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBlock, "nothing stands below this line")
                    .label(self.span(line), "")
                    .help(format!(
                        "write below it, indented by two more blanks, {what}"
                    )),
            );
        }
    }

    fn nothing_below(&mut self, line: &Line) {
        if let Some(below) = line.block.first() {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::OddIndentation,
                    "this line stands deeper than the one above, which has no block",
                )
                .label(self.span(below), "")
                .label(self.span(line), "nothing may stand below this")
                .help("give both lines the same indentation; a line that goes on in the next ends in a comma"),
            );
        }
    }
}

fn statement(kind: StatementKind, span: Span) -> Statement {
    Statement {
        kind: Spanned::new(kind, span),
        citations: Vec::new(),
    }
}

fn cells(n: usize) -> String {
    if n == 1 {
        "1 cell".to_owned()
    } else {
        format!("{n} cells")
    }
}
