//! Maps of areas: `[area.mill]` and `[[link]]`.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::super::profile::{Stat, Unit, Value};
use super::super::read::{is_word, word_like};
use super::outline::hundredths;
use super::read::{MapReader, pairs};
use super::standing::area;
use super::{Map, MapSide};
use sandtable_board::{AreaMap, AreaName, Board, MOST_AREAS, Place};
use sandtable_diagnostic::{Code, Diagnostic, grouped};
use sandtable_source::{Span, Spanned};

/// An area as written.
struct WrittenArea {
    says: Unit,
    position: Option<(i32, i32)>,
    /// The areas of its `links`, if it says any, and where they are named.
    links: Option<Vec<Spanned<Place>>>,
    /// Span of its list of links.
    list: Span,
}

/// Links of one heading.
struct WrittenLinks {
    pairs: Vec<Spanned<(Place, Place)>>,
    says: Unit,
}

impl MapReader<'_> {
    /// Reports: E0401 to E0403, E0407, E0422, E0423, E0426 to E0428, E0670.
    pub(super) fn read_areas(&mut self, title: Option<Spanned<String>>, head: Span) -> Option<Map> {
        for key in ["legend", "hex", "square", "side", "layout", "grid"] {
            if let Some(stat) = self.stat(key) {
                self.report(
                    Diagnostic::new(Code::UnknownKey, format!("a map of areas has no `{key}`"))
                        .label(stat.key.span, "")
                        .help(
                            "write each area below a heading, `[area.mill]`, and each link below \
                            `[[link]]`",
                        ),
                );
            }
        }
        let said = self.headed("area", "[area.mill]");
        let entries = self.area_names(said);
        let names = entries.iter().map(|(entry, says)| AreaName {
            id: entry.key.value.clone(),
            title: says.shown().to_owned(),
        });
        let names: Vec<AreaName> = names.collect();
        if names.is_empty() || names.len() > MOST_AREAS {
            let span = self.stat("area").map_or(head, |stat| stat.key.span);
            self.report(
                Diagnostic::new(
                    Code::MapSize,
                    match names.len() {
                        0 => "this map has no areas".to_owned(),
                        n => format!("this map has {n} areas"),
                    },
                )
                .label(span, "")
                .help(format!(
                    "write a heading for each area, `[area.mill]`; use at most {} areas",
                    grouped(MOST_AREAS as u64)
                )),
            );
            return None;
        }
        let known = AreaMap::new(names.clone(), &[], &vec![None; names.len()])?;
        let areas: Vec<WrittenArea> = entries
            .into_iter()
            .map(|(_, says)| self.area(says, &known))
            .collect();
        self.one_way(&areas, &known);
        let links = self.links(&known);
        let listed = (0..).zip(&areas).flat_map(|(from, area)| {
            let to = area.links.iter().flatten();
            to.map(move |to| (from, to.value))
        });
        let headed = links.iter().flat_map(|links| &links.pairs);
        let joined: Vec<(Place, Place)> = listed.chain(headed.map(|pair| pair.value)).collect();
        let positions: Vec<Option<(i32, i32)>> = areas.iter().map(|area| area.position).collect();
        let map = AreaMap::new(names, &joined, &positions)?;
        self.parts(&areas, &map);
        let board = Board::Areas(map);
        let sides = links.into_iter().map(|links| MapSide {
            sides: links
                .pairs
                .iter()
                .filter_map(|pair| {
                    let (one, other) = pair.value;
                    Some(Spanned::new(board.side(one, other)?, pair.span))
                })
                .collect(),
            says: links.says,
        });
        let sides = sides.collect();
        let units = self.units(&board);
        Some(Map {
            title,
            legend: Vec::new(),
            fills: Vec::new(),
            places: (0..)
                .zip(areas)
                .map(|(place, area)| (place, area.says))
                .collect(),
            sides,
            units,
            board,
            span: head,
        })
    }

    /// The areas whose names are words, each name once.
    fn area_names<'s>(&mut self, entries: &'s [Stat]) -> Vec<(&'s Stat, Unit)> {
        let mut named: Vec<(&Stat, Unit)> = Vec::new();
        for entry in entries {
            let name = &entry.key.value;
            let example = "write a heading `[area.mill]`, and the lines below it";
            let Some(says) = self.says("area", &entry.key, &entry.value, example) else {
                continue;
            };
            if !is_word(name) {
                let like = word_like(name).unwrap_or_else(|| "north-ford".to_owned());
                self.report(
                    Diagnostic::new(
                        Code::UnitFileSyntax,
                        format!("`{name}` cannot be the name of an area"),
                    )
                    .label(entry.key.span, "not a word")
                    .help(format!(
                        "write letters, digits and single hyphens: `[area.{like}]`; its title, `name = \"…\"`, may be any text"
                    )),
                );
                continue;
            }
            let same = |(known, _): &&(&Stat, Unit)| known.key.value.eq_ignore_ascii_case(name);
            if let Some((first, _)) = named.iter().find(same) {
                let finding = Diagnostic::new(
                    Code::MapTwice,
                    format!("the area `{name}` has two headings"),
                )
                .label(entry.key.span, "here again")
                .label(first.key.span, "first here")
                .help("give one of them another name; small and capital letters are the same");
                self.report(finding);
                continue;
            }
            named.push((entry, says));
        }
        named
    }

    fn area(&mut self, mut says: Unit, known: &AreaMap) -> WrittenArea {
        let mut taken = |key: &str| {
            let at = says.stats.iter().position(|stat| stat.key.value == key)?;
            Some(says.stats.remove(at))
        };
        let (position, links) = (taken("position"), taken("links"));
        let own = known.place(&says.id.value);
        WrittenArea {
            position: position.and_then(|position| self.position(&position)),
            list: links.as_ref().map_or(says.id.span, |links| links.key.span),
            links: links.and_then(|links| self.list_of_links(&links, own, known)),
            says,
        }
    }

    /// `position = [3, 8]`
    fn position(&mut self, stat: &Stat) -> Option<(i32, i32)> {
        let found = match stat.value.value.list() {
            Some([right, up]) => hundredths(&right.value).zip(hundredths(&up.value)),
            Some(_) | None => None,
        };
        if found.is_none() && stat.value.value != Value::Unreadable {
            self.report(
                Diagnostic::new(
                    Code::WrongValue,
                    "`position` must be two numbers",
                )
                .label(
                    stat.value.span,
                    format!("this is {}", stat.value.value.type_name()),
                )
                .help("write the distances to the right and up, with at most two decimals: `position \
                    = [3, 8.5]`"),
            );
        }
        found
    }

    /// `links = ["ford", "ridge"]`
    fn list_of_links(
        &mut self,
        stat: &Stat,
        own: Option<Place>,
        known: &AreaMap,
    ) -> Option<Vec<Spanned<Place>>> {
        if stat.value.value == Value::Unreadable {
            return None;
        }
        let Some(names) = stat.value.value.list() else {
            self.report(
                Diagnostic::new(Code::WrongValue, "`links` must be a list of areas")
                    .label(
                        stat.value.span,
                        format!("this is {}", stat.value.value.type_name()),
                    )
                    .help("write their names in brackets: `links = [\"ford\", \"ridge\"]`"),
            );
            return None;
        };
        let mut links: Vec<Spanned<Place>> = Vec::new();
        let mut first_spans: BTreeMap<Place, Span> = BTreeMap::new();
        for name in names {
            let Some(place) = area(name, known, self.diagnostics) else {
                continue;
            };
            if Some(place.value) == own {
                self.report(linked_to_itself(known, place.value, place.span));
                continue;
            }
            if let Some(first) = first_spans.get(&place.value) {
                let name = Board::Areas(known.clone()).name(place.value);
                self.report(
                    Diagnostic::new(Code::MapTwice, format!("`{name}` is in this list twice"))
                        .label(place.span, "here again")
                        .label(*first, "first here")
                        .help("delete one of them"),
                );
                continue;
            }
            first_spans.insert(place.value, place.span);
            links.push(place);
        }
        Some(links)
    }

    /// Reports areas in a list of links whose own list does not have the other area.
    fn one_way(&mut self, areas: &[WrittenArea], known: &AreaMap) {
        let id = |place: Place| {
            let name = usize::try_from(place).ok();
            let name = name.and_then(|at| known.names().get(at));
            name.map_or_else(String::new, |name| name.id.clone())
        };
        let listed: BTreeSet<(Place, Place)> = (0..)
            .zip(areas)
            .flat_map(|(from, area)| {
                let to = area.links.iter().flatten();
                to.map(move |to| (from, to.value))
            })
            .collect();
        for (from, area) in (0..).zip(areas) {
            for to in area.links.iter().flatten() {
                let other = usize::try_from(to.value).ok().and_then(|at| areas.get(at));
                let Some(other) = other.filter(|other| other.links.is_some()) else {
                    continue;
                };
                if listed.contains(&(to.value, from)) {
                    continue;
                }
                let (from, to_id) = (id(from), id(to.value));
                self.report(
                    Diagnostic::new(
                        Code::OneWayLink,
                        format!("`{from}` is linked to `{to_id}`, but not the other way round"),
                    )
                    .label(to.span, "here")
                    .label(other.list, format!("`{from}` is not in this list"))
                    .help(format!(
                        "add `{from}` to the links of `{to_id}`, or delete `{to_id}` here; to bar \
                         one direction, use the formula for the cost of a step"
                    )),
                );
            }
        }
    }

    /// Reports the parts of the map that no link joins to the largest one.
    fn parts(&mut self, areas: &[WrittenArea], map: &AreaMap) {
        let parts = map.parts();
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0);
        let main = parts.iter().position(|part| part.len() == largest);
        let others = parts.iter().enumerate();
        let others = others.filter(|(at, _)| Some(*at) != main);
        for (_, part) in others {
            let mut written = part
                .iter()
                .filter_map(|place| areas.get(usize::try_from(*place).ok()?));
            let Some(first) = written.next() else {
                continue;
            };
            let message = match part.len() {
                1 => format!("no link joins `{}` to another area", first.says.id.value),
                n => format!(
                    "no link joins `{}` and {} to the rest of the map",
                    first.says.id.value,
                    match n - 1 {
                        1 => "another area".to_owned(),
                        more => format!("{more} other areas"),
                    }
                ),
            };
            self.report(
                Diagnostic::new(Code::DividedMap, message)
                    .label(first.says.id.span, "")
                    .help(format!(
                        "add a link: `links = […]` below `[area.{0}]`, or `[[link]]` with `between = [\"{0}\", …]`; if intended, ignore this",
                        first.says.id.value
                    )),
            );
        }
    }

    /// `[[link]]`
    fn links(&mut self, known: &AreaMap) -> Vec<WrittenLinks> {
        let Some(stat) = self.stat("link") else {
            return Vec::new();
        };
        if stat.value.value == Value::Unreadable {
            return Vec::new();
        }
        let entries = stat.value.value.list();
        let entries = entries.unwrap_or(std::slice::from_ref(&stat.value));
        let mut all: Vec<WrittenLinks> = Vec::new();
        let mut known_pairs: BTreeMap<(Place, Place), Span> = BTreeMap::new();
        for entry in entries {
            let example =
                "write a heading `[[link]]`, and below it `between = [\"mill\", \"ford\"]`";
            let Some(mut says) = self.says("link", &stat.key, entry, example) else {
                continue;
            };
            let Some(between) = self.between(&mut says, entry.span) else {
                continue;
            };
            let mut found: Vec<Spanned<(Place, Place)>> = Vec::new();
            for chain in pairs(&between.value) {
                for pair in self.chain(chain, known) {
                    let first = match known_pairs.entry(unordered(pair.value)) {
                        Entry::Vacant(place) => {
                            place.insert(pair.span);
                            found.push(pair);
                            continue;
                        }
                        Entry::Occupied(first) => *first.get(),
                    };
                    let board = Board::Areas(known.clone());
                    let (one, other) = pair.value;
                    let finding = Diagnostic::new(
                        Code::MapTwice,
                        format!(
                            "the link {}/{} has two headings",
                            board.name(one),
                            board.name(other)
                        ),
                    )
                    .label(pair.span, "here again")
                    .label(first, "first here")
                    .help("put all its lines below one heading: a link goes both ways");
                    self.report(finding);
                }
            }
            all.push(WrittenLinks { pairs: found, says });
        }
        all
    }

    /// Takes `between` out of what links say.
    fn between(&mut self, says: &mut Unit, span: Span) -> Option<Stat> {
        let one_way = says
            .stats
            .iter()
            .position(|stat| matches!(stat.key.value.as_str(), "from" | "to"));
        if let Some(stat) = one_way.and_then(|at| says.stats.get(at)) {
            self.report(
                Diagnostic::new(
                    Code::OneWayLink,
                    format!("a link goes both ways, so it has no `{}`", stat.key.value),
                )
                .label(stat.key.span, "")
                .help(
                    "write `between = [\"mill\", \"ford\"]`; to bar one direction, give `none` in \
                    the formula for the cost of a step",
                ),
            );
            return None;
        }
        let at = says
            .stats
            .iter()
            .position(|stat| stat.key.value == "between");
        match at.map(|at| says.stats.remove(at)) {
            Some(between) => {
                says.id.span = between.key.span;
                Some(between)
            }
            None => {
                self.report(
                    Diagnostic::new(Code::MissingStat, "this link does not name its areas")
                        .label(span, "")
                        .help("name two areas: `between = [\"mill\", \"ford\"]`"),
                );
                None
            }
        }
    }

    /// `["mill", "ford", "ridge"]`: each with the one before it.
    fn chain(&mut self, chain: &Spanned<Value>, known: &AreaMap) -> Vec<Spanned<(Place, Place)>> {
        if chain.value == Value::Unreadable {
            return Vec::new();
        }
        let names = chain.value.list().unwrap_or_default();
        if names.len() < 2 {
            self.report(
                Diagnostic::new(Code::WrongValue, "a link needs two areas")
                    .label(chain.span, format!("this is {}", chain.value.type_name()))
                    .help("name both, `between = [\"mill\", \"ford\"]`, or all along a road, `[\"mill\", \"ford\", \"ridge\"]`; write several such lists in brackets of their own, `[[\"mill\", \"ford\"], [\"ford\", \"ridge\"]]`"),
            );
            return Vec::new();
        }
        let places: Vec<Option<Spanned<Place>>> = names
            .iter()
            .map(|name| area(name, known, self.diagnostics))
            .collect();
        let mut pairs = Vec::new();
        for pair in places.windows(2) {
            if let [Some(one), Some(other)] = pair {
                let span = one.span.to(other.span);
                match one.value == other.value {
                    true => self.report(linked_to_itself(known, one.value, span)),
                    false => pairs.push(Spanned::new((one.value, other.value), span)),
                }
            }
        }
        pairs
    }
}

/// The two ends of a link, the lower first: a link goes both ways.
fn unordered((one, other): (Place, Place)) -> (Place, Place) {
    (one.min(other), one.max(other))
}

fn linked_to_itself(known: &AreaMap, place: Place, span: Span) -> Diagnostic {
    let name = Board::Areas(known.clone()).name(place);
    Diagnostic::new(
        Code::NotAdjacent,
        format!("`{name}` cannot be linked to itself"),
    )
    .label(span, "")
    .help("name another area, or delete it")
}
