//! Arranges the words of a line: phrases, ways to stand, and words that add nothing.

use std::ops::Range;

use crate::post::arrange::{
    AIM, BY_PLACE, LEGS, MANNERS, MARKS, join_parted, lead_to_tiles, merge_phrases, read_empty_fields, reorder,
    strip_around_addressee,
};
use crate::post::english::{Never, TOO};
use crate::post::grammar::Grammar;
use crate::post::idioms::{Idioms, some};
use crate::post::names::Table;
use crate::post::numbers::value;
use crate::post::repeat::do_the_same;
use crate::post::requests::grant_requests;
use crate::post::surplus::{DOUBTS, ECHOES, denials_to_holds};
use crate::post::words::{Gap, articles, looks_like_a_tile};

use super::clause::OrderGrammar;
use super::keywords::{ACT_FIRST, ACT_LAST, AND_BUT, HAVING, HOLD, IN_FORMATION, Keyword, Keyword as K, lexicon};
use super::verbs::Verb;
use super::{Kind, Names, Word, Words};

/// Arranges the words of a line, in which names are single words by now.
pub(super) fn arrange(grammar: &OrderGrammar<'_>, words: &mut Words) {
    let (names, has_formations) = (grammar.names, grammar.battle.has_formations());
    let is = |verb: Verb| move |it: &Word| it.meaning == Some(K::Verb(verb));
    let told = |from: &[Word]| grammar.addressee_at(from);
    let named = |from: &[Word]| names.squads.find(from).words;
    MARKS.rewrite(grammar, words);
    BY_PLACE.rewrite(grammar, words);
    join_parted(words, lexicon(), named);
    LEGS.rewrite(grammar, words);
    lead_to_tiles(grammar, words);
    unquote(words, names);
    ABILITIES.rewrite(grammar, words);
    name_abilities(words, names);
    merge_phrases(words, lexicon(), &names.tables());
    WHO.rewrite(grammar, words);
    they_after_ability(words, names, told);
    STANCES_AND_ARROWS.rewrite(grammar, words);
    DOUBTS.rewrite(grammar, words);
    strip_around_addressee(grammar, words);
    MANNERS.rewrite(grammar, words);
    grant_requests(grammar, words);
    // An ability isn't among them: in `use Steady Aim on Alpha, no moving` a hold would take back what Alpha was told
    // to shoot.
    let acts_or_holds = |it: &Word| acts(it) || it.means(HOLD);
    denials_to_holds(words, (HOLD, "hold"), is(Verb::Move), acts_or_holds, told);
    denials_to_holds(words, (HOLD, "hold"), is(Verb::Shoot), acts_or_holds, told);
    // `only shoot Nobz` is `hold. shoot Nobz`: it takes back what the squad was told before.
    static ONLY: Idioms = Idioms::new(&["only=hold .{only_act}"]);
    ONLY.rewrite(grammar, words);
    AIM.rewrite(grammar, words);
    ECHOES.rewrite(grammar, words);
    // `move to J8; take cover` is one order.
    static HOW_TO_STAND: Idioms = Idioms::new(&["SEMICOLON=, TAKE|IN? TIGHT|SPREAD|COVER OUT? CLOSE"]);
    HOW_TO_STAND.rewrite(grammar, words);
    read_empty_fields(words, HOLD, Word::is_order, acts, told);
    do_the_same(grammar, words);
    TURNS.rewrite(grammar, words);
    act_first(words, named);
    merge_columns(words);
    merge_steps(words);
    ORDERS.rewrite(grammar, words);
    reorder(grammar, words, |it| it.meaning.is_some_and(Keyword::is_verb));
    IDLE.rewrite(grammar, words);
    leave_out_idle(words, names, has_formations);
}

/// How many words from a place on are of this class. The rows below name the classes.
pub(super) fn class_at(grammar: &OrderGrammar<'_>, class: &str, all: &[Word], at: usize) -> Option<usize> {
    let (names, from) = (grammar.names, all.get(at..)?);
    let first = from.first()?;
    let named = |it: &Table| some(it.find(from).words);
    let is_arrow = first.meaning == Some(K::At) && first.folded().is_empty();
    let is_it = match class {
        "named" => return named(&names.squads),
        "place" => return named(&names.objectives),
        "any_weapon" => return named(&names.weapons),
        // `machine gun` is a weapon, even if a squad is called Sowing Machine.
        "weapon" => return named(&names.weapons).filter(|it| names.squads.find(from).words < *it),
        "hero" => return named(&names.casters).filter(|_| first.meaning.is_none()),
        "ability" => return named(&names.abilities).filter(|_| names.abilities.find(from).is_exact()),
        "another" => return is_another(grammar, from).then_some(0),
        "unsaid" => return is_unsaid(&all[..at]).then_some(0),
        "arrow" => is_arrow,
        // `@` and `>` have one letter.
        "long_arrow" => is_arrow && 1 < first.span.len(),
        "but" => first.folded() == AND_BUT,
        "goes" => first.meaning == Some(K::Verb(Verb::Move)),
        "off" => first.meaning == Some(K::Verb(Verb::Move)) && first.folded().ends_with(" off"),
        "shooting" => first.meaning == Some(K::Verb(Verb::Shoot)) && first.folded().ends_with("ing"),
        "volley" => first.folded() == "volley" && !grammar.battle.has_formations(),
        "only_act" => {
            let behind = &from[1..];
            // `only move 2 tiles`, `only shoot Nobz with the rifles`: "only" is about how far, or with what.
            let is_how = behind.first().and_then(Word::number).is_some() || behind.iter().any(|it| it.means(K::With));
            // `only shoot Alpha at Nobz`: "only" is about Alpha.
            let is_for_other = 0 < grammar.addressee_at(behind);
            acts(first) && !is_how && !is_for_other && !all[..at].iter().skip(1).any(Word::is_order)
        }
        "further" => {
            let acts = first.meaning.is_some_and(|it| it.is_verb() && it != K::Verb(Verb::Cancel));
            (acts || matches!(first.folded(), "first" | "also" | "then")) && names.squads.find(from).words <= 1
        }
        "having" => HAVING.contains(&first.folded()),
        "way" => matches!(first.meaning, Some(K::Direction(_))),
        _ => unreachable!("no row asks for {class}"),
    };
    is_it.then_some(1)
}

// `, Second Draft` behind `Alpha: hmg First Draft`: nobody knows which weapon fires at the second.
fn is_another(grammar: &OrderGrammar<'_>, from: &[Word]) -> bool {
    let behind = from.iter().take_while(|it| it.joins()).count();
    let class = |it: &str| class_at(grammar, it, from, behind);
    0 < behind && class("named").is_some() && grammar.addressee_at(&from[behind..]) == 0 && class("weapon").is_none()
}

// Whether what follows is about the squad that was named right before. In `after Bramble goes first` it says when.
fn is_unsaid(before: &[Word]) -> bool {
    before.last().is_some_and(|it| it.meaning.is_none() && matches!(it.kind, Kind::Word | Kind::Quoted))
        && !before.iter().any(|it| matches!(it.folded(), "before" | "after" | "while" | "when"))
}

static ABILITIES: Idioms = Idioms::new(&[
    // `Steady Aim – on Alpha`, `Steady Aim >> on Alpha`
    "{ability} -{arrow}* ~ON",
    // `Tolliver puts a smoke screen on E10`
    "{hero} put|puts|lay|lays|set|sets|raise|raises|call|calls|shout|shouts|do|does|make|makes|cast|casts=use ARTICLE|OWN* {ability}",
    // `and Mina is using Fix Bayonets`
    "{hero} &is using=uses",
]);

static WHO: Idioms = Idioms::new(&[
    // `rest: hold`, `others hold`: everybody else. But `Alpha: rest` is an order to hold.
    "START NAMELESS rest|others|remainder=the_rest COLON|ORDER",
    // `MG on Nobz, rest on Gobz`
    "{weapon} ... START NAMELESS rest|others|remainder=the_rest ARTICLE|AT|ON|of|them* FOE",
    // `Kestrel: hmg First Draft, rifles Second Draft`
    "SENTENCE TOLD COMMA|COLON? {weapon} COMMA?=at FOE !{another}",
    "{weapon} at FOE JOINT+ {weapon} COMMA?=at FOE !{another}",
    // `the Alpha people hold`, where nobody is called so
    "TOLD NAMELESS -people|folk|crew|lot ORDER|TELLING",
]);

static STANCES_AND_ARROWS: Idioms = Idioms::new(&[
    // `and everybody stays close together`, `, and to stay tight`
    "JOINT -ALL|TO TIGHT|SPREAD|COVER",
    // `shoot Nobz, -> K9`
    "JOINT {long_arrow}=move TILE",
]);

/// When squads act: `Toll House acts first` becomes `Toll House: first`, whatever else Toll House is told.
static TURNS: Idioms = Idioms::new(&[
    // `moves off the bell` leads away from it, and nobody knows where to. `moves off to the bell` leads there.
    "{off}=off ARTICLE* {place}",
    // `Toll House first: shoot Nobz`
    "SENTENCE TOLD first=: COLON=act_first .ANY",
    "SENTENCE TOLD last=: COLON=act_last .ANY",
    "SENTENCE|COMMA -act|acts|go|goes first=act_first END",
    "SENTENCE|COMMA -act|acts|go|goes last=act_last END",
    "{unsaid} act|acts|go|goes=: first=act_first END",
    "{unsaid} act|acts|go|goes=: last=act_last END",
]);

static ORDERS: Idioms = Idioms::new(&[
    // `move to J8, but first shoot Nobz`: this `but` leaves nobody out. In `anybody but First Draft` a name follows.
    "but=and_but {further}",
    // `two tiles in the west direction`
    "-ARTICLE|IN|TO* {way} -direction",
    // `shoot Nobz with the LMG but use rifles`: nobody knows whether the rifles fire as well, or instead.
    "WITH|{weapon} INNER* {but}=but use|uses ARTICLE|OWN|only|alone* {any_weapon}",
    // `shoot Nobz, but use only the rifles` is `shoot Nobz, with rifles`. If a "but" leads to neither a weapon nor an
    // ability, it is read as a weapon that the squad doesn't have.
    "SHOOT .. JOINT use|uses=with -ARTICLE|OWN|only|alone* {any_weapon} -only|alone? END",
    "SHOOT ... SENTENCE use|uses=with -ARTICLE|OWN|only|alone* {any_weapon} -only|alone? END",
    "SHOOT .. {but} use|uses=with -ARTICLE|OWN|only|alone* !{any_weapon}|{ability}",
    // `take Nobz under fire`
    "take|takes|taking|put|puts|putting|keep|keeps|bring|brings=target .. -UNDER_FIRE",
    // `gives Nobz everything it has`, `gives Nobz a long burst`. The volley of a formation is an order of its own.
    "give|gives|giving=shoot ARTICLE* {named} -everything|everything_they_can|everything_we_can|everything_you_can|everything_it_can -{having}*",
    "give|gives|giving|send|sends|sending=shoot ARTICLE* {named} -ARTICLE+ \
     -good|long|short|full|quick|sharp|single|steady|few|couple|of* \
     -burst|salvo|broadside|barrage|round|rounds|fusillade|magazine|shot|shots|{volley} -of? -fire|rifle|shot|lead|bullets?",
    // `drops its mortar bombs on the Boyz`
    "drop|drops|lob|lobs|put|puts|rain|rains|send|sends=shoot -ARTICLE|OWN|couple|few|some|of* {weapon} \
     -bomb|bombs|shell|shells|round|rounds|shot|shots? on|onto|into|at",
    // `move up 3 tiles east`, where `up` is no way
    "MOVE -up NUMBER STEP* {way}",
    // `rolls to Q16 with its guns firing at the Boyz`
    "WITH ARTICLE|OWN* {weapon} <{shooting} <ARTICLE|AT|ON* <{named}",
    // `shoot Nobz, over`, as radio operators end what they say
    "-COMMA? -over CLOSE",
    // `from C4 move to J8`, `via C4 move to J8`
    "FROM|VIA TILE <MOVE",
    // `spread out and move to J8`
    "SENTENCE TIGHT|SPREAD OUT? -JOINT <MOVE <INNER*",
]);

static IDLE: Idioms = Idioms::new(&[
    // `hold thx gm ur the best`: what follows thanks is no order.
    "thanks|thx|ty|thank|thank_you|cheers .ANY",
    // `with the machine gun and also the rifles`
    "JOINT -also ARTICLE? {any_weapon}",
    // `shoot: Nobz; move: J8`
    "START ORDER -COLON",
    // `the rifles start shooting`
    "-start|starts|begin|begins|commence|commences DOING",
    // `goes then to K9`, `goes now to K9`, where an ability is called `Volley, Now!`
    "MOVE -POLITE|THEN TO",
    // `shoot Nobz, lads!`
    "-COMMA NAMELESS -SQUAD CLOSE",
    // `Boyz number 2`
    "-NUM NUMBER",
]);

// Whether a word is a verb for what a squad does with its weapons or on its feet.
fn acts(word: &Word) -> bool {
    use Verb::{Attack, Charge, Disengage, Melee, Move, Seize, Shoot};
    matches!(word.meaning, Some(K::Verb(Shoot | Melee | Charge | Attack | Move | Seize | Disengage)))
}

// Leaves out the cost of an ability, words that add nothing, and the commas around both.
fn leave_out_idle(words: &mut Words, names: &Names, has_formations: bool) {
    // Each word is asked once, because the commas before it ask again.
    let is_idle = |at| {
        is_cost(words, at) && is_of_ability(words, at, names)
            || adds_nothing(words, at, names) && !(has_formations && is_end_of_stand_in_formation(words, at))
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

// `fires first at Nobz` becomes `fires at Nobz first`. Before a `then` it isn't about turns, and `first` is left out.
fn act_first(words: &mut Words, named: impl Fn(&[Word]) -> usize) {
    let is_end = |it: &Word| it.joins() || it.kind == Kind::Semicolon || it.gap.has(Gap::ENDS);
    for at in 1..words.all().len() {
        let [attacks, next, lead, rest @ ..] = &words.all()[at - 1..] else { return };
        let turn = match next.folded() {
            "first" => ACT_FIRST,
            "last" => ACT_LAST,
            _ => continue,
        };
        let attacks = matches!(attacks.meaning, Some(K::Verb(Verb::Shoot | Verb::Melee | Verb::Charge)));
        // `fires first at Second Draft`, where another squad is First Draft
        let is_turn = named(&words.all()[at..]) == 0 || 0 < named(&rest[articles(rest)..]);
        if !attacks || !is_turn || !matches!(lead.meaning, Some(K::At | K::On)) {
            continue;
        }
        let end = at + 2 + rest.iter().position(is_end).unwrap_or(rest.len());
        if words.all()[end..].iter().any(|it| it.means(K::Then)) {
            words.cut(at..at + 1);
        } else {
            words.rewrite(at, turn, lexicon());
            words.move_before(at, at + 1..end);
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

// `s2 w3` becomes `2s3w`: two tiles would have a comma between them, or a word that leads to them. Steps along one line
// aren't merged, because people write those as one number.
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

// Behind a hero an ability may be a verb: `Varga dresses the wounds of Alpha`.
fn name_abilities(words: &mut Words, names: &Names) {
    for at in 0..words.all().len() {
        let Some(rest @ [first, ..]) = words.all().get(at..) else { return };
        let hero = if first.meaning.is_none() { names.casters.find(rest).words } else { 0 };
        let Some(behind) = rest.get(hero..).filter(|_| 0 < hero) else { continue };
        let verb = names.ability_verbs.find(behind);
        let [found] = verb.matches[..] else { continue };
        if let Some(name) = names.abilities.full_name(found.id).filter(|_| found.is_exact) {
            let of = usize::from(behind.get(verb.words).is_some_and(|it| it.folded() == "of"));
            words.merge(at + hero..at + hero + verb.words + of, Kind::Quoted, None, name);
        }
    }
}

// `Rask uses Steady Aim on Alpha, and they open fire` becomes `…, and Alpha opens fire`.
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

// A verb between quotes is a verb, and a tile is a tile, unless somebody says it aloud behind an order:
// `Alpha moves to D7. "Hold!"`
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

// Whether this is a comma with nothing but idle words behind it: `, please` and `, 1 CP` at the end.
fn leads_to_end(words: &Words, at: usize, is_idle: impl Fn(usize) -> bool) -> bool {
    const WORDS_MAX: usize = 3;
    let mut behind = at + 1..words.all().len();
    words.all().get(at).is_some_and(|it| it.kind == Kind::Comma)
        && (1..=WORDS_MAX).contains(&behind.len())
        && behind.all(is_idle)
}

fn adds_nothing(words: &Words, at: usize, names: &Names) -> bool {
    let word = &words.all()[at];
    match word.meaning {
        _ if leads_to_ability(words, at) => true,
        Some(Keyword::Polite) => {
            !names.has_word(word.folded()) && !leads_forward(words, at) && !adds_weapon(words, at, names)
        }
        // `quickly and quietly`
        Some(Keyword::And) => {
            let is_polite = |it: Option<&Word>| it.is_some_and(|it| it.meaning == Some(Keyword::Polite));
            let before = &words.all()[..at];
            // `Alpha keeps its head down and shoots`
            let begins = || words.all().get(at + 1).is_some_and(Word::is_order) && !before.iter().any(Word::is_order);
            is_polite(before.last()) && (is_polite(words.all().get(at + 1)) || begins())
        }
        Some(Keyword::Never(Never::Negation)) => word.folded() == "no" && is_numero(words, at, names),
        _ => false,
    }
}

// Whether this is the `in formation` of `stand in formation`, which says how to stand.
fn is_end_of_stand_in_formation(words: &Words, at: usize) -> bool {
    let stands = words.all()[..at].last().is_some_and(|it| it.meaning == Some(Keyword::Verb(Verb::Hold)));
    stands && words.all()[at].folded() == IN_FORMATION
}

// Whether the order that a cost stands in is about an ability. Beside any other verb a cost isn't understood.
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

// `1 CP`, `1cp`, `for 1 CP`: the cost of an ability, which nobody can choose.
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

// `Boyz no. 2`, and `Boyz no 2` where a squad is called so. Any other `no` is a negation.
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

// `forward 3`, `3 tiles forward`: nobody knows which way that is.
fn leads_forward(words: &Words, at: usize) -> bool {
    let counts = |it: &Word| it.meaning == Some(Keyword::Step) || value(it.folded()).is_some();
    matches!(words.all()[at].folded(), "forward" | "forwards" | "ahead" | "onward" | "onwards")
        && (leads_to_number(words, at) || words.all()[..at].last().is_some_and(counts))
}

// `Boyz number 2`
fn leads_to_number(words: &Words, at: usize) -> bool {
    let next = words.all().get(at + 1).map_or("", Word::folded);
    next.starts_with(|it: char| it.is_ascii_digit()) || value(next).is_some()
}
