//! What no case of the suite can say of the rules: reasons, numbers by themselves, how a battle ends, a table without a
//! map, and the laws that hold for all of it.

mod ending;
pub(crate) mod laws;
mod numbers;
mod refusals;
mod table;
