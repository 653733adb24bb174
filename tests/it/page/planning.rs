//! Planning the open round on a seat's page: orders that are chosen there get the same forecast once they are posted.

use std::fs;
use std::path::Path;

use fieldpost::dice::Seed;
use fieldpost::games;
use fieldpost::page::Reaction;
use fieldpost::post::Language;
use fieldpost::referee::Table;
use fieldpost::store::{self, ClosedBy, Entry};
use fieldpost::viewer;
use serde_json::json;

use super::browser::{Browser, Eyes};
use super::{Saved, data, golden};

/// A battle at its opening.
fn opened(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.toml"));
    let scenario = games::load(&path).unwrap_or_else(|problems| panic!("{problems}"));
    Table::open(&scenario, Language::default(), Seed::from(7))
}

fn page_for(table: &Table, seat: &str) -> String {
    viewer::page_for(table, seat).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn a_seat_plans_its_own_squads_and_nobody_elses() {
    let table = opened("ridge-at-dawn");
    let squads = |seat: &str| {
        let plan = &data(&page_for(&table, seat))["plan"]["squads"];
        let names = plan.as_array().expect("squads").iter().map(|it| it["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<String>>()
    };
    assert_eq!(squads("bela"), ["Kestrel", "Mule Battery"]);
    assert_eq!(squads("alice"), ["Alpha", "Bramble"]);
    assert!(data(&viewer::page(&table))["plan"].is_null(), "a page for everybody has no plan");
    assert!(viewer::page_for(&table, "mallory").is_err());
}

#[test]
fn orders_chosen_on_the_page_are_taken_and_get_as_far_as_it_says() {
    let Some(mut browser) = Browser::start() else { return };
    for name in ["ridge-at-dawn", "brick-relay-station"] {
        let table = opened(name);
        let seat = table.stage().seats[0].name.clone();
        let html = page_for(&table, &seat);
        let plan = data(&html)["plan"].clone();
        let saved = Saved::new(&html);
        let mut tab = browser.open(&saved.address("plan"), Eyes::CALM);
        assert!(tab.is("document.documentElement.classList.contains('planning')"), "{name}");
        let mut tried = 0;
        for squad in plan["squads"].as_array().expect("squads") {
            for nth in 0..4 {
                let chosen = tab.js(&format!("({CHOOSE})({}, {nth})", squad["squad"]));
                let text = tab.text("document.getElementById('orders').value");
                if text.is_empty() {
                    continue;
                }
                let answer = table.try_post(&seat, &text).unwrap_or_else(|why| panic!("{why}")).expect("an answer");
                let is_taken = matches!(answer.reaction, Reaction::Taken | Reaction::Doubtful);
                assert!(is_taken && !answer.text().contains(" only"), "{name}, {text}: {}", answer.text());
                if let Some(steps) = chosen.as_u64() {
                    let (line, inches) = (format!("{steps} of "), format!("{steps} inch"));
                    assert!(
                        answer.text().contains(&line) || answer.text().contains(&inches),
                        "{text}: {}",
                        answer.text()
                    );
                }
                tried += 1;
                tab.js("document.querySelectorAll('.offer[aria-pressed=true]').forEach(it => it.click())");
            }
        }
        assert!(3 < tried, "{name}: {tried}");
        assert_eq!(tab.complaints(), Vec::<serde_json::Value>::new(), "{name}");
        tab.close();
    }
}

/// A golden battle as it stood after some rounds.
fn after(name: &str, rounds: usize) -> Table {
    let log = store::import(&fs::read_to_string(golden(name)).expect("a golden log")).expect("a log");
    let Some(Entry::Revealed { seed, .. }) = log.last() else { panic!("{name} is over") };
    let closed = (0..log.len()).filter(|it| matches!(log[*it], Entry::Closed { .. })).nth(rounds - 1).expect("a round");
    Table::resume(&log[..=closed], Seed::from_bytes(seed.0), 0, None).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn an_engaged_hero_is_offered_tiles_to_withdraw_to() {
    let plan = data(&page_for(&after("brick-last-orders", 2), "mo"))["plan"].clone();
    let verbs = plan["squads"][0]["verbs"].as_array().expect("verbs");
    let withdraw = verbs.iter().find(|it| it["words"] == "withdraw").unwrap_or_else(|| panic!("{verbs:?}"));
    let written: Vec<&str> =
        withdraw["orders"].as_array().expect("orders").iter().filter_map(|it| it["written"].as_str()).collect();
    assert!(written.contains(&"Morgan: withdraw F7"), "{written:?}");
    assert!(!written.contains(&"Morgan: withdraw G8"), "Bess stands there: {written:?}");
}

#[test]
fn orders_share_a_slot_if_both_together_are_doubted() {
    let plan = data(&page_for(&after("the-shield-wall-at-cold-barrow", 3), "hedda"))["plan"].clone();
    let verbs = plan["squads"][0]["verbs"].as_array().expect("verbs");
    let steps = verbs.iter().find(|it| it["words"] == "steps N").unwrap_or_else(|| panic!("{verbs:?}"));
    assert!(steps["slots"].as_array().expect("slots").contains(&json!(1)), "whoever has shot steps nowhere: {steps}");
}

#[test]
fn fire_that_takes_the_only_action_excludes_the_charge() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::new(&page_for(&after("brick-thin-red-line", 2), "rose"));
    let mut tab = browser.open(&saved.address("plan"), Eyes::CALM);
    tab.js("document.querySelector('#squads button').click()");
    let offer = |verb: &str| {
        format!("[...document.querySelectorAll('.offer')].find(it => it.textContent.startsWith('{verb} '))")
    };
    assert!(!tab.is(&format!("{}.disabled", offer("charge"))));
    tab.js(&format!("{}.click()", offer("shoot")));
    assert!(tab.is(&format!("{}.disabled", offer("charge"))));
}

#[test]
fn tapping_a_squad_says_why_it_is_no_target() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::new(&page_for(&opened("ridge-at-dawn"), "alice"));
    let mut tab = browser.open(&saved.address("plan"), Eyes::CALM);
    let (title, orders) =
        ("document.getElementById('plan-title').textContent", "document.getElementById('orders').value");
    let tap = |name: &str| format!("document.querySelector('#squads [title=\"{name}\"]').click()");
    tab.js(&tap("Lantern"));
    assert_eq!(tab.text(title), "Lantern isn't yours to order");
    tab.js(&tap("Alpha"));
    assert_eq!(tab.text(title), "Alpha: tap where, or whom");
    tab.js(&tap("Lantern"));
    assert_eq!(tab.text(title), "Alpha can neither shoot nor charge Lantern now");
    assert_eq!(tab.text(orders), "");
}

/// Chooses a target and a tile for a squad. Returns the cost of the path.
const CHOOSE: &str = "(squad, nth) => {
    document.querySelectorAll('#squads button')[squad].click();
    const fire = [...document.querySelectorAll('.offer')].filter(it => it.textContent.startsWith('shoot '));
    if (nth % 2) fire[nth % fire.length]?.click();
    const to = document.getElementById('to');
    const tiles = to ? [...to.options].filter(it => it.value !== '') : [];
    const tile = tiles[nth * 13 % tiles.length];
    if (!tile) return null;
    to.value = tile.value;
    to.dispatchEvent(new Event('change'));
    return Number(tile.textContent.match(/, ([0-9]+) step/)[1]);
}";

#[test]
fn a_plan_travels_in_the_address_and_fire_excludes_the_charge() {
    let Some(mut browser) = Browser::start() else { return };
    let table = opened("ridge-at-dawn");
    let saved = Saved::new(&page_for(&table, "bela"));
    let plan = data(&page_for(&table, "bela"))["plan"].clone();
    let fire = plan["squads"][0]["fire"][0]["written"].as_str().expect("somebody to shoot at").to_owned();
    let text = format!("!{fire}\n!Mule Battery: move to P2");
    let encoded: String = text.bytes().map(|it| format!("%{it:02X}")).collect();
    let mut tab = browser.open(&saved.address(&format!("plan={encoded}")), Eyes::PHONE);
    assert_eq!(tab.text("document.getElementById('orders').value"), text);
    assert!(tab.is("document.documentElement.scrollWidth <= innerWidth"));
    for part in ["orders", "copy"] {
        let place = format!("document.getElementById('{part}').getBoundingClientRect()");
        assert!(tab.is(&format!("0 <= {place}.top && {place}.bottom <= innerHeight")), "{part} is at hand");
    }
    let slows = plan["squads"][0]["fire"][0]["slows"] == json!(true);
    let charges = "[...document.querySelectorAll('.offer')].filter(it => it.textContent.startsWith('charge '))";
    assert!(tab.is(&format!("{charges}.every(it => it.disabled === {slows})")));
    tab.press("p");
    assert!(!tab.is("document.documentElement.classList.contains('planning')"));
    assert_eq!(tab.complaints(), Vec::<serde_json::Value>::new());
}

#[test]
fn an_order_takes_the_place_of_those_that_would_not_count_beside_it() {
    let Some(mut browser) = Browser::start() else { return };
    let table = opened("ridge-at-dawn");
    let saved = Saved::new(&page_for(&table, "alice"));
    let mut tab = browser.open(&saved.address("plan"), Eyes::CALM);
    let orders = "document.getElementById('orders').value";
    let left = "document.getElementById('pools').textContent";
    assert!(tab.js(&format!("({CHOOSE})(0, 0)")).is_u64());
    assert!(tab.text(orders).starts_with("!Alpha: move to "));
    let before_all = "What is said of an order holds without the others that are chosen";
    assert!(tab.text("document.getElementById('offers').textContent").starts_with(before_all));
    let choose = |words: &str| {
        format!("[...document.querySelectorAll('.offer')].find(it => it.textContent.startsWith('{words}')).click()")
    };
    tab.js(&choose("hold"));
    assert_eq!(tab.text(orders), "!Alpha: hold");
    assert_eq!(tab.text(left), "Lt. Marsh: 4 of 4 CP left");
    tab.js(&choose("use \"Rally\" on Alpha"));
    assert_eq!(tab.text(orders), "!Alpha: hold; use \"Rally\" on Alpha");
    assert_eq!(tab.text(left), "Lt. Marsh: 2 of 4 CP left");
}

#[test]
fn orders_that_undo_each_other_share_a_slot_whatever_else_they_take_the_place_of() {
    let mut table = opened("the-shield-wall-at-cold-barrow");
    let form_up = "!form up Long Shields and Short Shields under Hedda Quarrel, shuffle Short Shields.1@K11\n\
        !Long Shields: hold; Short Shields: hold";
    table.post("hedda", form_up).expect("a seat");
    table.close(ClosedBy::Gm).expect("an open battle");
    let data = data(&page_for(&table, "hedda"));
    let verbs = data["plan"]["squads"][0]["verbs"].as_array().expect("verbs");
    let slots = |words: &str| {
        let verb = verbs.iter().find(|it| it["words"] == words).unwrap_or_else(|| panic!("{words}: {verbs:?}"));
        verb["slots"].as_array().expect("slots")
    };
    let share = |one: &str, other: &str| slots(one).iter().any(|it| slots(other).contains(it));
    assert!(share("volley at", "disband"), "whoever disbands volleys no more");
    assert!(!share("hold", "disband"));
    assert!(!share("melee", "volley at"));
}
