//! The events of a battle. An event says what happened and which dice decided it, and holds no sentence for people.

use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::D6;
use crate::field::{ObjectiveId, Outcome, SquadId, TerrainId, Tile, UnitId};
use crate::line::battle::{
    AbilityId, AbilityOn, Boon, BySide, CasterId, Departure, Edited, FormationEvent, HeroMove, Phase, Side, Sort, Span,
    Stat, StepTaken, Trigger, WeaponId,
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// **R-1** The next phase begins.
    PhaseBegan { phase: Phase },

    // Command
    /// **C-4** CP were spent.
    AbilityUsed { by: CasterId, ability: AbilityId, on: AbilityOn, cost: u8, waits_for: Option<Trigger> },
    /// An ability that was ordered did nothing, and cost nothing.
    AbilityRefused { by: CasterId, ability: AbilityId, on: AbilityOn, why: AbilityTrouble },
    /// **C-5** The moment that an ability waited for has come.
    AbilityTriggered { by: CasterId, ability: AbilityId, on: AbilityOn, trigger: Trigger },
    /// **Q-B7** The moment that an ability waited for never came.
    AbilityLapsed { by: CasterId, ability: AbilityId, on: AbilityOn },
    /// **C-7** A lasting effect on a squad began.
    BoonBegan { squad: SquadId, boon: Boon, span: Span, ability: AbilityId },
    /// **C-7** A lasting effect on one unit began.
    UnitBoonBegan { unit: UnitId, boon: Boon, span: Span, ability: AbilityId },
    /// **C-4** An ability was used and did nothing, or there was nothing to carry out ahead of its phase (C-6).
    AbilityInVain { by: CasterId, ability: AbilityId, on: AbilityOn },
    /// **C-7** An ability ended the break of a squad.
    Rallied { squad: SquadId, ability: AbilityId },
    /// **C-7** A unit regained HP and has `hp` now. A downed one stands up on `stands_at`.
    Healed { unit: UnitId, hp: u8, stands_at: Option<Tile>, ability: AbilityId },
    /// **C-7** A squad that had shot counts as not having shot.
    CountsAsNotShot { squad: SquadId, ability: AbilityId },
    /// **C-7** The ground of tiles changed, until the end of round `until`.
    GroundChanged { tiles: Vec<Tile>, terrain: TerrainId, until: u16 },
    /// Changed ground is again what it was before.
    GroundRestored { tiles: Vec<Tile> },
    /// **C-7** A pool regained CP.
    CommandRegained { by: CasterId, cp: u8 },
    /// **C-6** A squad has carried out a phase, and sits it out when it comes.
    ActedAhead { squad: SquadId, phase: Phase, ability: AbilityId },
    /// **C-6** One unit has carried out a phase, and sits it out when it comes; the rest of its squad doesn't.
    UnitActedAhead { unit: UnitId, phase: Phase, ability: AbilityId },
    /// **H-1** A hero changed squads.
    HeroMoved { hero: UnitId, from: SquadId, to: SquadId },
    /// **H-1** A hero could not change squads.
    HeroStayed { hero: UnitId, order: HeroMove, why: HeroTrouble },

    // Shooting and Melee
    /// All attacks of one squad with one weapon on one target.
    Attacked(Box<Volley>),
    /// **S-5** The target was gone before the squad's turn to fire came. These units would have fired. `slows` is as in
    /// [`Volley`].
    VolleyWasted { squad: SquadId, target: SquadId, units: Vec<UnitId>, slows: bool },
    /// **S-1** No unit could fire at the target.
    FireHeld { squad: SquadId, target: SquadId, silent: Vec<(UnitId, Silence)> },
    /// **A-6** Dice were rolled for `[Hazardous]` weapons.
    HazardRolled { squad: SquadId, weapon: WeaponId, rolls: Vec<(UnitId, D6, Fate)> },

    // Movement
    /// **V-5** A squad left downed units behind.
    Abandoned { squad: SquadId, units: Vec<(UnitId, Tile)> },
    /// **V-6** Each engaged unit rolled to get away; 1 to 3 fells it.
    Disengaged { squad: SquadId, rolls: Vec<(UnitId, D6)> },
    /// Units of one squad moved.
    Moved(Box<Move>),
    /// A squad that was ordered to move stayed.
    Stayed { squad: SquadId, why: Stay },
    /// **V-7** A squad tried to charge.
    Charged(Box<Charge>),

    // Morale
    /// **L-1** A squad was tested.
    MoraleTested {
        squad: SquadId,
        dice: [D6; 2],
        modifiers: Vec<(MoraleSource, i8)>,
        needs: u8,
        by_hero: Option<UnitId>,
        passed: bool,
    },
    /// **L-4** A broken squad that is no longer below half recovered.
    Recovered { squad: SquadId },

    // Objectives and the end
    /// **O-1** CON was counted at an objective.
    ObjectiveCounted { objective: ObjectiveId, control: BySide<u16>, owner: Option<Side>, contested: bool },
    /// **O-2** A side scored for the objectives that it holds.
    Scored { side: Side, points: u32 },
    /// **O-2** A goal, by its place in the setup, was met.
    GoalMet { goal: u8 },
    /// **O-2** A goal that was met is no longer met.
    GoalUndone { goal: u8 },
    /// **O-2** A part of a goal has come true for good. Parts are the conditions that the goal is made of, in their
    /// order.
    GoalPartMet { goal: u8, part: u8 },
    /// The battle is over.
    Ended { outcome: Outcome, departure: Option<Departure> },
    /// **X-2** A unit that was left behind was rolled for: it is dead on 1 or 2.
    Aftermath { unit: UnitId, die: D6, dead: bool },

    // Between the rounds
    /// The next round opens, and what lasted for the previous one ends.
    RoundBegan { round: u16 },
    /// An entry of the scenario's schedule came due.
    ScheduleCame { index: u8 },
    /// A squad came out of reserve.
    Arrived { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// A squad found no room to come out of reserve, and tries again next round.
    ArrivalDelayed { squad: SquadId },

    // By hand
    /// **G-1** The GM changed something.
    Edited(Edited),

    /// Something happened to a formation, or to units that may be in one. Only in battles with formations.
    Formation(Box<FormationEvent>),
}

/// **V-6** The highest die that fells a unit on its way out of a melee.
pub const DISENGAGE_FELLS: u8 = 3;

/// Why an ability that was ordered did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilityTrouble {
    /// **C-2**
    NotEnoughCommand { cost: u8, left: u8 },
    /// **C-3**
    AlreadyUsedOnIt,
    /// **C-4** It has been used as often as it may be in a round, or in a battle.
    UsedUp { times: u8, is_for_battle: bool },
    /// **H-2**
    HeroIsDown,
    /// No unit of the target stands any more.
    TargetIsGone,
    /// **C-4** The target is out of range.
    OutOfRange { distance: u16, range: u8 },
}

/// Why a hero stayed in his squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroTrouble {
    /// **H-2**
    IsDown,
    /// **H-1** The squad is more than a tile away.
    TooFar { distance: u16 },
    /// No unit of the squad stands any more.
    SquadIsGone,
    /// **Q-J4**
    SquadHasAHero,
}

/// The occasion of a volley.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VolleyKind {
    /// **S-1**
    #[default]
    Fire,
    /// **S-9** Attacks that missed an enemy in melee, rolled again at the friends who fight it.
    Stray,
    /// **M-2**
    CloseQuarters,
    /// **M-4**
    Blows,
    /// **F-4** Blows of a spear wall at a squad that charges it, before it comes in.
    SpearWall,
}

/// One squad's attacks with one weapon on one target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Volley {
    pub kind: VolleyKind,
    pub by: SquadId,
    pub at: SquadId,
    /// `None`: bare hands (M-4).
    pub weapon: Option<WeaponId>,
    /// Units that have the weapon and could not use it.
    pub silent: Vec<(UnitId, Silence)>,
    /// Each different aim among its attacks.
    pub aims: Vec<Aim>,
    /// The dice for ATK, if it has any.
    pub attack_dice: Vec<(UnitId, Vec<D6>)>,
    /// One for each attack.
    pub shots: Vec<Shot>,
    /// One for each hit, in the order in which they were resolved.
    pub hits: Vec<Hit>,
    /// The average result of these attacks.
    pub expected: Expected,
    /// **V-3** Whether firing it costs the squad its faster move, charge and disengage.
    pub slows: bool,
    /// **A-6** The units that used up such a weapon; a unit that used up several is listed once for each.
    pub spends: Vec<UnitId>,
}

impl Event {
    /// The volley of this event, if it is one.
    pub fn volley(&self) -> Option<&Volley> {
        let Event::Attacked(it) = self else { return None };
        Some(it)
    }

    /// The changes of place in this event.
    pub fn steps(&self) -> &[Step] {
        match (self, self.of_formation()) {
            (Event::Moved(it), _) => &it.steps,
            (_, Some(FormationEvent::Stepped(it))) => &it.steps,
            (_, Some(FormationEvent::Shuffled { steps, .. })) => steps,
            _ => &[],
        }
    }

    /// **F-20** The Step of a formation, if this event is one.
    pub fn step(&self) -> Option<&StepTaken> {
        let FormationEvent::Stepped(it) = self.of_formation()? else { return None };
        Some(it)
    }

    /// The event of a formation, if this is one.
    pub fn of_formation(&self) -> Option<&FormationEvent> {
        let Event::Formation(it) = self else { return None };
        Some(it)
    }
}

impl Volley {
    /// **F-3** Whether a formation shot at one unit together.
    pub fn is_together(&self) -> bool {
        self.aims.iter().flat_map(|it| &it.modifiers).any(|it| it.0 == AimSource::Volley)
    }

    /// A volley without any attacks, with bare hands, which slow nobody and aren't used up.
    pub fn without_attacks(kind: VolleyKind, by: SquadId, at: SquadId) -> Volley {
        Volley { kind, by, at, ..Volley::default() }
    }
}

/// What the dice give on average, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Expected {
    pub hits_milli: u32,
    /// Thousandths of a hit point, by which targets are picked (S-6). Reports don't show it.
    #[serde(skip)]
    pub damage_milli: u32,
    /// Thousandths of a unit.
    pub felled_milli: u32,
}

impl std::iter::Sum for Expected {
    fn sum<I: Iterator<Item = Expected>>(parts: I) -> Expected {
        parts.fold(Expected::default(), |sum, it| Expected {
            hits_milli: sum.hits_milli + it.hits_milli,
            damage_milli: sum.damage_milli + it.damage_milli,
            felled_milli: sum.felled_milli + it.felled_milli,
        })
    }
}

/// Why a unit could not fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Silence {
    /// It is engaged (T-7).
    Engaged,
    /// The target is farther away than the weapon carries.
    OutOfRange { distance: u16, range: u16 },
    /// No unit of the target is in sight.
    OutOfSight,
    /// **S-3** The crew is too small.
    Undermanned,
    /// **S-3** It crews another unit's weapon.
    Crewing,
    /// **A-6** Its `[One Shot]` weapon is used up.
    Spent,
    /// **A-6** `[Blast]` is never used at a squad in melee with friends.
    BlastNearFriends,
    /// **FX-6**
    Dazed,
    /// **FX-6**
    Frenzied,
    /// **F-12** It has lost its Complex Action.
    LostTurn,
    /// **FX-5** It has moved in a formation.
    Marched,
    /// **F-3** It has fired already, with another squad of its formation.
    Fired,
}

/// **A-1** What the hit rolls of some of the attackers must reach, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Aim {
    /// ACC of the weapon.
    pub base: u8,
    /// In the order in which they were counted. A positive one makes hits easier.
    pub modifiers: Vec<(AimSource, i8)>,
    /// **S-8** Their sum, held within -2 to +2.
    pub sum: i8,
    /// `base - sum`. A natural 6 hits all the same.
    pub needs: u8,
    /// Attacks of each unit without dice: ATK and what is added to it.
    pub attacks: Vec<(AttackSource, i16)>,
}

impl Aim {
    /// How many attacks each unit makes, the dice for ATK left out.
    pub fn attacks_fixed(&self) -> i16 {
        self.attacks.iter().map(|it| it.1).sum()
    }
}

/// Where a modifier to ACC comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AimSource {
    /// **T-11**
    Concealed,
    /// **L-3**
    Broken,
    /// **A-6** `[Heavy]`
    Heavy,
    /// **A-6** `[Indirect]`
    Indirect,
    /// **S-9**
    MoreInMelee(Side),
    /// **S-9**
    LargerInMelee(Side),
    /// **C-7**
    Ability(AbilityId),
    /// **F-2** Shields beside the unit that is hit.
    ShieldWall,
    /// **F-3** Other members of the formation that shoot at the same unit.
    Volley,
}

/// Where attacks come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackSource {
    /// **T-5** ATK of the weapon, without its dice.
    Base,
    /// **A-6** `[Rapid Fire]`
    RapidFire,
    /// **A-6** `[Blast]`
    Blast,
    /// **C-7**
    Ability(AbilityId),
}

/// **A-1** One attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shot {
    pub unit: UnitId,
    /// Its place in [`Volley::aims`].
    pub aim: u8,
    /// `None` if no roll was needed (`[Torrent]`).
    pub die: Option<D6>,
    /// A second roll, which an ability allows and which replaces the first.
    pub again: Option<D6>,
    /// Hits it scored; more than one with `[Sustained]`.
    pub hits: u8,
}

/// One hit and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hit {
    /// The attack it comes from, by its place in [`Volley::shots`].
    pub shot: u16,
    /// **A-5** The unit that was hit; `None` if nobody was left.
    pub victim: Option<UnitId>,
    pub wound: Option<WoundRoll>,
    pub save: Option<SaveRoll>,
    /// **A-4** The damage, also what was more than the HP that were left.
    pub damage: u8,
    pub damage_dice: Vec<D6>,
    pub fate: Fate,
}

/// **A-2** Strength against toughness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WoundRoll {
    pub strength: u8,
    pub toughness: u8,
    pub needs: u8,
    /// `None` if no roll was needed (`[Lethal]`).
    pub die: Option<D6>,
    /// **A-6** A second roll for `[Twin-linked]`, which replaces the first.
    pub again: Option<D6>,
}

/// **A-3** Armour against a wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SaveRoll {
    pub base: u8,
    pub piercing: u8,
    pub cover: u8,
    /// What abilities add to the roll.
    pub bonus: i8,
    /// `base + piercing - cover - bonus`. 1 or less always saves, 7 or more never.
    pub needs: i8,
    pub die: D6,
}

/// What a hit or a hazard roll did to its victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// **A-5** Nobody was left to take it.
    Lost,
    /// **A-2** No wound, or no harm from a hazard roll.
    Unharmed,
    /// **A-3**
    Saved,
    /// **A-4** Hurt, and still standing.
    Hurt,
    /// **A-4**
    Downed,
    /// **A-4**
    Killed,
}

impl Fate {
    /// Whether the unit no longer stands.
    pub fn is_felled(self) -> bool {
        matches!(self, Fate::Downed | Fate::Killed)
    }
}

/// Why units moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// **V-1**
    #[default]
    Plain,
    /// **V-7** The normal move of a squad that charges after it.
    BeforeCharge,
    /// **V-7**
    Charge,
    /// **V-6**
    Disengage,
    /// **M-3**
    PressIn,
    /// **M-7**
    PressBack,
}

/// A move of units of one squad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Move {
    pub squad: SquadId,
    pub kind: MoveKind,
    /// The leader's way, both ends included; empty if the squad has no common way.
    pub path: Vec<Tile>,
    /// Steps that the leader paid.
    pub cost: u16,
    /// How far the squad could move; `None` for moves without such a limit.
    pub allowance: Option<Allowance>,
    /// Only units whose tile changed.
    pub steps: Vec<Step>,
    /// Why the leader did not get where the order said.
    pub cut_short: Option<CutShort>,
    /// How many downed units were carried.
    pub carried: u8,
}

/// One unit's change of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    pub unit: UnitId,
    pub from: Tile,
    pub to: Tile,
}

/// **V-1, V-3, V-4** How far a squad may move, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Allowance {
    /// MOV of the slowest standing member, with abilities.
    pub base: u16,
    /// **L-3** Whether the squad is broken, which halves its movement, rounded up.
    pub broken: bool,
    /// **V-3** Whether it moves half as far again, rounded down.
    pub half_again: bool,
    /// **V-4** Downed units that it carries: each costs 1, down to half of the unreduced figure.
    pub downed: u8,
    pub steps: u16,
}

/// Why a squad moved less far than ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutShort {
    /// The squad had too few steps.
    TooFar,
    /// **V-1** Enemies, or their zones, are in the way.
    EnemyInTheWay,
    /// There is no way at all, or no room.
    NoWay,
    /// **V-2** A member that moves alone stays within two tiles of the others.
    Squad,
}

/// Why a squad that was ordered to move stayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stay {
    /// **V-1** Only a disengaging squad may leave a melee.
    Engaged,
    /// **V-3** A squad that has shot neither charges nor disengages.
    HasShot,
    /// The squad that it was to charge is gone.
    TargetGone,
    /// No step of the way is free.
    NoWay,
    /// MOV is 0.
    Immobile,
    /// **FX-6** No unit of it can move.
    Dazed,
    /// **F-19** Its movement ended when its formation broke up.
    Stopped,
    /// **F-12** It has lost its Move.
    LostTurn,
    /// Its units that are in no formation stay while the others march.
    OthersMarch,
    /// **F-20** It was ordered to take Steps, and is in no formation.
    NoFormation,
}

/// **V-7** A charge roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Charge {
    pub squad: SquadId,
    pub target: SquadId,
    /// Steps to contact; `None` if there is no way in.
    pub needed: Option<u16>,
    /// `None` where no roll was needed.
    pub dice: Option<[D6; 2]>,
    /// **V-6** What the target rolled against it, if it disengages.
    pub opposed: Option<[D6; 2]>,
    pub made: bool,
}

/// **L-2** Where a modifier to a morale roll comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoraleSource {
    Abandoned,
    Ability(AbilityId),
}

impl Boon {
    /// What the boon adds to `stat` of a unit; 0 if it counts for some weapons only.
    pub fn adds_to(self, stat: Stat) -> i8 {
        let Boon::Modify { stat: changed, by, weapons: None } = self else { return 0 };
        if changed == stat { by } else { 0 }
    }

    /// Whether it changes weapons, and not the unit itself.
    pub fn is_of_weapons(self) -> bool {
        use Stat::{Control, Leadership, Movement, Reach, Save, Toughness};
        !matches!(self, Boon::Modify { stat: Save | Toughness | Movement | Leadership | Control | Reach, .. })
    }

    /// What the boon adds to `stat` of a weapon of this sort.
    pub fn adds_to_weapon(self, stat: Stat, sort: Sort) -> i8 {
        let Boon::Modify { stat: changed, by, weapons } = self else { return 0 };
        if changed == stat && weapons.is_none_or(|it| it == sort) { by } else { 0 }
    }
}
