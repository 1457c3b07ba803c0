//! Driver: given faces, or thrown ones; every step is told with its citation.

use super::fault::Fault;
use super::machine::{Answers, Machine, Pause};
use super::sample::Dice;
use crate::ir::{NONE, Note, NoteId, OutcomePart, Pool, PoolId, Program, Reading, Shown};
use crate::source::Span;

/// Where the faces come from.
#[derive(Debug)]
pub enum Faces<'a> {
    /// As written down, in the order in which they are thrown: one for each single die.
    Given(&'a [String]),
    /// Thrown.
    Thrown(Dice),
}

/// One line of what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// How many rules deep it happened.
    pub depth: usize,
    /// In the players' words.
    pub text: String,
    /// Sections of the book that say so.
    pub citations: Vec<String>,
    /// Where it stands in the rules.
    pub span: Span,
}

/// A sum of modifiers, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// Title of the list, else its name.
    pub title: String,
    /// The lines that apply, in their order.
    pub lines: Vec<SumLine>,
    /// What they come to, limits considered.
    pub total: i32,
}

/// One line of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumLine {
    /// What it adds.
    pub amount: i32,
    /// In the players' words.
    pub label: String,
    /// Sections of the book.
    pub citations: Vec<String>,
}

/// Why a story ends before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The rules cannot go on.
    Fault(Fault),
    /// More dice are thrown than were given: which, and where.
    RanOut(String, Option<Span>),
    /// A face that the die does not have: its place among those given, the die, its faces.
    Impossible(usize, String, Vec<String>),
}

/// What happened in one run.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// In order.
    pub steps: Vec<Step>,
    /// Sums of modifiers, in order; `before_dice` of them before any die was thrown.
    pub sums: Vec<Sum>,
    /// How many sums were settled before any die was thrown.
    pub before_dice: usize,
    /// Every single die as it fell: the die and its face.
    pub thrown: Vec<(String, String)>,
    /// The numbers of the outcome, if it got that far.
    pub outcome: Option<Vec<i32>>,
    /// Why it did not.
    pub trouble: Option<Trouble>,
}

/// Runs a program that has its notes once.
///
/// `units` are the titles of the cast; `steps` is the budget of one run.
pub fn explain(program: &Program, units: &[String], faces: Faces<'_>, steps: u64) -> Story {
    let mut teller = Teller {
        units,
        faces,
        n_used: 0,
        depth: 0,
        lines: Vec::new(),
        last: Vec::new(),
        story: Story::default(),
    };
    let mut machine = Machine::new(program);
    let mut left = steps;
    match machine.run(program, &mut teller, &mut left) {
        Pause::Done => {
            teller.story.outcome = Some(
                program
                    .outcome
                    .iter()
                    .map(|reg| machine.get(*reg))
                    .collect(),
            );
        }
        Pause::Fault(fault) => teller.story.trouble = Some(Trouble::Fault(fault)),
        Pause::Roll(_) => {
            let origin = program.origins.get(machine.pc.0 as usize);
            if let Some(Trouble::RanOut(_, span)) = &mut teller.story.trouble {
                *span = origin.map(|origin| origin.span);
            }
        }
        Pause::Judge(_) => {
            teller.story.trouble = Some(Trouble::Fault(Fault {
                kind: super::FaultKind::NotGiven,
                at: machine.pc,
            }));
        }
    }
    if teller.story.thrown.is_empty() {
        teller.story.before_dice = teller.story.sums.len();
    }
    teller.story
}

struct Teller<'a> {
    units: &'a [String],
    faces: Faces<'a>,
    n_used: usize,
    depth: usize,
    /// Modifier lines since the last total, with the depth of their list.
    lines: Vec<SumLine>,
    /// The single faces of the last throw.
    last: Vec<String>,
    story: Story,
}

impl Answers for Teller<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pools.get(pool.0 as usize)?;
        if self.story.thrown.is_empty() {
            self.story.before_dice = self.story.sums.len();
        }
        self.last.clear();
        let mut sum: i32 = 0;
        for _ in 0..pool.count {
            let face = self.face(pool)?;
            let word = face_word(pool, face);
            self.story.thrown.push((pool.name.clone(), word.clone()));
            self.last.push(word);
            sum = sum.checked_add(face)?;
        }
        Some(sum)
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        let Some(told) = program.notes.get(note.0 as usize) else {
            return;
        };
        self.tell(program, machine, told);
    }
}

impl Teller<'_> {
    /// The next face of one die of a pool.
    fn face(&mut self, pool: &Pool) -> Option<i32> {
        let given = match &mut self.faces {
            Faces::Thrown(dice) => return Some(dice.throw(&pool.faces, 1)),
            Faces::Given(given) => *given,
        };
        let Some(word) = given.get(self.n_used) else {
            self.story.trouble = Some(Trouble::RanOut(pool.name.clone(), None));
            return None;
        };
        let Some(face) = face_value(pool, word) else {
            let mut known: Vec<String> = Vec::new();
            for face in &pool.faces {
                let word = face_word(pool, *face);
                if !known.contains(&word) {
                    known.push(word);
                }
            }
            self.story.trouble = Some(Trouble::Impossible(self.n_used, pool.name.clone(), known));
            return None;
        };
        self.n_used += 1;
        Some(face)
    }

    fn tell(&mut self, program: &Program, machine: &Machine, note: &Note) {
        match note {
            Note::Enter {
                name,
                title,
                parameters,
            } => {
                let about: Vec<String> = parameters
                    .iter()
                    .map(|(name, reading)| format!("{name} {}", self.value(machine, reading)))
                    .collect();
                let title = title.as_ref().unwrap_or(name);
                let text = if about.is_empty() {
                    title.clone()
                } else {
                    format!("{title}: {}", about.join(", "))
                };
                self.step(program, machine, text);
                self.depth += 1;
            }
            Note::Leave { name, value } => {
                self.depth = self.depth.saturating_sub(1);
                if let Some(reading) = value {
                    let value = self.value(machine, reading);
                    self.step(program, machine, format!("{name}: {value}"));
                }
            }
            Note::Kept { name, value } => {
                let value = self.value(machine, value);
                self.step(program, machine, format!("{name} = {value}"));
            }
            Note::Fact {
                name,
                value,
                default,
            } => {
                let value = self.value(machine, value);
                let assumed = if *default {
                    " (unless said otherwise)"
                } else {
                    ""
                };
                self.step(program, machine, format!("{name}: {value}{assumed}"));
            }
            Note::Row {
                table,
                keys,
                cell,
                word,
            } => {
                let keys: Vec<String> = keys
                    .iter()
                    .map(|(name, reading)| format!("{name} {}", self.value(machine, reading)))
                    .collect();
                let cell = self.value(machine, cell);
                let cell = match word {
                    Some(word) => format!("{word}, which is {cell}"),
                    None => cell,
                };
                self.step(
                    program,
                    machine,
                    format!("{table}: {} gives {cell}", keys.join(", ")),
                );
            }
            Note::Modifier {
                label,
                amount,
                citations,
                ..
            } => self.lines.push(SumLine {
                amount: machine.get(*amount),
                label: label.clone(),
                citations: citations.clone(),
            }),
            Note::Total { list, title, total } => {
                let sum = Sum {
                    title: title.as_ref().unwrap_or(list).clone(),
                    lines: std::mem::take(&mut self.lines),
                    total: machine.get(*total),
                };
                self.step(program, machine, sum.to_string());
                self.story.sums.push(sum);
            }
            Note::Thrown { pool, value } => {
                let name = program
                    .pools
                    .get(pool.0 as usize)
                    .map_or("", |pool| pool.name.as_str());
                let value = self.value(machine, value);
                let text = if self.last.len() > 1 {
                    format!("{name} shows {} = {value}", self.last.join(" + "))
                } else {
                    format!("{name} shows {value}")
                };
                self.step(program, machine, text);
            }
            Note::Changed {
                unit,
                track,
                before,
                after,
            } => {
                let unit = self.unit(machine.get(*unit));
                let (before, after) = (self.value(machine, before), self.value(machine, after));
                let text = if before == after {
                    format!("{unit}: {track} stays {after}")
                } else {
                    format!("{unit}: {track} {before} → {after}")
                };
                self.step(program, machine, text);
            }
            Note::Trigger { name, unit } => {
                let unit = self.unit(machine.get(*unit));
                self.step(program, machine, format!("{name}: {unit}"));
            }
            Note::Needs { why, holds } => {
                if machine.get(*holds) == 0 {
                    let text = if why.is_empty() {
                        "refused".to_owned()
                    } else {
                        format!("refused: this needs {why}")
                    };
                    self.step(program, machine, text);
                }
            }
            Note::Round { number, name } => {
                let number = machine.get(*number);
                let text = match name {
                    Some(name) => format!("{name} {number}"),
                    None => format!("round {number}"),
                };
                self.step(program, machine, text);
            }
        }
    }

    fn step(&mut self, program: &Program, machine: &Machine, text: String) {
        let Some(origin) = program.origins.get(machine.pc.0 as usize) else {
            return;
        };
        let citations = program
            .rules
            .get(origin.rule as usize)
            .map_or_else(Vec::new, |rule| rule.citations.clone());
        self.story.steps.push(Step {
            depth: self.depth,
            text,
            citations,
            span: origin.span,
        });
    }

    fn unit(&self, value: i32) -> String {
        let at = usize::try_from(value).ok();
        at.and_then(|at| self.units.get(at).cloned())
            .unwrap_or_default()
    }

    fn value(&self, machine: &Machine, reading: &Reading) -> String {
        let value = machine.get(reading.reg);
        match reading.shown {
            Shown::Unit => self.unit(value),
            _ => show(value, &reading.shown),
        }
    }
}

impl std::fmt::Display for Sum {
    /// `Firing modifiers: +1 Pak-40 [T-mod-pak40], -1 cover [T-mod-cover] = 0`
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: ", self.title)?;
        if self.lines.is_empty() {
            return write!(formatter, "none apply, {:+}", self.total);
        }
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                let label = if line.label.is_empty() {
                    String::new()
                } else {
                    format!(" {}", line.label)
                };
                if line.citations.is_empty() {
                    format!("{:+}{label}", line.amount)
                } else {
                    format!("{:+}{label} [{}]", line.amount, line.citations.join(", "))
                }
            })
            .collect();
        write!(formatter, "{} = {:+}", lines.join(", "), self.total)
    }
}

/// A value in the players' words. Units need the cast and are shown by their place here.
pub fn show(value: i32, shown: &Shown) -> String {
    if value == NONE {
        return "none".to_owned();
    }
    match shown {
        Shown::Number(None) | Shown::Unit => value.to_string(),
        Shown::Number(Some("hexes")) if value == 1 => "1 hex".to_owned(),
        Shown::Number(Some("inches")) if value == 1 => "1 inch".to_owned(),
        Shown::Number(Some(unit)) => format!("{value} {unit}"),
        Shown::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Shown::Words(words) => usize::try_from(value)
            .ok()
            .and_then(|at| words.get(at).cloned())
            .unwrap_or_else(|| value.to_string()),
    }
}

/// What an outcome means in the players' words: `hit`, `Sherman: movement hits 1, destroyed`, `no effect`.
pub fn outcome_words(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut about: Option<usize> = None;
    let mut tracks = false;
    for (part, value) in parts.iter().zip(outcome) {
        match part {
            OutcomePart::Refused if *value != 0 => return "refused".to_owned(),
            OutcomePart::Refused => {}
            OutcomePart::Value(shown) | OutcomePart::Reported { shown, .. } => {
                let text = match shown {
                    Shown::Unit => usize::try_from(*value)
                        .ok()
                        .and_then(|at| units.get(at).cloned())
                        .unwrap_or_default(),
                    _ => show(*value, shown),
                };
                words.push(text);
            }
            OutcomePart::Condition => words.push(show(*value, &Shown::Flag)),
            OutcomePart::Track { .. } => tracks = true,
        }
    }
    if !tracks {
        return words.join(", ");
    }
    let mut changed: Vec<(usize, &str, &Shown, i32)> = parts
        .iter()
        .zip(outcome)
        .filter_map(|(part, value)| match part {
            OutcomePart::Track {
                unit,
                title,
                shown,
                start,
                ..
            } if value != start => Some((*unit, title.as_str(), shown, *value)),
            _ => None,
        })
        .collect();
    if changed.is_empty() {
        return "no effect".to_owned();
    }
    // Stable: the tracks of one unit keep their order.
    changed.sort_by_key(|(unit, ..)| *unit);
    for (unit, title, shown, value) in changed {
        let title = title.to_lowercase();
        let text = match (shown, value) {
            (Shown::Flag, 1) => title,
            (Shown::Flag, _) => format!("not {title}"),
            _ => format!("{title} {}", show(value, shown)),
        };
        if about == Some(unit) {
            words.push(text);
        } else {
            let name = units.get(unit).cloned().unwrap_or_default();
            words.push(format!("{name}: {text}"));
            about = Some(unit);
        }
    }
    words.join(", ")
}

/// The face of a die by its word or number.
fn face_value(pool: &Pool, word: &str) -> Option<i32> {
    let value = if pool.words.is_empty() {
        word.parse().ok()?
    } else {
        let at = pool.words.iter().position(|known| known == word)?;
        i32::try_from(at).ok()?
    };
    pool.faces.contains(&value).then_some(value)
}

fn face_word(pool: &Pool, face: i32) -> String {
    usize::try_from(face)
        .ok()
        .and_then(|at| pool.words.get(at).cloned())
        .unwrap_or_else(|| face.to_string())
}
