//! Options that an example expects not to be offered and that nothing in the ruleset has: the expectation is met whatever the rules say.
//!
//! Reports: E0697.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use sandtable_model::{Among, Expected, Naming, Question, RuleBook, Values, walk_statements};

/// Answers that belong to no name.
const ANSWERS: [&str; 4] = ["yes", "no", "none", "done"];

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let steps = book.examples.iter().flat_map(|example| &example.steps);
    let mut known: Option<Known> = None;
    for step in steps {
        for expected in &step.expects {
            let Expected::Offered {
                option,
                negated: true,
            } = &expected.value
            else {
                continue;
            };
            let known = known.get_or_insert_with(|| Known::new(book));
            if known.has(option, &step.question) {
                continue;
            }
            let message =
                format!("nothing can offer `{option}`, so this is met whatever the rules say");
            let finding = Diagnostic::new(Code::UnknownOption, message).label(
                expected.span,
                "no option, unit, word or place has this name",
            );
            let near = suggest::nearest(
                option,
                known.titles.iter().chain(&known.others).map(String::as_str),
            );
            diagnostics.push(match near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help(
                    "write the title of an option, the name of a unit, or a place of the map, as `choices` does",
                ),
            });
        }
    }
}

/// Everything that a decision of a book can offer.
struct Known {
    /// Titles of options and decisions; names and titles of reactions, kinds and sides.
    titles: BTreeSet<String>,
    /// Names and titles of units, and words.
    others: BTreeSet<String>,
}

impl Known {
    fn new(book: &RuleBook) -> Self {
        let mut titles = BTreeSet::new();
        for (_, body) in book.bodies() {
            walk_statements(body, &mut |statement| {
                if let Some(choice) = statement.choice() {
                    titles.insert(choice.title.clone());
                    match &choice.among {
                        Among::Lines(lines) => {
                            titles.extend(lines.iter().map(|line| line.title.clone()));
                        }
                        Among::Values { values, .. } => {
                            if let Values::Words { words, .. } = values.as_ref() {
                                titles.extend(words.iter().map(|(word, _)| word.clone()));
                            }
                        }
                    }
                }
                true
            });
        }
        let mut others = BTreeSet::new();
        let mut name = |naming: &Naming| {
            titles.extend([naming.name.clone(), naming.shown().to_owned()]);
        };
        book.reactions.iter().for_each(|one| name(&one.naming));
        book.kinds.iter().for_each(|one| name(&one.naming));
        book.sides.iter().for_each(&mut name);
        for profile in &book.profiles {
            others.extend([profile.id.clone(), profile.title.clone()]);
        }
        others.extend(
            book.words
                .iter()
                .flat_map(|list| list.words.iter().cloned()),
        );
        Self { titles, others }
    }

    /// Whether a decision of a run may offer an option.
    fn has(&self, option: &str, question: &Question) -> bool {
        // Equal cards and parts are numbered, and equal units have their roles in brackets.
        let is_mark = |end: &str| end.parse::<u32>().is_ok() || end.starts_with('(');
        let plain = option
            .rsplit_once([' ', '-'])
            .filter(|(_, end)| is_mark(end))
            .map_or(option, |(plain, _)| plain);
        let is_known = |text: &str| {
            self.titles.contains(text)
                || self.others.contains(text)
                || question
                    .cast
                    .iter()
                    .any(|unit| unit.parameter == text || unit.title == text)
        };
        let board = question.board_instance.as_ref();
        ANSWERS.contains(&option)
            || option.parse::<i32>().is_ok()
            || is_known(option)
            || is_known(plain)
            || board.is_some_and(|instance| instance.board.parse(option).is_some())
    }
}
