//! How requests reach Discord: directly; through a proxy that keeps the rate limits for several processes; or, in
//! tests, at a server on this machine that stands in for Discord.

use std::env;
use std::fs;
use std::net::SocketAddr;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use secrecy::ExposeSecret as _;
use serenity::http::{Http, HttpBuilder};

use crate::discord::config::Config;
use crate::discord::trouble::Trouble;

/// The environment variable with the stand-in's address: `127.0.0.1:PORT`.
const STAND_IN: &str = "FIELDPOST_DISCORD_ADDR";
/// The environment variable with the path of the stand-in's certificate, a PEM file.
const STAND_IN_CA: &str = "FIELDPOST_DISCORD_CA";

/// A server on this machine that stands in for Discord.
#[derive(Clone, Debug)]
pub struct DiscordStandIn {
    address: SocketAddr,
    certificate: reqwest::Certificate,
}

impl DiscordStandIn {
    /// A stand-in at an address, trusted by its certificate (PEM).
    pub fn new(address: &str, certificate: &[u8]) -> Result<DiscordStandIn, Trouble> {
        let address = address.parse::<SocketAddr>().ok().filter(|it| it.ip().is_loopback());
        let address = address.ok_or_else(|| {
            Trouble::Setting(format!("{STAND_IN} has to be an address of this machine, such as 127.0.0.1:8443."))
        })?;
        let certificate = reqwest::Certificate::from_pem(certificate)
            .map_err(|why| Trouble::Setting(format!("what {STAND_IN_CA} names is no certificate: {why}.")))?;
        Ok(DiscordStandIn { address, certificate })
    }

    /// The stand-in that the environment names. `None` if it names none.
    pub(super) fn from_environment() -> Result<Option<DiscordStandIn>, Trouble> {
        match (env::var(STAND_IN), env::var(STAND_IN_CA)) {
            (Err(env::VarError::NotPresent), Err(env::VarError::NotPresent)) => Ok(None),
            (Ok(address), Ok(file)) => {
                let pem = fs::read(&file)
                    .map_err(|why| Trouble::Setting(format!("can't read {file}, which {STAND_IN_CA} names: {why}.")))?;
                DiscordStandIn::new(&address, &pem).map(Some)
            }
            _ => Err(Trouble::Setting(format!("{STAND_IN} and {STAND_IN_CA} go together, and one is not set."))),
        }
    }
}

/// Makes the client for Discord's HTTP API.
pub(super) fn http(config: &Config, stand_in: Option<&DiscordStandIn>) -> Result<Http, Trouble> {
    let builder = HttpBuilder::new(config.token()?.expose_secret());
    let client = client(stand_in)?;
    let builder = match (stand_in, &config.http_proxy) {
        (Some(_), Some(_)) => {
            let said = format!("{STAND_IN} and http_proxy are both set, and only one of them can be meant.");
            return Err(Trouble::Setting(said));
        }
        (None, Some(proxy)) => builder.proxy(proxy).ratelimiter_disabled(true),
        (_, None) => builder,
    };
    let mut http = builder.client(client).default_allowed_mentions(serenity::CreateAllowedMentions::new()).build();
    if let Some(limits) = &mut http.ratelimiter {
        limits.set_ratelimit_callback(Box::new(|limit| {
            metrics::counter!("fieldpost_rate_limits_total").increment(1);
            tracing::debug!(global = limit.global, "Discord asks for a pause of {} ms", limit.timeout.as_millis());
        }));
    }
    Ok(http)
}

/// An HTTP client for Discord, or for the stand-in alone.
fn client(stand_in: Option<&DiscordStandIn>) -> Result<reqwest::Client, Trouble> {
    let client = reqwest::Client::builder()
        .use_rustls_tls()
        .connect_timeout(Duration::from_secs(10))
        .timeout(Duration::from_secs(60));
    let client = match stand_in {
        // Nothing else can be reached: no system proxy, and no certificate but this one is trusted.
        Some(it) => client
            .no_proxy()
            .https_only(true)
            .redirect(reqwest::redirect::Policy::none())
            .tls_built_in_root_certs(false)
            .add_root_certificate(it.certificate.clone())
            .resolve("discord.com", it.address)
            .resolve(FILES, it.address),
        None => client,
    };
    client.build().map_err(|why| Trouble::Setting(format!("can't prepare HTTPS: {why}.")))
}

/// The host on which Discord keeps attachments.
const FILES: &str = "cdn.discordapp.com";

/// Downloads attachments, from Discord alone.
pub(super) struct Attachments(reqwest::Client);

impl Attachments {
    /// # Errors
    ///
    /// If the environment names a stand-in that can't be used.
    pub(super) fn new() -> Result<Attachments, Trouble> {
        client(DiscordStandIn::from_environment()?.as_ref()).map(Attachments)
    }

    /// Downloads an attached text of at most `max` bytes.
    ///
    /// # Errors
    ///
    /// If it can't be downloaded, in words for the person who attached it.
    pub(super) async fn text(&self, file: &serenity::Attachment, max: usize) -> Result<String, String> {
        let is_discords = |it: &reqwest::Url| it.scheme() == "https" && it.host_str() == Some(FILES);
        let address = reqwest::Url::parse(&file.url).ok().filter(is_discords);
        let address = address.ok_or("it is not kept by Discord")?;
        let unreachable = |_| "Discord did not hand the file over. Try again in a while".to_owned();
        let response = self.0.get(address).send().await.and_then(reqwest::Response::error_for_status);
        let mut response = response.map_err(unreachable)?;
        let mut bytes = Vec::new();
        while let Some(more) = response.chunk().await.map_err(unreachable)? {
            if max < bytes.len() + more.len() {
                return Err(format!("the file is too large; {} kB are the most", max / 1000));
            }
            bytes.extend_from_slice(&more);
        }
        String::from_utf8(bytes).map_err(|_| "it is no text".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_in_is_on_this_machine() {
        for address in ["162.159.128.233:443", "discord.com:443", "0.0.0.0:443", "127.0.0.1", ""] {
            let said = DiscordStandIn::new(address, b"").expect_err("it is refused").to_string();
            assert!(said.contains("address of this machine"), "{address}: {said}");
        }
        for address in ["127.0.0.1:8443", "[::1]:8443"] {
            let said = DiscordStandIn::new(address, b"-----BEGIN CERTIFICATE-----\nx").err().map(|it| it.to_string());
            assert!(said.is_none_or(|it| it.contains("no certificate")), "{address}");
        }
    }
}
