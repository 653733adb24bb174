//! The laws of movement. Cases of the suite test what each rule does.

mod laws;
