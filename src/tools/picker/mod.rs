//! Choosing on a screen of its own: a list that is gone through with the arrow keys or cut short by typing, beside the
//! board as it stands. Knows keys and what is drawn, not where either comes from or goes to.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a keyboard has more keys than mean something here"
)]

mod canvas;
mod draw;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

pub use canvas::Canvas;

/// So many lines up or down at once.
const PAGE: usize = 10;

/// The board as text, with a mark at one of the answers.
pub type DrawnBoard<'a> = Box<dyn Fn(Option<&str>) -> String + 'a>;

/// What is asked, and how far the person has got with answering.
pub struct Picker<'a> {
    /// What is decided, and by whom.
    pub question: String,
    /// What can be answered.
    pub answers: Vec<String>,
    /// The board, if there is one; it may be coloured.
    pub board: Option<DrawnBoard<'a>>,
    /// What has happened, the latest last.
    pub story: Vec<String>,
    /// What is said about what was typed.
    pub said: Vec<String>,
    /// What has been typed.
    typed: String,
    /// The answer that is marked, among those that are listed.
    marked: usize,
}

/// What comes of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pressed {
    /// The question stands.
    Nothing,
    /// The answer of this number.
    Taken(usize),
    /// Something was typed that is none of the answers.
    Typed(String),
    /// Back to the last answer.
    Undo,
    /// The game goes on another time.
    Leave,
}

impl<'a> Picker<'a> {
    /// A question that nobody has begun to answer.
    pub fn new(question: String, answers: Vec<String>) -> Self {
        Self {
            question,
            answers,
            board: None,
            story: Vec::new(),
            said: Vec::new(),
            typed: String::new(),
            marked: 0,
        }
    }

    /// What a key does.
    pub fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.kind == KeyEventKind::Release {
            return Pressed::Nothing;
        }
        let n_listed = self.listed().len();
        let last = n_listed.saturating_sub(1);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('z') => Pressed::Undo,
                KeyCode::Char('c' | 'd') => Pressed::Leave,
                _ => Pressed::Nothing,
            };
        }
        match key.code {
            KeyCode::Up => self.marked = self.marked.saturating_sub(1),
            KeyCode::Down => self.marked = (self.marked + 1).min(last),
            KeyCode::PageUp => self.marked = self.marked.saturating_sub(PAGE),
            KeyCode::PageDown => self.marked = (self.marked + PAGE).min(last),
            KeyCode::Home => self.marked = 0,
            KeyCode::End => self.marked = last,
            KeyCode::Char(letter) => self.type_in(|typed| typed.push(letter)),
            KeyCode::Backspace => self.type_in(|typed| {
                typed.pop();
            }),
            KeyCode::Esc => self.type_in(String::clear),
            KeyCode::Enter => return self.enter(),
            _ => {}
        }
        Pressed::Nothing
    }

    fn type_in(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.typed);
        self.said.clear();
        self.marked = 0;
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

    /// The number of the answer that is marked.
    pub fn taken(&self) -> Option<usize> {
        self.listed().get(self.marked).copied()
    }

    /// Numbers of the answers that fit what has been typed: one that is just that stands first.
    fn listed(&self) -> Vec<usize> {
        let wanted = self.typed.trim().to_lowercase();
        let all = self.answers.iter().enumerate();
        let fitting = all.filter(|(_, answer)| answer.to_lowercase().contains(&wanted));
        let mut fitting: Vec<usize> = fitting.map(|(at, _)| at).collect();
        let is_it = |at: &usize| {
            let answer = self.answers.get(*at);
            answer.is_some_and(|answer| answer.to_lowercase() == wanted)
        };
        fitting.sort_by_key(|at| !is_it(at));
        fitting
    }
}
