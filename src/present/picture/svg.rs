//! A board as SVG. Lengths are hundredths of a pixel; output is in pixels.

use std::fmt::Write;

use super::plan::{AREA, At, LINE, MARGIN, Plan, RADIUS, SIDE, px};
use super::{Picture, Piece, Seen, colour};
use sandtable_board::{AreaMap, Board, GridMap, Place, Shape, ahead_of};

/// Renders the board, its pieces, a line of sight, and the legend.
pub fn to_svg(picture: &Picture<'_>) -> String {
    let mut body = String::new();
    let top = if picture.title.is_empty() {
        MARGIN
    } else {
        MARGIN + LINE
    };
    let plan = Plan::new(picture.board, top);
    match picture.board {
        Board::Grid(map) => {
            hexes(picture, map, &plan, &mut body);
            sides(picture, map, &plan, &mut body);
        }
        Board::Areas(map) => {
            links(picture, map, &plan, &mut body);
            areas(picture, map, &plan, &mut body);
        }
        Board::Table(_) => ground(picture, &plan, &mut body),
    }
    figures(picture, &plan, &mut body);
    heat(picture, &plan, &mut body);
    let bottom = top + plan.height + MARGIN;
    let n_lines = legend(picture, bottom, &mut body);
    let (width, height) = (
        (plan.width.max(told_width(picture)) + 2 * MARGIN).max(40_000),
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
    // Drawn over adjacent hexes, so that the frame is complete.
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
    for ((what, sides), colour) in picture.sides.iter().zip(picture.line_colours()) {
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
                colour,
                escaped(what),
                escaped(&map.side_name(*side)),
            );
        }
    }
}

/// Draws the links between areas: features in their colours, the others grey.
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
    for ((what, codes), colour) in picture.sides.iter().zip(picture.line_colours()) {
        for link in codes {
            let title = format!("{what} {}", map.link_name(*link));
            draw(*link, colour, 4, &title);
        }
    }
}

/// Draws the areas as discs, with their names below.
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

/// Draws the base or outline of a piece.
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

/// Draws the line of sight, then the pieces, so that the line hides no piece.
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

/// Draws quantities as circles with proportional areas.
fn heat(picture: &Picture<'_>, plan: &Plan<'_>, out: &mut String) {
    for heat in &picture.heat {
        let centre = plan.at(heat.place);
        let radius = (heat.share.clamp(0.0, 1.0).sqrt() * RADIUS as f64).round() as i64;
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#c03020\" fill-opacity=\"0.6\"><title>{}</title></circle>",
            px(centre.x),
            px(centre.y),
            px(radius.max(150)),
            escaped(&heat.title)
        );
    }
}

/// Draws a piece: its base, its label, and its facing. Pieces on top of others are offset upwards.
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

/// Renders a line with its leading spaces kept.
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
    let sides = picture.sides.iter().zip(picture.line_colours());
    lines.extend(sides.map(|((what, _), colour)| (Some(colour), what.clone())));
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
