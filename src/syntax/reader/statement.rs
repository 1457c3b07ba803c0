//! Statements and the blocks below them.

use super::Reader;
use crate::ast::{Arm, Block, Offered, Statement, StatementKind};
use crate::build::{self, Head, Join};
use crate::grammar::Rule;
use crate::layout::{DEEPEST, Line};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Spanned;

impl Reader<'_> {
    /// The statements of a block; `else` is joined to the `if` before it.
    pub(super) fn statements(&mut self, lines: &[Line]) -> Block {
        let outer = self.n_elses;
        let mut block = Block::new();
        // Whether the line above, or the `if` that an `else if` there belongs to, could not be read.
        let mut is_below_lost = false;
        let mut rest: Vec<&Line> = lines.iter().rev().collect();
        while let Some(line) = rest.pop() {
            let Some(node) = self.line(Rule::statement_line, line) else {
                let text = self.text.get(line.start..line.end).unwrap_or_default();
                if text.starts_with("depending") {
                    self.arms(line);
                } else if text.starts_with("choose") && self.lists_options(line) {
                    self.options(line);
                } else {
                    self.statements(&line.block);
                }
                is_below_lost = true;
                continue;
            };
            let span = self.span(line);
            let head = self.built(line, |found| build::statement_line(&node, span, found));
            let Some(head) = head else {
                is_below_lost = true;
                continue;
            };
            match head.join {
                Join::ElseIf => self.n_elses += 1,
                Join::Else => {}
                Join::None => self.n_elses = outer,
            }
            if self.n_elses > DEEPEST {
                self.too_many_elses(line);
                break;
            }
            is_below_lost &= head.join != Join::None;
            self.read_statement(head, line, &mut block, &mut rest, is_below_lost);
        }
        self.n_elses = outer;
        block
    }

    fn too_many_elses(&mut self, line: &Line) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::TooDeep,
                format!("more than {DEEPEST} `else if` after one `if`"),
            )
            .label(self.span(line), "")
            .help("use a table or `depending on` instead"),
        );
    }

    /// Adds a statement to a block, with the blocks below its line; lines below one that takes none go to the `rest` of the block. Below
    /// a line that is lost, an `else` without an `if` follows from that.
    pub(super) fn read_statement<'l>(
        &mut self,
        head: Head,
        line: &'l Line,
        block: &mut Block,
        rest: &mut Vec<&'l Line>,
        is_below_lost: bool,
    ) {
        let Head {
            join,
            mut statement,
            inline,
        } = head;
        if join == Join::Else {
            let body = self.inline_or_below(line, inline, rest);
            return self.otherwise(body, line, block, is_below_lost);
        }
        self.read_below(&mut statement.kind.value, inline, line, rest);
        match join {
            Join::ElseIf => self.otherwise(vec![statement], line, block, is_below_lost),
            Join::Else | Join::None => block.push(statement),
        }
    }

    /// Reads the block below a statement, or the one statement after its colon.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other statements have one block or none"
    )]
    fn read_below<'l>(
        &mut self,
        kind: &mut StatementKind,
        inline: Option<Statement>,
        line: &'l Line,
        rest: &mut Vec<&'l Line>,
    ) {
        match kind {
            StatementKind::Depending { arms, .. } => *arms = self.arms(line),
            StatementKind::ChooseOne { options, .. } => {
                self.must_have_block(line, "a line for each option: `\"fire\": …`");
                *options = self.options(line);
            }
            StatementKind::May { option, .. } => {
                option.body = self.inline_or_below(line, option.body.pop(), rest);
            }
            // Without a block, the lines after it use those that are chosen.
            StatementKind::ChooseSeveral { .. } if inline.is_none() && line.block.is_empty() => {}
            _ => match kind.blocks_mut().into_iter().next() {
                Some(body) => *body = self.inline_or_below(line, inline, rest),
                None => self.align_below(line, rest),
            },
        }
    }

    /// Attaches an `else` to the last `if` of the block; after `on` lines it is an `otherwise`.
    fn otherwise(&mut self, body: Block, line: &Line, block: &mut Block, is_below_lost: bool) {
        // The line that cannot be read may have been the `if`.
        if is_below_lost {
            return;
        }
        let is_on = |last: &Statement| matches!(last.kind.value, StatementKind::On { .. });
        if block.last().is_some_and(is_on) {
            block.push(Statement::on_otherwise(body, self.span(line)));
            return;
        }
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
                .help("put it directly below the block of its `if`, as far indented as the `if`"),
        );
    }

    pub(super) fn arms(&mut self, line: &Line) -> Vec<Spanned<Arm>> {
        self.must_have_block(line, "a line for each value: `red: …`");
        let mut arms = Vec::new();
        for below in &line.block {
            let Some(node) = self.line(Rule::arm_line, below) else {
                continue;
            };
            let Some(mut arm) = self.built(below, |found| build::arm_line(&node, found)) else {
                continue;
            };
            arm.body = self.body(below, arm.body.pop());
            arms.push(Spanned::new(arm, self.span(below)));
        }
        arms
    }

    /// Whether the lines below a line are options, which begin with titles.
    fn lists_options(&self, line: &Line) -> bool {
        let first = line.block.first();
        let text = first.and_then(|first| self.text.get(first.start..first.end));
        text.is_some_and(|text| text.starts_with('"'))
    }

    /// The lines below `choose by …`.
    fn options(&mut self, line: &Line) -> Vec<Spanned<Offered>> {
        let mut options = Vec::new();
        for below in &line.block {
            let Some(node) = self.line(Rule::option_line, below) else {
                continue;
            };
            let Some(mut option) = self.built(below, |found| build::offered(&node, found)) else {
                continue;
            };
            option.body = self.body(below, option.body.pop());
            options.push(Spanned::new(option, self.span(below)));
        }
        options
    }

    /// Reads the body after a colon or below its line. Lines below one with a body after its colon go to the `rest` of the block around it.
    fn inline_or_below<'l>(
        &mut self,
        line: &'l Line,
        inline: Option<Statement>,
        rest: &mut Vec<&'l Line>,
    ) -> Block {
        match inline {
            Some(statement) => {
                self.align_below(line, rest);
                vec![statement]
            }
            None => self.body(line, None),
        }
    }

    /// Reads the body after a colon or below its line: one or the other.
    pub(super) fn body(&mut self, line: &Line, inline: Option<Statement>) -> Block {
        match inline {
            Some(statement) => {
                self.nothing_below(line);
                let below = self.misaligned_below(line);
                let mut body = vec![statement];
                body.extend(self.statements(below));
                body
            }
            None => {
                self.must_have_block(line, "the lines that follow from it");
                self.statements(&line.block)
            }
        }
    }
}
