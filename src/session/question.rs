//! A question before name resolution: the words in which it is given.

use std::str::FromStr;

use sandtable_ask::{Binding, Piece};
use sandtable_eval::policy::Unstated;
use sandtable_source::{FileId, SourceMap, Span, Spanned};
use sandtable_syntax::ast::Literal;

/// A question to a ruleset, or to the game of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The name of the ruleset; for a game, of the scenario, `RULESET/NAME`.
    pub ruleset: String,
    /// The entry that is evaluated: a roll, action, table or formula; `None` for the game of a scenario.
    pub name: Option<String>,
    /// The situation: parameters, facts, stats and tracks. In tables a key may have several values.
    pub given: Vec<Pair>,
    /// Further pieces on the table, which no parameter names.
    pub units: Vec<FurtherPiece>,
    /// Optional rules that are set.
    pub options: Vec<Switch>,
    /// Variants in force in addition to those that the ruleset names.
    pub variants: Vec<String>,
    /// The policy for decisions for which the rules state no worth.
    pub unstated: Unstated,
    /// Restricts the answer to the chance of this condition, in the syntax of an `expect` of an example.
    pub only: Option<String>,
    /// Restricts the answer to these values at the end: `UNIT.TRACK`, or any value that an `expect` may name.
    pub tracks: Vec<String>,
    /// Restricts the cases to those in which this condition holds at the end.
    pub condition: Option<String>,
}

/// `range=5`, `target.movement-hits=1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// A name, or names joined by dots; the units that a fact is about follow it in brackets, `caught(friend, target)`.
    pub key: String,
    /// One value; in tables also `0..15`, `a,b` or `*`.
    pub value: String,
}

/// `scout=rider of second`: another unit of the unit files that takes part, with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherPiece {
    /// Its name in the question; by default the id of the unit.
    pub name: String,
    /// Its id in the unit files.
    pub unit: String,
    /// Its side.
    pub side: Option<String>,
}

/// `weak-sides=on`, `rounding=up`; a name alone means `on`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The name of the optional rule.
    pub name: String,
    /// `on`, `off`, or one of its words.
    pub value: String,
}

/// Several values of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// `a,b`: as written.
    Listed(Vec<String>),
    /// `0..15`: every number from the first to the second; empty if the second is lower.
    Range(i32, i32),
}

impl Values {
    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        match self {
            Self::Listed(values) => values.len() as u64,
            Self::Range(low, high) => {
                u64::try_from(i64::from(*high) - i64::from(*low) + 1).unwrap_or(0)
            }
        }
    }

    /// Returns every value in the notation of a single value.
    pub fn written(self) -> Vec<String> {
        match self {
            Self::Listed(values) => values,
            Self::Range(low, high) => (low..=high).map(|one| one.to_string()).collect(),
        }
    }
}

/// The file name of the text of a question among the sources.
pub(crate) const SOURCE: &str = "command line";

/// A question with a span for each of its words, so that findings can refer to its text.
pub(crate) struct Placed {
    pub(crate) name: Spanned<String>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) options: Vec<(Spanned<String>, Spanned<String>)>,
}

impl Question {
    /// Returns a question about an entry of a ruleset, without given values.
    pub fn new(ruleset: impl Into<String>, name: Option<String>) -> Self {
        Self {
            ruleset: ruleset.into(),
            name,
            given: Vec::new(),
            units: Vec::new(),
            options: Vec::new(),
            variants: Vec::new(),
            unstated: Unstated::Refuse,
            only: None,
            tracks: Vec::new(),
            condition: None,
        }
    }

    /// Returns the name of the entry; empty for the game of a scenario.
    pub fn entry(&self) -> &str {
        self.name.as_deref().unwrap_or("")
    }

    /// The keys that look as if they had several values: `range=0..15`, `target=sherman,tiger-i`, `firer=*`.
    pub(crate) fn spread(&self) -> impl Iterator<Item = &Pair> {
        self.given.iter().filter(|pair| {
            pair.is_every() || pair.values().is_some() || pair.ends_of_words().is_some()
        })
    }

    /// Returns the same question with one value for a key.
    #[must_use]
    pub fn with(&self, key: &str, value: &str) -> Self {
        let mut question = self.clone();
        for pair in question.given.iter_mut().filter(|pair| pair.key == key) {
            value.clone_into(&mut pair.value);
        }
        question
    }

    /// Returns the same question with changes: `range=9`, `variant=NAME`, `option=NAME`, `option=NAME=off`.
    #[must_use]
    pub fn changed(&self, changes: &[Pair]) -> Self {
        let mut second = self.clone();
        for change in changes {
            match change.key.as_str() {
                "variant" => second.variants.push(change.value.clone()),
                "option" => {
                    let switched = change.value.split_once('=');
                    let (name, value) = switched.unwrap_or((&change.value, "on"));
                    second.options.retain(|switch| switch.name != name);
                    second.options.push(Switch {
                        name: name.to_owned(),
                        value: value.to_owned(),
                    });
                }
                key => {
                    second.given.retain(|pair| pair.key != key);
                    second.given.push(change.clone());
                }
            }
        }
        second
    }

    /// Adds the text of the question to the sources and returns its parts with spans.
    pub(crate) fn place(&self, sources: &mut SourceMap) -> Placed {
        let mut text = String::new();
        let mut write = |word: &str| {
            if !text.is_empty() {
                text.push(' ');
            }
            let start = text.len();
            text.push_str(word);
            start
        };
        let name = write(self.entry());
        let given: Vec<usize> = self
            .given
            .iter()
            .map(|pair| write(&format!("{}={}", pair.key, pair.value)))
            .collect();
        let units: Vec<usize> = self
            .units
            .iter()
            .map(|piece| write(&format!("--units {piece}")) + "--units ".len())
            .collect();
        let options: Vec<usize> = self
            .options
            .iter()
            .map(|switch| {
                write(&format!("--option {}={}", switch.name, switch.value)) + "--option ".len()
            })
            .collect();
        let file = sources.add(SOURCE, text);
        Placed {
            name: placed(file, name, self.entry()),
            pieces: self
                .units
                .iter()
                .zip(units)
                .map(|(piece, start)| piece.placed(file, start))
                .collect(),
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

/// The parts of a text between its commas, but for those within brackets: a point is written `(9, 12)`.
pub fn listed(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let parts = text.split(|letter: char| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        letter == ',' && depth <= 0
    });
    parts.collect()
}

fn placed(file: FileId, start: usize, word: &str) -> Spanned<String> {
    Spanned::new(word.to_owned(), Span::new(file, start, start + word.len()))
}

impl Pair {
    /// Whether the value is `*`, for every possible value.
    pub fn is_every(&self) -> bool {
        self.value == "*"
    }

    /// Returns the values, if there are several.
    pub fn values(&self) -> Option<Values> {
        let listed = listed(&self.value);
        if listed.len() > 1 {
            let listed = listed.into_iter().map(|one| one.trim().to_owned());
            return Some(Values::Listed(listed.collect()));
        }
        let (low, high) = self.value.split_once("..")?;
        Some(Values::Range(low.parse().ok()?, high.parse().ok()?))
    }

    /// Returns the ends of a range of words: `odds=1:2..2:1`.
    pub(crate) fn ends_of_words(&self) -> Option<(&str, &str)> {
        let (low, high) = self.value.split_once("..")?;
        let is_word = |end: &str| !end.is_empty() && !end.contains(['(', ')', '.']);
        let are_words = is_word(low) && is_word(high) && self.values().is_none();
        are_words.then_some((low, high))
    }

    fn binding(&self, file: FileId, start: usize) -> Binding {
        let open = self.key.strip_suffix(')').and_then(|key| key.find('('));
        let (names, units) = match open {
            Some(at) => (self.key.get(..at), self.key.get(at + 1..self.key.len() - 1)),
            None => (Some(self.key.as_str()), None),
        };
        let words = |text: Option<&str>, mark: char, start: usize| {
            let mut at = start;
            let words = text.into_iter().flat_map(|text| text.split(mark));
            let words = words.map(|word| {
                let before = word.len() - word.trim_start().len();
                let name = placed(file, at + before, word.trim());
                at += word.len() + 1;
                name
            });
            words.collect()
        };
        let value = placed(file, start + self.key.len() + 1, &self.value);
        let literal = match self.value.parse() {
            Ok(number) => Literal::Number(number),
            Err(_) => Literal::Word(self.value.clone()),
        };
        Binding {
            place: words(names, '.', start),
            about: words(units, ',', start + open.unwrap_or(0) + 1),
            value: Spanned::new(literal, value.span),
        }
    }
}

impl FurtherPiece {
    fn placed(&self, file: FileId, start: usize) -> Piece {
        let unit = match self.name == self.unit {
            true => start,
            false => start + self.name.len() + 1,
        };
        let side = unit + self.unit.len() + " of ".len();
        Piece {
            name: placed(file, start, &self.name),
            profile: placed(file, unit, &self.unit),
            side: self.side.as_ref().map(|name| placed(file, side, name)),
        }
    }
}

impl std::fmt::Display for FurtherPiece {
    /// Writes `scout=rider of second`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.name != self.unit {
            write!(formatter, "{}=", self.name)?;
        }
        formatter.write_str(&self.unit)?;
        match &self.side {
            Some(side) => write!(formatter, " of {side}"),
            None => Ok(()),
        }
    }
}

impl FromStr for FurtherPiece {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, unit) = match text.split_once('=') {
            Some((name, unit)) => (Some(name.trim()), unit),
            None => (None, text),
        };
        let words: Vec<&str> = unit.split_whitespace().collect();
        let (unit, side) = match words.as_slice() {
            [unit] => (*unit, None),
            [unit, "of", side] => (*unit, Some((*side).to_owned())),
            _ => return Err("write it as `scout=rider`, or `scout=rider of second`".to_owned()),
        };
        Ok(Self {
            name: name.unwrap_or(unit).to_owned(),
            unit: unit.to_owned(),
            side,
        })
    }
}

impl std::fmt::Display for Pair {
    /// Writes `range=5`.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}={}", self.key, self.value)
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (key, value) = text
            .split_once('=')
            .ok_or("no `=` in it; write values as `range=5`, without spaces around `=`")?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || value.is_empty() {
            return Err(
                "something is missing around the `=`; write it as `range=5`, without spaces"
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
            return Err("something is missing around the `=`; write it as `NAME=on`".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Pair, Values};

    fn values(text: &str) -> Option<Vec<String>> {
        let pair: Pair = text.parse().unwrap();
        pair.values().map(Values::written)
    }

    #[test]
    fn commas_in_brackets_do_not_part_values() {
        assert_eq!(values("figure.at=(9, 12)"), None);
        assert_eq!(
            values("figure.at=(9, 12),(3, 4)").unwrap(),
            ["(9, 12)", "(3, 4)"]
        );
        assert_eq!(values("figure.at=(9,12) , C4").unwrap(), ["(9,12)", "C4"]);
        assert_eq!(values("gun=a, b").unwrap(), ["a", "b"]);
        // A bracket that is not opened parts nothing differently.
        assert_eq!(values("gun=a),b").unwrap(), ["a)", "b"]);
        assert_eq!(values("range=2..4").unwrap(), ["2", "3", "4"]);
    }
}
