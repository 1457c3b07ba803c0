//! `sandtable test`: the worked examples of the rules.

use std::sync::Arc;
use std::time::Duration;

use super::accept;
use super::checked::{Kept, checking, meant, opened, tell_only_warnings};
use super::deadline::{Deadline, time};
use super::output::Output;
use super::watch::Watcher;
use super::{Exit, Format};
use crate::present::coverage::gaps;
use crate::present::examples;
use crate::present::findings::render_all;
use crate::present::json::examples::{ExamplesDocument, RulesetRow};
use crate::session::example_runs::{
    BaseRuns, Chosen, ExampleRuns, Unexercised, run_base_examples, run_examples, unexercised,
};
use crate::source::SourceMap;
use crate::workspace::{Analysis, Effort};

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is tested; without that folder, the built-in ones.\n\nExample: sandtable test rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files; for a file, run only its own examples
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Run, or with `--accept` write, only the examples with these words in their titles
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// Show the examples with these words in their titles step by step, even if they pass
    #[arg(long, value_name = "TITLE", conflicts_with_all = ["accept", "only"])]
    trace: Option<String>,
    /// With `--trace`, also show lookups
    #[arg(long, requires = "trace")]
    all: bool,
    /// Also show the rules, steps, modifiers and table cells that no example tests
    #[arg(long)]
    coverage: bool,
    /// Write actual results into missing or failing `expect` lines, and chances into `odds … : ?`
    #[arg(long, conflicts_with = "coverage")]
    accept: bool,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
    /// For a variant, also run the examples of its base, and show those with different results
    #[arg(long)]
    base: bool,
    /// Time limit, `90s` or `5min`; lists the examples that were not run
    #[arg(long = "for", value_name = "TIME", value_parser = time, default_value = "60s")]
    most: Duration,
}

impl Arguments {
    /// The words of the titles that are wanted.
    fn words(&self) -> Option<&String> {
        self.only.as_ref().or(self.trace.as_ref())
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    if arguments.accept {
        return accept::run(&arguments.paths, arguments.only.as_deref(), output);
    }
    let mut workspace = opened();
    let names = match meant(&workspace, &arguments.paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let chosen = |name: &String| Chosen {
        words: arguments.words().cloned(),
        file: name
            .ends_with(".rules")
            .then(|| name.strip_prefix("./").unwrap_or(name).to_owned()),
    };
    let deadline = Deadline::new(arguments.most);
    let mut watcher = Watcher::until(output, deadline);
    let mut exit = Exit::Fine;
    let mut all = Vec::new();
    for name in &names {
        output.pulse().at(&checking(name));
        let analysis = Kept::new(workspace.analyse(name, &arguments.with, Effort::None));
        output
            .pulse()
            .at(&format!("running the examples of `{name}`"));
        match run_examples(&analysis, &chosen(name), &mut watcher) {
            Some(runs) => {
                tell_only_warnings(name, analysis.diagnostics(), output);
                let tested = Tested::new(analysis, runs, arguments);
                if output.format() == Format::Human {
                    tested.print(arguments, &deadline, output);
                }
                if !tested.runs.is_passed() {
                    exit = Exit::Findings;
                }
                all.push(tested);
            }
            None => {
                output.findings(analysis.diagnostics(), analysis.sources());
                exit = Exit::Findings;
            }
        }
    }
    if let Some(words) = arguments.words()
        && all.iter().all(|tested| tested.runs.is_empty())
        && !all.is_empty()
    {
        output.aside(&format!("no example has `{words}` in its title\n"));
        exit = Exit::Findings;
    }
    if output.format() == Format::Json {
        let rulesets = all.iter().map(Tested::row).collect();
        output.json("test", ExamplesDocument::new(rulesets));
    }
    exit
}

/// A ruleset whose examples were run.
struct Tested {
    analysis: Kept<Arc<Analysis>>,
    runs: ExampleRuns,
    /// Parts that no example exercises, if they are asked for.
    gaps: Option<Unexercised>,
    /// The examples of its base, if those are asked for.
    base: Option<BaseRuns>,
}

impl Tested {
    fn new(analysis: Kept<Arc<Analysis>>, runs: ExampleRuns, arguments: &Arguments) -> Self {
        Self {
            runs,
            gaps: arguments.coverage.then(|| unexercised(&analysis)),
            base: arguments.base.then(|| run_base_examples(&analysis)),
            analysis,
        }
    }

    fn print(&self, arguments: &Arguments, deadline: &Deadline, output: &Output) {
        let sources = self.analysis.sources();
        let is_traced = arguments.trace.is_some();
        let shown = self.runs.runs.iter();
        for run in shown.filter(|run| is_traced || !run.findings.is_empty()) {
            let drawn = render_all(run.findings.iter(), sources, output.style());
            output.text(&match is_traced {
                true => examples::traced(run, &drawn, arguments.all),
                false => examples::failed(run, &drawn),
            });
        }
        if arguments.words().is_some() && self.runs.is_empty() {
            return;
        }
        output.text(&examples::summary(&self.runs, |done, of| {
            let (time, longer) = (deadline.words(), deadline.longer(done, of));
            format!("the {time} ended; {longer}")
        }));
        if let Some(found) = &self.gaps {
            output.text(&format!("\n{}", gaps::text(found, sources)));
        }
        if let Some(base) = &self.base {
            output.text(&examples::base(base));
        }
    }

    fn row(&self) -> RulesetRow<'_> {
        RulesetRow::new(
            &self.runs,
            self.analysis.sources(),
            self.gaps.as_ref(),
            self.base.as_ref(),
        )
    }
}
