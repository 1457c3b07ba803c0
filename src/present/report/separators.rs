//! What winners had and losers had not, in words.

use sandtable_session::report::Separator;

use super::sections::{Words, mark_of, mean, share};
use super::{Section, Table, heads};
use crate::numerals::grouped;

/// Number of quantities that are shown round by round.
const MOST_COURSES: usize = 2;

impl Words<'_> {
    pub(super) fn winners_against_losers(&self) -> Section {
        let separators = &self.0.separators;
        let sentence = |one: &Separator| {
            let [_, half, _, end] = one.at;
            let more = more(one);
            let (when, share) = match half.of {
                0 => ("At the end the winner", share(end)),
                _ => ("At half time the later winner", share(half)),
            };
            format!(
                "{when} had {more} {} in {share} of the games in which the sides differed.",
                one.title
            )
        };
        let rows = separators.iter().map(|one| {
            let [quarter, half, late, end] = one.at;
            let [_, _, _, [winner, other]] = &one.means;
            let more = more(one);
            let mut row = vec![format!("{more} {}", one.title)];
            row.extend([quarter, half, late, end].map(share));
            row.push(format!("{} : {}", mean(winner), mean(other)));
            row
        });
        Section {
            title: "Winners against losers",
            sentences: separators.first().map(sentence).into_iter().collect(),
            table: (!separators.is_empty()).then(|| Table {
                head: heads([
                    "the winner has",
                    "at 1/4",
                    "at 1/2",
                    "at 3/4",
                    "at the end",
                    "winner : others at the end",
                ]),
                rows: rows.collect(),
                marks: separators
                    .iter()
                    .map(|one| {
                        let [_, half, _, end] = one.at;
                        mark_of(if half.of > 0 { half } else { end })
                    })
                    .collect(),
                scale: (0.0, 100.0),
            }),
        }
    }

    /// The quantities that separate best, round by round.
    pub(super) fn rounds(&self) -> Section {
        let separators = &self.0.separators;
        let shown = separators.iter().filter(|one| !one.rounds.is_empty());
        let shown: Vec<&Separator> = shown.take(MOST_COURSES).collect();
        let Some(first) = shown.first() else {
            return Section::default();
        };
        let mut head = heads(["after round", "games that went on"]);
        for one in &shown {
            head.push(format!("{} {}", more(one), one.title));
            head.push("winner : others".to_owned());
        }
        let rows = first.rounds.iter().enumerate().map(|(at, point)| {
            let mut row = vec![point.round.to_string(), grouped(point.n_games)];
            for one in &shown {
                let point = one.rounds.get(at);
                row.push(point.map_or_else(String::new, |point| share(point.share)));
                row.push(point.map_or_else(String::new, |point| {
                    let [winner, others] = &point.means;
                    format!("{} : {}", mean(winner), mean(others))
                }));
            }
            row
        });
        Section {
            title: "Winners against losers, round by round",
            sentences: Vec::new(),
            table: Some(Table {
                head,
                rows: rows.collect(),
                marks: first
                    .rounds
                    .iter()
                    .map(|point| mark_of(point.share))
                    .collect(),
                scale: (0.0, 100.0),
            }),
        }
    }
}

/// Whether winners have more or less of a quantity, or fewer.
fn more(separator: &Separator) -> &'static str {
    match (separator.more, separator.is_count) {
        (true, _) => "more",
        (false, true) => "fewer",
        (false, false) => "less",
    }
}
