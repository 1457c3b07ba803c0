//! Lines to tree: hangs the lines of one file together.

mod amending;
mod example;
mod statement;
mod table;

pub(super) use amending::AMENDABLE;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::ast::{Item, Modifiers, Movable, Policy, Ruleset, Trigger};
use super::build::{self, ModifierLine, RulesetLine};
use super::grammar::{self, Rule, found};
use super::keyword::{KEYWORDS, KeywordKind, beginnings, keywords};
use super::layout::{Line, end_of};
use super::pair_cursor::Node;
use crate::Before;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Fix, suggest};
use sandtable_source::{FileId, Span, Spanned};

/// The declarations of a file before an edit.
pub(super) struct Unchanged<'a> {
    text: &'a str,
    /// By their text; of several with the same text the last.
    items: HashMap<&'a str, &'a Arc<Spanned<Item>>>,
}

impl<'a> Unchanged<'a> {
    pub(super) fn new(before: Before<'a>, text: &'a str) -> Self {
        let Before { text: known, tree } = before;
        let places: BTreeMap<usize, &Span> = tree
            .extents
            .iter()
            .map(|extent| (extent.start, extent))
            .collect();
        let items = tree.items.iter().filter_map(|item| {
            let extent = places.get(&item.span.start)?;
            Some((known.get(extent.start..extent.end)?, item))
        });
        let items = items.collect();
        Self { text, items }
    }

    /// Returns the declaration that begins with a line, if its text is one of before, at its place.
    fn item(&self, line: &Line) -> Option<Arc<Spanned<Item>>> {
        let known = *self.items.get(self.text.get(line.start..end_of(line))?)?;
        let by = line.start.checked_signed_diff(known.span.start)?;
        if by == 0 {
            return Some(Arc::clone(known));
        }
        let mut moved = Spanned::clone(known);
        moved.move_by(by);
        Some(Arc::new(moved))
    }
}

/// Walks the blocks of one file.
pub(super) struct Reader<'a> {
    file: FileId,
    text: &'a str,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Number of `else if` that lead to the statement that is read, over all blocks around it.
    n_elses: usize,
    /// The line that is read is one of the base: what is below it is not its block.
    is_quoting: bool,
    /// Lines below one that takes none, which are read as if they were aligned with it.
    misaligned: Misaligned,
}

/// The lines below one that takes none, by their starts.
#[derive(Default)]
struct Misaligned {
    /// The first line of the block of each, whose finding reports it.
    lines: BTreeMap<usize, usize>,
    /// The first lines of blocks that cannot be read completely.
    unread: BTreeSet<usize>,
}

impl Misaligned {
    /// Adds a line with all below it.
    fn add(&mut self, line: &Line, first: usize) {
        self.lines.insert(line.start, first);
        for below in &line.block {
            self.add(below, first);
        }
    }

    /// Notes that a line cannot be read; returns whether it is one of these and may continue the line above.
    fn is_loose(&mut self, line: &Line, text: &str) -> bool {
        let Some(first) = self.lines.get(&line.start) else {
            return false;
        };
        self.unread.insert(*first);
        let word = found(text);
        let mut keywords = KEYWORDS.iter().filter(|keyword| keyword.word == word);
        !keywords.any(|keyword| keyword.begins_a_line_below() && !keyword.is(KeywordKind::Operator))
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: FileId, text: &'a str, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            file,
            text,
            diagnostics,
            n_elses: 0,
            is_quoting: false,
            misaligned: Misaligned::default(),
        }
    }

    pub(super) fn span(&self, line: &Line) -> Span {
        Span::new(self.file, line.start, line.end)
    }

    /// Parses one line by a rule; reports it if it is broken.
    pub(super) fn line(&mut self, rule: Rule, line: &Line) -> Option<Node<'a>> {
        if !line.sound || self.diagnostics.is_full() {
            return None;
        }
        let text = self.text.get(line.start..line.end)?;
        match grammar::parse_line(rule, text, self.span(line)) {
            Ok(pairs) => Node::new(text, pairs, self.file, line.start),
            Err(diagnostic) => {
                if !self.misaligned.is_loose(line, text) {
                    self.diagnostics.push(diagnostic);
                }
                None
            }
        }
    }

    /// Returns the first lines of misaligned blocks whose lines were all read.
    pub(super) fn into_aligned(self) -> BTreeSet<usize> {
        let firsts = self.misaligned.lines.into_values();
        let unread = self.misaligned.unread;
        firsts.filter(|first| !unread.contains(first)).collect()
    }

    /// Builds what a line says. The grammar lets no line through that cannot be built: what is left out is reported.
    ///
    /// Reports: E0901.
    pub(super) fn built<T>(
        &mut self,
        line: &Line,
        build: impl FnOnce(&mut Diagnostics) -> Option<T>,
    ) -> Option<T> {
        let built = build(self.diagnostics);
        if built.is_none() {
            let span = self.span(line);
            let mut labels = self.diagnostics.iter().flat_map(|found| &found.labels);
            let is_told =
                labels.any(|label| span.start <= label.span.start && label.span.end <= span.end);
            if !is_told {
                let message = "this line was parsed, but produced nothing";
                self.diagnostics
                    .push(Diagnostic::new(Code::InternalError, message).label(span, ""));
            }
        }
        built
    }

    pub(super) fn items(
        &mut self,
        lines: &[Line],
        left_out: &[&str],
        before: Option<&Unchanged<'_>>,
    ) -> Vec<Arc<Spanned<Item>>> {
        let mut items = Vec::new();
        let mut unknown: Option<usize> = None;
        let known = beginnings(Rule::declaration_line);
        for line in lines {
            let begins_with =
                grammar::found(self.text.get(line.start..line.end).unwrap_or_default());
            let is_known = known.contains(&begins_with);
            if left_out.contains(&begins_with) {
                continue;
            }
            // A paragraph, or a block that is not indented: one finding for all of it.
            let goes_on = !is_known
                && line.block.is_empty()
                && unknown.is_some_and(|end| self.is_next_line(end, line.start));
            let known = before.and_then(|before| before.item(line));
            if let Some(known) = known {
                items.push(known);
            } else if !goes_on {
                items.extend(self.item(line).map(Arc::new));
            }
            unknown = (!is_known && line.block.is_empty() || goes_on).then_some(line.end);
        }
        items
    }

    /// Whether only one end of line is between two places.
    fn is_next_line(&self, end: usize, start: usize) -> bool {
        let between = self.text.get(end..start).unwrap_or_default();
        between.matches('\n').count() == 1
    }

    fn item(&mut self, line: &Line) -> Option<Spanned<Item>> {
        let Some(node) = self.line(Rule::declaration_line, line) else {
            self.unread(line);
            return None;
        };
        let mut item = self.built(line, |found| build::item(&node, found))?;
        self.block(&mut item, line);
        Some(Spanned::new(item, self.span(line)))
    }

    /// Below a broken head line, what can be parsed without knowing what it is, is still looked at: the sort of block is
    /// guessed from the keyword it begins with.
    fn unread(&mut self, line: &Line) {
        let text = self.text.get(line.start..line.end).unwrap_or_default();
        let keyword = text.split_whitespace().next().unwrap_or_default();
        let known = keywords(KeywordKind::Declaration);
        let rule = match suggest::nearest(keyword, known).unwrap_or(keyword) {
            "kind" => Rule::kind_line,
            "fact" => Rule::fact_line,
            "table" => Rule::table_line,
            "die" => Rule::die_line,
            "modifiers" => Rule::modifier_line,
            "example" => Rule::example_line,
            "policy" => Rule::policy_line,
            "roll" | "action" | "sequence" | "formula" | "value" | "reaction" => {
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
            Item::Ruleset(ruleset) => self.ruleset(ruleset, line),
            Item::Die(die) => {
                self.must_have_block(line, "its faces: `faces 1, 2, 3`");
                let mut rest = lines_of(line);
                while let Some(below) = rest.pop() {
                    let node = self.line(Rule::die_line, below);
                    match node.and_then(|node| self.built(below, |_| build::die_line(&node))) {
                        Some(Ok(faces)) => die.faces.extend(faces),
                        Some(Err(group)) => die.groups.push(group),
                        None => {}
                    }
                    self.align_below(below, &mut rest);
                }
            }
            Item::Kind(kind) => {
                let mut rest = lines_of(line);
                while let Some(below) = rest.pop() {
                    let node = self.line(Rule::kind_line, below);
                    kind.lines.extend(node.and_then(|node| {
                        self.built(below, |found| build::kind_line(&node, found))
                    }));
                    self.align_below(below, &mut rest);
                }
            }
            Item::Table(table) => {
                self.must_have_block(line, "its rows: `range | A | B`");
                self.read_table(table, line);
            }
            Item::Modifiers(modifiers) => {
                self.must_have_block(line, "its lines: `-1 if … \"label\"`");
                self.modifiers(modifiers, line);
            }
            Item::Procedure(procedure) => {
                if procedure.body.is_empty() {
                    self.must_have_block(line, "the lines of the rule");
                    procedure.body = self.statements(&line.block);
                } else {
                    self.nothing_below(line);
                }
            }
            Item::Window(_) => self.nothing_below(line),
            Item::Policy(policy) => self.policy(policy, line),
            Item::Reaction(reaction) => {
                self.must_have_block(
                    line,
                    "`at` and the window: `at strike-declared by target.side`",
                );
                reaction.body = self.statements(&line.block);
            }
            Item::Trigger(trigger) => {
                self.must_have_block(line, "`when … reaches 4: …`");
                self.trigger(trigger, line);
            }
            Item::Example(example) => {
                self.must_have_block(line, "`run …` and `expect …`");
                self.read_example(example, line);
            }
            Item::Variant(variant) => self.variant(variant, line),
            Item::Replace(item) => self.block(item, line),
            Item::Amend(amend) => self.amend(amend, line),
            Item::Remove(removal) => {
                self.known_sort(&removal.sort);
                self.nothing_below(line);
            }
            Item::Fact(fact) => {
                let mut rest = lines_of(line);
                while let Some(below) = rest.pop() {
                    let node = self.line(Rule::fact_line, below);
                    let in_play = node
                        .and_then(|node| self.built(below, |found| build::fact_line(&node, found)));
                    if let Some(in_play) = in_play {
                        self.once(&mut fact.in_play, in_play, below);
                    }
                    self.align_below(below, &mut rest);
                }
            }
            Item::Scale(_) | Item::Option(_) => self.nothing_below(line),
        }
    }

    /// The lines below `modifiers`.
    fn modifiers(&mut self, modifiers: &mut Modifiers, line: &Line) {
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            let node = self.line(Rule::modifier_line, below);
            match node
                .and_then(|node| self.built(below, |found| build::modifier_line(&node, found)))
            {
                Some(ModifierLine::Modifier(modifier)) => modifiers.lines.push(modifier),
                Some(ModifierLine::Limit(limit)) => modifiers.limit = Some(limit),
                None => {}
            }
            self.align_below(below, &mut rest);
        }
    }

    /// The lines below `trigger`, with the block of each.
    fn trigger(&mut self, trigger: &mut Trigger, line: &Line) {
        for below in &line.block {
            let Some(node) = self.line(Rule::trigger_line, below) else {
                continue;
            };
            let Some(mut when) = self.built(below, |found| build::trigger_line(&node, found))
            else {
                continue;
            };
            when.body = self.body(below, when.body.pop());
            trigger.whens.push(Spanned::new(when, self.span(below)));
        }
    }

    /// The questions below `policy`, and the options below each.
    fn policy(&mut self, policy: &mut Policy, line: &Line) {
        self.must_have_block(
            line,
            "the rules that ask: `in advance \"where to\", worth 3`",
        );
        for below in &line.block {
            let node = self.line(Rule::policy_line, below);
            let question =
                node.and_then(|node| self.built(below, |found| build::policy_line(&node, found)));
            let Some(mut question) = question else {
                continue;
            };
            if question.worth.is_none() {
                self.must_have_block(below, "the options: `\"run\", worth 3`");
            }
            let mut rest = lines_of(below);
            while let Some(option) = rest.pop() {
                let node = self.line(Rule::advice_line, option);
                question.options.extend(
                    node.and_then(|node| {
                        self.built(option, |found| build::advice_line(&node, found))
                    }),
                );
                self.align_below(option, &mut rest);
            }
            policy
                .questions
                .push(Spanned::new(question, self.span(below)));
        }
    }

    /// The lines below `ruleset`.
    fn ruleset(&mut self, ruleset: &mut Ruleset, line: &Line) {
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            if let Some(node) = self.line(Rule::ruleset_line, below) {
                match self.built(below, |_| build::ruleset_line(&node)) {
                    Some(RulesetLine::Index(index)) => ruleset.index = Some(index),
                    Some(RulesetLine::Board(board, diagonals)) => {
                        self.once(&mut ruleset.board, board, below);
                        ruleset.diagonals = diagonals;
                    }
                    Some(RulesetLine::Stands(name)) => {
                        self.once(&mut ruleset.stands, name, below);
                    }
                    Some(RulesetLine::Facings(facings)) => {
                        self.once(&mut ruleset.facings, facings, below);
                    }
                    Some(RulesetLine::Sides(sides)) => {
                        let mut known = (!ruleset.sides.is_empty()).then_some(());
                        self.once(&mut known, (), below);
                        ruleset.sides.extend(sides);
                    }
                    None => {}
                }
            }
            self.align_below(below, &mut rest);
        }
    }

    fn once<T>(&mut self, place: &mut Option<T>, value: T, line: &Line) {
        if place.is_some() {
            self.diagnostics.push(
                Diagnostic::new(Code::DeclaredTwice, "this line appears twice")
                    .label(self.span(line), "the second")
                    .help("join them into one line"),
            );
        }
        *place = Some(value);
    }

    fn must_have_block(&mut self, line: &Line, what: &str) {
        if line.block.is_empty() && !self.is_quoting {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBlock, "this line needs an indented block")
                    .label(self.span(line), "")
                    .help(format!(
                        "below it, indented by two more spaces, write {what}"
                    )),
            );
        }
    }

    /// Reports lines below one that takes none, and adds them to the lines that are still to be read, as if they were aligned with it.
    pub(super) fn align_below<'l>(&mut self, line: &'l Line, rest: &mut Vec<&'l Line>) {
        self.nothing_below(line);
        rest.extend(self.misaligned_below(line).iter().rev());
    }

    /// Returns the lines below one that takes none, to be read nevertheless.
    pub(super) fn misaligned_below<'l>(&mut self, line: &'l Line) -> &'l [Line] {
        if let Some(first) = line.block.first() {
            for below in &line.block {
                self.misaligned.add(below, first.start);
            }
        }
        &line.block
    }

    pub(super) fn nothing_below(&mut self, line: &Line) {
        if let Some(below) = line.block.first() {
            let finding = Diagnostic::new(
                Code::OddIndentation,
                "unexpected indentation: the line above takes no block",
            )
            .label(self.span(below), "")
            .label(self.span(line), "takes no block");
            // A line that says it all has no second, and a list goes on below.
            let is_inside = self.indent_before(line.start) > 0;
            let word = found(self.text.get(line.start..line.end).unwrap_or_default());
            let begins_a_list = KEYWORDS
                .iter()
                .any(|keyword| keyword.word == word && keyword.is(KeywordKind::ExampleLine));
            let text = self.text.get(below.start..below.end).unwrap_or_default();
            let finding = finding.help(match continues(text) {
                true => "write it at the end of the line above; a line continues only after a comma, `and` or `or`",
                false => "align both lines, or end the line above with a comma",
            });
            let is_apart = is_inside && !begins_a_list && !continues(text);
            self.diagnostics.push(match is_apart {
                true => finding.with_fix(self.aligned(below, line)),
                false => finding,
            });
        }
    }

    /// The cure that indents a line as much as another.
    fn aligned(&self, line: &Line, as_much_as: &Line) -> Fix {
        let indent = self.indent_before(as_much_as.start);
        let before = self.indent_before(line.start);
        let place = Span::new(self.file, line.start.saturating_sub(before), line.start);
        Fix::new("align it with the line above", place, " ".repeat(indent))
    }

    /// The number of spaces before the first sign of a line.
    fn indent_before(&self, start: usize) -> usize {
        let before = self.text.get(..start).unwrap_or_default();
        before.len() - before.trim_end_matches(' ').len()
    }
}

/// Returns the lines of a block, the last one first.
fn lines_of(line: &Line) -> Vec<&Line> {
    line.block.iter().rev().collect()
}

/// Whether a line cannot begin anything: it begins with a mark of calculation, or with what joins conditions.
fn continues(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(
        first,
        "+" | "-" | "*" | "/" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "is"
    )
}
