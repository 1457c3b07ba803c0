//! Selections as noun phrases with relative clauses: `each unit that is on the map and whose armour is 2 or more`.

use super::clauses::Condition;
use super::english::join_with;
use super::speaker::Speaker;
use sandtable_model::board::{Region, RegionShape, Way};
use sandtable_model::{Chosen, Expr, Selection};

/// The word before the noun of a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Article {
    /// `a unit`
    A,
    /// `more than one unit`, with the words before the noun
    One(&'static str),
    /// `no unit`
    No,
    /// `each unit`
    Each,
    /// `the first unit`
    First,
    /// `the last unit`
    Last,
    /// `units`
    Plural,
}

impl Speaker<'_> {
    /// A selection; `is_named` introduces what each of its units is called.
    pub(super) fn selection_words(
        &mut self,
        selection: &Selection,
        article: Article,
        is_named: bool,
    ) -> String {
        self.name_local(selection.local, &selection.name);
        let noun = match selection.ty().of_units() {
            Some(kinds) => self.kinds_noun(kinds, false),
            None => self.type_noun(selection.ty()),
        };
        let is_plural = article == Article::Plural;
        let region = self.region(selection.region.as_deref());
        let owner = selection
            .owner
            .as_deref()
            .map(|owner| self.value_words(owner));
        let owner = owner.map_or_else(String::new, |owner| format!(" of {owner}"));
        let head = if is_plural {
            self.plural_of(&noun)
        } else {
            noun.clone()
        };
        let head = match article {
            Article::A => self.one_of(&head),
            Article::One(before) => format!("{before} {head}"),
            Article::No => format!("no {head}"),
            Article::Each => format!("each {head}"),
            Article::First => format!("the first {head}"),
            Article::Last => format!("the last {head}"),
            Article::Plural => head,
        };
        let mut remarks = String::new();
        match &selection.chosen {
            None => {}
            Some(Chosen::Marked { .. }) => remarks.push_str(" of those chosen"),
            Some(Chosen::Given(parameter)) => {
                remarks.push_str(&format!(" among {}", self.value_words(parameter)));
            }
        }
        let is_ground = selection.region.is_some();
        let kinds = selection.kinds;
        let sides = self.book.pieces().and(kinds).is_empty();
        if !is_ground && !sides {
            remarks.push_str(match (selection.destroyed, selection.removed) {
                (true, true) => ", in play or not, destroyed or not",
                (true, false) => ", destroyed or not",
                (false, true) => ", in play or not",
                (false, false) => "",
            });
        }
        let conditions = selection.condition.as_deref();
        self.selected.push(selection.local);
        let conditions = conditions.map_or_else(Vec::new, |all| {
            self.condition_clause(all, false).conjuncts()
        });
        self.selected.pop();
        let subject = self.local(selection.local);
        let (relative, apart) = clauses(&conditions, &subject, is_plural);
        let name = self.local_noun(selection.local);
        let is_other_name = !selection.name.is_empty() && name != noun;
        let mentions_name = apart
            .iter()
            .chain(&relative)
            .any(|part| part.contains(&subject));
        // Another of the same noun, whose own name tells them apart.
        let same_noun = format!("the {noun}");
        let mut parts = apart.iter().chain(&relative);
        let mentions_noun = parts.any(|part| has_words(part, &same_noun));
        let called = if is_other_name && (is_named || mentions_name || mentions_noun) {
            let each = if is_plural { "each " } else { "" };
            format!(", {each}called {subject},")
        } else {
            String::new()
        };
        let relative = relative_clause(&relative);
        let apart = match (apart.as_slice(), relative.is_empty()) {
            ([], _) => String::new(),
            (apart, true) => format!(" for which {}", join_with(apart, "and")),
            (apart, false) => format!(", and for which {}", join_with(apart, "and")),
        };
        // A remark is closed by a comma before what follows it.
        let comma = if remarks.starts_with(", ") && called.is_empty() {
            ","
        } else {
            ""
        };
        let text = format!("{head}{owner}{region}{remarks}{comma}{called}{relative}{apart}");
        text.trim_end_matches(',').to_owned()
    }

    fn region(&mut self, region: Option<&Region>) -> String {
        let Some(region) = region else {
            return String::new();
        };
        match &region.region_shape {
            RegionShape::All => String::new(),
            RegionShape::Within { distance, of } => {
                let (distance, of) = (self.counted(distance), self.place_or_unit(of));
                if distance.split(' ').count() > 3 {
                    format!(", no farther from {of} than {distance},")
                } else {
                    format!(" within {distance} of {of}")
                }
            }
            RegionShape::Between { ends } => {
                let [from, to] = ends.as_ref();
                let (from, to) = (self.value_words(from), self.value_words(to));
                format!(" on the straight line between {from} and {to}")
            }
            RegionShape::Reached { way, from, within } => {
                let (from, within) = (self.value_words(from), self.counted(within));
                let way = self.way(way);
                format!(" that can be reached from {from} for {within} at most, {way},")
            }
            RegionShape::Along { way, ends } => {
                let [from, to] = ends.as_ref();
                let (from, to) = (self.value_words(from), self.value_words(to));
                let way = self.way(way);
                format!(" on the cheapest path from {from} to {to}, step by step, {way},")
            }
        }
    }

    /// A place; that of a unit is the unit itself.
    fn place_or_unit(&mut self, place: &Expr) -> String {
        let read = place.track().filter(|read| read.index.is_none());
        if let Some(read) = read
            && Some(read.track) == self.book.at_track()
        {
            return self.value_words(read.unit);
        }
        self.value_words(place)
    }

    /// The formula that says what the steps of a path cost.
    pub(super) fn way(&mut self, way: &Way) -> String {
        let known = self.book.procedures.get(way.procedure.at()).cloned();
        let Some(known) = known else {
            return String::new();
        };
        let title = super::english::quoted(&self.title(&known.naming));
        let refers = self.refer(super::value::sort_of(&known), &known.naming);
        let with = self.arguments(&known.parameters, &way.arguments, 0);
        format!("each step costing what {title}{refers} says{with}")
            .trim_end_matches(',')
            .to_owned()
    }
}

/// Whether a text has these words, not as a part of others.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let after = text
            .get(at + found.len()..)
            .and_then(|rest| rest.chars().next());
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// Sorts conditions into those with the selected unit as their subject, without it, and the others.
fn clauses(conditions: &[Condition], subject: &str, is_plural: bool) -> (Vec<String>, Vec<String>) {
    let possessive = super::english::possessive(subject);
    let (mut relative, mut apart) = (Vec::new(), Vec::new());
    for condition in conditions {
        let Condition::Clause {
            subject: own,
            predicate,
        } = condition
        else {
            apart.push(condition_part(condition));
            continue;
        };
        if own == subject {
            relative.push(format!("that {}", numbered(predicate, is_plural)));
        } else if let Some(rest) = own.strip_prefix(&format!("{possessive} ")) {
            relative.push(format!("whose {rest} {predicate}"));
        } else {
            apart.push(condition.text());
        }
    }
    (relative, apart)
}

fn condition_part(condition: &Condition) -> String {
    match condition {
        Condition::Any(parts) if parts.len() == 2 => condition.part(),
        Condition::Any(_) | Condition::All(_) | Condition::Clause { .. } => condition.text(),
    }
}

/// Joins relative clauses; those that begin alike begin once.
fn relative_clause(parts: &[String]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut was_that = false;
    for part in parts {
        match part.strip_prefix("that ") {
            Some(rest) if was_that => texts.push(rest.to_owned()),
            found => {
                was_that = found.is_some();
                texts.push(part.clone());
            }
        }
    }
    match texts.as_slice() {
        [] => String::new(),
        texts => format!(" {}", join_with(texts, "and")),
    }
}

/// Puts the verb of a predicate into the plural.
fn numbered(predicate: &str, is_plural: bool) -> String {
    if !is_plural {
        return predicate.to_owned();
    }
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "does" => "do",
        "was" => "were",
        "belongs" => "belong",
        verb => return plural_verb(verb, rest),
    };
    format!("{verb} {rest}").trim_end().to_owned()
}

fn plural_verb(verb: &str, rest: &str) -> String {
    let is_verb = verb.len() > 3 && verb.ends_with('s') && !verb.ends_with("ss");
    let verb = if is_verb {
        verb.strip_suffix('s').unwrap_or(verb)
    } else {
        verb
    };
    format!("{verb} {rest}").trim_end().to_owned()
}
