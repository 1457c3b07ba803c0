//! The order of a rulebook: chapters and numbered rules of its index, and the declarations below them.

use std::collections::{BTreeMap, BTreeSet};

use super::english::{quoted, tidy, upper_first};
use super::example::example_box;
use super::speaker::{Speaker, anchor_of};
use super::text::{Block, Text};
use super::value::sort_of;
use super::{RuleInWords, Rulebook, Section};
use sandtable_model::{
    Among, Callable, Expr, Meaning, Naming, ProcedureId, RuleBook, Statement, walk_statement,
    walk_within,
};
use sandtable_roster::{Force, Index};
use sandtable_source::Span;
use sandtable_syntax::{ast, citations_of};
use sandtable_workspace::Analysis;

/// Heading of what has no section.
const FURTHER: &str = "Further rules";

/// Heading of formulas that only say what a choice is worth.
const ADVICE: &str = "Advice for choices without a player";

/// Source of the order of a rulebook.
#[derive(Debug, Clone, Copy)]
pub struct Layout<'a> {
    /// The book's numbered rules.
    pub index: Option<&'a Index>,
    /// The rule files, for what single lines cite.
    pub trees: &'a [ast::File],
    /// Names of declarations that variants have changed, each with the variant.
    pub changes: &'a [(String, String)],
    /// Worked examples are set as boxes.
    pub with_examples: bool,
}

/// A declaration with its words.
struct Declared<'a> {
    naming: &'a Naming,
    sort: &'static str,
    blocks: Vec<Block>,
    optional: BTreeSet<usize>,
}

/// Returns the rules of an analysed ruleset in words, under the headings of its index, with its worked examples.
pub fn rulebook_of(analysis: &Analysis) -> Rulebook {
    let changes = changes_of(analysis);
    let layout = Layout {
        index: analysis.index(),
        trees: analysis.trees(),
        changes: &changes,
        with_examples: true,
    };
    rulebook(analysis.book(), &layout)
}

/// Names of the declarations that variants have changed, each with its variant.
pub fn changes_of(analysis: &Analysis) -> Vec<(String, String)> {
    let changes = analysis.overrides().iter().map(|change| {
        let what = change.what.split([',', ' ']).nth(1).unwrap_or(&change.what);
        (what.to_owned(), change.winner.clone())
    });
    changes.collect()
}

/// Returns the rules of a book in words.
pub fn rulebook(book: &RuleBook, layout: &Layout<'_>) -> Rulebook {
    let mut declared = declarations(book);
    declared.sort_by_key(|one| place(one.naming.span));
    let rules = rules_in_words(book, declared, layout);
    let title = book.naming.as_ref().map(|naming| tidy(naming.shown()));
    Rulebook {
        title: title.unwrap_or_default(),
        sections: sections(book, rules, layout),
    }
}

fn place(span: Span) -> (sandtable_source::FileId, usize) {
    (span.file, span.start)
}

/// Every declaration of a book, with its words.
fn declarations(book: &RuleBook) -> Vec<Declared<'_>> {
    let mut all = Vec::new();
    let mut add = |naming, sort, blocks| {
        all.push(Declared {
            naming,
            sort,
            blocks,
            optional: BTreeSet::new(),
        });
    };
    let plain = || Speaker::new(book);
    if let Some(naming) = &book.naming {
        add(naming, "ruleset", plain().ruleset());
    }
    for (at, die) in book.dice.iter().enumerate() {
        add(&die.naming, "die", plain().die(at, die));
    }
    for kind in &book.kinds {
        add(&kind.naming, "kind", plain().kind(kind));
    }
    for deck in &book.decks {
        add(&deck.naming, "deck", plain().deck(deck));
    }
    for table in &book.tables {
        add(&table.naming, "table", plain().table_blocks(table));
    }
    for list in &book.modifiers {
        let mut speaker = plain().with_parameters(&list.parameters);
        let about = speaker.about(&list.parameters);
        let mut blocks = Vec::new();
        if !about.is_empty() {
            blocks.push(Block::paragraph(about));
        }
        blocks.extend(speaker.modifiers(list));
        add(&list.naming, "modifiers", blocks);
    }
    for fact in &book.facts {
        let mut speaker = plain().with_parameters(&fact.parameters);
        add(&fact.naming, "fact", speaker.fact(fact));
    }
    for option in &book.options {
        add(&option.naming, "option", plain().option(option));
    }
    for known in &book.procedures {
        if known.is_declared() {
            let mut speaker = plain().with_locals(&known.locals);
            add(&known.naming, sort_of(known), speaker.procedure(known));
        }
    }
    for trigger in &book.triggers {
        let mut speaker = plain().with_locals(&trigger.locals);
        add(&trigger.naming, "trigger", speaker.trigger(trigger));
    }
    for window in &book.windows {
        let mut speaker = plain().with_parameters(&window.parameters);
        add(&window.naming, "window", speaker.window(window));
    }
    for reaction in &book.reactions {
        let mut speaker = plain().with_locals(&reaction.locals);
        add(&reaction.naming, "reaction", speaker.reaction(reaction));
    }
    mark_optional(book, &mut all);
    all
}

/// Finds the optional rules that declarations ask for.
fn mark_optional(book: &RuleBook, all: &mut [Declared<'_>]) {
    let mut found: BTreeMap<(sandtable_source::FileId, usize), BTreeSet<usize>> = BTreeMap::new();
    book.walk_exprs(&mut |naming, expr| {
        walk_within(expr, &mut |inner| {
            if let Some(option) = inner.option() {
                found
                    .entry(place(naming.span))
                    .or_default()
                    .insert(option.at());
            }
        });
    });
    for one in all {
        if let Some(options) = found.remove(&place(one.naming.span)) {
            one.optional = options;
        }
    }
}

/// Scales and lists of words have no [`Naming`]; their rules are made by themselves.
fn words_in_words(book: &RuleBook) -> Vec<RuleInWords> {
    let declared = book.words.iter().filter(|words| words.is_declared);
    let rules = declared.map(|words| RuleInWords {
        anchor: anchor_of("scale", &words.name),
        name: words.name.clone(),
        sort: if words.ordered { "scale" } else { "words" },
        title: upper_first(&Speaker::new(book).list_title(words)),
        citations: words.citations.clone(),
        optional: Vec::new(),
        changed_by: Vec::new(),
        blocks: Speaker::new(book).words(words),
        span: words.span,
    });
    rules.collect()
}

fn rules_in_words(
    book: &RuleBook,
    declared: Vec<Declared<'_>>,
    layout: &Layout<'_>,
) -> Vec<RuleInWords> {
    let speaker = Speaker::new(book);
    let option_title = |at: &usize| {
        let option = book.options.get(*at)?;
        Some(speaker.title(&option.naming))
    };
    let mut rules = words_in_words(book);
    for one in declared {
        let anchor = anchor_of(one.sort, &one.naming.name);
        let mut blocks = one.blocks;
        let mut seen = BTreeSet::from([anchor.clone()]);
        for block in &mut blocks {
            block.walk_mut(&mut |text| text.keep_first(&mut seen));
        }
        let changes = layout.changes.iter();
        let changes = changes.filter(|(name, _)| *name == one.naming.name);
        let mut changed_by: Vec<String> = changes.map(|(_, by)| by.clone()).collect();
        changed_by.dedup();
        rules.push(RuleInWords {
            anchor,
            name: one.naming.name.clone(),
            sort: one.sort,
            title: upper_first(&speaker.title(one.naming)),
            citations: one.naming.citations.clone(),
            optional: one.optional.iter().filter_map(option_title).collect(),
            changed_by,
            blocks,
            span: one.naming.span,
        });
    }
    rules.sort_by_key(|rule| place(rule.span));
    rules
}

/// Puts rules under the headings of the index; without one, under their sections in the order of the files.
fn sections(book: &RuleBook, rules: Vec<RuleInWords>, layout: &Layout<'_>) -> Vec<Section> {
    let mut sections: Vec<Section> = match layout.index {
        Some(index) => headings_of(index),
        None => headings_cited(book, &rules),
    };
    let mut by_number: BTreeMap<String, usize> = BTreeMap::new();
    for (at, section) in sections.iter().enumerate() {
        by_number.entry(section.number.clone()).or_insert(at);
    }
    let further = sections.len();
    sections.push(Section {
        title: FURTHER.to_owned(),
        ..Section::default()
    });
    let advice_at = sections.len();
    sections.push(Section {
        title: ADVICE.to_owned(),
        ..Section::default()
    });
    let advice = advice_only(book);
    let used_in = sections_of_users(book, &by_number);
    let mut last: Option<(sandtable_source::FileId, usize)> = None;
    for rule in rules {
        if advice.contains(&rule.anchor) {
            if let Some(section) = sections.get_mut(advice_at) {
                section.rules.push(rule);
            }
            continue;
        }
        let own = rule
            .citations
            .iter()
            .find_map(|section| by_number.get(section));
        let beside = last
            .filter(|(file, _)| *file == rule.span.file)
            .map(|(_, at)| at);
        let used = used_in.get(&rule.anchor);
        let at = own.copied().or_else(|| match used {
            // A rule without a section belongs to one that uses it, best of all the one that it follows.
            Some(used) => beside
                .filter(|at| used.contains(at))
                .or_else(|| used.first().copied()),
            None => beside.filter(|_| is_carried_out(rule.sort)),
        });
        let at = at.unwrap_or(further);
        if own.is_some() {
            last = Some((rule.span.file, at));
        }
        if let Some(section) = sections.get_mut(at) {
            section.rules.push(rule);
        }
    }
    if layout.with_examples {
        for example in book.examples.iter() {
            let own = example
                .citations
                .iter()
                .find_map(|section| by_number.get(section));
            let at = own.copied().unwrap_or(further);
            if let Some(section) = sections.get_mut(at) {
                section.examples.push(example_box(book, example));
            }
        }
    }
    remark(&mut sections, layout);
    sections.retain(|section| {
        !section.rules.is_empty() || !section.examples.is_empty() || !section.number.is_empty()
    });
    sections
}

/// Whether a declaration is a rule that is carried out or calculated, not a thing that rules are about.
fn is_carried_out(sort: &str) -> bool {
    matches!(
        sort,
        "formula"
            | "roll"
            | "action"
            | "sequence"
            | "trigger"
            | "window"
            | "reaction"
            | "modifiers"
            | "table"
    )
}

/// Returns the sections of the rules that use each declaration, by its anchor.
fn sections_of_users(
    book: &RuleBook,
    by_number: &BTreeMap<String, usize>,
) -> BTreeMap<String, BTreeSet<usize>> {
    let mut used_in: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    book.walk_exprs(&mut |naming, expr| {
        let mut citations = naming.citations.iter();
        let Some(section) = citations.find_map(|section| by_number.get(section)) else {
            return;
        };
        let used = match expr.callee() {
            Some(Callable::Procedure(id)) => book
                .procedures
                .get(id.at())
                .map(|known| anchor_of(sort_of(known), &known.naming.name)),
            Some(Callable::Table(id)) => book
                .tables
                .get(id.at())
                .map(|known| anchor_of("table", &known.naming.name)),
            Some(Callable::Modifiers(id)) => book
                .modifiers
                .get(id.at())
                .map(|known| anchor_of("modifiers", &known.naming.name)),
            Some(Callable::Fact(id)) => book
                .facts
                .get(id.at())
                .map(|known| anchor_of("fact", &known.naming.name)),
            None => None,
        };
        if let Some(used) = used {
            used_in.entry(used).or_default().insert(*section);
        }
    });
    used_in
}

/// Anchors of the formulas without a section that value a position, or are called only to say what a choice is worth.
fn advice_only(book: &RuleBook) -> BTreeSet<String> {
    let mut calls: BTreeMap<ProcedureId, usize> = BTreeMap::new();
    let mut of_worth: BTreeMap<ProcedureId, usize> = BTreeMap::new();
    book.walk_exprs(&mut |_, expr| count_call(expr, &mut calls));
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let watched = whens.flat_map(|when| [&when.watched, &when.level]);
    let meanings = book.tables.iter().flat_map(|table| &table.meanings);
    let meanings = meanings.filter_map(|meaning| match meaning {
        Meaning::Where { value, .. } => Some(value),
        Meaning::Value(_) => None,
    });
    let reacting = book.reactions.iter().flat_map(|reaction| &reaction.by);
    for expr in watched.chain(meanings).chain(reacting) {
        walk_within(expr, &mut |inner| count_call(inner, &mut calls));
    }
    for (_, block) in book.bodies() {
        count_worth(block, &mut of_worth);
    }
    let ways = crate::sheet::usage::Usage::of(book).ways;
    let inner = |id: ProcedureId| {
        let mut inner: BTreeMap<ProcedureId, usize> = BTreeMap::new();
        let body = book.procedures.get(id.at()).map(|known| &known.body);
        for statement in body.into_iter().flatten() {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |one| count_call(one, &mut inner));
            });
        }
        inner
    };
    let is_candidate = |id: &ProcedureId| {
        book.procedures.get(id.at()).is_some_and(|known| {
            let is_formula = known.ability == ast::Ability::Formula && known.is_declared();
            is_formula && known.naming.citations.is_empty() && !ways.contains(id)
        })
    };
    let mut advice: BTreeSet<ProcedureId> = BTreeSet::new();
    let mut open: Vec<ProcedureId> = of_worth.keys().copied().collect();
    while let Some(id) = open.pop() {
        if is_candidate(&id) && advice.insert(id) {
            open.extend(inner(id).into_keys());
        }
    }
    // Whatever is called from elsewhere as well is a rule of play.
    loop {
        let mut allowed = of_worth.clone();
        for id in &advice {
            for (called, n) in inner(*id) {
                *allowed.entry(called).or_default() += n;
            }
        }
        let n_before = advice.len();
        advice.retain(|id| calls.get(id) <= allowed.get(id));
        if advice.len() == n_before {
            break;
        }
    }
    // How good a position is for a side is no rule of play either.
    advice.extend(book.value);
    let names = advice
        .iter()
        .filter_map(|id| book.procedures.get(id.at()))
        .map(|known| anchor_of(sort_of(known), &known.naming.name));
    names.collect()
}

fn count_call(expr: &Expr, calls: &mut BTreeMap<ProcedureId, usize>) {
    if let Some((procedure, _)) = expr.call() {
        *calls.entry(procedure).or_default() += 1;
    }
}

/// Counts the calls within what choices are worth.
fn count_worth(block: &[Statement], calls: &mut BTreeMap<ProcedureId, usize>) {
    for statement in block {
        if let Some(choice) = statement.choice() {
            let worths: Vec<&Expr> = match &choice.among {
                Among::Lines(lines) => lines.iter().flat_map(|line| &line.worth).collect(),
                Among::Values { worth, .. } => worth.iter().collect(),
            };
            for worth in worths {
                walk_within(worth, &mut |expr| count_call(expr, calls));
            }
        }
        for inner in sandtable_model::blocks(statement) {
            count_worth(inner, calls);
        }
    }
}

fn headings_of(index: &Index) -> Vec<Section> {
    let rules = index.rules.iter();
    rules
        .map(|rule| Section {
            number: rule.id.clone(),
            title: tidy(&rule.title),
            chapter: tidy(&rule.section),
            ..Section::default()
        })
        .collect()
}

fn headings_cited(book: &RuleBook, rules: &[RuleInWords]) -> Vec<Section> {
    let mut seen = BTreeSet::new();
    let cited = rules.iter().filter_map(|rule| rule.citations.first());
    let cited = cited.filter(|section| seen.insert((*section).clone()));
    cited
        .map(|section| Section {
            number: section.clone(),
            title: book
                .sections
                .get(section)
                .map_or_else(String::new, |title| tidy(title)),
            ..Section::default()
        })
        .collect()
}

/// Says under a heading which rules of other sections belong to it, and why there are none.
fn remark(sections: &mut [Section], layout: &Layout<'_>) {
    let Some(index) = layout.index else { return };
    let mut citing: BTreeMap<String, Vec<(&'static str, String)>> = BTreeMap::new();
    for item in layout.trees.iter().flat_map(|file| &file.items) {
        let (Some(sort), Some(head)) = (item.value.sort(), item.value.head()) else {
            continue;
        };
        for citation in citations_of(&item.value) {
            let known = citing.entry(citation.section.value.clone()).or_default();
            let one = (sort, head.name.value.clone());
            if !known.contains(&one) {
                known.push(one);
            }
        }
    }
    let titles: BTreeMap<(String, String), String> = sections
        .iter()
        .flat_map(|section| &section.rules)
        .map(|rule| {
            (
                (rule.sort.to_owned(), rule.name.clone()),
                rule.title.clone(),
            )
        })
        .collect();
    for section in sections.iter_mut() {
        let rule = index.rules.iter().find(|rule| rule.id == section.number);
        let Some(rule) = rule else { continue };
        let known = citing.get(&section.number).map_or(&[][..], Vec::as_slice);
        let see = known.iter().filter_map(|(sort, name)| {
            let title = titles.get(&((*sort).to_owned(), name.clone()))?;
            let anchor = anchor_of(sort, name);
            let is_here = section.rules.iter().any(|rule| rule.anchor == anchor);
            let reference = super::text::reference(&anchor);
            (!is_here).then(|| format!("{}{reference}", quoted(title)))
        });
        let see: Vec<String> = see.collect();
        let text = match (see.is_empty(), rule.force) {
            (true, _) if !section.rules.is_empty() => continue,
            (false, _) if !section.rules.is_empty() => {
                format!("See also {}.", super::english::join_with(&see, "and"))
            }
            (false, _) => format!("See {}.", super::english::join_with(&see, "and")),
            (true, Force::Judgement) => "This is left to the judgement of the players.".to_owned(),
            (true, Force::Advice) => "This is advice and has no effect on the rules.".to_owned(),
            (true, Force::Executable) => "No rule says this yet.".to_owned(),
        };
        section.remarks.push(Text::marked(text));
    }
}
