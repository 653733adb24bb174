//! What orders may come to.
//!
//! Two ways lead there. The law of one attack, one charge or one getting away by itself is exact. Whatever depends on anything
//! else is played: the rules themselves, many times, with dice of their own ([`Played`]). Chances are for people, so they are
//! floats; nothing that happens in a battle depends on them.

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
pub use chances::{GetawayOdds, charge, disengage, getaway, passes};
pub use distribution::Distribution;
pub use played::Played;
pub use volley::{of_rolled, volley};

/// What becomes of a squad's fire at one other.
#[derive(Clone, Debug, PartialEq)]
pub struct FireOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// How often the round was played to find this; `None` for the exact law.
    pub tries: Option<u32>,
    /// **S-5** How likely the target is gone before its turn comes.
    pub wasted: f64,
    /// **S-1** How likely nobody can fire at it by then.
    pub held: f64,
    /// **T-8** Units of the target that it fells, those whom it kills among them.
    pub downed: Distribution,
    /// **A-4** Units of the target that it kills.
    pub killed: Distribution,
    /// **A-4** HP that the target's units lose to it on average, all of those of a unit that it fells.
    pub hp_lost: f64,
    /// How likely nobody of the target stands any more once it is over, whoever felled the last.
    pub gone: f64,
    /// **L-1, L-3** How likely the target breaks, or stays broken: after all fire of the round if it was played, after this alone if not.
    pub breaks: f64,
    /// **S-9** Friends in melee with the target, and how many of them its misses fell.
    pub strays: Option<(SquadId, Distribution)>,
    /// **A-6** Users whom their own `[Hazardous]` weapons fell.
    pub users_downed: Distribution,
}

/// What a melee costs one squad, as [`TRIES`](crate::game::TRIES) rounds that were played had it.
#[derive(Clone, Debug, PartialEq)]
pub struct LossOdds {
    pub squad: SquadId,
    /// **M-2** Units that close-quarters fire fells, or their own `[Hazardous]` weapons in it.
    pub fired_at: Distribution,
    /// **T-8** Units that the melee fells, those among them.
    pub downed: Distribution,
    /// **A-4** Units that are killed, on average.
    pub killed: f64,
    /// **A-4** HP that its units lose on average, all of those of a unit that falls.
    pub hp_lost: f64,
    /// How likely nobody stands any more.
    pub gone: f64,
    /// **L-1, L-3** How likely it breaks after the melee, or stays broken.
    pub breaks: f64,
}

/// **V-7** What may become of a charge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChargeOdds {
    pub squad: SquadId,
    pub target: SquadId,
    /// How often the round was played to find this; `None` for the exact law.
    pub tries: Option<u32>,
    /// What 2d6 must reach as things stand; `None` if there is no way in. 0 needs no roll.
    pub needed: Option<u16>,
    /// What it would be without friends in the way, if that is less.
    pub past_friends: Option<u16>,
    /// **V-3** Whether the squad shoots before, which forbids it.
    pub is_forbidden: bool,
    /// **V-6** Whether the target is told to get away, and rolls against it.
    pub is_opposed: bool,
    /// How likely it is made.
    pub chance: f64,
    /// How likely nobody of the target is left.
    pub gone: f64,
}

impl ChargeOdds {
    /// How likely it would be as things stand if the target rolled against it.
    pub fn chance_if_opposed(&self) -> f64 {
        self.needed.map_or(0.0, |needed| charge(needed, true))
    }
}

/// **L-1** What may become of a squad's nerve, as [`TRIES`](crate::game::TRIES) rounds that were played had it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NerveOdds {
    /// Its test, as things stand now.
    pub test: MoralePreview,
    /// How likely it is tested.
    pub tested: f64,
    /// **L-3** How likely it breaks, or stays broken.
    pub breaks: f64,
    /// How likely nobody is left to be tested.
    pub gone: f64,
}
