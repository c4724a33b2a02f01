// The bytes of a table as they lie in a file. A large file is not read through
// when it is opened: each block is compared with its checksum when it is first
// touched, so what is believed has always been checked.
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

// Bytes of a table that can't be believed; the floors above say whose file it is.
struct SpoiltBytes : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Asked after bytes were read: whether they were there.
class Loss {
 public:
  explicit Loss(ByteSpan bytes) : lost_(lost_flag(bytes)) {}
  void check() const {
    if (lost_.load(std::memory_order_relaxed))
      throw SpoiltBytes("another program cut it short, or it can't be read from its disk");
  }

 private:
  const std::atomic<bool>& lost_;
};

// CRC-32 as in zlib, eight bytes at a time.
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
  // Without checksums, the bytes have been checked already.
  Payload(ByteSpan bytes, ByteSpan sums, std::size_t block) : bytes_(bytes), sums_(sums), block_(block), loss_(bytes) {
    if (sums_.empty()) return;
    const auto blocks = block_ == 0 ? 0 : bytes_.size() / block_ + (bytes_.size() % block_ != 0 ? 1 : 0);
    if (blocks == 0 || sums_.size() != 4 * blocks) throw SpoiltBytes("its checksums don't match its length");
    checked_.reset(new std::atomic<bool>[blocks]());
  }

  // Whether so many bytes from there on are part of it.
  bool has(std::uint64_t begin, std::uint64_t length) const {
    return begin <= bytes_.size() && length <= bytes_.size() - begin;
  }

  // Reads a number that may lie across two blocks, checked.
  template <class T>
  T read(std::size_t place) const {
    if (checked_) {
      check(place / block_);
      check((place + sizeof(T) - 1) / block_);
    }
    T out;
    std::memcpy(&out, bytes_.data() + place, sizeof(T));
    loss_.check();
    return out;
  }

 private:
  // Two threads may check the same block at once; both find the same.
  void check(std::size_t block) const {
    if (checked_[block].load(std::memory_order_relaxed)) return;
    const auto begin = block * block_;
    std::uint32_t expected;
    std::memcpy(&expected, sums_.data() + 4 * block, 4);
    const auto found = crc32(bytes_.subspan(begin, std::min(block_, bytes_.size() - begin)));
    loss_.check();
    if (found != expected) throw SpoiltBytes("the checksum of its block " + std::to_string(block) + " is wrong");
    checked_[block].store(true, std::memory_order_relaxed);
  }

  ByteSpan bytes_;
  ByteSpan sums_;
  std::size_t block_;
  Loss loss_;
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

}  // namespace kibitz
