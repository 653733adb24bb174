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

/// The address of a server can't be read. The address itself isn't shown, as it may hold a password.
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
        let options: PgConnectOptions = text.trim().parse().map_err(|it: sqlx::Error| match it {
            sqlx::Error::Configuration(why) => NotAPlace(why.to_string()),
            other => NotAPlace(other.to_string()),
        })?;
        Ok(Place::Server(Box::new(options)))
    }
}

/// Whether a text may be an address, of whatever kind and form, and so may hold a password.
pub(crate) fn may_be_address(text: &str) -> bool {
    text.contains("://") || text.to_ascii_lowercase().contains("password=")
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
        // PostgreSQL takes the user's name where no database is named.
        let database = server.get_database().unwrap_or(user);
        match server.get_socket() {
            Some(socket) => write!(f, "postgres://{user}@{}:{port}/{database}", socket.display()),
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
        for file in ["battles.db", "/var/lib/postgres/x", "", ":memory:", "host=x"] {
            let place: Place = file.parse().expect("a path");
            assert!(matches!(&place, Place::File(it) if it.as_os_str() == file), "{place}");
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
        ];
        for broken in broken {
            let why = broken.parse::<Place>().expect_err("no address");
            assert!(!format!("{why} {why:?}").contains("hunter2"));
            assert!(why.to_string().contains("postgres://USER:PASSWORD@HOST"), "{why}");
        }
    }
}
