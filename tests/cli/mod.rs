//! Transcripts of the program itself: a few; the rest is tested below it.

mod limits;
mod replays;
mod silence;
mod version;
mod writing;

use std::path::Path;
use std::process::Command;

/// Runs the program in `tests/cli/<folder>`.
fn transcript(folder: &str, arguments: &[&str]) -> String {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    transcript_in(&cases.join(folder), arguments)
}

fn transcript_in(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    format!(
        "$ sandtable {}\n{}--- stderr\n{}--- exit {}\n",
        arguments.join(" "),
        indented(&String::from_utf8(output.stdout).unwrap()),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap()
    )
}

/// A document of one line as a terminal shows it, so that its snapshot can be read; any other text as it is.
fn indented(text: &str) -> String {
    let is_document = text.starts_with('{') && text.lines().count() == 1;
    let document = is_document.then(|| serde_json::from_str::<serde_json::Value>(text).unwrap());
    document.map_or_else(|| text.to_owned(), |document| format!("{document:#}\n"))
}

macro_rules! transcripts {
    ($($name:ident: $folder:literal $($argument:literal)*;)*) => {
        $(#[test]
        fn $name() {
            insta::with_settings!({
                snapshot_path => ".",
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(stringify!($name), transcript($folder, &[$($argument),*]));
            });
        })*
    };
}

transcripts! {
    help: "sound" "--help";
    play_by_policy: "sound" "play" "duel/noon" "--seed" "7";
    play_by_chance_json: "sound" "play" "duel/noon" "--seed" "7" "--side" "law=random" "--side" "gang=random" "--format" "json";
    sides_by_name_best: "sides" "odds" "siege" "storm" "--best" "attackers" "--by" "winner is attackers";
    sides_by_name_given: "sides" "odds" "siege" "rush" "squad=guard" "squad.side=defenders" "--only" "attackers.gold > defenders.gold";
    sides_by_name_played: "sides" "play" "siege/gate" "--side" "attackers=random" "--seed" "3";
    three_sides_are_sound: "three" "check" "feud";
    three_sides_in_examples: "three" "test" "feud";
    three_sides_play: "three" "play" "feud/ford" "--seed" "5";
    three_sides_each_their_way: "three" "play" "feud/ford" "--seed" "5" "--side" "red=policy" "--side" "blue=random" "--side" "green=random" "--quiet";
    odds_with_further_pieces: "three" "odds" "feud" "raid" "clan=elms" "--units" "oak=oaks of blue,firs of green" "firs.hurt=1" "--only" "firs.hurt = 2";
    odds_with_further_pieces_compared: "three" "odds" "feud" "raid" "clan=elms,firs" "--units" "oaks of blue" "--only" "oaks.hurt = 1";
    roll_with_further_pieces: "three" "roll" "feud" "raid" "clan=elms" "--units" "oak=oaks of blue" "--units" "fir=firs of green" "fir.hurt=1" "--dice" "5";
    odds_on_a_map_with_a_further_piece: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "map=training-ground" "firer.at=C3" "target.at=C6" "--units" "other=sherman of second" "other.at=C5";
    odds_with_a_further_piece_misspelt: "three" "odds" "feud" "raid" "clan=elms" "--units" "oak=oak of blue";
    odds_with_a_further_piece_of_no_side: "three" "odds" "feud" "raid" "clan=elms" "--units" "oak=oaks of yellow";
    odds_with_a_further_piece_unreadable: "three" "odds" "feud" "raid" "clan=elms" "--units" "oak=oaks from blue";
    towns_are_sound: "towns" "check" "towns";
    towns_in_examples: "towns" "test" "towns";
    towns_in_play: "towns" "play" "towns/spring" "--seed" "3";
    towns_in_odds: "towns" "odds" "towns" "storm" "army=guards" "map=shire" "army.at=mill" "mill.unrest=2";
    towns_without_a_map: "towns" "odds" "towns" "tax" "side=red";
    towns_misspelt: "towns-misspelt" "check" "towns";
    sides_by_name_misspelt: "sides" "play" "siege/wall";
    play_without_a_map: "unmapped" "play" "picket/dawn" "--seed" "7" "--all";
    odds_of_a_game_without_a_map: "unmapped" "odds" "picket/dawn";
    odds_with_facts_assumed: "unmapped" "odds" "picket" "shot" "firer=rifle" "target=rifle" "range=5";
    odds_with_facts_assumed_as_a_table: "unmapped" "odds" "picket" "shot" "firer=rifle" "target=rifle" "range=5..7" "--only" "shot is hit";
    odds_with_facts_assumed_compared: "unmapped" "odds" "picket" "shot" "firer=rifle" "target=rifle" "range=5" "--compare" "near=yes";
    roll_with_facts_assumed: "unmapped" "roll" "picket" "fire" "firer=rifle" "target=rifle" "near=yes";
    play_with_a_side_that_is_not_there: "sound" "play" "duel/noon" "--side" "bandits=person";
    play_of_an_unknown_scenario: "sound" "play" "duel/midnight";
    play_of_a_book_by_chance: "sound" "play" "hellion/crossroads" "--seed" "4" "--side" "patrol=random" "--side" "garrison=random" "--quiet";
    play_of_a_book_by_policy: "sound" "play" "hellion/crossroads" "--seed" "4" "--quiet";
    play_with_a_line_to_what_is_gone: "sound" "play" "pips/outpost" "--seed" "1" "--quiet" "--board" "--sight" "red-heavy-tank,blue-pillbox";
    play_on_a_table_by_policy: "sound" "play" "hellion/ruins" "--seed" "1" "--quiet" "--board";
    play_on_hexes_by_chance: "sound" "play" "pips/outpost" "--seed" "1" "--side" "blue=random" "--side" "red=random" "--quiet";
    play_on_hexes_by_policy: "sound" "play" "pips/outpost" "--seed" "4" "--quiet";
    play_of_a_faulty_scenario: "sound" "play" "units/duel/scenarios/faulty.txt";
    play_by_a_script_that_ends_early: "sound" "play" "duel/noon" "--script" "scripts/short.txt" "--seed" "7" "--side" "gang=policy";
    play_by_a_script_with_a_wrong_choice: "sound" "play" "duel/noon" "--script" "scripts/wrong.txt" "--seed" "7" "--quiet";
    play_by_a_script_that_says_too_much: "sound" "play" "duel/noon" "--script" "scripts/too-much.txt" "--side" "law=policy" "--side" "gang=policy" "--seed" "7" "--quiet";
    play_by_a_script_that_expects: "sound" "play" "duel/noon" "--script" "scripts/expects.txt" "--side" "gang=policy" "--seed" "7" "--quiet";
    play_by_a_script_that_expects_nothing_sensible: "sound" "play" "duel/noon" "--script" "scripts/expects-badly.txt" "--seed" "7" "--quiet";
    play_by_a_faulty_script: "sound" "play" "duel/noon" "--script" "scripts/faulty.txt";
    help_of_roll: "sound" "roll" "--help";
    check_finds_nothing: "sound" "check";
    check_finds_faults: "faulty" "check";
    check_finds_faults_json: "faulty" "check" "bad-units" "--format" "json";
    check_finds_faults_github: "faulty" "check" "bad-units" "--format" "github";
    check_finds_faults_sarif: "faulty" "check" "bad-units" "--format" "sarif";
    sarif_of_something_else: "sound" "list" "skirmish" "--format" "sarif";
    sarif_of_a_draft: "drafts" "check" "--notes" "--allowed" "skirmish.md" "--format" "sarif";
    check_of_a_path: "sound" "check" "rules/skirmish/skirmish.rules";
    check_of_an_empty_folder: "sound" "check" "rules/skirmish/units";
    check_of_a_name_with_a_blank: "misplaced" "check" "my game";
    check_of_a_rule_file_named_as_text: "misplaced" "check" "named";
    check_of_units_and_scenarios_elsewhere: "misplaced" "check" "strays";
    check_of_rich_text: "misplaced" "check" "rtf";
    check_of_old_line_ends: "misplaced" "check" "old-mac";
    check_of_sixteen_bits: "misplaced" "check" "utf-16";
    check_of_escapes_in_names: "misplaced" "check" "escapes";
    check_without_a_folder_of_rules: "misplaced/units" "check";
    list_despite_findings: "misplaced" "list" "broken";
    a_misspelt_command_json: "misplaced" "chekc" "--format" "json";
    a_missing_argument_json: "sound" "roll" "skirmish" "--format" "json";
    an_incomplete_question_json: "sound" "odds" "hellion" "--format" "json";
    explain_a_code: "sound" "explain" "e0405";
    explain_a_former_name: "sound" "explain" "key-never-matters";
    explain_a_misspelt_code: "sound" "explain" "E0450";
    explain_a_misspelt_code_json: "sound" "explain" "unkown-kind" "--format" "json";
    a_misspelt_command: "sound" "chekc";
    a_pair_without_equals: "sound" "roll" "skirmish" "to-hit" "range";
    odds_of_the_readme: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=7" "cover=1";
    odds_json: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=7" "cover=1" "--format" "json";
    odds_of_a_whole_question: "sound" "odds" "hex-command-mechanized" "shots-to-kill" "firer=jagdtiger" "target=panther" "range=4";
    odds_of_a_refused_shot: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=13";
    odds_with_an_option_and_a_hit: "sound" "odds" "hex-command-mechanized" "to-hit" "firer=panther" "target=sherman" "range=8" "firer.combat-hits=1" "--option" "plain-dice";
    odds_sampled: "sound" "odds" "hex-command-mechanized" "to-hit" "firer=panther" "target=sherman" "range=7" "--sample" "100000";
    odds_as_a_table: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=6..13" "cover=0..2" "--only" "target.movement-hits = 1";
    odds_as_a_table_of_means: "sound" "odds" "hex-command-mechanized" "shots-to-kill" "firer=panther,sherman" "target=tiger-i" "range=5";
    odds_as_a_table_of_what: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=5,6";
    odds_as_a_table_json: "sound" "odds" "hex-command-mechanized" "to-hit" "firer=panther" "target=sherman" "range=3,9" "--only" "to-hit is hit" "--format" "json";
    odds_only_misspelt: "sound" "odds" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=7" "--only" "target.movment-hits = 1";
    odds_of_a_rolled_table: "sound" "odds" "oddments" "hit-place";
    odds_of_a_rolled_table_with_its_key: "sound" "odds" "oddments" "hit-place" "place=10" "light=dim";
    roll_with_a_part_of_a_part: "sound" "roll" "oddments" "shoot" "who=ann" "who.weapon.ammo=2";
    roll_with_an_unknown_part: "sound" "roll" "oddments" "shoot" "who=ann" "who.wepon.ammo=2";
    roll_is_refused: "sound" "odds" "oddments" "shoot" "who=ann" "who.weapon.ammo=0";
    roll_one_die_too_high: "sound" "roll" "oddments" "hit-place" "--dice" "7";
    odds_without_the_firer: "sound" "odds" "hellion" "attack";
    odds_with_a_misspelt_parameter: "sound" "odds" "duel" "shoot" "firre=rifle" "target=pistol" "cover=no";
    odds_with_a_seed_that_is_no_number: "sound" "odds" "duel" "shoot" "firer=rifle" "target=pistol" "cover=no" "--sample" "100" "--seed" "x";
    check_of_a_misspelt_file: "sound" "check" "rules/duel/duel.rule";
    odds_with_an_option_where_there_are_none: "sound" "odds" "duel" "shoot" "firer=rifle" "target=pistol" "cover=no" "--option" "fog=on";
    odds_without_the_range: "sound" "odds" "hex-command-mechanized" "to-hit" "firer=panther" "target=sherman";
    odds_misspelt: "sound" "odds" "hex-command-mechanized" "to-hit" "firer=panter" "target=sherman" "rang=7" "cover=9";
    odds_of_nothing: "sound" "odds" "hex-command-mechanized" "direct-fir" "firer=panther";
    odds_with_at_least_and_at_most: "odds" "odds" "range-day" "both" "--at-least" "--at-most";
    odds_given_something: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--given" "target.hits >= 1";
    odds_given_what_never_is: "odds" "odds" "range-day" "shot" "firer=rifles" "cover=3" "--given" "shot is hit";
    odds_of_a_track_given_something: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--track" "target.hits" "--given" "target.hits >= 1" "--at-least";
    odds_of_a_track_json: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--track" "target.hits" "--given" "target.hits >= 1" "--format" "json";
    odds_csv: "odds" "odds" "range-day" "both" "--format" "csv";
    odds_of_two_tracks_csv: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--track" "target.hits" "--track" "refused" "--format" "csv";
    odds_svg: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--format" "svg";
    odds_of_every_unit_against_every_other: "odds" "odds" "range-day" "volley" "firer=*" "target=*" "--only" "target.hits >= 1";
    odds_of_every_unit_misspelt: "odds" "odds" "range-day" "shot" "firer=*" "cover=*" "--only" "shot is hitt";
    odds_of_every_unit_that_can_be_asked: "odds" "odds" "range-day" "salvoes" "firer=*";
    odds_of_every_fighter_in_a_list: "odds" "odds" "range-day" "salvoes" "number=*";
    odds_of_every_weapon_of_a_unit: "sound" "odds" "pips" "penetration" "firer=tank" "weapon=*" "target=jeep,tank" "--only" "penetration is penetrated";
    odds_of_every_unit_with_a_weapon: "sound" "odds" "pips" "penetration" "firer=*" "weapon=cannon" "target=tank" "--only" "penetration is penetrated";
    odds_of_an_action_that_changes_much: "sound" "odds" "hellion" "attack" "firer=trooper" "weapon=rifle" "target=trooper" "firer.actions=1" "range=4" "--policy" "first";
    odds_of_an_action_that_changes_much_compared: "sound" "odds" "hellion" "attack" "firer=trooper" "weapon=rifle" "target=trooper" "firer.actions=1" "range=4" "--policy" "first" "--compare" "range=50";
    odds_of_an_action_that_changes_much_as_a_table: "sound" "odds" "hellion" "attack" "firer=trooper" "weapon=rifle" "target=trooper" "firer.actions=1" "range=4,50" "--policy" "first";
    odds_as_a_table_of_outcomes: "odds" "odds" "range-day" "shot" "firer=rifles" "cover=*";
    odds_as_a_table_given_something: "odds" "odds" "range-day" "volley" "firer=rifles" "target=rifles" "cover=*" "--track" "target.hits" "--given" "target.hits >= 1";
    odds_as_a_table_csv: "odds" "odds" "range-day" "volley" "firer=rifles" "target=rifles" "cover=*" "--track" "target.hits" "--given" "target.hits >= 1" "--format" "csv";
    odds_as_a_table_with_bars: "odds" "odds" "range-day" "shot" "firer=*" "cover=*" "--only" "shot is hit" "--chart";
    odds_as_a_table_svg: "odds" "odds" "range-day" "shot" "cover=*" "firer=*" "--only" "shot is hit" "--format" "svg";
    odds_as_a_table_compared: "odds" "odds" "range-day" "shot" "firer=*" "--only" "shot is hit" "--compare" "option=steady";
    odds_as_a_table_compared_csv: "odds" "odds" "range-day" "shot" "firer=*" "cover=0..1" "--only" "shot is hit" "--compare" "option=steady" "--format" "csv";
    odds_as_a_wide_table_compared: "odds" "odds" "range-day" "shot" "firer=*" "cover=0..1" "--only" "shot is hit" "--compare" "option=steady";
    odds_with_what_is_compared_running: "odds" "odds" "range-day" "shot" "firer=*" "--compare" "firer=scouts" "--only" "shot is hit";
    odds_of_a_track_compared: "odds" "odds" "range-day" "volley" "firer=rifles" "target=scouts" "--track" "target.hits" "--compare" "cover=1";
    odds_by_worth: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--policy" "first";
    odds_by_worth_of_one_chance: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--policy" "first" "--only" "defender.hits = 1";
    odds_by_worth_compared: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--policy" "first" "--compare" "defender.low=1";
    odds_with_advice: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "attacker" "--by" "defender.hits >= 1" "--policy" "first";
    odds_with_advice_against: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "attacker" "--by" "defender.hits" "--against" "--decisions" "2";
    odds_with_advice_json: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "attacker" "--by" "defender.hits" "--against" "--decisions" "1" "--format" "json";
    odds_with_advice_csv: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "attacker" "--by" "defender.hits" "--against" "--format" "csv";
    odds_with_advice_for_nobody: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "atacker" "--by" "defender.hits";
    odds_with_advice_by_nothing: "odds" "odds" "assault" "assault" "attacker=reds" "defender=blues" "--best" "attacker" "--by" "defender";
    odds_of_a_game: "odds" "odds" "standoff/square";
    odds_of_a_game_of_one_thing: "odds" "odds" "standoff/square" "--only" "ann.hits = 0";
    odds_of_a_game_with_advice: "odds" "odds" "standoff/square" "--best" "law" "--by" "ann.hits = 0";
    odds_of_a_game_with_advice_against: "odds" "odds" "standoff/posse" "--best" "gang" "--by" "winner is gang" "--against";
    odds_of_a_game_with_something_given: "odds" "odds" "standoff/square" "--compare" "ann.hits=1";
    odds_of_a_ruleset: "odds" "odds" "standoff";
    roll_of_a_ruleset: "odds" "roll" "standoff";
    sample_of_a_roll: "odds" "sample" "range-day" "volley" "firer=rifles" "target=scouts" "--n" "10000" "--seed" "3";
    sample_to_a_precision: "odds" "sample" "range-day" "shot" "firer=rifles" "--within" "2%";
    sample_given_something: "odds" "sample" "range-day" "volley" "firer=rifles" "target=scouts" "--n" "10000" "--given" "target.hits >= 1" "--track" "target.hits" "--format" "json";
    sample_as_a_table: "odds" "sample" "range-day" "volley" "firer=*" "target=scouts" "--only" "target.hits >= 1" "--n" "1000";
    sample_of_games: "sound" "sample" "duel/noon" "--n" "500" "--side" "law=random" "--track" "game.round" "--track" "doc.wounds";
    sample_of_games_json: "sound" "sample" "duel/noon" "--n" "100" "--threads" "1" "--format" "json";
    sample_of_games_csv: "sound" "sample" "duel/noon" "--n" "100" "--threads" "16" "--track" "doc.wounds" "--format" "csv";
    sample_of_games_by_people: "sound" "sample" "duel/noon" "--side" "law=person";
    sample_of_a_strange_precision: "odds" "sample" "range-day" "shot" "firer=rifles" "--within" "much";
    odds_beyond_the_budget: "odds" "odds" "too-much" "stroll" "unit=somebody";
    odds_beyond_the_memory: "odds" "odds" "too-much" "spread" "unit=somebody" "--memory" "16M";
    odds_in_floats_of_too_much: "odds" "odds" "too-much" "spread" "unit=somebody" "--float" "--memory" "16M";
    odds_of_a_wrong_memory: "odds" "odds" "too-much" "spread" "unit=somebody" "--memory" "1T";
    odds_in_floats: "odds" "odds" "too-much" "walk" "unit=somebody" "--float";
    odds_in_floats_of_one_thing: "odds" "odds" "too-much" "walk" "unit=somebody" "--only" "unit.steps = 250" "--float";
    odds_in_floats_given_something_json: "odds" "odds" "too-much" "walk" "unit=somebody" "--track" "unit.steps" "--given" "unit.steps > 0" "--float" "--format" "json";
    odds_in_floats_of_what_ends_late: "odds" "odds" "too-much" "stroll" "unit=somebody" "--only" "unit.hits = 9" "--float";
    odds_of_three_large_pools: "odds" "odds" "too-much" "wide";
    odds_of_a_very_long_fraction: "odds" "odds" "too-much" "many" "--only" "many >= 55";
    odds_of_what_never_ends_with_some_chance: "odds" "odds" "too-much" "perhaps" "unit=somebody";
    check_csv: "odds" "check" "--format" "csv";
    roll_with_given_dice: "sound" "roll" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=7" "cover=1" "--dice" "red-star,blue";
    roll_with_all_details: "sound" "roll" "hex-command-mechanized" "to-hit" "firer=panther" "target=sherman" "range=7" "--dice" "blue" "--all";
    roll_with_a_seed_json: "sound" "roll" "hex-command-mechanized" "damage" "target=sherman" "--seed" "7" "--format" "json";
    roll_runs_out_of_dice: "sound" "roll" "hex-command-mechanized" "direct-fire" "firer=panther" "target=sherman" "range=7" "--dice" "red-star";
    roll_an_impossible_face: "sound" "roll" "hex-command-mechanized" "damage" "target=sherman" "--dice" "gren";
    roll_what_cannot_be_drawn: "sound" "roll" "pips" "settle-order" "--dice" "third";
    roll_on_a_table: "sound" "roll" "hex-command-mechanized" "cannon-need" "range=9" "class=B";
    list_a_book: "sound" "list" "hex-command-mechanized";
    list_actions_in_full: "sound" "list" "hex-command-mechanized" "actions";
    list_facts_json: "sound" "list" "hex-command-mechanized" "facts" "--format" "json";
    check_finds_faults_in_rules_and_units: "faulty" "check" "rules-and-units";
    test_finds_what_differs: "faulty" "test" "failing-examples";
    coverage_of_a_book: "covered" "coverage" "sortie";
    coverage_left_to_judgement: "covered" "coverage" "sortie" "judged";
    coverage_exercised: "covered" "coverage" "sortie" "exercised";
    coverage_as_a_page: "covered" "coverage" "sortie" "--format" "html";
    a_page_of_something_else: "sound" "check" "--format" "html";
    check_of_a_draft: "drafts" "check" "--notes" "--allowed" "skirmish.md";
    test_of_a_draft: "drafts" "test" "--coverage" "skirmish.md";
    odds_of_a_draft: "drafts" "odds" "skirmish.md" "fire" "firer=rifles" "target=scouts";
    roll_of_a_draft: "drafts" "roll" "skirmish.md" "to-hit" "target=scouts" "cover=yes" "--dice" "5";
    coverage_of_a_draft: "drafts" "coverage" "skirmish.md";
    fmt_of_a_draft: "drafts" "fmt" "--check" "untidy.md";
    check_of_a_faulty_draft: "drafts" "check" "faulty.md";
    coverage_json: "covered" "coverage" "sortie" "--format" "json";
    test_coverage: "covered" "test" "--coverage";
    test_coverage_json: "covered" "test" "--coverage" "--format" "json";
    test_of_examples_that_differ: "worked" "test" "raid";
    test_only_some: "worked" "test" "raid" "--only" "ODDS page";
    test_only_misspelt: "worked" "test" "raid" "--only" "zzz";
    test_traced: "worked" "test" "raid" "--trace" "two shots";
    test_of_one_file: "worked" "test" "rules/raid/broken.rules";
    test_json: "worked" "test" "raid" "--only" "odds page" "--format" "json";
    check_says_which_examples_fail: "worked" "check" "tables";
    check_reads_scenarios_beside_a_path: "worked" "check" "elsewhere/lights";
    check_says_which_examples_fail_beside_others: "worked" "check" "unread";
    check_says_which_examples_fail_json: "worked" "check" "tables" "--format" "json";
    accept_of_a_built_in_book: "covered" "test" "hex-command-mechanized" "--accept";
    section_of_a_book: "covered" "section" "sortie" "2";
    section_of_one_rule: "covered" "section" "sortie" "4.3";
    section_misspelt: "covered" "section" "sortie" "4.33";
    section_json: "covered" "section" "sortie" "2.1" "--format" "json";
    coverage_without_an_index: "sound" "coverage" "skirmish";
    odds_under_a_variant: "varied" "odds" "night" "shot" "firer=rifles" "smoke=yes";
    odds_with_a_variant_compared: "varied" "odds" "skirmish" "shot" "firer=rifles" "--compare" "variant=night";
    odds_with_an_option_compared: "varied" "odds" "skirmish" "shot" "firer=rifles" "--compare" "option=steady" "--format" "json";
    odds_of_two_situations: "varied" "odds" "skirmish" "shot" "firer=rifles" "--compare" "smoke=yes" "--only" "shot is hit";
    variants_in_conflict: "varied" "check" "skirmish" "--with" "night" "--with" "fog";
    list_overrides: "varied" "list" "night" "--overrides";
    list_overrides_json: "varied" "list" "night" "--overrides" "--format" "json";
    test_of_a_variant_and_its_base: "varied" "test" "night" "--base";
    with_what_is_no_variant: "varied" "list" "night" "--with" "hex-command-mechanized";
    colours_on_request: "faulty" "check" "bad-units" "--color" "always";
}

/// Copies a case to a folder of its own, hands it over, and takes it away again.
fn with_copy(name: &str, look: impl FnOnce(&Path)) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let to = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
    copy(&cases.join(name), &to);
    look(&to);
    std::fs::remove_dir_all(&to).unwrap();
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).unwrap();
        }
    }
}

macro_rules! assert_text {
    ($name:literal, $text:expr) => {
        insta::with_settings!({
            snapshot_path => ".",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

#[test]
fn what_happened_is_written_and_then_passes() {
    with_copy("accepting", |folder| {
        let first = transcript_in(folder, &["test", "--accept"]);
        let text = std::fs::read_to_string(folder.join("rules/drill/game.rules")).unwrap();
        assert_text!("accept_writes_what_happened", format!("{first}---\n{text}"));
        let again = transcript_in(folder, &["test", "--accept"]);
        assert!(
            again.contains("drill: no examples written, 2 left"),
            "{again}"
        );
        let after = std::fs::read_to_string(folder.join("rules/drill/game.rules")).unwrap();
        assert_eq!(text, after);
    });
}

/// Choices too, those that are worth most; what is broken in another example does not keep them from being written.
#[test]
fn choices_are_written() {
    with_copy("worked", |folder| {
        let first = transcript_in(folder, &["test", "rules/choices", "--accept"]);
        let text = std::fs::read_to_string(folder.join("rules/choices/game.rules")).unwrap();
        assert_text!("accept_writes_choices", format!("{first}---\n{text}"));
    });
}

#[cfg(unix)]
/// Under a name of its own each starter is a whole game: checked clean, its examples pass, chance plays it to an end.
#[test]
fn every_starter_is_a_whole_game_under_a_new_name() {
    let to = std::env::temp_dir().join(format!("sandtable-new-{}", std::process::id()));
    std::fs::create_dir_all(&to).unwrap();
    let mut made = String::new();
    for starter in sandtable::workspace::files::Starter::all() {
        let from = starter.name;
        let name = format!("my-{from}");
        made += &transcript_in(&to, &["new", &name, "--from", from]);
        let check = transcript_in(&to, &["check", &name, "--notes"]);
        assert!(check.contains("no findings"), "{check}");
        let test = transcript_in(&to, &["test", &name]);
        assert!(test.ends_with("--- exit 0\n"), "{test}");
        let said = |words: &[&str]| {
            let played = transcript_in(&to, words);
            assert!(played.ends_with("--- exit 0\n"), "{played}");
        };
        for (path, text) in &starter.files {
            let Some((_, file)) = path.rsplit_once("/scenarios/") else {
                continue;
            };
            let scenario = format!("{name}/{}", file.trim_end_matches(".toml"));
            let sides = text.lines().filter_map(|line| line.strip_prefix("[side."));
            let sides = sides.filter_map(|line| line.strip_suffix(']'));
            let by_chance: Vec<String> = sides.map(|side| format!("{side}=random")).collect();
            let mut words = vec!["play", scenario.as_str(), "--seed", "5", "--quiet"];
            by_chance
                .iter()
                .for_each(|side| words.extend(["--side", side.as_str()]));
            said(&words);
        }
    }
    made += &transcript_in(&to, &["new", "my-solo", "--from", "solo"]);
    made += &transcript_in(&to, &["new", "My Game"]);
    std::fs::remove_dir_all(&to).unwrap();
    assert_text!("new_games", made);
}

#[test]
fn nothing_is_read_through_a_link_out_of_the_folder() {
    let folder = std::env::temp_dir().join(format!("sandtable-links-{}", std::process::id()));
    let rules = folder.join("rules/linked");
    std::fs::create_dir_all(&rules).unwrap();
    std::fs::write(folder.join("secret"), "secret").unwrap();
    std::os::unix::fs::symlink(folder.join("secret"), rules.join("a.rules")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["check", "linked"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(text.contains("E0515"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

/// `check` sets scenarios up; that they can be played is another matter.
#[test]
fn every_scenario_of_the_books_is_played_to_its_end() {
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("units");
    let mut n_played = 0;
    for book in std::fs::read_dir(units).unwrap() {
        let book = book.unwrap().path();
        let Ok(scenarios) = std::fs::read_dir(book.join("scenarios")) else {
            continue;
        };
        let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
        for scenario in scenarios {
            let name = format!("{}/{}", stem(&book), stem(&scenario.unwrap().path()));
            let text = transcript("sound", &["play", &name, "--seed", "1", "--quiet"]);
            assert!(text.contains("the game ends"), "{text}");
            assert!(text.contains("--- exit 0"), "{text}");
            n_played += 1;
        }
    }
    assert!(n_played >= 5, "only {n_played} scenarios were found");
}

#[test]
fn the_nearest_ruleset_is_offered() {
    // No snapshot: the list of built-in books grows.
    let text = transcript("sound", &["check", "skirmsh"]);
    assert!(
        text.contains("E0511") && text.contains("did you mean `skirmish`?"),
        "{text}"
    );
    assert!(text.contains("--- exit 1"), "{text}");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = transcript("sound", &["completions", shell]);
        assert!(
            text.contains("--- exit 0") && text.contains("check"),
            "{shell}"
        );
    }
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = std::fs::remove_dir_all(&folder);
    let written = transcript("sound", &["man", "--output", folder.to_str().unwrap()]);
    assert!(written.contains("--- exit 0"), "{written}");
    let help = transcript("sound", &["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let mut expected: Vec<String> = commands
        .map(|line| format!("sandtable-{}.1", line.split_whitespace().next().unwrap()))
        .chain(["sandtable.1".to_owned()])
        .collect();
    expected.sort();
    let files = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, expected);
    for file in &files {
        let page = std::fs::read_to_string(folder.join(file)).unwrap();
        // What `man` and `apropos` read: a title, and a line of name and purpose.
        assert!(page.contains("\n.TH sandtable"), "{file}: {page}");
        assert!(page.contains("\n.SH NAME\nsandtable"), "{file}: {page}");
        assert!(page.contains("\n.SH SYNOPSIS\n"), "{file}: {page}");
    }
    let odds = transcript("sound", &["man", "odds"]);
    assert!(
        odds.contains("sandtable\\-odds") && odds.contains("--- exit 0"),
        "{odds}"
    );
    let none = transcript("sound", &["man", "ods"]);
    assert!(
        none.contains("no command `ods`") && none.contains("--- exit 2"),
        "{none}"
    );
}

/// Runs a game in a folder of the tests with answers that are typed ahead.
fn played(folder: &str, arguments: &[&str], typed: &str) -> std::process::Output {
    use std::io::Write as _;
    use std::process::Stdio;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("play")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(typed.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// A person sees the board before every question where it has changed, and is told why a place cannot be chosen.
#[test]
fn a_game_of_a_person_on_a_board() {
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stroll.svg");
    let mut arguments = vec!["walk/stroll", "--side", "red=person", "--board"];
    arguments.extend(["--sight", "ann,A4", "--svg", picture.to_str().unwrap()]);
    let output = played("tests/cli/board", &arguments, "A4\nZ9\nA2\n");
    let told = String::from_utf8(output.stdout).unwrap();
    // From A4 it is 2 hexes to A2, and 3 to A1 and to B1 (B3, B2, B1), which stay as listed.
    let why = "`A4` is not one of the 3 legal places; the nearest are A2, A1, B1\n";
    assert!(told.contains(why), "{told}");
    assert!(told.contains("`Z9` is not on the map\n"), "{told}");
    let (before, after) = told.split_once("where to\n").unwrap();
    assert!(before.contains("Ann at A1"), "{told}");
    assert!(before.contains("from A1 to A4 over A2 A3\n"), "{told}");
    assert!(after.contains("Ann at A2"), "{told}");
    assert!(after.contains("from A2 to A4 over A3\n"), "{told}");
    let drawn = std::fs::read_to_string(picture).unwrap();
    assert!(
        drawn.starts_with("<svg") && drawn.contains("Ann at A2"),
        "{drawn}"
    );
}

/// Questions stand beside the document that a program reads.
#[test]
fn a_game_of_a_person_for_a_program() {
    let arguments = ["duel/noon", "--seed", "3", "--side", "law=person"];
    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let typed = "kid-9\nkid-1\n1\n1\n1\n1\n1\n1\n1\n";
    let output = played("tests/cli/sound", &arguments, typed);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["schema"], "sandtable/play/1");
    let beside = String::from_utf8(output.stderr).unwrap();
    let why = "`kid-9` is not one of the answers";
    assert!(beside.contains(why), "{beside}");
    assert!(beside.contains("\n> kid-1\n"), "{beside}");
}

/// Plays with a person, whose answers are typed ahead; then the journal gives the same game again.
#[test]
fn a_game_of_a_person_is_replayed_from_its_journal() {
    let journal = Path::new(env!("CARGO_TARGET_TMPDIR")).join("noon.journal");
    let journal = journal.to_str().unwrap();
    let play = |arguments: &[&str], typed: &str| {
        let arguments = [&["duel/noon"], arguments].concat();
        let output = played("tests/cli/sound", &arguments, typed);
        String::from_utf8(output.stdout).unwrap()
    };
    // The first choice is taken back once and made again; a wrong word is asked for again.
    let typed = "kid-2\nundo\nkid-9\nkid-1\n1\n1\n1\n1\n1\n1\n1\n";
    let first = play(
        &[
            "--seed",
            "3",
            "--side",
            "law=person",
            "--journal",
            journal,
            "--force",
        ],
        typed,
    );
    assert!(
        first.contains("`kid-9` is not one of the answers"),
        "{first}"
    );
    let told = |text: &str| text.lines().last().map(str::to_owned);
    let outcome = |text: &str| text.lines().rev().nth(1).map(str::to_owned);
    let again = play(&["--replay", journal], "");
    assert_eq!(outcome(&first), outcome(&again));
    assert_eq!(told(&first), told(&again));
    let written = std::fs::read_to_string(journal).unwrap();
    assert!(written.contains("chosen At whom?: kid-1\n"), "{written}");
    assert!(!written.contains("kid-9"), "{written}");
    // A journal that does not fit is told at the answer.
    let other = written.replacen("die d6", "die d8", 1);
    std::fs::write(journal, other).unwrap();
    let output = transcript(
        "sound",
        &["play", "duel/noon", "--replay", journal, "--quiet"],
    );
    assert!(output.contains("E0541"), "{output}");
}

/// An evening never writes over another one, a picture never over a rule file; a torn last line is left out and told.
#[test]
fn what_is_there_is_not_written_over() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evenings");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let play = |arguments: &[&str]| {
        let game = ["play", "hellion/crossroads", "--quiet"];
        transcript("sound", &[&game[..], arguments].concat())
    };
    let journal = path("first.journal");
    let first = play(&["--seed", "5", "--journal", &journal]);
    assert!(first.ends_with("--- exit 0\n"), "{first}");
    let kept = std::fs::read_to_string(&journal).unwrap();
    // Another evening.
    let second = play(&["--seed", "6", "--journal", &journal]);
    assert!(
        second.contains("E0515") && second.contains("already exists"),
        "{second}"
    );
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), kept);
    // The same one goes on; half of its last line was lost when the program was ended.
    let (whole, last) = kept.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&journal, format!("{whole}\n{}", &last[..last.len() / 2])).unwrap();
    let again = play(&["--replay", &journal, "--journal", &journal]);
    assert!(again.contains("is incomplete and ignored"), "{again}");
    assert!(again.ends_with("--- exit 0\n"), "{again}");
    let longer = std::fs::read_to_string(&journal).unwrap();
    assert!(
        longer.starts_with(whole) && longer.ends_with('\n'),
        "{longer}"
    );
    // More answers than the game has questions.
    std::fs::write(&journal, format!("{kept}{last}\n")).unwrap();
    let more = play(&["--replay", &journal]);
    assert!(more.contains("has one more answer"), "{more}");
    // A file that is no picture.
    let notes = path("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let refused = play(&["--seed", "5", "--journal", &notes]);
    assert!(refused.contains("E0515"), "{refused}");
    let drawn = play(&["--seed", "5", "--svg", &notes]);
    assert!(drawn.contains("E0515"), "{drawn}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "mine");
    let drawn = play(&["--seed", "5", "--svg", &notes, "--force"]);
    assert!(drawn.ends_with("--- exit 0\n"), "{drawn}");
    assert!(std::fs::read_to_string(&notes).unwrap().starts_with("<svg"));
    // Nothing is left beside.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

/// A skirmish of a built-in book comes out the same from its journal, whoever plays.
#[test]
fn a_game_of_a_book_is_replayed_from_its_journal() {
    for who in ["random", "policy"] {
        let journal = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("crossroads-{who}"));
        let journal = journal.to_str().unwrap();
        let (patrol, garrison) = (format!("patrol={who}"), format!("garrison={who}"));
        let game = ["play", "hellion/crossroads", "--quiet"];
        let fresh = [
            "--seed",
            "5",
            "--side",
            &patrol,
            "--side",
            &garrison,
            "--journal",
            journal,
            "--force",
        ];
        let told = |arguments: &[&str]| {
            let whole = transcript("sound", &[&game[..], arguments].concat());
            let (_, told) = whole.split_once('\n').unwrap();
            told.to_owned()
        };
        let first = told(&fresh);
        assert!(first.contains("the game ends"), "{first}");
        assert_eq!(first, told(&["--replay", journal]), "{who}");
    }
}

/// The number of rolls done by then is not known beforehand.
#[test]
fn a_sample_whose_time_is_over_says_so() {
    let question = [
        "sample",
        "too-much",
        "stroll",
        "unit=somebody",
        "--for",
        "0.001s",
    ];
    let text = transcript("odds", &question);
    let said = "of 100,000 rolls were done in 0.001 s";
    assert!(text.contains(said) && text.contains("--- exit 0"), "{text}");
    let json = transcript("odds", &[&question[..], &["--format", "json"]].concat());
    assert!(json.contains("\"wanted\": 100000"), "{json}");
}
