// Planning the open round: orders for the player's own squads, chosen on the field or from a list, and copied as text.

const { plan } = data;
Object.assign(planning, { squad: null, tap, show: showPlan, toggle: togglePlanning, open: goToPlan });

/** The slots of moves, fire and charges. Of orders that share a slot, only the last counts. */
const [MOVE, FIRE, CHARGE] = [0, 1, 2];
/** The slots that an order of each kind fills. */
const SLOTS = { fire: [FIRE], to: [MOVE, CHARGE], charge: [MOVE, CHARGE] };

/** The chosen orders of each squad: its fire, where it goes or whom it charges, and one order of each other verb. */
const orders = new Map(plan.squads.map(it => [it.squad, { fire: null, to: null, charge: null, verbs: new Map() }]));
const planOf = squad => plan.squads.find(it => it.squad === squad);

/** The name of a squad before its orders, in quotation marks if it has letters that mean something else. */
function subjectOf(squad) {
  const { name, reach, fire, charges } = planOf(squad);
  const written = [...reach, ...fire, ...charges].map(it => it.written);
  return written.some(it => it.startsWith(`"${name}": `)) ? `"${name}"` : name;
}

/** An order without the squad that it is for. */
function withoutName(squad, written) {
  const [subject, { name }] = [subjectOf(squad), planOf(squad)];
  const before = [`${subject}: `, `${name}: `].find(it => written.startsWith(it)) ?? "";
  return written.slice(before.length);
}

/** The words before the tile in an order to move. */
const moveWords = squad => withoutName(squad, planOf(squad).reach[0]?.written ?? "").split("; ").at(-1);

/** Where a squad can go together with the fire that is chosen. */
function reachOf(squad) {
  const { reach } = planOf(squad);
  const fires = Boolean(orders.get(squad).fire?.slows);
  return reach.find(it => it.fires === fires) ?? reach[0] ?? { tiles: [], most: 0 };
}

/** The parts of a squad's order. */
function parts(squad) {
  const { fire, to, charge, verbs } = orders.get(squad);
  const written = [fire, charge].map(it => it && withoutName(squad, it.written));
  const [shoots, charges] = written;
  const moves = to === null ? null : moveWords(squad) + tileName(to);
  return [shoots, moves, charges, ...[...verbs.values()].map(it => withoutName(squad, it.written))].filter(Boolean);
}

/** Takes back orders that don't count beside one that fills these slots. */
function makeRoom(squad, slots) {
  const its = orders.get(squad);
  if (slots.includes(MOVE)) its.to = null;
  if (slots.includes(FIRE)) its.fire = null;
  if (slots.includes(CHARGE)) its.charge = null;
  for (const verb of planOf(squad).verbs) {
    if (verb.slots.some(it => slots.includes(it))) its.verbs.delete(verb.words);
  }
}

/** The CP left in each pool after the chosen orders. */
function left() {
  const chosen = [...orders.values()].flatMap(it => [...it.verbs.values()]);
  return plan.pools.map((pool, n) => chosen.reduce((sum, it) => sum - it.cost[n], pool.left));
}

/** The orders as a post, a line for each squad. */
const planText = () => plan.squads
  .filter(it => parts(it.squad).length)
  .map(it => `${plan.prefix}${subjectOf(it.squad)}: ${parts(it.squad).join("; ")}`)
  .join("\n");

/** Reacts to a tap on a squad: chooses one's own to give it orders, or another to shoot or charge it. */
function tap(squad) {
  if (planOf(squad)) return choosePlanned(squad);
  if (planning.squad === null) return tell(`${squads[squad].name} isn't yours to order`);
  const { name, fire, charges } = planOf(planning.squad);
  const offer = fire.find(it => it.target === squad);
  if (offer) return chooseOrder("fire", offer);
  const charge = charges.find(it => it.target === squad);
  if (charge) return chooseOrder("charge", charge);
  tell(`${name} can neither shoot nor charge ${squads[squad].name} now`);
}

/** Shows words in place of the hint about what can be tapped. */
function tell(words) {
  byId("plan-title").textContent = words;
  byId("live").textContent = words;
}

/** A hint about what can be tapped for a squad. */
function tappable({ name, reach, fire, charges }) {
  const what = [reach.length && "where", (fire.length || charges.length) && "whom"].filter(Boolean).join(", or ");
  return `${name}: ${what ? `tap ${what}` : "choose from the list"}`;
}

function choosePlanned(squad) {
  planning.squad = squad;
  showPlan();
}

/** Chooses fire, a charge, or the tile to go to. If it is chosen already, takes it back. */
function chooseOrder(kind, order) {
  const its = orders.get(planning.squad);
  const isChosen = its[kind] === order;
  if (!isChosen) makeRoom(planning.squad, SLOTS[kind]);
  its[kind] = isChosen ? null : order;
  if (kind === "charge" && its.charge && its.fire?.slows) its.fire = null;
  if (kind === "fire") {
    // A squad that stops to fire may get less far, and can't charge any more.
    if (its.fire?.slows) its.charge = null;
    if (its.to !== null && !reachOf(planning.squad).tiles.some(it => it[0] === its.to)) its.to = null;
  }
  showPlan();
}

function chooseVerb(verb, order) {
  const { verbs } = orders.get(planning.squad);
  const isChosen = verbs.get(verb.words) === order;
  makeRoom(planning.squad, verb.slots);
  if (!isChosen) verbs.set(verb.words, order);
  showPlan();
}

/** Shows what can be chosen for a squad, on the field and beside it. */
function showPlan() {
  const { squad } = planning;
  const frame = after.at(-1);
  look(viewOfPlan(frame), false);
  showTags(frame, new Set(squad === null ? plan.squads.map(it => it.squad) : [squad]), camera.view);
  chips.forEach((chip, n) => chip.setAttribute("aria-pressed", n === squad));
  byId("plan-title").textContent = squad === null
    ? `Round ${plan.round}: tap a squad of yours`
    : tappable(planOf(squad));
  const cp = left();
  byId("pools").textContent = plan.pools.map((it, n) => `${it.name}: ${cp[n]} of ${it.most} CP left`).join(" · ");
  byId("orders").value = planText();
  // A screen reader says which orders stand now, and so which were taken back.
  byId("live").textContent = squad === null ? "" : `${planOf(squad).name}: ${parts(squad).join("; ") || "no orders yet"}`;
  const hash = planText() ? `#plan=${encodeURIComponent(planText())}` : "#plan";
  try { history.replaceState(null, "", hash); } catch { /* The address stays as it is. */ }
  showReach(squad);
  showAims(frame);
  keepFocus(byId("offers"), () => byId("offers").replaceChildren(...(squad === null ? [] : offers(squad))));
}

/** The view for planning: the whole field, or everything that the squad can reach, in tiles large enough for a finger. */
function viewOfPlan(frame) {
  const { squad } = planning;
  if (!camera.follows || squad === null) return whole;
  const own = standing(frame, squad).map(unit => middleOf(frame, unit));
  return viewAround([...own, ...reachOf(squad).tiles.map(it => middle(it[0]))]);
}

/** Redraws a part of the page, and keeps the focus at the same place in it. */
function keepFocus(part, draw) {
  const focusable = () => [...part.querySelectorAll("button, select, summary")];
  const place = focusable().indexOf(document.activeElement);
  const open = [...part.querySelectorAll("details")].map(it => it.open);
  draw();
  part.querySelectorAll("details").forEach((it, n) => { it.open = open[n] ?? false; });
  if (0 <= place) focusable()[place]?.focus();
}

/** Shows the tiles that a squad can go to. Tiles that it can also go to when it fires are darker. */
function showReach(squad) {
  const layer = byId("reach");
  layer.replaceChildren();
  if (squad === null) return;
  const { reach } = planOf(squad);
  const firing = new Set(reach.find(it => it.fires)?.tiles.map(it => it[0]) ?? []);
  const { to, fire } = orders.get(squad);
  for (const [tile, steps, cover] of reachOf(squad).tiles) {
    const [x, y] = corner(tile);
    const kind = `tile${firing.has(tile) || fire?.slows ? " firing" : ""}${tile === to ? " chosen" : ""}`;
    const title = svg("title", {}, tileWords(tile, steps, cover));
    const box = svg("rect", { class: kind, x: x + 1, y: y + 1, width: board.tile - 2, height: board.tile - 2 }, title);
    box.addEventListener("click", () => chooseOrder("to", tile));
    layer.append(box);
    if (cover) layer.append(svg("circle", { class: "cover", cx: x + board.tile - 7, cy: y + 7, r: 3.5 }));
  }
}

const tileWords = (tile, steps, cover) =>
  `${tileName(tile)}, ${steps} ${steps === 1 ? "step" : "steps"}${cover ? `, +${cover} in cover` : ""}`;

/** Draws the chosen orders of all squads: fire, charges and moves. */
function showAims(frame) {
  layers.ways.replaceChildren();
  layers.effects.replaceChildren();
  for (const [squad, { fire, to, charge }] of orders) {
    const unit = middlemost(frame, squad);
    if (unit === null) continue;
    const from = middleOf(frame, unit);
    const aim = (target, kind) => {
      const other = middlemost(frame, target);
      if (other === null) return;
      const path = line([from, middleOf(frame, other)]);
      layers.effects.append(svg("path", { class: `${kind} p${party(squad)}`, d: path }));
    };
    if (fire) aim(fire.target, "shot hit");
    if (charge) aim(charge.target, "way charge");
    if (to !== null) layers.ways.append(svg("path", { class: `way p${party(squad)}`, d: line([from, middle(to)]) }));
  }
}

/** The orders that a squad can be given, verb by verb. */
function offers(squad) {
  const { fire, charges, verbs } = planOf(squad);
  const its = orders.get(squad);
  const list = (title, ...content) => content.length ? [html("h3", {}, title), ...content] : [];
  const slowed = its.fire?.slows ? "The fire that is chosen costs it the charge." : "";
  const cp = left();
  const others = verbs.filter(it => it.words !== moveWords(squad).trim());
  const alone = "What is said of an order holds without the others that are chosen; only the tiles count this squad's fire.";
  return [
    html("p", { class: "short" }, alone),
    ...list("Move", ...whereTo(squad)),
    ...list("Shoot", ...fire.map(it => offerButton(squad, it, its.fire === it, () => chooseOrder("fire", it)))),
    ...list("Charge", ...charges.map(it => offerButton(squad, it, its.charge === it, () => chooseOrder("charge", it), slowed))),
    ...list("More", ...others.map(verb => {
      const buttons = verb.orders.map(order => {
        const chosen = its.verbs.get(verb.words);
        const isDear = chosen !== order && order.cost.some((it, n) => cp[n] + (chosen?.cost[n] ?? 0) < it);
        const why = isDear ? "It costs more CP than are left." : "";
        return offerButton(squad, order, chosen === order, () => chooseVerb(verb, order), why);
      });
      return html("details", {}, html("summary", {}, verb.words), ...buttons);
    })),
  ];
}

function pressed(isChosen, act, ...content) {
  const button = html("button", { type: "button", class: "offer", "aria-pressed": isChosen }, ...content);
  button.addEventListener("click", act);
  return button;
}

/** A button for an offer, with its answer, or with the reason why it can't be chosen. */
function offerButton(squad, offer, isChosen, act, why = "") {
  const doubt = offer.doubtful && !why ? "⚠️ " : "";
  const button = pressed(isChosen, act, html("b", {}, withoutName(squad, offer.written)), html("span", {}, doubt + (why || offer.answer)));
  button.disabled = Boolean(why);
  return button;
}

/** The tiles as a list, for people who don't tap on the field. */
function whereTo(squad) {
  const { tiles, most } = reachOf(squad);
  if (!tiles.length) return [];
  const firing = planOf(squad).reach.find(it => it.fires);
  const { to, fire } = orders.get(squad);
  const choice = html("select", { id: "to" }, html("option", { value: "" }, "stay"));
  for (const [tile, steps, cover] of tiles) {
    choice.append(html("option", { value: tile, selected: tile === to ? "" : null }, tileWords(tile, steps, cover)));
  }
  choice.addEventListener("change", () => chooseOrder("to", choice.value === "" ? to : Number(choice.value)));
  const many = `${tiles.length} tiles, with ${most} to spend`;
  const told = firing && !fire?.slows ? `${many}; ${firing.tiles.length} of them, in a stronger colour, when it stops to fire` : many;
  return [html("label", { for: "to" }, "Move to "), choice, html("p", { class: "short" }, `${told}. A dot is cover.`)];
}

function togglePlanning() {
  if (!plan.squads.length) return;
  pause();
  planning.isOn = !planning.isOn;
  root.classList.toggle("planning", planning.isOn);
  toggle("planning", planning.isOn);
  byId("plan").hidden = !planning.isOn;
  byId("reach").replaceChildren();
  go(beats.length, { isQuiet: true });
  if (!planning.isOn) return choose(player.chosen);
  clearEffects();
  byId("side").scrollTop = 0;
  showPlan();
}

/** Chooses the orders of a plan in the address, as far as they can still be chosen. */
function readPlan(text) {
  for (const order of text.split("\n")) {
    const begins = it => `${plan.prefix}${subjectOf(it.squad)}: `;
    const squad = plan.squads.find(it => order.startsWith(begins(it)));
    if (!squad) continue;
    const its = orders.get(squad.squad);
    const of = offer => withoutName(squad.squad, offer.written);
    for (const part of order.slice(begins(squad).length).split("; ")) {
      its.fire = squad.fire.find(it => of(it) === part) ?? its.fire;
      its.charge = squad.charges.find(it => of(it) === part) ?? its.charge;
      const isMove = part.startsWith(moveWords(squad.squad));
      const tiles = squad.reach.flatMap(it => it.tiles).map(it => it[0]);
      if (isMove) its.to = tiles.find(it => moveWords(squad.squad) + tileName(it) === part) ?? its.to;
      for (const { words, orders } of squad.verbs) {
        const found = orders.find(it => of(it) === part);
        if (found) its.verbs.set(words, found);
      }
    }
    planning.squad ??= squad.squad;
  }
}

/** Continues the plan in the address. Returns `false` if there is none. */
function goToPlan() {
  if (!plan.squads.length || !/^#plan(=|$)/.test(location.hash)) return false;
  readPlan(decoded(location.hash.slice("#plan=".length)));
  if (!planning.isOn) togglePlanning();
  else showPlan();
  return true;
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return ""; }
}

byId("planning").hidden = !plan.squads.length;
byId("planning").addEventListener("click", togglePlanning);
byId("copy").addEventListener("click", copyOrders);
