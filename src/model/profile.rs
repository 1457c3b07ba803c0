//! Units of the roster, checked against their kinds.

use super::{FieldId, KindId, ProfileId};
use sandtable_source::{Span, Spanned};
use std::sync::{Arc, OnceLock};

/// The value of a stat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number, a word's place, yes/no, or [`super::NONE`].
    Single(i32),
    /// Parts, in written order.
    Parts(Vec<ProfileId>),
    /// A place, by its name: each map may have it elsewhere.
    Place(Spanned<String>),
}

/// A unit of the roster.
#[derive(Debug, Clone)]
pub struct Profile {
    /// `panther`; empty for a part written in place.
    pub id: String,
    /// As shown.
    pub title: String,
    /// Text of its card for players; may be empty.
    pub text: String,
    /// Its kind.
    pub kind: KindId,
    /// Fields it has; traits only when it has them.
    pub values: Vec<(FieldId, Value)>,
    /// Its base or outline on a table, if it says so.
    pub shape: Option<sandtable_board::Shape>,
    /// Span of its id in the unit file.
    pub span: Span,
    /// Every field of the book, as a unit of this profile has it; made when it is first asked for.
    pub constants: OnceLock<Arc<[i32]>>,
}

impl Profile {
    /// The value of a field.
    pub fn value(&self, field: FieldId) -> Option<&Value> {
        self.values
            .iter()
            .find(|(known, _)| *known == field)
            .map(|(_, value)| value)
    }
}
