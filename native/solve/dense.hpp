// Tables by perfect index: one value for each index of each tier, no keys. A byte
// each in memory; bit-packed on disk.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/concepts.hpp"
#include "base/value.hpp"

namespace kibitz {

// A value to the mover as a signed byte that compares like the value: a win in n
// plies is 127 - n, a draw -n, a loss -127 + n; n is at most 62. The best move is a
// maximum, and going one ply back adds or subtracts 1.
struct Rank {
  static constexpr std::int8_t absent = -128;
  static constexpr int most_plies = 62;

  static constexpr int win(int plies) { return 127 - plies; }
  static constexpr int draw(int plies) { return -plies; }
  static constexpr int loss(int plies) { return -127 + plies; }

  static constexpr bool is_draw(int rank) { return rank >= -most_plies && rank <= most_plies; }
  static constexpr int negate(int rank) { return is_draw(rank) ? rank : -rank; }
  static constexpr int one_ply_earlier(int rank) { return rank < -most_plies ? rank + 1 : rank - 1; }

  static Value value(int rank) {
    if (is_draw(rank)) return {Value::Kind::draw, static_cast<double>(-rank), true};
    if (rank > 0) return {Value::Kind::win, static_cast<double>(127 - rank), true};
    return {Value::Kind::loss, static_cast<double>(127 + rank), true};
  }
};

// The size of a game's index over all tiers, saturated.
template <Indexable G>
std::uint64_t index_size(const G& game) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t total = 0;
  for (int tier = 0; tier < game.tiers(); ++tier) {
    const auto size = game.tier_size(tier);
    total = size > most - total ? most : total + size;
  }
  return total;
}

// The ranks of a tier packed into 1, 2, 4 or 8 bits each, lowest bits first. A code
// is an index into the palette, the list of ranks that occur in the tier.
struct PackedTier {
  std::string palette;
  std::string bytes;

  static int bits(std::size_t palette_size) {
    return palette_size <= 2 ? 1 : palette_size <= 4 ? 2 : palette_size <= 16 ? 4 : 8;
  }
  static std::uint64_t length(std::uint64_t places, std::size_t palette_size) {
    const auto codes_per_byte = 8 / static_cast<std::uint64_t>(bits(palette_size));
    return places / codes_per_byte + (places % codes_per_byte != 0 ? 1 : 0);
  }

  static PackedTier pack(std::span<const std::int8_t> ranks) {
    std::array<bool, 256> used{};
    for (const auto rank : ranks) used[static_cast<std::uint8_t>(rank)] = true;
    PackedTier out;
    std::array<std::uint8_t, 256> place{};
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) {
        place[i] = static_cast<std::uint8_t>(out.palette.size());
        out.palette.push_back(static_cast<char>(i));
      }
    out.bytes.resize(length(ranks.size(), out.palette.size()));
    const auto code = [ranks, place](std::size_t i) { return unsigned{place[static_cast<std::uint8_t>(ranks[i])]}; };
    switch (bits(out.palette.size())) {
      case 1:
        put<1>(out.bytes, ranks.size(), code);
        break;
      case 2:
        put<2>(out.bytes, ranks.size(), code);
        break;
      case 4:
        put<4>(out.bytes, ranks.size(), code);
        break;
      default:
        put<8>(out.bytes, ranks.size(), code);
    }
    return out;
  }

  std::vector<std::int8_t> unpack(std::uint64_t places) const {
    if (bytes.size() != length(places, palette.size())) throw RulesError("a tier has the wrong length");
    const auto width = static_cast<std::size_t>(bits(palette.size()));
    const std::size_t codes_per_byte = 8 / width;
    std::vector<std::int8_t> out(places);
    for (std::size_t i = 0; i < places; ++i) {
      const auto byte = static_cast<std::uint8_t>(bytes[i / codes_per_byte]);
      const unsigned code = (byte >> (i % codes_per_byte * width)) & ((1u << width) - 1);
      if (code >= palette.size()) throw RulesError("a tier has a value outside its palette");
      out[i] = static_cast<std::int8_t>(palette[code]);
    }
    return out;
  }

 private:
  // With a constant number of bits the inner loop has no branches.
  template <std::size_t Bits, class Code>
  static void put(std::string& bytes, std::size_t count, const Code& code) {
    constexpr std::size_t kCodesPerByte = 8 / Bits;
    for (std::size_t i = 0; i < count; i += kCodesPerByte) {
      unsigned byte = 0;
      for (std::size_t j = 0; j < std::min(kCodesPerByte, count - i); ++j) byte |= code(i + j) << (j * Bits);
      bytes[i / kCodesPerByte] = static_cast<char>(byte);
    }
  }
};

}  // namespace kibitz
