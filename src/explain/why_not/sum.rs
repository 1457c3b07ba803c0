//! Lines of modifiers and rows of tables that do not apply.

use std::collections::BTreeMap;

use super::{Inquiry, Reason, Scene, under};
use sandtable_ir::{NONE, Reg};
use sandtable_model::{Modifier, ModifiersId, TableId, Type};

impl Inquiry<'_> {
    /// Returns the reasons why lines of a list of modifiers do not apply; its parameters are in these registers.
    pub fn not_applied(&self, id: ModifiersId, parameters: Reg, registers: &[i32]) -> Vec<Reason> {
        let Some(list) = self.book.modifiers.get(id.at()) else {
            return Vec::new();
        };
        let first = parameters.0 as usize;
        let values = registers.get(first..first + list.parameters.len());
        let scene = Scene {
            values: values.unwrap_or_default().to_vec(),
            sets: BTreeMap::new(),
            kept: BTreeMap::new(),
            citations: &list.naming.citations,
        };
        let mut reasons = Vec::new();
        let mut taken: Vec<(u32, &str)> = Vec::new();
        for line in &list.lines {
            let scene = match line.citations.as_slice() {
                [] => scene.clone(),
                own => Scene {
                    citations: own,
                    ..scene.clone()
                },
            };
            let mut finding = self.finding(registers);
            let group = line.once.and_then(|once| {
                let mut taken = taken.iter();
                taken.find(|(known, _)| *known == once)
            });
            if let Some((_, other)) = group {
                let text = format!("\"{other}\" applies instead");
                finding.line(0, text, &scene, line.span);
            } else if let Some(condition) = &line.condition
                && finding.value(condition, &scene) != Some(1)
            {
                finding.why(condition, &scene, false, 0);
            } else if let Some(per) = &line.per
                && finding.value(per, &scene) == Some(0)
            {
                let mut read = Vec::new();
                finding.reads(per, &scene, &mut read);
                finding.line(0, read.join(", "), &scene, per.span);
            } else {
                taken.extend(line.once.map(|once| (once, line.label.as_str())));
                continue;
            }
            let mut told = under(format!("not {}", named(line)), finding.told());
            if let Some(head) = told.first_mut() {
                head.citations = scene.citations.to_vec();
            }
            reasons.extend(told);
        }
        reasons
    }

    /// Returns the reasons why rows of a table did not match these keys: rows that differ in one key only, in the order of the table.
    pub fn other_rows(&self, id: TableId, keys: &[i32]) -> Vec<Reason> {
        let Some(table) = self.book.tables.get(id.at()) else {
            return Vec::new();
        };
        let answering = table.drawn_for(keys).and_then(|at| table.drawn.get(at));
        let Some(answering) = answering else {
            return Vec::new();
        };
        let answering: Vec<String> = answering.keys.iter().map(|key| self.words(*key)).collect();
        let mut reasons: Vec<Reason> = Vec::new();
        for (at, key) in table.keys.iter().enumerate() {
            let other = table.drawn.iter().filter(|drawn| {
                let words = drawn.keys.iter().map(|key| self.words(*key));
                let mut differ = words.zip(&answering).enumerate();
                differ.all(|(place, (word, own))| (place == at) != (word == *own))
            });
            let mut others: Vec<String> = Vec::new();
            for drawn in other {
                let word = drawn.keys.get(at).map(|key| self.words(*key));
                others.extend(word.filter(|word| !others.contains(word)));
            }
            let value = keys.get(at).copied().unwrap_or(NONE);
            if let (Some(own), false) = (answering.get(at), others.is_empty()) {
                let value = self.shown(value, key.ty);
                let is_plain = *own == value || key.ty == Type::Flag;
                let own = match is_plain {
                    true => String::new(),
                    false => format!(" is {own}"),
                };
                reasons.push(Reason {
                    depth: 0,
                    text: format!("{} {value}{own}, not {}", key.name, others.join(", ")),
                    citations: table.naming.citations.clone(),
                    span: key.span,
                });
            }
        }
        reasons
    }
}

/// `-1 "cover"`
fn named(line: &Modifier) -> String {
    let per = if line.per.is_some() { " each" } else { "" };
    match line.label.as_str() {
        "" => format!("{:+}{per}", line.amount),
        label => format!("{:+}{per} {label}", line.amount),
    }
}
