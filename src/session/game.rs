//! A game being played: who answers which question, and the journal of all answers.
//!
//! The journal is text: a head with the scenario, the mark of the rules and the seed, then one answer a line, in order.
//! Program, start and journal give the game again; a shorter journal goes back to an earlier question.

use super::script::Moves;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::dice::Dice;
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::wording::{face_value, face_word};
use sandtable_explain::script_errors::because;
use sandtable_explain::scripted::{Player, Wording};
use sandtable_explain::trace::Step;
use sandtable_explain::why_not::{Inquiry, Reason};
use sandtable_ir::{Judgement, Pool};

/// The first line of a journal.
const HEAD: &str = "sandtable journal 1";

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `die d10: 7`
    Face(String, String),
    /// `chosen What does it do?: attack`
    Chosen(String, String),
    /// `judged cover: 2`
    Judged(String, String),
}

/// Everything that gives a game again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journal {
    /// As it was named.
    pub scenario: String,
    /// Tells the rules, units and scenario apart from changed ones.
    pub mark: String,
    /// Of the dice that are thrown behind the last answer.
    pub seed: u64,
    /// In order.
    pub answers: Vec<Answer>,
}

impl Journal {
    /// Reads a journal.
    ///
    /// Errors: the line that cannot be read, from 1, and why.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut journal = Self::default();
        let mut lines = (1..).zip(text.lines());
        match lines.next() {
            Some((_, HEAD)) => {}
            _ => return Err((1, format!("a journal begins with `{HEAD}`"))),
        }
        for (number, line) in lines {
            let Some((kind, rest)) = line.split_once(' ') else {
                if line.is_empty() {
                    continue;
                }
                return Err((number, "no answer".to_owned()));
            };
            let answer = || {
                let parts = rest.rsplit_once(": ");
                let parts =
                    parts.ok_or_else(|| (number, "no `: ` and answer behind it".to_owned()));
                parts.map(|(what, answer)| (what.to_owned(), answer.to_owned()))
            };
            match kind {
                "scenario" => journal.scenario = rest.to_owned(),
                "mark" => journal.mark = rest.to_owned(),
                "seed" => {
                    let seed = rest.parse();
                    journal.seed =
                        seed.map_err(|_| (number, "the seed is no number".to_owned()))?;
                }
                "die" => {
                    let (what, answer) = answer()?;
                    journal.answers.push(Answer::Face(what, answer));
                }
                "chosen" => {
                    let (what, answer) = answer()?;
                    journal.answers.push(Answer::Chosen(what, answer));
                }
                "judged" => {
                    let (what, answer) = answer()?;
                    journal.answers.push(Answer::Judged(what, answer));
                }
                _ => return Err((number, format!("`{kind}` is no sort of answer"))),
            }
        }
        Ok(journal)
    }

    /// As it is written into a file.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{HEAD}\nscenario {}\nmark {}\nseed {}\n",
            self.scenario, self.mark, self.seed
        );
        for answer in &self.answers {
            let (kind, what, answer) = match answer {
                Answer::Face(what, answer) => ("die", what, answer),
                Answer::Chosen(what, answer) => ("chosen", what, answer),
                Answer::Judged(what, answer) => ("judged", what, answer),
            };
            text.push_str(&format!("{kind} {what}: {answer}\n"));
        }
        text
    }
}

/// A mark that changes with the texts: 64 bits of FNV-1a.
pub fn mark<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    let mark = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{mark:016x}")
}

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Control {
    /// A person at the terminal.
    Person,
    /// Any option, each as likely.
    Random,
    /// What is worth most, as the rules say; else the first.
    #[default]
    Policy,
    /// What a script says.
    Script,
}

/// What a person says to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// An answer.
    Answer(i32),
    /// Back to the last question of a person.
    Undo,
    /// The game goes on another time.
    Leave,
}

/// A question to a person.
#[derive(Debug)]
pub enum Asked<'q> {
    /// A choice.
    Choice(Wording<'q>, Offer<'q>),
    /// A fact about these units.
    Fact(&'q Judgement, &'q [String]),
}

/// Asks people.
pub trait People {
    /// Asks one question. `told` is what has happened since the game began.
    fn ask(&mut self, asked: &Asked<'_>, told: &[Step]) -> Said;

    /// Keeps the journal before a question is asked, so that nothing is lost if no answer comes.
    fn keep(&mut self, journal: &Journal);

    /// The word for how a fact is judged, and back.
    fn fact_word(&self, fact: &str, value: i32) -> String;

    /// What a word says about a fact.
    fn fact_value(&self, fact: &str, word: &str) -> Option<i32>;
}

/// Why a game stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// A person took something back; the journal is shorter now.
    Undone,
    /// A person left.
    Left,
    /// The journal does not fit the rules: the number of the answer, from 0, what was asked, and why the answer is none
    /// to it, as far as that is known.
    Misfit(usize, String, Vec<Reason>),
    /// Nobody is there who could judge this fact about these units.
    NotGiven(String, Vec<String>),
    /// The script does not fit what is asked, or ends too early.
    Script(Box<Diagnostic>),
}

/// Answers out of the journal, then as those who play do; writes down every answer.
pub struct Table<'p> {
    journal: Journal,
    /// How many answers have been given.
    n_given: usize,
    dice: Dice,
    fates: Dice,
    /// Who plays the side of each unit of the cast; people where none is said.
    controls: &'p [Control],
    people: &'p mut dyn People,
    inquiry: &'p Inquiry<'p>,
    /// Followed by the sides that a script plays, by dice and judgements.
    script: Option<Moves>,
    /// Answers that people gave, by their place in the journal.
    by_people: Vec<usize>,
    stopped: Option<Stopped>,
}

impl<'p> Table<'p> {
    /// A table for a journal; the dice go on behind it.
    pub fn new(
        journal: Journal,
        by_people: Vec<usize>,
        controls: &'p [Control],
        script: Option<Moves>,
        people: &'p mut dyn People,
        inquiry: &'p Inquiry<'p>,
    ) -> Self {
        Self {
            n_given: 0,
            dice: Dice::new(journal.seed),
            fates: Dice::new(journal.seed ^ u64::MAX),
            journal,
            controls,
            people,
            inquiry,
            script,
            by_people,
            stopped: None,
        }
    }

    /// The journal, which of its answers people gave, and why the game stopped, if it did.
    pub fn leave(self) -> (Journal, Vec<usize>, Option<Stopped>) {
        (self.journal, self.by_people, self.stopped)
    }

    /// What the script says and nobody asked for.
    pub fn left_over(&self) -> Option<Diagnostic> {
        self.script.as_ref()?.left_over()
    }

    /// What the script answers, or `None` if there is none; stops the game if it does not fit.
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

    /// What a person says, taken as an answer or as a wish to stop.
    fn said(&mut self, asked: &Asked<'_>, told: &[Step]) -> Option<i32> {
        self.people.keep(&self.journal);
        match self.people.ask(asked, told) {
            Said::Answer(value) => {
                self.by_people.push(self.n_given);
                Some(value)
            }
            Said::Undo => {
                let last = self.by_people.pop().unwrap_or(0);
                self.journal.answers.truncate(last);
                self.stopped = Some(Stopped::Undone);
                None
            }
            Said::Leave => {
                self.stopped = Some(Stopped::Left);
                None
            }
        }
    }
}

impl Player for Table<'_> {
    fn face(&mut self, pool: &Pool, faces: &[i32]) -> Option<i32> {
        // Thrown also when the journal says what it shows: so the dice behind it do not depend on where it ends.
        let thrown = self.dice.throw(faces, 1);
        let is_scripted = self.script.as_ref().is_some_and(Moves::has_dice);
        match self.known() {
            None => {
                let thrown = match is_scripted {
                    true => self.scripted(|script| script.face(pool, faces))?,
                    false => thrown,
                };
                self.write(Answer::Face(pool.name.clone(), face_word(pool, thrown)));
                Some(thrown)
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

    fn draw(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32> {
        let title = &offer.decision.title;
        // Also when it is known, as with dice.
        let drawn = offer.draw(&mut self.dice);
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

    fn choose(&mut self, wording: Wording<'_>, offer: Offer<'_>, told: &[Step]) -> Option<i32> {
        let title = &offer.decision.title;
        let control = offer.by().and_then(|unit| self.controls.get(unit).copied());
        // Of what is nobody's, a script decides before people do.
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
                    let why = word.map(|word| self.inquiry.not_offered(&word, wording, offer));
                    let why = why.unwrap_or_default();
                    self.stopped = Some(Stopped::Misfit(self.n_given, title.clone(), why));
                }
            }
            return answer;
        }
        let answer = match control {
            Some(Control::Random) => offer.draw(&mut self.fates),
            Some(Control::Policy) => Unstated::First.answer(offer),
            Some(Control::Script) => {
                let inquiry = self.inquiry;
                self.scripted(|script| script.choice(wording, offer, inquiry))
            }
            Some(Control::Person) | None => self.said(&Asked::Choice(wording, offer), told),
        }?;
        let word = wording.written(answer, offer);
        self.write(Answer::Chosen(title.clone(), word));
        Some(answer)
    }

    fn judge(&mut self, judgement: &Judgement, about: &[String], told: &[Step]) -> Option<i32> {
        let fact = &judgement.fact;
        if let Some(known) = self.known() {
            let value = match known {
                Answer::Judged(of, word) if of == *fact => self.people.fact_value(fact, &word),
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
                self.said(&Asked::Fact(judgement, about), told)?
            }
            None => {
                self.stopped = Some(Stopped::NotGiven(fact.clone(), about.to_vec()));
                return None;
            }
        };
        let word = self.people.fact_word(fact, value);
        self.write(Answer::Judged(fact.clone(), word));
        Some(value)
    }
}

/// What is told of a journal that does not fit.
pub fn misfit(journal: &Journal, at: usize, asked: &str, why: &[Reason]) -> Diagnostic {
    let answer = journal.answers.get(at).map_or_else(String::new, |answer| {
        let (Answer::Face(what, answer)
        | Answer::Chosen(what, answer)
        | Answer::Judged(what, answer)) = answer;
        format!("`{what}: {answer}`")
    });
    let finding = Diagnostic::new(
        Code::OtherJournal,
        format!(
            "answer {} of the journal is {answer}, but `{asked}` is asked",
            at + 1
        ),
    );
    because(finding, why).help(
        "the journal is of other rules, units or of another scenario; the game up to here is kept",
    )
}

#[cfg(test)]
mod tests {
    use super::{Answer, Journal};

    #[test]
    fn a_journal_is_read_as_it_was_written() {
        let journal = Journal {
            scenario: "my-game/ambush".to_owned(),
            mark: "00ff".to_owned(),
            seed: 7,
            answers: vec![
                Answer::Face("d10".to_owned(), "7".to_owned()),
                Answer::Chosen("Which way: left?".to_owned(), "to the left".to_owned()),
                Answer::Judged("cover".to_owned(), "2".to_owned()),
            ],
        };
        assert_eq!(Journal::parse(&journal.text()), Ok(journal));
    }

    #[test]
    fn a_line_that_is_no_answer_is_told() {
        let text = "sandtable journal 1\nseed x\n";
        assert_eq!(Journal::parse(text).map_err(|(line, _)| line), Err(2));
        assert_eq!(Journal::parse("").map_err(|(line, _)| line), Err(1));
    }
}
