//! Text of the contents of a map.

use super::Map;
use crate::{Unit, Value};
use sandtable_board::Board;

impl Map {
    /// Returns the symbols of the drawing with their meanings; for areas, the distinct stats of areas with a letter for each.
    pub fn fills_in_words(&self) -> Vec<(char, String)> {
        let words = |says| told(says).unwrap_or_else(|| "plain".to_owned());
        if let Board::Areas(_) = self.board {
            return LETTERS.chars().zip(self.sorts_of_areas()).collect();
        }
        let symbols = self.legend.iter();
        symbols
            .map(|symbol| (symbol.mark, words(&symbol.says)))
            .collect()
    }

    /// Returns the index of each place in [`Map::fills_in_words`].
    pub fn fills(&self) -> Vec<Option<usize>> {
        let Board::Areas(map) = &self.board else {
            return self.fills.clone();
        };
        let sorts = self.sorts_of_areas();
        let mut fills = vec![None; map.n_areas()];
        for (place, says) in &self.places {
            let words = features(says);
            let sort = words.and_then(|words| sorts.iter().position(|sort| *sort == words));
            let fill = usize::try_from(*place)
                .ok()
                .and_then(|at| fills.get_mut(at));
            if let Some(fill) = fill {
                *fill = sort.filter(|sort| *sort < LETTERS.len());
            }
        }
        fills
    }

    /// Returns the distinct stats of areas, in the order of the areas.
    fn sorts_of_areas(&self) -> Vec<String> {
        let mut sorts: Vec<String> = Vec::new();
        for words in self.places.iter().filter_map(|(_, says)| features(says)) {
            if !sorts.contains(&words) {
                sorts.push(words);
            }
        }
        sorts
    }

    /// Returns the features of sides or links between places, with their codes.
    pub fn sides_in_words(&self) -> Vec<(String, Vec<i32>)> {
        let plain = match self.board {
            Board::Areas(_) => "link",
            Board::Grid(_) | Board::Table(_) => "side",
        };
        let words = |says| told(says).unwrap_or_else(|| plain.to_owned());
        let sides = self.sides.iter().map(|side| {
            let codes = side.sides.iter().map(|side| side.value).collect();
            (words(&side.says), codes)
        });
        sides.collect()
    }

    /// Returns the stats of single hexes or squares, by line.
    pub fn remarks(&self) -> Vec<String> {
        if let Board::Areas(_) = self.board {
            return Vec::new();
        }
        let places = self.places.iter();
        let remarks = places.filter_map(|(place, says)| {
            Some(format!("{}: {}", self.board.name(*place), told(says)?))
        });
        remarks.collect()
    }
}

/// Letters for the stats of areas.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// Returns the name of a hex or a side, else its stats in short: `level 2, steep`.
fn told(says: &Unit) -> Option<String> {
    match &says.title {
        Some(title) => Some(title.value.clone()),
        None => features(says),
    }
}

/// Returns stats in short: `level 2, steep`.
fn features(says: &Unit) -> Option<String> {
    let value = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Decimal(written) | Value::Word(written) => written.clone(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::List(entries) => {
            let words = entries.iter().filter_map(|entry| entry.value.word());
            words.collect::<Vec<_>>().join(", ")
        }
        Value::Inline(_) | Value::Other(_) | Value::Unreadable => String::new(),
    };
    let parts = says.stats.iter().map(|stat| {
        let shown = value(&stat.value.value);
        match stat.value.value {
            Value::Number(_) | Value::Decimal(_) | Value::Flag(_) => {
                format!("{} {shown}", stat.key.value)
            }
            Value::Word(_)
            | Value::List(_)
            | Value::Inline(_)
            | Value::Other(_)
            | Value::Unreadable => shown,
        }
    });
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
