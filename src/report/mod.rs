//! report

mod answer;
mod forecast;

pub use answer::{Answer, AnswerLine, Asked, Mark, Reaction, answer};
