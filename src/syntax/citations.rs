//! Which sections of the book a rule file cites, and what the part that cites them does.

use super::ast::{Block, File, Head, Item, Kind, KindLine, Name, StatementKind};

/// What a part of a rule file does with the section that it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Does {
    /// It carries the section out.
    CarriesOut,
    /// It stands for what the players judge or decide.
    Asks,
    /// It only says that it is about the section.
    Mentions,
}

/// A section that is cited.
#[derive(Debug, Clone, Copy)]
pub struct Citation<'a> {
    /// As written between the brackets.
    pub section: &'a Name,
    /// What the part that cites it does.
    pub does: Does,
}

/// Every citation of a file, in file order as far as declarations go.
pub fn citations_in(file: &File) -> Vec<Citation<'_>> {
    let mut found = Found::default();
    for item in &file.items {
        found.item(&item.value);
    }
    found.citations
}

/// Every citation of a declaration.
pub fn citations_of(item: &Item) -> Vec<Citation<'_>> {
    let mut found = Found::default();
    found.item(item);
    found.citations
}

#[derive(Default)]
struct Found<'a> {
    citations: Vec<Citation<'a>>,
}

impl<'a> Found<'a> {
    fn add(&mut self, sections: &'a [Name], does: Does) {
        let citations = sections.iter().map(|section| Citation { section, does });
        self.citations.extend(citations);
    }

    fn head(&mut self, head: &'a Head) {
        self.add(&head.citations, Does::CarriesOut);
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Ruleset(ruleset) => self.add(&ruleset.head.citations, Does::Mentions),
            Item::Scale(scale) => self.head(&scale.head),
            Item::Die(die) => self.head(&die.head),
            Item::Kind(kind) => self.kind(kind),
            Item::Table(table) => {
                self.head(&table.head);
                for meaning in &table.wheres {
                    self.add(&meaning.citations, Does::CarriesOut);
                }
            }
            Item::Modifiers(modifiers) => {
                self.head(&modifiers.head);
                for line in &modifiers.lines {
                    self.add(&line.value.citations, Does::CarriesOut);
                }
            }
            Item::Fact(fact) => {
                self.add(&fact.head.citations, Does::Asks);
                if let Some(in_play) = &fact.in_play {
                    self.add(&in_play.citations, Does::CarriesOut);
                }
            }
            Item::Option(option) => self.head(&option.head),
            Item::Procedure(procedure) => {
                self.head(&procedure.head);
                self.block(&procedure.body);
            }
            Item::Trigger(trigger) => {
                self.head(&trigger.head);
                for when in &trigger.whens {
                    self.block(&when.value.body);
                }
            }
            Item::Window(window) => self.add(&window.head.citations, Does::CarriesOut),
            Item::Reaction(reaction) => {
                self.head(&reaction.head);
                self.block(&reaction.body);
            }
            Item::Example(example) => self.add(&example.citations, Does::Mentions),
            Item::Variant(variant) => self.add(&variant.head.citations, Does::Mentions),
            Item::Replace(item) => self.item(item),
            Item::Amend(amend) => self.add(&amend.citations, Does::CarriesOut),
            Item::Remove(removal) => self.add(&removal.citations, Does::CarriesOut),
        }
    }

    fn kind(&mut self, kind: &'a Kind) {
        self.head(&kind.head);
        for line in &kind.lines {
            match &line.value {
                KindLine::Stat { citations, .. } | KindLine::Track { citations, .. } => {
                    self.add(citations, Does::CarriesOut);
                }
                KindLine::Formula { head, .. } => self.head(head),
                KindLine::Traits(_) => {}
            }
        }
    }

    fn block(&mut self, block: &'a Block) {
        for statement in block {
            let kind = &statement.kind.value;
            self.add(&statement.citations, does(kind));
            match kind {
                StatementKind::If {
                    then, otherwise, ..
                } => {
                    self.block(then);
                    otherwise.iter().for_each(|inner| self.block(inner));
                }
                StatementKind::Repeat { body, .. }
                | StatementKind::RepeatUntil { body, .. }
                | StatementKind::Count { body, .. }
                | StatementKind::Each { body, .. }
                | StatementKind::Alternate { body, .. }
                | StatementKind::Phase { body, .. } => self.block(body),
                StatementKind::Depending { arms, .. } => {
                    arms.iter().for_each(|arm| self.block(&arm.value.body));
                }
                StatementKind::ChooseOne { options, .. } => {
                    for option in options {
                        self.add(&option.value.citations, Does::Asks);
                        self.block(&option.value.body);
                    }
                }
                StatementKind::May { option, .. } => {
                    self.add(&option.citations, Does::Asks);
                    self.block(&option.body);
                }
                StatementKind::Let { .. }
                | StatementKind::Throw(_)
                | StatementKind::Outcome { .. }
                | StatementKind::Result(_)
                | StatementKind::Needs { .. }
                | StatementKind::Change { .. }
                | StatementKind::Destroy(_)
                | StatementKind::Remove(_)
                | StatementKind::Create { .. }
                | StatementKind::OnceEach { .. }
                | StatementKind::Rank { .. }
                | StatementKind::EndGame { .. }
                | StatementKind::Choose { .. }
                | StatementKind::Open { .. }
                | StatementKind::At { .. }
                | StatementKind::Worth(_)
                | StatementKind::Cancel
                | StatementKind::Call(_)
                | StatementKind::Stop
                | StatementKind::Report(_) => {}
            }
        }
    }
}

/// A choice among what is allowed is the players' own; everything else is carried out.
fn does(kind: &StatementKind) -> Does {
    match kind {
        StatementKind::Choose { .. }
        | StatementKind::ChooseOne { .. }
        | StatementKind::May { .. } => Does::Asks,
        StatementKind::If { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatUntil { .. }
        | StatementKind::Count { .. }
        | StatementKind::Each { .. }
        | StatementKind::Alternate { .. }
        | StatementKind::Phase { .. }
        | StatementKind::Rank { .. }
        | StatementKind::EndGame { .. }
        | StatementKind::Depending { .. }
        | StatementKind::Let { .. }
        | StatementKind::Throw(_)
        | StatementKind::Outcome { .. }
        | StatementKind::Result(_)
        | StatementKind::Needs { .. }
        | StatementKind::Change { .. }
        | StatementKind::Destroy(_)
        | StatementKind::Remove(_)
        | StatementKind::Create { .. }
        | StatementKind::OnceEach { .. }
        | StatementKind::Open { .. }
        | StatementKind::At { .. }
        | StatementKind::Worth(_)
        | StatementKind::Cancel
        | StatementKind::Call(_)
        | StatementKind::Stop
        | StatementKind::Report(_) => Does::CarriesOut,
    }
}
