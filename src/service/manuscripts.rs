//! Manuscripts that a page hands in: their findings, and the declaration of one of their tables.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Service;
use super::answers::document;
use super::rpc::Refusal;
use sandtable_draft::Manuscript;
use sandtable_present::json::findings::Findings;
use sandtable_session::encode::{EncodedGrid, encode_grid};
use sandtable_session::linked::reference_to_table;

/// The parameters of `sandtable/manuscript` and `sandtable/declaration`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManuscriptParams {
    /// The name of the file, whose ending says how it is read.
    name: String,
    /// Its text, of a file that is text.
    text: Option<String>,
    /// Its bytes in base64, of any other.
    base64: Option<String>,
    /// For a declaration: the table, as the list of tables gives it.
    #[serde(default)]
    table: usize,
}

/// A manuscript, read and checked.
#[derive(Debug, Serialize)]
struct ManuscriptRecord<'a> {
    /// The text into which findings point.
    text: &'a str,
    #[serde(flatten)]
    findings: Findings<'a>,
    tables: Vec<TableRecord>,
}

/// A table of a manuscript.
#[derive(Debug, Serialize)]
struct TableRecord {
    /// The number by which its declaration is asked for.
    table: usize,
    /// As an index refers to it; `null` if another has the same name.
    place: Option<String>,
    /// First line of it in the text, from 1.
    line: usize,
    /// Last line.
    end: usize,
    /// Whether it can be a declaration; else why not.
    why_not: Option<String>,
}

/// The declaration of a table.
#[derive(Debug, Serialize)]
struct DeclarationRecord {
    name: String,
    text: String,
    /// A unit file that belongs to it: its name, and its text.
    units: Option<UnitsRecord>,
    undecided: Vec<String>,
}

/// A unit file.
#[derive(Debug, Serialize)]
struct UnitsRecord {
    name: String,
    text: String,
}

impl Service {
    /// Reads and checks a manuscript.
    ///
    /// Errors: neither a text nor bytes are given.
    pub(crate) fn manuscript(&self, asked: &ManuscriptParams) -> Result<Value, Refusal> {
        let mut manuscript = read(asked)?;
        manuscript.check();
        let diagnostics = &manuscript.diagnostics;
        let sources = &manuscript.sources;
        let first = sources.files().next().map(|(_, file)| file);
        let line = |at: usize| first.map_or(0, |file| file.position(at).line);
        let draft = &manuscript.document;
        let tables = draft.tables().map(|(block, _)| {
            let span = draft.blocks.get(block).map(|block| block.span);
            TableRecord {
                table: block,
                place: reference_to_table(draft, block),
                line: span.map_or(0, |span| line(span.start)),
                end: span.map_or(0, |span| line(span.end)),
                why_not: encode_grid(draft, block).err(),
            }
        });
        document(
            "manuscript",
            ManuscriptRecord {
                text: first.map_or("", |file| &*file.text),
                findings: Findings::new(diagnostics, sources),
                tables: tables.collect(),
            },
        )
    }

    /// Makes the declaration of one table of a manuscript.
    ///
    /// Errors: it cannot be one; why, in words.
    pub(crate) fn declaration(&self, asked: &ManuscriptParams) -> Result<Value, Refusal> {
        let manuscript = read(asked)?;
        let EncodedGrid {
            name,
            text,
            units,
            open,
        } = encode_grid(&manuscript.document, asked.table).map_err(Refusal::failed)?;
        document(
            "declaration",
            DeclarationRecord {
                name,
                text,
                units: units.map(|(name, text)| UnitsRecord {
                    name: format!("{name}.toml"),
                    text,
                }),
                undecided: open,
            },
        )
    }
}

fn read(asked: &ManuscriptParams) -> Result<Manuscript, Refusal> {
    let bytes = match (&asked.text, &asked.base64) {
        (Some(text), _) => text.clone().into_bytes(),
        (None, Some(base64)) => decode(base64).ok_or_else(|| {
            Refusal::failed("`base64` has a character that base64 has not".to_owned())
        })?,
        (None, None) => {
            return Err(Refusal::failed(
                "give the `text` of the manuscript, or its bytes as `base64`".to_owned(),
            ));
        }
    };
    Ok(Manuscript::read([(asked.name.as_str(), bytes.as_slice())]))
}

/// Bytes of a text in base64 (RFC 4648); `None` if a character is not of its alphabet.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| !letter.is_ascii_whitespace()) {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push(u8::try_from(bits >> n_bits & 0xff).ok()?);
            bits &= (1 << n_bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn base64_is_decoded() {
        // The test vectors of RFC 4648, section 10.
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text), Some(bytes.as_bytes().to_vec()));
        }
        assert_eq!(decode("Zm9*"), None);
    }
}
