//! Where a database is: the path of a file, or the address of a server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Where battles are kept. Neither `Display` nor `Debug` shows a password.
#[derive(Clone)]
pub enum Place {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL server, and how to connect to it.
    Server(Box<PgConnectOptions>),
}

/// An address of a server that can't be read. The address itself isn't shown, because it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error("the address of the server can't be read: {0}. Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE.")]
pub struct NotAPlace(String);

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Place, NotAPlace> {
        if !may_be_address(text) {
            return Ok(Place::File(text.into()));
        }
        let scheme = text.split_once("://").map(|it| it.0.trim().to_ascii_lowercase());
        if !matches!(scheme.as_deref(), Some("postgres" | "postgresql")) {
            let why = "it should begin with postgres://, and a file is named by its path alone";
            return Err(NotAPlace(why.to_owned()));
        }
        if let Some(why) = unknown_option(text) {
            return Err(NotAPlace(why));
        }
        let options: PgConnectOptions = text.trim().parse().map_err(|it: sqlx::Error| match it {
            sqlx::Error::Configuration(why) => NotAPlace(why.to_string()),
            other => NotAPlace(other.to_string()),
        })?;
        Ok(Place::Server(Box::new(options)))
    }
}

/// Why the options of an address are refused. sqlx ignores options that it doesn't know, with a warning that shows
/// their values, so a typo in `sslmode` would mean no TLS.
fn unknown_option(text: &str) -> Option<String> {
    const KNOWN: &str = "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key host hostaddr port \
        dbname user password application_name options statement-cache-capacity";
    let is_known = |key: &str| KNOWN.split(' ').any(|it| it == key) || key.starts_with("options[");
    let options = text.split('#').next()?.split_once('?')?.1;
    let mut keys = options.trim().split('&').map(|it| it.split('=').next().unwrap_or(it));
    let key = keys.find(|it| !it.is_empty() && !is_known(it))?;
    // Text before an @ may be part of a password.
    Some(match options.contains('@') {
        true => "in a password, a question mark is written %3F".to_owned(),
        false => format!("it has no option \"{key}\" (TLS is asked for by sslmode=verify-full)"),
    })
}

/// Whether a text may be an address of any kind, and so may hold a password. A mistyped address such as
/// `postgres:/u:password@host/name` is one, but `C:\me@home` isn't.
pub(crate) fn may_be_address(text: &str) -> bool {
    let is_of_user = |it: &str| it.split_once(':').is_some_and(|it| it.1.contains('@') && !it.1.starts_with('\\'));
    let dense: String = text.split_whitespace().collect();
    text.contains("://") || dense.to_ascii_lowercase().contains("password=") || text.split_whitespace().any(is_of_user)
}

impl From<&Path> for Place {
    fn from(file: &Path) -> Place {
        Place::File(file.to_owned())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let server = match self {
            Place::File(file) => return write!(f, "{}", file.display()),
            Place::Server(server) => server,
        };
        let (user, port) = (server.get_username(), server.get_port());
        // PostgreSQL uses the user's name if no database is named.
        let database = server.get_database().unwrap_or(user);
        match server.get_socket() {
            Some(socket) => {
                let socket = socket.to_string_lossy().replace('/', "%2F");
                write!(f, "postgres://{user}@{socket}:{port}/{database}")
            }
            None => write!(f, "postgres://{user}@{}:{port}/{database}", server.get_host()),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_and_all_else_a_file() {
        let servers = ["postgres://anna@db.example:5433/war", "postgresql://anna@db.example:5433/war"];
        for server in servers.into_iter().chain([" Postgres://anna@db.example:5433/war"]) {
            let place: Place = server.parse().expect("an address");
            assert!(matches!(place, Place::Server(_)));
            assert_eq!(place.to_string(), "postgres://anna@db.example:5433/war");
        }
        for file in
            ["battles.db", "/var/lib/postgres/x", "", ":memory:", "host=x", r"C:\me@home\x.db", "12: me @ home.db"]
        {
            let place: Place = file.parse().expect("a path");
            assert!(matches!(&place, Place::File(it) if it.as_os_str() == file), "{place}");
        }
    }

    /// sqlx ignores them, so a typo in `sslmode` would mean no TLS.
    #[test]
    fn an_option_that_is_not_known_is_refused_by_its_name() {
        for key in ["sslmod", "ssl_mode", "sslMode", "passwrd", "sslrootcert=x&tls"] {
            let why =
                format!("postgres://anna@db/war?{key}=verify-full").parse::<Place>().expect_err("a slip").to_string();
            let key = key.rsplit('&').next().unwrap_or(key);
            assert!(why.contains(&format!("it has no option \"{key}\"")), "{why}");
        }
        for options in ["sslmode=verify-full&sslrootcert=/x", "options[search_path]=war&", "host=/tmp/pg#x"] {
            assert!(format!("postgres://anna@db/war?{options}").parse::<Place>().is_ok(), "{options}");
        }
    }

    #[test]
    fn no_password_is_shown() {
        for secret in ["postgres://anna:hunter2@db/war", "postgres://anna@db/war?password=hunter2"] {
            let place: Place = secret.parse().expect("an address");
            assert!(!format!("{place} {place:?}").contains("hunter2"));
        }
        let broken = [
            "postgres://anna:hunter2@db:many/war",
            "mysql://anna:hunter2@db/war",
            "sqlite://hunter2.db",
            "host=db Password=hunter2",
            "host=db PASSWORD = hunter2",
            "postgres:/anna:hunter2@db/war",
            "postgres//anna:hunter2@db/war",
            "anna:hunter2@db/war",
            "postgres://anna@db/war?passwrd=hunter2",
            "postgres://anna:5?hunter2@db/war",
        ];
        for broken in broken {
            let why = broken.parse::<Place>().expect_err("no address");
            assert!(!format!("{why} {why:?}").contains("hunter2"));
            assert!(why.to_string().contains("postgres://USER:PASSWORD@HOST"), "{why}");
        }
    }
}
