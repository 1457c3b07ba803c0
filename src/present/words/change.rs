//! Changes of tracks: `add 1 to the target’s hits`, `the unit is now prone`.

use super::clauses::Condition;
use super::speaker::Speaker;
use super::statement::Act;
use sandtable_model::{Expr, NONE, Statement, TrackId, Transfer, Type, WrittenTransfer};
use sandtable_syntax::ast::Change;

impl Speaker<'_> {
    /// A statement that changes a track, or moves points from one to another.
    pub(super) fn changed(&mut self, statement: &Statement) -> Act {
        let Some(change) = statement.change() else {
            return Act::default();
        };
        Act::plain(match change.transfer {
            Some(Transfer::Out(written)) => self.transfer_act(written),
            // The first half is worded for both.
            Some(Transfer::In) => String::new(),
            None => self.change_act(
                change.how,
                change.amount,
                change.unit,
                change.track,
                change.index,
            ),
        })
    }

    /// A change of a track.
    pub(super) fn change_act(
        &mut self,
        how: Change,
        amount: &Expr,
        unit: &Expr,
        track: TrackId,
        index: Option<&Expr>,
    ) -> String {
        let owner = self.value_words(unit);
        let kinds = self.kinds_of(unit);
        let known = self.book.tracks.get(track.at());
        let ty = known.map_or(Type::Unknown, |track| track.ty);
        if how == Change::Set && ty == Type::Flag {
            return self.set_flag(unit, track, index, amount);
        }
        if how == Change::Set && index.is_none() {
            if Some(track) == self.book.at_track() {
                return match amount.literal() {
                    Some(NONE) => format!("take {owner} off the board"),
                    _ => format!("put {owner} at {}", self.place_value(amount)),
                };
            }
            if Some(track) == self.book.side_track() {
                return match amount.literal() {
                    Some(NONE) => format!("{owner} belongs to nobody from now on"),
                    _ => format!(
                        "{owner} belongs to {} from now on",
                        self.value_words(amount)
                    ),
                };
            }
            let titled = self.track(track, kinds);
            if let Some(relation) = self.relation(&titled) {
                return match amount.literal() {
                    Some(NONE) => format!("from now on, {owner} {} anything", relation.no),
                    _ => format!(
                        "from now on, {owner} {} {}",
                        relation.yes,
                        self.value_words(amount)
                    ),
                };
            }
        }
        let titled = self.track(track, kinds);
        let text = self.entry(&titled, &owner);
        let text = match index {
            Some(index) => format!("{text} for {}", self.value_words(index)),
            None => text,
        };
        let amount_text = self.value_words(amount);
        match how {
            Change::Add => format!("add {amount_text} to {text}"),
            Change::Take => format!("take {amount_text} from {text}"),
            Change::Set if amount.literal() == Some(NONE) => {
                format!("from now on, {text} is nothing")
            }
            Change::Set => format!("set {text} to {amount_text}"),
        }
    }

    /// A transfer of points: `move 2 from the crate’s rounds to the gun’s rounds, or as many as there are and fit`.
    fn transfer_act(&mut self, written: &WrittenTransfer) -> String {
        let amount = self.value_words(&written.amount);
        let from = self.value_words(&written.from);
        let to = self.value_words(&written.to);
        format!("move {amount} from {from} to {to}, or as many as there are and fit")
    }

    /// Returns the place of another piece as `where it is`.
    fn place_value(&mut self, place: &Expr) -> String {
        let read = place.track().filter(|read| read.index.is_none());
        if let Some(read) = read
            && Some(read.track) == self.book.at_track()
        {
            let unit = self.value_words(read.unit);
            return format!("the {} of {unit}", self.place_noun());
        }
        self.value_words(place)
    }

    fn set_flag(
        &mut self,
        unit: &Expr,
        track: TrackId,
        index: Option<&Expr>,
        amount: &Expr,
    ) -> String {
        let mark = Expr::of_track(unit.clone(), track, index.cloned(), Type::Flag);
        let yes = self.condition_clause(&mark, false);
        let no = self.condition_clause(&mark, true);
        match amount.literal() {
            Some(0) if track == TrackId::REMOVED => {
                format!("{} comes back into play", self.value_words(unit))
            }
            Some(0) => ended(&yes, &no),
            Some(_) if track == TrackId::REMOVED => {
                format!("remove {} from play", self.value_words(unit))
            }
            Some(_) if track == TrackId::DESTROYED => {
                format!("{} is destroyed", self.value_words(unit))
            }
            Some(_) => begun(&yes),
            None => {
                let when = self.clause(amount, false);
                format!(
                    "note that {} if {when}, and that it is not so if not",
                    yes.text()
                )
            }
        }
    }
}

/// `the unit is now prone`, `note that the weapon has fired`
fn begun(yes: &Condition) -> String {
    if let Condition::Clause { subject, predicate } = yes {
        if let Some(rest) = predicate.strip_prefix("is ") {
            return format!("{subject} is now {rest}");
        }
        let is_past = ["has ", "had ", "did ", "was "].iter();
        if is_past.clone().any(|verb| predicate.starts_with(verb)) || subject.is_empty() {
            return format!("note that {}", yes.text());
        }
        return format!("from now on, {}", yes.text());
    }
    format!("note that {}", yes.text())
}

fn ended(yes: &Condition, no: &Condition) -> String {
    if let Condition::Clause { subject, predicate } = yes {
        if let Some(rest) = predicate.strip_prefix("is ") {
            return format!("{subject} is no longer {rest}");
        }
        if let Some(verb) = predicate.strip_suffix(" no more") {
            return format!("from now on, {subject} {verb} again");
        }
        let is_past = ["has ", "had ", "did ", "was "].iter();
        if !is_past.clone().any(|verb| predicate.starts_with(verb)) && !subject.is_empty() {
            return format!("from now on, {}", no.text());
        }
    }
    format!("note that {}", no.text())
}
