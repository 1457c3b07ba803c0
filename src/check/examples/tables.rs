//! Tables of an example: the roles of their columns, and examples by rows with their results.
//!
//! Reports: E0217, E0220, E0303, E0305, and findings of questions and expressions.

use super::{Setting, binding, choose, condition, end_scope, shown_faces};
use crate::Checker;
use crate::scope::Scope;
use sandtable_ask::Binding;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Answers, Case, CaseCell, FactId, Question, Type};
use sandtable_source::Spanned;
use sandtable_syntax::ast::{self, Binary, CellItem, ExprKind, Order};
use sandtable_syntax::{
    CaseHead, parse_case_choices, parse_case_dice, parse_case_given, parse_case_head,
    parse_case_question, parse_case_value,
};

/// The most cells of one table.
const MOST_CELLS: usize = 4096;

/// A table with the step that it belongs to.
pub(super) struct Drawn<'d> {
    pub(super) table: &'d Spanned<ast::CaseTable>,
    pub(super) run: &'d Spanned<String>,
    pub(super) setting: &'d Setting<'d>,
    /// Bindings of the step.
    pub(super) own: &'d [Binding],
    /// The answers of the step.
    pub(super) answers: &'d Answers,
    /// Facts that are asked for.
    pub(super) judged: &'d [FactId],
}

/// Role of a column.
pub(super) enum Column {
    /// Key: each row binds it to a value.
    Key {
        place: Vec<Spanned<String>>,
        about: Vec<Spanned<String>>,
    },
    /// Faces of the dice for each row.
    Dice,
    /// Choices for each row.
    Choices,
    /// This is given for all of the column.
    Given(Vec<Binding>),
    /// Chances of what the rows say.
    Chance,
    /// The heading is a result of the rule.
    Outcome(Spanned<ast::Cell>),
    /// Its heading is a value, or a condition.
    Asked(ast::Expr),
}

/// Returns the bindings of the first rows of a step's tables, so that the step can be checked without its tables.
pub(super) fn keys(
    checker: &mut Checker<'_>,
    step: &ast::ExampleStep,
    run: &Spanned<String>,
) -> Vec<Binding> {
    let mut keys: Vec<Binding> = step.given.iter().map(binding).collect();
    let n_given = keys.len();
    for table in &step.tables {
        let [head, first, ..] = table.value.rows.as_slice() else {
            continue;
        };
        for (head, cell) in head.iter().zip(first) {
            let given = match key(checker, run, head) {
                Some((place, about)) => {
                    let before = checker.diagnostics.clone();
                    let value = parse_case_given(cell, checker.diagnostics);
                    // The row itself reports it.
                    *checker.diagnostics = before;
                    value
                        .map(|value| Binding {
                            place,
                            about,
                            value,
                        })
                        .into_iter()
                        .collect()
                }
                None => match parse_case_head(head) {
                    Some(CaseHead::Given(given)) if is_given(checker, run, &given) => {
                        given.iter().map(binding).collect()
                    }
                    Some(CaseHead::Given(_) | CaseHead::Path { .. }) | None => Vec::new(),
                },
            };
            for given in given {
                if !keys.iter().any(|known| is_same(known, &given)) {
                    keys.push(given);
                }
            }
        }
    }
    keys.split_off(n_given)
}

/// Whether two bindings are about the same.
fn is_same(one: &Binding, other: &Binding) -> bool {
    one.place == other.place && one.about == other.about
}

/// Whether a heading gives values rather than being a condition: every name can be given as a whole.
fn is_given(checker: &Checker<'_>, run: &Spanned<String>, given: &[ast::Given]) -> bool {
    given.iter().all(|given| match given.place.as_slice() {
        [only] => is_giveable(checker, run, &only.value),
        _ => false,
    })
}

/// Whether a single name is a parameter of the rule, a fact or an option.
fn is_giveable(checker: &Checker<'_>, run: &Spanned<String>, name: &str) -> bool {
    let book = &checker.book;
    let phases = || {
        let mut phases = book.phases().filter(|(_, naming)| naming.name == run.value);
        phases
            .next()
            .map(|(id, _)| sandtable_model::Entry::Procedure(id))
    };
    let entry = book.find_entry(&run.value).or_else(phases);
    let parameters = entry
        .map(|entry| book.parameters(entry))
        .unwrap_or_default();
    parameters.iter().any(|known| known.name == name)
        || book.facts.iter().any(|fact| fact.naming.name == name)
        || book.options.iter().any(|option| option.naming.name == name)
}

type Path = (Vec<Spanned<String>>, Vec<Spanned<String>>);

/// Returns the path that the rows of a column bind, if they bind one.
fn key(checker: &Checker<'_>, run: &Spanned<String>, head: &Spanned<String>) -> Option<Path> {
    if is_giveable(checker, run, &head.value) {
        return Some((vec![head.clone()], Vec::new()));
    }
    match parse_case_head(head)? {
        CaseHead::Path { place, about } => Some((place, about)),
        CaseHead::Given(_) => None,
    }
}

impl Drawn<'_> {
    pub(super) fn rows(&self) -> (&[Spanned<String>], &[Vec<Spanned<String>>]) {
        match self.table.value.rows.split_first() {
            Some((head, rows)) => (head, rows),
            None => (&[], &[]),
        }
    }

    /// Returns the bindings of the step, overridden by `others`.
    fn given(&self, others: Vec<Binding>) -> Vec<Binding> {
        let is_free = |own: &&Binding| !others.iter().any(|other| is_same(own, other));
        let own: Vec<Binding> = self.own.iter().filter(is_free).cloned().collect();
        own.into_iter().chain(others).collect()
    }

    pub(super) fn ask(&self, checker: &mut Checker<'_>, given: Vec<Binding>) -> Option<Question> {
        let question = self.setting.ask(checker, self.run, &self.given(given))?;
        Some(Question {
            judged: self.judged.to_vec(),
            ..question
        })
    }

    pub(super) fn scope<'c, 'a>(
        &self,
        checker: &'c mut Checker<'a>,
        question: &Question,
    ) -> Scope<'c, 'a> {
        let citations = self.setting.citations.clone();
        end_scope(
            checker,
            &self.run.value,
            question,
            citations,
            self.setting.span,
        )
    }

    /// The columns; `None` if a heading cannot be read.
    pub(super) fn columns(
        &self,
        checker: &mut Checker<'_>,
        with_odds: bool,
    ) -> Option<Vec<Column>> {
        let of = match &self.table.value.sort {
            ast::CaseSort::Odds { of, .. } => of.is_some(),
            ast::CaseSort::Cases => false,
        };
        let (heads, rows) = self.rows();
        if heads.len() * rows.len() > MOST_CELLS {
            let message = format!("a table of an example has at most {MOST_CELLS} cells");
            let finding = Diagnostic::new(Code::TooMany, message).label(self.table.span, "");
            checker
                .diagnostics
                .push(finding.help("split it into several tables"));
            return None;
        }
        let mut columns = Vec::new();
        // Whether the rows say what the chances are of.
        let mut by_rows = of;
        for head in heads {
            let column = match (key(checker, self.run, head), head.value.as_str()) {
                (Some((place, about)), _) => Column::Key { place, about },
                (None, "dice") if !with_odds => Column::Dice,
                (None, "choices") if !with_odds => Column::Choices,
                (None, "chance") if with_odds && by_rows => Column::Chance,
                (None, _) => match parse_case_head(head) {
                    Some(CaseHead::Given(given)) if with_odds && by_rows => {
                        Column::Given(given.iter().map(binding).collect())
                    }
                    _ if with_odds && of => {
                        checker.diagnostics.push(bad_head(
                            head,
                            "this heading gives no value to the question",
                            "write the value of this column: `range = 5`; or name the key of its \
                             rows",
                        ));
                        return None;
                    }
                    _ => self.asked(checker, head, with_odds)?,
                },
            };
            by_rows |=
                matches!(column, Column::Asked(_)) && with_odds && self.is_value(checker, head);
            columns.push(column);
        }
        Some(columns)
    }

    /// Whether a heading is a value that is no condition: the rows then say which value.
    fn is_value(&self, checker: &mut Checker<'_>, head: &Spanned<String>) -> bool {
        let before = (checker.diagnostics.clone(), checker.references.len());
        let given = self.first_row(checker);
        let question = self.setting.ask(checker, self.run, &self.given(given));
        let asked = parse_case_question(head, checker.diagnostics);
        let is_value = question.zip(asked).is_some_and(|(question, asked)| {
            let built = self.scope(checker, &question).expr(&asked, None);
            !matches!(built.ty, Type::Flag | Type::Unknown)
        });
        *checker.diagnostics = before.0;
        checker.references.truncate(before.1);
        is_value
    }

    /// Returns the bindings of the first row.
    fn first_row(&self, checker: &mut Checker<'_>) -> Vec<Binding> {
        let (heads, rows) = self.rows();
        let Some(first) = rows.first() else {
            return Vec::new();
        };
        let mut given = Vec::new();
        for (head, cell) in heads.iter().zip(first) {
            if let Some((place, about)) = key(checker, self.run, head) {
                let value = parse_case_given(cell, checker.diagnostics);
                given.extend(value.map(|value| Binding {
                    place,
                    about,
                    value,
                }));
            }
        }
        given
    }

    /// A column that asks for something.
    fn asked(
        &self,
        checker: &mut Checker<'_>,
        head: &Spanned<String>,
        with_odds: bool,
    ) -> Option<Column> {
        if with_odds && let Some(values) = self.outcome(checker, head) {
            return Some(Column::Outcome(values));
        }
        if head.value.is_empty() {
            checker.diagnostics.push(bad_head(
                head,
                "this column has no heading",
                "write the value that it gives or expects",
            ));
            return None;
        }
        Some(Column::Asked(parse_case_question(
            head,
            checker.diagnostics,
        )?))
    }

    /// Reads a heading that is a result of the rule: `hit`, `3`, `4+`.
    fn outcome(
        &self,
        checker: &mut Checker<'_>,
        head: &Spanned<String>,
    ) -> Option<Spanned<ast::Cell>> {
        let before = (checker.diagnostics.clone(), checker.references.len());
        let given = self.first_row(checker);
        let question = self.setting.ask(checker, self.run, &self.given(given));
        let values = parse_case_value(head, checker.diagnostics);
        *checker.diagnostics = before.0;
        checker.references.truncate(before.1);
        let (ty, values) = (question?.entry.ty, values?);
        let book = &checker.book;
        let is_word = |word: &str| {
            let words = sandtable_model::words_of(book, ty);
            words.iter().any(|known| known == word)
        };
        let is_of_it = |item: &CellItem| match (item, ty) {
            (CellItem::Number(_) | CellItem::Numbers { .. }, Type::Number(_)) => true,
            (CellItem::Number(number), _) => is_word(&number.to_string()),
            (CellItem::Numbers { .. }, _) => item.as_word().is_some_and(|word| is_word(&word)),
            (CellItem::Word(word), _) => is_word(word),
            (CellItem::Words { low, high }, _) => {
                [low, high].into_iter().flatten().all(|word| is_word(word))
            }
            (CellItem::Dash, _) => true,
            (CellItem::Any, _) => false,
        };
        (!values.value.is_empty() && values.value.iter().all(is_of_it)).then_some(values)
    }

    /// Returns the bindings of a row; `None` if a cell cannot be read.
    pub(super) fn row_given(
        &self,
        checker: &mut Checker<'_>,
        columns: &[Column],
        row: &[Spanned<String>],
    ) -> Option<Vec<Binding>> {
        let mut given = Vec::new();
        for (column, cell) in columns.iter().zip(row) {
            if let Column::Key { place, about } = column
                && cell.value != "-"
            {
                given.push(Binding {
                    place: place.clone(),
                    about: about.clone(),
                    value: parse_case_given(cell, checker.diagnostics)?,
                });
            }
        }
        Some(given)
    }

    /// The rows of a table of cases.
    pub(super) fn cases(&self, checker: &mut Checker<'_>) -> Vec<Case> {
        let Some(columns) = self.columns(checker, false) else {
            return Vec::new();
        };
        if !columns
            .iter()
            .any(|column| matches!(column, Column::Asked(_)))
        {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::ExampleIncomplete,
                    "these examples expect nothing, so they can never fail",
                )
                .label(self.table.span, "")
                .help("add a column with a value at the end: `to-hit`, `target.hits`, `refused`"),
            );
        }
        let (_, rows) = self.rows();
        let mut cases = Vec::new();
        for row in rows {
            let n_references = checker.references.len();
            cases.extend(self.case(checker, &columns, row));
            if !cases.is_empty() && cases.len() > 1 {
                // The headings have been referred to by the first row.
                checker.references.truncate(n_references);
            }
        }
        cases
    }

    fn case(
        &self,
        checker: &mut Checker<'_>,
        columns: &[Column],
        row: &[Spanned<String>],
    ) -> Option<Case> {
        let given = self.row_given(checker, columns, row)?;
        let mut answers = self.answers.clone();
        for (column, cell) in columns.iter().zip(row) {
            match column {
                Column::Dice if !matches!(cell.value.as_str(), "" | "-") => {
                    let dice = parse_case_dice(cell, checker.diagnostics)?;
                    answers.dice = Some(Spanned::new(shown_faces(&dice), cell.span));
                }
                Column::Choices if !matches!(cell.value.as_str(), "" | "-") => {
                    let choices = parse_case_choices(cell, checker.diagnostics)?;
                    choose(&mut answers, Some(&choices));
                }
                Column::Dice
                | Column::Choices
                | Column::Key { .. }
                | Column::Given(_)
                | Column::Chance
                | Column::Outcome(_)
                | Column::Asked(_) => {}
            }
        }
        let question = self.ask(checker, given)?;
        let mut scope = self.scope(checker, &question);
        let mut cells = Vec::new();
        for (column, cell) in columns.iter().zip(row) {
            let Column::Asked(asked) = column else {
                continue;
            };
            if cell.value.is_empty() {
                continue;
            }
            let value = scope.expr(asked, None);
            let Some(written) = is_in_cell(scope.checker, (asked, value.ty), cell)? else {
                continue;
            };
            let holds = condition(&mut scope, &written);
            cells.push(CaseCell {
                value: Some(value),
                holds,
                span: cell.span,
            });
        }
        let span = row.first().zip(row.last());
        Some(Case {
            question,
            answers,
            cells,
            span: span.map_or(self.table.span, |(first, last)| first.span.to(last.span)),
        })
    }

    /// Builds the condition that the rule has such a result.
    pub(super) fn is_outcome(&self, values: &Spanned<ast::Cell>) -> Option<ast::Expr> {
        let run = ast::expr_of_name(&Spanned::new(self.run.value.clone(), values.span));
        is_value(&run, Type::Unknown, values)
    }
}

fn bad_head(head: &Spanned<String>, message: &str, cure: &str) -> Diagnostic {
    Diagnostic::new(Code::BadHeader, message)
        .label(head.span, "")
        .help(cure)
}

/// Reads a cell and returns the condition that a value is in it; `None` within if every value is. Of a value in halves, quarters or
/// eighths, the cell may be a fraction.
pub(super) fn is_in_cell(
    checker: &mut Checker<'_>,
    (value, ty): (&ast::Expr, Type),
    cell: &Spanned<String>,
) -> Option<Option<ast::Expr>> {
    if ty.parts().is_some() && cell.value.contains('/') {
        let right = parse_case_question(cell, checker.diagnostics)?;
        let compared = ExprKind::Compare {
            order: Order::Equal,
            left: value.clone(),
            right,
        };
        return Some(Some(Spanned::new(Box::new(compared), cell.span)));
    }
    let values = parse_case_value(cell, checker.diagnostics)?;
    for item in &values.value {
        checker.refers_to_item(cell.span, item, ty);
    }
    Some(is_value(value, ty, &values))
}

/// Returns the condition that a value is in a cell; `None` if every value is.
pub(super) fn is_value(
    value: &ast::Expr,
    ty: Type,
    values: &Spanned<ast::Cell>,
) -> Option<ast::Expr> {
    let span = values.span;
    let at = |kind: ExprKind| Spanned::new(Box::new(kind), span);
    let compare = |order: Order, right: ast::Expr| {
        at(ExprKind::Compare {
            order,
            left: value.clone(),
            right,
        })
    };
    let number = |number: i32| {
        let magnitude = at(ExprKind::Number {
            value: number.saturating_abs(),
            measure: None,
        });
        match number < 0 {
            true => at(ExprKind::Negate(magnitude)),
            false => magnitude,
        }
    };
    let is = |word: String| {
        at(ExprKind::Is {
            value: value.clone(),
            negated: false,
            words: vec![Spanned::new(word, span)],
        })
    };
    let named = |word: &str| at(ExprKind::Name(word.to_owned()));
    let both = |low: Option<ast::Expr>, high: Option<ast::Expr>| match (low, high) {
        (Some(left), Some(right)) => Some(at(ExprKind::Binary {
            op: Binary::And,
            left,
            right,
        })),
        (one, other) => one.or(other),
    };
    let has_words = matches!(ty, Type::Words(_) | Type::Face(_));
    let one = |item: &CellItem| match item {
        CellItem::Any => None,
        CellItem::Dash => Some(is("none".to_owned())),
        CellItem::Number(word) if has_words => Some(is(word.to_string())),
        CellItem::Number(known) => Some(compare(Order::Equal, number(*known))),
        CellItem::Numbers { .. } if has_words => item.as_word().map(is),
        CellItem::Numbers { low, high } => both(
            low.map(|low| compare(Order::GreaterOrEqual, number(low))),
            high.map(|high| compare(Order::LessOrEqual, number(high))),
        ),
        CellItem::Word(word) if ty == Type::Flag && word == "yes" => Some(value.clone()),
        CellItem::Word(word) if ty == Type::Flag && word == "no" => {
            Some(at(ExprKind::Not(value.clone())))
        }
        CellItem::Word(word) if matches!(ty, Type::Unit(_)) && word != "none" => {
            Some(compare(Order::Equal, named(word)))
        }
        CellItem::Word(word) => Some(is(word.clone())),
        CellItem::Words { low, high } => both(
            low.as_ref()
                .map(|low| compare(Order::GreaterOrEqual, named(low))),
            high.as_ref()
                .map(|high| compare(Order::LessOrEqual, named(high))),
        ),
    };
    let mut all = values
        .value
        .iter()
        .map(one)
        .collect::<Option<Vec<_>>>()?
        .into_iter();
    let first = all.next()?;
    Some(all.fold(first, |left, right| {
        at(ExprKind::Binary {
            op: Binary::Or,
            left,
            right,
        })
    }))
}
