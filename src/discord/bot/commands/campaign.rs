//! Commands of campaigns: who goes to a battle, how it changed them, and what the GM decides between battles.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::campaign::{Campaign, CampaignPage, Entry, Mustered, Refused as NotDone, campaign_of};
use crate::discord::bot::commands::{defer, gms_group, host_of, matching, reply};
use crate::discord::bot::mail::{CONTENT_MAX, File, cut_to_limit};
use crate::discord::bot::reply::Reply;
use crate::discord::bot::status::plain;
use crate::discord::bot::thread_state::ThreadState;
use crate::discord::bot::{Bot, Command, Ctx};
use crate::discord::trouble::Trouble;
use crate::games::{Data, Scenario};
use crate::page::Markup;
use crate::referee::Table;
use crate::store::{CampaignLine, Cause, StoreError};

pub(super) fn all() -> Vec<Command> {
    let about = "Campaigns: people who live on from battle to battle";
    vec![gms_group("campaign", about, vec![new(), enter(), rule(), buy(), undo(), export()]), roster()]
}

/// The largest file of a campaign that is accepted, in bytes.
const FILE_MAX: usize = 200_000;

commands! {
    /// Begin a campaign by its file
    new(#[description = "The campaign's file, such as salt-road.toml"] file: serenity::Attachment) with ctx {
        host_of(ctx).await?;
        let registry = &ctx.data().bot.registry;
        let text = registry.attachments.text(&file, FILE_MAX).await;
        let text = text.map_err(|why| Trouble::Refused(format!("The campaign can't begin: {}.", plain(&why))))?;
        let begun = match Campaign::begin(&file.filename, &text, &Data::Standard) {
            Ok(begun) => begun,
            Err(problems) => return reply(ctx, Reply::fenced(&problems.to_string(), "problems.txt")).await,
        };
        let (name, log) = (begun.key(), begun.log());
        let line = CampaignLine { place: place_of(ctx), name, after: 0, line: log.trim_end().to_owned() };
        match registry.referee.store().add_to_campaign(&line).await {
            Ok(()) => reply(ctx, page_reply(&begun, &CampaignPage::Roster)?).await,
            Err(StoreError { cause: Cause::Conflict, .. }) => {
                let name = plain(&line.name);
                Err(Trouble::Refused(format!("There is a campaign {name} here already. Give the file another name.")))
            }
            Err(why) => Err(why.into()),
        }
    }

    /// Enter the battle of this thread, which is over, if it isn't in yet
    enter() with ctx {
        host_of(ctx).await?;
        let store = ctx.data().bot.registry.referee.store();
        let Some(battle) = store.find(&ThreadState::key_of(ctx.channel_id().get())).await? else {
            let said = "No battle was played here. Give the command in the thread of one.";
            return Err(Trouble::Refused(said.to_owned()));
        };
        let log = store.load(battle).await?.log;
        let Some(name) = campaign_of(&log) else {
            return Err(Trouble::Refused("This battle belongs to no campaign.".to_owned()));
        };
        match change_campaign(ctx, Some(&name), |it| it.end(&log, true)).await? {
            (_, Some(n)) => reply(ctx, Reply::text(format!("Battle {n} is in already, nothing was done."))).await,
            (campaign, None) => {
                let entered = format!("{} is entered.", plain(&campaign.last_entry_in_words()));
                announce(ctx, &campaign, page_reply(&campaign, &CampaignPage::Roster)?, &entered).await
            }
        }
    }

    /// Decide something by hand, in public
    rule(
        #[description = "Such as: Wren fit · Wren dead · Wren out 2 · Wren xp -1 · Wren joins otter"]
        #[max_length = 200] ruling: String,
        #[description = "Why; everybody reads it"] #[max_length = 300] why: String,
        #[description = "The campaign, if there are several"] #[autocomplete = "campaigns"] campaign: Option<String>,
    ) with ctx {
        host_of(ctx).await?;
        let (campaign, ()) = change_campaign(ctx, campaign.as_deref(), |it| Ok((Some(it.rule(&ruling, &why)?), ()))).await?;
        let what = plain(&format!("{ruling} (\u{201c}{why}\u{201d})."));
        announce(ctx, &campaign, page_reply(&campaign, &CampaignPage::Chronicle)?, &what).await
    }

    /// Spend somebody's XP
    buy(
        #[description = "Who"] #[max_length = 60] who: String,
        #[description = "What"] #[max_length = 60] what: String,
        #[description = "The campaign, if there are several"] #[autocomplete = "campaigns"] campaign: Option<String>,
    ) with ctx {
        host_of(ctx).await?;
        let (campaign, ()) =
            change_campaign(ctx, campaign.as_deref(), |it| Ok((Some(it.buy(&who, &what, &Data::Standard)?), ()))).await?;
        let what = plain(&format!("{}.", campaign.last_entry_in_words()));
        announce(ctx, &campaign, page_reply(&campaign, &CampaignPage::Person(who))?, &what).await
    }

    /// Take back the last thing that stands: a battle, a muster, a ruling or a purchase
    undo(
        #[description = "The campaign, if there are several"] #[autocomplete = "campaigns"] campaign: Option<String>,
    ) with ctx {
        host_of(ctx).await?;
        let undo = |it: &Campaign| Ok((Some(it.undo()?), it.last_entry_in_words()));
        let (campaign, what) = change_campaign(ctx, campaign.as_deref(), undo).await?;
        let what = taken_back(&campaign, &what);
        announce(ctx, &campaign, Reply::text(what.clone()), &what).await
    }

    /// The campaign as files: what it is played by, and its log
    export(
        #[description = "The campaign, if there are several"] #[autocomplete = "campaigns"] campaign: Option<String>,
    ) with ctx {
        host_of(ctx).await?;
        let campaign = find_campaign(ctx, campaign.as_deref()).await?.campaign;
        let plan = campaign.source();
        let name = format!("{}.log", campaign.key());
        let files = vec![
            File::new(&plan.name, "What the campaign is played by", &plan.text),
            File::new(&name, "Its log, which fieldpost campaign verify checks", campaign.log()),
        ];
        let said = "The campaign as files. `fieldpost campaign` goes on with them.";
        reply(ctx, Reply { files, ..Reply::text(said) }).await
    }

    /// Who lives, who is fit, and what everybody has done
    roster(
        #[description = "Somebody's whole life"] #[max_length = 60] name: Option<String>,
        #[description = "Another page than the roster"] page: Option<Page>,
        #[description = "The campaign, if there are several"] #[autocomplete = "campaigns"] campaign: Option<String>,
    ) with ctx {
        defer(ctx).await?;
        let wanted = match (name, page) {
            (Some(name), _) => CampaignPage::Person(name),
            (None, Some(Page::Honour)) => CampaignPage::Honour,
            (None, Some(Page::Chronicle)) => CampaignPage::Chronicle,
            (None, Some(Page::Roster) | None) => CampaignPage::Roster,
        };
        reply(ctx, page_reply(&find_campaign(ctx, campaign.as_deref()).await?.campaign, &wanted)?).await
    }
}

/// Answers the GM, and posts the decision for everybody, because it is about their people.
async fn announce(ctx: Ctx<'_>, campaign: &Campaign, answer: Reply, what: &str) -> Result<(), Trouble> {
    reply(ctx, answer).await?;
    let said = format!("In the campaign **{}**, by <@{}>: {what}", plain(campaign.name()), ctx.author().id);
    // Discord hides only the first answer.
    ctx.send(poise::CreateReply::default().content(cut_to_limit(said))).await?;
    Ok(())
}

/// What is posted about something that was taken back. The battle of a muster may go on, and nobody there would know.
fn taken_back(campaign: &Campaign, what: &str) -> String {
    let then = match campaign.last_taken_back() {
        Some(Entry::Mustered { .. }) => " The battle that was begun by it can't be entered.",
        _ => "",
    };
    format!("Taken back: {}. Its line stays in the log.{then}", plain(what))
}

/// The pages of a campaign.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Page {
    #[name = "roster: who is fit"]
    Roster,
    #[name = "honour: the dead"]
    Honour,
    #[name = "chronicle: the battles"]
    Chronicle,
}

/// Suggests the campaigns of this server.
pub(super) async fn campaigns(ctx: Ctx<'_>, partial: &str) -> CreateAutocompleteResponse {
    let names = ctx.data().bot.registry.referee.store().campaigns(place_of(ctx)).await;
    names.map_or_else(|_| CreateAutocompleteResponse::new(), |it| matching(&it, partial))
}

/// The place of this server's campaigns in the store.
fn place_of(ctx: Ctx<'_>) -> i64 {
    i64::try_from(ctx.guild_id().map_or(0, serenity::GuildId::get)).unwrap_or(i64::MAX)
}

/// A campaign, and where it is stored.
pub(super) struct StoredCampaign {
    campaign: Campaign,
    place: i64,
    name: String,
    lines: usize,
}

impl StoredCampaign {
    async fn read(bot: &Bot, place: i64, name: &str) -> Result<StoredCampaign, Trouble> {
        let lines = bot.registry.referee.store().campaign(place, name).await?;
        let read = Campaign::read(&lines.iter().map(|it| format!("{it}\n")).collect::<String>());
        let broken = |why: NotDone| format!("The log of the campaign does not hold: {}.", plain(&why.to_string()));
        let campaign = read.map_err(|why| Trouble::Refused(broken(why)))?;
        Ok(StoredCampaign { campaign, place, name: name.to_owned(), lines: lines.len() })
    }

    /// The campaign of this channel's battle. `None` if it belongs to no campaign of this server.
    pub(super) async fn of_battle(ctx: Ctx<'_>) -> Result<Option<StoredCampaign>, Trouble> {
        let bot = &ctx.data().bot;
        let Some(battle) = bot.registry.battle_of(ctx.channel_id()).await? else { return Ok(None) };
        let named = bot.registry.referee.read(battle, |table, _| campaign_of(table.log())).await?;
        let Some(name) = named else { return Ok(None) };
        match StoredCampaign::read(bot, place_of(ctx), &name).await {
            Err(Trouble::Refused(_)) => Ok(None),
            kept => kept.map(Some),
        }
    }

    /// The line for a battle that has ended, and the text about it for everybody. Without a line, the text says why.
    pub(super) fn end(mut self, table: &Table) -> (Option<CampaignLine>, String) {
        let ended = self.campaign.end(table.log(), true).and_then(|(entry, _)| {
            let line = entry.map(|it| self.line(it)).transpose()?;
            Ok((line, page_reply(&self.campaign, &CampaignPage::Roster)?.text))
        });
        ended.unwrap_or_else(|why| {
            let why = plain(&why.to_string());
            (None, format!("The battle is not in the campaign: {why}. `/campaign enter` tries it again."))
        })
    }

    /// Adds an entry to the campaign. Returns its line.
    fn line(&mut self, entry: Entry) -> Result<CampaignLine, NotDone> {
        let line = self.campaign.add(entry)?;
        Ok(CampaignLine { place: self.place, name: self.name.clone(), after: self.lines, line })
    }
}

/// The campaign with this name, or the only one of this server.
async fn find_campaign(ctx: Ctx<'_>, named: Option<&str>) -> Result<StoredCampaign, Trouble> {
    let (bot, place) = (&ctx.data().bot, place_of(ctx));
    let names = bot.registry.referee.store().campaigns(place).await?;
    let found = match named {
        Some(named) => names.iter().find(|it| it.eq_ignore_ascii_case(named.trim())),
        None if names.len() == 1 => names.first(),
        None => None,
    };
    if let Some(name) = found {
        return StoredCampaign::read(bot, place, name).await;
    }
    // Messages about a campaign show the name in its file, so people may type that one.
    for (name, named) in names.iter().filter_map(|it| Some((it, named?))) {
        if let Ok(kept) = StoredCampaign::read(bot, place, name).await
            && kept.campaign.name().eq_ignore_ascii_case(named.trim())
        {
            return Ok(kept);
        }
    }
    let list = names.iter().map(|it| plain(it)).collect::<Vec<_>>().join(", ");
    Err(Trouble::Refused(match names.is_empty() {
        true => "There is no campaign in this server. The GM begins one with `/campaign new`.".to_owned(),
        false => format!("Which campaign? There is {list}."),
    }))
}

/// Attempts at a change, in case somebody else makes one at the same time.
const TRIES: u32 = 3;

/// Makes an entry of a campaign, and stores it.
async fn change_campaign<T>(
    ctx: Ctx<'_>,
    named: Option<&str>,
    make: impl Fn(&Campaign) -> Result<(Option<Entry>, T), NotDone>,
) -> Result<(Campaign, T), Trouble> {
    let mut tries = 0;
    loop {
        tries += 1;
        let mut kept = find_campaign(ctx, named).await?;
        let (entry, made) = make(&kept.campaign)?;
        let Some(entry) = entry else { return Ok((kept.campaign, made)) };
        let line = kept.line(entry)?;
        match ctx.data().bot.registry.referee.store().add_to_campaign(&line).await {
            Ok(()) => return Ok((kept.campaign, made)),
            Err(StoreError { cause: Cause::Conflict, .. }) if tries < TRIES => (),
            Err(why) => return Err(why.into()),
        }
    }
}

impl From<NotDone> for Trouble {
    fn from(why: NotDone) -> Trouble {
        Trouble::Refused(format!("That was not done: {}.", plain(&why.to_string())))
    }
}

/// A page of a campaign as one message. If it doesn't fit, all of it is attached as a file.
fn page_reply(campaign: &Campaign, page: &CampaignPage) -> Result<Reply, NotDone> {
    let document = campaign.show(page)?;
    let (marked, text) = (Markup::Discord.render(&document), Markup::Plain.render(&document));
    let is_all = marked.chars().count() <= CONTENT_MAX;
    let files = if is_all { Vec::new() } else { vec![File::new("campaign.txt", "All of it", text)] };
    Ok(Reply { files, ..Reply::text(cut_to_limit(marked)) })
}

/// Names as people list them: `Wren, Ames`.
pub(super) fn names(text: &str) -> Vec<String> {
    text.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// Refuses what [`muster`] would refuse, and changes nothing.
pub(super) async fn can_muster(
    ctx: Ctx<'_>,
    name: &str,
    scenario: &Scenario,
    without: &[String],
) -> Result<(), Trouble> {
    find_campaign(ctx, Some(name)).await?.campaign.muster(scenario, without)?;
    Ok(())
}

/// Musters the people of a campaign for a scenario, except those whom the GM leaves at home.
pub(super) async fn muster(
    ctx: Ctx<'_>,
    name: &str,
    scenario: &Scenario,
    without: &[String],
) -> Result<Mustered, Trouble> {
    let done = change_campaign(ctx, Some(name), |it| {
        let mustered = it.muster(scenario, without)?;
        Ok((Some(mustered.entry.clone()), mustered))
    });
    Ok(done.await?.1)
}
