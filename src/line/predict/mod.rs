//! How orders may turn out.
//!
//! There are two ways to find out. The odds of one attack, one charge or one squad that gets away, each by itself, are
//! exact. Odds that depend on anything else are counted: the rules themselves play the round many times, with dice of
//! their own ([`Played`]). Chances are for people, so they are floats; nothing that happens in a battle depends on
//! them.

mod attack;
mod blow;
mod chances;
mod distribution;
mod hit_chain;
mod played;
#[cfg(test)]
mod tests;
mod volley;

use crate::field::SquadId;
use crate::line::rules::preview::MoralePreview;

pub use attack::{Attack, Outcome, Target, outcome};
pub use chances::{GetawayOdds, charge_chance, disengage_losses, getaway, pass_chance};
pub use distribution::Distribution;
pub use played::Played;
pub use volley::{rolled_volley, volley};

/// The odds of one squad's fire at another.
#[derive(Clone, Debug, PartialEq)]
pub struct FireOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// How often the round was played to find this; `None` for the exact law.
    pub tries: Option<u32>,
    /// **S-5** How likely the target is gone before the squad's turn to fire comes.
    pub wasted: f64,
    /// **S-1** How likely nobody of the squad can fire at it by then.
    pub held: f64,
    /// **T-8** Units of the target that the fire fells, including those it kills.
    pub downed: Distribution,
    /// **A-4** Units of the target that the fire kills.
    pub killed: Distribution,
    /// **A-4** HP that the target's units lose to the fire on average. A unit that falls loses all of its HP.
    pub hp_lost: f64,
    /// How likely nobody of the target stands after the fire, whether this squad or another felled the last.
    pub gone: f64,
    /// **L-1, L-3** How likely the target breaks, or stays broken: after all fire of the round if the round was played,
    /// else after this fire alone.
    pub breaks: f64,
    /// **S-9** The friends in melee with the target, and how many of them the misses fell.
    pub strays: Option<(SquadId, Distribution)>,
    /// **A-6** Users whom their own `[Hazardous]` weapons fell.
    pub users_downed: Distribution,
}

/// What a melee costs one squad, counted over [`TRIES`](crate::game::TRIES) plays of the round.
#[derive(Clone, Debug, PartialEq)]
pub struct LossOdds {
    pub squad: SquadId,
    /// **M-2** Units that close-quarters fire fells, including users whom their own `[Hazardous]` weapons fell in it
    ///
    pub fired_at: Distribution,
    /// **T-8** Units that the melee fells, including those in `fired_at`.
    pub downed: Distribution,
    /// **A-4** Units that are killed, on average.
    pub killed: f64,
    /// **A-4** HP that the squad's units lose on average. A unit that falls loses all of its HP.
    pub hp_lost: f64,
    /// How likely nobody of the squad stands any more.
    pub gone: f64,
    /// **L-1, L-3** How likely the squad breaks after the melee, or stays broken.
    pub breaks: f64,
}

/// **V-7** The odds of a charge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargeOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// How often the round was played to find this; `None` for the exact law.
    pub tries: Option<u32>,
    /// What 2d6 must reach as things stand; `None` if there is no way in. 0 needs no roll.
    pub needed: Option<u16>,
    /// What 2d6 would have to reach without friends in the way, if that is less.
    pub past_friends: Option<u16>,
    /// **V-3** Whether the squad shoots before it charges, which is forbidden.
    pub is_forbidden: bool,
    /// **V-6** Whether the target is ordered to get away, and so rolls against the charge.
    pub is_opposed: bool,
    /// How likely the charge is made.
    pub chance: f64,
    /// How likely nobody of the target is left.
    pub gone: f64,
}

impl ChargeOdds {
    /// The chance of the charge as things stand, if the target rolled against it.
    pub fn chance_if_opposed(&self) -> f64 {
        self.needed.map_or(0.0, |needed| charge_chance(needed, true))
    }
}

/// **L-1** The odds of a squad's nerve, counted over [`TRIES`](crate::game::TRIES) plays of the round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NerveOdds {
    /// Its morale test as things stand now.
    pub test: MoralePreview,
    /// How likely the squad is tested.
    pub tested: f64,
    /// **L-3** How likely the squad breaks, or stays broken.
    pub breaks: f64,
    /// How likely nobody is left to be tested.
    pub gone: f64,
}
