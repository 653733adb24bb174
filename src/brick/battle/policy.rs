//! Policies: what a player has answered in advance to every question that the rules would ask at the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::brick::battle::{Heading, WeaponId, Who};
use crate::field::UnitId;

/// **BC-9.4** What can be countered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    Attack,
    Grab,
    Shove,
    Charge,
    /// A counterattack, against the active combatant.
    Counter,
}

impl Against {
    /// All of them, and the word that orders use for each.
    pub const ALL: [(Against, &'static str); 5] = [
        (Against::Attack, "attack"),
        (Against::Grab, "grab"),
        (Against::Shove, "shove"),
        (Against::Charge, "charge"),
        (Against::Counter, "counter"),
    ];
}

/// What is used to parry, or to strike back with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Using {
    /// Whatever suits best.
    Best,
    Weapon(WeaponId),
    Bare,
}

/// **BC-6.2** How a manoeuvre is countered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    Parry(Using),
    /// **BT-13** In this direction if possible. `None` for away from the attacker.
    Bail(Option<Heading>),
    Nothing,
}

/// **BC-12** Whether to strike back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Return {
    Strike(Using),
    Hold,
}

/// How one kind of manoeuvre is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    pub defence: Defence,
    pub back: Return,
}

/// **BX-12** What is done about enemies who come by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    Strike,
    Bail,
    Brace,
    #[default]
    Nothing,
}

/// **BX-45** Who of a squad takes a hit first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hits {
    #[default]
    Cheap,
    Dear,
    Wounded,
    /// These first.
    Order(Vec<UnitId>),
    /// These last.
    Spare(Vec<UnitId>),
}

/// **BC-15.4** Where shots that miss one's own units go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Misses {
    #[default]
    Worst,
    Harmless,
    /// The first of these that is in reach.
    List(Vec<Who>),
}

/// **BC-20** What an Overskill Benny is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Benny {
    /// **BC-20.3** A bonus die of damage.
    pub on_attack: bool,
    /// **BC-20.4** One more level of Deflection.
    pub on_parry: bool,
    /// **BC-20.5** Landing on one's feet.
    pub on_bail: bool,
}

impl Default for Benny {
    fn default() -> Benny {
        Benny { on_attack: true, on_parry: true, on_bail: true }
    }
}

/// **BS-7.6** What a squad does when it is stopped in the middle of an obstacle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rebuff {
    #[default]
    Back,
    Break,
}

/// All policies of one owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policies {
    /// In the order of [`Against::ALL`].
    pub reactions: [Reaction; 5],
    pub pass: Pass,
    /// **BC-10.11** Whether to drop what is held and parry a Grab or a Shove with bare hands.
    pub drops: bool,
    pub hits: Hits,
    pub misses: Misses,
    pub benny: Benny,
    pub rebuff: Rebuff,
}

impl Default for Policies {
    fn default() -> Policies {
        let usual = Reaction { defence: Defence::Parry(Using::Best), back: Return::Strike(Using::Best) };
        let mut reactions = [usual; 5];
        // A parry while Ignoring or Withdrawing would cost the Action.
        reactions[Against::Counter as usize].defence = Defence::Nothing;
        Policies {
            reactions,
            pass: Pass::default(),
            drops: false,
            hits: Hits::default(),
            misses: Misses::default(),
            benny: Benny::default(),
            rebuff: Rebuff::default(),
        }
    }
}

impl Policies {
    /// How this kind of manoeuvre is answered.
    pub fn reaction(&self, against: Against) -> Reaction {
        self.reactions[against as usize]
    }

    pub fn set(&mut self, change: &PolicyChange) {
        match change.clone() {
            PolicyChange::React { against, defence, back } => {
                for (reaction, (kind, _)) in self.reactions.iter_mut().zip(Against::ALL) {
                    if against.is_none_or(|it| it == kind) {
                        reaction.defence = defence.unwrap_or(reaction.defence);
                        reaction.back = back.unwrap_or(reaction.back);
                    }
                }
            }
            PolicyChange::Pass(it) => self.pass = it,
            PolicyChange::Drop(it) => self.drops = it,
            PolicyChange::Hits(it) => self.hits = it,
            PolicyChange::Misses(it) => self.misses = it,
            PolicyChange::Benny(it) => self.benny = it,
            PolicyChange::Rebuff(it) => self.rebuff = it,
        }
    }
}

/// A line of a player's that changes policies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PolicyChange {
    /// `react … parry|bail|none [then strike|hold] [vs …]`. A half that is `None` stays as it was.
    React { against: Option<Against>, defence: Option<Defence>, back: Option<Return> },
    /// `react … pass …`
    Pass(Pass),
    /// `react … drop yes|no`
    Drop(bool),
    /// `react … hits …`
    Hits(Hits),
    /// `misses …`
    Misses(Misses),
    /// `benny …`
    Benny(Benny),
    /// `rebuff …`
    Rebuff(Rebuff),
}
