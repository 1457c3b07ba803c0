//! Types as written to types as meant.
//!
//! Reports: E0201, E0203, E0206.

use super::declare::distinct;
use super::{Checker, NamedType};
use crate::board::{DIRECTION, HEX, HEXSIDE, PLACE};
use crate::{Dimension, GAME, Kinds, NONE, SIDE, Thrown, Type, Words, WordsId};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// A type with the range of its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranged {
    pub(super) ty: Type,
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) or_none: bool,
}

impl Ranged {
    /// Any value of a type.
    pub(super) fn any(ty: Type) -> Self {
        let low = match ty {
            Type::Number(Dimension::Hexes | Dimension::Inches) => 0,
            _ => NONE + 1,
        };
        Self {
            ty,
            low,
            high: i32::MAX,
            or_none: false,
        }
    }

    pub(super) fn unknown() -> Self {
        Self::any(Type::Unknown)
    }
}

/// What a type means. Lists, parts and dice have their own places and are refused here.
pub(super) fn resolve(checker: &mut Checker<'_>, ty: &Spanned<ast::Type>) -> Ranged {
    match &ty.value {
        ast::Type::Number {
            low,
            high,
            measure,
            or_none,
        } => {
            let any = Ranged::any(Type::Number(Dimension::of(*measure)));
            let ranged = Ranged {
                low: low.unwrap_or(any.low),
                high: high.unwrap_or(any.high),
                or_none: *or_none,
                ..any
            };
            if ranged.low > ranged.high {
                checker.diagnostics.push(
                    Diagnostic::new(Code::WrongType, "this range ends before it begins")
                        .label(ty.span, "")
                        .help(format!("write `{}..{}`", ranged.high, ranged.low)),
                );
                return any;
            }
            ranged
        }
        ast::Type::Words { words, or_none } => Ranged {
            or_none: *or_none,
            ..words_type(checker, words, ty.span)
        },
        ast::Type::List(_) => misplaced(
            checker,
            ty.span,
            "`list of` stands only in a kind",
            "hand over one part: `(firer: vehicle, gun: gun of firer)`",
        ),
        ast::Type::PartOf { .. } => misplaced(
            checker,
            ty.span,
            "a part `of` a unit stands only among parameters",
            "write the kind alone, or `list of` and the kind",
        ),
        ast::Type::Dice { .. } => misplaced(
            checker,
            ty.span,
            "dice are a type only for the keys of a table",
            "write the range of what they can show, like `2..12`; a roll throws them: `result 2d6`",
        ),
    }
}

fn misplaced(checker: &mut Checker<'_>, span: Span, message: &str, cure: &str) -> Ranged {
    checker.diagnostics.push(
        Diagnostic::new(Code::NotAllowedHere, message)
            .label(span, "")
            .help(cure),
    );
    Ranged::unknown()
}

/// `yes or no`, kinds, one scale or die, or words of its own.
fn words_type(checker: &mut Checker<'_>, words: &[ast::Name], span: Span) -> Ranged {
    let texts: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
    if matches!(texts.as_slice(), ["yes", "no"] | ["no", "yes"]) {
        return Ranged::any(Type::Flag);
    }
    let named: Vec<Option<NamedType>> = texts
        .iter()
        .map(|text| checker.types.get(*text).copied())
        .collect();
    if let [Some(one)] = named.as_slice() {
        return Ranged::any(match one {
            NamedType::Scale(id) => Type::Words(*id),
            NamedType::Die(id) => Type::Face(*id),
            NamedType::Kind(id) => Type::Unit(Kinds::one(*id)),
        });
    }
    if texts == ["dice"] {
        return Ranged::any(Type::Dice);
    }
    if texts == ["unit"] {
        return Ranged::any(Type::Unit(pieces(checker)));
    }
    if checker.book.board.is_some() {
        match texts.as_slice() {
            [PLACE] => return Ranged::any(Type::Place),
            [HEXSIDE] => return Ranged::any(Type::Side),
            [DIRECTION] => {
                return Ranged {
                    low: 0,
                    high: 359,
                    ..Ranged::any(Type::Number(Dimension::Degrees))
                };
            }
            _ => {}
        }
    }
    let kinds = named.iter().try_fold(Kinds::NONE, |kinds, one| match one {
        Some(NamedType::Kind(id)) => Some(kinds.or(Kinds::one(*id))),
        _ => None,
    });
    if let Some(kinds) = kinds {
        return Ranged::any(Type::Unit(kinds));
    }
    if let [only] = words {
        unknown_type(checker, only);
        return Ranged::unknown();
    }
    if let Some((word, _)) = words
        .iter()
        .zip(&named)
        .find(|(_, named)| matches!(named, Some(NamedType::Kind(_))))
    {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                format!("`{}` is a kind, the other words are not", word.value),
            )
            .label(word.span, "a kind")
            .help("name only kinds, or only words"),
        );
        return Ranged::unknown();
    }
    Ranged::any(Type::Words(list(checker, words, span)))
}

/// The kinds of what stands on the table: all but the sides and the game.
pub(super) fn pieces(checker: &Checker<'_>) -> Kinds {
    [SIDE, GAME, HEX, HEXSIDE]
        .iter()
        .fold(Kinds::ALL, |pieces, name| match checker.types.get(*name) {
            Some(NamedType::Kind(id)) => pieces.without(Kinds::one(*id)),
            _ => pieces,
        })
}

/// An inline list of words; the same words in the same order are the same list.
pub(super) fn list(checker: &mut Checker<'_>, words: &[ast::Name], span: Span) -> WordsId {
    let texts = distinct(checker, words, "list");
    if let Some(id) = checker.lists.get(&texts) {
        return *id;
    }
    let id = WordsId::new(checker.book.words.len());
    checker.book.words.push(Words {
        name: texts.join(" or "),
        words: texts.clone(),
        ordered: false,
        citations: Vec::new(),
        span,
    });
    checker.lists.insert(texts, id);
    id
}

fn unknown_type(checker: &mut Checker<'_>, word: &ast::Name) {
    let known = ["hexes", "inches", "number", PLACE, DIRECTION];
    let mut diagnostic = Diagnostic::new(
        Code::UnknownName,
        format!("there is no type `{}`", word.value),
    )
    .label(word.span, "neither a scale nor a kind nor a die")
    .suggest(
        &word.value,
        checker.types.keys().map(String::as_str).chain(known),
    );
    if word.value.parse::<u32>().is_ok() {
        diagnostic = diagnostic.help(format!(
            "write the range of what it may be, like `0..{}`; what each unit has stands in the unit file",
            word.value
        ));
    } else if diagnostic.help.is_none() {
        diagnostic = diagnostic.help("a type is a range like `0..12`, `hexes`, `yes or no`, words with `or` between them, or the name of a scale, kind or die");
    }
    checker.diagnostics.push(diagnostic);
}

/// A literal as a value of a type; the finding says what is wrong, without a place of the type.
pub(super) fn literal(
    checker: &Checker<'_>,
    value: &Spanned<ast::Literal>,
    ranged: Ranged,
) -> Result<i32, Diagnostic> {
    literal_of(&checker.book, value, ranged.ty, ranged.low, ranged.high).map_err(|finding| {
        if finding.code == Code::OutOfRange {
            finding.help("correct the number, or widen the range that is declared")
        } else {
            finding
        }
    })
}

/// See [`literal`].
pub(crate) fn literal_of(
    book: &crate::RuleBook,
    value: &Spanned<ast::Literal>,
    ty: Type,
    low: i32,
    high: i32,
) -> Result<i32, Diagnostic> {
    let wrong = |message: String, label: &str| {
        Diagnostic::new(Code::WrongType, message).label(value.span, label)
    };
    match (&value.value, ty) {
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
                "a flag is wanted",
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
            match Thrown::parse(&word) {
                Some(thrown) => Ok(thrown.value()),
                None => Err(wrong(format!("`{word}` is no dice"), "dice are wanted")
                    .help("write `d6`, `2d6`, `2d6+3`, or a number where nothing is thrown")),
            }
        }
        (ast::Literal::Word(word), Type::Number(_)) => Err(wrong(
            format!("`{word}` is not a number"),
            "a number is wanted",
        )),
        (ast::Literal::Number(number), Type::Flag) => Err(wrong(
            format!("{number} is neither `yes` nor `no`"),
            "a flag is wanted",
        )),
        (ast::Literal::Word(word), Type::Unit(_)) if word == "none" => Ok(NONE),
        (_, Type::Unit(_)) => Err(wrong("a unit cannot stand here".to_owned(), "")),
        (ast::Literal::Word(word), Type::Place) if word == "none" => Ok(NONE),
        (_, Type::Place | Type::Side) => Err(wrong("a place cannot stand here".to_owned(), "")
            .help("places are those of a map: name one in an example or a scenario")),
        (_, Type::Unknown) => Ok(0),
    }
}

/// `0..4`, `3 or more`, as a person says it.
pub(crate) fn range_text(low: i32, high: i32) -> String {
    match (low == NONE + 1, high == i32::MAX) {
        (true, true) => "any number".to_owned(),
        (true, false) => format!("{high} or less"),
        (false, true) => format!("{low} or more"),
        (false, false) => format!("{low} to {high}"),
    }
}

/// A word that a list, die or scale does not have.
pub(crate) fn unknown_word(book: &crate::RuleBook, word: &str, span: Span, ty: Type) -> Diagnostic {
    let known = words_of(book, ty);
    Diagnostic::new(
        Code::UnknownWord,
        format!("`{word}` is not one of {}", known.join(", ")),
    )
    .label(span, "")
    .suggest(word, known.iter().map(String::as_str))
}

/// The words that a value of this type may be asked for.
pub fn words_of(book: &crate::RuleBook, ty: Type) -> Vec<String> {
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
            .filter(|(at, _)| kinds.has(crate::KindId::new(*at)))
            .map(|(_, kind)| kind.naming.name.clone())
            .collect(),
        Type::Number(_) | Type::Dice | Type::Place | Type::Side | Type::Unknown => Vec::new(),
    }
}

/// A type in the author's words.
pub(crate) fn describe(book: &crate::RuleBook, ty: Type) -> String {
    match ty {
        Type::Number(Dimension::Any | Dimension::Plain) => "a number".to_owned(),
        Type::Number(Dimension::Hexes) => "a number of hexes".to_owned(),
        Type::Number(Dimension::Inches) => "a number of inches".to_owned(),
        Type::Number(Dimension::Degrees) => "a direction in degrees".to_owned(),
        Type::Place => "a place".to_owned(),
        Type::Side => "a side of a hex".to_owned(),
        Type::Flag => "yes or no".to_owned(),
        Type::Dice => "dice".to_owned(),
        Type::Words(id) => book.words.get(id.at()).map_or_else(String::new, |list| {
            if list.ordered {
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
