//! Blocks `at the same time`: the tracks that they change, and the internal tracks for deferred changes.

use std::collections::BTreeSet;

use super::{NONE, RuleBook, Statement, TrackId, walk_calls, walk_statement, walk_statements};

/// Internal tracks for the deferred changes of one track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GatheredChange {
    /// The assigned value, or [`NOT_SET`].
    pub set: TrackId,
    /// The sum of added and subtracted amounts, for a track of numbers.
    pub added: Option<TrackId>,
    /// The part of that sum that is transferred, for a track whose points such a block transfers.
    pub moved: Option<TrackId>,
}

/// Internal tracks for one line of a trigger whose watched value a block `at the same time` can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedChange {
    /// The watched value before the block, or [`NOT_SET`].
    pub before: TrackId,
    /// The number of times that the line fires in the wave that is being executed.
    pub firing: TrackId,
    /// The number of times that it fires in the next wave.
    pub due: TrackId,
}

/// Value of an internal track if nothing is known.
pub const NOT_SET: i32 = NONE + 1;

/// Returns the tracks that blocks `at the same time` change by `add`, `take`, `set` and the like, themselves or by the actions and
/// reactions that they call. Triggers are not among them: they fire when the changes are made.
pub fn changed_by(book: &RuleBook, block: &[Statement]) -> BTreeSet<TrackId> {
    let mut changed = BTreeSet::new();
    visit_reached(book, block, &mut |statement| {
        changed.extend(statement.change().map(|change| change.track));
        changed.extend(statement.rank().map(|rank| rank.track));
    });
    changed
}

/// Returns the lines of triggers that changes of these tracks can set off, and those that what they do can set off in turn, by trigger and
/// line.
pub fn fired_by(book: &RuleBook, changed: &BTreeSet<TrackId>) -> BTreeSet<(usize, usize)> {
    let mut fired = BTreeSet::new();
    let mut open: Vec<TrackId> = changed.iter().copied().collect();
    let mut seen = changed.clone();
    while let Some(track) = open.pop() {
        for (trigger, known) in book.triggers.iter().enumerate() {
            for (line, when) in known.whens.iter().enumerate() {
                if when.reads.contains(&track) && fired.insert((trigger, line)) {
                    let changed = changed_by(book, &when.body).into_iter();
                    open.extend(changed.filter(|track| seen.insert(*track)));
                }
            }
        }
    }
    fired
}

/// Returns the tracks whose points such blocks transfer, themselves or by what they call.
pub fn transferred_by(book: &RuleBook, block: &[Statement]) -> BTreeSet<TrackId> {
    let mut transferred = BTreeSet::new();
    visit_reached(book, block, &mut |statement| {
        let change = statement.change();
        let half = change.filter(|change| change.transfer.is_some());
        transferred.extend(half.map(|change| change.track));
    });
    transferred
}

/// Calls a visitor with every statement of a block, of the rules that it calls and of the reactions at its windows.
pub fn visit_reached<'b>(
    book: &'b RuleBook,
    block: &'b [Statement],
    visit: &mut dyn FnMut(&'b Statement),
) {
    let mut seen = BTreeSet::new();
    let mut seen_windows = BTreeSet::new();
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        let (mut called, mut windows) = (Vec::new(), Vec::new());
        walk_statements(block, &mut |statement| {
            visit(statement);
            windows.extend(statement.window());
            true
        });
        for statement in block {
            walk_statement(statement, &mut |expr| {
                walk_calls(expr, &mut |id| called.push(id))
            });
        }
        for id in called {
            let procedure = book.procedures.get(id.at());
            if let Some(procedure) = procedure.filter(|_| seen.insert(id)) {
                open.push(&procedure.body);
            }
        }
        for id in windows {
            let window = book
                .windows
                .get(id.at())
                .filter(|_| seen_windows.insert(id));
            let reactions = window.into_iter().flat_map(|window| &window.reactions);
            let reactions = reactions.filter_map(|id| book.reactions.get(id.at()));
            open.extend(reactions.map(|reaction| reaction.body.as_slice()));
        }
    }
}
