//! A game: played by people at one go, or from one question to the next, with its journal and undo.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::budget::Budget;
use sandtable_eval::wording::show;
use sandtable_explain::citation_text::{as_lines, sections};
use sandtable_explain::examples;
use sandtable_explain::scripted::{Moment, Why};
use sandtable_explain::trace::{Run, Step, Story, Table, Trouble};
use sandtable_explain::why_not::Inquiry;
use sandtable_ir::{Lowered, OutputSpec, lower, shown_on};
use sandtable_model::Expr;
use sandtable_players::game::GameModel;
use sandtable_players::spec::{NoTimer, PlayerSpec, Timer};
use std::sync::Arc;

use super::journal::{Journal, misfit};
use super::library::QuestionError;
use super::players::{
    Control, GameDice, GameDriver, People, PlayerQuestion, Response, Stopped, fact_value,
};
use super::scenario::Scenario;
use super::script::Moves;

/// A scenario, ready to be played.
pub struct Game<'r> {
    /// Its rules and who takes part.
    pub scenario: Scenario<'r>,
    /// The program that plays it.
    pub lowered: Arc<Lowered>,
    /// Titles of the cast.
    pub units: Vec<String>,
    /// The name of each unit besides its title.
    names: Vec<String>,
    /// Player of the side of each unit of the cast.
    controls: Vec<Control>,
    /// Followed by the sides that a script plays.
    script: Option<Moves>,
    /// Expectations of the script at the end.
    expects: Vec<ExpectedEnd>,
    /// Tells also why lines of modifiers, rows and options that do not apply do not.
    has_reasons: bool,
    /// The side to which the game is shown, by its place in the cast; all is shown without one.
    viewer: Option<usize>,
    /// Of players that look ahead.
    thinking: Option<Thinking<'r>>,
}

/// Players that look ahead, with their model of the game.
struct Thinking<'r> {
    model: GameModel,
    /// By seat.
    players: Vec<PlayerSpec>,
    timer: &'r dyn Timer,
}

/// A condition that a script expects at the end of its game.
struct ExpectedEnd {
    condition: Expr,
    /// The value that it asks about.
    asked: Option<Expr>,
}

/// A game that was played as far as its players answered: the run and the dice, the reason why it stopped, and the finding about
/// unused answers.
type PlayedOnce = ((Run, GameDice), Option<Stopped>, Option<Diagnostic>);

/// Progress of a game: its journal, and the answers that people gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Every answer.
    pub journal: Journal,
    /// The places of those that people gave.
    by_people: Vec<usize>,
}

impl Record {
    /// A record that begins with the answers of a journal; none of them is taken back by an undo.
    pub fn new(journal: Journal) -> Self {
        Self {
            journal,
            by_people: Vec::new(),
        }
    }

    /// A record that was put away: its journal, and the places in it of the answers that people gave.
    pub fn resumed(journal: Journal, by_people: Vec<usize>) -> Self {
        Self { journal, by_people }
    }

    /// The places in the journal of the answers that people gave.
    pub fn by_people(&self) -> &[usize] {
        &self.by_people
    }

    /// Takes back the last answer of a person and all that followed; gives whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.by_people.pop() else {
            return false;
        };
        self.journal.answers.truncate(last);
        true
    }
}

/// A game that was played as far as it went.
#[derive(Debug)]
pub struct Played {
    /// Story of the game.
    pub story: Story,
    /// Outcome, one line for each unit, if the game ended.
    pub outcome: Option<Vec<String>>,
    /// A person left; it can go on another time.
    pub has_left: bool,
    /// The reason why it did not complete, unless the players stopped it; else the finding about unused answers of the script.
    pub trouble: Option<Diagnostic>,
}

/// State of a game that is played from one question to the next.
#[derive(Debug)]
pub struct Standing {
    run: Run,
    dice: GameDice,
    /// Next event.
    pub next: Next,
    /// The known reasons why the given answer is not legal, one per line; `None` if it was taken.
    pub rejected: Option<Vec<String>>,
}

impl Standing {
    /// Everything that happened so far, in order.
    pub fn steps(&self) -> &[Step] {
        &self.run.story().steps
    }

    /// Every register at the question, for views of it.
    pub fn state(&self) -> &[i32] {
        &self.run.story().state
    }

    /// The first step that is new or was changed by the last answer; the number of steps if there is none. 0 of a game that was
    /// played from its beginning.
    pub fn first_changed(&self) -> usize {
        self.run.first_changed()
    }
}

/// Next event of a game.
#[derive(Debug)]
pub enum Next {
    /// A person is asked.
    Question(Pending),
    /// It is over: its outcome, a line for each unit.
    Over(Vec<String>),
    /// It cannot go on.
    Stopped(QuestionError),
}

/// A question to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Title of the question.
    pub title: String,
    /// The title of the unit whose choice it is.
    pub by: Option<String>,
    /// The answers that are allowed, in words; of a fact, the values it may have are described in `values` instead.
    pub answers: Vec<String>,
    /// The values of a fact.
    pub values: Option<String>,
}

impl<'r> Game<'r> {
    /// A scenario with those who play it; `script` is followed by the sides that scripts play.
    pub fn new(
        scenario: Scenario<'r>,
        controls: Vec<Control>,
        script: Option<Moves>,
        has_reasons: bool,
    ) -> Self {
        let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
        let lowered = lower::run(book, situation, OutputSpec::Outcome);
        Self::prepared(scenario, Arc::new(lowered), controls, script, has_reasons)
    }

    /// As [`Self::new`], with the program that another game of the same scenario was lowered to.
    pub fn prepared(
        scenario: Scenario<'r>,
        mut lowered: Arc<Lowered>,
        controls: Vec<Control>,
        script: Option<Moves>,
        has_reasons: bool,
    ) -> Self {
        let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
        let ends = script
            .as_ref()
            .map_or(&[][..], |script| script.ends.as_slice());
        let expects = ends.iter().map(|condition| ExpectedEnd {
            asked: examples::asked_about(condition).cloned(),
            condition: condition.clone(),
        });
        let expects: Vec<ExpectedEnd> = expects.collect();
        if !expects.is_empty() {
            let conditions = expects.iter().map(|expected| Some(&expected.condition));
            let values = expects.iter().map(|expected| expected.asked.as_ref());
            let wanted: Vec<Option<&Expr>> = conditions.chain(values).collect();
            let n_parts = lowered.parts.len();
            let mut with_expected = lower::run(book, situation, OutputSpec::OutcomeAnd(&wanted));
            // Expectations of the script are no part of the story of the game.
            with_expected.parts.truncate(n_parts);
            lowered = Arc::new(with_expected);
        }
        Self {
            expects,
            lowered,
            units: situation.titles_with_owners(),
            names: situation.unit_names(book),
            viewer: only_person(&scenario, &controls),
            thinking: Thinking::new(&scenario, &controls),
            controls,
            script,
            has_reasons,
            scenario,
        }
    }

    /// Gives players that look ahead a clock, for budgets in seconds.
    pub fn timed(mut self, timer: &'r dyn Timer) -> Self {
        if let Some(thinking) = &mut self.thinking {
            thinking.timer = timer;
        }
        self
    }

    /// Shows the game as a side sees it, or all of it. Without this, one side that a person plays is the one.
    pub fn shown_to(mut self, viewer: Option<usize>) -> Self {
        self.viewer = viewer;
        self
    }

    /// The side to which the game is shown, by its place in the cast.
    pub fn viewer(&self) -> Option<usize> {
        self.viewer
    }

    /// The number of sides that persons play.
    fn n_persons(&self) -> usize {
        persons(&self.scenario, &self.controls).count()
    }

    /// The player of the side of each unit of the cast.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    /// Whether a person plays a side.
    pub fn has_people(&self) -> bool {
        self.controls.contains(&Control::Person)
    }

    /// Says why something is not so, in the words of the rules.
    pub fn inquiry(&self) -> Inquiry<'_> {
        let ruleset = &self.scenario.ruleset;
        Inquiry::new(&ruleset.book, &ruleset.sources, &self.scenario.situation)
    }

    /// Whether dice are rolled, not read from a script.
    pub fn rolls_dice(&self) -> bool {
        self.script.as_ref().is_none_or(|script| !script.has_dice())
    }

    /// Plays on from a record until the game is over, or somebody leaves. People may take their answers back.
    pub fn play(&self, record: &mut Record, people: &mut dyn People) -> Played {
        let inquiry = self.inquiry();
        loop {
            let ((run, _), stopped, left_over) = self.play_once(record, people, &inquiry);
            let story = run.into_story();
            people.keep(&record.journal);
            if stopped == Some(Stopped::Undone) {
                people.undone();
                continue;
            }
            let outcome = story.outcome.as_ref();
            let has_left = stopped == Some(Stopped::Left);
            let trouble = self.trouble(&story, stopped, &record.journal);
            let left_over = left_over.or_else(|| self.unexpected(&story));
            return Played {
                outcome: outcome.map(|outcome| {
                    let is_refused = outcome.first().is_some_and(|refused| *refused != 0);
                    let refusal = refusal_line(&story).filter(|_| is_refused);
                    refusal.map_or_else(
                        || self.outcome_lines(outcome, &story.state),
                        |line| vec![line],
                    )
                }),
                has_left,
                trouble: trouble.or(left_over),
                story,
            };
        }
    }

    /// Plays from the beginning by a record, and on to the next question to a person. The first question is answered with `answer`,
    /// if there is one and it is allowed.
    pub fn advance(&self, record: &mut Record, answer: Option<&str>) -> Standing {
        let inquiry = self.inquiry();
        let mut caller = Caller::new(self, &inquiry, answer);
        let played = self.play_once(record, &mut caller, &inquiry);
        self.standing(played, caller.pending, caller.rejected, record)
    }

    /// Plays on from a question of the same game, which has been played as far as the record goes, without playing it again. With
    /// scripts and players that look ahead it is played from the beginning.
    pub fn resume(
        &self,
        standing: Standing,
        record: &mut Record,
        answer: Option<&str>,
    ) -> Standing {
        if self.script.is_some() || self.thinking.is_some() {
            return self.advance(record, answer);
        }
        let inquiry = self.inquiry();
        let mut caller = Caller::new(self, &inquiry, answer);
        let begun = Some((standing.run, standing.dice));
        let (played, _) = self.play_by(record, &mut caller, &inquiry, None, begun);
        self.standing(played, caller.pending, caller.rejected, record)
    }

    fn standing(
        &self,
        ((run, dice), stopped, left_over): PlayedOnce,
        pending: Option<Pending>,
        rejected: Option<Vec<String>>,
        record: &Record,
    ) -> Standing {
        let story = run.story();
        let next = match (pending, &story.outcome) {
            (Some(pending), _) => Next::Question(pending),
            (None, Some(outcome)) if left_over.is_none() => {
                Next::Over(self.outcome_lines(outcome, &story.state))
            }
            (None, _) => {
                let trouble = self.trouble(story, stopped, &record.journal);
                let finding = trouble.or(left_over).unwrap_or_else(|| {
                    let message = "a game stopped without a reason";
                    Diagnostic::new(Code::InternalError, message)
                });
                Next::Stopped(self.scenario.ruleset.unanswered_for(finding))
            }
        };
        Standing {
            run,
            dice,
            next,
            rejected,
        }
    }

    /// Plays once from the beginning, by the journal and then by those who play.
    fn play_once(
        &self,
        record: &mut Record,
        people: &mut dyn People,
        inquiry: &Inquiry<'_>,
    ) -> PlayedOnce {
        let begun = record.clone();
        let (played, other) = self.play_by(record, people, inquiry, self.script.clone(), None);
        let Some(other) = other else {
            return played;
        };
        // Answers to what had only one may be given too.
        let mut again = begun;
        let (replayed, _) = self.play_by(&mut again, people, inquiry, Some(other), None);
        let (_, stopped, left_over) = &replayed;
        if matches!(stopped, Some(Stopped::Script(_))) || left_over.is_some() {
            return played;
        }
        *record = again;
        replayed
    }

    /// Plays once by a script, from the beginning or on from where a run stopped; also gives the script to try instead, if its choices
    /// do not fit.
    fn play_by(
        &self,
        record: &mut Record,
        people: &mut dyn People,
        inquiry: &Inquiry<'_>,
        script: Option<Moves>,
        resumed: Option<(Run, GameDice)>,
    ) -> (PlayedOnce, Option<Moves>) {
        let Record { journal, by_people } = std::mem::take(record);
        let begun = script.clone();
        let book = &self.scenario.ruleset.book;
        let controls = &self.controls;
        let mut driver =
            GameDriver::new(journal, by_people, controls, script, people, book, inquiry)
                .with_secrets(&self.lowered.secrets);
        if let Some(thinking) = &self.thinking {
            driver = driver.with_thinkers(&thinking.model, &thinking.players, thinking.timer);
        }
        let mut run = match resumed {
            Some((run, dice)) => {
                driver = driver.resumed(dice);
                run
            }
            None => Run::new(&self.lowered.program, Budget::STEPS_OF_A_GAME),
        };
        let table = Table {
            units: &self.units,
            names: &self.names,
            why: Some(Why {
                inquiry,
                of_all: self.has_reasons,
            }),
            seen_by: self.hidden_from(),
            is_shared: self.viewer.is_none() && self.n_persons() > 1,
        };
        run.advance(&self.lowered.program, &table, &mut driver);
        let is_over = run.story().outcome.is_some();
        let left_over = driver.left_over().filter(|_| is_over);
        let script = driver.script().zip(begun);
        let other = script.and_then(|(followed, begun)| followed.with_settled(&begun));
        let (journal, by_people, dice, stopped) = driver.leave();
        *record = Record { journal, by_people };
        let is_misfit = left_over.is_some() || matches!(stopped, Some(Stopped::Script(_)));
        let played = ((run, dice), stopped, left_over);
        (played, other.filter(|_| is_misfit))
    }

    /// Returns the finding about expectations of a script that are not met at the end of the game.
    fn unexpected(&self, story: &Story) -> Option<Diagnostic> {
        let outcome = story.outcome.as_ref()?;
        let n_parts = self.lowered.parts.len();
        let (held, asked) = (
            outcome.iter().skip(n_parts),
            outcome.iter().skip(n_parts + self.expects.len()),
        );
        for ((expected, value), asked) in self.expects.iter().zip(held).zip(asked) {
            if *value != 0 {
                continue;
            }
            let finding = Diagnostic::new(
                Code::ExampleFails,
                "the game ends differently from the script",
            );
            let got = match &expected.asked {
                Some(value) => {
                    let board_instance = self.scenario.situation.board_instance.as_ref();
                    let shown = shown_on(&self.scenario.ruleset.book, board_instance, value.ty);
                    format!("it is {}", show(*asked, &shown, &self.units))
                }
                None => "not met".to_owned(),
            };
            return Some(finding.label(expected.condition.span, got));
        }
        None
    }

    /// The fault for which a game ended before its end, if there is one.
    fn trouble(
        &self,
        story: &Story,
        stopped: Option<Stopped>,
        journal: &Journal,
    ) -> Option<Diagnostic> {
        match stopped {
            Some(Stopped::Left | Stopped::Undone) => return None,
            Some(Stopped::Misfit(at, asked, why)) => {
                return Some(misfit(journal, at, &asked, &why));
            }
            Some(Stopped::NotGiven(fact, about)) => {
                return Some(
                    Diagnostic::new(
                        Code::FactNotGiven,
                        format!("no player can judge `{fact}`{}", bracketed(&about)),
                    )
                    .help(format!(
                        "give it in the scenario, `[facts]` and `{fact} = …`, give it a default, \
                         or let a person play"
                    )),
                );
            }
            Some(Stopped::Script(finding) | Stopped::Unplayable(finding)) => return Some(*finding),
            None => {}
        }
        match &story.trouble {
            Some(Trouble::Fault(fault)) => {
                let finding = fault.diagnostic(&self.lowered.program);
                if finding.code != Code::MustBroken {
                    return Some(finding);
                }
                let n_answers = journal.answers.len();
                Some(finding.help(format!(
                    "in this game it is broken after answer {n_answers} of the journal"
                )))
            }
            Some(
                Trouble::RanOut(..)
                | Trouble::Impossible(..)
                | Trouble::Undrawn(..)
                | Trouble::Undrawable(..)
                | Trouble::Unchosen(..)
                | Trouble::Unanswered(..)
                | Trouble::Mislabelled(..)
                | Trouble::NotAllowed(..),
            )
            | None => None,
        }
    }
}

impl Thinking<'_> {
    /// `None` if no player looks ahead.
    fn new(scenario: &Scenario<'_>, controls: &[Control]) -> Option<Self> {
        let mut thinkers = controls.iter().copied();
        if !thinkers.any(|control| matches!(control, Control::Thinks(_))) {
            return None;
        }
        let model = scenario.model();
        Some(Self {
            players: players_by_seat(&model, controls),
            model,
            timer: &NoTimer,
        })
    }
}

/// The player of each seat; people and scripts answer for themselves.
pub(crate) fn players_by_seat(model: &GameModel, controls: &[Control]) -> Vec<PlayerSpec> {
    let seats = 0..model.n_seats();
    let control = |seat: usize| controls.get(model.side(seat)?).copied();
    let player = |seat| control(seat).and_then(Control::player);
    seats.map(|seat| player(seat).unwrap_or_default()).collect()
}

/// The only side that a person plays, by its place in the cast.
fn only_person(scenario: &Scenario<'_>, controls: &[Control]) -> Option<usize> {
    let mut played = persons(scenario, controls);
    let first = played.next()?;
    played.next().is_none().then_some(first)
}

/// The sides that persons play, by their places in the cast.
fn persons<'s>(
    scenario: &'s Scenario<'_>,
    controls: &'s [Control],
) -> impl Iterator<Item = usize> + 's {
    let side = scenario.ruleset.book.side_kind();
    let cast = scenario.situation.cast.iter().enumerate();
    let sides = cast.filter(move |(_, unit)| Some(unit.kind) == side);
    let played = sides.filter(|(at, _)| controls.get(*at) == Some(&Control::Person));
    played.map(|(at, _)| at)
}

/// The units that a fact is about: ` (Ann, Ben)`; nothing if there are none.
pub fn bracketed(about: &[String]) -> String {
    match about {
        [] => String::new(),
        units => format!(" ({})", units.join(", ")),
    }
}

/// Answers the first question to a person, and keeps the next.
struct Caller<'a> {
    game: &'a Game<'a>,
    inquiry: &'a Inquiry<'a>,
    answer: Option<&'a str>,
    pending: Option<Pending>,
    rejected: Option<Vec<String>>,
}

impl<'a> Caller<'a> {
    fn new(game: &'a Game<'a>, inquiry: &'a Inquiry<'a>, answer: Option<&'a str>) -> Self {
        Self {
            game,
            inquiry,
            answer,
            pending: None,
            rejected: None,
        }
    }

    fn read(&self, asked: &PlayerQuestion<'_>, word: &str) -> Option<i32> {
        match asked {
            PlayerQuestion::Choice(wording, offer) => wording.read(word, *offer),
            PlayerQuestion::Fact(judgement, _) => {
                fact_value(&self.game.scenario.ruleset.book, &judgement.fact, word)
            }
        }
    }

    fn why_not(&self, asked: &PlayerQuestion<'_>, word: &str) -> Vec<String> {
        match asked {
            // Reasons speak of values that the side may not know.
            PlayerQuestion::Choice(_, offer) if self.game.hides_any(offer.state()) => Vec::new(),
            PlayerQuestion::Choice(wording, offer) => {
                as_lines(&self.inquiry.not_offered(word, *wording, *offer), &[])
            }
            PlayerQuestion::Fact(..) => Vec::new(),
        }
    }

    fn pending(&self, asked: &PlayerQuestion<'_>) -> Pending {
        // Sides are never hidden.
        let units = &self.game.units;
        match asked {
            PlayerQuestion::Choice(wording, offer) => Pending {
                title: wording.decision.title.clone(),
                by: offer.by().and_then(|at| units.get(at).cloned()),
                answers: wording.allowed(*offer),
                values: None,
            },
            PlayerQuestion::Fact(judgement, about) => {
                let book = &self.game.scenario.ruleset.book;
                let mut facts = book.facts.iter();
                let fact = facts.find(|fact| fact.naming.name == judgement.fact);
                let title = fact.map_or(judgement.fact.as_str(), |fact| fact.naming.shown());
                Pending {
                    title: format!("{title}{}", bracketed(about)),
                    by: None,
                    answers: Vec::new(),
                    values: fact.map(|fact| book.describe(fact.ty, fact.low, fact.high)),
                }
            }
        }
    }
}

impl People for Caller<'_> {
    fn ask(&mut self, asked: &PlayerQuestion<'_>, _moment: Moment<'_>) -> Response {
        if let Some(word) = self.answer.take() {
            match self.read(asked, word) {
                Some(value) => return Response::Answer(value),
                None => self.rejected = Some(self.why_not(asked, word)),
            }
        }
        self.pending = Some(self.pending(asked));
        Response::Leave
    }

    fn keep(&mut self, _journal: &Journal) {}
}

/// Returns why a game was refused, with the rule that refused it: `refused: a line of sight (Fire)`.
fn refusal_line(story: &Story) -> Option<String> {
    let steps = story.steps.as_slice();
    let at = steps.iter().rposition(Step::is_refusal)?;
    let (before, rest) = steps.split_at(at);
    let refusal = rest.first()?;
    let rule = before.iter().rev().find(|step| step.depth < refusal.depth);
    let title = rule.and_then(|rule| rule.text.split(": ").next());
    let title = title.map_or_else(String::new, |title| format!(" ({title})"));
    let cited = sections(&refusal.citations);
    Some(format!("{}{title}{cited}", refusal.text))
}
