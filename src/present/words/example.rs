//! Worked examples as boxes: the situation, the dice, what follows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::english::{
    humanise, is_noun, join_with, lower_first, number, quoted, tidy, upper_first,
};
use super::speaker::Speaker;
use super::text::Block;
use sandtable_model::{
    CastUnit, Entry, Example, ExampleStep, Expected, Kinds, Local, LocalId, NONE, Question,
    RuleBook, TrackId, Type,
};
use sandtable_source::Span;

/// A worked example in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleBox {
    /// The claim that it makes.
    pub title: String,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Its first line in the rule file.
    pub span: Span,
    /// Its steps.
    pub blocks: Vec<Block>,
}

/// Returns every worked example of a book in words, each with the place of its first line.
pub fn example_boxes(book: &RuleBook) -> Vec<(Span, ExampleBox)> {
    let examples = book.examples.iter();
    examples
        .map(|example| (example.span, example_box(book, example)))
        .collect()
}

/// Returns a worked example in words.
pub(super) fn example_box(book: &RuleBook, example: &Example) -> ExampleBox {
    let mut blocks = Vec::new();
    for step in &example.steps {
        blocks.extend(step_blocks(book, step));
    }
    ExampleBox {
        title: tidy(&example.title),
        citations: example.citations.clone(),
        span: example.span,
        blocks,
    }
}

/// A speaker that names the units of a question.
fn speaker_of<'b>(book: &'b RuleBook, question: &Question) -> Speaker<'b> {
    let mut speaker = Speaker::new(book);
    speaker.cast = cast_names(question);
    let board = question.board_instance.as_ref();
    speaker.board = board.map(|board| Arc::clone(&board.board));
    name_arguments(&mut speaker, question);
    speaker
}

fn step_blocks(book: &RuleBook, step: &ExampleStep) -> Vec<Block> {
    let question = &step.question;
    let mut speaker = speaker_of(book, question);
    let mut blocks = Vec::new();
    let given = situation(&mut speaker, question);
    if !given.is_empty() {
        blocks.push(Block::paragraph(given.join(" ")));
    }
    let mut sentences = vec![run_sentence(&speaker, step)];
    if let Some(dice) = &step.answers.dice {
        let faces = dice.value.iter().map(|face| {
            let shown = speaker.word(&face.face.value);
            match &face.label {
                Some(label) => format!("{shown} for {}", humanise(&label.value)),
                None => shown,
            }
        });
        let faces: Vec<String> = faces.collect();
        if !faces.is_empty() {
            sentences.push(format!("The dice show {}.", join_with(&faces, "and")));
        }
    }
    if let Some(choices) = &step.answers.choices {
        let conditions = &step.answers.conditions;
        let chosen = choices.value.iter().enumerate().map(|(at, choice)| {
            let word = |word: &str| match word.parse::<i32>() {
                Ok(value) => quoted(&number(value)),
                Err(_) => quoted(&tidy(&humanise(word))),
            };
            let chosen = word(&choice.value);
            let condition = conditions.iter().find(|condition| condition.at == at);
            match condition.map(|condition| &condition.otherwise) {
                None => chosen,
                Some(None) => format!("{chosen} on a condition"),
                Some(Some(other)) => format!("{chosen} on a condition, otherwise {}", word(other)),
            }
        });
        let chosen: Vec<String> = chosen.collect();
        if !chosen.is_empty() {
            sentences.push(format!("The players choose {}.", join_with(&chosen, "and")));
        }
    }
    for judged in &step.answers.judged {
        let (name, value) = &judged.value;
        let fact = book.facts.iter().find(|fact| fact.naming.name == *name);
        if let Some(fact) = fact {
            let value = speaker.constant(*value, fact.ty);
            let title = quoted(&speaker.title(&fact.naming));
            sentences.push(format!("The players judge {title} as {value}."));
        }
    }
    blocks.push(Block::paragraph(sentences.join(" ")));
    let expected: Vec<String> = step
        .expects
        .iter()
        .map(|expected| expectation(&mut speaker, &expected.value))
        .collect();
    if !expected.is_empty() {
        blocks.push(Block::paragraph(format!(
            "Then {}.",
            join_with(&expected, "and")
        )));
    }
    for (condition, chance) in &step.odds {
        let (Some(condition), Some(chance)) = (condition, &chance.value) else {
            continue;
        };
        let condition = speaker.clause(condition, false);
        blocks.push(Block::paragraph(format!(
            "The chance that {condition} is {} in {}.",
            chance.numerator, chance.denominator
        )));
    }
    let usual = situation(&mut speaker, question);
    for case in &step.cases {
        // A row may be about other units.
        let mut speaker = speaker_of(book, &case.question);
        let mut given = situation(&mut speaker, &case.question);
        given.retain(|sentence| !usual.contains(sentence));
        let cells = case.cells.iter().filter_map(|cell| cell.holds.as_ref());
        let cells: Vec<String> = cells.map(|holds| speaker.clause(holds, false)).collect();
        let given = if given.is_empty() {
            String::new()
        } else {
            given.join(" ")
        };
        blocks.push(Block::paragraph(
            format!("{given} Then {}.", join_with(&cells, "and"))
                .trim_start()
                .to_owned(),
        ));
    }
    blocks
}

/// Calls each unit of an example by its title; units that share theirs by what they are in it: `the firer`.
fn cast_names(question: &Question) -> Vec<String> {
    let titles = question.unit_titles();
    let units = question.cast.iter().zip(&titles);
    units
        .map(|(unit, title)| {
            let own = spoken_title(&unit.title);
            if *title == unit.title {
                return own;
            }
            let role = humanise(&unit.parameter);
            if is_noun(&role) {
                format!("the {role}")
            } else {
                format!("{own} {}", quoted(&role))
            }
        })
        .collect()
}

/// A title in a sentence: with an article if it is no name.
fn spoken_title(title: &str) -> String {
    let title = tidy(title);
    if title.starts_with("The ") {
        lower_first(&title)
    } else if title.chars().next().is_some_and(char::is_lowercase) && !title.starts_with("the ") {
        format!("the {title}")
    } else {
        title
    }
}

fn name_arguments(speaker: &mut Speaker<'_>, question: &Question) {
    let entry = entry_of(question);
    let parameters = entry
        .map(|entry| speaker.book.parameters(entry))
        .unwrap_or_default();
    let names = parameters.iter().map(|parameter| parameter.name.clone());
    let named = question.named.iter().map(|(name, _)| name.clone());
    let locals = names.chain(named).map(|name| Local {
        name,
        ty: Type::Unknown,
        or_none: false,
    });
    for (at, local) in locals.enumerate() {
        let id = LocalId::new(at);
        let value = question
            .arguments
            .get(at)
            .and_then(|value| usize::try_from(*value).ok());
        let is_unit = match parameters.get(at) {
            Some(parameter) => matches!(parameter.ty, Type::Unit(_)),
            None => true,
        };
        let title = value
            .filter(|_| is_unit)
            .and_then(|value| speaker.cast.get(value).cloned());
        match title {
            Some(title) => speaker.call_local(id, &title),
            None => speaker.name_local(id, &local.name),
        }
    }
}

fn entry_of(question: &Question) -> Option<Entry> {
    match question.procedure {
        Some(id) => Some(Entry::Procedure(id)),
        None => Entry::called_by(&question.entry).map(|(entry, _)| entry),
    }
}

/// The sentence that says what is run.
fn run_sentence(speaker: &Speaker<'_>, step: &ExampleStep) -> String {
    let entry = entry_of(&step.question);
    let naming = entry.and_then(|entry| speaker.book.naming(entry));
    let title = naming.map_or_else(|| humanise(&step.run.value), |naming| speaker.title(naming));
    let phase = step.question.phase.as_deref();
    match phase {
        Some(phase) => format!(
            "The phase {} of {} is played.",
            quoted(&speaker.time(phase)),
            quoted(&title)
        ),
        None => format!("{} is used.", quoted(&title)),
    }
}

/// Situation of an example: units, their state, facts and optional rules.
fn situation(speaker: &mut Speaker<'_>, question: &Question) -> Vec<String> {
    let mut sentences = Vec::new();
    let entry = entry_of(question);
    let parameters = entry
        .map(|entry| speaker.book.parameters(entry))
        .unwrap_or_default();
    let pairs = parameters.iter().zip(&question.arguments);
    let mut roles: Vec<String> = pairs
        .enumerate()
        .map(|(at, (parameter, value))| {
            let noun = speaker.bare_noun(&parameter.name);
            if let Some(members) = question.set(at).filter(|members| !members.is_empty()) {
                let members = members.iter().filter_map(|at| usize::try_from(*at).ok());
                let titles = members.filter_map(|at| question.cast.get(at));
                let titles: Vec<String> = titles.map(|unit| spoken_title(&unit.title)).collect();
                let verb = if titles.len() == 1 { "is" } else { "are" };
                return format!("the {noun} {verb} {}", join_with(&titles, "and"));
            }
            let unit = usize::try_from(*value).ok();
            let unit = unit.and_then(|at| question.cast.get(at));
            let value = match (parameter.ty, unit) {
                (Type::Unit(_), Some(unit)) => spoken_title(&unit.title),
                (ty, _) => speaker.constant(*value, ty),
            };
            if is_noun(&noun) {
                format!("the {noun} is {value}")
            } else {
                format!("{} is {value}", quoted(&noun))
            }
        })
        .collect();
    // Further units that are called by what they are.
    for (unit, name) in question.cast.iter().zip(&speaker.cast) {
        let is_parameter = parameters.iter().any(|one| one.name == unit.parameter);
        let role = humanise(&unit.parameter);
        if !is_parameter && *name == format!("the {role}") && *name != spoken_title(&unit.title) {
            roles.push(format!("{name} is {}", spoken_title(&unit.title)));
        }
    }
    if !roles.is_empty() {
        sentences.push(format!("{}.", upper_first(&join_with(&roles, "and"))));
    }
    sentences.extend(owners_of(speaker, question));
    for (at, unit) in question.cast.iter().enumerate() {
        if !unit.is_spare {
            sentences.extend(state_of(speaker, at, unit));
        }
    }
    sentences.extend(facts_of(speaker, question));
    let options = speaker.book.options.iter().zip(&question.options);
    for (option, value) in options {
        if *value == option.default {
            continue;
        }
        let title = quoted(&speaker.title(&option.naming));
        let text = match option.ty {
            Type::Flag if *value == 0 => format!("The optional rule {title} is not in use."),
            Type::Flag => format!("The optional rule {title} is in use."),
            ty @ (Type::Number(_)
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown) => format!(
                "For the optional rule {title}, {} is chosen.",
                speaker.constant(*value, ty)
            ),
        };
        sentences.push(text);
    }
    sentences
}

fn facts_of(speaker: &mut Speaker<'_>, question: &Question) -> Vec<String> {
    let mut sentences = Vec::new();
    for (fact, value) in speaker.book.facts.iter().zip(&question.facts) {
        let Some(value) = value else { continue };
        let title = quoted(&speaker.title(&fact.naming));
        let value = speaker.constant(*value, fact.ty);
        sentences.push(format!("{title}: {value}."));
    }
    for (fact, about, value) in &question.particular {
        let Some(fact) = speaker.book.facts.get(fact.at()) else {
            continue;
        };
        let title = quoted(&speaker.title(&fact.naming));
        let about = about.iter().filter_map(|at| usize::try_from(*at).ok());
        let about: Vec<String> = about
            .filter_map(|at| speaker.cast.get(at).cloned())
            .collect();
        let value = speaker.constant(*value, fact.ty);
        sentences.push(format!(
            "{title} for {}: {value}.",
            join_with(&about, "and")
        ));
    }
    sentences
}

/// The tracks of a unit that do not start as usual.
fn state_of(speaker: &Speaker<'_>, at: usize, unit: &CastUnit) -> Option<String> {
    let kinds = Kinds::one(unit.kind);
    let known = speaker.book.kinds.get(unit.kind.at())?;
    let is_declared = |track: TrackId| {
        let own = known.tracks.iter().find(|own| own.track == track);
        own.is_some_and(|own| !own.is_internal())
    };
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    for (track, value) in &unit.starts {
        if !is_declared(*track) || Some(*track) == speaker.book.at_track() {
            continue;
        }
        if Some(*track) == speaker.book.side_track() {
            continue;
        }
        let titled = speaker.track(*track, kinds);
        let text = if *value == NONE {
            "nothing".to_owned()
        } else {
            speaker.constant(*value, titled.ty)
        };
        values.insert(quoted(&titled.title), text);
    }
    let declared = unit.starts_about.iter();
    for (track, about, value) in declared.filter(|(track, ..)| is_declared(*track)) {
        let titled = speaker.track(*track, kinds);
        let about = speaker.cast.get(*about).map_or("", String::as_str);
        let text = speaker.constant(*value, titled.ty);
        values.insert(format!("{} for {about}", quoted(&titled.title)), text);
    }
    let title = upper_first(speaker.cast.get(at)?);
    let place = unit
        .starts
        .iter()
        .find(|(track, value)| Some(*track) == speaker.book.at_track() && *value != NONE);
    let place =
        place.map(|(_, value)| format!("{title} is at {}.", speaker.constant(*value, Type::Place)));
    if values.is_empty() {
        return place;
    }
    let values = values
        .iter()
        .map(|(track, value)| format!("{track} at {value}"));
    let values: Vec<String> = values.collect();
    let begins = format!("{title} begins with {}.", join_with(&values, "and"));
    Some(match place {
        Some(place) => format!("{place} {begins}"),
        None => begins,
    })
}

/// The sides to which the units belong, a sentence for each side.
fn owners_of(speaker: &Speaker<'_>, question: &Question) -> Vec<String> {
    let mut owners: Vec<(i32, Vec<String>)> = Vec::new();
    let units = question.cast.iter().zip(&speaker.cast);
    for (unit, name) in units.filter(|(unit, _)| !unit.is_spare && unit.owner.is_none()) {
        let mut starts = unit.starts.iter();
        let side = starts.find(|(track, _)| Some(*track) == speaker.book.side_track());
        let Some((_, side)) = side else { continue };
        // A card in the pile belongs to nobody, which goes without saying.
        if *side == NONE && speaker.book.deck_of(unit.kind).is_some() {
            continue;
        }
        match owners.iter_mut().find(|(known, _)| known == side) {
            Some((_, names)) => names.push(name.clone()),
            None => owners.push((*side, vec![name.clone()])),
        }
    }
    let sentences = owners.into_iter().map(|(side, names)| {
        let verb = if names.len() == 1 {
            "belongs"
        } else {
            "belong"
        };
        let at = usize::try_from(side).ok();
        let owner = at.and_then(|at| speaker.cast.get(at));
        let owner = match side {
            NONE => "nobody",
            _ => owner.map_or("", String::as_str),
        };
        let names = upper_first(&join_with(&names, "and"));
        format!("{names} {verb} to {owner}.")
    });
    sentences.collect()
}

fn expectation(speaker: &mut Speaker<'_>, expected: &Expected) -> String {
    match expected {
        Expected::Holds(condition) => speaker.clause(condition, false),
        Expected::Refused => "it is not allowed".to_owned(),
        Expected::RefusedBy(why) => format!("it is not allowed, for it needs {}", tidy(why)),
        Expected::Offered { option, negated } => {
            let verb = if *negated {
                "is not offered"
            } else {
                "is offered"
            };
            format!("{} {verb}", quoted(&tidy(option)))
        }
        Expected::Order(names) => {
            let names: Vec<String> = names
                .iter()
                .map(|name| quoted(&humanise(name.value.text())))
                .collect();
            format!("these come in this order: {}", join_with(&names, "and"))
        }
    }
}
