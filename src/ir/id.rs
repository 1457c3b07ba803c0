//! Indices into a program and its tables.

crate::define_ids! {
    /// Identifies a register.
    pub struct Reg;
    /// Identifies an op by its index.
    pub struct Pc;
    /// Index into [`Program::pools`](super::Program::pools).
    pub struct PoolId;
    /// Index into [`Program::grids`](super::Program::grids).
    pub struct GridId;
    /// Index into [`Program::notes`](super::Program::notes).
    pub struct NoteId;
    /// Index into [`Program::faults`](super::Program::faults).
    pub struct FaultId;
    /// Index into [`Program::judgements`](super::Program::judgements).
    pub struct JudgementId;
    /// Index into [`Program::decisions`](super::Program::decisions).
    pub struct DecisionId;
    /// Index into [`Program::steps`](super::Program::steps).
    pub struct StepsId;
    /// Index into [`Program::filters`](super::Program::filters).
    pub struct FilterId;
    /// Index into [`Program::formulas`](super::Program::formulas).
    pub struct FormulaId;
}
