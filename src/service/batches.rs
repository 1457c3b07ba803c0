//! Methods of our own that take long: many games, and the report on them.

use sandtable_eval::budget::Budget;
use sandtable_present::json::playouts::PlayoutsDocument;
use sandtable_present::json::report::ReportDocument;
use sandtable_session::library::RulesetCache;
use sandtable_session::question::Question;
use sandtable_session::report::{Pace, Report as GamesReport, ReportRequest};
use sandtable_session::sampling::Sampling;
use sandtable_session::solve::{Method, Session};
use sandtable_workspace::workers::Alone;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::answers::{document, refusal};
use super::rpc::Refusal;

/// Number of games unless another is given.
const GAMES: u64 = 1_000;

/// Seconds that a roll and a decision take at a table.
const PACE: Pace = Pace {
    roll: 10.0,
    decision: 15.0,
};

/// The parameters of `sandtable/sample` and `sandtable/report`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesParams {
    /// `RULESET/NAME`, or the path of a scenario.
    scenario: String,
    #[serde(default)]
    variants: Vec<String>,
    /// Sides and their players: `random`, `greedy:8`, `search:200`, `exact`, or `policy`, the player by default.
    #[serde(default)]
    sides: Vec<(String, String)>,
    /// Number of games, or the most if a precision is given.
    games: Option<u64>,
    /// Stops when every share is known to this many percentage points.
    within: Option<f64>,
    #[serde(default)]
    seed: u64,
    /// Values at the end: of a sample those that are counted, of a report those that are compared besides.
    #[serde(default)]
    tracks: Vec<String>,
    /// Whether a report finds the worth of units and options.
    #[serde(default)]
    worth: bool,
    /// Games for each comparison of players of unequal skill in a report.
    #[serde(default)]
    skill: u64,
}

impl GamesParams {
    fn question(&self) -> Question {
        Question {
            variants: self.variants.clone(),
            ..Question::new(self.scenario.clone(), None)
        }
    }

    fn sampling(&self) -> Sampling {
        Sampling {
            seed: self.seed,
            runs: self.games.unwrap_or(GAMES),
            within: self.within,
        }
    }

    fn players(&self) -> Vec<String> {
        let sides = self.sides.iter();
        sides.map(|(side, who)| format!("{side}={who}")).collect()
    }
}

impl Service {
    /// Plays a scenario many times.
    ///
    /// Errors: why it cannot be played, with the findings.
    pub(crate) fn sample(&mut self, asked: &GamesParams) -> Result<Value, Refusal> {
        let sampling = asked.sampling();
        let (question, players) = (asked.question(), asked.players());
        let mut session = Session {
            library: &mut RulesetCache::new(&mut self.workspace),
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget::default(),
            method: Method::Sample(sampling),
        };
        let games = session.play_out(&question, &players, &asked.tracks, None, sampling);
        let games = games.map_err(refusal)?;
        document("sample", PlayoutsDocument::new(&games, None))
    }

    /// Reports on many games of a scenario.
    ///
    /// Errors: why it cannot be played, with the findings.
    pub(crate) fn report(&mut self, asked: &GamesParams) -> Result<Value, Refusal> {
        let found = self.reported(asked)?;
        document("report", ReportDocument::new(&found, None))
    }

    /// Plays the games of a report.
    ///
    /// Errors: why the scenario cannot be played, with the findings.
    pub(crate) fn reported(&mut self, asked: &GamesParams) -> Result<GamesReport, Refusal> {
        let sampling = asked.sampling();
        let request = ReportRequest {
            sides: asked.players(),
            games: sampling.runs,
            seed: sampling.seed,
            within: sampling.within,
            pace: PACE,
            skill: asked.skill,
            has_worth: asked.worth,
            given: None,
            group_by: None,
            changes: Vec::new(),
            tracks: asked.tracks.clone(),
        };
        let mut session = Session {
            library: &mut RulesetCache::new(&mut self.workspace),
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget::default(),
            method: Method::Sample(sampling),
        };
        session.report(&asked.question(), &request).map_err(refusal)
    }
}
