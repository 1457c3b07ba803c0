//! Web pages: `.html`.

use sandtable_source::FileId;
use tl::{HTMLTag, Node, Parser, ParserOptions};

use super::builder::{Builder, CellDraft, Inline};
use super::fault::Fault;
use super::word::formatted;
use crate::model::{Container, Document, ListItem, Number, Style};

/// Deepest nesting that is read.
const DEEPEST: usize = 150;
/// Widest span of a cell that is believed.
const WIDEST: usize = 100;

/// Reads a page.
///
/// Errors: why it cannot be read.
pub(super) fn read(file: FileId, name: &str, text: &str) -> Result<Document, Fault> {
    let page = tl::parse(text, ParserOptions::default());
    let page = page.map_err(|_| Fault::Damaged("it is not sound HTML"))?;
    let mut reader = Reader {
        parser: page.parser(),
        builder: Builder::new(file, name),
        inline: Inline::default(),
        lists: Vec::new(),
        item: None,
        depth: 0,
    };
    for handle in page.children() {
        if let Some(node) = handle.get(reader.parser) {
            reader.node(node, Style::default());
        }
    }
    reader.flush();
    Ok(reader.builder.finish())
}

/// Open list.
struct List {
    /// Format of its numbers; `None` for bullets.
    format: Option<&'static str>,
    count: u32,
}

struct Reader<'a> {
    parser: &'a Parser<'a>,
    builder: Builder,
    /// Text of the block being read.
    inline: Inline,
    lists: Vec<List>,
    /// Mark of the list item whose text has not begun.
    item: Option<ListItem>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn node(&mut self, node: &Node<'a>, style: Style) {
        match node {
            Node::Tag(tag) => {
                self.depth += 1;
                if self.depth < DEEPEST {
                    self.tag(tag, style);
                }
                self.depth -= 1;
            }
            Node::Raw(raw) => self.text(&raw.as_utf8_str(), style),
            Node::Comment(_) => {}
        }
    }

    fn children(&mut self, tag: &HTMLTag<'a>, style: Style) {
        for handle in tag.children().top().iter() {
            if let Some(node) = handle.get(self.parser) {
                self.node(node, style);
            }
        }
    }

    fn text(&mut self, raw: &str, style: Style) {
        let decoded = decoded(raw);
        let mut text = String::new();
        let mut was_space =
            self.inline.plain().is_empty() || self.inline.plain().ends_with([' ', '\n']);
        for letter in decoded.chars() {
            let is_space = letter.is_ascii_whitespace();
            if !is_space {
                text.push(letter);
            } else if !was_space {
                text.push(' ');
            }
            was_space = is_space;
        }
        self.inline.push(&text, style);
    }

    fn tag(&mut self, tag: &HTMLTag<'a>, style: Style) {
        let name = tag.name().as_utf8_str().to_ascii_lowercase();
        match name.as_str() {
            "script" | "style" | "head" | "template" | "svg" | "del" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                self.children(tag, style);
                let level = name
                    .bytes()
                    .last()
                    .map_or(1, |digit| digit.saturating_sub(b'0'));
                let inline = std::mem::take(&mut self.inline);
                self.item = None;
                self.builder.heading(level, None, inline);
            }
            "br" => self.inline.push("\n", style),
            "b" | "strong" => self.children(
                tag,
                Style {
                    bold: true,
                    ..style
                },
            ),
            "i" | "em" => self.children(
                tag,
                Style {
                    italic: true,
                    ..style
                },
            ),
            "sup" => self.children(
                tag,
                Style {
                    raised: true,
                    ..style
                },
            ),
            "span" | "a" | "u" | "small" | "code" | "sub" | "font" | "abbr" | "ins" | "mark"
            | "label" => {
                self.children(tag, self.styled(tag, style));
            }
            "ul" => self.list(tag, None, style),
            "ol" => {
                let format = match attribute(tag, "type").as_deref() {
                    Some("a") => "lowerLetter",
                    Some("A") => "upperLetter",
                    Some("i") => "lowerRoman",
                    Some("I") => "upperRoman",
                    _ => "decimal",
                };
                self.list(tag, Some(format), style);
            }
            "li" => self.list_item(tag, style),
            "table" => self.table(tag),
            "blockquote" | "aside" | "figure" | "fieldset" => self.boxed(tag, style),
            "div" if self.is_box(tag) => self.boxed(tag, style),
            "nav" => {
                self.flush();
                let before = std::mem::replace(&mut self.builder.container, Container::Contents);
                self.children(tag, style);
                self.flush();
                self.builder.container = before;
            }
            _ => {
                self.flush();
                self.children(tag, self.styled(tag, style));
                self.flush();
            }
        }
    }

    /// Appearance by a `style` attribute, as Google Docs writes it.
    fn styled(&self, tag: &HTMLTag<'a>, style: Style) -> Style {
        let Some(own) = attribute(tag, "style") else {
            return style;
        };
        let own: String = own.split_whitespace().collect();
        let is_bold = ["font-weight:bold", "font-weight:700"]
            .iter()
            .any(|mark| own.contains(mark));
        Style {
            bold: style.bold || is_bold,
            italic: style.italic || own.contains("font-style:italic"),
            raised: style.raised || own.contains("vertical-align:super"),
            field: style.field,
        }
    }

    /// Whether a part of a page is set apart by a border or by the name of its class: `<div class=Box>`.
    fn is_box(&self, tag: &HTMLTag<'a>) -> bool {
        let own: String = attribute(tag, "style").unwrap_or_default();
        let own: String = own.split_whitespace().collect();
        let class = attribute(tag, "class").unwrap_or_default().to_lowercase();
        let names = ["box", "example", "sidebar", "callout", "inset"];
        let is_set_apart = own.contains("border:") && !own.contains("border:none")
            || names.iter().any(|name| class.contains(name));
        let mut headings = Vec::new();
        if is_set_apart {
            let all = ["h1", "h2", "h3", "h4", "h5", "h6"];
            self.collect(tag, &all, &mut headings, 0);
        }
        is_set_apart && headings.is_empty()
    }

    fn boxed(&mut self, tag: &HTMLTag<'a>, style: Style) {
        self.flush();
        let before = self.builder.container;
        self.builder.container = self.builder.new_box();
        self.children(tag, style);
        self.flush();
        self.builder.container = before;
    }

    fn list(&mut self, tag: &HTMLTag<'a>, format: Option<&'static str>, style: Style) {
        self.flush();
        let start = attribute(tag, "start").and_then(|start| start.parse::<u32>().ok());
        self.lists.push(List {
            format,
            count: start.unwrap_or(1).saturating_sub(1),
        });
        self.children(tag, style);
        self.flush();
        self.lists.pop();
    }

    fn list_item(&mut self, tag: &HTMLTag<'a>, style: Style) {
        self.flush();
        let level = u8::try_from(self.lists.len().saturating_sub(1)).unwrap_or(8);
        let value = attribute(tag, "value").and_then(|value| value.parse::<u32>().ok());
        let mut item = ListItem {
            level,
            marker: "•".to_owned(),
            number: None,
            is_computed: true,
        };
        if let Some(list) = self.lists.last_mut() {
            list.count = value.unwrap_or(list.count.saturating_add(1));
            if let Some(format) = list.format {
                item.marker = format!("{}.", formatted(list.count, format));
                item.number = Number::parse(&item.marker);
            }
        }
        self.item = Some(item);
        self.children(tag, style);
        self.flush();
        self.item = None;
    }

    /// Ends the block being read.
    fn flush(&mut self) {
        let inline = std::mem::take(&mut self.inline);
        if !inline.is_empty() {
            let item = self.item.take();
            self.builder.paragraph(inline, item, "");
        }
    }

    fn table(&mut self, tag: &HTMLTag<'a>) {
        self.flush();
        let mut rows: Vec<&HTMLTag<'a>> = Vec::new();
        self.collect(tag, &["tr"], &mut rows, 0);
        let mut cells: Vec<CellDraft> = Vec::new();
        let mut headers = 0;
        // Rows down to which each column is covered by a cell above.
        let mut covered: Vec<usize> = Vec::new();
        for (row, tag) in rows.iter().enumerate() {
            let mut written: Vec<&HTMLTag<'a>> = Vec::new();
            self.collect(tag, &["td", "th"], &mut written, 0);
            let is_header =
                |cell: &&HTMLTag<'a>| cell.name().as_utf8_str().eq_ignore_ascii_case("th");
            if headers == row && !written.is_empty() && written.iter().all(is_header) {
                headers += 1;
            }
            let mut column = 0;
            for cell in written {
                while covered.get(column).is_some_and(|until| *until > row) {
                    column += 1;
                }
                let span = |name: &str| {
                    let number = attribute(cell, name).and_then(|value| value.trim().parse().ok());
                    number.unwrap_or(1_usize).clamp(1, WIDEST)
                };
                let (n_columns, n_rows) = (span("colspan"), span("rowspan").min(rows.len() - row));
                covered.resize(covered.len().max(column + n_columns), 0);
                for until in covered.iter_mut().skip(column).take(n_columns) {
                    *until = row + n_rows;
                }
                cells.push(CellDraft {
                    row,
                    column,
                    n_rows,
                    n_columns,
                    inline: self.cell(cell),
                });
                column += n_columns;
                if column > WIDEST {
                    break;
                }
            }
        }
        match cells.len() {
            0 => {}
            1 => {
                let before = self.builder.container;
                self.builder.container = self.builder.new_box();
                for cell in cells {
                    self.builder.paragraph(cell.inline, None, "");
                }
                self.builder.container = before;
            }
            _ => self.builder.table(cells, headers),
        }
    }

    /// Tags of some names below one, not through other tables.
    fn collect(
        &self,
        tag: &HTMLTag<'a>,
        names: &[&str],
        found: &mut Vec<&'a HTMLTag<'a>>,
        depth: usize,
    ) {
        for handle in tag.children().top().iter() {
            let Some(Node::Tag(child)) = handle.get(self.parser) else {
                continue;
            };
            let name = child.name().as_utf8_str().to_ascii_lowercase();
            if names.contains(&name.as_str()) {
                found.push(child);
            } else if depth < 8 && name != "table" {
                self.collect(child, names, found, depth + 1);
            }
        }
    }

    /// Text of a cell; its blocks become lines.
    fn cell(&mut self, tag: &HTMLTag<'a>) -> Inline {
        let before = std::mem::take(&mut self.inline);
        self.cell_children(tag, Style::default(), 0);
        std::mem::replace(&mut self.inline, before)
    }

    fn cell_children(&mut self, tag: &HTMLTag<'a>, style: Style, depth: usize) {
        for handle in tag.children().top().iter() {
            match handle.get(self.parser) {
                Some(Node::Raw(raw)) => self.text(&raw.as_utf8_str(), style),
                Some(Node::Tag(child)) if depth < DEEPEST => {
                    let name = child.name().as_utf8_str().to_ascii_lowercase();
                    let is_block = matches!(name.as_str(), "p" | "div" | "li" | "br" | "tr");
                    if is_block && !self.inline.is_empty() && !self.inline.plain().ends_with('\n') {
                        self.inline.push("\n", style);
                    }
                    let mut own = self.styled(child, style);
                    own.bold |= matches!(name.as_str(), "b" | "strong");
                    own.italic |= matches!(name.as_str(), "i" | "em");
                    own.raised |= name == "sup";
                    if !matches!(name.as_str(), "script" | "style" | "del") {
                        self.cell_children(child, own, depth + 1);
                    }
                }
                Some(Node::Tag(_) | Node::Comment(_)) | None => {}
            }
        }
    }
}

fn attribute(tag: &HTMLTag<'_>, name: &str) -> Option<String> {
    let value = tag.attributes().get(name)??;
    Some(value.as_utf8_str().into_owned())
}

/// Named characters that word processors write.
const NAMED: [(&str, &str); 34] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("minus", "−"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("hellip", "…"),
    ("bull", "•"),
    ("middot", "·"),
    ("times", "×"),
    ("divide", "÷"),
    ("plusmn", "±"),
    ("le", "≤"),
    ("ge", "≥"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("deg", "°"),
    ("sect", "§"),
    ("prime", "′"),
    ("Prime", "″"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("rarr", "→"),
    ("shy", "\u{ad}"),
    ("thinsp", "\u{2009}"),
];

/// Text with its named and numbered characters resolved.
pub(super) fn decoded(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let known = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        let resolved = known.and_then(|(name, tail)| Some((resolve(name)?, tail)));
        match resolved {
            Some((letters, tail)) => {
                text.push_str(&letters);
                rest = tail;
            }
            None => {
                text.push('&');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

fn resolve(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    let found = NAMED.iter().find(|(known, _)| *known == name)?;
    Some(found.1.to_owned())
}
