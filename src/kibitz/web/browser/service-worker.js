// Keeps the files of an export, so that it opens without a network. Names of files change with their contents, so only
// the page itself is asked for anew. FILES, LATER and MARK are written before this when the export is made.

/* global FILES, LATER, MARK */
const worker = /** @type {any} */ (self);
const cacheName = `kibitz ${worker.registration.scope} ${MARK}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

/** Cache the files that the page needs first, from the browser's cache if they were just loaded. */
async function keepAll() {
  const cache = await caches.open(cacheName);
  const before = (await caches.keys()).filter((name) => name !== cacheName && name.startsWith(`kibitz ${worker.registration.scope} `));
  for (const file of FILES) {
    const address = new URL(file, worker.registration.scope).href;
    if (await cache.match(address)) continue;
    // A file of the same name is the same, also one of the version before.
    const known = file === "./" ? undefined : await first(before.map((name) => async () => (await caches.open(name)).match(address)));
    const answer = known ?? (await fetch(address, { cache: file === "./" ? "no-cache" : "force-cache" }));
    if (!answer.ok) throw new Error(`${file} can't be loaded`);
    await cache.put(address, answer);
  }
}

/** @param {(() => Promise<any>)[]} ways */
async function first(ways) {
  for (const way of ways) {
    const found = await way();
    if (found) return found;
  }
  return undefined;
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`kibitz ${worker.registration.scope} `) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/** The page: the newest if there is a network, else the one that is kept. @param {Request} request */
async function page(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(new URL("./", worker.registration.scope).href);
  try {
    return await fetch(request);
  } catch {
    return kept ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && LATER.some((/** @type {string} */ name) => request.url.endsWith(name))) await cache.put(request.url, answer.clone());
  return answer;
}
