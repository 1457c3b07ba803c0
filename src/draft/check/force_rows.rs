//! Rows of lists of forces whose names no other table has, and such names in cells and sentences that count things of another table.
//!
//! Reports: E0720.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::spelling::is_one_error;
use super::words::{Kind, Token, stem, title_key, tokens};
use crate::keys::counted;
use crate::model::Grid;

/// Fewest names of a list that other tables have.
const LEAST: usize = 3;

/// Reports: E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let names = Names::new(context);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for (block, grid) in context.tables() {
        let rows = match is_force(grid) {
            true => rows(grid),
            false => Vec::new(),
        };
        let counted = (1..grid.n_columns).map(|column| items(grid, column));
        for list in counted.chain([rows]) {
            let name = names.unknown(block, &list);
            found.extend(name.map(|name| unknown(context, name, block)));
        }
    }
    for one in context.sentences() {
        let list = priced(one);
        found.extend(
            names
                .unknown_of(&list)
                .map(|name| unknown(context, name, one.prose.block)),
        );
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

fn unknown(context: &Context<'_>, name: &Name, block: usize) -> Diagnostic {
    let message = format!("no list has a unit “{}”", name.text);
    Diagnostic::new(Code::UnknownUnitName, message)
        .label(name.span, "named here and nowhere else")
        .help("correct the name; or add it to a list")
        .confidence(Confidence::Likely)
        .cite(context.citation(block))
}

/// Names that a sentence counts and gives a price: `a Guard for 12`, `two Rifles at 4 each`, `three Scouts (6)`.
fn priced(one: &Sentence<'_>) -> Vec<Name> {
    let words = &one.words;
    let found = words.iter().enumerate().filter_map(|(at, lead)| {
        let is_lead = lead.is_word(&["a", "an", "one", "another"]) || lead.count().is_some();
        let rest = words.get(at + 1..).filter(|_| is_lead)?;
        let is_name = |word: &&Token<'_>| {
            let is_end = word.is_word(&["for", "at", "and", "or", "a", "an", "the", "with"]);
            word.kind == Kind::Word && word.count().is_none() && !is_end || word.is_mark('-')
        };
        let n = rest.iter().take_while(is_name).count();
        let (mark, price) = (rest.get(n)?, rest.get(n + 1)?);
        let is_priced = mark.is_word(&["for", "at"]) || mark.is_mark('(');
        let name = rest.get(..n).filter(|name| (1..=3).contains(&name.len()))?;
        let range = name.first()?.range.start..name.last()?.range.end;
        let plain = name.iter().filter(|word| word.kind == Kind::Word);
        (is_priced && price.whole().is_some()).then_some(Name {
            text: one.text.get(range.clone())?.to_owned(),
            key: plain.map(|word| stem(word.text)).collect(),
            span: one.span(range)?,
        })
    });
    found.collect()
}

/// A name of a list, with its place.
struct Name {
    text: String,
    key: Vec<String>,
    span: Span,
}

impl Name {
    /// The name without its equipment: `Sailor without musket` is a Sailor.
    fn plain(&self) -> Vec<String> {
        let head = self.text.split(" without ").next();
        let head = head.and_then(|head| head.split(" with ").next());
        title_key(head.unwrap_or_default())
    }
}

/// Names of the rows of all tables, and all words of the manuscript in order.
struct Names {
    rows: Vec<(usize, Vec<String>)>,
    stems: Vec<Vec<String>>,
}

impl Names {
    fn new(context: &Context<'_>) -> Self {
        let mut rows = Vec::new();
        for (block, grid) in context.tables() {
            let body: Vec<usize> = grid.body_rows().collect();
            let column = usize::from(grid.is_grouped(&body));
            let names = body.iter().map(|row| title_key(grid.text(*row, column)));
            rows.extend(names.map(|name| (block, name)));
        }
        rows.retain(|(_, name)| !name.is_empty());
        let prose = context.prose().into_iter();
        let stems = prose.map(|one| title_key(&one.text.plain)).collect();
        Self { rows, stems }
    }

    /// Whether another table has a row of this name.
    fn is_row(&self, block: usize, key: &[String]) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|(own, name)| *own != block && name == key)
    }

    /// Number of uses of a name in the manuscript.
    fn n_uses(&self, key: &[String]) -> usize {
        let windows =
            |stems: &Vec<String>| stems.windows(key.len()).filter(|own| *own == key).count();
        self.stems.iter().map(windows).sum()
    }

    /// The only name that a sentence gives a price and that has a word met nowhere else, where two others or more are rows of tables.
    fn unknown_of<'n>(&self, list: &'n [Name]) -> Option<&'n Name> {
        let is_row = |name: &Name| self.rows.iter().any(|(_, own)| *own == name.key);
        let mut odd = list.iter().filter(|name| !is_row(name));
        let (name, None) = (odd.next()?, odd.next()) else {
            return None;
        };
        let is_new = |word: &String| self.n_uses(std::slice::from_ref(word)) == 1;
        let is_listed = list.len() >= LEAST && name.key.iter().any(is_new);
        (is_listed && !self.is_slip(name)).then_some(name)
    }

    /// Whether a word of a name is a typing error, which is reported as such.
    fn is_slip(&self, name: &Name) -> bool {
        name.key.iter().any(|word| {
            let mut known = self.rows.iter().flat_map(|(_, name)| name);
            known.any(|own| is_one_error(word, own))
        })
    }

    /// The only name of a list that is met nowhere else, where nearly all others are rows of other tables.
    fn unknown<'n>(&self, block: usize, list: &'n [Name]) -> Option<&'n Name> {
        let keys: BTreeSet<&Vec<String>> = list.iter().map(|name| &name.key).collect();
        let n_known = keys.iter().filter(|key| self.is_row(block, key)).count();
        if n_known < LEAST || n_known * 3 < (keys.len() - 1) * 2 {
            return None;
        }
        let odd = |name: &&Name| {
            let is_row = self.is_row(block, &name.key) || self.is_row(block, &name.plain());
            !is_row && self.n_uses(&name.key) == 1
        };
        let mut odd = list.iter().filter(odd);
        let (name, None) = (odd.next()?, odd.next()) else {
            return None;
        };
        (!self.is_slip(name)).then_some(name)
    }
}

/// Whether a table says how many there are of what its rows name.
fn is_force(grid: &Grid) -> bool {
    (1..grid.n_columns).any(|column| {
        let header = grid.header(column);
        tokens(&header).iter().any(|word| {
            word.is_word(&[
                "number", "many", "no", "count", "quantity", "qty", "models", "figures",
            ])
        })
    })
}

/// Names of the first column, without what is added in brackets or after a comma, and without totals.
fn rows(grid: &Grid) -> Vec<Name> {
    let rows = grid.body_rows().filter_map(|row| {
        let cell = grid.at(row, 0)?;
        let text = cell.text.plain.trim();
        let text = text.split([',', '(', ':']).next()?.trim();
        let words = tokens(text);
        let is_total = words
            .first()?
            .is_word(&["total", "totals", "all", "sum", "together"]);
        let key = title_key(text);
        (!is_total && !key.is_empty()).then(|| Name {
            text: text.to_owned(),
            key,
            span: cell.span,
        })
    });
    rows.collect()
}

/// Names that the cells of a column count: `1 pom-pom, 2 Oerlikons`.
fn items(grid: &Grid, column: usize) -> Vec<Name> {
    let mut found = Vec::new();
    for row in grid.body_rows() {
        let Some(cell) = grid.at(row, column) else {
            continue;
        };
        for part in cell
            .text
            .plain
            .split([',', ';'])
            .flat_map(|part| part.split(" and "))
        {
            // `5 Kazakhs (Little Horde)`
            let part = part.split('(').next().unwrap_or_default();
            let Some((number, name)) = part.trim().split_once(' ') else {
                continue;
            };
            let words = tokens(name);
            let is_name = (1..=6).contains(&words.len())
                && words
                    .iter()
                    .all(|word| word.kind == Kind::Word || word.is_mark('-'));
            let is_counted = number.parse::<u32>().is_ok() || counted(number).is_some();
            if is_counted && is_name {
                found.push(Name {
                    text: name.trim().to_owned(),
                    key: words
                        .iter()
                        .filter(|word| word.kind == Kind::Word)
                        .map(|word| stem(word.text))
                        .collect(),
                    span: cell.span,
                });
            }
        }
    }
    found
}
