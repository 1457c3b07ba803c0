//! Choices: who decides, among what, and what happens then.

use super::english::{join_with, quoted, tidy, upper_first};
use super::selection::Article;
use super::speaker::Speaker;
use super::statement::{Act, cited, laid_out};
use super::text::{Block, Item, Text};
use sandtable_model::{Among, Choice, Chooser, Expr, Line, LocalId, Values};

impl Speaker<'_> {
    /// The instruction to choose.
    pub(super) fn choice_act(&mut self, choice: &Choice) -> Act {
        let title = tidy(&choice.title);
        let label = if title.is_empty() {
            String::new()
        } else {
            format!(" {}", quoted(&title))
        };
        match &choice.among {
            Among::Lines(lines) => self.choice_of_lines(choice, lines, &label),
            Among::Values {
                local,
                values,
                worth,
            } => self.choice_of_values(choice, *local, values, worth.as_ref(), &label),
        }
    }

    /// `the unit’s side chooses`, `draw at random`
    fn decider(&mut self, choice: &Choice, label: &str) -> String {
        match &choice.by {
            Some(Chooser::Side(side)) => {
                let side = self.value_words(side);
                format!("{side} decides{label} and chooses")
            }
            Some(Chooser::Chance) if label.is_empty() => "draw at random".to_owned(),
            Some(Chooser::Chance) => format!("chance decides{label} and chooses"),
            None => format!("the players decide{label} and choose"),
        }
    }

    fn choice_of_lines(&mut self, choice: &Choice, lines: &[Line], label: &str) -> Act {
        if let [only] = lines
            && choice.or_none
        {
            return self.offer(choice, only);
        }
        let decider = self.decider(choice, label);
        let items = lines.iter().map(|line| self.line(line)).collect();
        let number = if choice.or_none {
            "one of these or none"
        } else {
            "one of these"
        };
        Act::with(format!("{decider} {number}"), vec![Block::bullets(items)])
    }

    /// `the unit’s side may …`
    fn offer(&mut self, choice: &Choice, line: &Line) -> Act {
        let who = match &choice.by {
            Some(Chooser::Side(side)) => self.value_words(side),
            Some(Chooser::Chance) => "chance".to_owned(),
            None => "the players".to_owned(),
        };
        let title = quoted(&tidy(&line.title));
        let condition = line.condition.as_ref().map(|when| self.clause(when, false));
        let condition = condition.map_or_else(String::new, |when| format!("if {when}, "));
        let worth = self.worth(line.worth.as_ref());
        let acts = self.acts(&line.body);
        let head = format!(
            "{condition}{who} may choose {title}{}",
            cited(&line.citations)
        );
        if let [only] = acts.as_slice()
            && only.blocks.is_empty()
            && worth.is_empty()
        {
            return Act::plain(format!("{head}: then {}", only.text));
        }
        let mut blocks = laid_out(acts);
        blocks.extend(worth);
        Act::with(head, blocks)
    }

    fn line(&mut self, line: &Line) -> Item {
        let title = upper_first(&tidy(&line.title));
        let condition = line.condition.as_ref().map(|when| self.clause(when, false));
        let condition = condition.map_or_else(String::new, |when| format!(", if {when}"));
        let worth = self.worth(line.worth.as_ref());
        let own = cited(&line.citations);
        let acts = self.acts(&line.body);
        if let [only] = acts.as_slice()
            && only.blocks.is_empty()
        {
            return Item {
                text: Text::marked(format!("{title}{condition}{own}: {}.", only.text)),
                blocks: worth,
            };
        }
        let mut blocks = laid_out(acts);
        blocks.extend(worth);
        let end = if blocks.is_empty() { "." } else { ":" };
        Item {
            text: Text::marked(format!("{title}{condition}{own}{end}")),
            blocks,
        }
    }

    fn choice_of_values(
        &mut self,
        choice: &Choice,
        local: LocalId,
        values: &Values,
        worth: Option<&Expr>,
        label: &str,
    ) -> Act {
        let decider = self.decider(choice, label);
        let what = match values {
            Values::Numbers {
                from,
                to,
                low: _,
                high: _,
            } => {
                let (from, to) = (self.value_words(from), self.value_words(to));
                format!("a number from {from} to {to}")
            }
            Values::Words { words, condition } => {
                let words: Vec<String> = words.iter().map(|(word, _)| self.word(word)).collect();
                let words = join_with(&words, "or");
                match condition {
                    Some(condition) => {
                        let met = self.clause(condition, false);
                        format!("{words}, but only if {met}")
                    }
                    None => words,
                }
            }
            Values::Units(selection) => match &choice.several {
                Some(several) => {
                    let most = several.most.as_ref().map(|most| self.value_words(most));
                    let chosen = self.selection_words(selection, Article::Plural, true);
                    match most {
                        Some(most) => format!("as many as {most} of the {chosen}"),
                        None => format!("any number of the {chosen}"),
                    }
                }
                None => self.selection_words(selection, Article::A, false),
            },
        };
        let or_none = if choice.or_none { ", or none" } else { "" };
        let (noun, name) = (self.local_noun(local), self.local(local));
        let is_several = choice.several.is_some();
        let introduces = match is_several {
            true => String::new(),
            false if what.contains(&format!(" {noun}")) && !what.contains("called") => {
                String::new()
            }
            false if what.contains(&format!("called {name}")) => String::new(),
            false => format!(", as {name}"),
        };
        let text = format!("{decider} {what}{or_none}{introduces}");
        match self.worth(worth) {
            worth if worth.is_empty() => Act::plain(text),
            worth => Act::with(text, worth),
        }
    }

    /// Advice for a program that decides for a player.
    fn worth(&mut self, worth: Option<&Expr>) -> Vec<Block> {
        let Some(worth) = worth.and_then(|worth| self.book.worth_in_the_rules(worth)) else {
            return Vec::new();
        };
        let value = self.value_words(worth);
        vec![Block::Note(Text::marked(format!(
            "for a choice without a player, this is worth {value}."
        )))]
    }
}
