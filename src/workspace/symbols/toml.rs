//! Names in unit files, maps and scenarios.

use super::cast::{Cast, beginning, placed_on};
use super::{Builder, Key, SymbolKind};
use sandtable_model::{GAME, KindId, Kinds, Role, SIDE, Type};
use sandtable_roster::{Map, PLACE_KEYS, Scenario, ScenarioMap, Stat, Unit, Value, name_of_setup};
use sandtable_source::{Span, Spanned};

impl<'a> Builder<'a> {
    pub(super) fn add_toml(&mut self) {
        let inputs = self.inputs;
        for unit in inputs.roster.units() {
            self.profile(unit);
        }
        for (name, map) in inputs.roster.maps() {
            let symbol = self.id(Key::Map(name.to_owned()), SymbolKind::Map, name);
            if let Some(known) = self.index.symbols.get_mut(symbol.0 as usize) {
                let (span, kinds) = (map.span, Kinds::NONE);
                known.declarations.push(super::Declaration { span, kinds });
            }
            let cast = Cast {
                pieces: placed_on(map).collect(),
                parameters: Vec::new(),
            };
            self.map(&cast, map);
        }
        for scenario in inputs.scenarios {
            self.scenario(scenario);
        }
    }

    /// A unit of the unit files.
    fn profile(&mut self, unit: &Unit) {
        let id = &unit.id;
        self.declare(
            id.span,
            Key::Unit(id.value.clone()),
            SymbolKind::Unit,
            &id.value,
        );
        let kind = self.inputs.book.kind_named(&unit.kind.value);
        if let (Some(kind), Some(span)) = (kind, self.heading_kind(unit)) {
            let key = Key::Numbered(SymbolKind::Kind, kind.at(), 0);
            self.refer(span, key, SymbolKind::Kind, &unit.kind.value);
        }
        let cast = Cast {
            pieces: Vec::new(),
            parameters: Vec::new(),
        };
        self.stats(&cast, kind, &unit.stats);
    }

    /// The kind in the heading of a unit: `vehicle` in `[vehicle.panther]`. Where several units share a kind, the tree has the
    /// place of the first alone.
    fn heading_kind(&self, unit: &Unit) -> Option<Span> {
        let Span { file, start, .. } = unit.id.span;
        let text = &self.inputs.sources.get(file)?.text;
        let before = text.get(..start)?.trim_end_matches(['"', '\'']);
        let end = before.strip_suffix('.')?.len();
        let name = unit.kind.value.as_str();
        let start = end.checked_sub(name.len())?;
        (text.get(start..end)? == name).then(|| Span::new(file, start, end))
    }

    /// Stats of something of a kind.
    fn stats(&mut self, cast: &Cast<'_>, kind: Option<KindId>, stats: &[Stat]) {
        let kinds = kind.map_or(Kinds::ALL, Kinds::one);
        for stat in stats {
            let key = stat.key.value.as_str();
            if key == "traits" {
                for one in stat.value.value.list().unwrap_or_default() {
                    if let Some(name) = one.value.word() {
                        self.member(one.span, name, kinds);
                    }
                }
                continue;
            }
            let ty = self.member_type(key);
            if matches!(key, "name" | "note") || PLACE_KEYS.contains(&key) || !self.is_member(key) {
                continue;
            }
            self.member(stat.key.span, key, kinds);
            self.value(cast, &stat.value, ty);
        }
    }

    pub(super) fn is_member(&self, name: &str) -> bool {
        let book = self.inputs.book;
        book.fields.iter().any(|field| field.name == name)
            || book.tracks.iter().any(|track| track.name == name)
    }

    /// A value of a type: words, units, lists of units, parts written in place.
    fn value(&mut self, cast: &Cast<'_>, value: &Spanned<Value>, ty: Type) {
        match &value.value {
            Value::Word(word) => {
                let name = Spanned::new(word.clone(), value.span);
                self.word(cast, &name, ty);
            }
            Value::List(entries) => {
                for entry in entries {
                    self.value(cast, entry, ty);
                }
            }
            Value::Inline(stats) => match (stats.iter().find(|stat| stat.key.value == "is"), ty) {
                // `{ about = "anna", is = 2 }`
                (Some(is), _) => {
                    for stat in stats.iter().filter(|stat| stat.key.value == "about") {
                        self.value(cast, &stat.value, Type::Unit(Kinds::ALL));
                    }
                    self.value(cast, &is.value, ty);
                }
                (None, Type::Unit(kinds)) => {
                    let mut ids = (0..self.inputs.book.kinds.len()).map(KindId::new);
                    let kind = ids.find(|kind| kinds.has(*kind));
                    self.stats(cast, kind, stats);
                }
                (None, _) => {}
            },
            Value::Number(_)
            | Value::Flag(_)
            | Value::Decimal(_)
            | Value::Other(_)
            | Value::Unreadable => {}
        }
    }

    fn map(&mut self, cast: &Cast<'_>, map: &Map) {
        let book = self.inputs.book;
        let place = book.place_kind();
        let legend = map.legend.iter().map(|symbol| &symbol.says);
        for says in legend.chain(map.places.iter().map(|(_, says)| says)) {
            self.stats(cast, place, &says.stats);
        }
        let side = book.link_kind();
        for says in map.sides.iter().map(|side| &side.says) {
            self.stats(cast, side, &says.stats);
        }
        for (unit, _) in &map.units {
            self.placed(cast, unit);
        }
    }

    /// A piece that a map or scenario puts on the table.
    fn placed(&mut self, cast: &Cast<'_>, unit: &Unit) {
        let id = &unit.id;
        let scope = beginning(id.span.file);
        let key = Key::Piece(scope, id.value.clone());
        self.add(
            id.span,
            key,
            SymbolKind::Piece,
            &id.value,
            Role::Declares,
            Kinds::NONE,
        );
        let kind = self.kind_of(unit);
        if let Some(is) = unit.stat("is")
            && let Some(name) = is.value.value.word()
        {
            let key = Key::Unit(name.to_owned());
            self.refer(is.value.span, key, SymbolKind::Unit, name);
        }
        self.stats(cast, kind, &unit.stats);
    }

    /// Lines that a scenario adds to a piece of its set-up, which is in the file with this beginning.
    fn added_to(&mut self, cast: &Cast<'_>, unit: &Unit, (scope, placed): (Span, &Unit)) {
        let id = &unit.id;
        let key = Key::Piece(scope, id.value.clone());
        self.refer(id.span, key, SymbolKind::Piece, &id.value);
        self.stats(cast, self.kind_of(placed), &unit.stats);
    }

    /// The kind of a piece, by its `is` line.
    fn kind_of(&self, unit: &Unit) -> Option<KindId> {
        let name = unit.stat("is")?.value.value.word()?;
        let mut profiles = self.inputs.book.profiles.iter();
        profiles
            .find(|known| known.id == name)
            .map(|known| known.kind)
    }

    fn scenario(&mut self, scenario: &'a Scenario) {
        let inputs = self.inputs;
        let book = inputs.book;
        if let Some(naming) = book
            .naming
            .as_ref()
            .filter(|naming| naming.name == scenario.rules.value)
        {
            let key = Key::Ruleset(naming.name.clone());
            self.refer(scenario.rules.span, key, SymbolKind::Ruleset, &naming.name);
        }
        let play = &scenario.play;
        if let Some(entry) = book.find_entry(&play.value) {
            self.entry(play, entry);
        }
        let scope = beginning(scenario.span.file);
        let setups = self.setups(scenario);
        if let Some(ScenarioMap::Named(name)) = &scenario.map {
            let key = Key::Map(name.value.clone());
            self.refer(name.span, key, SymbolKind::Map, &name.value);
        }
        let of_setups = setups.iter().find_map(|setup| setup.map.as_ref());
        let own_map = match scenario.map.as_ref().or(of_setups) {
            Some(ScenarioMap::Named(name)) => inputs.roster.map(&name.value),
            Some(ScenarioMap::Own(map)) => Some(map.as_ref()),
            None => None,
        };
        let is_named = |id: &str| book.sides.iter().any(|side| side.name == id);
        let sides = scenario.sides.iter();
        let sides = sides.filter(|side| !is_named(&side.id.value));
        let of_setup = |unit: &Unit| {
            setups.iter().find_map(|setup| {
                let mut placed = setup.units.iter();
                let placed = placed.find(|placed| placed.id.value == unit.id.value)?;
                let is_placed = placed.stat("is").is_some() && unit.stat("is").is_none();
                is_placed.then(|| (beginning(setup.span.file), placed))
            })
        };
        let units = scenario.units.iter();
        let units = units.filter(|unit| of_setup(unit).is_none()).chain(sides);
        let own = units.map(|unit| (unit.id.value.as_str(), scope));
        let of_setups = setups.iter().flat_map(|setup| {
            let scope = beginning(setup.span.file);
            let pieces = setup.units.iter().chain(&setup.sides);
            pieces.map(move |unit| (unit.id.value.as_str(), scope))
        });
        let pieces = own.chain(of_setups);
        let pieces = pieces
            .chain(own_map.into_iter().flat_map(placed_on))
            .collect();
        let cast = Cast {
            pieces,
            parameters: Vec::new(),
        };
        if let (Some(ScenarioMap::Own(_)), Some(map)) = (&scenario.map, own_map) {
            self.map(&cast, map);
        }
        for stat in &scenario.options {
            let ty = self.option(&stat.key);
            self.value(&cast, &stat.value, ty);
        }
        for stat in &scenario.facts {
            if let Some(ty) = self.fact(&stat.key) {
                self.fact_value(&cast, &stat.value, ty);
            }
        }
        self.stats(&cast, book.kind_named(GAME), &scenario.game);
        for side in &scenario.sides {
            let id = &side.id;
            if is_named(&id.value) {
                let key = Key::Unit(id.value.clone());
                self.refer(id.span, key, SymbolKind::Unit, &id.value);
            } else {
                let key = Key::Piece(scope, id.value.clone());
                self.declare(id.span, key, SymbolKind::Piece, &id.value);
            }
            self.stats(&cast, book.kind_named(SIDE), &side.stats);
        }
        for unit in &scenario.units {
            match of_setup(unit) {
                Some(placed) => self.added_to(&cast, unit, placed),
                None => self.placed(&cast, unit),
            }
        }
    }

    /// The scenarios whose set-ups a scenario takes, each from the one before it.
    fn setups(&self, scenario: &'a Scenario) -> Vec<&'a Scenario> {
        let inputs = self.inputs;
        let path = |scenario: &Scenario| {
            inputs
                .sources
                .get(scenario.span.file)
                .map(|file| &file.name)
        };
        let mut found: Vec<&Scenario> = Vec::new();
        let mut last = scenario;
        while let (Some(setup), Some(of)) = (&last.setup, path(last)) {
            let of = name_of_setup(of, &setup.value);
            let Some(next) = inputs
                .scenarios
                .iter()
                .find(|known| path(known) == Some(&of))
            else {
                break;
            };
            if std::ptr::eq(next, scenario) || found.iter().any(|known| std::ptr::eq(*known, next))
            {
                break;
            }
            found.push(next);
            last = next;
        }
        found
    }

    /// A fact of a scenario: a value for all, or a list of `{ about = […], value = … }`.
    fn fact_value(&mut self, cast: &Cast<'_>, value: &Spanned<Value>, ty: Type) {
        let Some(entries) = value.value.list() else {
            self.value(cast, value, ty);
            return;
        };
        for entry in entries {
            let Value::Inline(stats) = &entry.value else {
                continue;
            };
            for stat in stats {
                match stat.key.value.as_str() {
                    "about" => self.value(cast, &stat.value, Type::Unit(Kinds::ALL)),
                    _ => self.value(cast, &stat.value, ty),
                }
            }
        }
    }
}
