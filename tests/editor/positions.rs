//! Lines and columns as editors count them.

use sandtable::source::{Encoding, LineColumn, LineIndex};

/// Accents (2 bytes, 1 unit), CJK (3 bytes, 1 unit), emoji (4 bytes, 2 units), and both line breaks.
const TEXT: &str = "caf\u{e9} x\r\n\u{8c61}\u{68cb}=1\n\u{1f3b2}d6 e\u{301}\n";

fn place(line: usize, column: usize) -> LineColumn {
    LineColumn { line, column }
}

#[test]
fn columns_count_in_the_unit_that_is_asked_for() {
    let index = LineIndex::new(TEXT);
    let at = |needle: &str| TEXT.find(needle).unwrap();
    let cases = [
        ("x", 0, [6, 5, 5]),
        ("=", 1, [6, 2, 2]),
        ("d6", 2, [4, 2, 1]),
        ("\u{301}", 2, [8, 6, 5]),
    ];
    for (needle, line, columns) in cases {
        let encodings = [Encoding::Bytes, Encoding::Utf16, Encoding::Characters];
        for (encoding, column) in encodings.into_iter().zip(columns) {
            let found = index.line_column(TEXT, at(needle), encoding);
            assert_eq!(found, place(line, column), "{needle} {encoding:?}");
        }
    }
}

#[test]
fn every_character_is_found_again() {
    let index = LineIndex::new(TEXT);
    for encoding in [Encoding::Bytes, Encoding::Utf16, Encoding::Characters] {
        for (at, character) in TEXT.char_indices() {
            if character == '\n' && TEXT.get(..at).unwrap().ends_with('\r') {
                continue;
            }
            let place = index.line_column(TEXT, at, encoding);
            assert_eq!(index.offset(TEXT, place, encoding), at, "{encoding:?}");
        }
    }
}

#[test]
fn a_place_that_is_not_there_is_taken_to_the_nearest_before() {
    let index = LineIndex::new(TEXT);
    let at = |line, column| index.offset(TEXT, place(line, column), Encoding::Utf16);
    assert_eq!(at(0, 99), TEXT.find('\r').unwrap(), "before the line break");
    assert_eq!(
        at(2, 1),
        TEXT.find('\u{1f3b2}').unwrap(),
        "within a surrogate pair"
    );
    assert_eq!(at(3, 0), TEXT.len(), "the empty last line");
    assert_eq!(at(9, 9), TEXT.len(), "past the last line");
    let inside = TEXT.find('\u{1f3b2}').unwrap() + 2;
    assert_eq!(
        index.line_column(TEXT, inside, Encoding::Utf16),
        place(2, 0)
    );
}
