//! The file itself: one page with its style and script in it, which may load nothing and run nothing else.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::viewer::field::Drawn;
use crate::viewer::theme;

/// What pages share.
const DOM: &str = include_str!("page/dom.js");
/// The page on which an author draws a map.
const DRAW: [&str; 3] = [include_str!("page/draw.html"), include_str!("page/draw.css"), include_str!("page/draw.js")];
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// Runs before anything is shown.
const FIRST: &str = include_str!("page/first.js");
/// The script, in the order in which its parts build on each other; before the last, where somebody can plan, comes what plans.
const SCRIPT: [&str; 7] = [
    include_str!("page/film.js"),
    include_str!("page/field.js"),
    include_str!("page/camera.js"),
    include_str!("page/effects.js"),
    include_str!("page/report.js"),
    include_str!("page/player.js"),
    include_str!("page/check.js"),
];
const PLANS: &str = include_str!("page/plan.js");
const BEGINS: &str = include_str!("page/since.js");

/// What a page is filled with: HTML, and SVG.
pub(super) struct Page {
    pub(super) title: String,
    /// How far the battle has come, in a sentence.
    pub(super) now: String,
    pub(super) drawn: Drawn,
    pub(super) report: String,
    pub(super) words: String,
    pub(super) check: String,
    pub(super) data: String,
    /// Whether the data hold what somebody can do.
    pub(super) has_plan: bool,
}

impl Page {
    fn script(&self) -> String {
        DOM.to_owned() + &SCRIPT.concat() + if self.has_plan { PLANS } else { "" } + BEGINS
    }

    /// The whole file.
    pub(super) fn html(&self) -> String {
        sealed(PAGE, STYLE, &self.drawn.ratio, &self.script(), |name| match name {
            "title" => &self.title,
            "now" => &self.now,
            "view" => &self.drawn.view,
            "forms" => &self.drawn.forms,
            "ground" => &self.drawn.ground,
            "changed" => &self.drawn.changed,
            "places" => &self.drawn.places,
            "fallen" => &self.drawn.fallen,
            "units" => &self.drawn.units,
            "flags" => &self.drawn.flags,
            "report" => &self.report,
            "words" => &self.words,
            "check" => &self.check,
            "data" => &self.data,
            other => unreachable!("the page asks for {other}"),
        })
    }
}

/// What the page to draw on is filled with.
pub(super) struct DrawPage {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) view: String,
    pub(super) ratio: String,
    pub(super) forms: String,
    pub(super) ground: String,
    pub(super) units: String,
    pub(super) flags: String,
    pub(super) data: String,
}

impl DrawPage {
    /// The whole file.
    pub(super) fn html(&self) -> String {
        let [page, style, script] = DRAW;
        sealed(page, &(STYLE.to_owned() + style), &self.ratio, &(DOM.to_owned() + script), |name| match name {
            "title" => &self.title,
            "note" => &self.note,
            "view" => &self.view,
            "forms" => &self.forms,
            "ground" => &self.ground,
            "units" => &self.units,
            "flags" => &self.flags,
            "data" => &self.data,
            other => unreachable!("the page asks for {other}"),
        })
    }
}

/// A template with its style and script in it, and a policy by which it may load nothing and run nothing else.
fn sealed<'a>(page: &str, style: &str, ratio: &str, script: &str, part: impl Fn(&str) -> &'a String) -> String {
    let style = filled(style, |name| match name {
        "by-day" => theme::by_day(),
        "by-night" => theme::by_night(),
        "ratio" => ratio.to_owned(),
        other => unreachable!("the style sheet asks for {other}"),
    });
    let (style, script) = (compact(&style), compact(script));
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}' '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        digest(&style),
        digest(FIRST),
        digest(&script),
    );
    filled(page, |name| match name {
        "policy" => policy.clone(),
        "style" => style.clone(),
        "first" => FIRST.to_owned(),
        "script" => script.clone(),
        other => part(other).clone(),
    })
}

/// A style or script without comments on lines of their own, and without indentation.
fn compact(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let is_comment = |it: &str| it.starts_with("//") || (it.starts_with("/*") && it.ends_with("*/"));
    lines.filter(|it| !it.is_empty() && !is_comment(it)).flat_map(|it| [it, "\n"]).collect()
}

/// A template with what its `{{names}}` stand for. What is filled in is not looked at again.
fn filled(template: &str, text_of: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, further) = after.split_once("}}").expect("a template closes what it opens");
        out += before;
        out += &text_of(name);
        rest = further;
    }
    out + rest
}

/// What a policy names an inline script or style by.
fn digest(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(text)))
}

/// Data as the script unpacks it.
pub(super) fn data_block(data: &impl Serialize) -> String {
    let json = serde_json::to_vec(data).expect("the data have string keys and finite numbers only, so they are JSON");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&json).expect("memory takes everything");
    BASE64.encode(packed.finish().expect("memory takes everything"))
}
