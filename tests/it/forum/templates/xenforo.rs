//! XenForo 2.2, after its templates `thread_view`, `message_macros` and `bb_code_tag_…`.

use std::fmt::Write as _;

use super::{Leaf, Piece, escaped, iso, items, lines};

pub(super) fn page(leaf: &Leaf) -> String {
    let language = leaf.says("en-US", "de-DE");
    let at = |page: usize| {
        format!(
            "https://forum.example/threads/ridge-at-dawn-2026.42/{}",
            if page == 1 { String::new() } else { format!("page-{page}") }
        )
    };
    let next = leaf.next(at, " /");
    let mut out = format!(
        "<!DOCTYPE html>
<html id=\"XF\" lang=\"{language}\" dir=\"LTR\" data-app=\"public\" data-template=\"thread_view\" data-container-key=\"node-2\" data-content-key=\"thread-42\" data-logged-in=\"true\" class=\"has-no-js template-thread_view\">
<head>
<meta charset=\"utf-8\" />
<title>Ridge at Dawn | Forum</title>
<link rel=\"canonical\" href=\"{}\" />
{next}<script>window.XF = {{}}; XF.ready = XF.ready || []; var no = \"<article class='message message--post' data-content='post-999'>\";</script>
</head>
<body data-template=\"thread_view\">
<div class=\"p-pageWrapper\" id=\"top\">
<div class=\"p-body-main\"><div class=\"p-body-content\"><div class=\"p-body-pageContent\">
<div class=\"block block--messages\" data-xf-init=\"lightbox select-to-quote\" data-lightbox-universal=\"0\" id=\"posts\">
<div class=\"block-container lbContainer\"><div class=\"block-body js-replyNewMessageContainer\">\n",
        at(leaf.page)
    );
    for (number, post) in leaf.numbered() {
        let (id, author) = (post.id, escaped(&post.author));
        if post.is_taken_back {
            let _ = write!(
                out,
                "<div class=\"message message--deleted message--post js-post js-inlineModContainer\" data-author=\"{author}\" data-content=\"post-{id}\" id=\"js-post-{id}\">
<span class=\"u-anchorTarget\" id=\"post-{id}\"></span><div class=\"message-inner\"><div class=\"message-cell message-cell--main\"><div class=\"messageNotice messageNotice--deleted\">{}</div></div></div></div>\n",
                leaf.says("This message has been deleted.", "Diese Nachricht wurde gelöscht.")
            );
            continue;
        }
        let time = |at: i64| {
            format!(
                "<time class=\"u-dt\" dir=\"auto\" datetime=\"{}\" data-time=\"{at}\" data-date-string=\"Jan 5, 2026\" data-time-string=\"{}\" title=\"{}\" itemprop=\"datePublished\">{}</time>",
                iso(at).replace('Z', "+0000"),
                leaf.words(at),
                leaf.words(at),
                leaf.words(at)
            )
        };
        let edited = match post.edits {
            0 => String::new(),
            _ => format!(
                "<div class=\"message-lastEdit\">{}: {}</div>",
                leaf.says("Last edited", "Zuletzt bearbeitet"),
                time(post.edited_at())
            ),
        };
        let _ = write!(
            out,
            "<article class=\"message message--post js-post js-inlineModContainer  \" data-author=\"{author}\" data-content=\"post-{id}\" id=\"js-post-{id}\">
<span class=\"u-anchorTarget\" id=\"post-{id}\"></span>
<div class=\"message-inner\">
<div class=\"message-cell message-cell--user\"><section itemscope itemtype=\"https://schema.org/Person\" class=\"message-user\">
<div class=\"message-avatar \"><div class=\"message-avatar-wrapper\"><a href=\"/members/ann.5/\" class=\"avatar avatar--m\" data-user-id=\"5\"><img src=\"/a.jpg\" alt=\"{author}\" class=\"avatar-u5-m\" /></a></div></div>
<div class=\"message-userDetails\"><h4 class=\"message-name\"><a href=\"/members/ann.5/\" class=\"username \" dir=\"auto\" data-user-id=\"5\"><span itemprop=\"name\">{author}</span></a></h4><h5 class=\"userTitle message-userTitle\">Member</h5></div>
</section></div>
<div class=\"message-cell message-cell--main\"><div class=\"message-main js-quickEditTarget\">
<header class=\"message-attribution message-attribution--split\">
<ul class=\"message-attribution-main listInline \"><li class=\"u-concealed\"><a href=\"/threads/ridge-at-dawn-2026.42/post-{id}\" rel=\"nofollow\">{}</a></li></ul>
<ul class=\"message-attribution-opposite message-attribution-opposite--list \"><li><a href=\"#\" class=\"message-attribution-gadget\" aria-label=\"Share\"><i class=\"fa--xf far fa-share-alt\"></i></a></li><li><a href=\"/threads/ridge-at-dawn-2026.42/post-{id}\" rel=\"nofollow\">#{number}</a></li></ul>
</header>
<div class=\"message-content js-messageContent\">
<div class=\"message-userContent lbContainer js-lbContainer \" data-lb-id=\"post-{id}\" data-lb-caption-desc=\"{author}\">
<article class=\"message-body js-selectToQuote\"><div itemprop=\"text\"><div class=\"bbWrapper\">{}</div></div><div class=\"js-selectToQuoteEnd\">&nbsp;</div></article>
<section class=\"message-attachments\"><h4 class=\"block-textHeader\">{}</h4><ul class=\"attachmentList\"><li class=\"file\"><span class=\"file-name\" title=\"!Alpha: hold.png\">!Alpha: hold.png</span></li></ul></section>
</div>
{edited}
<aside class=\"message-signature\"><div class=\"bbWrapper\">Since 1987.<br />
!Alpha: hold</div></aside>
</div>
<footer class=\"message-footer\"><div class=\"message-actionBar actionBar\"><a href=\"#\" class=\"actionBar-action actionBar-action--reply\">{}</a></div></footer>
</div></div>
</div>
</article>\n",
            time(post.at()),
            leaf.body(&post.body, piece),
            leaf.says("Attachments", "Anhänge"),
            leaf.says("Reply", "Zitieren"),
        );
    }
    out + "</div></div></div>
<form action=\"/threads/ridge-at-dawn-2026.42/add-reply\" method=\"post\" class=\"block js-quickReply\"><textarea name=\"message_html\">!Alpha: hold</textarea></form>
</div></div></div></div>
<script>XF.config = {};</script>
</body>
</html>
"
}

fn piece(it: &Piece, leaf: &Leaf) -> String {
    let end = "<br />\n";
    match it {
        Piece::Text(text) => lines(text, end),
        Piece::Quote(who, inside) => format!(
            "<blockquote data-attributes=\"member: 5\" data-quote=\"{who}\" data-source=\"post: 7\"
	class=\"bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch\">
	<div class=\"bbCodeBlock-title\"><a href=\"/goto/post?id=7\" class=\"bbCodeBlock-sourceJump\" rel=\"nofollow\" data-xf-click=\"attribution\" data-content-selector=\"#post-7\">{who} {}:</a></div>
	<div class=\"bbCodeBlock-content\">
		<div class=\"bbCodeBlock-expandContent js-expandContent \">
			{}
		</div>
		<div class=\"bbCodeBlock-expandLink js-expandLink\"><a role=\"button\" tabindex=\"0\">{}</a></div>
	</div>
</blockquote>",
            leaf.says("said", "schrieb"),
            leaf.body(inside, piece),
            leaf.says("Click to expand...", "Zum Vergrößern anklicken...."),
            who = escaped(who)
        ),
        Piece::Spoiler(called, hidden) => format!(
            "<div class=\"bbCodeSpoiler\"><button type=\"button\" class=\"bbCodeSpoiler-button button--longText button\" data-xf-click=\"toggle\" data-xf-init=\"tooltip\" title=\"Click to reveal or hide spoiler\"><span class=\"button-text\"><span>Spoiler: <span class=\"bbCodeSpoiler-button-title\">{called}</span></span></span></button><div class=\"bbCodeSpoiler-content\"><div class=\"bbCodeBlock bbCodeBlock--spoiler\"><div class=\"bbCodeBlock-content\">{}</div></div></div></div>",
            lines(hidden, end)
        ),
        Piece::Code(code) => format!(
            "<div class=\"bbCodeBlock bbCodeBlock--screenLimited bbCodeBlock--code\">
	<div class=\"bbCodeBlock-title\">Code:</div>
	<div class=\"bbCodeBlock-content\" dir=\"ltr\">
		<pre class=\"bbCodeCode\" dir=\"ltr\" data-xf-init=\"code-block\" data-lang=\"\"><code>{}</code></pre>
	</div>
</div>",
            escaped(code)
        ),
        Piece::List(all) => format!("<ul>{}</ul>", items(all, "<li data-xf-list-type=\"ul\">", "")),
        Piece::Struck(text) => format!("<span style=\"text-decoration: line-through\">{}</span>", escaped(text)),
        Piece::Smiley => "<img src=\"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7\" class=\"smilie smilie--sprite smilie--sprite1\" alt=\":)\" title=\"Smile    :)\" loading=\"lazy\" data-shortname=\":)\" />".to_owned(),
    }
}
