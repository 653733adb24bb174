//! Two hundred posts as a forum writes them: not one good order is lost, and each refused order is answered once.
//!
//! The posts are composed of lines whose meaning is known beforehand, so the test computes the expected orders without
//! the reader of posts.

use std::collections::BTreeMap;

use crate::line;
use fieldpost::dice::Seed;
use fieldpost::field::{SquadId, Tile};
use fieldpost::games;
use fieldpost::games::Data;
use fieldpost::line::battle::{Battle, Fire, FirePart, Movement, Route, RouteGoal, Side, Spacing};
use fieldpost::page::Mark;
use fieldpost::post::Language;
use fieldpost::referee::thread::{self, Deed};
use fieldpost::referee::{Answered, Table, Taken};
use fieldpost::store::ClosedBy;

use crate::chaos::Chaos;

const RIDGE: &str = include_str!("../../scenarios/ridge-at-dawn.toml");
const ROUNDS: usize = 5;
const POSTS_A_ROUND: usize = 40;

#[test]
fn of_two_hundred_posts_no_good_order_is_lost_and_each_refused_one_is_answered_once() {
    // The battle never ends, so there can be as many posts as needed.
    let endless = RIDGE.replace("ends = true", "ends = false");
    let scenario = games::read("ridge-at-dawn.toml", &endless, &Data::Standard).expect("our own scenario");
    let table = Table::new(scenario.opening, Language::default(), Seed::from(7));
    let mut forum = Forum { table, chaos: Chaos(200), posts: Vec::new(), seen: 0, clock: 0, good: 0, refused: 0 };
    for _ in 0..ROUNDS {
        forum.round();
    }
    assert_eq!(forum.seen, 200);
    assert!(100 < forum.good && 50 < forum.refused, "{} good, {} refused", forum.good, forum.refused);
}

/// A forum, with what is known about its posts.
struct Forum {
    table: Table,
    chaos: Chaos,
    /// The posts of the open round that nobody has deleted.
    posts: Vec<Known>,
    seen: u32,
    clock: u64,
    good: usize,
    refused: usize,
}

/// A post whose meaning is known: its orders, each with the time from which it counts.
struct Known {
    number: u32,
    author: &'static str,
    orders: Vec<(u64, Good)>,
}

/// One or more lines of a post, with their meaning.
struct Piece {
    text: String,
    orders: Vec<Good>,
    refused: Option<Refused>,
}

#[derive(Clone, Debug, PartialEq)]
enum Good {
    Fire(SquadId, SquadId),
    Movement(SquadId, Movement),
}

/// The expected answer to an order that is refused.
struct Refused {
    /// The line of the piece, from 0.
    line: usize,
    mark: String,
    reason: String,
    remedy: &'static str,
}

impl Forum {
    fn round(&mut self) {
        for n in 0..POSTS_A_ROUND {
            self.write();
            match n % 8 {
                3 => self.edit(),
                6 => self.delete(),
                _ => (),
            }
        }
        let (fire, movement) = self.expected();
        let before = line(&self.table).battle().clone();
        self.table.close(ClosedBy::Gm).expect("the battle goes on");
        let closed = line(&self.table).decided().last().and_then(|it| it.orders.as_ref()).expect("a round");
        let ours = |squad: &SquadId| before.side(*squad) == Side::Players;
        let fired: BTreeMap<SquadId, Fire> =
            closed.fire.iter().filter(|it| ours(&it.0)).map(|(squad, it)| (squad, it.clone())).collect();
        let moved: BTreeMap<SquadId, Movement> =
            closed.movement.iter().filter(|it| ours(&it.0)).map(|(squad, it)| (squad, it.clone())).collect();
        assert_eq!((fired, moved), (fire, movement), "the orders of round {}", before.round());
        self.posts.clear();
    }

    /// The orders that should count now: for each squad and kind the latest one.
    fn expected(&self) -> (BTreeMap<SquadId, Fire>, BTreeMap<SquadId, Movement>) {
        let mut orders: Vec<&(u64, Good)> = self.posts.iter().flat_map(|it| &it.orders).collect();
        orders.sort_by_key(|it| it.0);
        let (mut fire, mut movement) = (BTreeMap::new(), BTreeMap::new());
        for (_, order) in orders {
            match order {
                Good::Fire(squad, target) => {
                    fire.insert(*squad, Fire::At(vec![FirePart { target: *target, with: None }]));
                }
                Good::Movement(squad, it) => {
                    movement.insert(*squad, it.clone());
                }
            }
        }
        (fire, movement)
    }

    fn write(&mut self) {
        let author = *self.chaos.pick(&["alice", "bela", "chidi"]);
        let pieces = pieces(&mut self.chaos, line(&self.table).battle(), author);
        let answered = self.enter(&format!("@{author}\n{}\n", text_of(&pieces))).expect("a post is answered");
        self.seen += 1;
        assert_eq!(answered.number, self.seen);
        let mut known = Known { number: self.seen, author, orders: Vec::new() };
        self.take_in(&mut known, &pieces, &answered);
        self.posts.push(known);
    }

    fn edit(&mut self) {
        let at = (self.chaos.next() % self.posts.len() as u64) as usize;
        let mut known = self.posts.remove(at);
        let pieces = pieces(&mut self.chaos, line(&self.table).battle(), known.author);
        let opening = format!("@{} edits #{}", known.author, known.number);
        let answered = self.enter(&format!("{opening}\n{}\n", text_of(&pieces))).expect("an edit is answered");
        assert_eq!(answered.number, known.number);
        self.take_in(&mut known, &pieces, &answered);
        self.posts.insert(at, known);
    }

    fn delete(&mut self) {
        let at = (self.chaos.next() % self.posts.len() as u64) as usize;
        let known = self.posts.remove(at);
        assert!(self.enter(&format!("@{} deletes #{}\n", known.author, known.number)).is_none());
    }

    /// Carries out one entry, written as in a thread, in the battle.
    fn enter(&mut self, text: &str) -> Option<Answered> {
        let entries = thread::read(text);
        let [entry] = &entries[..] else { panic!("one entry, not {entries:?}") };
        match &entry.deed {
            Deed::Posts(text) => Some(self.table.post(&entry.author, text).expect("a player posts")),
            Deed::Edits { post, text } => match self.table.edit(&entry.author, *post, text).expect("an own post") {
                Taken::Answered(answered) => Some(answered),
                late => panic!("{late:?}"),
            },
            Deed::Deletes { post } => {
                self.table.delete(&entry.author, *post).expect("an own post");
                None
            }
            Deed::Says(_) => None,
        }
    }

    /// Records the orders of a post, and checks the answers to its refused ones.
    fn take_in(&mut self, known: &mut Known, pieces: &[Piece], answered: &Answered) {
        self.clock += 1;
        let before = std::mem::take(&mut known.orders);
        for order in pieces.iter().flat_map(|it| &it.orders) {
            // An order that an edit leaves unchanged keeps its time.
            let kept = before.iter().find(|it| it.1 == *order).map(|it| it.0);
            known.orders.push((kept.unwrap_or(self.clock), order.clone()));
            self.good += 1;
        }
        self.refused += refusals_are_as_expected(pieces, answered);
    }
}

fn text_of(pieces: &[Piece]) -> String {
    pieces.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Checks that each refused order is answered once, with its line, the marked words, the reason and the remedy. Returns
/// their number.
fn refusals_are_as_expected(pieces: &[Piece], answered: &Answered) -> usize {
    let lines = answered.answer.iter().flat_map(|it| &it.lines);
    let mut said: Vec<&str> = lines.filter(|it| it.mark == Mark::Refused).map(|it| it.text.as_str()).collect();
    let (mut line, mut count) = (1, 0);
    for piece in pieces {
        if let Some(expected) = &piece.refused {
            let at = said.iter().position(|it| is_about(it, line + expected.line, expected));
            let at = at
                .unwrap_or_else(|| panic!("{:?} is not answered with {:?} in {said:#?}", piece.text, expected.reason));
            said.remove(at);
            count += 1;
        }
        line += piece.text.lines().count();
    }
    assert!(said.is_empty(), "nobody expected {said:#?} of {:?}", text_of(pieces));
    count
}

fn is_about(said: &str, line: usize, expected: &Refused) -> bool {
    let Some((shown, below)) = said.split_once('\n') else { return false };
    let carets = below.trim_start();
    let skipped = below.chars().count() - carets.chars().count();
    let length = carets.chars().take_while(|it| *it == '^').count();
    let marked: String = shown.chars().skip(skipped).take(length).collect();
    shown.starts_with(&format!("line {line}: "))
        && marked == expected.mark
        && below.contains(&expected.reason)
        && below.contains(expected.remedy)
}

// What people write

/// One to four pieces, prose and orders mixed. A post orders each squad at most once.
fn pieces(chaos: &mut Chaos, battle: &Battle, author: &str) -> Vec<Piece> {
    let mut squads = squads_of(battle, author);
    let mut pieces = vec![prose(chaos)];
    while chaos.chance(65) && !squads.is_empty() {
        let squad = squads.remove((chaos.next() % squads.len() as u64) as usize);
        let name = *chaos.pick::<&'static str>(aliases(&battle.setup().squad(squad).name));
        pieces.push(if chaos.chance(65) { good(chaos, battle, squad, name) } else { bad(chaos, battle, author, name) });
        if chaos.chance(50) {
            pieces.push(prose(chaos));
        }
    }
    pieces
}

fn squads_of(battle: &Battle, author: &str) -> Vec<SquadId> {
    let seat = battle.setup().seat_ids().find(|it| battle.setup().seat(*it).name == author);
    battle.setup().squad_ids().filter(|it| battle.setup().squad(*it).seat == seat && battle.is_on_map(*it)).collect()
}

/// The names that people use for a squad.
fn aliases(name: &str) -> &'static [&'static str] {
    match name {
        "Alpha" => &["Alpha", "alpha", "ÀLPHA", "alp"],
        "Bramble" => &["Bramble", "the Bramble", "“Bramble”"],
        "Kestrel" => &["Kestrel", "kestrel", "KEST"],
        "Mule Battery" => &["Mule Battery", "mule", "the mule battery", "battery"],
        "Lantern" => &["Lantern", "lant", "«Lantern»"],
        "Quarry Gang" => &["Quarry Gang", "Quarry", "gang", "quarry-gang"],
        "First Draft" => &["First Draft", "the first draft", "first"],
        "Second Draft" => &["Second Draft", "second", "second  draft"],
        "Third Draft" => &["Third Draft", "THIRD", "third draft"],
        "Hammers" => &["Hammers", "the hammers", "hammer"],
        "Sowing Machine" => &["Sowing Machine", "sowing", "“Sowing Machine”"],
        "Wet Pikes" => &["Wet Pikes", "pikes", "the Pikes"],
        "Old Crawler" => &["Old Crawler", "crawler", "the old crawler"],
        other => panic!("nobody has said what people call {other}"),
    }
}

fn enemy(chaos: &mut Chaos, battle: &Battle) -> (SquadId, &'static str) {
    let enemies: Vec<SquadId> = battle.squads_of(Side::Enemy).collect();
    let squad = *chaos.pick(&enemies);
    let names = aliases(&battle.setup().squad(squad).name);
    (squad, *chaos.pick::<&'static str>(names))
}

/// A passable tile of the ridge.
fn tile(chaos: &mut Chaos, battle: &Battle) -> Tile {
    loop {
        let tile = Tile::new(chaos.number(2, 27), chaos.number(1, 12));
        if battle.ground(tile).cost.is_some() {
            return tile;
        }
    }
}

fn good(chaos: &mut Chaos, battle: &Battle, squad: SquadId, name: &str) -> Piece {
    let (target, foe) = enemy(chaos, battle);
    let (to, by) = (tile(chaos, battle), tile(chaos, battle));
    let fire = Good::Fire(squad, target);
    let walk = |via: &[Tile], spacing| {
        Good::Movement(squad, Movement::Move(Route { via: via.to_vec(), goal: RouteGoal::Tile(to), spacing }))
    };
    let charge = Good::Movement(squad, Movement::Charge { target, after: None });
    let usual = walk(&[], Spacing::Usual);
    let (text, orders) = match chaos.number(0, 17) {
        0 => (format!("!{name}: shoot {foe}"), vec![fire]),
        1 => (format!("!{name}: FIRE AT {foe}!"), vec![fire]),
        2 => (format!("**!{name}:** *engage* {foe}, please."), vec![fire]),
        3 => (format!("!shoot {name} at {foe}"), vec![fire]),
        4 => (format!("!{name}: fire → {foe} 🔥"), vec![fire]),
        5 => (format!("   ! {name} : shoot {foe} ~~with cannons~~ ||or not||"), vec![fire]),
        6 => (format!("!{name}: shoot {foe}\nand may it rain on somebody else for once 🌧"), vec![fire]),
        7 => (format!("```orders\n{name}: shoot {foe}\n```"), vec![fire]),
        8 => (format!("!{name}: shoot {foe}; move to {to}"), vec![fire, usual]),
        9 => (format!("~~~ORDERS\n\n!{name}: move {to}; fire at {foe}\n> {name}: hold\n~~~"), vec![usual, fire]),
        10 => (format!("!{name}: move to {to}"), vec![usual]),
        11 => (format!("!move {name} to {to}"), vec![usual]),
        12 => (format!("`!{name}: go → {to}`"), vec![usual]),
        13 => (
            format!("!{name}: move to {} via {by} take cover", to.to_string().to_lowercase()),
            vec![walk(&[by], Spacing::TakeCover)],
        ),
        14 => (format!("!{name}: moves {to}, tight"), vec![walk(&[], Spacing::Tight)]),
        15 => (format!("!{name}: advance to {to} spread out;"), vec![walk(&[], Spacing::Spread)]),
        16 => (format!("!{name}: charge {foe}"), vec![charge]),
        _ => (format!("!Charge {name} at {foe}, thanks 🦀"), vec![charge]),
    };
    Piece { text, orders, refused: None }
}

fn bad(chaos: &mut Chaos, battle: &Battle, author: &str, name: &str) -> Piece {
    let (_, foe) = enemy(chaos, battle);
    let to = tile(chaos, battle);
    let (own, other, owner) = match author {
        "alice" => ("Zulu Four", "Kestrel", "bela"),
        "bela" => ("Zulu Five", "Lantern", "chidi"),
        _ => ("Zulu Six", "Alpha", "alice"),
    };
    let refused = |line, mark: &str, reason: &str, remedy| {
        Some(Refused { line, mark: mark.to_owned(), reason: reason.to_owned(), remedy })
    };
    let nothing = "is not an order";
    let (text, refused) = match chaos.number(0, 9) {
        0 => (format!("!{own}: shoot {foe}"), refused(0, own, "no squad of yours is called", "")),
        1 => (format!("!{other}: move to {to}"), refused(0, other, &format!("{other} is {owner}'s"), "(T-3)")),
        2 => (
            format!("!{name}: shoot {foe} unless they run"),
            refused(0, "unless", "orders can't be conditional", "(S-4)"),
        ),
        3 => (format!("!{name}: somersault {foe}"), refused(0, "somersault", nothing, "")),
        4 => (format!("```orders\n\n{name}: juggle to {to}\n```"), refused(2, "juggle", nothing, "")),
        5 => (format!("!{name}: move to ZZ99"), refused(0, "ZZ99", "off the map, which goes from A1 to AD20", "(T-1)")),
        6 => (format!("!{name}: move ne 3"), refused(0, "ne", "cardinal steps only", "Write it as two parts")),
        7 => (format!("!{name}: move to AA99"), refused(0, "AA99", "off the map, which goes from A1 to AD20", "(T-1)")),
        8 => (
            format!("🌊 and so\n!{name}: shoot the Baker's Dozen"),
            refused(1, "the Baker's Dozen", "no enemy squad is called \"the Baker's Dozen\"", ""),
        ),
        _ => (format!("!use Fireball on {name}"), refused(0, "Fireball", "\"Fireball\"", "")),
    };
    Piece { text, orders: Vec::new(), refused }
}

/// Fiction, and prose that only looks like orders.
fn prose(chaos: &mut Chaos) -> Piece {
    let text = chaos.pick(&[
        "The ridge is ours. Hold it!",
        "\"Nobody fires,\" says Marsh, \"until I do.\" 🌅🐌",
        "> !Alpha: move to A1\n> !Kestrel: hold\nnot this again",
        "~~!Alpha: charge First Draft~~ no, wait.",
        "||!Bramble: move to A1|| (a secret)",
        "```\n!Quarry Gang: move to A1\n```",
        "```rust\n!Lantern: hold\n```",
        "[QUOTE=bela]\n!Kestrel: move to A1\n[quote]!Mule: hold[/quote]\n[/quote]\nagreed",
        "[s]!Alpha: move to A1[/s]",
        "We shout: !charge",
        "ooc: dice hate me 🎲🎲, back on Sunday — 𝔅𝔢𝔩𝔞",
        "||\n!Mule: tap out\n||",
    ]);
    Piece { text: (*text).to_owned(), orders: Vec::new(), refused: None }
}
