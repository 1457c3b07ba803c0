//! The sections of a manuscript as the index of a ruleset.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sandtable_draft::{BlockContent, Document, Section};

use super::names::slug;

/// The index, and the ids under which sections are cited.
#[derive(Debug, Default)]
pub(super) struct SectionIndex {
    /// By section of the document: its id; `None` for one whose id another section has already.
    ids: Vec<Option<String>>,
    /// Text of `index.toml`.
    pub(super) text: String,
    /// Headings of sections whose ids occur twice, by the indices of their blocks.
    pub(super) doubled: Vec<(usize, String)>,
}

impl SectionIndex {
    /// The citation of the section that a block belongs to, with a space before it; empty before the first heading.
    pub(super) fn citation(&self, document: &Document, block: usize) -> String {
        let section = document.section_of(block);
        let id = section.and_then(|at| self.ids.get(at)?.as_ref());
        id.map_or_else(String::new, |id| format!(" [{id}]"))
    }

    /// Number of sections.
    pub(super) fn n_sections(&self) -> usize {
        self.ids.iter().flatten().count()
    }
}

/// Makes the index of the sections of a manuscript, in their order.
pub(super) fn of_sections(document: &Document) -> SectionIndex {
    let mut index = SectionIndex::default();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for section in &document.sections {
        let Some(id) = id_of(section) else {
            index.ids.push(None);
            continue;
        };
        if seen.contains_key(&id) {
            index.doubled.push((section.heading, id));
            index.ids.push(None);
            continue;
        }
        seen.insert(id.clone(), section.heading);
        let title = match section.title.trim() {
            "" => id.as_str(),
            title => title,
        };
        let force = match has_text(document, section) {
            true => "",
            false => "force = \"advice\"\n",
        };
        let _ = write!(
            index.text,
            "[[rule]]\nid = {}\ntitle = {}\n{force}\n",
            toml_text(&id),
            toml_text(title)
        );
        index.ids.push(Some(id));
    }
    index
}

/// Whether a section has text of its own that a rule can be made of: it is not the title of the whole book, and not only a heading
/// above others.
fn has_text(document: &Document, section: &Section) -> bool {
    let is_title = section.heading == document.sections.first().map_or(0, |first| first.heading)
        && section.number.is_none()
        && document
            .sections
            .iter()
            .skip(1)
            .all(|other| other.level > section.level);
    let next = document.blocks.get(section.heading + 1);
    let is_followed = next.is_some_and(|next| !matches!(next.content, BlockContent::Heading(_)));
    !is_title && is_followed && section.heading + 1 < section.blocks.end
}

/// The lines of an index that tie it to the files of a manuscript, and tables of it to declarations.
pub(super) fn ties(files: &[String], tables: &[(String, String)]) -> (String, String) {
    let files: Vec<String> = files.iter().map(|file| toml_text(file)).collect();
    let head = match files.as_slice() {
        [only] => format!("draft = {only}\n\n"),
        several => format!("draft = [{}]\n\n", several.join(", ")),
    };
    let mut tail = String::new();
    if !tables.is_empty() {
        tail.push_str("[tables]\n");
        for (place, name) in tables {
            let _ = writeln!(tail, "{} = {}", toml_text(place), toml_text(name));
        }
    }
    (head, tail)
}

/// The number of a section, else its title, as a citation can name it.
pub(crate) fn id_of(section: &Section) -> Option<String> {
    let number = section.number.as_ref().map(|number| number.text.trim());
    let number = number.map(|text| text.trim_matches(['.', '(', ')', ' ']).to_owned());
    let is_citable = |id: &String| {
        let is_sign = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-');
        !id.is_empty() && id.chars().all(is_sign) && !id.ends_with('-')
    };
    number.filter(is_citable).or_else(|| slug(&section.title))
}

/// A text as a value of TOML.
pub(super) fn toml_text(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' | '\t' => quoted.push(' '),
            letter if letter.is_control() => {}
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
