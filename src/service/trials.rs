//! Methods of our own for a page that shows how a game plays: the report in words, and the value that makes it fair.

use std::str::FromStr;

use sandtable_eval::budget::Budget;
use sandtable_present::json::report_in_words::ReportInWordsDocument;
use sandtable_present::json::tuning::TuningDocument;
use sandtable_session::library::RulesetCache;
use sandtable_session::sampling::Sampling;
use sandtable_session::solve::{Method, Session};
use sandtable_session::tuning::TuningRequest;
use sandtable_session::version::{Variation, Version};
use sandtable_workspace::workers::Alone;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::answers::{document, refusal};
use super::batches::GamesParams;
use super::rpc::Refusal;

/// Number of games of all values unless another is given.
const GAMES: u64 = 10_000;

/// Chance in percent at which a value is sure, unless another is given.
const SURE: f64 = 99.0;

/// The parameters of `sandtable/tune`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TuneParams {
    /// `RULESET/NAME`, or the path of a scenario.
    scenario: String,
    #[serde(default)]
    variants: Vec<String>,
    /// Sides and their players, as for `sandtable/sample`.
    #[serde(default)]
    sides: Vec<(String, String)>,
    /// The variations, each as on the command line: `garrison.men=4..12`.
    vary: Vec<String>,
    /// A condition with its share, or a number with its mean: `winner is blue = 50 %`.
    aim: String,
    /// Maximum number of games of all values together.
    games: Option<u64>,
    /// Chance in percent at which the search ends.
    sure: Option<f64>,
    #[serde(default)]
    seed: u64,
    /// Further values at the end of games.
    #[serde(default)]
    tracks: Vec<String>,
}

impl Service {
    /// Reports on many games of a scenario, in sentences and tables.
    ///
    /// Errors: why it cannot be played, with the findings.
    pub(crate) fn report_in_words(&mut self, asked: &GamesParams) -> Result<Value, Refusal> {
        let found = self.reported(asked)?;
        document("report-in-words", ReportInWordsDocument::new(&found))
    }

    /// Plays several values of a game, and finds the one that is the nearest to an aim.
    ///
    /// Errors: what is asked makes no sense; why the scenario cannot be played, with the findings.
    pub(crate) fn tune(&mut self, asked: &TuneParams) -> Result<Value, Refusal> {
        let sides = asked.sides.iter();
        let games = asked.games.unwrap_or(GAMES);
        let variations = asked.vary.iter().map(|one| read::<Variation>(one));
        let request = TuningRequest {
            version: Version {
                variants: asked.variants.clone(),
                sides: sides.map(|(side, who)| format!("{side}={who}")).collect(),
                ..Version::new(asked.scenario.clone())
            },
            variations: variations.collect::<Result<_, _>>()?,
            aim: read(&asked.aim)?,
            tracks: asked.tracks.clone(),
            seed: asked.seed,
            games,
            sure: asked.sure.unwrap_or(SURE).clamp(50.0, 99.9) / 100.0,
        };
        let mut session = Session {
            library: &mut RulesetCache::new(&mut self.workspace),
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget::default(),
            method: Method::Sample(Sampling {
                seed: asked.seed,
                runs: games,
                within: None,
            }),
        };
        let found = session.tune(&request).map_err(refusal)?;
        document("tune", TuningDocument::new(&found, &asked.tracks, None))
    }
}

/// Reads what is written as on the command line.
///
/// Errors: how it is written.
fn read<T: FromStr<Err = String>>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(Refusal::failed)
}
