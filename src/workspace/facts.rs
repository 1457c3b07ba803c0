//! Language facts of an analysis: where names are declared and used, hover, completions, outlines, renaming, cures.

use crate::analysis::Analysis;
use crate::editor::{Candidate, Facts, Hover, OutlineItem, RenameError, kept};
use crate::symbols::{SymbolIndex, SymbolKind};
use crate::{Effort, Workspace};
use sandtable_diagnostic::{Diagnostic, Fix, TextEdit, edited};
use sandtable_source::{FileId, Span};

/// Places are byte offsets; [`sandtable_source::SourceFile::offset`] converts those of an editor.
impl Analysis {
    /// Every name with its symbol; made when it is first asked for.
    pub fn symbol_index(&self) -> &SymbolIndex {
        &self.known_symbols().index
    }

    fn facts(&self) -> Facts<'_> {
        let symbols = self.known_symbols();
        Facts {
            inputs: symbols.inputs(self.checked()),
            symbols: &symbols.index,
        }
    }

    /// Returns the declarations of the name at an offset: several, where kinds share it.
    pub fn definition(&self, file: FileId, offset: usize) -> Vec<Span> {
        self.symbol_index().definition(file, offset)
    }

    /// Every place of the name at an offset, declarations included.
    pub fn references(&self, file: FileId, offset: usize) -> Vec<Span> {
        self.symbol_index().references(file, offset)
    }

    /// Returns the facts known of the name at an offset.
    pub fn hover(&self, file: FileId, offset: usize) -> Option<Hover> {
        let facts = self.facts();
        let cell = facts.cell_at(file, offset);
        let known = facts.hover_at(file, offset);
        let mut known = known.or_else(|| cell.as_ref().map(|cell| facts.hover_of_cell(cell)))?;
        match cell {
            Some(cell) => known.case = facts.case_of(&cell),
            None if known.kind == SymbolKind::Table => {
                facts.narrow(&mut known, self.selected_cells(), (file, offset));
            }
            None => {}
        }
        Some(known)
    }

    /// Returns all candidates at an offset, sorted by likelihood.
    pub fn completions(&self, file: FileId, offset: usize) -> Vec<Candidate> {
        self.facts().completions(file, offset)
    }

    /// The outline of a file.
    pub fn symbols(&self, file: FileId) -> Vec<OutlineItem> {
        self.facts().outline_of(file)
    }

    /// The place of the name at an offset, if it can be renamed.
    ///
    /// Errors: why not.
    pub fn renamable(&self, file: FileId, offset: usize) -> Result<Span, RenameError> {
        self.facts().renamable(file, offset)
    }

    /// Returns the edits that rename the symbol at an offset everywhere, without a check for captured names;
    /// [`Workspace::rename`] makes that check.
    ///
    /// Errors: the reason why it cannot have that name.
    pub fn rename(
        &self,
        file: FileId,
        offset: usize,
        new: &str,
    ) -> Result<Vec<TextEdit>, RenameError> {
        self.facts().rename_at(file, offset, new)
    }

    /// Findings whose main place covers an offset, each with its cures.
    pub fn fixes(&self, file: FileId, offset: usize) -> Vec<(&Diagnostic, Vec<Fix>)> {
        let findings = self.diagnostics().iter().chain(self.diagnostics().notes());
        let here = findings.filter(|finding| {
            let mut places = finding.labels.iter().map(|label| label.span);
            places.any(|span| span.file == file && span.start <= offset && offset <= span.end)
        });
        here.map(|finding| (finding, self.fixes_of(finding)))
            .filter(|(_, fixes)| !fixes.is_empty())
            .collect()
    }

    /// The cures of a finding: those that it brings, and those that need every place of a name.
    pub fn fixes_of(&self, finding: &Diagnostic) -> Vec<Fix> {
        let mut fixes = finding.fixes.to_vec();
        fixes.extend(self.facts().one_spelling(finding));
        fixes
    }
}

impl Workspace {
    /// Returns the edits that rename the symbol at an offset of a file in a whole ruleset, after which every name
    /// refers to the same symbol. The texts are not changed.
    ///
    /// Errors: the reason why it cannot have that name.
    pub fn rename(
        &mut self,
        ruleset: &str,
        with: &[String],
        (path, offset): (&str, usize),
        new: &str,
    ) -> Result<Vec<TextEdit>, RenameError> {
        let before = self.analyse(ruleset, with, Effort::None);
        let mut files = before.sources().files();
        let Some((file, _)) = files.find(|(_, file)| file.name == path) else {
            let reason = format!("`{path}` is not a file of `{ruleset}`");
            return Err(RenameError {
                reason,
                place: None,
            });
        };
        let edits = before.rename(file, offset, new)?;
        let mut unsaved = Vec::new();
        for (id, file) in before.sources().files() {
            if edits.iter().any(|edit| edit.span.file == id) {
                unsaved.push((file.name.clone(), self.store.unsaved(&file.name)));
                self.store
                    .set(&file.name, edited(&file.text, id, &edits).into());
            }
        }
        let after = self.analyse(ruleset, with, Effort::None);
        for (path, text) in unsaved {
            match text {
                Some(text) => self.store.set(&path, text),
                None => self.store.unset(&path),
            }
        }
        kept(before.symbol_index(), after.symbol_index(), &edits)?;
        if after.diagnostics().has_errors() && !before.diagnostics().has_errors() {
            let mut findings = after.diagnostics().iter();
            let first = findings.next().map_or("", |finding| &finding.message);
            let reason = format!("the rules would have an error: {first}");
            return Err(RenameError {
                reason,
                place: None,
            });
        }
        Ok(edits)
    }
}
