//! A game that is played from one question to the next, as programs read it.

use sandtable_explain::trace::ShownStep;
use sandtable_session::game::{Game, Next, Pending, Record, Standing};
use serde::Serialize;
use serde_json::{Error, Value};

use super::findings;
use super::steps::{StepRow, n_left_out};
use crate::board_view::Tabletop;
use crate::picture::Scene;
use crate::record_sheet::RecordSheets;
use crate::story::ALL_STEPS_OF_A_GAME;

/// The document of `sandtable/game`: a game so far, as the side sees it to which it is shown.
#[derive(Debug, Serialize)]
pub struct GameDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    seed: u64,
    journal: String,
    people: &'a [usize],
    sides: Vec<SideRow<'a>>,
    steps: Vec<GameStepRow<'a>>,
    steps_before: usize,
    steps_left_out: usize,
    steps_in_all: usize,
    next: NextRow<'a>,
    rejected: Option<&'a [String]>,
    board: Option<Scene>,
    sheets: Vec<SheetRow>,
    remark: Option<String>,
}

#[derive(Debug, Serialize)]
struct SideRow<'a> {
    name: &'a str,
    title: &'a str,
    player: String,
}

/// A step with what a picture of it needs.
#[derive(Debug, Serialize)]
struct GameStepRow<'a> {
    #[serde(flatten)]
    row: StepRow<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

/// The event that a game waits for: a record with one field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum NextRow<'a> {
    Question(QuestionRow<'a>),
    Over(&'a [String]),
    Stopped(StoppedRow),
}

#[derive(Debug, Serialize)]
struct QuestionRow<'a> {
    title: &'a str,
    by: Option<&'a str>,
    answers: &'a [String],
    values: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct StoppedRow {
    message: String,
    findings: Option<Value>,
}

/// The record sheet of a piece.
#[derive(Debug, Serialize)]
struct SheetRow {
    unit: String,
    title: String,
    lines: Vec<String>,
}

impl<'a> GameDocument<'a> {
    /// Describes a game at a question, at its end, or where it cannot go on, by an excerpt of its steps behind the first
    /// `steps_before`.
    ///
    /// Errors: a slip of our own.
    pub fn new(
        game: &'a Game<'_>,
        record: &'a Record,
        standing: &'a Standing,
        steps: &[ShownStep<'a>],
        steps_before: usize,
    ) -> Result<Self, Error> {
        let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
        let table = Tabletop::of(book, situation, &game.lowered);
        let table = table.map(|table| table.shown_to(game.viewer()));
        Ok(Self {
            scenario: &record.journal.scenario,
            title: &game.scenario.title,
            seed: record.journal.seed,
            journal: record.journal.text(),
            people: record.by_people(),
            sides: sides(game),
            steps: step_rows(game, steps),
            steps_before,
            steps_left_out: n_left_out(steps),
            steps_in_all: standing.steps().len(),
            next: NextRow::new(&standing.next)?,
            rejected: standing.rejected.as_deref(),
            board: table.map(|table| Scene::new(&table.picture("", standing.state(), None))),
            sheets: sheets(game, standing.state()),
            remark: game.scenario.without_map(),
        })
    }
}

impl<'a> NextRow<'a> {
    fn new(next: &'a Next) -> Result<Self, Error> {
        Ok(match next {
            Next::Question(Pending {
                title,
                by,
                answers,
                values,
            }) => Self::Question(QuestionRow {
                title,
                by: by.as_deref(),
                answers,
                values: values.as_deref(),
            }),
            Next::Over(lines) => Self::Over(lines),
            Next::Stopped(reason) => Self::Stopped(match reason.findings() {
                Ok((diagnostics, sources)) => StoppedRow {
                    message: findings::first_message(&diagnostics).to_owned(),
                    findings: Some(findings::document(&diagnostics, &sources)?),
                },
                Err(sentence) => StoppedRow {
                    message: sentence.to_owned(),
                    findings: None,
                },
            }),
        })
    }
}

/// The steps of an excerpt, with the pieces on the board that each is about.
fn step_rows<'a>(game: &Game<'_>, steps: &[ShownStep<'a>]) -> Vec<GameStepRow<'a>> {
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let names = situation.unit_names(book);
    let board = situation.board_instance.as_deref();
    // What a part does, its bearer does.
    let bearer = |unit: &u32| {
        let unit = *unit as usize;
        let bearer = situation.cast.get(unit)?.owner.unwrap_or(unit);
        names.get(bearer).cloned()
    };
    let rows = StepRow::excerpt(steps, ALL_STEPS_OF_A_GAME).into_iter();
    rows.zip(steps)
        .map(|(row, shown)| {
            let step = match shown {
                ShownStep::Step(step) => Some(*step),
                ShownStep::LeftOut(_) => None,
            };
            // A step that a short account leaves out shows nothing on the board, unless a piece goes.
            let shown = step.filter(|step| !step.is_detail || step.to.is_some());
            let units = shown.map_or(&[][..], |step| &step.units);
            let to = step.and_then(|step| step.to).zip(board);
            GameStepRow {
                row,
                units: units.iter().filter_map(bearer).collect(),
                to: to.map(|(place, board)| board.board.name(place)),
            }
        })
        .collect()
}

/// The sides with their players.
fn sides<'a>(game: &'a Game<'_>) -> Vec<SideRow<'a>> {
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let cast = situation.cast.iter().zip(&game.units).zip(game.controls());
    let sides = cast.filter(|((unit, _), _)| book.side_kind() == Some(unit.kind));
    sides
        .map(|((unit, title), control)| SideRow {
            name: &unit.parameter,
            title,
            player: control.to_string(),
        })
        .collect()
}

/// The record sheets of whole pieces; the parts of each are on its sheet.
fn sheets(game: &Game<'_>, state: &[i32]) -> Vec<SheetRow> {
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let sheets = RecordSheets::new(book, situation, &game.lowered).shown_to(game.viewer());
    let names = situation.unit_names(book);
    let cast = situation.cast.iter().zip(&game.units).zip(names);
    let pieces = cast.enumerate().filter(|(at, ((unit, _), _))| {
        sheets.is_piece(*at) && unit.owner.is_none() && !unit.is_spare
    });
    pieces
        .map(|(at, ((_, title), name))| {
            // The name of a hidden unit would say which it is.
            let (unit, title) = match sheets.hidden(at, state) {
                Some(kind) => (String::new(), kind.to_owned()),
                None => (name, title.clone()),
            };
            SheetRow {
                unit,
                title,
                lines: sheets.lines(at, state),
            }
        })
        .collect()
}
