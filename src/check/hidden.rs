//! The line of a kind that hides its units from other sides.
//!
//! Reports: E0201, E0203, E0206.

use super::types::pieces;
use super::{Checker, NamedType};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Hidden, Kind, KindId, Kinds, SIDE, Symbol, Type};
use sandtable_syntax::ast;

/// Reads a line `hidden` or `hidden while facedown` of a kind, whose stats and tracks are known.
pub(super) fn check_hidden(
    checker: &mut Checker<'_>,
    id: KindId,
    kind: &mut Kind,
    (line, off_map, flag): (&ast::Name, Option<&ast::Name>, Option<&ast::Name>),
) {
    let has_sides = matches!(checker.types.get(SIDE), Some(NamedType::Kind(_)));
    let is_card = checker.book.decks.iter().any(|deck| deck.kind == id);
    let mut parts = kind.stats.iter().filter(|stat| {
        let field = checker.book.fields.get(stat.field.at());
        field.is_some_and(|field| matches!(field.ty, Type::Unit(_)))
    });
    let refused = match (pieces(checker).has(id), has_sides, is_card, parts.next()) {
        (false, ..) => Some((
            "only pieces can be hidden",
            "delete this line; hide the units that belong to a side",
        )),
        (_, false, ..) => Some((
            "this ruleset has no sides to hide from",
            "declare them: `kind side \"Side\"`; or delete this line",
        )),
        (_, _, true, _) => Some((
            "cards are hidden by their pile",
            "delete this line: a card in the deck is seen by nobody, in a hand by its side",
        )),
        (_, _, _, Some(_)) => Some((
            "a unit with parts cannot be hidden",
            "hide a kind without parts, for example a marker that stands for it",
        )),
        _ => None,
    };
    if let Some((message, help)) = refused {
        let finding = Diagnostic::new(Code::NotAllowedHere, message).label(line.span, "");
        match has_sides {
            true => checker.diagnostics.push(finding.help(help)),
            false => checker.unresolved(SIDE, finding.help(help)),
        }
        return;
    }
    if let (Some(off), None) = (off_map, checker.book.board) {
        let finding = Diagnostic::new(Code::NotAllowedHere, "this ruleset has no board")
            .label(off.span, "")
            .help("declare it: `board hexes`; or hide only which unit it is: `hidden`");
        checker.diagnostics.push(finding);
    }
    let is_off_map = off_map.is_some();
    let Some(flag) = flag else {
        kind.hidden = Some(Hidden {
            flag: None,
            is_off_map,
        });
        return;
    };
    let mut tracks = kind.tracks.iter().filter(|track| !track.is_internal());
    let Some(track) = tracks.find(|track| track.naming.name == flag.value) else {
        let known = kind.tracks.iter().filter(|track| !track.is_internal());
        let text = format!("`{}` has no track `{}`", kind.naming.name, flag.value);
        let finding = Diagnostic::new(Code::UnknownName, text)
            .label(flag.span, "")
            .suggest(&flag.value, known.map(|track| track.naming.name.as_str()))
            .help(format!("declare it: `track {}: yes or no`", flag.value));
        checker.unresolved(&flag.value, finding);
        return;
    };
    let (track, span) = (track.track, track.naming.span);
    let known = checker.book.tracks.get(track.at());
    if known.is_none_or(|known| known.ty != Type::Flag || known.index.is_some()) {
        checker.diagnostics.push(
            Diagnostic::new(Code::WrongType, "expected a flag")
                .label(flag.span, "")
                .label(span, "declared here")
                .help(format!("declare it so: `track {}: yes or no`", flag.value)),
        );
        return;
    }
    checker.refers(flag.span, Symbol::Member(Kinds::one(id)));
    kind.hidden = Some(Hidden {
        flag: Some(track),
        is_off_map,
    });
}
