//! What everybody does whom nobody gives orders to: a plain commander for every team, and stand-ins for the absent.
//!
//! It sees the map and what happened on it, as any player does: nobody's orders, and no die. The same battle makes it think
//! the same.

mod plain;
mod stand_in;
mod way;

pub(crate) use plain::lead;
pub use plain::{Reason, complete};
pub use stand_in::stand_in;
