//! The generated parser, and what its rules are called by people who play.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;

use super::keyword::{self, keyword_rule};
use super::recovery_hints::{self, Broken};
use sandtable_diagnostic::{Code, Diagnostic, suggest};
use sandtable_source::Span;

use parser::Grammar;
pub(crate) use parser::Rule;

/// Generated from `grammar/rules.pest` by `grammar/build.rs`.
#[allow(
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "generated code"
)]
mod parser {
    include!(concat!(env!("OUT_DIR"), "/parser.rs"));
}

/// Parses one logical line.
///
/// Errors: what was expected, at its place in `line`, which stands at `span` of its file.
pub(crate) fn parse_line(
    rule: Rule,
    line: &str,
    span: Span,
) -> Result<Pairs<'_, Rule>, Diagnostic> {
    match Grammar::parse(rule, line) {
        Ok(pairs) if pairs.is_empty() => {
            Err(Diagnostic::new(Code::InternalError, "the parser returned nothing").label(span, ""))
        }
        Ok(pairs) => Ok(pairs),
        Err(error) => Err(unexpected(rule, line, span, &error)),
    }
}

/// Builds the finding for a failed line.
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
        format!("unexpected `{found}`")
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
        Some(line) => diagnostic.help(format!("write the line like `{line}`")),
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

/// Returns the expected rules in words, each once. Those that only continue a value are left out where something must follow.
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

/// Whether a rule may always follow a value: it need not be named where something is missing.
fn goes_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::dot
            | Rule::arguments
            | Rule::measure
            | Rule::rounded
            | Rule::continued
            | Rule::joiner
            | Rule::order
            | Rule::membership
            | Rule::possession
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

/// Returns the wording of a rule of the grammar; empty for one without a name of its own.
fn describe(rule: Rule) -> &'static str {
    match rule {
        keyword_rule!()
        | Rule::colon
        | Rule::comma
        | Rule::equals
        | Rule::arrow
        | Rule::bar
        | Rule::dot
        | Rule::dots
        | Rule::less
        | Rule::quote
        | Rule::open
        | Rule::close
        | Rule::from_mark
        | Rule::to_mark
        | Rule::dash
        | Rule::plus
        | Rule::slash => keyword::wording(rule).unwrap_or_default(),
        Rule::name | Rule::part_name => "a name",
        Rule::word | Rule::word_list | Rule::figure | Rule::ratio => "a word",
        Rule::number | Rule::signed | Rule::one_number | Rule::quantity => "a number",
        Rule::dice | Rule::dice_type => "dice like `2d6`",
        Rule::measure => "`hexes`, `squares`, `areas` or `inches`",
        Rule::cell_sides => "`hexsides` or `squaresides`",
        Rule::board => "`board`",
        Rule::stands => "`stands`",
        Rule::facings => "`facings`",
        Rule::sides => "`sides`",
        Rule::named_side => "the name of a side",
        Rule::point | Rule::decimal => "a point like `(12, 8)`",
        Rule::region | Rule::within_of | Rule::between | Rule::reached_by | Rule::along => {
            "which places"
        }
        Rule::title | Rule::text => "a title in quotes",
        Rule::citations => "a citation in brackets",
        Rule::section => "a section of the book",
        Rule::minus => "",
        Rule::sort => "a keyword like `table`",
        Rule::fact_line => "`in play = …`",
        Rule::option_words => "words like `a or b, default a`",
        Rule::best_of => "`best of`",
        Rule::pool | Rule::lot | Rule::handful | Rule::measured_dice => "dice",
        Rule::n_dice => "how many dice",
        Rule::of_which => "`dice of`",
        Rule::which_die => "which dice",
        Rule::rolled | Rule::rolled_value | Rule::rolled_dice => "dice to roll",
        Rule::on_what | Rule::on_threshold | Rule::on_item => "a result of the dice, like `5+`",
        Rule::treatment | Rule::keep | Rule::drop => "`keep highest`",
        Rule::explode => "`explode`",
        Rule::reroll => "`reroll`",
        Rule::count_faces => "`count`",
        Rule::bound => "`at most … times`",
        Rule::face_list
        | Rule::face_item
        | Rule::face_up
        | Rule::face_value
        | Rule::face_from
        | Rule::face_range => "a face like `6` or `5+`",
        Rule::against => "`against`",
        Rule::worth => "`worth`",
        Rule::weight => "`weighted by`",
        Rule::in_order => "`in order`",
        Rule::how_many => "`each` or `one of`",
        Rule::deep => "`up to 2 deep`",
        Rule::by => "`by`",
        Rule::at_random => "`at random`",
        Rule::option_line => "an option in quotes and a `:`",
        Rule::picked => "an option in quotes, a unit, a number, `yes`, `no` or `none`",
        Rule::membership => "`is`",
        Rule::possession => "`has`",
        Rule::limit | Rule::limits => "`limited to`",
        Rule::end_value => "a value",
        Rule::dots_to => "`..`",
        Rule::rounded => "`rounded down`",
        Rule::rest_of => "`rest of`",
        Rule::at_most => "`at most`",
        Rule::ordering => "`in order of`",
        Rule::extreme => "`the lower of`",
        Rule::including => "`including`",
        Rule::out_of_play => "`destroyed` or `removed`",
        Rule::ties => "`ties`",
        Rule::of_chosen => "`chosen`",
        Rule::up_to => "`up to`",
        Rule::any_number => "`any number of`",
        Rule::of_owner => "`of` and the unit it belongs to",
        Rule::selection => "a name for each of them",
        Rule::selected_kinds => "`:` and a kind",
        Rule::chosen_if => "`where`",
        Rule::EOI => "the end of the line",
        Rule::parameters => "parameters in brackets",
        Rule::arguments => "the units it is about, in brackets",
        Rule::same_as => "a value",
        Rule::parameter => "a parameter",
        Rule::outcomes => "outcomes",
        Rule::result => "`->`",
        Rule::head | Rule::rule_head | Rule::table_head => "a name",
        Rule::table_result | Rule::named_result => "a result",
        Rule::type_ | Rule::words_type => "a type",
        Rule::list_type => "`list of`",
        Rule::part_type => "",
        Rule::number_type | Rule::range => "a range like `0..4`",
        Rule::or_none => "`or none`",
        Rule::literal => "a value",
        Rule::declaration_line
        | Rule::ruleset
        | Rule::scale
        | Rule::unordered
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
        | Rule::deck
        | Rule::hidden
        | Rule::copies
        | Rule::kind_formula
        | Rule::stat
        | Rule::stat_default => "a stat",
        Rule::lasts => "`, until end of`",
        Rule::calls_deep | Rule::deep_mark => "`, at most 8 deep`",
        Rule::starts_at => "`, starts at`",
        Rule::ends_at => "`, ends at`",
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
        | Rule::odds_table
        | Rule::cases_table
        | Rule::odds => "a line of an example",
        Rule::case_line
        | Rule::case_cell
        | Rule::case_head
        | Rule::given_path
        | Rule::case_value => "a cell",
        Rule::case_dice | Rule::shown => "a face of the die",
        Rule::case_choices => "a choice",
        Rule::case_given => "a value",
        Rule::policy => "`rest by policy`",
        Rule::expectation => "a condition",
        Rule::refused_by => "`refused by`",
        Rule::option_offered => "`offered` and an option in quotes",
        Rule::event_order => "`order:`",
        Rule::event => "the name of a rule, or a step in quotes",
        Rule::parts => "parts like `36ths`",
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
        | Rule::each_die
        | Rule::alternate
        | Rule::simultaneous
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
        | Rule::nothing
        | Rule::next
        | Rule::done
        | Rule::result_
        | Rule::needs
        | Rule::roll_
        | Rule::on_
        | Rule::on_else
        | Rule::rolls
        | Rule::destroy
        | Rule::remove
        | Rule::create
        | Rule::draw
        | Rule::look
        | Rule::shuffle
        | Rule::pile_move
        | Rule::once_each
        | Rule::open_
        | Rule::cancel
        | Rule::at_
        | Rule::worth_
        | Rule::choose
        | Rule::choice
        | Rule::choose_each
        | Rule::choose_several
        | Rule::may
        | Rule::change
        | Rule::report
        | Rule::outcome
        | Rule::named => "a statement",
        Rule::arm_line | Rule::arm => "values and a `:`",
        Rule::condition_line => "a condition",
        Rule::expression
        | Rule::disjunction
        | Rule::shifted
        | Rule::sum
        | Rule::factor
        | Rule::postfix
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
        Rule::continued | Rule::joiner | Rule::order | Rule::sum_op | Rule::product_op => {
            "an operator"
        }
        Rule::WHITESPACE
        | Rule::edge
        | Rule::reserved
        | Rule::glue
        | Rule::label_gap
        | Rule::item_end
        | Rule::clause
        | Rule::operator
        | Rule::further
        | Rule::joint
        | Rule::asked
        | Rule::special
        | Rule::plain_start
        | Rule::expression_tail
        | Rule::disjunction_tail
        | Rule::relation_tail
        | Rule::shifted_tail
        | Rule::sum_tail
        | Rule::relates
        | Rule::nots
        | Rule::first
        | Rule::operand
        | Rule::round
        | Rule::atom
        | Rule::called
        | Rule::goes_on
        | Rule::free
        | Rule::tail => "",
    }
}
