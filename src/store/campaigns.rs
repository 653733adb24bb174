//! The logs of campaigns: lines that are only added. What they mean is the caller's affair.

use crate::store::link::Work;
use crate::store::purpose::Purpose;
use crate::store::{Cause, Failed, Store};

/// A line that a campaign has more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignLine {
    /// The front end's own number for where the campaign is led, and the name that it has there.
    pub place: i64,
    pub name: String,
    /// How many lines stand before it.
    pub after: usize,
    pub line: String,
}

impl Store {
    /// The names of all campaigns of a place, in the order of the alphabet.
    ///
    /// # Errors
    ///
    /// If they can't be read.
    pub async fn campaigns(&self, place: i64) -> Result<Vec<String>, Failed> {
        const SQL: &str = "SELECT name FROM campaign_lines WHERE place = $1 AND number = 1 ORDER BY name";
        let read = async |work: &mut Work<'_>| work.column(SQL, &[place.into()]).await;
        self.transact(Purpose::Read, "list the campaigns in", read).await
    }

    /// The log of a campaign; empty, if there is none.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub async fn campaign(&self, place: i64, name: &str) -> Result<Vec<String>, Failed> {
        const SQL: &str = "SELECT line FROM campaign_lines WHERE place = $1 AND name = $2 ORDER BY number";
        let read = async |work: &mut Work<'_>| work.column(SQL, &[place.into(), name.into()]).await;
        self.transact(Purpose::Read, "read a campaign from", read).await
    }

    /// Adds a line to a campaign, the first of a new one included. Once this has returned, no crash can undo it.
    ///
    /// # Errors
    ///
    /// If it can't be kept, or another line was added since the one that it comes after.
    pub async fn add_to_campaign(&self, line: &CampaignLine) -> Result<(), Failed> {
        let add = async |work: &mut Work<'_>| insert_line(work, line).await;
        self.transact(Purpose::Write, "write to", add).await
    }
}

/// Adds a line, or refuses it.
pub(super) async fn insert_line(work: &mut Work<'_>, line: &CampaignLine) -> Result<(), Cause> {
    const LAST: &str = "SELECT count(*) FROM campaign_lines WHERE place = $1 AND name = $2";
    const SQL: &str = "INSERT INTO campaign_lines (place, name, number, line) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING";
    let CampaignLine { place, name, after, line } = line;
    let (place, after) = (*place, i64::try_from(*after).unwrap_or(i64::MAX));
    let last: i64 = work.column(LAST, &[place.into(), name.into()]).await?.pop().unwrap_or_default();
    let values = [place.into(), name.into(), (after + 1).into(), line.into()];
    // Where two add a line at once, only one of them does.
    if last != after || work.execute(SQL, &values).await? == 0 { Err(Cause::WentOn) } else { Ok(()) }
}
