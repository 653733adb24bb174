//! Watching a battle: what is shown, when, and to whom.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use fieldpost::dice::Seed;
use fieldpost::field::Tile;
use fieldpost::map::{Parts, Picture, UnitView};
use fieldpost::post::Language;
use fieldpost::referee::Table;
use fieldpost::{games, viewer};
use serde_json::{Value, json};

use super::browser::{Browser, Eyes, Tab};
use super::{BATTLES, Saved, data, page, table, with_data};
use crate::program::fieldpost;

/// The lines of the report that are visible.
const SEEN_LINES: &str = "[...document.querySelectorAll('#report li')].filter(it => it.offsetParent !== null)";

#[test]
fn a_page_loads_nothing_and_complains_of_nothing() {
    let Some(mut browser) = Browser::start() else { return };
    for name in BATTLES {
        let saved = Saved::of(name);
        let mut tab = browser.open(&saved.address(""), Eyes::CALM);
        tab.js("for (let n = 0; n <= seek.max; n += 1) { seek.value = n; seek.dispatchEvent(new Event('input')); }");
        tab.js("document.getElementById('check-log').click()");
        assert_eq!(tab.complaints(), Vec::<Value>::new(), "{name}");
        let asked = tab.events("Network.requestWillBeSent");
        let asked: BTreeSet<&str> = asked.iter().filter_map(|it| it["request"]["url"].as_str()).collect();
        assert_eq!(asked, BTreeSet::from([saved.address("").as_str()]), "{name}");
        tab.close();
    }
}

#[test]
fn without_scripts_the_whole_report_reads_and_the_last_field_is_there() {
    let Some(mut browser) = Browser::start() else { return };
    for name in BATTLES {
        let (saved, table) = (Saved::of(name), table(name));
        let mut tab = browser.open(&saved.address(""), Eyes { has_scripts: false, ..Eyes::DESK });
        let document = tab.call("DOM.getDocument", json!({ "depth": 0 }));
        let mut boxes = |selector: &str| {
            let asked = json!({ "nodeId": document["root"]["nodeId"], "selector": selector });
            let found = tab.call("DOM.querySelectorAll", asked);
            let ids: Vec<Value> = found["nodeIds"].as_array().expect("nodes").clone();
            let height = |id: &Value| {
                let model = tab.call("DOM.getBoxModel", json!({ "nodeId": id }));
                model["model"]["height"].as_f64().unwrap_or_default()
            };
            ids.iter().map(height).filter(|it| 0.0 < *it).count()
        };
        let lines: usize = table.closed().iter().map(|it| it.report.lines.len()).sum();
        assert_eq!(boxes("#report li"), lines, "{name}");
        let standing: usize = last_picture(&table).squads.iter().map(|it| it.standing).sum();
        assert_eq!(boxes("#units > :not(.off)"), standing, "{name}");
        tab.close();
    }
}

#[test]
fn it_says_what_the_battle_is_about_and_first_of_all_before_anything_has_happened() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/ridge-at-dawn.toml");
    let scenario = games::load(&path).unwrap_or_else(|problems| panic!("{problems}"));
    let begun = Table::open(&scenario, Language::default(), Seed::from(7));
    for (html, opening) in
        [(viewer::page(&begun), "<details id=\"about\" open>"), (page("ridge-at-dawn"), "<details id=\"about\">")]
    {
        let (_, about) = html.split_once(opening).expect("the briefing");
        assert!(about.contains("<p>The rain stopped an hour before light."), "{about}");
    }
}

fn last_picture(table: &Table) -> Picture {
    let last = table.closed().last().expect("a round");
    table.playing().picture_after(last.number)
}

#[test]
fn after_each_round_everybody_stands_where_they_stand() {
    let Some(mut browser) = Browser::start() else { return };
    for name in ["ridge-at-dawn", "last-bell-at-harrow", "brick-last-orders", "brick-thin-red-line", "brick-yard"] {
        after_each_round(&mut browser, name, |tab, picture, round| {
            let drawn = tokens(tab);
            assert_eq!(drawn.len(), picture.squads.iter().map(|it| it.standing).sum::<usize>(), "{round}");
            let missing: Vec<[i64; 2]> = corners(picture).into_iter().filter(|it| !drawn.contains(it)).collect();
            assert!(missing.is_empty(), "{round}: {missing:?} of {drawn:?}");
            let counted = |it: &fieldpost::map::SquadView| (it.name.to_string(), it.standing);
            assert_eq!(counts(tab), picture.squads.iter().map(counted).collect(), "{round}");
        });
    }
}

/// Calls `look` after each round of a battle, with the page at that round and the game's own picture.
fn after_each_round(browser: &mut Browser, name: &str, mut look: impl FnMut(&mut Tab<'_>, &Picture, &str)) {
    let (saved, table, data) = (Saved::of(name), table(name), data(&page(name)));
    let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
    let mut beats = 0;
    for (closed, round) in table.closed().iter().zip(data["rounds"].as_array().expect("rounds")) {
        beats += round["beats"].as_array().expect("beats").len();
        tab.go(beats);
        let picture = table.playing().picture_after(closed.number);
        look(&mut tab, &picture, &format!("{name}, after round {}", closed.round));
    }
    tab.close();
}

/// The places at which tokens are drawn, in whole pixels of the drawing.
fn tokens(tab: &mut Tab<'_>) -> Vec<[i64; 2]> {
    let drawn = "[...document.querySelectorAll('#units > :not(.off)')].map(it => it.style.transform.match(/[0-9.]+/g).map(Number))";
    let drawn = tab.js(drawn);
    let pixel = |it: &Value| it.as_f64().expect("a number").round() as i64;
    let all = drawn.as_array().expect("tokens").iter();
    all.map(|it| [pixel(&it[0]), pixel(&it[1])]).collect()
}

/// The places of units in a picture, in pixels of the drawing.
fn corners(picture: &Picture) -> Vec<[i64; 2]> {
    let parts = Parts::of(&picture.ground);
    let corner = |it: &UnitView| {
        let (x, y) = parts.corner(it.on.at);
        [x.round() as i64, y.round() as i64]
    };
    picture.squads.iter().flat_map(|it| &it.units).map(corner).collect()
}

/// The number of standing units of each squad, as the list of squads shows it.
fn counts(tab: &mut Tab<'_>) -> BTreeSet<(String, usize)> {
    let listed = tab.js(
        "[...document.querySelectorAll('#squads li:not([hidden]) button:not(.out)')].map(it => [it.title, (it.textContent.match(/ ([0-9]+)[/]/) ?? [0, '1'])[1]])",
    );
    let listed = listed.as_array().expect("squads").iter();
    let text = |it: &Value| it.as_str().expect("a text").to_owned();
    listed.map(|it| (text(&it[0]), text(&it[1]).parse().expect("a number"))).collect()
}

#[test]
fn formations_are_outlined_while_they_last_and_told_of() {
    let Some(mut browser) = Browser::start() else { return };
    let name = "the-shield-wall-at-cold-barrow";
    let outlined = |tab: &mut Tab<'_>| tab.number("document.querySelectorAll('#formations > *').length");
    let told = "[...document.querySelectorAll('#squads li:not([hidden]) button')].filter(it => it.ariaLabel.includes('in formation F')).length";
    let saved = Saved::of(name);
    let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
    assert_eq!((outlined(&mut tab), tab.number(told)), (0, 0), "nobody has formed up before the first round");
    tab.close();
    let mut most = 0;
    after_each_round(&mut browser, name, |tab, picture, round| {
        let formations = picture.formations.len();
        assert_eq!((outlined(tab), tab.number(told) == 0), (formations, formations == 0), "{round}");
        most = most.max(formations);
    });
    assert!(0 < most, "somebody forms up");
}

#[test]
fn plates_lie_where_squads_stand() {
    let Some(mut browser) = Browser::start() else { return };
    let parts = "[...document.querySelectorAll('#plates use, #fronts use')].map(it => [it.getAttribute('href').slice(1), Math.round(it.x.baseVal.value), Math.round(it.y.baseVal.value)])";
    let mut seen = BTreeSet::new();
    after_each_round(&mut browser, "brick-thin-red-line", |tab, picture, round| {
        let ground = Parts::of(&picture.ground);
        let part = |name: String, at: Tile| {
            let (x, y) = ground.corner(at);
            (name, x.round() as i64, y.round() as i64)
        };
        let plates = picture.squads.iter().filter_map(|it| Some((it.party.0, it.plate?)));
        let drawn = plates.flat_map(|(party, it)| {
            let form = format!("p{party}-{}x{}-{}", it.width, it.height, it.facing.word());
            let standard = it.standard.map(|it| part(format!("standard-p{party}"), it));
            [part(format!("ground-{form}"), it.at), part(format!("front-{form}"), it.at)].into_iter().chain(standard)
        });
        let found: BTreeSet<(String, i64, i64)> = serde_json::from_value(tab.js(parts)).expect("what is drawn");
        assert_eq!(found, drawn.collect(), "{round}");
        assert!(tab.is("[...document.querySelectorAll('#plates use, #fronts use')].every(it => document.querySelector(it.getAttribute('href')))"));
        seen.insert(found);
    });
    assert!(1 < seen.len(), "plates go");
}

#[test]
fn going_back_shows_the_same_pictures_as_going_on() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("last-bell-at-harrow");
    let mut tab = browser.open(&saved.address(""), Eyes::CALM);
    let shown = "(() => {
        const picture = () => ['units', 'formations', 'fallen', 'flags', 'ways', 'effects', 'plates', 'fronts', 'tags', 'signs', 'score', 'squads', 'caption']
            .map(it => document.getElementById(it).innerHTML.replaceAll(' class=\"\"', '')).join();
        const seek = document.getElementById('seek');
        const show = n => { seek.value = n; seek.dispatchEvent(new Event('input')); return picture(); };
        const all = [...Array(Number(seek.max) + 1).keys()];
        const on = all.map(show);
        return all.reverse().filter(n => show(n) !== on[n]);
    })()";
    assert_eq!(tab.js(shown), json!([]));
}

#[test]
fn an_address_names_a_moment_and_one_that_names_none_is_the_beginning() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let mut tab = browser.open(&saved.address("3.4"), Eyes::DESK);
    assert!(tab.text("document.getElementById('phase').textContent").starts_with("Round 3"));
    assert!(tab.is("document.querySelector('.now .why')"), "why is open");
    assert_eq!(tab.text("document.querySelector('.why').getAttribute('aria-label')"), "Why 3.4");
    assert!(tab.is("0 <= document.getElementById('field').getBoundingClientRect().top"), "the field is in view");
    let seen = "document.getElementById('reading').getBoundingClientRect().bottom <= document.querySelector('#report li.now').getBoundingClientRect().top";
    assert!(tab.is(seen), "its line begins below what sticks to the top");
    let now = tab.now();
    tab.press("ArrowRight");
    assert_eq!(tab.now(), now + 1);
    assert_ne!(tab.text("location.hash"), "#3.4");
    tab.js("location.hash = '#3.4'");
    tab.wait_until(&format!("Number(document.getElementById('seek').value) === {now}"));
    tab.close();
    for wrong in ["9999.1", "3", "x", "%F0", "constructor"] {
        let mut tab = browser.open(&saved.address(wrong), Eyes { first: "localStorage.clear()", ..Eyes::CALM });
        assert_eq!((tab.now(), tab.complaints().len()), (0, 0), "{wrong}");
        tab.close();
    }
}

#[test]
fn nothing_is_told_before_it_is_reached() {
    let Some(mut browser) = Browser::start() else { return };
    for name in ["ridge-at-dawn", "last-bell-at-harrow"] {
        let (saved, table) = (Saved::of(name), table(name));
        let mut tab = browser.open(&saved.address(""), Eyes::CALM);
        assert_eq!(tab.number(&format!("{SEEN_LINES}.length")), 0, "{name}");
        let seen = tab.text("document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')].filter(it => it.offsetParent).map(it => it.ariaLabel + it.title).join()");
        let there: Vec<String> =
            table.playing().picture_of_opening().squads.iter().map(|it| it.name.to_string()).collect();
        let data = data(&page(name));
        for squad in data["squads"].as_array().expect("squads") {
            let squad = squad["name"].as_str().expect("a name");
            assert!(there.iter().any(|it| it == squad) || !seen.contains(squad), "{name}: {squad} comes later\n{seen}");
        }
        assert!(!seen.contains("The end") && !seen.contains("Round 1"), "{name}: {seen}");
        let beats = tab.beats();
        for now in [1, beats / 3, beats - 1, beats] {
            tab.go(now);
            let shown = data["rounds"].as_array().expect("rounds").iter();
            let shown = shown.flat_map(|it| it["beats"].as_array().expect("beats")).take(now);
            let lines: usize = shown.map(|it| it["lines"].as_array().expect("lines").len()).sum();
            assert_eq!(tab.number(&format!("{SEEN_LINES}.length")), lines, "{name}, after {now} beats");
        }
        assert!(tab.is("document.getElementById('ending').offsetParent"), "{name}: the end is told in the end");
        tab.go(1);
        tab.press("a");
        let all = tab.number("document.querySelectorAll('#report li').length");
        assert_eq!(tab.number(&format!("{SEEN_LINES}.length")), all, "all of it, for those who ask");
        tab.close();
    }
}

#[test]
fn all_is_done_by_keys_and_the_focus_is_never_lost() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
    let beats = tab.beats();
    tab.js("document.getElementById('step').focus()");
    for (key, expected) in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", beats), ("Home", 0)] {
        tab.press(key);
        assert_eq!(tab.now(), expected, "{key}");
    }
    for (key, round) in [("3", "Round 3"), ("]", "Round 4"), ("[", "Round 3"), ("1", "Round 1")] {
        tab.press(key);
        assert!(tab.text("document.getElementById('phase').textContent").starts_with(round), "{key}");
    }
    let pressed =
        |tab: &mut Tab<'_>, id: &str| tab.is(&format!("document.getElementById('{id}').ariaPressed === 'true'"));
    for (key, id) in [("c", "follow"), ("m", "moments"), ("a", "all")] {
        let before = pressed(&mut tab, id);
        tab.press(key);
        assert_ne!(pressed(&mut tab, id), before, "{key}");
        tab.press(key);
    }
    tab.press("s");
    assert_eq!(tab.text("document.getElementById('speed').textContent"), "2×");
    tab.press("w");
    assert!(tab.is("document.querySelector('.now .why')"));
    assert!(tab.is("document.activeElement.closest('.now')"), "one is where the reasons are");
    tab.press("w");
    assert!(!tab.is("document.querySelector('.now .why')"));
    tab.press("?");
    assert!(tab.is("document.getElementById('keys').open"));
    tab.press("Escape");
    assert!(!tab.is("document.getElementById('keys').open"));
    tab.js("document.getElementById('play').focus()");
    tab.press("ArrowRight");
    let now = tab.now();
    tab.js("document.activeElement.blur()");
    tab.press(" ");
    tab.wait_until(&format!("{now} < Number(document.getElementById('seek').value)"));
    tab.press(" ");
    let now = tab.now();
    sleep(Duration::from_millis(2_500));
    assert_eq!(tab.now(), now, "it pauses");
    // A squad that arrives later has the focus when the page goes back to a time before it.
    tab.press("End");
    tab.js("[...document.querySelectorAll('#squads li:not([hidden]) button')].at(-1).focus()");
    tab.press("Home");
    assert!(!tab.is("document.activeElement === document.body"));
}

#[test]
fn moments_only_are_the_moments_and_nothing_else() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("brick-last-orders");
    let data = data(&page("brick-last-orders"));
    let rounds = data["rounds"].as_array().expect("rounds").iter();
    let beats: Vec<&Value> = rounds.flat_map(|it| it["beats"].as_array().expect("beats")).collect();
    let mut expected: Vec<usize> = (1..=beats.len()).filter(|it| beats[it - 1]["moment"] == true).collect();
    expected.retain(|it| *it != beats.len());
    expected.push(beats.len());
    let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
    tab.press("m");
    let mut seen = Vec::new();
    while seen.last() != Some(&beats.len()) {
        tab.press("ArrowRight");
        seen.push(tab.now());
    }
    assert_eq!(seen, expected);
}

#[test]
fn each_step_is_spoken_once_in_the_words_of_its_headline() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let mut tab = browser.open(&saved.address("2.1"), Eyes::CALM);
    tab.wait_until("document.getElementById('live').textContent");
    tab.js("globalThis.spoken = []; new MutationObserver(() => spoken.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true })");
    for n in 1..=3 {
        tab.press("ArrowRight");
        tab.wait_until(&format!("spoken.length === {n}"));
        let headline = tab.text("document.getElementById('headline').textContent");
        let said = tab.text("spoken.at(-1)");
        assert!(said.contains(&format!(". {headline}")) && said.starts_with("2."), "{said}");
    }
    let hurried = "for (let n = 0; n < 5; n += 1) document.getElementById('step').click()";
    tab.js(hurried);
    tab.wait_until("spoken.length === 4");
    sleep(Duration::from_millis(300));
    assert_eq!(tab.number("spoken.length"), 4, "five steps in a row are one");
    let told = tab.text("document.getElementById('seek').getAttribute('aria-valuetext')");
    assert!(told.starts_with("Round 2, "), "{told}");
    tab.press("Home");
    tab.wait_until("spoken.length === 5");
    let headline = tab.text("document.getElementById('headline').textContent");
    assert_eq!(tab.text("spoken.at(-1)"), headline, "before the first round, too");
}

#[test]
fn nothing_moves_for_those_who_want_no_motion_and_what_moves_ends_where_it_should() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let running = "document.getAnimations().filter(it => it.playState === 'running').length";
    let mut tab = browser.open(&saved.address("3.1"), Eyes::CALM);
    for _ in 0..30 {
        tab.press("ArrowRight");
        assert_eq!(tab.number(running), 0);
    }
    let calm = tokens(&mut tab);
    tab.close();
    let mut tab = browser.open(&saved.address("3.1"), Eyes::DESK);
    let mut most = 0;
    for _ in 0..30 {
        tab.press("ArrowRight");
        most = most.max(tab.number(running));
    }
    assert!(0 < most, "others see it move");
    assert_eq!(tokens(&mut tab), calm);
}

#[test]
fn a_line_and_its_place_point_at_each_other() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let mut tab = browser.open(&saved.address("3.12"), Eyes::CALM);
    let pointed = "document.querySelectorAll('#tags .pointed, #squads .pointed').length";
    assert_eq!(tab.number(pointed), 0);
    tab.js("document.querySelector('#report li.now a').focus()");
    assert!(0 < tab.number(pointed), "a line in focus marks its squads");
    tab.js("document.querySelector('#squads button').focus()");
    assert!(tab.is("document.querySelector('#report li.pointed')"), "a squad in focus marks its lines");
    tab.js(
        "document.activeElement.blur(); document.querySelector('#report li.now').scrollIntoView({ block: 'center' })",
    );
    for (from, to) in [("#report li.now", "#tags .pointed"), ("#tags .tag", "#report li.pointed")] {
        let place = tab.js(&format!("(it => [it.left + it.width / 2, it.top + it.height / 2])(document.querySelector('{from}').getBoundingClientRect())"));
        tab.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": place[0], "y": place[1] }));
        tab.wait_until(&format!("document.querySelector('{to}')"));
    }
}

#[test]
fn somebody_who_comes_back_is_told_how_much_is_new() {
    let Some(mut browser) = Browser::start() else { return };
    let whole = page("ridge-at-dawn");
    let mut earlier = data(&whole);
    let rounds = earlier["rounds"].as_array_mut().expect("rounds");
    let later: usize = rounds.split_off(3).iter().map(|it| it["beats"].as_array().expect("beats").len()).sum();
    let (played, rest) = whole.split_once("<section aria-labelledby=\"round-4\"").expect("a fourth round");
    let (_, after) = rest.split_once("<section id=\"ending\"").expect("an end");
    let shorter = format!("{played}<section id=\"ending\"{after}");
    let saved = Saved::new(&with_data(&shorter, &earlier));
    let mut tab = browser.open(&saved.address(""), Eyes::CALM);
    assert!(tab.is("document.getElementById('since').hidden"), "nobody was here before");
    let seen = tab.beats() - 2;
    tab.go(seen);
    tab.close();
    fs::write(saved.folder.path().join("battle.html"), &whole).expect("room for a page");
    let mut tab = browser.open(&saved.address(""), Eyes::CALM);
    assert_eq!(tab.now(), seen);
    let told = tab.text("document.querySelector('#since h2').innerText");
    assert_eq!(told, format!("Since you were here: {}", later + 2));
    tab.press("Escape");
    assert!(tab.is("document.getElementById('since').hidden"));
    assert!(!tab.is("document.activeElement === document.body"));
}

#[test]
fn the_page_checks_its_log_with_and_without_the_browsers_own_digests() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("ridge-at-dawn");
    let without = "Object.defineProperty(crypto, 'subtle', { value: undefined })";
    let mut said = Vec::new();
    for first in ["", without] {
        let mut tab = browser.open(&saved.address("0"), Eyes { first, ..Eyes::CALM });
        said.push(checked(&mut tab));
        tab.close();
    }
    assert!(said[0].contains("Holds: none of the") && said[0].contains("Holds: the seed is the one"), "{}", said[0]);
    assert_eq!(said[0], said[1]);

    let html = page("ridge-at-dawn");
    let original = data(&html);
    let log = original["log"].as_str().expect("a log");
    for (from, to, expected) in [
        ("!Alpha: ", "!Bramble: ", "is not what it was when that was written"),
        ("\"seed\":\"", "\"seed\":\"00", "the seed is not the one that was committed to"),
    ] {
        let mut other = original.clone();
        other["log"] = log.replacen(from, to, 1).into();
        let saved = Saved::new(&with_data(&html, &other));
        let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
        let said = checked(&mut tab);
        assert!(said.starts_with("Does not hold: ") && said.contains(expected), "{said}");
        tab.close();
    }
}

fn checked(tab: &mut Tab<'_>) -> String {
    tab.js("document.getElementById('check').open = true; document.getElementById('check-log').click()");
    tab.wait_until("document.getElementById('checked').innerText");
    tab.text("document.getElementById('checked').innerText")
}

#[test]
fn what_is_saved_out_of_a_page_verifies() {
    let Some(mut browser) = Browser::start() else { return };
    let saved = Saved::of("brick-duel");
    let mut tab = browser.open(&saved.address("0"), Eyes::CALM);
    tab.save_into(saved.folder.path());
    tab.js("document.getElementById('save-log').click()");
    let log = saved.folder.path().join("battle.log");
    let begun = Instant::now();
    while !log.exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it is saved");
        sleep(Duration::from_millis(50));
    }
    let verified = fieldpost(["verify", &log.display().to_string()]);
    assert!(
        verified.status.success() && verified.stdout.contains("Proved: "),
        "{}{}",
        verified.stdout,
        verified.stderr
    );
}
