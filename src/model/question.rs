//! Questions about a rulebook: the entry, the cast, and the facts.

use crate::board;
use crate::{
    CastUnit, ChoiceCondition, Entry, Expr, FactId, KindId, Parameter, ProcedureId, RuleBook, Type,
};

/// A question: a call of an entry with its cast and facts.
#[derive(Debug, Clone)]
pub struct Question {
    /// The call, with constant arguments.
    pub entry: Expr,
    /// The called procedure, if the entry is one.
    pub procedure: Option<ProcedureId>,
    /// The table with several results that is asked, by its place among those of the book; the call is the lookup of its first.
    pub row: Option<usize>,
    /// Units that take part; values of unit type are indices in this list.
    pub cast: Vec<CastUnit>,
    /// The arguments, for conditions at the end, followed by the indices of named units in the cast.
    pub arguments: Vec<i32>,
    /// The sets of units that are given: the place of the parameter, whose argument is [`NONE`](crate::NONE), and the members as
    /// indices in the cast.
    pub sets: Vec<(usize, Vec<i32>)>,
    /// Named units: sides, and pieces that no parameter names.
    pub named: Vec<(String, KindId)>,
    /// Value of each given fact.
    pub facts: Vec<Option<i32>>,
    /// Facts that are asked for although they have a default.
    pub judged: Vec<FactId>,
    /// Facts given for certain units: the fact, the units (indices in the cast), and the value.
    pub particular: Vec<(FactId, Vec<i32>, i32)>,
    /// Whether facts with a calculation in play are calculated.
    pub is_played: bool,
    /// Value of each optional rule.
    pub options: Vec<i32>,
    /// The board of the question.
    pub board_instance: Option<std::sync::Arc<board::BoardInstance>>,
    /// The map of the board, for pictures of it.
    pub map: Option<std::sync::Arc<board::GameMap>>,
    /// The only phase of the sequence that is run; `None` for all.
    pub phase: Option<String>,
    /// Answers that are compiled in; all others are asked for.
    pub script: Option<std::sync::Arc<GivenAnswers>>,
}

/// Answers that are compiled in, each kind in the order in which it is asked for along each line of play.
#[derive(Debug, Clone, Default)]
pub struct GivenAnswers {
    /// Choices, as written.
    pub choices: Vec<String>,
    /// Conditions of some of the choices.
    pub conditions: Vec<ChoiceCondition>,
    /// Whether the driver makes the choices: the program evaluates only their conditions.
    pub by_driver: bool,
    /// Whether the choices include answers to decisions with one legal answer.
    pub with_settled: bool,
    /// Judgements of facts, with the values in order.
    pub judged: Vec<(FactId, Vec<i32>)>,
}

/// Returns the number of a part among equal parts of its owner, from 1 on; `None` if there is no other.
fn number_of_part(
    cast: &[CastUnit],
    at: usize,
    equals: impl Fn(&CastUnit, &CastUnit) -> bool,
) -> Option<usize> {
    let part = cast.get(at)?;
    part.owner?;
    let is_equal = |other: &&CastUnit| other.owner == part.owner && equals(other, part);
    let is_alone = cast.iter().filter(is_equal).count() < 2;
    (!is_alone).then(|| cast.iter().take(at + 1).filter(is_equal).count())
}

fn has_same_title(one: &CastUnit, other: &CastUnit) -> bool {
    one.title == other.title
}

/// Returns the name of a numbered part without its number: `rifle` for `rifle 2`.
pub fn without_number(name: &str) -> Option<&str> {
    let (plain, number) = name.rsplit_once(' ')?;
    number.parse::<usize>().ok().map(|_| plain)
}

/// Returns the part with an id, `cannon`, or one of equal parts by its number, `cannon-2`.
pub fn with_id<T>(
    parts: impl Iterator<Item = T> + Clone,
    wanted: &str,
    id: impl Fn(&T) -> &str,
) -> Option<T> {
    let of_id = |wanted: &str, nth: usize| parts.clone().filter(|part| id(part) == wanted).nth(nth);
    of_id(wanted, 0).or_else(|| {
        let (wanted, number) = wanted.rsplit_once(['-', ' '])?;
        let number: usize = number.parse().ok()?;
        of_id(wanted, number.checked_sub(1)?)
    })
}

impl Question {
    /// Returns the members of the set that is given for a parameter, as indices in the cast.
    pub fn set(&self, parameter: usize) -> Option<&[i32]> {
        let mut sets = self.sets.iter();
        let found = sets.find(|(at, _)| *at == parameter);
        found.map(|(_, members)| members.as_slice())
    }

    /// Returns the titles of the cast; equal units, and those of a kind that can be hidden, are distinguished by
    /// their roles, equal parts of one unit by their numbers.
    pub fn unit_titles(&self) -> Vec<String> {
        let owners = || self.cast.iter().filter(|unit| unit.owner.is_none());
        self.cast
            .iter()
            .enumerate()
            .map(|(at, unit)| {
                if let Some(number) = number_of_part(&self.cast, at, has_same_title) {
                    return format!("{} {number}", unit.title);
                }
                // Whether a hidden unit has the same title must not be seen.
                let is_alike = |other: &&CastUnit| {
                    other.title == unit.title || unit.can_be_hidden && other.kind == unit.kind
                };
                let n_same = owners().filter(is_alike).count();
                if n_same > 1 && unit.owner.is_none() && !unit.is_card {
                    format!("{} ({})", unit.title, unit.parameter)
                } else {
                    unit.title.clone()
                }
            })
            .collect()
    }

    /// As [`Self::unit_titles`]; parts of several units with one title are distinguished by their owners: `gun of Tiger`.
    pub fn titles_with_owners(&self) -> Vec<String> {
        let titles = self.unit_titles();
        let cast = || self.cast.iter().zip(&titles);
        cast()
            .map(|(unit, title)| {
                let owner = unit.owner.and_then(|owner| titles.get(owner));
                let is_elsewhere = cast().any(|(other, known)| {
                    other.owner.is_some() && other.owner != unit.owner && known == title
                });
                match owner.filter(|_| is_elsewhere) {
                    Some(owner) => format!("{title} of {owner}"),
                    None => title.clone(),
                }
            })
            .collect()
    }

    /// Returns the names of the units of the cast; for parts, their ids, which may be empty. Equal parts of one unit are numbered:
    /// `rifle 2`. No other name has a space.
    pub fn unit_names(&self, book: &RuleBook) -> Vec<String> {
        self.cast
            .iter()
            .enumerate()
            .map(|(at, unit)| match unit.owner {
                None => unit.parameter.clone(),
                Some(_) => {
                    let profile = book.profiles.get(unit.profile.at());
                    let id = profile.map_or("", |profile| profile.id.as_str());
                    let equals = |one: &CastUnit, other: &CastUnit| match id {
                        "" => has_same_title(one, other),
                        _ => one.profile == other.profile,
                    };
                    let number = number_of_part(&self.cast, at, equals);
                    let plain = if id.is_empty() { &unit.title } else { id };
                    number.map_or_else(|| id.to_owned(), |number| format!("{plain} {number}"))
                }
            })
            .collect()
    }

    /// Whether a fact is derived: it has a calculation, and is neither given nor judged. A calculation on the map needs a board.
    pub fn calculates(&self, book: &RuleBook, fact: FactId) -> bool {
        let in_play = book.facts.get(fact.at());
        let Some(in_play) = in_play.and_then(|fact| fact.in_play.as_ref()) else {
            return false;
        };
        let is_given = self.facts.get(fact.at()).copied().flatten().is_some();
        let has_state = match self.board_instance {
            Some(_) => true,
            None => self.is_played && !in_play.needs_map,
        };
        has_state && !is_given && !self.judged.contains(&fact)
    }

    /// Whether a fact would be derived if the scenario had a map.
    pub fn lacks_map_for(&self, book: &RuleBook, fact: FactId) -> bool {
        let known = book.facts.get(fact.at());
        let in_play = known.and_then(|fact| fact.in_play.as_ref());
        let is_given = self.facts.get(fact.at()).copied().flatten().is_some();
        let needs_map = in_play.is_some_and(|in_play| in_play.needs_map);
        self.is_played
            && self.board_instance.is_none()
            && needs_map
            && !is_given
            && !self.judged.contains(&fact)
    }

    /// Returns the entry of the call.
    fn entry_of(&self) -> Option<Entry> {
        if let Some(row) = self.row {
            return Some(Entry::Row(row));
        }
        let called = Entry::called_by(&self.entry).map(|(entry, _)| entry);
        self.procedure
            .map(Entry::Procedure)
            .or(called.filter(|entry| entry.procedure().is_none()))
    }

    /// Returns every name of a unit, with the unit's index in the cast.
    pub fn unit_places(&self, book: &RuleBook) -> Vec<(String, usize)> {
        let parameters = self.entry_of().map(|entry| book.parameters(entry));
        let parameters = parameters.unwrap_or_default();
        let n_parameters = parameters.len();
        let is_unit = |parameter: &Parameter| matches!(parameter.ty, Type::Unit(_));
        let of_parameters = parameters.iter().zip(&self.arguments);
        let of_parameters = of_parameters
            .filter(|(parameter, _)| is_unit(parameter))
            .map(|(parameter, value)| (parameter.name.clone(), *value));
        let others = self
            .named
            .iter()
            .zip(self.arguments.iter().skip(n_parameters));
        let others = others.map(|((name, _), value)| (name.clone(), *value));
        of_parameters
            .chain(others)
            .filter_map(|(name, value)| Some((name, usize::try_from(value).ok()?)))
            .collect()
    }
}
