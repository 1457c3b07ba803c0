//! Prepared answers of a script for a game, each kind in the order in which it is asked for.

use std::sync::Arc;

use super::library::{QuestionError, Ruleset};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::{face_value, face_words};
use sandtable_explain::script_errors;
use sandtable_explain::scripted::Wording;
use sandtable_explain::why_not::Inquiry;
use sandtable_ir::Pool;
use sandtable_model::{Expr, RuleBook};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::{ast, parse_moves};

/// Reads a script for a scenario of a ruleset; its text is added to the sources.
///
/// Errors: a syntax error; a judgement of an unknown fact, or with a value of the wrong type.
pub fn read_script(
    name: &str,
    text: Arc<str>,
    ruleset: &mut Ruleset,
) -> Result<Moves, QuestionError> {
    let mut diagnostics = Diagnostics::default();
    let file = ruleset.sources.add(name, text.clone());
    let written = parse_moves(file, &text, &mut diagnostics);
    let text = text.trim_end();
    let last = text.chars().last().map_or(0, char::len_utf8);
    let end = Span::new(file, text.len().saturating_sub(last), text.len());
    match Moves::new(&written, &ruleset.book, end) {
        Ok(moves) if !diagnostics.has_errors() => return Ok(moves),
        Ok(_) => {}
        Err(finding) => diagnostics.push(finding),
    }
    Err(ruleset.question_error(diagnostics))
}

/// A script with the number of its answers used so far.
#[derive(Debug, Clone)]
pub struct Moves {
    /// Given dice; `None` if dice are rolled.
    dice: Option<Vec<Spanned<String>>>,
    choices: Vec<Spanned<String>>,
    /// Whether choices after the given ones are made by highest worth.
    rest_by_policy: bool,
    /// Whether the choices include answers to decisions with one legal answer.
    with_settled: bool,
    /// Decisions made without asking: the number of given choices before, the decision, the answer.
    settled: Vec<(usize, String, String)>,
    /// Conditions at the end of the game, as written.
    pub(super) expects: Vec<ast::Expectation>,
    /// The checked conditions at the end.
    pub(super) ends: Vec<Expr>,
    judged: Vec<(Spanned<String>, i32)>,
    n_dice: usize,
    n_choices: usize,
    is_judged: Vec<bool>,
    /// End of the script.
    end: Span,
}

impl Moves {
    /// Returns a script with no answer used.
    ///
    /// Errors: a judgement of an unknown fact, or with a value of the wrong type.
    pub fn new(written: &ast::Moves, book: &RuleBook, end: Span) -> Result<Self, Diagnostic> {
        let mut judged = Vec::new();
        for given in &written.judged {
            let Some(name) = given.place.first() else {
                continue;
            };
            let fact = book.facts.iter();
            let fact = fact.rev().find(|fact| fact.naming.name == name.value);
            let fact = fact.filter(|_| given.place.len() == 1).ok_or_else(|| {
                let known = book.facts.iter().map(|fact| fact.naming.name.as_str());
                Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no fact `{}`", name.value),
                )
                .label(name.span, "")
                .suggest(&name.value, known)
                .help("judge only facts; put the starting values of units into the scenario")
            })?;
            let value = book.read_fact(fact, &given.value)?;
            judged.push((name.clone(), value));
        }
        Ok(Self {
            dice: written.dice.as_ref().map(|dice| {
                let dice = dice.iter().map(|shown| &shown.face);
                dice.map(|die| Spanned::new(die.value.text(), die.span))
                    .collect()
            }),
            choices: written
                .choices
                .iter()
                .map(|choice| Spanned::new(choice.value.text(), choice.span))
                .collect(),
            rest_by_policy: written.rest_by_policy,
            with_settled: false,
            settled: Vec::new(),
            expects: written.expects.clone(),
            ends: Vec::new(),
            is_judged: vec![false; judged.len()],
            judged,
            n_dice: 0,
            n_choices: 0,
            end,
        })
    }

    /// Whether it gives dice.
    pub fn has_dice(&self) -> bool {
        self.dice.is_some()
    }

    /// Returns the next face of a die.
    ///
    /// Errors: no face is left, or the die does not have it.
    pub fn face(&mut self, pool: &Pool, faces: &[i32]) -> Result<i32, Diagnostic> {
        let n_dice = self.n_dice;
        let ran_out = |place| script_errors::ran_out(&pool.name, None, n_dice, Some(place));
        let die = self.next_die().map_err(ran_out)?;
        let face = face_value(pool, faces, &die.value);
        let known = || script_errors::impossible(die, &pool.name, &face_words(pool, faces));
        let face = face.ok_or_else(known)?;
        self.n_dice += 1;
        Ok(face)
    }

    /// Returns the next draw, which is written among the dice.
    ///
    /// Errors: no result is left, or it is not among the possible ones.
    pub fn drawn(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Result<i32, Diagnostic> {
        let title = &offer.decision.title;
        let ran_out =
            |place| script_errors::undrawn(title, &wording.allowed(offer), None, Some(place));
        let die = self.next_die().map_err(ran_out)?;
        let drawn = wording.read(&die.value, offer);
        let known = || script_errors::undrawable(die, title, &wording.allowed(offer));
        let drawn = drawn.ok_or_else(known)?;
        self.n_dice += 1;
        Ok(drawn)
    }

    /// Returns the next of the given dice; without one, the span where it would be added.
    fn next_die(&self) -> Result<&Spanned<String>, Span> {
        let dice = self.dice.as_deref().unwrap_or_default();
        let place = || dice.last().map_or(self.end, |last| last.span);
        dice.get(self.n_dice).ok_or_else(place)
    }

    /// Returns the next choice.
    ///
    /// Errors: no choice is left, or it is not legal.
    pub fn choice(
        &mut self,
        wording: Wording<'_>,
        offer: Offer<'_>,
        inquiry: &Inquiry<'_>,
    ) -> Result<i32, Diagnostic> {
        let title = &offer.decision.title;
        let Some(choice) = self.choices.get(self.n_choices) else {
            if self.rest_by_policy
                && let Some(answer) = Unstated::First.answer(offer)
            {
                return Ok(answer);
            }
            let allowed = wording.allowed(offer);
            let place = self.choices.last().map_or(self.end, |last| last.span);
            return Err(script_errors::unchosen(title, &allowed, None, Some(place)));
        };
        let answer = wording.read(&choice.value, offer);
        let answer = answer.ok_or_else(|| {
            // Of several with one name, those that are not offered are no reason.
            let why = match wording.is_ambiguous(&choice.value, offer) {
                true => Vec::new(),
                false => inquiry.not_offered(&choice.value, wording, offer),
            };
            let board_instance = inquiry.board();
            let (allowed, are_places) =
                wording.nearest(&choice.value, offer, board_instance.as_deref());
            let finding = script_errors::not_allowed(choice, title, (&allowed, are_places), &why);
            self.with_skipped(finding)
        })?;
        self.n_choices += 1;
        Ok(answer)
    }

    /// Returns the unused script with choices that include answers to decisions with one legal answer; `None` if that was tried
    /// before, or if there was no such decision.
    pub fn with_settled(&self, begun: &Self) -> Option<Self> {
        let is_worth_trying = !begun.with_settled && !self.settled.is_empty();
        is_worth_trying.then(|| Self {
            with_settled: true,
            ..begun.clone()
        })
    }

    /// Records a decision that was made without asking because it had one legal answer; the script may contain the answer.
    pub fn note_settled(&mut self, wording: Wording<'_>, offer: Offer<'_>, answer: i32) {
        let next = self.choices.get(self.n_choices);
        let is_given = next.and_then(|choice| wording.read(&choice.value, offer)) == Some(answer);
        if self.with_settled && is_given {
            self.n_choices += 1;
            return;
        }
        let title = offer.decision.title.clone();
        let settled = (self.n_choices, title, wording.written(answer, offer));
        self.settled.push(settled);
    }

    /// Adds to a finding the decision that was not asked, if that may explain why a choice does not fit.
    fn with_skipped(&self, finding: Diagnostic) -> Diagnostic {
        let words = self.choices.iter().map(|choice| choice.value.as_str());
        script_errors::skipped(finding, &self.settled, words.collect(), self.n_choices)
    }

    /// Returns the next judgement of a fact, if the script has one.
    pub fn judgement(&mut self, fact: &str) -> Option<i32> {
        let mut known = self.judged.iter().zip(&mut self.is_judged);
        let ((_, value), used) = known.find(|((name, _), used)| name.value == fact && !**used)?;
        *used = true;
        Some(*value)
    }

    /// Skips a die, of a part of the game that was played before.
    pub fn skip_die(&mut self) {
        self.n_dice += 1;
    }

    /// Skips a choice, of a part of the game that was played before.
    pub fn skip_choice(&mut self) {
        self.n_choices += 1;
    }

    /// Returns the finding about unused answers.
    pub fn left_over(&self) -> Option<Diagnostic> {
        let dice = self.dice.as_deref().unwrap_or_default();
        let die = dice.get(self.n_dice).map(script_errors::left_over);
        let choice = self.choices.get(self.n_choices);
        let mut judged = self.judged.iter().zip(&self.is_judged);
        let judged = judged.find(|(_, used)| !**used);
        let left = |choice| self.with_skipped(script_errors::choice_left_over(choice));
        die.or_else(|| choice.map(left)).or_else(|| {
            let ((name, _), _) = judged?;
            Some(script_errors::judgement_left_over(&name.value, name.span))
        })
    }
}
