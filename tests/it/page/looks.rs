//! How a page looks: layout, contrast, names and landmarks, on a desktop and on a phone, by day and by night.

use serde_json::{Value, json};

use super::browser::{Browser, Eyes};
use super::{BATTLES, Saved};

#[test]
fn field_headline_and_buttons_are_in_one_view_and_nothing_scrolls_sideways() {
    let Some(mut browser) = Browser::start() else { return };
    for name in BATTLES {
        let saved = Saved::of(name);
        for eyes in [Eyes::DESK, Eyes::PHONE] {
            let mut tab = browser.open(&saved.address("3.2"), eyes);
            assert!(tab.is("document.documentElement.scrollWidth <= innerWidth"), "{name}, {eyes:?}");
            for part in ["field", "caption", "buttons", "squads"] {
                let place = format!("document.getElementById('{part}').getBoundingClientRect()");
                assert!(
                    tab.is(&format!("0 <= {place}.top && {place}.bottom <= innerHeight + 1 && 20 < {place}.height")),
                    "{name}, {part}, {eyes:?}"
                );
            }
            let small = tab.js(
                "[...document.querySelectorAll('button, a, summary, input')].filter(it => it.offsetParent && !it.closest('dialog'))
                    .map(it => [it.outerHTML.slice(0, 60), it.getBoundingClientRect()])
                    .filter(it => it[1].height < 24 || it[1].width < 24).map(it => it[0])",
            );
            assert_eq!(small, json!([]), "{name}, {eyes:?}: too small to be hit");
            tab.close();
        }
    }
}

/// The number of place names that are visible in all, and, after each beat, the pairs of names on the field that
/// overlap each other or a coordinate.
const NAMES: &str = "(() => {
    const seek = document.getElementById('seek');
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const letters = text => [...Array(text.getNumberOfChars()).keys()].map(n => text.getExtentOfChar(n));
    const coordinates = [...document.querySelectorAll('#ground text')].flatMap(letters);
    // A letter fills the middle of its box.
    const covers = ({ x, y, width, height }, at) => x < at.x + at.width && at.x < x + width && y < at.y + 0.8 * at.height && at.y + 0.2 * at.height < y + height;
    let named = 0;
    const overlapping = [...Array(Number(seek.max) + 1).keys()].flatMap(beat => {
        seek.value = beat;
        seek.dispatchEvent(new Event('input'));
        named += document.querySelectorAll('.place:not(.off)').length;
        const names = [...document.querySelectorAll('.place:not(.off), .tag text')].map(it => [it.textContent, it.getBoundingClientRect()]);
        const off = [...document.querySelectorAll('.tag:not(.acting)')].filter(it => coordinates.some(at => covers(it.getBBox(), at)));
        return off.map(it => `${beat}: ${it.textContent} on a coordinate`).concat(names.flatMap(([a, one], n) => names.slice(n + 1).filter(([, other]) => meet(one, other)).map(([b]) => `${beat}: ${a}, ${b}`)));
    });
    return { named, overlapping };
})()";

#[test]
fn names_of_places_and_squads_lie_on_no_other_name_and_on_no_coordinate() {
    let Some(mut browser) = Browser::start() else { return };
    // Formations have names too.
    for name in ["last-bell-at-harrow", "the-shield-wall-at-cold-barrow"] {
        let saved = Saved::of(name);
        for eyes in [Eyes::CALM, Eyes { wants_no_motion: true, ..Eyes::PHONE }] {
            let mut tab = browser.open(&saved.address("0"), eyes);
            let found = tab.js(NAMES);
            assert_eq!(found["overlapping"], json!([]), "{name}, {eyes:?}");
            assert_ne!(found["named"], json!(0), "{name}, {eyes:?}");
            tab.close();
        }
    }
}

#[test]
fn pressed_buttons_and_the_current_line_stand_out_in_forced_colours() {
    let Some(mut browser) = Browser::start() else { return };
    let mut tab = browser.open(&Saved::of("ridge-at-dawn").address("3.2"), Eyes::CALM);
    let features = json!([{ "name": "forced-colors", "value": "active" }]);
    tab.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    tab.press("m");
    let mut colours = |style: &str, of: [&str; 2]| {
        of.map(|it| tab.text(&format!("getComputedStyle(document.querySelector('{it}')).{style}")))
    };
    let told_apart = [
        ("backgroundColor", ["#moments", "#follow"]),
        ("backgroundColor", ["#rounds .now", "#rounds div:not(.now)"]),
        ("borderLeftColor", ["#report li.now", "#report li:not(.now)"]),
        ("backgroundColor", ["#score .p0 i i", "#score .p1 i i"]),
    ];
    for (style, of) in told_apart {
        let [one, other] = colours(style, of);
        assert_ne!(one, other, "{of:?}");
    }
}

#[test]
fn everything_has_a_name_a_place_and_enough_contrast() {
    let Some(mut browser) = Browser::start() else { return };
    for name in BATTLES {
        let saved = Saved::of(name);
        for eyes in [Eyes::DESK, Eyes::PHONE] {
            for is_dark in [false, true] {
                let mut tab = browser.open(&saved.address("3.2"), Eyes { is_dark, wants_no_motion: true, ..eyes });
                tab.press("a");
                let what = format!("{name}, {eyes:?}, dark: {is_dark}");
                assert_eq!(tab.js(FAINT), json!([]), "{what}: too faint to be read");
                let tree = tab.call("Accessibility.getFullAXTree", json!({}));
                let nodes = tree["nodes"].as_array().expect("nodes").iter().filter(|it| it["ignored"] == false);
                let nodes: Vec<(&str, &str)> = nodes.map(|it| (text(&it["role"]), text(&it["name"]))).collect();
                assert!(
                    tab.is("!document.querySelector('#field > :not([aria-hidden])')"),
                    "{what}: heard letter by letter"
                );
                let nameless = |it: &&(&str, &str)| {
                    ["button", "link", "slider", "image", "region", "textbox", "combobox"].contains(&it.0)
                        && it.1.is_empty()
                };
                assert_eq!(nodes.iter().find(nameless), None, "{what}");
                for role in ["banner", "main", "complementary", "slider"] {
                    assert_eq!(nodes.iter().filter(|it| it.0 == role).count(), 1, "{what}: {role}");
                }
                let headings = tab.js("[...document.querySelectorAll('h1')].length");
                assert_eq!(headings, json!(1), "{what}");
                tab.close();
            }
        }
    }
}

fn text(it: &Value) -> &str {
    it["value"].as_str().unwrap_or_default()
}

/// Texts that have less contrast with what is behind them than WCAG 2 asks for (4.5, and 3 for large ones).
const FAINT: &str = "(() => {
    const channel = it => (it /= 255) <= 0.03928 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const colour = it => it.match(/[0-9.]+/g).map(Number);
    const behind = it => {
        for (let at = it; at; at = at.parentElement) {
            const own = colour(getComputedStyle(at).backgroundColor);
            if (own.length < 4 || own[3] === 1) return own;
        }
        return [255, 255, 255];
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const it = texts.currentNode.parentElement;
        const is_text = texts.currentNode.textContent.trim() && it.offsetParent && !it.closest('svg, script, style');
        if (!is_text) continue;
        const style = getComputedStyle(it);
        const [a, b] = [light(colour(style.color)), light(behind(it))];
        const size = parseFloat(style.fontSize);
        const least = 24 <= size || (18.6 <= size && 700 <= style.fontWeight) ? 3 : 4.5;
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < least) faint.push(`${contrast.toFixed(2)} ${it.outerHTML.slice(0, 80)}`);
    }
    return faint;
})()";
