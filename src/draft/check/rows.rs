//! Numbers in sentences that name a row and a column of a table: `Foot marches 2 areas, horse 3 areas`, `Guns are raised at 4 OP each`.
//!
//! Reports: E0711.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::facts::stems;
use super::reported::Reported;
use super::spoken::CASES;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let columns: Vec<Column<'_>> = context
        .grids()
        .flat_map(|(block, grid)| numbers(block, grid))
        .collect();
    if columns.is_empty() {
        return;
    }
    let reported = Reported::new(diagnostics);
    for one in context.sentences() {
        let (prose, range) = (&one.prose, one.range.clone());
        let words = one.words.as_slice();
        // `Warsaw, Thorn and Elbing are worth 8 points together`
        if words
            .iter()
            .any(|word| word.is_word(&["together", "altogether"]))
        {
            continue;
        }
        let mut found = spoken(words, &columns);
        if found.is_empty() {
            found.extend(priced(words, &columns));
        }
        if found.is_empty() {
            found.extend(crossed(words, &columns));
        }
        if found.is_empty() {
            found.extend(owned(words, &columns));
        }
        // The forces of a scenario are those of its beginning.
        let is_elsewhere = |given: &Given<'_>| {
            let block = given.row.block;
            context.scenario(block).is_some() && context.home(block) != context.home(prose.block)
        };
        found.retain(|given| !is_elsewhere(given));
        for one in found {
            let place = range.start + one.range.start..range.start + one.range.end;
            let finding = report(context, prose, &one, place);
            diagnostics.extend(finding.filter(|finding| !reported.has(finding)));
        }
    }
}

/// Column of numbers of a table with named rows.
struct Column<'a> {
    /// Stems of its header.
    header: Vec<String>,
    /// Last word of its header if it is an abbreviation: `Cost in OP`.
    unit: Option<String>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    name: &'a str,
    block: usize,
    /// Header of its column.
    header: String,
    stems: Vec<String>,
    value: i64,
    is_signed: bool,
    span: Span,
}

fn numbers(block: usize, grid: &Grid) -> Vec<Column<'_>> {
    let column = |column: usize| {
        let header = grid.header(column);
        let words = tokens(&header);
        let stems_of = words.iter().filter(|word| word.kind == Kind::Word);
        let unit = words.last().filter(|word| {
            (2..=3).contains(&word.text.len())
                && word.text.bytes().all(|byte| byte.is_ascii_uppercase())
        });
        let rows: Vec<Row<'_>> = grid
            .body_rows()
            .filter_map(|row| number(block, grid, row, column))
            .collect();
        Column {
            header: stems_of.map(|word| stem(word.text)).collect(),
            unit: unit.map(|unit| unit.text.to_owned()),
            rows,
        }
    };
    let columns = (1..grid.n_columns).map(column);
    columns
        .filter(|column| column.rows.len() >= 2 && !column.header.is_empty())
        .collect()
}

fn number(block: usize, grid: &Grid, row: usize, column: usize) -> Option<Row<'_>> {
    let words = tokens(grid.text(row, column));
    let first = words.first()?;
    let (value, is_signed) = if let Kind::Signed(value) = first.kind {
        (value, true)
    } else {
        (first.whole()?, false)
    };
    let name = grid.text(row, 0);
    let (stems, _) = stems(name);
    (words.len() <= 2 && !stems.is_empty()).then_some(Row {
        name,
        block,
        header: grid.header(column).trim().to_owned(),
        stems,
        value,
        is_signed,
        span: grid.at(row, column)?.span,
    })
}

/// A number that the text gives, and the row of the table.
struct Given<'r> {
    range: Range<usize>,
    value: i64,
    row: &'r Row<'r>,
}

/// Words of a special case, beside those of all checks.
const OWN_CASES: [&str; 7] = [
    "twice", "runs", "optional", "rather", "still", "later", "not",
];

fn is_special_case(words: &[Token<'_>]) -> bool {
    words
        .iter()
        .any(|word| word.is_word(&CASES) || word.is_word(&OWN_CASES))
}

/// The only row that has a name, or all words of it and more.
fn row<'c>(column: &'c Column<'_>, name: &str) -> Option<&'c Row<'c>> {
    let (stems, _) = stems(name);
    if stems.is_empty() {
        return None;
    }
    let exact = column.rows.iter().find(|row| row.stems == stems);
    exact.or_else(|| {
        let mut wider = column
            .rows
            .iter()
            .filter(|row| stems.iter().all(|stem| row.stems.contains(stem)));
        let (first, None) = (wider.next()?, wider.next()) else {
            return None;
        };
        Some(first)
    })
}

/// Whether some row of a name has a value in a column, of all tables that have the name.
fn agrees(columns: &[&Column<'_>], name: &str, value: i64) -> bool {
    columns
        .iter()
        .any(|column| row(column, name).is_some_and(|row| row.value.abs() == value))
}

/// `Foot marches 2 areas for each OP, horse 3 areas`: the verb is the header of a column, the subject the name of a row.
fn spoken<'c>(words: &[Token<'_>], columns: &'c [Column<'_>]) -> Vec<Given<'c>> {
    let mut found = Vec::new();
    if is_special_case(words) {
        return found;
    }
    let is_stop = |word: &Token<'_>| {
        word.is_any_mark(&[',', ';', ':', '(', ')', '.']) || word.is_word(&["and", "but"])
    };
    let mut verb: Option<String> = None;
    let mut earlier: &[Token<'_>] = &[];
    for segment in words.split(is_stop).filter(|segment| !segment.is_empty()) {
        let subject = earlier;
        earlier = segment;
        let Some(at) = segment.iter().position(|word| word.whole().is_some()) else {
            continue;
        };
        let (Some(number), Some(mut before)) = (segment.get(at), segment.get(..at)) else {
            continue;
        };
        while let Some((last, rest)) = before.split_last()
            && last.is_word(&["up", "to", "at", "most", "exactly", "a", "an", "only"])
        {
            before = rest;
        }
        let head = before.split_last().filter(|(last, _)| {
            let stem = stem(last.text);
            columns.iter().any(|column| column.header.contains(&stem))
        });
        let mut name = before;
        if let Some((last, rest)) = head {
            verb = Some(stem(last.text));
            name = rest;
        }
        // `has Grit 7, and the Captain is 5 inches away`: a distance, not the value that was spoken of before.
        let is_measured = segment.get(at + 1).is_some_and(|unit| {
            unit.is_mark('"') || unit.is_word(&["inches", "inch", "hexes", "cm", "squares"])
        });
        if head.is_none() && is_measured {
            continue;
        }
        let Some(verb) = &verb else {
            continue;
        };
        while let Some((last, rest)) = name.split_last()
            && last.is_word(&["may", "can", "must", "will", "always"])
        {
            name = rest;
        }
        // `a canal is a hexside; crossing it costs 2 more`
        if name.last().is_some_and(|word| word.is_word(&["it"])) {
            let end = subject.iter().position(|word| word.is_word(&["is", "are"]));
            name = end.and_then(|end| subject.get(..end)).unwrap_or_default();
        }
        let text: Vec<&str> = name.iter().map(|word| word.text).collect();
        // `Three guns at 20 cm`: a number is no name.
        let is_name = |word: &Token<'_>| word.kind == Kind::Word && word.count().is_none();
        let is_plain = name.iter().all(is_name) && name.len() <= 4;
        let rest = segment.get(at + 1..).unwrap_or_default();
        let is_more = rest
            .iter()
            .any(|word| word.is_word(&["more", "additional", "less", "fewer"]));
        found.extend(
            given(columns, verb, &text.join(" "), number)
                .filter(|one| is_plain && is_more == one.row.is_signed),
        );
    }
    found
}

fn given<'c>(
    columns: &'c [Column<'_>],
    verb: &str,
    name: &str,
    number: &Token<'_>,
) -> Option<Given<'c>> {
    let value = number.whole()?;
    let headed: Vec<&Column<'_>> = columns
        .iter()
        .filter(|column| column.header.iter().any(|stem| stem == verb))
        .collect();
    let row = headed.iter().find_map(|column| row(column, name))?;
    (!agrees(&headed, name, value)).then(|| Given {
        range: number.range.clone(),
        value,
        row,
    })
}

/// `Guns are raised only in a capital, at 4 OP each`: the only number of the sentence with the unit of a column, and the words of a row.
fn priced<'c>(words: &[Token<'_>], columns: &'c [Column<'_>]) -> Option<Given<'c>> {
    if is_special_case(words) {
        return None;
    }
    let column = columns.iter().find(|column| {
        let unit = column.unit.as_deref();
        unit.is_some_and(|unit| words.iter().any(|word| word.text == unit))
    })?;
    let is_unit = |word: &Token<'_>| Some(word.text) == column.unit.as_deref();
    let mut numbers = words.windows(2).enumerate().filter(
        |(_, pair)| matches!(pair, [number, unit] if number.whole().is_some() && is_unit(unit)),
    );
    let (Some((at, [number, _])), None) = (numbers.next(), numbers.next()) else {
        return None;
    };
    let pays = [
        "cost", "costs", "pay", "pays", "spend", "spends", "spending", "for", "at",
    ];
    let is_paid = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| before.is_word(&pays));
    let named: Vec<String> = words
        .iter()
        .filter(|word| word.kind == Kind::Word)
        .map(|word| stem(word.text))
        .collect();
    let n_rows = |stem: &String| {
        let rows = column.rows.iter().filter(|row| row.stems.contains(stem));
        rows.count()
    };
    let mut best: Vec<(usize, &Row<'_>)> = Vec::new();
    for row in &column.rows {
        let shared: Vec<&String> = row
            .stems
            .iter()
            .filter(|stem| named.contains(stem))
            .collect();
        if shared.iter().any(|stem| n_rows(stem) == 1) {
            best.push((shared.len(), row));
        }
    }
    let most = best.iter().map(|(n, _)| *n).max()?;
    best.retain(|(n, _)| *n == most);
    let [(_, row)] = best.as_slice() else {
        return None;
    };
    let value = number.whole()?;
    (is_paid && row.value.abs() != value).then(|| Given {
        range: number.range.clone(),
        value,
        row,
    })
}

/// Words by which a number is no value of a table but what is added to one, taken from one, or rolled.
const CHANGES: [&str; 35] = [
    "earn", "earns", "earned", "score", "scores", "scored", "lose", "loses", "lost", "gain",
    "gains", "add", "adds", "subtract", "take", "takes", "remove", "removes", "roll", "rolls",
    "rolled", "hit", "hits", "need", "needs", "at", "on", "from", "every", "per", "times", "may",
    "left", "pays", "suffers",
];

/// `A Scout on a good road moves 22 cm`: the only number of a clause that names a row, and the header of a column before it or directly
/// after it.
fn crossed<'c>(words: &[Token<'_>], columns: &'c [Column<'_>]) -> Vec<Given<'c>> {
    let is_stop = |word: &Token<'_>| {
        word.is_any_mark(&[',', ';', ':', '(', ')', '.']) || word.is_word(&["and", "but"])
    };
    let stems = |words: &[Token<'_>]| -> Vec<String> {
        let words = words.iter().filter(|word| word.kind == Kind::Word);
        words.map(|word| stem(word.text)).collect()
    };
    let mut found = Vec::new();
    for clause in words.split(is_stop) {
        // `has Will +5`: the value of a column, not what is added to a roll.
        let is_value = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| clause.get(before));
            before.is_some_and(|before| {
                let stem = stem(before.text);
                before.is_capitalised()
                    && columns
                        .iter()
                        .any(|column| column.header == [stem.as_str()])
            })
        };
        let is_changed = clause.iter().enumerate().any(|(at, word)| {
            word.is_word(&CHANGES)
                || matches!(word.kind, Kind::Dice(_))
                || matches!(word.kind, Kind::Signed(_)) && !is_value(at)
        });
        let mut numbers = clause
            .iter()
            .enumerate()
            .filter(|(_, word)| word.count().is_some() || matches!(word.kind, Kind::Signed(_)));
        let (Some((at, number)), None) = (numbers.next(), numbers.next()) else {
            continue;
        };
        if is_changed || is_special_case(clause) {
            continue;
        }
        // `Lances for a Knight cost 10 points`: what is first is spoken of.
        let is_lead = |word: &&Token<'_>| word.is_word(&["a", "an", "the", "all", "most"]);
        let n_lead = clause.iter().take_while(is_lead).count();
        let before = stems(clause.get(n_lead..at).unwrap_or_default());
        let after = clause.get(at + 1).map(|word| stem(word.text));
        found.extend(crossing(columns, &before, after.as_deref(), number));
    }
    found
}

/// `The Triplane has 3 Guns`: the header of a column after a number, and a part of the name of one row before it.
fn owned<'c>(words: &[Token<'_>], columns: &'c [Column<'_>]) -> Option<Given<'c>> {
    let at = words
        .iter()
        .position(|word| word.is_word(&["has"]))
        .filter(|at| (1..=5).contains(at))?;
    let (number, header) = (words.get(at + 1)?, words.get(at + 2)?);
    let value = number.whole()?;
    let ends = words
        .get(at + 3)
        .is_none_or(|after| after.kind != Kind::Word || after.is_word(&["and"]));
    let name = words.get(..at)?;
    let (article, name) = name.split_first()?;
    let is_plain = article.is_word(&["the", "a", "an", "each"])
        && !name.is_empty()
        && name.iter().all(|word| word.is_capitalised())
        && header.is_capitalised();
    let headed = stem(header.text);
    let text: Vec<&str> = name.iter().map(|word| word.text).collect();
    let mut rows = columns
        .iter()
        .filter(|column| column.header == [headed.as_str()])
        .filter_map(|column| row(column, &text.join(" ")));
    let (row, None) = (rows.next()?, rows.next()) else {
        return None;
    };
    (ends && is_plain && !row.is_signed && row.value != value).then(|| Given {
        range: number.range.clone(),
        value,
        row,
    })
}

/// The row and column of one table that words before a number name, or those and the word after it.
fn crossing<'c>(
    columns: &'c [Column<'_>],
    before: &[String],
    after: Option<&str>,
    number: &Token<'_>,
) -> Option<Given<'c>> {
    let is_headed = |column: &&Column<'_>| {
        let is_before = column.header.iter().all(|stem| before.contains(stem));
        is_before || matches!(column.header.as_slice(), [only] if Some(only.as_str()) == after)
    };
    let is_signed = matches!(number.kind, Kind::Signed(_));
    let is_named = |row: &&Row<'_>| {
        // `Anna's Knight`
        let is_first = before
            .iter()
            .take(1 + usize::from(is_signed))
            .any(|first| row.stems.contains(first));
        is_first && row.stems.iter().all(|stem| before.contains(stem))
    };
    let headed = columns.iter().filter(is_headed);
    let mut named: Vec<&Row<'_>> = headed
        .flat_map(|column| column.rows.iter().filter(is_named))
        .collect();
    let longest = named.iter().map(|row| row.stems.len()).max()?;
    named.retain(|row| row.stems.len() == longest);
    // Of several it is not known which is meant.
    let [row] = named.as_slice() else {
        return None;
    };
    let value = number.signed().or_else(|| number.whole())?;
    (row.is_signed == is_signed && row.value != value).then(|| Given {
        range: number.range.clone(),
        value,
        row,
    })
}

fn report(
    context: &Context<'_>,
    prose: &Prose<'_>,
    given: &Given<'_>,
    place: Range<usize>,
) -> Option<Diagnostic> {
    let (row, value) = (given.row, given.value);
    let message = format!(
        "“{}” has {value} here, and {} in the column “{}”",
        row.name, row.value, row.header
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(context.span(prose, place)?, value.to_string())
            .label(row.span, format!("{} in the table", row.value))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}
