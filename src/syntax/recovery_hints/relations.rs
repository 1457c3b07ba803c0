//! Relations and changes as English says them: neighbours, values between two others, all of some things, clearing and resetting.
//!
//! Reports: E0101.

use super::{Broken, found_last, is_number, is_word};
use crate::ast::Measure;
use crate::grammar::{Rule, found};
use sandtable_diagnostic::Diagnostic;

/// Signs of comparisons.
const SIGNS: [&str; 4] = ["<=", ">=", "<", ">"];

impl Broken<'_> {
    /// Whether the line is one in which conditions and changes are written.
    fn has_conditions(&self) -> bool {
        matches!(self.rule, Rule::statement_line | Rule::modifier_line)
    }

    /// `if spot is not adjacent to army: …`, `each other: squad next to unit: …`
    pub(super) fn neighbours(&self) -> Option<Diagnostic> {
        let (start, word, behind) = [" adjacent to ", " next to "].iter().find_map(|phrase| {
            let start = self.line.find(phrase)? + 1;
            Some((
                start,
                phrase.trim(),
                self.line.get(start + phrase.trim().len()..)?,
            ))
        })?;
        let is_near = self.at >= start && self.at <= start + word.len();
        let object = name_of(behind.trim_start());
        if !self.has_conditions() || !is_near || object.is_empty() {
            return None;
        }
        let front = self.line.get(..start)?.trim_end();
        let (front, is_not) = match front.strip_suffix(" not") {
            Some(front) => (front, true),
            None => (front, false),
        };
        let sign = if is_not { "!=" } else { "=" };
        let help = if let Some(front) = front.strip_suffix(" is") {
            let subject = found_last(front);
            format!(
                "write `distance({subject}, {object}) {sign} 1` for pieces and places; compare words of a scale, \
                 `{subject} = ({object} raised by 1)`"
            )
        } else {
            let kind = found_last(front);
            let named = front.strip_suffix(kind)?.trim_end();
            let name = match named.strip_suffix(':') {
                Some(named) => found_last(named),
                None => kind,
            };
            match kind {
                "place" => format!("write `{name}: place within 1 of {object}`"),
                _ => format!(
                    "write `where` and a condition: `where distance({name}, {object}) {sign} 1`"
                ),
            }
        };
        Some(self.misfit(start, word, &help))
    }

    /// `if ship.hits is between 2 and 4: …`
    pub(super) fn between_two(&self) -> Option<Diagnostic> {
        let start = self.line.find(" between ")? + 1;
        let is_near = self.at + 5 >= start && self.at <= start + "between ".len();
        let mut behind = self.line.get(start..)?.split_whitespace().skip(1);
        let (low, and, high) = (behind.next()?, behind.next()?, behind.next()?);
        let high = name_of(high);
        let front = self.line.get(..start)?.trim_end();
        let front = front.strip_suffix(" is").unwrap_or(front);
        let (front, is_not) = match front.strip_suffix(" not") {
            Some(front) => (front.strip_suffix(" is").unwrap_or(front), true),
            None => (front, false),
        };
        let subject = found_last(front);
        if !self.has_conditions()
            || !is_near
            || and != "and"
            || !is_word(subject)
            || high.is_empty()
        {
            return None;
        }
        let help = match is_not {
            true => format!("write `{subject} < {low} or {subject} > {high}`"),
            false => format!("write `{subject} >= {low} and {subject} <= {high}`"),
        };
        Some(self.misfit(start, "between", &help))
    }

    /// `if 2 <= ship.hits <= 4: …`
    pub(super) fn comparison_of_three(&self) -> Option<Diagnostic> {
        let second = SIGNS.into_iter().find(|sign| *sign == self.found())?;
        let mut words = self.before().split_whitespace().rev();
        let (subject, first, low) = (words.next()?, words.next()?, words.next()?);
        let high = name_of(self.line.get(self.at + second.len()..)?.trim_start());
        let is_it = self.has_conditions() && SIGNS.contains(&first) && !high.is_empty();
        is_it.then(|| {
            let help = format!("write `{low} {first} {subject} and {subject} {second} {high}`");
            self.misfit(self.at, second, &help)
        })
    }

    /// `if ship.hits > 2 and < 5: …`
    pub(super) fn comparison_without_subject(&self) -> Option<Diagnostic> {
        let second = SIGNS.into_iter().find(|sign| *sign == self.found())?;
        let before = self.before().trim_end();
        let word = found_last(before);
        let front = before.strip_suffix(word)?;
        let signs = SIGNS
            .into_iter()
            .filter_map(|sign| front.rfind(&format!(" {sign} ")));
        let front = front.get(..signs.max()?)?;
        let subject = found_last(front);
        if !self.has_conditions() || !matches!(word, "and" | "or") || !is_word(subject) {
            return None;
        }
        let high = name_of(self.line.get(self.at + second.len()..)?.trim_start());
        // An operand after an arithmetic sign is a part of the value.
        let verb = found_last(front.strip_suffix(subject)?);
        let is_whole = matches!(
            verb,
            "if" | "needs" | "and" | "or" | "not" | "where" | "until"
        );
        let subject = if is_whole { subject } else { "…" };
        let help = format!("say again what is compared: `{word} {subject} {second} {high}`");
        Some(self.misfit(self.at, second, &help))
    }

    /// `expect order: rest, block.steps = 1`
    pub(super) fn more_behind_an_order(&self) -> Option<Diagnostic> {
        let events = self.line.strip_prefix("expect")?.trim_start();
        let order = self.line.len() - events.strip_prefix("order:")?.len();
        (self.at > order).then(|| {
            let help = "all that follows `order:` is in order: begin another line with `expect` for what must hold at the end";
            self.misfit(self.at, self.found(), help)
        })
    }

    /// `each other ship: …`
    pub(super) fn others_without_a_colon(&self) -> Option<Diagnostic> {
        let kind = self.found();
        let before = self.before().trim_end();
        let is_it = self.has_conditions() && is_word(kind) && before.ends_with("each other");
        is_it.then(|| {
            let help = format!("write `each other: {kind} where other is not {kind}`");
            self.misfit(self.at, kind, &help)
        })
    }

    /// `clear ship.burning`, `reset ship.mana`
    pub(super) fn cleared(&self) -> Option<Diagnostic> {
        let before = self.before();
        let verb = found_last(before);
        let place = self.line.get(self.at..)?.trim_end();
        let is_place = place.contains('.') && !place.contains(' ');
        let is_it =
            self.rule == Rule::statement_line && matches!(verb, "clear" | "reset") && is_place;
        is_it.then(|| {
            let help = match place.ends_with(".at") {
                true => format!("write `set {place} to none`"),
                false => {
                    format!("write `set {place} to no` for a flag, `set {place} to 0` for a number")
                }
            };
            self.misfit(before.trim_end().len() - verb.len(), verb, &help)
        })
    }

    /// `if every part where ship.burning(part): …`, `all parts burn`
    pub(super) fn all_of_a_kind(&self) -> Option<Diagnostic> {
        let word = found_last(self.before());
        let kind = self.found();
        let front = self.before().trim_end().strip_suffix(word)?.trim_end();
        let is_in_a_condition =
            ["if", "needs", "and", "or", "not", "until", "where"].contains(&found_last(front));
        if !self.has_conditions()
            || !matches!(word, "every" | "all")
            || !is_word(kind)
            || !is_in_a_condition
        {
            return None;
        }
        let behind = self.line.get(self.at + kind.len()..)?.trim_start();
        let condition = behind
            .strip_prefix("where ")
            .map(|rest| rest.split(": ").next().unwrap_or(rest));
        let condition = condition.map(|rest| rest.trim_end_matches(':'));
        let help = match condition {
            Some(condition) => format!("write `not any {kind} where not ({condition})`"),
            None => "ask for one that is not so: `not any KIND where not …`".to_owned(),
        };
        Some(self.misfit(self.at, kind, &help))
    }

    /// `choose a part: part by side`
    pub(super) fn article_of_a_choice(&self) -> Option<Diagnostic> {
        let article = found_last(self.before());
        let front = self.before().trim_end().strip_suffix(article)?.trim_end();
        let is_it = matches!(article, "a" | "an" | "the") && found_last(front) == "choose";
        is_it.then(|| {
            let help = format!(
                "delete `{article}`: `choose {}`",
                self.line.get(self.at..).unwrap_or_default().trim_end()
            );
            self.misfit(front.len() + 1, article, &help)
        })
    }

    /// `for each part: …`
    pub(super) fn for_each(&self) -> Option<Diagnostic> {
        let rest = self.line.strip_prefix("for each ")?;
        let head = rest.split(':').next()?.trim_end();
        (self.at <= "for each".len() && is_word(head)).then(|| {
            let help = format!("delete `for`: `each {head}: …`");
            self.misfit(0, "for", &help)
        })
    }

    /// `range limited to 0 hexes..8 hexes`
    pub(super) fn measures_of_a_limit(&self) -> Option<Diagnostic> {
        let limit = self.line.find("limited to ")? + "limited to ".len();
        let rest = self.line.get(limit..)?;
        let ends = rest.split("..").map(|end| {
            let end = end.trim_start();
            let number: String = end.chars().take_while(char::is_ascii_digit).collect();
            let behind = found(end.get(number.len()..)?.trim_start());
            let mut measures = Measure::ALL.iter();
            let is_measure = measures.any(|one| [one.word(), one.singular()].contains(&behind));
            (is_number(&number) && is_measure).then_some(number)
        });
        let ends: Option<Vec<String>> = ends.take(2).collect();
        let ends = ends.filter(|ends| ends.len() == 2)?.join("..");
        (self.at >= limit).then(|| {
            let help = format!("write the ends as numbers alone: `limited to {ends}`");
            self.misfit(self.at, self.found(), &help)
        })
    }

    /// `if stern is part raised by 1: …`
    pub(super) fn is_a_calculated_value(&self) -> Option<Diagnostic> {
        let (found, before) = (self.found(), self.before().trim_end());
        if !matches!(found, "raised" | "lowered") || !self.has_conditions() {
            return None;
        }
        let word = found_last(before);
        let front = before.strip_suffix(word)?.trim_end().strip_suffix(" is")?;
        let by = self.line.get(self.at..)?.split(':').next()?.trim_end();
        let help = format!("write `{} = ({word} {by})`", found_last(front));
        Some(self.misfit(self.at, found, &help))
    }

    /// `take 2 mana from ship`
    pub(super) fn track_behind_an_amount(&self) -> Option<Diagnostic> {
        let mut words = self.line.split_whitespace();
        let (verb, amount, track, preposition, unit) = (
            words.next()?,
            words.next()?,
            words.next()?,
            words.next()?,
            words.next()?,
        );
        let is_change = matches!((verb, preposition), ("take", "from") | ("add", "to"));
        let is_it = self.rule == Rule::statement_line
            && is_change
            && track == self.found()
            && words.next().is_none();
        (is_it && is_word(track) && !unit.contains('.')).then(|| {
            let help = format!("write `{verb} {amount} {preposition} {unit}.{track}`");
            self.misfit(self.at, track, &help)
        })
    }

    /// `light: game.blockade = yes`, `if spot.siege > 0: spot.siege = 0`
    pub(super) fn value_behind_a_colon(&self) -> Option<Diagnostic> {
        let start = self.before().rfind(": ")? + 2;
        let (place, value) = self.line.get(start..)?.split_once(" = ")?;
        let place = place.trim_end();
        let is_place = place.contains('.') && name_of(place) == place;
        let is_it = self.rule == Rule::statement_line && self.found() == "." && is_place;
        is_it.then(|| {
            let help = format!("write `set {place} to {}`", value.trim_end());
            self.misfit(start + place.len() + 1, "=", &help)
        })
    }
}

/// The name, path or number at the beginning of a text.
fn name_of(text: &str) -> &str {
    let is_part = |one: char| one.is_alphanumeric() || matches!(one, '-' | '.');
    let end = text.find(|one: char| !is_part(one)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches('.')
}
