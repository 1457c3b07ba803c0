//! A question about a rule book: what is run, by whom, under which facts.

use crate::board;
use crate::{
    CastUnit, Entry, Expr, ExprKind, FactId, KindId, Parameter, ProcedureId, RuleBook, Type,
};

/// One thing to find out: what is run, by whom, under which facts.
#[derive(Debug, Clone)]
pub struct Question {
    /// A call with constant arguments.
    pub entry: Expr,
    /// The procedure that is called, if it is one.
    pub procedure: Option<ProcedureId>,
    /// Units that take part; values of unit type are places in this list.
    pub cast: Vec<CastUnit>,
    /// The arguments, for conditions at the end; behind them the places of units that have names of their own.
    pub arguments: Vec<i32>,
    /// Units with names of their own: sides, pieces that no parameter names.
    pub named: Vec<(String, KindId)>,
    /// Value of each fact that is given.
    pub facts: Vec<Option<i32>>,
    /// Facts that are asked for although they have a default.
    pub judged: Vec<FactId>,
    /// Facts that hold for certain units: which, about whom (places in the cast), and the value.
    pub particular: Vec<(FactId, Vec<i32>, i32)>,
    /// Facts with an `in play` are calculated as in play.
    pub is_played: bool,
    /// Value of each option.
    pub options: Vec<i32>,
    /// The map it is played on.
    pub board_instance: Option<std::sync::Arc<board::BoardInstance>>,
    /// The map that is set up, for pictures of it.
    pub map: Option<std::sync::Arc<board::GameMap>>,
    /// The phase of the sequence that alone is played.
    pub phase: Option<String>,
    /// Answers that are given beforehand, whatever the dice show; all others are asked for.
    pub script: Option<std::sync::Arc<GivenAnswers>>,
}

/// Answers that are given beforehand, each kind in the order in which it is asked for along each line of play.
#[derive(Debug, Clone, Default)]
pub struct GivenAnswers {
    /// Choices, as written.
    pub choices: Vec<String>,
    /// They hold answers to decisions with one legal answer too.
    pub with_settled: bool,
    /// Judgements of facts.
    pub judged: Vec<(FactId, Vec<i32>)>,
}

impl Question {
    /// Titles of the cast; the same unit twice is distinguished by its role.
    pub fn unit_titles(&self) -> Vec<String> {
        let owners = || self.cast.iter().filter(|unit| unit.owner.is_none());
        self.cast
            .iter()
            .map(|unit| {
                let n_same = owners().filter(|other| other.title == unit.title).count();
                if n_same > 1 && unit.owner.is_none() && !unit.is_card {
                    format!("{} ({})", unit.title, unit.parameter)
                } else {
                    unit.title.clone()
                }
            })
            .collect()
    }

    /// Names of the units of the cast in this question; of parts their ids, empty if they have none.
    pub fn unit_names(&self, book: &RuleBook) -> Vec<String> {
        self.cast
            .iter()
            .map(|unit| match unit.owner {
                None => unit.parameter.clone(),
                Some(_) => {
                    let profile = book.profiles.get(unit.profile.at());
                    profile.map_or_else(String::new, |profile| profile.id.clone())
                }
            })
            .collect()
    }

    /// Whether a fact is calculated: it says how, and is neither given nor judged. What is measured on a map needs one.
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

    /// Whether a fact would be calculated if the scenario had a map.
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

    /// The entry that is asked for.
    fn entry_of(&self) -> Option<Entry> {
        match (&self.procedure, &self.entry.kind) {
            (Some(id), _) => Some(Entry::Procedure(*id)),
            (None, ExprKind::Table { table, .. }) => Some(Entry::Table(*table)),
            (None, ExprKind::Modifiers { list, .. }) => Some(Entry::Modifiers(*list)),
            _ => None,
        }
    }

    /// Every name of a unit, and the unit's place in the cast.
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
