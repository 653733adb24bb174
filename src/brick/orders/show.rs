//! Orders in the words in which they are read.

use crate::brick::battle::{
    Against, Battle, Benny, Charge, ChargeHow, Defence, Departure, Engage, Forming, Go, Hits, Meanwhile, Measure,
    Measured, Melee, Misses, Movement, Order, Organise, Part, Pass, PlateOrder, PolicyChange, Rebuff, Return, Shoot,
    Standard, Target, Turn, Usable, Using, WeaponId, Who, Whose,
};
use crate::brick::orders::said::{Said, What};
use crate::brick::orders::vocabulary::{Key, Verb, is_taken, key, verb};
use crate::field::{Direction, SquadId, UnitId};
use crate::post::words::folded;

/// An order in words that are read as the same order.
pub fn shown(battle: &Battle, said: &Said) -> String {
    let words = Words { battle, said };
    match &said.what {
        What::Order(order) => words.order(order),
        What::Hold(who) => format!("{} {}", verb(Verb::Hold), words.who(*who)),
        What::Leave(Departure::End) => verb(Verb::EndBattle).to_owned(),
        What::Leave(Departure::TapOut) => verb(Verb::TapOut).to_owned(),
    }
}

/// A policy in the words of orders, without whose it is.
pub fn shown_policy(battle: &Battle, change: &PolicyChange) -> String {
    let said = Said { what: What::Leave(Departure::End), pending: Vec::new() };
    let (verb, words) = Words { battle, said: &said }.policy(change);
    format!("{verb} {words}")
}

struct Words<'a> {
    battle: &'a Battle,
    said: &'a Said,
}

/// A name as it can be read again: in quotes, if a word of it means something.
fn named(name: &str) -> String {
    let folded = folded(name);
    let is_plain = !folded.split(' ').any(is_taken) && !name.contains([',', ':', ';', '@', '|', '*', '_', '`']);
    if is_plain || name.contains('"') { name.to_owned() } else { format!("\"{name}\"") }
}

fn facing(facing: Direction) -> &'static str {
    ["N", "E", "S", "W"][facing as usize]
}

impl Words<'_> {
    fn who(&self, who: Who) -> String {
        match who {
            Who::Squad(id) => self.squad(id),
            Who::Unit(id) => self.unit(id),
        }
    }

    fn squad(&self, id: SquadId) -> String {
        match self.said.pending_name(id) {
            // As near as it may be to another's.
            Some(name) => format!("\"{name}\""),
            None => named(self.battle.name(Who::Squad(id))),
        }
    }

    fn unit(&self, id: UnitId) -> String {
        named(&self.battle.setup().unit(id).name)
    }

    fn units(&self, units: &[UnitId]) -> String {
        units.iter().map(|it| self.unit(*it)).collect::<Vec<_>>().join(", ")
    }

    fn weapon(&self, id: WeaponId) -> String {
        // By its key, where two are called the same.
        let setup = self.battle.setup();
        let it = setup.weapon(id);
        let is_alone = setup.weapons.iter().filter(|other| folded(&other.name) == folded(&it.name)).count() == 1;
        named(if is_alone { &it.name } else { &it.key })
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Who(who) => self.who(who),
            Target::Single(unit) => {
                // Somebody who stands alone is called the same as one of a squad would be.
                self.unit(unit)
            }
            Target::Tile(tile) => format!("{} {tile}", key(Key::Tile)),
        }
    }

    /// What is attacked, and ` single …` if it is one who could be meant otherwise.
    fn single(&self, target: Target) -> String {
        match target {
            Target::Single(unit) if self.battle.unit(unit).squad.is_none() => {
                format!("{0} {1} {0}", self.unit(unit), key(Key::Single))
            }
            target => self.target(target),
        }
    }

    fn order(&self, order: &Order) -> String {
        match order {
            Order::Organise(it) => self.organise(it),
            Order::Brace(squad) => format!("{} {}", verb(Verb::Brace), self.squad(*squad)),
            Order::Reserve(who) => format!("{} {}", verb(Verb::Reserve), self.who(*who)),
            Order::Shoot(who, it) => format!("{} {} {}", verb(Verb::Shoot), self.who(*who), self.shoot(it)),
            Order::Melee(who, it) => format!("{} {} {}", verb(Verb::Melee), self.who(*who), self.melee(it)),
            Order::Move(who, it) => format!("{} {} {}", verb(Verb::Move), self.who(*who), self.movement(it)),
            Order::Measure(it) => self.measure(it),
            Order::Policy(whose, change) => {
                let (verb, words) = self.policy(change);
                let whose = match whose {
                    Whose::One(who) => self.who(*who),
                    Whose::Team(team) => named(&self.battle.setup().team(*team).key),
                };
                format!("{verb} {whose} {words}")
            }
        }
    }

    fn measure(&self, measure: &Measure) -> String {
        let Measured { range, cover, height, showing, run, is_still, is_outnumbered, near } = &measure.it;
        let (by, at) = (self.who(measure.by), self.who(measure.at));
        let mut words = format!("{} {by} {} {at}", verb(Verb::Measure), key(Key::At));
        let numbers = [
            (Key::Range, *range),
            (Key::Cover, cover.map(u16::from)),
            (Key::Height, height.map(u16::from)),
            (Key::Showing, showing.map(u16::from)),
            (Key::Run, *run),
        ];
        let numbers = numbers.into_iter().filter_map(|(word, it)| Some(format!(" {} {}", key(word), it?)));
        numbers.for_each(|it| words.push_str(&it));
        let marks = [
            is_still.map(|it| if it { Key::Still } else { Key::Moving }),
            is_outnumbered.map(|it| if it { Key::Outnumbered } else { Key::NotOutnumbered }),
        ];
        marks.into_iter().flatten().for_each(|it| words.push_str(&format!(" {}", key(it))));
        if !near.is_empty() {
            words.push_str(&format!(" {} {}", key(Key::Near), self.units(near)));
        }
        words
    }

    fn organise(&self, order: &Organise) -> String {
        match order {
            Organise::Leave { squad, units } => {
                format!("{} {} {} {}", verb(Verb::Leave), self.units(units), key(Key::From), self.squad(*squad))
            }
            Organise::Split { squad, into } => {
                let parts: Vec<String> =
                    into.iter().map(|it| format!("{}: {}", named(&it.name), self.forming(it))).collect();
                format!("{} {} {} {}", verb(Verb::Split), self.squad(*squad), key(Key::Into), parts.join(" | "))
            }
            Organise::Form(it) => {
                format!("{} {} {} {}", verb(Verb::Form), named(&it.name), key(Key::From), self.forming(it))
            }
            Organise::Join { who, to } => {
                format!("{} {} {} {}", verb(Verb::Join), self.who(*who), key(Key::To), self.squad(*to))
            }
            Organise::Replate { squad, plate } => {
                format!("{} {}{}", verb(Verb::Replate), self.squad(*squad), plate_words(plate))
            }
            Organise::Arrange { squad, places } => {
                let place = |(unit, (x, y)): &(UnitId, (u8, u8))| format!("{}@{x},{y}", self.unit(*unit));
                let places = places.iter().map(place).collect::<Vec<_>>().join(" ");
                format!("{} {} {places}", verb(Verb::Arrange), self.squad(*squad))
            }
            Organise::Standard { squad, standard } => {
                format!("{} {} {}", verb(Verb::Standard), self.squad(*squad), self.standard(*standard))
            }
        }
    }

    fn standard(&self, standard: Standard) -> String {
        match standard {
            Standard::Center => key(Key::Center).to_owned(),
            Standard::Bearer(unit) => self.unit(unit),
        }
    }

    fn forming(&self, forming: &Forming) -> String {
        let standard = match forming.standard {
            Standard::Center => String::new(),
            it => format!(" {} {}", key(Key::Standard), self.standard(it)),
        };
        format!("{}{}{standard}", self.units(&forming.units), plate_words(&forming.plate))
    }

    fn shoot(&self, shoot: &Shoot) -> String {
        let mut words = format!("{} {}", key(Key::At), self.single(shoot.target));
        let mut say = |it: String| {
            words.push(' ');
            words.push_str(&it);
        };
        if let Some(with) = shoot.with {
            let and = shoot.and.map_or(String::new(), |it| format!(" {} {}", key(Key::And), self.weapon(it)));
            say(format!("{} {}{and}", key(Key::With), self.weapon(with)));
        }
        if shoot.aim {
            say(key(Key::Aim).to_owned());
        }
        match shoot.part {
            Part::Whole => (),
            Part::TwoByTwo => say("at-part 2x2".to_owned()),
            Part::OneByOne => say("at-part 1x1".to_owned()),
            Part::Item(item) => say(format!("at-part {} {}", key(Key::Item), self.weapon(item))),
        }
        if let Some(tag) = &shoot.combine {
            say(format!("{} {}", key(Key::Combine), tag.0));
        }
        if let Some(tile) = shoot.blind {
            say(format!("{} {tile}", key(Key::Blind)));
        }
        if shoot.nocrit {
            say(key(Key::NoCrit).to_owned());
        }
        if shoot.momentum {
            say(key(Key::Momentum).to_owned());
        }
        words
    }

    fn melee(&self, melee: &Melee) -> String {
        match melee {
            Melee::Attack(it) => self.engage(it),
            Melee::Grab { target, release_after } => {
                let after = if *release_after { " release after" } else { "" };
                format!("{} {}{after}", verb(Verb::Grab), self.target(*target))
            }
            Melee::Shove { target } => format!("{} {}", verb(Verb::Shove), self.target(*target)),
            Melee::Release => verb(Verb::Release).to_owned(),
            Melee::Ignore(None) => verb(Verb::Ignore).to_owned(),
            Melee::Ignore(Some(Meanwhile::Shoot(it))) => {
                format!("{} {} {} {}", verb(Verb::Ignore), key(Key::Then), key(Key::Shoot), self.shoot(it))
            }
            Melee::Ignore(Some(Meanwhile::Use(it))) => {
                let what = match it {
                    Usable::Object(unit) => self.unit(*unit),
                    Usable::Weapon(weapon) => self.weapon(*weapon),
                };
                format!("{} {} {} {what}", verb(Verb::Ignore), key(Key::Then), key(Key::Use))
            }
        }
    }

    fn engage(&self, engage: &Engage) -> String {
        let mut words = format!("{} {}", verb(Verb::Attack), self.single(engage.target));
        let mut say = |it: String| {
            words.push(' ');
            words.push_str(&it);
        };
        if let Some(with) = engage.with {
            say(format!("{} {}", key(Key::With), self.weapon(with)));
        }
        if let Some(then) = engage.then {
            say(format!("{} {}", key(Key::Then), self.weapon(then)));
        }
        for (is_so, word) in
            [(engage.two_handed, Key::TwoHanded), (engage.skirmish, Key::Skirmish), (engage.nocrit, Key::NoCrit)]
        {
            if is_so {
                say(key(word).to_owned());
            }
        }
        if let Some(tag) = &engage.combine {
            say(format!("{} {}", key(Key::Combine), tag.0));
        }
        words
    }

    fn movement(&self, movement: &Movement) -> String {
        let sprint = |it: bool| if it { " sprint" } else { "" };
        match movement {
            Movement::Go(go) => self.go(go),
            Movement::Run { heading, tiles, sprint: sprints } => {
                format!("{} {} {tiles}{}", verb(Verb::Run), heading.letters(), sprint(*sprints))
            }
            Movement::Withdraw { to, then } => {
                let then = then.as_ref().map_or(String::new(), |it| format!(" {} {}", key(Key::Then), self.charge(it)));
                format!("{} {} {to}{then}", verb(Verb::Withdraw), key(Key::To))
            }
            Movement::Charge(charge) => self.charge(charge),
            Movement::Pivot(Turn::Left) => format!("{} {}", verb(Verb::Pivot), key(Key::Left)),
            Movement::Pivot(Turn::Right) => format!("{} {}", verb(Verb::Pivot), key(Key::Right)),
        }
    }

    fn go(&self, go: &Go) -> String {
        let mut words = format!("{} {}", key(Key::To), go.to);
        if !go.via.is_empty() {
            let via = go.via.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            words.push_str(&format!(" {} {via}", key(Key::Via)));
        }
        for (is_so, word) in [(go.sprint, Key::Sprint), (go.broken, Key::Break), (go.backwards, Key::Backwards)] {
            if is_so {
                words.push_str(&format!(" {}", key(word)));
            }
        }
        if let Some(it) = go.facing {
            words.push_str(&format!(" {} {}", key(Key::Facing), facing(it)));
        }
        words
    }

    fn charge(&self, charge: &Charge) -> String {
        let mut words = format!("{} {}", verb(Verb::Charge), self.single(charge.target));
        match charge.how {
            ChargeHow::Weapon { with, keep_momentum } => {
                if let Some(with) = with {
                    words.push_str(&format!(" {} {}", key(Key::With), self.weapon(with)));
                }
                if keep_momentum {
                    words.push_str(&format!(" {}", key(Key::KeepMomentum)));
                }
            }
            ChargeHow::Body => words.push_str(&format!(" {}", key(Key::Body))),
            ChargeHow::Shove => words.push_str(&format!(" {}", key(Key::Shove))),
        }
        for (is_so, word) in [(charge.sprint, Key::Sprint), (charge.nocrit, Key::NoCrit)] {
            if is_so {
                words.push_str(&format!(" {}", key(word)));
            }
        }
        if let Some(tag) = &charge.combine {
            words.push_str(&format!(" {} {}", key(Key::Combine), tag.0));
        }
        words
    }

    /// The verb of a policy, and what follows whose it is.
    fn policy(&self, change: &PolicyChange) -> (&'static str, String) {
        let react = verb(Verb::React);
        match change {
            PolicyChange::React { against, defence, back } => (react, self.reaction(*against, *defence, *back)),
            PolicyChange::Pass(pass) => {
                let word = match pass {
                    Pass::Strike => Key::Strike,
                    Pass::Bail => Key::Bail,
                    Pass::Brace => Key::Brace,
                    Pass::Nothing => Key::None,
                };
                (react, format!("{} {}", key(Key::Pass), key(word)))
            }
            PolicyChange::Drop(yes) => {
                (react, format!("{} {}", key(Key::Drop), key(if *yes { Key::Yes } else { Key::No })))
            }
            PolicyChange::Hits(hits) => {
                let words = match hits {
                    Hits::Cheap => key(Key::Cheap).to_owned(),
                    Hits::Dear => key(Key::Dear).to_owned(),
                    Hits::Wounded => key(Key::Wounded).to_owned(),
                    Hits::Order(units) => format!("{} {}", key(Key::Order), self.units(units)),
                    Hits::Spare(units) => format!("{} {}", key(Key::Spare), self.units(units)),
                };
                (verb(Verb::Hits), words)
            }
            PolicyChange::Misses(misses) => {
                let words = match misses {
                    Misses::Worst => key(Key::Worst).to_owned(),
                    Misses::Harmless => key(Key::None).to_owned(),
                    Misses::List(list) => {
                        let list = list.iter().map(|it| self.who(*it)).collect::<Vec<_>>().join(", ");
                        format!("{} {list}", key(Key::List))
                    }
                };
                (verb(Verb::Misses), words)
            }
            PolicyChange::Benny(Benny { on_attack, on_parry, on_bail }) => {
                let word = |is_so: bool, word: Key| key(if is_so { word } else { Key::Hold });
                let words = format!(
                    "{} {}, {} {}, {} {}",
                    key(Key::Attack),
                    word(*on_attack, Key::Damage),
                    key(Key::Parry),
                    word(*on_parry, Key::Deflect),
                    key(Key::Bail),
                    word(*on_bail, Key::Feet)
                );
                (verb(Verb::Benny), words)
            }
            PolicyChange::Rebuff(Rebuff::Back) => (verb(Verb::Rebuff), key(Key::Back).to_owned()),
            PolicyChange::Rebuff(Rebuff::Break) => (verb(Verb::Rebuff), key(Key::Break).to_owned()),
        }
    }

    fn reaction(&self, against: Option<Against>, defence: Option<Defence>, back: Option<Return>) -> String {
        let mut words: Vec<String> = Vec::new();
        match defence {
            Some(Defence::Parry(using)) => words.push(format!("{} {}", key(Key::Parry), self.using(using))),
            Some(Defence::Bail(Some(way))) => words.push(format!("{} {}", key(Key::Bail), way.letters())),
            Some(Defence::Bail(None)) => words.push(key(Key::Bail).to_owned()),
            Some(Defence::Nothing) => words.push(key(Key::None).to_owned()),
            None => (),
        }
        let then = if words.is_empty() { String::new() } else { format!("{} ", key(Key::Then)) };
        match back {
            Some(Return::Strike(using)) => words.push(format!("{then}{} {}", key(Key::Strike), self.using(using))),
            Some(Return::Hold) => words.push(format!("{then}{}", key(Key::Hold))),
            None => (),
        }
        if let Some(against) = against {
            words.push(format!("{} {}", key(Key::Versus), Against::ALL[against as usize].1));
        }
        words.join(" ")
    }

    fn using(&self, using: Using) -> String {
        match using {
            Using::Best => key(Key::Best).to_owned(),
            Using::Bare => key(Key::Bare).to_owned(),
            Using::Weapon(it) => self.weapon(it),
        }
    }
}

/// ` plate 3x2 facing N`, as much of it as is said.
fn plate_words(plate: &PlateOrder) -> String {
    let size = plate.size.map_or(String::new(), |(wide, deep)| format!(" {} {wide}x{deep}", key(Key::Plate)));
    let looks = plate.facing.map_or(String::new(), |it| format!(" {} {}", key(Key::Facing), facing(it)));
    format!("{size}{looks}")
}
