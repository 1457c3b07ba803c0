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
/// Number of games that are played after the first such game in search of further ones.
const MORE_GAMES: u64 = 16;

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
    /// The values that it reads: `ours.side is red, theirs.side is red`.
    pub values: Option<String>,
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

/// Returns refused games of those with the seeds from `seed` on, at most `most`, each refused at another place.
///
/// Errors: the scenario cannot be set up.
pub(super) fn find_refused_games(
    library: &mut dyn RulesetProvider,
    question: &Question,
    sides: &[String],
    seed: u64,
    most: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<RefusedGame>, QuestionError> {
    find_games(library, question, sides, seed, most, watch, |played| {
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
    let found = find_games(library, question, sides, seed, 1, watch, |played| {
        let trouble = played.trouble.as_ref();
        let trouble = trouble.filter(|trouble| trouble.code == code);
        trouble.map(|trouble| trouble.message.to_string())
    });
    Some(found.ok()?.pop()?.command)
}

/// Returns the first games for which `reason` has one, of those with the seeds from `seed` on, each refused at another place; fewer if the search is
/// cancelled.
///
/// Errors: the scenario cannot be set up.
fn find_games(
    library: &mut dyn RulesetProvider,
    question: &Question,
    sides: &[String],
    seed: u64,
    most: usize,
    watch: &mut dyn Watch,
    reason: impl Fn(&Played) -> Option<String>,
) -> Result<Vec<RefusedGame>, QuestionError> {
    let mut scenario = set_up(library, &question.ruleset, &question.variants)?;
    let controls = scenario.automatic_controls(sides, "sampled games")?;
    let mark = scenario.mark.clone();
    let game = Game::new(scenario, controls, None, false);
    let mut found: Vec<RefusedGame> = Vec::new();
    let (mut n, mut end) = (0, MAX_GAMES);
    while n < end && found.len() < most && !watch.cancelled(Work::Sample) {
        let seed = seed.wrapping_add(n);
        n += 1;
        let mut record = Record::new(Journal {
            scenario: question.ruleset.clone(),
            mark: mark.clone(),
            seed,
            answers: Vec::new(),
        });
        let played = game.play(&mut record, &mut Nobody);
        let Some(reason) = reason(&played) else {
            continue;
        };
        let refusal = played.story.steps.iter().rfind(|step| step.is_refusal());
        let place = refusal.map(|step| step.span);
        if found.iter().any(|game| game.place == place) {
            continue;
        }
        if found.is_empty() {
            end = n + MORE_GAMES;
        }
        let steps = played.story.steps.iter().rev();
        let why = steps.take_while(|step| !step.is_refusal()).last();
        let values = why.and_then(|step| step.text.split_once(" is not met: "));
        found.push(RefusedGame {
            seed,
            reason,
            command: command(question, sides, seed),
            place,
            values: values.map(|(_, values)| values.to_owned()),
            citations: refusal.map_or_else(Vec::new, |step| step.citations.clone()),
        });
    }
    Ok(found)
}

/// Returns the command that plays a game of the question with a seed.
fn command(question: &Question, sides: &[String], seed: u64) -> String {
    let asked = asked(question, sides);
    format!("sandtable play {asked} --seed {seed}")
}

/// A question about games as commands ask it: the scenario, its variants and its players.
pub(super) fn asked(question: &Question, sides: &[String]) -> String {
    let variants = question.variants.iter();
    let variants: Vec<String> = variants.map(|name| format!(" --with {name}")).collect();
    let sides: Vec<String> = sides.iter().map(|pair| format!(" --side {pair}")).collect();
    format!(
        "{}{}{}",
        question.ruleset,
        variants.concat(),
        sides.concat()
    )
}
