//! Sandtable: tabletop wargame rules that run from text.
//!
//! The pipeline, in order; each layer uses only those before it:
//!
//! [`source`] ← [`diagnostic`] ← [`board`], [`draft`] ← [`syntax`], [`roster`] ← [`model`] ← [`ask`] ← [`check`];
//! [`model`] ← [`ir`] ← [`eval`] ← [`players`], [`explain`]; [`ask`], [`explain`] ← [`lint`] ← [`workspace`], [`players`] ← [`session`] ← [`present`] ← [`service`] ← `tools`
//!
//! A rule file becomes a tree as written ([`syntax::ast`]), unit files a [`roster`]; both are joined and checked
//! into a [`model`], a question about it becomes a flat program ([`ir`]), and one machine runs it under several
//! drivers ([`eval`]). What lies where is geometry ([`board`]), which knows no rules. Start reading at [`eval::machine`] for what running means, at `grammar/rules.pest` for the language.

pub use sandtable_ask as ask;
pub use sandtable_board as board;
pub use sandtable_check as check;
pub use sandtable_diagnostic as diagnostic;
pub use sandtable_draft as draft;
pub use sandtable_eval as eval;
pub use sandtable_explain as explain;
pub use sandtable_ir as ir;
pub use sandtable_lint as lint;
pub use sandtable_model as model;
pub use sandtable_players as players;
pub use sandtable_present as present;
pub use sandtable_roster as roster;
pub use sandtable_service as service;
pub use sandtable_session as session;
pub use sandtable_source as source;
pub use sandtable_syntax as syntax;
pub use sandtable_workspace as workspace;

#[cfg(feature = "cli")]
pub mod tools;
