// Which solver a board gets: the one compiled for it, or the one for any shape.
#include "connect4/engine.hpp"

#include "connect4/engine_of.hpp"

namespace kibitz::connect4 {

namespace {

template <class Shape, class... Size>
std::unique_ptr<Engine> engine_of(int table_bits, Size... size) {
  return std::make_unique<EngineOf<Board<Shape>>>(Board<Shape>{Shape{size...}}, table_bits);
}

}  // namespace

std::unique_ptr<Engine> make_engine(int width, int height, int length, int table_bits) {
  if (!AnyShape::fits(width, height, length)) return nullptr;
  if (width == 7 && height == 6 && length == 4) return engine_of<FixedShape<7, 6, 4>>(table_bits);
  if (length == 4) return engine_of<AnySize<4>>(table_bits, width, height);
  return engine_of<AnyShape>(table_bits, width, height, length);
}

}  // namespace kibitz::connect4
