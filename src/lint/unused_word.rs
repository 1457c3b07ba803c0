//! Words of a list, and steps of a scale, that no rule mentions and no unit, map or track has.
//!
//! Reports: E0688.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Choice, Expr, ExprKind, KindId, ProcedureId, Role, RuleBook, Symbol, Type, Value, Values,
    Words, WordsId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let lists = book.words.iter().enumerate();
    let lists: Vec<(WordsId, &Words)> = lists
        .filter(|(_, list)| list.is_declared && list.words.len() > 1)
        .map(|(at, list)| (WordsId::new(at), list))
        .collect();
    if lists.is_empty() {
        return;
    }
    let mut usage = Usage::default();
    usage.rules(book);
    usage.data(book);
    usage.types(context);
    for (id, list) in lists {
        if usage.whole.contains(&id) {
            continue;
        }
        let used = usage.words.get(&id).cloned().unwrap_or_default();
        // Nothing uses the list: another finding says so.
        if used.is_empty() {
            continue;
        }
        let all = (0..).zip(&list.words);
        let unused: Vec<(i32, &str)> = all
            .filter(|(value, _)| !used.contains(value))
            .map(|(value, word)| (value, word.as_str()))
            .collect();
        // What players give can be one word that no rule names: the rest.
        let least = if usage.given.contains(&id) { 2 } else { 1 };
        if unused.len() >= least {
            diagnostics.push(finding(book, id, list, &unused));
        }
    }
}

/// The uses of words.
#[derive(Default)]
struct Usage {
    /// Lists whose words can all be reached without being named: by comparing, counting steps, looping, looking up.
    whole: BTreeSet<WordsId>,
    /// Lists of values that players give.
    given: BTreeSet<WordsId>,
    words: BTreeMap<WordsId, BTreeSet<i32>>,
}

impl Usage {
    /// Adds the words that rules and examples name, and the lists that they go through.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn rules(&mut self, book: &RuleBook) {
        for reference in book.references.iter() {
            match reference.symbol {
                Symbol::Word(id, value) if reference.role == Role::Refers => self.word(id, value),
                _ => {}
            }
        }
        book.walk_exprs(&mut |_, expr| self.expr(expr));
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                if let Some((value, arms)) = statement.cases()
                    && let Type::Words(id) = value.ty
                {
                    let list = book.words.get(id.at());
                    let all = (0..).zip(list.into_iter().flat_map(|list| &list.words));
                    // A line such as `M+` has no upper end.
                    let is_in = |value| {
                        let mut ranges = arms.iter().flat_map(|arm| &arm.ranges);
                        ranges.any(|(low, high)| (*low..=*high).contains(&value))
                    };
                    let met = all.map(|(value, _)| value).filter(|value| is_in(*value));
                    met.for_each(|value| self.word(id, value));
                }
                let values = statement.choice().and_then(Choice::values);
                if let Some((_, Values::Words { words, .. })) = values
                    && !words.is_empty()
                {
                    let is_in = |list: &Words, (word, value): &(String, i32)| {
                        list.value(word) == Some(*value)
                    };
                    let mut lists = book.words.iter();
                    let id = lists.position(|list| words.iter().all(|word| is_in(list, word)));
                    self.whole.extend(id.map(WordsId::new));
                }
                true
            });
        }
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        for when in whens {
            self.whole.extend(list_of(when.watched.ty));
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
    )]
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(value) => {
                if let Type::Words(id) = expr.ty {
                    self.word(id, *value);
                }
            }
            ExprKind::Member { value, set } => {
                if let Type::Words(id) = value.ty {
                    let named = (0..64).filter(|value| set >> value & 1 == 1);
                    named.for_each(|value| self.word(id, value));
                }
            }
            ExprKind::Compare { order, left, .. }
                if !matches!(order, Order::Equal | Order::NotEqual) =>
            {
                self.whole.extend(list_of(left.ty));
            }
            ExprKind::Shift { value, .. }
            | ExprKind::RestOf { value, .. }
            | ExprKind::RollOf { die: value, .. }
            | ExprKind::Meets { need: value, .. } => self.whole.extend(list_of(value.ty)),
            ExprKind::Widen { value, .. } => {
                self.whole.extend(list_of(value.ty));
                self.whole.extend(list_of(expr.ty));
            }
            ExprKind::Ratio { .. } => self.whole.extend(list_of(expr.ty)),
            ExprKind::Aggregate {
                value, ordering, ..
            } => {
                let by = ordering.iter().map(|ordering| ordering.by.as_ref());
                let values = value.iter().map(AsRef::as_ref).chain(by);
                self.whole.extend(values.filter_map(|one| list_of(one.ty)));
            }
            _ => {}
        }
    }

    /// Adds the words that units and maps have.
    fn data(&mut self, book: &RuleBook) {
        for profile in &book.profiles {
            for (field, value) in &profile.values {
                let field = book.fields.get(field.at());
                if let (Some(Type::Words(id)), Value::Single(value)) =
                    (field.map(|field| field.ty), value)
                {
                    self.word(id, *value);
                }
            }
        }
        for map in &book.maps {
            let board = &map.board_instance;
            let rows = board.places.chunks(board.n_fields.max(1));
            let sides = board.sides.values().map(Vec::as_slice);
            for row in rows.chain(sides).chain([board.plain_side.as_slice()]) {
                for (field, value) in book.fields.iter().zip(row) {
                    if let Type::Words(id) = field.ty {
                        self.word(id, *value);
                    }
                }
            }
        }
    }

    /// Adds the lists that tables, options and players need as they are.
    fn types(&mut self, context: &Context<'_>) {
        let book = context.book;
        let keys = book.tables.iter().flat_map(|table| &table.keys);
        self.whole.extend(keys.filter_map(|key| list_of(key.ty)));
        // A table of words has a finding of its own for those that never result.
        let results = book.tables.iter();
        let results = results.filter_map(|table| list_of(table.result.ty));
        self.whole.extend(results);
        let by_word = book.kinds.iter().flat_map(|kind| &kind.by_word);
        self.whole.extend(by_word.map(|tracks| tracks.words));
        let begun = (context.begun)();
        for (at, kind) in book.kinds.iter().enumerate() {
            // Without units nothing is known of what they will have.
            let mut units = book.profiles.iter();
            if !units.any(|unit| unit.kind == KindId::new(at)) && book.maps.is_empty() {
                let stats = kind.stats.iter();
                let stats = stats.filter_map(|stat| book.fields.get(stat.field.at()));
                self.whole
                    .extend(stats.filter_map(|field| list_of(field.ty)));
            }
            for line in &kind.tracks {
                let track = book.tracks.get(line.track.at());
                let Some(id) = track.and_then(|track| list_of(track.ty)) else {
                    continue;
                };
                self.word(id, line.start);
                if begun.contains(&line.naming.name) {
                    self.whole.insert(id);
                }
            }
            for stat in &kind.stats {
                let ty = book.fields.get(stat.field.at()).map(|field| field.ty);
                let Some(Type::Words(id)) = ty else { continue };
                // A scale of a stat is whole, whatever the units have so far.
                let list = book.words.get(id.at());
                if list.is_some_and(|list| list.ordered) {
                    self.whole.insert(id);
                }
                if let Some(value) = stat.default {
                    self.word(id, value);
                }
            }
        }
        let options = book.options.iter().filter_map(|one| list_of(one.ty));
        let facts = book.facts.iter().filter(|fact| fact.in_play.is_none());
        let facts = facts.filter_map(|fact| list_of(fact.ty));
        self.given.extend(options.chain(facts));
        for (at, procedure) in book.procedures.iter().enumerate() {
            if !context.call_graph.is_called(ProcedureId::new(at)) {
                let parameters = procedure.parameters.iter();
                self.given
                    .extend(parameters.filter_map(|one| list_of(one.ty)));
            }
        }
    }

    fn word(&mut self, id: WordsId, value: i32) {
        self.words.entry(id).or_default().insert(value);
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]
fn list_of(ty: Type) -> Option<WordsId> {
    match ty {
        Type::Words(id) => Some(id),
        _ => None,
    }
}

fn finding(book: &RuleBook, id: WordsId, list: &Words, unused: &[(i32, &str)]) -> Diagnostic {
    let names: Vec<String> = unused.iter().map(|(_, word)| format!("`{word}`")).collect();
    let what = match (list.ordered, names.len()) {
        (true, 1) => "the step",
        (true, _) => "the steps",
        (false, 1) => "the word",
        (false, _) => "the words",
    };
    let names = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let declared = |value: i32| -> Option<Span> {
        let mut references = book.references.iter();
        let found = references.find(|reference| {
            reference.symbol == Symbol::Word(id, value) && reference.role == Role::Declares
        });
        found.map(|reference| reference.span)
    };
    let mut finding = Diagnostic::new(
        Code::UnusedWord,
        format!("nothing uses {what} {names} of `{}`", list.name),
    );
    let spans = unused.iter().map(|(value, _)| declared(*value));
    let spans: Option<Vec<Span>> = spans.collect();
    match spans {
        Some(spans) => {
            for span in spans {
                finding = finding.label(span, "");
            }
        }
        None => finding = finding.label(list.span, ""),
    }
    finding
        .help("use it in a rule, a unit or a map, or delete it")
        .cite(list.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}
