//! Symbols of units: a frame by the kind, a shape and a size by words that the unit has, as `symbols.txt` lists them.

use super::font::POINT;
use super::paper::Area;
use super::placed::{Align, Shape, Stroke};
use super::text::{Line, Run, Text};
use super::unit_values::{kinds, known, telling_words};
use sandtable_model::{KindId, ProfileId, RuleBook};
use serde::Serialize;
use std::fmt::Write;

/// Words of units, line by line, with the shape or the mark of size that is drawn for them.
const VOCABULARY: &str = include_str!("symbols.txt");

/// Names of the shapes in the vocabulary.
const SHAPES: [(&str, Emblem); 16] = [
    ("cross", Emblem::Cross),
    ("oval", Emblem::Oval),
    ("crossed-oval", Emblem::CrossedOval),
    ("slash", Emblem::Slash),
    ("slash-and-dot", Emblem::SlashAndDot),
    ("dot", Emblem::Dot),
    ("arrow", Emblem::Arrow),
    ("chevron", Emblem::Chevron),
    ("bow-tie", Emblem::BowTie),
    ("sail", Emblem::Sail),
    ("comb", Emblem::Comb),
    ("flag", Emblem::Flag),
    ("wheels", Emblem::Wheels),
    ("battlement", Emblem::Battlement),
    ("legs", Emblem::Legs),
    ("bow", Emblem::Bow),
];

/// Returns the beginning of the line of the vocabulary that lists a word, of lines of one sort.
fn name_of(word: &str, is_size: bool) -> Option<&'static str> {
    let lines = VOCABULARY.lines().filter_map(|line| line.split_once(": "));
    let mut lines = lines.filter(|(name, _)| name.starts_with("size ") == is_size);
    let (name, _) = lines.find(|(_, words)| words.split(", ").any(|known| known == word))?;
    Some(name)
}

/// Shape within the frame of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Emblem {
    Cross,
    Oval,
    CrossedOval,
    Slash,
    SlashAndDot,
    Dot,
    Arrow,
    Chevron,
    BowTie,
    Sail,
    Comb,
    Flag,
    Wheels,
    Battlement,
    Legs,
    Bow,
}

/// The look of a unit.
pub(super) struct Symbol<'a> {
    /// Its number among the kinds of units: each of the first four has a frame of its own.
    pub frame: usize,
    /// Words that it has, the most telling first.
    pub words: &'a [String],
    /// Title of the unit; its initials are drawn if the vocabulary has none of its words.
    pub title: &'a str,
}

/// The symbol of a unit as paths in SVG syntax, 100 wide and 76 high around their middle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// The frame, a closed path.
    frame: String,
    /// Lines and rings within it.
    lines: String,
    /// Closed paths that are filled.
    solid: String,
    /// The mark of its size.
    size: Option<&'static str>,
}

/// The symbols of the units of a book.
pub(crate) struct Symbols<'a> {
    book: &'a RuleBook,
    kinds: Vec<KindId>,
}

impl<'a> Symbols<'a> {
    pub(crate) fn of(book: &'a RuleBook) -> Self {
        let kinds = kinds(book);
        Self { book, kinds }
    }

    /// Returns the symbol of a unit; `None` if the vocabulary has none of its words.
    pub(crate) fn outline(&self, id: ProfileId) -> Option<Outline> {
        let (unit, _) = known(self.book, id)?;
        let frame = self.kinds.iter().position(|kind| *kind == unit.kind)?;
        let symbol = Symbol {
            frame,
            words: &telling_words(self.book, id),
            title: &unit.title,
        };
        symbol.outline()
    }
}

const PEN: Stroke = Stroke {
    colour: "#000000",
    width: 0.3,
    is_dashed: false,
};

impl Symbol<'_> {
    /// Shapes in a rectangle.
    pub(super) fn shapes(&self, area: Area) -> Vec<Shape> {
        let at = |x: f64, y: f64| (area.x + area.w * x, area.y + area.h * y);
        let size = self.size();
        // The size is above the frame.
        let top = if size.is_some() { 0.22 } else { 0.04 };
        let middle = (top + 0.96) / 2.0;
        let mut shapes = vec![Shape::Polygon {
            points: self.frame(top).into_iter().map(|(x, y)| at(x, y)).collect(),
            fill: Some("#ffffff"),
            stroke: Some(PEN),
        }];
        if let Some(size) = size {
            let points = (area.h * 0.2 / POINT).clamp(3.0, 9.0);
            shapes.push(label(at(0.5, 0.17), points, size));
        }
        let scaled = |x: f64, y: f64| at(x, top + (0.96 - top) * y);
        match self.emblem() {
            Some(emblem) => shapes.extend(emblem.shapes(&scaled, area)),
            None => {
                let initials: String = self
                    .title
                    .split_whitespace()
                    .filter_map(|word| word.chars().next())
                    .take(2)
                    .collect();
                let points = (area.h * 0.4 / POINT).clamp(4.0, 16.0);
                let (x, y) = at(0.5, middle);
                shapes.push(label(
                    (x, y + points * POINT * 0.35),
                    points,
                    &initials.to_uppercase(),
                ));
            }
        }
        shapes
    }

    fn outline(&self) -> Option<Outline> {
        let area = Area {
            x: -50.0,
            y: -38.0,
            w: 100.0,
            h: 76.0,
        };
        let emblem = self.emblem()?;
        let at = |x: f64, y: f64| (area.x + area.w * x, area.y + area.h * y);
        let frame = self.frame(0.04).into_iter().map(|(x, y)| at(x, y));
        let mut outline = Outline {
            size: self.size(),
            ..Outline::default()
        };
        close(&mut outline.frame, frame);
        for shape in emblem.shapes(&at, area) {
            match shape {
                Shape::Line { from, to, .. } => {
                    let ((x, y), (right, down)) = (from, to);
                    let _ = write!(outline.lines, "M{x:.0} {y:.0}L{right:.0} {down:.0}");
                }
                Shape::Ellipse {
                    centre: (x, y),
                    radii: (across, up),
                    fill,
                    ..
                } => {
                    let path = part(&mut outline, fill.is_some());
                    let left = x - across;
                    let _ = write!(path, "M{left:.0} {y:.0}");
                    for turn in [2.0, -2.0] {
                        let far = turn * across;
                        let _ = write!(path, "a{across:.0} {up:.0} 0 1 0 {far:.0} 0");
                    }
                    path.push('Z');
                }
                Shape::Polygon { points, fill, .. } => {
                    close(part(&mut outline, fill.is_some()), points.into_iter());
                }
                Shape::Label { .. } | Shape::Picture { .. } => {}
            }
        }
        Some(outline)
    }

    fn frame(&self, top: f64) -> Vec<(f64, f64)> {
        const LOW: f64 = 0.96;
        let middle = (top + LOW) / 2.0;
        match self.frame % 4 {
            0 => vec![(0.08, top), (0.92, top), (0.92, LOW), (0.08, LOW)],
            1 => vec![
                (0.25, top),
                (0.75, top),
                (0.97, middle),
                (0.75, LOW),
                (0.25, LOW),
                (0.03, middle),
            ],
            2 => vec![
                (0.08, top),
                (0.92, top),
                (0.92, 0.72),
                (0.5, LOW),
                (0.08, 0.72),
            ],
            _ => vec![(0.22, top), (0.78, top), (0.95, LOW), (0.05, LOW)],
        }
    }

    fn emblem(&self) -> Option<Emblem> {
        let mut words = self.words.iter();
        let name = words.find_map(|word| name_of(word, false))?;
        let shape = SHAPES.iter().find(|(known, _)| *known == name);
        debug_assert!(shape.is_some(), "`{name}` is a shape");
        shape.map(|(_, emblem)| *emblem)
    }

    fn size(&self) -> Option<&'static str> {
        let name = self.words.iter().find_map(|word| name_of(word, true))?;
        name.strip_prefix("size ")
    }
}

/// The path of an outline that a shape belongs to.
fn part(outline: &mut Outline, is_solid: bool) -> &mut String {
    match is_solid {
        true => &mut outline.solid,
        false => &mut outline.lines,
    }
}

/// Adds a closed path with these corners.
fn close(path: &mut String, corners: impl Iterator<Item = (f64, f64)>) {
    for ((x, y), command) in corners.zip("M".chars().chain(std::iter::repeat('L'))) {
        let _ = write!(path, "{command}{x:.0} {y:.0}");
    }
    path.push('Z');
}

fn label(at: (f64, f64), size: f64, text: &str) -> Shape {
    Shape::Label {
        at,
        align: Align::Centre,
        size,
        fill: "#000000",
        line: Line {
            width: Text::bold(text).width(size),
            runs: vec![Run::Words {
                text: text.to_owned(),
                bold: true,
            }],
        },
    }
}

impl Emblem {
    /// Shapes within the frame; `at` places a point of the frame.
    fn shapes(self, at: &dyn Fn(f64, f64) -> (f64, f64), area: Area) -> Vec<Shape> {
        let line = |from: (f64, f64), to: (f64, f64)| Shape::Line {
            from: at(from.0, from.1),
            to: at(to.0, to.1),
            stroke: PEN,
        };
        let oval = |x: f64, y: f64, w: f64, h: f64, fill: Option<&'static str>| Shape::Ellipse {
            centre: at(x, y),
            radii: (area.w * w, area.h * h),
            fill,
            stroke: Some(PEN),
        };
        let closed = |points: &[(f64, f64)], fill: Option<&'static str>| Shape::Polygon {
            points: points.iter().map(|(x, y)| at(*x, *y)).collect(),
            fill,
            stroke: Some(PEN),
        };
        const BLACK: Option<&str> = Some("#000000");
        let cross = || {
            vec![
                line((0.2, 0.15), (0.8, 0.85)),
                line((0.2, 0.85), (0.8, 0.15)),
            ]
        };
        match self {
            Self::Cross => cross(),
            Self::Oval => vec![oval(0.5, 0.5, 0.26, 0.2, None)],
            Self::CrossedOval => cross()
                .into_iter()
                .chain([oval(0.5, 0.5, 0.26, 0.2, None)])
                .collect(),
            Self::Slash => vec![line((0.2, 0.85), (0.8, 0.15))],
            Self::SlashAndDot => vec![
                line((0.2, 0.85), (0.8, 0.15)),
                oval(0.5, 0.5, 0.08, 0.08, None),
            ],
            Self::Dot => vec![oval(0.5, 0.5, 0.1, 0.1, BLACK)],
            Self::Arrow => vec![
                oval(0.5, 0.72, 0.08, 0.08, None),
                line((0.5, 0.62), (0.5, 0.2)),
                line((0.5, 0.2), (0.4, 0.36)),
                line((0.5, 0.2), (0.6, 0.36)),
            ],
            Self::Chevron => vec![
                line((0.22, 0.85), (0.5, 0.2)),
                line((0.5, 0.2), (0.78, 0.85)),
            ],
            Self::BowTie => vec![closed(
                &[(0.25, 0.3), (0.75, 0.7), (0.75, 0.3), (0.25, 0.7)],
                None,
            )],
            Self::Sail => vec![
                closed(&[(0.2, 0.6), (0.8, 0.6), (0.68, 0.85), (0.32, 0.85)], BLACK),
                line((0.5, 0.6), (0.5, 0.15)),
                closed(&[(0.53, 0.2), (0.75, 0.52), (0.53, 0.52)], None),
            ],
            Self::Comb => vec![
                line((0.28, 0.35), (0.72, 0.35)),
                line((0.28, 0.35), (0.28, 0.68)),
                line((0.5, 0.35), (0.5, 0.68)),
                line((0.72, 0.35), (0.72, 0.68)),
            ],
            Self::Flag => vec![
                line((0.3, 0.15), (0.3, 0.88)),
                closed(&[(0.3, 0.18), (0.72, 0.18), (0.72, 0.5), (0.3, 0.5)], BLACK),
            ],
            Self::Wheels => vec![
                line((0.22, 0.6), (0.78, 0.6)),
                oval(0.36, 0.72, 0.06, 0.06, None),
                oval(0.64, 0.72, 0.06, 0.06, None),
            ],
            Self::Battlement => vec![closed(
                &[
                    (0.25, 0.8),
                    (0.25, 0.3),
                    (0.38, 0.3),
                    (0.38, 0.45),
                    (0.62, 0.45),
                    (0.62, 0.3),
                    (0.75, 0.3),
                    (0.75, 0.8),
                ],
                None,
            )],
            Self::Legs => vec![
                closed(&[(0.36, 0.2), (0.64, 0.2), (0.64, 0.5), (0.36, 0.5)], BLACK),
                line((0.42, 0.5), (0.34, 0.86)),
                line((0.58, 0.5), (0.66, 0.86)),
            ],
            Self::Bow => vec![
                line((0.36, 0.15), (0.6, 0.32)),
                line((0.6, 0.32), (0.6, 0.68)),
                line((0.6, 0.68), (0.36, 0.85)),
                line((0.36, 0.15), (0.36, 0.85)),
                line((0.3, 0.5), (0.78, 0.5)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SHAPES, Symbol, VOCABULARY};
    use crate::sheet::paper::Area;

    #[test]
    fn every_emblem_has_shapes_within_its_rectangle() {
        let area = Area {
            x: 1.0,
            y: 2.0,
            w: 10.0,
            h: 8.0,
        };
        for frame in 0..4 {
            for (name, emblem) in SHAPES {
                let lines = VOCABULARY.lines().filter_map(|line| line.split_once(": "));
                let mut own = lines.filter(|(known, _)| *known == name);
                let (_, known) = own.next().unwrap();
                let words: Vec<String> = known.split(", ").map(str::to_owned).take(1).collect();
                let symbol = Symbol {
                    frame,
                    words: &words,
                    title: "A B",
                };
                assert_eq!(symbol.emblem(), Some(emblem), "{words:?}");
                let outline = symbol.outline().unwrap();
                assert!(outline.frame.ends_with('Z'), "{words:?}");
                assert!(!outline.lines.is_empty() || !outline.solid.is_empty());
                let shapes = symbol.shapes(area);
                assert!(shapes.len() > 1, "{words:?}");
                for shape in shapes {
                    let extent = shape.extent();
                    assert!(extent.x >= 0.99 && extent.y >= 1.99, "{words:?} {extent:?}");
                    assert!(
                        extent.x + extent.w <= 11.01 && extent.y + extent.h <= 10.01,
                        "{words:?} {extent:?}"
                    );
                }
            }
        }
    }
}
