//! Propagation of probability over the state graph: the general case, acyclic graphs, and cycles.

pub(super) mod cyclic;
pub(super) mod dag;
mod elimination;
pub(super) mod general;
