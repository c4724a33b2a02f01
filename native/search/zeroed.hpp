// Memory full of zeros that costs nothing until it is touched, so that a large
// table doesn't slow a short search. (The C library's calloc keeps freed memory
// and then has to clear it.)
#pragma once

#include <cstddef>
#include <cstdlib>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

namespace kibitz {

class ZeroedMemory {
 public:
  // Holds nothing where there is not enough memory.
  explicit ZeroedMemory(std::size_t bytes) : bytes_(bytes) {
#if defined(__unix__) || defined(__APPLE__)
    data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (data_ == MAP_FAILED) data_ = nullptr;
#else
    data_ = std::calloc(bytes_, 1);
#endif
  }
  ~ZeroedMemory() {
    if (data_ == nullptr) return;
#if defined(__unix__) || defined(__APPLE__)
    munmap(data_, bytes_);
#else
    std::free(data_);
#endif
  }
  ZeroedMemory(const ZeroedMemory&) = delete;
  ZeroedMemory& operator=(const ZeroedMemory&) = delete;

  void* data() const { return data_; }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

}  // namespace kibitz
