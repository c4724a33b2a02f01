// Finds the files of a folder that changed since an earlier scan, with one look at each and none inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kibitz {

struct FolderScan {
  // New and changed files with their modification times in nanoseconds, and removed files. Names are bytes of the file
  // system.
  std::vector<std::pair<std::string, std::int64_t>> changed;
  std::vector<std::string> removed;
  // What the next scan compares with: name, times and size of every file.
  std::string seen;
};

// Scans the files whose names end with `suffix`. `seen` is that of the last scan; if it is empty or damaged, every file
// is new. Reports at most `limit` changed files and leaves the others to the next scan. A file that changed at `recent`
// or later counts as changed the next time too, as a clock may be too coarse to tell two writes apart.
FolderScan scan_folder(const std::string& folder, std::string_view suffix, std::string_view seen, std::int64_t recent,
                       std::size_t limit);

}  // namespace kibitz
