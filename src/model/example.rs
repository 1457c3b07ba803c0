//! Worked examples of a rulebook, and printed odds.

use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Event;

use super::{ChoiceCondition, Expr, Fraction, Question, WrittenChance};

/// A worked example.
#[derive(Debug, Clone)]
pub struct Example {
    /// Title of the example.
    pub title: String,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Span of its first line.
    pub span: Span,
    /// Steps in the order in which they run; at least one.
    pub steps: Vec<ExampleStep>,
}

/// One `run` of an example.
#[derive(Debug, Clone)]
pub struct ExampleStep {
    /// The name of the entry that is run.
    pub run: Spanned<String>,
    /// The question with everything that is given. For later steps without the state, which is the final state of the step before,
    /// except for values that are given here.
    pub question: Question,
    /// The answers that are given.
    pub answers: Answers,
    /// Expectations at the end of the step.
    pub expects: Vec<Spanned<Expected>>,
    /// Conditions with their exact chances; `None` for a chance that is written as `?`.
    pub odds: Vec<(Option<Expr>, Spanned<Option<WrittenChance>>)>,
    /// Cases that are drawn as tables; each is run by itself from the state before.
    pub cases: Vec<Case>,
    /// Chances that are drawn as tables.
    pub printed: Vec<PrintedOdds>,
}

/// The answers that an example gives to the questions of its run.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// The faces in the order in which they are rolled, as written.
    pub dice: Option<Spanned<Vec<ShownFace>>>,
    /// The choices in the order in which they are asked for, as written.
    pub choices: Option<Spanned<Vec<Spanned<String>>>>,
    /// Conditions of some of the choices.
    pub conditions: Vec<ChoiceCondition>,
    /// Whether further choices are made by highest worth.
    pub rest_by_policy: bool,
    /// Judgements of facts, in the order in which they are asked for.
    pub judged: Vec<Spanned<(String, i32)>>,
}

/// Face of a die, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFace {
    /// Label of the die: the purpose of its roll.
    pub label: Option<Spanned<String>>,
    /// The word or number of the face.
    pub face: Spanned<String>,
}

/// Expectation of a run.
#[derive(Debug, Clone)]
pub enum Expected {
    /// A condition that holds at the end.
    Holds(Expr),
    /// The run is refused.
    Refused,
    /// It is refused by the `needs` with this text.
    RefusedBy(String),
    /// An option of a choice is offered, or not.
    Offered {
        /// The title of the option.
        option: String,
        /// Whether the option must not be offered.
        negated: bool,
    },
    /// Rules that are used, and steps that are shown, in this order.
    Order(Vec<Spanned<Event>>),
}

/// A row of a table of cases.
#[derive(Debug, Clone)]
pub struct Case {
    /// The question with the values of the row.
    pub question: Question,
    /// The answers of the row, else of its step.
    pub answers: Answers,
    /// Its cells, each a condition at the end.
    pub cells: Vec<CaseCell>,
    /// Span of the row.
    pub span: Span,
}

/// A cell of a table of cases.
#[derive(Debug, Clone)]
pub struct CaseCell {
    /// The value that the cell states; `None` for whether the run is refused.
    pub value: Option<Expr>,
    /// The condition that the value is that of the cell.
    pub holds: Option<Expr>,
    /// Span of the cell.
    pub span: Span,
}

/// A table of chances as a book prints them.
#[derive(Debug, Clone)]
pub struct PrintedOdds {
    /// The questions of its cells.
    pub questions: Vec<Question>,
    /// Every cell with a chance.
    pub cells: Vec<PrintedChance>,
    /// Sets of cells that may be exhaustive, and then sum to 1.
    pub wholes: Vec<Whole>,
    /// Span of its first line.
    pub span: Span,
}

impl PrintedOdds {
    /// Adds the mutually exclusive cells of a row or column, if there are several.
    pub fn add_whole(&mut self, cells: Vec<usize>, name: &str, span: Span, is_all: bool) {
        if cells.len() > 1 {
            self.wholes.push(Whole {
                cells,
                name: name.to_owned(),
                span,
                is_all,
            });
        }
    }
}

/// Mutually exclusive cells of a table of chances.
#[derive(Debug, Clone)]
pub struct Whole {
    /// Indices of the cells.
    pub cells: Vec<usize>,
    /// `row` or `column`
    pub name: String,
    /// The heading of the column, or the first cell of the row.
    pub span: Span,
    /// Whether the cells are claimed to be exhaustive.
    pub is_all: bool,
}

/// A chance as a book prints it.
#[derive(Debug, Clone)]
pub struct PrintedChance {
    /// Index of its question.
    pub question: usize,
    /// Expected condition; `None` for a refusal.
    pub condition: Option<Expr>,
    /// The number as printed.
    pub number: Printed,
    /// Span of the cell.
    pub span: Span,
}

/// A number from 0 to 1 as printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printed {
    /// `7/36`, exactly.
    Fraction(Fraction),
    /// Number of parts and their total: `7` in a table of 36ths, exactly.
    Parts(u64, u64),
    /// `13.9%`: all digits as one number, and how many are after the point.
    Percent(u64, u32),
    /// `.139` or `0.139`: all digits as one number, how many are after the point, and whether none is before it.
    Decimal(u64, u32, bool),
}
