//! What winners and losers had, round by round.

use sandtable_players::observe::GameRecord;

use super::RoundPoint;
use super::analyse::Analysis;
use crate::statistics::{Moments, Share};

/// Maximum number of rounds that are reported.
const MOST_POINTS: u32 = 12;
/// A course of fewer rounds says no more than the parts of the game.
const LEAST_POINTS: usize = 2;
/// Rounds that fewer of the decided games have are left out.
const LEAST_GOING: f64 = 0.05;

impl Analysis<'_> {
    /// A measure of winners and of the best of the others after some rounds, evenly spaced, of the decided games that went on after
    /// them; empty if rounds are not counted or games are too short.
    pub(super) fn round_points(&self, measure: usize, more: bool) -> Vec<RoundPoint> {
        let n_won = self.won().count() as f64;
        let going = |round: u32| self.won().filter(|one| one.n_rounds > round).count() as f64;
        let longest = self.won().map(|one| one.n_rounds).max().unwrap_or(0);
        let mut rounds = 1..longest;
        let Some(last) = rounds.rfind(|round| going(*round) >= LEAST_GOING * n_won) else {
            return Vec::new();
        };
        // Strides are powers of two, so the longest one is a multiple of all others.
        let stride = self.won().map(|one| one.stride).max().unwrap_or(1);
        let step = stride * last.div_ceil(MOST_POINTS * stride);
        let points = (1..=last / step).map(|at| self.point(at * step, measure, more));
        let points: Vec<RoundPoint> = points.collect();
        match points.len() < LEAST_POINTS {
            true => Vec::new(),
            false => points,
        }
    }

    fn point(&self, round: u32, measure: usize, more: bool) -> RoundPoint {
        let mut share = Share::default();
        let mut means = [Moments::default(); 2];
        let mut n_games = 0;
        for record in self.won() {
            let Some(values) = after_round(record, round) else {
                continue;
            };
            let Some((ours, theirs)) = self.compared_in(values, measure, record.verdict, more)
            else {
                continue;
            };
            n_games += 1;
            for (moments, value) in means.iter_mut().zip([ours, theirs]) {
                moments.add(value);
            }
            if ours != theirs {
                share.add((ours > theirs) == more);
            }
        }
        RoundPoint {
            round,
            n_games,
            share,
            means: means.map(|moments| moments.estimate(0.0)),
        }
    }
}

/// The measures at the beginning of the round after this one, if the game went on.
fn after_round(record: &GameRecord, round: u32) -> Option<&[i32]> {
    if record.n_rounds <= round || !round.is_multiple_of(record.stride) {
        return None;
    }
    let at = usize::try_from(round / record.stride).ok()?;
    record.history.get(at)
}
