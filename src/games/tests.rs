//! One suite that every game passes. A game enters it with one line, and is then played through the seam alone: by
//! people who write orders like those in its threads, by its commanders, and by a GM who changes things and takes the
//! changes back.

mod film;
mod honesty;
mod plan;
mod what_if;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::diagnostic::possessive;
use crate::diagnostic::{Diagnostic, Severity};
use crate::dice::Seed;
use crate::dice::chaos::Chaos;
use crate::field::{Tile, UnitId};
use crate::file;
use crate::game::{AnyPlay, FileKind, Game, Play, Simulated, digest_of};
use crate::games::{self, Data, Playing, Scenario};
use crate::map::drawn::check_all;
use crate::map::{MapRenderer, Party, PartyId, Picture, description, positions, text_map};
use crate::page::{self, Block, Known, Markup, Report, ReportLine, Rich};
use crate::post::{Language, Poster};
use crate::referee::commands::Command;
use crate::referee::tests::play_thread;
use crate::referee::thread::{self, Deed};
use crate::referee::verify::verify;
use crate::referee::{Refused, Table, transcript};
use crate::store::{self, ClosedBy, Snapshot};
use crate::trial::SimulationOptions;

/// How many battles of each game are played unless `FIELDPOST_BATTLES` says otherwise.
const BATTLES: u64 = 8;

/// One battle in this many is played from a shipped scenario instead of the small one.
const LARGE_EVERY: u64 = 4;

macro_rules! pass {
    ($($name:ident: $variant:ident, $small:expr, $changes:expr, $tells_all:expr;)+) => {
        $(
            #[test]
            fn $name() {
                let checks = Checks {
                    all_is_true: |chaos, playing| match playing {
                        Playing::$variant(it) => {
                            all_is_true(chaos, it);
                            it.decided().iter().for_each(|it| $tells_all(&it.before, &it.events));
                        }
                        _ => panic!("a battle of another game"),
                    },
                    reads_back: |playing, poster, text| match playing {
                        Playing::$variant(it) => reads_back(it, poster, text),
                        _ => panic!("a battle of another game"),
                    },
                };
                Tested::new(stringify!($name), $small, $changes, checks).passes();
            }
        )+

        #[test]
        fn every_game_is_handed_over() {
            assert_eq!([$(stringify!($name)),+], games::NAMES);
        }
    };
}

// Each line is a game: its name in files, its variant, a scenario so small that hundreds of battles take little time,
// changes by its GM (with a squad's name for `{}`), and a check that the story of a round tells all that happened.
pass! {
    line: Line, include_str!("../../tests/it/two-trenches.toml"), &["{}.1 hp 1", "kill {}.2", "{} broken", "{} to D4", "terrain F3 open"],
        crate::line::report::tells_all;
    brick: Brick, include_str!("../../scenarios/brick-duel.toml"), &["kill {}", "{} to D4", "heal {}"],
        crate::brick::report::tells_all;
    toy: Toy, crate::toy::DUEL, &["{} standing"], |_, _| ();
}

/// Checks that need a battle's own types.
struct Checks {
    all_is_true: fn(&mut Chaos, &Playing),
    reads_back: fn(&Playing, Poster, &str),
}

/// A game under test.
struct Tested {
    checks: Checks,
    small: Scenario,
    large: Vec<Scenario>,
    /// The thread of each of them.
    threads: Vec<String>,
    /// The orders in its threads.
    order_lines: Vec<OrderLine>,
    changes: &'static [&'static str],
}

/// A line with an order, and who wrote it in which scenario.
struct OrderLine {
    title: String,
    author: String,
    line: String,
    /// The line with placeholders for names and tiles.
    pattern: String,
}

/// Placeholders for a name and for a tile.
const NAME: &str = "\u{1}";
const TILE: &str = "\u{2}";

impl Tested {
    fn new(game: &str, small: &str, changes: &'static [&'static str], checks: Checks) -> Tested {
        let read = |name: &str, text: &str| {
            games::read(name, text, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
        };
        let mut tested = Tested {
            checks,
            small: read("small.toml", small),
            large: Vec::new(),
            threads: Vec::new(),
            order_lines: Vec::new(),
            changes,
        };
        assert_eq!(tested.small.opening.name(), game);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let mut paths: Vec<_> =
            fs::read_dir(folder).expect("the scenarios").map(|it| it.expect("a file of our own").path()).collect();
        paths.sort();
        for posts in paths.iter().filter(|it| it.extension().is_some_and(|it| it == "posts")) {
            let scenario = games::load(&posts.with_extension("toml")).unwrap_or_else(|problems| panic!("{problems}"));
            if scenario.opening.name() == game {
                let thread = fs::read_to_string(posts).expect("a thread");
                tested.order_lines.extend(order_lines_in(&scenario, &thread));
                tested.large.push(scenario);
                tested.threads.push(thread);
            }
        }
        let examples =
            tested.small.opening.how_to_order().split('"').map(|it| format!("@gm\n!{}\n", it.trim_start_matches('!')));
        tested.order_lines.extend(order_lines_in(&tested.small, &examples.collect::<String>()));
        tested
    }

    fn passes(&self) {
        check_all(&self.small.opening.picture());
        let wanted =
            SimulationOptions { battles: 4, seed: Seed::from(5), players: None, enemy: None, threads: Some(2) };
        let told = self.small.opening.simulate(&wanted, &|| ()).text();
        assert!(self.small.opening.roster().iter().all(|it| told.contains(it.name)), "{told}");
        assert!(!told.contains("by nobody"), "things hold nothing: {told}");
        let battles = std::env::var("FIELDPOST_BATTLES").map_or(BATTLES, |it| it.parse().expect("a number of battles"));
        let all = |parity: u64| (0..battles).filter(move |it| it % 2 == parity).for_each(|it| self.play(it));
        // Two threads, because the smallest machines have two cores.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                all(0);
                self.large.iter().zip(&self.threads).for_each(|(scenario, thread)| self.play_shipped(scenario, thread));
            });
            all(1);
        });
    }

    /// Plays a shipped scenario as its thread does, without looking at the answers, whose texts other tests keep.
    /// Everything that the reports of its rounds say is true, and each public report fits one message.
    fn play_shipped(&self, scenario: &Scenario, thread: &str) {
        let mut table = Table::open(scenario, Language::default(), Seed::from(7));
        tells_all_that_orders_need(&table);
        play_thread(&mut table, thread);
        let (title, last) = (table.stage().title.to_owned(), table.closed().len());
        // With these dice, the thread may leave the battle open.
        while table.stage().outcome.is_none() && table.close(ClosedBy::Gm).is_ok() {}
        assert!(3 < last && table.stage().outcome.is_some(), "{title} was not played to its end");
        for closed in table.closed() {
            let told = Markup::Discord.render(&closed.report.public());
            assert!(told.chars().count() <= 1_900, "{title}, round {}: {}", closed.round, told.chars().count());
        }
        (self.checks.all_is_true)(&mut Chaos(7), table.playing());
    }

    /// Plays a random battle. It verifies from its log and from its thread alone, and everything that is told of it is
    /// true.
    fn play(&self, number: u64) {
        let mut chaos = Chaos(number);
        // Half of the number, because each thread plays only even or only odd ones.
        let scenario = match number / 2 % LARGE_EVERY {
            0 if !self.large.is_empty() => chaos.pick(&self.large),
            _ => &self.small,
        };
        let seed = chaos.next();
        let mut table = Table::open(scenario, Language::default(), Seed::from(seed));
        for _ in 0..chaos.number(1, 4) {
            for _ in 0..chaos.number(2, 9) {
                // What can't be done is refused, and changes nothing.
                let _ = self.do_something(&mut chaos, &mut table);
            }
            plan::is_answered_as_offered(&mut chaos, &table);
            if chaos.chance(40) {
                what_if::shows_what_its_maker_knows(&mut chaos, &table, seed);
            }
            if table.close(ClosedBy::Gm).is_err() {
                break;
            }
        }
        (self.checks.all_is_true)(&mut chaos, table.playing());
        comes_back_from_its_log(&table, Seed::from(seed));
        table.reveal();
        let exported = store::export(table.log()).expect("a log is JSON");
        let verified = verify(&store::import(&exported).expect("a log"));
        let verified = verified.unwrap_or_else(|why| panic!("battle {number}: {why}\n{}", table.transcript()));
        assert_eq!(verified.rounds, table.closed().len());
        let thread = table.transcript();
        let shown =
            transcript::verify(&thread, scenario).unwrap_or_else(|why| panic!("battle {number}: {why}\n{thread}"));
        assert_eq!(
            (shown.0.rounds, shown.0.undone.len()),
            (table.closed().len(), table.times_undone()),
            "battle {number}"
        );
    }

    /// Lets somebody do something at random.
    fn do_something(&self, chaos: &mut Chaos, table: &mut Table) -> Result<(), Refused> {
        let mut people: Vec<String> = table.stage().seats.iter().map(|it| it.name.clone()).collect();
        people.push("gm".to_owned());
        let author = chaos.pick(&people).as_str();
        match chaos.number(0, 19) {
            0..=8 => {
                let text = self.post(chaos, table, author);
                let number = table.post(author, &text)?.number;
                keeps_what_is_hidden(table, number, author, &text);
                chances_sum_to_one(table, &text);
                (self.checks.reads_back)(table.playing(), table.posts()[table.posts().len() - 1].poster, &text);
            }
            9..=11 => {
                let numbers: Vec<u32> = table.posts().iter().map(|it| it.number).collect();
                let number = *numbers.get((chaos.next() % (numbers.len() as u64 + 1)) as usize).unwrap_or(&1);
                match chaos.chance(70) {
                    true => drop(table.edit(author, number, &self.post(chaos, table, author))?),
                    false => drop(table.delete(author, number)?),
                }
            }
            12 | 13 => drop(table.post_hidden("gm", &self.post(chaos, table, "gm"))?),
            14 => {
                let word = *chaos.pick(&["swordfish", "élan", "two words", "a", "/resolve", "@gm"]);
                table.add_word(author, word)?;
            }
            15 => {
                let change = chaos.pick(self.changes).replace("{}", &anybody(chaos, table));
                let (before, answered) = (table.playing().digest(), answered(table));
                table.change(&change)?;
                table.undo(None)?;
                assert_eq!(before, table.playing().digest(), "{change}, and what undid it");
                assert_eq!(answered, self::answered(table), "{change}, and what undid it");
                table.change(&change)?;
            }
            16 => {
                let stance = chaos.pick(&["hold", "return fire", "follow {}", "fight on", "nonsense"]);
                let stance = stance.replace("{}", &anybody(chaos, table));
                let squad = if chaos.chance(80) { anybody(chaos, table) } else { "all".to_owned() };
                drop(table.stand_in(author, &squad, &stance)?);
            }
            17 => table.set_ready(author, chaos.chance(70))?,
            18 => table.set_away(author, chaos.chance(70))?,
            _ => {
                let command = *chaos.pick(&["undo", "resolve", "undo 1"]);
                if let Some(Ok(command)) = Command::read(command) {
                    table.carry_out("gm", &command)?;
                }
            }
        }
        Ok(())
    }

    /// What somebody might write: mostly orders for their own squads, and texts that a thread could take for something
    /// else.
    fn post(&self, chaos: &mut Chaos, table: &Table, author: &str) -> String {
        const PROSE: &[&str] = &[
            "",
            "It rains.",
            "@everyone keep your heads down",
            "@gm",
            "/me waves",
            "  /resolve",
            "/hidden !Nobody: hold",
            "> !Nobody: hold",
            "```",
            "```orders",
            "Fair dice, round 1: orders 1, dice 2, state 3.",
            "\u{200b}/undo",
            "🦀 ||out of sight||",
            "\t",
            "    !Nobody: hold",
        ];
        let seat = table.stage().seats.iter().position(|it| it.name == author);
        let own: Vec<String> = table
            .playing()
            .roster()
            .iter()
            .filter(|it| it.seat.map(|it| usize::from(it.0)) == seat)
            .map(|it| it.name.to_owned())
            .collect();
        let mut lines = Vec::new();
        for _ in 0..chaos.number(1, 4) {
            let is_theirs = |it: &&OrderLine| it.title == table.stage().title && it.author == author;
            let theirs: Vec<&OrderLine> = self.order_lines.iter().filter(is_theirs).collect();
            lines.push(match chaos.number(0, 9) {
                0..=3 if !theirs.is_empty() => chaos.pick(&theirs).line.clone(),
                0..=7 if !own.is_empty() => {
                    let mut line = chaos.pick(&self.order_lines).pattern.replacen(NAME, chaos.pick(&own).as_str(), 1);
                    while line.contains(NAME) {
                        line = line.replacen(NAME, &anybody(chaos, table), 1);
                    }
                    while line.contains(TILE) {
                        let (column, row) = (chaos.number(0, 11), chaos.number(1, 9));
                        line = line.replacen(TILE, &format!("{}{row}", char::from(b'A' + column)), 1);
                    }
                    line
                }
                _ => (*chaos.pick(PROSE)).to_owned(),
            });
        }
        lines.join("\n")
    }
}

/// The lines of a thread that hold orders.
fn order_lines_in(scenario: &Scenario, thread: &str) -> Vec<OrderLine> {
    let roster = scenario.opening.roster();
    let mut names: Vec<&str> = roster.iter().map(|it| it.name).collect();
    names.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let tile = regex::Regex::new(r"\b[A-Z]{1,2}[0-9]{1,2}\b").expect("an expression");
    let mut found = Vec::new();
    for entry in thread::read(thread) {
        let Deed::Posts(text) = entry.deed else { continue };
        for line in text.lines().map(|it| it.strip_prefix("/hidden ").unwrap_or(it)).filter(|it| it.starts_with('!')) {
            let pattern = names.iter().fold(line.to_owned(), |line, name| line.replace(name, NAME));
            found.push(OrderLine {
                title: scenario.opening.stage().title.to_owned(),
                author: entry.author.clone(),
                line: line.to_owned(),
                pattern: tile.replace_all(&pattern, TILE).into_owned(),
            });
        }
    }
    found
}

/// A battle is restored from its log alone, and from a snapshot with the entries after it. A snapshot that somebody has
/// changed is ignored.
fn comes_back_from_its_log(table: &Table, seed: Seed) {
    let snapshot = table.snapshot();
    if let Some(Snapshot { entries, bytes }) = &snapshot {
        let (changed, digest) = ([&bytes[..], b" "].concat(), table.playing().digest());
        assert!(
            !table.playing().clone().restore(&changed, digest),
            "a snapshot up to entry {entries} with a space more"
        );
    }
    let changed = snapshot.as_ref().map(|it| Snapshot { bytes: b"{}".to_vec(), ..it.clone() });
    for snapshot in [None, snapshot, changed] {
        let again = Table::resume(table.log(), seed.clone(), 0, snapshot.as_ref());
        let again = again.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(again.playing().digest(), table.playing().digest());
        let told = |table: &Table| table.closed().last().map(|it| it.report.clone());
        assert_eq!(told(&again), told(table));
    }
}

fn anybody(chaos: &mut Chaos, table: &Table) -> String {
    chaos.pick(&table.playing().roster()).name.to_owned()
}

fn answered(table: &Table) -> Vec<String> {
    table.answers().map(|(who, it)| format!("{who} {:?}", it.answer)).collect()
}

/// The GM's secret orders change no answer to a player, and no answer names a squad that players don't know about yet.
fn keeps_what_is_hidden(table: &Table, number: u32, author: &str, text: &str) {
    let post = table.posts().iter().find(|it| it.number == number).expect("a post that was taken");
    if post.poster == Poster::Gm {
        return;
    }
    let playing = table.playing();
    let mut known = playing.clone();
    table.posts().iter().filter(|it| it.is_hidden()).for_each(|it| known.drop_post(it.number));
    let told = [table.answered(number).answer, table.try_post(author, text).expect("an open battle")];
    let asked = known.ask(text, post.poster, &Language::default(), u64::from(u32::MAX), &|_| true);
    assert_eq!(told, [known.answer(number, text, &|_| true), asked], "{text}");
    let told: String = told.into_iter().flatten().map(|it| it.text()).collect();
    // Askers who write a name know it already.
    names_nobody_unknown(&**playing, &told.replace(text, ""), text);
}

fn names_nobody_unknown(playing: &dyn AnyPlay, told: &str, asked: &str) {
    let roster = playing.roster();
    let known = |name: &str| roster.iter().any(|it| it.is_known && it.name.contains(name)) || asked.contains(name);
    for unknown in roster.iter().filter(|it| !it.is_known && !known(it.name)) {
        assert!(!told.contains(unknown.name), "{} is nobody's business yet:\n{told}", unknown.name);
    }
}

/// The chances of each thing that dice decide add up to 1.
fn chances_sum_to_one(table: &Table, text: &str) {
    let Some((_, numbers)) = table.playing().clone().foretell(1 << 29, text, &Language::default()) else { return };
    for numbers in numbers {
        laws_in(&serde_json::from_str(&numbers.json).expect("JSON"), &mut |law| {
            let sum: f64 = law.values().filter_map(serde_json::Value::as_f64).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}: {law:?} of {text}");
        });
    }
}

/// Calls `each` with every distribution: an object whose keys are all numbers.
fn laws_in(json: &serde_json::Value, each: &mut impl FnMut(&serde_json::Map<String, serde_json::Value>)) {
    match json {
        serde_json::Value::Object(all) if all.keys().all(|it| it.parse::<u32>().is_ok()) => each(all),
        serde_json::Value::Object(all) => all.values().for_each(|it| laws_in(it, each)),
        serde_json::Value::Array(all) => all.iter().for_each(|it| laws_in(it, each)),
        _ => (),
    }
}

/// Everything that is told of a battle's decisions is true.
fn all_is_true<G: Simulated>(chaos: &mut Chaos, play: &Play<G>) {
    damaged_snapshots_do_no_harm(chaos, play);
    for decided in play.decided() {
        let mut battle = decided.before.clone();
        for (n, event) in decided.events.iter().enumerate() {
            is_explained::<G>(&decided.before, &decided.events, n);
            G::apply(&mut battle, event);
            if n % 8 == 0 {
                comes_back(play, &battle);
            }
        }
        let again = comes_back(play, &decided.before);
        let orders = decided.orders.clone().unwrap_or_default();
        let [first, second] = [&decided.before, &again].map(|it| digest_of(&resolved(play, it, &orders)));
        assert_eq!(first, second, "the same battle, orders and dice");
        let report = G::report(&decided.before, &decided.events, &Known::default());
        is_told_as_it_is::<G>(&battle, &report, &G::picture(&battle, &decided.events));
        film::is_watched_as_it_was(play.game(), &decided.before, &decided.events, &battle, &report);
        let document = report.document_with(|it| G::reckoning(&decided.before, &decided.events, it));
        names_nobody_unknown(
            &Play::of(play.game().clone(), play.setup().clone(), battle.clone()),
            &Markup::Plain.render(&document),
            "",
        );
        for line in &report.lines {
            assert!(!line.events.is_empty() && line.events.iter().all(|it| *it < decided.events.len()), "{line:?}");
        }
        for line in G::json(&decided.before, &decided.events, &report).expect("JSON").lines() {
            serde_json::from_str::<serde_json::Value>(line).expect("an object a line");
        }
        assert!(G::difference(&battle, &battle).blocks.len() <= G::difference(&decided.before, &battle).blocks.len());
    }
    let words = format!("Over.\n{}", G::words_to_leave(play.battle()));
    let reading = G::read(play.names(), play.battle(), &words, Poster::Gm, &Language::default());
    assert!(reading.diagnostics.is_empty() && reading.given.len() == 1, "{words}: {reading:?}");
    assert!(!Markup::Plain.render(&play.final_report(G::stage(play.battle()).outcome.is_some())).is_empty());
}

/// An order that is printed is read as the same order.
fn reads_back<G: Simulated>(play: &Play<G>, poster: Poster, text: &str) {
    play.holds_with_all_posts(text);
    let read = |text: &str| G::read(play.names(), play.battle(), text, poster, &Language::default());
    remedies_help(play, poster, text);
    for given in read(text).given {
        let written = format!("!{}", G::written(play.battle(), &given.order));
        let again = read(&written);
        let orders: Vec<&G::Order> = again.orders().collect();
        assert_eq!(orders, [&given.order], "{written}: {:?}\n{text}", again.diagnostics);
    }
}

/// A suggestion in an answer ("Did you mean …?"), put in place of the error, doesn't cause the same error again.
fn remedies_help<G: Simulated>(play: &Play<G>, poster: Poster, text: &str) {
    let read = |text: &str| G::read(play.names(), play.battle(), text, poster, &Language::default());
    for refused in read(text).diagnostics {
        let Some(help) = refused.help.as_deref().and_then(|it| it.strip_prefix("Did you mean ")) else { continue };
        for meant in help.split('"').skip(1).step_by(2) {
            let mended = format!("{}{meant}{}", &text[..refused.span.start], &text[refused.span.end..]);
            let again = read(&mended).diagnostics;
            let is_same = |it: &Diagnostic| it.span.start == refused.span.start && it.message.contains(meant);
            let unknown = again.iter().filter(|it| it.severity == Severity::Error && is_same(it));
            assert!(
                unknown.clone().all(|it| !it.help.as_deref().is_some_and(|it| it.starts_with("Did you mean "))),
                "{text:?} is answered with {meant:?}, and that is answered with {:?}",
                unknown.collect::<Vec<_>>()
            );
        }
    }
}

/// A battle that is saved and restored is the same battle.
fn comes_back<G: Simulated>(play: &Play<G>, battle: &G::Battle) -> G::Battle {
    let again =
        G::restore(play.setup(), &serde_json::to_vec(battle).expect("a battle is JSON")).expect("its own snapshot");
    assert_eq!(digest_of(&again), digest_of(battle), "{again:?}");
    again
}

/// Bytes that differ from those that the battle wrote are never restored.
fn damaged_snapshots_do_no_harm<G: Simulated>(chaos: &mut Chaos, play: &Play<G>) {
    let snapshot = serde_json::to_vec(play.battle()).expect("a battle is JSON");
    let digest = digest_of(play.battle());
    for _ in 0..20 {
        let bytes = damaged(chaos, &snapshot);
        let mut again = Play::new(play.game().clone(), play.setup().clone());
        let opening = digest_of(again.battle());
        let is_taken = again.restore(&bytes, digest);
        assert_eq!(is_taken, bytes == snapshot);
        assert_eq!(digest_of(again.battle()), if is_taken { digest } else { opening });
    }
}

fn resolved<G: Simulated>(play: &Play<G>, battle: &G::Battle, orders: &G::Orders) -> Vec<G::Event> {
    let mut dice = Seed::from(7).dice(G::stage(battle).round, &digest_of(orders), &[0; 32]);
    play.game().resolve(battle, orders, &mut dice)
}

/// Every event has an explanation, which cites rules.
fn is_explained<G: Game>(before: &G::Battle, events: &[G::Event], n: usize) {
    let line = ReportLine { round: 1, number: 1, part: "", events: vec![n], text: Rich::default(), is_what_if: false };
    let reckoning = G::reckoning(before, events, &line);
    let told: Vec<&str> = reckoning.iter().map(Rich::text).collect();
    let why = page::why(&line, reckoning.clone(), G::rules());
    let cites = |it: &Block| matches!(it, Block::Heading(it) if it.text() == "Rules");
    assert!(why.blocks.iter().any(cites), "no rule is behind {:?}: {told:?}", events[n]);
}

/// The state, the report and every form of the picture agree on who stands and who holds what.
fn is_told_as_it_is<G: Simulated>(battle: &G::Battle, report: &Report, picture: &Picture) {
    let standing = G::standing(battle);
    let parties: BTreeSet<PartyId> = standing.squads.iter().filter(|it| 0 < it.units).map(|it| it.party).collect();
    let counted = || picture.squads.iter().filter(|it| parties.contains(&it.party));
    for party in &parties {
        let seen = counted().filter(|it| it.party == *party).map(|it| it.standing).sum::<usize>();
        let all = standing.squads.iter().filter(|it| it.party == *party).flat_map(|it| it.standing.iter().copied());
        assert_eq!(seen, all.collect::<BTreeSet<UnitId>>().len(), "who stands of {party:?}");
    }
    let on_map: BTreeSet<&str> = G::roster(battle).iter().filter(|it| it.is_on_map).map(|it| it.name).collect();
    assert_eq!(counted().map(|it| &*it.name).collect::<BTreeSet<_>>(), on_map);
    for (name, _) in &picture.gone {
        assert!(!on_map.contains(&**name), "{name} is gone");
    }
    let rows: Vec<String> = report
        .squads
        .rows()
        .map(|row| row.iter().map(|it| it.text().to_owned()).collect::<Vec<_>>().join(" | "))
        .collect();
    let [map, places, words] = [text_map(picture), positions(picture), description(picture)];
    for squad in counted() {
        let at = place_text(G::stage(battle).title, squad.at);
        let told = format!("{} of {} standing{at}", squad.standing, squad.starting);
        assert!(places.contains(&told) && words.contains(&told) && map.contains(&*squad.name), "{told}\n{places}");
        let row = rows
            .iter()
            .find(|it| it.to_lowercase().starts_with(&squad.name.to_lowercase()))
            .unwrap_or_else(|| panic!("{} has no row in {rows:?}", squad.name));
        let has = |number: usize| row.split(|it: char| !it.is_ascii_digit()).any(|it| it == number.to_string());
        assert!(squad.starting == 1 || has(squad.standing), "{} of {} stand: {row}", squad.standing, squad.name);
    }
    for squad in counted() {
        let Some((foe, steps)) = &squad.nearest else { continue };
        let back = counted().find(|it| *it.name == **foe).and_then(|it| Some(it.nearest.as_ref()?.1));
        assert!(back.is_some_and(|it| it <= *steps), "{} is {steps} from {foe}, which has {back:?}", squad.name);
    }
    header_agrees(report, picture);
    holds_agree(report);
    assert!(report.goals.is_empty() || report.goals.len() == standing.goals.len());
    for (told, goal) in report.goals.iter().zip(&standing.goals) {
        let is_met = ["Met in round", "Bonus, met", "Came true"].iter().any(|it| told.text().starts_with(it));
        assert!(is_met == goal.is_met && told.text().contains(goal.text.trim()), "{}", told.text());
    }
    let objectives = G::objectives(battle);
    assert_eq!((picture.objectives.len(), objectives.len()), (standing.objectives.len(), standing.objectives.len()));
    for ((seen, now), (name, told)) in picture.objectives.iter().zip(&standing.objectives).zip(objectives) {
        assert_eq!((seen.owner, seen.is_contested, &*seen.name), (now.owner, now.is_contested, &*now.name));
        assert_eq!(
            (name, told.starts_with("nobody"), told.contains("contested")),
            (&*now.name, now.owner.is_none(), now.is_contested)
        );
    }
    assert!(MapRenderer::svg(picture).contains("</svg>"));
}

/// Where texts say that a squad stands. The dining table is the players' own, and only they know where squads stand on
/// it.
fn place_text(title: &str, at: Tile) -> String {
    if title == "On the Dining Table" { String::new() } else { format!(" at {at}") }
}

/// A player who reads only text can find out what to order, what it costs, where everyone is, and how to win.
fn tells_all_that_orders_need(table: &Table) {
    let (stage, picture, now) = (table.stage(), table.playing().picture(), table.playing().now());
    let rounds = stage.rounds.map_or(String::new(), |it| format!(" of {it}"));
    for seat in stage.seats {
        let poster = table.poster(&seat.name).expect("a seat");
        let told = table.look(&seat.name, "").expect("a seat");
        let how = table.how_to_order(poster);
        for example in how.split('"').skip(1).step_by(2) {
            let reading = table.playing().reads(example, poster, &Language::default());
            assert!(reading, "{}, {}: {example} is no order", stage.title, seat.name);
        }
        let mut facts = vec![format!("Round 1{rounds}"), how];
        facts.extend(now.goals.iter().map(|it| it.clone().capitalised().text().to_owned()));
        facts.extend(picture.objectives.iter().map(|it| format!("{} at {}", &*it.name, it.at)));
        for it in &picture.squads {
            facts.push(format!("{} of {} standing{}", it.standing, it.starting, place_text(stage.title, it.at)));
        }
        for fact in facts {
            assert!(
                told.to_lowercase().contains(&fact.to_lowercase()),
                "{}, {}: {fact} is not in\n{told}",
                stage.title,
                seat.name
            );
        }
        let (more, own) = (table.look(&seat.name, "more").expect("a seat"), table.after_command_of(poster));
        assert!(!own.is_empty() && more.starts_with(&told), "{}, {} commands nobody", stage.title, seat.name);
        for squad in own {
            let near = table.playing().look(squad.id);
            assert!(more.contains(&near), "{}: {near} is not in\n{more}", stage.title);
            for phrase in table.playing().phrases(squad.id) {
                let Some(ability) = phrase.split('"').nth(1) else { continue };
                assert!(more.contains(&format!("{ability}, ")), "{}: {ability} costs what?\n{more}", stage.title);
            }
            assert!(near.contains(" at ") || near.contains("on the table"), "{near}");
        }
    }
    let (seat, first) =
        (&stage.seats[0].name, table.after_command_of(table.poster(&stage.seats[0].name).expect("a seat"))[0].name);
    let can = table.can(seat, first).expect("a squad of theirs");
    let [order, _, ..] = can.lines().collect::<Vec<_>>()[..] else { panic!("{}: {first} can do nothing", stage.title) };
    let verb = order.split_once(": ").and_then(|it| it.1.split(' ').next()).expect("an order");
    let all = table.can(seat, &format!("{first} {verb}")).expect("a squad of theirs");
    assert!(all.contains(order) && all.lines().all(|it| it.starts_with("    ") || it.contains(verb)), "{all}");
}

/// Goals, and parts of goals that haven't come true, agree with the start of the report on how long something has been
/// held.
fn holds_agree(report: &Report) {
    for goal in report.goals.iter().map(Rich::text) {
        for told in goal.split("held for ").skip(1) {
            let Some((held, _)) =
                told.split_once(" rounds").filter(|it| it.0.contains(" of ") && !it.0.starts_with('0'))
            else {
                continue;
            };
            assert!(report.short[0].text().contains(&format!("({held} rounds)")), "{goal}: {}", report.short[0].text());
        }
    }
}

/// The start of a report agrees with the map, in letters and in words, on objectives and on who stands.
fn header_agrees(report: &Report, picture: &Picture) {
    let Some(header) = report.short.first().map(Rich::text) else { return };
    let places = positions(picture);
    for it in &picture.objectives {
        let told = header.split_once(&format!("{}: ", &*it.name));
        let told = told.unwrap_or_else(|| panic!("{} is not in {header}", &*it.name)).1;
        assert_eq!(told.starts_with("nobody's"), it.owner.is_none(), "{header}");
        let owner = told.split(['(', ',', ';', '.']).next().unwrap_or_default().trim();
        if let Some(Party::Called(name)) = it.owner.map(|it| &picture.parties[usize::from(it.0)]) {
            assert!([possessive(name), format!("held by {name}")].iter().any(|it| it == owner), "{header}");
        }
        let told = &told[owner.len()..];
        assert_eq!(told.starts_with(", contested"), it.is_contested, "{} in {header}", &*it.name);
        let held = told.trim_start_matches(", contested").strip_prefix(" (");
        let held = held.and_then(|it| it.split(' ').next()?.parse().ok());
        assert_eq!(held.unwrap_or(0), it.held_rounds, "{} in {header}\n{places}", &*it.name);
        let place = format!("{} at {} is ", &*it.name, it.at);
        let line = places
            .lines()
            .find(|it| it.to_lowercase().starts_with(&place.to_lowercase()))
            .unwrap_or_else(|| panic!("{place}: {places}"));
        assert_eq!(line.contains("nobody’s"), it.owner.is_none(), "{line}");
        assert_eq!(line.contains("contested"), it.is_contested, "{line}");
        let rounds = line.split_once("held for ").and_then(|it| it.1.split(' ').next()?.parse().ok());
        assert_eq!(rounds.unwrap_or(0), it.held_rounds, "{line}");
    }
    let fighting = |it: &(PartyId, &Party)| !matches!(it.1, Party::Nobody);
    for (id, party) in (0..).map(PartyId).zip(&picture.parties).filter(fighting) {
        let name = match party {
            Party::Called(name) => name,
            Party::Yours | Party::Enemy | Party::Nobody => "",
        };
        let standing: usize = picture.squads.iter().filter(|it| it.party == id).map(|it| it.standing).sum();
        assert!(standing == 0 || header.contains(&format!("{name} {standing} of ")), "{name} {standing}: {header}");
    }
}

/// The bytes with a few digits, letters, words or longer pieces changed.
fn damaged(chaos: &mut Chaos, snapshot: &[u8]) -> Vec<u8> {
    let mut bytes = snapshot.to_vec();
    for _ in 0..chaos.number(1, 3) {
        if bytes.len() < 100 {
            break;
        }
        let at = chaos.next() as usize % bytes.len();
        match chaos.number(0, 9) {
            0 => bytes[at] = chaos.number(0, 255),
            1 => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => {
                let from = chaos.next() as usize % bytes.len();
                let piece = bytes[from..].iter().copied().take(12).collect::<Vec<_>>();
                bytes.splice(at..at, piece);
            }
            4 | 5 => swap_words(chaos, &mut bytes),
            // Most values in a battle are numbers: changing a digit changes the battle and leaves it readable.
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|it| bytes[*it].is_ascii_digit()).collect();
                let Some(&at) = digits.get(chaos.next() as usize % digits.len().max(1)) else { break };
                bytes[at] = chaos.number(b'0', b'9');
                if chaos.chance(20) {
                    bytes.insert(at, chaos.number(b'1', b'9'));
                }
            }
        }
    }
    bytes
}

fn swap_words(chaos: &mut Chaos, bytes: &mut Vec<u8>) {
    let words =
        ["standing", "downed", "abandoned", "killed", "in_reserve", "true", "false", "null", "command", "morale"];
    let (old, new) = (*chaos.pick(&words), *chaos.pick(&words));
    let text = String::from_utf8_lossy(bytes).into_owned();
    let places: Vec<usize> = text.match_indices(old).map(|it| it.0).collect();
    if !places.is_empty() {
        let at = *chaos.pick(&places);
        *bytes = format!("{}{new}{}", &text[..at], &text[at + old.len()..]).into_bytes();
    }
}

/// A scenario on a Tiled map, with a picture under it, in a folder of its own.
fn with_files_beside(map: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let tiled = r#"{ "width": 4, "height": 2, "tilewidth": 8, "tileheight": 8,
        "layers": [
            { "type": "tilelayer", "data": [1, 1, 1, 1, 1, 1, 1, 1] },
            { "type": "objectgroup", "objects": [
                { "name": "alpha", "x": 1, "y": 1 }, { "name": "raiders", "x": 30, "y": 12 }, { "name": "mill", "x": 9, "y": 9 }
            ] }
        ],
        "tilesets": [{ "firstgid": 1, "tiles": [{ "id": 0, "type": "open" }] }] }"#;
    std::fs::write(folder.path().join("mill.tmj"), tiled).expect("a file");
    let mut picture = resvg::tiny_skia::Pixmap::new(8, 4).expect("a size");
    picture.fill(resvg::tiny_skia::Color::from_rgba8(40, 120, 60, 255));
    std::fs::write(folder.path().join("mill.png"), picture.encode_png().expect("a PNG")).expect("a file");
    std::fs::write(folder.path().join("mill.jpg"), b"\xff\xd8\xff").expect("a file");
    let text = format!(
        r#"
        name = "The mill"
        player = [{{ name = "alice" }}]
        squad = [
            {{ id = "alpha", player = "alice", units = ["1 rifleman"] }},
            {{ id = "raiders", side = "enemy", units = ["1 rifleman"] }},
        ]
        objective = [{{ id = "mill" }}]
        victory = [{{ text = "Hold the mill", when = {{ hold = "mill", rounds = 2 }} }}]
        map = {{ {map} }}
        "#
    );
    let path = folder.path().join("mill.toml");
    std::fs::write(&path, text).expect("a file");
    (folder, path)
}

#[test]
fn a_battle_keeps_the_files_that_its_scenario_names() {
    let (folder, path) = with_files_beside(r#"tiled = "mill.tmj", picture = "mill.png", picture_tile = 2"#);
    let loaded = super::load(&path).expect("it can be read");
    let names: Vec<&str> = loaded.data.iter().map(|it| it.0.as_str()).filter(|it| file::is_beside(it)).collect();
    assert_eq!(names, ["mill.tmj", "mill.png"]);
    drop(folder);
    let again = super::read("mill.toml", &loaded.doubts.text, &Data::Files(loaded.data.clone())).expect("without them");
    assert_eq!(again.data, loaded.data);
    let pictures = [loaded, again].map(|it| it.opening.picture());
    let places = crate::map::positions(&pictures[0]);
    assert!(places.contains("standing at A1") && places.contains("at B2 is nobody"), "{places}");
    let mut renderer = crate::map::MapRenderer::default();
    let [first, second] = pictures.map(|it| (crate::map::MapRenderer::svg(&it), renderer.png(&it).expect("a picture")));
    assert!(first.0.contains("data:image/png;base64,"));
    assert_eq!(first, second);
}

#[test]
fn files_that_a_scenario_cannot_use_are_told_with_a_remedy() {
    for (map, expected) in [
        (r#"tiled = "hill.tmj""#, "there is no file \"hill.tmj\" beside the scenario"),
        (r#"tiled = "/etc/passwd""#, "lies outside the scenario's folder"),
        (r#"tiled = "mill.png""#, "is not UTF-8 text"),
        (r#"tiled = "mill.toml""#, "or ends in .toml"),
        (r#"tiled = "mill.tmj", tiles = "..""#, "at once"),
        (r#"tiled = "mill.tmj", picture = "mill.jpg""#, "holds a JPEG, and only PNG is read"),
        (r#"tiled = "mill.tmj", picture = "../""#, "lies outside the scenario's folder"),
    ] {
        let (_folder, path) = with_files_beside(map);
        let problems = super::load(&path).expect_err("it is refused").to_string();
        assert!(problems.contains(expected), "{map}:\n{problems}");
    }
}

#[test]
fn a_file_that_names_no_rules_or_unknown_ones_is_told_only_that() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/brick-duel.toml");
    let duel = fs::read_to_string(path).expect("the duel");
    let told = |text: &str| {
        let problems = games::read("test.toml", text, &Data::Standard).expect_err("it is for no game");
        let [one] = &problems.diagnostics[..] else { panic!("{problems}") };
        one.under(text)
    };
    let with = |line: &str| duel.replacen("ruleset = \"brick\"\n", line, 1);
    let wrong = told(&with("ruleset = \"bricks\"\n"));
    assert!(wrong.contains("no ruleset is called \"bricks\". Did you mean \"brick\"?"), "{wrong}");
    let missing = told(&with(""));
    assert!(missing.contains("is for the rules \"brick\", and the file names no rules. Write ruleset"), "{missing}");
    let plates = told("name = \"Plates\"\n[[squad]]\nid = \"a\"\nplate = \"2x1\"\n");
    assert!(plates.contains("Write ruleset = \"brick\" at the top of the file, or leave `plate` out."), "{plates}");
}

#[test]
fn a_games_own_keys_are_its_own() {
    let keys = |game: &str| {
        let schema = games::schema(game, FileKind::Scenario).expect("a game");
        let schema: serde_json::Value = serde_json::from_str(&schema).expect("a schema is JSON");
        let tables = ["/properties", "/$defs/SquadFile/properties"].into_iter().filter_map(|it| schema.pointer(it));
        let all: BTreeSet<String> = tables.filter_map(|it| it.as_object()).flat_map(|it| it.keys().cloned()).collect();
        all
    };
    let (line, brick) = (keys("line"), keys("brick"));
    let own = [
        (<crate::line::rules::Line as Game>::OWN_KEYS, &line, &brick),
        (<crate::brick::rules::Brick as Game>::OWN_KEYS, &brick, &line),
    ];
    for (own, its, other) in own {
        assert!(own.iter().all(|it| its.contains(*it) && !other.contains(*it)), "{own:?}");
    }
}
