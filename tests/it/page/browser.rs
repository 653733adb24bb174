//! A Chromium that is driven over its own protocol: JSON over a web socket.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const PATIENCE: Duration = Duration::from_secs(60);

/// The browser that all tests share, because it takes seconds to start. `None` if there is no Chromium.
static CHROMIUM: LazyLock<Option<Chromium>> = LazyLock::new(Chromium::start);

/// Pages are heavy work, so at most four are open at a time.
static PLACES: [Mutex<()>; 4] = [const { Mutex::new(()) }; 4];
/// The number of windows that were opened so far.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// A shell script that stops the browser and removes its profile folder once nobody holds the other end of its input,
/// which is when the tests end, however they end.
const UNTIL_LET_GO: &str = r#"profile=$1; shift; "$@" & read -r _; kill $!; wait $!; rm -rf "$profile""#;

struct Chromium {
    address: String,
    /// Holds the script's input open.
    _shell: Child,
}

impl Chromium {
    fn start() -> Option<Chromium> {
        let Some(program) = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|it| is_there(it))
        else {
            println!("NOT tested in a browser: there is no chromium here");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder").keep();
        let mut shell = Command::new("sh");
        shell.args(["-c", UNTIL_LET_GO, "sh"]).arg(&profile).arg(program);
        shell.args(["--headless=new", "--remote-debugging-port=0", "--disable-gpu", "--hide-scrollbars"]);
        // No page is throttled because it is in the background.
        shell.args(["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"]);
        shell.arg("--disable-renderer-backgrounding");
        // No spare process is started for a second page of a window: hardly any window has one.
        shell.args(["--disable-features=SpareRendererForSitePerProcess", "--disable-background-networking"]);
        // Chromium's sandbox doesn't run as root, and containers run tests as root.
        shell.arg("--no-sandbox").arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
        let shell = shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let shell = shell.unwrap_or_else(|why| panic!("{program} does not start: {why}"));
        Some(Chromium { address: address(&profile), _shell: shell })
    }
}

/// A window that shares nothing with other windows. It is closed when it is dropped.
pub(crate) struct Browser {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// The id of the browser context that belongs to this window alone.
    context: Value,
    calls: u64,
    // The events that the browser has sent.
    events: Vec<Value>,
    _place: MutexGuard<'static, ()>,
}

/// How a page is displayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) is_phone: bool,
    pub(crate) is_dark: bool,
    pub(crate) wants_no_motion: bool,
    pub(crate) has_scripts: bool,
    /// A script that runs before the page's own.
    pub(crate) first: &'static str,
}

impl Eyes {
    pub(crate) const DESK: Eyes = Eyes {
        width: 1280,
        height: 800,
        is_phone: false,
        is_dark: false,
        wants_no_motion: false,
        has_scripts: true,
        first: "",
    };
    pub(crate) const PHONE: Eyes = Eyes { width: 390, height: 844, is_phone: true, ..Eyes::DESK };
    /// Without animations, so that a test needn't wait for them.
    pub(crate) const CALM: Eyes = Eyes { wants_no_motion: true, ..Eyes::DESK };
}

/// A page in a tab.
pub(crate) struct Tab<'a> {
    browser: &'a mut Browser,
    session: String,
    target: String,
}

impl Browser {
    /// Opens a window. `None` if there is no Chromium.
    pub(crate) fn start() -> Option<Browser> {
        let place = &PLACES[ASKED.fetch_add(1, Ordering::Relaxed) % PLACES.len()];
        let place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let (socket, _) = tungstenite::connect(&CHROMIUM.as_ref()?.address).expect("it listens where it says so");
        let mut browser = Browser { socket, context: Value::Null, calls: 0, events: Vec::new(), _place: place };
        // The context is removed when the connection ends.
        let context = browser.call(None, "Target.createBrowserContext", json!({ "disposeOnDetach": true }));
        browser.context = context["browserContextId"].clone();
        Some(browser)
    }

    fn call(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut call = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = session {
            call["sessionId"] = session.into();
        }
        self.socket.send(Message::text(call.to_string())).expect("it listens");
        loop {
            let Message::Text(text) = self.socket.read().expect("it answers") else { continue };
            let said: Value = serde_json::from_str(&text).expect("it speaks JSON");
            if said["id"] == self.calls {
                assert!(said["error"].is_null(), "{method}: {}", said["error"]);
                return said["result"].clone();
            }
            self.events.push(said);
        }
    }

    /// Opens an address in a new tab.
    pub(crate) fn open(&mut self, address: &str, eyes: Eyes) -> Tab<'_> {
        let blank = json!({ "url": "about:blank", "browserContextId": self.context });
        let target = self.call(None, "Target.createTarget", blank)["targetId"].clone();
        let attached = self.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        let text = |it: &Value| it.as_str().expect("a name").to_owned();
        let mut tab = Tab { browser: self, session: text(&attached["sessionId"]), target: text(&target) };
        for it in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
            tab.call(it, json!({}));
        }
        let Eyes { width, height, is_phone, is_dark, wants_no_motion, has_scripts, first } = eyes;
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        tab.call("Emulation.setDeviceMetricsOverride", screen);
        tab.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone }));
        let features = json!([
            { "name": "prefers-color-scheme", "value": if is_dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if wants_no_motion { "reduce" } else { "no-preference" } },
        ]);
        tab.call("Emulation.setEmulatedMedia", json!({ "features": features }));
        tab.call("Emulation.setScriptExecutionDisabled", json!({ "value": !has_scripts }));
        if !first.is_empty() {
            tab.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": first }));
        }
        tab.call("Page.navigate", json!({ "url": address }));
        match has_scripts {
            true => tab.wait_until("document.documentElement?.classList.contains('ready')"),
            false => tab.wait_for("Page.loadEventFired"),
        }
        tab
    }
}

impl Tab<'_> {
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.browser.call(Some(&self.session), method, parameters)
    }

    /// The events of one kind that the browser has sent for this tab.
    pub(crate) fn events(&self, method: &str) -> Vec<Value> {
        let is_it = |it: &&Value| it["sessionId"] == self.session.as_str() && it["method"] == method;
        self.browser.events.iter().filter(is_it).map(|it| it["params"].clone()).collect()
    }

    fn wait_for(&mut self, method: &str) {
        let begun = Instant::now();
        while self.events(method).is_empty() {
            assert!(begun.elapsed() < PATIENCE, "it takes too long until {method}");
            sleep(Duration::from_millis(20));
            self.call("Page.getFrameTree", json!({}));
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        self.js(expression).as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn number(&mut self, expression: &str) -> usize {
        self.js(expression).as_f64().map_or(usize::MAX, |it| it as usize)
    }

    pub(crate) fn is(&mut self, expression: &str) -> bool {
        self.js(&format!("Boolean({expression})")) == Value::Bool(true)
    }

    pub(crate) fn wait_until(&mut self, expression: &str) {
        let begun = Instant::now();
        while !self.is(expression) {
            let complaints = self.complaints();
            assert!(begun.elapsed() < PATIENCE, "it takes too long until {expression}: {complaints:?}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key, named by the character that it types or by its name.
    pub(crate) fn press(&mut self, key: &str) {
        // The browser itself handles these keys by their codes.
        let number = match key {
            "Escape" => 27,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => 0,
        };
        let mut down = json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": number });
        if key.chars().count() == 1 {
            down["text"] = key.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "code": key }));
    }

    /// Shows the field after this number of beats.
    pub(crate) fn go(&mut self, beats: usize) {
        let moves = format!("seek.value = {beats}; seek.dispatchEvent(new Event('input'))");
        self.js(&format!("{{ const seek = document.getElementById('seek'); {moves} }}"));
    }

    /// The number of beats of the battle.
    pub(crate) fn beats(&mut self) -> usize {
        self.number("Number(document.getElementById('seek').max)")
    }

    /// The number of beats after which the field is shown.
    pub(crate) fn now(&mut self) -> usize {
        self.number("Number(document.getElementById('seek').value)")
    }

    /// Allows the page to save files into a folder.
    pub(crate) fn save_into(&mut self, folder: &Path) {
        let context = self.browser.context.clone();
        let asked = json!({ "behavior": "allow", "downloadPath": folder, "browserContextId": context });
        self.browser.call(None, "Browser.setDownloadBehavior", asked);
    }

    /// Errors, and everything else that the browser logged for this tab.
    pub(crate) fn complaints(&self) -> Vec<Value> {
        [self.events("Runtime.exceptionThrown"), self.events("Log.entryAdded")].concat()
    }

    pub(crate) fn close(self) {
        let Tab { browser, target, .. } = self;
        browser.call(None, "Target.closeTarget", json!({ "targetId": target }));
    }
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|it| it.join(program).is_file())
}

/// The address of a browser with this profile, once it listens.
fn address(profile: &Path) -> String {
    let begun = Instant::now();
    loop {
        let told = fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some((port, path)) = told.trim_end().split_once('\n') {
            return format!("ws://127.0.0.1:{port}{path}");
        }
        assert!(begun.elapsed() < PATIENCE, "chromium doesn't listen");
        sleep(Duration::from_millis(20));
    }
}
