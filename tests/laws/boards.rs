//! The draft validator finds nothing in games on boards that are well made: movement by costs, sight, windows, choices,
//! parts, turns.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use sandtable::diagnostic::Code;

use crate::harness::{Beside, HERE, checked_texts, drawn};

/// Everything that is found; not what the quick trying leaves for a thorough one.
fn found(rules: &str, units: &str, board: Option<&str>) -> String {
    let beside = Beside {
        units: Some(units),
        board: board.map(|board| (HERE, board)),
        ..Beside::default()
    };
    let (found, sources) = checked_texts("law.rules", rules, beside);
    let all = found.iter().chain(found.notes());
    let told: Vec<_> = all
        .filter(|finding| finding.code != Code::NotFullyChecked)
        .collect();
    match told.is_empty() {
        true => String::new(),
        false => format!("{}\n{rules}", drawn(told.into_iter(), &sources)),
    }
}

/// Symbols of hexes: open, woods, a hill, a lake. All of them are drawn.
const SYMBOLS: [char; 4] = ['.', 'w', 'h', '~'];

fn map(hexes: &[usize], has_river: bool) -> String {
    let mut text = "layout = \"pointy\"\nhexes = \"\"\"\n".to_owned();
    for (row, symbols) in hexes.chunks(4).enumerate() {
        let symbols: Vec<String> = symbols.iter().map(|at| SYMBOLS[*at].to_string()).collect();
        writeln!(text, "{}{}", " ".repeat(8 - row), symbols.join(" ")).unwrap();
    }
    text.push_str("\"\"\"\n\n[legend]\n\".\" = { name = \"Open\" }\nw = { name = \"Woods\", traits = [\"woods\"] }\nh = { name = \"Hill\", level = 2 }\n\"~\" = { name = \"Lake\", traits = [\"water\"] }\n");
    if has_river {
        text.push_str("\n[[side]]\nbetween = [[\"A1\", \"A2\"]]\ntraits = [\"river\"]\n");
    }
    text
}

/// Parts of a game on hexes that may be there or not.
#[derive(Debug, Clone)]
struct Hexes {
    has_river: bool,
    has_levels: bool,
    stacks: bool,
    reacts: bool,
    rallies: bool,
    picks_guns: bool,
    alternates: bool,
}

fn hexes() -> impl Strategy<Value = Hexes> {
    any::<[bool; 7]>().prop_map(|is| Hexes {
        has_river: is[0],
        has_levels: is[1],
        stacks: is[2],
        reacts: is[3],
        rallies: is[4],
        picks_guns: is[5],
        alternates: is[6],
    })
}

/// The first text if something is there, else the second.
fn either<'t>(is: bool, yes: &'t str, no: &'t str) -> &'t str {
    if is { yes } else { no }
}

fn on_hexes(
    game: &Hexes,
    (cost, arc, near): (i32, i32, i32),
    (hits, rally, turns): (i32, i32, i32),
) -> String {
    let level = either(game.has_levels, "  level  0..3, default 0\n", "");
    let side = either(
        game.has_river,
        "\nkind hexside \"Hexside\"\n  traits river\n",
        "",
    );
    let river = either(
        game.has_river,
        "  if hexside(from, to) has river: result 9\n",
        "",
    );
    let climb = either(game.has_levels, " or to.level > from.level", "");
    let stacked = either(
        game.stacks,
        "",
        "  if any other: car where other.at is to: result none\n",
    );
    let gun = either(
        game.picks_guns,
        "  choose gun of firer or none where gun.shots > 0 and range(firer, target) <= gun.reach by firer.side, worth gun.punch\n  if gun is none: stop\n",
        "  gun = first gun of firer where gun.shots > 0 and range(firer, target) <= gun.reach\n  if gun is none: stop\n",
    );
    let reaction = match game.reacts {
        true => format!(
            "
window passing \"A car drives by\" (car: car): in order wake, snap-shot

reaction wake \"Wake up\" (mover: car)
  must at passing
  needs any foe: car where foe.side is not mover.side and distance(foe, mover) <= {near} \"a foe near by\"
  each foe: car where foe.side is not mover.side and distance(foe, mover) <= {near}: set foe.alert to yes

reaction snap-shot \"Snap shot\" (mover: car)
  at passing
  needs any foe: car where foe.side is not mover.side and foe is alert \"somebody awake\"
  once each turn for mover \"not shot at before\"
  worth 1
  if d6 = 6: cancel
"
        ),
        false => String::new(),
    };
    let open = either(game.reacts, "    open passing(unit)\n", "");
    let alert = either(
        game.reacts,
        "  track  alert: yes or no, until end of turn\n",
        "",
    );
    let awake = either(game.reacts, "unit is alert and ", "");
    let rallying = match game.rallies {
        true => format!(
            "    each unit: car where unit.hits > 0\n      if d6 >= {rally}: take 1 from unit.hits\n"
        ),
        false => String::new(),
    };
    let moves = either(
        game.alternates,
        "    alternate unit: car in order of unit.place, lowest first while unit.actions > 0\n      take 1 from unit.actions\n      activate(unit)\n",
        "    each unit: car in order of unit.place, lowest first: activate(unit)\n",
    );
    let actions = either(game.alternates, "  track  actions: 0..2\n", "");
    let given = either(
        game.alternates,
        "    each unit: car: set unit.actions to 2\n",
        "",
    );
    format!(
        "ruleset test \"Test\"
  board hexes
  stands may-stand

kind side \"Side\"

kind game \"Game\"
  track turn: 0..{turns}

kind hex \"Hex\"
{level}  traits woods, water
{side}
kind gun \"Gun\"
  reach  1..12 hexes
  punch  1..6
  track  shots: 0..3, starts 3

kind car \"Car\"
  speed  1..9
  armour 1..6
  guns   list of gun
  track  hits: 0..{hits}
  track  place: 0..20
{alert}{actions}
formula may-stand (unit: car) -> yes or no = not unit.at has water

formula drive (unit: car, from: place, to: place) -> 1..9 or none
  if to has water: result none
{stacked}{river}  result {cost} if to has woods{climb} otherwise 1

fact range \"Range\" (firer: car, target: car): 0..40 hexes
  in play = distance(firer, target)

fact sight \"Line of sight\" (firer: car, target: car): yes or no, default yes
  in play = not any spot: place between firer and target where spot has woods

table needed \"Needed\" (range: 0..40 hexes) -> 2..12
  range | number
  0-2   | 5
  3-6   | 7
  7+    | 9

modifiers fire-bonus \"Bonus\" (firer: car, target: car)
  +1 if in-arc(target, turned(target.facing, 180), {arc}, firer)  \"from behind\"
  -1 per target.hits                                              \"smoke\"

roll to-hit \"To hit\" (firer: car, target: car) -> miss, hit
  hit  when 2d6 + fire-bonus(firer, target) >= needed(range(firer, target))
  miss otherwise

action fire \"Fire\" (firer: car, target: car)
  needs firer.side is not target.side \"an enemy\"
  needs sight(firer, target) \"in sight\"
{gun}  take 1 from gun.shots
  if to-hit(firer, target) is hit and d6 + gun.punch > target.armour: add 1 to target.hits
{reaction}
trigger knocked-out (unit: car)
  when unit.hits reaches {hits}: destroy unit

action move \"Move\" (unit: car)
  choose goal: place reached by drive(unit) from unit within unit.speed or none by unit.side, worth 1 \"where to\"
  if goal is none: stop
  each spot: place along drive(unit) from unit to goal
    set unit.facing to bearing(unit, spot)
    set unit.at to spot
{open}
action activate \"Activate\" (unit: car)
  choose by unit.side \"what it does\"
    \"move\", worth 1: move(unit)
    \"wait\": stop
  may by unit.side \"fire\" if {awake}any foe: car where can fire(unit, foe), worth 2:
    choose target: car where can fire(unit, target) by unit.side, worth target.hits
    fire(unit, target)

sequence battle \"Battle\"
  repeat {turns} times
    turn()

sequence turn \"Turn\"
  phase order-phase \"Order\"
{given}    rank unit: car by unit.speed, highest first, ties d6, into unit.place
  phase move-phase \"Moves\"
{moves}  phase end-phase \"End\"
    add 1 to game.turn
    if game.turn = {turns}: end game
{rallying}"
    )
}

fn on_a_table(reach: i32, near: i32, save: i32, deep: bool, (hits, wavers): (i32, i32)) -> String {
    let nested = either(deep, ", up to 2 deep", "");
    format!(
        "ruleset test \"Test\"
  board inches
  stands may-stand

kind side \"Side\"

kind wood \"Wood\"
  traits thick

kind squad \"Squad\"
  move   1..12
  track  actions: 0..2
  track  hits: 0..{hits}
  track  mood: steady or shaken

formula may-stand (unit: squad) -> yes or no = not any wood: wood where wood has thick and inside(unit, wood)

formula march (unit: squad, from: place, to: place) -> 1..9 or none
  if any wood: wood where wood has thick and (inside(from, wood) or inside(to, wood)): result none
  result 2 if unit.mood is shaken or any wood: wood where inside(to, wood) otherwise 1

fact range \"Range\" (firer: squad, target: squad): 0..99 inches
  in play = distance(firer, target) rounded up

fact cover \"Cover\" (firer: squad, target: squad): yes or no, default no
  in play = any wood: wood where crosses(firer, target, wood) or through(firer, target, wood) rounded up > 1

roll save \"Save\" (unit: squad, covered: yes or no) -> hurt, safe
  safe when d6 + (1 if covered otherwise 0) >= {save} + (1 if unit.mood is shaken otherwise 0)
  hurt otherwise

window shot-at \"Shot at\" (firer: squad, target: squad): one of{nested}, in order duck, shoot-back

reaction duck \"Duck\"
  at shot-at by target.side
  needs target.actions >= 1 \"an action\"
  worth 2
  take 1 from target.actions
  if d6 >= 4: cancel

reaction shoot-back \"Shoot back\"
  at shot-at by target.side
  needs target.actions >= 2 and range(firer, target) <= {near} inches \"two actions, near by\"
  worth 1
  take 2 from target.actions
  if save(firer, cover(target, firer)) is hurt: add 1 to firer.hits

action shoot \"Shoot\" (firer: squad, target: squad)
  needs firer.side is not target.side and range(firer, target) <= {reach} inches \"an enemy within reach\"
  open shot-at(firer, target)
  if save(target, cover(firer, target)) is hurt: add 1 to target.hits

action advance \"Advance\" (unit: squad)
  choose goal: place reached by march(unit) from unit within unit.move or none by unit.side, worth 1 \"where to\"
  if goal is none: stop
  set unit.at to goal

trigger wavers (unit: squad)
  when unit.hits reaches {wavers}: set unit.mood to shaken

trigger gone (unit: squad)
  when unit.hits reaches {hits}: destroy unit

sequence turn \"Turn\"
  phase start-phase \"Start\"
    each unit: squad: set unit.actions to 2
  phase fight-phase \"Fight\"
    alternate unit: squad while unit.actions > 0
      take 1 from unit.actions
      choose by unit.side \"what it does\"
        \"advance\", worth 1: advance(unit)
        \"shoot\" if any foe: squad where can shoot(unit, foe), worth 2:
          choose target: squad where can shoot(unit, target) by unit.side, worth target.hits
          shoot(unit, target)
        \"rest\":
          take 1 from unit.hits
          set unit.mood to steady
  if not any unit: squad where unit.mood is steady: end game
"
    )
}

proptest! {
    #[test]
    fn nothing_is_found_in_a_well_made_game_on_hexes(
        game in hexes(),
        drawn in vec(0..4_usize, 8),
        costs in (2..5_i32, prop_oneof![Just(30), Just(60), Just(90)], 1..4_i32),
        numbers in (2..5_i32, 2..7_i32, 2..9_i32),
    ) {
        let drawn: Vec<usize> = (0..4).chain(drawn).collect();
        let units = "[gun.short]\nreach = 4\npunch = 3\n\n[gun.long]\nreach = 9\npunch = 5\n\n[car.a]\nspeed = 4\narmour = 2\nguns = [\"short\"]\n\n[car.b]\nspeed = 6\narmour = 4\nguns = [\"long\", \"short\"]\n";
        let map = match game.has_levels {
            true => map(&drawn, game.has_river),
            false => map(&drawn, game.has_river).replace(", level = 2", ""),
        };
        let told = found(&on_hexes(&game, costs, numbers), units, Some(&map));
        prop_assert!(told.is_empty(), "{told}\n{map}");
    }

    #[test]
    fn nothing_is_found_in_a_well_made_game_on_a_table(
        reach in 12..48_i32,
        near in 4..12_i32,
        save in 3..6_i32,
        deep in any::<bool>(),
        hits in (3..6_i32, 1..3_i32),
    ) {
        let units = "[squad.a]\nmove = 6\n\n[squad.b]\nmove = 4\n\n[wood.thin]\nbase = 6\n\n[wood.thick]\ntraits = [\"thick\"]\nbase = 4\n";
        let told = found(&on_a_table(reach, near, save, deep, hits), units, None);
        prop_assert!(told.is_empty(), "{told}");
    }
}
