//! Units of kinds that no unit file has a unit of yet: a draft without units can be tried with these.

use sandtable_model::{
    FieldId, Kind, KindId, KindStat, NONE, Profile, ProfileId, RuleBook, Type, Value,
};

use super::situation::Given;
use sandtable_syntax::ast::Literal;

/// A number without an end is as large as this.
const FAR: i32 = 6;

/// Puts a unit behind those of the book for each kind that has none. The ids of units have no blank, those of these do.
pub(super) fn invent(book: &mut RuleBook) {
    let mut invented: Vec<Profile> = Vec::new();
    // Kinds without parts first: they are the parts of others.
    for with_parts in [false, true] {
        for (at, kind) in book.kinds.iter().enumerate() {
            let id = KindId::new(at);
            let mut known = book.profiles.iter().chain(&invented);
            let is_piece = ![
                book.side_kind(),
                book.game_kind(),
                book.hex_kind(),
                book.hexside_kind(),
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
                .map(|stat| Some((stat.field, value(book, &invented, stat)?)))
                .collect();
            invented.extend(values.map(|values| Profile {
                id: format!("a {}", kind.naming.name),
                title: format!("A {}", kind.naming.shown()),
                kind: id,
                values,
                shape: None,
                span: kind.naming.span,
            }));
        }
    }
    book.profiles.append(&mut invented);
}

/// Whether what is given can stand in an example.
pub(super) fn is_written(given: &[Given]) -> bool {
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

/// A value in the middle of what a stat may be; nothing if it can only be guessed.
fn value(book: &RuleBook, invented: &[Profile], stat: &KindStat) -> Option<Value> {
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
            let high = stat.high.min(low.saturating_add(FAR)).max(low);
            Value::Single(low + (high - low) / 2)
        }
        Type::Words(id) => {
            let n_words = book.words.get(id.at())?.words.len();
            Value::Single(i32::try_from(n_words / 2).ok()?)
        }
        Type::Flag => Value::Single(0),
        Type::Unit(kinds) => {
            let mut known = book.profiles.iter().chain(invented);
            let part = known.position(|profile| kinds.has(profile.kind));
            Value::Parts(vec![ProfileId::new(part?)])
        }
        Type::Dice | Type::Face(_) | Type::Place | Type::Side | Type::Unknown => return None,
    })
}
