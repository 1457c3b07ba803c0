//! A traced run of a question: each step with its section, each die, and the reasons why something does not apply.

use sandtable_eval::budget::Budget;
use sandtable_eval::dice::Dice;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::outcome_words;
use sandtable_explain::script_errors::trouble;
use sandtable_explain::scripted::{Choices, Script, Why};
use sandtable_explain::trace::{Decided, Faces, Fallen, Step, explain};
use sandtable_explain::why_not::Inquiry;
use sandtable_source::{SourceMap, Span, Spanned};

use super::assumed::Assumed;
use super::library::QuestionError;
use super::question::{Question, SOURCE};
use super::ready::{Named, resolve};
use super::solve::Session;

/// The dice and choices of one resolution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fate {
    /// The faces of dice, in the order in which they are rolled; if empty, dice are rolled.
    pub dice: Vec<String>,
    /// The choices, in the order in which they are asked; if empty, they are random unless the question names a policy.
    pub choices: Vec<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// Whether dice and choices after the given ones are random by the seed; otherwise the run stops after the given ones.
    pub goes_on: bool,
    /// Whether to record why lines of modifiers, rows and options do not apply.
    pub has_reasons: bool,
}

/// The result of one traced run.
#[derive(Debug)]
pub struct Resolution {
    /// The ruleset.
    pub ruleset: String,
    /// Text of the question.
    pub title: String,
    /// The steps of the trace, in order.
    pub steps: Vec<Step>,
    /// Every single die in the order of rolling.
    pub rolled: Vec<Fallen>,
    /// The number of further dice, which are not recorded.
    pub n_more_rolled: usize,
    /// All decisions in order, with their answers in the notation of `choices`.
    pub chosen: Vec<Decided>,
    /// Outcome, if the run completed.
    pub outcome: Option<Outcome>,
    /// Facts that were read and had their defaults.
    pub assumed: Vec<Assumed>,
    /// The seed that repeats the dice, if dice were rolled.
    pub seed: Option<u64>,
    /// The reason why the run did not complete, or the finding about unused answers.
    pub trouble: Option<QuestionError>,
}

/// Outcome of a resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Text of the outcome.
    pub words: String,
    /// Its values by name, for machine-readable output.
    pub values: Vec<Named>,
}

impl Session<'_> {
    /// Runs a question once.
    ///
    /// Errors: the question cannot be resolved. An error of the run is the `trouble` of the resolution.
    pub fn resolve_once(
        &mut self,
        question: &Question,
        fate: &Fate,
    ) -> Result<Resolution, QuestionError> {
        let ready = resolve(self.library, question, self.watch)?;
        let is_given = !fate.dice.is_empty();
        let faces = || match (is_given, fate.goes_on) {
            (true, false) => Faces::Given(&fate.dice),
            (true, true) => Faces::Begun(&fate.dice, Dice::new(fate.seed)),
            (false, _) => Faces::Rolled(Dice::new(fate.seed)),
        };
        let choices: Vec<String> = fate
            .choices
            .iter()
            .map(|word| word.trim().to_owned())
            .collect();
        let (book, sources) = (&ready.ruleset.book, &ready.ruleset.sources);
        let names = ready.situation.unit_names(book);
        let inquiry = Inquiry::new(book, sources, &ready.situation);
        let unstated = match question.unstated {
            Unstated::Refuse => Unstated::Random,
            unstated @ (Unstated::First | Unstated::Random) => unstated,
        };
        let program = &ready.lowered.program;
        let tell = |with_settled: bool| {
            let script = Script {
                why: Some(Why {
                    inquiry: &inquiry,
                    of_all: fate.has_reasons,
                }),
                choices: match choices.is_empty() {
                    false => Choices::Given {
                        words: &choices,
                        conditions: &[],
                        rest: fate.goes_on.then(|| (unstated, Dice::new(fate.seed))),
                        with_settled,
                    },
                    true => Choices::Policy(unstated, Dice::new(fate.seed)),
                },
                names: &names,
                ..Script::from(faces())
            };
            explain(program, &ready.units, script, Budget::STEPS)
        };
        let n_choices = choices.len();
        let mut story = tell(false);
        if n_choices > 0 && !story.fits(n_choices) && !story.settled.is_empty() {
            // The given answers may include those of decisions with one legal answer.
            story = Some(tell(true))
                .filter(|other| other.fits(n_choices))
                .unwrap_or(story);
        }
        let given = placed(&mut ready.ruleset.sources, "--dice ", &fate.dice);
        let chosen = placed(&mut ready.ruleset.sources, "--choose ", &fate.choices);
        let trouble = trouble(program, &story, &given, &chosen, None);
        let parts = &ready.lowered.parts;
        let outcome = story.outcome.as_ref();
        let is_rolled = match (is_given, fate.goes_on) {
            (true, false) => false,
            (true, true) | (false, _) => story.rolled.len() > fate.dice.len(),
        };
        let assumed = ready.assumptions_in(&story);
        Ok(Resolution {
            assumed,
            outcome: outcome.map(|outcome| Outcome {
                words: outcome_words(parts, outcome, &ready.units),
                values: ready.values(parts, outcome),
            }),
            seed: is_rolled.then_some(fate.seed),
            trouble: trouble.map(|finding| ready.unanswered_for(finding)),
            ruleset: ready.name,
            title: ready.title,
            steps: story.steps,
            rolled: story.rolled,
            n_more_rolled: story.n_more_rolled,
            chosen: story.chosen,
        })
    }
}

/// Adds the given faces or choices to the sources as a text, and returns each with its span.
fn placed(sources: &mut SourceMap, flag: &str, words: &[String]) -> Vec<Spanned<String>> {
    let file = sources.add(SOURCE, format!("{flag}{}", words.join(",")));
    let mut start = flag.len();
    words
        .iter()
        .map(|face| {
            let span = Span::new(file, start, start + face.len());
            start = span.end + 1;
            Spanned::new(face.clone(), span)
        })
        .collect()
}
