//! A ruleset held against its book: which numbered rules run, which are judged, which are missing.

use std::collections::BTreeMap;

use crate::model::RuleBook;
use crate::roster::{Force, Index, NumberedRule};
use crate::source::Span;
use crate::syntax::{Does, ast, citations};
use crate::tools::examples;
use crate::tools::exercised::Exercised;

/// What has become of a numbered rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Something that runs cites it.
    Encoded,
    /// A fact or a choice stands for what the players judge.
    Judged,
    /// There is nothing to carry out.
    Advice,
    /// Nothing that runs cites it.
    Missing,
}

/// One numbered rule of the book.
#[derive(Debug)]
pub struct Entry<'a> {
    /// As the index has it.
    pub rule: &'a NumberedRule,
    /// What has become of it.
    pub fate: Fate,
    /// An example came by something that cites it.
    pub exercised: bool,
    /// Where it is cited by what runs or asks, in the order of the files.
    pub places: Vec<Span>,
}

/// What examples exercise, all of them together.
pub fn exercised(book: &RuleBook) -> Exercised {
    let mut all = Exercised::default();
    for example in &book.examples {
        all.extend(examples::exercised(book, example));
    }
    all
}

/// Every numbered rule of the book, in its order.
pub fn coverage<'a>(
    index: &'a Index,
    rules: &[ast::File],
    exercised: &Exercised,
) -> Vec<Entry<'a>> {
    let mut cited: BTreeMap<&str, Vec<(Does, Span)>> = BTreeMap::new();
    for citation in rules.iter().flat_map(citations) {
        let places = cited.entry(citation.section.value.as_str()).or_default();
        places.push((citation.does, citation.section.span));
    }
    let entry = |rule: &'a NumberedRule| {
        let places = cited.get(rule.id.as_str()).cloned().unwrap_or_default();
        let has = |wanted: Does| places.iter().any(|(does, _)| *does == wanted);
        let fate = if has(Does::CarriesOut) {
            Fate::Encoded
        } else if has(Does::Asks) {
            Fate::Judged
        } else if rule.force == Force::Advice {
            Fate::Advice
        } else {
            Fate::Missing
        };
        let places = places
            .iter()
            .filter(|(does, _)| *does != Does::Mentions)
            .map(|(_, place)| *place);
        Entry {
            rule,
            fate,
            exercised: matches!(fate, Fate::Encoded | Fate::Judged)
                && exercised.sections.contains(&rule.id),
            places: places.collect(),
        }
    };
    index.rules.iter().map(entry).collect()
}
