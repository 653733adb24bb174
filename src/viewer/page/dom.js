// What every page does with its own parts, whatever it shows.

const root = document.documentElement;
const byId = id => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const small = matchMedia("(max-width: 820px), (max-height: 520px)");

/** An element with attributes and content. Attributes that are null are left out. */
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

/** The browser's memory for the page. Empty, if the browser doesn't let pages remember anything. */
const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(key, value); } catch { /* It works without. */ }
  },
};

/** The page's data, unpacked. */
async function unpacked() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), it => it.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const columnName = column => {
  const letter = String.fromCharCode(65 + column % 26);
  return column < 26 ? letter : String.fromCharCode(64 + Math.floor(column / 26)) + letter;
};
const tileName = tile => columnName(tile % board.columns) + (Math.floor(tile / board.columns) + 1);

function toggleTheme() {
  const isDark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = isDark ? "light" : "dark";
  memory.set("fieldpost-theme", root.dataset.theme);
}

/** Copies the text that the page has made. */
async function copyOrders() {
  const text = byId("orders");
  text.focus();
  text.select();
  const isCopied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false);
  byId("live").textContent = isCopied || document.execCommand("copy") ? "Copied." : "Copy the marked text.";
  byId("copy").textContent = "Copied";
  setTimeout(() => { byId("copy").textContent = "Copy"; }, 2_000);
}
