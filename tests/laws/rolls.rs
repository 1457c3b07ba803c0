//! `roll …` and the lines that ask what it shows.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use super::brute_force::{Rolls, assert_odds};

/// Condition of a line.
#[derive(Debug, Clone, Copy)]
enum Shown {
    One(i32),
    Range(i32, i32),
    Up(i32),
    Down(i32),
    Doubles,
    Triples,
}

impl Shown {
    fn text(self) -> String {
        match self {
            Self::One(n) => n.to_string(),
            Self::Range(low, high) if low < 0 => format!("{low} to {high}"),
            Self::Range(low, high) => format!("{low}-{high}"),
            Self::Up(n) => format!("{n}+"),
            Self::Down(n) => format!("{n} or less"),
            Self::Doubles => "doubles".to_owned(),
            Self::Triples => "triples".to_owned(),
        }
    }

    fn holds(self, dice: &[i32], total: i32) -> bool {
        let alike = |n: usize| {
            let count = |face: &i32| dice.iter().filter(|other| *other == face).count();
            dice.iter().any(|face| count(face) >= n)
        };
        match self {
            Self::One(n) => total == n,
            Self::Range(low, high) => (low..=high).contains(&total),
            Self::Up(n) => total >= n,
            Self::Down(n) => total <= n,
            Self::Doubles => alike(2),
            Self::Triples => alike(3),
        }
    }
}

fn shown(n_dice: usize) -> BoxedStrategy<Shown> {
    let number = || -2..14_i32;
    let numbers = prop_oneof![
        number().prop_map(Shown::One),
        (number(), 1..5_i32).prop_map(|(low, more)| Shown::Range(low, low + more)),
        number().prop_map(Shown::Up),
        number().prop_map(Shown::Down),
    ];
    match n_dice {
        1 => numbers.boxed(),
        2 => prop_oneof![4 => numbers, 1 => Just(Shown::Doubles)].boxed(),
        _ => {
            prop_oneof![4 => numbers, 1 => Just(Shown::Doubles), 1 => Just(Shown::Triples)].boxed()
        }
    }
}

/// The outcomes; the last one is that of no line.
const WORDS: [&str; 4] = ["alpha", "bravo", "charlie", "delta"];

/// Number of dice, their sides, what is added, and the lines, each of several items.
fn rolls() -> impl Strategy<Value = (usize, u32, i32, Vec<Vec<Shown>>)> {
    (1..4_usize, 2..7_u32, -3..4_i32).prop_flat_map(|(n, sides, plus)| {
        let lines = vec(vec(shown(n), 1..3), 1..4);
        (Just(n), Just(sides), Just(plus), lines)
    })
}

fn thrown(rolls: &mut Rolls, n: usize, sides: u32) -> Vec<i32> {
    (0..n).map(|_| rolls.die(sides)).collect()
}

fn items(line: &[Shown]) -> String {
    let items: Vec<String> = line.iter().map(|item| item.text()).collect();
    items.join(", ")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn lines_ask_about_one_roll((n, sides, plus, lines) in rolls()) {
        let mut rules = "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  track  tally: 0..9\n  track  bonus: -9..9\n\n\
                         action go \"Go\" (unit: piece)\n  shot(unit)\n  report unit.tally\n\n\
                         action shot \"Shot\" (unit: piece)\n  shown = outcome(unit)\n  depending on shown\n"
            .to_owned();
        for (at, word) in WORDS.iter().enumerate() {
            writeln!(rules, "    {word}: set unit.tally to {at}").unwrap();
        }
        write!(
            rules,
            "\nroll outcome \"Outcome\" (unit: piece) -> alpha, bravo, charlie, delta\n  roll {n}d{sides} + unit.bonus\n"
        )
        .unwrap();
        for (line, word) in lines.iter().zip(WORDS) {
            writeln!(rules, "  {word} on {}", items(line)).unwrap();
        }
        write!(
            rules,
            "  delta otherwise\n\nexample \"Go\"\n  given   unit = one, unit.bonus = {plus}\n  run     go\n  dice    1\n  expect  unit.tally = 0\n"
        )
        .unwrap();
        assert_odds(&rules, Some("[piece.one]\n"), |rolls| {
            let dice = thrown(rolls, n, sides);
            let total = dice.iter().sum::<i32>() + plus;
            let hit = lines
                .iter()
                .position(|line| line.iter().any(|item| item.holds(&dice, total)));
            vec![hit.map_or(3, |at| at as i32)]
        });
    }
    #[test]
    fn every_line_that_is_met_is_carried_out(
        (n, sides, plus, lines) in rolls(),
        (attack, defence) in (2..7_u32, 2..7_u32),
    ) {
        // Only dice that are alike are asked for by two lines: numbers may stand in one line alone.
        let lines: Vec<Shown> = lines
            .concat()
            .into_iter()
            .filter(|item| matches!(item, Shown::Doubles | Shown::Triples))
            .chain([Shown::Range(3, 5)])
            .collect();
        let mut rules = format!(
            "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  track  tally: 0..9999\n\n\
             action go \"Go\" (unit: piece)\n  volley(unit)\n  report unit.tally\n\n\
             action volley \"Volley\" (unit: piece)\n  roll {n}d{sides} + {}\n",
            plus + 3
        );
        for (at, item) in lines.iter().enumerate() {
            writeln!(rules, "  on {}: add {} to unit.tally", item.text(), at + 1).unwrap();
        }
        write!(
            rules,
            "  roll d{attack} as attack, d{defence} + 1 as defence\n  if attack > defence: add 100 to unit.tally\n  \
             else if attack = defence: add 200 to unit.tally\n\nexample \"Go\"\n  given   unit = one\n  run     go\n  dice    1\n  expect  unit.tally = 0\n"
        )
        .unwrap();
        assert_odds(&rules, Some("[piece.one]\n"), |rolls| {
            let dice = thrown(rolls, n, sides);
            let total = dice.iter().sum::<i32>() + plus + 3;
            let met = (1..).zip(&lines).filter(|(_, item)| item.holds(&dice, total));
            let mut tally: i32 = met.map(|(adds, _)| adds).sum();
            let (attack, defence) = (rolls.die(attack), rolls.die(defence) + 1);
            tally += if attack > defence { 100 } else if attack == defence { 200 } else { 0 };
            vec![tally]
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The face that is worth most of those on the dice, the lowest of several.
    #[test]
    fn a_face_is_chosen_among_those_that_were_rolled(
        n_dice in 2..5_usize,
        sides in 2..6_i32,
        (worth, least) in prop_oneof![
            Just(("face", 0)),
            Just(("0 - face", 0)),
            (1..5_i32).prop_map(|least| ("(face if face <= LEAST otherwise 0)", least)),
        ],
        bonus in 0..3_i32,
    ) {
        let worth_text = worth.replace("LEAST", &least.to_string());
        let rules = format!(
            "ruleset test\n\nkind man\n  track kept: 0..9\n  track total: 0..60\n\n\
             action ask (man)\n  roll {n_dice}d{sides} + {bonus} as shown\n  \
             kept = (choose face among shown, worth {worth_text}) + 1\n  \
             set man.kept to kept\n  set man.total to shown\n  report man.kept, man.total\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.kept = 0\n"
        );
        assert_odds(&rules, Some("[man.one]\n"), |rolls| {
            let mut dice: Vec<i32> = (0..n_dice).map(|_| rolls.die(sides as u32)).collect();
            let total = dice.iter().sum::<i32>() + bonus;
            let worth_of = |face: i32| match worth {
                "face" => face,
                "0 - face" => -face,
                _ if face <= least => face,
                _ => 0,
            };
            dice.sort_unstable();
            let most = dice.iter().map(|face| worth_of(*face)).max().unwrap();
            let kept = dice.iter().find(|face| worth_of(**face) == most).unwrap();
            vec![*kept + 1, total]
        });
    }
}
