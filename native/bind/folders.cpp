// Python bindings of scans of folders.
#include <nanobind/nanobind.h>

#include "base/cold.hpp"
#include "base/folder_scan.hpp"
#include "bind/bindings.hpp"
#include "bind/bytes.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kibitz {

KIBITZ_COLD void bind_folders(nb::module_& m) {
  m.def(
      "scan_folder",
      [](const nb::bytes& folder, const nb::bytes& suffix, const nb::bytes& seen, std::int64_t recent,
         std::size_t limit) {
        FolderScan found;
        {
          const nb::gil_scoped_release release;
          found =
              scan_folder(folder.c_str(), {suffix.c_str(), suffix.size()}, {seen.c_str(), seen.size()}, recent, limit);
        }
        nb::list changed, removed;
        for (const auto& [name, modified] : found.changed) changed.append(nb::make_tuple(bytes_of(name), modified));
        for (const std::string& name : found.removed) removed.append(bytes_of(name));
        return nb::make_tuple(changed, removed, bytes_of(found.seen));
      },
      "folder"_a, "suffix"_a, "seen"_a, "recent"_a, "limit"_a,
      nb::sig("def scan_folder(folder: bytes, suffix: bytes, seen: bytes, recent: int, limit: int) -> "
              "tuple[list[tuple[bytes, int]], list[bytes], bytes]"),
      "Return new and changed files of a folder with their times in nanoseconds, removed files, and `seen` for the "
      "next scan.");
}

}  // namespace kibitz
