//! Battles on forums: the saved pages of six programs are read into the same posts, again and again as the thread
//! grows, and what can't be read is reported. The pages are made here after each program's own templates.

mod bad_pages;
pub(crate) mod battles;
mod growing;
mod same_posts;
pub(crate) mod templates;
