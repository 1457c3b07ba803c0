//! Contents of a map, in the players' words.

use super::Map;
use crate::{Unit, Value};

impl Map {
    /// The symbols of the drawing, and what they stand for.
    pub fn fills_in_words(&self) -> Vec<(char, String)> {
        let words = |says| told(says).unwrap_or_else(|| "plain".to_owned());
        let symbols = self.legend.iter();
        symbols
            .map(|symbol| (symbol.mark, words(&symbol.says)))
            .collect()
    }

    /// Features of the sides between hexes, and the codes of the sides.
    pub fn sides_in_words(&self) -> Vec<(String, Vec<i32>)> {
        let words = |says| told(says).unwrap_or_else(|| "side".to_owned());
        let sides = self.sides.iter().map(|side| {
            let codes = side.sides.iter().map(|side| side.value).collect();
            (words(&side.says), codes)
        });
        sides.collect()
    }

    /// Stats of single hexes.
    pub fn remarks(&self) -> Vec<String> {
        let hexes = self.hexes.iter();
        let remarks = hexes
            .filter_map(|(hex, says)| Some(format!("{}: {}", self.board.name(*hex), told(says)?)));
        remarks.collect()
    }
}

/// Name of a hex or a side, else its stats in short: `level 2, steep`.
fn told(says: &Unit) -> Option<String> {
    if let Some(title) = &says.title {
        return Some(title.value.clone());
    }
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
