//! Worked examples of a rulebook, and printed odds.

use sandtable_source::{Span, Spanned};

use super::{Expr, Fraction, Question};

/// A worked case.
#[derive(Debug, Clone)]
pub struct Example {
    /// The value it shows.
    pub title: String,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Its first line.
    pub span: Span,
    /// Steps in the order in which they run; at least one.
    pub steps: Vec<ExampleStep>,
}

/// One `run` of an example.
#[derive(Debug, Clone)]
pub struct ExampleStep {
    /// The name of what is run.
    pub run: Spanned<String>,
    /// A question with everything that is given. Of a later step the state is left out: it is that in which the step before
    /// ends, but for what is given here.
    pub question: Question,
    /// The answers that are given.
    pub answers: Answers,
    /// Expectations at the end of the step.
    pub expects: Vec<Spanned<Expected>>,
    /// Conditions and their exact chances; `None` where the chance is still to be worked out.
    pub odds: Vec<(Option<Expr>, Spanned<Option<Fraction>>)>,
    /// Cases that are drawn as tables; each is run by itself from the state before.
    pub cases: Vec<Case>,
    /// Chances that are drawn as tables.
    pub printed: Vec<PrintedOdds>,
}

/// The answers that an example gives to what its run asks.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// The faces in the order they are thrown, as written.
    pub dice: Option<Spanned<Vec<ShownFace>>>,
    /// The choices in the order in which they are asked for, as written.
    pub choices: Option<Spanned<Vec<Spanned<String>>>>,
    /// All further choices are made by what they are worth.
    pub rest_by_policy: bool,
    /// Judgements of facts, in the order in which they are asked for.
    pub judged: Vec<Spanned<(String, i32)>>,
}

/// Face of a die, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFace {
    /// Label of the die: the purpose of its roll.
    pub label: Option<Spanned<String>>,
    /// The face.
    pub face: Spanned<String>,
}

/// Expectation of a run.
#[derive(Debug, Clone)]
pub enum Expected {
    /// A condition that holds at the end.
    Holds(Expr),
    /// It is refused.
    Refused,
    /// It is refused by the `needs` with this text.
    RefusedBy(String),
    /// An option of a choice is offered, or not.
    Offered {
        /// The title of the option.
        option: String,
        /// It is not offered.
        negated: bool,
    },
    /// Rules are used, and steps are shown, in this order.
    Order(Vec<Spanned<String>>),
}

/// A row of a table of cases.
#[derive(Debug, Clone)]
pub struct Case {
    /// With what the row gives.
    pub question: Question,
    /// The answers of the row, else of its step.
    pub answers: Answers,
    /// Its cells: each a condition at the end.
    pub cells: Vec<CaseCell>,
    /// Its line.
    pub span: Span,
}

/// A cell of a table of cases.
#[derive(Debug, Clone)]
pub struct CaseCell {
    /// The value that the cell is about; `None` for whether it is refused.
    pub value: Option<Expr>,
    /// Whether the value is what the cell says.
    pub holds: Option<Expr>,
    /// The cell.
    pub span: Span,
}

/// A table of chances as a book prints them.
#[derive(Debug, Clone)]
pub struct PrintedOdds {
    /// The situations of its cells.
    pub questions: Vec<Question>,
    /// Every cell with a chance.
    pub cells: Vec<PrintedChance>,
    /// Cells that can be all that can happen, and then add up to 1.
    pub wholes: Vec<Whole>,
    /// Its first line.
    pub span: Span,
}

impl PrintedOdds {
    /// Adds the cells of a row or column that exclude each other, if there are several.
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

/// Cells of a table of chances that exclude each other.
#[derive(Debug, Clone)]
pub struct Whole {
    /// Their numbers.
    pub cells: Vec<usize>,
    /// `row` or `column`
    pub name: String,
    /// The heading of the column, or the first cell of the row.
    pub span: Span,
    /// They claim to be all that can happen.
    pub is_all: bool,
}

/// A chance as a book prints it.
#[derive(Debug, Clone)]
pub struct PrintedChance {
    /// The number of its situation.
    pub question: usize,
    /// Expected condition; `None` for a refusal.
    pub condition: Option<Expr>,
    /// The number.
    pub number: Printed,
    /// The cell.
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
    /// `.139` or `0.139`, likewise, and whether no digit is before the point.
    Decimal(u64, u32, bool),
}
