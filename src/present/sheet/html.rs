//! A sheet as a page of HTML: everything at the place that the layout gave it, the font inside, nothing from a network.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::font::{BOLD, FAMILY, POINT, REGULAR, subset};
use super::paper::{Area, mm};
use super::placed::{
    Align, Drawing, Lines, Page, Placed, PlacedCell, PlacedTable, Role, Shape, Sheet, Stroke,
};
use super::source::Picture;
use super::text::{Line, Run};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The mark by which the files of `print` are recognised.
pub const MARK: &str = "<!DOCTYPE html>\n<!-- Made by sandtable print -->\n";

/// A policy under which nothing in the page can run or be loaded.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

/// The whole file. Pictures of the author are known by name.
///
/// Looks that several elements share are classes, and the fonts have only the letters of the sheet, so that a long sheet stays small.
pub fn to_html(sheet: &Sheet, book: &str, pictures: &BTreeMap<String, Picture>) -> String {
    let mut writer = Writer {
        out: String::new(),
        looks: BTreeMap::new(),
        pictures,
    };
    for (number, page) in (1..).zip(&sheet.pages) {
        let _ = writeln!(
            writer.out,
            "<section class=\"p\" aria-label=\"Page {number}\">"
        );
        writer.page(page);
        writer.out.push_str("</section>\n");
    }
    let (width, height) = sheet.paper.size();
    let (width, height) = (mm(width), mm(height));
    let title = escaped(&format!("{} – {}", book, sheet.title));
    let (faces, looks) = (faces(sheet), writer.rules());
    format!(
        "{MARK}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{faces}\
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
         {looks}@media print {{ html {{ background: none }} .p {{ margin: 0 }} }}\n\
         </style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        writer.out
    )
}

/// The rules that load the fonts, each with the letters that the sheet sets in it.
fn faces(sheet: &Sheet) -> String {
    let faces = [(REGULAR, 400, false), (BOLD, 700, true)].map(|(font, weight, bold)| {
        let letters = sheet.letters(bold);
        if letters.is_empty() {
            return String::new();
        }
        let (media_type, file) = match subset::to_woff(font, &letters) {
            Some(woff) => ("font/woff", STANDARD.encode(woff)),
            None => ("font/ttf", STANDARD.encode(font)),
        };
        format!(
            "@font-face {{ font-family: \"{FAMILY}\"; font-weight: {weight}; src: url(data:{media_type};base64,{file}) }}\n"
        )
    });
    faces.concat()
}

/// Writes the pages of a sheet, and collects the looks of their elements.
struct Writer<'p> {
    out: String,
    /// Declarations of CSS that elements share, with the numbers of their classes.
    looks: BTreeMap<String, usize>,
    pictures: &'p BTreeMap<String, Picture>,
}

impl Writer<'_> {
    /// The class of a look.
    fn look(&mut self, declarations: String) -> String {
        let next = self.looks.len();
        format!("k{}", self.looks.entry(declarations).or_insert(next))
    }

    /// The rules of all classes, a line each.
    fn rules(&self) -> String {
        let rules = self.looks.iter();
        rules
            .map(|(look, class)| format!(".k{class} {{ {look} }}\n"))
            .collect()
    }

    fn page(&mut self, page: &Page) {
        for item in &page.items {
            match item {
                Placed::Lines(lines) => self.lines(lines),
                Placed::Table(table) => self.table(table),
                Placed::Drawing(drawing) => {
                    let attributes = format!("class=\"d\" style=\"{}\"", place(&drawing.area));
                    self.drawing(drawing, &attributes);
                }
                Placed::Frame(area) => {
                    let _ = writeln!(
                        self.out,
                        "<div class=\"f\" style=\"{}\"></div>",
                        place(area)
                    );
                }
            }
        }
    }

    fn lines(&mut self, lines: &Lines) {
        let element = match lines.role {
            Role::Title => "h1".to_owned(),
            Role::Heading(level) => format!("h{}", level.clamp(2, 4)),
            Role::Text | Role::Margin => "p".to_owned(),
        };
        let align = match lines.align {
            Align::Left => "left",
            Align::Centre => "center",
            Align::Right => "right",
        };
        let look = self.look(format!(
            "left:{}mm;width:{}mm;font-size:{}pt;line-height:{}mm;text-align:{align}",
            mm(lines.area.x),
            mm(lines.area.w),
            mm(lines.size),
            mm(lines.leading)
        ));
        // As high as its lines.
        let _ = writeln!(
            self.out,
            "<{element} class=\"t {look}\" style=\"top:{}mm\">{}</{element}>",
            mm(lines.area.y),
            broken(&lines.lines)
        );
    }

    fn table(&mut self, table: &PlacedTable) {
        let _ = write!(
            self.out,
            "<table class=\"g\" style=\"{};font-size:{}pt;line-height:{}mm\" aria-label=\"{}\"><colgroup>",
            place(&table.area),
            mm(table.size),
            mm(table.leading),
            escaped(&table.label)
        );
        for column in &table.columns {
            let _ = write!(self.out, "<col style=\"width:{}mm\">", mm(*column));
        }
        self.out.push_str("</colgroup>\n");
        for (at, row) in table.rows.iter().enumerate() {
            let is_head = at < table.n_heads;
            let look = self.look(format!("height:{}mm", mm(row.height)));
            let _ = write!(self.out, "<tr class=\"{look}\">");
            for cell in &row.cells {
                self.cell(cell, is_head);
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table>\n");
    }

    fn cell(&mut self, cell: &PlacedCell, is_head: bool) {
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
        let ground = cell.shade.colour();
        let ground = ground.map(|colour| self.look(format!("background:{colour}")));
        let ground = ground.map_or(String::new(), |class| format!(" {class}"));
        let _ = write!(
            self.out,
            "<{element} class=\"{}{ground}\"{scope}{span}>",
            class(cell.align)
        );
        if let Some(picture) = &cell.picture {
            let look = self.look(format!(
                "width:{}mm;height:{}mm",
                mm(picture.area.w),
                mm(picture.area.h)
            ));
            self.drawing(picture, &format!("class=\"{look}\""));
        }
        let _ = write!(self.out, "{}</{element}>", broken(&cell.lines));
    }

    fn drawing(&mut self, drawing: &Drawing, attributes: &str) {
        let label = match drawing.label.as_str() {
            "" => "aria-hidden=\"true\"".to_owned(),
            label => format!("role=\"img\" aria-label=\"{}\"", escaped(label)),
        };
        let overflow = if drawing.is_cut { "hidden" } else { "visible" };
        let _ = write!(
            self.out,
            "<svg {attributes} viewBox=\"0 0 {} {}\" overflow=\"{overflow}\" {label}>",
            mm(drawing.area.w),
            mm(drawing.area.h)
        );
        for shape in &drawing.shapes {
            self.shape(shape);
        }
        self.out.push_str("</svg>\n");
    }

    /// The class of a fill and a line.
    fn paint(&mut self, fill: Option<&str>, stroke: Option<Stroke>) -> String {
        let fill = fill.unwrap_or("none");
        let pen = stroke.map_or(String::new(), |stroke| {
            let dashes = if stroke.is_dashed {
                ";stroke-dasharray:1 0.8"
            } else {
                ""
            };
            let (colour, width) = (stroke.colour, mm(stroke.width));
            format!(";stroke:{colour};stroke-width:{width}{dashes}")
        });
        self.look(format!("fill:{fill}{pen}"))
    }

    fn shape(&mut self, shape: &Shape) {
        let _ = match shape {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                let points = points.iter().map(|(x, y)| format!("{},{}", mm(*x), mm(*y)));
                let points: Vec<String> = points.collect();
                let class = self.paint(*fill, *stroke);
                write!(
                    self.out,
                    "<polygon class=\"{class}\" points=\"{}\"/>",
                    points.join(" ")
                )
            }
            Shape::Line { from, to, stroke } => {
                let class = self.paint(None, Some(*stroke));
                write!(
                    self.out,
                    "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                    mm(from.0),
                    mm(from.1),
                    mm(to.0),
                    mm(to.1)
                )
            }
            Shape::Ellipse {
                centre,
                radii,
                fill,
                stroke,
            } => {
                let class = self.paint(*fill, *stroke);
                write!(
                    self.out,
                    "<ellipse class=\"{class}\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                    mm(centre.0),
                    mm(centre.1),
                    mm(radii.0),
                    mm(radii.1)
                )
            }
            Shape::Label {
                at,
                align,
                size,
                fill,
                line,
            } => {
                self.label(*at, *align, *size, fill, line);
                Ok(())
            }
            Shape::Picture { area, name } => match self.pictures.get(name) {
                Some(picture) => write!(
                    self.out,
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

    fn label(&mut self, at: (f64, f64), align: Align, size: f64, fill: &str, line: &Line) {
        let anchor = match align {
            Align::Left => "start",
            Align::Centre => "middle",
            Align::Right => "end",
        };
        let is_bold = |run: &Run| matches!(run, Run::Words { bold: true, .. });
        let all_bold = !line.runs.is_empty() && line.runs.iter().all(is_bold);
        let weight = if all_bold { ";font-weight:700" } else { "" };
        let class = self.look(format!(
            "font-size:{:.3}px;text-anchor:{anchor};fill:{fill}{weight}",
            size * POINT
        ));
        let words = line.runs.iter().map(|run| match run {
            Run::Words { text, bold } if *bold && !all_bold => {
                format!("<tspan font-weight=\"700\">{}</tspan>", escaped(text))
            }
            Run::Words { text, .. } => escaped(text),
            Run::Page(_) => String::new(),
        });
        let words: String = words.collect();
        let _ = write!(
            self.out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{words}</text>",
            mm(at.0),
            mm(at.1)
        );
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
