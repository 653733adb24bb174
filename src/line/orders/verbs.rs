//! The verbs of orders: one row each, with its words and properties.

/// A verb that an order can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Shoot,
    Melee,
    Move,
    /// Goes to an objective or a tile; `reach` also goes to a squad.
    Seize,
    Charge,
    Disengage,
    /// Takes orders back if it names them, otherwise the same as `disengage`.
    Withdraw,
    Abandon,
    Hold,
    Use,
    Join,
    Leave,
    /// Only has a meaning in battles with formations.
    Form,
    End,
    Tap,
    /// Doesn't say where to.
    Fall,
    /// Could be done in several ways.
    Attack,
    /// Says that a place is to be kept, but not how.
    Defend,
    /// Takes something back, but doesn't say what.
    Cancel,
}

pub(super) struct Row {
    pub(super) verb: Verb,
    /// Its names in help and suggestions, separated by commas. A line without the prefix is taken for an order if it
    /// holds one of them.
    named: &'static str,
    /// Further forms that only orders use.
    plain: &'static str,
    /// Words and phrases that mean the verb exactly as written.
    pub(super) words: &'static str,
    /// Verbs, and phrases that begin with one, that mean this verb in all their forms. `their` stands for any
    /// possessive.
    pub(super) lemmas: &'static str,
    /// Whether one or several squads may be named behind the verb.
    pub(super) takes_squads: bool,
    /// Whether a misspelt word may be read as this verb. Not if the order can't be taken back, or if the verb is vague.
    pub(super) may_be_misspelt: bool,
}

impl Verb {
    pub(super) fn row(self) -> &'static Row {
        VERBS.iter().find(|it| it.verb == self).expect("each verb has a row")
    }
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    VERBS.iter().flat_map(|it| it.named.split(", ")).filter(|it| !it.is_empty())
}

/// Whether a word is a form of a verb that only orders use.
pub(super) fn is_plain(folded: &str) -> bool {
    let first = |it: &'static str| it.split(' ').next().unwrap_or_default();
    names().any(|it| it == folded || first(it) == folded)
        || VERBS.iter().flat_map(|it| it.plain.split(", ")).any(|it| it == folded && !it.is_empty())
}

/// The defaults of a row.
const USUAL: Row =
    Row { verb: Verb::Hold, named: "", plain: "", words: "", lemmas: "", takes_squads: false, may_be_misspelt: true };

pub(super) const VERBS: &[Row] = &[
    Row {
        verb: Verb::Shoot,
        named: "shoot, fire, engage",
        words: "targetting, ranged attack, ranged attacks, indirect fire, aimed fire, suppressive fire, suppressing fire, covering fire, harassing fire, fire mission, indirect fire mission, tgt, sht, eng",
        lemmas: "shoot, fire, engage, target, shell, bombard, barrage, strafe, blast, snipe, pepper, rake, loose, \
            pound, lay into, pick off, deliver fire, keep up fire, keep up the fire, maintain fire, open the fire, unleash \
            fire, bring fire to bear, bring fire, put rounds, put a few rounds, put some rounds, put a few shots, put lead, open fire, go to work on, drop shells on, drop their shells on, rain shells on, make fire, give fire, return \
            fire, concentrate fire, concentrate their fire, focus fire, focus their fire, lay down fire, lay \
            fire, pour fire, put fire, direct fire, direct their fire, provide fire, provide covering fire, give \
            covering fire, lay down covering fire, lay down suppressing fire, lay down suppressive fire, \
            pin down, open up, let loose, take a shot, take shots, fire a shot, fire shots, fire away, blaze \
            away, take aim, take aim and fire, aim at, aim for, aim and fire, aim the, aim their, point the, \
            point their, train the, train their, split fire, split their fire, divide fire, divide their fire, \
            concentrate all fire, focus all fire, direct all fire, put all fire, suppress, hose, spray, zero in \
            on, draw a bead on, pour it into, pour it on, gun down, mow down, light up, shoot down, shoot up, let fly, let rip, \
            rain fire, fire for effect, unload, lob, hurl, discharge, plink, plink at, pew pew, plug away at, chatter at, chatter away at, let have it, drop bombs on, drop their bombs on, make shot, take potshots at, pour everything into, \
            pour all they have into, pour everything they have into, pour everything it has into, put everything they have into, put everything it has into, lob a few at, lob a few on, lob some at, turn their guns on",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Melee,
        named: "melee, fight, strike",
        lemmas: "melee, fight, strike, stab, brawl, grapple, duel",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Move,
        named: "move",
        plain: "go, advance, march",
        words: "mv, adv, movement, mvmt, mvt, goto, dest",
        lemmas: "move, displace, full move, make a full move, go, advance, run, walk, dash, sprint, march, rush, head, proceed, relocate, reposition, \
            redeploy, travel, sneak, creep, crawl, jog, hurry, cross, come, shift, push, trot, slip, scurry, \
            scramble, hustle, race, wander, stroll, edge, consolidate, transfer, maneuver, manoeuvre, return, bound, leap, \
            jump, dart, stalk, prowl, hike, swing, climb, wade, slink, slink off, drop, drop down, drop into, drop back, trudge, tramp, plod, stride, drift, steal, \
            amble, tiptoe, hobble, limp, stagger, stumble, lumber, waddle, scamper, scuttle, scoot, mosey, clamber, hasten, \
            lope, traipse, trek, flit, glide, shamble, totter, \
            saunter, file, file out, file off, drift off, settle, settle in, melt, duck, nip, grind, slide, slide over, dive, drive, roll, ride, gallop, head for, step back, \
            make for, get to, get over, get back, move back, go back, run back, head back, come back, make their \
            way, work their way, find their way, move out, move over, move along, go over, run over, head over, \
            come over, fall in, take position, take positions, take up position, take up positions, take a \
            position, take up a position, get into, get in, get onto, get moving, run for it, follow to, make a dash, make a run, make a break, make \
            a move, set off, set out, close in, press on, push on, push forward, double time, sidle, trundle, rumble, troop, pad, inch, blunder, pelt, \
            slog, wend, swagger, strut, move off, go off, march off, head off, walk off, wander off, trudge off, \
            follow him to, follow her to, follow them to, follow him out to, \
            follow her out to, follow them out to",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Seize,
        lemmas: "reach, capture, seize, grab, occupy, secure, claim, enter",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Charge,
        named: "charge",
        words: "bayonet charge, chg",
        lemmas: "charge, assault, storm",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Disengage,
        named: "disengage, fall back",
        words: "fallback",
        lemmas: "disengage, retreat, retire, fall back, draw back, pull back, pull out, pull away, back off, back away, \
            break off, break contact, break away",
        takes_squads: true,
        ..USUAL
    },
    Row { verb: Verb::Withdraw, named: "withdraw", lemmas: "withdraw", ..USUAL },
    Row { verb: Verb::Abandon, named: "abandon", lemmas: "abandon", may_be_misspelt: false, ..USUAL },
    Row {
        verb: Verb::Hold,
        named: "hold",
        words: "standby, without moving, doesnt budge, dont budge, does not budge, do not budge, wont budge, no orders, no order, no action, on hold",
        lemmas: "hold, wait, halt, pass, stay, remain, skip, idle, rest, do absolutely nothing, stop, freeze, stand, pause, sit, linger, \
            loiter, camp, make nothing, hold for now, wait for now, hold for this round, hold for the round, stand by, stand \
            fast, stand firm, stand still, stand down, stand their ground, stand guard, maintain position, \
            maintain their position, hunker down, sit tight, sit still, lie low, lay low, lie down, do nothing, \
            keep position, keep still, keep where they are, keep where it is, keep in place, leave where they are, leave where it is, keep their position, keep their ground, dig in, cease fire, take no \
            action, take a breather, catch their breath, take a rest, bide their time, sit this out, sit it out, \
            sit this one out",
        takes_squads: true,
        ..USUAL
    },
    Row {
        verb: Verb::Use,
        named: "use, command",
        plain: "cp, ability",
        words: "command, commands, cp, ability",
        lemmas: "use, activate, cast, invoke, trigger, play, employ, spend, throw, pop",
        may_be_misspelt: false,
        ..USUAL
    },
    Row { verb: Verb::Join, named: "join", lemmas: "join", ..USUAL },
    Row { verb: Verb::Leave, named: "leave", lemmas: "leave", ..USUAL },
    Row { verb: Verb::Form, plain: "form", lemmas: "form, split", ..USUAL },
    Row { verb: Verb::End, named: "end battle", words: "end", may_be_misspelt: false, ..USUAL },
    Row { verb: Verb::Tap, named: "tap out", words: "tap", may_be_misspelt: false, ..USUAL },
    Row { verb: Verb::Fall, lemmas: "fall, pass through, pass by, pass over, pass behind", ..USUAL },
    Row {
        verb: Verb::Attack,
        lemmas: "attack, kill, destroy, eliminate, slay, smash, crush, harass, hit, deal, get, murder, finish, \
            neutralise, neutralize, annihilate, obliterate, exterminate, wipe, hunt, handle, engulf, \
            take out, take down, cut down, finish off, wipe out, go after, deal with, take care of, \
            give, grant",
        may_be_misspelt: false,
        ..USUAL
    },
    Row { verb: Verb::Defend, lemmas: "defend, protect, garrison", may_be_misspelt: false, ..USUAL },
    Row {
        verb: Verb::Cancel,
        words: "cancelling, nevermind, nvm",
        lemmas: "revoke, rescind, retract, cancel, undo, belay, disregard, scratch, scrap, delete, forget, \
            never mind, forget it, forget that, take back, take that back, take it back, scratch that, \
            strike that, call off",
        may_be_misspelt: false,
        ..USUAL
    },
];
