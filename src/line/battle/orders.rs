//! What squads have been told to do in one round: bound to a battle, so that every name in it exists.

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
    /// Members that are sent to a tile of their own.
    #[serde(default, skip_serializing_if = "Queue::is_empty")]
    pub stations: Queue<UnitId, Station>,
    pub leaving: Leaving,
    /// In battles with formations; the bytes of all others know nothing of it.
    #[serde(default, skip_serializing_if = "FormationOrders::is_empty")]
    pub formations: FormationOrders,
}

/// **R-5** When a squad acts among those of its owner.
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
    /// **C-3** The squad that it is used on; that of a unit, if it is used on one.
    pub fn squad(self, battle: &Battle) -> Option<SquadId> {
        match self {
            AbilityOn::Squad(squad) => Some(squad),
            AbilityOn::Unit(unit) => Some(battle.unit(unit).squad),
            AbilityOn::Tile(_) => None,
        }
    }
}

/// **H-1** A hero changes squads during Command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroMove {
    /// Becomes part of that squad, from at most one tile away.
    Join(SquadId),
    /// Goes on alone.
    Leave,
}

/// **S-4** What a squad fires at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// Each part names one target. A unit fires with the first part that fits it.
    At(Vec<FirePart>),
    /// **S-6** The target is picked when the squad's turn comes. Only the enemy may fire so.
    AtWill,
    /// **F-3** The squad's formations fire together at one unit.
    Volley(VolleyAt),
}

impl Fire {
    /// At one squad, with everything that reaches it.
    pub fn all_at(target: SquadId) -> Fire {
        Fire::At(vec![FirePart { target, with: None }])
    }

    /// **A-6** Whether it may cost the squad its faster move: `[Assault]` weapons leave it that.
    pub fn slows(&self, battle: &Battle, squad: SquadId) -> bool {
        // **C-7** With an ability, all their weapons may be such.
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
    /// `None`: with whatever isn't in another part.
    pub with: Option<With>,
}

/// Which of a squad's weapons or units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    Weapon(WeaponId),
    /// All units of this profile.
    Team(ProfileId),
}

/// **M-8** Whom a squad strikes first, and with what. Where nothing is said M-4 holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub target: Option<SquadId>,
    pub weapon: Option<WeaponId>,
}

/// What a squad does in the movement phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// Stays where it is, and neither fires nor moves unless told so later.
    Hold,
    /// **V-1** By a route.
    Move(Route),
    /// **V-7** Moves, if there is a route, then charges.
    Charge { target: SquadId, after: Option<Route> },
    /// **V-6** Gets away; without a route, to wherever it is out of reach.
    Disengage(Option<Route>),
    /// **F-20** Its formations march, Step by Step.
    Steps(Vec<FormationStep>),
}

impl Movement {
    /// **V-1, V-7** The route of a plain move, or of the one before a charge.
    pub fn plain_route(&self) -> Option<&Route> {
        match self {
            Movement::Move(route) | Movement::Charge { after: Some(route), .. } => Some(route),
            _ => None,
        }
    }
}

/// Where a squad's leader goes, and how the others settle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Tiles to pass on the way, in this order.
    pub via: Vec<Tile>,
    pub goal: RouteGoal,
    pub spacing: Spacing,
}

impl Route {
    /// There by no other place, as a squad usually settles.
    pub fn to(goal: RouteGoal) -> Route {
        Route { via: Vec::new(), goal, spacing: Spacing::Usual }
    }

    /// As near to it as it gets.
    pub fn toward(place: Place) -> Route {
        Route::to(RouteGoal::Toward { place, steps: None })
    }
}

/// Where a route ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteGoal {
    /// There, or as near to it as there is a way.
    Tile(Tile),
    /// So many steps this way, then so many that way.
    Steps(Vec<(Direction, u8)>),
    /// As near as the steps allow; `None`: all the squad has.
    Toward { place: Place, steps: Option<u8> },
    /// As far as the steps allow.
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
    /// The tiles that it covers; `None` if nobody is there any more.
    pub fn covered(self, battle: &Battle) -> Option<Vec<Footprint>> {
        match self {
            Place::Objective(it) => Some(vec![Footprint { at: battle.setup().objective(it).at, size: 1 }]),
            Place::Squad(it) if !battle.is_on_map(it) => None,
            Place::Squad(it) => Some(battle.standing(it).map(|it| battle.footprint(it)).collect()),
        }
    }
}

/// **V-2** What the squad minds when it settles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    #[default]
    Usual,
    /// Cover before closeness.
    TakeCover,
    Tight,
    Spread,
}

/// **V-2** How far a member of a squad may be from the next, in steps.
pub const COHESION: u16 = 2;

/// **V-2** Where one member of a squad goes, among the tiles that it may settle on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// Whose member it is.
    pub squad: SquadId,
    pub at: Tile,
}

/// **V-5** How many of its downed a squad leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Abandon {
    All,
    Count(u8),
}

impl Orders {
    /// Takes out everything that was ordered for a squad.
    pub fn withdraw(&mut self, squad: SquadId) {
        self.fire.remove(squad);
        self.fight.remove(squad);
        self.movement.remove(squad);
        self.abandon.remove(squad);
        self.formations.ranging.remove(squad);
        self.formations.break_ranks.remove(&squad);
        self.stations.retain(|it| it.squad != squad);
    }

    /// Takes over everything that other orders tell a squad, in the place of what it was told; abilities are not told to
    /// squads.
    pub fn follow(&mut self, others: &Orders, squad: SquadId) {
        self.add(others, |it| *it == squad);
    }

    /// Takes over what other orders tell the squads that may be told it.
    fn add(&mut self, others: &Orders, may: impl Fn(&SquadId) -> bool) {
        self.fire.add(&others.fire, &may);
        self.fight.add(&others.fight, &may);
        self.movement.add(&others.movement, &may);
        self.abandon.add(&others.abandon, &may);
        self.formations.ranging.add(&others.formations.ranging, &may);
        self.formations.break_ranks.extend(others.formations.break_ranks.iter().filter(|it| may(it)));
    }

    /// Whether a squad has been told anything, `HOLD` included.
    pub fn has_any_for(&self, squad: SquadId) -> bool {
        self.fire.get(squad).is_some()
            || self.fight.get(squad).is_some()
            || self.movement.get(squad).is_some()
            || self.abandon.get(squad).is_some()
            || self.formations.ranging.get(squad).is_some()
            || self.formations.break_ranks.contains(&squad)
            || self.stations_of(squad).next().is_some()
    }

    /// **V-2** Who of a squad is sent where.
    pub fn stations_of(&self, squad: SquadId) -> impl Iterator<Item = (UnitId, Tile)> {
        self.stations.iter().filter(move |it| it.1.squad == squad).map(|(unit, it)| (unit, it.at))
    }

    /// Those of `all` that are not among these: what a commander added to the orders of posts.
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

    /// These and what was added to them. Whoever has any order here keeps it.
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
