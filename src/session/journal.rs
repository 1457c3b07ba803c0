//! The journal of a game: every answer in order.
//!
//! A journal is text: a head with the scenario, the hash of the rules and the seed, then one answer per line.
//! A game is reproduced from its program, its start and its journal; a prefix of a journal gives an earlier state.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_explain::script_errors::because;
use sandtable_explain::why_not::Reason;

/// The first line of a journal.
const HEAD: &str = "sandtable journal 1";

/// An answer of a dice roll, a decision or a judgement, with its question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `die d10: 7`
    Face(String, String),
    /// `chosen What does it do?: attack`
    Chosen(String, String),
    /// `judged cover: 2`
    Judged(String, String),
}

/// The data that reproduce a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journal {
    /// The scenario, as named by the user.
    pub scenario: String,
    /// Hash of the rules, units and scenario, to detect changes.
    pub mark: String,
    /// Seed of the dice after the last answer.
    pub seed: u64,
    /// The answers, in order.
    pub answers: Vec<Answer>,
}

impl Journal {
    /// Reads a journal.
    ///
    /// Errors: the number of the line that cannot be read, from 1, and the reason.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut journal = Self::default();
        // Editors and transfers may add several carriage returns.
        let lines = text.lines().map(|line| line.trim_end_matches('\r'));
        let mut lines = (1..).zip(lines);
        match lines.next() {
            Some((_, HEAD)) => {}
            _ => return Err((1, format!("a journal starts with `{HEAD}`"))),
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
                    parts.ok_or_else(|| (number, "no `: ` and no answer after it".to_owned()));
                parts.map(|(what, answer)| (what.to_owned(), answer.to_owned()))
            };
            match kind {
                "scenario" => journal.scenario = rest.to_owned(),
                "mark" => journal.mark = rest.to_owned(),
                "seed" => {
                    let seed = rest.parse();
                    journal.seed =
                        seed.map_err(|_| (number, "the seed is not a number".to_owned()))?;
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
                _ => return Err((number, format!("`{kind}` is not a kind of answer"))),
            }
        }
        Ok(journal)
    }

    /// Returns the content of a journal file.
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

/// Returns the complete lines of a journal, and the rest of a last line whose writing was interrupted.
pub fn whole_lines(text: &str) -> (&str, &str) {
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Returns the finding about answers of a journal after the end of the game.
pub fn left_over(journal: &Journal, n_given: usize) -> Option<Diagnostic> {
    let n_left = journal.answers.len().checked_sub(n_given)?;
    let message = match n_left {
        0 => return None,
        1 => "the game is over, but the journal has one more answer".to_owned(),
        n => format!("the game is over, but the journal has {n} more answers"),
    };
    let finding = Diagnostic::new(Code::JournalMismatch, message);
    Some(finding.help("use the rules, units and scenario of this journal"))
}

/// Returns a hash of texts: 64 bits of FNV-1a, in hexadecimal.
pub fn mark<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    let mark = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{mark:016x}")
}

/// Returns the finding about a journal that does not match the game.
pub fn misfit(journal: &Journal, at: usize, asked: &str, why: &[Reason]) -> Diagnostic {
    let answer = journal.answers.get(at).map_or_else(String::new, |answer| {
        let (Answer::Face(what, answer)
        | Answer::Chosen(what, answer)
        | Answer::Judged(what, answer)) = answer;
        format!("`{what}: {answer}`")
    });
    let finding = Diagnostic::new(
        Code::JournalMismatch,
        format!(
            "answer {} of the journal is {answer}, but the game asks `{asked}`",
            at + 1
        ),
    );
    because(finding, why)
        .help("use the rules, units and scenario of this journal; the game up to here is kept")
}

#[cfg(test)]
mod tests {
    use super::{Answer, Journal, whole_lines};

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

    /// A transfer that wrote CR LF for the LF of CR LF; found by random changes.
    #[test]
    fn carriage_returns_are_no_part_of_an_answer() {
        let text = "sandtable journal 1\r\r\nmark 00ff\r\r\ndie d6: 3\r";
        let journal = Journal::parse(text).unwrap();
        assert_eq!(journal.mark, "00ff");
        assert_eq!(
            journal.answers,
            [Answer::Face("d6".to_owned(), "3".to_owned())]
        );
    }

    #[test]
    fn a_torn_last_line_is_parted_off() {
        assert_eq!(whole_lines("seed 3\ndie d6: 1"), ("seed 3\n", "die d6: 1"));
        assert_eq!(whole_lines("seed 3\n"), ("seed 3\n", ""));
        assert_eq!(whole_lines("see"), ("", "see"));
    }

    #[test]
    fn a_line_that_is_no_answer_is_told() {
        let text = "sandtable journal 1\nseed x\n";
        assert_eq!(Journal::parse(text).map_err(|(line, _)| line), Err(2));
        assert_eq!(Journal::parse("").map_err(|(line, _)| line), Err(1));
    }
}
