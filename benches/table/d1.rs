//! Workload D1: a post of ten orders between paragraphs, and a battle that it belongs to.

use fieldpost::games::{self, Data, Scenario};

pub(crate) const POST: &str = "The smoke over the ridge had not lifted when the whistle went.
!Alpha: shoot Draft
!Bravo: fire at Hammers with rifles; move to H10
Charlie looked at each other. Nobody spoke.
!Charlie - move north 3, take cover
!Alpha: move to C4 via B4
> !Alpha: move to C3
!Bravo: attack Draft with rifles
!Charlie: shoot Hammers
!Alpha: hold
*\"Steady,\" said the sergeant, and they were steady.*
!Bravo: move towards Hammers
!Charlie: move to D4, spread out
!Alpha: shoot Draft
Above the far wall somebody waved a rag, and nobody could tell whose it was.
";

/// Two sides with a wall between them, so that a battle can go on for as long as it is needed.
pub(crate) fn walled() -> Scenario {
    games::read("the-wall.toml", WALLED, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The scenario file of [`walled`].
pub(crate) const WALLED: &str = include_str!("the-wall.toml");
