"""Export of Kibitz as static files: page, service, core and Pyodide.

Names contain a hash of the content, so browsers cache each file until it changes. Large files are compressed
with gzip and unpacked in the browser, since many hosts serve files uncompressed.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import kibitz
from kibitz.base.errors import BadOption
from kibitz.files.atomic_write import write_atomically
from kibitz.service.settings import Settings
from kibitz.web.files import STATIC, minify_script, minify_style

_HERE = Path(__file__).parent
_PACKAGE = Path(kibitz.__file__).parent
#: Default locations of both: a build folder, or beside the package.
_BESIDE = (_PACKAGE / "browser_files", _PACKAGE.parents[1] / "build" / "browser")
_CORE = "_core.abi3.so"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
#: Packages that the service uses.
_NEEDED = ("platformdirs", "fsrs", "typing_extensions")
#: Parts of Kibitz without use in a browser, and files exported separately.
_LEFT_OUT = (
    "cli",
    "docs",
    "mcp",
    "terminal",
    "truth",
    "web/static",
    "web/server.py",
    "web/batching.py",
    "web/browser/export.py",
)
#: Files that are loaded lazily.
_LATER = (".kbb",)
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self' blob:",
        "manifest-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported file: its size, and its transfer size, in bytes."""

    name: str
    size: int
    packed: int
    #: Whether it is loaded lazily.
    later: bool


def export(
    folder: Path, settings: Settings, core: Path | None = None, pyodide: Path | None = None
) -> list[Exported]:
    """Write an export into a folder; return its files.

    `core` is the core built for the browser, `pyodide` the folder of Pyodide's files; by default both are
    searched beside the package.
    """
    core = core or _found(_CORE)
    pyodide = pyodide or _found("pyodide")
    if core is None or not core.is_file():
        raise BadOption(_missing("the core for browsers", "--core", core))
    if pyodide is None or not all((pyodide / name).is_file() for name in PYODIDE_FILES):
        raise BadOption(_missing("Pyodide", "--pyodide", pyodide))
    if folder.exists() and any(folder.iterdir()) and not (folder / "service-worker.js").exists():
        raise BadOption(f"{folder} has other files in it; name a folder that is empty, new or an export")
    return _Export(folder, settings, core, pyodide).write()


def _found(name: str) -> Path | None:
    return next((place / name for place in _BESIDE if (place / name).exists()), None)


def _missing(what: str, option: str, given: Path | None) -> str:
    where = f"not at {given}" if given else "not beside the package"
    return (
        f"{what} is {where}; in a clone of the repository, dev/browser-core makes it in build/browser, "
        f"and {option} names it elsewhere"
    )


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


class _Export:
    def __init__(self, folder: Path, settings: Settings, core: Path, pyodide: Path) -> None:
        self._folder, self._core, self._pyodide = folder, core, pyodide
        #: Games and players in the browser: their files are beside the package.
        self._own = {
            f"/site/own/{Path(path).name}": path for path in (*settings.own_games, *settings.own_players)
        }
        self._settings = replace(
            settings,
            own_games=tuple(f"/site/own/{Path(path).name}" for path in settings.own_games),
            own_players=tuple(f"/site/own/{Path(path).name}" for path in settings.own_players),
        )
        self._files: list[Exported] = []

    def write(self) -> list[Exported]:
        self._folder.mkdir(parents=True, exist_ok=True)
        before = {path for path in self._folder.rglob("*") if path.is_file()}
        site, games = self._site()
        packed = {
            _CORE: self._put_packed(_CORE, self._core.read_bytes()),
            "kibitz.zip": self._put_packed("kibitz.zip", _zip(site)),
            **{
                name: self._put_packed(name, (self._pyodide / name).read_bytes())
                for name in ("pyodide.asm.wasm", "python_stdlib.zip")
            },
        }
        later = {
            f"/site/{name}": self._put(name.rpartition("/")[2], data, later=True)
            for name, data in self._package()
            if name.endswith(_LATER)
        }
        known = {} if games is None else {"/api/games": self._put("games.json", games)}
        pyodide = self._put_pyodide()
        assets = self._put_page(
            {
                "root": "../",
                "packed": packed,
                "pyodide": f"{pyodide}/",
                "later": later,
                "settings": self._settings.to_json(),
            },
            known,
        )
        self._put_start(assets)
        kept = {self._folder / file.name for file in self._files}
        for path in before - kept:  # remove files of a previous export
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()
        return self._files

    # Output files

    def _put(self, name: str, data: bytes, *, later: bool = False) -> str:
        """Write a file whose name contains a hash of its content; return that name."""
        stem, dot, end = name.rpartition(".")
        return self._write(f"files/{stem}-{_mark(data)}{dot}{end}", data, later=later)

    def _put_packed(self, name: str, data: bytes) -> str:
        packed = gzip.compress(data, 9, mtime=0)
        # Not .gz: some hosts would decompress it.
        return self._write(f"files/{name}-{_mark(data)}.packed", packed)

    def _write(self, name: str, data: bytes, *, later: bool = False) -> str:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
        packed = len(data) if name.endswith(".packed") else min(len(data), len(gzip.compress(data, 9)))
        self._files.append(Exported(name, len(data), packed, later))
        return name

    def _put_pyodide(self) -> str:
        """Write Pyodide's scripts under their own names, in a folder with a hash."""
        scripts = {name: (self._pyodide / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs")}
        # URL of its packages, of which none is loaded.
        lock = json.loads((self._pyodide / "pyodide-lock.json").read_text())
        scripts["pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
        folder = f"pyodide-{_mark(b''.join(scripts.values()))}"
        for name, data in scripts.items():
            self._write(f"{folder}/{name}", data)
        return folder

    def _put_page(self, start_data: dict[str, object], known: dict[str, str]) -> str:
        """Write the files of page and Workers, which import each other, to one folder; return its name."""
        files = {
            path.name: path.read_text(encoding="utf-8")
            for place in (STATIC, _HERE)
            for path in sorted(place.iterdir())
            if path.suffix in (".js", ".css", ".svg") and path.name != "service-worker.js"
        }
        files["files.js"] = (
            f"export const known = {json.dumps(known)};\nexport const FILES = {json.dumps(start_data)};\n"
        )
        shrink = {".js": minify_script, ".css": minify_style}
        data = {name: shrink.get(Path(name).suffix, str)(text).encode() for name, text in files.items()}
        folder = f"page-{_mark(b''.join(data.values()))}"
        for name, body in data.items():
            self._write(f"{folder}/{name}", body)
        return folder

    def _put_start(self, assets: str) -> None:
        """Write the files with fixed names: the page, the manifest, and the service worker."""
        page = (STATIC / "index.html").read_text(encoding="utf-8").replace("/static/", f"{assets}/")
        page = page.replace(
            '<html lang="en">',
            f'<html lang="en" data-pages="fragments" data-worker="{assets}/worker.js" '
            'data-service-worker="service-worker.js">',
        )
        head = (
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            '<meta name="referrer" content="no-referrer">\n'
            '<link rel="manifest" href="manifest.webmanifest">\n'
            f'<script type="module" src="{assets}/install.js"></script>\n'
        )
        page = page.replace("<title>", f"{head}<title>", 1)
        page = page.replace("</body>", '<p id="loading" role="status" hidden></p>\n</body>')
        manifest = {
            "name": "Kibitz",
            "short_name": "Kibitz",
            "description": "Play, understand and solve board games.",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#ffffff",
            "theme_color": "#ffffff",
            "icons": [
                {
                    "src": f"{assets}/icon.svg",
                    "type": "image/svg+xml",
                    "sizes": "any",
                    "purpose": "any maskable",
                }
            ],
        }
        first = [file.name for file in self._files if not file.later]
        later = [file.name for file in self._files if file.later]
        self._write("manifest.webmanifest", json.dumps(manifest, indent=1).encode())
        self._write("index.html", page.encode())
        keeper = minify_script((_HERE / "service-worker.js").read_text(encoding="utf-8"))
        names = ["./", "manifest.webmanifest", *first]
        mark = _mark("\n".join([*names, page, keeper]).encode())
        start_data = (
            f"const FILES = {json.dumps(names)}, LATER = {json.dumps(later)}, MARK = {json.dumps(mark)};\n"
        )
        self._write("service-worker.js", (start_data + keeper).encode())

    # Python files

    def _site(self) -> tuple[dict[str, bytes], bytes | None]:
        """Return the modules, compiled if possible, and the list of games if available."""
        files = {name: data for name, data in self._package() if not name.endswith(_LATER)}
        for name in _NEEDED:
            files.update(_package_files(name))
        files.update(
            {path.removeprefix("/site/"): Path(given).read_bytes() for path, given in self._own.items()}
        )
        node = shutil.which("node")
        if node is None:
            return files, None
        with tempfile.TemporaryDirectory() as scratch:
            site = Path(scratch).resolve()
            for name, data in {**files, f"kibitz/{_CORE}": self._core.read_bytes()}.items():
                (site / name).parent.mkdir(parents=True, exist_ok=True)
                (site / name).write_bytes(data)
            start_data = json.dumps(self._settings.to_json())
            ran = subprocess.run(
                [node, str(_HERE / "prepare.mjs"), str(self._pyodide.resolve()), str(site), start_data],
                capture_output=True,
                text=True,
            )
            if ran.returncode:
                raise BadOption(f"Pyodide could not run Kibitz in Node: {_last_line(ran.stderr)}")
            compiled = {
                str(path.relative_to(site)): path.read_bytes()
                for path in site.rglob("*.pyc")
                if path.is_file()
            }
            sources = {name for name in files if f"{name}c" in compiled and not name.startswith("own/")}
            kept = {name: data for name, data in files.items() if name not in sources}
            chosen = {name: data for name, data in compiled.items() if name[:-1] in sources}
            return kept | chosen, (site / "games.json").read_bytes()

    def _package(self) -> Iterator[tuple[str, bytes]]:
        """Return the files of Kibitz itself."""
        left_out = [_PACKAGE / name for name in _LEFT_OUT]
        for path in sorted(_PACKAGE.rglob("*")):
            if not path.is_file() or path.suffix in (".so", ".pyd", ".pyc", ".pyi", ".js", ".mjs"):
                continue
            if not any(path.is_relative_to(each) for each in left_out) or path == STATIC / "index.html":
                yield f"kibitz/{path.relative_to(_PACKAGE).as_posix()}", path.read_bytes()


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2][:500]


def _package_files(name: str) -> dict[str, bytes]:
    """Return the modules of an installed package."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise BadOption(f"an export needs {name}: pip install '.[web]' in Kibitz's source folder")
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return {origin.name: origin.read_bytes()}
    folder = origin.parent
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
    }


def _zip(files: dict[str, bytes]) -> bytes:
    """Return a reproducible archive; uncompressed, since the whole is compressed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


def size_table(files: Iterable[Exported]) -> str:
    """Return the sizes of an export's files by purpose."""
    groups = (
        ("Pyodide", r"pyodide-|files/pyodide"),
        ("Python's standard library", r"files/python_stdlib"),
        ("Kibitz's core", r"files/_core"),
        ("Kibitz's Python and what it uses", r"files/kibitz"),
        ("the page", r"page-|index|manifest|service-worker|files/games"),
        ("when first needed", r""),
    )
    rows = {name: [0, 0] for name, _ in groups}
    for file in files:
        name = next(
            name
            for name, pattern in groups
            if (name == groups[-1][0]) == file.later and re.match(pattern, file.name)
        )
        rows[name][0] += file.size
        rows[name][1] += file.packed
    rows["to the first board"] = [
        sum(row[at] for name, row in rows.items() if name != groups[-1][0]) for at in (0, 1)
    ]
    lines = [f"{'':34}{'MB':>8}{'compressed':>12}"]
    lines += [f"{name:34}{size / 1e6:8.2f}{packed / 1e6:12.2f}" for name, (size, packed) in rows.items()]
    return "\n".join(lines)
