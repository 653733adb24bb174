//! The orders that the pages in `scenarios/` teach are taken in the battles that the pages name, and the orders that
//! they call impossible are refused.

use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::games::{Data, Scenario};
use fieldpost::page::{Answer, Mark, Reaction};
use fieldpost::post::Language;
use fieldpost::referee::Table;

const PAGE: &str = include_str!("../../scenarios/ORDERS.md");
const RIDGE: &str = include_str!("../../scenarios/ridge-at-dawn.toml");
const BARROW: &str = include_str!("../../scenarios/the-shield-wall-at-cold-barrow.toml");
const BRICKS: &str = include_str!("../../scenarios/BRICK-ORDERS.md");
const BAR: &str = include_str!("../../scenarios/brick-last-orders.toml");
const RELAY: &str = include_str!("../../scenarios/brick-relay-station.toml");
const TABLE: &str = include_str!("../../scenarios/brick-dining-table.toml");

/// The sections that are not about what alice can order in Ridge at Dawn.
const REFUSED: &str = "What can't be ordered";
const FORMATIONS: &str = "Formations";
const REAL: &str = "On a real table";

#[test]
fn examples_on_the_page_of_orders_are_taken_or_refused_as_it_says() {
    let (ridge, barrow) = (scenario(RIDGE), scenario(BARROW));
    let (mut taken, mut refused, mut formed) = (0, 0, 0);
    for Example { section, post } in examples(PAGE) {
        let (scenario, author, count) = match section {
            REFUSED => (&ridge, "alice", &mut refused),
            FORMATIONS if post.contains("Bows") => (&barrow, "bren", &mut formed),
            FORMATIONS => (&barrow, "hedda", &mut formed),
            _ => (&ridge, "alice", &mut taken),
        };
        is_as_shown(section, &answer(scenario, author, &post), &post);
        *count += 1;
    }
    assert!(30 < taken && 10 < refused && 15 < formed, "the page is read: {taken}, {refused} and {formed} examples");
}

#[test]
fn examples_on_the_page_of_orders_for_bricks_are_taken_or_refused_as_it_says() {
    let (bar, relay, table) = (scenario(BAR), scenario(RELAY), scenario(TABLE));
    let (mut taken, mut refused) = (0, 0);
    for Example { section, post } in examples(BRICKS) {
        let (scenario, author) = match section {
            REAL => (&table, "jonas"),
            _ if post.contains("Platoon") => (&relay, "vic"),
            _ => (&bar, "hattie"),
        };
        is_as_shown(section, &answer(scenario, author, &post), &post);
        *(if section == REFUSED { &mut refused } else { &mut taken }) += 1;
    }
    assert!(60 < taken && 5 < refused, "the page is read: {taken} and {refused} examples");
}

#[test]
fn orders_that_the_battle_in_the_bar_suggests_can_be_given_there() {
    let (bar, tries) = (scenario(BAR), examples(BAR));
    for Example { post, .. } in &tries {
        let is_taken = |it: &&str| answer(&bar, it, post).reaction == Reaction::Taken;
        assert!(["hattie", "otto", "nell", "mo"].iter().any(is_taken), "{post}");
    }
    assert_eq!(tries.len(), 4);
}

/// If one line orders something twice for the same phase, only the last order counts. An order to all may be corrected
/// for one of them.
#[test]
fn an_order_that_strikes_out_another_of_its_line_is_doubted() {
    let bar = scenario(BAR);
    let struck = "Hank: grab Shade: replaced by a later order";
    for (post, expected) in [
        ("!Hank grabs Shade, then hits Shade with the table leg", format!("⚠️ {struck} of the same line.")),
        ("!Hank: grab Shade\n!Hank: attack Shade with table leg", format!("💡 {struck}.")),
        ("!Hank and Tex grab Shade; Hank: attack Shade with table leg", format!("💡 {struck}.")),
        ("!Hank: grab Shade; withdraw orders", format!("💡 {struck}.")),
        ("!Hank: grab Shade\n!withdraw orders", "✅ withdraw orders for Tex".to_owned()),
        ("!withdraw orders for Hank", "⚠️ withdraw orders for Hank: there were no orders to take back.".to_owned()),
        ("!Hank: grab Shade; react parry table leg", "✅ Hank: react parry table leg".to_owned()),
    ] {
        let told = answer(&bar, "hattie", post).text();
        assert!(told.lines().any(|it| it == expected), "{post}\n{told}");
    }
}

#[test]
fn ending_a_battle_of_bricks_names_the_players_who_must_still_agree() {
    let bar = scenario(BAR);
    let asked = "if all players who still stand say so this round. Still to say so: otto, nell and mo.";
    let open = "Even so it goes on until the main goals are met; to give up, write \"tap out\".";
    assert_eq!(
        answer(&bar, "hattie", "!end battle").lines[0].text,
        format!("end battle: it ends once the main goals are met, {asked} {open}")
    );
    let gm = answer(&bar, "gm", "!end battle").lines[0].text.clone();
    assert!(gm.starts_with("end battle: it goes on until the main goals are met"), "{gm}");
    assert_eq!(answer(&bar, "hattie", "!tap out").lines[0].text, format!("tap out: the battle ends {asked}"));
}

fn is_as_shown(section: &str, answer: &Answer, post: &str) {
    let is_understood = matches!(answer.reaction, Reaction::Taken | Reaction::Doubtful)
        && answer.lines.iter().all(|it| it.mark != Mark::Hint || it.squad.is_some());
    let is_refused = answer.reaction == Reaction::Refused;
    assert!(if section == REFUSED { is_refused } else { is_understood }, "{section}\n{post}\n{}", answer.text());
}

/// A post that the page shows.
struct Example<'a> {
    section: &'a str,
    post: String,
}

/// The examples of a page: inline code that begins with `!`, and indented blocks with such a line.
fn examples(page: &str) -> Vec<Example<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    let mut block = String::new();
    for line in page.lines().chain([""]) {
        if let Some(code) = line.strip_prefix("    ") {
            block += &format!("{code}\n");
            continue;
        }
        let post = std::mem::take(&mut block);
        if post.lines().any(|it| it.starts_with('!')) {
            found.push(Example { section, post });
        }
        section = line.strip_prefix("## ").unwrap_or(section);
        let code = line.split('`').skip(1).step_by(2);
        found.extend(
            code.filter(|it| 1 < it.len() && it.starts_with('!')).map(|it| Example { section, post: it.to_owned() }),
        );
    }
    found
}

fn scenario(text: &str) -> Scenario {
    games::read("scenario.toml", text, &Data::Standard).unwrap_or_else(|problems| panic!("{problems}"))
}

fn answer(scenario: &Scenario, author: &str, post: &str) -> Answer {
    let mut table = Table::open(scenario, Language::default(), Seed::from(7));
    let answered = table.post(author, post).unwrap_or_else(|why| panic!("{post}\n{why}"));
    answered.answer.unwrap_or_else(|| panic!("nothing is said of\n{post}"))
}
