//! Types as written to types as meant.
//!
//! Reports: E0201, E0203, E0206.

use super::declare::{declare_words, distinct};
use super::expression::parts::counted_in;
use super::{Checker, NamedType};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{DIRECTION, Ground, Measure, PLACE};
use sandtable_model::literals::Ranged;
use sandtable_model::{
    Dimension, GAME, Kinds, NONE, ResultType, RuleBook, SIDE, Symbol, Type, Words, WordsId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Resolves a type. Lists, parts and dice have their own places and are refused here.
pub(super) fn resolve(checker: &mut Checker<'_>, ty: &Spanned<ast::Type>) -> Ranged {
    match &ty.value {
        ast::Type::Number {
            low,
            high,
            measure,
            parts,
            or_none,
        } => {
            if let Some(parts) = parts {
                return in_parts(
                    checker,
                    (*low, *high),
                    (*measure, *parts),
                    *or_none,
                    ty.span,
                );
            }
            let any = Ranged::any(Type::Number(Dimension::of(*measure)));
            let ranged = Ranged {
                low: low.unwrap_or(any.low),
                high: high.unwrap_or(any.high),
                or_none: *or_none,
                ..any
            };
            if ranged.low > ranged.high {
                let (finding, meant) = ends_before_it_starts(ranged.low, ranged.high, ty.span);
                checker
                    .diagnostics
                    .push(match measure.is_some() || *or_none {
                        true => finding,
                        false => finding.instead(meant),
                    });
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
            "`list of` belongs only in a kind",
            "use one part: `(firer: vehicle, gun: gun of firer)`",
        ),
        ast::Type::PartOf { .. } => misplaced(
            checker,
            ty.span,
            "a part `of` a unit belongs only in parameters",
            "write the kind alone, or `list of` and the kind",
        ),
        ast::Type::Dice { .. } => misplaced(
            checker,
            ty.span,
            "dice are a type only for keys of a table",
            "write the range of their results, like `2..12`; roll them in a roll: `result 2d6`",
        ),
    }
}

/// `0..6 by 1/2`
fn in_parts(
    checker: &mut Checker<'_>,
    (low, high): (Option<i32>, Option<i32>),
    (measure, parts): (Option<ast::Measure>, ast::Parts),
    or_none: bool,
    span: Span,
) -> Ranged {
    if let Some(measure) = measure {
        return misplaced(
            checker,
            span,
            "a distance is a whole number",
            &format!(
                "delete `{}`, and compare it with a plain number: `{}`",
                measure.word(),
                match measure {
                    ast::Measure::Inches =>
                        format!("{} <= … * {}", counted_in(measure, parts), parts.number()),
                    ast::Measure::Hexes | ast::Measure::Squares | ast::Measure::Areas =>
                        format!("{} <= …", counted_in(measure, parts)),
                }
            ),
        );
    }
    let any = Ranged::any(Type::Number(Dimension::Parts(parts)));
    let scaled = |end: Option<i32>| end.map(|end| end.checked_mul(parts.number()));
    let (Some(low), Some(high)) = (
        scaled(low).unwrap_or(Some(any.low)),
        scaled(high).unwrap_or(Some(any.high)),
    ) else {
        return misplaced(
            checker,
            span,
            "this range is too wide",
            "write a narrower one",
        );
    };
    if low > high {
        return misplaced(
            checker,
            span,
            "this range ends before it starts",
            "write the lower number first",
        );
    }
    Ranged {
        low,
        high,
        or_none,
        ..any
    }
}

/// Returns the finding about a range whose ends cross, and the range that is meant.
pub(super) fn ends_before_it_starts(low: i32, high: i32, span: Span) -> (Diagnostic, String) {
    let meant = format!("{high}..{low}");
    let finding = Diagnostic::new(Code::WrongType, "this range ends before it starts")
        .label(span, "")
        .help(format!("write `{meant}`"));
    (finding, meant)
}

fn misplaced(checker: &mut Checker<'_>, span: Span, message: &str, cure: &str) -> Ranged {
    checker.diagnostics.push(
        Diagnostic::new(Code::NotAllowedHere, message)
            .label(span, "")
            .help(cure),
    );
    Ranged::unknown()
}

/// Returns the type of a declared name; the kind of the sides of places has no units, its members are the sides.
pub(super) fn type_of(book: &RuleBook, named: NamedType) -> Type {
    match named {
        NamedType::Scale(id) => Type::Words(id),
        NamedType::Die(id) => Type::Face(id),
        NamedType::Kind(id) if book.has_sides_of_places() && book.link_kind() == Some(id) => {
            Type::Side
        }
        NamedType::Kind(id) => Type::Unit(Kinds::one(id)),
    }
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
    if let ([Some(one)], [word]) = (named.as_slice(), words) {
        checker.refers(word.span, (*one).into());
        return Ranged::any(type_of(&checker.book, *one));
    }
    let is_own = |word: &str| {
        let is_of_boards = [PLACE, checker.book.ground().link, DIRECTION].contains(&word);
        matches!(word, "dice" | "unit") || is_of_boards && checker.book.board.is_some()
    };
    let measured = match texts.as_slice() {
        [text] if named == [None] => dimension_of_word(text),
        _ => None,
    };
    if let [word] = words
        && (is_own(&word.value) || measured.is_some())
    {
        checker.refers(word.span, Symbol::BuiltIn);
    }
    if let Some(dimension) = measured {
        return Ranged::any(Type::Number(dimension));
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
            [link] if *link == checker.book.ground().link => return Ranged::any(Type::Side),
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
        for (word, named) in words.iter().zip(&named) {
            if let Some(named) = named {
                checker.refers(word.span, (*named).into());
            }
        }
        return Ranged::any(Type::Unit(kinds));
    }
    let mut unnamed = words
        .iter()
        .zip(&named)
        .filter(|(_, named)| named.is_none());
    let poisoned = unnamed.find(|(word, _)| checker.book.poison.has_type(&word.value));
    if let Some((word, _)) = poisoned {
        checker.book.poison.taint(word.span);
        return Ranged::unknown();
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
                format!("`{}` is a kind, but the other words are not", word.value),
            )
            .label(word.span, "a kind")
            .help("name only kinds, or only words"),
        );
        return Ranged::unknown();
    }
    Ranged::any(Type::Words(list(checker, words, span)))
}

/// The dimension of any number: `number`, `hexes`, `inch`.
pub(super) fn dimension_of_word(text: &str) -> Option<Dimension> {
    let is_it = |measure: &Measure| text == measure.word() || text == measure.singular();
    match text {
        "number" => Some(Dimension::of(None)),
        _ => Measure::ALL
            .into_iter()
            .find(is_it)
            .map(|measure| Dimension::of(Some(measure))),
    }
}

/// The kinds of what is on the table: all but the sides and the game.
pub(super) fn pieces(checker: &Checker<'_>) -> Kinds {
    let Ground { place, link, .. } = checker.book.ground();
    [SIDE, GAME, place, link]
        .iter()
        .fold(Kinds::ALL, |pieces, name| match checker.types.get(*name) {
            Some(NamedType::Kind(id)) => pieces.without(Kinds::one(*id)),
            _ => pieces,
        })
}

/// An inline list of words; the same words in the same order are the same list.
pub(super) fn list(checker: &mut Checker<'_>, words: &[ast::Name], span: Span) -> WordsId {
    let id = list_of(checker, words, span);
    declare_words(checker, words, id);
    id
}

/// The list of these words.
pub(super) fn list_of(checker: &mut Checker<'_>, words: &[ast::Name], span: Span) -> WordsId {
    let texts = distinct(checker, words, "list");
    if let Some(id) = checker.lists.get(&texts) {
        return *id;
    }
    let id = WordsId::new(checker.book.words.len());
    checker.book.words.push(Words {
        name: texts.join(" or "),
        title: None,
        words: texts.clone(),
        ordered: false,
        is_declared: false,
        citations: Vec::new(),
        span,
    });
    checker.lists.insert(texts, id);
    id
}

/// Names of types in other notations: what to write instead of them.
const TYPES_ELSEWHERE: [(&str, &str); 12] = [
    ("boolean", YES_OR_NO),
    ("bool", YES_OR_NO),
    ("flag", YES_OR_NO),
    ("true", YES_OR_NO),
    ("integer", "write the range of its values: `0..12`"),
    ("int", "write the range of its values: `0..12`"),
    ("count", "write the range of its values: `0..12`"),
    ("text", NAMES),
    ("string", NAMES),
    ("name", NAMES),
    (
        "dice",
        "write the name of a die or of a scale of dice: `scale quality: d4 < d6 < d8`",
    ),
    (
        "list",
        "say of what: `list of gun`; for a few words, `traits …`",
    ),
];

const YES_OR_NO: &str = "write `yes or no`";

const NAMES: &str =
    "no rule reads texts: write `name = \"…\"` in the unit file, or list the words, `red or blue`";

fn unknown_type(checker: &mut Checker<'_>, word: &ast::Name) {
    let measures = Measure::ALL.map(Measure::word);
    let known = measures.into_iter().chain(["number", PLACE, DIRECTION]);
    let mut diagnostic = Diagnostic::new(
        Code::UnknownName,
        format!("there is no type `{}`", word.value),
    )
    .label(word.span, "not a scale, a kind or a die")
    .suggest(
        &word.value,
        checker.types.keys().map(String::as_str).chain(known),
    );
    if word.value.parse::<u32>().is_ok() {
        diagnostic = diagnostic.help(format!(
            "write the range of its values, like `0..{}`; put the value of each unit into the \
             unit file",
            word.value
        ));
    } else if let Some((_, cure)) = TYPES_ELSEWHERE
        .iter()
        .find(|(known, _)| *known == word.value)
    {
        diagnostic.fixes = Box::default();
        diagnostic.help = Some((*cure).into());
    } else if diagnostic.help.is_none() {
        diagnostic = diagnostic.help(
            "write a range like `0..12`, `hexes`, `yes or no`, words with `or` between them, or \
            the name of a scale, kind or die",
        );
    }
    checker.unresolved(&word.value, diagnostic);
}

/// The least and the most that a result is declared to be.
pub(super) fn result_range(
    checker: &mut Checker<'_>,
    result: Option<&ast::ResultType>,
) -> (i32, i32) {
    match result {
        Some(ast::ResultType::Type(ty)) => {
            let ranged = resolve(checker, ty);
            (ranged.low, ranged.high)
        }
        Some(ast::ResultType::Outcomes(_) | ast::ResultType::Several(_)) | None => {
            (NONE + 1, i32::MAX)
        }
    }
}

/// The type that a result is declared to have, and its outcomes if they are words of its own.
pub(super) fn result_type(
    checker: &mut Checker<'_>,
    result: Option<&ast::ResultType>,
) -> Option<(ResultType, Option<WordsId>)> {
    Some(match result? {
        ast::ResultType::Outcomes(names) => {
            let span = names.first()?.span;
            let id = list(checker, names, span);
            (
                ResultType {
                    ty: Type::Words(id),
                    or_none: false,
                },
                Some(id),
            )
        }
        // Only a table has them, and is taken apart.
        ast::ResultType::Several(_) => return None,
        ast::ResultType::Type(ty) => {
            let ranged = resolve(checker, ty);
            (
                ResultType {
                    ty: ranged.ty,
                    or_none: ranged.or_none,
                },
                None,
            )
        }
    })
}
