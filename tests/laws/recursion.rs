//! Rules that call themselves, played by hand.

use proptest::prelude::*;

use super::brute_force::{Rolls, assert_odds};

/// A chain of rolls: a die for each link, and one more for each of two branches.
struct Chain {
    limit: i32,
    again: i32,
    most: i32,
}

impl Chain {
    /// What the rule `knock` does, with the number of links so far.
    fn knock(&self, rolls: &mut Rolls, links: i32, hits: &mut i32) -> i32 {
        let shown = rolls.die(3);
        let mut length = links;
        if links < self.most && shown >= self.limit {
            length = self.knock(rolls, links + 1, hits);
            if shown == self.again {
                let other = self.knock(rolls, links + 1, hits);
                length = length.max(other);
            }
        }
        // After the inner calls, the die is still that of this call.
        *hits = (*hits + shown).min(20);
        length
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn each_call_has_its_own_names(limit in 1..4_i32, again in 1..4_i32, most in 0..3_i32) {
        let depth = most + 1;
        let rules = format!(
            "ruleset test\n\nkind man\n  track hits: 0..20\n\n\
             action knock (man, links: 0..9) -> 0..9, at most {depth} deep\n  \
             shown = d3\n  if links < {most} and shown >= {limit}:\n    \
             length = knock(man, links + 1)\n    \
             if shown = {again}:\n      other = knock(man, links + 1)\n      \
             add shown to man.hits\n      result the higher of length and other\n    \
             add shown to man.hits\n    result length\n  \
             add shown to man.hits\n  result links\n\n\
             action ask (man)\n  length = knock(man, 0)\n  set man.hits to man.hits + length limited to 0..20\n  \
             report man.hits\n\n\
             example \"ask\"\n  given man = one\n  run ask\n  expect man.hits = 0\n"
        );
        let chain = Chain { limit, again, most };
        assert_odds(&rules, Some("[man.one]\n"), |rolls| {
            let mut hits = 0;
            let length = chain.knock(rolls, 0, &mut hits);
            vec![(hits + length).clamp(0, 20)]
        });
    }
}
