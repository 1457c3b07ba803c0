//! People at the terminal: what has happened is told, questions are put, answers are read line by line.
#![expect(
    clippy::disallowed_methods,
    reason = "a journal is written and read where the player says"
)]

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::super::output::Output;
use super::super::roll::{sections, steps};
use super::of;
use crate::eval::explain::Step;
use crate::eval::why::{Inquiry, Reason};
use crate::eval::words::show;
use crate::ir::{Options, Shown, shown};
use crate::model::RuleBook;
use crate::source::{Span, Spanned};
use crate::syntax::ast::Literal;
use crate::tools::game::{Asked, Journal, People, Said};
use crate::tools::picture;
use crate::tools::render::WIDTH;
use crate::tools::tabletop::Tabletop;

/// More places than these are listed without numbers.
const N_LISTED: usize = 20;
/// So many in a line.
const PER_LINE: usize = 12;
/// So many lines.
const MOST_LINES: usize = 6;

/// People at the terminal.
pub(super) struct Terminal<'a> {
    pub(super) book: &'a RuleBook,
    /// Says why something cannot be chosen.
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) output: &'a Output,
    /// The board, if there is one.
    pub(super) table: Option<&'a Tabletop<'a>>,
    /// A line on it: from where, to where.
    pub(super) sight: Option<(String, String)>,
    /// The board is drawn before a question.
    pub(super) draws: bool,
    /// As it was drawn last.
    pub(super) drawn: String,
    pub(super) is_quiet: bool,
    pub(super) all: bool,
    /// Where the journal is kept.
    pub(super) journal: Option<&'a Path>,
    /// How many steps have been told.
    pub(super) n_told: usize,
}

impl Terminal<'_> {
    /// Draws the board as text.
    pub(super) fn draw(&mut self, state: &[i32]) {
        if let Some(table) = self.table {
            let picture = table.picture("", state, self.sight.as_ref());
            self.drawn = picture::text(&picture, WIDTH, self.output.style());
            self.output.text(&format!("\n{}", self.drawn));
        }
    }

    /// Draws the board if it has changed.
    fn draw_news(&mut self, state: &[i32]) {
        if let Some(table) = self.table {
            let picture = table.picture("", state, self.sight.as_ref());
            if self.drawn != picture::text(&picture, WIDTH, self.output.style()) {
                self.draw(state);
                self.output.text("\n");
            }
        }
    }

    /// Writes a picture of the board into a file; says so and gives no if that cannot be done.
    pub(super) fn write(&self, path: &Path, title: &str, state: &[i32]) -> bool {
        let Some(table) = self.table else {
            return false;
        };
        let picture = table.picture(title, state, self.sight.as_ref());
        let written = fs::write(path, picture::svg(&picture));
        if let Err(error) = &written {
            let shown = path.display();
            self.output
                .aside(&format!("`{shown}` cannot be written: {error}\n"));
        }
        written.is_ok()
    }

    /// Tells what is new.
    pub(super) fn tell(&mut self, told: &[Step]) {
        let from = match self.n_told {
            usize::MAX => told.len(),
            n_told => n_told.min(told.len()),
        };
        if let Some(new) = told.get(from..)
            && !self.is_quiet
        {
            self.output.text(&steps(new, self.all));
        }
        self.n_told = told.len();
    }

    /// Why a word is no answer: what it means and cannot be, else what can be typed.
    fn why_not(&self, word: &str, asked: &Asked<'_>, answers: &[(String, i32)]) -> String {
        let Asked::Choice(wording, offer) = asked else {
            return no_answer(word);
        };
        let reasons = self.inquiry.not_offered(word, *wording, *offer);
        let head = match self.table {
            Some(table) if matches!(wording.decision.options, Options::Places(_)) => {
                let offered: Vec<String> = answers.iter().map(|(name, _)| name.clone()).collect();
                format!("{}\n", table.why_not(word, &offered))
            }
            Some(_) | None if reasons.is_empty() => no_answer(word),
            Some(_) | None => format!("`{word}` cannot be chosen\n"),
        };
        format!("{head}{}", in_lines(&reasons))
    }

    /// A line that a person types; `None` at the end of the input.
    fn line(&self, prompt: &str) -> Option<String> {
        self.output.text(prompt);
        let _ = io::stdout().flush();
        let mut line = String::new();
        let stdin = io::stdin();
        let n_read = stdin.lock().read_line(&mut line).unwrap_or(0);
        if !stdin.is_terminal() && n_read > 0 {
            // Typed ahead: what was answered is shown all the same.
            self.output.text(&line);
        }
        (n_read > 0).then(|| line.trim().to_owned())
    }
}

impl People for Terminal<'_> {
    fn ask(&mut self, asked: &Asked<'_>, told: &[Step]) -> Said {
        self.tell(told);
        if let Asked::Choice(_, offer) = asked
            && self.draws
        {
            self.draw_news(offer.state());
        }
        let (question, answers): (String, Vec<(String, i32)>) = match asked {
            Asked::Choice(wording, offer) => {
                let words = wording.allowed(*offer).into_iter();
                let answers = words.zip(offer.answers()).collect();
                (wording.decision.title.clone(), answers)
            }
            Asked::Fact(judgement, about) => {
                let fact = self.fact(&judgement.fact);
                let about = of(about);
                let title = fact.map_or("", |fact| fact.naming.shown());
                let values = fact.map_or_else(String::new, |fact| {
                    self.book.describe(fact.ty, fact.low, fact.high)
                });
                (format!("{title}{about}: {values}"), Vec::new())
            }
        };
        let is_place = matches!(asked, Asked::Choice(wording, _) if matches!(wording.decision.options, Options::Places(_)));
        let list = |answers: &[(String, i32)]| -> String {
            if is_place && answers.len() > N_LISTED {
                return in_short(answers);
            }
            let lines = (1..).zip(answers);
            lines
                .map(|(number, (word, _))| format!("  {number}  {word}\n"))
                .collect()
        };
        self.output.text(&format!("{question}\n{}", list(&answers)));
        loop {
            let Some(said) = self.line("> ") else {
                return Said::Leave;
            };
            match said.as_str() {
                "undo" => return Said::Undo,
                "leave" | "quit" => return Said::Leave,
                "?" | "" => self.output.text(&format!("{question}\n{}", list(&answers))),
                word => {
                    let value = match asked {
                        Asked::Fact(judgement, _) => self.fact_value(&judgement.fact, word),
                        Asked::Choice(wording, offer) => {
                            let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                            let by_number = number.and_then(|at| answers.get(at));
                            let by_word = wording.read(word, *offer);
                            by_word.or(by_number.map(|(_, value)| *value))
                        }
                    };
                    match (value, asked) {
                        (Some(value), _) => return Said::Answer(value),
                        (None, Asked::Choice(_, offer))
                            if word == "board" && self.table.is_some() =>
                        {
                            self.draw(offer.state());
                            self.output.text("\n");
                        }
                        (None, _) => {
                            let why = self.why_not(word, asked, &answers);
                            self.output.text(&why);
                        }
                    }
                }
            }
        }
    }

    fn keep(&mut self, journal: &Journal) {
        let Some(path) = self.journal else {
            return;
        };
        if let Err(error) = fs::write(path, journal.text()) {
            self.output
                .aside(&format!("the journal cannot be written: {error}\n"));
            // Said once.
            self.journal = None;
        }
    }

    fn fact_word(&self, fact: &str, value: i32) -> String {
        let Some(fact) = self.fact(fact) else {
            return value.to_string();
        };
        let shown = shown(self.book, fact.ty);
        if matches!(shown, Shown::Number(_)) {
            value.to_string()
        } else {
            show(value, &shown, &[])
        }
    }

    fn fact_value(&self, fact: &str, word: &str) -> Option<i32> {
        let fact = self.fact(fact)?;
        let literal = match word.parse::<i32>() {
            Ok(number) => Literal::Number(number),
            Err(_) => Literal::Word(word.to_owned()),
        };
        let literal = Spanned::new(literal, Span::nowhere());
        self.book.read_fact(fact, &literal).ok()
    }
}

impl Terminal<'_> {
    fn fact(&self, name: &str) -> Option<&crate::model::Fact> {
        let mut facts = self.book.facts.iter();
        facts.find(|fact| fact.naming.name == name)
    }
}

/// Many places: their names in a few lines, as far as there is room.
fn in_short(answers: &[(String, i32)]) -> String {
    let mut text = String::new();
    for line in answers.chunks(PER_LINE).take(MOST_LINES) {
        let names: Vec<&str> = line.iter().map(|(name, _)| name.as_str()).collect();
        text.push_str(&format!("  {}\n", names.join(" ")));
    }
    let n_left = answers.len().saturating_sub(PER_LINE * MOST_LINES);
    if n_left > 0 {
        text.push_str(&format!("  and {n_left} more\n"));
    }
    text
}

fn no_answer(word: &str) -> String {
    format!("`{word}` is none of the answers; `?` shows them, `undo` goes back, `leave` stops\n")
}

/// Reasons as lines, each with its sections where they are news.
fn in_lines(reasons: &[Reason]) -> String {
    let mut text = String::new();
    let mut cited: &[String] = &[];
    for reason in reasons {
        let indent = "  ".repeat(reason.depth + 1);
        let sections = match reason.citations == cited {
            true => String::new(),
            false => sections(&reason.citations),
        };
        cited = &reason.citations;
        text.push_str(&format!("{indent}{}{sections}\n", reason.text));
    }
    text
}
