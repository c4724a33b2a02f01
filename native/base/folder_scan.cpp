#include "base/folder_scan.hpp"

#include <cstring>
#include <memory>
#include <unordered_map>

#ifdef _WIN32
#include <chrono>
#include <filesystem>
#else
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#endif

namespace kibitz {
namespace {

struct Signature {
  std::int64_t modified = 0;  // nanoseconds
  std::int64_t inode_changed = 0;
  std::int64_t size = 0;

  bool operator==(const Signature&) const = default;
};

// Never the size of a file.
constexpr std::int64_t unsettled = -1;

using Signatures = std::unordered_map<std::string_view, Signature>;

void append(std::string& out, std::string_view name, const Signature& signature) {
  const auto length = static_cast<std::uint16_t>(name.size());
  char head[sizeof length + sizeof signature];
  std::memcpy(head, &length, sizeof length);
  std::memcpy(head + sizeof length, &signature, sizeof signature);
  out.append(head, sizeof head).append(name);
}

Signatures parse(std::string_view text) {
  Signatures found;
  found.reserve(text.size() / 48);
  while (!text.empty()) {
    std::uint16_t length = 0;
    Signature signature;
    constexpr std::size_t head = sizeof length + sizeof signature;
    if (text.size() < head) return {};
    std::memcpy(&length, text.data(), sizeof length);
    std::memcpy(&signature, text.data() + sizeof length, sizeof signature);
    if (text.size() < head + length) return {};
    found.emplace(text.substr(head, length), signature);
    text.remove_prefix(head + length);
  }
  return found;
}

// Calls `visit(name, signature)` for each file; a folder that does not exist has none.
#ifdef _WIN32
template <class Visit>
void for_each_file(const std::string& folder, std::string_view suffix, const Visit& visit) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto* first = reinterpret_cast<const char8_t*>(folder.data());
  for (fs::directory_iterator at(fs::path(first, first + folder.size()), error), end; !error && at != end;
       at.increment(error)) {
    const std::u8string utf8 = at->path().filename().u8string();
    const std::string_view name(reinterpret_cast<const char*>(utf8.data()), utf8.size());
    if (!name.ends_with(suffix)) continue;
    std::error_code unreadable;
    const auto written = at->last_write_time(unreadable);
    if (unreadable) continue;  // removed since
    const auto size = at->file_size(unreadable);
    const auto since_1970 = std::chrono::file_clock::to_sys(written).time_since_epoch();
    const auto modified = std::chrono::duration_cast<std::chrono::nanoseconds>(since_1970).count();
    visit(name, Signature{modified, 0, unreadable ? 0 : static_cast<std::int64_t>(size)});
  }
}
#else
std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::int64_t>(time.tv_nsec);
}

template <class Visit>
void for_each_file(const std::string& folder, std::string_view suffix, const Visit& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> opened(opendir(folder.c_str()), &closedir);
  if (!opened) return;
  while (const dirent* const entry = readdir(opened.get())) {
    const std::string_view name(entry->d_name);
    struct stat status;
    if (!name.ends_with(suffix) || fstatat(dirfd(opened.get()), entry->d_name, &status, 0) != 0) continue;
#ifdef __APPLE__
    const timespec modified = status.st_mtimespec, inode_changed = status.st_ctimespec;
#else
    const timespec modified = status.st_mtim, inode_changed = status.st_ctim;
#endif
    visit(name,
          Signature{nanoseconds(modified), nanoseconds(inode_changed), static_cast<std::int64_t>(status.st_size)});
  }
}
#endif

}  // namespace

FolderScan scan_folder(const std::string& folder, std::string_view suffix, std::string_view seen, std::int64_t recent,
                       std::size_t limit) {
  FolderScan found;
  Signatures before = parse(seen);
  found.seen.reserve(seen.size() + 100);
  for_each_file(folder, suffix, [&](std::string_view name, Signature signature) {
    const auto known = before.find(name);
    const bool changed = known == before.end() || known->second != signature;
    if (known != before.end()) before.erase(known);
    if (changed) {
      if (found.changed.size() == limit) return;
      found.changed.emplace_back(name, signature.modified);
    }
    const std::int64_t when = signature.inode_changed != 0 ? signature.inode_changed : signature.modified;
    if (when >= recent) signature.size = unsettled;
    append(found.seen, name, signature);
  });
  for (const auto& [name, signature] : before) found.removed.emplace_back(name);
  return found;
}

}  // namespace kibitz
