//! Switches for the ways in which exact answers save states and steps.

/// The reductions of the state space that are on. Each leaves every answer as it is; without them an answer takes more time or
/// memory. Switched off by tests, which compare the answers, and by the bench that measures what each saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reductions {
    /// Counters of which only the sum is read are one register ([`sandtable_ir::optimise::fuse_counters`]).
    pub fused_counters: bool,
    /// Regions of several rolls are summarised once for the values that they touch.
    pub region_summaries: bool,
    /// Answers that every later op treats alike are followed once.
    pub answer_classes: bool,
    /// Long runs between two questions that agree in all live registers are followed once.
    pub merge_points: bool,
}

impl Reductions {
    /// All of them.
    pub const ALL: Self = Self {
        fused_counters: true,
        region_summaries: true,
        answer_classes: true,
        merge_points: true,
    };
    /// None of them.
    pub const NONE: Self = Self {
        fused_counters: false,
        region_summaries: false,
        answer_classes: false,
        merge_points: false,
    };

    /// All but one, each in turn, by its name.
    pub const fn each_off() -> [(&'static str, Self); 4] {
        [
            (
                "fused counters",
                Self {
                    fused_counters: false,
                    ..Self::ALL
                },
            ),
            (
                "region summaries",
                Self {
                    region_summaries: false,
                    ..Self::ALL
                },
            ),
            (
                "answer classes",
                Self {
                    answer_classes: false,
                    ..Self::ALL
                },
            ),
            (
                "merge points",
                Self {
                    merge_points: false,
                    ..Self::ALL
                },
            ),
        ]
    }
}

impl Default for Reductions {
    fn default() -> Self {
        Self::ALL
    }
}
