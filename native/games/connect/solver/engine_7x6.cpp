// The solver of the standard board. In a separate source, because the compiler inlines less of it beside others, at
// nearly half the speed.
#include "games/connect/solver/engine_of.hpp"

namespace kibitz::connect {

std::unique_ptr<Engine> make_7x6_engine(int table_bits) {
  using Seven = FixedBoard<7, 6, 4>;
  return std::make_unique<EngineOf<Seven>>(Seven{}, table_bits);
}

}  // namespace kibitz::connect
