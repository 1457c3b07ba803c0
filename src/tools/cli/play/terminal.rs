//! People at the terminal: what has happened is told, questions are put, answers are read line by line.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::super::output::Output;
use super::journal_file::JournalFile;
use super::screen;
use crate::explain::citation_text::as_lines;
use crate::explain::trace::Step;
use crate::explain::why_not::Inquiry;
use crate::ir::Options;
use crate::model::RuleBook;
use crate::present::board_view::Tabletop;
use crate::present::findings::WIDTH;
use crate::present::line_of_sight::SightLine;
use crate::present::picture::{self, Picture};
use crate::present::story::steps;
use crate::session::game::bracketed;
use crate::session::journal::Journal;
use crate::session::players::{Asked, People, Said, fact_value};
use crate::tools::picker::Picker;
use crate::tools::safe_write;

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
    /// A line on it.
    pub(super) line: Option<SightLine>,
    /// The board is drawn before a question.
    pub(super) draws: bool,
    /// As it was drawn last.
    pub(super) drawn: String,
    pub(super) is_quiet: bool,
    pub(super) all: bool,
    /// Where the journal is kept, and whether that went wrong.
    pub(super) journal: Option<JournalFile>,
    pub(super) has_lost: bool,
    /// How many steps have been told.
    pub(super) n_told: usize,
    /// Questions have a screen of their own.
    pub(super) has_screen: bool,
}

/// Whether a person sits at a terminal that can do more than lines.
pub(super) fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

impl Terminal<'_> {
    /// The board while the registers stand like this, and the line on it with what the rules say of that.
    fn picture(&self, title: &str, state: &[i32]) -> Option<Picture<'_>> {
        let table = self.table?;
        let line = self.line.as_ref();
        let sight = line.and_then(|line| line.drawn(self.book, table, self.inquiry, state));
        Some(table.picture(title, state, sight))
    }

    /// Draws the board as text.
    pub(super) fn draw(&mut self, state: &[i32]) {
        if let Some(picture) = self.picture("", state) {
            self.drawn = picture::to_text(&picture, WIDTH, self.output.style());
            self.output.text(&format!("\n{}", self.drawn));
        }
    }

    /// Says which end of the line is off the board, where the game ends.
    pub(super) fn tell_missing(&self, state: &[i32]) {
        let line = self.line.as_ref().zip(self.table);
        let missing = line.and_then(|(line, table)| line.off_the_board(table, state));
        if let Some(end) = missing {
            let why = "is not on the board at the end";
            self.output
                .aside(&format!("no line is drawn: `{end}` {why}\n"));
        }
    }

    /// Draws the board if it has changed.
    fn draw_news(&mut self, state: &[i32]) {
        let picture = self.picture("", state);
        let style = self.output.style();
        if picture.is_some_and(|picture| self.drawn != picture::to_text(&picture, WIDTH, style)) {
            self.draw(state);
            self.output.text("\n");
        }
    }

    /// Writes a picture of the board into a file; says so and gives no if that cannot be done.
    pub(super) fn write(&self, path: &Path, title: &str, state: &[i32]) -> bool {
        let Some(picture) = self.picture(title, state) else {
            return false;
        };
        let written = safe_write::replace(path, picture::to_svg(&picture).as_bytes());
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
        let lines = as_lines(&reasons, &[]).join("\n");
        match lines.is_empty() {
            true => head,
            false => format!("{head}{lines}\n"),
        }
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
        let put = self.put(asked);
        if self.has_screen {
            match self.on_screen(&put, asked, told) {
                Ok(said) => return said,
                // Whatever the terminal lacks, lines are always possible.
                Err(_) => self.has_screen = false,
            }
        }
        self.in_lines(&put, asked)
    }

    fn keep(&mut self, journal: &Journal) {
        let Some(file) = &mut self.journal else {
            return;
        };
        if let Err(error) = file.keep(journal) {
            self.output
                .aside(&format!("the journal cannot be written: {error}\n"));
            // Said once.
            self.journal = None;
            self.has_lost = true;
        }
    }

    fn undone(&mut self) {
        // What was told before the answer that is taken back is not told again.
        self.n_told = usize::MAX;
    }
}

impl Terminal<'_> {
    /// The words for what is asked.
    fn put(&self, asked: &Asked<'_>) -> Put {
        match asked {
            Asked::Choice(wording, offer) => {
                let words = wording.allowed(*offer).into_iter();
                Put {
                    question: wording.decision.title.clone(),
                    answers: words.zip(offer.answers()).collect(),
                }
            }
            Asked::Fact(judgement, about) => {
                let fact = self.fact(&judgement.fact);
                let about = bracketed(about);
                let title = fact.map_or("", |fact| fact.naming.shown());
                let values = fact.map_or_else(String::new, |fact| {
                    self.book.describe(fact.ty, fact.low, fact.high)
                });
                Put {
                    question: format!("{title}{about}: {values}"),
                    answers: Vec::new(),
                }
            }
        }
    }

    /// What a typed word stands for, or why it is no answer.
    fn read(&self, word: &str, put: &Put, asked: &Asked<'_>) -> Result<i32, String> {
        let value = match asked {
            Asked::Fact(judgement, _) => fact_value(self.book, &judgement.fact, word),
            Asked::Choice(wording, offer) => {
                let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                let by_number = number.and_then(|at| put.answers.get(at));
                let by_word = wording.read(word, *offer);
                by_word.or(by_number.map(|(_, value)| *value))
            }
        };
        value.ok_or_else(|| self.why_not(word, asked, &put.answers))
    }

    /// Asks on a screen of its own, beside the board.
    ///
    /// Errors: the terminal cannot do so.
    fn on_screen(&self, put: &Put, asked: &Asked<'_>, told: &[Step]) -> io::Result<Said> {
        let (words, values): (Vec<String>, Vec<i32>) = put.answers.iter().cloned().unzip();
        let mut picker = Picker::new(put.question.clone(), words);
        let story = steps(told, self.all);
        picker.story = story.lines().map(str::to_owned).collect();
        if let (Asked::Choice(wording, offer), Some(table)) = (asked, self.table) {
            if let Some(by) = offer.by().and_then(|at| wording.units.get(at)) {
                picker.question = format!("{by}, {}", put.question);
            }
            let is_place = matches!(wording.decision.options, Options::Places(_));
            let (offer, style) = (*offer, self.output.style());
            picker.board = Some(Box::new(move |marked| {
                let Some(mut picture) = self.picture("", offer.state()) else {
                    return String::new();
                };
                if let Some(place) = marked.filter(|_| is_place) {
                    table.mark(&mut picture, place);
                }
                picture::to_text(&picture, WIDTH, style)
            }));
        }
        screen::ask(picker, &values, |word| self.read(word, put, asked))
    }

    /// Asks line by line.
    fn in_lines(&mut self, put: &Put, asked: &Asked<'_>) -> Said {
        if let Asked::Choice(_, offer) = asked
            && self.draws
        {
            self.draw_news(offer.state());
        }
        let is_place = matches!(asked, Asked::Choice(wording, _) if matches!(wording.decision.options, Options::Places(_)));
        let shown = format!("{}\n{}", put.question, put.listed(is_place));
        self.output.text(&shown);
        loop {
            let Some(said) = self.line("> ") else {
                return Said::Leave;
            };
            match said.as_str() {
                "undo" => return Said::Undo,
                "leave" | "quit" => return Said::Leave,
                "?" | "" => self.output.text(&shown),
                word => match (self.read(word, put, asked), asked) {
                    (Ok(value), _) => return Said::Answer(value),
                    (Err(_), Asked::Choice(_, offer))
                        if word == "board" && self.table.is_some() =>
                    {
                        self.draw(offer.state());
                        self.output.text("\n");
                    }
                    (Err(why), _) => self.output.text(&why),
                },
            }
        }
    }

    fn fact(&self, name: &str) -> Option<&crate::model::Fact> {
        let mut facts = self.book.facts.iter();
        facts.find(|fact| fact.naming.name == name)
    }
}

/// A question as it is put.
struct Put {
    question: String,
    /// What can be answered; nothing where that is typed.
    answers: Vec<(String, i32)>,
}

impl Put {
    /// The answers with their numbers; many places in short.
    fn listed(&self, is_place: bool) -> String {
        if is_place && self.answers.len() > N_LISTED {
            return in_short(&self.answers);
        }
        let lines = (1..).zip(&self.answers);
        lines
            .map(|(number, (word, _))| format!("  {number}  {word}\n"))
            .collect()
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
