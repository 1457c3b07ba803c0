//! Ties of an index to the manuscript of the book: `draft = "../rules.docx"`, `[tables]`, `[numbers]`, `[chances]`, `[allow]`.

use sandtable_source::{FileId, Span, Spanned};
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

use super::unfit::Unfit;

/// A manuscript, and what parts of it are in the rules.
#[derive(Debug, Clone, Default)]
pub struct Ties {
    /// Its files in reading order, as paths from the folder of the index.
    pub draft: Vec<Spanned<String>>,
    /// Tables with the table, list of modifiers or kind that each is.
    pub tables: Vec<Tie>,
    /// Numbers in sentences with the value that each is.
    pub numbers: Vec<Tie>,
    /// Percentages in sentences with the question that each answers.
    pub chances: Vec<Tie>,
    /// Sections and tables with the findings that are allowed there: `E0706: the rest has no effect`.
    pub allowed: Vec<Tie>,
}

/// A place of the manuscript and the value, table or question of the rules that it is tied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tie {
    /// `5.3`, `Table 4`, `5.3: may move 6 hexes`
    pub place: Spanned<String>,
    /// `to-hit`, `rifles.move`, `to-hit range=7: hit`
    pub rule: Spanned<String>,
}

impl Ties {
    /// Whether the index names no manuscript.
    pub fn is_empty(&self) -> bool {
        self.draft.is_empty()
    }
}

/// Reads the ties of an index.
///
/// Errors: a value that its key cannot hold.
pub(super) fn read(file: FileId, table: &DeTable<'_>) -> Result<Ties, Unfit> {
    Ok(Ties {
        draft: files(file, table)?,
        tables: pairs(file, table, "tables")?,
        numbers: pairs(file, table, "numbers")?,
        chances: pairs(file, table, "chances")?,
        allowed: pairs(file, table, "allow")?,
    })
}

fn files(file: FileId, table: &DeTable<'_>) -> Result<Vec<Spanned<String>>, Unfit> {
    let Some(value) = table.get("draft") else {
        return Ok(Vec::new());
    };
    let unfit = |value| {
        Unfit::new(
            value,
            "`draft` must be a file in quotes, or a list of files",
        )
    };
    match value.get_ref() {
        DeValue::String(path) => Ok(vec![placed(file, value, path)]),
        DeValue::Array(paths) => paths
            .iter()
            .map(|path| match path.get_ref() {
                DeValue::String(text) => Ok(placed(file, path, text)),
                DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_)
                | DeValue::Array(_)
                | DeValue::Table(_) => Err(unfit(path)),
            })
            .collect(),
        DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Table(_) => Err(unfit(value)),
    }
}

fn pairs(file: FileId, table: &DeTable<'_>, key: &str) -> Result<Vec<Tie>, Unfit> {
    let Some(value) = table.get(key) else {
        return Ok(Vec::new());
    };
    let DeValue::Table(entries) = value.get_ref() else {
        return Err(Unfit::new(
            value,
            format!("write `[{key}]` above its lines"),
        ));
    };
    let tie = |(place, rule): (&Placed<std::borrow::Cow<'_, str>>, &Placed<DeValue<'_>>)| {
        let DeValue::String(text) = rule.get_ref() else {
            return Err(Unfit::new(rule, "this must be a text in quotes"));
        };
        let range = place.span();
        Ok(Tie {
            place: Spanned::new(
                place.get_ref().to_string(),
                Span::new(file, range.start, range.end),
            ),
            rule: placed(file, rule, text),
        })
    };
    let mut ties: Vec<Tie> = entries.iter().map(tie).collect::<Result<_, _>>()?;
    ties.sort_by_key(|tie| tie.place.span.start);
    Ok(ties)
}

fn placed(file: FileId, value: &Placed<DeValue<'_>>, text: &str) -> Spanned<String> {
    let range = value.span();
    Spanned::new(text.to_owned(), Span::new(file, range.start, range.end))
}
