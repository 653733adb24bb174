// Plates: what squads stand and move on, each with its front and its standard.

/** The drawn parts of all plates, each with the tile of its plate's standard. */
let pieces = [];

function showPlates(frame) {
  const part = (name, at, standard) => {
    const [x, y] = corner(at);
    return { it: svg("use", { href: `#${name}`, x, y }), standard };
  };
  const grounds = frame.plates.map(([form, , at, standard]) => part(`ground-${form}`, at, standard));
  const fronts = frame.plates.map(([form, , at, standard]) => part(`front-${form}`, at, standard));
  const carried = frame.plates.filter(([, , , standard]) => standard !== null);
  const standards = carried.map(([, party, , standard]) => part(`standard-p${party}`, standard, standard));
  pieces = [...grounds, ...fronts, ...standards];
  byId("plates").replaceChildren(...grounds.map(({ it }) => it));
  byId("fronts").replaceChildren(...[...fronts, ...standards].map(({ it }) => it));
}

/** The ways of plates. A plate goes as the unit does that ends at its standard. */
function waysOfPlates(ways) {
  const found = [];
  for (const { it, standard } of pieces) {
    const way = [...ways.values()].find(keys => keys.at(-1).tile === standard);
    if (!way) continue;
    const [x, y] = corner(standard);
    const shift = tile => corner(tile).map((at, axis) => `${at - (axis ? y : x)}px`).join(", ");
    found.push([it, way.map(({ time, tile }) => ({ time, transform: `translate(${shift(tile)})` }))]);
  }
  return found;
}

Object.assign(plates, { show: showPlates, ways: waysOfPlates });
