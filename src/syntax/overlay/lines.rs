//! Steps of rules, which amendments identify by their text.

use super::apply::cited;
use super::{AmendmentContext, Work};
use crate::ast::walk::blocks_mut;
use crate::ast::{Amendment, Arm, Block, Quoted, Statement, Step};
use crate::write::{first_line, first_line_of_arm, quoted_line};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};

/// Lines that are below each other.
enum Lines<'l> {
    Statements(&'l mut Block),
    Arms(&'l mut Vec<Spanned<Arm>>),
}

/// Shows every block to a visitor, from the outside in.
fn visit(block: &mut Block, see: &mut impl FnMut(Lines<'_>)) {
    see(Lines::Statements(block));
    for statement in block {
        if let Some(arms) = statement.cases_mut() {
            see(Lines::Arms(arms));
        }
        for inner in blocks_mut(statement) {
            visit(inner, see);
        }
    }
}

/// Whether a line is the quoted one; `if …:` alone also quotes a line with text after its colon.
fn is_quoted(line: &str, quoted: &str) -> bool {
    line == quoted
        || quoted.ends_with(':')
            && line
                .strip_prefix(quoted)
                .is_some_and(|rest| rest.starts_with(' '))
}

impl Work<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    pub(super) fn steps_line(
        &mut self,
        blocks: &mut [&mut Block],
        line: Amendment,
        said: &AmendmentContext<'_>,
    ) {
        match line {
            Amendment::AtStart(body) => {
                if let Some(block) = blocks.first_mut() {
                    let before = block.first().map_or(said.span, |first| first.kind.span);
                    block.splice(0..0, cited(body, said.citations));
                    self.beats(said, "start", "adds to", before);
                }
            }
            Amendment::AtEnd(body) => {
                if let Some(block) = blocks.last_mut() {
                    let behind = block.last().map_or(said.span, |last| last.kind.span);
                    block.extend(cited(body, said.citations));
                    self.beats(said, "end", "adds to", behind);
                }
            }
            Amendment::Line {
                step,
                line,
                body,
                arms,
            } => {
                let text = quoted_line(&line);
                let mut is_arm = matches!(line, Quoted::Arm(_));
                let (mut body, mut arms) = (body, arms);
                if is_otherwise(&line, &arms) && places(blocks, &text, true).is_empty() {
                    is_arm = false;
                    body = below_on_lines(std::mem::take(&mut arms));
                }
                let found = places(blocks, &text, is_arm);
                let &[place] = found.as_slice() else {
                    self.not_one_line(blocks, &text, &found, said);
                    return;
                };
                let body = cited(body, said.citations);
                let is_same = step == Step::Replace && says_the_same(blocks, place, &body, &arms);
                let does = match step {
                    Step::Replace => "replaces",
                    Step::Remove => "removes",
                    Step::Before | Step::After => "adds to",
                };
                put(blocks, &text, step, body, arms);
                if is_same {
                    self.changes_nothing(said.span, place);
                } else {
                    self.beats(said, &format!("line `{text}`"), does, place);
                }
            }
            _ => {}
        }
    }

    fn not_one_line(
        &mut self,
        blocks: &mut [&mut Block],
        text: &str,
        found: &[Span],
        said: &AmendmentContext<'_>,
    ) {
        if let Some(first) = found.first() {
            let mut finding = Diagnostic::new(
                Code::NotInBase,
                format!("{} has this line {} times", said.what, found.len()),
            )
            .label(said.span, "more than one")
            .label(*first, "here");
            for other in found.iter().skip(1) {
                finding = finding.label(*other, "and here");
            }
            let cure = "replace the line around it, or the whole rule";
            self.diagnostics.push(finding.help(cure));
            return;
        }
        let mut known = Vec::new();
        for block in blocks {
            visit(block, &mut |lines| match lines {
                Lines::Statements(block) => known.extend(block.iter().map(first_line)),
                Lines::Arms(arms) => {
                    known.extend(arms.iter().map(|arm| first_line_of_arm(&arm.value)));
                }
            });
        }
        self.not_there(
            said.span,
            format!("{} has no line `{text}`", said.what),
            text,
            known.iter().map(String::as_str),
            "write the line as in the base, without its citations",
        );
    }
}

/// Whether a quoted line and those for its place are `otherwise:`, which is read as a line of `depending on`.
fn is_otherwise(line: &Quoted, arms: &[Spanned<Arm>]) -> bool {
    let Quoted::Arm(quoted) = line else {
        return false;
    };
    let mut all = std::iter::once(quoted).chain(arms);
    all.all(|arm| arm.value.values.is_none())
}

/// Lines `otherwise:` as they are below `on` lines: statements.
fn below_on_lines(arms: Vec<Spanned<Arm>>) -> Block {
    let statement = |arm: Spanned<Arm>| Statement::on_otherwise(arm.value.body, arm.span);
    arms.into_iter().map(statement).collect()
}

/// Place of the line in the base.
fn places(blocks: &mut [&mut Block], text: &str, is_arm: bool) -> Vec<Span> {
    let mut found = Vec::new();
    for block in blocks {
        visit(block, &mut |lines| match lines {
            Lines::Statements(block) if !is_arm => {
                let hits = block.iter().filter(|one| is_quoted(&first_line(one), text));
                found.extend(hits.map(|one| one.kind.span));
            }
            Lines::Arms(arms) if is_arm => {
                let hits = arms.iter();
                let hits = hits.filter(|arm| is_quoted(&first_line_of_arm(&arm.value), text));
                found.extend(hits.map(|arm| arm.span));
            }
            Lines::Statements(_) | Lines::Arms(_) => {}
        });
    }
    found
}

fn says_the_same(
    blocks: &mut [&mut Block],
    place: Span,
    body: &Block,
    new_arms: &[Spanned<Arm>],
) -> bool {
    let mut is_same = false;
    for block in blocks {
        visit(block, &mut |lines| match lines {
            Lines::Statements(block) => {
                let old = block.iter().find(|one| one.kind.span == place);
                if let (Some(old), [new]) = (old, body.as_slice()) {
                    is_same |= old.kind == new.kind;
                }
            }
            Lines::Arms(arms) => {
                let old = arms.iter().find(|arm| arm.span == place);
                if let (Some(old), [new]) = (old, new_arms) {
                    is_same |= old == new;
                }
            }
        });
    }
    is_same
}

/// Puts new lines in the place of the quoted one.
fn put(
    blocks: &mut [&mut Block],
    text: &str,
    step: Step,
    body: Block,
    new_arms: Vec<Spanned<Arm>>,
) {
    let (mut body, mut new_arms) = (Some(body), Some(new_arms));
    for block in blocks {
        visit(block, &mut |lines| match lines {
            Lines::Statements(block) => {
                let at = block
                    .iter()
                    .position(|one| is_quoted(&first_line(one), text));
                if let Some(at) = at
                    && let Some(new) = body.take()
                {
                    splice(block, at, step, new);
                }
            }
            Lines::Arms(arms) => {
                let is_it = |arm: &Spanned<Arm>| is_quoted(&first_line_of_arm(&arm.value), text);
                if let Some(at) = arms.iter().position(is_it)
                    && let Some(new) = new_arms.take()
                {
                    splice(arms, at, step, new);
                }
            }
        });
    }
}

fn splice<T>(lines: &mut Vec<T>, at: usize, step: Step, new: Vec<T>) {
    let range = match step {
        Step::Replace | Step::Remove => at..at + 1,
        Step::Before => at..at,
        Step::After => at + 1..at + 1,
    };
    lines.splice(range, new);
}
