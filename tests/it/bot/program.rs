//! `fieldpost serve` as a host runs it.

use std::io::Read as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::loopback::{Loopback, PATIENCE, What};

/// The program while it runs.
pub(super) struct Bot {
    child: Child,
    said: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Bot {
    pub(super) fn start(discord: &Loopback) -> Bot {
        Bot::start_with(discord, &[], &[])
    }

    pub(super) fn start_with(discord: &Loopback, arguments: &[&str], environment: &[(&str, &str)]) -> Bot {
        let mut command = Bot::command(discord, arguments);
        Bot::run(command.envs(environment.iter().copied()))
    }

    fn without(discord: &Loopback, arguments: &[&str], environment: &[&str]) -> Bot {
        let mut command = Bot::command(discord, arguments);
        for key in environment {
            command.env_remove(key);
        }
        Bot::run(&mut command)
    }

    fn command(discord: &Loopback, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("fieldpost"));
        command.current_dir(discord.folder()).arg("serve").args(arguments).stderr(Stdio::piped()).stdin(Stdio::null());
        command.env_remove("RUST_LOG").env_remove("FIELDPOST_CONFIG").envs(discord.environment());
        command
    }

    fn run(command: &mut Command) -> Bot {
        let mut child = command.spawn().expect("the program starts");
        let mut stderr = child.stderr.take().expect("it is piped");
        let said = Arc::new(Mutex::new(String::new()));
        let reader = std::thread::spawn({
            let said = Arc::clone(&said);
            move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = stderr.read(&mut bytes) {
                    said.lock().expect("nobody panics with it").push_str(&String::from_utf8_lossy(&bytes[..count]));
                }
            }
        });
        Bot { child, said, reader: Some(reader) }
    }

    pub(super) fn said(&self) -> String {
        self.said.lock().expect("nobody panics with it").clone()
    }

    /// Asks the program to stop, as systemd does.
    pub(super) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends the program a signal.
    pub(super) fn signal(&self, what: &str) {
        let done = Command::new("kill").args([what, &self.child.id().to_string()]).status();
        assert!(done.is_ok_and(|it| it.success()), "{what} can be sent");
    }

    /// Waits until the program has ended.
    #[track_caller]
    pub(super) fn ended(mut self) -> (ExitStatus, String) {
        self.wait()
    }

    #[track_caller]
    fn wait(&mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it was started") {
                break status;
            }
            assert!(Instant::now() < end, "it doesn't end:\n{}", self.said());
            std::thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().map(JoinHandle::join);
        (status, self.said())
    }

    /// Kills the program at once. Returns what it logged.
    pub(super) fn kill(mut self) -> String {
        let _ = (self.child.kill(), self.child.wait());
        self.reader.take().map(JoinHandle::join);
        self.said()
    }

    #[track_caller]
    pub(super) fn stop(mut self) -> String {
        self.end()
    }

    #[track_caller]
    fn end(&mut self) -> String {
        self.terminate();
        let (status, said) = self.wait();
        assert_eq!(status.code(), Some(0), "{said}");
        said
    }
}

impl Drop for Bot {
    /// In every test the bot must end well when it is asked to.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = (self.child.kill(), self.child.wait());
        } else if self.reader.is_some() {
            self.end();
        }
    }
}

/// Waits until the log contains these words. Returns the rest of their line.
#[track_caller]
fn logged(bot: &Bot, words: &str) -> String {
    let end = Instant::now() + PATIENCE;
    loop {
        let said = bot.said();
        if let Some((_, rest)) = said.split_once(words)
            && let Some((line, _)) = rest.split_once('\n')
        {
            return line.to_owned();
        }
        assert!(Instant::now() < end, "nothing is said of {words}:\n{said}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Fetches a page that the program serves to its host. Returns status and text.
fn page(base: &str, path: &str) -> (u16, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let page = reqwest::get(format!("{}{path}", base.trim())).await.expect("a page");
        (page.status().as_u16(), page.text().await.expect("a text"))
    })
}

#[test]
fn it_registers_its_commands_answers_them_and_stops_when_asked() {
    let discord = Loopback::start();
    let bot = Bot::start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    let answer = discord.answer(discord.command("alice", channel, "help", &[]));
    assert!(answer.text.contains("!Alpha: shoot"), "{}", answer.text);
    discord.answer(discord.command("bob", channel, "ping", &[]));
    let shown = discord.transcript(channel);
    assert!(shown.contains("#2 Fieldpost for bob (only they see it)\n  Fieldpost 0.1.0 is here; "), "{shown}");
    let said = bot.stop();
    assert!(said.contains("the commands are registered count="), "{said}");
}

#[test]
fn it_survives_a_cut_connection_a_lost_session_and_too_many_requests() {
    let discord = Loopback::start();
    discord.too_many("PUT /applications/*/commands", Duration::from_millis(300), 1);
    let _bot = Bot::start(&discord);
    discord.wait_until_ready();
    let channel = discord.channel("battle");

    discord.cut();
    discord.wait_until("it resumes", |world| world.sessions.resumed == 1 && world.sessions.connected() == 1);
    discord.answer(discord.command("alice", channel, "ping", &[]));

    discord.ask_to_reconnect();
    discord.wait_until("it resumes", |world| world.sessions.resumed == 2 && world.sessions.connected() == 1);

    discord.invalidate_sessions();
    discord.wait_until("it begins anew", |world| world.sessions.identified == 2 && world.sessions.connected() == 1);
    discord.answer(discord.command("alice", channel, "ping", &[]));

    discord.faults(|it| it.refuses_resume = true);
    discord.close(4000);
    discord.wait_until("it begins anew", |world| world.sessions.identified == 3 && world.sessions.connected() == 1);
    discord.too_many("POST /webhooks/*/*", Duration::from_millis(300), 1);
    discord.answer(discord.command("alice", channel, "ping", &[]));
}

#[test]
fn it_runs_as_many_shards_as_discord_wants() {
    let discord = Loopback::start();
    discord.with(|world| {
        world.sessions.shards_wanted = 2;
        world.faults.is_uncompressed = true;
    });
    let second = discord.open_guild("Second");
    discord.join(second, "dave");
    let (there, here) = (discord.open_channel(second, "other", 0), discord.channel("battle"));
    let _bot = Bot::start(&discord);
    discord.wait_until_ready();
    discord.answer(discord.command("dave", there, "ping", &[]));
    discord.answer(discord.command("alice", here, "ping", &[]));
}

#[test]
fn commands_that_could_not_be_registered_are_registered_later() {
    let discord = Loopback::start();
    discord.fault("PUT /applications/*/commands", What::Status(500), 1);
    let bot = Bot::start(&discord);
    discord.wait_until_ready();
    let said = bot.stop();
    assert!(said.contains("the commands could not be registered: 500"), "{said}");
}

#[test]
fn a_stop_waits_for_an_answer_that_is_under_way() {
    let discord = Loopback::start();
    let bot = Bot::start(&discord);
    discord.wait_until_ready();
    discord.fault("POST /webhooks/*/*", What::Slow(Duration::from_millis(700)), 1);
    let asked = discord.command("alice", discord.channel("battle"), "ping", &[]);
    discord
        .wait_until("it is about to answer", |world| world.requests.iter().any(|it| it.starts_with("POST /webhooks/")));
    bot.stop();
    assert!(discord.with(|world| world.answer(asked).is_some()), "the answer arrived");
}

#[test]
fn what_is_missing_is_said_with_its_remedy() {
    let discord = Loopback::start();
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[("FIELDPOST_TOKEN", "wrong.token")], "Discord refuses the token (401)"),
        (&[("FIELDPOST_TOKEN", "")], "the bot has no token"),
        (&[("FIELDPOST_TOKEN", "two words")], "letters that no token has"),
        (&[("FIELDPOST_DISCORD_ADDR", "10.0.0.1:443")], "has to be an address of this machine"),
        (&[("FIELDPOST_DISCORD_CA", "/nowhere.pem")], "can't read /nowhere.pem"),
    ];
    for (environment, words) in cases {
        let (status, said) = Bot::start_with(&discord, &[], environment).ended();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(words), "{words}:\n{said}");
    }
    // The program brings the database up to date even if Discord then refuses the start.
    let file = std::fs::read(discord.folder().join("fieldpost.db")).expect("a database");
    // The version of the tables and the application id: https://www.sqlite.org/fileformat.html
    assert_ne!(file[60..64], [0; 4], "it has no tables");
    assert_eq!(&file[68..72], b"FPST");
}

/// The environment for a Discord that can't be reached.
const NO_DISCORD: &[(&str, &str)] = &[("FIELDPOST_DISCORD_ADDR", "127.0.0.1:1")];

#[test]
fn what_is_wrong_on_this_machine_is_said_before_discord_answers() {
    let discord = Loopback::start();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = format!("[host]\nlisten = \"{}\"\n", listener.local_addr().expect("it is bound"));
    std::fs::write(discord.folder().join("garbage.db"), "garbage".repeat(1000)).expect("it is written");
    let place = |it: &str| format!("[database]\nplace = \"{it}\"\n");
    let cases = [
        (place("garbage.db"), "it is not a database. Name another file"),
        (place("."), "it is a folder. Name a file in it"),
        (place("/nonexistent/fieldpost.db"), "the folder it should be in is not there. Make it"),
        (taken, "for /health and /metrics"),
    ];
    for (config, words) in cases {
        std::fs::write(discord.folder().join("bot.toml"), config).expect("it is written");
        let (status, said) = Bot::start_with(&discord, &["--config", "bot.toml"], NO_DISCORD).ended();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains(words) && !said.contains("another try"), "{words}:\n{said}");
    }
}

#[test]
fn a_bot_that_does_not_reach_discord_says_so_in_its_health_and_stops_when_asked() {
    let discord = Loopback::start();
    std::fs::write(discord.folder().join("bot.toml"), "[host]\nlisten = \"127.0.0.1:0\"\n").expect("it is written");
    let bot = Bot::start_with(&discord, &["--config", "bot.toml"], NO_DISCORD);
    let base = logged(&bot, "health and metrics are at ");
    logged(&bot, "another try in ");
    let (status, said) = page(&base, "/health");
    assert_eq!(status, 503, "{said}");
    assert!(said.starts_with("not ready\ndiscord: NOT WELL: it can't be reached: "), "{said}");
    assert_eq!(page(&base, "/health/live"), (200, "alive\n".to_owned()));
}

#[test]
fn a_start_in_a_folder_without_scenarios_is_said_with_its_remedy() {
    let discord = Loopback::start();
    let said = || {
        let bot = Bot::start_with(&discord, &[], NO_DISCORD);
        logged(&bot, "another try in ");
        bot.stop()
    };
    let words =
        "scenarios, so no battle can be begun. Start the bot in the folder where `scenarios` is, or name another";
    let without = said();
    assert!(without.contains("WARN") && without.contains(words), "{without}");
    std::fs::create_dir(discord.folder().join("scenarios")).expect("a folder of the test's");
    let with = said();
    assert!(!with.contains(words), "{with}");
}

#[test]
fn a_mistake_in_how_much_is_logged_is_told() {
    let discord = Loopback::start();
    let environment = [NO_DISCORD, &[("RUST_LOG", "fieldpost=loudly")]].concat();
    let bot = Bot::start_with(&discord, &[], &environment);
    assert!(logged(&bot, "RUST_LOG can't be read: ").contains("write it like RUST_LOG=fieldpost=debug."));
    // The program is still starting, and can't be asked to end yet.
    drop(bot.kill());
}

#[test]
fn a_start_says_where_battles_are_kept_and_whether_the_file_is_new() {
    let discord = Loopback::start();
    for news in [", which is a new file", ""] {
        let bot = Bot::start_with(&discord, &[], NO_DISCORD);
        let place = logged(&bot, "battles are kept in ");
        assert!(place.starts_with('/') && place.ends_with(&format!("/fieldpost.db{news}")), "{place}");
    }
}

#[cfg(unix)]
#[test]
fn a_token_that_everybody_may_read_is_told_with_its_remedy() {
    use std::os::unix::fs::PermissionsExt as _;
    let discord = Loopback::start();
    let token = discord.folder().join("token");
    std::fs::write(&token, &discord.environment()[2].1).expect("it is written");
    std::fs::write(discord.folder().join("bot.toml"), "[discord]\ntoken_file = \"token\"\n").expect("it is written");
    for (mode, warnings) in [(0o644, 1), (0o444, 1), (0o640, 0), (0o600, 0)] {
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(mode)).expect("it is the test's");
        let environment = [NO_DISCORD, &[("FIELDPOST_TOKEN", "")]].concat();
        let bot = Bot::start_with(&discord, &["--config", "bot.toml"], &environment);
        logged(&bot, "another try in ");
        let said = bot.stop();
        assert_eq!(said.matches("Let only the bot read it: chmod 600 token.").count(), warnings, "{mode:o}: {said}");
    }
}

#[test]
fn a_bot_that_may_not_read_posts_says_where_to_switch_it_on() {
    let discord = Loopback::start();
    let refused = |discord: &Loopback| {
        let (status, said) = Bot::start(discord).ended();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains("Privileged Gateway Intents, Message Content Intent"), "{said}");
    };
    discord.with(|world| world.faults.refuses_intents = true);
    refused(&discord);
    discord.with(|world| world.application_flags = 0);
    refused(&discord);
}

#[test]
fn no_log_shows_a_token_or_the_text_of_a_post() {
    let discord = Loopback::start();
    let bot = Bot::start_with(&discord, &[], &[("RUST_LOG", "trace")]);
    discord.wait_until_ready();
    let channel = discord.channel("battle");
    discord.post("alice", channel, "a hidden order");
    discord.fault("POST /webhooks/*/*", What::Status(500), 1);
    discord.command("alice", channel, "ping", &[]);
    logged(&bot, "a command failed: 500");
    let said = bot.stop();
    for secret in [&discord.environment()[2].1, "a hidden order", "interaction-token"] {
        assert!(!said.contains(secret), "{secret}:\n{said}");
    }
}

#[test]
fn the_host_can_ask_for_health_and_metrics() {
    let discord = Loopback::start();
    let file = discord.folder().join("bot.toml");
    std::fs::write(&file, "[host]\nlisten = \"127.0.0.1:0\"\nlog = \"text\"\n").expect("the configuration is written");
    let bot = Bot::start_with(&discord, &["--config", "bot.toml"], &[]);
    let base = logged(&bot, "health and metrics are at ");
    discord.wait_until_ready();
    discord.answer(discord.command("alice", discord.channel("battle"), "ping", &[]));
    logged(&bot, "connected as Fieldpost");
    let page = |path: &str| page(&base, path);
    let end = Instant::now() + PATIENCE;
    while page("/health").0 != 200 {
        assert!(Instant::now() < end, "it isn't ready: {}", page("/health").1);
        std::thread::sleep(Duration::from_millis(100));
    }
    let (_, said) = page("/health");
    for line in ["ok\n", "database: answers in ", "leases: 1 of 1 shards", "outbox: 0 waiting", "shard 0: connected\n"]
    {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!(page("/health/live"), (200, "alive\n".to_owned()));
    let (_, said) = page("/metrics");
    assert!(said.contains("fieldpost_commands_total{command=\"ping\"} 1"), "{said}");
    assert!(said.contains("\nfieldpost_troubles_total 0\n"), "an alert asks by how much it grew: {said}");
}

#[test]
fn a_configuration_with_mistakes_is_refused_with_their_places() {
    let discord = Loopback::start();
    std::fs::write(discord.folder().join("bot.toml"), "[discord]\ntoken = \"x\"\n").expect("it is written");
    let (status, said) = Bot::start_with(&discord, &["--config", "bot.toml"], &[]).ended();
    assert_eq!(status.code(), Some(1));
    assert_eq!(
        said,
        "bot.toml can't be used:\nline 2: token = ***\n        ^^^^^ nothing here is called \"token\". The token never stands in this \
         file: give it as the environment variable FIELDPOST_TOKEN, or in a file of its own that `token_file` names.\n"
    );
}

#[test]
fn a_proxy_that_is_away_is_named() {
    let discord = Loopback::start();
    std::fs::write(discord.folder().join("bot.toml"), "[discord]\nhttp_proxy = \"http://127.0.0.1:1\"\n")
        .expect("it is written");
    let bot = Bot::without(&discord, &["--config", "bot.toml"], &["FIELDPOST_DISCORD_ADDR", "FIELDPOST_DISCORD_CA"]);
    logged(&bot, "the proxy that `http_proxy` names can't be reached: ");
    let said = bot.stop();
    assert!(!said.contains("Discord can't be reached"), "{said}");
}

#[test]
fn it_goes_through_a_proxy_and_writes_its_log_as_json() {
    let discord = Loopback::start();
    let config = format!("[discord]\nhttp_proxy = \"http://{}\"\n[host]\nlog = \"json\"\n", discord.proxy);
    std::fs::write(discord.folder().join("bot.toml"), config).expect("it is written");
    // Without Discord's certificate the bot can only get there through the proxy.
    let bot = Bot::without(&discord, &["--config", "bot.toml"], &["FIELDPOST_DISCORD_ADDR", "FIELDPOST_DISCORD_CA"]);
    discord.wait_until_ready();
    discord.answer(discord.command("alice", discord.channel("battle"), "ping", &[]));
    let said = bot.stop();
    for line in said.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|it| panic!("{it}: {line}"));
        assert!(line["fields"]["message"].is_string(), "{line}");
    }
}
