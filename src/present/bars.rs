//! Bars and columns in text.

/// A full block, then one to seven eighths of one.
const FULL: char = '█';
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Side to which a column leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
    Right,
}

/// Returns a bar for a fraction from 0 to 1 of `width` places. Only 0 draws nothing, and only 1 fills it.
pub fn bar(fraction: f64, width: usize) -> String {
    let n_eighths = eighths(fraction, width * 8);
    let mut bar: String = std::iter::repeat_n(FULL, n_eighths / 8).collect();
    bar.push_str(EIGHTHS.get(n_eighths % 8).copied().unwrap_or_default());
    bar
}

fn eighths(fraction: f64, most: usize) -> usize {
    if fraction.is_nan() || fraction <= 0.0 || most == 0 {
        return 0;
    }
    if fraction >= 1.0 {
        return most;
    }
    // In range: `fraction` is between 0 and 1.
    let exact = (fraction * most as f64).round() as usize;
    exact.clamp(1, most.saturating_sub(1).max(1))
}

/// Returns rows of cells as lines, each column as wide as its widest cell, two spaces between columns, none at the end.
///
/// `sides` has one entry per column; further columns are left-aligned.
pub fn columns(rows: &[Vec<String>], sides: &[Side]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| width(cell))
                .max()
                .unwrap_or(0)
        })
        .collect();
    rows.iter().map(|row| line(row, &widths, sides)).collect()
}

fn line(row: &[String], widths: &[usize], sides: &[Side]) -> String {
    let cells: Vec<String> = row
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(column, (cell, widest))| {
            let blanks = " ".repeat(widest.saturating_sub(width(cell)));
            match sides.get(column) {
                Some(Side::Right) => format!("{blanks}{cell}"),
                Some(Side::Left) | None => format!("{cell}{blanks}"),
            }
        })
        .collect();
    cells.join("  ").trim_end().to_owned()
}

/// Returns how many columns a text takes.
fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::{Side, bar, columns};

    #[test]
    fn bars_have_eighths() {
        assert_eq!(bar(0.0, 4), "");
        assert_eq!(bar(0.5, 4), "██");
        assert_eq!(bar(0.28125, 4), "█▏");
        assert_eq!(bar(1.0, 4), "████");
    }

    #[test]
    fn the_nearly_impossible_and_the_nearly_certain_show() {
        assert_eq!(bar(0.000_001, 4), "▏");
        assert_eq!(bar(0.999_999, 4), "███▉");
    }

    #[test]
    fn numbers_lean_to_the_right() {
        let rows = vec![
            vec!["hit".to_owned(), "5/6".to_owned()],
            vec!["miß".to_owned(), "11/36".to_owned()],
        ];
        assert_eq!(
            columns(&rows, &[Side::Left, Side::Right]),
            ["hit    5/6", "miß  11/36"]
        );
    }
}
