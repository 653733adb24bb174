//! Reads TOML files, and knows the place of every mistake in them.
//!
//! A game lists the keys of its tables with `table!`, which makes the reader from that list. Tests compare the stored
//! JSON Schema with the same list. The sentences for files of any game are in [`say`].

mod beside;
mod catalog;
mod data;
mod doubts;
mod goals;
mod keys;
mod levels;
pub mod limits;
mod lookup;
mod map;
mod muster;
mod names;
mod open;
mod picture;
mod placement;
mod read;
mod roster;
pub mod say;
mod show;
mod sketch;
mod syntax;
#[cfg(test)]
mod tests;
mod tiled;
mod values;

pub use beside::{is_beside, last_part};
pub use catalog::{Catalog, check_complete, name_of, names, rolled, said, small};
pub use data::{Catalogs, Data, UnitNumber, Units};
pub use doubts::{doubt_names, doubt_reserves, doubt_seats, doubt_unused, doubt_ways, refuse_alike, refuse_name};
pub use goals::{
    Aims, ConditionFile, Conditions, EventFile, Events, GoalFile, Goals, ObjectiveFile, Radius, ReinforceFile, Rounds,
    Sources, check_objectives, counts_late, objectives, points_max,
};
pub use keys::page;
pub use levels::led_by;
pub use lookup::Tables;
pub use map::{Ground, MapFile, TerrainFile};
pub use muster::{Changed, Changes, Draws, HeroSeat, Named as NamedUnit, Slots, quoted};
pub use names::{Names, SideWord};
pub use open::{
    DATABASE, Problems, is_campaign, is_configuration, is_data, is_token, key_among, open, other_bytes, other_kind,
    parse, ruleset,
};
pub use placement::{Places, Stander, Station, Stationed, check_arrival, take_stations};
pub(crate) use read::table;
pub use read::{At, Beside, Leaf, List, Must, Named, OneOrMany, Read, Reader, Table, Value, head};
pub use roster::{Entry, NamedUnitFile, Seats, UnitsFile};
pub use sketch::{NoSketch, Piece, Sketch, sketch};
#[cfg(test)]
pub(crate) use tests::schema::{check_kept, schema_of, schemas};
pub(crate) use values::words;
pub use values::{Cost, Drawing, Name, Number, Prose, Roll, Word, Words, number_or, roll, texts};
