//! How a question looks on the screen.

use crossterm::style::{Attribute, ContentStyle, Stylize};

use super::Picker;
use super::canvas::{Area, Canvas, Line, coloured, line, wrapped};

/// The list is at least so wide beside a board.
const LIST_WIDTH: usize = 30;
/// At least so high below one.
const LIST_HEIGHT: usize = 8;
/// So many lines of what has happened.
const STORY_HEIGHT: usize = 7;
/// At most so many lines of what is said about what was typed.
const SAID_HEIGHT: usize = 14;
/// A screen that is lower shows nothing of what has happened.
const HIGH: usize = 24;

const KEYS: &str = "↑ ↓ choose   type to look for   Enter takes it   Ctrl-Z undo   Ctrl-C leave";

impl Picker<'_> {
    /// Draws the board, what has happened, the list, and what is said about what was typed, in so many columns and rows.
    pub fn canvas(&self, width: u16, height: u16) -> Canvas {
        let mut canvas = Canvas::new(width.into(), height.into());
        let area = canvas.area();
        let room = area.width.saturating_sub(2).max(1);
        let said = self.said.iter();
        let said: Vec<Line> = said
            .flat_map(|line| wrapped(&coloured(line), room))
            .collect();
        let said_height = match said.len() {
            0 => 0,
            n => (n + 2).min(SAID_HEIGHT),
        };
        let has_story = !self.story.is_empty() && area.height >= HIGH;
        let story_height = if has_story { STORY_HEIGHT } else { 0 };
        let below = story_height + said_height + 1;
        let middle = area.height.saturating_sub(below).max(LIST_HEIGHT);
        let (middle, rest) = area.split_rows(middle);
        let (rest, keys) = rest.split_rows(rest.height.saturating_sub(1));
        let (story, below) = rest.split_rows(story_height);
        self.board_and_list(&mut canvas, middle);
        if has_story {
            let inside = canvas.frame(story, " What has happened ");
            let from = self.story.len().saturating_sub(inside.height);
            let lines = self.story.iter().skip(from);
            canvas.write(inside, lines.map(|text| line(text, ContentStyle::new())));
        }
        if !said.is_empty() {
            let inside = canvas.frame(below, " Why not ");
            canvas.write(inside, said);
        }
        let quiet = ContentStyle::new().attribute(Attribute::Dim);
        canvas.write(keys, [line(KEYS, quiet)]);
        canvas
    }

    fn board_and_list(&self, canvas: &mut Canvas, area: Area) {
        let marked = self.taken().and_then(|at| self.answers.get(at));
        let board = self.board.as_ref();
        let Some(board) = board.map(|board| board(marked.map(String::as_str))) else {
            return self.list(canvas, area);
        };
        let lines: Vec<Line> = board.lines().map(coloured).collect();
        let width = lines.iter().map(Vec::len).max().unwrap_or(0) + 4;
        let (map, list) = if width + LIST_WIDTH <= area.width {
            area.split_columns(width)
        } else {
            let most = area.height.saturating_sub(LIST_HEIGHT);
            area.split_rows((lines.len() + 2).min(most))
        };
        let inside = canvas.frame(map, "");
        canvas.write(inside, lines);
        self.list(canvas, list);
    }

    fn list(&self, canvas: &mut Canvas, area: Area) {
        let (typed, list) = area.split_rows(1);
        let bold = ContentStyle::new().attribute(Attribute::Bold);
        let reversed = ContentStyle::new().attribute(Attribute::Reverse);
        let question = line(&format!("{}: ", self.question), bold);
        let written = line(&self.typed, ContentStyle::new());
        canvas.write(typed, [[question, written, line(" ", reversed)].concat()]);
        let listed = self.listed();
        let title = match (listed.len(), self.answers.len()) {
            (_, 0) => String::new(),
            (n, all) if n == all => format!(" {all} "),
            (n, all) => format!(" {n} of {all} "),
        };
        let inside = canvas.frame(list, &title);
        if listed.is_empty() {
            let hint = match self.answers.is_empty() {
                true => "Type the answer; Enter takes it",
                false => "Nothing of that name can be chosen; Enter says why",
            };
            canvas.write(
                inside,
                wrapped(&line(hint, ContentStyle::new()), inside.width),
            );
            return;
        }
        let answers = listed.iter().filter_map(|at| self.answers.get(*at));
        let lines = answers.enumerate().map(|(at, answer)| {
            if at == self.marked {
                line(&format!("> {answer:<0$}", inside.width), reversed)
            } else {
                line(&format!("  {answer}"), ContentStyle::new())
            }
        });
        // As far down as the marked answer.
        let from = (self.marked + 1).saturating_sub(inside.height);
        canvas.write(inside, lines.skip(from));
    }
}
