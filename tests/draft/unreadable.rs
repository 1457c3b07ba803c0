//! What cannot be read gives one finding with what to do.

use std::collections::BTreeSet;

use sandtable::draft::Manuscript;

use super::codes;
use super::word::archive;

/// One finding, which says in words what to do.
fn refused(name: &str, bytes: &[u8], why: &str, cure: &str) {
    let manuscript = Manuscript::read([(name, bytes)]);
    let findings: Vec<_> = manuscript.diagnostics.iter().collect();
    let [finding] = findings.as_slice() else {
        panic!("{name}: {} findings", findings.len());
    };
    let help = finding.help.as_deref().unwrap();
    assert_eq!(finding.code.number(), "E0700", "{name}");
    assert!(finding.message.contains(why), "{}", finding.message);
    assert!(help.contains(cure), "{help}");
    assert_eq!(codes(name, bytes), BTreeSet::from(["E0700"]), "{name}");
}

#[test]
fn other_formats_are_refused() {
    refused("rules.pdf", b"%PDF-1.7 ...", "a PDF keeps", ".docx");
    refused("rules.docx", b"%PDF-1.7 ...", "a PDF keeps", ".docx");
    let old = [0xD0, 0xCF, 0x11, 0xE0, 0, 0];
    refused("rules.doc", &old, "before 2007", "save it as .docx");
    refused(
        "rules.txt",
        b"{\\rtf1 Rules}",
        "Rich Text",
        "save it as .docx",
    );
    refused("rules.pages", b"PK\x03\x04", "Pages", "Export To, Word");
    refused("rules.xlsx", b"PK\x03\x04", "spreadsheet", ".csv");
    let zip = archive(&[("mimetype", "application/zip")]);
    refused("rules.docx", &zip, "an archive", "unpack it");
    refused(
        "rules.md",
        &archive(&[("a.md", "# 1")]),
        "an archive",
        "unpack it",
    );
}

#[test]
fn texts_that_are_none_are_refused() {
    refused("rules.txt", &[0xff, 0x00, 0x80], "UTF-8", "encoding UTF-8");
    refused("rules.md", b"", "no text", "the text itself");
    refused(
        "rules.html",
        b"<html><body><img src='1.png'></body></html>",
        "no text",
        "the text itself",
    );
    refused("units.csv", b"\n\n", "no text", "the text itself");
    let empty = "<w:document xmlns:w=\"w\"><w:body/></w:document>";
    let empty = archive(&[("word/document.xml", empty)]);
    refused("rules.docx", &empty, "no text", "the text itself");
}

#[test]
fn a_password_is_told_from_an_old_format() {
    let mut bytes = vec![0xD0, 0xCF, 0x11, 0xE0];
    bytes.extend("EncryptedPackage".bytes().flat_map(|byte| [byte, 0]));
    refused("rules.docx", &bytes, "a password", "remove the password");
    let manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    let parts = [("content.xml", "?"), ("META-INF/manifest.xml", manifest)];
    refused(
        "rules.odt",
        &archive(&parts),
        "a password",
        "remove the password",
    );
}

#[test]
fn damaged_documents_are_refused() {
    let half = "<w:document xmlns:w=\"w\"><w:body><w:p>";
    refused(
        "rules.docx",
        &archive(&[("word/document.xml", half)]),
        "cannot be read",
        "save it again",
    );
    let half = "<office:document-content><office:body>";
    refused(
        "rules.odt",
        &archive(&[("content.xml", half)]),
        "cannot be read",
        "save it again",
    );
    let whole = archive(&[("word/document.xml", half)]);
    refused(
        "rules.docx",
        &whole[..whole.len() - 30],
        "cannot be read",
        "save it again",
    );
}

#[test]
fn every_cut_of_a_document_is_read_or_refused() {
    let body = "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>Roll a d6.</w:t></w:r></w:p></w:body></w:document>";
    let bytes = archive(&[("word/document.xml", body)]);
    for length in 0..bytes.len() {
        let found = codes("rules.docx", &bytes[..length]);
        assert!(
            found.is_empty() || found == BTreeSet::from(["E0700"]),
            "{length}: {found:?}"
        );
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "<a>".repeat(5_000);
    let bytes = archive(&[("word/document.xml", deep.as_str())]);
    refused("rules.docx", &bytes, "cannot be read", "save it again");
}

#[test]
fn a_part_that_unpacks_to_too_much_is_refused() {
    // A stored block header of DEFLATE, then 64 MB of one letter by back references, is some 64 kB.
    let packed = packed_letters(64 << 20);
    let bytes = archive_of_packed("word/document.xml", &packed);
    refused("rules.docx", &bytes, "48 MB", "without pictures");
    let bytes = archive_of_packed("content.xml", &packed);
    refused("rules.odt", &bytes, "48 MB", "without pictures");
}

/// DEFLATE of many equal letters.
fn packed_letters(n: usize) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(&vec![b'a'; n], 1)
}

/// An archive with one part that is packed already.
fn archive_of_packed(name: &str, packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut push = |value: u32, n: usize| bytes.extend_from_slice(&value.to_le_bytes()[..n]);
    let (size, length) = (packed.len() as u32, name.len() as u32);
    let fields = |push: &mut dyn FnMut(u32, usize)| {
        for (value, n) in [
            (20, 2),
            (0, 2),
            (8, 2),
            (0, 4),
            (0, 4),
            (size, 4),
            (64 << 20, 4),
            (length, 2),
            (0, 2),
        ] {
            push(value, n);
        }
    };
    push(0x0403_4b50, 4);
    fields(&mut push);
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(packed);
    let start = bytes.len() as u32;
    let mut push = |value: u32, n: usize| bytes.extend_from_slice(&value.to_le_bytes()[..n]);
    push(0x0201_4b50, 4);
    push(20, 2);
    fields(&mut push);
    for (value, n) in [(0, 2), (0, 2), (0, 2), (0, 4), (0, 4)] {
        push(value, n);
    }
    bytes.extend_from_slice(name.as_bytes());
    let end = bytes.len() as u32;
    let mut push = |value: u32, n: usize| bytes.extend_from_slice(&value.to_le_bytes()[..n]);
    push(0x0605_4b50, 4);
    for (value, n) in [
        (0, 2),
        (0, 2),
        (1, 2),
        (1, 2),
        (end - start, 4),
        (start, 4),
        (0, 2),
    ] {
        push(value, n);
    }
    bytes
}
