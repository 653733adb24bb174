//! Abilities as data: what they may be used on, when they take effect and what they do (C-4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::{SquadId, TerrainId, Tile};
use crate::line::battle::{Phase, Plight, Tag};

/// An ability, by its place in [`Setup::abilities`](crate::line::battle::Setup::abilities).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct AbilityId(pub u16);

/// **C-4** What a hero can spend Command Points on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// What files call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it does, in its author's words.
    pub text: String,
    /// CP.
    pub cost: u8,
    pub target: AbilityTarget,
    /// How far from the hero the target may be, in cardinal steps; `None` for anywhere.
    pub range: Option<u8>,
    /// How often one hero may use it in a round; `None` for as often as he can pay for it.
    pub per_round: Option<u8>,
    /// How often one hero may use it in the whole battle; `None` for as often as he can pay for it.
    pub per_battle: Option<u8>,
    /// **H-2** Whether the hero must be standing.
    pub needs_hero: bool,
    /// What it waits for; `None` if it takes effect in the Command phase, at once.
    pub trigger: Option<Trigger>,
    pub effects: Vec<Effect>,
}

/// **C-4** What an ability may be used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbilityTarget {
    /// A squad of the hero's own seat.
    OwnSquad,
    /// Any squad of the hero's side.
    AlliedSquad,
    EnemySquad,
    /// One unit of a squad of the hero's own seat, of his side, or of the enemy.
    OwnUnit,
    AlliedUnit,
    EnemyUnit,
    Tile,
    /// The hero himself.
    Own,
}

impl AbilityTarget {
    /// Whether the target is a single unit.
    pub fn is_unit(self) -> bool {
        matches!(self, Self::OwnUnit | Self::AlliedUnit | Self::EnemyUnit | Self::Own)
    }

    /// Whether the target is of the enemy's side.
    pub fn is_enemy(self) -> bool {
        matches!(self, Self::EnemySquad | Self::EnemyUnit)
    }
}

/// **C-5** What a triggered ability waits for, at its target squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Before the hit dice of the first volley at it.
    ShotAt,
    /// Before the dice of the first charge at it.
    Charged,
    /// Before its first blows, or the first blows at it.
    Fights,
    /// Once a move of its own is done.
    EndsMove,
    /// Before the dice of its morale test.
    TestsMorale,
    /// Once it has broken.
    FailsMorale,
}

/// **C-7** A number that effects can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    Accuracy,
    Strength,
    Piercing,
    Damage,
    Attacks,
    Range,
    /// Added to save rolls.
    Save,
    Toughness,
    Movement,
    /// Added to morale rolls.
    Leadership,
    Control,
    Reach,
}

/// **T-5** Weapons for melee, or for fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Melee,
    Ranged,
}

/// **C-7** How long a lasting effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// This phase of this round.
    Phase(Phase),
    /// This many rounds, the current one included; at least 1.
    Rounds(u8),
}

/// **C-7** Something an ability does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Stays with the squad for a while.
    Lasting { boon: Boon, span: Span },
    /// **C-6** Carries out the squad's order for that phase now; the squad sits the phase out when it comes.
    Immediately(Phase),
    /// Clears a morale break.
    Rally,
    /// Restores this many HP to the standing unit that lacks most.
    Heal(u8),
    /// Stands up to this many carried downed units up again, with this many HP.
    StandUp { units: u8, hp: u8 },
    /// The squad counts as not having shot, from now on until it shoots again.
    CountAsNotShot,
    /// Changes the ground within `radius` cardinal steps of the target tile for this many rounds.
    Ground { terrain: TerrainId, radius: u8, rounds: u8 },
    /// Brings a squad out of reserve onto the map: at this tile, or at the target tile for `None`.
    Reinforce { squad: SquadId, at: Option<Tile> },
    /// Gives CP to the hero who used the ability.
    RegainCommand(u8),
    /// **FX-6** Makes every standing unit of the target dazed or frenzied, until this many movement phases are over; at
    /// least 1.
    Afflict { plight: Plight, rounds: u8 },
    /// **FX-6** Ends the daze or frenzy of every unit of the target.
    Steady,
}

/// **C-7** A lasting change to a squad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Boon {
    Modify {
        stat: Stat,
        by: i8,
        /// The only sort of weapon that it counts for; `None` if it counts for any.
        weapons: Option<Sort>,
    },
    /// Hit rolls that miss are rolled once more.
    RerollMisses,
    /// Hit rolls of 1 are rolled once more.
    RerollOnes,
    IgnoreCover,
    IgnoreConcealment,
    /// The squad's weapons have this tag as well.
    Grant(#[schemars(with = "serde_json::Value")] Tag),
}
