// The interface of solving by tiers: Python goes from tier to tier and saves
// finished ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/control.hpp"
#include "base/identity.hpp"
#include "solve/dense.hpp"

namespace kibitz {

class TierRun {
 public:
  explicit TierRun(const Identity* identity) : identity_(identity) {}
  virtual ~TierRun() = default;
  TierRun(const TierRun&) = delete;
  TierRun& operator=(const TierRun&) = delete;

  const Identity* identity() const { return identity_; }

  // Set while in use; a run serves one caller at a time.
  std::atomic<bool> in_use{false};

  // Tiers are numbered from 0; callers check the range.
  virtual int tiers() const = 0;
  virtual std::uint64_t tier_size(int tier) const = 0;
  // Whether reachable positions must be marked first.
  virtual bool needs_marks() const { return false; }
  // Marks the children of the marked positions of a tier as reachable.
  virtual void mark(int, Control&) {}
  virtual std::string marks(int) const { return {}; }
  virtual void set_marks(int, const std::string&) {}
  // Evaluates a tier; the next one must have its values.
  virtual PackedTier value(int tier, Control&) = 0;
  virtual void set_values(int tier, const PackedTier& packed) = 0;
  // Positions of the tier evaluated last, up to symmetry.
  virtual std::uint64_t positions() const = 0;

  // The same block by block, possibly in several processes. A block is a range of
  // indices that begins at a multiple of 64. Until the blocks of a tier are joined,
  // only the first index of each symmetry class has marks and values.
  virtual void add_marks(int, std::uint64_t, const std::string&) { refuse(); }
  virtual void mark_block(int, std::uint64_t, std::uint64_t, Control&) { refuse(); }
  // Evaluates a block; all blocks of the next tier must have their values.
  virtual PackedTier value_block(int, std::uint64_t, std::uint64_t, Control&) { refuse(); }
  virtual void set_block(int, std::uint64_t, std::uint64_t, const PackedTier&) { refuse(); }
  // The tier as `value` returns it; all its blocks must have their values.
  virtual PackedTier join_blocks(int, Control&) { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw RulesError("this game cannot be solved block by block"); }

  const Identity* identity_;
};

// Specialized by games with a much faster solver of their own: `Run` is a TierRun
// constructed from an identity and the game.
template <class G>
struct FastTierSolver {};

template <class G>
concept HasFastTierSolver = requires { typename FastTierSolver<G>::Run; };

}  // namespace kibitz
