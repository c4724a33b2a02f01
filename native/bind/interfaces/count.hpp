// Interface: perft and random playouts. Default: bind/generic_solve.cpp.
#pragma once

#include <cstdint>

#include "bind/interfaces/rules.hpp"
#include "solve/count.hpp"

namespace kibitz {

class Count {
 public:
  virtual ~Count() = default;
  virtual std::uint64_t perft(const ErasedState&, int depth, Control&) const = 0;
  virtual PlayoutCounts play_out(const ErasedState&, std::uint64_t games, std::uint64_t seed, Control&) const = 0;
};

}  // namespace kibitz
