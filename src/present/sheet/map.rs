//! Maps true to scale: tiles over several pages that overlap, and a page with the key.

use sandtable_board::{Board, Shape as Outline};
use sandtable_roster::ScenarioMap;

use super::Options;
use super::block::Block;
use super::cut::name_of_page;
use super::face::{centred, set};
use super::flow::{Frame, compose};
use super::grid::{Cell, Grid};
use super::paper::{Area, MARGIN};
use super::placed::{Align, Drawing, Page, Placed, Role, Shape, Sheet, Stroke};
use super::records::game_tracks;
use super::source::Source;
use super::text::Text;
use crate::picture::Picture;
use crate::picture::colour;
use crate::picture::plan::{AREA, At, HALF, MARGIN as AROUND, Plan, SIDE};

/// Shared by neighbouring tiles, in mm.
const OVERLAP: f64 = 10.0;
/// Height at the foot of a tile that is reserved for its name, in mm.
const FOOT: f64 = 6.0;
/// Radius of an area in mm.
const AREA_RADIUS: f64 = 11.0;
/// An inch in mm.
const INCH: f64 = 25.4;
/// Most pages of tiles; a larger map is drawn smaller, which its page of the key says.
const MOST_TILES: f64 = 120.0;

/// Lines of cells and outlines.
const EDGE: Stroke = Stroke {
    colour: "#77726a",
    width: 0.2,
    is_dashed: false,
};

/// The maps of a ruleset, and the tracks of its game.
pub(super) fn sheets(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for map in &source.book.maps {
        let picture = Picture::of_game_map(map);
        sheets.push(sheet(source, options, &map.naming.name, &picture));
    }
    for (name, scenario) in source.scenarios {
        if let Some(ScenarioMap::Own(map)) = &scenario.map {
            let picture = Picture::of_map(map);
            sheets.push(sheet(source, options, name, &picture));
        }
    }
    let frame = Frame {
        paper: options.paper,
        book: source.title(),
        title: "Tracks of the game".to_owned(),
    };
    let tracks = game_tracks(source, frame.body().w);
    if !tracks.is_empty() {
        sheets.push(Sheet {
            name: "tracks".to_owned(),
            title: frame.title.clone(),
            paper: options.paper,
            pages: compose(&frame, 1, tracks),
        });
    }
    sheets
}

fn sheet(source: &Source<'_>, options: &Options, name: &str, picture: &Picture<'_>) -> Sheet {
    let title = match picture.title.as_str() {
        "" => super::names::capital(&super::names::words(name)),
        title => title.to_owned(),
    };
    let drawn = Drawn::of(picture, options);
    let frame = Frame {
        paper: options.paper,
        book: source.title(),
        title: format!("Map: {title}"),
    };
    let mut pages = compose(&frame, 2, key(picture, &drawn, options));
    pages.extend(drawn.tiles(options, &title));
    Sheet {
        name: format!("map-{name}"),
        title: frame.title,
        paper: options.paper,
        pages,
    }
}

/// The shapes of a map in mm, and its size.
struct Drawn {
    shapes: Vec<Shape>,
    width: f64,
    height: f64,
    /// Factor by which it is smaller than requested.
    shrunk: f64,
}

/// Maps places of a board to positions in mm.
struct Scale<'p> {
    plan: Plan<'p>,
    factor: f64,
    /// Around the map, in mm.
    around: f64,
}

impl Scale<'_> {
    fn at(&self, at: At) -> (f64, f64) {
        let mm = |length: i64| length as f64 * self.factor + self.around;
        (mm(at.x - AROUND), mm(at.y - self.plan.top))
    }

    fn length(&self, length: i64) -> f64 {
        length as f64 * self.factor
    }
}

impl Drawn {
    fn of(picture: &Picture<'_>, options: &Options) -> Self {
        let plan = Plan::new(picture.board, 0);
        let asked = match picture.board {
            Board::Grid(map) if map.is_square() => options.hex / SIDE as f64,
            Board::Grid(_) => options.hex / (2 * HALF) as f64,
            Board::Areas(_) => AREA_RADIUS / AREA as f64,
            Board::Table(_) => INCH / plan.length(100).max(1) as f64,
        };
        let around = match picture.board {
            Board::Grid(_) => 1.0,
            Board::Areas(_) => 12.0,
            Board::Table(_) => 5.0,
        };
        let (page_w, page_h) = tile_size(options);
        let pages = plan.width as f64 * asked / page_w * (plan.height as f64 * asked / page_h);
        let shrunk = if pages > MOST_TILES {
            (MOST_TILES / pages).sqrt()
        } else {
            1.0
        };
        let scale = Scale {
            factor: asked * shrunk,
            plan,
            around,
        };
        let mut shapes = Vec::new();
        match picture.board {
            Board::Grid(map) => cells(picture, map, &scale, &mut shapes),
            Board::Areas(map) => areas(picture, map, &scale, &mut shapes),
            Board::Table(_) => table(&scale, &mut shapes),
        }
        pieces(picture, &scale, &mut shapes);
        Self {
            width: scale.length(scale.plan.width) + 2.0 * around,
            height: scale.length(scale.plan.height) + 2.0 * around,
            shapes,
            shrunk,
        }
    }

    fn counts(&self, options: &Options) -> (usize, usize) {
        let (w, h) = tile_size(options);
        let count = |length: f64, room: f64| {
            let more = (length - room).max(0.0) / (room - OVERLAP);
            1 + (more - 1e-6).ceil().max(0.0) as usize
        };
        (count(self.width, w), count(self.height, h))
    }

    fn tiles(&self, options: &Options, title: &str) -> Vec<Page> {
        let (w, h) = tile_size(options);
        let (n_x, n_y) = self.counts(options);
        let mut pages = Vec::new();
        for row in 0..n_y {
            for column in 0..n_x {
                let (x, y) = (column as f64 * (w - OVERLAP), row as f64 * (h - OVERLAP));
                let area = Area {
                    x,
                    y,
                    w: w.min(self.width - x),
                    h: h.min(self.height - y),
                };
                // A line has no width, but is seen.
                let is_in = |shape: &&Shape| {
                    let extent = shape.extent();
                    let wider = Area {
                        x: extent.x - 0.5,
                        y: extent.y - 0.5,
                        w: extent.w + 1.0,
                        h: extent.h + 1.0,
                    };
                    wider.overlaps(&area)
                };
                let shapes = self
                    .shapes
                    .iter()
                    .filter(is_in)
                    .map(|shape| shape.clone().moved(-x, -y));
                let mut shapes: Vec<Shape> = shapes.collect();
                shapes.extend(overlaps(area, column > 0, row > 0));
                let name = format!(
                    "{title}: sheet {} of {}, row {} column {}; lay it over its neighbours up to the dashed lines",
                    row * n_x + column + 1,
                    n_x * n_y,
                    row + 1,
                    column + 1
                );
                let drawing = Drawing {
                    area: Area {
                        x: MARGIN,
                        y: MARGIN,
                        ..area
                    },
                    label: format!("Map {title}, row {} column {}", row + 1, column + 1),
                    shapes,
                    is_cut: true,
                };
                pages.push(Page {
                    items: vec![
                        name_of_page(options.paper, &name, Role::Margin),
                        Placed::Drawing(drawing),
                    ],
                });
            }
        }
        pages
    }
}

/// Width and height of a tile in mm.
fn tile_size(options: &Options) -> (f64, f64) {
    let (width, height) = options.paper.size();
    (width - 2.0 * MARGIN, height - MARGIN - FOOT)
}

/// Returns lines that mark the overlap of a tile with its neighbours.
fn overlaps(area: Area, has_left: bool, has_upper: bool) -> Vec<Shape> {
    let stroke = Stroke {
        colour: "#000000",
        width: 0.15,
        is_dashed: true,
    };
    let left = has_left.then_some(Shape::Line {
        from: (OVERLAP, 0.0),
        to: (OVERLAP, area.h),
        stroke,
    });
    let upper = has_upper.then_some(Shape::Line {
        from: (0.0, OVERLAP),
        to: (area.w, OVERLAP),
        stroke,
    });
    left.into_iter().chain(upper).collect()
}

fn cells(
    picture: &Picture<'_>,
    map: &sandtable_board::GridMap,
    scale: &Scale<'_>,
    shapes: &mut Vec<Shape>,
) {
    let looks = picture.looks();
    let n_cells = i32::try_from(map.n_cells()).unwrap_or(0);
    for cell in 0..n_cells {
        let fill = picture.fill(cell);
        let look = fill.and_then(|(at, _)| looks.get(at));
        let corners = scale.plan.corners(map, cell);
        shapes.push(Shape::Polygon {
            points: corners.into_iter().map(|corner| scale.at(corner)).collect(),
            fill: Some(look.map_or("#ffffff", |look| look.fill)),
            stroke: Some(EDGE),
        });
        let (x, y) = scale.at(scale.plan.at(cell));
        let unit = scale.length(if map.is_square() { SIDE } else { 2 * HALF });
        // Symbols of the legend distinguish terrain without colours.
        if let Some((_, fill)) = fill
            && fill.mark != '.'
        {
            let size = (unit * 0.5).clamp(3.0, 9.0);
            let lines = Text::plain(fill.mark.to_string()).wrap(size, unit);
            set(shapes, lines, size, (x, y - unit * 0.42), Align::Centre);
        }
        let size = (unit * 0.34).clamp(2.5, 7.0);
        let name = Text::plain(picture.board.name(cell)).wrap(size, unit);
        set(shapes, name, size, (x, y + unit * 0.28), Align::Centre);
    }
    for ((_, sides), colour) in picture.sides.iter().zip(picture.line_colours()) {
        for side in sides {
            if let Some((from, to)) = scale.plan.side(map, *side) {
                shapes.push(Shape::Line {
                    from: scale.at(from),
                    to: scale.at(to),
                    stroke: Stroke {
                        colour,
                        width: (scale.length(HALF) * 0.12).max(0.5),
                        is_dashed: false,
                    },
                });
            }
        }
    }
}

fn areas(
    picture: &Picture<'_>,
    map: &sandtable_board::AreaMap,
    scale: &Scale<'_>,
    shapes: &mut Vec<Shape>,
) {
    let mut link = |link: i32, colour: &'static str, width: f64| {
        let (from, to) = map.ends(link);
        shapes.push(Shape::Line {
            from: scale.at(scale.plan.at(from)),
            to: scale.at(scale.plan.at(to)),
            stroke: Stroke {
                colour,
                width,
                is_dashed: false,
            },
        });
    };
    let mut all = map.graph().links().to_vec();
    all.sort_unstable();
    all.dedup();
    for plain in all {
        link(plain, "#77726a", 0.5);
    }
    for ((_, links), colour) in picture.sides.iter().zip(picture.line_colours()) {
        for one in links {
            link(*one, colour, 1.2);
        }
    }
    let looks = picture.looks();
    let radius = scale.length(AREA);
    for (place, name) in (0..).zip(map.names()) {
        let look = picture.fill(place).and_then(|(at, _)| looks.get(at));
        let (x, y) = scale.at(scale.plan.at(place));
        shapes.push(Shape::Ellipse {
            centre: (x, y),
            radii: (radius, radius),
            fill: Some(look.map_or("#ffffff", |look| look.fill)),
            stroke: Some(EDGE),
        });
        let text = Text::bold(name.title.as_str());
        let room = radius * 1.7;
        let mut size = 8.0;
        while size > 3.0 && text.widest_word(size) > room {
            size -= 0.5;
        }
        centred(shapes, &text, size, (x, y - radius * 0.75), room);
    }
}

fn table(scale: &Scale<'_>, shapes: &mut Vec<Shape>) {
    let area = Area {
        x: scale.around,
        y: scale.around,
        w: scale.length(scale.plan.width),
        h: scale.length(scale.plan.height),
    };
    shapes.push(Shape::rect(area, Some(colour::table()), Some(EDGE)));
    let foot = scale.length(scale.plan.length(1_200));
    let thin = Stroke {
        colour: "#c9c2ae",
        width: 0.15,
        is_dashed: false,
    };
    let n_lines = |length: f64| (length / foot.max(1.0)) as i32;
    for (number, at) in (1..=n_lines(area.w)).map(|n| (n, area.x + f64::from(n) * foot)) {
        shapes.push(Shape::Line {
            from: (at, area.y),
            to: (at, area.y + area.h),
            stroke: thin,
        });
        let lines = Text::plain(format!("{}″", number * 12)).wrap(6.0, foot);
        set(
            shapes,
            lines,
            6.0,
            (at, area.y + area.h + 0.5),
            Align::Centre,
        );
    }
    for number in 1..=n_lines(area.h) {
        let at = area.y + area.h - f64::from(number) * foot;
        shapes.push(Shape::Line {
            from: (area.x, at),
            to: (area.x + area.w, at),
            stroke: thin,
        });
        let lines = Text::plain(format!("{}″", number * 12)).wrap(6.0, foot);
        set(shapes, lines, 6.0, (area.x + 0.5, at - 2.8), Align::Left);
    }
}

/// Draws the pieces that come with a map: terrain by its outline, others by a circle.
fn pieces(picture: &Picture<'_>, scale: &Scale<'_>, shapes: &mut Vec<Shape>) {
    let looks = picture.looks();
    let sorts = picture.terrain();
    for piece in &picture.pieces {
        let (x, y) = scale.at(scale.plan.at(piece.place));
        let sort = sorts.iter().position(|sort| *sort == piece.what);
        let look = sort
            .and_then(|sort| looks.get(sort))
            .filter(|_| piece.is_terrain());
        let fill = look.map_or("#ffffff", |look| look.fill);
        let length = |hundredths: i32| scale.length(scale.plan.length(i64::from(hundredths)));
        let room = match &piece.shape {
            Some(Outline::Polygon { points }) => {
                let corners = points
                    .iter()
                    .map(|(right, up)| (x + length(*right), y - length(*up)));
                let polygon = Shape::Polygon {
                    points: corners.collect(),
                    fill: Some(fill),
                    stroke: Some(EDGE),
                };
                let room = polygon.extent().w;
                shapes.push(polygon);
                room.max(20.0)
            }
            Some(Outline::Disc { radius }) => {
                let radius = length(*radius).max(1.0);
                shapes.push(Shape::Ellipse {
                    centre: (x, y),
                    radii: (radius, radius),
                    fill: Some(fill),
                    stroke: Some(EDGE),
                });
                (2.0 * radius).max(20.0)
            }
            None => scale.length(2 * HALF).max(12.0),
        };
        let lines = Text::bold(piece.title.as_str()).wrap(7.0, room);
        set(shapes, lines, 7.0, (x, y - 1.5), Align::Centre);
    }
}

/// Returns the key of a map: its scale, its sheets, its terrain, the features of its sides, its notes.
fn key(picture: &Picture<'_>, drawn: &Drawn, options: &Options) -> Vec<Block> {
    let (n_x, n_y) = drawn.counts(options);
    let scale = match picture.board {
        Board::Grid(map) if map.is_square() => {
            format!("A square is {} mm wide.", round(options.hex * drawn.shrunk))
        }
        Board::Grid(_) => format!(
            "A hex is {} mm wide from side to side.",
            round(options.hex * drawn.shrunk)
        ),
        Board::Areas(_) => "Lines join areas that are adjacent.".to_owned(),
        Board::Table(_) if drawn.shrunk < 1.0 => format!(
            "An inch of the table is {} mm here.",
            round(INCH * drawn.shrunk)
        ),
        Board::Table(_) => "An inch of the table is an inch on paper.".to_owned(),
    };
    let mut blocks = vec![
        Block::Paragraph(Text::plain(format!(
            "{scale} The map has {} in {n_y} by {n_x}; it is {} by {} mm. Print without scaling.",
            crate::numerals::counted(n_x * n_y, "sheet"),
            round(drawn.width),
            round(drawn.height)
        ))),
        Block::heading(2, "Key"),
    ];
    let mut rows = Vec::new();
    let marks = |title: &str| {
        picture
            .fills
            .iter()
            .find(|fill| fill.title == title)
            .map(|fill| fill.mark)
    };
    for (kind, look) in picture.kinds().into_iter().zip(picture.looks()) {
        let mark = marks(kind).filter(|mark| *mark != '.').map(String::from);
        rows.push(key_row(Some(look.fill), mark.as_deref(), kind));
    }
    for ((title, _), colour) in picture.sides.iter().zip(picture.line_colours()) {
        let mut row = key_row(None, None, title);
        if let Some(cell) = row.first_mut() {
            cell.picture = Some(swatch(vec![Shape::Line {
                from: (0.0, 2.0),
                to: (8.0, 2.0),
                stroke: Stroke {
                    colour,
                    width: 1.2,
                    is_dashed: false,
                },
            }]));
        }
        rows.push(row);
    }
    if !rows.is_empty() {
        blocks.push(Block::Table(Grid {
            rows,
            is_narrow: true,
            ..Grid::default()
        }));
    }
    if !picture.notes.is_empty() {
        blocks.push(Block::heading(2, "Notes"));
        blocks.extend(
            picture
                .notes
                .iter()
                .map(|note| Block::Note(Text::plain(note.as_str()))),
        );
    }
    blocks
}

fn key_row(fill: Option<&'static str>, mark: Option<&str>, title: &str) -> Vec<Cell> {
    let mut sample = Cell::words(mark.unwrap_or_default());
    sample.picture = fill.map(|fill| {
        let area = Area {
            x: 0.1,
            y: 0.1,
            w: 7.8,
            h: 3.8,
        };
        swatch(vec![Shape::rect(area, Some(fill), Some(EDGE))])
    });
    vec![
        sample,
        Cell::words(super::names::capital(&super::names::words(title))),
    ]
}

fn swatch(shapes: Vec<Shape>) -> Drawing {
    Drawing {
        area: Area {
            w: 8.0,
            h: 4.0,
            ..Area::default()
        },
        shapes,
        ..Drawing::default()
    }
}

fn round(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
