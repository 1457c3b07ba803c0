//! The generated parser, and what its rules are called by people who play.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::recovery_hints::{self, Broken};
use sandtable_diagnostic::{Code, Diagnostic, suggest};
use sandtable_source::Span;

/// Made by pest out of `grammar/rules.pest`.
#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/rules.pest"]
struct Grammar;

/// Parses one logical line.
///
/// Errors: what was expected, at its place in `line`, which stands at `span` of its file.
pub(crate) fn parse_line(rule: Rule, line: &str, span: Span) -> Result<Pair<'_, Rule>, Diagnostic> {
    match Grammar::parse(rule, line) {
        Ok(mut pairs) => pairs.next().ok_or_else(|| {
            Diagnostic::new(Code::OurFault, "the parser gave nothing back").label(span, "")
        }),
        Err(error) => Err(unexpected(rule, line, span, &error)),
    }
}

/// How a finding speaks of a failed line.
fn unexpected(rule: Rule, line: &str, span: Span, error: &Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let wanted = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => words(positives),
        ErrorVariant::CustomError { message } => vec![message.clone()],
    };
    let broken = Broken {
        rule,
        line,
        span,
        at,
        wanted: &wanted,
    };
    if let Some(diagnostic) = recovery_hints::slip(&broken) {
        return diagnostic;
    }
    let found = found(line.get(at..).unwrap_or_default());
    let message = if found.is_empty() {
        "the line ends too early".to_owned()
    } else {
        format!("`{found}` does not fit here")
    };
    let start = span.start + at;
    let diagnostic = Diagnostic::new(Code::UnexpectedText, message)
        .label(Span::new(span.file, start, start + found.len()), "here");
    if let Some(meant) = suggest::nearest(found, wanted.iter().map(|word| word.trim_matches('`'))) {
        return diagnostic.help(format!("did you mean `{meant}`?"));
    }
    let diagnostic = match wanted.as_slice() {
        [] => diagnostic,
        [one] => diagnostic.help(format!("expected {one}")),
        [most @ .., last] => diagnostic.help(format!("expected {} or {last}", most.join(", "))),
    };
    match recovery_hints::likeness(&broken) {
        Some(line) => diagnostic.help(format!("such a line looks like `{line}`")),
        None => diagnostic,
    }
}

/// The word or mark at the start of `rest`.
pub(super) fn found(rest: &str) -> &str {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let mark = ["->", "<=", ">=", "!=", ".."]
        .into_iter()
        .find(|mark| rest.starts_with(mark));
    let end = match (mark, rest.chars().next()) {
        (Some(mark), _) => mark.len(),
        (None, Some(first)) if !is_word(first) => first.len_utf8(),
        (None, _) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
    };
    rest.get(..end).unwrap_or_default()
}

/// The keywords with which lines of each sort begin.
const BEGINNINGS: [(Rule, &[&str]); 6] = [
    (
        Rule::declaration_line,
        &[
            "ruleset",
            "variant",
            "amend",
            "replace",
            "remove",
            "scale",
            "die",
            "kind",
            "table",
            "modifiers",
            "fact",
            "option",
            "formula",
            "roll",
            "action",
            "sequence",
            "trigger",
            "window",
            "reaction",
            "example",
        ],
    ),
    (Rule::fact_line, &["in play"]),
    (Rule::kind_line, &["traits", "track", "formula"]),
    (
        Rule::statement_line,
        &[
            "needs",
            "throw",
            "each",
            "alternate",
            "rank",
            "phase",
            "if",
            "else",
            "repeat",
            "count",
            "depending",
            "add",
            "take",
            "set",
            "destroy",
            "remove",
            "create",
            "once",
            "choose",
            "may",
            "open",
            "cancel",
            "at",
            "must",
            "worth",
            "stop",
            "result",
            "report",
        ],
    ),
    (
        Rule::example_line,
        &[
            "units", "given", "option", "run", "dice", "choices", "judged", "expect", "odds",
        ],
    ),
    (Rule::trigger_line, &["when"]),
];

/// The keywords with which declarations begin.
pub fn declaration_keywords() -> &'static [&'static str] {
    beginnings(Rule::declaration_line).unwrap_or_default()
}

/// Whether a word means something to the language itself.
pub fn is_keyword(word: &str) -> bool {
    let rules = Rule::all_rules().iter();
    let mut keywords = rules.map(|rule| format!("{rule:?}"));
    keywords.any(|rule| rule.strip_prefix("kw_") == Some(word))
}

/// The keywords with which lines of a sort begin, if they begin with keywords.
pub(super) fn beginnings(rule: Rule) -> Option<&'static [&'static str]> {
    BEGINNINGS
        .iter()
        .find(|(of, _)| *of == rule)
        .map(|(_, keywords)| *keywords)
}

/// What was expected, in words, each once. What only goes on with a value is left out where something must follow.
fn words(rules: &[Rule]) -> Vec<String> {
    let must: Vec<Rule> = rules
        .iter()
        .copied()
        .filter(|rule| !goes_on(*rule))
        .collect();
    let rules = match must.as_slice() {
        [] | [Rule::EOI] => rules,
        must => must,
    };
    let mut words: Vec<&str> = Vec::new();
    for rule in rules {
        let word = if goes_on(*rule) {
            "an operator"
        } else {
            describe(*rule)
        };
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter().map(str::to_owned).collect()
}

/// What may always follow a value: it need not be named where something is missing.
fn goes_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::dot
            | Rule::arguments
            | Rule::measure
            | Rule::rounded
            | Rule::comparison
            | Rule::order
            | Rule::membership
            | Rule::possession
            | Rule::meeting
            | Rule::shift
            | Rule::limit
            | Rule::sum_op
            | Rule::product_op
            | Rule::kw_and
            | Rule::kw_or
            | Rule::kw_if
            | Rule::kw_is
            | Rule::kw_has
            | Rule::kw_meets
            | Rule::kw_raised
            | Rule::kw_lowered
            | Rule::kw_limited
            | Rule::kw_rounded
    )
}

/// What an author calls a rule of the grammar; empty for what has no name of its own.
fn describe(rule: Rule) -> &'static str {
    match rule {
        Rule::name => "a name",
        Rule::word | Rule::word_list | Rule::figure | Rule::ratio => "a word",
        Rule::number | Rule::signed | Rule::one_number | Rule::quantity => "a number",
        Rule::dice | Rule::dice_type => "dice like `2d6`",
        Rule::measure => "`hexes` or `inches`",
        Rule::board => "`board`",
        Rule::stands => "`stands`",
        Rule::facings => "`facings`",
        Rule::point | Rule::decimal => "a point like `(12, 8)`",
        Rule::region | Rule::within_of | Rule::between | Rule::reached_by | Rule::along => {
            "which places"
        }
        Rule::title | Rule::text => "a title in quotes",
        Rule::citations => "a citation in brackets",
        Rule::section => "a section of the book",
        Rule::colon => "`:`",
        Rule::comma => "`,`",
        Rule::equals => "`=`",
        Rule::arrow => "`->`",
        Rule::bar => "`|`",
        Rule::dot => "`.`",
        Rule::dots => "`..`",
        Rule::less => "`<`",
        Rule::quote => "`\"`",
        Rule::open => "`(`",
        Rule::close => "`)`",
        Rule::from_mark => "`[`",
        Rule::to_mark => "`]`",
        Rule::dash => "`-`",
        Rule::plus => "`+`",
        Rule::slash => "`/`",
        Rule::minus => "",
        Rule::kw_ruleset => "`ruleset`",
        Rule::kw_variant => "`variant`",
        Rule::kw_amend => "`amend`",
        Rule::kw_replace => "`replace`",
        Rule::kw_with => "`with`",
        Rule::kw_row => "`row`",
        Rule::kw_cell => "`cell`",
        Rule::kw_line => "`line`",
        Rule::kw_before => "`before`",
        Rule::kw_after => "`after`",
        Rule::kw_start => "`start`",
        Rule::sort => "a sort of declaration like `table`",
        Rule::kw_index => "`index`",
        Rule::kw_scale => "`scale`",
        Rule::kw_die => "`die`",
        Rule::kw_faces => "`faces`",
        Rule::kw_kind => "`kind`",
        Rule::kw_traits => "`traits`",
        Rule::kw_track => "`track`",
        Rule::kw_starts => "`starts`",
        Rule::kw_default => "`default`",
        Rule::kw_optional => "`optional`",
        Rule::kw_table => "`table`",
        Rule::kw_where => "`where`",
        Rule::kw_several => "`several`",
        Rule::kw_rows => "`rows`",
        Rule::kw_modifiers => "`modifiers`",
        Rule::kw_per => "`per`",
        Rule::kw_once => "`once`",
        Rule::kw_limit => "`limit`",
        Rule::kw_fact => "`fact`",
        Rule::kw_in => "`in play`",
        Rule::kw_play => "`play`",
        Rule::fact_line => "`in play = …`",
        Rule::kw_option => "`option`",
        Rule::kw_on => "`on`",
        Rule::kw_off => "`off`",
        Rule::option_words => "words like `a or b, default a`",
        Rule::kw_formula => "`formula`",
        Rule::kw_roll => "`roll`",
        Rule::kw_action => "`action`",
        Rule::kw_trigger => "`trigger`",
        Rule::kw_when => "`when`",
        Rule::kw_reaches => "`reaches`",
        Rule::kw_falls => "`falls to`",
        Rule::kw_becomes => "`becomes`",
        Rule::kw_units => "`units`",
        Rule::kw_worst => "`worst`",
        Rule::kw_best => "`best`",
        Rule::kw_keep => "`keep`",
        Rule::kw_drop => "`drop`",
        Rule::kw_explode => "`explode`",
        Rule::kw_reroll => "`reroll`",
        Rule::kw_against => "`against`",
        Rule::kw_pairs => "`pairs`",
        Rule::kw_beaten => "`beaten`",
        Rule::kw_win => "`win`",
        Rule::kw_lose => "`lose`",
        Rule::kw_each => "`each`",
        Rule::best_of => "`best of`",
        Rule::pool | Rule::lot | Rule::handful => "dice",
        Rule::n_dice => "how many dice",
        Rule::of_which => "`dice of`",
        Rule::which_die => "which dice",
        Rule::treatment | Rule::keep | Rule::drop => "`keep highest`",
        Rule::explode => "`explode`",
        Rule::reroll => "`reroll`",
        Rule::count_faces => "`count`",
        Rule::bound => "`at most … times`",
        Rule::face_list | Rule::face_item | Rule::face_up | Rule::face_range => {
            "a face like `6` or `5+`"
        }
        Rule::against => "`against`",
        Rule::kw_for => "`for`",
        Rule::kw_end => "`end of`",
        Rule::kw_remove => "`remove`",
        Rule::kw_create => "`create`",
        Rule::kw_like => "`like`",
        Rule::kw_choose => "`choose`",
        Rule::kw_may => "`may`",
        Rule::kw_worth | Rule::worth => "`worth`",
        Rule::kw_can => "`can`",
        Rule::kw_choices => "`choices`",
        Rule::kw_judged => "`judged`",
        Rule::kw_window => "`window`",
        Rule::kw_reaction => "`reaction`",
        Rule::kw_one => "`one of`",
        Rule::kw_deep => "`deep`",
        Rule::in_order => "`in order`",
        Rule::kw_must => "`must`",
        Rule::kw_open => "`open`",
        Rule::kw_cancel => "`cancel`",
        Rule::kw_offered => "`offered`",
        Rule::how_many => "`each` or `one of`",
        Rule::deep => "`up to 2 deep`",
        Rule::by => "`by`",
        Rule::at_random => "`at random`",
        Rule::option_line => "an option in quotes and a `:`",
        Rule::picked => "an option in quotes, a unit, a number, `yes`, `no` or `none`",
        Rule::kw_example => "`example`",
        Rule::kw_given => "`given`",
        Rule::kw_run => "`run`",
        Rule::kw_dice => "`dice`",
        Rule::kw_expect => "`expect`",
        Rule::kw_odds => "`odds`",
        Rule::kw_number => "`number`",
        Rule::kw_list => "`list of`",
        Rule::kw_of => "`of`",
        Rule::kw_any => "`any`",
        Rule::kw_none => "`none`",
        Rule::kw_if => "`if`",
        Rule::kw_else => "`else`",
        Rule::kw_otherwise => "`otherwise`",
        Rule::kw_and => "`and`",
        Rule::kw_or => "`or`",
        Rule::kw_not => "`not`",
        Rule::kw_is | Rule::membership => "`is`",
        Rule::kw_has | Rule::possession => "`has`",
        Rule::kw_meets | Rule::meeting => "`meets`",
        Rule::kw_raised => "`raised by`",
        Rule::kw_lowered => "`lowered by`",
        Rule::kw_limited | Rule::limit => "`limited to`",
        Rule::kw_rounded | Rule::rounded => "`rounded down`",
        Rule::kw_by => "`by`",
        Rule::kw_up => "`up`",
        Rule::kw_down => "`down`",
        Rule::kw_nearest => "`nearest`",
        Rule::kw_more => "`more`",
        Rule::kw_fewer => "`less`",
        Rule::kw_throw => "`throw`",
        Rule::kw_rest | Rule::rest_of => "`rest of`",
        Rule::kw_yes | Rule::kw_no => "`yes` or `no`",
        Rule::kw_needs => "`needs`",
        Rule::kw_result => "`result`",
        Rule::kw_repeat => "`repeat`",
        Rule::kw_times => "`times`",
        Rule::kw_until => "`until`",
        Rule::kw_at | Rule::at_most => "`at most`",
        Rule::kw_most => "`most`",
        Rule::kw_count => "`count`",
        Rule::kw_from => "`from`",
        Rule::kw_to => "`to`",
        Rule::kw_depending => "`depending on`",
        Rule::kw_add => "`add`",
        Rule::kw_take => "`take`",
        Rule::kw_set => "`set`",
        Rule::kw_destroy => "`destroy`",
        Rule::kw_report => "`report`",
        Rule::kw_stop => "`stop`",
        Rule::ordering => "`in order of`",
        Rule::kw_order => "`order`",
        Rule::kw_highest => "`highest`",
        Rule::kw_lowest => "`lowest`",
        Rule::kw_first => "`first`",
        Rule::kw_total => "`total of`",
        Rule::kw_the | Rule::extreme => "`the lower of`",
        Rule::kw_lower => "`lower`",
        Rule::kw_higher => "`higher`",
        Rule::kw_including | Rule::including => "`including`",
        Rule::kw_destroyed => "`destroyed`",
        Rule::kw_removed | Rule::out_of_play => "`destroyed` or `removed`",
        Rule::kw_rank => "`rank`",
        Rule::kw_ties | Rule::ties => "`ties`",
        Rule::kw_as | Rule::kw_listed => "`as listed`",
        Rule::kw_shared => "`shared`",
        Rule::kw_into => "`into`",
        Rule::kw_alternate => "`alternate`",
        Rule::kw_while => "`while`",
        Rule::kw_sequence => "`sequence`",
        Rule::kw_phase => "`phase`",
        Rule::kw_game => "`game`",
        Rule::kw_won => "`won by`",
        Rule::kw_board => "`board`",
        Rule::kw_stands => "`stands`",
        Rule::kw_facings => "`facings`",
        Rule::kw_hexsides => "`hexsides`",
        Rule::kw_corners => "`corners`",
        Rule::kw_map => "`map`",
        Rule::kw_within => "`within`",
        Rule::kw_between => "`between`",
        Rule::kw_reached => "`reached by`",
        Rule::kw_along => "`along`",
        Rule::of_owner => "`of` and whose it is",
        Rule::selection => "a name for each of them",
        Rule::selected_kinds => "`:` and a kind",
        Rule::chosen_if => "`where`",
        Rule::EOI => "the end of the line",
        Rule::parameters => "parameters in brackets",
        Rule::arguments => "whom it is about, in brackets",
        Rule::same_as => "a value",
        Rule::parameter => "a parameter",
        Rule::outcomes => "outcomes",
        Rule::result => "`->`",
        Rule::head => "a name",
        Rule::type_ | Rule::words_type => "a type",
        Rule::list_type => "`list of`",
        Rule::part_type => "",
        Rule::number_type | Rule::range => "a range like `0..4`",
        Rule::or_none => "`or none`",
        Rule::literal => "a value",
        Rule::declaration_line
        | Rule::ruleset
        | Rule::scale
        | Rule::die
        | Rule::kind
        | Rule::table
        | Rule::modifiers
        | Rule::fact
        | Rule::option
        | Rule::formula
        | Rule::roll
        | Rule::action
        | Rule::sequence
        | Rule::trigger
        | Rule::declaration
        | Rule::variant
        | Rule::replaced
        | Rule::amend
        | Rule::removed
        | Rule::window
        | Rule::reaction
        | Rule::example => "a declaration",
        Rule::variant_line => "`index` or `after`",
        Rule::amend_table_line | Rule::row_edit | Rule::cell_edit => {
            "`add row`, `replace row` or `remove row`"
        }
        Rule::where_edit | Rule::where_removed => "`where`",
        Rule::amend_modifiers_line
        | Rule::modifier_added
        | Rule::modifier_replaced
        | Rule::modifier_removed => "`add`, `replace` or `remove`",
        Rule::limit_edit | Rule::limit_removed => "`limit`",
        Rule::amend_kind_line | Rule::kind_edit | Rule::traits_removed | Rule::of_kind_removed => {
            "`add`, `replace` or `remove`"
        }
        Rule::amend_unit_line => "a stat",
        Rule::amend_steps_line | Rule::line_edit | Rule::edge_edit => {
            "`replace line`, `add after line` or `add at start`"
        }
        Rule::quoted_statement | Rule::quoted_arm => "a line of the base",
        Rule::ruleset_line => "`index`",
        Rule::die_line | Rule::faces | Rule::face_group => "faces",
        Rule::kind_line
        | Rule::traits
        | Rule::track
        | Rule::kind_formula
        | Rule::stat
        | Rule::stat_default => "a stat",
        Rule::lasts => "`, until end of`",
        Rule::table_line | Rule::where_ | Rule::several | Rule::row => "a row",
        Rule::cell
        | Rule::item
        | Rule::number_to
        | Rule::number_up
        | Rule::number_down
        | Rule::word_to
        | Rule::word_up
        | Rule::word_down => "a cell",
        Rule::modifier_line | Rule::modifier => "an amount like `-1`",
        Rule::limit_line => "`limit`",
        Rule::per => "`per`",
        Rule::only_if => "`if`",
        Rule::once => "`once`",
        Rule::trigger_line => "`when`",
        Rule::example_line => "a line of an example",
        Rule::map
        | Rule::units
        | Rule::piece
        | Rule::given
        | Rule::given_item
        | Rule::judged_item
        | Rule::about
        | Rule::options
        | Rule::option_item
        | Rule::run
        | Rule::dice_line
        | Rule::choices
        | Rule::judged
        | Rule::expect
        | Rule::odds => "a line of an example",
        Rule::fraction => "a fraction like `5/6`",
        Rule::unknown => "`?`",
        Rule::statement
        | Rule::statement_line
        | Rule::inline
        | Rule::lone
        | Rule::each_inside
        | Rule::if_inside
        | Rule::simple
        | Rule::each
        | Rule::alternate
        | Rule::phase
        | Rule::rank
        | Rule::end_game
        | Rule::if_
        | Rule::else_if
        | Rule::else_
        | Rule::repeat
        | Rule::repeat_until
        | Rule::count
        | Rule::depending
        | Rule::stop
        | Rule::result_
        | Rule::needs
        | Rule::throw_
        | Rule::destroy
        | Rule::remove
        | Rule::create
        | Rule::once_each
        | Rule::open_
        | Rule::cancel
        | Rule::at_
        | Rule::worth_
        | Rule::choose
        | Rule::choice
        | Rule::may
        | Rule::change
        | Rule::report
        | Rule::outcome
        | Rule::let_ => "a statement",
        Rule::arm_line | Rule::arm => "values and a `:`",
        Rule::condition_line => "a condition",
        Rule::expression
        | Rule::disjunction
        | Rule::conjunction
        | Rule::negation
        | Rule::relation
        | Rule::shifted
        | Rule::sum
        | Rule::product
        | Rule::factor
        | Rule::postfix
        | Rule::atom
        | Rule::thrown
        | Rule::member
        | Rule::can
        | Rule::offered
        | Rule::aggregate
        | Rule::number_of
        | Rule::any_of
        | Rule::value_of
        | Rule::first_of
        | Rule::call
        | Rule::bracketed => "a value",
        Rule::comparison | Rule::order | Rule::shift | Rule::sum_op | Rule::product_op => {
            "an operator"
        }
        Rule::WHITESPACE
        | Rule::edge
        | Rule::reserved
        | Rule::glue
        | Rule::item_end
        | Rule::clause
        | Rule::operator
        | Rule::joint
        | Rule::asked
        | Rule::plain
        | Rule::plain_start
        | Rule::goes_on
        | Rule::glued => "",
    }
}
