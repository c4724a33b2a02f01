#include "base/blake2b.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/always_inline.hpp"

namespace kibitz {
namespace {

constexpr std::array<std::uint64_t, 8> kInitial = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu,
                                                   0xa54ff53a5f1d36f1u, 0x510e527fade682d1u, 0x9b05688c2b3e6c1fu,
                                                   0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};
constexpr std::array<std::uint8_t, 16> kSigma[10] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
constexpr std::size_t kBlock = 128;

KIBITZ_ALWAYS_INLINE void mix(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d, std::uint64_t x,
                              std::uint64_t y) {
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

using Words = std::array<std::uint64_t, 16>;

// One round; the compiler knows the order of the words.
template <std::array<std::uint8_t, 16> kOrder>
KIBITZ_ALWAYS_INLINE void mix_round(Words& v, const Words& m) {
  mix(v[0], v[4], v[8], v[12], m[kOrder[0]], m[kOrder[1]]);
  mix(v[1], v[5], v[9], v[13], m[kOrder[2]], m[kOrder[3]]);
  mix(v[2], v[6], v[10], v[14], m[kOrder[4]], m[kOrder[5]]);
  mix(v[3], v[7], v[11], v[15], m[kOrder[6]], m[kOrder[7]]);
  mix(v[0], v[5], v[10], v[15], m[kOrder[8]], m[kOrder[9]]);
  mix(v[1], v[6], v[11], v[12], m[kOrder[10]], m[kOrder[11]]);
  mix(v[2], v[7], v[8], v[13], m[kOrder[12]], m[kOrder[13]]);
  mix(v[3], v[4], v[9], v[14], m[kOrder[14]], m[kOrder[15]]);
}

template <std::size_t... kRounds>
KIBITZ_ALWAYS_INLINE void mix_rounds(Words& v, const Words& m, std::index_sequence<kRounds...>) {
  (mix_round<kSigma[kRounds % 10]>(v, m), ...);
}

void compress(std::array<std::uint64_t, 8>& h, const unsigned char* block, std::uint64_t count, bool last) {
  Words m, v;
  static_assert(std::endian::native == std::endian::little, "keys are little-endian; a big-endian port must swap");
  std::memcpy(m.data(), block, kBlock);
  std::copy(h.begin(), h.end(), v.begin());
  std::copy(kInitial.begin(), kInitial.end(), v.begin() + 8);
  v[12] ^= count;
  if (last) v[14] = ~v[14];
  mix_rounds(v, m, std::make_index_sequence<12>{});
  for (std::size_t i = 0; i < 8; ++i) h[i] ^= v[i] ^ v[i + 8];
}

}  // namespace

std::uint64_t blake2b_64(std::string_view text) {
  auto h = kInitial;
  h[0] ^= 0x01010000u ^ 8;  // eight bytes of hash
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t done = 0;
  for (; text.size() - done > kBlock; done += kBlock) compress(h, at + done, done + kBlock, false);
  std::array<unsigned char, kBlock> rest{};
  std::copy(at + done, at + text.size(), rest.begin());
  compress(h, rest.data(), text.size(), true);
  return h[0];
}

}  // namespace kibitz
