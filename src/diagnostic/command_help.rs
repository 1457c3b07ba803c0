//! Commands that a help refers to, in the words of the terminal and of the studio's page.

/// A command of the program that a help refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CommandHelp {
    /// Lists the units of a ruleset.
    Units,
    /// Lists the rules that can be asked.
    Rules,
    /// Lists the declarations of a base.
    Base,
    /// Writes the results of a run into an example.
    Accept,
    /// Lists the sections that no rule cites.
    Missing,
    /// Lists the sections that no example tests.
    Unexercised,
    /// Compares rules in more situations.
    Thorough,
}

impl CommandHelp {
    /// Returns the sentence for a terminal, which names the command.
    pub fn in_terminal(self) -> &'static str {
        match self {
            Self::Units => "run `sandtable list RULESET units` to see them all",
            Self::Rules => "run `sandtable list RULESET` to see the rules that can be run",
            Self::Base => "run `sandtable list BASE` to see the declarations of the base",
            Self::Accept => "run `sandtable test --accept` to write it",
            Self::Missing => "run `sandtable coverage RULESET missing` to list them",
            Self::Unexercised => "run `sandtable coverage RULESET unexercised` to list them",
            Self::Thorough => "run `sandtable check --thorough` to compare more",
        }
    }

    /// Returns the sentence for the page of the studio, which names the pane that has it.
    pub fn in_page(self) -> &'static str {
        match self {
            Self::Units => "“Units & tables” has them all",
            Self::Rules => "“Odds” lists the rules that can be asked about",
            Self::Base => "the texts of the base are in “Files”",
            Self::Accept => "“Accept the new result” writes it",
            Self::Missing | Self::Unexercised => "“Coverage” lists them",
            Self::Thorough => "in a terminal, `sandtable check --thorough` compares more",
        }
    }
}
