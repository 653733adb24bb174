//! A server that falls silent: nobody waits for it forever, and silent connections are replaced.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use super::{begin, message, on_postgres, open, posted, send};
use crate::store::{Cause, Place, ProcessName, Step};

/// A proxy in front of a server. Connections that were made before it fell silent stay open, but carry nothing any
/// more.
#[derive(Clone, Default)]
struct Proxy {
    calls: Arc<AtomicU32>,
    silent: Arc<AtomicU32>,
}

impl Proxy {
    /// Starts the proxy. Returns its address.
    async fn start(&self, server: &PgConnectOptions) -> Place {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let (proxy, server) = (self.clone(), server.clone());
        let database = server.get_database().expect("a database of the test's").to_owned();
        let address = format!("postgres://{}@127.0.0.1:{port}/{database}", server.get_username());
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                let number = proxy.calls.fetch_add(1, Ordering::Relaxed);
                match server.get_socket() {
                    Some(folder) => {
                        let socket = folder.join(format!(".s.PGSQL.{}", server.get_port()));
                        let (reads, writes) = UnixStream::connect(socket).await.expect("a server").into_split();
                        proxy.clone().connect(number, caller, (reads, writes));
                    }
                    None => {
                        let server = TcpStream::connect((server.get_host(), server.get_port())).await;
                        proxy.clone().connect(number, caller, server.expect("a server").into_split());
                    }
                }
            }
        });
        address.parse().expect("an address")
    }

    fn connect(
        self,
        number: u32,
        caller: TcpStream,
        server: (impl AsyncRead + Unpin + Send + 'static, impl AsyncWrite + Unpin + Send + 'static),
    ) {
        let (from, to) = caller.into_split();
        tokio::spawn(self.clone().carry(number, from, server.1));
        tokio::spawn(self.carry(number, server.0, to));
    }

    async fn carry(self, number: u32, mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
        let mut bytes = vec![0; 65_536];
        while let Ok(count @ 1..) = from.read(&mut bytes).await {
            if number < self.silent.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            if to.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
    }

    /// Silences the connections that exist now, or with `all` those to come as well.
    fn fall_silent(&self, all: bool) {
        let silent = if all { u32::MAX } else { self.calls.load(Ordering::Relaxed) };
        self.silent.store(silent, Ordering::Relaxed);
    }
}

#[test]
fn connections_that_say_nothing_are_replaced_and_nothing_is_lost_or_doubled() {
    on_postgres(async |place| {
        let Place::Server(server) = place else { panic!("a server") };
        let proxy = Proxy::default();
        let (store, holder) = (open(&proxy.start(server).await).await, ProcessName("one".to_owned()));
        let battle = begin(&store, "a").await;
        for turn in 0..3 {
            // Enough queries at once to open several connections.
            let asked = (0..8).map(|_| store.battles());
            assert!(futures_util::future::join_all(asked).await.iter().all(Result::is_ok));
            proxy.fall_silent(false);
            send(&store, battle, 1 + turn, &[message(&turn.to_string())]).await;
        }
        // Falls silent in the middle of a step, so that nobody knows whether it was stored.
        let entries = [posted(1)];
        let step = Step { after: 4, entries: &entries, ..Step::default() };
        let hush = async {
            tokio::time::sleep(Duration::from_millis(3)).await;
            proxy.fall_silent(false);
        };
        let (appended, ()) = tokio::join!(store.append(battle, &step), hush);
        appended.unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(store.load(battle).await.expect("a battle").steps, 5);

        proxy.fall_silent(true);
        let failed = store.heartbeat(&holder, Duration::from_secs(6), 1).await.expect_err("nobody answers");
        assert!(matches!(failed.cause, Cause::Unreachable(_)), "{failed}");
        proxy.silent.store(0, Ordering::Relaxed);
        assert_eq!(store.heartbeat(&holder, Duration::from_secs(6), 1).await.expect("it is back").part_count, 1);
    });
}
