//! Answers as sheets for other programs.

/// Returns lines of cells as comma-separated values: quoted where that is needed, as RFC 4180 says.
pub fn sheet(lines: &[Vec<String>]) -> String {
    let cell = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    let line = |line: &Vec<String>| {
        let cells: Vec<String> = line.iter().map(cell).collect();
        format!("{}\n", cells.join(","))
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::sheet;

    #[test]
    fn commas_and_quotes_are_kept() {
        let line = ["a", "b, c", "d \"e\""].map(str::to_owned).to_vec();
        assert_eq!(sheet(&[line]), "a,\"b, c\",\"d \"\"e\"\"\"\n");
    }
}
