//! Options whose effects another option dominates at no higher cost, in all of many random situations.

use std::collections::{BTreeMap, BTreeSet};

use crate::Context;
use crate::trial::situation::{Given, draw, given_text, question};
use crate::trial::{
    Effort, Group, Reason, TrialBudget, TrialDistribution, Trials, Variant, describe, is_writable,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::chance::Chance;
use sandtable_eval::dice::Dice;
use sandtable_eval::dominates;
use sandtable_ir::{OutcomePart, Shown};
use sandtable_model::{Dimension, Entry, ProcedureId, RuleBook, TrackId, Type};

/// In how many situations an option must be possible for a finding.
const MIN_SITUATIONS: usize = 4;
/// Number of situations for each in which a roll is run.
const SITUATIONS_EACH: u64 = 4;

/// The effect of an option on one track, in one situation.
struct Effect {
    distribution: TrialDistribution,
    start: i32,
    shown: Shown,
    /// `target.hits`
    name: String,
    /// The track is one of the unit that chooses, or of a part of it.
    is_own: bool,
    track: Option<TrackId>,
}

/// The effects of an option in one situation, by unit and track.
type Effects = BTreeMap<(usize, String), Effect>;

/// The order of two options in one situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Dominated,
    Incomparable,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(trials) = context.trials else {
        return;
    };
    let book = trials.book.as_ref();
    let mut budget = trials.effort.budget();
    let groups = trials.groups.iter();
    for group in groups.filter(|group| group.variants.len() > 1) {
        let mut situations = Vec::new();
        for seed in 0..trials.effort.situations() * SITUATIONS_EACH {
            if budget.is_spent() {
                let first = group.variants.first().map(|one| one.procedure);
                if let Some(rule) = first.and_then(|id| book.procedures.get(id.at())) {
                    context.leave_unfinished(Code::DominatedOption, &rule.naming);
                }
                break;
            }
            match situation(trials, group, seed, &mut budget) {
                Ok(found) => situations.push(found),
                Err((reason, variant)) => {
                    if let Some(rule) = book.procedures.get(variant.at()) {
                        context.skip(reason, &rule.naming);
                    }
                    break;
                }
            }
        }
        let variants = 0..group.variants.len();
        let pairs = variants
            .clone()
            .flat_map(|low| variants.clone().map(move |high| (low, high)));
        let dominated = pairs
            .filter(|(low, high)| low != high)
            .find_map(|pair| dominated(trials, group, pair, &situations));
        diagnostics.extend(dominated);
    }
}

/// A situation, and the effects of each option in it; `None` for one that is not possible.
type Situation = (Vec<Given>, Vec<Option<Effects>>);

/// Draws a situation, and runs all options in it.
///
/// Errors: why an option has no effects to compare.
fn situation(
    trials: &Trials<'_>,
    group: &Group,
    seed: u64,
    budget: &mut TrialBudget,
) -> Result<Situation, (Reason, ProcedureId)> {
    let book = trials.book.as_ref();
    let first = group.variants.first().map(|one| one.procedure);
    let first = first.ok_or((Reason::NoResult, ProcedureId::new(0)))?;
    let given = draw(book, Entry::Procedure(first), &mut Dice::new(seed));
    let given = given.ok_or((Reason::NoUnit, first))?;
    let mut all = Vec::new();
    for variant in &group.variants {
        let given = renamed(book, first, variant.procedure, &given);
        let effects = effects(trials, group, variant.procedure, &given, budget);
        all.push(effects.map_err(|reason| (reason, variant.procedure))?);
    }
    Ok((given, all))
}

/// Returns a situation of one rule in the parameter names of another.
fn renamed(book: &RuleBook, from: ProcedureId, to: ProcedureId, given: &[Given]) -> Vec<Given> {
    let names = |id: ProcedureId| {
        let parameters = book.procedures.get(id.at()).map(|one| &one.parameters);
        parameters.into_iter().flatten().map(|one| one.name.clone())
    };
    let other: BTreeMap<String, String> = names(from).zip(names(to)).collect();
    let assignments = given.iter().map(|(place, value)| {
        let mut place = place.clone();
        if let Some(first) = place.first_mut()
            && let Some(name) = other.get(first)
        {
            first.clone_from(name);
        }
        (place, value.clone())
    });
    assignments.collect()
}

/// Returns the effects of an option in a situation; `None` if it is not possible in it.
///
/// Errors: why it has no effects to compare.
fn effects(
    trials: &Trials<'_>,
    group: &Group,
    id: ProcedureId,
    given: &[Given],
    budget: &mut TrialBudget,
) -> Result<Option<Effects>, Reason> {
    let book = trials.book.as_ref();
    let Some(rule) = book.procedures.get(id.at()) else {
        return Ok(None);
    };
    let Some(question) = question(book, &rule.naming.name, given) else {
        return Ok(None);
    };
    let found = match trials.outcomes(id, given, &question, budget) {
        Ok(outcomes) if !outcomes.is_refused() => outcomes,
        Ok(_) | Err(Reason::NoResult) => return Ok(None),
        Err(reason) => return Err(reason),
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
                distribution: found.distribution_of(at),
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

/// Returns the distribution of a track after an option.
fn after<'e>(
    effect: Option<&'e Effect>,
    unchanged: &'e TrialDistribution,
) -> &'e TrialDistribution {
    effect.map_or(unchanged, |effect| &effect.distribution)
}

/// Compares the effects of two options in one situation.
fn relation(book: &RuleBook, group: &Group, low: &Effects, high: &Effects) -> Relation {
    let mut relation = Relation::Equal;
    let places: BTreeSet<&(usize, String)> = low.keys().chain(high.keys()).collect();
    for place in places {
        let (one, other) = (low.get(place), high.get(place));
        let Some(known) = one.or(other) else { continue };
        let unchanged = TrialDistribution::from([(known.start, Chance::one())]);
        let (one, other) = (after(one, &unchanged), after(other, &unchanged));
        if one == other {
            continue;
        }
        let is_resource = known
            .track
            .is_some_and(|track| group.resources.contains(&track));
        let both = || one.keys().chain(other.keys());
        let is_less = if !is_ordered(book, known) {
            false
        } else if known.is_own || is_resource {
            // For a resource, a greater rest is better.
            is_resource && both().all(|value| *value <= known.start) && dominates(other, one)
        } else if both().all(|value| *value >= known.start) {
            dominates(other, one)
        } else if both().all(|value| *value <= known.start) {
            dominates(one, other)
        } else {
            false
        };
        if !is_less {
            return Relation::Incomparable;
        }
        relation = Relation::Dominated;
    }
    relation
}

fn is_ordered(book: &RuleBook, effect: &Effect) -> bool {
    let track = effect.track.and_then(|track| book.tracks.get(track.at()));
    match track.map(|track| track.ty) {
        // No angle is better than another.
        Some(Type::Number(Dimension::Degrees)) => false,
        Some(Type::Number(_) | Type::Flag) => true,
        Some(Type::Words(id)) => book.words.get(id.at()).is_some_and(|list| list.ordered),
        _ => false,
    }
}

/// Reports an option that another one dominates in all situations in which it is possible.
fn dominated(
    trials: &Trials<'_>,
    group: &Group,
    (low, high): (usize, usize),
    situations: &[Situation],
) -> Option<Diagnostic> {
    let book = trials.book.as_ref();
    let (variant, other) = (group.variants.get(low)?, group.variants.get(high)?);
    if other.is_limited && !variant.is_limited {
        return None;
    }
    let (mut n_possible, mut shown, mut most) = (0, None, 0);
    for (given, effects) in situations {
        let (Some(Some(one)), second) = (effects.get(low), effects.get(high)?) else {
            continue;
        };
        // An option that is not always possible dominates none that is.
        let second = second.as_ref()?;
        if one.is_empty() && second.is_empty() {
            continue;
        }
        match relation(book, group, one, second) {
            Relation::Incomparable => return None,
            Relation::Equal => {}
            Relation::Dominated => {
                // The situation with most differences.
                let n_parts = differences(one, second).len();
                if shown.is_none() || n_parts > most {
                    (shown, most) = (Some(given), n_parts);
                }
            }
        }
        n_possible += 1;
    }
    let given = shown.filter(|_| n_possible >= MIN_SITUATIONS)?;
    let (given, one, second) = minimised(trials, group, (low, high), given)?;
    let (one, second) = (&one, &second);
    let (title, instead) = (&variant.title, &other.title);
    let message = format!(
        "whenever `{title}` is possible, `{instead}` achieves as much or more and costs no more"
    );
    let rule = book.procedures.get(variant.procedure.at());
    let cited = rule.map(|rule| &rule.naming.citations);
    let cited = cited.into_iter().flatten().chain(&group.citations);
    let examples = match is_writable(&given) {
        true => examples(book, group, (variant, &given, one), (other, second)),
        false => String::new(),
    };
    Some(
        Diagnostic::new(Code::DominatedOption, message)
            .label(variant.span, differences(one, second).join("; "))
            .label(other.span, differences(second, one).join("; "))
            .help(format!(
                "compared in {n_possible} situations; shown with {}",
                given_text(&given)
            ))
            .help(
                "let it achieve more somewhere, or cost less; if less is better here, ignore this",
            )
            .cite(cited.map(String::as_str))
            .confidence(Confidence::Possible)
            .example(examples),
    )
}

/// Returns the smallest situation that still shows the difference, and the effects of both options in it.
fn minimised(
    trials: &Trials<'_>,
    group: &Group,
    (low, high): (usize, usize),
    given: &[Given],
) -> Option<(Vec<Given>, Effects, Effects)> {
    let book = trials.book.as_ref();
    let first = group.variants.first()?.procedure;
    let both = |given: &[Given]| {
        let run = |at: usize| {
            let variant = group.variants.get(at)?.procedure;
            let given = renamed(book, first, variant, given);
            let mut budget = Effort::thorough().budget();
            effects(trials, group, variant, &given, &mut budget).ok()?
        };
        Some((run(low)?, run(high)?))
    };
    let mut given = given.to_vec();
    let (mut one, mut second) = both(&given)?;
    let n_parts = differences(&one, &second).len();
    for at in (0..given.len()).rev() {
        let mut fewer = given.clone();
        fewer.remove(at);
        let Some(now) = both(&fewer) else { continue };
        let shows_all = differences(&now.0, &now.1).len() >= n_parts;
        if shows_all && relation(book, group, &now.0, &now.1) == Relation::Dominated {
            given = fewer;
            (one, second) = now;
        }
    }
    Some((given, one, second))
}

/// Describes the effects of an option in which it differs from another.
fn differences(effects: &Effects, others: &Effects) -> Vec<String> {
    let mut parts = Vec::new();
    let places: BTreeSet<&(usize, String)> = effects.keys().chain(others.keys()).collect();
    for place in places {
        let (one, other) = (effects.get(place), others.get(place));
        let Some(known) = one.or(other) else { continue };
        let unchanged = TrialDistribution::from([(known.start, Chance::one())]);
        let (one, other) = (after(one, &unchanged), after(other, &unchanged));
        if one != other {
            parts.push(format!("{} {}", known.name, describe(one, &known.shown)));
        }
    }
    parts
}

/// Returns examples of two options that are rules; empty for others.
fn examples(
    book: &RuleBook,
    group: &Group,
    (variant, given, one): (&Variant, &[Given], &Effects),
    (other, second): (&Variant, &Effects),
) -> String {
    if !variant.is_rule || !other.is_rule {
        return String::new();
    }
    let first = group.variants.first().map(|one| one.procedure);
    let examples = [(variant, one), (other, second)].map(|(variant, effects)| {
        let given = first.map(|first| renamed(book, first, variant.procedure, given));
        let odds = effects.values().flat_map(|effect| {
            let is = match effect.shown {
                Shown::Number(_) | Shown::Parts(_) => "=",
                Shown::Flag
                | Shown::Words(_)
                | Shown::Dice
                | Shown::Unit
                | Shown::Place(_)
                | Shown::Side(_) => "is",
            };
            effect.distribution.iter().map(move |(value, chance)| {
                let value = sandtable_eval::wording::show(*value, &effect.shown, &[]);
                let odds = match &effect.shown {
                    Shown::Flag if value == "no" => format!("not {}", effect.name),
                    Shown::Flag => effect.name.clone(),
                    Shown::Number(_)
                    | Shown::Parts(_)
                    | Shown::Words(_)
                    | Shown::Dice
                    | Shown::Unit
                    | Shown::Place(_)
                    | Shown::Side(_) => {
                        format!("{} {is} {value}", effect.name)
                    }
                };
                format!("  odds    {odds}: {chance}\n")
            })
        });
        let odds: String = odds.collect();
        let (name, given) = (&variant.title, given_text(&given.unwrap_or_default()));
        format!("example \"{name}\"\n  given   {given}\n  run     {name}\n{odds}")
    });
    examples.join("\n")
}
