//! The words of orders: verbs, keywords, and their synonyms. Any other word is a name.

use std::fmt;
use std::sync::LazyLock;

use crate::brick::battle::{Heading, Hits, Pass, Rebuff};
use crate::post::english::{Common, Never, OWN};
use crate::post::lexicon::{Lexicon, Meaning};
use crate::post::words::folded;

/// A word that has a meaning in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Verb(Verb),
    Key(Key),
    /// A verb that is a keyword where no verb can stand.
    Both(Verb, Key),
    Heading(Heading),
    Common(Common),
}

impl Keyword {
    pub(super) fn verb(self) -> Option<Verb> {
        match self {
            Keyword::Verb(verb) | Keyword::Both(verb, _) => Some(verb),
            _ => None,
        }
    }

    pub(super) fn key(self) -> Option<Key> {
        match self {
            Keyword::Key(key) | Keyword::Both(_, key) => Some(key),
            _ => None,
        }
    }

    /// Whether the word means nothing, wherever it stands.
    pub(super) fn is_idle(self) -> bool {
        matches!(self, Keyword::Common(Common::Article | Common::Polite))
    }

    /// Whether the word only connects a squad with its order, as in `Hank will attack`.
    pub(super) fn is_telling(self) -> bool {
        self == Keyword::Common(Common::Telling)
    }
}

impl From<Common> for Keyword {
    fn from(common: Common) -> Keyword {
        Keyword::Common(common)
    }
}

impl Meaning for Keyword {
    const AT: Keyword = Keyword::Key(Key::At);
    const AND: Keyword = Keyword::Key(Key::And);
    const THEN: Keyword = Keyword::Key(Key::Then);
    const TO: Keyword = Keyword::Key(Key::To);
    const WITH: Keyword = Keyword::Key(Key::With);
    const W: Keyword = Keyword::Heading(Heading::West);
    const HAS_WAYS_OF_A_LETTER: bool = false;

    fn is_like(self, other: Keyword) -> bool {
        let (verb, key) = (self.verb(), self.key());
        self == other || verb.is_some() && verb == other.verb() || key.is_some() && key == other.key()
    }

    fn decides(self) -> bool {
        self.verb().is_some() || self.never().is_some()
    }

    fn is_way(self) -> bool {
        matches!(self, Keyword::Heading(_))
    }

    fn is_step(self) -> bool {
        matches!(self.key(), Some(Key::Step | Key::Tile))
    }

    fn says_how(self) -> bool {
        matches!(
            self.key(),
            Some(Key::TwoHanded | Key::Skirmish | Key::Aim | Key::NoCrit | Key::Momentum | Key::KeepMomentum)
        )
    }

    fn never(self) -> Option<Never> {
        match self {
            Keyword::Common(Common::Never(why)) => Some(why),
            _ => None,
        }
    }
}

/// The kind of order that a verb gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// The name behind the verb is the target, not the squad that gets the order.
    Attack,
    /// Sets a policy.
    Policy,
    /// To do nothing, or nothing yet. A verb behind it is not carried out.
    Stop,
    /// The players leave. Squads can't be ordered to, and no misspelt word is read as it.
    Leaving,
    Other,
}

/// Makes an enum of meanings from the table of words for each. Orders are printed with the first word.
macro_rules! meanings {
    ($(#[$doc:meta])* $name:ident, $table:ident: $row:ty { $($meaning:ident: $words:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($meaning),* }

        const $table: &[($name, $row)] = &[$(($name::$meaning, $words)),*];
    };
}

meanings! {
    /// What an order begins with. Each word is recognised in all its forms.
    Verb, VERBS: (Sort, &str) {
        Form: (Sort::Other, "form, assemble, muster, build, make up"),
        Join: (Sort::Other, "join, merge with, merge into"),
        Split: (Sort::Other, "split, divide, break up"),
        Leave: (Sort::Other, "leave, quit, detach"),
        Replate: (Sort::Other, "replate, reshape, change to, change plate to, change plate for, change their plate \
            to, change their plate for"),
        Arrange: (Sort::Other, "arrange, rearrange"),
        Standard: (Sort::Other, "standard, banner"),
        Brace: (Sort::Other, "brace, brace for impact, brace themselves, brace against a charge, brace against the \
            charge, brace for a charge, brace for the charge, set pikes, set spears, stand against a charge, stand \
            against the charge, make ready for a charge, make themselves ready for a charge, prepare for a charge, \
            prepare to receive a charge, get ready for a charge, get ready for the charge, get ready to stand against \
            a charge, get ready to brace, prepare for the charge, stand ready for a charge"),
        Reserve: (Sort::Stop, "reserve, rsv, wait, delay, reserve their action, wait with their action, wait with the \
            action, keep action, keep their action, keep their action in reserve, keep their action in hand, save \
            their action, hold their action, hold back their action, delay their action, keep their action for later, \
            keep the action for later, save their action for later, save the action for later, bide their time, wait \
            and see, wait here, wait there"),
        Shoot: (Sort::Attack, "shoot, fire, sht, snipe, blast, target, loose, open fire, open the fire, open up, fire \
            at will, fire away, fire off, let fly, let loose, volley, fire for effect, take a shot, make a shot, take \
            a pot shot, pop a shot, gun down, shoot down, pick off, pepper, rake, bombard"),
        Throw: (Sort::Attack, "throw, thr, hurl, toss, lob, chuck, fling, pitch, sling, heave"),
        // `melee Dan attack Yoko`: the name of the squad may stand between this verb and the real one.
        Melee: (Sort::Attack, "melee, fight, brawl with, brawl, duel, grapple"),
        Attack: (Sort::Attack, "attack, atk, atks, att, engage, eng, stab, cut, strike, hit, slash, chop, bash, \
            smash, whack, wack, club, kick, punch, beat, clobber, poke, jab, belt, wallop, thump, thwack, smack, \
            slap, slug, batter, brain, bludgeon, cudgel, clout, pummel, pound, crack, headbutt, hack, slice, gut, \
            skewer, impale, clock, deck, thrash, bop, bonk, swat, assail, swing at, swipe at, take a swing at, take a \
            swipe at, have a swing at, have a go at, go for, go at, go after, lunge at, lash out at, have at, lay \
            into, light into, lace into, tear into, rip into, pile into, wade into, set about, set upon, take on, mix \
            it up with, trade blows with, exchange blows with, cross swords with, beat up, finish, finish off, take \
            out, take down, cut down, strike down, deal with"),
        // `swing the chair at Dan`: the weapon stands before the target.
        Wield: (Sort::Attack, "swing, stick, thrust, ram, plunge, drive, bury, sink"),
        Grab: (Sort::Attack, "grab, seize, pin, pin down, hold down, hold on to, grab on to, get hold of, get a hold \
            of, take hold of, lay hold of, catch hold of, grab hold of, get a grip on, grip, clutch, wrestle, wrestle \
            with, latch on to"),
        Shove: (Sort::Attack, "shove, push, barge, push over, push down, push back, push away, push aside, shove \
            over, shove back, shove away, shove aside, knock over, knock down, bowl over, shoulder aside, elbow \
            aside, topple, tip over"),
        Release: (Sort::Other, "release, let go, let go of, let loose of, let him go, let her go, let them go"),
        Ignore: (Sort::Other, "ignore"),
        // `move Dan charge Yoko`: another verb may follow and say how.
        Move: (Sort::Other, "move, mv, adv, go, goto, walk, carry, march, advance, head to, proceed, step, sneak, \
            creep, crawl, hurry, rush, relocate, reposition, redeploy, hustle, stroll, saunter, wander, drift, \
            stride, trot, jog, edge, sidle, shuffle, shuffle along, amble, limp, stumble, lumber, waddle, scamper, \
            scuttle, scurry, scoot, mosey, clamber, hasten, lope, trudge, plod, tramp, traipse, trek, flit, glide, \
            shamble, totter, circle around to, circle round to, slip, stalk, tiptoe, climb, make for, head for, head \
            up, head out, head down, head across, get to, get over, get themselves, get near, get near to, get close \
            to, get closer to, get nearer to, get next to, get as close to, get as near to, move up, move over, go \
            over, go back, go up, step up, step over, step back, walk over, walk up, walk back, head over, head back, \
            come, come over, slink, slide, slide over, cross, make their way, work their way, find their way, take a \
            step, take steps, approach, ride, gallop, canter, travel, wander off, walk off, march off, move off, head \
            off, follow to"),
        Run: (Sort::Other, "run"),
        Sprint: (Sort::Other, "sprint, dash, sprint for, sprint over, dash for, dash over, make a dash, make a dash \
            for"),
        Charge: (Sort::Attack, "charge, chg, charge at, charge into, rush at, run at, run into, barrel into, plough \
            into, plow into, crash into, slam into, bull rush, throw themselves at, hurl themselves at, fling \
            themselves at, launch themselves at, ride at, ride into, ride down, trample, assault, storm"),
        Withdraw: (Sort::Other, "withdraw, retreat, disengage, retire, fall back, pull back, pull out, back off, back \
            away, break off, break away, break contact, get out, get away, pull away, step away, slip away, back out, \
            get clear, break free, flee, escape"),
        // Takes back the orders of this round.
        TakeBack: (Sort::Other, "withdraw orders"),
        Pivot: (Sort::Other, "pivot, wheel, turn, rotate, swivel"),
        React: (Sort::Policy, "react, respond"),
        Parry: (Sort::Policy, "parry, parrys, block, block it"),
        Bail: (Sort::Policy, "bail, dodge, duck, evade, bail out, jump aside, leap aside, dive aside"),
        Hits: (Sort::Policy, "hits, losses, casualties"),
        Misses: (Sort::Policy, "misses"),
        Benny: (Sort::Policy, "benny"),
        Rebuff: (Sort::Policy, "rebuff"),
        // Only for battles on a real table.
        Measure: (Sort::Other, "measure"),
        Hold: (Sort::Stop, "hold, stay, remain, halt, stop, pass, freeze, stand, stand by, stand fast, stand firm, \
            stand still, stand around, stand down, stand their ground, stay put, stay back, stay here, stay there, \
            hold fire, hold their fire, hold position, hold their position, hold the line, hold their ground, keep \
            still, keep their place, keep their position, sit, sit tight, sit still, sit this out, sit this one out, \
            do nothing, do nothing at all, take no action, idle, skip, linger, cease fire, rest, keep where they are, \
            keep where he is, keep where she is, keep in place, leave where they are, leave where he is, leave where \
            she is, stay where they are, stay where he is, stay where she is, doesnt budge, dont budge, does not \
            budge, do not budge, wont budge"),
        EndBattle: (Sort::Leaving, "end battle, end the battle, leave field, leave the field"),
        TapOut: (Sort::Leaving, "tap out"),
    }
}

impl Verb {
    pub(super) fn sort(self) -> Sort {
        VERBS[self as usize].1.0
    }

    pub(super) fn word(self) -> &'static str {
        first(VERBS[self as usize].1.1)
    }

    /// All synonyms, each in one form.
    #[cfg(test)]
    pub(super) fn words(self) -> impl Iterator<Item = &'static str> {
        VERBS[self as usize].1.1.split(", ")
    }

    pub(super) fn all() -> impl Iterator<Item = Verb> {
        VERBS.iter().map(|it| it.0)
    }
}

meanings! {
    /// What stands between the parts of an order.
    Key, KEYS: &str {
        From: "from",
        To: "to, onto, unto, toward, towards, out to, along to, away to, off to, over to, up to, down to, across to, back to, around to, round to, all the way \
             to, as far as, as near to, as close to, near to, close to, nearer to, closer to, more near to, more close to, next to, as near as possible \
             to, as close as possible to, in the direction of, in direction of, in direction, in the direction",
        Into: "into, in to",
        On: "on, upon",
        At: "at",
        Via: "via, through, by way of, thru, past, around by, round by, around by way of, round by way of, around via, \
              going through, going via, going by, going past, passing through, passing by",
        With: "with, with only, wit, using, by means of, wielding, but only with, only with, he uses, she uses, they use, he use, she use, and uses, and use",
        And: "and, plus, as well as",
        Then: "then, afterwards, afterward, next, thereafter, finally, after that, and after that, after this, and after this, followed by",
        First: "first, firstly, first of all, to begin with",
        Second: "second, secondly, off hand, offhand, in the off hand, in their off hand, with the off hand, in the other \
                 hand, in their other hand",
        Other: "other, another",
        Plate: "plate",
        Facing: "facing, face, faces, fc, fcg, looking, look, looks, turning, turn to face, turning to face, turns to face",
        Arrived: "when they get there, when he gets there, when she gets there, when it gets there, when he is there, when \
                  she is there, when they are there, once he gets there, once she gets there, once they get there, once \
                  there, on arrival, upon arrival",
        Standard: "standard, banner",
        Center: "center, centre",
        None: "none, nothing, nobody",
        Aim: "aim, aims, aiming, aimed, taking aim, take aim, takes aim, taking the whole round to aim, taking the round to aim, with \
              the whole round to aim, taking their time to aim, taking careful aim",
        AtPart: "at part",
        Item: "item",
        Single: "single, only",
        Combine: "combine, combined, comb, combining, combine with, combine with letter, combine letter, combined letter",
        Blind: "blind",
        NoCrit: "nocrit, no crit",
        Momentum: "mom, momentum",
        KeepMomentum: "keepmom, keep mom, keep momentum, keep the momentum, keep their momentum, keeping momentum, keeping the \
                       momentum, keeping their momentum, and keep momentum, and keep the momentum, and keep their momentum, and \
                       keeps the momentum",
        Tile: "tile, position, square, spot",
        Step: "step, steps, field, fields, tiles, squares, spaces, paces, pace, inch, inches",
        Take: "take, takes, taking, pick, picks, picking, level, levels, cock, cocks, shoulder, shoulders, grip, grips, gripping, raise, raises, raising, lift, lifts, lifting, heft, hefts, hefting, hoist, hoists, draw, \
               draws, drawing, brandish, brandishes, brandishing",
        TwoHanded: "twohanded, two handed, both hands, with both hands, in both hands, using both hands, of both hands, with \
                    both their hands, in both their hands, two hands, with two hands, with the two hands, with his two hands, with her two hands, with their two hands, w both hands, w two hands, w 2 hands, in two hands, held in both hands, held in two hands, held with both hands, held with two \
                    hands, holding it in both hands, holding it with both hands, 2h, twohand, \
                    doublehanded, double handed",
        Skirmish: "skirmish, skirm, skirmishing, not follow up, and not follow up, without following up, and does not follow up, and she does not follow up, and he does not follow up, \
              and they do not follow up, and doesnt follow up, and dont follow up, but does not follow up, but doesnt follow up, does not follow up, doesnt follow up, do not follow up, dont follow up, not \
                   following up, dont follow, doesnt follow, do not follow, does not follow, and dont follow, and doesnt follow, and do not follow, and does not follow, without following up, without follow up, no follow up, no following up",
        Release: "release",
        After: "after",
        Shoot: "shoot, fire",
        Use: "use, pick up",
        Sprint: "sprint, sprinting, with sprint, at a sprint, at the sprint, with a sprint, flat out, as a sprint",
        Break: "break, broken",
        Backwards: "backwards, backward",
        Left: "left, left side",
        Right: "right, right side",
        Body: "body, bodily, whole body, full body, entire body, body first, full weight, whole weight, shoulder first",
        Shove: "shove",
        Charge: "charge, chg",
        Parry: "parry",
        Bail: "bail, dodge",
        Strike: "strike",
        Counter: "counter, counterattack",
        Hold: "hold",
        Versus: "vs, versus, against",
        Pass: "pass, passing",
        Brace: "brace",
        Drop: "drop",
        Yes: "yes",
        No: "no",
        Bare: "bare, bare hands, bare fists, bare fist, bare hand",
        Best: "best",
        Cheap: "cheap",
        Dear: "dear",
        Wounded: "wounded",
        Order: "order",
        Spare: "spare",
        Worst: "worst",
        List: "list",
        Attack: "attack, atk",
        Damage: "damage",
        Deflect: "deflect",
        Feet: "feet",
        Back: "back",
        Grab: "grab",
        Side: "side, team",
        Run: "run",
        Everyone: "everyone, everybody, all, each, all squads, all of them, everyone of mine, all my squads, all my men, all hands, all of mine, all of us, all my figures, all my guys, \
                   all my people, my men, my guys, my lads, my boys, my people, my figures, the lot of them",
        Both: "both, both of them, both of mine, both of us, both of you, both figures, both my figures, both my men, both my \
               guys, the two of them, the pair of them, them both",
        Range: "range, distance, rng",
        Cover: "cover, hidden, cov",
        Height: "height, above, higher",
        Below: "below, lower",
        Showing: "showing",
        Still: "still, stationary, standing still",
        Moving: "moving",
        Outnumbered: "outnumbered",
        NotOutnumbered: "not outnumbered",
        Near: "near, catching",
        But: "but, except, except for, excluding, bar, save for, apart from, other than",
    }
}

/// The word that orders are printed with.
impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The word that orders are printed with.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Key::AtPart { "at-part" } else { first(KEYS[*self as usize].1) })
    }
}

fn first(words: &'static str) -> &'static str {
    words.split(", ").next().unwrap_or_default()
}

/// What a squad can do about those who come by.
pub(super) const PASSES: &[(Key, Pass)] =
    &[(Key::Strike, Pass::Strike), (Key::Bail, Pass::Bail), (Key::Brace, Pass::Brace), (Key::None, Pass::Nothing)];

/// The kinds of units that can take hits first.
pub(super) const FIRST_HITS: &[(Key, Hits)] =
    &[(Key::Cheap, Hits::Cheap), (Key::Dear, Hits::Dear), (Key::Wounded, Hits::Wounded)];

/// What a squad can do when an obstacle stops it.
pub(super) const REBUFFS: &[(Key, Rebuff)] = &[(Key::Back, Rebuff::Back), (Key::Break, Rebuff::Break)];

/// The word for a value in one of the tables above.
pub(super) fn word_of<T: PartialEq>(words: &[(Key, T)], it: &T) -> String {
    words.iter().find(|row| row.1 == *it).map(|row| row.0.to_string()).unwrap_or_default()
}

const HEADINGS: &[(Heading, &str)] = &[
    (Heading::North, "n, north, northward, northwards"),
    (Heading::NorthEast, "ne, north east, northeast"),
    (Heading::East, "e, east, eastward, eastwards"),
    (Heading::SouthEast, "se, south east, southeast"),
    (Heading::South, "s, south, southward, southwards"),
    (Heading::SouthWest, "sw, south west, southwest"),
    (Heading::West, "w, west, westward, westwards"),
    (Heading::NorthWest, "nw, north west, northwest"),
];

/// Words that say nothing.
const ASIDES: &str = "meanwhile, too, also, as well, gm, dm, boss, ur, u, own, that, main hand, in the main hand, in their main hand, with the main hand, with their free hand, with the free \
    hand, it owns, they own, he owns, she owns, it carries, they carry, he carries, she carries, for whatever comes, for what \
    comes, for whatever may come, for whatever happens, as he can, as she can, as he can get, as she can get, as they can \
    get, as you can get, as it gets, as they get, as he gets, as she gets, as far as they get, as far as it gets, as far as he gets, as far as she gets, due, straight on, straight ahead, goes and, go and, gets up and, steps up and, \
    with a roar, with a shout, with a cry, with a yell, with a scream, with a howl, with a grin, with a laugh, with a snarl, \
    with a growl, with a smile, with a sigh, with a shrug, with a wink, with a curse, with all their might, with all their \
    strength, as hard as he can, as hard as she can, as hard as they can, with everything he has, with everything she has, \
    with everything they have, with everything hes got, with everything shes got, with everything theyve got, with all he \
    has, with all she has, with all they have, with all hes got, with all shes got, with all theyve got, lads, gents, chaps, obviously, naturally, good luck \
    everyone, good luck all, thats it from me, thats all from me, arr, arrr, arrrr, aye, yarr, well then, now then, right then";

/// Words that take back the order they stand with.
const CORRECTIONS: &str = "nvm, nevermind, never mind, make it, canceled, draft, on hold, wip, tentative, tentatively, \
    ignore that, ignore this, disregard, disregard that, my mistake, undo that, wait no";

/// Words that forbid the verb behind them.
const STOPS: &str = "refrain, hold back, hold off, leave off, call off, cancel, forget, abandon, abort, give up, put off, \
     postpone, forgo, scrap";

/// What kind of word this is in an order, if it is more than a name.
pub(crate) fn meaning(words: &str) -> Option<&'static str> {
    let meaning = lexicon().meaning(&folded(words))?;
    Some(if meaning.verb().is_some() { "what to do" } else { "another word" })
}

/// The lexicon of all tables above. It is built once.
pub(super) fn lexicon() -> &'static Lexicon<Keyword> {
    static LEXICON: LazyLock<Lexicon<Keyword>> = LazyLock::new(|| {
        let of_verb = |word: &str| VERBS.iter().find(|it| it.1.1.split(", ").any(|it| it == word)).map(|it| it.0);
        let keys = KEYS.iter().flat_map(|(key, words)| words.split(", ").map(|it| (*key, it)));
        let keys = keys.map(|(key, it)| (of_verb(it).map_or(Keyword::Key(key), |verb| Keyword::Both(verb, key)), it));
        let words = keys.chain([(Keyword::Both(Verb::Move, Key::Moving), "moving")]);
        // `hits` is a verb of its own, not a form of `hit`.
        let words = words.chain(Verb::all().map(|it| (Keyword::Verb(it), it.word())));
        let words = words.chain(HEADINGS.iter().map(|it| (Keyword::Heading(it.0), it.1)));
        let idle = OWN.iter().chain(&["enemy", "hostile", "squad", ASIDES]);
        let idle = idle.map(|it| (Keyword::Common(Common::Polite), *it));
        let others =
            [(Common::Never(Never::Correction), CORRECTIONS), (Common::Telling, "will, attempts to, attempt to")];
        let words = words.chain(idle).chain(others.map(|it| (Keyword::Common(it.0), it.1)));
        let never = [(Keyword::Common(Common::Never(Never::Negation)), STOPS)];
        Lexicon::new(words, VERBS.iter().map(|it| (Keyword::Verb(it.0), it.1.1)).chain(never))
    });
    &LEXICON
}

/// Whether words that mean "hold", folded, say where: `stay put`, `keep place`.
pub(super) fn says_where(words: &str) -> bool {
    const PLACES: &[&str] = &["put", "place", "position", "ground", "here", "there", "are", "is"];
    words.rsplit(' ').next().is_some_and(|it| PLACES.contains(&it))
}

/// Whether a folded word has a meaning, by itself or as the beginning of a phrase.
pub(super) fn is_taken(word: &str) -> bool {
    lexicon().leads(word) || lexicon().meaning(word).is_some_and(|it| !it.is_idle())
}
