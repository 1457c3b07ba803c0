//! Reading what a variant does to its base, block by block.

use super::{Reader, lines_of};
use crate::ast::{Amend, Amendment, Block, Quoted, Step, Variant};
use crate::build::{self, StepsLine};
use crate::grammar::Rule;
use crate::layout::Line;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Spanned;

/// Sorts of declarations that `amend` and `remove` can name.
pub(crate) const AMENDABLE: [&str; 18] = [
    "action",
    "die",
    "fact",
    "formula",
    "kind",
    "modifiers",
    "option",
    "policy",
    "reaction",
    "roll",
    "scale",
    "sequence",
    "table",
    "trigger",
    "unit",
    "value",
    "window",
    "words",
];

impl Reader<'_> {
    /// The lines below `variant`.
    pub(super) fn variant(&mut self, variant: &mut Variant, line: &Line) {
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            if let Some(node) = self.line(Rule::variant_line, below) {
                match build::variant_line(&node) {
                    Ok(index) => variant.index = Some(index),
                    Err(after) => variant.after.extend(after),
                }
            }
            self.align_below(below, &mut rest);
        }
    }

    /// The sort of declaration that `remove` names.
    pub(super) fn known_sort(&mut self, sort: &Spanned<String>) -> bool {
        let is_known = AMENDABLE.contains(&sort.value.as_str());
        if !is_known {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::UnknownDeclaration,
                    format!("`{}` is not a kind of declaration", sort.value),
                )
                .label(sort.span, "")
                .suggest(&sort.value, AMENDABLE)
                .help("write the keyword and the name, as in `amend table needed`"),
            );
        }
        is_known
    }

    /// The lines below `amend`.
    pub(super) fn amend(&mut self, amend: &mut Amend, line: &Line) {
        if !self.known_sort(&amend.sort) {
            return;
        }
        let sort = amend.sort.value.as_str();
        let what = match sort {
            "scale" | "words" | "die" | "fact" | "option" | "window" => {
                self.whole_only(amend);
                return;
            }
            "table" => "`replace row 4-6 | …`, `add row …` or `remove row …`",
            "modifiers" => {
                "`add -1 if … \"label\"`, `replace \"label\" with …` or `remove \"label\"`"
            }
            "kind" => "`add …`, `replace …` or `remove …` and a line of the kind",
            "unit" => "its stats, like `armour = 4`",
            _ => "`replace line …`, `add after line …`, `add at start`",
        };
        self.must_have_block(line, what);
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            let read = match sort {
                "table" => self.line(Rule::amend_table_line, below).and_then(|node| {
                    self.built(below, |found| build::amend_table_line(&node, found))
                }),
                "modifiers" => self
                    .line(Rule::amend_modifiers_line, below)
                    .and_then(|node| {
                        self.built(below, |found| build::amend_modifiers_line(&node, found))
                    }),
                "kind" => self.line(Rule::amend_kind_line, below).and_then(|node| {
                    self.built(below, |found| build::amend_kind_line(&node, found))
                }),
                "unit" => self.line(Rule::amend_unit_line, below).and_then(|node| {
                    self.built(below, |found| build::amend_unit_line(&node, found))
                }),
                _ => {
                    let read = self.amend_steps(below);
                    amend
                        .lines
                        .extend(read.map(|read| Spanned::new(read, self.span(below))));
                    continue;
                }
            };
            self.align_below(below, &mut rest);
            amend
                .lines
                .extend(read.map(|read| Spanned::new(read, self.span(below))));
        }
    }

    fn whole_only(&mut self, amend: &Amend) {
        let (sort, name) = (&amend.sort.value, &amend.name.value);
        self.diagnostics.push(
            Diagnostic::new(
                Code::NotAllowedHere,
                format!("a {sort} cannot be amended line by line"),
            )
            .label(amend.sort.span, "")
            .help(format!(
                "replace it as a whole: `replace {sort} {name} …`, copied from the base, with \
                 your changes"
            )),
        );
    }

    /// Reads a line about the steps of a rule, with the lines below it.
    fn amend_steps(&mut self, line: &Line) -> Option<Amendment> {
        let node = self.line(Rule::amend_steps_line, line)?;
        let span = self.span(line);
        let read = self.built(line, |found| build::amend_steps_line(&node, span, found))?;
        let (step, quoted, arms) = match read {
            StepsLine::AtStart => return Some(Amendment::AtStart(self.new_lines(line))),
            StepsLine::AtEnd => return Some(Amendment::AtEnd(self.new_lines(line))),
            StepsLine::Statement(step, head) => {
                let quoted = self.quoted(*head, line)?;
                (step, quoted, Vec::new())
            }
            StepsLine::Arm(step, arm) => {
                let quoted = Spanned::new(arm, span);
                let arms = match step {
                    Step::Remove => Vec::new(),
                    Step::Replace | Step::Before | Step::After => self.arms(line),
                };
                (step, Quoted::Arm(quoted), arms)
            }
        };
        let body = match (step, &quoted) {
            (Step::Remove, _) => {
                self.nothing_below(line);
                Vec::new()
            }
            (_, Quoted::Arm(_)) => Vec::new(),
            (_, Quoted::Statement(_)) => self.new_lines(line),
        };
        Some(Amendment::Line {
            step,
            line: quoted,
            body,
            arms,
        })
    }

    fn new_lines(&mut self, line: &Line) -> Block {
        self.must_have_block(line, "the new lines");
        self.statements(&line.block)
    }

    /// A line of the base: the block below it belongs to the variant, not to the line.
    fn quoted(&mut self, head: build::Head, line: &Line) -> Option<Quoted> {
        let alone = Line {
            start: line.start,
            end: line.end,
            block: Vec::new(),
            sound: true,
        };
        let mut block = Vec::new();
        self.is_quoting = true;
        self.read_statement(head, &alone, &mut block, &mut Vec::new(), false);
        self.is_quoting = false;
        block
            .pop()
            .map(|statement| Quoted::Statement(Box::new(statement)))
    }
}
