//! Units of kinds without any in the unit files: rules of a draft without units can be run with these.

use sandtable_model::{
    FieldId, Kind, KindId, KindStat, NONE, Profile, ProfileId, RuleBook, Type, Value,
};
use std::sync::OnceLock;

use super::situation::Given;
use sandtable_syntax::ast::Literal;

/// The width of the range in which a stat without a maximum lies.
const MAX_WIDTH: i32 = 6;

/// Returns a unit for each kind of pieces that has none. Their ids have a space, those of written units have not.
pub(super) fn units(book: &RuleBook) -> Vec<Profile> {
    let mut synthetic: Vec<Profile> = Vec::new();
    // Kinds without parts first: they are the parts of others.
    for with_parts in [false, true] {
        for (at, kind) in book.kinds.iter().enumerate() {
            let id = KindId::new(at);
            let mut known = book.profiles.iter().chain(&synthetic);
            let is_piece = ![
                book.side_kind(),
                book.game_kind(),
                book.place_kind(),
                book.link_kind(),
            ]
            .contains(&Some(id));
            if !is_piece
                || has_parts(book, kind) != with_parts
                || known.any(|profile| profile.kind == id)
            {
                continue;
            }
            let values = kind.stats.iter();
            let values: Option<Vec<(FieldId, Value)>> = values
                .map(|stat| Some((stat.field, value(book, &synthetic, stat)?)))
                .collect();
            synthetic.extend(values.map(|values| Profile {
                id: format!("a {}", kind.naming.name),
                title: format!("A {}", kind.naming.shown()),
                text: String::new(),
                kind: id,
                values,
                shape: None,
                span: kind.naming.span,
                constants: OnceLock::new(),
            }));
        }
    }
    synthetic
}

/// Whether an example can name everything that is given.
pub(crate) fn is_writable(given: &[Given]) -> bool {
    let mut words = given.iter().filter_map(|(_, value)| match value {
        Literal::Word(word) => Some(word),
        Literal::Number(_) => None,
    });
    !words.any(|word| word.contains(' '))
}

fn has_parts(book: &RuleBook, kind: &Kind) -> bool {
    let types = kind
        .stats
        .iter()
        .filter_map(|stat| book.fields.get(stat.field.at()));
    types
        .into_iter()
        .any(|field| matches!(field.ty, Type::Unit(_)))
}

/// Returns a value in the middle of the range of a stat; `None` if it has no range.
fn value(book: &RuleBook, synthetic: &[Profile], stat: &KindStat) -> Option<Value> {
    if let Some(default) = stat.default {
        return Some(Value::Single(default));
    }
    if stat.optional {
        return Some(Value::Single(NONE));
    }
    let field = book.fields.get(stat.field.at())?;
    Some(match field.ty {
        Type::Number(_) => {
            let low = if stat.low <= NONE + 1 {
                0.min(stat.high)
            } else {
                stat.low
            };
            let high = stat.high.min(low.saturating_add(MAX_WIDTH)).max(low);
            Value::Single(low + (high - low) / 2)
        }
        Type::Words(id) => {
            let n_words = book.words.get(id.at())?.words.len();
            Value::Single(i32::try_from(n_words / 2).ok()?)
        }
        Type::Flag => Value::Single(0),
        Type::Unit(kinds) => {
            let mut known = book.profiles.iter().chain(synthetic);
            let part = known.position(|profile| kinds.has(profile.kind));
            Value::Parts(vec![ProfileId::new(part?)])
        }
        Type::Dice | Type::Face(_) | Type::Place | Type::Side | Type::Unknown => return None,
    })
}
