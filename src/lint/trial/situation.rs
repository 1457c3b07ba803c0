//! Situations in which a rule can be asked: everything that a question must say, at random.

use sandtable_diagnostic::Diagnostics;
use sandtable_eval::dice::Dice;
use sandtable_model::{self as model, Binding, Entry, NONE, Parameter, Question, RuleBook, Type};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::Literal;

/// A number without an end is tried as far as this.
const FAR: i32 = 30;

/// A name and what is given for it.
pub(crate) type Given = (Vec<String>, Literal);

/// The question in a situation, if it can be asked.
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
    model::ask_question(book, &nowhere(name), &[], &bindings, &[], &mut findings)
}

/// As a `given` line says it: `range = 5, target.hits = 1`.
pub(crate) fn said(given: &[Given]) -> String {
    let said = given.iter().map(|(place, value)| {
        let value = match value {
            Literal::Number(number) => number.to_string(),
            Literal::Word(word) => word.clone(),
        };
        format!("{} = {value}", place.join("."))
    });
    said.collect::<Vec<_>>().join(", ")
}

fn number(dice: &mut Dice, low: i32, high: i32) -> i32 {
    let low = if low <= NONE + 1 {
        high.min(0).min(FAR)
    } else {
        low
    };
    let high = high.min(low.saturating_add(FAR)).max(low);
    // The ends show more than what lies between.
    match dice.face(4) {
        0 => low,
        1 => high,
        _ => low + dice.face(u32::try_from(high - low).unwrap_or(0) + 1) as i32,
    }
}

fn pick<'l, T>(dice: &mut Dice, list: &'l [T]) -> Option<&'l T> {
    let n = u32::try_from(list.len()).ok().filter(|n| *n > 0)?;
    list.get(dice.face(n) as usize)
}

/// A value of a type; `None` for what need not be said.
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

/// Everything that can be said of a question, at random; `None` if there is no unit for it.
pub(crate) fn given(book: &RuleBook, entry: Entry, dice: &mut Dice) -> Option<Vec<Given>> {
    let mut given: Vec<Given> = Vec::new();
    let parameters: Vec<Parameter> = book.parameters(entry);
    for known in parameters.iter().filter(|known| known.part_of.is_none()) {
        let place = vec![known.name.clone()];
        if known.dice.is_some() {
            continue;
        }
        let said = value(book, known.ty, known.low, known.high, dice)?;
        given.push((place, said));
        for track in tracks(book, known.ty) {
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

/// The tracks of the only kind that a parameter can be of; where it can be of several, they are left as they begin.
pub(super) fn tracks(book: &RuleBook, ty: Type) -> &[model::KindTrack] {
    let kinds = ty.kinds();
    let mut of_ty = book.kinds.iter().enumerate();
    let found = of_ty.find(|(at, _)| kinds.has(model::KindId::new(*at)));
    let only = found.filter(|_| kinds.bits().count_ones() == 1);
    // Those in front stand in no rule file.
    only.and_then(|(_, kind)| kind.tracks.get(2..))
        .unwrap_or_default()
}
