//! Kinds whose units are on the map as long as they are in play: `always on the map`.
//!
//! The place of such a unit is never `none`, and no rule takes it away.
//!
//! Reports: E0206.

use super::Checker;
use super::scope::Scope;
use super::types::pieces;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Kind, KindId, Kinds, TrackId, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, walk::Visitor};

/// Reads a line `always on the map` of a kind.
pub(super) fn check_on_map(
    checker: &mut Checker<'_>,
    id: KindId,
    kind: &mut Kind,
    line: &ast::Name,
) {
    let is_card = checker.book.decks.iter().any(|deck| deck.kind == id);
    let refused = match (checker.book.board, pieces(checker).has(id) && !is_card) {
        (None, _) => Some((
            "this ruleset has no map",
            "declare its board below the `ruleset` line: `board hexes`; or delete this line",
        )),
        (Some(_), false) => Some((
            "only pieces are on the map",
            "delete this line; write it in the kinds of the pieces",
        )),
        (Some(_), true) => None,
    };
    match refused {
        Some((message, help)) => checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, message)
                .label(line.span, "")
                .help(help),
        ),
        None => kind.on_map = Some(line.span),
    }
}

impl Scope<'_, '_> {
    /// Whether all units of a type are always on the map.
    pub(super) fn is_on_map(&self, units: Type) -> bool {
        let Type::Unit(kinds) = units else {
            return false;
        };
        let mut of_type = self.kinds_within(kinds).peekable();
        of_type.peek().is_some() && of_type.all(|kind| kind.on_map.is_some())
    }

    /// A kind among those of a type whose units are always on the map: its name, and the line that says so.
    fn on_map_among(&self, units: Type) -> Option<(String, Span)> {
        let Type::Unit(kinds) = units else {
            return None;
        };
        let mut of_type = self.kinds_within(kinds);
        of_type.find_map(|kind| Some((kind.naming.name.clone(), kind.on_map?)))
    }

    fn kinds_within(&self, kinds: Kinds) -> impl Iterator<Item = &Kind> {
        let all = self.checker.book.kinds.iter().enumerate();
        all.filter(move |(at, _)| kinds.has(KindId::new(*at)))
            .map(|(_, kind)| kind)
    }

    /// Reports a change that takes a unit off the map which is always on it.
    pub(super) fn stays_on_map(&mut self, unit: Type, track: TrackId, span: Span) {
        let is_at = self.checker.book.at_track() == Some(track);
        if !is_at && track != TrackId::REMOVED {
            return;
        }
        let Some((kind, line)) = self.on_map_among(unit) else {
            return;
        };
        let help = match is_at {
            true => "check the place first: `if spot is none: stop`; or delete `always on the map`",
            false => {
                "write `destroy` for a piece that is lost, or `replace … by …` for one that another piece follows; or delete `always \
                 on the map`"
            }
        };
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                format!("this takes a {kind} off the map"),
            )
            .label(span, "")
            .label(line, "always on the map")
            .help(help),
        );
    }

    /// Reports a new unit without a place, if its kind is always on the map; `rest` are the following statements of the block.
    pub(super) fn enters_on_map(&mut self, name: &ast::Name, rest: &[ast::Statement], span: Span) {
        let Some(local) = self.local(&name.value) else {
            return;
        };
        let ty = self.local_type(local);
        let Some((kind, line)) = self.on_map_among(ty) else {
            return;
        };
        if rest.iter().any(|statement| places(statement, &name.value)) {
            return;
        }
        let text = &name.value;
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                format!("the new {kind} is nowhere on the map"),
            )
            .label(span, "")
            .label(line, "always on the map")
            .help(format!("place it in the same block: `set {text}.at to …`")),
        );
    }
}

/// Whether a statement, or one in its blocks, sets the place of a unit of that name.
fn places(statement: &ast::Statement, unit: &str) -> bool {
    struct Search<'n>(&'n str, bool);
    impl<'t> Visitor<'t> for Search<'_> {
        fn statement(&mut self, statement: &'t ast::Statement) {
            if let ast::StatementKind::Change {
                how: ast::Change::Set,
                place,
                ..
            } = &statement.kind.value
                && let ast::ExprKind::Member { unit, name } = place.value.as_ref()
                && let ast::ExprKind::Name(owner) = unit.value.as_ref()
            {
                self.1 |= owner == self.0 && name.value == sandtable_model::board::AT;
            }
            ast::walk::walk_statement(self, statement);
        }
    }
    let mut search = Search(unit, false);
    search.statement(statement);
    search.1
}
