//! Rounds for tests: a scene, orders and dice in, the events out.

use crate::brick::battle::scene::{unit_named, weapon_named};
use crate::brick::battle::{
    Battle, Benny, Charge, ChargeHow, Defence, Engage, Event, Forming, Go, Heading, Hits, Meanwhile, Measure, Measured,
    Melee, Movement, Order, Orders, Organise, Pass, Phase, PlateOrder, PolicyChange, Return, Shoot, Standard, Tag,
    Target, Usable, Using, WeaponId, Who, Whose,
};
use crate::brick::rules::{Brick, Track, resolve};
use crate::dice::Dice;
use crate::field::{Direction, SquadId, Tile, UnitId};

/// The rulings that the rule book's own tests assume.
pub(crate) fn plain() -> Brick {
    Brick { damage_crits: false, track: Track::Off, ..Brick::default() }
}

/// The events of a round.
///
/// The round is held to laws of the house as well: all scripted dice are rolled, playing it again gives the same
/// events, the grid agrees with where everybody stands after each event, and a restored snapshot is the same battle.
#[track_caller]
pub(crate) fn play(rules: &Brick, battle: &Battle, orders: &str, dice: &str) -> Vec<Event> {
    let orders = orders_of(battle, orders);
    let read = || {
        let mut dice = Dice::scripted(dice);
        let events = resolve(rules, battle, &orders, &mut dice, Phase::Morale);
        assert_eq!(dice.left_over(), 0, "dice were laid out that nobody rolled:\n{events:#?}");
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

/// The battle after a round, by the plain rulings.
#[track_caller]
pub(super) fn after(battle: &Battle, orders: &str, dice: &str) -> Battle {
    folded(battle, &play(&plain(), battle, orders, dice))
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

/// Orders in short words, with `;` between them. Later orders can name the squads that earlier ones make.
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
            ["hits", who, "spare", units] => {
                let hits = Hits::Spare(self.units(units));
                vec![Order::Policy(self.whose(who), PolicyChange::Hits(hits))]
            }
            ["benny", who, "attack", "hold"] => {
                let benny = Benny { on_attack: false, on_parry: true, on_bail: true };
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
                        other => panic!("no attack is written `{other}`"),
                    }
                }
                Melee::Attack(order)
            }
            ["grab", target] => Melee::Grab { target: self.target(target), release_after: false },
            ["shove", target] => Melee::Shove { target: self.target(target) },
            ["ignore"] => Melee::Ignore(None),
            ["ignore", "then", "shoot", rest @ ..] => Melee::Ignore(Some(Meanwhile::Shoot(self.shoot(rest)))),
            ["ignore", "then", "use", what] => Melee::Ignore(Some(Meanwhile::Use(Usable::Object(self.unit(what))))),
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
                        other => panic!("no move is written `{other}`"),
                    }
                }
                Movement::Go(go)
            }
            ["run", way, tiles] => {
                Movement::Run { heading: heading(way), tiles: tiles.parse().expect("tiles"), sprint: false }
            }
            ["withdraw", "to", to] => Movement::Withdraw { to: to.parse().expect("a tile"), then: None },
            ["withdraw", "to", to, "then", "charge", rest @ ..] => {
                Movement::Withdraw { to: to.parse().expect("a tile"), then: Some(self.charge(rest)) }
            }
            ["charge", rest @ ..] => Movement::Charge(self.charge(rest)),
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
            match *word {
                "body" => charge.how = ChargeHow::Body,
                "with" => charge.how = ChargeHow::Weapon { with: Some(self.weapon(next())), keep_momentum: false },
                "combine" => charge.combine = Some(Tag(next().to_owned())),
                other => panic!("no charge is written `{other}`"),
            }
        }
        charge
    }

    fn react(&self, words: &[&str]) -> PolicyChange {
        match words {
            ["pass", "strike"] => return PolicyChange::Pass(Pass::Strike),
            ["pass", "bail"] => return PolicyChange::Pass(Pass::Bail),
            _ => (),
        }
        let (mut defence, mut back) = (None, None);
        let using = |name: &&str| Using::Weapon(self.weapon(name));
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match *word {
                "parry" => defence = rest.next().map(|it| Defence::Parry(using(it))),
                "bail" => defence = rest.next().map(|it| Defence::Bail(Some(heading(it)))),
                "none" => defence = Some(Defence::Nothing),
                "then" => (),
                "strike" => back = Some(Return::Strike(rest.next().map_or(Using::Best, using))),
                "hold" => back = Some(Return::Hold),
                other => panic!("no reaction is written `{other}`"),
            }
        }
        PolicyChange::React { against: None, defence, back }
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
