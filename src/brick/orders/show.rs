//! Prints orders in words that are read as the same orders.

use std::fmt::Display;

use crate::brick::battle::{
    Against, Battle, Benny, Charge, ChargeHow, Defence, Departure, Engage, Forming, Go, Hits, Meanwhile, Measure,
    Measured, Melee, Misses, Movement, Order, Organise, Part, PlateOrder, PolicyChange, Return, Shoot, Standard, Tag,
    Target, Turn, Usable, Using, WeaponId, Who, Whose,
};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{FIRST_HITS, Key, PASSES, REBUFFS, Verb, is_taken, word_of};
use crate::field::{Direction, SquadId, UnitId};
use crate::post::words::folded;

/// An order in words that are read as the same order.
pub fn shown(battle: &Battle, said: &Said) -> String {
    let words = Printer { battle, said };
    let (verb, who, more) = words.parts();
    joined([verb, who.map(|it| words.who(it)), more])
}

/// An order as its poster sees it, with the name first: `Hank: attack Crow with chair`.
pub fn told(battle: &Battle, said: &Said) -> String {
    let words = Printer { battle, said };
    let (verb, Some(who), more) = words.parts() else { return shown(battle, said) };
    // A melee, or a move that isn't to a tile, has a verb of its own in its words.
    let has_own_verb = match &said.what {
        What::Order(Order::Move(_, it)) => !matches!(it, Movement::Go(_)),
        what => matches!(what, What::Order(Order::Melee(..))),
    };
    format!("{}: {}", words.who(who).trim_matches('"'), joined([verb.filter(|_| !has_own_verb), more]))
}

/// Written for [`What::Stay`].
const STAY: &str = "stay put";

struct Printer<'a> {
    battle: &'a Battle,
    said: &'a Said,
}

/// A name as it can be read again. It is in quotes if one of its words has a meaning.
fn readable(name: &str) -> String {
    let folded = folded(name);
    let is_plain = !folded.split(' ').any(is_taken) && !name.contains([',', ':', ';', '@', '|', '*', '_', '`']);
    if is_plain || name.contains('"') { name.to_owned() } else { format!("\"{name}\"") }
}

/// The parts that are there, with blanks between them.
fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The word, if `is_so`.
fn flag(is_so: bool, word: Key) -> Option<String> {
    is_so.then(|| word.to_string())
}

/// A keyword and its value, if there is one.
fn with(word: Key, it: Option<impl Display>) -> Option<String> {
    Some(format!("{word} {}", it?))
}

fn facing(it: Option<Direction>) -> Option<String> {
    with(Key::Facing, it.map(|it| ["N", "E", "S", "W"][it as usize]))
}

fn combine(tag: Option<&Tag>) -> Option<String> {
    with(Key::Combine, tag.map(|it| &it.0))
}

fn list(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

impl Printer<'_> {
    fn who(&self, who: Who) -> String {
        match who {
            Who::Squad(id) => self.squad(id),
            Who::Unit(id) => self.unit(id),
        }
    }

    fn squad(&self, id: SquadId) -> String {
        match self.said.pending_name(id) {
            // In quotes, because the name may be close to another.
            Some(name) => format!("\"{name}\""),
            None => readable(self.battle.name(Who::Squad(id))),
        }
    }

    fn unit(&self, id: UnitId) -> String {
        readable(&self.battle.setup().unit(id).name)
    }

    fn units(&self, units: &[UnitId]) -> String {
        list(units.iter().map(|it| self.unit(*it)))
    }

    fn weapon(&self, id: WeaponId) -> String {
        // The key of the weapon, if another has the same name.
        let setup = self.battle.setup();
        let it = setup.weapon(id);
        let is_alone = setup.weapons.iter().filter(|other| folded(&other.name) == folded(&it.name)).count() == 1;
        readable(if is_alone { &it.name } else { &it.key })
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Who(who) => self.who(who),
            // A unit that is in no squad is named like a member of one would be.
            Target::Single(unit) => self.unit(unit),
            Target::Tile(tile) => format!("{} {tile}", Key::Tile),
        }
    }

    /// The target, and ` single …` where it could be read as another target.
    fn single(&self, target: Target) -> String {
        match target {
            Target::Single(unit) if self.battle.unit(unit).squad.is_none() => {
                format!("{0} {1} {0}", self.unit(unit), Key::Single)
            }
            target => self.target(target),
        }
    }

    /// The verb, the name and the rest. Orders with another word order have only the rest.
    fn parts(&self) -> (Option<String>, Option<Who>, Option<String>) {
        let of = |verb: Verb, who: Who, more: Option<String>| (Some(verb.to_string()), Some(who), more);
        let whole = |words: String| (None, None, Some(words));
        match &self.said.what {
            What::Order(Order::Organise(it)) => whole(self.organise(it)),
            What::Order(Order::Measure(it)) => whole(self.measure(it)),
            What::Order(Order::Brace(squad)) => of(Verb::Brace, Who::Squad(*squad), None),
            What::Order(Order::Reserve(who)) => of(Verb::Reserve, *who, None),
            What::Order(Order::Shoot(who, it)) => of(Verb::Shoot, *who, Some(self.shoot(it))),
            What::Order(Order::Melee(who, it)) => of(Verb::Melee, *who, Some(self.melee(it))),
            What::Order(Order::Move(who, it)) => of(Verb::Move, *who, Some(self.movement(it))),
            What::Order(Order::Policy(whose, change)) => {
                let (verb, words) = self.policy(change);
                match whose {
                    Whose::One(who) => of(verb, *who, Some(words)),
                    Whose::Team(team) => {
                        whole(format!("{verb} {} {words}", readable(&self.battle.setup().team(*team).key)))
                    }
                }
            }
            What::Hold(who) => of(Verb::Hold, *who, None),
            What::Stay(who) => (Some(STAY.to_owned()), Some(*who), None),
            What::Withdraw(who) => whole(format!("{} for {}", Verb::TakeBack, self.who(*who))),
            What::Leave(Departure::End) => whole(Verb::EndBattle.to_string()),
            What::Leave(Departure::TapOut) => whole(Verb::TapOut.to_string()),
        }
    }

    fn measure(&self, measure: &Measure) -> String {
        let Measured { range, cover, height, showing, run, is_still, is_outnumbered, near } = &measure.it;
        let of_two =
            |is_so: Option<bool>, yes, no| is_so.map(|it| if it { yes } else { no }).map(|it: Key| it.to_string());
        joined([
            Some(format!("{} {} {} {}", Verb::Measure, self.who(measure.by), Key::At, self.who(measure.at))),
            with(Key::Range, *range),
            with(Key::Cover, *cover),
            with(Key::Height, *height),
            with(Key::Showing, *showing),
            with(Key::Run, *run),
            of_two(*is_still, Key::Still, Key::Moving),
            of_two(*is_outnumbered, Key::Outnumbered, Key::NotOutnumbered),
            (!near.is_empty()).then(|| format!("{} {}", Key::Near, self.units(near))),
        ])
    }

    fn organise(&self, order: &Organise) -> String {
        match order {
            Organise::Leave { squad, units } => {
                format!("{} {} {} {}", Verb::Leave, self.units(units), Key::From, self.squad(*squad))
            }
            Organise::Split { squad, into } => {
                let part = |it: &Forming| format!("{}: {}", readable(&it.name), self.forming(it));
                let parts: Vec<String> = into.iter().map(part).collect();
                format!("{} {} {} {}", Verb::Split, self.squad(*squad), Key::Into, parts.join(" | "))
            }
            Organise::Form(it) => format!("{} {} {} {}", Verb::Form, readable(&it.name), Key::From, self.forming(it)),
            Organise::Join { who, to } => {
                format!("{} {} {} {}", Verb::Join, self.who(*who), Key::To, self.squad(*to))
            }
            Organise::Replate { squad, plate } => {
                let [size, facing] = plate_words(plate);
                joined([Some(format!("{} {}", Verb::Replate, self.squad(*squad))), size, facing])
            }
            Organise::Arrange { squad, places } => {
                let place = |(unit, (x, y)): &(UnitId, (u8, u8))| format!(" {}@{x},{y}", self.unit(*unit));
                let places: String = places.iter().map(place).collect();
                format!("{} {}{places}", Verb::Arrange, self.squad(*squad))
            }
            Organise::Standard { squad, standard } => {
                format!("{} {} {}", Verb::Standard, self.squad(*squad), self.standard(*standard))
            }
        }
    }

    fn standard(&self, standard: Standard) -> String {
        match standard {
            Standard::Center => Key::Center.to_string(),
            Standard::Bearer(unit) => self.unit(unit),
        }
    }

    fn forming(&self, forming: &Forming) -> String {
        let [size, facing] = plate_words(&forming.plate);
        let bearer = Some(forming.standard).filter(|it| *it != Standard::Center);
        joined([
            Some(self.units(&forming.units)),
            size,
            facing,
            with(Key::Standard, bearer.map(|it| self.standard(it))),
        ])
    }

    fn shoot(&self, shoot: &Shoot) -> String {
        let part = match shoot.part {
            Part::Whole => None,
            Part::TwoByTwo => Some("2x2".to_owned()),
            Part::OneByOne => Some("1x1".to_owned()),
            Part::Item(item) => with(Key::Item, Some(self.weapon(item))),
        };
        joined([
            with(Key::At, Some(self.single(shoot.target))),
            with(Key::With, shoot.with.map(|it| self.weapon(it))),
            with(Key::And, shoot.and.map(|it| self.weapon(it))),
            flag(shoot.aim, Key::Aim),
            with(Key::AtPart, part),
            combine(shoot.combine.as_ref()),
            with(Key::Blind, shoot.blind),
            flag(shoot.nocrit, Key::NoCrit),
            flag(shoot.momentum, Key::Momentum),
        ])
    }

    fn melee(&self, melee: &Melee) -> String {
        match melee {
            Melee::Attack(it) => self.engage(it),
            Melee::Grab { target, release_after } => {
                let after = if *release_after { " release after" } else { "" };
                format!("{} {}{after}", Verb::Grab, self.target(*target))
            }
            Melee::Shove { target } => format!("{} {}", Verb::Shove, self.target(*target)),
            Melee::Release => Verb::Release.to_string(),
            Melee::Ignore(None) => Verb::Ignore.to_string(),
            Melee::Ignore(Some(Meanwhile::Shoot(it))) => {
                format!("{} {} {} {}", Verb::Ignore, Key::Then, Key::Shoot, self.shoot(it))
            }
            Melee::Ignore(Some(Meanwhile::Use(it))) => {
                let what = match it {
                    Usable::Object(unit) => self.unit(*unit),
                    Usable::Weapon(weapon) => self.weapon(*weapon),
                };
                format!("{} {} {} {what}", Verb::Ignore, Key::Then, Key::Use)
            }
        }
    }

    fn engage(&self, engage: &Engage) -> String {
        joined([
            Some(format!("{} {}", Verb::Attack, self.single(engage.target))),
            with(Key::With, engage.with.map(|it| self.weapon(it))),
            with(Key::Then, engage.then.map(|it| self.weapon(it))),
            flag(engage.two_handed, Key::TwoHanded),
            flag(engage.skirmish, Key::Skirmish),
            flag(engage.nocrit, Key::NoCrit),
            combine(engage.combine.as_ref()),
        ])
    }

    fn movement(&self, movement: &Movement) -> String {
        match movement {
            Movement::Go(go) => self.go(go),
            Movement::Run { heading, tiles, sprint } => {
                joined([Some(format!("{} {} {tiles}", Verb::Run, heading.letters())), flag(*sprint, Key::Sprint)])
            }
            Movement::Withdraw { to, then } => joined([
                Some(format!("{} {} {to}", Verb::Withdraw, Key::To)),
                with(Key::Then, then.as_ref().map(|it| self.charge(it))),
            ]),
            Movement::Charge(charge) => self.charge(charge),
            Movement::Pivot(Turn::Left) => format!("{} {}", Verb::Pivot, Key::Left),
            Movement::Pivot(Turn::Right) => format!("{} {}", Verb::Pivot, Key::Right),
        }
    }

    fn go(&self, go: &Go) -> String {
        let via = list(go.via.iter().map(ToString::to_string));
        joined([
            with(Key::To, Some(go.to)),
            with(Key::Via, Some(via).filter(|it| !it.is_empty())),
            flag(go.sprint, Key::Sprint),
            flag(go.broken, Key::Break),
            flag(go.backwards, Key::Backwards),
            facing(go.facing),
        ])
    }

    fn charge(&self, charge: &Charge) -> String {
        let (weapon, how) = match charge.how {
            ChargeHow::Weapon { with, keep_momentum } => (with, keep_momentum.then_some(Key::KeepMomentum)),
            ChargeHow::Body => (None, Some(Key::Body)),
            ChargeHow::Shove => (None, Some(Key::Shove)),
        };
        joined([
            Some(format!("{} {}", Verb::Charge, self.single(charge.target))),
            with(Key::With, weapon.map(|it| self.weapon(it))),
            how.map(|it| it.to_string()),
            flag(charge.sprint, Key::Sprint),
            flag(charge.nocrit, Key::NoCrit),
            combine(charge.combine.as_ref()),
        ])
    }

    /// The verb of a policy, and the words behind its owner.
    fn policy(&self, change: &PolicyChange) -> (Verb, String) {
        match change {
            PolicyChange::React { against, defence, back } => (Verb::React, self.reaction(*against, *defence, *back)),
            PolicyChange::Pass(pass) => (Verb::React, format!("{} {}", Key::Pass, word_of(PASSES, pass))),
            PolicyChange::Drop(yes) => {
                (Verb::React, format!("{} {}", Key::Drop, if *yes { Key::Yes } else { Key::No }))
            }
            PolicyChange::Hits(hits) => {
                let words = match hits {
                    Hits::Cheap | Hits::Dear | Hits::Wounded => word_of(FIRST_HITS, hits),
                    Hits::Order(units) => format!("{} {}", Key::Order, self.units(units)),
                    Hits::Spare(units) => format!("{} {}", Key::Spare, self.units(units)),
                };
                (Verb::Hits, words)
            }
            PolicyChange::Misses(misses) => {
                let words = match misses {
                    Misses::Worst => Key::Worst.to_string(),
                    Misses::Harmless => Key::None.to_string(),
                    Misses::List(all) => format!("{} {}", Key::List, list(all.iter().map(|it| self.who(*it)))),
                };
                (Verb::Misses, words)
            }
            PolicyChange::Benny(Benny { on_attack, on_parry, on_bail }) => {
                let each = [
                    (Key::Attack, *on_attack, Key::Damage),
                    (Key::Parry, *on_parry, Key::Deflect),
                    (Key::Bail, *on_bail, Key::Feet),
                ];
                let word = |(on, is_so, yes): (Key, bool, Key)| format!("{on} {}", if is_so { yes } else { Key::Hold });
                (Verb::Benny, list(each.into_iter().map(word)))
            }
            PolicyChange::Rebuff(rebuff) => (Verb::Rebuff, word_of(REBUFFS, rebuff)),
        }
    }

    fn reaction(&self, against: Option<Against>, defence: Option<Defence>, back: Option<Return>) -> String {
        let back = back.map(|it| match it {
            Return::Strike(using) => format!("{} {}", Key::Strike, self.using(using)),
            Return::Hold => Key::Hold.to_string(),
        });
        joined([
            defence.map(|it| match it {
                Defence::Parry(using) => format!("{} {}", Key::Parry, self.using(using)),
                Defence::Bail(Some(way)) => format!("{} {}", Key::Bail, way.letters()),
                Defence::Bail(None) => Key::Bail.to_string(),
                Defence::Nothing => Key::None.to_string(),
            }),
            if defence.is_some() { with(Key::Then, back) } else { back },
            with(Key::Versus, against.map(|it| Against::ALL[it as usize].1)),
        ])
    }

    fn using(&self, using: Using) -> String {
        match using {
            Using::Best => Key::Best.to_string(),
            Using::Bare => Key::Bare.to_string(),
            Using::Weapon(it) => self.weapon(it),
        }
    }
}

/// `plate 3x2`, `facing N`: each is `None` if the order doesn't say it.
fn plate_words(plate: &PlateOrder) -> [Option<String>; 2] {
    [with(Key::Plate, plate.size.map(|(wide, deep)| format!("{wide}x{deep}"))), facing(plate.facing)]
}
