// Prepare an export in Node: compile Kibitz for Pyodide's Python, and list the games, so that both start sooner.
//     node prepare.mjs PYODIDE SITE SETTINGS

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Of an uncaught error, Node would print the whole source line, which is most of Pyodide.
process.on("uncaughtException", ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
const [pyodide, site, settings] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const py = await loadPyodide({ indexURL: `${pyodide}/`, env: { HOME: "/home/pyodide", NO_COLOR: "1" } });
py.FS.mkdirTree("/site");
py.FS.mount(py.FS.filesystems.NODEFS, { root: site }, "/site");
py.runPython("import sys; sys.path.insert(0, '/site'); sys.dont_write_bytecode = True");
const prepared = py.pyimport("kibitz.web.browser.prepare");
writeFileSync(`${site}/games.json`, await prepared.list_games(settings));
prepared.compile_all("/site");
