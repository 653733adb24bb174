//! Every rule of the brick game, in the order of the rule book.

use crate::diagnostic::Rule;

/// Every rule, with a gist for a player who asks.
pub const RULES: &[Rule] = &[
    Rule {
        id: "BC-1.2",
        gist: "Sight: there must be an unblocked line from the attacker's eyes to some visible part of the target (any part is enough).",
    },
    Rule {
        id: "BC-1.4",
        gist: "Reach, ranged: target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.",
    },
    Rule {
        id: "BC-1.8",
        gist: "Attack Roll: roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.",
    },
    Rule {
        id: "BC-1.9",
        gist: "Damage Roll: roll the weapon's damage. Strictly greater than the target's Armor destroys it.",
    },
    Rule {
        id: "BC-1.10",
        gist: "Bigger targets: a target larger than a minifig is damaged rather than destroyed by one beaten Armor (how much.",
    },
    Rule {
        id: "BC-1.11",
        gist: "Profile: an attack needs: Skill die(s), Use, Range or CC, Damage expression, and the target needs Armor (a number or a die).",
    },
    Rule {
        id: "BC-2.1",
        gist: "What modifiers touch: a bonus adds to the Attack Roll, to Range or to Damage. A penalty subtracts from Skill/Attack Roll or from the Damage total.",
    },
    Rule {
        id: "BC-2.2",
        gist: "Criticals ignore modifiers: critical Success and Critical Failure depend on the nat face of each die, never on the total, so no modifier makes a roll certain or hopeless.",
    },
    Rule { id: "BC-2.3", gist: "Large target: +1 for every full 2 in of the target's Size." },
    Rule {
        id: "BC-2.4",
        gist: "Only what can be hit counts: the large-target bonus uses only the part that is visible and in range.",
    },
    Rule { id: "BC-2.5", gist: "Size: an object's Size is the length of its main body along its greatest dimension." },
    Rule { id: "BC-2.6", gist: "Small aim areas: 2x4-stud area (a whole minifig): 0. 2x2 area (2/3 of a minifig)." },
    Rule { id: "BC-2.7", gist: "Equipment: carried items are aimed at as 1x1 objects: -2." },
    Rule {
        id: "BC-2.8",
        gist: "Visible sections: a minifig has three sections: head (with headgear), torso (with arms, pack and armor but not held items), legs.",
    },
    Rule { id: "BC-2.9", gist: "Short figures, to hit: a Short minifig is always at -1 to be hit." },
    Rule { id: "BC-2.10", gist: "Short figures, speed: a Short minifig has 1 in less Move." },
    Rule {
        id: "BC-2.11",
        gist: "Short figures, cover: the first covered section of a Short minifig makes no difference.",
    },
    Rule { id: "BC-2.12", gist: "Stationary target: +1." },
    Rule {
        id: "BC-2.13",
        gist: "Aiming: +1 for an attacker that stays put for its whole turn to aim. Stacks with BC-2.12.",
    },
    Rule {
        id: "BC-2.14",
        gist: "Aiming aboard: a rider in a moving vehicle is not stationary, except against a target in or on that same vehicle.",
    },
    Rule {
        id: "BC-2.16",
        gist: "A place as target: the ground, or a tile of it, may be shot at, usually with explosives.",
    },
    Rule {
        id: "BC-3.1",
        gist: "One sum: the damage of all hits in a Combined Attack is added and compared with Armor once.",
    },
    Rule {
        id: "BC-3.2",
        gist: "All together: everybody in the Combined Attack rolls at the same time; nobody may be added after the result is seen.",
    },
    Rule {
        id: "BC-3.3",
        gist: "Several players: units of another player can Delay to join an ally's attack on that ally's turn.",
    },
    Rule {
        id: "BC-3.4",
        gist: "Only hits count: units that missed add nothing. A missed shot that happens to land on the target anyway is applied as its own separate damage.",
    },
    Rule {
        id: "BC-4.1",
        gist: "High ground: a ranged attacker gets +1 in Range per 1 in of height over the target, at most +5.",
    },
    Rule { id: "BC-4.2", gist: "Low ground: shooting upwards has no penalty." },
    Rule { id: "BC-4.3", gist: "Altitude: measured from the surface the unit stands on or the weapon is mounted on." },
    Rule {
        id: "BC-4.4",
        gist: "Out of range: shooting past Range is allowed; for each inch past it, every die of the attack (Skill dice and Damage dice) is reduced by 1.",
    },
    Rule {
        id: "BC-4.5",
        gist: "Criticals first: critical Success/Failure is read from nat faces before that reduction.",
    },
    Rule {
        id: "BC-4.6",
        gist: "Explosives: the reduction never applies to the damage of Explosive weapons (it still applies to the Skill die).",
    },
    Rule {
        id: "BC-4.7",
        gist: "Firing blind: -5 Skill against a target the attacker cannot see, on top of everything else (hidden, invisible, blinded, eyes shut).",
    },
    Rule {
        id: "BC-4.8",
        gist: "Blind still needs a place: the attacker must know where the target is to within 1 in.",
    },
    Rule { id: "BC-14.2", gist: "One target per turn: , even with several ranged weapons." },
    Rule { id: "BC-14.5", gist: "Conditions: are BC-1.2, BC-1.4 and the modifiers of BC-2 and BC-4." },
    Rule { id: "BC-15.1", gist: "Usually harmless: by default a miss goes nowhere of interest." },
    Rule { id: "BC-15.2", gist: "Insisting: any player may insist on tracking it (big target, explosive, crowd)." },
    Rule {
        id: "BC-15.3",
        gist: "Missed by: needed roll minus Attack Roll; the shot lands within that many inches of the target.",
    },
    Rule {
        id: "BC-15.4",
        gist: "Who chooses: if the target belongs to an opponent, that opponent; otherwise the attacker picks one of its current enemies to choose.",
    },
    Rule {
        id: "BC-15.5",
        gist: "Where: any spot in that radius the weapon could theoretically have hit, however unlikely.",
    },
    Rule {
        id: "BC-15.6",
        gist: "Victims: only units of the chooser or of the attacker may be picked; third parties are safe unless it truly cannot be avoided.",
    },
    Rule {
        id: "BC-15.7",
        gist: "Damage: the weapon's normal damage, including out-of-range reductions for the real distance.",
    },
    Rule { id: "BC-20.1", gist: "Nat 1 on a Skill roll: critical failure, automatic failure." },
    Rule { id: "BC-20.2", gist: "Nat 6 on a d6 Skill roll: critical success; grants an Overskill Benny (Yoko)." },
    Rule { id: "BC-20.3", gist: "Spend on an attack, ranged ones too: one bonus damage die of the type in BX-26." },
    Rule { id: "BC-20.6", gist: "Damage and other non-Skill dice can also crit." },
    Rule {
        id: "BS-1.3",
        gist: "Three features: plate (space, presence as target, contact in melee), Standard (origin for movement and range away from the squad), arrangement (for location-dependent damage, skirmishing reach and a cavalry front row).",
    },
    Rule {
        id: "BS-3.1",
        gist: "Measuring from: distances away from the squad (movement, range) are measured from its Standard.",
    },
    Rule { id: "BS-3.2", gist: "Measuring to: distances to a squad go to the nearest of plate, member or Standard." },
    Rule {
        id: "BS-4.3",
        gist: "Secondary effects: an attack may be given to any member, but its follow-up (explosion) is centred on that member's position.",
    },
    Rule {
        id: "BS-9.2",
        gist: "Idle members lose theirs: no second Action for those who did not take part; to do something else they must leave the squad.",
    },
    Rule { id: "BS-10.4", gist: "Larger things: are left to argument (GM)." },
    Rule { id: "BS-11.2", gist: "One range: standard to target, for everyone." },
    Rule {
        id: "BS-11.3",
        gist: "Roll all attacks, count hits, roll all damage, apply the sum;: then missed shots if anyone cares.",
    },
    Rule {
        id: "BS-16.1",
        gist: "Easy to hit: an attacker who can target any member or the plate may attack the squad.",
    },
    Rule { id: "BS-16.2", gist: "Large target: ranged and charge attacks get the large-target bonus for the plate." },
    Rule { id: "BS-16.3", gist: "Single out: only a unit at least twice the attacker's Size can be singled out." },
    Rule {
        id: "BS-16.5",
        gist: "Secondary effects:: the first victim is free choice, the follow-up starts from its real place in the arrangement.",
    },
    Rule {
        id: "BS-16.6",
        gist: "Multiple attacks: attacker rolls every Damage Roll separately and sorts from greatest to least.",
    },
    Rule {
        id: "BS-16.7",
        gist: "Several with secondary effects:: first all explosions, then all potential overkill, then normal.",
    },
    Rule {
        id: "BX-1",
        gist: "Criticals on Skill: read the nat face(s) of the unit's own Skill dice only (never MOM/bonus dice).",
    },
    Rule {
        id: "BX-2",
        gist: "Other dice: when damage_crits = on, every die that is not a Skill roll (damage, also Skill dice rolled as damage, Sprint, MOM, POP, Armor) and shows its maximum adds one d6, which may chain (at most 10 links).",
    },
    Rule {
        id: "BX-3",
        gist: "Rounding and floors: halves round up for Move and Bail, down for bonuses. A Damage Roll, Knockback and inches never end below 0.",
    },
    Rule {
        id: "BX-5",
        gist: "Guns and blasts: short-Ranged Range 6; Long-Ranged Range 10, two-handed (same public table).",
    },
    Rule { id: "BX-6", gist: "Armour: armor is a number or a dice expression." },
    Rule { id: "BX-7", gist: "Deflection: each level takes one die from every type." },
    Rule { id: "BX-11", gist: "Footprint: 1 in = 1 tile, Size 1 = 1 tile. Plate area >= sum of footprints." },
    Rule {
        id: "BX-13",
        gist: "Delay/joining: orders with the same combine=<tag> given by one side, or by sides that the scenario allies, make one Combined Attack in the pass and at the order number of its last member.",
    },
    Rule {
        id: "BX-14",
        gist: "Damage to large things: hit points = Size (minimum 1); minifigs 1. A sum costs as many HP as the largest whole k with sum > k x Armor (Armor 0.",
    },
    Rule {
        id: "BX-15",
        gist: "Overkill: excess = damage - Armor at the killing application. Only for weapons tagged overkill (or overkill = all).",
    },
    Rule { id: "BX-16", gist: "Fire and Grinding: not defined. Hook: weapon tag effects may read damage-die faces." },
    Rule { id: "BX-24", gist: "Casualties: brick has no 'downed' state: a destroyed unit is killed." },
    Rule {
        id: "BX-26",
        gist: "Overskill damage die: one more die of the weapon's own damage type: a Skill die for Skill weapons, else its largest.",
    },
    Rule {
        id: "BX-27",
        gist: "Ratings with a plus: a Skill die is the whole rating, plus included, each time one is rolled for damage (the text offers 1d6+1 as a stand-in for 1d8).",
    },
    Rule {
        id: "BX-33",
        gist: "Thrown weapons: leave the hand and lie on the target's tile, or where the miss was put, free for anyone who spends an Action.",
    },
    Rule {
        id: "BX-34",
        gist: "Squads behind cover: shots at a squad take the modifier of the least hidden tile of the plate in sight.",
    },
    Rule {
        id: "BT-4",
        gist: "Single target -> sum; squad target -> separate rolls dealt round-robin, cumulative on each unit.",
    },
    Rule { id: "BT-8", gist: "Missed by is at least 1 for any miss." },
    Rule { id: "BT-9", gist: "'owner' = side. Chooser's side or attacker's side are legal, a third side is not." },
    Rule { id: "BT-10", gist: "A tracked missed shot never rolls Skill." },
    Rule {
        id: "BT-11",
        gist: "Damage on a unit adds up (a) inside one Combined Attack or one distribution, (b) over all close-combat attacks and counterattacks made on it in one Melee pass, (c) over one charge with its Smash Damage.",
    },
    Rule {
        id: "BT-12",
        gist: "Use the touch table by the area of the individual struck: minifig 3, Size 0 (2x2) 2, 1x1 item 1.",
    },
    Rule {
        id: "BT-16",
        gist: "Range from the Standard, LOS from the nearest plate tile that has it (plate counts as a super-unit).",
    },
    Rule {
        id: "BX-43",
        gist: "MOM spent on damage: is drawn with the damage dice, last of its attacker's (weapon, Overskill, MOM).",
    },
    Rule { id: "BX-45", gist: "Policies `hits`: cheap: officers and standard bearers last, then value, then id." },
    Rule {
        id: "BX-46",
        gist: "Largest damage pools: : by mean before Deflection, ties to the lowest attacker id; parries with Overskill are used first.",
    },
    Rule { id: "BX-49", gist: "Dice Armor: is drawn when the first damage above 0 of its sum reaches the unit." },
    Rule {
        id: "BX-50",
        gist: "Armor 0: any damage above 0 destroys a one-HP target, and costs a larger one at least 1 HP.",
    },
    Rule { id: "BX-52", gist: "`nocrit`: waives bonus dice of the attacker alone; Armor and POP dice keep theirs." },
    Rule { id: "BX-56", gist: "`misses worst`: never names a unit of the chooser's own side." },
];
