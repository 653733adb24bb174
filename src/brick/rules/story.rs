//! Rules tested as a player meets them: a scene, orders and dice in, the story out.

use expect_test::Expect;

use crate::brick::battle::scene::{unit_named, weapon_named};
use crate::brick::battle::{
    Against, Battle, Benny, Charge, ChargeHow, DamageRoll, Defence, Engage, Event, Forming, Go, Heading, Hits, ItemId,
    Meanwhile, Measure, Measured, Melee, Misses, Movement, Order, Orders, Organise, Part, Pass, Phase, PlateOrder,
    PolicyChange, Rebuff, Return, Shoot, SkillRoll, Standard, Tag, Target, Turn, Usable, Using, Verdict, WeaponId, Who,
    Whose,
};
use crate::brick::rules::{Brick, Round, Track, command, ending, melee, organise, resolve, shooting};
use crate::dice::Dice;
use crate::field::{Direction, SquadId, Tile, UnitId};

/// The rulings that the rule book's own tests assume.
pub(crate) fn plain() -> Brick {
    Brick { damage_crits: false, track: Track::Off, ..Brick::default() }
}

/// Plays one round and compares its story with `expected`.
///
/// Every case is held to laws of the house as well: all the dice laid out are rolled, a second reading gives the same
/// events, the grid agrees with everybody's place after each event, and a snapshot restored is the battle.
#[track_caller]
pub(super) fn check(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    check_with(&plain(), battle, orders, dice, expected);
}

/// The same with rulings of one's own.
#[track_caller]
pub(super) fn check_with(rules: &Brick, battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    expected.assert_eq(&told(battle, &play(rules, battle, orders, dice)));
}

/// The battle as it is after such a round.
#[track_caller]
pub(super) fn after(battle: &Battle, orders: &str, dice: &str) -> Battle {
    after_with(&plain(), battle, orders, dice)
}

/// The same with rulings of one's own.
#[track_caller]
pub(super) fn after_with(rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &play(rules, battle, orders, dice))
}

/// The same as [`check`], with a pass in Melee only for those teams that have orders for it, and no Movement.
#[track_caller]
pub(super) fn check_passes(battle: &Battle, orders: &str, dice: &str, expected: Expect) {
    expected.assert_eq(&told(battle, &play_so(passes, &plain(), battle, orders, dice)));
}

/// The battle as it is after that.
#[track_caller]
pub(super) fn after_passes(battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &play_so(passes, &plain(), battle, orders, dice))
}

fn passes(rules: &Brick, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
    let mut round = Round::new(rules, battle, orders, dice);
    round.emit(Event::PhaseBegan { phase: Phase::Command });
    organise::resolve(&mut round);
    command::resolve(&mut round);
    shooting::resolve(&mut round);
    round.emit(Event::PhaseBegan { phase: Phase::Melee });
    let teams: Vec<_> = orders.melee.iter().filter_map(|it| battle.team(it.0)).collect();
    for team in battle.setup().team_ids().filter(|it| teams.contains(it)) {
        melee::pass(&mut round, team);
    }
    ending::resolve(&mut round);
    round.events
}

/// What is played: a whole round, or parts of it.
type Play = fn(&Brick, &Battle, &Orders, &mut Dice) -> Vec<Event>;

/// The events of such a round.
#[track_caller]
pub(crate) fn play(rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    play_so(
        |rules, battle, orders, dice| resolve(rules, battle, orders, dice, Phase::Morale),
        rules,
        battle,
        orders,
        dice,
    )
}

#[track_caller]
fn play_so(play: Play, rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    let orders = orders_of(battle, orders);
    let read = || {
        let mut dice = Dice::scripted(dice);
        let events = play(rules, battle, &orders, &mut dice);
        assert_eq!(dice.left_over(), 0, "dice were laid out that nobody rolled:\n{}", told(battle, &events));
        events
    };
    let events = read();
    assert_eq!(read(), events, "a second reading tells another story");
    let end = folded(battle, &events);
    let restored = Battle::restore(end.setup_shared(), &serde_json::to_vec(&end).expect("a battle is JSON"))
        .expect("its own snapshot");
    assert_eq!(restored.digest(), end.digest());
    events
}

#[track_caller]
fn folded(battle: &Battle, events: &[Event]) -> Battle {
    let mut battle = battle.clone();
    for event in events {
        battle.apply(event);
        assert!(battle.grid_agrees(), "after {event:?}");
    }
    battle
}

/// The events in words, one a line; phases and passes without any are left out.
pub(super) fn told(battle: &Battle, events: &[Event]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut phase, mut pass) = (None, None);
    let mut state = battle.clone();
    for event in events {
        match event {
            Event::PhaseBegan { phase: next } => (phase, pass) = (Some(*next), None),
            Event::PassBegan { team } => pass = Some(state.setup().team(*team).name.clone()),
            _ => (),
        }
        if let Some(line) = words(&state, event) {
            if let Some(phase) = phase.take().filter(|it| *it != Phase::Command) {
                lines.push(format!("{}:", phase.name()));
            }
            if let Some(pass) = pass.take() {
                lines.push(format!("  {pass}'s pass"));
            }
            lines.push(line);
        }
        state.apply(event);
    }
    lines.join("\n")
}

fn words(battle: &Battle, event: &Event) -> Option<String> {
    let who = |it: &Who| battle.name(*it).to_owned();
    let unit = |it: &UnitId| battle.setup().unit(*it).name.clone();
    let weapon = |it: &Option<WeaponId>| it.map_or("bare hands".to_owned(), |it| battle.setup().weapon(it).key.clone());
    let item = |it: &ItemId| battle.weapon(*it).key.clone();
    let squad = |it: &SquadId| who(&Who::Squad(*it));
    let target = |it: &Target| match it {
        Target::Who(it) => who(it),
        Target::Single(it) => unit(it),
        Target::Tile(it) => it.to_string(),
    };
    let places =
        |it: &[(UnitId, Tile)]| it.iter().map(|(id, at)| format!("{} {at}", unit(id))).collect::<Vec<_>>().join(", ");
    let units = |it: &[UnitId]| it.iter().map(unit).collect::<Vec<_>>().join(", ");
    Some(match event {
        Event::PhaseBegan { .. }
        | Event::PassBegan { .. }
        | Event::RoundBegan { .. }
        | Event::PolicySet { .. }
        | Event::HandUsed(_)
        | Event::ObjectiveCounted { .. } => return None,
        Event::SquadFormed(it) => {
            let Tile { .. } = it.plate.rect.at;
            format!(
                "{} forms on {}x{} {:?} at {}: {}",
                it.name,
                it.plate.wide(),
                it.plate.deep(),
                it.plate.facing,
                it.plate.rect.at,
                places(&it.places)
            )
        }
        Event::Joined { squad: it, places: at, .. } => format!("join {}: {}", squad(it), places(at)),
        Event::LeftSquad { squad: it, unit: id, at, .. } => format!("{} leaves {} to {at}", unit(id), squad(it)),
        Event::SquadEnded { squad: it } => format!("{} is no more", squad(it)),
        Event::Replated { squad: it, plate, places: at, .. } => {
            format!("{} on {}x{} at {}: {}", squad(it), plate.wide(), plate.deep(), plate.rect.at, places(at))
        }
        Event::Rearranged { squad: it, places: at } => format!("{} arranged: {}", squad(it), places(at)),
        Event::StandardSet { squad: it, standard } => format!("{} standard: {standard:?}", squad(it)),
        Event::FormedUp { units: of, pays, .. } => {
            format!("{} form up{}", units(of), if *pays { "" } else { " free" })
        }
        Event::Braced { squad: it, free } => format!("{} braced{}", squad(it), if *free { " free" } else { "" }),
        Event::Announced { entry } => format!("entry {entry} of the schedule"),
        Event::Arrived(it) => format!("{} arrives: {}", squad(&it.squad), places(&it.places)),
        Event::ArrivalDelayed { squad: it } => format!("{} has no room to arrive", squad(it)),
        Event::Restored { unit: id, hp, at } => format!("{} restored at {at} with {hp} HP", unit(id)),
        Event::Measured(it) => {
            let said = serde_json::to_string(&it.it).expect("numbers and words are JSON");
            format!("{} at {}: {said}", who(&it.by), who(&it.at))
        }
        Event::Reserved { who: it } => format!("{} reserves", who(it)),
        Event::ActionSpent { .. } => return None,
        Event::NotFormed { name, why, .. } => format!("{name} not formed: {why:?}"),
        Event::Refused { who: it, order, why } => format!("{} {order:?} refused: {why:?}", who(it)),
        Event::Declared { by, does, at } => match at {
            Some(at) => format!("{} declares {does:?} at {}", who(by), target(at)),
            None => format!("{} declares {does:?}", who(by)),
        },
        Event::Stepped { places: at, .. } => format!("inch: {}", places(at)),
        Event::CounterDeclared { by, against, defence } => {
            let how = match defence {
                Defence::Parry(Using::Weapon(it)) => format!("parry with {}", weapon(&Some(*it))),
                Defence::Parry(it) => format!("parry {it:?}"),
                other => format!("{other:?}"),
            };
            format!("{} against {}: {how}", unit(by), unit(against))
        }
        Event::Gripped { .. } => return None,
        Event::AttackRolled(it) => {
            let with = weapon(&it.weapon);
            let roll = it.roll.as_ref().map_or("automatic".to_owned(), skill);
            format!(
                "{} {:?} {} with {with}: {roll}{}",
                unit(&it.by),
                it.does,
                target(&it.at),
                if it.hits { " hits" } else { " misses" }
            )
        }
        Event::ParryRolled(it) => {
            let levels = match it.levels {
                0 => String::new(),
                levels => format!(" deflects {levels}"),
            };
            let word = if it.roll.verdict.succeeds() { "parries" } else { "fails to parry" };
            format!(
                "{} {word} {} with {}: {}{levels}",
                unit(&it.by),
                unit(&it.against),
                weapon(&it.weapon),
                skill(&it.roll)
            )
        }
        Event::Bailed(it) => format!(
            "{} bails to {}: {}{}{}",
            unit(&it.by),
            it.to,
            skill(&it.roll),
            if it.evades { " evades" } else { " too late" },
            if it.on_feet { " on the feet" } else { "" }
        ),
        Event::ItemLost { unit: id, item: it, to, why } => {
            let to = to.map_or("nowhere".to_owned(), |it| it.to_string());
            format!("{}'s {} {why:?} to {to}", unit(id), item(it))
        }
        Event::ItemTaken { unit: id, item: it } => format!("{} takes {}", unit(id), item(it)),
        Event::ItemBroken { unit: id, item: it, damage } => format!("{}'s {} breaks at {damage}", unit(id), item(it)),
        Event::DistanceRolled { by, total, .. } => format!("{} distance {total}", unit(by)),
        Event::DamageRolled { by, weapon: it, roll } => {
            format!("{} damage with {}: {}", unit(by), weapon(it), sum(roll))
        }
        Event::Harmed(it) => {
            let armor = match &it.armor_roll {
                Some(roll) => sum(roll),
                None => it.armor.to_string(),
            };
            let end = match it.hp_lost {
                0 => "holds".to_owned(),
                lost => format!("-{lost} HP"),
            };
            format!("{}: {} against {armor}, {end}", unit(&it.unit), it.total)
        }
        Event::HitWasted { by, damage } => format!("{}'s {damage} is wasted", unit(by)),
        Event::Killed { unit: id, downed, .. } => format!("{} {}", unit(id), if *downed { "downed" } else { "killed" }),
        Event::OverkillCarried { from, to, damage } => {
            let to = to.map_or("nobody".to_owned(), |it| unit(&it));
            format!("{damage} too much for {} goes on to {to}", unit(from))
        }
        Event::MissTracked { by, within, at, victim } => {
            let victim = victim.map_or("nobody".to_owned(), |it| unit(&it));
            format!("{}'s miss by {within} goes to {at}: {victim}", unit(by))
        }
        Event::Exploded { at, radius, .. } => format!("explosion at {at}, radius {radius}"),
        Event::Linked { one, other } => format!("{} and {} in close combat", who(one), who(other)),
        Event::Unlinked { one, other } => format!("{} and {} part", who(one), who(other)),
        Event::Grabbed { by, victim } => format!("{} grabs {}", unit(by), unit(victim)),
        Event::Released { by, victim } => format!("{} releases {}", unit(by), unit(victim)),
        Event::Pushed(it) => {
            let smash = if it.smash == 0 { String::new() } else { format!(", {} smash", it.smash) };
            format!("{} pushed {} {} to {}{smash}", unit(&it.unit), it.heading.letters(), it.tiles, it.to)
        }
        Event::Disrupted { unit: id } => format!("{} disrupted", unit(id)),
        Event::Recovered { unit: id } => format!("{} recovers", unit(id)),
        Event::MixedUp { target: it, with } => {
            let with: Vec<String> = with.iter().map(who).collect();
            format!("{} mixed up with {}", who(it), with.join(", "))
        }
        Event::Used { unit: id, object } => format!("{} uses {}", unit(id), unit(object)),
        Event::Responded { unit: id, to, .. } => format!("{} responds to {}", unit(id), who(to)),
        Event::SprintRolled { who: it, roll } => format!("{} sprints {}", who(it), sum(roll)),
        Event::Moved(it) => {
            let to = it.way.last().map_or(String::new(), Tile::to_string);
            format!("{} moves {} to {to}: {}", who(&it.who), it.inches, places(&it.places))
        }
        Event::Ran { who: it, run } => match run {
            Some(run) => format!("{} has run {} {}", who(it), run.heading.letters(), run.inches),
            None => format!("{} has no run", who(it)),
        },
        Event::Crowded { who: it, at } => format!("{} has no room at {}", who(it), target(at)),
        Event::MomentumRolled { who: of, roll, is_opposition } => {
            format!("{} {} {}", units(of), if *is_opposition { "POP" } else { "MOM" }, sum(roll))
        }
        Event::Held { charger, target: it } => format!("{} held by {}", who(charger), who(it)),
        Event::PlateKnocked { squad: it, plate, tiles, over, .. } => {
            let over = if *over { ", over" } else { "" };
            format!("{} knocked {tiles} to {}{over}", squad(it), plate.rect.at)
        }
        Event::HazardMet { unit: id, at, deadly } => {
            format!("{} meets the hazard at {at}{}", unit(id), if *deadly { ", deadly" } else { "" })
        }
        Event::MoraleTested { who: it, dice, needs, passed } => {
            format!("{} morale {}+{} against {needs}: {passed}", who(it), dice[0], dice[1])
        }
        Event::Scored { points, .. } => format!("{points} points"),
        Event::GoalMet { goal } => format!("goal {goal} met"),
        Event::Ended { outcome, .. } => format!("ended: {outcome:?}"),
    })
}

/// `4`, `4+1-2=3 of 3`, with an exclamation mark for criticals.
fn skill(roll: &SkillRoll) -> String {
    let dice: Vec<String> = roll.dice.iter().map(|it| it.face().to_string()).collect();
    let mut text = dice.join(",");
    if roll.plus != 0 {
        text += &format!("{:+}", roll.plus);
    }
    if 0 < roll.less {
        text += &format!(" less {}", roll.less);
    }
    for (what, by) in &roll.mods {
        text += &format!(" {by:+} {what:?}");
    }
    if let Some(needs) = roll.needs {
        text += &format!(" of {needs}");
    }
    match roll.verdict {
        Verdict::CriticalFailure | Verdict::CriticalSuccess => text + "!",
        Verdict::Failure | Verdict::Success => text,
    }
}

/// `3+5+2=10`
fn sum(roll: &DamageRoll) -> String {
    let dice = roll.dice.iter().map(|it| {
        let bonus: String = it.bonus.iter().map(|it| format!("({})", it.face())).collect();
        format!("{}{bonus}", it.die.face())
    });
    let mut text = dice.collect::<Vec<_>>().join(",");
    if roll.plus != 0 {
        text += &format!("{:+}", roll.plus);
    }
    if 0 < roll.less {
        text += &format!(" less {}", roll.less);
    }
    if 0 < roll.deflected {
        text += &format!(" deflected {}", roll.deflected);
    }
    format!("{text}={}", roll.total)
}

/// Orders in the words of the order language, one after the other, `;` between them. Squads that the orders make can be
/// named by later ones.
pub(crate) fn orders_of(battle: &Battle, text: &str) -> Orders {
    let mut reader = Reader { battle, made: Vec::new() };
    let mut orders = Orders::default();
    for line in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        for order in reader.order(line) {
            orders.put(order);
        }
    }
    orders
}

struct Reader<'a> {
    battle: &'a Battle,
    made: Vec<String>,
}

impl Reader<'_> {
    fn who(&self, name: &str) -> Who {
        match self.made.iter().position(|it| it == name) {
            Some(at) => Who::Squad(SquadId((self.battle.squad_count() + at) as u16)),
            None => crate::brick::battle::scene::who(self.battle, name),
        }
    }

    fn squad(&self, name: &str) -> SquadId {
        match self.who(name) {
            Who::Squad(squad) => squad,
            Who::Unit(_) => panic!("`{name}` is no squad"),
        }
    }

    fn unit(&self, name: &str) -> UnitId {
        unit_named(self.battle, name)
    }

    fn units(&self, text: &str) -> Vec<UnitId> {
        text.split(',').map(|it| self.unit(it.trim())).collect()
    }

    fn weapon(&self, name: &str) -> WeaponId {
        weapon_named(self.battle, name)
    }

    fn order(&mut self, line: &str) -> Vec<Order> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["form", name, "from", rest @ ..] => vec![Order::Organise(Organise::Form(self.forming(name, rest)))],
            ["split", squad, "into", rest @ ..] => {
                let squad = self.squad(squad);
                let rest = rest.join(" ");
                let into = rest.split('|').map(|part| {
                    let (name, of) = part.trim().split_once(": ").expect("`name: units`");
                    self.forming(name, &of.split_whitespace().collect::<Vec<_>>())
                });
                let into = into.collect();
                vec![Order::Organise(Organise::Split { squad, into })]
            }
            ["join", who, "to", squad] => {
                vec![Order::Organise(Organise::Join { who: self.who(who), to: self.squad(squad) })]
            }
            ["leave", units, "from", squad] => {
                let (squad, units) = (self.squad(squad), self.units(units));
                vec![Order::Organise(Organise::Leave { squad, units })]
            }
            ["replate", squad, rest @ ..] => {
                vec![Order::Organise(Organise::Replate { squad: self.squad(squad), plate: plate(rest) })]
            }
            ["arrange", squad, rest @ ..] => {
                let place = |it: &&str| {
                    let (name, at) = it.split_once('@').expect("`unit@x,y`");
                    let (x, y) = at.split_once(',').expect("`x,y`");
                    (self.unit(name), (x.parse().expect("x"), y.parse().expect("y")))
                };
                let places = rest.iter().map(place).collect();
                vec![Order::Organise(Organise::Arrange { squad: self.squad(squad), places })]
            }
            ["standard", squad, "center"] => {
                let squad = self.squad(squad);
                vec![Order::Organise(Organise::Standard { squad, standard: Standard::Center })]
            }
            ["standard", squad, unit] => {
                let (squad, standard) = (self.squad(squad), Standard::Bearer(self.unit(unit)));
                vec![Order::Organise(Organise::Standard { squad, standard })]
            }
            ["brace", squad] => vec![Order::Brace(self.squad(squad))],
            ["reserve", who] => vec![Order::Reserve(self.who(who))],
            ["shoot", who, "at", rest @ ..] => vec![Order::Shoot(self.who(who), self.shoot(rest))],
            ["melee", who, rest @ ..] => vec![Order::Melee(self.who(who), self.melee(rest))],
            ["move", who, rest @ ..] => vec![Order::Move(self.who(who), self.movement(rest))],
            ["react", who, rest @ ..] => {
                let whose = self.whose(who);
                vec![Order::Policy(whose, self.react(rest))]
            }
            ["hits", who, rest @ ..] => {
                let hits = match rest {
                    ["cheap"] => Hits::Cheap,
                    ["dear"] => Hits::Dear,
                    ["wounded"] => Hits::Wounded,
                    ["order", units] => Hits::Order(self.units(units)),
                    ["spare", units] => Hits::Spare(self.units(units)),
                    other => panic!("no hits policy `{other:?}`"),
                };
                vec![Order::Policy(self.whose(who), PolicyChange::Hits(hits))]
            }
            ["misses", who, rest @ ..] => {
                let misses = match rest {
                    ["worst"] => Misses::Worst,
                    ["none"] => Misses::Harmless,
                    ["list", of] => Misses::List(of.split(',').map(|it| self.who(it)).collect()),
                    other => panic!("no misses policy `{other:?}`"),
                };
                vec![Order::Policy(self.whose(who), PolicyChange::Misses(misses))]
            }
            ["benny", who, rest @ ..] => {
                let said = |word: &str, yes: &str| match rest.iter().position(|it| *it == word) {
                    Some(at) => rest[at + 1] == yes,
                    None => true,
                };
                let benny = Benny {
                    on_attack: said("attack", "damage"),
                    on_parry: said("parry", "deflect"),
                    on_bail: said("bail", "feet"),
                };
                vec![Order::Policy(self.whose(who), PolicyChange::Benny(benny))]
            }
            ["measure", by, "at", at, said @ ..] => {
                let (by, at, mut it) = (self.who(by), self.who(at), Measured::default());
                for word in said {
                    let (word, number) = word.split_once('=').unwrap_or((word, "0"));
                    let inches = || number.parse::<u16>().expect("a number");
                    match word {
                        "range" => it.range = Some(inches()),
                        "cover" => it.cover = Some(inches() as u8),
                        "height" => it.height = Some(inches() as u8),
                        "showing" => it.showing = Some(inches() as u8),
                        "run" => it.run = Some(inches()),
                        "still" => it.is_still = Some(true),
                        "outnumbered" => it.is_outnumbered = Some(true),
                        "near" => it.near = self.units(number),
                        other => panic!("nothing is measured as `{other}`"),
                    }
                }
                vec![Order::Measure(Measure { by, at, it })]
            }
            ["rebuff", who, how] => {
                let rebuff = if *how == "break" { Rebuff::Break } else { Rebuff::Back };
                vec![Order::Policy(self.whose(who), PolicyChange::Rebuff(rebuff))]
            }
            _ => panic!("no order is written `{line}`"),
        }
    }

    fn whose(&self, name: &str) -> Whose {
        let team = self.battle.setup().team_ids().find(|it| self.battle.setup().team(*it).key == name);
        team.map_or_else(|| Whose::One(self.who(name)), Whose::Team)
    }

    fn forming(&mut self, name: &str, words: &[&str]) -> Forming {
        let squad = SquadId((self.battle.squad_count() + self.made.len()) as u16);
        self.made.push(name.to_owned());
        let standard = words.iter().position(|it| *it == "standard").map(|at| self.unit(words[at + 1]));
        Forming {
            squad,
            name: name.to_owned(),
            units: self.units(words[0]),
            plate: plate(&words[1..]),
            standard: standard.map_or(Standard::Center, Standard::Bearer),
        }
    }

    fn target(&self, name: &str) -> Target {
        match name.parse::<Tile>() {
            Ok(tile) => Target::Tile(tile),
            Err(_) => Target::Who(self.who(name)),
        }
    }

    fn shoot(&self, words: &[&str]) -> Shoot {
        let mut order = Shoot::at(self.target(words[0]));
        let mut rest = words[1..].iter();
        while let Some(word) = rest.next() {
            let mut next = || *rest.next().expect("a word after this one");
            match *word {
                "with" => order.with = Some(self.weapon(next())),
                "and" => order.and = Some(self.weapon(next())),
                "aim" => order.aim = true,
                "single" => order.target = Target::Single(self.unit(next())),
                "combine" => order.combine = Some(Tag(next().to_owned())),
                "blind" => order.blind = Some(next().parse().expect("a tile")),
                "nocrit" => order.nocrit = true,
                "mom" => order.momentum = true,
                "at-part" => {
                    order.part = match next() {
                        "2x2" => Part::TwoByTwo,
                        "item" => Part::Item(self.weapon(next())),
                        _ => Part::OneByOne,
                    }
                }
                other => panic!("no shot is written `{other}`"),
            }
        }
        order
    }

    fn melee(&self, words: &[&str]) -> Melee {
        match words {
            ["attack", target, rest @ ..] => {
                let mut order = Engage::at(self.target(target));
                let mut rest = rest.iter();
                while let Some(word) = rest.next() {
                    let mut next = || *rest.next().expect("a word after this one");
                    match *word {
                        "with" => order.with = Some(self.weapon(next())),
                        "then" => order.then = Some(self.weapon(next())),
                        "twohanded" => order.two_handed = true,
                        "skirmish" => order.skirmish = true,
                        "single" => order.target = Target::Single(self.unit(next())),
                        "combine" => order.combine = Some(Tag(next().to_owned())),
                        "nocrit" => order.nocrit = true,
                        other => panic!("no attack is written `{other}`"),
                    }
                }
                Melee::Attack(order)
            }
            ["grab", target] => Melee::Grab { target: self.target(target), release_after: false },
            ["grab", target, "release", "after"] => Melee::Grab { target: self.target(target), release_after: true },
            ["shove", target] => Melee::Shove { target: self.target(target) },
            ["release"] => Melee::Release,
            ["ignore"] => Melee::Ignore(None),
            ["ignore", "then", "shoot", rest @ ..] => Melee::Ignore(Some(Meanwhile::Shoot(self.shoot(rest)))),
            ["ignore", "then", "use", what] => {
                let weapon = self.battle.setup().weapons.iter().position(|it| it.key == *what);
                let usable = match weapon {
                    Some(at) => Usable::Weapon(WeaponId(at as u16)),
                    None => Usable::Object(self.unit(what)),
                };
                Melee::Ignore(Some(Meanwhile::Use(usable)))
            }
            other => panic!("no melee is written `{other:?}`"),
        }
    }

    fn movement(&self, words: &[&str]) -> Movement {
        match words {
            ["to", to, rest @ ..] => {
                let mut go = Go::to(to.parse().expect("a tile"));
                let mut rest = rest.iter();
                while let Some(word) = rest.next() {
                    match *word {
                        "via" => go.via.push(rest.next().and_then(|it| it.parse().ok()).expect("a tile")),
                        "sprint" => go.sprint = true,
                        "break" => go.broken = true,
                        "backwards" => go.backwards = true,
                        "facing" => go.facing = rest.next().map(|it| direction(it)),
                        other => panic!("no move is written `{other}`"),
                    }
                }
                Movement::Go(go)
            }
            ["run", way, tiles, rest @ ..] => {
                let heading = heading(way);
                Movement::Run { heading, tiles: tiles.parse().expect("tiles"), sprint: rest.contains(&"sprint") }
            }
            ["withdraw", "to", to] => Movement::Withdraw { to: to.parse().expect("a tile"), then: None },
            ["withdraw", "to", to, "then", "charge", rest @ ..] => {
                Movement::Withdraw { to: to.parse().expect("a tile"), then: Some(self.charge(rest)) }
            }
            ["charge", rest @ ..] => Movement::Charge(self.charge(rest)),
            ["pivot", "left"] => Movement::Pivot(Turn::Left),
            ["pivot", "right"] => Movement::Pivot(Turn::Right),
            other => panic!("no movement is written `{other:?}`"),
        }
    }

    fn charge(&self, words: &[&str]) -> Charge {
        let mut charge = Charge {
            target: self.target(words[0]),
            how: ChargeHow::Weapon { with: None, keep_momentum: false },
            sprint: false,
            combine: None,
            nocrit: false,
        };
        let mut rest = words[1..].iter();
        while let Some(word) = rest.next() {
            let mut next = || *rest.next().expect("a word after this one");
            match (*word, charge.how) {
                ("body", _) => charge.how = ChargeHow::Body,
                ("shove", _) => charge.how = ChargeHow::Shove,
                ("with", _) => {
                    let with = Some(self.weapon(next()));
                    charge.how = ChargeHow::Weapon { with, keep_momentum: false };
                }
                ("keepmom", ChargeHow::Weapon { with, .. }) => {
                    charge.how = ChargeHow::Weapon { with, keep_momentum: true };
                }
                ("sprint", _) => charge.sprint = true,
                ("nocrit", _) => charge.nocrit = true,
                ("combine", _) => charge.combine = Some(Tag(next().to_owned())),
                (other, _) => panic!("no charge is written `{other}`"),
            }
        }
        charge
    }

    fn using(&self, word: &str) -> Using {
        match word {
            "best" => Using::Best,
            "bare" => Using::Bare,
            name => Using::Weapon(self.weapon(name)),
        }
    }

    fn react(&self, words: &[&str]) -> PolicyChange {
        match words {
            ["pass", "strike"] => return PolicyChange::Pass(Pass::Strike),
            ["pass", "bail"] => return PolicyChange::Pass(Pass::Bail),
            ["pass", "brace"] => return PolicyChange::Pass(Pass::Brace),
            ["pass", "none"] => return PolicyChange::Pass(Pass::Nothing),
            ["drop", word] => return PolicyChange::Drop(*word == "yes"),
            _ => (),
        }
        let (mut against, mut defence, mut back) = (None, None, None);
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            match *word {
                "parry" => defence = rest.next().map(|it| Defence::Parry(self.using(it))),
                "bail" => {
                    let way = rest.next_if(|it| Heading::ALL.iter().any(|of| of.1 == **it));
                    defence = Some(Defence::Bail(way.map(|it| heading(it))));
                }
                "none" => defence = Some(Defence::Nothing),
                "then" => (),
                "strike" => {
                    let with = rest.next_if(|it| **it != "vs").map_or(Using::Best, |it| self.using(it));
                    back = Some(Return::Strike(with));
                }
                "hold" => back = Some(Return::Hold),
                "vs" => {
                    let word = rest.next().expect("a manoeuvre");
                    against = Against::ALL.iter().find(|it| it.1 == *word).map(|it| it.0);
                }
                other => panic!("no reaction is written `{other}`"),
            }
        }
        PolicyChange::React { against, defence, back }
    }
}

fn plate(words: &[&str]) -> PlateOrder {
    let size = |it: &&str| it.split_once('x').and_then(|(w, d)| Some((w.parse().ok()?, d.parse().ok()?)));
    let facing = words.iter().position(|it| *it == "facing").map(|at| direction(words[at + 1]));
    PlateOrder { size: words.iter().find_map(size), facing }
}

fn direction(word: &str) -> Direction {
    let at = ["N", "E", "S", "W"].iter().position(|it| *it == word).expect("N, E, S or W");
    Direction::ALL[at]
}

fn heading(word: &str) -> Heading {
    Heading::ALL.iter().find(|it| it.1 == word).expect("one of eight directions").0
}
