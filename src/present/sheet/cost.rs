//! The chart of a formula that says what a step costs: its cases, in the order in which they are tried.

use sandtable_syntax::ast::{self, ExprKind, StatementKind};

use super::chart::sections;
use super::grid::{Cell, Grid};
use super::names::{Names, capital};
use super::placed::Align;
use super::source::Source;
use super::text::Text;

/// The chart of a formula.
pub(super) fn grid(source: &Source<'_>, rule: &ast::Procedure) -> Grid {
    let mut cases = Cases {
        names: &source.names,
        rows: Vec::new(),
        is_whole: true,
    };
    cases.block(&rule.body, &[]);
    let heads = ["If", "Cost", "Rule"].map(|head| Cell::head(head, Align::Left));
    let note = (!cases.is_whole).then(|| Text::plain("There is more to it: see the rule."));
    Grid {
        title: Text::bold(source.names.title(&rule.head.name.value)),
        sections: sections(&rule.head),
        lead: vec![Text::plain("The first line that applies counts.")],
        heads: vec![heads.to_vec()],
        rows: cases.rows,
        n_keys: 1,
        notes: note.into_iter().collect(),
        of: Some(format!("cost {}", rule.head.name.value)),
        is_striped: true,
        ..Grid::default()
    }
}

/// Returns the rules whose result a rule returns as its own.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other line of a formula gives its result"
)]
pub(super) fn handed_on(block: &ast::Block) -> Vec<&str> {
    let mut found = Vec::new();
    for statement in block {
        match &statement.kind.value {
            StatementKind::Result(value) | StatementKind::Let { value, .. } => {
                if let ExprKind::Call { name, .. } = value.value.as_ref() {
                    found.push(name.value.as_str());
                }
            }
            StatementKind::If {
                then, otherwise, ..
            } => {
                found.extend(handed_on(then));
                found.extend(otherwise.iter().flat_map(handed_on));
            }
            StatementKind::Depending { arms, .. } => {
                found.extend(arms.iter().flat_map(|arm| handed_on(&arm.value.body)));
            }
            _ => {}
        }
    }
    found
}

struct Cases<'n> {
    names: &'n Names,
    rows: Vec<Vec<Cell>>,
    /// Every line of the formula is in a row.
    is_whole: bool,
}

impl Cases<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "other lines are no case of a cost, and the chart says that there is more"
    )]
    fn block(&mut self, block: &ast::Block, conditions: &[String]) {
        for statement in block {
            let cited: Vec<&str> = statement
                .citations
                .iter()
                .map(|section| section.value.as_str())
                .collect();
            let cited = cited.join(", ");
            match &statement.kind.value {
                StatementKind::Result(value) => {
                    let value = match value.value.as_ref() {
                        ExprKind::Name(name) if name == "none" => "–".to_owned(),
                        _ => self.names.phrase(value),
                    };
                    self.row(conditions, value, cited);
                }
                StatementKind::Let { name, value } => {
                    let said = format!(
                        "{}: {}",
                        self.names.title(&name.value),
                        self.names.phrase(value)
                    );
                    self.rows
                        .push(vec![Cell::words(said).over(2), Cell::words(cited)]);
                }
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let inner: Vec<String> = conditions
                        .iter()
                        .cloned()
                        .chain([self.names.phrase(condition)])
                        .collect();
                    self.cited_block(then, &inner, &cited);
                    if let Some(otherwise) = otherwise {
                        let else_words: Vec<String> = conditions
                            .iter()
                            .cloned()
                            .chain(["otherwise".to_owned()])
                            .collect();
                        self.cited_block(otherwise, &else_words, &cited);
                    }
                }
                StatementKind::Depending { value, arms } => {
                    let value = self.names.phrase(value);
                    for arm in arms {
                        let case = match &arm.value.values {
                            Some(cell) => {
                                format!("{value} {}", super::table_chart::cell_text(&cell.value))
                            }
                            None => format!("any other {value}"),
                        };
                        let inner: Vec<String> = conditions.iter().cloned().chain([case]).collect();
                        self.cited_block(&arm.value.body, &inner, &cited);
                    }
                }
                _ => self.is_whole = false,
            }
        }
    }

    /// A block whose lines have the sections of the line above them, unless they have their own.
    fn cited_block(&mut self, block: &ast::Block, conditions: &[String], cited: &str) {
        let first = self.rows.len();
        self.block(block, conditions);
        for row in self.rows.iter_mut().skip(first) {
            if let Some(last) = row.last_mut()
                && last.text.is_empty()
            {
                last.text = Text::plain(cited);
            }
        }
    }

    fn row(&mut self, conditions: &[String], value: String, cited: String) {
        let said = match conditions {
            [] => "otherwise".to_owned(),
            some => some.join(", "),
        };
        let said = if self.rows.is_empty() && conditions.is_empty() {
            "always".to_owned()
        } else {
            said
        };
        self.rows.push(vec![
            Cell::words(capital(&said)),
            Cell::new(Text::bold(value), Align::Left),
            Cell::words(cited),
        ]);
    }
}
