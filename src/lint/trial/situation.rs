//! Random situations: values for all inputs of a question.

use sandtable_ask::Binding;
use sandtable_diagnostic::Diagnostics;
use sandtable_eval::dice::Dice;
use sandtable_model::{self as model, Entry, NONE, Parameter, Question, RuleBook, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// The width of the range from which a number without a maximum is drawn.
const MAX_WIDTH: i32 = 30;

/// The path of a name, and the value that it is given.
pub(crate) type Given = (Vec<String>, Literal);

/// Builds the question about a rule in a situation; `None` if it is not valid.
pub(crate) fn question(book: &RuleBook, name: &str, given: &[Given]) -> Option<Question> {
    let nowhere = |text: &str| Spanned::new(text.to_owned(), Span::nowhere());
    let bindings: Vec<Binding> = given
        .iter()
        .map(|(place, value)| Binding {
            place: place.iter().map(|part| nowhere(part)).collect(),
            about: Vec::new(),
            value: Spanned::new(value.clone(), Span::nowhere()),
        })
        .collect();
    let mut findings = Diagnostics::default();
    sandtable_ask::ask_question(book, &nowhere(name), &[], &bindings, &[], &mut findings)
}

/// Writes a situation as a `given` line: `range = 5, target.hits = 1`.
pub(crate) fn given_text(given: &[Given]) -> String {
    let assignments = given.iter().map(|(place, value)| {
        let value = match value {
            Literal::Number(number) => number.to_string(),
            Literal::Word(word) => word.clone(),
        };
        format!("{} = {value}", place.join("."))
    });
    assignments.collect::<Vec<_>>().join(", ")
}

/// Draws a number, a bound with probability 1/2.
fn number(dice: &mut Dice, low: i32, high: i32) -> i32 {
    let low = if low <= NONE + 1 {
        high.min(0).min(MAX_WIDTH)
    } else {
        low
    };
    let high = high.min(low.saturating_add(MAX_WIDTH)).max(low);
    match dice.face(4) {
        0 => low,
        1 => high,
        _ => low + dice.face(u32::try_from(high - low).unwrap_or(0) + 1) as i32,
    }
}

/// Draws an element.
fn pick<'l, T>(dice: &mut Dice, list: &'l [T]) -> Option<&'l T> {
    let n = u32::try_from(list.len()).ok().filter(|n| *n > 0)?;
    list.get(dice.face(n) as usize)
}

/// Draws a value of a type; `None` if it cannot be given.
fn value(book: &RuleBook, ty: Type, low: i32, high: i32, dice: &mut Dice) -> Option<Literal> {
    Some(match ty {
        Type::Number(_) => Literal::Number(number(dice, low, high)),
        Type::Flag => Literal::Word(if dice.face(2) == 0 { "no" } else { "yes" }.to_owned()),
        Type::Words(id) => Literal::Word(pick(dice, &book.words.get(id.at())?.words)?.clone()),
        Type::Face(id) => match book.dice.get(id.at())? {
            die if die.is_numeric() => Literal::Number(*pick(dice, &die.faces)?),
            die => Literal::Word(pick(dice, &die.words)?.clone()),
        },
        Type::Unit(kinds) => {
            let of_kind = book.profiles.iter();
            let of_kind: Vec<&str> = of_kind
                .filter(|profile| kinds.has(profile.kind) && !profile.id.is_empty())
                .map(|profile| profile.id.as_str())
                .collect();
            Literal::Word((*pick(dice, &of_kind)?).to_owned())
        }
        Type::Dice | Type::Place | Type::Side | Type::Unknown => return None,
    })
}

/// Draws a situation: all parameters and facts, and about half of the tracks; `None` if there is no unit for a parameter.
pub(crate) fn draw(book: &RuleBook, entry: Entry, dice: &mut Dice) -> Option<Vec<Given>> {
    let mut given: Vec<Given> = Vec::new();
    let parameters: Vec<Parameter> = book.parameters(entry);
    for known in parameters.iter().filter(|known| known.part_of.is_none()) {
        let place = vec![known.name.clone()];
        if known.dice.is_some() {
            continue;
        }
        if known.or_none && dice.face(4) == 0 {
            given.push((place, Literal::Word("none".to_owned())));
            continue;
        }
        let said = value(book, known.ty, known.low, known.high, dice)?;
        given.push((place, said));
        for track in declared_tracks(book, known.ty) {
            let ty = book.tracks.get(track.track.at());
            let ty = ty.filter(|one| one.index.is_none()).map(|one| one.ty);
            let ty = ty.filter(|ty| !matches!(ty, Type::Unit(_)));
            let said = ty.and_then(|ty| value(book, ty, track.low, track.high, dice));
            let is_named = !track.is_internal();
            if let (Some(said), true) = (said, is_named && dice.face(2) == 0) {
                given.push((vec![known.name.clone(), track.naming.name.clone()], said));
            }
        }
    }
    for fact in &book.facts {
        let is_known = given
            .iter()
            .any(|(place, _)| place.first() == Some(&fact.naming.name));
        let said = value(book, fact.ty, fact.low, fact.high, dice);
        if let (Some(said), false) = (said, is_known) {
            given.push((vec![fact.naming.name.clone()], said));
        }
    }
    Some(given)
}

/// Returns the declared tracks of the only kind of a type; none if it has several.
pub(crate) fn declared_tracks(book: &RuleBook, ty: Type) -> &[model::KindTrack] {
    let kinds = ty.kinds();
    let mut of_ty = book.kinds.iter().enumerate();
    let found = of_ty.find(|(at, _)| kinds.has(model::KindId::new(*at)));
    let only = found.filter(|_| kinds.bits().count_ones() == 1);
    // The first two are predefined.
    only.and_then(|(_, kind)| kind.tracks.get(2..))
        .unwrap_or_default()
}
