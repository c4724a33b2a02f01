// A table, ready to be asked: by Python, by search at its leaves, by anything
// that holds a state. Finding costs about a microsecond and allocates nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/box.hpp"
#include "base/value.hpp"

namespace kibitz {

class Probe {
 public:
  explicit Probe(const Identity* identity) : identity_(identity) {}
  virtual ~Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  const Identity* identity() const { return identity_; }

  // What a state of these rules is worth to its mover, if the table knows.
  virtual std::optional<Value> find(const StateBox&) const = 0;
  // Whether it may know a position that so many decisions from here can reach.
  virtual bool may_know_within(const StateBox&, int /*decisions*/) const { return true; }

  // Of a table that is read through place by place: how many there are, and the
  // position at one, if there is any. Others are read by walking through the game.
  virtual std::uint64_t places() const { return 0; }
  virtual std::unique_ptr<StateBox> at(std::uint64_t /*place*/) const { return nullptr; }

 private:
  const Identity* identity_;
};

}  // namespace kibitz
