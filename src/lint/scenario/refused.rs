//! Actions that are refused in games of a scenario: such a game ends there.
//!
//! A call that nothing checks may still be allowed whenever it is reached. Some games with random dice and choices decide: one that is refused
//! proves that it is not.
//!
//! Reports: E0643.

use crate::call_graph::CallGraph;
use crate::unguarded_call::{UNLESS_ALLOWED, UncheckedCall, unchecked_calls};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dice::Dice;
use sandtable_eval::policy::Unstated;
use sandtable_explain::scripted::{Choices, Script};
use sandtable_explain::trace::{Faces, Story, explain};
use sandtable_ir::{OutputSpec, lower};
use sandtable_model::{Question, RuleBook};
use sandtable_roster::Scenario;
use sandtable_source::Span;

/// Number of rules of a book in which all calls are looked at.
const MAX_RULES: usize = 250;
/// Number of games that are played.
const GAMES: u64 = 6;
/// Maximum number of machine steps of all games of a scenario.
const MAX_STEPS: u64 = 600_000;
/// Maximum number of ops of a program that is played.
const MAX_OPS: usize = 60_000;

/// The calls of a book that nothing checks.
pub struct Refusals {
    calls: Vec<UncheckedCall>,
}

impl Refusals {
    /// Finds the calls; in a book of very many rules only those that its notes are about.
    pub fn new(book: &RuleBook, notes: &[Diagnostic]) -> Self {
        let told = || {
            let notes = notes.iter().filter(|note| note.code == Code::MayBeRefused);
            notes.map(UncheckedCall::of_note).collect()
        };
        Self {
            calls: match book.procedures.len() {
                ..=MAX_RULES => unchecked_calls(book, &CallGraph::new(book), true),
                _ => told(),
            },
        }
    }

    /// Reports the calls that are refused in games of a scenario.
    pub fn check(
        &self,
        book: &RuleBook,
        written: &Scenario,
        staged: &Question,
        diagnostics: &mut Diagnostics,
    ) {
        if self.calls.is_empty() || staged.procedure.is_none() {
            return;
        }
        let lowered = lower::run(book, staged, OutputSpec::Outcome);
        if lowered.program.ops.len() > MAX_OPS {
            return;
        }
        let titles = staged.unit_titles();
        let mut reported: Vec<Span> = Vec::new();
        for seed in 1..=GAMES {
            let script = Script {
                choices: Choices::Policy(Unstated::Random, Dice::new(seed)),
                ..Script::from(Faces::Rolled(Dice::new(seed)))
            };
            let story = explain(&lowered.program, &titles, script, MAX_STEPS / GAMES);
            let call = refused_at(&story).and_then(|place| self.call_of(place));
            if let Some((call, place)) = call
                && !reported.contains(&place)
            {
                reported.push(place);
                diagnostics.push(finding(call, written));
            }
        }
    }

    /// Returns the call that is refused at a place, and the place of the call; the first one if there are several.
    fn call_of(&self, place: Span) -> Option<(&UncheckedCall, Span)> {
        let is_within = |condition: &Span| {
            condition.file == place.file
                && place.start <= condition.start
                && condition.end <= place.end
        };
        let mut calls = self.calls.iter();
        let call = calls.find(|call| call.conditions.iter().any(is_within))?;
        Some((call, call.finding.labels.first()?.span))
    }

    /// Whether another finding says that a call is refused that a note says may be.
    pub fn is_confirmed(note: &Diagnostic, others: &[Diagnostic]) -> bool {
        note.confidence == Confidence::Possible && Self::is_known(note, others.iter())
    }

    /// Whether a finding about a refused call is about the call of another one.
    pub fn is_known<'d>(
        finding: &Diagnostic,
        mut others: impl Iterator<Item = &'d Diagnostic>,
    ) -> bool {
        let place = |one: &Diagnostic| one.labels.first().map(|label| label.span);
        finding.code == Code::MayBeRefused
            && others.any(|other| other.code == finding.code && place(other) == place(finding))
    }
}

/// Returns the place of the requirement at which a game is refused.
fn refused_at(story: &Story) -> Option<Span> {
    let is_refused = story
        .outcome
        .as_ref()?
        .first()
        .is_some_and(|refused| *refused != 0);
    let refusals = story.steps.iter().rev().filter(|step| step.is_refusal());
    refusals.map(|step| step.span).next().filter(|_| is_refused)
}

fn finding(call: &UncheckedCall, written: &Scenario) -> Diagnostic {
    let mut finding = call.finding.clone();
    let message = "games of this scenario are refused here, and end";
    finding.message = message.into();
    let help = finding.help.take().unwrap_or_default();
    let cure = help.split(UNLESS_ALLOWED).next().unwrap_or_default();
    finding
        .help(cure.trim_end_matches("; "))
        .label(written.play.span, "played at random")
        .confidence(Confidence::Certain)
}
