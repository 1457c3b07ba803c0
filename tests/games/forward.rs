//! The forward model: a game worked by hand, and games by chance as the sampler plays them.

use super::play::{self, Game};
use sandtable::eval::dice::Dice;
use sandtable::eval::forward::{Forward, GameState, Turn};
use sandtable::eval::sample::blocks::{Blocks, Choosing, Halt, Histogram, Trial};
use sandtable::ir::liveness::{blocks_live_at_questions, is_within_reach, live_at_questions};
use sandtable::ir::{Block, NONE, Pc, Reg};
use sandtable::session::forward::ForwardModel;
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;

fn model(scenario: &str) -> ForwardModel {
    let mut workspace = play::workspace();
    let mut cache = RulesetCache::new(&mut workspace);
    ForwardModel::new(&set_up(&mut cache, scenario, &[]).unwrap())
}

fn after(forward: &mut Forward<'_>, state: &GameState, answers: &[i32]) -> GameState {
    let mut state = state.clone();
    for answer in answers {
        state = forward.after(&state, *answer).unwrap().unwrap();
    }
    state
}

/// Squares are numbered along the lines: 0, 1 and 2 above. Crosses in 0, 1 and 2 are a row; noughts meanwhile in 3 and 4.
#[test]
fn a_game_of_tic_tac_toe_is_played_by_hand() {
    let model = model("tic-tac-toe/game");
    let mut forward = model.play();
    let start = forward.start().unwrap();
    assert_eq!(
        forward.answers(&start).unwrap(),
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
    );
    let middle = after(&mut forward, &start, &[0, 3, 1, 4]);
    assert_eq!(forward.answers(&middle).unwrap(), [2, 5, 6, 7, 8]);
    assert_eq!(forward.outcome(&middle), None);

    let Turn::Player(decision, Some(by)) = forward.turn(&middle) else {
        panic!("a player's turn");
    };
    assert_eq!(model.decision(decision).title, "where");
    assert_eq!(model.side_of(by), Some(0));

    let won = after(&mut forward, &middle, &[2]);
    assert_eq!(forward.turn(&won), Turn::Over);
    assert!(forward.answers(&won).unwrap().is_empty());
    assert_eq!(model.winner(&forward.outcome(&won).unwrap()), Some(0));

    // Taken back, crosses go elsewhere, and noughts make their row.
    let lost = after(&mut forward, &middle, &[8, 5]);
    assert_eq!(model.winner(&forward.outcome(&lost).unwrap()), Some(1));

    assert_eq!(forward.after(&middle, 0).unwrap(), None, "it is taken");
    assert_eq!(
        forward.after(&middle, NONE).unwrap(),
        None,
        "one must be chosen"
    );
    assert_eq!(forward.after(&won, 0).unwrap(), None, "it is over");
    let again = after(&mut forward, &start, &[0, 3, 1, 4]);
    assert_eq!(again, middle);
}

/// Roll or hold; after a 6 the turn goes on, after a 1 it is over.
#[test]
fn chance_is_asked_in_pig() {
    let model = model("pig/game");
    let mut forward = model.play();
    let start = forward.start().unwrap();
    assert_eq!(forward.answers(&start).unwrap(), [0, 1]);
    let rolls = after(&mut forward, &start, &[0]);
    assert!(matches!(forward.turn(&rolls), Turn::Roll(_)));
    assert_eq!(forward.answers(&rolls).unwrap(), [1, 2, 3, 4, 5, 6]);
    let chances = forward.chances(&rolls).unwrap();
    assert!(
        chances
            .iter()
            .all(|(_, chance)| (chance - 1.0 / 6.0).abs() < 1e-12)
    );
    assert_eq!(forward.after(&rolls, 7).unwrap(), None);
    assert!(forward.chances(&start).unwrap().is_empty());

    let by = |forward: &mut Forward<'_>, state: &GameState| match forward.turn(state) {
        Turn::Player(_, Some(by)) => model.side_of(by),
        other => panic!("{other:?}"),
    };
    let six = after(&mut forward, &rolls, &[6]);
    assert_eq!(by(&mut forward, &six), Some(0));
    let lost = after(&mut forward, &six, &[0, 1]);
    assert_eq!(by(&mut forward, &lost), Some(1));
    // A turn that is lost at once and one that is held at once leave the same behind.
    let lost = after(&mut forward, &rolls, &[1]);
    assert_eq!(lost, after(&mut forward, &start, &[1]));
}

/// Plays by chance, each answer from a state that was put aside meanwhile; gives what the sampler counts.
fn played_by_states(
    model: &ForwardModel,
    n_outcome: usize,
    games: u64,
    seed: u64,
) -> (Histogram, usize) {
    let mut forward = model.play();
    let (mut dice, mut choice_rng) = (Dice::new(seed), Dice::new(seed ^ u64::MAX));
    let (mut counted, mut largest) = (Histogram::default(), 0);
    for game in 0..games {
        dice.set_stream(game);
        choice_rng.set_stream(game);
        let (mut throws, mut choices) = (0, 0);
        let start = forward.start().unwrap();
        let mut state = start.clone();
        while let Some(answer) = forward.random(&state, &mut dice, &mut choice_rng) {
            match forward.turn(&state) {
                Turn::Player(..) => choices += 1,
                Turn::Roll(_) | Turn::Draw(_) => throws += 1,
                Turn::Over => {}
            }
            largest = largest.max(state.size());
            let next = forward.after(&state, answer).unwrap();
            // Something else is in the memory now.
            forward.answers(&start).unwrap();
            state = next.unwrap();
        }
        // What the author's `value` reads follows it.
        let mut outcome = forward.outcome(&state).unwrap();
        outcome.truncate(n_outcome);
        *counted.outcomes.entry(outcome).or_default() += 1;
        *counted.rolls.entry(throws).or_default() += 1;
        *counted.choices.entry(choices).or_default() += 1;
        counted.runs += 1;
    }
    (counted, largest)
}

fn sampled(game: &Game, games: u64, seed: u64) -> Histogram {
    let choosing = game.all(Choosing::Random);
    let course = Trial::Game(&choosing);
    let mut blocks = Blocks::new(&game.lowered.program, course, seed, 50_000_000);
    for number in 0..games {
        blocks.roll(number, 1, &Halt::default()).unwrap();
    }
    blocks.take()
}

/// The same seed gives the same games, whether they are played at one go or from state to state. A state is small.
fn assert_as_sampled(scenario: &str, games: u64, bytes: usize) {
    let game = Game::of(scenario);
    let n_outcome = game.lowered.program.outcome.len();
    let (by_states, largest) = played_by_states(&model(scenario), n_outcome, games, 7);
    assert_eq!(by_states, sampled(&game, games, 7), "{scenario}");
    assert!(largest <= bytes, "{scenario}: {largest} bytes");
}

#[test]
fn states_play_on_as_the_sampler_does() {
    assert_as_sampled("tic-tac-toe/game", 50, 100);
    assert_as_sampled("connect-four/game", 20, 300);
    assert_as_sampled("breakthrough/game", 3, 300);
    assert_as_sampled("einstein/game", 20, 150);
    assert_as_sampled("pig/game", 20, 60);
}

#[test]
fn states_of_a_book_play_on_as_the_sampler_does() {
    assert_as_sampled("stargrunt-digest/ambush", 2, 1_500);
    assert_as_sampled("hellion/ruins", 1, 2_000);
}

/// Programs that are too large to be analysed at one go are analysed in parts of 256 registers; these have 944 and some 8,000.
#[test]
fn liveness_is_the_same_in_blocks() {
    for scenario in ["connect-four/game", "pips/outpost"] {
        let program = Game::of(scenario).lowered.program;
        assert!(is_within_reach(&program) && program.n_registers > 512);
        let in_blocks = blocks_live_at_questions(&program).into_iter();
        let regs_of = |block: Block| (block.first.0..block.first.0 + block.n).map(Reg);
        let in_blocks =
            in_blocks.map(|(at, blocks)| (at, blocks.into_iter().flat_map(regs_of).collect()));
        let in_blocks: Vec<(Pc, Vec<Reg>)> = in_blocks.collect();
        assert_eq!(in_blocks, live_at_questions(&program), "{scenario}");
    }
}

/// Played to the end at one go from a state in the midst of a game: the mean result is that of the games that go through it.
#[test]
fn a_game_is_played_out_from_a_state() {
    let model = model("tic-tac-toe/game");
    let mut forward = model.play();
    let start = forward.start().unwrap();
    // Crosses in 0 and 1, noughts in 3 and 4: crosses win at once in 2, else noughts in 5 with the same chance of one in four, and so on.
    let middle = after(&mut forward, &start, &[0, 3, 1, 4]);
    let (mut dice, mut choice_rng) = (Dice::new(1), Dice::new(2));
    let mut won = [0.0; 2];
    for _ in 0..4_000 {
        let outcome = forward
            .play_out(&middle, &mut dice, &mut choice_rng)
            .unwrap();
        if let Some(winner) = model.winner(&outcome) {
            won[winner] += 1.0 / 4_000.0;
        }
    }
    let exact = [
        by_hand(&[0, 1], &[3, 4], true),
        by_hand(&[0, 1], &[3, 4], false),
    ];
    for (share, exact) in won.iter().zip(exact) {
        assert!((share - exact).abs() < 0.03, "{won:?}, {exact:?}");
    }
}

/// The chance that crosses or noughts win, all squares that are left as likely; crosses move if both have as many.
fn by_hand(crosses: &[i32], noughts: &[i32], for_crosses: bool) -> f64 {
    const ROWS: [[i32; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let has_row = |marks: &[i32]| {
        ROWS.iter()
            .any(|row| row.iter().all(|at| marks.contains(at)))
    };
    if has_row(crosses) || has_row(noughts) {
        return f64::from(has_row(crosses) == for_crosses);
    }
    let free: Vec<i32> = (0..9)
        .filter(|at| !crosses.contains(at) && !noughts.contains(at))
        .collect();
    let chances = free.iter().map(|at| match crosses.len() == noughts.len() {
        true => by_hand(&[crosses, &[*at]].concat(), noughts, for_crosses),
        false => by_hand(crosses, &[noughts, &[*at]].concat(), for_crosses),
    });
    chances.sum::<f64>() / free.len().max(1) as f64
}
