//! The face of a card or counter: title, symbol or picture, values and text, as large as they can be in it.

use super::block::LEADING;
use super::font::POINT;
use super::paper::Area;
use super::placed::{Align, Shape, Stroke};
use super::text::{Line, Text};

/// Contents of a card.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Face {
    /// Title of the card.
    pub title: String,
    /// Below the title.
    pub subtitle: String,
    /// Shapes of its symbol or picture, in a rectangle of the size of [`Face::symbol_area`].
    pub symbol: Vec<Shape>,
    /// Titles and values.
    pub values: Vec<(String, String)>,
    /// Text below them.
    pub texts: Vec<Text>,
}

/// Free inside the edge, in mm.
const INSET: f64 = 3.2;
/// Sizes of letters in points, tried in this order.
const SIZES: [f64; 15] = [
    9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.6, 5.2, 4.8, 4.4, 4.0, 3.6, 3.0, 2.4,
];

/// The part of a card that its symbol has: a share of its height.
const SYMBOL: f64 = 0.22;

impl Face {
    /// The rectangle of the symbol of a card of a size, from its own corner.
    pub(super) fn symbol_area((width, height): (f64, f64)) -> Area {
        let h = height * SYMBOL;
        let w = (h * 1.4).min(width - 2.0 * INSET);
        Area {
            w,
            h,
            ..Area::default()
        }
    }

    /// Its shapes on a card of a size in mm.
    pub(super) fn shapes(&self, size: (f64, f64)) -> Vec<Shape> {
        let mut last = Vec::new();
        for points in SIZES {
            let (shapes, bottom) = self.at_size(size, points);
            last = shapes;
            if bottom <= size.1 - INSET {
                break;
            }
        }
        last
    }

    fn at_size(&self, (width, height): (f64, f64), points: f64) -> (Vec<Shape>, f64) {
        let room = width - 2.0 * INSET;
        let frame = Area {
            x: INSET / 2.0,
            y: INSET / 2.0,
            w: width - INSET,
            h: height - INSET,
        };
        let mut shapes = vec![Shape::rect(frame, None, Some(Stroke::black(0.25)))];
        let mut y = INSET;
        let title = Text::bold(self.title.as_str());
        y = centred(&mut shapes, &title, points * 1.3, (width / 2.0, y), room);
        if !self.subtitle.is_empty() {
            let subtitle = Text::plain(self.subtitle.as_str());
            y = centred(&mut shapes, &subtitle, points * 0.8, (width / 2.0, y), room);
        }
        if !self.symbol.is_empty() {
            let area = Self::symbol_area((width, height));
            y += 0.8;
            let x = (width - area.w) / 2.0;
            shapes.extend(self.symbol.iter().map(|shape| shape.clone().moved(x, y)));
            y += area.h + 0.8;
        }
        y += 0.8;
        for (title, value) in &self.values {
            y = value_row(&mut shapes, title, value, points, (INSET, y), room);
        }
        for text in &self.texts {
            y += 0.8;
            y = left(&mut shapes, text, points, (INSET, y), room);
        }
        (shapes, y)
    }
}

/// A row with a title at the left and a value at the right; a long value is below its title.
fn value_row(
    shapes: &mut Vec<Shape>,
    title: &str,
    value: &str,
    size: f64,
    (x, y): (f64, f64),
    room: f64,
) -> f64 {
    let (title, value) = (Text::plain(title), Text::bold(value));
    let value_width = value.width(size);
    let title_lines = title.wrap(size, (room - value_width - 1.5).max(room * 0.3));
    let is_one_row = value_width + 1.5 <= room * 0.7;
    let after = if is_one_row {
        let lines = title_lines;
        let after = set(shapes, lines, size, (x, y), Align::Left);
        set(
            shapes,
            value.wrap(size, room),
            size,
            (x + room, y),
            Align::Right,
        );
        after
    } else {
        let after = left(shapes, &title, size, (x, y), room);
        left(shapes, &value, size, (x + 1.5, after), room - 1.5)
    };
    shapes.push(Shape::Line {
        from: (x, after + 0.1),
        to: (x + room, after + 0.1),
        stroke: Stroke {
            colour: "#b0b0b0",
            width: 0.1,
            is_dashed: false,
        },
    });
    after + 0.3
}

fn left(shapes: &mut Vec<Shape>, text: &Text, size: f64, at: (f64, f64), room: f64) -> f64 {
    set(shapes, text.wrap(size, room), size, at, Align::Left)
}

/// Adds centred lines below a point; returns the lower end.
pub(super) fn centred(
    shapes: &mut Vec<Shape>,
    text: &Text,
    size: f64,
    at: (f64, f64),
    room: f64,
) -> f64 {
    set(shapes, text.wrap(size, room), size, at, Align::Centre)
}

/// Adds lines below a point; returns the lower end.
pub(super) fn set(
    shapes: &mut Vec<Shape>,
    lines: Vec<Line>,
    size: f64,
    (x, y): (f64, f64),
    align: Align,
) -> f64 {
    let leading = size * LEADING * POINT;
    let mut top = y;
    for line in lines {
        shapes.push(Shape::Label {
            at: (x, top + leading * 0.78),
            align,
            size,
            fill: "#000000",
            line,
        });
        top += leading;
    }
    top
}

#[cfg(test)]
mod tests {
    use super::Face;
    use crate::sheet::placed::Shape;
    use crate::sheet::text::Text;

    #[test]
    fn much_text_is_set_smaller_and_stays_on_the_card() {
        let face = Face {
            title: "A title that is a good deal longer than a card is wide".to_owned(),
            values: (0..20)
                .map(|n| (format!("Value {n}"), n.to_string()))
                .collect(),
            texts: vec![Text::plain("many words ".repeat(40))],
            ..Face::default()
        };
        let size = (44.0, 67.0);
        for shape in face.shapes(size) {
            let extent = shape.extent();
            assert!(
                extent.x >= 0.0 && extent.x + extent.w <= size.0 + 0.01,
                "{shape:?}"
            );
            assert!(
                extent.y >= 0.0 && extent.y + extent.h <= size.1 + 0.01,
                "{shape:?}"
            );
        }
        assert!(
            face.shapes(size)
                .iter()
                .any(|shape| matches!(shape, Shape::Label { .. }))
        );
    }
}
