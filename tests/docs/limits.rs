//! The page of the limits: each number in its tables is one of the program, as the source or the command line has it.

use std::ffi::OsString;

use sandtable::tools::cli::run_captured;

use super::read;

/// The part of the program that holds a number of a row.
enum Held {
    /// A constant: its file, its name.
    Constant(&'static str, &'static str),
    /// The product of two constants.
    Product([(&'static str, &'static str); 2]),
    /// A constant that is so many binary orders larger, as bytes are than MB.
    Bytes(&'static str, &'static str, u32),
    /// One more than a constant.
    OneMore(&'static str, &'static str),
    /// A stretch of a file in which the number is written.
    Written(&'static str, &'static str),
}

use Held::{Bytes, Constant, OneMore, Product, Written};

/// The sections of the page that are held here.
const SECTIONS: [&str; 2] = ["## Questions and answers", "## Rule texts"];

/// Rows by the beginning of their first cell, with what holds each of their numbers in order.
const HELD: &[(&str, &[Held])] = &[
    (
        "questions in one table",
        &[Constant("session/table/mod.rs", "TABLE_QUESTIONS")],
    ),
    (
        "keys with several values",
        &[Written("session/table/swept_keys.rs", "spreads.len() > 2")],
    ),
    (
        "outcomes of one question, or of two",
        &[Constant("present/distribution.rs", "MOST_OUTCOMES")],
    ),
    (
        "outcomes side by side",
        &[Constant("session/table/mod.rs", "MOST_OUTCOMES")],
    ),
    (
        "reasons below a table",
        &[Constant("present/table.rs", "MOST_NOTES")],
    ),
    (
        "questions of a table that are searched",
        &[Constant("session/table/mod.rs", "MOST_LOOKED_INTO")],
    ),
    (
        "time of samples and tables",
        &[
            Written("tools/cli/deadline.rs", "Duration::from_secs(10)"),
            Written("tools/cli/test.rs", "default_value = \"60s\""),
        ],
    ),
    (
        "time of the examples",
        &[Constant("tools/cli/check.rs", "EXAMPLES")],
    ),
    (
        "exact odds: memory",
        &[
            Bytes("eval/budget.rs", "MEMORY", 30),
            Product([("eval/budget.rs", "STEPS"), ("eval/budget.rs", "MOST_RUNS")]),
        ],
    ),
    (
        "steps of one run",
        &[
            Constant("eval/budget.rs", "STEPS"),
            Constant("eval/budget.rs", "STEPS_OF_A_GAME"),
        ],
    ),
    (
        "runs of a sample",
        &[Written("tools/cli/sample.rs", "range(1..=1_000_000_000)")],
    ),
    (
        "different outcomes of a sample",
        &[Constant("session/sampling.rs", "MOST_OUTCOMES")],
    ),
    (
        "units in one question",
        &[Constant("model/cast.rs", "MOST_UNITS")],
    ),
    (
        "places of a map",
        &[Constant("model/cast.rs", "MOST_PLACES")],
    ),
    (
        "letters of a fraction",
        &[
            Constant("present/distribution.rs", "LONGEST"),
            Constant("present/table.rs", "LONGEST"),
        ],
    ),
    (
        "different values of a number",
        &[Constant("present/playouts.rs", "MOST_ROWS")],
    ),
    (
        "decisions shown",
        &[Written("tools/cli/odds.rs", "default_value_t = 6")],
    ),
    (
        "steps shown of `roll`",
        &[Constant("explain/trace/excerpt.rs", "STEPS_SHOWN")],
    ),
    (
        "steps shown of a game",
        &[Constant(
            "explain/trace/excerpt.rs",
            "STEPS_SHOWN_OF_A_GAME",
        )],
    ),
    (
        "steps that one run keeps",
        &[
            Constant("explain/trace/mod.rs", "STEPS_KEPT"),
            Constant("explain/trace/mod.rs", "CHARACTERS_KEPT"),
        ],
    ),
    (
        "dice that one run keeps",
        &[
            Constant("explain/trace/mod.rs", "DICE_KEPT"),
            Constant("present/json/resolution.rs", "DICE_SHOWN"),
        ],
    ),
    (
        "faces or answers listed",
        &[Constant("explain/trace/mod.rs", "ANSWERS_KEPT")],
    ),
    (
        "lines of the reason",
        &[Constant("explain/why_not/mod.rs", "REASON_LINES")],
    ),
    (
        "legal answers",
        &[Constant("explain/script_errors.rs", "MOST")],
    ),
    (
        "findings of a ruleset",
        &[Constant("diagnostic/mod.rs", "MOST_FINDINGS")],
    ),
    (
        "labelled places",
        &[Constant("diagnostic/mod.rs", "MOST_PLACES")],
    ),
    (
        "lines of a unit file",
        &[Constant("roster/toml_errors.rs", "MOST_FINDINGS")],
    ),
    (
        "circles of rules",
        &[
            Constant("check/call_graph/mod.rs", "MOST_CIRCLES"),
            Constant("check/call_graph/mod.rs", "MOST_NAMES"),
        ],
    ),
    (
        "values without a line",
        &[Constant("check/match_arms.rs", "MOST_NAMED")],
    ),
    (
        "wrong cells shown",
        &[Constant("explain/examples/printed.rs", "MOST_SHOWN")],
    ),
    (
        "characters of one word",
        &[
            Constant("diagnostic/shorten.rs", "LONGEST_WORD"),
            Constant("diagnostic/shorten.rs", "LONGEST_TEXT"),
        ],
    ),
    (
        "bytes of a line",
        &[Constant("present/findings/graphical.rs", "LONGEST_LINE")],
    ),
    (
        "lines of a declaration",
        &[Constant("workspace/editor/hover.rs", "MOST_LINES")],
    ),
    (
        "odds beside a rule",
        &[
            Constant("service/answers.rs", "MOST_SHOWN"),
            Constant("service/answers.rs", "PASSING_STEPS"),
        ],
    ),
    (
        "characters of a step",
        &[Constant("present/coverage/gaps.rs", "LONGEST")],
    ),
    (
        "rolls and choices",
        &[
            Constant("eval/coverage.rs", "MOST_FORKS"),
            Constant("eval/coverage.rs", "MOST_STEPS"),
        ],
    ),
    ("a rule file", &[Bytes("roster/limits.rs", "LARGEST", 20)]),
    ("a line", &[Constant("syntax/layout.rs", "LONGEST")]),
    (
        "nesting of brackets",
        &[Constant("syntax/layout.rs", "DEEPEST")],
    ),
    (
        "lines below one line",
        &[Constant("syntax/layout.rs", "MOST_LINES")],
    ),
    (
        "rulesets in a chain",
        &[Constant("workspace/load/layers.rs", "MOST_LAYERS")],
    ),
    (
        "depth of folders",
        &[Constant("workspace/load/mod.rs", "DEEPEST")],
    ),
    (
        "declarations",
        &[Constant("check/declare.rs", "MOST_DECLARATIONS")],
    ),
    (
        "triggers in a ruleset",
        &[Constant("check/declare.rs", "MOST_TRIGGERS")],
    ),
    (
        "pairs of changes",
        &[Constant("check/call_graph/mod.rs", "MOST_MEETINGS")],
    ),
    (
        "kinds in a ruleset",
        &[
            Constant("model/types.rs", "MOST_KINDS"),
            Constant("check/declare.rs", "MOST_KIND_LINES"),
        ],
    ),
    (
        "words in one scale",
        &[Constant("check/declare.rs", "MOST_WORDS")],
    ),
    (
        "cards of one unit",
        &[Constant("check/decks.rs", "MOST_COPIES")],
    ),
    (
        "units of one line",
        &[Constant("ask/scenario.rs", "MOST_OF_A_KIND")],
    ),
    (
        "cells that a table",
        &[Constant("check/tables/grid.rs", "MOST_CELLS")],
    ),
    (
        "parts into which",
        &[Constant("check/tables/grid.rs", "MOST_PIECES")],
    ),
    (
        "results of `several rows",
        &[Constant("check/tables/grid.rs", "MOST_KEPT")],
    ),
    (
        "cells of a table in an example",
        &[Constant("check/examples/tables.rs", "MOST_CELLS")],
    ),
    (
        "dice in one roll",
        &[
            Constant("check/expression/pools.rs", "MOST_DICE"),
            Constant("check/expression/pools.rs", "MOST_FACES"),
        ],
    ),
    (
        "different rolls",
        &[OneMore("check/expression/pools.rs", "MOST_DICE")],
    ),
    (
        "numbers to choose",
        &[
            Constant("check/decisions.rs", "MOST_NUMBERS"),
            Constant("check/decisions.rs", "MOST_WEIGHT"),
        ],
    ),
    ("numbers of a ratio", &[Constant("model/ratio.rs", "MOST")]),
    (
        "numbers",
        &[
            Written(
                "syntax/build/mod.rs",
                "from -2,147,483,647 to 2,147,483,647",
            ),
            Written("eval/fault.rs", "2,147,483,647"),
        ],
    ),
    (
        "hexes or squares",
        &[
            Constant("board/grid.rs", "MOST_CELLS"),
            Constant("board/areas.rs", "MOST_AREAS"),
        ],
    ),
    (
        "corners of a shape",
        &[Constant("roster/map/outline.rs", "MOST_CORNERS")],
    ),
    (
        "cells of a table that are compared",
        &[Constant("lint/distribution.rs", "MAX_CELLS")],
    ),
    (
        "pairs of neighbouring",
        &[Constant("lint/better_is_worse/swap.rs", "MAX_PAIRS")],
    ),
    (
        "combinations of keys",
        &[Constant("lint/conflicting_tables.rs", "MAX_COMPARED")],
    ),
];

/// First and second cells of the rows of the sections.
fn rows(page: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut is_held = false;
    for line in page.lines() {
        if line.starts_with('#') {
            is_held = SECTIONS.contains(&line);
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let is_row = line.starts_with('|') && !line.starts_with("| ---") && cells[0] != "Limit";
        if is_held && is_row {
            rows.push((cells[0].to_owned(), cells[1].to_owned()));
        }
    }
    rows
}

/// The numbers of a cell; 1 GiB and 4 MB without their units.
fn numbers(cell: &str) -> Vec<u64> {
    let digits = |word: &str| {
        word.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let words = cell.split_whitespace().map(digits);
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The value of a constant expression: products, shifts and sums of numbers and durations.
fn value(file: &str, name: &str) -> u64 {
    let text = read(&format!("src/{file}"));
    let at = text
        .find(&format!("const {name}: "))
        .unwrap_or_else(|| panic!("{file} has no {name}"));
    let (_, rest) = text[at..].split_once('=').unwrap();
    let (expression, _) = rest.split_once(';').unwrap();
    let number = |word: &str| -> u64 {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        digits
            .parse()
            .unwrap_or_else(|_| panic!("{name} = {expression}"))
    };
    match expression.split_once("<<") {
        Some((one, shift)) => number(one) << number(shift),
        None => expression.split('*').map(number).product(),
    }
}

#[test]
fn every_number_is_one_of_the_program() {
    let rows = rows(&read("docs/limits.md"));
    assert!(rows.len() > 50, "{} rows", rows.len());
    for (row, cell) in &rows {
        // The longest beginning is the one that is meant.
        let held = HELD
            .iter()
            .filter(|(beginning, _)| row.starts_with(beginning));
        let Some((_, held)) = held.max_by_key(|(beginning, _)| beginning.len()) else {
            panic!("nothing holds the row `{row}`");
        };
        let numbers = numbers(cell);
        assert_eq!(numbers.len(), held.len(), "{row}: {cell}");
        for (number, held) in numbers.iter().zip(*held) {
            match held {
                Constant(file, name) => assert_eq!(*number, value(file, name), "{row}: {name}"),
                Product([one, other]) => {
                    assert_eq!(
                        *number,
                        value(one.0, one.1) * value(other.0, other.1),
                        "{row}"
                    );
                }
                Bytes(file, name, orders) => {
                    assert_eq!(*number << orders, value(file, name), "{row}: {name}");
                }
                OneMore(file, name) => assert_eq!(*number, value(file, name) + 1, "{row}: {name}"),
                Written(file, text) => {
                    assert!(read(&format!("src/{file}")).contains(text), "{row}: {text}");
                    let plain = text.replace([',', '_'], "");
                    assert!(plain.contains(&number.to_string()), "{row}: {text}");
                }
            }
        }
    }
    for (beginning, _) in HELD {
        let is_known = rows.iter().any(|(row, _)| row.starts_with(beginning));
        assert!(is_known, "the page has no row `{beginning}`");
    }
}

#[test]
fn the_way_to_see_more_exists() {
    let help = |command: &str| {
        let (_, help) = run_captured(["sandtable", command, "--help"].map(OsString::from));
        help.out
    };
    for (command, flag) in [
        ("roll", "--steps"),
        ("play", "--steps"),
        ("odds", "--decisions"),
        ("odds", "--for"),
        ("odds", "--memory"),
        ("odds", "--only"),
        ("test", "--for"),
    ] {
        assert!(help(command).contains(flag), "{command} {flag}");
    }
}
