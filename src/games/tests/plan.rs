//! An offer to a player agrees with the answer once it is posted.

use crate::dice::chaos::Chaos;
use crate::field::SeatId;
use crate::games::Playing;
use crate::page::{Answer, AnswerLine, Mark, Offer, Plan, Reaction};
use crate::post::{Language, Poster};
use crate::referee::Table;

/// How many offers in each battle are posted unless `FIELDPOST_OFFERS` says otherwise.
const OFFERS: usize = 4;
/// One round in this many also offers all other verbs. That is slow, because each of their orders is answered as a
/// post.
const VERBS_EVERY: u64 = 8;

/// Posts some of a player's offers, each alone. Each is accepted, with the answer or the reach that was offered.
pub(super) fn is_answered_as_offered(chaos: &mut Chaos, table: &Table) {
    let wanted = std::env::var("FIELDPOST_OFFERS").map_or(OFFERS, |it| it.parse().expect("a number of offers"));
    let seats = table.stage().seats.len();
    if table.is_over() || seats == 0 {
        return;
    }
    let seat = (chaos.next() % seats as u64) as usize;
    let asker = Poster::Seat(SeatId(seat as u8));
    let playing = table.playing();
    let plan = playing.plan(asker, &Language::default(), 1 << 20, &|_| true);
    let all = Offered::all_of(&plan);
    for _ in 0..wanted.min(all.len()) {
        chaos.pick(&all).holds(playing, asker);
    }
    if chaos.next().is_multiple_of(VERBS_EVERY) {
        verbs_are_taken_as_offered(chaos, table, &table.stage().seats[seat].name);
    }
}

/// Posts an order with a verb of each squad. Alone it is accepted, and it replaces only orders that share a slot with
/// it.
fn verbs_are_taken_as_offered(chaos: &mut Chaos, table: &Table, seat: &str) {
    let posted = |written: &str| {
        table.try_post(seat, &format!("!{written}")).expect("they have a seat").expect("orders are answered")
    };
    for squad in table.offers(seat).expect("the battle goes on").squads {
        if squad.verbs.is_empty() {
            continue;
        }
        let verb = chaos.pick(&squad.verbs);
        let written = &chaos.pick(&verb.orders).offer.written;
        let alone = posted(written);
        assert!(matches!(alone.reaction, Reaction::Taken | Reaction::Doubtful), "{written}: {}", alone.text());
        let order = written.split_once(": ").expect("a squad and its order").1;
        let moves = squad.reach.first().and_then(|it| Some(format!("{}{}", it.written, it.tiles.first()?.at)));
        let shoots = squad.fire.first().map(|it| it.offer.written.clone());
        let charges = squad.charges.first().map(|it| it.offer.written.clone());
        for (slot, other) in [moves, shoots, charges].into_iter().enumerate() {
            let Some(other) = other.filter(|_| !verb.slots.contains(&slot)) else { continue };
            let both = posted(&format!("{other}; {order}"));
            let replaces = |it: &AnswerLine| it.mark != Mark::Taken && it.text.contains("replace");
            let is_replaced = |it: &AnswerLine| replaces(it) && !it.text.contains("in an earlier post");
            assert!(!both.lines.iter().any(is_replaced), "{other}; {order}: {}", both.text());
        }
    }
}

/// An offer.
enum Offered<'a> {
    Whole(&'a Offer),
    /// A tile: the post, the steps to it, and the most that a move can cost.
    Tile(String, u16, u16),
}

/// The answer to a shot or a charge has one of these words: how many fall, or whether the squad gets there.
const OUTLOOKS: [&str; 3] = ["fall", "that it gets there", "roll"];

impl Offered<'_> {
    fn all_of(plan: &Plan) -> Vec<Offered<'_>> {
        let mut all = Vec::new();
        for squad in &plan.squads {
            all.extend(squad.fire.iter().chain(&squad.charges).map(|it| Offered::Whole(&it.offer)));
            for reach in &squad.reach {
                for it in &reach.tiles {
                    all.push(Offered::Tile(format!("{}{}", reach.written, it.at), it.steps, reach.most));
                }
            }
        }
        all
    }

    fn holds(&self, playing: &Playing, asker: Poster) {
        match self {
            Offered::Whole(offer) => {
                let told = told(&answered(playing, asker, &offer.written));
                assert_eq!(told, offer.answer, "{}", offer.written);
                assert!(OUTLOOKS.iter().any(|it| told.contains(it)), "{}: {told}", offer.written);
            }
            Offered::Tile(written, steps, most) => {
                let told = told(&answered(playing, asker, written));
                let inches = if *steps == 1 { "1 inch" } else { &format!("{steps} inches") };
                let of_most = format!("{steps} of {most} tile");
                let says_it =
                    |it: &str| !it.contains(" only") && (it.contains(&of_most) || it.contains(&format!(" {inches}")));
                assert!(told.lines().any(says_it), "{written}: {steps} of {most}, and {told}");
            }
        }
    }
}

/// The answer to a post that is accepted.
fn answered(playing: &Playing, asker: Poster, written: &str) -> Answer {
    let (mut posted, number) = (playing.clone(), 1 << 20);
    let text = format!("!{written}");
    posted.read_post(number, asker, (u64::from(number), &text), &Language::default());
    let answer = posted.answer(number, &text, &|_| true).unwrap_or_else(|| panic!("{text} is not answered"));
    let is_taken = matches!(answer.reaction, Reaction::Taken | Reaction::Doubtful);
    assert!(is_taken, "{text}: {}", answer.text());
    answer
}

fn told(answer: &Answer) -> String {
    let lines = answer.lines.iter().filter(|it| matches!(it.mark, Mark::Taken | Mark::Doubtful));
    lines.map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n")
}
