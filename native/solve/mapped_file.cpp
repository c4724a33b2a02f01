#include "solve/mapped_file.hpp"

#include <cerrno>
#include <mutex>
#include <system_error>

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <io.h>

#include <vector>
#endif

namespace kibitz {
namespace {

// A mapped file as the signal handler sees it. Ranges are reused but never freed, so
// that the handler may traverse the list at any time.
struct Range {
  std::atomic<std::uintptr_t> begin{0}, end{0};
  std::atomic<bool> truncated{false};
  Range* next = nullptr;
};

std::atomic<Range*> ranges{nullptr};
std::mutex& ranges_mutex() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

Range* range_of(std::uintptr_t address) {
  for (auto* range = ranges.load(); range != nullptr; range = range->next)
    if (address >= range->begin.load() && address < range->end.load()) return range;
  return nullptr;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

#if defined(__unix__) || defined(__APPLE__)

struct sigaction previous_handler;

// Replaces the lost page by zeros and sets the flag. Other faults go to the previous
// handler.
void on_bus_error(int signal, siginfo_t* info, void* context) {
  const auto address = number(info->si_addr);
  if (Range* range = range_of(address)) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* begin = reinterpret_cast<void*>(address / page * page);
    if (mmap(begin, page, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED) {
      range->truncated.store(true);
      return;
    }
  }
  if ((previous_handler.sa_flags & SA_SIGINFO) != 0) {
    previous_handler.sa_sigaction(signal, info, context);
  } else if (previous_handler.sa_handler != SIG_DFL && previous_handler.sa_handler != SIG_IGN) {
    previous_handler.sa_handler(signal);
  } else {
    // After the return the fault recurs and takes its default action.
    sigaction(signal, &previous_handler, nullptr);
  }
}

void install_handler() {
  static const bool installed = [] {
    struct sigaction ours{};
    ours.sa_sigaction = on_bus_error;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    return sigaction(SIGBUS, &ours, &previous_handler) == 0;
  }();
  (void)installed;
}

ByteSpan map_file(int descriptor) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0) throw std::system_error(errno, std::generic_category());
  const auto size = static_cast<std::size_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || size == 0) throw std::system_error(EINVAL, std::generic_category());
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (data == MAP_FAILED) throw std::system_error(errno, std::generic_category());
  return {static_cast<const std::uint8_t*>(data), size};
}

void unmap_file(ByteSpan bytes) { munmap(const_cast<std::uint8_t*>(bytes.data()), bytes.size()); }

#else

// On other systems the file is read into memory.
void install_handler() {}

ByteSpan map_file(int descriptor) {
  const auto size = _lseeki64(descriptor, 0, SEEK_END);
  if (size <= 0 || _lseeki64(descriptor, 0, SEEK_SET) != 0) throw std::system_error(EINVAL, std::generic_category());
  auto* data = new std::uint8_t[static_cast<std::size_t>(size)];
  for (std::int64_t at = 0; at < size;) {
    const auto wanted = static_cast<unsigned>(size - at < (1 << 30) ? size - at : (1 << 30));
    const int got = _read(descriptor, data + at, wanted);
    if (got <= 0) {
      delete[] data;
      throw std::system_error(EIO, std::generic_category());
    }
    at += got;
  }
  return {data, static_cast<std::size_t>(size)};
}

void unmap_file(ByteSpan bytes) { delete[] bytes.data(); }

#endif

void register_range(ByteSpan bytes) {
  install_handler();
  const std::scoped_lock lock(ranges_mutex());
  auto* range = ranges.load();
  while (range != nullptr && range->end.load() != 0) range = range->next;
  if (range == nullptr) {
    range = new Range;
    range->next = ranges.load();
    ranges.store(range);
  }
  range->truncated.store(false);
  range->begin.store(number(bytes.data()));
  range->end.store(number(bytes.data()) + bytes.size());
}

void unregister_range(ByteSpan bytes) {
  const std::scoped_lock lock(ranges_mutex());
  if (auto* range = range_of(number(bytes.data()))) {
    range->end.store(0);
    range->begin.store(0);
  }
}

}  // namespace

MappedFile::MappedFile(int descriptor) : bytes_(map_file(descriptor)) { register_range(bytes_); }

MappedFile::~MappedFile() {
  unregister_range(bytes_);
  unmap_file(bytes_);
}

bool MappedFile::is_truncated() const { return truncated_flag(bytes_).load(); }

const std::atomic<bool>& truncated_flag(ByteSpan bytes) {
  static const std::atomic<bool> never{false};
  const auto* range = range_of(number(bytes.data()));
  return range == nullptr ? never : range->truncated;
}

}  // namespace kibitz
