//! A game that the rules refuse, or that ends with a fault: its reason, and the seed with which `play` repeats it.

use sandtable_diagnostic::Code;
use sandtable_explain::scripted::Moment;
use sandtable_source::Span;

use super::game::{Game, Played, Record};
use super::journal::Journal;
use super::library::{QuestionError, RulesetProvider};
use super::players::{People, PlayerQuestion, Response};
use super::question::Question;
use super::scenario::set_up;
use super::watch::{Watch, Work};

/// Maximum number of games that are played in search of one that is refused.
const MAX_GAMES: u64 = 200;

/// A game that ends because the rules refuse an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedGame {
    /// The seed with which `play` repeats it.
    pub seed: u64,
    /// The requirement that is not met, its rule and its sections, as `play` tells them.
    pub reason: String,
    /// The command that shows it.
    pub command: String,
    /// The requirement in the rules, if that is why the game ended.
    pub place: Option<Span>,
    /// Sections of the book that state it.
    pub citations: Vec<String>,
}

/// No person: every side is played.
struct Nobody;

impl People for Nobody {
    fn ask(&mut self, _asked: &PlayerQuestion<'_>, _moment: Moment<'_>) -> Response {
        Response::Leave
    }

    fn keep(&mut self, _journal: &Journal) {}
}

/// Returns the first refused game of those with the seeds from `seed` on; `None` if there is none among them.
///
/// Errors: the scenario cannot be set up.
pub(super) fn find_refused_game(
    library: &mut dyn RulesetProvider,
    question: &Question,
    sides: &[String],
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Option<RefusedGame>, QuestionError> {
    find_game(library, question, sides, seed, watch, |played| {
        let refused = played.story.outcome.as_ref();
        let refused = refused.and_then(|outcome| outcome.first());
        let is_refused = refused.is_some_and(|refused| *refused != 0);
        let lines = played.outcome.as_ref().filter(|_| is_refused);
        lines.map(|lines| lines.join("; "))
    })
}

/// Returns the command that shows the first game with a fault of a code, of those with the seeds from `seed` on.
pub(super) fn find_faulty_game(
    library: &mut dyn RulesetProvider,
    question: &Question,
    sides: &[String],
    seed: u64,
    code: Code,
    watch: &mut dyn Watch,
) -> Option<String> {
    let found = find_game(library, question, sides, seed, watch, |played| {
        let trouble = played.trouble.as_ref();
        let trouble = trouble.filter(|trouble| trouble.code == code);
        trouble.map(|trouble| trouble.message.to_string())
    });
    Some(found.ok().flatten()?.command)
}

/// Returns the first game for which `reason` has one, of those with the seeds from `seed` on; `None` also if the search is cancelled.
///
/// Errors: the scenario cannot be set up.
fn find_game(
    library: &mut dyn RulesetProvider,
    question: &Question,
    sides: &[String],
    seed: u64,
    watch: &mut dyn Watch,
    reason: impl Fn(&Played) -> Option<String>,
) -> Result<Option<RefusedGame>, QuestionError> {
    let mut scenario = set_up(library, &question.ruleset, &question.variants)?;
    let controls = scenario.automatic_controls(sides, "sampled games")?;
    let mark = scenario.mark.clone();
    let game = Game::new(scenario, controls, None, false);
    for seed in (0..MAX_GAMES).map(|n| seed.wrapping_add(n)) {
        if watch.cancelled(Work::Sample) {
            break;
        }
        let mut record = Record::new(Journal {
            scenario: question.ruleset.clone(),
            mark: mark.clone(),
            seed,
            answers: Vec::new(),
        });
        let played = game.play(&mut record, &mut Nobody);
        if let Some(reason) = reason(&played) {
            let refusal = played.story.steps.iter().rfind(|step| step.is_refusal());
            return Ok(Some(RefusedGame {
                seed,
                reason,
                command: command(question, sides, seed),
                place: refusal.map(|step| step.span),
                citations: refusal.map_or_else(Vec::new, |step| step.citations.clone()),
            }));
        }
    }
    Ok(None)
}

/// Returns the command that plays a game of the question with a seed.
fn command(question: &Question, sides: &[String], seed: u64) -> String {
    let variants = question.variants.iter();
    let variants: Vec<String> = variants.map(|name| format!(" --with {name}")).collect();
    let sides: Vec<String> = sides.iter().map(|pair| format!(" --side {pair}")).collect();
    format!(
        "sandtable play {}{}{} --seed {seed}",
        question.ruleset,
        variants.concat(),
        sides.concat()
    )
}
