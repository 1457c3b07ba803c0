//! Examples: what they run, what they are given, what they expect.
//!
//! Reports: E0220, and what [`crate::ask`] and expressions report.

use super::Checker;
use super::scope::Scope;
use super::sections;
use crate::ask::MAP;
use crate::literals::literal_of;
use crate::{
    Ability, Binding, Example, Expr, FactId, Kinds, Naming, Parameter, Piece, Question, Type,
    ask_question,
};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Every example that can be run.
pub(super) fn check_examples(checker: &mut Checker<'_>) {
    let mut built = Vec::new();
    for (declared, span) in std::mem::take(&mut checker.examples) {
        if depends_on_unread(checker, declared) {
            // Checked for the names that it refers to.
            let before = std::mem::take(checker.diagnostics);
            example(checker, declared, span);
            *checker.diagnostics = before;
            continue;
        }
        built.extend(example(checker, declared, span));
    }
    checker.book.examples = built.into();
}

/// Whether an example runs a rule that depends on an unread line, or gives what such a line may be about.
fn depends_on_unread(checker: &Checker<'_>, example: &ast::Example) -> bool {
    let poison = &checker.book.poison;
    if poison.is_empty() {
        return false;
    }
    let run = example.run.iter().any(|run| {
        let mut declared = checker.declared.iter();
        declared.any(|(_, name, span)| *name == run.value && poison.is_tainted(*span))
    });
    let pieces = example.units.iter();
    let pieces = pieces.flat_map(|piece| [&piece.profile].into_iter().chain(&piece.side));
    let given = example.given.iter().chain(&example.judged);
    let places = given
        .clone()
        .flat_map(|given| given.place.iter().chain(&given.about));
    let options = example.options.iter().map(|(name, _)| name);
    let names = example.run.iter().chain(&example.map).chain(pieces);
    let names = names.chain(places).chain(options);
    let mut values = given.filter_map(|given| match &given.value.value {
        ast::Literal::Word(word) => Some(word),
        ast::Literal::Number(_) => None,
    });
    let is_uncertain = |name: &str| poison.has(name) || poison.mentions(name);
    let mut names = names.map(|name| name.value.as_str());
    run || names.any(is_uncertain) || values.any(|word| is_uncertain(word))
}

fn incomplete(span: Span, message: &str, cure: &str) -> Diagnostic {
    Diagnostic::new(Code::ExampleIncomplete, message)
        .label(span, "")
        .help(cure)
}

fn example(checker: &mut Checker<'_>, declared: &ast::Example, span: Span) -> Option<Example> {
    let Some(run) = &declared.run else {
        checker.diagnostics.push(incomplete(
            span,
            "this example does not say what is run",
            "add a line `run …` with the name of a roll, action, formula or table",
        ));
        return None;
    };
    if declared.expects.is_empty() && declared.odds.is_empty() {
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
                .help("say below `ruleset` what it is played on: `board hexes` or `board inches`"),
        );
        return None;
    }
    let bindings: Vec<Binding> = map
        .into_iter()
        .chain(declared.given.iter().map(|given| Binding {
            place: given.place.clone(),
            about: given.about.clone(),
            value: given.value.clone(),
        }))
        .collect();
    let pieces: Vec<Piece> = declared
        .units
        .iter()
        .map(|piece| Piece {
            name: piece.name.clone(),
            profile: piece.profile.clone(),
            side: piece.side.clone(),
        })
        .collect();
    let mut question = ask_question(
        &checker.book,
        run,
        &pieces,
        &bindings,
        &declared.options,
        checker.diagnostics,
    )?;
    let (expects, odds) = conditions(checker, declared, &run.value, &question, span);
    let faces = declared.dice.as_ref().map(|dice| {
        let faces = dice.value.iter();
        let faces = faces.map(|face| Spanned::new(face.value.text(), face.span));
        Spanned::new(faces.collect(), dice.span)
    });
    let choices = declared.choices.as_ref().map(|choices| {
        let words = choices.value.iter();
        let words = words.map(|choice| Spanned::new(choice.value.text(), choice.span));
        Spanned::new(words.collect(), choices.span)
    });
    let judged = judged(checker, &declared.judged, &mut question);
    Some(Example {
        title: declared
            .title
            .as_ref()
            .map_or_else(String::new, |title| title.value.clone()),
        citations: sections(&declared.citations),
        span,
        question,
        dice: faces,
        choices,
        judged,
        expects,
        odds,
    })
}

/// Judgements of facts; the facts are then asked for, whatever their defaults.
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
                .help("only facts are judged; what units say is given: `given target.hits = 1`"),
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

type Odds = Vec<(Option<Expr>, Spanned<Option<ast::Fraction>>)>;

/// Conditions that hold at the end, over the parameters of the entry.
fn conditions(
    checker: &mut Checker<'_>,
    declared: &ast::Example,
    run: &str,
    question: &Question,
    span: Span,
) -> (Vec<Option<Expr>>, Odds) {
    let sections = sections(&declared.citations);
    let mut scope = end_scope(checker, run, question, sections, span);
    let expects = declared
        .expects
        .iter()
        .map(|expr| condition(&mut scope, expr))
        .collect();
    let odds = declared
        .odds
        .iter()
        .map(|(expr, chance)| (condition(&mut scope, expr), chance.clone()))
        .collect();
    (expects, odds)
}

/// The scope of conditions about the end of a question: its parameters, and what its rolls came to.
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
            part_of: None,
            dice: None,
            span,
        }))
        .collect();
    let mut scope = Scope::new(
        checker,
        Ability::Formula,
        "an `expect`",
        &naming,
        &parameters,
    );
    scope.in_example = true;
    scope.map.clone_from(&question.laid);
    scope.run = Some((run.to_owned(), question.entry.ty, question.entry.or_none));
    scope
}

/// One condition about the end of a question that runs `run`.
pub(super) fn condition_of(
    checker: &mut Checker<'_>,
    run: &str,
    question: &Question,
    written: &ast::Expr,
) -> Option<Expr> {
    let mut scope = end_scope(checker, run, question, Vec::new(), written.span);
    condition(&mut scope, written)
}

/// A value at the end of a question that runs `run`.
pub(super) fn value_of(
    checker: &mut Checker<'_>,
    run: &str,
    question: &Question,
    written: &ast::Expr,
) -> Expr {
    end_scope(checker, run, question, Vec::new(), written.span).expr(written, None)
}

/// A parameter of which the unit is known: its stats may be read without asking for its kind.
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
    if matches!(expr.value.as_ref(), ast::ExprKind::Name(name) if name == "refused") {
        return None;
    }
    let built = scope.expr(expr, Some(Type::Flag));
    Some(scope.fit(built, Type::Flag))
}
