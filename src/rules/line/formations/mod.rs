//! F: formations. The other phases call what is here at few places: orders in Command, the ACC sum, a volley, the
//! movement of squads, the end of Movement, a charge that comes in.

mod plight;

pub(super) use plight::{afflict_squad, steady_squad};
