//! Short ways to build a tree by hand. No node has a place worth knowing.

use std::sync::{Arc, LazyLock};

use sandtable::source::{SourceMap, Span, Spanned};
use sandtable::syntax::ast;

static NOWHERE: LazyLock<Span> = LazyLock::new(|| {
    let file = SourceMap::default().add("generated", "");
    Span::new(file, 0, 0)
});

/// A node without a place.
pub(crate) fn at<T>(value: T) -> Spanned<T> {
    Spanned::new(value, *NOWHERE)
}

pub(crate) fn name(text: &str) -> ast::Name {
    at(text.to_owned())
}

pub(crate) fn names(texts: &[&str]) -> Vec<ast::Name> {
    texts.iter().map(|text| name(text)).collect()
}

pub(crate) fn head(text: &str) -> ast::Head {
    ast::Head {
        name: name(text),
        title: None,
        parameters: None,
        result: None,
        deep: None,
        citations: Vec::new(),
    }
}

pub(crate) fn parameter(text: &str, ty: Option<ast::Type>) -> ast::Parameter {
    ast::Parameter {
        is_several: false,
        name: name(text),
        ty: ty.map(at),
    }
}

pub(crate) fn words(texts: &[&str]) -> ast::Type {
    ast::Type::Words {
        words: names(texts),
        or_none: false,
    }
}

pub(crate) fn number_range(low: i32, high: i32, measure: Option<ast::Measure>) -> ast::Type {
    ast::Type::Number {
        low: Some(low),
        high: Some(high),
        measure,
        parts: None,
        or_none: false,
    }
}

pub(crate) fn file(items: Vec<ast::Item>) -> ast::File {
    ast::File {
        items: items.into_iter().map(at).map(Arc::new).collect(),
        ..ast::File::default()
    }
}

pub(crate) fn statement(kind: ast::StatementKind) -> ast::Statement {
    ast::Statement {
        kind: at(kind),
        citations: Vec::new(),
        in_brackets: false,
    }
}

pub(crate) fn expr(kind: ast::ExprKind) -> ast::Expr {
    at(Box::new(kind))
}

pub(crate) fn number(value: i32) -> ast::Expr {
    expr(ast::ExprKind::Number {
        value,
        measure: None,
    })
}

pub(crate) fn named(text: &str) -> ast::Expr {
    expr(ast::ExprKind::Name(text.to_owned()))
}

pub(crate) fn member(unit: &str, track: &str) -> ast::Expr {
    expr(ast::ExprKind::Member {
        unit: named(unit),
        name: name(track),
    })
}

pub(crate) fn call(procedure: &str, arguments: Vec<ast::Expr>) -> ast::Expr {
    expr(ast::ExprKind::Call {
        name: name(procedure),
        arguments,
    })
}

pub(crate) fn is(value: ast::Expr, words: &[&str]) -> ast::Expr {
    expr(ast::ExprKind::Is {
        value,
        negated: false,
        words: names(words),
    })
}

pub(crate) fn binary(op: ast::Binary, left: ast::Expr, right: ast::Expr) -> ast::Expr {
    expr(ast::ExprKind::Binary { op, left, right })
}

pub(crate) fn choice(then: ast::Expr, condition: ast::Expr, otherwise: ast::Expr) -> ast::Expr {
    expr(ast::ExprKind::If {
        condition,
        then,
        otherwise,
    })
}
