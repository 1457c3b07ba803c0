//! What `roll` and `odds` have in common: a ruleset, what is asked, and the situation.

use std::str::FromStr;

/// A question to a ruleset.
#[derive(Debug, clap::Args)]
pub(super) struct Question {
    /// A name, a folder or a rule file
    pub(super) ruleset: String,
    /// A roll, action, table or formula; `sandtable list RULESET` names them
    pub(super) name: String,
    /// The situation: parameters, facts, stats and tracks
    #[arg(value_name = "KEY=VALUE")]
    pub(super) given: Vec<Pair>,
    /// Switches an optional rule: NAME=on, NAME=off
    #[arg(long = "option", value_name = "NAME=on")]
    pub(super) options: Vec<Switch>,
}

/// `range=5`, `target.movement-hits=1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) key: String,
    pub(super) value: String,
}

/// `weak-sides=on`; the name alone switches it on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Switch {
    pub(super) name: String,
    pub(super) is_on: bool,
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
        let is_on = match value.trim() {
            "on" | "yes" => true,
            "off" | "no" => false,
            other => return Err(format!("`{other}` is neither `on` nor `off`")),
        };
        Ok(Self {
            name: name.trim().to_owned(),
            is_on,
        })
    }
}
