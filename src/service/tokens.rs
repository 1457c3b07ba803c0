//! Semantic tokens: names by the kind of their declaration, keywords, numbers, strings and comments.

use gen_lsp_types as lsp;
use sandtable_model::Role;
use sandtable_source::{FileId, SourceFile};
use sandtable_syntax::{is_keyword, markdown};
use sandtable_workspace::Analysis;
use sandtable_workspace::symbols::SymbolKind;

use super::Service;
use super::places::Places;

/// The token types of the protocol that are used; their index is their number.
const TYPES: [&str; 12] = [
    "keyword",
    "comment",
    "string",
    "number",
    "function",
    "class",
    "property",
    "parameter",
    "enumMember",
    "variable",
    "event",
    "namespace",
];

/// Bit of the token modifier `declaration`.
const DECLARATION: u32 = 1;

/// Returns the legend of the tokens.
pub(crate) fn options() -> lsp::SemanticTokensOptions {
    let types = TYPES.map(str::to_owned).to_vec();
    lsp::SemanticTokensOptions {
        legend: lsp::SemanticTokensLegend::new(types, vec!["declaration".to_owned()]),
        full: Some(true.into()),
        ..Default::default()
    }
}

/// A token within one line, in bytes of the file.
struct Token {
    start: usize,
    end: usize,
    name: &'static str,
    modifiers: u32,
}

impl Service {
    pub(crate) fn semantic_tokens(
        &mut self,
        asked: &lsp::SemanticTokensParams,
    ) -> lsp::SemanticTokens {
        let spot = self.analysed(&asked.text_document.uri);
        let Some((spot, source)) = spot.as_ref().and_then(|spot| Some((spot, spot.source()?)))
        else {
            return lsp::SemanticTokens::default();
        };
        let mut tokens = names(&spot.analysis, spot.file);
        let is_rules = !markdown::is_markdown(&source.name) && !source.name.ends_with(".toml");
        if is_rules {
            let named = tokens.iter().map(|token| (token.start, token.end));
            let others = scanned(&source.text, &named.collect::<Vec<_>>());
            tokens.extend(others);
        }
        tokens.sort_by_key(|token| (token.start, token.end));
        lsp::SemanticTokens {
            data: encoded(&tokens, source, &self.places),
            ..Default::default()
        }
    }
}

/// Returns the names of a file.
fn names(analysis: &Analysis, file: FileId) -> Vec<Token> {
    let index = analysis.symbol_index();
    let occurrences = index.of_file(file).iter();
    let named = occurrences.filter_map(|one| {
        let symbol = index.get(one.symbol)?;
        Some(Token {
            start: one.span.start,
            end: one.span.end,
            name: type_of(symbol.kind),
            modifiers: match one.role {
                Role::Declares => DECLARATION,
                Role::Refers | Role::Implies => 0,
            },
        })
    });
    named.collect()
}

fn type_of(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Ruleset | SymbolKind::Section | SymbolKind::Map => "namespace",
        SymbolKind::Kind | SymbolKind::Scale | SymbolKind::Words | SymbolKind::Die => "class",
        SymbolKind::Word | SymbolKind::Face => "enumMember",
        SymbolKind::Stat | SymbolKind::Trait | SymbolKind::Track | SymbolKind::Deck => "property",
        SymbolKind::Formula
        | SymbolKind::Roll
        | SymbolKind::Action
        | SymbolKind::Sequence
        | SymbolKind::Phase
        | SymbolKind::Table
        | SymbolKind::Modifiers
        | SymbolKind::Once
        | SymbolKind::BuiltIn => "function",
        SymbolKind::Fact | SymbolKind::Option => "variable",
        SymbolKind::Trigger | SymbolKind::Window | SymbolKind::Reaction => "event",
        SymbolKind::Policy => "variable",
        SymbolKind::Local => "parameter",
        SymbolKind::Piece | SymbolKind::Unit => "variable",
        SymbolKind::Example => "string",
    }
}

/// Returns the other tokens of a rule file, line by line; `named` are the sorted ranges of its names.
fn scanned(text: &str, named: &[(usize, usize)]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut rest = line.trim_end();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '#' => rest.len(),
                '"' => rest
                    .get(1..)
                    .and_then(|inner| inner.find('"'))
                    .map_or(rest.len(), |end| end + 2),
                first if first.is_alphanumeric() => rest
                    .find(|mark: char| !mark.is_alphanumeric() && mark != '-')
                    .unwrap_or(rest.len()),
                first => first.len_utf8(),
            };
            let (word, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
            let name = match first {
                '#' => Some("comment"),
                '"' => Some("string"),
                first if first.is_ascii_digit() || is_dice(word) => Some("number"),
                first if first.is_alphabetic() && is_keyword(word) => Some("keyword"),
                _ => None,
            };
            let end = start + length;
            if let Some(name) = name
                && !is_covered(named, start, end)
            {
                tokens.push(Token {
                    start,
                    end,
                    name,
                    modifiers: 0,
                });
            }
            start = end;
            rest = behind;
        }
        // The length of the trimmed white space.
        start += line.len() - line.trim_end().len();
    }
    tokens
}

/// Whether a word is dice: `d6`, `2d10`.
fn is_dice(word: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|one| one.is_ascii_digit());
    let parts = word.split_once('d');
    parts.is_some_and(|(count, sides)| digits(count) && digits(sides) && !sides.is_empty())
}

/// Whether a name overlaps a range.
fn is_covered(named: &[(usize, usize)], start: usize, end: usize) -> bool {
    let before = named.partition_point(|(_, last)| *last <= start);
    named.get(before).is_some_and(|(first, _)| *first < end)
}

/// Returns tokens in the encoding of the protocol, each relative to the one before it; of two that overlap, the first.
fn encoded(tokens: &[Token], source: &SourceFile, places: &Places) -> Vec<lsp::SemanticToken> {
    let mut data = Vec::new();
    let (mut line, mut column, mut covered) = (0, 0, 0);
    for token in tokens {
        let start = places.position(source, token.start);
        let end = places.position(source, token.end);
        let number = TYPES.iter().position(|name| *name == token.name);
        let Some(number) = number.filter(|_| token.start >= covered && start.line == end.line)
        else {
            continue;
        };
        let delta_line = start.line - line;
        let delta_start = match delta_line {
            0 => start.character - column,
            _ => start.character,
        };
        data.push(lsp::SemanticToken {
            delta_line,
            delta_start,
            length: end.character.saturating_sub(start.character),
            token_type: u32::try_from(number).unwrap_or_default(),
            token_modifiers_bitset: token.modifiers,
        });
        (line, column, covered) = (start.line, start.character, token.end);
    }
    data
}
