//! The construct table: each statement and each expression of the language in one row.
//!
//! [`statement`] and [`expression`] are the pages to read. A row gives the doc line, the forms as an author writes
//! them (an example of each), and the parts in the order in which they are evaluated. From the rows come the nodes of the tree, the walk
//! over them ([`crate::ast::walk`]), the lists of blocks, the words that begin statements ([`crate::keyword`]), with them
//! the completions, and the lists in `docs/language.md`, which a test compares.

mod expression;
mod part;
mod statement;

pub use expression::{EXPRESSIONS, ExprKind};
pub(crate) use part::Part;
pub use statement::{STATEMENTS, StatementKind};

/// A row of the construct table: the part that is data.
#[derive(Debug, Clone, Copy)]
pub struct Construct {
    /// Name of its node.
    pub name: &'static str,
    /// Doc line: the effect or the value.
    pub doc: &'static str,
    /// An example of each form; a finding shows it where such a line is broken.
    pub forms: &'static [&'static str],
    /// Name of the construct in findings, if only actions may have it.
    pub in_actions: Option<&'static str>,
}

impl Construct {
    /// The words with which its forms begin.
    pub fn first_words(&self) -> impl Iterator<Item = &'static str> {
        let words = self.forms.iter().filter_map(|form| {
            let end = form.find(|letter: char| !letter.is_ascii_lowercase());
            form.get(..end.unwrap_or(form.len()))
        });
        words.filter(|word| !word.is_empty())
    }
}

/// Declares the nodes of a table with one row a construct, and what is derived from them.
///
/// A row is `NAME [FORMS] { PARTS }`; a construct that only actions may have says `in actions "NAME"`. A part is
/// `name: Type`, or with a role: `as bound`, the name is known from here on, in the same block; `as scoped`, it is
/// known in the parts after it and no further.
macro_rules! constructs {
    (
        $(#[$meta:meta])*
        $kind:ident, $list:ident;
        $(
            $(#[doc = $doc:literal])+
            $name:ident [$($form:literal),+] $(in actions $acts:literal)?
            $( ( $one:ident : $one_ty:ty ) )?
            $( { $( $(#[$about:meta])* $part:ident : $ty:ty $(as $role:ident)? ),* $(,)? } )?
        )+
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $kind {
            $(
                $(#[doc = $doc])+
                $name $( ($one_ty) )? $( { $( $(#[$about])* $part: $ty ),* } )?,
            )+
        }

        /// The rows of the table, in its order.
        pub const $list: &[Construct] = &[
            $(Construct {
                name: stringify!($name),
                doc: concat!($($doc),+),
                forms: &[$($form),+],
                in_actions: { let thing: &[&str] = &[$($acts)?]; thing.first().copied() },
            }),+
        ];

        impl $kind {
            /// Its row in the table.
            pub fn description(&self) -> Option<&'static Construct> {
                let name = match self {
                    $(Self::$name { .. } => stringify!($name),)+
                };
                $list.iter().find(|row| row.name == name)
            }

            /// Visits its parts in the order of evaluation, with the scopes of the names that they bind.
            pub(crate) fn walk<'t>(&'t self, visitor: &mut impl Visitor<'t>) {
                let mut n_scopes = 0;
                match self {
                    $(
                        Self::$name $( ($one) )? $( { $($part),* } )? => {
                            $( Part::visit($one, visitor); )?
                            $( $( visit_part!(visitor, n_scopes, $part $(as $role)?); )* )?
                        }
                    )+
                }
                for _ in 0..n_scopes {
                    visitor.close_scope();
                }
            }

            /// The blocks directly below it, in written order.
            pub fn blocks(&self) -> Vec<&Block> {
                let mut found = Vec::new();
                match self {
                    $(
                        Self::$name $( ($one) )? $( { $($part),* } )? => {
                            $( Part::blocks($one, &mut found); )?
                            $( $( Part::blocks($part, &mut found); )* )?
                        }
                    )+
                }
                found
            }

            /// The blocks directly below it, to be changed.
            pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
                let mut found = Vec::new();
                match self {
                    $(
                        Self::$name $( ($one) )? $( { $($part),* } )? => {
                            $( Part::blocks_mut($one, &mut found); )?
                            $( $( Part::blocks_mut($part, &mut found); )* )?
                        }
                    )+
                }
                found
            }
        }

        impl crate::ast::Movable for $kind {
            fn move_by(&mut self, by: isize) {
                match self {
                    $(
                        Self::$name $( ($one) )? $( { $($part),* } )? => {
                            $( crate::ast::Movable::move_by($one, by); )?
                            $( $( crate::ast::Movable::move_by($part, by); )* )?
                        }
                    )+
                }
            }
        }
    };
}

/// Visits a part by its role.
macro_rules! visit_part {
    ($visitor:ident, $n_scopes:ident, $part:ident) => {
        Part::visit($part, $visitor)
    };
    ($visitor:ident, $n_scopes:ident, $part:ident as bound) => {{
        Part::visit($part, $visitor);
        Part::binding($part)
            .into_iter()
            .for_each(|name| $visitor.bind(name));
    }};
    ($visitor:ident, $n_scopes:ident, $part:ident as scoped) => {{
        Part::enter($part, $visitor);
        $n_scopes += 1;
    }};
}

use constructs;
use visit_part;
