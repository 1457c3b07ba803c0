//! Facts that rules measure on the map, and to which a scenario with a map gives one value for all pieces.
//!
//! Reports: E0626.

use super::Staging;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{NONE, Type};
use sandtable_roster::Value;

pub(super) fn check_fixed_facts(staging: &Staging<'_>, found: &mut Vec<Diagnostic>) {
    if staging.staged.board_instance.is_none() {
        return;
    }
    for given in &staging.written.facts {
        let mut facts = staging.book.facts.iter();
        let fact = facts.find(|fact| fact.naming.name == given.key.value);
        // Of single pieces, a list says more than the map.
        let is_single = !matches!(given.value.value, Value::List(_) | Value::Inline(_));
        let Some(fact) = fact.filter(|fact| is_single && !fact.parameters.is_empty()) else {
            continue;
        };
        let Some(in_play) = fact.in_play.as_ref().filter(|in_play| in_play.needs_map) else {
            continue;
        };
        let is_number = matches!(fact.ty, Type::Number(_)) && fact.low > NONE;
        let name = &fact.naming.name;
        found.push(
            Diagnostic::new(
                Code::PointlessMeasurement,
                format!("this fixes `{name}` for the whole game, although the map measures it"),
            )
            .label(given.key.span.to(given.value.span), "the same for all pieces, wherever they are")
            .label(in_play.value.span, "measured here in games without it")
            .help("delete the line, and the map measures; for some pieces only, give a list: `[{ about = […], is = … }]`")
            .confidence(match is_number {
                true => Confidence::Likely,
                false => Confidence::Possible,
            }),
        );
    }
}
