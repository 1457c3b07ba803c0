//! What cannot be read gives one finding with what to do.

use std::collections::BTreeSet;

use super::codes;
use super::word::archive;

fn is_refused(name: &str, bytes: &[u8]) {
    assert_eq!(codes(name, bytes), BTreeSet::from(["E0700"]), "{name}");
}

#[test]
fn other_formats_are_refused() {
    is_refused("rules.pdf", b"%PDF-1.7 ...");
    is_refused("rules.docx", b"%PDF-1.7 ...");
    is_refused("rules.doc", &[0xD0, 0xCF, 0x11, 0xE0, 0, 0]);
    is_refused("rules.txt", b"{\\rtf1 Rules}");
    is_refused("rules.docx", &archive(&[("mimetype", "application/zip")]));
}

#[test]
fn a_password_is_told_from_an_old_format() {
    let mut bytes = vec![0xD0, 0xCF, 0x11, 0xE0];
    bytes.extend("EncryptedPackage".bytes().flat_map(|byte| [byte, 0]));
    is_refused("rules.docx", &bytes);
    let manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    let parts = [("content.xml", "?"), ("META-INF/manifest.xml", manifest)];
    is_refused("rules.odt", &archive(&parts));
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
    is_refused(
        "rules.docx",
        &archive(&[("word/document.xml", deep.as_str())]),
    );
}

#[test]
fn a_part_that_unpacks_to_too_much_is_refused() {
    // A stored block header of DEFLATE, then 64 MB of one letter by back references, is some 64 kB.
    let packed = packed_letters(64 << 20);
    let bytes = archive_of_packed("word/document.xml", &packed);
    is_refused("rules.docx", &bytes);
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
