//! Writes the people of a campaign into the text of a scenario.
//!
//! Only the necessary parts change: the author's comments and layout stay as they are.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::file::read::Value;
use crate::file::{Entry, Read as _, Reader, UnitsFile};

/// A squad of a scenario whose people come from a squad of a campaign.
#[derive(Clone, Debug)]
pub struct Draws {
    /// Its id in the scenario.
    pub id: String,
    /// The id of the campaign's squad.
    pub from: String,
    /// The player who commands it. `None` if the scenario doesn't say.
    pub player: Option<String>,
    /// The place of `from` in the file.
    pub place: Range<usize>,
    /// The unit type of each place in the squad.
    pub places: Vec<String>,
    units: Range<usize>,
    // The tile of each place and then those of heroes, if the scenario lists them.
    tiles: Vec<Range<usize>>,
    // The place of the standard bearer in the squad, and of the name in the file, if the scenario names the bearer.
    standard: Option<(usize, Range<usize>)>,
}

/// A seat of a scenario, and the stations of its heroes.
#[derive(Clone, Debug)]
pub struct HeroSeat {
    pub player: String,
    /// The place of its name in the file.
    pub place: Range<usize>,
    /// For each of the scenario's own heroes, the key and the value of his station: `in` a squad, or `at` a tile.
    pub stations: Vec<(&'static str, String)>,
    hero: Option<Range<usize>>,
    is_inline: bool,
}

/// The parts of a scenario that people are written into.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// The muster that made the scenario, if one did.
    pub muster: Option<String>,
    pub draws: Vec<Draws>,
    pub seats: Vec<HeroSeat>,
    name_end: usize,
    rulings: Option<Rulings>,
}

#[derive(Clone, Debug)]
struct Rulings {
    table: Range<usize>,
    is_inline: bool,
    values: Vec<(String, Range<usize>)>,
}

/// A person who is written into a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub unit: String,
    pub name: String,
}

/// A text with changed parts, and the places of those.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    pub text: String,
    pub parts: Vec<Range<usize>>,
}

/// Changes to a text, each of which replaces a part of it.
#[derive(Clone, Debug, Default)]
pub struct Changes(Vec<(Range<usize>, String)>);

impl Slots {
    /// The slots of a scenario that was read without errors.
    pub fn of(text: &str) -> Slots {
        let (root, _) = DeTable::parse_recoverable(text);
        let root = root.get_ref();
        let name_end = root.get("name").map_or(0, |it| it.span().end);
        let is_inline = |at: usize| text.get(at..).is_some_and(|it| it.starts_with('{'));
        let tables = |key: &str| root.get(key).into_iter().flat_map(|it| it.get_ref().as_array().into_iter().flatten());
        let rulings = root.get("rules").and_then(|it| {
            let values = it.get_ref().as_table()?.iter().map(|(key, it)| (key.get_ref().to_string(), it.span()));
            Some(Rulings { table: it.span(), is_inline: is_inline(it.span().start), values: values.collect() })
        });
        Slots {
            muster: text_at(root, "muster").map(|it| it.0),
            draws: tables("squad").filter_map(draws).collect(),
            seats: tables("player").filter_map(|it| seat(it, is_inline(it.span().start))).collect(),
            name_end: line_end(text, name_end),
            rulings,
        }
    }

    /// Writes which muster the scenario was made by.
    pub fn tie(&self, changes: &mut Changes, muster: &str) {
        changes.insert(self.name_end, format!("\nmuster = {}", quoted(muster)));
    }

    /// Sets a ruling.
    pub fn rule(&self, changes: &mut Changes, text: &str, key: &str, value: &str) {
        match &self.rulings {
            Some(it) => match it.values.iter().find(|it| it.0 == key) {
                Some((_, place)) => changes.replace(place.clone(), value.to_owned()),
                None if it.is_inline => changes.insert(it.table.start + 1, format!(" {key} = {value},")),
                None => changes.insert(line_end(text, it.table.start), format!("\n{key} = {value}")),
            },
            None => changes.insert(text.len(), format!("\n[rules]\n{key} = {value}\n")),
        }
    }
}

impl Draws {
    /// Writes people into the places with these numbers, in this order.
    pub fn fill(&self, changes: &mut Changes, people: &[(usize, Named)]) {
        let line = |it: &Named| format!("    {{ unit = {}, name = {} }},\n", quoted(&it.unit), quoted(&it.name));
        let lines: String = people.iter().map(|it| line(&it.1)).collect();
        changes.replace(self.units.clone(), format!("[\n{lines}]"));
        if let Some((place, span)) = &self.standard {
            let bearer = people.iter().find(|it| it.0 == *place).map_or("center", |it| it.1.name.as_str());
            changes.replace(span.clone(), quoted(bearer));
        }
        // A place without a person needs no tile.
        let places = self.places.len().min(self.tiles.len());
        for n in (0..places).filter(|it| !people.iter().any(|who| who.0 == *it)) {
            let end = self.tiles.get(n + 1).map_or(self.tiles[n].end, |it| it.start);
            changes.replace(self.tiles[n].start..end, String::new());
        }
    }
}

impl HeroSeat {
    /// Replaces the scenario's own heroes by these, each written as a table.
    pub fn fill(&self, changes: &mut Changes, text: &str, heroes: &[String]) {
        let list = format!("[{}]", heroes.join(", "));
        match &self.hero {
            Some(place) => changes.replace(place.clone(), list),
            None if self.is_inline => changes.insert(self.place.end, format!(", hero = {list}")),
            None => changes.insert(line_end(text, self.place.end), format!("\nhero = {list}")),
        }
    }

    /// Whether its heroes have tables of their own, which can't be replaced.
    pub fn is_apart(&self, text: &str) -> bool {
        let is_value = |it: &str| DeTable::parse(&format!("hero = {it}")).is_ok();
        self.hero.as_ref().is_some_and(|it| !text.get(it.clone()).is_some_and(is_value))
    }
}

impl Changes {
    fn insert(&mut self, at: usize, text: String) {
        self.replace(at..at, text);
    }

    fn replace(&mut self, place: Range<usize>, text: String) {
        self.0.push((place, text));
    }

    /// Adds a table at the end of a text.
    pub fn append(&mut self, text: &str, table: String) {
        self.insert(text.len(), table);
    }

    /// The text with all changes applied.
    pub fn made(mut self, text: &str) -> Changed {
        self.0.sort_by_key(|it| it.0.start);
        let mut changed = Changed::default();
        let mut at = 0;
        for (place, new) in self.0 {
            changed.text += text.get(at..place.start).unwrap_or_default();
            let start = changed.text.len();
            changed.text += &new;
            changed.parts.push(start..changed.text.len());
            at = place.end.max(at);
        }
        changed.text += text.get(at..).unwrap_or_default();
        changed
    }
}

/// A text as a TOML string.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|it| it.find(['\r', '\n'])).map_or(text.len(), |it| at + it)
}

fn text_at(table: &DeTable<'_>, key: &str) -> Option<(String, Range<usize>)> {
    let value = table.get(key)?;
    Some((value.get_ref().as_str()?.trim().to_owned(), value.span()))
}

fn draws(squad: &Value<'_>) -> Option<Draws> {
    let table = squad.get_ref().as_table()?;
    let (from, place) = text_at(table, "from")?;
    let units = table.get("units")?;
    let mut reader = Reader::default();
    let entries = units.get_ref().as_array()?.iter().filter_map(|it| UnitsFile::read(&mut reader, it));
    let entries: Vec<UnitsFile> = entries.collect();
    let id = text_at(table, "id")?.0;
    let squad = text_at(table, "name").map_or_else(|| id.clone(), |it| it.0);
    let (mut places, mut names) = (Vec::new(), Vec::new());
    for Entry { times, unit, name } in entries.iter().filter_map(|it| it.entry(&mut reader)) {
        for _ in 0..times {
            let number = format!("{squad} {}", names.len() + 1);
            names.push(name.map_or(number, |it| it.value.0.clone()));
            places.push(unit.value.0.clone());
        }
    }
    let standard = text_at(table, "standard");
    let standard = standard.and_then(|(name, span)| Some((names.iter().position(|it| *it == name)?, span)));
    let tiles = table.get("tiles").and_then(|it| it.get_ref().as_array());
    Some(Draws {
        id,
        from,
        player: text_at(table, "player").map(|it| it.0),
        place,
        places,
        standard,
        units: units.span(),
        tiles: tiles.into_iter().flatten().map(Value::span).collect(),
    })
}

fn seat(player: &Value<'_>, is_inline: bool) -> Option<HeroSeat> {
    let table = player.get_ref().as_table()?;
    let (player, place) = text_at(table, "name")?;
    let hero = table.get("hero");
    let station = |it: &Value<'_>| {
        let table = it.get_ref().as_table()?;
        ["in", "at"].into_iter().find_map(|key| Some((key, text_at(table, key)?.0)))
    };
    let stations = match hero.map(|it| (it, it.get_ref())) {
        Some((_, DeValue::Array(all))) => all.iter().filter_map(station).collect(),
        Some((one, _)) => station(one).into_iter().collect(),
        None => Vec::new(),
    };
    Some(HeroSeat { player, place, stations, hero: hero.map(Value::span), is_inline })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"Ford\" # a comment\n[rules]\nfoo = true\n[[player]]\nname = \"robin\"\nhero = { name = \"A\", class = \"officer\", in = \"otter\" }\n[[player]]\nname = \"sam\"\n[[squad]]\nid = \"otter\"\nfrom = \"first\"\nunits = [\"2 rifleman\", { unit = \"gunner\", name = \"Ott\" }]\ntiles = [\"A1\", \"A2\", \"A3\", \"A4\"]\n";

    #[test]
    fn people_take_the_places_of_those_who_have_no_name_and_nothing_else_changes() {
        let slots = Slots::of(TEXT);
        let mut changes = Changes::default();
        slots.tie(&mut changes, "road 1 ab");
        slots.rule(&mut changes, TEXT, "downed", "true");
        let named = |unit: &str, name: &str| Named { unit: unit.to_owned(), name: name.to_owned() };
        assert_eq!(slots.draws[0].places, ["rifleman", "rifleman", "gunner"]);
        slots.draws[0].fill(&mut changes, &[(0, named("rifleman", "Wren")), (2, named("gunner", "Dobbs"))]);
        assert_eq!(slots.seats[0].stations, [("in", "otter".to_owned())]);
        slots.seats[0].fill(&mut changes, TEXT, &[]);
        slots.seats[1].fill(&mut changes, TEXT, &["{ name = \"B\" }".to_owned()]);
        let changed = changes.made(TEXT);
        expect_test::expect![[r#"
            name = "Ford" # a comment
            muster = "road 1 ab"
            [rules]
            downed = true
            foo = true
            [[player]]
            name = "robin"
            hero = []
            [[player]]
            name = "sam"
            hero = [{ name = "B" }]
            [[squad]]
            id = "otter"
            from = "first"
            units = [
                { unit = "rifleman", name = "Wren" },
                { unit = "gunner", name = "Dobbs" },
            ]
            tiles = ["A1", "A3", "A4"]
        "#]]
        .assert_eq(&changed.text);
        let parts: Vec<&str> = changed.parts.iter().map(|it| &changed.text[it.clone()]).collect();
        assert!(parts.contains(&"[]") && parts.iter().any(|it| it.contains("Wren")), "{parts:?}");
        assert_eq!(Slots::of(&changed.text).muster.as_deref(), Some("road 1 ab"));
    }
}
