//! Manuscripts: what is right by calculation is never reported, what is wrong is, and the order of unrelated sections makes no difference.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use sandtable::draft::Manuscript;

/// The findings of a text, counted by code.
fn findings(text: &str) -> BTreeMap<&'static str, usize> {
    let mut manuscript = Manuscript::read([("law.md", text.as_bytes())]);
    manuscript.check();
    let mut found = BTreeMap::new();
    for finding in manuscript.diagnostics.iter() {
        *found.entry(finding.code.number()).or_default() += 1;
    }
    found
}

/// The number of ways in which some dice give at least a total, counted by throwing each combination once, and of all ways.
fn ways(n_dice: u32, sides: u32, least: u32) -> (u32, u32) {
    let all = sides.pow(n_dice);
    let total = |roll: u32| -> u32 {
        (0..n_dice)
            .map(|die| roll / sides.pow(die) % sides + 1)
            .sum()
    };
    let n = (0..all).filter(|roll| total(*roll) >= least).count();
    (u32::try_from(n).unwrap(), all)
}

/// Sections that have nothing to do with each other, each with a mistake of its own or none.
const SECTIONS: [(&str, &str); 5] = [
    (
        "Weather",
        "Roll a d6.\n\n| d6 | Weather |\n| --- | --- |\n| 1-2 | Rain |\n| 4-6 | Sun |\n\nRain and Sun change nothing.",
    ),
    (
        "Supply",
        "The crates of a wagon (5, 4 and 2) make 12 in a depot.",
    ),
    (
        "Stacking",
        "No more than three blocks may be in an area at the end of a phase.",
    ),
    (
        "Fog",
        "There are three kinds of fog: thin, thick, low and freezing.",
    ),
    (
        "Scouts",
        "Scouts may look at one block that is adjacent to them.",
    ),
];

fn manuscript(order: &[usize]) -> String {
    let mut text = "# Law\n".to_owned();
    for at in order {
        let (title, body) = SECTIONS[*at];
        write!(text, "\n## {title}\n\n{body}\n").unwrap();
    }
    text
}

proptest! {
    /// A chance that counting gives is never wrong, printed as a fraction or as a percentage of one decimal; one that is off by a tenth always is.
    #[test]
    fn a_chance_is_wrong_only_if_counting_says_so(
        n_dice in 1..4_u32,
        sides in prop_oneof![Just(6_u32), Just(8), Just(10)],
        part in 0.1..0.9_f64,
        is_percent in any::<bool>(),
    ) {
        let (low, high) = (n_dice + 1, n_dice * sides);
        let least = low + ((high - low) as f64 * part) as u32;
        let (n, all) = ways(n_dice, sides, least);
        let dice = format!("{n_dice}d{sides}");
        let percent = f64::from(n) * 100.0 / f64::from(all);
        let right = match is_percent {
            true => format!("{percent:.1} %"),
            false => format!("{n} in {all}"),
        };
        let text = |chance: &str| {
            format!("# Law\n\n## 1 Fire\n\nRoll {dice}. The chance of {least} or more on {dice} is {chance}.\n")
        };
        let found = findings(&text(&right));
        prop_assert!(found.is_empty(), "{found:?}\n{}", text(&right));

        let wrong = if percent > 50.0 { percent - 10.0 } else { percent + 10.0 };
        let wrong = text(&format!("{wrong:.1} %"));
        prop_assert_eq!(findings(&wrong), BTreeMap::from([("E0712", 1)]), "{}", wrong);
    }

    /// Numbers in brackets and their total, in a column and in a sentence.
    #[test]
    fn a_total_is_wrong_only_if_adding_says_so(
        rows in proptest::collection::vec((1..40_i64, 1..40_i64), 4..9),
        at in any::<prop::sample::Index>(),
        slip in 1..5_i64,
    ) {
        let text = |slip_at: Option<usize>| {
            let mut text = "# Law\n\n| Division | Foot | Guns | Total |\n| --- | --- | --- | --- |\n".to_owned();
            for (row, (foot, guns)) in rows.iter().enumerate() {
                let slip = if slip_at == Some(row) { slip } else { 0 };
                writeln!(text, "| Division {} | {foot} | {guns} | {} |", row + 1, foot + guns + slip).unwrap();
            }
            text
        };
        let found = findings(&text(None));
        prop_assert!(found.is_empty(), "{found:?}\n{}", text(None));
        let wrong = text(Some(at.index(rows.len())));
        let found = findings(&wrong).get("E0713").copied();
        prop_assert_eq!(found, Some(1), "{}", wrong);

        let (foot, guns) = rows[at.index(rows.len())];
        let list = |sum: i64| format!("# Law\n\nThe brigades and their battery ({foot} and {guns}) make {sum} in a single hex.\n");
        let right = list(foot + guns);
        prop_assert!(findings(&right).is_empty(), "{}", right);
        let wrong = list(foot + guns + slip);
        prop_assert_eq!(findings(&wrong), BTreeMap::from([("E0713", 1)]), "{}", wrong);
    }

    /// Rows that share out the results of a die without gaps are never reported, and one row less is.
    #[test]
    fn rows_are_wrong_only_if_a_roll_has_none_or_two(
        sides in prop_oneof![Just(6_u32), Just(10), Just(12)],
        cuts in proptest::collection::btree_set(2..6_u32, 2..4),
        at in any::<prop::sample::Index>(),
    ) {
        let mut rows = Vec::new();
        let mut low = 1;
        for cut in cuts.iter().copied().chain([sides + 1]) {
            rows.push((low, cut - 1));
            low = cut;
        }
        let text = |rows: &[(u32, u32)]| {
            let mut text = format!("# Law\n\nRoll a d{sides}.\n\n| d{sides} | Points |\n| --- | --- |\n");
            for (row, (low, high)) in rows.iter().enumerate() {
                let key = if low == high { low.to_string() } else { format!("{low}-{high}") };
                writeln!(text, "| {key} | {} |", row * 3).unwrap();
            }
            text
        };
        let found = findings(&text(&rows));
        prop_assert!(found.is_empty(), "{found:?}\n{}", text(&rows));
        // A row that reaches into the next one.
        let place = at.index(rows.len() - 1);
        let mut wider = rows.clone();
        wider[place].1 += 1;
        prop_assert!(findings(&text(&wider)).contains_key("E0707"), "{}", text(&wider));
        // A row in the middle that is left out; two rows alone are not taken for all results of a roll.
        if rows.len() > 3 {
            let mut fewer = rows.clone();
            fewer.remove(1 + at.index(rows.len() - 2));
            prop_assert!(findings(&text(&fewer)).contains_key("E0706"), "{}", text(&fewer));
        }
    }

    /// The order of sections that do not refer to each other makes no difference to what is found.
    #[test]
    fn the_order_of_unrelated_sections_makes_no_difference(
        order in Just((0..SECTIONS.len()).collect::<Vec<usize>>()).prop_shuffle(),
        n in 1..=SECTIONS.len(),
    ) {
        let mut sorted = order[..n].to_vec();
        let shuffled = findings(&manuscript(&order[..n]));
        sorted.sort_unstable();
        prop_assert_eq!(findings(&manuscript(&sorted)), shuffled);
    }
}

/// Sections without a mistake give no finding, so that a finding of the whole is that of its cause.
#[test]
fn a_finding_goes_with_its_cause() {
    let all: Vec<usize> = (0..SECTIONS.len()).collect();
    let whole = findings(&manuscript(&all));
    assert_eq!(
        whole,
        BTreeMap::from([("E0706", 1), ("E0711", 1), ("E0713", 1)])
    );
    for (at, code) in [(0, "E0706"), (1, "E0713"), (3, "E0711")] {
        let rest: Vec<usize> = all.iter().copied().filter(|own| *own != at).collect();
        let found = findings(&manuscript(&rest));
        assert!(!found.contains_key(code), "{code} without its cause");
    }
}
