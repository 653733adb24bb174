//! Posts, edits, deletions and rounds, as a front end drives them.

mod choices;
mod questions;
mod service;
mod simulation;

use crate::dice::Seed;
use crate::field::{SquadId, Tile};
use crate::game::Play;
use crate::games::Playing;
use crate::line::battle::scene::{scene_with, squad};
use crate::line::battle::{Battle, Level, Orders, Scheduled, Setup, Stance, When};
use crate::line::rules::Line;
use crate::page::Markup;
use crate::post::Language;
use crate::referee::commands::{Command, command_author};
use crate::referee::thread::{self, Deed};
use crate::referee::{Refused, Table, Taken};
use crate::store::ClosedBy;

/// A battle of the line game, ready for a table.
fn playing(battle: Battle) -> Playing {
    let setup = battle.setup_shared();
    Playing::Line(Play::of(Line::default(), setup, battle))
}

/// The line game's view of what is on a table.
fn line(table: &Table) -> &Play<Line> {
    let Playing::Line(it) = table.playing() else { panic!("a battle of the line game") };
    it
}

fn table() -> Table {
    table_with(|_| ())
}

/// The same battle, after `touch` has changed its setup.
fn table_with(touch: impl FnOnce(&mut Setup)) -> Table {
    let battle = scene_with(
        "
        .A .A . . . . . . . .E .E
        .B .B . . . . . . . .E .E",
        "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy",
        touch,
    );
    Table::new(playing(battle), Language::default(), Seed::from(7))
}

/// Plays a thread without its answers. Posters without a seat may talk, and late edits count for nothing.
pub(crate) fn play_thread(table: &mut Table, posts: &str) {
    for entry in thread::read(posts) {
        let author = &entry.author;
        match &entry.deed {
            Deed::Posts(text) => {
                let (rest, commands) = thread::commands(text, command_author(author));
                let _ = table.take(author, &rest, None);
                for command in commands.iter().filter_map(|it| Command::read(it)?.ok()) {
                    let _ = table.carry_out(author, &command);
                }
            }
            Deed::Edits { post, text } => drop(table.take_edit(author, *post, text)),
            Deed::Deletes { post } => drop(table.take_deletion(author, *post)),
            Deed::Says(_) => (),
        }
    }
}

fn fires(table: &Table, name: &str) -> bool {
    line(table).orders().fire.get(squad(line(table).battle(), name)).is_some()
}

fn answer(taken: Taken) -> String {
    let Taken::Answered(it) = taken else { panic!("its round is open") };
    it.answer.map_or_else(String::new, |it| it.text())
}

#[test]
fn r2_an_edit_is_read_again_and_a_deletion_withdraws() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    assert!(fires(&table, "Alpha"));
    let told = table.edit("alice", number, "On second thought.").expect("her own post");
    assert!(!fires(&table, "Alpha"));
    assert_eq!(answer(told), "💡 There are no orders in this post any more.\nStill without orders: Alpha.");
    let told = table.edit("alice", number, "On third thought.").expect("her own post");
    assert_eq!(answer(told), "", "that took nothing back");
    table.edit("alice", number, "!Alpha: fire at boyz").expect("her own post");
    assert!(fires(&table, "Alpha"));
    table.delete("alice", number).expect("her own post");
    assert!(!fires(&table, "Alpha"));
}

#[test]
fn r2_what_comes_after_the_round_has_no_effect_on_it() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    table.close(ClosedBy::Gm).expect("an open battle");
    let late = table.edit("alice", number, "!Alpha: move to A2").expect("her own post");
    assert!(matches!(late, Taken::Late { round: 1, .. }));
    assert_eq!(*line(&table).orders(), Orders::default());
    table.undo(None).expect("a closed round");
    let alpha = squad(line(&table).battle(), "Alpha");
    assert!(
        line(&table).orders().movement.get(alpha).is_some(),
        "what stands in the thread counts once the round is open"
    );
    assert!(line(&table).orders().fire.get(alpha).is_none());
    table.close(ClosedBy::Gm).expect("an open battle");
    assert!(matches!(table.delete("alice", number), Ok(Taken::Late { round: 1, .. })));
    assert_eq!(*line(&table).orders(), Orders::default());
}

#[test]
fn r3_a_squad_without_orders_holds() {
    let mut table = table();
    let alpha = squad(line(&table).battle(), "Alpha");
    let before = line(&table).battle().clone();
    table.close(ClosedBy::Gm).expect("an open battle");
    let closed = &line(&table).decided()[0];
    assert!(!closed.orders.as_ref().expect("a round").has_any_for(alpha));
    let mut after = before.clone();
    closed.events.iter().for_each(|it| after.apply(it));
    assert!(after.standing(alpha).all(|it| after.unit(it).at == before.unit(it).at));
    assert!(closed.events.iter().all(|it| !matches!(it, crate::line::battle::Event::Attacked(it) if it.by == alpha)));
}

#[test]
fn r3_what_stands_for_the_orders_of_an_absent_player_is_told() {
    let mut table = table();
    table.stand_in("alice", "Alpha", "return fire").expect("an order");
    table.close(ClosedBy::Gm).expect("an open battle");
    let told = crate::page::Markup::Plain.render(&table.closed()[0].report.public());
    assert!(told.contains("Stood in for players who gave no orders: Alpha (returns fire)."), "{told}");
}

#[test]
fn r5_an_edit_keeps_the_place_of_orders_that_it_does_not_change() {
    let mut table = table();
    table.post("alice", "First!\n!Alpha: shoot Boyz").expect("a seat");
    table.post("bob", "!Bravo: shoot Boyz").expect("a seat");
    table.edit("alice", 1, "First! (typo)\n!Alpha: shoot Boyz\n!Alpha: move to A2").expect("her own post");
    let orders = line(&table).orders();
    let order: Vec<_> = orders.fire.iter().map(|it| it.0).collect();
    assert_eq!(order, [squad(line(&table).battle(), "Alpha"), squad(line(&table).battle(), "Bravo")]);
}

#[test]
fn nobody_changes_anothers_post_or_one_that_is_not_there() {
    let mut table = table();
    let number = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
    let refused = table.edit("bob", number, "!Alpha: hold").expect_err("not his");
    assert_eq!(refused.to_string(), "post #1 is not bob's");
    assert_eq!(table.delete("alice", 9).expect_err("not there"), Refused::NoSuchPost(9));
    assert!(matches!(table.post("mallory", "!Alpha: hold"), Err(Refused::NoSuchSeat { .. })));
    assert!(fires(&table, "Alpha"));
}

#[test]
fn g1_what_the_gm_changed_is_told_by_the_report_of_that_round_and_of_no_other() {
    let mut table = table();
    table.change("Alpha.2 down").expect("an open battle");
    table.change("Boyz to I1").expect("an open battle");
    table.close(ClosedBy::Gm).expect("an open battle");
    let told = |table: &Table| Markup::Plain.render(&table.closed().last().expect("a round").report.public());
    let first = told(&table);
    let line = "\nSet right by the GM: Alpha.2: standing → downed. Boyz: ";
    assert!(first.contains(line) && first.find(line) < first.find("\nNext: "), "{first}");
    table.close(ClosedBy::Gm).expect("an open battle");
    assert!(!told(&table).contains("Set right"), "{}", told(&table));
}

#[test]
fn a_refusal_has_no_full_stop_as_it_is_put_into_sentences() {
    let mut table = table();
    let changed = table.change("Alpha.99 hp 2").map(|_| ()).expect_err("there is no such unit");
    let stand_in = table.stand_in("alice", "Alpha", "follow Alpha").expect_err("nobody follows themselves");
    for refused in [changed, stand_in] {
        let told = refused.to_string();
        assert!(!told.ends_with('.') && !told.contains(".."), "{told}");
    }
}

#[test]
fn a_change_by_hand_that_changes_nothing_is_refused_and_takes_no_order_back() {
    let mut table = table();
    table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
    for is_so in ["Alpha.1 standing", "Alpha steady"] {
        let refused = table.change(is_so).map(|_| ()).expect_err(is_so).to_string();
        assert!(refused.ends_with("it is so already, so nothing is changed"), "{refused}");
    }
    assert!(table.changed().is_empty() && fires(&table, "Alpha"));
    let mut duel = questions::open("brick-duel");
    duel.change("kill Dan").expect("an open battle");
    let refused = duel.change("kill Dan").map(|_| ()).expect_err("he is dead").to_string();
    assert!(refused.ends_with("it is so already, so nothing is changed"), "{refused}");
}

#[test]
fn orders_are_owed_until_every_squad_has_been_told_something() {
    let mut table = table();
    assert_eq!(table.owed().len(), 2);
    table.post("alice", "!Alpha: hold").expect("a seat");
    let owed: Vec<String> = table.owed().into_iter().map(|it| it.who).collect();
    assert_eq!(owed, ["bob"]);
}

#[test]
fn o4_once_all_have_tapped_out_nobody_owes_orders() {
    let mut table = table();
    table.post("alice", "!tap out").expect("a seat");
    assert_eq!(table.owed().len(), 2, "bob may fight on");
    table.post("bob", "!tap out").expect("a seat");
    assert!(table.all_tap_out() && table.owed().is_empty());
    table.close_if_complete(ClosedBy::Gm).expect("nobody is waited for");
    assert!(table.is_over());
    // Players whose squads are yet to arrive are asked as well.
    let mut table = table_with(|setup| setup.squads[1].in_reserve = true);
    for (who, leaves) in [(&["alice"][..], false), (&["alice", "bob"], true)] {
        who.iter().for_each(|it| drop(table.post(it, "!tap out").expect("a seat")));
        assert_eq!(table.all_tap_out(), leaves);
        table.close(ClosedBy::Gm).expect("an open battle");
        assert_eq!(table.is_over(), leaves);
    }
}

#[test]
fn r4_a_round_that_is_undone_and_closed_again_is_the_same_round() {
    let mut table = table();
    table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    let first = line(&table).decided()[0].events.clone();
    table.post("bob", "!Bravo: shoot Boyz").expect("a seat");
    let undone = table.undo(None).expect("a closed round");
    assert_eq!((undone.round, undone.waiting), (1, vec!["bob".to_owned()]));
    assert!(fires(&table, "Alpha"), "its posts are there again");
    assert!(!fires(&table, "Bravo"), "and those of the next round are not");
    table.close(ClosedBy::Gm).expect("an open battle");
    assert_eq!(line(&table).decided()[0].events, first);
    assert!(fires(&table, "Bravo"), "which waited for their round");
    assert_eq!(table.undo(None).map(|it| it.round), Ok(1));
    assert_eq!(table.undo(None), Err(Refused::NothingToUndo));
    assert_eq!(table.times_undone(), 2);
}

#[test]
fn r2_what_came_too_late_for_a_round_is_told_before_it_is_opened_again() {
    let mut table = table();
    table.post("alice", "Rain.\n!Alpha: shoot Boyz").expect("a seat");
    table.post("bob", "!Bravo: shoot Boyz").expect("a seat");
    table.edit("bob", 2, "!Bravo: shoot Boyz; move to C2").expect("their post");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.edit("alice", 1, "Snow.\n!Alpha: shoot Boyz").expect("their post");
    table.edit("bob", 2, "!Bravo: shoot Boyz; move to C2\nThere is snow.\n\nNobody is warm.").expect("their post");
    assert!(table.undoing(None).expect("a closed round").changed.is_empty(), "a story orders nothing");
    table.edit("alice", 1, "Snow.\n!Alpha: hold").expect("their post");
    table.delete("bob", 2).expect("their post");
    let told = [
        "Since round 1 was closed, alice's post was edited and counts as it is now: Alpha: hold",
        "Since round 1 was closed, bob's post was deleted and no longer orders: Bravo: shoot Boyz; move to C2",
    ];
    let beforehand = table.undoing(None).expect("a closed round").beforehand();
    assert!(told.iter().all(|it| beforehand.contains(it)), "{beforehand}");
    assert_eq!(table.undo(None).expect("a closed round").changed, told);
    table.close(ClosedBy::Gm).expect("an open battle");
    assert!(table.undoing(None).expect("a closed round").changed.is_empty(), "it was closed with them");

    table.post("bob", "!Bravo: hold").expect("a seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    table.edit("bob", 3, "!Bravo: shoot Boyz").expect("their post");
    let first = table.decision("1").expect("a closed round");
    let told = ["Since round 2 was closed, bob's post was edited and counts as it is now: Bravo: shoot Boyz"];
    assert_eq!(table.undo(Some(first)).expect("a closed round").changed, told, "it waits for its round as it is now");
}

#[test]
fn an_undo_says_whose_orders_wait_and_whether_the_round_is_open_all_the_time() {
    let mut table = table();
    table.close(ClosedBy::Gm).expect("an open battle");
    // Neither a story nor a command holds orders.
    for (author, text) in [("alice", "Smoke rises!"), ("bob", "!Bravo: shoot Boyz"), ("gm", "")] {
        table.post(author, text).expect("a seat");
    }
    table.change("score players 3").expect("an open battle");
    let same = "with its posts. Closed with the same orders it gives the same dice.";
    let told = |number| table.undoing(number).expect("a decision").beforehand();
    assert_eq!(
        told(None),
        format!("Would be taken back: the GM changed: score players 3.\nRound 2 stays open, {same}")
    );
    assert_eq!(
        told(Some(1)),
        format!(
            "Would be taken back: the GM changed: score players 3.\nWould be taken back: round 1 was closed.\n\
             Orders for later rounds, by bob, would wait for their round.\nRound 1 would be open again, {same}"
        )
    );
}

#[test]
fn what_is_taken_back_is_named_by_its_round_or_its_words() {
    let field = ".A .A . . . . . . . . .E .E";
    let battle = scene_with(field, "A Alpha players@alice: gunner; E Boyz enemy: boy", |_| ());
    let mut table = Table::new(playing(battle), Language::default(), Seed::from(7));
    for change in ["Alpha.2 hp 1", "Boyz to I1"] {
        table.change(change).expect("an open battle");
        table.close(ClosedBy::Gm).expect("an open battle");
    }
    for (named, decision) in [
        ("2", 4),
        ("round 2", 4),
        ("#1", 2),
        ("1.2", 2),
        ("round 1 was closed", 2),
        ("Alpha.2 hp 1", 1),
        ("the GM changed: Alpha.2 hp 1", 1),
        ("decision 3", 3),
    ] {
        assert_eq!(table.decision(named), Ok(decision), "{named}");
    }
    for named in ["0", "3", "round 7", "Nobz", ""] {
        let refused = table.decision(named).expect_err("there is no such thing").to_string();
        assert!(
            refused.starts_with("nothing that can be taken back is called that. There is: round 2 was "),
            "{refused}"
        );
    }
    let Some(Ok(undo)) = Command::read("undo 2") else { panic!("a command") };
    table.carry_out("gm", &undo).expect("a round");
    assert_eq!(table.round(), 2);
    assert!(table.transcript().contains("\n/undo decision 4\n"), "{}", table.transcript());
}

mod people {
    use super::*;
    use crate::post::Poster;

    #[test]
    fn a_seat_is_taken_left_and_given_to_a_substitute_in_mid_battle() {
        let mut table = table();
        table.take_seat("alice", "user-1", false).expect("a free seat");
        assert!(
            matches!(table.post("alice", "!Alpha: hold"), Err(Refused::NoSuchSeat { .. })),
            "a name is no seat any more"
        );
        let number = table.post("user-1", "!Alpha: shoot Boyz").expect("her seat").number;
        let taken = table.take_seat("ALICE", "user-2", false).expect_err("it has somebody");
        assert_eq!(taken, Refused::SeatIsTaken { seat: "alice".to_owned(), holder: "user-1".to_owned() });
        assert_eq!(table.take_seat("bob", "user-1", false), Err(Refused::HasASeat("alice".to_owned())));
        table.take_seat("alice", "user-2", true).expect("the GM may");
        assert!(matches!(table.poster("user-1"), Err(Refused::NoSuchSeat { .. })));
        table.edit("user-2", number, "!Alpha: hold").expect("the substitute answers for the seat's posts");
        table.leave_seat("alice").expect("a seat");
        assert_eq!(table.poster("alice"), Ok(Poster::Seat(crate::field::SeatId(0))));
    }

    #[test]
    fn a_round_is_not_closed_while_orders_are_missing_unless_told_to() {
        let mut table = table();
        table.post("alice", "!Alpha: hold").expect("a seat");
        let missing = table.close_if_complete(ClosedBy::Gm).expect_err("bob owes orders");
        assert_eq!(missing, Refused::OrdersMissing("bob".to_owned()));
        table.set_away("bob", true).expect("a seat");
        assert!(table.waited_for().is_empty());
        assert_eq!(table.owed().len(), 1, "he owes them all the same");
        table.close_if_complete(ClosedBy::Gm).expect("nobody is waited for");
        assert!(table.is_away(crate::field::SeatId(1)), "until he is back");
        let told: String = table.closed()[0].report.short.iter().map(|it| it.text().to_owned()).collect();
        assert!(told.contains("owed by alice") && !told.contains("bob"), "and is told of nobody: {told}");
        table.close(ClosedBy::Gm).expect("told to");
    }

    #[test]
    fn ready_is_for_one_round() {
        let mut table = table();
        for name in ["alice", "bob"] {
            assert!(!table.all_are_ready());
            table.set_ready(name, true).expect("a seat");
        }
        assert!(table.all_are_ready());
        table.close_if_complete(ClosedBy::Players).expect("all are ready");
        assert!(!table.all_are_ready());
        assert!(matches!(table.set_ready("gm", true), Err(Refused::Unclear(_))));
    }

    #[test]
    fn whoever_takes_orders_back_is_not_ready_any_more() {
        let ways: [fn(&mut Table, u32); 3] = [
            |table, _| drop(table.post("alice", "!withdraw orders for Alpha").expect("a seat")),
            |table, number| drop(table.edit("alice", number, "They wait.").expect("hers")),
            |table, number| drop(table.delete("alice", number).expect("hers")),
        ];
        for takes_back in ways {
            let mut table = table();
            let number = table.post("alice", "!Alpha: hold").expect("a seat").number;
            for name in ["alice", "bob"] {
                table.set_ready(name, true).expect("a seat");
            }
            let other = table.post("alice", "!Alpha: shoot Boyz").expect("a seat").number;
            table.delete("alice", other).expect("hers");
            assert!(table.all_are_ready(), "who says something else still is, and so is who owes orders as before");
            takes_back(&mut table, number);
            assert!(!table.all_are_ready());
            assert_eq!(table.waited_for().len(), 1, "bob is ready without orders");
            let mut again = super::table();
            table.log().iter().for_each(|it| again.apply_entry(it.clone()).expect("as it was said"));
            assert!(!again.all_are_ready(), "nor when the log is taken again");
        }
    }

    #[test]
    fn a_substitute_is_not_ready_because_the_player_before_was() {
        let mut table = table();
        table.set_ready("alice", true).expect("a seat");
        table.take_seat("bob", "user-1", false).expect("a free seat");
        table.set_ready("user-1", true).expect("a seat");
        table.take_seat("bob", "user-1", true).expect("his own seat");
        assert!(table.all_are_ready(), "nothing has changed");
        table.take_seat("bob", "user-2", true).expect("the GM may");
        assert!(!table.all_are_ready());
        let mut again = super::table();
        table.log().iter().for_each(|it| again.apply_entry(it.clone()).expect("as it was said"));
        assert!(!again.all_are_ready(), "nor when the log is taken again");
    }

    #[test]
    fn a_word_from_a_seat_changes_the_dice() {
        let play = |word: Option<&str>| {
            let mut table = table();
            if let Some(word) = word {
                table.add_word("alice", word).expect("a seat");
            }
            table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
            table.close(ClosedBy::Gm).expect("an open battle").dice.clone()
        };
        assert_ne!(play(None), play(Some("swordfish")));
        assert_eq!(play(Some("swordfish")), play(Some(" swordfish ")));
        let mut table = table();
        for word in ["", " ", &"é".repeat(101)] {
            assert!(matches!(table.add_word("alice", word), Err(Refused::Unclear(_))), "{word:?}");
        }
    }

    #[test]
    fn a_brief_tells_what_changed_and_nothing_hidden() {
        let mut table = table();
        table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
        table.post_hidden("gm", "!Boyz: charge Bravo").expect("the GM's");
        table.close(ClosedBy::Gm).expect("an open battle");
        table.post("bob", "!Bravo: hold").expect("a seat");
        let text = |table: &mut Table| crate::page::Markup::Plain.render(&table.brief("alice").expect("a seat"));
        let first = text(&mut table);
        assert!(first.contains("Round 1 was closed.") && first.contains("1 post"), "{first}");
        assert!(first.contains("You owe orders for Alpha"), "{first}");
        for it in table.closed()[0].report.story() {
            let sentence = it.clone().capitalised().text().to_owned();
            assert_eq!(
                first.contains(&sentence),
                sentence.contains("Alpha"),
                "of her own squads alone: {sentence}\n{first}"
            );
        }
        assert!(text(&mut table).contains("Nothing has changed."));
        // In a thread, the command stands in a post of which nothing else is left.
        table.close(ClosedBy::Gm).expect("an open battle");
        table.post("alice", "").expect("a seat");
        assert!(text(&mut table).contains("Round 2 was closed."));
    }

    #[test]
    fn nothing_hidden_changes_a_rehearsal() {
        let rehearsed = |seed: u64, touch: fn(&mut Setup), hidden: Option<&str>| {
            let battle = scene_with(
                ".A .A . . . . . . . .E .E\n.B .B . . . . . . . .E .E\n. . . . . . . . . .F .F",
                "A Alpha players@alice: rifle; B Bravo players@bob: rifle; E Boyz enemy: boy; F Grots enemy: boy",
                |setup| {
                    setup.squads[3].in_reserve = true;
                    touch(setup);
                },
            );
            let mut table = Table::new(playing(battle), Language::default(), Seed::from(seed));
            table.post("alice", "!Alpha: shoot Boyz; move to B1").expect("a seat");
            if let Some(hidden) = hidden {
                table.post_hidden("gm", hidden).expect("the GM's");
            }
            let told = table.rehearse("alice").expect("a seat").play();
            crate::page::Markup::Plain.render(&told)
        };
        let plain = rehearsed(7, |_| (), None);
        assert!(plain.contains("Played 2,000 times") && plain.contains("Boyz, 4 strong, "), "{plain}");
        assert_eq!(rehearsed(8, |_| (), Some("!Boyz: charge Bravo")), plain);
        let sly = |setup: &mut Setup| {
            setup.squads[2].stance = Stance::Hold;
            setup.commander = Level::Veteran;
            let reinforce = vec![(SquadId(3), Tile::new(1, 2))];
            setup.schedule.push(Scheduled { when: When::Round(2), reinforce, text: None });
        };
        assert_eq!(rehearsed(7, sly, None), plain);
        // Orders that everybody can read count.
        let mut table = table();
        let before = table.rehearse("alice").expect("a seat").play();
        table.post("bob", "!Bravo: charge Boyz").expect("a seat");
        assert_ne!(table.rehearse("alice").expect("a seat").play(), before);
    }

    #[test]
    fn the_answer_under_a_public_post_says_nothing_of_secret_orders_of_its_author() {
        let answers = |secret: Option<&str>| {
            let mut table = table_with(|setup| setup.has_secrets = true);
            table.post("alice", "!Alpha: shoot Boyz").expect("a seat");
            if let Some(secret) = secret {
                table.post_hidden("alice", secret).expect("her own");
            }
            table.answers().map(|it| format!("{} {:?}", it.0, it.1.answer)).collect::<Vec<_>>()
        };
        assert_eq!(answers(Some("!Alpha: hold")), answers(None));
    }

    #[test]
    fn hidden_orders_count_and_nobody_else_sees_them() {
        let mut table = table();
        let number = table.post_hidden("gm", "!Boyz: shoot Bravo").expect("the GM's").number;
        assert!(number > crate::referee::HIDDEN);
        assert!(fires(&table, "Boyz"));
        assert_eq!(table.answers().count(), 0);
        assert!(!table.transcript().contains("Bravo"), "not before the battle is over");
        table.close(ClosedBy::Gm).expect("an open battle");
        table.reveal();
        assert!(table.transcript().contains("/hidden !Boyz: shoot Bravo"));
    }
}

mod clock {
    use super::*;
    use crate::field::SeatId;
    use crate::referee::{Due, Pace};

    const HOUR: i64 = 60 * 60;
    /// Thursday 1 January 2026, noon UTC.
    const NOON: i64 = 1_767_268_800;

    fn paced(pace: Pace) -> Table {
        let mut table = table();
        table.set_pace(pace).expect("an open battle");
        table.start_clock(NOON);
        table
    }

    #[test]
    fn those_who_owe_orders_are_reminded_once_for_each_deadline() {
        let mut table = paced(Pace { round: Some(24 * 60 * 60), ..Pace::default() });
        let deadline = NOON + 24 * HOUR;
        assert_eq!(table.deadline(), Some(deadline));
        assert_eq!(table.alarm(), Some(deadline - 6 * HOUR));
        assert!(table.due(deadline - 6 * HOUR - 1).is_empty());
        table.post("alice", "!Alpha: hold").expect("a seat");
        let due = table.due(deadline - 6 * HOUR);
        assert_eq!(due, [Due::Remind { seat: SeatId(1), deadline }]);
        table.remind(Some(SeatId(1)), deadline).expect("an open battle");
        assert!(table.due(deadline - 1).is_empty());
        let later = deadline + 48 * HOUR;
        table.set_deadline(deadline, Some(later)).expect("an open battle");
        assert_eq!(table.due(later - HOUR), [Due::Remind { seat: SeatId(1), deadline: later }]);
    }

    #[test]
    fn a_substitute_is_reminded_of_what_the_player_before_was() {
        let mut table = paced(Pace { round: Some(24 * 60 * 60), ..Pace::default() });
        let deadline = NOON + 24 * HOUR;
        table.post("alice", "!Alpha: hold").expect("a seat");
        table.take_seat("bob", "user-1", false).expect("a free seat");
        table.remind(Some(SeatId(1)), deadline).expect("an open battle");
        assert!(table.due(deadline - HOUR).is_empty());
        table.take_seat("bob", "user-2", true).expect("the GM may");
        assert_eq!(table.due(deadline - HOUR), [Due::Remind { seat: SeatId(1), deadline }]);
    }

    #[test]
    fn a_change_that_is_undone_leaves_the_open_round_its_deadline_and_who_is_ready() {
        let mut table = paced(Pace { round: Some(3600), ..Pace::default() });
        table.change("Alpha to C1").expect("an open battle");
        table.set_ready("alice", true).expect("a seat");
        table.undo(None).expect("a change");
        assert_eq!((table.deadline(), table.is_ready(SeatId(0))), (Some(NOON + HOUR), true));
    }

    #[test]
    fn nobody_is_reminded_in_their_quiet_hours() {
        let mut table = paced(Pace { round: Some(24 * 60 * 60), ..Pace::default() });
        let deadline = NOON + 24 * HOUR;
        // Noon UTC is 21:00 in Tokyo. The reminder would come at 15:00 there, which is in bob's quiet hours.
        table.set_quiet_hours("bob", "Asia/Tokyo", 10 * 60, 19 * 60).expect("a seat");
        table.post("alice", "!Alpha: hold").expect("a seat");
        assert!(table.due(deadline - 6 * HOUR).is_empty());
        assert_eq!(table.due(deadline - 2 * HOUR), [Due::Remind { seat: SeatId(1), deadline }], "19:00 in Tokyo");
        // If it is quiet until after the deadline, the reminder comes before that.
        table.set_quiet_hours("bob", "Asia/Tokyo", 10 * 60, 22 * 60).expect("a seat");
        let before = deadline - 11 * HOUR - 1;
        assert_eq!(table.due(before), [Due::Remind { seat: SeatId(1), deadline }]);
        assert!(table.due(before + 1).is_empty());
        assert!(matches!(table.set_quiet_hours("bob", "Mars/Olympus", 0, 0), Err(Refused::Unclear(_))));
    }

    #[test]
    fn a_deadline_closes_the_round_only_if_the_gm_wants_that() {
        let mut table = paced(Pace { round: Some(3600), ..Pace::default() });
        let deadline = NOON + HOUR;
        assert!(table.due(deadline).contains(&Due::TellGm { deadline }));
        table.remind(None, deadline).expect("an open battle");
        assert_eq!((table.due(deadline), table.alarm()), (vec![], None));
        let mut table = paced(Pace { round: Some(3600), closes: true, ..Pace::default() });
        assert_eq!(table.due(deadline), [Due::CloseAtDeadline { late: None }]);
        table.pause(true).expect("an open battle");
        assert_eq!((table.due(deadline), table.alarm()), (vec![], None));
    }

    #[test]
    fn a_round_closes_early_once_all_are_ready_and_the_next_has_a_deadline_of_its_own() {
        let mut table = paced(Pace { round: Some(3600), early: true, ..Pace::default() });
        for name in ["alice", "bob"] {
            table.set_ready(name, true).expect("a seat");
        }
        assert_eq!(table.due(NOON), [Due::CloseEarly]);
        table.close(ClosedBy::Players).expect("an open battle");
        assert_eq!(table.deadline(), None);
        table.start_clock(NOON + 60);
        assert_eq!(table.deadline(), Some(NOON + 60 + HOUR));
        let report = &table.closed()[0].report;
        assert!(report.short.iter().any(|it| it.text().contains("1 January 2026, 13:01 UTC")), "{report:?}");
    }
}
