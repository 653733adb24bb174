//! Renders documents for Discord, forums and terminals. Everything is escaped here, and nowhere else.

use crate::page::{Bold, Rich, Span, Style, Table};

/// Something to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub blocks: Vec<Block>,
}

/// A part of a document that starts and ends a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// In bold, below an empty line.
    Heading(Rich),
    /// A paragraph.
    Line(Rich),
    /// Rows of cells.
    Table(Table),
    /// Lines that are hidden until a reader asks for them, where the medium can hide them.
    Detail { title: Rich, lines: Vec<Rich> },
}

/// The markup of a medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Discord's Markdown. It has no tables: their rows become lines.
    Discord,
    /// BBCode, with the codes of a forum as it is installed.
    BbCode(Forum),
    /// Discourse's Markdown. It can hide details.
    Discourse,
    /// Plain text.
    Plain,
}

/// The program of a forum, by the codes that it supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forum {
    /// phpBB, vBulletin and unknown programs: no tables and no spoilers.
    #[default]
    Any,
    /// Tables.
    Smf,
    /// Tables and spoilers.
    XenForo,
}

impl Forum {
    /// Each name of a program in settings, and what it means.
    pub const ALL: &[(&'static str, Forum)] = &[
        ("smf", Forum::Smf),
        ("xenforo", Forum::XenForo),
        ("phpbb", Forum::Any),
        ("vbulletin", Forum::Any),
        ("other", Forum::Any),
    ];
}

/// A zero-width space. Behind a letter that would begin markup, it prevents that.
const NOTHING: char = '\u{200b}';

impl Markup {
    /// The whole document.
    pub fn render(self, document: &Document) -> String {
        written(|out| document.blocks.iter().for_each(|it| self.block(out, it)))
    }

    /// The document in parts of at most `chars_max` characters. It is broken before a heading if possible, or else
    /// between lines. A longer line is cut.
    pub fn render_parts(self, document: &Document, chars_max: usize) -> Vec<String> {
        let mut parts = vec![String::new()];
        // A section is a heading with everything below it.
        for section in document.blocks.chunk_by(|_, next| !matches!(next, Block::Heading(_))) {
            let pieces: Vec<String> = section.iter().flat_map(|it| self.pieces(it)).collect();
            let length = |text: &str| text.chars().count();
            let whole: usize = pieces.iter().map(|it| length(it)).sum();
            let mut room = chars_max.saturating_sub(parts.last().map_or(0, |it| length(it)));
            if room < whole && whole <= chars_max {
                room = 0;
            }
            for piece in pieces {
                let piece: String = piece.chars().take(chars_max).collect();
                if room < length(&piece) {
                    parts.push(String::new());
                    room = chars_max;
                }
                room -= length(&piece);
                parts.last_mut().expect("there is a first part").push_str(&piece);
            }
        }
        parts.retain(|it| !it.trim().is_empty());
        parts
    }

    /// One line, without the end of the line.
    pub fn line(self, rich: &Rich) -> String {
        written(|out| self.words(out, rich))
    }

    /// The pieces of a block that may be in different parts.
    fn pieces(self, block: &Block) -> Vec<String> {
        match block {
            Block::Table(table) if !self.has_tables() => {
                table.rows().map(|cells| written(|out| self.row(out, cells))).collect()
            }
            whole => vec![written(|out| self.block(out, whole))],
        }
    }

    fn block(self, out: &mut String, block: &Block) {
        match block {
            Block::Heading(words) => {
                out.push_str(if out.is_empty() { "" } else { "\n" });
                self.bold(out, words.text());
                out.push('\n');
            }
            Block::Line(words) => {
                self.begin_line(out, words);
                self.words(out, words);
                out.push('\n');
            }
            Block::Table(table) if self.has_tables() => self.table(out, table),
            Block::Table(table) => table.rows().for_each(|it| self.row(out, it)),
            Block::Detail { title, lines } => self.detail(out, title, lines),
        }
    }

    fn has_tables(self) -> bool {
        matches!(self, Markup::BbCode(Forum::Smf | Forum::XenForo))
    }

    fn table(self, out: &mut String, table: &Table) {
        let head: Vec<Rich> = table.head.iter().map(|it| Rich::said(format_args!("{}", Bold(it)))).collect();
        out.push_str("[table]\n");
        for row in std::iter::once(&head[..]).chain(table.rows()) {
            out.push_str("[tr]");
            for cell in row {
                out.push_str("[td]");
                self.words(out, cell);
                out.push_str("[/td]");
            }
            out.push_str("[/tr]\n");
        }
        out.push_str("[/table]\n");
    }

    fn row(self, out: &mut String, cells: &[Rich]) {
        for (n, cell) in cells.iter().filter(|it| !it.is_empty()).enumerate() {
            if n == 0 {
                self.begin_line(out, cell);
            } else {
                out.push_str(" · ");
            }
            self.words(out, cell);
        }
        out.push('\n');
    }

    fn detail(self, out: &mut String, title: &Rich, lines: &[Rich]) {
        match self {
            Markup::BbCode(Forum::XenForo) => self.words(out, title),
            // The title of a Discourse detail can't hold marks or these characters.
            Markup::Discourse => {
                *out += &format!("\n[details=\"{}\"]\n", title.text().replace(['"', ']', '\n'], ""));
            }
            Markup::Discord | Markup::BbCode(_) | Markup::Plain => self.block(out, &Block::Line(title.clone())),
        }
        let (before, indent, after) = match self {
            Markup::Discord => ("||", "", "||\n"),
            Markup::BbCode(Forum::XenForo) => ("[spoiler]", "", "[/spoiler]\n"),
            Markup::Discourse => ("\n", "", "\n\n[/details]\n"),
            Markup::BbCode(_) => ("", "", "\n"),
            Markup::Plain => ("", "  ", "\n"),
        };
        out.push_str(before);
        for (n, line) in lines.iter().enumerate() {
            out.push_str(if n == 0 { "" } else { "\n" });
            out.push_str(indent);
            self.words(out, line);
        }
        out.push_str(after);
    }

    /// Escapes the beginning of a line that Markdown would read as an item of a list.
    fn begin_line(self, out: &mut String, words: &Rich) {
        let opens = words.text().as_bytes().first();
        let is_marked = || words.spans().next().is_some_and(|it| it.style.is_some());
        if matches!(self, Markup::Discord | Markup::Discourse)
            && opens.is_some_and(|it| it.is_ascii_digit() || b"-+".contains(it))
            && !is_marked()
        {
            out.push(NOTHING);
        }
    }

    fn words(self, out: &mut String, words: &Rich) {
        for Span { text, style } in words.spans() {
            match style {
                Some(Style::Bold) => self.bold(out, text),
                Some(Style::Code) => self.code(out, text),
                Some(Style::User(user)) if self == Markup::Discord => *out += &format!("<@{user}>"),
                Some(Style::Moment(seconds)) if self == Markup::Discord => {
                    *out += &format!("<t:{seconds}:f> (<t:{seconds}:R>)");
                }
                None | Some(Style::Die | Style::User(_) | Style::Moment(_)) => self.escape(out, text),
            }
        }
    }

    fn bold(self, out: &mut String, text: &str) {
        let (before, after) = match self {
            Markup::Discord | Markup::Discourse => ("**", "**"),
            Markup::BbCode(_) => ("[b]", "[/b]"),
            Markup::Plain => ("", ""),
        };
        // In Markdown, a blank before the closing stars would make them visible.
        let end = if before == "**" { text.trim_end_matches(' ').len() } else { text.len() };
        let (text, blank) = text.split_at(end);
        out.push_str(before);
        self.escape(out, text);
        out.push_str(after);
        out.push_str(blank);
    }

    fn code(self, out: &mut String, text: &str) {
        match self {
            Markup::Discord | Markup::Discourse => {
                out.push('`');
                escape_with(out, text, IN_CODE, |out, letter, _| match letter {
                    '`' => out.push('\''),
                    letter => out.extend([letter, NOTHING]),
                });
                out.push('`');
            }
            Markup::BbCode(_) | Markup::Plain => self.escape(out, text),
        }
    }

    /// Writes text from any source so that nothing in it becomes markup.
    fn escape(self, out: &mut String, text: &str) {
        match self {
            Markup::Discord | Markup::Discourse => {
                escape_with(out, text, IN_DISCORD, |out, letter, rest| match letter {
                    '@' => out.extend(['@', NOTHING]),
                    ':' => colon(out, rest),
                    letter => out.extend(['\\', letter]),
                });
            }
            Markup::BbCode(_) => escape_with(out, text, IN_FORUMS, |out, letter, rest| match letter {
                ':' => colon(out, rest),
                // SMF turns `8)` into a smiley.
                '8' if !rest.starts_with(')') => out.push('8'),
                letter => out.extend([letter, NOTHING]),
            }),
            Markup::Plain => escape_with(out, text, "", |out, letter, _| out.push(letter)),
        }
    }
}

/// The text that `write` writes.
fn written(write: impl FnOnce(&mut String)) -> String {
    let mut out = String::new();
    write(&mut out);
    out
}

// The letters that would begin markup.
const IN_DISCORD: &str = r"\*_~`|<>[]#@:";
const IN_FORUMS: &str = "[@:8";
const IN_CODE: &str = "`@";

/// Writes a colon so that `://` makes no link.
fn colon(out: &mut String, rest: &str) {
    out.push(':');
    if rest.starts_with("//") {
        out.push(NOTHING);
    }
}

/// Copies text. Letters in `special` go through `write`, with the text behind them. Control characters become blanks.
fn escape_with(out: &mut String, text: &str, special: &str, write: impl Fn(&mut String, char, &str)) {
    for (at, letter) in text.char_indices() {
        match letter {
            it if is_steering(it) => out.push(' '),
            it if special.contains(it) => write(out, it, &text[at + it.len_utf8()..]),
            it => out.push(it),
        }
    }
}

/// Whether a letter is a control character, a line end, or changes the direction of text.
fn is_steering(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &[&str] = &[
        "@everyone",
        "@here",
        "<@123456789>",
        "<@&42>",
        "<#42>",
        "[/b]",
        "[url=http://x.example]x[/url]",
        "**",
        "`",
        "``` ",
        "a\nb",
        "a\r\n# b",
        "||x||",
        "\\",
        "> quoted",
        "http://x.example",
        "\u{202e}txet",
        "\u{1b}[31m",
        "\u{0}",
    ];

    #[test]
    fn hostile_names_are_nothing_but_names_in_discord() {
        for name in HOSTILE {
            let mut rich = Rich::plain("Squad ");
            rich.bold(name);
            rich.push(" moves; ");
            rich.push(name);
            rich.marked(Style::Code, |it| it.push(name));
            let shown = Markup::Discord.line(&rich);
            assert!(!shown.contains(['\n', '\r', '\u{1b}', '\0', '\u{202e}']), "{shown:?}");
            assert!(!shown.contains("@everyone") && !shown.contains("@here"), "{shown:?}");
            assert!(!shown.contains("<@") || shown.contains("@\u{200b}"), "{shown:?}");
            let links = shown.matches("http://").count();
            assert_eq!(links, name.matches("http://").count(), "only in code: {shown:?}");
            // What isn't ours is escaped with a backslash. Without the escaped letters, only our own stars are left.
            let mut letters = shown.chars();
            let mut stars = 0;
            while let Some(letter) = letters.next() {
                match letter {
                    '`' => break,
                    '\\' => drop(letters.next()),
                    '*' => stars += 1,
                    _ => assert!(!"_~|<>[]#".contains(letter), "{shown:?}"),
                }
            }
            assert_eq!(stars, 4, "{shown:?}");
            let code = letters.as_str().strip_suffix('`').expect("the end of the code");
            assert!(!code.contains('`'), "{shown:?}");
        }
    }

    #[test]
    fn hostile_names_are_nothing_but_names_in_forums() {
        for name in HOSTILE {
            let mut rich = Rich::default();
            rich.bold(name);
            let shown = Markup::BbCode(Forum::Any).line(&rich);
            let inside = shown.strip_prefix("[b]").and_then(|it| it.strip_suffix("[/b]")).expect("our own marks");
            assert!(inside.match_indices('[').all(|(at, _)| inside[at + 1..].starts_with(NOTHING)), "{shown:?}");
            assert!(!shown.contains("@e") && !shown.contains("http://"), "{shown:?}");
            assert!(!shown.contains(['\n', '\r', '\u{1b}', '\0', '\u{202e}']), "{shown:?}");
        }
    }

    #[test]
    fn plain_text_has_no_letters_that_steer_the_screen() {
        for name in HOSTILE {
            let shown = Markup::Plain.line(&Rich::plain(*name));
            assert!(!shown.chars().any(is_steering), "{shown:?}");
        }
    }

    #[test]
    fn a_moment_is_shown_in_the_readers_own_time_zone_where_that_can_be() {
        let mut rich = Rich::plain("by ");
        rich.marked(Style::Moment(1_700_000_000), |it| it.push("Tuesday 22:13 UTC"));
        assert_eq!(Markup::Discord.line(&rich), "by <t:1700000000:f> (<t:1700000000:R>)");
        assert_eq!(Markup::Plain.line(&rich), "by Tuesday 22:13 UTC");
    }

    #[test]
    fn a_user_is_shown_by_the_readers_program_where_that_can_be() {
        let mut rich = Rich::plain("owed by ");
        rich.marked(Style::User(77), |it| it.push("gus"));
        assert_eq!(Markup::Discord.line(&rich), "owed by <@77>");
        assert_eq!(Markup::Plain.line(&rich), "owed by gus");
    }

    #[test]
    fn a_long_document_is_broken_before_headings_and_between_lines() {
        let heading = |it: &str| Block::Heading(Rich::plain(it));
        let line = |it: &str| Block::Line(Rich::plain(it.repeat(10)));
        let document =
            Document { blocks: vec![heading("One"), line("a"), heading("Two"), line("b"), line("c"), line("d")] };
        let parts = Markup::Plain.render_parts(&document, 40);
        assert_eq!(parts, ["One\naaaaaaaaaa\n", "Two\nbbbbbbbbbb\ncccccccccc\ndddddddddd\n"]);
        let parts = Markup::Plain.render_parts(&document, 26);
        assert!(parts.iter().all(|it| it.chars().count() <= 26), "{parts:?}");
        assert_eq!(parts.concat().replace('\n', ""), "OneaaaaaaaaaaTwobbbbbbbbbbccccccccccdddddddddd");
    }

    #[test]
    fn a_detail_is_hidden_where_that_can_be() {
        let lines = vec![Rich::plain("a | b"), Rich::plain("c")];
        let document = Document { blocks: vec![Block::Detail { title: Rich::plain("Why"), lines }] };
        assert_eq!(Markup::Discord.render(&document), "Why\n||a \\| b\nc||\n");
        assert_eq!(Markup::BbCode(Forum::XenForo).render(&document), "Why[spoiler]a | b\nc[/spoiler]\n");
        assert_eq!(Markup::Plain.render(&document), "Why\n  a | b\n  c\n");
    }

    #[test]
    fn a_forum_gets_only_codes_that_it_has_as_it_comes() {
        let mut table = Table::new(&["squad"]);
        table.cell(|out| out.push("Alpha"));
        let detail = Block::Detail { title: Rich::plain("Why"), lines: vec![Rich::plain("a")] };
        let document = Document { blocks: vec![Block::Table(table), detail] };
        for (forum, has_tables, has_spoilers) in
            [(Forum::Any, false, false), (Forum::Smf, true, false), (Forum::XenForo, true, true)]
        {
            let shown = Markup::BbCode(forum).render(&document);
            assert_eq!((shown.contains("[table]"), shown.contains("[spoiler]")), (has_tables, has_spoilers), "{shown}");
            assert!(["Alpha", "Why", "a"].iter().all(|it| shown.contains(it)), "{shown}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_a_name_holds_it_is_text(name in "\\PC*|[\\[\\]@*_`<>|:/\\\\#~\\n8)a-c]*") {
            let rich = Rich::plain(name.as_str());
            let clean: String = name.chars().map(|it| if is_steering(it) { ' ' } else { it }).collect();
            assert_eq!(Markup::Plain.line(&rich), clean);

            let forum = Markup::BbCode(Forum::Any).line(&rich);
            assert_eq!(without_nothing(&forum), without_nothing(&clean));
            let opens = |it: &str, what: &str| it.match_indices(what).any(|(at, _)| !it[at + 1..].starts_with(NOTHING));
            assert!(!opens(&forum, "[") && !opens(&forum, "@"), "{forum:?}");

            let discord = Markup::Discord.line(&rich);
            assert!(!opens(&discord, "@"), "{discord:?}");
            let mut letters = discord.chars();
            let mut read = String::new();
            while let Some(letter) = letters.next() {
                assert!(!"*_~`|<>[]#".contains(letter), "{discord:?}");
                read.extend(if letter == '\\' { letters.next() } else { Some(letter) });
            }
            assert_eq!(without_nothing(&read), without_nothing(&clean));
        }
    }

    fn without_nothing(text: &str) -> String {
        text.replace(NOTHING, "")
    }
}
