//! PostgreSQL over TLS: which certificates the store trusts.

use std::time::Duration;

use super::server;
use crate::store::{Place, Store};

#[test]
fn a_server_is_reached_over_tls_if_its_certificate_is_trusted_and_else_not() {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("another");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let [own, foreign] = [("own.pem", &made), ("foreign.pem", &other)].map(|(name, it)| {
        let path = folder.path().join(name);
        std::fs::write(&path, it.cert.pem()).expect("it is written");
        path.display().to_string()
    });
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("it is bound").port().to_string();
    drop(free);
    let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    let tls = [("TLS_CERTIFICATE", certificate.as_str()), ("TLS_KEY", &key), ("TLS_PORT", &port)];
    let Some(_server) = server::start(&tls) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let open = |options: String| {
        let place: Place = format!("postgres://postgres@localhost:{port}/postgres?{options}").parse().expect("a place");
        runtime.block_on(async { Store::open(&place).await.map(drop) })
    };
    let trusting = format!("sslmode=verify-full&sslrootcert={own}");
    // The server takes a moment to start.
    let mut opened = open(trusting.clone());
    for _ in 0..600 {
        if opened.is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
        opened = open(trusting.clone());
    }
    opened.unwrap_or_else(|why| panic!("{why}"));
    let why = open(format!("sslmode=verify-full&sslrootcert={foreign}")).expect_err("it is not trusted").to_string();
    assert!(why.contains("can't be reached by TLS") && why.contains("sslrootcert"), "{why}");
    assert!(open("sslmode=disable".to_owned()).is_err());
}
