// The battle as it is watched: its beats in a row, and the field after each of them.

const STANDING = 0;
const DOWNED = 1;
const KILLED = 2;
/** Not on the field yet. */
const ABSENT = 4;

const root = document.documentElement;
const byId = id => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const small = matchMedia("(max-width: 820px), (max-height: 520px)");

/** An element with attributes and content. An attribute that is null is left out. */
function element(made, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(name, value);
  }
  made.append(...content);
  return made;
}

const html = (name, attributes = {}, ...content) => element(document.createElement(name), attributes, content);

const svg = (name, attributes = {}, ...content) =>
  element(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);

/** What this browser remembers for the page; nothing, where it doesn't let pages remember anything. */
const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, value); } catch { /* It works without. */ }
  },
};

/** What the page holds, unpacked. */
async function unpacked() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), it => it.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** The field at a moment: where each unit is and on how many tiles, what has become of it, and who holds what. */
class Frame {
  constructor(at, size, state, held) {
    Object.assign(this, { at, size, state, held });
  }

  static of(start, count) {
    const frame = new Frame(new Int32Array(count), new Uint8Array(count), new Uint8Array(count).fill(ABSENT), start.held);
    for (const [unit, tile, state, size] of start.units) {
      frame.at[unit] = tile;
      frame.state[unit] = state;
      frame.size[unit] = size;
    }
    return frame;
  }

  copy() {
    return new Frame(this.at.slice(), this.size.slice(), this.state.slice(), this.held.slice());
  }

  /** Makes a step so. */
  apply([kind, what, to, more]) {
    switch (kind) {
      case "go": this.at[what] = to.at(-1); break;
      case "fall": this.state[what] = to; break;
      case "rise": this.state[what] = STANDING; break;
      case "arrive":
        this.at[what] = to;
        this.size[what] = more;
        this.state[what] = STANDING;
        break;
      case "flag": this.held[what] = [to, more]; break;
    }
  }

  isStanding(unit) {
    return this.state[unit] === STANDING;
  }

  isSeen(unit) {
    return this.state[unit] !== ABSENT;
  }
}

const data = await unpacked().catch(error => {
  // All of the report is there to read.
  root.classList.remove("js");
  throw error;
});
const { board, parties, squads, units, objectives } = data;

/** Each squad's units. */
const members = squads.map((_, squad) => units.map((_, unit) => unit).filter(unit => units[unit].squad === squad));

/** All beats, each with its round. */
const beats = data.rounds.flatMap(round => round.beats.map(beat => ({ ...beat, round: round.number })));

/** The field on which each beat begins; its last place is the end. */
const before = [];
/** The field after so many beats. */
const after = [Frame.of(data.rounds[0]?.start ?? data.start, units.length)];
for (const round of data.rounds) {
  let frame = round.start ? Frame.of(round.start, units.length) : after.at(-1);
  for (const beat of round.beats) {
    before.push(frame);
    frame = frame.copy();
    beat.steps.forEach(step => frame.apply(step));
    after.push(frame);
  }
}

if (data.now) after[beats.length] = Frame.of(data.now, units.length);

/** The number of a line, as people ask why with it. */
const lineId = (beat, line) => `${beat.round}.${line}`;

/** Which beat shows each line. */
const beatOfLine = new Map(beats.flatMap((beat, n) => beat.lines.map(line => [lineId(beat, line), n])));

const columnName = column => {
  const letter = String.fromCharCode(65 + column % 26);
  return column < 26 ? letter : String.fromCharCode(64 + Math.floor(column / 26)) + letter;
};
const tileName = tile => columnName(tile % board.columns) + (Math.floor(tile / board.columns) + 1);
