"""Generate the sources that depend on which games there are. CMake runs this when it configures the build.

    python native/bind/generate.py FOLDER

Each folder of native/games with a package.hpp is a game. For each of them FOLDER gets one source with its
interfaces for playing, one with those for solving, and its network (network.bin) as an array; and
packages.hpp, the list of all games, which native/bind/module.cpp reads. A file that would stay the same is
not written, so that nothing is compiled again.
"""

import array
import sys
from pathlib import Path

NATIVE = Path(__file__).parents[1]

#: The interfaces (native/bind/interfaces) by the source that compiles them; `rules` first, all need them.
GROUPS = {"plays": ("rules", "count", "mcts", "search", "selective"), "solves": ("endgames", "tiers")}
#: Those that a game has only if it has a header of that name. For the others such a header is optional (and
#: `tiers` come to nothing where a game's positions have no index).
OPTIONAL = {"endgames", "selective"}


def factory(game: str, interface: str) -> str:
    """Return the declaration of the function that makes an interface of a game."""
    argument = "const Options& options" if interface == "rules" else "const Rules& rules"
    return f"std::unique_ptr<const {interface.capitalize()}> {interface}_of_{game}({argument})"


def group_source(game: str, interfaces: list[str]) -> str:
    """Return a source with some interfaces of a game."""
    headers = [f"games/{game}/{interface}.hpp" for interface in interfaces if interface != "rules"]
    headers += [f"bind/adapters/{interface}.hpp" for interface in interfaces]
    headers = [f"games/{game}/package.hpp", *(header for header in headers if (NATIVE / header).exists())]
    lines = [f'#include "{header}"' for header in headers] + ["", "namespace kibitz {"]
    for interface in interfaces:
        passed = f'"{game}", options' if interface == "rules" else "rules"
        lines.append(f"{factory(game, interface)} {{ return make_{interface}<{game}::Package>({passed}); }}")
    return "\n".join([*lines, "}  // namespace kibitz", ""])


def network_source(game: str, file: Path) -> str:
    """Return a source with the numbers of a network: two bytes each, the lower first."""
    numbers = array.array("H", file.read_bytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    return f"""#include "games/{game}/network.hpp"

namespace kibitz {{
static constexpr std::uint16_t kNumbers[] = {{{",".join(map(str, numbers))}}};
std::span<const std::uint16_t> {game}_network_numbers() {{ return kNumbers; }}
}}  // namespace kibitz
"""


def list_of_games(games: dict[str, list[str]]) -> str:
    """Return the header that lists every game and what it has."""
    interfaces = [interface for group in GROUPS.values() for interface in group if interface != "rules"]
    fields = [f"std::unique_ptr<const {i.capitalize()}> (*{i})(const Rules&) = nullptr;" for i in interfaces]
    declarations, entries = [], []
    for game, own in games.items():
        declarations += [f"{factory(game, interface)};" for interface in own]
        entry = [f'.name = "{game}"', *(f".{i} = &{i}_of_{game}" for i in ("rules", *interfaces) if i in own)]
        if (NATIVE / "games" / game / "bind.cpp").exists():
            declarations.append(f"void bind_{game}(nanobind::module_&);")
            entry.append(f".bind = &bind_{game}")
        entries.append(f"    {{{', '.join(entry)}}},")
    return "\n".join(
        [
            "#pragma once",
            "#include <memory>",
            "#include <string_view>",
            '#include "bind/core_game.hpp"',
            "namespace kibitz {",
            "struct PackageEntry {",
            "  std::string_view name;",
            "  std::unique_ptr<const Rules> (*rules)(const Options&);",
            *(f"  {field}" for field in fields),
            "  void (*bind)(nanobind::module_&) = nullptr;",
            "};",
            *declarations,
            "inline constexpr PackageEntry kPackages[] = {",
            *entries,
            "};",
            "}  // namespace kibitz",
            "",
        ]
    )


def main() -> None:
    """Write the files."""
    out = Path(sys.argv[1])
    texts: dict[str, str] = {}
    games: dict[str, list[str]] = {}
    for folder in sorted(package.parent for package in NATIVE.glob("games/*/package.hpp")):
        game = folder.name
        games[game] = []
        for group, interfaces in GROUPS.items():
            own = [i for i in interfaces if i not in OPTIONAL or (folder / f"{i}.hpp").exists()]
            games[game] += own
            texts[f"{game}_{group}.cpp"] = group_source(game, own)
        if (folder / "network.bin").exists():
            texts[f"{game}_network.cpp"] = network_source(game, folder / "network.bin")
    texts["packages.hpp"] = list_of_games(games)

    out.mkdir(parents=True, exist_ok=True)
    for file in out.iterdir():
        if file.name not in texts:
            file.unlink()  # of a game that is gone
    for name, text in texts.items():
        text = f"// Generated by native/bind/generate.py.\n{text}"
        if not (out / name).exists() or (out / name).read_text(encoding="utf-8") != text:
            (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
