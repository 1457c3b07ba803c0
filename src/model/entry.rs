//! Entries of a rulebook: the declarations that a question can be about.

use crate::literals::{literal_of, range_of, range_text, words_of};
use crate::{
    Dimension, Expr, Fact, Kinds, ModifiersId, Naming, Parameter, ProcedureId, RuleBook, TableId,
    Type, walk_statements,
};
use sandtable_diagnostic::Diagnostic;
use sandtable_source::Spanned;
use sandtable_syntax::ast::Literal;
use std::collections::BTreeMap;

/// An index of entries by name.
#[derive(Debug, Clone)]
pub(crate) struct EntriesByName {
    by_name: BTreeMap<String, Entry>,
    /// Number of procedures of the book when the index was built.
    n_procedures: usize,
}

/// A declaration that a question can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A formula, roll or action.
    Procedure(ProcedureId),
    /// A table.
    Table(TableId),
    /// A list of modifiers.
    Modifiers(ModifiersId),
    /// A table with several results, by its place among those of the book.
    Row(usize),
}

impl Entry {
    /// Returns the formula, roll or action.
    pub fn procedure(self) -> Option<ProcedureId> {
        match self {
            Self::Procedure(id) => Some(id),
            Self::Table(_) | Self::Modifiers(_) | Self::Row(_) => None,
        }
    }

    /// Returns the table with several results, by its place among those of the book.
    pub fn row(self) -> Option<usize> {
        match self {
            Self::Row(at) => Some(at),
            Self::Procedure(_) | Self::Table(_) | Self::Modifiers(_) => None,
        }
    }

    /// Returns the entry that an expression calls, with the arguments.
    pub fn called_by(expr: &Expr) -> Option<(Self, &[Expr])> {
        let procedure = expr.call().map(|(id, given)| (Self::Procedure(id), given));
        let table = expr.lookup().map(|(id, keys)| (Self::Table(id), keys));
        let list = expr
            .modifier_sum()
            .map(|(id, given)| (Self::Modifiers(id), given));
        procedure.or(table).or(list)
    }
}

impl RuleBook {
    /// Returns the entry with a name.
    pub fn find_entry(&self, name: &str) -> Option<Entry> {
        let entries = self.entries.get_or_init(|| self.entries_by_name());
        if let Some(entry) = entries.by_name.get(name) {
            return Some(*entry);
        }
        // Lints run copies of a book with additional procedures.
        let mut added = self
            .procedures
            .iter()
            .enumerate()
            .skip(entries.n_procedures);
        let (at, _) = added.find(|(_, known)| known.is_declared() && known.naming.name == name)?;
        Some(Entry::Procedure(ProcedureId::new(at)))
    }

    /// Builds the index; for equal names, the first wins, procedures before tables before
    /// modifiers.
    fn entries_by_name(&self) -> EntriesByName {
        let procedures = self.procedures.iter().enumerate();
        let procedures = procedures
            .filter(|(_, known)| known.is_declared())
            .map(|(at, known)| (&known.naming, Entry::Procedure(ProcedureId::new(at))));
        let tables = self.tables.iter().enumerate();
        let tables = tables.map(|(at, known)| (&known.naming, Entry::Table(TableId::new(at))));
        let modifiers = self.modifiers.iter().enumerate();
        let modifiers =
            modifiers.map(|(at, known)| (&known.naming, Entry::Modifiers(ModifiersId::new(at))));
        let mut by_name = BTreeMap::new();
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(|(at, known)| (&known.naming, Entry::Row(at)));
        for (naming, entry) in procedures.chain(tables).chain(modifiers).chain(rows) {
            by_name.entry(naming.name.clone()).or_insert(entry);
        }
        EntriesByName {
            by_name,
            n_procedures: self.procedures.len(),
        }
    }

    /// Iterates over the phases, with their sequences.
    pub fn phases(&self) -> impl Iterator<Item = (ProcedureId, &Naming)> {
        let procedures = self.procedures.iter().enumerate();
        procedures.flat_map(|(at, procedure)| {
            let mut phases = Vec::new();
            walk_statements(&procedure.body, &mut |statement| {
                if let Some(naming) = statement.phase() {
                    phases.push((ProcedureId::new(at), naming));
                }
                true
            });
            phases
        })
    }

    /// Returns name, title and citations of an entry.
    pub fn naming(&self, entry: Entry) -> Option<&Naming> {
        match entry {
            Entry::Procedure(id) => self.procedures.get(id.at()).map(|known| &known.naming),
            Entry::Table(id) => self.tables.get(id.at()).map(|known| &known.naming),
            Entry::Modifiers(id) => self.modifiers.get(id.at()).map(|known| &known.naming),
            Entry::Row(at) => self.rows.get(at).map(|known| &known.naming),
        }
    }

    /// Returns the table of the first result of a table with several.
    pub fn first_result(&self, row: usize) -> Option<TableId> {
        let (_, first) = self.rows.get(row)?.results.first()?;
        Some(*first)
    }

    /// Iterates over the names of all entries.
    pub fn entry_names(&self) -> impl Iterator<Item = &str> {
        self.procedures
            .iter()
            .filter(|known| known.is_declared())
            .map(|known| &known.naming)
            .chain(self.tables.iter().map(|known| &known.naming))
            .chain(self.modifiers.iter().map(|known| &known.naming))
            .chain(self.rows.iter().map(|known| &known.naming))
            .map(|naming| naming.name.as_str())
    }

    /// Returns the parameters of an entry; for a table, its keys.
    pub fn parameters(&self, entry: Entry) -> Vec<Parameter> {
        match entry {
            Entry::Procedure(id) => self
                .procedures
                .get(id.at())
                .map_or_else(Vec::new, |known| known.parameters.clone()),
            Entry::Modifiers(id) => self
                .modifiers
                .get(id.at())
                .map_or_else(Vec::new, |known| known.parameters.clone()),
            Entry::Row(at) => self
                .first_result(at)
                .map_or_else(Vec::new, |first| self.parameters(Entry::Table(first))),
            Entry::Table(id) => self.tables.get(id.at()).map_or_else(Vec::new, |table| {
                let keys = table.keys.iter();
                keys.map(|key| Parameter {
                    name: key.name.clone(),
                    ty: key.ty,
                    low: key.low,
                    high: key.high,
                    or_none: false,
                    is_several: false,
                    part_of: None,
                    dice: key.dice,
                    span: key.span,
                })
                .collect()
            }),
        }
    }

    /// Returns the value of a fact that a literal denotes.
    ///
    /// Errors: the fact cannot have such a value.
    pub fn read_fact(&self, fact: &Fact, word: &Spanned<Literal>) -> Result<i32, Diagnostic> {
        literal_of(self, word, fact.ty, fact.low, fact.high)
            .map_err(|finding| finding.label(fact.naming.span, "the fact is declared here"))
    }

    /// Returns the text of the values of a type, for a list of parameters: `vehicle`, `0 to 40 hexes`, `front, flank, rear`.
    pub fn describe(&self, ty: Type, low: i32, high: i32) -> String {
        match ty {
            Type::Number(Dimension::Parts(parts)) => {
                format!("{} by {}", range_of(ty, low, high), parts.text(1))
            }
            Type::Number(dimension) => {
                let range = range_text(low, high);
                match dimension.unit() {
                    Some(unit) => format!("{range} {unit}"),
                    None => range,
                }
            }
            Type::Unit(kinds) if kinds == Kinds::ALL => "any unit".to_owned(),
            Type::Unit(_) => words_of(self, ty).join(" or "),
            Type::Words(_) | Type::Face(_) | Type::Flag => words_of(self, ty).join(", "),
            Type::Dice => "dice".to_owned(),
            Type::Place => "a place of the map".to_owned(),
            Type::Side => format!("a {}", self.ground().link_in_words),
            Type::Unknown => String::new(),
        }
    }
}
