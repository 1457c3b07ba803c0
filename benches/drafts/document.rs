//! A Word document written from the blocks of a text.

use std::io::Write;

use rawzip::ZipArchiveWriter;
use sandtable::draft::{BlockContent, Container, Manuscript, Style, Text};

const NAMESPACE: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn paragraph(style: &str, text: &str) -> String {
    let style = if style.is_empty() {
        String::new()
    } else {
        format!(r#"<w:pPr><w:pStyle w:val="{style}"/></w:pPr>"#)
    };
    with_properties(&style, text)
}

/// An item of the only list of the document, which has bullets at each level.
fn bullet(level: u8, text: &Text) -> String {
    let list = format!(
        r#"<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>"#
    );
    with_styles(&list, "", text)
}

fn with_properties(style: &str, text: &str) -> String {
    format!("<w:p>{style}{}</w:p>", run(text, Style::default()))
}

/// A paragraph with its words in bold and italics, after the mark of an item.
fn with_styles(style: &str, mark: &str, text: &Text) -> String {
    let mut runs = run(mark, Style::default());
    let mut at = 0;
    for one in &text.runs {
        runs.push_str(&run(&text.plain[at..one.range.start], Style::default()));
        runs.push_str(&run(&text.plain[one.range.clone()], one.style));
        at = one.range.end;
    }
    runs.push_str(&run(&text.plain[at..], Style::default()));
    format!("<w:p>{style}{runs}</w:p>")
}

fn run(text: &str, style: Style) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = escaped(text).replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
    let marks = match (style.bold, style.italic) {
        (true, true) => "<w:rPr><w:b/><w:i/></w:rPr>",
        (true, false) => "<w:rPr><w:b/></w:rPr>",
        (false, true) => "<w:rPr><w:i/></w:rPr>",
        (false, false) => "",
    };
    format!(r#"<w:r>{marks}<w:t xml:space="preserve">{text}</w:t></w:r>"#)
}

/// Headings become headings by style with typed numbers, tables become tables.
pub(crate) fn from_text(name: &str, text: &str) -> Vec<u8> {
    let manuscript = Manuscript::read([(name, text.as_bytes())]);
    let mut body = String::new();
    for block in &manuscript.document.blocks {
        match &block.content {
            BlockContent::Heading(heading) => {
                body.push_str(&paragraph(
                    &format!("Heading{}", heading.level.min(6)),
                    &heading.text.plain,
                ));
            }
            BlockContent::Paragraph(one)
                if one.list.as_ref().is_some_and(|item| item.number.is_none()) =>
            {
                let level = one.list.as_ref().map_or(0, |item| item.level);
                body.push_str(&bullet(level, &one.text));
            }
            BlockContent::Paragraph(one) => {
                let marker = one
                    .list
                    .as_ref()
                    .map_or(String::new(), |item| format!("{} ", item.marker));
                let style = if block.container == Container::Contents {
                    r#"<w:pPr><w:pStyle w:val="TOC1"/></w:pPr>"#
                } else {
                    ""
                };
                body.push_str(&with_styles(style, &marker, &one.text));
            }
            BlockContent::Table(grid) => {
                body.push_str("<w:tbl>");
                for row in 0..grid.n_rows {
                    body.push_str("<w:tr>");
                    for column in 0..grid.n_columns {
                        body.push_str(&format!(
                            "<w:tc>{}</w:tc>",
                            paragraph("", grid.text(row, column))
                        ));
                    }
                    body.push_str("</w:tr>");
                }
                body.push_str("</w:tbl>");
            }
            BlockContent::Code(_) => {}
        }
    }
    let style = |level: usize| {
        format!(
            r#"<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/><w:pPr><w:outlineLvl w:val="{}"/></w:pPr></w:style>"#,
            level - 1
        )
    };
    let toc = r#"<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>"#;
    let styles: String = (1..=6).map(style).collect();
    let document = format!("<w:document {NAMESPACE}><w:body>{body}</w:body></w:document>");
    let styles = format!("<w:styles {NAMESPACE}>{styles}{toc}</w:styles>");
    let levels: String = (0..9)
        .map(|level| {
            format!(r#"<w:lvl w:ilvl="{level}"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>"#)
        })
        .collect();
    let numbering = format!(
        r#"<w:numbering {NAMESPACE}><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#
    );
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in [
        ("word/document.xml", &document),
        ("word/styles.xml", &styles),
        ("word/numbering.xml", &numbering),
    ] {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}
