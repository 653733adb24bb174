//! What a handler is told: everything, in order, whatever happens to the connection.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use super::running::Running;
use crate::loopback::{Id, Loopback, What};
use fieldpost::discord::{self, Command, Config, Edit, Handler, Known, Trouble, Watched};
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, ChannelId, ComponentInteraction, Context, CreateActionRow,
    CreateAutocompleteResponse, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, GuildId, InputTextStyle, Message, MessageId,
    ModalInteraction,
};

/// Writes down what it is told, and remembers posts as a referee would.
#[derive(Clone, Default)]
struct Clerk {
    notes: Arc<(Mutex<Notes>, Condvar)>,
}

#[derive(Default)]
struct Notes {
    lines: Vec<String>,
    watched: Option<Watched>,
    guild: u64,
}

impl Clerk {
    /// One that looks after a channel.
    fn of(discord: &Loopback, channel: Id) -> Clerk {
        let guild = discord.with(|world| world.channels[&channel].guild);
        let clerk = Clerk::default();
        let mut notes = clerk.notes.0.lock().expect("a lock");
        notes.guild = guild;
        notes.watched =
            Some(Watched { channel: ChannelId::new(channel), after: MessageId::new(channel), known: Vec::new() });
        drop(notes);
        clerk
    }

    fn note(&self, line: impl Into<String>, learn: impl FnOnce(&mut Watched)) {
        let mut notes = self.notes.0.lock().expect("a lock");
        notes.lines.push(line.into());
        notes.watched.as_mut().map(learn);
        self.notes.1.notify_all();
    }

    /// Waits until as many lines are there as are expected, and compares.
    #[track_caller]
    fn expect(&self, expected: &[&str]) {
        let patience = Duration::from_secs(60);
        let notes = self.notes.0.lock().expect("a lock");
        let waits = |it: &mut Notes| it.lines.len() < expected.len();
        let (mut notes, _) = self.notes.1.wait_timeout_while(notes, patience, waits).expect("a lock");
        assert_eq!(std::mem::take(&mut notes.lines), expected);
    }
}

#[serenity::async_trait]
impl Handler for Clerk {
    fn commands() -> Vec<Command<Clerk>> {
        vec![ask()]
    }

    async fn watched(&self) -> Result<Vec<(GuildId, ChannelId)>, Trouble> {
        let notes = self.notes.0.lock().expect("a lock");
        Ok(notes.watched.iter().map(|it| (GuildId::new(notes.guild), it.channel)).collect())
    }

    async fn known(&self, _: ChannelId) -> Result<Option<Watched>, Trouble> {
        Ok(self.notes.0.lock().expect("a lock").watched.clone())
    }

    async fn posted(&self, ctx: &Context, post: Message) -> Result<(), Trouble> {
        self.note(format!("posted: {}", post.content), |watched| {
            watched.after = watched.after.max(post.id);
            watched.known.push(Known { id: post.id, text: post.content.as_str().into() });
        });
        if post.content == "buttons" {
            let button = CreateButton::new("why").label("Why?").style(ButtonStyle::Primary);
            let rows = vec![CreateActionRow::Buttons(vec![button])];
            post.channel_id.send_message(ctx, CreateMessage::new().content("Here.").components(rows)).await?;
        }
        Ok(())
    }

    async fn edited(&self, _: &Context, edit: Edit) -> Result<(), Trouble> {
        self.note(format!("edited: {}", edit.text), |watched| {
            watched.known.retain(|it| it.id != edit.id);
            watched.known.push(Known { id: edit.id, text: edit.text.as_str().into() });
        });
        Ok(())
    }

    async fn deleted(&self, _: &Context, _: ChannelId, posts: Vec<MessageId>) -> Result<(), Trouble> {
        self.note(format!("deleted: {}", posts.len()), |watched| watched.known.retain(|it| !posts.contains(&it.id)));
        Ok(())
    }

    async fn gone(&self, _: &Context, _: ChannelId) -> Result<(), Trouble> {
        self.note("gone", |_| ());
        Ok(())
    }

    async fn pressed(&self, ctx: &Context, press: ComponentInteraction) -> Result<(), Trouble> {
        self.note(format!("pressed: {}", press.data.custom_id), |_| ());
        let input = CreateInputText::new(InputTextStyle::Short, "Line", "line");
        let form = CreateModal::new("why", "Which line?").components(vec![CreateActionRow::InputText(input)]);
        press.create_response(ctx, CreateInteractionResponse::Modal(form)).await?;
        Ok(())
    }

    async fn submitted(&self, ctx: &Context, form: ModalInteraction) -> Result<(), Trouble> {
        let inputs = form.data.components.iter().flat_map(|it| &it.components);
        let texts: Vec<&str> = inputs
            .filter_map(|it| match it {
                ActionRowComponent::InputText(it) => it.value.as_deref(),
                _ => None,
            })
            .collect();
        self.note(format!("submitted: {}", texts.join(", ")), |_| ());
        let answer = CreateInteractionResponseMessage::new().content("Because.").ephemeral(true);
        let answer = answer.allowed_mentions(serenity::all::CreateAllowedMentions::new());
        form.create_response(ctx, CreateInteractionResponse::Message(answer)).await?;
        Ok(())
    }
}

type Asked<'a> = poise::Context<'a, discord::Desk<Clerk>, Trouble>;

/// Says how many posts came before the command
#[poise::command(slash_command)]
async fn ask(
    ctx: Asked<'_>,
    #[description = "Whom"]
    #[autocomplete = "names"]
    whom: String,
) -> Result<(), Trouble> {
    ctx.defer().await?;
    ctx.data().lanes.settled(ctx.serenity_context().shard_id, ctx.channel_id()).await;
    let count = ctx.data().handler.notes.0.lock().expect("a lock").lines.len();
    ctx.say(format!("{whom}: {count}")).await?;
    Ok(())
}

async fn names(_: Asked<'_>, typed: &str) -> CreateAutocompleteResponse {
    let names = ["Alpha", "Bravo"].into_iter().filter(|it| it.starts_with(typed));
    CreateAutocompleteResponse::new().set_choices(names.map(|it| AutocompleteChoice::new(it, it)).collect())
}

#[test]
fn posts_edits_and_deletions_of_a_channel_come_in_order() {
    let discord = Loopback::start();
    let channel = discord.channel("battle");
    let clerk = Clerk::of(&discord, channel);
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    // Some of it is read over HTTP, for the bot has just arrived; and nothing is told twice.
    discord.post("alice", channel, "hello");
    discord.post("alice", channel, "again");
    clerk.expect(&["posted: hello", "posted: again"]);
    let mut expected = Vec::new();
    for number in 0..60 {
        let post = discord.post("alice", channel, &format!("{number}"));
        expected.push(format!("posted: {number}"));
        if number % 3 == 0 {
            discord.edit(post, &format!("{number} again"));
            expected.push(format!("edited: {number} again"));
        }
        if number % 6 == 0 {
            discord.delete(post);
            expected.push("deleted: 1".to_owned());
        }
    }
    clerk.expect(&expected.iter().map(String::as_str).collect::<Vec<_>>());
    let posts = [discord.post("bob", channel, "a"), discord.post("bob", channel, "b")];
    discord.delete_all(channel, &posts);
    clerk.expect(&["posted: a", "posted: b", "deleted: 2"]);
    bot.stop();
}

#[test]
fn what_happened_while_the_bot_was_away_is_read_before_what_is_new() {
    let discord = Loopback::start();
    let channel = discord.channel("battle");
    let clerk = Clerk::of(&discord, channel);
    let early: Vec<Id> = (0..250).map(|it| discord.post("alice", channel, &format!("{it}"))).collect();
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    let expected: Vec<String> = (0..250).map(|it| format!("posted: {it}")).collect();
    clerk.expect(&expected.iter().map(String::as_str).collect::<Vec<_>>());
    bot.stop();

    discord.edit(early[3], "three");
    discord.delete(early[5]);
    discord.delete(early[249]);
    discord.post("bob", channel, "late");
    discord.fault("GET /channels/*/messages", What::Status(503), 1);
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    discord.post("bob", channel, "now");
    clerk.expect(&["edited: three", "deleted: 2", "posted: late", "posted: now"]);
    bot.stop();
}

#[test]
fn a_lost_session_loses_nothing() {
    let discord = Loopback::start();
    let channel = discord.channel("battle");
    let clerk = Clerk::of(&discord, channel);
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    let post = discord.post("alice", channel, "one");
    clerk.expect(&["posted: one"]);

    discord.refuse_resume(true);
    discord.cut();
    discord.edit(post, "one and a half");
    discord.post("alice", channel, "two");
    clerk.expect(&["edited: one and a half", "posted: two"]);

    discord.wait_until_ready();
    discord.refuse_resume(false);
    discord.cut();
    discord.remove_channel(channel);
    clerk.expect(&["gone"]);
    bot.stop();
}

#[test]
fn buttons_forms_and_commands_reach_the_handler() {
    let discord = Loopback::start();
    let channel = discord.channel("battle");
    let clerk = Clerk::of(&discord, channel);
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    let post = discord.post("alice", channel, "buttons");
    let shown = discord.said_after(channel, post, "Here.");
    let pressed = discord.press("bob", shown.id, "why");
    let sent = discord.submit(pressed, &[("line", "3.4")]);
    assert_eq!(discord.answer(sent).text, "Because.");
    clerk.expect(&["posted: buttons", "pressed: why", "submitted: 3.4"]);

    assert_eq!(discord.complete("bob", channel, "ask", "whom", "Al"), ["Alpha"]);
    for number in 0..20 {
        discord.post("alice", channel, &format!("{number}"));
    }
    let asked = discord.command("bob", channel, "ask", &[("whom", "Alpha".into())]);
    assert_eq!(discord.answer(asked).text, "Alpha: 20");
    bot.stop();
}

#[test]
fn threads_are_channels_and_events_may_come_twice_or_backwards() {
    let discord = Loopback::start();
    let thread = discord.open_thread("carol", discord.channel("battle"), "Two at the Mill");
    let clerk = Clerk::of(&discord, thread);
    let bot = Running::start(&discord, Config::default(), clerk.clone());
    discord.wait_until_ready();
    let first = discord.post("alice", thread, "one");
    clerk.expect(&["posted: one"]);
    discord.double_events(true);
    discord.reply("bob", first, "two");
    clerk.expect(&["posted: two", "posted: two"]);
    discord.double_events(false);
    discord.hold_events();
    discord.post("alice", thread, "three");
    discord.post("alice", thread, "four");
    discord.release_events();
    clerk.expect(&["posted: four", "posted: three"]);
    bot.stop();
}
