//! English words that mean the same in every game.

use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What a word means in an order, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    Article,
    /// Adds nothing.
    Polite,
    /// Says who gives the order, or that it is one: `I want`, `shall`, `has to`.
    Telling,
    /// Rules out that the words around it are an order.
    Never(Never),
}

/// Why a word rules out that the words around it are an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// The order depends on something.
    Condition,
    Negation,
    /// Nobody has decided yet.
    Doubt,
    Choice,
    /// It takes back part of what stands before it, or adds to it.
    But,
    Later,
    Past,
    Correction,
    /// Only a part of a squad is meant, or of an order.
    Part,
    /// An earlier order is to be repeated.
    Repeat,
}

/// Stands for every word of [`OWN`] in phrases.
pub const THEIR: &str = "their";

/// Possessive pronouns.
pub const OWN: &[&str] = &["their", "its", "his", "her", "our", "my", "your", "yer", "thy"];

/// Stands for every word of [`SELVES`] in phrases.
pub const THEMSELVES: &str = "themselves";

/// Reflexive pronouns.
pub const SELVES: &[&str] = &["themselves", "itself", "himself", "herself", "yourself", "yourselves"];

/// Words that follow `hold`, `stay` or `wait` and add nothing.
pub static AFTER_HOLD: Listed = Listed::new(
    "position, positions, pos, posn, fire, ground, line, formation, still, here, there, put, place, post, posts, station, \
     steady, firm, fast, tight, by, where, you, are, they, is, it, he, she, stand, stands, standing, stationary, your, \
     their, its, his, her, our, my, u, r, ur, the, in, at, current, this, that, ready, on, guard, low, back, quiet, silent, right, \
     now, home, tile, turn, round, trench, trenches, cover",
);

/// Nouns behind `with` that are no weapons: `with a great shout`.
pub static MANNER_NOUNS: Listed = Listed::new(
    "shout, cry, yell, scream, howl, roar, bellow, grin, laugh, snarl, growl, smile, sigh, shrug, wink, curse, oath, prayer, \
     nod, glare, frown, song, whoop, grunt, groan, flourish, dignity, speed, care, caution, courage, fury, rage, \
     joy, glee, determination, patience, relief, vengeance, gusto, enthusiasm, heart, resolve, air, look, expression, haste, noise, sound, clatter, crash, bang, clang, rattle, hiss, thud, rush, lurch",
);

/// Words that add somebody or something to those named before: `Bramble too`, `the machine gun as well`.
pub const TOO: &[&str] = &["too", "as well", "also"];

/// Words for the nearest squad or thing.
pub const NEAREST: &[&str] = &["nearest", "closest"];

/// Pronouns that a remark behind a comma may begin with: `hold, he has a headache`.
pub static PERSONS: Listed = Listed::new("i, im, ive, we, weve, he, hes, it, she, shes, they, theyre, theyve");

/// Words of sentences that may say that the rest is no order.
pub static NOT_MEANT: Listed = Listed::new(
    "idea, example, test, plan, question, suggestion, proposal, hypothetical, imagine, suppose, thought, rumour, \
     rumor, dream, joke, quote, sure, certain, decided, suggests, proposes, imagines, dreams, remembers, recalls, \
     wishes, wished, imagined, dreamed, dreamt, believes, believed, pretends, mistake, error, wrong, typo, misunderstanding, \
     mixup, catch, condition, better, tempted, permission, consent, approval, blessing, leave",
);

/// Spellings that look like tiles, and the words that they stand for.
pub const LIKE_TILES: &[(&str, &str)] = &[("w8", "wait"), ("m8", "mate")];

/// Words that a misspelt word may have been, so that it is never read as another: they forbid the order, make it
/// conditional, or say that it is past.
pub static UNMAKING: Listed = Listed::new(
    "not, dont, doesnt, didnt, isnt, wont, cant, cannot, never, nobody, without, perhaps, would, should, could, might, maybe, almost, if, when, \
     unless, until, except, or, went",
);

/// Verbs of speech: `"Steady," says Hale`.
pub static SAYS: Listed = Listed::new(
    "say, says, said, cry, cries, cried, shout, shouts, shouted, whisper, whispers, whispered, mutter, mutters, \
     muttered, growl, growls, growled, roar, roars, roared, yell, yells, yelled, call, calls, called, snap, snaps, \
     snapped, grunt, grunts, murmur, murmurs, bark, barks, barked, hiss, hisses, hissed, bellow, bellows",
);

/// A set of words and phrases, written as one text with commas between them.
pub struct Listed {
    text: &'static str,
    words: OnceLock<BTreeSet<&'static str>>,
}

impl Listed {
    pub const fn new(text: &'static str) -> Listed {
        Listed { text, words: OnceLock::new() }
    }

    pub fn words(&self) -> &BTreeSet<&'static str> {
        self.words.get_or_init(|| self.text.split(", ").collect())
    }

    pub fn contains(&self, folded: &str) -> bool {
        self.words().contains(folded)
    }
}

use Common as C;

/// Words and phrases by meaning.
pub(super) const WORDS: &[(Common, &str)] = &[
    (C::Article, "the, teh, a, an, those, these, the whole of"),
    (
        C::Polite,
        "if its all right with you, if its alright with you, if its ok with you, if its okay with you, \
         if its fine with you, more or less, upside down, please to, k bye, kk bye, in step, at a walk, at an easy walk, all the same, good evening, good morning, good afternoon, good day, greetings, much obliged, with thanks, with my thanks, with our thanks, with many thanks, in a hurry, in no hurry, in no particular hurry, \
         would the gm be so good as to, would the gm be so kind as to, if thats alright with you, if thats all right with you, \
         if that is alright with you, if that is all right with you, if that is ok with you, if that is okay with you, \
         if that is alright, if that is all right, if that is ok, if that is okay, if thats okay with you, \
         if thats fine, if thats fine with you, if that is fine, if that is fine with you, umpire, referee, ref, gamemaster, \
         game master, nice and, if it is no trouble, if it isnt too much trouble, if it is not too much trouble, if it isnt any trouble, \
         as fast as their legs allow, as fast as their legs will carry them, so much as it can, as much as it can, with your permission, with your kind permission, with the umpires permission, with the umpires kind permission, with the gms permission, with the gms kind permission, with permission, by your leave, ta, ta very much, much appreciated, if thats ok with you, if thats ok, if thats okay, if thats all right, if thats alright, \
         please, pls, plz, plx, um, umm, uh, uhh, erm, kindly, if you will be so kind, if you would be so kind, if youd be so kind, if youll be so kind, thanks, thank, thx, ty, again, thank you very much, thank you so much, \
         many thanks, thanks a lot, thanks again, thx bye, k thx bye, bye, now, immediately, quickly, slowly, \
         quick, quick quick, carefully, quietly, swiftly, directly, straight, forward, forwards, fwd, just, so, ok, okay, alright, lol, \
         haha, xd, simply, only, instead, still, cautiously, steadily, bravely, boldly, rapidly, silently, \
         stealthily, hastily, promptly, briskly, calmly, firmly, heavily, grimly, gladly, gently, together, \
         forthwith, asap, sir, guys, folks, too, mate, mates, dude, bro, cheers, indeed, really, quite, fully, definitely, hereby, \
         meantime, onward, onwards, ahead, yes, yeah, ah, oh, hey, hello, hi, once more, one more time, as one, as one man, once \
         again, for now, of course, as usual, at full speed, no matter what, good luck, at once, right now, \
         right away, as planned, in formation, keep formation, keeps formation, keeping formation, there, over \
         there, weapons ready, guns ready, then reload, and reload, as far as possible, as far as you can, as \
         far as they can, as fast as you can, as fast as they can, as fast as it can, as fast as he can, as fast as she \
         can, heads down, take your time, takes its time, takes his time, takes her time, take their time, taking their \
         time, as you can, as they can, as it can, as possible, on the double, at the double, full \
         speed, quick march, if you please, thank you, with all speed, as fast as possible, this round, this time, this \
         turn, with bayonets fixed, with fixed bayonets, good hunting, over and out, that is all, thats all, \
         thats it, that is it, thats better, thats enough, thats closer, thats safer, and thats it, and that is it, thats it for me, and thats it for me, and yeah thats it for me, \
         thats all for me, and thats all, and thats all for me, thats me done, and thats me done, right so, right then, okay so, \
         ok so, okay then, \
         end of orders, end of order, on the way, on their way, bot, dear bot, from here, from there, from where they stand, from where it stands, \
         from where they are, from their position, exactly, precisely, dear, dears, darling, darlings, \
         sweetheart, as discussed, as agreed, as arranged, as promised, as suggested, as instructed, as always, as ever, \
         as well, without a word, without a sound, without another word, without delay, on purpose, without hurry, without any hurry, without haste, without any haste, without fuss, without any fuss, without hesitation, without further \
         ado, without mercy, without fear, nothing personal, no offence, no offense, no hard feelings, no mercy, no \
         quarter, no pressure, no worries, no rush, no hurry, no regrets, here goes, here goes nothing, wish me luck, wish \
         us luck, fingers crossed, better late than never, sorry for the delay, sorry for the wait, sorry for being late, \
         sorry im late, sorry about the delay, sorry about the wait, then well see, and then well see, well see, would you be so kind as to, would you be so good as to, would you kindly, would you please, could you kindly, could you please, can you please, will you please, if its not too much trouble, if its no trouble, if you dont mind, if i may, if we may, dear gm, hello gm, hi gm, hey gm, thanks gm, thank you gm, for me, no change, no changes, and not one more, and not one \
         step more, not one step more, and no more, and no more than that, and no further, and no farther, with whatever reaches, with whatever can reach, \
         with whatever they have, with whatever it has, with whatever they have got, with whatever theyve got, my dear, my dears, my darling, my darlings, my lovelies",
    ),
    (
        C::Telling,
        "i, we, shall, must, should, is, are, am, im, ill, well, be, has, have, let, lets, want, wants, need, \
         needs, tell, begin, begins, start, starts, continue, continues, resume, resumes, keep, keeps, gonna, \
         they, my, our, you, ought, ordered, would kindly, send, sends, bring, brings, make, makes, making, theyll, itll, youll, \
         theyre, youre, weve, tells, commence, commences, commencing, do, does, doing, as for, \
         regarding, goes on, going on, keep on, keeps on, keeping on, carry on, carries on, carrying on, \
         proceed to, proceeds to, i want that, we want that, i would like, we would like, id like, wed like, will be, is going to, are \
         going to, is to, are to, has to, have to, need to, needs to, ought to, want to, wants to",
    ),
    (
        C::Never(Never::Condition),
        "if, whoever, whomever, pending, subject to, unless, otherwise, else, when, whenever, until, till, til, provided, providing, once, depending, \
         assuming, supposing, whether, failing, overwatch, lest, because, in case, as soon as, as long as, so \
         long as, in the event, in response, should they, should the, should any, should anyone, should it, \
         should he, should she, should one, the second they, the second it, the second he, the second the, the \
         moment they, the moment it, the moment he, the moment the, the instant they, the instant it, the minute \
         they, the minute it, the minute the",
    ),
    (
        C::Never(Never::Negation),
        "no need, not, dont, doesnt, didnt, wont, cant, cannot, wouldnt, shouldnt, couldnt, mustnt, isnt, arent, \
         shant, aint, neednt, rarely, seldom, never, no, nope, nobody, noone, none, nothing, neither, nor, \
         nothing else, nobody else, without, instead of, anyone but, anybody but",
    ),
    (
        C::Never(Never::Doubt),
        "maybe, perhaps, possibly, probably, might, may, can, could, would, id, dunno, unsure, almost, nearly, \
         hardly, barely, scarcely, tentative, provisional, wip, what do you think",
    ),
    (C::Never(Never::Choice), "or, either, rather than"),
    (C::Never(Never::But), "but"),
    (
        C::Never(Never::Later),
        "ready, readies, wait one turn, wait a turn, wait one round, wait a round, wait a bit, wait a while, \
         hold a bit, hold a while, one of these rounds, one of these days, not in this one, not this round, not this turn, later, soon, tomorrow, eventually, next round, next turn, the round after, later on",
    ),
    (
        C::Never(Never::Past),
        "threw, thrown, flung, swung, slung, rode, crept, fled, shot, fired, moved, went, ran, held, charged, fought, attacked, retreated, advanced, was, were, had, \
         did, took, fell, stood, came, struck, withdrew, last round, last turn, previous round",
    ),
    (
        C::Never(Never::Correction),
        "actually, rather, change of plan, change of plans, oops, correction, edit, no wait, cancelled, kidding, just kidding, joking, jk, void, voided, \
         changed my mind, change my mind, tbd, tbc, scratched, scrapped, retracted, rescinded, i mean, i meant, \
         make that, hang on, scratch that, strike that, scrap that, belay that, drop that, abort, wrong squad, wrong one, bad idea, second thoughts, on second thought, on second thoughts, change mind",
    ),
    (C::Never(Never::Part), "half, some, most, few, one squad, one of them, one of the squads, any squad"),
    (
        C::Never(Never::Repeat),
        "ditto, same, likewise, repeat, as last round, as last turn, as before, same as last round, same as last turn, \
         same as before",
    ),
];

/// Verbs by meaning. Every form of each is known.
pub(super) const LEMMAS: &[(Common, &str)] = &[
    (
        C::Telling,
        "ask that, request that, try to, use their action to, use their actions to, use the action to, spend their action to",
    ),
    (C::Polite, "be so kind as to, be so good as to, keep their heads down, keep their head down, stay low, keep low"),
    (C::Never(Never::Condition), "wait for, wait to, hold for, stand by to, ambush"),
    (C::Never(Never::Later), "prepare, plan, intend, get ready, be ready, make ready, stand ready"),
    (C::Never(Never::Doubt), "wonder, think, guess, suppose, consider, try, threaten, hope, think about"),
    (
        C::Never(Never::Negation),
        "refuse, avoid, ignore, cease, forbid, pretend, feign, fake, fail, decline, hesitate, quit shooting, \
         quit firing, quit moving, quit charging, quit fighting, quit advancing, cease shooting, cease \
         firing, cease moving, cease charging, cease fighting, cease advancing",
    ),
];
