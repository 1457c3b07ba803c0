//! Lists of units as comma-separated values: a line for each unit, a column for each stat.

use super::unit_counter::value_text;
use crate::csv::sheet;
use sandtable_model::{FieldId, Kind, KindId, Kinds, Profile, RuleBook, Value};

/// Returns the units of some kinds, parts and cards included, in the order of their files.
///
/// A trait is `yes` where a unit has it. Stats of different kinds with one key share a column.
pub fn units(book: &RuleBook, kinds: Kinds) -> String {
    let chosen: Vec<(KindId, &Kind)> = book
        .kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| (KindId::new(at), kind))
        .filter(|(id, _)| kinds.has(*id))
        .collect();
    let profiles = book.profiles.iter();
    let profiles: Vec<&Profile> = profiles
        .filter(|profile| !profile.id.is_empty() && kinds.has(profile.kind))
        .collect();
    let used = |id: &KindId| profiles.iter().any(|profile| profile.kind == *id);
    let mut columns: Vec<FieldId> = Vec::new();
    for (_, kind) in chosen.iter().filter(|(id, _)| used(id)) {
        let stats = kind
            .stats
            .iter()
            .map(|stat| stat.field)
            .chain(kind.traits.iter().copied());
        for field in stats {
            if !columns.contains(&field) {
                columns.push(field);
            }
        }
    }
    let name = |field: &FieldId| {
        let known = book.fields.get(field.at());
        known.map_or_else(String::new, |field| field.name.clone())
    };
    let mut heads = vec!["kind".to_owned(), "id".to_owned(), "title".to_owned()];
    heads.extend(columns.iter().map(name));
    let mut lines = vec![heads];
    for profile in profiles {
        let kind = book.kinds.get(profile.kind.at());
        let kind = kind.map_or_else(String::new, |kind| kind.naming.name.clone());
        let mut line = vec![kind, profile.id.clone(), profile.title.clone()];
        line.extend(columns.iter().map(|field| cell(book, profile, *field)));
        lines.push(line);
    }
    sheet(&lines)
}

fn cell(book: &RuleBook, profile: &Profile, field: FieldId) -> String {
    let Some(known) = book.fields.get(field.at()) else {
        return String::new();
    };
    match profile.value(field) {
        None => String::new(),
        Some(Value::Single(value)) if known.is_trait => {
            if *value == 0 { "" } else { "yes" }.to_owned()
        }
        Some(value) => value_text(book, value, known.ty),
    }
}
