//! Hints for broken lines: slips that have a cure of their own.
//!
//! Asked only once the grammar has refused a line. A hint found here replaces "expected …".
//!
//! Reports: E0101, E0102, E0107.

mod everyday;
mod habits;
mod phrases;
mod places;
mod punctuation;
mod rearranged;
mod relations;
mod results;
mod shape;
mod templates;
mod words;

use super::grammar::{Rule, found};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;

/// A line that the grammar refuses.
pub(super) struct Broken<'l> {
    /// The rule by which the line was read.
    pub(super) rule: Rule,
    pub(super) line: &'l str,
    /// Place of the line in its file.
    pub(super) span: Span,
    /// The offset in the line at which parsing failed.
    pub(super) at: usize,
    /// The expected continuations, in words.
    pub(super) wanted: &'l [String],
}

/// Returns an example of a line of this sort, unless only a value in it cannot be read.
pub(super) fn likeness(broken: &Broken<'_>) -> Option<&'static str> {
    let is_bare = broken.rule == Rule::statement_line && broken.before() == broken.first_word();
    let is_formula = broken.first_word() == "formula" && broken.before().contains('=');
    let in_a_value = is_formula || broken.wants("a value") || broken.wants("an operator");
    // Two sorts of lines begin with `at`.
    let first = match broken.line.starts_with("at the ") {
        true => "at the",
        false => broken.first_word(),
    };
    let line = templates::likeness(broken.rule, first)?;
    (!in_a_value || is_bare).then_some(line)
}

/// Returns the finding about a known mistake, if the line has one.
pub(super) fn slip<'l>(broken: &Broken<'l>) -> Option<Diagnostic> {
    let looks: [fn(&Broken<'l>) -> Option<Diagnostic>; 117] = [
        Broken::neighbours,
        Broken::between_two,
        Broken::comparison_of_three,
        Broken::comparison_without_subject,
        Broken::loop_behind_a_colon,
        Broken::more_behind_an_order,
        Broken::others_without_a_colon,
        Broken::cleared,
        Broken::all_of_a_kind,
        Broken::article_of_a_choice,
        Broken::for_each,
        Broken::measures_of_a_limit,
        Broken::is_a_calculated_value,
        Broken::track_behind_an_amount,
        Broken::value_behind_a_colon,
        Broken::condition_of_an_amount,
        Broken::where_behind_the_order,
        Broken::condition_behind_a_call,
        Broken::citation_behind_a_value,
        Broken::amount_of_a_track,
        Broken::change_of_all,
        Broken::count_by_a_bound,
        Broken::ruled_off,
        Broken::number_to_choose,
        Broken::quoted_cell,
        Broken::percentage,
        Broken::range_with_a_comma,
        Broken::default_with_a_sign,
        Broken::modifier_in_another_order,
        Broken::some_or_none,
        Broken::repeat_with_a_limit,
        Broken::whose_pieces,
        Broken::citation_before_the_colon,
        Broken::range_from_a_fraction,
        Broken::fraction_with_a_measure,
        Broken::other_aggregate,
        Broken::compared_in_words,
        Broken::dice_in_words,
        Broken::remark,
        Broken::not_whole,
        Broken::percentile_die,
        Broken::quoted_number,
        Broken::split_sign,
        Broken::measure_of_a_limit,
        Broken::numbered_step,
        Broken::repeat_for,
        Broken::block_behind_a_colon,
        Broken::option_of_the_base,
        Broken::options_in_one_line,
        Broken::flag_as_a_statement,
        Broken::stat_as_in_other_notations,
        Broken::comparison_in_a_trigger,
        Broken::colon_behind_an_amount,
        Broken::colon_before_a_result,
        Broken::colon_behind_a_roll_or_phase,
        Broken::best_of_dice,
        Broken::example_without_marks,
        Broken::everyday_phrase,
        Broken::sign_for_to,
        Broken::count_before_dice,
        Broken::at_least_behind_is,
        Broken::foreign_mark,
        Broken::which_places,
        Broken::pieces_at_a_place,
        Broken::if_any_at_the_end,
        Broken::result_of_a_roll,
        Broken::then_with_colon,
        Broken::article,
        Broken::threshold,
        Broken::other_first_word,
        Broken::misspelt_first_word,
        Broken::misspelt_behind_a_colon,
        Broken::other_first_word_inside,
        Broken::extreme_of_two,
        Broken::results_without_names,
        Broken::remainder,
        Broken::article_of_a_name,
        Broken::else_with_condition,
        Broken::else_behind_a_statement,
        Broken::sum_into_track,
        Broken::colon_behind_a_head,
        Broken::colon_too_many,
        Broken::dice,
        Broken::ordinary_dice_with_roll,
        Broken::as_many_dice,
        Broken::number_for_a_range,
        Broken::strokes,
        Broken::two_chances,
        Broken::comma_at_the_end,
        Broken::stat_out_of_order,
        Broken::two_comparisons,
        Broken::condition_first,
        Broken::torn_sign,
        Broken::capitals,
        Broken::outcome_of_reserved_words,
        Broken::scale_out_of_order,
        Broken::words_in_order,
        Broken::letters_of_a_name,
        Broken::digit_behind_a_hyphen,
        Broken::quotes_inside,
        Broken::line_of_the_ruleset,
        Broken::head_out_of_order,
        Broken::reserved,
        Broken::said_otherwise,
        Broken::other_word,
        Broken::modifier_without_if,
        Broken::row_without_bars,
        Broken::range_in_a_cell,
        Broken::cell,
        Broken::bare_value,
        Broken::owner_behind_of,
        Broken::member_without_dot,
        Broken::flag_behind_not,
        Broken::end_without_at,
        Broken::choice_of_words_without_name,
        Broken::colon_missing,
        Broken::comma_missing,
    ];
    looks.iter().find_map(|look| look(broken))
}

impl Broken<'_> {
    fn found(&self) -> &str {
        found(self.line.get(self.at..).unwrap_or_default())
    }

    fn first_word(&self) -> &str {
        found(self.line)
    }

    /// Returns the text after the first word.
    fn behind_first_word(&self) -> &str {
        let behind = self.line.get(self.first_word().len()..);
        behind.unwrap_or_default().trim_start()
    }

    fn before(&self) -> &str {
        self.line.get(..self.at).unwrap_or_default()
    }

    fn wants(&self, word: &str) -> bool {
        self.wanted.iter().any(|wanted| wanted == word)
    }

    /// A finding about some bytes of the line.
    fn about(&self, code: Code, start: usize, length: usize, message: String) -> Diagnostic {
        let start = self.span.start + start;
        Diagnostic::new(code, message).label(Span::new(self.span.file, start, start + length), "")
    }

    /// As [`Self::misfit`], where the help says what to write instead.
    fn replaced(&self, start: usize, text: &str, help: &str) -> Diagnostic {
        let finding = self.misfit(start, text, help);
        match to_write(help) {
            Some(instead) => finding.instead(instead),
            None => finding,
        }
    }

    fn misfit(&self, start: usize, text: &str, help: &str) -> Diagnostic {
        let message = format!("unexpected `{text}`");
        self.about(Code::UnexpectedText, start, text.len(), message)
            .help(help)
    }
}

/// The text that a help says to write, if it says nothing else.
fn to_write(help: &str) -> Option<&str> {
    let text = help.strip_prefix("write `")?.strip_suffix('`')?;
    (!text.contains(['`', '…'])).then_some(text)
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The last word of a text.
fn found_last(text: &str) -> &str {
    text.split_whitespace().next_back().unwrap_or_default()
}
