// Drawing a scenario's map: ground, and who stands where. The changes come out as text for the scenario's file.

const data = await unpacked().catch(error => {
  root.classList.remove("js");
  throw error;
});
const { board, inks, pieces, units } = data;
const field = byId("field");
const rows = board.rows;
/** All tiles, in reading order. */
const tiles = data.tiles.map((_, tile) => tile);

/** What each tile is made of, and how far each piece was moved, in columns and rows. */
const ground = data.tiles.slice();
const moved = pieces.map(() => [0, 0]);
/** What was done, the latest last: the ground before a stroke, or a piece's move before another. */
const done = [];

const state = { mode: "paint", ink: 0, cursor: 0, chosen: -1, carries: false, stroke: null, copied: "", seen: null };
const ZOOMS = [1, 1.5, 2, 3, 4, 6];

const placeOf = tile => [tile % board.columns, Math.floor(tile / board.columns)];
const tileAt = (x, y) => 0 <= x && x < board.columns && 0 <= y && y < rows ? y * board.columns + x : -1;
const corner = (x, y) => [board.left + x * board.tile, board.top + y * board.tile];
const say = text => { byId("live").textContent = text; };

/** The tile of a piece after its move, from its tile in the file; −1 off the map. */
function after(piece, tile) {
  const [x, y] = placeOf(tile);
  return tileAt(x + moved[piece][0], y + moved[piece][1]);
}

/** The tiles of a unit. The units of a piece that was moved keep their arrangement. */
function tilesOf(unit) {
  const { piece, at, columns, rows } = units[unit];
  const [x, y] = placeOf(at);
  const [right, down] = piece === null ? [0, 0] : moved[piece];
  const found = [];
  for (let n = 0; n < columns * rows; n += 1) found.push(tileAt(x + right + n % columns, y + down + Math.floor(n / columns)));
  return found.includes(-1) ? [] : found;
}

const objectives = pieces.map((_, n) => n).filter(n => pieces[n].radius !== null);
const membersOf = piece => units.map((_, unit) => unit).filter(unit => units[unit].piece === piece);
const bodyOf = piece => pieces[piece].radius === null ? membersOf(piece).flatMap(tilesOf) : [after(piece, pieces[piece].places[0])];
const piecesOn = tile => pieces.map((_, n) => n).filter(n => bodyOf(n).includes(tile));

/** T-6: cardinal steps to the closest of some tiles. */
function steps(tiles, to) {
  const [x, y] = placeOf(to);
  return Math.min(...tiles.map(it => Math.abs(placeOf(it)[0] - x) + Math.abs(placeOf(it)[1] - y)));
}

/**
 * T-9, as Board::sees of src/field/board.rs has it: one tile is seen from another unless the straight line between their
 * centres properly crosses an opaque one. The two at its ends don't count, and a corner that is only touched is not crossed.
 */
function sees(from, to) {
  const [[x, y], [toX, toY]] = [placeOf(from), placeOf(to)];
  const [width, height] = [Math.abs(toX - x), Math.abs(toY - y)];
  const [right, down] = [Math.sign(toX - x), Math.sign(toY - y)];
  for (let across = 0, along = 0; ;) {
    const turn = (1 + 2 * across) * height - (1 + 2 * along) * width;
    across += turn <= 0 ? 1 : 0;
    along += turn >= 0 ? 1 : 0;
    if (width + height <= across + along) return true;
    if (inks[ground[tileAt(x + right * across, y + down * along)]].opaque) return false;
  }
}

/** Gives letters to ground that the legend lacks: a letter of its name, or else any that is free. */
function giveLetters() {
  const taken = new Set(inks.map(it => it.letter));
  const others = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).filter(it => !"\"'\\".includes(it));
  for (const ink of inks.filter(it => it.letter === null)) {
    const letters = [...ink.key.replace(/[^a-z]/gi, "")];
    ink.isNew = true;
    ink.letter = [...letters, ...letters.map(it => it.toUpperCase()), ...others].find(it => !taken.has(it));
    taken.add(ink.letter);
  }
}

/** The changes as parts of the scenario's file, each below a comment that says where it belongs. */
function changes() {
  const parts = [];
  const added = inks.filter((it, n) => it.isNew && ground.includes(n)).map(it => `${JSON.stringify(it.letter)} = ${JSON.stringify(it.key)}`);
  if (added.length && data.legend) {
    parts.push(`# [map], its legend\nlegend = ${data.legend.replace(/[\s,]*\}$/, "")}, ${added.join(", ")} }`);
  } else if (added.length) {
    parts.push(`# [map.legend], in addition\n${added.join("\n")}`);
  }
  if (ground.some((it, tile) => it !== data.tiles[tile])) {
    const lines = Array.from({ length: rows }, (_, y) =>
      ground.slice(y * board.columns, (y + 1) * board.columns).map(it => inks[it].letter).join(""));
    parts.push(`# [map], its tiles\ntiles = """\n${lines.join("\n").replace(/[\\"]/g, "\\$&")}\n"""`);
  }
  pieces.forEach((it, n) => {
    if (!moved[n].some(Boolean)) return;
    const places = it.places.map(tile => JSON.stringify(tileName(after(n, tile))));
    parts.push(`# ${it.table} ${JSON.stringify(it.id)}\n${it.each ? `tiles = [${places.join(", ")}]` : `at = ${places[0]}`}`);
  });
  return parts.length ? `${parts.join("\n\n")}\n` : "";
}

/** A tile in words: its name, its ground, who is there, and how it lies to the chosen squad. */
function told(tile) {
  const words = [tileName(tile), inks[ground[tile]].name.toLowerCase(), ...piecesOn(tile).map(it => pieces[it].name)];
  const it = pieces[state.chosen];
  const body = it ? bodyOf(state.chosen) : [];
  if (!body.length || body.includes(tile)) return `${words.join(", ")}.`;
  const far = steps(body, tile);
  const lies = [`${far} ${far === 1 ? "tile" : "tiles"} from ${it.name}`];
  if (it.radius !== null) lies.push(far <= it.radius ? "counts for it" : "too far to count for it");
  else lies.push(state.seen?.has(tile) ? "in sight" : "not in sight");
  const near = it.ranges.filter(([, range, who]) => steps(who.flatMap(tilesOf), tile) <= range).map(it => it[0]);
  if (near.length) lies.push(`in range of ${near.join(", ")}`);
  return `${words.join(", ")}: ${lies.join(", ")}.`;
}

/** The border of the tiles for which something is true. */
function border(isIn) {
  let path = "";
  const { tile } = board;
  const inside = new Set(tiles.filter(isIn));
  inside.forEach(n => {
    const [x, y] = placeOf(n);
    const [left, top] = corner(x, y);
    const ends = (dx, dy) => !inside.has(tileAt(x + dx, y + dy));
    if (ends(0, -1)) path += `M${left} ${top}h${tile}`;
    if (ends(0, 1)) path += `M${left} ${top + tile}h${tile}`;
    if (ends(-1, 0)) path += `M${left} ${top}v${tile}`;
    if (ends(1, 0)) path += `M${left + tile} ${top}v${tile}`;
  });
  return path;
}

const square = tile => { const [x, y] = corner(...placeOf(tile)); return `M${x} ${y}h${board.tile}v${board.tile}h-${board.tile}z`; };
const name = (text, x, y) => svg("text", { class: "place", x, y }, text);
const at = (x, y) => `translate(${x * board.tile} ${y * board.tile})`;

function showGround() {
  const painted = tiles.filter(tile => ground[tile] !== data.tiles[tile]);
  byId("painted").replaceChildren(...painted.map(tile => svg("use", { href: `#ink-${ground[tile]}`, transform: at(...placeOf(tile)) })));
}

function showPieces() {
  [...byId("units").children].forEach((it, unit) => {
    const [first] = tilesOf(unit);
    it.classList.toggle("out", first === undefined);
    if (first !== undefined) it.setAttribute("transform", `translate(${corner(...placeOf(first)).join(" ")})`);
  });
  const spots = objectives.map(n => corner(...placeOf(bodyOf(n)[0])));
  [...byId("flags").children].forEach((it, n) => it.setAttribute("transform", `translate(${spots[n].join(" ")})`));
  byId("names").replaceChildren(...objectives.map((n, it) =>
    name(pieces[n].name, spots[it][0] + board.tile / 2, spots[it][1] + board.tile * 1.5)));
}

/** What the chosen squad sees and reaches, or what counts for the chosen objective. */
function showView() {
  const it = pieces[state.chosen];
  const body = it ? bodyOf(state.chosen) : [];
  const isSquad = body.length && it.radius === null;
  state.seen = isSquad ? new Set(tiles.filter(tile => body.some(from => sees(from, tile)))) : null;
  const unseen = state.seen ? tiles.filter(tile => !state.seen.has(tile)) : [];
  byId("seen").replaceChildren(svg("path", { class: "unseen", d: unseen.map(square).join("") }));
  const ranges = isSquad ? it.ranges.map(([weapon, range, who]) => [weapon, range, who.flatMap(tilesOf)]) : [];
  const rings = ranges.map(([, range, from]) => border(tile => steps(from, tile) <= range));
  const reaches = objectives.map(n => border(tile => steps(bodyOf(n), tile) <= pieces[n].radius));
  byId("rings").replaceChildren(
    svg("g", { class: `p${it?.party ?? 0}` }, ...rings.map(d => svg("path", { class: "ring", d }))),
    svg("g", { class: "reach" }, ...reaches.map(d => svg("path", { class: "ring", d }))),
  );
  byId("view-title").textContent = it ? it.name : "Sight and range";
  const lines = ranges.map(([weapon, range], n) =>
    `${weapon}: ${range} ${range === 1 ? "tile" : "tiles"}, the ${["full", "dashed"][n] ?? "dotted"} line`);
  if (isSquad) lines.push(`Sees ${state.seen.size} of ${ground.length} tiles; what it doesn't see is dark.`);
  if (it?.radius != null) lines.push(`What is within ${it.radius} counts for it.`);
  if (!it) lines.push("Choose a squad, to see what it sees and how far its weapons carry.");
  if (isSquad && !it.each && moved[state.chosen].some(Boolean)) lines.push("It is shown in the shape it had. When the file is read, it may form up otherwise.");
  byId("view").replaceChildren(html("ul", {}, ...lines.map(it => html("li", {}, it))));
}

function showCursor(tile = state.cursor) {
  byId("cursor").replaceChildren(svg("path", { d: square(tile) }), svg("path", { d: square(tile) }));
  byId("headline").textContent = told(tile);
}

/** Shows everything as it is now. While a stroke is painted, sight and text wait for its end. */
function show() {
  showGround();
  if (!state.stroke) {
    showPieces();
    showView();
    byId("orders").value = changes();
  }
  showCursor();
  root.classList.toggle("painting", state.mode === "paint");
  root.classList.toggle("moving", state.mode === "move");
  root.classList.toggle("carrying", state.carries);
  byId("undo").disabled = !done.length;
  for (const it of ["paint", "move"]) byId(it).setAttribute("aria-pressed", state.mode === it);
  [...byId("palette").children].forEach((it, n) => it.setAttribute("aria-pressed", state.mode === "paint" && n === state.ink));
  [...byId("squads").children].forEach((it, n) => it.firstChild.setAttribute("aria-pressed", n === state.chosen));
}

/** Paints a tile, as part of a stroke, which is undone as a whole. */
function paint(tile, stroke) {
  if (ground[tile] === state.ink) return;
  if (!stroke.length) done.push({ stroke });
  stroke.push([tile, ground[tile]]);
  ground[tile] = state.ink;
}

/** Paints all tiles up to this one, even if a finger moved too fast to touch each. */
function paintTo(tile) {
  const [[x, y], [toX, toY]] = [placeOf(state.cursor), placeOf(tile)];
  const count = Math.max(Math.abs(toX - x), Math.abs(toY - y), 1);
  for (let n = 1; n <= count; n += 1) {
    paint(tileAt(Math.round(x + (toX - x) * n / count), Math.round(y + (toY - y) * n / count)), state.stroke);
  }
  state.cursor = tile;
}

function undo() {
  const last = done.pop();
  if (!last) return say("There is nothing to undo.");
  if (last.stroke) last.stroke.reverse().forEach(([tile, ink]) => { ground[tile] = ink; });
  else moved[last.piece] = last.before;
  show();
  say(`Undone. ${told(state.cursor)}`);
}

/** Chooses a piece to look from. In the mode that moves pieces, also takes it up. */
function choose(piece) {
  state.chosen = piece;
  state.carries = state.mode === "move" && 0 <= piece;
  show();
  say(piece < 0 ? "Nobody is chosen." : `${pieces[piece].name} is chosen${state.carries ? ": choose a tile for it" : ""}.`);
}

/** Why a piece can't be put on a tile, judged by its first tile. Empty if it can. */
function obstacle(piece, tile) {
  const it = pieces[piece];
  const [[x, y], [fromX, fromY]] = [placeOf(tile), placeOf(it.places[0])];
  const goes = all => all.every(from => 0 <= tileAt(placeOf(from)[0] + x - fromX, placeOf(from)[1] + y - fromY));
  if (!goes(it.places)) return "a part of it would be off the map";
  const { name, cost } = inks[ground[tile]];
  if (it.radius === null && cost === null) return `${name.toLowerCase()} is no place to stand`;
  const other = it.radius === null && piecesOn(tile).find(n => n !== piece && pieces[n].radius === null);
  return typeof other === "number" ? `${pieces[other].name} is there` : "";
}

/** Takes up a piece on a tile, or puts down the one that was taken up. */
function tap(tile) {
  state.cursor = tile;
  const here = piecesOn(tile);
  if (!state.carries) {
    const next = here[(here.indexOf(state.chosen) + 1) % here.length];
    if (next === undefined) return show(), say(told(tile));
    return choose(next);
  }
  const why = obstacle(state.chosen, tile);
  if (why) {
    show();
    byId("headline").textContent = `${tileName(tile)}: ${why}.`;
    return say(`${tileName(tile)}: ${why}.`);
  }
  const [[x, y], [fromX, fromY]] = [placeOf(tile), placeOf(pieces[state.chosen].places[0])];
  const [before, now] = [moved[state.chosen], [x - fromX, y - fromY]];
  if (before.join() !== now.join()) done.push({ piece: state.chosen, before });
  moved[state.chosen] = now;
  state.carries = false;
  show();
  say(`Put down: ${told(tile)}`);
}

/** Paints or moves on a tile, by the mode. */
function act(tile) {
  if (state.mode === "move") return tap(tile);
  state.cursor = tile;
  paint(tile, []);
  show();
  say(`Painted: ${told(tile)}`);
}

function setMode(mode) {
  Object.assign(state, { mode, carries: false });
  show();
  say(mode === "paint" ? `Paint with ${inks[state.ink].name.toLowerCase()}.` : "Move: choose a squad or an objective, then a tile.");
}

function setInk(ink) {
  if (!inks[ink]) return;
  state.ink = ink;
  setMode("paint");
}

/** The tile under a pointer; −1 beside the map. */
function under(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(field.getScreenCTM().inverse());
  return tileAt(Math.floor((x - board.left) / board.tile), Math.floor((y - board.top) / board.tile));
}

field.addEventListener("pointerdown", event => {
  const tile = under(event);
  if (state.mode !== "paint" || tile < 0 || event.button !== 0 || !event.isPrimary) return;
  field.setPointerCapture(event.pointerId);
  Object.assign(state, { stroke: [], cursor: tile });
  paintTo(tile);
  show();
});
field.addEventListener("pointermove", event => {
  const tile = under(event);
  if (tile < 0 || !event.isPrimary) return;
  if (!state.stroke) return showCursor(tile);
  if (tile === state.cursor) return;
  paintTo(tile);
  show();
});
for (const it of ["pointerup", "pointercancel"]) {
  field.addEventListener(it, () => {
    if (!state.stroke) return;
    state.stroke = null;
    show();
    say(`Painted: ${told(state.cursor)}`);
  });
}
field.addEventListener("pointerleave", () => showCursor());
field.addEventListener("click", event => {
  const tile = under(event);
  if (state.mode === "move" && 0 <= tile) tap(tile);
});

function step(right, down, isPainting) {
  const [x, y] = placeOf(state.cursor);
  const next = tileAt(x + right, y + down);
  if (next < 0) return say(`The map ends here. ${told(state.cursor)}`);
  if (isPainting && state.mode === "paint") return act(next);
  state.cursor = next;
  showCursor();
  say(told(next));
}

function zoom(by) {
  const now = ZOOMS.indexOf(Number(root.style.getPropertyValue("--zoom") || 1));
  root.style.setProperty("--zoom", ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, now + by))]);
  setPixel();
}

/** Keeps names on the field at the same size on the screen, however large the field is. */
function setPixel() {
  const [, , width, height] = field.getAttribute("viewBox").split(" ").map(Number);
  field.style.setProperty("--pixel", `${Math.max(width / field.clientWidth, height / field.clientHeight) || 1}px`);
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const keys = { p: () => setMode("paint"), m: () => setMode("move"), u: undo, "+": () => zoom(1), "-": () => zoom(-1), Escape: () => choose(-1) };

addEventListener("keydown", event => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
  if (event.target.matches("textarea") || event.altKey || ((event.ctrlKey || event.metaKey) && !isUndo)) return;
  const isOnField = event.target === field;
  const arrow = isOnField && ARROWS[event.key];
  const acts = isOnField && (event.key === " " || event.key === "Enter");
  const does = isUndo ? undo : arrow ? () => step(...arrow, event.shiftKey) : acts ? () => act(state.cursor)
    : /^[1-9]$/.test(event.key) ? () => setInk(Number(event.key) - 1) : keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});
addEventListener("resize", setPixel);
addEventListener("beforeunload", event => { if (changes() !== state.copied) event.preventDefault(); });

giveLetters();
const [left, top] = corner(0, 0);
byId("palette").append(...inks.map((it, n) => {
  const swatch = svg("svg", { viewBox: `${left} ${top} ${board.tile} ${board.tile}`, "aria-hidden": "true" }, svg("use", { href: `#ink-${n}` }));
  const button = html("button", { type: "button", class: it.isNew ? "new" : null, title: it.isNew ? "Not in the legend yet" : null }, swatch, html("i", {}, it.letter), it.name);
  button.addEventListener("click", () => setInk(n));
  return button;
}));
byId("squads").append(...pieces.map((it, n) => {
  const button = html("button", { type: "button", class: it.radius === null ? `p${it.party}` : null }, it.name);
  button.addEventListener("click", () => choose(n));
  return html("li", {}, button);
}));
for (const it of ["paint", "move"]) byId(it).addEventListener("click", () => setMode(it));
byId("undo").addEventListener("click", undo);
byId("smaller").addEventListener("click", () => zoom(-1));
byId("larger").addEventListener("click", () => zoom(1));
byId("theme").addEventListener("click", toggleTheme);
byId("copy").addEventListener("click", () => {
  state.copied = changes();
  copyOrders();
});
root.dataset.theme = memory.get("fieldpost-theme") ?? "";
setPixel();
show();
root.classList.add("ready");
