//! Every value that something given can have.

use super::super::{MOST_LISTED, RuleBook, Type};
use super::Entry;
use crate::model::check::words_of;

impl RuleBook {
    /// Every value of a parameter, fact or option of a question, as it is written: units, words, numbers.
    ///
    /// `None` where there is no such key, or where its values are not known without the rest of the question.
    pub fn every(&self, entry: Entry, key: &str) -> Option<Vec<String>> {
        let parameters = self.parameters(entry);
        if let Some(parameter) = parameters.iter().find(|known| known.name == key) {
            return match parameter.part_of {
                None => self.every_of(parameter.ty, parameter.low, parameter.high),
                Some(_) => None,
            };
        }
        if let Some(fact) = self.facts.iter().find(|known| known.naming.name == key) {
            return self.every_of(fact.ty, fact.low, fact.high);
        }
        let option = self.options.iter().find(|known| known.naming.name == key)?;
        if option.ty == Type::Flag {
            return Some(vec!["off".to_owned(), "on".to_owned()]);
        }
        self.every_of(option.ty, 0, 0)
    }

    fn every_of(&self, ty: Type, low: i32, high: i32) -> Option<Vec<String>> {
        let values: Vec<String> = match ty {
            Type::Number(_) if i64::from(high) - i64::from(low) < MOST_LISTED => {
                (low..=high).map(|number| number.to_string()).collect()
            }
            Type::Number(_) | Type::Dice | Type::Place | Type::Side | Type::Unknown => Vec::new(),
            Type::Words(_) | Type::Flag => words_of(self, ty),
            Type::Face(die) => {
                let die = self.dice.get(die.at())?;
                let n_groups = die.groups.len();
                let words = words_of(self, ty);
                let n_faces = words.len().saturating_sub(n_groups);
                words.into_iter().take(n_faces).collect()
            }
            Type::Unit(kinds) => {
                let units = self.profiles.iter();
                let units = units.filter(|unit| !unit.id.is_empty() && kinds.has(unit.kind));
                units.map(|unit| unit.id.clone()).collect()
            }
        };
        (!values.is_empty()).then_some(values)
    }
}
