//! The file itself: one page with its style and script in it, which may load nothing and run nothing else.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

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
/// Where somebody forms up.
pub(super) const FORMS: &str = include_str!("page/formations.js");
/// Where squads stand on plates.
pub(super) const PLATES: &str = include_str!("page/plates.js");
/// Where somebody can plan. It stands behind what shows formations and plates.
pub(super) const PLANS: &str = include_str!("page/plan.js");
const BEGINS: &str = include_str!("page/since.js");

/// What a page is filled with: HTML and SVG, by what its template calls them.
pub(super) type Filling = Vec<(&'static str, String)>;

/// The file in which a battle is watched. Each of the parts of a script that only some pages need stands beside whether this
/// one does, as its data say as well.
pub(super) fn page(filling: &Filling, ratio: &str, extras: [(bool, &str); 3]) -> String {
    let extras: String = extras.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let script = DOM.to_owned() + &SCRIPT.concat() + &extras + BEGINS;
    sealed(PAGE, STYLE, ratio, &script, filling)
}

/// The file to draw on.
pub(super) fn draw_page(filling: &Filling, ratio: &str) -> String {
    let [page, style, script] = DRAW;
    sealed(page, &(STYLE.to_owned() + style), ratio, &(DOM.to_owned() + script), filling)
}

/// A template with its style and script in it, and a policy by which it may load nothing and run nothing else.
fn sealed(page: &str, style: &str, ratio: &str, script: &str, filling: &Filling) -> String {
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
        other => {
            let part = filling.iter().find(|it| it.0 == other);
            part.unwrap_or_else(|| unreachable!("the page asks for {other}")).1.clone()
        }
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
pub(super) fn data_block(data: &Value) -> String {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(data.to_string().as_bytes()).expect("memory takes everything");
    BASE64.encode(packed.finish().expect("memory takes everything"))
}
