// Persistent files: Python's are in memory, and changes are stored in the browser, or sent to another Worker.

/** The files that a receiver has: their times and sizes. @typedef {Map<string, string>} Known */
/** A file as it is now; null if it is gone. @typedef {{path: string, data: Uint8Array|null}} Changed */

/** Files that mean something only while their Worker lives. */
const PASSING = /\.(alive|lock|tmp)$/;

/**
 * All files below a folder. The tree is in memory, so this is quick.
 * @param {any} FS @param {string} folder @param {(path: string, node: any) => void} each
 */
function walk(FS, folder, each) {
  const enter = (/** @type {any} */ node, /** @type {string} */ path) => {
    for (const [name, child] of Object.entries(node.contents)) {
      const at = `${path}/${name}`;
      if (FS.isDir(/** @type {any} */ (child).mode)) enter(child, at);
      else if (FS.isFile(/** @type {any} */ (child).mode)) each(at, child);
    }
  };
  enter(FS.lookupPath(folder).node, folder);
}

/** A mark that changes with a file. @param {any} node */
function mark(node) {
  return `${node.id} ${Number(node.mtime)} ${node.usedBytes}`;
}

/**
 * The changes since the last call.
 * @param {any} FS @param {string} folder @param {Known} known @param {RegExp} [but]
 * @returns {Changed[]}
 */
export function changes(FS, folder, known, but) {
  /** @type {Changed[]} */
  const found = [];
  const seen = new Set();
  walk(FS, folder, (path, node) => {
    if (but?.test(path)) return;
    seen.add(path);
    if (known.get(path) === mark(node)) return;
    known.set(path, mark(node));
    found.push({ path, data: FS.readFile(path) });
  });
  for (const path of [...known.keys()]) {
    if (seen.has(path)) continue;
    known.delete(path);
    found.push({ path, data: null });
  }
  return found;
}

/** Apply changes from elsewhere. @param {any} FS @param {Changed[]} files @param {Known} known */
export function put(FS, files, known) {
  for (const { path, data } of files) {
    if (data === null) {
      if (FS.analyzePath(path).exists) FS.unlink(path);
      known.delete(path);
      continue;
    }
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, data);
    known.set(path, mark(FS.lookupPath(path).node));
  }
}

/** Files in IndexedDB, a row each. */
export class Storage {
  /** @param {IDBDatabase|null} database */
  constructor(database) {
    this.database = database;
    /** @type {Known} */
    this.known = new Map();
  }

  /** The storage of one folder of this site; one that forgets if the browser keeps nothing. @param {string} base */
  static async open(base) {
    const request = indexedDB.open(`kibitz ${new URL(base).pathname}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files");
    return new Storage(await done(request).catch(() => null));
  }

  /** Read everything. @param {any} FS @param {string} folder */
  async load(FS, folder) {
    if (!this.database) return;
    const files = this.database.transaction("files").objectStore("files");
    const [paths, rows] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
    put(FS, paths.map((path, at) => ({ path: String(path), data: rows[at].data })), this.known);
    paths.forEach((path, at) => {
      FS.utime(String(path), rows[at].time, rows[at].time);
      this.known.set(String(path), mark(FS.lookupPath(String(path)).node));
    });
    if (!FS.analyzePath(folder).exists) FS.mkdirTree(folder);
  }

  /** Store changes; once this resolves, they outlive the tab. @param {any} FS @param {string} folder */
  async save(FS, folder) {
    if (!this.database) return;
    const before = new Map(this.known);
    const found = changes(FS, folder, this.known, PASSING);
    if (!found.length) return;
    try {
      const transaction = this.database.transaction("files", "readwrite");
      const files = transaction.objectStore("files");
      for (const { path, data } of found) {
        if (data === null) files.delete(path);
        else files.put({ data, time: Number(FS.stat(path).mtime) }, path);
      }
      await new Promise((yes, no) => {
        transaction.oncomplete = yes;
        transaction.onabort = transaction.onerror = () => no(transaction.error);
      });
    } catch (error) {
      this.known = before; // next time again
      throw error;
    }
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });
}
