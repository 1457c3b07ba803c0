//! Facts, formulas, traits and tracks that are yes or no, as clauses by the forms of their titles.

use super::clauses::Condition;
use super::english::{
    Form, Predicate, form_of_flag, is_relation, join_with, negate_sentence, predicate_of, quoted,
};
use super::speaker::{Speaker, Titled};
use super::value::sort_of;
use sandtable_model::{Expr, Kinds, Naming, Parameter, ProcedureId, TrackId, Type};
use sandtable_syntax::ast::Ability;

impl Speaker<'_> {
    /// A stat or trait that is yes or no.
    pub(super) fn flag_of(
        &self,
        subject: String,
        titled: &Titled,
        is_trait: bool,
        negated: bool,
    ) -> Condition {
        // The name of a trait is seldom a verb: `engineers`.
        let is_one_word = !titled.title.contains(' ') && titled.title.ends_with('s');
        let form = match form_of_flag(&titled.title) {
            Form::Predicate(_) if is_trait && is_one_word && !titled.has_title => {
                Form::Label(titled.title.clone())
            }
            form @ (Form::Predicate(_) | Form::Sentence(_) | Form::Noun(_) | Form::Label(_)) => {
                form
            }
        };
        match form {
            Form::Predicate(predicate) => predicated(subject, predicate, negated),
            Form::Sentence(sentence) if sentence.contains(" it") => {
                let sentence = if negated {
                    negate_sentence(&sentence)
                } else {
                    sentence
                };
                let text = super::english::about_owner(&sentence, &subject);
                Condition::sentence(text.unwrap_or(sentence))
            }
            Form::Noun(_) | Form::Label(_) | Form::Sentence(_) if is_trait => {
                let verb = if negated { "does not have" } else { "has" };
                let name = quoted(&titled.title);
                Condition::clause(subject, format!("{verb} the trait {name}"))
            }
            Form::Noun(_) | Form::Label(_) | Form::Sentence(_) => {
                let verb = if negated {
                    "is not marked"
                } else {
                    "is marked"
                };
                Condition::clause(subject, format!("{verb} {}", quoted(&titled.title)))
            }
        }
    }

    pub(super) fn flag_track(
        &self,
        subject: String,
        track: TrackId,
        kinds: Kinds,
        negated: bool,
    ) -> Condition {
        let verb = if negated { "is not" } else { "is" };
        match track {
            TrackId::DESTROYED => Condition::clause(subject, format!("{verb} destroyed")),
            TrackId::REMOVED => Condition::clause(subject, format!("{verb} out of play")),
            track => {
                let titled = self.track(track, kinds);
                self.flag_of(subject, &titled, false, negated)
            }
        }
    }

    /// Statement about another unit: `has fired at` and `the target`.
    pub(super) fn with_index(&mut self, clause: Condition, index: Option<&Expr>) -> Condition {
        match (clause, index) {
            (Condition::Clause { subject, predicate }, Some(index)) => {
                let index = self.value_words(index);
                // `has rolled against it this turn`
                let about = [" against it", " at it", " with it", " to it", " of it"];
                let found = about.iter().find(|found| predicate.contains(*found));
                let predicate = match found {
                    Some(found) => {
                        let with = found.replace(" it", &format!(" {index}"));
                        predicate.replacen(found, &with, 1)
                    }
                    None if is_relation(&predicate) => {
                        format!("{predicate} {index}")
                    }
                    None => format!("{predicate} with regard to {index}"),
                };
                Condition::Clause { subject, predicate }
            }
            (clause, _) => clause,
        }
    }

    pub(super) fn called_flag(
        &mut self,
        procedure: ProcedureId,
        arguments: &[Expr],
        negated: bool,
    ) -> Condition {
        let Some(known) = self.book.procedures.get(procedure.at()).cloned() else {
            return Condition::sentence("");
        };
        if let (Some(_), [owner]) = (known.of_kind, arguments) {
            let subject = self.value_words(owner);
            let titled = Titled {
                title: self.title(&known.naming),
                ty: Type::Flag,
                has_title: known.naming.title.is_some(),
            };
            return self.flag_of(subject, &titled, false, negated);
        }
        if known.ability == Ability::Formula {
            let sort = sort_of(&known);
            return self.titled_flag(sort, &known.naming, &known.parameters, arguments, negated);
        }
        let subject = self.call(procedure, arguments);
        let subject = subject.trim_start_matches("the result of ").to_owned();
        let verb = if negated { "gives no" } else { "gives yes" };
        Condition::clause(subject, verb)
    }

    pub(super) fn can(
        &mut self,
        action: ProcedureId,
        arguments: &[Expr],
        negated: bool,
    ) -> Condition {
        let Some(known) = self.book.procedures.get(action.at()).cloned() else {
            return Condition::sentence("");
        };
        let title = self.title(&known.naming);
        let refers = self.refer(sort_of(&known), &known.naming);
        let verb = if negated { "cannot" } else { "can" };
        let predicate = predicate_of(&title, true);
        let base =
            predicate.and_then(|found| found.no.strip_prefix("does not ").map(str::to_owned));
        if let (Some(base), Some(first)) = (base, arguments.first()) {
            let subject = self.value_words(first);
            let rest = self.arguments(&known.parameters, arguments, 1);
            return Condition::clause(subject, format!("{verb} {base}{refers}{rest}"));
        }
        let with = self.arguments(&known.parameters, arguments, 0);
        let verb = if negated {
            "is not possible"
        } else {
            "is possible"
        };
        Condition::clause(format!("{}{refers}{with}", quoted(&title)), verb)
    }

    /// A fact or formula that is yes or no, by the form of its title.
    pub(super) fn titled_flag(
        &mut self,
        sort: &str,
        naming: &Naming,
        parameters: &[Parameter],
        arguments: &[Expr],
        negated: bool,
    ) -> Condition {
        let title = self.title(naming);
        let refers = self.refer(sort, naming);
        let first = parameters.first().zip(arguments.first());
        let has_subject = first.is_some_and(|(parameter, _)| is_thing(parameter));
        let n_things = parameters.iter().take_while(|one| is_thing(one)).count();
        // A name that is one word and not a title says too little of what it relates.
        let is_bare = naming.title.is_none() && !title.contains(' ') && n_things > 1;
        match form_of_flag(&title) {
            Form::Predicate(predicate) if has_subject && !is_bare => {
                let subject = arguments.first().map(|first| self.value_words(first));
                let predicate = self.with_object(predicate, parameters, arguments);
                let (predicate, skip) = predicate;
                let rest = self.arguments(parameters, arguments, skip);
                let verb = if negated { predicate.no } else { predicate.yes };
                let subject = subject.unwrap_or_default();
                Condition::clause(subject, format!("{verb}{refers}{rest}"))
            }
            Form::Sentence(sentence) => {
                let text = if negated {
                    negate_sentence(&sentence)
                } else {
                    sentence
                };
                // `The leader is with it`
                let owner = arguments.first().filter(|_| has_subject);
                let owner = owner.map(|owner| self.value_words(owner));
                let about = owner.and_then(|owner| super::english::about_owner(&text, &owner));
                let (text, skip) = about.map_or((text, 0), |about| (about, 1));
                let with = self.arguments(parameters, arguments, skip);
                Condition::sentence(format!("{text}{refers}{with}"))
            }
            Form::Noun(noun) => {
                let with = self.arguments(parameters, arguments, 0);
                let bare = noun.split_once(' ').map_or("", |(_, bare)| bare);
                let what = if negated {
                    format!("no {bare}")
                } else {
                    noun.clone()
                };
                Condition::clause("there is", format!("{what}{refers}{with}"))
            }
            Form::Predicate(_) | Form::Label(_) => {
                let verb = if negated { "does not apply" } else { "applies" };
                let things: Vec<String> = arguments
                    .iter()
                    .take(n_things)
                    .map(|thing| self.operand(thing))
                    .collect();
                let to = match things.as_slice() {
                    [] => String::new(),
                    things => format!(" to {}", join_with(things, "and")),
                };
                let with = self.arguments(parameters, arguments, things.len());
                Condition::clause(
                    format!("{}{refers}", quoted(&title)),
                    format!("{verb}{to}{with}"),
                )
            }
        }
    }

    /// Puts the second argument after a predicate that ends in a preposition; returns also how many arguments were used.
    fn with_object(
        &mut self,
        predicate: Predicate,
        parameters: &[Parameter],
        arguments: &[Expr],
    ) -> (Predicate, usize) {
        // `Can track it`
        let second = arguments.get(1).zip(parameters.get(1));
        if let Some((second, _)) = second.filter(|(_, parameter)| is_thing(parameter))
            && has_object_pronoun(&predicate.yes)
        {
            let object = self.value_words(second);
            let with = Predicate {
                yes: with_pronoun_replaced(&predicate.yes, &object),
                no: with_pronoun_replaced(&predicate.no, &object),
            };
            return (with, 2);
        }
        let is_open = is_relation(&predicate.yes);
        let second = arguments
            .get(1)
            .filter(|_| is_open && parameters.len() == 2);
        match second {
            Some(second) if predicate.yes.contains(' ') => {
                let object = self.value_words(second);
                let with = Predicate {
                    yes: format!("{} {object}", predicate.yes),
                    no: format!("{} {object}", predicate.no),
                };
                (with, 2)
            }
            Some(_) | None => (predicate, 1),
        }
    }
}

/// Whether a parameter is a unit, a place or a side, which can be subjects and objects.
fn is_thing(parameter: &Parameter) -> bool {
    matches!(parameter.ty, Type::Unit(_) | Type::Place | Type::Side)
}

/// Whether a predicate has `it` as a word after its verb.
fn has_object_pronoun(predicate: &str) -> bool {
    predicate.split(' ').skip(1).any(|word| word == "it")
}

/// Puts an object in the place of the first `it`.
fn with_pronoun_replaced(predicate: &str, object: &str) -> String {
    let mut is_left = true;
    let words = predicate.split(' ').map(|word| {
        if word == "it" && is_left {
            is_left = false;
            object
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn predicated(subject: String, predicate: Predicate, negated: bool) -> Condition {
    Condition::clause(subject, if negated { predicate.no } else { predicate.yes })
}
