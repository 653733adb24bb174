//! Discord: events in, messages out.
//!
//! [`serve`] runs the bot until it is asked to stop. `bot` knows what posts and buttons mean. The other modules keep
//! the connection for it: the posts of a channel come one at a time and in order, missed posts are read afterwards, and
//! a stop interrupts nothing.

mod backfill;
mod bot;
mod channel_queues;
mod checks;
mod commands;
mod config;
mod dispatcher;
mod gateway;
mod inbound;
mod logs;
mod missed;
mod observe;
mod transport;
mod trouble;

pub use config::{Config, InvalidConfig, LogFormat, QuietHours};
pub use transport::DiscordStandIn;
pub use trouble::Trouble;

use std::sync::Arc;
use std::time::Duration;

use crate::discord::bot::{Bot, Services};
use crate::discord::channel_queues::ChannelQueues;
use crate::discord::dispatcher::Dispatcher;
use crate::discord::gateway::Gateway;
use crate::referee::{Clock, SystemClock};

/// How long the steps of a stop may take: closing the connections to Discord, finishing what is under way, sending the
/// last messages, tidying up the database, and ending what nobody waits for any more. Together they take less than the
/// 45 seconds after which a host kills the bot, by `config/fieldpost.service`, `config/Containerfile` and
/// `config/HOSTING.md`.
const GOODBYE: Duration = Duration::from_secs(5);
const UNDER_WAY: Duration = Duration::from_secs(20);
const LAST_MESSAGES: Duration = Duration::from_secs(10);
const TIDYING: Duration = Duration::from_secs(3);
const REMAINDER: Duration = Duration::from_secs(2);

/// Runs the bot until SIGTERM or ctrl-c.
pub fn serve(config: &Config) -> Result<(), Trouble> {
    logs::start(config.log);
    config.check_places()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|why| Trouble::System { what: "can't start the program's threads", why })?;
    let stand_in = DiscordStandIn::from_environment()?;
    let ended = runtime.block_on(run(config, stand_in, Arc::new(SystemClock), asked_to_stop()));
    // Without a limit, this would wait for the end of a rehearsal.
    runtime.shutdown_timeout(REMAINDER);
    ended
}

/// Runs the bot until it is asked to stop and has finished what was under way.
pub async fn run(
    config: &Config,
    stand_in: Option<DiscordStandIn>,
    clock: Arc<dyn Clock>,
    stop: impl Future<Output = Result<(), Trouble>>,
) -> Result<(), Trouble> {
    let http = Arc::new(transport::http(config, stand_in.as_ref())?);
    let gauges = observe::Gauges::default();
    // Trouble on this machine is reported even if Discord doesn't answer, and /health can then report that it doesn't.
    let metrics = match config.listen {
        Some(address) => Some(observe::start(address, gauges.clone()).await?),
        None => None,
    };
    let queues = ChannelQueues::default();
    let bot = Bot::open(config, clock, &http, &queues).await?;
    let dispatcher = Arc::new(Dispatcher::new(Services { bot, queues: queues.clone() }, gauges.clone()));
    if let Some(metrics) = metrics {
        tokio::spawn(observe::watch_conditions(gauges.clone(), metrics, Arc::clone(&dispatcher.services)));
    }
    gauges.set_awaited(Some("it has not answered yet".to_owned()));
    let route = checks::Route { is_stand_in: stand_in.is_some(), is_proxied: config.http_proxy.is_some() };
    let mut stop = std::pin::pin!(stop);
    // Nothing is served before Discord has answered, so a stop has nothing to finish.
    let found = tokio::select! {
        found = checks::connect(&http, route, |why| gauges.set_awaited(Some(why))) => found.map(Some),
        stop = &mut stop => stop.map(|()| None),
    };
    let found = match found {
        Ok(Some(found)) => found,
        ended => {
            tidy_up(&dispatcher).await;
            return ended.map(|_| ());
        }
    };
    gauges.set_awaited(None);
    http.set_application_id(found.application);
    let shards = config.shards.unwrap_or(found.shards);
    let mut gateway = Gateway::new(&dispatcher, &http, found.gateway, shards);
    let commands = poise::builtins::create_application_commands(&dispatcher.options.commands);
    tokio::spawn(commands::register(Arc::clone(&http), commands));

    let ended = tokio::select! {
        why = gateway.run() => Err(why),
        stop = &mut stop => stop,
        // This never ends by itself.
        () = dispatcher.services.bot.run() => Ok(()),
    };
    if ended.is_ok() {
        tracing::info!("stopping: what is under way is finished, nothing new is taken");
    }
    tokio::select! {
        () = finish(&mut gateway, &queues, &dispatcher) => (),
        () = linger(&dispatcher) => (),
    }
    tidy_up(&dispatcher).await;
    ended
}

/// Finishes what is under way.
async fn finish(gateway: &mut Gateway, queues: &ChannelQueues, dispatcher: &Dispatcher) {
    if tokio::time::timeout(GOODBYE, gateway.close_all()).await.is_err() {
        tracing::warn!("Discord did not say goodbye");
    }
    if tokio::time::timeout(UNDER_WAY, queues.close()).await.is_err() {
        tracing::error!("some work was not finished after {} seconds and is left", UNDER_WAY.as_secs());
    }
    if tokio::time::timeout(LAST_MESSAGES, dispatcher.services.bot.finish()).await.is_err() {
        tracing::error!("the last messages were not sent; they are at the next start");
    }
}

/// Makes the SQLite file whole by itself, because hosts copy it while the bot is stopped.
async fn tidy_up(dispatcher: &Dispatcher) {
    if !matches!(
        tokio::time::timeout(TIDYING, dispatcher.services.bot.registry.referee.store().checkpoint()).await,
        Ok(Ok(()))
    ) {
        tracing::warn!(
            "the database could not be tidied up: a copy of its file is whole only with the -wal file beside it"
        );
    }
}

/// Keeps other processes from taking over what this one serves, for as long as it is still finishing.
async fn linger(dispatcher: &Dispatcher) {
    loop {
        dispatcher.services.bot.extend_leases().await;
        tokio::time::sleep(gateway::TURN).await;
    }
}

/// Waits for SIGTERM or ctrl-c.
async fn asked_to_stop() -> Result<(), Trouble> {
    let failed = |why| Trouble::System { what: "can't listen for a request to stop", why };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed.map_err(failed),
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_takes_less_time_than_hosts_give_it() {
        let longest = (GOODBYE + UNDER_WAY + LAST_MESSAGES + TIDYING + REMAINDER).as_secs();
        for (text, setting) in [
            (include_str!("../../config/fieldpost.service"), "TimeoutStopSec="),
            (include_str!("../../config/Containerfile"), "--stop-timeout="),
            (include_str!("../../config/HOSTING.md"), "--stop-timeout="),
        ] {
            let digits = |it: &str| it.chars().take_while(char::is_ascii_digit).collect::<String>();
            let given: Vec<u64> =
                text.split(setting).skip(1).map(|it| digits(it).parse().expect("a number of seconds")).collect();
            assert!(!given.is_empty() && given.iter().all(|it| longest < *it), "{longest} s, {setting}{given:?}");
            let told = format!("{longest} seconds at most");
            assert!(text.contains(&told), "{told} is not in\n{text}");
        }
    }
}
