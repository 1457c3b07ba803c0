//! Enumeration of the values that parameters, facts and options can have.

use crate::literals::words_of;
use crate::{Entry, EveryValue, NONE, Profile, RuleBook, Type, Value};

impl RuleBook {
    /// Returns every value of a parameter, fact or option of a question, in its notation: units, words, numbers.
    ///
    /// The parts of a unit (its weapons) are those of the unit that `given` names, or of all possible ones. `None` if there
    /// is no such key, or if its values depend on the rest of the question.
    pub fn every<'a>(
        &self,
        entry: Entry,
        key: &str,
        given: impl Fn(&str) -> Option<&'a str>,
    ) -> Option<EveryValue> {
        let parameters = self.parameters(entry);
        if let Some(parameter) = parameters.iter().find(|known| known.name == key) {
            let Some(owner) = parameter.part_of else {
                return self.every_of(parameter.ty, parameter.low, parameter.high);
            };
            let owner = parameters.get(owner)?;
            let parts = self.every_part(owner.ty, given(&owner.name), parameter.ty);
            return parts.map(EveryValue::Listed);
        }
        if let Some(fact) = self.facts.iter().find(|known| known.naming.name == key) {
            return self.every_of(fact.ty, fact.low, fact.high);
        }
        let option = self.options.iter().find(|known| known.naming.name == key)?;
        if option.ty == Type::Flag {
            let switched = vec!["off".to_owned(), "on".to_owned()];
            return Some(EveryValue::Listed(switched));
        }
        self.every_of(option.ty, 0, 0)
    }

    /// Returns the distinct names of the parts of units in the roster.
    fn every_part(&self, owners: Type, named: Option<&str>, parts: Type) -> Option<Vec<String>> {
        let (Type::Unit(owners), Type::Unit(kinds)) = (owners, parts) else {
            return None;
        };
        let is_named = |unit: &&Profile| unit.id == named.unwrap_or_default();
        let one = self.profiles.iter().find(is_named);
        let mut called: Vec<String> = Vec::new();
        let of_kind = self.profiles.iter().filter(|unit| owners.has(unit.kind));
        for unit in of_kind.filter(|unit| one.is_none_or(|one| std::ptr::eq(one, *unit))) {
            let parts = unit.values.iter().filter_map(|(_, value)| match value {
                Value::Parts(parts) => Some(parts),
                Value::Single(_) | Value::Place(_) => None,
            });
            for part in parts.flatten() {
                let Some(part) = self.profiles.get(part.at()) else {
                    continue;
                };
                let name = match part.id.is_empty() {
                    true => &part.title,
                    false => &part.id,
                };
                if kinds.has(part.kind) && !called.contains(name) {
                    called.push(name.clone());
                }
            }
        }
        (!called.is_empty()).then_some(called)
    }

    fn every_of(&self, ty: Type, low: i32, high: i32) -> Option<EveryValue> {
        let values: Vec<String> = match ty {
            // A number without a range has too many values to list.
            Type::Number(_) if low <= NONE + 1 || high == i32::MAX => Vec::new(),
            Type::Number(_) => return Some(EveryValue::Range(low, high)),
            Type::Dice | Type::Place | Type::Side | Type::Unknown => Vec::new(),
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
        (!values.is_empty()).then_some(EveryValue::Listed(values))
    }
}
