//! The logs of campaigns: lines that are only ever added. Only the caller knows what they mean.

use crate::store::link::Transaction;
use crate::store::purpose::Purpose;
use crate::store::{Cause, Store, StoreError};

/// A line to add to a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignLine {
    /// The place where the campaign is led, as a number of the front end's, and the campaign's name there.
    pub place: i64,
    pub name: String,
    /// The number of lines before it.
    pub after: usize,
    pub line: String,
}

impl Store {
    /// The names of all campaigns of a place, in alphabetical order.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn campaigns(&self, place: i64) -> Result<Vec<String>, StoreError> {
        const SQL: &str = "SELECT name FROM campaign_lines WHERE place = $1 AND number = 1 ORDER BY name";
        let read = async |tx: &mut Transaction<'_>| tx.column(SQL, &[place.into()]).await;
        self.transact(Purpose::Read, "list the campaigns in", read).await
    }

    /// The log of a campaign; empty if there is no such campaign.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub async fn campaign(&self, place: i64, name: &str) -> Result<Vec<String>, StoreError> {
        const SQL: &str = "SELECT line FROM campaign_lines WHERE place = $1 AND name = $2 ORDER BY number";
        let read = async |tx: &mut Transaction<'_>| tx.column(SQL, &[place.into(), name.into()]).await;
        self.transact(Purpose::Read, "read a campaign from", read).await
    }

    /// Adds a line to a campaign, or begins one with its first line. Once this has returned, no crash can undo it.
    ///
    /// # Errors
    ///
    /// If it can't be stored, or the campaign no longer has exactly `after` lines.
    pub async fn add_to_campaign(&self, line: &CampaignLine) -> Result<(), StoreError> {
        let add = async |tx: &mut Transaction<'_>| insert_line(tx, line).await;
        self.transact(Purpose::Write, "write to", add).await
    }
}

pub(super) async fn insert_line(tx: &mut Transaction<'_>, line: &CampaignLine) -> Result<(), Cause> {
    const LAST: &str = "SELECT count(*) FROM campaign_lines WHERE place = $1 AND name = $2";
    const SQL: &str = "INSERT INTO campaign_lines (place, name, number, line) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING";
    let CampaignLine { place, name, after, line } = line;
    let (place, after) = (*place, i64::try_from(*after).unwrap_or(i64::MAX));
    let last: i64 = tx.column(LAST, &[place.into(), name.into()]).await?.pop().unwrap_or_default();
    let values = [place.into(), name.into(), (after + 1).into(), line.into()];
    // If two add a line at the same time, only one of them succeeds.
    if last != after || tx.execute(SQL, &values).await? == 0 { Err(Cause::Conflict) } else { Ok(()) }
}
