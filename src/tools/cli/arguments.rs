//! Arguments that `roll` and `odds` share: a ruleset, a question and a situation.

use crate::eval::policy::Unstated;
use crate::session::question::{self, FurtherPiece, Pair, Switch};

/// A question to a ruleset.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct QuestionArguments {
    /// Ruleset: a name, a folder or a rule file; for `odds` and `sample` also a scenario, RULESET/NAME
    pub(super) ruleset: String,
    /// Roll, action, table or formula; `sandtable list RULESET` shows them
    pub(super) name: Option<String>,
    /// Situation: parameters, facts, stats and tracks; for `odds` also several values, `range=0..15`, `gun=a,b`, `unit=*`
    #[arg(value_name = "KEY=VALUE")]
    pub(super) given: Vec<Pair>,
    /// Put further units on the table, as the line `units` of an example does (repeatable)
    #[arg(long, value_name = "NAME=UNIT of SIDE", value_delimiter = ',')]
    pub(super) units: Vec<FurtherPiece>,
    /// Set an optional rule: NAME=on, NAME=off, or one of its words
    #[arg(long = "option", value_name = "NAME=on")]
    pub(super) options: Vec<Switch>,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    pub(super) with: Vec<String>,
    /// Policy for choices to which the rules give no `worth`
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) policy: Option<Policy>,
}

/// Way to decide where the rules give no `worth`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Policy {
    /// Take the first option
    First,
    /// Take each option with equal probability
    Random,
}

impl Policy {
    /// Converts the option to a policy of sessions; without it, such decisions stay open.
    pub(super) fn unstated(policy: Option<Self>) -> Unstated {
        match policy {
            None => Unstated::Refuse,
            Some(Self::First) => Unstated::First,
            Some(Self::Random) => Unstated::Random,
        }
    }
}

impl QuestionArguments {
    /// Returns the question in the form that sessions take, without conditions or values at the end.
    pub(super) fn asked(&self) -> question::Question {
        question::Question {
            given: self.given.clone(),
            units: self.units.clone(),
            options: self.options.clone(),
            variants: self.with.clone(),
            unstated: Policy::unstated(self.policy),
            ..question::Question::new(self.ruleset.clone(), self.name.clone())
        }
    }
}
