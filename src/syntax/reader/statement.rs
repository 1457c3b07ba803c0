//! Statements and the blocks below them.

use super::Reader;
use crate::ast::{Arm, Block, Offered, Statement, StatementKind};
use crate::build::{self, Head};
use crate::grammar::Rule;
use crate::layout::{DEEPEST, Line};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};

impl Reader<'_> {
    /// The statements of a block; `else` is joined to the `if` before it.
    pub(super) fn statements(&mut self, lines: &[Line]) -> Block {
        let outer = self.n_elses;
        let mut block = Block::new();
        for line in lines {
            let Some(node) = self.line(Rule::statement_line, line) else {
                let text = self.text.get(line.start..line.end).unwrap_or_default();
                if text.starts_with("depending") {
                    self.arms(line);
                } else if text.starts_with("choose") && self.lists_options(line) {
                    self.options(line);
                } else {
                    self.statements(&line.block);
                }
                continue;
            };
            let Some(head) = self.built(line, |found| build::statement_line(&node, found)) else {
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
            self.read_statement(head, line, &mut block);
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

    pub(super) fn read_statement(&mut self, head: Head, line: &Line, block: &mut Block) {
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
                    self.otherwise(vec![make_statement(kind, span)], line, block);
                    return;
                }
                kind
            }
            Head::Else(inline) => {
                let body = self.body(line, inline);
                self.otherwise(body, line, block);
                return;
            }
            Head::On(shown, inline) => StatementKind::On {
                shown,
                body: self.body(line, inline),
            },
            Head::Repeat(times, inline) => StatementKind::Repeat {
                times,
                body: self.body(line, inline),
            },
            Head::RepeatUntil(until, most, inline) => StatementKind::RepeatUntil {
                until,
                most,
                body: self.body(line, inline),
            },
            Head::Simultaneous(inline) => StatementKind::Simultaneous {
                body: self.body(line, inline),
            },
            Head::Count(name, from, to, inline) => StatementKind::Count {
                name,
                from,
                to,
                body: self.body(line, inline),
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
            Head::EachDie(name, dice, inline) => StatementKind::EachDie {
                name,
                dice,
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
            Head::ChooseSeveral {
                mut choice,
                citations,
                inline,
            } => {
                // Without a block, the lines after it use those that are chosen.
                if let StatementKind::ChooseSeveral { body, .. } = choice.as_mut()
                    && (inline.is_some() || !line.block.is_empty())
                {
                    *body = self.body(line, inline);
                }
                block.push(Statement {
                    kind: Spanned::new(*choice, span),
                    citations,
                });
                return;
            }
            Head::May(by, mut option) => {
                option.body = self.body(line, option.body.pop());
                StatementKind::May { by, option }
            }
        };
        block.push(make_statement(kind, span));
    }

    /// Hangs an `else` to the end of the `if` that stands last in the block; behind `on` lines it is an `otherwise`.
    fn otherwise(&mut self, body: Block, line: &Line, block: &mut Block) {
        let is_on = |last: &Statement| matches!(last.kind.value, StatementKind::On { .. });
        if block.last().is_some_and(is_on) {
            let kind = StatementKind::On { shown: None, body };
            block.push(make_statement(kind, self.span(line)));
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
            let Some(head) = self.built(below, |found| build::arm_line(&node, found)) else {
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

    /// Whether the lines below a line are options: titles come first.
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

    /// Reads the body after a colon or below its line: one or the other.
    pub(super) fn body(&mut self, line: &Line, inline: Option<Statement>) -> Block {
        match inline {
            Some(statement) => {
                self.nothing_below(line);
                vec![statement]
            }
            None => {
                self.must_have_block(line, "the lines that follow from it");
                self.statements(&line.block)
            }
        }
    }
}

fn make_statement(kind: StatementKind, span: Span) -> Statement {
    Statement {
        kind: Spanned::new(kind, span),
        citations: Vec::new(),
    }
}
