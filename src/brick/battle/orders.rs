//! The orders of one round, bound to a battle: every name in them exists, or is made by an order of the same round.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::brick::battle::place;
use crate::brick::battle::{Battle, Heading, Measure, PolicyChange, Queue, TeamId, Turn, WeaponId};
use crate::field::{Direction, Leaving, SquadId, Tile, UnitId, each_once};

/// Who can be given orders: a squad, or a unit that is in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Squad(SquadId),
    Unit(UnitId),
}

impl Who {
    /// The squad, if it is one.
    pub fn squad(self) -> Option<SquadId> {
        if let Who::Squad(squad) = self { Some(squad) } else { None }
    }
}

/// One order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A squad is made, changed or left, in Command.
    Organise(Organise),
    /// **BS-17.4** Braces against charges for the round.
    Brace(SquadId),
    /// **BX-12** Keeps its Action for a Response.
    Reserve(Who),
    Shoot(Who, Shoot),
    Melee(Who, Melee),
    Move(Who, Movement),
    /// What was measured between two on a real table.
    Measure(Measure),
    /// A policy, kept until it is replaced.
    Policy(Whose, PolicyChange),
}

/// The owner of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    One(Who),
    /// Everybody of the team without policies of their own.
    Team(TeamId),
}

/// **BS-5** How squads come and go. Each squad that an order makes gets the next free id, in the order of the orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Organise {
    /// **BS-5.2** Units walk off their plate.
    Leave { squad: SquadId, units: Vec<UnitId> },
    /// **BS-5.7** Parts of a squad get plates of their own.
    Split { squad: SquadId, into: Vec<Forming> },
    /// **BS-5.4** Units step onto a new plate.
    Form(Forming),
    /// **BS-5.6** A squad or a unit steps onto the plate of an existing squad.
    Join { who: Who, to: SquadId },
    /// **BS-5.8** Another plate for the whole squad.
    Replate { squad: SquadId, plate: PlateOrder },
    /// **BS-5.3** Members stand elsewhere on the same plate: column and row as seen from its top left.
    Arrange { squad: SquadId, places: Vec<(UnitId, (u8, u8))> },
    /// **BS-3.3** What distances are measured from.
    Standard { squad: SquadId, standard: Standard },
}

impl Organise {
    /// The squad that it makes or changes, or the one that joins another.
    pub fn who(&self) -> Who {
        match self {
            Organise::Join { who, .. } => *who,
            Organise::Form(it) => Who::Squad(it.squad),
            Organise::Leave { squad, .. }
            | Organise::Split { squad, .. }
            | Organise::Replate { squad, .. }
            | Organise::Arrange { squad, .. }
            | Organise::Standard { squad, .. } => Who::Squad(*squad),
        }
    }

    /// The squads that it makes.
    pub fn makes(&self) -> &[Forming] {
        match self {
            Organise::Form(it) => std::slice::from_ref(it),
            Organise::Split { into, .. } => into,
            _ => &[],
        }
    }
}

/// A squad that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forming {
    pub squad: SquadId,
    pub name: String,
    pub units: Vec<UnitId>,
    pub plate: PlateOrder,
    pub standard: Standard,
}

/// What an order says of a plate. The rules fill in the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlateOrder {
    /// Width and depth. `None` for as small as its units need.
    pub size: Option<(u8, u8)>,
    #[serde(with = "place::facing::or_none")]
    pub facing: Option<Direction>,
}

/// **BS-3.1** What distances away from a squad are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standard {
    /// The middle of the plate, or a banner there.
    #[default]
    Center,
    /// The place of this unit on the plate.
    Bearer(UnitId),
}

/// What an attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Who(Who),
    /// **BS-16.3** One unit of a squad.
    Single(UnitId),
    /// **BC-2.16** The ground.
    Tile(Tile),
}

impl Target {
    /// The squad or unit that is aimed at. `None` for the ground.
    pub fn who(self) -> Option<Who> {
        match self {
            Target::Who(it) => Some(it),
            Target::Single(it) => Some(Who::Unit(it)),
            Target::Tile(_) => None,
        }
    }

    /// The single unit that is aimed at. `None` for a squad as a whole or the ground.
    pub fn unit(self) -> Option<UnitId> {
        if let Who::Unit(unit) = self.who()? { Some(unit) } else { None }
    }
}

/// Orders with the same tag make one Combined Attack (BX-13).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tag(pub String);

/// **BC-2.6, BC-2.8** What part of the target is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    #[default]
    Whole,
    /// Two thirds of a minifig.
    TwoByTwo,
    /// A third of one: head, torso, legs, or anything as small.
    OneByOne,
    /// **BC-2.7** Something that it holds.
    Item(WeaponId),
}

/// **BC-14** A shot: the target, and the weapons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shoot {
    pub target: Target,
    /// `None` for the first ranged weapon that each unit has.
    pub with: Option<WeaponId>,
    /// **BC-14.2** A second weapon, at the same target.
    pub and: Option<WeaponId>,
    /// **BC-2.13**
    pub aim: bool,
    pub part: Part,
    /// **BX-13**
    pub combine: Option<Tag>,
    /// **BC-4.8** Where the target is believed to be.
    pub blind: Option<Tile>,
    /// **BX-52** Without bonus dice for maximum faces.
    pub nocrit: bool,
    /// **BC-16.7** Adds the momentum of a run to a throw.
    pub momentum: bool,
}

impl Shoot {
    /// A shot with the first ranged weapon that each unit has.
    pub fn at(target: Target) -> Shoot {
        Shoot {
            target,
            with: None,
            and: None,
            aim: false,
            part: Part::Whole,
            combine: None,
            blind: None,
            nocrit: false,
            momentum: false,
        }
    }
}

/// **BC-5.7** An order for close combat. Those who fight without an order Ignore (BC-8.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Melee {
    /// **BC-8.2**
    Attack(Engage),
    /// **BC-8.5** With `release_after` it lets go before the victim strikes back (BC-8.9).
    Grab { target: Target, release_after: bool },
    /// **BC-8.11**
    Shove { target: Target },
    /// **BC-8.9** Lets go of everybody.
    Release,
    /// **BC-8.19** Fights nobody, and does something else if it survives.
    Ignore(Option<Meanwhile>),
}

impl Melee {
    pub fn target(&self) -> Option<Target> {
        match self {
            Melee::Attack(it) => Some(it.target),
            Melee::Grab { target, .. } | Melee::Shove { target } => Some(*target),
            Melee::Release | Melee::Ignore(_) => None,
        }
    }
}

/// What is done instead of fighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meanwhile {
    /// **BC-8.21**
    Shoot(Shoot),
    /// Works or picks up what lies within reach: a lever, a fallen weapon.
    Use(Usable),
}

/// **BS-2.1** Something that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Usable {
    /// An object on the map.
    Object(UnitId),
    /// A weapon that lies on the ground.
    Weapon(WeaponId),
}

/// **BC-8.2** An attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engage {
    pub target: Target,
    /// `None` for the best weapon that each unit has in hand.
    pub with: Option<WeaponId>,
    /// **BC-5.10** A second manoeuvre at the same target with this.
    pub then: Option<WeaponId>,
    /// **BX-31**
    pub two_handed: bool,
    /// **BS-14.1**
    pub skirmish: bool,
    pub combine: Option<Tag>,
    pub nocrit: bool,
}

impl Engage {
    /// An attack with the best weapon that each unit has in hand.
    pub fn at(target: Target) -> Engage {
        Engage { target, with: None, then: None, two_handed: false, skirmish: false, combine: None, nocrit: false }
    }
}

/// **BX-8** An order for Movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// To a tile.
    Go(Go),
    /// **BC-16.4** Straight on in a direction.
    Run { heading: Heading, tiles: u8, sprint: bool },
    /// **BC-8.14** Away from close combat, **BC-8.18** perhaps with a charge after it.
    Withdraw { to: Tile, then: Option<Charge> },
    /// **BC-16.1** A charge.
    Charge(Charge),
    /// **BS-8.3** A quarter turn on the spot around the front corner on that side.
    Pivot(Turn),
}

/// Where a squad or a unit goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Go {
    pub to: Tile,
    /// Tiles to pass on the way, in this order.
    pub via: Vec<Tile>,
    /// **BX-20**
    pub sprint: bool,
    /// **BS-5.9** Members go one by one and form up again beyond.
    pub broken: bool,
    /// **BS-8.4**
    pub backwards: bool,
    /// **BS-7.2** The facing of the plate at the end.
    #[serde(with = "place::facing::or_none")]
    pub facing: Option<Direction>,
}

impl Go {
    /// By the shortest way.
    pub fn to(to: Tile) -> Go {
        Go { to, via: Vec::new(), sprint: false, broken: false, backwards: false, facing: None }
    }
}

/// **BC-16.1** A charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub target: Target,
    pub how: ChargeHow,
    pub sprint: bool,
    pub combine: Option<Tag>,
    pub nocrit: bool,
}

/// What a charge is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeHow {
    /// **BC-17.1** With a weapon. `keep_momentum` saves the momentum for the Collision, instead of using it for
    /// damage.
    Weapon { with: Option<WeaponId>, keep_momentum: bool },
    /// **BC-19.1**
    Body,
    /// **BC-19.4**
    Shove,
}

/// All orders of a round, as they stood when it closed: a slot for each squad or unit and phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    pub organise: Vec<Organise>,
    pub brace: BTreeSet<SquadId>,
    pub reserve: BTreeSet<Who>,
    /// Those who were ordered to do nothing. It isn't written: nothing is rolled for it, so the dice needn't depend
    /// on it.
    #[serde(skip)]
    pub hold: BTreeSet<Who>,
    pub shoot: Queue<Who, Shoot>,
    pub melee: Queue<Who, Melee>,
    pub movement: Queue<Who, Movement>,
    pub policies: Vec<(Whose, PolicyChange)>,
    /// In the order in which they were posted: the last word counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    pub leaving: Leaving,
}

impl Order {
    /// The target of the attack, if it is one.
    pub fn target(&self) -> Option<Target> {
        match self {
            Order::Shoot(_, it) => Some(it.target),
            Order::Melee(_, it) => it.target(),
            Order::Move(_, Movement::Charge(it)) => Some(it.target),
            _ => None,
        }
    }

    /// The squad or unit that acts by it in Command, Shooting, Melee or Movement.
    pub fn acts(&self) -> Option<Who> {
        match self {
            Order::Brace(squad) => Some(Who::Squad(*squad)),
            Order::Reserve(who) | Order::Shoot(who, _) | Order::Melee(who, _) | Order::Move(who, _) => Some(*who),
            Order::Organise(_) | Order::Measure(_) | Order::Policy(..) => None,
        }
    }
}

impl Orders {
    /// Adds an order, which replaces an earlier one in the same slot. Orders that organise squads, measurements and
    /// policies add up.
    pub fn put(&mut self, order: Order) {
        if let Some(who) = order.acts() {
            self.hold.remove(&who);
        }
        match order {
            Order::Organise(it) => self.organise.push(it),
            Order::Brace(squad) => drop(self.brace.insert(squad)),
            Order::Reserve(who) => drop(self.reserve.insert(who)),
            Order::Shoot(who, it) => drop(self.shoot.put(who, it)),
            Order::Melee(who, it) => drop(self.melee.put(who, it)),
            Order::Move(who, it) => drop(self.movement.put(who, it)),
            Order::Measure(it) => self.measures.push(it),
            Order::Policy(whose, it) => self.policies.push((whose, it)),
        }
    }

    /// Orders a squad or a unit to do nothing, in place of its earlier orders.
    pub fn hold(&mut self, who: Who) {
        self.withdraw(who);
        self.hold.insert(who);
    }

    /// Removes the orders of a squad or a unit. Orders that organise squads, measurements and policies stay.
    pub fn withdraw(&mut self, who: Who) {
        self.reserve.remove(&who);
        self.hold.remove(&who);
        self.shoot.remove(who);
        self.melee.remove(who);
        self.movement.remove(who);
        if let Who::Squad(squad) = who {
            self.brace.remove(&squad);
        }
    }

    /// Whether a squad or a unit has orders, apart from those that organise squads, measurements and policies.
    pub fn has_any_for(&self, who: Who) -> bool {
        let is_braced = matches!(who, Who::Squad(it) if self.brace.contains(&it));
        is_braced
            || self.reserve.contains(&who)
            || self.hold.contains(&who)
            || self.shoot.get(who).is_some()
            || self.melee.get(who).is_some()
            || self.movement.get(who).is_some()
    }

    /// The squads that the units of `who` go into by these orders. Empty if one of the units stays where it is.
    pub fn goes_into(&self, battle: &Battle, who: Who) -> Vec<SquadId> {
        let into = |unit: UnitId| {
            self.organise.iter().find_map(|it| match it {
                Organise::Join { who: joins, to } => (*joins == who).then_some(*to),
                it => it.makes().iter().find(|it| it.units.contains(&unit)).map(|it| it.squad),
            })
        };
        let squads: Option<Vec<SquadId>> = battle.members(who).into_iter().map(into).collect();
        each_once(squads.unwrap_or_default())
    }

    /// The targets of all attacks, each with its attacker.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = (Who, &mut Target)> {
        let shots = self.shoot.iter_mut().map(|(who, it)| (who, &mut it.target));
        let blows = self.melee.iter_mut().filter_map(|(who, it)| match it {
            Melee::Attack(Engage { target, .. })
            | Melee::Grab { target, .. }
            | Melee::Shove { target }
            | Melee::Ignore(Some(Meanwhile::Shoot(Shoot { target, .. }))) => Some((who, target)),
            Melee::Release | Melee::Ignore(_) => None,
        });
        let charges = self.movement.iter_mut().filter_map(|(who, it)| match it {
            Movement::Charge(it) | Movement::Withdraw { then: Some(it), .. } => Some((who, &mut it.target)),
            _ => None,
        });
        shots.chain(blows).chain(charges)
    }

    /// The squad of this id that an order makes, if any does.
    pub fn made(&self, squad: SquadId) -> Option<&Forming> {
        self.organise.iter().flat_map(Organise::makes).find(|it| it.squad == squad)
    }

    /// What the round's dice are bound to: SHA-256 over the orders as JSON.
    pub fn digest(&self) -> [u8; 32] {
        let text = serde_json::to_vec(self).expect("orders have no maps and no floats, so they are JSON");
        Sha256::digest(text).into()
    }
}
