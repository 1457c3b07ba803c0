//! Indices into a program and its tables.

/// Index of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub u32);

/// Index of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

macro_rules! index {
    ($(#[$doc:meta] $name:ident)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
    )*};
}

index! {
    /// Index into [`Program::pools`].
    PoolId
    /// Index into [`Program::grids`].
    GridId
    /// Index into [`Program::notes`].
    NoteId
    /// Index into [`Program::faults`].
    FaultId
    /// Index into [`Program::judgements`].
    JudgementId
    /// Index into [`Program::decisions`].
    DecisionId
    /// Index into [`Program::steps`].
    StepsId
}
