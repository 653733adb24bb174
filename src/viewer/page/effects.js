// The effects of a beat: shots, blows, ways and losses. At rest all of them are shown; in motion each appears in its
// time, and stopping the motion leaves the picture at rest.

const SHOT_MILLISECONDS = 45;
const SHOTS_MILLISECONDS_MAX = 700;
const STEP_MILLISECONDS = 130;
const GO_MILLISECONDS = [400, 1100];
const FALL_MILLISECONDS = 250;

/** Running animations. */
let motions = [];

function stopMotions() {
  motions.forEach(it => it.cancel());
  motions = [];
}

/** Where each token is, and whether it is seen, during a beat. */
class Tracks {
  constructor() {
    this.ways = new Map();
    this.sights = new Map();
  }

  goes(unit, time, tile, transform) {
    if (!this.ways.has(unit)) this.ways.set(unit, []);
    this.ways.get(unit).push({ time, tile, transform });
  }

  isSeen(unit, time, isSeen) {
    const sights = this.sights.get(unit) ?? [];
    sights.push({ time, opacity: isSeen ? 0 : 1 }, { time: time + FALL_MILLISECONDS, opacity: isSeen ? 1 : 0 });
    this.sights.set(unit, sights);
  }

  play(duration, speed) {
    const move = (it, keys) => {
      const at = ({ time, tile, ...what }) => ({ ...what, offset: Math.min(1, time / duration) });
      const keyframes = [{ ...at(keys[0]), offset: 0 }, ...keys.map(at), { ...at(keys.at(-1)), offset: 1 }];
      motions.push(it.animate(keyframes, { duration: duration / speed }));
    };
    for (const tracks of [this.ways, this.sights]) tracks.forEach((keys, unit) => move(tokens[unit], keys));
    for (const [it, keys] of plates.ways(this.ways)) move(it, keys);
  }
}

/** Groups steps that are seen together: those of one kind in a row. Words and changes of groups join the steps before. */
function phases(steps) {
  const found = [];
  const together = { go: "go", fall: "fall", rise: "fall", arrive: "arrive", flag: "flag" };
  for (const step of steps) {
    const last = found.at(-1);
    const isBeside = ["mark", "say", "join", "form", "plates"].includes(step[0]);
    const kind = isBeside ? last?.kind : together[step[0]];
    if (last && (isBeside || (kind && last.kind === kind))) last.steps.push(step);
    else found.push({ kind: together[step[0]] ?? step[0], steps: [step] });
  }
  return found;
}

/** Draws the effects of a beat. Returns how long they take, in milliseconds. */
function showEffects(n, speed) {
  clearEffects();
  const beat = beats[n - 1];
  if (!beat) return 0;
  const scene = { n, beat, frame: before[n - 1].copy(), time: 0, speed, tracks: new Tracks(), losses: new Map(), words: [] };
  for (const { steps } of phases(beat.steps)) {
    const took = steps.map(step => shown[step[0]]?.(scene, step) ?? 0);
    steps.forEach(step => scene.frame.apply(step));
    scene.time += Math.max(...took);
  }
  losses(scene);
  marks(scene, after[n]);
  story(scene);
  if (speed) scene.tracks.play(Math.max(scene.time, 1), speed);
  return scene.time;
}

function clearEffects() {
  stopMotions();
  layers.ways.replaceChildren();
  layers.effects.replaceChildren();
  layers.signs.replaceChildren();
  byId("story").hidden = true;
}

/** Adds something to the picture, which appears in its time. */
function appear({ time, speed }, layer, it, delay = 0) {
  layer.append(it);
  if (!speed) return;
  const timing = { duration: 160 / speed, delay: (time + delay) / speed, fill: "backwards" };
  motions.push(it.animate([{ opacity: 0 }, {}], timing));
}

const line = points => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** Shows a unit that was not seen before. */
function comesIntoView({ tracks, time }, [, unit]) {
  tracks.isSeen(unit, time, true);
  return FALL_MILLISECONDS;
}

/** Draws each kind of step. Returns how long it takes, in milliseconds. */
const shown = {
  shots(scene, [, by, at, shots]) {
    const targets = standing(scene.frame, at);
    const pause = Math.min(SHOT_MILLISECONDS, SHOTS_MILLISECONDS_MAX / shots.length);
    shots.forEach(([from, met, fate], n) => {
      const aimed = met < 0 ? targets[n * 7 % targets.length] : met;
      if (aimed === undefined) return;
      const [x, y] = middleOf(scene.frame, aimed);
      const aside = met < 0 ? [(n % 3 - 1) * 0.6 * board.tile, (n % 2 - 0.5) * board.tile] : [0, 0];
      const path = line([middleOf(scene.frame, from), [x + aside[0], y + aside[1]]]);
      const kind = fate === 0 ? "missed" : fate === 1 ? "saved" : "hit";
      appear(scene, layers.effects, svg("path", { class: `shot ${kind} p${party(by)}`, d: path }), n * pause);
    });
    return shots.length * pause + 160;
  },

  clash(scene, [, a, b]) {
    const [from, to] = nearest(scene.frame, a, b);
    if (!from) return 0;
    const size = board.tile * 0.9;
    const [x, y] = [(from[0] + to[0] - size) / 2, (from[1] + to[1] - size) / 2];
    appear(scene, layers.effects, svg("use", { class: "swords", href: "#swords", x, y, width: size, height: size }));
    return 450;
  },

  go(scene, [, unit, way]) {
    const { frame, beat, tracks, time } = scene;
    const from = frame.at[unit];
    const tiles = way[0] === from ? way : [from, ...way];
    if (tiles.length < 2) return 0;
    const kind = beat.kind === "charge" ? "way charge" : "way";
    const path = line(tiles.map(tile => middleOf(frame, unit, tile)));
    layers.ways.append(svg("path", { class: `${kind} p${partyOf(frame, unit)}`, d: path }));
    const [least, most] = GO_MILLISECONDS;
    const took = Math.min(most, Math.max(least, (tiles.length - 1) * STEP_MILLISECONDS));
    tiles.forEach((tile, n) => tracks.goes(unit, time + took * n / (tiles.length - 1), tile, inPlace(frame, unit, tile)));
    return took + 60;
  },

  fall(scene, [, unit, state]) {
    const { frame, tracks, time } = scene;
    if (!frame.isStanding(unit)) return 0;
    tracks.isSeen(unit, time, false);
    if (state !== DOWNED && state !== KILLED) return FALL_MILLISECONDS;
    const [x, y] = middleOf(frame, unit);
    const squad = frame.squad[unit];
    const ring = svg("circle", { cx: x, cy: y, r: Math.min(frame.columns[unit], frame.rows[unit]) * board.tile * 0.4 });
    const reach = board.tile * 0.2;
    const sign = svg("path", { d: `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}` });
    appear(scene, layers.effects, svg("g", { class: `struck p${party(squad)}` }, ring, sign));
    const loss = scene.losses.get(squad) ?? { count: 0, spots: [] };
    loss.count += 1;
    loss.spots.push([x, y]);
    loss.time = time;
    scene.losses.set(squad, loss);
    return FALL_MILLISECONDS;
  },

  rise: comesIntoView,
  arrive: comesIntoView,

  flag(scene, [, objective]) {
    const [x, y] = middle(objectives[objective].at);
    appear(scene, layers.effects, svg("circle", { class: "flagged", cx: x, cy: y, r: board.tile * 1.2 }));
    return 300;
  },

  mark(scene, [, squad, words]) {
    scene.words.push({ time: scene.time, squad, words });
    return 0;
  },

  say(scene, [, words]) {
    scene.words.push({ time: scene.time, squad: null, words });
    return 0;
  },
};

/** The middles of the two units of two squads that stand closest together. */
function nearest(frame, a, b) {
  let best = [null, null];
  let least = Infinity;
  for (const one of standing(frame, a)) {
    for (const other of standing(frame, b)) {
      const [from, to] = [middleOf(frame, one), middleOf(frame, other)];
      const away = Math.hypot(from[0] - to[0], from[1] - to[1]);
      if (away < least) [least, best] = [away, [from, to]];
    }
  }
  return best;
}

/** Writes under each squad how many of it fell. */
function losses(scene) {
  for (const [squad, { count, spots, time }] of scene.losses) {
    const x = spots.reduce((sum, it) => sum + it[0], 0) / spots.length;
    const own = standing(scene.frame, squad).map(unit => middleOf(scene.frame, unit));
    const near = [...spots, ...own.filter(it => Math.abs(it[0] - x) < 2 * board.tile)];
    const low = Math.max(...near.map(it => it[1])) + board.tile * 0.6 + 18 * pixel(viewOf(scene.n));
    const y = Math.min(low, whole[1] + whole[3] - board.tile * 0.3);
    const text = svg("text", { class: `loss p${party(squad)}`, x, y }, `−${count}`);
    appear({ ...scene, time }, layers.signs, text, FALL_MILLISECONDS);
  }
}

/** Writes words at squads, one above the other. */
function marks(scene, frame) {
  const view = viewOf(scene.n);
  const scale = pixel(view);
  const rows = new Map();
  for (const { time, squad, words } of scene.words.filter(it => it.squad !== null)) {
    const unit = middlemost(frame, squad);
    if (unit === null) continue;
    const [x] = middleOf(frame, unit);
    const row = rows.get(squad) ?? 0;
    rows.set(squad, row + 1);
    const width = (words.length * 7 + 14) * scale;
    const near = frame.members(squad).filter(it => Math.abs(middleOf(frame, it)[0] - x) < 3 * board.tile);
    const highest = Math.min(...near.filter(it => it === unit || frame.isStanding(it)).map(it => body(frame, it).y));
    const above = highest - (TAG_HEIGHT + 27 + 22 * row) * scale;
    const isAbove = view[1] <= above;
    // If the tag is at the upper edge, the words stand beside it.
    const beside = x + 34 * scale + width <= view[0] + view[2] ? x + 34 * scale : x - 34 * scale - width;
    const left = isAbove ? Math.max(view[0], Math.min(view[0] + view[2] - width, x - width / 2)) : beside;
    const top = isAbove ? above : view[1] + 22 * row * scale;
    const box = svg("rect", { x: left, y: top, width, height: 20 * scale, rx: 4 * scale });
    const text = svg("text", { x: left + width / 2, y: top + 14.5 * scale, "font-size": 12 * scale }, words);
    appear({ ...scene, time }, layers.signs, svg("g", { class: "words" }, box, text));
  }
}

/** Shows words that belong to no squad. */
function story({ words }) {
  const told = words.filter(it => it.squad === null).map(it => it.words);
  byId("story").hidden = !told.length;
  byId("story").textContent = told.join(" ");
}
