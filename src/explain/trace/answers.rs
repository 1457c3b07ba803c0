//! Answers of a run: from its player, or else from its script.

use super::story::{Faces, Fallen, NoAnswer, Trouble};
use super::{ANSWERS_KEPT, Acting, CHARACTERS_KEPT, DICE_KEPT, TraceWriter, places};
use crate::scripted::{Choices, Moment, Wording};
use sandtable_eval::machine::{Answers, Machine};
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::{face_value, face_word, face_words};
use sandtable_ir::{JudgementId, Note, NoteId, Pool, PoolId, Program, Secret};
use sandtable_model::ChoiceCondition;
use std::sync::Arc;

impl Answers for TraceWriter<'_, '_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let id = pool;
        let pool = program.pools.get(id.0 as usize)?;
        if self.state.story.rolled.is_empty() {
            self.state.story.before_dice = self.state.story.sums.len();
        }
        self.state.last.clear();
        self.state.last_labels.clear();
        // Given faces that are left over are reported in the end.
        let is_given = self.player.is_none() && matches!(self.script.faces, Faces::Given(_));
        let is_told = is_given || !self.is_told_out();
        let mut next = |faces: &[i32]| {
            let face = self.face(program, pool, faces)?;
            if !is_told {
                self.state.story.n_more_rolled += 1;
                return Some(face);
            }
            let word = face_word(pool, face);
            let faces = self.words_of(id, pool, faces);
            self.fell(Fallen {
                die: pool.name.clone(),
                face: word.clone(),
                faces,
            });
            self.state.last.push(word);
            Some(face)
        };
        pool.roll(&mut next, &mut Default::default())
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.state.was_asked = true;
        let wording = Wording {
            decision: offer.decision,
            units: self.units,
            names: self.script.names,
        };
        if offer.decision.is_drawn {
            return self.draw(wording, offer);
        }
        if let Some(player) = &mut self.player {
            if let Some(acting) = self.state.acting.last_mut() {
                let chosen = acting.chosen.take();
                acting.chosen = chosen.filter(|(title, _)| *title != offer.decision.title);
            }
            let mut units = self.state.acting.iter().rev().map(Acting::units);
            let units = units.find(|units| !units.is_empty());
            let units = units.unwrap_or_default();
            let moment = Moment {
                steps: &self.state.story.steps,
                units: &units,
                state: offer.state(),
            };
            return player.choose(wording, offer, moment);
        }
        let (given, conditions, rest) = match &mut self.script.choices {
            Choices::Policy(unstated, dice) => return unstated.draw(offer, dice),
            // Drawn for a given choice, too, so that later ones do not depend on how many are given.
            Choices::Given {
                words,
                conditions,
                rest,
                ..
            } => {
                let rest = rest.as_mut();
                let rest = rest.and_then(|(rest, dice)| rest.draw(offer, dice));
                (*words, *conditions, rest)
            }
        };
        let title = offer.decision.title.clone();
        let at = self.state.story.n_chosen;
        let Some(word) = given.get(at) else {
            if rest.is_some() {
                return rest;
            }
            let allowed = wording.allowed(offer);
            self.state.story.trouble = Some(Trouble::Unchosen(title, allowed, None));
            return None;
        };
        let condition = conditions.iter().find(|condition| condition.at == at);
        let word = match condition.map(|condition| chosen_on(condition, word, wording, offer)) {
            None => word,
            Some(OnCondition::Word(word)) => word,
            Some(OnCondition::Open(why)) => {
                let answer = Unstated::Refuse.answer(offer).or(rest);
                match (answer, why) {
                    (None, _) => self.without_answer(why, wording, offer),
                    (Some(_), NoAnswer::NotMet) => self.state.story.n_chosen += 1,
                    (Some(_), NoAnswer::Unknown) => {}
                }
                return answer;
            }
        };
        let answer = wording.read(word, offer);
        match answer {
            Some(_) => self.state.story.n_chosen += 1,
            None => {
                let at = self.state.story.n_chosen;
                let (allowed, are_places) =
                    wording.nearest(word, offer, self.state.board.as_deref());
                // Of several with one name, those that are not offered are no reason.
                let why = self.script.why;
                let why = why.filter(|_| !wording.is_ambiguous(word, offer));
                let reasons = why.map(|why| why.inquiry.not_offered(word, wording, offer));
                let reasons = reasons.unwrap_or_default();
                self.state.story.trouble =
                    Some(Trouble::NotAllowed(at, title, allowed, reasons, are_places));
            }
        }
        answer
    }

    fn judge(
        &mut self,
        program: &Program,
        judgement: JudgementId,
        about: &[i32],
        state: &[i32],
    ) -> Option<i32> {
        let judgement = program.judgements.get(judgement.0 as usize)?;
        if let Some(player) = &mut self.player {
            let places: Vec<usize> = places(about.iter().copied()).collect();
            let masked = self.seen_by.map(|(secrets, viewer)| {
                let title = |secret: &Secret| secret.title.clone();
                secrets.masked(self.units, state, viewer, title)
            });
            let units = masked.as_deref().unwrap_or(self.units);
            let titles = places.iter().map(|at| units.get(*at).cloned());
            let titles: Vec<String> = titles.map(Option::unwrap_or_default).collect();
            let moment = Moment {
                steps: &self.state.story.steps,
                units: &places,
                state,
            };
            let value = player.judge(judgement, &titles, moment)?;
            self.hears(&judgement.fact, about, value);
            return Some(value);
        }
        let fact = &judgement.fact;
        let mut given = self.script.judged.iter().zip(&mut self.state.story.judged);
        let ((_, value), used) = given.find(|((known, _), used)| known == fact && !**used)?;
        *used = true;
        let value = *value;
        self.hears(fact, about, value);
        Some(value)
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        let Some(told) = program.notes.get(note.0 as usize) else {
            return;
        };
        match self.is_told_out() && !matches!(told, Note::Needs { .. } | Note::GameEnds { .. }) {
            true => self.pass_over(program, machine, told),
            false => self.tell(program, machine, told),
        }
    }
}

/// A given choice with a condition, at a decision.
enum OnCondition<'w> {
    /// This answer is given.
    Word(&'w String),
    /// No answer is given: the decision is made by its worth.
    Open(NoAnswer),
}

/// Returns what a given choice with a condition means at a decision.
fn chosen_on<'w>(
    condition: &'w ChoiceCondition,
    word: &'w String,
    wording: Wording<'_>,
    offer: Offer<'_>,
) -> OnCondition<'w> {
    let mut registers = offer.decision.conditions.iter();
    let register = registers.find(|(at, _)| *at == condition.at);
    let holds = register.and_then(|(_, register)| offer.state().get(register.0 as usize));
    let is_offered = || wording.read(word, offer).is_some() || wording.is_ambiguous(word, offer);
    match (holds, &condition.otherwise) {
        (None, _) if is_offered() => OnCondition::Open(NoAnswer::Unknown),
        (Some(0), Some(other)) => OnCondition::Word(other),
        (Some(0), None) if is_offered() => OnCondition::Open(NoAnswer::NotMet),
        (None | Some(_), _) => OnCondition::Word(word),
    }
}

impl TraceWriter<'_, '_> {
    /// Ends the run at a decision for which a choice with a condition gives no answer.
    fn without_answer(&mut self, why: NoAnswer, wording: Wording<'_>, offer: Offer<'_>) {
        let (at, title) = (self.state.story.n_chosen, offer.decision.title.clone());
        let trouble = Trouble::Unanswered(at, title, wording.allowed(offer), why);
        self.state.story.trouble = Some(trouble);
    }

    fn hears(&self, fact: &str, about: &[i32], value: i32) {
        let why = self.script.why.iter();
        why.for_each(|why| why.inquiry.hears(fact, about, value));
    }

    /// The next face of one die of a pool.
    fn face(&mut self, program: &Program, pool: &Pool, faces: &[i32]) -> Option<i32> {
        if let Some(player) = &mut self.player {
            return player.face(pool, faces);
        }
        let (given, rolled) = match &mut self.script.faces {
            Faces::Rolled(dice) => return Some(dice.roll_faces(faces, 1)),
            Faces::Given(given) => (*given, None),
            Faces::Begun(given, dice) => (*given, Some(dice.roll_faces(faces, 1))),
        };
        let Some(word) = given.get(self.state.n_used) else {
            if rolled.is_none() {
                self.state.story.trouble = Some(Trouble::RanOut(pool.name.clone(), None));
            }
            return rolled;
        };
        let Some(face) = face_value(pool, faces, word) else {
            let known = face_words(pool, faces);
            self.state.story.trouble = Some(Trouble::Impossible(
                self.state.n_used,
                pool.name.clone(),
                known,
            ));
            return None;
        };
        if let Some(Some(label)) = self.script.labels.get(self.state.n_used) {
            let is_rule = program.rules.iter().any(|rule| rule.name == *label);
            if is_rule && !self.state.names.contains(label) {
                let trouble = Trouble::Mislabelled(self.state.n_used, pool.name.clone());
                self.state.story.trouble = Some(trouble);
                return None;
            }
            self.state.last_labels.push(label.clone());
        }
        self.state.n_used += 1;
        Some(face)
    }

    /// Draws from an offer; the answer is given among the dice.
    fn draw(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32> {
        if self.state.story.rolled.is_empty() {
            self.state.story.before_dice = self.state.story.sums.len();
        }
        let title = offer.decision.title.clone();
        let none: &[String] = &[];
        let (given, rolled) = match (&mut self.player, &mut self.script.faces) {
            (Some(player), _) => (none, Some(player.draw(wording, offer)?)),
            (None, Faces::Rolled(dice)) => (none, Some(offer.draw(dice)?)),
            (None, Faces::Given(given)) => (*given, None),
            (None, Faces::Begun(given, dice)) => (*given, Some(offer.draw(dice)?)),
        };
        let drawn = match (given.get(self.state.n_used), rolled) {
            (Some(word), _) => {
                let Some(drawn) = wording.read(word, offer) else {
                    let allowed = wording.allowed(offer);
                    let trouble = Trouble::Undrawable(self.state.n_used, title, allowed);
                    self.state.story.trouble = Some(trouble);
                    return None;
                };
                self.state.n_used += 1;
                drawn
            }
            (None, Some(rolled)) => rolled,
            (None, None) => {
                let allowed = wording.allowed(offer);
                self.state.story.trouble = Some(Trouble::Undrawn(title, allowed, None));
                return None;
            }
        };
        let face = wording.written(drawn, offer);
        let faces = self.listed(wording, offer).into();
        let die = title;
        self.fell(Fallen { die, face, faces });
        Some(drawn)
    }

    /// Adds a die to the story, as long as there are not too many.
    fn fell(&mut self, fallen: Fallen) {
        match self.state.story.rolled.len() < DICE_KEPT {
            true => self.state.story.rolled.push(fallen),
            false => self.state.story.n_more_rolled += 1,
        }
    }

    /// Returns the words of the faces of a die.
    fn words_of(&mut self, id: PoolId, pool: &Pool, faces: &[i32]) -> Arc<[String]> {
        let mut known = self.state.faces.iter();
        let known = known.find(|(of, values, _)| *of == id && values == faces);
        if let Some((.., words)) = known {
            return Arc::clone(words);
        }
        let words = match faces.len() <= ANSWERS_KEPT {
            true => face_words(pool, faces).into(),
            false => Arc::default(),
        };
        self.state
            .faces
            .push((id, faces.to_vec(), Arc::clone(&words)));
        words
    }

    /// Returns the answers that an offer allows, for a story that somebody changes; none of a game, or of very many.
    pub(super) fn listed(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Vec<String> {
        let is_long = offer.answers().nth(ANSWERS_KEPT).is_some();
        let is_full = self.state.listed > CHARACTERS_KEPT;
        if self.player.is_some() || is_long || is_full {
            return Vec::new();
        }
        let listed = wording.allowed(offer);
        self.state.listed += listed.iter().map(String::len).sum::<usize>();
        listed
    }
}
