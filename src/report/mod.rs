//! What people see: the map.

pub mod map;
