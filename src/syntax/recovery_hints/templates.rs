//! Templates of lines, shown beside a line that cannot be read.

use crate::grammar::Rule;

/// Rule by which a line is read, the word it begins with (empty for all others), and a correct line.
const LIKENESSES: [(Rule, &str, &str); 67] = [
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
        Rule::statement_line,
        "needs",
        "needs line-of-sight(firer, target) \"a line of sight\"",
    ),
    (Rule::statement_line, "roll", "roll 2d6 + unit.skill"),
    (
        Rule::statement_line,
        "on",
        "on 1-3: take 1 from target.hits",
    ),
    (
        Rule::statement_line,
        "if",
        "if target.hits > 2: destroy target",
    ),
    (Rule::statement_line, "else", "else: stop"),
    (
        Rule::statement_line,
        "each",
        "each unit: squad where unit is pinned: rally(unit)",
    ),
    (
        Rule::statement_line,
        "alternate",
        "alternate side while side.to-move > 0",
    ),
    (
        Rule::statement_line,
        "rank",
        "rank side by side.points, highest first, ties d6, into side.place",
    ),
    (Rule::statement_line, "phase", "phase fire \"Fire\" [4]"),
    (Rule::statement_line, "repeat", "repeat 3 times"),
    (Rule::statement_line, "count", "count shot from 1 to 8"),
    (Rule::statement_line, "depending", "depending on cube"),
    (Rule::statement_line, "add", "add 1 to target.hits"),
    (Rule::statement_line, "take", "take 1 from target.hits"),
    (Rule::statement_line, "set", "set target.hits to 4"),
    (Rule::statement_line, "destroy", "destroy target"),
    (
        Rule::statement_line,
        "report",
        "report target.hits, target is destroyed",
    ),
    (Rule::statement_line, "result", "result 2"),
    (
        Rule::statement_line,
        "choose",
        "choose target: vehicle where target.hits > 0 by firer.side",
    ),
    (
        Rule::statement_line,
        "may",
        "may by unit.side \"dodge\" if unit.actions >= 1: dodge(unit)",
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
        "reaction",
        "reaction dodge \"Dodge\" (firer: squad, target: squad) [6]",
    ),
    (
        Rule::statement_line,
        "open",
        "open strike-declared(firer, target)",
    ),
    (
        Rule::statement_line,
        "at",
        "at strike-declared by target.side",
    ),
    (Rule::statement_line, "at the", "at the same time"),
    (Rule::statement_line, "must", "must at strike-declared"),
    (Rule::statement_line, "stop", "stop"),
    (Rule::statement_line, "nothing", "nothing"),
    (Rule::statement_line, "next", "next"),
    (Rule::statement_line, "done", "done"),
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
    let named = |word: &str| {
        LIKENESSES
            .iter()
            .find(|(of, begins, _)| *of == rule && *begins == word)
            .map(|(_, _, line)| *line)
    };
    named(first_word).or_else(|| named(""))
}
