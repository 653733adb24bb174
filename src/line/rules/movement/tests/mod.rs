//! The laws of movement. What each rule does is said by cases of the suite.

mod laws;
