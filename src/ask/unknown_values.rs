//! Findings about values that are given to units, and that these do not have.
//!
//! Reports: E0513.

use super::{Binding, QuestionBuilder};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::words_of;
use sandtable_model::{Kind, Kinds, RuleBook, Type};
use sandtable_source::Spanned;
use sandtable_syntax::ast::Literal;

impl QuestionBuilder<'_> {
    /// Returns the finding about a name that is neither a unit of the question nor a place of its map.
    pub(super) fn no_such_unit(&self, owner: &Spanned<String>, bindings: &[Binding]) -> Diagnostic {
        let mut places = self.names_of_places().peekable();
        let known = self.named.iter().map(|(name, _)| name.as_str());
        let message = match places.peek() {
            Some(_) => format!(
                "`{}` is neither a unit of this question nor a place of its map",
                owner.value
            ),
            None => format!("`{}` is not a unit of this question", owner.value),
        };
        let finding = Diagnostic::new(Code::BadArgument, message).label(owner.span, "");
        match role_of(bindings, &owner.value) {
            Some(role) => finding
                .help(format!("it is called `{role}` here"))
                .instead(role),
            None => finding.suggest(&owner.value, known.chain(places)),
        }
    }
}

/// The finding for a track with a value for each unit that is given without one.
pub(super) fn value_for_each(
    book: &RuleBook,
    index: Kinds,
    name: &Spanned<String>,
    value: &Spanned<Literal>,
) -> Diagnostic {
    let (track, value) = (&name.value, value.value.text());
    let is_of_sides = book.side_kind().is_some_and(|side| index.has(side));
    let side = book.sides.first().map(|side| side.name.as_str());
    let first = match (is_of_sides, side) {
        (true, Some(side)) => side,
        (true, None) => "SIDE",
        (false, _) => "UNIT",
    };
    let each = words_of(book, Type::Unit(index)).join(" or ");
    Diagnostic::new(
        Code::BadArgument,
        format!("`{track}` has a value for each {each}"),
    )
    .label(name.span, "")
    .help(format!(
        "give each by itself: `{track}.{first} = {value}` in a scenario or on a map, `NAME.{track}({first}) = {value}` elsewhere"
    ))
}

/// The finding for a name that is neither a stat, nor a trait, nor a track of a kind.
pub(super) fn no_such_stat(
    book: &RuleBook,
    kind: &Kind,
    name: &Spanned<String>,
    value: &Spanned<Literal>,
) -> Diagnostic {
    let mut by_word = kind.by_word.iter();
    if let Some(tracks) = by_word.find(|tracks| tracks.name == name.value) {
        let words = book.words.get(tracks.words.at());
        let words = words.map_or(&[][..], |list| &list.words);
        let first = words.first().map_or("WORD", String::as_str);
        return Diagnostic::new(
            Code::BadArgument,
            format!("`{}` has a value for each of: {}", name.value, words.join(", ")),
        )
        .label(name.span, "")
        .help(format!(
            "give each by itself: `{0}.{first} = {1}` in a scenario, `UNIT.{0}({first}) = {1}` elsewhere",
            name.value,
            value.value.text()
        ));
    }
    let known: Vec<&str> = kind.names_of_values().collect();
    let mut formulas = kind.formulas.iter();
    let help = if formulas.any(|(formula, _)| *formula == name.value) {
        format!(
            "`{}` is a formula: give what it is calculated from",
            name.value
        )
    } else if known.is_empty() {
        "give stats, traits and tracks of a unit".to_owned()
    } else {
        format!("it has: {}", known.join(", "))
    };
    let message = format!(
        "the {} has no `{}` that can be given",
        kind.naming.name, name.value
    );
    Diagnostic::new(Code::BadArgument, message)
        .label(name.span, "")
        .suggest(&name.value, known.iter().copied())
        .help(help)
}

/// Returns the name of the parameter to which a unit is given by its id, if it is the only one: `unit` of `unit = a`.
fn role_of<'b>(bindings: &'b [Binding], id: &str) -> Option<&'b str> {
    let mut roles = bindings.iter().filter_map(|binding| {
        let [role] = binding.place.as_slice() else {
            return None;
        };
        let is_it = matches!(&binding.value.value, Literal::Word(word) if word == id);
        is_it.then_some(role.value.as_str())
    });
    roles.next().filter(|_| roles.next().is_none())
}
