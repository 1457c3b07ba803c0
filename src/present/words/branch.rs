//! Conditional statements as instructions: `if the target is hit, …; otherwise, …`, and lists of cases.

use super::clauses::Condition;
use super::english::{join_with, upper_first};
use super::speaker::Speaker;
use super::statement::{Act, in_line, laid_out};
use super::text::{Block, Item, Text};
use sandtable_model::{Arm, Block as Body, Expr, Type};

impl Speaker<'_> {
    pub(super) fn conditional(&mut self, condition: &Expr, then: &Body, otherwise: &Body) -> Act {
        let parts = (condition, then, otherwise);
        let condition = self.condition_clause(condition, false);
        let then = self.acts(then);
        let otherwise = self.acts(otherwise);
        let is_simple = |acts: &[Act]| {
            let is_nested = acts.iter().any(|act| act.text.starts_with("if "));
            let is_flat = acts.iter().all(|act| act.blocks.is_empty());
            acts.len() < 3 && is_flat && !is_nested
        };
        if is_simple(&then) && is_simple(&otherwise) && !condition.is_long() {
            let then = in_line(&then);
            let otherwise = match in_line(&otherwise) {
                text if text.is_empty() => text,
                text => format!("; otherwise, {text}"),
            };
            return Act::plain(format!("if {}, {then}{otherwise}", condition.text()));
        }
        // An `otherwise` after another `if` would belong to that.
        let opens_if = |acts: &[Act]| acts.iter().any(|act| act.text.starts_with("if "));
        if !otherwise.is_empty() && (opens_if(&then) || opens_if(&otherwise)) {
            let items = self.cases(parts.0, parts.1, parts.2);
            let head = "the first of these that applies counts";
            return Act::with(head, vec![Block::steps(items)]);
        }
        let mut blocks = Vec::new();
        let text = match long_condition(&condition) {
            Some((text, list)) => {
                blocks.push(list);
                blocks.push(Block::paragraph("Then:"));
                text
            }
            None => format!("if {}", condition.text()),
        };
        blocks.extend(laid_out(then));
        if !otherwise.is_empty() {
            blocks.push(Block::paragraph("Otherwise:"));
            blocks.extend(laid_out(otherwise));
        }
        Act::with(text, blocks)
    }

    /// The cases of a chain of conditions, the last one for all others.
    fn cases(&mut self, condition: &Expr, then: &Body, otherwise: &Body) -> Vec<Item> {
        let when = self.clause(condition, false);
        let acts = self.acts(then);
        let mut items = vec![case_item(&format!("if {when}"), acts)];
        if let [only] = otherwise.as_slice()
            && let Some((condition, then, otherwise)) = only.branch()
            && only.citations.is_empty()
        {
            items.extend(self.cases(condition, then, otherwise));
        } else if !otherwise.is_empty() {
            let acts = self.acts(otherwise);
            items.push(case_item("otherwise", acts));
        }
        items
    }

    pub(super) fn depending(&mut self, value: &Expr, arms: &[Arm]) -> Act {
        if let Some(text) = self.change_by_word(value, arms) {
            return Act::plain(text);
        }
        let ty = value.ty;
        let is_result = arms
            .iter()
            .all(|arm| matches!(arm.body.as_slice(), [only] if only.result().is_some()));
        let of = self.value_words(value);
        let items = arms.iter().map(|arm| {
            let ranges = arm.ranges.iter();
            let ranges: Vec<String> = ranges
                .map(|(low, high)| self.arm_range(*low, *high, ty))
                .collect();
            let head = match ranges.as_slice() {
                [] => "In every other case".to_owned(),
                ranges => upper_first(&join_with(ranges, "or")),
            };
            let acts = self.acts(&arm.body);
            match acts.as_slice() {
                [] => Item::line(format!("{head}: nothing happens.")),
                [only] if only.blocks.is_empty() => {
                    let text = only
                        .text
                        .strip_prefix("the result is ")
                        .filter(|_| is_result);
                    Item::line(format!("{head}: {}.", text.unwrap_or(&only.text)))
                }
                _ => Item {
                    text: Text::marked(format!("{head}:")),
                    blocks: laid_out(acts),
                },
            }
        });
        let items = items.collect();
        Act::with(format!("it depends on {of}"), vec![Block::bullets(items)])
    }

    fn arm_range(&self, low: i32, high: i32, ty: Type) -> String {
        if matches!(ty, Type::Flag) {
            return self.constant(low, ty);
        }
        self.range(low, high, ty)
    }
}

/// A case with what is done in it: in its sentence if that is short, else below it.
fn case_item(when: &str, acts: Vec<Act>) -> Item {
    let is_short = acts.len() < 3
        && acts
            .iter()
            .all(|act| act.blocks.is_empty() && !act.text.starts_with("if "));
    if is_short && !acts.is_empty() {
        return Act::plain(format!("{when}, {}", in_line(&acts))).item();
    }
    Act::with(when, laid_out(acts)).item()
}

/// A long condition as a list.
fn long_condition(condition: &Condition) -> Option<(String, Block)> {
    if !condition.is_long() {
        return None;
    }
    let (text, parts) = match condition {
        Condition::All(parts) => ("if all of this is so", parts),
        Condition::Any(parts) => ("if any of this is so", parts),
        Condition::Clause { .. } => return None,
    };
    let items = parts
        .iter()
        .map(|part| Item::line(upper_first(&format!("{}.", part.text()))));
    Some((text.to_owned(), Block::bullets(items.collect())))
}
