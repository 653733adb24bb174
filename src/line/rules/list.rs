//! Every rule of the line game, in the order of the rule book. Ids are never given to another rule.

use crate::diagnostic::{Chapter, Rule, rules};

/// The chapters of the rule book, in its order.
pub const CHAPTERS: &[Chapter] = &[
    Chapter { ids: "T-", title: "The table" },
    Chapter { ids: "R-", title: "Rounds" },
    Chapter { ids: "C-", title: "Command" },
    Chapter { ids: "S-", title: "Shooting" },
    Chapter { ids: "A-", title: "Attacks" },
    Chapter { ids: "M-", title: "Melee" },
    Chapter { ids: "V-", title: "Movement" },
    Chapter { ids: "L-", title: "Morale" },
    Chapter { ids: "O-", title: "Objectives and the end" },
    Chapter { ids: "X-", title: "After the battle" },
    Chapter { ids: "H-", title: "Heroes" },
    Chapter { ids: "F-", title: "Formations" },
    Chapter { ids: "G-", title: "The GM" },
];

/// Every rule, with a gist for a player who asks.
pub const RULES: &[Rule] = rules! {
    "T-1": "The map is a grid of squares, written like C7: column letters, then the row. A1 is top left."
    "T-2": "A unit is one figure on a square footprint. Two standing units never share a tile."
    "T-3": "A squad is the units of one side that get orders together."
    "T-4": "A profile: toughness, save, hit points, movement, leadership, control, reach and size."
    "T-5": "A weapon line: range, attacks, accuracy, strength, armour penetration, damage and tags."
    "T-6": "Distance counts cardinal steps between the closest tiles. What stands between does not matter."
    "T-7": "A unit is engaged when it stands in an enemy's zone: the eight tiles around, and what its reach adds."
    "T-8": "Standing above 0 HP, downed at 0 or less, killed at full HP below zero. A squad with nobody standing is \
        annihilated."
    "T-9": "Sight runs from centre to centre and is blocked by opaque tiles that it properly crosses. Units block \
        nothing."
    "T-10": "Ground costs steps, may block sight, gives cover (added to saves against fire) and may conceal."
    "T-11": "Fire at units in concealing ground has -1 ACC, unless their squad counts as having shot."
    "T-12": "Two sides: the players with their allies, and the enemy."
    "R-1": "Command, Shooting, Melee, Movement, Morale: always in that order. Then objectives."
    "R-2": "Orders count until the round is closed. What comes later has no effect on it."
    "R-3": "A squad without orders holds: it neither fires nor moves, and fights back in melee."
    "R-4": "Each volley, charge and test has dice of its own, and all are recorded: the same battle, orders and seed \
        give the same events."
    "R-5": "Squads of a side act in the order in which their orders were posted, then in roster order; players before \
        enemy."
    "C-1": "Each hero has a pool of Command Points. It starts full and never holds more than that."
    "C-2": "Any number of abilities a round, as long as the CP last."
    "C-3": "One squad is the target of one ability at most once a round, no matter who uses it."
    "C-4": "CP are spent in the Command phase, also on an ability whose moment never comes."
    "C-5": "A triggered ability waits for its moment and takes effect once, before the dice it concerns."
    "C-6": "An immediate ability carries out a phase for one squad at once; the squad sits it out when it comes."
    "C-7": "What abilities do: change numbers, reroll, act at once, rally, heal, hide, smoke, reinforce, regain CP."
    "S-1": "A unit fires one weapon at one enemy squad, if it is not engaged and has one of them in range and sight."
    "S-2": "Infantry use one weapon each, and those with [Extra Attacks]; others may use all of theirs."
    "S-3": "A crewed weapon takes that many of its team, who use nothing else; with fewer it stays silent."
    "S-4": "A volley may be split by weapon or team, each part at one target. Orders can't be conditional."
    "S-5": "Players fire first. Fire at a squad that is gone by then is wasted."
    "S-6": "The enemy picks targets after the players' fire, squad by squad, and never one that is gone."
    "S-7": "A squad counts as having shot if any unit fired or its order was wasted, until the round ends."
    "S-8": "Range grows by half at most. All ACC modifiers together are held within -2 to +2."
    "S-9": "Misses at an enemy in melee are rolled again at the friends who fight it."
    "A-1": "An attack hits on a natural 6, or on a roll of at least ACC."
    "A-2": "Strength against toughness says what a hit needs to wound: 2+ to 6+. A natural 6 always wounds."
    "A-3": "A roll less AP, plus cover, of at least SAV ignores the wound."
    "A-4": "Damage falls on one unit and never spills over. At 0 HP it is downed, at full HP below zero killed."
    "A-5": "Hits go to those who are hurt already, then to the closest, then in roster order; to an embedded hero last."
    "A-6": "Weapon tags change how a weapon works."
    "M-1": "Squads with a unit in contact with an enemy fight."
    "M-2": "Units that did not fire may fire a [CloseQuarters] weapon at a squad they are in melee with."
    "M-3": "Units without an enemy in reach press in, by the shortest way."
    "M-4": "Every unit in contact strikes with one melee weapon, or with bare hands."
    "M-5": "Melee knows neither cover nor concealment nor range."
    "M-6": "Both sides strike at once: a unit that falls still makes its strike."
    "M-7": "After the blows the survivors press in again."
    "M-8": "A melee order names whom to strike and with what."
    "V-1": "A squad that is not engaged moves up to the MOV of its slowest standing member, through free tiles and \
        friends, and clear of enemy zones."
    "V-2": "The leader ends where the order says; the others settle around, in cover if there is any."
    "V-3": "A squad that has not shot moves half as far again, and may charge or disengage."
    "V-4": "Each downed unit that is carried costs 1 MOV, down to half."
    "V-5": "Downed units may be left behind before moving; each is -1 to the squad's morale roll this round."
    "V-6": "To leave a melee each engaged unit rolls a die: 1 to 3 fells it. The squad may oppose charges this round."
    "V-7": "A charge rolls 2d6 against the steps to contact. Made, the squad moves in."
    "V-8": "All disengaging moves, then plain moves, then charges; players before enemy in each."
    "L-1": "A squad with fewer than half of its starting units standing rolls 2d6 against LD."
    "L-2": "Each unit abandoned this round is -1 to the morale roll."
    "L-3": "A broken squad adds no CON, has -2 ACC and half its movement until it passes a test."
    "L-4": "A broken squad that is no longer below half recovers without a roll."
    "O-1": "Unbroken squads near an objective add their CON. More takes it, equal contests it, none leaves it."
    "O-2": "Goals are conditions; main ones win, bonus ones please, failures lose."
    "O-3": "With the main goals met, the players may end the battle; those in melee disengage first."
    "O-4": "The players may tap out at any time, for what the scenario says it costs. A defeat that comes true with the last goal \
        counts first."
    "X-1": "Downed units that their squad still carries live."
    "X-2": "Of those abandoned or left by an annihilated squad, one in three is dead."
    "X-3": "The killed are dead; the last report lists everyone."
    "H-1": "A hero is a unit, alone or in a squad: he acts with it, lends it his LD and is hit last."
    "H-2": "A fallen hero's CP stay, but abilities that need him cannot be used."
    "F-1": "A formation moves as one body: others react to all of it, never to a single member."
    "F-2": "A member with a medium or large shield is harder to hit by 1 for each neighbour who has a shield and isn't \
        dazed."
    "F-3": "A formation may shoot at one unit together: +1 ACC for each shooter after the first; what that unit can't \
        take is lost."
    "F-4": "Members with spears who stand beside each other strike once at a charging squad before it comes in."
    "F-5": "A formation starts if all it needs is there at once; all that is missing is told together."
    "F-6": "Somebody must direct it: a leader in range of any member, or nobody if all are trained to do without."
    "F-7": "Every member must be drilled."
    "F-8": "All members stand next to each other, corners included, without a gap."
    "F-9": "No member may be dazed, panicked (broken) or frenzied. The dazed neither shoot nor strike nor move; a squad of \
        whom most are frenzied charges the nearest enemy, or stays in its melee, whatever it is told."
    "F-10": "Starting costs every member, and a leader from outside, the Free Action of the round; so does disbanding, the \
        leader apart. Squads of several players form up if all of them say so, as the first says."
    "F-11": "Members may take one free step to get into place."
    "F-12": "If the start fails, those who tried neither shoot nor move this round; they still fight."
    "F-13": "A gap breaks it: one that a Step began and ended with, or one that is left when Movement is over."
    "F-14": "So does a Step that began and ended with its leader out of range."
    "F-15": "Panicked and frenzied members are gaps. Dazed ones are not, but they can't move."
    "F-16": "Each part may go on as a formation if it has what a start needs; a leader directs only one."
    "F-17": "The parts go on one after the other, each with the movement it had left."
    "F-18": "Parts join again only by starting a new formation."
    "F-19": "Members who don't go on in a part end their movement."
    "F-20": "A formation moves in Steps: in each every member, and its leader, moves one tile at most."
    "F-21": "After each Step everyone pays what the dearest move in it cost."
    "F-22": "Who can't pay that in full has nothing left, and stays in the formation."
    "F-23": "Units that have fired this round don't move with the formation."
    "F-24": "Nobody has to move as long as the formation holds; so it can wheel."
    "G-1": "The GM may set anything right by hand while a round is open, and everyone is told what."
};
