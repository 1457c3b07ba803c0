//! Declarations as paragraphs: kinds of units, scales, dice, facts, optional rules, modifiers, decks.

use super::english::{join_with, number, quoted, tidy, upper_first, with_article};
use super::speaker::Speaker;
use super::statement::{cited, modifier_amount};
use super::text::{Block, Item, Text};
use sandtable_model::{
    CopiesOf, Deck, Die, Dimension, Fact, Hidden, Kind, KindStat, KindTrack, Modifier, Modifiers,
    Must, NONE, OptionalRule, Parameter, Statement, TrackOrigin, Type, Words,
};

impl Speaker<'_> {
    /// Describes the ruleset: its board, the facing and placement of pieces, its sides.
    pub(super) fn ruleset(&self) -> Vec<Block> {
        let mut sentences = Vec::new();
        sentences.push(match self.book.board {
            Some(board) if self.book.has_diagonals => format!(
                "The game is played on a board of {}; those that touch at a corner are adjacent.",
                board.word()
            ),
            Some(board) => format!("The game is played on a board of {}.", board.word()),
            None => "The game is played without a board that the rules measure on.".to_owned(),
        });
        if let Some(facings) = &self.book.facings {
            let towards = match (facings.value.sides, facings.value.corners) {
                (Some(_), true) => "the sides and the corners of its place",
                (Some(_), false) => "the sides of its place",
                (None, true) => "the corners of its place",
                (None, false) => "nowhere",
            };
            sentences.push(format!("A piece faces one of {towards}."));
        }
        let stands = self.book.stands.as_ref();
        if let Some(known) = stands.and_then(|id| self.book.procedures.get(id.value.at())) {
            let title = quoted(&self.title(&known.naming));
            let refers = self.refer("formula", &known.naming);
            sentences.push(format!(
                "A piece can be only where {title}{refers} allows it."
            ));
        }
        if !self.book.sides.is_empty() {
            let sides: Vec<String> = (0..self.book.sides.len())
                .map(|at| self.named_side(at))
                .collect();
            sentences.push(format!("The sides are {}.", join_with(&sides, "and")));
        }
        vec![Block::paragraph(sentences.join(" "))]
    }

    /// A scale or a list of words.
    pub(super) fn words(&self, words: &Words) -> Vec<Block> {
        let listed: Vec<String> = words.words.iter().map(|word| self.word(word)).collect();
        let text = if words.ordered {
            format!("From the lowest to the highest: {}.", listed.join(", "))
        } else {
            format!("One of {}.", join_with(&listed, "or"))
        };
        vec![Block::paragraph(text)]
    }

    /// A die with faces of its own.
    pub(super) fn die(&self, at: usize, die: &Die) -> Vec<Block> {
        let ty = Type::Face(sandtable_model::DieId::new(at));
        let faces: Vec<String> = die
            .faces
            .iter()
            .map(|face| self.constant(*face, ty))
            .collect();
        let mut blocks = vec![Block::paragraph(format!(
            "A die with {} faces: {}.",
            faces.len(),
            join_with(&faces, "and")
        ))];
        let groups = die.groups.iter().map(|group| {
            let members = self.members(group.set, ty);
            let members = match members.as_slice() {
                [] => "no face".to_owned(),
                members => join_with(members, "or"),
            };
            Item::line(format!(
                "{}: {members}.",
                upper_first(&self.word(&group.name))
            ))
        });
        let groups: Vec<Item> = groups.collect();
        if !groups.is_empty() {
            blocks.push(Block::bullets(groups));
        }
        blocks
    }

    /// A kind of units.
    pub(super) fn kind(&mut self, kind: &Kind) -> Vec<Block> {
        let noun = self.title_noun(&kind.naming);
        let mut blocks = Vec::new();
        let stats: Vec<Item> = kind.stats.iter().map(|stat| self.stat(stat)).collect();
        if !stats.is_empty() {
            let text = format!("The sheet of {} gives:", with_article(&noun));
            blocks.push(Block::paragraph(text));
            blocks.push(Block::bullets(stats));
        }
        let traits: Vec<String> = kind
            .traits
            .iter()
            .filter_map(|field| self.book.fields.get(field.at()))
            .map(|field| quoted(&super::english::humanise(&field.name)))
            .collect();
        if !traits.is_empty() {
            let noun = if traits.len() == 1 { "trait" } else { "traits" };
            let text = format!("It may have the {noun} {}.", join_with(&traits, "and"));
            blocks.push(Block::paragraph(text));
        }
        let tracks = kind.tracks.iter();
        let tracks = tracks.filter(|track| track.origin == TrackOrigin::Declared);
        let tracks: Vec<Item> = tracks.map(|track| self.kind_track(track)).collect();
        if !tracks.is_empty() {
            blocks.push(Block::paragraph("In play, keep track of:"));
            blocks.push(Block::bullets(tracks));
        }
        let formulas: Vec<Item> = kind
            .formulas
            .iter()
            .flat_map(|(_, formula)| self.kind_formula(formula.at()))
            .collect();
        if !formulas.is_empty() {
            blocks.push(Block::paragraph("From these follow:"));
            blocks.push(Block::bullets(formulas));
        }
        let musts: Vec<Item> = kind.musts.iter().map(|must| self.kind_must(must)).collect();
        if !musts.is_empty() {
            blocks.push(Block::paragraph("It must always be so that:"));
            blocks.push(Block::bullets(musts));
        }
        if let Some(Hidden { flag, is_off_map }) = kind.hidden {
            let place = if is_off_map { " and where" } else { "" };
            let during = flag.map_or_else(String::new, |track| {
                let title = self.track(track, sandtable_model::Kinds::ALL).title;
                format!(", while {}", quoted(&title))
            });
            let text = format!("Only its own side sees which it is{place}{during}.");
            blocks.push(Block::paragraph(text));
        }
        if kind.on_map.is_some() {
            blocks.push(Block::paragraph("It is always on the map."));
        }
        if blocks.is_empty() {
            let text = format!(
                "{} has no values of its own.",
                upper_first(&with_article(&noun))
            );
            blocks.push(Block::paragraph(text));
        }
        blocks
    }

    fn stat(&self, stat: &KindStat) -> Item {
        let known = self.book.fields.get(stat.field.at());
        let ty = known.map_or(Type::Unknown, |field| field.ty);
        let is_list = known.is_some_and(|field| field.is_list);
        let values = match ty.of_units() {
            Some(kinds) => {
                let noun = self.kinds_noun(kinds, is_list);
                if is_list {
                    format!("a list of {noun}")
                } else {
                    with_article(&noun)
                }
            }
            None => self.values_of(ty, stat.low, stat.high),
        };
        let otherwise = match (stat.default, stat.optional) {
            (Some(value), _) => {
                format!("; {} if its sheet does not say", self.constant(value, ty))
            }
            (None, true) => "; may be left out".to_owned(),
            (None, false) => String::new(),
        };
        let title = upper_first(&self.title(&stat.naming));
        let cited = cited(&stat.naming.citations);
        Item::line(format!("{title}: {values}{otherwise}{cited}."))
    }

    /// The values of a type in a range.
    pub(super) fn values_of(&self, ty: Type, low: i32, high: i32) -> String {
        match ty {
            Type::Flag => "yes or no".to_owned(),
            Type::Words(words) => {
                let known = self.book.words.get(words.at());
                match known {
                    Some(list) if list.is_declared => {
                        let title = self.list_title(list);
                        format!(
                            "a value of {}",
                            quoted(&super::english::lower_first(&title))
                        )
                    }
                    Some(list) => {
                        let words: Vec<String> =
                            list.words.iter().map(|word| self.word(word)).collect();
                        join_with(&words, "or")
                    }
                    None => String::new(),
                }
            }
            Type::Face(die) => format!("a face of the {}", self.die_noun(die)),
            Type::Dice => "dice".to_owned(),
            Type::Unit(kinds) => self.one_of(&self.kinds_noun(kinds, false)),
            Type::Place => with_article(&self.place_noun()),
            Type::Side => with_article(&self.side_noun()),
            Type::Number(_) => self.range(low, high, ty),
            Type::Unknown => "a value".to_owned(),
        }
    }

    fn kind_track(&self, track: &KindTrack) -> Item {
        let known = self.book.tracks.get(track.track.at());
        let ty = known.map_or(Type::Unknown, |track| track.ty);
        let values = self.values_of(ty, track.low, track.high);
        let mut text = format!("{}: {values}", upper_first(&self.title(&track.naming)));
        if let Some(kinds) = known.and_then(|known| known.index) {
            text.push_str(&format!(", one for each {}", self.kinds_noun(kinds, false)));
        }
        let stat = |field| self.field(field, sandtable_model::Kinds::ALL).title;
        if known.is_some_and(|known| known.or_none) {
            text.push_str(", or nothing");
        }
        match track.starts_at {
            Some(field) => text.push_str(&format!(", at first its {}", quoted(&stat(field)))),
            None if track.start != NONE => {
                text.push_str(&format!(", at first {}", self.constant(track.start, ty)));
            }
            None => {}
        }
        if let Some(field) = track.ends_at {
            text.push_str(&format!(", at most its {}", quoted(&stat(field))));
        }
        if let Some(lasts) = &track.lasts {
            let time = self.time(&lasts.value);
            text.push_str(&format!("; reset at the end of the {time}"));
        }
        let cited = cited(&track.naming.citations);
        Item::line(format!("{text}{cited}."))
    }

    fn kind_must(&mut self, must: &Must) -> Item {
        let known = self.book.procedures.get(must.procedure.at());
        let first = known.and_then(|known| known.body.first());
        let Some(condition) = first.and_then(Statement::result) else {
            return Item::line(must.text.clone());
        };
        let locals = known.map_or(&[][..], |known| known.locals.as_slice());
        let mut speaker = Speaker::new(self.book).with_locals(locals);
        speaker.name_local(sandtable_model::LocalId::new(0), "it");
        let condition = speaker.clause(condition, false);
        Item::line(format!("{condition}{}.", cited(&must.citations)))
    }

    fn kind_formula(&mut self, at: usize) -> Vec<Item> {
        let Some(known) = self.book.procedures.get(at).cloned() else {
            return Vec::new();
        };
        let mut speaker = Speaker::new(self.book).with_locals(&known.locals);
        speaker.name_local(sandtable_model::LocalId::new(0), "it");
        let title = upper_first(&speaker.title(&known.naming));
        let cited = cited(&known.naming.citations);
        let blocks = speaker.body(&known.body);
        match blocks.as_slice() {
            [Block::Paragraph(only)] => {
                let text = only.marked_words().trim_end_matches('.').to_owned();
                let text = super::english::without_result(&text);
                vec![Item::line(format!("{title}: {text}{cited}."))]
            }
            _ => vec![Item {
                text: Text::marked(format!("{title}{cited}:")),
                blocks,
            }],
        }
    }

    /// A list of modifiers.
    pub(super) fn modifiers(&mut self, list: &Modifiers) -> Vec<Block> {
        let mut blocks = vec![Block::paragraph("Add up all that apply:")];
        let mut items: Vec<Item> = Vec::new();
        let mut group: Option<u32> = None;
        for line in &list.lines {
            if line.once.is_some() && line.once != group {
                items.push(Item::line(
                    "Of the next lines that are marked with “one of these”, only the first that applies counts:",
                ));
            }
            group = line.once;
            items.push(self.modifier(line, &list.naming.citations));
        }
        blocks.push(Block::bullets(items));
        let (low, high) = list.limit;
        let text = match (low <= NONE + 1, high == i32::MAX) {
            (true, true) => return blocks,
            (true, false) => format!("The total is never more than {}.", number(high)),
            (false, true) => format!("The total is never less than {}.", number(low)),
            (false, false) => format!(
                "The total is never less than {} nor more than {}.",
                number(low),
                number(high)
            ),
        };
        blocks.push(Block::paragraph(text));
        blocks
    }

    fn modifier(&mut self, line: &Modifier, of_list: &[String]) -> Item {
        let amount = modifier_amount(line.amount);
        let label = tidy(&line.label);
        let label = if label.is_empty() {
            String::new()
        } else {
            format!(" {}", quoted(&label))
        };
        let mark = if line.once.is_some() {
            ", one of these,"
        } else {
            ""
        };
        let per = line.per.as_ref().map(|per| {
            let value = self.counted(per);
            match line.most {
                Some(most) => format!(" for each point of {value}, counting {most} at most"),
                None => format!(" for each point of {value}"),
            }
        });
        let condition = line.condition.as_ref();
        let condition = condition.map(|when| format!(" if {}", self.clause(when, false)));
        let cited = if line.citations == of_list {
            String::new()
        } else {
            cited(&line.citations)
        };
        let (per, condition) = (per.unwrap_or_default(), condition.unwrap_or_default());
        let colon = match (per.is_empty() && condition.is_empty(), label.is_empty()) {
            (true, _) => " in any case",
            (false, true) => "",
            (false, false) => ":",
        };
        Item::line(format!(
            "{amount}{mark}{label}{colon}{per}{condition}{cited}."
        ))
    }

    /// Describes a fact.
    pub(super) fn fact(&mut self, fact: &Fact) -> Vec<Block> {
        let about = self.about(&fact.parameters);
        let is_unlimited = fact.low <= NONE + 1 && fact.high == i32::MAX;
        let values = match fact.ty.dimension() {
            Some(_) if is_unlimited => "a number".to_owned(),
            Some(_) | None => self.values_of(fact.ty, fact.low, fact.high),
        };
        let about = if about.is_empty() {
            String::new()
        } else {
            format!("{about} ")
        };
        let mut text = format!("{about}The players see on the table what it is: {values}");
        if let Some(value) = fact.default {
            let value = self.constant(value, fact.ty);
            text.push_str(&format!("; it is {value} if nobody says otherwise"));
        }
        let mut blocks = vec![Block::paragraph(format!("{text}."))];
        if let Some(in_play) = &fact.in_play {
            let cited = cited(&in_play.citations);
            let value = if matches!(fact.ty, Type::Flag) {
                format!("it is so if {}", self.clause(&in_play.value, false))
            } else {
                format!("it is {}", self.value_words(&in_play.value))
            };
            blocks.push(Block::paragraph(format!(
                "In a game that is played on the board, {value}{cited}."
            )));
        }
        blocks
    }

    /// `This is about the firer, a unit, and the weapon, a weapon of the firer.`
    pub(super) fn about(&self, parameters: &[Parameter]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        let parts = parameters.iter().map(|parameter| {
            let noun = self.bare_noun(&parameter.name);
            let kind = match parameter.ty.of_units() {
                Some(kinds) => self.kinds_noun(kinds, false),
                None => self.values_of(parameter.ty, parameter.low, parameter.high),
            };
            let owner = parameter.part_of.and_then(|at| parameters.get(at));
            let owner = owner.map(|owner| format!(" of the {}", self.bare_noun(&owner.name)));
            let owner = owner.unwrap_or_default();
            let dice = parameter.dice.map(|(count, sides)| match count {
                1 => format!(", rolled with a d{sides} if it is not given"),
                count => format!(", rolled with {count}d{sides} if it is not given"),
            });
            let dice = dice.unwrap_or_default();
            let the_noun = if super::english::is_noun(&noun) {
                format!("the {noun}")
            } else {
                quoted(&noun)
            };
            let text = match parameter.ty {
                Type::Unit(kinds) if parameter.is_several => {
                    format!("{the_noun}, {}", self.kinds_noun(kinds, true))
                }
                Type::Unit(_) if noun == kind => format!("the {noun}{owner}{dice}"),
                Type::Unit(_) => format!("{the_noun}, {}{owner}{dice}", self.one_of(&kind)),
                Type::Number(Dimension::Degrees) => {
                    format!("a direction, {the_noun}, {kind}{dice}")
                }
                Type::Number(_) => format!("a number, {the_noun}, {kind}{dice}"),
                Type::Flag => format!("{}, {kind}", quoted(&noun)),
                Type::Words(_)
                | Type::Face(_)
                | Type::Dice
                | Type::Place
                | Type::Side
                | Type::Unknown => format!("{the_noun}, {kind}{dice}"),
            };
            match parameter.or_none {
                true => format!("{text}, if there is one"),
                false => text,
            }
        });
        let parts: Vec<String> = parts.collect();
        let text = parts.join("; ");
        format!("This is about {text}.")
    }

    /// An optional rule.
    pub(super) fn option(&self, option: &OptionalRule) -> Vec<Block> {
        let values = match option.ty {
            Type::Flag => {
                let usual = if option.default == 0 {
                    "not in use"
                } else {
                    "in use"
                };
                format!("It is {usual} unless the players agree otherwise.")
            }
            ty @ (Type::Number(_)
            | Type::Words(_)
            | Type::Face(_)
            | Type::Dice
            | Type::Unit(_)
            | Type::Place
            | Type::Side
            | Type::Unknown) => format!(
                "The players choose {}; without a choice it is {}.",
                self.values_of(ty, 0, 0),
                self.constant(option.default, ty)
            ),
        };
        vec![Block::paragraph(values)]
    }

    /// A deck of cards.
    pub(super) fn deck(&self, deck: &Deck) -> Vec<Block> {
        let noun = self.kind_noun(deck.kind);
        let copies = match deck.copies {
            CopiesOf::Number(1) => format!("one card of each {noun}"),
            CopiesOf::Number(n) => format!("{n} cards of each {noun}"),
            CopiesOf::Stat(field) => {
                let title = self
                    .field(field, sandtable_model::Kinds::one(deck.kind))
                    .title;
                format!(
                    "as many cards of each {noun} as its {} says",
                    quoted(&title)
                )
            }
        };
        let text = match deck.home {
            None => format!("The deck holds {copies}."),
            Some(_) => format!("Each side has a deck of its own, which holds {copies}."),
        };
        vec![Block::paragraph(text)]
    }
}
