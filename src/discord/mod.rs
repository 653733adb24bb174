//! Discord: events in, messages out.
//!
//! [`serve`] runs a bot until it is asked to stop. What a post or a button *means* is not known here: that is a
//! [`Handler`], and it is the only thing to write to give the bot something to do. What this module keeps for it: posts
//! of a channel come one at a time and in order, what was missed is read again, nothing is cut off at a stop.

mod checks;
mod commands;
mod config;
mod front;
mod game;
mod gateway;
mod handler;
mod lanes;
mod limits;
mod logs;
mod missed;
mod observe;
mod readers;
mod transport;
mod trouble;

pub use config::{Config, Deadlines, LogFormat, QuietHours, Unusable};
pub use game::Game;
pub use handler::{Command, Condition, Desk, Edit, Handler, Known, Watched};
pub use lanes::Lanes;
pub use limits::violations;
pub use missed::{Missed, missed};
pub use transport::StandIn;
pub use trouble::Trouble;

use std::sync::Arc;
use std::time::Duration;

use crate::discord::front::Front;
use crate::discord::gateway::Gateway;

/// How long what is under way at a stop may take to finish.
const LAST_WORDS: Duration = Duration::from_secs(25);

/// Runs the bot until SIGTERM or ctrl-c.
pub fn serve<H: Handler>(config: &Config, handler: H) -> Result<(), Trouble> {
    logs::start(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|why| Trouble::System { what: "can't start the program's threads", why })?;
    let stand_in = StandIn::from_environment()?;
    runtime.block_on(run(config, stand_in, handler, asked_to_stop()))
}

/// Runs the bot until it is asked to stop, and has finished what was under way.
pub async fn run<H: Handler>(
    config: &Config,
    stand_in: Option<StandIn>,
    handler: H,
    stop: impl Future<Output = Result<(), Trouble>>,
) -> Result<(), Trouble> {
    let http = Arc::new(transport::http(config, stand_in.as_ref())?);
    let gauges = observe::Gauges::default();
    let found = checks::first(&http, stand_in.is_some()).await?;
    http.set_application_id(found.application);

    let lanes = Lanes::default();
    let front = Arc::new(Front::new(Desk { handler, lanes: lanes.clone() }, gauges.clone()));
    if let Some(address) = config.listen {
        observe::start(address, gauges, front.desk()).await?;
    }
    front.handler().begun(&http, &lanes).await?;
    front.begin();
    let shards = config.shards.unwrap_or(found.shards);
    let mut gateway = Gateway::new(&front, &http, found.gateway, shards);
    tokio::spawn(commands::register(Arc::clone(&http), commands::to_register(front.commands())));

    let ended = tokio::select! {
        why = gateway.hear() => Err(why),
        stop = stop => stop,
        () = beside(&front) => Ok(()),
    };
    if ended.is_ok() {
        tracing::info!("stopping: what is under way is finished, nothing new is taken");
    }
    tokio::select! {
        () = finish(&mut gateway, &lanes, &front) => (),
        () = linger(&front) => (),
    }
    ended
}

/// Finishes what is under way.
async fn finish<H: Handler>(gateway: &mut Gateway<H>, lanes: &Lanes, front: &Front<H>) {
    if tokio::time::timeout(Duration::from_secs(5), gateway.close_all()).await.is_err() {
        tracing::warn!("Discord did not say goodbye");
    }
    if tokio::time::timeout(LAST_WORDS, lanes.close()).await.is_err() {
        tracing::error!("some work was not finished after {} seconds and is left", LAST_WORDS.as_secs());
    }
    if tokio::time::timeout(LAST_WORDS, front.handler().ending()).await.is_err() {
        tracing::error!("the last messages were not sent; they are at the next start");
    }
}

/// Keeps what this process serves from being another's, for as long as it is at work.
async fn linger<H: Handler>(front: &Front<H>) {
    loop {
        front.handler().lingers().await;
        tokio::time::sleep(gateway::TURN).await;
    }
}

/// What the handler does beside the events. One that does nothing is no reason to stop.
async fn beside<H: Handler>(front: &Front<H>) {
    front.handler().run().await;
    std::future::pending::<()>().await;
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
