//! What can go wrong between the bot and Discord, in words that say what to do. They never hold a token or the text of
//! a post.

use std::io;

use poise::serenity_prelude as serenity;
use serenity::GatewayError;
use serenity::http::HttpError;

#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error(
        "the bot has no token. Copy it in the Discord developer portal (your application, Bot, Reset Token) and give it \
         as the environment variable FIELDPOST_TOKEN, or in a file that token_file in the configuration names."
    )]
    NoToken,
    #[error(
        "Discord refuses the token (401). It may have been reset or cut short: copy a new one in the developer portal \
         (your application, Bot, Reset Token). The application's public key and client secret are something else."
    )]
    TokenRefused,
    #[error(
        "the bot may not read posts: its Message Content Intent is off, so every post would arrive empty. Switch it on in \
         the developer portal (your application, Bot, Privileged Gateway Intents, Message Content Intent), save, and \
         start again. A bot in 100 servers or more has to be approved for it."
    )]
    IntentMissing,
    #[error("Discord can't be reached: {0}. Check the network, and https://discordstatus.com.")]
    Unreachable(String),
    #[error(
        "the proxy that `http_proxy` in [discord] of the configuration names can't be reached: {0}. Start it, or leave the \
         setting out."
    )]
    NoProxy(String),
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
    #[error("{0}")]
    Setting(String),
    #[error("{what}: {why}")]
    System { what: &'static str, why: io::Error },
    #[error("{0}")]
    Discord(String),
    #[error("{0}")]
    Handler(String),
    /// A command is refused, and this is its answer. Nothing is wrong with the bot, so it isn't logged.
    #[error("{0}")]
    Refused(String),
    /// It may succeed later, so it is tried again.
    #[error("{why}")]
    Later {
        why: String,
        /// The reason, for people who play: "my database does not answer".
        matter: &'static str,
    },
    /// Another process of the bot serves the battle.
    #[error("another process of the bot does that")]
    Elsewhere,
    /// Discord accepts no answer any more: there was one already, or it is too late.
    #[error("Discord takes no answer to that any more")]
    Answered,
}

impl Trouble {
    /// The answer to a command or button that can't be carried out just now. `None` if trying again won't help.
    pub(super) fn excuse(&self) -> Option<String> {
        match self {
            Trouble::Elsewhere => Some("The bot has just moved to another machine, and nothing was done.".to_owned()),
            Trouble::Later { matter, .. } => {
                Some(format!("Nothing was done, because {matter}. Posts will be read once that is over."))
            }
            _ => None,
        }
    }

    /// Why a connection to the gateway ended for good.
    pub(super) fn ended(why: &GatewayError) -> Trouble {
        match why {
            GatewayError::InvalidAuthentication | GatewayError::NoAuthentication => Trouble::TokenRefused,
            GatewayError::DisallowedGatewayIntents => Trouble::IntentMissing,
            why => Trouble::Ended(why.to_string()),
        }
    }
}

impl From<serenity::Error> for Trouble {
    fn from(why: serenity::Error) -> Trouble {
        let remedy = match code(&why) {
            Some(ACKNOWLEDGED | UNKNOWN_INTERACTION) => return Trouble::Answered,
            Some(MISSING_ACCESS) => ". In Discord: Edit Channel, Permissions, the bot's role, and allow View Channel",
            Some(MISSING_PERMISSIONS) => {
                ". In Discord: Edit Channel, Permissions, the bot's role, and allow what config/HOSTING.md lists"
            }
            _ => "",
        };
        Trouble::Discord(format!("{}{remedy}", words(&why)))
    }
}

/// Discord's code for an interaction that was answered already, perhaps by another process.
const ACKNOWLEDGED: isize = 40060;
/// Discord's code for an interaction that waited too long.
const UNKNOWN_INTERACTION: isize = 10062;
/// Discord's code for a channel that the bot can't see.
const MISSING_ACCESS: isize = 50001;
/// Discord's code for something that the bot may not do.
const MISSING_PERMISSIONS: isize = 50013;

/// The HTTP status of Discord's answer, if there was one: 404.
pub(super) fn status(why: &serenity::Error) -> Option<u16> {
    let serenity::Error::Http(why) = why else { return None };
    why.status_code().map(|it| it.as_u16())
}

/// The error code in Discord's answer, if there was one: 50013.
pub(super) fn code(why: &serenity::Error) -> Option<isize> {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = why else { return None };
    Some(answer.error.code)
}

/// An error in words. URLs are left out, because those of interactions hold a token.
pub(super) fn words(why: &serenity::Error) -> String {
    match why {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(it)) => {
            let fields: Vec<String> = it.error.errors.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
            let fields = if fields.is_empty() { String::new() } else { format!(" ({})", fields.join("; ")) };
            format!("{}, code {}: {}{fields}", it.status_code, it.error.code, it.error.message)
        }
        serenity::Error::Http(HttpError::Request(it)) => {
            let mut said = "no answer".to_owned();
            let mut source = std::error::Error::source(it);
            while let Some(it) = source {
                said = format!("{said}: {it}");
                source = it.source();
            }
            said
        }
        it => it.to_string(),
    }
}
