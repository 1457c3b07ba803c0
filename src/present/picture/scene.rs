//! A board as data for an interactive drawing: shapes with coordinates, with the name of each place and piece.

use std::fmt::Write;

use sandtable_board::{AreaMap, Board, GridMap, Place, Shape};
use serde::Serialize;

use super::plan::{AREA, At, MARGIN, Plan, px};
use super::{Outline, Picture, Piece, colour};

/// The shapes of a board and its pieces. Coordinates are pixels from the upper left corner; paths are in SVG syntax.
#[derive(Debug, Clone, Serialize)]
pub struct Scene {
    width: f64,
    height: f64,
    /// Distance from the centre of a piece to its edge, for pieces without a base.
    radius: f64,
    terrain: Vec<TerrainShape>,
    lines: Vec<LineShape>,
    places: Vec<ScenePlace>,
    pieces: Vec<ScenePiece>,
    labels: Vec<SceneLabel>,
    notes: Vec<String>,
}

/// All places of one type of terrain, as a single path.
#[derive(Debug, Clone, Serialize)]
struct TerrainShape {
    title: String,
    colour: &'static str,
    path: String,
}

/// All sides or links of one type, as a single path: features if the title is not empty, else the grid.
#[derive(Debug, Clone, Serialize)]
struct LineShape {
    title: String,
    colour: &'static str,
    width: u32,
    path: String,
}

/// A hex, square or area.
#[derive(Debug, Clone, Serialize)]
struct ScenePlace {
    name: String,
    title: String,
    terrain: String,
    x: f64,
    y: f64,
}

/// A piece.
#[derive(Debug, Clone, Serialize)]
struct ScenePiece {
    unit: String,
    title: String,
    label: String,
    side: Option<&'static str>,
    ink: &'static str,
    place: String,
    x: f64,
    y: f64,
    /// Angle in degrees, clockwise from the top.
    facing: Option<i32>,
    /// Path of its base or outline, if it has one.
    path: Option<String>,
    /// Its symbol, around its centre.
    symbol: Option<Outline>,
}

/// A coordinate beside the board, in inches.
#[derive(Debug, Clone, Serialize)]
struct SceneLabel {
    text: String,
    x: f64,
    y: f64,
}

/// The colour of lines between places without a feature.
const GRID: &str = "#9a958a";
/// Distance between two lines on a table, in inches.
const GRID_INCHES: i64 = 12;

impl Scene {
    /// Returns the shapes of a picture.
    pub fn new(picture: &Picture<'_>) -> Self {
        let plan = Plan::new(picture.board, MARGIN);
        let mut scene = Self {
            width: pixels(plan.width + 2 * MARGIN),
            height: pixels(plan.height + 2 * MARGIN),
            radius: pixels(plan.piece),
            terrain: Vec::new(),
            lines: Vec::new(),
            places: Vec::new(),
            pieces: Vec::new(),
            labels: Vec::new(),
            notes: picture.notes.clone(),
        };
        match picture.board {
            Board::Grid(map) => scene.add_grid(picture, map, &plan),
            Board::Areas(map) => scene.add_areas(picture, map, &plan),
            Board::Table(_) => scene.add_table(picture, &plan),
        }
        for piece in picture.pieces.iter().filter(|piece| !piece.is_terrain()) {
            scene.add_piece(picture, piece, &plan);
        }
        scene
    }

    fn add_grid(&mut self, picture: &Picture<'_>, map: &GridMap, plan: &Plan<'_>) {
        let n_cells = Place::try_from(map.n_cells()).unwrap_or(0);
        let cell = |place: Place| closed(&plan.corners(map, place));
        self.add_terrain(picture, 0..n_cells, cell);
        self.lines.push(LineShape {
            title: String::new(),
            colour: GRID,
            width: 1,
            path: (0..n_cells).map(cell).collect(),
        });
        for ((title, sides), colour) in picture.sides.iter().zip(picture.line_colours()) {
            let strokes = sides.iter().filter_map(|side| plan.side(map, *side));
            self.lines.push(LineShape {
                title: title.clone(),
                colour,
                width: 5,
                path: strokes.map(|(from, to)| stroke(from, to)).collect(),
            });
        }
        for place in 0..n_cells {
            let name = picture.board.name(place);
            self.add_place(picture, place, name.clone(), name, plan);
        }
    }

    fn add_areas(&mut self, picture: &Picture<'_>, map: &AreaMap, plan: &Plan<'_>) {
        let link = |link: &i32| {
            let (from, to) = map.ends(*link);
            stroke(plan.at(from), plan.at(to))
        };
        let mut plain = map.graph().links().to_vec();
        plain.sort_unstable();
        plain.dedup();
        let is_featured = |link: &i32| picture.sides.iter().any(|(_, links)| links.contains(link));
        plain.retain(|link| !is_featured(link));
        self.lines.push(LineShape {
            title: String::new(),
            colour: GRID,
            width: 2,
            path: plain.iter().map(link).collect(),
        });
        for ((title, links), colour) in picture.sides.iter().zip(picture.line_colours()) {
            self.lines.push(LineShape {
                title: title.clone(),
                colour,
                width: 4,
                path: links.iter().map(link).collect(),
            });
        }
        let n_areas = Place::try_from(map.n_areas()).unwrap_or(0);
        self.add_terrain(picture, 0..n_areas, |place| disc(plan.at(place), AREA));
        for (place, name) in (0..).zip(map.names()) {
            self.add_place(picture, place, name.id.clone(), name.title.clone(), plan);
        }
    }

    fn add_table(&mut self, picture: &Picture<'_>, plan: &Plan<'_>) {
        let (left, top) = (MARGIN, plan.top);
        let (right, bottom) = (left + plan.width, top + plan.height);
        let at = |x, y| At { x, y };
        let corners = [
            at(left, top),
            at(right, top),
            at(right, bottom),
            at(left, bottom),
        ];
        self.terrain.push(TerrainShape {
            title: String::new(),
            colour: colour::table(),
            path: closed(&corners),
        });
        let step = plan.length(GRID_INCHES * 100).max(1);
        let mut path = String::new();
        let ticks = |length: i64| {
            (1..)
                .map(|n| (n, n * step))
                .take_while(move |(_, far)| *far <= length)
        };
        for (n, far) in ticks(plan.width) {
            path.push_str(&stroke(at(left + far, top), at(left + far, bottom)));
            self.add_label(n * GRID_INCHES, at(left + far, bottom + MARGIN / 2));
        }
        for (n, far) in ticks(plan.height) {
            path.push_str(&stroke(at(left, bottom - far), at(right, bottom - far)));
            self.add_label(n * GRID_INCHES, at(left - MARGIN / 2, bottom - far));
        }
        self.lines.push(LineShape {
            title: String::new(),
            colour: "#d8d2c0",
            width: 1,
            path,
        });
        let looks = picture.looks();
        for (sort, look) in picture.terrain().into_iter().zip(looks) {
            let of_sort = picture.pieces.iter();
            let of_sort = of_sort.filter(|piece| piece.is_terrain() && piece.what == sort);
            self.terrain.push(TerrainShape {
                title: sort.to_owned(),
                colour: look.fill,
                path: of_sort.filter_map(|piece| base(piece, plan)).collect(),
            });
        }
    }

    /// Adds a path for each type of terrain, around the places that have it.
    fn add_terrain(
        &mut self,
        picture: &Picture<'_>,
        places: std::ops::Range<Place>,
        shape: impl Fn(Place) -> String,
    ) {
        let of_type = |wanted: Option<usize>| -> String {
            let places = places.clone();
            let of_type = places.filter(|place| picture.fill(*place).map(|(at, _)| at) == wanted);
            of_type.map(&shape).collect()
        };
        let plain = [(None, String::new(), "#ffffff")];
        let looks = picture.fills.iter().zip(picture.looks()).enumerate();
        let known = looks.map(|(at, (fill, look))| (Some(at), fill.title.clone(), look.fill));
        for (at, title, colour) in plain.into_iter().chain(known) {
            let path = of_type(at);
            if !path.is_empty() {
                self.terrain.push(TerrainShape {
                    title,
                    colour,
                    path,
                });
            }
        }
    }

    fn add_place(
        &mut self,
        picture: &Picture<'_>,
        place: Place,
        name: String,
        title: String,
        plan: &Plan<'_>,
    ) {
        let At { x, y } = plan.at(place);
        let terrain = picture.fill(place);
        self.places.push(ScenePlace {
            name,
            title,
            terrain: terrain.map_or_else(String::new, |(_, fill)| fill.title.clone()),
            x: pixels(x),
            y: pixels(y),
        });
    }

    fn add_label(&mut self, inches: i64, at: At) {
        self.labels.push(SceneLabel {
            text: inches.to_string(),
            x: pixels(at.x),
            y: pixels(at.y),
        });
    }

    fn add_piece(&mut self, picture: &Picture<'_>, piece: &Piece, plan: &Plan<'_>) {
        let At { x, y } = plan.at(piece.place);
        self.pieces.push(ScenePiece {
            unit: piece.name.clone(),
            title: piece.title.clone(),
            label: piece.label.clone(),
            side: piece.side.map(|side| colour::side(Some(side))),
            ink: colour::ink(piece.side),
            place: picture.board.name(piece.place),
            x: pixels(x),
            y: pixels(y),
            facing: piece.facing,
            path: base(piece, plan),
            symbol: piece.symbol.clone(),
        });
    }
}

/// Returns the path of the base or outline of a piece.
fn base(piece: &Piece, plan: &Plan<'_>) -> Option<String> {
    let centre = plan.at(piece.place);
    Some(match piece.shape.as_ref()? {
        Shape::Disc { radius } => disc(centre, plan.length(i64::from(*radius)).max(200)),
        Shape::Polygon { points } => {
            let corner = |(x, y): &(i32, i32)| At {
                x: centre.x + plan.length(i64::from(*x)),
                y: centre.y - plan.length(i64::from(*y)),
            };
            closed(&points.iter().map(corner).collect::<Vec<_>>())
        }
    })
}

fn closed(corners: &[At]) -> String {
    let mut path = String::new();
    for (corner, command) in corners
        .iter()
        .zip("M".chars().chain(std::iter::repeat('L')))
    {
        let _ = write!(path, "{command}{} {}", px(corner.x), px(corner.y));
    }
    path.push('Z');
    path
}

fn stroke(from: At, to: At) -> String {
    let (x, y, right, down) = (px(from.x), px(from.y), px(to.x), px(to.y));
    format!("M{x} {y}L{right} {down}")
}

fn disc(centre: At, radius: i64) -> String {
    let (left, y) = (px(centre.x - radius), px(centre.y));
    let (r, across) = (px(radius), px(2 * radius));
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z")
}

/// Converts hundredths of a pixel to pixels.
fn pixels(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}
