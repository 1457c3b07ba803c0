//! Rerolls that a side pays for, and dice that explode one by one, against the same played by hand.

use proptest::prelude::*;

use super::brute_force::{Rolls, assert_odds};

/// Rerolls of some dice: which of them, and how the worth of a reroll is written.
const REROLLS: [(&str, &str); 3] = [
    ("shown", "shown"),
    ("one die of shown", "die"),
    ("any die of shown", "die"),
];

fn rules(
    n_dice: u32,
    (which, read): (&str, &str),
    limit: i32,
    points: i32,
    n_rolls: u32,
) -> String {
    format!(
        "ruleset test\n\nkind man\n  skill 1..6\n  track points: 0..9\n  track total: 0..99\n\n\
         action luck \"Luck\" (man)\n  needs man.points > 0 \"a point\"\n  take 1 from man.points\n\n\
         action ask (man)\n  repeat {n_rolls} times\n    roll {n_dice}d4 as shown\n    \
         may reroll {which} with luck(man), worth {limit} - {read}\n    \
         may reroll {which} with luck(man) if man.skill > 1, worth {limit} - {read}\n    \
         add shown to man.total\n  report man.total, man.points\n\n\
         example \"ask\"\n  given man = one, man.points = {points}\n  run ask\n  expect man.total = 0\n"
    )
}

/// One roll with its rerolls; returns the total.
fn roll(
    rolls: &mut Rolls,
    n_dice: u32,
    which: usize,
    limit: i32,
    points: &mut i32,
    n_lines: usize,
) -> i32 {
    let mut dice: Vec<i32> = (0..n_dice).map(|_| rolls.die(4)).collect();
    let mut is_rerolled = false;
    for _ in 0..n_lines {
        if is_rerolled || *points == 0 {
            break;
        }
        let wanted: Vec<usize> = match which {
            0 if dice.iter().sum::<i32>() < limit => (0..dice.len()).collect(),
            0 => Vec::new(),
            1 => {
                let least = (0..dice.len()).min_by_key(|at| dice[*at]).unwrap();
                (dice[least] < limit).then_some(least).into_iter().collect()
            }
            _ => (0..dice.len()).filter(|at| dice[*at] < limit).collect(),
        };
        if wanted.is_empty() {
            continue;
        }
        is_rerolled = true;
        *points -= 1;
        for at in wanted {
            dice[at] = rolls.die(4);
        }
    }
    dice.iter().sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn a_reroll_by_worth_is_as_played_by_hand(
        n_dice in 2..4_u32,
        which in 0..3_usize,
        limit in 0..8_i32,
        points in 0..3_i32,
        n_rolls in 1..3_u32,
        skill in 1..3_i32,
    ) {
        let n_dice = if n_rolls == 2 { 2 } else { n_dice };
        let rules = rules(n_dice, REROLLS[which], limit, points, n_rolls);
        let units = format!("[man.one]\nskill = {skill}\n");
        assert_odds(&rules, Some(&units), |rolls| {
            let (mut total, mut points) = (0, points);
            for _ in 0..n_rolls {
                total += roll(rolls, n_dice, which, limit, &mut points, skill as usize);
            }
            vec![total, points]
        });
    }

    #[test]
    fn dice_that_explode_one_by_one_are_as_played_by_hand(
        n_dice in 0..3_i32,
        explode in 1..4_i32,
        reroll in prop::option::of(1..4_i32),
        most in 1..3_i32,
        stop_at in 1..5_i32,
    ) {
        let again = reroll.map_or_else(String::new, |face| format!(" reroll {face} once"));
        let rules = format!(
            "ruleset test\n\nkind man\n  dice-of 0..3\n  track points: 0..99\n  track rounds: 0..99\n\n\
             action ask (man)\n  each shot of roll man.dice-of dice of d3{again} explode {explode} at most {most} times\n    \
             add 1 to man.rounds\n    if man.rounds = {stop_at}: done\n    if shot = 2: next\n    add shot to man.points\n  \
             report man.points, man.rounds\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.points = 0\n"
        );
        let units = format!("[man.one]\ndice-of = {n_dice}\n");
        assert_odds(&rules, Some(&units), |rolls| {
            let (mut points, mut rounds) = (0, 0);
            'dice: for _ in 0..n_dice {
                for row in 0..=most {
                    let mut shot = rolls.die(3);
                    if row == 0 && Some(shot) == reroll {
                        shot = rolls.die(3);
                    }
                    rounds += 1;
                    if rounds == stop_at {
                        break 'dice;
                    }
                    if shot != 2 {
                        points += shot;
                    }
                    if shot != explode {
                        break;
                    }
                }
            }
            vec![points, rounds]
        });
    }
}
