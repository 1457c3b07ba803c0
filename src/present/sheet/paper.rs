//! Paper: its size and its margin. Lengths are in mm.

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
}

/// Border of a page that printers cannot reach, in mm: a quarter of an inch.
pub const MARGIN: f64 = 6.35;

impl Paper {
    /// All sizes, with their names in options.
    pub const ALL: [(&str, Self); 2] = [("a4", Self::A4), ("letter", Self::Letter)];

    /// Width and height of an upright page, in mm.
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A rectangle on a page, in mm from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Area {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
    /// Width in mm.
    pub w: f64,
    /// Height in mm.
    pub h: f64,
}

impl Area {
    /// Returns the same rectangle, moved to the right and down.
    #[must_use]
    pub fn moved(self, x: f64, y: f64) -> Self {
        Self {
            x: self.x + x,
            y: self.y + y,
            ..self
        }
    }

    /// Whether two rectangles share more than an edge.
    pub fn overlaps(&self, other: &Self) -> bool {
        const TOUCH: f64 = 0.01;
        self.x + self.w > other.x + TOUCH
            && other.x + other.w > self.x + TOUCH
            && self.y + self.h > other.y + TOUCH
            && other.y + other.h > self.y + TOUCH
    }
}

/// A length as written in files: at most two decimal places.
pub(crate) fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}
