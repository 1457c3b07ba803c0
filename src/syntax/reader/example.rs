//! Examples: their lines, step by step, and the tables below them.
//!
//! Reports: E0109, E0108, E0202, E0206.

use super::{Reader, lines_of};
use crate::ast::{self, CaseTable, ExampleStep};
use crate::build::{self, ExampleLine};
use crate::grammar::Rule;
use crate::layout::Line;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Spanned;

impl Reader<'_> {
    pub(super) fn read_example(&mut self, example: &mut ast::Example, line: &Line) {
        let mut read = Vec::new();
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            let node = self.line(Rule::example_line, below);
            let built =
                node.and_then(|node| self.built(below, |found| build::example_line(&node, found)));
            let Some(built) = built else {
                continue;
            };
            if !matches!(built, ExampleLine::Table(_)) {
                self.align_below(below, &mut rest);
            }
            read.push((built, below));
        }
        let is_run = |line: &ExampleLine| matches!(line, ExampleLine::Run(_));
        let mut n_runs = read.iter().filter(|(line, _)| is_run(line)).count();
        let has_steps = n_runs > 1;
        let mut step = ExampleStep::default();
        // The values that are given for the next step.
        let mut next = ExampleStep::default();
        let mut has_results = false;
        for (built, below) in read {
            let is_given = matches!(built, ExampleLine::Given(_) | ExampleLine::Options(_));
            if is_given && has_steps && step.run.is_some() && (n_runs == 0 || !has_results) {
                self.between_runs(below, n_runs > 0);
            }
            let is_of_next = is_given && step.run.is_some() && n_runs > 0;
            match built {
                ExampleLine::Map(map) => self.once(&mut example.map, map, below),
                ExampleLine::Units(units) => example.units.extend(units),
                ExampleLine::Given(given) => match is_of_next {
                    true => next.given.extend(given),
                    false => step.given.extend(given),
                },
                ExampleLine::Options(options) => match is_of_next {
                    true => next.options.extend(options),
                    false => step.options.extend(options),
                },
                ExampleLine::Run(name) => {
                    if step.run.is_some() {
                        let done = std::mem::replace(&mut step, std::mem::take(&mut next));
                        example.steps.push(done);
                    }
                    n_runs -= 1;
                    step.run = Some(name);
                    has_results = false;
                    continue;
                }
                ExampleLine::Dice(dice) => self.once(&mut step.dice, dice, below),
                ExampleLine::Choices(choices) => self.once(&mut step.choices, choices, below),
                ExampleLine::Judged(judged) => step.judged.extend(judged),
                ExampleLine::Expect(expects) => step.expects.extend(expects),
                ExampleLine::Odds(condition, chance) => step.odds.push((condition, chance)),
                ExampleLine::Table(sort) => {
                    let table = self.cases(sort, below);
                    step.tables.extend(table);
                }
            }
            has_results |= !is_given;
        }
        example.steps.push(step);
    }

    /// Reports a line that could be meant for the step above or the one below.
    fn between_runs(&mut self, line: &Line, has_next: bool) {
        let message = match has_next {
            true => "this may belong to the `run` above or to the one below",
            false => "no `run` comes after this line",
        };
        self.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, message)
                .label(self.span(line), "")
                .help(match has_next {
                    true => {
                        "put it above the `run` that it belongs to; first write the `expect` lines \
                        of the `run` above"
                    }
                    false => "put it above the `run` that it belongs to",
                }),
        );
    }

    /// The rows of a table of chances or cases.
    fn cases(&mut self, sort: ast::CaseSort, line: &Line) -> Option<Spanned<CaseTable>> {
        self.must_have_block(
            line,
            match sort {
                ast::CaseSort::Odds { .. } => {
                    "its rows: `range | hit | miss` and `1 | 83.3% | 16.7%`"
                }
                ast::CaseSort::Cases => "its rows: `range | dice | to-hit` and `1 | 4 | hit`",
            },
        );
        if self.framed(&line.block) {
            return None;
        }
        let mut table = CaseTable {
            sort,
            rows: Vec::new(),
        };
        let mut is_ragged = false;
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            let span = self.span(below);
            let node = self.line(Rule::case_line, below);
            let Some(cells) =
                node.and_then(|node| self.built(below, |_| Some(build::case_cells(&node))))
            else {
                is_ragged = true;
                continue;
            };
            let header = table.rows.first().map_or(cells.len(), Vec::len);
            match cells.len() == header {
                true => table.rows.push(cells),
                false => {
                    is_ragged = true;
                    let first = line.block.first().map(|first| self.span(first));
                    self.ragged(span, cells.len(), header, first);
                }
            }
            self.align_below(below, &mut rest);
        }
        if table.rows.len() == 1 && !is_ragged {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBlock, "a table with a header and no rows")
                    .label(self.span(line), "")
                    .help("write its rows below the header"),
            );
        }
        let is_whole = !is_ragged && table.rows.len() > 1;
        is_whole.then(|| Spanned::new(table, self.span(line)))
    }
}
