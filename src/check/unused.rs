//! Declarations and names that are never read, and sections that the book's index does not have.
//!
//! Reports: E0218, E0219.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these items have bodies, and only locals are looked for"
)]

use std::collections::{BTreeMap, BTreeSet};

use super::{Checker, Named};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, suggest};
use sandtable_model::{
    Ability, Expr, FactId, LocalId, ModifiersId, Naming, OptionId, ProcedureId, Reference, Role,
    RuleBook, Symbol, TableId, Type, WindowId, WordsId, walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{Visitor, any, walk_block, walk_statement};
use sandtable_syntax::{Citation, ast, citations_in};

/// Reports warnings about unused declarations, for a book without errors; those that depend on the whole book, only if every line
/// could be
/// read.
pub(super) fn usage(checker: &mut Checker<'_>, files: &[ast::File], has_index: bool) {
    let mut found = Vec::new();
    if checker.book.poison.is_empty() {
        report_unused(checker, &mut found);
        unread_traits(checker, &mut found);
        unused_lists(checker, &mut found);
        unread_names(checker, files, &mut found);
        unread_parameters(&checker.book, &mut found);
        unread_results(&checker.book, &mut found);
    }
    if has_index {
        sections(checker, files, &mut found);
    }
    checker.diagnostics.extend(found);
}

fn report_unused(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let book = &checker.book;
    let mut look = |naming: &Naming, named: Named, what: &str| {
        if !checker.used.names.contains(&named) {
            found.push(never(naming, what));
        }
    };
    for (at, fact) in book.facts.iter().enumerate() {
        look(&fact.naming, Named::Fact(FactId::new(at)), "fact");
    }
    for (at, option) in book.options.iter().enumerate() {
        look(&option.naming, Named::Option(OptionId::new(at)), "option");
    }
    for (at, list) in book.modifiers.iter().enumerate() {
        look(
            &list.naming,
            Named::Modifiers(ModifiersId::new(at)),
            "list of modifiers",
        );
    }
    for (at, window) in book.windows.iter().enumerate() {
        if !checker.used.windows.contains(&WindowId::new(at)) {
            found.push(
                Diagnostic::new(
                    Code::NeverUsed,
                    format!("no rule opens the window `{}`", window.naming.name),
                )
                .label(window.naming.span, "")
                .help(format!(
                    "add `open {}(…)` where others can react, or delete the window",
                    window.naming.name
                ))
                .cite(window.naming.citations.iter().map(String::as_str)),
            );
        }
    }
    for kind in &book.kinds {
        for stat in &kind.stats {
            let is_part = book
                .fields
                .get(stat.field.at())
                .is_some_and(|field| matches!(field.ty, sandtable_model::Type::Unit(_)));
            if !is_part && !checker.used.fields.contains(&stat.field) {
                found.push(never(&stat.naming, "stat"));
            }
        }
    }
}

/// Scales and lists of words that are the type of nothing.
fn unused_lists(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    let lists = checker.book.words.iter().enumerate();
    for (at, list) in lists.filter(|(_, list)| list.is_declared) {
        let id = WordsId::new(at);
        let is_use = |reference: &Reference| match reference.symbol {
            Symbol::Scale(of) | Symbol::Word(of, _) => of == id && reference.role != Role::Declares,
            _ => false,
        };
        if checker.references.iter().any(is_use) {
            continue;
        }
        let what = if list.ordered {
            "scale"
        } else {
            "list of words"
        };
        found.push(
            Diagnostic::new(
                Code::NeverUsed,
                format!("nothing uses the {what} `{}`", list.name),
            )
            .label(list.span, "")
            .help("use it as the type of a stat, track, key or fact, or delete it")
            .cite(list.citations.iter().map(String::as_str)),
        );
    }
}

/// Traits that no rule asks for; units may have them for their players.
fn unread_traits(checker: &Checker<'_>, found: &mut Vec<Diagnostic>) {
    for line in checker.kinds.iter().flat_map(|kind| &kind.lines) {
        let ast::KindLine::Traits(names) = &line.value else {
            continue;
        };
        let is_unread = |name: &&ast::Name| {
            let field = checker.fields.get(&name.value);
            field.is_some_and(|field| !checker.used.fields.contains(field))
        };
        for name in names.iter().filter(is_unread) {
            found.push(
                Diagnostic::new(
                    Code::NeverUsed,
                    format!("no rule uses the trait `{}`", name.value),
                )
                .label(name.span, "")
                .help("use it in a rule, or delete it")
                .confidence(Confidence::Possible),
            );
        }
    }
}

/// Names of values that no line below them uses. A value that calls an action may be there for what it does.
fn unread_names(checker: &Checker<'_>, files: &[ast::File], found: &mut Vec<Diagnostic>) {
    let used: BTreeSet<Span> = checker
        .references
        .iter()
        .filter(|reference| reference.role != Role::Declares)
        .filter_map(|reference| match reference.symbol {
            Symbol::Local(declared) => Some(declared),
            _ => None,
        })
        .collect();
    for item in files.iter().flat_map(|file| &file.items) {
        let mut names = BoundNames {
            book: &checker.book,
            names: &checker.names,
            found: Vec::new(),
        };
        match &item.value {
            ast::Item::Procedure(procedure) => walk_block(&mut names, &procedure.body),
            ast::Item::Reaction(reaction) => walk_block(&mut names, &reaction.body),
            ast::Item::Trigger(trigger) => {
                let whens = trigger.whens.iter();
                whens.for_each(|when| walk_block(&mut names, &when.value.body));
            }
            _ => {}
        }
        for name in names.found {
            if !used.contains(&name.span) {
                found.push(
                    Diagnostic::new(
                        Code::NeverUsed,
                        format!("nothing uses the name `{}`", name.value),
                    )
                    .label(name.span, "")
                    .help("use it on a line below, or delete the line")
                    .confidence(Confidence::Likely),
                );
            }
        }
    }
}

/// Parameters that nothing in their rule reads. Units may be there because they take part in a roll or an action, and places because costs of
/// steps have both ends.
fn unread_parameters(book: &RuleBook, found: &mut Vec<Diagnostic>) {
    let mut called = BTreeSet::new();
    book.walk_exprs(&mut |_, expr| called.extend(expr.call().map(|(id, _)| id)));
    if let Some(stands) = &book.stands {
        called.remove(&stands.value);
    }
    for (at, procedure) in book.procedures.iter().enumerate() {
        if !procedure.is_declared() {
            continue;
        }
        let mut read = BTreeSet::new();
        let mut look = |expr: &Expr| {
            walk_within(expr, &mut |inner| read.extend(inner.local()));
        };
        for statement in &procedure.body {
            sandtable_model::walk_statement(statement, &mut look);
        }
        procedure.report.iter().flatten().for_each(look);
        let parameters = procedure.parameters.as_slice();
        let owners = parameters.iter().filter_map(|one| one.part_of);
        read.extend(owners.map(LocalId::new));
        let is_step = parameters
            .last_chunk::<2>()
            .is_some_and(|ends| ends.iter().all(|one| one.ty == Type::Place));
        let needs_units = procedure.ability != Ability::Formula
            || is_step
            || !called.contains(&ProcedureId::new(at));
        for (at, parameter) in parameters.iter().enumerate() {
            let is_passive = match parameter.ty {
                Type::Unit(_) | Type::Place => needs_units,
                ty => ty == Type::Unknown,
            };
            if is_passive || read.contains(&LocalId::new(at)) {
                continue;
            }
            let (name, rule) = (&parameter.name, &procedure.naming.name);
            let finding = Diagnostic::new(
                Code::NeverUsed,
                format!("`{rule}` does not use its parameter `{name}`"),
            )
            .label(parameter.span, "a value for it has no effect")
            .cite(procedure.naming.citations.iter().map(String::as_str));
            let is_fact = book.facts.iter().any(|fact| fact.naming.name == *name);
            found.push(match is_fact {
                true => finding.help(format!(
                    "rules that read the fact `{name}` do not see it: hand it to them as a parameter, or delete it here"
                )),
                false => finding.help("use it in the rule, or delete it"),
            });
        }
    }
}

/// Results of a table with several that no rule reads, though rules read others of the same row.
fn unread_results(book: &RuleBook, found: &mut Vec<Diagnostic>) {
    let (mut named, mut read) = (BTreeMap::new(), BTreeSet::new());
    for (at, (_, body)) in book.bodies().enumerate() {
        let mut held = BTreeMap::new();
        let mut look = |expr: &Expr, held: &BTreeMap<LocalId, TableId>| {
            walk_within(expr, &mut |inner| {
                let held = inner.local().and_then(|local| held.get(&local).copied());
                read.extend(held.or(inner.lookup().map(|(table, _)| table)));
            });
        };
        walk_statements(body, &mut |statement| {
            let binding = statement.binding();
            match binding.and_then(|(local, value)| Some((local, value.lookup()?, value.span))) {
                // A row that is named is looked up once for each of its results.
                Some((local, (table, keys), span)) => {
                    keys.iter().for_each(|key| look(key, &held));
                    held.insert(local, table);
                    named.insert(table, span);
                }
                None => walk_own(statement, &mut |expr| look(expr, &held)),
            }
            true
        });
        let reports = book.procedures.get(at).and_then(|one| one.report.as_ref());
        let reports = reports.into_iter().flatten();
        reports.for_each(|expr| look(expr, &held));
    }
    for row in &book.rows {
        if row.results.iter().all(|(_, table)| !read.contains(table)) {
            continue;
        }
        for (name, table) in &row.results {
            let Some(place) = named.get(table).filter(|_| !read.contains(table)) else {
                continue;
            };
            let of = &row.naming.name;
            found.push(
                Diagnostic::new(
                    Code::NeverUsed,
                    format!("no rule reads the result `{}` of `{of}`", name.value),
                )
                .label(name.span, "")
                .label(*place, "only other results of this row are read")
                .help(format!(
                    "read it, too: `….{}`; or delete it from the table",
                    name.value
                ))
                .cite(row.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// The names that statements give to values that do nothing but to be calculated or rolled.
struct BoundNames<'t, 'c> {
    book: &'c RuleBook,
    names: &'c BTreeMap<String, Named>,
    found: Vec<&'t ast::Name>,
}

impl BoundNames<'_, '_> {
    /// Whether a value calls a rule that may change something.
    fn may_change(&self, value: &ast::Expr) -> bool {
        any(value, |part| {
            let called = part.value.call();
            let called = called.and_then(|(name, _)| self.names.get(&name.value));
            let Some(Named::Procedure(id)) = called else {
                return false;
            };
            let rule = self.book.procedures.get(id.at());
            rule.is_none_or(|rule| !matches!(rule.ability, Ability::Formula | Ability::Roll))
        })
    }
}

impl<'t> Visitor<'t> for BoundNames<'t, '_> {
    fn statement(&mut self, statement: &'t ast::Statement) {
        if let Some((name, value)) = statement.binding() {
            self.found.extend((!self.may_change(value)).then_some(name));
        }
        walk_statement(self, statement);
    }
}

fn never(naming: &Naming, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NeverUsed,
        format!("no rule reads the {what} `{}`", naming.name),
    )
    .label(naming.span, "")
    .help("use it in a rule, or delete it")
    .cite(naming.citations.iter().map(String::as_str))
}

/// One finding instead of one for each citation, where the index lists nothing.
fn empty_index(files: &[ast::File]) -> Option<Diagnostic> {
    let cited: Vec<Citation<'_>> = files.iter().flat_map(citations_in).collect();
    let first = cited.first()?;
    let finding = Diagnostic::new(
        Code::UnknownSection,
        "the index of the book lists no section",
    )
    .label(first.section.span, "cited here, for example");
    Some(match cited.len() {
        1 => finding,
        n => finding.help(format!("{n} citations have no entry")),
    }
    .help("list each numbered rule: `[[rule]]` with `id = \"…\"` and `title = \"…\"`; in a draft, number the headings"))
}

/// Citations of sections that are not in the index.
fn sections(checker: &Checker<'_>, files: &[ast::File], found: &mut Vec<Diagnostic>) {
    if checker.book.sections.is_empty() {
        found.extend(empty_index(files));
        return;
    }
    for Citation { section, .. } in files.iter().flat_map(citations_in) {
        if !checker.book.sections.contains_key(&section.value) {
            let known = checker.book.sections.keys().map(String::as_str);
            let start = format!("{}.", section.value);
            let inner: Vec<&str> = known.clone().filter(|id| id.starts_with(&start)).collect();
            let help = match (inner.as_slice(), suggest::nearest(&section.value, known)) {
                ([first, rest @ ..], _) => {
                    let cited = rest.last().map_or_else(
                        || format!("`{first}`"),
                        |last| format!("one of `{first}` to `{last}`"),
                    );
                    format!(
                        "only numbered rules are cited: cite {cited}; or give the section itself an entry, `id = \"{}\"`",
                        section.value
                    )
                }
                ([], Some(near)) => format!("did you mean `{near}`?"),
                ([], None) => {
                    "use an `id` of its index; in a draft, the number of a heading".to_owned()
                }
            };
            found.push(
                Diagnostic::new(
                    Code::UnknownSection,
                    format!("the book has no section `{}`", section.value),
                )
                .label(section.span, "")
                .help(help),
            );
        }
    }
}
