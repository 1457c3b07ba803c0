//! Methods of our own: a game, played from one question to the next. Its whole state is its journal, which the client keeps.

use sandtable_present::board_view::Tabletop;
use sandtable_present::picture::{Scene, scene};
use sandtable_present::record_sheet::RecordSheets;
use sandtable_session::game::{Game, Next, Pending, Record, Standing};
use sandtable_session::journal::Journal;
use sandtable_session::library::Shelf;
use sandtable_session::players::Control;
use sandtable_session::scenario::stage;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Service;
use super::answers::{document, refusal};
use super::resolutions::{add, add_places};
use super::rpc::Refusal;

/// The parameters of `sandtable/game`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameParams {
    /// `RULESET/NAME`, or the path of a scenario.
    scenario: String,
    #[serde(default)]
    variants: Vec<String>,
    /// Sides and their players: `person`, `random` or `policy`, which plays unless something else is said.
    #[serde(default)]
    sides: Vec<(String, String)>,
    /// Of the dice of a new game.
    #[serde(default)]
    seed: u64,
    /// Of a game that goes on.
    journal: Option<String>,
    /// The places in the journal of the answers that people gave.
    #[serde(default)]
    people: Vec<usize>,
    /// The answer to the question that is open.
    answer: Option<String>,
    /// Takes back the last answer of a person before anything else.
    #[serde(default)]
    undo: bool,
    /// Says also why lines of modifiers, rows and options do not apply.
    #[serde(default)]
    why: bool,
}

#[derive(Debug, Serialize)]
struct GameDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    seed: u64,
    journal: String,
    people: &'a [usize],
    sides: Vec<SideRow>,
    steps: Vec<StepRow<'a>>,
    next: Value,
    rejected: Option<&'a [String]>,
    board: Option<Scene>,
    sheets: Vec<SheetRow>,
    remark: Option<String>,
}

#[derive(Debug, Serialize)]
struct SideRow {
    name: String,
    title: String,
    player: &'static str,
}

#[derive(Debug, Serialize)]
struct StepRow<'a> {
    depth: usize,
    text: &'a str,
    sections: &'a [String],
    detail: bool,
}

/// The record sheet of a piece.
#[derive(Debug, Serialize)]
struct SheetRow {
    unit: String,
    title: String,
    lines: Vec<String>,
}

impl Service {
    /// Begins a game, or plays on with an answer to the next question for a person.
    ///
    /// Errors: the scenario cannot be played, or the journal cannot be read.
    pub(crate) fn game(&mut self, asked: &GameParams) -> Result<Value, Refusal> {
        let mut shelf = Shelf::new(&mut self.workspace);
        let scenario = stage(&mut shelf, &asked.scenario, &asked.variants).map_err(refusal)?;
        let said = asked.sides.iter();
        let said: Vec<String> = said.map(|(side, who)| format!("{side}={who}")).collect();
        let controls = scenario.controls(&said, Control::Policy).map_err(refusal)?;
        let journal = match &asked.journal {
            None => Journal {
                scenario: asked.scenario.clone(),
                mark: scenario.mark.clone(),
                seed: asked.seed,
                answers: Vec::new(),
            },
            Some(text) => Journal::parse(text).map_err(|(line, why)| {
                Refusal::failed(format!("line {line} of the journal: {why}"))
            })?,
        };
        let remark = scenario.without_map();
        let game = Game::new(scenario, controls.clone(), None, asked.why);
        let mut record = Record::resumed(journal, asked.people.clone());
        if asked.undo {
            record.undo();
        }
        let standing = game.advance(&mut record, asked.answer.as_deref());
        let book = &game.scenario.ruleset.book;
        let (situation, lowered) = (&game.scenario.situation, &game.lowered);
        let table = Tabletop::of(book, situation, lowered);
        let table = table.map(|table| table.shown_to(game.viewer()));
        let sheets = RecordSheets::new(book, situation, lowered).shown_to(game.viewer());
        let units = situation.unit_names(book);
        let n_units = situation.cast.len();
        let sheet = |(at, name): (usize, &String)| {
            let hidden = sheets.hidden(at, &standing.state);
            let title = hidden
                .map(str::to_owned)
                .or_else(|| game.units.get(at).cloned());
            SheetRow {
                // The name of a unit would say which it is.
                unit: hidden.map_or_else(|| name.clone(), |_| String::new()),
                title: title.unwrap_or_default(),
                lines: sheets.lines(at, &standing.state),
            }
        };
        let is_whole = |at: usize| {
            let unit = situation.cast.get(at);
            unit.is_some_and(|unit| unit.owner.is_none() && !unit.is_spare)
        };
        let pieces = units.iter().enumerate().take(n_units);
        let pieces = pieces.filter(|(at, _)| sheets.is_piece(*at) && is_whole(*at));
        let steps = standing.steps.iter().map(|step| StepRow {
            depth: step.depth,
            text: &step.text,
            sections: &step.citations,
            detail: step.is_detail,
        });
        let body = GameDocument {
            scenario: &asked.scenario,
            title: &game.scenario.title,
            seed: record.journal.seed,
            journal: record.journal.text(),
            people: record.by_people(),
            sides: sides(&game, &controls),
            steps: steps.collect(),
            next: next(&standing),
            rejected: standing.rejected.as_deref(),
            board: table.map(|table| scene(&table.picture("", &standing.state, None))),
            sheets: pieces.map(sheet).collect(),
            remark,
        };
        let mut answer = document("game", body)?;
        let sources = &game.scenario.ruleset.sources;
        add_places(&mut answer, &standing.steps, &self.places, sources);
        if let Next::Stopped(reason) = standing.next {
            let stopped = refusal(reason).into_value();
            add(&mut answer, "next", json!({ "stopped": stopped }));
        }
        Ok(answer)
    }
}

/// The event that a game waits for.
fn next(standing: &Standing) -> Value {
    match &standing.next {
        Next::Question(Pending {
            title,
            by,
            answers,
            values,
        }) => json!({
            "question": { "title": title, "by": by, "answers": answers, "values": values }
        }),
        Next::Over(lines) => json!({ "over": lines }),
        Next::Stopped(_) => Value::Null,
    }
}

/// The sides of a game with their players.
fn sides(game: &Game<'_>, controls: &[Control]) -> Vec<SideRow> {
    let (book, situation) = (&game.scenario.ruleset.book, &game.scenario.situation);
    let cast = situation.cast.iter().zip(&game.units).zip(controls);
    let sides = cast.filter(|((unit, _), _)| book.side_kind() == Some(unit.kind));
    sides
        .map(|((unit, title), control)| SideRow {
            name: unit.parameter.clone(),
            title: title.clone(),
            player: match control {
                Control::Person => "person",
                Control::Random => "random",
                Control::Policy => "policy",
                Control::Script => "script",
            },
        })
        .collect()
}
