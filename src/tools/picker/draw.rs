//! Layout of a question on the screen.

use crossterm::style::{Attribute, ContentStyle, Stylize};

use super::canvas::{Area, Canvas, Line, coloured, hanging, line, wrapped};
use super::{Kind, Picker, View};
use crate::present::picture::Drawing;

/// Minimum width of the list beside a board.
const LIST_WIDTH: usize = 30;
/// Minimum height of the list below a board.
const LIST_HEIGHT: usize = 7;
/// Minimum width of an area in which a list and a record sheet are side by side.
const TWO_COLUMNS: usize = 72;
/// Minimum height of a record sheet, with its frame.
const SHEET_HEIGHT: usize = 6;
/// Number of lines of the story.
const STORY_HEIGHT: usize = 7;
/// Maximum number of lines of the response to the typed text.
const SAID_HEIGHT: usize = 14;
/// Minimum height of a screen that shows the story in full height.
const HIGH: usize = 30;
/// Minimum height of a screen that shows the story in a lower height, unless the board is above the answers.
const LOW: usize = 22;
const LOW_STORY_HEIGHT: usize = 5;

const KEYS: &str = "Enter confirms   F1 keys   F2 story   F3 pieces   Ctrl-Z undo   Ctrl-C leave";
const READING: &str = "↑ ↓ PageUp PageDown Home End   Esc goes back   Ctrl-C leave";

const HELP: [(&str, &str); 14] = [
    (
        "↑ ↓",
        "the answer above or below; on a map the next place up or down",
    ),
    ("← →", "on a map the next place to the left or to the right"),
    ("Shift and ↑ ↓ ← →", "five places at once"),
    (
        "Tab, Shift-Tab",
        "the next answer in the list, the one before",
    ),
    ("PageUp, PageDown", "ten answers up or down in the list"),
    ("Home, End", "the first answer, the last"),
    ("a number", "the answer with that number"),
    (
        "letters",
        "only answers that contain them; Backspace and Esc delete",
    ),
    (
        "Enter",
        "confirms the marked answer; if there is none, shows why not",
    ),
    ("F1, ?", "this page (`?` when nothing is typed)"),
    ("F2, Ctrl-R", "the story so far, from your last answer on"),
    (
        "F3, Ctrl-S",
        "the pieces in question, and the legend of the map",
    ),
    (
        "Ctrl-Z, undo",
        "undoes your last answer; repeat for earlier ones",
    ),
    (
        "Ctrl-C, leave",
        "ends the program; a journal (`--journal`) keeps the game",
    ),
];

impl Picker<'_> {
    /// Draws the screen, in this number of columns and rows. A text that was scrolled past its end is scrolled back.
    pub fn canvas(&mut self, width: u16, height: u16) -> Canvas {
        let mut canvas = Canvas::new(width.into(), height.into());
        let area = canvas.area();
        match self.view {
            View::Question => self.question(&mut canvas, area),
            View::Story => {
                let lines = self.story_lines();
                self.text(&mut canvas, " The story so far ", lines);
            }
            View::Sheet => {
                let lines = self.sheet_and_legend(area.width);
                self.text(&mut canvas, " The pieces and the map ", lines);
            }
            View::Help => {
                let lines = HELP
                    .iter()
                    .map(|(key, what)| plain(&format!("{key:<18} {what}")));
                self.text(&mut canvas, " Keys ", lines.collect());
            }
        }
        canvas
    }

    /// Draws a text that fills the screen, from its line `top` on.
    fn text(&mut self, canvas: &mut Canvas, title: &str, lines: Vec<Line>) {
        let area = canvas.area();
        let (text, keys) = area.split_rows(area.height.saturating_sub(1));
        let inside = canvas.frame(text, title);
        let lines: Vec<Vec<Line>> = lines
            .iter()
            .map(|line| hanging(line, inside.width))
            .collect();
        // The last line from which the rest fills the screen.
        let mut n_left = inside.height;
        let fitting = lines.iter().rev().take_while(|line| {
            let fits = line.len() <= n_left;
            n_left = n_left.saturating_sub(line.len());
            fits
        });
        let last = lines.len() - fitting.count();
        self.top = self.top.min(last);
        let shown = lines.into_iter().skip(self.top).flatten();
        canvas.write(inside, shown);
        canvas.write(keys, [quiet(READING)]);
    }

    fn question(&self, canvas: &mut Canvas, area: Area) {
        let room = area.width.saturating_sub(2).max(1);
        let said = self.said.iter();
        let said: Vec<Line> = said
            .flat_map(|line| wrapped(&coloured(line), room))
            .collect();
        let said_height = match said.len() {
            0 => 0,
            n => (n + 2).min(SAID_HEIGHT).min(area.height / 2),
        };
        let has_story = !self.story.is_empty();
        let story_height = match area.height {
            _ if !has_story => 0,
            HIGH.. => STORY_HEIGHT,
            LOW.. if !self.is_above(area) => LOW_STORY_HEIGHT,
            _ => 0,
        };
        let (asked, rest) = area.split_rows(1);
        let below = story_height + said_height + 1;
        let (middle, rest) = rest.split_rows(rest.height.saturating_sub(below));
        let (rest, keys) = rest.split_rows(rest.height.saturating_sub(1));
        let (story, below) = rest.split_rows(story_height);
        canvas.write(asked, [self.prompt(area.width)]);
        self.board_and_answers(canvas, middle);
        if story_height > 0 {
            let inside = canvas.frame(story, " The story so far ");
            let lines = self.story_lines().into_iter();
            let lines: Vec<Line> = lines
                .flat_map(|line| hanging(&line, inside.width))
                .collect();
            let from = lines.len().saturating_sub(inside.height);
            canvas.write(inside, lines.into_iter().skip(from));
        }
        if !said.is_empty() {
            let inside = canvas.frame(below, " Why not ");
            canvas.write(inside, said);
        }
        canvas.write(keys, [quiet(KEYS)]);
    }

    /// Renders the story; steps before the last question are dimmed.
    fn story_lines(&self) -> Vec<Line> {
        let lines = self.story.iter().enumerate();
        let lines = lines.map(|(at, text)| match at < self.n_read {
            true => quiet(text),
            false => plain(text),
        });
        lines.collect()
    }

    /// Whether the board is above the answers because it does not fit beside them.
    fn is_above(&self, area: Area) -> bool {
        let marked = self.taken();
        self.map.as_ref().is_some_and(|map| {
            let drawing = (map.draw)(marked, room_beside(area));
            board_width(&drawing) + 2 + LIST_WIDTH > area.width
        })
    }

    /// Renders the question and the typed text; a long question is truncated.
    fn prompt(&self, width: usize) -> Line {
        let bold = ContentStyle::new().attribute(Attribute::Bold);
        let reversed = ContentStyle::new().attribute(Attribute::Reverse);
        let written = plain(&self.typed);
        let colon = if self.question.ends_with('?') {
            ""
        } else {
            ":"
        };
        let mut question = line(&format!("{}{colon}", self.question), bold);
        question.truncate(width.saturating_sub(written.len() + 2));
        [question, plain(" "), written, line(" ", reversed)].concat()
    }

    fn board_and_answers(&self, canvas: &mut Canvas, area: Area) {
        let Some(map) = &self.map else {
            return self.answers_and_sheet(canvas, area);
        };
        let marked = self.taken();
        // Drawn for the space beside the list; if it does not fit, drawn again for the space above.
        let drawing = (map.draw)(marked, room_beside(area));
        let width = board_width(&drawing) + 2;
        if width + LIST_WIDTH <= area.width {
            // Space for the legend, while the list has its minimum width.
            let below = drawing.below.iter().map(|text| coloured(text).len());
            let below = below.max().unwrap_or(0) + 2;
            let width = width.max(below.min(area.width.saturating_sub(LIST_WIDTH + 10)));
            let (left, right) = area.split_columns(width);
            board(canvas, left, &drawing);
            return self.answers_and_sheet(canvas, right);
        }
        let drawing = (map.draw)(marked, area.width.saturating_sub(2));
        let most = area.height.saturating_sub(LIST_HEIGHT);
        let (above, below) = area.split_rows((drawing.rows.len() + 2).min(most));
        board(canvas, above, &drawing);
        self.answers_and_sheet(canvas, below);
    }

    /// Draws the answers, with the record sheets of the pieces in question beside or below them.
    fn answers_and_sheet(&self, canvas: &mut Canvas, area: Area) {
        let sheet = self.sheet.as_ref().map(|sheet| sheet(self.taken()));
        let sheet = sheet.filter(|lines| !lines.is_empty());
        let Some(sheet) = sheet else {
            return self.list(canvas, area);
        };
        let (list, below) = if area.width >= TWO_COLUMNS {
            area.split_columns(area.width / 2)
        } else {
            let n_lines = self.n_lines(area.width.saturating_sub(2));
            let high = (n_lines + 2).max(4).min(area.height / 2);
            area.split_rows(high)
        };
        if below.height < SHEET_HEIGHT && below.width == area.width {
            return self.list(canvas, area);
        }
        self.list(canvas, list);
        let inside = canvas.frame(below, " Pieces ");
        let lines: Vec<Line> = sheet
            .iter()
            .flat_map(|text| hanging(&plain(text), inside.width))
            .collect();
        if lines.len() > inside.height {
            canvas.frame(below, " Pieces: F3 for all ");
        }
        canvas.write(inside, lines);
    }

    /// Returns the number of lines of the list.
    fn n_lines(&self, width: usize) -> usize {
        let n_listed = self.listed().len();
        match self.kind {
            Kind::Places => n_listed.div_ceil(self.per_line(width)),
            Kind::Words | Kind::Numbers => n_listed,
        }
    }

    /// Returns the number of places per line.
    fn per_line(&self, width: usize) -> usize {
        (width / self.place_width()).max(1)
    }

    /// Returns the width of a place in the list, with two spaces.
    fn place_width(&self) -> usize {
        let widths = self.answers.iter().map(|answer| plain(answer).len());
        widths.max().unwrap_or(0) + 2
    }

    fn list(&self, canvas: &mut Canvas, area: Area) {
        let listed = self.listed();
        let noun = match self.kind {
            Kind::Places if self.map.is_some() => "places",
            Kind::Places | Kind::Words | Kind::Numbers => "answers",
        };
        let title = match (listed.len(), self.answers.len()) {
            (_, 0) => String::new(),
            (n, all) if n == all => format!(" {all} {noun} "),
            (n, all) => format!(" {n} of {all} {noun} "),
        };
        let inside = canvas.frame(area, &title);
        if listed.is_empty() {
            let hint = match self.answers.is_empty() {
                true => "Type the answer; Enter confirms",
                false => "No legal option has this name; Enter shows why",
            };
            return canvas.write(inside, wrapped(&plain(hint), inside.width));
        }
        let is_places = self.kind == Kind::Places && self.map.is_some();
        if is_places && (self.is_near() || self.n_lines(inside.width) > inside.height) {
            let lines = self.over_the_map();
            let lines = lines.iter().flat_map(|text| wrapped(text, inside.width));
            return canvas.write(inside, lines);
        }
        let reversed = ContentStyle::new().attribute(Attribute::Reverse);
        let style = |at: usize| match at == self.marked {
            true => reversed,
            false => ContentStyle::new(),
        };
        let answers = listed.iter().map(|at| (*at, self.answers.get(*at)));
        let answers = answers.filter_map(|(at, answer)| Some((at, answer?)));
        if is_places {
            let width = self.place_width();
            let cells: Vec<Line> = answers
                .enumerate()
                .map(|(at, (_, answer))| line(&format!(" {answer:<0$}", width - 1), style(at)))
                .collect();
            let lines = cells.chunks(self.per_line(inside.width));
            return canvas.write(inside, lines.map(<[Line]>::concat));
        }
        let is_numbered = self.is_numbered();
        let digits = self.answers.len().to_string().len();
        let lines = answers.enumerate().map(|(at, (number, answer))| {
            let pointer = if at == self.marked { ">" } else { " " };
            let number = match is_numbered {
                true => format!("{:>digits$}  ", number + 1),
                false => String::new(),
            };
            let text = format!("{pointer} {number}{answer}");
            line(&format!("{text:<0$}", inside.width), style(at))
        });
        // Scrolled so that the marked answer is visible.
        let from = (self.marked + 1).saturating_sub(inside.height);
        canvas.write(inside, lines.skip(from));
    }

    /// Whether the typed point cannot be chosen, and a near one is marked.
    fn is_near(&self) -> bool {
        let wanted = self.plain(self.typed.trim());
        let marked = self.taken().and_then(|at| self.answers.get(at));
        let is_point = || {
            let map = self.map.as_ref();
            map.is_some_and(|map| map.by_distance(&wanted).is_some())
        };
        marked.is_some_and(|marked| self.plain(marked) != wanted) && is_point()
    }

    /// Renders the marked place among many, and the keys to mark another.
    fn over_the_map(&self) -> Vec<Line> {
        let bold = ContentStyle::new().attribute(Attribute::Bold);
        let marked = self.taken().and_then(|at| self.answers.get(at));
        let marked = marked.map_or("", String::as_str);
        let map = self.map.as_ref();
        let mut lines = vec![line(&format!("◆ {marked}"), bold)];
        if self.is_near() {
            lines.push(plain("is the nearest legal place."));
        }
        lines.push(plain(
            "The arrow keys move over the map, with Shift in larger steps.",
        ));
        let hint = match map.is_some_and(|map| map.locate.is_some()) {
            true => "Type a point, such as 12,8, for the nearest place.",
            false => "Or type the name of a place.",
        };
        lines.push(plain(hint));
        let nowhere =
            (0..self.answers.len()).filter(|at| map.and_then(|map| map.position(*at)).is_none());
        let nowhere: Vec<&str> = nowhere
            .filter_map(|at| self.answers.get(at).map(String::as_str))
            .collect();
        if !nowhere.is_empty() {
            lines.push(plain(&format!("The End key: {}", nowhere.join(", "))));
        }
        lines
    }

    /// Renders the complete record sheets, and the legend of the board.
    fn sheet_and_legend(&self, width: usize) -> Vec<Line> {
        let sheet = self.sheet.as_ref().map(|sheet| sheet(self.taken()));
        let mut lines: Vec<Line> = sheet
            .unwrap_or_default()
            .iter()
            .map(|text| plain(text))
            .collect();
        if let Some(map) = &self.map {
            let width = width.saturating_sub(2);
            let drawing = (map.draw)(self.taken(), width);
            lines.extend(legend(&drawing, width));
            lines.extend(drawing.below.iter().map(|text| coloured(text)));
        }
        if lines.is_empty() {
            lines.push(plain("This question is not about a piece."));
        }
        lines
    }
}

/// Draws the board as far as it fits, scrolled to its focus; then its legend.
fn board(canvas: &mut Canvas, area: Area, drawing: &Drawing) {
    let inside = canvas.frame(area, "");
    let rows: Vec<Line> = drawing.rows.iter().map(|row| coloured(row)).collect();
    let width = board_width(drawing);
    let (line_at, column) = drawing.focus.unwrap_or((0, 0));
    let top = window(line_at, rows.len(), inside.height);
    let margin = drawing.margin.min(inside.width);
    let left = window(
        column.saturating_sub(margin),
        width.saturating_sub(margin),
        inside.width - margin,
    );
    let more = [
        (left > 0, '←'),
        (left + inside.width < width, '→'),
        (top > 0, '↑'),
        (top + inside.height < rows.len(), '↓'),
    ];
    let more: String = more
        .iter()
        .filter(|(is_more, _)| *is_more)
        .map(|(_, arrow)| *arrow)
        .collect();
    if !more.is_empty() {
        canvas.frame(area, &format!(" more {more} "));
    }
    let n_rows = rows.len().min(inside.height);
    let seen = rows.into_iter().skip(top).take(n_rows).map(|row| {
        let names = row.iter().take(margin).cloned();
        names
            .chain(row.iter().skip(margin + left).cloned())
            .collect()
    });
    let below = drawing.below.iter();
    let below = below.flat_map(|text| hanging(&coloured(text), inside.width));
    let legend = legend(drawing, inside.width).into_iter();
    let gap = (!drawing.legend.is_empty()).then(Line::new);
    canvas.write(inside, seen.chain(gap).chain(legend).chain(below));
}

/// Renders the types of terrain, with as many per line as fit.
fn legend(drawing: &Drawing, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for entry in drawing.legend.iter().map(|entry| coloured(entry)) {
        match lines.last_mut() {
            Some(line) if line.len() + 4 + entry.len() <= width => {
                line.extend(plain("    "));
                line.extend(entry);
            }
            Some(_) | None => lines.push(entry),
        }
    }
    lines
}

/// Returns the width for a board beside a list.
fn room_beside(area: Area) -> usize {
    area.width.saturating_sub(LIST_WIDTH + 2)
}

/// Returns the first of `room` visible items out of `n`, with one of them in the middle.
fn window(middle: usize, n: usize, room: usize) -> usize {
    let last = n.saturating_sub(room);
    middle.saturating_sub(room / 2).min(last)
}

fn board_width(drawing: &Drawing) -> usize {
    let widths = drawing.rows.iter().map(|row| coloured(row).len());
    widths.max().unwrap_or(0)
}

fn plain(text: &str) -> Line {
    line(text, ContentStyle::new())
}

fn quiet(text: &str) -> Line {
    line(text, ContentStyle::new().attribute(Attribute::Dim))
}
