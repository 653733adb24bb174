//! What lines are about that are watched at once.

use std::collections::BTreeSet;

use crate::brick::battle::{TeamId, Who};
use crate::page::ReportLine;

/// What a line is about, as far as it decides what it is watched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// What was ordered and came to nothing.
    Refusal,
    /// What is said in advance, and who is ready for something.
    Readies,
    /// Who belongs to which squad, and how it stands.
    Ranks,
    Shoots(Who),
    /// Those who fight each other.
    Fights(BTreeSet<Who>),
    Moves(Option<TeamId>),
    /// Those who charge, and whom they meet.
    Charges(BTreeSet<Who>),
    /// **BC-9.3** What somebody does as others come by.
    Responds,
    Rises,
    /// What somebody does with something that lies or stands there.
    Uses,
    Morale,
    Objectives,
    End,
    /// What the scenario tells.
    Story,
    /// Who comes.
    Comes,
}

/// Lines that are watched at once.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) about: About,
    pub(super) lines: Vec<&'a ReportLine>,
}
