//! Examples: what they run, what they are given, what they expect.
//!
//! Reports: E0220, and what [`sandtable_ask`] and expressions report.

mod kept;
mod phase;
mod printed_odds;
mod tables;

use std::sync::Arc;

use super::Checker;
use super::choice_conditions::conditions_of_choices;
use super::scope::{ExampleCast, Scope};
use super::sections;
pub(crate) use kept::{Checked, KeptExamples};
use sandtable_ask::MAP;
use sandtable_ask::{Binding, Piece, ask_after, ask_question};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::literal_of;
use sandtable_model::{
    Ability, Answers, Case, Example, ExampleStep, Expected, Expr, FactId, Kinds, Naming, Parameter,
    Question, ReactionId, RuleBook, ShownFace, Symbol, Type,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Every example that can be run.
pub(super) fn check_examples(checker: &mut Checker<'_>, kept: Option<KeptExamples<'_>>) {
    let mut built = Vec::new();
    for (declared, span) in std::mem::take(&mut checker.examples) {
        if depends_on_unread(checker, declared) {
            // Checked for the names that it refers to.
            let before = std::mem::take(checker.diagnostics);
            example(checker, declared, span);
            *checker.diagnostics = before;
            continue;
        }
        built.extend(match kept {
            Some(kept) => kept::checked(checker, kept, (declared, span)),
            None => example(checker, declared, span).map(Arc::new),
        });
    }
    checker.book.examples = built.into();
}

/// Whether an example depends on a line that could not be read: it runs such a rule, or uses a name that such a line may declare.
fn depends_on_unread(checker: &Checker<'_>, example: &ast::Example) -> bool {
    let poison = &checker.book.poison;
    if poison.is_empty() {
        return false;
    }
    let steps = || example.steps.iter();
    let runs = || steps().flat_map(|step| &step.run);
    let run = runs().any(|run| {
        let mut declared = checker.declared.iter();
        declared.any(|(_, name, span)| *name == run.value && poison.is_tainted(*span))
    });
    let pieces = example.units.iter();
    let pieces = pieces.flat_map(|piece| [&piece.profile].into_iter().chain(&piece.side));
    let given = steps().flat_map(|step| step.given.iter().chain(&step.judged));
    let places = given
        .clone()
        .flat_map(|given| given.place.iter().chain(&given.about));
    let options = steps().flat_map(|step| step.options.iter().map(|(name, _)| name));
    let names = runs().chain(&example.map).chain(pieces);
    let names = names.chain(places).chain(options);
    let mut values = given.filter_map(|given| match &given.value.value {
        ast::Literal::Word(word) => Some(word),
        ast::Literal::Number(_) => None,
    });
    let is_uncertain = |name: &str| poison.has(name) || poison.mentions_in_rules(name);
    let mut names = names.map(|name| name.value.as_str());
    run || names.any(is_uncertain) || values.any(|word| is_uncertain(word))
}

fn incomplete(span: Span, message: &str, cure: &str) -> Diagnostic {
    Diagnostic::new(Code::ExampleIncomplete, message)
        .label(span, "")
        .help(cure)
}

/// The pieces, bindings and options of a step, from which its questions are built.
struct Setting<'a> {
    span: Span,
    citations: Vec<String>,
    pieces: &'a [Piece],
    /// The question of the step before; `None` for the first step.
    earlier: Option<&'a Question>,
    /// Bindings of the steps before.
    before: &'a [Binding],
    options: &'a [(Spanned<String>, Spanned<String>)],
}

impl Setting<'_> {
    /// Builds a question from bindings.
    fn ask(
        &self,
        checker: &mut Checker<'_>,
        run: &Spanned<String>,
        bindings: &[Binding],
    ) -> Option<Question> {
        let (book, options) = (&checker.book, self.options);
        let question = match self.earlier {
            None => ask_question(
                book,
                run,
                self.pieces,
                bindings,
                options,
                checker.diagnostics,
            ),
            Some(earlier) => ask_after(
                book,
                run,
                earlier,
                self.before,
                bindings,
                options,
                checker.diagnostics,
            ),
        }?;
        if let Some(phase) = &question.phase {
            let found = phase::unset_names(&checker.book, &question, phase, run.span);
            let is_sound = found.is_none();
            found
                .into_iter()
                .for_each(|found| checker.diagnostics.push(found));
            return is_sound.then_some(question);
        }
        Some(question)
    }
}

fn example(checker: &mut Checker<'_>, declared: &ast::Example, span: Span) -> Option<Example> {
    let expects = |step: &ast::ExampleStep| {
        !step.expects.is_empty() || !step.odds.is_empty() || !step.tables.is_empty()
    };
    if declared.steps.iter().any(|step| step.run.is_none()) {
        checker.diagnostics.push(incomplete(
            span,
            "this example runs nothing",
            "add a line `run …` with the name of a roll, action, formula or table",
        ));
        return None;
    }
    if !declared.steps.iter().any(expects) {
        checker.diagnostics.push(incomplete(
            span,
            "this example expects nothing, so it can never fail",
            "add a line `expect …` or `odds …: …`",
        ));
    }
    let map = declared.map.as_ref().map(|map| Binding {
        place: vec![Spanned::new(MAP.to_owned(), map.span)],
        about: Vec::new(),
        value: Spanned::new(ast::Literal::Word(map.value.clone()), map.span),
    });
    if let (Some(map), None) = (&map, checker.book.board) {
        checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, "this ruleset has no board")
                .label(map.value.span, "")
                .help("below `ruleset`, write `board hexes` or `board inches`"),
        );
        return None;
    }
    let pieces: Vec<Piece> = declared
        .units
        .iter()
        .map(|piece| Piece {
            name: piece.name.clone(),
            profile: piece.profile.clone(),
            side: piece.side.clone(),
        })
        .collect();
    let mut before: Vec<Binding> = Vec::new();
    let mut options: Vec<(Spanned<String>, Spanned<String>)> = Vec::new();
    let mut steps: Vec<ExampleStep> = Vec::new();
    let mut own: Vec<Binding> = map.into_iter().collect();
    for written in &declared.steps {
        let run = written.run.as_ref()?;
        own.extend(written.given.iter().map(binding));
        options.retain(|(known, _)| {
            !written
                .options
                .iter()
                .any(|(name, _)| name.value == known.value)
        });
        options.extend(written.options.iter().cloned());
        let setting = Setting {
            span,
            citations: sections(&declared.citations),
            pieces: &pieces,
            earlier: steps.last().map(|step| &step.question),
            before: &before,
            options: &options,
        };
        steps.push(step(checker, written, run, &setting, &own)?);
        // Bindings of a step precede those of earlier steps in the next one.
        let given = std::mem::take(&mut own);
        before.splice(0..0, given);
    }
    let title = declared.title.as_ref();
    Some(Example {
        title: title.map_or_else(String::new, |title| title.value.clone()),
        citations: sections(&declared.citations),
        span,
        steps,
    })
}

fn binding(given: &ast::Given) -> Binding {
    Binding {
        place: given.place.clone(),
        about: given.about.clone(),
        value: given.value.clone(),
    }
}

fn step(
    checker: &mut Checker<'_>,
    written: &ast::ExampleStep,
    run: &Spanned<String>,
    setting: &Setting<'_>,
    own: &[Binding],
) -> Option<ExampleStep> {
    let keys = tables::keys(checker, written, run);
    let mut question = match keys.is_empty() {
        true => setting.ask(checker, run, own)?,
        // The rows differ in values: the first row is checked for all.
        false => {
            let first: Vec<Binding> = own.iter().chain(&keys).cloned().collect();
            setting.ask(checker, run, &first)?
        }
    };
    if question.phase.is_some() {
        checker.refers(run.span, Symbol::Phase);
    }
    let labels = written.dice.iter().flat_map(|dice| &dice.value);
    for label in labels.filter_map(|shown| shown.label.as_ref()) {
        if let Some(named) = checker.names.get(&label.value).copied() {
            checker.refers(label.span, named.into());
        }
    }
    let (expects, odds) = conditions(checker, written, &run.value, &question, setting);
    let mut answers = Answers {
        dice: written
            .dice
            .as_ref()
            .map(|dice| Spanned::new(shown_faces(&dice.value), dice.span)),
        ..Answers::default()
    };
    choose(&mut answers, written.choices.as_ref());
    answers.conditions = written.choices.as_ref().map_or_else(Vec::new, |choices| {
        conditions_of_choices(checker, &choices.value, &run.value)
    });
    answers.judged = judged(checker, &written.judged, &mut question);
    let (mut cases, mut printed): (Vec<Case>, _) = (Vec::new(), Vec::new());
    for table in &written.tables {
        let drawn = tables::Drawn {
            table,
            run,
            setting,
            own,
            answers: &answers,
            judged: &question.judged,
        };
        match &table.value.sort {
            ast::CaseSort::Cases => cases.extend(drawn.cases(checker)),
            ast::CaseSort::Odds { of, parts } => {
                printed.extend(drawn.printed(checker, of.as_ref(), parts.as_ref()));
            }
        }
    }
    Some(ExampleStep {
        run: run.clone(),
        question,
        answers,
        expects,
        odds,
        cases,
        printed,
    })
}

/// Converts the faces of dice, as written.
fn shown_faces(shown: &[ast::Shown]) -> Vec<ShownFace> {
    let faces = shown.iter().map(|shown| ShownFace {
        label: shown.label.clone(),
        face: Spanned::new(shown.face.value.text(), shown.face.span),
    });
    faces.collect()
}

/// Takes choices over, as written.
fn choose(answers: &mut Answers, choices: Option<&Spanned<ast::Choices>>) {
    answers.conditions.clear();
    answers.rest_by_policy = choices.is_some_and(|choices| choices.value.rest_by_policy);
    answers.choices = choices.map(|choices| {
        let words = choices.value.picked.iter();
        let words = words.map(|choice| Spanned::new(choice.value.text(), choice.span));
        Spanned::new(words.collect(), choices.span)
    });
}

/// Reads judgements of facts; the facts are then asked for, even if they have defaults.
fn judged(
    checker: &mut Checker<'_>,
    given: &[ast::Given],
    question: &mut Question,
) -> Vec<Spanned<(String, i32)>> {
    let mut judged = Vec::new();
    for given in given {
        let Some(name) = given.place.first() else {
            continue;
        };
        let facts = &checker.book.facts;
        let found = facts
            .iter()
            .position(|fact| fact.naming.name == name.value && given.place.len() == 1);
        let Some((at, fact)) = found.and_then(|at| Some((at, facts.get(at)?))) else {
            let names: Vec<String> = facts.iter().map(|fact| fact.naming.name.clone()).collect();
            checker.unresolved(
                &name.value,
                Diagnostic::new(
                    Code::UnknownName,
                    format!("there is no fact `{}`", name.value),
                )
                .label(name.span, "")
                .suggest(&name.value, names.iter().map(String::as_str))
                .help("judge only facts; give the values of units: `given target.hits = 1`"),
            );
            continue;
        };
        let read = literal_of(&checker.book, &given.value, fact.ty, fact.low, fact.high);
        let id = FactId::new(at);
        match read {
            Err(finding) => checker.diagnostics.push(finding),
            Ok(value) => {
                let place = name.span.to(given.value.span);
                judged.push(Spanned::new((name.value.clone(), value), place));
            }
        }
        if !question.judged.contains(&id) {
            question.judged.push(id);
        }
    }
    judged
}

type Odds = Vec<(Option<Expr>, Spanned<Option<ast::WrittenChance>>)>;

/// Conditions that hold at the end, over the parameters of the entry.
fn conditions(
    checker: &mut Checker<'_>,
    declared: &ast::ExampleStep,
    run: &str,
    question: &Question,
    setting: &Setting<'_>,
) -> (Vec<Spanned<Expected>>, Odds) {
    let citations = setting.citations.clone();
    let mut scope = end_scope(checker, run, question, citations, setting.span);
    let expects = declared.expects.iter();
    let expects = expects
        .map(|written| expected(&mut scope, written, setting.span))
        .collect();
    scope.has_many_runs = true;
    let odds = declared
        .odds
        .iter()
        .map(|(expr, chance)| (condition(&mut scope, expr), chance.clone()))
        .collect();
    (expects, odds)
}

/// Checks the expectations at the end of a run.
fn expected(
    scope: &mut Scope<'_, '_>,
    written: &ast::Expectation,
    fallback: Span,
) -> Spanned<Expected> {
    match written {
        ast::Expectation::Holds(expr) => {
            let holds = condition(scope, expr);
            Spanned::new(holds.map_or(Expected::Refused, Expected::Holds), expr.span)
        }
        ast::Expectation::RefusedBy(why) => {
            Spanned::new(Expected::RefusedBy(why.value.clone()), why.span)
        }
        ast::Expectation::Offered { option, negated } => {
            let (option, span, negated) = (option.value.clone(), option.span, *negated);
            Spanned::new(Expected::Offered { option, negated }, span)
        }
        ast::Expectation::Order(events) => {
            let (mut named, mut span) = (Vec::new(), None);
            for event in events {
                if let ast::Event::Name(name) = &event.value {
                    known_event(scope, name, event.span);
                }
                span = Some(span.map_or(event.span, |span: Span| span.to(event.span)));
                named.push(event.clone());
            }
            let span = span.unwrap_or(fallback);
            Spanned::new(Expected::Order(named), span)
        }
    }
}

/// Reports an event that no rule, phase, trigger or reaction is called like.
fn known_event(scope: &mut Scope<'_, '_>, name: &str, span: Span) {
    let book = &scope.checker.book;
    let names = book.procedures.iter().map(|known| &known.naming);
    let names = names.chain(book.phases().map(|(_, naming)| naming));
    let names = names.chain(book.triggers.iter().map(|known| &known.naming));
    let names = names.chain(book.reactions.iter().map(|known| &known.naming));
    let names: Vec<String> = names.map(|naming| naming.name.clone()).collect();
    if names.iter().any(|known| known == name) {
        let reactions = &book.reactions;
        let reaction = reactions.iter().position(|known| known.naming.name == name);
        let is_phase = book.phases().any(|(_, naming)| naming.name == name);
        match (scope.checker.names.get(name).copied(), reaction) {
            (Some(named), _) => scope.refers(span, named),
            (None, Some(at)) => scope.refers(span, Symbol::Reaction(ReactionId::new(at))),
            (None, None) if is_phase => scope.refers(span, Symbol::Phase),
            (None, None) => {}
        }
        return;
    }
    let message = format!("there is no rule, phase, trigger or reaction `{name}`");
    let finding = Diagnostic::new(Code::UnknownName, message)
        .label(span, "")
        .suggest(name, names.iter().map(String::as_str))
        .help("put text of the trace in quotes, `\"Tiger: hits 0 → 1\"`; begin another line with `expect` for what must hold at the end");
    scope.unresolved(name, finding);
}

/// The scope of conditions about the end of a question: its parameters, and what its rolls gave.
fn end_scope<'c, 'a>(
    checker: &'c mut Checker<'a>,
    run: &str,
    question: &Question,
    citations: Vec<String>,
    span: Span,
) -> Scope<'c, 'a> {
    let naming = Naming {
        name: String::new(),
        title: None,
        citations,
        span,
    };
    let parameters: Vec<Parameter> = checker
        .book
        .find_entry(run)
        .map_or_else(Vec::new, |entry| checker.book.parameters(entry))
        .into_iter()
        .zip(&question.arguments)
        .map(|(parameter, value)| as_given(parameter, *value, question))
        .chain(question.named.iter().map(|(name, kind)| Parameter {
            name: name.clone(),
            ty: Type::Unit(Kinds::one(*kind)),
            low: 0,
            high: i32::MAX,
            or_none: false,
            is_several: false,
            part_of: None,
            dice: None,
            span,
        }))
        .chain(results_of_row(&checker.book, question))
        .collect();
    let mut scope = Scope::new(
        checker,
        Ability::Formula,
        "an `expect`",
        &naming,
        &parameters,
    );
    scope.in_example = true;
    scope.cast = Some(ExampleCast::of(question));
    scope.map.clone_from(&question.board_instance);
    scope.run = Some((run.to_owned(), question.entry.ty, question.entry.or_none));
    scope
}

/// The results of the table with several that is asked, `losses.attacker`, as further parameters.
fn results_of_row(book: &RuleBook, question: &Question) -> Vec<Parameter> {
    let Some(row) = question.row.and_then(|at| book.rows.get(at)) else {
        return Vec::new();
    };
    let results = row.results.iter().filter_map(|(name, id)| {
        let table = book.tables.get(id.at())?;
        let title = format!("{}.{}", row.naming.name, name.value);
        Some(Parameter {
            or_none: table.result.or_none,
            ..Parameter::unlimited(title, table.result.ty, name.span)
        })
    });
    results.collect()
}

/// One condition about the end of a question that runs `run`.
pub(super) fn condition_of(
    checker: &mut Checker<'_>,
    run: &str,
    question: &Question,
    written: &ast::Expr,
) -> Option<Expr> {
    let mut scope = end_scope(checker, run, question, Vec::new(), written.span);
    scope.has_many_runs = true;
    condition(&mut scope, written)
}

/// A value at the end of a question that runs `run`.
pub(super) fn value_of(
    checker: &mut Checker<'_>,
    run: &str,
    question: &Question,
    written: &ast::Expr,
) -> Expr {
    let mut scope = end_scope(checker, run, question, Vec::new(), written.span);
    scope.has_many_runs = true;
    scope.expr(written, None)
}

/// A parameter whose unit is known: its stats may be read without a test of its kind.
fn as_given(parameter: Parameter, value: i32, question: &Question) -> Parameter {
    let unit = usize::try_from(value)
        .ok()
        .and_then(|at| question.cast.get(at));
    match (parameter.ty, unit) {
        (Type::Unit(_), Some(unit)) => Parameter {
            ty: Type::Unit(Kinds::one(unit.kind)),
            ..parameter
        },
        _ => parameter,
    }
}

/// `None` for `refused`.
fn condition(scope: &mut Scope<'_, '_>, expr: &ast::Expr) -> Option<Expr> {
    if expr.value.name() == Some("refused") {
        return None;
    }
    let built = scope.expr(expr, Some(Type::Flag));
    let built = scope.fit(built, Type::Flag);
    Some(Scope::is_yes(built))
}
