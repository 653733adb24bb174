// The camera: the whole field, or what happens.

/** The least width of a view, in tiles: in a narrower one nobody knows where they are. */
const VIEW_TILES_MIN = 13;
const CAMERA_MILLISECONDS = 420;

const camera = { view: whole, follows: (memory.get("fieldpost-follow") ?? (small.matches ? "1" : "0")) === "1", frame: 0 };

/** How much of the field one pixel of the screen shows. */
const pixel = view => Math.max(view[2] / Math.max(field.clientWidth, 1), view[3] / Math.max(field.clientHeight, 1)) || 1;

function setView(view) {
  camera.view = view;
  field.setAttribute("viewBox", view.map(it => it.toFixed(1)).join(" "));
}

/** Moves the camera, at once or smoothly. */
function look(to, isMoving) {
  cancelAnimationFrame(camera.frame);
  field.style.setProperty("--pixel", `${pixel(to)}px`);
  if (!isMoving || calm.matches || document.hidden) return setView(to);
  const from = camera.view;
  const begun = performance.now();
  const turn = now => {
    const share = Math.min(1, Math.max(0, (now - begun) / CAMERA_MILLISECONDS));
    const eased = share * share * (3 - 2 * share);
    setView(from.map((it, n) => it + (to[n] - it) * eased));
    if (share < 1) camera.frame = requestAnimationFrame(turn);
  };
  camera.frame = requestAnimationFrame(turn);
}

/** The view of a beat: the whole field, or those it is about with some tiles around them. */
function viewOf(n) {
  const beat = beats[n - 1];
  if (!camera.follows || !beat || beat.kind === "end") return whole;
  const [from, to] = [before[n - 1], after[n]];
  const spots = beat.at.map(tile => middle(tile));
  for (const squad of beat.who) {
    for (const frame of [from, to]) spots.push(...standing(frame, squad).map(unit => middleOf(frame, unit)));
  }
  return viewAround(spots);
}

/** The view of some spots with some tiles around them; the whole field, if there are none. */
function viewAround(spots) {
  if (!spots.length) return whole;
  const span = (axis, low, high) => [
    Math.min(...spots.map(it => it[axis])) - low * board.tile,
    Math.max(...spots.map(it => it[axis])) + high * board.tile,
  ];
  const [left, right] = span(0, 1.6, 1.6);
  const [top, bottom] = span(1, 2.2, 1.8);
  const ratio = field.clientWidth / field.clientHeight || 1.5;
  const width = Math.max(right - left, VIEW_TILES_MIN * board.tile, (bottom - top) * ratio);
  const height = width / ratio;
  if (whole[2] <= width && whole[3] * 0.95 <= height) return whole;
  const within = (centre, size, start, room) =>
    room <= size ? start + room / 2 - size / 2 : Math.max(start, Math.min(start + room - size, centre - size / 2));
  return [
    within((left + right) / 2, width, whole[0], whole[2]),
    within((top + bottom) / 2, height, whole[1], whole[3]),
    width,
    height,
  ];
}
