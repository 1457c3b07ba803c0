//! Excerpts of stories: the beginning and the end.

use super::Step;

/// Default number of steps that are shown of one resolution.
pub const STEPS_SHOWN: usize = 1_000;

/// Default number of steps that are shown of a game between two questions.
pub const STEPS_SHOWN_OF_A_GAME: usize = 10_000;

/// Divisor of the number of shown steps for those at the end.
const SHARE_OF_END: usize = 5;

/// A step of an excerpt, or the number of steps omitted in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown<'a> {
    /// A step.
    Step(&'a Step),
    /// Steps between the beginning and the end, by number.
    LeftOut(usize),
}

/// Returns the beginning and the end of a story, at most `most` steps together; `None` for all of them.
pub fn excerpt_of<'a>(
    steps: impl IntoIterator<Item = &'a Step>,
    most: Option<usize>,
) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'a>> = steps.into_iter().map(Shown::Step).collect();
    let Some(most) = most.filter(|most| shown.len() > *most) else {
        return shown;
    };
    let n_left_out = shown.len() - most;
    let first = most - most / SHARE_OF_END;
    shown.splice(first..first + n_left_out, [Shown::LeftOut(n_left_out)]);
    shown
}

#[cfg(test)]
mod tests {
    use super::{Shown, excerpt_of};
    use crate::trace::Step;
    use sandtable_source::Span;

    fn texts(n: usize, most: Option<usize>) -> Vec<String> {
        let step = |at: usize| Step {
            depth: 0,
            text: at.to_string(),
            citations: Vec::new(),
            is_cited_above: false,
            is_detail: false,
            span: Span::nowhere(),
            units: Vec::new(),
            to: None,
        };
        let steps: Vec<Step> = (1..=n).map(step).collect();
        let shown = excerpt_of(&steps, most).into_iter();
        shown
            .map(|shown| match shown {
                Shown::Step(step) => step.text.clone(),
                Shown::LeftOut(n) => format!("({n})"),
            })
            .collect()
    }

    #[test]
    fn the_middle_is_left_out() {
        assert_eq!(texts(5, Some(5)), ["1", "2", "3", "4", "5"]);
        // Of five shown steps, one is at the end.
        assert_eq!(texts(6, Some(5)), ["1", "2", "3", "4", "(1)", "6"]);
        assert_eq!(texts(9, Some(5)), ["1", "2", "3", "4", "(4)", "9"]);
        assert_eq!(texts(3, Some(0)), ["(3)"]);
        assert_eq!(texts(6, None).len(), 6);
    }
}
