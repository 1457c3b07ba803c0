//! The steps that a run's notes become.

use std::collections::BTreeSet;

use super::story::REFUSED;
use super::{OpenRow, Sum, SumLine, TraceWriter, Turn};
use sandtable_eval::machine::Machine;
use sandtable_eval::wording::ending;
use sandtable_ir::{NO_WINNER, NONE, Note, Options, Program};

impl TraceWriter<'_, '_> {
    /// Tells the beginning and the end of a rule, and the values that it keeps or is given.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these notes only"
    )]
    pub(super) fn tell_rule(&mut self, program: &Program, machine: &Machine, note: &Note) {
        let in_formula = self.state.n_formulas > 0;
        match note {
            Note::Enter {
                name,
                title,
                parameters,
                is_formula,
            } => {
                let arguments = self.arguments(machine, parameters);
                let title = title.as_ref().unwrap_or(name);
                let text = if arguments.is_empty() {
                    title.clone()
                } else {
                    format!("{title}: {}", arguments.join(", "))
                };
                self.begins(program, machine);
                let opening = self.opening();
                let citations = self.step(program, machine, text, *is_formula);
                let given = parameters.iter().map(|(_, reading)| reading);
                let given = given.filter(|reading| reading.is_of_unit());
                self.concerns(given.map(|reading| machine.get(reading.reg)), None);
                self.state.arguments.push(arguments);
                self.enter_rule(machine, name, parameters, *is_formula, citations);
                self.opens_rule(opening);
            }
            Note::Leave { name, title, value } => {
                // Of a formula, whose first step is a detail.
                let arguments = match in_formula && self.state.n_formulas == 1 {
                    true => self.own_arguments(),
                    false => String::new(),
                };
                let is_secluded = self.is_secluded();
                self.close_rule();
                self.leave_rule();
                if let Some(reading) = value.as_ref().filter(|_| !is_secluded) {
                    let value = self.value(machine, reading);
                    let name = if in_formula {
                        title.as_ref().unwrap_or(name)
                    } else {
                        name
                    };
                    let is_detail = self.state.n_formulas > 0;
                    let text = format!("{name}{arguments}: {value}");
                    self.calculated(program, machine, text, is_detail);
                }
            }
            Note::Kept { name, value } => {
                let is_unit = value.is_of_unit();
                self.announce(machine, value);
                let value = self.value(machine, value);
                // A result of a row that is shown as a whole.
                let is_detail = in_formula || name.contains('.');
                let again = self.state.told_again.take().filter(|_| !is_detail);
                let again = again.map_or_else(String::new, |table| format!(" ({table}, as above)"));
                let text = format!("{name} = {value}{again}");
                match is_unit {
                    true => {
                        self.step(program, machine, text, is_detail);
                    }
                    false => self.calculated(program, machine, text, is_detail),
                }
            }
            Note::Fact {
                name,
                value,
                default,
                ..
            } => {
                let value = self.value(machine, value);
                let assumed = if *default { " (by default)" } else { "" };
                self.calculated(program, machine, format!("{name}: {value}{assumed}"), true);
            }
            Note::Trigger { name, unit } => {
                let index = machine.get(*unit);
                let unit = self.unit(index);
                self.begins(program, machine);
                self.step(program, machine, format!("{name}: {unit}"), false);
                self.concerns([index].into_iter(), None);
            }
            _ => {}
        }
    }

    /// Tells lookups, sums of modifiers and rolls.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these notes only"
    )]
    pub(super) fn tell_calculation(&mut self, program: &Program, machine: &Machine, note: &Note) {
        let in_formula = self.state.n_formulas > 0;
        match note {
            Note::Row {
                id,
                table,
                keys,
                cell,
                word,
                part,
            } => {
                if self.is_secluded() || self.is_derived() {
                    return;
                }
                let cell = self.value(machine, cell);
                let cell = match word {
                    Some(word) => format!("{word}, which is {cell}"),
                    None => cell,
                };
                let about = self.arguments(machine, keys).join(", ");
                let text = match part {
                    Some(part) => {
                        let row = format!("{}: {about} gives", part.table);
                        if self.continues_row(&row, &part.result, &cell) {
                            return;
                        }
                        let text = format!("{row} {} {cell}", part.result);
                        let at = self.state.steps().len();
                        let results = BTreeSet::from([part.result.clone()]);
                        self.state.open_row = Some(OpenRow { at, row, results });
                        text
                    }
                    None => format!("{table}: {about} gives {cell}"),
                };
                let is_told = self.state.rows.contains(&text);
                if !is_told && !in_formula {
                    self.state.rows.push(text.clone());
                }
                self.step(program, machine, text, in_formula || is_told);
                self.state.told_again = Some(table.clone()).filter(|_| is_told && !in_formula);
                self.tell_reasons(!in_formula && !is_told, |inquiry| {
                    let keys = keys.iter().map(|(_, key)| machine.get(key.reg));
                    inquiry.other_rows(*id, &keys.collect::<Vec<i32>>())
                });
            }
            Note::List | Note::LookUp => self.state.n_formulas += 1,
            Note::LookedUp => self.state.n_formulas = self.state.n_formulas.saturating_sub(1),
            Note::Modifier {
                label,
                amount,
                citations,
                ..
            } => self.state.lines.push(SumLine {
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
                self.state.n_formulas = self.state.n_formulas.saturating_sub(1);
                let sum = Sum {
                    title: title.as_ref().unwrap_or(list).clone(),
                    lines: std::mem::take(&mut self.state.lines),
                    total: machine.get(*total),
                };
                if self.is_secluded() || self.is_derived() {
                    return;
                }
                let is_detail = self.state.n_formulas > 0;
                self.step(program, machine, sum.to_string(), is_detail);
                self.state.story.sums.push(sum);
                self.tell_reasons(!is_detail, |inquiry| {
                    inquiry.not_applied(*id, *parameters, &machine.registers)
                });
            }
            Note::Rolled { pool, value } => {
                let pool = program.pools.get(pool.0 as usize);
                let name = pool.map_or("", |pool| pool.name.as_str());
                let is_modified = pool.is_some_and(|pool| pool.modified.is_some());
                let value = self.value(machine, value);
                let text = self.dice_shown(name, is_modified, &value);
                self.calculated(program, machine, text, false);
            }
            _ => {}
        }
    }

    /// Text of the last roll: its faces, their sum and their labels.
    fn dice_shown(&self, name: &str, is_modified: bool, value: &str) -> String {
        let faces = &self.state.last;
        let text = if is_modified {
            format!("{name} shows {}: {value}", faces.join(", "))
        } else if faces.len() > 1 {
            format!("{name} shows {} = {value}", faces.join(" + "))
        } else {
            format!("{name} shows {value}")
        };
        match self.state.last_labels.as_slice() {
            [] => text,
            labels => format!("{text} ({})", labels.join(", ")),
        }
    }

    /// Tells changes, refusals and choices.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these notes only"
    )]
    pub(super) fn tell_event(&mut self, program: &Program, machine: &Machine, note: &Note) {
        match note {
            Note::Changed {
                unit,
                track,
                number,
                is_place,
                about,
                before,
                after,
                wanted,
            } => {
                if self.keeps_track(machine, *unit, *number) {
                    return;
                }
                // What was to become what it was is no news; what its ends held back is.
                let is_news = machine.get(before.reg) != machine.get(*wanted);
                let (index, to) = (machine.get(*unit), machine.get(after.reg));
                let goes = *is_place && to != NONE;
                let unit = self.unit(index);
                let track = match about {
                    Some(about) => format!("{track} ({})", self.unit(machine.get(*about))),
                    None => track.clone(),
                };
                let (before, after) = (self.value(machine, before), self.value(machine, after));
                let text = if before == after {
                    format!("{unit}: {track} stays {after}")
                } else {
                    format!("{unit}: {track} {before} → {after}")
                };
                self.event(program, machine, text, !is_news);
                self.concerns([index].into_iter(), Some(to).filter(|_| goes));
            }
            Note::Needs { why, holds, site } if machine.get(*holds) == 0 => {
                let text = if why.is_empty() {
                    REFUSED.to_owned()
                } else {
                    format!("{REFUSED}: this needs {why}")
                };
                self.step(program, machine, text, false);
                self.refusal(site.as_ref(), machine);
            }
            // The viewer cannot know that another side has no means to react.
            Note::NotOffered { by: Some(by), .. }
                if self.keeps_from_viewer(usize::try_from(machine.get(*by)).ok()) => {}
            Note::NotOffered {
                what, why, site, ..
            } => {
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
                let was_asked = std::mem::take(&mut self.state.was_asked);
                let row = machine.row(program, *decision, *options);
                let register = *answer;
                let answer = machine.get(register);
                let Some(offer) = row else {
                    self.step(program, machine, String::new(), false);
                    return;
                };
                self.track_choice(offer, answer);
                if self.is_choice_left_out(offer, was_asked) {
                    self.conceal(register);
                    self.answered(offer, answer, was_asked);
                    return;
                }
                let is_declined = offer.decision.is_reaction && answer == NONE;
                if is_declined && self.keeps_from_viewer(offer.by()) {
                    // The viewer cannot know that another side had the means to react.
                    self.answered(offer, answer, was_asked);
                    return;
                }
                let around = self.attribute_choice(offer);
                let text = self.chosen(offer, answer, was_asked);
                self.event(program, machine, text, false);
                let is_unit = offer.decision.options == Options::Units;
                self.concerns([answer].into_iter().filter(|_| is_unit), None);
                self.answered(offer, answer, was_asked);
                self.not_offered(offer);
                self.state.withhold(around);
            }
            _ => {}
        }
    }

    /// Tells turns, phases and rounds, and the end of the game.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these notes only"
    )]
    pub(super) fn tell_course(&mut self, program: &Program, machine: &Machine, note: &Note) {
        match note {
            Note::Member { name, member } => {
                self.turn_ends(name);
                self.state.rows.clear();
                self.attribute_turn(machine, member);
                self.announce(machine, member);
                let text = format!("{name} {}", self.value(machine, member));
                let opening = self.opening();
                self.step(program, machine, text, false);
                let unit = Some(machine.get(member.reg)).filter(|_| member.is_of_unit());
                self.state.turns.push(Turn {
                    name: name.clone(),
                    unit: unit.and_then(|unit| usize::try_from(unit).ok()),
                    opening,
                    is_hidden: self.is_of_hidden(machine, member),
                });
            }
            Note::TurnsEnd { name } => self.turn_ends(name),
            Note::Together => {
                self.state.rows.clear();
                self.step(program, machine, "at the same time".to_owned(), false);
                self.begin_block();
            }
            Note::TogetherEnds => self.state.end_block(),
            Note::Phase { name, title } => {
                self.state.rows.clear();
                self.happens(name.clone());
                let citations = self.step(program, machine, title.clone(), false);
                self.enter_phase(citations);
            }
            Note::PhaseEnd => self.leave_phase(),
            Note::GameEnds { winner } => {
                let winner = winner.map_or(NO_WINNER, |winner| machine.get(winner));
                let winner = if winner == NONE { NO_WINNER } else { winner };
                let text = ending(winner, self.titles()).unwrap_or_default();
                self.event(program, machine, text, false);
            }
            Note::Rounds { of } => {
                self.state.rounds.insert(*of, 0);
            }
            Note::NextRound { of } => {
                self.state.rows.clear();
                let number = self.state.rounds.entry(*of).or_default();
                *number += 1;
                let text = format!("round {number}");
                self.calculated(program, machine, text, false);
            }
            Note::Round {
                number,
                name,
                words,
            } => {
                self.state.rows.clear();
                let number = machine.get(*number);
                let word = usize::try_from(number).ok().and_then(|at| words.get(at));
                let shown = word.map_or_else(|| number.to_string(), Clone::clone);
                let name = name.as_deref().unwrap_or("round");
                self.calculated(program, machine, format!("{name} {shown}"), false);
            }
            _ => {}
        }
    }
}
