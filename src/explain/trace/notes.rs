//! Notes of a run and the state that they keep: rules in progress, turns, decisions.

use super::story::{Decided, Step};
use super::{
    Acting, CHARACTERS_KEPT, Opening, STEPS_KEPT, TraceState, TraceWriter, Turn, places, withheld,
};
use crate::scripted::{Choices, Wording};
use sandtable_diagnostic::grouped;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_eval::wording::show;
use sandtable_ir::{Note, Options, Program, Reading, Secret};

impl TraceWriter<'_, '_> {
    /// Whether the limit of the story is reached; its end is recorded nevertheless.
    pub(super) fn is_told_out(&self) -> bool {
        self.state.n_passed_over > 0
            || self.state.told > CHARACTERS_KEPT
            || self.state.story.steps.len() >= STEPS_KEPT
    }

    /// Says once that more is not told, and forgets it.
    pub(super) fn pass_over(&mut self, program: &Program, machine: &Machine, note: &Note) {
        self.update_rule_stack(program, machine, note);
        if let Note::Chosen { .. } = note {
            self.state.was_asked = false;
        }
        if let Note::TogetherEnds = note {
            self.state.end_block();
        }
        if !is_step(note) {
            return;
        }
        if self.state.n_passed_over == 0 {
            // The withheld steps precede the last line of the story.
            self.state.end_block();
            let text = format!("(further steps are not kept: {})", kept_words());
            self.event(program, machine, text, false);
            self.state.cut_at = self.state.story.steps.len().checked_sub(1);
        }
        self.state.n_passed_over += 1;
    }

    /// Updates the stack of active rules for a note that adds no step: later questions name the units of the innermost rule.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other notes leave the stack as it is"
    )]
    fn update_rule_stack(&mut self, program: &Program, machine: &Machine, note: &Note) {
        match note {
            Note::Enter {
                name,
                parameters,
                is_formula,
                ..
            } => {
                let citations = citations(program, machine);
                self.state.arguments.push(Vec::new());
                self.enter_rule(machine, name, parameters, *is_formula, citations);
            }
            Note::Leave { .. } => self.leave_rule(),
            Note::Phase { .. } => self.enter_phase(citations(program, machine)),
            Note::PhaseEnd => self.leave_phase(),
            Note::List | Note::LookUp => self.state.n_formulas += 1,
            Note::LookedUp | Note::Total { .. } => {
                self.state.n_formulas = self.state.n_formulas.saturating_sub(1);
            }
            Note::Chosen {
                decision,
                options,
                answer,
            } => {
                if let Some(offer) = machine.row(program, *decision, *options) {
                    self.track_choice(offer, machine.get(*answer));
                }
            }
            _ => {}
        }
    }

    pub(super) fn enter_rule(
        &mut self,
        machine: &Machine,
        name: &str,
        parameters: &[(String, Reading)],
        is_formula: bool,
        citations: Vec<String>,
    ) {
        self.state.names.push(name.to_owned());
        self.state.rules.push(citations);
        let given = parameters.iter().map(|(_, reading)| reading);
        let given = given.filter(|reading| reading.is_of_unit());
        self.state.acting.push(Acting {
            given: places(given.map(|reading| machine.get(reading.reg))).collect(),
            chosen: None,
            opening: None,
        });
        self.state.n_formulas += usize::from(is_formula || self.state.n_formulas > 0);
    }

    pub(super) fn leave_rule(&mut self) {
        self.state.rules.pop();
        self.state.names.pop();
        self.state.arguments.pop();
        self.state.acting.pop();
        self.state.n_formulas = self.state.n_formulas.saturating_sub(1);
    }

    pub(super) fn enter_phase(&mut self, citations: Vec<String>) {
        self.state.rules.push(citations);
        self.state.acting.push(Acting::default());
    }

    pub(super) fn leave_phase(&mut self) {
        self.state.rules.pop();
        self.state.acting.pop();
    }

    /// Records the unit chosen last in the innermost rule, which then acts.
    pub(super) fn track_choice(&mut self, offer: Offer<'_>, answer: i32) {
        if let Some(acting) = self.state.acting.last_mut()
            && let (Options::Units, Ok(unit)) = (&offer.decision.options, usize::try_from(answer))
        {
            acting.chosen = Some((offer.decision.title.clone(), unit));
        }
    }

    pub(super) fn tell(&mut self, program: &Program, machine: &Machine, note: &Note) {
        self.mask(machine);
        self.leave_block(note);
        self.tell_note(program, machine, note);
        if ends_statement(note) {
            self.end_statement();
        }
    }

    fn tell_note(&mut self, program: &Program, machine: &Machine, note: &Note) {
        match note {
            Note::Enter { .. }
            | Note::Leave { .. }
            | Note::Kept { .. }
            | Note::Fact { .. }
            | Note::Trigger { .. } => self.tell_rule(program, machine, note),
            Note::Row { .. }
            | Note::List
            | Note::LookUp
            | Note::LookedUp
            | Note::Modifier { .. }
            | Note::Total { .. }
            | Note::Rolled { .. } => self.tell_calculation(program, machine, note),
            Note::Changed { .. }
            | Note::Needs { .. }
            | Note::NotOffered { .. }
            | Note::Chosen { .. } => self.tell_event(program, machine, note),
            Note::Member { .. }
            | Note::TurnsEnd { .. }
            | Note::Refused { .. }
            | Note::Resets
            | Note::Together
            | Note::TogetherEnds
            | Note::Phase { .. }
            | Note::PhaseEnd
            | Note::GameEnds { .. }
            | Note::Rounds { .. }
            | Note::NextRound { .. }
            | Note::Round { .. } => self.tell_course(program, machine, note),
        }
    }

    /// Titles of the cast as they are shown now.
    pub(super) fn titles(&self) -> &[String] {
        match self.state.masked.is_empty() {
            true => self.units,
            false => &self.state.masked,
        }
    }

    /// Hides the units that the side does not know to which the run is shown.
    fn mask(&mut self, machine: &Machine) {
        if let Some((secrets, viewer)) = self.secretive() {
            let title = |secret: &'_ Secret| secret.title.clone();
            self.state.masked = secrets.masked(self.units, &machine.registers, viewer, title);
            self.state.hidden.clear();
            self.state.hidden.resize(self.units.len(), false);
            for secret in secrets.hidden(&machine.registers, viewer) {
                if let Some(flag) = self.state.hidden.get_mut(secret.unit) {
                    *flag = true;
                }
            }
        }
    }

    /// Notes that the rule of an op begins with the next step.
    pub(super) fn begins(&mut self, program: &Program, machine: &Machine) {
        let origin = program.origins.get(machine.pc.0 as usize);
        let rule = origin.and_then(|origin| program.rules.get(origin.rule as usize));
        if let Some(rule) = rule {
            self.happens(rule.name.clone());
        }
    }

    pub(super) fn happens(&mut self, name: String) {
        if self.player.is_none() {
            self.state
                .story
                .events
                .push((self.state.story.steps.len(), name));
        }
    }

    /// Takes down what was on offer, and a given answer to what was settled without it.
    pub(super) fn answered(&mut self, offer: Offer<'_>, answer: i32, was_asked: bool) {
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
        let wording = Wording {
            decision: offer.decision,
            units: self.units,
            names: self.script.names,
        };
        let (words, with_settled) = match self.script.choices {
            Choices::Given {
                words,
                with_settled,
                ..
            } => (words, with_settled),
            Choices::Policy(..) => {
                if was_asked && !offer.decision.is_drawn {
                    self.decided(wording, offer, answer);
                }
                return;
            }
        };
        let is_title =
            offer.decision.options == Options::YesOrNo && offer.options().next().is_some();
        if is_title {
            self.state
                .story
                .offered
                .insert(offer.decision.title.clone());
        }
        self.state.story.offered.extend(wording.allowed(offer));
        let shown = offer.answers().map(|answer| wording.answer(answer));
        self.state.story.offered.extend(shown);
        if offer.decision.is_drawn {
            return;
        }
        if was_asked {
            self.decided(wording, offer, answer);
            return;
        }
        let n_chosen = self.state.story.n_chosen;
        let word = words.get(n_chosen);
        if with_settled && word.and_then(|word| wording.read(word, offer)) == Some(answer) {
            self.state.story.n_chosen += 1;
        } else {
            let title = offer.decision.title.clone();
            let settled = (n_chosen, title, wording.written(answer, offer));
            self.state.story.settled.push(settled);
        }
    }

    /// Takes down a decision that was asked.
    fn decided(&mut self, wording: Wording<'_>, offer: Offer<'_>, answer: i32) {
        let options = self.listed(wording, offer);
        let story = &mut self.state.story;
        story.chosen.push(Decided {
            title: offer.decision.title.clone(),
            answer: wording.written(answer, offer),
            options,
            has_worth: offer.decision.has_worth,
            is_before_dice: story.rolled.is_empty(),
        });
    }

    /// Appends a result with its cell to the step of the open row, if the steps since then only name results of it. Returns whether it
    /// did.
    pub(super) fn continues_row(&mut self, row: &str, result: &str, cell: &str) -> bool {
        let open = self.state.open_row.as_mut().filter(|open| open.row == row);
        let Some(open) = open.filter(|open| !open.results.contains(result)) else {
            return false;
        };
        let at = open.at;
        let (steps, is_shown) = withheld::sink(&mut self.state.block, &mut self.state.story);
        let mut since = steps.iter().skip(at + 1);
        if !since.all(|step| step.is_detail && step.text.contains(" = ")) {
            return false;
        }
        let Some(step) = steps.get_mut(at) else {
            return false;
        };
        let added = format!(", {result} {cell}");
        step.text.push_str(&added);
        open.results.insert(result.to_owned());
        self.state.told += added.len();
        if is_shown {
            self.state.first_changed = self.state.first_changed.min(at);
        }
        true
    }

    /// A turn in which nothing happened is a detail; of a unit that the viewer does not know it is left out, since the condition of the
    /// loop may be about what is hidden.
    pub(super) fn turn_ends(&mut self, name: &str) {
        let last = self.state.turns.iter().rposition(|turn| turn.name == name);
        let turn = last.and_then(|last| {
            // Turns within it that were stopped have no end of their own.
            self.state.turns.truncate(last + 1);
            self.state.turns.pop()
        });
        let Some(Turn {
            opening: Some(Opening { at, is_withheld }),
            is_hidden,
            ..
        }) = turn
        else {
            return;
        };
        let (steps, is_shown) = withheld::sink(&mut self.state.block, &mut self.state.story);
        if is_shown == is_withheld {
            // Some of its events are reported elsewhere.
            return;
        }
        let of_turn = steps.get_mut(at..).unwrap_or_default();
        let Some((turn, within)) = of_turn.split_first_mut() else {
            return;
        };
        if turn.is_detail || !within.iter().all(|step| step.is_detail) {
            return;
        }
        turn.is_detail = true;
        if is_hidden {
            steps.truncate(at);
            let row = self.state.open_row.take();
            self.state.open_row = row.filter(|row| row.at < at);
        }
        if is_shown {
            self.state.first_changed = self.state.first_changed.min(at);
        }
    }

    /// `Red, what it does: fire (or move, nothing)`
    pub(super) fn chosen(&self, offer: Offer<'_>, answer: i32, was_asked: bool) -> String {
        let decision = offer.decision;
        let wording = Wording {
            decision,
            units: self.titles(),
            names: self.script.names,
        };
        if decision.is_drawn && was_asked {
            let is_hidden = self.is_masked(wording, answer);
            let n_options = offer.total_weight();
            let answer = wording.answer(answer);
            // How many there are of a hidden one tells which it is not.
            if is_hidden {
                return format!("{}: {answer}", decision.title);
            }
            return format!("{}: {answer} (drawn from {n_options})", decision.title);
        }
        let mut text = match offer.by().and_then(|at| self.titles().get(at)) {
            Some(by) => format!("{by}, {}: ", decision.title),
            None => format!("{}: ", decision.title),
        };
        let shown = wording.answer(answer);
        text.push_str(&shown);
        // The other options of another side show its hidden units.
        if self.keeps_from_viewer(offer.by()) {
            return text;
        }
        if self.is_masked(wording, answer) {
            let others = distinct_others(offer, wording, &shown);
            if !others.is_empty() {
                text.push_str(&format!(" (not {})", others.join(", ")));
            }
            return text;
        }
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
            let others: Vec<String> = match self.secretive() {
                Some(_) => distinct_others(offer, wording, &shown),
                None => {
                    let others = offer.answers().filter(|other| *other != answer);
                    others.map(|other| wording.answer(other)).collect()
                }
            };
            text.push_str(&format!(" (not {})", others.join(", ")));
        }
        text
    }

    /// Whether the side to which the run is shown does not know what an answer names.
    fn is_masked(&self, wording: Wording<'_>, answer: i32) -> bool {
        let plain = Wording {
            units: self.units,
            ..wording
        };
        !self.state.masked.is_empty() && plain.answer(answer) != wording.answer(answer)
    }

    /// Returns values with their names: `range 7 hexes`.
    pub(super) fn arguments(&self, machine: &Machine, named: &[(String, Reading)]) -> Vec<String> {
        let words = named.iter();
        words
            .map(|(name, reading)| format!("{name} {}", self.value(machine, reading)))
            .collect()
    }

    /// Returns the arguments of the innermost rule, in brackets, as far as the rule that called it does not have the same.
    pub(super) fn own_arguments(&self) -> String {
        let mut active = self.state.arguments.iter().rev();
        let (own, around) = (active.next(), active.next());
        let is_own = |one: &&String| around.is_none_or(|around| !around.contains(one));
        let own: Vec<&str> = own
            .into_iter()
            .flatten()
            .filter(is_own)
            .map(String::as_str)
            .collect();
        match own.is_empty() {
            true => String::new(),
            false => format!(" ({})", own.join(", ")),
        }
    }

    /// Tells one thing, unless it is about a unit that the viewer does not know; gives back the sections that say so.
    pub(super) fn step(
        &mut self,
        program: &Program,
        machine: &Machine,
        text: String,
        is_detail: bool,
    ) -> Vec<String> {
        match self.is_secluded() {
            true => {
                self.state.is_left_out = true;
                citations(program, machine)
            }
            false => self.event(program, machine, text, is_detail),
        }
    }

    /// Tells a value, unless it is derived from what the viewer does not see.
    pub(super) fn calculated(
        &mut self,
        program: &Program,
        machine: &Machine,
        text: String,
        is_detail: bool,
    ) {
        match self.is_derived() {
            true => self.state.is_left_out = true,
            false => {
                self.step(program, machine, text, is_detail);
            }
        }
    }

    /// Tells one thing that the viewer sees; gives back the sections that say so.
    pub(super) fn event(
        &mut self,
        program: &Program,
        machine: &Machine,
        text: String,
        is_detail: bool,
    ) -> Vec<String> {
        let Some(origin) = program.origins.get(machine.pc.0 as usize) else {
            return Vec::new();
        };
        let citations = citations(program, machine);
        self.state.is_left_out = false;
        self.state.told_again = None;
        self.state.told += text.len();
        let depth = self.state.rules.len();
        let is_cited_above = self.state.rules.last() == Some(&citations);
        self.state.steps_mut().push(Step {
            depth,
            text,
            is_cited_above,
            citations: citations.clone(),
            is_detail,
            span: origin.span,
            units: Vec::new(),
            to: None,
        });
        citations
    }

    /// Says which units the last step is about, and where the first of them goes.
    pub(super) fn concerns(&mut self, units: impl Iterator<Item = i32>, to: Option<i32>) {
        let units: Vec<u32> = units
            .filter_map(|unit| u32::try_from(unit).ok())
            .filter(|unit| !self.is_hidden(*unit as usize))
            .collect();
        if self.state.is_left_out {
            return;
        }
        if let Some(step) = self.state.steps_mut().last_mut() {
            step.to = to.filter(|_| !units.is_empty());
            step.units = units;
        }
    }

    pub(super) fn unit(&self, value: i32) -> String {
        let at = usize::try_from(value).ok();
        at.and_then(|at| self.titles().get(at).cloned())
            .unwrap_or_default()
    }

    pub(super) fn value(&self, machine: &Machine, reading: &Reading) -> String {
        let Some(n) = reading.set_of else {
            return show(machine.get(reading.reg), &reading.shown, self.titles());
        };
        let flags = machine.registers.iter().skip(reading.reg.0 as usize);
        let members = flags.take(n as usize).zip(self.titles());
        let members = members.filter(|(flag, _)| **flag != 0);
        let titles: Vec<&str> = members.map(|(_, title)| title.as_str()).collect();
        match titles.as_slice() {
            [] => "none".to_owned(),
            [only] => (*only).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

impl TraceState {
    /// Says in the step at which the story was cut how many are not kept, now that this is known.
    pub(super) fn count_passed_over(&mut self) {
        let Some(at) = self.cut_at else {
            return;
        };
        if let Some(step) = self.story.steps.get_mut(at) {
            let n_more = grouped(self.n_passed_over as u64);
            step.text = format!(
                "(about {n_more} further steps are not kept: {})",
                kept_words()
            );
            self.first_changed = self.first_changed.min(at);
        }
    }
}

/// Citations of the rule at which the machine is.
fn citations(program: &Program, machine: &Machine) -> Vec<String> {
    let origin = program.origins.get(machine.pc.0 as usize);
    let rule = origin.and_then(|origin| program.rules.get(origin.rule as usize));
    rule.map_or_else(Vec::new, |rule| rule.citations.clone())
}

/// Whether a statement ends with a note, unless it is part of a formula.
fn ends_statement(note: &Note) -> bool {
    match note {
        Note::Enter { .. }
        | Note::Leave { .. }
        | Note::Kept { .. }
        | Note::Changed { .. }
        | Note::Needs { .. }
        | Note::Chosen { .. }
        | Note::Member { .. }
        | Note::TurnsEnd { .. }
        | Note::Together
        | Note::TogetherEnds
        | Note::Phase { .. }
        | Note::PhaseEnd
        | Note::NextRound { .. }
        | Note::Round { .. } => true,
        Note::Fact { .. }
        | Note::Trigger { .. }
        | Note::Row { .. }
        | Note::List
        | Note::LookUp
        | Note::LookedUp
        | Note::Modifier { .. }
        | Note::Total { .. }
        | Note::Rolled { .. }
        | Note::NotOffered { .. }
        | Note::Refused { .. }
        | Note::Resets
        | Note::GameEnds { .. }
        | Note::Rounds { .. } => false,
    }
}

/// Whether a note adds a step.
fn is_step(note: &Note) -> bool {
    match note {
        Note::Leave { value, .. } => value.is_some(),
        Note::List
        | Note::Modifier { .. }
        | Note::LookUp
        | Note::LookedUp
        | Note::TurnsEnd { .. }
        | Note::TogetherEnds
        | Note::PhaseEnd
        | Note::Refused { .. }
        | Note::Resets
        | Note::Rounds { .. } => false,
        Note::Enter { .. }
        | Note::Kept { .. }
        | Note::Fact { .. }
        | Note::Row { .. }
        | Note::Total { .. }
        | Note::Rolled { .. }
        | Note::Changed { .. }
        | Note::Trigger { .. }
        | Note::Needs { .. }
        | Note::NotOffered { .. }
        | Note::Chosen { .. }
        | Note::Member { .. }
        | Note::Together
        | Note::Phase { .. }
        | Note::GameEnds { .. }
        | Note::NextRound { .. }
        | Note::Round { .. } => true,
    }
}

/// The length of the stories that are kept, and the way to see what lies behind.
fn kept_words() -> String {
    format!(
        "a run keeps {} steps, and {} characters of text; ask about a part of it to see more",
        grouped(STEPS_KEPT as u64),
        grouped(CHARACTERS_KEPT as u64)
    )
}

/// Returns the other answers as a side sees them, each once: how many of them look the same is not for it to know.
fn distinct_others(offer: Offer<'_>, wording: Wording<'_>, shown: &str) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    for other in offer.answers().map(|other| wording.answer(other)) {
        if other != shown && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}
