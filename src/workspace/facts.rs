//! Language facts of an analysis: where names are declared and used, hover, completions, outlines, renaming, cures.

use crate::analysis::Analysis;
use crate::editor::{Candidate, Entry, Facts, Hover, Refusal};
use crate::symbols::SymbolIndex;
use sandtable_diagnostic::{Diagnostic, Fix, TextEdit};
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
        self.facts().hover_at(file, offset)
    }

    /// Everything that could be written at an offset, the likeliest first.
    pub fn completions(&self, file: FileId, offset: usize) -> Vec<Candidate> {
        self.facts().completions(file, offset)
    }

    /// The outline of a file.
    pub fn symbols(&self, file: FileId) -> Vec<Entry> {
        self.facts().outline_of(file)
    }

    /// The place of the name at an offset, if it can be renamed.
    ///
    /// Errors: why not.
    pub fn renamable(&self, file: FileId, offset: usize) -> Result<Span, Refusal> {
        self.facts().renamable(file, offset)
    }

    /// The edits that give the name at an offset another name everywhere. Hand the analysis of the edited texts to
    /// [`kept`](crate::editor::kept), which says whether every name still means what it meant.
    ///
    /// Errors: why it cannot have that name.
    pub fn rename(&self, file: FileId, offset: usize, new: &str) -> Result<Vec<TextEdit>, Refusal> {
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
