//! The data that a game's scenarios can refer to: the files that are compiled in, and the host's own data files on top.

use std::ops::Deref;
use std::path::Path;

use crate::field::Terrain;
use crate::file::muster::quoted;
use crate::file::open::{Problems, open, parse};
use crate::file::read::{Reader, Value};
use crate::file::say;

/// The catalogs of a game, one for each sort of entry.
pub trait Catalogs: Clone + Default + 'static {
    /// The names and texts of the compiled-in files, in the order in which they build on each other.
    const FILES: &'static [(&'static str, &'static str)];

    /// The compiled-in data, read once.
    fn standard() -> &'static Data<Self>;

    /// Adds the entries of a data file, given as its table. An entry changes an earlier one of the same name, or builds
    /// on the one that it is `like`.
    fn add(&mut self, reader: &mut Reader, root: &Value<'_>);

    /// Every kind of ground, by its key.
    fn terrains(&self) -> Vec<Terrain>;

    /// The numbers of a unit by key, with those that its file leaves out. `None` where the unit has no number.
    fn numbers(&self, _unit: &str) -> Vec<(&'static str, Option<UnitNumber>)> {
        Vec::new()
    }

    /// The unit type of the heroes of a class.
    fn of_class(&self, _class: &str) -> Option<&str> {
        None
    }

    /// The abilities of the heroes of a class.
    fn abilities(&self, _class: &str) -> &[String] {
        &[]
    }
}

/// A number of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitNumber {
    Whole(i64),
    /// The least result that a roll needs.
    Roll(i64),
    /// Dice, and a number that is added to them.
    Dice(String, i64),
}

impl UnitNumber {
    /// The number with `by` added, as files write it.
    fn plus(&self, by: i64) -> String {
        match self {
            UnitNumber::Whole(number) => (number + by).to_string(),
            UnitNumber::Roll(number) => format!("\"{}+\"", number + by),
            UnitNumber::Dice(dice, plus) => format!("\"{dice}{:+}\"", plus + by),
        }
    }
}

/// The units of any game.
pub trait Units {
    /// The unit type of the heroes of a class.
    fn of_class(&self, class: &str) -> Option<&str>;

    /// The abilities of the heroes of a class.
    fn abilities(&self, class: &str) -> &[String];

    /// The keys of a unit's numbers.
    fn keys(&self, unit: &str) -> Vec<&'static str>;

    /// How much of `by` can be added to a number of a unit without making its file invalid, and the sum as files write
    /// it.
    fn changed(&self, unit: &str, key: &str, by: i64) -> (i64, String);
}

impl<S: Catalogs> Units for Data<S> {
    fn of_class(&self, class: &str) -> Option<&str> {
        self.catalogs.of_class(class)
    }

    fn abilities(&self, class: &str) -> &[String] {
        self.catalogs.abilities(class)
    }

    fn keys(&self, unit: &str) -> Vec<&'static str> {
        self.numbers(unit).into_iter().map(|it| it.0).collect()
    }

    fn changed(&self, unit: &str, key: &str, by: i64) -> (i64, String) {
        let number = self.numbers(unit).into_iter().find(|it| it.0 == key).and_then(|it| it.1);
        let Some(number) = number else { return (0, String::new()) };
        let can_be = |by: i64| {
            let entry = format!("[unit.{}]\n{key} = {}\n", quoted(unit), number.plus(by));
            let (added, _) = parse("", &entry, |reader, root| {
                self.catalogs.clone().add(reader, root);
                Some(())
            });
            added.is_some()
        };
        let can = (1..=by.abs()).rev().map(|it| it * by.signum()).find(|it| can_be(*it)).unwrap_or(0);
        (can, number.plus(can))
    }
}

/// A game's catalogs, and the files that filled them.
#[derive(Clone, Default)]
pub struct Data<S> {
    catalogs: S,
    files: Vec<(String, String)>,
}

impl<S> Deref for Data<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.catalogs
    }
}

impl<S: Catalogs> Data<S> {
    /// Reads the compiled-in files.
    pub fn compiled_in() -> Data<S> {
        let mut data: Data<S> = Data::default();
        for (name, text) in S::FILES {
            let problems = data.add_file(name, text);
            debug_assert!(problems.diagnostics.is_empty(), "{problems}");
        }
        data
    }

    /// The names and texts of all files that were added. They are enough to make the same data again.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// Adds the entries of a data file. An entry changes an earlier one of the same name, or builds on the one that it
    /// is `like`. Returns the problems of the file.
    pub fn add_file(&mut self, name: &str, text: &str) -> Problems {
        let (_, problems) = parse(name, text, |reader, root| {
            self.catalogs.add(reader, root);
            Some(())
        });
        self.files.push((name.to_owned(), text.to_owned()));
        problems
    }

    /// Adds the entries of a data file.
    ///
    /// # Errors
    ///
    /// If the file has errors.
    pub fn add_sound(&mut self, name: &str, text: &str) -> Result<(), Problems> {
        let problems = self.add_file(name, text);
        if problems.errors() == 0 { Ok(()) } else { Err(problems) }
    }

    /// The compiled-in data, and on top the data files of the same names in a folder. Any of those may be missing.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or a file in it can't be read or has errors.
    pub fn load(folder: &Path) -> Result<Data<S>, Problems> {
        if !folder.is_dir() {
            let name = folder.display().to_string();
            let diagnostics = vec![say::no_folder(0..0, &name)];
            return Err(Problems { name, text: String::new(), diagnostics });
        }
        let mut data = S::standard().clone();
        for path in S::FILES.iter().map(|it| folder.join(it.0)).filter(|it| it.exists()) {
            let (name, text) = open(&path)?;
            // A copy of a compiled-in file needn't be stored with every battle. After a file that differs, the order
            // matters.
            let is_standard = data.files.len() == S::FILES.len() && data.files.iter().any(|it| it.1 == text);
            if !is_standard {
                data.add_sound(&name, &text)?;
            }
        }
        Ok(data)
    }
}
