//! Methods beyond the protocol for odds and worked examples, whose results are the documents of the command line.

use sandtable_diagnostic::Diagnostics;
use sandtable_eval::budget::Budget;
use sandtable_eval::policy::Unstated;
use sandtable_present::json::comparison::ComparisonDocument;
use sandtable_present::json::examples::{ExamplesDocument, RulesetRow};
use sandtable_present::json::findings;
use sandtable_present::json::odds::OddsDocument;
use sandtable_present::json::table::TableDocument;
use sandtable_present::json::to_value;
use sandtable_session::any_odds::AnyOdds;
use sandtable_session::distribution::Odds;
use sandtable_session::example_runs::{Chosen, run_examples};
use sandtable_session::library::{QuestionError, RulesetCache};
use sandtable_session::question::{FurtherPiece, Pair, Question, Switch};
use sandtable_session::sampling::Sampling;
use sandtable_session::solve::{Method, Session};
use sandtable_source::SourceMap;
use sandtable_workspace::Effort;
use sandtable_workspace::workers::Alone;
use serde::{Deserialize, Serialize};
use serde_json::{Error, Value};

use super::rpc::Refusal;
use super::{Service, Spot};

/// Maximum number of steps for odds that are computed unasked, in inlay hints and hovers.
const PASSING_STEPS: u64 = 200_000;
/// Maximum number of outcomes in an inlay hint or hover.
const MOST_SHOWN: usize = 8;

/// The parameters of `sandtable/odds`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OddsParams {
    /// A name or a path; for a game, its scenario.
    ruleset: String,
    /// A roll, action, table or formula; `None` for a game.
    ask: Option<String>,
    /// Keys and values as on the command line, `["range", "0..12"]`.
    #[serde(default)]
    given: Vec<(String, String)>,
    /// Further pieces, `scout=rider of second`.
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    options: Vec<(String, String)>,
    #[serde(default)]
    variants: Vec<String>,
    /// Changes that define a second situation, whose odds are compared with the first.
    #[serde(default)]
    compare: Vec<(String, String)>,
    only: Option<String>,
    /// A value at the end, or several.
    track: Option<OneOrMore>,
    condition: Option<String>,
    /// `first` or `random`, for decisions without a stated worth.
    policy: Option<Policy>,
    /// Number of runs to sample, instead of exact odds.
    sample: Option<u64>,
    #[serde(default)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    First,
    Random,
}

/// A text, or a list of texts.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn all(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::More(all) => all,
        }
    }
}

/// The parameters of `sandtable/example`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleParams {
    ruleset: String,
    /// Words of the title; without them all examples are run.
    title: Option<String>,
}

impl OddsParams {
    /// Errors: the syntax of a further piece.
    fn question(&self) -> Result<Question, Refusal> {
        Ok(Question {
            given: pairs(&self.given),
            units: pieces(&self.units)?,
            options: switches(&self.options),
            variants: self.variants.clone(),
            unstated: match self.policy {
                None => Unstated::Refuse,
                Some(Policy::First) => Unstated::First,
                Some(Policy::Random) => Unstated::Random,
            },
            only: self.only.clone(),
            tracks: self.track.clone().map_or_else(Vec::new, OneOrMore::all),
            condition: self.condition.clone(),
            ..Question::new(self.ruleset.clone(), self.ask.clone())
        })
    }

    fn method(&self) -> Method {
        match self.sample {
            None => Method::Exact,
            Some(runs) => Method::Sample(Sampling {
                seed: self.seed,
                runs,
                within: None,
            }),
        }
    }
}

/// Converts keys with values to those of a question.
pub(crate) fn pairs(pairs: &[(String, String)]) -> Vec<Pair> {
    let pairs = pairs.iter();
    pairs
        .map(|(key, value)| Pair {
            key: key.clone(),
            value: value.clone(),
        })
        .collect()
}

/// Converts further pieces to those of a question.
///
/// Errors: one is not of the form `scout=rider of second`.
pub(crate) fn pieces(units: &[String]) -> Result<Vec<FurtherPiece>, Refusal> {
    let piece = |unit: &String| {
        let read = unit.parse::<FurtherPiece>();
        read.map_err(|sentence| {
            Refusal::failed(format!("`{unit}` is not a further unit: {sentence}"))
        })
    };
    units.iter().map(piece).collect()
}

/// Converts names and values of optional rules to switches.
pub(crate) fn switches(options: &[(String, String)]) -> Vec<Switch> {
    let switches = options.iter().map(|(name, value)| Switch {
        name: name.clone(),
        value: value.clone(),
    });
    switches.collect()
}

impl Service {
    /// Computes odds: of one situation, of two situations compared, or of a table of situations.
    ///
    /// Errors: the findings that prevent an answer.
    pub(crate) fn odds(&mut self, asked: &OddsParams) -> Result<Value, Refusal> {
        let (question, changes) = (asked.question()?, pairs(&asked.compare));
        let mut session = Session {
            library: &mut RulesetCache::new(&mut self.workspace),
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget::default(),
            method: asked.method(),
        };
        match session
            .odds_as_asked(&question, &changes)
            .map_err(refusal)?
        {
            AnyOdds::One(odds) => document("odds", OddsDocument::new(&odds)),
            AnyOdds::Both(both) => document("compare", ComparisonDocument::new(&both)),
            AnyOdds::Table(table) => document("table", TableDocument::new(&table, &[])),
        }
    }

    /// Runs worked examples.
    ///
    /// Errors: the ruleset has other errors.
    pub(crate) fn example(&mut self, asked: &ExampleParams) -> Result<Value, Refusal> {
        let analysis = self.workspace.analyse(&asked.ruleset, &[], Effort::None);
        let chosen = Chosen {
            words: asked.title.clone(),
            file: None,
        };
        let Some(runs) = run_examples(&analysis, &chosen, &mut *self.watch) else {
            return Err(refused(analysis.diagnostics(), analysis.sources()));
        };
        let row = RulesetRow::new(&runs, analysis.sources(), None, None);
        document("test", ExamplesDocument::new(vec![row]))
    }

    /// Returns the odds of a roll without required parameters on one line; `None` if it has some, or if the odds would exceed the
    /// budget of steps.
    pub(crate) fn odds_of(&mut self, spot: &Spot, roll: &str) -> Option<String> {
        if spot.analysis.diagnostics().has_errors() {
            return None;
        }
        let mut session = Session {
            library: &mut RulesetCache::new(&mut self.workspace),
            watch: &mut *self.watch,
            workers: &Alone,
            budget: Budget {
                steps: PASSING_STEPS,
                memory: Budget::LEAST_MEMORY,
                ..Budget::default()
            },
            method: Method::Exact,
        };
        let question = Question::new(spot.ruleset.clone(), Some(roll.to_owned()));
        line(&session.odds(&question).ok()?)
    }
}

/// Returns outcomes with their chances on one line.
fn line(odds: &Odds) -> Option<String> {
    if odds.refusal.is_some() || odds.outcomes.len() > MOST_SHOWN {
        return None;
    }
    let rows = odds.outcomes.iter();
    let rows = rows.map(|row| format!("{} {}", row.outcome, row.chance));
    Some(rows.collect::<Vec<_>>().join(" · "))
}

/// Returns a document with its schema.
///
/// Errors: the document cannot be serialised.
pub(crate) fn document(command: &str, body: impl Serialize) -> Result<Value, Refusal> {
    to_value(command, body).map_err(slip)
}

/// Converts the reason why there is no answer to an error of the protocol.
pub(crate) fn refusal(error: QuestionError) -> Refusal {
    match error.findings() {
        Ok((diagnostics, sources)) => refused(&diagnostics, &sources),
        Err(sentence) => Refusal::failed(sentence),
    }
}

/// Returns a refusal with its findings as a document.
pub(crate) fn refused(diagnostics: &Diagnostics, sources: &SourceMap) -> Refusal {
    match findings::document(diagnostics, sources) {
        Ok(found) => Refusal::failed(findings::first_message(diagnostics)).with(found),
        Err(error) => slip(error),
    }
}

/// Returns the internal error about a value that cannot be serialised.
pub(crate) fn slip(error: Error) -> Refusal {
    Refusal::ours(error.to_string())
}
