//! TOML files → a battle at round 1, with the place of every mistake.
//!
//! The tables are listed in `files`, and reader and [`schema`] are made from that list; every sentence for authors is in `say`.

mod abilities;
mod build;
mod case;
mod data;
mod doubts;
mod files;
mod limits;
mod say;
mod schema;
mod squads;
#[cfg(test)]
mod tests;
mod values;

pub use case::scenario_of;
pub use data::{Data, Library};
pub use schema::schema;
pub use values::{amount, kind, tag};

use crate::file::{Read as _, Reader, Value};
use crate::line::battle::Setup;
use crate::line::rules::Line;
use crate::line::scenario::files::ScenarioFile;

/// What a file's table says of a battle, whichever rules it names; `None` if it is none, which has been said then.
pub fn from_table(reader: &mut Reader, root: &Value<'_>, text: &str, data: &Data) -> Option<(Setup, Line)> {
    let file = ScenarioFile::read(reader, root)?;
    if reader.is_broken { None } else { build::scenario(reader, text, file, data) }
}
