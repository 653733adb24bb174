//! Words of a line, arranged: phrases, verbs in several parts, and what stands first in other languages.

use crate::brick::battle::Plate;
use crate::brick::orders::names::Names;
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, Verb, lexicon, says_where};
use crate::brick::orders::{Word, Words};
use crate::post::arrange::{
    aim_to, give_meaning_by_place, go_on_after, hear_marks, hear_who_is_told, join_by_n, join_parted, lead_to_tiles,
    leg_it, merge_phrases, read_empty_fields, reorder,
};
use crate::post::repeat::do_the_same;
use crate::post::requests::grant_requests;
use crate::post::surplus::{doubt_what_foes_do, hear_denial, leave_out_echoes, leave_out_selves, unpart_manners};
use crate::post::words::{Gap, Kind, looks_like_a_tile};

/// Arranges words in which names stand already for themselves.
pub(super) fn arrange(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    hear_marks(words, &names.tables());
    give_meaning_by_place(words);
    join_parted(words, lexicon(), |from| names.somebody(from));
    take_back(words, names);
    leg_it(words, lexicon());
    push_on(words);
    ride_to(words);
    part_splits(words);
    step_in(words, &told);
    step_to(words, &told);
    join_by_while(words, &told);
    take_plates(words);
    lead_to_tiles(words, lexicon(), goes, |from| names.place_at(from));
    merge_phrases(words, lexicon(), &names.tables());
    doubt_what_foes_do(words, |from| names.somebody(from), &told);
    leave_out_selves(words, |it| it.verb() == Some(Verb::Move));
    join_denials(words);
    join_by_but(words);
    let stay = (Keyword::Verb(Verb::Hold), "stay put");
    hear_denial(words, stay, |it| it.verb() == Some(Verb::Move), Word::is_order, &told);
    go_on_after(words, lexicon());
    aim_to(words, lexicon(), |it| it.verb() == Some(Verb::Shoot), |from| names.somebody(from));
    join_by_n(words, lexicon(), |from| names.somebody(from));
    leave_out_echoes(words, |from| names.somebody(from), &told);
    hear_who_is_told(words, lexicon(), &names.tables(), &told);
    face_ways(words);
    unpart_manners(words);
    grant_requests(words, lexicon(), |it| it.verb() == Some(Verb::Hold));
    let is_field = |it: &Word| it.verb().is_some_and(is_field);
    read_empty_fields(words, Keyword::Verb(Verb::Hold), is_field, is_field, &told);
    do_the_same(words, |from| names.somebody(from), &told);
    words.leave_out(|it, at| adds_nothing(it, at, names));
    aim_behind(words, names);
    give_blows(words, names);
    let_have(words, names, &told);
    leave_out_with_it(words, names);
    swing_it(words, names);
    bring_down(words, names);
    let is_verb = |it: &Word| it.verb().is_some();
    reorder(words, is_verb, |from| names.weapon_at(from));
}

// `with the pistols only at Crow`, `with the pistols only`, `Crow from behind`, `first with the pan, then with the knife`,
// `, please` at the end
fn adds_nothing(words: &Words, at: usize, names: &Names) -> bool {
    let key = |at: usize| words.all().get(at).and_then(Word::key);
    let all = words.all();
    let polite = |it: &&Word| it.is_polite();
    let last = all.len() - all.iter().rev().take_while(polite).count();
    let comma = last.checked_sub(1).filter(|it| last < all.len() && all[*it].kind == Kind::Comma);
    // `attacks Crow, if you please, with the bottle`
    let said = at + 1 + all[at + 1..].iter().take_while(polite).count();
    let is_comma = |at: usize| all.get(at).is_some_and(|it| it.kind == Kind::Comma);
    let is_name = |it: &Word| matches!(it.kind, Kind::Word | Kind::Quoted);
    let ends = |at: usize| all.get(at).is_none_or(|it| !is_name(it) || it.gap.has(Gap::ENDS));
    let is_from_behind = |at: usize| {
        let is_it = matches!(&all[at..], [from, behind, ..] if from.folded() == "from" && behind.folded() == "behind");
        is_it && ends(at + 2) && ends_attack(all, at, names)
    };
    match all[at].folded() {
        // `, please combine A`
        "please" | "pls" | "plz" if is_comma(at.wrapping_sub(1)) && key(at + 1) == Some(Key::Combine) => true,
        _ if is_comma(at) && at + 1 < said && is_comma(said) => true,
        _ if comma.is_some_and(|it| it <= at) => true,
        "always" => all.get(at + 1).is_some_and(|it| matches!(it.folded(), "when" | "if")),
        "only" if matches!(key(at + 1), Some(Key::At | Key::On | Key::Aim)) => true,
        "only" => ends(at + 1) && ends_attack(all, at, names),
        "from" => is_from_behind(at),
        "behind" => at.checked_sub(1).is_some_and(is_from_behind),
        "first" => leads_to_then(words, at),
        _ => false,
    }
}

// Whether an attack ends before this word, with whom it is for or with a weapon behind `with`. What is said in advance, as in
// `strikes back with the knife`, is none.
fn ends_attack(all: &[Word], at: usize, names: &Names) -> bool {
    let start = (0..at).rfind(|it| all[*it].kind == Kind::Semicolon || all[*it].gap.has(Gap::ENDS)).unwrap_or(0);
    let said = &all[start..at];
    let in_advance = |it: &Word| {
        matches!(it.verb(), Some(Verb::React | Verb::Parry | Verb::Bail))
            || it.key() == Some(Key::Back)
            || it.never().is_some()
    };
    let Some(attack) = said.iter().rposition(|it| it.verb().is_some()) else { return false };
    let behind = &said[attack + 1..];
    let is_attack = said[attack].verb().is_some_and(|it| it.sort() == Sort::Attack);
    let is_with = |it: &usize| behind.get(*it).is_some_and(|it| it.key() == Some(Key::With));
    // `attacks Crow, with the bottle only`
    let joins = (0..behind.len()).any(|it| behind[it].joins() && !is_with(&(it + 1)));
    if !is_attack || joins || said.iter().any(in_advance) {
        return false;
    }
    let names_foe = (0..behind.len()).any(|it| names.somebody(&behind[it..]) == behind.len() - it);
    let weapon = (0..behind.len()).rfind(is_with).map(|it| &behind[it + 1..]).unwrap_or_default();
    let idle = weapon.iter().take_while(|it| it.is_idle()).count();
    names_foe || idle < weapon.len() && names.weapon_at(&weapon[idle..]) == weapon.len() - idle
}

// `with first the knife and then the bottle`, `with the knife first and then with the bottle`, where nobody is called so
fn leads_to_then(words: &Words, at: usize) -> bool {
    let key = |at: usize| words.all().get(at).and_then(Word::key);
    let end = words.position(at + 1, |it| it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS));
    let says_then = (at + 1..end.unwrap_or(words.all().len())).any(|it| key(it) == Some(Key::Then));
    let joins = words.all().get(at + 1).is_some_and(Word::joins);
    let article = words.all().get(at + 1).is_some_and(Word::is_article);
    let is_led = at.checked_sub(1).is_some_and(|it| key(it) == Some(Key::With));
    says_then && (key(at + 1) == Some(Key::With) || key(at + 1) == Some(Key::Then) || joins || is_led && article)
}

// `aims, shoots Crow` is `shoots Crow aims`.
fn aim_behind(words: &mut Words, names: &Names) {
    let is_aim = |it: &Word| it.key() == Some(Key::Aim);
    let Some(aim) = words.position(0, is_aim) else { return };
    let joint = |it: &&Word| it.kind == Kind::Comma || it.key() == Some(Key::And);
    let shoots = aim + 1 + words.all()[aim + 1..].iter().take_while(joint).count();
    if words.all().get(shoots).and_then(Word::verb) == Some(Verb::Shoot) {
        words.leave_out(|_, at| (aim + 1..shoots).contains(&at));
        // What somebody else is told is no part of it.
        let ends = |at: &usize| {
            let it = &words.all()[*at];
            let is_joint = joint(&it) && 0 < names.somebody(&words.all()[at + 1..]);
            it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS) || is_joint
        };
        let end = (aim + 2..words.all().len()).find(ends).unwrap_or(words.all().len());
        words.move_before(aim, aim + 1..end);
    }
}

// `split Platoon into Alpha: 1, 2 and Bravo: 3, 4`: a further part, whose name a colon follows.
fn part_splits(words: &mut Words) {
    const NAME_WORDS_MAX: usize = 3;
    let Some(split) = words.position(0, |it| it.verb() == Some(Verb::Split)) else { return };
    for at in split + 1..words.all().len() {
        let Some([and, name @ ..]) = words.all().get(at..) else { return };
        let colon = name.iter().position(|it| it.kind != Kind::Word || it.joins() || it.verb().is_some());
        let is_part = colon.is_some_and(|it| (1..=NAME_WORDS_MAX).contains(&it) && name[it].kind == Kind::Colon);
        let is_first = !words.all()[split..at].iter().any(|it| it.kind == Kind::Colon);
        if and.joins() && is_part && !is_first {
            words.merge(at..at + 1, Kind::Semicolon, None, "");
        }
    }
}

// `Shade steps in and stabs Hank`
fn step_in(words: &mut Words, told: impl Fn(&[Word]) -> usize) {
    let all = words.all();
    let name = told(all);
    let Some([steps, within, and, does, ..]) = all.get(name..).filter(|_| 0 < name) else { return };
    let is_it = matches!(steps.folded(), "step" | "steps") && within.folded() == "in" && and.joins() && does.is_order();
    words.leave_out(|_, at| is_it && (name..name + 3).contains(&at));
}

// `Shade steps to D6`, and not `two steps to the west`
fn step_to(words: &mut Words, told: impl Fn(&[Word]) -> usize) {
    const NAME_WORDS_MAX: usize = 3;
    for at in 1..words.all().len() {
        let all = words.all();
        let [steps, to, ..] = &all[at..] else { return };
        let is_led = all[at - 1].joins() || all[at - 1].kind == Kind::Colon || all[at - 1].folded() == "then";
        let is_named = || (1..=at.min(NAME_WORDS_MAX)).any(|it| told(&all[at - it..]) == it);
        let is_it = steps.folded() == "steps" && matches!(to.folded(), "to" | "into" | "onto" | "toward" | "towards");
        if is_it && (is_led || is_named()) {
            words.rewrite(at, "goes", lexicon());
        }
    }
}

// `Shade stabs Hank, while Hush slips to D6`, `Shade stabs Hank but Hush holds`
fn join_by_while(words: &mut Words, told: impl Fn(&[Word]) -> usize) {
    for at in 1..words.all().len() {
        let [joint, who @ ..] = &words.all()[at..] else { return };
        let articles = who.iter().take_while(|it| it.is_article()).count();
        let name = told(&who[articles..]);
        let does = who.get(articles + name).is_some_and(Word::is_order);
        // `all but Hush hold` leaves Hush out.
        let before = words.all()[at - 1].key();
        let leaves_out = matches!(before, Some(Key::Everyone | Key::Both | Key::None));
        let is_but = joint.folded() == "but" && !leaves_out && words.all()[..at].iter().any(Word::is_order);
        if (is_but || matches!(joint.folded(), "while" | "whilst" | "whereas")) && 0 < name && does {
            words.merge_as(at..at + 1, "and", lexicon());
        }
    }
}

// `does not parry` and `doesn't parry` are `don't parry`.
fn join_denials(words: &mut Words) {
    for at in 0..words.all().len() {
        let word = |n: usize| words.all().get(at + n);
        let length = match word(0).map(Word::folded) {
            Some("do" | "does") if word(1).is_some_and(|it| it.folded() == "not") => 2,
            Some("doesnt") => 1,
            _ => continue,
        };
        let strikes_back = word(length + 1).is_some_and(|it| it.key() == Some(Key::Back));
        let denied = word(length).and_then(Word::verb);
        if strikes_back || matches!(denied, Some(Verb::Move | Verb::Parry)) {
            words.merge_as(at..at + length, "dont", lexicon());
        }
    }
}

// `attacks Crow but doesn't move`, `no parry but strike back`, `stay put but attack Crow`: a comma says the same.
fn join_by_but(words: &mut Words) {
    let stays = |it: &Word| it.verb() == Some(Verb::Hold) && says_where(it.folded());
    for at in 1..words.all().len() {
        let Some([but, next, rest @ ..]) = words.all().get(at..) else { return };
        let before = &words.all()[..at];
        let from = at - before.iter().rev().take_while(|it| it.joins()).count();
        let Some(last) = before[..from].last() else { continue };
        let behind = rest.first();
        let denies_move = next.folded() == "dont" && behind.is_some_and(|it| it.verb() == Some(Verb::Move));
        let strikes = last.verb() == Some(Verb::Parry) && behind.is_some_and(|it| it.key() == Some(Key::Back));
        let is_it = denies_move || strikes || stays(next) || stays(last) && next.is_order();
        if but.folded() == "but" && is_it && before.iter().any(Word::is_order) {
            words.merge(from..at + 1, Kind::Comma, None, "");
        }
    }
}

// `walks to C2 and she looks to the north` is `walks to C2 facing north`.
fn face_ways(words: &mut Words) {
    const WHO: &[&str] = &["he", "she", "it", "they", "there"];
    let mut at = 1;
    while let Some(looks) = words.position(at, |it| it.key() == Some(Key::Facing)) {
        at = looks + 1;
        let all = words.all();
        let goes = all[..looks].iter().any(|it| it.verb() == Some(Verb::Move));
        let leads = |it: &&Word| it.is_article() || it.key() == Some(Key::To);
        let way = at + all[at..].iter().take_while(leads).count();
        let is_way = all.get(way).is_some_and(|it| matches!(it.meaning, Some(Keyword::Heading(_))));
        let led = |it: &&Word| it.joins() || WHO.contains(&it.folded());
        let from = looks - all[..looks].iter().rev().take_while(led).count();
        if goes && is_way && from < looks {
            words.merge_as(from..way, "facing", lexicon());
            at = from + 1;
        }
    }
}

// `takes a 3x2 plate` is `replates 3x2`.
fn take_plates(words: &mut Words) {
    for at in 0..words.all().len() {
        let Some([takes, article, size, plate, ..]) = words.all().get(at..) else { return };
        let is_it = matches!(takes.folded(), "take" | "takes" | "adopt" | "adopts" | "form" | "forms");
        let is_size = Plate::size_written(size.folded()).is_some();
        let is_plate = plate.key() == Some(Key::Plate);
        if is_it && article.is_article() && is_size && is_plate {
            words.leave_out(|_, it| it == at + 1 || it == at + 3);
            words.merge_as(at..at + 1, "replate", lexicon());
        }
    }
}

// `pushes on to F6`, which shoves nobody
fn push_on(words: &mut Words) {
    const ON: &[&str] = &["on", "up", "over", "forward", "off"];
    for at in 0..words.all().len() {
        let Some([pushes, on, to, ..]) = words.all().get(at..) else { return };
        let is_push = matches!(pushes.folded(), "push" | "pushes" | "pushing") && ON.contains(&on.folded());
        if is_push && matches!(to.folded(), "to" | "toward" | "towards") {
            words.merge_as(at..at + 2, "goes", lexicon());
        }
    }
}

// `rides down to D5`, `tramples over to D5`, which run into nobody
fn ride_to(words: &mut Words) {
    const RIDES: &[&str] = &["ride", "rides", "riding", "trample", "tramples", "trampling"];
    const LEADS: &[&str] = &["into", "down", "over", "to", "onto"];
    for at in 0..words.all().len() {
        let Some([rides, rest @ ..]) = words.all().get(at..) else { return };
        let leads = rest.iter().take_while(|it| LEADS.contains(&it.folded())).count();
        let is_tile = rest.get(leads).is_some_and(|it| looks_like_a_tile(it.folded()));
        let is_apart = rest.iter().take(leads + 1).any(|it| it.gap.has(Gap::ENDS));
        if RIDES.contains(&rides.folded()) && 0 < leads && is_tile && !is_apart {
            words.merge_as(at..at + leads, "goes", lexicon());
            words.rewrite(at + 1, "to", lexicon());
        }
    }
}

/// A phase of which a form may say that nothing is done in it.
fn is_field(verb: Verb) -> bool {
    matches!(verb, Verb::Shoot | Verb::Throw | Verb::Melee | Verb::Attack | Verb::Charge | Verb::Move)
}

fn goes(word: &Word) -> bool {
    matches!(word.verb(), Some(Verb::Move | Verb::Run | Verb::Sprint | Verb::Charge | Verb::Withdraw))
}

// `forget Hank's orders` and `withdraw the orders for Hank` are `withdraw orders Hank`.
fn take_back(words: &mut Words, names: &Names) {
    const TAKES: &[&str] =
        &["withdraw", "cancel", "forget", "scratch", "scrap", "rescind", "revoke", "retract", "undo"];
    let [takes, rest @ ..] = words.all() else { return };
    let is_idle = |it: &&Word| it.is_idle() || it.folded() == "all";
    let idle = rest.iter().take_while(is_idle).count();
    let whose = rest.get(idle..).map_or(0, |it| names.somebody(it));
    let Some([orders, behind @ ..]) = rest.get(idle + whose..) else { return };
    let is_them = matches!(orders.folded(), "order" | "orders") && TAKES.contains(&takes.folded());
    if !is_them || 0 < whose && !behind.is_empty() {
        return;
    }
    let leads = usize::from(behind.first().is_some_and(|it| matches!(it.folded(), "for" | "of" | "to")));
    let (before, orders) = (1..1 + idle, 1 + idle + whose);
    words.merge(0..1, Kind::Word, Some(Keyword::Verb(Verb::TakeBack)), Verb::TakeBack.word());
    words.leave_out(|_, it| before.contains(&it) || (orders..orders + 1 + leads).contains(&it));
}

// `brings the chair down on Crow` swings it; `brings the chair to Crow` does not.
fn bring_down(words: &mut Words, names: &Names) {
    for at in 0..words.all().len() {
        let Some([brings, rest @ ..]) = words.all().get(at..) else { return };
        if !matches!(brings.folded(), "bring" | "brings" | "bringing") {
            continue;
        }
        let idle = rest.iter().take_while(|it| it.is_idle()).count();
        let down = idle + rest.get(idle..).map_or(0, |it| names.weapon_at(it));
        let leads = |n: usize, any: &[&str]| rest.get(down + n).is_some_and(|it| any.contains(&it.folded()));
        if idle < down && leads(0, &["down", "crashing"]) && leads(1, &["on", "upon", "onto", "over"]) {
            let swing = lexicon().meaning(Verb::Wield.word());
            words.merge(at..at + 1, Kind::Word, swing, "swing");
        }
    }
}

// `lets Hank have the bottle` is `attacks Hank with the bottle`, if it isn't handed to one's own; `lets Hank go` is `releases
// Hank`.
fn let_have(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    for at in 0..words.all().len() {
        let Some([lets, rest @ ..]) = words.all().get(at..) else { return };
        if !matches!(lets.folded(), "let" | "lets" | "letting") {
            continue;
        }
        let idle = |from: &[Word]| from.iter().take_while(|it| it.is_idle()).count();
        let before = idle(rest);
        let whom = before + names.somebody(&rest[before..]);
        let Some([have, what @ ..]) = rest.get(whom..) else { continue };
        let is_foe = before < whom && told(&rest[before..]) == 0;
        let ends = what.first().is_none_or(|it| it.kind != Kind::Word || it.joins() || it.gap.has(Gap::ENDS));
        if is_foe && ends && have.folded() == "go" {
            words.rewrite(at, Verb::Release.word(), lexicon());
            words.leave_out(|_, it| it == at + 1 + whom);
            continue;
        }
        if is_foe && have.folded() == "have" && 0 < names.weapon_at(&what[idle(what)..]) {
            words.rewrite(at + 1 + whom, "with", lexicon());
            words.rewrite(at, Verb::Attack.word(), lexicon());
        }
    }
}

// `lifts the chair and breaks it over Crow` is `lifts the chair and attacks Crow`.
fn swing_it(words: &mut Words, names: &Names) {
    const SWINGS: &[&str] = &["bring", "break", "swing", "smash", "crash", "slam", "drive", "thrust", "bury"];
    const ON: &[&str] = &["on", "upon", "onto", "over", "at", "into", "across", "in"];
    let is_swing = |it: &Word| {
        let form = it.folded();
        let stems = [Some(form), form.strip_suffix('s'), form.strip_suffix("es")];
        stems.into_iter().flatten().any(|it| SWINGS.contains(&it))
    };
    for at in 1..words.all().len() {
        let Some([swings, it, behind @ ..]) = words.all().get(at..) else { return };
        let down = usize::from(behind.first().is_some_and(|it| it.folded() == "down"));
        let is_on = behind.get(down).is_some_and(|it| ON.contains(&it.folded()));
        let is_foe = behind.get(down + 1..).is_some_and(|it| 0 < names.somebody(it));
        if is_swing(swings) && it.folded() == "it" && is_on && is_foe && takes_weapon(words, names, at) {
            words.rewrite(at, Verb::Attack.word(), lexicon());
            words.leave_out(|_, it| (at + 1..at + 3 + down).contains(&it));
        }
    }
}

// `takes the knife in both hands and lays into Crow with it`: what is taken up is what it is done with.
fn leave_out_with_it(words: &mut Words, names: &Names) {
    let says_it = |words: &Words, at: usize| {
        let [with, it, ..] = &words.all()[at..] else { return false };
        with.means(Keyword::Key(Key::With))
            && matches!(it.folded(), "it" | "that" | "them")
            && takes_weapon(words, names, at)
    };
    words.leave_out(|words, at| says_it(words, at) || at.checked_sub(1).is_some_and(|it| says_it(words, it)));
}

/// Whether the sentence has said before a place that a weapon is taken up.
fn takes_weapon(words: &Words, names: &Names, at: usize) -> bool {
    let start = (0..at).rfind(|it| words.all()[*it].gap.has(Gap::ENDS)).unwrap_or(0);
    let before = &words.all()[start..at];
    let takes = before.iter().position(|it| it.key() == Some(Key::Take));
    takes.is_some_and(|it| (it + 1..before.len()).any(|it| 0 < names.weapon_at(&before[it..])))
}

// `gives Crow a good shove` is `shoves Crow`, and `gives Crow a taste of the bottle` is `attacks Crow the bottle`.
fn give_blows(words: &mut Words, names: &Names) {
    const GIVES: &[&str] = &["give", "gives", "giving"];
    const TASTES: &[&str] = &["taste", "piece", "bit", "dose"];
    const DESCRIBED_MAX: usize = 2;
    for at in 0..words.all().len() {
        let Some([gives, rest @ ..]) = words.all().get(at..) else { return };
        if !GIVES.contains(&gives.folded()) {
            continue;
        }
        // `gives to Crow a shove`
        let leads = |it: &&Word| it.is_idle() || it.folded() == "to";
        let idle = rest.iter().take_while(leads).count();
        let whom = rest.get(idle..).unwrap_or_default();
        let whom = match whom.first().map(Word::folded) {
            Some("him" | "her" | "them") => idle + 1,
            _ => idle + names.somebody(whom),
        };
        let Some([article, blow @ ..]) = rest.get(whom..) else { continue };
        let is_one = whom != idle && matches!(article.folded(), "a" | "an" | "another" | "one");
        let described = blow.iter().take_while(|it| it.kind == Kind::Word && it.meaning.is_none()).take(DESCRIBED_MAX);
        let described = described.take_while(|it| !TASTES.contains(&it.folded())).count();
        let Some([noun, behind @ ..]) = blow.get(described..).filter(|_| is_one) else { continue };
        let tastes = TASTES.contains(&noun.folded()) && behind.first().is_some_and(|it| it.folded() == "of");
        let strikes = noun.verb().filter(|it| it.sort() == Sort::Attack && !noun.folded().contains(' '));
        let (blow, of) = match strikes {
            Some(_) => (noun.folded().to_owned(), 0),
            None if tastes => (Verb::Attack.word().to_owned(), 1),
            None => continue,
        };
        words.rewrite(at, &blow, lexicon());
        let (from, to) = (at + 1 + whom, at + 1 + whom + 1 + described + of);
        words.leave_out(|_, it| (from..=to).contains(&it));
    }
}
