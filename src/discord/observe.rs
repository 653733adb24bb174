//! Health and metrics for whoever hosts the bot, on a port of its own: `/health` and `/metrics`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::discord::trouble::Trouble;

/// Which shards are connected.
#[derive(Clone, Default)]
pub(super) struct Gauges {
    shards: Arc<Mutex<BTreeMap<u32, bool>>>,
}

impl Gauges {
    /// Whether a shard is connected; none, if it isn't this process's.
    pub(super) fn shard(&self, number: u32, is_connected: Option<bool>) {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        match is_connected {
            Some(it) => shards.insert(number, it),
            None => shards.remove(&number),
        };
        let value = if is_connected == Some(true) { 1.0 } else { 0.0 };
        metrics::gauge!("fieldpost_shard_connected", "shard" => number.to_string()).set(value);
    }

    pub(super) fn is_connected(&self, number: u32) -> bool {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner).get(&number) == Some(&true)
    }

    fn health(&self) -> (StatusCode, String) {
        let shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        let is_well = !shards.is_empty() && shards.values().all(|it| *it);
        let mut said = if is_well { "ok\n".to_owned() } else { "not connected\n".to_owned() };
        for (number, is_connected) in shards.iter() {
            let _ = writeln!(said, "shard {number}: {}", if *is_connected { "connected" } else { "not connected" });
        }
        (if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, said)
    }
}

/// Opens the port, if there is to be one.
pub(super) async fn start(listen: Option<SocketAddr>) -> Result<Gauges, Trouble> {
    let gauges = Gauges::default();
    let Some(address) = listen else { return Ok(gauges) };
    let handle = PrometheusBuilder::new()
        .install_recorder()
        .map_err(|why| Trouble::Setting(format!("can't count what is to be shown at {address}: {why}.")))?;
    describe();
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|why| Trouble::Setting(format!("can't listen at {address} for /health and /metrics: {why}.")))?;
    let bound = listener.local_addr().unwrap_or(address);
    tracing::info!("health and metrics are at http://{bound}");
    tokio::spawn(look_after(handle.clone()));
    let health = gauges.clone();
    let pages = Router::new()
        .route("/health", get(async move || health.health()))
        .route("/metrics", get(async move || handle.render()));
    tokio::spawn(async move { axum::serve(listener, pages).await });
    Ok(gauges)
}

async fn look_after(handle: PrometheusHandle) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        handle.run_upkeep();
    }
}

fn describe() {
    metrics::describe_gauge!("fieldpost_shard_connected", "1 if the shard is connected to Discord");
    metrics::describe_counter!("fieldpost_statements_total", "Statements that the database was given");
    metrics::describe_counter!("fieldpost_rows_changed_total", "Rows that they changed");
    metrics::describe_counter!("fieldpost_posts_total", "Posts heard in all channels");
    metrics::describe_counter!("fieldpost_missed_total", "Posts, edits and deletions read after an interruption");
    metrics::describe_counter!("fieldpost_commands_total", "Slash commands used");
    metrics::describe_counter!("fieldpost_rate_limits_total", "Pauses that Discord asked for");
    metrics::describe_counter!("fieldpost_troubles_total", "Events and commands that could not be dealt with");
}
