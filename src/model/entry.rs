//! Entries of a rule book that can be asked for by name.

use crate::literals::{literal_of, range_text, words_of};
use crate::{
    Expr, ExprKind, Fact, Kinds, ModifiersId, Naming, Parameter, ProcedureId, RuleBook, TableId,
    Type, walk_statements,
};
use sandtable_diagnostic::Diagnostic;
use sandtable_source::Spanned;
use sandtable_syntax::ast::Literal;
use std::collections::BTreeMap;

/// An index of what can be asked for.
#[derive(Debug, Clone)]
pub(crate) struct EntriesByName {
    by_name: BTreeMap<String, Entry>,
    /// The number of procedures of the book when it was made.
    n_procedures: usize,
}

/// Something that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A formula, roll or action.
    Procedure(ProcedureId),
    /// A table.
    Table(TableId),
    /// A list of modifiers.
    Modifiers(ModifiersId),
}

impl Entry {
    /// The declaration that an expression calls, and its arguments.
    pub fn called_by(expr: &Expr) -> Option<(Self, &[Expr])> {
        if let ExprKind::Call {
            procedure,
            arguments,
        } = &expr.kind
        {
            return Some((Self::Procedure(*procedure), arguments));
        }
        if let ExprKind::Table { table, arguments } = &expr.kind {
            return Some((Self::Table(*table), arguments));
        }
        if let ExprKind::Modifiers { list, arguments } = &expr.kind {
            return Some((Self::Modifiers(*list), arguments));
        }
        None
    }
}

impl RuleBook {
    /// The declaration that a name asks for.
    pub fn find_entry(&self, name: &str) -> Option<Entry> {
        let entries = self.entries.get_or_init(|| self.entries_by_name());
        if let Some(entry) = entries.by_name.get(name) {
            return Some(*entry);
        }
        // Lints try out copies of a book with further procedures.
        let mut added = self
            .procedures
            .iter()
            .enumerate()
            .skip(entries.n_procedures);
        let (at, _) =
            added.find(|(_, known)| known.of_kind.is_none() && known.naming.name == name)?;
        Some(Entry::Procedure(ProcedureId::new(at)))
    }

    /// Every declaration that can be asked for; of several with one name the first, procedures before tables before
    /// modifiers.
    fn entries_by_name(&self) -> EntriesByName {
        let procedures = self.procedures.iter().enumerate();
        let procedures = procedures
            .filter(|(_, known)| known.of_kind.is_none())
            .map(|(at, known)| (&known.naming, Entry::Procedure(ProcedureId::new(at))));
        let tables = self.tables.iter().enumerate();
        let tables = tables.map(|(at, known)| (&known.naming, Entry::Table(TableId::new(at))));
        let modifiers = self.modifiers.iter().enumerate();
        let modifiers =
            modifiers.map(|(at, known)| (&known.naming, Entry::Modifiers(ModifiersId::new(at))));
        let mut by_name = BTreeMap::new();
        for (naming, entry) in procedures.chain(tables).chain(modifiers) {
            by_name.entry(naming.name.clone()).or_insert(entry);
        }
        EntriesByName {
            by_name,
            n_procedures: self.procedures.len(),
        }
    }

    /// Every phase, with its sequence.
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

    /// Name, title and citations.
    pub fn naming(&self, entry: Entry) -> Option<&Naming> {
        match entry {
            Entry::Procedure(id) => self.procedures.get(id.at()).map(|known| &known.naming),
            Entry::Table(id) => self.tables.get(id.at()).map(|known| &known.naming),
            Entry::Modifiers(id) => self.modifiers.get(id.at()).map(|known| &known.naming),
        }
    }

    /// Every name that can be asked for.
    pub fn entry_names(&self) -> impl Iterator<Item = &str> {
        self.procedures
            .iter()
            .filter(|known| known.of_kind.is_none())
            .map(|known| &known.naming)
            .chain(self.tables.iter().map(|known| &known.naming))
            .chain(self.modifiers.iter().map(|known| &known.naming))
            .map(|naming| naming.name.as_str())
    }

    /// The parameters of what is asked for; the keys of a table.
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
            Entry::Table(id) => self.tables.get(id.at()).map_or_else(Vec::new, |table| {
                let keys = table.keys.iter();
                keys.map(|key| Parameter {
                    name: key.name.clone(),
                    ty: key.ty,
                    low: key.low,
                    high: key.high,
                    part_of: None,
                    dice: key.dice,
                    span: key.span,
                })
                .collect()
            }),
        }
    }

    /// The value that a word means for a fact.
    ///
    /// Errors: it is nothing that the fact can be.
    pub fn read_fact(&self, fact: &Fact, word: &Spanned<Literal>) -> Result<i32, Diagnostic> {
        literal_of(self, word, fact.ty, fact.low, fact.high)
            .map_err(|finding| finding.label(fact.naming.span, "the fact is declared here"))
    }

    /// Describes the values of a type, for a list of parameters: `vehicle`, `0 to 40 hexes`, `front, flank, rear`.
    pub fn describe(&self, ty: Type, low: i32, high: i32) -> String {
        match ty {
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
