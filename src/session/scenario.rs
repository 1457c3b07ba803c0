//! A scenario, read, checked and put on the table: a game begins with it.

use std::sync::Arc;

use sandtable_diagnostic::Diagnostics;
use sandtable_ir::{OutputSpec, lower};
use sandtable_model::{Expr, FactId, Question as ModelQuestion, SIDE};
use sandtable_players::game::GameModel;
use sandtable_source::SourceMap;
use sandtable_syntax::parse_condition;

use super::journal::mark;
use super::library::{QuestionError, Ruleset, RulesetProvider};
use super::players::Control;
use super::question::SOURCE;
use super::scenarios::misplaced;
use super::setups::{read, with_setups};

/// A scenario on the table.
pub struct Scenario<'r> {
    /// The ruleset that it is played by; the text of the scenario is among its texts.
    pub ruleset: &'r mut Ruleset,
    /// Its title, else the name of the entry.
    pub title: String,
    /// The entry that is played.
    pub entry: String,
    /// Cast, facts and options of the scenario.
    pub situation: ModelQuestion,
    /// Tells the rules, units and scenario apart from changed ones.
    pub mark: String,
}

/// Reads a scenario and its ruleset and sets the pieces up.
///
/// Errors: what reading and setting up reports; pieces at places where the rules do not allow them.
pub fn set_up<'l>(
    library: &'l mut dyn RulesetProvider,
    name: &str,
    variants: &[String],
) -> Result<Scenario<'l>, QuestionError> {
    let sources = with_setups(name, |name| library.scenario(name))?;
    let mut alone = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let Some(written) = read(&sources, &mut alone, &mut diagnostics) else {
        return Err(QuestionError::Findings {
            diagnostics: Box::new(diagnostics),
            sources: Box::new(alone),
        });
    };
    let ruleset = library.ruleset(&written.rules.value, variants)?;
    let texts = sources.iter().map(|source| &*source.text);
    let mark = mark(ruleset.texts().chain(texts));
    // Read again, so that its spans refer to the sources of the ruleset.
    let mut diagnostics = Diagnostics::default();
    let situation = read(&sources, &mut ruleset.sources, &mut diagnostics)
        .and_then(|written| sandtable_ask::set_up(&ruleset.book, &written, &mut diagnostics));
    // A line that cannot be read would be missing in the game.
    let Some(situation) = situation.filter(|_| !diagnostics.has_errors()) else {
        return Err(ruleset.question_error(diagnostics));
    };
    let misplaced = misplaced(&ruleset.book, &situation);
    if !misplaced.is_empty() {
        return Err(ruleset.question_error(misplaced));
    }
    let entry = written.play.value;
    Ok(Scenario {
        title: written
            .title
            .map_or_else(|| entry.clone(), |title| title.value),
        entry,
        situation,
        mark,
        ruleset,
    })
}

impl Scenario<'_> {
    /// The model with which players look ahead.
    pub fn model(&self) -> GameModel {
        let (book, situation) = (&self.ruleset.book, &self.situation);
        let lowered = lower::for_searching(book, situation, OutputSpec::Ending(&[]));
        GameModel::new(book, situation, lowered)
    }

    /// Says which facts have their defaults since there is no map on which they could be measured; `None` if there are
    /// none.
    pub fn without_map(&self) -> Option<String> {
        let (book, situation) = (&self.ruleset.book, &self.situation);
        let facts = book.facts.iter().enumerate();
        let unmeasured = facts.filter(|(at, fact)| {
            let id = FactId::new(*at);
            fact.default.is_some() && situation.lacks_map_for(book, id)
        });
        let names: Vec<String> = unmeasured
            .map(|(_, fact)| format!("`{}`", fact.naming.name))
            .collect();
        let has_default = match names.as_slice() {
            [] => return None,
            [_] => "it has its default",
            _ => "they have their defaults",
        };
        let names = names.join(", ");
        Some(format!(
            "the scenario has no map to measure {names} on: {has_default}"
        ))
    }

    /// The sides by name, as listed.
    pub fn sides(&self) -> Vec<&str> {
        let is_side = |kind| self.ruleset.book.side_kind() == Some(kind);
        let cast = self.situation.cast.iter();
        cast.filter(|unit| is_side(unit.kind))
            .map(|unit| unit.parameter.as_str())
            .collect()
    }

    /// Reads values and conditions about the end of a game.
    ///
    /// Errors: one makes no sense.
    pub(crate) fn read_values<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
    ) -> Result<Vec<Expr>, QuestionError> {
        let mut diagnostics = Diagnostics::default();
        let values = texts.filter_map(|text| self.read_value(text, &mut diagnostics));
        let values = values.collect();
        match diagnostics.has_errors() {
            true => Err(self.ruleset.question_error(diagnostics)),
            false => Ok(values),
        }
    }

    fn read_value(&mut self, text: &str, diagnostics: &mut Diagnostics) -> Option<Expr> {
        let ruleset = &mut *self.ruleset;
        let file = ruleset.sources.add(SOURCE, text);
        let read = parse_condition(file, text, diagnostics)?;
        Some(sandtable_check::value(
            Arc::make_mut(&mut ruleset.book),
            &self.entry,
            &self.situation,
            &read,
            diagnostics,
        ))
    }

    /// The policy of the author, numbered from 1, that a pair such as `red=careful` names.
    fn policy(&self, pair: &str) -> Option<i32> {
        let (_, who) = pair.split_once('=')?;
        let mut policies = (1..).zip(&self.ruleset.book.policies);
        let found = policies.find(|(_, policy)| policy.name == who);
        found.map(|(number, _)| number)
    }

    /// Lets a side follow a policy of the author.
    fn follow(&mut self, side: &str, policy: i32) {
        let book = &self.ruleset.book;
        let Some((track, kind)) = book.policy_track.zip(book.side_kind()) else {
            return;
        };
        let sides = self.situation.cast.iter_mut();
        for unit in sides.filter(|unit| unit.kind == kind && unit.parameter == side) {
            unit.starts.retain(|(known, _)| *known != track);
            unit.starts.push((track, policy));
        }
    }

    /// The player of the unit of a side as it is written: `search:200`, or the name of the author's policy.
    pub fn player_name(&self, unit: usize, player: &impl std::fmt::Display) -> String {
        let book = &self.ruleset.book;
        let policy = || {
            let unit = self.situation.cast.get(unit)?;
            let mut starts = unit.starts.iter();
            let (_, number) = starts.find(|(track, _)| Some(*track) == book.policy_track)?;
            let at = usize::try_from(*number).ok()?.checked_sub(1)?;
            book.policies.get(at).map(|policy| policy.name.clone())
        };
        policy().unwrap_or_else(|| player.to_string())
    }

    /// As [`Self::controls`], by policy by default, of players that need no person and no script. `what` is played: `sampled games`.
    ///
    /// Errors: as [`Self::controls`]; a player is a person or a script.
    pub fn automatic_controls(
        &mut self,
        said: &[String],
        what: &str,
    ) -> Result<Vec<Control>, QuestionError> {
        let controls = self.controls(said, Control::Policy)?;
        match controls.iter().any(|control| control.player().is_none()) {
            true => Err(QuestionError::Incomplete(format!(
                "use `random`, `policy`, `greedy`, `search` or `exact` as the players of {what}"
            ))),
            false => Ok(controls),
        }
    }

    /// Parses the players of sides from pairs such as `red=random`; returns one for the side of each unit of the cast,
    /// `usual` by default. A side with a policy of the author follows it from then on.
    ///
    /// Errors: something said makes no sense.
    pub fn controls(
        &mut self,
        said: &[String],
        usual: Control,
    ) -> Result<Vec<Control>, QuestionError> {
        for pair in said {
            if let (Some(policy), Some((side, _))) = (self.policy(pair), pair.split_once('=')) {
                self.follow(side, policy);
            }
        }
        let (book, situation) = (&self.ruleset.book, &self.situation);
        let is_side = |kind| book.side_kind() == Some(kind);
        let sides = self.sides();
        let mut by_side: Vec<(&str, Control)> = Vec::new();
        for pair in said {
            let (side, who) = pair.split_once('=').unwrap_or((pair, ""));
            let control = match self.policy(pair) {
                Some(_) => Some(Control::Policy),
                None => Control::parse(who),
            };
            match (sides.iter().find(|known| **known == side), control) {
                (Some(side), Some(control)) => by_side.push((side, control)),
                (known, _) => {
                    let help = match known {
                        None => format!("the sides are {}", sides.join(", ")),
                        Some(_) => {
                            let own = book.policies.iter();
                            let own: String = own.map(|one| format!("`{}`, ", one.name)).collect();
                            format!(
                                "use {own}`person`, `random`, `policy`, `greedy`, `search`, `exact` or \
                                `script` as its player"
                            )
                        }
                    };
                    return Err(QuestionError::Incomplete(format!(
                        "`--side {pair}` is not understood: {help}"
                    )));
                }
            }
        }
        let track = book.side_track();
        let of = |at: usize| -> Control {
            let unit = situation.cast.get(at);
            let owner = unit.and_then(|unit| {
                let (_, owner) = unit.starts.iter().find(|(of, _)| Some(*of) == track)?;
                usize::try_from(*owner).ok()
            });
            let side = match unit {
                Some(unit) if is_side(unit.kind) => Some(unit),
                _ => owner.and_then(|owner| situation.cast.get(owner)),
            };
            let name = side.map_or(SIDE, |side| side.parameter.as_str());
            let said = by_side.iter().rev().find(|(side, _)| *side == name);
            said.map_or(usual, |(_, control)| *control)
        };
        Ok((0..situation.cast.len()).map(of).collect())
    }
}
