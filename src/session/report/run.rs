//! Plays the games of a report, with an onlooker at each table.

use sandtable_ir::{NoteId, OutputSpec, lower};
use sandtable_players::game::GameModel;
use sandtable_players::mind::Failure;
use sandtable_players::observe::{GameRecord, LoopFinder, Onlooker, Plan, Tallies};
use sandtable_players::spec::{NoTimer, PlayerSpec};
use sandtable_players::table::Table;
use sandtable_workspace::workers::Workers;

use super::analyse::Analysis;
use super::versions::{Seeds, Versions};
use super::{Report, ReportRequest, cells, plan, skill, worth};
use crate::contest::{Contest, WorkersClock};
use crate::game::players_by_seat;
use crate::library::QuestionError;
use crate::question::Question;
use crate::scenario::set_up;
use crate::solve::Session;
use crate::watch::{Watch, Work};

/// Games that find out which loop is that of the rounds.
const PILOTS: u64 = 12;
/// Seed of the pilots: none of the games of a usual report.
const PILOT_SEED: u64 = 0x5eed_0000_0000_0000;
/// Games for each further game that finds worths.
const WORTH_SHARE: u64 = 2;
/// Games in which cells of tables are watched, as a share of the games, and at most.
const TRACED_SHARE: u64 = 100;
const MOST_TRACED: u64 = 20;

/// The record of a game, or why there is none.
pub(super) type Played = Result<GameRecord, Failure>;

/// Resources for playing games.
pub(super) struct Match<'a> {
    pub(super) model: &'a GameModel,
    pub(super) players: &'a [PlayerSpec],
    pub(super) workers: &'a dyn Workers,
    /// Of the games.
    pub(super) seeds: &'a Seeds,
}

impl Session<'_> {
    /// Plays the scenario of a question and reports on it.
    ///
    /// Errors: it cannot be played, or not without people.
    pub fn report(
        &mut self,
        question: &Question,
        request: &ReportRequest,
    ) -> Result<Report, QuestionError> {
        let Versions {
            seeds,
            given,
            groups,
            comparison,
        } = self.versions_of_report(question, request)?;
        let workers = self.workers;
        let (library, solver) = self.apart(question);
        let watch = solver.watch;
        let mut scenario = set_up(library, &question.ruleset, &question.variants)?;
        let controls = scenario.automatic_controls(&request.sides, "a report")?;
        let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
        let lowered = lower::for_observing(book, situation, OutputSpec::Ending(&[]));
        let model = GameModel::new(book, situation, lowered);
        if model.n_seats() == 0 {
            let sentence = "this scenario has no sides, so there is nobody to report on";
            return Err(QuestionError::Incomplete(sentence.to_owned()));
        }
        let players = players_by_seat(&model, &controls);
        let (mut plan, measures) = plan::of(book, situation, &model);
        plan.rounds = rounds(&model);
        let table = Match {
            model: &model,
            players: &players,
            workers,
            seeds: &seeds,
        };
        watch.begin(Work::Sample, 1);
        let (played, tallies) = table.play(&plan, request, watch);
        let mut report = Analysis {
            scenario: &scenario,
            question,
            request,
            model: &model,
            players: &players,
            measures: &measures,
            rounds: &plan.rounds,
            played: &played,
            tallies: &tallies,
            seeds: &seeds,
        }
        .report();
        (report.given, report.groups, report.comparison) = (given, groups, comparison);
        report.n_games = played.len() as u64;
        let is_simple = players.iter().all(|player| player.is_simple());
        let is_cut = report.wanted.is_some();
        if request.has_worth && is_simple && !is_cut {
            let n_replayed = report.n_games / WORTH_SHARE;
            let most = worth::most_things(n_replayed);
            let things = worth::things(&scenario, &model, &tallies, report.n_games, most);
            let n_pairs = worth::n_pairs(n_replayed, things.len());
            report.worths = worth::of(&table, &things, &played, n_pairs, watch);
            report.n_pairs = n_pairs;
        }
        if !is_cut {
            let n_traced = (report.n_games / TRACED_SHARE).clamp(1, MOST_TRACED);
            report.unused.tables = cells::unread(&scenario, request.seed, n_traced);
            report.unused.n_traced = n_traced;
        }
        if request.skill > 0 && !is_cut {
            report.skill = skill::of(&table, request.skill, watch);
            report.luck = skill::luck(&table, request.skill, watch);
        }
        watch.end();
        Ok(report)
    }
}

/// The notes that begin the rounds of a game: those of the statement that a few games by policy repeat.
fn rounds(model: &GameModel) -> Vec<NoteId> {
    let players = vec![PlayerSpec::Policy; model.n_seats()];
    let mut table = Table::new(model, &players, &NoTimer);
    let mut finder = LoopFinder::new(model);
    for game in 0..PILOTS {
        // What fails here fails in the games that count.
        let _ = table.play(PILOT_SEED + game, 0, &mut finder);
        finder.end();
    }
    let program = &model.lowered.program;
    let span_of = |wanted: NoteId| {
        let ops = program.ops.iter().zip(&program.origins);
        let mut found =
            ops.filter(|(op, _)| matches!(op, sandtable_ir::Op::Note { note } if *note == wanted));
        found.next().map(|(_, origin)| origin.span)
    };
    let Some(found) = finder.found(PILOTS) else {
        return Vec::new();
    };
    // The statement may be in the program more than once.
    let span = span_of(found);
    let notes = (0..program.notes.len())
        .filter_map(|at| u32::try_from(at).ok())
        .map(NoteId);
    let same_kind = |note: &NoteId| {
        let kind = |note: NoteId| {
            program
                .notes
                .get(note.0 as usize)
                .map(std::mem::discriminant)
        };
        kind(*note) == kind(found)
    };
    notes
        .filter(same_kind)
        .filter(|note| span_of(*note) == span)
        .collect()
}

impl Match<'_> {
    /// Plays the games, in rounds that double if a precision is wanted.
    fn play(
        &self,
        plan: &Plan,
        request: &ReportRequest,
        watch: &mut dyn Watch,
    ) -> (Vec<Played>, Tallies) {
        let clock = WorkersClock(self.workers);
        let (mut played, mut tallies) = (Vec::new(), Tallies::default());
        let total = self.seeds.count(request.games);
        let mut n = match request.within {
            Some(_) => 64,
            None => total,
        };
        while (played.len() as u64) < total {
            let from = played.len() as u64;
            let to = total.min(from + n);
            let contest = Contest {
                workers: self.workers,
                before: from,
                total,
            };
            let begin = || {
                let table = Table::new(self.model, self.players, &clock);
                (table, Onlooker::new(self.model, plan))
            };
            let play = |(table, onlooker): &mut (Table<'_>, Onlooker<'_>), game: u64| {
                onlooker.begin();
                let played = table.play(self.seeds.at(game), 0, onlooker);
                let verdict = played.unwrap_or_default();
                let record = onlooker.end(verdict, table.machine());
                played.map(|_| record)
            };
            let end = |(_, onlooker): (Table<'_>, Onlooker<'_>)| onlooker.tallies();
            let (results, counts) = contest.play(from..to, watch, begin, play, end);
            let is_cut = (results.len() as u64) < to - from;
            played.extend(results);
            counts.iter().for_each(|counts| tallies.add(counts));
            n *= 2;
            let is_known = request.within.is_some_and(|within| {
                let mut seats = 0..self.model.n_seats();
                seats.all(|seat| {
                    let won =
                        |one: &&Played| one.as_ref().is_ok_and(|one| one.verdict.has_won(seat));
                    let count = played.iter().filter(won).count() as u64;
                    let (low, high) = crate::answer::between(count, played.len() as u64);
                    (high - low) / 2.0 <= within
                })
            });
            if is_cut || is_known {
                break;
            }
        }
        (played, tallies)
    }
}
