//! A sheet as a text for Typst, which makes a PDF of it: everything at the place that the layout gave it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::font::FAMILY;
use super::paper::{Area, mm};
use super::placed::{
    Align, Drawing, Lines, Page, Placed, PlacedCell, PlacedTable, Role, Shape, Sheet, Stroke,
};
use super::source::Picture;
use super::text::{Line, Run};

/// Mark of the files that `print` made.
pub const MARK: &str = "// Made by sandtable print\n";

/// The functions that the pages call. A line that another font would make too wide is drawn narrower.
const PREAMBLE: &str = r##"#set par(leading: 0mm, spacing: 0mm, justify: false)
#set text(size: 8.5pt, lang: "en", hyphenate: false, kerning: false, ligatures: false, fill: rgb("#000000"))
#set table(stroke: 0.15mm + rgb("#8a8a85"), inset: 0mm)
#show heading: it => it.body
#let fit(w, body) = context {
  let natural = measure(body).width
  if natural > w + 0.02mm { box(scale(x: w / natural * 100%, origin: left, reflow: true, body)) } else { body }
}
#let words(runs) = runs.map(((bold, string)) => text(weight: if bold { "bold" } else { "regular" }, string)).join()
#let row(w, h, side, size, runs) = block(width: w, height: h, align(side + horizon, fit(w, box(text(size: size, words(runs))))))
#let rows(w, h, side, size, lines) = stack(dir: ttb, ..lines.map(runs => row(w, h, side, size, runs)))
#let title(level, w, h, side, size, lines) = block(width: w, align(side, {
  set text(size: size, top-edge: 0.928em, bottom-edge: -0.244em)
  set par(leading: h - 1.172 * size)
  heading(level: level, lines.map(words).join(linebreak()))
}))
#let at(x, y, body) = place(top + left, dx: x, dy: y, body)
#let cell(w, h, side, size, leading, picture, lines) = block(width: w, height: h, inset: (x: 1.1mm), align(side + horizon,
  if picture == none { rows(w - 2.2mm, leading, side, size, lines) }
  else { grid(columns: (picture.at(0) + 0.8mm, 1fr), align: horizon + left, picture.at(1), rows(w - 3mm - picture.at(0), leading, side, size, lines)) }))
#let label(x, y, side, size, fill, w, runs) = {
  let shift = if side == center { w / 2 } else if side == right { w } else { 0mm }
  place(top + left, dx: x - shift, dy: y, box(width: w, height: 0mm, align(side, fit(w, box(text(size: size, fill: fill, top-edge: "baseline", bottom-edge: "baseline", words(runs)))))))
}
#let drawing(w, h, cut, said, body) = {
  let shapes = block(width: w, height: h, clip: cut, body)
  if said == "" { pdf.artifact(shapes) } else { figure(alt: said, kind: "drawing", supplement: none, shapes) }
}
"##;

/// The whole file. Pictures of the author are files beside it.
pub fn to_typ(sheet: &Sheet, book: &str, pictures: &BTreeMap<String, Picture>) -> String {
    let (width, height) = sheet.paper.size();
    let title = string(&format!("{} – {}", book, sheet.title));
    let mut out = format!(
        "{MARK}#set document(title: {title})\n#set page(width: {}mm, height: {}mm, margin: 0mm)\n#set text(font: {})\n{PREAMBLE}",
        mm(width),
        mm(height),
        string(FAMILY)
    );
    for (at, page) in sheet.pages.iter().enumerate() {
        if at > 0 {
            out.push_str("#pagebreak()\n");
        }
        write_page(&mut out, page, pictures);
    }
    out
}

fn write_page(out: &mut String, page: &Page, pictures: &BTreeMap<String, Picture>) {
    for item in &page.items {
        let Area { x, y, w, h } = item.area();
        let (x, y, w, h) = (mm(x), mm(y), mm(w), mm(h));
        let _ = write!(out, "#at({x}mm, {y}mm, ");
        match item {
            Placed::Lines(lines) => write_lines(out, lines),
            Placed::Table(table) => write_table(out, table, pictures),
            Placed::Drawing(drawing) => write_drawing(out, drawing, pictures),
            Placed::Frame(_) => {
                let _ = write!(
                    out,
                    "pdf.artifact(rect(width: {w}mm, height: {h}mm, fill: rgb(\"#f6f6f3\"), stroke: 0.3mm))"
                );
            }
        }
        out.push_str(")\n");
    }
}

fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Centre => "center",
        Align::Right => "right",
    }
}

fn write_lines(out: &mut String, lines: &Lines) {
    let parts = format!(
        "{}mm, {}mm, {}, {}pt, {}",
        mm(lines.area.w),
        mm(lines.leading),
        side(lines.align),
        mm(lines.size),
        listed(&lines.lines)
    );
    let _ = match lines.role {
        Role::Title => write!(out, "title(1, {parts})"),
        Role::Heading(level) => write!(out, "title({}, {parts})", level.clamp(2, 4)),
        Role::Text => write!(out, "rows({parts})"),
        Role::Margin => write!(out, "pdf.artifact(rows({parts}))"),
    };
}

/// Lines as a list of lists of runs.
fn listed(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| runs(&line.runs)).collect();
    format!("({},)", lines.join(", ")).replace("(,)", "()")
}

fn runs(runs: &[Run]) -> String {
    let runs = runs.iter().filter_map(|run| match run {
        Run::Words { text, bold } => Some(format!("({bold}, {})", string(text))),
        Run::Page(_) => None,
    });
    let runs: Vec<String> = runs.collect();
    format!("({},)", runs.join(", "))
}

fn write_table(out: &mut String, table: &PlacedTable, pictures: &BTreeMap<String, Picture>) {
    let lengths = |all: &mut dyn Iterator<Item = f64>| {
        let all: Vec<String> = all.map(|length| format!("{}mm", mm(length))).collect();
        match all.as_slice() {
            [] => "()".to_owned(),
            all => format!("({},)", all.join(", ")),
        }
    };
    let _ = writeln!(
        out,
        "table(columns: {}, rows: {},",
        lengths(&mut table.columns.iter().copied()),
        lengths(&mut table.rows.iter().map(|row| row.height))
    );
    for (at, row) in table.rows.iter().enumerate() {
        if at == 0 && table.n_heads > 0 {
            out.push_str("table.header(repeat: false,\n");
        }
        let mut column = 0;
        for cell in &row.cells {
            let under = table
                .columns
                .get(column..column + cell.span)
                .unwrap_or_default();
            let width: f64 = under.iter().sum();
            column += cell.span;
            write_cell(
                out,
                cell,
                (width, row.height),
                (table.size, table.leading),
                pictures,
            );
        }
        out.push('\n');
        if at + 1 == table.n_heads {
            out.push_str("),\n");
        }
    }
    out.push(')');
}

fn write_cell(
    out: &mut String,
    cell: &PlacedCell,
    (width, height): (f64, f64),
    (size, leading): (f64, f64),
    pictures: &BTreeMap<String, Picture>,
) {
    let span = match cell.span {
        1 => String::new(),
        span => format!("colspan: {span}, "),
    };
    let ground = cell
        .shade
        .colour()
        .map(|colour| format!("fill: rgb(\"{colour}\"), "));
    let _ = write!(
        out,
        "table.cell({span}{}cell({}mm, {}mm, {}, {}pt, {}mm, ",
        ground.unwrap_or_default(),
        mm(width),
        mm(height),
        side(cell.align),
        mm(size),
        mm(leading)
    );
    match &cell.picture {
        None => out.push_str("none"),
        Some(picture) => {
            let _ = write!(out, "({}mm, ", mm(picture.area.w));
            write_drawing(out, picture, pictures);
            out.push(')');
        }
    }
    let _ = write!(out, ", {})), ", listed(&cell.lines));
}

fn write_drawing(out: &mut String, drawing: &Drawing, pictures: &BTreeMap<String, Picture>) {
    let _ = writeln!(
        out,
        "drawing({}mm, {}mm, {}, {}, {{",
        mm(drawing.area.w),
        mm(drawing.area.h),
        drawing.is_cut,
        string(&drawing.label)
    );
    for shape in &drawing.shapes {
        write_shape(out, shape, pictures);
    }
    out.push_str("})");
}

fn look(fill: Option<&str>, stroke: Option<Stroke>) -> String {
    let fill = fill.map_or("none".to_owned(), |fill| format!("rgb(\"{fill}\")"));
    let stroke = stroke.map_or("none".to_owned(), pen);
    format!("fill: {fill}, stroke: {stroke}")
}

fn pen(stroke: Stroke) -> String {
    let dash = if stroke.is_dashed {
        "(1mm, 0.8mm)"
    } else {
        "none"
    };
    format!(
        "(paint: rgb(\"{}\"), thickness: {}mm, dash: {dash})",
        stroke.colour,
        mm(stroke.width)
    )
}

fn write_shape(out: &mut String, shape: &Shape, pictures: &BTreeMap<String, Picture>) {
    let point = |(x, y): &(f64, f64)| format!("({}mm, {}mm)", mm(*x), mm(*y));
    let _ = match shape {
        Shape::Polygon {
            points,
            fill,
            stroke,
        } => {
            let points: Vec<String> = points.iter().map(point).collect();
            writeln!(
                out,
                "at(0mm, 0mm, polygon({}, {}))",
                look(*fill, *stroke),
                points.join(", ")
            )
        }
        Shape::Line { from, to, stroke } => writeln!(
            out,
            "at(0mm, 0mm, line(start: {}, end: {}, stroke: {}))",
            point(from),
            point(to),
            pen(*stroke)
        ),
        Shape::Ellipse {
            centre,
            radii,
            fill,
            stroke,
        } => writeln!(
            out,
            "at({}mm, {}mm, ellipse(width: {}mm, height: {}mm, {}))",
            mm(centre.0 - radii.0),
            mm(centre.1 - radii.1),
            mm(2.0 * radii.0),
            mm(2.0 * radii.1),
            look(*fill, *stroke)
        ),
        Shape::Label {
            at,
            align,
            size,
            fill,
            line,
        } => writeln!(
            out,
            "label({}mm, {}mm, {}, {}pt, rgb(\"{fill}\"), {}mm, {})",
            mm(at.0),
            mm(at.1),
            side(*align),
            mm(*size),
            mm(line.width),
            runs(&line.runs)
        ),
        Shape::Picture { area, name } => match pictures.get(name) {
            Some(picture) => writeln!(
                out,
                "at({}mm, {}mm, image({}, width: {}mm, height: {}mm, fit: \"contain\"))",
                mm(area.x),
                mm(area.y),
                string(&picture.file),
                mm(area.w),
                mm(area.h)
            ),
            None => Ok(()),
        },
    };
}

/// A string of Typst.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn nothing_breaks_out_of_a_string() {
        assert_eq!(string("a\"#b\\\n$c$"), "\"a\\\"#b\\\\ $c$\"");
    }
}
