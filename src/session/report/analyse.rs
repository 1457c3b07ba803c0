//! Records of games to a report.

use std::collections::BTreeMap;

use sandtable_eval::wording::ending_words;
use sandtable_ir::{NO_WINNER, NONE, Note, NoteId, Op, OutcomePart, together};
use sandtable_players::game::{GameModel, Verdict};
use sandtable_players::observe::{GameRecord, Tallies};
use sandtable_players::spec::PlayerSpec;
use sandtable_source::Span;

use super::plan::Measure;
use super::run::Played;
use super::versions::Seeds;
use super::{
    Ending, FailedGame, First, Lead, Length, PlaceUse, Report, ReportRequest, Separator, SideInfo,
    Unused, notable, usage,
};
use crate::players::unplayable;
use crate::playouts::summary;
use crate::question::Question;
use crate::scenario::Scenario;
use crate::statistics::{Moments, Share};

/// A quantity separates winners from losers only if it differs in this share of the decided games.
const DIFFERS: f64 = 0.2;
/// A game with fewer snapshots has no course.
const LEAST_SNAPSHOTS: usize = 3;
/// Number of quantities that are reported.
const MOST_SEPARATORS: usize = 12;
/// The parts of a game at which quantities are compared.
const PARTS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// A number that is read off a game.
type Measured<'a> = &'a dyn Fn(&GameRecord) -> f64;

/// An outcome, and the place of the statement that ended the game.
type EndingKey = (Vec<i32>, Option<Span>);

/// Games, and what is needed to say what they were about.
pub(super) struct Analysis<'a> {
    pub(super) scenario: &'a Scenario<'a>,
    pub(super) question: &'a Question,
    pub(super) request: &'a ReportRequest,
    pub(super) model: &'a GameModel,
    /// By seat.
    pub(super) players: &'a [PlayerSpec],
    pub(super) measures: &'a [Measure],
    pub(super) rounds: &'a [NoteId],
    pub(super) played: &'a [Played],
    pub(super) tallies: &'a Tallies,
    pub(super) seeds: &'a Seeds,
}

impl Analysis<'_> {
    pub(super) fn report(&self) -> Report {
        let n_games = self.played.len() as u64;
        let separators = self.separators();
        let decides = |measure: usize| self.measures.get(measure).is_some_and(|one| one.decides);
        let mut leading: Vec<_> = separators.iter().collect();
        leading.sort_by_key(|(measure, _)| !decides(*measure));
        let mut leading = leading.into_iter();
        let leading = leading.find(|(measure, one)| self.is_lasting(*measure, one));
        let lead = leading.and_then(|(measure, one)| self.lead(*measure, one));
        let decisions = usage::decisions(self.model, self.scenario, self.tallies, n_games);
        Report {
            scenario: self.question.ruleset.clone(),
            title: self.scenario.title.clone(),
            sides: self.sides(),
            seed: self.request.seed,
            n_games,
            wanted: Some(self.seeds.count(self.request.games))
                .filter(|wanted| n_games < *wanted && self.request.within.is_none()),
            assumed: self.assumed(),
            winners: (0..self.model.n_seats())
                .map(|seat| self.share(|verdict| verdict.has_won(seat)))
                .collect(),
            together: self.share(|verdict| matches!(verdict, Verdict::Together(_))),
            drawn: self.share(|verdict| verdict == Verdict::Drawn),
            endings: self.endings(),
            lengths: self.lengths(),
            round: self.rounds.first().and_then(|note| self.rule_of(*note)),
            notable: notable::of(self, leading.map(|(measure, _)| *measure)),
            lead,
            separators: separators.into_iter().map(|(_, one)| one).collect(),
            first: self.first(),
            unused: self.unused(&decisions),
            decisions,
            worths: Vec::new(),
            given: None,
            groups: None,
            comparison: None,
            n_pairs: 0,
            skill: Vec::new(),
            luck: None,
            places: self.places(n_games),
            is_simultaneous: self.is_simultaneous(),
            failures: self.failures(),
            board: self
                .scenario
                .situation
                .map
                .clone()
                .zip(self.scenario.situation.board_instance.clone()),
            sources: self.scenario.ruleset.sources.clone(),
        }
    }

    /// Iterates over the games that completed, with their seeds.
    pub(super) fn records(&self) -> impl Iterator<Item = (u64, &GameRecord)> {
        let played = (0..).zip(self.played);
        played.filter_map(|(game, one)| Some((self.seeds.at(game), one.as_ref().ok()?)))
    }

    fn share(&self, counts: impl Fn(Verdict) -> bool) -> Share {
        let records = self.records();
        let count = records.filter(|(_, one)| counts(one.verdict)).count() as u64;
        Share {
            count,
            of: self.played.len() as u64,
        }
    }

    fn sides(&self) -> Vec<SideInfo> {
        let seats = self.players.iter().enumerate();
        let sides = seats.filter_map(|(seat, player)| {
            let at = self.model.side(seat)?;
            let unit = self.scenario.situation.cast.get(at)?;
            Some(SideInfo {
                name: unit.parameter.clone(),
                title: unit.title.clone(),
                player: self.scenario.player_name(at, player),
            })
        });
        sides.collect()
    }

    fn assumed(&self) -> Vec<String> {
        let mut assumed: Vec<String> = self.scenario.without_map().into_iter().collect();
        let pace = self.request.pace;
        assumed.push(format!(
            "minutes count {} s for a roll and {} s for a decision",
            pace.roll, pace.decision
        ));
        if !self.model.can_end() {
            assumed.push("the rules never end the game, so nobody wins".to_owned());
        }
        let is_timed = |side: &SideInfo| side.player.ends_with('s');
        if self.sides().iter().any(is_timed) {
            assumed.push(
                "a budget in seconds depends on the machine: other machines play other games"
                    .to_owned(),
            );
        }
        assumed
    }

    /// The name of the rule to which a note belongs, and the place of its statement.
    pub(super) fn rule_of(&self, note: NoteId) -> Option<(String, Span)> {
        let program = &self.model.lowered.program;
        let mut ops = program.ops.iter().zip(&program.origins);
        let (_, origin) =
            ops.find(|(op, _)| matches!(op, Op::Note { note: known } if *known == note))?;
        let rule = program.rules.get(origin.rule as usize)?;
        Some((rule.name.clone(), origin.span))
    }

    /// The requirement that is not met at the note of a refusal, if it is in words.
    fn requirement(&self, note: NoteId) -> Option<&str> {
        let note = self.model.lowered.program.notes.get(note.0 as usize);
        if let Some(Note::Refused { why }) = note {
            return Some(why.as_str()).filter(|why| !why.is_empty());
        }
        None
    }

    /// Whether sides choose in a block `at the same time`.
    fn is_simultaneous(&self) -> bool {
        let mut decisions = self.model.lowered.program.decisions.iter();
        decisions.any(|one| one.is_simultaneous && !one.is_drawn)
    }

    fn endings(&self) -> Vec<Ending> {
        let units = self.scenario.situation.unit_titles();
        let parts = [OutcomePart::Refused, OutcomePart::Ended];
        let mut counts: BTreeMap<EndingKey, (u64, Option<NoteId>, Verdict)> = BTreeMap::new();
        for (_, record) in self.records() {
            let verdict = record.verdict;
            let units = verdict.winners().filter_map(|seat| self.model.side(seat));
            let ended = match verdict {
                Verdict::Won(_) | Verdict::Together(_) => together(units),
                Verdict::Drawn => NO_WINNER,
                Verdict::Unended | Verdict::Refused => NONE,
            };
            let refused = i32::from(verdict == Verdict::Refused);
            let rule = record.ended_by.and_then(|note| self.rule_of(note));
            let place = rule.map(|(_, span)| span);
            let key = (vec![refused, ended], place);
            let entry = counts.entry(key).or_insert((0, record.ended_by, verdict));
            entry.0 += 1;
        }
        let of = self.played.len() as u64;
        let endings = counts
            .into_iter()
            .map(|((outcome, _), (count, note, verdict))| Ending {
                winners: verdict.winners().collect(),
                words: match note.and_then(|note| self.requirement(note)) {
                    Some(why) => format!("refused: this needs {why}"),
                    None => ending_words(&parts, &outcome, &units),
                },
                rule: note.and_then(|note| self.rule_of(note)),
                share: Share { count, of },
            });
        let mut endings: Vec<Ending> = endings.collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.share.count));
        endings
    }

    /// Minutes at a table.
    pub(super) fn minutes(&self, record: &GameRecord) -> f64 {
        let pace = self.request.pace;
        (f64::from(record.n_rolls) * pace.roll + f64::from(record.n_choices) * pace.decision) / 60.0
    }

    fn lengths(&self) -> Vec<Length> {
        let has_rounds = !self.rounds.is_empty();
        let measures: [(&'static str, Measured<'_>); 5] = [
            ("rounds", &|record| f64::from(record.n_rounds)),
            ("turns", &|record| f64::from(record.n_turns)),
            ("decisions", &|record| f64::from(record.n_choices)),
            ("rolls", &|record| f64::from(record.n_rolls)),
            ("minutes", &|record| self.minutes(record)),
        ];
        let measures = measures
            .into_iter()
            .filter(|(what, _)| has_rounds || *what != "rounds");
        let lengths = measures.filter_map(|(what, of)| {
            let mut moments = Moments::default();
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            for (_, record) in self.records() {
                moments.add(of(record));
                *counts.entry(of(record).round() as i64).or_default() += 1;
            }
            Some(Length {
                what,
                summary: summary(counts.into_iter(), 1)?,
                mean: moments.estimate(0.0),
            })
        });
        lengths.collect()
    }

    /// The measures at a part of a game.
    fn snapshot<'r>(&self, record: &'r GameRecord, part: f64) -> Option<&'r [i32]> {
        // A game without a course has nothing but its end.
        if part < 1.0 && record.history.len() < LEAST_SNAPSHOTS {
            return None;
        }
        let last = record.history.len().checked_sub(1)?;
        let at = (part * last as f64).round() as usize;
        record.history.get(at)
    }

    /// A measure of a side at a part of a game.
    pub(super) fn value(
        &self,
        record: &GameRecord,
        measure: usize,
        seat: usize,
        part: f64,
    ) -> Option<f64> {
        let values = self.snapshot(record, part)?;
        let value = values.get(measure * self.model.n_seats() + seat)?;
        Some(f64::from(*value))
    }

    /// The most that a winner has of a measure, and the most of the others; or the least of both.
    fn compared(
        &self,
        record: &GameRecord,
        measure: usize,
        part: f64,
        more: bool,
    ) -> Option<(f64, f64)> {
        self.compared_in(self.snapshot(record, part)?, measure, record.verdict, more)
    }

    /// The same in a snapshot.
    pub(super) fn compared_in(
        &self,
        snapshot: &[i32],
        measure: usize,
        verdict: Verdict,
        more: bool,
    ) -> Option<(f64, f64)> {
        let n_seats = self.model.n_seats();
        let of_seats = snapshot.get(measure * n_seats..(measure + 1) * n_seats)?;
        let best = |won: bool| {
            let of_seats = of_seats.iter().enumerate();
            let side = of_seats.filter(move |(seat, _)| verdict.has_won(*seat) == won);
            let values = side.map(|(_, value)| *value);
            match more {
                true => values.max(),
                false => values.min(),
            }
        };
        Some((f64::from(best(true)?), f64::from(best(false)?)))
    }

    /// The games that a side has won, or several together.
    pub(super) fn won(&self) -> impl Iterator<Item = &GameRecord> {
        let all = self.records().map(|(_, record)| record);
        all.filter(|record| record.verdict.is_won())
    }

    /// As [`Self::won`], of games long enough for a course.
    fn with_course(&self) -> impl Iterator<Item = &GameRecord> {
        self.won()
            .filter(|record| record.history.len() >= LEAST_SNAPSHOTS)
    }

    /// Quantities by how well they tell winners from losers at half time, with the numbers of their measures.
    fn separators(&self) -> Vec<(usize, Separator)> {
        let mut found: Vec<(f64, usize, Separator)> = Vec::new();
        for (measure, known) in self.measures.iter().enumerate() {
            let both = [true, false].map(|more| self.separator(measure, known, more));
            let both = both.into_iter().flatten();
            let best = both.max_by(|(a, _), (b, _)| a.total_cmp(b));
            if let Some((score, separator)) = best.filter(|(score, _)| *score > 0.0) {
                found.push((score, measure, separator));
            }
        }
        found.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        found.truncate(MOST_SEPARATORS);
        let found = found.into_iter().map(|(_, measure, mut one)| {
            one.rounds = self.round_points(measure, one.more);
            (measure, one)
        });
        found.collect()
    }

    fn separator(&self, measure: usize, known: &Measure, more: bool) -> Option<(f64, Separator)> {
        let mut at = [Share::default(); 4];
        let mut means = [[Moments::default(); 2]; 4];
        let mut n_won = 0;
        for record in self.won() {
            n_won += 1;
            for ((part, share), means) in PARTS.iter().zip(&mut at).zip(&mut means) {
                let Some((ours, theirs)) = self.compared(record, measure, *part, more) else {
                    continue;
                };
                for (moments, value) in means.iter_mut().zip([ours, theirs]) {
                    moments.add(value);
                }
                if ours != theirs {
                    share.add((ours > theirs) == more);
                }
            }
        }
        let differs = |share: &Share| share.of as f64 >= DIFFERS * f64::from(n_won);
        let score = |share: &Share| {
            let (low, _) = share.between();
            let weight = share.of as f64 / f64::from(n_won.max(1));
            if differs(share) {
                (low - 50.0) * weight.sqrt()
            } else {
                0.0
            }
        };
        let [_, half, late, end] = &at;
        // What only the end shows says little: it counts a fifth.
        let total = score(half).max(score(late) / 2.0).max(score(end) / 5.0);
        let separator = Separator {
            title: known.title.clone(),
            is_count: known.is_count,
            more,
            means: means.map(|pair| pair.map(|moments| moments.estimate(0.0))),
            at,
            rounds: Vec::new(),
        };
        (n_won > 0).then_some((total, separator))
    }

    /// Whether a measure shows who leads: before the end, it differs between the sides in most games and separates winners from losers,
    /// and who is ahead in one snapshot mostly is so in the next. Anything else is a mark of the moment.
    fn is_lasting(&self, measure: usize, separator: &Separator) -> bool {
        let [_, half, late, _] = &separator.at;
        let (mut n_won, mut lasting) = (0, Share::default());
        let n_seats = self.model.n_seats();
        let seats = measure * n_seats..(measure + 1) * n_seats;
        let (mut first, mut varies) = (None, false);
        for record in self.with_course() {
            n_won += 1;
            let snapshots = record.history.iter().skip(1);
            for seen in snapshots.filter_map(|snapshot| snapshot.get(seats.clone())) {
                varies |= *first.get_or_insert(seen) != seen;
            }
            let leaders = record.history.iter();
            let leaders = leaders.map(|snapshot| self.leader(snapshot, measure, separator.more));
            let leaders: Vec<Option<usize>> = leaders.collect();
            for pair in leaders.windows(2) {
                if let [Some(now), next] = pair {
                    lasting.add(*next == Some(*now));
                }
            }
        }
        let separates = |share: &Share| 2 * share.of >= n_won && share.between().0 > 50.0;
        // A measure that is the same in all snapshots after the first, such as the side to move, tells nothing about a game.
        varies && (separates(half) || separates(late)) && 3 * lasting.count >= 2 * lasting.of
    }

    /// The seat that leads in a snapshot, if one does alone.
    fn leader(&self, snapshot: &[i32], measure: usize, more: bool) -> Option<usize> {
        let n_seats = self.model.n_seats();
        let values = snapshot.get(measure * n_seats..(measure + 1) * n_seats)?;
        let best = match more {
            true => values.iter().max()?,
            false => values.iter().min()?,
        };
        let mut leaders = values
            .iter()
            .enumerate()
            .filter(|(_, value)| *value == best);
        let (first, _) = leaders.next()?;
        leaders.next().is_none().then_some(first)
    }

    fn lead(&self, measure: usize, separator: &Separator) -> Option<Lead> {
        let (mut changes, mut decided, mut decided_round) =
            (Moments::default(), Moments::default(), Moments::default());
        let (mut half_wins, mut never_led) = (Share::default(), Share::default());
        for record in self.with_course() {
            let leaders: Vec<Option<usize>> = record
                .history
                .iter()
                .map(|snapshot| self.leader(snapshot, measure, separator.more))
                .collect();
            let known: Vec<usize> = leaders.iter().copied().flatten().collect();
            let changed = known.windows(2).filter(|pair| pair.first() != pair.last());
            changes.add(changed.count() as f64);
            let last = leaders.len().saturating_sub(1);
            let half = leaders
                .get((0.5 * last as f64).round() as usize)
                .copied()
                .flatten();
            if let Some(half) = half {
                half_wins.add(record.verdict.has_won(half));
            }
            let before_end = leaders.get(..last).unwrap_or_default();
            let leads =
                |leader: &Option<usize>| leader.is_some_and(|one| record.verdict.has_won(one));
            never_led.add(!before_end.iter().any(leads));
            // The first snapshot from which on no other side leads, and a winner does.
            let behind = leaders
                .iter()
                .rposition(|leader| leader.is_some_and(|one| !record.verdict.has_won(one)));
            let from = behind.map_or(0, |at| at + 1);
            let first = (from..leaders.len())
                .find(|at| leaders.get(*at).is_some_and(leads))
                .unwrap_or(last);
            let share = first as f64 / last.max(1) as f64;
            decided.add(share);
            decided_round.add(share * f64::from(record.n_rounds));
        }
        (never_led.of > 0).then(|| Lead {
            title: separator.title.clone(),
            changes: changes.estimate(0.0),
            half_wins,
            decided: decided.estimate(0.0).within(0.0, 1.0),
            decided_round: (!self.rounds.is_empty())
                .then(|| decided_round.estimate(0.0).within(0.0, f64::INFINITY)),
            never_led,
        })
    }

    fn first(&self) -> Vec<First> {
        let seats = 0..self.model.n_seats();
        let first = seats.map(|seat| {
            let mut won = Share::default();
            for (_, record) in self.records().filter(|(_, one)| one.first == Some(seat)) {
                won.add(record.verdict.has_won(seat));
            }
            First { seat, won }
        });
        first.filter(|first| first.won.of > 0).collect()
    }

    fn unused(&self, decisions: &[super::DecisionUse]) -> Unused {
        let mut unused = usage::unused(self.model, self.scenario, self.tallies, decisions);
        unused.bound = Share {
            count: 0,
            of: self.played.len() as u64,
        }
        .between()
        .1;
        unused
    }

    fn places(&self, n_games: u64) -> Vec<PlaceUse> {
        let Some(laid) = self.scenario.situation.board_instance.as_ref() else {
            return Vec::new();
        };
        let n_seats = self.model.n_seats();
        let per_game = |counts: Option<&Vec<u64>>| -> Vec<f64> {
            let of = |seat: usize| counts.and_then(|counts| counts.get(seat)).copied();
            let seats = 0..n_seats;
            seats
                .map(|seat| of(seat).unwrap_or(0) as f64 / n_games.max(1) as f64)
                .collect()
        };
        let mut places: Vec<i32> = self.tallies.hits.keys().copied().collect();
        places.extend(self.tallies.losses.keys().copied());
        places.sort_unstable();
        places.dedup();
        let uses = places.into_iter().map(|place| PlaceUse {
            place,
            name: laid.board.name(place),
            hits: per_game(self.tallies.hits.get(&place)),
            losses: per_game(self.tallies.losses.get(&place)),
        });
        let mut uses: Vec<PlaceUse> = uses.collect();
        let total = |of: &PlaceUse| of.hits.iter().chain(&of.losses).sum::<f64>();
        uses.sort_by(|a, b| total(b).total_cmp(&total(a)));
        uses
    }

    /// Names the rule that refused a game, and what it needs.
    fn refusal(&self, record: &GameRecord) -> String {
        let rule = record.ended_by.and_then(|note| self.rule_of(note));
        let by = rule.map_or_else(String::new, |(name, _)| format!(" by `{name}`"));
        match record.ended_by.and_then(|note| self.requirement(note)) {
            Some(why) => format!("refused{by}: this needs {why}"),
            None => format!("refused{by}"),
        }
    }

    fn failures(&self) -> Vec<FailedGame> {
        let played = (0..).zip(self.played);
        let failed = played.filter_map(|(game, one)| {
            let seed = self.seeds.at(game);
            let why = match one {
                Err(failure) => {
                    let finding = unplayable(*failure, &self.model.lowered.program);
                    finding.message.to_string()
                }
                Ok(record) if record.verdict == Verdict::Refused => self.refusal(record),
                Ok(record) if record.verdict == Verdict::Unended && self.model.can_end() => {
                    "the sequence ended, and no rule ended the game".to_owned()
                }
                Ok(_) => return None,
            };
            Some(FailedGame { seed, why })
        });
        failed.collect()
    }
}
