//! Measures on the board, and stats of its places and links.
//!
//! Reports: E0201, E0203, E0205, E0206, E0208.

use super::super::Named;
use super::super::scope::Scope;
use super::{typed, unknown};
use sandtable_board::Whole;
use sandtable_diagnostic::{Code, Diagnostic, Fix};
use sandtable_model::board::{Gives, Measure, Measured, Primitive, Way};
use sandtable_model::{Ability, Dimension, Expr, ExprKind, KindId, Kinds, Symbol, Type};
use sandtable_roster::not_adjacent;
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Rounding};

/// Maximum factor or divisor of a measure before it is rounded.
const MOST_TIMES: i32 = 1_000;

/// Literal number in this measure or without one.
fn plain(written: &ast::Expr, of: Option<Measure>) -> Option<i32> {
    if let ast::ExprKind::Number { value, measure } = *written.value {
        let fits = measure == of && (1..=MOST_TIMES).contains(&value);
        fits.then_some(value)
    } else {
        None
    }
}

impl Scope<'_, '_> {
    /// Returns the primitive of a name, if the book has a board and no declaration of that name.
    pub(super) fn primitive(&self, name: &str) -> Option<Primitive> {
        let board = Some(self.checker.book.board?);
        Primitive::named(name, board).filter(|_| !self.checker.names.contains_key(name))
    }

    /// `distance(firer, target) rounded up`
    pub(super) fn rounded(&mut self, value: &ast::Expr, rounding: Rounding, span: Span) -> Expr {
        if let Some(measured) = self.made_whole(value, (None, None), rounding, span) {
            return measured;
        }
        if let ast::ExprKind::Call { name, arguments } = value.value.as_ref()
            && let Some(rung) = self.check_ratio(name, arguments, Some(rounding), span)
        {
            return rung;
        }
        let whole = self.expr(value, None);
        if whole.ty == Type::Unknown {
            return unknown(span);
        }
        if let Some(rounded) = self.rounded_parts(whole, rounding, span) {
            return rounded;
        }
        let rounding_alone = Span {
            start: value.span.end,
            ..span
        };
        self.report(
            Diagnostic::new(Code::MissingRounding, "this is already a whole number")
                .label(span, "")
                .with_fix(Fix::new("delete the rounding", rounding_alone, ""))
                .help(
                    "write `rounded …` only after a division, a number in halves, quarters or eighths, or a \
                    distance in inches, perhaps times a plain number: `gap(unit, other) * 4 rounded up`; to round a product, put \
                    brackets around it: `(1/2 * …) rounded down`",
                ),
        );
        unknown(span)
    }

    /// `gap(unit, other) * 4 rounded up`; `None` if this is something else.
    pub(super) fn measured_times(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        if let ast::ExprKind::Rounded { value, rounding } = right.value.as_ref() {
            self.made_whole(left, (Some(value), None), *rounding, span)
        } else {
            None
        }
    }

    /// `gap(unit, other) * 4 / 3 rounded up`; `None` if this is something else.
    pub(super) fn measured_divided(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        rounding: Rounding,
        span: Span,
    ) -> Option<Expr> {
        let (call, times) = if let ast::ExprKind::Binary {
            op: ast::Binary::Multiply,
            left,
            right,
        } = left.value.as_ref()
        {
            (left, Some(right))
        } else {
            (left, None)
        };
        self.made_whole(call, (times, Some(right)), rounding, span)
    }

    /// A distance on a table, multiplied and divided by constants before it is rounded; `None` if
    /// this is something else. Divided by an inch it is a plain number.
    fn made_whole(
        &mut self,
        call: &ast::Expr,
        (times, per): (Option<&ast::Expr>, Option<&ast::Expr>),
        rounding: Rounding,
        span: Span,
    ) -> Option<Expr> {
        let ast::ExprKind::Call { name, arguments } = call.value.as_ref() else {
            return None;
        };
        let primitive = self.primitive(&name.value)?;
        let board = self.checker.book.board?;
        self.refers(name.span, Symbol::BuiltIn);
        let is_scaled = times.is_some() || per.is_some();
        if is_scaled && !primitive.is_rounded(board) {
            return None;
        }
        let inch = per.is_some_and(|per| {
            let number = per.value.as_ref();
            matches!(number, ast::ExprKind::Number { measure, .. } if measure.is_some())
        });
        let whole = Whole {
            times: times.map_or(Some(1), |times| plain(times, None))?,
            per: per.map_or(Some(1), |per| plain(per, inch.then_some(board)))?,
            rounding,
        };
        let mut measured = self.measured(primitive, name, arguments, Some(whole), span);
        if inch && matches!(measured.ty, Type::Number(_)) {
            measured.ty = Type::Number(Dimension::Plain);
        }
        Some(measured)
    }

    /// Builds a primitive with its arguments.
    pub(super) fn measured(
        &mut self,
        primitive: Primitive,
        name: &ast::Name,
        arguments: &[ast::Expr],
        whole: Option<Whole>,
        span: Span,
    ) -> Expr {
        let wants = primitive.wants();
        let Some(board) = self.checker.book.board else {
            return unknown(span);
        };
        if !primitive.boards().contains(&board) {
            self.not_measured_here(primitive, name, board);
            return unknown(span);
        }
        if let (Primitive::Cost, [from, goal, way, avoiding]) = (primitive, arguments) {
            return self.cost_avoiding([from, goal], [way, avoiding], span);
        }
        if arguments.len() != wants.len() {
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    format!(
                        "`{}` needs {} in its brackets, but here {}",
                        name.value,
                        wants.len(),
                        match arguments.len() {
                            0 => "are none".to_owned(),
                            1 => "is 1".to_owned(),
                            given => format!("are {given}"),
                        }
                    ),
                )
                .label(name.span, "")
                .help(format!("write it like `{}`", primitive.usage(Some(board)))),
            );
            return unknown(span);
        }
        self.demand_rounding(primitive, board, whole.is_some(), span);
        let mut way = None;
        let mut built = Vec::new();
        for (argument, wanted) in arguments.iter().zip(wants) {
            if *wanted == Measured::Way {
                way = self.way(argument);
                continue;
            }
            built.push(self.asked_for(argument, *wanted, board));
        }
        if primitive == Primitive::Link {
            self.adjacent(&built, span);
        }
        for (argument, wanted) in built.iter_mut().zip(wants) {
            if *wanted == Measured::Points {
                let points = self.points_of(way.as_ref());
                *argument = self.fit(argument.clone(), points);
            }
        }
        let (ty, or_none) = match primitive.gives() {
            Gives::Distance => (Type::Number(Dimension::of(Some(board))), false),
            Gives::Direction => (Type::Number(Dimension::Degrees), false),
            Gives::Flag => (Type::Flag, false),
            Gives::Place => (Type::Place, false),
            Gives::PlaceOrNone => (Type::Place, true),
            Gives::Side => (Type::Side, false),
            Gives::Points => (self.points_of(way.as_ref()), true),
            Gives::Number => (Type::Number(Dimension::Plain), false),
        };
        let kind = ExprKind::Measured {
            primitive,
            arguments: built,
            way,
            whole,
        };
        Expr {
            or_none,
            ..typed(kind, ty, span)
        }
    }

    /// Reports a measure that this board does not have.
    fn not_measured_here(&mut self, primitive: Primitive, name: &ast::Name, board: Measure) {
        let boards = primitive.boards().iter().map(|board| match board {
            Measure::Hexes => "a map of hexes",
            Measure::Squares => "a map of squares",
            Measure::Areas => "a map of areas",
            Measure::Inches => "a table measured in inches",
        });
        let boards: Vec<&str> = boards.collect();
        let help = match (board, primitive) {
            (Measure::Areas, Primitive::Bearing | Primitive::InArc | Primitive::Ahead) => {
                "areas have no directions: check the links, `link(here, there) has …`, or `distance(here, there)`".to_owned()
            }
            _ => format!("this ruleset has `board {}`", board.word()),
        };
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                format!(
                    "`{}` can only be measured on {}",
                    name.value,
                    boards.join(" or ")
                ),
            )
            .label(name.span, "")
            .help(help),
        );
    }

    fn demand_rounding(
        &mut self,
        primitive: Primitive,
        board: Measure,
        is_rounded: bool,
        span: Span,
    ) {
        match (primitive.is_rounded(board), is_rounded) {
            (true, false) => {
                let what = if let Gives::Points = primitive.gives() {
                    "the cost of a path on a table needs a rounding"
                } else {
                    "a distance on a table needs a rounding"
                };
                self.report(
                    Diagnostic::new(Code::MissingRounding, what)
                        .label(span, "")
                        .append(span, " rounded up")
                        .append(span, " rounded down")
                        .help(
                            "add `rounded up` after it to compare with `<=` or to look up bands \
                            like 7-12; add `rounded down` to compare with `<`",
                        ),
                );
            }
            (false, true) => self.report(
                Diagnostic::new(Code::NotAllowedHere, "this is already a whole number")
                    .label(span, "")
                    .help("delete `rounded …`"),
            ),
            (true, true) | (false, false) => {}
        }
    }

    /// Two places that are named, as examples do, are adjacent.
    fn adjacent(&mut self, ends: &[Expr], span: Span) {
        if let ([one, other], Some(map)) = (ends, self.map.clone())
            && let (ExprKind::Constant(one), ExprKind::Constant(other)) = (&one.kind, &other.kind)
            && map.board.side(*one, *other).is_none()
        {
            self.report(not_adjacent(&map.board, *one, *other, span));
        }
    }

    fn asked_for(&mut self, argument: &ast::Expr, wanted: Measured, board: Measure) -> Expr {
        let ty = match wanted {
            Measured::Place => Type::Place,
            Measured::LineEnd => return self.line_end(argument),
            Measured::Outline | Measured::OutlineOrPoint => Type::Unit(Kinds::ALL),
            Measured::Direction => Type::Number(Dimension::Degrees),
            Measured::Distance => Type::Number(Dimension::of(Some(board))),
            // A turn is both a count and a direction.
            Measured::Degrees | Measured::Way => Type::Number(Dimension::Any),
            // Converted when the costs are known.
            Measured::Points => {
                let points = self.expr(argument, Some(Type::Number(Dimension::Any)));
                return self.some(points);
            }
        };
        if !matches!(wanted, Measured::Outline | Measured::OutlineOrPoint) {
            return self.expr_of_type(argument, ty);
        }
        let unit = self.expr(argument, None);
        let unit = self.some(unit);
        let is_point = wanted == Measured::OutlineOrPoint && unit.ty == Type::Place;
        if !is_point && !matches!(unit.ty, Type::Unit(_) | Type::Unknown) {
            self.wrong_type(unit.span, unit.ty, wanted.words());
        }
        unit
    }

    /// The end of a straight line: over hexes also the middle of a side.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other form and type is reported"
    )]
    pub(crate) fn line_end(&mut self, written: &ast::Expr) -> Expr {
        let end = self.expr(written, Some(Type::Place));
        match end.ty {
            Type::Side if self.checker.book.board == Some(Measure::Hexes) => end,
            _ => {
                let end = self.some(end);
                self.fit(end, Type::Place)
            }
        }
    }

    /// `march(unit)`: a formula without its last two arguments, which are the places of a step.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other form and type is reported"
    )]
    pub(crate) fn way(&mut self, written: &ast::Expr) -> Option<Way> {
        let (name, arguments) = match written.value.as_ref() {
            ast::ExprKind::Call { name, arguments } => (name.clone(), arguments.as_slice()),
            ast::ExprKind::Name(name) => (Spanned::new(name.clone(), written.span), [].as_slice()),
            _ => {
                self.no_way(written.span, "not a formula");
                return None;
            }
        };
        let Some(Named::Procedure(id)) = self.checker.names.get(&name.value).copied() else {
            if self.checker.names.contains_key(&name.value) {
                self.no_way(name.span, "not a formula");
            } else {
                self.unknown_name(&name.value, name.span, None);
            }
            return None;
        };
        let known = self.checker.book.procedures.get(id.at())?;
        let (ability, result) = (known.ability, known.result);
        let parameters = super::call::about(&known.parameters);
        let n_own = parameters.len().checked_sub(2);
        let ends = n_own.and_then(|n_own| parameters.get(n_own..));
        let are_places = ends.is_some_and(|ends| ends.iter().all(|end| end.ty == Type::Place));
        let (Some(own), true) = (n_own.and_then(|n_own| parameters.get(..n_own)), are_places)
        else {
            self.no_way(name.span, "its last two parameters are not places");
            return None;
        };
        let is_number =
            result.is_none_or(|result| matches!(result.ty, Type::Number(_) | Type::Unknown));
        if ability != Ability::Formula || !is_number {
            self.no_way(name.span, "does not give a number");
            return None;
        }
        self.checker.used.names.insert(Named::Procedure(id));
        self.refers(name.span, Symbol::Procedure(id));
        let arguments = self.arguments(&name, own, arguments, 0);
        Some(Way {
            procedure: id,
            arguments,
        })
    }

    /// The type of points of movement: that of the costs of steps if they have parts.
    pub(crate) fn points_of(&self, way: Option<&Way>) -> Type {
        let formula = way.and_then(|way| self.checker.book.procedures.get(way.procedure.at()));
        let cost = formula
            .and_then(|formula| formula.result)
            .map(|result| result.ty);
        match cost {
            Some(cost @ Type::Number(Dimension::Parts(_))) => cost,
            _ => Type::Number(Dimension::Any),
        }
    }

    fn no_way(&mut self, span: Span, label: &str) {
        self.report(
            Diagnostic::new(Code::WrongType, "expected a formula for the cost of a step")
                .label(span, label)
                .help(
                    "declare one: `formula march (unit: squad, from: place, to: place) -> 0..9 or \
                none`, with `none` for an impossible step; and use it here without the two \
                places: `march(unit)`",
                ),
        );
    }

    /// `there.level`: what a place or a link says.
    pub(super) fn ground(&mut self, place: Expr, name: &ast::Name) -> Expr {
        let span = place.span.to(name.span);
        if let Some(primitive) = self.member_of_place(&place, name) {
            self.refers(name.span, Symbol::BuiltIn);
            let place = self.some(place);
            let kind = ExprKind::Measured {
                primitive,
                arguments: vec![place],
                way: None,
                whole: None,
            };
            return typed(kind, Type::Number(Dimension::Plain), span);
        }
        let Some(kind) = self.ground_kind(&place, name.span) else {
            return unknown(span);
        };
        match self.member_of(kind, &name.value) {
            Some(super::member::Member::Field(field, optional)) => {
                self.checker.used.fields.insert(field);
                self.refers(name.span, Symbol::Member(Kinds::one(kind)));
                let field_type = self.checker.book.fields.get(field.at());
                let ty = field_type.map_or(Type::Unknown, |field| field.ty);
                let place = Box::new(place);
                let stat = typed(ExprKind::Ground { place, field }, ty, span);
                let or_none = optional && !self.is_some(&stat);
                Expr { or_none, ..stat }
            }
            Some(super::member::Member::Track(_)) if place.ty == Type::Place => {
                let unit = self.unit_of_place(place);
                self.check_member(unit, name)
            }
            // A track of a link is refused where it is declared.
            Some(super::member::Member::Track(_) | super::member::Member::Formula(_)) | None => {
                self.no_member(&place, &[kind], &[], name);
                unknown(span)
            }
        }
    }

    /// `spot.row`, on a board that has rows, unless the kind of its places declares that name.
    fn member_of_place(&self, place: &Expr, name: &ast::Name) -> Option<Primitive> {
        let book = &self.checker.book;
        let primitive = Primitive::member(&name.value).filter(|_| place.ty == Type::Place)?;
        let is_declared = book
            .place_kind()
            .is_some_and(|kind| self.member_of(kind, &name.value).is_some());
        (primitive.boards().contains(&book.board?) && !is_declared).then_some(primitive)
    }

    /// A place as the unit that has its tracks; any other value unchanged.
    pub(super) fn unit_of_place(&mut self, place: Expr) -> Expr {
        let Some(kind) = self.checker.book.changing_places() else {
            return place;
        };
        if place.ty != Type::Place {
            return place;
        }
        let span = place.span;
        // A unit is usually on the board; otherwise reading its place raises a fault.
        typed(
            ExprKind::AreaUnit(Box::new(place)),
            Type::Unit(Kinds::one(kind)),
            span,
        )
    }

    /// Builds `there is goal`: the test that two places are equal.
    pub(super) fn place_is(&mut self, place: Expr, words: &[ast::Name], span: Span) -> Expr {
        let places = words
            .iter()
            .map(|word| (word, self.word(&word.value, place.ty)));
        let places: Vec<(&ast::Name, Option<(i32, Type)>)> = places.collect();
        let mut asked = Vec::new();
        for (word, known) in places {
            let other = match known {
                Some((value, ty)) if self.local(&word.value).is_none() => {
                    self.refers(word.span, Symbol::BuiltIn);
                    super::constant(value, ty, word.span)
                }
                _ => self.check_name(&word.value, word.span, Some(place.ty)),
            };
            let one = self.equal(place.clone(), other, span);
            asked.push(one);
        }
        Expr::any_of(asked, span).unwrap_or_else(|| unknown(span))
    }

    /// `there has woods or marsh`
    pub(super) fn ground_has(&mut self, place: &Expr, traits: &[ast::Name], span: Span) -> Expr {
        let mut asked = Vec::new();
        let Some(kind) = self.ground_kind(place, span) else {
            return unknown(span);
        };
        for name in traits {
            let known = self.member_of(kind, &name.value);
            let field = match known {
                Some(super::member::Member::Field(field, _)) => Some(field),
                _ => None,
            };
            let is_trait = |field: &sandtable_model::FieldId| {
                let field = self.checker.book.fields.get(field.at());
                field.is_some_and(|field| field.is_trait)
            };
            let Some(field) = field.filter(is_trait) else {
                self.no_trait(&[kind], "spot", name);
                continue;
            };
            self.checker.used.fields.insert(field);
            self.refers(name.span, Symbol::Member(Kinds::one(kind)));
            let place = Box::new(place.clone());
            let one = typed(ExprKind::Ground { place, field }, Type::Flag, span);
            asked.push(one);
        }
        Expr::any_of(asked, span).unwrap_or_else(|| unknown(span))
    }

    /// The place of a unit, where a place is wanted.
    pub(crate) fn where_it_stands(&self, unit: Expr) -> Expr {
        let span = unit.span;
        let area = self.checker.book.changing_places().map(Kinds::one);
        if area == Some(unit.ty.kinds()) {
            return typed(ExprKind::AreaPlace(Box::new(unit)), Type::Place, span);
        }
        match self.checker.book.at_track() {
            Some(track) => typed(
                ExprKind::Track {
                    unit: Box::new(unit),
                    track,
                    index: None,
                },
                Type::Place,
                span,
            ),
            None => unknown(span),
        }
    }

    /// The kind of places of a place, that of links of a side.
    pub(super) fn ground_kind(&mut self, place: &Expr, asked: Span) -> Option<KindId> {
        let book = &self.checker.book;
        let (name, known) = if let Type::Side = place.ty {
            (book.ground().link, book.link_kind())
        } else {
            (book.ground().place, book.place_kind())
        };
        if self.checker.book.board == Some(Measure::Inches) {
            self.report(
                Diagnostic::new(Code::WrongType, "a point of a table has no stats")
                    .label(place.span, "a place")
                    .label(asked, "")
                    .help(
                        "on a table, terrain is made of pieces with outlines; check which lie \
                        there: `any wood: wood where inside(spot, wood)`",
                    ),
            );
            return None;
        }
        if known.is_none() {
            self.unresolved(
                name,
                Diagnostic::new(Code::UnknownKind, format!("there is no kind `{name}`"))
                    .label(asked, "")
                    .help(format!(
                        "declare it: `kind {name} \"…\"`, with its stats and traits below"
                    )),
            );
        }
        known
    }
}
