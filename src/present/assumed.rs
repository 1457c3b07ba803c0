//! Facts that were left to their defaults, as lines below an answer.

use sandtable_session::assumed::Assumed;

/// Letters of a line, if it can be broken.
const WIDEST: usize = 100;

/// Returns the lines that list the facts, each with `indent` before it and a line end; empty without facts.
pub(crate) fn lines(assumed: &[Assumed], indent: &str) -> String {
    let (unmapped, plain): (Vec<&Assumed>, Vec<&Assumed>) =
        assumed.iter().partition(|one| one.lacks_map);
    let mut text = list("assumed: ", &plain, indent);
    text.push_str(&list(
        "assumed, as there is no map to measure on: ",
        &unmapped,
        indent,
    ));
    text
}

fn list(head: &str, assumed: &[&Assumed], indent: &str) -> String {
    let mut text = String::new();
    let mut line = format!("{indent}{head}");
    for (at, one) in assumed.iter().enumerate() {
        let end = if at + 1 < assumed.len() { "," } else { "" };
        let item = format!("{}{end}", words(one));
        let has_items = at > 0;
        if has_items && line.chars().count() + 1 + item.chars().count() > WIDEST {
            text.push_str(&format!("{}\n", line.trim_end()));
            line = format!("{indent}  ");
        }
        line.push_str(&item);
        line.push(' ');
    }
    if !assumed.is_empty() {
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    text
}

/// `away=0 (although range is given)`: as it would be given.
fn words(assumed: &Assumed) -> String {
    let given = format!("{}={}", assumed.fact, assumed.value);
    match &assumed.beside {
        Some(beside) => format!("{given} (although {beside} is given)"),
        None => given,
    }
}
