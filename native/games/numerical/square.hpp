// Symmetries of square boards.
#pragma once

#include <utility>

namespace kibitz {

// The image of a cell. Bit 0 reflects left-right, bit 1 top-bottom, then bit 2 along the diagonal. 0 is the identity.
constexpr int square_image(int cell, int size, int symmetry) {
  int row = cell / size, column = cell % size;
  if (symmetry & 1) column = size - 1 - column;
  if (symmetry & 2) row = size - 1 - row;
  if (symmetry & 4) std::swap(row, column);
  return row * size + column;
}

}  // namespace kibitz
