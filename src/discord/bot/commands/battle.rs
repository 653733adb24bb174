//! Commands that begin, pause, end, export and import battles.

use poise::serenity_prelude as serenity;
use serenity::{
    AutoArchiveDuration, ChannelType, CreateAllowedMentions, CreateAutocompleteResponse, CreateForumPost,
    CreateMessage, CreateThread, GuildId,
};

use crate::dice::Seed;
use crate::discord::bot::commands::campaign::{StoredCampaign, campaigns};
use crate::discord::bot::commands::{act, act_as_gm, campaign, gms_group, host_of, matching, reply};
use crate::discord::bot::mail::{Draft, File, STATES, tags_for};
use crate::discord::bot::reply::Reply;
use crate::discord::bot::status::plain;
use crate::discord::bot::thread_state::{ThreadState, with_state};
use crate::discord::bot::{Bot, Command, Ctx, rounds, status};
use crate::discord::checks::missing_permissions;
use crate::discord::trouble::{Trouble, words};
use crate::field::Level;
use crate::page::{Forum, Markup};
use crate::post::Poster;
use crate::referee::{EXPORT_WITH_SEED, Refused, Table, drawn_seed, why_not_twice};
use crate::store::{BattleId, ExistingBattle, Origin};

pub(super) fn all() -> Vec<Command> {
    vec![gms_group("battle", "Battles", vec![new(), start(), pause(), end(), import()]), export()]
}

#[expect(clippy::unused_async, reason = "poise wants it so")]
async fn scenarios(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    matching(&ctx.data().bot.library.offered(), partial)
}

commands! {
    /// Begin a battle in a thread of its own
    new(
        #[description = "The scenario"] #[autocomplete = "scenarios"] scenario: String,
        #[description = "The thread's name [default: the scenario's title]"] #[max_length = 100] name: Option<String>,
        #[description = "Who leads the squads that nobody gives orders to [default: as the scenario says]"]
        commander: Option<Commander>,
        #[description = "The campaign whose people go"] #[autocomplete = "campaigns"] campaign: Option<String>,
        #[description = "Who of the campaign stays at home, such as: Wren, Ames"]
        #[max_length = 300] without: Option<String>,
    ) with ctx {
        let gm = host_of(ctx).await?;
        let bot = &ctx.data().bot;
        let scenario = bot.library.load(&scenario, commander.and_then(Commander::level)).map_err(Trouble::Refused)?;
        let seed = match bot.rehearsal {
            Some(known) => Seed::from(known),
            None => drawn_seed().map_err(Trouble::Handler)?,
        };
        let at_home = campaign::names(without.as_deref().unwrap_or_default());
        let refused = |why: &str| Err(Trouble::Refused(why.to_owned()));
        // A muster that is refused shouldn't leave an empty thread.
        match (&campaign, &without) {
            (None, None) => (),
            (None, Some(_)) => return refused("Without a campaign nobody can stay at home: name it, too."),
            (Some(_), Some(_)) if at_home.is_empty() => {
                return refused("`without` names nobody. Name who stays at home, such as: Wren, Ames.");
            }
            (Some(campaign), _) => campaign::can_muster(ctx, campaign, &scenario, &at_home).await?,
        }
        let state = open_thread(ctx, scenario.opening.stage().title, name.as_deref(), gm).await?;
        let (scenario, notes) = match campaign {
            None => (scenario, Vec::new()),
            Some(campaign) => {
                let mustered = campaign::muster(ctx, &campaign, &scenario, &at_home).await;
                let mustered = mustered.map_err(|why| opened_for_nothing(why, &state))?;
                (mustered.scenario, mustered.notes)
            }
        };
        let begun = bot.registry.referee.begin(&scenario, seed, state.location(), |tx| {
            // It can't fail, because the battle has only just begun.
            let _ = tx.table.set_pace(bot.pace);
            with_state(tx, |tx, state| rounds::open_thread(tx, state, bot.rehearsal));
        });
        register(bot, begun.await?.0, &state);
        let id = state.channel;
        let notes: String = notes.iter().map(|it| format!(" {}", plain(it))).collect();
        let said = format!(
            "The battle begins in <#{id}>. `/battle start` there starts the clock, once the seats are taken.{notes}"
        );
        reply(ctx, Reply::text(said)).await
    }

    /// Go on here with a battle from a file that its host exported, with its seed
    import(
        #[description = "What fieldpost export --with-seed wrote"] file: serenity::Attachment,
        #[description = "The thread's name [default: the battle's]"] #[max_length = 100] name: Option<String>,
    ) with ctx {
        let gm = host_of(ctx).await?;
        let bot = &ctx.data().bot;
        let refused = |why: String| not_imported(&plain(&why));
        let text = bot.registry.attachments.text(&file, IMPORT_MAX).await.map_err(refused)?;
        // The whole battle is played again, which may take a while.
        let read = tokio::task::spawn_blocking(move || Table::import(&text, EXPORT_WITH_SEED)).await;
        let read = read.map_err(|_| Trouble::Handler("a bug: the file of a battle could not be read".to_owned()))?;
        // It goes on in another thread, so how much of the old thread was read doesn't matter.
        let (table, _) = read.map_err(refused)?;
        if table.is_revealed() {
            return Err(not_imported("it is over"));
        }
        // A battle that exists already shouldn't leave an empty thread. The database itself refuses one that is added
        // meanwhile.
        if let Some(first) = bot.registry.referee.store().find_same(&table.imported()).await? {
            return Err(why_not_imported(ctx, table.stage().title, first).await);
        }
        let title = table.stage().title.to_owned();
        let state = open_thread(ctx, &title, name.as_deref(), gm).await?;
        let begun = bot.registry.referee.keep(table, Origin::Elsewhere, state.location(), |tx| {
            with_state(tx, rounds::open_imported);
        });
        let begun = begun.await.map_err(|why| (why.existing_battle(), Trouble::from(why)));
        let battle = match begun {
            Ok((battle, ())) => battle,
            Err((Some(first), _)) => return Err(opened_for_nothing(why_not_imported(ctx, &title, first).await, &state)),
            Err((None, why)) => return Err(why),
        };
        register(bot, battle, &state);
        reply(ctx, Reply::text(format!("The battle goes on in <#{}>.", state.channel))).await
    }

    /// End the battle for good and publish the seed, so that everybody can check the dice
    end(#[description = "True ends it even if nobody has won yet"] confirm: Option<bool>) with ctx {
        let campaign = StoredCampaign::of_battle(ctx).await?;
        act_as_gm(ctx, |tx, state, _| {
            if tx.table.stage().outcome.is_none() && confirm != Some(true) {
                let why = "Nobody has won yet, and nothing can be played once the seed is known. With confirm: True the battle ends \
                           all the same";
                return Err(Refused::Unclear(why.to_owned()));
            }
            tx.table.replay_skipped_or_refuse()?;
            // A battle that was ended before can't take a campaign's line any more. `/campaign enter` enters it.
            let campaign = campaign.filter(|_| !tx.table.is_revealed());
            rounds::end_battle(tx, state);
            if let Some(campaign) = campaign {
                let (line, told) = campaign.end(tx.table);
                line.into_iter().for_each(|it| tx.add_campaign_line(it));
                state.post(tx, Draft::text(told));
            }
            Ok("The battle is over, and the seed is published.".to_owned())
        })
        .await
    }

    /// Start the clock: the first round has a deadline from now on
    start(
        #[description = "Hours for each round; 0: no deadlines"] #[max = 8760] hours: Option<u32>,
        #[description = "Whether the deadline closes the round by itself"] closes: Option<bool>,
        #[description = "Whether the round closes as soon as all players are ready"] early: Option<bool>,
        #[description = "Hours before the deadline at which players are reminded"] #[max = 720] remind: Option<u32>,
    ) act_as_gm |tx, state, _| {
        let mut pace = tx.table.pace();
        pace.round = hours.map_or(pace.round, |it| (0 < it).then_some(it * 3600));
        pace.closes = closes.unwrap_or(pace.closes);
        pace.early = early.unwrap_or(pace.early);
        pace.remind = remind.map_or(pace.remind, |it| it * 3600);
        tx.table.set_pace(pace)?;
        tx.table.pause(false)?;
        tx.table.start_clock(tx.now);
        let said = match tx.table.deadline() {
            Some(at) => format!("Round {} is open until <t:{at}:F> (<t:{at}:R>).", tx.table.round()),
            None => format!("Round {} is open until the GM closes it.", tx.table.round()),
        };
        Ok(status::announce(tx, state, said))
    }

    /// Stop the clock, or let it go on
    pause(#[description = "False lets it go on"] paused: Option<bool>) act_as_gm |tx, state, _| {
        let paused = paused.unwrap_or(true);
        tx.table.pause(paused)?;
        let said = if paused { "The clock is stopped. Orders are still taken." } else { "The clock goes on." };
        Ok(status::announce(tx, state, said))
    }

    /// The battle as files: its log, the thread, and the last report for a forum
    export() act |tx, state, requester| {
        tx.table.replay_skipped_or_refuse()?;
        // A log begins with the scenario, including its reserves.
        let has_all = requester.is_gm(state) || tx.table.is_revealed();
        let mut files = if has_all {
            rounds::whole_files(tx.table)
        } else {
            let author = requester.author(tx.table, state)?;
            let thread = match tx.table.poster(&author)? {
                Poster::Seat(seat) => tx.table.transcript_of(seat),
                Poster::Gm => tx.table.transcript(),
            };
            vec![File::new("thread.txt", "The thread as plain text", thread)]
        };
        if let Some(closed) = tx.table.closed().last() {
            let document = closed.report.document();
            let bbcode = Markup::BbCode(Forum::Any).render(&document);
            files.push(File::new("report.bbcode", "The last report for a forum, in BBCode", bbcode));
            files.push(File::new("report.txt", "The last report as plain text", Markup::Plain.render(&document)));
        }
        let text = match (tx.table.is_revealed(), has_all) {
            (true, _) => "The battle as files. `fieldpost verify` checks its dice.",
            (false, true) => "The battle as files. The seed and hidden orders are left out until it is over.",
            (false, false) => "Your part of the battle as files. `/battle end` makes all of it everybody's.",
        };
        Ok(Reply { files, ..Reply::text(text) })
    }
}

/// How well squads are led that nobody gives orders to.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Commander {
    #[name = "green: each squad for itself"]
    Green,
    #[name = "regular: the squads together"]
    Regular,
    #[name = "veteran: it weighs what you can do in return"]
    Veteran,
    #[name = "elite: it tries its plans in private first"]
    Elite,
}

impl Commander {
    fn level(self) -> Option<Level> {
        Level::ALL.iter().find(|it| poise::ChoiceParameter::name(&self).starts_with(it.0)).map(|it| it.1)
    }
}

/// The largest file of a battle that is accepted, in bytes.
const IMPORT_MAX: usize = 4_000_000;

/// Why a battle that exists already can't be imported. Its thread is named if it is in this server.
async fn why_not_imported(ctx: Ctx<'_>, title: &str, first: ExistingBattle) -> Trouble {
    let front_state = match ctx.data().bot.registry.referee.store().load(first.battle).await {
        Ok(stored) => stored.front_state,
        Err(why) => return why.into(),
    };
    let thread =
        ThreadState::read(&front_state).filter(|it| ctx.guild_id().is_some_and(|guild| guild.get() == it.guild));
    let place = thread.map_or_else(|| "here".to_owned(), |it| format!("in <#{}>", it.channel));
    not_imported(&why_not_twice(&plain(title), &place, first))
}

fn not_imported(why: &str) -> Trouble {
    Trouble::Refused(format!("The battle can't be continued: {why}."))
}

/// A refusal that comes after a thread was opened. It says that the thread is empty.
fn opened_for_nothing(why: Trouble, thread: &ThreadState) -> Trouble {
    match why {
        Trouble::Refused(why) => {
            Trouble::Refused(format!("{why} The thread <#{}> is empty and can be deleted.", thread.channel))
        }
        why => why,
    }
}

/// Registers a battle that was begun or imported, and wakes the sender.
fn register(bot: &Bot, battle: BattleId, state: &ThreadState) {
    tracing::info!("battle {battle} is played in the thread {}", state.channel);
    bot.registry.play(battle, state, None);
    bot.registry.sender.wake();
}

/// Opens a thread for a battle in this channel, or a post in a forum. If that fails, the refusal names the permissions
/// that are missing.
async fn open_thread(ctx: Ctx<'_>, title: &str, name: Option<&str>, gm: u64) -> Result<ThreadState, Trouble> {
    try_to_open(ctx, name.unwrap_or(title), title, gm).await.map_err(|why| {
        tracing::warn!("a thread could not be opened: {}", words(&why));
        let guild = ctx.guild_id().unwrap_or_default();
        let missing = missing_permissions(&ctx.serenity_context().cache, guild, ctx.channel_id());
        let missing = match &missing[..] {
            [] => "View Channel, Create Public Threads, Send Messages in Threads and Attach Files".to_owned(),
            some => some.join(", "),
        };
        Trouble::Refused(format!(
            "The bot can't open a thread here. In Discord: Edit Channel, Permissions, the bot's role, and allow: \
             {missing}."
        ))
    })
}

/// Opens a thread. In a forum, opens a post. In a thread, opens a new thread beside it.
async fn try_to_open(ctx: Ctx<'_>, name: &str, title: &str, gm: u64) -> Result<ThreadState, serenity::Error> {
    const NAME_MAX: usize = 100;
    let name = if name.chars().any(char::is_alphanumeric) { name.trim() } else { title };
    let name: String = name.chars().filter(|it| !it.is_control()).take(NAME_MAX).collect();
    let http = &ctx.serenity_context().http;
    let mut channel = ctx.channel_id();
    let mut place = http.get_channel(channel).await?.guild();
    if let Some(parent) = place.as_ref().filter(|it| it.thread_metadata.is_some()).and_then(|it| it.parent_id) {
        channel = parent;
        place = http.get_channel(channel).await?.guild();
    }
    let shown = format!("{} · round 1", name.chars().take(NAME_MAX - 10).collect::<String>());
    let thread = if place.is_some_and(|it| it.kind == ChannelType::Forum) {
        let first = CreateMessage::new().content("A battle begins.").allowed_mentions(CreateAllowedMentions::new());
        let tags = tags_for(http, Some(channel), STATES[0], &[]).await?.unwrap_or_default();
        channel.create_forum_post(http, CreateForumPost::new(shown, first).set_applied_tags(tags)).await?
    } else {
        let thread = CreateThread::new(shown).kind(ChannelType::PublicThread);
        channel.create_thread(http, thread.auto_archive_duration(AutoArchiveDuration::OneWeek)).await?
    };
    let (guild, parent, channel) = (ctx.guild_id().map_or(0, GuildId::get), channel.get(), thread.id.get());
    Ok(ThreadState { guild, channel, parent, name, gms: vec![gm], after: channel, ..ThreadState::default() })
}
