// The battle as people watch it: its beats in order, and the field after each of them.

const STANDING = 0;
const DOWNED = 1;
const KILLED = 2;
/** Not on the field yet. */
const ABSENT = 4;

/** The field at a moment: for each unit its squad, its tiles and its state; formations, plates, and who holds what. */
class Frame {
  static of(start, count) {
    const [bytes, numbers] = [() => new Uint8Array(count), () => new Int32Array(count)];
    const frame = new Frame();
    Object.assign(frame, { squad: numbers().fill(-1), at: numbers(), columns: bytes(), rows: bytes() });
    Object.assign(frame, { state: bytes().fill(ABSENT), formations: start.formations, plates: start.plates, held: start.held });
    for (const [unit, squad, tile, state, columns, rows] of start.units) {
      frame.apply(["arrive", unit, squad, tile, columns ?? units[unit].columns, rows ?? units[unit].rows]);
      frame.state[unit] = state;
    }
    return frame;
  }

  copy() {
    const parts = Object.entries(this).map(([name, it]) => [name, it.slice()]);
    return Object.assign(new Frame(), Object.fromEntries(parts));
  }

  /** Applies a step. */
  apply([kind, what, to, ...more]) {
    switch (kind) {
      case "go": this.at[what] = to.at(-1); break;
      case "fall": this.state[what] = to; break;
      case "rise": this.state[what] = STANDING; break;
      case "join": this.squad[what] = to; break;
      case "form": this.formations = what; break;
      case "plates": this.plates = what; break;
      case "arrive":
        this.squad[what] = to;
        [this.at[what], this.columns[what], this.rows[what]] = more;
        this.state[what] = STANDING;
        break;
      case "flag": this.held[what] = [to, ...more]; break;
    }
  }

  isStanding(unit) {
    return this.state[unit] === STANDING;
  }

  /** The units of a squad, standing or fallen, without those that haven't arrived yet. */
  members(squad) {
    return [...this.squad.keys()].filter(unit => this.squad[unit] === squad);
  }
}

const data = await unpacked().catch(error => {
  // Without scripts, the whole report is there to read.
  root.classList.remove("js");
  throw error;
});
const { board, parties, squads, units, objectives } = data;

/** All beats, each with its round. */
const beats = data.rounds.flatMap(round => round.beats.map(beat => ({ ...beat, round: round.number })));

/** The field before each beat; the last one is the field at the end. */
const before = [];
/** The field after each number of beats. */
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

/** The number of a line, as `why` takes it. */
const lineId = (beat, line) => `${beat.round}.${line}`;

/** The beat that shows each line. */
const beatOfLine = new Map(beats.flatMap((beat, n) => beat.lines.map(line => [lineId(beat, line), n])));
