//! One row per kind of problem.
//!
//! 01 syntax, 02 meaning, 03 tables, 04 units, 05 running and asking, 06 parts of a draft that are open or have no effect,
//! 07 manuscripts read without rules, 09 internal errors. A number is never used twice (E0510 was removed).
//! Every code has a page in `pages/`, shown by `sandtable explain CODE`.

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rules cannot be run.
    Error,
    /// They can, but probably not as intended.
    Warning,
    /// For information; shown only on request.
    Note,
}

/// Confidence of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Confidence {
    /// It follows from what is written.
    #[default]
    Certain,
    /// It is true unless something that was not checked rules it out.
    Likely,
    /// It may be intended.
    Possible,
}

macro_rules! codes {
    ($($number:ident $slug:literal $severity:ident $name:ident;)*) => {
        /// Kind of problem of a finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!(stringify!($number), " ", $slug)] $name,)*
        }

        impl Code {
            /// Every code, in order of its number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// As shown: `E0203`.
            pub fn number(self) -> &'static str {
                match self { $(Self::$name => stringify!($number),)* }
            }

            /// In words: `unknown-name`.
            pub fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug,)* }
            }

            /// Error, warning or note.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// Its meaning, why it matters, an example and the cure, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("pages/", stringify!($number), "-", $slug, ".md")),)* }
            }
        }
    };
}

codes! {
    E0101 "unexpected-text" Error UnexpectedText;
    E0102 "unknown-declaration" Error UnknownDeclaration;
    E0103 "odd-indentation" Error OddIndentation;
    E0104 "tab" Error Tab;
    E0105 "word-processor-mark" Error WordProcessorMark;
    E0106 "open-bracket" Error OpenBracket;
    E0107 "missing-colon" Error MissingColon;
    E0108 "ragged-row" Error RaggedRow;
    E0109 "empty-block" Error EmptyBlock;
    E0110 "too-deep" Error TooDeep;
    E0111 "too-long" Error TooLong;
    E0112 "number-too-large" Error NumberTooLarge;
    E0113 "former-keyword" Warning FormerKeyword;

    E0201 "unknown-name" Error UnknownName;
    E0202 "declared-twice" Error DeclaredTwice;
    E0203 "wrong-type" Error WrongType;
    E0204 "mixed-measures" Error MixedMeasures;
    E0205 "wrong-arguments" Error WrongArguments;
    E0206 "not-allowed-here" Error NotAllowedHere;
    E0207 "circular-rule" Error CircularRule;
    E0208 "missing-rounding" Error MissingRounding;
    E0209 "unhandled-outcome" Error UnhandledOutcome;
    E0210 "no-result" Error NoResult;
    E0211 "unknown-word" Error UnknownWord;
    E0212 "ambiguous-name" Error AmbiguousName;
    E0213 "may-be-none" Error MayBeNone;
    E0214 "never-reached" Warning NeverReached;
    E0215 "missing-type" Error MissingType;
    E0216 "no-ruleset" Error NoRuleset;
    E0217 "too-many" Error TooMany;
    E0218 "unknown-section" Warning UnknownSection;
    E0219 "never-used" Warning NeverUsed;
    E0220 "example-incomplete" Error ExampleIncomplete;

    E0230 "no-option-left" Warning NoOptionLeft;
    E0231 "never-offered" Warning NeverOffered;
    E0232 "order-not-stated" Error OrderNotStated;
    E0234 "rolled-again" Error RolledAgain;
    E0245 "missing-tie-break" Error MissingTieBreak;
    E0246 "endless-loop" Error EndlessLoop;
    E0250 "not-in-base" Error NotInBase;
    E0251 "conflicting-variants" Error ConflictingVariants;
    E0252 "changes-nothing" Warning ChangesNothing;

    E0301 "table-gap" Error TableGap;
    E0302 "table-overlap" Error TableOverlap;
    E0303 "bad-cell" Error BadCell;
    E0304 "bad-key" Error BadKey;
    E0305 "bad-header" Error BadHeader;

    E0401 "unknown-key" Error UnknownKey;
    E0402 "missing-stat" Error MissingStat;
    E0403 "wrong-value" Error WrongValue;
    E0404 "out-of-range" Error OutOfRange;
    E0405 "unit-twice" Error UnitTwice;
    E0406 "unknown-kind" Error UnknownKind;
    E0407 "unit-file-syntax" Error UnitFileSyntax;
    E0408 "unknown-unit" Error UnknownUnit;
    E0409 "must-not-met" Error MustNotMet;
    E0420 "ragged-map" Error RaggedMap;
    E0421 "unknown-symbol" Error UnknownSymbol;
    E0422 "unknown-hex" Error UnknownHex;
    E0423 "not-adjacent" Error NotAdjacent;
    E0424 "bad-shape" Error BadShape;
    E0425 "off-the-map" Error OffTheMap;
    E0426 "map-size" Error MapSize;
    E0427 "map-twice" Error MapTwice;
    E0428 "one-way-link" Error OneWayLink;

    E0501 "fact-not-given" Error FactNotGiven;
    E0502 "number-overflow" Error NumberOverflow;
    E0503 "off-the-table" Error OffTheTable;
    E0504 "division-by-zero" Error DivisionByZero;
    E0505 "too-many-steps" Error TooManySteps;
    E0506 "too-many-states" Error TooManyStates;
    E0507 "dice-run-out" Error DiceRunOut;
    E0508 "impossible-die" Error ImpossibleDie;
    E0509 "example-fails" Error ExampleFails;
    E0511 "unknown-ruleset" Error UnknownRuleset;
    E0512 "unknown-procedure" Error UnknownProcedure;
    E0513 "bad-argument" Error BadArgument;
    E0514 "missing-argument" Error MissingArgument;
    E0515 "unreadable-file" Error UnreadableFile;
    E0516 "unknown-code" Error UnknownCode;
    E0517 "unused-dice" Error UnusedDice;
    E0518 "file-not-read" Warning FileNotRead;
    E0519 "out-of-declared-range" Error OutOfDeclaredRange;
    E0520 "calls-too-deep" Error CallsTooDeep;
    E0521 "set-twice" Error SetTwice;
    E0522 "must-broken" Error MustBroken;
    E0523 "too-much-moved" Error TooMuchMoved;
    E0530 "no-option" Error NoOption;
    E0531 "choices-run-out" Error ChoicesRunOut;
    E0532 "impossible-choice" Error ImpossibleChoice;
    E0533 "unused-choices" Error UnusedChoices;
    E0534 "undecided" Error Undecided;
    E0535 "chain-too-long" Error ChainTooLong;
    E0540 "no-unit" Error NoUnit;
    E0541 "journal-mismatch" Error JournalMismatch;
    E0550 "off-the-board" Error OffTheBoard;
    E0551 "no-board" Error NoBoard;
    E0552 "cannot-be-placed" Error CannotBePlaced;
    E0553 "no-such-facing" Error NoSuchFacing;

    E0560 "one-side-only" Warning OneSideOnly;
    E0561 "over-at-the-start" Warning OverAtTheStart;
    E0562 "never-in-time" Warning NeverInTime;
    E0563 "equal-orders" Warning EqualOrders;
    E0564 "nowhere" Warning Nowhere;
    E0565 "wrong-relation" Warning WrongRelation;
    E0566 "cannot-move" Warning CannotMove;
    E0567 "part-of-the-game" Warning PartOfTheGame;
    E0568 "left-out" Warning LeftOut;
    E0569 "never-faced" Warning NeverFaced;
    E0570 "game-refused" Warning GameRefused;
    E0571 "game-breaks-off" Warning GameBreaksOff;
    E0572 "points-cut-off" Warning PointsCutOff;
    E0573 "between-sides" Warning BetweenSides;
    E0574 "never-allowed" Warning NeverAllowed;

    E0580 "not-on-the-reference" Warning NotOnTheReference;

    E0601 "redundant-row" Warning RedundantRow;
    E0602 "rows-contradict" Error RowsContradict;
    E0603 "mergeable-rows" Warning MergeableRows;
    E0604 "key-without-effect" Warning KeyWithoutEffect;
    E0605 "impossible-outcome" Warning ImpossibleOutcome;
    E0606 "outside-of-the-key" Warning OutsideOfTheKey;

    E0607 "constant-condition" Warning ConstantCondition;
    E0608 "lookup-out-of-range" Warning LookupOutOfRange;
    E0609 "row-never-reached" Warning RowNeverReached;
    E0610 "no-unit-uses" Warning NoUnitUses;
    E0611 "better-is-worse" Warning BetterIsWorse;
    E0612 "ineffective-loop" Warning IneffectiveLoop;
    E0613 "track-never-changes" Warning TrackNeverChanges;
    E0614 "track-never-read" Warning TrackNeverRead;
    E0615 "trigger-never-fires" Warning TriggerNeverFires;
    E0616 "duplicate-modifier" Warning DuplicateModifier;
    E0617 "not-fully-checked" Note NotFullyChecked;
    E0618 "cliff" Note Cliff;
    E0619 "dominated-option" Note DominatedOption;
    E0620 "not-yet-executable" Warning NotYetExecutable;
    E0621 "conflicting-tables" Warning ConflictingTables;
    E0622 "two-spellings" Warning TwoSpellings;
    E0623 "conflicting-triggers" Warning ConflictingTriggers;
    E0624 "never-called" Warning NeverCalled;
    E0625 "not-on-the-map" Note NotOnTheMap;
    E0626 "pointless-measurement" Warning PointlessMeasurement;
    E0627 "rounded-the-wrong-way" Warning RoundedTheWrongWay;
    E0628 "path-mismatch" Warning PathMismatch;
    E0629 "free-step" Warning FreeStep;

    E0630 "uncited-rule" Note UncitedRule;
    E0631 "house-rule" Note HouseRule;
    E0632 "open-in-the-book" Note OpenInTheBook;
    E0633 "may-leave-the-map" Warning MayLeaveTheMap;
    E0634 "not-measured" Note NotMeasured;
    E0635 "never-repeated" Warning NeverRepeated;
    E0636 "untested-rule" Note UntestedRule;
    E0637 "mergeable-columns" Warning MergeableColumns;

    E0640 "bad-allowance" Warning BadAllowance;
    E0641 "stop-in-loop" Warning StopInLoop;
    E0642 "range-not-kept" Warning RangeNotKept;
    E0643 "may-be-refused" Warning MayBeRefused;
    E0644 "may-have-no-side" Warning MayHaveNoSide;
    E0660 "facing-of-start" Warning FacingOfStart;
    E0661 "still-acts" Warning StillActs;
    E0662 "any-hand" Warning AnyHand;
    E0663 "already-set" Warning AlreadySet;
    E0664 "names-destroyed" Warning NamesDestroyed;
    E0670 "divided-map" Note DividedMap;

    E0651 "certain-roll" Warning CertainRoll;
    E0652 "outcome-never-asked" Warning OutcomeNeverAsked;
    E0653 "ties-not-stated" Warning TiesNotStated;
    E0654 "swapped-arguments" Warning SwappedArguments;
    E0655 "constant-division" Warning ConstantDivision;
    E0656 "fewer-points-win" Warning FewerPointsWin;

    E0671 "split-row" Warning SplitRow;
    E0672 "uneven-move" Warning UnevenMove;
    E0673 "loose-condition" Warning LooseCondition;
    E0674 "missed-value" Warning MissedValue;
    E0675 "equal-branches" Warning EqualBranches;
    E0676 "shared-term" Warning SharedTerm;
    E0677 "dice-cut-off" Warning DiceCutOff;
    E0678 "unlikely-row" Warning UnlikelyRow;
    E0679 "odd-value" Warning OddValue;
    E0680 "flag-never-cleared" Warning FlagNeverCleared;
    E0681 "unchecked-cost" Warning UncheckedCost;
    E0682 "excluded-modifier" Warning ExcludedModifier;
    E0683 "tie-by-listing" Warning TieByListing;
    E0684 "order-of-sides" Warning OrderOfSides;
    E0685 "deck-runs-dry" Warning DeckRunsDry;
    E0686 "measured-off-the-map" Warning MeasuredOffTheMap;
    E0687 "choice-of-nobody" Warning ChoiceOfNobody;
    E0688 "unused-word" Warning UnusedWord;
    E0689 "cleared-unread" Warning ClearedUnread;
    E0690 "never-played" Warning NeverPlayed;
    E0692 "one-way-sight" Warning OneWaySight;
    E0694 "repeated-line" Warning RepeatedLine;
    E0695 "another-roll" Warning AnotherRoll;
    E0696 "below-zero" Warning BelowZero;
    E0697 "unknown-option" Warning UnknownOption;
    E0698 "stale-read" Warning StaleRead;
    E0699 "falls-through" Warning FallsThrough;

    E0700 "unreadable-draft" Error UnreadableDraft;
    E0701 "missing-section" Warning MissingSection;
    E0702 "wrong-title" Warning WrongTitle;
    E0703 "missing-table" Warning MissingTable;
    E0704 "number-twice" Warning NumberTwice;
    E0705 "number-out-of-order" Warning NumberOutOfOrder;
    E0706 "gap-in-printed-table" Warning GapInPrintedTable;
    E0707 "overlap-in-printed-table" Warning OverlapInPrintedTable;
    E0708 "impossible-roll" Warning ImpossibleRoll;
    E0709 "rows-out-of-order" Warning RowsOutOfOrder;
    E0710 "unexplained-result" Note UnexplainedResult;
    E0711 "conflicting-numbers" Warning ConflictingNumbers;
    E0712 "wrong-chance" Warning WrongChance;
    E0713 "wrong-sum" Warning WrongSum;
    E0714 "undefined-term" Warning UndefinedTerm;
    E0715 "term-defined-twice" Warning TermDefinedTwice;
    E0716 "term-spelt-two-ways" Warning TermSpeltTwoWays;
    E0717 "unknown-abbreviation" Warning UnknownAbbreviation;
    E0718 "vague-reference" Warning VagueReference;
    E0719 "mixed-units" Warning MixedUnits;
    E0720 "unknown-unit-name" Warning UnknownUnitName;
    E0721 "unknown-phase" Warning UnknownPhase;
    E0722 "tracked-changes" Note TrackedChanges;
    E0723 "misread-table" Warning MisreadTable;
    E0730 "unknown-tie" Warning UnknownTie;
    E0731 "table-differs-from-rules" Warning TableDiffersFromRules;
    E0732 "number-differs-from-rules" Warning NumberDiffersFromRules;
    E0733 "chance-differs-from-rules" Warning ChanceDiffersFromRules;
    E0734 "example-differs-from-rules" Warning ExampleDiffersFromRules;
    E0735 "untied-table" Note UntiedTable;
    E0736 "section-not-in-index" Warning SectionNotInIndex;

    E0901 "internal-error" Error InternalError;
}

/// Names that codes had before; they still name them wherever a code is typed.
const FORMER_SLUGS: &[(&str, Code)] = &[
    ("in-a-circle", Code::CircularRule),
    ("missing-ties", Code::MissingTieBreak),
    ("endless", Code::EndlessLoop),
    ("dice-left-over", Code::UnusedDice),
    ("choices-left-over", Code::UnusedChoices),
    ("other-journal", Code::JournalMismatch),
    ("may-not-stand", Code::CannotBePlaced),
    ("row-in-vain", Code::RedundantRow),
    ("rows-could-be-one", Code::MergeableRows),
    ("key-never-matters", Code::KeyWithoutEffect),
    ("never-comes-out", Code::ImpossibleOutcome),
    ("always-so", Code::ConstantCondition),
    ("may-fall-off", Code::LookupOutOfRange),
    ("loop-in-vain", Code::IneffectiveLoop),
    ("modifier-twice", Code::DuplicateModifier),
    ("not-looked-through", Code::NotFullyChecked),
    ("never-the-better", Code::DominatedOption),
    ("two-values", Code::ConflictingTables),
    ("two-writers", Code::ConflictingTriggers),
    ("never-entered", Code::NeverCalled),
    ("measured-in-vain", Code::PointlessMeasurement),
    ("two-ways", Code::PathMismatch),
    ("not-exercised", Code::UntestedRule),
    ("our-fault", Code::InternalError),
];

impl Code {
    /// Code with this number or slug, in any case; former slugs are known too.
    pub fn with_name(name: &str) -> Option<Self> {
        let is_meant = |code: &&Self| {
            name.eq_ignore_ascii_case(code.number()) || name.eq_ignore_ascii_case(code.slug())
        };
        let former = || {
            let entry = FORMER_SLUGS
                .iter()
                .find(|(slug, _)| name.eq_ignore_ascii_case(slug))?;
            Some(entry.1)
        };
        Self::ALL.iter().find(is_meant).copied().or_else(former)
    }
}
