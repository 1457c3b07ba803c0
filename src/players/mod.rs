//! Players of a game: random, the author's policy, playouts, tree search, and exact play of small games.
//!
//! A [`game::GameModel`] is a program with its sides and its result; a [`table::Table`] plays it with a player for each side and
//! notifies an
//! [`table::Observer`] of events. All players choose by the knowledge of their side: hidden units are redrawn for each playout from a
//! generator of its own ([`search`]). A budget in playouts makes a choice a function of the seed, the number of the game and the view
//! of the side, for any number of threads. This layer has no clock: a budget in seconds is measured by a [`spec::Timer`] of the
//! caller.
//! It knows no rule of any game, either.

pub mod exact;
mod fit;
pub mod follower;
pub mod game;
pub mod history;
pub mod luck;
pub mod mind;
pub mod observe;
mod rollout;
pub mod search;
pub mod spec;
pub mod table;
mod tree;
pub mod value;
