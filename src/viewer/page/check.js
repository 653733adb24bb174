// Checks the log that the page holds: computes its digests again, entry by entry.

const DIGEST_BYTES = 32;

/** SHA-256, for browsers that don't offer it. */
function sha256OfOurOwn(bytes) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every(it => n % it)) primes.push(n);
  const fraction = it => (it - Math.floor(it)) * 2 ** 32 | 0;
  const constants = primes.map(it => fraction(Math.cbrt(it)));
  const state = primes.slice(0, 8).map(it => fraction(Math.sqrt(it)));

  const blocks = new Uint8Array(((bytes.length + 8 >> 6) + 1) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, bytes.length / 2 ** 29);
  view.setUint32(blocks.length - 4, bytes.length * 8);

  const turned = (it, by) => it >>> by | it << 32 - by;
  const words = new Int32Array(64);
  for (let start = 0; start < blocks.length; start += 64) {
    for (let n = 0; n < 64; n += 1) {
      if (n < 16) {
        words[n] = view.getInt32(start + 4 * n);
        continue;
      }
      const [a, b] = [words[n - 15], words[n - 2]];
      const low = turned(a, 7) ^ turned(a, 18) ^ a >>> 3;
      const high = turned(b, 17) ^ turned(b, 19) ^ b >>> 10;
      words[n] = words[n - 16] + low + words[n - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + constants[n] + words[n];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c);
      [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((it, n) => { state[n] = state[n] + it | 0; });
  }
  const digest = new DataView(new ArrayBuffer(DIGEST_BYTES));
  state.forEach((it, n) => digest.setInt32(4 * n, it));
  return new Uint8Array(digest.buffer);
}

async function sha256(bytes) {
  const own = globalThis.crypto?.subtle;
  return own ? new Uint8Array(await own.digest("SHA-256", bytes)) : sha256OfOurOwn(bytes);
}

const hex = bytes => [...bytes].map(it => it.toString(16).padStart(2, "0")).join("");
const fromHex = text => Uint8Array.from(text.match(/../g) ?? [], it => parseInt(it, 16));

function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const it of parts) {
    bytes.set(it, at);
    at += it.length;
  }
  return bytes;
}

/** Computes every digest of a log again. Returns what was found; throws the first thing that is wrong. */
async function checkLog(log, digest = sha256) {
  const text = new TextEncoder();
  const entries = log.trimEnd().split("\n");
  const { commitment } = JSON.parse(entries[0]);
  let chain = new Uint8Array(DIGEST_BYTES);
  let rounds = 0;
  let seed = null;
  for (const [n, line] of entries.entries()) {
    const entry = JSON.parse(line);
    if (entry.log !== undefined && entry.log !== hex(chain)) {
      throw new Error(`an entry before entry ${n + 1} of the log is not what it was when that was written`);
    }
    rounds += entry.entry === "closed" ? 1 : 0;
    seed = entry.entry === "revealed" ? entry.seed : seed;
    chain = await digest(joined(chain, text.encode(line)));
  }
  if (!seed) throw new Error("the log holds no seed");
  const committed = hex(await digest(joined(text.encode("fieldpost seed 1\0"), fromHex(seed))));
  if (committed !== commitment) {
    throw new Error(`the seed is not the one that was committed to: its hash is ${committed}, and ${commitment} was published`);
  }
  return { entries: entries.length, rounds, commitment, digest: hex(chain) };
}

function saveLog() {
  const address = URL.createObjectURL(new Blob([data.log], { type: "text/plain" }));
  html("a", { href: address, download: "battle.log" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function showCheck() {
  const said = [];
  try {
    const { entries, rounds, commitment, digest } = await checkLog(data.log);
    said.push(
      `Holds: none of the ${entries} entries was changed since it was written, as each of the ${rounds} rounds holds the digest of all before.`,
      `Holds: the seed is the one whose hash was given out before the first order, ${commitment}.`,
      `The digest of the whole log is ${digest}.`,
    );
  } catch (error) {
    said.push(`Does not hold: ${error.message}.`);
  }
  byId("checked").replaceChildren(...said.map(it => html("p", {}, it)));
}

byId("check-log")?.addEventListener("click", showCheck);
byId("save-log")?.addEventListener("click", saveLog);
