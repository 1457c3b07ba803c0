//! Blanks inside of lines, and the columns that neighbours share.

use std::collections::BTreeMap;

use super::Logical;

/// Way in which a line shares columns with its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A declaration with such a block.
    Table,
    Modifiers,
    Kind,
    Die,
    Example,
    Depending,
    /// `4-6 | color | star`
    Row,
    /// `where color = 1`
    Where,
    /// `-1  if  smoke  "smoke"  [7.2]`
    Modifier,
    /// `speed  0..12`
    KindLine,
    /// `faces  red, blue`
    Faces,
    /// `color = red`
    FaceGroup,
    /// `given   firer = panther`
    ExampleLine,
    /// `hit   when …`
    Outcome,
    /// `red:   stop`
    Arm,
    /// Any other.
    Plain,
}

impl Sort {
    /// Returns the sort of a line by that of its parent.
    pub(super) fn of(parent: Option<Self>, code: &str) -> Self {
        let mut words = code.split_whitespace();
        let (first, second) = (
            words.next().unwrap_or_default(),
            words.next().unwrap_or_default(),
        );
        match parent {
            None => match first {
                "table" => Self::Table,
                "modifiers" => Self::Modifiers,
                "kind" => Self::Kind,
                "die" => Self::Die,
                "example" => Self::Example,
                _ => Self::Plain,
            },
            Some(Self::Table) if first == "where" => Self::Where,
            Some(Self::Table) if split(code, '|').len() > 1 => Self::Row,
            Some(Self::Modifiers) if first.starts_with(['-', '+']) => Self::Modifier,
            Some(Self::Kind) if (first, second) == ("always", "on") => Self::Plain,
            Some(Self::Kind) => Self::KindLine,
            Some(Self::Die) if first == "faces" => Self::Faces,
            Some(Self::Die) if code.contains('=') => Self::FaceGroup,
            Some(Self::Example) => Self::ExampleLine,
            Some(Self::ExampleLine) => Self::Row,
            Some(Self::Depending) if arm(code).is_some() => Self::Arm,
            Some(_) if first == "depending" => Self::Depending,
            Some(_) if is_name(first) && ["when", "otherwise"].contains(&second) => Self::Outcome,
            Some(_) => Self::Plain,
        }
    }

    /// Only lines next to each other share columns; else all of a block do.
    pub(super) fn is_of_neighbours(self) -> bool {
        matches!(self, Self::Outcome | Self::Arm)
    }

    /// Contents of the columns.
    fn cells(self, code: &str) -> Vec<String> {
        match self {
            Self::Row => split(code, '|').into_iter().map(spaced).collect(),
            Self::Where | Self::FaceGroup => match code.split_once('=') {
                Some((word, value)) => vec![spaced(word), format!("= {}", spaced(value))],
                None => vec![spaced(code)],
            },
            Self::Modifier => modifier(code),
            Self::KindLine | Self::ExampleLine | Self::Faces | Self::Outcome => {
                match code.split_once(char::is_whitespace) {
                    Some((first, rest)) => vec![first.to_owned(), spaced(rest)],
                    None => vec![code.to_owned()],
                }
            }
            Self::Arm => match arm(code) {
                Some((values, then)) => vec![format!("{}:", spaced(values)), spaced(then)],
                None => vec![spaced(code)],
            },
            Self::Table
            | Self::Modifiers
            | Self::Kind
            | Self::Die
            | Self::Example
            | Self::Depending
            | Self::Plain => vec![spaced(code)],
        }
    }

    /// Separator of columns; lines that are alone have no columns to show.
    fn between(self, n_lines: usize) -> &'static str {
        match self {
            Self::Row => " | ",
            Self::Where | Self::FaceGroup => " ",
            Self::Outcome | Self::Arm if n_lines < 2 => " ",
            Self::Table
            | Self::Modifiers
            | Self::Kind
            | Self::Die
            | Self::Example
            | Self::Depending
            | Self::Modifier
            | Self::KindLine
            | Self::Faces
            | Self::ExampleLine
            | Self::Outcome
            | Self::Arm
            | Self::Plain => "  ",
        }
    }
}

/// The column widths of all groups of lines.
pub(super) struct Columns {
    /// By group and sort: the number of lines, and the width of each column.
    groups: BTreeMap<(usize, u8), (usize, Vec<usize>)>,
}

impl Columns {
    /// `codes` are the first rows of the lines.
    pub(super) fn new(lines: &[Logical], codes: &[&str]) -> Self {
        let mut groups: BTreeMap<(usize, u8), (usize, Vec<usize>)> = BTreeMap::new();
        for (line, code) in lines.iter().zip(codes) {
            let (n_lines, widths) = groups.entry(key(line)).or_default();
            *n_lines += 1;
            for (at, cell) in line.sort.cells(code).iter().enumerate() {
                let width = cell.chars().count();
                match widths.get_mut(at) {
                    Some(widest) => *widest = width.max(*widest),
                    None => widths.push(width),
                }
            }
        }
        for ((_, sort), (_, widths)) in &mut groups {
            if let (true, Some(first)) = (*sort == Sort::ExampleLine as u8, widths.first_mut()) {
                *first = "expect".len().max(*first);
            }
        }
        Self { groups }
    }

    /// A line in the columns of its group.
    pub(super) fn line(&self, line: &Logical, code: &str) -> String {
        let cells = line.sort.cells(code);
        let Some((n_lines, widths)) = self.groups.get(&key(line)) else {
            return spaced(code);
        };
        let padded: Vec<String> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        padded
            .join(line.sort.between(*n_lines))
            .trim_end()
            .to_owned()
    }

    /// Indentation of the rows with which a line continues.
    pub(super) fn hanging(&self, line: &Logical) -> usize {
        let widths = self.groups.get(&key(line)).map(|(_, widths)| widths);
        match (line.sort, widths.and_then(|widths| widths.first())) {
            (Sort::KindLine | Sort::ExampleLine | Sort::Faces, Some(first)) => first + 2,
            _ => 4,
        }
    }
}

fn key(line: &Logical) -> (usize, u8) {
    (line.group, line.sort as u8)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word
            .chars()
            .all(|mark| mark.is_ascii_alphanumeric() || mark == '-')
}

/// The values and the statement of an arm that is on one line.
fn arm(code: &str) -> Option<(&str, &str)> {
    let parts = split(code, ':');
    let mut end = parts.first()?.len();
    for part in parts.iter().skip(1) {
        if !is_ratio(code, end) {
            break;
        }
        end += 1 + part.len();
    }
    let (first, then) = code.split_at_checked(end)?;
    let then = then.strip_prefix(':')?.trim();
    (!then.is_empty()).then_some((first, then))
}

/// Whether the colon at a place is within a word like `3:1`.
fn is_ratio(code: &str, colon: usize) -> bool {
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let before = code.get(..colon).and_then(|text| text.chars().next_back());
    let behind = code.get(colon + 1..).and_then(|text| text.chars().next());
    digit(before) && digit(behind)
}

/// The parts of a line between marks that are in no quotes and no brackets.
fn split(code: &str, mark: char) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut is_quoted, mut depth) = (false, 0_usize);
    for (at, letter) in code.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' | '[' if !is_quoted => depth += 1,
            ')' | ']' if !is_quoted => depth = depth.saturating_sub(1),
            _ if letter == mark && !is_quoted && depth == 0 => {
                parts.push(code.get(start..at).unwrap_or_default());
                start = at + mark.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(code.get(start..).unwrap_or_default());
    parts
}

/// Splits a line into amount, condition, label and sections; a missing part leaves its column empty.
fn modifier(code: &str) -> Vec<String> {
    let (amount, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    let rest = rest.trim();
    let (rest, sections) = match rest.rfind('[') {
        Some(at) if rest.ends_with(']') => rest.split_at(at),
        Some(_) | None => (rest, ""),
    };
    let rest = rest.trim_end();
    let before = rest.strip_suffix('"').and_then(|text| text.rfind('"'));
    let (when, label) = match before {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    let when = spaced(when);
    let when = match when.strip_prefix("if ") {
        Some(condition) => format!("if  {condition}"),
        None => when,
    };
    vec![amount.to_owned(), when, spaced(label), spaced(sections)]
}

/// Normalises spaces: one for several and around comparisons, one after a comma or colon and none before, none inside
/// brackets. Quotations and sections of the book are unchanged.
pub(super) fn spaced(code: &str) -> String {
    let mut result = String::with_capacity(code.len());
    let (mut is_quoted, mut is_section) = (false, false);
    let mut letters = code.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        if is_quoted {
            result.push(letter);
            is_quoted = letter != '"';
            continue;
        }
        if letter.is_whitespace() {
            if !result.ends_with([' ', '(', '[']) {
                result.push(' ');
            }
            continue;
        }
        let is_arrow = letter == '-' && letters.peek() == Some(&'>');
        let is_order = !is_section && (is_arrow || matches!(letter, '<' | '>' | '=' | '!'));
        if matches!(letter, ',' | ')' | ']' | ':') && result.ends_with(' ') {
            result.pop();
        } else if result.ends_with(',') || is_order && !result.ends_with(' ') {
            result.push(' ');
        }
        is_quoted = letter == '"';
        is_section = letter == '[' || is_section && letter != ']';
        result.push(letter);
        if is_order {
            let second = letters.next_if(|next| matches!(next, '=' | '>'));
            result.extend(second);
        }
        let goes_on = letters.peek().is_some_and(|next| !next.is_whitespace());
        let is_ratio = letter == ':'
            && letters.peek().is_some_and(char::is_ascii_digit)
            && result
                .trim_end_matches(':')
                .ends_with(|last: char| last.is_ascii_digit());
        if goes_on && (is_order || letter == ':' && !is_section && !is_ratio) {
            result.push(' ');
        }
    }
    result.truncate(result.trim_end().len());
    result
}
