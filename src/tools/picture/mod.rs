//! Pictures of a board: as text for a terminal, and as SVG.
//!
//! Takes the board, what its hexes and sides are, and the pieces on it; gives text. It knows no rules: whether a line of
//! sight is blocked, and by what, is said by the caller. Coordinates are integers here too, so that a picture is the same
//! everywhere.

mod colour;
mod svg;
mod text;

pub use svg::svg;
pub use text::text;

use crate::board::{Board, Passed, Place, Shape};
use crate::roster::{Map, Unit, Value};

/// What is drawn.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// Shown above it; may be empty.
    pub title: String,
    /// The board.
    pub board: &'a Board,
    /// What hexes can be, in the order of the legend.
    pub fills: Vec<Fill>,
    /// The place in `fills` of what each hex is, one per hex; nothing of a table.
    pub of_hex: Vec<Option<usize>>,
    /// What lies on sides between hexes: what it is called, and the codes of the sides.
    pub sides: Vec<(String, Vec<i32>)>,
    /// What stands on the board, in the order in which it is listed; terrain of a table first.
    pub pieces: Vec<Piece>,
    /// A line of sight.
    pub sight: Option<Sight>,
    /// Further lines below the legend.
    pub notes: Vec<String>,
}

/// What hexes can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fill {
    /// As drawn in a terminal.
    pub mark: char,
    /// In the legend.
    pub title: String,
}

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub place: Place,
    /// In which direction it looks, if in any.
    pub facing: Option<i32>,
    /// Two letters at most, see [`labels`]; empty for terrain, which is drawn by its shape alone.
    pub label: String,
    /// In the list of pieces.
    pub title: String,
    /// What it is, in the legend of a table; terrain of the same sort is drawn alike.
    pub what: String,
    /// The number of its side; `None` of what belongs to nobody.
    pub side: Option<usize>,
    /// Its base or outline on a table.
    pub shape: Option<Shape>,
}

/// A line of sight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sight {
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// The hexes, or the places of pieces, that block it.
    pub blocked_by: Vec<Place>,
    /// What there is to say about it.
    pub says: String,
}

impl<'a> Picture<'a> {
    /// A map as its file says, with the pieces that come with it.
    pub fn of_map(map: &'a Map) -> Self {
        let title = |says: &Unit| says.title.as_ref().map(|title| title.value.clone());
        let fills = map.legend.iter().map(|symbol| Fill {
            mark: symbol.mark,
            title: title(&symbol.says)
                .or_else(|| told(&symbol.says))
                .unwrap_or_else(|| "plain".to_owned()),
        });
        let sides = map.sides.iter().map(|side| {
            let what = title(&side.says).or_else(|| told(&side.says));
            let codes = side.sides.iter().map(|side| side.value).collect();
            (what.unwrap_or_else(|| "side".to_owned()), codes)
        });
        let notes = map.hexes.iter().filter_map(|(place, says)| {
            let told = title(says).or_else(|| told(says))?;
            Some(format!("{}: {told}", map.board.name(*place)))
        });
        let names: Vec<&str> = map
            .units
            .iter()
            .map(|(unit, _)| unit.id.value.as_str())
            .collect();
        let pieces = map.units.iter().zip(labels(&names));
        let pieces = pieces.filter_map(|((unit, standing), label)| {
            let is_terrain = matches!(
                standing.shape.as_ref().map(|shape| &shape.value),
                Some(Shape::Polygon { .. })
            ) && standing.facing.is_none();
            Some(Piece {
                place: standing.at.as_ref()?.value,
                facing: standing.facing.as_ref().map(|facing| facing.value),
                label: if is_terrain { String::new() } else { label },
                title: unit.shown().to_owned(),
                what: unit
                    .stat("is")
                    .and_then(|is| is.value.value.word())
                    .unwrap_or_default()
                    .to_owned(),
                side: None,
                shape: standing.shape.as_ref().map(|shape| shape.value.clone()),
            })
        });
        Self {
            title: map
                .title
                .as_ref()
                .map(|title| title.value.clone())
                .unwrap_or_default(),
            board: &map.board,
            fills: fills.collect(),
            of_hex: map.fills.clone(),
            sides: sides.collect(),
            pieces: pieces.collect(),
            sight: None,
            notes: notes.collect(),
        }
    }

    fn fill(&self, hex: Place) -> Option<(usize, &Fill)> {
        let fill = usize::try_from(hex)
            .ok()
            .and_then(|hex| self.of_hex.get(hex));
        let at = (*fill?)?;
        Some((at, self.fills.get(at)?))
    }

    /// The sorts of terrain on a table, each once, in the order of the pieces.
    fn terrain(&self) -> Vec<&str> {
        let mut sorts: Vec<&str> = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.is_terrain()) {
            if !sorts.contains(&piece.what.as_str()) {
                sorts.push(&piece.what);
            }
        }
        sorts
    }

    /// How a place lies to the line of sight.
    fn seen(&self, place: Place) -> Seen {
        let Some(sight) = &self.sight else {
            return Seen::Aside;
        };
        let ends = [sight.from, sight.to].contains(&place);
        let passes = |passed: Passed| passed.place == place;
        if sight.blocked_by.contains(&place) {
            Seen::Blocks
        } else if !ends && self.board.line(sight.from, sight.to).any(passes) {
            Seen::Passed
        } else {
            Seen::Aside
        }
    }
}

/// How something lies to a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Aside,
    Passed,
    Blocks,
}

impl Piece {
    /// Drawn by its shape alone.
    fn is_terrain(&self) -> bool {
        self.label.is_empty()
    }
}

/// A label of two letters for each name, no two alike as far as they go: the first letter of the name and a number.
pub fn labels(names: &[&str]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in names {
        let first = name.chars().find(|letter| letter.is_alphanumeric());
        let first = first.unwrap_or('?').to_uppercase().next().unwrap_or('?');
        let numbers = ('1'..='9').chain('a'..='z').chain('A'..='Z');
        let mut free = numbers
            .map(|number| format!("{first}{number}"))
            .filter(|label| !labels.contains(label));
        let label = free.next().unwrap_or_else(|| format!("{first}*"));
        labels.push(label);
    }
    labels
}

/// What a hex or a side says, in short: `level 2, steep`.
fn told(says: &Unit) -> Option<String> {
    let value = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Decimal(written) | Value::Word(written) => written.clone(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::List(entries) => {
            let words = entries.iter().filter_map(|entry| entry.value.word());
            words.collect::<Vec<_>>().join(", ")
        }
        Value::Inline(_) | Value::Other(_) | Value::Unreadable => String::new(),
    };
    let parts = says.stats.iter().map(|stat| {
        let shown = value(&stat.value.value);
        match stat.value.value {
            Value::Number(_) | Value::Decimal(_) | Value::Flag(_) => {
                format!("{} {shown}", stat.key.value)
            }
            Value::Word(_)
            | Value::List(_)
            | Value::Inline(_)
            | Value::Other(_)
            | Value::Unreadable => shown,
        }
    });
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
