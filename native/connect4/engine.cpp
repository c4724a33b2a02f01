// The boards that have a solver: those of length 4 whose columns, with a spare
// cell each, fit a word. Each of them is compiled on its own, as fast as
// if it were the only one.
#include "connect4/engine.hpp"

#include <utility>

#include "connect4/engine_of.hpp"

namespace kibitz::connect4 {
namespace {

constexpr int kLength = 4;
constexpr int kLeast = 4;
constexpr int kMostColumns = 8;
constexpr int kMostRows = 7;

template <int Width, int Height>
bool try_size(int width, int height, int bits, std::unique_ptr<Engine>& out) {
  if constexpr (Width * (Height + 1) <= 64) {
    if (width == Width && height == Height) out = std::make_unique<EngineOf<Board<Width, Height, kLength>>>(bits);
  }
  return out != nullptr;
}

template <int Width, int... Heights>
bool try_heights(int width, int height, int bits, std::unique_ptr<Engine>& out,
                 std::integer_sequence<int, Heights...>) {
  return width == Width && (try_size<Width, kLeast + Heights>(width, height, bits, out) || ...);
}

template <int... Widths>
void try_widths(int width, int height, int bits, std::unique_ptr<Engine>& out, std::integer_sequence<int, Widths...>) {
  (try_heights<kLeast + Widths>(width, height, bits, out, std::make_integer_sequence<int, kMostRows - kLeast + 1>{}) ||
   ...);
}

}  // namespace

std::unique_ptr<Engine> make_engine(int width, int height, int length, int table_bits) {
  std::unique_ptr<Engine> out;
  if (length == kLength)
    try_widths(width, height, table_bits, out, std::make_integer_sequence<int, kMostColumns - kLeast + 1>{});
  return out;
}

}  // namespace kibitz::connect4
