//! Renaming of a symbol: the edits of rules and TOML, or the reason why it cannot be renamed.
//!
//! Edits come from the index; capture of names is detected by resolving the edited texts again and comparing the results (see
//! [`kept`], after Schäfer, Ekman and de Moor, "Sound and extensible renaming for Java", OOPSLA 2008).

use super::Facts;
use crate::symbols::{Occurrence, Symbol, SymbolId, SymbolIndex, SymbolKind};
use sandtable_diagnostic::{Code, Diagnostic, Fix, TextEdit};
use sandtable_model::Role;
use sandtable_source::{FileId, Span};
use sandtable_syntax::is_keyword;

/// The reason why a symbol is not renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameError {
    /// Lower case, without a full stop.
    pub reason: String,
    /// The span of the conflict, if there is one.
    pub place: Option<Span>,
}

fn refused(reason: impl Into<String>) -> RenameError {
    RenameError {
        reason: reason.into(),
        place: None,
    }
}

impl Facts<'_> {
    /// Returns the span of the name at an offset, if it can be renamed.
    pub fn renamable(&self, file: FileId, offset: usize) -> Result<Span, RenameError> {
        self.renamed_symbol(file, offset).map(|(span, _)| span)
    }

    /// Returns the edits that rename the symbol at an offset everywhere.
    pub fn rename_at(
        &self,
        file: FileId,
        offset: usize,
        new: &str,
    ) -> Result<Vec<TextEdit>, RenameError> {
        let (_, id) = self.renamed_symbol(file, offset)?;
        self.renamed(id, new)
    }

    fn renamed(&self, id: SymbolId, new: &str) -> Result<Vec<TextEdit>, RenameError> {
        let symbol = self
            .symbols
            .get(id)
            .ok_or_else(|| refused("there is no name here"))?;
        is_a_name(symbol, new)?;
        let mut edits = Vec::new();
        if symbol.name == new {
            return Ok(edits);
        }
        self.is_free(symbol, new)?;
        for occurrence in self.symbols.of_symbol(id) {
            edits.push(self.edit(occurrence, symbol, new)?);
        }
        edits.dedup();
        Ok(edits)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other symbol that is declared has a name of its own"
    )]
    fn renamed_symbol(&self, file: FileId, offset: usize) -> Result<(Span, SymbolId), RenameError> {
        let occurrences = self.symbols.at(file, offset);
        let first = occurrences
            .first()
            .ok_or_else(|| refused("there is no name here"))?;
        let symbol = self.symbols.get(first.symbol);
        let symbol = symbol.ok_or_else(|| refused("there is no name here"))?;
        match symbol.kind {
            SymbolKind::BuiltIn => Err(refused(format!("`{}` is a keyword", symbol.name))),
            SymbolKind::Map | SymbolKind::Ruleset => {
                Err(refused("rename its file or folder instead"))
            }
            _ if symbol.declarations.is_empty() => {
                Err(refused(format!("`{}` is not declared", symbol.name)))
            }
            _ => Ok((first.span, first.symbol)),
        }
    }

    /// Whether no symbol of the same name space has the name.
    fn is_free(&self, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
        let of = space(symbol);
        let mut others = self.symbols.all().map(|(_, other)| other);
        let taken = others.find(|other| other.name == new && of.is_some() && space(other) == of);
        match taken {
            None => Ok(()),
            Some(taken) => Err(RenameError {
                reason: format!("there is a {} `{new}` already", taken.kind.word()),
                place: taken.declarations.first().map(|one| one.span),
            }),
        }
    }

    /// Returns the edit of one occurrence.
    fn edit(
        &self,
        occurrence: &Occurrence,
        symbol: &Symbol,
        new: &str,
    ) -> Result<TextEdit, RenameError> {
        let (span, old) = (occurrence.span, &symbol.name);
        let mut others = self.symbols.at(span.file, span.start);
        others.retain(|one| one.span == span && one.symbol != occurrence.symbol);
        let Some(other) = others.first() else {
            let text = new.to_owned();
            return Ok(TextEdit { span, text });
        };
        let known = self.symbols.get(other.symbol);
        // `(class)` declares a key and takes its type from the scale `class`: written out it is `(key: class)`.
        let text = match (occurrence.role, other.role) {
            (Role::Implies, _) if is_type(symbol) => format!("{old}: {new}"),
            (Role::Declares, Role::Implies) if known.is_some_and(is_type) => {
                format!("{new}: {old}")
            }
            _ => {
                let what = known.map_or("something else", |known| known.kind.word());
                return Err(RenameError {
                    reason: format!("`{old}` is also a {what} here"),
                    place: Some(span),
                });
            }
        };
        Ok(TextEdit { span, text })
    }

    /// Returns the fixes for a word with two spellings: one spelling everywhere, or the other.
    pub(crate) fn one_spelling(&self, finding: &Diagnostic) -> Vec<Fix> {
        if finding.code != Code::TwoSpellings {
            return Vec::new();
        }
        let mut spellings: Vec<&str> = Vec::new();
        for word in finding.message.split('`').skip(1).step_by(2) {
            spellings.push(word);
        }
        let mut fixes = Vec::new();
        for wanted in &spellings {
            let mut edits = Vec::new();
            let mut is_whole = true;
            for label in &finding.labels {
                let here = self.symbols.at(label.span.file, label.span.start);
                let declared = here
                    .iter()
                    .find(|one| one.role == Role::Declares && one.span == label.span);
                let symbol =
                    declared.and_then(|one| Some((one.symbol, self.symbols.get(one.symbol)?)));
                let Some((id, symbol)) = symbol else {
                    is_whole = false;
                    break;
                };
                let other = spellings
                    .iter()
                    .find(|word| *word != wanted && symbol.name.contains(**word));
                let Some(other) = other else { continue };
                match self.renamed(id, &symbol.name.replace(other, wanted)) {
                    Ok(more) => edits.extend(more),
                    Err(_) => is_whole = false,
                }
            }
            if is_whole && !edits.is_empty() {
                let title = format!("write `{wanted}` everywhere");
                fixes.push(Fix { title, edits });
            }
        }
        fixes
    }
}

fn is_type(symbol: &Symbol) -> bool {
    matches!(
        symbol.kind,
        SymbolKind::Scale
            | SymbolKind::Words
            | SymbolKind::Die
            | SymbolKind::Kind
            | SymbolKind::BuiltIn
    )
}

/// Whether a text is a valid name for such a symbol.
fn is_a_name(symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    if symbol.kind == SymbolKind::Section {
        let is_fit = !new.is_empty() && !new.contains(['"', '[', ']', ',', '\n', '\r', '#']);
        return match is_fit {
            true => Ok(()),
            false => Err(refused("a section has no brackets, commas or quotes")),
        };
    }
    let is_word = matches!(symbol.kind, SymbolKind::Word | SymbolKind::Face);
    let first = new.chars().next();
    let starts =
        first.is_some_and(|one| one.is_ascii_alphabetic() || is_word && one.is_ascii_digit());
    let is_of_a_name = |one: char| one.is_ascii_alphanumeric() || one == '-';
    if !starts || !new.chars().all(is_of_a_name) || new.ends_with('-') || new.contains("--") {
        return Err(refused(
            "a name starts with a letter and has only letters, digits and hyphens",
        ));
    }
    match is_keyword(new) {
        true => Err(refused(format!("`{new}` is a keyword"))),
        false => Ok(()),
    }
}

/// Returns the name space in which the name of a symbol must be unique; `None` for a local name.
fn space(symbol: &Symbol) -> Option<&'static str> {
    let mut declarations = symbol.declarations.iter();
    Some(match symbol.kind {
        SymbolKind::Formula if declarations.all(|one| one.kinds.is_empty()) => "name",
        SymbolKind::Scale | SymbolKind::Words | SymbolKind::Die | SymbolKind::Kind => "type",
        SymbolKind::Table
        | SymbolKind::Modifiers
        | SymbolKind::Fact
        | SymbolKind::Option
        | SymbolKind::Roll
        | SymbolKind::Action
        | SymbolKind::Sequence => "name",
        SymbolKind::Deck => "deck",
        SymbolKind::Trigger => "trigger",
        SymbolKind::Window => "window",
        SymbolKind::Reaction => "reaction",
        SymbolKind::Policy => "policy",
        SymbolKind::Stat | SymbolKind::Trait | SymbolKind::Track | SymbolKind::Formula => "member",
        SymbolKind::Unit => "unit",
        SymbolKind::Section => "section",
        SymbolKind::Ruleset
        | SymbolKind::Word
        | SymbolKind::Face
        | SymbolKind::Phase
        | SymbolKind::Once
        | SymbolKind::Local
        | SymbolKind::Piece
        | SymbolKind::Map
        | SymbolKind::Example
        | SymbolKind::BuiltIn => return None,
    })
}

/// Whether every name refers to the same symbol after edits; `before` and `after` are the indexes of the texts.
///
/// Errors: the first name of the texts before that refers to another symbol.
pub fn kept(
    before: &SymbolIndex,
    after: &SymbolIndex,
    edits: &[TextEdit],
) -> Result<(), RenameError> {
    let moved = |span: Span| {
        let earlier = edits.iter().filter(|edit| {
            edit.span.file == span.file && edit.span.end <= span.start && edit.span != span
        });
        let (longer, shorter) = earlier.fold((0, 0), |(longer, shorter), edit| {
            (
                longer + edit.text.len(),
                shorter + edit.span.end - edit.span.start,
            )
        });
        (span.file, (span.start + longer).saturating_sub(shorter))
    };
    let declared = |index: &SymbolIndex, id: SymbolId, place: &dyn Fn(Span) -> (FileId, usize)| {
        let declarations = index.get(id).map(|known| known.declarations.iter());
        let mut places: Vec<_> = declarations
            .into_iter()
            .flatten()
            .map(|one| place(one.span))
            .collect();
        places.sort_unstable();
        places
    };
    for occurrence in before.occurrences() {
        let wanted = declared(before, occurrence.symbol, &moved);
        let (file, start) = moved(occurrence.span);
        let found = after.at(file, start);
        let is_kept = found.iter().any(|one| {
            declared(after, one.symbol, &|span: Span| (span.file, span.start)) == wanted
        });
        // A written type follows the name that implied it, so that such a name no longer covers this offset.
        if !is_kept && occurrence.role != Role::Implies {
            return Err(RenameError {
                reason: "this name would mean something else".to_owned(),
                place: Some(occurrence.span),
            });
        }
    }
    Ok(())
}
