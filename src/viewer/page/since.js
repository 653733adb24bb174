// Where somebody was when they left, and what has come since.

const MOMENTS_TOLD_MAX = 5;

/** How many beats somebody had seen when they left; 0 if they are new here, or it is unknown. */
function seenBefore() {
  try {
    const { line } = JSON.parse(memory.get(`fieldpost-${data.key}`)) ?? {};
    return beatOfLine.has(line) ? beatOfLine.get(line) + 1 : 0;
  } catch {
    return 0;
  }
}

function showSince(n) {
  const fresh = beats.slice(n);
  const told = fresh.filter(it => it.moment);
  const items = told.slice(0, MOMENTS_TOLD_MAX).map(it => html("li", {}, `Round ${it.round}: ${it.headline}`));
  if (MOMENTS_TOLD_MAX < told.length) items.push(html("li", {}, `and ${told.length - MOMENTS_TOLD_MAX} more`));
  const choices = [["Watch on", play], ["To the end", () => jump(beats.length)], ["From the start", () => jump(0)]];
  const answers = choices.map(([text, act]) => {
    const button = html("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      closeSince();
      act();
    });
    return button;
  });
  const title = html("h2", { id: "since-title" }, `Since you were here: ${fresh.length}`);
  byId("since").replaceChildren(title, html("div", { class: "answers" }, ...answers), html("ul", {}, ...items));
  byId("since").hidden = false;
}

function closeSince() {
  byId("since").hidden = true;
  byId("play").focus();
}

/** Begins at the place in the address, at the place where somebody left, or at the beginning. */
function begin() {
  root.dataset.theme = memory.get("fieldpost-theme") ?? "";
  toggle("follow", camera.follows);
  showRounds();
  history.scrollRestoration = "manual";
  if (!planning.open() && !goToAddress()) {
    const n = seenBefore();
    go(n, { isQuiet: true });
    if (0 < n && n < beats.length) showSince(n);
  }
  root.classList.add("ready");
}

begin();
