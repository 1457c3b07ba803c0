//! Typed indices into the lists of a rulebook.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id of an index.
            pub fn new(at: usize) -> Self {
                debug_assert!(u32::try_from(at).is_ok(), "place {at} of a list has no id");
                Self(u32::try_from(at).unwrap_or(u32::MAX))
            }

            /// Returns the index.
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Index into the closed lists of words.
    WordsId;
    /// Index into the dice.
    DieId;
    /// Index into the kinds.
    KindId;
    /// Index into the constants of units.
    FieldId;
    /// Index into the tracks of units.
    TrackId;
    /// Index into the tables.
    TableId;
    /// Index into the lists of modifiers.
    ModifiersId;
    /// Index into the facts.
    FactId;
    /// Index into the optional rules.
    OptionId;
    /// Index into the procedures.
    ProcedureId;
    /// Index into the units of the roster.
    ProfileId;
    /// Index into the windows.
    WindowId;
    /// Index into the reactions.
    ReactionId;
    /// Index into the locals of a procedure.
    LocalId;
}

impl TrackId {
    /// The unit is destroyed.
    pub const DESTROYED: Self = Self(0);
    /// The unit has left play without being destroyed, or has not entered it yet.
    pub const REMOVED: Self = Self(1);
}
