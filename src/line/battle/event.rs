//! What can happen. An event says what happened and which dice decided it, and never a sentence for people.

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
    /// **C-5** The moment has come.
    AbilityTriggered { by: CasterId, ability: AbilityId, on: AbilityOn, trigger: Trigger },
    /// **Q-B7** The moment never came.
    AbilityLapsed { by: CasterId, ability: AbilityId, on: AbilityOn },
    /// **C-7** A squad has something for a while.
    BoonBegan { squad: SquadId, boon: Boon, span: Span, ability: AbilityId },
    /// **C-7** The same for one unit alone.
    UnitBoonBegan { unit: UnitId, boon: Boon, span: Span, ability: AbilityId },
    /// **C-4** An ability that was used did nothing, or could not have done what it was to do ahead (C-6).
    AbilityInVain { by: CasterId, ability: AbilityId, on: AbilityOn },
    /// **C-7** A squad is back in order.
    Rallied { squad: SquadId, ability: AbilityId },
    /// **C-7** A unit has more HP; a downed one that reaches 1 stands on `at` again.
    Healed { unit: UnitId, hp: u8, stands_at: Option<Tile>, ability: AbilityId },
    /// **C-7** A squad that had shot counts as not having shot.
    CountsAsNotShot { squad: SquadId, ability: AbilityId },
    /// **C-7** The ground has changed until the end of round `until`.
    GroundChanged { tiles: Vec<Tile>, terrain: TerrainId, until: u16 },
    /// The changed ground is as it was.
    GroundRestored { tiles: Vec<Tile> },
    /// **C-7** CP came back.
    CommandRegained { by: CasterId, cp: u8 },
    /// **C-6** A squad has done a phase's work already, and sits it out when it comes.
    ActedAhead { squad: SquadId, phase: Phase, ability: AbilityId },
    /// **C-6** One unit has done it alone, and sits it out when it comes; the others of its squad do not.
    UnitActedAhead { unit: UnitId, phase: Phase, ability: AbilityId },
    /// **H-1** A hero changed squads.
    HeroMoved { hero: UnitId, from: SquadId, to: SquadId },
    /// **H-1** A hero could not.
    HeroStayed { hero: UnitId, order: HeroMove, why: HeroTrouble },

    // Shooting and Melee
    /// One squad's attacks with one weapon on one target, all of them.
    Attacked(Box<Volley>),
    /// **S-5** The target was gone before its turn to be shot at came; these units would have fired. `slows` as in
    /// [`Volley`].
    VolleyWasted { squad: SquadId, target: SquadId, units: Vec<UnitId>, slows: bool },
    /// **S-1** Not one unit could fire at the target.
    FireHeld { squad: SquadId, target: SquadId, silent: Vec<(UnitId, Silence)> },
    /// **A-6** `[Hazardous]` weapons were tested.
    HazardRolled { squad: SquadId, weapon: WeaponId, rolls: Vec<(UnitId, D6, Fate)> },

    // Movement
    /// **V-5** Some of the downed stay where the squad was.
    Abandoned { squad: SquadId, units: Vec<(UnitId, Tile)> },
    /// **V-6** Every engaged unit rolled to get away; 1 to 3 fells it.
    Disengaged { squad: SquadId, rolls: Vec<(UnitId, D6)> },
    /// Units of one squad went somewhere.
    Moved(Box<Move>),
    /// A squad that was to move stays.
    Stayed { squad: SquadId, why: Stay },
    /// **V-7** A squad charged.
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
    /// **L-4** A squad that is no longer below half is in order again.
    Recovered { squad: SquadId },

    // Objectives and the end
    /// **O-1** CON was counted at an objective.
    ObjectiveCounted { objective: ObjectiveId, control: BySide<u16>, owner: Option<Side>, contested: bool },
    /// **O-2** Points for what is held.
    Scored { side: Side, points: u32 },
    /// **O-2** A goal, by its place in the setup, was met.
    GoalMet { goal: u8 },
    /// **O-2** What a goal asks of the moment is no longer so.
    GoalUndone { goal: u8 },
    /// **O-2** A part of a goal has come true and can't be undone: which of the conditions that it is put together from, in
    /// the order in which they stand in it.
    GoalPartMet { goal: u8, part: u8 },
    /// The battle is over.
    Ended { outcome: Outcome, departure: Option<Departure> },
    /// **X-2** Someone who was left behind: dead on 1 or 2.
    Aftermath { unit: UnitId, die: D6, dead: bool },

    // Between the rounds
    /// What lasted for this round is over, and the next one opens.
    RoundBegan { round: u16 },
    /// Something that the scenario holds ready happened.
    ScheduleCame { index: u8 },
    /// A squad came out of reserve.
    Arrived { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// There was no room for it; it tries again next round.
    ArrivalDelayed { squad: SquadId },

    // By hand
    /// **G-1** The GM set something right.
    Edited(Edited),

    /// Something happened to a formation, or to who may be in one; only in battles that are played with them.
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
    /// **C-4** It has been used so often this round, or in this battle, and may not be once more.
    UsedUp { times: u8, is_for_battle: bool },
    /// **H-2**
    HeroIsDown,
    /// Nobody of the target is left.
    TargetIsGone,
    /// **C-4** The target is farther away than it carries.
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
    /// Nobody of the squad is left.
    SquadIsGone,
    /// **Q-J4**
    SquadHasAHero,
}

/// How a volley came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VolleyKind {
    /// **S-1**
    #[default]
    Fire,
    /// **S-9** Misses at an enemy in melee, rolled again at the friends who fight it.
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
    /// The different ways in which its attacks were aimed.
    pub aims: Vec<Aim>,
    /// Dice for ATK, where it has any.
    pub attack_dice: Vec<(UnitId, Vec<D6>)>,
    /// One for each attack.
    pub shots: Vec<Shot>,
    /// One for each hit, as they were worked off.
    pub hits: Vec<Hit>,
    /// What to expect of these attacks.
    pub expected: Expected,
    /// **V-3** Whether firing it costs the squad its faster move, charge and disengage.
    pub slows: bool,
    /// **A-6** Who uses up such a weapon by it; who has several, once for each of them.
    pub spends: Vec<UnitId>,
}

impl Event {
    /// Somebody's fire or blows, if that is what it says.
    pub fn volley(&self) -> Option<&Volley> {
        let Event::Attacked(it) = self else { return None };
        Some(it)
    }

    /// Who goes where by it.
    pub fn steps(&self) -> &[Step] {
        match (self, self.of_formation()) {
            (Event::Moved(it), _) => &it.steps,
            (_, Some(FormationEvent::Stepped(it))) => &it.steps,
            (_, Some(FormationEvent::Shuffled { steps, .. })) => steps,
            _ => &[],
        }
    }

    /// **F-20** The Step of a formation, if that is what it says.
    pub fn step(&self) -> Option<&StepTaken> {
        let FormationEvent::Stepped(it) = self.of_formation()? else { return None };
        Some(it)
    }

    /// What happened to a formation, if that is what it says.
    pub fn of_formation(&self) -> Option<&FormationEvent> {
        let Event::Formation(it) = self else { return None };
        Some(it)
    }
}

impl Volley {
    /// **F-3** Whether a formation shoots at one unit together.
    pub fn is_together(&self) -> bool {
        self.aims.iter().flat_map(|it| &it.modifiers).any(|it| it.0 == AimSource::Volley)
    }

    /// One that nobody's attacks are in yet: bare hands, which slow nobody and aren't used up.
    pub fn without_attacks(kind: VolleyKind, by: SquadId, at: SquadId) -> Volley {
        Volley { kind, by, at, ..Volley::default() }
    }
}

/// What the dice give on average, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Expected {
    pub hits_milli: u32,
    /// Of a hit point, by which targets are picked (S-6); nobody is told of it.
    #[serde(skip)]
    pub damage_milli: u32,
    /// Of a unit.
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
    /// An enemy is in contact.
    Engaged,
    /// The target is farther away than the weapon carries.
    OutOfRange { distance: u16, range: u16 },
    /// Nobody of the target is in sight.
    OutOfSight,
    /// **S-3** The crew is too small.
    Undermanned,
    /// **S-3** It works somebody else's weapon.
    Crewing,
    /// **A-6** `[One Shot]` is spent.
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
    /// **F-3** It has fired with another squad of its formation.
    Fired,
}

/// **A-1** What a hit roll of some of the attackers must reach, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Aim {
    /// ACC of the weapon.
    pub base: u8,
    /// In the order in which they were counted; better is positive.
    pub modifiers: Vec<(AimSource, i8)>,
    /// **S-8** Their sum, held within -2 to +2.
    pub sum: i8,
    /// `base - sum`. A natural 6 hits all the same.
    pub needs: u8,
    /// Attacks of each unit, before dice: ATK and what is added to it.
    pub attacks: Vec<(AttackSource, i16)>,
}

impl Aim {
    /// How many attacks each unit makes before dice.
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
    /// **F-2** Shields beside the one who is to be hit.
    ShieldWall,
    /// **F-3** Others who shoot at the same one.
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
    /// A second roll that an ability allows; it counts instead of the first.
    pub again: Option<D6>,
    /// Hits it scored; more than one with `[Sustained]`.
    pub hits: u8,
}

/// One hit, worked off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hit {
    /// The attack it comes from, by its place in [`Volley::shots`].
    pub shot: u16,
    /// **A-5** Whom it went to; `None` if nobody was left.
    pub victim: Option<UnitId>,
    pub wound: Option<WoundRoll>,
    pub save: Option<SaveRoll>,
    /// **A-4** What came off, before the HP ran out; with the dice for it, if any.
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
    /// **A-6** `[Twin-linked]`; it counts instead of the first.
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
    /// `base + piercing - cover - bonus`: 1 or less always saves, 7 or more never.
    pub needs: i8,
    pub die: D6,
}

/// What became of a hit, or of whoever it went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// **A-5** Nobody was left to take it.
    Lost,
    /// **A-2** No wound, or a test that was passed.
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

/// Units of one squad went somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Move {
    pub squad: SquadId,
    pub kind: MoveKind,
    /// The way the leader went, both ends included; empty where the squad has no common way.
    pub path: Vec<Tile>,
    /// Steps the leader paid for.
    pub cost: u16,
    /// What the squad could pay, for moves that have such a bound.
    pub allowance: Option<Allowance>,
    /// Only units whose tile changed.
    pub steps: Vec<Step>,
    /// Why the leader did not get where the order said.
    pub cut_short: Option<CutShort>,
    /// How many downed were carried.
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
    /// **L-3** Halved, rounded up.
    pub broken: bool,
    /// **V-3** Half as much again, rounded down.
    pub half_again: bool,
    /// **V-4** One less for each, down to half of the unreduced figure.
    pub downed: u8,
    pub steps: u16,
}

/// Why a squad went less far than it was told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutShort {
    /// The steps did not suffice.
    TooFar,
    /// **V-1** Enemies, or their zones, are in the way.
    EnemyInTheWay,
    /// There is no way at all, or no room.
    NoWay,
    /// **V-2** Whoever goes alone stays within two tiles of the others.
    Squad,
}

/// Why a squad that was to move stayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stay {
    /// **V-1** Only a disengaging squad may leave a melee.
    Engaged,
    /// **V-3** A squad that has shot neither charges nor disengages.
    HasShot,
    /// The squad to charge is gone.
    TargetGone,
    /// No step of the way is free.
    NoWay,
    /// MOV is 0.
    Immobile,
    /// **FX-6** Nobody of it can move.
    Dazed,
    /// **F-19** Its movement ended when its formation broke up.
    Stopped,
    /// **F-12** It has lost its Move.
    LostTurn,
    /// Those of it who are in no formation stay while the others march.
    OthersMarch,
    /// **F-20** It was to take Steps, and is in no formation.
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
    /// What the boon adds to `stat`.
    pub fn adds_to(self, stat: Stat) -> i8 {
        let Boon::Modify { stat: changed, by, weapons: None } = self else { return 0 };
        if changed == stat { by } else { 0 }
    }

    /// Whether it changes how a weapon fires or strikes, and not who uses it.
    pub fn is_of_weapons(self) -> bool {
        use Stat::{Control, Leadership, Movement, Reach, Save, Toughness};
        !matches!(self, Boon::Modify { stat: Save | Toughness | Movement | Leadership | Control | Reach, .. })
    }

    /// What the boon adds to `stat` of weapons of a sort.
    pub fn adds_to_weapon(self, stat: Stat, sort: Sort) -> i8 {
        let Boon::Modify { stat: changed, by, weapons } = self else { return 0 };
        if changed == stat && weapons.is_none_or(|it| it == sort) { by } else { 0 }
    }
}
