//! Ways to choose from of which one never does more than another and costs no less: lines of one choice, reactions at one
//! window, actions with the same parameters. Each is done in many situations, and all that comes of it is compared.
//!
//! Reports: E0619.

use std::collections::{BTreeMap, BTreeSet};

use super::branches::{Group, Way};
use super::invented::is_written;
use super::situation::{Given, given, question, said};
use super::spread::{Ends, Spread, Why, ends, in_words, reaches};
use super::{Effort, Untried};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::chance::Chance;
use sandtable_eval::dice::Dice;
use sandtable_ir::{OutcomePart, Shown};
use sandtable_model::{Entry, ProcedureId, RuleBook, TrackId, Type};

/// With fewer situations in which one can be done, nothing is said.
const FEWEST: usize = 4;
/// So many situations are looked at for each that the rest of the rules gets.
const TIMES: u64 = 4;

/// What a way does to one track, in one situation.
struct Effect {
    spread: Spread,
    start: i32,
    shown: Shown,
    /// `target.hits`
    name: String,
    /// Of the one who chooses, or of what belongs to it.
    is_own: bool,
    track: Option<TrackId>,
}

/// Everything that a way does in one situation, by unit and track.
type Done = BTreeMap<(usize, String), Effect>;

/// Nothing if it cannot be done.
type Effects = Option<Done>;

/// How one way compares with another in one situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Than {
    Same,
    NoMore,
    Other,
}

pub(super) fn options<'b>(
    book: &'b RuleBook,
    groups: &[Group],
    effort: &mut Effort,
    untried: &mut Untried<'b>,
    diagnostics: &mut Diagnostics,
) {
    for group in groups.iter().filter(|group| group.ways.len() > 1) {
        let mut situations = Vec::new();
        for seed in 0..effort.situations() * TIMES {
            if !effort.may_go_on() {
                let first = group.ways.first().map(|way| way.procedure);
                if let Some(rule) = first.and_then(|id| book.procedures.get(id.at())) {
                    untried.later(&rule.naming);
                }
                break;
            }
            match situation(book, group, seed, effort) {
                Ok(found) => situations.push(found),
                Err((why, way)) => {
                    if let Some(rule) = book.procedures.get(way.at()) {
                        untried.add(why, &rule.naming);
                    }
                    break;
                }
            }
        }
        let ways = 0..group.ways.len();
        let pairs = ways
            .clone()
            .flat_map(|low| ways.clone().map(move |high| (low, high)));
        let dominated = pairs
            .filter(|(low, high)| low != high)
            .find_map(|pair| dominated(book, group, pair, &situations));
        diagnostics.extend(dominated);
    }
}

/// A situation, and what each way does in it.
type Situation = (Vec<Given>, Vec<Effects>);

/// Errors: why the ways cannot be compared, and which of them it is.
fn situation(
    book: &RuleBook,
    group: &Group,
    seed: u64,
    effort: &mut Effort,
) -> Result<Situation, (Why, ProcedureId)> {
    let first = group.ways.first().map(|way| way.procedure);
    let first = first.ok_or((Why::NoAnswer, ProcedureId::new(0)))?;
    let said = given(book, Entry::Procedure(first), &mut Dice::new(seed));
    let said = said.ok_or((Why::NoUnit, first))?;
    let mut all = Vec::new();
    for way in &group.ways {
        let said = handed(book, first, way.procedure, &said);
        let effects = effects(book, group, way.procedure, &said, effort);
        all.push(effects.map_err(|why| (why, way.procedure))?);
    }
    Ok((said, all))
}

/// What is given, under the names that another rule has for it.
fn handed(book: &RuleBook, from: ProcedureId, to: ProcedureId, given: &[Given]) -> Vec<Given> {
    let names = |id: ProcedureId| {
        let parameters = book.procedures.get(id.at()).map(|one| &one.parameters);
        parameters.into_iter().flatten().map(|one| one.name.clone())
    };
    let other: BTreeMap<String, String> = names(from).zip(names(to)).collect();
    let renamed = given.iter().map(|(place, value)| {
        let mut place = place.clone();
        if let Some(first) = place.first_mut()
            && let Some(name) = other.get(first)
        {
            first.clone_from(name);
        }
        (place, value.clone())
    });
    renamed.collect()
}

fn effects(
    book: &RuleBook,
    group: &Group,
    id: ProcedureId,
    given: &[Given],
    effort: &mut Effort,
) -> Result<Effects, Why> {
    let Some(rule) = book.procedures.get(id.at()) else {
        return Ok(None);
    };
    let Some(question) = question(book, &rule.naming.name, given) else {
        return Ok(None);
    };
    let found: Ends = match ends(book, &question, effort) {
        Ok(ends) if !ends.is_refused() => ends,
        Ok(_) | Err(Why::NoAnswer) => return Ok(None),
        Err(why) => return Err(why),
    };
    let actor = question.arguments.get(group.actor).copied();
    let actor = actor.and_then(|at| usize::try_from(at).ok());
    let mut effects = BTreeMap::new();
    for (at, part) in found.parts.iter().enumerate() {
        let OutcomePart::Track {
            unit,
            name,
            shown,
            start,
            ..
        } = part
        else {
            continue;
        };
        let cast = question.cast.get(*unit);
        let owner = cast.and_then(|unit| unit.owner);
        let whose = cast.map_or("", |unit| unit.parameter.as_str());
        let track = book.tracks.iter().position(|track| track.name == *name);
        effects.insert(
            (*unit, name.clone()),
            Effect {
                spread: found.spread_of(at),
                start: *start,
                shown: shown.clone(),
                name: format!("{whose}.{name}"),
                is_own: Some(*unit) == actor || owner.is_some() && owner == actor,
                track: track.map(TrackId::new),
            },
        );
    }
    Ok(Some(effects))
}

/// How the first compares with the second.
fn than(book: &RuleBook, group: &Group, low: &Done, high: &Done) -> Than {
    let mut than = Than::Same;
    let places: BTreeSet<&(usize, String)> = low.keys().chain(high.keys()).collect();
    for place in places {
        let (one, other) = (low.get(place), high.get(place));
        let Some(known) = one.or(other) else { continue };
        let unchanged = Spread::from([(known.start, Chance::one())]);
        let spread = |effect: Option<&Effect>| {
            effect.map_or_else(|| unchanged.clone(), |effect| effect.spread.clone())
        };
        let (one, other) = (spread(one), spread(other));
        if one == other {
            continue;
        }
        let is_spent = known
            .track
            .is_some_and(|track| group.spent.contains(&track));
        let both = || one.keys().chain(other.keys());
        let is_less = if !is_ordered(book, known) {
            false
        } else if known.is_own {
            // Of what must be there, more is left.
            is_spent && both().all(|value| *value <= known.start) && reaches(&other, &one)
        } else if both().all(|value| *value >= known.start) {
            reaches(&other, &one)
        } else if both().all(|value| *value <= known.start) {
            reaches(&one, &other)
        } else {
            false
        };
        if !is_less {
            return Than::Other;
        }
        than = Than::NoMore;
    }
    than
}

fn is_ordered(book: &RuleBook, effect: &Effect) -> bool {
    let track = effect.track.and_then(|track| book.tracks.get(track.at()));
    match track.map(|track| track.ty) {
        Some(Type::Number(_) | Type::Flag) => true,
        Some(Type::Words(id)) => book.words.get(id.at()).is_some_and(|list| list.ordered),
        _ => false,
    }
}

/// The finding that one way never does more than another, if that is so.
fn dominated(
    book: &RuleBook,
    group: &Group,
    (low, high): (usize, usize),
    situations: &[Situation],
) -> Option<Diagnostic> {
    let (way, other) = (group.ways.get(low)?, group.ways.get(high)?);
    if other.is_limited && !way.is_limited {
        return None;
    }
    let (mut n_done, mut shown, mut most) = (0, None, 0);
    for (given, effects) in situations {
        let (Some(Some(one)), second) = (effects.get(low), effects.get(high)?) else {
            continue;
        };
        // What cannot be done where the other can is no way round it.
        let second = second.as_ref()?;
        if one.is_empty() && second.is_empty() {
            continue;
        }
        match than(book, group, one, second) {
            Than::Other => return None,
            Than::Same => {}
            Than::NoMore => {
                // The one that shows most.
                let n_parts = parts_told(one, second).len();
                if shown.is_none() || n_parts > most {
                    (shown, most) = (Some(given), n_parts);
                }
            }
        }
        n_done += 1;
    }
    let given = shown.filter(|_| n_done >= FEWEST)?;
    let (given, one, second) = shortened(book, group, (low, high), given)?;
    let (one, second) = (&one, &second);
    let (title, instead) = (&way.title, &other.title);
    let message = format!(
        "wherever `{title}` can be done, `{instead}` does as much or more and costs no more"
    );
    let rule = book.procedures.get(way.procedure.at());
    let cited = rule.map(|rule| &rule.naming.citations);
    let cited = cited.into_iter().flatten().chain(&group.citations);
    // Nobody can run what no unit file has.
    let case = match is_written(&given) {
        true => case(book, group, (way, &given, one), (other, second)),
        false => String::new(),
    };
    Some(
        Diagnostic::new(Code::NeverTheBetter, message)
            .label(way.span, told(one, second))
            .label(other.span, told(second, one))
            .help(format!(
                "compared in {n_done} situations, shown with {}",
                said(&given)
            ))
            .help(
                "let it do more somewhere, or cost less; if less is better here, nothing is wrong",
            )
            .cite(cited.map(String::as_str))
            .confidence(Confidence::Possible)
            .example(case),
    )
}

/// A situation without what it can do without, and what both ways do in it.
fn shortened(
    book: &RuleBook,
    group: &Group,
    (low, high): (usize, usize),
    given: &[Given],
) -> Option<(Vec<Given>, Done, Done)> {
    let first = group.ways.first()?.procedure;
    let both = |given: &[Given]| {
        let done = |at: usize| {
            let way = group.ways.get(at)?.procedure;
            let given = handed(book, first, way, given);
            effects(book, group, way, &given, &mut Effort::thorough()).ok()?
        };
        Some((done(low)?, done(high)?))
    };
    let mut given = given.to_vec();
    let (mut one, mut second) = both(&given)?;
    let n_parts = parts_told(&one, &second).len();
    for at in (0..given.len()).rev() {
        let mut fewer = given.clone();
        fewer.remove(at);
        let Some(now) = both(&fewer) else { continue };
        let is_as_plain = parts_told(&now.0, &now.1).len() >= n_parts;
        if is_as_plain && than(book, group, &now.0, &now.1) == Than::NoMore {
            given = fewer;
            (one, second) = now;
        }
    }
    Some((given, one, second))
}

/// What a way does to the tracks in which it differs from another.
fn told(effects: &Done, others: &Done) -> String {
    parts_told(effects, others).join("; ")
}

fn parts_told(effects: &Done, others: &Done) -> Vec<String> {
    let mut parts = Vec::new();
    let places: BTreeSet<&(usize, String)> = effects.keys().chain(others.keys()).collect();
    for place in places {
        let (one, other) = (effects.get(place), others.get(place));
        let Some(known) = one.or(other) else { continue };
        let unchanged = Spread::from([(known.start, Chance::one())]);
        let spread = one.map_or(&unchanged, |effect| &effect.spread);
        let differs = *spread != *other.map_or(&unchanged, |effect| &effect.spread);
        if differs {
            parts.push(format!("{} {}", known.name, in_words(spread, &known.shown)));
        }
    }
    parts
}

/// Examples of both, if they can be asked for by name.
fn case(
    book: &RuleBook,
    group: &Group,
    (way, given, one): (&Way, &[Given], &Done),
    (other, second): (&Way, &Done),
) -> String {
    if !way.is_rule || !other.is_rule {
        return String::new();
    }
    let first = group.ways.first().map(|way| way.procedure);
    let cases = [(way, one), (other, second)].map(|(way, effects)| {
        let given = first.map(|first| handed(book, first, way.procedure, given));
        let odds = effects.values().flat_map(|effect| {
            let is = match effect.shown {
                Shown::Number(_) => "=",
                Shown::Flag | Shown::Words(_) | Shown::Dice | Shown::Unit | Shown::Place(_) => "is",
            };
            effect.spread.iter().map(move |(value, chance)| {
                let value = sandtable_eval::wording::show(*value, &effect.shown, &[]);
                let odds = match &effect.shown {
                    Shown::Flag if value == "no" => format!("not {}", effect.name),
                    Shown::Flag => effect.name.clone(),
                    Shown::Number(_)
                    | Shown::Words(_)
                    | Shown::Dice
                    | Shown::Unit
                    | Shown::Place(_) => {
                        format!("{} {is} {value}", effect.name)
                    }
                };
                format!("  odds    {odds}: {chance}\n")
            })
        });
        let odds: String = odds.collect();
        let (name, given) = (&way.title, said(&given.unwrap_or_default()));
        format!("example \"{name}\"\n  given   {given}\n  run     {name}\n{odds}")
    });
    cases.join("\n")
}
