// Connect-N as a package of the core.
#pragma once

#include "games/connect/rules.hpp"

namespace kibitz::connect {

struct Package {
  // One type for each number of words of the board; those with specialized searches.
  using Games = Types<Connect<1>, Connect<2>, Connect<4>, Connect<16>>;
  using Specialized = Types<Connect<1>, Connect<2>>;

  // Calls `visit` with the rules for these options.
  template <class Visit>
  static auto make(const Options& options, Visit visit) {
    const int width = option(options, "width", 1, kMaxColumns);
    const int height = option(options, "height", 1, 32);
    const int length = option(options, "length", 1, 32);
    const int cells = width * height;
    if (cells <= 64) return visit(Connect<1>(width, height, length));
    if (cells <= 128) return visit(Connect<2>(width, height, length));
    if (cells <= 256) return visit(Connect<4>(width, height, length));
    return visit(Connect<16>(width, height, length));
  }
};

}  // namespace kibitz::connect
