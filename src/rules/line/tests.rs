//! Rules tested as a player meets them.
