//! Switches for the ways in which answers save states, steps and time.

/// The techniques that are on. No answer depends on them; without it an answer takes more time or memory. Switched off
/// by tests, which compare the answers, and by the bench that measures what each saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reductions {
    /// Counters that are read only as a sum are one register ([`sandtable_ir::optimise::fuse_counters`]).
    pub fused_counters: bool,
    /// Regions of several rolls are summarised once for the values that they touch.
    pub region_summaries: bool,
    /// Answers that every later op treats alike are followed once.
    pub answer_classes: bool,
    /// Long runs between two questions that agree in all live registers are followed once.
    pub merge_points: bool,
    /// Samples of questions go from state to state by transitions that are known.
    pub transition_memo: bool,
    /// Games remember the results of pure procedures.
    pub formula_cache: bool,
    /// Games keep sets of units for the tests of scans.
    pub bitmap_index: bool,
}

/// A technique: its name, and its switch.
type Switch = (&'static str, fn(&mut Reductions) -> &mut bool);

const SWITCHES: [Switch; 7] = [
    ("fused counters", |all| &mut all.fused_counters),
    ("region summaries", |all| &mut all.region_summaries),
    ("answer classes", |all| &mut all.answer_classes),
    ("merge points", |all| &mut all.merge_points),
    ("transition memo", |all| &mut all.transition_memo),
    ("formula cache", |all| &mut all.formula_cache),
    ("bitmap index", |all| &mut all.bitmap_index),
];

impl Reductions {
    /// All techniques on.
    pub const ALL: Self = Self {
        fused_counters: true,
        region_summaries: true,
        answer_classes: true,
        merge_points: true,
        transition_memo: true,
        formula_cache: true,
        bitmap_index: true,
    };

    /// Returns all techniques off.
    pub fn none() -> Self {
        let mut none = Self::ALL;
        for (_, switch) in SWITCHES {
            *switch(&mut none) = false;
        }
        none
    }

    /// Returns, for each technique, its name and all others on.
    pub fn each_off() -> Vec<(&'static str, Self)> {
        let without = |(name, switch): &Switch| {
            let mut rest = Self::ALL;
            *switch(&mut rest) = false;
            (*name, rest)
        };
        SWITCHES.iter().map(without).collect()
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::ALL
    }
}
