//! Kinds whose units are on the map as long as they are in play: `always on the map`.
//!
//! The place of such a unit is never `none`, and no rule takes it away.
//!
//! Reports: E0206.

use super::scope::Scope;
use super::types::pieces;
use super::{Checker, Named, ProcedureSource};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Kind, KindId, Kinds, ProcedureId, TrackId, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::walk::{Visitor, blocks, walk_expr, walk_statement};
use sandtable_syntax::ast::{self, StatementKind};

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
        let mut placing = Placing {
            checker: self.checker,
            calls: Vec::new(),
        };
        let is_placed = placing.block(rest, vec![&name.value]) == Way::Placed;
        let text = &name.value;
        if let Some(read) = placing.read_before(rest, &name.value) {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("the new {kind} has no place yet"),
                )
                .label(read, "read here")
                .label(span, "it enters play here")
                .help(format!("place it first: `set {text}.at to …`")),
            );
        }
        if is_placed {
            return;
        }
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

/// The paths through statements, as to the place of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It is placed on each of them, or there is no unit.
    Placed,
    /// Some reach the end of the statements, and it is not placed.
    Open,
    /// Some end the rule, and it is not placed.
    Missed,
}

impl Way {
    /// The paths of two branches together.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Missed, _) | (_, Self::Missed) => Self::Missed,
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            (Self::Placed, Self::Placed) => Self::Placed,
        }
    }
}

/// Search for the statements that place a unit, also those of the rules that are called.
struct Placing<'c, 'a> {
    checker: &'c Checker<'a>,
    /// The calls around the statements: the rule, and the parameter that is the unit.
    calls: Vec<(ProcedureId, usize)>,
}

impl Placing<'_, '_> {
    /// Follows the paths through a block; `names` are those of the unit.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other statement and condition says nothing about the map"
    )]
    fn block<'t>(&mut self, block: &'t [ast::Statement], mut names: Vec<&'t str>) -> Way {
        let mut asked = OnGroup::default();
        for statement in block {
            let kind = &statement.kind.value;
            if let StatementKind::Let { name, value } = kind
                && is_named(value, &names)
            {
                names.push(&name.value);
            }
            let way = match kind {
                StatementKind::Roll(rolls) => {
                    asked = OnGroup::of(rolls);
                    Way::Open
                }
                StatementKind::On { shown, body } => {
                    let way = self.block(body, names.clone());
                    asked.add(shown.as_ref(), way)
                }
                _ => self.statement(statement, &names),
            };
            if way != Way::Open {
                return way;
            }
        }
        Way::Open
    }

    /// The first place where a path reads the place of the unit before it has one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other statement and condition says nothing about the map"
    )]
    fn read_before<'t>(&mut self, block: &'t [ast::Statement], name: &'t str) -> Option<Span> {
        for statement in block {
            let kind = &statement.kind.value;
            let mut search = PlaceRead { name, found: None };
            match kind {
                StatementKind::Change {
                    how: ast::Change::Set,
                    place,
                    amount,
                } if is_place_of(place, &[name]) => search.expr(amount),
                _ => walk_statement(&mut search, statement),
            }
            let inner = blocks(statement).into_iter();
            let found = search.found.or_else(|| {
                let mut inner = inner.map(|block| self.read_before(block, name));
                inner.find_map(|found| found)
            });
            let is_over = self.block(std::slice::from_ref(statement), vec![name]) != Way::Open;
            if found.is_some() || is_over {
                return found;
            }
        }
        None
    }

    /// The paths through a statement that is no `on` line.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other statement and condition says nothing about the map"
    )]
    fn statement<'t>(&mut self, statement: &'t ast::Statement, names: &[&'t str]) -> Way {
        let placed = |is_placed| if is_placed { Way::Placed } else { Way::Open };
        match &statement.kind.value {
            StatementKind::Change {
                how: ast::Change::Set,
                place,
                ..
            } => placed(is_place_of(place, names)),
            StatementKind::Destroy(unit) => placed(is_named(unit, names)),
            StatementKind::Call(value) | StatementKind::Let { value, .. } => {
                placed(self.call_places(value, names))
            }
            StatementKind::Result(value) => match self.call_places(value, names) {
                true => Way::Placed,
                false => Way::Missed,
            },
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (none_then, none_else) = without_unit(condition, names);
                let mut branch = |block: &'t [ast::Statement], has_none| match has_none {
                    true => Way::Placed,
                    false => self.block(block, names.to_vec()),
                };
                let then = branch(then, none_then);
                then.and(branch(otherwise.as_deref().unwrap_or_default(), none_else))
            }
            StatementKind::Phase { body, .. } | StatementKind::Simultaneous { body } => {
                self.block(body, names.to_vec())
            }
            // One of the lines runs: that all values have a line is checked elsewhere.
            StatementKind::Depending { .. } | StatementKind::ChooseOne { .. } => {
                let lines = blocks(statement).into_iter();
                let ways = lines.map(|block| self.block(block, names.to_vec()));
                ways.reduce(Way::and).unwrap_or(Way::Open)
            }
            StatementKind::Stop
            | StatementKind::Cancel
            | StatementKind::Next
            | StatementKind::Done => Way::Missed,
            // The place of a piece does not matter any more.
            StatementKind::EndGame { .. } => Way::Placed,
            // Other blocks may not run at all.
            _ => Way::Open,
        }
    }

    /// Whether a call hands the unit to a rule that places it on each of its paths.
    fn call_places(&mut self, call: &ast::Expr, names: &[&str]) -> bool {
        let ast::ExprKind::Call { name, arguments } = call.value.as_ref() else {
            return false;
        };
        let Some(Named::Procedure(id)) = self.checker.names.get(&name.value).copied() else {
            return false;
        };
        let Some(ProcedureSource::Declared(called)) = self.checker.procedures.get(id.at()).copied()
        else {
            return false;
        };
        let parameters = called.head.parameters.as_deref().unwrap_or_default();
        let handed = parameters.iter().zip(arguments).enumerate();
        handed
            .filter(|(_, (_, argument))| is_named(argument, names))
            .any(|(at, (parameter, _))| {
                // A rule that calls itself ends on a path without that call, which is followed as well.
                if self.calls.contains(&(id, at)) {
                    return true;
                }
                self.calls.push((id, at));
                let way = self.block(&called.body, vec![&parameter.name.value]);
                self.calls.pop();
                way == Way::Placed
            })
    }
}

/// Search for a read of the place of a unit in a statement, without the blocks below it.
struct PlaceRead<'n> {
    name: &'n str,
    found: Option<Span>,
}

impl<'t> Visitor<'t> for PlaceRead<'_> {
    fn statement(&mut self, _: &'t ast::Statement) {}

    fn expr(&mut self, expr: &'t ast::Expr) {
        if is_place_of(expr, &[self.name]) {
            self.found = self.found.or(Some(expr.span));
        }
        walk_expr(self, expr);
    }
}

/// The `on` lines of a roll so far.
#[derive(Default)]
struct OnGroup {
    /// The lowest and the highest total of the roll, if it is one of dice alone.
    ends: Option<(i32, i32)>,
    /// The numbers of the lines that place the unit.
    placed: Vec<(i32, i32)>,
    /// Whether a line does not place it.
    some_do_not: bool,
}

impl OnGroup {
    fn of(rolls: &[ast::Rolled]) -> Self {
        let ends = match rolls {
            [roll] => {
                if let ast::ExprKind::Dice { count, sides, .. } = roll.value.value.as_ref() {
                    let most = count.saturating_mul(*sides);
                    i32::try_from(*count).ok().zip(i32::try_from(most).ok())
                } else {
                    None
                }
            }
            _ => None,
        };
        Self {
            ends,
            ..Self::default()
        }
    }

    /// Adds a line and returns the paths through all of them; `shown` is `None` for `otherwise`.
    fn add(&mut self, shown: Option<&ast::RollCondition>, way: Way) -> Way {
        self.some_do_not |= way != Way::Placed;
        if way == Way::Missed {
            return way;
        }
        let Some(shown) = shown else {
            return if self.some_do_not {
                Way::Open
            } else {
                Way::Placed
            };
        };
        if let (Way::Placed, ast::RollCondition::Cell(cell)) = (way, shown) {
            self.placed.extend(cell.value.iter().filter_map(numbers));
        }
        if self.covers_all() {
            Way::Placed
        } else {
            Way::Open
        }
    }

    /// Whether each total of the roll is in a line that places the unit.
    fn covers_all(&self) -> bool {
        let Some((low, high)) = self.ends else {
            return false;
        };
        let mut ranges = self.placed.clone();
        ranges.sort_unstable();
        let next = ranges.into_iter().fold(low, |next, (from, to)| {
            if from <= next {
                next.max(to.saturating_add(1))
            } else {
                next
            }
        });
        next > high
    }
}

/// The numbers of an item of an `on` line.
fn numbers(item: &ast::CellItem) -> Option<(i32, i32)> {
    match item {
        ast::CellItem::Number(number) => Some((*number, *number)),
        ast::CellItem::Numbers { low, high } => {
            Some((low.unwrap_or(i32::MIN), high.unwrap_or(i32::MAX)))
        }
        ast::CellItem::Any => Some((i32::MIN, i32::MAX)),
        ast::CellItem::Word(_) | ast::CellItem::Words { .. } | ast::CellItem::Dash => None,
    }
}

/// Whether an expression is one of these names.
fn is_named(expr: &ast::Expr, names: &[&str]) -> bool {
    matches!(expr.value.as_ref(), ast::ExprKind::Name(name) if names.contains(&name.as_str()))
}

/// Whether an expression is the place of a unit of one of these names.
fn is_place_of(place: &ast::Expr, names: &[&str]) -> bool {
    if let ast::ExprKind::Member { unit, name } = place.value.as_ref() {
        name.value == sandtable_model::board::AT && is_named(unit, names)
    } else {
        false
    }
}

/// Whether a condition says that there is no unit: where it is met, and where it is not.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other statement and condition says nothing about the map"
)]
fn without_unit(condition: &ast::Expr, names: &[&str]) -> (bool, bool) {
    const NO_UNIT: &str = "none";
    match condition.value.as_ref() {
        ast::ExprKind::Is {
            value,
            negated,
            words,
        } => {
            let is_none = matches!(words.as_slice(), [word] if word.value == NO_UNIT);
            let asks = is_none && is_named(value, names);
            (asks && !negated, asks && *negated)
        }
        ast::ExprKind::Not(inner) => {
            let (met, not_met) = without_unit(inner, names);
            (not_met, met)
        }
        ast::ExprKind::Binary {
            op: ast::Binary::And,
            left,
            right,
        } => {
            let (left, right) = (without_unit(left, names), without_unit(right, names));
            (left.0 || right.0, left.1 && right.1)
        }
        ast::ExprKind::Binary {
            op: ast::Binary::Or,
            left,
            right,
        } => {
            let (left, right) = (without_unit(left, names), without_unit(right, names));
            (left.0 && right.0, left.1 || right.1)
        }
        _ => (false, false),
    }
}
