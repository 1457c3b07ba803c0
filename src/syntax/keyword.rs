//! Keywords and marks of the language, each with its places: the one list from which wordings, first words of lines and
//! reserved words are taken.

use crate::grammar::Rule;

/// A place in which a keyword or a mark stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeywordKind {
    /// Begins a declaration: `table`
    Declaration,
    /// Begins a line of a kind: `track`
    KindLine,
    /// Begins a line of a trigger: `when`
    TriggerLine,
    /// Begins a line of an example: `given`
    ExampleLine,
    /// Begins a statement: `repeat`
    Statement,
    /// Joins values and conditions, and cannot be a name: `and`
    Operator,
    /// Begins a value, and cannot be a name: `yes`
    Value,
    /// Goes on with a line: `per`, `raised by`
    Clause,
    /// Says which units or places: `where`
    Selection,
    /// Says what is done with dice: `reroll`
    Dice,
    /// Belongs to a phrase of several words: `won by`
    Phrase,
    /// A spelling of former days: still read, and no name.
    Former,
    /// No word: `->`
    Mark,
}

/// A keyword or a mark.
#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// As written.
    pub word: &'static str,
    /// Its places, at least one.
    pub kinds: &'static [KeywordKind],
    /// The rule of the grammar that is only this.
    rule: Rule,
    /// Wording in findings, with the word that must follow it, if any.
    wording: &'static str,
}

impl Keyword {
    /// Whether it stands in such a place.
    pub fn is(&self, kind: KeywordKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Whether it cannot be a name.
    pub fn is_reserved(&self) -> bool {
        [
            KeywordKind::Operator,
            KeywordKind::Value,
            KeywordKind::Former,
        ]
        .into_iter()
        .any(|kind| self.is(kind))
    }
}

/// The wording of a keyword: in backquotes, if no other is given.
macro_rules! wording {
    ($word:literal) => {
        concat!("`", $word, "`")
    };
    ($word:literal $wording:literal) => {
        $wording
    };
}

/// Declares the list, and a pattern of all its rules for a `match` over the grammar.
macro_rules! keywords {
    ($($rule:ident $word:literal $(as $wording:literal)? [$($kind:ident)+];)+) => {
        /// Every keyword and every mark of the language. Those that begin the same sort of line are in the order in
        /// which a finding lists them.
        pub const KEYWORDS: &[Keyword] = &[$(Keyword {
            word: $word,
            kinds: &[$(KeywordKind::$kind),+],
            rule: Rule::$rule,
            wording: wording!($word $($wording)?),
        }),+];

        macro_rules! keyword_rule {
            () => {
                $(Rule::$rule)|+
            };
        }
    };
}

keywords! {
    kw_ruleset "ruleset" [Declaration];
    kw_variant "variant" [Declaration];
    kw_amend "amend" [Declaration];
    kw_replace "replace" [Declaration];
    kw_remove "remove" [Declaration Statement];
    kw_scale "scale" [Declaration];
    kw_words "words" [Declaration];
    kw_die "die" [Declaration];
    kw_kind "kind" [Declaration];
    kw_table "table" [Declaration];
    kw_modifiers "modifiers" [Declaration];
    kw_fact "fact" [Declaration];
    kw_option "option" [Declaration ExampleLine];
    kw_formula "formula" [Declaration KindLine];
    kw_roll "roll" [Declaration Statement Dice];
    kw_action "action" [Declaration];
    kw_sequence "sequence" [Declaration];
    kw_trigger "trigger" [Declaration];
    kw_window "window" [Declaration];
    kw_reaction "reaction" [Declaration];
    kw_example "example" [Declaration];
    kw_traits "traits" [KindLine];
    kw_track "track" [KindLine];
    kw_deck "deck" [KindLine];
    kw_hidden "hidden" [KindLine];
    kw_when "when" [TriggerLine Clause];
    kw_units "units" [ExampleLine];
    kw_given "given" [ExampleLine];
    kw_run "run" [ExampleLine];
    kw_dice "dice" [ExampleLine Dice];
    kw_choices "choices" [ExampleLine];
    kw_judged "judged" [ExampleLine];
    kw_expect "expect" [ExampleLine];
    kw_odds "odds" [ExampleLine];
    kw_cases "cases" [ExampleLine];
    kw_needs "needs" [Statement];
    kw_throw "throw" as "" [Former];
    kw_each "each" [Statement Selection];
    kw_alternate "alternate" [Statement];
    kw_rank "rank" [Statement];
    kw_phase "phase" [Statement];
    kw_if "if" [Statement Operator];
    kw_else "else" [Statement Operator];
    kw_repeat "repeat" [Statement];
    kw_count "count" [Statement Dice];
    kw_depending "depending" as "`depending on`" [Statement];
    kw_add "add" [Statement];
    kw_take "take" [Statement];
    kw_set "set" [Statement];
    kw_destroy "destroy" [Statement];
    kw_create "create" [Statement];
    kw_draw "draw" [Statement];
    kw_look "look" as "`look at`" [Statement];
    kw_give "give" [Statement];
    kw_discard "discard" [Statement];
    kw_put "put" [Statement];
    kw_shuffle "shuffle" [Statement];
    kw_reshuffle "reshuffle" [Statement];
    kw_once "once" [Statement Clause];
    kw_choose "choose" [Statement];
    kw_may "may" [Statement];
    kw_open "open" [Statement];
    kw_cancel "cancel" [Statement];
    kw_at "at" as "`at most`" [Statement Clause];
    kw_must "must" [Statement];
    kw_worth "worth" [Statement];
    kw_weighted "weighted" as "`weighted by`" [Phrase];
    kw_stop "stop" [Statement];
    kw_nothing "nothing" [Statement];
    kw_next "next" [Statement];
    kw_done "done" [Statement];
    kw_result "result" [Statement];
    kw_report "report" [Statement];
    kw_otherwise "otherwise" [Operator];
    kw_and "and" [Operator];
    kw_or "or" [Operator];
    kw_not "not" [Operator];
    kw_is "is" [Operator];
    kw_has "has" [Operator];
    kw_meets "meets" [Operator];
    kw_yes "yes" as "`yes` or `no`" [Value];
    kw_no "no" as "`yes` or `no`" [Value];
    kw_none "none" [Value];
    kw_any "any" [Value Selection];
    kw_per "per" [Clause];
    kw_most "most" [Clause];
    kw_until "until" [Clause];
    kw_times "times" [Clause];
    kw_to "to" [Clause];
    kw_from "from" [Clause];
    kw_of "of" [Clause Selection];
    kw_by "by" [Clause];
    kw_raised "raised" as "`raised by`" [Clause];
    kw_lowered "lowered" as "`lowered by`" [Clause];
    kw_limited "limited" as "`limited to`" [Clause];
    kw_rounded "rounded" as "`rounded down`" [Clause];
    kw_default "default" [Clause];
    kw_optional "optional" [Clause];
    kw_starts "starts" [Clause];
    kw_ends "ends" as "`ends at`" [Clause];
    kw_reaches "reaches" [Clause];
    kw_falls "falls" as "`falls to`" [Clause];
    kw_where "where" [Selection];
    kw_within "within" [Selection];
    kw_between "between" [Selection];
    kw_reached "reached" as "`reached by`" [Selection];
    kw_along "along" [Selection];
    kw_including "including" [Selection];
    kw_chosen "chosen" [Selection];
    kw_destroyed "destroyed" [Selection];
    kw_removed "removed" as "`destroyed` or `removed`" [Selection];
    kw_in "in" as "`in play`" [Selection];
    kw_order "order" [Selection];
    kw_highest "highest" [Selection];
    kw_lowest "lowest" [Selection];
    kw_first "first" [Selection];
    kw_best "best" [Dice];
    kw_worst "worst" [Dice];
    kw_keep "keep" [Dice];
    kw_drop "drop" [Dice];
    kw_explode "explode" [Dice];
    kw_reroll "reroll" [Dice];
    kw_against "against" [Dice];
    kw_pairs "pairs" [Dice];
    kw_beaten "beaten" [Dice];
    kw_win "win" [Dice];
    kw_lose "lose" [Dice];
    kw_with "with" [Phrase];
    kw_row "row" [Phrase];
    kw_cell "cell" [Phrase];
    kw_line "line" [Phrase];
    kw_before "before" [Phrase];
    kw_after "after" [Phrase];
    kw_start "start" [Phrase];
    kw_index "index" [Phrase];
    kw_faces "faces" [Phrase];
    kw_several "several" [Phrase];
    kw_rows "rows" [Phrase];
    kw_limit "limit" [Phrase];
    kw_play "play" [Statement Phrase];
    kw_on "on" [Statement];
    kw_off "off" [Phrase];
    kw_becomes "becomes" [Phrase];
    kw_number "number" [Phrase];
    kw_top "top" [Phrase];
    kw_bottom "bottom" [Phrase];
    kw_list "list" as "`list of`" [Phrase];
    kw_up "up" [Phrase];
    kw_down "down" [Phrase];
    kw_nearest "nearest" [Phrase];
    kw_more "more" [Phrase];
    kw_better "better" [Phrase];
    kw_fewer "less" [Phrase];
    kw_rest "rest" as "`rest of`" [Phrase];
    kw_for "for" [Phrase];
    kw_end "end" as "`end of`" [Phrase];
    kw_like "like" [Phrase];
    kw_can "can" [Phrase];
    kw_one "one" as "`one of`" [Phrase];
    kw_deep "deep" [Phrase];
    kw_offered "offered" [Phrase];
    kw_refused "refused" as "`refused by`" [Phrase];
    kw_policy "policy" as "`rest by policy`" [Phrase];
    kw_total "total" as "`total of`" [Phrase];
    kw_the "the" as "`the lower of`" [Phrase];
    kw_same "same" as "`same time`" [Phrase];
    kw_time "time" [Phrase];
    kw_lower "lower" [Phrase];
    kw_higher "higher" [Phrase];
    kw_ties "ties" [Phrase];
    kw_as "as" [Phrase];
    kw_listed "listed" as "`as listed`" [Phrase];
    kw_shared "shared" [Phrase];
    kw_into "into" [Phrase];
    kw_while "while" [Phrase];
    kw_game "game" [Phrase];
    kw_won "won" as "`won by`" [Phrase];
    kw_board "board" [Phrase];
    kw_stands "stands" [Phrase];
    kw_facings "facings" [Phrase];
    kw_sides "sides" [Phrase];
    kw_hexsides "hexsides" [Phrase];
    kw_squaresides "squaresides" [Phrase];
    kw_diagonals "diagonals" [Phrase];
    kw_corners "corners" [Phrase];
    kw_map "map" [Phrase];
    colon ":" [Mark];
    comma "," [Mark];
    equals "=" [Mark];
    arrow "->" [Mark];
    bar "|" [Mark];
    dot "." [Mark];
    dots ".." [Mark];
    less "<" [Mark];
    quote "\"" [Mark];
    open "(" [Mark];
    close ")" [Mark];
    from_mark "[" [Mark];
    to_mark "]" [Mark];
    dash "-" [Mark];
    plus "+" [Mark];
    slash "/" [Mark];
}

#[expect(
    clippy::single_component_path_imports,
    reason = "only an import gives the macro a path"
)]
pub(crate) use keyword_rule;

/// The keywords of one kind, in the order of the list.
pub fn keywords(kind: KeywordKind) -> impl Iterator<Item = &'static str> {
    let keywords = KEYWORDS.iter().filter(move |keyword| keyword.is(kind));
    keywords.map(|keyword| keyword.word)
}

/// Whether a word means something to the language itself.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.word == word)
}

/// Whether a word cannot be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    let mut keywords = KEYWORDS.iter();
    keywords.any(|keyword| keyword.word == word && keyword.is_reserved())
}

/// The wording of a rule that is only a keyword or a mark.
pub(crate) fn wording(rule: Rule) -> Option<&'static str> {
    let keyword = KEYWORDS.iter().find(|keyword| keyword.rule == rule)?;
    Some(keyword.wording)
}

/// The keywords with which lines read by a rule begin; empty if they may begin with anything else.
pub(crate) fn beginnings(rule: Rule) -> Vec<&'static str> {
    let kinds = [
        (Rule::declaration_line, KeywordKind::Declaration),
        (Rule::kind_line, KeywordKind::KindLine),
        (Rule::trigger_line, KeywordKind::TriggerLine),
        (Rule::example_line, KeywordKind::ExampleLine),
        (Rule::statement_line, KeywordKind::Statement),
    ];
    if rule == Rule::fact_line {
        return vec!["in play"];
    }
    let kind = kinds.into_iter().find(|(line, _)| *line == rule);
    kind.map_or_else(Vec::new, |(_, kind)| keywords(kind).collect())
}
