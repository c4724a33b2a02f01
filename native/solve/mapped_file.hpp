// A file in memory that other programs may cut short while it is read. The
// system then ends a program that reads what is gone (SIGBUS); here it reads
// zeros instead and is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

namespace kibitz {

using ByteSpan = std::span<const std::uint8_t>;

class MappedFile {
 public:
  // Maps an open file for reading, as long as it is now; throws std::system_error.
  explicit MappedFile(int descriptor);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  ByteSpan bytes() const { return bytes_; }
  bool is_cut() const;

 private:
  ByteSpan bytes_;
};

// Set once some of these bytes were read and not there, where they are a mapped
// file's. Whoever reads asks afterwards.
const std::atomic<bool>& lost_flag(ByteSpan bytes);

}  // namespace kibitz
