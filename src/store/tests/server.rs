//! A PostgreSQL server for the tests: the one that `FIELDPOST_TEST_POSTGRES` names, or else one of our own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

/// Makes a server in a folder of its own, prints where it is, and ends it when the pipe to it closes. A server refuses
/// to run as root.
const SCRIPT: &str = r#"
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    cd "$folder" || exit 1
    initdb -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >log 2>&1 || { cat log >&2; exit 1; }
    set -- -c listen_addresses=
    if [ -n "$TLS_PORT" ]; then
        printf %s "$TLS_CERTIFICATE" >data/server.crt && printf %s "$TLS_KEY" >data/server.key && chmod 600 data/server.key
        echo "hostssl all all 127.0.0.1/32 trust" >data/pg_hba.conf
        set -- -c listen_addresses=127.0.0.1 -c port="$TLS_PORT" -c ssl=on
    fi
    postgres -D data "$@" -c unix_socket_directories="$folder" -c fsync=off >log 2>&1 </dev/null &
    echo "$folder"
    read -r _
    kill -INT $!
    wait
"#;

/// A server that ends with the tests.
pub(crate) struct Server {
    address: String,
    // Closed by the system when the tests end.
    _tie: ChildStdin,
}

/// The address of a server on which the tests may make and drop databases. `None` if there is no server; a warning is
/// printed then.
pub(crate) fn address() -> Option<String> {
    static OURS: OnceLock<Option<Server>> = OnceLock::new();
    if let Ok(address) = std::env::var("FIELDPOST_TEST_POSTGRES") {
        return Some(address);
    }
    let ours = OURS.get_or_init(|| {
        let started = start(&[]);
        if started.is_none() {
            // Not with `eprintln`, which the test harness captures.
            let _ = writeln!(
                std::io::stderr(),
                "PostgreSQL was NOT tested: there is no initdb here. Install postgresql, or name a server with \
                 FIELDPOST_TEST_POSTGRES=postgres://…"
            );
        }
        started
    });
    ours.as_ref().map(|it| it.address.clone())
}

/// The address of another database on the same server.
pub(crate) fn with_database(address: &str, database: &str) -> String {
    let (place, options) = address.split_once('?').map_or((address, ""), |(place, options)| (place, options));
    let scheme = place.find("://").map_or(0, |it| it + "://".len());
    let host = place[scheme..].find('/').map_or(place, |it| &place[..scheme + it]);
    format!("{host}/{database}?{options}")
}

/// Starts a server of our own. With a certificate, a key and a port for TLS, it accepts only TLS.
pub(crate) fn start(tls: &[(&str, &str)]) -> Option<Server> {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = installed.map(|it| it.path().join("bin")).filter(|it| it.is_dir()).collect();
    folders.sort();
    folders.extend(std::env::split_paths(&std::env::var_os("PATH")?));
    if !folders.iter().any(|it| it.join("initdb").is_file()) {
        return None;
    }
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| is_of_root(&it));
    let mut command = if is_root && Path::new("/usr/sbin/runuser").exists() {
        let mut command = Command::new("/usr/sbin/runuser");
        command.args(["-u", "postgres", "--", "sh", "-c", SCRIPT]);
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]);
        command
    };
    command.env("PATH", std::env::join_paths(folders).ok()?).envs(tls.iter().copied());
    let mut child = command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let tie = child.stdin.take()?;
    let mut folder = String::new();
    BufReader::new(child.stdout.take()?).read_line(&mut folder).ok()?;
    let folder = folder.trim();
    if folder.is_empty() {
        return None;
    }
    let address = format!("postgres://postgres@{}/postgres", folder.replace('/', "%2F"));
    Some(Server { address, _tie: tie })
}

#[cfg(unix)]
fn is_of_root(of: &std::fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(of) == 0
}

#[cfg(not(unix))]
fn is_of_root(_: &std::fs::Metadata) -> bool {
    false
}
