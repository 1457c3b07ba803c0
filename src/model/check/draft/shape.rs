//! What an expression asks, as text without its places: two that have the same text ask the same.

use crate::model::{Expr, ExprKind, walk};

/// What stands for a name: the text of what it was handed.
pub(super) type Handed = Vec<Option<String>>;

/// Writes what an expression asks; `None` if that cannot be told of it. `handed` is what the first names stand for.
pub(super) fn shape(expr: &Expr, handed: &[Option<String>]) -> Option<String> {
    let mark = match &expr.kind {
        ExprKind::Constant(value) => format!("c{value}"),
        ExprKind::Local(id) => match handed.get(id.at()) {
            Some(known) => return known.clone(),
            None => format!("l{}", id.at()),
        },
        ExprKind::Field { field, .. } => format!("f{}", field.at()),
        ExprKind::Track {
            track, index: None, ..
        } => format!("t{}", track.at()),
        ExprKind::Fact { fact, .. } => format!("q{}", fact.at()),
        ExprKind::Option(id) => format!("o{}", id.at()),
        ExprKind::Call { procedure, .. } => format!("p{}", procedure.at()),
        ExprKind::Not(_) => "not".to_owned(),
        ExprKind::Binary { op, .. } => format!("{op:?}"),
        ExprKind::Compare { order, .. } => format!("{order:?}"),
        ExprKind::Member { set, .. } => format!("m{set}"),
        _ => return None,
    };
    let mut text = Some(format!("{mark}("));
    walk(expr, &mut |inner| {
        let inner = shape(inner, handed);
        text = text
            .take()
            .and_then(|text| Some(format!("{text}{},", inner?)));
    });
    text.map(|text| format!("{text})"))
}
