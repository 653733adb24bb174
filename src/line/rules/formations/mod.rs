//! F: formations. The phases call this module at few places: orders in Command, who may fire, a volley, the ACC
//! modifiers, who strikes and presses in, the movement of squads, a charge that comes in, and the end of Movement.

mod block;
mod breakup;
mod lead;
mod march;
mod plight;
mod route;
mod shields;
mod spears;
mod start;
mod step;
#[cfg(test)]
mod tests;
mod volley;
mod wheel;

pub(super) use breakup::{end_movement, leave};
pub(super) use march::{MarchOrder, guide, march, take_steps};
pub use plight::frenzied_order;
pub(super) use plight::{afflict, emit_volley, hindrance, may_press, silence, steady};
pub(super) use shields::{add_shield_modifiers, behind_shields, shields_by_victim};
pub use spears::is_in_spear_wall;
pub(super) use spears::spear_wall;
pub(super) use start::organise;
pub use start::{StartPreview, form_up, given_up, members, organised};
pub(super) use volley::{fired_already, volley, volley_plans, volley_target};

use crate::line::battle::{Event, FormationEvent};
use crate::line::rules::Round;

/// Emits an event of a formation.
fn emit(round: &mut Round<'_>, event: FormationEvent) {
    round.emit(Event::Formation(Box::new(event)));
}
