//! The page of limits has the numbers of the program; how commands end, `tests/cli/writing.rs` looks up in it.

use sandtable::tools::cli::{Exit, run_captured};
use sandtable::tools::disk::{LARGEST, MOST_FILES, MOST_SURVEYED};
use sandtable::tools::safe_write::MOMENT;
use sandtable::tools::studio::{DEEPEST, DEEPEST_ANYWHERE, LONGEST, REQUEST_TIME};

use super::read;

/// The cells of the rows of a section of the page, heads left out.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = read("docs/limits.md");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

#[test]
fn the_limits_of_files_are_those_of_the_program() {
    let mega = |bytes: usize| format!("{} MB", bytes >> 20);
    let grouped = |number: usize| format!("{},{:03}", number / 1000, number % 1000);
    let wanted = [
        ("a text, to be read or written", mega(LARGEST)),
        (
            "files of one kind in a ruleset, and in the studio",
            grouped(MOST_FILES),
        ),
        (
            "files of one kind in the studio that are listed as left out",
            grouped(MOST_SURVEYED - MOST_FILES),
        ),
        (
            "folders in each other below `rules` and `units` in the studio",
            DEEPEST.to_string(),
        ),
        (
            "the same in a folder without `rules`",
            DEEPEST_ANYWHERE.to_string(),
        ),
        ("a message between the page and the studio", mega(LONGEST)),
        (
            "time for a request to the studio",
            format!("{} s", REQUEST_TIME.as_secs()),
        ),
        (
            "time that a save waits for another program that has just opened the file",
            format!("{} ms", MOMENT.as_millis()),
        ),
    ];
    let wanted: Vec<Vec<String>> = wanted
        .map(|(limit, number)| vec![limit.to_owned(), number])
        .into();
    assert_eq!(rows("Files and the studio"), wanted);
    assert_eq!(
        (mega(LARGEST) + "x", mega(LONGEST)),
        ("4 MBx".to_owned(), "64 MB".to_owned())
    );
}

#[test]
fn the_exit_codes_are_those_of_the_program() {
    let rows = rows("Exit codes");
    let code = |row: &Vec<String>| row[0].parse::<u8>().unwrap();
    let codes: Vec<u8> = rows.iter().map(code).collect();
    assert_eq!(codes.first_chunk(), Some(&[0, 1, 2]));
    let all = [Exit::Fine, Exit::Findings, Exit::Usage].map(Exit::code);
    assert!(codes.iter().all(|code| all.contains(code)));
    let ended = |words: &[&str]| {
        let words = ["sandtable"].iter().chain(words);
        run_captured(words.map(std::ffi::OsString::from)).0
    };
    assert_eq!(ended(&["list", "pips"]), Exit::Fine);
    assert_eq!(ended(&["list", "no-such-ruleset"]), Exit::Findings);
    assert_eq!(ended(&["lsit"]), Exit::Usage);
    // Each reason for which a file is not written is tried in `tests/cli/writing.rs`, or is here.
    let tried = [
        "the disk is full",
        "no right to write",
        "somebody else has changed",
        "too large to be read",
        "there is a file already",
        "keeps the folder",
        "the disk can only be read",
    ];
    let reasons: Vec<&Vec<String>> = rows.iter().skip(3).collect();
    assert_eq!(reasons.len(), tried.len());
    for about in tried {
        let row = reasons.iter().find(|row| row[1].contains(about));
        assert_eq!(code(row.unwrap()), Exit::Usage.code(), "{about}");
    }
    let kind = std::io::ErrorKind::ReadOnlyFilesystem;
    let words = sandtable::tools::safe_write::words(&kind.into());
    assert!(reasons.iter().any(|row| row[2] == words));
    let here = env!("CARGO_MANIFEST_DIR");
    let finding = sandtable::tools::disk::create(&std::path::Path::new(here).join("README.md"), "");
    let message = finding.unwrap_err().message.to_string();
    assert!(
        reasons.iter().any(|row| message.ends_with(&row[2])),
        "{message}"
    );
}
