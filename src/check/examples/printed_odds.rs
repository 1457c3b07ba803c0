//! Tables of an example with chances as a book prints them.
//!
//! Reports: E0220, E0303, and findings of questions and expressions.

use super::condition;
use super::tables::{Column, Drawn, is_in_cell};
use crate::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Fraction, Printed, PrintedChance, PrintedOdds, Question};
use sandtable_source::Spanned;
use sandtable_syntax::ast;

impl Drawn<'_> {
    /// Checks a table of chances.
    pub(super) fn printed(
        &self,
        checker: &mut Checker<'_>,
        of: Option<&ast::Expr>,
        parts: Option<&Spanned<u64>>,
    ) -> Option<PrintedOdds> {
        let columns = self.columns(checker, true)?;
        let mut printed = PrintedOdds {
            questions: Vec::new(),
            cells: Vec::new(),
            wholes: Vec::new(),
            span: self.table.span,
        };
        let (heads, rows) = self.rows();
        // Of each column with chances, the numbers of its cells.
        let mut by_column: Vec<Vec<usize>> = vec![Vec::new(); columns.len()];
        let by_rows = columns
            .iter()
            .position(|column| matches!(column, Column::Asked(_)));
        let by_rows = by_rows.filter(|_| {
            let is_chance = |column: &Column| matches!(column, Column::Chance | Column::Given(_));
            columns.iter().any(is_chance)
        });
        for (number, row) in rows.iter().enumerate() {
            let n_references = checker.references.len();
            let given = self.row_given(checker, &columns, row)?;
            let row_question = self.ask(checker, given.clone())?;
            let row_at = printed.questions.len();
            printed.questions.push(row_question);
            let mut outcomes = Vec::new();
            for (at, (column, cell)) in columns.iter().zip(row).enumerate() {
                let asked = match column {
                    Column::Key { .. } | Column::Dice | Column::Choices => continue,
                    Column::Asked(_) if by_rows == Some(at) => continue,
                    Column::Given(more) => {
                        let all = given.iter().chain(more).cloned().collect();
                        let question = self.ask(checker, all)?;
                        printed.questions.push(question);
                        None
                    }
                    Column::Chance => None,
                    Column::Outcome(values) => Some(self.is_outcome(values)),
                    Column::Asked(asked) => Some(Some(asked.clone())),
                };
                let question_at = if let Column::Given(_) = column {
                    printed.questions.len() - 1
                } else {
                    row_at
                };
                let Some(number) = read_chance(cell, parts, checker) else {
                    continue;
                };
                let written = match asked {
                    Some(written) => written,
                    None => self.by_row(checker, of, &columns, by_rows, row, &printed.questions)?,
                };
                let Some(written) = written else { continue };
                let question = printed.questions.get(question_at)?.clone();
                let mut scope = self.scope(checker, &question);
                scope.has_many_runs = true;
                let condition = condition(&mut scope, &written);
                let place = printed.cells.len();
                printed.cells.push(PrintedChance {
                    question: question_at,
                    condition,
                    number,
                    span: cell.span,
                });
                if matches!(column, Column::Outcome(_)) {
                    outcomes.push(place);
                }
                if let Some(column) = by_column.get_mut(at) {
                    column.push(place);
                }
            }
            let span = row.first().map_or(self.table.span, |first| first.span);
            printed.add_whole(outcomes, "row", span, false);
            if number > 0 {
                checker.references.truncate(n_references);
            }
        }
        // Several rows such as `4+` are cumulative chances, which need not sum to 1.
        let n_open = rows.iter().filter(|row| {
            let cell = by_rows.and_then(|at| row.get(at));
            cell.is_some_and(|cell| cell.value.ends_with('+') || cell.value.contains(" or "))
        });
        let is_cumulative = n_open.count() > 1;
        if by_rows.is_some() && !is_cumulative {
            for (head, cells) in heads.iter().zip(by_column) {
                printed.add_whole(cells, "column", head.span, true);
            }
        }
        if printed.cells.is_empty() {
            self.report_no_chances(checker);
        }
        Some(printed)
    }

    fn report_no_chances(&self, checker: &mut Checker<'_>) {
        checker.diagnostics.push(
            Diagnostic::new(Code::ExampleIncomplete, "this table has no chances")
                .label(self.table.span, "")
                .help(
                    "add a column for each result: `hit`, `3`, `target.hits = 1`; or name a \
                    value whose results are the rows, and a column `chance`",
                ),
        );
    }

    /// Builds the condition of the chances of a row.
    #[expect(
        clippy::option_option,
        reason = "the outer one says whether to go on, the inner one whether the cell says anything"
    )]
    fn by_row(
        &self,
        checker: &mut Checker<'_>,
        of: Option<&ast::Expr>,
        columns: &[Column],
        by_rows: Option<usize>,
        row: &[Spanned<String>],
        questions: &[Question],
    ) -> Option<Option<ast::Expr>> {
        if let Some(of) = of {
            return Some(Some(of.clone()));
        }
        let at = by_rows?;
        let (Column::Asked(asked), cell) = (columns.get(at)?, row.get(at)?) else {
            return None;
        };
        let question = questions.last()?.clone();
        let ty = self.scope(checker, &question).expr(asked, None).ty;
        is_in_cell(checker, (asked, ty), cell)
    }
}

/// Reads a chance as printed: `None` for an empty cell, 0 for `-`.
fn read_chance(
    cell: &Spanned<String>,
    parts: Option<&Spanned<u64>>,
    checker: &mut Checker<'_>,
) -> Option<Printed> {
    let text = cell.value.as_str();
    if text.is_empty() {
        return None;
    }
    let read = match text {
        "-" => Some(Printed::Fraction(Fraction {
            numerator: 0,
            denominator: 1,
        })),
        _ => parse_chance(text, parts.map(|parts| parts.value)),
    };
    if read.is_none() {
        let help = match parts {
            Some(_) => "write a number of parts, like `7`, or a fraction, like `7/36`",
            None => {
                "write a percentage, `13.9%`, a fraction, `5/36`, or a decimal, `.139`; for whole \
                 numbers declare the whole: `odds in 36ths`"
            }
        };
        checker.diagnostics.push(
            Diagnostic::new(Code::BadCell, format!("`{text}` is not a chance"))
                .label(cell.span, "")
                .help(help),
        );
    }
    read
}

/// Parses a chance; a whole number is a number of parts.
fn parse_chance(text: &str, parts: Option<u64>) -> Option<Printed> {
    let number = |text: &str| -> Option<(u64, u32)> {
        let (whole, behind) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
        let n_behind = u32::try_from(behind.len()).ok().filter(|n| *n <= 15)?;
        let is_number =
            is_digits(whole) && is_digits(behind) && !(whole.is_empty() && behind.is_empty());
        let digits = is_number.then(|| format!("{whole}{behind}").parse().ok())??;
        let one = 10_u64.pow(n_behind);
        (digits <= one.saturating_mul(100)).then_some((digits, n_behind))
    };
    if let Some(percent) = text.strip_suffix('%') {
        let (digits, n_behind) = number(percent.trim_end())?;
        return Some(Printed::Percent(digits, n_behind));
    }
    if let Some((above, below)) = text.split_once('/') {
        let (numerator, denominator) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
        return (denominator > 0 && numerator <= denominator).then_some(Printed::Fraction(
            Fraction {
                numerator,
                denominator,
            },
        ));
    }
    let (digits, n_behind) = number(text)?;
    match (n_behind, parts) {
        (0, Some(parts)) => (digits <= parts).then_some(Printed::Parts(digits, parts)),
        (0, None) => (digits <= 1).then_some(Printed::Decimal(digits, 0, false)),
        _ => (digits <= 10_u64.pow(n_behind)).then_some(Printed::Decimal(
            digits,
            n_behind,
            text.starts_with('.'),
        )),
    }
}
