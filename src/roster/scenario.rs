//! Scenario files (TOML): who plays what with which units, as written.
//!
//! A scenario names its ruleset and the sequence that is played, then the sides, the units that are on the table, and
//! the facts and tracks with which they begin. What the keys mean is for the model to check.

use super::map::{self, Map};
use super::profile::{Stat, Unit, Value};
use super::read;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span, Spanned};

/// A scenario as written.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// As shown to players.
    pub title: Option<Spanned<String>>,
    /// `setup = "dawn"`: the scenario whose set-up it takes.
    pub setup: Option<Spanned<String>>,
    /// The ruleset, or variant, that is played; empty if only the set-up says so.
    pub rules: Spanned<String>,
    /// The sequence or action that is run; empty if only the set-up says so.
    pub play: Spanned<String>,
    /// The map that is played on, if any.
    pub map: Option<ScenarioMap>,
    /// `options = { night = true }`
    pub options: Vec<Stat>,
    /// `[facts]`: a value for every unit, or a list of `{ about = […], value = … }`.
    pub facts: Vec<Stat>,
    /// `[game]`: stats and tracks of the game itself.
    pub game: Vec<Stat>,
    /// `[area.mill]`, `[hex.B4]`: how places of the map begin.
    pub places: Vec<Unit>,
    /// `[side.red]`, in the order written.
    pub sides: Vec<Unit>,
    /// `[unit.hicks]`, in the order written.
    pub units: Vec<Unit>,
    /// The first line, for findings about what is not there.
    pub span: Span,
}

/// The map of a scenario.
#[derive(Debug, Clone)]
pub enum ScenarioMap {
    /// `map = "ridge"`: a map file of the ruleset.
    Named(Spanned<String>),
    /// `[map]`
    Own(Box<Map>),
}

/// Headings of a scenario below which each line is about one of several, which has a heading of its own: `[unit.garrison]`.
pub const HEADINGS_OF_NAMES: [&str; 5] = ["unit", "side", "area", "hex", "square"];

/// The keys at the top level.
const KEYS: [&str; 9] = [
    "name", "note", "setup", "rules", "play", "map", "options", "facts", "game",
];

/// Reads a scenario as its file has it, without the set-up that it takes; `None` if it does not say what is played.
///
/// `text` is the text of `file`. Reports: E0401, E0403, E0407, and as [`map::map`].
pub fn read_scenario(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Scenario> {
    let sections = read::sections_of(file, text, diagnostics)?;
    let head = Span::new(file, 0, text.find('\n').unwrap_or(text.len()));
    let mut scenario = Scenario {
        title: None,
        setup: None,
        rules: Spanned::new(String::new(), head),
        play: Spanned::new(String::new(), head),
        map: None,
        options: Vec::new(),
        facts: Vec::new(),
        game: Vec::new(),
        places: Vec::new(),
        sides: Vec::new(),
        units: Vec::new(),
        span: head,
    };
    for stat in sections {
        let key = stat.key.value.as_str();
        let word = stat.value.value.word();
        let word = word.map(|word| Spanned::new(word.to_owned(), stat.value.span));
        match (key, word, stat.value.value) {
            ("name", Some(word), _) => scenario.title = Some(word),
            ("setup", Some(word), _) => scenario.setup = Some(word),
            ("rules", Some(word), _) => scenario.rules = word,
            ("play", Some(word), _) => scenario.play = word,
            ("note", ..) => {}
            ("map", Some(name), _) => scenario.map = Some(ScenarioMap::Named(name)),
            ("map", _, Value::Inline(stats)) => {
                let own = map::of_stats(&stats, text, stat.key.span, diagnostics);
                scenario.map = own.map(|own| ScenarioMap::Own(Box::new(own)));
            }
            ("map", _, Value::Unreadable) => {}
            ("map", _, found) => {
                let help = "name a map file of the ruleset, `map = \"ridge\"`, or write a heading `[map]` \
                    with the lines of the map below it";
                let message = "`map` must be the name of a map";
                diagnostics.push(wrong_value(message, stat.value.span, &found, help));
            }
            ("options", _, Value::Inline(stats)) => scenario.options = stats,
            ("facts", _, Value::Inline(stats)) => scenario.facts = stats,
            ("game", _, Value::Inline(stats)) => scenario.game = stats,
            ("area" | "hex" | "square", _, Value::Inline(places)) => {
                scenario
                    .places
                    .extend(units(&stat.key, places, diagnostics));
            }
            ("side", _, Value::Inline(sides)) => {
                scenario.sides = units(&stat.key, sides, diagnostics);
            }
            ("unit", _, Value::Inline(pieces)) => {
                scenario.units = units(&stat.key, pieces, diagnostics);
            }
            ("name" | "setup" | "rules" | "play", None, found) => {
                let help = format!("put it in quotes: `{key} = \"…\"`");
                let message = format!("`{key}` must be a text");
                diagnostics.push(wrong_value(message, stat.value.span, &found, help));
            }
            (_, _, found)
                if ["options", "facts", "game"].contains(&key)
                    || HEADINGS_OF_NAMES.contains(&key) =>
            {
                let help = match HEADINGS_OF_NAMES.contains(&key) {
                    true => format!("give each one a heading: `[{key}.red]`"),
                    false => format!("write a heading `[{key}]` with its lines below it"),
                };
                let message = format!("`{key}` must be a heading");
                diagnostics.push(wrong_value(message, stat.value.span, &found, help));
            }
            _ => {
                diagnostics.push(
                    Diagnostic::new(Code::UnknownKey, format!("a scenario has no `{key}`"))
                        .label(stat.key.span, "")
                        .suggest(key, KEYS.into_iter().chain(HEADINGS_OF_NAMES))
                        .help(format!(
                            "use {}, and headings like `[side.red]` and `[unit.hicks]`",
                            KEYS.join(", ")
                        )),
                );
            }
        }
    }
    if scenario.setup.is_some() {
        return Some(scenario);
    }
    is_complete(&scenario, diagnostics).then_some(scenario)
}

/// The finding for a value of another type than its key takes.
fn wrong_value(
    message: impl Into<String>,
    span: Span,
    found: &Value,
    help: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, message)
        .label(span, format!("this is {}", found.type_name()))
        .help(help)
}

/// Whether a scenario says what is played.
///
/// Reports: E0402.
fn is_complete(scenario: &Scenario, diagnostics: &mut Diagnostics) -> bool {
    let missing: Vec<&str> = [("rules", &scenario.rules), ("play", &scenario.play)]
        .into_iter()
        .filter(|(_, value)| value.value.is_empty())
        .map(|(key, _)| key)
        .collect();
    if missing.is_empty() {
        return true;
    }
    diagnostics.push(
        Diagnostic::new(
            Code::MissingStat,
            format!("this scenario has no `{}`", missing.join("` and `")),
        )
        .label(scenario.span, "")
        .help(
            "add the ruleset and the sequence to play: `rules = \"my-game\"`, `play = \"battle\"`",
        ),
    );
    false
}

/// Reads a scenario with the set-ups that it takes, each from the scenario that the one before it names; `None` if it does not say
/// what is played. The last one takes no further set-up, unless it is one of those before it.
///
/// Reports: as [`read_scenario`] of each, E0401, E0403, E0405.
pub fn read_scenario_with_setups<'t>(
    files: impl IntoIterator<Item = (FileId, &'t str)>,
    diagnostics: &mut Diagnostics,
) -> Option<Scenario> {
    let mut files = files.into_iter();
    let (file, text) = files.next()?;
    let mut scenario = read_scenario(file, text, diagnostics)?;
    let mut is_sound = true;
    for (file, text) in files {
        let setup = read_scenario(file, text, diagnostics)?;
        is_sound &= scenario.places_apart(&setup, diagnostics);
        scenario = scenario.over(setup);
    }
    if let Some(again) = &scenario.setup {
        is_sound = false;
        diagnostics.push(
            Diagnostic::new(
                Code::WrongValue,
                "the set-up leads back to a scenario that takes it",
            )
            .label(again.span, "")
            .help("remove one of the `setup` lines"),
        );
    }
    (is_complete(&scenario, diagnostics) && is_sound).then_some(scenario)
}

/// The name of the scenario whose set-up another one takes, which is in the same folder: by its path, or as `ruleset/name`.
pub fn name_of_setup(scenario: &str, setup: &str) -> String {
    let ending = match scenario.ends_with(".toml") {
        true => ".toml",
        false => "",
    };
    match scenario.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{setup}{ending}"),
        None => format!("{setup}{ending}"),
    }
}

impl Scenario {
    /// Whether a set-up places none of the pieces that the scenario places; those of both are reported. A heading without `is` adds
    /// lines to a piece of the set-up.
    fn places_apart(&self, setup: &Self, diagnostics: &mut Diagnostics) -> bool {
        let mut is_sound = true;
        for unit in &self.units {
            let of_setup = |id: &str| setup.units.iter().find(|known| known.id.value == id);
            let Some(known) = of_setup(&unit.id.value) else {
                let first = format!("{}-1", unit.id.value);
                if let Some(copy) = of_setup(&first) {
                    is_sound = false;
                    let message = format!("the set-up numbers its copies of `{}`", unit.id.value);
                    diagnostics.push(
                        Diagnostic::new(Code::UnknownKey, message)
                            .label(unit.id.span, "")
                            .label(copy.id.span, "these copies")
                            .help(format!("name one of them: `[unit.{first}]`")),
                    );
                }
                continue;
            };
            let twice = ["is", "at"].into_iter().find_map(|key| {
                let (own, first) = (unit.stat(key)?, known.stat(key)?);
                Some((own.key.span, first.key.span))
            });
            if let Some((own, first)) = twice {
                is_sound = false;
                diagnostics.push(
                    Diagnostic::new(
                        Code::UnitTwice,
                        format!("the set-up places `{}` already", unit.id.value),
                    )
                    .label(own, "here again")
                    .label(first, "by the set-up")
                    .help(
                        "give the piece of this scenario another id; or leave this line to the scenarios: only what is the same in all of \
                         them belongs to the set-up",
                    ),
                );
            }
        }
        is_sound
    }

    /// Merges the scenario with the set-up of another one; entries of this scenario take precedence.
    fn over(self, setup: Self) -> Self {
        let head = |own: Spanned<String>, other: Spanned<String>| match own.value.is_empty() {
            true => other,
            false => own,
        };
        Self {
            title: self.title,
            setup: setup.setup,
            rules: head(self.rules, setup.rules),
            play: head(self.play, setup.play),
            map: self.map.or(setup.map),
            options: stats_over(self.options, setup.options),
            facts: stats_over(self.facts, setup.facts),
            game: stats_over(self.game, setup.game),
            places: units_over(self.places, setup.places),
            sides: units_over(self.sides, setup.sides),
            units: units_over(self.units, setup.units),
            span: self.span,
        }
    }
}

/// Lines that replace those with the same key; of `troops.red = 2` only the same entry is replaced.
fn stats_over(own: Vec<Stat>, mut all: Vec<Stat>) -> Vec<Stat> {
    for stat in own {
        let mut known = all.iter_mut();
        let Some(known) = known.find(|known| known.key.value == stat.key.value) else {
            all.push(stat);
            continue;
        };
        let before = std::mem::replace(known, stat);
        if let (Value::Inline(entries), Value::Inline(others)) =
            (&mut known.value.value, before.value.value)
        {
            *entries = stats_over(std::mem::take(entries), others);
        }
    }
    all
}

/// Sides, areas or pieces whose lines replace those of the same one.
fn units_over(own: Vec<Unit>, mut all: Vec<Unit>) -> Vec<Unit> {
    for unit in own {
        match all.iter_mut().find(|known| known.id.value == unit.id.value) {
            Some(known) => {
                known.title = unit.title.or_else(|| known.title.take());
                known.stats = stats_over(unit.stats, std::mem::take(&mut known.stats));
                (known.kind, known.id) = (unit.kind, unit.id);
                known.is_sound &= unit.is_sound;
            }
            None => all.push(unit),
        }
    }
    all
}

/// Reads the units of a kind from their sections: `[unit.hicks]` and the lines below it.
fn units(kind: &Spanned<String>, written: Vec<Stat>, diagnostics: &mut Diagnostics) -> Vec<Unit> {
    let mut units = Vec::new();
    for unit in written {
        let Value::Inline(stats) = unit.value.value else {
            diagnostics.push(
                Diagnostic::new(
                    Code::UnitFileSyntax,
                    format!("`{}` is in no {}", unit.key.value, kind.value),
                )
                .label(unit.key.span, "")
                .help(format!("add a heading above it: `[{}.red]`", kind.value)),
            );
            continue;
        };
        let mut built = Unit {
            kind: kind.clone(),
            id: unit.key,
            title: None,
            stats: Vec::new(),
            is_sound: true,
        };
        for stat in stats {
            match (stat.key.value.as_str(), &stat.value.value) {
                ("name", Value::Word(title)) => {
                    built.title = Some(Spanned::new(title.clone(), stat.value.span));
                }
                ("note", _) => {}
                _ => built.stats.push(stat),
            }
        }
        units.extend(copies(built, diagnostics));
    }
    units
}

/// The values of a list with one for each copy of a unit: `skill = [3, 4, 4]`. The traits of a unit are a list of its own.
fn listed(stat: &Stat) -> Option<&[Spanned<Value>]> {
    let list = stat.value.value.list().filter(|list| !list.is_empty())?;
    let is_of_copies = match stat.key.value.as_str() {
        "at" | "facing" => true,
        "traits" => false,
        _ => list.iter().all(|value| {
            matches!(
                value.value,
                Value::Word(_) | Value::Number(_) | Value::Flag(_)
            )
        }),
    };
    is_of_copies.then_some(list)
}

/// The places of the copies of a unit: `at = ["C4", "C5"]`, `at = [[2, 3], [4, 5]]`; `[2, 3]` is a single point.
fn places(unit: &Unit) -> Option<&[Spanned<Value>]> {
    let listed = unit.stat("at")?.value.value.list()?;
    let is_place = |place: &Spanned<Value>| matches!(place.value, Value::Word(_) | Value::List(_));
    (!listed.is_empty() && listed.iter().all(is_place)).then_some(listed)
}

/// Returns how many units a heading stands for, and what says so: their places, their units, or `count` if something is listed.
fn n_copies(unit: &Unit) -> Option<(usize, &'static str)> {
    if let Some(places) = places(unit) {
        return Some((places.len(), "places"));
    }
    if let Some(units) = unit.stat("is").and_then(listed) {
        return Some((units.len(), "units"));
    }
    let is_listed = |stat: &Stat| stat.key.value != "at" && listed(stat).is_some();
    match unit.stat("count").map(|stat| &stat.value.value) {
        Some(Value::Number(count)) if unit.stats.iter().any(is_listed) => {
            let count = usize::try_from(*count).ok();
            let count = count.filter(|count| (1..=MOST_LISTED).contains(count))?;
            Some((count, "units"))
        }
        _ => None,
    }
}

/// Most units of one heading whose values are listed.
const MOST_LISTED: usize = 1_000;

/// The copies of a unit whose places or other values are listed: each with its own, and a number behind its name. A unit with one
/// place is itself.
fn copies(unit: Unit, diagnostics: &mut Diagnostics) -> Vec<Unit> {
    let Some((n, of)) = n_copies(&unit) else {
        return vec![unit];
    };
    for stat in &unit.stats {
        let found = match (&stat.value.value, stat.key.value.as_str()) {
            (Value::Number(count), "count") => usize::try_from(*count).unwrap_or(usize::MAX),
            (Value::List(_), "at") if of != "places" => n,
            _ => listed(stat).map_or(n, <[_]>::len),
        };
        if found != n {
            let message = format!("`{}` does not fit the {n} {of}", stat.key.value);
            diagnostics.push(
                Diagnostic::new(Code::WrongValue, message)
                    .label(stat.value.span, format!("this is for {found}"))
                    .help(match of {
                        "places" => {
                            "list as many values as there are places, and leave out `count`"
                        }
                        _ => "list a value for each of the units, or write one for all of them",
                    }),
            );
            return Vec::new();
        }
    }
    (0..n).map(|at| copy(&unit, at, n)).collect()
}

/// One of `n` copies of a unit.
fn copy(unit: &Unit, at: usize, n: usize) -> Unit {
    let stats = unit.stats.iter().filter(|stat| stat.key.value != "count");
    let is_point = places(unit).is_none();
    let stats = stats.map(|stat| {
        let list = listed(stat).filter(|_| stat.key.value != "at" || !is_point);
        match list.and_then(|list| list.get(at)) {
            Some(value) => Stat {
                key: stat.key.clone(),
                value: value.clone(),
            },
            None => stat.clone(),
        }
    });
    let id = match n {
        1 => unit.id.value.clone(),
        _ => format!("{}-{}", unit.id.value, at + 1),
    };
    let stats: Vec<Stat> = stats.collect();
    // A list of names is among the stats until here.
    let (names, stats): (Vec<Stat>, Vec<Stat>) = stats
        .into_iter()
        .partition(|stat| stat.key.value == "name" && stat.value.value.word().is_some());
    let name = names.into_iter().find_map(|stat| {
        let name = stat.value.value.word()?.to_owned();
        Some(Spanned::new(name, stat.value.span))
    });
    Unit {
        id: Spanned::new(id, unit.id.span),
        stats,
        title: name.or_else(|| unit.title.clone()),
        ..unit.clone()
    }
}
