//! Steps that are added at the same moment are stored independently.

use std::sync::Arc;

use futures_util::future::join;
use tokio::task::JoinSet;

use super::{begin, first, message, on_both, on_sqlite, open, posted, progress, unsent, with_both};
use crate::store::{BattleId, Cause, Entry, ExistingBattle, NewBattle, Origin, SecretSeed, Step, Store};

/// Adds a step to all battles at once. Returns the outcome of each.
async fn add_to_all(store: &Arc<Store>, battles: &[BattleId], after: u32, entry: &Entry) -> Vec<Result<(), Cause>> {
    let mut steps = JoinSet::new();
    for (n, battle) in battles.iter().copied().enumerate() {
        let (store, entries) = (Arc::clone(store), [entry.clone()]);
        steps.spawn(async move {
            let messages = [message("answer")];
            let step =
                Step { after, entries: &entries, progress: progress(after), messages: &messages, ..Step::default() };
            (n, store.append(battle, &step).await.map_err(|it| it.cause))
        });
    }
    let mut outcomes = steps.join_all().await;
    outcomes.sort_by_key(|it| it.0);
    outcomes.into_iter().map(|it| it.1).collect()
}

async fn battles(store: &Store, count: usize) -> Vec<BattleId> {
    let mut battles = Vec::new();
    for n in 0..count {
        battles.push(begin(store, &n.to_string()).await);
    }
    battles
}

#[test]
fn many_steps_at_once_are_all_kept() {
    with_both(async |store| {
        let battles = battles(&store, 40).await;
        for after in 1..4 {
            for outcome in add_to_all(&store, &battles, after, &posted(after)).await {
                outcome.unwrap_or_else(|it| panic!("{it}"));
            }
        }
        for battle in battles {
            let stored = store.load(battle).await.expect("it is there");
            assert_eq!((stored.log.len(), stored.steps), (4, 4));
            assert_eq!(unsent(&store, battle).await, 3);
        }
    });
}

#[test]
fn a_step_that_is_refused_takes_no_other_with_it() {
    with_both(async |store| {
        let mut battles = battles(&store, 20).await;
        // Each battle twice, so that one of its steps is too late, and a battle that doesn't exist.
        battles.extend(battles.clone());
        battles.push(BattleId(999));
        let outcomes = add_to_all(&store, &battles, 1, &posted(1)).await;
        assert_eq!(outcomes.iter().filter(|it| it.is_ok()).count(), 20);
        assert_eq!(outcomes.iter().filter(|it| matches!(it, Err(Cause::Conflict))).count(), 20);
        assert!(matches!(outcomes[40], Err(Cause::NoBattle(_))));
        for battle in &battles[..20] {
            assert_eq!(store.load(*battle).await.expect("it is there").steps, 2);
        }
    });
}

#[test]
fn of_two_that_bring_the_same_battle_from_elsewhere_one_is_refused() {
    on_both(async |place| {
        let (one, other) = (open(place).await, open(place).await);
        let entries = [first(), posted(1)];
        for n in 1..=10 {
            let seed = SecretSeed([n; 32]);
            let new_battle = NewBattle { origin: Origin::Elsewhere, ..NewBattle::new("Ridge", seed, &entries) };
            let (here, there) = join(one.begin(&new_battle), other.begin(&new_battle)).await;
            let (battle, late) = match (here, there) {
                (Ok(battle), Err(late)) | (Err(late), Ok(battle)) => (battle, late),
                both => panic!("{both:?}"),
            };
            let first = ExistingBattle { battle, is_over: false };
            assert!(matches!(late.cause, Cause::AlreadyImported(it) if it == first), "{late}");
            assert_eq!(one.find_same(&new_battle).await.expect("a store"), Some(first));
            assert_eq!(one.battles().await.expect("a store").len(), usize::from(n));
        }
    });
}

#[test]
fn of_steps_that_do_not_fit_the_disk_together_each_that_fits_is_kept() {
    on_sqlite(async |place| {
        let store = Arc::new(open(place).await);
        let battles = battles(&store, 12).await;
        let mut tx = store.link.begin(crate::store::purpose::Purpose::Read).await.expect("a store");
        let sql = "SELECT page_count FROM pragma_page_count";
        let pages: i64 = tx.row(sql, &[]).await.expect("a number").expect("a number").take().expect("a number");
        let limit: &'static str = format!("PRAGMA max_page_count = {}", pages + 40).leak();
        let limited = tx.rows(limit, &[]).await;
        tx.end(limited).await.expect("a setting");
        let text = "mud ".repeat(10_000);
        let long = Entry::Posted { number: 1, author: "alice".to_owned(), text, key: None, hidden: false };
        let outcomes = add_to_all(&store, &battles, 1, &long).await;
        let kept = outcomes.iter().filter(|it| it.is_ok()).count();
        assert!(0 < kept && kept < 12, "{kept} of 12 posts of 40 kB fit on 40 pages");
        for (battle, outcome) in battles.iter().zip(outcomes) {
            let stored = store.load(*battle).await.expect("it is there");
            match outcome {
                Ok(()) => assert_eq!(stored.log.len(), 2),
                Err(cause) => {
                    assert!(matches!(cause, Cause::Full), "{cause}");
                    assert_eq!(stored.log.len(), 1);
                }
            }
        }
    });
}

#[test]
fn who_goes_away_in_the_middle_takes_no_other_with_him() {
    with_both(async |store| {
        let battles = battles(&store, 10).await;
        for after in 1..16 {
            // The step of the first battle is dropped after it was polled `after` times.
            let mut steps = JoinSet::new();
            for battle in battles.iter().copied() {
                let store = Arc::clone(&store);
                steps.spawn(async move {
                    let entries = [posted(after)];
                    let step = Step { after, entries: &entries, ..Step::default() };
                    let added = store.append(battle, &step);
                    if battle == BattleId(1) {
                        super::given_up_after(after, added).await.unwrap_or(Ok(()))
                    } else {
                        added.await
                    }
                });
            }
            for outcome in steps.join_all().await {
                outcome.unwrap_or_else(|it| panic!("{it}"));
            }
            for battle in &battles[1..] {
                assert_eq!(store.load(*battle).await.expect("it is there").log.len() as u32, after + 1);
            }
            // Adds the dropped step again, in case it wasn't stored.
            let entries = [posted(after)];
            let _ = store.append(battles[0], &Step { after, entries: &entries, ..Step::default() }).await;
        }
    });
}

#[test]
fn work_may_be_done_on_any_thread() {
    fn is_sent<T: Send>(_: T) {}
    let later = async |store: Store| {
        is_sent(store.append(BattleId(1), &Step::default()));
        is_sent(store.load(BattleId(1)));
        is_sent(store.due(None, 1));
        is_sent(store.battles());
        is_sent(store.find("a"));
    };
    let _ = later;
}
