//! Programs put together by hand, and what comes of them.

mod assemble;
mod calls;
mod chances;
mod decisions;
mod gun;
mod loops;
mod pools;
mod random;
mod throws;
mod treated;
mod vehicle;
