//! Versions of a game: a scenario with other players, variants and options, or with other values in its files.
//!
//! A [`Change`] is written `NAME=VALUE`; [`edit`] finds the place in a scenario, a unit file or a rule that it names. A version is set up like
//! a scenario: its files are replaced by texts with the values, and everything is read and checked as if they were written there.

mod edit;

use std::fmt;
use std::str::FromStr;

use super::library::{QuestionError, RulesetProvider};
use super::players::Control;
use super::question::Values;
use super::scenario::{Scenario, set_up};

/// Maximum number of values that are varied.
const MOST_VALUES: u64 = 1_000;

/// A change of a game: `garrison.men=6`, `option.mist=on`, `variant=NAME`, `blue=search:100`, `battle.rules:42=3`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The name of what is changed.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A change with several values: `garrison.men=4..12`, `option.mist`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The name of what is varied.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<String>,
}

/// A game: a scenario with variants, players and changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The scenario, as it is named.
    pub scenario: String,
    /// Variants in force besides those of the scenario.
    pub variants: Vec<String>,
    /// Players by side, as `blue=search:200`.
    pub sides: Vec<String>,
    /// Further changes, in order.
    pub changes: Vec<Change>,
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        // `option=mist`, `option=mist=off`, as `odds` writes it.
        if name == "option" {
            let (option, value) = value.split_once('=').unwrap_or((value, "on"));
            return Self::new(format!("option.{}", option.trim()), value.trim());
        }
        Self::new(name.to_owned(), value)
    }
}

impl Change {
    fn new(name: String, value: &str) -> Result<Self, String> {
        match name.is_empty() || name.ends_with('.') || value.is_empty() {
            true => Err(
                "write NAME=VALUE: `garrison.men=6`, `option.mist=on`, `variant=NAME`, `blue=search:100`"
                    .to_owned(),
            ),
            false => Ok(Self {
                name,
                value: value.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((name, values)) = text.split_once('=') else {
            return match text.trim().split_once('.') {
                Some(("option", option)) if !option.is_empty() => Ok(Self {
                    name: text.trim().to_owned(),
                    values: vec!["off".to_owned(), "on".to_owned()],
                }),
                _ => Err("give values: `garrison.men=4..12`, `map=ridge,village`; only optional rules need none: `option.mist`".to_owned()),
            };
        };
        let (name, values) = (name.trim().to_owned(), values.trim());
        let range = values.split_once("..").and_then(|(low, high)| {
            Some(Values::Range(
                low.trim().parse().ok()?,
                high.trim().parse().ok()?,
            ))
        });
        let listed = || values.split(',').map(|one| one.trim().to_owned()).collect();
        let values = range.unwrap_or_else(|| Values::Listed(listed()));
        if !(1..=MOST_VALUES).contains(&values.count()) {
            return Err(format!(
                "give 1 to {MOST_VALUES} values, the lower first: `4..12`"
            ));
        }
        let values = values.written();
        if let Some(value) = values.first() {
            Change::new(name.clone(), value)?;
        }
        match values.iter().any(String::is_empty) {
            true => Err("a value is missing beside a comma".to_owned()),
            false => Ok(Self { name, values }),
        }
    }
}

impl Variation {
    /// The change with one of its values.
    pub fn change(&self, value: &str) -> Change {
        Change {
            name: self.name.clone(),
            value: value.to_owned(),
        }
    }

    /// All combinations of values, one of each variation; those of the last change fastest.
    ///
    /// Errors: there are more than `most`.
    pub fn combinations(all: &[Self], most: usize) -> Result<Vec<Vec<Change>>, QuestionError> {
        let n = all.iter().try_fold(1_usize, |product, one| {
            product.checked_mul(one.values.len())
        });
        if n.is_none_or(|n| n > most) {
            return Err(QuestionError::Incomplete(format!(
                "there are more than {most} combinations of values: vary less at once"
            )));
        }
        let mut found = vec![Vec::new()];
        for one in all {
            let with = |before: &Vec<Change>| {
                let before = before.clone();
                let values = one.values.iter();
                let changed = values.map(move |value| {
                    let mut changes = before.clone();
                    changes.push(one.change(value));
                    changes
                });
                changed.collect::<Vec<_>>()
            };
            found = found.iter().flat_map(with).collect();
        }
        Ok(found)
    }
}

impl Version {
    /// A scenario as it is written, played by policy.
    pub fn new(scenario: impl Into<String>) -> Self {
        Self {
            scenario: scenario.into(),
            variants: Vec::new(),
            sides: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The same game with further changes.
    #[must_use]
    pub fn with(&self, changes: &[Change]) -> Self {
        let mut version = self.clone();
        version.changes.extend(changes.iter().cloned());
        version
    }

    /// The game with the changes of scenario, variants and players made; the rest is to be written into files.
    fn settled(&self) -> Self {
        let mut settled = Self {
            changes: Vec::new(),
            ..self.clone()
        };
        for change in &self.changes {
            let (name, value) = (change.name.as_str(), change.value.as_str());
            match name {
                "scenario" => value.clone_into(&mut settled.scenario),
                "variant" if value == "none" => {}
                "variant" => settled.variants.push(value.to_owned()),
                _ if is_player(name, value) => settled.sides.push(change.to_string()),
                _ => settled.changes.push(change.clone()),
            }
        }
        settled
    }
}

/// Whether a change names the player of a side, which can be a policy of the author. Everything else that can be changed has a dot or a
/// colon in its name.
fn is_player(name: &str, value: &str) -> bool {
    let is_word = !name.contains(['.', ':']) && !["map", "play", "name", "rules"].contains(&name);
    let is_name = value.starts_with(|first: char| first.is_ascii_alphabetic());
    is_word && (is_name || Control::parse(value).is_some())
}

/// Reads a version and sets its pieces up; gives the player of the side of each unit too. Files stay replaced until the next call of
/// [`RulesetProvider::overlay`].
///
/// Errors: a change names nothing; as [`set_up`]; a player that is none.
pub fn set_up_version<'l>(
    library: &'l mut dyn RulesetProvider,
    version: &Version,
) -> Result<(Scenario<'l>, Vec<Control>), QuestionError> {
    let settled = version.settled();
    library.overlay(Vec::new());
    let texts = edit::texts(library, &settled)?;
    library.overlay(texts);
    let mut scenario = set_up(library, &settled.scenario, &settled.variants)?;
    let controls = scenario.automatic_controls(&settled.sides, "sampled games")?;
    Ok((scenario, controls))
}

#[cfg(test)]
mod tests {
    use super::{Change, Variation};

    #[test]
    fn changes_are_read_as_they_are_written() {
        for text in [
            "garrison.men=6",
            "blue=search:100",
            "battle.rules:42=3",
            "variant=a",
        ] {
            assert_eq!(text.parse::<Change>().unwrap().to_string(), text);
        }
        let option = "option=mist=off".parse::<Change>().unwrap();
        assert_eq!(option.to_string(), "option.mist=off");
        for text in ["garrison", "=4", "option=", "men="] {
            assert!(text.parse::<Change>().is_err(), "{text}");
        }
    }

    #[test]
    fn variations_have_their_values_in_order() {
        let values = |text: &str| text.parse::<Variation>().map(|one| one.values.join(" "));
        assert_eq!(values("garrison.men=4..7").unwrap(), "4 5 6 7");
        assert_eq!(values("depth=-1..1").unwrap(), "-1 0 1");
        assert_eq!(values("map=ridge, village").unwrap(), "ridge village");
        assert_eq!(values("option.mist").unwrap(), "off on");
        for text in [
            "garrison.men",
            "men=7..4",
            "men=",
            "men=1,,2",
            "men=1..2000",
        ] {
            assert!(values(text).is_err(), "{text}");
        }
    }

    /// By hand: two values of one and three of the other are six pairs, the last fastest.
    #[test]
    fn combinations_are_all_pairs() {
        let all = ["a.x=1,2".parse().unwrap(), "b.y=7..9".parse().unwrap()];
        let found = Variation::combinations(&all, 6).unwrap();
        let words = |changes: &Vec<Change>| {
            let words: Vec<&str> = changes.iter().map(|one| one.value.as_str()).collect();
            words.join("")
        };
        let words: Vec<String> = found.iter().map(words).collect();
        assert_eq!(words, ["17", "18", "19", "27", "28", "29"]);
        assert!(Variation::combinations(&all, 5).is_err());
    }
}
