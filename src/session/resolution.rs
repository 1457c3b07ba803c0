//! One resolution, traced: each step with its section, each die, and why something does not apply.

use sandtable_eval::budget::Budget;
use sandtable_eval::dice::Dice;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::outcome_words;
use sandtable_explain::script_errors::trouble;
use sandtable_explain::scripted::{Choices, Script, Why};
use sandtable_explain::trace::{Decided, Faces, Fallen, Step, Story, Trouble, explain};
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
    /// The faces that dice show, in the order in which they are thrown; without any, dice are thrown.
    pub dice: Vec<String>,
    /// The choices that are made, in the order in which they are asked for; without any, chance chooses unless the
    /// question says otherwise.
    pub choices: Vec<String>,
    /// The seed of the dice that are thrown.
    pub seed: u64,
    /// Rolls and chooses by the seed where the given dice and choices end, instead of stopping there.
    pub goes_on: bool,
    /// Tells also why lines of modifiers, rows and options that do not apply do not.
    pub has_reasons: bool,
}

/// One resolution.
#[derive(Debug)]
pub struct Resolution {
    /// The ruleset.
    pub ruleset: String,
    /// The question in words.
    pub title: String,
    /// Everything that happened, in order.
    pub steps: Vec<Step>,
    /// Every single die as it fell.
    pub rolled: Vec<Fallen>,
    /// The number of dice that fell after those, and are not kept.
    pub n_more_rolled: usize,
    /// All decisions, in order, with their answers as `choices` take them.
    pub chosen: Vec<Decided>,
    /// Outcome, if the run reached its end.
    pub outcome: Option<Outcome>,
    /// Facts that were read and had their defaults.
    pub assumed: Vec<Assumed>,
    /// The seed that throws this again, if dice were thrown and not given.
    pub seed: Option<u64>,
    /// Why it went no further, or what was given and not asked for.
    pub trouble: Option<QuestionError>,
}

/// Outcome of a resolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// In the players' words.
    pub words: String,
    /// By name, for programs.
    pub values: Vec<Named>,
}

impl Session<'_> {
    /// Resolves a question once.
    ///
    /// Errors: it cannot be asked. What goes wrong on the way is told with the resolution.
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
        let is_misfit = |story: &Story| match &story.trouble {
            Some(Trouble::Unchosen(..) | Trouble::NotAllowed(..)) => true,
            Some(_) => false,
            None => story.n_chosen < choices.len(),
        };
        let mut story = tell(false);
        if is_misfit(&story) && !choices.is_empty() && !story.settled.is_empty() {
            // Answers to what had only one may be given too.
            story = Some(tell(true))
                .filter(|other| !is_misfit(other))
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

/// The given faces or choices, each at its place in a text among the sources.
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
