//! Colours of sides, of terrain, and of features on hexsides: in SVG and in a terminal.

/// Fills of terrain: light, so that names and pieces remain legible.
const GROUNDS: [&str; 12] = [
    "#f4f1e4", "#b9d3a4", "#dcc59a", "#b5d4e6", "#e3d0e0", "#c9c9c2", "#f0dc9a", "#a9c9bd",
    "#e6bfae", "#cfd8b4", "#bcc3dd", "#d9b8c4",
];

/// Colours of features on hexsides: strong.
const LINES: [&str; 6] = [
    "#5a4632", "#2f6fb0", "#8a8a8a", "#b06a2f", "#3f8f4f", "#8f3f7f",
];

/// Features between places with a conventional colour: words in their titles, and indices into [`LINES`].
const NATURAL_LINES: [(&[&str], usize); 5] = [
    (
        &[
            "water", "river", "stream", "brook", "canal", "ford", "coast", "sea", "shore", "ferry",
            "ferries",
        ],
        1,
    ),
    (&["road", "roads", "highway"], 0),
    (&["track", "tracks", "path", "paths", "trail"], 3),
    (&["hedge", "hedges", "bocage"], 4),
    (&["wall", "walls", "rail", "railway", "fence"], 2),
];

/// The fill of pieces without a side.
const NO_WINNER: &str = "#707070";

/// Terrain with a conventional colour, whatever its index in the list.
struct Natural {
    /// Words of its title.
    words: &'static [&'static str],
    /// Indices into [`GROUNDS`]; the first unused one is taken.
    fills: &'static [usize],
    /// Its escape codes in a terminal.
    codes: &'static str,
    /// Its letter on a table.
    mark: char,
}

/// Green and blue terrain, whose fills no other terrain may have.
const RESERVED: [Natural; 4] = [
    Natural {
        words: &[
            "wood", "woods", "woodland", "forest", "tree", "trees", "grove", "orchard", "copse",
            "jungle", "thicket",
        ],
        fills: &[1, 9, 7],
        codes: "32",
        mark: '%',
    },
    Natural {
        words: &[
            "foliage",
            "bushes",
            "brush",
            "scrub",
            "undergrowth",
            "hedge",
            "hedges",
        ],
        fills: &[9, 1, 7],
        codes: "32",
        mark: '&',
    },
    Natural {
        words: &[
            "water", "river", "lake", "sea", "pond", "stream", "brook", "canal", "ford",
        ],
        fills: &[3, 10],
        codes: "34",
        mark: '~',
    },
    Natural {
        words: &["marsh", "swamp", "bog", "reeds"],
        fills: &[7],
        codes: "36",
        mark: '"',
    },
];

/// Other terrain with conventional colours.
const NATURAL: [Natural; 3] = [
    Natural {
        words: &["hill", "hills", "mountain", "mountains", "ridge"],
        fills: &[2],
        codes: "33",
        mark: '^',
    },
    Natural {
        words: &["road", "track", "street", "lane"],
        fills: &[5],
        codes: "",
        mark: '=',
    },
    Natural {
        words: &[
            "house",
            "houses",
            "building",
            "buildings",
            "town",
            "village",
            "city",
            "ruin",
            "ruins",
        ],
        fills: &[8],
        codes: "",
        mark: '#',
    },
];

/// Letters for other terrain on a table.
const MARKS: [char; 8] = [':', '$', '/', '!', ';', '@', 'x', 'o'];

/// The colour of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are colours")]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Purple,
    Cyan,
    Orange,
    Brown,
    Pink,
    Grey,
    White,
    Black,
}

/// Colours of sides whose names are no colours, in this order.
const SIDES: [Colour; 9] = [
    Colour::Red,
    Colour::Blue,
    Colour::Green,
    Colour::Yellow,
    Colour::Purple,
    Colour::Cyan,
    Colour::Orange,
    Colour::Brown,
    Colour::Pink,
];

impl Colour {
    /// Returns the colour that a word names.
    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "red" | "reds" | "crimson" | "scarlet" => Self::Red,
            "blue" | "blues" => Self::Blue,
            "green" | "greens" => Self::Green,
            "yellow" | "yellows" | "gold" | "golden" => Self::Yellow,
            "purple" | "violet" => Self::Purple,
            "cyan" | "teal" | "turquoise" => Self::Cyan,
            "orange" => Self::Orange,
            "brown" | "tan" => Self::Brown,
            "pink" | "magenta" => Self::Pink,
            "grey" | "gray" | "greys" | "grays" | "silver" => Self::Grey,
            "white" | "whites" => Self::White,
            "black" | "blacks" => Self::Black,
            _ => return None,
        })
    }

    /// Returns the fill of pieces in a picture.
    fn fill(self) -> &'static str {
        match self {
            Self::Red => "#c0392b",
            Self::Blue => "#2c5fa8",
            Self::Green => "#3d8b40",
            Self::Yellow => "#c98a00",
            Self::Purple => "#7b4ba0",
            Self::Cyan => "#00838f",
            Self::Orange => "#e0661a",
            Self::Brown => "#7a4a21",
            Self::Pink => "#c2549d",
            Self::Grey => "#8c8c8c",
            Self::White => "#fafafa",
            Self::Black => "#1a1a1a",
        }
    }

    /// Returns the escape codes of letters in a terminal.
    fn codes(self) -> &'static str {
        match self {
            Self::Red => "1;31",
            Self::Blue => "1;94",
            Self::Green => "1;32",
            Self::Yellow => "1;33",
            Self::Purple => "1;35",
            Self::Cyan => "1;36",
            Self::Orange => "1;38;5;208",
            Self::Brown => "1;38;5;137",
            Self::Pink => "1;38;5;213",
            Self::Grey => "1;38;5;246",
            // With a background, legible on light and dark terminals.
            Self::White => "1;30;107",
            Self::Black => "1;97;40",
        }
    }
}

/// Returns the colours of sides, given by id and title: the colour that the name contains, else an unused one.
pub fn of_sides(sides: &[(&str, &str)]) -> Vec<Colour> {
    let named: Vec<Option<Colour>> = sides
        .iter()
        .map(|(id, title)| {
            words(id)
                .chain(words(title))
                .find_map(|word| Colour::of_word(&word))
        })
        .collect();
    let mut free = SIDES
        .iter()
        .filter(|colour| !named.contains(&Some(**colour)))
        .cycle();
    named
        .iter()
        .map(|named| {
            named
                .or_else(|| free.next().copied())
                .unwrap_or(Colour::Grey)
        })
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.map(str::to_lowercase)
}

/// Returns the fill for a side, or for none.
pub(crate) fn side(side: Option<Colour>) -> &'static str {
    side.map_or(NO_WINNER, Colour::fill)
}

/// Returns the colour of a label on the fill of a side.
pub(crate) fn ink(side: Option<Colour>) -> &'static str {
    match side {
        Some(Colour::White) => "#222222",
        Some(_) | None => "#ffffff",
    }
}

/// Returns the escape codes of a side in a terminal.
pub(crate) fn side_codes(side: Option<Colour>) -> &'static str {
    side.map_or("1", Colour::codes)
}

/// The appearance of one type of terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ground {
    /// Its fill in a picture.
    pub(crate) fill: &'static str,
    /// Its escape codes in a terminal; empty without a colour.
    pub(crate) codes: &'static str,
    /// Its letter on a table.
    pub(crate) mark: char,
}

/// Returns the appearance of types of terrain by their titles: woods are green and water is blue, and colours are distinct while
/// there are unused ones. `first` is the index of the first of them in the list of colours.
pub(crate) fn grounds<'t>(titles: impl Iterator<Item = &'t str>, first: usize) -> Vec<Ground> {
    let natural: Vec<Option<&Natural>> = titles
        .map(|title| {
            let is_in =
                |known: &&Natural| words(title).any(|word| known.words.contains(&word.as_str()));
            RESERVED.iter().chain(&NATURAL).find(is_in)
        })
        .collect();
    // Fills of woods and water are reserved, whether or not these occur.
    let is_reserved = |fill: usize| RESERVED.iter().any(|known| known.fills.contains(&fill));
    let is_first = |fill: usize| {
        natural
            .iter()
            .flatten()
            .any(|known| known.fills.first() == Some(&fill))
    };
    let mut taken: Vec<usize> = Vec::new();
    let mut marked: Vec<char> = Vec::new();
    let mut marks = MARKS.iter().cycle();
    let mut looks = Vec::new();
    for (at, natural) in (first..).zip(&natural) {
        let mut own = natural.map_or(&[][..], |natural| natural.fills).iter();
        let own = own.find(|fill| !taken.contains(fill)).copied();
        let is_free =
            |fill: &usize| !taken.contains(fill) && !is_first(*fill) && !is_reserved(*fill);
        let usual = Some(at).filter(|at| *at < GROUNDS.len() && is_free(at));
        let fill = own.or(usual);
        let fill = fill.or_else(|| (1..GROUNDS.len()).find(is_free));
        let fill = fill.or_else(|| (1..GROUNDS.len()).find(|fill| !taken.contains(fill)));
        let fill = fill.unwrap_or(at % GROUNDS.len());
        taken.push(fill);
        let own = natural.map(|natural| natural.mark);
        let own = own.filter(|mark| !marked.contains(mark));
        let mark = own.or_else(|| marks.next().copied()).unwrap_or('?');
        marked.push(mark);
        looks.push(Ground {
            fill: nth(&GROUNDS, fill),
            codes: natural.map_or("", |natural| natural.codes),
            mark,
        });
    }
    looks
}

/// Returns the fill of a table.
pub(crate) fn table() -> &'static str {
    nth(&GROUNDS, 0)
}

/// Returns the colours of features between places: rivers are blue, and colours are distinct while there are unused ones.
pub(crate) fn lines<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<&'static str> {
    let natural = |title: &str| {
        let is_in = |(known, _): &&(&[&str], usize)| {
            words(title).any(|word| known.contains(&word.as_str()))
        };
        NATURAL_LINES.iter().find(is_in).map(|(_, line)| *line)
    };
    let own: Vec<Option<usize>> = titles.map(natural).collect();
    let mut taken: Vec<usize> = own.iter().flatten().copied().collect();
    let mut given: Vec<usize> = Vec::new();
    for (at, own) in own.iter().enumerate() {
        let first = own.filter(|own| !given.contains(own));
        let free = || (0..LINES.len()).find(|line| !taken.contains(line));
        let line = first.or_else(free).unwrap_or(at);
        taken.push(line);
        given.push(line);
    }
    given.into_iter().map(|line| nth(&LINES, line)).collect()
}

/// Encloses a text in escape codes of a terminal.
pub(crate) fn in_terminal(codes: &str, text: &str) -> String {
    match codes {
        "" => text.to_owned(),
        codes => format!("\u{1b}[{codes}m{text}\u{1b}[0m"),
    }
}

fn nth(colours: &[&'static str], at: usize) -> &'static str {
    let at = at.checked_rem(colours.len()).unwrap_or(0);
    colours.get(at).copied().unwrap_or(NO_WINNER)
}
