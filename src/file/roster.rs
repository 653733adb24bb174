//! Reads the seats of a battle, and the lists of units in its squads.

use std::ops::Range;

use crate::field::{Seat, SeatId};
use crate::file::read::{At, Read, Reader, Value, table};
use crate::file::values::Name;
use crate::file::{limits, say};

/// The seats of a battle, as its file lists them.
#[derive(Default)]
pub struct Seats {
    pub seats: Vec<Seat>,
    /// The places of their names in the file.
    pub places: Vec<Range<usize>>,
    /// Names of seats that couldn't be read.
    pub lost: Vec<String>,
    /// Whether two seats share a name, so that an unknown one may be what one of them should be called.
    is_doubtful: bool,
}

impl Seats {
    /// Adds a seat. Adds a problem if the name is taken or reserved.
    pub fn add(&mut self, reader: &mut Reader, name: &At<Name>) {
        if name.eq_ignore_ascii_case("gm") {
            reader.say(say::reserved_name(name.span.clone(), name));
        }
        if self.seats.iter().any(|it| it.name.eq_ignore_ascii_case(name)) {
            reader.say(say::same_name(name.span.clone(), name, "a player"));
            self.is_doubtful = true;
        }
        self.seats.push(Seat { name: name.value.0.clone() });
        self.places.push(name.span.clone());
    }

    /// Whether the file lists no seats at all, readable or not.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.lost.is_empty()
    }

    /// The seat with this name. Adds a problem if there is none.
    pub fn find(&self, reader: &mut Reader, name: &At<Name>) -> Option<SeatId> {
        let found = self.seats.iter().position(|it| it.name == *name.value);
        if self.is_empty() {
            reader.say_once(say::no_player(name.span.clone(), name));
        } else if found.is_none() && !self.is_doubtful && !self.lost.iter().any(|it| *it == *name.value.0) {
            let known = self.seats.iter().map(|it| it.name.as_str());
            reader.say(say::unknown_name(name.span.clone(), "player", name, known));
        }
        found.map(|it| SeatId(it as u8))
    }
}

table! {
    /// A named unit: { unit = "sergeant", name = "Old Bess" }.
    pub NamedUnitFile {
        /// The sort of troops.
        unit: At<Name>,
        /// Its name, which goals can use.
        name: At<Name>,
    }
}

/// An entry of a squad's list: `8 rifleman`, or a named unit.
#[derive(Clone)]
pub enum UnitsFile {
    Several(At<Name>),
    Named(NamedUnitFile),
}

impl Read for UnitsFile {
    fn read(reader: &mut Reader, value: &Value<'_>) -> Option<UnitsFile> {
        match value.get_ref().is_table() {
            true => NamedUnitFile::read(reader, value).map(UnitsFile::Named),
            false => At::read(reader, value).map(UnitsFile::Several),
        }
    }
}

/// The content of an entry of a squad's list.
pub struct Entry<'a> {
    /// How many of the unit.
    pub times: usize,
    /// The key of the unit.
    pub unit: At<Name>,
    /// The name of a named unit.
    pub name: Option<&'a At<Name>>,
}

impl Entry<'_> {
    /// Whether there is room for `more` units, with `in_squad` units before them in the squad and `in_battle` in the
    /// battle. Adds a problem if there isn't.
    pub fn has_room(&self, reader: &mut Reader, squad: &str, in_squad: usize, in_battle: usize, more: usize) -> bool {
        let span = self.unit.span.clone();
        if limits::SQUAD_UNITS < in_squad + more {
            reader.say(say::too_many_in_squad(span, squad, limits::SQUAD_UNITS));
        } else if limits::UNITS < in_battle + more {
            reader.say(say::too_many_units(span, limits::UNITS));
        } else {
            return true;
        }
        false
    }
}

impl UnitsFile {
    /// The content of the entry. `None` if it can't be understood, after adding a problem.
    pub fn entry(&self, reader: &mut Reader) -> Option<Entry<'_>> {
        match self {
            UnitsFile::Several(text) => {
                let Some((times, key)) = times(text) else {
                    return reader.refuse(say::unit_entry(text.span.clone(), text));
                };
                Some(Entry { times, unit: At { value: Name(key.to_owned()), span: text.span.clone() }, name: None })
            }
            UnitsFile::Named(named) => Some(Entry { times: 1, unit: named.unit.clone(), name: Some(&named.name) }),
        }
    }
}

/// The number and the unit in `8 rifleman`. A name alone counts as one.
fn times(text: &str) -> Option<(usize, &str)> {
    let Some((number, name)) = text.split_once(char::is_whitespace) else { return Some((1, text)) };
    let number = number.parse().ok().filter(|it| (1..=limits::SQUAD_UNITS).contains(it))?;
    Some((number, name.trim()))
}
