//! Players at the terminal: events are printed, questions are asked, answers are read from a screen or line by line.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::super::output::Output;
use super::journal_file::JournalFile;
use super::screen::Screen;
use crate::board::Place;
use crate::explain::citation_text::as_lines;
use crate::explain::scripted::Moment;
use crate::explain::trace::Step;
use crate::explain::why_not::Inquiry;
use crate::ir::Options;
use crate::model::{Fact, RuleBook, Type};
use crate::present::board_view::Tabletop;
use crate::present::findings::WIDTH;
use crate::present::line_of_sight::SightLine;
use crate::present::picture::{self, Drawing, Picture};
use crate::present::record_sheet::{Addressee, RecordSheets};
use crate::present::story::{ALL_STEPS_OF_A_GAME, steps};
use crate::session::game::bracketed;
use crate::session::journal::Journal;
use crate::session::players::{People, PlayerQuestion, Response, fact_value};
use crate::tools::picker::{Kind, Map, Picker};
use crate::tools::safe_write::{self, Expected};

/// More places than these are listed without their numbers.
const N_LISTED: usize = 20;
/// Maximum number of answers per line.
const PER_LINE: usize = 12;
/// Maximum number of lines of answers.
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
    /// The most steps that are shown between two questions.
    pub(super) most_steps: Option<usize>,
    /// Journal file, with any failure to write it.
    pub(super) journal: Option<JournalFile>,
    pub(super) has_lost: bool,
    /// The input has ended before the game.
    pub(super) is_input_over: bool,
    /// Number of steps already shown.
    pub(super) n_told: usize,
    /// The record sheets of the cast.
    pub(super) sheets: RecordSheets<'a>,
    /// Questions are asked on a screen.
    pub(super) has_screen: bool,
    /// That screen, while it is open.
    pub(super) screen: Option<Screen>,
    /// The number of lines of the story at the last question on the screen.
    pub(super) n_read: usize,
    /// Lines to print after the screen is closed.
    pub(super) asides: Vec<String>,
}

/// More numbers than these are typed, not listed.
const N_NUMBERS: i32 = 100;

/// Whether a person sits at a terminal that can do more than lines.
pub(super) fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

impl Terminal<'_> {
    /// Returns the picture of the board in a state, with the line of sight and the value of its fact.
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
            self.output.converse(&format!("\n{}", self.drawn));
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
            self.output.converse("\n");
        }
    }

    /// Writes a picture of the board into a file; says so and gives no if that cannot be done.
    pub(super) fn write(&self, path: &Path, title: &str, state: &[i32]) -> bool {
        let Some(picture) = self.picture(title, state) else {
            return false;
        };
        let picture = picture::to_svg(&picture);
        let written = safe_write::write(path, Expected::Any, picture.as_bytes());
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
            let shown = steps(new, self.all, self.most_steps, ALL_STEPS_OF_A_GAME);
            self.output.text(&shown);
        }
        self.n_told = told.len();
    }

    /// The reason why a word is no answer: the meaning that is not legal, else the words that are.
    fn why_not(&self, word: &str, asked: &PlayerQuestion<'_>, answers: &[(String, i32)]) -> String {
        let PlayerQuestion::Choice(wording, offer) = asked else {
            return self.no_answer(word);
        };
        // Reasons speak of values that the side may not know.
        let reasons = match self.sheets.hides_any(offer.state()) {
            true => Vec::new(),
            false => self.inquiry.not_offered(word, *wording, *offer),
        };
        let head = match self.table {
            Some(table) if matches!(wording.decision.options, Options::Places(_)) => {
                let offered: Vec<String> = answers.iter().map(|(name, _)| name.clone()).collect();
                format!("{}\n", table.why_not(word, &offered))
            }
            Some(_) | None if reasons.is_empty() => self.no_answer(word),
            Some(_) | None => format!("`{word}` cannot be chosen\n"),
        };
        let lines = as_lines(&reasons, &[]).join("\n");
        match lines.is_empty() {
            true => head,
            false => format!("{head}{lines}\n"),
        }
    }

    fn no_answer(&self, word: &str) -> String {
        let head = format!("`{word}` is not one of the answers");
        match self.screen {
            // They are shown.
            Some(_) => format!("{head}\n"),
            None => {
                format!("{head}; `?` shows them, `undo` undoes your last answer, `leave` stops\n")
            }
        }
    }

    /// A line that a person types; `None` at the end of the input.
    fn line(&self, prompt: &str) -> Option<String> {
        self.output.converse(prompt);
        let _ = io::stdout().flush();
        let mut line = String::new();
        let stdin = io::stdin();
        self.output.pulse().rest();
        let n_read = stdin.lock().read_line(&mut line).unwrap_or(0);
        self.output.pulse().at(super::PLAYING);
        if !stdin.is_terminal() && n_read > 0 {
            // Typed ahead: what was answered is shown all the same.
            self.output.converse(&line);
        }
        (n_read > 0).then(|| line.trim().to_owned())
    }
}

impl People for Terminal<'_> {
    fn ask(&mut self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Response {
        let put = self.put(asked, moment);
        if self.has_screen {
            match self.open_and_ask(&put, asked, moment) {
                Ok(said) => return said,
                // Whatever the terminal lacks, lines are always possible.
                Err(_) => self.close(),
            }
        }
        self.tell(moment.steps);
        self.in_lines(&put, asked, moment)
    }

    fn keep(&mut self, journal: &Journal) {
        let Some(file) = &mut self.journal else {
            return;
        };
        if let Err(error) = file.keep(journal) {
            let why = format!("the journal cannot be written: {error}\n");
            match self.screen {
                Some(_) => self.asides.push(why),
                None => self.output.aside(&why),
            }
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
    /// Clears the screen for the game, if it is played on one.
    pub(super) fn open(&mut self) {
        if self.has_screen && self.screen.is_none() {
            self.output.pulse().rest();
            match Screen::open() {
                Ok(screen) => self.screen = Some(screen),
                Err(_) => self.has_screen = false,
            }
        }
    }

    /// Restores the terminal; with a screen, all events are printed again from the beginning.
    pub(super) fn close(&mut self) {
        self.has_screen = false;
        if self.screen.take().is_some() {
            self.n_told = 0;
        }
        for aside in self.asides.drain(..) {
            self.output.aside(&aside);
        }
    }

    /// The words for what is asked.
    fn put(&self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Put {
        match asked {
            PlayerQuestion::Choice(wording, offer) => {
                let title = |unit: &usize| wording.units.get(*unit).cloned();
                let by = offer.by();
                let addressee = self.sheets.asked(by, moment.units, moment.state);
                let (piece, about) = match addressee {
                    Addressee::Piece(piece) => (Some(piece), None),
                    Addressee::About(piece) => (None, Some(piece)),
                    Addressee::Side => (None, None),
                };
                let of = [by, piece.filter(|piece| Some(*piece) != by)];
                let of: Vec<String> = of.iter().flatten().filter_map(title).collect();
                let about: Vec<String> = about.iter().filter_map(title).collect();
                let decided = format!("{}{}", wording.decision.title, bracketed(&about));
                let names = wording.allowed(*offer);
                let values: Vec<i32> = offer.answers().collect();
                let (kind, shown) = match &wording.decision.options {
                    Options::Places(_) => (Kind::Places, names.clone()),
                    Options::Numbers(_) => (Kind::Numbers, names.clone()),
                    Options::Units => (Kind::Words, titles(wording.units, &names, &values)),
                    Options::Named(_) | Options::YesOrNo => (Kind::Words, names.clone()),
                };
                Put {
                    question: match of.is_empty() {
                        true => decided,
                        false => format!("{}: {decided}", of.join(", ")),
                    },
                    answers: shown.into_iter().zip(values).collect(),
                    names,
                    kind,
                }
            }
            PlayerQuestion::Fact(judgement, about) => {
                let fact = self.fact(&judgement.fact);
                let about = bracketed(about);
                let title = fact.map_or("", |fact| fact.naming.shown());
                let values = fact.map_or_else(String::new, |fact| {
                    self.book.describe(fact.ty, fact.low, fact.high)
                });
                Put {
                    question: format!("{title}{about}: {values}"),
                    answers: Vec::new(),
                    names: Vec::new(),
                    kind: Kind::Words,
                }
            }
        }
    }

    /// Reads a typed word as an answer; the error says why it is none.
    fn read(&self, word: &str, put: &Put, asked: &PlayerQuestion<'_>) -> Result<i32, String> {
        let value = match asked {
            PlayerQuestion::Fact(judgement, _) => fact_value(self.book, &judgement.fact, word),
            PlayerQuestion::Choice(wording, offer) => {
                let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                let number = number.filter(|_| put.is_numbered());
                let by_number = number.and_then(|at| put.answers.get(at));
                let by_word = wording.read(word, *offer);
                let mut shown = put.answers.iter();
                let by_title = || {
                    shown
                        .find(|(shown, _)| shown == word)
                        .map(|(_, value)| *value)
                };
                by_word
                    .or_else(by_title)
                    .or(by_number.map(|(_, value)| *value))
            }
        };
        value.ok_or_else(|| self.why_not(word, asked, &put.answers))
    }

    /// Asks on the screen; opens it, if that was not done yet.
    ///
    /// Errors: the terminal cannot do so.
    fn open_and_ask(
        &mut self,
        put: &Put,
        asked: &PlayerQuestion<'_>,
        moment: Moment<'_>,
    ) -> io::Result<Response> {
        self.open();
        let screen = self.screen.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        let story = steps(moment.steps, self.all, None, ALL_STEPS_OF_A_GAME);
        let story: Vec<String> = story.lines().map(str::to_owned).collect();
        let n_lines = story.len();
        let said = self.on_screen(screen, put, asked, moment, story);
        self.n_read = n_lines;
        said
    }

    fn on_screen(
        &self,
        screen: &Screen,
        put: &Put,
        asked: &PlayerQuestion<'_>,
        moment: Moment<'_>,
        story: Vec<String>,
    ) -> io::Result<Response> {
        let of_fact = match asked {
            PlayerQuestion::Fact(judgement, _) => self.fact_answers(&judgement.fact),
            PlayerQuestion::Choice(..) => (Kind::Words, Vec::new()),
        };
        let (kind, answers) = match asked {
            PlayerQuestion::Fact(..) => (of_fact.0, of_fact.1.as_slice()),
            PlayerQuestion::Choice(..) => (put.kind, put.answers.as_slice()),
        };
        let (words, values): (Vec<String>, Vec<i32>) = answers.iter().cloned().unzip();
        let scene = Scene {
            terminal: self,
            asked,
            moment,
            places: places(self.table, asked, &values, moment.state),
            values: &values,
        };
        let mut picker = Picker::new(put.question.clone(), words, kind);
        picker.names = put.names.clone();
        picker.n_read = self.n_read.min(story.len());
        picker.story = story;
        picker.sheet = Some(Box::new(|marked| scene.sheets(marked)));
        if let Some(table) = self.table {
            let standing = scene.standing(table, None);
            let from = standing.and_then(|place| table.position(place));
            picker.on_map(scene.map(table, kind == Kind::Places), from);
        }
        screen.ask(&mut picker, &values, |word| self.read(word, put, asked))
    }

    /// The units that a question is about while one of its answers is marked, by their places in the cast: that answer itself,
    /// then those that act, then the one whose choice it is; sides only if there is no other unit.
    fn subjects(
        &self,
        asked: &PlayerQuestion<'_>,
        moment: Moment<'_>,
        values: &[i32],
        marked: Option<usize>,
    ) -> Vec<usize> {
        let mut units: Vec<usize> = Vec::new();
        if let PlayerQuestion::Choice(wording, _) = asked
            && wording.decision.options == Options::Units
        {
            let value = marked.and_then(|at| values.get(at));
            units.extend(value.and_then(|value| usize::try_from(*value).ok()));
        }
        units.extend(moment.units);
        let by = match asked {
            PlayerQuestion::Choice(_, offer) => offer.by(),
            PlayerQuestion::Fact(..) => None,
        };
        units.extend(by);
        let mut pieces: Vec<usize> = Vec::new();
        for unit in &units {
            if self.sheets.is_piece(*unit) && !pieces.contains(unit) {
                pieces.push(*unit);
            }
        }
        if pieces.is_empty() {
            pieces.extend(by);
        }
        pieces
    }

    /// The values that a fact may have; none where there are too many.
    fn fact_answers(&self, name: &str) -> (Kind, Vec<(String, i32)>) {
        let Some(fact) = self.fact(name) else {
            return (Kind::Words, Vec::new());
        };
        let (kind, words) = match fact.ty {
            Type::Flag => (Kind::Words, vec!["yes".to_owned(), "no".to_owned()]),
            Type::Number(_) if fact.high.saturating_sub(fact.low) < N_NUMBERS => {
                let numbers = fact.low..=fact.high;
                (Kind::Numbers, numbers.map(|n| n.to_string()).collect())
            }
            Type::Words(id) => {
                let list = self.book.words.get(id.at());
                (
                    Kind::Words,
                    list.map_or_else(Vec::new, |list| list.words.clone()),
                )
            }
            Type::Number(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown => (Kind::Words, Vec::new()),
        };
        let answers = words.into_iter().filter_map(|word| {
            let value = fact_value(self.book, name, &word)?;
            Some((word, value))
        });
        (kind, answers.collect())
    }

    /// Asks line by line.
    fn in_lines(&mut self, put: &Put, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Response {
        if let PlayerQuestion::Choice(_, offer) = asked
            && self.draws
        {
            self.draw_news(offer.state());
        }
        let shown = format!("{}\n{}", put.question, put.listed());
        self.output.converse(&shown);
        loop {
            let Some(said) = self.line("> ") else {
                self.is_input_over = true;
                return Response::Leave;
            };
            match said.as_str() {
                "undo" => return Response::Undo,
                "leave" | "quit" => return Response::Leave,
                "?" | "" => self.output.converse(&shown),
                word => match (self.read(word, put, asked), asked) {
                    (Ok(value), _) => return Response::Answer(value),
                    (Err(_), PlayerQuestion::Choice(_, offer))
                        if word == "board" && self.table.is_some() =>
                    {
                        self.draw(offer.state());
                        self.output.converse("\n");
                    }
                    (Err(_), _)
                        if let Some(unit) = word
                            .strip_prefix("sheet ")
                            .and_then(|name| self.sheets.named(name.trim(), moment.state)) =>
                    {
                        let lines = self.sheets.lines(unit, moment.state).join("\n");
                        self.output.converse(&format!("{lines}\n\n"));
                    }
                    (Err(_), _) if word == "sheet" => {
                        for unit in self.subjects(asked, moment, &[], None) {
                            let lines = self.sheets.lines(unit, moment.state).join("\n");
                            self.output.converse(&format!("{lines}\n\n"));
                        }
                    }
                    (Err(why), _) => self.output.converse(&why),
                },
            }
        }
    }

    fn fact(&self, name: &str) -> Option<&Fact> {
        let mut facts = self.book.facts.iter();
        facts.find(|fact| fact.naming.name == name)
    }
}

/// A question on the screen.
struct Scene<'s> {
    terminal: &'s Terminal<'s>,
    asked: &'s PlayerQuestion<'s>,
    moment: Moment<'s>,
    /// Values of the answers.
    values: &'s [i32],
    /// The place of each of them.
    places: Vec<Option<Place>>,
}

impl Scene<'_> {
    fn subjects(&self, marked: Option<usize>) -> Vec<usize> {
        let terminal = self.terminal;
        terminal.subjects(self.asked, self.moment, self.values, marked)
    }

    /// The record sheets of the pieces that are asked about, each with an empty line below it.
    fn sheets(&self, marked: Option<usize>) -> Vec<String> {
        let mut lines = Vec::new();
        for unit in self.subjects(marked) {
            lines.extend(self.terminal.sheets.lines(unit, self.moment.state));
            lines.push(String::new());
        }
        lines
    }

    /// Returns the place of the first of these pieces that is on the board.
    fn standing(&self, table: &Tabletop<'_>, marked: Option<usize>) -> Option<Place> {
        let mut units = self.subjects(marked).into_iter();
        units.find_map(|unit| table.standing(unit, self.moment.state))
    }

    fn map<'m>(&'m self, table: &'m Tabletop<'m>, is_place: bool) -> Map<'m> {
        let position = |place: &Option<Place>| place.and_then(|place| table.position(place));
        let locate = move |text: &str| table.named(text).and_then(|place| table.position(place));
        Map {
            draw: Box::new(|marked, width| self.draw(table, marked, width)),
            positions: match is_place {
                true => self.places.iter().map(position).collect(),
                false => Vec::new(),
            },
            stride: table.stride(),
            locate: match is_place && table.is_open() {
                true => Some(Box::new(locate)),
                false => None,
            },
        }
    }

    fn draw(&self, table: &Tabletop<'_>, marked: Option<usize>, width: usize) -> Drawing {
        let Some(mut picture) = self.terminal.picture("", self.moment.state) else {
            return Drawing::default();
        };
        picture.marked = marked.and_then(|at| self.places.get(at).copied().flatten());
        picture.offered = self.places.iter().flatten().copied().collect();
        let focus = picture.marked.or_else(|| self.standing(table, marked));
        // Hexes are scrolled, not made smaller.
        let width = if table.is_open() { width } else { usize::MAX };
        picture::draw(&picture, width, self.terminal.output.style(), focus)
    }
}

/// A displayed question with its answers.
struct Put {
    question: String,
    /// Possible answers as shown; empty if the answer is typed.
    answers: Vec<(String, i32)>,
    /// The name of each of them in scripts and journals.
    names: Vec<String>,
    kind: Kind,
}

impl Put {
    /// Whether a number means the answer in that line: only where it can mean nothing else.
    fn is_numbered(&self) -> bool {
        let is_number = |(answer, _): &(String, i32)| answer.parse::<i64>().is_ok();
        match self.kind {
            Kind::Words => !self.answers.iter().any(is_number),
            Kind::Places => self.answers.len() <= N_LISTED,
            Kind::Numbers => false,
        }
    }

    /// The answers, with their numbers if they are numbered; many places in short.
    fn listed(&self) -> String {
        if !self.is_numbered() {
            return in_short(&self.answers);
        }
        let lines = (1..).zip(&self.answers);
        lines
            .map(|(number, (word, _))| format!("  {number}  {word}\n"))
            .collect()
    }
}

/// The titles of units that can be chosen, with their names where several have one title; other answers as they are named.
fn titles(units: &[String], names: &[String], values: &[i32]) -> Vec<String> {
    // What tells it apart from a unit that cannot be chosen is left out.
    let own = |at: usize, title: &String| match names.get(at) {
        Some(name) => title
            .strip_suffix(&format!(" ({name})"))
            .unwrap_or(title)
            .to_owned(),
        None => title.clone(),
    };
    let titles = values.iter().enumerate().map(|(at, value)| {
        let title = usize::try_from(*value)
            .ok()
            .and_then(|unit| units.get(unit));
        title.map(|title| own(at, title))
    });
    let titles: Vec<Option<String>> = titles.collect();
    let shown = names.iter().zip(&titles).map(|(name, title)| match title {
        None => name.clone(),
        Some(own) => match titles
            .iter()
            .flatten()
            .filter(|other| *other == own)
            .count()
        {
            1 => own.clone(),
            _ => format!("{own} ({name})"),
        },
    });
    shown.collect()
}

/// Returns the place of each answer: the place itself, or that of the unit.
fn places(
    table: Option<&Tabletop<'_>>,
    asked: &PlayerQuestion<'_>,
    values: &[i32],
    state: &[i32],
) -> Vec<Option<Place>> {
    let (PlayerQuestion::Choice(wording, _), Some(table)) = (asked, table) else {
        return Vec::new();
    };
    let place = |value: &i32| {
        let at = usize::try_from(*value).ok()?;
        match &wording.decision.options {
            Options::Places(names) => table.named(names.get(at)?),
            Options::Units => table.standing(at, state),
            Options::Named(_) | Options::Numbers(_) | Options::YesOrNo => None,
        }
    };
    values.iter().map(place).collect()
}

/// Many places, or numbers: their names in a few lines, as far as there is room.
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
