//! Random trees that text can express, whether or not they mean anything.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::sample::select;
use sandtable::source::Spanned;
use sandtable::syntax::ast::*;

use super::tree::at;

/// A file of up to five declarations.
pub(crate) fn file() -> impl Strategy<Value = File> {
    vec(item().prop_map(at).prop_map(Arc::new), 0..6).prop_map(|items| File {
        items,
        ..File::default()
    })
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        ruleset().prop_map(Item::Ruleset),
        scale().prop_map(Item::Scale),
        die().prop_map(Item::Die),
        kind().prop_map(Item::Kind),
        table().prop_map(Item::Table),
        modifiers().prop_map(Item::Modifiers),
        fact().prop_map(Item::Fact),
        optional_rule().prop_map(Item::Option),
        procedure().prop_map(Item::Procedure),
        trigger().prop_map(Item::Trigger),
        policy().prop_map(Item::Policy),
        window().prop_map(Item::Window),
        (parameter_head(), block(Ability::Action))
            .prop_map(|(head, body)| { Item::Reaction(Reaction { head, body }) }),
        example().prop_map(Item::Example),
    ]
}

// --- Words

/// INVARIANT: no word of the language, and nothing that looks like dice.
const NAMES: [&str; 10] = [
    "alpha",
    "bravo-two",
    "charlie",
    "x",
    "need",
    "target",
    "movement-hits",
    "isle",
    "orchard",
    "notch-ifs",
];

/// Words that are not names.
const WORDS: [&str; 6] = ["VL", "H", "pak-40", "88-l71", "Red-2-x", "3:1"];

const TITLES: [&str; 5] = [
    "Hits",
    "Levels of cover",
    "a, b: c | d # e [f] (g)",
    "Ünïcode – 5°",
    "if x: stop",
];

const SECTIONS: [&str; 4] = ["5.3.2", "5.3.2-2", "T-damage", "Scenario A, p. 4"];

fn text() -> impl Strategy<Value = String> {
    select(&NAMES[..]).prop_map(str::to_owned)
}

fn name() -> impl Strategy<Value = Name> {
    text().prop_map(at)
}

fn word_text() -> impl Strategy<Value = String> {
    prop_oneof![2 => select(&NAMES[..]), 1 => select(&WORDS[..])].prop_map(str::to_owned)
}

fn word() -> impl Strategy<Value = Name> {
    word_text().prop_map(at)
}

fn title() -> impl Strategy<Value = Spanned<String>> {
    select(&TITLES[..]).prop_map(|title| at(title.to_owned()))
}

fn citations() -> impl Strategy<Value = Vec<Spanned<String>>> {
    // A comma would part the citation in two.
    let section = select(&SECTIONS[..]).prop_map(|section| at(section.replace(',', "")));
    prop_oneof![2 => Just(Vec::new()), 1 => vec(section, 1..3)]
}

fn small() -> impl Strategy<Value = i32> {
    prop_oneof![8 => -12..13, 1 => Just(i32::MAX), 1 => Just(-i32::MAX)]
}

/// At least one end, the lower one first.
fn ends() -> impl Strategy<Value = (Option<i32>, Option<i32>)> {
    prop_oneof![
        (small(), small()).prop_map(|(a, b)| (Some(a.min(b)), Some(a.max(b)))),
        small().prop_map(|low| (Some(low), None)),
        small().prop_map(|high| (None, Some(high))),
    ]
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        small().prop_map(Literal::Number),
        word_text().prop_map(Literal::Word),
        fraction().prop_map(|(value, parts)| Literal::Word(parts.text(value))),
        (0..99_u32, 0..99_u32).prop_map(|(x, y)| Literal::Word(format!("({x}.5, {y})"))),
        select(&["yes", "no"][..]).prop_map(|flag| Literal::Word(flag.to_owned())),
    ]
}

/// A number that needs its parts: another is written in coarser ones, or as a whole number.
fn fraction() -> impl Strategy<Value = (i32, Parts)> {
    let parts = select(&[Parts::Halves, Parts::Quarters, Parts::Eighths][..]);
    (0..40_i32, parts).prop_map(|(half, parts)| (2 * half + 1, parts))
}

fn dice_size() -> impl Strategy<Value = (u32, u32)> {
    // A d66 is read as two dice.
    (1..12_u32, 2..101_u32).prop_map(|(count, sides)| (count, if sides == 66 { 6 } else { sides }))
}

// --- Types

fn measure() -> impl Strategy<Value = Measure> {
    select(&Measure::ALL[..])
}

fn number_type() -> impl Strategy<Value = Type> {
    let parts = of(fraction().prop_map(|(_, parts)| parts));
    (ends(), of(measure()), parts).prop_map(|((low, high), measure, parts)| Type::Number {
        low,
        high,
        measure,
        parts: parts.filter(|_| low.is_some() || high.is_some()),
        or_none: false,
    })
}

fn words_type() -> impl Strategy<Value = Type> {
    let flag = Just(vec![at("yes".to_owned()), at("no".to_owned())]);
    prop_oneof![4 => vec(word(), 1..4), 1 => flag].prop_map(|words| Type::Words {
        words,
        or_none: false,
    })
}

fn value_type() -> impl Strategy<Value = Type> {
    prop_oneof![number_type(), words_type()]
}

fn stat_type() -> impl Strategy<Value = Type> {
    prop_oneof![4 => value_type(), 1 => name().prop_map(Type::List)]
}

fn parameter_type() -> impl Strategy<Value = Type> {
    prop_oneof![
        4 => value_type(),
        1 => (name(), name()).prop_map(|(kind, owner)| Type::PartOf { kind, owner }),
        1 => dice_size().prop_map(|(count, sides)| Type::Dice { count, sides }),
    ]
}

fn result_type() -> impl Strategy<Value = Type> {
    (value_type(), any::<bool>()).prop_map(|(mut ty, none)| {
        match &mut ty {
            Type::Number { or_none, .. } | Type::Words { or_none, .. } => *or_none = none,
            Type::List(_) | Type::PartOf { .. } | Type::Dice { .. } => {}
        }
        ty
    })
}

// --- Heads

fn parameters() -> impl Strategy<Value = Vec<Parameter>> {
    let one = (name(), of(parameter_type().prop_map(at))).prop_map(|(name, ty)| Parameter {
        name,
        is_several: false,
        ty,
    });
    let several = (name(), words_type()).prop_map(|(name, ty)| Parameter {
        name,
        is_several: true,
        ty: Some(at(ty)),
    });
    vec(prop_oneof![4 => one, 1 => several], 1..4)
}

/// Name, title, citations.
fn plain_head() -> impl Strategy<Value = Head> {
    (name(), of(title()), citations()).prop_map(|(name, title, citations)| Head {
        name,
        title,
        parameters: None,
        result: None,
        deep: None,
        citations,
    })
}

fn parameter_head() -> impl Strategy<Value = Head> {
    (plain_head(), of(parameters())).prop_map(|(head, parameters)| Head { parameters, ..head })
}

fn full_head() -> impl Strategy<Value = Head> {
    let result = result_type().prop_map(|ty| ResultType::Type(at(ty)));
    (parameter_head(), of(result)).prop_map(|(head, result)| Head { result, ..head })
}

fn roll_head() -> impl Strategy<Value = Head> {
    // One outcome alone would be a type.
    let result = prop_oneof![
        vec(name(), 2..4).prop_map(ResultType::Outcomes),
        result_type().prop_map(|ty| ResultType::Type(at(ty))),
    ];
    (parameter_head(), of(result)).prop_map(|(head, result)| Head { result, ..head })
}

// --- Declarations

fn ruleset() -> impl Strategy<Value = Ruleset> {
    let board = of((measure().prop_map(at), any::<bool>()));
    let sides = select(vec![Measure::Hexes, Measure::Squares]);
    let facings = (of(sides), any::<bool>()).prop_map(|(sides, corners)| {
        at(Facings {
            sides,
            corners: corners || sides.is_none(),
        })
    });
    let side = (name(), of(title())).prop_map(|(name, title)| NamedSide { name, title });
    let named = prop_oneof![Just(Vec::new()), vec(side, 2..4)];
    (
        plain_head(),
        of(title()),
        board,
        of(name()),
        of(facings),
        named,
    )
        .prop_map(|(head, index, board, stands, facings, sides)| Ruleset {
            language: head.title.is_some().then(|| at(1)),
            head,
            index,
            diagonals: board.as_ref().is_some_and(|(_, diagonals)| *diagonals),
            board: board.map(|(board, _)| board),
            stands,
            facings,
            sides,
        })
}

fn scale() -> impl Strategy<Value = Scale> {
    (plain_head(), vec(word(), 2..5), any::<bool>()).prop_map(|(head, words, is_ordered)| Scale {
        head,
        words,
        is_ordered,
    })
}

fn die() -> impl Strategy<Value = Die> {
    let number = (1..7_u32).prop_map(|face| at(face.to_string()));
    let face = prop_oneof![3 => word().boxed(), 1 => number.boxed()].boxed();
    let all_or_none = select(&["any", "none"][..]).prop_map(|all| vec![at(all.to_owned())]);
    let group = (
        word(),
        prop_oneof![4 => vec(face.clone(), 1..4), 1 => all_or_none],
    )
        .prop_map(|(name, faces)| FaceGroup { name, faces });
    (plain_head(), vec(face, 1..7), vec(group, 0..4)).prop_map(|(head, faces, groups)| Die {
        head,
        faces,
        groups,
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    let line = prop_oneof![
        3 => stat(),
        1 => vec(word(), 1..4).prop_map(KindLine::Traits),
        1 => track(),
        1 => kind_formula(),
        1 => deck(),
        1 => (expr(), of(title()), citations()).prop_map(|(condition, why, citations)| {
            KindLine::Must { name: at("must".to_owned()), condition, why, citations }
        }),
        1 => (any::<bool>(), of(name())).prop_map(|(is_off_map, flag)| KindLine::Hidden {
            name: at("hidden".to_owned()),
            off_map: is_off_map.then(|| at("off".to_owned())),
            flag,
        }),
        1 => Just(KindLine::OnMap { name: at("always".to_owned()) }),
    ];
    (plain_head(), vec(line.prop_map(at), 1..5)).prop_map(|(head, lines)| Kind { head, lines })
}

fn stat() -> impl Strategy<Value = KindLine> {
    // A stat that has a default is not optional.
    let filling = prop_oneof![
        Just((None, false)),
        Just((None, true)),
        literal().prop_map(|default| (Some(at(default)), false)),
    ];
    (name(), stat_type(), filling, of(title()), citations()).prop_map(
        |(name, ty, (default, optional), title, citations)| KindLine::Stat {
            name,
            ty: at(ty),
            default,
            optional,
            title,
            citations,
        },
    )
}

fn track() -> impl Strategy<Value = KindLine> {
    let index = (name(), of(words_type())).prop_map(|(name, ty)| Parameter {
        name,
        is_several: false,
        ty: ty.map(at),
    });
    (
        vec(name(), 1..3),
        of(vec(index, 1..2)),
        value_type(),
        prop_oneof![
            of(literal().prop_map(at)).prop_map(|starts| (starts, None)),
            name().prop_map(|stat| (None, Some(stat))),
        ],
        of(name()),
        of(name()),
        of(title()),
        citations(),
    )
        .prop_map(
            |(names, index, ty, (starts, starts_at), ends_at, lasts, title, citations)| {
                KindLine::Track {
                    names,
                    index,
                    ty: at(ty),
                    starts,
                    starts_at,
                    ends_at,
                    lasts,
                    title,
                    citations,
                }
            },
        )
}

fn deck() -> impl Strategy<Value = KindLine> {
    let copies = prop_oneof![
        (1..9_i32).prop_map(Copies::Number),
        name().prop_map(|name| Copies::Stat(name.value)),
    ];
    let copies = of(copies.prop_map(at));
    (name(), of(name()), copies, of(title()), citations()).prop_map(
        |(name, of_each, copies, title, citations)| KindLine::Deck {
            name,
            of_each,
            copies,
            title,
            citations,
        },
    )
}

fn kind_formula() -> impl Strategy<Value = KindLine> {
    let result = result_type().prop_map(|ty| ResultType::Type(at(ty)));
    (plain_head(), of(result), expr()).prop_map(|(head, result, value)| KindLine::Formula {
        head: Head { result, ..head },
        value,
    })
}

/// That of a table, which can have several results.
fn table_head() -> impl Strategy<Value = Head> {
    let result = (name(), value_type()).prop_map(|(name, ty)| Parameter {
        name,
        is_several: false,
        ty: Some(at(ty)),
    });
    let several = proptest::option::weighted(0.3, vec(result, 2..4));
    (full_head(), several).prop_map(|(head, several)| Head {
        result: several.map(ResultType::Several).or(head.result.clone()),
        ..head
    })
}

fn table() -> impl Strategy<Value = Table> {
    let rows = (2..5_usize).prop_flat_map(|n_columns| vec(row(n_columns), 2..5));
    let word = prop_oneof![3 => word(), 1 => Just(at("-".to_owned()))];
    let line = (word, expr(), citations()).prop_map(|(word, value, citations)| Where {
        word,
        value,
        citations,
    });
    let several = select(&Several::ALL[..]).prop_map(|(_, several)| at(several));
    (table_head(), rows, vec(line, 0..3), of(several)).prop_map(|(head, rows, wheres, several)| {
        Table {
            head,
            rows,
            wheres,
            several,
        }
    })
}

fn row(n_columns: usize) -> impl Strategy<Value = Spanned<Row>> {
    vec(cell().prop_map(at), n_columns).prop_map(|cells| at(Row { cells }))
}

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        6 => key(),
        1 => Just(vec![CellItem::Dash]),
    ]
}

/// Keys of a row or an arm.
fn key() -> impl Strategy<Value = Cell> {
    let item = prop_oneof![
        small().prop_map(CellItem::Number),
        ends().prop_map(|(low, high)| CellItem::Numbers { low, high }),
        word_text().prop_map(CellItem::Word),
        (word_text(), of(word_text())).prop_map(|(low, high)| CellItem::Words {
            low: Some(low),
            high,
        }),
        word_text().prop_map(|high| CellItem::Words {
            low: None,
            high: Some(high),
        }),
    ];
    prop_oneof![
        6 => vec(item, 1..4),
        1 => Just(vec![CellItem::Any]),
    ]
}

fn modifiers() -> impl Strategy<Value = Modifiers> {
    let lines = vec(modifier().prop_map(at), 1..5);
    (parameter_head(), lines, of(ends().prop_map(at))).prop_map(|(head, lines, limit)| Modifiers {
        head,
        lines,
        limit,
    })
}

fn modifier() -> impl Strategy<Value = Modifier> {
    // A limit on counting needs something that is counted.
    let per = of((expr(), of(0..10_i32)));
    (
        small(),
        per,
        of(expr()),
        of(name()),
        of(title()),
        citations(),
    )
        .prop_map(|(amount, per, condition, once, label, citations)| {
            let (per, most) = per.map_or((None, None), |(per, most)| (Some(per), most));
            Modifier {
                amount,
                per,
                most,
                condition,
                once,
                label,
                citations,
            }
        })
}

fn fact() -> impl Strategy<Value = Fact> {
    let in_play = (expr(), citations()).prop_map(|(value, citations)| InPlay { value, citations });
    (
        parameter_head(),
        value_type(),
        of(literal().prop_map(at)),
        of(in_play),
    )
        .prop_map(|(head, ty, default, in_play)| Fact {
            head,
            ty: at(ty),
            default,
            in_play,
        })
}

fn optional_rule() -> impl Strategy<Value = OptionalRule> {
    let values = prop_oneof![
        any::<bool>().prop_map(OptionValues::Switch),
        (vec(word(), 2..4), word())
            .prop_map(|(words, default)| OptionValues::Words { words, default }),
    ];
    (plain_head(), values).prop_map(|(head, values)| OptionalRule { head, values })
}

fn procedure() -> impl Strategy<Value = Procedure> {
    prop_oneof![
        (Just(Ability::Formula), full_head(), block(Ability::Formula)),
        (Just(Ability::Roll), roll_head(), block(Ability::Roll)),
        (Just(Ability::Action), full_head(), block(Ability::Action)),
        (
            Just(Ability::Sequence),
            full_head(),
            block(Ability::Sequence)
        ),
    ]
    .prop_flat_map(|procedure| (Just(procedure), of((1..65_i32).prop_map(at)), any::<bool>()))
    .prop_map(|((ability, head, body), deep, is_value)| Procedure {
        ability,
        is_value: is_value && ability == Ability::Formula,
        head: Head { deep, ..head },
        body,
    })
}

fn policy() -> impl Strategy<Value = Policy> {
    let option = (title(), expr()).prop_map(|(title, worth)| AdvisedOption { title, worth });
    let question = (name(), of(title()), of(expr()), vec(option, 0..3)).prop_map(
        |(rule, question, worth, options)| AdvisedQuestion {
            rule,
            question,
            worth,
            options,
        },
    );
    // A question without any worth is not written.
    let question = question.prop_filter("says nothing", |question| {
        question.worth.is_some() || !question.options.is_empty()
    });
    // A policy cannot be called `policy`.
    let head = plain_head().prop_filter("unnamed", |head| head.name.value != Policy::UNNAMED);
    (head, vec(question.prop_map(at), 1..3))
        .prop_map(|(head, questions)| Policy { head, questions })
}

fn trigger() -> impl Strategy<Value = Trigger> {
    let crossing = prop_oneof![
        Just(Crossing::Reaches),
        Just(Crossing::FallsTo),
        Just(Crossing::Becomes),
    ];
    let when = (expr(), crossing, expr(), block(Ability::Action)).prop_map(
        |(watched, crossing, level, body)| When {
            watched,
            crossing,
            level,
            body,
        },
    );
    let parameter = (name(), words_type()).prop_map(|(name, ty)| Parameter {
        name,
        is_several: false,
        ty: Some(at(ty)),
    });
    (plain_head(), parameter, vec(when.prop_map(at), 1..3)).prop_map(|(head, parameter, whens)| {
        Trigger {
            head: Head {
                parameters: Some(vec![parameter]),
                ..head
            },
            whens,
        }
    })
}

fn window() -> impl Strategy<Value = Window> {
    (
        plain_head(),
        of(any::<bool>()),
        of(1..9_i32),
        vec(name(), 0..3),
    )
        .prop_map(|(head, one_of, deep, order)| Window {
            head,
            one_of,
            deep: deep.map(at),
            order,
        })
}

fn example() -> impl Strategy<Value = Example> {
    let piece = (name(), word(), of(word())).prop_map(|(name, profile, side)| Piece {
        name,
        profile,
        side,
    });
    (
        (title(), citations(), of(word()), vec(piece, 0..3)),
        vec(example_step(), 1..4),
    )
        .prop_map(|((title, citations, map, units), mut steps)| {
            // What is given for a later step stands behind what is expected of the one before.
            let n_steps = steps.len();
            for step in steps.iter_mut().take(n_steps - 1) {
                if step.expects.is_empty() {
                    step.expects
                        .push(Expectation::RefusedBy(at("an aim".to_owned())));
                }
            }
            Example {
                title: Some(title),
                citations,
                map,
                units,
                steps,
            }
        })
}

fn example_step() -> impl Strategy<Value = ExampleStep> {
    let given = || {
        (vec(name(), 1..4), literal()).prop_map(|(place, value)| Given {
            place,
            about: Vec::new(),
            value: at(value),
        })
    };
    let fraction = (0..100_u64, 1..u64::MAX).prop_map(|(numerator, denominator)| WrittenChance {
        numerator: numerator.to_string(),
        denominator: format!("{denominator}{numerator}"),
    });
    let fraction = of(fraction).prop_map(at);
    let quoted = || select(&TITLES[..]).prop_map(|title| at(title.to_owned()));
    let expected = prop_oneof![
        4 => expr().prop_map(Expectation::Holds),
        1 => Just(Expectation::Holds(at(Box::new(ExprKind::Name("refused".to_owned()))))),
        1 => quoted().prop_map(Expectation::RefusedBy),
        1 => (quoted(), any::<bool>())
            .prop_map(|(option, negated)| Expectation::Offered { option, negated }),
    ];
    let event = prop_oneof![
        name().prop_map(|name| at(Event::Name(name.value))),
        quoted().prop_map(|words| at(Event::Words(words.value))),
    ];
    let order = of(vec(event, 1..4).prop_map(Expectation::Order));
    let set_to = prop_oneof![
        select(&["on", "off"][..]).prop_map(|state| at(state.to_owned())),
        word(),
    ];
    let picked = prop_oneof![
        literal().prop_map(Picked::Literal),
        select(&TITLES[..]).prop_map(|title| Picked::Title(title.to_owned())),
    ];
    let shown = (of(name()), picked.clone()).prop_map(|(label, face)| Shown {
        label,
        face: at(face),
    });
    let only_if = of((place(), of(picked.clone().prop_map(at))));
    let choices = (vec((picked.prop_map(at), only_if), 1..5), any::<bool>());
    let choices = choices.prop_map(|(choices, rest_by_policy)| {
        let conditions = choices.iter().enumerate().filter_map(|(at, (_, only_if))| {
            let (condition, otherwise) = only_if.clone()?;
            Some(PickedIf {
                at,
                condition,
                otherwise,
            })
        });
        at(Choices {
            conditions: conditions.collect(),
            picked: choices.into_iter().map(|(picked, _)| picked).collect(),
            rest_by_policy,
        })
    });
    let cell = || select(&["range", "4+", "hit, kill", "13.9%", "7/36", "-"][..]);
    let sort = prop_oneof![
        Just(CaseSort::Cases),
        (of(expr()), of((1..99_u64).prop_map(at)))
            .prop_map(|(of, parts)| CaseSort::Odds { of, parts }),
    ];
    let table = (sort, vec([cell(), cell()], 2..4)).prop_map(|(sort, rows)| {
        let row = |row: [&str; 2]| row.map(|cell| at(cell.to_owned())).to_vec();
        at(CaseTable {
            sort,
            rows: rows.into_iter().map(row).collect(),
        })
    });
    (
        (vec(given(), 0..7), vec(given(), 0..3)),
        vec((name(), set_to), 0..3),
        name(),
        (of(vec(shown, 1..5).prop_map(at)), of(choices)),
        (vec(expected, 0..5), order),
        vec((expr(), fraction), 0..3),
        vec(table, 0..2),
    )
        .prop_map(
            |((given, judged), options, run, (dice, choices), (expects, order), odds, tables)| {
                ExampleStep {
                    given,
                    options,
                    run: Some(run),
                    dice,
                    choices,
                    judged,
                    expects: expects.into_iter().chain(order).collect(),
                    odds,
                    tables,
                }
            },
        )
}

// --- Statements

fn block(ability: Ability) -> BoxedStrategy<Block> {
    let lone = simple(ability).prop_map(|only| vec![only]).boxed();
    lone.prop_recursive(3, 16, 3, move |inner| {
        let statement = prop_oneof![
            2 => simple(ability),
            1 => branching(inner).prop_map(|kind| Statement {
                kind: at(kind),
                citations: Vec::new(),
                in_brackets: false,
            }),
        ];
        vec(statement, 1..4)
    })
    .boxed()
}

fn simple(ability: Ability) -> BoxedStrategy<Statement> {
    let kind = match ability {
        Ability::Formula => valued(),
        Ability::Roll => prop_oneof![valued(), throwing(), outcome()].boxed(),
        Ability::Action | Ability::Sequence => {
            prop_oneof![valued(), throwing(), changing()].boxed()
        }
    };
    (kind, citations())
        .prop_map(|(kind, citations)| Statement {
            kind: at(kind),
            citations,
            in_brackets: false,
        })
        .boxed()
}

fn valued() -> BoxedStrategy<StatementKind> {
    prop_oneof![
        (name(), expr()).prop_map(|(name, value)| StatementKind::Let { name, value }),
        expr().prop_map(StatementKind::Result),
    ]
    .boxed()
}

/// Dice of a statement.
fn rolled() -> impl Strategy<Value = Rolled> {
    let dice = prop_oneof![
        (1..4_u32, 1..13_u32, of(measure())).prop_map(|(count, sides, measure)| ExprKind::Dice {
            count,
            sides,
            measure,
        }),
        name().prop_map(ExprKind::Roll),
        throw().prop_map(|throw| ExprKind::Pool(Box::new(throw))),
        path().prop_map(ExprKind::RollOf),
    ];
    let value = (dice, of(expr())).prop_map(|(dice, added)| {
        let dice = at(Box::new(dice));
        match added {
            None => dice,
            Some(right) => at(Box::new(ExprKind::Binary {
                op: Binary::Add,
                left: dice,
                right,
            })),
        }
    });
    (value, of(name())).prop_map(|(value, name)| {
        // A name behind a selection needs brackets around the selection: `6 + (number of x: squad) as total`.
        let has_selection = format!("{value:?}").contains("Aggregate");
        let name = name.filter(|_| !has_selection);
        Rolled { value, name }
    })
}

/// Results of a roll.
fn shown() -> impl Strategy<Value = Spanned<Cell>> {
    let item = prop_oneof![
        (-3..9_i32).prop_map(CellItem::Number),
        (-3..3_i32, 1..9_i32).prop_map(|(low, more)| CellItem::Numbers {
            low: Some(low),
            high: Some(low + more),
        }),
        (-3..9_i32).prop_map(|low| CellItem::Numbers {
            low: Some(low),
            high: None,
        }),
        (-3..9_i32).prop_map(|high| CellItem::Numbers {
            low: None,
            high: Some(high),
        }),
        word().prop_map(|word| CellItem::Word(word.value)),
    ];
    vec(item, 1..3).prop_map(at)
}

fn shows() -> impl Strategy<Value = RollCondition> {
    prop_oneof![
        3 => shown().prop_map(RollCondition::Cell),
        1 => expr().prop_map(RollCondition::AtLeast),
    ]
}

fn throwing() -> BoxedStrategy<StatementKind> {
    vec(rolled(), 1..3).prop_map(StatementKind::Roll).boxed()
}

fn outcome() -> BoxedStrategy<StatementKind> {
    (name(), of(expr()))
        .prop_map(|(word, when)| StatementKind::Outcome { word, when })
        .boxed()
}

/// A comparison: brackets around all of a condition would make it an argument.
fn compared() -> impl Strategy<Value = Expr> {
    (expr(), expr()).prop_map(|(left, right)| {
        let order = Order::Less;
        at(Box::new(ExprKind::Compare { order, left, right }))
    })
}

fn may_reroll() -> BoxedStrategy<StatementKind> {
    let dice = prop_oneof![
        Just(RerolledDice::All),
        name().prop_map(RerolledDice::One),
        name().prop_map(RerolledDice::Any),
    ];
    let roll = name().prop_map(|name| at(Box::new(ExprKind::Name(name.value))));
    (
        of(reference()),
        of(roll),
        (name(), vec(expr(), 0..3)),
        of(expr()),
        dice,
        of(expr()),
    )
        .prop_map(|(by, roll, (name, arguments), condition, dice, worth)| {
            StatementKind::MayReroll {
                by,
                roll,
                call: at(Box::new(ExprKind::Call { name, arguments })),
                condition,
                dice,
                worth,
            }
        })
        .boxed()
}

fn changing() -> BoxedStrategy<StatementKind> {
    prop_oneof![
        (expr(), of(title())).prop_map(|(condition, why)| StatementKind::Needs { condition, why }),
        (compared(), of(title()))
            .prop_map(|(condition, why)| StatementKind::Must { condition, why }),
        (
            select(&[Change::Add, Change::Take, Change::Set][..]),
            expr(),
            place()
        )
            .prop_map(|(how, amount, place)| StatementKind::Change { how, amount, place }),
        may_reroll(),
        (expr(), place(), place()).prop_map(|(amount, from, to)| StatementKind::Move {
            amount,
            from,
            to
        }),
        (selection(expr()), ordering(expr()), of(ties()), place()).prop_map(
            |(selection, ordering, ties, place)| StatementKind::Rank {
                selection,
                ordering,
                ties,
                place,
            }
        ),
        vec(reference(), 0..3).prop_map(|winners| StatementKind::EndGame { winners }),
        reference().prop_map(StatementKind::Destroy),
        reference().prop_map(StatementKind::Remove),
        (name(), word(), of(reference()), 0..9_i32).prop_map(|(name, profile, owner, most)| {
            StatementKind::Create {
                name,
                profile,
                like: None,
                owner,
                most: at(most),
            }
        }),
        (name(), word(), reference(), 0..9_i32).prop_map(|(name, profile, unit, most)| {
            StatementKind::Replace {
                unit,
                profile,
                like: None,
                most: at(most),
                name,
            }
        }),
        moving_cards(),
        (name(), reference(), of(reference()), of(title())).prop_map(|(span, unit, index, why)| {
            StatementKind::OnceEach {
                span,
                unit,
                index,
                why,
            }
        }),
        call(expr().boxed()).prop_map(|call| StatementKind::Call(at(Box::new(call)))),
        (name(), shows()).prop_map(|(word, shown)| StatementKind::OutcomeOn { word, shown }),
        Just(StatementKind::Stop),
        Just(StatementKind::Nothing),
        Just(StatementKind::Next),
        Just(StatementKind::Done),
        vec(expr(), 1..3).prop_map(StatementKind::Report),
        choosing(),
        reacting(),
    ]
    .boxed()
}

fn moving_cards() -> BoxedStrategy<StatementKind> {
    let to = prop_oneof![
        place().prop_map(PileMove::Hand),
        Just(PileMove::Play),
        Just(PileMove::Discards),
        Just(PileMove::Top),
        Just(PileMove::Bottom),
    ];
    prop_oneof![
        (name(), name(), of(reference()), of(reference())).prop_map(
            |(name, deck, whose, owner)| StatementKind::Draw {
                name,
                deck,
                whose,
                owner,
            }
        ),
        (expr(), name(), of(reference()), of(reference())).prop_map(
            |(n_cards, deck, whose, by)| StatementKind::LookAt {
                n_cards,
                deck,
                whose,
                by,
            }
        ),
        (name(), of(reference()), any::<bool>()).prop_map(|(deck, whose, with_discards)| {
            StatementKind::Shuffle {
                deck,
                whose,
                with_discards,
            }
        }),
        (place(), to).prop_map(|(card, to)| StatementKind::MoveCard { card, to }),
    ]
    .boxed()
}

fn reacting() -> BoxedStrategy<StatementKind> {
    prop_oneof![
        (name(), vec(expr(), 0..3), of(expr())).prop_map(|(window, arguments, cancelled)| {
            StatementKind::Open {
                window,
                arguments,
                cancelled,
            }
        }),
        (any::<bool>(), name(), of(reference())).prop_map(|(must, window, by)| StatementKind::At {
            must,
            window,
            by
        }),
        expr().prop_map(StatementKind::Worth),
        Just(StatementKind::Cancel),
    ]
    .boxed()
}

/// The side that decides, or chance with or without weights.
fn chooser() -> impl Strategy<Value = (Option<Chooser>, Option<Expr>)> {
    prop_oneof![
        5 => Just((None, None)),
        3 => reference().prop_map(|side| (Some(Chooser::Side(side)), None)),
        1 => Just((Some(Chooser::Chance), None)),
        1 => expr().prop_map(|weight| (Some(Chooser::Chance), Some(weight))),
    ]
}

fn choosing() -> BoxedStrategy<StatementKind> {
    let listed = selection(expr().boxed()).prop_map(Among::Listed);
    let numbers =
        (name(), expr(), expr()).prop_map(|(name, from, to)| Among::Numbers { name, from, to });
    (
        prop_oneof![listed, numbers],
        any::<bool>(),
        chooser(),
        of(expr()),
        of(title()),
    )
        .prop_map(
            |(among, or_none, (by, weight), worth, title)| StatementKind::Choose {
                if_any: matches!(among, Among::Listed(_)) && title.is_some(),
                among,
                or_none,
                by,
                weight,
                worth,
                title,
            },
        )
        .boxed()
}

fn offered(inner: BoxedStrategy<Block>) -> impl Strategy<Value = Offered> {
    (title(), citations(), of(expr()), of(expr()), inner).prop_map(
        |(title, citations, condition, worth, body)| Offered {
            title,
            citations,
            condition,
            worth,
            body,
        },
    )
}

/// Statements that hold blocks.
fn branching(inner: BoxedStrategy<Block>) -> impl Strategy<Value = StatementKind> {
    // The last arm may take what is left.
    let arms = (
        vec((key().prop_map(at), inner.clone()), 1..3),
        weighted(0.4, inner.clone()),
    )
        .prop_map(|(arms, otherwise)| {
            let valued = arms.into_iter().map(|(values, body)| Arm {
                values: Some(values),
                body,
            });
            let rest = otherwise.map(|body| Arm { values: None, body });
            valued.chain(rest).map(at).collect()
        });
    prop_oneof![
        3 => (expr(), inner.clone(), of(inner.clone())).prop_map(
            |(condition, then, otherwise)| StatementKind::If {
                condition,
                then,
                otherwise,
            }
        ),
        1 => (expr(), inner.clone())
            .prop_map(|(times, body)| StatementKind::Repeat { times, body }),
        1 => (of(shows()), inner.clone()).prop_map(|(shown, body)| StatementKind::On { shown, body }),
        1 => (expr(), proptest::option::of(expr()), inner.clone())
            .prop_map(|(until, most, body)| StatementKind::RepeatUntil { until, most, body }),
        1 => (chooser(), of(title()), vec(offered(inner.clone()).prop_map(at), 1..3)).prop_map(
            |((by, weight), title, options)| StatementKind::ChooseOne {
                by,
                weight,
                title,
                options,
            }
        ),
        1 => (of(expr()), selection(expr()), chooser(), (of(expr()), of(title())), prop_oneof![
            Just(Block::new()),
            inner.clone(),
        ])
            .prop_map(|(most, selection, (by, weight), (worth, title), body)| StatementKind::ChooseSeveral {
                most,
                selection: Selection { chosen: false, ..selection },
                by,
                weight,
                worth,
                title,
                body,
            }),
        1 => (of(reference()), offered(inner.clone()))
            .prop_map(|(by, option)| StatementKind::May { by, option }),
        1 => (selection(expr()), of(ordering(expr())), inner.clone()).prop_map(
            |(selection, ordering, body)| StatementKind::Each {
                selection,
                ordering,
                body,
            }
        ),
        1 => (name(), rolled(), inner.clone()).prop_map(|(name, rolled, body)| StatementKind::EachDie {
            name,
            dice: rolled.value,
            body,
        }),
        1 => (selection(expr()), of(ordering(expr())), expr(), inner.clone()).prop_map(
            |(selection, ordering, condition, body)| StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body,
            }
        ),
        1 => (name(), of(title()), inner.clone())
            .prop_map(|(name, title, body)| StatementKind::Phase { name, title, body }),
        1 => inner.clone().prop_map(|body| StatementKind::Simultaneous { body }),
        1 => (name(), expr(), expr(), inner).prop_map(|(name, from, to, body)| {
            StatementKind::Count {
                name,
                from,
                to,
                body,
            }
        }),
        2 => (expr(), arms).prop_map(|(value, arms)| StatementKind::Depending { value, arms }),
    ]
}

// --- Selections

/// `x: squad or team including destroyed where …`
fn selection(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Selection> {
    let including = prop_oneof![
        4 => Just(Vec::new()),
        1 => Just(vec![Absence::Removed]),
        1 => Just(vec![Absence::Destroyed, Absence::Removed]),
    ];
    let owner = of(reference());
    let region = prop_oneof![4 => Just(None), 1 => region(inner.clone()).prop_map(|region| Some(Box::new(region)))];
    let members = (region, owner, including);
    let kinds = (vec(name(), 0..3), weighted(0.2, Just(())));
    (name(), kinds, members, of(inner)).prop_map(
        |(name, (kinds, chosen), (region, owner, including), condition)| Selection {
            name,
            // At most one name is that of a choice.
            chosen: chosen.is_some() && kinds.len() < 2,
            kinds,
            region,
            owner,
            including,
            condition,
        },
    )
}

/// `within 6 of x`, `along march(y) from x to z`
fn region(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Region> {
    let two = (reference(), reference());
    let way = call(inner.clone())
        .prop_map(|kind| at(Box::new(kind)))
        .boxed();
    prop_oneof![
        (inner.clone(), reference()).prop_map(|(distance, of)| Region::Within { distance, of }),
        two.clone()
            .prop_map(|(from, to)| Region::Between { ends: [from, to] }),
        (way.clone(), reference(), inner).prop_map(|(way, from, within)| Region::Reached {
            way,
            from,
            within
        }),
        (way.clone(), of(way), two).prop_map(|(way, avoiding, (from, to))| Region::Along {
            way,
            avoiding,
            ends: [from, to]
        }),
    ]
    .boxed()
}

fn ordering(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Ordering> {
    (inner, any::<bool>()).prop_map(|(by, highest)| Ordering { by, highest })
}

fn ties() -> BoxedStrategy<Ties> {
    prop_oneof![
        Just(Ties::AsListed),
        Just(Ties::Shared),
        expr().prop_map(Ties::Roll),
    ]
    .boxed()
}

/// `number of …`, `total of …`
fn aggregate(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let alone = select(&[Aggregate::Number, Aggregate::Any][..]);
    let valued = select(&[Aggregate::Total, Aggregate::Highest, Aggregate::Lowest][..]);
    let at_an_end = select(&[Aggregate::First, Aggregate::Last][..]);
    let selected = selection(inner.clone()).boxed();
    let kind = |aggregate, value, selection, ordering| ExprKind::Aggregate {
        aggregate,
        value,
        selection,
        ordering,
    };
    prop_oneof![
        (alone, selected.clone()).prop_map(move |(what, who)| kind(what, None, who, None)),
        (valued, inner.clone(), selected.clone()).prop_map(move |(what, value, who)| kind(
            what,
            Some(value),
            who,
            None
        )),
        (at_an_end, selected, of(ordering(inner)))
            .prop_map(move |(what, who, order)| kind(what, None, who, order)),
    ]
    .boxed()
}

// --- Expressions

/// A unit: `x`, `x.y`.
fn reference() -> BoxedStrategy<Expr> {
    let name = text().prop_map(|name| at(Box::new(ExprKind::Name(name))));
    prop_oneof![2 => name, 1 => place()].boxed()
}

/// `x.y`, `x.y.z`
fn place() -> BoxedStrategy<Expr> {
    (text(), vec(name(), 1..3))
        .prop_map(|(first, rest)| {
            rest.into_iter()
                .fold(at(Box::new(ExprKind::Name(first))), |unit, name| {
                    at(Box::new(ExprKind::Member { unit, name }))
                })
        })
        .boxed()
}

fn call(argument: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let set = units_handed_over(argument.clone());
    let argument = prop_oneof![6 => argument, 1 => set];
    (name(), vec(argument, 0..3)).prop_map(|(name, arguments)| ExprKind::Call { name, arguments })
}

/// `x: squad where …` as an argument
fn units_handed_over(condition: BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> {
    let kinds = vec(name(), 1..3);
    (name(), kinds, of(condition)).prop_map(|(name, kinds, condition)| {
        at(Box::new(ExprKind::Aggregate {
            aggregate: Aggregate::Set,
            value: None,
            selection: Selection {
                name,
                kinds,
                chosen: false,
                region: None,
                owner: None,
                including: Vec::new(),
                condition,
            },
            ordering: None,
        }))
    })
}

fn expr() -> BoxedStrategy<Expr> {
    leaf()
        .prop_recursive(4, 12, 3, |inner| {
            prop_oneof![
                2 => logic(inner.clone()),
                2 => arithmetic(inner.clone()),
                2 => question(inner.clone()),
                1 => moving(inner.clone()),
                1 => aggregate(inner),
            ]
            .prop_map(|kind| at(Box::new(kind)))
            .boxed()
        })
        .boxed()
}

fn leaf() -> BoxedStrategy<Expr> {
    let number = (prop_oneof![0..13, Just(i32::MAX)], of(measure()));
    let kind = prop_oneof![
        2 => number.prop_map(|(value, measure)| ExprKind::Number { value, measure }),
        1 => fraction().prop_map(|(value, parts)| ExprKind::Fraction { value, parts }),
        1 => (dice_size(), of(measure())).prop_map(|((count, sides), measure)| ExprKind::Dice {
            count,
            sides,
            measure,
        }),
        1 => name().prop_map(ExprKind::Roll),
        1 => throw().prop_map(|throw| ExprKind::Pool(Box::new(throw))),
        1 => any::<bool>().prop_map(ExprKind::Flag),
        3 => text().prop_map(ExprKind::Name),
    ];
    let kind = kind.prop_map(|kind| at(Box::new(kind)));
    prop_oneof![4 => kind, 1 => place()].boxed()
}

/// Dice with which more is done than adding them up.
fn throw() -> BoxedStrategy<Roll> {
    let opposed = (pool(), any::<bool>(), any::<bool>());
    (pool(), treatment(), of(opposed))
        .prop_map(|(mut pool, treatment, opposed)| {
            if pool.treatments.is_empty() {
                pool.treatments.push(at(treatment));
            }
            let is_even = |count: &Count| matches!(count, Count::Number(count) if count % 2 == 0);
            let is_picked = opposed.is_none() && is_even(&pool.count);
            Roll {
                pick: is_picked.then_some(End::Lowest),
                pool,
                opposed: opposed.map(|(pool, pairs, ties_win)| OpposedRoll {
                    pool,
                    how: if pairs { Match::Pairs } else { Match::Dice },
                    ties_win,
                }),
            }
        })
        .boxed()
}

fn pool() -> BoxedStrategy<Pool> {
    let die = prop_oneof![
        (1..20_u32).prop_map(PoolDie::Sides),
        name().prop_map(PoolDie::Named),
        place().prop_map(PoolDie::Value)
    ];
    let sum = (place(), place()).prop_map(|(left, right)| {
        let op = Binary::Add;
        at(Box::new(ExprKind::Binary { op, left, right }))
    });
    let count = prop_oneof![
        4 => (1..30_u32).prop_map(Count::Number),
        1 => place().prop_map(Count::Value),
        1 => sum.prop_map(Count::Value)
    ];
    (count, die, vec(treatment().prop_map(at), 0..3))
        .prop_map(|(count, die, treatments)| Pool {
            count,
            die,
            treatments,
        })
        .boxed()
}

fn treatment() -> BoxedStrategy<Treatment> {
    let end = || select(&[End::Highest, End::Lowest][..]);
    let face = prop_oneof![
        (0..30).prop_map(FaceItem::Number),
        (0..30).prop_map(FaceItem::Up),
        reference().prop_map(FaceItem::UpBy),
        (0..9, 0..30).prop_map(|(low, high)| FaceItem::Numbers(low, high)),
        name().prop_map(FaceItem::Word),
    ];
    let faces = vec(face, 1..3).boxed();
    prop_oneof![
        (end(), 1..9_u32).prop_map(|(end, n)| Treatment::Keep(end, n)),
        (end(), 1..9_u32).prop_map(|(end, n)| Treatment::Drop(end, n)),
        (faces.clone(), 1..9_u32).prop_map(|(on, most)| Treatment::Explode(on, Some(most))),
        (faces.clone(), 1..9_u32).prop_map(|(on, most)| Treatment::Reroll(on, Some(most))),
        (faces, any::<bool>()).prop_map(|(on, is_each)| Treatment::Count(on, is_each)),
    ]
    .boxed()
}

/// `or`, `and`, `not`, `if`.
fn logic(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let op = select(&[Binary::Or, Binary::Or, Binary::And][..]);
    prop_oneof![
        2 => (op, inner.clone(), inner.clone())
            .prop_map(|(op, left, right)| ExprKind::Binary { op, left, right }),
        1 => inner.clone().prop_map(ExprKind::Not),
        1 => (inner.clone(), inner.clone(), inner).prop_map(|(condition, then, otherwise)| {
            ExprKind::If {
                condition,
                then,
                otherwise,
            }
        }),
    ]
    .boxed()
}

/// `+ - * /`
fn arithmetic(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let op = select(
        &[
            Binary::Add,
            Binary::Subtract,
            Binary::Multiply,
            Binary::Remainder,
            Binary::Lower,
            Binary::Higher,
        ][..],
    );
    let rounding = of(select(
        &[Rounding::Down, Rounding::Up, Rounding::Nearest][..],
    ));
    prop_oneof![
        3 => (op, inner.clone(), inner.clone())
            .prop_map(|(op, left, right)| ExprKind::Binary { op, left, right }),
        1 => inner.clone().prop_map(ExprKind::Negate),
        1 => (inner.clone(), select(&[Rounding::Down, Rounding::Up, Rounding::Nearest][..]))
            .prop_map(|(value, rounding)| ExprKind::Rounded { value, rounding }),
        1 => (inner.clone(), inner, rounding).prop_map(|(left, right, rounding)| {
            ExprKind::Divide {
                left,
                right,
                rounding,
            }
        }),
    ]
    .boxed()
}

/// `<`, `is`, `has`, `meets`.
fn question(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    let order = select(
        &[
            Order::Equal,
            Order::NotEqual,
            Order::Less,
            Order::LessOrEqual,
            Order::Greater,
            Order::GreaterOrEqual,
        ][..],
    );
    let none = Just(vec![at("none".to_owned())]);
    let words = prop_oneof![6 => vec(word(), 1..4), 1 => none];
    prop_oneof![
        1 => (order, inner.clone(), inner.clone())
            .prop_map(|(order, left, right)| ExprKind::Compare { order, left, right }),
        2 => (inner.clone(), any::<bool>(), words).prop_map(|(value, negated, words)| {
            ExprKind::Is {
                value,
                negated,
                words,
            }
        }),
        1 => path().prop_map(ExprKind::RollOf),
        1 => inner.clone().prop_map(ExprKind::RestOf),
        1 => path().prop_map(ExprKind::EnemyOf),
        1 => {
            let other = prop_oneof![path(), inner.clone()];
            (inner.clone(), any::<bool>(), other).prop_map(|(value, negated, other)| {
                ExprKind::Same {
                    value,
                    negated,
                    other,
                }
            })
        },
        1 => (inner.clone(), any::<bool>(), vec(word(), 1..3)).prop_map(
            |(unit, negated, traits)| ExprKind::Has {
                unit,
                negated,
                traits,
            }
        ),
        1 => (inner.clone(), inner).prop_map(|(face, need)| ExprKind::Meets { face, need }),
    ]
    .boxed()
}

/// `raised by`, `limited to`, and calls.
fn moving(inner: BoxedStrategy<Expr>) -> BoxedStrategy<ExprKind> {
    prop_oneof![
        (inner.clone(), any::<bool>(), inner.clone()).prop_map(|(value, up, by)| ExprKind::Shift {
            value,
            up,
            by
        }),
        (inner.clone(), of(place()), place()).prop_map(|(value, low, high)| ExprKind::LimitTo {
            value,
            low,
            high: Some(high),
        }),
        (inner.clone(), place()).prop_map(|(value, low)| ExprKind::LimitTo {
            value,
            low: Some(low),
            high: None,
        }),
        (inner.clone(), ends()).prop_map(|(value, (low, high))| ExprKind::Limit {
            value,
            low,
            high,
        }),
        call(inner),
    ]
    .boxed()
}

/// `a.b`, `a.b(c).d`
fn path() -> BoxedStrategy<Expr> {
    let first = name().prop_map(|name| at(Box::new(ExprKind::Name(name.value))));
    let member = (name(), of(name()));
    (first, vec(member, 1..3))
        .prop_map(|(first, members)| {
            members.into_iter().fold(first, |unit, (name, about)| {
                at(Box::new(match about {
                    None => ExprKind::Member { unit, name },
                    Some(about) => ExprKind::Indexed {
                        unit,
                        name,
                        about: vec![at(Box::new(ExprKind::Name(about.value)))],
                    },
                }))
            })
        })
        .boxed()
}
