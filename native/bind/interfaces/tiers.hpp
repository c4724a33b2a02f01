// Solving tier by tier, and tables without keys: games with an index of their
// positions.
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
  // How many places the index has, in all and tier by tier, and the position at one;
  // null where another place stands for all that are alike by symmetry.
  virtual std::uint64_t size() const = 0;
  virtual int tiers() const = 0;
  virtual std::uint64_t tier_size(int tier) const = 0;
  virtual Rules::StatePtr at(int tier, std::uint64_t place) const = 0;
  // `one_by_one`: not by a quicker way that the game may have of its own.
  virtual std::unique_ptr<TierRun> run(int threads, bool one_by_one) const = 0;
  // A table to ask; it refers to the rules and to the payload.
  virtual std::unique_ptr<Tablebase> open(ByteSpan palettes, const Payload&, std::uint64_t begin,
                                          std::uint64_t length) const = 0;
  // What a table holds, tier by tier.
  virtual std::vector<TierCounts> count_tiers(const Tablebase&, Control&) const = 0;
};

}  // namespace kibitz
