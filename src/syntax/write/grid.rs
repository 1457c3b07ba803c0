//! Tables, lists of modifiers and kinds as grids of cells, and grids back as rows of a text.

use super::members::moved_blocks;
use super::parts::{push_literal, type_text};
use super::readable::checked;
use super::{CONDITION, COUNT, kind_line, push_expr};
use crate::ast::{File, Head, Item, Kind, KindLine, Modifier, Modifiers, Table};
use sandtable_source::{FileId, Span};

/// The columns of a list of modifiers.
const MODIFIER: [&str; 5] = ["amount", "if", "once", "label", "sections"];
/// The columns of a stat.
const STAT: [&str; 5] = ["stat", "values", "default", "title", "sections"];

/// A sort of declaration that is a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridSort {
    /// A table: its first row names the columns.
    Table,
    /// A list of modifiers.
    Modifiers,
    /// A kind: its stats; what else it has is a row of one cell.
    Kind,
}

impl GridSort {
    /// The keyword of such declarations.
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Modifiers => "modifiers",
            Self::Kind => "kind",
        }
    }

    /// The line of a row with these cells; empty cells are left out, except those of tables.
    pub fn line(self, cells: &[String]) -> String {
        let [first, second, third, fourth, fifth] =
            [0, 1, 2, 3, 4].map(|at| cells.get(at).map_or("", |cell| cell.trim()));
        let quoted = |title: &str| match title {
            "" => String::new(),
            title => format!(" \"{}\"", title.replace('"', "'")),
        };
        let behind = |word: &str, cell: &str| match cell {
            "" => String::new(),
            cell => format!("{word}{cell}"),
        };
        let sections = match fifth {
            "" => String::new(),
            sections => format!(" [{sections}]"),
        };
        match self {
            Self::Table => {
                let cells = cells.iter().map(|cell| match cell.trim() {
                    "" => "-",
                    cell => cell,
                });
                cells.collect::<Vec<_>>().join(" | ")
            }
            Self::Modifiers => {
                let (when, once) = (behind(" if ", second), behind(" once ", third));
                let sign = match first.starts_with(['+', '-']) {
                    true => "",
                    false => "+",
                };
                format!("{sign}{first}{when}{once}{}{sections}", quoted(fourth))
            }
            Self::Kind if cells.len() == 1 => first.to_owned(),
            Self::Kind => {
                let default = match third {
                    "optional" => ", optional".to_owned(),
                    third => behind(", default ", third),
                };
                format!("{first} {second}{default}{}{sections}", quoted(fourth))
            }
        }
    }
}

/// A declaration as a grid.
#[derive(Debug, Clone)]
pub struct Grid {
    /// Its sort.
    pub sort: GridSort,
    /// Its name.
    pub name: String,
    /// Its title; empty if it has none.
    pub title: String,
    /// The text of the declaration.
    pub span: Span,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows as written, of a table without the first.
    pub rows: Vec<GridRow>,
    /// The row that names the columns of a table.
    head: Option<Span>,
}

/// A row of a grid.
#[derive(Debug, Clone)]
pub struct GridRow {
    /// Its text.
    pub span: Span,
    /// As many as there are columns, or one that holds the whole line.
    pub cells: Vec<String>,
}

/// A change of one row of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowEdit {
    /// Gives a row other cells.
    Set(usize, Vec<String>),
    /// Adds a row before one, or after the last.
    Insert(usize, Vec<String>),
    /// Removes a row.
    Remove(usize),
    /// Moves a row with its comments to the place of another; no other edit may be beside it.
    Move(usize, usize),
}

/// Returns the declarations of a file that are grids.
pub fn grids(file: &File) -> Vec<Grid> {
    let items = file.items.iter();
    let grid = |item: &std::sync::Arc<sandtable_source::Spanned<Item>>| {
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a grid")]
        match &item.value {
            Item::Table(table) => Some(of_table(table, item.span)),
            Item::Modifiers(modifiers) => Some(of_modifiers(modifiers, item.span)),
            Item::Kind(kind) => Some(of_kind(kind, item.span)),
            _ => None,
        }
    };
    items.filter_map(grid).collect()
}

fn empty(sort: GridSort, head: &Head, span: Span) -> Grid {
    let title = head.title.as_ref();
    Grid {
        sort,
        name: head.name.value.clone(),
        title: title.map_or_else(String::new, |title| title.value.clone()),
        span,
        columns: Vec::new(),
        rows: Vec::new(),
        head: None,
    }
}

fn of_table(table: &Table, span: Span) -> Grid {
    let mut rows = table.rows.iter().map(|row| GridRow {
        span: row.span,
        cells: row
            .value
            .cells
            .iter()
            .map(|cell| super::cell_text(&cell.value))
            .collect(),
    });
    let head = rows.next();
    Grid {
        head: head.as_ref().map(|head| head.span),
        columns: head.map(|head| head.cells).unwrap_or_default(),
        rows: rows.collect(),
        ..empty(GridSort::Table, &table.head, span)
    }
}

fn of_modifiers(modifiers: &Modifiers, span: Span) -> Grid {
    let rows = modifiers.lines.iter().map(|line| GridRow {
        span: line.span,
        cells: modifier_cells(&line.value),
    });
    Grid {
        columns: MODIFIER.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        ..empty(GridSort::Modifiers, &modifiers.head, span)
    }
}

fn modifier_cells(modifier: &Modifier) -> Vec<String> {
    let mut amount = format!("{:+}", modifier.amount);
    if let Some(per) = &modifier.per {
        amount.push_str(" per ");
        push_expr(&mut amount, per, COUNT);
    }
    if let Some(most) = modifier.most {
        amount.push_str(&format!(" at most {most}"));
    }
    let mut when = String::new();
    if let Some(condition) = &modifier.condition {
        push_expr(&mut when, condition, CONDITION);
    }
    let once = modifier.once.as_ref();
    let label = modifier.label.as_ref();
    vec![
        amount,
        when,
        once.map_or_else(String::new, |once| once.value.clone()),
        label.map_or_else(String::new, |label| label.value.clone()),
        super::list(&modifier.citations, ", "),
    ]
}

fn of_kind(kind: &Kind, span: Span) -> Grid {
    let rows = kind.lines.iter().map(|line| GridRow {
        span: line.span,
        cells: stat_cells(&line.value),
    });
    Grid {
        columns: STAT.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        ..empty(GridSort::Kind, &kind.head, span)
    }
}

fn stat_cells(line: &KindLine) -> Vec<String> {
    let KindLine::Stat {
        name,
        ty,
        default,
        optional,
        title,
        citations,
    } = line
    else {
        let (word, rest) = kind_line(line);
        return vec![format!("{word} {rest}")];
    };
    let mut literal = String::new();
    push_literal(&mut literal, "", default.as_ref());
    if *optional {
        literal.push_str("optional");
    }
    vec![
        name.value.clone(),
        type_text(&ty.value),
        literal,
        title
            .as_ref()
            .map_or_else(String::new, |title| title.value.clone()),
        super::list(citations, ", "),
    ]
}

impl Grid {
    /// The text with edits of this grid, laid out as the formatter does if it was before. Comments stay.
    ///
    /// Errors: the result would not be read, in words.
    pub fn edited(
        &self,
        name: &str,
        file: FileId,
        text: &str,
        edits: &[RowEdit],
    ) -> Result<String, String> {
        if let [RowEdit::Move(from, to)] = edits {
            let heads: Vec<Span> = self.rows.iter().map(|row| row.span).collect();
            return moved_blocks(name, file, text, &heads, *from, *to);
        }
        let mut changes: Vec<(usize, usize, String)> = Vec::new();
        for edit in edits {
            changes.push(self.change(text, edit)?);
        }
        // From the end to the beginning, so that places stay right; those at one place in the order in which they were given.
        changes.reverse();
        changes.sort_by_key(|(start, _, _)| std::cmp::Reverse(*start));
        let mut result = text.to_owned();
        for (start, end, with) in changes {
            let (before, after) = (result.get(..start), result.get(end..));
            let (Some(before), Some(after)) = (before, after) else {
                return Err("the text has changed in the meantime".to_owned());
            };
            result = format!("{before}{with}{after}");
        }
        checked(name, file, text, result)
    }

    /// The line of a row, in the columns of the other rows.
    fn line(&self, cells: &[String]) -> String {
        if self.sort != GridSort::Table {
            return self.sort.line(cells);
        }
        let others = || {
            let rows = self.rows.iter().map(|row| &row.cells);
            rows.chain([&self.columns])
        };
        let last = cells.len().saturating_sub(1);
        let padded = cells.iter().enumerate().map(|(at, cell)| {
            let widths = others().filter_map(|row| row.get(at));
            let width = widths.map(|cell| cell.chars().count()).max().unwrap_or(0);
            let shown = match cell.trim() {
                "" => "-",
                cell => cell,
            };
            match at == last {
                true => shown.to_owned(),
                false => format!("{shown:width$}"),
            }
        });
        padded.collect::<Vec<_>>().join(" | ")
    }

    /// The stretch that an edit replaces, and with what.
    ///
    /// Errors: there is no such row.
    fn change(&self, text: &str, edit: &RowEdit) -> Result<(usize, usize, String), String> {
        let row = |at: usize| {
            let row = self.rows.get(at);
            row.ok_or_else(|| format!("`{}` has no row {}", self.name, at + 1))
        };
        Ok(match edit {
            RowEdit::Set(at, cells) => {
                let span = row(*at)?.span;
                (span.start, trimmed(text, span), self.line(cells))
            }
            RowEdit::Move(..) => return Err("a row is moved by itself".to_owned()),
            RowEdit::Remove(at) => {
                let (start, end) = whole_lines(text, row(*at)?.span);
                (start, end, String::new())
            }
            RowEdit::Insert(at, cells) => {
                let line = self.line(cells);
                match (self.rows.get(*at), self.rows.last()) {
                    (Some(next), _) => {
                        let (start, _) = whole_lines(text, next.span);
                        (start, start, format!("{}{line}\n", indent(text, next.span)))
                    }
                    (None, last) => {
                        let (span, blanks) = match (last, self.head) {
                            (Some(last), _) => (last.span, indent(text, last.span)),
                            (None, Some(head)) => (head, indent(text, head)),
                            (None, None) => (self.span, "  "),
                        };
                        let (_, end) = match last.is_none() && self.head.is_none() {
                            true => first_line(text, span),
                            false => whole_lines(text, span),
                        };
                        let is_open = text.get(..end).is_some_and(|text| !text.ends_with('\n'));
                        let begin = if is_open { "\n" } else { "" };
                        (end, end, format!("{begin}{blanks}{line}\n"))
                    }
                }
            }
        })
    }
}

/// The end of a stretch without the blanks at its end.
fn trimmed(text: &str, span: Span) -> usize {
    let own = text.get(span.start..span.end).unwrap_or_default();
    span.start + own.trim_end().len()
}

/// The lines that a stretch is on, with the end of the last.
fn whole_lines(text: &str, span: Span) -> (usize, usize) {
    let before = text.get(..span.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let last = trimmed(text, span);
    let after = text.get(last..).unwrap_or_default();
    let end = after.find('\n').map_or(text.len(), |at| last + at + 1);
    (start, end)
}

/// The first line of a stretch.
fn first_line(text: &str, span: Span) -> (usize, usize) {
    whole_lines(text, Span::new(span.file, span.start, span.start))
}

/// The blanks before a stretch on its line.
fn indent(text: &str, span: Span) -> &str {
    let (start, _) = whole_lines(text, span);
    let line = text.get(start..span.start).unwrap_or_default();
    line.get(..line.len() - line.trim_start().len())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{GridSort, RowEdit, grids};
    use crate::parse;
    use sandtable_diagnostic::Diagnostics;

    const TEXT: &str = "\
table needed \"Needed\" (range: 0..24 inches) -> 1..10
  range | needed
  0-4   | 3  # close
  5-24  | 6

modifiers to-hit (firer)
  +1  if  firer is low  \"low\"

kind squad \"Squad\"
  men     0..10
  traits  low
";

    fn edited(name: &str, edits: &[RowEdit]) -> Result<String, String> {
        let file = sandtable_source::SourceMap::default().add("a.rules", TEXT);
        let tree = parse(file, TEXT, &mut Diagnostics::default());
        let all = grids(&tree);
        let grid = all.iter().find(|grid| grid.name == name).unwrap();
        grid.edited("a.rules", file, TEXT, edits)
    }

    fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
        cells.map(str::to_owned).to_vec()
    }

    #[test]
    fn a_band_is_split_and_comments_stay() {
        let edits = [
            RowEdit::Set(1, cells(["5-12", "6"])),
            RowEdit::Insert(2, cells(["13-24", "10"])),
        ];
        let text = edited("needed", &edits).unwrap();
        let table = "  range | needed\n  0-4   | 3  # close\n  5-12  | 6\n  13-24 | 10\n\n";
        assert!(text.contains(table), "{text}");
    }

    #[test]
    fn rows_go_and_come_in_lists_and_kinds() {
        let more = [RowEdit::Insert(1, cells(["2", "", "", "near", "4.1"]))];
        let text = edited("to-hit", &more).unwrap();
        let list = "  +1  if  firer is low  \"low\"\n  +2                    \"near\"  [4.1]\n";
        assert!(text.contains(list), "{text}");
        let text = edited(
            "squad",
            &[RowEdit::Insert(1, cells(["speed", "1..6", "3", "", ""]))],
        );
        let text = text.unwrap();
        assert!(
            text.contains("  men     0..10\n  speed   1..6, default 3\n  traits  low\n"),
            "{text}"
        );
        let text = edited("squad", &[RowEdit::Remove(0)]).unwrap();
        assert!(
            text.ends_with("kind squad \"Squad\"\n  traits  low\n"),
            "{text}"
        );
    }

    #[test]
    fn a_cell_that_cannot_be_read_is_refused() {
        assert!(edited("needed", &[RowEdit::Set(0, cells(["0-4", "(("]))]).is_err());
        assert!(edited("needed", &[RowEdit::Remove(9)]).is_err());
    }

    #[test]
    fn an_empty_cell_of_a_table_is_no_result() {
        assert_eq!(GridSort::Table.line(&cells(["1", ""])), "1 | -");
        assert_eq!(
            GridSort::Modifiers.line(&cells(["1", "a is low", "", "", ""])),
            "+1 if a is low"
        );
    }
}
