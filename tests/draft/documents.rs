//! OpenDocument, web pages, plain text, spreadsheets.

use sandtable::draft::{BlockContent, Manuscript};

use super::word::archive;

fn numbers(manuscript: &Manuscript) -> Vec<String> {
    let sections = manuscript.document.sections.iter();
    sections
        .map(|section| format!("{} {}", section.id, section.title))
        .collect()
}

#[test]
fn headings_of_an_open_document_count_by_its_outline() {
    let styles = r#"<office:document-styles><office:styles><text:outline-style>
        <text:outline-level-style text:level="1" style:num-format="1"/>
        <text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>
        </text:outline-style></office:styles></office:document-styles>"#;
    let content = r#"<office:document-content><office:body><office:text>
        <text:h text:outline-level="1">Moving</text:h><text:h text:outline-level="2">Roads</text:h>
        <text:h text:outline-level="2">Woods</text:h><text:h text:outline-level="1">Shooting</text:h>
        <table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Fire</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
        <table:table-row><table:table-cell><text:p>1-3</text:p></table:table-cell><table:table-cell><text:p>miss</text:p></table:table-cell></table:table-row>
        <table:table-row><table:table-cell><text:p>4-6</text:p></table:table-cell><table:table-cell><text:p>hit</text:p></table:table-cell></table:table-row></table:table>
        </office:text></office:body></office:document-content>"#;
    let bytes = archive(&[("content.xml", content), ("styles.xml", styles)]);
    let manuscript = Manuscript::read([("rules.odt", bytes.as_slice())]);
    assert_eq!(
        numbers(&manuscript),
        ["1 Moving", "1.1 Roads", "1.2 Woods", "2 Shooting"]
    );
    let (_, grid) = manuscript.document.tables().next().unwrap();
    assert_eq!((grid.n_rows, grid.n_columns), (3, 2));
    assert_eq!(grid.caption.as_ref().unwrap().title, "Fire");
}

#[test]
fn a_page_gives_lists_and_cells_over_several_places() {
    let page = b"<html><body><h1>1 Moving</h1><ol start=\"3\"><li>Go &ndash; far</li><li>Stop</li></ol>
        <table><tr><th rowspan=\"2\">Roll</th><th colspan=\"2\">Result</th></tr><tr><th>near</th><th>far</th></tr>
        <tr><td>1-3</td><td>hit</td><td>miss</td></tr></table></body></html>";
    let manuscript = Manuscript::read([("rules.html", page.as_slice())]);
    assert_eq!(numbers(&manuscript), ["1 Moving"]);
    let (_, grid) = manuscript.document.tables().next().unwrap();
    assert_eq!(grid.text(1, 0), "Roll");
    let marks = manuscript
        .document
        .blocks
        .iter()
        .filter_map(|block| match &block.content {
            BlockContent::Paragraph(paragraph) => {
                Some(paragraph.list.as_ref().unwrap().marker.as_str())
            }
            _ => None,
        });
    assert_eq!(marks.collect::<Vec<_>>(), ["3.", "4."]);
}

#[test]
fn a_text_gives_headings_tables_and_no_contents_list() {
    let text = "CONTENTS\n1. MOVING\t3\n2. SHOOTING\t4\n2.1 RANGE.....\t5\n2.2 COVER.....\t6\n\n1. MOVING\nGo.\n\n2. SHOOTING\n\n2.1 Range\n0-3\tnear\n4-6\tfar\n\n2.2 Cover\nHide.\n";
    let manuscript = Manuscript::read([("rules.txt", text.as_bytes())]);
    let found = numbers(&manuscript);
    assert_eq!(found.last().unwrap(), "2.2 Cover");
    assert_eq!(
        found
            .iter()
            .filter(|title| title.starts_with("2.1"))
            .count(),
        1
    );
    assert_eq!(manuscript.document.tables().count(), 1);
}

#[test]
fn a_spreadsheet_is_one_table() {
    let text = "Unit;Move\n\"Tank; heavy\";4\n";
    let manuscript = Manuscript::read([("units.csv", text.as_bytes())]);
    let (_, grid) = manuscript.document.tables().next().unwrap();
    assert_eq!(grid.text(1, 0), "Tank; heavy");
}

#[test]
fn chapters_are_one_draft() {
    let (one, two) = (
        "## 1 Moving\n\nSee section 2.1.\n\n## 2 Shooting\n\nRoll.\n",
        "### 2.1 Range\n\nFar.\n\n## 3 Morale\n\nTest.\n",
    );
    let mut manuscript = Manuscript::read([("1.md", one.as_bytes()), ("2.md", two.as_bytes())]);
    manuscript.check();
    assert_eq!(manuscript.diagnostics.len(), 0);
    assert_eq!(manuscript.document.sections.len(), 4);
    let place = manuscript
        .document
        .place(manuscript.document.blocks.last().unwrap().span);
    assert_eq!(place.section.unwrap(), "3 Morale");
    assert_eq!(place.quote, "Test.");
}
