//! Rolls in which a better input gives a worse result: asked with one input after the other, all else being the same.
//!
//! Reports: E0611.

use std::collections::BTreeSet;

use super::inputs::{Input, inputs};
use super::invented::is_written;
use super::reads::Reads;
use super::situation::{Given, given, question, said};
use super::spread::{Spread, Why, ends, in_words, reaches};
use super::{Effort, Untried};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dice::Dice;
use sandtable_ir::Shown;
use sandtable_model::{Ability, Entry, NONE, Procedure, ProcedureId, RuleBook, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::Literal;

/// So many neighbours must go one way, for each that goes the other way.
const FEW: usize = 3;
/// With fewer than that but as many as this, it is worth a look.
const SOME: usize = 2;

/// Two neighbours along an input.
struct Pair {
    given: Vec<Given>,
    values: (Literal, Literal),
    spreads: (Spread, Spread),
    shown: Shown,
}

/// What has been seen along one input.
#[derive(Default)]
struct Seen {
    n_rising: usize,
    n_falling: usize,
    rising: Option<Pair>,
    falling: Option<Pair>,
}

/// One input of one roll.
struct Along<'b> {
    id: ProcedureId,
    roll: &'b Procedure,
    input: Input,
    seen: Seen,
}

pub(super) fn rolls<'b>(
    book: &'b RuleBook,
    effort: &mut Effort,
    untried: &mut Untried<'b>,
    diagnostics: &mut Diagnostics,
) {
    let told = tables_out_of_line(book, diagnostics);
    let mut all: Vec<Along<'_>> = Vec::new();
    for (at, roll) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        if roll.ability != Ability::Roll || roll.of_kind.is_some() || !has_order(book, roll) {
            continue;
        }
        let reads = Reads::of(book, id);
        // What a table does has its own finding.
        if reads.tables.iter().any(|table| told.contains(&table.at())) {
            continue;
        }
        let inputs = inputs(book, roll, &reads).into_iter();
        all.extend(inputs.map(|input| Along {
            id,
            roll,
            input,
            seen: Seen::default(),
        }));
    }
    let mut given_up = BTreeSet::new();
    for situation in 0..effort.situations() {
        for along in &mut all {
            if given_up.contains(&along.id) {
                continue;
            }
            if !effort.may_go_on() {
                untried.later(&along.roll.naming);
                continue;
            }
            if let Err(why) = follow(book, along, situation, effort) {
                given_up.insert(along.id);
                untried.add(why, &along.roll.naming);
            }
        }
    }
    for along in all {
        diagnostics.extend(finding(book, along));
    }
}

/// Tables that have a finding of this sort already.
fn tables_out_of_line(book: &RuleBook, diagnostics: &Diagnostics) -> BTreeSet<usize> {
    let found = diagnostics.iter();
    let places: Vec<Span> = found
        .filter(|finding| finding.code == Code::BetterIsWorse)
        .filter_map(|finding| Some(finding.labels.first()?.span))
        .collect();
    let tables = book.tables.iter().enumerate();
    let told = tables.filter(|(_, table)| {
        let mut cells = table.drawn.iter();
        cells.any(|cell| places.contains(&cell.span))
    });
    told.map(|(at, _)| at).collect()
}

/// Whether what it comes to has an order. Outcomes stand in one, if neighbours keep to it.
fn has_order(book: &RuleBook, roll: &Procedure) -> bool {
    let Some(result) = roll.result else {
        return false;
    };
    match result.ty {
        Type::Number(_) | Type::Flag => true,
        Type::Words(id) => {
            let list = book.words.get(id.at());
            roll.outcomes.is_some() || list.is_some_and(|list| list.ordered)
        }
        Type::Face(_) | Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
            false
        }
    }
}

/// The same with another value for an input.
fn with(given: &[Given], place: &[String], value: &Literal) -> Vec<Given> {
    let mut others: Vec<Given> = given.iter().filter(|one| one.0 != place).cloned().collect();
    others.push((place.to_vec(), value.clone()));
    others
}

/// What a roll comes to; nothing where it comes to nothing.
fn asked(
    book: &RuleBook,
    name: &str,
    given: &[Given],
    effort: &mut Effort,
) -> Result<Option<(Spread, Shown)>, Why> {
    let Some(question) = question(book, name, given) else {
        return Ok(None);
    };
    match ends(book, &question, effort) {
        Ok(ends) => {
            let value = ends.value();
            let value = value.filter(|(spread, _)| !spread.contains_key(&NONE));
            Ok(value.map(|(spread, shown)| (spread, shown.clone())))
        }
        Err(Why::NoAnswer) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Looks at all neighbours along an input in one situation.
///
/// Errors: why the roll cannot be looked at.
fn follow(
    book: &RuleBook,
    along: &mut Along<'_>,
    situation: u64,
    effort: &mut Effort,
) -> Result<(), Why> {
    let name = &along.roll.naming.name;
    let base = base(book, along.id, situation).ok_or(Why::NoUnit)?;
    let mut before: Option<(Literal, Spread)> = None;
    for value in &along.input.values {
        let given = with(&base, &along.input.place, value);
        let Some((spread, shown)) = asked(book, name, &given, effort)? else {
            before = None;
            continue;
        };
        if let Some((first, known)) = before.take() {
            let ways = (reaches(&spread, &known), reaches(&known, &spread));
            let pair = || Pair {
                given: base.clone(),
                values: (first, value.clone()),
                spreads: (known, spread.clone()),
                shown,
            };
            match ways {
                (true, false) => {
                    along.seen.n_rising += 1;
                    along.seen.rising.get_or_insert_with(pair);
                }
                (false, true) => {
                    along.seen.n_falling += 1;
                    along.seen.falling.get_or_insert_with(pair);
                }
                _ => {}
            }
        }
        before = Some((value.clone(), spread));
    }
    Ok(())
}

/// A situation: the first says only what must be said.
fn base(book: &RuleBook, id: ProcedureId, situation: u64) -> Option<Vec<Given>> {
    let mut said = given(book, Entry::Procedure(id), &mut Dice::new(situation))?;
    if situation == 0 {
        let may_be_left = |place: &[String]| match place {
            [name] => {
                let mut facts = book.facts.iter();
                facts.any(|fact| fact.naming.name == *name && fact.default.is_some())
            }
            _ => true,
        };
        said.retain(|(place, _)| !may_be_left(place));
    }
    Some(said)
}

fn finding(book: &RuleBook, along: Along<'_>) -> Option<Diagnostic> {
    let Seen {
        n_rising,
        n_falling,
        rising,
        falling,
    } = along.seen;
    let (few, n_few, n_many, goes) = match n_rising < n_falling {
        true => (rising, n_rising, n_falling, "higher"),
        false => (falling, n_falling, n_rising, "lower"),
    };
    let pair = few.filter(|_| n_few * SOME <= n_many)?;
    let confidence = match n_few * FEW <= n_many {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    let elsewhere = if goes == "higher" { "lower" } else { "higher" };
    let (naming, input) = (&along.roll.naming, &along.input);
    let name = &naming.name;
    let pair = shortened(book, name, input, pair, goes == "higher");
    let (first, second) = (word(&pair.values.0), word(&pair.values.1));
    let message = format!(
        "a higher {} gives `{name}` a {goes} result here, though everywhere else a {elsewhere} one",
        input.name
    );
    let at = |value: &str, spread: &Spread| {
        format!("{} {value}: {}", input.name, in_words(spread, &pair.shown))
    };
    let both = format!(
        "{}; {}",
        at(&first, &pair.spreads.0),
        at(&second, &pair.spreads.1)
    );
    let others = match pair.given.is_empty() {
        true => String::new(),
        false => format!(", with {}", said(&pair.given)),
    };
    let cases = [
        (&pair.values.0, &pair.spreads.0),
        (&pair.values.1, &pair.spreads.1),
    ];
    let cases = cases.map(|(value, spread)| case(along.roll, input, &pair, value, spread));
    // Nobody can run what no unit file has.
    let cases = match is_written(&pair.given) {
        true => cases.join("\n"),
        false => String::new(),
    };
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(naming.span, both)
            .label(input.span, format!("from {first} to {second}{others}"))
            .help("look what it reads on the way: a number there is out of line, or a modifier counts the wrong way round")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(confidence)
            .example(cases),
    )
}

/// The pair without what it can do without.
fn shortened(book: &RuleBook, name: &str, input: &Input, mut pair: Pair, is_rising: bool) -> Pair {
    pair.given.retain(|(place, _)| *place != input.place);
    for at in (0..pair.given.len()).rev() {
        let mut fewer = pair.given.clone();
        fewer.remove(at);
        let mut more = Effort::thorough();
        let mut again =
            |value: &Literal| asked(book, name, &with(&fewer, &input.place, value), &mut more);
        let (Ok(Some((one, _))), Ok(Some((other, _)))) =
            (again(&pair.values.0), again(&pair.values.1))
        else {
            continue;
        };
        let ways = (reaches(&other, &one), reaches(&one, &other));
        if ways == (is_rising, !is_rising) {
            pair.given = fewer;
            pair.spreads = (one, other);
        }
    }
    pair
}

fn word(value: &Literal) -> String {
    match value {
        Literal::Number(number) => number.to_string(),
        Literal::Word(word) => word.clone(),
    }
}

/// An example that shows one side of a pair.
fn case(roll: &Procedure, input: &Input, pair: &Pair, value: &Literal, spread: &Spread) -> String {
    let name = &roll.naming.name;
    let is = match roll.result.map(|result| result.ty) {
        Some(Type::Number(_)) => "=",
        _ => "is",
    };
    let place = input.place.join(".");
    let given = said(&with(&pair.given, &input.place, value));
    let odds = spread.iter().map(|(value, chance)| {
        let value = sandtable_eval::wording::show(*value, &pair.shown, &[]);
        format!("  odds    {name} {is} {value}: {chance}\n")
    });
    let odds: String = odds.collect();
    let value = word(value);
    format!("example \"{name} at {place} {value}\"\n  given   {given}\n  run     {name}\n{odds}")
}
