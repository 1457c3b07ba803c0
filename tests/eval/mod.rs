//! Programs put together by hand, and what comes of them.

mod advice;
mod ahead;
mod assemble;
mod boards;
mod calls;
mod chances;
mod decisions;
mod gun;
mod loops;
mod merged;
mod pools;
mod random;
mod throws;
mod together;
mod treated;
mod vehicle;
