//! Answers as sheets for other programs.

use std::borrow::Cow;

/// Returns lines of cells as comma-separated values, quoted according to RFC 4180; a cell that a spreadsheet would
/// run as a formula is marked as text.
pub fn sheet(lines: &[Vec<String>]) -> String {
    let cell = |cell: &String| {
        let cell = as_text(cell);
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.into_owned(),
        }
    };
    let line = |line: &Vec<String>| {
        let cells: Vec<String> = line.iter().map(cell).collect();
        format!("{}\n", cells.join(","))
    };
    lines.iter().map(line).collect()
}

/// A cell that is no number and begins as formulas do gets an apostrophe in front, which spreadsheets read as "this is text"
/// (OWASP, CSV injection).
fn as_text(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_number = || sandtable_source::decimal(cell).is_some();
    match is_formula && cell.len() > 1 && !is_number() {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::sheet;

    #[test]
    fn formulas_are_marked_as_text_and_numbers_are_not() {
        let line = ["=1+1", "-3", "+2", "-", "-cmd", "@a", "a=1"].map(str::to_owned);
        assert_eq!(sheet(&[line.to_vec()]), "'=1+1,-3,+2,-,'-cmd,'@a,a=1\n");
    }

    #[test]
    fn commas_and_quotes_are_kept() {
        let line = ["a", "b, c", "d \"e\""].map(str::to_owned).to_vec();
        assert_eq!(sheet(&[line]), "a,\"b, c\",\"d \"\"e\"\"\"\n");
    }
}
