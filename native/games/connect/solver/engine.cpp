// Chooses the solver for a board: the compiled one, or the one for any shape.
#include "games/connect/solver/engine.hpp"

#include "games/connect/solver/engine_of.hpp"

namespace kibitz::connect {

std::unique_ptr<Engine> make_7x6_engine(int table_bits);  // engine_7x6.cpp

std::unique_ptr<Engine> make_engine(int width, int height, int length, int table_bits) {
  if (!AnyShape::fits(width, height, length)) return nullptr;
  if (width == 7 && height == 6 && length == 4) return make_7x6_engine(table_bits);
  using Length4 = Board<AnySize<4>>;
  using Other = Board<AnyShape>;
  if (length == 4) return std::make_unique<EngineOf<Length4>>(Length4{{width, height}}, table_bits);
  return std::make_unique<EngineOf<Other>>(Other{{width, height, length}}, table_bits);
}

}  // namespace kibitz::connect
