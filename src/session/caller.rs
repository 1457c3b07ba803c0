//! The caller of a game that is played from one question to the next.

use super::game::{Game, Pending, bracketed};
use super::journal::Journal;
use super::players::{People, PlayerQuestion, Response, fact_value};
use sandtable_explain::citation_text::as_lines;
use sandtable_explain::scripted::Moment;
use sandtable_explain::why_not::Inquiry;

/// Answers the first question to a person, and keeps the next.
pub(super) struct Caller<'a> {
    game: &'a Game<'a>,
    inquiry: &'a Inquiry<'a>,
    answer: Option<&'a str>,
    /// The next question.
    pub(super) pending: Option<Pending>,
    /// The known reasons why the answer is not legal.
    pub(super) rejected: Option<Vec<String>>,
}

impl<'a> Caller<'a> {
    pub(super) fn new(
        game: &'a Game<'a>,
        inquiry: &'a Inquiry<'a>,
        answer: Option<&'a str>,
    ) -> Self {
        Self {
            game,
            inquiry,
            answer,
            pending: None,
            rejected: None,
        }
    }

    fn read(&self, asked: &PlayerQuestion<'_>, word: &str) -> Option<i32> {
        match asked {
            PlayerQuestion::Choice(wording, offer) => wording.read(word, *offer),
            PlayerQuestion::Fact(judgement, _) => {
                fact_value(&self.game.scenario.ruleset.book, &judgement.fact, word)
            }
        }
    }

    fn why_not(&self, asked: &PlayerQuestion<'_>, word: &str) -> Vec<String> {
        match asked {
            // Reasons speak of values that the side may not know.
            PlayerQuestion::Choice(_, offer) if self.game.hides_any(offer.state()) => Vec::new(),
            PlayerQuestion::Choice(wording, offer) => {
                as_lines(&self.inquiry.not_offered(word, *wording, *offer), &[])
            }
            PlayerQuestion::Fact(..) => Vec::new(),
        }
    }

    fn pending(&self, asked: &PlayerQuestion<'_>) -> Pending {
        // Sides are never hidden.
        let units = &self.game.units;
        match asked {
            PlayerQuestion::Choice(wording, offer) => Pending {
                title: wording.decision.title.clone(),
                by: offer.by().and_then(|at| units.get(at).cloned()),
                answers: wording.allowed(*offer),
                values: None,
            },
            PlayerQuestion::Fact(judgement, about) => {
                let book = &self.game.scenario.ruleset.book;
                let mut facts = book.facts.iter();
                let fact = facts.find(|fact| fact.naming.name == judgement.fact);
                let title = fact.map_or(judgement.fact.as_str(), |fact| fact.naming.shown());
                Pending {
                    title: format!("{title}{}", bracketed(about)),
                    by: None,
                    answers: Vec::new(),
                    values: fact.map(|fact| book.describe(fact.ty, fact.low, fact.high)),
                }
            }
        }
    }
}

impl People for Caller<'_> {
    fn ask(&mut self, asked: &PlayerQuestion<'_>, _moment: Moment<'_>) -> Response {
        if let Some(word) = self.answer.take() {
            match self.read(asked, word) {
                Some(value) => return Response::Answer(value),
                None => self.rejected = Some(self.why_not(asked, word)),
            }
        }
        self.pending = Some(self.pending(asked));
        Response::Leave
    }

    fn keep(&mut self, _journal: &Journal) {}
}
