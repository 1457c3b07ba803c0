//! Questions to the rules of a game on a map of 60 x 40 hexes.

use sandtable::ask::Binding;
use sandtable::board::{Board, GridMap, Layout};
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::ir::{OutputSpec, Program, lower, optimise};
use sandtable::model::RuleBook;
use sandtable::model::board::BoardInstance;
use sandtable::source::{Span, Spanned};
use sandtable::syntax::ast::Literal;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Effort, Workspace};
use std::collections::BTreeMap;
use std::sync::Arc;

const RULES: &str = r#"ruleset patrols "Patrols"
  board hexes

kind side "Side"

kind hex "Hex"
  level   0..5, default 0
  traits  woods, water

kind hexside "Hexside"
  traits  river, wall

kind car "Armoured car"
  speed  1..9

formula drive (unit: car, from: place, to: place) -> 1..9 or none
  if to has water or hexside(from, to) has wall: result none
  if any other: car where other.at is to: result none
  if hexside(from, to) has river: result 4
  result 2 if to has woods or to.level > from.level otherwise 1

formula watched (unit: car, from: place, to: place) -> 1..9 or none
  if to has water: result none
  if any foe: car where foe.side is not unit.side and distance(foe, to) <= 1 hex: result 3
  result 2 if to has woods otherwise 1

formula field (unit: car) = number of spot: place reached by drive(unit) from unit within 9999

formula near-field (unit: car) = number of spot: place reached by drive(unit) from unit within 8

formula watched-field (unit: car) = number of spot: place reached by watched(unit) from unit within 9999

formula sight (unit: car) -> yes or no
  goal = ahead(unit, 90, 15)
  if goal is none: result no
  result not any spot: place between unit and goal where spot has woods and spot.level > 4
"#;

const UNITS: &str = "[car.humber]\nspeed = 4\n\n[side.red]\n\n[side.blue]\n";

/// A rule book and a board to ask it about.
pub(crate) struct Ruled {
    book: Arc<RuleBook>,
    board_instance: BoardInstance,
}

/// A question that can be answered again and again.
pub(crate) struct Question {
    program: Program,
    machine: Machine,
}

impl Ruled {
    /// With woods, hills, lakes and rivers all over the map.
    pub(crate) fn new() -> Self {
        let files = [("patrols.rules", RULES), ("units/cars.toml", UNITS)];
        let mut workspace = Workspace::new(files.into_iter().collect::<Memory>());
        let analysis = workspace.analyse("patrols.rules", &[], Effort::None);
        let findings = analysis.diagnostics();
        assert!(!findings.has_errors(), "{findings:?}");
        let book = analysis.book().clone();
        let board = Board::Grid(GridMap::rectangle(Layout::Pointy, 40, 60).unwrap());
        let field = |name: &str| {
            let at = book.fields.iter().position(|field| field.name == name);
            at.unwrap()
        };
        let n_fields = book.fields.len();
        let row = |hex: usize| {
            let mut row = vec![0; n_fields];
            let shown = super::scattered(hex);
            row[field("woods")] = i32::from(shown.is_multiple_of(5));
            row[field("water")] = i32::from(shown % 17 == 1);
            row[field("level")] = (shown % 3) as i32;
            row
        };
        let plain_side = vec![0; n_fields];
        let mut river = plain_side.clone();
        river[field("river")] = 1;
        let mut sides = BTreeMap::new();
        for hex in (0..board.n_spots()).step_by(7) {
            let (here, there) = (hex as i32, hex as i32 + 1);
            if let Some(side) = board.side(here, there) {
                sides.insert(side, river.clone());
            }
        }
        let board_instance = BoardInstance {
            n_fields,
            places: (0..board.n_spots()).flat_map(row).collect(),
            sides: Arc::new(sides),
            plain_side,
            shapes: Vec::new(),
            cutting: Vec::new(),
            board: Arc::new(board),
        };
        Self {
            book,
            board_instance,
        }
    }

    /// What a formula says of a car among seven others.
    pub(crate) fn question(&self, formula: &str) -> Question {
        let word = |word: &str| Spanned::new(word.to_owned(), Span::nowhere());
        let bindings = [Binding {
            place: vec![word("unit")],
            about: Vec::new(),
            value: Spanned::new(Literal::Word("humber".to_owned()), Span::nowhere()),
        }];
        let mut findings = Diagnostics::default();
        let question = sandtable::ask::ask_question(
            &self.book,
            &word(formula),
            &[],
            &bindings,
            &[],
            &mut findings,
        );
        assert!(!findings.has_errors(), "{findings:?}");
        let mut question = question.unwrap();
        let (at, side) = (
            self.book.at_track().unwrap(),
            self.book.side_track().unwrap(),
        );
        let car = question.arguments[0] as usize;
        let sides: Vec<i32> = (0..)
            .zip(&question.cast)
            .filter(|(_, unit)| Some(unit.kind) == self.book.kind_named("side"))
            .map(|(place, _)| place)
            .collect();
        question.cast[car].starts.push((at, 20 * 60 + 30));
        for number in 1..8 {
            let mut other = question.cast[car].clone();
            other.starts.push((at, 60 * 5 * number + 7 * number));
            other.starts.push((side, sides[1]));
            other.starts.rotate_right(2);
            question.cast.push(other);
        }
        question.board_instance = Some(Arc::new(self.board_instance.clone()));
        let program =
            optimise::run(&lower::run(&self.book, &question, OutputSpec::Outcome).program);
        let machine = Machine::new(&program);
        Question { program, machine }
    }
}

impl Question {
    /// Works it out.
    pub(crate) fn answer(&mut self) -> i32 {
        self.machine.reset(&self.program);
        let pause = self.machine.run(&self.program, &mut Ask, &mut 10_000_000);
        assert_eq!(pause, Pause::Done);
        self.machine.get(self.program.outcome[1])
    }
}
