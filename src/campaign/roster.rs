//! The roster, which follows from a campaign's entries, applied in order.

use std::collections::BTreeMap;

use crate::campaign::entry::{End, Entry, Fact, Fought, Rolled, RolledFor, Ruling};
use crate::campaign::files::Who;
use crate::campaign::plan::{Change, Deeds, Hero, Medal, Plan, Squad};
use crate::campaign::{Refused, say};
use crate::field::Outcome;
use crate::file::NamedUnit;
use crate::store::Hash;

/// **X-2** The highest roll with which somebody who was left behind dies.
pub(super) const LEFT_DIES: u8 = 2;

/// Everyone and every battle of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// In the order in which they joined.
    pub people: Vec<Person>,
    pub battles: Vec<Battle>,
    /// The battle that was entered last, which needn't have the highest number. 0 before the first.
    pub latest: u32,
    /// In order.
    pub rulings: Vec<Decision>,
    /// In order.
    pub seasons: Vec<Season>,
}

/// The beginning of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub after: u32,
    /// How many rulings there were before.
    pub rulings: usize,
    /// The name of its file.
    pub file: String,
}

/// Somebody in the campaign, dead or alive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    pub name: String,
    /// The id of their squad, if they have one.
    pub squad: Option<String>,
    /// The squad in which they replaced somebody who died.
    pub came_to: Option<String>,
    /// The kind of unit, without their changes; for heroes, the class.
    pub unit: String,
    /// For heroes, the index in the plan.
    pub hero: Option<usize>,
    /// Battles that they were in, and how many of them were won.
    pub battles: u32,
    pub victories: u32,
    pub felled: u32,
    pub felled_in_a_battle: u32,
    /// How many times they fell.
    pub falls: u32,
    pub xp_earned: i32,
    pub xp_spent: i32,
    /// The last battle that they miss.
    pub out_until: u32,
    pub is_dead: bool,
    /// The open battle that they are in.
    pub in_battle: Option<u32>,
    pub change: Change,
    pub bought: Vec<String>,
    pub abilities: Vec<String>,
    /// Medals from earlier seasons.
    pub medals_kept: Vec<String>,
    /// What has happened to them, in order.
    pub life: Vec<Chapter>,
}

/// Something that happened to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Joined after this battle, as a replacement or in a new place of a season.
    Joined(u32),
    Fought(Deed),
    Ruled(Decision),
    Bought {
        after: u32,
        what: String,
        cost: i32,
    },
}

/// What happened to somebody in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    pub n: u32,
    pub fact: Fact,
    pub left_die: Option<u8>,
    /// The roll, and the text of its row.
    pub injury: Option<(u8, Option<String>)>,
    /// The last battle that they miss because of it.
    pub out_until: u32,
    pub has_died: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    pub n: u32,
    pub title: String,
    pub muster: String,
    /// The digest of the scenario that the muster wrote.
    pub made: Option<Hash>,
    pub who: Vec<String>,
    pub fought: Option<Fought>,
    /// Those who died in it, and those who joined after it.
    pub died: Vec<String>,
    pub joined: Vec<String>,
    /// Places that stay empty because no names are left.
    pub unfilled: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub after: u32,
    pub who: String,
    pub is: Ruling,
    pub why: String,
}

impl Roster {
    /// The roster when the campaign begins.
    pub fn new(plan: &Plan) -> Roster {
        let mut people: Vec<Person> = plan.heroes.iter().enumerate().map(of_hero).collect();
        for squad in &plan.squads {
            people.extend(squad.people.iter().map(|it| Person {
                name: it.name.clone(),
                squad: Some(squad.id.clone()),
                unit: it.unit.clone(),
                ..Person::default()
            }));
        }
        Roster { people, ..Roster::default() }
    }

    /// Finds somebody by name, ignoring case.
    pub fn find(&self, name: &str) -> Option<&Person> {
        let same = self.people.iter().find(|it| it.name == name);
        same.or_else(|| self.people.iter().find(|it| it.name.eq_ignore_ascii_case(name.trim())))
    }

    pub fn next_battle(&self) -> u32 {
        self.battles.last().map_or(0, |it| it.n) + 1
    }

    /// The highest number of a battle that is over.
    pub fn last_fought(&self) -> u32 {
        self.battles.iter().filter(|it| it.fought.is_some()).map(|it| it.n).max().unwrap_or(0)
    }

    fn person(&mut self, name: &str) -> Result<&mut Person, Refused> {
        let at = self.people.iter().position(|it| it.name == name).ok_or_else(|| say::nobody(name, &self.people))?;
        Ok(&mut self.people[at])
    }

    /// Applies an entry. If it is refused, nothing has changed.
    pub fn apply(&mut self, plan: &Plan, entry: &Entry) -> Result<(), Refused> {
        let mut after = self.clone();
        match entry {
            Entry::Begun { .. } | Entry::Season { .. } | Entry::Undone { .. } => return Err(say::out_of_place()),
            Entry::Mustered { n, title, muster, who, made, .. } => {
                after.muster(*n, who)?;
                let (title, muster, who) = (title.clone(), muster.clone(), who.clone());
                after.battles.push(Battle { n: *n, title, muster, made: *made, who, ..Battle::default() });
            }
            Entry::Fought(it) => after.fight(plan, it)?,
            Entry::Ruled { who, is, why } => after.rule(plan, who, is, why)?,
            Entry::Bought { who, what } => after.buy(plan, who, what)?,
        }
        *self = after;
        Ok(())
    }

    fn muster(&mut self, n: u32, who: &[String]) -> Result<(), Refused> {
        if n != self.next_battle() {
            return Err(say::wrong_number(n, self.next_battle()));
        }
        if who.is_empty() {
            return Err(say::nobody_goes());
        }
        for name in who {
            let person = self.person(name)?;
            if let Some(why) = person.can_go(n) {
                return Err(why);
            }
            person.in_battle = Some(n);
        }
        Ok(())
    }

    fn fight(&mut self, plan: &Plan, fought: &Fought) -> Result<(), Refused> {
        let is_it = |it: &Battle| it.muster == fought.muster && it.n == fought.n && it.fought.is_none();
        let at = self.battles.iter().position(is_it).ok_or_else(|| say::no_open_muster(&fought.muster))?;
        if fought.facts.iter().map(|it| &it.who).ne(&self.battles[at].who) {
            return Err(say::other_people(&fought.muster));
        }
        let dice = fought.dice.iter().map(|Rolled(what, who, face)| ((*what, who.as_str()), *face));
        let dice: BTreeMap<(RolledFor, &str), u8> = dice.collect();
        let rolled = dice.len();
        let mut used = 0;
        for fact in &fought.facts {
            let mut die = |what: RolledFor, sides: u8| {
                let face = dice.get(&(what, fact.who.as_str())).copied().filter(|it| (1..=sides).contains(it));
                used += usize::from(face.is_some());
                face.ok_or_else(|| say::die_is_missing(&fact.who))
            };
            let deed = deed(plan, fought.n, fact, &mut die)?;
            let has_died = deed.has_died;
            let next = self.next_battle();
            self.person(&fact.who)?.live_through(plan, next, fact.outcome.or(fought.outcome), deed);
            if has_died {
                self.battles[at].died.push(fact.who.clone());
            }
        }
        if used != rolled || rolled != fought.dice.len() {
            return Err(say::die_too_many(fought.n));
        }
        self.battles[at].fought = Some(fought.clone());
        self.latest = fought.n;
        self.replace(plan, at);
        Ok(())
    }

    /// Replaces the dead, as far as there are names.
    fn replace(&mut self, plan: &Plan, battle: usize) {
        let Some(rule) = &plan.replacements else { return };
        let n = self.battles[battle].n;
        let mut left = rule.a_battle;
        for squad in &plan.squads {
            for unit in self.vacant(squad) {
                if left == 0 {
                    return;
                }
                left -= 1;
                let Some(name) = self.next_name(plan) else {
                    self.battles[battle].unfilled = plan.squads.iter().map(|it| self.vacant(it).len()).sum();
                    return;
                };
                self.battles[battle].joined.push(name.clone());
                let unit = rule.unit.clone().unwrap_or(unit);
                self.people.push(Person { came_to: Some(squad.id.clone()), ..newcomer(name, &squad.id, unit, n) });
            }
        }
    }

    /// The first name of the plan that nobody has.
    fn next_name(&self, plan: &Plan) -> Option<String> {
        plan.names.iter().find(|it| self.find(it).is_none()).cloned()
    }

    /// The kinds of units of a squad's dead who haven't been replaced.
    fn vacant(&self, squad: &Squad) -> Vec<String> {
        let is_of = |it: &Option<String>| it.as_ref() == Some(&squad.id);
        let died = self.people.iter().filter(|it| it.is_dead && it.hero.is_none() && is_of(&it.squad));
        let mut vacant: Vec<String> = died.map(|it| it.unit.clone()).collect();
        let came: Vec<&Person> = self.people.iter().filter(|it| is_of(&it.came_to)).collect();
        let left = vacant.len().saturating_sub(came.len());
        for it in came {
            if let Some(at) = vacant.iter().position(|unit| *unit == it.unit) {
                vacant.remove(at);
            }
        }
        vacant.truncate(left);
        vacant
    }

    /// Begins a season with another file. What has happened stays: where people are, what they are, and what they
    /// learned and bought. The file adds people whom the campaign doesn't have yet, and fills the places that its
    /// squads have gained.
    pub(super) fn begin_season(&mut self, was: &Plan, plan: &Plan, file: &str) -> Result<(), Refused> {
        if was.game != plan.game {
            return Err(say::season_of_other_game(&plan.game, &was.game));
        }
        let after = self.last_fought();
        for person in &mut self.people {
            person.medals_kept = person.medals(was).into_iter().map(str::to_owned).collect();
            let is_gone = person.squad.as_ref().is_some_and(|it| plan.squad(it).is_none());
            let hero = plan.heroes.iter().position(|it| it.name.eq_ignore_ascii_case(&person.name));
            match hero {
                Some(hero) if person.hero.is_some() => {
                    person.hero = Some(hero);
                    person.unit = plan.heroes[hero].class.clone();
                    if is_gone {
                        person.squad = plan.heroes[hero].squad.clone();
                    }
                }
                None if person.hero.is_none() => {
                    // The dead stay in the squad that they died in.
                    if is_gone && !person.is_dead {
                        person.squad = None;
                    }
                }
                Some(_) => return Err(say::is_no_hero(&person.name)),
                None => return Err(say::hero_is_missing(&person.name)),
            }
        }
        for (n, hero) in plan.heroes.iter().enumerate() {
            if self.find(&hero.name).is_none() {
                let life = vec![Chapter::Joined(after)];
                self.people.push(Person { life, ..of_hero((n, hero)) });
            }
        }
        let mut nameless = 0;
        for squad in &plan.squads {
            nameless += self.fill_new_places(was, plan, squad, after);
        }
        if 0 < nameless {
            return Err(say::too_few_names_for_season(nameless));
        }
        self.seasons.push(Season { after, rulings: self.rulings.len(), file: file.to_owned() });
        Ok(())
    }

    /// Adds people where a squad has more places than before. Returns how many places stay empty because no names are
    /// left.
    fn fill_new_places(&mut self, was: &Plan, plan: &Plan, squad: &Squad, after: u32) -> usize {
        let mut before: Vec<&NamedUnit> = was.squad(&squad.id).map_or_else(Vec::new, |it| it.people.iter().collect());
        // A person whom the file names is the same person, wherever they are by now.
        let (named, others): (Vec<&NamedUnit>, Vec<&NamedUnit>) =
            squad.people.iter().partition(|it| !plan.names.contains(&it.name));
        for it in named {
            match before.iter().position(|was| was.name == it.name) {
                Some(at) => _ = before.remove(at),
                None if self.find(&it.name).is_none() => {
                    self.people.push(newcomer(it.name.clone(), &squad.id, it.unit.clone(), after));
                }
                None => (),
            }
        }
        let mut nameless = 0;
        for it in others {
            if let Some(at) = before.iter().position(|was| was.unit == it.unit) {
                before.remove(at);
                continue;
            }
            match self.next_name(plan) {
                Some(name) => self.people.push(newcomer(name, &squad.id, it.unit.clone(), after)),
                None => nameless += 1,
            }
        }
        nameless
    }

    fn rule(&mut self, plan: &Plan, who: &str, is: &Ruling, why: &str) -> Result<(), Refused> {
        let after = self.last_fought();
        if let Ruling::Joins(squad) = is
            && plan.squad(squad).is_none()
        {
            return Err(say::no_squad(squad, &plan.squad_ids()));
        }
        let next = self.next_battle();
        let person = self.person(who)?;
        match is {
            Ruling::Fit => (person.is_dead, person.out_until) = (false, 0),
            Ruling::Dead => {
                if let Some(n) = person.in_battle {
                    return Err(say::is_in_battle(who, n));
                }
                person.is_dead = true;
            }
            Ruling::Out(battles) => person.out_until = (next - 1).saturating_add(*battles),
            Ruling::Xp(xp) => {
                let earned = person.xp_earned.saturating_add(*xp);
                if earned < person.xp_spent {
                    return Err(say::xp_are_spent(who, person.xp(), -*xp));
                }
                person.xp_earned = earned;
            }
            Ruling::Joins(squad) => person.squad = Some(squad.clone()),
        }
        let decision = Decision { after, who: who.to_owned(), is: is.clone(), why: why.to_owned() };
        person.life.push(Chapter::Ruled(decision.clone()));
        self.rulings.push(decision);
        Ok(())
    }

    fn buy(&mut self, plan: &Plan, who: &str, what: &str) -> Result<(), Refused> {
        let after = self.last_fought();
        let it = plan.purchases.iter().find(|it| it.name == what);
        let it = it.ok_or_else(|| say::nothing_to_buy(what, &plan.purchase_names()))?;
        let person = self.person(who)?;
        let is_for = match it.who {
            None => true,
            Some(Who::Hero) => person.hero.is_some(),
            Some(Who::Private) => person.hero.is_none(),
        };
        if person.is_dead {
            return Err(say::posthumous(who));
        }
        if let Some(n) = person.in_battle {
            return Err(say::is_in_battle(who, n));
        }
        if !is_for {
            return Err(say::not_for(who, what, person.hero.is_some()));
        }
        if person.bought.contains(&it.name) {
            return Err(say::bought_already(who, what));
        }
        if person.xp() < it.cost {
            return Err(say::overdrawn(who, what, it.cost, person.xp()));
        }
        person.xp_spent += it.cost;
        person.bought.push(it.name.clone());
        person.abilities.extend(it.ability.clone());
        person.be_changed(&it.change);
        person.life.push(Chapter::Bought { after, what: it.name.clone(), cost: it.cost });
        Ok(())
    }
}

/// A hero of the plan, with the index there.
fn of_hero((n, it): (usize, &Hero)) -> Person {
    let (name, unit) = (it.name.clone(), it.class.clone());
    Person { name, squad: it.squad.clone(), unit, hero: Some(n), ..Person::default() }
}

/// Somebody who joins a squad after a battle.
fn newcomer(name: String, squad: &str, unit: String, after: u32) -> Person {
    Person { name, squad: Some(squad.to_owned()), unit, life: vec![Chapter::Joined(after)], ..Person::default() }
}

/// What a battle and the dice after it did to somebody. `die` returns what was rolled for them.
fn deed(
    plan: &Plan,
    n: u32,
    fact: &Fact,
    die: &mut dyn FnMut(RolledFor, u8) -> Result<u8, Refused>,
) -> Result<Deed, Refused> {
    let left_die = match fact.is {
        End::Left => Some(die(RolledFor::Left, 6)?),
        _ => None,
    };
    let mut deed = Deed {
        n,
        fact: fact.clone(),
        left_die,
        injury: None,
        out_until: 0,
        has_died: fact.is == End::Dead || left_die.is_some_and(|it| it <= LEFT_DIES),
    };
    let is_hurt = matches!(fact.is, End::Wounded | End::Left) && !deed.has_died;
    if let Some(injuries) = plan.injuries.as_ref().filter(|_| is_hurt) {
        let face = die(RolledFor::Injury, injuries.die.count())?;
        let row = injuries.rows.iter().find(|it| face <= it.to);
        deed.has_died = row.is_some_and(|it| it.is_death);
        deed.injury = Some((face, row.and_then(|it| it.text.clone())));
    }
    Ok(deed)
}

impl Person {
    /// XP that are left to spend.
    pub fn xp(&self) -> i32 {
        self.xp_earned - self.xp_spent
    }

    /// Why they can't go to a battle. `None` if they can.
    pub fn can_go(&self, n: u32) -> Option<Refused> {
        if self.is_dead {
            return Some(say::is_dead(&self.name));
        }
        if let Some(open) = self.in_battle {
            return Some(say::is_in_battle(&self.name, open));
        }
        (n <= self.out_until).then(|| say::is_out(&self.name, n, self.out_until))
    }

    /// The medals that they have earned.
    pub fn medals<'a>(&'a self, plan: &'a Plan) -> Vec<&'a str> {
        let deeds: Deeds = [self.battles, self.victories, self.falls, self.felled, self.felled_in_a_battle];
        let has = |it: &&Medal| it.asks.iter().zip(deeds).all(|(asked, done)| *asked <= done);
        let kept = self.medals_kept.iter().map(String::as_str);
        let new = plan.medals.iter().filter(has).map(|it| it.name.as_str());
        kept.chain(new.filter(|it| !self.medals_kept.iter().any(|kept| kept == it))).collect()
    }

    /// The last battle that they were mustered for.
    pub fn last_deed(&self) -> Option<&Deed> {
        self.life.iter().rev().find_map(|it| match it {
            Chapter::Fought(deed) => Some(deed),
            _ => None,
        })
    }

    /// Applies a deed. If they were hurt, they miss battles from `next` on, because for earlier battles others have
    /// been mustered.
    fn live_through(&mut self, plan: &Plan, next: u32, outcome: Option<Outcome>, mut deed: Deed) {
        self.in_battle = None;
        let fact = &deed.fact;
        if fact.is.was_there() {
            self.battles += 1;
            self.victories += u32::from(outcome == Some(Outcome::Victory));
            self.felled += fact.felled;
            self.felled_in_a_battle = self.felled_in_a_battle.max(fact.felled);
            self.falls += u32::from(fact.is.has_fallen());
            self.learn(plan, outcome, fact.felled);
        }
        if let (Some(injuries), Some((face, _))) = (&plan.injuries, &deed.injury)
            && let Some(row) = injuries.rows.iter().find(|it| *face <= it.to)
        {
            // The longest absence counts.
            deed.out_until = (next - 1).saturating_add(row.out);
            self.out_until = self.out_until.max(deed.out_until);
            self.be_changed(&row.change);
        }
        self.is_dead |= deed.has_died;
        self.life.push(Chapter::Fought(deed));
    }

    fn learn(&mut self, plan: &Plan, outcome: Option<Outcome>, felled: u32) {
        let of_felled = plan.xp.felled.saturating_mul(i32::try_from(felled).unwrap_or(i32::MAX));
        let of_felled = of_felled.min(plan.xp.felled_max.unwrap_or(i32::MAX));
        let cost = plan.costs.iter().find(|it| Some(it.0) == outcome).map_or(0, |it| it.1);
        let earned = self.xp_earned.saturating_add(plan.xp.battle).saturating_add(of_felled).saturating_add(cost);
        self.xp_earned = earned.max(self.xp_spent);
    }

    fn be_changed(&mut self, change: &Change) {
        for (key, by) in change {
            *self.change.entry(key.clone()).or_default() += by;
        }
    }
}

/// The indices of the entries that stand: neither undone, nor an undoing.
///
/// # Errors
///
/// The line, from 1, of an undoing that takes back what it can't.
pub(super) fn standing(entries: &[Entry]) -> Result<Vec<usize>, (usize, Refused)> {
    let mut standing: Vec<usize> = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Undone { line } => match standing.pop() {
                Some(last) if last + 1 == *line && !entries[last].is_beginning() => (),
                _ => return Err((n + 1, say::undoes_nothing(*line))),
            },
            _ => standing.push(n),
        }
    }
    Ok(standing)
}

/// The roster that follows from a log's entries. `plans` has the plan of the campaign's beginning, and of each season.
///
/// # Errors
///
/// The line, from 1, of an entry that can't have been made.
pub(super) fn fold(plans: &[&Plan], entries: &[Entry]) -> Result<Roster, (usize, Refused)> {
    let mut plans = plans.iter();
    let missing = |n: usize| (n + 1, say::out_of_place());
    let mut plan = plans.next().ok_or_else(|| missing(0))?;
    let mut roster = Roster::new(plan);
    for n in standing(entries)?.into_iter().filter(|it| 0 < *it) {
        let done = match &entries[n] {
            Entry::Season { plan: source } => {
                let was = std::mem::replace(&mut plan, plans.next().ok_or_else(|| missing(n))?);
                roster.begin_season(was, plan, &source.name)
            }
            entry => roster.apply(plan, entry),
        };
        done.map_err(|why| (n + 1, why))?;
    }
    Ok(roster)
}
