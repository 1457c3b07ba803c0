//! The place that a change names, and the text with its value.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_roster::{HEADINGS_OF_NAMES, has_value, headings_of, with_value};

use super::{Change, Version};
use crate::library::{QuestionError, Ruleset, RulesetProvider};
use crate::setups::with_setups;

/// Texts with the changes of a version, each with the path of its file.
///
/// Errors: a change names nothing.
pub(super) fn texts(
    library: &mut dyn RulesetProvider,
    version: &Version,
) -> Result<Vec<(String, Arc<str>)>, QuestionError> {
    if version.changes.is_empty() {
        return Ok(Vec::new());
    }
    let sources = with_setups(&version.scenario, |name| library.scenario(name))?;
    let [scenario, setups @ ..] = sources.as_slice() else {
        let message = "a scenario has no text of its own";
        let slip = Diagnostic::new(Code::InternalError, message);
        return Err(QuestionError::Malformed(Box::new(slip)));
    };
    let mut editor = Editor {
        version,
        scenario: scenario.name.clone(),
        setups: setups.iter().map(|setup| setup.name.clone()).collect(),
        texts: sources
            .iter()
            .map(|source| (source.name.clone(), source.text.clone()))
            .collect(),
        changed: Vec::new(),
    };
    for change in &version.changes {
        editor.make(change, library)?;
    }
    let Editor { texts, changed, .. } = editor;
    let is_changed = |(path, _): &(String, Arc<str>)| changed.contains(path);
    Ok(texts.into_iter().filter(is_changed).collect())
}

struct Editor<'v> {
    version: &'v Version,
    /// The path of the scenario.
    scenario: String,
    /// The paths of the set-ups that it takes.
    setups: Vec<String>,
    /// Texts by path, with the changes so far.
    texts: BTreeMap<String, Arc<str>>,
    changed: Vec<String>,
}

impl Editor<'_> {
    fn make(
        &mut self,
        change: &Change,
        library: &mut dyn RulesetProvider,
    ) -> Result<(), QuestionError> {
        if let Some(place) = Place::parse(&change.name) {
            return self.number(change, &place, library);
        }
        let words: Vec<&str> = change.name.split('.').collect();
        let value = as_toml(&change.value);
        let mut file = self.scenario.clone();
        let path: Vec<&str> = match words.as_slice() {
            ["option" | "options", name] => vec!["options", name],
            ["fact" | "facts", name] => vec!["facts", name],
            [table, name, key] if HEADINGS_OF_NAMES.contains(table) => {
                file = self.holder(table, name, key).clone();
                words
            }
            ["game", _] | [_] => words,
            [name, key] => {
                let mut tables = HEADINGS_OF_NAMES.iter();
                let Some(table) = tables.find(|table| self.first_with(&[table, name]).is_some())
                else {
                    self.not_one_of_several(change, [name, key])?;
                    return self.profile(change, [name, key], library);
                };
                file = self.holder(table, name, key).clone();
                vec![table, name, key]
            }
            _ => return Err(nothing(change)),
        };
        let edited = with_value(&self.text(&file), &path, &value);
        self.keep(file, edited, change)
    }

    /// Refuses a change of one of several copies, `rifles-2` of `rifles` with `count = 3`: they have one heading.
    fn not_one_of_several(
        &self,
        change: &Change,
        [name, key]: [&str; 2],
    ) -> Result<(), QuestionError> {
        let Some((all, number)) = name.rsplit_once('-') else {
            return Ok(());
        };
        let is_copy = number.bytes().all(|digit| digit.is_ascii_digit())
            && self.first_with(&["unit", all, "count"]).is_some();
        if !is_copy {
            return Ok(());
        }
        Err(QuestionError::Incomplete(format!(
            "`{name}` is one of several copies of `{all}`, which are changed together: `{all}.{key}={}`; to change one, give it a heading \
            of its own in the scenario",
            change.value
        )))
    }

    /// Returns the first file, from the scenario to the last set-up, that has a value at a path.
    fn first_with(&self, path: &[&str]) -> Option<&String> {
        let mut files = std::iter::once(&self.scenario).chain(&self.setups);
        files.find(|file| has_value(&self.text(file), path))
    }

    /// Returns the file in which a line of a piece, side or area is changed: the one that has it. A new line is added to the scenario,
    /// but the place of a piece to the file that places it: no other may say so.
    fn holder(&self, table: &str, name: &str, key: &str) -> &String {
        let placed = || {
            let says_place = matches!(key, "is" | "at");
            let placing = self.first_with(&[table, name, "is"]);
            placing.filter(|_| says_place)
        };
        let holder = self.first_with(&[table, name, key]).or_else(placed);
        holder.unwrap_or(&self.scenario)
    }

    /// Sets a stat of a unit of the unit files, or a track of a side that the rules name and the scenario does not.
    fn profile(
        &mut self,
        change: &Change,
        [name, key]: [&str; 2],
        library: &mut dyn RulesetProvider,
    ) -> Result<(), QuestionError> {
        let value = as_toml(&change.value);
        let ruleset = self.ruleset(library)?;
        let is_side = ruleset.book.sides.iter().any(|side| side.name == name);
        let files: Vec<(String, Arc<str>)> = ruleset
            .source_files()
            .filter(|file| file.name.ends_with(".toml"))
            .map(|file| (file.name.clone(), file.text.clone()))
            .collect();
        if is_side {
            let (path, text) = (self.scenario.clone(), self.text(&self.scenario));
            return self.keep(
                path,
                with_value(&text, &["side", name, key], &value),
                change,
            );
        }
        // Files of a variant come after those of its base, and hold over them.
        for (path, text) in files.into_iter().rev() {
            let text = self.texts.get(&path).cloned().unwrap_or(text);
            let kinds = headings_of(&text, name);
            if let Some(kind) = kinds.first() {
                let edited = with_value(&text, &[kind, name, key], &value);
                return self.keep(path, edited, change);
            }
        }
        Err(nothing(change))
    }

    /// Sets a number in a line of a rule file.
    fn number(
        &mut self,
        change: &Change,
        place: &Place<'_>,
        library: &mut dyn RulesetProvider,
    ) -> Result<(), QuestionError> {
        if change.value.parse::<i32>().is_err() {
            return Err(QuestionError::Incomplete(format!(
                "`{change}`: a number in a rule can only become another number"
            )));
        }
        let ruleset = self.ruleset(library)?;
        let is_meant = |name: &str| {
            name == place.file
                || name
                    .strip_suffix(place.file)
                    .is_some_and(|rest| rest.ends_with(['/', ':']))
        };
        let mut files = ruleset.source_files().filter(|file| is_meant(&file.name));
        let found = files
            .next()
            .map(|file| (file.name.clone(), file.text.clone()));
        let Some((path, text)) = found.filter(|_| files.next().is_none()) else {
            return Err(QuestionError::Incomplete(format!(
                "`{}` is not one file of the ruleset; give its path as findings show it",
                place.file
            )));
        };
        let text = self.texts.get(&path).cloned().unwrap_or(text);
        let start: usize = text
            .split_inclusive('\n')
            .take(place.line.saturating_sub(1))
            .map(str::len)
            .sum();
        let line = text.get(start..).and_then(|rest| rest.lines().next());
        let line = line.unwrap_or_default();
        let numbers = numbers(line);
        let column =
            |at: &Range<usize>| line.get(..at.start).map_or(0, |text| text.chars().count()) + 1;
        let chosen = match place.column {
            Some(wanted) => numbers.iter().find(|at| column(at) == wanted),
            None => numbers.first().filter(|_| numbers.len() == 1),
        };
        let Some(at) = chosen else {
            let shown: Vec<String> = numbers
                .iter()
                .map(|at| {
                    let number = line.get(at.clone()).unwrap_or_default();
                    format!("{}:{}:{} ({number})", place.file, place.line, column(at))
                })
                .collect();
            let sentence = match shown.is_empty() {
                true => format!("{}:{} has no number", place.file, place.line),
                false => format!(
                    "`{}` is not one number; use {}",
                    change.name,
                    shown.join(", ")
                ),
            };
            return Err(QuestionError::Incomplete(sentence));
        };
        let is_signed = line
            .get(at.clone())
            .is_some_and(|text| text.starts_with(['+', '-']));
        let value = match is_signed && !change.value.starts_with('-') {
            true => format!("+{}", change.value),
            false => change.value.clone(),
        };
        let before = text.get(..start + at.start).unwrap_or_default();
        let after = text.get(start + at.end..).unwrap_or_default();
        let edited = format!("{before}{value}{after}");
        self.keep(path, Some(edited), change)
    }

    /// The ruleset as it is without changes.
    fn ruleset<'l>(
        &self,
        library: &'l mut dyn RulesetProvider,
    ) -> Result<&'l mut Ruleset, QuestionError> {
        let mut sources = sandtable_source::SourceMap::default();
        let files = std::iter::once(&self.scenario).chain(&self.setups);
        let texts: Vec<_> = files
            .map(|path| (sources.add(path.clone(), self.text(path)), self.text(path)))
            .collect();
        let mut diagnostics = sandtable_diagnostic::Diagnostics::default();
        let texts = texts.iter().map(|(file, text)| (*file, &**text));
        let written = sandtable_roster::read_scenario_with_setups(texts, &mut diagnostics);
        match written {
            Some(written) => library.ruleset(&written.rules.value, &self.version.variants),
            None => Err(QuestionError::Findings {
                diagnostics: Box::new(diagnostics),
                sources: Box::new(sources),
            }),
        }
    }

    fn text(&self, path: &str) -> Arc<str> {
        self.texts.get(path).cloned().unwrap_or_default()
    }

    fn keep(
        &mut self,
        path: String,
        text: Option<String>,
        change: &Change,
    ) -> Result<(), QuestionError> {
        let text = text.ok_or_else(|| nothing(change))?;
        self.texts.insert(path.clone(), text.into());
        self.changed.push(path);
        Ok(())
    }
}

/// The error of a change without a place.
fn nothing(change: &Change) -> QuestionError {
    QuestionError::Incomplete(format!(
        "`{change}` names nothing that can be changed: use UNIT.KEY of the scenario or of the unit files, SIDE.KEY, game.KEY, \
        option.NAME, fact.NAME, map, variant, scenario, FILE.rules:LINE, or SIDE=PLAYER"
    ))
}

/// A value as TOML writes it: numbers, lists and tables as they are, `on` and `off` as flags, everything else in quotes.
fn as_toml(value: &str) -> String {
    let is_raw = sandtable_source::decimal(value).is_some() || value.starts_with(['"', '[', '{']);
    match value {
        "on" | "yes" | "true" => "true".to_owned(),
        "off" | "no" | "false" => "false".to_owned(),
        _ if is_raw => value.to_owned(),
        _ => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// A line of a file, and perhaps a column: `battle.rules:42:7`.
#[derive(Debug, PartialEq, Eq)]
struct Place<'t> {
    file: &'t str,
    line: usize,
    column: Option<usize>,
}

impl<'t> Place<'t> {
    fn parse(name: &'t str) -> Option<Self> {
        let (before, last) = name.rsplit_once(':')?;
        let last = last.parse().ok()?;
        let place = match before.rsplit_once(':') {
            Some((file, line)) if line.parse::<usize>().is_ok() => Self {
                file,
                line: line.parse().ok()?,
                column: Some(last),
            },
            _ => Self {
                file: before,
                line: last,
                column: None,
            },
        };
        place.file.contains('.').then_some(place)
    }
}

/// The numbers of a line of rules, with a sign that is written at them; digits of names, texts, citations and comments are none.
fn numbers(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let at = |place: usize| bytes.get(place).copied().unwrap_or(b' ');
    let mut found = Vec::new();
    let mut place = 0;
    while place < bytes.len() {
        match at(place) {
            b'#' => break,
            b'"' => {
                place += 1;
                while place < bytes.len() && at(place) != b'"' {
                    place += 1;
                }
                place += 1;
            }
            b'[' => {
                while place < bytes.len() && at(place) != b']' {
                    place += 1;
                }
            }
            // A name: digits and hyphens before letters continue it. Of a die, `d6`, the digits are a number.
            b'a'..=b'z' | b'A'..=b'Z' => {
                let start = place;
                let is_die_to = |end: usize| {
                    at(start) == b'd'
                        && end > start + 1
                        && (start + 1..end).all(|one| at(one).is_ascii_digit())
                };
                while at(place).is_ascii_alphanumeric()
                    || at(place) == b'_'
                    || (at(place) == b'-'
                        && at(place + 1).is_ascii_alphanumeric()
                        && !is_die_to(place))
                {
                    place += 1;
                }
                let is_die = is_die_to(place);
                if is_die {
                    found.push(start + 1..place);
                }
            }
            b'0'..=b'9' => {
                let is_signed = place > 0
                    && matches!(at(place - 1), b'+' | b'-')
                    && (place < 2 || matches!(at(place - 2), b' ' | b'|' | b'(' | b','));
                let start = if is_signed { place - 1 } else { place };
                while at(place).is_ascii_digit() {
                    place += 1;
                }
                found.push(start..place);
            }
            _ => place += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Place, numbers};

    #[test]
    fn numbers_of_a_line_are_found() {
        let of = |line: &'static str| {
            let found = numbers(line);
            let texts: Vec<&str> = found.into_iter().filter_map(|at| line.get(at)).collect();
            texts.join(" ")
        };
        assert_eq!(
            of("  +1  if target has low-2 and range > 2  \"2 low\" # 5"),
            "+1 2"
        );
        assert_eq!(of("  roll 2d6-1 [18.3]"), "2 6 1");
        assert_eq!(of("  4-6 | d10 | -2"), "4 6 10 -2");
        assert_eq!(of("  against0 = 9"), "9");
    }

    #[test]
    fn places_have_lines_and_columns() {
        let place = |file, line, column| Some(Place { file, line, column });
        assert_eq!(Place::parse("a/b.rules:42"), place("a/b.rules", 42, None));
        assert_eq!(Place::parse("b.rules:42:7"), place("b.rules", 42, Some(7)));
        assert_eq!(
            Place::parse("built-in:rules/b.rules:3"),
            place("built-in:rules/b.rules", 3, None)
        );
        assert_eq!(Place::parse("garrison.men"), None);
        assert_eq!(Place::parse("blue:3"), None);
    }
}
