//! Reads a saved page of any known program: HTML, or the JSON of a thread by Discourse or NodeBB.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};
use scraper::Html;
use serde_json::Value;

use crate::forum::layouts::{self, Layout, selector};
use crate::forum::{Body, Edited, Page, Post, Unread, prose};

/// A larger page holds more than a thread.
pub(super) const BYTES_MAX: usize = 16 << 20;

/// Whether a file is a page, rather than a thread in plain text.
pub fn is_page(bytes: &[u8]) -> bool {
    let start = text_of(bytes.get(..1024).unwrap_or(bytes));
    start.trim_start().starts_with(['<', '{'])
}

/// Reads a page.
///
/// # Errors
///
/// If the page holds no thread, or is incomplete.
pub fn read(bytes: &[u8]) -> Result<Page, Unread> {
    if BYTES_MAX < bytes.len() {
        return Err(Unread::TooLarge { mebibytes: bytes.len() >> 20 });
    }
    let text = text_of(bytes);
    let mut page = match text.trim() {
        "" => return Err(Unread::Empty),
        json if json.starts_with('{') => of_json(json)?,
        html => of_html(html)?,
    };
    page.posts.sort_by_key(|it| it.id);
    page.posts.dedup_by_key(|it| it.id);
    Ok(page)
}

/// Decodes a page: from the encoding that it names, or from UTF-8.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked.decode(bytes).0;
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    // The name of the encoding is near the beginning, in ASCII.
    let head: String = bytes.iter().take(4096).map(|it| char::from(*it).to_ascii_lowercase()).collect();
    let label = head.split_once("charset=").map(|it| it.1.trim_start_matches(['"', '\'']));
    let label = label.and_then(|it| it.split(|it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_').next());
    let said = label.and_then(|it| Encoding::for_label(it.as_bytes()));
    said.unwrap_or(WINDOWS_1252).decode_without_bom_handling(bytes).0
}

/// Selectors for a page with posts.
const ADDRESS: &str = "link[rel='canonical'], meta[property='og:url']";
const NEXT: &str = "link[rel='next']";
/// Selectors for a page without posts. Pages for printing are those of SMF, phpBB and vBulletin.
const PASSWORD: &str = "input[type='password']";
const PRINT: &str = "#posts .postheader, #phpbb .post:not([id]) > .content, ul#postlist .header .datetime";

fn of_html(text: &str) -> Result<Page, Unread> {
    if DEPTH_MAX < depth(text) {
        return Err(Unread::TooDeep);
    }
    let html = Html::parse_document(text);
    let found = layouts::ALL.iter().find_map(|layout| {
        let posts: Vec<Post> = html.select(&layout.post).filter_map(|it| layout.read(it)).collect();
        (!posts.is_empty()).then_some((layout, posts))
    });
    let Some((layout, mut posts)) = found else {
        return Err(match () {
            () if html.select(&selector(PRINT)).next().is_some() => Unread::Print,
            () if html.select(&selector(PASSWORD)).next().is_some() => Unread::LogIn,
            () => Unread::Unknown,
        });
    };
    if !is_whole(text) {
        return Err(Unread::CutOff);
    }
    let address = html.select(&selector(ADDRESS)).find_map(|it| it.attr("href").or_else(|| it.attr("content")));
    number(layout, &mut posts, address.unwrap_or_default());
    // SMF marks a link to the next thread like one to the next page.
    let goes_on = html.select(&selector(NEXT)).any(|it| it.attr("href").is_some_and(|it| !it.contains("prev_next")));
    Ok(Page { program: layout.program, thread: address.and_then(|it| layout.thread(it)), posts, goes_on })
}

/// Numbers the posts of a page that has no numbers, from the number of its first post in its address.
fn number(layout: &Layout, posts: &mut [Post], address: &str) {
    let start = address.split_once("start=").and_then(|it| it.1.split(|it: char| !it.is_ascii_digit()).next());
    let start = start.and_then(|it| it.parse::<u32>().ok());
    let is_numbered = posts.iter().any(|it| it.number.is_some());
    match posts.first_mut() {
        // SMF only numbers replies.
        Some(first) if layout.program == "SMF 2" && first.number.is_none() => first.number = Some(1),
        Some(_) if !is_numbered && !address.is_empty() => {
            let from = start.unwrap_or(0).saturating_add(1);
            (from..).zip(posts).for_each(|(number, post)| post.number = Some(number));
        }
        _ => (),
    }
}

/// Whether the page has its end.
fn is_whole(text: &str) -> bool {
    const TAIL: usize = 4096;
    let tail = &text.as_bytes()[text.len().saturating_sub(TAIL)..];
    tail.windows(6).any(|it| it.eq_ignore_ascii_case(b"</html"))
}

/// The greatest depth of nested elements. The time for parsing grows with its square.
const DEPTH_MAX: usize = 2_000;

/// An estimate of the depth of nested elements. Elements that are never closed count to the end.
fn depth(text: &str) -> usize {
    const ALONE: [&str; 9] = ["br", "img", "hr", "input", "meta", "link", "p", "li", "option"];
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in text.split('<').skip(1) {
        let closes = tag.starts_with('/');
        let name = tag.trim_start_matches('/').split(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !name.is_empty() && !ALONE.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            depth = if closes { depth.saturating_sub(1) } else { depth + 1 };
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn of_json(text: &str) -> Result<Page, Unread> {
    let value: Value = serde_json::from_str(text).map_err(|why| match why.is_eof() {
        true => Unread::CutOff,
        false => Unread::NotJson(why.to_string()),
    })?;
    let page = match value.get("post_stream") {
        Some(stream) => of_discourse(&value, stream),
        None => of_nodebb(&value),
    };
    page.filter(|it| !it.posts.is_empty()).ok_or(Unread::NoThread)
}

/// The JSON of a Discourse thread. A post's id is its place in the thread, which never changes and which the HTML has
/// as well.
fn of_discourse(topic: &Value, stream: &Value) -> Option<Page> {
    let posts = stream.get("posts")?.as_array()?.iter().filter_map(|post| {
        let number = unsigned(post, "post_number")?;
        let is_there = post.get("deleted_at").is_none_or(Value::is_null) && !is_set(post, "user_deleted");
        let written = post.get("raw").or_else(|| post.get("cooked"))?.as_str()?;
        let is_raw = post.get("raw").is_some();
        let changed = said(post, "updated_at").and_then(layouts::moment);
        Some(Post {
            id: number,
            number: number.try_into().ok(),
            author: said(post, "username")?.to_owned(),
            at: said(post, "created_at").and_then(layouts::moment),
            edited: Edited::of(unsigned(post, "version").is_some_and(|it| 1 < it), changed),
            body: match is_there {
                true if is_raw => Body::Text(written.trim().to_owned()),
                true => Body::Text(of_fragment(written)),
                false => Body::TakenBack,
            },
        })
    });
    let posts: Vec<Post> = posts.collect();
    let last = |of: Option<&Value>| of.and_then(Value::as_array)?.last().cloned();
    let last_here = last(stream.get("posts")).and_then(|it| unsigned(&it, "id"));
    let goes_on = last(stream.get("stream")).and_then(|it| it.as_u64()).is_some_and(|it| last_here < Some(it));
    Some(Page { program: "Discourse", thread: unsigned(topic, "id"), posts, goes_on })
}

/// The JSON of a NodeBB thread.
fn of_nodebb(topic: &Value) -> Option<Page> {
    let posts = topic.get("posts")?.as_array()?.iter().filter_map(|post| {
        let edited = said(post, "editedISO").filter(|it| !it.is_empty());
        let is_edited = edited.is_some() || unsigned(post, "edited").is_some_and(|it| 0 < it);
        Some(Post {
            id: unsigned(post, "pid")?,
            number: unsigned(post, "index").and_then(|it| u32::try_from(it.checked_add(1)?).ok()),
            author: said(post.get("user")?, "username")?.to_owned(),
            at: said(post, "timestampISO").and_then(layouts::moment),
            edited: Edited::of(is_edited, edited.and_then(layouts::moment)),
            body: match said(post, "content") {
                _ if is_set(post, "deleted") => Body::TakenBack,
                Some(content) => Body::Text(of_fragment(content)),
                None => Body::Unseen,
            },
        })
    });
    let pagination = topic.get("pagination");
    let page = |name| pagination.and_then(|it| unsigned(it, name));
    let goes_on = page("currentPage") < page("pageCount");
    Some(Page { program: "NodeBB", thread: unsigned(topic, "tid"), posts: posts.collect(), goes_on })
}

fn of_fragment(html: &str) -> String {
    if DEPTH_MAX < depth(html) { String::new() } else { prose::text(Html::parse_fragment(html).root_element()) }
}

fn said<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

fn unsigned(value: &Value, key: &str) -> Option<u64> {
    value.get(key)?.as_u64()
}

/// Whether a flag is set. NodeBB writes 1 for `true`.
fn is_set(value: &Value, key: &str) -> bool {
    value.get(key).is_some_and(|it| it.as_bool().unwrap_or_else(|| it.as_u64().is_some_and(|it| it == 1)))
}
