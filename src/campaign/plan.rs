//! A campaign's plan: its file, read and checked once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::campaign::files::{
    CampaignFile, CostsFile, ENTRIES, Fallen, HeroFile, InjuriesFile, InjuryFile, MedalFile, PurchaseFile, SquadFile,
    Who, XpFile,
};
use crate::campaign::{CampaignPage, say};
use crate::dice::Sides;
use crate::field::Outcome;
use crate::file::{
    self, At, List, Name, Named, NamedUnit, Number, Problems, Read as _, Reader, Tables, Units, parse, refuse_name,
};
use crate::games::{self, Data};

/// How a campaign is played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub name: String,
    pub game: String,
    pub squads: Vec<Squad>,
    pub heroes: Vec<Hero>,
    /// Names for people without one, in the order in which they are used.
    pub names: Vec<String>,
    pub fallen: Fallen,
    pub injuries: Option<Injuries>,
    pub xp: Xp,
    pub purchases: Vec<Purchase>,
    pub replacements: Option<Replacements>,
    pub medals: Vec<Medal>,
    pub costs: Vec<(Outcome, i32)>,
}

/// A squad when the campaign begins.
#[derive(Clone, Debug)]
pub struct Squad {
    pub id: String,
    pub name: String,
    pub player: Option<String>,
    /// The most senior first.
    pub people: Vec<NamedUnit>,
}

#[derive(Clone, Debug)]
pub struct Hero {
    pub name: String,
    pub player: String,
    pub class: String,
    pub cp: Option<u8>,
    pub squad: Option<String>,
    /// `None`: the unit of the class.
    pub unit: Option<String>,
    pub abilities: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Injuries {
    pub die: Sides,
    pub rows: Vec<Injury>,
}

/// What some numbers of the die mean.
#[derive(Clone, Debug, Default)]
pub struct Injury {
    pub to: u8,
    pub out: u32,
    pub text: Option<String>,
    pub change: Change,
    pub is_death: bool,
}

/// Changes to a unit's numbers, by their keys.
pub(super) type Change = BTreeMap<String, i64>;

/// The XP that battles give.
#[derive(Clone, Copy, Debug, Default)]
pub struct Xp {
    pub battle: i32,
    pub felled: i32,
    pub felled_max: Option<i32>,
}

/// Something that can be bought with XP.
#[derive(Clone, Debug)]
pub struct Purchase {
    pub name: String,
    pub cost: i32,
    pub who: Option<Who>,
    pub ability: Option<String>,
    pub change: Change,
}

/// The replacements for the dead.
#[derive(Clone, Debug)]
pub struct Replacements {
    pub a_battle: usize,
    pub unit: Option<String>,
}

/// A medal, and the deeds that it is given for.
#[derive(Clone, Debug)]
pub struct Medal {
    pub name: String,
    pub asks: Deeds,
}

/// Battles, victories, falls, enemies felled in all, and enemies felled in one battle.
pub(super) type Deeds = [u32; 5];

impl Plan {
    /// Reads a campaign's file. If there are data, the names in it are checked against them.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(name: &str, text: &str, data: Option<&Data>) -> Result<Plan, Problems> {
        let (plan, problems) = Plan::parsed(name, text, data);
        plan.ok_or(problems)
    }

    /// The errors and warnings of a campaign's file.
    pub fn check(name: &str, text: &str, data: &Data) -> Problems {
        Plan::parsed(name, text, Some(data)).1
    }

    fn parsed(name: &str, text: &str, data: Option<&Data>) -> (Option<Plan>, Problems) {
        let mut of_data = None;
        let (plan, problems) = parse(name, text, |reader, root| {
            let file = CampaignFile::read(reader, root)?;
            plan(reader, file, data).unwrap_or_else(|problems| {
                of_data = Some(problems);
                None
            })
        });
        (plan, of_data.unwrap_or(problems))
    }

    /// The squad with this id.
    pub fn squad(&self, id: &str) -> Option<&Squad> {
        self.squads.iter().find(|it| it.id == id)
    }

    pub fn squad_ids(&self) -> Vec<&str> {
        self.squads.iter().map(|it| it.id.as_str()).collect()
    }

    pub fn purchase_names(&self) -> Vec<&str> {
        self.purchases.iter().map(|it| it.name.as_str()).collect()
    }

    /// The ruling that a muster sets so that the battle says who lives. `None` if none is needed.
    pub fn ruling(&self) -> Option<&'static str> {
        games::ruling_on_the_fallen(&self.game).filter(|_| self.fallen == Fallen::Mortal)
    }

    /// Whether nobody ever dies.
    pub fn is_of_toys(&self) -> bool {
        self.fallen == Fallen::Toys
    }
}

impl Hero {
    /// The kind of unit that the hero is.
    pub(super) fn unit_by(&self, units: Option<&dyn Units>) -> String {
        let of_class = || units?.of_class(&self.class).map(str::to_owned);
        self.unit.clone().or_else(of_class).unwrap_or_default()
    }
}

/// Names that are taken, and what has each.
#[derive(Default)]
struct Taken(Vec<(String, &'static str)>);

impl Taken {
    /// Takes a name for good. Reports an error if it can't be used, or something else has it.
    fn take(&mut self, reader: &mut Reader, name: &At<Name>, what: &'static str) {
        let compared = games::compared(name);
        let is_it = |it: &&(String, &str)| games::compared(&it.0) == compared;
        if name.eq_ignore_ascii_case("gm") {
            reader.say(file::say::reserved_name(name.span.clone(), name));
        } else if ["players", "enemy"].contains(&&***name) {
            reader.say(file::say::same_name(name.span.clone(), name, "a side"));
        } else if !matches!(CampaignPage::of(name), CampaignPage::Person(_)) {
            reader.say(say::name_of_a_page(name.span.clone(), name));
        } else if let Some((other, what)) = self.0.iter().find(is_it) {
            reader.say(match other.eq_ignore_ascii_case(name) {
                true => file::say::same_name(name.span.clone(), name, what),
                false => file::say::same_in_orders(name.span.clone(), name, other, what),
            });
        }
        self.0.push((name.value.0.clone(), what));
    }
}

fn plan(reader: &mut Reader, file: CampaignFile, data: Option<&Data>) -> Result<Option<Plan>, Problems> {
    let game = match &file.game {
        None => games::NAMES[0].to_owned(),
        Some(it) => {
            if !games::NAMES.contains(&&***it) {
                reader.say(file::say::unknown_name(it.span.clone(), "game", it, games::NAMES.iter().copied()));
            }
            let Some(game) = games::game_named(it) else { return Ok(None) };
            game.to_owned()
        }
    };
    let files = data.map(|it| games::data_files(&game, it)).transpose()?;
    let units = data.and_then(|it| games::units(&game, it, ""));
    let known = Known(files.map(|it| Tables::of(it.iter().map(|it| it.1.as_str()))).zip(units));
    let mut taken = Taken::default();
    let squads = file.squad.0.map_or_else(Vec::new, |it| it.items);
    let called: Vec<String> = squads.iter().map(|it| it.name.as_ref().unwrap_or(&it.id).value.0.clone()).collect();
    for squad in &squads {
        taken.take(reader, &squad.id, "a squad");
        if let Some(name) = squad.name.as_ref().filter(|it| games::compared(it) != games::compared(&squad.id)) {
            taken.take(reader, name, "a squad");
        }
    }
    let mut person = |reader: &mut Reader, name: &At<Name>| {
        taken.take(reader, name, "somebody");
        let squads = called.iter().map(String::as_str);
        refuse_name(reader, name, name.span.clone(), squads, |it| games::meaning(&game, it));
    };
    let heroes = file.hero.map_or_else(Vec::new, |it| it.items);
    heroes.iter().for_each(|it| person(reader, &it.name));
    let names = file.names.as_ref().map_or(&[][..], |it| &it.items);
    names.iter().for_each(|it| person(reader, it));
    let place = file.names.as_ref().map_or(file.span.start..file.span.start, |it| it.span.clone());
    let mut pool = names.iter().map(|it| it.value.0.clone());
    let mut nameless = 0;
    let squads = squads.into_iter().map(|it| squad(reader, &known, it, &mut pool, &mut person, &mut nameless));
    let mustered: Vec<Squad> = squads.collect();
    if 0 < nameless && !reader.is_broken {
        reader.say(say::too_few_names(place, names.len(), names.len() + nameless));
    }
    let heroes: Vec<Hero> = heroes.into_iter().filter_map(|it| hero(reader, &known, &game, &mustered, it)).collect();
    let replacements = file.replacements.map(|it| Replacements {
        a_battle: it.a_battle.get(),
        unit: it.unit.inspect(|it| known.check(reader, "unit", it)).map(|it| it.value.0),
    });
    let sorts = known.sorts(&mustered, &heroes, replacements.as_ref());
    let can_choose = games::ruling_on_the_fallen(&game).is_some();
    if let Some(it) = file.fallen.as_ref().filter(|_| !can_choose) {
        reader.say(say::fallen_is_fixed(it.span.clone(), &game));
    }
    let usual = if can_choose { Fallen::Toys } else { Fallen::Mortal };
    let fallen = file.fallen.map_or(usual, |it| it.value.0);
    if let Some(it) = file.injuries.as_ref().filter(|_| fallen == Fallen::Toys) {
        reader.say(say::toys_are_not_hurt(it.span.clone()));
    }
    let injuries = file.injuries.and_then(|it| injuries(reader, &known, &sorts, it));
    let purchases = file.buy.map_or_else(Vec::new, |it| it.items);
    let purchases =
        purchases.into_iter().filter_map(|it| purchase(reader, &known, &game, &sorts, &mut taken, it)).collect();
    let medals = file.medal.map_or_else(Vec::new, |it| it.items);
    let medals = medals.into_iter().filter_map(|it| medal(reader, it)).collect();
    let xp = file.xp.map_or_else(Xp::default, xp);
    let costs = file.costs.map_or_else(Vec::new, costs);
    let Some(name) = file.name.0 else { return Ok(None) };
    Ok(Some(Plan {
        name: name.value.0,
        squads: mustered,
        heroes,
        names: names.iter().map(|it| it.value.0.clone()).collect(),
        fallen,
        injuries,
        xp,
        purchases,
        replacements,
        medals,
        costs,
        game,
    }))
}

fn xp(file: XpFile) -> Xp {
    let number = |it: Option<At<Number<0, 100>>>| it.map_or(0, |it| it.get());
    let felled_max = file.felled_max.map(|it| it.get());
    Xp { battle: number(file.battle), felled: number(file.felled), felled_max }
}

fn costs(file: CostsFile) -> Vec<(Outcome, i32)> {
    let all = [
        (Outcome::Victory, file.victory),
        (Outcome::Defeat, file.defeat),
        (Outcome::TimeUp, file.time_up),
        (Outcome::TappedOut, file.tap_out),
    ];
    all.into_iter().filter_map(|(outcome, cost)| Some((outcome, cost?.xp.get()))).collect()
}

/// The entries of the game's data. `None` if the file was checked against them before.
struct Known(Option<(Tables, Box<dyn Units>)>);

impl Known {
    /// Whether the game has no heroes. Only heroes use abilities.
    fn has_no_heroes(&self) -> bool {
        self.0.as_ref().is_some_and(|it| it.0.names("class").is_empty())
    }

    /// The kinds of units that people of the campaign are, for heroes and for privates.
    fn sorts(&self, squads: &[Squad], heroes: &[Hero], replacements: Option<&Replacements>) -> Vec<(Who, String)> {
        let units = self.0.as_ref().map(|it| &*it.1);
        let heroes = heroes.iter().map(|it| (Who::Hero, it.unit_by(units)));
        let people = squads.iter().flat_map(|it| &it.people).map(|it| &it.unit);
        let privates = people.chain(replacements.and_then(|it| it.unit.as_ref()));
        heroes.chain(privates.map(|it| (Who::Private, it.clone()))).collect()
    }

    /// Reports a name that the data don't have.
    fn check(&self, reader: &mut Reader, sort: &str, name: &At<Name>) {
        let Some((tables, _)) = &self.0 else { return };
        let names = tables.names(sort);
        if !names.contains(&***name) {
            reader.say(file::say::unknown_name(name.span.clone(), sort, name, names.iter().copied()));
        }
    }

    /// Reads changes to a unit's numbers. Reports numbers that no unit has, and changes that some of those who may get
    /// them can't have. `who` of `None` means everyone.
    fn change(
        &self,
        reader: &mut Reader,
        sorts: &[(Who, String)],
        who: Option<Who>,
        file: Option<Named<At<Number<-30, 30>>, ENTRIES>>,
    ) -> Change {
        let mut change = Change::new();
        for (key, by) in file.into_iter().flat_map(|it| it.entries) {
            let by = by.map(|it| it.get());
            if let Some((tables, units)) = &self.0 {
                let all = tables.names("unit");
                let keys: BTreeSet<&str> = all.iter().flat_map(|it| units.keys(it)).collect();
                let cannot = |unit: &&str| by.is_some_and(|by| units.changed(unit, &key, by).0 != by);
                let theirs = sorts.iter().filter(|it| who.is_none_or(|who| who == it.0));
                let sorts: BTreeSet<&str> = theirs.map(|it| it.1.as_str()).collect();
                let cannot: Vec<&str> = sorts.intersection(&all).copied().filter(cannot).collect();
                if !keys.contains(key.as_str()) {
                    reader.say(file::say::unknown_name(key.span.clone(), "number of a unit", &key, keys));
                } else if let Some(by) = by.filter(|_| !cannot.is_empty()) {
                    reader.say(say::beyond_limits(key.span.clone(), &format!("{} {by:+}", key.value), &cannot));
                }
            }
            change.extend(by.map(|it| (key.value, it)));
        }
        change
    }
}

/// A squad with its people. People without a name take one from `pool`; if it is empty, they are counted in `nameless`.
fn squad(
    reader: &mut Reader,
    known: &Known,
    file: SquadFile,
    pool: &mut dyn Iterator<Item = String>,
    person: &mut dyn FnMut(&mut Reader, &At<Name>),
    nameless: &mut usize,
) -> Squad {
    let mut people = Vec::new();
    if let Some(units) = file.units.0.as_ref().filter(|it| it.is_empty) {
        reader.say(file::say::empty_squad(units.span.clone(), &file.id));
    }
    for entry in file.units.0.iter().flat_map(|it| &it.items) {
        let Some(entry) = entry.entry(reader) else { continue };
        known.check(reader, "unit", &entry.unit);
        if let Some(name) = entry.name {
            person(reader, name);
        }
        for _ in 0..entry.times {
            let name = entry.name.map(|it| it.value.0.clone()).or_else(|| pool.next());
            match name {
                Some(name) => people.push(NamedUnit { unit: entry.unit.value.0.clone(), name }),
                None => *nameless += 1,
            }
        }
    }
    let id = file.id.value.0;
    let name = file.name.map_or_else(|| id.clone(), |it| it.value.0);
    Squad { id, name, player: file.player.map(|it| it.value.0), people }
}

fn hero(reader: &mut Reader, known: &Known, game: &str, squads: &[Squad], file: HeroFile) -> Option<Hero> {
    let class = file.class.0?;
    if known.has_no_heroes() {
        return reader.refuse(say::no_heroes(class.span, game, &file.name));
    }
    known.check(reader, "class", &class);
    let abilities = file.abilities.map_or_else(Vec::new, |it| it.items);
    abilities.iter().for_each(|it| known.check(reader, "ability", it));
    if let Some(unit) = &file.unit {
        known.check(reader, "unit", unit);
    }
    if let Some(squad) = file.r#in.as_ref().filter(|it| !squads.iter().any(|squad| squad.id == it.value.0)) {
        let ids = squads.iter().map(|it| it.id.as_str());
        reader.say(file::say::unknown_name(squad.span.clone(), "squad", squad, ids));
    }
    Some(Hero {
        name: file.name.value.0,
        player: file.player.value.0,
        cp: file.cp.map(|it| it.get()),
        squad: file.r#in.map(|it| it.value.0),
        unit: file.unit.map(|it| it.value.0),
        abilities: abilities.into_iter().map(|it| it.value.0).collect(),
        class: class.value.0,
    })
}

fn injuries(reader: &mut Reader, known: &Known, sorts: &[(Who, String)], file: InjuriesFile) -> Option<Injuries> {
    let sides = file.die.get();
    let die = Sides::of(sides);
    if die.is_none() {
        reader.say(say::no_such_die(file.die.span.clone(), sides));
    }
    let List { items, span, .. } = file.rows.0?;
    check_rows(reader, sides, &items, span);
    let rows = items.into_iter().map(|it| Injury {
        to: it.to.get(),
        out: it.out.map_or(0, |it| it.get()),
        text: it.text.map(|it| it.value.0),
        change: known.change(reader, sorts, None, it.change),
        is_death: it.dead.is_some_and(|it| it.value),
    });
    Some(Injuries { rows: rows.collect(), die: die? })
}

/// Reports numbers of the die that have no row or two, and rows that make no sense.
fn check_rows(reader: &mut Reader, sides: u8, rows: &[InjuryFile], span: Range<usize>) {
    let mut last = 0;
    for row in rows {
        let to: u8 = row.to.get();
        if to <= last {
            reader.say(say::row_out_of_order(row.to.span.clone(), to, last));
        } else if sides < to {
            reader.say(say::row_beyond_die(row.to.span.clone(), to, sides));
        }
        if let Some(dead) = row.dead.as_ref().filter(|it| it.value && (row.out.is_some() || row.change.is_some())) {
            reader.say(say::dead_and_more(dead.span.clone()));
        }
        last = to.max(last);
    }
    if last < sides {
        reader.say(say::die_without_row(span, last + 1, sides));
    }
}

fn purchase(
    reader: &mut Reader,
    known: &Known,
    game: &str,
    sorts: &[(Who, String)],
    taken: &mut Taken,
    file: PurchaseFile,
) -> Option<Purchase> {
    taken.take(reader, &file.name, "something else");
    let heads = ["ability", "change"];
    match (&file.ability, &file.change) {
        (None, None) if !file.is_flawed => reader.say(file::say::no_head(file.span, "purchase", &heads)),
        (Some(_), Some(_)) => {
            reader.say(file::say::several_heads(file.span, "purchase", &heads, "Make two purchases of it."));
        }
        _ => (),
    }
    if let Some(ability) = file.ability.as_ref().filter(|_| known.has_no_heroes()) {
        reader.say(say::no_abilities(ability.span.clone(), game, &file.name));
    } else if let Some(ability) = &file.ability {
        known.check(reader, "ability", ability);
        if file.who.as_ref().is_none_or(|it| it.value.0 != Who::Hero) {
            reader.say(say::ability_for_privates(ability.span.clone(), &file.name));
        }
    }
    let who = file.who.map(|it| it.value.0);
    Some(Purchase {
        name: file.name.value.0,
        cost: file.cost.get(),
        who,
        ability: file.ability.map(|it| it.value.0),
        change: known.change(reader, sorts, who, file.change),
    })
}

fn medal(reader: &mut Reader, file: MedalFile) -> Option<Medal> {
    let when = file.when.0?;
    let asks = [when.battles, when.victories, when.wounded, when.felled, when.felled_in_a_battle];
    // Deeds that aren't named ask for nothing.
    let asks: Deeds = asks.map(|it| it.map_or(0, |it| it.get()));
    if asks == Deeds::default() && !when.is_flawed {
        reader.say(say::medal_for_nothing(when.span, &file.name));
    }
    Some(Medal { name: file.name.value.0, asks })
}
