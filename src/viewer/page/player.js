// Watching: going from beat to beat, by buttons, keys, the slider and the address.

const SPEEDS = [1, 2, 4, 0.5];
/** The shortest time that each kind of beat stays, in milliseconds. */
const BEAT_MILLISECONDS_MIN = { command: 1500, movement: 1500, charge: 1700, morale: 1300, objectives: 1500 };
/** How long a screen reader waits, so that it speaks only where somebody stops. */
const SPOKEN_AFTER_MILLISECONDS = 150;

const player = { n: 0, isPlaying: false, timer: 0, spoken: 0, speed: 1, onlyMoments: false, chosen: -1 };

/** Replaced by the script for planning, if the open round can be planned. */
const planning = { isOn: false, tap() {}, show() {}, toggle() {}, open: () => false };

/** Shows the field after `n` beats; in motion, also how the last of them happens. Returns how long that takes. */
function go(n, { isMoving = false, isQuiet = false } = {}) {
  player.n = n = Math.max(0, Math.min(beats.length, n));
  const focused = document.activeElement;
  const beat = beats[n - 1];
  const frame = after[n];
  // The parts around the field come first, because they decide how much room the field has.
  showScore(frame);
  showSquads(frame);
  showCaption(n);
  const view = viewOf(n);
  showGround(n);
  showFrame(frame);
  showTags(frame, new Set(beat?.who ?? []), view);
  look(view, isMoving);
  const took = showEffects(n, isMoving && !calm.matches ? player.speed : 0);
  showReport(n);
  pointAt(player.chosen < 0 ? [] : [player.chosen]);
  pointFrom(player.chosen);
  if (!isQuiet) byId("since").hidden = true;
  if (!isQuiet) {
    if (beat) scrollToLines(beat);
    speak(n);
  }
  if (!player.isPlaying && !planning.isOn) keepPlace();
  if (focused?.closest("[hidden]")) byId("play").focus();
  return took;
}

/** The line that names a beat in addresses; `0` before the first beat. */
function nameOf(n) {
  const beat = beats[n - 1];
  return beat ? lineId(beat, beat.lines[0] ?? 0) : "0";
}

function showCaption(n) {
  const beat = beats[n - 1];
  const seek = byId("seek");
  byId("phase").textContent = beat ? `Round ${beat.round} · ${beat.part}` : "";
  byId("headline").textContent = beat ? beat.headline : `Before the first round. ${beats.length} moments.`;
  seek.value = n;
  const where = beat ? `Round ${beat.round}, ${beat.part}: ${beat.headline}` : "Before the first round";
  seek.setAttribute("aria-valuetext", `${where}. ${n} of ${beats.length}`);
  byId("link").setAttribute("href", `#${nameOf(n)}`);
  for (const it of byId("rounds").children) it.classList.toggle("now", Number(it.dataset.round) === beat?.round);
}

/** The GM's words in a beat. */
const toldWith = beat => beat.steps.filter(it => it[0] === "say").map(it => it[1]).join(" ");

/** Tells a screen reader the place after `n` beats: once, and not while beats fly by. */
function speak(n) {
  clearTimeout(player.spoken);
  if (player.isPlaying && 1 < player.speed) return;
  const beat = beats[n - 1];
  const line = beat?.lines.length ? `${lineId(beat, beat.lines[0])}.` : "";
  const text = [line, byId("headline").textContent, beat ? toldWith(beat) : ""].filter(it => it).join(" ");
  const say = () => { byId("live").textContent = text; };
  player.spoken = setTimeout(say, player.isPlaying ? 0 : SPOKEN_AFTER_MILLISECONDS);
}

/** Remembers the place, in the address and in the browser. */
function keepPlace() {
  const name = nameOf(player.n);
  try { history.replaceState(null, "", `#${name}`); } catch { /* The address stays as it is. */ }
  memory.set(`fieldpost-${data.key}`, JSON.stringify({ line: name }));
}

/** How long a beat stays, in milliseconds: long enough to be read and seen. */
function lasting(beat, took) {
  const told = toldWith(beat);
  const reading = told ? 900 + 55 * told.length : 500 + 32 * beat.headline.length;
  const hasLosses = beat.steps.some(it => it[0] === "fall");
  return Math.max(reading, took + (hasLosses ? 1100 : 700), BEAT_MILLISECONDS_MIN[beat.kind] ?? 1200);
}

/** Whether watching stops after `n` beats. */
const isStop = n => !player.onlyMoments || n === 0 || n === beats.length || beats[n - 1].moment;

function nextStop(from, direction) {
  let n = from + direction;
  while (0 < n && n < beats.length && !isStop(n)) n += direction;
  return Math.max(0, Math.min(beats.length, n));
}

function showPlaying() {
  const button = byId("play");
  button.querySelector("span").textContent = player.isPlaying ? "Pause" : "Play";
  button.querySelector("use").setAttribute("href", player.isPlaying ? "#icon-pause" : "#icon-play");
}

function pause() {
  if (!player.isPlaying) return;
  clearTimeout(player.timer);
  player.isPlaying = false;
  showPlaying();
  keepPlace();
}

function play() {
  if (player.isPlaying) return pause();
  player.isPlaying = true;
  showPlaying();
  if (player.n === beats.length) go(0, { isQuiet: true });
  playOn();
}

function playOn() {
  if (player.n === beats.length) return pause();
  const took = go(nextStop(player.n, 1), { isMoving: true });
  player.timer = setTimeout(playOn, lasting(beats[player.n - 1], took) / player.speed);
}

function step() {
  pause();
  go(nextStop(player.n, 1), { isMoving: true });
}

function stepBack() {
  pause();
  go(nextStop(player.n, -1));
}

function jump(n) {
  pause();
  go(n);
}

/** Goes to the first beat of a round; before the first round to the beginning, after the last to the end. */
function goToRound(number) {
  if (number < (data.rounds[0]?.number ?? 1)) return jump(0);
  const first = beats.findIndex(it => number <= it.round);
  jump(first < 0 ? beats.length : first + 1);
}

const roundNow = () => beats[player.n - 1]?.round ?? (data.rounds[0]?.number ?? 1) - 1;

function toggle(button, isOn) {
  byId(button).setAttribute("aria-pressed", isOn);
}

function toggleFollow() {
  camera.follows = !camera.follows;
  memory.set("fieldpost-follow", camera.follows ? "1" : "0");
  toggle("follow", camera.follows);
  if (planning.isOn) planning.show();
  else jump(player.n);
}

function toggleMoments() {
  player.onlyMoments = !player.onlyMoments;
  toggle("moments", player.onlyMoments);
}

function toggleAll() {
  toggle("all", root.classList.toggle("all"));
  showReport(player.n);
}

function nextSpeed() {
  player.speed = SPEEDS[(SPEEDS.indexOf(player.speed) + 1) % SPEEDS.length];
  byId("speed").textContent = player.speed === 0.5 ? "½×" : `${player.speed}×`;
}

function whyNow() {
  pause();
  const beat = beats[player.n - 1];
  if (!beat?.lines.length) return;
  const id = lineId(beat, beat.lines[0]);
  toggleWhy(id);
  lines.get(id).querySelector("button").focus();
}

function close() {
  if (byId("since").hidden) choose(player.chosen);
  else closeSince();
}

function copyLink() {
  keepPlace();
  const say = text => { byId("live").textContent = text; };
  navigator.clipboard?.writeText(location.href).then(() => say("The link is copied."), () => say("The link is in the address."));
}

const buttons = {
  "round-back": () => goToRound(roundNow() - 1),
  back: stepBack,
  play,
  step,
  "round-on": () => goToRound(roundNow() + 1),
  speed: nextSpeed,
  moments: toggleMoments,
  follow: toggleFollow,
  theme: toggleTheme,
  all: toggleAll,
  help: () => byId("keys").showModal(),
  "keys-close": () => byId("keys").close(),
};
for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
byId("seek").addEventListener("input", event => jump(Number(event.target.value)));
byId("link").addEventListener("click", event => {
  event.preventDefault();
  copyLink();
});

// A finger that moves sideways over the field turns the page, as in a book.
const SWIPE_PIXELS_MIN = 40;
let finger = null;
field.addEventListener("touchstart", ({ touches }) => {
  finger = touches.length === 1 ? [touches[0].clientX, touches[0].clientY] : null;
}, { passive: true });
field.addEventListener("touchend", ({ changedTouches }) => {
  if (!finger) return;
  const [across, down] = [changedTouches[0].clientX - finger[0], changedTouches[0].clientY - finger[1]];
  finger = null;
  if (Math.abs(across) < SWIPE_PIXELS_MIN || Math.abs(across) < 2 * Math.abs(down)) return;
  if (planning.isOn) return;
  if (across < 0) step();
  else stepBack();
}, { passive: true });

const keys = {
  " ": play,
  ArrowRight: step,
  ArrowLeft: stepBack,
  "]": buttons["round-on"],
  "[": buttons["round-back"],
  Home: () => jump(0),
  End: () => jump(beats.length),
  w: whyNow,
  p: () => planning.toggle(),
  m: toggleMoments,
  c: toggleFollow,
  s: nextSpeed,
  a: toggleAll,
  Escape: close,
  "?": buttons.help,
};

addEventListener("keydown", event => {
  const isWatching = !planning.isOn || event.key === "p" || event.key === "?";
  const isOfBrowser = event.ctrlKey || event.metaKey || event.altKey || byId("keys").open;
  const isTyping = event.target.matches("textarea, select, input:not([type=range])");
  const isPressing = event.key === " " && event.target.closest("button, a, summary");
  const isSeeking = event.target.id === "seek" && /^(Arrow|Home|End|Page)/.test(event.key);
  if (isOfBrowser || isTyping || isPressing || isSeeking || !isWatching) return;
  const act = /^[1-9]$/.test(event.key) ? () => goToRound(Number(event.key)) : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/** Draws the rounds over the slider, with their moments. Each is as long as it has beats. */
function showRounds() {
  byId("seek").max = beats.length;
  byId("rounds").replaceChildren(...data.rounds.filter(it => it.beats.length).map(round => {
    const bar = html("div", { "data-round": round.number }, html("b", {}, String(round.number)));
    bar.style.flexGrow = round.beats.length;
    round.beats.forEach((beat, n) => {
      if (!beat.moment) return;
      const mark = html("i");
      mark.style.left = `${100 * (n + 0.5) / round.beats.length}%`;
      bar.append(mark);
    });
    return bar;
  }));
}

/** Goes to the place in the address. Returns `false` if it names nothing here. */
function goToAddress() {
  const name = location.hash.slice(1);
  if (name === "0") {
    jump(0);
    return true;
  }
  if (!beatOfLine.has(name)) return false;
  jump(beatOfLine.get(name) + 1);
  toggleWhy(name, true);
  scrollTo(0, 0);
  return true;
}

addEventListener("hashchange", () => planning.open() || goToAddress() || jump(0));
addEventListener("resize", () => {
  if (planning.isOn) planning.show();
  else if (!player.isPlaying) go(player.n, { isQuiet: true });
});
