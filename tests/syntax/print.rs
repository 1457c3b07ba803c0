//! Canonical text: what it looks like, and that nothing is lost in it.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sandtable::diagnostic::Diagnostics;
use sandtable::source::SourceMap;
use sandtable::syntax::{ast, parse, rules_text};

use super::generate;
use super::tree::{
    at, binary, call, choice, expr, file, head, is, member, name, named, names, number,
    number_range, parameter, statement, words,
};
use crate::files::files_below;

/// Print, then parse, gives the same tree; printing again gives the same text.
fn survives(
    tree: &ast::File,
    parse: impl Fn(&str) -> Option<ast::File>,
) -> Result<(), TestCaseError> {
    let text = rules_text(tree);
    let Some(parsed) = parse(&text) else {
        return Err(TestCaseError::fail(format!("does not parse:\n{text}")));
    };
    prop_assert_eq!(&parsed, tree, "another tree came of:\n{}", text);
    prop_assert_eq!(rules_text(&parsed), text);
    Ok(())
}

/// The tree of a text without faults.
fn parsed(text: &str) -> Option<ast::File> {
    let mut diagnostics = Diagnostics::default();
    let file = SourceMap::default().add("printed", text);
    let tree = parse(file, text, &mut diagnostics);
    (!diagnostics.has_errors()).then_some(tree)
}

#[test]
fn nothing_of_the_rule_books_is_lost_in_print() {
    for path in files_below("rules", &[".rules"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let lost = survives(&parsed(&text).unwrap(), parsed);
        assert!(lost.is_ok(), "{}: {lost:?}", path.display());
    }
}

proptest! {
    #[test]
    fn printed_text_keeps_the_rules_of_layout(tree in generate::file()) {
        let text = rules_text(&tree);
        prop_assert!(text.is_empty() || text.ends_with('\n'));
        prop_assert!(!text.contains("\n\n\n") && !text.starts_with('\n') && !text.ends_with("\n\n"), "{}", text);
        for line in text.lines() {
            let indent = line.len() - line.trim_start().len();
            prop_assert!(indent.is_multiple_of(2) && !line.contains('\t'), "{}", text);
            prop_assert_eq!(line, line.trim_end());
            prop_assert!(!line.ends_with(','), "{}", text);
        }
    }

    #[test]
    fn nothing_is_lost_in_print(tree in generate::file()) {
        survives(&tree, parsed)?;
    }
}

/// `each face of worst of 2d6` would be a kind `face` of an owner that is rolled.
#[test]
fn single_dice_of_a_pick_stay_dice() {
    let text = "roll harm -> 0..6\n  each face of roll worst of 2d6\n    result 1\n";
    let tree = parsed(text).unwrap();
    assert_eq!(rules_text(&tree), text);
    survives(&tree, parsed).unwrap();
}

#[test]
fn a_statement_is_no_kind() {
    for word in [
        "stop",
        "cancel",
        "cancel [4.1]",
        "nothing",
        "next",
        "done [4.1]",
        "must at alpha",
        "result -1",
        "needs -1 < bravo",
    ] {
        let text = format!("action f\n  if 0 or total of 0 for each alpha: {word}\n");
        let tree = parsed(&text).unwrap();
        assert_eq!(rules_text(&tree), text);
    }
}

/// The text of one expression.
fn shown(value: ast::Expr) -> String {
    let formula = ast::Item::Procedure(ast::Procedure {
        is_value: false,
        ability: ast::Ability::Formula,
        head: head("f"),
        body: vec![statement(ast::StatementKind::Result(value))],
    });
    let text = rules_text(&file(vec![formula]));
    text.trim_start_matches("formula f = ")
        .trim_end()
        .to_owned()
}

#[test]
fn brackets_stand_only_where_the_tree_needs_them() {
    use ast::Binary::{Add, And, Higher, Lower, Multiply, Or, Subtract};
    let a = || named("a");
    let b = || named("b");
    let c = || named("c");
    let not = |inner| expr(ast::ExprKind::Not(inner));
    let minus = |inner| expr(ast::ExprKind::Negate(inner));
    let same = |left, right| {
        expr(ast::ExprKind::Compare {
            order: ast::Order::Equal,
            left,
            right,
        })
    };
    let half = |left| {
        expr(ast::ExprKind::Divide {
            left,
            right: number(2),
            rounding: Some(ast::Rounding::Down),
        })
    };
    let raised = |value, by| {
        expr(ast::ExprKind::Shift {
            value,
            up: true,
            by,
        })
    };
    let held = |value| {
        expr(ast::ExprKind::Limit {
            value,
            low: Some(0),
            high: None,
        })
    };
    let cases = [
        (binary(Add, binary(Add, a(), b()), c()), "a + b + c"),
        (
            binary(Lower, a(), binary(Add, b(), c())),
            "the lower of a and (b + c)",
        ),
        (
            binary(Add, binary(Higher, a(), minus(b())), c()),
            "(the higher of a and -b) + c",
        ),
        (
            same(binary(Lower, a(), binary(Lower, b(), c())), c()),
            "the lower of a and (the lower of b and c) = c",
        ),
        (binary(Add, a(), binary(Add, b(), c())), "a + (b + c)"),
        (binary(Subtract, a(), minus(number(7))), "a - -7"),
        (
            binary(Multiply, binary(Add, a(), b()), minus(c())),
            "(a + b) * -c",
        ),
        (minus(binary(Multiply, a(), b())), "-(a * b)"),
        (binary(Add, a(), half(b())), "a + b / 2 rounded down"),
        (half(binary(Add, a(), b())), "(a + b) / 2 rounded down"),
        (binary(Multiply, a(), half(b())), "a * (b / 2 rounded down)"),
        (
            raised(raised(a(), number(1)), number(2)),
            "a raised by 1 raised by 2",
        ),
        (raised(a(), held(b())), "a raised by (b limited to 0..)"),
        (held(binary(Add, a(), b())), "a + b limited to 0.."),
        (binary(Add, held(a()), b()), "(a limited to 0..) + b"),
        (same(same(a(), b()), c()), "(a = b) = c"),
        (same(a(), same(b(), c())), "a = (b = c)"),
        (not(same(a(), b())), "not a = b"),
        (same(not(a()), b()), "(not a) = b"),
        (not(binary(And, a(), b())), "not (a and b)"),
        (binary(And, a(), binary(Or, b(), c())), "a and (b or c)"),
        (binary(Or, binary(And, a(), b()), c()), "a and b or c"),
        (
            choice(a(), b(), choice(b(), c(), a())),
            "a if b otherwise b if c otherwise a",
        ),
        (
            choice(choice(a(), b(), c()), b(), c()),
            "(a if b otherwise c) if b otherwise c",
        ),
        (
            binary(Add, choice(a(), b(), c()), number(1)),
            "(a if b otherwise c) + 1",
        ),
        (
            call("f", vec![choice(a(), b(), c()), is(a(), &["x", "y"])]),
            "f(a if b otherwise c, a is x or y)",
        ),
    ];
    for (tree, text) in cases {
        assert_eq!(shown(tree), text);
    }
}

/// `if` behind dice that explode would be the condition of the explosion.
#[test]
fn the_condition_of_a_modifier_is_not_that_of_its_dice() {
    let text = "\
modifiers odd
  +1 per (d6 explode 6 once) if wet
  +1 per (wet + d6 reroll 1) if wet
  +1 per d6 keep highest 1 if wet
  +1 per d6 explode 6 once
";
    let tree = parsed(text).unwrap();
    assert_eq!(rules_text(&tree), text);
    survives(&tree, parsed).unwrap();
}

#[test]
fn a_list_of_words_never_swallows_the_next_name() {
    use ast::Binary::{And, Or};
    let asked = || is(named("a"), &["x", "y"]);
    let c = || named("c");
    let not = |inner| expr(ast::ExprKind::Not(inner));
    let cases = [
        (binary(Or, asked(), c()), "(a is x or y) or c"),
        (binary(Or, c(), asked()), "c or a is x or y"),
        (
            binary(Or, binary(Or, c(), asked()), c()),
            "c or (a is x or y) or c",
        ),
        (
            binary(Or, binary(And, c(), asked()), c()),
            "(c and a is x or y) or c",
        ),
        (
            binary(Or, binary(And, asked(), c()), c()),
            "a is x or y and c or c",
        ),
        (binary(Or, not(asked()), c()), "(not a is x or y) or c"),
        (binary(And, asked(), c()), "a is x or y and c"),
    ];
    for (tree, text) in cases {
        assert_eq!(shown(tree), text);
    }
}

#[test]
fn data() {
    let scale = ast::Scale {
        head: ast::Head {
            title: Some(name("Weight class")),
            citations: names(&["3.1", "T-2"]),
            ..head("weight")
        },
        words: names(&["L", "M", "H"]),
        is_ordered: true,
    };
    let die = ast::Die {
        head: head("cube"),
        faces: names(&["red", "red-star", "blue"]),
        groups: vec![
            ast::FaceGroup {
                name: name("colour"),
                faces: names(&["red", "red-star"]),
            },
            ast::FaceGroup {
                name: name("M"),
                faces: names(&["any"]),
            },
        ],
    };
    let kind = ast::Kind {
        head: head("vehicle"),
        lines: vec![
            at(ast::KindLine::Stat {
                name: name("speed"),
                ty: at(number_range(0, 12, Some(ast::Measure::Hexes))),
                default: Some(at(ast::Literal::Number(3))),
                optional: false,
                title: Some(name("Speed")),
                citations: names(&["13"]),
            }),
            at(ast::KindLine::Stat {
                name: name("guns"),
                ty: at(ast::Type::List(name("gun"))),
                default: None,
                optional: true,
                title: None,
                citations: Vec::new(),
            }),
            at(ast::KindLine::Traits(names(&["low", "open-topped"]))),
            at(ast::KindLine::Track {
                names: names(&["hits", "fuel"]),
                index: None,
                ty: at(number_range(0, 4, None)),
                starts_at: None,
                ends_at: None,
                lasts: None,
                starts: Some(at(ast::Literal::Number(1))),
                title: None,
                citations: Vec::new(),
            }),
            at(ast::KindLine::Formula {
                head: head("total"),
                value: binary(ast::Binary::Add, named("hits"), named("fuel")),
            }),
        ],
    };
    let row = |cells: Vec<ast::Cell>| {
        at(ast::Row {
            cells: cells.into_iter().map(at).collect(),
        })
    };
    let word = |text: &str| ast::CellItem::Word(text.to_owned());
    let numbers = |low, high| ast::CellItem::Numbers { low, high };
    let table = ast::Table {
        head: ast::Head {
            parameters: Some(vec![
                parameter("range", Some(number_range(0, 9, None))),
                parameter("weight", None),
            ]),
            result: Some(ast::ResultType::Type(at(ast::Type::Words {
                words: names(&["auto", "code"]),
                or_none: true,
            }))),
            ..head("needed")
        },
        rows: vec![
            row(vec![
                vec![word("range")],
                vec![word("L"), word("M")],
                vec![word("H")],
            ]),
            row(vec![
                vec![numbers(Some(-2), Some(0))],
                vec![word("auto")],
                vec![word("code")],
            ]),
            row(vec![
                vec![numbers(Some(4), Some(6))],
                vec![word("code")],
                vec![ast::CellItem::Dash],
            ]),
            row(vec![
                vec![numbers(Some(7), None)],
                vec![ast::CellItem::Dash],
                vec![ast::CellItem::Dash],
            ]),
        ],
        wheres: vec![ast::Where {
            word: name("code"),
            value: number(0),
            citations: names(&["5.3"]),
        }],
        several: Some(at(ast::Several::First)),
    };
    insta::assert_snapshot!(rules_text(&file(vec![
        ast::Item::Scale(scale),
        ast::Item::Die(die),
        ast::Item::Kind(kind),
        ast::Item::Table(table),
    ])));
}

#[test]
fn modifiers_and_facts() {
    let line = |amount, label: &str| ast::Modifier {
        amount,
        per: None,
        most: None,
        condition: None,
        once: None,
        label: Some(name(label)),
        citations: Vec::new(),
    };
    let modifiers = ast::Modifiers {
        head: ast::Head {
            parameters: Some(vec![parameter("firer", Some(words(&["vehicle"])))]),
            ..head("fire")
        },
        lines: vec![
            at(ast::Modifier {
                per: Some(member("firer", "hits")),
                most: Some(2),
                condition: Some(named("tired")),
                ..line(-1, "damage")
            }),
            at(ast::Modifier {
                condition: Some(is(call("aspect", vec![named("firer")]), &["flank", "rear"])),
                once: Some(name("small")),
                citations: names(&["18"]),
                ..line(1, "flank")
            }),
        ],
        limit: Some(at((Some(-3), Some(3)))),
    };
    let fact = ast::Fact {
        head: ast::Head {
            title: Some(name("Levels of cover")),
            parameters: Some(vec![parameter("firer", None), parameter("target", None)]),
            ..head("cover")
        },
        ty: at(number_range(0, 4, None)),
        default: Some(at(ast::Literal::Number(0))),
        in_play: None,
    };
    let option = ast::OptionalRule {
        head: ast::Head {
            citations: names(&["4.4"]),
            ..head("weak-sides")
        },
        values: ast::OptionValues::Switch(false),
    };
    let ways = ast::OptionalRule {
        head: head("rounding"),
        values: ast::OptionValues::Words {
            words: names(&["down", "up"]),
            default: name("up"),
        },
    };
    insta::assert_snapshot!(rules_text(&file(vec![
        ast::Item::Modifiers(modifiers),
        ast::Item::Fact(fact),
        ast::Item::Option(option),
        ast::Item::Option(ways),
    ])));
}

#[test]
fn procedures() {
    use ast::StatementKind as Kind;
    let stop = || vec![statement(Kind::Stop)];
    let add = || {
        statement(Kind::Change {
            how: ast::Change::Add,
            amount: number(1),
            place: member("target", "hits"),
        })
    };
    let roll = ast::Procedure {
        is_value: false,
        ability: ast::Ability::Roll,
        head: ast::Head {
            result: Some(ast::ResultType::Outcomes(names(&["hit", "miss"]))),
            ..head("to-hit")
        },
        body: vec![
            statement(Kind::Roll(vec![ast::Rolled {
                value: expr(ast::ExprKind::Roll(name("cube"))),
                name: None,
            }])),
            statement(Kind::Outcome {
                word: name("hit"),
                when: Some(is(named("cube"), &["red"])),
            }),
            statement(Kind::Outcome {
                word: name("miss"),
                when: None,
            }),
        ],
    };
    let chain = Kind::If {
        condition: named("a"),
        then: stop(),
        otherwise: Some(vec![statement(Kind::If {
            condition: choice(named("b"), named("c"), named("d")),
            then: vec![add(), statement(Kind::Stop)],
            otherwise: Some(vec![statement(Kind::Repeat {
                times: number(3),
                body: vec![add()],
            })]),
        })]),
    };
    let arm = |values, body| at(ast::Arm { values, body });
    let depending = Kind::Depending {
        value: named("cube"),
        arms: vec![
            arm(
                Some(at(vec![
                    ast::CellItem::Word("red".to_owned()),
                    ast::CellItem::Word("blue".to_owned()),
                ])),
                vec![ast::Statement {
                    citations: names(&["5.3"]),
                    ..add()
                }],
            ),
            arm(
                None,
                vec![statement(Kind::If {
                    condition: named("a"),
                    then: stop(),
                    otherwise: None,
                })],
            ),
        ],
    };
    let action = ast::Procedure {
        is_value: false,
        ability: ast::Ability::Action,
        head: head("damage"),
        body: vec![
            statement(Kind::Needs {
                condition: named("a"),
                why: Some(name("a line of sight")),
            }),
            statement(chain),
            statement(Kind::RepeatUntil {
                until: named("done"),
                most: Some(number(8)),
                body: stop(),
            }),
            statement(Kind::Count {
                name: name("shot"),
                from: number(1),
                to: number(8),
                body: stop(),
            }),
            statement(depending),
            statement(Kind::Report(vec![named("shots"), member("target", "hits")])),
        ],
    };
    let formula = ast::Procedure {
        is_value: false,
        ability: ast::Ability::Formula,
        head: head("cited"),
        body: vec![ast::Statement {
            citations: names(&["2"]),
            ..statement(Kind::Result(number(7)))
        }],
    };
    let trigger = ast::Trigger {
        head: ast::Head {
            parameters: Some(vec![parameter("unit", Some(words(&["vehicle"])))]),
            ..head("knocked-out")
        },
        whens: vec![at(ast::When {
            watched: call("hits", vec![named("unit")]),
            crossing: ast::Crossing::Reaches,
            level: number(4),
            body: vec![statement(Kind::Destroy(named("unit")))],
        })],
    };
    insta::assert_snapshot!(rules_text(&file(vec![
        ast::Item::Procedure(roll),
        ast::Item::Procedure(action),
        ast::Item::Procedure(formula),
        ast::Item::Trigger(trigger),
    ])));
}

#[test]
fn examples() {
    let given = |place: &[&str], value| ast::Given {
        place: names(place),
        about: Vec::new(),
        value: at(value),
    };
    let shown = |label: Option<&str>, face| ast::Shown {
        label: label.map(name),
        face: at(ast::Picked::Literal(face)),
    };
    let row = |row: [&str; 2]| row.map(name).to_vec();
    let example = ast::Example {
        title: Some(name("A flank shot")),
        citations: names(&["4.4"]),
        map: Some(name("ridge")),
        units: vec![ast::Piece {
            name: name("red-1"),
            profile: name("panther"),
            side: Some(name("first")),
        }],
        steps: vec![
            ast::ExampleStep {
                given: (1..9)
                    .map(|hits| given(&["target", "movement-hits"], ast::Literal::Number(hits)))
                    .collect(),
                options: vec![(name("weak-sides"), name("on"))],
                run: Some(name("fire-at")),
                dice: Some(at(vec![
                    shown(None, ast::Literal::Word("red".to_owned())),
                    shown(Some("save"), ast::Literal::Number(4)),
                ])),
                choices: Some(at(ast::Choices {
                    picked: vec![
                        at(ast::Picked::Title("hold fire".to_owned())),
                        at(ast::Picked::Literal(ast::Literal::Word("none".to_owned()))),
                    ],
                    conditions: vec![ast::PickedIf {
                        at: 0,
                        condition: is(named("to-hit"), &["hit"]),
                        otherwise: Some(at(ast::Picked::Literal(ast::Literal::Number(4)))),
                    }],
                    rest_by_policy: true,
                })),
                judged: vec![given(&["cover"], ast::Literal::Number(2))],
                expects: vec![
                    ast::Expectation::Holds(named("refused")),
                    ast::Expectation::RefusedBy(name("a line of sight")),
                    ast::Expectation::Offered {
                        option: name("hold fire"),
                        negated: true,
                    },
                    ast::Expectation::Holds(is(named("to-hit"), &["hit"])),
                    ast::Expectation::Order(vec![
                        at(ast::Event::Name("fire-at".to_owned())),
                        at(ast::Event::Words("hits 0".to_owned())),
                    ]),
                ],
                odds: vec![(
                    is(named("to-hit"), &["hit"]),
                    at(Some(ast::WrittenChance {
                        numerator: "1".to_owned(),
                        denominator: "2".to_owned(),
                    })),
                )],
                tables: Vec::new(),
            },
            ast::ExampleStep {
                given: vec![given(&["range"], ast::Literal::Number(3))],
                run: Some(name("to-hit")),
                tables: vec![
                    at(ast::CaseTable {
                        sort: ast::CaseSort::Odds {
                            of: Some(is(named("to-hit"), &["hit"])),
                            parts: Some(at(36)),
                        },
                        rows: [["range", "range = 2"], ["1", "7/36"]].map(row).to_vec(),
                    }),
                    at(ast::CaseTable {
                        sort: ast::CaseSort::Cases,
                        rows: [["dice", "to-hit"], ["1", "miss"]].map(row).to_vec(),
                    }),
                ],
                ..ast::ExampleStep::default()
            },
        ],
    };
    let ruleset = ast::Ruleset {
        head: head("example-game"),
        language: Some(at(1)),
        index: Some(name("index.toml")),
        board: Some(at(ast::Measure::Hexes)),
        diagonals: false,
        stands: Some(name("may-stand")),
        facings: Some(at(ast::Facings {
            sides: Some(ast::Measure::Hexes),
            corners: true,
        })),
        sides: vec![
            ast::NamedSide {
                name: name("red"),
                title: Some(name("The red side")),
            },
            ast::NamedSide {
                name: name("blue"),
                title: None,
            },
        ],
    };
    insta::assert_snapshot!(rules_text(&file(vec![
        ast::Item::Ruleset(ruleset),
        ast::Item::Example(example),
    ])));
}
