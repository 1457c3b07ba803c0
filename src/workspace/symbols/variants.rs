//! References of a variant to its base: replaced, amended and removed declarations, and the base itself.

use std::collections::BTreeSet;

use super::{Builder, Key, SymbolKind};
use sandtable_model::{Kinds, Role, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Amend, Amendment, Item, Name};

impl<'a> Builder<'a> {
    pub(super) fn add_variants(&mut self) {
        let occurrences = self.index.occurrences.iter();
        let known: BTreeSet<Span> = occurrences.map(|one| one.span).collect();
        for item in self.inputs.written.iter().flat_map(|file| &file.items) {
            self.written(&item.value, &known);
        }
    }

    fn written(&mut self, item: &'a Item, known: &BTreeSet<Span>) {
        match item {
            Item::Variant(variant) => {
                let own = &variant.head.name;
                self.ruleset(own, Role::Declares);
                self.ruleset(&variant.base, Role::Refers);
                for after in &variant.after {
                    self.ruleset(after, Role::Refers);
                }
            }
            Item::Amend(amend) => {
                self.named(&amend.sort.value, &amend.name);
                for line in &amend.lines {
                    self.amendment(amend, &line.value);
                }
            }
            Item::Remove(removal) => self.named(&removal.sort.value, &removal.name),
            Item::Replace(item) => self.written(item, known),
            Item::Ruleset(ruleset) => self.ruleset(&ruleset.head.name, Role::Declares),
            Item::Scale(_)
            | Item::Die(_)
            | Item::Kind(_)
            | Item::Table(_)
            | Item::Modifiers(_)
            | Item::Fact(_)
            | Item::Option(_)
            | Item::Procedure(_)
            | Item::Trigger(_)
            | Item::Window(_)
            | Item::Reaction(_)
            | Item::Policy(_) => self.out_of_force(item, known),
            Item::Example(_) => {}
        }
    }

    fn ruleset(&mut self, name: &Name, role: Role) {
        let kinds = match role {
            Role::Declares => Kinds::NONE,
            Role::Refers | Role::Implies => Kinds::ALL,
        };
        let key = Key::Ruleset(name.value.clone());
        self.add(
            name.span,
            key,
            SymbolKind::Ruleset,
            &name.value,
            role,
            kinds,
        );
    }

    /// Adds a declaration that a variant has replaced or removed, which still declares its name.
    fn out_of_force(&mut self, item: &Item, known: &BTreeSet<Span>) {
        let (Some(sort), Some(head)) = (item.sort(), item.head()) else {
            return;
        };
        let name = &head.name;
        if !known.contains(&name.span) {
            let (key, kind) = self.key_of(sort, &name.value);
            self.declare(name.span, key, kind, &name.value);
        }
    }

    /// Returns the symbol of a declaration, by its keyword and name.
    fn key_of(&self, sort: &str, name: &str) -> (Key, SymbolKind) {
        let kinds: &[SymbolKind] = match sort {
            "scale" => &[SymbolKind::Scale],
            "words" => &[SymbolKind::Words],
            "die" => &[SymbolKind::Die],
            "kind" => &[SymbolKind::Kind],
            "table" => &[SymbolKind::Table],
            "modifiers" => &[SymbolKind::Modifiers],
            "fact" => &[SymbolKind::Fact],
            "option" => &[SymbolKind::Option],
            "trigger" => &[SymbolKind::Trigger],
            "window" => &[SymbolKind::Window],
            "reaction" => &[SymbolKind::Reaction],
            "policy" => &[SymbolKind::Policy],
            "unit" => return (Key::Unit(name.to_owned()), SymbolKind::Unit),
            _ => &[
                SymbolKind::Formula,
                SymbolKind::Roll,
                SymbolKind::Action,
                SymbolKind::Sequence,
            ],
        };
        let found = self.index.by_key.iter().find_map(|(key, id)| {
            let Key::Numbered(kind, ..) = key else {
                return None;
            };
            let symbol = self.index.get(*id)?;
            let is_it = kinds.contains(kind) && symbol.name == name;
            is_it.then(|| (key.clone(), *kind))
        });
        found.unwrap_or_else(|| {
            let kind = kinds.first().copied().unwrap_or(SymbolKind::Formula);
            (Key::Removed(sort.to_owned(), name.to_owned()), kind)
        })
    }

    fn named(&mut self, sort: &str, name: &Name) {
        let (key, kind) = self.key_of(sort, &name.value);
        self.refer(name.span, key, kind, &name.value);
    }

    /// Adds the names of a line below `amend` that are not in force: what it removes, and where.
    fn amendment(&mut self, amend: &Amend, line: &Amendment) {
        match line {
            Amendment::Row(_, row) | Amendment::Cell { place: row, .. } => {
                self.keys(&amend.name.value, row);
            }
            Amendment::RemoveWhere(name) => self.word_of_table(name),
            Amendment::RemoveTraits(names) => {
                for name in names {
                    self.member(name.span, &name.value, Kinds::ALL);
                }
            }
            Amendment::Line { line, .. } => match line {
                ast::Quoted::Statement(statement) => self.quoted(statement.kind.span),
                ast::Quoted::Arm(arm) => self.quoted(arm.span),
            },
            Amendment::RemoveOfKind(name) => self.member(name.span, &name.value, Kinds::ALL),
            Amendment::Stat { name, values } if amend.sort.value == "unit" => {
                self.of_unit(name, values);
            }
            Amendment::Stat { .. }
            | Amendment::Where(..)
            | Amendment::Limit(..)
            | Amendment::AddModifier(_)
            | Amendment::ReplaceModifier(..)
            | Amendment::RemoveModifier(_)
            | Amendment::KindLine(..)
            | Amendment::AtStart(_)
            | Amendment::AtEnd(_) => {}
        }
    }

    /// Adds the names of a quoted line of the base, which need not be in force, so that a name counts only if it is unambiguous.
    fn quoted(&mut self, span: Span) {
        let text = self.text(span);
        let mut at = 0;
        for (number, part) in text.split('"').enumerate() {
            // Parts with an odd index are inside quotation marks.
            let words = part.split(|one: char| !one.is_alphanumeric() && one != '-');
            let mut start = at;
            for word in words {
                let place = Span::new(
                    span.file,
                    span.start + start,
                    span.start + start + word.len(),
                );
                if number % 2 == 0 && !word.is_empty() {
                    self.quoted_word(place, word);
                }
                let behind = text.get(start + word.len()..).unwrap_or_default();
                let next = behind.chars().next();
                start += word.len() + next.map_or(0, char::len_utf8);
            }
            at += part.len() + 1;
        }
    }

    fn quoted_word(&mut self, place: Span, word: &str) {
        let symbols = self.index.symbols.iter();
        let mut known = symbols.filter(|symbol| {
            let is_near = matches!(symbol.key, Key::Local(_) | Key::Piece(..) | Key::Section(_));
            symbol.name == word && !is_near
        });
        if let (Some(only), None) = (known.next(), known.next()) {
            let (key, kind) = (only.key.clone(), only.kind);
            self.refer(place, key, kind, word);
        }
    }

    /// Adds the keys of a quoted row, in the order of the table's keys.
    fn keys(&mut self, table: &str, row: &sandtable_source::Spanned<ast::Row>) {
        let book = self.inputs.book;
        let table = book.tables.iter().find(|known| known.naming.name == table);
        let Some(table) = table else { return };
        for (key, cell) in table.keys.iter().zip(&row.value.cells) {
            if let Type::Words(list) = key.ty {
                let words = book.words.get(list.at()).into_iter();
                for (at, word) in words.flat_map(|list| list.words.iter()).enumerate() {
                    let at = i32::try_from(at).unwrap_or(i32::MAX);
                    let key = Key::Numbered(SymbolKind::Word, list.at(), at);
                    self.refer(cell.span, key, SymbolKind::Word, word);
                }
            }
            if let Type::Face(die) = key.ty {
                self.faces(cell.span, die, Role::Refers);
            }
        }
    }

    /// Adds a word of a table that is no longer described.
    fn word_of_table(&mut self, name: &Name) {
        let key = Key::Removed("where".to_owned(), name.value.clone());
        self.refer(name.span, key, SymbolKind::Local, &name.value);
    }

    /// Adds a stat of a unit that a variant sets.
    fn of_unit(&mut self, name: &Name, values: &[sandtable_source::Spanned<ast::Literal>]) {
        let is_traits = name.value == "traits";
        if !is_traits {
            self.member(name.span, &name.value, Kinds::ALL);
        }
        let ty = self.member_type(&name.value);
        let cast = super::cast::Cast {
            pieces: Vec::new(),
            parameters: Vec::new(),
        };
        for value in values {
            if let ast::Literal::Word(word) = &value.value {
                let word = Name::new(word.clone(), value.span);
                match is_traits {
                    true => self.member(word.span, &word.value, Kinds::ALL),
                    false => self.word(&cast, &word, ty),
                }
            }
        }
    }
}
