//! Sections of the book that a rule file cites, and what the part that cites them does.

use super::ast::walk::{Visitor, walk_block, walk_option, walk_statement};
use super::ast::{Amendment, Expr, File, Head, Item, Kind, KindLine, Name, Offered, Statement};

/// Relation of a part of a rule file to the section that it cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Does {
    /// The line carries the section out.
    CarriesOut,
    /// It is judged or decided by the players.
    Asks,
    /// It only says that it is about the section.
    Mentions,
}

/// A section that is cited.
#[derive(Debug, Clone, Copy)]
pub struct Citation<'a> {
    /// The section, as written between the brackets.
    pub section: &'a Name,
    /// Relation of the part that cites it to the section.
    pub does: Does,
}

/// Returns every citation of a file, in the order of declarations.
pub fn citations_in(file: &File) -> Vec<Citation<'_>> {
    let mut found = CitationCollector::default();
    for item in &file.items {
        found.item(&item.value);
    }
    found.citations
}

/// Every citation of a declaration.
pub fn citations_of(item: &Item) -> Vec<Citation<'_>> {
    let mut found = CitationCollector::default();
    found.item(item);
    found.citations
}

#[derive(Default)]
struct CitationCollector<'a> {
    citations: Vec<Citation<'a>>,
}

impl<'a> CitationCollector<'a> {
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
                walk_block(self, &procedure.body);
            }
            Item::Trigger(trigger) => {
                self.head(&trigger.head);
                for when in &trigger.whens {
                    walk_block(self, &when.value.body);
                }
            }
            Item::Window(window) => self.add(&window.head.citations, Does::CarriesOut),
            Item::Reaction(reaction) => {
                self.head(&reaction.head);
                walk_block(self, &reaction.body);
            }
            Item::Policy(policy) => self.add(&policy.head.citations, Does::Mentions),
            Item::Example(example) => self.add(&example.citations, Does::Mentions),
            Item::Variant(variant) => self.add(&variant.head.citations, Does::Mentions),
            Item::Replace(item) => self.item(item),
            Item::Amend(amend) => {
                self.add(&amend.citations, Does::CarriesOut);
                for line in &amend.lines {
                    self.amendment(&line.value);
                }
            }
            Item::Remove(removal) => self.add(&removal.citations, Does::CarriesOut),
        }
    }

    fn kind(&mut self, kind: &'a Kind) {
        self.head(&kind.head);
        for line in &kind.lines {
            self.kind_line(&line.value);
        }
    }

    fn kind_line(&mut self, line: &'a KindLine) {
        match line {
            KindLine::Stat { citations, .. }
            | KindLine::Deck { citations, .. }
            | KindLine::Must { citations, .. }
            | KindLine::Track { citations, .. } => {
                self.add(citations, Does::CarriesOut);
            }
            KindLine::Formula { head, .. } => self.head(head),
            KindLine::Traits(_) | KindLine::Hidden { .. } | KindLine::OnMap { .. } => {}
        }
    }

    fn amendment(&mut self, amendment: &'a Amendment) {
        match amendment {
            Amendment::Where(_, meaning) => self.add(&meaning.citations, Does::CarriesOut),
            Amendment::AddModifier(modifier) | Amendment::ReplaceModifier(_, modifier) => {
                self.add(&modifier.value.citations, Does::CarriesOut);
            }
            Amendment::KindLine(_, line) => self.kind_line(&line.value),
            Amendment::Line { body, arms, .. } => {
                walk_block(self, body);
                for arm in arms {
                    walk_block(self, &arm.value.body);
                }
            }
            Amendment::AtStart(body) | Amendment::AtEnd(body) => walk_block(self, body),
            Amendment::Row(..)
            | Amendment::Cell { .. }
            | Amendment::RemoveWhere(_)
            | Amendment::Limit(..)
            | Amendment::RemoveModifier(_)
            | Amendment::RemoveTraits(_)
            | Amendment::RemoveOfKind(_)
            | Amendment::Stat { .. } => {}
        }
    }
}

impl<'a> Visitor<'a> for CitationCollector<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        // A choice among legal options is made by the players; all other statements carry the section out.
        let does = match statement.is_choice() {
            true => Does::Asks,
            false => Does::CarriesOut,
        };
        self.add(&statement.citations, does);
        walk_statement(self, statement);
    }

    fn option(&mut self, option: &'a Offered) {
        self.add(&option.citations, Does::Asks);
        walk_option(self, option);
    }

    // Expressions cite nothing.
    fn expr(&mut self, _expr: &'a Expr) {}
}
