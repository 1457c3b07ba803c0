//! Pools whose number of dice and whose thresholds are values, against the same dice rolled by hand.

use std::fmt::Write;

use proptest::prelude::*;

use super::brute_force::{Rolls, assert_odds};

/// A pool: so many dice, and what is done with them before they are counted.
#[derive(Debug, Clone)]
struct Pool {
    men: i32,
    need: i32,
    sides: u32,
    /// Dice that show this or more are rolled again once: each with its threshold, and whether both faces are added.
    again: Option<(i32, bool)>,
    /// Instead, dice that show less than this are.
    below: bool,
    /// If so, only if this value is yes.
    keen: Option<bool>,
}

impl Pool {
    fn text(&self) -> String {
        let mut text = format!("roll men dice of d{}", self.sides);
        if let Some((_, adds)) = self.again {
            let verb = if adds { "explode" } else { "reroll" };
            let faces = if self.below { "below again" } else { "again+" };
            let condition = if self.keen.is_some() { " if keen" } else { "" };
            write!(text, " {verb} {faces} once{condition}").unwrap();
        }
        write!(text, " count need+").unwrap();
        text
    }

    /// The number of dice that count: first all are rolled, then those that are rolled again.
    fn count(&self, rolls: &mut Rolls) -> i32 {
        let mut dice: Vec<i32> = (0..self.men).map(|_| rolls.die(self.sides)).collect();
        if let Some((from, adds)) = self.again.filter(|_| self.keen != Some(false)) {
            for die in &mut dice {
                if (*die < from) == self.below {
                    let new = rolls.die(self.sides);
                    *die = if adds { *die + new } else { new };
                }
            }
        }
        dice.iter().filter(|die| **die >= self.need).count() as i32
    }
}

fn a_pool() -> impl Strategy<Value = Pool> {
    let again = prop::option::of((2..6_i32, any::<bool>()));
    let how = (any::<bool>(), prop::option::of(any::<bool>()));
    (0..3_i32, 1..9_i32, 2..5_u32, again, how).prop_map(
        |(men, need, sides, again, (below, keen))| Pool {
            men,
            below,
            keen,
            need,
            sides,
            // A threshold that every face reaches is an error.
            again: again.map(|(from, adds)| (from.min(sides as i32), adds)),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn pools_of_values_count_as_by_hand(ours in a_pool(), theirs in a_pool()) {
        let rules = format!(
            "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  men    0..3\n  need   1..9\n  again  2..6\n  keen   yes or no\n  track  hits: 0..9\n\n\
             roll ours (men: 0..3, need: 1..9, again: 2..6, keen: yes or no) -> 0..3\n  result {}\n\n\
             roll theirs (men: 0..3, need: 1..9, again: 2..6, keen: yes or no) -> 0..3\n  result {}\n\n\
             action go \"Go\" (one: piece, other: piece)\n  \
             hits = ours(one.men, one.need, one.again, one.keen)\n  saves = theirs(other.men, other.need, other.again, other.keen)\n  \
             add hits to one.hits\n  add saves to other.hits\n  report one.hits, other.hits\n\n\
             example \"Go\"\n  given   one = first-piece, other = second-piece\n  run     go\n  expect  one.hits = 0\n",
            ours.text(), theirs.text()
        );
        let mut units = String::new();
        for (name, pool) in [("first-piece", &ours), ("second-piece", &theirs)] {
            let again = pool.again.map_or(2, |(from, _)| from);
            let keen = pool.keen.unwrap_or(false);
            writeln!(units, "[piece.{name}]\nmen = {}\nneed = {}\nagain = {again}\nkeen = {keen}\n", pool.men, pool.need).unwrap();
        }
        assert_odds(&rules, Some(&units), |rolls| {
            let hits = ours.count(rolls);
            let saves = theirs.count(rolls);
            vec![hits, saves]
        });
    }
}
