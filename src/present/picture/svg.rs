//! A board as SVG. Lengths are hundredths of a pixel until they are written.

use std::fmt::Write;

use super::{Picture, Piece, Seen, colour};
use sandtable_board::{Board, HexMap, Layout, OpenTable, Place, Shape, ahead_of};

/// From the centre of a hex to its corners: 26 pixels.
const RADIUS: i64 = 2_600;
/// Half of that times the root of 3: half the width of a hex with pointy tops.
const HALF: i64 = 2_252;
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
        Board::Hexes(map) => {
            let plan = Plan::of_hexes(map, top);
            hexes(picture, map, &plan, &mut body);
            sides(picture, map, &plan, &mut body);
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
    Hexes(&'a HexMap),
    Table(&'a OpenTable, i64),
}

impl<'a> Plan<'a> {
    fn of_hexes(map: &'a HexMap, top: i64) -> Self {
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
        };
        Self {
            board: Outline::Hexes(map),
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
            Outline::Hexes(map) => {
                let (line, column) = map.drawn_at(place).unwrap_or_default();
                let (line, column) = (i64::from(line), i64::from(column));
                match map.layout() {
                    Layout::Pointy => (HALF + column * HALF, RADIUS + line * RADIUS * 3 / 2),
                    Layout::Flat => (RADIUS + column * RADIUS * 3 / 2, HALF + line * HALF),
                }
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

    /// The six corners of a hex; the side of a number lies between the corner of that number and the next one.
    fn corners(&self, place: Place) -> [At; 6] {
        let centre = self.at(place);
        let is_flat = matches!(&self.board, Outline::Hexes(map) if map.layout() == Layout::Flat);
        let steps = match is_flat {
            false => [
                (0, -RADIUS),
                (HALF, -RADIUS / 2),
                (HALF, RADIUS / 2),
                (0, RADIUS),
                (-HALF, RADIUS / 2),
                (-HALF, -RADIUS / 2),
            ],
            true => [
                (-RADIUS / 2, -HALF),
                (RADIUS / 2, -HALF),
                (RADIUS, 0),
                (RADIUS / 2, HALF),
                (-RADIUS / 2, HALF),
                (-RADIUS, 0),
            ],
        };
        steps.map(|(x, y)| At {
            x: centre.x + x,
            y: centre.y + y,
        })
    }

    /// A length of the board in hundredths of an inch.
    fn length(&self, hundredths: i64) -> i64 {
        match &self.board {
            Outline::Hexes(_) => 0,
            Outline::Table(_, inch) => hundredths * inch / 100,
        }
    }
}

fn hexes(picture: &Picture<'_>, map: &HexMap, plan: &Plan<'_>, out: &mut String) {
    let n_hexes = i32::try_from(map.n_hexes()).unwrap_or(0);
    let looks = picture.looks();
    for hex in 0..n_hexes {
        let look = picture.fill(hex).and_then(|(at, _)| looks.get(at));
        let fill = look.map_or("#ffffff", |look| look.fill);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#9a958a\" stroke-width=\"1\"/>",
            points(&plan.corners(hex))
        );
    }
    for hex in 0..n_hexes {
        let centre = plan.at(hex);
        let below = At {
            x: centre.x,
            y: centre.y + RADIUS * 3 / 4,
        };
        label(out, below, 8, "middle", "#77726a", &picture.board.name(hex));
    }
    // Above their neighbours, so that the frame is whole.
    for hex in 0..n_hexes {
        let (stroke, dashes) = match picture.seen(hex) {
            Seen::Aside => continue,
            Seen::Passed => ("#e08a00", " stroke-dasharray=\"4 3\""),
            Seen::Blocks => ("#c00000", ""),
        };
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"3\"{dashes}/>",
            points(&plan.corners(hex))
        );
    }
}

fn sides(picture: &Picture<'_>, map: &HexMap, plan: &Plan<'_>, out: &mut String) {
    for (at, (what, sides)) in picture.sides.iter().enumerate() {
        for side in sides {
            let Some((hex, _)) = map.beside(*side) else {
                continue;
            };
            let corners = plan.corners(hex);
            let direction = usize::try_from(side.rem_euclid(6)).unwrap_or(0);
            let ends = corners.get(direction).zip(corners.get((direction + 1) % 6));
            let Some((from, to)) = ends else {
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
