//! Those who play: people, policies, chance and scripts, and the moderator who asks them and writes down the answers.

use super::journal::{Answer, Journal, left_over};
use super::script::Moves;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::dice::Dice;
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::{face_value, face_word, show};
use sandtable_explain::scripted::{Moment, Player, Wording};
use sandtable_explain::why_not::{Inquiry, Reason};
use sandtable_ir::{Judgement, Pool, Program, Secret, Secrets, Shown, shown};
use sandtable_model::RuleBook;
use sandtable_players::follower::{Follower, Given};
use sandtable_players::game::GameModel;
use sandtable_players::mind::Failure;
use sandtable_players::spec::{PlayerSpec, Timer};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// Player of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Control {
    /// A person at the terminal.
    Person,
    /// Any option, each as likely.
    Random,
    /// Takes the option with the highest worth; otherwise the first.
    #[default]
    Policy,
    /// Answers from a script.
    Script,
    /// A player that looks ahead.
    Thinks(PlayerSpec),
}

impl Control {
    /// Parses the player of a side; `None` if the word names none.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "person" => Some(Self::Person),
            "script" => Some(Self::Script),
            _ => PlayerSpec::parse(word).map(|player| match player {
                PlayerSpec::Random => Self::Random,
                PlayerSpec::Policy => Self::Policy,
                PlayerSpec::Greedy(_) | PlayerSpec::Search(_) | PlayerSpec::Exact => {
                    Self::Thinks(player)
                }
            }),
        }
    }

    /// The player that needs no person and no script.
    pub fn player(self) -> Option<PlayerSpec> {
        match self {
            Self::Random => Some(PlayerSpec::Random),
            Self::Policy => Some(PlayerSpec::Policy),
            Self::Thinks(player) => Some(player),
            Self::Person | Self::Script => None,
        }
    }
}

impl std::fmt::Display for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Random => f.write_str("random"),
            Self::Policy => f.write_str("policy"),
            Self::Script => f.write_str("script"),
            Self::Thinks(player) => player.fmt(f),
        }
    }
}

/// Answer of a person to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// An answer.
    Answer(i32),
    /// Back to the last question of a person.
    Undo,
    /// The game goes on another time.
    Leave,
}

/// A question to a person.
#[derive(Debug)]
pub enum PlayerQuestion<'q> {
    /// A choice.
    Choice(Wording<'q>, Offer<'q>),
    /// A fact about these units.
    Fact(&'q Judgement, &'q [String]),
}

/// Asks people.
pub trait People {
    /// Asks one question.
    fn ask(&mut self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Response;

    /// Keeps the journal before a question is asked, so that nothing is lost if no answer comes.
    fn keep(&mut self, journal: &Journal);

    /// Receives that an answer was undone: the game before it is replayed.
    fn undone(&mut self) {}
}

/// The word for how a fact is judged.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other answers are shown in their own words"
)]
pub fn fact_word(book: &RuleBook, fact: &str, value: i32) -> String {
    let Some(fact) = book.facts.iter().find(|known| known.naming.name == fact) else {
        return value.to_string();
    };
    match shown(book, fact.ty) {
        Shown::Number(_) => value.to_string(),
        words => show(value, &words, &[]),
    }
}

/// Returns the value of a fact that a word names; `None` if the fact cannot have it.
pub fn fact_value(book: &RuleBook, fact: &str, word: &str) -> Option<i32> {
    let fact = book.facts.iter().find(|known| known.naming.name == fact)?;
    let literal = match word.parse::<i32>() {
        Ok(number) => Literal::Number(number),
        Err(_) => Literal::Word(word.to_owned()),
    };
    let literal = Spanned::new(literal, Span::nowhere());
    book.read_fact(fact, &literal).ok()
}

/// The reason why a game stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// A person took something back; the journal is shorter now.
    Undone,
    /// A person left.
    Left,
    /// The journal does not fit the rules: the number of the answer, from 0, what was asked, and why the answer is none
    /// to it, as far as that is known.
    Misfit(usize, String, Vec<Reason>),
    /// A judgement of this fact about these units, without a person to make it.
    NotGiven(String, Vec<String>),
    /// The script does not fit what is asked, or ends too early.
    Script(Box<Diagnostic>),
    /// A player that looks ahead has no answer.
    Unplayable(Box<Diagnostic>),
}

/// The dice of a game, as far as they have been rolled.
#[derive(Debug)]
pub struct GameDice {
    rolls: Dice,
    /// Of the choices of a random player.
    choices: Dice,
}

impl GameDice {
    /// The dice of the game of a seed at its beginning.
    pub fn new(seed: u64) -> Self {
        Self {
            rolls: Dice::new(seed),
            choices: Dice::new(seed ^ u64::MAX),
        }
    }
}

/// Answers out of the journal, then as those who play do; writes down every answer.
pub struct GameDriver<'p> {
    journal: Journal,
    /// Number of answers given so far.
    n_given: usize,
    dice: GameDice,
    /// Player of the side of each unit of the cast; a person by default.
    controls: &'p [Control],
    people: &'p mut dyn People,
    book: &'p RuleBook,
    inquiry: &'p Inquiry<'p>,
    /// Followed by the sides that a script plays, by dice and judgements.
    script: Option<Moves>,
    /// Answers that people gave, by their place in the journal.
    by_people: Vec<usize>,
    stopped: Option<Stopped>,
    /// Units that can be hidden from those who are asked.
    secrets: Option<&'p Secrets>,
    /// Players that look ahead, and their model of the game.
    follower: Option<(Follower<'p>, &'p GameModel)>,
}

impl<'p> GameDriver<'p> {
    /// A driver for a journal; the dice go on after its answers.
    pub fn new(
        journal: Journal,
        by_people: Vec<usize>,
        controls: &'p [Control],
        script: Option<Moves>,
        people: &'p mut dyn People,
        book: &'p RuleBook,
        inquiry: &'p Inquiry<'p>,
    ) -> Self {
        Self {
            n_given: 0,
            dice: GameDice::new(journal.seed),
            journal,
            controls,
            people,
            book,
            inquiry,
            script,
            by_people,
            stopped: None,
            secrets: None,
            follower: None,
        }
    }

    /// Goes on behind the last answer of the journal, with dice that have been rolled for all of its answers.
    pub fn resumed(mut self, dice: GameDice) -> Self {
        self.n_given = self.journal.answers.len();
        self.dice = dice;
        self
    }

    /// Hides from people what their sides do not know.
    pub fn with_secrets(mut self, secrets: &'p Secrets) -> Self {
        self.secrets = Some(secrets).filter(|secrets| !secrets.units.is_empty());
        self
    }

    /// Lets players look ahead in a model of the same game.
    pub fn with_thinkers(
        mut self,
        model: &'p GameModel,
        players: &[PlayerSpec],
        timer: &'p dyn Timer,
    ) -> Self {
        self.follower = Some((
            Follower::new(model, players, self.journal.seed, timer),
            model,
        ));
        self
    }

    /// Tells players that look ahead an answer of the game.
    fn follow(&mut self, given: Given) {
        if let Some((follower, _)) = &mut self.follower {
            follower.give(given);
        }
    }

    /// The answer of a player that looks ahead; stops the game if there is none.
    fn think(&mut self) -> Option<i32> {
        let (follower, model) = self.follower.as_mut()?;
        match follower.think() {
            Ok(answer) => Some(answer),
            Err(failure) => {
                let finding = unplayable(failure, &model.lowered.program);
                self.stopped = Some(Stopped::Unplayable(Box::new(finding)));
                None
            }
        }
    }

    /// Asks a person, in whose side's words.
    fn ask(&mut self, wording: Wording<'_>, offer: Offer<'_>, moment: Moment<'_>) -> Option<i32> {
        let Some((secrets, side)) = self.secrets.zip(offer.by()) else {
            return self.read_response(&PlayerQuestion::Choice(wording, offer), moment);
        };
        let title = |secret: &Secret| secret.title.clone();
        let name = |secret: &Secret| secret.name.clone();
        let units = secrets.masked(wording.units, offer.state(), side, title);
        let names = secrets.masked(wording.names, offer.state(), side, name);
        let masked = Wording {
            units: &units,
            names: &names,
            ..wording
        };
        self.read_response(&PlayerQuestion::Choice(masked, offer), moment)
    }

    /// The journal, which of its answers people gave, the dice, and why the game stopped, if it did.
    pub fn leave(self) -> (Journal, Vec<usize>, GameDice, Option<Stopped>) {
        (self.journal, self.by_people, self.dice, self.stopped)
    }

    /// The script as far as it has been followed.
    pub fn script(&self) -> Option<&Moves> {
        self.script.as_ref()
    }

    /// Returns the finding about unused answers of the script or the journal.
    pub fn left_over(&self) -> Option<Diagnostic> {
        let of_script = self.script.as_ref().and_then(Moves::left_over);
        of_script.or_else(|| left_over(&self.journal, self.n_given))
    }

    /// Returns the answer of the script, or `None` without one; stops the game if it does not fit.
    fn scripted(
        &mut self,
        answer: impl FnOnce(&mut Moves) -> Result<i32, Diagnostic>,
    ) -> Option<i32> {
        match answer(self.script.as_mut()?) {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                self.stopped = Some(Stopped::Script(Box::new(diagnostic)));
                None
            }
        }
    }

    /// The next answer of the journal; `None` behind its end.
    fn known(&mut self) -> Option<Answer> {
        self.journal.answers.get(self.n_given).cloned()
    }

    fn misfit(&mut self, asked: &str) {
        let why = Vec::new();
        self.stopped = Some(Stopped::Misfit(self.n_given, asked.to_owned(), why));
    }

    fn write(&mut self, answer: Answer) {
        self.journal.answers.push(answer);
        self.n_given += 1;
    }

    /// Reads the words of a person as an answer or as a wish to stop.
    fn read_response(&mut self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Option<i32> {
        self.people.keep(&self.journal);
        match self.people.ask(asked, moment) {
            Response::Answer(value) => {
                self.by_people.push(self.n_given);
                Some(value)
            }
            Response::Undo => {
                let last = self.by_people.pop().unwrap_or(0);
                self.journal.answers.truncate(last);
                self.stopped = Some(Stopped::Undone);
                None
            }
            Response::Leave => {
                self.stopped = Some(Stopped::Left);
                None
            }
        }
    }
}

impl Player for GameDriver<'_> {
    fn face(&mut self, pool: &Pool, faces: &[i32]) -> Option<i32> {
        let face = self.known_or_rolled(pool, faces)?;
        self.follow(Given::Face(face));
        Some(face)
    }

    fn draw(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32> {
        let drawn = self.known_or_drawn(wording, offer)?;
        self.follow(Given::Answer(drawn));
        Some(drawn)
    }

    fn choose(
        &mut self,
        wording: Wording<'_>,
        offer: Offer<'_>,
        moment: Moment<'_>,
    ) -> Option<i32> {
        let chosen = self.known_or_chosen(wording, offer, moment)?;
        self.follow(Given::Answer(chosen));
        Some(chosen)
    }

    fn settled(&mut self, wording: Wording<'_>, offer: Offer<'_>, answer: i32) {
        let control = offer.by().and_then(|unit| self.controls.get(unit).copied());
        if let Some(script) = &mut self.script
            && control.is_none_or(|control| control == Control::Script)
        {
            script.note_settled(wording, offer, answer);
        }
    }

    fn judge(
        &mut self,
        judgement: &Judgement,
        about: &[String],
        moment: Moment<'_>,
    ) -> Option<i32> {
        let judged = self.known_or_judged(judgement, about, moment)?;
        self.follow(Given::Judged(judged));
        Some(judged)
    }
}

impl GameDriver<'_> {
    fn known_or_rolled(&mut self, pool: &Pool, faces: &[i32]) -> Option<i32> {
        // Rolled also when the journal says what it shows: so the dice behind it do not depend on where it ends.
        let rolled = self.dice.rolls.roll_faces(faces, 1);
        let is_scripted = self.script.as_ref().is_some_and(Moves::has_dice);
        match self.known() {
            None => {
                let rolled = match is_scripted {
                    true => self.scripted(|script| script.face(pool, faces))?,
                    false => rolled,
                };
                self.write(Answer::Face(pool.name.clone(), face_word(pool, rolled)));
                Some(rolled)
            }
            Some(Answer::Face(name, word)) if name == pool.name => {
                let face = face_value(pool, faces, &word);
                match face {
                    Some(_) => {
                        self.n_given += 1;
                        let script = self.script.as_mut().filter(|_| is_scripted);
                        script.into_iter().for_each(Moves::skip_die);
                    }
                    None => self.misfit(&pool.name),
                }
                face
            }
            Some(_) => {
                self.misfit(&pool.name);
                None
            }
        }
    }

    fn known_or_drawn(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32> {
        let title = &offer.decision.title;
        // Also when it is known, as with dice.
        let drawn = offer.draw(&mut self.dice.rolls);
        let is_scripted = self.script.as_ref().is_some_and(Moves::has_dice);
        match self.known() {
            None => {
                let drawn = match is_scripted {
                    true => self.scripted(|script| script.drawn(wording, offer)),
                    false => drawn,
                }?;
                let word = wording.written(drawn, offer);
                self.write(Answer::Face(title.clone(), word));
                Some(drawn)
            }
            Some(Answer::Face(name, word)) if name == *title => {
                let drawn = wording.read(&word, offer);
                match drawn {
                    Some(_) => {
                        self.n_given += 1;
                        let script = self.script.as_mut().filter(|_| is_scripted);
                        script.into_iter().for_each(Moves::skip_die);
                    }
                    None => self.misfit(title),
                }
                drawn
            }
            Some(_) => {
                self.misfit(title);
                None
            }
        }
    }

    fn known_or_chosen(
        &mut self,
        wording: Wording<'_>,
        offer: Offer<'_>,
        moment: Moment<'_>,
    ) -> Option<i32> {
        let title = &offer.decision.title;
        let control = offer.by().and_then(|unit| self.controls.get(unit).copied());
        // A script decides for units without a side before people do.
        let control = control.or(self.script.as_ref().map(|_| Control::Script));
        if let Some(known) = self.known() {
            let word = match known {
                Answer::Chosen(of, word) if of == *title => Some(word),
                Answer::Chosen(..) | Answer::Face(..) | Answer::Judged(..) => None,
            };
            let answer = word.as_ref().and_then(|word| wording.read(word, offer));
            match answer {
                Some(_) => {
                    self.n_given += 1;
                    let script = self.script.as_mut();
                    let script = script.filter(|_| control == Some(Control::Script));
                    script.into_iter().for_each(Moves::skip_choice);
                }
                None => {
                    // An answer of another sort needs no further reason.
                    let why = word.map_or_else(Vec::new, |word| {
                        self.inquiry.not_offered(&word, wording, offer)
                    });
                    self.stopped = Some(Stopped::Misfit(self.n_given, title.clone(), why));
                }
            }
            return answer;
        }
        let answer = match control {
            Some(Control::Random) => offer.draw(&mut self.dice.choices),
            Some(Control::Policy) => Unstated::First.answer(offer),
            Some(Control::Thinks(_)) => self.think(),
            Some(Control::Script) => {
                let inquiry = self.inquiry;
                self.scripted(|script| script.choice(wording, offer, inquiry))
            }
            // A choice of no side is that of the people at the table.
            None if self.has_sides_without_people() => Unstated::First.answer(offer),
            Some(Control::Person) | None => self.ask(wording, offer, moment),
        }?;
        let word = wording.written(answer, offer);
        self.write(Answer::Chosen(title.clone(), word));
        Some(answer)
    }

    /// Whether the game has sides, and a program plays each of them.
    fn has_sides_without_people(&self) -> bool {
        self.book.side_kind().is_some() && !self.controls.contains(&Control::Person)
    }

    fn known_or_judged(
        &mut self,
        judgement: &Judgement,
        about: &[String],
        moment: Moment<'_>,
    ) -> Option<i32> {
        let fact = &judgement.fact;
        if let Some(known) = self.known() {
            let value = match known {
                Answer::Judged(of, word) if of == *fact => fact_value(self.book, fact, &word),
                Answer::Judged(..) | Answer::Face(..) | Answer::Chosen(..) => None,
            };
            match value {
                Some(_) => {
                    self.n_given += 1;
                    let script = self.script.as_mut();
                    script.and_then(|script| script.judgement(fact));
                }
                None => self.misfit(fact),
            }
            return value;
        }
        let script = self.script.as_mut();
        let value = match script.and_then(|script| script.judgement(fact)) {
            Some(value) => value,
            None if self.controls.contains(&Control::Person) => {
                self.read_response(&PlayerQuestion::Fact(judgement, about), moment)?
            }
            None => {
                self.stopped = Some(Stopped::NotGiven(fact.clone(), about.to_vec()));
                return None;
            }
        };
        let word = fact_word(self.book, fact, value);
        self.write(Answer::Judged(fact.clone(), word));
        Some(value)
    }
}

/// The finding about a player that looks ahead and has no answer.
pub(crate) fn unplayable(failure: Failure, program: &Program) -> Diagnostic {
    let message = match failure {
        Failure::Fault(fault) => return fault.diagnostic(program),
        Failure::TooLarge => "this game is too large for the player `exact`",
        Failure::NotOpen => {
            "`exact` cannot play this game: sides do not see everything, or decide at the same time"
        }
        Failure::Repeats => {
            "`exact` cannot play this game: play can come back to a position that it was in before"
        }
    };
    let finding = Diagnostic::new(Code::TooManyStates, message)
        .help("let `search` play: `--side SIDE=search:400`");
    match failure {
        Failure::Repeats => finding.help(
            "for the chance to win, ask `odds … --best SIDE --against`, which solves such games",
        ),
        Failure::Fault(_) | Failure::TooLarge | Failure::NotOpen => finding,
    }
}
