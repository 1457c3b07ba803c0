//! Cells of tables that games never read, found in a part of the games.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_eval::dice::Dice;
use sandtable_eval::machine::Machine;
use sandtable_eval::offer::Offer;
use sandtable_eval::policy::Unstated;
use sandtable_eval::simulator::{Driver, Simulator};
use sandtable_ir::{Note, NoteId, OutputSpec, PoolId, Program, lower};
use sandtable_model::{RuleBook, Table, TableId};
use sandtable_players::game::STEPS;
use sandtable_source::SourceMap;

use super::TableUse;
use crate::scenario::Scenario;

/// Returns tables that were looked up in games by policy, with the cells that no game selected; those with most such cells first.
pub(super) fn unread(scenario: &Scenario<'_>, seed: u64, n_games: u64) -> Vec<TableUse> {
    let (book, situation) = (&scenario.ruleset.book, &scenario.situation);
    let lowered = lower::for_watching_tables(book, situation, OutputSpec::Ending(&[]));
    let mut simulator = Simulator::new(&lowered.program, STEPS);
    let mut read = BTreeMap::new();
    for game in 0..n_games {
        let seed = seed.wrapping_add(game);
        let mut reader = Reader {
            dice: Dice::new(seed),
            book,
            read: &mut read,
        };
        simulator.restart();
        // A game that fails counts with the lookups before the fault.
        let _ = simulator.run(&mut reader);
    }
    let uses = read.iter().filter_map(|(id, cells)| {
        let table = book.tables.get(id.at())?;
        let unread: Vec<String> = (0..table.drawn.len())
            .filter(|cell| !cells.contains(cell))
            .map(|cell| keys_of(table, cell, &scenario.ruleset.sources))
            .collect();
        Some(TableUse {
            title: table.naming.shown().to_owned(),
            span: table.naming.span,
            n_cells: table.drawn.len(),
            unread,
        })
    });
    let mut uses: Vec<TableUse> = uses.filter(|table| !table.unread.is_empty()).collect();
    uses.sort_by_key(|table| std::cmp::Reverse(table.unread.len()));
    uses
}

/// The keys of a cell as written.
fn keys_of(table: &Table, cell: usize, sources: &SourceMap) -> String {
    let keys = table.drawn.get(cell).map_or(&[][..], |drawn| &drawn.keys);
    let words: Vec<&str> = keys.iter().map(|key| sources.text(*key).trim()).collect();
    words.join(", ")
}

/// Plays by policy, and notes which cells are read.
struct Reader<'a> {
    dice: Dice,
    book: &'a RuleBook,
    read: &'a mut BTreeMap<TableId, BTreeSet<usize>>,
}

impl Driver for Reader<'_> {
    fn roll(&mut self, program: &Program, pool: PoolId) -> Option<i32> {
        let pool = program.pools.get(pool.0 as usize)?;
        Some(self.dice.roll_pool(pool))
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<i32> {
        match offer.decision.is_drawn {
            true => offer.draw(&mut self.dice),
            false => Unstated::First.answer(offer),
        }
    }

    fn note(&mut self, program: &Program, machine: &Machine, note: NoteId) {
        let Some(Note::Row { id, keys, .. }) = program.notes.get(note.0 as usize) else {
            return;
        };
        let keys: Vec<i32> = keys.iter().map(|(_, key)| machine.get(key.reg)).collect();
        let table = self.book.tables.get(id.at());
        if let Some(cell) = table.and_then(|table| table.drawn_for(&keys)) {
            self.read.entry(*id).or_default().insert(cell);
        }
    }
}
