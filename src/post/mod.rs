//! What a post is in any game: marks, lines, words, names, and what a misspelt word was meant to be.
//!
//! A post is text. [`markup`] takes the marks of every medium off it, and leaves what stands at each place where it was;
//! [`lines`] says where orders could stand; [`words`] takes a line apart by a game's own [`lexicon`]; [`names`] finds what
//! is named. What the words come to is the game's.

pub mod few;
pub mod fold;
pub mod lexicon;
pub mod lines;
pub mod markup;
pub mod names;
pub mod near;
pub mod numbers;
pub mod words;
