// Run a Python script in Pyodide with the core built for browsers: node run.mjs BUILD SOURCES SITE SCRIPT

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Of an uncaught error, Node would print the whole source line, which is most of Pyodide.
process.on("uncaughtException", ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
const [build, sources, site, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${build}/pyodide/pyodide.mjs`).href);
const py = await loadPyodide({ indexURL: `${build}/pyodide/`, env: { HOME: "/home/pyodide", NO_COLOR: "1" } });
for (const [folder, root] of Object.entries({ "/src": sources, "/packages": site, "/core": build })) {
  py.FS.mkdirTree(folder);
  py.FS.mount(py.FS.filesystems.NODEFS, { root }, folder);
}
py.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/src")
sys.path.append("/packages")
import kibitz
kibitz.__path__.insert(0, "/core")  # before one that is there for this machine
`);
py.runPython(readFileSync(script, "utf8"));
