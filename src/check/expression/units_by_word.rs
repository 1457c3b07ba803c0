//! Stats of units of the unit files that a word names: `ware.price`.
//!
//! Reports: E0202, E0203, E0206.

use std::collections::BTreeMap;

use super::super::scope::Scope;
use super::super::tables::rolls;
use super::member::Member;
use super::unknown;
use sandtable_ask::stats::StatReader;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, a};
use sandtable_model::literals::{describe, words_of};
use sandtable_model::{Expr, FieldId, Kind, KindId, Kinds, NONE, Symbol, Type, Value};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// The largest number of words of a list: as many as a set of words has bits.
const MOST_WORDS: usize = 64;

impl Scope<'_, '_> {
    /// `ware.price`: the stat of the unit of the unit files that the word names, as a choice among the values of all words.
    pub(super) fn stat_by_word(&mut self, value: Expr, name: &ast::Name) -> Expr {
        let span = value.span.to(name.span);
        let Some(units) = self.units_of_words(&value) else {
            return unknown(span);
        };
        let kinds = units.iter().map(|(_, kind)| Kinds::one(*kind));
        let kinds = kinds.fold(Kinds::NONE, Kinds::or);
        let value = self.some(value);
        if rolls(self.checker, &value) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a roll cannot be before this dot")
                    .label(value.span, "this would be rolled several times")
                    .help(format!(
                        "name the result on a line above, `chosen = …`, and write `chosen.{}`",
                        name.value
                    )),
            );
            return unknown(span);
        }
        let mut by_value: BTreeMap<i32, u64> = BTreeMap::new();
        let mut ty = None;
        // Reading adds no kinds.
        let all_kinds = self.checker.book.kinds.clone();
        for (word, (id, kind)) in units.iter().enumerate() {
            let Some(field) = self.stat_of_kind(*kind, name) else {
                return unknown(span);
            };
            let known = self.checker.book.fields.get(field.at());
            let own = known.map_or(Type::Unknown, |field| field.ty);
            if *ty.get_or_insert(own) != own {
                let text = describe(&self.checker.book, own);
                self.wrong_type(name.span, ty.unwrap_or(own), &text);
                return unknown(span);
            }
            self.checker.used.fields.insert(field);
            // A value that is missing or wrong is reported with its unit.
            let Some(read) = self.value_of_unit(id, (*kind, field), &all_kinds) else {
                return unknown(span);
            };
            *by_value.entry(read).or_default() |= 1 << word;
        }
        self.refers(name.span, Symbol::Member(kinds));
        self.checker.used.has_values_of_units = true;
        choice_among(&value, by_value, ty.unwrap_or(Type::Unknown), span)
    }

    /// Returns the units that the words of a value name, in their order; `None` if one names none, which is reported.
    fn units_of_words(&mut self, value: &Expr) -> Option<Vec<(String, KindId)>> {
        let words = words_of(&self.checker.book, value.ty);
        let known = &self.checker.roster_units;
        let kind_of = |word: &String| {
            let unit = known.iter().find(|(id, _)| id == word);
            unit.map(|(id, kind)| (id.clone(), *kind))
        };
        let units: Vec<_> = words.iter().map(kind_of).collect();
        let n_units = units.iter().flatten().count();
        let Some((word, _)) = words.iter().zip(&units).find(|(_, unit)| unit.is_none()) else {
            // A longer list is refused where it is declared.
            return units
                .into_iter()
                .collect::<Option<_>>()
                .filter(|all: &Vec<_>| all.len() <= MOST_WORDS);
        };
        if self.checker.book.poison.has(word) {
            return None;
        }
        let text = describe(&self.checker.book, value.ty);
        let finding = Diagnostic::new(Code::WrongType, "expected a unit")
            .label(value.span, format!("this is {text}"));
        self.report(match n_units {
            0 => finding.help(
                "write a table with a row for each word, and look it up; or a unit file with a unit for each word of the list",
            ),
            _ => finding.help(format!(
                "a word has the stats of the unit that it names, if each word of its list is one: there is no unit `{word}`"
            )),
        });
        None
    }

    /// Returns the stat or trait of a kind by its name, if its values can be read from the unit files; reports it otherwise.
    fn stat_of_kind(&mut self, kind: KindId, name: &ast::Name) -> Option<FieldId> {
        let member = self.member_of(kind, &name.value);
        let book = &self.checker.book;
        let is_plain = |field: &FieldId| {
            let ty = book.fields.get(field.at()).map(|field| field.ty);
            !matches!(ty, None | Some(Type::Dice | Type::Unit(_)))
        };
        match member {
            Some(Member::Field(field, _)) if is_plain(&field) => return Some(field),
            Some(Member::Field(field, _)) => {
                let ty = book.fields.get(field.at()).map(|field| field.ty);
                self.no_stat_of_word(name, ty == Some(Type::Dice));
            }
            Some(Member::Track(_) | Member::Formula(_)) => self.no_stat_of_word(name, false),
            None => self.unknown_stat(kind, name),
        }
        None
    }

    /// Reports a part of units that a word cannot have.
    fn no_stat_of_word(&mut self, name: &ast::Name, is_dice: bool) {
        let name_text = &name.value;
        let message = match is_dice {
            true => format!("`{name_text}` is dice: roll it for a unit"),
            false => format!("a word has no `{name_text}`: only units in play have it"),
        };
        let finding = Diagnostic::new(Code::NotAllowedHere, message).label(name.span, "");
        self.report(finding.help(
            "a word has the stats of the unit that it names: numbers, words, flags and traits",
        ));
    }

    /// Reports a name that is no part of the units of a kind.
    fn unknown_stat(&mut self, kind: KindId, name: &ast::Name) {
        let book = &self.checker.book;
        let Some(known) = book.kinds.get(kind.at()) else {
            return;
        };
        let stats = known.stats.iter().map(|stat| stat.naming.name.as_str());
        let traits = known.traits.iter();
        let traits = traits.filter_map(|field| Some(book.fields.get(field.at())?.name.as_str()));
        let names: Vec<&str> = stats.chain(traits).collect();
        let message = format!("{} has no `{}`", a(&known.naming.name), name.value);
        let mut finding = Diagnostic::new(Code::UnknownName, message)
            .label(name.span, "")
            .suggest(&name.value, names.iter().copied());
        if finding.help.is_none() && !names.is_empty() {
            finding = finding.help(format!("it has {}", names.join(", ")));
        }
        self.unresolved(&name.value, finding);
    }

    /// Whether a value is a word of a list whose words all name units of the unit files.
    pub(super) fn names_units(&self, value: &Expr) -> bool {
        let known = &self.checker.roster_units;
        let words = words_of(&self.checker.book, value.ty);
        let is_unit = |word: &String| known.iter().any(|(id, _)| id == word);
        matches!(value.ty, Type::Words(_)) && !words.is_empty() && words.iter().all(is_unit)
    }

    /// Reports `arm has swift`: of a word, a trait is asked for as its other values are.
    pub(super) fn trait_of_word(&mut self, value: &Expr, written: &str, traits: &[ast::Name]) {
        let text = describe(&self.checker.book, value.ty);
        let traits = traits
            .iter()
            .map(|name| format!("{written}.{}", name.value));
        let asked = traits.collect::<Vec<String>>().join(" or ");
        self.report(
            Diagnostic::new(Code::WrongType, "expected a unit")
                .label(value.span, format!("this is {text}"))
                .help(format!("write `{asked}`")),
        );
    }

    /// Returns the value of a field of a unit of the unit files; `None` if it has none, which is reported with the unit.
    fn value_of_unit(
        &mut self,
        id: &str,
        (kind, field): (KindId, FieldId),
        kinds: &[Kind],
    ) -> Option<i32> {
        let unit = self.checker.roster?.get(id)?;
        let known = self.checker.book.fields.get(field.at())?;
        let is_trait = known.is_trait;
        // No other stat: parts that are written in place would be added to the book.
        let stats = unit.stats.iter();
        let stats = stats.filter(|stat| match is_trait {
            true => stat.key.value == "traits",
            false => stat.key.value == known.name,
        });
        let stats: Vec<_> = stats.cloned().collect();
        let ids = BTreeMap::new();
        let mut reader = StatReader {
            book: &mut self.checker.book,
            kinds,
            diagnostics: &mut Diagnostics::default(),
            ids: &ids,
        };
        let values = reader.values(kind, &stats, unit.shown(), unit.head());
        let read = values.into_iter().rfind(|(known, _)| *known == field);
        match read {
            Some((_, Value::Single(value))) => Some(value),
            Some((_, Value::Parts(_) | Value::Place(_))) => None,
            None => is_trait.then_some(0),
        }
    }
}

/// Returns a choice among values, each for a set of words.
fn choice_among(word: &Expr, by_value: BTreeMap<i32, u64>, ty: Type, span: Span) -> Expr {
    let constant = |value: i32| match value {
        NONE => Expr::none(ty, span),
        _ => Expr::constant(value, ty, span),
    };
    let is_plain = by_value.len() == 2 && by_value.contains_key(&0);
    if let (Type::Flag, true, Some(yes)) = (ty, is_plain, by_value.get(&1)) {
        return Expr::is_member(word.clone(), *yes, span);
    }
    let case = |otherwise, (value, words)| {
        // Synthetic: no finding is about it.
        let is_one = Expr::is_member(word.clone(), words, Span::nowhere());
        Expr::choice_of(is_one, constant(value), otherwise, span)
    };
    // What may be missing is the last case.
    let mut cases = by_value.into_iter().peekable();
    let Some((last, words)) = cases.next() else {
        return unknown(span);
    };
    match cases.peek() {
        // It reads the word, although all have one value.
        None => case(constant(last), (last, words)),
        Some(_) => cases.fold(constant(last), case),
    }
}
