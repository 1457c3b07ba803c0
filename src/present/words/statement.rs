//! Statements as instructions: `add 1 to the target’s hits`.

use super::english::{join_with, quoted, signed, times, upper_first};
use super::selection::Article;
use super::speaker::Speaker;
use super::text::{Block, Item, reference};
use super::value::sort_of;
use sandtable_model::{
    Arithmetic, Block as Body, Expr, LocalId, NONE, ProfileId, Rank, Selection, Settled, Statement,
    StatementKind, Ties, Type, WindowId,
};
use sandtable_syntax::ast::Ability;

/// An instruction: words without a capital and a full stop, and what is below them.
#[derive(Debug, Clone, Default)]
pub(super) struct Act {
    /// `add 1 to the target’s hits`
    pub(super) text: String,
    /// Lists below it.
    pub(super) blocks: Vec<Block>,
    /// Conditions that come before everything else.
    pub(super) is_needs: bool,
}

impl Act {
    /// An instruction with nothing below it.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// An instruction with lists below it.
    pub(super) fn with(text: impl Into<String>, blocks: Vec<Block>) -> Self {
        Self {
            text: text.into(),
            blocks,
            is_needs: false,
        }
    }

    /// As a sentence.
    pub(super) fn sentence(&self) -> String {
        let text = upper_first(self.text.trim());
        let text = text.trim_end_matches([',', ';']);
        let end = if self.blocks.is_empty() { "." } else { ":" };
        format!("{text}{end}")
    }

    pub(super) fn item(self) -> Item {
        Item {
            text: super::text::Text::marked(self.sentence()),
            blocks: self.blocks,
        }
    }
}

/// Most characters of sentences that make a paragraph and not a list.
const SHORT: usize = 320;

/// Lays instructions out: a paragraph, or a list of steps.
pub(super) fn laid_out(acts: Vec<Act>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = Vec::new();
    for act in acts {
        if act.is_needs && rest.is_empty() {
            blocks.push(Block::paragraph(act.sentence()));
            blocks.extend(act.blocks);
        } else {
            rest.push(act);
        }
    }
    let is_flat = rest.iter().all(|act| act.blocks.is_empty());
    let length: usize = rest.iter().map(|act| act.text.len()).sum();
    if rest.is_empty() {
        return blocks;
    }
    if is_flat && (rest.len() == 1 || length < SHORT && rest.len() < 5) {
        let sentences: Vec<String> = rest.iter().map(Act::sentence).collect();
        blocks.push(Block::paragraph(sentences.join(" ")));
    } else if let [only] = rest.as_slice() {
        blocks.push(Block::paragraph(only.sentence()));
        blocks.extend(only.blocks.clone());
    } else {
        blocks.push(Block::steps(rest.into_iter().map(Act::item).collect()));
    }
    blocks
}

impl Speaker<'_> {
    /// The instructions of a block.
    pub(super) fn acts(&mut self, block: &[Statement]) -> Vec<Act> {
        let mut acts = Vec::new();
        let mut rest = block;
        while let Some((first, after)) = rest.split_first() {
            let n_cards = self.n_of_cards(rest);
            let n_needs = n_leading(rest, is_refusing);
            let n_outcomes = n_leading(rest, is_outcome);
            let n_results = n_leading(rest, is_result);
            let (act, n) = if n_cards > 0 {
                let (run, _) = rest.split_at_checked(n_cards).unwrap_or((rest, &[]));
                (self.card_act(run), n_cards)
            } else if n_needs > 1 {
                (self.needs(rest, n_needs), n_needs)
            } else if n_outcomes > 1 {
                (self.outcomes(rest, n_outcomes), n_outcomes)
            } else if n_results > 1 {
                (self.results(rest, n_results), n_results)
            } else {
                (self.act(first), 1)
            };
            let mut act = act;
            let before = block.split_at_checked(block.len() - rest.len());
            if n == 1
                && matches!(first.kind, StatementKind::Result(_))
                && before.is_some_and(|(before, _)| before.iter().any(has_result))
            {
                act.text = format!("otherwise, {}", act.text);
            }
            if !act.text.is_empty() || !act.blocks.is_empty() {
                acts.push(act);
            }
            rest = if n == 1 {
                after
            } else {
                rest.split_at_checked(n).map_or(&[], |(_, after)| after)
            };
        }
        acts
    }

    /// The blocks of a body.
    pub(super) fn body(&mut self, block: &[Statement]) -> Vec<Block> {
        let acts = self.acts(block);
        laid_out(acts)
    }

    /// The instruction of a statement, with the sections it cites itself.
    pub(super) fn act(&mut self, statement: &Statement) -> Act {
        let mut act = self.bare_act(statement);
        if act.text.is_empty() {
            return act;
        }
        act.text.push_str(&cited(&statement.citations));
        act
    }

    fn bare_act(&mut self, statement: &Statement) -> Act {
        match &statement.kind {
            // A counter of the check's own.
            StatementKind::Let { local, .. } if self.local_name(*local).is_empty() => {
                Act::default()
            }
            StatementKind::Let { local, value } => self.keep(*local, value),
            StatementKind::Outcome { words, value, when } => {
                let word = self.constant(*value, Type::Words(*words));
                let when = when.as_ref().map(|when| self.clause(when, false));
                let when = when.map_or_else(String::new, |when| format!("if {when}, "));
                Act::plain(format!("{when}the result is {word}"))
            }
            StatementKind::Result(value) => self.result_act(value),
            StatementKind::Needs { .. } | StatementKind::OnceEach { .. } => {
                self.needs(std::slice::from_ref(statement), 1)
            }
            StatementKind::Must { condition, .. } => {
                let condition = self.clause(condition, false);
                Act::plain(format!("now it must be so that {condition}"))
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => match self.reads_a_counter(condition) {
                true => self.under("when a die is rolled for the first time".to_owned(), then),
                false => self.conditional(condition, then, otherwise),
            },
            StatementKind::Simultaneous { body } => {
                let blocks = self.body(body);
                Act::with(
                    "all this happens at the same time, each part as matters were before it",
                    blocks,
                )
            }
            StatementKind::Repeat { until, times, body } => {
                self.repetition(until.as_ref(), times.as_ref(), body)
            }
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => self.count(*local, from, to, body),
            StatementKind::Each {
                selection,
                order,
                body,
            } => {
                let chosen = self.selection_words(selection, Article::Each, true);
                let order = self.settled(order.as_ref());
                self.under(format!("for {chosen}{order}"), body)
            }
            StatementKind::Alternate {
                selection,
                order,
                condition,
                body,
            } => self.turns(selection, order.as_ref(), condition, body),
            StatementKind::Phase { naming, body } => {
                let title = upper_first(&self.title(naming));
                // The statement cites what its phase cites.
                let blocks = self.body(body);
                Act::with(title, blocks)
            }
            StatementKind::Rank(rank) => self.rank(rank),
            StatementKind::EndGame { winner } => self.end_of_game(winner.as_ref()),
            StatementKind::Depending { value, arms } => self.depending(value, arms),
            StatementKind::Change { .. } => self.changed(statement),
            StatementKind::Create {
                local,
                profile,
                owner,
                most,
            } => self.creation(*local, *profile, owner.as_ref(), *most),
            StatementKind::Choose(choice) => self.choice_act(choice),
            StatementKind::Call(call) => self.carried_out(call),
            StatementKind::Open {
                window,
                arguments,
                cancelled,
            } => self.opened(*window, arguments, cancelled),
            StatementKind::Cancel => {
                Act::plain("the event that this reacts to ends at once, without further effect")
            }
            StatementKind::Stop => Act::plain("this ends here"),
            StatementKind::Nothing => Act::plain("nothing happens"),
            StatementKind::Next => Act::plain("go on with the next one"),
            StatementKind::Done => Act::plain("stop repeating this"),
        }
    }

    fn count(&mut self, local: LocalId, from: &Expr, to: &Expr, body: &[Statement]) -> Act {
        let list = self.list_of(local);
        let word = |end: &Expr| {
            let at = usize::try_from(end.literal()?).ok()?;
            list?.words.get(at).cloned()
        };
        let ends = [from, to].map(|end| match word(end) {
            Some(word) => self.word(&word),
            None => self.value_words(end),
        });
        let [first, last] = ends;
        let name = self.local(local);
        let noun = match list {
            None => "number".to_owned(),
            Some(list) if !list.is_declared => "word".to_owned(),
            Some(list) => super::english::lower_first(&self.list_title(list)),
        };
        let called = match noun == self.local_noun(local) {
            true => String::new(),
            false => format!(", called {name}"),
        };
        let head = format!("for each {noun} from {first} to {last} in turn{called}");
        self.under(head, body)
    }

    fn turns(
        &mut self,
        selection: &Selection,
        order: Option<&Settled>,
        condition: &Expr,
        body: &[Statement],
    ) -> Act {
        let chosen = self.selection_words(selection, Article::Each, true);
        let order = self.settled(order);
        let going = self.clause(condition, false);
        let name = self.local(selection.local);
        let head = format!(
            "{chosen} takes turns{order}; {name} takes one only if {going}, and it goes on, round after round, until this is so for none of them. In a turn"
        );
        self.under_list(head, body)
    }

    fn end_of_game(&mut self, winner: Option<&Expr>) -> Act {
        match winner {
            Some(winner) if winner.literal() == Some(NONE) => {
                Act::plain("the game ends without a winner")
            }
            Some(winner) => match winner.set_of_units() {
                Some(sides) => {
                    let winners = self.joint_winners(winner, sides);
                    Act::plain(format!("the game ends; {winners} win together"))
                }
                None => {
                    let winner = self.value_words(winner);
                    Act::plain(format!("the game ends; the winner is {winner}"))
                }
            },
            None => Act::plain("the game ends"),
        }
    }

    /// Sides that are listed, or those of a selection.
    fn joint_winners(&mut self, winners: &Expr, sides: &Selection) -> String {
        if !sides.name.is_empty() {
            return self.value_words(winners);
        }
        let mut listed = Vec::new();
        if let Some(condition) = &sides.condition {
            condition.chain(Arithmetic::Or, &mut |part| {
                listed.extend(part.comparison().map(|compared| compared.right));
            });
        }
        let words: Vec<String> = listed
            .into_iter()
            .map(|side| self.value_words(side))
            .collect();
        join_with(&words, "and")
    }

    fn creation(
        &mut self,
        local: LocalId,
        profile: ProfileId,
        owner: Option<&Expr>,
        most: u32,
    ) -> Act {
        let known = self.book.profiles.get(profile.at());
        let title = known.map_or("", |profile| profile.title.as_str());
        let title = quoted(&super::english::tidy(title));
        let owner = owner.map(|owner| self.value_words(owner));
        let owner = owner.map_or_else(String::new, |owner| format!(" for {owner}"));
        let name = self.local(local);
        Act::plain(format!(
            "bring one more {title} into play{owner}, called {name}, unless {most} of them are in play"
        ))
    }

    fn opened(&mut self, window: WindowId, arguments: &[Expr], cancelled: &[Statement]) -> Act {
        let Some(known) = self.book.windows.get(window.at()) else {
            return Act::default();
        };
        let title = quoted(&self.title(&known.naming));
        let refers = self.refer("window", &known.naming);
        let with = self.arguments(&known.parameters, arguments, 0);
        let mut result = String::new();
        for statement in cancelled {
            if let StatementKind::Result(value) = &statement.kind {
                let value = self.value_words(value);
                result = format!("; if a reaction ends this, the result is {value}");
            }
        }
        Act::plain(format!(
            "others may now react to {title}{refers}{with}{result}"
        ))
    }

    fn keep(&mut self, local: LocalId, value: &Expr) -> Act {
        let name = self.local_noun(local);
        let noun = self.local(local);
        if let Some(rolled) = self.rolled(value) {
            return Act::plain(format!("{rolled}; this is {noun}"));
        }
        if matches!(value.ty, Type::Flag) {
            let condition = self.clause(value, false);
            return Act::plain(format!(
                "note whether {condition}: this is {}",
                quoted(&name)
            ));
        }
        let text = self.value_words(value);
        if let Some(rest) = text.strip_prefix("the result of ")
            && self.is_run(value)
        {
            return Act::plain(format!("carry out {rest}; its result is {noun}"));
        }
        if super::english::is_plural(&name) {
            return Act::plain(format!("let {noun} be {text}"));
        }
        Act::plain(format!("{noun} is {text}"))
    }

    /// Whether an expression carries out a roll or an action.
    fn is_run(&self, value: &Expr) -> bool {
        let called = value.call();
        let called = called.and_then(|(id, _)| self.book.procedures.get(id.at()));
        called.is_some_and(|known| known.ability != Ability::Formula)
    }

    /// `roll 2d6 and add the bonus`, if the value is a roll.
    pub(super) fn rolled(&mut self, value: &Expr) -> Option<String> {
        if value.is_roll() {
            let text = self.value_words(value);
            return Some(match text.strip_prefix("a roll of ") {
                Some(dice) => format!("roll {}", with_a(dice)),
                None => format!("find {text}"),
            });
        }
        if let Some((op, left, right)) = value.binary()
            && matches!(op, Arithmetic::Add | Arithmetic::Subtract)
        {
            let roll = self.rolled(left)?;
            let what = self.operand(right);
            let verb = if op == Arithmetic::Add {
                "add"
            } else {
                "subtract"
            };
            return Some(format!("{roll} and {verb} {what}"));
        }
        None
    }

    /// A head with the instructions of a body: in its sentence if there is one, else below it.
    fn under(&mut self, head: String, body: &[Statement]) -> Act {
        let acts = self.acts(body);
        if let [only] = acts.as_slice()
            && only.blocks.is_empty()
            && !only.text.starts_with("for ")
            && !only.text.starts_with("if ")
        {
            return Act::plain(format!("{head}, {}", only.text));
        }
        if let [only] = acts.as_slice()
            && !only.is_needs
        {
            return Act::with(format!("{head}, {}", only.text), only.blocks.clone());
        }
        Act::with(head, laid_out(acts))
    }

    fn under_list(&mut self, head: String, body: &[Statement]) -> Act {
        let acts = self.acts(body);
        Act::with(head, laid_out(acts))
    }

    fn settled(&mut self, order: Option<&Settled>) -> String {
        match order {
            Some(settled) => format!(", {}", self.ordering(&settled.ordering)),
            None => String::new(),
        }
    }

    /// Whether a condition is about a counter of the check's own, as of dice that explode.
    fn reads_a_counter(&self, condition: &Expr) -> bool {
        let Some(left) = condition.comparison().map(|comparison| comparison.left) else {
            return false;
        };
        let local = left.local();
        let is_nameless = local.is_some_and(|local| self.local_name(local).is_empty());
        is_nameless && matches!(left.ty, Type::Number(_))
    }

    fn repetition(&mut self, until: Option<&Expr>, most: Option<&Expr>, body: &Body) -> Act {
        if until.is_some_and(|until| self.reads_a_counter(until)) {
            return self.under(
                "do this for each of the dice, one by one; each that explodes earns a further die at once"
                    .to_owned(),
                body,
            );
        }
        let most = most.map(|most| match most.literal() {
            Some(n) => times(n),
            None => format!("as many times as {}", self.value_words(most)),
        });
        let head = match (until, most) {
            (Some(until), Some(most)) => {
                let going = self.clause(until, true);
                format!("as long as {going}, but {most} at most, do this")
            }
            (Some(until), None) => format!("as long as {}, do this", self.clause(until, true)),
            (None, Some(most)) => format!("do this {most}"),
            (None, None) => "repeat this".to_owned(),
        };
        let acts = self.acts(body);
        if let [only] = acts.as_slice()
            && only.blocks.is_empty()
            && !only.text.starts_with("if ")
        {
            let head = head.replace(", do this", "").replace("do this ", "");
            return Act::plain(format!("{head}, {}", only.text));
        }
        Act::with(head, laid_out(acts))
    }

    fn rank(&mut self, rank: &Rank) -> Act {
        let chosen = self.selection_words(&rank.selection, Article::Plural, true);
        let order = self.ordering(&rank.order.ordering);
        let ties = match &rank.ties {
            Ties::AsListed => "those that are equal stay as they are listed".to_owned(),
            Ties::Shared => "those that are equal share a place".to_owned(),
            Ties::Roll(die) => match self.rolled(die) {
                Some(roll) => format!(
                    "those that are equal each {roll} until none are, {} first",
                    if rank.order.ordering.highest {
                        "highest"
                    } else {
                        "lowest"
                    }
                ),
                None => format!(
                    "those that are equal roll off with {}",
                    self.value_words(die)
                ),
            },
        };
        let kinds = self.kinds_of(&rank.unit);
        let unit = self.value_words(&rank.unit);
        let track = self.track_of(&unit, rank.track, kinds);
        Act::plain(format!(
            "rank {chosen} {order}; {ties}; the place that each has, from 1 on, is {track}"
        ))
    }

    /// Carries out an action, or finds something out for what it does.
    fn carried_out(&mut self, call: &Expr) -> Act {
        let Some((procedure, arguments)) = call.call() else {
            let value = self.value_words(call);
            return Act::plain(format!("find {value}"));
        };
        let Some(known) = self.book.procedures.get(procedure.at()).cloned() else {
            return Act::default();
        };
        let title = self.title(&known.naming);
        let refers = self.refer(sort_of(&known), &known.naming);
        let first = known.parameters.first().zip(arguments.first());
        // Where a side is handed over beside a piece, it is the side that acts.
        let sides = self.book.side_kind().map(sandtable_model::Kinds::one);
        let is_side = |one: &sandtable_model::Parameter| Some(one.ty.kinds()) == sides;
        let is_done_by_side = known.parameters.iter().skip(1).any(is_side);
        let has_subject = first.is_some_and(|(one, _)| matches!(one.ty, Type::Unit(_)));
        let has_subject = has_subject && !is_done_by_side;
        let predicate = super::english::predicate_of(&title, true);
        if let (true, Some(predicate), Some(first)) = (has_subject, predicate, arguments.first())
            && predicate.no.starts_with("does not ")
        {
            let subject = self.value_words(first);
            let rest = self.arguments(&known.parameters, arguments, 1);
            let yes = predicate.yes;
            return Act::plain(format!("{subject} {yes}{refers}{rest}"));
        }
        let with = self.arguments(&known.parameters, arguments, 0);
        let verb = match known.ability {
            Ability::Sequence => "play",
            Ability::Formula => "find",
            Ability::Roll => "roll for",
            Ability::Action => "carry out",
        };
        Act::plain(format!("{verb} {}{refers}{with}", quoted(&title)))
    }
}

/// Sections in brackets, as references.
pub(super) fn cited(citations: &[String]) -> String {
    let marks: Vec<String> = citations
        .iter()
        .map(|section| reference(&format!("§{section}")))
        .collect();
    marks.concat()
}

/// Instructions in one line: `add 1 to its hits and stop here`.
pub(super) fn in_line(acts: &[Act]) -> String {
    let texts: Vec<String> = acts.iter().map(|act| act.text.clone()).collect();
    join_with(&texts, "and")
}

/// `d6` with its article; `2d6` without.
fn with_a(dice: &str) -> String {
    let starts = |word: &str| dice.starts_with(word);
    if dice.starts_with('d') && !starts("dice") && !starts("die") {
        format!("a {dice}")
    } else {
        dice.to_owned()
    }
}

/// Returns the signed amount of a modifier as printed.
pub(super) fn modifier_amount(amount: i32) -> String {
    signed(amount)
}

fn n_leading(block: &[Statement], is_one: fn(&Statement) -> bool) -> usize {
    block
        .iter()
        .take_while(|statement| is_one(statement))
        .count()
}

fn is_refusing(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Needs { .. } | StatementKind::OnceEach { .. }
    )
}

fn is_outcome(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Outcome { .. })
}

/// Whether a statement, or one in its blocks, gives a result.
fn has_result(statement: &Statement) -> bool {
    let mut inner = sandtable_model::blocks(statement).flatten();
    matches!(statement.kind, StatementKind::Result(_)) || inner.any(has_result)
}

/// Whether a statement gives a result, or does so under a condition and nothing else.
fn is_result(statement: &Statement) -> bool {
    let gives = |block: &[Statement]| matches!(block, [only] if matches!(only.kind, StatementKind::Result(_)));
    if let StatementKind::If {
        then, otherwise, ..
    } = &statement.kind
    {
        return gives(then) && (otherwise.is_empty() || otherwise.iter().all(is_result));
    }
    matches!(statement.kind, StatementKind::Result(_))
}
