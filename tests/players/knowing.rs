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

/// Each side plays one of three cards of its hand, unseen by the other until then; the higher wins a trick. Aces in the pack are
/// worth waiting for, so that what the other side holds matters.
const RULES: &str = include_str!("trick/rules/trick/trick.rules");

const UNITS: &str = include_str!("trick/units/trick/trick.toml");

fn model() -> GameModel {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/trick/trick.rules", RULES);
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
