//! Expressions and their parts, selections of units and places; the kinds of expressions are in [`crate::construct`].

use super::{ExprKind, Name};
use sandtable_source::Spanned;

/// An expression at its place.
pub type Expr = Spanned<Box<ExprKind>>;

/// Returns a call of a name with one argument.
pub(super) fn call_with(name: Name, argument: Expr) -> ExprKind {
    ExprKind::Call {
        name,
        arguments: vec![argument],
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "each of these asks for one kind of expressions"
)]
impl ExprKind {
    /// Returns the name that it is.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the name that it calls, with the arguments.
    pub fn call(&self) -> Option<(&Name, &[Expr])> {
        match self {
            Self::Call { name, arguments } => Some((name, arguments)),
            _ => None,
        }
    }

    /// Returns the number that it is.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Number { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// Returns what it reads a member of, and the name of the member.
    pub fn member(&self) -> Option<(&Expr, &Name)> {
        match self {
            Self::Member { unit, name } => Some((unit, name)),
            _ => None,
        }
    }

    /// Returns the selection whose members it hands over.
    pub fn set_of_units(&self) -> Option<&Selection> {
        match self {
            Self::Aggregate {
                aggregate: Aggregate::Set,
                selection,
                ..
            } => Some(selection),
            _ => None,
        }
    }

    /// Returns the condition that it negates.
    pub fn negated(&self) -> Option<&Expr> {
        match self {
            Self::Not(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the operation with its operands.
    pub fn binary(&self) -> Option<(Binary, &Expr, &Expr)> {
        match self {
            Self::Binary { op, left, right } => Some((*op, left, right)),
            _ => None,
        }
    }

    /// Returns the relation with its operands.
    pub fn comparison(&self) -> Option<(Order, &Expr, &Expr)> {
        match self {
            Self::Compare { order, left, right } => Some((*order, left, right)),
            _ => None,
        }
    }

    /// Returns the two values of which it asks whether they are the same, with the relation.
    pub fn sameness(&self) -> Option<(Order, &Expr, &Expr)> {
        match self {
            Self::Same {
                value,
                negated,
                other,
            } => {
                let order = match negated {
                    true => Order::NotEqual,
                    false => Order::Equal,
                };
                Some((order, value, other))
            }
            _ => None,
        }
    }

    /// Returns the value that it compares with some words, whether it asks for the opposite, and the words.
    pub fn membership(&self) -> Option<(&Expr, bool, &[Name])> {
        match self {
            Self::Is {
                value,
                negated,
                words,
            } => Some((value, *negated, words)),
            _ => None,
        }
    }

    /// Whether it is a number, `yes` or `no`.
    pub fn is_literal(&self) -> bool {
        matches!(self, Self::Number { .. } | Self::Flag(_))
    }

    /// Returns the condition of a choice between two values, with both.
    pub fn conditional(&self) -> Option<(&Expr, [&Expr; 2])> {
        match self {
            Self::If {
                condition,
                then,
                otherwise,
            } => Some((condition, [then, otherwise])),
            _ => None,
        }
    }

    /// Returns the name of the declared die that it rolls.
    pub fn rolled_die(&self) -> Option<&Name> {
        match self {
            Self::Roll(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the number of dice and of their sides, for a sum of numbered dice.
    pub fn numbered_dice(&self) -> Option<(u32, u32)> {
        match self {
            Self::Dice { count, sides, .. } => Some((*count, *sides)),
            _ => None,
        }
    }

    /// Whether it has a value in brackets: `unit.bruises(limb)`, `losses(column)`.
    pub fn has_brackets(&self) -> bool {
        matches!(self, Self::Indexed { .. } | Self::Call { .. })
    }

    /// Returns the name of the roll among whose dice it lets a side choose.
    pub fn face_choice(&self) -> Option<&str> {
        match self {
            Self::ChooseFace { dice, .. } => Some(&dice.value),
            _ => None,
        }
    }

    /// Whether it rolls dice itself: numbered or declared ones, or those of a value.
    pub fn is_roll(&self) -> bool {
        matches!(self, Self::Dice { .. } | Self::Roll(_) | Self::RollOf(_))
    }

    /// Whether it rolls dice that are kept, rerolled, counted or matched.
    pub fn is_pool(&self) -> bool {
        matches!(self, Self::Pool(_))
    }
}

/// Returns an operation on the members of a selection, each of which may have a value.
pub(crate) fn aggregate_of(
    aggregate: Aggregate,
    value: Option<Expr>,
    selection: Selection,
    ordering: Option<Ordering>,
) -> ExprKind {
    ExprKind::Aggregate {
        aggregate,
        value,
        selection,
        ordering,
    }
}

/// Returns a name as an expression.
pub fn expr_of_name(name: &Name) -> Expr {
    Spanned::new(Box::new(ExprKind::Name(name.value.clone())), name.span)
}

/// Returns a number as an expression.
pub fn expr_of_number(number: Spanned<i32>) -> Expr {
    let kind = ExprKind::Number {
        value: number.value,
        measure: None,
    };
    Spanned::new(Box::new(kind), number.span)
}

/// Arithmetic and logic of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binary {
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `remainder of a / b`
    Remainder,
    /// `the lower of a and b`
    Lower,
    /// `the higher of a and b`
    Higher,
}

/// A relation of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Order {
    /// Returns its sign, as it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// Returns the comparison that holds when this one does not: of `a < b`, `a >= b`.
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    /// Whether it holds between two values.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }

    /// Returns the comparison with its sides exchanged: of `a < b`, `b > a`.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }
}

/// Some of the units of the game: `unit: squad or team including destroyed where unit is pinned`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// Denotes each of them in turn; without kinds it is a kind itself, or `unit`.
    pub name: Name,
    /// The kinds after the colon; empty without one.
    pub kinds: Vec<Name>,
    /// `chosen squad`, `unit: chosen squad`: those of a choice of several; then the kind, or else the name, is that of the choice.
    pub chosen: bool,
    /// Places of the board.
    pub region: Option<Box<Region>>,
    /// `of firer`: whose parts they are.
    pub owner: Option<Expr>,
    /// Units out of play that are meant too.
    pub including: Vec<Absence>,
    /// `where …`
    pub condition: Option<Expr>,
}

/// Some of the places of the board, or of the sides of its hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region {
    /// `within 6 of unit`
    Within {
        /// The greatest distance.
        distance: Expr,
        /// The centre.
        of: Expr,
    },
    /// `between firer and target`: what the straight line passes, without its ends
    Between {
        /// The ends of the line.
        ends: [Expr; 2],
    },
    /// `reached by march(unit) from unit within 8`
    Reached {
        /// A formula that says what each step costs.
        way: Expr,
        /// The start of the search.
        from: Expr,
        /// The most the path may cost.
        within: Expr,
    },
    /// `along march(unit) from unit to goal`, `along march(unit) avoiding danger(unit) from unit to goal`
    Along {
        /// A formula that says what each step costs.
        way: Expr,
        /// A formula that says how bad each step is: that counts before the cost.
        avoiding: Option<Expr>,
        /// The ends of the path.
        ends: [Expr; 2],
    },
}

impl Region {
    /// The expressions that it names, as written.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Within { distance, of } => vec![distance, of],
            Self::Between { ends } => ends.iter().collect(),
            Self::Reached { way, from, within } => vec![way, from, within],
            Self::Along {
                way,
                avoiding,
                ends,
            } => std::iter::once(way).chain(avoiding).chain(ends).collect(),
        }
    }
}

/// Reason why a unit is out of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// `destroyed`
    Destroyed,
    /// `removed`
    Removed,
}

/// `in order of side.initiative, highest first`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordering {
    /// The value that is compared.
    pub by: Expr,
    /// `highest first`, else `lowest first`.
    pub highest: bool,
}

/// The rule for equals in a ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ties {
    /// `ties as listed`
    AsListed,
    /// `ties shared`: they have the same place
    Shared,
    /// `ties d6`: each of them throws, again and again until none are equal
    Roll(Expr),
}

/// An aggregate over a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aggregate {
    /// `number of SELECTION`
    Number,
    /// `any SELECTION`
    Any,
    /// `total of VALUE for each SELECTION`
    Total,
    /// `highest of VALUE for each SELECTION`
    Highest,
    /// `lowest of VALUE for each SELECTION`
    Lowest,
    /// `first SELECTION in order of VALUE, …`
    First,
    /// `last SELECTION in order of VALUE, …`
    Last,
    /// `SELECTION` as an argument: the set of its members
    Set,
}
