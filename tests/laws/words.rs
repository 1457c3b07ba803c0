//! Words without an order, sides by name and dice with a measure, against the same rules played by hand.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::assert_odds;

/// The words of the list.
const WORDS: [&str; 4] = ["clear", "forest", "town", "marsh"];

/// Faces of the die that finds a word.
const N_FACES: usize = 3;

/// Rules of a walk over ground, of pieces of two sides.
#[derive(Debug, Clone)]
struct Walk {
    /// By the word on which it stands: the words to which the faces lead.
    leads: Vec<Vec<usize>>,
    /// What a word is in a shorter list; of some, nothing.
    shortened: Vec<Option<usize>>,
    /// Words that are worth a point to one of the sides.
    counts: Vec<bool>,
    /// The second side owns the piece that walks.
    is_second: bool,
    /// The first side is named in the condition.
    asks_first: bool,
    rounds: usize,
    n_dice: u32,
    sides: u32,
    plus: i32,
}

/// The two words of the shorter list.
const SHORT: [usize; 2] = [0, 2];

impl Walk {
    fn rules(&self) -> String {
        let mut text = "ruleset test \"Test\"\n  sides north \"The north\", south\n\n".to_owned();
        writeln!(text, "words ground: {}\n", WORDS.join(", ")).unwrap();
        text.push_str(
            "kind side \"Side\"\n  track  points: 0..99\n\nkind piece \"Piece\"\n  track  here: ground\n  \
             track  moved: 0..99 inches\n\n",
        );
        writeln!(
            text,
            "table leads (here: ground, shown: d{N_FACES}) -> ground"
        )
        .unwrap();
        text.push_str("  here | 1 | 2 | 3\n");
        for (word, next) in WORDS.iter().zip(&self.leads) {
            let next: Vec<&str> = next.iter().map(|to| WORDS[*to]).collect();
            writeln!(text, "  {word} | {}", next.join(" | ")).unwrap();
        }
        let short: Vec<&str> = SHORT.iter().map(|at| WORDS[*at]).collect();
        let short = short.join(" or ");
        writeln!(
            text,
            "\nformula shortened (here: ground) -> {short} or none\n  depending on here"
        )
        .unwrap();
        for (word, to) in WORDS.iter().zip(&self.shortened) {
            let to = to.map_or("none", |to| WORDS[SHORT[to]]);
            writeln!(text, "    {word}: result {to}").unwrap();
        }
        let counted: Vec<&str> = WORDS
            .iter()
            .zip(&self.counts)
            .filter(|(_, counts)| **counts)
            .map(|(word, _)| *word)
            .collect();
        let asked = if self.asks_first { "north" } else { "south" };
        write!(
            text,
            "\nformula counts (here: ground) -> yes or no = {}\n\n\
             action go \"Go\" (one: piece) -> 0..9999\n  repeat {} times\n    roll d{N_FACES} as shown\n    \
             set one.here to leads(one.here, shown)\n    to = shortened(one.here)\n    \
             if to is none: next\n    if counts(to): add 1 to north.points\n    \
             if one.side is {asked}: add 1 to south.points\n    \
             add {}d{} inches + {} inches to one.moved\n  \
             result north.points * 1000 + south.points * 100 + (one.moved / 1 inch rounded down)\n\n\
             example \"Go\"\n  units   walker = first-piece of {}\n  given   one = walker\n  run     go\n  expect  go = 0\n",
            match counted.is_empty() {
                true => "no".to_owned(),
                false => format!("here is {}", counted.join(" or ")),
            },
            self.rounds,
            self.n_dice,
            self.sides,
            self.plus,
            if self.is_second { "south" } else { "north" },
        )
        .unwrap();
        text
    }
}

fn a_walk() -> impl Strategy<Value = Walk> {
    let n = WORDS.len();
    let leads = vec(vec(0..n, N_FACES), n);
    let shortened = vec(prop::option::weighted(0.7, 0..SHORT.len()), n);
    let dice = (1..3_usize, 1..3_u32, 2..4_u32, 0..3_i32);
    (
        leads,
        shortened,
        vec(any::<bool>(), n),
        any::<bool>(),
        any::<bool>(),
        dice,
    )
        .prop_map(
            |(leads, shortened, counts, is_second, asks_first, (rounds, n_dice, sides, plus))| {
                Walk {
                    leads,
                    shortened,
                    counts,
                    is_second,
                    asks_first,
                    rounds,
                    n_dice,
                    sides,
                    plus,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

    #[test]
    fn words_sides_and_measured_dice_are_as_by_hand(walk in a_walk()) {
        assert_odds(&walk.rules(), Some("[piece.first-piece]\n"), |rolls| {
            let (mut here, mut north, mut south, mut moved) = (0, 0, 0, 0);
            for _ in 0..walk.rounds {
                here = walk.leads[here][rolls.die(N_FACES as u32) as usize - 1];
                let Some(to) = walk.shortened[here] else {
                    continue;
                };
                north += i32::from(walk.counts[SHORT[to]]);
                south += i32::from(walk.is_second != walk.asks_first);
                let thrown: i32 = (0..walk.n_dice).map(|_| rolls.die(walk.sides)).sum();
                moved += thrown + walk.plus;
            }
            vec![north * 1000 + south * 100 + moved]
        });
    }
}
