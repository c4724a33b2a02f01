// The interface of solving by a dense index that the game's author wrote: Python goes from the last tier to the first
// and saves finished ones.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/control.hpp"
#include "base/identity.hpp"

namespace kibitz {

class IndexRun {
 public:
  explicit IndexRun(const Identity* identity) : identity_(identity) {}
  virtual ~IndexRun() = default;
  IndexRun(const IndexRun&) = delete;
  IndexRun& operator=(const IndexRun&) = delete;

  const Identity* identity() const { return identity_; }

  // Set while in use; a run serves one caller at a time.
  std::atomic<bool> in_use{false};

  // Tiers are numbered from 0; callers check the range.
  virtual int tiers() const = 0;
  virtual std::uint64_t tier_size(int tier) const = 0;
  // Solves a tier, given the later tiers that its moves lead to, and returns the stored values of its indices.
  virtual std::string solve(int tier, Control&) = 0;
  // The same from an earlier run, with the largest error of its values.
  virtual void restore(int tier, std::string stored, double error) = 0;
  // The positions of the tier solved last, and the largest error of its values, which includes those of later tiers.
  virtual std::uint64_t positions() const = 0;
  virtual double error() const = 0;

 private:
  const Identity* identity_;
};

}  // namespace kibitz
