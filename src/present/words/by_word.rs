//! Tracks with a value for each word of a list, where the word is known only in play: `the ship’s plan for the step`.
//!
//! The check reduces such a track to a choice among the tracks of the words, whose conditions have no place in a text.

use super::english::{humanise, tidy};
use super::speaker::Speaker;
use sandtable_model::{Arm, Expr, ExprKind, Kinds, TrackId};
use sandtable_source::Span;

impl Speaker<'_> {
    /// Says something about a value that is read from the track of a word: as if it were read from a single track with the word as its
    /// index. `None` for every other value.
    pub(super) fn said_by_word<T>(
        &mut self,
        expr: &Expr,
        say: impl FnOnce(&mut Self, &Expr) -> T,
    ) -> Option<T> {
        let (index, first) = by_word(expr)?;
        let read = first.track()?;
        let (unit, index) = (read.unit.clone(), Some(index.clone()));
        let plain = Expr::of_track(unit, read.track, index, expr.ty);
        let is_new = self.of_words.insert(read.track);
        let said = say(self, &plain);
        if is_new {
            self.of_words.remove(&read.track);
        }
        Some(said)
    }

    /// A change of such a track; `None` for every other dependence on a value.
    pub(super) fn change_by_word(&mut self, value: &Expr, arms: &[Arm]) -> Option<String> {
        if arms.iter().any(|arm| arm.span != Span::nowhere()) {
            return None;
        }
        let [only] = arms.first()?.body.as_slice() else {
            return None;
        };
        let change = only.change()?;
        let track = change.track;
        let is_new = self.of_words.insert(track);
        let text = self.change_act(change.how, change.amount, change.unit, track, Some(value));
        if is_new {
            self.of_words.remove(&track);
        }
        Some(text)
    }

    /// The title that a track has for all words of its list, if it names them together.
    pub(super) fn without_word(&self, track: TrackId, kinds: Kinds) -> Option<String> {
        if !self.of_words.contains(&track) {
            return None;
        }
        let mut kinds = self.kinds_in(kinds);
        let (kind, list) = kinds.find_map(|kind| {
            let mut lists = kind.by_word.iter();
            let list = lists.find(|list| list.tracks.first() == Some(&track))?;
            Some((kind, list))
        })?;
        let mut tracks = kind.tracks.iter();
        let title = tracks.find(|one| one.track == track)?.naming.title.clone();
        let word = self.book.words.get(list.words.at())?.words.first()?;
        Some(match title {
            Some(title) => {
                let end = format!(" ({word})");
                tidy(title.strip_suffix(&end).unwrap_or(&title))
            }
            None => humanise(&list.name),
        })
    }
}

/// Whether a value is read from one of the tracks of a list of words.
pub(super) fn is_by_word(expr: &Expr) -> bool {
    by_word(expr).is_some()
}

/// The word, and the track of the first word.
fn by_word(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::If {
        condition, then, ..
    } = &expr.kind
    else {
        return None;
    };
    let ExprKind::Member { value, .. } = &condition.kind else {
        return None;
    };
    (condition.span == Span::nowhere()).then_some((value, then))
}
