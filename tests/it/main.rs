//! What drives the program from outside, and the house rules that the compiler cannot check. One binary, one link.

mod chaos;
mod house;
mod laws;
