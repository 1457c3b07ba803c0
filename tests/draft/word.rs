//! Word documents, written here part by part.

use rawzip::ZipArchiveWriter;
use sandtable::draft::{BlockContent, Container, Manuscript};
use std::io::Write;

const W: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#;

/// An archive of parts, not compressed.
pub(super) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in parts {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn document(body: &str, numbering: &str, styles: &str) -> Manuscript {
    let document = format!("<w:document {W}><w:body>{body}</w:body></w:document>");
    let numbering = format!("<w:numbering {W}>{numbering}</w:numbering>");
    let styles = format!("<w:styles {W}>{styles}</w:styles>");
    let bytes = archive(&[
        ("word/document.xml", document.as_str()),
        ("word/styles.xml", styles.as_str()),
        ("word/numbering.xml", numbering.as_str()),
    ]);
    Manuscript::read([("rules.docx", bytes.as_slice())])
}

/// `LEVEL LIST TEXT`, one paragraph a line.
fn listed(lines: &[(usize, &str, &str)]) -> String {
    let paragraphs = lines.iter().map(|(level, list, text)| {
        format!(
            r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
        )
    });
    paragraphs.collect()
}

fn level(at: usize, format: &str, text: &str, more: &str) -> String {
    format!(
        r#"<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{text}"/>{more}</w:lvl>"#
    )
}

fn markers(manuscript: &Manuscript) -> Vec<String> {
    let blocks = manuscript.document.blocks.iter();
    let found = blocks.filter_map(|block| match &block.content {
        BlockContent::Paragraph(paragraph) => {
            paragraph.list.as_ref().map(|item| item.marker.clone())
        }
        BlockContent::Heading(heading) => {
            heading.computed.as_ref().map(|number| number.text.clone())
        }
        _ => None,
    });
    found.collect()
}

#[test]
fn levels_count_and_restart() {
    let levels = level(0, "decimal", "%1.", "")
        + &level(1, "decimal", "%1.%2", "")
        + &level(2, "lowerLetter", "(%3)", "");
    let numbering = format!(
        r#"<w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>"#
    );
    let body = listed(&[
        (0, "1", "One thing"),
        (1, "1", "A part"),
        (1, "1", "Next part"),
        (2, "1", "First case"),
        (2, "1", "Second case"),
        (0, "1", "Next thing"),
        (1, "1", "A part"),
        (2, "1", "First case"),
    ]);
    let found = markers(&document(&body, &numbering, ""));
    // Counted by hand: a level starts again after each number above it.
    assert_eq!(
        found,
        ["1.", "1.1", "1.2", "(a)", "(b)", "2.", "2.1", "(a)"]
    );
}

#[test]
fn a_start_override_begins_a_list_again_and_another_list_of_the_definition_goes_on() {
    let numbering = format!(
        r#"<w:abstractNum w:abstractNumId="7">{}</w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
        <w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>"#,
        level(0, "upperRoman", "%1", "")
    );
    let body = listed(&[
        (0, "1", "a b"),
        (0, "1", "c d"),
        (0, "2", "e f"),
        (0, "3", "g h"),
        (0, "3", "i j"),
    ]);
    assert_eq!(
        markers(&document(&body, &numbering, "")),
        ["I", "II", "III", "V", "VI"]
    );
}

#[test]
fn headings_take_their_numbers_from_their_styles() {
    let levels = level(0, "decimal", "%1", r#"<w:pStyle w:val="H1"/>"#)
        + &level(1, "decimal", "%1.%2", r#"<w:pStyle w:val="H2"/>"#);
    let levels = levels.replacen(r#"<w:start w:val="1"/>"#, r#"<w:start w:val="5"/>"#, 1);
    let numbering = format!(
        r#"<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="0"/></w:num>"#
    );
    let style = |id: &str, name: &str, outline: usize| {
        format!(
            r#"<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/><w:pPr><w:outlineLvl w:val="{outline}"/><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>"#
        )
    };
    let styles = style("H1", "heading 1", 0) + &style("H2", "heading 2", 1);
    let heading = |style: &str, text: &str| {
        format!(
            r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
        )
    };
    let body = heading("H1", "Moving")
        + &heading("H2", "Roads")
        + &heading("H2", "Woods")
        + &heading("H1", "Shooting");
    let manuscript = document(&body, &numbering, &styles);
    assert_eq!(markers(&manuscript), ["5", "5.1", "5.2", "6"]);
    assert_eq!(manuscript.document.sections.len(), 4);
}

#[test]
fn tracked_changes_are_accepted_and_counted() {
    let body = r#"<w:p><w:r><w:t xml:space="preserve">Add </w:t></w:r><w:ins><w:r><w:t>2</w:t></w:r></w:ins><w:del><w:r><w:delText>1</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> for cover.</w:t></w:r></w:p>"#;
    let manuscript = document(body, "", "");
    let BlockContent::Paragraph(paragraph) = &manuscript.document.blocks[0].content else {
        panic!("it is no paragraph");
    };
    assert_eq!(paragraph.text.plain, "Add 2 for cover.");
    assert_eq!(manuscript.document.changes.inserted.len(), 1);
    assert_eq!(manuscript.document.changes.deleted.len(), 1);
    let inserted = manuscript.document.changes.inserted[0];
    assert_eq!(manuscript.sources.text(inserted), "2");
}

#[test]
fn merged_cells_cover_their_places() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let body = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}{}{}</w:tr><w:tr>{}{}{}</w:tr></w:tbl><w:p/>",
        cell(r#"<w:vMerge w:val="restart"/>"#, "Roll"),
        cell(r#"<w:gridSpan w:val="2"/>"#, "Result"),
        cell("<w:vMerge/>", ""),
        cell("", "near"),
        cell("", "far"),
        cell("", "1-3"),
        cell("", "hit"),
        cell("", "miss"),
    );
    let manuscript = document(&body, "", "");
    let (_, grid) = manuscript.document.tables().next().unwrap();
    assert_eq!((grid.n_rows, grid.n_columns, grid.n_header_rows), (3, 3, 2));
    assert_eq!(grid.text(1, 0), "Roll");
    assert_eq!(grid.header(2), "Result far");
}

#[test]
fn a_box_and_a_contents_list_are_no_running_text() {
    let body = r#"<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>1 Moving 3</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Example: a unit moves.</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#;
    let styles =
        r#"<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>"#;
    let manuscript = document(body, "", styles);
    let containers: Vec<Container> = manuscript
        .document
        .blocks
        .iter()
        .map(|block| block.container)
        .collect();
    assert_eq!(containers, [Container::Contents, Container::Box(0)]);
}
