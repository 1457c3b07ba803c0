//! Conditions of given choices in examples: `choices yes if shown < 4 otherwise no`.
//!
//! Such a condition is about the decision that the choice answers. It is checked there, while the names of the rule are visible: at
//! every decision that the choice can answer. Where its names are unknown, the choice does not belong.
//!
//! Reports: what expressions report.

use super::Checker;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::kept::Fingerprint;
use sandtable_model::{Among, Choice, ChoiceCondition, ConditionHere, Expr, Reference, Values};
use sandtable_source::Span;
use sandtable_syntax::ast;
use sandtable_syntax::value_text;

/// Answers to any choice of several units, and to decisions that can be declined.
const DECLINED: [&str; 3] = ["no", "none", "done"];

/// A choice of an example that has a condition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written<'a> {
    answer: &'a ast::Picked,
    condition: &'a ast::Expr,
}

/// The check of a condition at a decision that its choice can answer.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    /// Span of the condition.
    condition: Span,
    /// Name of the rule that asks, and the span of the decision.
    rule: String,
    decision: Span,
    references: Vec<Reference>,
    findings: Vec<Diagnostic>,
    /// The names that the rule knows there.
    names: Vec<String>,
}

/// Conditions that are checked before their decision is, each with the answer of its choice.
pub(super) struct Open(Vec<(String, Checked, Expr)>);

impl<'a> Checker<'a> {
    /// Adds the choices of an example that have conditions.
    pub(super) fn declare_conditional_choices(&mut self, example: &'a ast::Example) {
        for choices in example.steps.iter().flat_map(|step| &step.choices) {
            let choices = &choices.value;
            let written = choices.conditions.iter().filter_map(|given| {
                let answer = choices.picked.get(given.at)?;
                Some(Written {
                    answer: &answer.value,
                    condition: &given.condition,
                })
            });
            self.conditional_choices.extend(written);
        }
    }

    /// Returns the fingerprint of all choices that have conditions.
    pub(super) fn fingerprint_of_conditions(&self) -> Fingerprint {
        let written = self.conditional_choices.iter();
        let texts = written.map(|given| (given.answer.text(), value_text(given.condition)));
        Fingerprint::of(&texts.collect::<Vec<_>>())
    }
}

impl Scope<'_, '_> {
    /// Checks every condition of a choice with the names that are visible here, at the decision of this span.
    pub(super) fn conditions_here(&mut self, decision: Span) -> Open {
        let written = self.checker.conditional_choices.clone();
        let checked = written.into_iter().map(|given| {
            let (checked, holds) = self.condition_here(given, decision);
            (given.answer.text(), checked, holds)
        });
        Open(checked.collect())
    }

    fn condition_here(&mut self, given: Written<'_>, decision: Span) -> (Checked, Expr) {
        let before = std::mem::take(self.checker.diagnostics);
        let undeclared = self.checker.take_undeclared();
        let n_references = self.checker.references.len();
        let kept = self.begin_apart();
        let holds = self.asked(given.condition);
        self.end_apart(kept);
        let references = self.checker.references.split_off(n_references);
        self.checker.give_back_undeclared(undeclared);
        let found = std::mem::replace(self.checker.diagnostics, before);
        let checked = Checked {
            condition: given.condition.span,
            rule: self.rule.clone(),
            decision,
            references,
            findings: found.iter().cloned().collect(),
            names: self.names_here(),
        };
        (checked, holds)
    }

    /// Gives a decision the conditions of choices that can answer it.
    pub(super) fn keep_conditions(&mut self, open: Open, choice: &mut Choice) {
        let conditions = self.conditions_of(open, |word| is_answer(choice, word));
        choice.conditions = conditions;
    }

    /// Returns the conditions of choices that can answer a decision, where its rule knows their names.
    pub(super) fn conditions_of(
        &mut self,
        Open(checked): Open,
        is_answer: impl Fn(&str) -> bool,
    ) -> Vec<ConditionHere> {
        let mut conditions = Vec::new();
        for (_, checked, holds) in checked.into_iter().filter(|(word, ..)| is_answer(word)) {
            if checked.findings.is_empty() {
                conditions.push(ConditionHere {
                    span: checked.condition,
                    holds,
                });
            }
            self.checker.used.conditions.push(checked);
        }
        conditions
    }
}

/// Whether a word answers a decision that is taken or not.
pub(super) fn is_taken_or_not(title: &str, word: &str) -> bool {
    word == "yes" || word == title || DECLINED.contains(&word)
}

/// Whether a word can be an answer to a decision of players. Which units take part is not known here.
fn is_answer(choice: &Choice, word: &str) -> bool {
    if choice.is_drawn() {
        return false;
    }
    if choice.or_none && DECLINED.contains(&word) {
        return true;
    }
    match &choice.among {
        Among::Lines(_) if choice.or_none => is_taken_or_not(&choice.title, word),
        Among::Lines(lines) => lines.iter().any(|line| line.title == word),
        Among::Values { values, .. } => match values.as_ref() {
            Values::Words { words, .. } => words.iter().any(|(known, _)| known == word),
            Values::Numbers { low, high, .. } => {
                let number = word.parse::<i32>();
                number.is_ok_and(|number| (*low..=*high).contains(&number))
            }
            Values::Units(_) => !matches!(word, "yes" | "no"),
        },
    }
}

/// Returns the conditions of the choices of a step. A condition whose names no decision knows is reported as at the first decision of
/// the rule that the example runs, else at the first of any rule.
pub(super) fn conditions_of_choices(
    checker: &mut Checker<'_>,
    choices: &ast::Choices,
    run: &str,
) -> Vec<ChoiceCondition> {
    let mut conditions = Vec::new();
    for given in &choices.conditions {
        let checked = checker.used.conditions.iter();
        let checked = checked.filter(|known| known.condition == given.condition.span);
        let (sound, unsound): (Vec<&Checked>, Vec<&Checked>) =
            checked.partition(|known| known.findings.is_empty());
        if let Some(first) = sound.first() {
            let references = first.references.clone();
            checker.references.extend(references);
        } else {
            let of_run = unsound.iter().find(|known| known.rule == run);
            if let Some(nearest) = of_run.or(unsound.first()) {
                let findings = nearest.findings_at_decision();
                findings
                    .into_iter()
                    .for_each(|one| checker.diagnostics.push(one));
            }
        }
        conditions.push(ChoiceCondition {
            at: given.at,
            otherwise: given.otherwise.as_ref().map(|other| other.value.text()),
            span: given.condition.span,
        });
    }
    conditions
}

impl Checked {
    /// Returns the findings, with the decision that they are about.
    fn findings_at_decision(&self) -> Vec<Diagnostic> {
        let names = match self.names.as_slice() {
            [] => String::new(),
            names => format!("; it knows {}", names.join(", ")),
        };
        let findings = self.findings.iter().map(|finding| {
            let finding = finding.clone();
            let finding = finding.label(self.decision, "the decision that it answers");
            let is_of_names = finding.code == Code::UnknownName && finding.fixes.is_empty();
            let help = match finding.help {
                Some(_) if !is_of_names => return finding,
                _ => format!("use names of the rule that asks, `{}`{names}", self.rule),
            };
            Diagnostic {
                help: Some(help.into()),
                ..finding
            }
        });
        findings.collect()
    }
}
