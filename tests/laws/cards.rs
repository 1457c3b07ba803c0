//! Decks against decks that are dealt by hand: every shuffle puts the cards into every order.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::brute_force::{Rolls, assert_odds};

/// Copies of each unit of the deck; the worth of a card is its place here and one more.
const COPIES: [usize; 3] = [2, 1, 1];

/// A pile to which the card goes that was just drawn.
#[derive(Debug, Clone, Copy)]
enum Goes {
    Hand,
    Discards,
    Top,
    Bottom,
    Out,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Draws a card, adds its worth, and puts it somewhere.
    Draw(Goes),
    Shuffle,
    Reshuffle,
    /// Looks at the two top cards, and puts them back one by one as they are listed.
    Look {
        is_top: bool,
    },
    /// All cards of the hand, as they are listed, go below the deck.
    HandBelow,
}

fn step() -> impl Strategy<Value = Step> {
    let goes = [
        Goes::Hand,
        Goes::Discards,
        Goes::Top,
        Goes::Bottom,
        Goes::Out,
    ];
    prop_oneof![
        5 => select(goes.to_vec()).prop_map(Step::Draw),
        1 => Just(Step::Shuffle),
        1 => Just(Step::Reshuffle),
        2 => any::<bool>().prop_map(|is_top| Step::Look { is_top }),
        1 => Just(Step::HandBelow),
    ]
}

/// A ruleset that carries the steps out; `tells_apart` has a rule that compares cards, so that none are alike.
fn rules(steps: &[Step], tells_apart: bool) -> String {
    let mut text = String::from(
        "ruleset test\n\nkind side\n  track code: 0..1000000\n\nkind card\n  worth 1..9\n  copies 1..9\n  \
         deck pack, copies of each\n\naction deal (side: side) -> 0..1000000\n",
    );
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Draw(goes) => {
                let goes = match goes {
                    Goes::Hand => format!("give c{} to side", letter(at)),
                    Goes::Discards => format!("discard c{}", letter(at)),
                    Goes::Top => format!("put c{} on top", letter(at)),
                    Goes::Bottom => format!("put c{} on bottom", letter(at)),
                    Goes::Out => format!("remove c{}", letter(at)),
                };
                let card = format!("c{}", letter(at));
                write!(
                    text,
                    "  draw {card} from pack for side\n  if {card} is none: set side.code to side.code * 4\n  \
                     else:\n    set side.code to side.code * 4 + {card}.worth\n    {goes}\n",
                )
            }
            Step::Shuffle => writeln!(text, "  shuffle pack"),
            Step::Reshuffle => writeln!(text, "  reshuffle pack"),
            Step::Look { is_top } => {
                let end = if *is_top { "top" } else { "bottom" };
                writeln!(
                    text,
                    "  look at 2 of pack by side\n  each card where card.pile is aside: put card on {end}"
                )
            }
            Step::HandBelow => writeln!(
                text,
                "  each card where card.pile is hand: put card on bottom"
            ),
        }
        .unwrap();
    }
    text.push_str("  result side.code\n\n");
    if tells_apart {
        text.push_str("formula same (one: card, other: card) -> yes or no = one is other\n\n");
    }
    text.push_str("example \"deal\"\n  given side = first\n  run deal\n  expect side.code = 0\n");
    text
}

fn letter(at: usize) -> char {
    char::from(b'a' + at as u8)
}

const UNITS: &str = "[card.one]\nworth = 1\ncopies = 2\n[card.two]\nworth = 2\ncopies = 1\n[card.three]\n\
                     worth = 3\ncopies = 1\n";

/// Piles of the numbers of cards; the first of the deck is its top.
#[derive(Default)]
struct Table {
    deck: Vec<usize>,
    hand: Vec<usize>,
    discards: Vec<usize>,
}

impl Table {
    fn shuffle(&mut self, rolls: &mut Rolls) {
        let mut left = std::mem::take(&mut self.deck);
        while !left.is_empty() {
            let at = match left.len() {
                1 => 0,
                n => rolls.die(n as u32) as usize - 1,
            };
            self.deck.push(left.remove(at));
        }
    }

    fn carry_out(&mut self, steps: &[Step], rolls: &mut Rolls) -> i32 {
        let worth = |card: usize| {
            let mut last = 0;
            let place = COPIES.iter().position(|n| {
                last += n;
                card < last
            });
            place.unwrap() as i32 + 1
        };
        let mut code = 0;
        for step in steps {
            match step {
                Step::Draw(goes) => {
                    code *= 4;
                    if self.deck.is_empty() {
                        continue;
                    }
                    let card = self.deck.remove(0);
                    code += worth(card);
                    match goes {
                        Goes::Hand => self.hand.push(card),
                        Goes::Discards => self.discards.push(card),
                        Goes::Top => self.deck.insert(0, card),
                        Goes::Bottom => self.deck.push(card),
                        Goes::Out => {}
                    }
                }
                Step::Shuffle => self.shuffle(rolls),
                Step::Reshuffle => {
                    self.deck.append(&mut self.discards);
                    self.shuffle(rolls);
                }
                Step::Look { is_top } => {
                    let n = self.deck.len().min(2);
                    let mut seen: Vec<usize> = self.deck.drain(..n).collect();
                    seen.sort_unstable();
                    for card in seen {
                        match is_top {
                            true => self.deck.insert(0, card),
                            false => self.deck.push(card),
                        }
                    }
                }
                Step::HandBelow => {
                    self.hand.sort_unstable();
                    self.deck.append(&mut self.hand);
                }
            }
        }
        code
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn cards_fall_as_from_a_deck_in_every_order(steps in vec(step(), 1..7), tells_apart: bool) {
        // Each shuffle has up to 24 orders.
        let n_shuffles = steps.iter().filter(|step| matches!(step, Step::Shuffle | Step::Reshuffle));
        prop_assume!(n_shuffles.count() <= 2);
        assert_odds(&rules(&steps, tells_apart), Some(UNITS), |rolls| {
            let mut table = Table { deck: (0..COPIES.iter().sum()).collect(), ..Table::default() };
            table.shuffle(rolls);
            vec![table.carry_out(&steps, rolls)]
        });
    }
}

/// Five cards of a pack of 52, of which all cards of a suit are alike: the states are hands, not orders of the pack.
#[test]
fn a_hand_of_a_large_deck_has_few_states() {
    let rules = "ruleset test\n\nkind side\n\nkind card\n  red yes or no\n  deck pack, 13 of each\n\n\
                 action deal (side: side) -> 0..5\n  repeat 5 times\n    draw card from pack for side\n  \
                 result number of card where card.pile is hand and card.red is yes\n\n\
                 example \"deal\"\n  given side = first\n  run deal\n  expect deal = 0\n";
    let units = "[card.spade]\nred = false\n[card.heart]\nred = true\n[card.diamond]\nred = true\n\
                 [card.club]\nred = false\n";
    let book = crate::harness::book_of(rules, Some(units), None);
    let question = crate::harness::first_question(&book);
    use sandtable::ir::{OutputSpec, lower, optimise};
    let program = optimise::run(&lower::run(&book, question, OutputSpec::Outcome).program);
    let odds = sandtable::eval::exact::odds(&program, &Default::default()).unwrap();
    // Five red cards: 26·25·24·23·22 / (52·51·50·49·48) = 65780 / 2598960 = 253/9996.
    let five = odds
        .outcomes()
        .iter()
        .find(|(outcome, _)| *outcome == [0, 5]);
    let expected = sandtable::eval::chance::Chance::from_parts(253, 9996).unwrap();
    assert_eq!(five.map(|(_, chance)| chance), Some(&expected));
}
