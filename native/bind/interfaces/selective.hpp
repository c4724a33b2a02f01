// Selective searches: games that tell them what captures and threats are.
#pragma once

#include <cstdint>
#include <memory>

#include "bind/interfaces/rules.hpp"
#include "search/selective/engine_interface.hpp"

namespace kibitz {

class Selective {
 public:
  virtual ~Selective() = default;
  // One that remembers from move to move.
  virtual std::unique_ptr<Thinker> thinker(std::uint64_t table_bytes, int threads) const = 0;
};

}  // namespace kibitz
