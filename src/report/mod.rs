//! What people see: the map, the casualty report, answers, replays.

pub mod map;
