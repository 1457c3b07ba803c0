//! A choice never depends on what the side cannot see.

use sandtable::eval::dice::Dice;
use sandtable::eval::knowledge::{canonical, determinise, interchangeable, permute, view};
use sandtable::eval::machine::Pause;
use sandtable::eval::offer::Offer;
use sandtable::eval::simulator::{Driver, Simulator, Snapshot};
use sandtable::ir::{PoolId, Program};
use sandtable::players::game::{GameModel, STEPS};
use sandtable::players::search::Searcher;
use sandtable::players::spec::{NoTimer, SearchBudget};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

use super::Open;

/// Each side plays one of three cards of its hand, unseen by the other until then; the higher wins a trick. Aces in the pack are
/// worth waiting for, so that what the other side holds matters.
const RULES: &str = include_str!("trick/rules/trick/trick.rules");

const UNITS: &str = include_str!("trick/units/trick/trick.toml");

fn model() -> GameModel {
    model_of(RULES)
}

fn model_of(rules: &str) -> GameModel {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/trick/trick.rules", rules);
    workspace.set("units/trick/trick.toml", UNITS);
    workspace.set(
        "units/trick/scenarios/hand.toml",
        "rules = \"trick\"\nplay = \"game\"\n",
    );
    let mut shelf = RulesetCache::new(&mut workspace);
    match set_up(&mut shelf, "trick/hand", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// Deals, and stops at a choice after some.
struct Dealing {
    dice: Dice,
    left: u32,
}

impl Driver for Dealing {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        Some(self.dice.roll_pool(program.pool(pool)))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        if !offer.decision.is_drawn {
            self.left = self.left.checked_sub(1)?;
        }
        offer.draw(&mut self.dice)
    }
}

/// The choice after `n_choices` others in a game of a seed.
fn asked(model: &GameModel, seed: u64, n_choices: u32) -> Snapshot {
    let mut simulator = Simulator::new(&model.lowered.program, STEPS);
    let mut dealing = Dealing {
        dice: Dice::new(seed),
        left: n_choices,
    };
    let pause = simulator.run(&mut dealing);
    assert!(matches!(pause, Pause::Choose(_)), "{pause:?}");
    simulator.machine().clone()
}

fn chooser(model: &GameModel, asked: &Snapshot) -> usize {
    model
        .chooser(asked.offer(&model.lowered.program).unwrap())
        .unwrap()
}

#[test]
fn search_chooses_alike_in_states_that_look_alike() {
    let model = model();
    let mut n_other = 0;
    for seed in 1..9 {
        for n_choices in 0..3 {
            let asked = asked(&model, seed, n_choices);
            let seat = chooser(&model, &asked);
            let viewer = model.side(seat).unwrap();
            let known = view(&model.lowered, &asked.registers, viewer);
            let choose = |registers: Vec<i32>| {
                let state = Snapshot {
                    registers,
                    ..asked.clone()
                };
                let mut searcher = Searcher::new(&model, seat, &NoTimer);
                searcher.begin(seed, 0);
                let answer = searcher
                    .choose(&state, SearchBudget::Playouts(40), 1)
                    .unwrap();
                let values: Vec<String> = searcher
                    .candidates()
                    .iter()
                    .map(|one| format!("{} {} {}", one.answer, one.playouts, one.value()))
                    .collect();
                (answer, values)
            };
            let chosen = choose(asked.registers.clone());
            let mut dice = Dice::new(seed);
            for _ in 0..6 {
                let other = determinise(&model.lowered, &asked.registers, viewer, &mut dice);
                assert_eq!(view(&model.lowered, &other, viewer), known);
                n_other += u32::from(other != asked.registers);
                assert_eq!(choose(other), chosen, "seed {seed}, choice {n_choices}");
            }
        }
    }
    assert!(n_other > 50, "only {n_other} states differ");
}

/// The control: a player that could see the other hand would not always choose alike. Without redrawing, the state of each playout
/// is the real one, so its result depends on the hidden cards.
#[test]
fn states_that_look_alike_do_differ_in_what_follows() {
    let model = model();
    let asked = asked(&model, 3, 0);
    let viewer = model.side(chooser(&model, &asked)).unwrap();
    let mut dice = Dice::new(1);
    let mut results = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let other = determinise(&model.lowered, &asked.registers, viewer, &mut dice);
        let mut simulator = Simulator::new(&model.lowered.program, STEPS);
        simulator.load_registers(asked.pc, &other);
        let mut dealing = Dealing {
            dice: Dice::new(7),
            left: 20,
        };
        simulator.run(&mut dealing);
        results.insert(format!("{:?}", model.verdict(simulator.machine())));
    }
    assert!(results.len() > 1, "{results:?}");
}

#[test]
fn states_that_look_alike_have_one_canonical_form() {
    let model = model();
    for seed in 1..20 {
        let asked = asked(&model, seed, 1);
        let viewer = model.side(chooser(&model, &asked)).unwrap();
        let form = |state: &[i32]| {
            let groups = interchangeable(&model.lowered, state, viewer);
            let image = canonical(&model.lowered, state, &groups);
            permute(&model.lowered, state, &image)
        };
        let mut dice = Dice::new(seed);
        let first = form(&asked.registers);
        for _ in 0..10 {
            let other = determinise(&model.lowered, &asked.registers, viewer, &mut dice);
            assert_eq!(form(&other), first);
        }
    }
}

/// The game with advice for both sides.
fn with_advice(line: &str) -> GameModel {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/trick/trick.rules", RULES);
    workspace.set("rules/trick/advice.policy", format!("policy\n  {line}\n"));
    workspace.set("units/trick/trick.toml", UNITS);
    workspace.set(
        "units/trick/scenarios/hand.toml",
        "rules = \"trick\"\nplay = \"game\"\n",
    );
    let mut shelf = RulesetCache::new(&mut workspace);
    match set_up(&mut shelf, "trick/hand", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// The options of the choice at which a machine stopped with what they are worth, units by their places in the canonical order of what the side
/// knows.
fn worths(model: &GameModel, asked: &Snapshot, viewer: usize) -> Vec<(i32, Option<i32>)> {
    let offer = asked.offer(&model.lowered.program).unwrap();
    let groups = interchangeable(&model.lowered, &asked.registers, viewer);
    let image = canonical(&model.lowered, &asked.registers, &groups);
    let is_of_units = offer.decision.options == sandtable::ir::Options::Units;
    let label = |option: i32| match usize::try_from(option) {
        Ok(unit) if is_of_units => i32::try_from(image[unit]).unwrap(),
        _ => option,
    };
    let options = offer.options();
    let mut worths: Vec<_> = options.map(|one| (label(one), offer.worth(one))).collect();
    worths.sort_unstable();
    worths
}

/// Plays a game by policy, and at each choice compares what its options are worth with what they would be worth in states that look alike to the
/// side. Such a state is made at the question before, and played up to the choice; it counts if it still looks alike there. Returns how many
/// differed from the game, and the titles of the questions whose worths did not agree.
fn looked_at(model: &GameModel, seed: u64) -> (u32, Vec<String>) {
    let lowered = &model.lowered;
    let program = &lowered.program;
    let mut simulator = Simulator::new(program, STEPS);
    let mut other = Simulator::new(program, STEPS);
    let (mut dice, mut deal) = (Dice::new(seed), Dice::new(seed ^ 0xdea1));
    let mut before: Option<(Snapshot, i32)> = None;
    let (mut n_other, mut told) = (0, Vec::new());
    loop {
        let pause = simulator.run(&mut Open);
        let now = simulator.machine().clone();
        let answer = match pause {
            Pause::Roll(pool) => dice.roll_pool(program.pool(pool)),
            Pause::Choose(_) => {
                let offer = now.offer(program).unwrap();
                let viewer = model.chooser(offer).and_then(|seat| model.side(seat));
                if let (Some((asked, given)), Some(viewer)) = (&before, viewer)
                    && offer.decision.has_worth
                    && !offer.decision.is_drawn
                {
                    let groups = interchangeable(lowered, &asked.registers, viewer);
                    let image = sandtable::eval::knowledge::shuffle(lowered, &groups, &mut deal);
                    let state = permute(lowered, &asked.registers, &image);
                    let of_units = asked.offer(program).is_some_and(|offer| {
                        offer.decision.options == sandtable::ir::Options::Units
                    });
                    let mapped = match usize::try_from(*given) {
                        Ok(unit) if of_units => i32::try_from(image[unit]).unwrap(),
                        _ => *given,
                    };
                    other.load_registers(asked.pc, &state);
                    other.answer(mapped);
                    other.run(&mut Open);
                    let seen = other.machine();
                    let looks_alike = seen.pc == now.pc
                        && view(lowered, &seen.registers, viewer)
                            == view(lowered, &now.registers, viewer);
                    if looks_alike && seen.registers != now.registers {
                        n_other += 1;
                        if worths(model, seen, viewer) != worths(model, &now, viewer) {
                            told.push(offer.decision.title.clone());
                        }
                    }
                }
                match offer.decision.is_drawn {
                    true => offer.draw(&mut dice),
                    false => offer.best().or_else(|| offer.draw(&mut dice)),
                }
                .unwrap()
            }
            Pause::Done | Pause::Fault(_) => return (n_other, told),
            Pause::Judge(_) => panic!("{pause:?}"),
        };
        before = Some((now, answer));
        simulator.answer(answer);
    }
}

/// Advice of the books and of a worked game reads only what its side knows.
#[test]
fn the_worth_of_an_option_does_not_tell_what_is_hidden() {
    let mut n_other = 0;
    let models = [
        (
            "a trick by rank",
            with_advice("in lay \"card\", worth laid.rank"),
        ),
        ("the starter with cards", super::model_of_starter("cards")),
    ];
    for (scenario, model) in &models {
        for seed in 0..3 {
            let (others, told) = looked_at(model, seed);
            assert!(told.is_empty(), "{scenario}, seed {seed}: {told:?}");
            n_other += others;
        }
    }
    assert!(n_other > 20, "only {n_other} states differ");
}

/// The control: a policy that reads the cards of the other hand is told.
#[test]
fn a_worth_that_reads_the_other_hand_is_told() {
    let model = with_advice(
        "in lay \"card\", worth laid.rank if (any other: card where other.pile is hand and other.side is not side and other.rank > 6) otherwise 0 - laid.rank",
    );
    let told: Vec<String> = (0..8).flat_map(|seed| looked_at(&model, seed).1).collect();
    assert!(!told.is_empty());
}

/// Each side has a pack of its own: the unknown cards of one side are exchanged among themselves, those of both packs never.
#[test]
fn cards_of_two_decks_are_not_mistaken_for_each_other() {
    let shared = model();
    let own = RULES.replace("pack, copies", "pack for each side, copies");
    assert_ne!(own, RULES);
    let own = model_of(&own);
    let groups_of = |model: &GameModel| {
        let asked = asked(model, 1, 0);
        let viewer = model.side(chooser(model, &asked)).unwrap();
        interchangeable(&model.lowered, &asked.registers, viewer).len()
    };
    assert_eq!(groups_of(&shared), 1);
    assert_eq!(groups_of(&own), 2);
}
