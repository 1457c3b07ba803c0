//! Templates of lines, shown beside a line that cannot be read.

use crate::construct::STATEMENTS;
use crate::grammar::Rule;

/// Rule by which a line is read, the word it begins with (empty for all others), and a correct line.
const LIKENESSES: [(Rule, &str, &str); 43] = [
    (
        Rule::declaration_line,
        "ruleset",
        "ruleset my-game \"My game\"",
    ),
    (
        Rule::declaration_line,
        "scale",
        "scale weight \"Weight class\": L < M < H",
    ),
    (
        Rule::declaration_line,
        "words",
        "words terrain \"Terrain\": clear, forest, town",
    ),
    (Rule::declaration_line, "die", "die cube \"Damage cube\""),
    (Rule::declaration_line, "kind", "kind squad \"Squad\" [3.1]"),
    (
        Rule::declaration_line,
        "table",
        "table needed \"Needed to hit\" (range: 0..20 hexes) -> 2..6 [4.1]",
    ),
    (
        Rule::declaration_line,
        "modifiers",
        "modifiers firing \"Firing\" (firer: squad, target: squad) [4.2]",
    ),
    (
        Rule::declaration_line,
        "fact",
        "fact cover \"Cover\" (target: squad): 0..4, default 0",
    ),
    (
        Rule::declaration_line,
        "option",
        "option night \"Night\" [8]: off",
    ),
    (
        Rule::declaration_line,
        "formula",
        "formula strength \"Strength\" (unit: squad) [5] = unit.men + 1",
    ),
    (
        Rule::declaration_line,
        "roll",
        "roll to-hit \"To hit\" (firer: squad) -> hit, miss [4.3]",
    ),
    (
        Rule::declaration_line,
        "action",
        "action fire \"Fire\" (firer: squad, target: squad) [4]",
    ),
    (
        Rule::declaration_line,
        "sequence",
        "sequence turn \"Turn\" [2]",
    ),
    (
        Rule::declaration_line,
        "trigger",
        "trigger gone (unit: squad) [6]",
    ),
    (
        Rule::declaration_line,
        "example",
        "example \"A shot at Hill 30\" [4.3]",
    ),
    (
        Rule::ruleset_line,
        "sides",
        "sides attackers \"The attackers\", defenders \"The defenders\"",
    ),
    (Rule::ruleset_line, "", "index \"index.toml\""),
    (Rule::die_line, "faces", "faces  red, red, blue"),
    (Rule::die_line, "", "color = red, blue"),
    (Rule::kind_line, "traits", "traits  elite, green"),
    (Rule::kind_line, "track", "track  hits: 0..4, starts 0"),
    (Rule::kind_line, "formula", "formula  strength = men + 1"),
    (
        Rule::kind_line,
        "",
        "men  0..10, default 5 \"Men in the squad\"",
    ),
    (Rule::modifier_line, "limit", "limit -3..3"),
    (Rule::modifier_line, "", "-1  if target has low  \"low\""),
    (
        Rule::trigger_line,
        "",
        "when unit.hits reaches 4: destroy unit",
    ),
    (
        Rule::option_line,
        "",
        "\"fire\" if unit.actions >= 1, worth 2: fire(unit)",
    ),
    (
        Rule::example_line,
        "choices",
        "choices  \"fire\", alpha, 3, none",
    ),
    (Rule::example_line, "judged", "judged  cover = 2, cover = 0"),
    (
        Rule::declaration_line,
        "window",
        "window strike-declared \"A strike\" (firer: squad, target: squad): one of",
    ),
    (
        Rule::declaration_line,
        "value",
        "value standing \"Standing\" (side) = side.pips - 1",
    ),
    (
        Rule::declaration_line,
        "policy",
        "policy careful \"Careful\"",
    ),
    (
        Rule::policy_line,
        "",
        "in advance \"where to\", worth 3 - distance(spot, goal)",
    ),
    (Rule::advice_line, "", "\"fire\", worth 3"),
    (
        Rule::declaration_line,
        "reaction",
        "reaction dodge \"Dodge\" (firer: squad, target: squad) [6]",
    ),
    (Rule::arm_line, "", "red, blue: destroy target"),
    (
        Rule::example_line,
        "given",
        "given  firer = alpha, range = 5",
    ),
    (Rule::example_line, "option", "option  night = on"),
    (Rule::example_line, "run", "run  to-hit"),
    (Rule::example_line, "dice", "dice  4, 6"),
    (
        Rule::example_line,
        "expect",
        "expect  to-hit is hit, target.hits = 1",
    ),
    (Rule::example_line, "odds", "odds  to-hit is hit: 1/2"),
    (
        Rule::table_line,
        "where",
        "where color = 1 if roll cube is color otherwise 0",
    ),
];

/// A line of the same sort that is right.
pub(super) fn likeness(rule: Rule, first_word: &str) -> Option<&'static str> {
    if rule == Rule::statement_line {
        let mut forms = STATEMENTS.iter().flat_map(|row| row.forms);
        return forms.find(|form| begins_with(form, first_word)).copied();
    }
    let named = |word: &str| {
        LIKENESSES
            .iter()
            .find(|(of, begins, _)| *of == rule && *begins == word)
            .map(|(_, _, line)| *line)
    };
    named(first_word).or_else(|| named(""))
}

/// Whether the first words of a line are these.
fn begins_with(line: &str, words: &str) -> bool {
    let rest = line.strip_prefix(words);
    !words.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
}
