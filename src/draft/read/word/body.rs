//! Paragraphs and runs of a Word document.

use super::super::builder::{Builder, Inline, Mark};
use super::super::xml::{Element, Node};
use super::numbering::Numbering;
use super::styles::{Properties, Styles};
use super::{is_body, note};
use crate::model::{Container, ListItem, Style};

/// Content of a body, in the order of the document.
pub(super) struct Reader {
    pub(super) builder: Builder,
    styles: Styles,
    numbering: Numbering,
    /// Footnotes and endnotes.
    pub(super) notes: [Option<Element>; 2],
    /// Ids of the comments, in the order in which they were added.
    comments: Vec<String>,
    /// Fields that are open; the last is the innermost.
    fields: Vec<Field>,
    /// Text of a paragraph whose mark is deleted: it continues in the next one.
    carried: Inline,
    /// Boxes and notes that the paragraph being read mentions.
    aside: Vec<Aside>,
    /// Nesting depth of tables and boxes.
    depth: usize,
}

#[derive(Debug, Default)]
struct Field {
    instruction: String,
    /// Whether its result follows.
    is_result: bool,
}

/// Content that is read after the paragraph that mentions it.
enum Aside {
    Note {
        index: usize,
        part: usize,
        id: String,
    },
    Box(Vec<Inline>),
}

/// Properties of a paragraph that determine its role.
struct Shape {
    properties: Properties,
    style: String,
    marker: Option<ListItem>,
}

/// Deepest nesting of tables and boxes that is read.
pub(super) const DEEPEST: usize = 12;

impl Reader {
    pub(super) fn new(builder: Builder, styles: Styles, numbering: Numbering) -> Self {
        Self {
            builder,
            styles,
            numbering,
            notes: [None, None],
            comments: Vec::new(),
            fields: Vec::new(),
            carried: Inline::default(),
            aside: Vec::new(),
            depth: 0,
        }
    }

    pub(super) fn read_comments(&mut self, part: &Element) {
        for comment in part.elements().filter(|child| child.is("comment")) {
            let paragraphs = comment.elements().filter(|child| child.is("p"));
            let texts: Vec<String> = paragraphs.map(plain_text).collect();
            let author = comment.get("author").unwrap_or_default();
            self.builder.add_comment(author, texts.join("\n"));
            self.comments.push(comment.get("id").unwrap_or_default());
        }
    }

    /// Reads the blocks directly in an element, through content controls and tracked insertions.
    pub(super) fn blocks(&mut self, parent: &Element) {
        for child in parent.elements() {
            match &*child.name {
                "p" => self.paragraph(child),
                "tbl" => {
                    self.flush();
                    self.read_table(child);
                }
                "sdt" => {
                    let gallery = child.child("sdtPr").and_then(|one| one.child("docPartObj"));
                    let gallery = gallery.and_then(|one| one.child("docPartGallery"));
                    let gallery = gallery.and_then(|one| one.get("val")).unwrap_or_default();
                    let before = self.builder.container;
                    if gallery.contains("Table of Contents") {
                        self.builder.container = Container::Contents;
                    }
                    if let Some(content) = child.child("sdtContent") {
                        self.blocks(content);
                    }
                    self.flush();
                    self.builder.container = before;
                }
                "ins" | "moveTo" | "customXml" | "smartTag" => self.blocks(child),
                "AlternateContent" => {
                    if let Some(choice) = child.child("Choice").or_else(|| child.child("Fallback"))
                    {
                        self.blocks(choice);
                    }
                }
                _ => {}
            }
        }
    }

    /// Ends a paragraph that was carried on.
    pub(super) fn flush(&mut self) {
        let carried = std::mem::take(&mut self.carried);
        self.builder.paragraph(carried, None, "");
    }

    fn paragraph(&mut self, paragraph: &Element) {
        let shape = self.shape(paragraph);
        let was_contents = self.is_in_contents();
        let mut inline = std::mem::take(&mut self.carried);
        let base = Style {
            bold: false,
            italic: false,
            ..Style::default()
        };
        self.inlines(paragraph, base, &mut inline);
        let run_properties = paragraph.child("pPr").and_then(|one| one.child("rPr"));
        if run_properties.is_some_and(|one| one.child("del").is_some()) {
            inline.mark(Mark::Deletion);
            self.carried = inline;
            return;
        }
        self.write(shape, inline, was_contents);
        self.write_aside();
    }

    fn write(&mut self, shape: Shape, inline: Inline, was_contents: bool) {
        let before = self.builder.container;
        let is_entry = shape.style.starts_with("toc ") || shape.style == "table of figures";
        if is_body(before) && (was_contents || self.is_in_contents() || is_entry) {
            self.builder.container = Container::Contents;
        }
        let level = shape.properties.outline.filter(|level| *level < 9);
        let is_heading =
            level.is_some() && is_body(self.builder.container) && inline.plain().len() < 300;
        match level {
            Some(level) if is_heading => {
                let number = shape.marker.and_then(|marker| marker.number);
                let level = u8::try_from(level).unwrap_or(8) + 1;
                self.builder.heading(level, number, inline);
            }
            _ => {
                if shape.properties.has_border && is_body(self.builder.container) {
                    self.builder.container = self.builder.new_box();
                }
                self.builder.paragraph(inline, shape.marker, &shape.style);
            }
        }
        self.builder.container = before;
    }

    fn shape(&mut self, paragraph: &Element) -> Shape {
        let properties = paragraph.child("pPr");
        let style_id = properties
            .and_then(|one| one.child("pStyle"))
            .and_then(|style| style.get("val"));
        let run = properties.and_then(|one| one.child("rPr"));
        let mut own = Properties::read(properties, run);
        own.has_border = own.has_border && !plain_text(paragraph).trim().is_empty();
        let has_own_list = own.list.is_some();
        let resolved = self.styles.resolve(own, style_id.as_deref());
        let style = style_id
            .as_deref()
            .map_or("", |id| self.styles.name(id))
            .to_owned();
        let marker = match resolved.list.as_deref() {
            // An empty paragraph is not shown, but its number counts.
            Some(list) if list != "0" => {
                let level = match (has_own_list, resolved.level) {
                    (true, level) => level.unwrap_or(0),
                    (false, level) => {
                        let home = self.styles.home_of_list(style_id.as_deref());
                        let bound =
                            home.and_then(|home| self.numbering.level_of_style(list, &home));
                        bound.or(level).unwrap_or(0)
                    }
                };
                let marker = self.numbering.count(list, level);
                marker.map(|marker| ListItem {
                    level: u8::try_from(level).unwrap_or(8),
                    marker: marker.text,
                    number: marker.number,
                    is_computed: true,
                })
            }
            _ => None,
        };
        Shape {
            properties: resolved,
            style,
            marker,
        }
    }

    fn is_in_contents(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| {
            let kind = field.instruction.trim_start();
            kind.starts_with("TOC") || kind.starts_with("INDEX")
        })
    }

    /// Appends the runs below an element.
    pub(super) fn inlines(&mut self, parent: &Element, base: Style, inline: &mut Inline) {
        for child in parent.elements() {
            match &*child.name {
                "r" => self.run(child, base, inline),
                "ins" | "moveTo" => {
                    inline.mark(Mark::InsertionStart);
                    self.inlines(child, base, inline);
                    inline.mark(Mark::InsertionEnd);
                }
                "del" | "moveFrom" => inline.mark(Mark::Deletion),
                "hyperlink" | "smartTag" | "customXml" | "sdtContent" | "dir" | "bdo" => {
                    self.inlines(child, base, inline);
                }
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        self.inlines(content, base, inline);
                    }
                }
                "fldSimple" => {
                    let instruction = child.get("instr").unwrap_or_default();
                    let field = is_reference(&instruction);
                    self.inlines(child, Style { field, ..base }, inline);
                }
                "oMath" | "oMathPara" => inline.push(&plain_text(child), base),
                "commentRangeStart" => self.mark_comment(child, inline, Mark::CommentStart),
                "commentRangeEnd" => self.mark_comment(child, inline, Mark::CommentEnd),
                _ => {}
            }
        }
    }

    fn mark_comment(&self, element: &Element, inline: &mut Inline, mark: fn(usize) -> Mark) {
        let id = element.get("id").unwrap_or_default();
        if let Some(index) = self.comments.iter().position(|known| *known == id) {
            inline.mark(mark(index));
        }
    }

    fn run(&mut self, run: &Element, base: Style, inline: &mut Inline) {
        let properties = run.child("rPr");
        let flag = |name: &str| properties.and_then(|one| one.flag(name));
        if flag("vanish") == Some(true) {
            return;
        }
        let raised = properties.and_then(|one| one.child("vertAlign"));
        let raised = raised.and_then(|one| one.get("val")).as_deref() == Some("superscript");
        let in_field = self
            .fields
            .iter()
            .any(|field| field.is_result && is_reference(&field.instruction));
        let style = Style {
            bold: flag("b").unwrap_or(base.bold),
            italic: flag("i").unwrap_or(base.italic),
            raised,
            field: base.field || in_field,
        };
        for child in run.elements() {
            self.run_part(child, style, inline);
        }
    }

    fn run_part(&mut self, part: &Element, style: Style, inline: &mut Inline) {
        match &*part.name {
            "t" if self.is_shown() => inline.push(&part.own_text(), style),
            "tab" | "ptab" => inline.push("\t", style),
            "br" => {
                let kind = part.get("type");
                if !matches!(kind.as_deref(), Some("page" | "column")) {
                    inline.push("\n", style);
                }
            }
            "cr" => inline.push("\n", style),
            "noBreakHyphen" => inline.push("-", style),
            "sym" => inline.push(symbol(&part.get("char").unwrap_or_default()), style),
            "fldChar" => match part.get("fldCharType").as_deref() {
                Some("begin") => self.fields.push(Field::default()),
                Some("separate") => {
                    if let Some(field) = self.fields.last_mut() {
                        field.is_result = true;
                    }
                }
                Some("end") => drop(self.fields.pop()),
                _ => {}
            },
            "instrText" => {
                if let Some(field) = self.fields.last_mut() {
                    field.instruction.push_str(&part.own_text());
                }
            }
            "footnoteReference" => self.mention(part, 0, inline),
            "endnoteReference" => self.mention(part, 1, inline),
            "drawing" | "pict" | "object" => self.text_boxes(part),
            "AlternateContent" => {
                if let Some(choice) = part.child("Choice").or_else(|| part.child("Fallback")) {
                    self.text_boxes(choice);
                }
            }
            _ => {}
        }
    }

    /// Whether text is shown: an instruction of a field is not.
    fn is_shown(&self) -> bool {
        self.fields.iter().all(|field| field.is_result)
    }

    fn mention(&mut self, part: &Element, kind: usize, inline: &mut Inline) {
        let id = part.get("id").unwrap_or_default();
        let known = self
            .builder
            .document
            .notes
            .iter()
            .filter(|note| note.is_endnote == (kind == 1));
        let mark = (known.count() + 1).to_string();
        let index = self.builder.add_note(mark, kind == 1);
        inline.mark(Mark::Note(index));
        self.aside.push(Aside::Note {
            index,
            part: kind,
            id,
        });
    }

    /// Collects the paragraphs of text boxes below an element.
    fn text_boxes(&mut self, element: &Element) {
        if self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        for child in element.elements() {
            if child.is("txbxContent") {
                let mut lines = Vec::new();
                for paragraph in child.elements().filter(|one| one.is("p")) {
                    let mut inline = Inline::default();
                    self.inlines(paragraph, Style::default(), &mut inline);
                    lines.push(inline);
                }
                self.aside.push(Aside::Box(lines));
            } else if child.is("AlternateContent") {
                if let Some(choice) = child.child("Choice").or_else(|| child.child("Fallback")) {
                    self.text_boxes(choice);
                }
            } else {
                self.text_boxes(child);
            }
        }
        self.depth -= 1;
    }

    /// Writes what the last paragraph mentions.
    pub(super) fn write_aside(&mut self) {
        if self.depth > DEEPEST {
            self.aside.clear();
            return;
        }
        self.depth += 1;
        let before = self.builder.container;
        for aside in std::mem::take(&mut self.aside) {
            match aside {
                Aside::Box(lines) => {
                    self.builder.container = self.builder.new_box();
                    for inline in lines {
                        self.builder.paragraph(inline, None, "");
                    }
                }
                Aside::Note { index, part, id } => {
                    self.builder.container = Container::Note(index);
                    let held = self.notes.get_mut(part).and_then(Option::take);
                    if let Some(content) = held.as_ref().and_then(|part| note(part, &id)) {
                        self.blocks(content);
                        self.flush();
                    }
                    if let Some(slot) = self.notes.get_mut(part) {
                        *slot = held;
                    }
                }
            }
        }
        self.builder.container = before;
        self.depth -= 1;
    }

    /// Enters a nested table or box; `false` if it is too deep.
    pub(super) fn enter(&mut self) -> bool {
        self.depth += 1;
        self.depth <= DEEPEST
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Whether a field shows the number of another place.
fn is_reference(instruction: &str) -> bool {
    let kind = instruction.trim_start();
    ["REF ", "PAGEREF ", "NOTEREF "]
        .iter()
        .any(|word| kind.starts_with(word))
}

/// Letters of the fonts Symbol and Wingdings that rulebooks use.
fn symbol(code: &str) -> &'static str {
    match code.to_ascii_uppercase().as_str() {
        "F0B3" => "≥",
        "F0A3" => "≤",
        "F0B4" => "×",
        "F0B1" => "±",
        "F02D" => "−",
        "F0B8" => "÷",
        "F0AE" | "F0E0" => "→",
        _ => "",
    }
}

/// All text below an element when changes are accepted.
pub(super) fn plain_text(element: &Element) -> String {
    let mut text = String::new();
    collect(element, &mut text, 0);
    text
}

fn collect(element: &Element, text: &mut String, depth: usize) {
    for child in &element.children {
        let Node::Element(child) = child else {
            continue;
        };
        match &*child.name {
            "t" => text.push_str(&child.own_text()),
            "tab" => text.push('\t'),
            "del" | "moveFrom" | "pPr" | "rPr" => {}
            _ if depth < 60 => collect(child, text, depth + 1),
            _ => {}
        }
    }
}
