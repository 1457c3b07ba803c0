//! Selections of units, what is worked out over them, and what is done for each of them.
//!
//! Reports: E0201, E0203, E0206, E0214.

use super::NamedType;
use super::expression::unknown;
use super::scope::{ChosenSet, Scope};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_model::literals::words_of;
use sandtable_model::{
    Aggregate, Arithmetic, Dimension, Expr, KindId, KindTrack, Kinds, Ordering, RuleBook,
    Selection, Settled, Statement, Symbol, Track, TrackId, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// Any piece.
pub(super) const UNIT: &str = "unit";

/// Returns the kinds of pieces that are no parts of others.
pub(super) fn any_piece(book: &RuleBook) -> Kinds {
    let parts = book.fields.iter().map(|field| field.ty.kinds());
    let parts = parts.fold(Kinds::NONE, Kinds::or);
    let others = parts.or(book.cards());
    book.pieces().and(existing(book)).without(others)
}

/// Every kind of a book.
fn existing(book: &RuleBook) -> Kinds {
    let ids = (0..book.kinds.len()).map(KindId::new);
    ids.map(Kinds::one).fold(Kinds::NONE, Kinds::or)
}

impl Scope<'_, '_> {
    /// Some of the units; its name and what its condition settles are known until the caller leaves the part that it
    /// has entered before.
    pub(super) fn selection(&mut self, selection: &ast::Selection) -> Selection {
        self.selection_with(selection, |_, _, _| {})
    }

    /// As [`Scope::selection`]; `begins` runs before the condition is checked, with the kinds and whether they are parts.
    pub(super) fn selection_with(
        &mut self,
        selection: &ast::Selection,
        begins: impl FnOnce(&mut Self, Kinds, bool),
    ) -> Selection {
        if self.is_of_places(selection) {
            return self.check_places(selection);
        }
        let given = self.selected_set(selection);
        if let (Some(given), Some(name)) = (&given, selection.kinds.first()) {
            self.refers(name.span, Symbol::Local(given.span));
        }
        let hides_set = given.is_some() && selection.kinds.is_empty();
        let set = given.or_else(|| self.chosen_set(selection));
        let kinds = match (selection.chosen, &set) {
            (_, Some(set)) => Some(set.kinds),
            (true, None) => None,
            (false, None) => self.selected_kinds(selection),
        };
        let owner = selection
            .owner
            .as_ref()
            .map(|owner| self.owner(owner, kinds));
        let region = selection.region.as_ref();
        let reach = region.and_then(|region| self.reach_of_units(selection, region, kinds));
        if !hides_set {
            self.fresh_selection(selection);
        }
        let ty = kinds.map_or(Type::Unknown, Type::Unit);
        let local = match &set {
            Some(set) if selection.kinds.is_empty() => self.declare_chosen(&selection.name, set),
            _ => self.declare(&selection.name, ty, false),
        };
        if let Some(kinds) = kinds {
            begins(self, kinds, owner.is_some());
        }
        let reach = reach.map(|reach| {
            let unit = Expr::of_local(local, self.local_type(local), selection.name.span);
            let is_near = self.is_within_reach(unit, reach);
            self.assume(&is_near, true);
            is_near
        });
        let condition = selection.condition.as_ref().map(|condition| {
            let is_joined = matches!(
                condition.value.binary(),
                Some((ast::Binary::And | ast::Binary::Or, ..))
            );
            let n_joined = self.joined.len();
            self.joined
                .extend(is_joined.then(|| selection.name.value.clone()));
            let condition = self.condition(condition);
            self.joined.truncate(n_joined);
            self.assume(&condition, true);
            condition
        });
        if kinds.is_some()
            && self
                .local_type(local)
                .kinds()
                .and(self.existing())
                .is_empty()
        {
            let place = condition
                .as_ref()
                .map_or(selection.name.span, |one| one.span);
            self.report(
                Diagnostic::new(Code::NeverReached, "no unit can meet this")
                    .label(place, "")
                    .help("name other kinds, or correct the condition"),
            );
        }
        let condition = reach
            .into_iter()
            .chain(condition)
            .reduce(|reach, condition| {
                let span = reach.span.to(condition.span);
                Expr::binary_of(Arithmetic::And, reach, condition, Type::Flag, span)
            });
        let includes = |absence| selection.including.contains(&absence);
        Selection {
            local,
            name: selection.name.value.clone(),
            kinds: kinds.unwrap_or(Kinds::NONE),
            region: None,
            owner: owner.map(Box::new),
            chosen: set.map(|set| set.chosen),
            destroyed: includes(ast::Absence::Destroyed),
            removed: includes(ast::Absence::Removed),
            condition: condition.map(Box::new),
        }
    }

    /// The choice of several that is meant; `None` if none is, or if there is none of that name, which is reported.
    fn chosen_set(&mut self, selection: &ast::Selection) -> Option<ChosenSet> {
        if !selection.chosen {
            return None;
        }
        let name = selection.kinds.first().unwrap_or(&selection.name);
        let set = self.used_set(&name.value);
        match &set {
            Some(set) if !selection.kinds.is_empty() => {
                self.refers(name.span, Symbol::Local(set.span));
            }
            Some(_) => {}
            None => {
                let known: Vec<String> = self.sets.iter().map(|set| set.name.clone()).collect();
                let finding = Diagnostic::new(
                    Code::UnknownName,
                    format!("no choice of several is called `{}` here", name.value),
                )
                .label(name.span, "")
                .suggest(&name.value, known.iter().map(String::as_str));
                let finding = match finding.help {
                    Some(_) => finding,
                    None if self.in_report => finding.help(
                        "a `report` reads the parameters alone, at the end of the rule: keep the value in a track, \
                         or declare `-> …` and write `result …`",
                    ),
                    None => finding.help(format!(
                        "choose them on a line above: `choose up to 3 {} where …`",
                        name.value
                    )),
                };
                self.unresolved(&name.value, finding);
            }
        }
        set
    }

    /// Whether sides are among some kinds.
    fn has_sides(&self, kinds: Kinds) -> bool {
        let side = self.checker.book.side_kind();
        side.is_some_and(|side| kinds.has(side))
    }

    /// The unit whose parts are meant; one that has such parts.
    fn owner(&mut self, owner: &ast::Expr, parts: Option<Kinds>) -> Expr {
        let owner = self.unit(owner);
        let (Type::Unit(kinds), Some(parts)) = (owner.ty, parts) else {
            return owner;
        };
        let book = &self.checker.book;
        let mut stats = self.ids(kinds).into_iter().flat_map(|kind| {
            let kind = book.kinds.get(kind.at());
            kind.into_iter().flat_map(|kind| &kind.stats)
        });
        let has = stats.any(|stat| {
            let field = book.fields.get(stat.field.at());
            field.is_some_and(|field| !field.ty.kinds().and(parts).is_empty())
        });
        if !has {
            let owners = words_of(book, owner.ty).join(" or ");
            let parts = words_of(book, Type::Unit(parts)).join(" or ");
            let plural = match parts.ends_with('s') {
                true => parts.clone(),
                false => format!("{parts}s"),
            };
            self.unresolved(
                &parts,
                Diagnostic::new(Code::UnknownName, format!("{} has no {parts}", a(&owners)))
                    .label(owner.span, "")
                    .help(match self.has_sides(kinds) {
                        true => format!(
                            "for those of a side, write `{parts} where {parts}.side is …`; parts are declared in a kind: \
                             `{plural}  list of {parts}`"
                        ),
                        false => format!("declare them in its kind: `{plural}  list of {parts}`"),
                    }),
            );
        }
        owner
    }

    /// Every kind of the book.
    fn existing(&self) -> Kinds {
        existing(&self.checker.book)
    }

    /// The kinds of units that are selected; `None` if one of them is none, which is reported.
    fn selected_kinds(&mut self, selection: &ast::Selection) -> Option<Kinds> {
        if !selection.kinds.is_empty() {
            let kinds: Vec<Option<Kinds>> = selection
                .kinds
                .iter()
                .map(|kind| self.kind_or_unit(kind))
                .collect();
            return kinds
                .into_iter()
                .try_fold(Kinds::NONE, |kinds, one| Some(kinds.or(one?)));
        }
        let name = &selection.name;
        if self.refuse_place(name) {
            return None;
        }
        if let Some(kinds) = self.known_kind(&name.value) {
            let symbol = self.kind_symbol(&name.value);
            self.checker.implies(name.span, symbol);
            return Some(kinds);
        }
        let known = words_of(&self.checker.book, Type::Unit(self.existing()));
        self.unresolved(
            &name.value,
            Diagnostic::new(
                Code::UnknownName,
                format!("there is no kind `{}`", name.value),
            )
            .label(name.span, "no kind of unit is named")
            .suggest(&name.value, known.iter().map(String::as_str))
            .help(format!(
                "name their kind after a colon: `{}: KIND`; kinds are {}, and `unit` for any piece",
                name.value,
                known.join(", ")
            )),
        );
        None
    }

    /// Reports a kind of places of a map that have tracks: such units are not selected; returns whether it is that kind.
    fn refuse_place(&mut self, name: &ast::Name) -> bool {
        let Some(places) = self.checker.book.changing_places().map(Kinds::one) else {
            return false;
        };
        if self.known_kind(&name.value) != Some(places) {
            return false;
        }
        let place = a(self.checker.book.ground().place);
        self.report(
            Diagnostic::new(Code::WrongType, format!("{place} is a place"))
                .label(name.span, "expected a kind of unit")
                .help("write `place`: `each spot: place where …`"),
        );
        true
    }

    fn kind_or_unit(&mut self, name: &ast::Name) -> Option<Kinds> {
        if self.refuse_place(name) {
            return None;
        }
        let kinds = self.known_kind(&name.value);
        if kinds.is_some() {
            self.refers(name.span, self.kind_symbol(&name.value));
        } else {
            let known = words_of(&self.checker.book, Type::Unit(self.existing()));
            let known = known.iter().map(String::as_str).chain([UNIT]);
            let finding = Diagnostic::new(
                Code::UnknownName,
                format!("there is no kind `{}`", name.value),
            )
            .label(name.span, "")
            .suggest(&name.value, known);
            let finding = match finding.help {
                Some(_) => finding,
                None => finding.help("name a kind of this ruleset, or `unit` for any piece"),
            };
            self.unresolved(&name.value, finding);
        }
        kinds
    }

    /// Whether a choice is one of units, and not one of words.
    pub(super) fn is_of_units(&self, listed: &ast::Selection) -> bool {
        let is_set = listed.chosen || self.selected_set(listed).is_some();
        if is_set || self.is_of_places(listed) {
            return true;
        }
        let is_kind = |name: &ast::Name| self.is_kind(&name.value);
        match listed.kinds.as_slice() {
            [] => is_kind(&listed.name),
            kinds => kinds.iter().any(is_kind),
        }
    }

    /// A kind, or `unit` for any piece that is no part of another.
    fn known_kind(&self, name: &str) -> Option<Kinds> {
        match self.checker.types.get(name) {
            Some(NamedType::Kind(id)) => Some(Kinds::one(*id)),
            _ if name == UNIT => Some(any_piece(&self.checker.book)),
            _ => None,
        }
    }

    /// Whether a name is that of a kind, or `unit`.
    pub(super) fn is_kind(&self, name: &str) -> bool {
        self.known_kind(name).is_some()
    }

    /// The symbol of a known kind, or of `unit`.
    fn kind_symbol(&self, name: &str) -> Symbol {
        let known = self.checker.types.get(name);
        known.map_or(Symbol::BuiltIn, |known| (*known).into())
    }

    /// The value by which they are ordered.
    pub(super) fn ordering(&mut self, ordering: &ast::Ordering) -> Ordering {
        let by = self.expr(&ordering.by, None);
        let by = self.some(by);
        self.comparable(&by);
        Ordering {
            by: Box::new(by),
            highest: ordering.highest,
        }
    }

    /// Reports what cannot be compared: all but numbers and words of a scale.
    pub(super) fn comparable(&mut self, value: &Expr) -> bool {
        let book = &self.checker.book;
        let is_comparable = match value.ty {
            Type::Number(_) | Type::Unknown => true,
            Type::Words(id) => book.words.get(id.at()).is_some_and(|list| list.ordered),
            Type::Face(id) => book.dice.get(id.at()).is_some_and(|die| die.is_numeric()),
            Type::Flag | Type::Dice | Type::Unit(_) | Type::Place | Type::Side => false,
        };
        if !is_comparable {
            self.wrong_type(value.span, value.ty, "a number or a word of a scale");
        }
        is_comparable
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other type stays unchanged"
    )]
    pub(super) fn aggregate(
        &mut self,
        aggregate: Aggregate,
        value: Option<&ast::Expr>,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
        span: Span,
    ) -> Expr {
        if aggregate == Aggregate::Set {
            return self.set_for_one(selection, span);
        }
        if let Some(list) = self.selected_words(selection) {
            return self.aggregate_of_words(aggregate, value, selection, ordering, (list, span));
        }
        let mark = self.enter();
        let selection = self.selection(selection);
        let kinds = self.local_type(selection.local);
        let value = value.map(|value| {
            let value = self.expr(value, None);
            self.some(value)
        });
        let ordering = ordering.map(|ordering| self.ordering(ordering));
        self.leave(mark);
        let (ty, or_none) = match (aggregate, &value) {
            (Aggregate::Any, _) => (Type::Flag, false),
            (Aggregate::First | Aggregate::Last, _) => (kinds, true),
            (Aggregate::Total, Some(value)) => match value.ty {
                Type::Number(_) => (value.ty, false),
                Type::Face(_) if self.comparable(value) => (Type::Number(Dimension::Any), false),
                Type::Unknown => (Type::Unknown, false),
                found => {
                    self.wrong_type(value.span, found, "a number");
                    return unknown(span);
                }
            },
            (Aggregate::Highest | Aggregate::Lowest, Some(value)) => {
                if !self.comparable(value) {
                    return unknown(span);
                }
                match value.ty {
                    Type::Face(_) => (Type::Number(Dimension::Any), true),
                    ty => (ty, true),
                }
            }
            (
                Aggregate::Number
                | Aggregate::Total
                | Aggregate::Highest
                | Aggregate::Lowest
                | Aggregate::Set,
                _,
            ) => (Type::Number(Dimension::Plain), false),
        };
        Expr {
            or_none,
            ..Expr::aggregate_of(aggregate, value, selection, ordering, (ty, span))
        }
    }

    /// `each unit: squad where unit is pinned: rally(unit)`
    pub(super) fn each(
        &mut self,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
        body: &ast::Block,
        span: Span,
    ) -> Statement {
        if let Some(list) = self.selected_words(selection) {
            return self.each_word(selection, ordering, body, (list, span));
        }
        let mark = self.enter();
        let (selection, order) = self.in_order(selection, ordering);
        let body = self.loop_body(body);
        self.leave(mark);
        Statement::each_of(selection, order, body, span)
    }

    /// Units that have their turns, and the order, which is settled before the first turn.
    pub(super) fn in_order(
        &mut self,
        selection: &ast::Selection,
        ordering: Option<&ast::Ordering>,
    ) -> (Selection, Option<Settled>) {
        let name = selection.name.span;
        if let Some(ordering) = ordering
            && self.is_of_places(selection)
        {
            self.no_order_of_places(ordering);
            return (self.selection(selection), None);
        }
        let selection = self.selection(selection);
        let order = ordering.map(|ordering| Settled {
            ordering: self.ordering(ordering),
            key: self.scratch("order", selection.kinds, name),
        });
        (selection, order)
    }

    /// A track that no rule names, for working something out over units of some kinds.
    pub(super) fn scratch(&mut self, what: &str, kinds: Kinds, span: Span) -> TrackId {
        let book = &mut self.checker.book;
        let track = TrackId::new(book.tracks.len());
        // With spaces in it: no track of a rule file has such a name.
        let name = format!("{what} ({})", track.at());
        book.tracks.push(Track {
            name: name.clone(),
            ty: Type::Number(Dimension::Plain),
            or_none: true,
            index: None,
        });
        for (at, kind) in book.kinds.iter_mut().enumerate() {
            if kinds.has(KindId::new(at)) {
                let range = (i32::MIN + 1, i32::MAX);
                kind.tracks
                    .push(KindTrack::internal(track, &name, range, span));
            }
        }
        track
    }
}
