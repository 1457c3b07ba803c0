//! Selections of places: which of the board's hexes, points or hexsides a name denotes in turn.
//!
//! Reports: E0201, E0206.

use super::scope::Scope;
use sandtable_board::{Rounding, Whole};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{Measure, PLACE, Primitive, Region, RegionShape};
use sandtable_model::{Arithmetic, Dimension, Expr, Kinds, Selection, Symbol, Type};
use sandtable_syntax::ast::{self, Order};

impl Scope<'_, '_> {
    /// Whether places are selected, or sides of hexes.
    pub(super) fn is_of_places(&self, selection: &ast::Selection) -> bool {
        let word = match selection.kinds.as_slice() {
            [] => &selection.name,
            [only] => only,
            _ => return false,
        };
        let book = &self.checker.book;
        let word = word.value.as_str();
        !selection.chosen && book.board.is_some() && (word == PLACE || word == book.ground().link)
    }

    /// Some of the places; as [`Scope::selection`].
    pub(super) fn check_places(&mut self, selection: &ast::Selection) -> Selection {
        let word = selection.kinds.first().unwrap_or(&selection.name);
        let sides = word.value == self.checker.book.ground().link;
        match selection.kinds.is_empty() {
            true => self.checker.implies(word.span, Symbol::BuiltIn),
            false => self.refers(word.span, Symbol::BuiltIn),
        }
        self.only_places(selection, sides);
        let region_shape = match &selection.region {
            None => RegionShape::All,
            Some(region) => self.region_shape(region, sides),
        };
        self.fresh(&selection.name);
        let ty = if sides { Type::Side } else { Type::Place };
        let local = self.declare(&selection.name, ty, false);
        let condition = selection.condition.as_ref().map(|condition| {
            let condition = self.condition(condition);
            self.assume(&condition, true);
            Box::new(condition)
        });
        Selection {
            local,
            name: selection.name.value.clone(),
            kinds: Kinds::NONE,
            region: Some(Box::new(Region {
                sides,
                region_shape,
            })),
            owner: None,
            chosen: None,
            destroyed: false,
            removed: false,
            condition,
        }
    }

    /// Checks that only units are given values, and sides only those they can have.
    fn only_places(&mut self, selection: &ast::Selection, sides: bool) {
        if let Some(owner) = &selection.owner {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "`of` needs a unit with parts")
                    .label(owner.span, "")
                    .help("name the places: `spot: place within 6 of unit`"),
            );
        }
        if !selection.including.is_empty() {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a place is never out of play")
                    .label(selection.name.span, "")
                    .help("delete `including …`"),
            );
        }
        let is_between = matches!(
            selection.region.as_deref(),
            Some(ast::Region::Between { .. })
        );
        let board = self.checker.book.board;
        if board == Some(Measure::Areas) && (sides || is_between) {
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    "areas have no straight lines between them",
                )
                .label(selection.name.span, "")
                .help("name two areas, `link(here, there)`, or the areas of a path, `spot: place along march(unit) from unit to goal`"),
            );
            return;
        }
        if sides && !is_between {
            let (region_shape, word) = match board {
                Some(Measure::Squares) => ("squares", "squareside"),
                _ => ("hexes", "hexside"),
            };
            self.report(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("this names no sides of {region_shape}"),
                )
                .label(selection.name.span, "")
                .help(format!(
                    "name those that a line crosses: `side: {word} between firer and target`"
                )),
            );
        }
        if board == Some(Measure::Inches) && (sides || is_between) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "a table in inches has no hexes")
                    .label(selection.name.span, "")
                    .help(
                        "check what a straight line crosses: `any wood: wood where crosses(firer, \
                        target, wood)`",
                    ),
            );
        }
    }

    fn region_shape(&mut self, region: &ast::Region, sides: bool) -> RegionShape {
        let board = self.checker.book.board;
        match region {
            ast::Region::Within { distance, of } => RegionShape::Within {
                distance: self.expr_of_type(distance, Type::Number(Dimension::of(board))),
                of: self.expr_of_type(of, Type::Place),
            },
            ast::Region::Between { ends } => RegionShape::Between {
                ends: Box::new(ends.each_ref().map(|end| self.line_end(end))),
            },
            ast::Region::Reached { way, from, within } => {
                let way = self.way(way);
                let from = self.expr_of_type(from, Type::Place);
                let points = self.points_of(way.as_ref());
                let within = self.expr_of_type(within, points);
                match way {
                    Some(way) => RegionShape::Reached { way, from, within },
                    None => RegionShape::All,
                }
            }
            ast::Region::Along {
                way,
                avoiding,
                ends,
            } => {
                let cost = self.way(way);
                let way = match avoiding {
                    None => cost,
                    Some(avoiding) => {
                        let danger = self.way(avoiding);
                        self.combined_cost(cost, danger, way.span.to(avoiding.span))
                    }
                };
                let ends = Box::new(self.ends(ends));
                match way {
                    Some(way) if !sides => RegionShape::Along { way, ends },
                    _ => RegionShape::All,
                }
            }
        }
    }

    fn ends(&mut self, [from, to]: &[ast::Expr; 2]) -> [Expr; 2] {
        [from, to].map(|end| self.expr_of_type(end, Type::Place))
    }

    /// `friend: squad within 2 of unit`: the distance and the place from which it is measured; other regions of units are reported.
    pub(super) fn reach_of_units(
        &mut self,
        selection: &ast::Selection,
        region: &ast::Region,
        kinds: Option<Kinds>,
    ) -> Option<(Expr, Expr)> {
        let board = self.checker.book.board;
        let kinds = kinds.unwrap_or(Kinds::NONE);
        let is_of_pieces = kinds.within(self.checker.book.pieces()) && selection.owner.is_none();
        if let (ast::Region::Within { distance, of }, Some(_), true) = (region, board, is_of_pieces)
        {
            let distance = self.expr_of_type(distance, Type::Number(Dimension::of(board)));
            return Some((distance, self.expr_of_type(of, Type::Place)));
        }
        self.region_of_units(selection, region);
        None
    }

    /// Whether a unit is on the map, and no farther from a place than a distance.
    pub(super) fn is_within_reach(&self, unit: Expr, (distance, of): (Expr, Expr)) -> Expr {
        let span = distance.span.to(of.span);
        let board = self.checker.book.board;
        let place = self.where_it_stands(unit);
        let nowhere = Expr::none(Type::Place, span);
        let is_on_map = Expr::compare(Order::NotEqual, place.clone(), nowhere, span);
        let whole = (board == Some(Measure::Inches)).then(|| Whole::from(Rounding::Up));
        let arguments = vec![place, of];
        let measured = Expr {
            ty: distance.ty,
            or_none: false,
            ..Expr::measured(Primitive::Distance, arguments, None, whole, span)
        };
        let is_near = Expr::compare(Order::LessOrEqual, measured, distance, span);
        Expr::binary_of(Arithmetic::And, is_on_map, is_near, Type::Flag, span)
    }

    /// `unit: squad between firer and target` asks about units what only places are asked.
    pub(super) fn region_of_units(&mut self, selection: &ast::Selection, region: &ast::Region) {
        let span = region
            .parts()
            .first()
            .map_or(selection.name.span, |part| part.span);
        let cure = match self.checker.book.board {
            None => {
                "this ruleset has no board: add `board hexes` or `board inches` below `ruleset`"
            }
            Some(measure) => {
                let rounded = match measure {
                    Measure::Inches => " rounded up",
                    Measure::Hexes | Measure::Squares | Measure::Areas => "",
                };
                let (limit, centre) = within(region);
                let member = &selection.name.value;
                &format!(
                    "write it after `where`: `where distance({member}, {centre}){rounded} <= {limit}`"
                )
            }
        };
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                "this selects places, but here are units",
            )
            .label(span, "")
            .help(cure),
        );
    }

    pub(super) fn no_order_of_places(&mut self, ordering: &ast::Ordering) {
        self.report(
            Diagnostic::new(Code::NotAllowedHere, "`each` takes places in map order")
                .label(ordering.by.span, "")
                .help(
                    "to take the best of them, write `first spot: place … in order of …, lowest \
                     first`",
                ),
        );
    }
}

/// The greatest distance and the centre of a region, as far as they are a number and a name.
fn within(region: &ast::Region) -> (String, String) {
    let usual = || ("6".to_owned(), "target".to_owned());
    let [distance, of] = region.parts()[..] else {
        return usual();
    };
    match region {
        ast::Region::Within { .. } => {
            let (limit, centre) = usual();
            let known = distance.value.number().map(|number| number.to_string());
            let named = of.value.name().map(str::to_owned);
            (known.unwrap_or(limit), named.unwrap_or(centre))
        }
        ast::Region::Between { .. } | ast::Region::Reached { .. } | ast::Region::Along { .. } => {
            usual()
        }
    }
}
