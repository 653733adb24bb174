//! Words of a line, arranged: phrases, what says how to stand, and what adds nothing.

use std::ops::Range;

use crate::post::arrange::{
    aim_to, give_meaning_by_place, go_on_after, hear_marks, hear_who_is_told, join_by_n, join_parted, lead_to_tiles,
    leg_it, merge_phrases, read_empty_fields, reorder,
};
use crate::post::english::{Never, OWN, TOO};
use crate::post::numbers::value;
use crate::post::repeat::do_the_same;
use crate::post::requests::grant_requests;
use crate::post::surplus::{doubt_what_foes_do, hear_denial, leave_out_echoes, leave_out_selves, unpart_manners};
use crate::post::words::{Gap, articles, looks_like_a_tile};

use super::keywords::{
    ACT_FIRST, ACT_LAST, AND_BUT, HAVING, HOLD, IN_FORMATION, Keyword, Keyword as K, THE_REST, lexicon,
};
use super::verbs::Verb;
use super::{Kind, Names, Word, Words};

/// Arranges words in which names stand already for themselves.
pub(super) fn arrange(words: &mut Words, names: &Names, has_formations: bool, told: impl Fn(&[Word]) -> usize) {
    let is = |verb: Verb| move |it: &Word| it.meaning == Some(K::Verb(verb));
    let named = |from: &[Word]| names.squads.find(from).words;
    hear_marks(words, &names.tables());
    give_meaning_by_place(words);
    join_parted(words, lexicon(), named);
    leg_it(words, lexicon());
    lead_to_tiles(words, lexicon(), is(Verb::Move), |from| names.objectives.find(from).words);
    unquote(words, names);
    name_abilities(words, names);
    use_at_once(words, names);
    merge_phrases(words, lexicon(), &names.tables());
    name_the_rest(words, names, &told);
    aim_at_once(words, names, &told);
    leave_out_company(words, names, &told);
    they_after_ability(words, names, &told);
    stand_all(words);
    move_on_arrow(words);
    doubt_what_foes_do(words, named, &told);
    hear_who_is_told(words, lexicon(), &names.tables(), &told);
    unpart_manners(words);
    grant_requests(words, lexicon(), is(Verb::Hold));
    leave_out_selves(words, is(Verb::Move));
    // `use Steady Aim on Alpha, no moving` would take back what Alpha was told to shoot.
    let acts_or_holds = |it: &Word| acts(it) || it.means(HOLD);
    hear_denial(words, (HOLD, "hold"), is(Verb::Move), acts_or_holds, &told);
    hear_denial(words, (HOLD, "hold"), is(Verb::Shoot), acts_or_holds, &told);
    hear_only(words, &told);
    go_on_after(words, lexicon());
    aim_to(words, lexicon(), is(Verb::Shoot), named);
    join_by_n(words, lexicon(), named);
    leave_out_echoes(words, named, &told);
    join_how_to_stand(words);
    read_empty_fields(words, HOLD, Word::is_order, acts, &told);
    do_the_same(words, named, &told);
    refuse_off(words, names);
    act_first(words, named, &told);
    merge_columns(words);
    merge_directions(words);
    merge_steps(words);
    join_by_but(words, names);
    shoot_with_what_is_used(words, names);
    take_under_fire(words);
    give_volleys(words, names, has_formations);
    drop_shells(words, names);
    move_up(words);
    fire_beside(words, names);
    end_with_over(words);
    move_before_from(words);
    stand_after_move(words);
    let weapon = |from: &[Word]| if named(from) == 0 { names.weapons.find(from).words } else { 0 };
    reorder(words, |it| it.meaning.is_some_and(Keyword::is_verb), weapon);
    part_behind_thanks(words);
    leave_out_also(words, names);
    leave_out_idle(words, names, has_formations);
}

// Whether a word says what a squad does itself, with its weapons or on its feet.
fn acts(word: &Word) -> bool {
    use Verb::{Attack, Charge, Disengage, Melee, Move, Seize, Shoot};
    matches!(word.meaning, Some(K::Verb(Shoot | Melee | Charge | Attack | Move | Seize | Disengage)))
}

// `only shoot Nobz` is `hold. shoot Nobz`: whatever the squad was told before is taken back.
fn hear_only(words: &mut Words, told: impl Fn(&[Word]) -> usize) {
    let Some(first) = words.position(1, Word::is_order) else { return };
    let behind = &words.all()[first + 1..];
    // `only move 2 tiles`, `only shoot Nobz with the rifles`: how far, and with what.
    let is_how = behind.first().is_some_and(|it| it.number().is_some()) || behind.iter().any(|it| it.means(K::With));
    let is_it = words.all()[first - 1].folded() == "only" && acts(&words.all()[first]) && !is_how;
    // `only shoot Alpha at Nobz`
    if is_it && told(behind) == 0 {
        words.merge(first - 1..first, Kind::Word, Some(HOLD), "hold");
        words.part_before(first);
    }
}

// `move to J8; take cover` is one order.
fn join_how_to_stand(words: &mut Words) {
    for at in 0..words.all().len() {
        if words.all()[at].kind == Kind::Semicolon && is_how_to_stand(words, at + 1) {
            words.merge(at..at + 1, Kind::Comma, None, "");
        }
    }
}

// `from C4 move to J8`, `via C4 move to J8`
fn move_before_from(words: &mut Words) {
    for at in 0..words.all().len() {
        if let [from, tile, verb, ..] = &words.all()[at..]
            && matches!(from.meaning, Some(K::From | K::Via))
            && looks_like_a_tile(tile.folded())
            && verb.meaning == Some(K::Verb(Verb::Move))
        {
            words.move_before(at, at + 2..at + 3);
        }
    }
}

// `spread out and move to J8` is `move to J8 spread out`.
fn stand_after_move(words: &mut Words) {
    let all = words.all();
    let meaning = |at: usize| all.get(at).and_then(|it| it.meaning);
    let stands = |it: &Word| matches!(it.meaning, Some(K::Tight | K::Spread));
    let Some(from) = all.iter().position(stands) else { return };
    let begins = from == 0 || matches!(all[from - 1].kind, Kind::Colon | Kind::Semicolon);
    let joint = from + 1 + usize::from(meaning(from + 1) == Some(K::Out));
    let joins = meaning(joint) == Some(K::And) || all.get(joint).is_some_and(|it| it.kind == Kind::Comma);
    if begins && joins && meaning(joint + 1) == Some(K::Verb(Verb::Move)) {
        words.leave_out(|_, at| at == joint);
        let end = words.all().iter().skip(joint).position(|it| it.kind == Kind::Semicolon);
        words.move_before(from, joint..end.map_or(words.all().len(), |it| joint + it));
    }
}

// `with the machine gun and also the rifles`
fn leave_out_also(words: &mut Words, names: &Names) {
    words.leave_out(|words, at| {
        let (before, also, behind) = (words.all()[..at].last(), &words.all()[at], &words.all()[at + 1..]);
        let article = usize::from(behind.first().is_some_and(Word::is_article));
        also.folded() == "also" && before.is_some_and(Word::joins) && 0 < names.weapons.find(&behind[article..]).words
    });
}

// What an ability costs, what adds nothing, and the commas around it.
fn leave_out_idle(words: &mut Words, names: &Names, has_formations: bool) {
    // Each is asked once; a comma before them asks again.
    let is_idle = |at| {
        is_cost(words, at) && is_of_ability(words, at, names)
            || adds_nothing(words, at, names) && !(has_formations && stands_in_formation(words, at))
    };
    let idle: Vec<bool> = (0..words.all().len()).map(is_idle).collect();
    // `shoots Nobz, please, and Bramble holds`
    let is_doubled = |words: &Words, at: usize| {
        let next = (at + 1..words.all().len()).find(|it| !idle[*it]);
        let is_comma = |it: usize| words.all()[it].kind == Kind::Comma;
        is_comma(at) && next.is_some_and(|it| at + 1 < it && is_comma(it))
    };
    words.leave_out(|words, at| idle[at] || is_doubled(words, at) || leads_to_end(words, at, |it| idle[it]));
}

// `hold thx gm ur the best`: what follows thanks is no order.
fn part_behind_thanks(words: &mut Words) {
    let thanks = |it: &Word| matches!(it.folded(), "thanks" | "thx" | "ty" | "thank" | "thank you" | "cheers");
    for at in 1..words.all().len() {
        if thanks(&words.all()[at - 1]) {
            words.part_before(at);
        }
    }
}

// `two tiles in the west direction`
fn merge_directions(words: &mut Words) {
    let leads = |it: &Word| it.is_article() || matches!(it.meaning, Some(K::In | K::To));
    let mut at = 1;
    while let Some(found) = words.position(at, |it| it.folded() == "direction") {
        at = found + 1;
        let way = &words.all()[found - 1];
        let Some(meaning @ K::Direction(_)) = way.meaning else { continue };
        let led = words.all()[..found - 1].iter().rev().take(2).take_while(|it| leads(it)).count();
        let written = way.folded().to_owned();
        words.merge(found - 1 - led..at, Kind::Word, Some(meaning), &written);
        at = found - led;
    }
}

// `Toll House acts first` is `Toll House: first`, whatever else it is told; so is `Toll House first: shoot Nobz`.
fn act_first(words: &mut Words, named: impl Fn(&[Word]) -> usize, told: impl Fn(&[Word]) -> usize) {
    let turn = |it: &Word| match it.folded() {
        "first" => Some(ACT_FIRST),
        "last" => Some(ACT_LAST),
        _ => None,
    };
    for at in 1..words.all().len() {
        let all = words.all();
        let [acts, next, rest @ ..] = &all[at..] else { return };
        let begins = |it: usize| it == 0 || all[it].gap.has(Gap::ENDS) || all[it - 1].kind == Kind::Semicolon;
        let is_behind_name = || (0..at).any(|it| begins(it) && told(&all[it..]) == at - it);
        if let Some(first) = turn(acts).filter(|_| next.kind == Kind::Colon && is_behind_name()) {
            words.move_before(at, at + 1..at + 2);
            words.rewrite(at + 1, first, lexicon());
            words.part_before(at + 2);
            continue;
        }
        let is_end = |it: &Word| it.joins() || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
        // `fires first at Nobz` is `fires at Nobz first`; before what is done then it is no turn.
        let attacks = matches!(acts.meaning, Some(K::Verb(Verb::Shoot | Verb::Melee | Verb::Charge)));
        let is_at = |it: &Word| matches!(it.meaning, Some(K::At | K::On));
        // `fires first at Second Draft`, where another squad is First Draft
        let is_turn = named(&all[at + 1..]) == 0 || rest.get(1..).is_some_and(|it| 0 < named(&it[articles(it)..]));
        if let Some(first) = turn(next).filter(|_| attacks && rest.first().is_some_and(is_at) && is_turn) {
            let end = at + 2 + rest.iter().position(is_end).unwrap_or(rest.len());
            if all[end..].iter().any(|it| it.means(K::Then)) {
                words.leave_out(|_, it| it == at + 1);
            } else {
                words.rewrite(at + 1, first, lexicon());
                words.move_before(at + 1, at + 2..end);
            }
            continue;
        }
        let ends = rest.first().is_none_or(is_end);
        let is_it = matches!(acts.folded(), "act" | "acts" | "go" | "goes") && ends;
        // `after Bramble goes first`
        let says_when = all[..at].iter().any(|it| matches!(it.folded(), "before" | "after" | "while" | "when"));
        let Some(first) = turn(next).filter(|_| is_it && !says_when && all[at - 1].meaning.is_none()) else { continue };
        words.rewrite(at + 1, first, lexicon());
        let is_behind_word = matches!(words.all()[at - 1].kind, Kind::Word | Kind::Quoted);
        match is_behind_word && !words.all()[at].gap.has(Gap::ENDS) {
            true => words.merge(at..at + 1, Kind::Colon, None, ""),
            false => words.leave_out(|_, it| it == at),
        }
    }
}

// `moves off the bell` goes away from it, nobody knows where; `moves off to the bell` goes there.
fn refuse_off(words: &mut Words, names: &Names) {
    for at in 0..words.all().len() {
        let Some([off, rest @ ..]) = words.all().get(at..) else { return };
        let articles = rest.iter().take_while(|it| it.is_article()).count();
        let is_off = off.meaning == Some(K::Verb(Verb::Move)) && off.folded().ends_with(" off");
        if is_off && 0 < names.objectives.find(&rest[articles..]).words {
            let written = off.folded().to_owned();
            words.merge(at..at + 1, Kind::Word, None, &written);
        }
    }
}

// `column J, row 8` is one tile.
fn merge_columns(words: &mut Words) {
    let mut at = 0;
    while let Some(found) = words.position(at, |it| matches!(it.folded(), "column" | "col")) {
        at = found + 1;
        let Some([letters, rest @ ..]) = words.all().get(at..) else { return };
        let comma = usize::from(rest.first().is_some_and(|it| it.kind == Kind::Comma));
        let Some([row, number, ..]) = rest.get(comma..) else { return };
        let tile = format!("{}{}", letters.folded(), number.folded());
        if row.folded() == "row" && looks_like_a_tile(&tile) {
            words.merge(found..at + comma + 3, Kind::Word, None, &tile);
        }
    }
}

// `s2 w3` is written like `2s3w`: two tiles have a comma between them, or a word that leads to them. Steps along one line
// would be one number.
fn merge_steps(words: &mut Words) {
    let step = |it: &Word| {
        let (way, count) = it.folded().split_at_checked(1)?;
        let is_step = "nesw".contains(way) && count.len() == 1 && count.as_bytes()[0].is_ascii_digit();
        is_step.then(|| format!("{count}{way}"))
    };
    let leads =
        |it: &Word| matches!(it.meaning, Some(K::To | K::At | K::On | K::In | K::Via | K::From | K::For | K::Place));
    let mut at = 0;
    while at < words.all().len() {
        let is_led = at.checked_sub(1).and_then(|it| words.all().get(it)).is_some_and(leads);
        let (mut steps, mut end): (Vec<String>, usize) = (Vec::new(), at);
        let is_upright = |it: &str| it.ends_with(['n', 's']);
        while let Some(next) = words.all().get(end).and_then(step).filter(|_| !is_led)
            && steps.last().is_none_or(|it| is_upright(it) != is_upright(&next))
        {
            steps.push(next);
            end += 1;
        }
        if 1 < steps.len() {
            words.merge(at..end, Kind::Word, None, &steps.concat());
        }
        at = end.max(at + 1);
    }
}

// Whatever stands between an ability and who it is for, `on` joins them; and behind the hero who has it, an ability may be a verb:
// `Varga dresses the wounds of Alpha`.
fn name_abilities(words: &mut Words, names: &Names) {
    for at in 0..words.all().len() {
        let Some(rest) = words.all().get(at..) else { break };
        let found = names.abilities.find(rest);
        let behind = at + found.words;
        // `Steady Aim – on Alpha`, `Steady Aim >> on Alpha`
        let is_arrow = |it: &&Word| it.meaning == Some(K::At) && it.folded().is_empty();
        let arrows = rest.iter().skip(found.words).take_while(is_arrow).count();
        let is_on = words.all().get(behind + arrows).is_some_and(|it| it.meaning == Some(K::On));
        if is_on && found.is_exact() {
            words.leave_out(|_, it| (behind..behind + arrows).contains(&it));
            words.unpart(behind);
        }
    }
    const PUTS: &[&str] = &["put", "lay", "set", "raise", "call", "shout", "do", "make", "cast"];
    let is_ability = |from: &[Word]| names.abilities.find(from).is_exact();
    for at in 0..words.all().len() {
        let rest = words.all().get(at..).unwrap_or_default();
        if rest.first().is_none_or(|it| it.meaning.is_some()) {
            continue;
        }
        let hero = names.casters.find(rest).words;
        let Some(behind @ [does, ..]) = rest.get(hero..).filter(|_| 0 < hero) else { continue };
        // `Tolliver puts a smoke screen on E10`
        let form = does.folded();
        let forms = [Some(form), form.strip_suffix('s'), form.strip_suffix("es")];
        let puts = forms.into_iter().flatten().any(|it| PUTS.contains(&it));
        let adds = |it: &&Word| it.is_article() || OWN.contains(&it.folded());
        let named = 1 + behind.iter().skip(1).take_while(adds).count();
        if puts && is_ability(&behind[named..]) {
            words.rewrite(at + hero, "use", lexicon());
            continue;
        }
        let verb = names.ability_verbs.find(behind);
        let [found] = verb.matches[..] else { continue };
        if let Some(name) = names.abilities.full_name(found.id).filter(|_| found.is_exact) {
            let of = usize::from(behind.get(verb.words).is_some_and(|it| it.folded() == "of"));
            words.merge(at + hero..at + hero + verb.words + of, Kind::Quoted, None, name);
        }
    }
}

// `the Alpha people hold`, where nobody is called so
fn leave_out_company(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    const COMPANY: &[&str] = &["people", "folk", "crew", "lot"];
    words.leave_out(|words, at| {
        let (all, company) = (words.all(), words.all()[at].folded());
        let is_behind_name = || (0..at).any(|start| start + told(&all[start..]) == at);
        let is_told = all.get(at + 1).is_some_and(|it| it.is_order() || it.meaning == Some(K::Telling));
        COMPANY.contains(&company) && is_told && !names.has_word(company) && is_behind_name()
    });
}

// `rest: hold` and `others hold` are `the rest: hold`, of everybody else; `Alpha: rest` is not.
fn name_the_rest(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    for at in 0..words.all().len() {
        let Some([rest, next, ..]) = words.all().get(at..) else { return };
        let before = at.checked_sub(1).and_then(|it| words.all().get(it));
        let parts = |it: &Word| it.joins() || it.kind == Kind::Semicolon;
        let begins = rest.gap.has(Gap::ENDS) || before.is_none_or(parts);
        let is_told = next.kind == Kind::Colon || next.is_order() && !next.gap.has(Gap::ENDS);
        let is_rest = matches!(rest.folded(), "rest" | "others" | "remainder") && !names.has_word(rest.folded());
        if begins && is_rest && (is_told || is_aimed(words.all(), at, names, &told)) {
            words.rewrite(at, THE_REST, lexicon());
        }
    }
}

// `MG on Nobz, rest on Gobz`: whoever is left has a target behind a weapon's.
fn is_aimed(all: &[Word], rest: usize, names: &Names, told: impl Fn(&[Word]) -> usize) -> bool {
    let leads =
        |it: &&Word| matches!(it.meaning, Some(K::Article | K::At | K::On)) || matches!(it.folded(), "of" | "them");
    let target = &all[rest + 1 + all[rest + 1..].iter().take_while(leads).count()..];
    let is_foe = 0 < names.squads.find(target).words && told(target) == 0;
    is_foe && (0..rest).any(|it| 0 < names.weapons.find(&all[it..]).words)
}

// `Rask uses Steady Aim on Alpha, and they open fire` is `…, and Alpha opens fire`.
fn they_after_ability(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    let all = words.all();
    let hero = names.casters.find(all).words;
    let uses = all.get(hero).is_some_and(|it| it.meaning == Some(K::Verb(Verb::Use)));
    let Some(they) = all.iter().position(|it| it.folded() == "they").filter(|it| 0 < hero && uses && hero < *it) else {
        return;
    };
    let does = all.get(they + 1).is_some_and(Word::is_order) && all[they - 1].joins();
    let on = (hero..they).rfind(|it| all[*it].meaning == Some(K::On));
    let who = on.map(|it| it + 1 + all[it + 1..they].iter().take_while(|it| it.is_article()).count());
    let named = who.map(|it| it..it + told(&all[it..they])).filter(|it| does && !it.is_empty());
    let only = |it: &Range<usize>| all[it.end..they].iter().all(Word::joins);
    if let Some(named) = named.filter(only) {
        words.copy(they..they + 1, named);
    }
}

// `and everybody stays close together` is `and stays close together`.
fn stand_all(words: &mut Words) {
    words.leave_out(|words, at| {
        let all = words.all();
        let stands = all.get(at + 1).is_some_and(|it| matches!(it.meaning, Some(K::Tight | K::Spread | K::Cover)));
        // `, and to stay tight`
        stands && matches!(all[at].meaning, Some(K::All | K::To)) && all[..at].last().is_some_and(Word::joins)
    });
}

// `shoot Nobz, -> K9`
fn move_on_arrow(words: &mut Words) {
    for at in 1..words.all().len() {
        let Some([joint, arrow, tile, ..]) = words.all().get(at - 1..) else { return };
        // Of one letter are `@` and `>`.
        let is_arrow = arrow.meaning == Some(K::At) && arrow.folded().is_empty() && 1 < arrow.span.len();
        if is_arrow && joint.joins() && looks_like_a_tile(tile.folded()) {
            words.merge_as(at..at + 1, "move", lexicon());
        }
    }
}

// `Kestrel: hmg First Draft, rifles Second Draft` is `Kestrel: hmg at First Draft, rifles at Second Draft`.
fn aim_at_once(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize) {
    let is_mark = |it: &Word| matches!(it.kind, Kind::Comma | Kind::Colon);
    let mut at = 0;
    while at < words.all().len() {
        let all = words.all();
        let begins = at == 0 || all[at].gap.has(Gap::ENDS) || all[at - 1].kind == Kind::Semicolon;
        let own = if begins { told(&all[at..]) } else { 0 };
        let mark = all.get(at + own).is_some_and(is_mark);
        let mut weapon = (0 < own).then_some(at + own + usize::from(mark));
        at += own.max(1);
        while let Some(place) = weapon {
            weapon = aim_one(words, names, &told, place);
            at = weapon.unwrap_or(at);
        }
    }
}

// Aims one weapon at the foe behind it, and says where the next may stand.
fn aim_one(words: &mut Words, names: &Names, told: impl Fn(&[Word]) -> usize, weapon: usize) -> Option<usize> {
    let all = words.all();
    let foe_at = |from: &[Word]| if told(from) == 0 { names.squads.find(from).words } else { 0 };
    // `machine gun`, where somebody is called Sowing Machine
    let weapon_at = |from: &[Word]| {
        let weapons = names.weapons.find(from).words;
        if names.squads.find(from).words < weapons { weapons } else { 0 }
    };
    let length = weapon_at(all.get(weapon..)?);
    let comma = weapon + length;
    let is_comma = all.get(comma).is_some_and(|it| it.kind == Kind::Comma);
    let foe = comma + usize::from(is_comma);
    let found = all.get(foe..).filter(|_| 0 < length).map_or(0, foe_at);
    let behind = all.get(foe + found..)?;
    let is_parted = all[weapon..foe + found].iter().skip(1).any(|it| it.gap.has(Gap::ENDS));
    // `Alpha: hmg First Draft, Second Draft`: nobody knows with what at the second.
    let more = behind.iter().take_while(|it| it.joins()).count();
    let names_another = 0 < more && 0 < foe_at(&behind[more..]) && weapon_at(&behind[more..]) == 0;
    if found == 0 || is_parted || names_another {
        return None;
    }
    match is_comma {
        true => words.merge_as(comma..foe, "at", lexicon()),
        false => words.insert(foe, "at", lexicon()),
    }
    Some(comma + 1 + found + more)
}

// `and Mina is using Fix Bayonets` is `and Mina uses Fix Bayonets`.
fn use_at_once(words: &mut Words, names: &Names) {
    for at in 0..words.all().len() {
        let Some(rest @ [first, ..]) = words.all().get(at..) else { return };
        let hero = if first.meaning.is_none() { names.casters.find(rest).words } else { 0 };
        if let Some([is, uses, ..]) = rest.get(hero..).filter(|_| 0 < hero)
            && is.folded() == "is"
            && uses.folded() == "using"
        {
            words.merge_as(at + hero..at + hero + 2, "uses", lexicon());
        }
    }
}

// `shoot Nobz, over`, as radio operators end what they say.
fn end_with_over(words: &mut Words) {
    for at in 0..words.all().len() {
        let ends = words.all().get(at + 1).is_none_or(|it| it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS));
        if ends && words.all()[at].folded() == "over" {
            words.merge(at..at + 1, Kind::Word, Some(Keyword::Polite), "over");
        }
    }
}

// `move to J8, but first shoot Nobz`: what follows isn't left out. `anybody but First Draft` is somebody's name.
fn join_by_but(words: &mut Words, names: &Names) {
    let mut at = 0;
    while let Some(but) = words.position(at, |it| it.meaning == Some(Keyword::Never(Never::But))) {
        at = but + 1;
        let goes_on = words.all().get(at).is_some_and(|it| {
            let is_verb = it.meaning.is_some_and(|it| it.is_verb() && it != Keyword::Verb(Verb::Cancel));
            is_verb || matches!(it.folded(), "first" | "also" | "then")
        });
        let is_name = || 1 < names.squads.find(&words.all()[at..]).words;
        if goes_on && !is_name() {
            words.merge(but..but + 1, Kind::Word, Some(Keyword::And), AND_BUT);
        }
    }
}

// `shoot Nobz, but use only the rifles` is `shoot Nobz, with rifles`. Behind a "but" it is a weapon that isn't there.
fn shoot_with_what_is_used(words: &mut Words, names: &Names) {
    let is_only = |it: &Word| matches!(it.folded(), "only" | "alone");
    let ends = |it: &Word| it.joins() || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
    let is_weapon = |it: &[Word]| 0 < names.weapons.find(it).words && names.squads.find(it).words == 0;
    for at in 1..words.all().len() {
        let Some(([before @ .., joint], [uses, rest @ ..])) = words.all().split_at_checked(at) else { return };
        let adds = |it: &&Word| it.is_article() || OWN.contains(&it.folded()) || is_only(it);
        let led = rest.iter().take_while(adds).count();
        let weapon = led + names.weapons.find(&rest[led..]).words;
        // `use the rifles only`
        let behind = weapon + usize::from(led < weapon && rest.get(weapon).is_some_and(is_only));
        let is_whole = led < weapon && rest.get(behind).is_none_or(ends);
        let says_but = joint.folded() == AND_BUT;
        let is_but = says_but && weapon == led && names.abilities.find(rest).words == 0;
        let is_apart = joint.joins() || uses.gap.has(Gap::ENDS);
        let verb = before.iter().rposition(Word::is_order).filter(|it| before[*it].means(K::Verb(Verb::Shoot)));
        let Some(verb) = verb.filter(|_| matches!(uses.folded(), "use" | "uses") && is_apart && (is_whole || is_but))
        else {
            continue;
        };
        let begins = before[..verb].iter().rposition(ends).map_or(0, |it| it + 1);
        // `shoot Nobz with the LMG but use rifles`: beside it, or in its place?
        if says_but && (begins..before.len()).any(|it| before[it].means(K::With) || is_weapon(&before[it..])) {
            words.merge(at - 1..at, Kind::Word, Some(K::Never(Never::But)), "but");
            continue;
        }
        words.leave_out(|_, it| (at + 1 + weapon..at + 1 + behind).contains(&it));
        words.merge_as(at..at + 1 + led, "with", lexicon());
    }
}

// `take Nobz under fire` is a verb in two parts.
fn take_under_fire(words: &mut Words) {
    const TAKES: &[&str] = &["take", "takes", "taking", "put", "puts", "putting", "keep", "keeps", "bring", "brings"];
    while let Some(fire) = words.position(0, |it| it.meaning == Some(Keyword::UnderFire)) {
        let before = words.all().get(..fire).unwrap_or_default();
        let Some(verb) = before.iter().rposition(|it| TAKES.contains(&it.folded())) else { return };
        let folded = before[verb].folded().to_owned();
        words.merge(verb..verb + 1, Kind::Word, Some(Keyword::Verb(Verb::Shoot)), &folded);
        words.leave_out(|_, at| at == fire);
    }
}

// `gives Nobz a long burst` is `shoots Nobz`. A formation's volley is more than that.
fn give_volleys(words: &mut Words, names: &Names, has_formations: bool) {
    const GIVES: &[&str] = &["give", "gives", "giving", "send", "sends", "sending"];
    const VOLLEYS: &[&str] =
        &["burst", "salvo", "broadside", "barrage", "round", "rounds", "fusillade", "magazine", "shot", "shots"];
    const OF: &[&str] = &["fire", "rifle", "shot", "lead", "bullets"];
    const DESCRIBING: &[&str] =
        &["good", "long", "short", "full", "quick", "sharp", "single", "steady", "few", "couple", "of"];
    let is_volley = |it: &Word| VOLLEYS.contains(&it.folded()) || it.folded() == "volley" && !has_formations;
    for at in 0..words.all().len() {
        let Some([gives, rest @ ..]) = words.all().get(at..) else { return };
        if !GIVES.contains(&gives.folded()) {
            continue;
        }
        let articles = |rest: &[Word]| rest.iter().take_while(|it| it.is_article()).count();
        let before = articles(rest);
        let whom = before + names.squads.find(&rest[before..]).words;
        let behind = whom + articles(&rest[whom..]);
        let described = rest[behind..].iter().take_while(|it| DESCRIBING.contains(&it.folded()));
        let noun = behind + described.count();
        // `gives Nobz everything it has`
        let is_all = rest.get(whom).is_some_and(|it| it.folded().starts_with("everything"));
        let having = rest.iter().skip(whom + 1).take_while(|it| HAVING.contains(&it.folded())).count();
        if before < whom && is_all && gives.folded().starts_with("give") {
            words.rewrite(at, "shoot", lexicon());
            words.leave_out(|_, it| (at + 1 + whom..=at + 1 + whom + having).contains(&it));
        } else if before < whom && whom < behind && rest.get(noun).is_some_and(is_volley) {
            let of =
                rest.get(noun + 1..noun + 3).is_some_and(|it| it[0].folded() == "of" && OF.contains(&it[1].folded()));
            words.rewrite(at, "shoot", lexicon());
            words.leave_out(|_, it| (at + 1 + whom..=at + 1 + noun + 2 * usize::from(of)).contains(&it));
        }
    }
}

// `drops its mortar bombs on the Boyz` is `shoots with its mortar on the Boyz`.
fn drop_shells(words: &mut Words, names: &Names) {
    const DROPS: &[&str] = &["drop", "lob", "put", "rain", "send"];
    const SHELLS: &[&str] = &["bomb", "shell", "round", "shot"];
    const ON: &[&str] = &["on", "onto", "into", "at"];
    const COUNTS: &[&str] = &["couple", "few", "some", "of"];
    let is_one = |it: &Word, of: &[&str]| of.contains(&it.folded().strip_suffix('s').unwrap_or(it.folded()));
    for at in 0..words.all().len() {
        let Some([drops, rest @ ..]) = words.all().get(at..) else { return };
        let adds = |it: &&Word| it.is_article() || OWN.contains(&it.folded()) || COUNTS.contains(&it.folded());
        let led = rest.iter().take_while(adds).count();
        let shells = led + names.weapons.find(&rest[led..]).words;
        let on = shells + usize::from(rest.get(shells).is_some_and(|it| is_one(it, SHELLS)));
        let is_on = rest.get(on).is_some_and(|it| ON.contains(&it.folded()));
        if is_one(drops, DROPS) && led < shells && is_on {
            // `shoots on the Boyz with its mortar`
            words.rewrite(at, "shoot", lexicon());
            words.leave_out(|_, it| {
                (at + 1..at + 1 + led).contains(&it) || (at + 1 + shells..at + 1 + on).contains(&it)
            });
        }
    }
}

// `move up 3 tiles east`, where `up` is no way.
fn move_up(words: &mut Words) {
    let is_way = |it: &Word| matches!(it.meaning, Some(Keyword::Direction(_)));
    for at in 1..words.all().len() {
        let [verb, up, number, rest @ ..] = &words.all()[at - 1..] else { return };
        let steps = rest.iter().take_while(|it| it.meaning == Some(Keyword::Step)).count();
        let is_told = verb.meaning == Some(Keyword::Verb(Verb::Move)) && up.folded() == "up";
        if is_told && number.number().is_some() && rest.get(steps).is_some_and(is_way) {
            words.leave_out(|_, it| it == at);
        }
    }
}

// `rolls to Q16 with its guns firing at the Boyz` is `rolls to Q16 firing at the Boyz with its guns`.
fn fire_beside(words: &mut Words, names: &Names) {
    for at in 1..words.all().len() {
        let Some([with, rest @ ..]) = words.all().get(at..) else { return };
        let led = rest.iter().take_while(|it| it.is_article() || OWN.contains(&it.folded())).count();
        let verb = led + names.weapons.find(&rest[led..]).words;
        let Some(fires) = rest.get(verb).filter(|_| with.meaning == Some(Keyword::With) && led < verb) else {
            continue;
        };
        let is_it = fires.meaning == Some(Keyword::Verb(Verb::Shoot)) && fires.folded().ends_with("ing");
        let leads = |it: &&Word| it.is_article() || matches!(it.meaning, Some(Keyword::At | Keyword::On));
        let foe = verb + 1 + rest.iter().skip(verb + 1).take_while(leads).count();
        let end = foe + rest.get(foe..).map_or(0, |it| names.squads.find(it).words);
        if is_it && foe < end {
            words.move_before(at, at + 1 + verb..at + 1 + end);
        }
    }
}

// A verb between quotes is a verb, and a tile is a tile; but not what somebody says behind an order: `Alpha moves to D7. "Hold!"`
fn unquote(words: &mut Words, names: &Names) {
    let is_apart = |words: &Words, at: usize| {
        let ends = |at: usize| words.all().get(at).is_none_or(|it| it.gap.has(Gap::ENDS) || it.kind == Kind::Semicolon);
        0 < at && (ends(at) || words.all()[at - 1].kind == Kind::Semicolon) && ends(at + 1)
    };
    for at in 0..words.all().len() {
        let Some(word) = words.all().get(at).filter(|it| it.kind == Kind::Quoted && !is_apart(words, at)) else {
            continue;
        };
        let folded = word.folded();
        let meaning = lexicon().meaning(folded).filter(|it| it.is_verb());
        let is_name = || names.tables().iter().any(|it| it.full_names().any(|it| it == folded));
        if (meaning.is_some() || looks_like_a_tile(folded)) && !is_name() {
            let folded = folded.to_owned();
            words.merge(at..at + 1, Kind::Word, meaning, &folded);
        }
    }
}

// `, please` and `, 1 CP` at the end: a comma that promises no more.
fn leads_to_end(words: &Words, at: usize, is_idle: impl Fn(usize) -> bool) -> bool {
    const WORDS_MAX: usize = 3;
    let mut behind = at + 1..words.all().len();
    words.all().get(at).is_some_and(|it| it.kind == Kind::Comma)
        && (1..=WORDS_MAX).contains(&behind.len())
        && behind.all(is_idle)
}

// `move to J8; take cover`: how to stand there, and no order by itself.
fn is_how_to_stand(words: &Words, from: usize) -> bool {
    let meaning = |at: usize| words.all().get(at).and_then(|it| it.meaning);
    let leads = usize::from(matches!(meaning(from), Some(Keyword::Take | Keyword::In)));
    let stands = matches!(meaning(from + leads), Some(Keyword::Cover | Keyword::Tight | Keyword::Spread));
    let after = from + leads + 1 + usize::from(meaning(from + leads + 1) == Some(Keyword::Out));
    stands && words.all().get(after).is_none_or(|it| it.kind == Kind::Semicolon)
}

fn adds_nothing(words: &Words, at: usize, names: &Names) -> bool {
    let word = &words.all()[at];
    match word.meaning {
        _ if leads_to_ability(words, at) => true,
        None => is_behind_verb(words, at),
        // `the rifles start shooting`
        Some(Keyword::Telling) => {
            const BEGINS: &[&str] = &["start", "starts", "begin", "begins", "commence", "commences"];
            let next = words.all().get(at + 1);
            BEGINS.contains(&word.folded()) && next.is_some_and(|it| it.is_order() && it.folded().ends_with("ing"))
        }
        // `goes then to K9`, `goes now to K9`, where an ability is called `Volley, Now!`
        Some(Keyword::Polite | Keyword::Then) if leads_to_place(words, at) => true,
        Some(Keyword::Polite) => {
            !names.has_word(word.folded()) && !leads_forward(words, at) && !adds_weapon(words, at, names)
        }
        Some(Keyword::Squad) => is_called_out(words, at) && !names.has_word(word.folded()),
        // `quickly and quietly`
        Some(Keyword::And) => {
            let is_polite = |it: Option<&Word>| it.is_some_and(|it| it.meaning == Some(Keyword::Polite));
            let before = &words.all()[..at];
            // `Alpha keeps its head down and shoots`
            let begins = || words.all().get(at + 1).is_some_and(Word::is_order) && !before.iter().any(Word::is_order);
            is_polite(before.last()) && (is_polite(words.all().get(at + 1)) || begins())
        }
        Some(Keyword::Number) => leads_to_number(words, at),
        Some(Keyword::Never(Never::Negation)) => word.folded() == "no" && is_numero(words, at, names),
        _ => false,
    }
}

// `stand in formation`: what to stand in.
fn stands_in_formation(words: &Words, at: usize) -> bool {
    let stands = words.all()[..at].last().is_some_and(|it| it.meaning == Some(Keyword::Verb(Verb::Hold)));
    stands && words.all()[at].folded() == IN_FORMATION
}

// Whether the order that a cost stands in is about an ability: beside another verb it says something that isn't understood.
fn is_of_ability(words: &Words, at: usize, names: &Names) -> bool {
    let all = words.all();
    let ends = |it: &Word| it.kind == Kind::Semicolon;
    let start = all[..at].iter().rposition(ends).map_or(0, |it| it + 1);
    let end = all[at..].iter().position(ends).map_or(all.len(), |it| at + it);
    let order = &all[start..end];
    let is_cp = |it: &Word| it.folded().ends_with("cp");
    let verbs = || order.iter().filter(|it| !is_cp(it)).filter_map(|it| it.meaning?.verb());
    let names_one = || (0..order.len()).any(|it| names.abilities.find(&order[it..]).is_exact());
    order.iter().any(is_cp) && (verbs().next().is_none() || verbs().any(|it| it == Verb::Use) || names_one())
}

// `1 CP`, `1cp`, `for 1 CP`: what an ability costs, nobody chooses.
fn is_cost(words: &Words, at: usize) -> bool {
    let folded = |at: usize| words.all().get(at).map_or("", |it| it.folded());
    let is_number = |at: usize| value(folded(at)).is_some();
    let begins = |at: usize| {
        folded(at).strip_suffix("cp").is_some_and(|it| value(it).is_some()) || folded(at + 1) == "cp" && is_number(at)
    };
    // `CP 1: Steady Aim`
    if is_number(at) && at.checked_sub(1).is_some_and(|it| folded(it) == "cp") {
        return true;
    }
    let has_for = words.all().get(at).is_some_and(|it| it.meaning == Some(Keyword::For));
    begins(at) || folded(at) == "cp" && at.checked_sub(1).is_some_and(is_number) || has_for && begins(at + 1)
}

// `CP: Steady Aim`, `spend 1 CP on Steady Aim`
fn leads_to_ability(words: &Words, at: usize) -> bool {
    let (before, leads) = (&words.all()[..at], &words.all()[at]);
    let is_use = |(n, it): (usize, &Word)| it.meaning == Some(Keyword::Verb(Verb::Use)) || is_cost(words, n);
    (leads.kind == Kind::Colon || leads.meaning == Some(Keyword::On))
        && !before.is_empty()
        && before.iter().enumerate().all(is_use)
}

// `shoot: Nobz; move: J8`: a verb by itself, and a colon.
fn is_behind_verb(words: &Words, at: usize) -> bool {
    let [before @ .., verb] = words.all().get(..at).unwrap_or_default() else { return false };
    let parts = |it: &Word| it.kind == Kind::Semicolon || it.meaning == Some(Keyword::Then);
    words.all().get(at).is_some_and(|it| it.kind == Kind::Colon)
        && before.last().is_none_or(parts)
        && verb.meaning.is_some_and(Keyword::is_verb)
}

// `Boyz no. 2`, `Boyz no 2` where some are called so: else it is a negation.
fn is_numero(words: &Words, at: usize, names: &Names) -> bool {
    let (Some(named), Some(number)) = (words.all()[..at].last(), words.all().get(at + 1)) else { return false };
    let is_called_so = |name: &str| {
        name.split(' ').next_back() == Some(number.folded()) && name.split(' ').any(|it| it == named.folded())
    };
    named.meaning.is_none()
        && leads_to_number(words, at)
        && (number.gap.has(Gap::STOP) || names.tables().iter().any(|it| it.full_names().any(is_called_so)))
}

// `, machine gun as well`
fn adds_weapon(words: &Words, at: usize, names: &Names) -> bool {
    let before = &words.all()[..at];
    let ends_weapon = |start: usize| names.weapons.find(&before[start..]).words == at - start;
    TOO.contains(&words.all()[at].folded()) && (0..at).any(ends_weapon)
}

// `goes now to K9`
fn leads_to_place(words: &Words, at: usize) -> bool {
    let goes = words.all()[..at].last().is_some_and(|it| it.meaning == Some(Keyword::Verb(Verb::Move)));
    goes && words.all().get(at + 1).is_some_and(|it| it.meaning == Some(Keyword::To))
}

// `forward 3`, `3 tiles forward`: nobody knows which way that is.
fn leads_forward(words: &Words, at: usize) -> bool {
    let counts = |it: &Word| it.meaning == Some(Keyword::Step) || value(it.folded()).is_some();
    matches!(words.all()[at].folded(), "forward" | "forwards" | "ahead" | "onward" | "onwards")
        && (leads_to_number(words, at) || words.all()[..at].last().is_some_and(counts))
}

// `shoot Nobz, lads!`
fn is_called_out(words: &Words, at: usize) -> bool {
    let is_last = words.all().get(at + 1).is_none_or(|it| it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS));
    is_last && words.all()[..at].last().is_some_and(|it| it.kind == Kind::Comma)
}

// `Boyz number 2`
fn leads_to_number(words: &Words, at: usize) -> bool {
    let next = words.all().get(at + 1).map_or("", Word::folded);
    next.starts_with(|it: char| it.is_ascii_digit()) || value(next).is_some()
}
