// Formations: each has a line around the tiles of its units, and a name.

const formationName = n => `F${n + 1}`;

function outline(frame, n) {
  const units = frame.formations[n].filter(unit => frame.isStanding(unit));
  const tiles = new Set(units.flatMap(unit => tilesUnder(frame, unit)));
  const edges = [...tiles].flatMap(tile => {
    const [[x, y], edge, column] = [corner(tile), board.tile, tile % board.columns];
    return [
      [tiles.has(tile - board.columns), `M${x} ${y}h${edge}`],
      [tiles.has(tile + board.columns), `M${x} ${y + edge}h${edge}`],
      [column && tiles.has(tile - 1), `M${x} ${y}v${edge}`],
      [column + 1 < board.columns && tiles.has(tile + 1), `M${x + edge} ${y}v${edge}`],
    ].filter(([isInside]) => !isInside).map(([, line]) => line);
  });
  const line = svg("path", { d: edges.join(""), fill: "none" });
  if (!units.length) return line;
  return svg("g", { class: `reach p${partyOf(frame, units[0])}` }, line, svg("text", { class: "place" }, formationName(n)));
}

function tilesUnder(frame, unit) {
  const [at, columns] = [frame.at[unit], frame.columns[unit]];
  const places = [...Array(columns * frame.rows[unit]).keys()];
  return places.map(n => at + n % columns + Math.floor(n / columns) * board.columns);
}

/** Names each formation beside one of its units. */
function nameFormations(frame, room) {
  frame.formations.forEach((units, n) => {
    const up = units.filter(unit => frame.isStanding(unit));
    const boxes = up.map(unit => ({ ...body(frame, unit), centre: middleOf(frame, unit) }));
    if (up.length) showName(byId("formations").children[n].querySelector("text"), boxes, room);
  });
}

/** The formations that units of a squad are in. */
function formationsOf(frame, squad) {
  const isIts = unit => frame.squad[unit] === squad && frame.isStanding(unit);
  const names = frame.formations.flatMap((units, n) => units.some(isIts) ? [formationName(n)] : []);
  return names.length ? `, in formation ${names.join(" and ")}` : "";
}

Object.assign(formations, {
  show: frame => byId("formations").replaceChildren(...frame.formations.map((_, n) => outline(frame, n))),
  name: nameFormations,
  of: formationsOf,
});
