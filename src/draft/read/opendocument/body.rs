//! Paragraphs, lists and tables of an OpenDocument text.

use super::super::builder::{Builder, CellDraft, Inline, Mark};
use super::super::xml::{Element, Node};
use super::lists::Lists;
use crate::model::{Container, ListItem, Style};

/// Deepest nesting that is read.
const DEEPEST: usize = 60;
/// Most repetitions of a cell or row that are believed; spreadsheets fill pages with them.
const MOST_REPEATED: usize = 100;
/// Widest and longest table that is read.
const WIDEST: usize = 200;

pub(super) struct Reader<'a> {
    pub(super) builder: Builder,
    lists: Lists,
    /// Lists that are open, outer first.
    open: Vec<OpenList>,
    /// Mark of the item whose text has not begun.
    item: Option<ListItem>,
    /// Notes and boxes that the paragraph being read mentions.
    aside: Vec<(Container, &'a Element)>,
    depth: usize,
}

struct OpenList {
    style: String,
    key: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(builder: Builder, lists: Lists) -> Self {
        Self {
            builder,
            lists,
            open: Vec::new(),
            item: None,
            aside: Vec::new(),
            depth: 0,
        }
    }

    /// Reads the blocks directly in an element.
    pub(super) fn blocks(&mut self, parent: &'a Element) {
        self.depth += 1;
        if self.depth <= DEEPEST {
            for child in parent.elements() {
                self.block(child);
            }
        }
        self.depth -= 1;
    }

    fn block(&mut self, block: &'a Element) {
        match &*block.name {
            "h" => self.heading(block),
            "p" => self.paragraph(block),
            "list" => self.list(block),
            "table" => self.table(block),
            "table-of-content" | "alphabetical-index" | "illustration-index" | "table-index" => {
                let before = std::mem::replace(&mut self.builder.container, Container::Contents);
                self.blocks(block);
                self.builder.container = before;
            }
            "section" | "index-body" | "index-title" | "list-header" => self.blocks(block),
            "tracked-changes" => {}
            "frame" | "text-box" => self.boxed(block),
            _ => {}
        }
    }

    fn boxed(&mut self, content: &'a Element) {
        let before = self.builder.container;
        self.builder.container = self.builder.new_box();
        self.blocks(content);
        self.builder.container = before;
    }

    fn heading(&mut self, heading: &'a Element) {
        let level = heading.number("outline-level").unwrap_or(1).clamp(1, 10);
        let restart = heading.get("restart-numbering").as_deref() == Some("true");
        let start = heading
            .get("start-value")
            .and_then(|start| start.parse().ok());
        let start = start.or(restart.then_some(1));
        let mut inline = Inline::default();
        self.inlines(heading, Style::default(), &mut inline);
        let number = match heading.get("is-list-header").as_deref() {
            Some("true") => None,
            _ if inline.is_empty() => None,
            _ => self.lists.count_heading(level - 1, start),
        };
        let number = number.or_else(|| self.item.take().and_then(|item| item.number));
        self.item = None;
        self.builder
            .heading(u8::try_from(level).unwrap_or(9), number, inline);
        self.write_aside();
    }

    fn paragraph(&mut self, paragraph: &'a Element) {
        let style = paragraph.get("style-name").unwrap_or_default();
        let mut inline = Inline::default();
        let base = self.lists.style(&style, Style::default());
        self.inlines(paragraph, base, &mut inline);
        let name = self.lists.name(&style);
        let before = self.builder.container;
        if self.lists.has_border(&style) && before == Container::Body && !inline.is_empty() {
            self.builder.container = self.builder.new_box();
        }
        let item = if inline.is_empty() {
            None
        } else {
            self.item.take()
        };
        self.builder.paragraph(inline, item, &name);
        self.builder.container = before;
        self.write_aside();
    }

    fn list(&mut self, list: &'a Element) {
        let outer = self.open.last();
        let style = list.get("style-name").filter(|style| !style.is_empty());
        let style = style.or_else(|| outer.map(|outer| outer.style.clone()));
        let style = style.or_else(|| {
            let first = list.child("list-item")?.child("p")?;
            self.lists.list_of(&first.get("style-name")?)
        });
        let style = style.unwrap_or_default();
        let key = match outer {
            Some(outer) => outer.key.clone(),
            None => style.clone(),
        };
        let continues = list.get("continue-numbering").as_deref() == Some("true")
            || list.get("continue-list").is_some();
        if outer.is_none() && !continues {
            self.lists.restart(&key);
        }
        self.open.push(OpenList { style, key });
        for item in list.elements() {
            if item.is("list-item") {
                self.list_item(item);
            } else {
                self.blocks(item);
            }
        }
        self.open.pop();
    }

    fn list_item(&mut self, item: &'a Element) {
        let level = self.open.len().saturating_sub(1);
        let start = item.get("start-value").and_then(|start| start.parse().ok());
        let is_nested = item.elements().next().is_some_and(|first| first.is("list"));
        if let Some(open) = self.open.last()
            && !is_nested
        {
            let (style, key) = (open.style.clone(), open.key.clone());
            self.item = self.lists.count(&style, &key, level, start);
        }
        self.blocks(item);
        self.item = None;
    }

    /// Appends the text below an element; white space is one space.
    fn inlines(&mut self, parent: &'a Element, base: Style, inline: &mut Inline) {
        self.depth += 1;
        if self.depth <= DEEPEST {
            for child in &parent.children {
                match child {
                    Node::Text(text) => push_collapsed(text, base, inline),
                    Node::Element(child) => self.inline(child, base, inline),
                }
            }
        }
        self.depth -= 1;
    }

    fn inline(&mut self, child: &'a Element, base: Style, inline: &mut Inline) {
        match &*child.name {
            "span" => {
                let style = child.get("style-name").unwrap_or_default();
                self.inlines(child, self.lists.style(&style, base), inline);
            }
            "s" => {
                let n = child.number("c").unwrap_or(1).min(200);
                inline.push(&" ".repeat(n), base);
            }
            "tab" => inline.push("\t", base),
            "line-break" => inline.push("\n", base),
            "note" => {
                let is_endnote = child.get("note-class").as_deref() == Some("endnote");
                let mark = child.child("note-citation").map(Element::own_text);
                let index = self.builder.add_note(mark.unwrap_or_default(), is_endnote);
                inline.mark(Mark::Note(index));
                if let Some(body) = child.child("note-body") {
                    self.aside.push((Container::Note(index), body));
                }
            }
            "annotation" => {
                let author = child
                    .child("creator")
                    .map(Element::own_text)
                    .unwrap_or_default();
                let lines = child.elements().filter(|one| one.is("p") || one.is("list"));
                let text: Vec<String> = lines.map(all_text).collect();
                let index = self.builder.add_comment(author, text.join("\n"));
                inline.mark(Mark::CommentStart(index));
                inline.mark(Mark::CommentEnd(index));
            }
            "change-start" => inline.mark(Mark::InsertionStart),
            "change-end" => inline.mark(Mark::InsertionEnd),
            "change" => inline.mark(Mark::Deletion),
            "bookmark-ref" | "reference-ref" | "sequence-ref" => {
                self.inlines(
                    child,
                    Style {
                        field: true,
                        ..base
                    },
                    inline,
                );
            }
            "text-box" => {
                let container = self.builder.new_box();
                self.aside.push((container, child));
            }
            "image" | "object" | "desc" | "title" | "annotation-end" | "soft-page-break"
            | "bookmark" => {}
            _ => self.inlines(child, base, inline),
        }
    }

    fn write_aside(&mut self) {
        let before = self.builder.container;
        for (container, content) in std::mem::take(&mut self.aside) {
            self.builder.container = container;
            let item = self.item.take();
            self.blocks(content);
            self.item = item;
        }
        self.builder.container = before;
    }

    fn table(&mut self, table: &'a Element) {
        let mut rows: Vec<(bool, &'a Element)> = Vec::new();
        collect_rows(table, false, &mut rows, 0);
        let headers = rows.iter().take_while(|(is_header, _)| *is_header).count();
        let n_cells: usize = rows.iter().map(|(_, row)| row.elements().count()).sum();
        let is_nested = rows
            .iter()
            .any(|(_, row)| row.elements().any(|cell| cell.child("table").is_some()));
        if n_cells == 1 || is_nested {
            let before = self.builder.container;
            if !is_nested && before == Container::Body {
                self.builder.container = self.builder.new_box();
            }
            for cell in rows.iter().flat_map(|(_, row)| row.elements()) {
                self.blocks(cell);
            }
            self.builder.container = before;
            return;
        }
        let (mut cells, mut row) = (Vec::new(), 0);
        for (_, element) in rows {
            let repeated = element.number("number-rows-repeated").unwrap_or(1);
            let is_empty = all_text(element).trim().is_empty();
            for _ in 0..repeated.min(if is_empty { 1 } else { MOST_REPEATED }) {
                self.row(element, row, &mut cells);
                row += 1;
            }
        }
        self.builder.table(cells, headers);
        self.write_aside();
    }

    fn row(&mut self, element: &'a Element, row: usize, cells: &mut Vec<CellDraft>) {
        let mut column = 0;
        for cell in element.elements() {
            let repeated = cell
                .number("number-columns-repeated")
                .unwrap_or(1)
                .min(MOST_REPEATED);
            if cell.is("covered-table-cell") {
                column += repeated;
                continue;
            }
            if !cell.is("table-cell") {
                continue;
            }
            for _ in 0..repeated {
                if column >= WIDEST {
                    return;
                }
                let span = |name: &str| cell.number(name).unwrap_or(1).clamp(1, WIDEST);
                cells.push(CellDraft {
                    row,
                    column,
                    n_rows: span("number-rows-spanned"),
                    n_columns: span("number-columns-spanned"),
                    inline: self.cell(cell),
                });
                column += 1;
            }
        }
    }

    fn cell(&mut self, cell: &'a Element) -> Inline {
        let mut text = Inline::default();
        let mut paragraphs = Vec::new();
        collect_paragraphs(cell, &mut paragraphs, 0);
        for paragraph in paragraphs {
            let style = paragraph.get("style-name").unwrap_or_default();
            let base = self.lists.style(&style, Style::default());
            let mut inline = Inline::default();
            self.inlines(paragraph, base, &mut inline);
            if inline.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push("\n", Style::default());
            }
            text.append(inline);
        }
        text
    }
}

fn collect_rows<'a>(
    parent: &'a Element,
    is_header: bool,
    rows: &mut Vec<(bool, &'a Element)>,
    depth: usize,
) {
    for child in parent.elements() {
        match &*child.name {
            "table-row" => rows.push((is_header, child)),
            "table-header-rows" => collect_rows(child, true, rows, depth + 1),
            "table-rows" | "table-row-group" if depth < 8 => {
                collect_rows(child, is_header, rows, depth + 1)
            }
            _ => {}
        }
    }
}

fn collect_paragraphs<'a>(parent: &'a Element, found: &mut Vec<&'a Element>, depth: usize) {
    for child in parent.elements() {
        match &*child.name {
            "p" | "h" => found.push(child),
            "list" | "list-item" | "section" if depth < 8 => {
                collect_paragraphs(child, found, depth + 1)
            }
            _ => {}
        }
    }
}

fn push_collapsed(text: &str, style: Style, inline: &mut Inline) {
    let mut collapsed = String::new();
    let mut was_space = inline.plain().is_empty() || inline.plain().ends_with([' ', '\n', '\t']);
    for letter in text.chars() {
        let is_space = matches!(letter, ' ' | '\n' | '\t' | '\r');
        if !is_space {
            collapsed.push(letter);
        } else if !was_space {
            collapsed.push(' ');
        }
        was_space = is_space;
    }
    inline.push(&collapsed, style);
}

fn all_text(element: &Element) -> String {
    let mut text = String::new();
    collect_text(element, &mut text, 0);
    text
}

fn collect_text(element: &Element, text: &mut String, depth: usize) {
    for child in &element.children {
        match child {
            Node::Text(piece) => text.push_str(piece),
            Node::Element(child) if depth < DEEPEST => collect_text(child, text, depth + 1),
            Node::Element(_) => {}
        }
    }
}
