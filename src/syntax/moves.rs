//! Scripts of games.

use super::ast;
use super::build::{self, ExampleLine};
use super::grammar::Rule;
use super::layout;
use super::reader::Reader;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::FileId;

/// Parses the scripted answers of a game: lines as in examples, with `dice`, `choices`, `judged` and `expect`. A
/// line may be repeated; it continues the earlier one.
///
/// Reports: E0101 to E0112.
pub fn parse_moves(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> ast::Moves {
    let layout = layout::lay_out(file, text, diagnostics);
    let mut reader = Reader::new(file, &layout.text, diagnostics);
    let mut moves = ast::Moves::default();
    for line in &layout.lines {
        let Some(node) = reader.line(Rule::example_line, line) else {
            continue;
        };
        match reader.built(line, |found| build::example_line(&node, found)) {
            Some(ExampleLine::Dice(dice)) => {
                moves.dice.get_or_insert_default().extend(dice.value);
            }
            Some(ExampleLine::Choices(choices)) => {
                if let Some(given) = choices.value.conditions.first() {
                    reader.diagnostics.push(
                        Diagnostic::new(
                            Code::NotAllowedHere,
                            "a script gives its choices without conditions",
                        )
                        .label(given.condition.span, "")
                        .help(
                            "write the choice alone; a side that decides by conditions follows a \
                             `policy` in the rules: `--side NAME=POLICY`",
                        ),
                    );
                }
                moves.choices.extend(choices.value.picked);
                moves.rest_by_policy |= choices.value.rest_by_policy;
            }
            Some(ExampleLine::Expect(expects)) => moves.expects.extend(expects),
            Some(ExampleLine::Judged(judged)) => moves.judged.extend(judged),
            Some(
                ExampleLine::Map(_)
                | ExampleLine::Units(_)
                | ExampleLine::Given(_)
                | ExampleLine::Options(_)
                | ExampleLine::Run(_)
                | ExampleLine::Table(_)
                | ExampleLine::Odds(..),
            ) => reader.diagnostics.push(
                Diagnostic::new(
                    Code::UnexpectedText,
                    "this line does not belong in a script",
                )
                .label(reader.span(line), "")
                .help(
                    "write only `dice`, `choices`, `judged` and `expect` in a script; put \
                        units and facts into the scenario",
                ),
            ),
            None => {}
        }
        reader.nothing_below(line);
    }
    moves
}
