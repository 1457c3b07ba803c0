//! Choice of an answer in full-screen mode: from a list that arrow keys scroll and typing filters, or from a map, beside
//! the board, the record sheets and the story. Input are keys, output is a canvas: this module knows neither their source nor
//! their destination.

mod canvas;
mod draw;
mod map;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

pub use canvas::Canvas;
pub use map::{Locate, Map, Position};

use map::Direction;

/// Number of lines of PageUp and PageDown.
const PAGE: usize = 10;
/// Number of adjacent places that an arrow key moves with Shift.
const FAR: i32 = 5;

/// The kind of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words: they are numbered, and typing a number selects one.
    Words,
    /// Numbers, typed as such.
    Numbers,
    /// Places of a board.
    Places,
}

/// Returns the lines of record sheets for the answer of an index.
pub type Sheet<'a> = Box<dyn Fn(Option<usize>) -> Vec<String> + 'a>;

/// A question with the state of its answering.
pub struct Picker<'a> {
    /// Title of the decision and of the unit that decides.
    pub question: String,
    /// Texts of the answers.
    pub answers: Vec<String>,
    /// Their kind.
    pub kind: Kind,
    /// Another name of each answer that can be typed; one per answer, or empty.
    pub names: Vec<String>,
    /// The board, if there is one.
    pub map: Option<Map<'a>>,
    /// The record sheets of the pieces in question.
    pub sheet: Option<Sheet<'a>>,
    /// The lines of the story, the latest last.
    pub story: Vec<String>,
    /// Number of lines of the story at the last question.
    pub n_read: usize,
    /// Response to the typed text.
    pub said: Vec<String>,
    /// Typed text.
    typed: String,
    /// The index of the marked answer among the listed ones.
    marked: usize,
    /// The answer that is marked before anything is typed.
    first: usize,
    /// The target of the arrow keys so far: rows of hexes are not vertically aligned.
    aim: Option<Position>,
    view: View,
    /// The first visible line of a text that fills the screen.
    top: usize,
}

/// The page on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Question,
    Story,
    Sheet,
    Help,
}

/// The effect of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pressed {
    /// The question is still open.
    Nothing,
    /// The answer of this index was chosen.
    Taken(usize),
    /// A text that is none of the answers was entered.
    Typed(String),
    /// Undo of the last answer was requested.
    Undo,
    /// The game is suspended.
    Leave,
}

impl<'a> Picker<'a> {
    /// Returns a question in its initial state.
    pub fn new(question: String, answers: Vec<String>, kind: Kind) -> Self {
        Self {
            question,
            answers,
            kind,
            names: Vec::new(),
            map: None,
            sheet: None,
            story: Vec::new(),
            n_read: 0,
            said: Vec::new(),
            typed: String::new(),
            marked: 0,
            first: 0,
            aim: None,
            view: View::Question,
            top: 0,
        }
    }

    /// Adds a map; the answer nearest to `from` is marked.
    pub fn on_map(&mut self, map: Map<'a>, from: Option<Position>) {
        let all: Vec<usize> = (0..self.answers.len()).collect();
        let nearest = from.and_then(|from| map.nearest(&all, from));
        self.first = nearest.unwrap_or(0);
        self.marked = self.first;
        self.map = Some(map);
    }

    /// Processes a key and returns its effect.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a keyboard has more keys than mean something here"
    )]
    pub fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.kind == KeyEventKind::Release {
            return Pressed::Nothing;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Pressed::Leave;
        }
        match key.code {
            KeyCode::F(1) => self.open(View::Help),
            KeyCode::F(2) => self.open(View::Story),
            KeyCode::F(3) => self.open(View::Sheet),
            KeyCode::Char('r') if is_control => self.open(View::Story),
            KeyCode::Char('s') if is_control => self.open(View::Sheet),
            code if self.view != View::Question => self.scroll(code),
            KeyCode::Char('z') if is_control => return Pressed::Undo,
            KeyCode::Char(_) if is_control => {}
            KeyCode::Char('?') if self.typed.is_empty() => self.open(View::Help),
            KeyCode::Enter => return self.enter(),
            code => self.choose(code, key.modifiers.contains(KeyModifiers::SHIFT)),
        }
        Pressed::Nothing
    }

    /// Shows a page on the whole screen; the same key again hides it.
    fn open(&mut self, view: View) {
        self.view = if self.view == view {
            View::Question
        } else {
            view
        };
        self.top = match self.view {
            // Begins with the first step after the last question.
            View::Story => self.n_read,
            View::Question | View::Sheet | View::Help => 0,
        };
    }

    /// Scrolls a text that fills the screen; the limit is applied when it is drawn.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a keyboard has more keys than mean something here"
    )]
    fn scroll(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            KeyCode::Down => self.top = self.top.saturating_add(1),
            KeyCode::PageUp => self.top = self.top.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top = self.top.saturating_add(PAGE),
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.top = usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => self.view = View::Question,
            _ => {}
        }
    }

    /// Processes a key that moves the mark or changes the typed text.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a keyboard has more keys than mean something here"
    )]
    fn choose(&mut self, code: KeyCode, is_far: bool) {
        let last = self.listed().len().saturating_sub(1);
        match code {
            KeyCode::Up if !self.go(Direction::Up, is_far) => {
                self.mark(self.marked.saturating_sub(1));
            }
            KeyCode::Down if !self.go(Direction::Down, is_far) => {
                self.mark((self.marked + 1).min(last));
            }
            KeyCode::Left => {
                self.go(Direction::Left, is_far);
            }
            KeyCode::Right => {
                self.go(Direction::Right, is_far);
            }
            KeyCode::BackTab => self.mark(self.marked.checked_sub(1).unwrap_or(last)),
            KeyCode::Tab => self.mark(if self.marked < last {
                self.marked + 1
            } else {
                0
            }),
            KeyCode::PageUp => self.mark(self.marked.saturating_sub(PAGE)),
            KeyCode::PageDown => self.mark((self.marked + PAGE).min(last)),
            KeyCode::Home => self.mark(0),
            KeyCode::End => self.mark(last),
            KeyCode::Char(letter) => self.type_in(|typed| typed.push(letter)),
            KeyCode::Backspace => self.type_in(|typed| {
                typed.pop();
            }),
            KeyCode::Esc => self.type_in(String::clear),
            _ => {}
        }
    }

    fn mark(&mut self, marked: usize) {
        self.marked = marked;
        self.aim = None;
    }

    /// Moves the mark on the map; returns `false` if the answers have no positions.
    fn go(&mut self, direction: Direction, is_far: bool) -> bool {
        let (listed, taken) = (self.listed(), self.taken());
        let Some(map) = &self.map else {
            return false;
        };
        let here = taken.and_then(|at| map.position(at));
        let Some(here) = here else {
            // From an answer without a position, to the first one with one.
            let first = listed.iter().position(|at| map.position(*at).is_some());
            let Some(first) = first else {
                return false;
            };
            self.mark(first);
            return true;
        };
        let aim = self.aim.unwrap_or(here);
        let times = if is_far { FAR } else { 1 };
        if let Some(next) = map.towards(&listed, here, aim, direction, times) {
            let there = map.position(next).unwrap_or(here);
            self.aim = Some(direction.keeping(aim, there));
            self.marked = listed.iter().position(|at| *at == next).unwrap_or(0);
        }
        true
    }

    fn type_in(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.typed);
        self.said.clear();
        self.mark(if self.typed.is_empty() { self.first } else { 0 });
    }

    fn enter(&mut self) -> Pressed {
        match self.typed.trim() {
            "undo" => return Pressed::Undo,
            "leave" | "quit" => return Pressed::Leave,
            _ => {}
        }
        match self.taken() {
            Some(answer) => Pressed::Taken(answer),
            None => Pressed::Typed(self.typed.trim().to_owned()),
        }
    }

    /// Returns the index of the marked answer.
    pub fn taken(&self) -> Option<usize> {
        self.listed().get(self.marked).copied()
    }

    /// Whether the answers are numbered: no typed number has another meaning then.
    fn is_numbered(&self) -> bool {
        let is_number = |answer: &String| answer.trim().parse::<i64>().is_ok();
        self.kind == Kind::Words && !self.answers.iter().any(is_number)
    }

    /// Returns the indices of the answers that match the typed text, the best first: the one of that number, the one of exactly that
    /// name, those that contain it. For points of a table, all of them, the nearest first.
    fn listed(&self) -> Vec<usize> {
        let wanted = self.plain(self.typed.trim());
        if wanted.is_empty() {
            return (0..self.answers.len()).collect();
        }
        if let Some(nearest) = self.map.as_ref().and_then(|map| map.by_distance(&wanted)) {
            return nearest;
        }
        let number = wanted.parse::<usize>().ok().filter(|_| self.is_numbered());
        let number = number.and_then(|number| number.checked_sub(1));
        let mut fitting: Vec<(u8, usize)> = Vec::new();
        for (at, answer) in self.answers.iter().enumerate() {
            let answer = self.plain(answer);
            let name = self.names.get(at).map(|name| self.plain(name));
            let is_it = |text: &String| *text == wanted;
            let fits = |text: &String| text.contains(&wanted);
            let rank = if number == Some(at) {
                0
            } else if is_it(&answer) || name.as_ref().is_some_and(is_it) {
                1
            } else if fits(&answer) || name.as_ref().is_some_and(fits) {
                2
            } else {
                continue;
            };
            fitting.push((rank, at));
        }
        fitting.sort_unstable();
        fitting.into_iter().map(|(_, at)| at).collect()
    }

    /// Normalises a text for comparison: lower case, places without brackets and spaces.
    fn plain(&self, text: &str) -> String {
        let is_left_out =
            |letter: &char| self.kind == Kind::Places && matches!(letter, ' ' | '(' | ')');
        let letters = text.chars().filter(|letter| !is_left_out(letter));
        letters.flat_map(char::to_lowercase).collect()
    }
}
