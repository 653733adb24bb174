//! NodeBB 3 with Harmony, after `topic.tpl`, `post.tpl` and its Markdown, and the JSON of its API.

use std::fmt::Write as _;

use serde_json::json;

use super::{Leaf, Markdown, Piece, escaped, iso, items};

pub(super) fn page(leaf: &Leaf) -> String {
    let at = |page: usize| {
        format!(
            "https://forum.example/topic/42/ridge-at-dawn-2026{}",
            if page == 1 { String::new() } else { format!("?page={page}") }
        )
    };
    let mut out = format!(
        "<!DOCTYPE html>
<html lang=\"{}\" data-dir=\"ltr\">
<head>
<title>Ridge at Dawn | Forum</title>
<meta property=\"og:url\" content=\"{}\">
<link rel=\"canonical\" href=\"{}\">
{}<script>window.config = JSON.parse('{{\"relative_path\":\"\"}}'); window.app = {{ user: null }};</script>
</head>
<body class=\"page-topic page-topic-42 template-topic skin-noskin\">
<div class=\"layout-container\"><main id=\"panel\" class=\"slideout-panel\"><div id=\"content\" class=\"container-lg\">
<h1 component=\"post/header\" class=\"tracking-tight fw-semibold\"><span class=\"topic-title\" component=\"topic/title\">Ridge at Dawn</span></h1>
<ul component=\"topic\" class=\"posts timeline list-unstyled\" data-tid=\"42\" data-cid=\"2\">\n",
        leaf.says("en-GB", "de"),
        at(leaf.page),
        at(leaf.page),
        leaf.next(at, ""),
    );
    for (number, post) in leaf.numbered() {
        let (id, author) = (post.id, escaped(&post.author));
        let editor = match post.edits {
            0 => "<span data-editor=\"\" component=\"post/editor\" class=\"visually-hidden\"></span>".to_owned(),
            _ => format!(
                "<span data-editor=\"ann\" component=\"post/editor\" class=\"visually-hidden\">{} {author} <span class=\"timeago\" title=\"{}\"></span></span>",
                leaf.says("last edited by", "zuletzt bearbeitet von"),
                iso(post.edited_at())
            ),
        };
        let _ = write!(
            out,
            "<li component=\"post\" class=\"pt-4{}\" data-index=\"{}\" data-pid=\"{id}\" data-uid=\"5\" data-timestamp=\"{}\" data-username=\"{author}\" data-userslug=\"ann\" itemprop=\"comment\" itemtype=\"http://schema.org/Comment\" itemscope=\"\">
<a component=\"post/anchor\" data-index=\"{}\" id=\"{}\"></a>
<div class=\"d-flex align-items-start gap-3 post-container-parent\">
<div class=\"post-container d-flex gap-2 flex-grow-1 flex-column w-100\" style=\"min-width:0;\">
<div class=\"d-flex align-items-start justify-content-between gap-1 flex-nowrap w-100 post-header\" itemprop=\"author\"><meta itemprop=\"name\" content=\"{author}\">
<a class=\"fw-bold text-nowrap text-truncate\" href=\"/user/ann\" data-username=\"{author}\" data-uid=\"5\">{author}</a>
<span class=\"text-muted\">{} <a href=\"/post/{id}\" class=\"timeago text-muted\" title=\"{}\">{}</a></span>
<i component=\"post/edit-indicator\" class=\"fa fa-edit text-muted edit-icon {}\"></i>{editor}
<a href=\"/post/{id}\" class=\"post-index text-muted d-none d-md-inline\">#{number}</a></div>
<div class=\"content text-break\" component=\"post/content\" itemprop=\"text\">
{}
</div>
<div component=\"post/footer\" class=\"post-footer border-bottom pb-2\"><div component=\"post/signature\" data-uid=\"5\" class=\"text-xs text-muted mt-2\"><p dir=\"auto\">Since 1987.<br>
!Alpha: hold</p></div>
<a component=\"post/reply\" href=\"#\" title=\"{}\"></a></div>
</div></div></li>\n",
            if post.is_taken_back { " deleted" } else { "" },
            number - 1,
            post.at() * 1_000,
            number - 1,
            number - 1,
            leaf.says("wrote on", "schrieb am"),
            iso(post.at()),
            leaf.words(post.at()),
            if post.edits == 0 { "hidden" } else { "" },
            MARKDOWN.body(&post.body, leaf),
            leaf.says("Reply", "Antworten"),
        );
    }
    out + "</ul></div></main></div>
<div component=\"topic/quickreply/container\"><textarea name=\"content\">!Alpha: hold</textarea></div>
<script>if (document.readyState === 'loading') { document.write('<li component=\"post\" data-pid=\"999\">'); }</script>
</body>
</html>
"
}

pub(super) fn json(leaf: &Leaf) -> String {
    let post = |(number, post): (usize, &super::Written)| {
        let edited = if post.edits == 0 { String::new() } else { iso(post.edited_at()) };
        json!({
            "pid": post.id, "tid": 42, "uid": 5, "index": number - 1, "timestamp": post.at() * 1_000, "timestampISO": iso(post.at()),
            "edited": if post.edits == 0 { 0 } else { post.edited_at() * 1_000 }, "editedISO": edited,
            "deleted": u8::from(post.is_taken_back), "content": MARKDOWN.body(&post.body, leaf),
            "user": { "uid": 5, "username": post.author, "userslug": "ann", "signature": "!Alpha: hold" },
        })
    };
    let posts: Vec<_> = leaf.numbered().map(post).collect();
    json!({ "tid": 42, "title": "Ridge at Dawn", "posts": posts, "pagination": { "currentPage": leaf.page, "pageCount": leaf.pages } })
        .to_string()
}

const MARKDOWN: Markdown = Markdown {
    opening: "<p dir=\"auto\">",
    end: "<br />\n",
    smiley: "<img src=\"/assets/plugins/nodebb-plugin-emoji/emoji/android/1f642.png\" class=\"not-responsive emoji emoji-android emoji--slightly_smiling_face\" style=\"height: 23px; width: auto; vertical-align: middle;\" title=\":)\" alt=\":)\" />",
    block,
};

fn block(piece: &Piece, leaf: &Leaf) -> String {
    match piece {
        Piece::Quote(who, inside) => format!(
            "<blockquote>\n<p dir=\"auto\"><a class=\"plugin-mentions-user plugin-mentions-a\" href=\"/user/ann\" aria-label=\"Profile: {who}\">@<bdi>{who}</bdi></a> {} <a href=\"/post/7\">Ridge at Dawn</a>:</p>\n{}</blockquote>\n",
            leaf.says("said in", "sagte in"),
            MARKDOWN.body(inside, leaf),
            who = escaped(&who.replace(' ', "-"))
        ),
        Piece::Spoiler(called, hidden) => {
            format!("<details>\n<summary>{called}</summary>\n{}</details>\n", MARKDOWN.paragraphs(hidden))
        }
        Piece::Code(code) => format!("<pre class=\"markdown-highlight\"><code>{}\n</code></pre>\n", escaped(code)),
        Piece::List(all) => format!("<ul>\n{}</ul>\n", items(all, "<li>", "\n")),
        _ => String::new(),
    }
}
