//! What `roll` and `odds` have in common: a ruleset, what is asked, and the situation.

use crate::eval::policy::Unstated;
use crate::session::question::{self, Pair, Switch};

/// A question to a ruleset.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct QuestionArguments {
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

impl QuestionArguments {
    /// As a session is asked; nothing is said about the end.
    pub(super) fn asked(&self) -> question::Question {
        question::Question {
            given: self.given.clone(),
            options: self.options.clone(),
            variants: self.with.clone(),
            unstated: Policy::unstated(self.policy),
            ..question::Question::new(self.ruleset.clone(), self.name.clone())
        }
    }
}
