//! Rulesets of this machine, loaded and checked when they are first asked for.

use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::Exit;
use super::checked::{Kept, checking, opened, tell_warnings};
use super::output::Output;
use crate::session::library::{self, Overlay, QuestionError, Ruleset};
use crate::source::SourceFile;
use crate::workspace::{Effort, Workspace};

/// A name, the variants in force besides, and the ruleset.
type Shelved = (String, Vec<String>, Ruleset);

/// The rulesets in the working folder and those built in.
pub(super) struct DiskRulesets<'a> {
    output: &'a Output,
    workspace: Kept<Workspace>,
    cache: Kept<Vec<Shelved>>,
    overlay: Overlay,
}

impl<'a> DiskRulesets<'a> {
    /// Returns an empty library. Notes about warnings of rulesets are printed to this output.
    pub(super) fn new(output: &'a Output) -> Self {
        Self {
            output,
            workspace: opened(),
            cache: Kept::new(Vec::new()),
            overlay: Overlay::default(),
        }
    }
}

impl library::RulesetProvider for DiskRulesets<'_> {
    fn ruleset(&mut self, name: &str, variants: &[String]) -> Result<&mut Ruleset, QuestionError> {
        let known = |(known, with, _): &Shelved| known == name && with == variants;
        let at = match self.cache.iter().position(known) {
            Some(at) => at,
            None => {
                let pulse = self.output.pulse();
                pulse.at(&checking(name));
                let analysis = self.workspace.analyse(name, variants, Effort::Answer);
                pulse.at("preparing the answer");
                let ruleset = Ruleset::of(&analysis)?;
                // Of many versions each is freed; the last one is freed with the process.
                if self.overlay.is_empty() {
                    tell_warnings(name, analysis.diagnostics(), self.output);
                    let _ = ManuallyDrop::new(analysis);
                }
                self.cache
                    .push((name.to_owned(), variants.to_vec(), ruleset));
                self.cache.len() - 1
            }
        };
        match self.cache.get_mut(at) {
            Some((.., ruleset)) => Ok(ruleset),
            None => Err(QuestionError::Incomplete(format!("`{name}` is not loaded"))),
        }
    }

    fn scenario(&mut self, name: &str) -> Result<Arc<SourceFile>, QuestionError> {
        let scenario = self.workspace.scenario(name);
        scenario.map_err(|diagnostics| QuestionError::Findings {
            diagnostics: Box::new(diagnostics),
            sources: Box::default(),
        })
    }

    fn overlay(&mut self, texts: Vec<(String, Arc<str>)>) {
        if self.overlay.replace(&mut self.workspace, texts) {
            self.cache.clear();
        }
    }
}

/// Prints why there is no answer and says how the command ends.
pub(super) fn fail(error: &QuestionError, output: &Output) -> Exit {
    match error.findings() {
        Ok((diagnostics, sources)) => output.findings(&diagnostics, &sources),
        Err(sentence) => output.usage(sentence),
    }
    match error {
        QuestionError::Findings { .. } | QuestionError::Cancelled { .. } => Exit::Findings,
        QuestionError::Malformed(_) | QuestionError::Incomplete(_) => Exit::Usage,
    }
}
