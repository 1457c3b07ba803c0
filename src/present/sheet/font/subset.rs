//! Fonts with the letters of one sheet, in a compressed file.
//!
//! Glyphs keep their numbers; the outlines of unused ones are empty, so that the other tables of the font stay true.
//! Source: OpenType 1.9, `glyf` and `loca`; W3C, WOFF File Format 1.0.

use std::collections::BTreeSet;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::{glyphs_of_letters, table, u16_at, u32_at};

/// Effort of the compression, of at most 10.
const EFFORT: u8 = 8;

/// Component flags of a composite glyph.
const ARE_WORDS: u16 = 0x1;
const HAS_SCALE: u16 = 0x8;
const HAS_MORE: u16 = 0x20;
const HAS_TWO_SCALES: u16 = 0x40;
const HAS_MATRIX: u16 = 0x80;

/// A table of the new font.
struct Table {
    tag: [u8; 4],
    bytes: Vec<u8>,
}

/// Returns a WOFF file of a TrueType font that has the outlines of these letters only; `None` if the font cannot be read.
pub fn to_woff(font: &[u8], letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let map = glyphs_of_letters(font)?;
    let used = letters.iter().filter_map(|one| map.get(&u32::from(*one)));
    // Glyph 0 is shown for letters that the font lacks.
    let mut kept: BTreeSet<u16> = used.copied().chain([0]).collect();
    let (outlines, places) = (table(font, b"glyf")?, table(font, b"loca")?);
    let has_long_places = u16_at(table(font, b"head")?, 50)? != 0;
    let n_glyphs = u16_at(table(font, b"maxp")?, 4)?;
    let outline = |glyph: u16| outline_of(outlines, places, has_long_places, glyph);
    let mut open: Vec<u16> = kept.iter().copied().collect();
    while let Some(glyph) = open.pop() {
        let parts = components(outline(glyph)?)?;
        open.extend(parts.into_iter().filter(|part| kept.insert(*part)));
    }
    let (mut new_outlines, mut new_places) = (Vec::new(), Vec::new());
    for glyph in 0..=n_glyphs {
        let at = u32::try_from(new_outlines.len()).ok()?;
        if has_long_places {
            new_places.extend(at.to_be_bytes());
        } else {
            new_places.extend(u16::try_from(at / 2).ok()?.to_be_bytes());
        }
        if glyph < n_glyphs && kept.contains(&glyph) {
            new_outlines.extend_from_slice(outline(glyph)?);
            pad(&mut new_outlines);
        }
    }
    let tables = tags(font)?.into_iter().map(|tag| {
        let bytes = match &tag {
            b"glyf" => new_outlines.clone(),
            b"loca" => new_places.clone(),
            _ => table(font, &tag)?.to_vec(),
        };
        Some(Table { tag, bytes })
    });
    let tables: Vec<Table> = tables.collect::<Option<_>>()?;
    packed(u32_at(font, 0)?, &tables)
}

/// The tags of the tables of a font, in the order of its directory.
fn tags(font: &[u8]) -> Option<Vec<[u8; 4]>> {
    let n_tables = usize::from(u16_at(font, 4)?);
    (0..n_tables)
        .map(|at| font.get(12 + at * 16..16 + at * 16)?.try_into().ok())
        .collect()
}

/// The outline of a glyph; empty for a space.
fn outline_of<'f>(
    outlines: &'f [u8],
    places: &[u8],
    has_long_places: bool,
    glyph: u16,
) -> Option<&'f [u8]> {
    let place = |at: usize| {
        if has_long_places {
            usize::try_from(u32_at(places, at * 4)?).ok()
        } else {
            Some(usize::from(u16_at(places, at * 2)?) * 2)
        }
    };
    let at = usize::from(glyph);
    outlines.get(place(at)?..place(at + 1)?)
}

/// The parts of a composite glyph; none for a simple one.
fn components(outline: &[u8]) -> Option<Vec<u16>> {
    let mut parts = Vec::new();
    // The number of contours is negative for a composite.
    if outline.is_empty() || u16_at(outline, 0)? < 0x8000 {
        return Some(parts);
    }
    let mut at = 10;
    loop {
        let flags = u16_at(outline, at)?;
        parts.push(u16_at(outline, at + 2)?);
        at += if flags & ARE_WORDS == 0 { 6 } else { 8 };
        at += match flags & (HAS_SCALE | HAS_TWO_SCALES | HAS_MATRIX) {
            0 => 0,
            HAS_SCALE => 2,
            HAS_TWO_SCALES => 4,
            _ => 8,
        };
        if flags & HAS_MORE == 0 {
            return Some(parts);
        }
    }
}

/// Fills up to a multiple of four bytes.
fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

/// A WOFF file of tables.
fn packed(flavour: u32, tables: &[Table]) -> Option<Vec<u8>> {
    const HEADER: usize = 44;
    const ENTRY: usize = 20;
    let mut directory = Vec::new();
    let mut data = Vec::new();
    let first = HEADER + ENTRY * tables.len();
    let mut unpacked = 12 + 16 * tables.len();
    for Table { tag, bytes } in tables {
        let small = compress_to_vec_zlib(bytes, EFFORT);
        let stored = if small.len() < bytes.len() {
            &small
        } else {
            bytes
        };
        directory.extend(tag);
        for number in [first + data.len(), stored.len(), bytes.len()] {
            directory.extend(u32::try_from(number).ok()?.to_be_bytes());
        }
        directory.extend(checksum(bytes).to_be_bytes());
        data.extend_from_slice(stored);
        pad(&mut data);
        unpacked += bytes.len().next_multiple_of(4);
    }
    let mut file = Vec::with_capacity(first + data.len());
    file.extend(b"wOFF");
    file.extend(flavour.to_be_bytes());
    file.extend(u32::try_from(first + data.len()).ok()?.to_be_bytes());
    file.extend(u16::try_from(tables.len()).ok()?.to_be_bytes());
    file.extend([0; 2]);
    file.extend(u32::try_from(unpacked).ok()?.to_be_bytes());
    // Version 1.0, no metadata, no private data.
    file.extend([0, 1, 0, 0]);
    file.extend([0; 20]);
    file.extend(directory);
    file.extend(data);
    Some(file)
}

/// The sum of a table as numbers of 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    let words = bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        for (to, from) in word.iter_mut().zip(chunk) {
            *to = *from;
        }
        u32::from_be_bytes(word)
    });
    words.fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::super::{REGULAR, glyphs_of_letters, table, u16_at, u32_at};
    use super::{components, outline_of, to_woff};
    use std::collections::BTreeSet;

    /// The tables of a WOFF file, as a lookup.
    fn unpacked(file: &[u8], tag: &[u8; 4]) -> Vec<u8> {
        let n_tables = usize::from(u16_at(file, 12).unwrap());
        let entry = (0..n_tables)
            .map(|at| file.get(44 + at * 20..64 + at * 20).unwrap())
            .find(|entry| entry.starts_with(tag))
            .unwrap();
        let number = |at| usize::try_from(u32_at(entry, at).unwrap()).unwrap();
        let (offset, stored, size) = (number(4), number(8), number(12));
        let bytes = file.get(offset..offset + stored).unwrap();
        if stored == size {
            return bytes.to_vec();
        }
        miniz_oxide::inflate::decompress_to_vec_zlib(bytes).unwrap()
    }

    #[test]
    fn a_font_keeps_the_outlines_of_its_letters_and_loses_others() {
        let letters: BTreeSet<char> = "Aä".chars().collect();
        let file = to_woff(REGULAR, &letters).unwrap();
        assert!(file.len() < 12_000, "{}", file.len());
        assert_eq!(u32_at(&file, 8), u32::try_from(file.len()).ok());
        let map = glyphs_of_letters(REGULAR).unwrap();
        let (glyf, loca) = (unpacked(&file, b"glyf"), unpacked(&file, b"loca"));
        let old = |glyph| {
            let (glyf, loca) = (table(REGULAR, b"glyf")?, table(REGULAR, b"loca")?);
            outline_of(glyf, loca, false, glyph)
        };
        let dense = |bytes: &[u8]| bytes.to_vec();
        for kept in ['A', 'ä'] {
            let glyph = map[&u32::from(kept)];
            let new = outline_of(&glyf, &loca, false, glyph).unwrap();
            let old = dense(old(glyph).unwrap());
            assert_eq!(new.get(..old.len()).unwrap(), old, "{kept}");
            // The parts of a composite are there too.
            for part in components(&old).unwrap() {
                assert!(!outline_of(&glyf, &loca, false, part).unwrap().is_empty());
            }
        }
        let lost = map[&u32::from('B')];
        assert!(outline_of(&glyf, &loca, false, lost).unwrap().is_empty());
        assert_eq!(unpacked(&file, b"cmap"), table(REGULAR, b"cmap").unwrap());
    }
}
