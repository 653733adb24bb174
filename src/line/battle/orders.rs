//! The orders of one round. They are bound to a battle: everything that they name exists.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{Direction, Footprint, Leaving, ObjectiveId, SquadId, Tile, UnitId};
use crate::line::battle::{
    AbilityId, Battle, Boon, CasterId, FormationOrders, FormationStep, Lasting, Phase, ProfileId, Queue, Tag, VolleyAt,
    WeaponId,
};

/// **R-2** All orders of a round, as they stood when it closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    pub abilities: Vec<AbilityUse>,
    pub heroes: Queue<UnitId, HeroMove>,
    pub fire: Queue<SquadId, Fire>,
    pub fight: Queue<SquadId, Fight>,
    pub movement: Queue<SquadId, Movement>,
    pub abandon: Queue<SquadId, Abandon>,
    /// **V-2** Members that are sent to a tile of their own.
    #[serde(default, skip_serializing_if = "Queue::is_empty")]
    pub stations: Queue<UnitId, Station>,
    pub leaving: Leaving,
    /// Orders about formations. Orders without any are serialized without this field.
    #[serde(default, skip_serializing_if = "FormationOrders::is_empty")]
    pub formations: FormationOrders,
}

/// **R-5** When a squad acts among the squads of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    First,
    Last,
}

/// **C-2** One use of one ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbilityUse {
    pub by: CasterId,
    pub ability: AbilityId,
    pub on: AbilityOn,
}

/// What an ability is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilityOn {
    Squad(SquadId),
    Unit(UnitId),
    Tile(Tile),
}

impl AbilityOn {
    /// **C-3** The squad that it is used on, or the squad of the unit; `None` for a tile.
    pub fn squad(self, battle: &Battle) -> Option<SquadId> {
        match self {
            AbilityOn::Squad(squad) => Some(squad),
            AbilityOn::Unit(unit) => Some(battle.unit(unit).squad),
            AbilityOn::Tile(_) => None,
        }
    }
}

/// **H-1** A hero's change of squads, in the Command phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroMove {
    /// He joins that squad, from at most one tile away.
    Join(SquadId),
    /// He leaves his squad and goes on alone.
    Leave,
}

/// **S-4** What a squad fires at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// Each part names one target. A unit fires in the first part that fits it.
    At(Vec<FirePart>),
    /// **S-6** The target is picked when the squad's turn comes. Only the enemy may get this order.
    AtWill,
    /// **F-3** The squad's formations fire together at one unit.
    Volley(VolleyAt),
}

impl Fire {
    /// Fire at one squad, with everything that reaches it.
    pub fn all_at(target: SquadId) -> Fire {
        Fire::At(vec![FirePart { target, with: None }])
    }

    /// **A-6** Whether this fire may cost the squad its faster move, which `[Assault]` weapons don't.
    pub fn slows(&self, battle: &Battle, squad: SquadId) -> bool {
        // **C-7** An ability may make all of the squad's weapons `[Assault]`.
        let is_assault = |it: &Lasting| it.boon == Boon::Grant(Tag::Assault);
        if battle.boons_with(squad, None, Phase::Shooting).any(is_assault) {
            return false;
        }
        let setup = battle.setup();
        let is_assault = |it: WeaponId| setup.weapon(it).traits().assault;
        let with_other = |only: Option<ProfileId>| {
            let units = battle.standing(squad).filter(|it| only.is_none_or(|only| only == setup.unit(*it).profile));
            let mut weapons = units.flat_map(|it| &battle.profile(it).weapons);
            weapons.any(|it| !setup.weapon(*it).is_melee() && !is_assault(*it))
        };
        match self {
            Fire::AtWill | Fire::Volley(_) => with_other(None),
            Fire::At(parts) => parts.iter().any(|part| match part.with {
                Some(With::Weapon(weapon)) => !is_assault(weapon),
                Some(With::Team(profile)) => with_other(Some(profile)),
                None => with_other(None),
            }),
        }
    }
}

/// One part of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirePart {
    pub target: SquadId,
    /// `None`: with everything that isn't in another part.
    pub with: Option<With>,
}

/// Which weapons or units of a squad take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    Weapon(WeaponId),
    /// All units of this profile.
    Team(ProfileId),
}

/// **M-8** The squad to strike, and the weapon. M-4 decides what is left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub target: Option<SquadId>,
    pub weapon: Option<WeaponId>,
}

/// What a squad does in the movement phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Stays where it is, and neither fires nor moves unless a later order says so.
    Hold,
    /// **V-1** Moves along a route.
    Move(Route),
    /// **V-7** Moves, if there is a route, then charges.
    Charge { target: SquadId, after: Option<Route> },
    /// **V-6** Leaves a melee. Without a route, it goes where no enemy reaches it.
    Disengage(Option<Route>),
    /// **F-20** Its formations march, Step by Step.
    Steps(Vec<FormationStep>),
}

impl Movement {
    /// **V-1, V-7** The route of a plain move, or of the move before a charge.
    pub fn plain_route(&self) -> Option<&Route> {
        match self {
            Movement::Move(route) | Movement::Charge { after: Some(route), .. } => Some(route),
            _ => None,
        }
    }
}

/// Where the leader of a squad goes, and how the others settle around him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Tiles to pass on the way, in this order.
    pub via: Vec<Tile>,
    pub goal: RouteGoal,
    pub spacing: Spacing,
}

impl Route {
    /// A route straight to the goal, with the usual spacing.
    pub fn to(goal: RouteGoal) -> Route {
        Route { via: Vec::new(), goal, spacing: Spacing::Usual }
    }

    /// A route as near to a place as the squad's steps allow.
    pub fn toward(place: Place) -> Route {
        Route::to(RouteGoal::Toward { place, steps: None })
    }
}

/// Where a route ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteGoal {
    /// This tile, or as near to it as there is a way.
    Tile(Tile),
    /// Steps in a direction, then steps in the next.
    Steps(Vec<(Direction, u8)>),
    /// As near to the place as this many steps allow; `None`: as all the squad's steps allow.
    Toward { place: Place, steps: Option<u8> },
    /// As far from the place as this many steps allow; `None`: as all the squad's steps allow.
    AwayFrom { place: Place, steps: Option<u8> },
}

/// Something on the map that orders can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Squad(SquadId),
    Objective(ObjectiveId),
}

impl Place {
    /// The footprints that it covers; `None` for a squad that isn't on the map.
    pub fn covered(self, battle: &Battle) -> Option<Vec<Footprint>> {
        match self {
            Place::Objective(it) => Some(vec![Footprint { at: battle.setup().objective(it).at, size: 1 }]),
            Place::Squad(it) if !battle.is_on_map(it) => None,
            Place::Squad(it) => Some(battle.standing(it).map(|it| battle.footprint(it)).collect()),
        }
    }
}

/// **V-2** How the members of a squad settle around its leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    #[default]
    Usual,
    /// Cover matters more than closeness.
    TakeCover,
    Tight,
    Spread,
}

/// **V-2** How far a member of a squad may be from the nearest other, in steps.
pub const COHESION: u16 = 2;

/// **V-2** The tile that one member of a squad is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// The squad of the member.
    pub squad: SquadId,
    pub at: Tile,
}

/// **V-5** How many of its downed units a squad leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Abandon {
    All,
    Count(u8),
}

impl Orders {
    /// Removes all orders for a squad.
    pub fn withdraw(&mut self, squad: SquadId) {
        self.fire.remove(squad);
        self.fight.remove(squad);
        self.movement.remove(squad);
        self.abandon.remove(squad);
        self.formations.ranging.remove(squad);
        self.formations.break_ranks.remove(&squad);
        self.stations.retain(|it| it.squad != squad);
    }

    /// Takes over all orders that `others` has for a squad, except those to single units. Each replaces the squad's
    /// order of its kind.
    pub fn follow(&mut self, others: &Orders, squad: SquadId) {
        self.add(others, |it| *it == squad);
    }

    /// Takes over the orders of the squads that pass `may`. Each replaces the squad's order of its kind.
    fn add(&mut self, others: &Orders, may: impl Fn(&SquadId) -> bool) {
        self.fire.add(&others.fire, &may);
        self.fight.add(&others.fight, &may);
        self.movement.add(&others.movement, &may);
        self.abandon.add(&others.abandon, &may);
        self.formations.ranging.add(&others.formations.ranging, &may);
        self.formations.break_ranks.extend(others.formations.break_ranks.iter().filter(|it| may(it)));
    }

    /// Whether a squad has any order, `HOLD` included.
    pub fn has_any_for(&self, squad: SquadId) -> bool {
        self.fire.get(squad).is_some()
            || self.fight.get(squad).is_some()
            || self.movement.get(squad).is_some()
            || self.abandon.get(squad).is_some()
            || self.formations.ranging.get(squad).is_some()
            || self.formations.break_ranks.contains(&squad)
            || self.stations_of(squad).next().is_some()
    }

    /// **V-2** The members of a squad that are sent to a tile.
    pub fn stations_of(&self, squad: SquadId) -> impl Iterator<Item = (UnitId, Tile)> {
        self.stations.iter().filter(move |it| it.1.squad == squad).map(|(unit, it)| (unit, it.at))
    }

    /// The orders of `all` that are not among these: what a commander added to the orders from posts.
    #[must_use]
    pub fn added_in(&self, all: &Orders) -> Orders {
        Orders {
            abilities: all.abilities.iter().skip(self.abilities.len()).copied().collect(),
            heroes: self.heroes.added_in(&all.heroes),
            fire: self.fire.added_in(&all.fire),
            fight: self.fight.added_in(&all.fight),
            movement: self.movement.added_in(&all.movement),
            abandon: self.abandon.added_in(&all.abandon),
            stations: self.stations.added_in(&all.stations),
            leaving: Leaving::default(),
            formations: FormationOrders {
                ranging: self.formations.ranging.added_in(&all.formations.ranging),
                break_ranks: &all.formations.break_ranks - &self.formations.break_ranks,
            },
        }
    }

    /// These orders with others added. A squad or hero with any order here gets no other.
    #[must_use]
    pub fn with_added(&self, added: &Orders) -> Orders {
        let mut all = self.clone();
        let is_free = |squad: &SquadId| !self.has_any_for(*squad);
        all.abilities.extend(&added.abilities);
        all.heroes.add(&added.heroes, |it| self.heroes.get(*it).is_none());
        all.add(added, is_free);
        all.stations.add(&added.stations, |unit| added.stations.get(*unit).is_some_and(|it| is_free(&it.squad)));
        all
    }
}
