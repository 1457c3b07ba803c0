//! `sandtable list`: what can be asked of a ruleset.

use serde_json::{Value, json};

use crate::present::bars::columns;
use super::checked::usable;
use super::output::Output;
use super::{Exit, Format, list_overrides};
use crate::model::{
    Ability, Entry, Kinds, Naming, OptionalRule, Parameter, Reaction, RuleBook, Type,
};

/// Whose contents.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable list hex-command-mechanized\n         sandtable list hex-command-mechanized units"
)]
pub(super) struct Arguments {
    /// A name, a folder or a rule file
    ruleset: String,
    /// Only this part
    #[arg(value_enum)]
    part: Option<Part>,
    /// Says instead what of a base its variants change, and where
    #[arg(long, conflicts_with = "part")]
    overrides: bool,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

/// A part of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Dice are thrown, nothing changes
    Rolls,
    /// Change the state of units
    Actions,
    /// Actions that may have phases
    Sequences,
    /// Moments at which something else may be done
    Windows,
    /// What may be done at them
    Reactions,
    /// Work something out
    Formulas,
    /// Look something up
    Tables,
    /// Add up what helps and hinders
    Modifiers,
    /// What the table on which the game is played knows
    Facts,
    /// Rules that may be switched on
    Options,
    /// Pieces that can take part
    Units,
}

impl Part {
    const ALL: [Self; 11] = [
        Self::Sequences,
        Self::Actions,
        Self::Windows,
        Self::Reactions,
        Self::Rolls,
        Self::Formulas,
        Self::Tables,
        Self::Modifiers,
        Self::Facts,
        Self::Options,
        Self::Units,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Rolls => "rolls",
            Self::Sequences => "sequences",
            Self::Actions => "actions",
            Self::Windows => "windows",
            Self::Reactions => "reactions",
            Self::Formulas => "formulas",
            Self::Tables => "tables",
            Self::Modifiers => "modifiers",
            Self::Facts => "facts",
            Self::Options => "options",
            Self::Units => "units",
        }
    }
}

/// One line: a name, what it is about, its title and sections.
struct Entered {
    name: String,
    about: Vec<(String, String)>,
    title: String,
    citations: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let checked = match usable(&arguments.ruleset, &arguments.with, output) {
        Ok(checked) => checked,
        Err(exit) => return exit,
    };
    if arguments.overrides {
        match output.format() {
            Format::Human => output.text(&list_overrides::text(&checked)),
            Format::Json => output.json("overrides", list_overrides::document(&checked)),
        }
        return Exit::Fine;
    }
    let parts: Vec<(Part, Vec<Entered>)> = Part::ALL
        .into_iter()
        .filter(|part| arguments.part.is_none_or(|only| only == *part))
        .map(|part| (part, entered(&checked.book, part)))
        .filter(|(_, entries)| !entries.is_empty())
        .collect();
    match output.format() {
        Format::Human => output.text(&text(&checked.book, &parts, arguments.part.is_some())),
        Format::Json => output.json("list", document(&checked.bundle.name, &parts)),
    }
    Exit::Fine
}

fn entered(book: &RuleBook, part: Part) -> Vec<Entered> {
    let procedures = |ability: Ability| -> Vec<Entered> {
        book.procedures
            .iter()
            .filter(|known| known.of_kind.is_none() && known.ability == ability)
            .map(|known| entry(book, &known.naming))
            .collect()
    };
    match part {
        Part::Rolls => procedures(Ability::Roll),
        Part::Sequences => procedures(Ability::Sequence),
        Part::Actions => procedures(Ability::Action),
        Part::Formulas => procedures(Ability::Formula),
        Part::Windows => book
            .windows
            .iter()
            .map(|known| Entered {
                about: known
                    .parameters
                    .iter()
                    .map(|one| about(book, one))
                    .collect(),
                ..plain(&known.naming)
            })
            .collect(),
        Part::Reactions => book
            .reactions
            .iter()
            .map(|known| Entered {
                about: vec![(String::new(), offered_at(book, known))],
                ..plain(&known.naming)
            })
            .collect(),
        Part::Tables => book
            .tables
            .iter()
            .map(|known| entry(book, &known.naming))
            .collect(),
        Part::Modifiers => book
            .modifiers
            .iter()
            .map(|known| entry(book, &known.naming))
            .collect(),
        Part::Facts => book
            .facts
            .iter()
            .map(|fact| {
                let values = book.describe(fact.ty, fact.low, fact.high);
                let default = match fact.default {
                    Some(value) => format!(
                        "; unless said otherwise {}",
                        crate::eval::wording::show(value, &crate::ir::shown(book, fact.ty), &[])
                    ),
                    None => "; must be given where it is read".to_owned(),
                };
                Entered {
                    about: vec![(String::new(), format!("{values}{default}"))],
                    ..plain(&fact.naming)
                }
            })
            .collect(),
        Part::Options => book
            .options
            .iter()
            .map(|option| Entered {
                about: vec![(String::new(), option_values(book, option))],
                ..plain(&option.naming)
            })
            .collect(),
        Part::Units => book
            .profiles
            .iter()
            .filter(|profile| !profile.id.is_empty())
            .map(|profile| Entered {
                name: profile.id.clone(),
                about: vec![(
                    String::new(),
                    book.kinds
                        .get(profile.kind.at())
                        .map_or_else(String::new, |kind| kind.naming.name.clone()),
                )],
                title: profile.title.clone(),
                citations: Vec::new(),
            })
            .collect(),
    }
}

/// `at incoming-fire`; `at incoming-fire, without asking`
fn offered_at(book: &RuleBook, reaction: &Reaction) -> String {
    let window = reaction.window.and_then(|id| book.windows.get(id.at()));
    let window = window.map_or("", |window| window.naming.name.as_str());
    let unasked = if reaction.must {
        ", without asking"
    } else {
        ""
    };
    format!("at {window}{unasked}")
}

/// `off`; `down, nearest or up; unless said otherwise nearest`
fn option_values(book: &RuleBook, option: &OptionalRule) -> String {
    match (option.ty, option.default) {
        (Type::Flag, 0) => "off".to_owned(),
        (Type::Flag, _) => "on".to_owned(),
        (ty, default) => {
            let values = book.describe(ty, 0, 0);
            let default = crate::eval::wording::show(default, &crate::ir::shown(book, ty), &[]);
            format!("{values}; unless said otherwise {default}")
        }
    }
}

fn plain(naming: &Naming) -> Entered {
    Entered {
        name: naming.name.clone(),
        about: Vec::new(),
        title: naming.title.clone().unwrap_or_default(),
        citations: naming.citations.clone(),
    }
}

fn entry(book: &RuleBook, naming: &Naming) -> Entered {
    let parameters = book
        .find_entry(&naming.name)
        .map_or_else(Vec::new, |entry: Entry| book.parameters(entry));
    Entered {
        about: parameters.iter().map(|one| about(book, one)).collect(),
        ..plain(naming)
    }
}

fn about(book: &RuleBook, parameter: &Parameter) -> (String, String) {
    let values = match (parameter.part_of, parameter.ty) {
        (Some(_), Type::Unit(_)) => format!(
            "a part, the first unless named: {}",
            book.describe(parameter.ty, 0, 0)
        ),
        (None, Type::Unit(kinds)) if kinds == Kinds::ALL => "any unit".to_owned(),
        _ => book.describe(parameter.ty, parameter.low, parameter.high),
    };
    (parameter.name.clone(), values)
}

fn text(book: &RuleBook, parts: &[(Part, Vec<Entered>)], only_one: bool) -> String {
    let mut text = String::new();
    if !only_one && let Some(naming) = &book.naming {
        text.push_str(&format!("{}\n", naming.shown()));
    }
    for (part, entries) in parts {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{}\n", part.name()));
        if *part == Part::Units && !only_one {
            text.push_str(&format!(
                "  {} units; `sandtable list RULESET units` names them\n",
                entries.len()
            ));
            continue;
        }
        let rows: Vec<Vec<String>> = entries.iter().map(|entry| row(entry, only_one)).collect();
        for line in columns(&rows, &[]) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Name, what it is about (asked for alone, with the values it may have), title, sections.
fn row(entry: &Entered, in_full: bool) -> Vec<String> {
    let separator = if in_full { "; " } else { ", " };
    let about: Vec<String> = entry
        .about
        .iter()
        .map(|(name, values)| {
            if name.is_empty() {
                values.clone()
            } else if in_full {
                format!("{name}: {values}")
            } else {
                name.clone()
            }
        })
        .collect();
    let sections = if entry.citations.is_empty() {
        String::new()
    } else {
        format!("[{}]", entry.citations.join(", "))
    };
    vec![
        entry.name.clone(),
        about.join(separator),
        entry.title.clone(),
        sections,
    ]
}

fn document(ruleset: &str, parts: &[(Part, Vec<Entered>)]) -> Value {
    let mut fields = serde_json::Map::new();
    fields.insert("ruleset".to_owned(), json!(ruleset));
    for (part, entries) in parts {
        let entries: Vec<Value> = entries
            .iter()
            .map(|entry| {
                let about: Vec<Value> = entry
                    .about
                    .iter()
                    .map(|(name, values)| json!({ "name": name, "values": values }))
                    .collect();
                json!({
                    "name": entry.name,
                    "title": entry.title,
                    "about": about,
                    "sections": entry.citations,
                })
            })
            .collect();
        fields.insert(part.name().to_owned(), json!(entries));
    }
    Value::Object(fields)
}
