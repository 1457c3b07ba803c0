//! The catalogue of a ruleset: what can be asked of it.

use sandtable_eval::wording::show;
use sandtable_ir::shown;
use sandtable_model::{
    Ability, Entry, Kinds, Naming, OptionalRule, Parameter, Reaction, RuleBook, Type,
};
use sandtable_source::Span;

/// A category of what can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Dice are rolled, nothing changes.
    Rolls,
    /// Change the state of units.
    Actions,
    /// Actions that may have phases.
    Sequences,
    /// Moments at which something else may be done.
    Windows,
    /// Reactions at windows.
    Reactions,
    /// Work something out.
    Formulas,
    /// Look something up.
    Tables,
    /// Lists of modifiers.
    Modifiers,
    /// Values that the players supply.
    Facts,
    /// Rules that may be switched on.
    Options,
    /// Pieces that can take part.
    Units,
}

impl Category {
    /// All categories, in the order in which they are described.
    pub const ALL: [Self; 11] = [
        Self::Rolls,
        Self::Actions,
        Self::Sequences,
        Self::Windows,
        Self::Reactions,
        Self::Formulas,
        Self::Tables,
        Self::Modifiers,
        Self::Facts,
        Self::Options,
        Self::Units,
    ];

    /// The categories in the order of a catalogue, the most frequent first.
    pub const LISTED: [Self; 11] = [
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

    /// Returns its word.
    pub fn word(self) -> &'static str {
        self.describe().0
    }

    /// Returns its word, and what belongs to it, for those who choose one.
    pub fn describe(self) -> (&'static str, &'static str) {
        match self {
            Self::Rolls => ("rolls", "Roll dice, change nothing"),
            Self::Actions => ("actions", "Change the state of units"),
            Self::Sequences => ("sequences", "Call actions in phases"),
            Self::Windows => ("windows", "Let others react"),
            Self::Reactions => ("reactions", "Actions at a window"),
            Self::Formulas => ("formulas", "Calculate a value"),
            Self::Tables => ("tables", "Look up a value"),
            Self::Modifiers => ("modifiers", "Add up bonuses and penalties"),
            Self::Facts => ("facts", "Values that the players supply"),
            Self::Options => ("options", "Optional rules"),
            Self::Units => ("units", "Pieces"),
        }
    }
}

/// Something that can be asked, or takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name in questions.
    pub name: String,
    /// Parameters as pairs of a name, empty if there is none, and its values.
    pub about: Vec<(String, String)>,
    /// Empty if it has none.
    pub title: String,
    /// The sections that it cites.
    pub citations: Vec<String>,
    /// Place of the declaration of its name in the rules; of a unit none.
    pub span: Option<Span>,
}

/// Returns the categories of a ruleset that are not empty, in the order of a catalogue; all, or `only` one.
pub fn list(book: &RuleBook, only: Option<Category>) -> Vec<(Category, Vec<Listed>)> {
    Category::LISTED
        .into_iter()
        .filter(|category| only.is_none_or(|only| only == *category))
        .map(|category| (category, of_category(book, category)))
        .filter(|(_, listed)| !listed.is_empty())
        .collect()
}

fn of_category(book: &RuleBook, category: Category) -> Vec<Listed> {
    let procedures = |ability: Ability| -> Vec<Listed> {
        book.procedures
            .iter()
            .filter(|known| known.is_declared() && known.ability == ability)
            .map(|known| entry(book, &known.naming))
            .collect()
    };
    match category {
        Category::Rolls => procedures(Ability::Roll),
        Category::Sequences => procedures(Ability::Sequence),
        Category::Actions => procedures(Ability::Action),
        Category::Formulas => procedures(Ability::Formula),
        Category::Windows => book
            .windows
            .iter()
            .map(|known| Listed {
                about: known
                    .parameters
                    .iter()
                    .map(|one| about(book, one))
                    .collect(),
                ..plain(&known.naming)
            })
            .collect(),
        Category::Reactions => book
            .reactions
            .iter()
            .map(|known| Listed {
                about: vec![(String::new(), offered_at(book, known))],
                ..plain(&known.naming)
            })
            .collect(),
        Category::Tables => {
            let tables = book.tables.iter().filter(|known| known.part_of.is_none());
            let tables = tables.map(|known| &known.naming);
            let rows = book.rows.iter().map(|known| &known.naming);
            let mut all: Vec<&Naming> = tables.chain(rows).collect();
            all.sort_by_key(|naming| naming.span);
            all.into_iter().map(|naming| entry(book, naming)).collect()
        }
        Category::Modifiers => book
            .modifiers
            .iter()
            .map(|known| entry(book, &known.naming))
            .collect(),
        Category::Facts => book
            .facts
            .iter()
            .map(|fact| {
                let values = book.describe(fact.ty, fact.low, fact.high);
                let default = match fact.default {
                    Some(value) => {
                        format!("; by default {}", show(value, &shown(book, fact.ty), &[]))
                    }
                    None => "; must be given if used".to_owned(),
                };
                Listed {
                    about: vec![(String::new(), format!("{values}{default}"))],
                    ..plain(&fact.naming)
                }
            })
            .collect(),
        Category::Options => book
            .options
            .iter()
            .map(|option| Listed {
                about: vec![(String::new(), option_values(book, option))],
                ..plain(&option.naming)
            })
            .collect(),
        Category::Units => book
            .profiles
            .iter()
            .filter(|profile| !profile.id.is_empty())
            .map(|profile| Listed {
                name: profile.id.clone(),
                about: vec![(
                    String::new(),
                    book.kinds
                        .get(profile.kind.at())
                        .map_or_else(String::new, |kind| kind.naming.name.clone()),
                )],
                title: profile.title.clone(),
                citations: Vec::new(),
                span: None,
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

/// Returns `off`; `down, nearest or up; unless said otherwise nearest`.
fn option_values(book: &RuleBook, option: &OptionalRule) -> String {
    match (option.ty, option.default) {
        (Type::Flag, 0) => "off".to_owned(),
        (Type::Flag, _) => "on".to_owned(),
        (ty, default) => {
            let values = book.describe(ty, 0, 0);
            let default = show(default, &shown(book, ty), &[]);
            format!("{values}; by default {default}")
        }
    }
}

fn plain(naming: &Naming) -> Listed {
    Listed {
        name: naming.name.clone(),
        about: Vec::new(),
        title: naming.title.clone().unwrap_or_default(),
        citations: naming.citations.clone(),
        span: Some(naming.span),
    }
}

fn entry(book: &RuleBook, naming: &Naming) -> Listed {
    let parameters = book
        .find_entry(&naming.name)
        .map_or_else(Vec::new, |entry: Entry| book.parameters(entry));
    Listed {
        about: parameters.iter().map(|one| about(book, one)).collect(),
        ..plain(naming)
    }
}

fn about(book: &RuleBook, parameter: &Parameter) -> (String, String) {
    let values = match (parameter.part_of, parameter.ty) {
        (Some(_), Type::Unit(_)) => format!(
            "a part, by default the first: {}",
            book.describe(parameter.ty, 0, 0)
        ),
        (None, Type::Unit(kinds)) if kinds == Kinds::ALL && !parameter.is_several => {
            "any unit".to_owned()
        }
        _ if parameter.is_several => format!("several: {}", book.describe(parameter.ty, 0, 0)),
        _ => book.describe(parameter.ty, parameter.low, parameter.high),
    };
    let none = if parameter.or_none { ", or none" } else { "" };
    (parameter.name.clone(), format!("{values}{none}"))
}
