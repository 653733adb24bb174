//! Text for people, in every medium: rich text, tables, and what a place can show in [`Markup`].

mod markup;
mod rich;
mod table;

pub use markup::{Block, Document, Markup};
pub(crate) use rich::{Place, say};
pub use rich::{Rich, Span, Style, Words};
pub use table::Table;
