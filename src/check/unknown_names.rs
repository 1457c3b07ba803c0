//! Findings about names that nothing declares, with the nearest known name or what was likely meant.
//!
//! Reports: E0201.

use super::scope::{Scope, number_word};
use sandtable_diagnostic::{Code, Diagnostic, a};
use sandtable_model::board::Primitive;
use sandtable_model::literals::words_of;
use sandtable_model::{KindId, Kinds, Type};
use sandtable_source::Span;
use sandtable_syntax::ast;

/// Functions of other notations: what to write instead of them.
const RULES_ELSEWHERE: [(&str, &str); 10] = [
    (
        "round",
        "write the rounding after the division: `… / 2 rounded to nearest`",
    ),
    (
        "floor",
        "write the rounding after the division: `… / 2 rounded down`",
    ),
    (
        "ceil",
        "write the rounding after the division: `… / 2 rounded up`",
    ),
    (
        "ceiling",
        "write the rounding after the division: `… / 2 rounded up`",
    ),
    ("mod", "write `remainder of A / B`"),
    ("abs", "write `the higher of A - B and B - A`"),
    ("sum", "write `total of squad.men for each squad`"),
    ("count", "write `number of squad where …`"),
    (
        "random",
        "write dice, `d6`, or draw: `choose n from 1 to 6 at random`",
    ),
    (
        "rand",
        "write dice, `d6`, or draw: `choose n from 1 to 6 at random`",
    ),
];

impl Scope<'_, '_> {
    /// Reports a rule that is used with arguments and not declared, with the nearest known name.
    pub(super) fn unknown_rule(&mut self, name: &ast::Name) {
        let known = self.checker.names.keys().map(String::as_str);
        let text = &name.value;
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("there is no `{text}` here"))
            .label(name.span, "")
            .suggest(text, known);
        let elsewhere = RULES_ELSEWHERE.iter().find(|(known, _)| known == text);
        let has_help = diagnostic.help.is_some();
        let diagnostic = match elsewhere {
            Some((_, cure)) => Diagnostic {
                help: Some((*cure).into()),
                fixes: Box::default(),
                ..diagnostic
            },
            None if has_help => diagnostic,
            None if self.checker.book.board.is_none() && Primitive::named(text, None).is_some() => {
                diagnostic.help(format!(
                    "`{text}` measures on a board: declare it below the `ruleset` line, such as `board hexes` or \
                     `board inches`"
                ))
            }
            None => diagnostic.help(format!(
                "declare a rule of that name: `action {text} (…)` to change something, `roll {text} (…)` to roll \
                 dice, `formula {text} (…)` to calculate"
            )),
        };
        self.unresolved(text, diagnostic);
    }

    /// Whether a type has the sides as its only members.
    fn is_side(&self, ty: Type) -> bool {
        let side = self.checker.book.side_kind();
        side.is_some_and(|side| ty == Type::Unit(Kinds::one(side)))
    }

    /// Reports a name that nothing declares, with the nearest known name.
    pub(super) fn unknown_name(&mut self, name: &str, span: Span, wanted: Option<Type>) {
        let words = wanted.map_or_else(Vec::new, |ty| words_of(&self.checker.book, ty));
        let own: Vec<String> = self.own_names();
        let known: Vec<&str> = self
            .visible_names()
            .chain(self.checker.names.keys().map(String::as_str))
            .chain(words.iter().map(String::as_str))
            .chain(own.iter().map(String::as_str))
            .collect();
        let mut diagnostic =
            Diagnostic::new(Code::UnknownName, format!("there is no `{name}` here"))
                .label(span, "")
                .suggest(name, known);
        let owned: Vec<String> = self
            .owners_of(name)
            .iter()
            .map(|unit| format!("`{unit}.{name}`"))
            .collect();
        let number = number_word(name);
        if name == "destroyed" {
            diagnostic.help = Some("write it after `is`: `… is destroyed`".into());
        } else if let Some(number) = number {
            diagnostic.fixes = Box::default();
            diagnostic = diagnostic
                .help(format!("write the number: `{number}`"))
                .instead(number.to_string());
        } else if let "true" | "false" = name {
            let word = if name == "true" { "yes" } else { "no" };
            diagnostic.fixes = Box::default();
            diagnostic = diagnostic.help(format!("write `{word}`")).instead(word);
        } else if let "dice" | "die" | "roll" | "throw" | "result" = name {
            diagnostic.fixes = Box::default();
            let help = "name the roll, and read that name: `roll 2d6 as shown`, `if shown >= 9: …`";
            diagnostic.help = Some(help.into());
        } else if let "min" | "max" = name {
            let word = if name == "min" { "lower" } else { "higher" };
            diagnostic.help = Some(format!("write `the {word} of A and B`").into());
        } else if wanted.is_some_and(|ty| self.is_side(ty)) {
            if diagnostic.help.is_none() {
                diagnostic = diagnostic.help(
                    "make the side a parameter of the rule, `(side)`, or select it, `first side \
                     where …`; to name it, declare it below `ruleset`: `sides …`",
                );
            }
        } else if let Some(Type::Unit(_)) = wanted {
            diagnostic = diagnostic.help(
                "make it a parameter of the rule, `(target: KIND)`; only examples name units of \
                 the unit files",
            );
        } else if !owned.is_empty() {
            diagnostic.fixes = Box::default();
            for unit in &owned {
                diagnostic = diagnostic.instead(unit.trim_matches('`'));
            }
            let owners = owned.join(" or ");
            let help = format!("it belongs to a unit: write its owner, {owners}");
            diagnostic.help = Some(help.into_boxed_str());
        } else if self.checker.types.contains_key(name) {
            diagnostic = diagnostic.help(format!(
                "expected a value: `{name}` is a scale, a kind or a die"
            ));
        } else if let Some((number, other)) = name.split_once('-')
            && number.starts_with(|first: char| first.is_ascii_digit())
        {
            diagnostic = diagnostic.help(format!(
                "to subtract, put spaces around `-`: `{number} - {other}`"
            ));
        } else if name
            .split_once('D')
            .is_some_and(|(count, sides)| format!("{count}{sides}").parse::<u32>().is_ok())
        {
            let meant = name.to_lowercase();
            diagnostic.fixes = Box::default();
            diagnostic = diagnostic
                .help(format!("write dice with a small letter: `{meant}`"))
                .instead(meant);
        } else if self.is_trait(name) {
            diagnostic.fixes = Box::default();
            let help = format!(
                "`{name}` is a trait: write `… has {name}`, with the unit or place that has it"
            );
            diagnostic.help = Some(help.into_boxed_str());
        } else if diagnostic.help.is_none() && !words.is_empty() {
            diagnostic = diagnostic.help(format!("words that fit here: {}", words.join(", ")));
        } else if self.in_report && self.locals.iter().any(|local| local.name == name) {
            diagnostic.help = Some(
                "a `report` reads the parameters alone, at the end of the rule: keep the value in a track, or declare `-> …` \
                 and write `result …`"
                    .into(),
            );
        } else if diagnostic.help.is_none() {
            diagnostic = diagnostic.help(self.where_to_declare());
        }
        self.unresolved(name, diagnostic);
    }

    /// Returns the help for a name that is declared nowhere.
    fn where_to_declare(&self) -> String {
        if !self.checker.book.has_sides_of_places() {
            return "declare it, for example as a fact or a formula; or name a value on a line above"
                .to_owned();
        }
        let place = self.checker.book.ground().place;
        format!(
            "declare it, or name a value on a line above; if it is {}: rules fit every map, so give the {place} a trait and ask for that, \
             `first spot: place where spot has capital`",
            a(place)
        )
    }

    fn is_trait(&self, name: &str) -> bool {
        let mut fields = self.checker.book.fields.iter();
        fields.any(|field| field.is_trait && field.name == name)
    }

    /// The units here that have a stat, track or formula of this name.
    fn owners_of(&self, name: &str) -> Vec<&str> {
        let book = &self.checker.book;
        let has = |kind: &sandtable_model::Kind| {
            kind.stats.iter().any(|stat| stat.naming.name == name)
                || kind.tracks.iter().any(|track| track.naming.name == name)
                || kind.formulas.iter().any(|(known, _)| known == name)
        };
        let owners = self.visible.iter().filter(|(_, id)| {
            let Type::Unit(kinds) = self.local_type(*id) else {
                return false;
            };
            let mut all = book.kinds.iter().enumerate();
            all.any(|(at, kind)| kinds.has(KindId::new(at)) && has(kind))
        });
        owners.map(|(unit, _)| unit.as_str()).collect()
    }

    /// Names that a formula of a kind may use without a unit.
    fn own_names(&self) -> Vec<String> {
        let kind = self
            .own_kind
            .and_then(|kind| self.checker.book.kinds.get(kind.at()));
        kind.map_or_else(Vec::new, |kind| {
            let stats = kind.stats.iter().map(|stat| stat.naming.name.clone());
            let tracks = kind.tracks.iter().filter(|track| !track.is_internal());
            let tracks = tracks.map(|track| track.naming.name.clone());
            let formulas = kind.formulas.iter().map(|(name, _)| name.clone());
            stats.chain(tracks).chain(formulas).collect()
        })
    }
}
