//! XML to a tree of elements, by local names.

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::fault::Fault;

/// Deepest nesting that is read; documents of word processors have some 40 levels.
const DEEPEST: usize = 200;
const DAMAGED: Fault = Fault::Damaged("its text is not sound XML");

/// Element with its content.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Name without prefix.
    pub(super) name: Box<str>,
    /// The attributes, as written.
    attributes: Box<str>,
    /// Content in order.
    pub(super) children: Vec<Node>,
}

/// Content of an element.
#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// Whether it has a local name.
    pub(super) fn is(&self, name: &str) -> bool {
        &*self.name == name
    }

    /// Value of an attribute, by its local name.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        if !self.attributes.contains(name) {
            return None;
        }
        let start = BytesStart::from_content(&*self.attributes, 0);
        let mut attributes = start.attributes();
        let attributes = attributes.with_checks(false);
        let found = attributes
            .flatten()
            .find(|one| one.key.local_name().as_ref() == name)?;
        Some(match found.normalized_value(XmlVersion::Implicit1_0) {
            Ok(value) => value.into_owned(),
            Err(_) => found.value.into_owned(),
        })
    }

    /// An attribute as a whole number.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.get(name)?.trim().parse().ok()
    }

    /// The first child element of a name.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.elements().find(|child| child.is(name))
    }

    /// Child elements in order.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Whether a mark such as `<w:b/>` is set: it is there and not `val="0"`.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        let mark = self.child(name)?;
        let value = mark.get("val");
        Some(!matches!(
            value.as_deref(),
            Some("0" | "false" | "off" | "none")
        ))
    }

    /// Text directly in it.
    pub(super) fn own_text(&self) -> String {
        let texts = self.children.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.as_str()),
            Node::Element(_) => None,
        });
        texts.collect()
    }
}

/// Reads a whole document; returns its outermost element.
///
/// Errors: it is not sound XML in UTF-8, or nested too deep.
pub(super) fn parse(bytes: &[u8]) -> Result<Element, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| DAMAGED)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().map_err(|_| DAMAGED)?;
        if let Event::Eof = event {
            break;
        }
        if let Event::Start(start) = &event {
            open.push(element(start));
            if open.len() > DEEPEST {
                return Err(Fault::Damaged("its parts are nested too deep"));
            }
        } else if let Event::Empty(start) = &event {
            add(&mut open, Node::Element(element(start)));
        } else if let Event::End(_) = event {
            let closed = open.pop().ok_or(DAMAGED)?;
            add(&mut open, Node::Element(closed));
        } else if let Event::Text(piece) = event {
            add_text(&mut open, &piece.xml10_content());
        } else if let Event::CData(piece) = event {
            add_text(&mut open, &piece.xml10_content());
        } else if let Event::GeneralRef(reference) = event {
            if let Ok(Some(letter)) = reference.resolve_char_ref() {
                add_text(&mut open, letter.encode_utf8(&mut [0; 4]));
            } else if let Some(letters) = resolve_xml_entity(&reference) {
                add_text(&mut open, letters);
            }
        }
    }
    let (Some(root), true) = (open.pop(), open.is_empty()) else {
        return Err(DAMAGED);
    };
    let outermost = root.children.into_iter().find_map(|node| match node {
        Node::Element(element) => Some(element),
        Node::Text(_) => None,
    });
    outermost.ok_or(DAMAGED)
}

fn element(start: &BytesStart<'_>) -> Element {
    Element {
        name: start.local_name().as_ref().into(),
        attributes: start.attributes_raw().into(),
        children: Vec::new(),
    }
}

fn add(open: &mut [Element], node: Node) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(node);
    }
}

fn add_text(open: &mut [Element], text: &str) {
    let Some(parent) = open.last_mut() else {
        return;
    };
    if let Some(Node::Text(before)) = parent.children.last_mut() {
        before.push_str(text);
    } else {
        parent.children.push(Node::Text(text.to_owned()));
    }
}
