//! Battles that are over: each is packed into one row, and may be moved to an archive.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use crate::store::link::{Cell, Transaction};
use crate::store::purpose::{Purpose, Value};
use crate::store::steps::select_entries;
use crate::store::{BattleId, Cause, Place, Store, StoreError, sqlite};

/// The packed data of a battle.
#[derive(Serialize, Deserialize)]
pub(super) struct Pack {
    pub(super) front: String,
    /// The entries as they were written.
    pub(super) entries: Vec<String>,
}

impl Store {
    /// Packs up to `limit` battles that are over and have nothing left to send. Returns how many.
    ///
    /// # Errors
    ///
    /// If they can't be read or written. Each is packed whole or not at all.
    pub async fn pack(&self, limit: u32) -> Result<usize, StoreError> {
        const OVER: &str = "SELECT id FROM battles b WHERE is_over = 1 AND is_packed = 0 AND NOT EXISTS (
                SELECT 1 FROM messages WHERE battle = b.id AND fate = 0
            ) ORDER BY id LIMIT $1";
        let over = async |tx: &mut Transaction<'_>| tx.column::<BattleId>(OVER, &[limit.into()]).await;
        let battles = self.transact(Purpose::Read, "pack battles in", over).await?;
        for battle in &battles {
            let pack = async |tx: &mut Transaction<'_>| pack(tx, *battle).await;
            self.transact(Purpose::Write, "pack battles in", pack).await?;
        }
        Ok(battles.len())
    }

    /// Moves all battles that are over and have nothing left to send to another store. Returns their numbers here and
    /// there.
    ///
    /// # Errors
    ///
    /// If the other store is this very database, or they can't be read or written. Each battle is then in at least one
    /// of the stores; one that is in both is moved the next time.
    pub(crate) async fn archive(&self, to: &Store) -> Result<Vec<(BattleId, BattleId)>, StoreError> {
        const ALL: &str = "SELECT id FROM battles WHERE is_packed = 1 ORDER BY id";
        const FORGET: [&str; 2] = ["DELETE FROM packs WHERE battle = $1", "DELETE FROM battles WHERE id = $1"];
        // A battle that is in both stores is only deleted here, so the stores must not be one database.
        if self.identity().await? == to.identity().await? {
            return Err(to.error("move battles to", Cause::Itself));
        }
        while 0 < self.pack(100).await? {}
        let all = async |tx: &mut Transaction<'_>| tx.column::<BattleId>(ALL, &[]).await;
        let battles = self.transact(Purpose::Read, "list the battles in", all).await?;
        let mut moved = Vec::new();
        for battle in battles {
            let (row, bytes) = self.packed(battle).await?;
            moved.push((battle, to.put(&row, &bytes).await?));
            let forget = async |tx: &mut Transaction<'_>| tx.execute_each(&FORGET, battle.0.into()).await;
            self.transact(Purpose::Write, "write to", forget).await?;
        }
        Ok(moved)
    }

    /// The identity of a database: no other database has it, and it doesn't depend on the name by which this one was
    /// opened.
    async fn identity(&self) -> Result<String, StoreError> {
        // The system identifier won't do, because a copy of a server has the same one.
        const SERVERS: &str =
            "SELECT 'server ' || extract(epoch FROM pg_postmaster_start_time())::TEXT || ' ' || oid::TEXT
            FROM pg_database WHERE datname = current_database()";
        let read = async |tx: &mut Transaction<'_>| {
            let row = tx.row(SERVERS, &[]).await?;
            row.ok_or_else(|| Cause::System("the server doesn't know its database".to_owned()))?.take()
        };
        match &self.place {
            Place::File(file) => sqlite::identity_of(file).map_err(|it| self.error("open", it)),
            Place::Server(_) => self.transact(Purpose::Read, "open", read).await,
        }
    }

    /// The row of a packed battle, column by column, and its pack.
    pub(super) async fn packed(&self, battle: BattleId) -> Result<(Vec<Cell>, Vec<u8>), StoreError> {
        const ROW: &str = "SELECT mark, key, title, front, seed, begun, is_over, steps, entries, chain, posts_seen,
            thread_entries, thread, messages, home FROM battles WHERE id = $1";
        let read = async |tx: &mut Transaction<'_>| {
            let row = tx.row(ROW, &[battle.0.into()]).await?.ok_or(Cause::NoBattle(battle))?;
            let pack = tx.row(BYTES, &[battle.0.into()]).await?.ok_or(Cause::NoBattle(battle))?.take()?;
            Ok((row.cells(), pack))
        };
        self.transact(Purpose::Read, "read a battle from", read).await
    }

    /// Adds a packed battle from another store, unless it is here already. Returns its number here.
    pub(super) async fn put(&self, row: &[Cell], bytes: &[u8]) -> Result<BattleId, StoreError> {
        const ROW: &str = "INSERT INTO battles (mark, key, title, front, seed, begun, is_over, steps, entries, chain,
                posts_seen, thread_entries, thread, messages, home, is_packed)
            SELECT $1, CAST($2 AS TEXT), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1
            WHERE NOT EXISTS (SELECT 1 FROM battles WHERE mark = $1) RETURNING id";
        let put = async |tx: &mut Transaction<'_>| {
            let values: Vec<Value<'_>> = row.iter().map(Value::from).collect();
            if let Some(mut new) = tx.row(ROW, &values).await? {
                let id = BattleId(new.take()?);
                insert_pack(tx, id, bytes).await?;
                return Ok(id);
            }
            let there = tx.column("SELECT id FROM battles WHERE mark = $1", &values[..1]).await?.pop();
            there.ok_or(Cause::Conflict)
        };
        self.transact(Purpose::Write, "write to", put).await
    }
}

const BYTES: &str = "SELECT bytes FROM packs WHERE battle = $1";

/// The pack of a battle. `None` if it isn't packed.
pub(super) async fn select_pack(tx: &mut Transaction<'_>, battle: BattleId) -> Result<Option<Pack>, Cause> {
    let Some(bytes) = tx.column::<Vec<u8>>(BYTES, &[battle.0.into()]).await?.pop() else { return Ok(None) };
    let damaged = |why: String| Cause::Damaged(format!("the pack of battle {battle} can't be read: {why}"));
    let mut text = String::new();
    ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut text).map_err(|it| damaged(it.to_string()))?;
    serde_json::from_str(&text).map(Some).map_err(|it| damaged(it.to_string()))
}

/// Packs a battle. Its messages are deleted, because nothing is added to a battle that is over.
async fn pack(tx: &mut Transaction<'_>, battle: BattleId) -> Result<(), Cause> {
    const FRONT: &str = "SELECT front FROM battles WHERE id = $1 AND is_packed = 0 FOR UPDATE";
    const PACKED: [&str; 4] = [
        "DELETE FROM entries WHERE battle = $1",
        "DELETE FROM snapshots WHERE battle = $1",
        "DELETE FROM messages WHERE battle = $1",
        "UPDATE battles SET is_packed = 1, front = '' WHERE id = $1",
    ];
    // Another process may have packed it meanwhile.
    let Some(mut row) = tx.row(FRONT, &[battle.0.into()]).await? else { return Ok(()) };
    let pack = Pack { front: row.take()?, entries: select_entries(tx, battle).await? };
    let text = serde_json::to_vec(&pack).map_err(|it| Cause::System(it.to_string()))?;
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let bytes = packer.write_all(&text).and_then(|()| packer.finish()).map_err(|it| Cause::System(it.to_string()))?;
    insert_pack(tx, battle, &bytes).await?;
    tx.execute_each(&PACKED, battle.0.into()).await
}

async fn insert_pack(tx: &mut Transaction<'_>, battle: BattleId, bytes: &[u8]) -> Result<(), Cause> {
    tx.execute("INSERT INTO packs (battle, bytes) VALUES ($1, $2)", &[battle.0.into(), bytes.into()]).await?;
    Ok(())
}
