// Kibitz in a Worker: Python, the core and the service. The page starts one that serves all tabs; that one starts others,
// which think for it or run code that is not ours, and can be ended.

import { FILES } from "./files.js";
import { Interrupt } from "./interrupt.js";
import { Storage, changes, put } from "./storage.js";

/** The folder of persistent files, in this browser's storage. */
const KEPT = "/kept";
const root = new URL(FILES.root, import.meta.url);

/** A file of the export, unpacked. @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(FILES.packed[name], root));
  if (!answer.ok || !answer.body) throw new Error(`${name} can't be loaded (${answer.status})`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

// Pyodide asks for its files by their own names; packed they are a third as large, whatever the host does.
const load = self.fetch.bind(self);
self.fetch = (asked, sent) => {
  const name = String(asked instanceof Request ? asked.url : asked).split("/").pop() ?? "";
  return FILES.packed[name] ? fetched(name) : load(asked, sent);
};

/** Load Python with Kibitz. @param {(words: string) => void} tell Gets progress messages. */
async function python(tell) {
  tell("python");
  const files = ["kibitz.zip", "_core.abi3.so"].map((name) => fetched(name).then((answer) => answer.arrayBuffer()));
  const { loadPyodide } = await import(new URL(`${FILES.pyodide}pyodide.mjs`, root).href);
  const env = { HOME: "/home/pyodide", KIBITZ_DATA: `${KEPT}/data`, KIBITZ_CACHE: `${KEPT}/cache`, NO_COLOR: "1" };
  const py = await loadPyodide({ indexURL: new URL(FILES.pyodide, root).href, env });
  const [zip, core] = await Promise.all(files);
  tell("kibitz");
  py.unpackArchive(zip, "zip", { extractDir: "/site" });
  py.FS.writeFile("/site/kibitz/_core.abi3.so", new Uint8Array(core));
  for (const [path, address] of Object.entries(FILES.later)) {
    const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
    py.FS.mkdirTree(folder);
    py.FS.createLazyFile(folder, name, new URL(address, root).href, true, false);
  }
  py.FS.mkdirTree(`${KEPT}/data`);
  py.FS.mkdirTree(`${KEPT}/cache`);
  py.runPython("import sys; sys.path.insert(0, '/site'); sys.dont_write_bytecode = True");
  return py;
}

/** Serve all tabs. @param {string} base Where the files lie, by which tabs find each other. */
async function serve(base) {
  const host = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const bus = new BroadcastChannel(`kibitz ${base}`);
  /** @type {any[]} */
  const early = [];
  bus.onmessage = ({ data }) => early.push(data);
  const [py, storage] = await Promise.all([python((words) => postMessage(words)), Storage.open(base)]);
  await storage.load(py.FS, KEPT);

  // Messages go out when their changes are stored, so no tab shows a state that could be lost.
  /** @type {any[]} */
  let out = [];
  let storing = false;
  const flush = async () => {
    if (storing) return;
    storing = true;
    do {
      const said = out;
      out = [];
      await storage.save(py.FS, KEPT).catch((error) => console.warn("Kibitz can't store its games:", error));
      for (const message of said) bus.postMessage(message);
    } while (out.length);
    storing = false;
  };
  const say = (/** @type {any} */ message) => {
    out.push({ host, ...message });
    void flush();
  };
  /** The timer of delayed writes. @type {ReturnType<typeof setTimeout>|undefined} */
  let later;
  const storeLater = () => {
    clearTimeout(later);
    later = setTimeout(() => void flush(), 2500);
  };

  py.registerJsModule("kibitz_worker", {
    start: (/** @type {string} */ told, /** @type {any} */ hear) => new Child(py.FS, told, hear, storeLater),
    tell: (/** @type {string} */ to, /** @type {number} */ channel, /** @type {string} */ kind, /** @type {string} */ text, code = 1000) =>
      say({ to, channel, kind, text, code }),
  });
  const service = py.pyimport("kibitz.web.browser.host").begin(JSON.stringify(FILES.settings));
  await service.ready();
  /** @type {Set<string>} */
  const tabs = new Set();
  const gone = (/** @type {string} */ tab) => {
    tabs.delete(tab);
    service.leave(tab);
    storeLater();
  };
  bus.onmessage = async ({ data }) => {
    const { from: tab } = data;
    if (!tab) return; // another service's
    if (!tabs.has(tab)) {
      tabs.add(tab);
      navigator.locks?.request(`kibitz tab ${tab}`, () => gone(tab));
    }
    storeLater();
    if (data.hello) say({ to: tab });
    else if (data.gone) gone(tab);
    else if (data.connect) service.open(tab, data.connect);
    else if (data.say) service.hear(tab, data.say, data.text);
    else if (data.ask) {
      const [status, type, body] = JSON.parse(await service.request(data.method, data.path, data.body));
      say({ to: tab, answer: data.ask, status, headers: { "Content-Type": type }, body });
    }
  };
  postMessage("ready");
  say({}); // here we are
  early.length = 0; // earlier clients get this and ask again
}

/** A Worker that answers questions from a `Desk`, one at a time. */
class Child {
  /** @param {any} FS Our own files. @param {string} told @param {any} hear @param {() => void} changed */
  constructor(FS, told, hear, changed) {
    this.FS = FS;
    this.hear = hear;
    /** What it has of our files. @type {import("./storage.js").Known} */
    this.known = new Map();
    /** Its question may go on for as long as this address leads somewhere. */
    this.token = "";
    this.worker = new Worker(import.meta.url, { type: "module", name: "Kibitz thinks" });
    this.worker.onmessage = ({ data }) => {
      put(this.FS, data.files ?? [], this.known);
      if (data.files?.length) changed();
      if (data.text) this.hear(data.text);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.hear("");
    };
    this.worker.postMessage({ think: told });
  }

  /** @param {string} text */
  ask(text) {
    this.stop();
    this.token = URL.createObjectURL(new Blob(["go on"]));
    this.worker.postMessage({ question: text, token: this.token, files: changes(this.FS, KEPT, this.known) });
  }

  /** Interrupt its work, which takes a moment; a Worker that computes receives no messages. */
  stop() {
    if (this.token) URL.revokeObjectURL(this.token);
    this.token = "";
  }

  end() {
    this.stop();
    this.worker.terminate();
    this.hear.destroy?.();
  }
}

/** Answer questions. @param {string} told */
async function think(told) {
  const py = await python(() => {});
  const interrupt = new Interrupt(py);
  /** @type {import("./storage.js").Known} */
  const known = new Map();
  const answer = (/** @type {string} */ text) => postMessage({ text, files: changes(py.FS, KEPT, known) });
  py.registerJsModule("kibitz_worker", { say: (/** @type {string} */ text) => postMessage({ text }) });
  const desk = py.pyimport("kibitz.web.browser.thinker").begin(told);
  self.onmessage = ({ data }) => {
    put(py.FS, data.files, known);
    interrupt.begin(data.token);
    try {
      answer(desk.answer(data.question));
    } finally {
      interrupt.end();
    }
  };
  answer('{"id": 0}');
}

/** @type {any[]} */
const waiting = [];
self.onmessage = async ({ data }) => {
  if (data.serve) await serve(data.serve);
  else if (data.think) {
    self.onmessage = ({ data: early }) => waiting.push(early);
    await think(data.think);
    const ask = /** @type {any} */ (self.onmessage);
    for (const data of waiting) ask({ data });
  }
};
