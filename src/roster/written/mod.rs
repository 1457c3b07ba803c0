//! TOML as written: the sections and values of a text with their places, and edits that change nothing else.
//!
//! Unlike the readers of units, maps and scenarios it knows no meaning of a key, and reads what it can of a text that is half written.
//! Comments, blank lines, the order and the layout of lists belong to the writer of the text: an edit changes what it names.

mod edit;
mod layout;
mod value;

pub use edit::TomlEdit;
pub use value::TomlValue;

use std::ops::Range;

use toml_parser::lexer::Token;
use toml_parser::parser::{
    Event, EventKind, EventReceiver, RecursionGuard, parse_document, parse_value,
};
use toml_parser::{ErrorSink, ParseError, Source};

/// The deepest nesting of lists and records that is read.
const DEEPEST: u32 = 64;

/// A step of a path to a section or a value: `unit`, `garrison`, `men`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A name of a heading, or a key.
    Name(String),
    /// The number, from 0, of a section of `[[side]]`, or of an item of a list.
    At(usize),
}

impl From<&str> for Step {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

/// A section as written: `[unit.garrison]` and the lines below it. The first is that above all headings, with an empty path.
#[derive(Debug, Clone, PartialEq)]
pub struct TomlSection {
    /// The names of its heading; behind the name of a list of sections, `[[side]]`, its number.
    pub path: Vec<Step>,
    /// From the start of its heading to the end of its last line, in bytes.
    pub span: Range<usize>,
    /// In the order of the text.
    pub entries: Vec<TomlEntry>,
    /// The end of the line of its last key, or of its heading.
    last: usize,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct TomlEntry {
    /// Several names of a dotted key.
    pub keys: Vec<String>,
    /// From the key to the end of the value, in bytes.
    pub span: Range<usize>,
    /// The value.
    pub node: Node,
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// In bytes.
    pub span: Range<usize>,
    kind: NodeKind,
}

#[derive(Debug, Clone, PartialEq)]
enum NodeKind {
    Scalar(TomlValue),
    List(Vec<Node>),
    Table(Vec<TomlEntry>),
}

impl Node {
    /// Returns the value.
    pub fn value(&self) -> TomlValue {
        match &self.kind {
            NodeKind::Scalar(value) => value.clone(),
            NodeKind::List(items) => TomlValue::List(items.iter().map(Self::value).collect()),
            NodeKind::Table(entries) => {
                let pair = |entry: &TomlEntry| (entry.keys.join("."), entry.node.value());
                TomlValue::Table(entries.iter().map(pair).collect())
            }
        }
    }

    /// Returns the value at the end of a path within this one.
    fn descend(&self, path: &[Step]) -> Option<&Self> {
        let Some((first, rest)) = path.split_first() else {
            return Some(self);
        };
        match (&self.kind, first) {
            (NodeKind::List(items), Step::At(number)) => items.get(*number)?.descend(rest),
            (NodeKind::Table(entries), Step::Name(_)) => find_in(entries, path),
            (NodeKind::Scalar(_) | NodeKind::List(_) | NodeKind::Table(_), _) => None,
        }
    }
}

/// Returns the value of an entry at the end of a path.
fn find_in<'e>(entries: &'e [TomlEntry], path: &[Step]) -> Option<&'e Node> {
    entries.iter().find_map(|entry| {
        let rest = path.get(entry.keys.len()..)?;
        let mut pairs = entry.keys.iter().zip(path);
        let is_key = pairs.all(|(key, step)| matches!(step, Step::Name(name) if name == key));
        is_key.then(|| entry.node.descend(rest))?
    })
}

/// Returns the sections of a text, as far as they can be read.
pub fn toml_sections(text: &str) -> Vec<TomlSection> {
    let source = Source::new(text);
    let (events, _) = events(source, parse_document);
    let mut reader = Reader::new(source, &events);
    let mut sections = reader.sections();
    for at in 0..sections.len() {
        let next = sections
            .get(at + 1)
            .map_or(text.len(), |next| next.span.start);
        if let Some(section) = sections.get_mut(at) {
            section.span.end = layout::end_of_comments(text, section.last, next);
        }
    }
    sections
}

/// Reads a single value, such as `["turret", "elite"]`; `None` if it is none.
pub fn toml_value(text: &str) -> Option<TomlValue> {
    read_value(text).map(|node| node.value())
}

/// Returns a single value with the places of its parts; `None` if it cannot be read.
fn read_value(text: &str) -> Option<Node> {
    let source = Source::new(text);
    let (events, errors) = events(source, parse_value);
    let node = Reader::new(source, &events).node()?;
    errors.is_empty().then_some(node)
}

/// A parser of a text's tokens, as of a document or of a value.
type Parser = fn(&[Token], &mut dyn EventReceiver, &mut dyn ErrorSink);

/// Returns the events and the errors of parsing a text.
fn events(source: Source<'_>, parse: Parser) -> (Vec<Event>, Vec<ParseError>) {
    let tokens = source.lex().into_vec();
    let (mut events, mut errors) = (Vec::new(), Vec::new());
    let mut receive = |event: Event| events.push(event);
    let mut guarded = RecursionGuard::new(&mut receive, DEEPEST);
    parse(&tokens, &mut guarded, &mut errors);
    (events, errors)
}

/// Reads the events of the TOML parser.
struct Reader<'e> {
    source: Source<'e>,
    events: &'e [Event],
    at: usize,
}

impl<'e> Reader<'e> {
    fn new(source: Source<'e>, events: &'e [Event]) -> Self {
        Self {
            source,
            events,
            at: 0,
        }
    }

    fn next(&mut self) -> Option<Event> {
        let event = *self.events.get(self.at)?;
        self.at += 1;
        Some(event)
    }

    fn sections(&mut self) -> Vec<TomlSection> {
        let text = self.source.input();
        let mut sections = vec![TomlSection {
            path: Vec::new(),
            span: 0..0,
            entries: Vec::new(),
            last: 0,
        }];
        let mut lists: Vec<(Vec<Step>, usize)> = Vec::new();
        while let Some(event) = self.next() {
            let kind = event.kind();
            if kind == EventKind::StdTableOpen || kind == EventKind::ArrayTableOpen {
                let (names, end) = self.heading(event.span().end());
                let path = section_path(names, kind == EventKind::ArrayTableOpen, &mut lists);
                let last = layout::end_of_line(text, end);
                sections.push(TomlSection {
                    path,
                    span: layout::start_of_line(text, event.span().start())..last,
                    entries: Vec::new(),
                    last,
                });
            } else if kind == EventKind::SimpleKey {
                self.at -= 1;
                if let (Some(entry), Some(section)) = (self.entry(), sections.last_mut()) {
                    section.last = layout::end_of_line(text, entry.span.end);
                    section.entries.push(entry);
                }
            }
        }
        sections
    }

    /// Reads the names of a heading, and returns where it ends.
    fn heading(&mut self, from: usize) -> (Vec<String>, usize) {
        let mut names = Vec::new();
        let mut end = from;
        while let Some(event) = self.next() {
            match event.kind() {
                EventKind::SimpleKey => names.push(self.key(event)),
                EventKind::StdTableClose | EventKind::ArrayTableClose => {
                    return (names, event.span().end());
                }
                EventKind::KeySep | EventKind::Whitespace | EventKind::Error => {}
                EventKind::StdTableOpen
                | EventKind::ArrayTableOpen
                | EventKind::InlineTableOpen
                | EventKind::InlineTableClose
                | EventKind::ArrayOpen
                | EventKind::ArrayClose
                | EventKind::KeyValSep
                | EventKind::Scalar
                | EventKind::ValueSep
                | EventKind::Comment
                | EventKind::Newline => {
                    self.at -= 1;
                    return (names, end);
                }
            }
            end = event.span().end();
        }
        (names, end)
    }

    fn key(&self, event: Event) -> String {
        let mut name = String::new();
        if let Some(raw) = self.source.get(event) {
            raw.decode_key(&mut name, &mut ());
        }
        name
    }

    /// Reads a key with its value; `None` without one.
    fn entry(&mut self) -> Option<TomlEntry> {
        let mut keys = Vec::new();
        let mut start = None;
        while let Some(event) = self.events.get(self.at).copied() {
            match event.kind() {
                EventKind::SimpleKey => {
                    start.get_or_insert(event.span().start());
                    keys.push(self.key(event));
                }
                EventKind::KeySep | EventKind::Whitespace => {}
                EventKind::KeyValSep => {
                    self.at += 1;
                    let node = self.node()?;
                    let span = start?..node.span.end;
                    return Some(TomlEntry { keys, span, node });
                }
                EventKind::StdTableOpen
                | EventKind::StdTableClose
                | EventKind::ArrayTableOpen
                | EventKind::ArrayTableClose
                | EventKind::InlineTableOpen
                | EventKind::InlineTableClose
                | EventKind::ArrayOpen
                | EventKind::ArrayClose
                | EventKind::Scalar
                | EventKind::ValueSep
                | EventKind::Comment
                | EventKind::Newline
                | EventKind::Error => {
                    // What is no key any more is read by whoever asked for one; a key alone has been passed.
                    return None;
                }
            }
            self.at += 1;
        }
        None
    }

    /// Reads a value; `None` if there is none.
    fn node(&mut self) -> Option<Node> {
        while let Some(event) = self.events.get(self.at).copied() {
            let span = event.span();
            match event.kind() {
                EventKind::Scalar => {
                    self.at += 1;
                    let raw = self.source.get(event)?;
                    let kind = NodeKind::Scalar(TomlValue::read(raw)?);
                    let span = span.start()..span.end();
                    return Some(Node { span, kind });
                }
                EventKind::ArrayOpen | EventKind::InlineTableOpen => return self.nested(event),
                EventKind::Whitespace => self.at += 1,
                EventKind::StdTableOpen
                | EventKind::StdTableClose
                | EventKind::ArrayTableOpen
                | EventKind::ArrayTableClose
                | EventKind::InlineTableClose
                | EventKind::ArrayClose
                | EventKind::SimpleKey
                | EventKind::KeySep
                | EventKind::KeyValSep
                | EventKind::ValueSep
                | EventKind::Comment
                | EventKind::Newline
                | EventKind::Error => return None,
            }
        }
        None
    }

    /// Reads a list or a record to its end.
    fn nested(&mut self, open: Event) -> Option<Node> {
        self.at += 1;
        let is_list = open.kind() == EventKind::ArrayOpen;
        let (mut items, mut entries) = (Vec::new(), Vec::new());
        while let Some(event) = self.events.get(self.at).copied() {
            match event.kind() {
                EventKind::ArrayClose | EventKind::InlineTableClose => {
                    self.at += 1;
                    let span = open.span().start()..event.span().end();
                    let kind = if is_list {
                        NodeKind::List(items)
                    } else {
                        NodeKind::Table(entries)
                    };
                    return Some(Node { span, kind });
                }
                EventKind::SimpleKey if !is_list => entries.push(self.entry()?),
                EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    items.push(self.node()?);
                }
                EventKind::Whitespace
                | EventKind::Comment
                | EventKind::Newline
                | EventKind::ValueSep
                | EventKind::SimpleKey
                | EventKind::KeySep
                | EventKind::KeyValSep => self.at += 1,
                EventKind::StdTableOpen
                | EventKind::StdTableClose
                | EventKind::ArrayTableOpen
                | EventKind::ArrayTableClose
                | EventKind::Error => return None,
            }
        }
        None
    }
}

/// Returns the path of a heading, and counts the sections of lists.
fn section_path(
    names: Vec<String>,
    is_repeated: bool,
    lists: &mut Vec<(Vec<Step>, usize)>,
) -> Vec<Step> {
    let n_names = names.len();
    let mut path = Vec::new();
    for (at, name) in names.into_iter().enumerate() {
        path.push(Step::Name(name));
        let known = lists.iter_mut().find(|(list, _)| *list == path);
        match known {
            Some((_, count)) => {
                if is_repeated && at + 1 == n_names {
                    *count += 1;
                }
                let number = *count - 1;
                path.push(Step::At(number));
            }
            None if is_repeated && at + 1 == n_names => {
                lists.push((path.clone(), 1));
                path.push(Step::At(0));
            }
            None => {}
        }
    }
    path
}
