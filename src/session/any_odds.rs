//! Odds of a question in any form: a distribution, a comparison or a table.

use super::comparison::Comparison;
use super::distribution::Odds;
use super::library::QuestionError;
use super::question::{Pair, Question};
use super::solve::Session;
use super::table::OddsTable;

/// The odds of one situation, of two beside each other, or of many.
#[derive(Debug)]
pub enum AnyOdds {
    /// The odds of one situation.
    One(Box<Odds>),
    /// A situation and a second one that differs in something.
    Both(Box<Comparison>),
    /// Several values of a key, or the chance of one condition.
    Table(Box<OddsTable>),
}

impl Session<'_> {
    /// Computes the odds of a question, alone or compared with `changes`, in the form that it implies.
    ///
    /// Errors: the question is invalid, or has no answer.
    pub fn odds_as_asked(
        &mut self,
        question: &Question,
        changes: &[Pair],
    ) -> Result<AnyOdds, QuestionError> {
        let is_condition = question.name.is_some() && question.only.is_some();
        let is_spread = self.is_spread(question)?;
        if question.tracks.len() > 1 && (is_spread || !changes.is_empty()) {
            let sentence = "use only one `--track` in a table or a comparison";
            return Err(QuestionError::Incomplete(sentence.to_owned()));
        }
        if is_spread || is_condition && changes.is_empty() {
            let table = self.sweep(question, changes)?;
            return Ok(AnyOdds::Table(Box::new(table)));
        }
        Ok(match changes.is_empty() {
            true => AnyOdds::One(Box::new(self.odds(question)?)),
            false => AnyOdds::Both(Box::new(self.compare(question, changes)?)),
        })
    }

    /// Whether a key of a question has several values. A set of units, `targets=alpha,bravo`, is one value.
    fn is_spread(&mut self, question: &Question) -> Result<bool, QuestionError> {
        if question.spread().next().is_none() {
            return Ok(false);
        }
        let ruleset = self
            .library
            .ruleset(&question.ruleset, &question.variants)?;
        let mut spread = question.spread();
        Ok(spread.any(|pair| pair.is_every() || !ruleset.takes_set(question, &pair.key)))
    }
}
