//! Discourse, after its post stream as a browser saves it, its Markdown, and the JSON of a topic.

use std::fmt::Write as _;

use serde_json::json;

use super::{Leaf, Markdown, Piece, escaped, iso, items};

pub(super) fn page(leaf: &Leaf) -> String {
    let at = |page: usize| {
        format!(
            "https://forum.example/t/ridge-at-dawn-2026/42{}",
            if page == 1 { String::new() } else { format!("?page={page}") }
        )
    };
    let mut out = format!(
        "<!DOCTYPE html>
<html lang=\"{}\" class=\"desktop-view not-mobile-device text-size-normal\">
<head>
<meta charset=\"utf-8\">
<title>Ridge at Dawn - Games - Forum</title>
<meta name=\"generator\" content=\"Discourse 3.3.0\">
<link rel=\"canonical\" href=\"{}\">
{}</head>
<body class=\"topic-view\">
<div id=\"main\" class=\"ember-application\"><div id=\"main-outlet\"><div id=\"topic-title\"><h1 data-topic-id=\"42\"><a class=\"fancy-title\" href=\"/t/ridge-at-dawn-2026/42\">Ridge at Dawn</a></h1></div>
<section class=\"topic-area\" data-topic-id=\"42\"><div class=\"posts-wrapper\"><div class=\"post-stream\">\n",
        leaf.says("en", "de"),
        at(leaf.page),
        leaf.next(at, ""),
    );
    for post in leaf.posts {
        let (id, author) = (post.id, name(&post.author));
        let edits = match post.edits {
            0 => String::new(),
            n => format!(
                "<div class=\"post-info edits\"><a class=\"widget-button\" href=\"#\" title=\"{} {}\">{n}</a></div>",
                leaf.says("last edited", "Zuletzt bearbeitet"),
                leaf.words(post.edited_at())
            ),
        };
        let (gone, cooked) = match post.is_taken_back {
            true => (
                " user-deleted",
                format!("<p>({})</p>", leaf.says("post deleted by author", "Beitrag vom Autor gelöscht")),
            ),
            false => ("", MARKDOWN.body(&post.body, leaf)),
        };
        let _ = write!(
            out,
            "<div class=\"topic-post clearfix regular{gone}\"><article id=\"post_{id}\" aria-label=\"#{id}\" role=\"region\" data-post-id=\"{}\" data-topic-id=\"42\" data-user-id=\"5\" class=\"boxed onscreen-post\">
<div class=\"post__row row\">
<div class=\"topic-avatar\"><div class=\"post-avatar\"><a class=\"trigger-user-card main-avatar\" href=\"/u/{author}\" data-user-card=\"{author}\" tabindex=\"-1\"><img alt=\"\" width=\"48\" height=\"48\" src=\"/a.png\" class=\"avatar\" title=\"{author}\"></a></div></div>
<div class=\"topic-body clearfix\">
<div role=\"heading\" class=\"topic-meta-data\"><div class=\"names trigger-user-card\"><span class=\"first username\"><a href=\"/u/{author}\" data-user-card=\"{author}\">{author}</a></span></div>
<div class=\"post-infos\">{edits}<div class=\"post-info post-date\"><a class=\"widget-link post-date\" href=\"/t/ridge-at-dawn-2026/42/{id}\"><span class=\"relative-date\" title=\"{}\" data-time=\"{}\" data-format=\"tiny\">{}</span></a></div></div></div>
<div class=\"regular contents\"><div class=\"cooked\">{cooked}</div>
<section class=\"post-menu-area clearfix\"><nav class=\"post-controls\"><button class=\"btn btn-icon-text reply\" type=\"button\"><span class=\"d-button-label\">{}</span></button></nav></section></div>
<div class=\"post__contents-signature\">!Alpha: hold</div>
</div></div></article></div>\n",
            id + 1_000,
            leaf.words(post.at()),
            post.at() * 1_000,
            leaf.says("2h", "2 Std."),
            leaf.says("Reply", "Antworten"),
        );
    }
    out + "</div></div></section></div></div>
<script data-pswp-version=\"1\">var no = '<article id=\"post_999\">';</script>
</body>
</html>
"
}

pub(super) fn json(leaf: &Leaf) -> String {
    let post = |post: &super::Written| {
        let changed = post.edited_at();
        json!({
            "id": post.id + 1_000, "name": "Someone", "username": name(&post.author), "created_at": iso(post.at()),
            "cooked": MARKDOWN.body(&post.body, leaf), "post_number": post.id, "post_type": 1, "updated_at": iso(changed),
            "version": post.edits + 1, "user_deleted": post.is_taken_back, "deleted_at": null, "yours": false,
        })
    };
    let posts: Vec<_> = leaf.posts.iter().map(post).collect();
    let mut stream: Vec<u64> = leaf.posts.iter().map(|it| it.id + 1_000).collect();
    stream.extend((leaf.page < leaf.pages).then_some(99_999));
    json!({ "post_stream": { "posts": posts, "stream": stream }, "id": 42, "title": "Ridge at Dawn", "posts_count": 123 })
        .to_string()
}

/// Discourse allows no blanks in names.
fn name(author: &str) -> String {
    author.replace(' ', "_")
}

const MARKDOWN: Markdown = Markdown {
    opening: "<p>",
    end: "<br>\n",
    smiley: "<img src=\"/images/emoji/twitter/slight_smile.png?v=12\" title=\":)\" class=\"emoji\" alt=\":)\" loading=\"lazy\" width=\"20\" height=\"20\">",
    block,
};

fn block(piece: &Piece, leaf: &Leaf) -> String {
    match piece {
        Piece::Quote(who, inside) => format!(
            "<aside class=\"quote no-group\" data-username=\"{who}\" data-post=\"7\" data-topic=\"42\">
<div class=\"title\">
<div class=\"quote-controls\"><span class=\"svg-icon-title\" title=\"{}\"></span></div>
<img alt=\"\" width=\"24\" height=\"24\" src=\"/a.png\" class=\"avatar\"> {who}:</div>
<blockquote>
{}</blockquote>
</aside>\n",
            leaf.says("expand/collapse", "auf-/zuklappen"),
            MARKDOWN.body(inside, leaf),
            who = escaped(&name(who))
        ),
        Piece::Spoiler(called, hidden) => {
            format!("<details>\n<summary>\n{called}</summary>\n{}</details>\n", MARKDOWN.paragraphs(hidden))
        }
        Piece::Code(code) => format!("<pre><code class=\"lang-auto\">{}\n</code></pre>\n", escaped(code)),
        Piece::List(all) => format!("<ul>\n{}</ul>\n", items(all, "<li>", "\n")),
        _ => String::new(),
    }
}
