//! The board of a game: the kinds of its places and of the links between them, the tracks for positions of pieces, and the
//! primitives that measure.

use std::sync::Arc;

use super::{KindId, Naming, ProcedureId, RuleBook, TrackId};
use sandtable_board::{Board, Layout, Shape, search};
pub use sandtable_syntax::ast::{Facings, Measure};

/// The names of the kinds of the places of a board, and of the links between adjacent places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground {
    /// `hex`
    pub place: &'static str,
    /// `hexside`
    pub link: &'static str,
    /// The link in words: `side of a hex`.
    pub link_in_words: &'static str,
}

impl Ground {
    /// Returns the names for a board; a table has neither kind, and uses the names for hexes.
    pub fn of(board: Option<Measure>) -> Self {
        let (place, link, link_in_words) = match board {
            Some(Measure::Hexes | Measure::Inches) | None => ("hex", "hexside", "side of a hex"),
            Some(Measure::Squares) => ("square", "squareside", "side of a square"),
            Some(Measure::Areas) => ("area", "link", "link between two areas"),
        };
        Self {
            place,
            link,
            link_in_words,
        }
    }
}

/// The type of a place.
pub const PLACE: &str = "place";
/// The type of a compass bearing in degrees.
pub const DIRECTION: &str = "direction";
/// The track of the place of a piece.
pub const AT: &str = "at";
/// The track of the facing of a piece.
pub const FACING: &str = "facing";

/// A board with the stats of its places and links. Data that all questions on a map have in common
/// are shared.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardInstance {
    /// The geometry.
    pub board: Arc<Board>,
    /// Number of fields of the book, which is the stride of `places`.
    pub n_fields: usize,
    /// Value of each field of each place: `place * n_fields + field`. Empty on a table.
    pub places: Arc<[i32]>,
    /// Values of the fields of the sides with stats of their own, by code; all others have those of `plain_side`.
    pub sides: Arc<std::collections::BTreeMap<i32, Vec<i32>>>,
    /// Values of the fields of a side without stats of its own.
    pub plain_side: Vec<i32>,
    /// Base or outline of each unit of the cast; empty outside of a question.
    pub shapes: Vec<Shape>,
    /// Units of the cast whose outlines divide the path of a search into stretches.
    pub cutting: Vec<u32>,
}

impl BoardInstance {
    /// Returns the number of registers that a search needs.
    pub fn n_searching(&self) -> usize {
        let cutting = self.cutting.iter();
        let shapes = cutting.filter_map(|at| self.shapes.get(*at as usize));
        search::n_registers(&self.board, shapes)
    }

    /// Returns the number of registers that a list of the places along a line needs.
    pub fn n_of_line(&self) -> usize {
        search::n_of_line(&self.board)
    }

    /// Returns a stat of a hex, square or area.
    pub fn place(&self, place: i32, field: u32) -> Option<i32> {
        let at = usize::try_from(place).ok()? * self.n_fields + field as usize;
        self.places.get(at).copied()
    }

    /// Returns a stat of a side or link.
    pub fn side(&self, side: i32, field: u32) -> Option<i32> {
        let own = self.sides.get(&side).unwrap_or(&self.plain_side);
        own.get(field as usize).copied()
    }
}

/// A map that examples and scenarios can name.
#[derive(Debug, Clone)]
pub struct GameMap {
    /// Name and title; the name is that of its file without the extension.
    pub naming: Naming,
    /// The board with its stats.
    pub board_instance: Arc<BoardInstance>,
    /// The lines that give tracks of its places their starting values, by place; empty if the map has none.
    pub starts: Vec<Vec<sandtable_roster::Stat>>,
    /// Pieces that come with it, with their positions.
    pub units: Vec<(sandtable_roster::Unit, sandtable_roster::Standing)>,
    /// The symbols of its drawing, with their meanings.
    pub legend: Vec<(char, String)>,
    /// The index of each hex's symbol in the legend.
    pub fills: Vec<Option<usize>>,
    /// Features of the sides between hexes, and the codes of the sides.
    pub sides: Vec<(String, Vec<i32>)>,
    /// Stats of single hexes.
    pub remarks: Vec<String>,
}

impl RuleBook {
    /// Returns the names of the kinds of its places and links.
    pub fn ground(&self) -> Ground {
        Ground::of(self.board)
    }

    /// Returns the kind of hexes, squares or areas that have tracks: each place of the map is then a unit as well.
    pub fn changing_places(&self) -> Option<KindId> {
        let kind = self.place_kind().filter(|_| self.has_sides_of_places())?;
        let known = self.kinds.get(kind.at())?;
        (!known.tracks.is_empty()).then_some(kind)
    }

    /// Returns the kind of the hexes, squares or areas, if the book declares it.
    pub fn place_kind(&self) -> Option<KindId> {
        self.kind_named(self.ground().place)
    }

    /// Whether there is a board whose places have sides or links between them: any but a table.
    pub fn has_sides_of_places(&self) -> bool {
        self.board.is_some_and(|board| board != Measure::Inches)
    }

    /// Returns the kind of the sides or links between them, if the book declares it.
    pub fn link_kind(&self) -> Option<KindId> {
        self.kind_named(self.ground().link)
    }

    /// Returns the track of the place of a piece, if the book has a board.
    pub fn at_track(&self) -> Option<TrackId> {
        self.given_track(AT)
    }

    /// Returns the track of the facing of a piece, if the book has a board.
    pub fn facing_track(&self) -> Option<TrackId> {
        self.given_track(FACING)
    }

    fn given_track(&self, name: &str) -> Option<TrackId> {
        self.board?;
        let at = self.tracks.iter().position(|track| track.name == name)?;
        Some(TrackId::new(at))
    }
}

/// Iterates over the directions in which pieces may face on cells of this layout, in degrees, ascending.
pub fn directions(facings: Facings, layout: Layout) -> impl Iterator<Item = i32> + Clone {
    // Directions to sides and to corners alternate.
    let (step, first_is_side) = match layout {
        Layout::Pointy => (30, false),
        Layout::Flat => (30, true),
        Layout::Square { .. } => (45, true),
    };
    let is_one = move |direction: &i32| {
        let is_side = (direction % (2 * step) == 0) == first_is_side;
        if is_side {
            facings.sides.is_some()
        } else {
            facings.corners
        }
    };
    (0..360).step_by(step as usize).filter(is_one)
}

/// As [`directions`] for a map, or for any map if none is known; and as text.
pub fn directions_on_map(
    facings: Facings,
    board_instance: Option<&BoardInstance>,
) -> (Vec<i32>, String) {
    let layout = board_instance.and_then(|board_instance| match &*board_instance.board {
        Board::Grid(map) => Some(map.layout()),
        Board::Areas(_) | Board::Table(_) => None,
    });
    let any = Facings {
        sides: Some(Measure::Hexes),
        corners: true,
    };
    let directions: Vec<i32> = match (layout, facings.sides) {
        (Some(layout), _) => directions(facings, layout).collect(),
        (None, Some(Measure::Squares)) => {
            directions(facings, Layout::Square { diagonals: false }).collect()
        }
        (None, _) => directions(any, Layout::Flat).collect(),
    };
    let words: Vec<String> = directions.iter().map(i32::to_string).collect();
    (directions, words.join(", "))
}

/// Returns the directions in which the cells around one lie on a map, in degrees, and their names in a list; without a map those of
/// any map of hexes or squares.
pub fn neighbours_on_map(
    measure: Measure,
    board_instance: Option<&BoardInstance>,
) -> (Vec<i32>, String) {
    let has_corners = board_instance.is_none_or(|board_instance| match &*board_instance.board {
        Board::Grid(map) => map.layout() == Layout::Square { diagonals: true },
        Board::Areas(_) | Board::Table(_) => false,
    });
    let facings = Facings {
        sides: Some(measure),
        corners: has_corners,
    };
    directions_on_map(facings, board_instance)
}

impl RuleBook {
    /// Returns the finding about a facing that is not allowed on this map, or on any if none is known.
    pub fn facing_amiss(
        &self,
        facing: i32,
        span: sandtable_source::Span,
        board_instance: Option<&BoardInstance>,
    ) -> Option<sandtable_diagnostic::Diagnostic> {
        let facings = self.facings.as_ref()?;
        let (directions, words) = directions_on_map(facings.value, board_instance);
        let message = format!("no piece can face {facing} degrees here");
        (!directions.contains(&facing)).then(|| {
            sandtable_diagnostic::Diagnostic::new(sandtable_diagnostic::Code::NoSuchFacing, message)
                .label(span, "")
                .label(facings.span, "declared here")
                .help(format!("use one of {words}"))
        })
    }

    /// Returns the default starting value of a track of a piece; for a facing, the first that is allowed.
    pub fn usual_start(
        &self,
        track: TrackId,
        declared: i32,
        board_instance: Option<&BoardInstance>,
    ) -> i32 {
        // The name is compared first: this is asked for every track of every piece.
        let known = self.tracks.get(track.at());
        let is_named = known.is_some_and(|known| known.name == FACING);
        let is_facing = is_named && board_instance.is_some() && Some(track) == self.facing_track();
        let facings = self.facings.as_ref().filter(|_| is_facing);
        let first = facings.and_then(|facings| {
            directions_on_map(facings.value, board_instance)
                .0
                .first()
                .copied()
        });
        first.unwrap_or(declared)
    }
}

/// A primitive: a built-in function of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primitive {
    /// `distance(a, b)`
    Distance,
    /// `gap(a, b)`
    Gap,
    /// `gap-from(a, spot, b)`
    GapFrom,
    /// `contact(a, b)`
    Contact,
    /// `edge(a, direction)`
    Edge,
    /// `bearing(a, b)`
    Bearing,
    /// `turned(direction, 60)`
    Turned,
    /// `in-arc(a, direction, 60, b)`
    InArc,
    /// `ahead(a, direction, 2)`
    Ahead,
    /// `inside(a, wood)`
    Inside,
    /// `crosses(a, b, wood)`
    Crosses,
    /// `through(a, b, wood)`
    Through,
    /// `twin(spot, a, b)`
    Twin,
    /// `hexside(a, b)`, `squareside(a, b)`, `link(a, b)`
    Link,
    /// `cost(a, b, march(unit))`
    Cost,
    /// `farthest(a, b, 6, march(unit))`
    Farthest,
    /// `spot.row`
    Row,
    /// `spot.column`
    Column,
    /// `across(a, b)`
    Across,
    /// `along(a, b)`
    Along,
}

/// The type of an argument of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// A place, or that of a unit.
    Place,
    /// A unit: with its base or outline.
    Outline,
    /// A unit, with its base or outline; or a place, which is a point.
    OutlineOrPoint,
    /// A direction in degrees.
    Direction,
    /// An angle in degrees.
    Degrees,
    /// A distance in the unit of the board.
    Distance,
    /// The end of a straight line: a place, or a side of a hex.
    LineEnd,
    /// Points of movement.
    Points,
    /// A formula for the cost of each step.
    Way,
}

impl Measured {
    /// Returns the number of registers for it: three for an outline, the unit, its place and its direction.
    pub fn n_registers(self) -> usize {
        match self {
            Self::Outline | Self::OutlineOrPoint => 3,
            Self::Place
            | Self::LineEnd
            | Self::Direction
            | Self::Degrees
            | Self::Distance
            | Self::Points
            | Self::Way => 1,
        }
    }

    /// Returns its name in findings.
    pub fn words(self) -> &'static str {
        match self {
            Self::Place => "a place or a unit",
            Self::LineEnd => "a place, a unit or a side of a hex",
            Self::Outline => "a unit",
            Self::OutlineOrPoint => "a unit or a place",
            Self::Direction => "a direction",
            Self::Degrees => "degrees",
            Self::Distance => "a distance",
            Self::Points => "points",
            Self::Way => "a formula for the cost of a step",
        }
    }
}

/// The type of the result of a primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// Hexes or inches.
    Distance,
    /// A bearing in degrees.
    Direction,
    /// Yes or no.
    Flag,
    /// A place of the board.
    Place,
    /// A place, or none.
    PlaceOrNone,
    /// A side or link.
    Side,
    /// Points of movement, or none.
    Points,
    /// A plain number.
    Number,
}

/// Iterates over the names of the primitives of all boards.
pub fn names() -> impl Iterator<Item = &'static str> {
    let boards = Measure::ALL.into_iter().map(Some);
    let of_board = |board| {
        let ground = Ground::of(board);
        let primitives = Primitive::ALL.map(|primitive| primitive.name(board));
        [ground.place, ground.link].into_iter().chain(primitives)
    };
    [PLACE, DIRECTION, AT, FACING]
        .into_iter()
        .chain(boards.flat_map(of_board))
}

impl Primitive {
    /// All primitives.
    pub const ALL: [Self; 20] = [
        Self::Distance,
        Self::Gap,
        Self::GapFrom,
        Self::Contact,
        Self::Edge,
        Self::Bearing,
        Self::Turned,
        Self::InArc,
        Self::Ahead,
        Self::Inside,
        Self::Crosses,
        Self::Through,
        Self::Twin,
        Self::Link,
        Self::Cost,
        Self::Farthest,
        Self::Row,
        Self::Column,
        Self::Across,
        Self::Along,
    ];

    /// Returns the primitive that is called by this name on a board.
    pub fn named(name: &str, board: Option<Measure>) -> Option<Self> {
        let mut all = Self::ALL.into_iter().filter(|known| !known.is_member());
        all.find(|known| known.name(board) == name)
    }

    /// Returns the primitive that is a member of places under this name: `spot.row`.
    pub fn member(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().filter(|known| known.is_member());
        all.find(|known| known.name(None) == name)
    }

    /// Whether it is written as a member of a place, and not as a call.
    pub fn is_member(self) -> bool {
        matches!(self, Self::Row | Self::Column)
    }

    /// Whether it joined the language later: a declaration of its name is then legal, and is what the name means.
    pub fn yields_to_declarations(self) -> bool {
        matches!(self, Self::Row | Self::Column | Self::Across | Self::Along)
    }

    /// Returns its name on a board.
    pub fn name(self, board: Option<Measure>) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Gap => "gap",
            Self::GapFrom => "gap-from",
            Self::Contact => "contact",
            Self::Edge => "edge",
            Self::Bearing => "bearing",
            Self::Turned => "turned",
            Self::InArc => "in-arc",
            Self::Ahead => "ahead",
            Self::Inside => "inside",
            Self::Crosses => "crosses",
            Self::Through => "through",
            Self::Twin => "twin",
            Self::Link => Ground::of(board).link,
            Self::Cost => "cost",
            Self::Farthest => "farthest",
            Self::Row => "row",
            Self::Column => "column",
            Self::Across => "across",
            Self::Along => "along",
        }
    }

    /// Returns the types of its arguments.
    pub fn wants(self) -> &'static [Measured] {
        use Measured::{
            Degrees, Direction, Distance, LineEnd, Outline, OutlineOrPoint, Place, Points, Way,
        };
        match self {
            Self::Distance | Self::Bearing | Self::Link | Self::Across | Self::Along => {
                &[Place, Place]
            }
            Self::Row | Self::Column => &[Place],
            Self::Gap => &[OutlineOrPoint, OutlineOrPoint],
            Self::GapFrom => &[Outline, Place, OutlineOrPoint],
            Self::Contact => &[Outline, OutlineOrPoint],
            Self::Edge => &[Outline, Direction],
            Self::Turned => &[Direction, Degrees],
            Self::InArc => &[Place, Direction, Degrees, Place],
            Self::Ahead => &[Place, Direction, Distance],
            Self::Inside => &[Place, Outline],
            Self::Crosses | Self::Through => &[Place, Place, Outline],
            Self::Twin => &[Place, LineEnd, LineEnd],
            Self::Cost => &[Place, Place, Way],
            Self::Farthest => &[Place, Place, Points, Way],
        }
    }

    /// Returns the type of its result.
    pub fn gives(self) -> Gives {
        match self {
            Self::Distance
            | Self::Gap
            | Self::GapFrom
            | Self::Through
            | Self::Across
            | Self::Along => Gives::Distance,
            Self::Row | Self::Column => Gives::Number,
            Self::Bearing | Self::Turned => Gives::Direction,
            Self::InArc | Self::Inside | Self::Crosses => Gives::Flag,
            Self::Edge => Gives::Place,
            Self::Ahead | Self::Twin | Self::Farthest | Self::Contact => Gives::PlaceOrNone,
            Self::Link => Gives::Side,
            Self::Cost => Gives::Points,
        }
    }

    /// Returns the boards that have it.
    pub fn boards(self) -> &'static [Measure] {
        use Measure::{Areas, Hexes, Inches, Squares};
        match self {
            Self::Gap
            | Self::GapFrom
            | Self::Contact
            | Self::Edge
            | Self::Inside
            | Self::Crosses
            | Self::Through => &[Inches],
            Self::Twin => &[Hexes],
            Self::Row | Self::Column | Self::Across | Self::Along => &[Hexes, Squares],
            Self::Link => &[Hexes, Squares, Areas],
            Self::Bearing | Self::Turned | Self::InArc | Self::Ahead => &[Hexes, Squares, Inches],
            Self::Distance | Self::Cost | Self::Farthest => &Measure::ALL,
        }
    }

    /// Whether a call of it states its rounding on this board.
    pub fn is_rounded(self, board: Measure) -> bool {
        board == Measure::Inches && matches!(self.gives(), Gives::Distance | Gives::Points)
    }

    /// Returns a call of it as an example.
    pub fn usage(self, board: Option<Measure>) -> String {
        if self.is_member() {
            return format!("spot.{}", self.name(board));
        }
        let words: Vec<&str> = match self {
            Self::Distance | Self::Bearing | Self::Across | Self::Along => {
                vec!["firer", "target"]
            }
            Self::Row | Self::Column => vec!["spot"],
            Self::Link => vec!["here", "there"],
            Self::Gap | Self::Contact => vec!["unit", "other"],
            Self::GapFrom => vec!["unit", "spot", "other"],
            Self::Edge => vec!["unit", "unit.facing"],
            Self::Turned => vec!["unit.facing", "60"],
            Self::InArc => vec!["unit", "unit.facing", "60", "target"],
            Self::Ahead => vec!["unit", "unit.facing", "1"],
            Self::Inside => vec!["unit", "wood"],
            Self::Crosses | Self::Through => vec!["firer", "target", "wood"],
            Self::Twin => vec!["spot", "firer", "target"],
            Self::Cost => vec!["unit", "goal", "march(unit)"],
            Self::Farthest => vec!["unit", "goal", "6", "march(unit)"],
        };
        format!("{}({})", self.name(board), words.join(", "))
    }
}

/// A step cost: a formula whose last two parameters are the two ends of the step.
#[derive(Debug, Clone)]
pub struct Way {
    /// The formula of the cost.
    pub procedure: ProcedureId,
    /// Its arguments, except the last two.
    pub arguments: Vec<super::Expr>,
}

/// A set of places of the board, or of sides between them.
#[derive(Debug, Clone)]
pub struct Region {
    /// Whether it contains sides, rather than places.
    pub sides: bool,
    /// The shape of the region.
    pub region_shape: RegionShape,
}

/// The shape of a region.
#[derive(Debug, Clone)]
pub enum RegionShape {
    /// Every hex, square or area; every point of the grid on which places are chosen.
    All,
    /// Places within a distance.
    Within {
        /// The maximum distance.
        distance: super::Expr,
        /// The centre.
        of: super::Expr,
    },
    /// Places that a straight line passes, without its ends; of sides of hexes, those it crosses.
    Between {
        /// The ends of the line.
        ends: Box<[super::Expr; 2]>,
    },
    /// Places that are reachable by a search.
    Reached {
        /// Cost of the steps.
        way: Way,
        /// The start of the search.
        from: super::Expr,
        /// The maximum cost.
        within: super::Expr,
    },
    /// The cheapest path, without its start.
    Along {
        /// Cost of the steps.
        way: Way,
        /// The ends of the path.
        ends: Box<[super::Expr; 2]>,
    },
}

impl Region {
    /// Returns the expressions of the region.
    pub fn parts(&self) -> Vec<&super::Expr> {
        match &self.region_shape {
            RegionShape::All => Vec::new(),
            RegionShape::Within { distance, of } => vec![distance, of],
            RegionShape::Between { ends } => ends.iter().collect(),
            RegionShape::Reached { way, from, within } => {
                way.arguments.iter().chain([from, within]).collect()
            }
            RegionShape::Along { way, ends } => way.arguments.iter().chain(ends.iter()).collect(),
        }
    }
}
