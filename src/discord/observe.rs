//! Health and metrics for the host of the bot, on a port of their own: `/health` says whether it is ready,
//! `/health/live` whether it is alive, and `/metrics` has its numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::discord::bot::Services;
use crate::discord::inbound::Condition;
use crate::discord::trouble::Trouble;
use crate::referee::locked;

/// How often the conditions are checked.
const TURN: Duration = Duration::from_secs(5);

/// How long a check counts, and how long the program may be silent before it is taken for dead.
const FRESH: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(120);

/// The state of the bot, as `/health` reports it. A clone is another handle to the same state.
#[derive(Clone, Default)]
pub(super) struct Gauges(Arc<Mutex<Health>>);

#[derive(Default)]
struct Health {
    /// The shards that this process serves, and whether each is connected.
    shards: BTreeMap<u32, bool>,
    /// Why Discord hasn't given yet what the bot needs to begin.
    awaited: Option<String>,
    conditions: Vec<Condition>,
    checked_at: Option<Instant>,
    /// When the gateway last took its turn.
    turned_at: Option<Instant>,
}

impl Gauges {
    /// Sets whether a shard is connected. `None` if this process doesn't serve it.
    pub(super) fn set_shard(&self, number: u32, is_connected: Option<bool>) {
        match is_connected {
            Some(it) => locked(&self.0).shards.insert(number, it),
            None => locked(&self.0).shards.remove(&number),
        };
        let gauge = metrics::gauge!("fieldpost_shard_connected", "shard" => number.to_string());
        gauge.set(is_connected.map_or(f64::NAN, |it| f64::from(u8::from(it))));
    }

    pub(super) fn is_connected(&self, number: u32) -> bool {
        locked(&self.0).shards.get(&number) == Some(&true)
    }

    /// Sets why the bot still waits for Discord. `None` once it doesn't.
    pub(super) fn set_awaited(&self, why: Option<String>) {
        locked(&self.0).awaited = why;
    }

    /// Notes that the gateway takes a turn.
    pub(super) fn note_turn(&self) {
        locked(&self.0).turned_at = Some(Instant::now());
    }

    fn set_conditions(&self, conditions: Vec<Condition>) {
        for it in &conditions {
            metrics::gauge!("fieldpost_well", "of" => it.name).set(f64::from(u8::from(it.state.is_ok())));
        }
        let mut seen = locked(&self.0);
        (seen.conditions, seen.checked_at) = (conditions, Some(Instant::now()));
    }

    /// Whether the bot does everything that it is there for. One that stands by is ready.
    fn ready(&self) -> (StatusCode, String) {
        let seen = locked(&self.0);
        let is_fresh = seen.checked_at.is_some_and(|it| it.elapsed() < FRESH);
        let is_well = seen.conditions.iter().all(|it| it.state.is_ok()) && seen.shards.values().all(|it| *it);
        let is_ready = is_fresh && is_well && seen.awaited.is_none();
        let mut said = if is_ready { "ok\n".to_owned() } else { "not ready\n".to_owned() };
        if let Some(why) = &seen.awaited {
            let _ = writeln!(said, "discord: NOT WELL: {why}");
        }
        for Condition { name, state } in &seen.conditions {
            let (is_well, words) = match state {
                Ok(it) => ("", it),
                Err(it) => ("NOT WELL: ", it),
            };
            let _ = writeln!(said, "{name}: {is_well}{words}");
        }
        for (number, is_connected) in &seen.shards {
            let _ = writeln!(said, "shard {number}: {}", if *is_connected { "connected" } else { "NOT connected" });
        }
        if seen.shards.is_empty() {
            said += "this process serves no shard\n";
        }
        (if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, said)
    }

    /// Whether the bot is alive. If it isn't, it has to be restarted.
    fn live(&self) -> (StatusCode, &'static str) {
        match locked(&self.0).turned_at.is_none_or(|it| it.elapsed() < SILENCE) {
            true => (StatusCode::OK, "alive\n"),
            false => (StatusCode::SERVICE_UNAVAILABLE, "stuck\n"),
        }
    }
}

/// Opens the port. Until the database is open, only that can be reported.
pub(super) async fn start(address: SocketAddr, gauges: Gauges) -> Result<PrometheusHandle, Trouble> {
    let handle = PrometheusBuilder::new()
        .install_recorder()
        .map_err(|why| Trouble::Setting(format!("can't count what is to be shown at {address}: {why}.")))?;
    describe();
    let listener = tokio::net::TcpListener::bind(address).await.map_err(|why| {
        Trouble::Setting(format!(
            "can't listen at {address} for /health and /metrics: {why}. End the program that has the port, or name another \
             as `listen` in [host] of the configuration."
        ))
    })?;
    let bound = listener.local_addr().unwrap_or(address);
    tracing::info!("health and metrics are at http://{bound}");
    gauges.set_conditions(vec![Condition { name: "database", state: Err("the database is not open yet".to_owned()) }]);
    let (live, metrics) = (gauges.clone(), handle.clone());
    let pages = Router::new()
        .route("/health", get(async move || gauges.ready()))
        .route("/health/live", get(async move || live.live()))
        .route("/metrics", get(async move || metrics.render()));
    tokio::spawn(async move { axum::serve(listener, pages).await });
    Ok(handle)
}

/// Checks the conditions again and again.
pub(super) async fn watch_conditions(gauges: Gauges, metrics: PrometheusHandle, services: Arc<Services>) {
    loop {
        gauges.set_conditions(services.bot.registry.conditions().await);
        metrics.run_upkeep();
        tokio::time::sleep(TURN).await;
    }
}

fn describe() {
    metrics::describe_gauge!("fieldpost_well", "1 if the database, the leases or the outbox is well");
    metrics::describe_gauge!("fieldpost_database_seconds", "How long the database took to answer");
    metrics::describe_gauge!("fieldpost_leases_age_seconds", "Since when the leases were not renewed");
    metrics::describe_gauge!("fieldpost_shards_served", "Shards that are this process's");
    metrics::describe_gauge!(
        "fieldpost_shard_connected",
        "1 if the shard is connected to Discord; not a number, if it is another process's"
    );
    metrics::describe_gauge!("fieldpost_outbox_messages", "Messages that are still to be sent");
    metrics::describe_gauge!("fieldpost_outbox_age_seconds", "For how long the first of them has been due");
    metrics::describe_counter!("fieldpost_statements_total", "Statements that the database was given");
    metrics::describe_counter!("fieldpost_rows_changed_total", "Rows that they changed");
    metrics::describe_counter!("fieldpost_posts_total", "Posts heard in all channels");
    metrics::describe_counter!("fieldpost_missed_total", "Posts, edits and deletions read after an interruption");
    metrics::describe_counter!("fieldpost_commands_total", "Slash commands used");
    metrics::describe_counter!("fieldpost_rate_limits_total", "Pauses that Discord asked for");
    metrics::describe_counter!("fieldpost_troubles_total", "Events and commands that could not be dealt with");
    // Prometheus doesn't see what a counter counted before it was first shown, so it would miss the first burst.
    for counter in
        ["fieldpost_posts_total", "fieldpost_missed_total", "fieldpost_rate_limits_total", "fieldpost_troubles_total"]
    {
        metrics::counter!(counter).increment(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_alerts_asks_for_what_there_is() {
        let (alerts, here) = (include_str!("../../config/alerts.yml"), include_str!("observe.rs"));
        let is_of_a_name = |it: char| it.is_ascii_lowercase() || it == '_';
        let named: Vec<&str> = alerts.split(|it| !is_of_a_name(it)).filter(|it| it.starts_with("fieldpost_")).collect();
        assert!(named.len() > 5);
        for name in named {
            assert!(here.contains(&format!("!(\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn what_is_not_well_is_not_ready_and_alive() {
        let gauges = Gauges::default();
        assert_eq!(gauges.ready().0, StatusCode::SERVICE_UNAVAILABLE, "nobody has looked yet");
        let condition = |state| vec![Condition { name: "database", state }];
        gauges.set_conditions(condition(Ok("answers".to_owned())));
        assert_eq!(
            gauges.ready(),
            (StatusCode::OK, "ok\ndatabase: answers\nthis process serves no shard\n".to_owned())
        );
        gauges.set_shard(3, Some(false));
        assert_eq!(gauges.ready().0, StatusCode::SERVICE_UNAVAILABLE);
        gauges.set_shard(3, Some(true));
        assert_eq!(gauges.ready().0, StatusCode::OK);
        gauges.set_conditions(condition(Err("does not answer".to_owned())));
        let said = "not ready\ndatabase: NOT WELL: does not answer\nshard 3: connected\n".to_owned();
        assert_eq!(gauges.ready(), (StatusCode::SERVICE_UNAVAILABLE, said));
        gauges.set_conditions(condition(Ok("answers".to_owned())));
        gauges.set_awaited(Some("it can't be reached".to_owned()));
        let said =
            "not ready\ndiscord: NOT WELL: it can't be reached\ndatabase: answers\nshard 3: connected\n".to_owned();
        assert_eq!(gauges.ready(), (StatusCode::SERVICE_UNAVAILABLE, said));
        gauges.set_awaited(None);
        assert_eq!(gauges.ready().0, StatusCode::OK);
        gauges.note_turn();
        assert_eq!(gauges.live().0, StatusCode::OK);
    }
}
