//! `next`, `done`, `nothing` and `stop` in loops within loops.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::brute_force::{Rolls, assert_odds};

/// Effect of one face of the die.
#[derive(Debug, Clone, Copy)]
enum Does {
    Nothing,
    Next,
    Done,
    Stop,
    Add(i32),
}

impl Does {
    fn text(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Next => "next".to_owned(),
            Self::Done => "done".to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Add(n) => format!("add {n} to unit.tally"),
        }
    }
}

/// Exit from a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    AtItsEnd,
    ByNext,
    ByDone,
    ByStop,
}

/// The head of a loop: its line, and how often its block runs.
#[derive(Debug, Clone, Copy)]
enum Head {
    Repeat(i32),
    Count(i32),
    Down(i32),
    Each(bool),
}

/// The pieces on the table.
const N_PIECES: i32 = 2;

impl Head {
    fn line(self, depth: usize) -> String {
        match self {
            Self::Repeat(n) => format!("repeat {n} times"),
            Self::Count(n) => format!("count n{depth} from 1 to {n}"),
            Self::Down(n) => format!("count n{depth} from {n} to 1"),
            Self::Each(false) => format!("each u{depth}: piece"),
            Self::Each(true) => {
                format!("each u{depth}: piece in order of u{depth}.worth, highest first")
            }
        }
    }

    fn rounds(self) -> i32 {
        match self {
            Self::Repeat(n) | Self::Count(n) | Self::Down(n) => n,
            Self::Each(_) => N_PIECES,
        }
    }
}

/// A loop: what the faces of a d3 do, a loop inside of it, and what is added behind that.
#[derive(Debug, Clone)]
struct Loop {
    head: Head,
    faces: Vec<Does>,
    inner: Option<Box<Loop>>,
    adds: i32,
}

impl Loop {
    fn print(&self, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        writeln!(text, "{indent}{}", self.head.line(depth)).unwrap();
        writeln!(text, "{indent}  depending on d3").unwrap();
        for (face, does) in (1..).zip(&self.faces) {
            writeln!(text, "{indent}    {face}: {}", does.text()).unwrap();
        }
        if let Some(inner) = &self.inner {
            inner.print(depth + 1, text);
        }
        writeln!(text, "{indent}  add {} to unit.tally", self.adds).unwrap();
    }

    fn play(&self, rolls: &mut Rolls, tally: &mut i32) -> Left {
        for _ in 0..self.head.rounds() {
            match self.round(rolls, tally) {
                Left::AtItsEnd | Left::ByNext => {}
                Left::ByDone => break,
                Left::ByStop => return Left::ByStop,
            }
        }
        Left::AtItsEnd
    }

    fn round(&self, rolls: &mut Rolls, tally: &mut i32) -> Left {
        match self.faces[rolls.die(3) as usize - 1] {
            Does::Nothing => {}
            Does::Next => return Left::ByNext,
            Does::Done => return Left::ByDone,
            Does::Stop => return Left::ByStop,
            Does::Add(n) => *tally += n,
        }
        if let Some(inner) = &self.inner
            && inner.play(rolls, tally) == Left::ByStop
        {
            return Left::ByStop;
        }
        *tally += self.adds;
        Left::AtItsEnd
    }
}

fn a_loop() -> impl Strategy<Value = Loop> {
    let head = || {
        prop_oneof![
            (1..3_i32).prop_map(Head::Repeat),
            (1..3_i32).prop_map(Head::Count),
            (2..3_i32).prop_map(Head::Down),
            any::<bool>().prop_map(Head::Each),
        ]
    };
    let does = || {
        select(
            [
                Does::Nothing,
                Does::Next,
                Does::Done,
                Does::Stop,
                Does::Add(1),
                Does::Add(3),
            ]
            .as_slice(),
        )
    };
    let inner = (head(), vec(does(), 3), 1..4_i32).prop_map(|(head, faces, adds)| Loop {
        head,
        faces,
        inner: None,
        adds: adds * 10,
    });
    let inner = prop::option::weighted(0.6, inner.prop_map(Box::new));
    (head(), vec(does(), 3), inner, 1..4_i32).prop_map(|(head, faces, inner, adds)| Loop {
        head,
        faces,
        inner,
        adds: adds * 100,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn loops_are_left_as_by_hand(loops in a_loop()) {
        let mut rules = "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  worth  0..9\n  track  tally: 0..9999\n\n\
                         action go \"Go\" (unit: piece)\n  work(unit)\n  report unit.tally\n\n\
                         action work \"Work\" (unit: piece)\n".to_owned();
        loops.print(1, &mut rules);
        rules.push_str(
            "  add 5 to unit.tally\n\nexample \"Go\"\n  given   unit = one\n  units   other = two\n  run     go\n  dice    1\n  expect  unit.tally = 0\n",
        );
        let units = "[piece.one]\nworth = 1\n\n[piece.two]\nworth = 2\n";
        assert_odds(&rules, Some(units), |rolls| {
            let mut tally = 0;
            if loops.play(rolls, &mut tally) != Left::ByStop {
                tally += 5;
            }
            vec![tally]
        });
    }
}
