//! A sheet as a page of HTML: everything at the place that the layout gave it, the font inside, nothing from a network.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::font::{BOLD, FAMILY, POINT, REGULAR};
use super::paper::{Area, mm};
use super::placed::{
    Align, Drawing, Lines, Page, Placed, PlacedCell, PlacedTable, Role, Shape, Sheet, Stroke,
};
use super::source::Picture;
use super::text::{Line, Run};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// How the files that `print` made are known.
pub const MARK: &str = "<!DOCTYPE html>\n<!-- Made by sandtable print -->\n";

/// A policy under which nothing in the page can run or be loaded.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

/// The whole file. Pictures of the author are known by name.
pub fn to_html(sheet: &Sheet, book: &str, pictures: &BTreeMap<String, Picture>) -> String {
    let (width, height) = sheet.paper.size();
    let title = escaped(&format!("{} – {}", book, sheet.title));
    let (regular, bold) = (STANDARD.encode(REGULAR), STANDARD.encode(BOLD));
    let (width, height) = (mm(width), mm(height));
    let mut out = format!(
        "{MARK}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n\
         @font-face {{ font-family: \"{FAMILY}\"; font-weight: 400; src: url(data:font/ttf;base64,{regular}) }}\n\
         @font-face {{ font-family: \"{FAMILY}\"; font-weight: 700; src: url(data:font/ttf;base64,{bold}) }}\n\
         @page {{ size: {width}mm {height}mm; margin: 0 }}\n\
         html {{ background: #777777; -webkit-print-color-adjust: exact; print-color-adjust: exact; -webkit-text-size-adjust: none; text-size-adjust: none }}\n\
         body {{ margin: 0 }}\n\
         .p {{ position: relative; overflow: hidden; width: {width}mm; height: {height}mm; margin: 4mm auto; background: #ffffff; color: #000000; break-after: page; \
         font-family: \"{FAMILY}\", \"Arial Narrow\", sans-serif; font-kerning: none; font-variant-ligatures: none }}\n\
         .t, .g, .d, .f {{ position: absolute; margin: 0 }}\n\
         .t, .g td, .g th {{ white-space: nowrap; unicode-bidi: plaintext; font-weight: 400 }}\n\
         .t b, .g b {{ font-weight: 700 }}\n\
         .f {{ box-sizing: border-box; border: 0.3mm solid #000000; background: #f6f6f3 }}\n\
         .g {{ table-layout: fixed; border-collapse: collapse }}\n\
         .g td, .g th {{ padding: 0 1.1mm; border: 0.15mm solid #8a8a85; vertical-align: middle; box-sizing: border-box; overflow: visible }}\n\
         .g svg {{ vertical-align: middle; margin-right: 0.8mm }}\n\
         .L {{ text-align: left }} .C {{ text-align: center }} .R {{ text-align: right }}\n\
         @media print {{ html {{ background: none }} .p {{ margin: 0 }} }}\n\
         </style>\n</head>\n<body>\n<main>\n"
    );
    for (number, page) in (1..).zip(&sheet.pages) {
        let _ = writeln!(out, "<section class=\"p\" aria-label=\"Page {number}\">");
        write_page(&mut out, page, pictures);
        out.push_str("</section>\n");
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn write_page(out: &mut String, page: &Page, pictures: &BTreeMap<String, Picture>) {
    for item in &page.items {
        match item {
            Placed::Lines(lines) => write_lines(out, lines),
            Placed::Table(table) => write_table(out, table, pictures),
            Placed::Drawing(drawing) => {
                write_drawing(
                    out,
                    drawing,
                    pictures,
                    &format!("class=\"d\" style=\"{}\"", place(&drawing.area)),
                );
            }
            Placed::Frame(area) => {
                let _ = writeln!(out, "<div class=\"f\" style=\"{}\"></div>", place(area));
            }
        }
    }
}

fn place(area: &Area) -> String {
    let Area { x, y, w, h } = area;
    format!(
        "left:{}mm;top:{}mm;width:{}mm;height:{}mm",
        mm(*x),
        mm(*y),
        mm(*w),
        mm(*h)
    )
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "L",
        Align::Centre => "C",
        Align::Right => "R",
    }
}

fn write_lines(out: &mut String, lines: &Lines) {
    let element = match lines.role {
        Role::Title => "h1".to_owned(),
        Role::Heading(level) => format!("h{}", level.clamp(2, 4)),
        Role::Text | Role::Margin => "p".to_owned(),
    };
    let _ = writeln!(
        out,
        "<{element} class=\"t {}\" style=\"{};font-size:{}pt;line-height:{}mm\">{}</{element}>",
        class(lines.align),
        place(&lines.area),
        mm(lines.size),
        mm(lines.leading),
        broken(&lines.lines)
    );
}

/// Lines with a break after each but the last.
fn broken(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| runs(&line.runs)).collect();
    lines.join("<br>")
}

fn runs(runs: &[Run]) -> String {
    let runs = runs.iter().map(|run| match run {
        Run::Words { text, bold: false } => escaped(text),
        Run::Words { text, bold: true } => format!("<b>{}</b>", escaped(text)),
        Run::Page(_) => String::new(),
    });
    runs.collect()
}

fn write_table(out: &mut String, table: &PlacedTable, pictures: &BTreeMap<String, Picture>) {
    let _ = write!(
        out,
        "<table class=\"g\" style=\"{};font-size:{}pt;line-height:{}mm\" aria-label=\"{}\"><colgroup>",
        place(&table.area),
        mm(table.size),
        mm(table.leading),
        escaped(&table.label)
    );
    for column in &table.columns {
        let _ = write!(out, "<col style=\"width:{}mm\">", mm(*column));
    }
    out.push_str("</colgroup>\n");
    for (at, row) in table.rows.iter().enumerate() {
        let is_head = at < table.n_heads;
        let _ = write!(out, "<tr style=\"height:{}mm\">", mm(row.height));
        for cell in &row.cells {
            write_cell(out, cell, is_head, pictures);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

fn write_cell(
    out: &mut String,
    cell: &PlacedCell,
    is_head: bool,
    pictures: &BTreeMap<String, Picture>,
) {
    // A head without words says nothing.
    let (element, scope) = match (cell.is_head && !cell.lines.is_empty(), is_head) {
        (true, true) => ("th", " scope=\"col\""),
        (true, false) => ("th", " scope=\"row\""),
        (false, _) => ("td", ""),
    };
    let span = match cell.span {
        1 => String::new(),
        span => format!(" colspan=\"{span}\""),
    };
    let ground = cell
        .shade
        .colour()
        .map(|colour| format!(" style=\"background:{colour}\""));
    let _ = write!(
        out,
        "<{element} class=\"{}\"{scope}{span}{}>",
        class(cell.align),
        ground.unwrap_or_default()
    );
    if let Some(picture) = &cell.picture {
        let size = format!(
            "style=\"width:{}mm;height:{}mm\"",
            mm(picture.area.w),
            mm(picture.area.h)
        );
        write_drawing(out, picture, pictures, &size);
    }
    let _ = write!(out, "{}</{element}>", broken(&cell.lines));
}

fn write_drawing(
    out: &mut String,
    drawing: &Drawing,
    pictures: &BTreeMap<String, Picture>,
    attributes: &str,
) {
    let label = match drawing.label.as_str() {
        "" => "aria-hidden=\"true\"".to_owned(),
        label => format!("role=\"img\" aria-label=\"{}\"", escaped(label)),
    };
    let overflow = if drawing.is_cut { "hidden" } else { "visible" };
    let _ = write!(
        out,
        "<svg {attributes} viewBox=\"0 0 {} {}\" overflow=\"{overflow}\" {label}>",
        mm(drawing.area.w),
        mm(drawing.area.h)
    );
    for shape in &drawing.shapes {
        write_shape(out, shape, pictures);
    }
    out.push_str("</svg>\n");
}

fn look(fill: Option<&str>, stroke: Option<Stroke>) -> String {
    let fill = fill.unwrap_or("none");
    match stroke {
        None => format!("fill=\"{fill}\""),
        Some(stroke) => format!("fill=\"{fill}\" {}", pen(stroke)),
    }
}

fn pen(stroke: Stroke) -> String {
    let dashes = match stroke.is_dashed {
        true => " stroke-dasharray=\"1 0.8\"",
        false => "",
    };
    format!(
        "stroke=\"{}\" stroke-width=\"{}\"{dashes}",
        stroke.colour,
        mm(stroke.width)
    )
}

fn write_shape(out: &mut String, shape: &Shape, pictures: &BTreeMap<String, Picture>) {
    let _ = match shape {
        Shape::Polygon {
            points,
            fill,
            stroke,
        } => {
            let points = points.iter().map(|(x, y)| format!("{},{}", mm(*x), mm(*y)));
            let points: Vec<String> = points.collect();
            write!(
                out,
                "<polygon points=\"{}\" {}/>",
                points.join(" "),
                look(*fill, *stroke)
            )
        }
        Shape::Line { from, to, stroke } => write!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>",
            mm(from.0),
            mm(from.1),
            mm(to.0),
            mm(to.1),
            pen(*stroke)
        ),
        Shape::Ellipse {
            centre,
            radii,
            fill,
            stroke,
        } => write!(
            out,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {}/>",
            mm(centre.0),
            mm(centre.1),
            mm(radii.0),
            mm(radii.1),
            look(*fill, *stroke)
        ),
        Shape::Label {
            at,
            align,
            size,
            fill,
            line,
        } => {
            let anchor = match align {
                Align::Left => "start",
                Align::Centre => "middle",
                Align::Right => "end",
            };
            let words = line.runs.iter().map(|run| match run {
                Run::Words { text, bold: false } => escaped(text),
                Run::Words { text, bold: true } => {
                    format!("<tspan font-weight=\"700\">{}</tspan>", escaped(text))
                }
                Run::Page(_) => String::new(),
            });
            let words: String = words.collect();
            write!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{words}</text>",
                mm(at.0),
                mm(at.1),
                format_args!("{:.3}", size * POINT)
            )
        }
        Shape::Picture { area, name } => match pictures.get(name) {
            Some(picture) => write!(
                out,
                "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"data:{};base64,{}\"/>",
                mm(area.x),
                mm(area.y),
                mm(area.w),
                mm(area.h),
                picture.format.media_type(),
                STANDARD.encode(&picture.bytes)
            ),
            None => Ok(()),
        },
    };
}

/// Text between elements, or within an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_breaks_out_of_a_text() {
        assert_eq!(
            escaped("</p><script>a='b' & \"c\"\u{0}"),
            "&lt;/p&gt;&lt;script&gt;a=&#39;b&#39; &amp; &quot;c&quot; "
        );
    }
}
