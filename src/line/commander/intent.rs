//! What a side means to do.

/// What a plan is bent on, where squads are free to do other than they are told: whoever holds a place or guards it does so
/// under any plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intent {
    /// Each squad does what it is told.
    #[default]
    Told,
    /// All go for the enemy.
    Attack,
    /// All make for the objectives.
    Ground,
    /// All stand and fire.
    Stand,
    /// All stay at a distance.
    Distance,
    /// As told, and all mind what comes back.
    Care,
    /// As told, and whoever can beat somebody at arm's length charges.
    Blades,
}

impl Intent {
    /// All but the first.
    pub(super) const OTHERS: [Intent; 6] =
        [Intent::Attack, Intent::Ground, Intent::Stand, Intent::Distance, Intent::Care, Intent::Blades];

    /// What the GM reads of it.
    pub(super) fn told(self) -> &'static str {
        match self {
            Intent::Told => "each squad does what it is there for",
            Intent::Attack => "all attack",
            Intent::Ground => "all make for the objectives",
            Intent::Stand => "all stand and fire",
            Intent::Distance => "all keep at a distance",
            Intent::Care => "each squad does what it is there for, and minds what comes back",
            Intent::Blades => "each squad does what it is there for, and charges where it can",
        }
    }
}
