//! vBulletin 4.2, after its templates `SHOWTHREAD`, `postbit_legacy` and `bbcode_…`.

use std::fmt::Write as _;

use super::{Leaf, Piece, escaped, items, lines};

pub(super) fn page(leaf: &Leaf) -> String {
    let at = |page: usize| {
        format!(
            "https://forum.example/showthread.php?42-Ridge-at-Dawn-2026{}",
            if page == 1 { String::new() } else { format!("/page{page}") }
        )
    };
    let mut out = format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">
<html xmlns=\"http://www.w3.org/1999/xhtml\" dir=\"ltr\" lang=\"{}\" id=\"vbulletin_html\">
<head>
<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" />
<meta name=\"generator\" content=\"vBulletin 4.2.5\" />
<link rel=\"canonical\" href=\"{}\" />
{}<script type=\"text/javascript\">
<!--
var SESSIONURL = \"\"; var SECURITYTOKEN = \"guest\"; document.write(\"<li id='post_999'>\");
// -->
</script>
<title>Ridge at Dawn</title>
</head>
<body>
<div class=\"above_body\"><form id=\"navbar_loginform\" action=\"login.php?do=login\" method=\"post\"><input type=\"text\" class=\"textbox\" name=\"vb_login_username\" /><input type=\"password\" class=\"textbox\" name=\"vb_login_password\" /></form></div>
<div class=\"body_wrapper\">
<div id=\"pagetitle\" class=\"pagetitle\"><h1>{}: <span class=\"threadtitle\"><a href=\"showthread.php?42-Ridge-at-Dawn-2026\" title=\"Reload this Page\">Ridge at Dawn</a></span></h1></div>
<div id=\"postlist\" class=\"postlist restrain\">
<ol id=\"posts\" class=\"posts\" start=\"{}\">\n",
        leaf.says("en", "de"),
        at(leaf.page),
        leaf.next(at, " title=\"Next Page\" /"),
        leaf.says("Thread", "Thema"),
        leaf.first,
    );
    for (number, post) in leaf.numbered() {
        let (id, author) = (post.id, escaped(&post.author));
        if post.is_taken_back {
            let _ = writeln!(
                out,
                "<li class=\"postbit postbitdeleted postbitim\" id=\"post_{id}\"><div class=\"posthead\"><span class=\"postdate\"><span class=\"date\">{}</span></span></div><div class=\"postbody\"><span class=\"username_container\"><a class=\"username\" href=\"#\"><strong>{author}</strong></a></span><p class=\"deletedmessage\">{}</p></div></li>",
                leaf.words(post.at()),
                leaf.says("This message has been deleted by", "Dieser Beitrag wurde gelöscht von")
            );
            continue;
        }
        let edited = match post.edits {
            0 => String::new(),
            _ => format!(
                "<!-- edit note --><blockquote class=\"postcontent lastedited\">{} {author}; {} <span class=\"time\">{}</span>.</blockquote><!-- / edit note -->",
                leaf.says("Last edited by", "Geändert von"),
                leaf.says("Today at", "Heute um"),
                leaf.words(post.edited_at()),
            ),
        };
        let _ = write!(
            out,
            "<li class=\"postbitlegacy postbitim postcontainer old\" id=\"post_{id}\">
<div class=\"posthead\">
<span class=\"postdate old\"><span class=\"date\">01-05-2026,&nbsp;<span class=\"time\">{}</span></span></span>
<span class=\"nodecontrols\"><a name=\"post{id}\" href=\"showthread.php?42-Ridge-at-Dawn-2026&amp;p={id}#post{id}\" class=\"postcounter\">#{number}</a><a id=\"postcount{id}\" name=\"{number}\"></a></span>
</div>
<div class=\"postdetails\">
<div class=\"userinfo\">
<div class=\"username_container\">
<div class=\"popupmenu memberaction\"><a rel=\"nofollow\" class=\"username offline popupctrl\" href=\"member.php?5-Ann\" title=\"{author} is offline\"><strong>{author}</strong></a><ul class=\"popupbody popuphover memberaction_body\"><li class=\"left\"><a href=\"member.php?5-Ann\">{}</a></li></ul></div>
</div>
<span class=\"usertitle\">Senior Member</span>
<dl class=\"userinfo_extra\"><dt>{}</dt> <dd>Jan 2009</dd></dl>
</div>
<div class=\"postbody\">
<div class=\"postrow has_after_content\">
<h2 class=\"title icon\"><img src=\"images/icons/icon1.png\" alt=\"Default\" /> Re: Ridge at Dawn</h2>
<div class=\"content\">
<div id=\"post_message_{id}\">
<blockquote class=\"postcontent restore \">
{}
</blockquote>
</div>
</div>
</div>
<div class=\"cleardiv\"></div>
</div>
</div>
<div class=\"postfoot\">
<div class=\"after_content\">{edited}
<div class=\"attachments\"><fieldset class=\"postcontent\"><legend>{}</legend><ul><li><a href=\"#\">!Alpha: hold.png</a> (12.4 KB)</li></ul></fieldset></div>
<blockquote class=\"signature restore\"><div class=\"signaturecontainer\">Since 1987.<br />
!Alpha: hold</div></blockquote></div>
<div class=\"textcontrols floatcontainer\"><span class=\"postcontrols\"><a id=\"qrwq_{id}\" class=\"newreply\" href=\"#\" rel=\"nofollow\">{}</a></span></div>
</div>
<hr />
</li>\n",
            leaf.words(post.at()),
            leaf.says("View Profile", "Profil"),
            leaf.says("Join Date", "Registriert seit"),
            leaf.body(&post.body, piece),
            leaf.says("Attached Images", "Angehängte Grafiken"),
            leaf.says("Reply With Quote", "Mit Zitat antworten"),
        );
    }
    out + "</ol>
<form id=\"quick_reply\" action=\"newreply.php\" method=\"post\"><textarea name=\"message\">!Alpha: hold</textarea></form>
</div></div>
</body>
</html>
"
}

fn piece(it: &Piece, leaf: &Leaf) -> String {
    let end = "<br />\n";
    match it {
        Piece::Text(text) => lines(text, end),
        Piece::Quote(who, inside) => format!(
            "<div class=\"bbcode_container\">
	<div class=\"bbcode_quote\">
		<div class=\"quote_container\">
			<div class=\"bbcode_quote_container\"></div>
				<div class=\"bbcode_postedby\">
					<img src=\"images/misc/quote_icon.png\" alt=\"Quote\" /> {} <strong>{}</strong> <a href=\"showthread.php?p=7#post7\" rel=\"nofollow\"><img class=\"inlineimg\" src=\"images/buttons/viewpost-right.png\" alt=\"View Post\" /></a>
				</div>
				<div class=\"message\">{}</div>
		</div>
	</div>
</div>",
            leaf.says("Originally Posted by", "Zitat von"),
            escaped(who),
            leaf.body(inside, piece)
        ),
        Piece::Spoiler(called, hidden) => format!(
            "<div class=\"spoiler\"><div class=\"spoiler_head\"><input type=\"button\" value=\"{}\" onclick=\"toggle(this)\" />{called}</div><div class=\"spoiler_content\" style=\"display: none;\">{}</div></div>",
            leaf.says("Show", "Zeigen"),
            lines(hidden, end)
        ),
        Piece::Code(code) => format!(
            "<div class=\"bbcode_container\">
	<div class=\"bbcode_description\">Code:</div>
	<pre class=\"bbcode_code\"style=\"height:48px;\">{}</pre>
</div>",
            escaped(code)
        ),
        Piece::List(all) => format!("<ul>{}</ul>", items(all, "<li style=\"\">", "")),
        Piece::Struck(text) => format!("<strike>{}</strike>", escaped(text)),
        Piece::Smiley => "<img src=\"images/smilies/smile.png\" border=\"0\" alt=\"\" title=\"Smile\" class=\"inlineimg\" />".to_owned(),
    }
}
