//! Arranges the words of a line: joins phrases and separated verbs, and reorders foreign word order.

use crate::brick::battle::Plate;
use crate::brick::orders::names::Names;
use crate::brick::orders::parse::OrderGrammar;
use crate::brick::orders::vocabulary::{Key, Keyword, Sort, Verb, lexicon, says_where};
use crate::brick::orders::{Word, Words};
use crate::post::arrange::{
    AIM, BY_PLACE, LEGS, MANNERS, MARKS, join_parted, lead_to_tiles, merge_phrases, read_empty_fields, reorder,
    strip_around_addressee,
};
use crate::post::grammar::Grammar;
use crate::post::idioms::{Idioms, some};
use crate::post::repeat::do_the_same;
use crate::post::requests::grant_requests;
use crate::post::surplus::{DOUBTS, ECHOES, denials_to_holds};
use crate::post::words::{Gap, Kind};

/// Arranges the words of a line. Names that could be read as something else are single words already.
pub(super) fn arrange(grammar: &OrderGrammar<'_>, words: &mut Words) {
    let names = grammar.names;
    let told = |from: &[Word]| grammar.addressee_at(from);
    let somebody = |from: &[Word]| names.who_at(from);
    MARKS.rewrite(grammar, words);
    BY_PLACE.rewrite(grammar, words);
    join_parted(words, lexicon(), somebody);
    LEGS.rewrite(grammar, words);
    WAYS.rewrite(grammar, words);
    lead_to_tiles(grammar, words);
    merge_phrases(words, lexicon(), &names.tables());
    DOUBTS.rewrite(grammar, words);
    MANNERS.rewrite(grammar, words);
    DENIALS.rewrite(grammar, words);
    let stay = (Keyword::Verb(Verb::Hold), "stay put");
    denials_to_holds(words, stay, |it| it.verb() == Some(Verb::Move), Word::is_order, told);
    AIM.rewrite(grammar, words);
    ECHOES.rewrite(grammar, words);
    strip_around_addressee(grammar, words);
    // `walks to C2 and she looks to the north`
    static LOOKS: Idioms = Idioms::new(&["MOVE .. &JOINT|he|she|it|they|there+ &FACING ARTICLE|TO*=facing {heading}"]);
    LOOKS.rewrite(grammar, words);
    grant_requests(grammar, words);
    let is_field = |it: &Word| it.verb().is_some_and(is_field);
    read_empty_fields(words, Keyword::Verb(Verb::Hold), is_field, is_field, told);
    do_the_same(grammar, words);
    IDLE.rewrite(grammar, words);
    BLOWS.rewrite(grammar, words);
    reorder(grammar, words, |it| it.verb().is_some());
}

/// How many words from a place on belong to a class that the idioms below use. `None` if the first one doesn't.
pub(super) fn class_at(grammar: &OrderGrammar<'_>, class: &str, all: &[Word], at: usize) -> Option<usize> {
    const SWINGS: &[&str] = &["bring", "break", "swing", "smash", "crash", "slam", "drive", "thrust", "bury"];
    let (names, from) = (grammar.names, all.get(at..)?);
    let first = from.first()?;
    let form = first.folded();
    let is_it = match class {
        "named" => return some(names.who_at(from)),
        "place" => return some(names.place_at(from)),
        "weapon" => return some(names.weapon_at(from)),
        "part" => return new_name_at(from),
        "attacked" => return ends_attack(all, at, names).then_some(0),
        "goes" => matches!(first.verb(), Some(Verb::Move | Verb::Run | Verb::Sprint | Verb::Charge | Verb::Withdraw)),
        "size" => Plate::size_written(form).is_some(),
        "stays" => first.verb() == Some(Verb::Hold) && says_where(form),
        "leaves_out" => matches!(first.key(), Some(Key::Everyone | Key::Both | Key::None)),
        "heading" => matches!(first.meaning, Some(Keyword::Heading(_))),
        "unknown" => first.kind == Kind::Word && first.meaning.is_none(),
        "strike" => first.verb().is_some_and(|it| it.sort() == Sort::Attack) && !form.contains(' '),
        "swings" => [Some(form), form.strip_suffix('s'), form.strip_suffix("es")]
            .into_iter()
            .flatten()
            .any(|it| SWINGS.contains(&it)),
        // An order for somebody else is not part of it.
        "inner" => {
            first.kind != Kind::Semicolon && !(first.joins() && from.get(1..).is_some_and(|it| 0 < names.who_at(it)))
        }
        _ => unreachable!("no row asks for {class}"),
    };
    is_it.then_some(1)
}

// The name of a further part of a split, before a colon: `Bravo: 3, 4`.
fn new_name_at(from: &[Word]) -> Option<usize> {
    const WORDS_MAX: usize = 3;
    let end = from.iter().position(|it| it.kind != Kind::Word || it.joins() || it.verb().is_some())?;
    (1..=WORDS_MAX).contains(&end).then_some(end)
}

static WAYS: Idioms = Idioms::new(&[
    // `forget Hank's orders` and `withdraw the orders for Hank` are `withdraw orders Hank`.
    "FIRST withdraw|cancel|forget|scratch|scrap|rescind|revoke|retract|undo=withdraw_orders -ARTICLE|POLITE|all* NAMED -order|orders LAST",
    "FIRST withdraw|cancel|forget|scratch|scrap|rescind|revoke|retract|undo=withdraw_orders -ARTICLE|POLITE|all* -order|orders -for|of|to?",
    // `pushes on to F6` shoves nobody.
    "&push|pushes|pushing on|up|over|forward|off=goes to|toward|towards",
    // `rides down to D5`, `tramples over to D5`: these run into nobody.
    "ride|rides|riding|trample|tramples|trampling=goes -into|down|over|to|onto* into|down|over|to|onto=to TILE",
    // `split Platoon into Alpha: 1, 2 and Bravo: 3, 4`
    "SPLIT ... COLON ... JOINT=; {part} COLON",
    // `Shade steps in and stabs Hank`
    "FIRST TOLD -step|steps -in -JOINT ORDER",
    // `Shade steps to D6`, and not `two steps to the west`
    "TOLD|JOINT|COLON|then steps=goes to|into|onto|toward|towards",
    // `Shade stabs Hank, while Hush slips to D6`, `Shade stabs Hank but Hush holds`. In `all but Hush hold`, `but`
    // makes an exception.
    "ANY while|whilst|whereas=and ARTICLE* TOLD ORDER",
    "ORDER ... !{leaves_out} ANY but=and ARTICLE* TOLD ORDER",
    // `takes a 3x2 plate`
    "take|takes|adopt|adopts|form|forms=replate -ARTICLE {size} -PLATE",
]);

static DENIALS: Idioms = Idioms::new(&[
    // `does not parry`, `doesn't strike back`
    "&do|does not=dont MOVE|PARRY",
    "&do|does not=dont ANY BACK",
    "doesnt=dont MOVE|PARRY",
    "doesnt=dont ANY BACK",
    // `attacks Crow but doesn't move`, `no parry but strike back`, `stay put but attack Crow`: read as if `but` were a
    // comma.
    "ORDER ... &JOINT* but=, dont MOVE",
    "PARRY &JOINT* but=, ANY BACK",
    "ORDER ... &JOINT* but=, {stays}",
    "{stays} &JOINT* but=, ORDER",
]);

/// Words that can be left out.
static IDLE: Idioms = Idioms::new(&[
    "COMMA -please|pls|plz COMBINE",
    // `attacks Crow, if you please, with the bottle`, `, please` at the end
    "-COMMA POLITE+ COMMA",
    "-COMMA -POLITE+ LAST",
    "-always when|if",
    // `with the pistols only at Crow`, `with the pistols only`
    "-only AT|ON|AIM",
    "{attacked} -only END",
    // `Crow from behind`
    "{attacked} -from -behind END",
    // `with first the knife and then with the bottle`, `with the knife first and then with the bottle`
    "-first WITH .. THEN",
    "-first JOINT .. THEN",
    "-first THEN",
    "WITH -first ARTICLE .. THEN",
]);

static BLOWS: Idioms = Idioms::new(&[
    // `aims, shoots Crow` is `shoots Crow aims`.
    "AIM -JOINT* <SHOOT <{inner}*",
    // `gives Crow a good shove`, `gives Crow a taste of the bottle`
    "-give|gives|giving ARTICLE|POLITE|to* NAMED|him|her|them -a|an|another|one -{unknown}? -{unknown}? <{strike}",
    "give|gives|giving=attack ARTICLE|POLITE|to* NAMED|him|her|them -a|an|another|one -{unknown}? -{unknown}? -taste|piece|bit|dose -of",
    // `lets Hank go`; `lets Hank have the bottle`, unless Hank is a friend
    "let|lets|letting=release ARTICLE|POLITE* FOE -go END",
    "let|lets|letting=attack ARTICLE|POLITE* FOE have=with ARTICLE|POLITE* {weapon}",
    // `takes the knife in both hands and lays into Crow with it`: the weapon that is taken up is used.
    "TAKE .. {weapon} .. -WITH -it|that|them",
    // `lifts the chair and breaks it over Crow`
    "TAKE .. {weapon} .. {swings}=attack -it -down? -on|upon|onto|over|at|into|across|in NAMED",
    // `brings the chair down on Crow` swings the chair; `brings the chair to Crow` does not.
    "bring|brings|bringing=swing ARTICLE|POLITE* {weapon} down|crashing on|upon|onto|over",
]);

// Whether an attack ends before this word, with its target or with a weapon behind `with`. Policies, as in `strikes
// back with the knife`, are no attacks.
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
    let names_foe = (0..behind.len()).any(|it| names.who_at(&behind[it..]) == behind.len() - it);
    let weapon = (0..behind.len()).rfind(is_with).map(|it| &behind[it + 1..]).unwrap_or_default();
    let idle = weapon.iter().take_while(|it| it.is_idle()).count();
    names_foe || idle < weapon.len() && names.weapon_at(&weapon[idle..]) == weapon.len() - idle
}

/// Whether a form may have a field for this verb that is left empty: `Shoot: none`.
fn is_field(verb: Verb) -> bool {
    matches!(verb, Verb::Shoot | Verb::Throw | Verb::Melee | Verb::Attack | Verb::Charge | Verb::Move)
}
