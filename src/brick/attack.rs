//! An attack apart from any battle, as the command line asks for it: what it may come to, and one roll of it.

use std::sync::Arc;

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde_json::json;

use crate::brick::battle::{
    Amount, Battle, Class, Close, Engage, Event, Manoeuvre, Measure, Measured, Melee, Order, Orders, Phase, Plate,
    Profile, ProfileId, Ranged, Rating, Setup, Shoot, SquadSetup, Target, TeamId, UnitSetup, Weapon, WeaponId, Who,
};
use crate::brick::predict::{self, Played};
use crate::brick::report;
use crate::brick::rules::{self, Brick};
use crate::brick::scenario;
use crate::dice::{Dice, Seed};
use crate::field::{Board, Direction, TerrainId, Tile, UnitId};
use crate::page::{Known, Layout};

/// An attack of some equals on one target.
#[derive(clap::Args)]
pub struct AttackForm {
    /// The Use of the weapon: what a Skill roll must come to
    #[arg(long = "use", value_name = "USE", value_parser = clap::value_parser!(u8).range(0..=20))]
    needs: u8,
    /// Damage: dice such as 1d6+1, or skill+2
    #[arg(long, value_name = "DMG", value_parser = amount)]
    damage: Amount,
    /// Skill of the attackers: 1d6, 1d8, 1d6+1
    #[arg(long, value_name = "SKILL", value_parser = rating, default_value = "1d6")]
    skill: Rating,
    /// How many attackers attack together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60), default_value_t = 1)]
    attackers: u8,
    /// Armor of the target: a number, or dice such as 1d10
    #[arg(long, value_name = "ARMOR", value_parser = amount, default_value = "4")]
    armor: Amount,
    /// Size of the target, in inches; it has as many hit points
    #[arg(long, value_name = "SIZE", value_parser = clap::value_parser!(u8).range(0..=40), default_value_t = 1)]
    size: u8,
    /// Range of the weapon, for a shot [default: an attack by hand]
    #[arg(long, value_name = "INCHES", value_parser = clap::value_parser!(u8).range(1..=200))]
    range: Option<u8>,
    /// Distance to the target [default: within range]
    #[arg(long, value_name = "INCHES", requires = "range")]
    distance: Option<u16>,
    /// How many sections of the target are hidden, 0 to 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3), default_value_t = 0)]
    cover: u8,
    /// How much higher than the target the attackers stand, in inches
    #[arg(long, value_name = "INCHES", default_value_t = 0, requires = "range")]
    height: u8,
    /// The target stands still
    #[arg(long)]
    still: bool,
    /// The attackers aim
    #[arg(long, requires = "range")]
    aim: bool,
    /// The attackers are outnumbered
    #[arg(long)]
    outnumbered: bool,
    /// Highest faces of damage earn nothing
    #[arg(long)]
    nocrit: bool,
    /// Roll it once
    #[arg(long)]
    roll: bool,
    /// The seed of the roll: the same number gives the same dice [default: random, and printed]
    #[arg(long, value_name = "N", requires = "roll")]
    seed: Option<u64>,
}

fn amount(text: &str) -> Result<Amount, String> {
    scenario::amount(text).ok_or_else(|| "a number from 0 to 60, or dice such as 1d6+1, 2d10 or skill+2".to_owned())
}

fn rating(text: &str) -> Result<Rating, String> {
    scenario::rating(text).ok_or_else(|| "dice such as 1d6, 1d8 or 1d6+1".to_owned())
}

impl AttackForm {
    /// The odds of the attack, or one roll of it.
    ///
    /// # Errors
    ///
    /// What is wrong with the question.
    pub fn told(&self, layout: Layout) -> Result<String, String> {
        let battle = Battle::new(Arc::new(self.setup()));
        let by = battle.everybody().next().ok_or("nobody attacks")?;
        let order = self.order(by);
        let mut orders = Orders::default();
        orders.put(order.clone());
        orders.put(Order::Measure(Measure { by, at: TARGET, it: self.measured() }));
        if self.roll {
            return self.rolled(&battle, &orders);
        }
        match layout {
            Layout::Json => Ok(self.json(&battle, by, &orders)),
            Layout::Table | Layout::Bars => {
                let told = report::forecast(&Brick::default(), &battle, &orders, &order);
                Ok(told.map_or_else(String::new, |it| format!("{it}\n")))
            }
        }
    }

    /// One roll of the attack, reported as in a battle, with every die.
    fn rolled(&self, battle: &Battle, orders: &Orders) -> Result<String, String> {
        let number = match self.seed {
            Some(number) => number,
            None => SysRng.try_next_u64().map_err(|it| format!("This system gives no random numbers: {it}."))?,
        };
        let mut dice = Seed::from(number).dice(1, &orders.digest(), &[0; 32]);
        let events = rules::resolve(&Brick::default(), battle, orders, &mut dice, Phase::Morale);
        let told = report::tell(battle, &events, &Known::default());
        let mut text = String::new();
        for line in told.lines.iter().filter(|it| it.text.text().contains(ATTACKERS)) {
            text += &format!("{}\n", line.text.text());
            for why in report::reckoning(battle, &events, line) {
                text += &format!("  {}\n", why.text());
            }
        }
        Ok(format!("{text}Rolled with --seed {number}\n"))
    }

    fn json(&self, battle: &Battle, by: Who, orders: &Orders) -> String {
        let mut battle = battle.clone();
        for measure in &orders.measures {
            battle.apply(&Event::Measured(Box::new(measure.clone())));
        }
        let rules = Brick::default();
        let (attacks, fall) = match self.range {
            Some(_) => {
                let odds = predict::shoot(&rules, &battle, &[(by, &self.shoot())]);
                (odds.shots, odds.fall.map(|it| it.1))
            }
            None => {
                let events = rules::resolve(&rules, &battle, orders, &mut Dice::keyed([0; 32]), Phase::Melee);
                let swings = events.iter().filter_map(Event::swing).filter(|it| it.does == Manoeuvre::Attack);
                let played = Played::new(&rules, &battle, orders, Phase::Melee);
                (predict::blows(swings), Some(played.fall(&battle.members(TARGET), |it| it.pass == Some(TeamId(0)))))
            }
        };
        let damage = predict::damage(self.damage, self.skill, 0, rules.damage_crits && !self.nocrit).mean();
        let each = attacks.first();
        json!({
            "attackers": attacks.len(),
            "each_hits": each.map(|it| it.hits),
            "each_overskills": each.map(|it| it.overskills),
            "damage_of_a_hit": each.map(|it| it.damage.unwrap_or(damage)),
            "any_hits": 1.0 - attacks.iter().map(|it| 1.0 - it.hits).product::<f64>(),
            "falls": fall.as_ref().map(predict::Fall::any),
            "hp_lost": fall.as_ref().map(|it| it.hp_lost),
        })
        .to_string()
    }

    fn measured(&self) -> Measured {
        Measured {
            range: self.range.map(|it| self.distance.unwrap_or(u16::from(it))),
            cover: (0 < self.cover).then_some(self.cover),
            height: (0 < self.height).then_some(self.height),
            is_still: self.still.then_some(true),
            is_outnumbered: self.outnumbered.then_some(true),
            ..Measured::default()
        }
    }

    fn order(&self, by: Who) -> Order {
        match self.range {
            Some(_) => Order::Shoot(by, self.shoot()),
            None => Order::Melee(by, Melee::Attack(Engage { nocrit: self.nocrit, ..Engage::at(Target::Who(TARGET)) })),
        }
    }

    fn shoot(&self) -> Shoot {
        Shoot { aim: self.aim, nocrit: self.nocrit, ..Shoot::at(Target::Who(TARGET)) }
    }

    /// The attackers and their target, on a table.
    fn setup(&self) -> Setup {
        let columns = self.attackers + 1;
        let tiles = usize::from(columns);
        Setup {
            title: "An attack".to_owned(),
            board: Board::new(columns, vec![scenario::table()], vec![TerrainId(0); tiles]),
            grounds: vec![Default::default()],
            levels: vec![0; tiles],
            teams: vec![scenario::team("attackers", true), scenario::team("others", false)],
            profiles: vec![
                profile("attacker", self.skill, Amount::fixed(4), 1),
                profile("target", Rating::REGULAR, self.armor, self.size),
            ],
            weapons: vec![self.weapon()],
            squads: vec![SquadSetup {
                name: ATTACKERS.to_owned(),
                team: TeamId(0),
                members: (1..=u16::from(self.attackers)).map(UnitId).collect(),
                plate: Plate::new(Tile::new(0, 0), self.attackers, 1, Direction::North),
                ..SquadSetup::default()
            }],
            units: self.units(),
            ..Setup::default()
        }
    }

    fn units(&self) -> Vec<UnitSetup> {
        let unit = |name: String, side: u8, items: Vec<WeaponId>, column: u8| UnitSetup {
            name,
            profile: ProfileId(u16::from(side)),
            team: Some(TeamId(side)),
            items,
            at: Tile::new(column, 0),
            ..UnitSetup::default()
        };
        let attackers = (0..self.attackers).map(|n| unit(format!("{ATTACKERS} {}", n + 1), 0, vec![WeaponId(0)], n));
        [unit("Target".to_owned(), 1, Vec::new(), self.attackers)].into_iter().chain(attackers).collect()
    }

    fn weapon(&self) -> Weapon {
        Weapon {
            key: "weapon".to_owned(),
            name: "weapon".to_owned(),
            class: if self.range.is_some() { Class::Pistol } else { Class::Hand },
            close: Some(Close { needs: self.needs, damage: self.damage }),
            ranged: Some(Ranged {
                needs: self.needs,
                range: self.range.unwrap_or(u8::MAX),
                damage: self.damage,
                is_thrown: false,
                blast: None,
            }),
            is_thrust: false,
            is_charge: false,
            is_ahead_only: false,
            has_overkill: false,
        }
    }
}

/// A profile like a minifig's, but for these values.
fn profile(name: &str, skill: Rating, armor: Amount, size: u8) -> Profile {
    Profile {
        key: name.to_owned(),
        name: name.to_owned(),
        skill,
        armor,
        movement: 5,
        size,
        footprint: (1, 1),
        hp: Profile::usual_hp(size),
        hands: 2,
        is_reactive: true,
        value: 10,
        control: 1,
        ..Profile::default()
    }
}

/// The name of the attackers.
const ATTACKERS: &str = "Attackers";
/// The unit that they attack.
const TARGET: Who = Who::Unit(UnitId(0));
