//! Limits that are checked before reading, so that a hostile file cannot exhaust the program.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{FileId, Span};

/// Largest file, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// Most dots in one key. The reader nests a table per dot, and nothing else bounds that.
const MOST_DOTS: usize = 8;

/// Reason why a file is not read at all, if so.
pub(super) fn refuse(file: FileId, text: &str) -> Option<Diagnostic> {
    if text.len() > LARGEST {
        return Some(
            Diagnostic::new(Code::UnitFileSyntax, "this unit file is larger than 4 MB")
                .label(Span::new(file, 0, 0), "")
                .help("split the units over several files"),
        );
    }
    let place = too_many_dots(text)?;
    Some(
        Diagnostic::new(Code::UnitFileSyntax, "this key has too many dots")
            .label(
                Span::new(file, place, place + 1),
                format!("the {}th dot", MOST_DOTS + 1),
            )
            .help(
                "write one dot in a heading, between kind and unit: `[vehicle.panther]`; write \
                none in a stat",
            ),
    )
}

/// Byte offset of the first dot beyond what a key may have.
fn too_many_dots(text: &str) -> Option<usize> {
    let mut n_dots = 0;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => n_dots += 1,
            TokenKind::Equals
            | TokenKind::Comma
            | TokenKind::Newline
            | TokenKind::LeftSquareBracket
            | TokenKind::RightSquareBracket
            | TokenKind::LeftCurlyBracket
            | TokenKind::RightCurlyBracket => n_dots = 0,
            TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString
            | TokenKind::Atom
            | TokenKind::Eof => {}
        }
        if n_dots > MOST_DOTS {
            return Some(token.span().start());
        }
    }
    None
}
