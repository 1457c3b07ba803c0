//! Parts of constructs: how a walk visits each type of part, and which blocks it has.

use crate::ast::walk::{Visitor, walk_block};
use crate::ast::{
    Aggregate, Among, Arm, Binary, Block, Change, Chooser, Expr, Measure, Name, Offered, Order,
    Ordering, Parts, PileMove, Region, RerolledDice, Roll, RollCondition, Rolled, Rounding,
    Selection, Ties,
};
use sandtable_source::Spanned;

/// A part of a statement or an expression.
pub(crate) trait Part {
    /// Visits the expressions and blocks in it.
    fn visit<'t>(&'t self, _visitor: &mut impl Visitor<'t>) {}

    /// The name that it binds.
    fn binding(&self) -> Option<&Name> {
        None
    }

    /// Visits it and opens a scope in which its name is known.
    fn enter<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.visit(visitor);
        visitor.open_scope();
        self.binding()
            .into_iter()
            .for_each(|name| visitor.bind(name));
    }

    /// Adds the blocks in it, in written order.
    fn blocks<'s>(&'s self, _found: &mut Vec<&'s Block>) {}

    /// Adds the blocks in it, to be changed.
    fn blocks_mut<'s>(&'s mut self, _found: &mut Vec<&'s mut Block>) {}
}

/// Parts in which there is nothing to visit.
macro_rules! leaves {
    ($($leaf:ty)+) => {
        $(impl Part for $leaf {})+
    };
}

leaves! { bool u32 i32 String Change Aggregate Binary Order Rounding Measure Parts Vec<Name> Spanned<i32> }

impl Part for Name {
    fn binding(&self) -> Option<&Name> {
        Some(self)
    }
}

impl Part for Expr {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        visitor.expr(self);
    }
}

impl Part for Vec<Expr> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.iter().for_each(|value| visitor.expr(value));
    }
}

impl<P: Part> Part for Option<P> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.iter().for_each(|part| part.visit(visitor));
    }

    fn blocks<'s>(&'s self, found: &mut Vec<&'s Block>) {
        self.iter().for_each(|part| part.blocks(found));
    }

    fn blocks_mut<'s>(&'s mut self, found: &mut Vec<&'s mut Block>) {
        self.iter_mut().for_each(|part| part.blocks_mut(found));
    }
}

impl Part for Block {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        walk_block(visitor, self);
    }

    fn blocks<'s>(&'s self, found: &mut Vec<&'s Block>) {
        found.push(self);
    }

    fn blocks_mut<'s>(&'s mut self, found: &mut Vec<&'s mut Block>) {
        found.push(self);
    }
}

impl Part for Vec<Spanned<Arm>> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.iter()
            .for_each(|arm| walk_block(visitor, &arm.value.body));
    }

    fn blocks<'s>(&'s self, found: &mut Vec<&'s Block>) {
        found.extend(self.iter().map(|arm| &arm.value.body));
    }

    fn blocks_mut<'s>(&'s mut self, found: &mut Vec<&'s mut Block>) {
        found.extend(self.iter_mut().map(|arm| &mut arm.value.body));
    }
}

impl Part for Offered {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        visitor.option(self);
    }

    fn blocks<'s>(&'s self, found: &mut Vec<&'s Block>) {
        found.push(&self.body);
    }

    fn blocks_mut<'s>(&'s mut self, found: &mut Vec<&'s mut Block>) {
        found.push(&mut self.body);
    }
}

impl Part for Vec<Spanned<Offered>> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.iter().for_each(|option| visitor.option(&option.value));
    }

    fn blocks<'s>(&'s self, found: &mut Vec<&'s Block>) {
        found.extend(self.iter().map(|option| &option.value.body));
    }

    fn blocks_mut<'s>(&'s mut self, found: &mut Vec<&'s mut Block>) {
        found.extend(self.iter_mut().map(|option| &mut option.value.body));
    }
}

impl Part for Vec<Rolled> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        for roll in self {
            visitor.expr(&roll.value);
            roll.bound().into_iter().for_each(|name| visitor.bind(name));
        }
    }
}

impl Part for RollCondition {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        if let Self::AtLeast(least) = self {
            visitor.expr(least);
        }
    }
}

impl Part for Chooser {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        if let Self::Side(side) = self {
            visitor.expr(side);
        }
    }
}

impl Part for PileMove {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        if let Self::Hand(side) = self {
            visitor.expr(side);
        }
    }
}

impl Part for RerolledDice {
    fn binding(&self) -> Option<&Name> {
        match self {
            Self::All => None,
            Self::One(name) | Self::Any(name) => Some(name),
        }
    }
}

impl Part for Ties {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        if let Self::Roll(roll) = self {
            visitor.expr(roll);
        }
    }
}

impl Part for Ordering {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        visitor.expr(&self.by);
    }
}

impl Part for Box<Region> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.parts().into_iter().for_each(|part| visitor.expr(part));
    }
}

impl Part for Box<Roll> {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.values().for_each(|value| visitor.expr(value));
    }
}

impl Part for Selection {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.enter(visitor);
        visitor.close_scope();
    }

    fn binding(&self) -> Option<&Name> {
        Some(&self.name)
    }

    /// The owner and the region do not know the name, the condition does.
    fn enter<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        self.owner.visit(visitor);
        self.region.visit(visitor);
        visitor.open_scope();
        visitor.bind(&self.name);
        self.condition.visit(visitor);
    }
}

impl Part for Among {
    fn visit<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
        match self {
            Self::Numbers { from, to, .. } => {
                visitor.expr(from);
                visitor.expr(to);
            }
            Self::Listed(selection) => selection.visit(visitor),
        }
    }

    fn binding(&self) -> Option<&Name> {
        Some(self.name())
    }
}
