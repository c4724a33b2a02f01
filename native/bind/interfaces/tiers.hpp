// Interface: solving by tiers and dense tables, for games with an index of their positions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/tablebase.hpp"
#include "bind/interfaces/rules.hpp"
#include "solve/payload.hpp"
#include "solve/tier_counts.hpp"
#include "solve/tier_run.hpp"

namespace kibitz {

class Tiers {
 public:
  virtual ~Tiers() = default;
  // The size of the index, in total and by tier, and the position at an index; null if another index represents its
  // symmetry class.
  virtual std::uint64_t size() const = 0;
  virtual int tiers() const = 0;
  virtual std::uint64_t tier_size(int tier) const = 0;
  virtual Rules::StatePtr at(int tier, std::uint64_t index) const = 0;
  // `one_by_one`: not by a faster solver of the game.
  virtual std::unique_ptr<TierRun> run(int threads, bool one_by_one) const = 0;
  // Opens a tablebase that refers to the rules and the payload.
  virtual std::unique_ptr<Tablebase> open(ByteSpan palettes, const Payload&, std::uint64_t begin,
                                          std::uint64_t length) const = 0;
  // Statistics of a table by tier.
  virtual std::vector<TierCounts> count_tiers(const Tablebase&, Control&) const = 0;
};

}  // namespace kibitz
