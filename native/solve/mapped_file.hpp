// Memory-mapped files that survive truncation by other programs: instead of a
// SIGBUS, reads of lost pages return zeros and set a flag.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

namespace kibitz {

using ByteSpan = std::span<const std::uint8_t>;

class MappedFile {
 public:
  // Maps an open file for reading, at its current length; throws std::system_error.
  explicit MappedFile(int descriptor);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  ByteSpan bytes() const { return bytes_; }
  bool is_truncated() const;

 private:
  ByteSpan bytes_;
};

// The flag of the mapped file that contains these bytes: set once lost bytes were
// read. Check it after reading.
const std::atomic<bool>& truncated_flag(ByteSpan bytes);

}  // namespace kibitz
