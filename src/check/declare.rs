//! Declared names; scales and dice, which need no other names.
//!
//! Reports: E0202, E0211, E0216, E0217.

use std::collections::BTreeMap;

use super::{Checker, Named, NamedType, ProcedureSource, naming};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{DIRECTION, Measure, PLACE, Primitive};
use sandtable_model::types::MOST_KINDS;
use sandtable_model::{Ability, Naming, SIDE, Type};
use sandtable_model::{
    Die, DieId, FaceGroup, FactId, KindId, ModifiersId, OptionId, ProcedureId, ReactionId, Symbol,
    TableId, WindowId, Words, WordsId,
};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast;

/// Most words of a list.
pub(super) const MOST_WORDS: usize = 64;

/// Most declarations of a ruleset.
const MOST_DECLARATIONS: usize = 10_000;

/// Maximum number of triggers: every change of a track evaluates each of them.
const MOST_TRIGGERS: usize = 500;

/// Maximum number of lines of all kinds.
const MOST_KIND_LINES: usize = 4_000;

/// Assigns an id to every declaration and records its name.
pub(super) fn collect<'a>(checker: &mut Checker<'a>, files: &'a [ast::File]) {
    let mut declared: BTreeMap<(&str, String), Span> = BTreeMap::new();
    let mut n_kind_lines = 0;
    for (at, item) in files.iter().flat_map(|file| &file.items).enumerate() {
        if at >= MOST_DECLARATIONS {
            too_many(checker, MOST_DECLARATIONS, "declarations", item.span);
            break;
        }
        if let ast::Item::Kind(kind) = &item.value {
            n_kind_lines += kind.lines.len();
            if n_kind_lines > MOST_KIND_LINES {
                too_many(
                    checker,
                    MOST_KIND_LINES,
                    "lines in all kinds together",
                    item.span,
                );
                continue;
            }
        }
        let (space, head) = match &item.value {
            ast::Item::Ruleset(ruleset) => {
                the_ruleset(checker, ruleset);
                for side in &ruleset.sides {
                    let name = &side.name;
                    let key = ("name", name.value.clone());
                    if let Some(first) = declared.get(&key) {
                        let finding = twice(&name.value, name.span, *first);
                        checker.diagnostics.push(finding);
                        continue;
                    }
                    declared.insert(key, name.span);
                    one_side(checker, side);
                }
                continue;
            }
            ast::Item::Example(example) => {
                checker.declare_conditional_choices(example);
                checker.examples.push((example, item.span));
                continue;
            }
            ast::Item::Policy(policy) => {
                checker.declare_policy(policy);
                continue;
            }
            ast::Item::Scale(scale) => ("type", &scale.head),
            ast::Item::Die(die) => ("type", &die.head),
            ast::Item::Kind(kind) => ("type", &kind.head),
            ast::Item::Trigger(trigger) => ("trigger", &trigger.head),
            ast::Item::Window(window) => ("window", &window.head),
            ast::Item::Reaction(reaction) => ("reaction", &reaction.head),
            ast::Item::Table(table) => ("name", &table.head),
            ast::Item::Modifiers(modifiers) => ("name", &modifiers.head),
            ast::Item::Fact(fact) => ("name", &fact.head),
            ast::Item::Option(option) => ("name", &option.head),
            ast::Item::Procedure(procedure) => ("name", &procedure.head),
            // What a variant does to its base has been done before.
            ast::Item::Variant(_)
            | ast::Item::Replace(_)
            | ast::Item::Amend(_)
            | ast::Item::Remove(_) => continue,
        };
        if let ast::Item::Die(die) = &item.value
            && checker.book.poison.is_tainted(item.span)
        {
            // The faces of the die and their number are unknown, so that every value rolled with it is unknown.
            poison_die(checker, die);
            continue;
        }
        let name = &head.name;
        if let Some(first) = declared.get(&(space, name.value.clone())) {
            checker
                .diagnostics
                .push(twice(&name.value, name.span, *first));
            continue;
        }
        declared.insert((space, name.value.clone()), name.span);
        checker
            .declared
            .push((space, name.value.clone(), name.span));
        one(checker, &item.value, &name.value);
    }
    if checker.book.naming.is_none() && !files.is_empty() {
        let finding = Diagnostic::new(
            Code::NoRuleset,
            "no `ruleset` line in any of the rule files",
        );
        checker.diagnostics.push(
            label_first(finding, files)
                .help("write `ruleset my-game \"My game\"` as the first line of one of them"),
        );
    }
}

fn poison_die(checker: &mut Checker<'_>, die: &ast::Die) {
    let groups = die.groups.iter().map(|group| &group.name);
    let names = [&die.head.name].into_iter().chain(&die.faces).chain(groups);
    for name in names {
        checker.book.poison.add(&*name.value);
    }
}

fn too_many(checker: &mut Checker<'_>, most: usize, what: &str, span: Span) {
    checker.diagnostics.push(
        Diagnostic::new(Code::TooMany, format!("more than {most} {what}"))
            .label(span, "ignored from here on")
            .help("split the ruleset into several"),
    );
}

/// Points at the beginning of the first file that has anything in it.
fn label_first(finding: Diagnostic, files: &[ast::File]) -> Diagnostic {
    match files.iter().find_map(|file| file.items.first()) {
        Some(item) => finding.label(item.span, "the first declaration"),
        None => finding,
    }
}

/// "Declared twice", with both places.
pub(super) fn twice(name: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DeclaredTwice, format!("`{name}` is declared twice"))
        .label(second, "here again")
        .label(first, "first here")
        .help("rename one of them, or delete it")
}

fn the_ruleset(checker: &mut Checker<'_>, ruleset: &ast::Ruleset) {
    if let Some(first) = &checker.book.naming {
        let message = "this ruleset has two `ruleset` lines";
        checker.diagnostics.push(
            Diagnostic::new(Code::DeclaredTwice, message)
                .label(ruleset.head.name.span, "here again")
                .label(first.span, "first here")
                .help("delete one of the lines: all rule files of a folder form one ruleset"),
        );
        return;
    }
    checker.declares(ruleset.head.name.span, Symbol::Ruleset);
    checker.book.naming = Some(naming(&ruleset.head));
    checker.book.board = ruleset.board.as_ref().map(|board| board.value);
    checker.stands.clone_from(&ruleset.stands);
    checker.book.has_diagonals = ruleset.diagonals;
    if let Some(board) = ruleset.board.as_ref()
        && ruleset.diagonals
        && board.value != Measure::Squares
    {
        checker.diagnostics.push(
            Diagnostic::new(Code::NotAllowedHere, "only squares have diagonals")
                .label(board.span, "")
                .help("delete `with diagonals`, or write `board squares with diagonals`"),
        );
    }
    if let Some(facings) = &ruleset.facings {
        the_facings(checker, facings);
    }
}

/// The directions in which pieces may look, by the sides and corners of the board's cells.
fn the_facings(checker: &mut Checker<'_>, facings: &Spanned<ast::Facings>) {
    let (message, help) = match (checker.book.board, facings.value.sides) {
        (Some(Measure::Hexes), None | Some(Measure::Hexes))
        | (Some(Measure::Squares), None | Some(Measure::Squares)) => {
            checker.book.facings = Some(facings.clone());
            return;
        }
        (Some(Measure::Hexes), Some(_)) => {
            ("this board has no squares", "write `facings hexsides`")
        }
        (Some(Measure::Squares), Some(_)) => {
            ("this board has no hexes", "write `facings squaresides`")
        }
        (Some(Measure::Areas), _) => (
            "areas have no directions",
            "delete this line: on areas, pieces do not face any direction",
        ),
        (Some(Measure::Inches) | None, _) => (
            "only a board of hexes or squares can have this line",
            "write it below `board hexes` or `board squares`; on a table, pieces can face any direction",
        ),
    };
    checker.diagnostics.push(
        Diagnostic::new(Code::NotAllowedHere, message)
            .label(facings.span, "")
            .help(help),
    );
}

/// Declares a side that rules can name.
fn one_side(checker: &mut Checker<'_>, side: &ast::NamedSide) {
    let name = &side.name;
    checker
        .declared
        .push(("name", name.value.clone(), name.span));
    let named = Named::Side(checker.book.sides.len());
    checker.declares(name.span, Symbol::Unit);
    checker.names.insert(name.value.clone(), named);
    checker.book.sides.push(Naming {
        name: name.value.clone(),
        title: side.title.as_ref().map(|title| title.value.clone()),
        citations: Vec::new(),
        span: name.span,
    });
}

/// Sides that are named need a kind that says what they are.
pub(super) fn sides(checker: &mut Checker<'_>) {
    let Some(first) = checker.book.sides.first() else {
        return;
    };
    if checker.types.contains_key(SIDE) {
        return;
    }
    let finding = Diagnostic::new(Code::UnknownKind, "there is no kind `side` for these sides")
        .label(first.span, "")
        .help("add `kind side \"Side\"`, and below it the stats and tracks of a side");
    checker.unresolved(SIDE, finding);
}

/// Names that a ruleset with a board cannot give again.
pub(super) fn of_boards(checker: &mut Checker<'_>) {
    let Some(board) = checker.book.board else {
        return;
    };
    let files = || checker.declared.iter();
    let measured = files().filter(|(space, name, _)| {
        let primitive = Primitive::named(name, Some(board));
        (*space == "name" && primitive.is_some_and(|known| !known.yields_to_declarations()))
            || (*space == "type" && matches!(name.as_str(), PLACE | DIRECTION))
    });
    let findings: Vec<Diagnostic> = measured
        .map(|(_, name, span)| {
            Diagnostic::new(
                Code::DeclaredTwice,
                format!("`{name}` is a built-in name on a board"),
            )
            .label(*span, "")
            .help(format!(
                "give it another name, or delete `board {}`",
                board.word()
            ))
        })
        .collect();
    findings
        .into_iter()
        .for_each(|finding| checker.diagnostics.push(finding));
}

/// The formula that says whether a piece may be where a scenario puts it.
pub(super) fn resolve_placement_rule(checker: &mut Checker<'_>) {
    let Some(name) = checker.stands.clone() else {
        return;
    };
    let known = match checker.names.get(&name.value) {
        Some(Named::Procedure(id)) => checker
            .book
            .procedures
            .get(id.at())
            .map(|known| (*id, known)),
        _ => None,
    };
    let fits = |known: &sandtable_model::Procedure| {
        let of_unit =
            matches!(known.parameters.as_slice(), [only] if matches!(only.ty, Type::Unit(_)));
        let is_flag = known.result.is_none_or(|result| result.ty == Type::Flag);
        known.ability == Ability::Formula && of_unit && is_flag
    };
    if let Some((id, known)) = known
        && fits(known)
        && checker.book.board.is_some()
    {
        checker.used.names.insert(Named::Procedure(id));
        checker.refers(name.span, Symbol::Procedure(id));
        checker.book.stands = Some(Spanned::new(id, name.span));
        return;
    }
    let poison = &checker.book.poison;
    let depends_on_unread = match known {
        Some((_, known)) => poison.is_tainted(known.naming.span),
        None => poison.has(&name.value),
    };
    if depends_on_unread {
        return;
    }
    checker.diagnostics.push(
        Diagnostic::new(
            Code::WrongType,
            "this formula cannot decide where a piece may be",
        )
        .label(name.span, "")
        .help(
            "name a formula with one unit, in a ruleset with a board: `formula may-stand (unit: \
            squad) -> yes or no`",
        ),
    );
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other item has no name of its own"
)]
fn one<'a>(checker: &mut Checker<'a>, item: &'a ast::Item, name: &str) {
    let named = match item {
        ast::Item::Scale(scale) => return declare_scale(checker, scale, name),
        ast::Item::Die(die) => {
            let id = DieId::new(checker.dice.len());
            checker.dice.push(die);
            checker.declares(die.head.name.span, Symbol::Die(id));
            checker.types.insert(name.to_owned(), NamedType::Die(id));
            return;
        }
        ast::Item::Kind(kind) => return declare_kind(checker, kind, name),
        ast::Item::Window(window) => {
            let id = WindowId::new(checker.windows.len());
            checker.windows.push(window);
            checker.declares(window.head.name.span, Symbol::Window(id));
            return;
        }
        ast::Item::Reaction(reaction) => {
            if checker.reactions.len() == MOST_TRIGGERS {
                let span = reaction.head.name.span;
                too_many(checker, MOST_TRIGGERS, "reactions", span);
            } else {
                let id = ReactionId::new(checker.reactions.len());
                checker.reactions.push(reaction);
                checker.declares(reaction.head.name.span, Symbol::Reaction(id));
            }
            return;
        }
        ast::Item::Trigger(trigger) => {
            if checker.triggers.len() == MOST_TRIGGERS {
                let span = trigger.head.name.span;
                too_many(checker, MOST_TRIGGERS, "triggers", span);
                return;
            }
            let symbol = Symbol::Trigger(checker.triggers.len());
            checker.triggers.push(trigger);
            checker.declares(trigger.head.name.span, symbol);
            return;
        }
        ast::Item::Table(table) => match checker.expanded.and_then(|expanded| expanded.of(table)) {
            Some(results) => checker.declare_results(&table.head, results),
            None => {
                checker.tables.push(table);
                Named::Table(TableId::new(checker.tables.len() - 1))
            }
        },
        ast::Item::Modifiers(modifiers) => {
            checker.modifiers.push(modifiers);
            Named::Modifiers(ModifiersId::new(checker.modifiers.len() - 1))
        }
        ast::Item::Fact(fact) => {
            checker.facts.push(fact);
            Named::Fact(FactId::new(checker.facts.len() - 1))
        }
        ast::Item::Option(option) => {
            checker.options.push(option);
            Named::Option(OptionId::new(checker.options.len() - 1))
        }
        ast::Item::Procedure(procedure) => {
            if procedure.is_value {
                checker.declare_value(procedure);
            }
            checker
                .procedures
                .push(ProcedureSource::Declared(procedure));
            Named::Procedure(ProcedureId::new(checker.procedures.len() - 1))
        }
        _ => return,
    };
    if let Some(head) = item.head() {
        checker.declares(head.name.span, named.into());
    }
    checker.names.insert(name.to_owned(), named);
}

fn declare_scale<'a>(checker: &mut Checker<'a>, scale: &'a ast::Scale, name: &str) {
    let id = WordsId::new(checker.book.words.len());
    checker.book.words.push(Words {
        name: name.to_owned(),
        title: scale.head.title.as_ref().map(|title| title.value.clone()),
        words: Vec::new(),
        ordered: scale.is_ordered,
        is_declared: true,
        citations: super::sections(&scale.head.citations),
        span: scale.head.name.span,
    });
    checker.scales.push(scale);
    checker.declares(scale.head.name.span, Symbol::Scale(id));
    checker.types.insert(name.to_owned(), NamedType::Scale(id));
}

fn declare_kind<'a>(checker: &mut Checker<'a>, kind: &'a ast::Kind, name: &str) {
    if checker.kinds.len() == MOST_KINDS {
        checker.diagnostics.push(
            Diagnostic::new(Code::TooMany, format!("more than {MOST_KINDS} kinds"))
                .label(kind.head.name.span, "")
                .help("merge some of them, and distinguish them by traits"),
        );
        return;
    }
    let id = KindId::new(checker.kinds.len());
    checker.kinds.push(kind);
    checker.declares(kind.head.name.span, Symbol::Kind(id));
    checker.types.insert(name.to_owned(), NamedType::Kind(id));
}

/// The words of scales, the faces of dice.
pub(super) fn scales_and_dice(checker: &mut Checker<'_>) {
    for scale in checker.scales.clone() {
        let what = if scale.is_ordered { "scale" } else { "list" };
        let words = distinct(checker, &scale.words, what);
        let id = checker.types.get(&scale.head.name.value).copied();
        if let Some(NamedType::Scale(id)) = id
            && let Some(entry) = checker.book.words.get_mut(id.at())
        {
            entry.words.clone_from(&words);
            if !scale.is_ordered {
                // The same words written out are the same list.
                checker.lists.entry(words).or_insert(id);
            }
            declare_words(checker, &scale.words, id);
        }
    }
    for (at, die) in checker.dice.clone().into_iter().enumerate() {
        let id = DieId::new(at);
        for face in &die.faces {
            checker.declares(face.span, Symbol::Face(id));
        }
        for group in &die.groups {
            checker.declares(group.name.span, Symbol::Face(id));
            let faces = group.faces.iter();
            for face in faces.filter(|face| !matches!(face.value.as_str(), "any" | "none")) {
                checker.refers(face.span, Symbol::Face(id));
            }
        }
        let built = the_die(checker, die);
        checker.book.dice.push(built);
    }
}

/// Records the words of a list.
pub(super) fn declare_words(checker: &mut Checker<'_>, words: &[ast::Name], id: WordsId) {
    for (at, word) in words.iter().enumerate() {
        let at = i32::try_from(at).unwrap_or(i32::MAX);
        checker.declares(word.span, Symbol::Word(id, at));
    }
}

/// The words of a list, each once.
pub(super) fn distinct(checker: &mut Checker<'_>, words: &[ast::Name], what: &str) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for word in words {
        if seen.contains(&word.value) {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("this {what} has `{}` twice", word.value),
                )
                .label(word.span, "here again")
                .help("delete one of them"),
            );
        } else if seen.len() == MOST_WORDS {
            checker.diagnostics.push(
                Diagnostic::new(
                    Code::TooMany,
                    format!("more than {MOST_WORDS} words in one {what}"),
                )
                .label(word.span, "one too many")
                .help("use fewer words, or a number in a range"),
            );
            break;
        } else {
            seen.push(word.value.clone());
        }
    }
    seen
}

fn the_die(checker: &mut Checker<'_>, die: &ast::Die) -> Die {
    let numbers: Option<Vec<i32>> = die
        .faces
        .iter()
        .map(|face| face.value.parse().ok().filter(|n| (0..64).contains(n)))
        .collect();
    let mut words: Vec<String> = Vec::new();
    if numbers.is_none() {
        for face in &die.faces {
            if !words.contains(&face.value) {
                words.push(face.value.clone());
            }
        }
        if words.len() > MOST_WORDS {
            let message = format!("a die with more than {MOST_WORDS} different faces");
            checker.diagnostics.push(
                Diagnostic::new(Code::TooMany, message)
                    .label(die.head.name.span, "")
                    .help("ordinary dice need no declaration: `d100`"),
            );
            words.truncate(MOST_WORDS);
        }
    }
    let faces = numbers.unwrap_or_else(|| {
        die.faces
            .iter()
            .filter_map(|face| words.iter().position(|word| *word == face.value))
            .filter_map(|at| i32::try_from(at).ok())
            .collect()
    });
    if faces.is_empty() && !die.head.name.value.is_empty() {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::EmptyBlock,
                format!("the die `{}` has no faces", die.head.name.value),
            )
            .label(die.head.name.span, "")
            .help("write its faces below it: `faces 1, 2, 3`"),
        );
    }
    let mut built = Die {
        naming: naming(&die.head),
        faces,
        words,
        groups: Vec::new(),
    };
    // A die without faces has been reported; its groups would all be invalid.
    let groups = if built.faces.is_empty() {
        &[]
    } else {
        die.groups.as_slice()
    };
    for group in groups {
        add_group(checker, &mut built, group);
    }
    built
}

fn add_group(checker: &mut Checker<'_>, die: &mut Die, group: &ast::FaceGroup) {
    let name = &group.name;
    if die.set(&name.value).is_some() {
        checker.diagnostics.push(
            Diagnostic::new(
                Code::DeclaredTwice,
                format!("`{}` is already a face or a group of this die", name.value),
            )
            .label(name.span, "")
            .help("give the group another name"),
        );
        return;
    }
    let mut set = 0;
    for face in &group.faces {
        match face.value.as_str() {
            "none" => {}
            "any" => {
                for value in &die.faces {
                    set |= 1 << value;
                }
            }
            word => match die.set(word) {
                Some(more) => set |= more,
                None => {
                    let known: Vec<String> = if die.is_numeric() {
                        die.faces.iter().map(ToString::to_string).collect()
                    } else {
                        die.words.clone()
                    };
                    checker.diagnostics.push(
                        Diagnostic::new(
                            Code::UnknownWord,
                            format!("the die `{}` has no face `{word}`", die.naming.name),
                        )
                        .label(face.span, "")
                        .suggest(word, known.iter().map(String::as_str))
                        .help(format!("its faces are {}", known.join(", "))),
                    );
                }
            },
        }
    }
    die.groups.push(FaceGroup {
        name: name.value.clone(),
        set,
    });
}
