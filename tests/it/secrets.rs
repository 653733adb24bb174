//! What nobody may know before the battle is over: the seed, the GM's secret orders, and the bot's token.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::page::Markup;
use fieldpost::post::Language;
use fieldpost::referee::{Location, Referee, SystemClock, Table};
use fieldpost::store::{self, ClosedBy, Hash, ProcessName, Store};
use tokio::runtime::Builder;

use crate::program::fieldpost;
use crate::trenches;

/// A number that appears nowhere else.
const SEED: u64 = 16_045_690_984_503_098_046;

const TOKEN: &str = "MTA4.Gq-tok.in_the_environment";

/// The words of a hidden order that contain no order.
pub(crate) const WHISPER: &str = "The heron waits in the reeds";

/// Every form in which a seed may be written.
pub(crate) fn spellings(seed: &Seed) -> Vec<String> {
    let bytes = seed.reveal();
    // A seed that was typed as a number has zeros after it.
    let length = bytes.iter().rposition(|it| *it != 0).map_or(1, |it| it + 1);
    let number = &bytes[..length];
    let mut turned = number.to_vec();
    turned.reverse();
    let hex = |bytes: &[u8]| bytes.iter().map(|it| format!("{it:02x}")).collect::<String>();
    let list = |bytes: &[u8]| bytes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut all = vec![decimal(&turned)];
    for bytes in [number, &turned[..], &bytes[..]] {
        // The last letters in base64 depend on the bytes that follow.
        let whole = &bytes[..bytes.len() / 3 * 3];
        all.extend([hex(bytes), hex(bytes).to_uppercase(), list(bytes), list(bytes).replace(' ', "")]);
        all.extend([STANDARD.encode(whole), URL_SAFE_NO_PAD.encode(whole)]);
    }
    all
}

/// A number of many bytes, the highest byte first, in decimal digits.
fn decimal(bytes: &[u8]) -> String {
    let mut digits = vec![0_u16];
    for byte in bytes {
        let mut carried = u16::from(*byte);
        for digit in &mut digits {
            let value = *digit * 256 + carried;
            (*digit, carried) = (value % 10, value / 10);
        }
        while 0 < carried {
            digits.push(carried % 10);
            carried /= 10;
        }
    }
    digits.iter().rev().map(ToString::to_string).collect()
}

#[track_caller]
pub(crate) fn holds_none(text: &str, secrets: &[String]) {
    for secret in secrets {
        if let Some(at) = text.find(secret.as_str()) {
            let before: String = text[..at].chars().rev().take(200).collect();
            let before: String = before.chars().rev().collect();
            panic!("\"{secret}\" can be read after\n{before}");
        }
    }
}

/// The secrets of a battle of the trenches.
fn secrets() -> Vec<String> {
    let mut secrets = spellings(&Seed::from(SEED));
    secrets.extend([TOKEN.to_owned(), WHISPER.to_owned(), "!Draft: charge Bravo".to_owned()]);
    secrets
}

/// Checks that naming a squad or unit that is still to come gets the same answer as an unknown name, and naming one on
/// the map doesn't.
#[track_caller]
pub(crate) fn none_to_come_has_a_name(table: &mut Table, author: &str, own: &str, known: &str) {
    let mut told = |order: &str, name: &str| {
        let post = order.replace("OWN", own).replace("NAME", name);
        let answered = table.post(author, &post).expect("a seat");
        answered.answer.map(|it| it.text().replace(name, "NAME").replace('^', ""))
    };
    for order in ["!OWN: shoot NAME", "!NAME: hold", "!OWN: charge NAME", "!OWN: move toward NAME", "!NAME"] {
        let of_nobody = told(order, "Quartermasters");
        for hidden in ["Hammers", "Captain Stahl", "Wet Pikes", "Old Crawler"] {
            assert_eq!(told(order, hidden), of_nobody, "{author}: {order}: {hidden}");
        }
        assert_ne!(told(order, known), of_nobody, "{author}: {order}");
    }
}

#[test]
fn a_seed_has_many_spellings() {
    let spellings = spellings(&Seed::from(SEED));
    for one in ["16045690984503098046", "deadbeefcafebabe", "bebafecaefbeadde", "190, 186, 254, 202", "vrr+yu++"] {
        assert!(spellings.iter().any(|it| it.contains(one)), "{one} in {spellings:?}");
    }
}

#[test]
fn nothing_that_others_are_told_holds_a_secret_before_the_end() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path().join("battles.db");
    let runtime = Builder::new_current_thread().enable_all().build().expect("a system that runs programs");
    runtime.block_on(play(&place));
}

async fn play(place: &Path) {
    let open = || async { Arc::new(Store::open(&place.into()).await.unwrap_or_else(|why| panic!("{why}"))) };
    let referee = |store| Referee::new(store, Arc::new(SystemClock), ProcessName("test".to_owned()));
    let (first, secrets) = (referee(open().await), secrets());
    let location = Location { key: "thread".to_owned(), home: None, front_state: String::new() };
    let begun = first.begin(trenches::scenario(), Seed::from(SEED), location, |tx| {
        tx.send(None, tx.table.opening_statement());
        tx.table.add_word("alice", "swordfish").expect("a seat");
    });
    let (battle, ()) = begun.await.unwrap_or_else(|why| panic!("{why}"));
    for round in 0..3 {
        let done = first.change(battle, |tx| {
            let hidden = format!("{WHISPER}.\n!Draft: charge Bravo");
            tx.table.post_hidden("gm", &hidden).expect("an open battle");
            let mut said = String::new();
            for (author, text) in [("alice", "!Alpha: shoot Draft"), ("bela", "!Bravo: hold\n!Draft: hold")] {
                let tried = tx.table.try_post(author, text).expect("a seat");
                let answered = tx.table.post(author, text).expect("a seat");
                let answers = tried.into_iter().chain(answered.answer);
                answers.for_each(|it| said += &it.text());
            }
            said += &of_the_open_round(tx.table);
            tx.table.close(ClosedBy::Gm).expect("an open battle");
            let report = &tx.table.closed()[round].report;
            said += &Markup::Plain.render(&report.document());
            said += &tx.table.round_statement(report.round).expect("a closed round");
            tx.send(None, said.clone());
            format!("{said}{:?}", tx.table.closed()[round].report)
        });
        holds_none(&done.await.unwrap_or_else(|why| panic!("{why}")), &secrets);
    }
    drop(first);

    // Another process takes the battle over.
    let second = referee(open().await);
    let told = second.read(battle, |table, front| {
        let log = store::export(&table.public_log()).expect("a log is JSON");
        // Changing a hidden order can't reveal it.
        let hidden = table.posts().iter().filter(|it| it.is_hidden()).map(|it| it.number).collect::<Vec<_>>();
        assert_eq!(hidden.len(), 3);
        for number in hidden {
            table.edit("gm", number, WHISPER).expect_err("it is not in the thread");
            table.delete("gm", number).expect_err("it is not in the thread");
        }
        format!("{front}{log}{}{}{:?}", of_the_open_round(table), table.transcript(), table.public_log())
    });
    let mut told = told.await.unwrap_or_else(|why| panic!("{why}"));
    for letter in second.store().messages(battle).await.expect("a healthy file") {
        let _ = write!(told, "{letter:?}\n{}", letter.message.body);
    }
    let stored = second.store().load(battle).await.expect("a healthy file");
    let _ = write!(told, "{:?} {:?}", stored.seed, Seed::from(SEED));
    holds_none(&told, &secrets);
    assert!(told.contains("Fair dice, round 3"), "{told}");

    // After the battle everybody may know.
    let told = second.change(battle, |tx| {
        tx.table.reveal();
        tx.table.transcript()
    });
    let told = told.await.unwrap_or_else(|why| panic!("{why}"));
    let hash = Hash(Seed::from(SEED).reveal()).to_string();
    assert!(told.contains(WHISPER) && told.contains(&hash), "{told}");
}

#[test]
fn nobody_who_is_still_to_come_has_a_name_for_players() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/ridge-at-dawn.toml");
    let scenario = games::load(&path).unwrap_or_else(|why| panic!("{why}"));
    let mut table = Table::open(&scenario, Language::default(), Seed::from(1));
    none_to_come_has_a_name(&mut table, "alice", "Alpha", "Third Draft");
    // The GM is told the true reason.
    let told = table.post("gm", "!Hammers: hold").expect("the GM").answer.expect("an order").text();
    assert!(told.contains("Hammers is in reserve"), "{told}");
}

/// Everything that a player may ask about the open round.
fn of_the_open_round(table: &mut Table) -> String {
    let mut told: String = table.answers().filter_map(|it| it.1.answer).map(|it| it.text()).collect();
    for author in ["alice", "bela"] {
        told += &Markup::Plain.render(&table.brief(author).expect("a seat"));
    }
    let names = table.owed().into_iter().map(|it| it.who).collect::<Vec<_>>().join(" ");
    let rest = (table.opening_statement(), table.commitment(), table.undoing(None).map(|it| it.to_string()));
    format!("{told}{names}{rest:?}")
}

#[test]
fn the_program_keeps_its_secrets_before_the_end() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (scenario, posts, db, out) = (path("trenches.toml"), path("battle.posts"), path("battles.db"), path("out"));
    let thread = format!(
        "@alice\n!Alpha: shoot Draft\n@gm\n/hidden {WHISPER}.\n/hidden !Draft: charge Bravo\n/resolve\n\
         @bela\n!Bravo: hold\n@alice\n/brief\n@gm\n/orders\n/resolve\n/dry-run\n/report\n"
    );
    std::fs::write(&scenario, trenches::SCENARIO).expect("a file for the test");
    std::fs::write(&posts, thread).expect("a file for the test");
    let played = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["play", &scenario, "--posts", &posts, "--seed", &SEED.to_string(), "--db", &db, "--out", &out])
        .env("RUST_LOG", "trace")
        .env("FIELDPOST_TOKEN", TOKEN)
        .output()
        .expect("the program runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let secrets = secrets();
    holds_none(&String::from_utf8_lossy(&played.stdout), &secrets);
    holds_none(&String::from_utf8_lossy(&played.stderr), &secrets);
    for file in std::fs::read_dir(&out).expect("its folder") {
        let file = file.expect("a file of the program's").path();
        holds_none(&String::from_utf8_lossy(&std::fs::read(file).expect("a file of the program's")), &secrets);
    }
    let log = std::fs::read_to_string(Path::new(&out).join("battle.log")).expect("the log");
    assert!(log.contains("withheld"), "{log}");
    assert!(!log.contains(&folder.path().display().to_string()), "a log says nothing of where it was written");

    let file = path("exported.log");
    let exported = fieldpost(["export", "1", "--db", &db, "--out", &file]);
    assert!(exported.status.success(), "{}", exported.stderr);
    let text = std::fs::read_to_string(&file).expect("the export");
    holds_none(&(text + &exported.stdout + &exported.stderr), &secrets);
}
