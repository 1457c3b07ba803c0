//! Index of lines: byte offsets to lines and columns.

/// A place as a person counts: line and column from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// The unit in which columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Bytes,
    /// Code units of UTF-16, as the Language Server Protocol counts unless agreed otherwise.
    Utf16,
    /// Columns count characters.
    Characters,
}

impl Encoding {
    /// The length of a character.
    fn length(self, character: char) -> usize {
        match self {
            Self::Bytes => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Characters => 1,
        }
    }
}

/// A place as an editor counts: line and column from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// From 0.
    pub line: usize,
    /// From 0, in units of an [`Encoding`].
    pub column: usize,
}

/// Starts of the lines of a text.
#[derive(Debug, Clone, Default)]
pub struct LineIndex {
    /// Byte offset of the first character of each line.
    starts: Vec<usize>,
}

impl LineIndex {
    /// Reads a text once.
    pub fn new(text: &str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self { starts }
    }

    /// Line and column of a byte offset in `text`, the text this index was made from.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let before = text.get(start..offset.min(text.len())).unwrap_or_default();
        Position {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// Line and column of a byte offset in `text`, counted in `encoding`. An offset within a character is taken to its start.
    pub fn line_column(&self, text: &str, offset: usize, encoding: Encoding) -> LineColumn {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset);
        let line = line.saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = text.get(start..offset).unwrap_or_default();
        let column = before.chars().map(|one| encoding.length(one)).sum();
        LineColumn { line, column }
    }

    /// The byte offset of a place in `text`, counted in `encoding`. A column past the end of its line means that end, before
    /// the line break; a line past the end of the text, that end; a column within a character, its start.
    pub fn offset(&self, text: &str, place: LineColumn, encoding: Encoding) -> usize {
        let Some(start) = self.starts.get(place.line).copied() else {
            return text.len();
        };
        let end = self.starts.get(place.line + 1).copied();
        let line = text.get(start..end.unwrap_or(text.len()));
        let line = line.unwrap_or_default();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut column = 0;
        for (at, character) in line.char_indices() {
            column += encoding.length(character);
            if column > place.column {
                return start + at;
            }
        }
        start + line.len()
    }
}
