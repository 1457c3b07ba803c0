//! The rules that a body names.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Checker, Named};
use sandtable_model::Callable;
use sandtable_model::{KindId, ProcedureId};
use sandtable_syntax::ast;
use sandtable_syntax::ast::walk::{Visitor, walk_block, walk_expr};

/// Formulas of kinds by their names.
pub(super) type Formulas = BTreeMap<String, Vec<(KindId, ProcedureId)>>;

/// The names in a body: called, bare, and members after a dot. A bare name that is bound to a local is excluded.
#[derive(Default)]
pub(crate) struct Names<'t> {
    bare: BTreeSet<&'t str>,
    /// Names with arguments, which are no stats.
    called: BTreeSet<&'t str>,
    members: BTreeSet<&'t str>,
    /// Parameters and locals in scope.
    kept: Vec<&'t str>,
    /// Number of locals at the beginning of each open scope.
    scopes: Vec<usize>,
}

impl<'t> Names<'t> {
    /// Adds the parameters of a rule.
    pub(crate) fn parameters(&mut self, head: &'t ast::Head) {
        let parameters = head.parameters.iter().flatten();
        let names = parameters.map(|parameter| parameter.name.value.as_str());
        self.kept.extend(names);
    }

    /// The rules that are named.
    pub(crate) fn nodes(
        &self,
        checker: &Checker<'_>,
        formulas: &Formulas,
        own: Option<KindId>,
    ) -> Vec<Callable> {
        let own_kind = own.and_then(|kind| checker.book.kinds.get(kind.at()));
        // In a formula of a kind, a bare name is the stat of the unit before it is a rule.
        let is_own = |name: &&&str| {
            own_kind.is_some_and(|kind| {
                let stats = kind.stats.iter().map(|stat| &stat.naming.name);
                let tracks = kind.tracks.iter().map(|track| &track.naming.name);
                stats.chain(tracks).any(|known| known.as_str() == **name)
            })
        };
        let bare = self.bare.iter().filter(|name| !is_own(name));
        let all: Vec<&&str> = bare.chain(&self.called).collect();
        let results = all.iter().filter_map(|name| checker.several.get(**name));
        let results = results.flatten().map(|(_, id)| Callable::Table(*id));
        let named = all.iter().filter_map(|name| {
            let named = checker.names.get(**name)?;
            match named {
                Named::Procedure(id) => Some(Callable::Procedure(*id)),
                Named::Table(id) => Some(Callable::Table(*id)),
                Named::Modifiers(id) => Some(Callable::Modifiers(*id)),
                Named::Fact(id) => Some(Callable::Fact(*id)),
                Named::Option(_) | Named::Side(_) => None,
            }
        });
        let named = named.chain(results);
        let of = |name: &&str| formulas.get(*name).into_iter().flatten();
        let members = self.members.iter().flat_map(of);
        let bare = self.bare.iter().flat_map(of);
        let own = bare.filter(|(kind, _)| own == Some(*kind));
        let asked: BTreeSet<ProcedureId> = members.chain(own).map(|(_, id)| *id).collect();
        named
            .chain(asked.into_iter().map(Callable::Procedure))
            .collect()
    }

    /// Adds the names of a block.
    pub(crate) fn block(&mut self, block: &'t ast::Block) {
        walk_block(self, block);
    }
}

impl<'t> Visitor<'t> for Names<'t> {
    fn open_scope(&mut self) {
        self.scopes.push(self.kept.len());
    }

    fn close_scope(&mut self) {
        if let Some(n_kept) = self.scopes.pop() {
            self.kept.truncate(n_kept);
        }
    }

    fn bind(&mut self, name: &'t ast::Name) {
        self.kept.push(&name.value);
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "an expression that names nothing itself is only walked"
    )]
    fn expr(&mut self, expr: &'t ast::Expr) {
        match expr.value.as_ref() {
            ast::ExprKind::Pool(roll) => {
                let dice = roll.names().map(|die| die.value.as_str());
                self.bare.extend(dice);
            }
            ast::ExprKind::Name(name) if !self.kept.contains(&name.as_str()) => {
                self.bare.insert(name);
            }
            ast::ExprKind::Member { name, .. } | ast::ExprKind::Indexed { name, .. } => {
                self.members.insert(&name.value);
            }
            ast::ExprKind::Call { name, .. } | ast::ExprKind::Can { action: name, .. } => {
                self.bare.insert(&name.value);
                self.called.insert(&name.value);
            }
            // `unit is fatigued` may ask a formula of its kind.
            ast::ExprKind::Is { words, .. } => {
                let words = words.iter().map(|word| word.value.as_str());
                self.members.extend(words);
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}
