//! The toy game through everything that stands above the seam.

use std::sync::Arc;

use crate::dice::Seed;
use crate::games::{self, Data, Scenario};
use crate::map::{MapRenderer, text_map};
use crate::page::Markup;
use crate::post::Language;
use crate::referee::verify::verify;
use crate::referee::{Referee, Snapshot, SystemClock, Table, transcript};
use crate::store::{self, ClosedBy, Holder, Place, Store};
use crate::trial::Wanted;

const DUEL: &str = "name = \"A duel with pebbles\"\nruleset = \"toy\"\nplayer = \"ann\"\n";

fn scenario() -> Scenario {
    games::read("duel.toml", DUEL, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A duel to its end.
fn fought() -> Table {
    let mut table = Table::open(&scenario(), Language::default(), Seed::from(5));
    while !table.is_over() {
        let answered = table.post("ann", "Here it goes.\n!Left: throw").expect("her seat");
        assert!(answered.answer.expect("an answer").text().contains("fells with 4 or more (Y-1)"));
        table.close(ClosedBy::Gm).expect("an open battle");
    }
    table
}

#[test]
fn a_third_game_is_refereed_like_any_other() {
    let mut table = fought();
    let report = Markup::Plain.render(&table.closed()[0].report.document());
    assert!(report.contains("Left throws"), "{report}");
    let why = Markup::Plain.render(&table.why("1.1").expect("a line"));
    assert!(why.contains("A throw of 4 or more fells."), "{why}");
    let rounds = table.closed().len();
    table.undo(None).expect("a round");
    table.change("Right standing").expect("an edit");
    assert!(table.change("Up standing").is_err());
    table.post("ann", "!Left: throw").expect("her seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.reveal();
    assert!(rounds <= table.closed().len());
    let verified = verify(table.log()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((verified.title.as_str(), verified.changes), ("A duel with pebbles", 1));
    let thread = table.transcript();
    transcript::verify(&thread, &scenario()).unwrap_or_else(|why| panic!("{why}\n{thread}"));
}

#[test]
fn a_third_game_is_put_back_from_its_log_and_a_snapshot() {
    let table = fought();
    let last = table.closed().last().expect("a round");
    let bytes = table.playing().snapshot_before(last.number).expect("it was played here");
    let snapshot = Snapshot { entries: last.entry - 1, bytes: &bytes };
    for snapshot in [None, Some(snapshot)] {
        let again = Table::resume(table.log(), Seed::from(5), 0, snapshot).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(again.playing().digest(), table.playing().digest());
    }
    let exported = store::export(table.log()).expect("a log");
    assert_eq!(store::import(&exported).expect("a log"), table.log());
}

#[test]
fn a_third_game_is_drawn_and_told() {
    let opening = scenario().opening;
    let picture = opening.picture();
    crate::map::drawn::check_all(&picture);
    assert!(text_map(&picture).contains("Left") && !MapRenderer::svg(&picture).is_empty());
    assert_eq!(opening.look(opening.roster()[1].id), "Right stands\n");
}

#[test]
fn a_third_game_is_fought_by_the_hundred() {
    let wanted = Wanted { battles: 20, seed: Seed::from(5), players: None, enemy: None, threads: Some(2) };
    let fairness = scenario().opening.simulate(&wanted, &|| ());
    assert!(fairness.text().contains("Left"), "{}", fairness.text());
}

#[tokio::test]
async fn a_third_game_is_kept_in_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::File(folder.path().join("battles.db"));
    let store = Arc::new(Store::open(&place).await.unwrap_or_else(|it| panic!("{it}")));
    let begin = |name: &str| Referee::new(Arc::clone(&store), Arc::new(SystemClock), Holder(name.to_owned()));
    let referee = begin("one");
    let scenario = scenario();
    let begun = referee.begin(&scenario, Seed::from(5), "thread", String::new(), |sheet| {
        sheet.table.post("ann", "!Left: throw").map(|it| it.number)
    });
    let (battle, posted) = begun.await.unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(posted, Ok(1));
    let closed = referee.work(battle, |sheet| sheet.close(ClosedBy::Gm, true).is_ok());
    assert!(closed.await.unwrap_or_else(|it| panic!("{it}")));
    let rounds = referee.ask(battle, |table, _| table.closed().len()).await;
    assert_eq!(rounds.unwrap_or_else(|it| panic!("{it}")), 1);
}
