//! Text of the values of a unit: its stats, its traits, its parts, and words that identify its branch.

use sandtable_model::{
    DiceValue, Dimension, Kind, KindId, NONE, Profile, ProfileId, RuleBook, Type, Value, cast,
};

use super::names::words;
use super::source::Source;

/// A value of a unit with its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stat {
    /// Title of the value.
    pub title: String,
    /// As printed; a dash where the unit has none.
    pub value: String,
    /// Whether it is a number that the unit itself says.
    pub is_own_number: bool,
    /// Whether it is what every unit has that does not say otherwise, and is nothing: 0.
    pub is_usual_zero: bool,
}

/// Value where a unit has none.
pub(super) const DASH: &str = "–";

/// The kinds that are printed as units: pieces that are neither cards nor parts of others, and have units of their own.
pub(super) fn kinds(book: &RuleBook) -> Vec<KindId> {
    let parts = book
        .fields
        .iter()
        .fold(sandtable_model::Kinds::NONE, |all, field| {
            all.or(field.ty.kinds())
        });
    let usual = book.pieces().without(book.cards());
    let has_units = |kind: &KindId| {
        book.profiles
            .iter()
            .any(|unit| unit.kind == *kind && !unit.id.is_empty())
    };
    let kinds = (0..book.kinds.len()).map(KindId::new);
    kinds
        .filter(|kind| usual.has(*kind) && !parts.has(*kind) && has_units(kind))
        .collect()
}

/// The kinds of parts that have units of their own: weapons.
pub(super) fn part_kinds(book: &RuleBook) -> Vec<KindId> {
    let parts = book
        .fields
        .iter()
        .fold(sandtable_model::Kinds::NONE, |all, field| {
            all.or(field.ty.kinds())
        });
    let has_units = |kind: &KindId| {
        book.profiles
            .iter()
            .any(|unit| unit.kind == *kind && !unit.id.is_empty())
    };
    let kinds = (0..book.kinds.len()).map(KindId::new);
    kinds
        .filter(|kind| parts.has(*kind) && has_units(kind))
        .collect()
}

/// The units of a kind, in the order of their files.
pub(super) fn units(book: &RuleBook, kind: KindId) -> Vec<ProfileId> {
    let all = book.profiles.iter().enumerate();
    let own = all.filter(|(_, unit)| unit.kind == kind && !unit.id.is_empty());
    own.map(|(at, _)| ProfileId::new(at)).collect()
}

/// The stats of a unit, one for each of its kind, in written order; lists of parts are not among them.
pub(super) fn stats(source: &Source<'_>, id: ProfileId) -> Vec<Stat> {
    let book = source.book;
    let Some((unit, kind)) = known(book, id) else {
        return Vec::new();
    };
    let fields = cast::alone(book, id, "", None).map(|unit| unit.fields);
    let stats = kind.stats.iter().filter_map(|stat| {
        let field = book.fields.get(stat.field.at())?;
        if field.is_list || field.is_trait {
            return None;
        }
        let value = fields
            .as_ref()
            .and_then(|fields| fields.get(stat.field.at()).copied())
            .unwrap_or(NONE);
        let said = unit.value(stat.field);
        let is_own = said != stat.default.map(Value::Single).as_ref();
        Some(Stat {
            title: source.names.title(stat.naming.shown()),
            value: value_text(book, field.ty, value, said),
            is_usual_zero: !is_own && value == 0 && matches!(field.ty, Type::Number(_)),
            is_own_number: is_own
                && value != NONE
                && matches!(field.ty, Type::Number(_) | Type::Dice),
        })
    });
    stats.collect()
}

/// The traits of a unit.
pub(super) fn traits(book: &RuleBook, id: ProfileId) -> Vec<String> {
    let Some((unit, kind)) = known(book, id) else {
        return Vec::new();
    };
    let has = |field: &&sandtable_model::FieldId| unit.value(**field) == Some(&Value::Single(1));
    let fields = kind
        .traits
        .iter()
        .filter(has)
        .filter_map(|field| book.fields.get(field.at()));
    fields.map(|field| words(&field.name)).collect()
}

/// The parts of a unit, by the title of the list that they are in.
pub(super) fn parts(source: &Source<'_>, id: ProfileId) -> Vec<(String, Vec<ProfileId>)> {
    let book = source.book;
    let Some((unit, kind)) = known(book, id) else {
        return Vec::new();
    };
    let lists = kind
        .stats
        .iter()
        .filter_map(|stat| match unit.value(stat.field) {
            Some(Value::Parts(parts)) if !parts.is_empty() => {
                Some((source.names.title(stat.naming.shown()), parts.clone()))
            }
            Some(Value::Parts(_) | Value::Single(_) | Value::Place(_)) | None => None,
        });
    lists.collect()
}

/// Returns words that identify the branch of a unit: its words and traits, those of its title and id, those of its kind.
pub(super) fn telling_words(book: &RuleBook, id: ProfileId) -> Vec<String> {
    let Some((unit, kind)) = known(book, id) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (field, value) in &unit.values {
        let Some(field) = book.fields.get(field.at()) else {
            continue;
        };
        match (value, field.ty) {
            (Value::Single(1), _) if field.is_trait => all.push(field.name.clone()),
            (Value::Single(value), Type::Words(list)) => {
                let list = book.words.get(list.at());
                let word = usize::try_from(*value)
                    .ok()
                    .and_then(|value| list?.words.get(value));
                all.extend(word.cloned());
            }
            (Value::Single(_) | Value::Parts(_) | Value::Place(_), _) => {}
        }
    }
    for text in [&unit.title, &unit.id, &kind.naming.name] {
        let lower = text.to_lowercase();
        all.push(lower.clone());
        all.extend(
            lower
                .split(|letter: char| !letter.is_alphanumeric())
                .map(str::to_owned),
        );
    }
    all
}

pub(super) fn known(book: &RuleBook, id: ProfileId) -> Option<(&Profile, &Kind)> {
    let unit = book.profiles.get(id.at())?;
    Some((unit, book.kinds.get(unit.kind.at())?))
}

fn value_text(book: &RuleBook, ty: Type, value: i32, said: Option<&Value>) -> String {
    if let Some(Value::Place(place)) = said {
        return words(&place.value);
    }
    match ty {
        _ if value == NONE && said.is_none() => DASH.to_owned(),
        Type::Flag => if value == 1 { "yes" } else { "no" }.to_owned(),
        Type::Dice => match DiceValue::of_value(value) {
            Some(dice) => super::names::words(&dice.to_string()),
            None => DASH.to_owned(),
        },
        Type::Unit(_) => {
            let part = match said {
                Some(Value::Parts(parts)) => parts.first().copied(),
                Some(Value::Single(one)) => usize::try_from(*one).ok().map(ProfileId::new),
                Some(Value::Place(_)) | None => None,
            };
            let part = part.and_then(|part| book.profiles.get(part.at()));
            part.map_or(DASH.to_owned(), |part| part.title.clone())
        }
        _ if value == NONE => DASH.to_owned(),
        Type::Number(Dimension::Parts(parts)) => parts.text(value).replace('-', "−"),
        Type::Words(_) | Type::Face(_) if !sandtable_model::is_numeric(book, ty) => {
            let list = sandtable_model::words_by_value(book, ty);
            let word = usize::try_from(value)
                .ok()
                .and_then(|value| list.get(value));
            word.map_or(DASH.to_owned(), |word| words(word))
        }
        Type::Number(_)
        | Type::Words(_)
        | Type::Face(_)
        | Type::Place
        | Type::Side
        | Type::Unknown => match value {
            0.. => value.to_string(),
            _ => format!("−{}", value.unsigned_abs()),
        },
    }
}
