//! Candidates for what is being typed, by the text before it.

use super::Facts;
use super::hover::built_in;
use crate::symbols::SymbolKind;
use sandtable_model::board::Primitive;
use sandtable_model::{DieId, GAME, KindId, Kinds, NONE, Type, words_of};
use sandtable_source::{FileId, Span};
use sandtable_syntax::ast::{Item, ResultType};
use sandtable_syntax::{KeywordKind, keywords};

/// Something that could be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The text.
    pub text: String,
    /// The kind of thing it is.
    pub kind: CandidateKind,
    /// A line about it: its title, or what it may be.
    pub doc: String,
    /// The beginning of a word that it replaces; empty if none is written yet.
    pub replaces: Span,
}

/// The kind of thing that a candidate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CandidateKind {
    /// A word of the language.
    Keyword,
    /// A name.
    Symbol(SymbolKind),
    /// A key of a TOML file with a meaning of its own.
    Key,
    /// `true`, `yes` and the like.
    Value,
}

/// Words that join and ask values.
const OPERATORS: [&str; 18] = [
    "and",
    "or",
    "not",
    "is",
    "has",
    "if",
    "otherwise",
    "number of",
    "total of",
    "highest of",
    "lowest of",
    "any",
    "first",
    "last",
    "raised by",
    "lowered by",
    "limited to",
    "rounded down",
];

/// Kinds of symbols that can be run.
const ENTRIES: [SymbolKind; 6] = [
    SymbolKind::Action,
    SymbolKind::Roll,
    SymbolKind::Sequence,
    SymbolKind::Table,
    SymbolKind::Formula,
    SymbolKind::Modifiers,
];

/// Kinds of symbols that have a value.
const VALUES: [SymbolKind; 7] = [
    SymbolKind::Fact,
    SymbolKind::Formula,
    SymbolKind::Roll,
    SymbolKind::Action,
    SymbolKind::Table,
    SymbolKind::Modifiers,
    SymbolKind::Option,
];

fn is_of_a_word(one: char) -> bool {
    one.is_alphanumeric() || one == '-'
}

/// A place in a text: the line before it without the word that is being typed.
struct Cursor<'t> {
    file: FileId,
    /// The start of the line.
    start: usize,
    line: &'t str,
}

impl<'t> Cursor<'t> {
    /// The last words before the cursor, the last one first.
    fn words(&self) -> impl Iterator<Item = &'t str> {
        let words = self.line.rsplit(|one| !is_of_a_word(one));
        words.filter(|word| !word.is_empty())
    }
}

/// Collects candidates, each text once.
struct Candidates {
    list: Vec<Candidate>,
    replaces: Span,
}

impl Candidates {
    fn add(&mut self, text: &str, kind: CandidateKind, doc: impl Into<String>) {
        // Names with blanks are of tracks that no rule can name.
        let is_hidden = matches!(kind, CandidateKind::Symbol(_)) && text.contains(' ');
        let is_known = self.list.iter().any(|one| one.text == text);
        if !text.is_empty() && !is_hidden && !is_known {
            self.list.push(Candidate {
                text: text.to_owned(),
                kind,
                doc: doc.into(),
                replaces: self.replaces,
            });
        }
    }

    fn symbol(&mut self, text: &str, kind: SymbolKind, doc: impl Into<String>) {
        self.add(text, CandidateKind::Symbol(kind), doc);
    }

    fn built_in(&mut self, names: &[&str]) {
        for name in names {
            let doc = built_in(name, None).unwrap_or_default();
            self.symbol(name, SymbolKind::BuiltIn, doc);
        }
    }

    fn keywords(&mut self, words: impl IntoIterator<Item = &'static str>) {
        for word in words {
            self.add(word, CandidateKind::Keyword, "");
        }
    }
}

impl Facts<'_> {
    /// Everything that could be written at an offset, the likeliest first.
    pub fn completions(&self, file: FileId, offset: usize) -> Vec<Candidate> {
        let (start, line) = self.line_at(file, offset);
        let typed = line.get(..offset.saturating_sub(start)).unwrap_or(line);
        let line = typed.trim_end_matches(is_of_a_word);
        let cursor = Cursor { file, start, line };
        let mut found = Candidates {
            list: Vec::new(),
            replaces: Span::new(file, start + line.len(), start + typed.len()),
        };
        let source = self.inputs.sources.get(file);
        if source.is_some_and(|source| source.name.ends_with(".toml")) {
            self.in_toml(&cursor, &mut found);
        } else if !is_in_text(line) {
            self.in_rules(&cursor, &mut found);
        }
        found.list
    }

    fn in_rules(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        let line = cursor.line.trim();
        let mut words = cursor.words();
        let last = words.next().unwrap_or_default();
        let but_last = words.next().unwrap_or_default();
        let asks = |word: &str| last == word || last == "not" && but_last == word;
        let list = line.rfind(" is ").and_then(|at| line.get(at + 4..));
        let in_list = last == "or"
            && list.is_some_and(|list| {
                !list.contains(['=', '<', '>', '(', ' ']) || list.ends_with(" or")
            });
        let part = line.rsplit(',').next().unwrap_or_default();
        if cursor.line.is_empty() {
            found.keywords(keywords(KeywordKind::Declaration));
        } else if line.is_empty() {
            self.at_line_start(cursor, found);
        } else if line.ends_with('.') {
            let ty = self.type_before(cursor, line.trim_end_matches('.'));
            self.members(self.kinds_of(ty), found);
        } else if asks("is") || in_list {
            self.after_is(cursor, found);
        } else if asks("has") {
            for field in self
                .inputs
                .book
                .fields
                .iter()
                .filter(|field| field.is_trait)
            {
                found.symbol(&field.name, SymbolKind::Trait, "");
            }
        } else if last == "roll" && cursor.line.starts_with(' ') {
            self.of_kind(SymbolKind::Die, found);
            self.locals(cursor, found);
        } else if names_a_deck(line, last) {
            for deck in &self.inputs.book.decks {
                let naming = &deck.naming;
                found.symbol(&naming.name, SymbolKind::Deck, naming.shown());
            }
        } else if last == "open" || line == "at" || line == "must at" {
            self.of_kind(SymbolKind::Window, found);
        } else if line == "in" && self.is_in_policy(cursor) {
            let asking = [
                SymbolKind::Action,
                SymbolKind::Sequence,
                SymbolKind::Roll,
                SymbolKind::Reaction,
            ];
            asking
                .into_iter()
                .for_each(|kind| self.of_kind(kind, found));
        } else if line == "run" {
            ENTRIES
                .into_iter()
                .for_each(|kind| self.of_kind(kind, found));
        } else if line.starts_with("given") || line.starts_with("units") {
            self.in_example(cursor, part, found);
        } else if last == "each"
            || line.ends_with("list of")
            || line.ends_with(':') && is_before_type(line)
        {
            self.types(found);
        } else {
            self.in_expression(cursor, found);
        }
    }

    fn is_in_policy(&self, cursor: &Cursor<'_>) -> bool {
        matches!(
            self.item_at(cursor.file, cursor.start),
            Some(Item::Policy(_))
        )
    }

    /// Keywords and names with which lines of the block around begin.
    fn at_line_start(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        let item = self.item_at(cursor.file, cursor.start);
        let sort = match item {
            Some(Item::Kind(_)) => KeywordKind::KindLine,
            Some(Item::Example(_)) => KeywordKind::ExampleLine,
            Some(Item::Fact(_)) => return found.keywords(["in play"]),
            Some(Item::Table(_)) => return found.keywords(["where", "several rows"]),
            Some(Item::Modifiers(_)) => return found.keywords(["limit"]),
            Some(Item::Die(_)) => return found.keywords(["faces"]),
            Some(Item::Ruleset(_)) => {
                return found.keywords(["index", "board", "stands", "facings", "sides"]);
            }
            Some(Item::Policy(_)) => return found.keywords(["in"]),
            Some(Item::Trigger(_)) => KeywordKind::TriggerLine,
            Some(Item::Procedure(_) | Item::Reaction(_) | Item::Replace(_) | Item::Amend(_)) => {
                KeywordKind::Statement
            }
            Some(
                Item::Scale(_)
                | Item::Option(_)
                | Item::Window(_)
                | Item::Variant(_)
                | Item::Remove(_),
            )
            | None => return,
        };
        found.keywords(keywords(sort));
        if matches!(sort, KeywordKind::Statement | KeywordKind::TriggerLine) {
            found.keywords(keywords(KeywordKind::Statement));
            if let Some(Item::Procedure(procedure)) = item
                && let Some(ResultType::Outcomes(words)) = &procedure.head.result
            {
                for word in words {
                    found.symbol(&word.value, SymbolKind::Word, "an outcome of this roll");
                }
            }
            self.of_kind(SymbolKind::Action, found);
        }
    }

    /// Names in scope: what is kept here, the unit's own, rules, facts, built-ins.
    fn in_expression(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        self.locals(cursor, found);
        if let Some(Item::Kind(kind)) = self.item_at(cursor.file, cursor.start)
            && let Some(id) = self.inputs.book.kind_named(&kind.head.name.value)
        {
            self.members(Kinds::one(id), found);
        }
        VALUES
            .into_iter()
            .for_each(|kind| self.of_kind(kind, found));
        if let board @ Some(measure) = self.inputs.book.board {
            let all = Primitive::ALL.into_iter();
            for primitive in all.filter(|one| one.boards().contains(&measure)) {
                found.symbol(
                    primitive.name(board),
                    SymbolKind::BuiltIn,
                    primitive.usage(board),
                );
            }
        }
        for side in &self.inputs.book.sides {
            found.symbol(&side.name, SymbolKind::Unit, side.shown().to_owned());
        }
        found.built_in(&["none"]);
        found.add("yes", CandidateKind::Value, "");
        found.add("no", CandidateKind::Value, "");
        found.keywords(OPERATORS);
    }

    fn locals(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        for local in self.locals_at(cursor.file, cursor.start) {
            let doc = self.inputs.book.describe(local.ty, NONE + 1, i32::MAX);
            found.symbol(&local.name, SymbolKind::Local, doc);
        }
    }

    /// Symbols of a kind that the model numbers.
    fn of_kind(&self, kind: SymbolKind, found: &mut Candidates) {
        for (id, symbol) in self.symbols.all().filter(|(_, symbol)| symbol.kind == kind) {
            // Formulas of kinds follow a dot.
            if self.symbols.number(id).is_some() {
                let title = self.naming(id).and_then(|naming| naming.title.clone());
                found.symbol(&symbol.name, kind, title.unwrap_or_default());
            }
        }
    }

    fn types(&self, found: &mut Candidates) {
        for kind in [
            SymbolKind::Kind,
            SymbolKind::Scale,
            SymbolKind::Words,
            SymbolKind::Die,
        ] {
            self.of_kind(kind, found);
        }
        found.built_in(&["unit", "place", "direction", "dice"]);
        found.keywords(["yes or no", "number", "hexes", "squares", "areas", "inches"]);
    }

    fn kinds_of(&self, ty: Type) -> Kinds {
        let book = self.inputs.book;
        match ty {
            Type::Unit(kinds) => kinds,
            Type::Place => book.place_kind().map_or(Kinds::ALL, Kinds::one),
            Type::Side => book.link_kind().map_or(Kinds::ALL, Kinds::one),
            Type::Number(_)
            | Type::Flag
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Unknown => Kinds::ALL,
        }
    }

    /// Stats, tracks and formulas of kinds.
    fn members(&self, kinds: Kinds, found: &mut Candidates) {
        let book = self.inputs.book;
        let all = book.kinds.iter().enumerate();
        for (_, kind) in all.filter(|(at, _)| kinds.has(KindId::new(*at))) {
            for stat in &kind.stats {
                let field = book.fields.get(stat.field.at());
                let ty = field.map_or(Type::Unknown, |field| field.ty);
                let doc = stat.naming.title.clone();
                let doc = doc.unwrap_or_else(|| book.describe(ty, stat.low, stat.high));
                found.symbol(&stat.naming.name, SymbolKind::Stat, doc);
            }
            for track in &kind.tracks {
                let known = book.tracks.get(track.track.at());
                let ty = known.map_or(Type::Unknown, |track| track.ty);
                let doc = track
                    .naming
                    .title
                    .clone()
                    .or_else(|| built_in(&track.naming.name, book.board));
                let doc = doc.unwrap_or_else(|| book.describe(ty, track.low, track.high));
                found.symbol(&track.naming.name, SymbolKind::Track, doc);
            }
            for (name, id) in &kind.formulas {
                let formula = book.procedures.get(id.at());
                let doc = formula.and_then(|known| known.naming.title.clone());
                found.symbol(name, SymbolKind::Formula, doc.unwrap_or_default());
            }
        }
    }

    /// The type of what a text ends with: `firer`, `firer.gun`, `cover(target)`.
    fn type_before(&self, cursor: &Cursor<'_>, text: &str) -> Type {
        let mut text = text.trim_end();
        if text.ends_with(')') {
            text = text
                .rfind('(')
                .and_then(|open| text.get(..open))
                .unwrap_or_default();
        }
        let path = text.rsplit(|one| !is_of_a_word(one) && one != '.').next();
        let path = path.unwrap_or_default();
        if let Some((_, member)) = path.rsplit_once('.') {
            return self.member_type(member);
        }
        let locals = self.locals_at(cursor.file, cursor.start);
        if let Some(local) = locals.iter().find(|local| local.name == path) {
            return local.ty;
        }
        let book = self.inputs.book;
        if let (GAME, Some(game)) = (path, book.game_kind()) {
            return Type::Unit(Kinds::one(game));
        }
        let mut symbols = self.symbols.all();
        let known = symbols.find(|(id, symbol)| {
            symbol.name == path
                && self.symbols.number(*id).is_some()
                && symbol.kind != SymbolKind::Word
        });
        match known {
            Some((id, symbol)) if symbol.kind == SymbolKind::Die => {
                let number = self.symbols.number(id);
                number.map_or(Type::Unknown, |(_, at)| Type::Face(DieId::new(at)))
            }
            Some((id, _)) => self.type_of(id, Span::new(cursor.file, cursor.start, cursor.start)),
            None => self.member_type(path),
        }
    }

    fn member_type(&self, name: &str) -> Type {
        let book = self.inputs.book;
        let field = book.fields.iter().find(|field| field.name == name);
        let track = || book.tracks.iter().find(|track| track.name == name);
        let ty = field.map(|field| field.ty);
        ty.or_else(|| track().map(|track| track.ty))
            .unwrap_or(Type::Unknown)
    }

    /// Words that the value before `is` may be asked for.
    fn after_is(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        let line = cursor.line.trim_end();
        let at = match line.strip_suffix("is") {
            Some(before) => before.len(),
            None => line.rfind(" is ").unwrap_or(line.len()),
        };
        let ty = self.type_before(cursor, line.get(..at).unwrap_or_default());
        self.words_of_type(ty, found);
        if let Type::Unit(_) | Type::Unknown = ty {
            self.of_kind(SymbolKind::Kind, found);
            found.built_in(&["destroyed", "removed"]);
        }
        if ty == Type::Unknown {
            let words = self.symbols.all().map(|(_, symbol)| symbol);
            for word in words.filter(|symbol| symbol.kind == SymbolKind::Word) {
                found.symbol(&word.name, SymbolKind::Word, "");
            }
        }
        found.built_in(&["none"]);
        found.keywords(["not"]);
    }

    fn words_of_type(&self, ty: Type, found: &mut Candidates) {
        let kind = match ty {
            Type::Flag => CandidateKind::Value,
            Type::Face(_) => CandidateKind::Symbol(SymbolKind::Face),
            Type::Unit(_) => CandidateKind::Symbol(SymbolKind::Kind),
            Type::Words(_)
            | Type::Number(_)
            | Type::Dice
            | Type::Place
            | Type::Side
            | Type::Unknown => CandidateKind::Symbol(SymbolKind::Word),
        };
        for word in words_of(self.inputs.book, ty) {
            found.add(&word, kind, "");
        }
    }

    /// `given firer = …`, `units red-1 = …`
    fn in_example(&self, cursor: &Cursor<'_>, part: &str, found: &mut Candidates) {
        let book = self.inputs.book;
        let run = match self.item_at(cursor.file, cursor.start) {
            Some(Item::Example(example)) => {
                // Given values are above the `run` that they belong to.
                let mut runs = example.steps.iter().filter_map(|step| step.run.as_ref());
                let next = runs.clone().find(|run| run.span.start > cursor.start);
                next.or_else(|| runs.next_back())
            }
            _ => None,
        };
        let entry = run.and_then(|run| book.find_entry(&run.value));
        let parameters = entry.map_or_else(Vec::new, |entry| book.parameters(entry));
        let Some((name, _)) = part.split_once('=') else {
            for known in &parameters {
                let doc = book.describe(known.ty, known.low, known.high);
                found.symbol(&known.name, SymbolKind::Local, doc);
            }
            return self.of_kind(SymbolKind::Fact, found);
        };
        let name = name.split_whitespace().next_back().unwrap_or_default();
        let parameter = parameters.iter().find(|known| known.name == name);
        match parameter.map_or_else(|| self.type_before(cursor, name), |known| known.ty) {
            Type::Unit(kinds) => self.units(kinds, found),
            Type::Unknown => self.units(Kinds::ALL, found),
            ty @ (Type::Number(_)
            | Type::Flag
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Place
            | Type::Side) => self.words_of_type(ty, found),
        }
    }

    /// Units of the unit files of some kinds.
    fn units(&self, kinds: Kinds, found: &mut Candidates) {
        let profiles = self.inputs.book.profiles.iter();
        for profile in profiles.filter(|profile| kinds.has(profile.kind)) {
            found.symbol(&profile.id, SymbolKind::Unit, profile.title.clone());
        }
    }

    fn in_toml(&self, cursor: &Cursor<'_>, found: &mut Candidates) {
        let book = self.inputs.book;
        if cursor.line.trim_start().starts_with('[') {
            if !cursor.line.contains('.') {
                self.of_kind(SymbolKind::Kind, found);
            }
            return;
        }
        let above = self
            .text_of(cursor.file)
            .get(..cursor.start)
            .unwrap_or_default();
        let mut headings = above
            .lines()
            .rev()
            .filter_map(|line| line.trim().strip_prefix('['));
        let heading = headings.next().unwrap_or_default();
        let sort = heading.split(['.', ']']).next().unwrap_or_default();
        let kind = match sort {
            "unit" => self.kind_of_piece(above),
            sort => book.kind_named(sort),
        };
        match cursor.line.split_once('=') {
            None => self.keys(sort, kind, found),
            Some((key, _)) => self.toml_value(key.trim(), kind, found),
        }
    }

    /// The kind of a piece of a map or scenario, by its `is` line.
    fn kind_of_piece(&self, above: &str) -> Option<KindId> {
        let lines = above
            .lines()
            .rev()
            .take_while(|line| !line.starts_with('['));
        let mut is = lines.filter_map(|line| line.split_once('='));
        let (_, id) = is.find(|(key, _)| key.trim() == "is")?;
        let id = id.trim().trim_matches(['"', '\'']);
        let mut profiles = self.inputs.book.profiles.iter();
        profiles
            .find(|known| known.id == id)
            .map(|known| known.kind)
    }

    fn keys(&self, sort: &str, kind: Option<KindId>, found: &mut Candidates) {
        match sort {
            "facts" => return self.of_kind(SymbolKind::Fact, found),
            "options" => return self.of_kind(SymbolKind::Option, found),
            _ => {}
        }
        if let Some(kind) = kind {
            self.members(Kinds::one(kind), found);
        }
        // Tracks begin as their kinds say, but for pieces of a scenario; formulas are calculated.
        let is_placed = matches!(sort, "unit" | "side" | "game");
        found.list.retain(|one| match one.kind {
            CandidateKind::Symbol(SymbolKind::Track) => is_placed,
            CandidateKind::Symbol(SymbolKind::Formula) => false,
            CandidateKind::Symbol(_)
            | CandidateKind::Keyword
            | CandidateKind::Key
            | CandidateKind::Value => true,
        });
        let own: &[&str] = match sort {
            "unit" => &[
                "is", "name", "note", "at", "facing", "base", "shape", "traits",
            ],
            _ => &["name", "note", "text", "traits"],
        };
        for key in own {
            found.add(key, CandidateKind::Key, "");
        }
    }

    fn toml_value(&self, key: &str, kind: Option<KindId>, found: &mut Candidates) {
        let book = self.inputs.book;
        match key {
            "traits" => {
                let kind = kind.and_then(|kind| book.kinds.get(kind.at()));
                let traits = kind.into_iter().flat_map(|kind| &kind.traits);
                for field in traits.filter_map(|field| book.fields.get(field.at())) {
                    found.symbol(&field.name, SymbolKind::Trait, "");
                }
            }
            "is" => self.units(Kinds::ALL, found),
            "play" => self.of_kind(SymbolKind::Sequence, found),
            "map" => {
                for map in &book.maps {
                    let doc = map.naming.title.clone().unwrap_or_default();
                    found.symbol(&map.naming.name, SymbolKind::Map, doc);
                }
            }
            key => match self.member_type(key) {
                Type::Flag => {
                    found.add("true", CandidateKind::Value, "");
                    found.add("false", CandidateKind::Value, "");
                }
                Type::Unit(kinds) => self.units(kinds, found),
                ty @ (Type::Number(_)
                | Type::Words(_)
                | Type::Face(_)
                | Type::Dice
                | Type::Place
                | Type::Side
                | Type::Unknown) => self.words_of_type(ty, found),
            },
        }
    }
}

/// Whether the name of a deck goes on with a line.
fn names_a_deck(line: &str, last: &str) -> bool {
    let begins = |word: &str| line.split(' ').next() == Some(word);
    matches!(last, "shuffle" | "reshuffle")
        || (begins("draw") && last == "from")
        || (line.starts_with("look at ") && last == "of")
}

/// Whether a line ends within quotation marks or a comment.
fn is_in_text(line: &str) -> bool {
    let mut quoted = false;
    for one in line.chars() {
        match one {
            '"' => quoted = !quoted,
            '#' if !quoted => return true,
            _ => {}
        }
    }
    quoted
}

/// Whether a type follows the colon at the end of a line: of a parameter, a fact, a track, a selection.
fn is_before_type(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_in_brackets = line.matches('(').count() > line.matches(')').count();
    is_in_brackets
        || matches!(
            first,
            "fact" | "track" | "each" | "choose" | "rank" | "alternate"
        )
}
