//! Places that are selected without saying properly which.
//!
//! Reports: E0101.

use super::{Broken, found_last, is_word};
use sandtable_diagnostic::Diagnostic;

/// Words in front of the name of a selection.
const IN_FRONT: [&str; 6] = ["any", "each", "of", "choose", "first", "last"];

/// Continuations of the words that select places.
const REGIONS: [(&str, &str); 4] = [
    ("within", "write it like `within 6 of unit`"),
    ("between", "write it like `between firer and target`"),
    (
        "reached",
        "write it like `reached by march(unit) from unit within 8`",
    ),
    (
        "along",
        "write it like `along march(unit) from unit to goal`",
    ),
];

impl Broken<'_> {
    /// `choose target: squad where … by side, if any`
    pub(super) fn if_any_at_the_end(&self) -> Option<Diagnostic> {
        let rest = self.line.get(self.at..)?;
        let is_late = self.first_word() == "choose" && rest.starts_with(", if any");
        is_late.then(|| {
            let help = "write it after the condition, before `by` or `at random`: `choose target: \
                        squad where …, if any by side`";
            self.misfit(self.at, ", if any", help)
        })
    }

    /// `number of unit at spot`, `any unit in spot`
    pub(super) fn pieces_at_a_place(&self) -> Option<Diagnostic> {
        let word = self.found();
        let kind = found_last(self.before());
        let front = self.before().trim_end().strip_suffix(kind)?;
        let is_selection = matches!(found_last(front), "any" | "each" | "of");
        let rest = self.line.get(self.at + word.len()..)?;
        let place = rest
            .split_whitespace()
            .next()?
            .trim_end_matches([')', ':', ',']);
        let is_meant = is_selection && matches!(word, "at" | "in" | "on") && is_word(place);
        is_meant.then(|| {
            let help = format!("write `{kind} where {kind}.at is {place}`");
            self.misfit(self.at, word, &help)
        })
    }

    /// `any spot: place near unit`, `choose goal: place within unit`
    pub(super) fn which_places(&self) -> Option<Diagnostic> {
        let (front, said) = self.before().rsplit_once("place")?;
        let front = front.trim_end();
        let front = match front.strip_suffix(':') {
            Some(named) => {
                let name = found_last(named);
                named.strip_suffix(name)?
            }
            None => front,
        };
        if !IN_FRONT.contains(&found_last(front)) {
            return None;
        }
        let word = said.split_whitespace().next();
        let help = match word {
            None => {
                "name the places: `within 6 of unit`, `between firer and target`, `reached by \
                 march(unit) from unit within 8` or `along march(unit) from unit to goal`; or \
                 give a condition: `where …`"
            }
            Some(word) => REGIONS.iter().find(|(known, _)| *known == word)?.1,
        };
        Some(self.misfit(self.at, self.found(), help))
    }
}
