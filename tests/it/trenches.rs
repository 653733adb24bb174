//! A scenario so small that tests play thousands of its battles.

use std::sync::OnceLock;

use fieldpost::dice::Seed;
use fieldpost::field::SeatId;
use fieldpost::games;
use fieldpost::games::{Data, Scenario};
use fieldpost::post::Language;
use fieldpost::referee::{Answered, Pace, Refused, Table};
use fieldpost::store::ClosedBy;

pub(crate) const SCENARIO: &str = include_str!("two-trenches.toml");

pub(crate) fn scenario() -> &'static Scenario {
    static READ: OnceLock<Scenario> = OnceLock::new();
    READ.get_or_init(|| {
        games::read("two-trenches.toml", SCENARIO, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
    })
}

/// Thursday 1 January 2026, noon UTC.
const NOON: i64 = 1_767_268_800;

/// A battle with every kind of entry that a log can have. Its seed is published.
pub(crate) fn everything() -> Table {
    let mut table = Table::open(scenario(), Language::default(), Seed::from(7));
    everything_but_the_end(&mut table).unwrap_or_else(|why| panic!("{why}"));
    table.reveal();
    table
}

fn everything_but_the_end(table: &mut Table) -> Result<(), Refused> {
    let number = |answered: Answered| answered.number;
    let (alice, bela) = ("user:1", "user:2");
    table.take_seat("alice", alice, false)?;
    table.take_seat("bela", bela, false)?;
    table.set_pace(Pace { round: Some(86_400), closes: true, early: true, remind: 3_600 })?;
    table.start_clock(NOON);
    table.set_quiet_hours(bela, "Europe/Berlin", 22 * 60, 7 * 60)?;
    table.add_word(alice, "swordfish")?;
    table.stand_in(bela, "Bravo", "return fire")?;
    table.post_as(alice, "Nobody sleeps tonight.\n!Alpha: shoot Draft", Some("900"))?;
    let second = number(table.post(bela, "!Bravo: move to C4")?);
    table.edit(bela, second, "They stay where they are.\n!Bravo: hold")?;
    table.post_hidden("gm", "The mist is ours.\n!Draft: shoot Alpha")?;
    table.remind(Some(SeatId(1)), NOON + 86_400)?;
    table.remind(None, NOON + 86_400)?;
    table.pause(true)?;
    table.brief(alice)?;
    table.pause(false)?;
    table.set_ready(alice, true)?;
    table.set_ready(bela, true)?;
    table.close(ClosedBy::Players)?;

    table.start_clock(NOON + 7_200);
    table.set_away(bela, true)?;
    table.change("Alpha to D2")?;
    let fourth = number(table.post(alice, "!Alpha: move to C3\n!Alpha: shoot Draft")?);
    table.close(ClosedBy::Deadline)?;
    table.undo(None)?;
    table.delete(alice, fourth)?;
    table.take_seat("bela", "user:3", true)?;
    table.add_word("user:3", "\u{e9}lan \"vital\"")?;
    table.post("user:3", "I know nothing of this war.\n!Bravo: move to C3 take cover")?;
    table.post("gm", "!Draft: hold")?;
    table.set_deadline(0, None)?;
    table.close(ClosedBy::Gm)?;

    // Nobody orders Bravo, so it goes with Alpha, as its player has chosen for that case.
    table.stand_in("user:3", "all", "follow Alpha")?;
    table.post(alice, "!Alpha: move to C2")?;
    table.close(ClosedBy::Deadline)?;
    table.leave_seat("bela")?;
    Ok(())
}
