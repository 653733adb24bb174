//! Battles by people who order at random: each can be checked from its log, and from its public thread alone.

use std::path::Path;
use std::sync::OnceLock;

use crate::line;
use fieldpost::dice::Seed;
use fieldpost::field::{SeatId, SquadId, Tile};
use fieldpost::game::AnyPlay as _;
use fieldpost::games;
use fieldpost::games::Scenario;
use fieldpost::line::battle::{Battle, Side};
use fieldpost::post::Language;
use fieldpost::referee::commands::Command;
use fieldpost::referee::verify::verify;
use fieldpost::referee::{Refused, Table, transcript};
use fieldpost::store::{self, ClosedBy};

use crate::chaos::Chaos;
use crate::trenches;

/// Battles that are played unless `FIELDPOST_BATTLES` says how many.
const BATTLES: u64 = 1_000;

/// One battle in so many is fought by one of the project's own scenarios.
const SHIPPED_EVERY: u64 = 50;

fn shipped() -> &'static [Scenario] {
    static READ: OnceLock<Vec<Scenario>> = OnceLock::new();
    READ.get_or_init(|| {
        let names = [
            "millers-ford",
            "ridge-at-dawn",
            "the-mast-on-grey-hill",
            "out-of-saltmarket",
            "last-bell-at-harrow",
            "the-shield-wall-at-cold-barrow",
        ];
        let path = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.toml"));
        let load = |name| games::load(&path(name)).unwrap_or_else(|problems| panic!("{problems}"));
        names.map(load).into()
    })
}

#[test]
fn random_battles_verify_from_their_log_and_from_their_thread() {
    let battles = std::env::var("FIELDPOST_BATTLES").map_or(BATTLES, |it| it.parse().expect("a number of battles"));
    // Two threads, as that is what the smallest machines have.
    std::thread::scope(|scope| {
        scope.spawn(|| (0..battles).filter(|it| it % 2 == 0).for_each(play));
        (0..battles).filter(|it| it % 2 == 1).for_each(play);
    });
}

/// The same for battles of bricks, fewer of them: people and commanders of all three levels.
#[test]
fn random_battles_of_bricks_verify_from_their_log_and_from_their_thread() {
    let battles = std::env::var("FIELDPOST_BATTLES").map_or(BATTLES, |it| it.parse().expect("a number of battles"));
    let path = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/brick-{name}.toml"));
    let names = ["duel", "last-orders", "boarding", "relay-station", "thin-red-line"];
    let texts = names.map(|it| std::fs::read_to_string(path(it)).expect("one of the project's"));
    let led = |text: &str, level| {
        let text = format!("{text}\n[commander]\nlevel = \"{level}\"\n");
        games::read("scenario.toml", &text, &games::Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
    };
    let all: Vec<Scenario> =
        texts.iter().flat_map(|text| ["green", "regular", "veteran"].map(|level| led(text, level))).collect();
    (0..battles / BRICKS_EVERY).for_each(|number| {
        let mut chaos = Chaos(number);
        let scenario = chaos.pick(&all);
        fight(number, &mut chaos, scenario, &brick_post);
    });
}

/// There is one battle of bricks for so many of the line game.
const BRICKS_EVERY: u64 = 10;

fn play(number: u64) {
    let mut chaos = Chaos(number);
    // Both threads get some.
    let scenario = match number / 2 % SHIPPED_EVERY {
        0 => chaos.pick(shipped()),
        _ => trenches::scenario(),
    };
    let post = |chaos: &mut Chaos, table: &Table, author: &str| post(chaos, line(table).battle(), author);
    fight(number, &mut chaos, scenario, &post);
}

/// What somebody writes.
type Write<'a> = &'a dyn Fn(&mut Chaos, &Table, &str) -> String;

fn fight(number: u64, chaos: &mut Chaos, scenario: &Scenario, write: Write<'_>) {
    let mut table = Table::open(scenario, Language::default(), Seed::from(chaos.next()));
    for _ in 0..chaos.number(1, 4) {
        for _ in 0..chaos.number(2, 9) {
            // What can't be done is refused, and changes nothing.
            let _ = deed(chaos, &mut table, write);
        }
        if table.close(ClosedBy::Gm).is_err() {
            break;
        }
    }
    table.reveal();
    let exported = store::export(table.log()).expect("a log is JSON");
    let log = store::import(&exported).expect("a log");
    let verified = verify(&log).unwrap_or_else(|why| panic!("battle {number}: {why}\n{}", table.transcript()));
    assert_eq!(verified.rounds, table.closed().len());
    let thread = table.transcript();
    let shown = transcript::verify(&thread, scenario).unwrap_or_else(|why| panic!("battle {number}: {why}\n{thread}"));
    assert_eq!((shown.rounds, shown.undone), (table.closed().len(), table.times_undone()), "battle {number}");
}

/// Somebody does something.
fn deed(chaos: &mut Chaos, table: &mut Table, write: Write<'_>) -> Result<(), Refused> {
    let mut people: Vec<String> = table.stage().seats.iter().map(|it| it.name.clone()).collect();
    people.push("gm".to_owned());
    let author = chaos.pick(&people).as_str();
    match chaos.number(0, 19) {
        0..=8 => drop(table.post(author, &write(chaos, table, author))?),
        9..=11 => {
            let numbers: Vec<u32> = table.posts().iter().map(|it| it.number).collect();
            let number = *numbers.get((chaos.next() % (numbers.len() as u64 + 1)) as usize).unwrap_or(&1);
            match chaos.chance(70) {
                true => drop(table.edit(author, number, &write(chaos, table, author))?),
                false => drop(table.delete(author, number)?),
            }
        }
        12 | 13 => drop(table.post_hidden("gm", &write(chaos, table, "gm"))?),
        14 => {
            let word = *chaos.pick(&["swordfish", "élan", "two words", "a", "/resolve", "@gm"]);
            table.word(author, word)?;
        }
        15 => {
            let changes =
                ["Alpha.1 hp 1", "kill Draft.2", "Bravo broken", "Alpha to D4", "terrain F3 open", "nonsense"];
            let change = *chaos.pick(&changes);
            table.change(change)?;
        }
        16 => {
            let stances = ["hold", "return fire", "follow Alpha", "fight on", "nonsense"];
            let (squad, stance) = (*chaos.pick(&["Alpha", "Bravo", "all"]), *chaos.pick(&stances));
            drop(table.stand_in(author, squad, stance)?);
        }
        17 => table.ready(author, chaos.chance(70))?,
        18 => table.away(author, chaos.chance(70))?,
        _ => {
            let command = *chaos.pick(&["undo", "resolve", "undo 1"]);
            if let Some(Ok(command)) = Command::read(command) {
                table.carry_out("gm", &command)?;
            }
        }
    }
    Ok(())
}

/// Orders of bricks for those whom somebody leads, mostly, as names and numbers have it.
fn brick_post(chaos: &mut Chaos, table: &Table, author: &str) -> String {
    let seat = table.stage().seats.iter().position(|it| it.name == author).map(|it| SeatId(it as u8));
    let roster = table.playing().roster();
    let (own, others): (Vec<_>, Vec<_>) = roster.iter().filter(|it| it.is_manned).partition(|it| it.seat == seat);
    let mut lines = Vec::new();
    for _ in 0..chaos.number(1, 4) {
        let (Some(_), Some(_)) = (own.first(), others.first()) else { break };
        let (name, foe) = (chaos.pick(&own).name, chaos.pick(&others).name);
        let tile = Tile::new(chaos.number(0, 18), chaos.number(0, 9));
        lines.push(match chaos.number(0, 13) {
            0..=2 => format!("!{name}: shoot {foe}"),
            3 | 4 => format!("!{name}: attack {foe}"),
            5 => format!("!{name}: move to {tile} sprint"),
            6 => format!("!move {name} charge {foe} body"),
            7 => format!("!{name}: charge {foe}"),
            8 => format!("!react {name} bail then strike"),
            9 => format!("!react {name} none then hold vs attack"),
            10 => format!("!{name}: shove {foe}"),
            11 => format!("!{name}: grab {foe}"),
            12 => format!("!hits {name} dear"),
            _ => "The lamp swings.".to_owned(),
        });
    }
    lines.join("\n")
}

/// What somebody writes: orders for squads of theirs mostly, and everything that a thread could take for something else.
fn post(chaos: &mut Chaos, battle: &Battle, author: &str) -> String {
    const PROSE: &[&str] = &[
        "",
        "It rains.",
        "@everyone keep your heads down",
        "@gm",
        "/me waves",
        "  /resolve",
        "/hidden !Draft: hold",
        "> !Alpha: hold",
        "```",
        "```orders",
        "Fair dice, round 1: orders 1, dice 2, state 3.",
        "\u{200b}/undo",
        "🦀 ||out of sight||",
        "\t",
        "    !Alpha: hold",
        "  !Draft: hold",
    ];
    let own: Vec<SquadId> = battle.setup().squad_ids().filter(|it| is_of(battle, *it, author)).collect();
    let mut lines = Vec::new();
    for _ in 0..chaos.number(1, 4) {
        match chaos.chance(70) && !own.is_empty() {
            true => {
                let squad = *chaos.pick(&own);
                lines.push(order(chaos, battle, squad));
            }
            false => lines.push((*chaos.pick(PROSE)).to_owned()),
        }
    }
    lines.join("\n")
}

fn is_of(battle: &Battle, squad: SquadId, author: &str) -> bool {
    let squad = battle.setup().squad(squad);
    match squad.seat {
        Some(seat) => battle.setup().seat(seat).name == author,
        None => author == "gm" && squad.side == Side::Enemy,
    }
}

fn order(chaos: &mut Chaos, battle: &Battle, squad: SquadId) -> String {
    let setup = battle.setup();
    let name = &setup.squad(squad).name;
    let foes: Vec<&str> =
        battle.squads_of(battle.side(squad).other()).map(|it| setup.squad(it).name.as_str()).collect();
    let foe = foes.get((chaos.next() % foes.len().max(1) as u64) as usize).unwrap_or(&"nobody");
    let tiles: Vec<Tile> = battle.board().tiles().collect();
    let tile = *chaos.pick(&tiles);
    if battle.has_formations() && chaos.chance(60) {
        return formation_order(chaos, battle, squad, foe);
    }
    match chaos.number(0, 9) {
        0 | 1 => format!("!{name}: shoot {foe}"),
        2 => format!("!{name}: shoot {foe}; move to {tile} take cover"),
        3 => format!("!{name}: move to {tile}"),
        4 => format!("!{name}: move toward {foe} 3"),
        5 => format!("!{name}: charge {foe}"),
        6 => format!("!{name}: hold"),
        7 => format!("!{name}: melee {foe}"),
        8 => format!("!{name}: disengage to {tile}"),
        _ => format!("!withdraw orders for {name}"),
    }
}

/// What formations are told, in battles that have them.
fn formation_order(chaos: &mut Chaos, battle: &Battle, squad: SquadId, foe: &str) -> String {
    let name = &battle.setup().squad(squad).name;
    let friends: Vec<SquadId> = battle.squads_of(battle.side(squad)).collect();
    let friend = &battle.setup().squad(*friends.get(usize::from(chaos.number(0, 3))).unwrap_or(&squad)).name;
    match chaos.number(0, 11) {
        0..=3 => format!("!{name}: form up"),
        4 => format!("!form up {name} and {friend} without {name}.2, shuffle {name}.1@J8"),
        5 => format!("!{name}: disband"),
        6 => format!("!{name}: volley at {foe}"),
        7 => format!("!{name}: volley at {foe}.2"),
        8 => format!("!{name}: steps N E E S hold u1, E"),
        9 => format!("!{name}: wheel left, n 2"),
        10 => format!("!{name}: steps W W; volley at nearest"),
        _ => format!("!{name}: break ranks; march to J8"),
    }
}
