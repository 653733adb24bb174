//! What a battle on Discord weighs in the database once it is over.

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::battles::Played;

/// The bytes that an ended battle may take.
const MOST: i64 = 25_000;

impl Played {
    /// Packs the battle, and checks that little is left of it.
    #[track_caller]
    pub(super) fn is_light(&self, of: &str) {
        const ALL: &str = "SELECT
            (SELECT sum(length(bytes)) FROM packs),
            (SELECT sum(length(key) + length(title) + length(front) + length(seed) + length(mark) + length(chain)
                + length(thread)) FROM battles),
            (SELECT count(*) FROM entries) + (SELECT count(*) FROM snapshots) + (SELECT count(*) FROM messages)";
        let file = SqliteConnectOptions::new().filename(self.discord.folder().join("fieldpost.db"));
        let (pack, row, left): (i64, i64, i64) = self.runtime.block_on(async {
            // The bot may already have packed it.
            self.store.pack(9).await.expect("the bot's database");
            let mut connection = file.connect().await.expect("the bot's database");
            sqlx::query_as(ALL).fetch_one(&mut connection).await.expect("it is packed")
        });
        println!("{of} weighs {pack} bytes packed, and {row} beside that");
        assert_eq!(left, 0);
        assert!(pack + row < MOST, "{pack} and {row}");
    }
}
