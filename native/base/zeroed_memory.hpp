// Zero-initialized memory. Large blocks are mapped, so that untouched pages cost nothing and a large table does not
// slow down a short search (calloc clears memory that it reuses). Small blocks come from calloc, which is faster for
// them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

namespace kibitz {

class ZeroedMemory {
 public:
  static constexpr std::size_t kLittle = std::size_t{1} << 16;

  // `data` is null if there is not enough memory.
  explicit ZeroedMemory(std::size_t bytes) : bytes_(bytes) {
#if defined(__unix__) || defined(__APPLE__)
    if (bytes_ > kLittle) {
      data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
      if (data_ == MAP_FAILED) data_ = nullptr;
      return;
    }
#endif
    data_ = std::calloc(bytes_, 1);
  }
  ~ZeroedMemory() {
#if defined(__unix__) || defined(__APPLE__)
    if (bytes_ > kLittle) {
      if (data_ != nullptr) munmap(data_, bytes_);
      return;
    }
#endif
    std::free(data_);
  }
  ZeroedMemory(const ZeroedMemory&) = delete;
  ZeroedMemory& operator=(const ZeroedMemory&) = delete;

  void* data() const { return data_; }
  std::size_t size() const { return bytes_; }
  // Requests huge pages, for memory that is filled completely or accessed at random: fewer page faults and TLB misses
  // save a tenth of a search.
  void in_large_pages() {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (data_ != nullptr && bytes_ > kLittle) madvise(data_, bytes_, MADV_HUGEPAGE);
#endif
  }
  void swap(ZeroedMemory& other) {
    std::swap(bytes_, other.bytes_);
    std::swap(data_, other.data_);
  }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

}  // namespace kibitz
