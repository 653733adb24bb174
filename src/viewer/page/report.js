// The report: its lines as far as the battle has been watched, the reasons for each, and how lines and the field point
// at each other.

const report = byId("report");
const lines = new Map();
const sections = [...report.querySelectorAll("section")];
for (const line of report.querySelectorAll("li")) {
  lines.set(line.id, line);
  // With an id, the browser would scroll the field away to show what the address names.
  line.removeAttribute("id");
}

/** Shows the lines up to a beat, or all of them. On a small screen, only those of the beat. */
function showReport(n) {
  const isAll = root.classList.contains("all");
  for (const [id, line] of lines) {
    const beat = beatOfLine.get(id);
    line.hidden = !isAll && n <= beat;
    line.classList.toggle("now", beat === n - 1);
  }
  for (const section of sections) {
    let isNow = false;
    for (const list of section.querySelectorAll("ol")) {
      const heading = list.previousElementSibling;
      heading.hidden = [...list.children].every(it => it.hidden);
      const isHere = Boolean(list.querySelector(".now"));
      heading.classList.toggle("now", isHere);
      list.classList.toggle("now", isHere);
      isNow ||= isHere;
    }
    const last = [...section.querySelectorAll("li")].at(-1);
    const isOver = last ? !last.hidden : isAll || n === beats.length;
    section.hidden = last ? [...section.querySelectorAll("li")].every(it => it.hidden) : !isOver;
    section.classList.toggle("now", isNow || (!last && n === beats.length));
    for (const it of section.querySelectorAll(".after")) it.hidden = !isOver;
  }
  const round = beats[n - 1]?.round ?? 0;
  const isRoundOver = n === beats.length || beats[n]?.round !== round;
  const told = data.rounds.filter(it => it.number < round || (it.number === round && isRoundOver)).at(-1);
  byId("words").replaceChildren(...(told?.words ?? data.words).split("\n").map(it => html("p", {}, it)));
}

/** Scrolls to the lines of a beat, on a screen where the report scrolls by itself. */
function scrollToLines(beat) {
  if (small.matches || !beat.lines.length) return;
  const side = byId("side");
  const first = lines.get(lineId(beat, beat.lines[0]));
  const last = lines.get(lineId(beat, beat.lines.at(-1)));
  const end = last.offsetTop + last.offsetHeight;
  if (side.scrollTop + 60 <= first.offsetTop && end <= side.scrollTop + side.clientHeight - 60) return;
  // However long they are, their beginning stays in sight.
  side.scrollTo({ top: Math.max(0, Math.min(first.offsetTop - 60, end - side.clientHeight * 0.62)) });
}

/** A reason for people: words, and dice, each of which is in a list of its own. */
const reason = parts =>
  html("p", {}, ...parts.map(it => Array.isArray(it) ? html("span", { class: "die" }, it[0]) : it));

/** The rules that some reasons name, each with its gist. */
function rulesIn(reasons) {
  const words = reasons.flat().filter(it => typeof it === "string").join(" ");
  const named = new Set(words.match(/[A-Z]+-[A-Z]*[0-9][0-9.]*[0-9]|[A-Z]+-[A-Z]*[0-9]/g) ?? []);
  return [...named].filter(it => data.rules[it]);
}

/** Opens or closes the reasons for a line. */
function toggleWhy(id, isOpen = !lines.get(id).querySelector(".why")) {
  const line = lines.get(id);
  const button = line.querySelector("button");
  button.setAttribute("aria-expanded", isOpen);
  line.querySelector(".why")?.remove();
  if (!isOpen) return;
  const [round, number] = id.split(".").map(Number);
  const reasons = data.rounds.find(it => it.number === round).why[number - 1];
  const rules = rulesIn(reasons).flatMap(it => [html("dt", {}, it), html("dd", {}, data.rules[it])]);
  const why = html("div", { class: "why", role: "group", "aria-label": `Why ${id}` }, ...reasons.map(reason));
  if (rules.length) why.append(html("dl", { class: "rules" }, ...rules));
  line.append(why);
}

for (const [id, line] of lines) {
  const button = html("button", { type: "button", class: "ask", "aria-expanded": "false", "aria-label": `why ${id}` }, "why");
  button.addEventListener("click", event => {
    event.stopPropagation();
    toggleWhy(id);
  });
  line.append(button);
  line.addEventListener("click", event => {
    if (event.target.closest(".why")) return;
    event.preventDefault();
    pause();
    go(beatOfLine.get(id) + 1);
  });
  const squadsOf = () => beats[beatOfLine.get(id)].who;
  for (const it of ["mouseenter", "focusin"]) line.addEventListener(it, () => pointAt(squadsOf()));
  for (const it of ["mouseleave", "focusout"]) line.addEventListener(it, () => pointAt([]));
}

/** Marks squads on the field that a line of the report is about. */
function pointAt(pointed) {
  for (const it of document.querySelectorAll("#tags > g, #squads button")) {
    it.classList.toggle("pointed", pointed.includes(Number(it.dataset.squad)));
  }
  tokens.forEach((token, unit) => token.classList.toggle("pointed", pointed.includes(after[player.n].squad[unit])));
}

/** Marks the lines of the round that are about a squad. */
function pointFrom(squad) {
  const round = beats[player.n - 1]?.round;
  for (const [id, line] of lines) {
    const beat = beats[beatOfLine.get(id)];
    line.classList.toggle("pointed", beat.round === round && beat.who.includes(squad));
  }
}

/** Keeps a squad marked on the field and in the report until another is chosen. While planning, gives it orders instead. */
function choose(squad) {
  if (planning.isOn) return planning.tap(squad);
  player.chosen = player.chosen === squad ? -1 : squad;
  chips.forEach((chip, n) => chip.setAttribute("aria-pressed", n === player.chosen));
  pointAt(player.chosen < 0 ? [] : [player.chosen]);
  pointFrom(player.chosen);
}

chips.forEach((chip, squad) => {
  chip.addEventListener("click", () => choose(squad));
  for (const it of ["mouseenter", "focus"]) chip.addEventListener(it, () => pointFrom(squad));
  for (const it of ["mouseleave", "blur"]) chip.addEventListener(it, () => pointFrom(player.chosen));
});
tokens.forEach((token, unit) => token.addEventListener("click", () => choose(after[player.n].squad[unit])));
layers.tags.addEventListener("click", event => {
  const tag = event.target.closest("[data-squad]");
  if (tag) choose(Number(tag.dataset.squad));
});
layers.tags.addEventListener("mouseover", event => {
  const tag = event.target.closest("[data-squad]");
  if (tag) pointFrom(Number(tag.dataset.squad));
});
layers.tags.addEventListener("mouseout", () => pointFrom(player.chosen));
