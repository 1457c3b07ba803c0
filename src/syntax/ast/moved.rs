//! Moves a declaration to another place of its file: after an edit, those below the edit are as they were, at other places.
//!
//! Each type says its parts; one that is left out does not compile.

use super::super::dice::{
    Count, End, FaceItem, Match, OpposedRoll, Pool, PoolDie, Roll, Treatment,
};
use super::{
    Ability, Absence, AdvisedOption, AdvisedQuestion, Aggregate, Amend, Amendment, Among, Arm,
    Binary, CaseSort, CaseTable, CellItem, Change, Choices, Chooser, Copies, Crossing, Die, Edit,
    Event, Example, ExampleStep, Expectation, FaceGroup, Facings, Fact, Given, Head, InPlay, Item,
    Kind, KindLine, Literal, Measure, Modifier, Modifiers, NamedSide, Offered, OptionValues,
    OptionalRule, Order, Ordering, Parameter, Parts, Picked, PickedIf, Piece, PileMove, Policy,
    Procedure, Quoted, Reaction, Region, Removal, RerolledDice, ResultType, RollCondition, Rolled,
    Rounding, Row, Ruleset, Scale, Selection, Several, Shown, Statement, Step, Table, Ties,
    Trigger, Type, Variant, When, Where, Window, WrittenChance,
};
use sandtable_source::{Span, Spanned};

/// A part of the tree.
pub(crate) trait Movable {
    /// Shifts every span in it by a number of bytes.
    fn move_by(&mut self, by: isize);
}

impl Movable for Span {
    fn move_by(&mut self, by: isize) {
        self.start = self.start.saturating_add_signed(by);
        self.end = self.end.saturating_add_signed(by);
    }
}

impl<T: Movable> Movable for Spanned<T> {
    fn move_by(&mut self, by: isize) {
        self.span.move_by(by);
        self.value.move_by(by);
    }
}

impl<T: Movable> Movable for Box<T> {
    fn move_by(&mut self, by: isize) {
        self.as_mut().move_by(by);
    }
}

impl<T: Movable> Movable for Option<T> {
    fn move_by(&mut self, by: isize) {
        self.iter_mut().for_each(|part| part.move_by(by));
    }
}

impl<T: Movable> Movable for Vec<T> {
    fn move_by(&mut self, by: isize) {
        self.iter_mut().for_each(|part| part.move_by(by));
    }
}

impl<T: Movable, const N: usize> Movable for [T; N] {
    fn move_by(&mut self, by: isize) {
        self.iter_mut().for_each(|part| part.move_by(by));
    }
}

impl<A: Movable, B: Movable> Movable for (A, B) {
    fn move_by(&mut self, by: isize) {
        self.0.move_by(by);
        self.1.move_by(by);
    }
}

/// Types without a place.
macro_rules! leaves {
    ($($leaf:ty)+) => {
        $(impl Movable for $leaf {
            fn move_by(&mut self, _: isize) {}
        })+
    };
}

macro_rules! structs {
    ($($name:ident { $($part:ident),+ $(,)? })+) => {
        $(impl Movable for $name {
            fn move_by(&mut self, by: isize) {
                let Self { $($part),+ } = self;
                $($part.move_by(by);)+
            }
        })+
    };
}

macro_rules! enums {
    ($($name:ident {
        $($variant:ident $( ( $($one:ident),+ ) )? $( { $($part:ident),+ $(,)? } )?),+ $(,)?
    })+) => {
        $(impl Movable for $name {
            fn move_by(&mut self, by: isize) {
                match self {
                    $(Self::$variant $( ( $($one),+ ) )? $( { $($part),+ } )? => {
                        $($($one.move_by(by);)+)?
                        $($($part.move_by(by);)+)?
                    })+
                }
            }
        })+
    };
}

leaves! {
    bool u32 i32 u64 usize String Ability Absence Aggregate Binary CellItem Change Copies Crossing Edit End Event Facings Literal
    Match Measure Order Parts Picked Rounding Several Step WrittenChance
}

structs! {
    AdvisedOption { title, worth }
    AdvisedQuestion { rule, question, worth, options }
    Amend { sort, name, citations, lines }
    Arm { values, body }
    CaseTable { sort, rows }
    Choices { picked, conditions, rest_by_policy }
    Die { head, faces, groups }
    Example { title, citations, map, units, steps }
    ExampleStep { given, options, run, dice, choices, judged, expects, odds, tables }
    FaceGroup { name, faces }
    Fact { head, ty, default, in_play }
    Given { place, about, value }
    Head { name, title, parameters, result, deep, citations }
    InPlay { value, citations }
    Kind { head, lines }
    Modifier { amount, per, most, condition, once, label, citations }
    Modifiers { head, lines, limit }
    NamedSide { name, title }
    Offered { title, citations, condition, worth, body }
    OpposedRoll { pool, how, ties_win }
    OptionalRule { head, values }
    Ordering { by, highest }
    Parameter { name, is_several, ty }
    PickedIf { at, condition, otherwise }
    Piece { name, profile, side }
    Policy { head, questions }
    Pool { count, die, treatments }
    Procedure { ability, is_value, head, body }
    Reaction { head, body }
    Removal { sort, name, citations }
    Roll { pick, pool, opposed }
    Rolled { value, name }
    Row { cells }
    Ruleset { head, language, index, board, diagonals, stands, facings, sides }
    Scale { head, words, is_ordered }
    Selection { name, kinds, chosen, region, owner, including, condition }
    Shown { label, face }
    Statement { kind, citations, in_brackets }
    Table { head, rows, wheres, several }
    Trigger { head, whens }
    Variant { head, base, index, after }
    When { watched, crossing, level, body }
    Where { word, value, citations }
    Window { head, one_of, deep, order }
}

enums! {
    Amendment {
        Row(edit, row),
        Cell { place, value },
        Where(edit, line),
        RemoveWhere(name),
        Limit(edit, limit),
        AddModifier(line),
        ReplaceModifier(label, line),
        RemoveModifier(label),
        KindLine(edit, line),
        RemoveTraits(names),
        RemoveOfKind(name),
        Stat { name, values },
        Line { step, line, body, arms },
        AtStart(body),
        AtEnd(body),
    }
    Among { Numbers { name, from, to }, Listed(selection) }
    CaseSort { Odds { of, parts }, Cases }
    Chooser { Side(side), Chance }
    Count { Number(number), Value(value) }
    Expectation { Holds(condition), RefusedBy(why), Offered { option, negated }, Order(events) }
    FaceItem { Number(number), Up(least), UpBy(least), Below(most), Less(most), Numbers(low, high), Word(word) }
    Item {
        Ruleset(item),
        Scale(item),
        Die(item),
        Kind(item),
        Table(item),
        Modifiers(item),
        Fact(item),
        Option(item),
        Procedure(item),
        Trigger(item),
        Window(item),
        Reaction(item),
        Policy(item),
        Example(item),
        Variant(item),
        Replace(item),
        Amend(item),
        Remove(item),
    }
    KindLine {
        Stat { name, ty, default, optional, title, citations },
        Traits(names),
        Deck { name, of_each, copies, title, citations },
        Hidden { name, off_map, flag },
        OnMap { name },
        Track { names, index, ty, starts, starts_at, ends_at, lasts, title, citations },
        Must { name, condition, why, citations },
        Formula { head, value },
    }
    OptionValues { Switch(on), Words { words, default } }
    PileMove { Hand(side), Play, Discards, Top, Bottom }
    PoolDie { Sides(sides), Named(name), Value(value) }
    Quoted { Statement(statement), Arm(arm) }
    Region {
        Within { distance, of },
        Between { ends },
        Reached { way, from, within },
        Along { way, avoiding, ends },
    }
    RerolledDice { All, One(name), Any(name) }
    ResultType { Outcomes(names), Type(ty), Several(results) }
    RollCondition { Cell(cell), AtLeast(least) }
    Ties { AsListed, Shared, Roll(roll) }
    Treatment {
        Keep(end, number),
        Drop(end, number),
        Explode(on, most),
        Reroll(on, most),
        Count(on, each),
        Conditional(inner, condition),
    }
    Type {
        Number { low, high, measure, parts, or_none },
        Words { words, or_none },
        List(name),
        PartOf { kind, owner },
        Dice { count, sides },
    }
}
