//! Tables of cases: each row is run separately.

use super::expected::{CALCULATED, is_calculated, it_is, lacks, was_refused};
use super::{End, StepRun, StepRunner, continued};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_ir::{OutputSpec, lower};
use sandtable_model::{Case, ExampleStep, Expr};

impl StepRunner<'_> {
    /// Runs every row of the tables of a step, from the state before it.
    pub(super) fn run_cases(&mut self, step: &ExampleStep, end: Option<&End>) {
        for case in &step.cases {
            self.case(case, end);
        }
    }

    fn case(&mut self, case: &Case, end: Option<&End>) {
        let book = self.book;
        let question = continued(book, &case.question, end);
        let mut run = StepRun::new(question, &case.answers, case.span);
        let conditions = case.cells.iter().map(|cell| cell.holds.as_ref());
        let values = case.cells.iter().map(|cell| cell.value.as_ref());
        let wanted: Vec<Option<&Expr>> = conditions.chain(values).collect();
        let lowered = lower::run(book, &run.question, OutputSpec::Conditions(&wanted));
        let story = run.run(book, &lowered.program, None);
        let exercised = &mut self.outcome.exercised;
        exercised.add(book, &run.question, &lowered.program, &story.reached);
        if let Some(finding) = run.trouble(&lowered.program, &story) {
            self.outcome
                .findings
                .push(finding.label(case.span, "this case"));
            return;
        }
        let numbers = story.outcome.as_deref().unwrap_or_default();
        let Some((refused, numbers)) = numbers.split_first() else {
            return;
        };
        let is_asked = case.cells.iter().any(|cell| {
            let asked = cell.value.as_ref();
            asked.is_some_and(|asked| asked.is_refusal())
        });
        if *refused != 0 && !is_asked {
            let finding = was_refused(self.example, case.span, &story);
            self.outcome.findings.push(finding);
            return;
        }
        let (holds, found) = numbers.split_at(case.cells.len().min(numbers.len()));
        let title = &self.example.title;
        let message = format!("example \"{title}\": a row gives a different result");
        let mut finding = Diagnostic::new(Code::ExampleFails, message);
        let mut is_wrong = false;
        for ((cell, holds), found) in case.cells.iter().zip(holds).zip(found) {
            if *holds == 0
                && let Some(asked) = &cell.value
            {
                is_wrong = true;
                if let Some((label, cure)) = lacks(book, asked, *found) {
                    finding = finding.label(cell.span, label).help(cure);
                    continue;
                }
                finding = finding.label(cell.span, it_is(book, &run.question, asked, *found));
                if is_calculated(asked) {
                    finding = finding.help(CALCULATED);
                }
            }
        }
        if is_wrong {
            self.outcome.findings.push(finding);
        }
    }
}
