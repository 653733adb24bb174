// The field: tokens, the fallen, flags, and the tags that name squads.

const field = byId("field");
const layers = Object.fromEntries(["ways", "fallen", "effects", "tags", "signs"].map(it => [it, byId(it)]));
const tokens = [...byId("units").children];
const flags = [...byId("flags").children];
const places = [...byId("places").children];
const names = [...byId("names").children];
const changes = [...byId("changed").children];
const whole = field.getAttribute("viewBox").split(" ").map(Number);

/** The upper left corner of a unit's token. */
const corner = tile => [
  board.left + tile % board.columns * board.tile,
  board.top + Math.floor(tile / board.columns) * board.tile,
];

/** The middle of a tile, or of a larger unit on it. */
const middle = (tile, columns = 1, rows = 1) => {
  const [x, y] = corner(tile);
  return [x + columns * board.tile / 2, y + rows * board.tile / 2];
};
const middleOf = (frame, unit, tile = frame.at[unit]) => middle(tile, frame.columns[unit], frame.rows[unit]);

/** The transform that puts a token on a tile. It is drawn once; a unit that takes more room later has a larger one. */
const inPlace = (frame, unit, tile = frame.at[unit]) => {
  const [x, y] = corner(tile);
  const across = (frame.columns[unit] || 1) / units[unit].columns;
  const down = (frame.rows[unit] || 1) / units[unit].rows;
  return `translate(${x}px, ${y}px) scale(${across}, ${down})`;
};

const standing = (frame, squad) => frame.members(squad).filter(unit => frame.isStanding(unit));
const party = squad => squads[squad].party;
/** Replaced by the script for formations, if the battle has some. */
const formations = { show() {}, name() {}, of: () => "" };
/** Replaced by the script for plates, if the battle has some. */
const plates = { show() {}, ways: () => [] };

const partyOf = (frame, unit) => party(frame.squad[unit]);

/** The unit nearest to the middle of its squad. If nobody of the squad stands, one of those who fell. */
function middlemost(frame, squad) {
  const up = standing(frame, squad);
  const all = up.length ? up : frame.members(squad);
  if (!all.length) return null;
  const spots = all.map(unit => middleOf(frame, unit));
  const mean = axis => spots.reduce((sum, it) => sum + it[axis], 0) / spots.length;
  const [x, y] = [mean(0), mean(1)];
  const away = spots.map(it => Math.hypot(it[0] - x, it[1] - y));
  return all[away.indexOf(Math.min(...away))];
}

/** Shows the field of a frame. */
function showFrame(frame) {
  tokens.forEach((token, unit) => {
    token.style.transform = inPlace(frame, unit);
    const form = units[unit].tokens?.[frame.squad[unit]];
    if (form) token.setAttribute("href", `#${form}`);
    token.classList.toggle("off", !frame.isStanding(unit));
  });
  const lies = unit => frame.state[unit] === DOWNED || frame.state[unit] === KILLED;
  layers.fallen.replaceChildren(...units.map((_, unit) => unit).filter(lies).map(unit => cross(frame, unit)));
  formations.show(frame);
  plates.show(frame);
  const taken = units.map((_, unit) => unit).filter(unit => frame.isStanding(unit)).map(unit => body(frame, unit));
  flags.forEach((flag, n) => {
    const [owner, isContested] = frame.held[n];
    const name = owner < 0 ? "none" : `p${owner}`;
    const form = flag.querySelector("use");
    form.setAttribute("href", `#flag-${name}${isContested ? "-contested" : ""}`);
    const isUnder = taken.some(it => overlap(it, tileBox(objectives[n].at)));
    form.setAttribute("transform", isUnder ? `translate(${0.58 * board.tile}, ${-0.12 * board.tile}) scale(0.5)` : "");
    places[n].setAttribute("class", owner < 0 ? "reach" : `reach p${owner}`);
  });
}

/** Shows the ground that has changed in a round, or after the last one. */
function showGround(n) {
  const round = data.rounds.findIndex(it => it.number === beats[n - 1]?.round);
  const isOver = 0 < n && beats[n]?.round !== beats[n - 1].round;
  const shown = data.rounds[isOver ? round : round - 1]?.changed ?? -1;
  changes.forEach((it, change) => it.classList.toggle("off", change !== shown));
}

/** A cross where somebody fell: dark for the dead, in the party's colour and form for those who may get up again. */
function cross(frame, unit) {
  const [x, y] = middleOf(frame, unit);
  const kind = frame.state[unit] === KILLED ? "killed" : `p${partyOf(frame, unit)}`;
  return svg("use", { class: `cross ${kind}`, href: `#cross-${kind}`, x, y });
}

/** The areas for the letters of columns and the numbers of rows. */
const edges = (() => {
  const [left, top, width, height] = whole;
  const [right, low] = [board.left + board.columns * board.tile, board.top + board.rows * board.tile];
  return [
    { x: left, y: top, width, height: board.top - top },
    { x: left, y: low, width, height: top + height - low },
    { x: left, y: top, width: board.left - left, height },
    { x: right, y: top, width: left + width - right, height },
  ];
})();

// Tags have the same size on the screen wherever the camera is.
const TAG_LETTER = 11;
const TAG_HEIGHT = 17;

/** Names squads with tags: always those of a beat, and others if their tags hide nobody. */
function showTags(frame, acting, view) {
  const scale = pixel(view);
  const standers = units.map((_, unit) => unit).filter(unit => frame.isStanding(unit)).map(unit => body(frame, unit));
  const bodies = [...edges, ...standers, ...objectives.map(({ at }) => tileBox(at))];
  const placed = [];
  const isInTheWay = ({ hidden }) => 0.15 * TAG_HEIGHT * TAG_HEIGHT * scale * scale < hidden;
  const room = { scale, bodies, placed, view, isInTheWay };
  const tagged = squad => {
    const best = freest(around(frame, squad), tagText(frame, squad), room);
    if (!acting.has(squad) && isInTheWay(best)) return null;
    placed.push(best.area);
    return tag(frame, squad, best.area, scale, acting.has(squad));
  };
  const named = squads.map((_, squad) => squad).filter(squad => isTagged(frame, squad) && isIn(view, middleOf(frame, middlemost(frame, squad))));
  const tags = named.filter(squad => acting.has(squad)).map(tagged);
  showPlaces(room);
  tags.push(...named.filter(squad => !acting.has(squad)).map(tagged));
  formations.name(frame, room);
  layers.tags.replaceChildren(...tags.filter(Boolean));
}

/** Names each place near its flag. */
function showPlaces(room) {
  objectives.forEach(({ at }, n) =>
    showName(names[n], [0.2, 1, 2].map(tiles => tileBox(at, tiles * board.tile)), room));
}

/** Shows a name beside the first of some boxes where it hides nobody, if there is such a spot in view. */
function showName(name, boxes, room) {
  const seen = boxes.filter(it => isIn(room.view, it.centre));
  const spot = seen.map(it => freest(it, name.textContent, room)).find(it => !room.isInTheWay(it));
  name.classList.toggle("off", !spot);
  if (!spot) return;
  const { x, y, width, height } = spot.area;
  room.placed.push(spot.area);
  name.setAttribute("x", x + width / 2);
  name.setAttribute("y", y + height * 0.73);
}

/** The box of a tile with some room around it. */
function tileBox(tile, more = 0) {
  const [x, y] = corner(tile).map(it => it - more);
  return { x, y, width: board.tile + 2 * more, height: board.tile + 2 * more, centre: middle(tile) };
}

/** Whether a squad needs a tag. A single figure has its letters on its token. */
function isTagged(frame, squad) {
  const up = standing(frame, squad);
  return 0 < up.length && (1 < frame.members(squad).length || units[up[0]].shape !== "figure");
}

/** Whether a spot is in view. */
const isIn = ([left, top, width, height], [x, y]) => left <= x && x <= left + width && top <= y && y <= top + height;

const tagText = (frame, squad) =>
  1 < frame.members(squad).length ? `${squads[squad].label} ${standing(frame, squad).length}` : squads[squad].label;

/** The area of a unit's token. */
function body(frame, unit) {
  const [x, y] = corner(frame.at[unit]);
  const [width, height] = [frame.columns[unit] * board.tile, frame.rows[unit] * board.tile];
  const edge = 0.1 * Math.min(width, height);
  return { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
}

const overlap = (a, b) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The boxes of a squad near its middle. */
function around(frame, squad) {
  const own = standing(frame, squad).map(unit => body(frame, unit));
  const centre = middleOf(frame, middlemost(frame, squad));
  const near = own.filter(it => Math.abs(it.x + it.width / 2 - centre[0]) < 3 * board.tile);
  const [left, top] = [Math.min(...own.map(it => it.x)), Math.min(...near.map(it => it.y))];
  const [right, bottom] = [Math.max(...own.map(it => it.x + it.width)), Math.max(...near.map(it => it.y + it.height))];
  return { x: left, y: top, width: right - left, height: bottom - top, centre };
}

/** Where a text hides least: above a box, below it, or beside it. */
function freest(box, text, { scale, bodies, placed, view }) {
  const width = (text.length * TAG_LETTER * 0.72 + 10) * scale;
  const height = TAG_HEIGHT * scale;
  const gap = 2 * scale;
  const [x, y] = [box.centre[0] - width / 2, box.centre[1] - height / 2];
  const [below, right] = [box.y + box.height + gap, box.x + box.width + gap];
  const spots = [[x, box.y - height - gap], [x, below], [box.x - width - gap, y], [right, y]];
  const areas = spots.map(([x, y], n) => {
    const area = {
      x: Math.max(view[0] + gap, Math.min(view[0] + view[2] - width - gap, x)),
      y: Math.max(view[1] + gap, Math.min(view[1] + view[3] - height - gap, y)),
      width,
      height,
    };
    const hidden = bodies.reduce((sum, it) => sum + overlap(area, it), 0) +
      placed.reduce((sum, it) => sum + 3 * overlap(area, it), 0);
    return { area, hidden: hidden + n };
  });
  return areas.reduce((best, it) => it.hidden < best.hidden ? it : best);
}

function tag(frame, squad, { x, y, width, height }, scale, isActing) {
  const kind = `tag p${party(squad)}${isActing ? " acting" : ""}`;
  const text = svg("text", { x: x + width / 2, y: y + height * 0.73, "font-size": TAG_LETTER * scale }, tagText(frame, squad));
  const box = svg("rect", { x, y, width, height, rx: party(squad) % 2 ? 3 * scale : height / 2 });
  return svg("g", { class: kind, "data-squad": squad }, box, text);
}

/** Who stands, party by party, of everyone who has been seen. */
function showScore(frame) {
  const rows = parties.map((name, n) => {
    const its = squads.map((_, squad) => squad).filter(squad => party(squad) === n && frame.members(squad).length);
    const up = its.reduce((sum, squad) => sum + standing(frame, squad).length, 0);
    const all = its.reduce((sum, squad) => sum + frame.members(squad).length, 0);
    return { name, n, up, all };
  }).filter(it => it.all);
  const score = byId("score");
  score.classList.toggle("many", 2 < rows.length);
  score.replaceChildren(...rows.map(({ name, n, up, all }) => {
    const bar = html("i", { class: "bar" }, html("i"));
    bar.firstChild.style.width = `${100 * up / all}%`;
    return html("span", { class: `p${n}` }, `${name} ${up}/${all}`, bar);
  }));
}

const chips = squads.map((squad, n) => {
  const button = html("button", { type: "button", class: `p${squad.party}`, "data-squad": n, "aria-pressed": "false" });
  byId("squads").append(html("li", {}, button));
  return button;
});

/** Says how and where each squad is that has been seen. */
function showSquads(frame) {
  chips.forEach((chip, n) => {
    const squad = squads[n];
    const [up, all] = [standing(frame, n).length, frame.members(n).length];
    chip.parentElement.hidden = !frame.members(n).length;
    const shown = 1 < all ? `${squad.label} ${up}/${all}` : squad.name;
    const at = up ? `, at ${tileName(frame.at[middlemost(frame, n)])}` : "";
    const many = 1 < all ? `, ${up} of ${all} standing` : up ? "" : ", gone";
    const heroes = standing(frame, n).map(unit => units[unit].hero).filter(it => it && 1 < all);
    const led = heroes.length ? `, with ${heroes.join(" and ")}` : "";
    chip.textContent = shown;
    chip.title = squad.name;
    chip.setAttribute("aria-label", `${shown === squad.name ? "" : `${shown}: `}${squad.name}, ${parties[squad.party]}${many}${led}${formations.of(frame, n)}${at}`);
    chip.classList.toggle("out", !up);
  });
}
