//! Turns the HTML of a post into lines of text. Quotations, spoilers, code and struck text are marked as
//! [`markup`](crate::post::markup) reads them. All other formatting is dropped.

use scraper::{ElementRef, Node};

/// The text of a post or a part of it. Only the content of `body` counts, not the element itself.
pub(super) fn text(body: ElementRef) -> String {
    let mut writer = Writer::default();
    writer.write_children(body, 0);
    writer.out.trim().to_owned()
}

/// The greatest depth of nested elements that are examined. Deeper ones become plain text.
const DEPTH_MAX: usize = 64;

/// Writes lines.
#[derive(Default)]
struct Writer {
    out: String,
    /// Whether a block was written last. Line ends behind it are dropped.
    is_behind_block: bool,
    /// The title above the next block.
    title: String,
}

/// How an element is read.
enum Kind<'a> {
    /// Something that isn't the author's.
    Nothing,
    /// The title of the block that follows or surrounds it.
    Title,
    /// A picture that stands for text.
    Letters(&'a str),
    LineEnd,
    Paragraph,
    Line,
    Inline,
    Struck,
    Quotation,
    Spoiler,
    /// Code on lines of its own, with the name of its language.
    Block(&'a str),
    Code,
    List,
    Item,
}

impl Writer {
    fn write_children(&mut self, element: ElementRef, depth: usize) {
        for child in element.children() {
            match (child.value(), ElementRef::wrap(child)) {
                (Node::Text(text), _) => self.write_text(text),
                (_, Some(element)) if depth < DEPTH_MAX => self.write_element(element, depth + 1),
                (_, Some(element)) => self.write_text(&raw(element)),
                _ => (),
            }
        }
    }

    fn write_element(&mut self, element: ElementRef, depth: usize) {
        match kind(element) {
            Kind::Nothing => (),
            Kind::Title => {
                let own = element.children().filter(|it| it.value().as_element().is_none_or(|it| it.name() != "a"));
                self.title = letters_of(own.flat_map(|it| it.descendants()).map(|it| it.value()));
            }
            Kind::Letters(letters) => self.write_text(letters),
            Kind::LineEnd => self.end_line(),
            Kind::Inline => self.write_children(element, depth),
            Kind::Paragraph | Kind::Line => {
                let is_paragraph = matches!(kind(element), Kind::Paragraph);
                self.break_line(is_paragraph);
                self.write_children(element, depth);
                self.break_line(is_paragraph);
            }
            Kind::Struck => self.push(&format!("[s]{}[/s]", rendered(element, depth).0)),
            Kind::Code => self.push(&format!("`{}`", raw(element).trim().replace('\n', " "))),
            Kind::Quotation => {
                let quoted = without_attribution(&rendered(element, depth).0);
                let lines: Vec<String> = quoted.lines().map(|it| format!("> {it}")).collect();
                self.block(&lines.join("\n"));
            }
            Kind::Spoiler => {
                let (hidden, title) = rendered(element, depth);
                match element.value().name() {
                    _ if is_orders(&title) => self.fenced("orders", &hidden),
                    "span" => self.push(&format!("[spoiler]{hidden}[/spoiler]")),
                    _ => self.block(&format!("[spoiler]\n{hidden}\n[/spoiler]")),
                }
            }
            Kind::Block(called) => {
                let called = if is_orders(called) || is_orders(&self.title) { "orders" } else { "" };
                self.fenced(called, raw(element).trim_matches('\n'));
            }
            Kind::List => {
                let mut items = Writer::default();
                items.write_children(element, depth);
                let is_numbered = element.value().name() == "ol";
                let number = |n: usize| if is_numbered { format!("{}. ", n + 1) } else { "- ".to_owned() };
                let lines = items.out.split(ITEM).map(str::trim).filter(|it| !it.is_empty());
                let lines: Vec<String> = lines.enumerate().map(|(n, it)| number(n) + it).collect();
                self.block(&lines.join("\n"));
            }
            Kind::Item => {
                self.break_line(false);
                self.push(&format!("{ITEM}{}", rendered(element, depth).0));
                self.break_line(false);
            }
        }
    }

    /// Writes text, with blanks collapsed as in a browser.
    fn write_text(&mut self, text: &str) {
        for (n, word) in text.split(|it: char| it.is_whitespace() || it.is_control()).enumerate() {
            if 0 < n && !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
                self.out.push(' ');
            }
            self.push(word);
        }
    }

    fn push(&mut self, letters: &str) {
        if !letters.is_empty() {
            self.is_behind_block = false;
            self.out += letters;
        }
    }

    fn end_line(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.is_behind_block {
            self.out.push('\n');
        }
    }

    /// Ends the line, if one has begun. Before a paragraph, also adds an empty line.
    fn break_line(&mut self, is_paragraph: bool) {
        if !self.out.ends_with('\n') {
            self.end_line();
        }
        if is_paragraph {
            self.end_line();
        }
    }

    /// Writes lines of their own, without empty lines around them.
    fn block(&mut self, lines: &str) {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out += lines;
        self.out.push('\n');
        self.is_behind_block = true;
        self.title.clear();
    }

    fn fenced(&mut self, called: &str, code: &str) {
        let mut fence = "```".to_owned();
        while code.contains(&fence) {
            fence.push('`');
        }
        self.block(&format!("{fence}{called}\n{code}\n{fence}"));
    }
}

/// Written before an item of a list, until its number is known.
const ITEM: char = '\u{1}';

/// The text of an element by itself, and the last title in it.
fn rendered(element: ElementRef, depth: usize) -> (String, String) {
    let mut writer = Writer::default();
    writer.write_children(element, depth);
    (writer.out.trim().to_owned(), writer.title)
}

/// The text of an element with its line ends.
fn raw(element: ElementRef) -> String {
    letters_of(element.descendants().map(|it| it.value()))
}

fn letters_of<'a>(nodes: impl Iterator<Item = &'a Node>) -> String {
    let mut out = String::new();
    for node in nodes {
        match node {
            Node::Text(text) => {
                let letters = text.chars().filter(|it| !it.is_control() || matches!(it, '\n' | '\t'));
                out.extend(letters.map(|it| if it == '\u{a0}' { ' ' } else { it }));
            }
            Node::Element(it) if it.name() == "br" && !out.ends_with('\n') => out.push('\n'),
            _ => (),
        }
    }
    out
}

/// Whether a title says that its block holds orders. Its last word counts.
fn is_orders(title: &str) -> bool {
    let last = title.split(|it: char| !it.is_alphabetic()).rfind(|it| !it.is_empty());
    last.is_some_and(|it| it.eq_ignore_ascii_case("orders") || it.eq_ignore_ascii_case("order"))
}

/// Removes the line that NodeBB writes above a quotation: `@bob said in Ridge at Dawn:`.
fn without_attribution(quoted: &str) -> String {
    let first = quoted.lines().next().unwrap_or_default();
    let is_attribution = first.starts_with('@') && first.ends_with(':');
    quoted[if is_attribution { first.len() } else { 0 }..].trim().to_owned()
}

/// Classes of elements that the forum adds to a post.
const FORUMS_OWN: &str = "quotefooter bbCodeBlock-expandLink bbcode_quote_container quote-controls lightbox-wrapper inline-attachment attachments attachment-box";

/// Classes of elements that are titles of quotations and code.
const TITLES: &str = "quoteheader codeheader bbCodeBlock-title bbcode_description bbcode_postedby summary";

fn kind(element: ElementRef<'_>) -> Kind<'_> {
    let value = element.value();
    let has = |class: &str| value.classes().any(|it| it == class);
    let is_in = |class: &str| {
        element.parent().and_then(ElementRef::wrap).is_some_and(|it| it.value().classes().any(|it| it == class))
    };
    let is_one_of = |classes: &str| classes.split(' ').any(has);
    let style = value.attr("style").unwrap_or_default();
    let of_spoiler = value.classes().find(|it| it.to_ascii_lowercase().contains("spoil") || *it == "sp-body");
    if is_one_of(FORUMS_OWN) {
        return Kind::Nothing;
    }
    if is_one_of(TITLES) || has("title") && is_in("quote") {
        return Kind::Title;
    }
    if let Some(class) = of_spoiler {
        return spoiler_kind(element, &class.to_ascii_lowercase());
    }
    if style.contains("line-through") {
        return Kind::Struck;
    }
    if style.replace(' ', "").contains("display:none") {
        return Kind::Spoiler;
    }
    match value.name() {
        "script" | "style" | "noscript" | "template" | "iframe" | "object" | "input" | "textarea" | "select"
        | "svg" | "video" | "audio" | "button" | "head" => Kind::Nothing,
        "cite" | "summary" => Kind::Title,
        "p" if is_in("codebox") => Kind::Title,
        "img" => Kind::Letters(letters(element)),
        "br" => Kind::LineEnd,
        "p" | "hr" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Kind::Paragraph,
        "blockquote" => Kind::Quotation,
        "aside" if has("quote") => Kind::Inline,
        "div" if has("bbcode_quote") => Kind::Quotation,
        "details" => Kind::Spoiler,
        "pre" => Kind::Block(called(element)),
        "code" if has("bbc_code") => Kind::Block(""),
        "code" | "tt" | "kbd" => Kind::Code,
        "s" | "del" | "strike" => Kind::Struck,
        "ul" | "ol" => Kind::List,
        "li" => Kind::Item,
        "div" | "section" | "article" | "center" | "tr" | "td" | "th" | "dl" | "dd" | "dt" | "fieldset" | "figure"
        | "aside" => Kind::Line,
        _ => Kind::Inline,
    }
}

/// What an element with a spoiler's class is. The outermost such element is the spoiler itself, and the innermost with
/// a title's class is its title.
fn spoiler_kind<'a>(element: ElementRef<'a>, class: &str) -> Kind<'a> {
    let has_class = |it: ElementRef, part: &str| it.value().classes().any(|it| it.to_ascii_lowercase().contains(part));
    let is_in_one = element.parent().and_then(ElementRef::wrap).is_some_and(|it| has_class(it, "spoil"));
    let is_called = |part| class.contains(part);
    match () {
        () if is_called("status") => Kind::Nothing,
        () if is_called("title") || is_called("button") || element.value().name() == "button" => Kind::Title,
        () if is_called("head") && element.child_elements().any(|it| has_class(it, "title")) => Kind::Inline,
        () if is_called("head") => Kind::Title,
        () if is_in_one => Kind::Line,
        () => Kind::Spoiler,
    }
}

/// The language of a code block, if its author named one.
fn called(pre: ElementRef<'_>) -> &str {
    let named = |it: &str| it.starts_with("lang-") || it.starts_with("language-");
    let inner = pre.child_elements().find(|it| it.value().name() == "code");
    let classes = inner.into_iter().chain([pre]).flat_map(|it| it.value().classes());
    pre.attr("data-lang").filter(|it| !it.is_empty()).or_else(|| classes.into_iter().find(|it| named(it))).unwrap_or("")
}

/// The text that became a smiley. Without it an order could lose letters: some forums turn part of `(C8)` into a
/// smiley.
fn letters(picture: ElementRef<'_>) -> &str {
    const LETTERS_MAX: usize = 40;
    let is_smiley = |it: &str| ["smil", "emoji", "inlineimg", "emoticon"].iter().any(|part| it.contains(part));
    if !picture.value().classes().any(is_smiley) {
        return "";
    }
    let said = |name| picture.attr(name).map(str::trim).filter(|it| !it.is_empty());
    // vBulletin only gives the name of the smiley.
    let letters = said("alt").or_else(|| {
        said("title").map(|it| match it {
            "Smile" => ":)",
            "Wink" => ";)",
            "Big Grin" => ":D",
            "Frown" => ":(",
            "Embarrassment" => ":o",
            "Stick Out Tongue" => ":p",
            "Cool" => ":cool:",
            other => other,
        })
    });
    // A picture can't give an order.
    letters.filter(|it| it.len() <= LETTERS_MAX && !it.starts_with('!')).unwrap_or("")
}
