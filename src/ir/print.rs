//! A program as text, one op a line: for tests, and for who works on the compiler.

use std::fmt::Write as _;

use super::op::Op;
use super::program::Program;

/// Returns the listing of a program: index, op, and the rule where it changes. Notes are omitted.
pub fn listing(program: &Program) -> String {
    let mut text = String::new();
    let mut rule = u32::MAX;
    for (at, (op, origin)) in program.ops.iter().zip(&program.origins).enumerate() {
        if let Op::Note { .. } = op {
            continue;
        }
        if origin.rule != rule {
            rule = origin.rule;
            text.push_str(&heading(program, rule));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{at:4}  {}", short(op));
    }
    text
}

fn heading(program: &Program, rule: u32) -> String {
    match program.rules.get(rule as usize) {
        Some(rule) if !rule.name.is_empty() => {
            format!("{} [{}]\n", rule.name, rule.citations.join(", "))
        }
        Some(_) | None => "the question\n".to_owned(),
    }
}

/// `Add { to: Reg(1), a: Reg(2), b: Reg(3) }` as `Add to:r1 a:r2 b:r3`.
fn short(op: &Op) -> String {
    format!("{op:?}")
        .replace("Reg(", "r")
        .replace("Pc(", "@")
        .replace("PoolId(", "pool ")
        .replace("GridId(", "grid ")
        .replace("JudgementId(", "fact ")
        .replace("DecisionId(", "decision ")
        .replace([')', '{', '}', ','], "")
        .replace(": ", ":")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
