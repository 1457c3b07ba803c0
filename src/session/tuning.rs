//! A number to a game: which of several values makes it fair, found by playing.
//!
//! Every value is played in rounds that double. After each, a value that is hardly ever the nearest to the aim is dropped (a race, after
//! Maron and Moore 1994), so that most games go to values that are hard to tell apart. Values have different dice: what matters is how far
//! each is from the aim, and the same dice would move all of them to the same side.

use std::str::FromStr;

use sandtable_eval::dice::Dice;
use sandtable_source::decimal;

use super::answer::between;
use super::library::QuestionError;
use super::series::{LENGTHS, Seeding, Series, SideInfo, ValueType, indicator, number};
use super::solve::Session;
use super::statistics::{Estimate, Moments, Share};
use super::version::{Change, Variation, Version};
use super::watch::Work;

/// Maximum number of combinations of values.
pub const MOST_VALUES: usize = 64;
/// Games of each value in the first round.
const FIRST_ROUND: u64 = 64;
/// A value whose chance to be the nearest is lower is played no more.
const HOPELESS: f64 = 0.002;
/// Draws that find out how likely each value is the nearest.
const N_DRAWS: u32 = 4_000;
/// Distance of the dice of two values.
const APART: u64 = 1 << 40;

/// Request for a value.
#[derive(Debug, Clone)]
pub struct TuningRequest {
    /// The game.
    pub version: Version,
    /// The values.
    pub variations: Vec<Variation>,
    /// The aim.
    pub aim: Aim,
    /// Further values at the end of games.
    pub tracks: Vec<String>,
    /// Seed of the dice.
    pub seed: u64,
    /// Maximum number of games of all values.
    pub games: u64,
    /// Stops when one value is the nearest with this chance.
    pub sure: f64,
}

/// `winner is blue = 50 %`, `game.turn = 6`
#[derive(Debug, Clone, PartialEq)]
pub struct Aim {
    /// A condition, or a number at the end of a game.
    pub value: String,
    /// Share of the games in percent, or the mean.
    pub wanted: f64,
    /// Whether a share is wanted.
    pub is_share: bool,
}

impl FromStr for Aim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let why = || "write a condition and its share, `winner is blue = 50 %`, or a number and its mean, `game.turn = 6`";
        let (value, wanted) = text.rsplit_once('=').ok_or_else(why)?;
        let (number, is_share) = match wanted.trim().strip_suffix('%') {
            Some(number) => (number.trim(), true),
            None => (wanted.trim(), false),
        };
        let wanted = decimal(number).ok_or_else(why)?;
        let is_possible = !is_share || (0.0..=100.0).contains(&wanted);
        match value.trim() {
            "" => Err(why().to_owned()),
            value if is_possible => Ok(Self {
                value: value.to_owned(),
                wanted,
                is_share,
            }),
            _ => Err("a share lies between 0 and 100 %".to_owned()),
        }
    }
}

/// Values, and which of them is the nearest to the aim.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// As it was named.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The sides, by seat.
    pub sides: Vec<SideInfo>,
    /// The aim.
    pub aim: Aim,
    /// Seed of the dice.
    pub seed: u64,
    /// Games of all values.
    pub n_games: u64,
    /// Whether the time limit or the maximum number of games ended the search before one value was sure.
    pub is_cut: bool,
    /// The values, in order.
    pub values: Vec<TunedValue>,
    /// The place of the nearest.
    pub best: Option<usize>,
    /// Whether the aim lies in the interval of the nearest.
    pub is_reached: bool,
    /// Sentences about what was assumed.
    pub assumed: Vec<String>,
}

/// A value, or a combination of values.
#[derive(Debug, Clone)]
pub struct TunedValue {
    /// As written.
    pub changes: Vec<Change>,
    /// Number of games.
    pub n_games: u64,
    /// Games that failed.
    pub n_failed: u64,
    /// Event of the first game that failed.
    pub failure: Option<String>,
    /// The reason why it cannot be played, if it cannot.
    pub error: Option<String>,
    /// The share in percent, or the mean; `None` if no game has it.
    pub found: Option<Estimate>,
    /// Chance that it is the nearest of all.
    pub nearest: f64,
    /// Whether it was dropped before the end.
    pub is_dropped: bool,
    /// Lengths of games: what, and the mean.
    pub lengths: Vec<(&'static str, Estimate)>,
    /// Share of games that each side wins, by seat.
    pub winners: Vec<Share>,
    /// Means or shares of the further values, in order.
    pub tracks: Vec<Option<Estimate>>,
}

/// A value in the race.
struct Runner {
    changes: Vec<Change>,
    series: Option<Series>,
    error: Option<String>,
    failure: Option<String>,
    found: Moments,
    lengths: [Moments; 3],
    winners: Vec<Share>,
    tracks: Vec<Moments>,
    n_games: u64,
    n_failed: u64,
    nearest: f64,
    is_dropped: bool,
}

impl Session<'_> {
    /// Finds the value that is the nearest to an aim.
    ///
    /// Errors: no value can be played; the aim makes no sense.
    pub fn tune(&mut self, request: &TuningRequest) -> Result<Tuning, QuestionError> {
        let combinations = Variation::combinations(&request.variations, MOST_VALUES)?;
        let values: Vec<String> = std::iter::once(request.aim.value.clone())
            .chain(request.tracks.iter().cloned())
            .collect();
        // What is wrong with the game itself is reported as such.
        let plain = Series::set_up(self.library, &request.version, &values)?;
        let is_condition = plain.value_type(0) == ValueType::Condition;
        if is_condition != request.aim.is_share || plain.value_type(0) == ValueType::Words {
            let sentence = match plain.value_type(0) {
                ValueType::Condition => "a condition has a share: `winner is blue = 50 %`",
                ValueType::Number { .. } => "a number has a mean, without `%`: `game.turn = 6`",
                ValueType::Words => "only conditions and numbers can be aimed at",
            };
            return Err(QuestionError::Incomplete(sentence.to_owned()));
        }
        let mut runners: Vec<Runner> = Vec::new();
        let mut first_error = None;
        for changes in combinations {
            let series = Series::set_up(self.library, &request.version.with(&changes), &values);
            let runner = Runner::new(changes, request.tracks.len());
            runners.push(match series {
                Ok(series) => Runner {
                    winners: vec![Share::default(); series.sides.len()],
                    series: Some(series),
                    ..runner
                },
                // A name that names nothing is wrong for all values.
                Err(QuestionError::Incomplete(sentence)) => {
                    self.library.overlay(Vec::new());
                    return Err(QuestionError::Incomplete(sentence));
                }
                Err(error) => {
                    let words = words_of(&error);
                    first_error.get_or_insert(error);
                    Runner {
                        error: Some(words),
                        ..runner
                    }
                }
            });
        }
        self.library.overlay(Vec::new());
        if let (Some(error), true) = (first_error, runners.iter().all(|one| one.series.is_none())) {
            return Err(error);
        }
        let is_cut = self.race(request, &mut runners);
        Ok(tuning(request, &plain, &runners, is_cut))
    }

    /// Plays in rounds until one value is sure; returns whether something ended it before.
    fn race(&mut self, request: &TuningRequest, runners: &mut [Runner]) -> bool {
        let mut n_played = 0;
        let mut target = FIRST_ROUND;
        let is_running = |runner: &Runner| runner.series.is_some() && !runner.is_dropped;
        self.watch.begin(Work::Sample, 1);
        let is_cut = loop {
            let n_running = runners.iter().filter(|one| is_running(one)).count() as u64;
            let left = request.games.saturating_sub(n_played) / n_running.max(1);
            if n_running == 0 || left == 0 {
                break n_running > 0;
            }
            let mut is_ended = false;
            for (at, runner) in (0..).zip(runners.iter_mut()) {
                if !is_running(runner) {
                    continue;
                }
                let to = target.min(runner.n_games + left);
                let seeding = Seeding::Streams(request.seed.wrapping_add(APART.wrapping_mul(at)));
                let n_wanted = to - runner.n_games;
                let n = runner.play(seeding, to, self, [n_played, request.games]);
                n_played += n;
                is_ended |= n < n_wanted;
                if is_ended {
                    break;
                }
            }
            judge(runners, &request.aim, request.seed);
            let best = runners.iter().map(|one| one.nearest).fold(0.0, f64::max);
            if is_ended {
                break best < request.sure;
            }
            if best >= request.sure {
                break false;
            }
            for runner in runners.iter_mut() {
                runner.is_dropped |= runner.nearest < HOPELESS;
            }
            target *= 2;
        };
        self.watch.end();
        is_cut
    }
}

impl Runner {
    fn new(changes: Vec<Change>, n_tracks: usize) -> Self {
        Self {
            changes,
            series: None,
            error: None,
            failure: None,
            found: Moments::default(),
            lengths: Default::default(),
            winners: Vec::new(),
            tracks: vec![Moments::default(); n_tracks],
            n_games: 0,
            n_failed: 0,
            nearest: 0.0,
            is_dropped: false,
        }
    }

    /// Plays up to a number of games; returns how many.
    fn play(
        &mut self,
        seeding: Seeding,
        to: u64,
        session: &mut Session<'_>,
        progress: [u64; 2],
    ) -> u64 {
        let Some(series) = &self.series else {
            return 0;
        };
        let games = self.n_games..to;
        let played = series.play(seeding, games, session.workers, session.watch, progress);
        let n = played.len() as u64;
        self.n_games += n;
        let types: Vec<ValueType> = (0..=self.tracks.len())
            .map(|at| series.value_type(at))
            .collect();
        let measured = |value_type: ValueType, value: i32| match value_type {
            ValueType::Condition => Some(100.0 * indicator(value)?),
            ValueType::Number { parts_of_one } => number(value, parts_of_one),
            ValueType::Words => None,
        };
        for game in played {
            let game = match game {
                Ok(game) => game,
                Err(failure) => {
                    self.n_failed += 1;
                    self.failure
                        .get_or_insert_with(|| series.failure_words(failure));
                    continue;
                }
            };
            for (moments, value) in self.lengths.iter_mut().zip(game.length.measures()) {
                moments.add(value);
            }
            for (seat, share) in self.winners.iter_mut().enumerate() {
                share.add(game.verdict.has_won(seat));
            }
            let all = std::iter::once(&mut self.found).chain(&mut self.tracks);
            for ((moments, value), of) in all.zip(&game.values).zip(&types) {
                if let Some(value) = measured(*of, *value) {
                    moments.add(value);
                }
            }
        }
        n
    }

    /// The mean and its standard error, of a share as if one more game had met the condition and one had not.
    fn normal(&self, is_share: bool) -> Option<(f64, f64)> {
        let n = self.found.count();
        if n < 1.0 {
            return None;
        }
        let mean = self.found.mean();
        Some(match is_share {
            true => {
                let share = (mean / 100.0 * n + 1.0) / (n + 2.0);
                let error = (share * (1.0 - share) / (n + 3.0)).sqrt();
                (100.0 * share, 100.0 * error)
            }
            false => (mean, (self.found.variance() / n).sqrt()),
        })
    }

    fn estimate(&self, is_share: bool) -> Option<Estimate> {
        let n = self.found.count();
        (n > 0.0).then(|| match is_share {
            true => share_estimate(&self.found),
            false => self.found.estimate(0.0),
        })
    }
}

/// A share in percent with Wilson's interval.
fn share_estimate(moments: &Moments) -> Estimate {
    let n = moments.count();
    let count = (moments.mean() / 100.0 * n).round() as u64;
    let (low, high) = between(count, n as u64);
    Estimate {
        mean: moments.mean(),
        low,
        high,
    }
}

/// Finds the chance of each value to be the nearest: draws a true share or mean of each from its normal distribution, again and again.
fn judge(runners: &mut [Runner], aim: &Aim, seed: u64) {
    let normals: Vec<Option<(f64, f64)>> = runners
        .iter()
        .map(|one| one.normal(aim.is_share).filter(|_| !one.is_dropped))
        .collect();
    let mut dice = Dice::new(seed ^ 0x7475_6e65);
    let mut counts = vec![0_u32; runners.len()];
    for _ in 0..N_DRAWS {
        let mut best: Option<(f64, usize)> = None;
        for (at, normal) in normals.iter().enumerate() {
            let Some((mean, error)) = normal else {
                continue;
            };
            let distance = (mean + error * deviate(&mut dice) - aim.wanted).abs();
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, at));
            }
        }
        if let Some(count) = best.and_then(|(_, at)| counts.get_mut(at)) {
            *count += 1;
        }
    }
    for (runner, count) in runners.iter_mut().zip(counts) {
        runner.nearest = f64::from(count) / f64::from(N_DRAWS);
    }
}

/// A number of the standard normal distribution (Box and Muller 1958).
fn deviate(dice: &mut Dice) -> f64 {
    const FACES: u32 = 1 << 24;
    let mut uniform = || (f64::from(dice.face(FACES)) + 0.5) / f64::from(FACES);
    let (radius, angle) = (uniform(), uniform());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

fn tuning(request: &TuningRequest, plain: &Series, runners: &[Runner], is_cut: bool) -> Tuning {
    let aim = &request.aim;
    let values: Vec<TunedValue> = runners
        .iter()
        .map(|one| TunedValue {
            changes: one.changes.clone(),
            n_games: one.n_games,
            n_failed: one.n_failed,
            error: one.error.clone(),
            failure: one.failure.clone(),
            found: one.estimate(aim.is_share),
            nearest: one.nearest,
            is_dropped: one.is_dropped,
            lengths: LENGTHS
                .iter()
                .zip(&one.lengths)
                .filter(|(_, moments)| moments.count() > 0.0)
                .map(|(what, moments)| (*what, moments.estimate(0.0)))
                .collect(),
            winners: one.winners.clone(),
            tracks: one
                .tracks
                .iter()
                .enumerate()
                .map(|(at, moments)| {
                    let is_share = plain.value_type(at + 1) == ValueType::Condition;
                    (moments.count() > 0.0).then(|| match is_share {
                        true => share_estimate(moments),
                        false => moments.estimate(0.0),
                    })
                })
                .collect(),
        })
        .collect();
    let best = (0..values.len())
        .filter(|at| values.get(*at).is_some_and(|one| one.found.is_some()))
        .max_by(|a, b| {
            let nearest = |at: &usize| values.get(*at).map_or(0.0, |one| one.nearest);
            // The first of equals.
            nearest(a).total_cmp(&nearest(b)).then(b.cmp(a))
        });
    let found = best.and_then(|at| values.get(at)?.found);
    let mut assumed = Vec::new();
    if !plain.is_reproducible() {
        assumed.push("a budget in seconds depends on the machine".to_owned());
    }
    Tuning {
        scenario: request.version.scenario.clone(),
        title: plain.title.clone(),
        sides: plain.sides.clone(),
        aim: aim.clone(),
        seed: request.seed,
        n_games: runners.iter().map(|one| one.n_games).sum(),
        is_cut,
        best,
        is_reached: found.is_some_and(|one| (one.low..=one.high).contains(&aim.wanted)),
        values,
        assumed,
    }
}

/// The first error in one clause.
fn words_of(error: &QuestionError) -> String {
    match error.findings() {
        Ok((diagnostics, _)) => {
            let mut all = diagnostics.iter();
            all.next().map_or_else(String::new, |finding| {
                let label = finding.labels.first().map(|label| label.text.as_str());
                match label.filter(|text| !text.is_empty()) {
                    Some(label) => format!("{} ({label})", finding.message),
                    None => finding.message.to_string(),
                }
            })
        }
        Err(sentence) => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Aim, Dice, deviate};

    #[test]
    fn aims_are_read() {
        let aim: Aim = "winner is blue = 50 %".parse().unwrap();
        assert_eq!(
            (aim.value.as_str(), aim.wanted, aim.is_share),
            ("winner is blue", 50.0, true)
        );
        let aim: Aim = "blue.points = 3 = 20%".parse().unwrap();
        assert_eq!(
            (aim.value.as_str(), aim.wanted, aim.is_share),
            ("blue.points = 3", 20.0, true)
        );
        let aim: Aim = "game.turn=6.5".parse().unwrap();
        assert_eq!(
            (aim.value.as_str(), aim.wanted, aim.is_share),
            ("game.turn", 6.5, false)
        );
        for text in [
            "winner is blue",
            "= 50 %",
            "game.turn = many",
            "winner is blue = 120 %",
        ] {
            assert!(text.parse::<Aim>().is_err(), "{text}");
        }
    }

    /// By hand: mean 0 and variance 1; of 20,000 the mean has an error of 0.007 and the variance one of 0.01.
    #[test]
    fn deviates_are_normal() {
        let mut dice = Dice::new(1);
        let all: Vec<f64> = (0..20_000).map(|_| deviate(&mut dice)).collect();
        let mean = all.iter().sum::<f64>() / 20_000.0;
        let variance = all.iter().map(|one| one * one).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.035, "{mean}");
        assert!((variance - 1.0).abs() < 0.05, "{variance}");
    }
}
