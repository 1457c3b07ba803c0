//! How a question looks on the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, List, ListItem, ListState, Paragraph, Wrap};

use super::Picker;

/// The list is at least so wide beside a board.
const LIST_WIDTH: u16 = 30;
/// At least so high below one.
const LIST_HEIGHT: u16 = 8;
/// So many lines of what has happened.
const STORY_HEIGHT: u16 = 7;
/// A screen that is lower shows nothing of it.
const HIGH: u16 = 24;

const KEYS: &str = "↑ ↓ choose   type to look for   Enter takes it   Ctrl-Z undo   Ctrl-C leave";

impl Picker<'_> {
    /// Draws the board, what has happened, the list, and what is said about what was typed.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let room = usize::from(area.width.saturating_sub(2)).max(1);
        let said = self.said.iter();
        let n_said: usize = said
            .map(|line| line.chars().count().div_ceil(room).max(1))
            .sum();
        let n_said = u16::try_from(n_said).unwrap_or(u16::MAX);
        let has_story = !self.story.is_empty() && area.height >= HIGH;
        let [middle, story, said, keys] = Layout::vertical([
            Constraint::Min(LIST_HEIGHT),
            Constraint::Length(if has_story { STORY_HEIGHT } else { 0 }),
            Constraint::Length(if n_said == 0 {
                0
            } else {
                n_said.saturating_add(2).min(14)
            }),
            Constraint::Length(1),
        ])
        .areas(area);
        self.board_and_list(frame, middle);
        if has_story {
            let n_lines = usize::from(STORY_HEIGHT.saturating_sub(2));
            let from = self.story.len().saturating_sub(n_lines);
            let lines = self.story.iter().skip(from);
            let lines: Vec<Line<'_>> = lines.map(|line| Line::from(line.as_str())).collect();
            let told = Paragraph::new(lines).block(Block::bordered().title(" What has happened "));
            frame.render_widget(told, story);
        }
        if n_said > 0 {
            let lines: Vec<Line<'_>> = self.said.iter().map(|line| styled(line)).collect();
            let told = Paragraph::new(lines)
                .wrap(Wrap { trim: false })
                .block(Block::bordered().title(" Why not "));
            frame.render_widget(told, said);
        }
        let quiet = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Paragraph::new(KEYS).style(quiet), keys);
    }

    fn board_and_list(&self, frame: &mut Frame<'_>, area: Rect) {
        let marked = self.taken().and_then(|at| self.answers.get(at));
        let board = self.board.as_ref();
        let Some(board) = board.map(|board| board(marked.map(String::as_str))) else {
            return self.list(frame, area);
        };
        let lines: Vec<Line<'_>> = board.lines().map(styled).collect();
        let width = lines.iter().map(Line::width).max().unwrap_or(0);
        let width = u16::try_from(width).unwrap_or(u16::MAX).saturating_add(4);
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let is_beside = width.saturating_add(LIST_WIDTH) <= area.width;
        let [map, list] = if is_beside {
            let sizes = [Constraint::Length(width), Constraint::Min(LIST_WIDTH)];
            Layout::horizontal(sizes).areas(area)
        } else {
            let most = area.height.saturating_sub(LIST_HEIGHT);
            let sizes = [
                Constraint::Length(height.saturating_add(2).min(most)),
                Constraint::Min(LIST_HEIGHT),
            ];
            Layout::vertical(sizes).areas(area)
        };
        frame.render_widget(Paragraph::new(lines).block(Block::bordered()), map);
        self.list(frame, list);
    }

    fn list(&self, frame: &mut Frame<'_>, area: Rect) {
        let [typed, list] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3)]).areas(area);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let line = Line::from(vec![
            Span::styled(format!("{}: ", self.question), bold),
            Span::raw(self.typed.clone()),
            Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED)),
        ]);
        frame.render_widget(Paragraph::new(line), typed);
        let listed = self.listed();
        let title = match (listed.len(), self.answers.len()) {
            (_, 0) => String::new(),
            (n, all) if n == all => format!(" {all} "),
            (n, all) => format!(" {n} of {all} "),
        };
        let block = Block::bordered().title(title);
        if listed.is_empty() {
            let hint = match self.answers.is_empty() {
                true => "Type the answer; Enter takes it",
                false => "Nothing of that name can be chosen; Enter says why",
            };
            let hint = Paragraph::new(hint).wrap(Wrap { trim: true }).block(block);
            frame.render_widget(hint, list);
            return;
        }
        let items = listed.iter().filter_map(|at| self.answers.get(*at));
        let items: Vec<ListItem<'_>> = items.map(|answer| ListItem::new(answer.as_str())).collect();
        let mut state = ListState::default().with_selected(Some(self.marked));
        let items = List::new(items)
            .block(block)
            .highlight_symbol("> ")
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(items, list, &mut state);
    }
}

/// A line with the colours that it was written with.
fn styled(line: &str) -> Line<'static> {
    let mut spans = Vec::new();
    let mut style = Style::new();
    let mut parts = line.split("\u{1b}[");
    spans.extend(parts.next().map(|plain| Span::raw(plain.to_owned())));
    for part in parts {
        let (codes, text) = part.split_once('m').unwrap_or(("", part));
        for code in codes.split(';') {
            style = match code {
                "1" => style.add_modifier(Modifier::BOLD),
                "31" => style.fg(Color::Red),
                "32" => style.fg(Color::Green),
                "33" => style.fg(Color::Yellow),
                "34" => style.fg(Color::Blue),
                "35" => style.fg(Color::Magenta),
                "36" => style.fg(Color::Cyan),
                _ => Style::new(),
            };
        }
        spans.push(Span::styled(text.to_owned(), style));
    }
    Line::from(spans)
}
