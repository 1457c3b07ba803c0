//! The font of the sheets: its two files, and the widths of its letters, read from them.

pub mod subset;

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Family name in the font files.
pub const FAMILY: &str = "Roboto Condensed";

/// Regular letters, as a font file.
pub const REGULAR: &[u8] = include_bytes!("regular.ttf");

/// Bold letters, as a font file.
pub const BOLD: &[u8] = include_bytes!("bold.ttf");

/// Points to millimetres.
pub const POINT: f64 = 25.4 / 72.0;

/// Width of a letter that the font lacks, in parts of its size; the reader's fonts have it, and few are wider.
const OTHER: f64 = 0.8;
/// Width of a letter of East Asian scripts, and of pictographs.
const WIDE: f64 = 1.06;
/// First letter of the wide scripts.
const FIRST_WIDE: u32 = 0x1100;

/// Width of a letter, in parts of the size of the text.
pub fn advance(letter: char, bold: bool) -> f64 {
    static WIDTHS: OnceLock<[BTreeMap<u32, f64>; 2]> = OnceLock::new();
    let [regular, heavy] = WIDTHS.get_or_init(|| [REGULAR, BOLD].map(widths));
    let code = u32::from(letter);
    match if bold { heavy } else { regular }.get(&code) {
        Some(width) => *width,
        None if is_mark(code) => 0.0,
        None if code >= FIRST_WIDE => WIDE,
        None => OTHER,
    }
}

/// Width of a text of a size in points, in mm.
pub fn width(text: &str, bold: bool, size: f64) -> f64 {
    let ems: f64 = text.chars().map(|letter| advance(letter, bold)).sum();
    ems * size * POINT
}

/// Whether a code is a mark that is set on the letter before it.
fn is_mark(code: u32) -> bool {
    matches!(code, 0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f | 0x20d0..=0x20f0)
}

/// The widths of all letters of a TrueType font; none if it cannot be read.
fn widths(font: &[u8]) -> BTreeMap<u32, f64> {
    read_widths(font).unwrap_or_default()
}

fn read_widths(font: &[u8]) -> Option<BTreeMap<u32, f64>> {
    let per_em = f64::from(u16_at(table(font, b"head")?, 18)?);
    let n_metrics = usize::from(u16_at(table(font, b"hhea")?, 34)?);
    let metrics = table(font, b"hmtx")?;
    let glyphs = glyphs_of_letters(font)?.into_iter();
    let widths = glyphs.filter_map(|(code, glyph)| {
        let at = usize::from(glyph).min(n_metrics.checked_sub(1)?);
        Some((code, f64::from(u16_at(metrics, at * 4)?) / per_em))
    });
    Some(widths.collect())
}

/// The glyph of each letter of a TrueType font.
fn glyphs_of_letters(font: &[u8]) -> Option<BTreeMap<u32, u16>> {
    let letters = table(font, b"cmap")?;
    let first = usize::try_from(u32_at(letters, 8)?).ok()?;
    let map = letters.get(first..)?;
    // Format 4: segments of codes, each with a difference to its glyphs or a list of them.
    if u16_at(map, 0)? != 4 {
        return None;
    }
    let n_twice = usize::from(u16_at(map, 6)?);
    let mut all = BTreeMap::new();
    for segment in (0..n_twice).step_by(2) {
        let end = u16_at(map, 14 + segment)?;
        let start = u16_at(map, 16 + n_twice + segment)?;
        let delta = u16_at(map, 16 + 2 * n_twice + segment)?;
        let offset_at = 16 + 3 * n_twice + segment;
        let offset = usize::from(u16_at(map, offset_at)?);
        for code in start..=end {
            let glyph = match offset {
                0 => code.wrapping_add(delta),
                _ => match u16_at(map, offset_at + offset + 2 * usize::from(code - start)) {
                    Some(0) | None => 0,
                    Some(glyph) => glyph.wrapping_add(delta),
                },
            };
            if glyph != 0 {
                all.insert(u32::from(code), glyph);
            }
        }
    }
    Some(all)
}

/// The table of a font under a tag.
fn table<'f>(font: &'f [u8], tag: &[u8]) -> Option<&'f [u8]> {
    let n_tables = usize::from(u16_at(font, 4)?);
    (0..n_tables).find_map(|at| {
        let entry = font.get(12 + at * 16..28 + at * 16)?;
        if entry.get(..4)? != tag {
            return None;
        }
        let offset = usize::try_from(u32_at(entry, 8)?).ok()?;
        let length = usize::try_from(u32_at(entry, 12)?).ok()?;
        font.get(offset..offset.checked_add(length)?)
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes(two.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(four.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{advance, width};

    // Advances of the glyphs "A", "." in the font files, as fontTools shows them (hmtx / 2048) and bold "A": 1181, 540 and 1224.
    #[test]
    fn widths_are_those_of_the_font_files() {
        let near = |left: f64, right: f64| (left - right).abs() < 1e-9;
        assert!(
            near(advance('A', false), A / 2048.0),
            "{}",
            advance('A', false) * 2048.0
        );
        assert!(
            near(advance('.', false), DOT / 2048.0),
            "{}",
            advance('.', false) * 2048.0
        );
        assert!(
            near(advance('A', true), A_BOLD / 2048.0),
            "{}",
            advance('A', true) * 2048.0
        );
        // 72 points are an inch.
        assert!(near(width("A", false, 72.0), 25.4 * A / 2048.0));
    }

    const A: f64 = 1181.0;
    const DOT: f64 = 540.0;
    const A_BOLD: f64 = 1224.0;

    #[test]
    fn letters_of_other_scripts_have_room() {
        assert!(advance('漢', false) >= 1.0);
        assert!(advance('ש', false) >= 0.6);
        assert!(advance('Ж', false) > 0.5 && advance('Ж', false) < 0.9);
    }
}
