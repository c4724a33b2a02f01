// The interface of tables of exact values, probed by Python and by searches. A probe takes about a microsecond and
// allocates nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/erased_state.hpp"
#include "base/value.hpp"

namespace kibitz {

class Tablebase {
 public:
  explicit Tablebase(const Identity* identity) : identity_(identity) {}
  virtual ~Tablebase() = default;
  Tablebase(const Tablebase&) = delete;
  Tablebase& operator=(const Tablebase&) = delete;

  const Identity* identity() const { return identity_; }

  // The value of a state to its mover, if the table has it.
  virtual std::optional<Value> probe(const ErasedState&) const = 0;
  // Whether a position within `decisions` decisions may be in the table.
  virtual bool may_know_within(const ErasedState&, int /*decisions*/) const { return true; }

  // For tables that are enumerated by index: the number of indices, and the position
  // at one, null if there is none. Other tables (size 0) are enumerated by
  // traversing the game.
  virtual std::uint64_t size() const { return 0; }
  virtual std::unique_ptr<ErasedState> at(std::uint64_t /*index*/) const { return nullptr; }

 private:
  const Identity* identity_;
};

}  // namespace kibitz
