//! Writes actual results into an example: its `expect` lines and the chances of its `odds`.
//!
//! Only expectations that fail are rewritten, and every new condition is verified before it is returned.

use sandtable_diagnostic::{Code, Diagnostics};
use sandtable_eval::wording::show;
use sandtable_explain::examples::{self, Outcome, StepOutcome, StepRun};
use sandtable_explain::trace::Trouble;
use sandtable_ir::{NONE, OutcomePart, OutputSpec, Program, Shown, lower, shown_on};
use sandtable_model::{
    Ability, Entry, Example, ExampleStep, Expected, Expr, ProcedureId, Question, RuleBook, Type,
};
use sandtable_source::{SourceMap, Span, Spanned};
use sandtable_syntax::{ast, parse_condition};
use sandtable_workspace::{Analysis, WrittenExample};

/// A line of conditions is not made longer than this, in letters.
const WIDTH: usize = 100;

/// A piece of a rule file and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Text to replace; empty for an insertion.
    pub place: Span,
    /// New text.
    pub text: String,
}

/// Edits of an example, and the reasons for lines that cannot be written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accepted {
    /// In any order; they do not touch each other.
    pub edits: Vec<Edit>,
    /// The reasons why expectations are left unchanged.
    pub left: Vec<String>,
}

/// Edits of an example of a ruleset, with its title.
#[derive(Debug)]
pub struct AcceptedExample {
    /// Title; empty if it has none.
    pub title: String,
    /// Its edits, and what is left.
    pub accepted: Accepted,
}

/// Looks at examples of a ruleset; one with errors other than a missing expectation is left as it is.
pub fn accept_examples(
    analysis: &Analysis,
    examples: &[WrittenExample<'_>],
) -> Vec<AcceptedExample> {
    let mut book = RuleBook::clone(analysis.draft());
    let sources = analysis.sources();
    let mut looked = Vec::new();
    for example in examples {
        let title = example.written.title.as_ref();
        let mut accepted = Accepted::default();
        // What is still to be expected is for us to write.
        let errors = example.errors.iter();
        let mut errors = errors.filter(|error| error.code != Code::ExampleIncomplete);
        let mut checked = analysis.draft().examples.iter();
        let checked = checked.find(|checked| checked.span == example.span);
        match (errors.next(), checked) {
            (Some(error), _) => accepted.left.push(error.message.to_string()),
            (None, Some(checked)) => {
                accepted = accept_outcome(&mut book, checked, example.written, sources);
            }
            (None, None) => {
                let message = example
                    .errors
                    .first()
                    .map(|error| error.message.to_string());
                accepted.left.extend(message);
            }
        }
        looked.push(AcceptedExample {
            title: title.map_or_else(String::new, |title| title.value.clone()),
            accepted,
        });
    }
    looked
}

/// Looks at one example. `written` is what it was read from; nothing is to do if it passes and expects something.
pub fn accept_outcome(
    book: &mut RuleBook,
    example: &Example,
    written: &ast::Example,
    sources: &SourceMap,
) -> Accepted {
    let mut accepted = Accepted::default();
    let (example, outcome) = with_choices(book, example, written, sources, &mut accepted);
    let steps = example.steps.iter().zip(&written.steps);
    for ((step, written), done) in steps.zip(&outcome.steps) {
        odds(book, step, &done.run, &mut accepted);
        for table in &step.printed {
            if !outcome.findings.is_empty() {
                let message = "correct a printed table yourself: `sandtable test` shows its errors";
                let is_wrong = outcome.findings.iter().any(|finding| {
                    let mut labels = finding.labels.iter();
                    labels.any(|label| table.cells.iter().any(|cell| cell.span == label.span))
                });
                if is_wrong {
                    accepted.left.push(message.to_owned());
                }
            }
        }
        let is_other = !step.odds.is_empty() || !step.cases.is_empty() || !step.printed.is_empty();
        let wants_expects = !written.expects.is_empty() || step.answers.dice.is_some() || !is_other;
        if !wants_expects {
            continue;
        }
        let refused = done.refused.or_else(|| ends(book, &done.run));
        // Dice that are wrong are not for us to put right.
        let (true, Some(refused)) = (done.troubles.is_empty(), refused) else {
            for message in &done.troubles {
                if !accepted.left.contains(message) {
                    accepted.left.push(message.clone());
                }
            }
            continue;
        };
        let mut writer = Writer {
            book,
            run: &done.run,
            step,
            written,
            sources,
            accepted,
        };
        writer.expects(refused, done);
        accepted = writer.accepted;
    }
    accepted
}

/// The example with choices where some are missing, and its outcome. They are those that are worth most, else the first.
fn with_choices(
    book: &RuleBook,
    example: &Example,
    written: &ast::Example,
    sources: &SourceMap,
    accepted: &mut Accepted,
) -> (Example, Outcome) {
    let mut example = example.clone();
    let mut outcome = examples::run(book, &example);
    for at in 0..example.steps.len() {
        let Some(done) = outcome.steps.get(at) else {
            break;
        };
        let trouble = done.story.as_ref().and_then(|story| story.trouble.as_ref());
        let is_missing = matches!(trouble, Some(Trouble::Unchosen(..)));
        let lowered = lower::run(book, &done.run.question, OutputSpec::Conditions(&[]));
        let story = is_missing.then(|| done.run.tell_with_choices(book, &lowered.program));
        let (Some(story), Some(step), Some(text)) =
            (story, example.steps.get_mut(at), written.steps.get(at))
        else {
            continue;
        };
        if !step.answers.conditions.is_empty() {
            let message =
                "add the missing choices yourself: some of those that are given have conditions";
            accepted.left.push(message.to_owned());
            continue;
        }
        let answers = story.chosen.iter().map(|one| &one.answer);
        let words: Vec<String> = answers.clone().map(|word| script_word(word)).collect();
        let words = words.join(", ");
        let line = text.choices.as_ref().map(|choices| choices.span);
        let place = line.or_else(|| below(text));
        let Some(place) = place else { continue };
        match line {
            Some(place) => accepted.edits.push(Edit {
                place,
                text: format!("choices  {words}"),
            }),
            None => accepted.edits.extend(inserted(
                sources,
                place,
                column(sources, text),
                &[("choices", words)],
            )),
        }
        let chosen = answers.map(|word| Spanned::new(word.clone(), place));
        step.answers.choices = Some(Spanned::new(chosen.collect(), place));
        outcome = examples::run(book, &example);
    }
    (example, outcome)
}

/// Returns an answer in script notation: in quotation marks unless it is a word, a number or a point.
fn script_word(word: &str) -> String {
    let is_point = word.starts_with('(') && word.ends_with(')');
    let is_plain = !word.is_empty()
        && word
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    match is_plain || is_point {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}

/// Returns the line after which answers and expectations of a step are inserted.
fn below(step: &ast::ExampleStep) -> Option<Span> {
    let run = step.run.as_ref().map(|run| run.span);
    let dice = step.dice.as_ref().map(|dice| dice.span);
    dice.into_iter().chain(run).max_by_key(|span| span.end)
}

/// Returns the column of the name after `run`.
fn column(sources: &SourceMap, step: &ast::ExampleStep) -> usize {
    let Some(run) = step.run.as_ref().map(|run| run.span) else {
        return 0;
    };
    let text = sources.get(run.file).map_or("", |source| &source.text);
    let before = text.get(..run.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..).unwrap_or_default();
    let indent = line.len() - line.trim_start_matches(' ').len();
    run.start.saturating_sub(start + indent)
}

/// Lines below another one, as deep as it, their contents in a column.
fn inserted(
    sources: &SourceMap,
    above: Span,
    column: usize,
    lines: &[(&str, String)],
) -> Option<Edit> {
    let text = &sources.get(above.file)?.text;
    let rest = text.get(above.end..).unwrap_or_default();
    let end = above.end + rest.find('\n').unwrap_or(rest.len());
    let has_return = text.get(..end).is_some_and(|text| text.ends_with('\r'));
    let end = if has_return { end - 1 } else { end };
    let line_end = if has_return { "\r\n" } else { "\n" };
    let start = text
        .get(..above.start)
        .and_then(|text| text.rfind('\n'))
        .map_or(0, |at| at + 1);
    let line = text.get(start..).unwrap_or_default();
    let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
    let lines = lines.iter().map(|(word, rest)| {
        let column = column.max(word.len() + 1);
        format!("{line_end}{indent}{word:column$}{rest}")
    });
    Some(Edit {
        place: Span::new(above.file, end, end),
        text: lines.collect(),
    })
}

/// Whether a run without conditions is refused; `None` if it does not complete.
fn ends(book: &RuleBook, run: &StepRun) -> Option<bool> {
    let lowered = lower::run(book, &run.question, OutputSpec::Conditions(&[]));
    let outcome = run.tell(book, &lowered.program).outcome?;
    outcome.first().map(|refused| *refused != 0)
}

/// Writes the chances that are open or wrong.
fn odds(book: &RuleBook, step: &ExampleStep, run: &StepRun, accepted: &mut Accepted) {
    for (condition, expected) in &step.odds {
        match examples::chance_in(book, run, condition.as_ref()) {
            Err(finding) => accepted.left.push(finding.message.into_string()),
            Ok(found)
                if expected
                    .value
                    .as_ref()
                    .is_some_and(|written| examples::is_chance(&found, written)) => {}
            Ok(found) => {
                accepted.edits.push(Edit {
                    place: expected.span,
                    text: format!("{}/{}", found.numerator(), found.denominator()),
                });
            }
        }
    }
}

struct Writer<'a> {
    book: &'a mut RuleBook,
    run: &'a StepRun,
    step: &'a ExampleStep,
    written: &'a ast::ExampleStep,
    sources: &'a SourceMap,
    accepted: Accepted,
}

impl Writer<'_> {
    fn expects(&mut self, refused: bool, outcome: &StepOutcome) {
        let is_refusal = |expected: &Spanned<Expected>| {
            matches!(expected.value, Expected::Refused | Expected::RefusedBy(_))
        };
        let expects_refusal = self.step.expects.iter().any(is_refusal);
        if self.written.expects.is_empty() {
            let conditions = self.happened(refused);
            self.insert(&conditions);
        } else if refused && expects_refusal {
            // Whatever else is expected of it cannot be looked at.
        } else if refused || expects_refusal {
            let conditions = self.happened(refused);
            self.replace_all(&conditions);
        } else {
            for (at, expected) in outcome.expects.iter().enumerate() {
                if !expected.holds {
                    self.rewrite(at, expected.asked);
                }
            }
        }
    }

    fn shown(&self, ty: Type) -> Shown {
        shown_on(self.book, self.run.question.board_instance.as_ref(), ty)
    }

    /// Writes one condition that does not hold in another way, so that it does.
    fn rewrite(&mut self, at: usize, asked: Option<(Type, i32)>) {
        let Some(ast::Expectation::Holds(written)) = self.written.expects.get(at) else {
            let span = self.step.expects.get(at).map(|expected| expected.span);
            let text = span.map_or("", |span| self.sources.text(span));
            self.accepted
                .left
                .push(format!("`{text}` is not met: correct it yourself"));
            return;
        };
        let text = self.sources.text(written.span);
        let new = instead(written, text, self.sources, |value| match asked {
            Some((ty, found)) => is(value, found, &self.shown(ty)),
            None => None,
        });
        match new.filter(|new| self.holds(new)) {
            Some(new) => self.accepted.edits.push(Edit {
                place: written.span,
                text: new,
            }),
            None => self
                .accepted
                .left
                .push(format!("`{text}` is not met: correct it yourself")),
        }
    }

    /// Conditions that say what happened; only such as hold.
    fn happened(&mut self, refused: bool) -> Vec<String> {
        if refused {
            return vec!["refused".to_owned()];
        }
        let mut conditions = self.rolls();
        let question = &self.run.question;
        let lowered = lower::run(self.book, question, OutputSpec::Outcome);
        let outcome = self.outcome_of(&lowered.program);
        let (mut changed, mut unchanged) = (Vec::new(), Vec::new());
        for (part, value) in lowered.parts.iter().zip(outcome) {
            match part {
                OutcomePart::Refused | OutcomePart::Condition | OutcomePart::Ended => {}
                OutcomePart::Value(shown) => {
                    changed.extend(is(&self.run_name(), value, shown));
                }
                OutcomePart::Reported { span, shown, .. } => {
                    let mut name = self.sources.text(*span).to_owned();
                    if question.row.is_some() {
                        name = format!("{}.{name}", self.run_name());
                    }
                    changed.extend(is(&name, value, shown));
                }
                OutcomePart::Track {
                    unit,
                    name,
                    shown,
                    start,
                    ..
                } => {
                    let Some(path) = path(self.book, question, *unit) else {
                        continue;
                    };
                    let condition = match (shown, value) {
                        (Shown::Flag, _) if value == *start => None,
                        (Shown::Flag, 0) => Some(format!("{path} is not {name}")),
                        (Shown::Flag, _) => Some(format!("{path} is {name}")),
                        _ => is(&format!("{path}.{name}"), value, shown),
                    };
                    if value == *start {
                        unchanged.extend(condition);
                    } else {
                        changed.extend(condition);
                    }
                }
            }
        }
        conditions.extend(if changed.is_empty() {
            unchanged
        } else {
            changed
        });
        conditions.retain(|condition| self.holds(condition));
        conditions
    }

    /// Returns the outcome of the run, which has completed before.
    fn outcome_of(&mut self, program: &Program) -> Vec<i32> {
        let outcome = self.run.tell(self.book, program).outcome;
        outcome.unwrap_or_else(|| {
            let code = Code::InternalError.number();
            let message = format!("a run that ended before did not end again ({code})");
            self.accepted.left.push(message);
            Vec::new()
        })
    }

    fn run_name(&self) -> String {
        let name = self.written.run.as_ref();
        name.map_or_else(String::new, |name| name.value.clone())
    }

    /// Describes the last results of the rolls that the run made.
    fn rolls(&mut self) -> Vec<String> {
        let span = self.run.span;
        let made = examples::came_by(self.book, self.run);
        let mut rolls: Vec<(ProcedureId, Expr)> = Vec::new();
        for (at, procedure) in self.book.procedures.iter().enumerate() {
            let id = ProcedureId::new(at);
            let is_roll = procedure.ability == Ability::Roll
                && procedure.outcomes.is_some()
                && made.places.contains(&procedure.naming.span)
                && self.run.question.procedure != Some(id);
            if let (true, Some(result)) = (is_roll, procedure.result) {
                rolls.push((id, Expr::last_result(id, result.ty, span)));
            }
        }
        let wanted: Vec<Option<&Expr>> = rolls.iter().map(|(_, last)| Some(last)).collect();
        let lowered = lower::run(
            self.book,
            &self.run.question,
            OutputSpec::Conditions(&wanted),
        );
        let found = self.outcome_of(&lowered.program).into_iter().skip(1);
        let condition = |((id, last), value): (&(ProcedureId, Expr), i32)| {
            let procedure = self.book.procedures.get(id.at())?;
            is(&procedure.naming.name, value, &self.shown(last.ty))
        };
        rolls.iter().zip(found).filter_map(condition).collect()
    }

    /// Whether a condition can be read, and holds at the end.
    fn holds(&mut self, condition: &str) -> bool {
        if condition == "refused" {
            return true;
        }
        let mut findings = Diagnostics::default();
        let file = self.run.span.file;
        let built = parse_condition(file, condition, &mut findings).and_then(|expr| {
            let question = &self.run.question;
            sandtable_check::condition(self.book, &self.run_name(), question, &expr, &mut findings)
        });
        let Some(built) = built.filter(|_| findings.is_empty()) else {
            return false;
        };
        let wanted = [Some(&built)];
        let lowered = lower::run(
            self.book,
            &self.run.question,
            OutputSpec::Conditions(&wanted),
        );
        let outcome = self.run.tell(self.book, &lowered.program).outcome;
        outcome.is_some_and(|outcome| outcome.get(1).is_some_and(|holds| *holds != 0))
    }

    /// Puts `expect` lines below the choices and dice, else below what is run.
    fn insert(&mut self, conditions: &[String]) {
        let choices = self.written.choices.as_ref().map(|choices| choices.span);
        let above = below(self.written).into_iter().chain(choices);
        let Some(above) = above.max_by_key(|span| span.end) else {
            return;
        };
        if conditions.is_empty() {
            let message = "nothing that an `expect` can name has changed";
            self.accepted.left.push(message.to_owned());
            return;
        }
        let lines = folded(conditions);
        let lines: Vec<(&str, String)> = lines.into_iter().map(|line| ("expect", line)).collect();
        let edit = inserted(
            self.sources,
            above,
            column(self.sources, self.written),
            &lines,
        );
        self.accepted.edits.extend(edit);
    }

    /// Puts conditions in the place of all that are there.
    fn replace_all(&mut self, conditions: &[String]) {
        let Some((first, others)) = self.step.expects.split_first() else {
            return;
        };
        if !others.is_empty() || conditions.is_empty() {
            let message = "the `expect` lines do not show whether it is refused";
            self.accepted.left.push(message.to_owned());
            return;
        }
        self.accepted.edits.push(Edit {
            place: first.span,
            text: conditions.join(", "),
        });
    }
}

/// Conditions in lines, none too long.
fn folded(conditions: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for condition in conditions {
        match lines.last_mut() {
            Some(line) if line.chars().count() + condition.chars().count() < WIDTH => {
                line.push_str(&format!(", {condition}"));
            }
            Some(_) | None => lines.push(condition.clone()),
        }
    }
    lines
}

/// A condition that says what a value is.
fn is(value: &str, found: i32, shown: &Shown) -> Option<String> {
    if found == NONE {
        return Some(format!("{value} is none"));
    }
    match shown {
        Shown::Number(_) => Some(format!("{value} = {found}")),
        Shown::Parts(_) => Some(format!("{value} = {}", show(found, shown, &[]))),
        Shown::Flag if found == 0 => Some(format!("not {value}")),
        Shown::Flag => Some(value.to_owned()),
        Shown::Words(_) | Shown::Place(Some(_)) => {
            Some(format!("{value} is {}", show(found, shown, &[])))
        }
        Shown::Place(None) | Shown::Side(_) | Shown::Unit | Shown::Dice => None,
    }
}

/// A condition in the place of one that does not hold; `found` says what a value is instead.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other conditions are for the author to rewrite"
)]
fn instead(
    written: &ast::Expr,
    text: &str,
    sources: &SourceMap,
    found: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    use ast::ExprKind as Kind;
    let of = |value: &ast::Expr| sources.text(value.span).to_owned();
    match written.value.as_ref() {
        Kind::Compare { left, .. } => found(&of(left)),
        Kind::Is {
            value,
            negated,
            words,
        } => found(&of(value)).or_else(|| {
            let [word] = words.as_slice() else {
                return None;
            };
            let not = if *negated { "" } else { "not " };
            Some(format!("{} is {not}{}", of(value), word.value))
        }),
        Kind::Has {
            unit,
            negated,
            traits,
        } => {
            let [word] = traits.as_slice() else {
                return None;
            };
            let not = if *negated { "" } else { "not " };
            Some(format!("{} has {not}{}", of(unit), word.value))
        }
        Kind::Not(inner) => Some(of(inner)),
        Kind::Name(_) | Kind::Member { .. } | Kind::Call { .. } => Some(format!("not {text}")),
        _ => None,
    }
}

/// Returns the path of a unit of the cast in a condition: `target`, `firer.gun`.
fn path(book: &RuleBook, question: &Question, unit: usize) -> Option<String> {
    let procedure = question.procedure.map(Entry::Procedure);
    let table = question
        .entry
        .lookup()
        .map(|(table, _)| Entry::Table(table));
    let entry = procedure.or(table)?;
    let parameters = book.parameters(entry);
    let is_it = |value: &i32| usize::try_from(*value) == Ok(unit);
    let parameter = parameters
        .iter()
        .zip(&question.arguments)
        .find(|(parameter, value)| matches!(parameter.ty, Type::Unit(_)) && is_it(value));
    if let Some((parameter, _)) = parameter {
        return Some(parameter.name.clone());
    }
    let named = question
        .named
        .iter()
        .zip(question.arguments.iter().skip(parameters.len()))
        .find(|(_, value)| is_it(value));
    if let Some(((name, _), _)) = named {
        return Some(name.clone());
    }
    let owner = question.cast.get(unit)?.owner?;
    let fields = question.cast.get(owner)?.fields.iter().zip(&book.fields);
    let mut parts = fields.filter(|(value, field)| {
        matches!(field.ty, Type::Unit(_)) && !field.is_list && is_it(value)
    });
    let (_, field) = parts.next()?;
    Some(format!("{}.{}", path(book, question, owner)?, field.name))
}
