//! Simple Machines Forum 2.0 and 2.1, after `Display.template.php` and `Subs.php`.

use std::fmt::Write as _;

use super::{Leaf, Piece, escaped, items, lines};

pub(super) fn page_of_2_0(leaf: &Leaf) -> String {
    let mut out = head(
        leaf,
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">",
    );
    let again = leaf.says("Go Down", "Nach unten");
    let _ = write!(
        out,
        "<div class=\"pagesection\"><div class=\"pagelinks floatleft\">{}: [<strong>{}</strong>] &nbsp;&nbsp;<a href=\"#lastPost\"><strong>{again}</strong></a></div></div>
<div id=\"forumposts\"><div class=\"cat_bar\"><h3 class=\"catbg\"><img src=\"/Themes/default/images/topic/normal_post.gif\" align=\"bottom\" alt=\"\" /> <span id=\"author\">{}</span></h3></div>
<p id=\"whoisviewing\" class=\"smalltext\">2 Members and 1 Guest are viewing this topic.</p>
<form action=\"https://forum.example/index.php?action=quickmod2;topic=42.0\" method=\"post\" accept-charset=\"UTF-8\" name=\"quickModForm\" id=\"quickModForm\">\n",
        leaf.says("Pages", "Seiten"),
        leaf.page,
        leaf.says("Author", "Autor"),
    );
    for (number, post) in leaf.numbered() {
        let id = post.id;
        let reply = match number {
            1 => format!("<strong>{}:</strong>", leaf.says("on", "am")),
            n => format!("<strong>{} #{} {}:</strong>", leaf.says("Reply", "Antwort"), n - 1, leaf.says("on", "am")),
        };
        let modified = match post.edits {
            0 => String::new(),
            _ => format!(
                "&#171; <em>{}: {} {} {}</em> &#187;",
                leaf.says("Last Edit", "Letzte Änderung"),
                leaf.words(post.edited_at()),
                leaf.says("by", "von"),
                escaped(&post.author)
            ),
        };
        let _ = write!(
            out,
            "\t\t\t\t<div class=\"windowbg{}\">
\t\t\t\t\t<span class=\"topslice\"><span></span></span>
\t\t\t\t\t<div class=\"post_wrapper\">
\t\t\t\t\t\t<div class=\"poster\">
\t\t\t\t\t\t\t<h4>
\t\t\t\t\t\t\t\t<img src=\"/Themes/default/images/useroff.gif\" alt=\"Offline\" />
\t\t\t\t\t\t\t\t<a href=\"https://forum.example/index.php?action=profile;u=5\" title=\"{} {author}\">{author}</a>
\t\t\t\t\t\t\t</h4>
\t\t\t\t\t\t\t<ul class=\"reset smalltext\" id=\"msg_{id}_extra_info\">
\t\t\t\t\t\t\t\t<li class=\"postgroup\">Full Member</li><li class=\"postcount\">Posts: 123</li>
\t\t\t\t\t\t\t\t<li class=\"avatar\"><a href=\"https://forum.example/index.php?action=profile;u=5\"><img class=\"avatar\" src=\"/a.png\" alt=\"\" /></a></li>
\t\t\t\t\t\t\t</ul>
\t\t\t\t\t\t</div>
\t\t\t\t\t\t<div class=\"postarea\">
\t\t\t\t\t\t\t<div class=\"flow_hidden\">
\t\t\t\t\t\t\t\t<div class=\"keyinfo\">
\t\t\t\t\t\t\t\t\t<div class=\"messageicon\"><img src=\"/Themes/default/images/post/xx.gif\" alt=\"\" /></div>
\t\t\t\t\t\t\t\t\t<h5 id=\"subject_{id}\"><a href=\"https://forum.example/index.php?topic=42.msg{id}#msg{id}\" rel=\"nofollow\">Re: Ridge at Dawn</a></h5>
\t\t\t\t\t\t\t\t\t<div class=\"smalltext\">&#171; {reply} {} &#187;</div>
\t\t\t\t\t\t\t\t\t<div id=\"msg_{id}_quick_mod\"></div>
\t\t\t\t\t\t\t\t</div>
\t\t\t\t\t\t\t\t<ul class=\"reset smalltext quickbuttons\"><li class=\"quote_button\"><a href=\"#\">{}</a></li></ul>
\t\t\t\t\t\t\t</div>
\t\t\t\t\t\t\t<div class=\"post\">
\t\t\t\t\t\t\t\t<div class=\"inner\" id=\"msg_{id}\">{}</div>
\t\t\t\t\t\t\t</div>
\t\t\t\t\t\t\t<div id=\"msg_{id}_footer\" class=\"attachments smalltext\"><a href=\"#\"><img src=\"/Themes/default/images/icons/clip.gif\" align=\"middle\" alt=\"*\" />&nbsp;!Alpha: hold.png</a> (12.4 kB)</div>
\t\t\t\t\t\t</div>
\t\t\t\t\t\t<div class=\"moderatorbar\">
\t\t\t\t\t\t\t<div class=\"smalltext modified\" id=\"modified_{id}\">{modified}</div>
\t\t\t\t\t\t\t<div class=\"smalltext reportlinks\"><a href=\"#\">{}</a> &nbsp; <img src=\"/Themes/default/images/ip.gif\" alt=\"\" /> Logged</div>
\t\t\t\t\t\t\t<div class=\"signature\" id=\"msg_{id}_signature\">Since 1987.<br />!Alpha: hold</div>
\t\t\t\t\t\t</div>
\t\t\t\t\t</div>
\t\t\t\t\t<span class=\"botslice\"><span></span></span>
\t\t\t\t</div>
\t\t\t\t<hr class=\"post_separator\" />\n",
            if number % 2 == 0 { "2" } else { "" },
            leaf.says("View the profile of", "Profil anzeigen von"),
            leaf.words(post.at()),
            leaf.says("Quote", "Zitat"),
            body(&post.body, leaf, Version::Two0),
            leaf.says("Report to moderator", "Dem Moderator melden"),
            author = escaped(&post.author),
        );
    }
    out + "</form>\n</div>\n<a id=\"lastPost\"></a>\n" + FOOT
}

pub(super) fn page_of_2_1(leaf: &Leaf) -> String {
    let mut out = head(leaf, "<!DOCTYPE html>");
    let _ = write!(
        out,
        "<div id=\"display_head\" class=\"information\"><h2 class=\"display_title\"><span id=\"top_subject\">Ridge at Dawn</span></h2></div>
<div class=\"pagesection top\"><div class=\"pagelinks floatleft\"><a href=\"#bot\" class=\"button\">{}</a> <span class=\"pages\">{}</span><span class=\"current_page\">{}</span></div></div>
<div id=\"forumposts\"><form action=\"https://forum.example/index.php?action=quickmod2;topic=42.0\" method=\"post\" accept-charset=\"UTF-8\" name=\"quickModForm\" id=\"quickModForm\">\n",
        leaf.says("Go Down", "Nach unten"),
        leaf.says("Pages", "Seiten"),
        leaf.page,
    );
    for (number, post) in leaf.numbered() {
        let id = post.id;
        let (shown, title) = match number {
            1 => (String::new(), "Ridge at Dawn".to_owned()),
            n => (
                format!("<span class=\"page_number floatright\">#{}</span>", n - 1),
                format!("{} #{} - Re: Ridge at Dawn", leaf.says("Reply", "Antwort"), n - 1),
            ),
        };
        let modified = match post.edits {
            0 => String::new(),
            _ => format!(
                "<span class=\"lastedit\">{}</span>: {} {} {}",
                leaf.says("Last Edit", "Letzte Bearbeitung"),
                leaf.words(post.edited_at()),
                leaf.says("by", "von"),
                escaped(&post.author)
            ),
        };
        let _ = write!(
            out,
            "\t\t\t\t<div class=\"windowbg\" id=\"msg{id}\">
\t\t\t\t\t<div class=\"post_wrapper\">
\t\t\t\t\t\t<div class=\"poster\">
\t\t\t\t\t\t\t<h4>
\t\t\t\t\t\t\t\t<a href=\"https://forum.example/index.php?action=pm;sa=send;u=5\" title=\"{}\"><span class=\"off\" title=\"Offline\"></span></a>
\t\t\t\t\t\t\t\t<a href=\"https://forum.example/index.php?action=profile;u=5\" title=\"{} {author}\">{author}</a>
\t\t\t\t\t\t\t</h4>
\t\t\t\t\t\t\t<ul class=\"user_info\"><li class=\"membergroup\">Full Member</li><li class=\"icons\"><img src=\"/i.png\" alt=\"*\"></li><li class=\"poster_ip\">{}</li></ul>
\t\t\t\t\t\t</div><!-- .poster -->
\t\t\t\t\t\t<div class=\"postarea\">
\t\t\t\t\t\t\t<div class=\"keyinfo\">
\t\t\t\t\t\t\t\t<div id=\"subject_{id}\" class=\"subject_title subject_hidden\"><a href=\"#msg{id}\" rel=\"nofollow\">Re: Ridge at Dawn</a></div>
\t\t\t\t\t\t\t\t{shown}
\t\t\t\t\t\t\t\t<div class=\"postinfo\">
\t\t\t\t\t\t\t\t\t<span class=\"messageicon\"  style=\"position: absolute; z-index: -1;\"><img src=\"/xx.png\" alt=\"\"></span>
\t\t\t\t\t\t\t\t\t<a href=\"https://forum.example/index.php?msg={id}\" rel=\"nofollow\" title=\"{title}\" class=\"smalltext\">{}</a>
\t\t\t\t\t\t\t\t\t<span class=\"spacer\"></span>
\t\t\t\t\t\t\t\t\t<span class=\"smalltext modified floatright{}\" id=\"modified_{id}\">{modified}</span>
\t\t\t\t\t\t\t\t</div>
\t\t\t\t\t\t\t\t<div id=\"msg_{id}_quick_mod\"></div>
\t\t\t\t\t\t\t</div><!-- .keyinfo -->
\t\t\t\t\t\t\t<div class=\"post\">
\t\t\t\t\t\t\t\t<div class=\"inner\" data-msgid=\"{id}\" id=\"msg_{id}\">
\t\t\t\t\t\t\t\t\t{}
\t\t\t\t\t\t\t\t</div>
\t\t\t\t\t\t\t</div><!-- .post -->
\t\t\t\t\t\t\t<div id=\"msg_{id}_footer\" class=\"attachments\"><div class=\"attached\"><div class=\"attachments_bot\"><a href=\"#\">!Alpha: hold.png</a></div></div></div>
\t\t\t\t\t\t\t<div class=\"under_message\"><ul class=\"quickbuttons quickbuttons_post\"><li><a href=\"#\">{}</a></li></ul></div>
\t\t\t\t\t\t</div><!-- .postarea -->
\t\t\t\t\t\t<div class=\"moderatorbar\"><div class=\"signature\" id=\"msg_{id}_signature\">Since 1987.<br>!Alpha: hold</div></div>
\t\t\t\t\t</div><!-- .post_wrapper -->
\t\t\t\t</div><!-- $message[css_class] -->
\t\t\t\t<hr class=\"post_separator\">\n",
            leaf.says("Personal Message (Offline)", "Private Mitteilung (Offline)"),
            leaf.says("View the profile of", "Profil anzeigen von"),
            leaf.says("Logged", "Gespeichert"),
            leaf.words(post.at()),
            if post.edits == 0 { "" } else { " mvisible" },
            body(&post.body, leaf, Version::Two1),
            leaf.says("Quote", "Zitat"),
            author = escaped(&post.author),
        );
    }
    out + "</form>\n</div><!-- #forumposts -->\n" + FOOT
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Two0,
    Two1,
}

fn body(pieces: &[Piece], leaf: &Leaf, version: Version) -> String {
    let end = if version == Version::Two0 { "<br />" } else { "<br>" };
    pieces.iter().map(|it| piece(it, leaf, version, end)).collect()
}

fn piece(piece: &Piece, leaf: &Leaf, version: Version, end: &str) -> String {
    match piece {
        Piece::Text(text) => lines(text, end),
        Piece::Quote(who, inside) => {
            let link = format!(
                "<a href=\"https://forum.example/index.php?topic=42.msg7#msg7\">{}: {} {} {}</a>",
                leaf.says("Quote from", "Zitat von"),
                escaped(who),
                leaf.says("on", "am"),
                leaf.words(1_767_600_000)
            );
            let inside = body(inside, leaf, version);
            match version {
                Version::Two0 => format!(
                    "<div class=\"quoteheader\"><div class=\"topslice_quote\">{link}</div></div><blockquote class=\"bbc_standard_quote\">{inside}</blockquote><div class=\"quotefooter\"><div class=\"botslice_quote\"></div></div>{end}"
                ),
                Version::Two1 => {
                    format!("<blockquote class=\"bbc_standard_quote\"><cite>{link}</cite>{end}{inside}</blockquote>{end}")
                }
            }
        }
        Piece::Spoiler(called, hidden) => format!(
            "<div class=\"spoiler\"><div class=\"spoiler_head\"><input type=\"button\" value=\"{}\" />{called}</div><div class=\"spoiler_body\" style=\"display: none;\">{}</div></div>",
            leaf.says("Show", "Zeigen"),
            lines(hidden, end)
        ),
        Piece::Code(code) => match version {
            Version::Two0 => format!(
                "<div class=\"codeheader\">Code: <a href=\"javascript:void(0);\" onclick=\"return smfSelectText(this);\" class=\"codeoperation\">[{}]</a></div><code class=\"bbc_code\">{}</code>",
                leaf.says("Select", "Auswählen"),
                lines(code, end)
            ),
            Version::Two1 => format!(
                "<div class=\"codeheader\"><span class=\"code floatleft\">Code</span> <a class=\"codeoperation smf_select_text\">{}</a> <a class=\"codeoperation smf_expand_code hidden\" data-shrink-txt=\"Shrink\" data-expand-txt=\"Expand\">{}</a></div><code class=\"bbc_code\">{}</code>",
                leaf.says("Select", "Auswählen"),
                leaf.says("Expand", "Erweitern"),
                lines(code, end)
            ),
        },
        Piece::List(all) => format!("<ul class=\"bbc_list\">{}</ul>", items(all, "<li>", "")),
        Piece::Struck(text) if version == Version::Two0 => format!("<del>{}</del>", escaped(text)),
        Piece::Struck(text) => format!("<s>{}</s>", escaped(text)),
        Piece::Smiley => {
            "<img src=\"https://forum.example/Smileys/default/smiley.gif\" alt=\"&#58;&#41;\" title=\"Smiley\" class=\"smiley\">"
                .to_owned()
        }
    }
}

fn head(leaf: &Leaf, doctype: &str) -> String {
    let start = leaf.first - 1;
    let language = leaf.says("en", "de");
    let next = match leaf.page < leaf.pages {
        true => format!(
            "<link rel=\"next\" href=\"https://forum.example/index.php?topic=42.{}\">",
            start + leaf.posts.len()
        ),
        false => "<link rel=\"next\" href=\"https://forum.example/index.php?topic=42.0;prev_next=next\" />".to_owned(),
    };
    format!(
        "{doctype}
<html lang=\"{language}\">
<head>
<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" />
<title>Ridge at Dawn</title>
<link rel=\"canonical\" href=\"https://forum.example/index.php?topic=42.{start}\" />
{next}
<script type=\"text/javascript\"><!-- // --><![CDATA[
var smf_scripturl = \"https://forum.example/index.php\"; document.write('<div class=\"post_wrapper\">!Bravo: hold</div>');
// ]]></script>
</head>
<body>
<div id=\"wrapper\"><div id=\"header\"><form id=\"guest_form\" action=\"#\" method=\"post\"><input type=\"text\" name=\"user\" /><input type=\"password\" name=\"passwrd\" /></form></div>
<div id=\"content_section\"><div id=\"main_content_section\"><a id=\"top\"></a>\n"
    )
}

const FOOT: &str = "<div class=\"plainbox\" id=\"display_jump_to\">&nbsp;</div>
<div id=\"quickReplyOptions\"><form action=\"#\" method=\"post\"><textarea name=\"message\">!Alpha: hold</textarea></form></div>
<script type=\"text/javascript\">var oQuickModify = new QuickModify({ sTemplateBodyNormal: '%body%' });</script>
</div></div></div>
</body></html>";
