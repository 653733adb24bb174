//! Frequent queries use an index.

use super::{SEED, first, open, send, with_both};
use crate::store::purpose::Purpose;
use crate::store::{BattleId, NewBattle, NewMessage, Rank};

#[test]
fn lists_hold_all_that_there_is() {
    const BATTLES: usize = 60;
    with_both(async |store| {
        let entries = [first()];
        let messages = [NewMessage { tag: None, body: "opening".to_owned(), rank: Rank::Own }];
        for n in 0..BATTLES {
            let key = n.to_string();
            let mut begun = NewBattle { key: Some(&key), ..NewBattle::new("Ridge", SEED, &entries) };
            begun.step.messages = &messages;
            store.begin(&begun).await.expect("a battle");
        }
        send(&store, BattleId(7), 1, &messages).await;
        assert_eq!(store.open_battles().await.expect("a store").len(), BATTLES);
        assert_eq!(store.battles().await.expect("a store").len(), BATTLES);
        assert_eq!(store.due(None, 1000).await.expect("a store").len(), BATTLES);
    });
}

#[test]
fn questions_that_are_asked_often_use_an_index() {
    super::on_sqlite(async |place| {
        let store = open(place).await;
        for (question, index) in [
            ("SELECT id FROM battles WHERE key = '' ORDER BY is_over, id DESC LIMIT 1", "battles_of_a_key"),
            ("SELECT id FROM battles WHERE is_over = 0 ORDER BY id", "battles_that_are_open"),
            ("SELECT id FROM messages WHERE fate = 0 AND next_at <= 0 ORDER BY next_at, id", "messages_by_time"),
            ("SELECT 1 FROM messages WHERE battle = 0 AND fate = 0 AND (rank, number) < (1, 9)", "messages_in_order"),
            (
                "SELECT id FROM messages WHERE battle = 0 AND fate = 0 ORDER BY rank, number LIMIT 1",
                "messages_in_order",
            ),
            ("SELECT count(*) FROM messages WHERE battle = 0 AND fate = 0", "messages_in_order"),
            (
                "DELETE FROM messages WHERE (battle, tag) = (SELECT battle, tag FROM messages WHERE id = 9) AND fate IN (1, 3)",
                "messages_of_a_tag",
            ),
            ("SELECT id FROM battles WHERE is_over = 1 AND is_packed = 0 ORDER BY id", "battles_to_pack"),
            ("SELECT battle FROM messages WHERE fate = 0", "INDEX"),
            ("SELECT receipt FROM messages WHERE battle = 0 AND tag = '' AND fate = 1", "messages_of_a_tag"),
        ] {
            let explained: &'static str = format!("EXPLAIN QUERY PLAN {question}").leak();
            let mut tx = store.link.begin(Purpose::Read).await.expect("a store");
            let plan = tx.rows(explained, &[]).await;
            let mut plan = tx.end(plan).await.expect("a plan");
            let mut said = String::new();
            for step in &mut plan {
                let _: [i64; 3] = std::array::from_fn(|_| step.take().expect("a number"));
                said += &step.take::<String>().expect("a sentence");
            }
            assert!(said.contains(index), "{question}: {said}");
        }
    });
}
