//! The log on stderr, for the host. `RUST_LOG` sets how much is logged, and no setting logs a token or the text of a
//! post.

use std::io;

use tracing::{Level, Metadata};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, filter, fmt};

use crate::discord::config::LogFormat;

/// Starts the log; a second start changes nothing.
pub(super) fn start(format: LogFormat) {
    let usual = || EnvFilter::new("info,serenity=warn,poise=warn");
    let said = std::env::var("RUST_LOG").ok().filter(|it| !it.is_empty());
    let (filter, mistake) = match said.map(EnvFilter::try_new) {
        Some(Ok(filter)) => (filter, None),
        Some(Err(why)) => (usual(), Some(why)),
        None => (usual(), None),
    };
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::IsTerminal::is_terminal(&io::stderr()));
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let lines = lines.with_filter(filter::filter_fn(is_fit)).with_filter(filter);
    let _ = tracing_subscriber::registry().with(lines).try_init();
    if let Some(why) = mistake {
        tracing::warn!("RUST_LOG can't be read: {why}. It is left out; write it like RUST_LOG=fieldpost=debug.");
    }
}

/// Whether a line may be logged at all. Libraries put requests into spans, and events into their debug lines.
fn is_fit(line: &Metadata<'_>) -> bool {
    line.target().starts_with("fieldpost") || line.is_event() && *line.level() <= Level::INFO
}
