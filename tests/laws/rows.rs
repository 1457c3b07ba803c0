//! Rows and columns of squares and hexes, against the lines and columns of the drawing.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::{assert_odds_on, brute_force};

/// A row and a column of a cell, both from 1.
type Cell = (i32, i32);

/// A map with its name for cells, `squares` or `hexes`, and the cells that it has.
fn drawn(board: &str, layout: &str, cells: &[Cell], size: Cell) -> String {
    let mut text = match layout {
        "" => format!("{board} = \"\"\"\n"),
        layout => format!("layout = \"{layout}\"\n{board} = \"\"\"\n"),
    };
    let has = |row, column| cells.contains(&(row, column));
    // With flat tops, a row is two lines: odd columns, then even ones.
    let lines: Vec<String> = match layout {
        "flat" => (1..=size.0)
            .flat_map(|row| [(row, 1), (row, 2)])
            .map(|(row, first)| {
                let columns =
                    (1..=size.1).map(|column| match (column % 2 == first % 2, has(row, column)) {
                        (true, true) => '.',
                        _ => ' ',
                    });
                columns.collect()
            })
            .collect(),
        _ => (1..=size.0)
            .map(|row| {
                let indent = if layout == "pointy" && row % 2 == 0 {
                    " "
                } else {
                    ""
                };
                let columns = (1..=size.1).map(|column| if has(row, column) { ". " } else { "  " });
                format!("{indent}{}", columns.collect::<String>())
            })
            .collect(),
    };
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text.push_str("\"\"\"\n\n[legend]\n\".\" = { name = \"Open\" }\n");
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn cells_have_the_rows_and_columns_of_the_drawing(
        layout in prop::sample::select(vec!["", "pointy", "flat"]),
        size in (2..4_i32, 2..5_i32),
        gaps in vec((1..4_i32, 2..5_i32), 0..3),
        limit in 1..4_i32,
    ) {
        // The first row and the first column are whole, so that the drawing begins there; with flat tops also the second column, so that no
        // line between two others is empty.
        let all = (1..=size.0).flat_map(|row| (1..=size.1).map(move |column| (row, column)));
        let n_whole = if layout == "flat" { 2 } else { 1 };
        let cells: Vec<Cell> = all.filter(|cell| cell.0 == 1 || cell.1 <= n_whole || !gaps.contains(cell)).collect();
        let board = if layout.is_empty() { "squares" } else { "hexes" };
        let rules = format!(
            "ruleset test\n  board {board}\n\nkind man\n  skill 1..6\n  track found: 0..9999\n\n\
             action ask (man)\n  choose spot: place at random \"where\"\n  set man.at to spot\n  \
             near = number of other: place where across(other, man) <= {limit} and along(other, man) < {limit}\n  \
             low = number of other: place where other.row > spot.row and other.column <= man.at.column\n  \
             set man.found to spot.row + 10 * spot.column + 100 * near + 1000 * low\n  report man.found\n\n\
             example \"ask\"\n  map field\n  given man = one\n  run ask\n  expect man.at is not none\n"
        );
        let expected = brute_force(|rolls| {
            let (row, column) = cells[rolls.die(cells.len() as u32) as usize - 1];
            let count = |is_one: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| is_one(cell)).count() as i32;
            let near = count(&|cell| (cell.1 - column).abs() <= limit && (cell.0 - row).abs() < limit);
            let low = count(&|cell| cell.0 > row && cell.1 <= column);
            vec![(row + 10 * column + 100 * near + 1000 * low).min(9999)]
        });
        let map = drawn(board, layout, &cells, size);
        assert_odds_on(&rules, "[man.one]\nskill = 1\n", ("field", &map), &expected);
    }
}
