//! Every rule of the brick game, in the order of the rule book.

use crate::diagnostic::Rule;

/// Every rule, with a gist for a player who asks.
pub const RULES: &[Rule] = &[
    Rule {
        id: "BC-1.1",
        gist: "Three steps: Every attack, whatever its kind, goes range check -> Attack Roll -> Damage Roll.",
    },
    Rule {
        id: "BC-1.2",
        gist: "Sight: There must be an unblocked line from the attacker's eyes to some visible part of the target (any part is enough).",
    },
    Rule {
        id: "BC-1.3",
        gist: "Reach, close combat: A weapon whose Range is 'CC' can only strike what its striking surface can touch.",
    },
    Rule {
        id: "BC-1.4",
        gist: "Reach, ranged: Target must be within the weapon's Range in inches and the line from the weapon's muzzle to the target must be clear.",
    },
    Rule {
        id: "BC-1.5",
        gist: "Automatic hits, principle: Where a hit is a matter of course, the Attack Roll is skipped and the attack goes straight to damage/effect.",
    },
    Rule {
        id: "BC-1.6",
        gist: "Inanimate target: A close-combat attack on a lifeless object automatically hits when the attacker can touch it with the business end and nobody is attacking him meanwhile.",
    },
    Rule {
        id: "BC-1.7",
        gist: "Body attacks: Shove, Grab and Collision are automatic hits, but the victim can Parry (Grab, Shove) or Bail.",
    },
    Rule {
        id: "BC-1.8",
        gist: "Attack Roll: Roll the Skill die, apply modifiers; hit if result >= Use. Otherwise a miss.",
    },
    Rule {
        id: "BC-1.9",
        gist: "Damage Roll: Roll the weapon's damage. Strictly greater than the target's Armor destroys it; equal or less does nothing.",
    },
    Rule {
        id: "BC-1.10",
        gist: "Bigger targets: A target larger than a minifig is damaged rather than destroyed by one beaten Armor.",
    },
    Rule {
        id: "BC-1.11",
        gist: "Profile: An attack needs: Skill die(s), Use, Range or CC, Damage expression, and the target needs Armor (a number or a die).",
    },
    Rule {
        id: "BC-2.1",
        gist: "What modifiers touch: A bonus adds to the Attack Roll, to Range or to Damage. A penalty subtracts from Skill/Attack Roll or from the Damage total.",
    },
    Rule {
        id: "BC-2.2",
        gist: "Criticals ignore modifiers: Critical Success and Critical Failure depend on the nat face of each die, never on the total, so no modifier makes a roll certain or hopeless.",
    },
    Rule { id: "BC-2.3", gist: "Large target: +1 for every full 2 in of the target's Size." },
    Rule {
        id: "BC-2.4",
        gist: "Only what can be hit counts: The large-target bonus uses only the part that is visible and in range.",
    },
    Rule {
        id: "BC-2.5",
        gist: "Size: An object's Size is the length of its main body along its greatest dimension; a standard minifig is Size 1.",
    },
    Rule {
        id: "BC-2.6",
        gist: "Small aim areas: 2x4-stud area (a whole minifig): 0. 2x2 area (2/3 of a minifig): -1.",
    },
    Rule { id: "BC-2.7", gist: "Equipment: Carried items are aimed at as 1x1 objects: -2." },
    Rule { id: "BC-2.8", gist: "Visible sections: of head, torso and legs one hidden is -1, two hidden -2." },
    Rule { id: "BC-2.9", gist: "Short figures, to hit: A Short minifig is always at -1 to be hit." },
    Rule { id: "BC-2.10", gist: "Short figures, speed: A Short minifig has 1 in less Move." },
    Rule {
        id: "BC-2.11",
        gist: "Short figures, cover: The first covered section of a Short minifig makes no difference; with two covered sections the total is -2 (not -3).",
    },
    Rule { id: "BC-2.12", gist: "A stationary target is hit at +1." },
    Rule {
        id: "BC-2.13",
        gist: "Aiming: +1 for an attacker that stays put for its whole turn to aim. Stacks with BC-2.12.",
    },
    Rule {
        id: "BC-2.14",
        gist: "Aiming aboard: A rider in a moving vehicle is not stationary, except against a target in or on that same vehicle.",
    },
    Rule {
        id: "BC-2.15",
        gist: "Melee is never stationary: A unit in active close combat never counts as Stationary, even if it did not leave its tile.",
    },
    Rule {
        id: "BC-2.16",
        gist: "A place as target: The ground, or a tile of it, may be shot at, usually with explosives; it stands still (+1) and counts as Size 1 unless the GM calls it larger.",
    },
    Rule {
        id: "BC-3.1",
        gist: "One sum: The damage of all hits in a Combined Attack is added and compared with Armor once.",
    },
    Rule {
        id: "BC-3.2",
        gist: "All together: Everybody in the Combined Attack rolls at the same time; nobody may be added after the result is seen.",
    },
    Rule {
        id: "BC-3.3",
        gist: "Several players: Units of another player can Delay to join an ally's attack on that ally's turn; afterwards they act in their own turn order again.",
    },
    Rule {
        id: "BC-3.4",
        gist: "Only hits count: Units that missed add nothing. A missed shot that happens to land on the target anyway is applied as its own separate damage.",
    },
    Rule {
        id: "BC-3.5",
        gist: "Combined Fire: Any unit able to shoot the target may take part; no communication is needed, nor the same aiming point.",
    },
    Rule {
        id: "BC-3.6",
        gist: "Ganging Up: Combined close-combat attacks sum damage and exhaust the victim's Counters (one per hand).",
    },
    Rule {
        id: "BC-3.7",
        gist: "Outnumbered: A unit or group with fewer fighters on its side of a close combat than it has opponents takes -1 Skill.",
    },
    Rule {
        id: "BC-3.8",
        gist: "Outnumbered by anyone: The opponents need not be allied with each other and it need not be their turn.",
    },
    Rule {
        id: "BC-3.9",
        gist: "Three at most: At most three attackers may gang up on a minifig-sized or smaller target at one time.",
    },
    Rule {
        id: "BC-3.10",
        gist: "Victim's turn, attacking: On its own turn the victim is still in close combat with all of them; if it attacks one, only that one may Counter (parry/bail).",
    },
    Rule {
        id: "BC-3.11",
        gist: "Victim's turn, leaving: If it tries to Withdraw, all of them may Counterattack (capped at three).",
    },
    Rule {
        id: "BC-3.12",
        gist: "Combined Charge: Chargers sum damage; they also sum Knockback only if they strike from the same direction.",
    },
    Rule {
        id: "BC-3.13",
        gist: "Room to charge: The target must be large enough for all chargers to hit at once; otherwise the chargers crash into each other and spoil the charge.",
    },
    Rule {
        id: "BC-3.14",
        gist: "Mixed kinds: Combined attacks may mix ranged, close and charge; friends in close combat stand where missed shots and failed charges go.",
    },
    Rule {
        id: "BC-4.1",
        gist: "High ground: A ranged attacker gets +1 in Range per 1 in of height over the target, at most +5.",
    },
    Rule { id: "BC-4.2", gist: "Low ground: Shooting upwards has no penalty." },
    Rule { id: "BC-4.3", gist: "Altitude: Measured from the surface the unit stands on or the weapon is mounted on." },
    Rule {
        id: "BC-4.4",
        gist: "Out of range: Shooting past Range is allowed; for each inch past it, every die of the attack (Skill dice and Damage dice) is reduced by 1.",
    },
    Rule {
        id: "BC-4.5",
        gist: "Criticals first: Critical Success/Failure is read from nat faces before that reduction.",
    },
    Rule {
        id: "BC-4.6",
        gist: "Explosives: The reduction never applies to the damage of Explosive weapons (it still applies to the Skill die).",
    },
    Rule {
        id: "BC-4.7",
        gist: "Firing blind: -5 Skill against a target the attacker cannot see, on top of everything else (hidden, invisible, blinded, eyes shut).",
    },
    Rule {
        id: "BC-4.8",
        gist: "Blind still needs a place: The attacker must know where the target is to within 1 in.",
    },
    Rule {
        id: "BC-5.1",
        gist: "Anything in reach: A unit with a melee weapon may hit any object in reach. Things that do not react just take the damage.",
    },
    Rule {
        id: "BC-5.2",
        gist: "Start by attack: When a melee unit attacks a reactive unit (minifig, animal, robot) with hand-to-hand weapons, both enter Close Combat.",
    },
    Rule {
        id: "BC-5.3",
        gist: "Start by straying: It also starts when a unit strays into an enemy's melee reach and the enemy takes the opportunity to strike pre-emptively.",
    },
    Rule { id: "BC-5.4", gist: "Groups: Groups may gang up or brawl; the outnumbered group fights at -1." },
    Rule {
        id: "BC-5.5",
        gist: "Cap per turn: Group size does not matter: within one turn a given minifig may be attacked hand to hand by three units at most.",
    },
    Rule {
        id: "BC-5.6",
        gist: "Tunnel vision: A unit in close combat cannot make Response Actions to anything outside it.",
    },
    Rule {
        id: "BC-5.7",
        gist: "Own turn: The active unit uses an Action to Engage (Attack, Grab, Shove), or it Withdraws, or it Ignores.",
    },
    Rule {
        id: "BC-5.8",
        gist: "Reply: Targets may Counter aggressive manoeuvres (Parry, or Bail as last resort); and whatever the manoeuvre, all surviving opponents may Counterattack afterwards.",
    },
    Rule {
        id: "BC-5.9",
        gist: "Each hand once: Each held weapon or empty hand may be used once per player's turn: by the active combatant to Attack, Grab, Shove or Parry; by the others to Parry or Counterattack.",
    },
    Rule {
        id: "BC-5.10",
        gist: "Second manoeuvre: With another unused hand/weapon the active unit may make a second aggressive manoeuvre, which gives opponents a fresh chance to Parry and Counterattack with what they have left.",
    },
    Rule { id: "BC-5.11", gist: "Number of hands: A regular minifig has two; a creature with n hands may do n." },
    Rule {
        id: "BC-5.12",
        gist: "Countering needs no Action but uses it up: A unit in close combat with an unused hand can Counter or Counterattack even if its Action is gone; afterwards its Action counts as spent, with the reach given in BT-2.",
    },
    Rule { id: "BC-5.13", gist: "How long: Close combat lasts until one side of it is beaten or gone." },
    Rule {
        id: "BC-6.1",
        gist: "Declare: Active player names the manoeuvre (Attack, Grab, Shove, Withdraw, Ignore) and weapon.",
    },
    Rule { id: "BC-6.2", gist: "Counter declared next, before any roll: Defender says Parry, Bail or nothing." },
    Rule { id: "BC-6.3", gist: "Resolve the manoeuvre and its counter." },
    Rule {
        id: "BC-6.4",
        gist: "Counterattacks: Any opponents in the engagement, up to three, still standing and with an unused weapon, may each counterattack the active unit, even those who were not attacked.",
    },
    Rule {
        id: "BC-6.5",
        gist: "Active unit may Parry or Bail those; if it was Ignoring or Withdrawing, doing so costs its Action.",
    },
    Rule {
        id: "BC-6.6",
        gist: "Resolve: If the active unit dies or is Disrupted, its close combat ends for the turn.",
    },
    Rule {
        id: "BC-6.7",
        gist: "Leaving/ignoring succeeds if still standing: it may now move and use its Action freely, even to start another close combat.",
    },
    Rule {
        id: "BC-6.8",
        gist: "Press the attack: A still-engaged active unit with another free hand may go back to BC-6.1 against the same target only.",
    },
    Rule {
        id: "BC-6.9",
        gist: "No pressing on a charge: A Charge Attack is one exchange: one Attack, one Counterattack.",
    },
    Rule { id: "BC-6.10", gist: "Stop at death: When one side is dead the exchange stops." },
    Rule {
        id: "BC-7.1",
        gist: "Free step: Just before each close-combat manoeuvre a unit may shift up to 1 in; it does not count against Move.",
    },
    Rule { id: "BC-7.2", gist: "Replaces movement: Units in close combat have no normal movement while they fight." },
    Rule {
        id: "BC-7.3",
        gist: "Unlimited uses: As many times as the unit makes manoeuvres, also against objects and outside formal close combat.",
    },
    Rule {
        id: "BC-7.4",
        gist: "Must serve the manoeuvre: It may not be used deliberately to reach a place from which the manoeuvre cannot be carried out.",
    },
    Rule {
        id: "BC-7.5",
        gist: "Recovery: A Disrupted unit may use it to get up and at once start a manoeuvre, only on its own turn.",
    },
    Rule {
        id: "BC-7.6",
        gist: "Real targets only: Hitting a random object to gain the inch is legal if poor form; the target must be an actual object, not the air or the ground.",
    },
    Rule {
        id: "BC-8.1",
        gist: "No skipping: Doing nothing while engaged counts as Ignore and lets opponents respond.",
    },
    Rule {
        id: "BC-8.2",
        gist: "Attack: needs a close-combat weapon ready in hand; optional Angry Inch; names one target.",
    },
    Rule {
        id: "BC-8.3",
        gist: "Attack: target may declare Parry/Bail before the Attack Roll; otherwise Skill vs Use, then the weapon's Damage.",
    },
    Rule {
        id: "BC-8.4",
        gist: "Cumulative: All close-combat damage on one target in the same turn from one unit or group adds up.",
    },
    Rule {
        id: "BC-8.5",
        gist: "Grab: needs a free hand (or other grip) and reach; automatic unless parried or bailed; no damage.",
    },
    Rule {
        id: "BC-8.6",
        gist: "Grab: while held, every close-combat attack on grabber or grabbed (also from others, also counterattacks) is an automatic hit.",
    },
    Rule { id: "BC-8.7", gist: "Grab: the grabber must keep at least one hand on the victim." },
    Rule { id: "BC-8.8", gist: "Grab: neither may move, Bail, Withdraw or Angry-Inch until release." },
    Rule {
        id: "BC-8.9",
        gist: "Grab: the grabber may release at any time, also between its own attack and the victim's counterattack (so that the latter is a normal roll).",
    },
    Rule { id: "BC-8.10", gist: "Grab: the victim breaks free by a successful Shove or by killing the grabber." },
    Rule {
        id: "BC-8.11",
        gist: "Shove: useful when unarmed, when the target is too close for a two-handed weapon, or to push someone off an edge.",
    },
    Rule {
        id: "BC-8.12",
        gist: "Shove: a Shield can shove one-handed; otherwise both hands are used, whether or not they hold things.",
    },
    Rule {
        id: "BC-8.13",
        gist: "Shove: if not parried or bailed: automatic; target is pushed 2 in straight away and Disrupted.",
    },
    Rule {
        id: "BC-8.14",
        gist: "Withdraw: only on the own turn; moves away as part of normal Movement, with an Angry Inch to help.",
    },
    Rule { id: "BC-8.15", gist: "Withdraw: must let go of anyone it is Grabbing; cannot Withdraw while Grabbed." },
    Rule {
        id: "BC-8.16",
        gist: "Withdraw: up to three opponents with an unused weapon may each make one Counterattack at any point on its path.",
    },
    Rule {
        id: "BC-8.17",
        gist: "Withdraw: parrying or Bailing against these costs its Action; otherwise the Action remains.",
    },
    Rule {
        id: "BC-8.18",
        gist: "Withdraw: after surviving it may re-enter close combat with the same or another target.",
    },
    Rule {
        id: "BC-8.19",
        gist: "Ignore: stays in close combat but makes no aggressive manoeuvre; need not release grabs or break out of them, though grabs forbid the Angry Inch.",
    },
    Rule {
        id: "BC-8.20",
        gist: "Ignore: up to three opponents with an unused weapon may each make one Counterattack.",
    },
    Rule {
        id: "BC-8.21",
        gist: "Ignore: parry/Bail in response costs its Action; otherwise the Action is free for something else.",
    },
    Rule {
        id: "BC-9.1",
        gist: "Counters are extra: They are not Actions and do not count against the one Action per round.",
    },
    Rule {
        id: "BC-9.2",
        gist: "Fresh set each player's turn: One Counter per weapon or empty hand, renewed on every player's turn.",
    },
    Rule {
        id: "BC-9.3",
        gist: "The responder is the active one: When a Response Action opens the close combat, the responding unit is the active combatant even on the other's turn.",
    },
    Rule {
        id: "BC-9.4",
        gist: "What can be countered: Attack, Grab, Shove and Counterattack. Options: Parry, Bail, or nothing (to save hands).",
    },
    Rule { id: "BC-10.1", gist: "Roll: Skill vs the Use of the item parried with." },
    Rule {
        id: "BC-10.2",
        gist: "Guns as clubs: A ranged weapon parries as a Minifig Tool (Use 3) or a Random Object (Use 4), not with its own stats.",
    },
    Rule { id: "BC-10.3", gist: "Bare hands: Use 0: fails only on a critical failure or under heavy penalties." },
    Rule { id: "BC-10.4", gist: "Against two-handers: +1 Skill when parrying a Two-Handed Weapon." },
    Rule {
        id: "BC-10.5",
        gist: "Attacks need an object: Against an Attack or Counterattack the parrying item has to be a weapon or object in hand.",
    },
    Rule {
        id: "BC-10.6",
        gist: "Effect: Success with weapon, shield or object gives Deflection: the number of each type of damage die is reduced by one.",
    },
    Rule {
        id: "BC-10.7",
        gist: "Bare-hand parry of an attack does not reduce damage at all; Overskill does not help either.",
    },
    Rule {
        id: "BC-10.8",
        gist: "Overskill: Overskill on the Parry roll may be spent on one more level of Deflection (not with bare hands).",
    },
    Rule {
        id: "BC-10.9",
        gist: "Armor Piercing limits Deflection: A Heavy Weapon swung with two hands is Armor Piercing; a successful parry turns Skill+2 into one Skill die instead of nothing.",
    },
    Rule {
        id: "BC-10.10",
        gist: "Grab/Shove: May be parried with any held item, or bare hands if empty; success cancels it.",
    },
    Rule {
        id: "BC-10.11",
        gist: "Drop to parry: Against a Grab or Shove only: before the roll the parrier may let go of what he holds and parry bare-handed (Use 0).",
    },
    Rule { id: "BC-10.12", gist: "Failure: A failed parry deflects nothing." },
    Rule {
        id: "BC-10.13",
        gist: "Disarm: a critical failure costs the parrying item; so does failing against a two-handed attack with a one-handed item, shields excepted.",
    },
    Rule {
        id: "BC-10.14",
        gist: "How far: Straight away from the attacker, a number of inches equal to the attacker's Attack Roll.",
    },
    Rule {
        id: "BC-11.1",
        gist: "Bail: works like a Bail as Response Action but in close combat needs no unused Action.",
    },
    Rule {
        id: "BC-11.2",
        gist: "Bail: roll Skill: jump to any spot within that many inches (half if at Half Speed), landing prone and Disrupted.",
    },
    Rule { id: "BC-11.3", gist: "Bail: an Overskill Benny may be spent to land on one's feet (not Disrupted)." },
    Rule { id: "BC-11.4", gist: "Bail: disrupted means defenceless until it recovers on its next turn." },
    Rule {
        id: "BC-11.5",
        gist: "Bail: if the Bail roll is not higher than the attacker's Attack Roll, the attack hits anyway; if it survives it still ends prone and Disrupted.",
    },
    Rule { id: "BC-11.6", gist: "Bail: the same if it does not land outside the attack's reach." },
    Rule {
        id: "BC-12.1",
        gist: "When: After an opponent's Attack, during its Withdraw or Ignore, or when it simply walks into reach; the counterattacker may use an Angry Inch first.",
    },
    Rule { id: "BC-12.2", gist: "How: With a close-combat weapon: exactly like an Attack on the active unit." },
    Rule { id: "BC-12.3", gist: "Bare hands counterattack achieves nothing." },
    Rule {
        id: "BC-12.4",
        gist: "Active unit's defence: It may Parry a counterattack with an unused close-combat weapon or Shield.",
    },
    Rule { id: "BC-12.5", gist: "Critical failure on a counterattack: misses outright." },
    Rule { id: "BC-13.1", gist: "Yoko's turn dice [4 | 4 | 3 | 1]: attack nat 4 >= 3 hit." },
    Rule {
        id: "BC-13.2",
        gist: "Dan's turn dice [2 | 3 | 6 | 3,5]: Dan attacks with the knife (Yoko's policy: no parry, save the sword) nat 2 >= 2 hit; damage 3 <= 4 (2 more this turn would kill).",
    },
    Rule { id: "BC-14.1", gist: "No Counter: Ranged attacks give the target no Counter." },
    Rule { id: "BC-14.2", gist: "One target per turn: , even with several ranged weapons." },
    Rule {
        id: "BC-14.3",
        gist: "Not with a close-combat Action: No ranged attack in a turn in which the unit uses an Action in close combat, before or after.",
    },
    Rule {
        id: "BC-14.4",
        gist: "Ignore/Withdraw exception: Units that did either without spending their Action may shoot if they survive.",
    },
    Rule { id: "BC-14.5", gist: "Conditions are BC-1.2, BC-1.4 and the modifiers of BC-2 and BC-4." },
    Rule { id: "BC-15.1", gist: "Usually harmless: By default a miss goes nowhere of interest." },
    Rule { id: "BC-15.2", gist: "Insisting: Any player may insist on tracking it (big target, explosive, crowd)." },
    Rule {
        id: "BC-15.3",
        gist: "Missed by: Needed roll minus Attack Roll; the shot lands within that many inches of the target.",
    },
    Rule {
        id: "BC-15.4",
        gist: "Who chooses: If the target belongs to an opponent, that opponent; otherwise the attacker picks one of its current enemies to choose.",
    },
    Rule {
        id: "BC-15.5",
        gist: "Where: Any spot in that radius the weapon could theoretically have hit, however unlikely.",
    },
    Rule {
        id: "BC-15.6",
        gist: "Victims: Only units of the chooser or of the attacker may be picked; third parties are safe unless it truly cannot be avoided.",
    },
    Rule {
        id: "BC-15.7",
        gist: "Damage: The weapon's normal damage, including out-of-range reductions for the real distance; no new Attack Roll.",
    },
    Rule {
        id: "BC-15.8",
        gist: "Worked example: Viking throws an axe (Use 2, Range 3, 1d6) at a ninja exactly 3 in away: nat 1, missed by 1.",
    },
    Rule {
        id: "BC-16.1",
        gist: "Kinds of charge: Smashing into a target with a thrusting weapon, with the body (collision/tackle), by intent or accident.",
    },
    Rule {
        id: "BC-16.2",
        gist: "Run-up: Momentum needs a straight approach (run, Sprint, flight, fall) from at least 4 in away; less than 4 gives nothing.",
    },
    Rule { id: "BC-16.3", gist: "One MOM: A minifig never has more than one MOM die." },
    Rule {
        id: "BC-16.4",
        gist: "Lasts from the moment 4 in are run, over as many turns as the unit keeps going straight.",
    },
    Rule {
        id: "BC-16.5",
        gist: "Lost on turning, on anything that prevents full speed (opening a door, running upstairs), or on ending a turn with Move unspent.",
    },
    Rule { id: "BC-16.6", gist: "Regained by running another 4 in." },
    Rule {
        id: "BC-16.7",
        gist: "Use: A bonus d6 for any roll or stat that momentum would help: jump height or length, thrown-spear Range, Knockback in a Collision (1d6.",
    },
    Rule {
        id: "BC-16.8",
        gist: "Damage use: With a Charging Weapon it is one extra Skill die of damage (not a d6): d8 for an Officer.",
    },
    Rule { id: "BC-16.9", gist: "Spent when rolled: Another 4 in must be run for a new one." },
    Rule { id: "BC-16.10", gist: "Only straight ahead: Cannot be spent at something off to the side or behind." },
    Rule {
        id: "BC-16.11",
        gist: "Momentum carries on: In a turn where the MOM is rolled (or tried, in the case of a missed Charging Attack) the unit must keep running straight to the end of its Move, even over a cliff; extra inches from a lucky Sprint count.",
    },
    Rule {
        id: "BC-17.1",
        gist: "What qualifies: Heavy or Two-Handed. On foot it must be a thrusting kind (lance, ram, bayonet); falling or flying attackers may use any Heavy or Two-Handed weapon.",
    },
    Rule { id: "BC-17.2", gist: "Exotics: Horned helmets, spiked shields etc. if everyone agrees." },
    Rule {
        id: "BC-17.3",
        gist: "One exchange: Attacker and defender each get a single Attack or Counterattack plus the Counters that go with it; no Angry Inches.",
    },
    Rule { id: "BC-17.4", gist: "Hit: The attacker may spend its MOM for one extra Skill die of damage." },
    Rule {
        id: "BC-17.5",
        gist: "Miss: The MOM is kept, and the attacker must Collide with the target if it is straight ahead, else run on to the limit of its Move.",
    },
    Rule { id: "BC-17.6", gist: "Sprint: Charging attack and Sprint may be one Action." },
    Rule { id: "BC-18.1", gist: "Shields only: Only a Shield or Heavy Shield can parry a Charging Weapon Attack." },
    Rule {
        id: "BC-18.2",
        gist: "Longer weapon first: If the target counterattacks, the weapon that is longer by at least 1 in strikes first.",
    },
    Rule { id: "BC-18.3", gist: "About equal: Less than 1 in apart: simultaneous, so both may die." },
    Rule {
        id: "BC-19.1",
        gist: "When: A unit with Momentum runs into another unit. It is part of movement and costs no Action.",
    },
    Rule { id: "BC-19.2", gist: "No damage from the crash itself for minifigs, only Knockback." },
    Rule {
        id: "BC-19.3",
        gist: "Knockback: The charger spends its MOM: 1d6 in straight away from the impact (1d10 if Shoving as well).",
    },
    Rule { id: "BC-19.4", gist: "Charging Shove may be combined with Sprint in one Action." },
    Rule {
        id: "BC-19.5",
        gist: "Opposition: The target always has exactly one POP: roll 1d6, cancel that many inches.",
    },
    Rule {
        id: "BC-19.6",
        gist: "POP is like Armor it is not used up; against each new MOM (or simultaneous group of MOMs) the target again rolls exactly one.",
    },
    Rule { id: "BC-19.7", gist: "Held: POP >= MOM: charger stops dead and the two are locked in close combat." },
    Rule {
        id: "BC-19.8",
        gist: "Thrown: Otherwise the target flies the difference and is Disrupted; the charger runs on to the end of its Move.",
    },
    Rule { id: "BC-19.9", gist: "Head-on: Two units charging each other each knock the other back at the same time." },
    Rule {
        id: "BC-19.10",
        gist: "Smash: Knocked into an immovable obstacle of the victim's Size or larger: 1 point of Smash Damage per inch of Knockback prevented, added to any other damage from the charge.",
    },
    Rule { id: "BC-20.1", gist: "Nat 1 on a Skill roll: critical failure, automatic failure." },
    Rule { id: "BC-20.2", gist: "Nat 6 on a d6 Skill roll: critical success; grants an Overskill Benny (Yoko)." },
    Rule { id: "BC-20.3", gist: "Spend on an attack, ranged ones too: one bonus damage die of the type in BX-26." },
    Rule { id: "BC-20.4", gist: "Spend on parry: one extra level of Deflection, not bare-handed." },
    Rule { id: "BC-20.5", gist: "Spend on bail: land on the feet." },
    Rule {
        id: "BC-20.6",
        gist: "Damage and other non-Skill dice can also crit: Critical Success dice are an option the roller may waive (Death Marines), and a Sprint roll can earn Bonus Dice.",
    },
    Rule {
        id: "BC-20.7",
        gist: "A bare-handed parry of an attack that would really help is a Heroic Feat (chapter 6, missing): not offered, to heroes neither.",
    },
    Rule {
        id: "BS-1.1",
        gist: "Composition: Any kinds of units may form a squad: identical, similar or mixed (crew + catapult, necromancer + undead).",
    },
    Rule {
        id: "BS-1.2",
        gist: "Advantages: (design intent, not a roll): quick handling, combined firepower, giant rolls, damage spread over members, strength in melee, free splitting and merging.",
    },
    Rule {
        id: "BS-1.3",
        gist: "Three features: Plate (space, presence as target, contact in melee), Standard (origin for movement and range away from the squad), arrangement (for location-dependent damage, skirmishing reach and a cavalry front row).",
    },
    Rule {
        id: "BS-2.1",
        gist: "One super-unit: All members stand on a common plate, move with it, roll together as combined attacks, and if the plate touches an object every member has access to it.",
    },
    Rule { id: "BS-2.2", gist: "Size guide: About a 2x4-stud area per unit on foot, 4x8 per rider. Guideline only." },
    Rule { id: "BS-2.3", gist: "No cramming: Packing everybody on the smallest plate is frowned upon." },
    Rule { id: "BS-2.4", gist: "One look for all: Where units stand is an aesthetic matter for most purposes." },
    Rule {
        id: "BS-3.1",
        gist: "Measuring from: Distances away from the squad (movement, range) are measured from its Standard; without one, from the approximate middle.",
    },
    Rule { id: "BS-3.2", gist: "Measuring to: Distances to a squad go to the nearest of plate, member or Standard." },
    Rule {
        id: "BS-3.3",
        gist: "What it may be: Almost anything: banner, radio, bugle, or simply 'the man in the middle'.",
    },
    Rule {
        id: "BS-3.4",
        gist: "No substance: It need not exist in the game world; a bearer may still use a two-handed weapon; it should not be used as weapon or tool.",
    },
    Rule { id: "BS-3.5", gist: "Free to add or drop as squads form and dissolve; no cost." },
    Rule {
        id: "BS-4.1",
        gist: "Ignored for normal damage: Range, movement and most damage do not look at positions inside the plate.",
    },
    Rule {
        id: "BS-4.2",
        gist: "Matters for location effects caused by where the squad stands (mines, a vehicle crashing through).",
    },
    Rule {
        id: "BS-4.3",
        gist: "Secondary effects: An attack may be given to any member, but its follow-up (explosion) is centred on that member's position.",
    },
    Rule { id: "BS-5.1", gist: "At the start of battle squads and plates are free." },
    Rule { id: "BS-5.2", gist: "Leaving is free: A unit may leave a squad at any time, no cost to it or the squad." },
    Rule {
        id: "BS-5.3",
        gist: "Rearranging on the same plate is free: , unless it gains movement; then the unit may be charged the distance.",
    },
    Rule {
        id: "BS-5.4",
        gist: "New, resized or other plate costs an Action: Any unit put on a new or different plate must Form Up, its Action for the turn.",
    },
    Rule { id: "BS-5.5", gist: "Consequence: It takes no part in any Action its squad makes later that turn." },
    Rule {
        id: "BS-5.6",
        gist: "Those already on the plate pay nothing when others join (if the plate is big enough and unchanged).",
    },
    Rule {
        id: "BS-5.7",
        gist: "Splitting: The part that gets a new plate pays its Actions; the part that keeps the old plate pays nothing.",
    },
    Rule { id: "BS-5.8", gist: "Changing plate size is Forming Up for everybody on it." },
    Rule { id: "BS-5.9", gist: "Leave, then rejoin in the same turn: allowed: (typically to pass an obstacle)." },
    Rule { id: "BS-5.10", gist: "Join, then leave in the same turn: forbidden." },
    Rule { id: "BS-6.1", gist: "Profile: Skill 1d8 (or 1d6+1), Move 6, Armor 1d10; otherwise a minifig." },
    Rule {
        id: "BS-6.2",
        gist: "Leadership: When an Officer is involved in creating, reorganising, joining or splitting a squad, the Action cost is cancelled: those units may act with the squad at once.",
    },
    Rule { id: "BS-6.3", gist: "Even spent units may Form Up free." },
    Rule { id: "BS-6.4", gist: "Breaking off: The benefit covers the groups which split off as well." },
    Rule { id: "BS-6.5", gist: "Break and re-form past obstacles is free with an Officer." },
    Rule {
        id: "BS-7.1",
        gist: "Slowest member: Move and every movement ability of the squad equal those of the worst member.",
    },
    Rule { id: "BS-7.2", gist: "Measured at the Standard: Turning the plate around it costs nothing (infantry)." },
    Rule { id: "BS-7.3", gist: "Constrictions: The plate must fit; otherwise go round or split." },
    Rule {
        id: "BS-7.4",
        gist: "Rough ground: Either pay the climbing inches with the whole squad or break formation and pay a Form Up afterwards.",
    },
    Rule {
        id: "BS-7.5",
        gist: "No half-way stops: It cannot end on or inside an obstacle or where the plate does not fit; it needs enough Move to clear the obstacle entirely, else wait or climb individually.",
    },
    Rule {
        id: "BS-7.6",
        gist: "Rebuffed: If something (an enemy Response) interrupts the crossing so that it cannot be finished, the squad must break formation or go back to its last legal position.",
    },
    Rule {
        id: "BS-8.1",
        gist: "Infantry squad only minifigs or things moving like them. Faces any way at once; runs, jumps, climbs, swims like a minifig.",
    },
    Rule {
        id: "BS-8.2",
        gist: "Cavalry squad contains any vehicle, ridden animal or anything operated or directed by another unit.",
    },
    Rule { id: "BS-8.3", gist: "Pivot: Cavalry turns only around one of the plate's front corners." },
    Rule { id: "BS-8.4", gist: "No sidestep: Cavalry moves only along its facing, or backwards at half speed." },
    Rule {
        id: "BS-9.1",
        gist: "One Action per turn for the squad, of any ordinary kind, unless a member makes it impossible.",
    },
    Rule {
        id: "BS-9.2",
        gist: "Idle members lose theirs: No second Action for those who did not take part; to do something else they must leave the squad.",
    },
    Rule {
        id: "BS-9.3",
        gist: "Similar attacks combine: Different melee weapons in one close attack, different missiles in one ranged attack: fine.",
    },
    Rule { id: "BS-9.4", gist: "Dissimilar do not: Not half charge and half throwing." },
    Rule {
        id: "BS-10.1",
        gist: "What happens to the plate happens to all climbing penalties, bracing, range from the Standard, being in close combat.",
    },
    Rule { id: "BS-10.2", gist: "Exceptions damage may be shared unevenly, and the touch limits below." },
    Rule {
        id: "BS-10.3",
        gist: "Touch limits per turn: Any member counts as touching what the plate touches, but at most 3 may act on a minifig or 2x4-sized thing, 2 on a 2x2, 1 on a 1x1.",
    },
    Rule { id: "BS-10.4", gist: "Larger things are left to argument (GM)." },
    Rule {
        id: "BS-11.1",
        gist: "One kind of attack: Ranged, hand to hand or charge for the whole squad; those unable sit out.",
    },
    Rule { id: "BS-11.2", gist: "One range: Standard to target, for everyone." },
    Rule {
        id: "BS-11.3",
        gist: "All attacks are rolled, then all damage, then the sum counts, then missed shots are looked at.",
    },
    Rule {
        id: "BS-11.4",
        gist: "Worked example (Death Marines): 24 pistols (Use 3, 1d6), 12 rifles (Use 3, 1d6+1), 3 artillery (Use 4, 1d10), no Standard, target 4 in from the plate centre, all in range.",
    },
    Rule {
        id: "BS-12.1",
        gist: "Unresponsive target: Angry Inch and a pile of Ganging-Up damage. Responsive target: full close combat.",
    },
    Rule {
        id: "BS-12.2",
        gist: "Combined: The squad's Attack is the sum of its members' Attacks; the defender's Counter is the sum of its members' Counters; second weapons likewise, as far as alive and equipped.",
    },
    Rule { id: "BS-12.3", gist: "In unison: All roll together per step; casualties are removed after the step." },
    Rule { id: "BS-12.4", gist: "Uniform attack: If one uses two weapons, all who can must." },
    Rule { id: "BS-12.5", gist: "Uniform counter: One Counter type for the whole squad per step." },
    Rule { id: "BS-12.6", gist: "Parried damage is shared out among the parrying defenders like any other damage." },
    Rule {
        id: "BS-13.1",
        gist: "To Engage the squad brings its plate into contact with the target; then every member may attack and counter, wherever it stands.",
    },
    Rule {
        id: "BS-13.2",
        gist: "Mixed up: shots at either side of an engagement fall on both in turn; nobody takes a second before all have had one.",
    },
    Rule {
        id: "BS-13.3",
        gist: "Ring: Several attackers on one target and several targets answering link into one Engagement Ring.",
    },
    Rule {
        id: "BS-13.4",
        gist: "Links only by fighting: Friends touching each other, or standing by an enemy without attacking, do not link.",
    },
    Rule {
        id: "BS-13.5",
        gist: "One melee: All attackers of the ring attack as one group, all defenders Counter as one group, however far apart the ends are.",
    },
    Rule {
        id: "BS-14.1",
        gist: "Skirmish: An attack without being Engaged: only members who can physically reach the target from where they stand take part.",
    },
    Rule {
        id: "BS-14.2",
        gist: "Switching: With the Angry Inch a squad may change between skirmish and engagement during close combat.",
    },
    Rule {
        id: "BS-14.3",
        gist: "No room: While Engaged, Two-Handed weapons cannot attack; the squad must hop back 1 in into a skirmish.",
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
        gist: "Easy to hit: An attacker who can target any member or the plate may attack the squad.",
    },
    Rule {
        id: "BS-16.2",
        gist: "Large target: Ranged and charge attacks get the large-target bonus for the plate; close combat uses the size of the individual.",
    },
    Rule {
        id: "BS-16.3",
        gist: "Single out: Only a unit at least twice the attacker's Size can be singled out; smaller ones cannot.",
    },
    Rule {
        id: "BS-16.4",
        gist: "Single attack the defender gives it to any member ('reasonable' choice is custom only; heroic leaps are fine).",
    },
    Rule {
        id: "BS-16.5",
        gist: "Secondary effects the first victim is free choice, the follow-up starts from its real place in the arrangement.",
    },
    Rule {
        id: "BS-16.6",
        gist: "Multiple attacks: Attacker rolls every Damage Roll separately and sorts from greatest to least.",
    },
    Rule {
        id: "BS-16.7",
        gist: "Several with secondary effects first all explosions, then all potential overkill, then normal; within each class strongest first.",
    },
    Rule {
        id: "BS-17.1",
        gist: "Infantry charge: Momentum = sum of all members' Momentum; otherwise as a normal charge.",
    },
    Rule {
        id: "BS-17.2",
        gist: "Cavalry charge: Only the front row counts, and of it only those whose path really meets the target.",
    },
    Rule { id: "BS-17.3", gist: "Charged squad's choice: Take it as individuals by position, or Brace." },
    Rule {
        id: "BS-17.4",
        gist: "Brace: Costs the squad its Action, lasts against all further charges that turn; opposition and Charging-Weapon counterattacks are combined.",
    },
    Rule {
        id: "BS-17.5",
        gist: "Chargers are braced: A squad that makes a Charge is braced for the rest of the turn at no cost (if able to brace at all).",
    },
    Rule {
        id: "BS-17.6",
        gist: "Braced and knocked back the whole plate moves; if the hit is strong enough to knock over the whole squad, the formation breaks and all are Disrupted.",
    },
    Rule {
        id: "BS-17.7",
        gist: "Not braced each unit in the path is a separate target (ploughed through); others may escape untouched.",
    },
    Rule {
        id: "BX-1",
        gist: "Criticals on Skill: Read the nat face(s) of the unit's own Skill dice only (never MOM/bonus dice).",
    },
    Rule {
        id: "BX-2",
        gist: "Other dice: When damage_crits = on, every die that is not a Skill roll (damage, also Skill dice rolled as damage, Sprint, MOM, POP, Armor) and shows its maximum adds one d6, which may chain (at most 10 links).",
    },
    Rule {
        id: "BX-3",
        gist: "Rounding and floors: Halves round up for Move and Bail, down for bonuses. A Damage Roll, Knockback and inches never end below 0.",
    },
    Rule {
        id: "BX-4",
        gist: "Weapon classes: Hand, Tool, Object and Shield reach 1 tile, Heavy 2, Two-Handed 2 to 3 and nothing adjacent.",
    },
    Rule {
        id: "BX-5",
        gist: "Guns and blasts: pistols reach 6, rifles 10, artillery 12; a blast does one roll to everybody within 2 tiles and throws the survivors 1.",
    },
    Rule { id: "BX-6", gist: "Armour: Armor is a number or a dice expression." },
    Rule {
        id: "BX-7",
        gist: "Deflection: Each level takes one die from every type; the first level also cancels a positive flat bonus, negative ones stay; no dice left = no damage.",
    },
    Rule {
        id: "BX-8",
        gist: "Movement: Move = tiles of cardinal path. Difficult terrain tile costs 2, or Half Speed where the map says so.",
    },
    Rule {
        id: "BX-9",
        gist: "Disrupted: Prone, defenceless: no Action, Counter, Counterattack, Response or shooting, gives no opposition except POP; attacks on it are still rolled (+1 stationary applies since it is not fighting).",
    },
    Rule {
        id: "BX-10",
        gist: "Knockback and pushes: Move the victim n tiles directly away (8 directions; nearest from the impact, ties clockwise from N); it stops before the first occupied or impassable tile.",
    },
    Rule {
        id: "BX-11",
        gist: "Footprint: 1 inch is 1 tile; on foot 1 tile, a rider 2x2, larger things Size by half of it; a plate is a rectangle with a facing.",
    },
    Rule {
        id: "BX-12",
        gist: "Response: who still has its Action and is not in close combat may strike, bail or brace once a round.",
    },
    Rule {
        id: "BX-13",
        gist: "Orders with the same combine tag make one Combined Attack at the number of their last member; each keeps its own modifiers.",
    },
    Rule { id: "BX-14", gist: "Damage to large things: Hit points = Size (minimum 1); minifigs 1." },
    Rule { id: "BX-15", gist: "Overkill: Excess = damage - Armor at the killing application." },
    Rule { id: "BX-16", gist: "Effects that read damage dice see them after the out-of-range reduction." },
    Rule {
        id: "BX-17",
        gist: "A single charger needs its own lane: a target takes as many from one side as it is tiles wide, and never more than may touch it.",
    },
    Rule {
        id: "BX-18",
        gist: "Knocked over: A thing or braced plate is knocked over when net Knockback >= its Size (plate: longest side in tiles).",
    },
    Rule { id: "BX-19", gist: "Parry in a squad melee: Every defender with an unused parry item rolls one Parry." },
    Rule {
        id: "BX-20",
        gist: "Actions: One per unit per round: squad/unit shot, melee Engage, Sprint, Charge, Form Up, Brace, Response, using an object.",
    },
    Rule { id: "BX-21", gist: "Heroes: A hero is a unit with its own Skill die, Armor and hero = true." },
    Rule {
        id: "BX-22",
        gist: "Objects: Doors, levers and terrain pieces are map objects with Size, Armor, HP by BX-14, kind = inanimate.",
    },
    Rule {
        id: "BX-23",
        gist: "Riders: A rider and mount form one unit, Size 2, footprint 2x2, cavalry, 2 MOM and 2 POP dice; killed as one unit.",
    },
    Rule { id: "BX-24", gist: "Casualties: a destroyed unit is killed; a campaign may count it as downed." },
    Rule {
        id: "BX-25",
        gist: "Morale: none, unless the scenario has it; then a squad below half rolls 2d6 against its best LD.",
    },
    Rule {
        id: "BX-26",
        gist: "Overskill damage die: One more die of the weapon's own damage type: a Skill die for Skill weapons, else its largest.",
    },
    Rule {
        id: "BX-27",
        gist: "Ratings with a plus: A Skill die is the whole rating, plus included, each time one is rolled for damage (the text offers 1d6+1 as a stand-in for 1d8).",
    },
    Rule {
        id: "BX-28",
        gist: "What a Skill penalty touches: Attack, Parry and Bail rolls; never damage made of Skill dice.",
    },
    Rule {
        id: "BX-29",
        gist: "No Attack Roll: Where the attack was automatic (Grab, Shove, someone held): a Bail needs only to land out of reach; a disarm flies as far as one Skill die of the attacker, rolled then.",
    },
    Rule {
        id: "BX-30",
        gist: "Criticals in a comparison: Bail against Attack Roll compares totals, the tie hits; Bail nat 1 fails.",
    },
    Rule {
        id: "BX-31",
        gist: "Hands: One weapon in both hands = one Counter; a Heavy Weapon in one hand leaves the other. twohanded needs the other hand empty; the grip is chosen on the own turn and kept for counters until the next.",
    },
    Rule {
        id: "BX-32",
        gist: "After the charge: Target dead: run on through its tile. Alive in the lane and the MOM spent on damage: stop in front, both in close combat.",
    },
    Rule {
        id: "BX-33",
        gist: "Thrown weapons leave the hand and lie on the target's tile, or where the miss was put, free for anyone who spends an Action.",
    },
    Rule {
        id: "BX-34",
        gist: "Squads behind cover: Shots at a squad take the modifier of the least hidden tile of the plate in sight; a singled-out unit its own.",
    },
    Rule {
        id: "BX-35",
        gist: "Grab and Shove by a squad: Attackers by id are paired with defenders by id, one each before anyone gets a second; each pair is resolved alone, counters uniform.",
    },
    Rule { id: "BX-36", gist: "Bail by a squad: Each member bails for himself; who lands off the plate has left." },
    Rule {
        id: "BX-37",
        gist: "Disrupted members stay on the plate unless thrown off it, neither attack, counter nor count as fighters, and hold the squad to Half Speed in the Movement in which they get up.",
    },
    Rule {
        id: "BX-38",
        gist: "Several ratings of armor piercing and deflection in one combined attack are settled hit by hit before anything is added.",
    },
    Rule {
        id: "BX-39",
        gist: "A squad's Momentum belongs to the plate: 4 in of straight travel of the Standard give one MOM to every standing member; turning, slowing or stopping short loses them all; rolling them spends them all.",
    },
    Rule { id: "BT-1", gist: "Whoever Ignores or Withdraws may parry, at the cost of its Action." },
    Rule {
        id: "BT-2",
        gist: "Two marks a round: acted (no Action any more) and countered (bars what needs an Action in Movement); neither bars a Counter.",
    },
    Rule {
        id: "BT-3",
        gist: "Only the attacked may Parry or Bail; the counterattack step is open to all opponents, three at most.",
    },
    Rule {
        id: "BT-4",
        gist: "Single target -> sum; squad target -> separate rolls dealt round-robin, cumulative on each unit; singled-out unit -> sum.",
    },
    Rule {
        id: "BT-5",
        gist: "Distinct attackers of one target are counted over one side's turn: of units acting singly the fourth is refused, of a squad the three with the best results count.",
    },
    Rule {
        id: "BT-6",
        gist: "Each member brings its one MOM; they sum when they strike together; a braced squad sums POPs; an unbraced single still has one POP against the group.",
    },
    Rule { id: "BT-7", gist: "A two-handed weapon in contact only shoves or parries." },
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
    Rule { id: "BT-13", gist: "A Bail goes in the direction that was said in advance, or the next one clockwise." },
    Rule { id: "BT-14", gist: "A hand weapon does Skill damage in close combat, and its own dice when it is thrown." },
    Rule { id: "BT-15", gist: "Armor Piercing belongs to Heavy Weapons in both hands." },
    Rule {
        id: "BT-16",
        gist: "Range from the Standard, LOS from the nearest plate tile that has it (plate counts as a super-unit).",
    },
    Rule { id: "BT-17", gist: "Shots and charges are compared one by one, close combat in one pass adds up." },
    Rule {
        id: "BT-18",
        gist: "Shots into an engagement in which a squad takes part fall hit by hit, strongest first, adding up per unit; the pool is the target and the hostile squads or units directly linked with it.",
    },
    Rule {
        id: "BT-19",
        gist: "A ring shares its steps, its count for Outnumbered and its counterattacks; hits go to the target that was named.",
    },
    Rule { id: "BT-20", gist: "What a hand may do depends on who is active, not on whose turn it is." },
    Rule { id: "BT-21", gist: "A blow may be parried with bare hands, without effect; nobody does unless told to." },
    Rule {
        id: "BT-22",
        gist: "Uniform per step: first all who can parry (or bail, or none), then all who still have an unused weapon counterattack, or none.",
    },
    Rule {
        id: "BT-23",
        gist: "The defender may give the largest roll to whom he likes, within one roll each a cycle.",
    },
    Rule {
        id: "BX-40",
        gist: "Parry against a miss: No Parry die is drawn for an attack that misses; the hand that was declared counts as used all the same.",
    },
    Rule {
        id: "BX-41",
        gist: "Bail against a miss: Declared before the roll, so the die is drawn, the unit leaps and ends Disrupted.",
    },
    Rule { id: "BX-42", gist: "A failed Bail ends Disrupted even if its roll won an Overskill." },
    Rule {
        id: "BX-43",
        gist: "MOM spent on damage is drawn with the damage dice, last of its attacker's (weapon, Overskill, MOM).",
    },
    Rule {
        id: "BX-44",
        gist: "Alternation that was broken off goes on with the side that did not take the last hit; in a ring of more than two sides in their given order.",
    },
    Rule {
        id: "BX-45",
        gist: "The hits policy: cheap, dear, wounded, order and spare say who of a squad takes a hit first.",
    },
    Rule {
        id: "BX-46",
        gist: "Largest damage pools go by their mean before Deflection, ties to the lowest attacker; parries with Overskill are used first.",
    },
    Rule { id: "BX-47", gist: "Head-on collision: All MOM dice by unit id, then all POP dice by unit id." },
    Rule {
        id: "BX-48",
        gist: "Charge, order of things: The exchange first, then the Collision of a charge that missed or kept its MOM, if both still stand and the target did not bail out of the way.",
    },
    Rule { id: "BX-49", gist: "Dice Armor is drawn when the first damage above 0 of its sum reaches the unit." },
    Rule {
        id: "BX-50",
        gist: "Armor 0: Any damage above 0 destroys a one-HP target, and costs a larger one at least 1 HP.",
    },
    Rule {
        id: "BX-51",
        gist: "Limit of three in a squad's hits is kept for each defender while hits are dealt, strongest first; a hit that nobody may still take is wasted.",
    },
    Rule { id: "BX-52", gist: "Nocrit waives bonus dice of the attacker alone; Armor and POP dice keep theirs." },
    Rule {
        id: "BX-53",
        gist: "Disarm distance is the modified Attack Roll, at least 0; where there was none, BX-29's die comes straight after the Parry die.",
    },
    Rule {
        id: "BX-54",
        gist: "Armor Piercing belongs to Heavy Weapons swung with two hands alone, not to Two-Handed Weapons.",
    },
    Rule {
        id: "BX-55",
        gist: "Stationary in melee and charges: A first melee attack or a charge on a unit that did not move gets no +1 for a stationary target.",
    },
    Rule { id: "BX-56", gist: "Misses worst never names a unit of the chooser's own side." },
    Rule {
        id: "BX-57",
        gist: "Whether a squad takes part in an engagement that is shot into is judged by the target's direct links.",
    },
    Rule {
        id: "BX-58",
        gist: "Joining without an Action: A unit that has none left is refused alone; in a change of plate the whole order is refused.",
    },
    Rule {
        id: "BX-59",
        gist: "Footprints: Size 0 takes a tile like Size 1; a rider of 2x2 has to fit on the plate geometrically.",
    },
];
