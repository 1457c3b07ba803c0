//! Players of a game: chance, the author's policy, look-ahead by playing on, search, and exact play where a game is small.
//!
//! A [`game::GameModel`] is a program with its sides and who wins; a [`table::Table`] plays it with a player for each side and tells an
//! [`table::Observer`] what happens. All players choose from what their side may know: hidden units are redrawn for each playout from a
//! generator of its own ([`search`]). A budget in playouts makes a choice a function of the seed, the number of the game and the view
//! of the side, whatever the number of threads. No clock is in here: a budget in seconds is measured by a [`spec::Timer`] of the caller.
//! No rule of any game is known, either.

pub mod exact;
pub mod follower;
pub mod game;
pub mod mind;
pub mod observe;
mod rollout;
pub mod search;
pub mod spec;
pub mod table;
mod tree;
