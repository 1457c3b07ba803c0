//! A board as SVG. Lengths are hundredths of a pixel until they are written.

use std::fmt::Write;

use super::{Picture, Piece, Seen, colour};
use sandtable_board::{AreaMap, Board, GridMap, Layout, OpenTable, Place, Shape, ahead_of};

/// From the centre of a hex to its corners: 26 pixels.
const RADIUS: i64 = 2_600;
/// Half of that times the root of 3: half the width of a hex with pointy tops.
const HALF: i64 = 2_252;
/// The side of a square.
const SIDE: i64 = 4_400;
/// Between the centres of the two areas that are nearest to each other, at least.
const APART: i64 = 9_000;
/// The radius of an area.
const AREA: i64 = 2_600;
/// Around the board.
const MARGIN: i64 = 2_400;
/// An inch of a table, at most.
const INCH: i64 = 1_200;
/// The widest table.
const WIDEST: i64 = 160_000;
/// A line of text below the board.
const LINE: i64 = 2_000;

/// A point of the picture.
#[derive(Debug, Clone, Copy)]
struct At {
    x: i64,
    y: i64,
}

/// The board, what stands on it, a line of sight, and the legend.
pub fn to_svg(picture: &Picture<'_>) -> String {
    let mut body = String::new();
    let top = if picture.title.is_empty() {
        MARGIN
    } else {
        MARGIN + LINE
    };
    let (width, height) = match picture.board {
        Board::Grid(map) => {
            let plan = Plan::of_grid(map, top);
            hexes(picture, map, &plan, &mut body);
            sides(picture, map, &plan, &mut body);
            figures(picture, &plan, &mut body);
            (plan.width, plan.height)
        }
        Board::Areas(map) => {
            let plan = Plan::of_areas(map, top);
            links(picture, map, &plan, &mut body);
            areas(picture, map, &plan, &mut body);
            figures(picture, &plan, &mut body);
            (plan.width, plan.height)
        }
        Board::Table(table) => {
            let plan = Plan::of_table(table, top);
            ground(picture, &plan, &mut body);
            figures(picture, &plan, &mut body);
            (plan.width, plan.height)
        }
    };
    let bottom = top + height + MARGIN;
    let n_lines = legend(picture, bottom, &mut body);
    let (width, height) = (
        (width.max(told_width(picture)) + 2 * MARGIN).max(40_000),
        bottom + n_lines * LINE + MARGIN / 2,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        w = px(width),
        h = px(height)
    );
    if !picture.title.is_empty() {
        label(
            &mut out,
            At {
                x: MARGIN,
                y: MARGIN,
            },
            14,
            "start",
            "#222222",
            &picture.title,
        );
    }
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// Scale and offset from places to points of the picture.
struct Plan<'a> {
    board: Outline<'a>,
    top: i64,
    width: i64,
    height: i64,
    /// The radius of a piece without a base.
    piece: i64,
}

enum Outline<'a> {
    Grid(&'a GridMap),
    Areas(Paper<'a>),
    Table(&'a OpenTable, i64),
}

/// Areas, and how their positions on paper lie in the picture.
struct Paper<'a> {
    map: &'a AreaMap,
    left: i64,
    top: i64,
    /// A length on paper is multiplied by the first and divided by the second.
    scale: (i64, i64),
}

impl<'a> Paper<'a> {
    fn of(map: &'a AreaMap) -> (Self, i64, i64) {
        let places = (0..).take(map.n_areas());
        let points = places.filter_map(|place| map.position(place));
        let points: Vec<(i64, i64)> = points.map(|(x, y)| (i64::from(x), i64::from(y))).collect();
        let span = |part: fn(&(i64, i64)) -> i64| {
            let (low, high) = (points.iter().map(part).min(), points.iter().map(part).max());
            low.zip(high).unwrap_or_default()
        };
        let (x, y) = (span(|point| point.0), span(|point| point.1));
        let apart = |(at, a): (usize, &(i64, i64))| {
            let others = points.iter().skip(at + 1);
            others
                .map(|b| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2))
                .filter(|squared| *squared > 0)
                .min()
        };
        let nearest = points.iter().enumerate().filter_map(apart).min();
        let nearest = nearest.map_or(1, |squared| squared.isqrt().max(1));
        let widest = (x.1 - x.0).max(y.1 - y.0).max(1);
        // Close neighbours of a wide map overlap rather than that the picture grows without end.
        let scale = match widest * APART / nearest > WIDEST {
            true => (WIDEST, widest),
            false => (APART, nearest),
        };
        let paper = Self {
            map,
            left: x.0,
            top: y.1,
            scale,
        };
        let (width, height) = (paper.scaled(x.1 - x.0), paper.scaled(y.1 - y.0));
        (paper, width + 2 * AREA, height + 2 * AREA + LINE)
    }

    fn scaled(&self, length: i64) -> i64 {
        length * self.scale.0 / self.scale.1
    }
}

impl<'a> Plan<'a> {
    fn of_areas(map: &'a AreaMap, top: i64) -> Self {
        let (paper, width, height) = Paper::of(map);
        Self {
            board: Outline::Areas(paper),
            top,
            width,
            height,
            piece: RADIUS / 2,
        }
    }

    fn of_grid(map: &'a GridMap, top: i64) -> Self {
        let (lines, columns) = map.drawn_size();
        let (lines, columns) = (i64::from(lines) - 1, i64::from(columns) - 1);
        let (width, height) = match map.layout() {
            Layout::Pointy => (
                columns * HALF + 2 * HALF,
                lines * RADIUS * 3 / 2 + 2 * RADIUS,
            ),
            Layout::Flat => (
                columns * RADIUS * 3 / 2 + 2 * RADIUS,
                lines * HALF + 2 * HALF,
            ),
            Layout::Square { .. } => (columns * SIDE / 2 + SIDE, lines * SIDE + SIDE),
        };
        Self {
            board: Outline::Grid(map),
            top,
            width,
            height,
            piece: RADIUS / 2,
        }
    }

    fn of_table(table: &'a OpenTable, top: i64) -> Self {
        let (width, height) = (i64::from(table.width()), i64::from(table.height()));
        let inch = INCH.min(WIDEST * 100 / width).max(1);
        Self {
            board: Outline::Table(table, inch),
            top,
            width: width * inch / 100,
            height: height * inch / 100,
            piece: inch / 2,
        }
    }

    fn at(&self, place: Place) -> At {
        let (x, y) = match &self.board {
            Outline::Grid(map) => {
                let (line, column) = map.drawn_at(place).unwrap_or_default();
                let (line, column) = (i64::from(line), i64::from(column));
                match map.layout() {
                    Layout::Pointy => (HALF + column * HALF, RADIUS + line * RADIUS * 3 / 2),
                    Layout::Flat => (RADIUS + column * RADIUS * 3 / 2, HALF + line * HALF),
                    Layout::Square { .. } => (SIDE / 2 + column * SIDE / 2, SIDE / 2 + line * SIDE),
                }
            }
            Outline::Areas(paper) => {
                let (x, y) = paper.map.position(place).unwrap_or_default();
                let right = paper.scaled(i64::from(x) - paper.left);
                let down = paper.scaled(paper.top - i64::from(y));
                (AREA + right, AREA + down)
            }
            Outline::Table(table, inch) => {
                let (x, y) = table.hundredths(place).unwrap_or_default();
                let x = i64::from(x) * inch / 100;
                (x, self.height - i64::from(y) * inch / 100)
            }
        };
        At {
            x: MARGIN + x,
            y: self.top + y,
        }
    }

    /// The corners of a hex or square, clockwise; the side of a hex of a number lies between the corner of that number and
    /// the next one.
    fn corners(&self, map: &GridMap, place: Place) -> Vec<At> {
        let centre = self.at(place);
        let steps: &[(i64, i64)] = match map.layout() {
            Layout::Pointy => &[
                (0, -RADIUS),
                (HALF, -RADIUS / 2),
                (HALF, RADIUS / 2),
                (0, RADIUS),
                (-HALF, RADIUS / 2),
                (-HALF, -RADIUS / 2),
            ],
            Layout::Square { .. } => &[
                (-SIDE / 2, -SIDE / 2),
                (SIDE / 2, -SIDE / 2),
                (SIDE / 2, SIDE / 2),
                (-SIDE / 2, SIDE / 2),
            ],
            Layout::Flat => &[
                (-RADIUS / 2, -HALF),
                (RADIUS / 2, -HALF),
                (RADIUS, 0),
                (RADIUS / 2, HALF),
                (-RADIUS / 2, HALF),
                (-RADIUS, 0),
            ],
        };
        let at = |(x, y): &(i64, i64)| At {
            x: centre.x + x,
            y: centre.y + y,
        };
        steps.iter().map(at).collect()
    }

    /// The ends of the side of this code; of a corner between two squares a short stroke across it.
    fn side(&self, map: &GridMap, side: i32) -> Option<(At, At)> {
        let (place, direction) = map.decoded(side);
        let corners = self.corners(map, place);
        let first = match map.is_square() {
            true => direction.div_ceil(2),
            false => direction,
        };
        let corner = *corners.get(first % corners.len())?;
        if map.is_square() && direction % 2 == 1 {
            let centre = self.at(place);
            let along = |part: i64| At {
                x: corner.x + (corner.x - centre.x) * part / 6,
                y: corner.y + (corner.y - centre.y) * part / 6,
            };
            return Some((along(-1), along(1)));
        }
        Some((corner, *corners.get((first + 1) % corners.len())?))
    }

    /// A length of the board in hundredths of an inch.
    fn length(&self, hundredths: i64) -> i64 {
        match &self.board {
            Outline::Grid(_) | Outline::Areas(_) => 0,
            Outline::Table(_, inch) => hundredths * inch / 100,
        }
    }
}

fn hexes(picture: &Picture<'_>, map: &GridMap, plan: &Plan<'_>, out: &mut String) {
    let n_cells = i32::try_from(map.n_cells()).unwrap_or(0);
    let looks = picture.looks();
    for hex in 0..n_cells {
        let look = picture.fill(hex).and_then(|(at, _)| looks.get(at));
        let fill = look.map_or("#ffffff", |look| look.fill);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#9a958a\" stroke-width=\"1\"/>",
            points(&plan.corners(map, hex))
        );
    }
    let below_centre = match map.is_square() {
        true => SIDE * 2 / 5,
        false => RADIUS * 3 / 4,
    };
    for hex in 0..n_cells {
        let centre = plan.at(hex);
        let below = At {
            x: centre.x,
            y: centre.y + below_centre,
        };
        label(out, below, 8, "middle", "#77726a", &picture.board.name(hex));
    }
    // Above their neighbours, so that the frame is whole.
    for hex in 0..n_cells {
        let (stroke, dashes) = match picture.seen(hex) {
            Seen::Aside => continue,
            Seen::Passed => ("#e08a00", " stroke-dasharray=\"4 3\""),
            Seen::Blocks => ("#c00000", ""),
        };
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"3\"{dashes}/>",
            points(&plan.corners(map, hex))
        );
    }
}

fn sides(picture: &Picture<'_>, map: &GridMap, plan: &Plan<'_>, out: &mut String) {
    for (at, (what, sides)) in picture.sides.iter().enumerate() {
        for side in sides {
            let Some((from, to)) = plan.side(map, *side) else {
                continue;
            };
            let _ = writeln!(
                out,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\"><title>{} {}</title></line>",
                px(from.x),
                px(from.y),
                px(to.x),
                px(to.y),
                colour::line(at),
                escaped(what),
                escaped(&map.side_name(*side)),
            );
        }
    }
}

/// The links between areas: those with features in their colours, the others grey.
fn links(picture: &Picture<'_>, map: &AreaMap, plan: &Plan<'_>, out: &mut String) {
    let mut draw = |link: i32, stroke: &str, wide: u32, title: &str| {
        let (from, to) = map.ends(link);
        let (from, to) = (plan.at(from), plan.at(to));
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{stroke}\" stroke-width=\"{wide}\"><title>{}</title></line>",
            px(from.x),
            px(from.y),
            px(to.x),
            px(to.y),
            escaped(title)
        );
    };
    let mut plain = map.graph().links().to_vec();
    plain.sort_unstable();
    plain.dedup();
    let said: Vec<i32> = picture
        .sides
        .iter()
        .flat_map(|(_, codes)| codes.clone())
        .collect();
    for link in plain.iter().filter(|link| !said.contains(link)) {
        draw(*link, "#9a958a", 2, &map.link_name(*link));
    }
    for (at, (what, codes)) in picture.sides.iter().enumerate() {
        for link in codes {
            let title = format!("{what} {}", map.link_name(*link));
            draw(*link, colour::line(at), 4, &title);
        }
    }
}

/// The areas as discs, with their names below.
fn areas(picture: &Picture<'_>, map: &AreaMap, plan: &Plan<'_>, out: &mut String) {
    let looks = picture.looks();
    for (place, name) in (0..).zip(map.names()) {
        let look = picture.fill(place).and_then(|(at, _)| looks.get(at));
        let fill = look.map_or("#ffffff", |look| look.fill);
        let centre = plan.at(place);
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"#77726a\"><title>{}</title></circle>",
            px(centre.x),
            px(centre.y),
            px(AREA),
            escaped(&name.id)
        );
        let below = At {
            x: centre.x,
            y: centre.y + AREA + 1_200,
        };
        label(out, below, 10, "middle", "#333333", &name.title);
    }
}

fn ground(picture: &Picture<'_>, plan: &Plan<'_>, out: &mut String) {
    let (left, top) = (MARGIN, plan.top);
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#77726a\"/>",
        px(left),
        px(top),
        px(plan.width),
        px(plan.height),
        colour::table(),
    );
    let step = (plan.length(1_200).max(1), 12);
    let step = if step.0 < 3_000 {
        (plan.length(4_800), 48)
    } else {
        step
    };
    let line = |from: At, to: At, out: &mut String| {
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#d8d2c0\"/>",
            px(from.x),
            px(from.y),
            px(to.x),
            px(to.y)
        );
    };
    let (right, bottom) = (left + plan.width, top + plan.height);
    for (at, inches) in (1..).map(|n| (n * step.0, n * step.1)) {
        if at > plan.width && at > plan.height {
            break;
        }
        if at <= plan.width {
            line(
                At {
                    x: left + at,
                    y: top,
                },
                At {
                    x: left + at,
                    y: bottom,
                },
                out,
            );
            let below = At {
                x: left + at,
                y: bottom + 1_100,
            };
            label(out, below, 8, "middle", "#77726a", &inches.to_string());
        }
        if at <= plan.height {
            line(
                At {
                    x: left,
                    y: bottom - at,
                },
                At {
                    x: right,
                    y: bottom - at,
                },
                out,
            );
            let beside = At {
                x: left - 400,
                y: bottom - at + 300,
            };
            label(out, beside, 8, "end", "#77726a", &inches.to_string());
        }
    }
    let sorts = picture.terrain();
    let looks = picture.looks();
    for piece in picture.pieces.iter().filter(|piece| piece.is_terrain()) {
        let sort = sorts.iter().position(|sort| *sort == piece.what);
        let look = sort.and_then(|sort| looks.get(sort));
        let fill = look.map_or_else(colour::table, |look| look.fill);
        outline(picture, plan, piece, fill, "#77726a", out);
        label(
            out,
            plan.at(piece.place),
            9,
            "middle",
            "#55504a",
            &piece.title,
        );
    }
}

/// The base or the shape of a piece.
fn outline(
    picture: &Picture<'_>,
    plan: &Plan<'_>,
    piece: &Piece,
    fill: &str,
    edge: &str,
    out: &mut String,
) {
    let crossed = picture.crosses(piece);
    let (stroke, wide) = match (picture.seen(piece.place), crossed) {
        (Seen::Blocks, _) => ("#c00000", 3),
        (_, true) => ("#e08a00", 2),
        _ => (edge, 1),
    };
    let centre = plan.at(piece.place);
    let _ = match &piece.shape {
        Some(Shape::Polygon { points: corners }) => {
            let corners: Vec<At> = corners
                .iter()
                .map(|(x, y)| At {
                    x: centre.x + plan.length(i64::from(*x)),
                    y: centre.y - plan.length(i64::from(*y)),
                })
                .collect();
            writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>",
                points(&corners)
            )
        }
        Some(Shape::Disc { radius }) => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>",
            px(centre.x),
            px(centre.y),
            px(plan.length(i64::from(*radius)).max(200)),
        ),
        None => Ok(()),
    };
}

/// The line of sight and the pieces, in this order: a piece is never hidden by the line.
fn figures(picture: &Picture<'_>, plan: &Plan<'_>, out: &mut String) {
    if let Some(sight) = &picture.sight {
        let (from, to) = (plan.at(sight.from), plan.at(sight.to));
        let is_free = sight.is_free.unwrap_or(sight.blocked_by.is_empty());
        let stroke = if is_free { "#1a7a1a" } else { "#c00000" };
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
            px(from.x),
            px(from.y),
            px(to.x),
            px(to.y)
        );
    }
    let mut stacked: Vec<Place> = Vec::new();
    for piece in picture.pieces.iter().filter(|piece| !piece.is_terrain()) {
        let below = stacked
            .iter()
            .filter(|place| **place == piece.place)
            .count();
        stacked.push(piece.place);
        figure(picture, plan, piece, i64::try_from(below).unwrap_or(0), out);
    }
}

/// A piece: its base, its label, and where it looks. Those that stand on others are moved up a little.
fn figure(picture: &Picture<'_>, plan: &Plan<'_>, piece: &Piece, below: i64, out: &mut String) {
    let fill = colour::side(piece.side);
    outline(picture, plan, piece, fill, "#222222", out);
    let centre = plan.at(piece.place);
    let centre = At {
        x: centre.x + below * plan.piece / 4,
        y: centre.y - below * plan.piece / 4,
    };
    let base = match &piece.shape {
        Some(Shape::Disc { radius }) => plan.length(i64::from(*radius)).max(200),
        Some(Shape::Polygon { .. }) => 0,
        None => plan.piece,
    };
    let _ = writeln!(out, "<g><title>{}</title>", escaped(&piece.title));
    if piece.shape.is_none() {
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"#222222\"/>",
            px(centre.x),
            px(centre.y),
            px(base)
        );
    }
    if let Some(facing) = piece.facing {
        let towards = |degrees: i32, length: i64| {
            let (right, up) = ahead_of(facing + degrees, length);
            At {
                x: centre.x + right,
                y: centre.y - up,
            }
        };
        let size = base.max(plan.piece);
        let tip = [
            towards(0, size * 8 / 5),
            towards(25, size * 11 / 10),
            towards(-25, size * 11 / 10),
        ];
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#222222\"/>",
            points(&tip)
        );
    }
    let middle = At {
        x: centre.x,
        y: centre.y + 350,
    };
    let is_small = base < 800;
    let (middle, ink) = if is_small {
        let above = At {
            x: centre.x,
            y: centre.y - base - 400,
        };
        (above, "#222222")
    } else {
        (middle, colour::ink(piece.side))
    };
    label(out, middle, 10, "middle", ink, &piece.label);
    out.push_str("</g>\n");
}

/// A line whose blanks in front are kept.
fn indented(line: &str) -> String {
    let words = line.trim_start();
    let n_blanks = line.len() - words.len();
    format!("{}{words}", "\u{a0}".repeat(2 * n_blanks))
}

/// Width of the longest line of text about a line of sight, in pixels: letters of this size take 6.5 pixels at most, on
/// average.
fn told_width(picture: &Picture<'_>) -> i64 {
    let lines = picture.sight_in_words().into_iter();
    let letters = lines.map(|line| indented(&line).chars().count()).max();
    2_200 + 650 * i64::try_from(letters.unwrap_or(0)).unwrap_or(0)
}

/// Draws the legend of colours and labels below the board; returns its number of lines.
fn legend(picture: &Picture<'_>, top: i64, out: &mut String) -> i64 {
    let mut lines: Vec<(Option<&str>, String)> = Vec::new();
    let kinds = picture.kinds().into_iter().zip(picture.looks());
    lines.extend(kinds.map(|(kind, look)| (Some(look.fill), kind.to_owned())));
    let sides = picture.sides.iter().enumerate();
    lines.extend(sides.map(|(at, (what, _))| (Some(colour::line(at)), what.clone())));
    for piece in picture.pieces.iter().filter(|piece| !piece.is_terrain()) {
        let place = picture.board.name(piece.place);
        let text = format!("{}  {} at {place}", piece.label, piece.title);
        lines.push((Some(colour::side(piece.side)), text));
    }
    lines.extend(picture.notes.iter().map(|note| (None, note.clone())));
    let sight = picture.sight_in_words().into_iter();
    lines.extend(sight.map(|words| (None, indented(&words))));
    for (row, (swatch, text)) in (0..).zip(&lines) {
        let y = top + row * LINE;
        if let Some(fill) = swatch {
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"#77726a\"/>",
                px(MARGIN),
                px(y)
            );
        }
        let at = At {
            x: MARGIN + 2_200,
            y: y + 1_150,
        };
        label(out, at, 12, "start", "#222222", text);
    }
    i64::try_from(lines.len()).unwrap_or(0)
}

fn label(out: &mut String, at: At, size: u32, anchor: &str, fill: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>",
        px(at.x),
        px(at.y),
        escaped(text)
    );
}

fn points(corners: &[At]) -> String {
    let corners: Vec<String> = corners
        .iter()
        .map(|at| format!("{},{}", px(at.x), px(at.y)))
        .collect();
    corners.join(" ")
}

/// Hundredths of a pixel as pixels.
fn px(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

fn escaped(text: &str) -> String {
    text.chars()
        .filter(|mark| !mark.is_control())
        .map(|mark| match mark {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            _ => mark.to_string(),
        })
        .collect()
}
