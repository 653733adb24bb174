//! The map.
fn main() {}
