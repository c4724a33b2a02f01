// Probing of tables by perfect index (solve/dense.hpp) in mapped files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/cold.hpp"
#include "base/tablebase.hpp"
#include "solve/dense.hpp"
#include "solve/payload.hpp"

namespace kibitz {

class DenseTable {
 public:
  // `palettes`: for each tier the number of its ranks, then the ranks. The packed
  // tiers are consecutive in the payload, from `begin`.
  template <Indexable G>
  KIBITZ_COLD DenseTable(const G& game, ByteSpan palettes, const Payload& payload, std::uint64_t begin,
                         std::uint64_t length)
      : payload_(payload) {
    if (!payload.has(begin, length)) throw RulesError("its values are truncated");
    const auto end = begin + length;
    for (int number = 0; number < game.tiers(); ++number) {
      if (palettes.empty() || palettes.size() < std::size_t{1} + palettes[0])
        throw RulesError("its palettes are truncated");
      Tier tier;
      tier.begin = begin;
      tier.size = game.tier_size(number);
      tier.palette_size = palettes[0];
      tier.bits = static_cast<unsigned>(PackedTier::bits(tier.palette_size));
      for (std::size_t i = 0; i < tier.palette_size; ++i) tier.palette[i] = static_cast<std::int8_t>(palettes[1 + i]);
      palettes = palettes.subspan(std::size_t{1} + tier.palette_size);
      const auto bytes = PackedTier::length(tier.size, tier.palette_size);
      if (bytes > end - begin) throw RulesError(kWrongLength);
      begin += bytes;
      tiers_.push_back(tier);
    }
    if (!palettes.empty() || begin != end) throw RulesError(kWrongLength);
  }

  // The rank at an index; `absent` if it is no position.
  int rank(int number, std::uint64_t index) const {
    const Tier& tier = tiers_[static_cast<std::size_t>(number)];
    if (index >= tier.size || tier.palette_size == 0) return Rank::absent;
    const auto codes_per_byte = 8 / tier.bits;
    const auto byte = payload_.read<std::uint8_t>(tier.begin + index / codes_per_byte);
    const unsigned code = (byte >> (index % codes_per_byte * tier.bits)) & ((1u << tier.bits) - 1);
    return code < tier.palette_size ? tier.palette[code] : Rank::absent;
  }

 private:
  static constexpr const char* kWrongLength = "it does not have one value for each index of the game";

  struct Tier {
    std::uint64_t begin = 0, size = 0;
    std::size_t palette_size = 0;
    unsigned bits = 8;
    std::array<std::int8_t, 256> palette{};
  };

  const Payload& payload_;
  std::vector<Tier> tiers_;
};

template <Indexable G>
class DenseTablebase final : public Tablebase {
 public:
  DenseTablebase(const Identity* identity, const G& game, ByteSpan palettes, const Payload& payload,
                 std::uint64_t begin, std::uint64_t length)
      : Tablebase(identity), game_(game), table_(game, palettes, payload, begin, length) {}

  std::optional<Value> probe(const ErasedState& s) const override {
    const auto& state = TypedState<G>::unwrap(s);
    const int rank = table_.rank(game_.tier(state), game_.index(state));
    if (rank == Rank::absent) return std::nullopt;
    return Rank::value(rank);
  }

 private:
  const G& game_;
  DenseTable table_;
};

}  // namespace kibitz
