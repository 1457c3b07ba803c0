//! Pages of pieces that are cut out: cards and counters in a grid, with lines to cut along, colour beyond the edges, and backs.

use super::Backs;
use super::font::POINT;
use super::paper::{Area, MARGIN, Paper};
use super::placed::{Align, Drawing, Lines, Page, Placed, Role, Shape, Sheet, Stroke};
use super::text::Text;

/// A card or counter.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Piece {
    /// Text for screen readers.
    pub label: String,
    /// Its front, from its upper left corner.
    pub front: Vec<Shape>,
    /// Its back, from its upper left corner.
    pub back: Vec<Shape>,
    /// Background of its front, which extends beyond its edges.
    pub front_ground: Option<&'static str>,
    /// Ground of its back.
    pub back_ground: Option<&'static str>,
}

/// Arrangement of pieces on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cut {
    /// The size of paper.
    pub paper: Paper,
    /// Width and height of a piece in mm.
    pub size: (f64, f64),
    /// Colour beyond its edges in mm.
    pub bleed: f64,
    /// The arrangement of backs.
    pub backs: Backs,
}

/// Height at the foot of a page, outside the printable area, that is reserved for its name.
const FOOT: f64 = 4.5;
/// Height of the name of the page in points.
const FOOT_SIZE: f64 = 6.0;

impl Cut {
    /// A sheet of pieces.
    pub(super) fn sheet(self, name: &str, title: &str, pieces: Vec<Piece>) -> Sheet {
        let places = self.places();
        let mut pages = Vec::new();
        for on_page in pieces.chunks(places.len().max(1)) {
            let mut front = Page::default();
            let mut back = Page::default();
            let (width, _) = self.paper.size();
            for (piece, (x, y)) in on_page.iter().zip(&places) {
                front.items.push(self.side(piece, (*x, *y), true));
                let mirrored = (width - x - self.size.0, *y);
                match self.backs {
                    Backs::None => {}
                    Backs::Duplex => back.items.push(self.side(piece, mirrored, false)),
                    Backs::Fold => front.items.push(self.side(piece, mirrored, false)),
                }
            }
            front
                .items
                .push(self.marks(&places, self.backs == Backs::Fold));
            pages.push((front, title.to_owned()));
            if self.backs == Backs::Duplex {
                let mirrored: Vec<(f64, f64)> = places
                    .iter()
                    .map(|(x, y)| (width - x - self.size.0, *y))
                    .collect();
                back.items.push(self.marks(&mirrored, false));
                pages.push((back, format!("{title} – backs")));
            }
        }
        let n_pages = pages.len();
        let pages = (1..).zip(pages).map(|(number, (mut page, title))| {
            let role = if number == 1 {
                Role::Title
            } else {
                Role::Margin
            };
            page.items.insert(
                0,
                name_of_page(
                    self.paper,
                    &format!("{title}, page {number} of {n_pages}"),
                    role,
                ),
            );
            page
        });
        Sheet {
            name: name.to_owned(),
            title: title.to_owned(),
            paper: self.paper,
            pages: pages.collect(),
        }
    }

    /// Places of the fronts on a page: of their corners.
    fn places(&self) -> Vec<(f64, f64)> {
        let (width, height) = self.paper.size();
        let (step_x, step_y) = (
            self.size.0 + 2.0 * self.bleed,
            self.size.1 + 2.0 * self.bleed,
        );
        // To fold, the fronts have the left half of the page.
        let room_x = match self.backs {
            Backs::Fold => width / 2.0 - MARGIN,
            Backs::None | Backs::Duplex => width - 2.0 * MARGIN,
        };
        let room_y = height - 2.0 * MARGIN;
        let count = |room: f64, step: f64| ((room + 0.01) / step).floor().max(1.0);
        let (n_x, n_y) = (count(room_x, step_x), count(room_y, step_y));
        let left = match self.backs {
            Backs::Fold => width / 2.0 - n_x * step_x,
            Backs::None | Backs::Duplex => (width - n_x * step_x) / 2.0,
        };
        let top = (height - n_y * step_y) / 2.0;
        let rows = (0..n_y as usize).map(|row| top + row as f64 * step_y + self.bleed);
        let columns: Vec<f64> = (0..n_x as usize)
            .map(|column| left + column as f64 * step_x + self.bleed)
            .collect();
        rows.flat_map(|y| columns.iter().map(move |x| (*x, y)).collect::<Vec<_>>())
            .collect()
    }

    fn side(&self, piece: &Piece, (x, y): (f64, f64), is_front: bool) -> Placed {
        let (shapes, ground) = match is_front {
            true => (&piece.front, piece.front_ground),
            false => (&piece.back, piece.back_ground),
        };
        let inner = shapes
            .iter()
            .map(|shape| shape.clone().moved(self.bleed, self.bleed));
        let area = Area {
            x: x - self.bleed,
            y: y - self.bleed,
            w: self.size.0 + 2.0 * self.bleed,
            h: self.size.1 + 2.0 * self.bleed,
        };
        let all = Area {
            x: 0.0,
            y: 0.0,
            ..area
        };
        let ground = ground.map(|fill| Shape::rect(all, Some(fill), None));
        Placed::Drawing(Drawing {
            area,
            label: match is_front {
                true => piece.label.clone(),
                false => format!("Back: {}", piece.label),
            },
            shapes: ground.into_iter().chain(inner).collect(),
            is_cut: true,
        })
    }

    /// Lines over the whole page, at every edge: a cut does not take away those of the next.
    fn marks(&self, places: &[(f64, f64)], is_folded: bool) -> Placed {
        let (width, height) = self.paper.size();
        let mut across = Vec::new();
        let mut down = Vec::new();
        let both = |x: f64| match is_folded {
            true => vec![x, width - x],
            false => vec![x],
        };
        for (x, y) in places {
            for edge in [*x, x + self.size.0] {
                for edge in both(edge) {
                    add(&mut across, edge);
                }
            }
            add(&mut down, *y);
            add(&mut down, y + self.size.1);
        }
        let stroke = Stroke {
            colour: "#8a8a8a",
            width: 0.1,
            is_dashed: false,
        };
        let upright = across.into_iter().map(|x| Shape::Line {
            from: (x, 0.0),
            to: (x, height - FOOT),
            stroke,
        });
        let level = down.into_iter().map(|y| Shape::Line {
            from: (0.0, y),
            to: (width, y),
            stroke,
        });
        let fold = is_folded.then(|| Shape::Line {
            from: (width / 2.0, 0.0),
            to: (width / 2.0, height - FOOT),
            stroke: Stroke {
                colour: "#000000",
                width: 0.2,
                is_dashed: true,
            },
        });
        Placed::Drawing(Drawing {
            area: Area {
                w: width,
                h: height,
                ..Area::default()
            },
            shapes: upright.chain(level).chain(fold).collect(),
            ..Drawing::default()
        })
    }
}

fn add(edges: &mut Vec<f64>, edge: f64) {
    if !edges.iter().any(|known| (known - edge).abs() < 0.01) {
        edges.push(edge);
    }
}

/// The name of a page at its foot, where printers print nothing.
pub(super) fn name_of_page(paper: Paper, name: &str, role: Role) -> Placed {
    let (width, height) = paper.size();
    let leading = FOOT_SIZE * POINT * 1.2;
    let room = width - 2.0 * MARGIN;
    let lines: Vec<_> = Text::plain(name)
        .wrap(FOOT_SIZE, room)
        .into_iter()
        .take(1)
        .collect();
    Placed::Lines(Lines {
        area: Area {
            x: MARGIN,
            y: height - FOOT + 0.6,
            w: room,
            h: leading,
        },
        role,
        size: FOOT_SIZE,
        leading,
        lines,
        align: Align::Left,
        anchor: None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Cut, Piece};
    use crate::sheet::Backs;
    use crate::sheet::paper::Paper;
    use crate::sheet::placed::{Placed, Shape};

    fn cut(backs: Backs, bleed: f64) -> Cut {
        Cut {
            paper: Paper::A4,
            size: (63.5, 88.9),
            bleed,
            backs,
        }
    }

    // A4 without its margins is 197.3 by 284.3 mm: three times 63.5 is 190.5, three times 88.9 is 266.7.
    #[test]
    fn nine_cards_fit_on_a_page() {
        let pieces = vec![Piece::default(); 10];
        let sheet = cut(Backs::None, 0.0).sheet("cards", "Cards", pieces.clone());
        assert_eq!(sheet.pages.len(), 2);
        // Name, nine cards, marks.
        assert_eq!(sheet.pages.first().map(|page| page.items.len()), Some(11));
        // A bleed of 3 mm: 69.5 mm each, only two beside each other.
        let sheet = cut(Backs::None, 3.0).sheet("cards", "Cards", pieces);
        assert_eq!(
            sheet.pages.first().map(|page| page.items.len()),
            Some(1 + 4 + 1)
        );
    }

    #[test]
    fn backs_lie_under_their_fronts() {
        let sheet = cut(Backs::Duplex, 0.0).sheet("cards", "Cards", vec![Piece::default(); 2]);
        let x_of = |page: usize, item: usize| {
            let item = sheet.pages.get(page).and_then(|page| page.items.get(item));
            item.map_or(f64::NAN, |item| item.area().x)
        };
        for item in [1, 2] {
            // Turned over the long edge, a point at x is at 210 - x.
            assert!((x_of(0, item) + 63.5 + x_of(1, item) - 210.0).abs() < 1e-6);
        }
    }

    #[test]
    fn marks_run_over_the_whole_page() {
        let sheet = cut(Backs::None, 6.0).sheet("cards", "Cards", vec![Piece::default()]);
        let marks = sheet.pages.first().and_then(|page| page.items.last());
        let Some(Placed::Drawing(marks)) = marks else {
            panic!("the last item is a drawing")
        };
        let is_level =
            |shape: &&Shape| matches!(shape, Shape::Line { from, to, .. } if from.1 == to.1);
        let level: Vec<&Shape> = marks.shapes.iter().filter(is_level).collect();
        // Two cards above each other with a bleed have four edges: 2 · 100.9 = 201.8 of 284.3 mm.
        assert_eq!(level.len(), 4);
        assert!(level.iter().all(|shape| shape.extent().w == 210.0));
    }
}
