//! Tables of answers, in which one or two keys of a question have several values.

mod layout;
mod swept_keys;

use sandtable_diagnostic::{Diagnostics, grouped};
use sandtable_eval::chance::Chance;
use sandtable_eval::wording::Outcome;
use sandtable_ir::{Template, have_one_template, lower};
use sandtable_model::Question as ModelQuestion;

use crate::answer::{Between, Moments, Share};
use crate::assumed::Assumed;
use crate::by_worth::{ByWorth, N_RUNS};
use crate::form::read_by;
use crate::library::{QuestionError, RulesetProvider};
use crate::question::{Pair, Question};
use crate::ready::{Ends, PreparedQuestion, situation, wanted_of};
use crate::solve::{Failed, MOST_TOGETHER, Reply, Session, Solver, without_condition};
use crate::watch::{Progress, Work};
use layout::{cells, empty, needs_one_outcome, outcomes, thin, usual};
use swept_keys::{SweptKey, refuse, spreads};

/// Maximum number of questions of one table, including those of the comparison.
pub const TABLE_QUESTIONS: usize = 20_000;

/// Maximum number of outcomes as columns.
const MOST_OUTCOMES: usize = 12;

/// Number of questions of a table whose programs are searched for facts with defaults; most questions of one table share a template.
pub const MOST_LOOKED_INTO: usize = 32;

/// Key of columns that are outcomes.
pub const OUTCOME: &str = "outcome";

/// A table of answers.
#[derive(Debug, Clone)]
pub struct OddsTable {
    /// The ruleset as it was named.
    pub ruleset: String,
    /// The entry that is evaluated.
    pub entry: String,
    /// Text of the entry; of the whole question, if all cells are about one.
    pub title: String,
    /// Measure of the cells: a condition, `mean`, `mean of target.hits`, `chances`.
    pub what: String,
    /// The condition on which chances are conditional, as written.
    pub condition: Option<String>,
    /// Changes of the compared questions, as written.
    pub against: Option<String>,
    /// The key whose values are the rows; `None` if there is only one row.
    pub row_key: Option<String>,
    /// Its values, as written.
    pub rows: Vec<String>,
    /// The key whose values are the columns; [`OUTCOME`] where they are outcomes, `None` if there is only one column.
    pub top_key: Option<String>,
    /// Its values, as written.
    pub tops: Vec<String>,
    /// Outcomes of the columns, in order, if columns are outcomes.
    pub outcomes: Vec<Outcome>,
    /// One line per row, one cell per column.
    pub cells: Vec<Vec<CellPair>>,
    /// Facts that the first questions read and leave to their defaults.
    pub assumed: Vec<Assumed>,
    /// Names of further facts that questions which were not searched may leave to their defaults.
    pub perhaps_assumed: Vec<String>,
    /// Decisions that the first questions leave to the worth of their options.
    pub by_worth: Vec<ByWorth>,
    /// Number of the first questions that were searched for assumed facts.
    pub n_looked_into: usize,
    /// Values that are left out, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Number of questions.
    pub n_questions: usize,
    /// Number of questions without an answer, because the watcher ended the work.
    pub n_open: usize,
    /// For samples that the watcher ended early: the least number of runs of any, and the number requested.
    pub cut: Option<(u64, u64)>,
}

/// The answer, and the one of the changed question.
pub type CellPair = (TableCell, Option<TableCell>);

/// The answer to one question of a table.
#[derive(Debug, Clone)]
pub struct TableCell {
    /// Its value, or why it has none.
    pub kind: TableKind,
    /// The share of the cases that satisfy the condition, if there is one.
    pub given: Option<Share>,
}

/// Contents of a cell.
#[derive(Debug, Clone)]
pub enum TableKind {
    /// The chance of the condition or outcome, and its bounds in percent, unless it is exact.
    Chance(Chance, Option<Between>),
    /// Mean and standard deviation of a number.
    Number(Moments),
    /// Every case is refused.
    Refused,
    /// The condition is never satisfied.
    NeverGiven,
    /// The question is invalid.
    LeftOut,
    /// The watcher ended the work before the question was answered.
    Open,
}

impl TableKind {
    /// Returns the chance in percent, or the mean.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Chance(chance, _) => Some(chance.percent()),
            Self::Number(moments) => Some(moments.mean),
            Self::Refused | Self::NeverGiven | Self::LeftOut | Self::Open => None,
        }
    }
}

/// Returns the second value minus the first, in percentage points or as a number.
pub fn difference((first, second): &CellPair) -> Option<f64> {
    Some(second.as_ref()?.kind.value()? - first.kind.value()?)
}

impl Session<'_> {
    /// Answers every combination of values of the keys with several, and with `changes`, also the changed questions.
    /// Values of `*` with an invalid question are left out.
    ///
    /// Errors: a question is invalid, or has no answer.
    pub fn sweep(
        &mut self,
        question: &Question,
        changes: &[Pair],
    ) -> Result<OddsTable, QuestionError> {
        let (library, solver) = self.apart(question);
        library.ruleset(&question.ruleset, &question.variants)?;
        let spreads = spreads(question, !changes.is_empty(), library)?;
        if let Some(change) = changes
            .iter()
            .find(|change| spreads.iter().any(|spread| spread.key == change.key))
        {
            let message = format!("`{}` has several values, but is also compared", change.key);
            return Err(refuse(message, "compare something else"));
        }
        let second = question.changed(changes);
        if !changes.is_empty() {
            library.ruleset(&second.ruleset, &second.variants)?;
        }
        let mut sweep = Sweep {
            question,
            changes,
            library,
            solver,
            title: String::new(),
            assumed: Vec::new(),
            by_worth: Vec::new(),
            n_asked: 0,
            looked_into: Vec::new(),
            has_more_to_look_into: false,
            n_answered: 0,
            n_questions: 0,
            n_open: 0,
            cut: None,
        };
        sweep.build_table(&spreads)
    }
}

struct Sweep<'a> {
    question: &'a Question,
    changes: &'a [Pair],
    library: &'a mut dyn RulesetProvider,
    solver: Solver<'a>,
    title: String,
    /// Facts of the questions so far, without duplicates.
    assumed: Vec<Assumed>,
    /// Decisions of the questions so far, without duplicates.
    by_worth: Vec<ByWorth>,
    n_asked: usize,
    /// Questions that were searched for assumed facts, each with whether it is a changed one.
    looked_into: Vec<(bool, ModelQuestion)>,
    /// Whether further questions were not searched, since the maximum was reached.
    has_more_to_look_into: bool,
    /// Number of questions that were answered or skipped.
    n_answered: usize,
    /// Number of questions in total.
    n_questions: usize,
    /// Number of questions without an answer, since the watcher ended the work.
    n_open: usize,
    /// The least number of runs of any cell, and the number requested, if the watcher ended samples early.
    cut: Option<(u64, u64)>,
}

/// The result of a question, and of the changed question.
type Both = (Found, Option<Found>);

/// A resolved question.
struct Posed {
    situation: ModelQuestion,
    is_second: bool,
}

/// The result of one question: a cell, the chances of all outcomes, or the reason why there is none.
enum Found {
    Cell(TableCell),
    Outcomes(Vec<(Outcome, TableCell)>),
    LeftOut(String),
}

impl Sweep<'_> {
    fn build_table(&mut self, spreads: &[SweptKey]) -> Result<OddsTable, QuestionError> {
        let one = [String::new()];
        let (rows, tops): (&[String], &[String]) = match spreads {
            [] => (&one, &one),
            [rows] => (&rows.values, &one),
            [rows, tops, ..] => (&rows.values, &tops.values),
        };
        let is_every = spreads.iter().any(|spread| spread.is_every);
        let found = self.all(spreads, rows, tops, is_every)?;
        if is_every && let Some((row, top)) = usual(&found) {
            // No question is valid: the common part of the questions is at fault.
            let only = |list: &[String], at: usize| -> Vec<String> {
                list.iter().skip(at).take(1).cloned().collect()
            };
            self.all(spreads, &only(rows, row), &only(tops, top), false)?;
        }
        let mut table = OddsTable {
            ruleset: self.question.ruleset.clone(),
            entry: self.question.entry().to_owned(),
            title: match (spreads, self.title.split_once(": ")) {
                ([], _) | (_, None) => self.title.clone(),
                (_, Some((entry, _))) => entry.to_owned(),
            },
            what: match (&self.question.only, self.question.tracks.first()) {
                (Some(only), _) => only.clone(),
                (None, Some(track)) => format!("mean of {track}"),
                (None, None) => "mean".to_owned(),
            },
            condition: self.question.condition.clone(),
            against: changes_text(self.changes),
            row_key: spreads.first().map(|spread| spread.key.clone()),
            rows: rows.to_vec(),
            top_key: spreads.get(1).map(|spread| spread.key.clone()),
            tops: tops.to_vec(),
            outcomes: Vec::new(),
            cells: Vec::new(),
            assumed: std::mem::take(&mut self.assumed),
            perhaps_assumed: Vec::new(),
            by_worth: std::mem::take(&mut self.by_worth),
            n_looked_into: self.looked_into.len(),
            left_out: Vec::new(),
            n_questions: self.n_questions,
            n_open: self.n_open,
            cut: self.cut,
        };
        let has_outcomes = |(first, second): &Both| {
            let is = |found: &Found| matches!(found, Found::Outcomes(_));
            is(first) || second.as_ref().is_some_and(is)
        };
        if found.iter().flatten().any(has_outcomes) {
            if spreads.len() > 1 {
                return Err(needs_one_outcome());
            }
            outcomes(found, &mut table)?;
        } else {
            cells(found, &mut table);
        }
        if is_every {
            thin(&mut table, spreads);
        }
        table.perhaps_assumed = self.perhaps_assumed(&table.assumed)?;
        Ok(table)
    }

    /// Returns the names of facts that no question gives, that the entry may read and that have a default, except those known to be
    /// assumed; empty if every question was searched.
    fn perhaps_assumed(&mut self, assumed: &[Assumed]) -> Result<Vec<String>, QuestionError> {
        if !self.has_more_to_look_into {
            return Ok(Vec::new());
        }
        let question = self.question;
        let ruleset = self
            .library
            .ruleset(&question.ruleset, &question.variants)?;
        let book = &ruleset.book;
        let Some(entry) = book.find_entry(question.entry()) else {
            return Ok(Vec::new());
        };
        let read = read_by(book, &ruleset.sources, entry);
        let facts = read.facts.iter().filter_map(|id| book.facts.get(id.at()));
        let names = facts
            .filter(|fact| fact.default.is_some())
            .map(|fact| &fact.naming.name)
            .filter(|name| !question.given.iter().any(|pair| pair.key == **name))
            .filter(|name| !assumed.iter().any(|known| known.fact == **name));
        Ok(names.cloned().collect())
    }

    /// Answers all questions, row by row.
    ///
    /// Errors: a question without an answer that may not be left out.
    fn all(
        &mut self,
        spreads: &[SweptKey],
        rows: &[String],
        tops: &[String],
        may_fail: bool,
    ) -> Result<Vec<Vec<Both>>, QuestionError> {
        let of_cell = if self.changes.is_empty() { 1 } else { 2 };
        self.n_questions = rows.len() * tops.len() * of_cell;
        let mut posed = Vec::new();
        let mut found = Vec::new();
        for (row, top) in rows
            .iter()
            .flat_map(|row| tops.iter().map(move |top| (row, top)))
        {
            let mut one = self.question.clone();
            for (spread, value) in spreads.iter().zip([row, top]) {
                one = one.with(&spread.key, value);
            }
            posed.push(self.pose(&one, false, may_fail)?);
            if !self.changes.is_empty() {
                posed.push(self.pose(&one.changed(self.changes), true, may_fail)?);
            }
            if posed.len() >= MOST_TOGETHER {
                found.extend(self.answered(&posed, may_fail)?);
                posed.clear();
            }
        }
        found.extend(self.answered(&posed, may_fail)?);
        let mut found = found.into_iter();
        let mut pair = || {
            let first = found.next()?;
            let second = match self.changes.is_empty() {
                true => None,
                false => Some(found.next()?),
            };
            Some((first, second))
        };
        let line = |_: &String| tops.iter().filter_map(|_| pair()).collect();
        Ok(rows.iter().map(line).collect())
    }

    /// Resolves one question; returns the reason if it is left out.
    ///
    /// Errors: an invalid question that may not be left out.
    fn pose(
        &mut self,
        one: &Question,
        is_second: bool,
        may_fail: bool,
    ) -> Result<Result<Posed, String>, QuestionError> {
        let ruleset = self.library.ruleset(&one.ruleset, &one.variants)?;
        let (situation, placed) = match situation(ruleset, one) {
            Ok(asked) => asked,
            Err(found) if may_fail => return Ok(Err(why(&found))),
            Err(found) => return Err(ruleset.question_error(found)),
        };
        self.n_asked += 1;
        if self.n_asked > MOST_LOOKED_INTO {
            // Questions of one template read the same facts.
            let is_alike = |(known_is_second, known): &(bool, ModelQuestion)| {
                *known_is_second == is_second && have_one_template(&ruleset.book, known, &situation)
            };
            self.has_more_to_look_into =
                self.has_more_to_look_into || !self.looked_into.iter().any(is_alike);
            return Ok(Ok(Posed {
                situation,
                is_second,
            }));
        }
        self.looked_into.push((is_second, situation.clone()));
        let ready = PreparedQuestion::of(ruleset, situation, placed);
        if self.n_asked == 1 {
            ready.remark_unread(self.solver.watch);
        }
        for fact in ready.assumptions() {
            if !self.assumed.iter().any(|known| known.fact == fact.fact) {
                self.assumed.push(fact);
            }
        }
        let n_runs = (N_RUNS / self.n_asked as u64).max(1);
        let decided = ready.decided_by_worth(one.unstated, None, n_runs);
        ByWorth::add_all(decided, &mut self.by_worth);
        if !is_second {
            self.title.clone_from(&ready.title);
        }
        Ok(Ok(Posed {
            situation: ready.situation,
            is_second,
        }))
    }

    /// Answers resolved questions.
    ///
    /// Errors: a question without an answer that may not be left out.
    fn answered(
        &mut self,
        posed: &[Result<Posed, String>],
        may_fail: bool,
    ) -> Result<Vec<Found>, QuestionError> {
        let mut known = self.together(posed)?;
        let mut all = Vec::new();
        for (posed, known) in posed.iter().zip(&mut known) {
            let is_first = self.n_answered == 0;
            let n_left = self.n_questions.saturating_sub(self.n_answered);
            self.n_answered += 1;
            let Posed {
                situation,
                is_second,
            } = match posed {
                Ok(posed) => posed,
                Err(why) => {
                    all.push(Found::LeftOut(why.clone()));
                    continue;
                }
            };
            let reply = match known.take() {
                Some(reply) => Some(Ok(reply)),
                None if self.solver.watch.cancelled(Work::Table) && !is_first => None,
                None => Some(self.alone(situation, *is_second, n_left)?),
            };
            all.push(match reply {
                None | Some(Err(Failed::Cancelled(_))) => {
                    self.n_open += 1;
                    Found::Cell(empty(TableKind::Open))
                }
                Some(Ok(reply)) => self.found(&situation.unit_titles(), &reply),
                Some(Err(Failed::Findings(found))) if may_fail => Found::LeftOut(why(&found)),
                Some(Err(Failed::Findings(found))) => {
                    return Err(self.question_error(found, *is_second));
                }
            });
        }
        let progress = Progress::of(self.n_answered as u64, self.n_questions as u64);
        self.solver.watch.progress(Work::Table, progress, None);
        Ok(all)
    }

    /// Returns the question without the values of the table.
    fn question(&self, is_second: bool) -> Question {
        match is_second {
            true => self.question.changed(self.changes),
            false => self.question.clone(),
        }
    }

    /// Answers a single question; `n` questions in total remain, including this one, for progress.
    fn alone(
        &mut self,
        situation: &ModelQuestion,
        is_second: bool,
        n: usize,
    ) -> Result<Result<Reply, Failed>, QuestionError> {
        let question = self.question(is_second);
        let ruleset = self
            .library
            .ruleset(&question.ruleset, &question.variants)?;
        let ends = match Ends::of(ruleset, question.entry(), situation, &question) {
            Ok(ends) => ends,
            Err(found) => return Ok(Err(Failed::Findings(found))),
        };
        let wanted = ends.all();
        let wanted = wanted_of(&question, &wanted);
        let mut lowered = lower::for_odds(&ruleset.book, situation, wanted);
        without_condition(&question, &mut lowered.parts);
        Ok(self.solver.answer(lowered, n))
    }

    /// Returns the exact answers to those questions that can be explored together.
    fn together(
        &mut self,
        posed: &[Result<Posed, String>],
    ) -> Result<Vec<Option<Reply>>, QuestionError> {
        let mut replies: Vec<Option<Reply>> = posed.iter().map(|_| None).collect();
        if !self.solver.is_exact() || self.solver.watch.cancelled(Work::Table) {
            return Ok(replies);
        }
        for (is_second, group) in self.groups(posed)? {
            let situations: Vec<&ModelQuestion> = group
                .iter()
                .filter_map(|at| posed.get(*at)?.as_ref().ok())
                .map(|posed| &posed.situation)
                .collect();
            let [first, _, ..] = situations.as_slice() else {
                continue;
            };
            let question = self.question(is_second);
            let ruleset = self
                .library
                .ruleset(&question.ruleset, &question.variants)?;
            // Their errors are reported for each question alone.
            let Ok(ends) = Ends::of(ruleset, question.entry(), first, &question) else {
                continue;
            };
            let book = &ruleset.book;
            let template = Template::of(book, first, wanted_of(&question, &ends.all()));
            let Some(batch) = template.batch(book, &situations) else {
                continue;
            };
            let answers = self.solver.together(batch);
            for ((at, situation), answer) in group.iter().zip(situations).zip(answers) {
                let parts = template.parts(book, situation);
                let (Some(place), Some(answer), Some(mut parts)) =
                    (replies.get_mut(*at), answer, parts)
                else {
                    continue;
                };
                without_condition(&question, &mut parts);
                *place = Some(Reply::new(answer, parts));
            }
        }
        Ok(replies)
    }

    /// Returns the indices of questions with a common template, and whether they are changed ones.
    fn groups(
        &mut self,
        posed: &[Result<Posed, String>],
    ) -> Result<Vec<(bool, Vec<usize>)>, QuestionError> {
        let mut all = Vec::new();
        for is_second in [false, true] {
            let mut own = posed.iter().zip(0..).filter_map(|(posed, at)| {
                let posed = posed.as_ref().ok()?;
                (posed.is_second == is_second).then_some((&posed.situation, at))
            });
            let Some((first, at)) = own.next() else {
                continue;
            };
            let question = self.question(is_second);
            let ruleset = self
                .library
                .ruleset(&question.ruleset, &question.variants)?;
            let mut groups = vec![(first, vec![at])];
            for (situation, at) in own {
                let is_alike =
                    |known: &ModelQuestion| have_one_template(&ruleset.book, known, situation);
                match groups.iter_mut().rev().find(|(known, _)| is_alike(known)) {
                    Some((_, places)) => places.push(at),
                    None => groups.push((situation, vec![at])),
                }
            }
            let groups = groups.into_iter();
            all.extend(groups.map(|(_, places)| (is_second, places)));
        }
        Ok(all)
    }

    /// Converts findings in the ruleset of one side to the error of a question.
    fn question_error(&mut self, found: Diagnostics, is_second: bool) -> QuestionError {
        let question = self.question(is_second);
        match self.library.ruleset(&question.ruleset, &question.variants) {
            Ok(ruleset) => ruleset.question_error(found),
            Err(error) => error,
        }
    }

    fn found(&mut self, units: &[String], reply: &Reply) -> Found {
        let answer = &reply.answer;
        let cut = answer.how.cut();
        self.cut = self.cut.into_iter().chain(cut).min();
        let cell = |kind: TableKind| TableCell {
            kind,
            given: answer.given.clone(),
        };
        let only = self.question.only.as_deref();
        if answer.rows.is_empty() {
            let open = answer.how.open().filter(|open| *open > 0.0);
            return match open {
                Some(open) => Found::LeftOut(format!(
                    "{:.3} % is unexplored after {} game states; sample instead: `--sample 100000`",
                    open * 100.0,
                    grouped(answer.how.states())
                )),
                None => Found::Cell(cell(TableKind::NeverGiven)),
            };
        }
        if reply.is_refused() && only != Some("refused") {
            return Found::Cell(cell(TableKind::Refused));
        }
        if only.is_some() {
            let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
            let between = answer.between_that(holds);
            return Found::Cell(cell(TableKind::Chance(answer.chance_that(holds), between)));
        }
        if let Some(moments) = reply.moments {
            return Found::Cell(cell(TableKind::Number(moments)));
        }
        let rows = answer.rows.iter();
        Found::Outcomes(
            rows.map(|row| {
                let outcome = reply.outcome(units, &row.outcome);
                (
                    outcome,
                    cell(TableKind::Chance(row.chance.clone(), row.between)),
                )
            })
            .collect(),
        )
    }
}

/// Returns changes as text.
fn changes_text(changes: &[Pair]) -> Option<String> {
    let words: Vec<String> = changes.iter().map(Pair::to_string).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn why(diagnostics: &Diagnostics) -> String {
    let first = diagnostics.iter().next();
    first.map_or_else(String::new, |diagnostic| diagnostic.message.to_string())
}
