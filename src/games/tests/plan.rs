//! What is offered to a player is what is answered once it is posted.

use crate::dice::chaos::Chaos;
use crate::field::SeatId;
use crate::games::Playing;
use crate::page::{Answer, Mark, Offer, Plan, Reaction};
use crate::post::{Language, Poster};
use crate::referee::Table;

/// Offers of each battle that are posted unless `FIELDPOST_OFFERS` says how many.
const OFFERS: usize = 4;

/// Posts some of what a player is offered, each by itself: it is taken, with the reach, need and average that were offered.
pub(super) fn is_answered_as_offered(chaos: &mut Chaos, table: &Table) {
    let wanted = std::env::var("FIELDPOST_OFFERS").map_or(OFFERS, |it| it.parse().expect("a number of offers"));
    let seats = table.stage().seats.len();
    if table.stage().outcome.is_some() || seats == 0 {
        return;
    }
    let asker = Poster::Seat(SeatId((chaos.next() % seats as u64) as u8));
    let playing = table.playing();
    let plan = playing.plan(asker, &Language::default(), 1 << 20, &|_| true);
    let all = Offered::all_of(&plan);
    for _ in 0..wanted.min(all.len()) {
        chaos.pick(&all).holds(playing, asker);
    }
}

/// One thing that is offered.
enum Offered<'a> {
    /// With what the answer has to have in it.
    Whole(&'a Offer, Vec<String>),
    /// A tile: the post, steps, and the most that can be paid.
    Tile(String, u16, u16),
}

impl Offered<'_> {
    fn all_of(plan: &Plan) -> Vec<Offered<'_>> {
        let mut all = Vec::new();
        for squad in &plan.squads {
            for it in &squad.fire {
                let told = if it.average < 0.05 { String::new() } else { format!("{:.1}", it.average) };
                all.push(Offered::Whole(&it.offer, vec![told]));
            }
            for it in &squad.charges {
                let needs = it.needs.filter(|it| 2 < *it).map(|it| format!("needs {it}"));
                all.push(Offered::Whole(&it.offer, needs.into_iter().collect()));
            }
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
            Offered::Whole(offer, figures) => {
                let answer = answered(playing, asker, &offer.written);
                let told = told(&answer);
                assert_eq!(told, offer.answer, "{}", offer.written);
                for figure in figures {
                    assert!(told.contains(figure), "{}: {figure} is not in {told}", offer.written);
                }
            }
            Offered::Tile(written, steps, most) => {
                let told = told(&answered(playing, asker, written));
                let inches = if *steps == 1 { "1 inch" } else { &format!("{steps} inches") };
                let last = told.lines().last().unwrap_or_default();
                let says_it = last.contains(&format!("{steps} of {most} tile")) || last.contains(inches);
                assert!(says_it && !last.contains(" only"), "{written}: {steps} of {most}, and {told}");
            }
        }
    }
}

/// The answer to a post that is taken.
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
