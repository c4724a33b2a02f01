// m,n,k as a package of the core.
#pragma once

#include "games/mnk/rules.hpp"

namespace kibitz::mnk {

struct Package {
  // For boards of up to 64 cells, and for all others.
  using Games = Types<Mnk<1>, Mnk<6>>;
  using Specialized = Games;

  // Calls `visit` with the rules for these options.
  template <class Visit>
  static auto make(const Options& options, Visit visit) {
    const int width = option(options, "width", 1, 19);
    const int height = option(options, "height", 1, 19);
    const int length = option(options, "length", 1, 19);
    const bool misere = option(options, "misere", 0, 1) != 0;
    const int cells = width * height;
    if (cells <= 64) return visit(Mnk<1>(width, height, length, misere));
    return visit(Mnk<6>(width, height, length, misere));
  }
};

}  // namespace kibitz::mnk
