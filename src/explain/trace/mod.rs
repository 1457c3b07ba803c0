//! Driver: given faces, or thrown ones; every step is told with its citation.

mod reasons;
mod story;

use crate::scripted::{Choices, Moment, Player, Script, Why, Wording};
use sandtable_eval::coverage::{self, Reached};
use sandtable_eval::machine::{Answers, Machine, Pause};
pub use sandtable_eval::modifier_sum::{Sum, SumLine};
use sandtable_eval::offer::Offer;
use sandtable_eval::wording::{ending, face_value, face_word, face_words, show};
use sandtable_ir::{
    JudgementId, NOBODY, NONE, Note, NoteId, Options, Pool, PoolId, Program, Reading, Shown,
};
use sandtable_model::board::Laid;
use std::sync::Arc;
use story::REFUSED;
pub use story::{Faces, Step, Story, Trouble};

/// Letters that are told, with what each step takes besides: nobody reads more, and nobody could keep it.
const MOST_TOLD: usize = 16_000_000;
/// Memory that a step takes besides its letters, and a die that is thrown.
const STEP: usize = 80;

/// Runs a program that has its notes once.
///
/// `units` are the titles of the cast; `steps` is the budget of one run. Faces alone are a script too.
pub fn explain<'a>(
    program: &Program,
    units: &[String],
    script: impl Into<Script<'a>>,
    steps: u64,
) -> Story {
    tell(program, units, script.into(), None, steps)
}

/// Plays a program that has its notes: whoever plays is asked at every question. `names` is what each unit of the cast
/// is called besides its title.
pub fn play(
    program: &Program,
    units: &[String],
    names: &[String],
    why: Option<Why<'_>>,
    player: &mut dyn Player,
    steps: u64,
) -> Story {
    let script = Script {
        names,
        why,
        ..Script::from(Faces::Given(&[]))
    };
    tell(program, units, script, Some(player), steps)
}

fn tell<'a>(
    program: &Program,
    units: &[String],
    script: Script<'a>,
    player: Option<&'a mut dyn Player>,
    steps: u64,
) -> Story {
    let n_judged = script.judged.len();
    script.why.iter().for_each(|why| why.inquiry.begins());
    let mut teller = Teller {
        units,
        script,
        player,
        was_asked: false,
        n_used: 0,
        rules: Vec::new(),
        acting: Vec::new(),
        n_formulas: 0,
        rows: Vec::new(),
        turns: Vec::new(),
        names: Vec::new(),
        board: program.board.clone(),
        lines: Vec::new(),
        last: Vec::new(),
        last_labels: Vec::new(),
        told: 0,
        is_cut: false,
        story: Story {
            judged: vec![false; n_judged],
            ..Story::default()
        },
    };
    let mut machine = Machine::new(program);
    let mut left = steps;
    let mut reached = Reached::default();
    // What a game comes by nobody asks, and to note it takes longer than to play.
    let pause = match teller.player.is_some() {
        true => machine.run(program, &mut teller, &mut left),
        false => coverage::run(program, &mut machine, &mut teller, &mut left, &mut reached),
    };
    match pause {
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
        Pause::Choose(decision) => {
            let origin = program.origins.get(machine.pc.0 as usize);
            match &mut teller.story.trouble {
                Some(Trouble::Unchosen(_, _, span) | Trouble::Undrawn(_, _, span)) => {
                    *span = origin.map(|origin| origin.span);
                }
                Some(_) => {}
                none => {
                    *none = Some(Trouble::Fault(
                        sandtable_eval::FaultKind::Undecided(decision).at(machine.pc),
                    ));
                }
            }
        }
        Pause::Roll(_) => {
            let origin = program.origins.get(machine.pc.0 as usize);
            if let Some(Trouble::RanOut(_, span)) = &mut teller.story.trouble {
                *span = origin.map(|origin| origin.span);
            }
        }
        Pause::Judge(_) => {
            teller.story.trouble = Some(Trouble::Fault(
                sandtable_eval::FaultKind::NotGiven.at(machine.pc),
            ));
        }
    }
    teller.story.reached = reached;
    teller.story.state = machine.registers;
    if teller.story.thrown.is_empty() {
        teller.story.before_dice = teller.story.sums.len();
    }
    teller.story
}

struct Teller<'a, 'u> {
    units: &'u [String],
    script: Script<'a>,
    /// The player who is asked instead of the script.
    player: Option<&'a mut dyn Player>,
    n_used: usize,
    /// Whether the last choice was asked for.
    was_asked: bool,
    /// The rules that have begun and not ended, with their sections.
    rules: Vec<Vec<String>>,
    /// Their names.
    names: Vec<String>,
    /// The board of the program.
    board: Option<Arc<Laid>>,
    /// The units of each of them.
    acting: Vec<Acting>,
    /// The number of them that only work something out; lists of modifiers among them.
    n_formulas: usize,
    /// Table rows that have been told.
    rows: Vec<String>,
    /// Units whose turn it is: the name that stands for them, and the step that says so.
    turns: Vec<(String, usize)>,
    /// Modifier lines since the last total.
    lines: Vec<SumLine>,
    /// The single faces of the last throw.
    last: Vec<String>,
    /// Labels of those faces: the purpose of each roll.
    last_labels: Vec<String>,
    /// Letters told so far.
    told: usize,
    /// Whether it was said that more is not told.
    is_cut: bool,
    story: Story,
}

/// The units of a rule, by their places in the cast.
#[derive(Debug, Default)]
struct Acting {
    /// Its arguments.
    given: Vec<usize>,
    /// The one that was chosen last in it, and in which choice; until that choice is asked again.
    chosen: Option<(String, usize)>,
}

impl Acting {
    fn units(&self) -> Vec<usize> {
        let chosen = self.chosen.iter().map(|(_, unit)| *unit);
        chosen.chain(self.given.iter().copied()).collect()
    }
}

/// The places in the cast that values stand for.
fn places(values: impl Iterator<Item = i32>) -> impl Iterator<Item = usize> {
    values.filter_map(|value| usize::try_from(value).ok())
}

impl Answers for Teller<'_, '_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pools.get(pool.0 as usize)?;
        if self.story.thrown.is_empty() {
            self.story.before_dice = self.story.sums.len();
        }
        self.last.clear();
        self.last_labels.clear();
        // Of faces that are given, those that are left over are told in the end.
        let is_given = self.player.is_none() && matches!(self.script.faces, Faces::Given(_));
        let is_told = is_given || !self.is_told_out();
        let mut next = |faces: &[i32]| {
            let face = self.face(program, pool, faces)?;
            if !is_told {
                return Some(face);
            }
            self.told += STEP;
            let word = face_word(pool, face);
            self.story.thrown.push((pool.name.clone(), word.clone()));
            self.last.push(word);
            Some(face)
        };
        pool.throw(&mut next, &mut Default::default())
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        self.was_asked = true;
        let wording = Wording {
            decision: offer.decision,
            units: self.units,
            names: self.script.names,
        };
        if offer.decision.is_drawn {
            return self.draw(wording, offer);
        }
        if let Some(player) = &mut self.player {
            if let Some(acting) = self.acting.last_mut() {
                let chosen = acting.chosen.take();
                acting.chosen = chosen.filter(|(title, _)| *title != offer.decision.title);
            }
            let mut units = self.acting.iter().rev().map(Acting::units);
            let units = units.find(|units| !units.is_empty());
            let units = units.unwrap_or_default();
            let moment = Moment {
                steps: &self.story.steps,
                units: &units,
                state: offer.state(),
            };
            return player.choose(wording, offer, moment);
        }
        let (given, rest) = match &mut self.script.choices {
            Choices::Policy(unstated, dice) => return unstated.draw(offer, dice),
            Choices::Given { words, rest, .. } => (*words, *rest),
        };
        let title = offer.decision.title.clone();
        let Some(word) = given.get(self.story.n_chosen) else {
            if let Some(rest) = rest {
                return rest.answer(offer);
            }
            let allowed = wording.allowed(offer);
            self.story.trouble = Some(Trouble::Unchosen(title, allowed, None));
            return None;
        };
        let answer = wording.read(word, offer);
        match answer {
            Some(_) => self.story.n_chosen += 1,
            None => {
                let at = self.story.n_chosen;
                let (allowed, are_places) = wording.nearest(word, offer, self.board.as_deref());
                let why = self.script.why;
                let reasons = why.map(|why| why.inquiry.not_offered(word, wording, offer));
                let reasons = reasons.unwrap_or_default();
                self.story.trouble =
                    Some(Trouble::NotAllowed(at, title, allowed, reasons, are_places));
            }
        }
        answer
    }

    fn judge(
        &mut self,
        program: &Program,
        judgement: JudgementId,
        about: &[i32],
        state: &[i32],
    ) -> Option<i32> {
        let judgement = program.judgements.get(judgement.0 as usize)?;
        if let Some(player) = &mut self.player {
            let places: Vec<usize> = places(about.iter().copied()).collect();
            let titles = about.iter().map(|unit| {
                let at = usize::try_from(*unit).ok();
                at.and_then(|at| self.units.get(at).cloned())
                    .unwrap_or_default()
            });
            let titles: Vec<String> = titles.collect();
            let moment = Moment {
                steps: &self.story.steps,
                units: &places,
                state,
            };
            let value = player.judge(judgement, &titles, moment)?;
            self.hears(&judgement.fact, about, value);
            return Some(value);
        }
        let fact = &judgement.fact;
        let mut given = self.script.judged.iter().zip(&mut self.story.judged);
        let ((_, value), used) = given.find(|((known, _), used)| known == fact && !**used)?;
        *used = true;
        let value = *value;
        self.hears(fact, about, value);
        Some(value)
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        let Some(told) = program.notes.get(note.0 as usize) else {
            return;
        };
        match self.is_told_out() && !matches!(told, Note::Needs { .. } | Note::GameEnds { .. }) {
            true => self.pass_over(program, machine, told),
            false => self.tell(program, machine, told),
        }
    }
}

impl Teller<'_, '_> {
    fn hears(&self, fact: &str, about: &[i32], value: i32) {
        let why = self.script.why.iter();
        why.for_each(|why| why.inquiry.hears(fact, about, value));
    }

    /// The next face of one die of a pool.
    fn face(&mut self, program: &Program, pool: &Pool, faces: &[i32]) -> Option<i32> {
        if let Some(player) = &mut self.player {
            return player.face(pool, faces);
        }
        let given = match &mut self.script.faces {
            Faces::Thrown(dice) => return Some(dice.throw(faces, 1)),
            Faces::Given(given) => *given,
        };
        let Some(word) = given.get(self.n_used) else {
            self.story.trouble = Some(Trouble::RanOut(pool.name.clone(), None));
            return None;
        };
        let Some(face) = face_value(pool, faces, word) else {
            let known = face_words(pool, faces);
            self.story.trouble = Some(Trouble::Impossible(self.n_used, pool.name.clone(), known));
            return None;
        };
        if let Some(Some(label)) = self.script.labels.get(self.n_used) {
            let is_rule = program.rules.iter().any(|rule| rule.name == *label);
            if is_rule && !self.names.contains(label) {
                let trouble = Trouble::Mislabelled(self.n_used, pool.name.clone());
                self.story.trouble = Some(trouble);
                return None;
            }
            self.last_labels.push(label.clone());
        }
        self.n_used += 1;
        Some(face)
    }

    /// Draws from an offer; the answer is given among the dice.
    fn draw(&mut self, wording: Wording<'_>, offer: Offer<'_>) -> Option<i32> {
        if self.story.thrown.is_empty() {
            self.story.before_dice = self.story.sums.len();
        }
        let title = offer.decision.title.clone();
        let drawn = match (&mut self.player, &mut self.script.faces) {
            (Some(player), _) => player.draw(wording, offer)?,
            (None, Faces::Thrown(dice)) => offer.draw(dice)?,
            (None, Faces::Given(given)) => {
                let Some(word) = given.get(self.n_used) else {
                    let allowed = wording.allowed(offer);
                    self.story.trouble = Some(Trouble::Undrawn(title, allowed, None));
                    return None;
                };
                let Some(drawn) = wording.read(word, offer) else {
                    let allowed = wording.allowed(offer);
                    let trouble = Trouble::Undrawable(self.n_used, title, allowed);
                    self.story.trouble = Some(trouble);
                    return None;
                };
                self.n_used += 1;
                drawn
            }
        };
        let word = wording.written(drawn, offer);
        self.story.thrown.push((title, word));
        Some(drawn)
    }

    /// Whether there is no room for more; how it ends is told all the same.
    fn is_told_out(&self) -> bool {
        self.told > MOST_TOLD
    }

    /// Says once that more is not told, and forgets it.
    fn pass_over(&mut self, program: &Program, machine: &Machine, note: &Note) {
        if let Note::Chosen { .. } = note {
            self.was_asked = false;
        }
        if !std::mem::replace(&mut self.is_cut, true) {
            let text = "(further steps are not shown)".to_owned();
            self.step(program, machine, text, false);
        }
    }

    fn tell(&mut self, program: &Program, machine: &Machine, note: &Note) {
        let in_formula = self.n_formulas > 0;
        match note {
            Note::Enter {
                name,
                title,
                parameters,
                is_formula,
            } => {
                let about = self.about(machine, parameters);
                let title = title.as_ref().unwrap_or(name);
                let text = if about.is_empty() {
                    title.clone()
                } else {
                    format!("{title}: {about}")
                };
                self.begins(program, machine);
                let citations = self.step(program, machine, text, *is_formula);
                self.names.push(name.clone());
                self.rules.push(citations);
                let given = parameters.iter().map(|(_, reading)| reading);
                let given = given.filter(|reading| reading.shown == Shown::Unit);
                self.acting.push(Acting {
                    given: places(given.map(|reading| machine.get(reading.reg))).collect(),
                    chosen: None,
                });
                self.n_formulas += usize::from(*is_formula || in_formula);
            }
            Note::Leave { name, title, value } => {
                self.rules.pop();
                self.names.pop();
                self.acting.pop();
                self.n_formulas = self.n_formulas.saturating_sub(1);
                if let Some(reading) = value {
                    let value = self.value(machine, reading);
                    let name = if in_formula {
                        title.as_ref().unwrap_or(name)
                    } else {
                        name
                    };
                    let is_detail = self.n_formulas > 0;
                    self.step(program, machine, format!("{name}: {value}"), is_detail);
                }
            }
            Note::Kept { name, value } => {
                let value = self.value(machine, value);
                self.step(program, machine, format!("{name} = {value}"), in_formula);
            }
            Note::Fact {
                name,
                value,
                default,
                ..
            } => {
                let value = self.value(machine, value);
                let assumed = if *default { " (by default)" } else { "" };
                self.step(program, machine, format!("{name}: {value}{assumed}"), true);
            }
            Note::Row {
                id,
                table,
                keys,
                cell,
                word,
            } => {
                let cell = self.value(machine, cell);
                let cell = match word {
                    Some(word) => format!("{word}, which is {cell}"),
                    None => cell,
                };
                let text = format!("{table}: {} gives {cell}", self.about(machine, keys));
                let is_told = self.rows.contains(&text);
                if !is_told && !in_formula {
                    self.rows.push(text.clone());
                }
                self.step(program, machine, text, in_formula || is_told);
                self.tell_reasons(!in_formula && !is_told, |inquiry| {
                    let keys = keys.iter().map(|(_, key)| machine.get(key.reg));
                    inquiry.other_rows(*id, &keys.collect::<Vec<i32>>())
                });
            }
            Note::List | Note::LookUp => self.n_formulas += 1,
            Note::LookedUp => self.n_formulas = self.n_formulas.saturating_sub(1),
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
            Note::Total {
                id,
                parameters,
                list,
                title,
                total,
            } => {
                self.n_formulas = self.n_formulas.saturating_sub(1);
                let sum = Sum {
                    title: title.as_ref().unwrap_or(list).clone(),
                    lines: std::mem::take(&mut self.lines),
                    total: machine.get(*total),
                };
                let is_detail = self.n_formulas > 0;
                self.step(program, machine, sum.to_string(), is_detail);
                self.story.sums.push(sum);
                self.tell_reasons(!is_detail, |inquiry| {
                    inquiry.not_applied(*id, *parameters, &machine.registers)
                });
            }
            Note::Thrown { pool, value } => {
                let pool = program.pools.get(pool.0 as usize);
                let name = pool.map_or("", |pool| pool.name.as_str());
                let is_treated = pool.is_some_and(|pool| pool.treated.is_some());
                let value = self.value(machine, value);
                let text = if is_treated {
                    format!("{name} shows {}: {value}", self.last.join(", "))
                } else if self.last.len() > 1 {
                    format!("{name} shows {} = {value}", self.last.join(" + "))
                } else {
                    format!("{name} shows {value}")
                };
                let text = match self.last_labels.as_slice() {
                    [] => text,
                    labels => format!("{text} ({})", labels.join(", ")),
                };
                self.step(program, machine, text, false);
            }
            Note::Changed {
                unit,
                track,
                before,
                after,
                wanted,
            } => {
                // What was to become what it was is no news; what its ends held back is.
                let is_news = machine.get(before.reg) != machine.get(*wanted);
                let unit = self.unit(machine.get(*unit));
                let (before, after) = (self.value(machine, before), self.value(machine, after));
                let text = if before == after {
                    format!("{unit}: {track} stays {after}")
                } else {
                    format!("{unit}: {track} {before} → {after}")
                };
                self.step(program, machine, text, !is_news);
            }
            Note::Trigger { name, unit } => {
                let unit = self.unit(machine.get(*unit));
                self.begins(program, machine);
                self.step(program, machine, format!("{name}: {unit}"), false);
            }
            Note::Needs { why, holds, site } => {
                if machine.get(*holds) == 0 {
                    let text = if why.is_empty() {
                        REFUSED.to_owned()
                    } else {
                        format!("{REFUSED}: this needs {why}")
                    };
                    self.step(program, machine, text, false);
                    self.refusal(site.as_ref(), machine);
                }
            }
            Note::NotOffered { what, why, site } => {
                let text = format!("not offered: {what}, {why}");
                self.step(program, machine, text, false);
                if self.tells_all() {
                    self.refusal(site.as_ref(), machine);
                }
            }
            Note::Chosen {
                decision,
                options,
                answer,
            } => {
                let was_asked = std::mem::take(&mut self.was_asked);
                let row = machine.row(program, *decision, *options);
                let answer = machine.get(*answer);
                let text = row.map(|offer| self.chosen(offer, answer, was_asked));
                if let (Some(offer), Some(acting)) = (row, self.acting.last_mut())
                    && let (Options::Units, Ok(unit)) =
                        (&offer.decision.options, usize::try_from(answer))
                {
                    acting.chosen = Some((offer.decision.title.clone(), unit));
                }
                self.step(program, machine, text.unwrap_or_default(), false);
                if let Some(offer) = row {
                    self.answered(offer, answer, was_asked);
                    self.not_offered(offer);
                }
            }
            Note::Member { name, member } => {
                self.turn_ends(name);
                self.rows.clear();
                let unit = self.value(machine, member);
                self.turns.push((name.clone(), self.story.steps.len()));
                self.step(program, machine, format!("{name} {unit}"), false);
            }
            Note::TurnsEnd { name } => self.turn_ends(name),
            Note::Phase { name, title } => {
                self.rows.clear();
                self.happens(name.clone());
                let citations = self.step(program, machine, title.clone(), false);
                self.rules.push(citations);
                self.acting.push(Acting::default());
            }
            Note::PhaseEnd => {
                self.rules.pop();
                self.acting.pop();
            }
            Note::GameEnds { winner } => {
                let winner = winner.map_or(NOBODY, |winner| machine.get(winner));
                let winner = if winner == NONE { NOBODY } else { winner };
                let text = ending(winner, self.units).unwrap_or_default();
                self.step(program, machine, text, false);
            }
            Note::Round { number, name } => {
                self.rows.clear();
                let number = machine.get(*number);
                let name = name.as_deref().unwrap_or("round");
                self.step(program, machine, format!("{name} {number}"), false);
            }
        }
    }

    /// Notes that the rule of an op begins with the step that is told next.
    fn begins(&mut self, program: &Program, machine: &Machine) {
        let origin = program.origins.get(machine.pc.0 as usize);
        let rule = origin.and_then(|origin| program.rules.get(origin.rule as usize));
        if let Some(rule) = rule {
            self.happens(rule.name.clone());
        }
    }

    fn happens(&mut self, name: String) {
        if self.player.is_none() {
            self.story.events.push((self.story.steps.len(), name));
        }
    }

    /// Takes down what was on offer, and a given answer to what was settled without it.
    fn answered(&mut self, offer: Offer<'_>, answer: i32, was_asked: bool) {
        if let Some(player) = &mut self.player {
            if !was_asked && !offer.decision.is_drawn {
                let wording = Wording {
                    decision: offer.decision,
                    units: self.units,
                    names: self.script.names,
                };
                player.settled(wording, offer, answer);
            }
            return;
        }
        let Choices::Given {
            words,
            with_settled,
            ..
        } = self.script.choices
        else {
            return;
        };
        let wording = Wording {
            decision: offer.decision,
            units: self.units,
            names: self.script.names,
        };
        let is_title =
            offer.decision.options == Options::YesOrNo && offer.options().next().is_some();
        if is_title {
            self.story.offered.insert(offer.decision.title.clone());
        }
        self.story.offered.extend(wording.allowed(offer));
        let shown = offer.answers().map(|answer| wording.answer(answer));
        self.story.offered.extend(shown);
        if offer.decision.is_drawn {
            return;
        }
        if was_asked {
            let word = wording.written(answer, offer);
            self.story.chosen.push(word);
            return;
        }
        let n_chosen = self.story.n_chosen;
        let word = words.get(n_chosen);
        if with_settled && word.and_then(|word| wording.read(word, offer)) == Some(answer) {
            self.story.n_chosen += 1;
        } else {
            let title = offer.decision.title.clone();
            let settled = (n_chosen, title, wording.written(answer, offer));
            self.story.settled.push(settled);
        }
    }

    /// A turn in which nothing happened is a detail.
    fn turn_ends(&mut self, name: &str) {
        let last = self.turns.iter().rposition(|(of, _)| of == name);
        let turn = last.and_then(|last| {
            // Turns within it that were stopped have no end of their own.
            self.turns.truncate(last + 1);
            self.turns.pop()
        });
        let Some((_, at)) = turn else {
            return;
        };
        let mut steps = self.story.steps.iter_mut().skip(at);
        if let Some(turn) = steps.next()
            && steps.all(|step| step.is_detail)
        {
            turn.is_detail = true;
        }
    }

    /// `Red, what it does: fire (or move, nothing)`
    fn chosen(&self, offer: Offer<'_>, answer: i32, was_asked: bool) -> String {
        let decision = offer.decision;
        let wording = Wording {
            decision,
            units: self.units,
            names: self.script.names,
        };
        if decision.is_drawn && was_asked {
            let n_options = offer.answers().count();
            let answer = wording.answer(answer);
            return format!("{}: {answer} (drawn from {n_options})", decision.title);
        }
        let mut text = match offer.by().and_then(|at| self.units.get(at)) {
            Some(by) => format!("{by}, {}: ", decision.title),
            None => format!("{}: ", decision.title),
        };
        text.push_str(&wording.answer(answer));
        if !was_asked {
            text.push_str(match decision.options {
                Options::YesOrNo => " (not possible now)",
                Options::Named(_) | Options::Numbers(_) | Options::Units | Options::Places(_) => {
                    " (nothing else is possible)"
                }
            });
            return text;
        }
        if let Options::Places(_) = decision.options {
            let n_others = offer.answers().filter(|other| *other != answer).count();
            text.push_str(&format!(" (of {} places)", n_others + 1));
        } else if decision.options != Options::YesOrNo {
            let others: Vec<String> = offer
                .answers()
                .filter(|other| *other != answer)
                .map(|other| wording.answer(other))
                .collect();
            text.push_str(&format!(" (not {})", others.join(", ")));
        }
        text
    }

    /// `range 7 hexes, class B`
    fn about(&self, machine: &Machine, named: &[(String, Reading)]) -> String {
        let words: Vec<String> = named
            .iter()
            .map(|(name, reading)| format!("{name} {}", self.value(machine, reading)))
            .collect();
        words.join(", ")
    }

    /// Tells one thing; gives back the sections that say so.
    fn step(
        &mut self,
        program: &Program,
        machine: &Machine,
        text: String,
        is_detail: bool,
    ) -> Vec<String> {
        let Some(origin) = program.origins.get(machine.pc.0 as usize) else {
            return Vec::new();
        };
        let citations = program
            .rules
            .get(origin.rule as usize)
            .map_or_else(Vec::new, |rule| rule.citations.clone());
        self.told += text.len() + STEP;
        self.story.steps.push(Step {
            depth: self.rules.len(),
            text,
            is_cited_above: self.rules.last() == Some(&citations),
            citations: citations.clone(),
            is_detail,
            span: origin.span,
        });
        citations
    }

    fn unit(&self, value: i32) -> String {
        let at = usize::try_from(value).ok();
        at.and_then(|at| self.units.get(at).cloned())
            .unwrap_or_default()
    }

    fn value(&self, machine: &Machine, reading: &Reading) -> String {
        show(machine.get(reading.reg), &reading.shown, self.units)
    }
}
