//! A table of chances, while one or two keys run through several values.

use super::Look;
use super::compare::changed;
use super::engine::{Answering, MOST_TOGETHER, Reply};
use super::grid::{Cell, Grid, Kind, Pair};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::eval::wording::Outcome;
use crate::ir::Lowered;
use crate::present::chart::svg;
use crate::present::numerals::grouped;
use crate::source::SourceMap;
use crate::tools::cli::arguments::{self, Question};
use crate::tools::cli::output::Output;
use crate::tools::cli::question::Loaded;
use crate::tools::cli::{Exit, Shape};

/// How many questions one table may ask.
const MOST_CELLS: usize = 10_000;

/// How many outcomes a table shows side by side.
const MOST_OUTCOMES: usize = 12;

/// What columns are that stand for outcomes.
pub(super) const OUTCOME: &str = "outcome";

/// A key with several values.
struct Spread {
    key: String,
    values: Vec<String>,
    /// Every value that there is: what cannot be asked is left out.
    is_every: bool,
}

/// Asks every combination and draws the table.
///
/// Errors: how the command ends, if a question cannot be asked.
pub(super) fn run(
    question: &Question,
    changes: &[arguments::Pair],
    answering: Answering<'_>,
    look: Look,
    output: &Output,
) -> Result<Exit, Exit> {
    let loaded = Loaded::new(&question.ruleset, &question.with, output)?;
    let spreads = spreads(question, &loaded, output)?;
    if let Some(change) = changes
        .iter()
        .find(|change| spreads.iter().any(|spread| spread.key == change.key))
    {
        let message = format!("`{}` has several values and is compared, too", change.key);
        return Err(refuse(output, message, "compare something else"));
    }
    let mut second = None;
    if !changes.is_empty() {
        let with = changed(question, changes).with;
        second = Some(Loaded::new(&question.ruleset, &with, output)?);
    }
    let mut sweep = Sweep {
        question,
        changes,
        answering,
        output,
        first: Some(loaded),
        second,
        title: String::new(),
        n_asked: 0,
        n_answered: 0,
        n_questions: 0,
        n_not_begun: 0,
        cut: None,
    };
    let grid = sweep.table(&spreads)?;
    for remark in &grid.remarks {
        output.beside(&format!("{remark}\n"));
    }
    match output.shape() {
        Shape::Human | Shape::Html => output.text(&grid.text(look.chart)),
        Shape::Json => output.json("table", grid.document(&question.ruleset, question.name())),
        Shape::Csv => output.text(&grid.csv()),
        Shape::Svg => output.text(&svg(&grid.chart())),
    }
    Ok(Exit::Fine)
}

fn refuse(output: &Output, message: impl Into<String>, help: &str) -> Exit {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(Diagnostic::new(Code::BadArgument, message).help(help));
    output.findings(&diagnostics, &SourceMap::default());
    Exit::Usage
}

fn spreads(question: &Question, loaded: &Loaded, output: &Output) -> Result<Vec<Spread>, Exit> {
    let mut spreads = Vec::new();
    for pair in &question.given {
        let is_every = pair.is_every();
        let values = match is_every {
            true => loaded.every(question, &pair.key).ok_or_else(|| {
                let message = format!("nobody can list every `{}`", pair.key);
                refuse(
                    output,
                    message,
                    "name them: `…=first,second`, or as numbers: `…=0..15`",
                )
            })?,
            false => match pair.values() {
                Some(values) => values,
                None => continue,
            },
        };
        spreads.push(Spread {
            key: pair.key.clone(),
            values,
            is_every,
        });
    }
    if spreads.len() > 2 {
        let message = "at most two keys may have several values";
        return Err(refuse(output, message, "ask for less at a time"));
    }
    let n_cells = spreads.iter().map(|spread| spread.values.len());
    if n_cells.fold(1_usize, usize::saturating_mul) > MOST_CELLS {
        let message = "a table may ask at most 10,000 questions";
        return Err(refuse(output, message, "ask for less at a time"));
    }
    Ok(spreads)
}

struct Sweep<'a> {
    question: &'a Question,
    changes: &'a [arguments::Pair],
    answering: Answering<'a>,
    output: &'a Output,
    first: Option<Loaded>,
    second: Option<Loaded>,
    title: String,
    n_asked: usize,
    /// Answered, or not for lack of time.
    n_answered: usize,
    /// In all.
    n_questions: usize,
    /// Not answered for lack of time.
    n_not_begun: usize,
    /// The least that any cell was thrown, and was to be, if the time was over before.
    cut: Option<(u64, u64)>,
}

/// What came of a question, and of the same with something changed.
type Both = (Found, Option<Found>);

/// A question that was asked, or why it was not.
enum Ready {
    Asked {
        lowered: Box<Lowered>,
        /// Titles of the cast.
        units: Vec<String>,
        is_second: bool,
    },
    LeftOut(String),
}

/// What came of one question: a cell, or the chances of all outcomes; or why there is nothing.
enum Found {
    Cell(Cell),
    Outcomes(Vec<(Outcome, Cell)>),
    LeftOut(String),
}

impl Sweep<'_> {
    fn table(&mut self, spreads: &[Spread]) -> Result<Grid, Exit> {
        let one = [String::new()];
        let (rows, tops): (&[String], &[String]) = match spreads {
            [] => (&one, &one),
            [rows] => (&rows.values, &one),
            [rows, tops, ..] => (&rows.values, &tops.values),
        };
        let is_every = spreads.iter().any(|spread| spread.is_every);
        let found = self.all(spreads, rows, tops, is_every)?;
        if is_every && let Some((row, top)) = usual(&found) {
            // Nothing has an answer: what is asked is at fault, not what it is asked about.
            let only = |list: &[String], at: usize| -> Vec<String> {
                list.iter().skip(at).take(1).cloned().collect()
            };
            self.all(spreads, &only(rows, row), &only(tops, top), false)?;
        }
        let wish = self.answering.wish;
        let mut grid = Grid {
            title: match spreads {
                [] => std::mem::take(&mut self.title),
                _ => self.title.split(": ").next().unwrap_or_default().to_owned(),
            },
            what: match (wish.only, wish.track) {
                (Some(only), _) => only.to_owned(),
                (None, Some(track)) => format!("mean of {track}"),
                (None, None) => "mean".to_owned(),
            },
            given: wish.given.map(str::to_owned),
            against: against(self.changes),
            row_key: spreads.first().map(|spread| spread.key.clone()),
            rows: rows.to_vec(),
            top_key: spreads.get(1).map(|spread| spread.key.clone()),
            tops: tops.to_vec(),
            outcomes: Vec::new(),
            cells: Vec::new(),
            left_out: Vec::new(),
            remarks: self.remarks(),
        };
        let has_outcomes = |(first, second): &Both| {
            let is = |found: &Found| matches!(found, Found::Outcomes(_));
            is(first) || second.as_ref().is_some_and(is)
        };
        if found.iter().flatten().any(has_outcomes) {
            if spreads.len() > 1 {
                return Err(self.which());
            }
            self.outcomes(found, &mut grid)?;
        } else {
            cells(found, &mut grid);
        }
        if is_every {
            thin(&mut grid, spreads);
        }
        Ok(grid)
    }

    /// Asks all questions, row by row.
    ///
    /// Errors: how the command ends, if one has no answer and may not be left out.
    fn all(
        &mut self,
        spreads: &[Spread],
        rows: &[String],
        tops: &[String],
        may_fail: bool,
    ) -> Result<Vec<Vec<Both>>, Exit> {
        let of_cell = if self.changes.is_empty() { 1 } else { 2 };
        self.n_questions = rows.len() * tops.len() * of_cell;
        let mut ready = Vec::new();
        let mut found = Vec::new();
        for (row, top) in rows
            .iter()
            .flat_map(|row| tops.iter().map(move |top| (row, top)))
        {
            let mut one = self.question.clone();
            for (spread, value) in spreads.iter().zip([row, top]) {
                one = one.with(&spread.key, value);
            }
            ready.push(self.ask(&one, false, may_fail)?);
            if !self.changes.is_empty() {
                ready.push(self.ask(&changed(&one, self.changes), true, may_fail)?);
            }
            if ready.len() >= MOST_TOGETHER {
                found.extend(self.answered(std::mem::take(&mut ready), may_fail)?);
            }
        }
        found.extend(self.answered(ready, may_fail)?);
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

    fn loaded(&mut self, is_second: bool) -> &mut Option<Loaded> {
        match is_second {
            true => &mut self.second,
            false => &mut self.first,
        }
    }

    /// Asks one question.
    ///
    /// Errors: how the command ends, if it cannot be asked and may not be left out.
    fn ask(&mut self, one: &Question, is_second: bool, may_fail: bool) -> Result<Ready, Exit> {
        let Some(loaded) = self.loaded(is_second).take() else {
            return Err(Exit::Findings);
        };
        let mut asked = match loaded.ask(one) {
            Ok(asked) => asked,
            Err((loaded, diagnostics)) => {
                let ready = match may_fail {
                    true => Ok(Ready::LeftOut(why(&diagnostics))),
                    false => Err(loaded.fail(&diagnostics, self.output)),
                };
                *self.loaded(is_second) = Some(*loaded);
                return ready;
            }
        };
        if self.n_asked == 0 {
            asked.tell_unread(self.output);
        }
        self.n_asked += 1;
        if !is_second {
            self.title.clone_from(&asked.title);
        }
        let ready = match self.answering.lowered(&mut asked) {
            Ok(lowered) => Ok(Ready::Asked {
                lowered: Box::new(lowered),
                units: std::mem::take(&mut asked.units),
                is_second,
            }),
            Err(diagnostics) if may_fail => Ok(Ready::LeftOut(why(&diagnostics))),
            Err(diagnostics) => Err(asked.findings(&diagnostics, self.output)),
        };
        *self.loaded(is_second) = Some(asked.next());
        ready
    }

    /// Answers questions.
    ///
    /// Errors: how the command ends, if one has no answer and may not be left out.
    fn answered(&mut self, ready: Vec<Ready>, may_fail: bool) -> Result<Vec<Found>, Exit> {
        let mut all = Vec::new();
        let mut about = Vec::new();
        for ready in ready {
            about.push(match ready {
                Ready::LeftOut(why) => Err(why),
                Ready::Asked {
                    lowered,
                    units,
                    is_second,
                } => {
                    all.push(*lowered);
                    Ok((units, is_second))
                }
            });
        }
        let n_left = self.n_questions.saturating_sub(self.n_answered);
        let replies = self.answering.answer_all(all, n_left, self.n_answered == 0);
        self.n_answered += about.len();
        let mut replies = replies.into_iter();
        let mut found = Vec::new();
        for about in about {
            found.push(match about {
                Err(why) => Found::LeftOut(why),
                Ok((units, is_second)) => match replies.next() {
                    Some(None) => {
                        self.n_not_begun += 1;
                        Found::Cell(empty(Kind::NotBegun))
                    }
                    Some(Some(Ok(reply))) => self.found(&units, &reply),
                    Some(Some(Err(diagnostics))) if may_fail => Found::LeftOut(why(&diagnostics)),
                    Some(Some(Err(diagnostics))) => {
                        let output = self.output;
                        let loaded = self.loaded(is_second).as_ref();
                        let exit = loaded.map(|loaded| loaded.fail(&diagnostics, output));
                        return Err(exit.unwrap_or(Exit::Findings));
                    }
                    None => return Err(Exit::Findings),
                },
            });
        }
        Ok(found)
    }

    fn found(&mut self, units: &[String], reply: &Reply) -> Found {
        let answer = &reply.answer;
        let cut = answer.how.cut();
        self.cut = self.cut.into_iter().chain(cut).min();
        let cell = |kind: Kind| Cell {
            kind,
            given: answer.given.clone(),
        };
        let wish = self.answering.wish;
        if answer.rows.is_empty() {
            return Found::Cell(cell(Kind::NeverGiven));
        }
        if reply.is_refused() && wish.only != Some("refused") {
            return Found::Cell(cell(Kind::Refused));
        }
        if wish.only.is_some() {
            let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
            let between = answer.between_that(holds);
            return Found::Cell(cell(Kind::Chance(answer.chance_that(holds), between)));
        }
        if let Some(moments) = reply.moments {
            return Found::Cell(cell(Kind::Number(moments)));
        }
        let rows = answer.rows.iter();
        Found::Outcomes(
            rows.map(|row| {
                let outcome = reply.outcome(units, &row.outcome);
                (outcome, cell(Kind::Chance(row.chance.clone(), row.between)))
            })
            .collect(),
        )
    }

    /// What there was no time for.
    fn remarks(&self) -> Vec<String> {
        let patience = self.answering.patience;
        let mut remarks = Vec::new();
        if self.n_not_begun > 0 {
            let (all, left) = (self.n_questions as u64, self.n_not_begun as u64);
            remarks.push(format!(
                "the {} were over before all {} questions were answered: {} of them stand as `?`; {}",
                patience.words(),
                grouped(all),
                grouped(left),
                patience.longer(all - left, all)
            ));
        }
        if let Some((least, of)) = self.cut {
            remarks.push(format!(
                "of {} throws for each answer the {} let only some be done, {} at the least; {}",
                grouped(of),
                patience.words(),
                grouped(least),
                patience.longer(least, of)
            ));
        }
        remarks
    }

    /// Every outcome gets a column.
    fn outcomes(&self, found: Vec<Vec<Both>>, grid: &mut Grid) -> Result<(), Exit> {
        let mut tops: Vec<Outcome> = Vec::new();
        for (first, second) in found.iter().flatten() {
            for one in [Some(first), second.as_ref()].into_iter().flatten() {
                if let Found::Outcomes(outcomes) = one {
                    for (outcome, _) in outcomes {
                        if !tops.contains(outcome) {
                            tops.push(outcome.clone());
                        }
                    }
                }
            }
        }
        if tops.len() > MOST_OUTCOMES {
            return Err(self.which());
        }
        for (row, line) in grid.rows.iter().zip(found) {
            let Some((first, second)) = line.into_iter().next() else {
                continue;
            };
            if let Found::LeftOut(why) = &first {
                grid.left_out.push((row.clone(), why.clone()));
            }
            let pairs = tops.iter().map(|top| {
                let of = |found: &Found| outcome(found, top);
                (of(&first), second.as_ref().map(of))
            });
            grid.cells.push(pairs.collect());
        }
        grid.what = "chances".to_owned();
        grid.top_key = Some(OUTCOME.to_owned());
        grid.tops = tops.iter().map(Outcome::to_string).collect();
        grid.outcomes = tops;
        Ok(())
    }

    fn which(&self) -> Exit {
        let diagnostic = Diagnostic::new(
            Code::MissingArgument,
            "a table shows the chance of one thing: which?",
        )
        .help("say it as an `expect` of an example does: `--only \"to-hit is hit\"`, `--only \"target is destroyed\"`; or ask for a number: `--track target.hits`");
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        self.output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    }
}

/// The chance of one outcome.
fn outcome(found: &Found, wanted: &Outcome) -> Cell {
    match found {
        Found::Outcomes(outcomes) => {
            let known = outcomes.iter().find(|(known, _)| known == wanted);
            let never = || empty(Kind::Chance(crate::eval::chance::Chance::zero(), None));
            known.map_or_else(never, |(_, cell)| cell.clone())
        }
        Found::Cell(cell) => Cell {
            kind: match &cell.kind {
                Kind::Refused | Kind::NeverGiven | Kind::NotBegun => cell.kind.clone(),
                Kind::Chance(..) | Kind::Number(_) | Kind::LeftOut => Kind::LeftOut,
            },
            given: cell.given.clone(),
        },
        Found::LeftOut(_) => empty(Kind::LeftOut),
    }
}

fn cells(found: Vec<Vec<Both>>, grid: &mut Grid) {
    let cell = |found: Found| match found {
        Found::Cell(cell) => (cell, None),
        Found::LeftOut(why) => (empty(Kind::LeftOut), Some(why)),
        Found::Outcomes(_) => (empty(Kind::LeftOut), None),
    };
    for (row, line) in grid.rows.iter().zip(found) {
        let mut pairs: Vec<Pair> = Vec::new();
        for (top, (first, second)) in grid.tops.iter().zip(line) {
            let (first, why) = cell(first);
            let second = second.map(cell);
            let (second, other) = second.map_or((None, None), |(cell, why)| (Some(cell), why));
            if let Some(why) = why.or(other) {
                let what = match top.is_empty() {
                    true => row.clone(),
                    false => format!("{row} and {top}"),
                };
                grid.left_out.push((what, why));
            }
            pairs.push((first, second));
        }
        grid.cells.push(pairs);
    }
}

fn empty(kind: Kind) -> Cell {
    Cell { kind, given: None }
}

/// Leaves out the rows and columns of which nothing can be asked or done.
fn thin(grid: &mut Grid, spreads: &[Spread]) {
    let is_empty = |(first, second): &Pair| {
        let is = |cell: &Cell| matches!(cell.kind, Kind::LeftOut | Kind::Refused);
        is(first) && second.as_ref().is_none_or(is)
    };
    let is_refused = |(first, _): &Pair| matches!(first.kind, Kind::Refused);
    let mut said = Vec::new();
    let known = std::mem::take(&mut grid.left_out);
    let mut why = |what: &str, is_row: bool, pairs: &[&Pair]| {
        let about = |(known, _): &&(String, String)| {
            known == what
                || is_row && known.starts_with(&format!("{what} and "))
                || !is_row && known.ends_with(&format!(" and {what}"))
        };
        let why = match pairs.iter().any(|pair| is_refused(pair)) {
            true => "refused".to_owned(),
            false => {
                let found = known.iter().find(about);
                found.map_or_else(String::new, |(_, why)| why.clone())
            }
        };
        said.push((what.to_owned(), why));
    };
    let every = |at: usize| spreads.get(at).is_some_and(|spread| spread.is_every);
    let mut rows_out = Vec::new();
    for (at, (row, line)) in grid.rows.iter().zip(&grid.cells).enumerate() {
        if every(0) && line.iter().all(is_empty) {
            why(row, true, &line.iter().collect::<Vec<_>>());
            rows_out.push(at);
        }
    }
    let mut tops_out = Vec::new();
    for (at, top) in grid.tops.iter().enumerate() {
        let column: Vec<&Pair> = grid.cells.iter().filter_map(|line| line.get(at)).collect();
        if every(1) && rows_out.len() < grid.rows.len() && column.iter().all(|pair| is_empty(pair))
        {
            why(top, false, &column);
            tops_out.push(at);
        }
    }
    keep(&mut grid.rows, &rows_out);
    keep(&mut grid.cells, &rows_out);
    keep(&mut grid.tops, &tops_out);
    for line in &mut grid.cells {
        keep(line, &tops_out);
    }
    // What is left is about single combinations.
    let is_told = |what: &str| {
        said.iter().any(|(told, _)| {
            what == told
                || what.starts_with(&format!("{told} and "))
                || what.ends_with(&format!(" and {told}"))
        })
    };
    let rest: Vec<(String, String)> = known
        .iter()
        .filter(|(what, _)| !is_told(what))
        .cloned()
        .collect();
    said.extend(rest);
    grid.left_out = together(said);
}

fn keep<T>(list: &mut Vec<T>, without: &[usize]) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        !without.contains(&(at - 1))
    });
}

/// Where all are left out: the row and the column of the first that is for the reason that most are.
fn usual(found: &[Vec<Both>]) -> Option<(usize, usize)> {
    let mut reasons: Vec<(&str, usize, (usize, usize))> = Vec::new();
    for (row, line) in found.iter().enumerate() {
        for (top, (first, _)) in line.iter().enumerate() {
            let Found::LeftOut(why) = first else {
                return None;
            };
            match reasons.iter_mut().find(|(known, ..)| known == why) {
                Some((_, n, _)) => *n += 1,
                None => reasons.push((why, 1, (row, top))),
            }
        }
    }
    let most = reasons.iter().rev().max_by_key(|(_, n, _)| *n);
    most.map(|(.., at)| *at)
}

/// What is left out for the same reason, in one line.
fn together(said: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (what, why) in said {
        match lines.iter_mut().find(|(_, known)| *known == why) {
            Some((known, _)) => {
                known.push_str(", ");
                known.push_str(&what);
            }
            None => lines.push((what, why)),
        }
    }
    lines
}

/// What is different, as written.
fn against(changes: &[arguments::Pair]) -> Option<String> {
    let words: Vec<String> = changes
        .iter()
        .map(|change| format!("{}={}", change.key, change.value))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn why(diagnostics: &Diagnostics) -> String {
    let first = diagnostics.iter().next();
    first.map_or_else(String::new, |diagnostic| diagnostic.message.clone())
}
