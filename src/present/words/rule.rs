//! Procedures, triggers, windows and reactions as rules.

use super::english::{join_with, quoted, upper_first};
use super::speaker::Speaker;
use super::statement::{Act, laid_out};
use super::text::{Block, Item, Text};
use sandtable_model::{Expr, NONE, Procedure, Reaction, ResultType, Trigger, Type, When, Window};
use sandtable_syntax::ast::{Ability, Crossing};

impl Speaker<'_> {
    /// A formula, roll, action or sequence.
    pub(super) fn procedure(&mut self, known: &Procedure) -> Vec<Block> {
        let mut blocks = Vec::new();
        let about = self.about(&known.parameters);
        if !about.is_empty() {
            blocks.push(Block::paragraph(about));
        }
        blocks.extend(self.answer(known));
        if known.ability == Ability::Sequence {
            let acts = self.acts(&known.body);
            blocks.extend(self.phases(known, acts));
        } else {
            blocks.extend(self.body(&known.body));
        }
        if let Some(report) = &known.report {
            let values: Vec<String> = report.iter().map(|value| self.value_words(value)).collect();
            let text = format!("also reported: {}.", join_with(&values, "and"));
            blocks.push(Block::Note(Text::marked(text)));
        }
        if let Some(deep) = known.deep {
            let text = format!("it can lead to itself, at most {deep} times one within the other.");
            blocks.push(Block::Note(Text::marked(text)));
        }
        blocks
    }

    /// The steps of a sequence, each phase with its title.
    fn phases(&mut self, known: &Procedure, acts: Vec<Act>) -> Vec<Block> {
        let has_phase = known
            .body
            .iter()
            .any(|statement| statement.phase().is_some());
        if !has_phase {
            return laid_out(acts);
        }
        let items = acts.into_iter().map(|act| Item {
            text: Text::marked(act.sentence()),
            blocks: act.blocks,
        });
        vec![Block::steps(items.collect())]
    }

    /// The values that a procedure can give.
    fn answer(&self, known: &Procedure) -> Option<Block> {
        if known.ability == Ability::Roll
            && let Some(words) = known.outcomes.and_then(|id| self.book.words.get(id.at()))
        {
            let words: Vec<String> = words.words.iter().map(|word| self.word(word)).collect();
            return Some(Block::paragraph(format!(
                "The result is {}.",
                join_with(&words, "or")
            )));
        }
        let ResultType { ty, or_none } = known.result?;
        let none = if or_none { ", or nothing" } else { "" };
        let (low, high) = known.range;
        match ty {
            Type::Flag => None,
            Type::Number(_) if low <= NONE + 1 && high == i32::MAX => None,
            Type::Number(_) => {
                let range = self.range(low, high, ty);
                Some(Block::Note(Text::marked(format!(
                    "the result is a number, {range}{none}."
                ))))
            }
            ty @ (Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown) => {
                let values = self.values_of(ty, low, high);
                Some(Block::Note(Text::marked(format!(
                    "the result is {values}{none}."
                ))))
            }
        }
    }

    /// Describes a trigger.
    pub(super) fn trigger(&mut self, trigger: &Trigger) -> Vec<Block> {
        let whens = trigger.whens.iter();
        let noun = self.kinds_noun(trigger.kinds, false);
        let name = trigger
            .locals
            .first()
            .map(|local| self.bare_noun(&local.name));
        let name = name.unwrap_or_default();
        let mut blocks = Vec::new();
        if name != noun {
            let text = format!("This is about the {name}, {}.", self.one_of(&noun));
            blocks.push(Block::paragraph(text));
        } else {
            blocks.push(Block::paragraph(format!("This is about every {noun}.")));
        }
        for when in whens {
            blocks.extend(self.when(when));
        }
        blocks
    }

    fn when(&mut self, when: &When) -> Vec<Block> {
        let head = self.crossing(&when.watched, when.crossing, &when.level);
        let acts = self.acts(&when.body);
        if let [only] = acts.as_slice()
            && only.blocks.is_empty()
        {
            return vec![Block::paragraph(
                Act::plain(format!("{head}, {}", only.text)).sentence(),
            )];
        }
        let mut blocks = vec![Block::paragraph(format!("{}:", upper_first(&head)))];
        blocks.extend(laid_out(acts));
        blocks
    }

    fn crossing(&mut self, watched: &Expr, crossing: Crossing, level: &Expr) -> String {
        if crossing == Crossing::Becomes && matches!(watched.ty, Type::Flag) {
            let negated = level.literal() == Some(0);
            let condition = self.clause(watched, negated);
            return format!("as soon as {condition}, which was not so before");
        }
        let value = self.value_words(watched);
        let level = match level.literal() {
            Some(value) => self.constant(value, watched.ty),
            None => self.value_words(level),
        };
        let verb = |verb| super::english::agreeing(&value, verb);
        match crossing {
            Crossing::Reaches => {
                format!("as soon as {value} {} to {level} or more", verb("rises"))
            }
            Crossing::FallsTo => format!("as soon as {value} {} to {level} or less", verb("falls")),
            Crossing::Becomes => format!("as soon as {value} {} {level}", verb("becomes")),
        }
    }

    /// A point at which others may react.
    pub(super) fn window(&mut self, window: &Window) -> Vec<Block> {
        let mut blocks = Vec::new();
        let about = self.about(&window.parameters);
        if !about.is_empty() {
            blocks.push(Block::paragraph(about));
        }
        let items = window.reactions.iter().filter_map(|id| {
            let known = self.book.reactions.get(id.at())?;
            let refers = self.refer("reaction", &known.naming);
            Some(Item::line(format!(
                "{}{refers}.",
                upper_first(&self.title(&known.naming))
            )))
        });
        let items: Vec<Item> = items.collect();
        let text = match (items.is_empty(), window.one_of) {
            (true, _) => "Nobody can react to this.",
            (false, true) => {
                "At this point one of these reactions can be taken; they are offered in this order:"
            }
            (false, false) => {
                "At this point these reactions can be taken; they are offered in this order:"
            }
        };
        blocks.push(Block::paragraph(text));
        if !items.is_empty() {
            blocks.push(Block::steps(items));
        }
        if window.deep > 1 {
            let text = format!(
                "it can open again within itself, at most {} deep.",
                window.deep
            );
            blocks.push(Block::Note(Text::marked(text)));
        }
        blocks
    }

    /// Describes a reaction.
    pub(super) fn reaction(&mut self, reaction: &Reaction) -> Vec<Block> {
        let window = reaction
            .window
            .and_then(|id| self.book.windows.get(id.at()));
        let at = window.map(|window| {
            let title = quoted(&self.title(&window.naming));
            format!("At {title}{}", self.refer("window", &window.naming))
        });
        let at = at.unwrap_or_else(|| "At no point".to_owned());
        let by = reaction.by.as_ref().map(|by| self.value_words(by));
        let text = match (reaction.must, by) {
            (true, Some(by)) => format!("{at}, this happens unasked, for {by}."),
            (true, None) => format!("{at}, this happens unasked."),
            (false, Some(by)) => format!("{at}, {by} may do this."),
            (false, None) => format!("{at}, this may be done."),
        };
        let mut blocks = vec![Block::paragraph(text)];
        let about = self.about(&reaction.parameters);
        if !about.is_empty() {
            blocks.push(Block::paragraph(about));
        }
        blocks.extend(self.body(&reaction.body));
        let worth = reaction.worth.as_ref();
        if let Some(worth) = worth.and_then(|worth| self.book.worth_in_the_rules(worth)) {
            let worth = self.value_words(worth);
            blocks.push(Block::Note(Text::marked(format!(
                "for a choice without a player, this is worth {worth}."
            ))));
        }
        blocks
    }
}
