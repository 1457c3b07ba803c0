//! A unit as written.

use sandtable_source::{Span, Spanned};

/// One unit of a unit file: `[vehicle.panther]` and the lines below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// `vehicle`
    pub kind: Spanned<String>,
    /// `panther`; no two units of a roster have the same.
    pub id: Spanned<String>,
    /// `name = "Panther"`: the title that is shown to players.
    pub title: Option<Spanned<String>>,
    /// All other keys but `note`, in the order written; each key once.
    pub stats: Vec<Stat>,
    /// Whether all its lines could be read. If not, a finding reports it, and missing stats may be among the unread lines.
    pub is_sound: bool,
}

impl Unit {
    /// Returns the stat with that key.
    pub fn stat(&self, key: &str) -> Option<&Stat> {
        self.stats.iter().find(|stat| stat.key.value == key)
    }

    /// Returns the title, else the id.
    pub fn shown(&self) -> &str {
        self.title.as_ref().unwrap_or(&self.id).value.as_str()
    }

    /// Returns the span of the head of the unit, for findings about missing stats.
    pub fn head(&self) -> Span {
        self.id.span
    }
}

/// `armour = "H"`
#[derive(Debug, Clone, PartialEq)]
pub struct Stat {
    /// `armour`
    pub key: Spanned<String>,
    /// `"H"`
    pub value: Spanned<Value>,
}

/// Value after the `=`.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `12`
    Number(i64),
    /// `true`
    Flag(bool),
    /// `"H"`
    Word(String),
    /// `["turret", "elite"]`
    List(Vec<Spanned<Value>>),
    /// `{ weight = "M", traits = ["pak-40"] }`: a part without a unit of its own; keys in the order written.
    Inline(Vec<Stat>),
    /// `12.5`, as written.
    Decimal(String),
    /// Name of a TOML type that no stat can have: `a date or time`.
    Other(&'static str),
    /// A value that cannot be read, which has been reported.
    Unreadable,
}

impl Value {
    /// Returns the text of a word; `None` for other values.
    pub fn word(&self) -> Option<&str> {
        if let Self::Word(word) = self {
            Some(word)
        } else {
            None
        }
    }

    /// Returns the entries of a list; `None` for other values.
    pub fn list(&self) -> Option<&[Spanned<Value>]> {
        if let Self::List(entries) = self {
            Some(entries)
        } else {
            None
        }
    }

    /// Returns the name of the type in findings: `a number`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Decimal(_) => "a decimal number",
            Self::Flag(_) => "a flag",
            Self::Word(_) => "a word",
            Self::List(_) => "a list",
            Self::Inline(_) => "a part in braces",
            Self::Other(what) => what,
            Self::Unreadable => "unreadable",
        }
    }
}
