//! Flags that begin as yes, that an action needs and sets to no, and that no rule sets to yes again.
//!
//! Reports: E0680.

use super::Context;
use super::flag_never_cleared::{for_each, is_repeated_turn};
use super::readings::is_read_of;
use super::track_usage::{Flag, hiding, is_declared, owner};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arithmetic, Change, KindId, Naming, RuleBook, Statement, Type, walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    for (at, kind) in book.kinds.iter().enumerate() {
        let tracks = kind.tracks.iter().filter(|track| is_declared(kind, track));
        for track in tracks.filter(|track| track.start == 1 && track.lasts.is_none()) {
            let flag = (track.track, KindId::new(at));
            let known = book.tracks.get(track.track.at());
            let is_flag = known.is_some_and(|known| known.ty == Type::Flag);
            let writes = context.tracks.writes_of(flag.0, flag.1);
            let is_spent = writes.iter().all(|write| write.constant == Some(0));
            if is_flag && is_spent && !hiding(book).any(|hiding| hiding == flag) {
                let mut bodies = book.bodies();
                let found = bodies.find_map(|(naming, body)| needed_and_spent(naming, body, flag));
                diagnostics.extend(found.map(|found| finding(book, flag, found)));
            }
        }
    }
}

/// An action that needs a flag and uses it up.
struct Use<'b> {
    naming: &'b Naming,
    needed: Span,
    spent: Span,
}

fn needed_and_spent<'b>(naming: &'b Naming, body: &[Statement], flag: Flag) -> Option<Use<'b>> {
    let mut needed = None;
    for condition in body.iter().filter_map(Statement::needs) {
        condition.chain(Arithmetic::And, &mut |part| {
            needed = needed.or(is_read_of(part, flag).then_some(part.span));
        });
    }
    let needed = needed?;
    let mut spent = None;
    walk_statements(body, &mut |statement| {
        let is_it = statement.change().is_some_and(|change| {
            let is_of_kind = change.unit.ty.kinds().has(flag.1);
            change.track == flag.0 && change.how == Change::Set && is_of_kind
        });
        spent = spent.or(is_it.then_some(statement.span));
        true
    });
    spent.map(|spent| Use {
        naming,
        needed,
        spent,
    })
}

fn finding(book: &RuleBook, (track, kind): Flag, found: Use<'_>) -> Diagnostic {
    let (name, owner) = (book.track_name(track), owner(book, kind));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never set to yes again: `{}` is possible once in a game{}",
            found.naming.name,
            for_each(book, kind)
        ),
    )
    .label(found.spent, "used up here")
    .label(found.needed, "needed")
    .help(format!(
        "restore it, `each {owner}: set {owner}.{name} to yes`; for once in a game, write `once each game for …`"
    ))
    .cite(found.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Possible)
}
