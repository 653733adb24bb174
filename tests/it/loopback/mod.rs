//! A Discord on this machine for tests: the gateway, the HTTP API, a small world of people and channels, and a script.
//!
//! It refuses what Discord refuses. When the [`Loopback`] is dropped, the test fails if the bot did anything that
//! Discord would not accept. Nothing here waits for a fixed time: a script waits until a condition is met.

mod channels;
mod faults;
mod gateway;
mod interactions;
mod limits;
mod messages;
mod openapi;
mod rest;
mod rules;
mod script;
mod transcript;
mod world;

pub(crate) use faults::What;
pub(crate) use world::{Id, Post, World, permission};

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::routing::get;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::server::TlsStream;

/// How long a script waits before it gives up. Only a failing test ever waits this long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// The world, and a signal to everybody who waits for a change in it.
pub(crate) struct Shared {
    world: Mutex<World>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads or changes the world.
    fn with<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        let done = act(&mut self.lock());
        self.changed.notify_all();
        done
    }
}

/// A Discord that runs until it is dropped.
pub(crate) struct Loopback {
    shared: Arc<Shared>,
    /// The address of the HTTP API.
    pub(crate) address: SocketAddr,
    /// The address of the HTTP API without TLS, as a proxy would offer it.
    pub(crate) proxy: SocketAddr,
    folder: tempfile::TempDir,
    _runtime: tokio::runtime::Runtime,
}

impl Loopback {
    /// Starts a Discord with a server called "Table": alice, bob and carol (role "GM") are in it, and the channel
    /// "battle".
    pub(crate) fn start() -> Loopback {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder for the certificate");
        let made = rcgen::generate_simple_self_signed(["discord.com", "cdn.discordapp.com"].map(str::to_owned))
            .expect("a certificate");
        std::fs::write(folder.path().join("ca.pem"), made.cert.pem()).expect("the certificate is written");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("TLS has versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("the certificate fits the key");
        let shared = Arc::new(Shared { world: Mutex::new(World::new()), changed: Condvar::new() });
        let (address, proxy) = runtime.block_on(listen(TlsAcceptor::from(Arc::new(config)), &shared));
        let loopback = Loopback { shared, address, proxy, folder, _runtime: runtime };
        loopback.furnish();
        loopback
    }

    /// The environment variables that lead the program here.
    pub(crate) fn environment(&self) -> [(&'static str, String); 3] {
        [
            ("FIELDPOST_DISCORD_ADDR", self.address.to_string()),
            ("FIELDPOST_DISCORD_CA", self.certificate().display().to_string()),
            ("FIELDPOST_TOKEN", world::TOKEN.to_owned()),
        ]
    }

    /// The certificate by which a client trusts this Discord.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A folder for a test's files. It is removed with the Discord.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Reads or changes the world.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        self.shared.with(act)
    }

    /// Waits until `find` finds something.
    #[track_caller]
    pub(crate) fn wait_for<T>(&self, what: &str, mut find: impl FnMut(&World) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut world = self.shared.lock();
        loop {
            if let Some(found) = find(&world) {
                return found;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let refusals = world.refusals.join("\n");
                let requests = world.requests.iter().rev().take(20).cloned().collect::<Vec<_>>().join("\n");
                drop(world);
                panic!("{what}: it didn't come to that.\nRefused:\n{refusals}\nThe last requests:\n{requests}");
            }
            world = self.shared.changed.wait_timeout(world, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until a condition is met.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, mut is_so: impl FnMut(&World) -> bool) {
        self.wait_for(what, |world| is_so(world).then_some(()));
    }

    /// What the bot did that Discord would not accept. It is forgiven.
    pub(crate) fn take_violations(&self) -> Vec<String> {
        self.with(|world| {
            let silent = world.interactions.values_mut().filter(|it| it.is_unanswered());
            let silent: Vec<String> = silent
                .map(|it| {
                    it.answered = Some(0);
                    format!("an interaction of type {} that was never answered", it.kind)
                })
                .collect();
            world.violations.extend(silent);
            std::mem::take(&mut world.violations)
        })
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        let violations = self.take_violations();
        if !violations.is_empty() && !std::thread::panicking() {
            panic!("Discord would not have stood for this:\n{}", violations.join("\n"));
        }
    }
}

/// Opens the gateway and the HTTP API. Returns the addresses of the API with TLS and without.
async fn listen(tls: TlsAcceptor, shared: &Arc<Shared>) -> (SocketAddr, SocketAddr) {
    let bind = || TcpListener::bind("127.0.0.1:0");
    let free = "a free port";
    let (gateway, api, plain) = (bind().await.expect(free), bind().await.expect(free), bind().await.expect(free));
    let address = gateway.local_addr().expect("it is bound");
    shared.with(|world| world.sessions.address = address.to_string());
    let pages = Router::new().route(
        "/",
        get({
            let shared = Arc::clone(shared);
            async move |upgrade: WebSocketUpgrade| {
                upgrade.on_upgrade(move |socket| gateway::connection(socket, Arc::clone(&shared)))
            }
        }),
    );
    tokio::spawn(async move { axum::serve(gateway, pages).await });
    let addresses = (api.local_addr().expect("it is bound"), plain.local_addr().expect("it is bound"));
    let pages = Router::new().fallback({
        let shared = Arc::clone(shared);
        async move |request: axum::extract::Request| rest::handle(shared, request).await
    });
    let unencrypted = pages.clone();
    tokio::spawn(async move { axum::serve(plain, unencrypted).await });
    tokio::spawn(async move { axum::serve(Encrypted { listener: api, tls }, pages).await });
    addresses
}

/// Connections over TLS.
struct Encrypted {
    listener: TcpListener,
    tls: TlsAcceptor,
}

impl axum::serve::Listener for Encrypted {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let Ok((stream, address)) = self.listener.accept().await else { continue };
            // A client that doesn't trust the certificate hangs up here.
            if let Ok(stream) = self.tls.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}
