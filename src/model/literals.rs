//! Conversion between values and text: literals as values of a type, and names of types and their words.
//!
//! Reports: E0203, E0211, E0404.

use crate::{DiceValue, Dimension, KindId, NONE, RuleBook, Type};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// A type with the limits of its numbers.
#[derive(Debug, Clone, Copy)]
pub struct Ranged {
    /// The type of the value.
    pub ty: Type,
    /// Lower limit of a number.
    pub low: i32,
    /// Upper limit of a number.
    pub high: i32,
    /// Whether the value can be [`NONE`].
    pub or_none: bool,
}

impl Ranged {
    /// Returns a type without limits.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only distances have a least value of their own"
    )]
    pub fn any(ty: Type) -> Self {
        let low = match ty {
            Type::Number(Dimension::Measured(_)) => 0,
            _ => NONE + 1,
        };
        Self {
            ty,
            low,
            high: i32::MAX,
            or_none: false,
        }
    }

    /// Returns the unknown type, after an error.
    pub fn unknown() -> Self {
        Self::any(Type::Unknown)
    }
}

/// Returns a literal as a value of a type; the finding describes the error, without the span of the type.
pub fn literal(
    book: &RuleBook,
    value: &Spanned<ast::Literal>,
    ranged: Ranged,
) -> Result<i32, Diagnostic> {
    literal_of(book, value, ranged.ty, ranged.low, ranged.high).map_err(|finding| {
        if finding.code == Code::OutOfRange {
            finding.help("correct the number, or widen the declared range")
        } else {
            finding
        }
    })
}

/// As [`literal`], without the advice to widen the range.
pub fn literal_of(
    book: &RuleBook,
    value: &Spanned<ast::Literal>,
    ty: Type,
    low: i32,
    high: i32,
) -> Result<i32, Diagnostic> {
    let wrong = |message: String, label: &str| {
        Diagnostic::new(Code::WrongType, message).label(value.span, label)
    };
    match (&value.value, ty) {
        (_, Type::Number(Dimension::Parts(parts))) => {
            let text = value.value.text();
            match parts.read(&text) {
                Some(number) if (low..=high).contains(&number) => Ok(number),
                Some(_) => {
                    let range = range_of(ty, low, high);
                    let finding =
                        Diagnostic::new(Code::OutOfRange, format!("{text} is out of range"));
                    Err(finding.label(value.span, format!("{range} is allowed")))
                }
                None => Err(wrong(
                    format!("`{text}` is not a number of {}", parts.word()),
                    "expected a number",
                )
                .help(format!(
                    "write it like `{}` or `{}`",
                    parts.text(1),
                    parts.text(parts.number() + 1)
                ))),
            }
        }
        (ast::Literal::Number(number), Type::Number(_)) => {
            if (low..=high).contains(number) {
                Ok(*number)
            } else {
                let range = range_text(low, high);
                Err(
                    Diagnostic::new(Code::OutOfRange, format!("{number} is out of range"))
                        .label(value.span, format!("{range} is allowed")),
                )
            }
        }
        (ast::Literal::Word(word), Type::Flag) => match word.as_str() {
            "yes" | "on" => Ok(1),
            "no" | "off" => Ok(0),
            _ => Err(wrong(
                format!("`{word}` is neither `yes` nor `no`"),
                "expected a flag",
            )),
        },
        (ast::Literal::Word(word), Type::Words(id)) => {
            let list = book.words.get(id.at());
            match list.and_then(|list| list.value(word)) {
                Some(value) => Ok(value),
                None => Err(unknown_word(book, word, value.span, ty)),
            }
        }
        (ast::Literal::Number(number), Type::Words(id)) => {
            let word = number.to_string();
            let list = book.words.get(id.at());
            list.and_then(|list| list.value(&word))
                .ok_or_else(|| unknown_word(book, &word, value.span, ty))
        }
        (literal, Type::Face(id)) => {
            let word = literal.text();
            let die = book.dice.get(id.at());
            die.and_then(|die| die.face(&word))
                .ok_or_else(|| unknown_word(book, &word, value.span, ty))
        }
        (literal, Type::Dice) => {
            let word = literal.text();
            match DiceValue::parse(&word) {
                Some(rolled) => Ok(rolled.value()),
                None => Err(wrong(format!("`{word}` is not dice"), "expected dice")
                    .help("write `d6`, `2d6`, `2d6+3`, or a number where nothing is rolled")),
            }
        }
        (ast::Literal::Word(word), Type::Number(_)) => Err(wrong(
            format!("`{word}` is not a number"),
            "expected a number",
        )),
        (ast::Literal::Number(number), Type::Flag) => Err(wrong(
            format!("{number} is neither `yes` nor `no`"),
            "expected a flag",
        )),
        (ast::Literal::Word(word), Type::Unit(_)) if word == "none" => Ok(NONE),
        (_, Type::Unit(_)) => Err(wrong("unexpected unit".to_owned(), "")),
        (ast::Literal::Word(word), Type::Place) if word == "none" => Ok(NONE),
        (_, Type::Place | Type::Side) => Err(wrong("unexpected place".to_owned(), "")
            .help("name a place of a map only in an example, a scenario or a unit file")),
        (_, Type::Unknown) => Ok(0),
    }
}

/// Returns a range as text: `0..4`, `3 or more`.
pub fn range_text(low: i32, high: i32) -> String {
    match (low == NONE + 1, high == i32::MAX) {
        (true, true) => "any number".to_owned(),
        (true, false) => format!("{high} or less"),
        (false, true) => format!("{low} or more"),
        (false, false) => format!("{low} to {high}"),
    }
}

/// Returns a range of values of a type as text; numbers in halves, quarters or eighths as fractions.
pub fn range_of(ty: Type, low: i32, high: i32) -> String {
    let Some(parts) = ty.parts() else {
        return range_text(low, high);
    };
    match (low == NONE + 1, high == i32::MAX) {
        (true, true) => format!("any number of {}", parts.word()),
        (true, false) => format!("{} or less", parts.text(high)),
        (false, true) => format!("{} or more", parts.text(low)),
        (false, false) => format!("{} to {}", parts.text(low), parts.text(high)),
    }
}

/// Returns the finding about a word that a list, die or scale does not have.
pub fn unknown_word(book: &RuleBook, word: &str, span: Span, ty: Type) -> Diagnostic {
    let known = words_of(book, ty);
    Diagnostic::new(
        Code::UnknownWord,
        format!("`{word}` is not one of {}", known.join(", ")),
    )
    .label(span, "")
    .suggest(word, known.iter().map(String::as_str))
}

/// Whether values of a type are written as numbers.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "values of every other type are written as words"
)]
pub fn is_numeric(book: &RuleBook, ty: Type) -> bool {
    match ty {
        Type::Number(_) => true,
        Type::Face(id) => book.dice.get(id.at()).is_some_and(crate::Die::is_numeric),
        _ => false,
    }
}

/// Returns the words of a type that is not numeric, indexed by value.
pub fn words_by_value(book: &RuleBook, ty: Type) -> Vec<String> {
    match ty == Type::Flag {
        true => vec!["no".to_owned(), "yes".to_owned()],
        false => words_of(book, ty),
    }
}

/// Returns the words that a value of this type can be compared with.
pub fn words_of(book: &RuleBook, ty: Type) -> Vec<String> {
    match ty {
        Type::Words(id) => book
            .words
            .get(id.at())
            .map_or_else(Vec::new, |list| list.words.clone()),
        Type::Face(id) => book.dice.get(id.at()).map_or_else(Vec::new, |die| {
            let faces: Vec<String> = if die.is_numeric() {
                let mut faces = die.faces.clone();
                faces.dedup();
                faces.iter().map(ToString::to_string).collect()
            } else {
                die.words.clone()
            };
            faces
                .into_iter()
                .chain(die.groups.iter().map(|group| group.name.clone()))
                .collect()
        }),
        Type::Flag => vec!["yes".to_owned(), "no".to_owned()],
        Type::Unit(kinds) => book
            .kinds
            .iter()
            .enumerate()
            .filter(|(at, _)| kinds.has(KindId::new(*at)))
            .map(|(_, kind)| kind.naming.name.clone())
            .collect(),
        Type::Number(_) | Type::Dice | Type::Place | Type::Side | Type::Unknown => Vec::new(),
    }
}

/// Returns the text of a type.
pub fn describe(book: &RuleBook, ty: Type) -> String {
    match ty {
        Type::Number(Dimension::Any | Dimension::Plain) => "a number".to_owned(),
        Type::Number(Dimension::Parts(parts)) => format!("a number in {}", parts.word()),
        Type::Number(Dimension::Measured(measure)) => format!("a number of {}", measure.word()),
        Type::Number(Dimension::Degrees) => "a direction in degrees".to_owned(),
        Type::Place => "a place".to_owned(),
        Type::Side => format!("a {}", book.ground().link_in_words),
        Type::Flag => "yes or no".to_owned(),
        Type::Dice => "dice".to_owned(),
        Type::Words(id) => book.words.get(id.at()).map_or_else(String::new, |list| {
            if list.is_declared {
                format!("a `{}`", list.name)
            } else {
                format!("one of {}", list.words.join(", "))
            }
        }),
        Type::Face(id) => book.dice.get(id.at()).map_or_else(String::new, |die| {
            format!("a face of `{}`", die.naming.name)
        }),
        Type::Unit(kinds) if book.pieces().within(kinds) => "a unit".to_owned(),
        Type::Unit(_) => a(&words_of(book, ty).join(" or ")),
        Type::Unknown => "something unknown".to_owned(),
    }
}
