//! What `roll` and `odds` have in common: a ruleset, what is asked, and the situation.

use std::str::FromStr;

use crate::eval::policy::Unstated;
use crate::model::Binding;
use crate::source::{FileId, SourceMap, Span, Spanned};
use crate::syntax::ast::Literal;

/// A question to a ruleset.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Question {
    /// A ruleset: its name, a folder or a rule file; `odds` and `sample` also take a scenario alone, RULESET/NAME
    pub(super) ruleset: String,
    /// A roll, action, table or formula; `sandtable list RULESET` names them
    pub(super) name: Option<String>,
    /// The situation: parameters, facts, stats and tracks; for `odds` also several values, `range=0..15`, `gun=a,b`, `unit=*`
    #[arg(value_name = "KEY=VALUE")]
    pub(super) given: Vec<Pair>,
    /// Sets an optional rule: NAME=on, NAME=off, or one of its words
    #[arg(long = "option", value_name = "NAME=on")]
    pub(super) options: Vec<Switch>,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    pub(super) with: Vec<String>,
    /// What becomes of decisions for which the rules state no worth
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) policy: Option<Policy>,
}

/// What becomes of decisions for which the rules state no worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Policy {
    /// The first option is taken
    First,
    /// Every option is equally likely
    Random,
}

impl Policy {
    /// As the drivers know it; `None` leaves such decisions open.
    pub(super) fn unstated(policy: Option<Self>) -> Unstated {
        match policy {
            None => Unstated::Refuse,
            Some(Self::First) => Unstated::First,
            Some(Self::Random) => Unstated::Random,
        }
    }
}

/// `range=5`, `target.movement-hits=1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) key: String,
    pub(super) value: String,
}

/// `weak-sides=on`, `rounding=up`; the name alone switches it on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Switch {
    pub(super) name: String,
    pub(super) value: String,
}

/// How many values of a range are taken.
const MOST_VALUES: usize = 1000;

/// A question with a place for each of its words: findings point into the command line.
pub(super) struct Placed {
    pub(super) name: Spanned<String>,
    pub(super) bindings: Vec<Binding>,
    pub(super) options: Vec<(Spanned<String>, Spanned<String>)>,
}

impl Question {
    /// What is asked; nothing of a scenario.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// Whether a key is given several values: `range=0..15`, `target=sherman,tiger-i`, `firer=*`.
    pub(super) fn is_spread(&self) -> bool {
        let mut given = self.given.iter();
        given.any(|pair| pair.is_every() || pair.values().is_some())
    }

    /// The same question with one value for a key.
    pub(super) fn with(&self, key: &str, value: &str) -> Self {
        let mut question = self.clone();
        for pair in question.given.iter_mut().filter(|pair| pair.key == key) {
            value.clone_into(&mut pair.value);
        }
        question
    }

    /// Writes the question down as a text among the sources.
    pub(super) fn place(&self, sources: &mut SourceMap) -> Placed {
        let mut text = String::new();
        let mut write = |word: &str| {
            if !text.is_empty() {
                text.push(' ');
            }
            let start = text.len();
            text.push_str(word);
            start
        };
        let name = write(self.name());
        let given: Vec<usize> = self
            .given
            .iter()
            .map(|pair| write(&format!("{}={}", pair.key, pair.value)))
            .collect();
        let options: Vec<usize> = self
            .options
            .iter()
            .map(|switch| {
                write(&format!("--option {}={}", switch.name, switch.value)) + "--option ".len()
            })
            .collect();
        let file = sources.add("command line", text);
        Placed {
            name: placed(file, name, self.name()),
            bindings: self
                .given
                .iter()
                .zip(given)
                .map(|(pair, start)| pair.binding(file, start))
                .collect(),
            options: self
                .options
                .iter()
                .zip(options)
                .map(|(switch, start)| {
                    let value = start + switch.name.len() + 1;
                    (
                        placed(file, start, &switch.name),
                        placed(file, value, &switch.value),
                    )
                })
                .collect(),
        }
    }
}

fn placed(file: FileId, start: usize, word: &str) -> Spanned<String> {
    Spanned::new(word.to_owned(), Span::new(file, start, start + word.len()))
}

impl Pair {
    /// Whether every value that there is is meant.
    pub(super) fn is_every(&self) -> bool {
        self.value == "*"
    }

    /// The values, if there are several.
    pub(super) fn values(&self) -> Option<Vec<String>> {
        if self.value.contains(',') {
            return Some(
                self.value
                    .split(',')
                    .map(|one| one.trim().to_owned())
                    .collect(),
            );
        }
        let (low, high) = self.value.split_once("..")?;
        let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
        Some(
            (low..=high)
                .take(MOST_VALUES)
                .map(|one| one.to_string())
                .collect(),
        )
    }

    fn binding(&self, file: FileId, start: usize) -> Binding {
        let mut at = start;
        let place = self
            .key
            .split('.')
            .map(|name| {
                let name = placed(file, at, name);
                at = name.span.end + 1;
                name
            })
            .collect();
        let value = placed(file, start + self.key.len() + 1, &self.value);
        let literal = match self.value.parse() {
            Ok(number) => Literal::Number(number),
            Err(_) => Literal::Word(self.value.clone()),
        };
        Binding {
            place,
            about: Vec::new(),
            value: Spanned::new(literal, value.span),
        }
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (key, value) = text
            .split_once('=')
            .ok_or("no `=` in it; write what is given as `range=5`, without blanks around `=`")?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || value.is_empty() {
            return Err(
                "something is missing beside the `=`; write it as `range=5`, without blanks"
                    .to_owned(),
            );
        }
        Ok(Self {
            key: key.to_owned(),
            value: value.to_owned(),
        })
    }
}

impl FromStr for Switch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').unwrap_or((text, "on"));
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() || value.is_empty() {
            return Err("something is missing beside the `=`; write it as `NAME=on`".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}
