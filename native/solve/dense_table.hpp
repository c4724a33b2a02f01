// A dense table as a file shows it: finds the rank of a place in a tier.
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
  // `palettes`: for each tier the number of its ranks, then the ranks.
  // The packed tiers lie one after the other in the payload, from `begin`.
  template <Indexable G>
  KIBITZ_COLD DenseTable(const G& game, ByteSpan palettes, const Payload& payload, std::uint64_t begin,
                         std::uint64_t length)
      : payload_(payload) {
    if (!payload.has(begin, length)) throw RulesError("its values are cut");
    const auto end = begin + length;
    for (int number = 0; number < game.tiers(); ++number) {
      if (palettes.empty() || palettes.size() < std::size_t{1} + palettes[0]) throw RulesError("its palettes are cut");
      Tier tier;
      tier.begin = begin;
      tier.places = game.tier_size(number);
      tier.colours = palettes[0];
      tier.bits = static_cast<unsigned>(PackedTier::bits(tier.colours));
      for (std::size_t i = 0; i < tier.colours; ++i) tier.palette[i] = static_cast<std::int8_t>(palettes[1 + i]);
      palettes = palettes.subspan(std::size_t{1} + tier.colours);
      const auto bytes = PackedTier::length(tier.places, tier.colours);
      if (bytes > end - begin) throw RulesError(kWrongLength);
      begin += bytes;
      tiers_.push_back(tier);
    }
    if (!palettes.empty() || begin != end) throw RulesError(kWrongLength);
  }

  // The rank at a place; `absent` where there is no position.
  int rank(int number, std::uint64_t place) const {
    const Tier& tier = tiers_[static_cast<std::size_t>(number)];
    if (place >= tier.places || tier.colours == 0) return Rank::absent;
    const auto in_byte = 8 / tier.bits;
    const auto byte = payload_.read<std::uint8_t>(tier.begin + place / in_byte);
    const unsigned code = (byte >> (place % in_byte * tier.bits)) & ((1u << tier.bits) - 1);
    return code < tier.colours ? tier.palette[code] : Rank::absent;
  }

 private:
  static constexpr const char* kWrongLength = "it does not have one value for each place of the game's index";

  struct Tier {
    std::uint64_t begin = 0, places = 0;
    std::size_t colours = 0;
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
