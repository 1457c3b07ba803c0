//! What people wait for: whole tables, whole games, exact odds near the limit, and checks of books.
//!
//! A case is measured in five rounds, in turn with its reference, which is the same written in Rust by hand; where a call takes
//! seconds, in one. The time is that of the processor, for tables and games per question and per game. What a case takes of memory
//! at most is measured in a process of its own. A word on the command line picks the cases whose name has it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    dead_code,
    clippy::needless_range_loop,
    reason = "a benchmark prints, has a clock, may stop at once, and shares code with others"
)]

#[path = "../allocator.rs"]
mod allocator;
#[path = "../by_hand/ambush.rs"]
mod ambush;
#[path = "../ask.rs"]
mod ask;
#[path = "../by_hand/mod.rs"]
mod by_hand;
#[path = "../clock.rs"]
mod clock;
#[path = "../play.rs"]
mod play;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use by_hand::gun;
use clock::{MEMORY, Rounds, nanoseconds, peak_kilobytes, peak_of};
use play::Game;
use sandtable::eval::budget::Budget;
use sandtable::eval::dice::Dice;
use sandtable::eval::exact::odds;
use sandtable::eval::sample::blocks::{Blocks, Choosing, Halt, Trial};
use sandtable::ir::optimise;
use sandtable::session::forward::ForwardModel;
use sandtable::session::library::RulesetCache;
use sandtable::session::question::{Pair, Question};
use sandtable::session::scenario::set_up;
use sandtable::session::solve::{Method, Session};
use sandtable::session::watch::{Unwatched, Watch, Work};
use sandtable::workspace::files::{BuiltIn, Layered, Memory};
use sandtable::workspace::workers::Alone;
use sandtable::workspace::{Effort, Workspace};

const ROUNDS: usize = 5;
/// A call that takes so many nanoseconds is measured once.
const LONG: f64 = 2e9;
/// Nanoseconds of a round of short calls, about.
const ROUND: f64 = 2e8;
/// A table is not waited for longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Steps of one game.
const STEPS: u64 = 50_000_000;
/// Games of one call.
const GAMES: u64 = 8;
/// Games that show that two are the same.
const PROOF: u64 = 64;

/// Does what is measured; gives how many questions or games that were.
type Side = Box<dyn Fn() -> f64>;

struct Case {
    name: &'static str,
    what: &'static str,
    ours: Side,
    reference: Option<Side>,
}

/// Makes a case only when it is measured.
type Making = (&'static str, fn() -> Case);

const CASES: [Making; 17] = [
    ("table-of-kills", || {
        let given = ["firer=*", "target=*", "range=7", "cover=1"];
        grid("table-of-kills", "shots-to-kill", &given, None)
    }),
    ("table-of-hits", || {
        let given = ["firer=*", "target=panther", "range=0..15", "cover=1"];
        grid("table-of-hits", "to-hit", &given, Some("to-hit is hit"))
    }),
    ("outpost", || playout("outpost", "pips/outpost")),
    ("crossroads", || playout("crossroads", "hellion/crossroads")),
    ("ruins", || playout("ruins", "hellion/ruins")),
    ("farm", || playout("farm", "stargrunt-digest/farm")),
    ("ambush", the_ambush),
    ("forward-connect-four", || {
        forward("forward-connect-four", "connect-four/game")
    }),
    ("forward-breakthrough", || {
        forward("forward-breakthrough", "breakthrough/game")
    }),
    ("forward-ambush", || {
        forward("forward-ambush", "stargrunt-digest/ambush")
    }),
    ("shots-to-kill", || {
        let question = "shots-to-kill firer=jagdtiger target=panther range=4";
        first_answer("shots-to-kill", "hex-command-mechanized", question, || {
            gun::b1::<8>(4, 3, 1).len() as f64
        })
    }),
    ("b1", || {
        let question = "b1 firer=attacker target=defender modifier=1";
        first_answer("b1", "benches/cases", question, || {
            gun::b1::<6>(4, 3, 1).len() as f64
        })
    }),
    ("idle-trucks", idle_trucks),
    ("check-stargrunt", || {
        check("check-stargrunt", "stargrunt-digest")
    }),
    ("check-hellion", || check("check-hellion", "hellion")),
    ("check-pips", || check("check-pips", "pips")),
    ("check-hex-command", || {
        check("check-hex-command", "hex-command-mechanized")
    }),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = words.as_slice()
        && flag == MEMORY
    {
        let (_, make) = CASES.iter().find(|(known, _)| known == name).unwrap();
        black_box((make().ours)());
        println!("{}", peak_kilobytes().unwrap_or_default());
        return;
    }
    let wanted = words.into_iter().find(|word| !word.starts_with("--"));
    println!(
        "case               what     ours µs      spread  by hand µs   spread  ratio    peak MB"
    );
    let mut lines = Vec::new();
    for (name, make) in CASES {
        if wanted.as_deref().is_none_or(|wanted| name.contains(wanted)) {
            lines.push(measured(&make()));
        }
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// Measures both sides in turn, prints the row of a case, and gives its line of JSON.
fn measured(case: &Case) -> String {
    let Case { name, what, .. } = case;
    let once = |side: &Side| {
        let units = Cell::new(0.0);
        let time = nanoseconds(|| units.set(side()));
        (time, time / units.get())
    };
    let (time, each) = once(&case.ours);
    let (mut ours, mut theirs) = (vec![each], Vec::new());
    if time < LONG {
        ours.clear();
        let sides = [Some(&case.ours), case.reference.as_ref()];
        let calls = sides.map(|side| side.map_or(0.0, |side| (ROUND / once(side).0).ceil()));
        for _ in 0..ROUNDS {
            for (side, (calls, times)) in sides
                .iter()
                .zip(calls.into_iter().zip([&mut ours, &mut theirs]))
            {
                let Some(side) = side else {
                    continue;
                };
                let all: f64 = (0..calls as u32).map(|_| once(side).1).sum();
                times.push(all / calls);
            }
        }
    }
    let ours = Rounds::new(ours);
    let peak = peak_of(&[name]).unwrap_or_default();
    print!(
        "{name:<18} {what:<8} {:<12.1} {:>4.0} %  ",
        ours.median() / 1e3,
        ours.spread()
    );
    let head = format!(
        "{{\"case\":\"{name}\",\"what\":\"{what}\",\"ours_ns\":{:.0}",
        ours.median()
    );
    let peak_mb = peak as f64 / 1024.0;
    if theirs.is_empty() {
        println!("{:>28} {peak_mb:>9.1}", "-");
        return format!("{head},\"reference_ns\":null,\"ratio\":null,\"peak_kb\":{peak}}}");
    }
    let theirs = Rounds::new(theirs);
    let ratio = ours.median() / theirs.median();
    println!(
        "{:<12.2} {:>4.0} %  {ratio:<8.1} {peak_mb:>7.1}",
        theirs.median() / 1e3,
        theirs.spread()
    );
    format!(
        "{head},\"reference_ns\":{:.0},\"ratio\":{ratio:.2},\"peak_kb\":{peak}}}",
        theirs.median()
    )
}

/// Ends the work when it has taken long enough.
struct Deadline(Instant);

impl Watch for Deadline {
    fn cancelled(&mut self, _work: Work) -> bool {
        self.0.elapsed() > PATIENCE
    }
}

/// A table of odds of the mechanized rulebook, which is checked; per question that was answered.
fn grid(
    name: &'static str,
    entry: &'static str,
    given: &[&str],
    only: Option<&'static str>,
) -> Case {
    let ruleset = "hex-command-mechanized";
    let given: Result<Vec<Pair>, String> = given.iter().map(|pair| pair.parse()).collect();
    let question = Question {
        given: given.unwrap(),
        only: only.map(str::to_owned),
        ..Question::new(ruleset, Some(entry.to_owned()))
    };
    let workspace = RefCell::new(ask::workspace());
    workspace.borrow_mut().analyse(ruleset, &[], Effort::Answer);
    Case {
        name,
        what: "grid",
        ours: Box::new(move || {
            let mut workspace = workspace.borrow_mut();
            let mut session = Session {
                library: &mut RulesetCache::new(&mut workspace),
                watch: &mut Deadline(Instant::now()),
                workers: &Alone,
                budget: Budget::default(),
                method: Method::Exact,
            };
            let table = session.sweep(&question, &[]).unwrap();
            if table.n_open > 0 {
                println!(
                    "{name}: {} of {} questions left open",
                    table.n_open, table.n_questions
                );
            }
            (table.n_questions - table.n_open) as f64
        }),
        reference: None,
    }
}

/// Games that those play who take what is worth most; per game.
fn playout(name: &'static str, scenario: &'static str) -> Case {
    let game = Game::of(scenario);
    let next = Cell::new(0);
    Case {
        name,
        what: "playout",
        ours: Box::new(move || {
            let choosing = game.all(Choosing::Policy);
            let mut blocks = Blocks::new(&game.lowered.program, Trial::Game(&choosing), 1, STEPS);
            let first = next.replace(next.get() + GAMES);
            for number in first..first + GAMES {
                blocks.roll(number, 1, &Halt::default()).unwrap();
            }
            GAMES as f64
        }),
        reference: None,
    }
}

/// Answers by chance, each from a state and into one; per answer.
fn forward(name: &'static str, scenario: &'static str) -> Case {
    let mut workspace = play::workspace();
    let mut cache = RulesetCache::new(&mut workspace);
    let staged = set_up(&mut cache, scenario, &[]).unwrap();
    // What states are played on in borrows the model, so that it stays to the end.
    let model: &'static ForwardModel = Box::leak(Box::new(ForwardModel::new(&staged)));
    let forward = RefCell::new(model.play());
    let (next, largest) = (Cell::new(0), Cell::new(0));
    Case {
        name,
        what: "forward",
        ours: Box::new(move || {
            let mut forward = forward.borrow_mut();
            let (mut dice, mut choice_rng) = (Dice::new(1), Dice::new(2));
            let mut answers = 0.0;
            let first = next.replace(next.get() + GAMES);
            for number in first..first + GAMES {
                dice.set_stream(number);
                choice_rng.set_stream(number);
                let mut state = forward.start().unwrap();
                while let Some(answer) = forward.random(&state, &mut dice, &mut choice_rng) {
                    largest.set(state.size().max(largest.get()));
                    state = forward.after(&state, answer).unwrap().unwrap();
                    answers += 1.0;
                }
            }
            if first == 0 {
                println!("{name}: a state takes {} bytes at most", largest.get());
            }
            answers
        }),
        reference: None,
    }
}

/// The same game by hand; that it is the same is shown by its rolls and its winners.
fn the_ambush() -> Case {
    assert_eq!(
        by_the_book(),
        ambushes_by_hand(),
        "the ambush by hand is another game"
    );
    let next = Cell::new(0);
    Case {
        reference: Some(Box::new(move || {
            let mut dice = Dice::new(1);
            let first = next.replace(next.get() + GAMES);
            for number in first..first + GAMES {
                dice.set_stream(number);
                black_box(ambush::play(&mut dice, &mut ambush::Nobody));
            }
            GAMES as f64
        })),
        ..playout("ambush", "stargrunt-digest/ambush")
    }
}

/// How many games had so many rolls, and the games that each side won.
type Ends = (BTreeMap<u32, u64>, [u64; 2]);

fn by_the_book() -> Ends {
    let game = Game::of("stargrunt-digest/ambush");
    let choosing = game.all(Choosing::Policy);
    let mut blocks = Blocks::new(&game.lowered.program, Trial::Game(&choosing), 1, STEPS);
    for number in 0..PROOF {
        blocks.roll(number, 1, &Halt::default()).unwrap();
    }
    let counted = blocks.take();
    let won = |side: usize| {
        let won = counted.outcomes.iter();
        let won = won.filter(|(outcome, _)| game.winner(outcome) == Some(side));
        won.map(|(_, count)| count).sum()
    };
    let won = [won(0), won(1)];
    (counted.rolls, won)
}

fn ambushes_by_hand() -> Ends {
    #[derive(Default)]
    struct Rolls(u32);

    impl ambush::Witness for Rolls {
        fn rolled(&mut self, _faces: u32, _shown: u32) {
            self.0 += 1;
        }
    }

    let mut dice = Dice::new(1);
    let (mut rolls, mut won) = (BTreeMap::new(), [0; 2]);
    for number in 0..PROOF {
        dice.set_stream(number);
        let mut counted = Rolls::default();
        if let Some(winner) = ambush::play(&mut dice, &mut counted).winner {
            won[winner] += 1;
        }
        *rolls.entry(counted.0).or_default() += 1;
    }
    (rolls, won)
}

/// An exact answer from the checked rulebook on: asked, lowered, optimised, worked out.
fn first_answer(
    name: &'static str,
    ruleset: &str,
    question: &'static str,
    by_hand: fn() -> f64,
) -> Case {
    let book = ask::book(ruleset);
    Case {
        name,
        what: "exact",
        ours: Box::new(move || {
            let program = optimise::run(&ask::compile(&book, question).program);
            black_box(odds(&program, &Budget::default()).unwrap());
            1.0
        }),
        reference: Some(Box::new(move || {
            black_box(by_hand());
            1.0
        })),
    }
}

const IDLE_TRUCKS: &str = r#"
name = "Two idle trucks"
rules = "hellion"
play = "battle"

[facts]
range = 40

[game]
turn-limit = 2

[side.column]
role = "attacker"

[side.block]
role = "defender"

[unit.one]
is = "truck"
side = "column"

[unit.two]
is = "truck"
side = "block"
"#;

/// Two turns of two trucks that do nothing to each other, exactly.
fn idle_trucks() -> Case {
    let mut files = Memory::default();
    files.set("units/hellion/scenarios/trucks.toml", IDLE_TRUCKS);
    let workspace = RefCell::new(Workspace::new(Layered::new(files, BuiltIn)));
    workspace
        .borrow_mut()
        .analyse("hellion", &[], Effort::Answer);
    Case {
        name: "idle-trucks",
        what: "exact",
        ours: Box::new(move || {
            let mut workspace = workspace.borrow_mut();
            let mut session = Session {
                library: &mut RulesetCache::new(&mut workspace),
                watch: &mut Unwatched,
                workers: &Alone,
                budget: Budget::default(),
                method: Method::Exact,
            };
            black_box(
                session
                    .odds(&Question::new("hellion/trucks", None))
                    .unwrap(),
            );
            1.0
        }),
        reference: None,
    }
}

/// A check of a whole rulebook with its units, from memory, as of a draft: its rules are tried.
fn check(name: &'static str, ruleset: &'static str) -> Case {
    let texts = ask::texts(ruleset);
    Case {
        name,
        what: "check",
        ours: Box::new(move || {
            let mut workspace = Workspace::new(texts.clone());
            black_box(workspace.analyse(ruleset, &[], Effort::Quick));
            1.0
        }),
        reference: None,
    }
}
