//! The draft validator: it finds what counting one by one finds, and nothing in files that are well made.

use std::fmt::Write;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use sandtable::diagnostic::Code;

use crate::harness::{Beside, checked_texts, drawn};

/// The codes found in a rule file.
fn codes(rules: &str) -> Vec<Code> {
    let (found, _) = checked_texts("law.rules", rules, Beside::default());
    found.iter().map(|finding| finding.code).collect()
}

/// A row: ranges from 0 to 5, words of three, a value.
type Row = ((i32, i32), [bool; 3], i32);

const WORDS: [&str; 3] = ["A", "B", "C"];

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let range = (0..6, 0..6).prop_map(|(a, b): (i32, i32)| (a.min(b), a.max(b)));
    let words = any::<[bool; 3]>().prop_filter("names a word", |words| words.contains(&true));
    vec((range, words, 0..3), 1..6)
}

fn table(rows: &[Row], several: Option<&str>) -> String {
    let mut text = "ruleset test \"Test\"\n\ntable law (range: 0..5, class: A or B or C) -> 0..9\n  range | class | value\n".to_owned();
    for ((low, high), words, value) in rows {
        let named: Vec<&str> = WORDS
            .iter()
            .zip(words)
            .filter(|(_, named)| **named)
            .map(|(word, _)| *word)
            .collect();
        writeln!(text, "  {low}-{high} | {} | {value}", named.join(", ")).unwrap();
    }
    if let Some(several) = several {
        writeln!(text, "  several rows: {several}").unwrap();
    }
    text
}

/// Every combination with the rows that answer it, counted one by one.
fn answers(rows: &[Row]) -> Vec<Vec<usize>> {
    let places = (0..6).flat_map(|range| (0..3).map(move |word| (range, word)));
    let answering = |(range, word): (i32, usize)| {
        let fits = |row: &Row| (row.0.0..=row.0.1).contains(&range) && row.1[word];
        (0..rows.len()).filter(|at| fits(&rows[*at])).collect()
    };
    places.map(answering).collect()
}

/// A variant that changes some of the things that can be changed; nothing, if it changes none.
fn variant(
    changes: &std::collections::BTreeSet<usize>,
    (most_hits, level, rally): (i32, i32, i32),
    (far, further): (i32, i32),
) -> String {
    let all = [
        "fact moonlight \"Moonlight\": yes or no, default no\n\namend action fire\n  add at start\n    needs moonlight or range(firer, target) < 9 \"light enough to see\"\n".to_owned(),
        format!("amend kind squad\n  replace track hits: 0..{}\n", most_hits + further),
        format!(
            "replace trigger shaken \"Shaken\" (unit: squad)\n  when unit.hits reaches {}: set unit.mood to shaken\n",
            (level + 1).min(most_hits)
        ),
        "amend unit l\n  reach = 12\n".to_owned(),
        format!("replace fact range \"Range\" (firer: squad, target: squad): 0..{far} hexes, default 1\n"),
        format!(
            "action cheer \"Cheer up\" (unit: squad)\n  if d6 >= {rally}: set unit.mood to steady\n\namend sequence turn\n  replace line if d6 >= {rally}: set unit.mood to steady\n    cheer(unit)\n"
        ),
    ];
    let chosen: Vec<&str> = changes.iter().map(|at| all[*at].as_str()).collect();
    match chosen.is_empty() {
        true => String::new(),
        false => format!("\nvariant night \"Night\" of test\n\n{}", chosen.join("\n")),
    }
}

proptest! {
    #[test]
    fn gaps_and_overlaps_are_those_that_counting_finds(rows in rows()) {
        let found = codes(&table(&rows, None));
        let answers = answers(&rows);
        let is_doubled = answers.iter().any(|rows| rows.len() > 1);
        let is_missing = answers.iter().any(Vec::is_empty);
        prop_assert_eq!(found.contains(&Code::TableOverlap), is_doubled);
        // An overlap is told first.
        prop_assert_eq!(found.contains(&Code::TableGap), is_missing && !is_doubled);
    }

    #[test]
    fn rows_in_vain_are_those_that_counting_finds(rows in rows()) {
        let answers = answers(&rows);
        let found = codes(&table(&rows, Some("first")));
        let firsts: Vec<usize> = answers.iter().filter_map(|rows| rows.first().copied()).collect();
        let idle = (0..rows.len()).filter(|at| !firsts.contains(at)).count();
        let told = found.iter().filter(|code| **code == Code::RedundantRow).count();
        prop_assert_eq!(told, idle);

        let says = |at: &usize| rows[*at].2;
        let contradicts = answers.iter().any(|rows| rows.iter().any(|at| says(at) != says(&rows[0])));
        let found = codes(&table(&rows, Some("any")));
        prop_assert_eq!(found.contains(&Code::RowsContradict), contradicts);
    }

    /// Three columns of few values, headed by words and by numbers: words can be named together, numbers only if they follow
    /// each other; if all columns are equal, the key makes no difference.
    #[test]
    fn columns_that_could_be_one_are_those_that_counting_finds(rows in vec([0..2, 0..2, 0..2], 2..4)) {
        let column = |at: usize| -> Vec<i32> { rows.iter().map(|row| row[at]).collect() };
        let (left, middle, right) = (column(0), column(1), column(2));
        let neighbours = left == middle || middle == right;
        let all = left == middle && middle == right;
        let heads = [
            ("class: A or B or C", "A | B | C", neighbours || left == right),
            ("range: 0..20", "0-3 | 4-9 | 10+", neighbours),
        ];
        for (key, head, is_any) in heads {
            let mut text = format!(
                "ruleset test \"Test\"\n\ntable law (load: 1..{}, {key}) -> 0..9\n  load | {head}\n",
                rows.len()
            );
            for (at, [one, two, three]) in rows.iter().enumerate() {
                writeln!(text, "  {} | {one} | {two} | {three}", at + 1).unwrap();
            }
            let (found, sources) = checked_texts("law.rules", &text, Beside::default());
            let told = found.notes().iter().any(|note| note.code == Code::MergeableColumns);
            let shown = drawn(found.iter().chain(found.notes()), &sources);
            prop_assert_eq!(told, is_any && !all, "{}\n{}", text, shown);
        }
    }

    /// A table that fits its die, looked up within it, with modifiers that each ask something else, markers that are placed
    /// and read, a trigger that can fire and a loop that can end.
    #[test]
    fn nothing_is_found_in_what_is_well_made(
        sides in prop_oneof![Just(6), Just(8), Just(10), Just(12), Just(20)],
        cuts in btree_set(2..6, 1..4),
        bonus in 1..4_i32,
        rounds in 1..5,
    ) {
        let mut rows = String::new();
        let ends: Vec<i32> = cuts.iter().copied().chain([sides + bonus + 1]).collect();
        let mut low = 1 - bonus;
        for (at, end) in ends.iter().enumerate() {
            writeln!(rows, "  {low} to {} | {at}", end - 1).unwrap();
            low = *end;
        }
        let most = ends.len() - 1;
        let text = format!(
            "ruleset test \"Test\"

kind squad \"Squad\"
  track hits: 0..9
  track pinned: yes or no

fact cover \"In cover\": yes or no, default no
fact close \"Close\": yes or no, default no

modifiers fire \"Fire\"
  -{bonus}  if cover  \"cover\"
  +{bonus}  if close  \"close\"

table effect \"Effect\" (shown: {}..{}) -> 0..{most}
  shown | effect
{rows}
roll attack \"Attack\" -> 0..{most}
  result effect(d{sides} + fire())

action volley \"Volley\" (target: squad)
  repeat until target.hits >= 4, at most {rounds} times
    add attack() to target.hits
  if target.hits > 1 and target is not pinned: set target.pinned to yes

trigger broken (unit: squad)
  when unit.hits reaches 6: destroy unit
",
            1 - bonus,
            sides + bonus,
        );
        let (found, sources) = checked_texts("law.rules", &text, Beside::default());
        prop_assert!(found.is_empty(), "{}\n{text}", drawn(found.iter(), &sources));
    }

    /// A turn in which squads choose whom to fire at: a table whose rows and columns go one way, a trigger within its
    /// track, markers that are placed, read and taken away.
    #[test]
    fn nothing_is_found_in_a_well_made_turn(
        far in 10..40_i32,
        cuts in btree_set(2..9, 1..4),
        most_hits in 4..9_i32,
        rally in 2..6_i32,
        level in 2..4_i32,
        changes in btree_set(0..6_usize, 0..6),
        further in 1..4_i32,
    ) {
        let mut rows = String::new();
        let ends: Vec<i32> = cuts.iter().copied().chain([far + 1]).collect();
        let (mut low, mut needed) = (0, 4);
        for end in ends {
            writeln!(rows, "  {low}-{} | {} | {} | {needed}", end - 1, needed + 2, needed + 1).unwrap();
            low = end;
            needed += 1;
        }
        let text = format!(
            "ruleset test \"Test\"

scale weight \"Weight\": L < M < H

kind squad \"Squad\"
  weight weight
  reach  1..20 hexes
  track  hits: 0..{most_hits}
  track  mood: steady or shaken

fact range \"Range\" (firer: squad, target: squad): 0..{far} hexes

table needed \"Needed\" (range: 0..{far} hexes, weight) -> 2..12
  range | L | M | H
{rows}
roll to-hit \"To hit\" (firer: squad, target: squad) -> hit, miss
  hit  when 2d6 >= needed(range(firer, target), firer.weight)
  miss otherwise

action fire \"Fire\" (firer: squad, target: squad)
  needs range(firer, target) <= firer.reach \"in range\"
  if to-hit(firer, target) is hit: add 1 to target.hits

trigger shaken \"Shaken\" (unit: squad)
  when unit.hits reaches {level}: set unit.mood to shaken

sequence turn \"Turn\"
  phase shooting \"Shooting\"
    each firer: squad where firer.mood is steady
      choose target: squad or none where target is not firer by firer, worth target.hits
      if target is not none and can fire(firer, target): fire(firer, target)
  phase rallying \"Rallying\"
    each unit: squad where unit.mood is shaken
      if d6 >= {rally}: set unit.mood to steady
{}",
            variant(&changes, (most_hits, level, rally), (far, further)),
        );
        let units = ["L", "M", "H"]
            .map(|weight| format!("[squad.{}]\nweight = \"{weight}\"\nreach = 9\n", weight.to_lowercase()))
            .join("\n");
        let beside = Beside {
            units: Some(&units),
            ..Beside::default()
        };
        let (found, sources) = checked_texts("law.rules", &text, beside);
        let all = found.iter().chain(found.notes());
        prop_assert!(all.clone().next().is_none(), "{}\n{text}", drawn(all, &sources));
    }

    /// Tests of a d6 against the cells of a table, with modifiers: a cell is certain if no modifier can change it.
    #[test]
    fn certain_cells_are_those_that_counting_finds(
        needs in vec(1..10_i32, 2..6),
        cover in 0..3_i32,
        bonus in 0..3_i32,
        way in 0..3,
    ) {
        let mut rows = String::new();
        for (at, need) in needs.iter().enumerate() {
            writeln!(rows, "  {at} | {need}").unwrap();
        }
        let last = needs.len() - 1;
        let (name, need) = match way {
            0 => ("  need = needed(range)\n", "need"),
            1 => ("", "needed(range)"),
            _ => ("  need = need-at(range)\n", "need"),
        };
        let text = format!(
            "ruleset test \"Test\"

fact cover \"Cover\": 0..{cover}, default 0
fact aim \"Aim\": 0..{bonus}, default 0

formula need-at (range: 0..{last}) = needed(range)

table needed (range: 0..{last}) -> 0..12
  range | need
{rows}
roll shot (range: 0..{last}) -> hit, miss
{name}  hit  when d6 + aim - cover >= {need}
  miss otherwise
"
        );
        let (found, sources) = checked_texts("law.rules", &text, Beside::default());
        let is_open = |need: &i32| (2 - cover..=6 + bonus).contains(need);
        let is_any_open = needs.iter().any(is_open) || {
            // The test as a whole is open if some cell never passes and another always does.
            let never = needs.iter().any(|need| *need > 6 + bonus);
            never && needs.iter().any(|need| *need < 2 - cover)
        };
        let certain: std::collections::BTreeSet<i32> =
            needs.iter().copied().filter(|need| !is_open(need)).collect();
        let told = found.iter().filter(|finding| finding.code == Code::CertainRoll).count();
        let expected = if is_any_open { certain.len() } else { 0 };
        prop_assert_eq!(told, expected, "{}\n{}", text, drawn(found.iter(), &sources));
    }

    /// A matrix that goes one way along both keys has no finding; with two neighbours exchanged it has one.
    #[test]
    fn neighbours_that_are_exchanged_are_found(
        steps in vec(1..3_i32, 3..6),
        steps_across in vec(1..3_i32, 2..5),
        at in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        across in any::<bool>(),
    ) {
        let sums = |steps: &[i32]| -> Vec<i32> {
            steps.iter().scan(0, |sum, step| { *sum += step; Some(*sum) }).collect()
        };
        let (down, right) = (sums(&steps), sums(&steps_across));
        let mut cells: Vec<Vec<i32>> =
            down.iter().map(|row| right.iter().map(|column| row + column).collect()).collect();
        let (n_rows, n_columns) = (cells.len(), cells[0].len());
        let found = codes_and_notes(&matrix(&cells));
        prop_assert!(!found.contains(&Code::BetterIsWorse), "{}", matrix(&cells));

        let (row, column) = match across {
            true => (at.0.index(n_rows), at.1.index(n_columns - 1)),
            false => (at.0.index(n_rows - 1), at.1.index(n_columns)),
        };
        let (next_row, next_column) = if across { (row, column + 1) } else { (row + 1, column) };
        let other = cells[next_row][next_column];
        cells[next_row][next_column] = cells[row][column];
        cells[row][column] = other;
        let found = codes_and_notes(&matrix(&cells));
        prop_assert!(found.contains(&Code::BetterIsWorse), "{}", matrix(&cells));
    }

    /// Beyond a distance nothing can be reached, column by column earlier: no finding. A cell before that without a result is
    /// one.
    #[test]
    fn cells_that_were_left_empty_are_found(
        mut reach in vec(3..6_usize, 3..5),
        hole in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        reach.sort_unstable_by(|one, other| other.cmp(one));
        let mut cells: Vec<Vec<Option<i32>>> = (0..6)
            .map(|row| {
                let of_row = reach.iter().enumerate();
                of_row
                    .map(|(column, reach)| (row < *reach).then_some((row + column) as i32 + 2))
                    .collect()
            })
            .collect();
        let found = codes_and_notes(&matrix_with_gaps(&cells));
        prop_assert!(!found.contains(&Code::BetterIsWorse), "{}", matrix_with_gaps(&cells));

        let column = hole.0.index(reach.len());
        let row = 1 + hole.1.index(reach[column] - 2);
        cells[row][column] = None;
        let found = codes_and_notes(&matrix_with_gaps(&cells));
        prop_assert!(found.contains(&Code::BetterIsWorse), "{}", matrix_with_gaps(&cells));
    }

    /// Initiative, opposed rolls, several outcomes, guarded choices, halves and calls in order, all as they should be.
    #[test]
    fn nothing_is_found_in_rules_that_say_everything(
        sides in prop_oneof![Just(6), Just(8), Just(10)],
        skill in 2..5_i32,
        most in 3..7_i32,
        divisor in 2..4_i32,
        jam in 1..3_i32,
        rolls_off in any::<bool>(),
    ) {
        let starter = match rolls_off {
            true => "  rank side by side.initiative, highest first, ties d6, into side.place
  each side in order of side.place, lowest first
    each unit: squad where unit.side is side: take-turn(unit)",
            false => "  best = first side in order of side.initiative, highest first
  if best is none: stop
  if any other: side where other is not best and other.initiative = best.initiative: stop
  each unit: squad where unit.side is best: take-turn(unit)
  each unit: squad where unit.side is not best: take-turn(unit)",
        };
        let place = if rolls_off { "  track  place: 0..9\n" } else { "" };
        let text = format!(
            "ruleset test \"Test\"

kind side \"Side\"
  track  initiative: 0..{sides}
{place}
kind gun \"Gun\"
  shots  1..3

kind squad \"Squad\"
  skill  2..6
  guns   list of gun
  track  hits: 0..{most}
  track  jammed: yes or no

fact cover \"Cover\" (target: squad, firer: squad): 0..2, default 0

formula handicap (target: squad, firer: squad) = (target.hits + cover(target, firer)) / {divisor} rounded down

roll shot \"Shot\" (firer: squad, target: squad) -> missed, hit, jam
  shown = d{sides}
  jam    when shown <= {jam}
  hit    when shown - handicap(target, firer) >= firer.skill
  missed otherwise

roll scuffle \"Scuffle\" (firer: squad, target: squad) -> won, drawn, lost
  ours = d{sides} + firer.skill
  theirs = d{sides} + target.skill
  won   when ours > theirs
  drawn when ours = theirs
  lost  otherwise

action fire \"Fire\" (firer: squad, target: squad)
  choose gun of firer by firer, worth gun.shots
  repeat gun.shots times
    depending on shot(firer, target)
      hit:    add 1 to target.hits
      jam:    set firer.jammed to yes
      missed: add 0 to target.hits

action close-in \"Close in\" (firer: squad, target: squad)
  how = scuffle(firer, target)
  if how is won: add 1 to target.hits
  else if how is lost: add 1 to firer.hits

action take-turn \"A squad's turn\" (unit: squad)
  foe = first other: squad where other.side is not unit.side
  if foe is none: stop
  if unit is jammed and unit.hits > 1 and foe.hits = 0: stop
  choose by unit \"what it does\"
    \"fire\" if unit is not jammed, worth 3: fire(unit, foe)
    \"close in\" if unit.hits <= 1, worth 2: close-in(unit, foe)
    \"wait\" if foe.hits > 0 or unit.hits > 1, worth 1: set unit.jammed to no

trigger out (unit: squad)
  when unit.hits reaches {most}: destroy unit

sequence turn \"Turn\"
  each side: set side.initiative to d{sides}
{starter}
"
        );
        let units = format!(
            "[gun.rifle]\nshots = 1\n\n[gun.machine-gun]\nshots = 3\n\n[squad.rifles]\nskill = {skill}\nguns = [\"rifle\"]\n\n[squad.gunners]\nskill = {}\nguns = [\"machine-gun\", \"rifle\"]\n",
            skill + 1
        );
        let beside = Beside {
            units: Some(&units),
            ..Beside::default()
        };
        let (found, sources) = checked_texts("law.rules", &text, beside);
        prop_assert!(found.is_empty(), "{}\n{text}", drawn(found.iter(), &sources));
    }
}

/// The codes of findings and notes in a rule file.
fn codes_and_notes(rules: &str) -> Vec<Code> {
    let (found, _) = checked_texts("law.rules", rules, Beside::default());
    let all = found.iter().chain(found.notes());
    all.map(|finding| finding.code).collect()
}

fn matrix(cells: &[Vec<i32>]) -> String {
    let cells: Vec<Vec<Option<i32>>> = cells
        .iter()
        .map(|row| row.iter().copied().map(Some).collect())
        .collect();
    matrix_with_gaps(&cells)
}

/// A table with its cells, one row for each range and one column for each size.
fn matrix_with_gaps(cells: &[Vec<Option<i32>>]) -> String {
    let (n_rows, n_columns) = (cells.len(), cells[0].len());
    let mut text = format!(
        "ruleset test \"Test\"\n\ntable law (range: 1..{n_rows}, size: 1..{n_columns}) -> 0..99 or none\n  range"
    );
    for column in 1..=n_columns {
        write!(text, " | {column}").unwrap();
    }
    for (row, values) in (1..).zip(cells) {
        write!(text, "\n  {row}").unwrap();
        for value in values {
            match value {
                Some(value) => write!(text, " | {value}").unwrap(),
                None => text.push_str(" | -"),
            }
        }
    }
    text.push('\n');
    text
}
