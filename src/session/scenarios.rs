//! Checks of scenarios against their rules: units, positions, and whether the rules allow these.

use std::collections::BTreeSet;

use sandtable_ask::{asked_of, placement_checks, set_up};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_eval::outcome_alone;
use sandtable_explain::trace::{Faces, Trouble, explain};
use sandtable_ir::{OutcomePart, OutputSpec, lower};
use sandtable_lint::scenario::check_start;
use sandtable_model::{Expr, Question, RuleBook};
use sandtable_roster::Scenario;
use sandtable_source::SourceMap;
use sandtable_source::workers;
use sandtable_workspace::{Analysis, Workspace};

use super::setups::{read, with_setups};

/// Maximum number of machine steps to evaluate whether a piece may be at a place.
const STEPS: u64 = 1_000_000;

/// A scenario that can be played, set up.
#[derive(Debug)]
pub struct Start {
    /// `RULESET/NAME`
    pub name: String,
    /// Its pieces and places.
    pub situation: Question,
}

/// Reads and sets up every scenario that is played by a ruleset, also those in the folders of others, and all in its own folder, wherever
/// that is. Their texts are added to the sources.
/// Returns those that can be played.
///
/// Reports: the findings of reading and setting up a scenario; E0511 for rules that there are not.
pub fn check_scenarios(
    workspace: &Workspace,
    analysis: &Analysis,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Start> {
    let ruleset = analysis.name();
    let names = workspace.scenarios().into_iter();
    let is_own = |name: &str| name.split_once('/').is_some_and(|(of, _)| of == ruleset);
    let own = names.filter(|name| is_own(name) || names_rules(workspace, name, ruleset));
    let mut own: Vec<String> = own.collect();
    let path_of = |name: &String| Some(workspace.scenario(name).ok()?.name.clone());
    let listed: BTreeSet<String> = own.iter().filter_map(path_of).collect();
    let layer = analysis.bundle().layers.last();
    let beside = layer.into_iter().flat_map(|layer| &layer.scenario_files);
    let beside = beside.filter_map(|file| analysis.sources().get(*file));
    let beside = beside.map(|source| source.name.clone());
    own.extend(beside.filter(|path| !listed.contains(path)));
    let is_played = |written: &Scenario| {
        let rules = &written.rules.value;
        rules == ruleset || layer.is_some_and(|layer| layer.name == *rules)
    };
    let mut all = Vec::new();
    for name in own {
        match with_setups(&name, |name| workspace.scenario(name)) {
            Ok(texts) => {
                let written = read(&texts, sources, diagnostics);
                all.extend(written.map(|written| (name, written)));
            }
            Err(found) => diagnostics.extend(found.iter().cloned()),
        }
    }
    let mut others = all
        .iter()
        .map(|(_, written)| written)
        .filter(|written| !is_played(written))
        .peekable();
    if others.peek().is_some() {
        let known = workspace.rulesets();
        // Several scenarios can have the line of one set-up.
        let mut reported = BTreeSet::new();
        for written in others.filter(|one| !known.contains(&one.rules.value)) {
            if reported.insert(written.rules.span) {
                diagnostics.extend(unknown_rules(workspace, written));
            }
        }
    }
    all.retain(|(_, written)| is_played(written));
    let book = analysis.book();
    let workers = workspace.workers();
    let checked = workers::map(workers, workers.count(), &all, |(_, written)| {
        let mut found = Diagnostics::default();
        let situation = check_scenario(book, written, &mut found);
        (situation.filter(|_| !found.has_errors()), found)
    });
    let mut starts = Vec::new();
    for ((name, _), (situation, found)) in all.into_iter().zip(checked) {
        diagnostics.append(&found);
        starts.extend(situation.map(|situation| Start { name, situation }));
    }
    starts
}

/// Whether a line of the text of a scenario names these rules.
fn names_rules(workspace: &Workspace, scenario: &str, ruleset: &str) -> bool {
    let text = workspace.scenario(scenario);
    text.is_ok_and(|source| {
        let mut lines = source.text.lines();
        lines.any(|line| {
            let value = line.trim().strip_prefix("rules").map(str::trim_start);
            let value = value.and_then(|rest| rest.strip_prefix('=')).map(str::trim);
            let value = value.and_then(|value| value.strip_prefix('"')?.split_once('"'));
            value.is_some_and(|(name, _)| name == ruleset)
        })
    })
}

/// Returns the finding about a scenario whose rules cannot be found.
fn unknown_rules(workspace: &Workspace, written: &Scenario) -> Option<Diagnostic> {
    let found = workspace.load(&written.rules.value).err()?;
    let mut found = found.iter();
    let unknown = found.find(|finding| finding.code == Code::UnknownRuleset)?;
    Some(
        unknown
            .clone()
            .label(written.rules.span, "so this scenario is not checked"),
    )
}

/// Sets up a scenario, and looks for what is odd in its start.
fn check_scenario(
    book: &RuleBook,
    written: &Scenario,
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let question = set_up(book, written, diagnostics)?;
    let misplaced = misplaced(book, &question);
    if !misplaced.is_empty() {
        diagnostics.append(&misplaced);
        return None;
    }
    check_start(book, written, &question, diagnostics);
    Some(question)
}

/// Returns findings about pieces at places where the rules do not allow them.
pub fn misplaced(book: &RuleBook, staged: &Question) -> Diagnostics {
    let mut found = Diagnostics::default();
    let titles = staged.unit_titles();
    let calls: Vec<(usize, Expr)> = placement_checks(book, staged).collect();
    let may_stand = together(book, staged, &calls)
        .unwrap_or_else(|| one_by_one(book, staged, &titles, &calls, &mut found));
    for ((at, _), may_stand) in calls.iter().zip(may_stand) {
        let unit = staged.cast.get(*at).and_then(|unit| unit.stands_at);
        if let (false, Some(span), Some(formula)) = (may_stand, unit, &book.stands) {
            let title = titles.get(*at).map_or("", String::as_str);
            found.push(
                Diagnostic::new(
                    Code::CannotBePlaced,
                    format!("{title} cannot be placed here"),
                )
                .label(span, "")
                .label(formula.span, "by this formula")
                .help("place it elsewhere"),
            );
        }
    }
    found
}

/// Evaluates all calls in one program, which is much faster than one by one; `None` if the run does not complete.
fn together(book: &RuleBook, staged: &Question, calls: &[(usize, Expr)]) -> Option<Vec<bool>> {
    let question = asked_of(staged, &calls.first()?.1);
    let wanted: Vec<Option<&Expr>> = calls.iter().map(|(_, call)| Some(call)).collect();
    let lowered = lower::run(book, &question, OutputSpec::Conditions(&wanted));
    let outcome = outcome_alone(&lowered.program, STEPS)?;
    let (_refused, values) = outcome.split_first()?;
    (values.len() == calls.len()).then(|| values.iter().map(|value| *value != 0).collect())
}

/// Evaluates the calls one by one; reports their faults.
fn one_by_one(
    book: &RuleBook,
    staged: &Question,
    titles: &[String],
    calls: &[(usize, Expr)],
    found: &mut Diagnostics,
) -> Vec<bool> {
    let may_stand = calls.iter().map(|(_, call)| {
        let lowered = lower::run(book, &asked_of(staged, call), OutputSpec::Outcome);
        let story = explain(&lowered.program, titles, Faces::Given(&[]), STEPS);
        let outcome = match (story.outcome, story.trouble) {
            (Some(outcome), _) => outcome,
            (None, trouble) => {
                match trouble {
                    Some(Trouble::Fault(fault)) => found.push(fault.diagnostic(&lowered.program)),
                    // The answer depends on dice or a choice, so that the place may be allowed.
                    Some(_) => {}
                    None => found.push(Diagnostic::new(
                        Code::InternalError,
                        "a run came neither to its end nor to anything that stops it",
                    )),
                }
                return true;
            }
        };
        let mut parts = lowered.parts.iter().zip(outcome);
        !parts.any(|(part, value)| matches!(part, OutcomePart::Value(_)) && value == 0)
    });
    may_stand.collect()
}
