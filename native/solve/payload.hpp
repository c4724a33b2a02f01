// The bytes of a table in a mapped file, with lazy verification: each block is
// compared with its checksum when it is first read, so that opening a large file is
// quick and no unverified byte is used.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "solve/mapped_file.hpp"

namespace kibitz {

// A table's bytes are corrupt; callers add the name of the file.
struct CorruptData : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Checks, after a read, that the file was not truncated meanwhile.
class TruncationCheck {
 public:
  explicit TruncationCheck(ByteSpan bytes) : truncated_(truncated_flag(bytes)) {}
  void check() const {
    if (truncated_.load(std::memory_order_relaxed))
      throw CorruptData("another program truncated it, or its disk cannot be read");
  }

 private:
  const std::atomic<bool>& truncated_;
};

// CRC-32 as in zlib, eight bytes at a time (slicing-by-8).
inline std::uint32_t crc32(ByteSpan bytes) {
  static constexpr auto kTables = [] {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t sum = i;
      for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1u ? 0xedb88320u : 0u);
      tables[0][i] = sum;
    }
    for (std::size_t i = 0; i < 256; ++i)
      for (std::size_t t = 1; t < 8; ++t) tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 0xffu];
    return tables;
  }();
  std::uint32_t sum = ~std::uint32_t{0};
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    word ^= sum;
    sum = 0;
    for (std::size_t t = 0; t < 8; ++t) sum ^= kTables[7 - t][(word >> (8 * t)) & 0xffu];
  }
  for (; i < bytes.size(); ++i) sum = (sum >> 8) ^ kTables[0][(sum ^ bytes[i]) & 0xffu];
  return ~sum;
}

class Payload {
 public:
  // Without checksums, the bytes have been verified already.
  Payload(ByteSpan bytes, ByteSpan checksums, std::size_t block)
      : bytes_(bytes), checksums_(checksums), block_(block), truncation_(bytes) {
    if (checksums_.empty()) return;
    const auto blocks = block_ == 0 ? 0 : bytes_.size() / block_ + (bytes_.size() % block_ != 0 ? 1 : 0);
    if (blocks == 0 || checksums_.size() != 4 * blocks) throw CorruptData("its checksums don't match its length");
    checked_.reset(new std::atomic<bool>[blocks]());
  }

  // Whether the range lies inside the payload.
  bool has(std::uint64_t begin, std::uint64_t length) const {
    return begin <= bytes_.size() && length <= bytes_.size() - begin;
  }

  // Reads a verified number; it may lie across two blocks.
  template <class T>
  T read(std::size_t place) const {
    if (checked_) {
      check(place / block_);
      check((place + sizeof(T) - 1) / block_);
    }
    T out;
    std::memcpy(&out, bytes_.data() + place, sizeof(T));
    truncation_.check();
    return out;
  }

 private:
  // Threads may verify the same block at once; all get the same result.
  void check(std::size_t block) const {
    if (checked_[block].load(std::memory_order_relaxed)) return;
    const auto begin = block * block_;
    std::uint32_t expected;
    std::memcpy(&expected, checksums_.data() + 4 * block, 4);
    const auto found = crc32(bytes_.subspan(begin, std::min(block_, bytes_.size() - begin)));
    truncation_.check();
    if (found != expected) throw CorruptData("the checksum of its block " + std::to_string(block) + " is wrong");
    checked_[block].store(true, std::memory_order_relaxed);
  }

  ByteSpan bytes_;
  ByteSpan checksums_;
  std::size_t block_;
  TruncationCheck truncation_;
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

}  // namespace kibitz
