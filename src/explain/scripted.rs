//! Answers prepared for a run: faces, choices and judgements, each in the order in which they are asked for.

use crate::trace::{Faces, Step};
use crate::why_not::Inquiry;
use sandtable_eval::dice::Dice;
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_ir::{Decision, ENOUGH, Judgement, NONE, Options, Pool};
use sandtable_model::board::BoardInstance;
use sandtable_model::{ChoiceCondition, without_number};
use std::collections::BTreeMap;

/// Prepared answers of a run.
#[derive(Debug)]
pub struct Script<'a> {
    /// The faces of the dice.
    pub faces: Faces<'a>,
    /// Purpose of each given face, if the author names one.
    pub labels: &'a [Option<String>],
    /// The choices.
    pub choices: Choices<'a>,
    /// The judgements of facts, each fact in the order in which it is asked.
    pub judged: &'a [(String, i32)],
    /// Name of each unit of the cast in choices, in addition to its title.
    pub names: &'a [String],
    /// The source of reasons why a condition is not met.
    pub why: Option<Why<'a>>,
}

/// The source of reasons why a condition is not met.
#[derive(Debug, Clone, Copy)]
pub struct Why<'a> {
    /// Evaluates conditions in the current state.
    pub inquiry: &'a Inquiry<'a>,
    /// Whether reasons are recorded for everything that does not apply or is not offered, rather than for refusals alone.
    pub of_all: bool,
}

/// The source of choices.
#[derive(Debug)]
pub enum Choices<'a> {
    /// Given in the order in which they are asked: options, units, numbers, words, `yes`, `no`, `none`.
    Given {
        /// The answers.
        words: &'a [String],
        /// Conditions of some of them, by index; the program evaluates them.
        conditions: &'a [ChoiceCondition],
        /// Policy after the given answers, with dice of its own; `None` stops the run there.
        rest: Option<(Unstated, Dice)>,
        /// Whether `words` include the answers to decisions with one legal answer.
        with_settled: bool,
    },
    /// The answer of highest worth; where no worth is stated, by the policy, which has dice of its own.
    Policy(Unstated, Dice),
}

/// The moment of a game at which a player is asked.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// Everything that has happened so far.
    pub steps: &'a [Step],
    /// Indices in the cast of the units concerned: the arguments of a fact, else the units of the innermost rule that has any.
    pub units: &'a [usize],
    /// Every register.
    pub state: &'a [i32],
}

/// A player of a game, who answers its questions. `None` stops the game.
pub trait Player {
    /// Answers a die: its face.
    fn face(&mut self, pool: &Pool, faces: &[i32]) -> Option<i32>;

    /// Answers a draw.
    fn draw(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32>;

    /// Answers a choice.
    fn choose(&mut self, wording: Wording<'_>, offer: Offer<'_>, moment: Moment<'_>)
    -> Option<i32>;

    /// Receives a choice that was made without asking, since it had one legal answer.
    fn settled(&mut self, _wording: Wording<'_>, _offer: Offer<'_>, _answer: i32) {}

    /// Judges a fact, about these units.
    fn judge(&mut self, judgement: &Judgement, about: &[String], moment: Moment<'_>)
    -> Option<i32>;
}

impl<'a> From<Faces<'a>> for Script<'a> {
    fn from(faces: Faces<'a>) -> Self {
        Self {
            faces,
            labels: &[],
            choices: Choices::Policy(Unstated::Refuse, Dice::new(0)),
            judged: &[],
            names: &[],
            why: None,
        }
    }
}

/// Text of a decision and of its answers.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'a> {
    /// The decision.
    pub decision: &'a Decision,
    /// Titles of the cast.
    pub units: &'a [String],
    /// Further names of the units.
    pub names: &'a [String],
}

impl Wording<'_> {
    /// Returns the text of an answer.
    pub fn answer(self, answer: i32) -> String {
        let Ok(at) = usize::try_from(answer) else {
            let word = match &self.decision.options {
                Options::YesOrNo => "no",
                _ if self.decision.is_of_several => ENOUGH,
                Options::Named(_) | Options::Numbers(_) | Options::Units | Options::Places(_) => {
                    "none"
                }
            };
            return word.to_owned();
        };
        let named = |list: &[String]| list.get(at).cloned().unwrap_or_default();
        match &self.decision.options {
            Options::Named(words) => named(words),
            Options::Numbers(first) => first.saturating_add(answer).to_string(),
            Options::Units => named(self.units),
            Options::Places(places) => named(places),
            Options::YesOrNo => "yes".to_owned(),
        }
    }

    /// Returns the answer that a word denotes, among those that an offer allows; `None` also if it denotes parts of several units.
    pub fn read(self, word: &str, offer: Offer<'_>) -> Option<i32> {
        match self.denoted(word, offer).as_slice() {
            [first, rest @ ..] if !self.are_of_several_units(*first, rest) => Some(*first),
            _ => None,
        }
    }

    /// Whether a word denotes parts of several units, so that it does not say which is chosen.
    pub fn is_ambiguous(self, word: &str, offer: Offer<'_>) -> bool {
        match self.denoted(word, offer).as_slice() {
            [first, rest @ ..] => self.are_of_several_units(*first, rest),
            [] => false,
        }
    }

    /// Returns the answers that a word denotes; several only if they are called alike.
    fn denoted(self, word: &str, offer: Offer<'_>) -> Vec<i32> {
        if let Options::Places(places) = &self.decision.options {
            let plain = |text: &str| -> String {
                let text = text.chars().filter(|c| !matches!(c, ' ' | '(' | ')'));
                text.flat_map(char::to_lowercase).collect()
            };
            let wanted = plain(word);
            let named = offer.options().find(|option| {
                let name = usize::try_from(*option).ok().and_then(|at| places.get(at));
                name.is_some_and(|name| plain(name) == wanted)
            });
            let none = || (wanted == "none" && offer.allows(NONE)).then_some(NONE);
            return named.or_else(none).into_iter().collect();
        }
        let mut written = self.allowed(offer).into_iter().zip(offer.answers());
        if let Some((_, answer)) = written.find(|(known, _)| known == word) {
            return vec![answer];
        }
        let is_title = |answer: i32| {
            self.decision.options == Options::YesOrNo
                && answer != NONE
                && word == self.decision.title
        };
        let is_it = |answer: &i32| {
            word == self.answer(*answer) || is_title(*answer) || (*answer == NONE && word == "none")
        };
        let exact: Vec<i32> = offer.answers().filter(is_it).collect();
        if !exact.is_empty() || self.decision.is_drawn {
            return exact;
        }
        // Without its number: all equal parts that are offered.
        let is_one_of = |answer: &i32| {
            let numbered = self.numbered_name(*answer);
            numbered.and_then(without_number) == Some(word)
                || numbered.is_some() && without_number(&self.answer(*answer)) == Some(word)
        };
        offer.answers().filter(is_one_of).collect()
    }

    /// Whether answers that are called alike are parts of several units.
    fn are_of_several_units(self, first: i32, rest: &[i32]) -> bool {
        let unit = self.first_of_equals(first);
        let mut others = rest.iter().map(|answer| self.first_of_equals(*answer));
        unit.is_some() && others.any(|other| other.is_some() && other != unit)
    }

    /// Returns the place of the first of the equal parts of one unit to which a part belongs; `None` for what is not a part.
    fn first_of_equals(self, answer: i32) -> Option<usize> {
        let at = usize::try_from(answer).ok();
        let at = at.filter(|_| self.decision.options == Options::Units)?;
        let name = self.names.get(at)?;
        let Some(plain) = without_number(name) else {
            let n_same = self.names.iter().filter(|other| *other == name).count();
            return (name.is_empty() || n_same > 1).then_some(at);
        };
        let first = format!("{plain} 1");
        let names = self.names.iter().enumerate().take(at + 1);
        names
            .filter(|(_, other)| **other == first)
            .map(|(of, _)| of)
            .next_back()
    }

    /// Returns the name of a part that has equals in its unit.
    fn numbered_name(&self, answer: i32) -> Option<&str> {
        if self.decision.options != Options::Units {
            return None;
        }
        let name = self.names.get(usize::try_from(answer).ok()?)?;
        without_number(name).map(|_| name.as_str())
    }

    /// Returns an answer of an offer in script notation.
    pub fn written(self, answer: i32, offer: Offer<'_>) -> String {
        if matches!(self.decision.options, Options::Places(_)) {
            // No two places have one name.
            return self.answer(answer);
        }
        let mut words = self.allowed(offer).into_iter().zip(offer.answers());
        let word = words.find(|(_, known)| *known == answer);
        word.map_or_else(|| self.answer(answer), |(word, _)| word)
    }

    /// Returns the allowed answers for an unknown word, and whether they are places; places are sorted by distance from the place
    /// that the word names.
    pub fn nearest(
        self,
        word: &str,
        offer: Offer<'_>,
        board_instance: Option<&BoardInstance>,
    ) -> (Vec<String>, bool) {
        let allowed = self.allowed(offer);
        match (&self.decision.options, board_instance) {
            (Options::Places(_), Some(board_instance)) => {
                (board_instance.board.nearest_first(word, allowed), true)
            }
            _ => (allowed, false),
        }
    }

    /// Returns every answer that an offer allows, in script notation; equal names are numbered.
    pub fn allowed(self, offer: Offer<'_>) -> Vec<String> {
        let answers = offer.answers();
        let words: Vec<String> = answers
            .map(|answer| {
                let name = usize::try_from(answer).ok();
                let name = name.and_then(|at| self.names.get(at));
                match (&self.decision.options, name) {
                    (Options::Units, Some(name)) if !name.is_empty() => name.clone(),
                    _ => self.answer(answer),
                }
            })
            .collect();
        // For each name, the number of its occurrences, and of those numbered so far.
        let mut counts: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
        for word in &words {
            let [n, _] = counts.entry(word).or_default();
            *n += 1;
        }
        let numbered = words
            .iter()
            .map(|word| match counts.get_mut(word.as_str()) {
                Some([n, n_before]) if *n > 1 => {
                    *n_before += 1;
                    format!("{word} {n_before}")
                }
                Some(_) | None => word.clone(),
            });
        numbered.collect()
    }
}
