//! The toy game in the store, which the suite of all games doesn't test.

use std::sync::Arc;

use crate::dice::Seed;
use crate::games::{self, Data};
use crate::referee::{Location, Referee, SystemClock};
use crate::store::{ClosedBy, Place, ProcessName, Store};
use crate::toy::DUEL;

#[tokio::test]
async fn a_third_game_is_kept_in_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::File(folder.path().join("battles.db"));
    let store = Arc::new(Store::open(&place).await.unwrap_or_else(|it| panic!("{it}")));
    let begin = |name: &str| Referee::new(Arc::clone(&store), Arc::new(SystemClock), ProcessName(name.to_owned()));
    let referee = begin("one");
    let scenario = games::read("duel.toml", DUEL, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"));
    let location = Location { key: "thread".to_owned(), home: None, front_state: String::new() };
    let begun = referee
        .begin(&scenario, Seed::from(5), location, |sheet| sheet.table.post("ann", "!Left: throw").map(|it| it.number));
    let (battle, posted) = begun.await.unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(posted, Ok(1));
    let closed = referee.change(battle, |sheet| sheet.close(ClosedBy::Gm, true).is_ok());
    assert!(closed.await.unwrap_or_else(|it| panic!("{it}")));
    let rounds = referee.read(battle, |table, _| table.closed().len()).await;
    assert_eq!(rounds.unwrap_or_else(|it| panic!("{it}")), 1);
}
