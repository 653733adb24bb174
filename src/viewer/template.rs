//! The page file: HTML with its style and script in it. It may load nothing, and run nothing else.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::viewer::theme;

/// The part that all pages share.
const DOM: &str = include_str!("page/dom.js");
/// The page on which an author draws a map.
const DRAW: [&str; 3] = [include_str!("page/draw.html"), include_str!("page/draw.css"), include_str!("page/draw.js")];
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// Runs before anything is shown.
const FIRST: &str = include_str!("page/first.js");
/// The parts of the script, each of which builds on those before it. Optional parts follow; `START` comes last.
const SCRIPT: [&str; 7] = [
    include_str!("page/film.js"),
    include_str!("page/field.js"),
    include_str!("page/camera.js"),
    include_str!("page/effects.js"),
    include_str!("page/report.js"),
    include_str!("page/player.js"),
    include_str!("page/check.js"),
];
/// Only for battles with formations.
pub(super) const FORMS: &str = include_str!("page/formations.js");
/// Only for battles in which squads stand on plates.
pub(super) const PLATES: &str = include_str!("page/plates.js");
/// Only for somebody who can plan. It builds on the parts for formations and plates.
pub(super) const PLANS: &str = include_str!("page/plan.js");
const START: &str = include_str!("page/since.js");

/// What fills a page: HTML and SVG, by their names in the template.
pub(super) type Filling = Vec<(&'static str, String)>;

/// The page to watch a battle on. `extras` are the optional parts of the script, each with whether this page needs it;
/// its data say the same.
pub(super) fn page(filling: &Filling, ratio: &str, extras: [(bool, &str); 3]) -> String {
    let extras: String = extras.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let script = DOM.to_owned() + &SCRIPT.concat() + &extras + START;
    with_policy(PAGE, STYLE, ratio, &script, filling)
}

/// The page to draw a map on.
pub(super) fn draw_page(filling: &Filling, ratio: &str) -> String {
    let [page, style, script] = DRAW;
    with_policy(page, &(STYLE.to_owned() + style), ratio, &(DOM.to_owned() + script), filling)
}

/// A template with its style and script, and with a policy that lets it load nothing and run nothing else.
fn with_policy(page: &str, style: &str, ratio: &str, script: &str, filling: &Filling) -> String {
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

/// A style or script without indentation, and without comments that have lines of their own.
fn compact(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let is_comment = |it: &str| it.starts_with("//") || (it.starts_with("/*") && it.ends_with("*/"));
    lines.filter(|it| !it.is_empty() && !is_comment(it)).flat_map(|it| [it, "\n"]).collect()
}

/// A template with its `{{names}}` replaced. Replacements are not searched for names.
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

/// The hash by which a policy allows an inline script or style.
fn digest(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(text)))
}

/// Data in the packed form that the script reads.
pub(super) fn data_block(data: &Value) -> String {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(data.to_string().as_bytes()).expect("memory takes everything");
    BASE64.encode(packed.finish().expect("memory takes everything"))
}
