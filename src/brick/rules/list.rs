//! Every rule of the brick game, in the order of the rule book.

use crate::diagnostic::Rule;

/// Every rule, with a gist for a player who asks.
pub const RULES: &[Rule] = &[
    Rule {
        id: "BC-1.1",
        gist: "Three steps: every attack, whatever its kind, goes range check -> Attack Roll -> Damage Roll.",
    },
    Rule {
        id: "BC-1.2",
        gist: "Sight: there must be an unblocked line from the attacker's eyes to some visible part of the target (any part is enough).",
    },
    Rule {
        id: "BC-1.3",
        gist: "Reach, close combat: a weapon whose Range is 'CC' can only strike what its striking surface can touch.",
    },
    Rule {
        id: "BC-1.4",
        gist: "Reach, ranged: target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.",
    },
    Rule {
        id: "BC-1.5",
        gist: "Automatic hits, principle: where a hit is a matter of course, the Attack Roll is skipped and the attack goes straight to damage/effect.",
    },
    Rule {
        id: "BC-1.6",
        gist: "Inanimate target: a close-combat attack on a lifeless object automatically hits when the attacker can touch it with the business end and nobody is attacking him meanwhile.",
    },
    Rule {
        id: "BC-1.7",
        gist: "Body attacks: shove, Grab and Collision are automatic hits, but the victim can Parry (Grab, Shove) or Bail.",
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
        id: "BC-2.15",
        gist: "Melee is never stationary: a unit in active close combat never counts as Stationary, even if it did not leave its tile.",
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
        id: "BC-3.5",
        gist: "Combined Fire: any unit able to shoot the target may take part; no communication is needed, nor the same aiming point.",
    },
    Rule {
        id: "BC-3.6",
        gist: "Ganging Up: combined close-combat attacks sum damage and exhaust the victim's Counters (one per hand).",
    },
    Rule {
        id: "BC-3.7",
        gist: "Outnumbered: a unit or group with fewer fighters on its side of a close combat than it has opponents takes -1 Skill.",
    },
    Rule {
        id: "BC-3.8",
        gist: "Outnumbered by anyone: the opponents need not be allied with each other and it need not be their turn.",
    },
    Rule {
        id: "BC-3.9",
        gist: "Three at most: at most three attackers may gang up on a minifig-sized or smaller target at one time.",
    },
    Rule {
        id: "BC-3.10",
        gist: "Victim's turn, attacking: on its own turn the victim is still in close combat with all of them.",
    },
    Rule {
        id: "BC-3.11",
        gist: "Victim's turn, leaving: if it tries to Withdraw, all of them may Counterattack (capped at three).",
    },
    Rule {
        id: "BC-3.12",
        gist: "Combined Charge: chargers sum damage; they also sum Knockback only if they strike from the same direction.",
    },
    Rule { id: "BC-3.13", gist: "Room to charge: the target must be large enough for all chargers to hit at once." },
    Rule {
        id: "BC-3.14",
        gist: "Mixed kinds: combined attacks may mix ranged, close and charge; friends in close combat stand where missed shots and failed charges go.",
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
    Rule {
        id: "BC-5.1",
        gist: "Anything in reach: a unit with a melee weapon may hit any object in reach. Things that do not react just take the damage.",
    },
    Rule {
        id: "BC-5.2",
        gist: "Start by attack: when a melee unit attacks a reactive unit (minifig, animal, robot) with hand-to-hand weapons, both enter Close Combat.",
    },
    Rule {
        id: "BC-5.3",
        gist: "Start by straying: it also starts when a unit strays into an enemy's melee reach and the enemy takes the opportunity to strike pre-emptively.",
    },
    Rule { id: "BC-5.4", gist: "Groups: groups may gang up or brawl; the outnumbered group fights at -1." },
    Rule {
        id: "BC-5.5",
        gist: "Cap per turn: group size does not matter: within one turn a given minifig may be attacked hand to hand by three units at most.",
    },
    Rule {
        id: "BC-5.6",
        gist: "Tunnel vision: a unit in close combat cannot make Response Actions to anything outside it.",
    },
    Rule {
        id: "BC-5.7",
        gist: "Own turn: the active unit uses an Action to Engage (Attack, Grab, Shove), or it Withdraws, or it Ignores.",
    },
    Rule { id: "BC-5.8", gist: "Reply: targets may Counter aggressive manoeuvres (Parry, or Bail as last resort)." },
    Rule { id: "BC-5.9", gist: "Each hand once: each held weapon or empty hand may be used once per player's turn." },
    Rule {
        id: "BC-5.10",
        gist: "Second manoeuvre: with another unused hand/weapon the active unit may make a second aggressive manoeuvre, which gives opponents a fresh chance to Parry and Counterattack with what they have left.",
    },
    Rule { id: "BC-5.11", gist: "Number of hands: a regular minifig has two; a creature with n hands may do n." },
    Rule {
        id: "BC-5.12",
        gist: "Countering needs no Action but uses it up: a unit in close combat with an unused hand can Counter or Counterattack even if its Action is gone.",
    },
    Rule { id: "BC-5.13", gist: "How long: close combat lasts until one side of it is beaten or gone. Ruling." },
    Rule {
        id: "BC-6.1",
        gist: "Declare: active player names the manoeuvre (Attack, Grab, Shove, Withdraw, Ignore) and weapon.",
    },
    Rule { id: "BC-6.2", gist: "Counter declared next, before any roll: defender says Parry, Bail or nothing." },
    Rule { id: "BC-6.3", gist: "Resolve: manoeuvre and counter." },
    Rule {
        id: "BC-6.4",
        gist: "Counterattacks: any opponents in the engagement, up to three, still standing and with an unused weapon, may each counterattack the active unit, even those who were not attacked.",
    },
    Rule {
        id: "BC-6.5",
        gist: "Active unit may Parry or Bail: those; if it was Ignoring or Withdrawing, doing so costs its Action.",
    },
    Rule {
        id: "BC-6.6",
        gist: "Resolve: if the active unit dies or is Disrupted, its close combat ends for the turn.",
    },
    Rule {
        id: "BC-6.7",
        gist: "Leaving/ignoring succeeds: if still standing: it may now move and use its Action freely (if not spent in BC-6.5), even to start another close combat.",
    },
    Rule {
        id: "BC-6.8",
        gist: "Press the attack: a still-engaged active unit with another free hand may go back to BC-6.1 against the same target only.",
    },
    Rule {
        id: "BC-6.9",
        gist: "No pressing on a charge: a Charge Attack is one exchange: one Attack, one Counterattack.",
    },
    Rule { id: "BC-6.10", gist: "Stop at death: when one side is dead the exchange stops." },
    Rule { id: "BC-7.1", gist: "Free step: just before each close-combat manoeuvre a unit may shift up to 1 in." },
    Rule { id: "BC-7.2", gist: "Replaces movement: units in close combat have no normal movement while they fight." },
    Rule {
        id: "BC-7.3",
        gist: "Unlimited uses: as many times as the unit makes manoeuvres, also against objects and outside formal close combat.",
    },
    Rule {
        id: "BC-7.4",
        gist: "Must serve the manoeuvre: it may not be used deliberately to reach a place from which the manoeuvre cannot be carried out.",
    },
    Rule {
        id: "BC-7.5",
        gist: "Recovery: a Disrupted unit may use it to get up and at once start a manoeuvre, only on its own turn.",
    },
    Rule { id: "BC-7.6", gist: "Real targets only: hitting a random object to gain the inch is legal if poor form." },
    Rule {
        id: "BC-8.1",
        gist: "No skipping: doing nothing while engaged counts as Ignore and lets opponents respond.",
    },
    Rule { id: "BC-8.2", gist: "Needs a close-combat weapon ready in hand; optional Angry Inch." },
    Rule {
        id: "BC-8.3",
        gist: "Target may declare Parry/Bail before the Attack Roll; otherwise Skill vs Use, then the weapon's Damage.",
    },
    Rule {
        id: "BC-8.4",
        gist: "Cumulative: all close-combat damage on one target in the same turn from one unit or group adds up (scope.",
    },
    Rule { id: "BC-8.5", gist: "Needs a free hand (or other grip) and reach; automatic unless parried or bailed." },
    Rule {
        id: "BC-8.6",
        gist: "While held, every close-combat attack on grabber or grabbed (also from others, also counterattacks) is an automatic hit.",
    },
    Rule { id: "BC-8.7", gist: "The grabber must keep at least one hand on the victim." },
    Rule { id: "BC-8.8", gist: "Neither may move, Bail, Withdraw or Angry-Inch until release." },
    Rule {
        id: "BC-8.9",
        gist: "The grabber may release at any time, also between its own attack and the victim's counterattack (so that the latter is a normal roll).",
    },
    Rule { id: "BC-8.10", gist: "The victim breaks free by a successful Shove or by killing the grabber." },
    Rule {
        id: "BC-8.11",
        gist: "Useful when unarmed, when the target is too close for a two-handed weapon, or to push someone off an edge.",
    },
    Rule {
        id: "BC-8.12",
        gist: "A Shield can shove one-handed; otherwise both hands are used, whether or not they hold things.",
    },
    Rule {
        id: "BC-8.13",
        gist: "If not parried or bailed: automatic; target is pushed 2 in straight away and Disrupted.",
    },
    Rule {
        id: "BC-8.14",
        gist: "Only on the own turn; moves away as part of normal Movement, with an Angry Inch to help.",
    },
    Rule { id: "BC-8.15", gist: "Must let go of anyone it is Grabbing; cannot Withdraw while Grabbed." },
    Rule {
        id: "BC-8.16",
        gist: "Up to three opponents with an unused weapon may each make one Counterattack at any point on its path.",
    },
    Rule { id: "BC-8.17", gist: "Parrying or Bailing against these costs its Action; otherwise the Action remains." },
    Rule { id: "BC-8.18", gist: "After surviving it may re-enter close combat with the same or another target." },
    Rule {
        id: "BC-8.19",
        gist: "Stays in close combat but makes no aggressive manoeuvre; need not release grabs or break out of them, though grabs forbid the Angry Inch.",
    },
    Rule { id: "BC-8.20", gist: "Up to three opponents with an unused weapon may each make one Counterattack." },
    Rule {
        id: "BC-8.21",
        gist: "Parry/Bail in response costs its Action; otherwise the Action is free for something else.",
    },
    Rule {
        id: "BC-9.1",
        gist: "Counters are extra: they are not Actions and do not count against the one Action per round.",
    },
    Rule {
        id: "BC-9.2",
        gist: "Fresh set each player's turn: one Counter per weapon or empty hand, renewed on every player's turn.",
    },
    Rule {
        id: "BC-9.3",
        gist: "The responder is the active one: when a Response Action opens the close combat, the responding unit is the active combatant even on the other's turn.",
    },
    Rule {
        id: "BC-9.4",
        gist: "What can be countered: attack, Grab, Shove and Counterattack. Options: Parry, Bail, or nothing (to save hands).",
    },
    Rule { id: "BC-10.1", gist: "Roll: skill vs the Use of the item parried with." },
    Rule {
        id: "BC-10.2",
        gist: "Guns as clubs: a ranged weapon parries as a Minifig Tool (Use 3) or a Random Object (Use 4), not with its own stats.",
    },
    Rule { id: "BC-10.3", gist: "Bare hands: use 0: fails only on a critical failure or under heavy penalties." },
    Rule { id: "BC-10.4", gist: "Against two-handers: +1 Skill when parrying a Two-Handed Weapon." },
    Rule {
        id: "BC-10.5",
        gist: "Attacks need an object: against an Attack or Counterattack the parrying item has to be a weapon or object in hand (bare hands may be 'used' but reduce nothing.",
    },
    Rule {
        id: "BC-10.6",
        gist: "Effect: success with weapon, shield or object gives Deflection: the number of each type of damage die is reduced by one.",
    },
    Rule {
        id: "BC-10.7",
        gist: "Bare-hand parry: of an attack does not reduce damage at all; Overskill does not help either.",
    },
    Rule {
        id: "BC-10.8",
        gist: "Overskill: overskill on the Parry roll may be spent on one more level of Deflection (not with bare hands).",
    },
    Rule {
        id: "BC-10.9",
        gist: "Armor Piercing limits Deflection: (From the worked example.) A Heavy Weapon swung with two hands is Armor Piercing.",
    },
    Rule {
        id: "BC-10.10",
        gist: "Grab/Shove: may be parried with any held item, or bare hands if empty; success cancels it.",
    },
    Rule {
        id: "BC-10.11",
        gist: "Drop to parry: against a Grab or Shove only: before the roll the parrier may let go of what he holds and parry bare-handed (Use 0).",
    },
    Rule { id: "BC-10.12", gist: "Failure: a failed parry deflects nothing." },
    Rule {
        id: "BC-10.13",
        gist: "Disarm: the parrying item is knocked away when the Parry roll is a critical failure, or when a parry against a two-handed attack (Two-Handed Weapon, or Heavy Weapon in two hands) fails with a one-handed item (Hand Weapon, Tool, Random Object, one-handed Heavy Weapon).",
    },
    Rule {
        id: "BC-10.14",
        gist: "How far: straight away from the attacker, a number of inches equal to the attacker's Attack Roll.",
    },
    Rule { id: "BC-11.1", gist: "Works like a Bail as Response Action but in close combat needs no unused Action." },
    Rule {
        id: "BC-11.2",
        gist: "Roll Skill: jump to any spot within that many inches (half if at Half Speed), landing prone and Disrupted.",
    },
    Rule { id: "BC-11.3", gist: "An Overskill Benny may be spent to land on one's feet (not Disrupted)." },
    Rule { id: "BC-11.4", gist: "Disrupted means defenceless until it recovers on its next turn." },
    Rule {
        id: "BC-11.5",
        gist: "If the Bail roll is not higher than the attacker's Attack Roll, the attack hits anyway.",
    },
    Rule { id: "BC-11.6", gist: "The same if it does not land outside the attack's reach." },
    Rule {
        id: "BC-12.1",
        gist: "When: after an opponent's Attack, during its Withdraw or Ignore, or when it simply walks into reach.",
    },
    Rule { id: "BC-12.2", gist: "How: with a close-combat weapon: exactly like an Attack on the active unit." },
    Rule { id: "BC-12.3", gist: "Bare hands: counterattack achieves nothing." },
    Rule {
        id: "BC-12.4",
        gist: "Active unit's defence: it may Parry a counterattack with an unused close-combat weapon or Shield (but see BT-1 for Ignore/Withdraw).",
    },
    Rule { id: "BC-12.5", gist: "Critical failure: on a counterattack: misses outright." },
    Rule {
        id: "BC-13.1",
        gist: "Yoko's turn: dice [4 | 4 | 3 | 1]: attack nat 4 >= 3 hit; Dan parries with pan nat 4 >= 3 success.",
    },
    Rule { id: "BC-13.2", gist: "Dan's turn: dice [2 | 3 | 6 | 3,5]: Dan attacks with the knife (Yoko's policy." },
    Rule { id: "BC-14.1", gist: "No Counter: ranged attacks give the target no Counter." },
    Rule { id: "BC-14.2", gist: "One target per turn: , even with several ranged weapons." },
    Rule {
        id: "BC-14.3",
        gist: "Not with a close-combat Action: no ranged attack in a turn in which the unit uses an Action in close combat, before or after.",
    },
    Rule {
        id: "BC-14.4",
        gist: "Ignore/Withdraw exception: units that did either without spending their Action may shoot if they survive.",
    },
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
    Rule {
        id: "BC-15.8",
        gist: "Worked example: viking throws an axe (Use 2, Range 3, 1d6) at a ninja exactly 3 in away.",
    },
    Rule {
        id: "BC-16.1",
        gist: "Kinds of charge: smashing into a target with a thrusting weapon, with the body (collision/tackle), by intent or accident.",
    },
    Rule {
        id: "BC-16.2",
        gist: "Run-up: momentum needs a straight approach (run, Sprint, flight, fall) from at least 4 in away.",
    },
    Rule { id: "BC-16.3", gist: "One MOM: a minifig never has more than one MOM die." },
    Rule {
        id: "BC-16.4",
        gist: "Lasts: from the moment 4 in are run, over as many turns as the unit keeps going straight.",
    },
    Rule {
        id: "BC-16.5",
        gist: "Lost: on turning, on anything that prevents full speed (opening a door, running upstairs), or on ending a turn with Move unspent.",
    },
    Rule { id: "BC-16.6", gist: "Regained: by running another 4 in." },
    Rule {
        id: "BC-16.7",
        gist: "Use: a bonus d6 for any roll or stat that momentum would help: jump height or length, thrown-spear Range, Knockback in a Collision (1d6.",
    },
    Rule { id: "BC-16.8", gist: "Damage use: with a Charging Weapon it is one extra Skill die of damage (not a d6)." },
    Rule { id: "BC-16.9", gist: "Spent when rolled: another 4 in must be run for a new one." },
    Rule { id: "BC-16.10", gist: "Only straight ahead: cannot be spent at something off to the side or behind." },
    Rule {
        id: "BC-16.11",
        gist: "Momentum carries on: in a turn where the MOM is rolled (or tried, in the case of a missed Charging Attack) the unit must keep running straight to the end of its Move, even over a cliff.",
    },
    Rule {
        id: "BC-17.1",
        gist: "What qualifies: heavy or Two-Handed. On foot it must be a thrusting kind (lance, ram, bayonet).",
    },
    Rule { id: "BC-17.2", gist: "Exotics: horned helmets, spiked shields etc. if everyone agrees." },
    Rule {
        id: "BC-17.3",
        gist: "One exchange: attacker and defender each get a single Attack or Counterattack plus the Counters that go with it.",
    },
    Rule { id: "BC-17.4", gist: "Hit: the attacker may spend its MOM for one extra Skill die of damage." },
    Rule {
        id: "BC-17.5",
        gist: "Miss: the MOM is kept, and the attacker must Collide with the target if it is straight ahead, else run on to the limit of its Move.",
    },
    Rule { id: "BC-17.6", gist: "Sprint: charging attack and Sprint may be one Action." },
    Rule { id: "BC-18.1", gist: "Shields only: only a Shield or Heavy Shield can parry a Charging Weapon Attack." },
    Rule {
        id: "BC-18.2",
        gist: "Longer weapon first: if the target counterattacks, the weapon that is longer by at least 1 in strikes first.",
    },
    Rule { id: "BC-18.3", gist: "About equal: less than 1 in apart: simultaneous, so both may die." },
    Rule {
        id: "BC-19.1",
        gist: "When: a unit with Momentum runs into another unit. It is part of movement and costs no Action.",
    },
    Rule { id: "BC-19.2", gist: "No damage: from the crash itself for minifigs, only Knockback." },
    Rule {
        id: "BC-19.3",
        gist: "Knockback: the charger spends its MOM: 1d6 in straight away from the impact (1d10 if Shoving as well).",
    },
    Rule { id: "BC-19.4", gist: "Charging Shove: may be combined with Sprint in one Action." },
    Rule {
        id: "BC-19.5",
        gist: "Opposition: the target always has exactly one POP: roll 1d6, cancel that many inches.",
    },
    Rule {
        id: "BC-19.6",
        gist: "POP is like Armor:: it is not used up; against each new MOM (or simultaneous group of MOMs) the target again rolls exactly one.",
    },
    Rule { id: "BC-19.7", gist: "Held: pOP >= MOM: charger stops dead and the two are locked in close combat." },
    Rule {
        id: "BC-19.8",
        gist: "Thrown: otherwise the target flies the difference and is Disrupted; the charger runs on to the end of its Move.",
    },
    Rule { id: "BC-19.9", gist: "Head-on: two units charging each other each knock the other back at the same time." },
    Rule { id: "BC-19.10", gist: "Smash: knocked into an immovable obstacle of the victim's Size or larger." },
    Rule { id: "BC-20.1", gist: "Nat 1 on a Skill roll: critical failure, automatic failure." },
    Rule { id: "BC-20.2", gist: "Nat 6 on a d6 Skill roll: critical success; grants an Overskill Benny (Yoko)." },
    Rule { id: "BC-20.3", gist: "Spend on an attack, ranged ones too: one bonus damage die of the type in BX-26." },
    Rule { id: "BC-20.4", gist: "Spend on parry: one extra level of Deflection, not bare-handed." },
    Rule { id: "BC-20.5", gist: "Spend on bail: land on the feet." },
    Rule { id: "BC-20.6", gist: "Damage and other non-Skill dice can also crit." },
    Rule {
        id: "BC-20.7",
        gist: "A bare-handed parry of an attack that would really help is a Heroic Feat (chapter 6, missing).",
    },
    Rule {
        id: "BS-1.1",
        gist: "Composition: any kinds of units may form a squad: identical, similar or mixed (crew + catapult, necromancer + undead).",
    },
    Rule { id: "BS-1.2", gist: "Advantages: (design intent, not a roll)." },
    Rule {
        id: "BS-1.3",
        gist: "Three features: plate (space, presence as target, contact in melee), Standard (origin for movement and range away from the squad), arrangement (for location-dependent damage, skirmishing reach and a cavalry front row).",
    },
    Rule {
        id: "BS-2.1",
        gist: "One super-unit: all members stand on a common plate, move with it, roll together as combined attacks, and if the plate touches an object every member has access to it.",
    },
    Rule { id: "BS-2.2", gist: "Size guide: about a 2x4-stud area per unit on foot, 4x8 per rider. Guideline only." },
    Rule { id: "BS-2.3", gist: "No cramming: packing everybody on the smallest plate is frowned upon." },
    Rule { id: "BS-2.4", gist: "One look for all: where units stand is an aesthetic matter for most purposes." },
    Rule {
        id: "BS-3.1",
        gist: "Measuring from: distances away from the squad (movement, range) are measured from its Standard.",
    },
    Rule { id: "BS-3.2", gist: "Measuring to: distances to a squad go to the nearest of plate, member or Standard." },
    Rule {
        id: "BS-3.3",
        gist: "What it may be: almost anything: banner, radio, bugle, or simply 'the man in the middle'.",
    },
    Rule {
        id: "BS-3.4",
        gist: "No substance: it need not exist in the game world; a bearer may still use a two-handed weapon.",
    },
    Rule { id: "BS-3.5", gist: "Free to add or drop: as squads form and dissolve; no cost." },
    Rule {
        id: "BS-4.1",
        gist: "Ignored for normal damage: range, movement and most damage do not look at positions inside the plate.",
    },
    Rule {
        id: "BS-4.2",
        gist: "Matters for location effects: caused by where the squad stands (mines, a vehicle crashing through).",
    },
    Rule {
        id: "BS-4.3",
        gist: "Secondary effects: an attack may be given to any member, but its follow-up (explosion) is centred on that member's position.",
    },
    Rule { id: "BS-5.1", gist: "At the start of battle: squads and plates are free." },
    Rule { id: "BS-5.2", gist: "Leaving is free: a unit may leave a squad at any time, no cost to it or the squad." },
    Rule {
        id: "BS-5.3",
        gist: "Rearranging on the same plate is free: , unless it gains movement; then the unit may be charged the distance.",
    },
    Rule {
        id: "BS-5.4",
        gist: "New, resized or other plate costs an Action: any unit put on a new or different plate must Form Up, its Action for the turn.",
    },
    Rule { id: "BS-5.5", gist: "Consequence: it takes no part in any Action its squad makes later that turn." },
    Rule {
        id: "BS-5.6",
        gist: "Those already on the plate pay nothing: when others join (if the plate is big enough and unchanged).",
    },
    Rule {
        id: "BS-5.7",
        gist: "Splitting: the part that gets a new plate pays its Actions; the part that keeps the old plate pays nothing.",
    },
    Rule { id: "BS-5.8", gist: "Changing plate size: is Forming Up for everybody on it." },
    Rule { id: "BS-5.9", gist: "Leave, then rejoin in the same turn: allowed: (typically to pass an obstacle)." },
    Rule { id: "BS-5.10", gist: "Join, then leave in the same turn: forbidden." },
    Rule { id: "BS-6.1", gist: "Profile: skill 1d8 (or 1d6+1), Move 6, Armor 1d10; otherwise a minifig." },
    Rule {
        id: "BS-6.2",
        gist: "Leadership: when an Officer is involved in creating, reorganising, joining or splitting a squad, the Action cost is cancelled.",
    },
    Rule { id: "BS-6.3", gist: "Even spent units: may Form Up free." },
    Rule { id: "BS-6.4", gist: "Breaking off: the benefit covers the groups which split off as well." },
    Rule { id: "BS-6.5", gist: "Break and re-form past obstacles is free with an Officer." },
    Rule {
        id: "BS-7.1",
        gist: "Slowest member: move and every movement ability of the squad equal those of the worst member.",
    },
    Rule { id: "BS-7.2", gist: "Measured at the Standard: turning the plate around it costs nothing (infantry)." },
    Rule { id: "BS-7.3", gist: "Constrictions: the plate must fit; otherwise go round or split." },
    Rule {
        id: "BS-7.4",
        gist: "Rough ground: either pay the climbing inches with the whole squad or break formation and pay a Form Up afterwards.",
    },
    Rule {
        id: "BS-7.5",
        gist: "No half-way stops: it cannot end on or inside an obstacle or where the plate does not fit.",
    },
    Rule {
        id: "BS-7.6",
        gist: "Rebuffed: if something (an enemy Response) interrupts the crossing so that it cannot be finished, the squad must break formation or go back to its last legal position.",
    },
    Rule { id: "BS-8.1", gist: "Infantry squad:: only minifigs or things moving like them. Faces any way at once." },
    Rule {
        id: "BS-8.2",
        gist: "Cavalry squad:: contains any vehicle, ridden animal or anything operated or directed by another unit.",
    },
    Rule { id: "BS-8.3", gist: "Pivot: cavalry turns only around one of the plate's front corners." },
    Rule { id: "BS-8.4", gist: "No sidestep: cavalry moves only along its facing, or backwards at half speed." },
    Rule {
        id: "BS-9.1",
        gist: "One Action per turn: for the squad, of any ordinary kind, unless a member makes it impossible.",
    },
    Rule {
        id: "BS-9.2",
        gist: "Idle members lose theirs: no second Action for those who did not take part; to do something else they must leave the squad.",
    },
    Rule {
        id: "BS-9.3",
        gist: "Similar attacks combine: different melee weapons in one close attack, different missiles in one ranged attack.",
    },
    Rule { id: "BS-9.4", gist: "Dissimilar do not: not half charge and half throwing." },
    Rule {
        id: "BS-10.1",
        gist: "What happens to the plate happens to all:: climbing penalties, bracing, range from the Standard, being in close combat.",
    },
    Rule { id: "BS-10.2", gist: "Exceptions:: damage may be shared unevenly, and the touch limits below." },
    Rule {
        id: "BS-10.3",
        gist: "Touch limits per turn: any member counts as touching what the plate touches, but at most 3 may act on a minifig or 2x4-sized thing, 2 on a 2x2, 1 on a 1x1.",
    },
    Rule { id: "BS-10.4", gist: "Larger things: are left to argument (GM)." },
    Rule {
        id: "BS-11.1",
        gist: "One kind of attack: ranged, hand to hand or charge for the whole squad; those unable sit out.",
    },
    Rule { id: "BS-11.2", gist: "One range: standard to target, for everyone." },
    Rule {
        id: "BS-11.3",
        gist: "Roll all attacks, count hits, roll all damage, apply the sum;: then missed shots if anyone cares.",
    },
    Rule {
        id: "BS-11.4",
        gist: "Worked example (Death Marines): 24 pistols (Use 3, 1d6), 12 rifles (Use 3, 1d6+1), 3 artillery (Use 4, 1d10), no Standard, target 4 in from the plate centre, all in range.",
    },
    Rule {
        id: "BS-12.1",
        gist: "Unresponsive target:: angry Inch and a pile of Ganging-Up damage. Responsive target.",
    },
    Rule {
        id: "BS-12.2",
        gist: "Combined: the squad's Attack is the sum of its members' Attacks; the defender's Counter is the sum of its members' Counters.",
    },
    Rule { id: "BS-12.3", gist: "In unison: all roll together per step; casualties are removed after the step." },
    Rule { id: "BS-12.4", gist: "Uniform attack: if one uses two weapons, all who can must." },
    Rule { id: "BS-12.5", gist: "Uniform counter: one Counter type for the whole squad per step." },
    Rule { id: "BS-12.6", gist: "Parried damage: is shared out among the parrying defenders like any other damage." },
    Rule {
        id: "BS-13.1",
        gist: "To Engage: the squad brings its plate into contact with the target; then every member may attack and counter, wherever it stands.",
    },
    Rule {
        id: "BS-13.2",
        gist: "Mixed up: ranged or other non-melee damage on either side of an engagement is split equally.",
    },
    Rule {
        id: "BS-13.3",
        gist: "Ring: several attackers on one target and several targets answering link into one Engagement Ring.",
    },
    Rule {
        id: "BS-13.4",
        gist: "Links only by fighting: friends touching each other, or standing by an enemy without attacking, do not link.",
    },
    Rule {
        id: "BS-13.5",
        gist: "One melee: all attackers of the ring attack as one group, all defenders Counter as one group, however far apart the ends are.",
    },
    Rule {
        id: "BS-14.1",
        gist: "Skirmish: an attack without being Engaged: only members who can physically reach the target from where they stand take part.",
    },
    Rule {
        id: "BS-14.2",
        gist: "Switching: with the Angry Inch a squad may change between skirmish and engagement during close combat.",
    },
    Rule {
        id: "BS-14.3",
        gist: "No room: while Engaged, Two-Handed weapons cannot attack; the squad must hop back 1 in into a skirmish.",
    },
    Rule {
        id: "BS-15.1",
        gist: "A member of a squad can be struck by at most three close-combat attackers (each may hit with more than one weapon).",
    },
    Rule {
        id: "BS-15.2",
        gist: "Surplus hits are wasted, but all damage is rolled and the attacker keeps the best results.",
    },
    Rule {
        id: "BS-16.1",
        gist: "Easy to hit: an attacker who can target any member or the plate may attack the squad.",
    },
    Rule { id: "BS-16.2", gist: "Large target: ranged and charge attacks get the large-target bonus for the plate." },
    Rule { id: "BS-16.3", gist: "Single out: only a unit at least twice the attacker's Size can be singled out." },
    Rule {
        id: "BS-16.4",
        gist: "Single attack:: the defender gives it to any member ('reasonable' choice is custom only.",
    },
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
        id: "BS-17.1",
        gist: "Infantry charge: momentum = sum of all members' Momentum; otherwise as a normal charge.",
    },
    Rule {
        id: "BS-17.2",
        gist: "Cavalry charge: only the front row counts, and of it only those whose path really meets the target.",
    },
    Rule { id: "BS-17.3", gist: "Charged squad's choice: take it as individuals by position, or Brace." },
    Rule { id: "BS-17.4", gist: "Brace: costs the squad its Action, lasts against all further charges that turn." },
    Rule {
        id: "BS-17.5",
        gist: "Chargers are braced: a squad that makes a Charge is braced for the rest of the turn at no cost (if able to brace at all).",
    },
    Rule {
        id: "BS-17.6",
        gist: "Braced and knocked back:: the whole plate moves; if the hit is strong enough to knock over the whole squad, the formation breaks and all are Disrupted.",
    },
    Rule { id: "BS-17.7", gist: "Not braced:: each unit in the path is a separate target (ploughed through)." },
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
    Rule { id: "BX-4", gist: "Weapon classes: length/reach on the grid: S = Hand, Tool, Object, Shield, bare." },
    Rule {
        id: "BX-5",
        gist: "Guns and blasts: short-Ranged Range 6; Long-Ranged Range 10, two-handed (same public table).",
    },
    Rule { id: "BX-6", gist: "Armour: armor is a number or a dice expression." },
    Rule { id: "BX-7", gist: "Deflection: each level takes one die from every type." },
    Rule {
        id: "BX-8",
        gist: "Movement: move = tiles of cardinal path. Difficult terrain tile costs 2, or Half Speed where the map says so.",
    },
    Rule {
        id: "BX-9",
        gist: "Disrupted: prone, defenceless: no Action, Counter, Counterattack, Response or shooting, gives no opposition except POP.",
    },
    Rule {
        id: "BX-10",
        gist: "Knockback and pushes: move the victim n tiles directly away (8 directions; nearest from the impact, ties clockwise from N).",
    },
    Rule { id: "BX-11", gist: "Footprint: 1 in = 1 tile, Size 1 = 1 tile. Plate area >= sum of footprints." },
    Rule {
        id: "BX-12",
        gist: "Response Actions: a unit that still has its Action (kept with reserve, or simply unused) and is not in close combat may make one Response per round.",
    },
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
    Rule { id: "BX-17", gist: "Room for chargers: a single charger needs its own lane." },
    Rule {
        id: "BX-18",
        gist: "Knocked over: a thing or braced plate is knocked over when net Knockback >= its Size (plate.",
    },
    Rule {
        id: "BX-19",
        gist: "Parry in a squad melee: every defender with an unused parry item rolls one Parry. The p successes are set against the p hits with the largest damage pools (ties.",
    },
    Rule {
        id: "BX-20",
        gist: "Actions: one per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.",
    },
    Rule { id: "BX-21", gist: "Heroes: a hero is a unit with its own Skill die, Armor and hero = true." },
    Rule {
        id: "BX-22",
        gist: "Objects: doors, levers and terrain pieces are map objects with Size, Armor, HP by BX-14, kind = inanimate.",
    },
    Rule {
        id: "BX-23",
        gist: "Riders: a rider and mount form one unit, Size 2, footprint 2x2, cavalry, 2 MOM and 2 POP dice.",
    },
    Rule { id: "BX-24", gist: "Casualties: brick has no 'downed' state: a destroyed unit is killed." },
    Rule { id: "BX-25", gist: "Morale: brick defines none. Scenario key brick.morale = 'off' | 'main'." },
    Rule {
        id: "BX-26",
        gist: "Overskill damage die: one more die of the weapon's own damage type: a Skill die for Skill weapons, else its largest.",
    },
    Rule {
        id: "BX-27",
        gist: "Ratings with a plus: a Skill die is the whole rating, plus included, each time one is rolled for damage (the text offers 1d6+1 as a stand-in for 1d8).",
    },
    Rule {
        id: "BX-28",
        gist: "What a Skill penalty touches: attack, Parry and Bail rolls; never damage made of Skill dice.",
    },
    Rule {
        id: "BX-29",
        gist: "No Attack Roll: where the attack was automatic (Grab, Shove, someone held): a Bail needs only to land out of reach.",
    },
    Rule {
        id: "BX-30",
        gist: "Criticals in a comparison: bail against Attack Roll compares totals, the tie hits; Bail nat 1 fails.",
    },
    Rule {
        id: "BX-31",
        gist: "Hands: one weapon in both hands = one Counter; a Heavy Weapon in one hand leaves the other.",
    },
    Rule {
        id: "BX-32",
        gist: "After the charge: target dead: run on through its tile. Alive in the lane and the MOM spent on damage.",
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
        id: "BX-35",
        gist: "Grab and Shove by a squad: attackers by id are paired with defenders by id, one each before anyone gets a second.",
    },
    Rule { id: "BX-36", gist: "Bail by a squad: each member bails for himself; who lands off the plate has left." },
    Rule {
        id: "BX-37",
        gist: "Disrupted members: stay on the plate unless thrown off it, neither attack, counter nor count as fighters, and hold the squad to Half Speed in the Movement in which they get up.",
    },
    Rule {
        id: "BX-38",
        gist: "Several ratings of armor piercing and deflection in one combined attack: are settled hit by hit before anything is added.",
    },
    Rule {
        id: "BX-39",
        gist: "A squad's Momentum: belongs to the plate: 4 in of straight travel of the Standard give one MOM to every standing member (riders.",
    },
    Rule { id: "BT-1", gist: "It may, at the cost of its Action (three statements against one)." },
    Rule {
        id: "BT-2",
        gist: "Two marks per unit and round. acted: it used its Action itself, or parried or bailed while Ignoring or Withdrawing.",
    },
    Rule {
        id: "BT-3",
        gist: "'Counter' = Parry/Bail of that manoeuvre; the counterattack step is open to all, max three.",
    },
    Rule {
        id: "BT-4",
        gist: "Single target -> sum; squad target -> separate rolls dealt round-robin, cumulative on each unit.",
    },
    Rule {
        id: "BT-5",
        gist: "Distinct attackers per target are counted over one side's turn (its Melee and Movement passes of the round).",
    },
    Rule { id: "BT-6", gist: "Each member brings its one MOM; they sum when they strike together." },
    Rule { id: "BT-7", gist: "Identical: reach 2-3, so contact means only Shove or Parry." },
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
    Rule { id: "BT-13", gist: "Pre-declared direction preference." },
    Rule { id: "BT-14", gist: "Keep both: close-combat profile uses Skill dice, thrown profile uses its own dice." },
    Rule { id: "BT-15", gist: "Tag ap2h on Heavy Weapons." },
    Rule {
        id: "BT-16",
        gist: "Range from the Standard, LOS from the nearest plate tile that has it (plate counts as a super-unit).",
    },
    Rule {
        id: "BT-17",
        gist: "Shots and charges follow BC-3.2, close combat in one pass BC-8.4 (a ring attacks as one group, BS-13.5).",
    },
    Rule {
        id: "BT-18",
        gist: "Shots into an engagement in which a squad takes part fall hit by hit, strongest first, adding up per unit.",
    },
    Rule { id: "BT-19", gist: "The ring shares its steps, its count for Outnumbered and its counterattack step." },
    Rule { id: "BT-20", gist: "Active/other, not own/other." },
    Rule { id: "BT-21", gist: "Allowed, without effect; the engine warns and never chooses it by default." },
    Rule {
        id: "BT-22",
        gist: "Uniform per step: first all who can parry (or bail, or none), then all who still have an unused weapon counterattack, or none.",
    },
    Rule { id: "BT-23", gist: "The choice, within one roll each per cycle." },
    Rule {
        id: "BX-40",
        gist: "Parry against a miss: no Parry die is drawn for an attack that misses; the hand that was declared counts as used all the same.",
    },
    Rule {
        id: "BX-41",
        gist: "Bail against a miss: declared before the roll, so the die is drawn, the unit leaps and ends Disrupted.",
    },
    Rule { id: "BX-42", gist: "A failed Bail: ends Disrupted even if its roll won an Overskill." },
    Rule {
        id: "BX-43",
        gist: "MOM spent on damage: is drawn with the damage dice, last of its attacker's (weapon, Overskill, MOM).",
    },
    Rule {
        id: "BX-44",
        gist: "Alternation that was broken off: goes on with the side that did not take the last hit; in a ring of more than two sides in their given order.",
    },
    Rule { id: "BX-45", gist: "Policies `hits`: cheap: officers and standard bearers last, then value, then id." },
    Rule {
        id: "BX-46",
        gist: "Largest damage pools: : by mean before Deflection, ties to the lowest attacker id; parries with Overskill are used first.",
    },
    Rule { id: "BX-47", gist: "Head-on collision: all MOM dice by unit id, then all POP dice by unit id." },
    Rule {
        id: "BX-48",
        gist: "Charge, order of things: the exchange first, then the Collision of a charge that missed or kept its MOM, if both still stand and the target did not bail out of the way.",
    },
    Rule { id: "BX-49", gist: "Dice Armor: is drawn when the first damage above 0 of its sum reaches the unit." },
    Rule {
        id: "BX-50",
        gist: "Armor 0: any damage above 0 destroys a one-HP target, and costs a larger one at least 1 HP.",
    },
    Rule {
        id: "BX-51",
        gist: "Limit of three in a squad's hits: is kept for each defender while hits are dealt, strongest first.",
    },
    Rule { id: "BX-52", gist: "`nocrit`: waives bonus dice of the attacker alone; Armor and POP dice keep theirs." },
    Rule {
        id: "BX-53",
        gist: "Disarm distance: is the modified Attack Roll, at least 0; where there was none, BX-29's die comes straight after the Parry die.",
    },
    Rule {
        id: "BX-54",
        gist: "Armor Piercing: belongs to Heavy Weapons swung with two hands alone, not to Two-Handed Weapons.",
    },
    Rule {
        id: "BX-55",
        gist: "Stationary in melee and charges: a first melee attack or a charge on a unit that did not move gets no +1 for a stationary target.",
    },
    Rule { id: "BX-56", gist: "`misses worst`: never names a unit of the chooser's own side." },
    Rule { id: "BX-57", gist: "Ring of a shot: . Whether a squad takes part is judged by the target's direct links." },
    Rule {
        id: "BX-58",
        gist: "Joining without an Action: a unit that has none left is refused alone; in a change of plate the whole order is refused.",
    },
    Rule {
        id: "BX-59",
        gist: "Footprints: size 0 takes a tile like Size 1; a rider of 2x2 has to fit on the plate geometrically.",
    },
];
