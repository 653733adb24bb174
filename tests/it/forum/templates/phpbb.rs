//! phpBB 3.3 with prosilver, after `viewtopic_body.html` and `bbcode.html`.

use std::fmt::Write as _;

use super::{Leaf, Piece, escaped, iso, items, lines};

pub(super) fn page(leaf: &Leaf) -> String {
    let start = leaf.first - 1;
    let at = |start: usize| {
        format!(
            "https://forum.example/viewtopic.php?t=42{}",
            if start == 0 { String::new() } else { format!("&amp;start={start}") }
        )
    };
    let mut out = format!(
        "<!DOCTYPE html>
<html dir=\"ltr\" lang=\"{}\">
<head>
<meta charset=\"utf-8\" />
<meta http-equiv=\"X-UA-Compatible\" content=\"IE=edge\">
<title>Ridge at Dawn - forum.example</title>
<link rel=\"canonical\" href=\"{}\">
<link href=\"./styles/prosilver/theme/print.css?assets_version=1\" rel=\"stylesheet\" media=\"print\">
{}</head>
<body id=\"phpbb\" class=\"nojs notouch section-viewtopic ltr \">
<div id=\"wrap\" class=\"wrap\"><a id=\"top\" class=\"top-anchor\" accesskey=\"t\"></a>
<div id=\"page-header\"><div class=\"search-box\"><form method=\"get\" action=\"./search.php\"><input name=\"keywords\" type=\"search\" /></form></div></div>
<div id=\"page-body\" class=\"page-body\" role=\"main\">
<h2 class=\"topic-title\"><a href=\"./viewtopic.php?t=42\">Ridge at Dawn</a></h2>
<div class=\"action-bar bar-top\"><div class=\"pagination\">123 {} &bull; {} <strong>{}</strong></div></div>\n",
        leaf.says("en-gb", "de"),
        at(start),
        if leaf.page < leaf.pages { format!("<link rel=\"next\" href=\"{}\">\n", at(start + leaf.posts.len())) } else { String::new() },
        leaf.says("posts", "Beiträge"),
        leaf.says("Page", "Seite"),
        leaf.page
    );
    for (n, post) in leaf.posts.iter().enumerate() {
        let (id, author) = (post.id, escaped(&post.author));
        let edited = match post.edits {
            0 => String::new(),
            n => format!(
                "<div class=\"notice\">{} <a href=\"./memberlist.php?mode=viewprofile&amp;u=5\" class=\"username\">{author}</a> {} {}{} {n} {}.</div>",
                leaf.says("Last edited by", "Zuletzt geändert von"),
                leaf.says("on", "am"),
                leaf.words(post.edited_at()),
                leaf.says(", edited", ", insgesamt"),
                leaf.says("time in total", "mal geändert"),
            ),
        };
        let hidden = if post.is_taken_back { " style=\"display: none;\"" } else { "" };
        let gone = match post.is_taken_back {
            true => format!(
                "<div class=\"ignore\" id=\"post_hidden{id}\">{} <strong>{author}</strong>.<br /></div>",
                leaf.says("This post was deleted by", "Dieser Beitrag wurde gelöscht von")
            ),
            false => String::new(),
        };
        let _ = write!(
            out,
            "<div id=\"p{id}\" class=\"post has-profile bg{}{}\">
<div class=\"inner\">
<dl class=\"postprofile\" id=\"profile{id}\"{hidden}>
<dt class=\"has-profile-rank has-avatar\">
<div class=\"avatar-container\"><a href=\"./memberlist.php?mode=viewprofile&amp;u=5\" class=\"avatar\"><img class=\"avatar\" src=\"./download/file.php?avatar=5.png\" width=\"90\" height=\"90\" alt=\"User avatar\" /></a></div>
<a href=\"./memberlist.php?mode=viewprofile&amp;u=5\" style=\"color: #AA0000;\" class=\"username-coloured\">{author}</a>
</dt>
<dd class=\"profile-rank\">Site Admin</dd><dd class=\"profile-posts\"><strong>{}:</strong> <a href=\"#\">123</a></dd>
</dl>
<div class=\"postbody\">{gone}
<div id=\"post_content{id}\"{hidden}>
<h3 class=\"first\"><a href=\"./viewtopic.php?p={id}#p{id}\">Re: Ridge at Dawn</a></h3>
<ul class=\"post-buttons\"><li><a href=\"#\" title=\"Quote\" class=\"button button-icon-only\"><i class=\"icon fa-quote-left fa-fw\" aria-hidden=\"true\"></i><span class=\"sr-only\">{}</span></a></li></ul>
<p class=\"author\"><a class=\"unread\" href=\"./viewtopic.php?p={id}#p{id}\" title=\"Post\"><i class=\"icon fa-file fa-fw icon-lightgray icon-md\" aria-hidden=\"true\"></i><span class=\"sr-only\">Post</span></a><span class=\"responsive-hide\">{} <strong><a href=\"./memberlist.php?mode=viewprofile&amp;u=5\" style=\"color: #AA0000;\" class=\"username-coloured\">{author}</a></strong> &raquo; </span><time datetime=\"{}\">{}</time></p>
<div class=\"content\">{}</div>
<dl class=\"attachbox\"><dt>{}</dt><dd><dl class=\"file\"><dt><a class=\"postlink\" href=\"#\">!Alpha: hold.png</a> (12 KiB)</dt></dl></dd></dl>
{edited}
<div id=\"sig{id}\" class=\"signature\">Since 1987.<br>!Alpha: hold</div>
</div>
</div>
<div class=\"back2top\"><a href=\"#top\" class=\"top\" title=\"Top\"></a></div>
</div>
</div>\n",
            n % 2 + 1,
            if post.is_taken_back { " deleted" } else { "" },
            leaf.says("Posts", "Beiträge"),
            leaf.says("Quote", "Zitieren"),
            leaf.says("by", "von"),
            iso(post.at()).replace('Z', "+00:00"),
            leaf.words(post.at()),
            leaf.body(&post.body, piece),
            leaf.says("Attachments", "Dateianhänge"),
        );
    }
    out + "<form method=\"post\" action=\"./posting.php\" id=\"qr_postform\"><textarea name=\"message\">!Alpha: hold</textarea></form>
</div><div id=\"page-footer\" class=\"page-footer\"><form action=\"./ucp.php?mode=login\" method=\"post\"><input type=\"password\" name=\"password\" /></form></div></div>
<script src=\"./assets/javascript/jquery.min.js\"></script>
</body>
</html>
"
}

fn piece(it: &Piece, leaf: &Leaf) -> String {
    let end = "<br>\n";
    match it {
        Piece::Text(text) => lines(text, end),
        Piece::Quote(who, inside) => format!(
            "<blockquote cite=\"./viewtopic.php?p=7#p7\"><div><cite><a href=\"./memberlist.php?mode=viewprofile&amp;u=5\">{}</a> {}: <a href=\"./viewtopic.php?p=7#p7\" data-post-id=\"7\" onclick=\"if(document.getElementById(hash.substr(1)))href=hash\">&uarr;</a><span class=\"responsive-hide\">{}</span></cite>{}</div></blockquote>",
            escaped(who),
            leaf.says("wrote", "hat geschrieben"),
            leaf.words(1_767_600_000),
            leaf.body(inside, piece)
        ),
        Piece::Spoiler(called, hidden) => format!(
            "<div class=\"spoiler\"><div class=\"spoiler-header spoiler-trigger\"><span class=\"spoiler-title\">{called}</span><span class=\"spoiler-status\">{}</span></div><div class=\"spoiler-body\" style=\"display:none\">{}</div></div>",
            leaf.says("Show", "Anzeigen"),
            lines(hidden, end)
        ),
        Piece::Code(code) => format!(
            "<div class=\"codebox\"><p>Code: <a href=\"#\" onclick=\"selectCode(this); return false;\">{}</a></p><pre><code>{}</code></pre></div>",
            leaf.says("Select all", "Alles auswählen"),
            escaped(code)
        ),
        Piece::List(all) => format!("<ul>{}</ul>", items(all, "<li>", "")),
        Piece::Struck(text) => format!("<s>{}</s>", escaped(text)),
        Piece::Smiley => "<img class=\"smilies\" src=\"./images/smilies/icon_e_smile.gif\" width=\"15\" height=\"17\" alt=\":)\" title=\"Smile\">".to_owned(),
    }
}
