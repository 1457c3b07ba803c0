//! A unit as written.

use sandtable_source::{Span, Spanned};

/// One unit of a unit file: `[vehicle.panther]` and the lines below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// `vehicle`
    pub kind: Spanned<String>,
    /// `panther`; no two units of a roster have the same.
    pub id: Spanned<String>,
    /// `name = "Panther"`: how players know it.
    pub title: Option<Spanned<String>>,
    /// Everything else but `note`, in the order in which it stands there; no key twice.
    pub stats: Vec<Stat>,
    /// Whether all its lines could be read. If not, a finding says so, and what seems to be missing may be among them.
    pub is_sound: bool,
}

impl Unit {
    /// The stat of that key.
    pub fn stat(&self, key: &str) -> Option<&Stat> {
        self.stats.iter().find(|stat| stat.key.value == key)
    }

    /// As shown to players: the title, else the id.
    pub fn shown(&self) -> &str {
        self.title.as_ref().unwrap_or(&self.id).value.as_str()
    }

    /// The head of the unit, for findings about what is not there.
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
    /// `{ weight = "M", traits = ["pak-40"] }`: a part that has no unit of its own; in the order written.
    Inline(Vec<Stat>),
    /// `12.5`, as written.
    Decimal(String),
    /// Name of a value that no stat can have: `a date or time`.
    Other(&'static str),
    /// Cannot be read; a finding says so, and no check needs to say more.
    Unreadable,
}

impl Value {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        if let Self::Word(word) = self {
            Some(word)
        } else {
            None
        }
    }

    /// The entries, if it is a list.
    pub fn list(&self) -> Option<&[Spanned<Value>]> {
        if let Self::List(entries) = self {
            Some(entries)
        } else {
            None
        }
    }

    /// Its name in findings: `a number`.
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
