//! Names in examples: entries, and given, chosen, rolled and judged values.

use super::cast::{Cast, placed_on};
use super::{Builder, Key, SymbolKind};
use sandtable_diagnostic::Diagnostics;
use sandtable_model::{Entry, GAME, Kinds, Parameter, Role, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Literal, Picked};
use sandtable_syntax::{
    CaseHead, parse_case_choices, parse_case_dice, parse_case_given, parse_case_head,
};

/// The head line of each example, and the example.
pub(super) fn spans(rules: &[ast::File]) -> Vec<(Span, &ast::Example)> {
    let items = rules.iter().flat_map(|file| &file.items);
    items
        .filter_map(|item| match &item.value {
            ast::Item::Example(example) => Some((item.span, example)),
            ast::Item::Ruleset(_)
            | ast::Item::Scale(_)
            | ast::Item::Die(_)
            | ast::Item::Kind(_)
            | ast::Item::Table(_)
            | ast::Item::Modifiers(_)
            | ast::Item::Fact(_)
            | ast::Item::Option(_)
            | ast::Item::Procedure(_)
            | ast::Item::Trigger(_)
            | ast::Item::Window(_)
            | ast::Item::Reaction(_)
            | ast::Item::Policy(_)
            | ast::Item::Variant(_)
            | ast::Item::Replace(_)
            | ast::Item::Amend(_)
            | ast::Item::Remove(_) => None,
        })
        .collect()
}

impl<'a> Builder<'a> {
    pub(super) fn add_examples(&mut self) {
        for (span, example) in self.examples.clone() {
            self.example(span, example);
        }
    }

    fn example(&mut self, scope: Span, example: &'a ast::Example) {
        let runs = example.steps.iter().filter_map(|step| step.run.as_ref());
        let entries = runs.filter_map(|run| self.inputs.book.find_entry(&run.value));
        let entries: Vec<Entry> = entries.collect();
        let mut cast = Cast {
            pieces: self.pieces(scope, example),
            parameters: self.parameters(&entries),
        };
        if let Some(map) = &example.map {
            self.refer(
                map.span,
                Key::Map(map.value.clone()),
                SymbolKind::Map,
                &map.value,
            );
        }
        for piece in &example.units {
            let name = &piece.name;
            let key = Key::Piece(scope, name.value.clone());
            self.declare(name.span, key, SymbolKind::Piece, &name.value);
            let profile = &piece.profile;
            let key = Key::Unit(profile.value.clone());
            self.refer(profile.span, key, SymbolKind::Unit, &profile.value);
            if let Some(side) = &piece.side {
                self.cast_name(&cast, side);
            }
        }
        for step in &example.steps {
            let run = step.run.as_ref();
            let entry = run.and_then(|run| self.inputs.book.find_entry(&run.value));
            if let (Some(run), Some(entry)) = (run, entry) {
                self.entry(run, entry);
            }
            // Names of this entry precede those of the other steps.
            let known = entry.into_iter().chain(entries.iter().copied());
            let known: Vec<Entry> = known.collect();
            cast.parameters = self.parameters(&known);
            self.example_step(&cast, step);
        }
    }

    fn parameters(&self, entries: &[Entry]) -> Vec<Parameter> {
        let book = self.inputs.book;
        let parameters = entries.iter().flat_map(|entry| book.parameters(*entry));
        parameters.collect()
    }

    fn example_step(&mut self, cast: &Cast<'_>, step: &ast::ExampleStep) {
        for given in &step.given {
            let ty = self.given(cast, given);
            self.literal(cast, &given.value, ty);
        }
        for (name, value) in &step.options {
            let ty = self.option(name);
            self.word(cast, value, ty);
        }
        for given in &step.judged {
            let ty = self.given(cast, given);
            self.literal(cast, &given.value, ty);
        }
        let dice = step.dice.iter().flat_map(|dice| &dice.value);
        self.all_picked(cast, dice.map(|shown| &shown.face));
        let choices = step
            .choices
            .iter()
            .flat_map(|choices| &choices.value.picked);
        self.all_picked(cast, choices);
        for table in &step.tables {
            self.case_table(cast, &table.value);
        }
    }

    fn all_picked<'p>(
        &mut self,
        cast: &Cast<'_>,
        picked: impl Iterator<Item = &'p Spanned<Picked>>,
    ) {
        for one in picked {
            if let Picked::Literal(Literal::Word(word)) = &one.value {
                self.picked(cast, one.span, word);
            }
        }
    }

    /// Collects the names in the columns of a table and in its cells.
    fn case_table(&mut self, cast: &Cast<'_>, table: &ast::CaseTable) {
        let Some((heads, rows)) = table.rows.split_first() else {
            return;
        };
        for (at, head) in heads.iter().enumerate() {
            let cells = || rows.iter().filter_map(move |row| row.get(at));
            let mut found = Diagnostics::default();
            match (head.value.as_str(), parse_case_head(head)) {
                ("dice", _) => {
                    for dice in cells().filter_map(|cell| parse_case_dice(cell, &mut found)) {
                        self.all_picked(cast, dice.iter().map(|shown| &shown.face));
                    }
                }
                ("choices", _) => {
                    for given in cells().filter_map(|cell| parse_case_choices(cell, &mut found)) {
                        self.all_picked(cast, given.value.picked.iter());
                    }
                }
                (_, Some(CaseHead::Given(given))) => {
                    for given in &given {
                        let ty = self.given(cast, given);
                        self.literal(cast, &given.value, ty);
                    }
                }
                (_, head_path) => {
                    let (place, about) = match head_path {
                        Some(CaseHead::Path { place, about }) => (place, about),
                        _ if self.is_giveable(cast, &head.value) => {
                            (vec![head.clone()], Vec::new())
                        }
                        _ => continue,
                    };
                    let value = Spanned::new(Literal::Number(0), head.span);
                    let ty = self.given(
                        cast,
                        &ast::Given {
                            place,
                            about,
                            value,
                        },
                    );
                    for value in cells().filter_map(|cell| parse_case_given(cell, &mut found)) {
                        self.literal(cast, &value, ty);
                    }
                }
            }
        }
    }

    /// Whether a name is a parameter, a fact or an option.
    fn is_giveable(&self, cast: &Cast<'_>, name: &str) -> bool {
        let book = self.inputs.book;
        cast.parameters.iter().any(|known| known.name == name)
            || book.facts.iter().any(|fact| fact.naming.name == name)
            || book.options.iter().any(|option| option.naming.name == name)
    }

    /// Adds the name of the entry.
    pub(super) fn entry(&mut self, name: &ast::Name, entry: Entry) {
        let (kind, at) = match entry {
            Entry::Procedure(id) => (super::kinds::of_procedure(self.inputs.book, id), id.at()),
            Entry::Table(id) => (SymbolKind::Table, id.at()),
            Entry::Modifiers(id) => (SymbolKind::Modifiers, id.at()),
            Entry::Row(at) => {
                let first = self.inputs.book.first_result(at);
                (SymbolKind::Table, first.map_or(0, |first| first.at()))
            }
        };
        let key = Key::Numbered(kind, at, 0);
        self.refer(name.span, key, kind, &name.value);
    }

    /// An optional rule by its name; its type.
    pub(super) fn option(&mut self, name: &ast::Name) -> Type {
        let mut options = self.inputs.book.options.iter();
        let found = options.position(|option| option.naming.name == name.value);
        let Some(at) = found else {
            return Type::Unknown;
        };
        let key = Key::Numbered(SymbolKind::Option, at, 0);
        self.refer(name.span, key, SymbolKind::Option, &name.value);
        let option = self.inputs.book.options.get(at);
        option.map_or(Type::Unknown, |option| option.ty)
    }

    /// A fact by its name; its type.
    pub(super) fn fact(&mut self, name: &ast::Name) -> Option<Type> {
        let mut facts = self.inputs.book.facts.iter();
        let at = facts.position(|fact| fact.naming.name == name.value)?;
        let key = Key::Numbered(SymbolKind::Fact, at, 0);
        self.refer(name.span, key, SymbolKind::Fact, &name.value);
        self.inputs.book.facts.get(at).map(|fact| fact.ty)
    }

    /// Adds `range`, `target.hits`, `cover(alpha, bravo)`; returns the type of the value.
    fn given(&mut self, cast: &Cast<'_>, given: &ast::Given) -> Type {
        for name in &given.about {
            self.cast_name(cast, name);
        }
        let Some(first) = given.place.first() else {
            return Type::Unknown;
        };
        if let [owner, parts @ .., member] = given.place.as_slice()
            && owner.span != member.span
        {
            self.cast_name(cast, owner);
            for part in parts {
                match self.is_member(&part.value) {
                    true => self.member(part.span, &part.value, Kinds::ALL),
                    false => self.cast_name(cast, part),
                }
            }
            self.member(member.span, &member.value, Kinds::ALL);
            return self.member_type(&member.value);
        }
        let mut parameters = cast.parameters.iter();
        if let Some(known) = parameters.find(|known| known.name == first.value) {
            let (span, ty) = (known.span, known.ty);
            self.refer(
                first.span,
                Key::Local(span),
                SymbolKind::Local,
                &first.value,
            );
            return ty;
        }
        match self.fact(first) {
            Some(ty) => ty,
            None if first.value == "map" => Type::Unknown,
            None => self.option(first),
        }
    }

    /// The type of a stat, track or trait.
    pub(super) fn member_type(&self, name: &str) -> Type {
        let book = self.inputs.book;
        let field = book.fields.iter().find(|field| field.name == name);
        let track = || book.tracks.iter().find(|track| track.name == name);
        let ty = field.map(|field| field.ty);
        ty.or_else(|| track().map(|track| track.ty))
            .unwrap_or(Type::Unknown)
    }

    /// The name of a unit that takes part: a parameter, a piece, or a unit of the unit files.
    pub(super) fn cast_name(&mut self, cast: &Cast<'_>, name: &ast::Name) {
        self.cast_word(cast, name.span, &name.value);
    }

    fn cast_word(&mut self, cast: &Cast<'_>, span: Span, word: &str) {
        let mut parameters = cast.parameters.iter();
        if let Some((_, scope)) = cast.pieces.iter().find(|(piece, _)| *piece == word) {
            let key = Key::Piece(*scope, word.to_owned());
            self.refer(span, key, SymbolKind::Piece, word);
        } else if let Some(known) = parameters.find(|known| known.name == word) {
            let declared = known.span;
            self.refer(span, Key::Local(declared), SymbolKind::Local, word);
        } else if self.is_unit(word) {
            self.refer(span, Key::Unit(word.to_owned()), SymbolKind::Unit, word);
        } else {
            self.refer(
                span,
                Key::BuiltIn(word.to_owned()),
                SymbolKind::BuiltIn,
                word,
            );
        }
    }

    pub(super) fn is_unit(&self, word: &str) -> bool {
        let mut profiles = self.inputs.book.profiles.iter();
        word != GAME && profiles.any(|profile| profile.id == word)
    }

    /// The pieces of an example and of its map, each with the scope of its declaration.
    fn pieces(&self, scope: Span, example: &'a ast::Example) -> Vec<(&'a str, Span)> {
        let own = example
            .units
            .iter()
            .map(|piece| (piece.name.value.as_str(), scope));
        let map = example.map.as_ref();
        let map = map.and_then(|map| self.inputs.roster.map(&map.value));
        own.chain(map.into_iter().flat_map(placed_on)).collect()
    }

    /// The symbol of a name by which an example calls a unit.
    pub(super) fn piece(&self, example: Span, name: &str) -> (Key, SymbolKind) {
        let found = self.examples.iter().find(|(span, _)| *span == example);
        let pieces = found.map(|(scope, example)| self.pieces(*scope, example));
        let mut pieces = pieces.into_iter().flatten();
        match pieces.find(|(piece, _)| *piece == name) {
            Some((_, scope)) => (Key::Piece(scope, name.to_owned()), SymbolKind::Piece),
            None if self.of_a_step(example, name).is_some() => {
                let declared = self.of_a_step(example, name).unwrap_or(example);
                (Key::Local(declared), SymbolKind::Local)
            }
            None if self.is_unit(name) => (Key::Unit(name.to_owned()), SymbolKind::Unit),
            None => (Key::BuiltIn(name.to_owned()), SymbolKind::BuiltIn),
        }
    }

    /// The declaration of a parameter of what a step of an example runs.
    fn of_a_step(&self, example: Span, name: &str) -> Option<Span> {
        let (_, example) = self.examples.iter().find(|(span, _)| *span == example)?;
        let runs = example.steps.iter().filter_map(|step| step.run.as_ref());
        let entries = runs.filter_map(|run| self.inputs.book.find_entry(&run.value));
        let parameters = self.parameters(&entries.collect::<Vec<_>>());
        let mut known = parameters.iter().filter(|known| known.name == name);
        known.next().map(|known| known.span)
    }

    fn literal(&mut self, cast: &Cast<'_>, value: &Spanned<Literal>, ty: Type) {
        if let Literal::Word(word) = &value.value {
            let name = Spanned::new(word.clone(), value.span);
            self.word(cast, &name, ty);
        }
    }

    /// A word as a value of a type.
    pub(super) fn word(&mut self, cast: &Cast<'_>, word: &ast::Name, ty: Type) {
        let text = word.value.as_str();
        match ty {
            Type::Words(list) => {
                let words = self.inputs.book.words.get(list.at());
                if let Some(at) = words.and_then(|words| words.value(text)) {
                    let key = Key::Numbered(SymbolKind::Word, list.at(), at);
                    self.refer(word.span, key, SymbolKind::Word, text);
                }
            }
            Type::Face(die) => self.faces(word.span, die, Role::Refers),
            Type::Unit(_) if text != "none" => self.cast_word(cast, word.span, text),
            Type::Place if text != "none" => {
                let key = Key::BuiltIn(text.to_owned());
                self.refer(word.span, key, SymbolKind::BuiltIn, text);
            }
            Type::Number(_)
            | Type::Flag
            | Type::Dice
            | Type::Side
            | Type::Unit(_)
            | Type::Place
            | Type::Unknown => {}
        }
    }

    /// Adds a word that is chosen, drawn or shown by dice, as the symbol of the rules or of the cast that it names.
    fn picked(&mut self, cast: &Cast<'_>, span: Span, word: &str) {
        let book = self.inputs.book;
        let is_parameter = cast.parameters.iter().any(|known| known.name == word);
        let is_piece = cast.pieces.iter().any(|(piece, _)| *piece == word);
        if is_piece || is_parameter || self.is_unit(word) {
            self.cast_word(cast, span, word);
            return;
        }
        for (at, die) in book.dice.iter().enumerate() {
            if die.words.iter().any(|face| face == word) {
                self.faces(span, sandtable_model::DieId::new(at), Role::Refers);
            }
        }
        for (at, list) in book.words.iter().enumerate() {
            if let Some(value) = list.value(word) {
                let key = Key::Numbered(SymbolKind::Word, at, value);
                self.refer(span, key, SymbolKind::Word, word);
            }
        }
    }
}
