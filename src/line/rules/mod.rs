//! The `line` rules: squads with rifles and bayonets on a grid of tiles.

mod arrivals;
mod attack;
mod battery;
pub(crate) mod chance;
mod command;
mod formations;
mod goals;
mod melee;
mod morale;
mod movement;
mod objectives;
#[cfg(test)]
mod oracle;
pub mod preview;
pub mod prospect;
mod shooting;
#[cfg(test)]
mod story;
mod stray;
mod targets;
mod terms;
#[cfg(test)]
mod tests;

use crate::diagnostic::Rule;
use crate::dice::Dice;
use crate::line::battle::{Battle, Event, Orders, Phase};

/// The rulings of these rules; a scenario's `[rules]` table may change each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// **A-1** Whether a natural 1 misses whatever is added to it.
    pub natural_one_misses: bool,
    /// **V-1** Whether a plain move may enter and cross enemy zones.
    pub walk_into_contact: bool,
    /// **M-3** How many steps a unit may press in; `None` for its MOV.
    pub press_in: Option<u8>,
    /// **X-2** Whether the enemy's fallen are rolled for as well.
    pub enemy_aftermath: bool,
    /// **Q-J4** Whether a squad may have more than one hero.
    pub several_heroes: bool,
    /// **M-4** Bare hands: what a hit roll must reach.
    pub bare_hands_accuracy: u8,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            natural_one_misses: false,
            walk_into_contact: false,
            press_in: None,
            enemy_aftermath: false,
            several_heroes: false,
            bare_hands_accuracy: 5,
        }
    }
}

/// Every rule, in the order of the rule book. Ids are never given to another rule.
pub const RULES: &[Rule] = &[
    Rule {
        id: "T-1",
        gist: "The map is a grid of squares, written like C7: column letters, then the row. A1 is top left.",
    },
    Rule { id: "T-2", gist: "A unit is one figure on a square footprint. Two standing units never share a tile." },
    Rule { id: "T-3", gist: "A squad is the units of one side that get orders together." },
    Rule { id: "T-4", gist: "A profile: toughness, save, hit points, movement, leadership, control, reach and size." },
    Rule { id: "T-5", gist: "A weapon line: range, attacks, accuracy, strength, armour penetration, damage and tags." },
    Rule {
        id: "T-6",
        gist: "Distance counts cardinal steps between the closest tiles. What stands between does not matter.",
    },
    Rule {
        id: "T-7",
        gist: "A unit is engaged when it stands in an enemy's zone: the eight tiles around, and what its reach adds.",
    },
    Rule {
        id: "T-8",
        gist: "Standing above 0 HP, downed at 0 or less, killed at full HP below zero. A squad with nobody standing is annihilated.",
    },
    Rule {
        id: "T-9",
        gist: "Sight runs from centre to centre and is blocked by opaque tiles that it properly crosses. Units block nothing.",
    },
    Rule {
        id: "T-10",
        gist: "Ground costs steps, may block sight, gives cover (added to saves against fire) and may conceal.",
    },
    Rule {
        id: "T-11",
        gist: "Fire at units in concealing ground has -1 ACC, unless their squad counts as having shot.",
    },
    Rule { id: "T-12", gist: "Two sides: the players with their allies, and the enemy." },
    Rule { id: "R-1", gist: "Command, Shooting, Melee, Movement, Morale: always in that order. Then objectives." },
    Rule { id: "R-2", gist: "Orders count until the round is closed. What comes later has no effect on it." },
    Rule { id: "R-3", gist: "A squad without orders holds: it neither fires nor moves, and fights back in melee." },
    Rule {
        id: "R-4",
        gist: "Each volley, charge and test has dice of its own, and all are recorded: the same battle, orders and seed give the same events.",
    },
    Rule {
        id: "R-5",
        gist: "Squads of a side act in the order in which their orders were posted, then in roster order; players before enemy.",
    },
    Rule { id: "C-1", gist: "Each hero has a pool of Command Points. It starts full and never holds more than that." },
    Rule { id: "C-2", gist: "Any number of abilities a round, as long as the CP last." },
    Rule { id: "C-3", gist: "One squad is the target of one ability at most once a round, whoever uses it." },
    Rule { id: "C-4", gist: "CP are spent in the Command phase, also on an ability whose moment never comes." },
    Rule {
        id: "C-5",
        gist: "A triggered ability waits for its moment and takes effect once, before the dice it concerns.",
    },
    Rule {
        id: "C-6",
        gist: "An immediate ability carries out a phase for one squad at once; the squad sits it out when it comes.",
    },
    Rule {
        id: "C-7",
        gist: "What abilities do: change numbers, reroll, act at once, rally, heal, hide, smoke, reinforce, regain CP.",
    },
    Rule {
        id: "S-1",
        gist: "A unit fires one weapon at one enemy squad, if it is not engaged and has one of them in range and sight.",
    },
    Rule {
        id: "S-2",
        gist: "Infantry use one weapon each, and those with [Extra Attacks]; others may use all of theirs.",
    },
    Rule {
        id: "S-3",
        gist: "A crewed weapon takes that many of its team, who use nothing else; with fewer it stays silent.",
    },
    Rule {
        id: "S-4",
        gist: "A volley may be split by weapon or team, each part at one target. Orders can't be conditional.",
    },
    Rule { id: "S-5", gist: "Players fire first. Fire at a squad that is gone by then is wasted." },
    Rule {
        id: "S-6",
        gist: "The enemy picks targets after the players' fire, squad by squad, and never one that is gone.",
    },
    Rule {
        id: "S-7",
        gist: "A squad counts as having shot if any unit fired or its order was wasted, until the round ends.",
    },
    Rule { id: "S-8", gist: "Range grows by half at most. All ACC modifiers together are held within -2 to +2." },
    Rule { id: "S-9", gist: "Misses at an enemy in melee are rolled again at the friends who fight it." },
    Rule { id: "A-1", gist: "An attack hits on a natural 6, or on a roll of at least ACC." },
    Rule {
        id: "A-2",
        gist: "Strength against toughness says what a hit needs to wound: 2+ to 6+. A natural 6 always wounds.",
    },
    Rule { id: "A-3", gist: "A roll less AP, plus cover, of at least SAV ignores the wound." },
    Rule {
        id: "A-4",
        gist: "Damage falls on one unit and never spills over. At 0 HP it is downed, at full HP below zero killed.",
    },
    Rule {
        id: "A-5",
        gist: "Hits go to whoever is hurt already, then to the closest, then in roster order; to an embedded hero last.",
    },
    Rule { id: "A-6", gist: "Weapon tags change how a weapon works." },
    Rule { id: "M-1", gist: "Squads with a unit in contact with an enemy fight." },
    Rule {
        id: "M-2",
        gist: "Units that did not fire may fire a [CloseQuarters] weapon at a squad they are in melee with.",
    },
    Rule { id: "M-3", gist: "Units without an enemy in reach press in, by the shortest way." },
    Rule { id: "M-4", gist: "Every unit in contact strikes with one melee weapon, or with bare hands." },
    Rule { id: "M-5", gist: "Melee knows neither cover nor concealment nor range." },
    Rule { id: "M-6", gist: "Both sides strike at once: whoever falls still makes its strike." },
    Rule { id: "M-7", gist: "After the blows the survivors press in again." },
    Rule { id: "M-8", gist: "A melee order names whom to strike and with what." },
    Rule {
        id: "V-1",
        gist: "A squad that is not engaged moves up to the MOV of its slowest standing member, through free tiles and friends, and clear of enemy zones.",
    },
    Rule {
        id: "V-2",
        gist: "The leader ends where the order says; the others settle around, in cover if there is any.",
    },
    Rule { id: "V-3", gist: "A squad that has not shot moves half as far again, and may charge or disengage." },
    Rule { id: "V-4", gist: "Each downed unit that is carried costs 1 MOV, down to half." },
    Rule {
        id: "V-5",
        gist: "Downed units may be left behind before moving; each is -1 to the squad's morale roll this round.",
    },
    Rule {
        id: "V-6",
        gist: "To leave a melee each engaged unit rolls a die: 1 to 3 fells it. The squad may oppose charges this round.",
    },
    Rule { id: "V-7", gist: "A charge rolls 2d6 against the steps to contact. Made, the squad moves in." },
    Rule { id: "V-8", gist: "All disengaging moves, then plain moves, then charges; players before enemy in each." },
    Rule { id: "L-1", gist: "A squad with fewer than half of its starting units standing rolls 2d6 against LD." },
    Rule { id: "L-2", gist: "Each unit abandoned this round is -1 to the morale roll." },
    Rule { id: "L-3", gist: "A broken squad adds no CON, has -2 ACC and half its movement until it passes a test." },
    Rule { id: "L-4", gist: "A broken squad that is no longer below half recovers without a roll." },
    Rule {
        id: "O-1",
        gist: "Unbroken squads near an objective add their CON. More takes it, equal contests it, none leaves it.",
    },
    Rule { id: "O-2", gist: "Goals are conditions; main ones win, bonus ones please, failures lose." },
    Rule {
        id: "O-3",
        gist: "With the main goals met, the players may end the battle; those in melee disengage first.",
    },
    Rule { id: "O-4", gist: "The players may tap out at any time, for what the scenario says it costs." },
    Rule { id: "X-1", gist: "Downed units that their squad still carries live." },
    Rule { id: "X-2", gist: "Of those abandoned or left by an annihilated squad, one in three is dead." },
    Rule { id: "X-3", gist: "The killed are dead; the last report lists everyone." },
    Rule {
        id: "H-1",
        gist: "A hero is a unit, alone or in a squad: he acts with it, lends it his LD and is hit last.",
    },
    Rule { id: "H-2", gist: "A fallen hero's CP stay, but abilities that need him cannot be used." },
    Rule {
        id: "F-1",
        gist: "A formation moves as one body: whoever reacts, reacts to all of it and never to a single member.",
    },
    Rule {
        id: "F-2",
        gist: "A member with a medium or large shield is harder to hit by 1 for each neighbour who has a shield and isn't dazed.",
    },
    Rule {
        id: "F-3",
        gist: "A formation may shoot at one unit together: +1 ACC for each shooter after the first; what that unit can't take is lost.",
    },
    Rule {
        id: "F-4",
        gist: "Members with spears who stand beside each other strike once at a charging squad before it comes in.",
    },
    Rule {
        id: "F-5",
        gist: "A formation starts if all it needs is there at once; all that is missing is told together.",
    },
    Rule {
        id: "F-6",
        gist: "Somebody must direct it: a leader in range of any member, or nobody if all are trained to do without.",
    },
    Rule { id: "F-7", gist: "Every member must be drilled." },
    Rule { id: "F-8", gist: "All members stand next to each other, corners included, without a gap." },
    Rule { id: "F-9", gist: "No member may be dazed, panicked (broken) or frenzied." },
    Rule { id: "F-10", gist: "Starting costs every member, and a leader from outside, the Free Action of the round." },
    Rule { id: "F-11", gist: "Members may take one free step to get into place." },
    Rule {
        id: "F-12",
        gist: "If the start fails, those who tried neither shoot nor move this round; they still fight.",
    },
    Rule {
        id: "F-13",
        gist: "A gap breaks it: one that a Step began and ended with, or one that is left when Movement is over.",
    },
    Rule { id: "F-14", gist: "So does a Step that began and ended with its leader out of range." },
    Rule { id: "F-15", gist: "Panicked and frenzied members are gaps. Dazed ones are not, but they can't move." },
    Rule {
        id: "F-16",
        gist: "Each part may go on as a formation if it has what a start needs; a leader directs only one.",
    },
    Rule { id: "F-17", gist: "The parts go on one after the other, each with the movement it had left." },
    Rule { id: "F-18", gist: "Parts join again only by starting a new formation." },
    Rule { id: "F-19", gist: "Members who don't go on in a part end their movement." },
    Rule {
        id: "F-20",
        gist: "A formation moves in Steps: in each every member, and its leader, moves one tile at most.",
    },
    Rule { id: "F-21", gist: "After each Step everyone pays what the dearest move in it cost." },
    Rule { id: "F-22", gist: "Who can't pay that in full has nothing left, and stays in the formation." },
    Rule { id: "F-23", gist: "Who has fired this round doesn't move with the formation." },
    Rule { id: "F-24", gist: "Nobody has to move as long as the formation holds; so it can wheel." },
    Rule { id: "G-1", gist: "The GM may set anything right by hand while a round is open, and everyone is told what." },
];

impl Line {
    /// **R-1** Plays one round and opens the next: the phases, always in this order.
    ///
    /// The same battle, orders and dice give the same events. A battle that has ended gives none.
    pub fn resolve(&self, battle: &Battle, orders: &Orders, dice: &mut Dice) -> Vec<Event> {
        let mut round = Round { rules: self, battle: battle.clone(), orders, dice, events: Vec::new() };
        if round.battle.outcome().is_some() {
            return round.events;
        }

        command::resolve(&mut round);
        shooting::resolve(&mut round);
        melee::resolve(&mut round);
        movement::resolve(&mut round);
        morale::resolve(&mut round);
        objectives::resolve(&mut round);

        round.events
    }
}

/// The rule with this id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|it| it.id.eq_ignore_ascii_case(id))
}

/// A round in the making.
struct Round<'a> {
    rules: &'a Line,
    battle: Battle,
    orders: &'a Orders,
    dice: &'a mut Dice,
    events: Vec<Event>,
}

impl Round<'_> {
    /// Makes an event so, and remembers it. The only way a phase changes the battle.
    fn emit(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    fn begin(&mut self, phase: Phase) {
        self.emit(Event::PhaseBegan { phase });
    }
}
