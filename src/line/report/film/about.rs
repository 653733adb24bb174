//! What lines are about that are watched at once.

use std::collections::BTreeSet;

use crate::field::SquadId;
use crate::line::battle::Side;
use crate::page::ReportLine;

/// What a line is about, as far as it decides what it is watched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// What was ordered and came to nothing.
    Refusal,
    Ability,
    Hero,
    /// **C-5** What waited for a moment, and whether that moment is told after it.
    Triggered {
        is_before: bool,
    },
    Fire {
        by: SquadId,
    },
    /// **S-9**
    Stray {
        by: SquadId,
    },
    /// **A-6**
    Hazard {
        by: SquadId,
    },
    /// **M-2, M-4** All who strike each other.
    Melee(BTreeSet<SquadId>),
    /// **M-3, M-7**
    Press(BTreeSet<SquadId>),
    Moves(Side),
    Disengages(SquadId),
    Charges(SquadId),
    /// **F-4, V-7** Spears strike whoever charges them, and who comes in after that.
    ComesIn(SquadId),
    Formation,
    Morale,
    Objectives,
    End,
    /// What the scenario tells.
    Story,
    /// Who comes, and what else is so as a round opens.
    Comes,
    /// **G-1**
    ByHand,
}

/// Lines that are watched at once.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) about: About,
    pub(super) lines: Vec<&'a ReportLine>,
}
