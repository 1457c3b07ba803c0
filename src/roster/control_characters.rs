//! Detection of TOML escapes for control characters, which are invisible and which a terminal would interpret.
//!
//! Reports: E0407.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span};

/// Reports the first escape for a control character in each line.
pub(super) fn report(file: FileId, text: &str, diagnostics: &mut Diagnostics) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((at, len)) = control_escape(line) {
            diagnostics.push(
                Diagnostic::new(
                    Code::UnitFileSyntax,
                    "this escape is an invisible control character",
                )
                .label(Span::new(file, start + at, start + at + len), "")
                .help("delete it"),
            );
        }
        start += line.len();
    }
}

/// Returns offset and length in bytes of the first such escape in a basic string of a line. Comments and literal strings
/// (`'…'`) have no escapes.
fn control_escape(line: &str) -> Option<(usize, usize)> {
    let mut is_basic = false;
    let mut is_literal = false;
    let mut letters = line.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '#' if !is_basic && !is_literal => return None,
            '"' if !is_literal => is_basic = !is_basic,
            '\'' if !is_basic => is_literal = !is_literal,
            '\\' if is_basic => {
                let (_, kind) = letters.next()?;
                let n_digits = match kind {
                    'b' | 'f' | 'e' | 'r' => return Some((at, 2)),
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => continue,
                };
                let digits = line.get(at + 2..at + 2 + n_digits)?;
                let code = u32::from_str_radix(digits, 16).ok();
                let letter = code.and_then(char::from_u32);
                if letter
                    .is_some_and(|letter| letter.is_control() && letter != '\n' && letter != '\t')
                {
                    return Some((at, 2 + n_digits));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::control_escape;

    #[test]
    fn escapes_of_controls_are_found_in_basic_strings_only() {
        assert_eq!(control_escape(r#"name = "a\u001b[2J""#), Some((9, 6)));
        assert_eq!(control_escape(r#"name = "a\U0000009b""#), Some((9, 10)));
        assert_eq!(control_escape(r#"name = "a\rb""#), Some((9, 2)));
        assert_eq!(control_escape(r#"name = "a\tb\n\u00e9 \\b \"b""#), None);
        assert_eq!(control_escape(r#"name = 'C:\bin' # "\b""#), None);
    }
}
