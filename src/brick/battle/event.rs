//! What can happen: an event says what happened and which dice decided it, and is never a sentence for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::{
    Defence, Departure, Heading, ItemId, Measure, Melee, Part, Phase, Plate, PolicyChange, Run, Standard, Target,
    TeamId, WeaponId, Who, Whose,
};
use crate::dice::Die;
use crate::field::{ObjectiveId, Outcome, SeatId, SquadId, Tile, UnitId};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The next phase begins.
    PhaseBegan { phase: Phase },
    /// **BC-9.2** A team's pass of the phase begins: hands are counted for its turn from now on.
    PassBegan { team: TeamId },

    // Command
    /// A standing policy was set.
    PolicySet { whose: Whose, change: PolicyChange },
    /// **BS-5.4** A new squad stands on a new plate.
    SquadFormed(Box<Formed>),
    /// A new squad was not formed, or not with all the units that were to form it.
    NotFormed { squad: SquadId, name: String, why: Refusal },
    /// **BS-5.6** Units stepped onto the plate of an existing squad.
    Joined { squad: SquadId, places: Vec<(UnitId, Tile)>, inches: Vec<(UnitId, u16)> },
    /// **BS-5.2, BS-17.7** A unit left its squad and now stands at `at`.
    LeftSquad { squad: SquadId, unit: UnitId, at: Tile, inches: u16 },
    /// The squad is no more: nobody is left in it, or it broke up.
    SquadEnded { squad: SquadId },
    /// **BS-5.8** The squad changed its plate.
    Replated { squad: SquadId, plate: Plate, standard: Standard, places: Vec<(UnitId, Tile)> },
    /// **BS-5.3** Members changed places on the same plate.
    Rearranged { squad: SquadId, places: Vec<(UnitId, Tile)> },
    /// **BS-3.3** The squad's Standard changed: distances are measured from there.
    StandardSet { squad: SquadId, standard: Standard },
    /// **BS-5.4** Units formed up. `pays` if it cost them their Action, because no Officer was there (BS-6.2).
    FormedUp { squad: SquadId, units: Vec<UnitId>, pays: bool },
    /// **BS-17.4** The squad is braced until the round ends.
    Braced { squad: SquadId, free: bool },
    /// **BX-12** A squad or a unit keeps its Action for a Response.
    Reserved { who: Who },
    /// **BX-20** Units spent their Action.
    ActionSpent { units: Vec<UnitId>, on: Deed },
    /// An order, or a part of it, came to nothing.
    Refused { who: Who, order: OrderKind, why: Refusal },

    /// What was measured between two on the players' own table.
    Measured(Box<Measure>),

    // Combat
    /// **BC-6.1** A manoeuvre is declared.
    Declared { by: Who, does: Manoeuvre, at: Option<Target> },
    /// **BC-7.1** An Angry Inch.
    Stepped { who: Who, plate: Option<Plate>, places: Vec<(UnitId, Tile)> },
    /// **BC-6.2** A counter is declared, before any die is rolled.
    CounterDeclared { by: UnitId, against: UnitId, defence: Defence },
    /// **BC-5.9** A hand, and what it holds, is used for this turn.
    HandUsed(HandUse),
    /// **BX-31** A heavy weapon is gripped with both hands, or with one.
    Gripped { unit: UnitId, item: Option<ItemId> },
    /// **BC-1.8** An Attack Roll, or an automatic hit without one.
    AttackRolled(Box<Swing>),
    /// **BC-10.1** A parry.
    ParryRolled(Box<Parry>),
    /// **BC-11.2** A leap aside.
    Bailed(Box<Bail>),
    /// **BC-10.13, BC-10.11, BX-33** An item left a hand. `to` is the tile where it lies, if it isn't gone.
    ItemLost { unit: UnitId, item: ItemId, to: Option<Tile>, why: Loss },
    /// A unit picked up an item.
    ItemTaken { unit: UnitId, item: ItemId },
    /// **BC-2.7** A held item was destroyed.
    ItemBroken { unit: UnitId, item: ItemId, damage: i16 },
    /// **BC-10.14, BX-29** How far a weapon flies that no Attack Roll knocked away.
    DistanceRolled { by: UnitId, dice: Vec<Die>, total: i16 },
    /// **BC-1.9** A Damage Roll.
    DamageRolled { by: UnitId, weapon: Option<WeaponId>, roll: DamageRoll },
    /// **BC-1.9** Damage met armor.
    Harmed(Harm),
    /// **BS-15.2, BX-51** A hit for which no unit was left to take it.
    HitWasted { by: UnitId, damage: i16 },
    /// A unit was killed, or downed.
    Killed { unit: UnitId, by: Option<UnitId>, downed: bool },
    /// **BX-15** Damage beyond what felled `from` goes on to the next unit behind. `to` is `None` if there is nobody.
    OverkillCarried { from: UnitId, to: Option<UnitId>, damage: i16 },
    /// **BC-15.3** A missed shot was tracked. `victim` is `None` if it hits nobody.
    MissTracked { by: UnitId, within: u16, at: Tile, victim: Option<UnitId> },
    /// **BX-5** An explosion.
    Exploded { by: UnitId, at: Tile, radius: u8 },
    /// **BC-5.2** Two are now in close combat.
    Linked { one: Who, other: Who },
    /// **BC-5.13** Two are no longer in close combat.
    Unlinked { one: Who, other: Who },
    /// **BC-8.5**
    Grabbed { by: UnitId, victim: UnitId },
    /// **BC-8.9, BC-8.10**
    Released { by: UnitId, victim: UnitId },
    /// **BX-10** A unit was pushed or thrown.
    Pushed(Box<Push>),
    /// **BX-9**
    Disrupted { unit: UnitId },
    /// **BC-7.5, BX-9** A unit is on its feet again.
    Recovered { unit: UnitId },
    /// **BS-13.2** A shot into an engagement falls on both sides.
    MixedUp { target: Who, with: Vec<Who> },
    /// **BS-2.1** A unit used an object.
    Used { unit: UnitId, object: UnitId },

    // Movement
    /// **BC-9.3** A Response interrupts a movement.
    Responded { unit: UnitId, to: Who, pass: Deed },
    /// **BC-17.6** How much farther a Sprint carries.
    SprintRolled { who: Who, roll: DamageRoll },
    /// A squad or a unit moved.
    Moved(Box<Moved>),
    /// **BC-16.4, BC-16.5** How far a squad or a unit has run straight. `None` if its run is over.
    Ran { who: Who, run: Option<Run> },
    /// **BX-17** There was no room to charge beside those in front.
    Crowded { who: Who, at: Target },
    /// **BC-19.3** The dice of a collision, the charger's or the target's.
    MomentumRolled { who: Vec<UnitId>, roll: DamageRoll, is_opposition: bool },
    /// **BC-19.7** Nobody gave way.
    Held { charger: Who, target: Who },
    /// **BS-17.6** A braced plate was knocked back, or over.
    PlateKnocked { squad: SquadId, plate: Plate, places: Vec<(UnitId, Tile)>, tiles: u8, over: bool },
    /// **BS-4.2, BX-10** A hazard of the map met a unit.
    HazardMet { unit: UnitId, at: Tile, deadly: bool },

    /// An entry of the scenario's schedule came due, by its index.
    Announced { entry: u8 },
    /// A squad came out of reserve.
    Arrived(Box<Arrival>),
    /// There is no room yet for a squad that is to arrive.
    ArrivalDelayed { squad: SquadId },
    /// The GM set a unit standing on a tile, with `hp` HP.
    Restored { unit: UnitId, hp: u8, at: Tile },

    // Morale, objectives and the end
    /// **BX-25** A squad's or a unit's nerve was tested, where the scenario has morale.
    MoraleTested { who: Who, dice: [Die; 2], needs: u8, passed: bool },
    /// CON was counted at an objective.
    ObjectiveCounted { objective: ObjectiveId, control: Vec<u16>, owner: Option<TeamId>, contested: bool },
    /// A team scored points for an objective that it holds.
    Scored { team: TeamId, points: u32 },
    /// A goal was met, by its index in the setup.
    GoalMet { goal: u8 },
    /// The battle is over.
    Ended { outcome: Outcome, departure: Option<Departure> },
    /// The next round opened, and the marks of the last one are gone.
    RoundBegan { round: u16 },
}

impl Event {
    /// The Attack Roll, if the event is one.
    pub fn swing(&self) -> Option<&Swing> {
        if let Event::AttackRolled(swing) = self { Some(swing) } else { None }
    }
}

/// A squad as it was formed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Formed {
    pub squad: SquadId,
    pub name: String,
    pub team: TeamId,
    pub seat: Option<SeatId>,
    pub plate: Plate,
    pub standard: Standard,
    pub places: Vec<(UnitId, Tile)>,
    /// Inches that each of them walked.
    pub inches: Vec<(UnitId, u16)>,
    /// The squad that its policies come from.
    pub from: Option<SquadId>,
}

/// A squad that comes out of reserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Arrival {
    pub squad: SquadId,
    pub plate: Plate,
    pub places: Vec<(UnitId, Tile)>,
}

/// What an Action was spent on (BX-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Shoot,
    Engage,
    Sprint,
    Charge,
    Brace,
    Respond,
    Use,
    /// **BC-6.5** A parry or a bail while Ignoring or Withdrawing.
    Counter,
}

/// What kind of order came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    Organise,
    Brace,
    Reserve,
    Shoot,
    Melee,
    Move,
    Charge,
    Withdraw,
}

/// Why an order, or somebody's part in it, came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Nobody is left of the squad or unit.
    Gone,
    /// Nobody is left to aim at.
    TargetGone,
    /// **BX-20** This unit's Action is spent.
    NoAction { unit: UnitId },
    /// **BS-5.5** This unit formed up this round.
    FormedUp { unit: UnitId },
    /// **BX-9**
    Disrupted,
    /// **BC-8.8**
    Held,
    /// **BC-7.2, BC-14.3** It is in close combat.
    Engaged,
    /// It is not in close combat.
    NotEngaged,
    /// **BC-1.2**
    NoSight,
    /// **BC-1.3**
    OutOfReach,
    /// **BC-1.4** Nobody said how far away the target is on the table.
    NotMeasured,
    /// There is no map to go anywhere on.
    NoMap,
    /// The scenario forbids shots beyond Range.
    OutOfRange { distance: u16, range: u16 },
    /// **BC-8.2** No suitable weapon in hand.
    NoWeapon,
    /// **BC-8.5, BC-8.12**
    NoFreeHand,
    /// **BX-31**
    OtherHandFull,
    /// **BC-8.11** The target is larger.
    TooLarge,
    /// **BC-3.9** As many attackers as possible are at the target already.
    Crowded,
    /// **BS-16.3** The target is smaller than twice the attacker's Size.
    CannotSingleOut,
    /// **BC-4.8** Nobody hostile is within an inch of the tile.
    NobodyThere,
    /// The target is of the same side.
    OwnSide,
    /// **BS-14.3** No room for two-handed weapons in contact, and none to step back.
    NoRoom,
    /// **BC-17.1** Nothing to charge with.
    NoChargeWeapon,
    /// No straight way leads to the target.
    NoLane,
    /// **BX-8** The straight way to the target takes more inches than the charger has.
    RunTooLong { needs: u16, has: u16 },
    /// **BC-14.2** Only one target a round.
    OneTarget,
    /// **BC-2.13** It aimed, and so it stays.
    Aims,
    /// **BC-16.7** No momentum to add.
    NoMomentum,
    /// **BS-5.10** This unit joined this round.
    JoinedThisRound { unit: UnitId },
    /// **BS-2.3, BX-59** The units don't fit on the plate.
    PlateTooSmall { needs: u16 },
    /// No room where the plate would lie.
    NoRoomForPlate,
    /// **BS-5.4** This unit is too far away to step onto the plate this round.
    TooFar { unit: UnitId },
    /// The unit isn't in that squad.
    NotAMember { unit: UnitId },
    /// **BS-3.3** The bearer isn't near the middle of the plate, or the plate didn't change.
    BadStandard,
    /// **BS-5.3** This unit can't stand there, or it would overlap another.
    BadPlace { unit: UnitId },
    /// **BS-8.4** Cavalry don't go that way.
    NotAhead,
    /// **BX-8** No way leads there.
    NoWay,
    /// Nothing to use, or out of reach.
    NothingToUse,
    /// It holds nobody that it could let go of.
    NothingHeld,
    /// **BC-6.8, BC-5.7** It engaged this round, so it can't withdraw.
    EngagedThisRound,
}

/// What is done in close combat, or from afar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manoeuvre {
    Shoot,
    Attack,
    Grab,
    Shove,
    Withdraw,
    Ignore,
    Counterattack,
    Charge,
    /// **BC-9.3**
    Response,
}

impl Manoeuvre {
    /// Whether a weapon is used for it.
    pub fn strikes(self) -> bool {
        !matches!(self, Manoeuvre::Grab | Manoeuvre::Shove)
    }
}

impl From<&Melee> for Manoeuvre {
    fn from(order: &Melee) -> Manoeuvre {
        match order {
            Melee::Attack(_) => Manoeuvre::Attack,
            Melee::Grab { .. } => Manoeuvre::Grab,
            Melee::Shove { .. } => Manoeuvre::Shove,
            Melee::Release | Melee::Ignore(_) => Manoeuvre::Ignore,
        }
    }
}

/// **BC-5.9** What a hand was used for, on whose turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandUse {
    pub unit: UnitId,
    /// **BC-9.2** The team whose turn it is.
    pub turn: TeamId,
    /// `None` for an empty hand.
    pub item: Option<ItemId>,
    pub hands: u8,
    /// **BC-5.12** Whether it was a Counter or a Counterattack.
    pub is_counter: bool,
}

/// What changes a Skill roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mod {
    /// **BC-2.3**
    LargeTarget,
    /// **BC-2.6, BC-2.7**
    SmallArea,
    /// **BC-2.8**
    Cover,
    /// **BC-2.9**
    Short,
    /// **BC-2.12**
    Stationary,
    /// **BC-2.13**
    Aiming,
    /// **BC-3.7**
    Outnumbered,
    /// **BC-4.7**
    Blind,
    /// **BC-10.4**
    AgainstTwoHanded,
}

/// How a Skill roll came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// **BC-20.1**
    CriticalFailure,
    Failure,
    Success,
    /// **BC-20.2** With an Overskill Benny.
    CriticalSuccess,
}

impl Verdict {
    pub fn succeeds(self) -> bool {
        matches!(self, Verdict::Success | Verdict::CriticalSuccess)
    }
}

/// **BC-1.8** A Skill roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SkillRoll {
    pub dice: Vec<Die>,
    /// The Skill's own bonus (BX-27).
    pub plus: i8,
    /// **BC-4.4** Taken from every die.
    pub less: u16,
    pub mods: Vec<(Mod, i16)>,
    pub total: i16,
    /// The total that it needed. `None` if it is compared with another roll.
    pub needs: Option<u8>,
    pub verdict: Verdict,
}

/// A die with the bonus dice that it earned (BX-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chain {
    pub die: Die,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonus: Vec<Die>,
}

/// **BC-1.9** Dice that are added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DamageRoll {
    pub dice: Vec<Chain>,
    pub plus: i16,
    /// **BC-4.4** Taken from every die.
    pub less: u16,
    /// **BX-7** Levels of Deflection that took dice away before they were rolled.
    pub deflected: u8,
    pub total: i16,
}

/// One attack of one unit with one weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Swing {
    pub does: Manoeuvre,
    pub by: UnitId,
    pub at: Target,
    /// **BC-2.6** The part of the target that is aimed at.
    pub part: Part,
    pub weapon: Option<WeaponId>,
    /// Inches to the target of a shot.
    pub distance: Option<u16>,
    /// `None` if it hits automatically (BC-1.5).
    pub roll: Option<SkillRoll>,
    pub hits: bool,
}

/// A parry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Parry {
    pub by: UnitId,
    pub against: UnitId,
    /// `None` if with bare hands.
    pub weapon: Option<WeaponId>,
    pub roll: SkillRoll,
    /// **BC-10.6** Levels of Deflection; 0 where a Grab or a Shove is parried, or with bare hands.
    pub levels: u8,
}

/// A leap aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bail {
    pub by: UnitId,
    pub roll: SkillRoll,
    pub to: Tile,
    pub evades: bool,
    /// **BC-11.3**
    pub on_feet: bool,
}

/// Why something left a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    Disarmed,
    Dropped,
    Thrown,
}

/// Damage that met armor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Harm {
    pub unit: UnitId,
    pub by: Option<UnitId>,
    pub damage: i16,
    /// This damage together with earlier damage of the same sum (BT-11).
    pub total: i16,
    pub armor: i16,
    /// **BX-49** The dice of the armor, when they are rolled for this sum.
    pub armor_roll: Option<DamageRoll>,
    pub hp_lost: u8,
}

/// A unit that is pushed or thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Push {
    pub unit: UnitId,
    pub heading: Heading,
    /// Tiles that it would go if nothing stopped it.
    pub tiles: u8,
    pub to: Tile,
    /// **BC-19.10** Smash Damage from what stopped it.
    pub smash: u8,
}

/// A movement that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moved {
    pub who: Who,
    pub plate: Option<Plate>,
    /// Where each of its units stands now.
    pub places: Vec<(UnitId, Tile)>,
    /// The tiles that its Standard passed, both ends included.
    pub way: Vec<Tile>,
    pub inches: u16,
}
