//! Questions to answers, as data: odds, tables of odds, samples, traces, examples, coverage, games and their journals.
//!
//! A [`solve::Session`] is handed a [`library::RulesetProvider`] of rulesets, a [`watch::Watch`] that may end the work, and
//! [`sandtable_workspace::workers::Workers`] for samples; it answers a [`question::Question`]. It reads no file, looks at no clock, starts no
//! thread and prints nothing, and does not know how answers are shown.

pub mod accept;
pub mod answer;
pub mod any_odds;
pub mod assumed;
pub mod best_choices;
pub mod by_worth;
mod capped_points;
pub mod catalogue;
pub mod comparison;
mod contest;
mod deciding;
pub mod distribution;
pub mod encode;
mod endless_loop;
pub mod example_runs;
pub mod example_situation;
pub mod form;
pub mod forward;
pub mod game;
pub mod games_compared;
pub mod journal;
pub mod library;
pub mod linked;
mod never_allowed;
mod offered_above;
pub mod players;
pub mod playouts;
pub mod printed;
pub mod question;
pub mod ready;
pub mod refused_game;
pub mod report;
pub mod resolution;
pub mod sampling;
pub mod scenario;
pub mod scenarios;
pub mod script;
pub mod script_ends;
mod series;
mod setups;
pub mod side_view;
pub mod solve;
pub mod statistics;
pub mod sweep;
pub mod table;
pub mod touched;
pub mod trial_games;
pub mod trial_series;
pub mod tuning;
pub mod version;
pub mod watch;
