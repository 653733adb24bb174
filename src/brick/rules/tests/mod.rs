//! What no case of the suite can say of the rules: reasons, numbers by themselves, how a battle ends, a table without
//! a map, and laws that hold for everything.

mod ending;
pub(crate) mod laws;
mod numbers;
mod refusals;
mod table;
